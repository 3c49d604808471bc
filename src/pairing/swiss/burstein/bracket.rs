//! Pairs one bracket (art. 3.2, 4): the first pairing, in the order of opponents, that is best in C5 to C8.
//!
//! Most brackets send nobody down, or one. Then C5, C6 and C7 say who that can be, and the rest is a question about the bracket
//! alone. Other brackets are paired by [`super::several`].

use super::facts::Facts;
use super::several;
use crate::Points;
use crate::matching::bitset::{BitMatrix, BitSet};
use crate::matching::{Matching, NONE, min_cost_perfect_matching};
use crate::swiss::strict::{largest, spared, subgraph};
use std::cmp::Reverse;

/// The outcome of a bracket.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Bracket {
    /// Pairs, each with the higher ranked by Index first.
    pub pairs: Vec<(usize, usize)>,
    /// Those who go down, by Index.
    pub floaters: Vec<usize>,
}

/// Pairs the members, given in the order of the Index; `rest` are all players of lower scores in the order of scores. `None` when
/// members and rest together have no complete pairing.
pub(super) fn pair(facts: &Facts, members: &[usize], rest: &[usize]) -> Option<Bracket> {
    if members.len().is_multiple_of(2) {
        let complete = |players: &[usize]| largest(&facts.legal, players).1 == 0;
        if complete(members) && complete(rest) {
            return alone(facts, members, &[]);
        }
    } else {
        let floaters = single_floaters(facts, members, rest);
        if !floaters.is_empty() {
            return alone(facts, members, &floaters);
        }
    }
    several::pair(facts, members, rest)
}

/// Where one floater is enough: everybody who can be that floater and is best in C6 and C7.
fn single_floaters(facts: &Facts, members: &[usize], rest: &[usize]) -> Vec<usize> {
    let below = spared(&facts.legal, rest);
    let mut possible = spared(&facts.legal, members);
    possible.retain(|&player| below.iter().any(|&other| facts.legal.get(player, other)));
    let score = |player: usize| facts.field.players[player].pairing_score;
    let Some(lowest) = possible.iter().map(|&player| score(player)).min() else { return possible };
    possible.retain(|&player| score(player) == lowest);
    if possible.len() > 1 {
        let next = Next::new(facts, rest);
        let qualities: Vec<Option<Quality>> = possible.iter().map(|&floater| next.quality(floater)).collect();
        let best = qualities.iter().flatten().min().cloned();
        let mut qualities = qualities.into_iter();
        possible.retain(|_| qualities.next().flatten() == best);
    }
    possible
}

/// Floaters out of the next bracket: their number and their scores, descending; less is better (C7).
type Quality = (usize, Vec<Points>);

/// The bracket below, before a floater comes.
struct Next<'a> {
    facts: &'a Facts<'a>,
    group: &'a [usize],
    below: &'a [usize],
    /// Those below can be paired among themselves.
    below_complete: bool,
    /// Those below who can be spared for a floater.
    below_spared: Vec<usize>,
    /// Where the scoregroup is odd and a floater makes it even: those of it whom the others can spare.
    group_spared: Vec<usize>,
}

impl<'a> Next<'a> {
    fn new(facts: &'a Facts<'a>, rest: &'a [usize]) -> Next<'a> {
        let (group, below) = rest.split_at(if rest.is_empty() { 0 } else { super::scoregroup(facts.field, rest) });
        Next {
            facts,
            group,
            below,
            below_complete: largest(&facts.legal, below).1 == 0,
            below_spared: spared(&facts.legal, below),
            group_spared: spared(&facts.legal, group),
        }
    }

    /// The best that the next bracket can do with this floater.
    fn quality(&self, floater: usize) -> Option<Quality> {
        let legal = &self.facts.legal;
        let score = |player: usize| self.facts.field.players[player].pairing_score;
        if self.group.len() % 2 == 1 {
            if self.below_complete && self.group_spared.iter().any(|&player| legal.get(floater, player)) {
                return Some((0, Vec::new()));
            }
        } else {
            let members: Vec<usize> = [floater].into_iter().chain(self.group.iter().copied()).collect();
            let reaches = |&player: &usize| self.below_spared.iter().any(|&other| legal.get(player, other));
            let onward = spared(legal, &members).into_iter().filter(reaches).map(score).min();
            if let Some(lowest) = onward {
                return Some((1, vec![lowest]));
            }
        }
        // More float on. The floater is the only one of the bracket with a higher score.
        let all: Vec<usize> = [floater].iter().chain(self.group).chain(self.below).copied().collect();
        let graph = subgraph(legal, &all);
        let bracket = 1 + self.group.len();
        let cost = |i: usize, j: usize| {
            let (i, j) = (i.min(j), i.max(j));
            let leaves = i < bracket && j >= bracket;
            graph.get(i, j).then_some(if leaves { 2 + i64::from(i == 0) } else { 0 })
        };
        let mates = min_cost_perfect_matching(all.len(), cost)?;
        let mut scores: Vec<Points> = (0..bracket).filter(|&i| mates[i] >= bracket).map(|i| score(all[i])).collect();
        scores.sort_unstable_by_key(|&score| Reverse(score));
        Some((scores.len(), scores))
    }
}

/// Pairs a bracket that sends down nobody, or one of `floaters`.
fn alone(facts: &Facts, members: &[usize], floaters: &[usize]) -> Option<Bracket> {
    let (graph, wishes) = local_graph(facts, members, floaters);
    let opponents = match optimal_graph(&graph, &wishes) {
        Some(matching) => first_by_repair(matching, members.len()),
        None => first_by_weights(&graph, &wishes, members.len())?,
    };
    Some(named(members, &opponents))
}

/// The pairs and floaters from the opponent of each place; a place without one floats.
pub(super) fn named(members: &[usize], opponents: &[Option<usize>]) -> Bracket {
    let mut bracket = Bracket::default();
    for (i, opponent) in opponents.iter().enumerate() {
        match opponent {
            Some(j) if i < *j => bracket.pairs.push((members[i], members[*j])),
            Some(_) => {}
            None => bracket.floaters.push(members[i]),
        }
    }
    bracket
}

/// The wish of each place: 1 White, 2 Black, 0 none.
type Wishes = Vec<u8>;

/// The graph of the members, with one vertex more as the opponent of the floater.
fn local_graph(facts: &Facts, members: &[usize], floaters: &[usize]) -> (BitMatrix, Wishes) {
    let b = members.len();
    let mut graph = BitMatrix::new(b + usize::from(!floaters.is_empty()));
    for (i, &one) in members.iter().enumerate() {
        for (j, &other) in members.iter().enumerate().take(i) {
            if facts.legal.get(one, other) {
                graph.connect(i, j);
            }
        }
        if floaters.contains(&one) {
            graph.connect(i, b);
        }
    }
    let wish = |&player: &usize| match facts.field.players[player].preference.color() {
        Some(crate::swiss::Color::White) => 1,
        Some(crate::swiss::Color::Black) => 2,
        None => 0,
    };
    let mut wishes: Wishes = members.iter().map(wish).collect();
    wishes.resize(graph.size(), 0);
    (graph, wishes)
}

/// A perfect matching in the graph of which the perfect matchings are just those with the best C8, where counting shows that: if one
/// colour is wished by more than half, the others must all meet those; else nobody need be denied.
fn optimal_graph(graph: &BitMatrix, wishes: &Wishes) -> Option<Matching> {
    let n = graph.size();
    let count = |wish: u8| wishes.iter().filter(|&&other| other == wish).count();
    let majority = [1, 2].into_iter().find(|&wish| 2 * count(wish) > n);
    let allowed = |i: usize, j: usize| match majority {
        Some(wish) => wishes[i] == wish || wishes[j] == wish,
        None => wishes[i] == 0 || wishes[i] != wishes[j],
    };
    let mut graph = graph.clone();
    for i in 0..n {
        graph.keep_only(i, &BitSet::of(n, (0..n).filter(|&j| allowed(i, j))));
    }
    let mut matching = Matching::new(graph);
    matching.greedy();
    (matching.maximize() == 0).then_some(matching)
}

/// The first of the perfect matchings of a graph in the order of article 4: each place in turn takes the last opponent that
/// leaves the others a pairing. Vertex `b` stands for floating, the last choice.
fn first_by_repair(matching: Matching, b: usize) -> Vec<Option<usize>> {
    let mut matching = matching;
    let n = matching.graph.size();
    let mut taken = BitSet::new(n);
    for i in 0..b {
        if taken.contains(i) {
            continue;
        }
        let left_over = matching.mate(i);
        if left_over == NONE {
            continue;
        }
        matching.part(i);
        taken.insert(i);
        // Who can be left over, so that the rest still has a perfect matching, is who can be the opponent.
        let reachable = matching.outer_from(left_over, &taken).clone();
        let possible = |j: &usize| reachable.contains(*j) && matching.graph.get(i, *j);
        let best = (0..b).rev().find(possible).unwrap_or(left_over);
        if best != left_over {
            matching.expose(best);
        }
        matching.join(i, best);
        taken.insert(best);
    }
    (0..b).map(|i| Some(matching.mate(i)).filter(|&j| j < b)).collect()
}

/// As [`first_by_repair`], where C8 must be weighed: one solution for each place, with a small cost for early opponents of that place.
fn first_by_weights(graph: &BitMatrix, wishes: &Wishes, b: usize) -> Option<Vec<Option<usize>>> {
    let mut open: Vec<usize> = (0..graph.size()).collect();
    let mut opponents = vec![None; b];
    let large = graph.size() as i64 + 2;
    while let Some(&first) = open.first().filter(|&&first| first < b) {
        let cost = |i: usize, j: usize| {
            let (i, j) = (open[i.min(j)], open[i.max(j)]);
            let denied = i64::from(wishes[i] != 0 && wishes[i] == wishes[j]);
            let order = match j {
                _ if i != first => 0,
                j if j < b => (b - j) as i64,
                _ => b as i64 + 1,
            };
            graph.get(i, j).then_some(denied * large + order)
        };
        let mates = min_cost_perfect_matching(open.len(), cost)?;
        let mate = open[mates[0]];
        if mate < b {
            opponents[first] = Some(mate);
            opponents[mate] = Some(first);
        }
        open.retain(|&i| i != first && i != mate);
    }
    Some(opponents)
}
