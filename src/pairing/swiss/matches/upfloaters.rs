//! The upfloaters of a scoregroup (art. 3.5): fewest, of the highest scores, without harm to the following scoregroup, and
//! then not those who floated in the previous round; of several such sets the first.

use super::facts::Facts;
use crate::Points;
use crate::matching::bitset::BitMatrix;
use crate::matching::{Weight, Wide, min_cost_perfect_matching};
use crate::swiss::strict::{largest, subgraph};

/// The upfloaters; `lower` are all unpaired of lower scores in the order of scores and numbers. `None` when residents and lower
/// ones have no complete pairing.
pub(super) fn choose(facts: &Facts, residents: &[usize], lower: &[usize]) -> Option<Vec<usize>> {
    let complete = |players: &[usize]| largest(&facts.legal, players).1 == 0;
    if residents.len().is_multiple_of(2) && complete(residents) && complete(lower) {
        return Some(Vec::new());
    }
    let problem = Problem::new(facts, residents, lower);
    // The solver needs room for the sum of as many costs as there are participants.
    match problem.fields.bits + width(problem.players.len()) + 4 {
        0..=63 => problem.first_set::<i64>(),
        64..=127 => problem.first_set::<i128>(),
        128..=255 => problem.first_set::<Wide<4>>(),
        _ => problem.first_set::<Wide<32>>(),
    }
}

/// What a set of upfloaters costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cost {
    /// Their scores, descending (C4, C5).
    pub scores: Vec<Points>,
    /// The following scoregroup then needs more upfloaters than its number makes necessary (C6).
    pub harms: bool,
    /// Those who floated in the previous round (C7).
    pub floated: usize,
}

/// What these upfloaters cost, or without any given the best set that holds `forced`; `None` where not everybody can be paired so.
pub(super) fn cost(
    facts: &Facts,
    residents: &[usize],
    lower: &[usize],
    given: &[usize],
    forced: Option<usize>,
) -> Option<Cost> {
    let problem = Problem::new(facts, residents, lower);
    let r = problem.residents;
    let mut choices = vec![Choice::Open; problem.players.len()];
    for (choice, player) in choices.iter_mut().zip(&problem.players).skip(r) {
        if given.contains(player) || forced == Some(*player) {
            *choice = Choice::Upfloater;
        } else if forced.is_none() {
            *choice = Choice::Stays;
        }
    }
    let (upfloats, needs) = match problem.fields.bits + width(problem.players.len()) + 4 {
        0..=63 => problem.solve::<i64>(&choices, true).map(|found| (found.upfloats, found.following_needs)),
        64..=127 => problem.solve::<i128>(&choices, true).map(|found| (found.upfloats, found.following_needs)),
        128..=255 => problem.solve::<Wide<4>>(&choices, true).map(|found| (found.upfloats, found.following_needs)),
        _ => problem.solve::<Wide<32>>(&choices, true).map(|found| (found.upfloats, found.following_needs)),
    }?;
    let up: Vec<usize> = (r..problem.players.len()).filter(|&j| upfloats[j]).collect();
    let mut scores: Vec<Points> = up.iter().map(|&j| facts.field.players[problem.players[j]].pairing_score).collect();
    scores.sort_unstable_by(|a, b| b.cmp(a));
    let floated_up = problem.following.clone().filter(|&j| upfloats[j]).count();
    Some(Cost {
        scores,
        harms: needs != (problem.following.len() - floated_up) % 2,
        floated: up.iter().filter(|&&j| facts.floater_counts(problem.players[j])).count(),
    })
}

/// Bits that hold numbers up to `largest`.
fn width(largest: usize) -> u32 {
    usize::BITS - largest.leading_zeros()
}

/// What has been decided of a lower participant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Open,
    Upfloater,
    Stays,
}

/// Where the criteria begin in a cost.
struct Fields {
    /// Floated in the previous round (C7).
    c7: u32,
    /// Upfloaters that the following scoregroup will need (C6).
    c6: u32,
    /// A digit for each lower score with its place, descending; the lowest weighs most (C5).
    c5: Vec<(Points, u32)>,
    /// Number of upfloaters (C4).
    c4: u32,
    bits: u32,
}

struct Problem<'a> {
    facts: &'a Facts<'a>,
    /// Number of residents.
    residents: usize,
    /// Residents, then the lower ones in order.
    players: Vec<usize>,
    graph: BitMatrix,
    /// The places of the following scoregroup; empty when all of it is paired already.
    following: std::ops::Range<usize>,
    fields: Fields,
}

struct Solution<W> {
    total: W,
    upfloats: Vec<bool>,
    /// Pairs of the following scoregroup with still lower ones.
    following_needs: usize,
}

impl<'a> Problem<'a> {
    fn new(facts: &'a Facts, residents: &[usize], lower: &[usize]) -> Problem<'a> {
        let players: Vec<usize> = residents.iter().chain(lower).copied().collect();
        let score = |player: usize| facts.field.players[player].pairing_score;
        // The following score of this round; the holder of the bye and those paired already count for that.
        let own = residents.first().map(|&player| score(player)).unwrap_or_default();
        let next = facts.field.order.iter().map(|&player| score(player)).filter(|&other| other < own).max();
        let r = residents.len();
        let count = lower.iter().take_while(|&&player| Some(score(player)) == next).count();
        let c7 = 0;
        let c6 = c7 + width(lower.len().min(r));
        let mut start = c6 + width(count);
        let mut c5 = Vec::new();
        for equal in lower.chunk_by(|&a, &b| score(a) == score(b)) {
            c5.push((score(equal[0]), start));
            start += width(equal.len().min(r));
        }
        let fields = Fields { c7, c6, c5, c4: start, bits: start + width(r) };
        let graph = subgraph(&facts.legal, &players);
        Problem { facts, residents: r, graph, following: r..r + count, players, fields }
    }

    /// The cheapest complete pairing under some choices; with `harm` the following scoregroup counts.
    fn solve<W: Weight>(&self, choices: &[Choice], harm: bool) -> Option<Solution<W>> {
        let (n, r) = (self.players.len(), self.residents);
        let one = |at: u32| W::from_small(1).shifted(at);
        let upfloat: Vec<W> = (0..n)
            .map(|j| {
                let score = self.facts.field.players[self.players[j]].pairing_score;
                let digit = self.fields.c5.iter().find(|digit| digit.0 == score);
                let c7 = i64::from(self.facts.floater_counts(self.players[j]));
                let c5 = digit.map_or(W::ZERO, |digit| one(digit.1));
                one(self.fields.c4) + c5 + W::from_small(c7).shifted(self.fields.c7)
            })
            .collect();
        let c6 = if harm { one(self.fields.c6) } else { W::ZERO };
        let leaves_following = |i: usize, j: usize| self.following.contains(&i) && j >= self.following.end;
        let cost = |i: usize, j: usize| {
            let (i, j) = (i.min(j), i.max(j));
            if !self.graph.get(i, j) {
                return None;
            }
            if i >= r {
                let paired_below = choices[i] != Choice::Upfloater && choices[j] != Choice::Upfloater;
                return paired_below.then_some(if leaves_following(i, j) { c6 } else { W::ZERO });
            }
            if j < r {
                return Some(W::ZERO);
            }
            (choices[j] != Choice::Stays).then_some(upfloat[j])
        };
        let mates = min_cost_perfect_matching(n, cost)?;
        let mut solution = Solution { total: W::ZERO, upfloats: vec![false; n], following_needs: 0 };
        for (i, &j) in mates.iter().enumerate().filter(|&(i, &j)| i < j) {
            solution.total = solution.total + cost(i, j)?;
            if i < r && j >= r {
                solution.upfloats[j] = true;
            }
            solution.following_needs += usize::from(leaves_following(i, j));
        }
        Some(solution)
    }

    /// The first set of upfloaters among the best ones.
    fn first_set<W: Weight>(&self) -> Option<Vec<usize>> {
        let mut choices = vec![Choice::Open; self.players.len()];
        let mut best = self.solve::<W>(&choices, true)?;
        // C6 is kept or not kept: the following scoregroup, without those who floated up, needs one more if it is odd and else
        // none. Where no set keeps it, it decides nothing.
        let floated_up = self.following.clone().filter(|&j| best.upfloats[j]).count();
        let harm = best.following_needs == (self.following.len() - floated_up) % 2;
        if !harm {
            best = self.solve::<W>(&choices, false)?;
        }
        let target = best.total;
        let mut floating = best.upfloats;
        let count = floating.iter().filter(|&&up| up).count();
        let mut chosen = Vec::with_capacity(count);
        for j in self.residents..self.players.len() {
            if chosen.len() == count {
                break;
            }
            choices[j] = Choice::Upfloater;
            if !floating[j] {
                match self.solve::<W>(&choices, harm) {
                    Some(other) if other.total == target => floating = other.upfloats,
                    _ => {
                        choices[j] = Choice::Stays;
                        continue;
                    }
                }
            }
            chosen.push(self.players[j]);
        }
        (chosen.len() == count).then_some(chosen)
    }
}
