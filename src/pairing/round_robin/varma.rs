//! Restricted lot: Varma tables (FIDE C.05 Annex 2).
//!
//! All players of a federation draw their numbers from one set ("envelope"). Members of one set meet early, so players of one
//! federation do not meet in the last three rounds.

use crate::Lot;
use thiserror::Error;

/// The sets A to D for 10, 12, ... 24 numbers; an odd field leaves out the highest number.
const SETS: [[&[u32]; 4]; 8] = [
    [&[3, 4, 8], &[5, 7, 9], &[1, 6], &[2, 10]],
    [&[4, 5, 9, 10], &[1, 2, 7], &[6, 8, 12], &[3, 11]],
    [&[4, 5, 6, 11, 12], &[1, 2, 8, 9], &[7, 10, 13], &[3, 14]],
    [&[5, 6, 7, 12, 13, 14], &[1, 2, 3, 9, 10], &[8, 11, 15], &[4, 16]],
    [&[5, 6, 7, 8, 14, 15, 16], &[1, 2, 3, 10, 11, 12], &[9, 13, 17], &[4, 18]],
    [&[6, 7, 8, 9, 15, 16, 17, 18], &[1, 2, 3, 11, 12, 13, 14], &[5, 10, 19], &[4, 20]],
    [&[6, 7, 8, 9, 10, 17, 18, 19, 20], &[1, 2, 3, 4, 12, 13, 14, 15], &[11, 16, 21], &[5, 22]],
    [&[6, 7, 8, 9, 10, 11, 19, 20, 21, 22], &[1, 2, 3, 4, 13, 14, 15, 16, 17], &[12, 18, 23], &[5, 24]],
];

/// Why there is no restricted lot.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("Varma tables are for 9 to 24 participants, not {0}; draw without them, or give the numbers by hand")]
pub struct VarmaError(pub usize);

/// A set of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// `A` to `D`.
    pub name: char,
    /// The numbers, ascending.
    pub numbers: Vec<u32>,
}

/// The sets for a field of 9 to 24.
///
/// # Errors
/// For any other number of participants.
pub fn groups(players: usize) -> Result<Vec<Group>, VarmaError> {
    if !(9..=24).contains(&players) {
        return Err(VarmaError(players));
    }
    let sets = &SETS[players.div_ceil(2) - 5];
    Ok(('A'..='D')
        .zip(sets)
        .map(|(name, set)| Group { name, numbers: set.iter().copied().filter(|&n| n as usize <= players).collect() })
        .collect())
}

/// One who draws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawer {
    /// Federation, by its code.
    pub federation: String,
    /// Name, for the order inside the federation.
    pub name: String,
}

/// The outcome of a restricted lot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    /// Entry i is the number of the i-th drawer.
    pub numbers: Vec<u32>,
    /// What could not be kept, in words for the organiser; empty when all is well.
    pub notes: Vec<String>,
}

/// Draws the numbers.
///
/// Federations come in the order of their number of players, descending, then by code; inside a federation by name. The first
/// player of each draws one of the sets that still hold enough numbers for all of them; the others draw from the same set.
/// When no set is large enough the fullest one is used, then the next, and a note says so.
///
/// # Errors
/// When the field is not of 9 to 24.
pub fn draw(drawers: &[Drawer], seed: u64) -> Result<Draw, VarmaError> {
    let mut sets = groups(drawers.len())?;
    let mut lot = Lot::new(seed);
    let mut order: Vec<usize> = (0..drawers.len()).collect();
    let size = |federation: &str| drawers.iter().filter(|d| d.federation == federation).count();
    order.sort_by(|&a, &b| {
        let (a, b) = (&drawers[a], &drawers[b]);
        size(&b.federation)
            .cmp(&size(&a.federation))
            .then_with(|| a.federation.cmp(&b.federation))
            .then_with(|| a.name.cmp(&b.name))
    });
    let mut draw = Draw { numbers: vec![0; drawers.len()], notes: Vec::new() };
    for team in order.chunk_by(|&a, &b| drawers[a].federation == drawers[b].federation) {
        let federation = &drawers[team[0]].federation;
        let mut team = team;
        while !team.is_empty() {
            let fitting: Vec<usize> = (0..sets.len()).filter(|&set| sets[set].numbers.len() >= team.len()).collect();
            let set = if fitting.is_empty() {
                let note = format!(
                    "no set holds enough numbers for the {} players of {federation} who are left to draw; they are drawn \
                     from more than one set and may meet in the last three rounds",
                    team.len()
                );
                draw.notes.push(note);
                // The fullest set, the first of equals.
                (0..sets.len()).rev().max_by_key(|&set| sets[set].numbers.len()).unwrap_or(0)
            } else {
                fitting[lot.below(fitting.len())]
            };
            let taken = team.len().min(sets[set].numbers.len());
            let (now, later) = team.split_at(taken);
            let numbers = take(&mut sets[set].numbers, taken, drawers.len(), &mut lot);
            if drawers.len() == 12 && numbers.contains(&6) && numbers.contains(&12) {
                draw.notes.push(format!(
                    "with 12 participants the numbers 6 and 12 meet in the last round; both are held by {federation}"
                ));
            }
            for (&drawer, number) in now.iter().zip(numbers) {
                draw.numbers[drawer] = number;
            }
            team = later;
        }
    }
    Ok(draw)
}

/// Draws `count` of the numbers. With 12 participants 6 and 12 would meet in the last round: two players of one federation
/// then draw out of the sets of two that hold 8, as far as it is there.
fn take(numbers: &mut Vec<u32>, count: usize, players: usize, lot: &mut Lot) -> Vec<u32> {
    lot.shuffle(numbers);
    if players == 12 && count == 2 && numbers.len() == 3 && numbers.contains(&8) {
        // The set C as a whole: 8 is one of the two, the other of them stays by lot.
        numbers.sort_by_key(|&number| number != 8);
        numbers[..2].sort_unstable();
        if lot.below(2) == 1 {
            numbers.swap(0, 1);
        }
    }
    let rest = numbers.split_off(count.min(numbers.len()));
    std::mem::replace(numbers, rest)
}
