//! Who stands where in the first round.

use super::{KnockoutError, MAX_PLAYERS, Seed};
use crate::Lot;
use std::collections::BTreeSet;

/// How the first round is made (`knockout` 2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Seeding {
    /// 1 against the last, 2 against the last but one, ...; 1 and 2 can meet only in the final. Byes to the highest seeds.
    #[default]
    Standard,
    /// Top half against bottom half: 1 against the first of the bottom half, ...; byes to the highest seeds.
    Cut,
    /// Every place by lot, byes too; no two byes meet.
    Lot {
        /// Kept with the event.
        seed: u64,
    },
    /// The first `seeded` stand in different halves, quarters, eighths, ... (1 at the top, 2 at the bottom half, 3-4 by lot in the
    /// two other quarters, ...) and have the byes in their order; the others by lot.
    SeededLot {
        /// How many are seeded; counted as the next lower power of two.
        seeded: u32,
        /// Kept with the event.
        seed: u64,
    },
    /// Set by hand: the places of the first round from top to bottom, `None` for a bye. Its length is a power of two, everybody
    /// stands in it once, and no two byes meet.
    ByHand(Vec<Option<Seed>>),
}

/// The standard order of the places for a bracket of `size` (a power of two): 1 8 4 5 2 7 3 6.
pub fn standard_order(size: u32) -> Vec<Seed> {
    let mut order = vec![1];
    let mut count = 1;
    while count < size.min(MAX_PLAYERS) {
        count *= 2;
        order = order.into_iter().flat_map(|seed| [seed, count + 1 - seed]).collect();
    }
    order
}

impl Seeding {
    /// The places of the first round.
    pub(super) fn slots(&self, players: u32) -> Result<Vec<Option<Seed>>, KnockoutError> {
        let size = players.next_power_of_two();
        let present = |seed: Seed| (seed <= players).then_some(seed);
        Ok(match self {
            Seeding::Standard => standard_order(size).into_iter().map(present).collect(),
            Seeding::Cut => {
                // The byes go to the first; of the others each upper one meets the one half of them further down.
                let (half, byes) = (size / 2, size - players);
                let lower = |upper: Seed| if upper <= byes { None } else { Some(upper + half - byes) };
                if half == 0 {
                    vec![Some(1)]
                } else {
                    standard_order(half).into_iter().flat_map(|upper| [Some(upper), lower(upper)]).collect()
                }
            }
            Seeding::Lot { seed } => by_lot(players, 0, *seed),
            Seeding::SeededLot { seeded, seed } => by_lot(players, *seeded, *seed),
            Seeding::ByHand(slots) => {
                check(players, slots)?;
                slots.clone()
            }
        })
    }
}

/// The first `seeded` spread over the bracket, the others by lot.
fn by_lot(players: u32, seeded: u32, seed: u64) -> Vec<Option<Seed>> {
    let size = players.next_power_of_two();
    let byes = size - players;
    // The largest power of two that is not more than the number of seeded participants.
    let seeded = if seeded == 0 { 0 } else { 1 << seeded.min(players).ilog2() };
    let order = standard_order(size);
    let mut place_of = vec![0; size as usize + 1];
    for (place, &seed) in order.iter().enumerate() {
        place_of[seed as usize] = place;
    }
    let mut lot = Lot::new(seed);
    let mut slots: Vec<Option<Seed>> = vec![None; size as usize];
    let mut bye_at = BTreeSet::new();
    let mut taken = BTreeSet::new();
    let mut class = 1..2;
    while class.start <= seeded {
        let mut places: Vec<usize> = class.clone().map(|seed| place_of[seed as usize]).collect();
        if class.start > 2 {
            lot.shuffle(&mut places);
        }
        for (seed, place) in class.clone().zip(places) {
            slots[place] = Some(seed);
            taken.insert(place);
            if seed <= byes {
                bye_at.insert(place ^ 1);
            }
        }
        class = if class.end == 2 { 2..3 } else { class.end..2 * class.end - 1 };
    }
    // Byes that the seeded do not use up stand opposite the places of the next seeds of the standard order.
    bye_at.extend((seeded + 1..=byes).map(|seed| place_of[seed as usize] ^ 1));
    let mut others: Vec<Seed> = (seeded + 1..=players).collect();
    lot.shuffle(&mut others);
    let free = (0..size as usize).filter(|place| !taken.contains(place) && !bye_at.contains(place));
    for (place, seed) in free.zip(others) {
        slots[place] = Some(seed);
    }
    slots
}

fn check(players: u32, slots: &[Option<Seed>]) -> Result<(), KnockoutError> {
    let wrong = |what: String| Err(KnockoutError::ByHand(what));
    let size = players.next_power_of_two() as usize;
    if slots.len() != size {
        return wrong(format!("{players} participants need {size} places, byes included, not {}", slots.len()));
    }
    let mut seen = BTreeSet::new();
    for &seed in slots.iter().flatten() {
        if seed == 0 || seed > players {
            return wrong(format!("there is no seed {seed}; the seeds are 1 to {players}"));
        }
        if !seen.insert(seed) {
            return wrong(format!("seed {seed} stands in it twice"));
        }
    }
    if let Some(missing) = (1..=players).find(|seed| !seen.contains(seed)) {
        return wrong(format!("seed {missing} is missing"));
    }
    if let Some(index) = slots.chunks(2).position(|pair| pair.len() == 2 && pair[0].is_none() && pair[1].is_none()) {
        return wrong(format!("two byes meet in match {}", index + 1));
    }
    Ok(())
}

/// Keeps participants of one group (federation, club, group of an earlier stage) apart as long as their number allows: into
/// different halves, quarters, eighths, by exchanging with the nearest seed of the same class (3-4, 5-8, 9-16, ...). Seeds 1 and 2
/// stay. `group` names the group of a seed; `None` stands for nobody's.
///
/// Byes stay where they are: a seed with a bye changes only with another one who has a bye. What cannot be separated stays as it was.
/// Does nothing when the number of places is not a power of two.
pub fn separate(slots: &mut [Option<Seed>], group: impl Fn(Seed) -> Option<u32>) {
    separate_drawn(slots, MAX_PLAYERS, group);
}

/// As [`separate`], after a draw in which only the first `seeded` had fixed places or classes: all others may change with one another.
pub fn separate_drawn(slots: &mut [Option<Seed>], seeded: Seed, group: impl Fn(Seed) -> Option<u32>) {
    if !slots.len().is_power_of_two() {
        return;
    }
    let class = |seed: Seed| match seed {
        _ if seed > seeded => 0,
        ..=2 => seed,
        _ => (seed - 1).ilog2() + 3,
    };
    let mut candidates = Vec::new();
    for i in 0..slots.len() {
        for j in i + 1..slots.len() {
            if let (Some(a), Some(b)) = (slots[i], slots[j])
                && class(a) == class(b)
                && slots[i ^ 1].is_none() == slots[j ^ 1].is_none()
            {
                candidates.push((i, j));
            }
        }
    }
    let mut clashes = Clashes::new(slots, group);
    // Each exchange makes the clashes fewer, so that this ends.
    loop {
        candidates.sort_by_key(|&(i, j)| match (slots[i], slots[j]) {
            (Some(a), Some(b)) => (a.abs_diff(b), a.min(b)),
            _ => (0, 0),
        });
        let better = candidates.iter().copied().find(|&(i, j)| clashes.exchange_if_better(i, j));
        match better {
            Some((i, j)) => slots.swap(i, j),
            None => return,
        }
    }
}

/// How many pairs of one group can meet in each round.
struct Clashes {
    /// By place: the group, as a small number.
    group: Vec<Option<usize>>,
    groups: usize,
    /// By round from 0: members of each group in each part of the bracket from which one comes into a match of that round.
    members: Vec<Vec<u32>>,
    /// By round: pairs of one group in the two parts of a match. Early ones weigh most.
    pairs: Vec<u32>,
}

impl Clashes {
    fn new(slots: &[Option<Seed>], group: impl Fn(Seed) -> Option<u32>) -> Clashes {
        let names: Vec<Option<u32>> = slots.iter().map(|slot| slot.and_then(&group)).collect();
        let known: Vec<u32> = names.iter().flatten().copied().collect::<BTreeSet<u32>>().into_iter().collect();
        let rounds = slots.len().ilog2() as usize;
        let mut clashes = Clashes {
            group: vec![None; slots.len()],
            groups: known.len(),
            members: (0..rounds).map(|round| vec![0; (slots.len() >> round) * known.len()]).collect(),
            pairs: vec![0; rounds],
        };
        for (place, name) in names.iter().enumerate() {
            let number = name.and_then(|name| known.binary_search(&name).ok());
            clashes.put(place, number);
        }
        clashes
    }

    /// Sets the group at an empty place.
    fn put(&mut self, place: usize, group: Option<usize>) {
        self.group[place] = group;
        let Some(group) = group else { return };
        for round in 0..self.pairs.len() {
            let part = place >> round;
            self.pairs[round] += self.members[round][(part ^ 1) * self.groups + group];
            self.members[round][part * self.groups + group] += 1;
        }
    }

    /// Empties a place.
    fn take(&mut self, place: usize) -> Option<usize> {
        let group = self.group[place].take()?;
        for round in 0..self.pairs.len() {
            let part = place >> round;
            self.members[round][part * self.groups + group] -= 1;
            self.pairs[round] -= self.members[round][(part ^ 1) * self.groups + group];
        }
        Some(group)
    }

    /// Exchanges two places if that makes the clashes fewer.
    fn exchange_if_better(&mut self, i: usize, j: usize) -> bool {
        if self.group[i] == self.group[j] {
            return false;
        }
        let before = self.pairs.clone();
        self.exchange(i, j);
        if self.pairs < before {
            return true;
        }
        self.exchange(i, j);
        false
    }

    fn exchange(&mut self, i: usize, j: usize) {
        let (one, other) = (self.take(i), self.take(j));
        self.put(i, other);
        self.put(j, one);
    }
}
