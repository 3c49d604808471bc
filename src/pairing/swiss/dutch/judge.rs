//! What a candidate is worth: the compared values of art. 2, one by one, for explanations.

use super::bracket::{Outcome, best_candidate};
use super::ground::Ground;
use super::quality::color_costs;
use crate::swiss::Float;

/// The compared values of a candidate; `values[0]` belongs to [C6]. Smaller lists are better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub values: Vec<Vec<i64>>,
}

impl Verdict {
    /// Judges a candidate of the bracket of `moved_down` and score group `group`.
    pub fn new(ground: &Ground<'_>, moved_down: &[usize], group: usize, candidate: &Outcome) -> Verdict {
        let score = |rank: usize| i64::from(ground.player(rank).pairing_score.hundredths());
        let scores = |ranks: &[usize]| {
            let mut list: Vec<i64> = ranks.iter().map(|&rank| score(rank)).collect();
            list.sort_unstable_by(|a, b| b.cmp(a));
            list
        };
        let floaters = &candidate.floaters;
        let moved = |rank: usize| moved_down.contains(&rank);
        let mut c8 = Vec::new();
        if group + 1 < ground.groups.len()
            && let Some(next) = best_candidate(ground, floaters, group + 1)
        {
            c8.push(next.floaters.len() as i64);
            c8.extend(scores(&next.floaters));
        }
        let c9 = match (floaters.as_slice(), ground.bye_group) {
            ([holder], Some(bye)) if bye <= group => vec![i64::from(ground.player(*holder).unplayed)],
            _ => Vec::new(),
        };
        let mut colors = [0_i64; 4];
        for &(a, b) in &candidate.pairs {
            colors.iter_mut().zip(color_costs(ground, a, b)).for_each(|(sum, cost)| *sum += i64::from(cost));
        }
        // MDP first.
        let meetings: Vec<(usize, usize)> =
            candidate.pairs.iter().map(|&(a, b)| (a.min(b), a.max(b))).filter(|&(a, _)| moved(a)).collect();
        let floated = |rank: usize, back: usize, float: Float| ground.float(rank, back) == float;
        let down = |back: usize| {
            let again = |rank: &&usize| !moved(**rank) && floated(**rank, back, Float::Down);
            vec![floaters.iter().filter(again).count() as i64]
        };
        let up = |back: usize| vec![meetings.iter().filter(|(_, b)| floated(*b, back, Float::Up)).count() as i64];
        let own = score(ground.start(group));
        let descending = |mut list: Vec<i64>| {
            list.sort_unstable_by(|a, b| b.cmp(a));
            list
        };
        let moved_differences = |back: usize| {
            let value = |&rank: &usize| {
                let limbo = if floaters.contains(&rank) { i64::from(i32::MAX) } else { 0 };
                limbo + score(rank) - own
            };
            descending(moved_down.iter().filter(|&&rank| floated(rank, back, Float::Down)).map(value).collect())
        };
        let resident_differences = |back: usize| {
            let upfloaters = meetings.iter().filter(|(_, b)| floated(*b, back, Float::Up));
            descending(upfloaters.map(|&(a, b)| score(a) - score(b)).collect())
        };
        let mut values = vec![vec![floaters.len() as i64], scores(floaters), c8, c9];
        values.extend(colors.map(|sum| vec![sum]));
        values.extend([down(1), up(1), down(2), up(2)]);
        values.extend([moved_differences(1), resident_differences(1), moved_differences(2), resident_differences(2)]);
        Verdict { values }
    }

    /// The first criterion in which the two differ, with both values; `None` if they are equal.
    pub fn first_difference<'v>(&'v self, other: &'v Verdict) -> Option<(u8, &'v [i64], &'v [i64])> {
        (6..)
            .zip(self.values.iter().zip(&other.values))
            .find(|(_, (a, b))| a != b)
            .map(|(number, (a, b))| (number, a.as_slice(), b.as_slice()))
    }
}
