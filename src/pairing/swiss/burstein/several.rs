//! Brackets that send two or more down: C5 to C8 as the digits of a cost, over the bracket and everybody below.

use super::bracket::{Bracket, named};
use super::facts::Facts;
use crate::Points;
use crate::matching::bitset::BitMatrix;
use crate::matching::{Weight, Wide, min_cost_perfect_matching};
use crate::swiss::strict::subgraph;

/// Pairs the bracket; the arguments are those of [`super::bracket::pair`].
pub(super) fn pair(facts: &Facts, members: &[usize], rest: &[usize]) -> Option<Bracket> {
    let pairs_inside =
        members.iter().enumerate().any(|(i, &one)| members[..i].iter().any(|&other| facts.legal.get(one, other)));
    if !pairs_inside {
        return Some(Bracket { pairs: Vec::new(), floaters: members.to_vec() });
    }
    let problem = Problem::new(facts, members, rest);
    // The solver needs room for the sum of as many costs as there are players.
    let opponents = match problem.bits + width(problem.players.len()) + 4 {
        0..=63 => problem.first::<i64>(),
        64..=127 => problem.first::<i128>(),
        128..=255 => problem.first::<Wide<4>>(),
        _ => problem.first::<Wide<32>>(),
    };
    Some(named(members, &opponents?))
}

/// How good the best pairing of a bracket is, all lists descending.
pub(super) struct Quality {
    /// Scores of those who go down (C5, C6).
    pub floaters: Vec<Points>,
    /// Scores of those who go down from the next bracket (C7).
    pub next: Vec<Points>,
    /// Players without the colour that they wish (C8).
    pub denied: usize,
}

/// The best quality of the bracket when some pairs are given; `None` if there is no complete pairing with them.
pub(super) fn quality(facts: &Facts, members: &[usize], rest: &[usize], given: &[(usize, usize)]) -> Option<Quality> {
    let open: Vec<usize> =
        members.iter().copied().filter(|&player| !given.iter().any(|&(a, b)| a == player || b == player)).collect();
    let problem = Problem::new(facts, &open, rest);
    let mates = problem.best::<Wide<32>>()?;
    let score = |i: usize| facts.field.players[problem.players[i]].pairing_score;
    let descending = |places: Vec<usize>| {
        let mut scores: Vec<Points> = places.into_iter().map(score).collect();
        scores.sort_unstable_by_key(|&score| std::cmp::Reverse(score));
        scores
    };
    let floaters = (0..problem.members).filter(|&i| mates[i] >= problem.members).collect();
    let next = (0..problem.next).filter(|&i| mates[i] >= problem.next).collect();
    let pairs = (0..problem.members).filter(|&i| i < mates[i] && mates[i] < problem.members);
    let pairs = pairs.map(|i| (problem.players[i], problem.players[mates[i]])).chain(given.iter().copied());
    let denied = pairs.filter(|&(a, b)| facts.same_wish(a, b)).count();
    Some(Quality { floaters: descending(floaters), next: descending(next), denied })
}

struct Problem<'a> {
    facts: &'a Facts<'a>,
    /// Members by Index, then the players below by score.
    players: Vec<usize>,
    graph: BitMatrix,
    /// Number of members.
    members: usize,
    /// Number of members and of players of the next scoregroup.
    next: usize,
    /// Where the criteria begin; the order of opponents stands below them.
    c8: u32,
    c7_scores: Scores,
    c7: u32,
    c6_scores: Scores,
    c5: u32,
    bits: u32,
}

/// A digit for each score that can float, the highest weighing most.
struct Scores {
    /// Ascending, with the place of its digit.
    digits: Vec<(Points, u32)>,
}

impl Scores {
    /// Digits from bit `start` on, each wide enough for all players of its score; and the first bit after them.
    fn new(facts: &Facts, players: &[usize], start: u32) -> (Scores, u32) {
        let mut scores: Vec<Points> = players.iter().map(|&player| facts.field.players[player].pairing_score).collect();
        scores.sort_unstable();
        let mut end = start;
        let digits = scores
            .chunk_by(|a, b| a == b)
            .map(|equal| {
                let digit = (equal[0], end);
                end += width(equal.len());
                digit
            })
            .collect();
        (Scores { digits }, end)
    }

    fn digit<W: Weight>(&self, score: Points) -> W {
        let place = self.digits.binary_search_by_key(&score, |digit| digit.0);
        place.map_or(W::ZERO, |place| W::from_small(1).shifted(self.digits[place].1))
    }
}

/// Bits that hold numbers up to `largest`.
fn width(largest: usize) -> u32 {
    usize::BITS - largest.leading_zeros()
}

impl<'a> Problem<'a> {
    fn new(facts: &'a Facts, members: &[usize], rest: &[usize]) -> Problem<'a> {
        let players: Vec<usize> = members.iter().chain(rest).copied().collect();
        let group = if rest.is_empty() { 0 } else { super::scoregroup(facts.field, rest) };
        let next = members.len() + group;
        let c8 = width(members.len() + 1);
        let (c7_scores, c7) = Scores::new(facts, &players[..next], c8 + width(members.len() / 2));
        let (c6_scores, c5) = Scores::new(facts, members, c7 + width(next));
        let bits = c5 + width(members.len());
        let graph = subgraph(&facts.legal, &players);
        Problem { facts, players, graph, members: members.len(), next, c8, c7_scores, c7, c6_scores, c5, bits }
    }

    /// What leaving the bracket, and leaving the next one, costs each place.
    fn leaving<W: Weight>(&self) -> [Vec<W>; 2] {
        let score = |i: usize| self.facts.field.players[self.players[i]].pairing_score;
        let one = |at: u32| W::from_small(1).shifted(at);
        let this = (0..self.members).map(|i| self.c6_scores.digit::<W>(score(i)) + one(self.c5)).collect();
        let next = (0..self.next).map(|i| self.c7_scores.digit::<W>(score(i)) + one(self.c7)).collect();
        [this, next]
    }

    /// What a pair costs in C5 to C8; the smaller place first.
    fn criteria<W: Weight>(&self, leaves: &[Vec<W>; 2], i: usize, j: usize) -> W {
        let mut cost = W::ZERO;
        if j < self.members {
            if self.facts.same_wish(self.players[i], self.players[j]) {
                cost = W::from_small(1).shifted(self.c8);
            }
            return cost;
        }
        let [this, next] = leaves;
        if let Some(&leaving) = this.get(i) {
            cost = cost + leaving;
        }
        if j >= self.next
            && let Some(&leaving) = next.get(i)
        {
            cost = cost + leaving;
        }
        cost
    }

    /// The opponents of all places in one of the best pairings.
    fn best<W: Weight>(&self) -> Option<Vec<usize>> {
        let leaves = self.leaving::<W>();
        let cost = |i: usize, j: usize| self.graph.get(i, j).then(|| self.criteria(&leaves, i.min(j), i.max(j)));
        min_cost_perfect_matching(self.players.len(), cost)
    }

    /// The opponents of the members in the first of the best pairings; `None` for those who float.
    fn first<W: Weight>(&self) -> Option<Vec<Option<usize>>> {
        let b = self.members;
        let leaves = self.leaving::<W>();
        let mut open: Vec<usize> = (0..self.players.len()).collect();
        let mut floats = vec![false; b];
        let mut opponents = vec![None; b];
        while let Some(first) = open.iter().copied().find(|&i| i < b && !floats[i]) {
            let cost = |x: usize, y: usize| {
                let (i, j) = (open[x.min(y)], open[x.max(y)]);
                let bound = j < b && (floats[i] || floats[j]);
                if bound || !self.graph.get(i, j) {
                    return None;
                }
                // The later opponent first, floating last.
                let order = match (i == first, j == first) {
                    (true, _) if j < b => b - j,
                    (true, _) => b + 1,
                    (_, true) => b - i,
                    _ => 0,
                };
                Some(self.criteria(&leaves, i, j) + W::from_small(order as i64))
            };
            let mates = min_cost_perfect_matching(open.len(), cost)?;
            let place = open.iter().position(|&i| i == first)?;
            let mate = open[mates[place]];
            if mate < b {
                opponents[first] = Some(mate);
                opponents[mate] = Some(first);
                open.retain(|&i| i != first && i != mate);
            } else {
                floats[first] = true;
            }
        }
        Some(opponents)
    }
}
