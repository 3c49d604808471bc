//! Pairs one bracket (art. 3.6): the first identifier among the best pairings. In each pair the smaller number is the top, the larger
//! the bottom; the identifier lists the tops ascending, then the bottoms in the order of their tops.

use super::facts::Facts;
use crate::matching::bitset::{BitMatrix, BitSet};
use crate::matching::{Matching, min_cost_perfect_matching};
use crate::swiss::Color;
use crate::swiss::strict::{in_turn, restrict, subgraph};

/// What has been decided of a member.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Open,
    Top,
    Bottom,
}

/// The pairs, tops first, in the order of the tops; `None` when there is no legal pairing.
pub(super) fn pair(facts: &Facts, residents: &[usize], upfloaters: &[usize]) -> Option<Vec<(usize, usize)>> {
    let mut members: Vec<usize> = residents.iter().chain(upfloaters).copied().collect();
    // Indices of the field ascend with the numbers.
    members.sort_unstable();
    let floats_up: Vec<bool> = members.iter().map(|player| upfloaters.contains(player)).collect();
    let bracket = Bracket { facts, graph: subgraph(&facts.legal, &members), members, floats_up };
    match bracket.optimal_graph() {
        Some(matching) => bracket.by_repair(matching),
        None => bracket.bottoms(&bracket.tops()?),
    }
}

/// What the best pairing of a bracket cannot avoid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lost {
    /// Teams without the colour that they wish (C8).
    pub wishes: i64,
    /// Of these, with a strong wish (C9).
    pub strong: i64,
    /// Opponents of upfloaters who floated in the previous round (C10).
    pub floats: i64,
}

/// The least that a complete pairing loses, with a pair that must be in it if one is given; `None` when there is no such pairing.
pub(super) fn lost(
    facts: &Facts,
    residents: &[usize],
    upfloaters: &[usize],
    with: Option<(usize, usize)>,
) -> Option<Lost> {
    let mut members: Vec<usize> = residents.iter().chain(upfloaters).copied().collect();
    members.sort_unstable();
    let floats_up: Vec<bool> = members.iter().map(|player| upfloaters.contains(player)).collect();
    let bracket = Bracket { facts, graph: subgraph(&facts.legal, &members), members, floats_up };
    let fixed = |i: usize| with.is_some_and(|(a, b)| [a, b].contains(&bracket.members[i]));
    let cost = |i: usize, j: usize| {
        let fits = fixed(i) == fixed(j);
        (fits && bracket.graph.get(i, j)).then(|| bracket.quality(i.min(j), i.max(j)))
    };
    let mates = min_cost_perfect_matching(bracket.members.len(), cost)?;
    let mut lost = Lost::default();
    for (i, &j) in mates.iter().enumerate().filter(|&(i, &j)| i < j) {
        let (a, b) = (bracket.members[i], bracket.members[j]);
        lost.wishes += i64::from(facts.same_wish(a, b));
        lost.strong += i64::from(facts.same_strong_wish(a, b));
        lost.floats += i64::from(bracket.opponent_floated(i, j));
    }
    Some(lost)
}

struct Bracket<'a> {
    facts: &'a Facts<'a>,
    members: Vec<usize>,
    floats_up: Vec<bool>,
    graph: BitMatrix,
}

impl Bracket<'_> {
    /// C8, C9 and the opponents of upfloaters (C10 of teams, C8 of the Double-Swiss) as digits.
    fn quality(&self, i: usize, j: usize) -> i64 {
        let (a, b) = (self.members[i], self.members[j]);
        let size = self.members.len() as i64 + 1;
        let opponents = self.opponent_floated(i, j);
        let c8 = i64::from(self.facts.same_wish(a, b));
        let c9 = i64::from(self.facts.same_strong_wish(a, b));
        (c8 * size + c9) * size + i64::from(opponents)
    }

    /// A perfect matching in the graph of which the perfect matchings are just the best pairings, where counting shows that: if one
    /// colour is wished by more than half, the others must all meet those, else nobody need be denied; and nothing else is lost.
    fn optimal_graph(&self) -> Option<Matching> {
        let n = self.members.len();
        let wish = |i: usize| self.facts.wishes[self.members[i]].map(|wish| wish.color);
        let wished = |color: Color| (0..n).filter(|&i| wish(i) == Some(color)).count();
        let majority = [Color::White, Color::Black].into_iter().find(|&color| 2 * wished(color) > n);
        let mut graph = BitMatrix::new(n);
        for i in 0..n {
            for j in (0..i).filter(|&j| self.graph.get(i, j)) {
                let (a, b) = (self.members[i], self.members[j]);
                let colors = match majority {
                    Some(color) => wish(i) == Some(color) || wish(j) == Some(color),
                    None => !self.facts.same_wish(a, b),
                };
                if colors && !self.facts.same_strong_wish(a, b) && !self.opponent_floated(i, j) {
                    graph.connect(i, j);
                }
            }
        }
        let mut matching = Matching::new(graph);
        matching.greedy();
        (matching.maximize() == 0).then_some(matching)
    }

    /// The first identifier among the perfect matchings of a graph.
    fn by_repair(&self, matching: Matching) -> Option<Vec<(usize, usize)>> {
        let mut matching = matching;
        let n = self.members.len();
        let (mut tops, mut bottoms) = (Vec::with_capacity(n / 2), Vec::with_capacity(n / 2));
        for i in 0..n {
            // A top meets one who comes later, and is no top's opponent.
            if restrict(&mut matching, i, &BitSet::of(n, i + 1..n)) {
                tops.push(i);
            } else if restrict(&mut matching, i, &BitSet::of(n, 0..i)) {
                bottoms.push(i);
            } else {
                return None;
            }
        }
        let pairs = in_turn(matching, &tops, &bottoms)?;
        Some(pairs.into_iter().map(|(top, bottom)| (self.members[top], self.members[bottom])).collect())
    }

    /// An upfloater's opponent who floated in the previous round.
    fn opponent_floated(&self, i: usize, j: usize) -> bool {
        let other = if self.floats_up[i] { j } else { i };
        self.floats_up[i] != self.floats_up[j] && self.facts.floater_counts(self.members[other])
    }

    /// The cheapest pairing in which some are known to be tops or bottoms.
    fn solve(&self, parts: &[Part]) -> Option<(i64, Vec<usize>)> {
        let cost = |i: usize, j: usize| {
            let (i, j) = (i.min(j), i.max(j));
            let fits = parts[i] != Part::Bottom && parts[j] != Part::Top;
            (fits && self.graph.get(i, j)).then(|| self.quality(i, j))
        };
        let mates = min_cost_perfect_matching(self.members.len(), cost)?;
        let total = mates.iter().enumerate().filter(|&(i, &j)| i < j).map(|(i, &j)| self.quality(i, j)).sum();
        Some((total, mates))
    }

    /// The first list of tops.
    fn tops(&self) -> Option<Vec<usize>> {
        let n = self.members.len();
        let mut parts = vec![Part::Open; n];
        let (best, mut mates) = self.solve(&parts)?;
        let mut tops = Vec::with_capacity(n / 2);
        for i in 0..n {
            parts[i] = Part::Top;
            if mates[i] < i {
                match self.solve(&parts) {
                    Some((total, others)) if total == best => mates = others,
                    _ => parts[i] = Part::Bottom,
                }
            }
            if parts[i] == Part::Top {
                tops.push(i);
            }
        }
        Some(tops)
    }

    /// With the tops known: each in turn takes the first bottom that keeps the best.
    fn bottoms(&self, tops: &[usize]) -> Option<Vec<(usize, usize)>> {
        let n = self.members.len();
        let is_top: Vec<bool> = (0..n).map(|i| tops.contains(&i)).collect();
        let mut open: Vec<usize> = (0..n).collect();
        let mut pairs = Vec::with_capacity(tops.len());
        for &top in tops {
            let cost = |x: usize, y: usize| {
                let (i, j) = (open[x.min(y)], open[x.max(y)]);
                let fits = is_top[i] && !is_top[j] && self.graph.get(i, j);
                let order = if i == top { j as i64 } else { 0 };
                fits.then(|| self.quality(i, j) * (n as i64 + 1) + order)
            };
            let mates = min_cost_perfect_matching(open.len(), cost)?;
            let place = open.iter().position(|&i| i == top)?;
            let bottom = open[mates[place]];
            pairs.push((self.members[top], self.members[bottom]));
            open.retain(|&i| i != top && i != bottom);
        }
        Some(pairs)
    }
}
