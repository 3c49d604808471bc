//! Groups of an event of several stages, and the way from groups into a knockout (`multi-stage` 2, 4).
//!
//! Participants are numbers from 1, the strongest first.

use crate::Lot;
use crate::matching::can_match_all;
use thiserror::Error;

/// Why there are no groups.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum GroupError {
    /// More groups than participants, or none.
    #[error("{participants} participants cannot be put into {groups} groups; every group needs one at least")]
    Groups {
        /// Participants.
        participants: u32,
        /// Groups.
        groups: u32,
    },
    /// No fixed crossing for that number of groups.
    #[error("there is a fixed crossing for 2, 4 or 8 groups, not for {0}; seed the qualifiers by their places instead")]
    Crossing(u32),
}

const fn check(participants: u32, groups: u32) -> Result<(), GroupError> {
    if groups == 0 || participants < groups || participants > crate::round_robin::MAX_PLAYERS {
        return Err(GroupError::Groups { participants, groups });
    }
    Ok(())
}

/// Groups by strength: 1 to G in order, the next G back to front, and so on. Sizes differ by one at most.
///
/// # Errors
/// When there are more groups than participants, or none.
///
/// ```
/// let groups = pairing::groups::snake(10, 3).unwrap();
/// assert_eq!(groups, [vec![1, 6, 7], vec![2, 5, 8], vec![3, 4, 9, 10]]);
/// ```
pub fn snake(participants: u32, groups: u32) -> Result<Vec<Vec<u32>>, GroupError> {
    check(participants, groups)?;
    let mut result = vec![Vec::new(); groups as usize];
    for number in 1..=participants {
        let (row, place) = ((number - 1) / groups, (number - 1) % groups);
        let group = if row.is_multiple_of(2) { place } else { groups - 1 - place };
        result[group as usize].push(number);
    }
    Ok(result)
}

/// Groups by lot out of pots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PotDraw {
    /// The groups, each with one of every pot; those of the last pot, where it is not full, in some groups only.
    pub groups: Vec<Vec<u32>>,
    /// Participants who came into a group with one of their own federation, since it could not be avoided.
    pub clashes: Vec<u32>,
}

/// Draws groups out of pots: pot p holds the strengths (p - 1)·G + 1 to p·G, and each group gets one of each pot.
///
/// The participants of a pot are drawn one after the other; each goes to the first group in the order drawn for that pot that has
/// nobody of the same federation, if the others of the pot can then still be placed so (asked of a matching). Where the pot cannot
/// be placed without a clash, those who clash are named. `federation` is `None` for somebody who clashes with nobody.
///
/// # Errors
/// When there are more groups than participants, or none.
pub fn draw_from_pots(
    participants: u32,
    groups: u32,
    federation: impl Fn(u32) -> Option<u32>,
    seed: u64,
) -> Result<PotDraw, GroupError> {
    check(participants, groups)?;
    let mut lot = Lot::new(seed);
    let mut draw = PotDraw { groups: vec![Vec::new(); groups as usize], clashes: Vec::new() };
    let numbers: Vec<u32> = (1..=participants).collect();
    for pot in numbers.chunks(groups as usize) {
        let mut drawn = pot.to_vec();
        lot.shuffle(&mut drawn);
        let mut open: Vec<usize> = (0..groups as usize).collect();
        lot.shuffle(&mut open);
        let members = draw.groups.clone();
        let fits = |number: u32, group: usize| {
            let own = federation(number);
            own.is_none() || members[group].iter().all(|&other| federation(other) != own)
        };
        for i in 0..drawn.len() {
            let rest_fits = |taken: usize| {
                let groups: Vec<usize> = open.iter().copied().filter(|&group| group != taken).collect();
                can_place(&drawn[i + 1..], &groups, &fits)
            };
            let choice = open.iter().position(|&group| fits(drawn[i], group) && rest_fits(group));
            // Without a placing of all the first group without a clash is taken, else the first.
            let choice = choice.or_else(|| open.iter().position(|&group| fits(drawn[i], group))).unwrap_or(0);
            let group = open.remove(choice);
            if !fits(drawn[i], group) {
                draw.clashes.push(drawn[i]);
            }
            draw.groups[group].push(drawn[i]);
        }
    }
    Ok(draw)
}

/// Whether each of `numbers` can have one of `groups` of its own.
fn can_place(numbers: &[u32], groups: &[usize], fits: &impl Fn(u32, usize) -> bool) -> bool {
    if numbers.len() > groups.len() {
        return false;
    }
    // Groups that stay empty are filled by participants who fit anywhere.
    let n = groups.len();
    let edges = (0..n).flat_map(|i| (0..n).map(move |g| (i, g)));
    let edges = edges.filter(|&(i, g)| numbers.get(i).is_none_or(|&number| fits(number, groups[g])));
    can_match_all(2 * n, edges.map(|(i, g)| (i, n + g)))
}

/// Who meets in the first round of a knockout between the first two of each group, from top to bottom: group (from 0) and place
/// (1 or 2). The two of one group are in different halves.
///
/// # Errors
/// For other numbers of groups than 2, 4 and 8.
pub fn crossing(groups: u32) -> Result<Vec<[(u32, u32); 2]>, GroupError> {
    if !matches!(groups, 2 | 4 | 8) {
        return Err(GroupError::Crossing(groups));
    }
    let firsts = (0..groups).step_by(2);
    let upper = firsts.clone().map(|group| [(group, 1), (group + 1, 2)]);
    let lower = firsts.map(|group| [(group + 1, 1), (group, 2)]);
    Ok(upper.chain(lower).collect())
}
