//! All best candidates of a bracket at once, narrowed down decision by decision.
//!
//! The optimal matchings of an [`Instance`] are nearly always exactly the perfect matchings of its *tight* edges. Then a
//! decision ("this player is not the higher one of a pair", "these two meet") takes edges away, and one search for an alternating
//! path tells whether an optimal matching is left. When a blossom of the dual solution stands in the way of that, decisions are checked by
//! repairing the weighted solution instead.

use super::duals::class_duals;
use super::instance::Instance;
use crate::matching::bitset::{BitMatrix, BitSet, first_common, ones};
use crate::matching::{Matching, NONE, Solver, Weight};

/// Costs that order the candidates of equal quality (`dutch` 5.3): few exchanges, then small sums of the higher numbers.
#[derive(Clone, Debug)]
pub struct KeyCosts {
    /// By vertex: the number in the remainder, from 1; 0 outside of it.
    pub number: Vec<i64>,
    /// Size of the original S1.
    pub half: i64,
    /// Added for a pair without a member of the original S1.
    pub exchange: i64,
}

impl KeyCosts {
    fn cost(&self, u: usize, v: usize) -> i64 {
        match (self.number[u], self.number[v]) {
            // The number of such edges is the same in all candidates; the addend keeps the first duals tight.
            (0, 0) => -2 * (self.half + 1),
            (0, _) | (_, 0) => 0,
            (a, b) => a.min(b) + if a.min(b) > self.half { self.exchange } else { 0 },
        }
    }
}

#[derive(Clone, Debug)]
struct Costs<W> {
    class: Vec<usize>,
    classes: usize,
    /// Empty if all edges are equal.
    table: Vec<Option<W>>,
    key: Option<KeyCosts>,
}

impl<W: Weight> Costs<W> {
    fn of(&self, u: usize, v: usize) -> Option<W> {
        let base = match self.table.get(self.class[u] * self.classes + self.class[v]) {
            Some(cost) => (*cost)?,
            None => W::ZERO,
        };
        Some(match &self.key {
            Some(key) => base + W::from_small(key.cost(u, v)),
            None => base,
        })
    }
}

#[derive(Clone, Debug)]
enum State<W> {
    /// Perfect matchings of this graph are the optimal ones.
    Tight(Matching),
    /// The optimal matchings are those of this total cost in the graph beside.
    Weighted(Box<Solver<W>>, BitMatrix, W),
}

/// The optimal candidates that are still in the running, one of them at hand.
#[derive(Clone, Debug)]
pub struct Optimum<W> {
    costs: Costs<W>,
    state: State<W>,
    /// Vertices with a final partner.
    settled: BitSet,
}

fn edges<'c, W: Weight>(costs: &'c Costs<W>, graph: &'c BitMatrix) -> impl Fn(usize, usize) -> Option<W> + 'c {
    |u, v| if graph.get(u, v) { costs.of(u, v) } else { None }
}

impl<W: Weight> Optimum<W> {
    /// Solves the instance; `None` if it has no perfect matching. Weights are moved up by `reserve` bits.
    pub fn solve(instance: &Instance, reserve: u32, seeds: &[(usize, usize)]) -> Option<Optimum<W>> {
        let n = instance.len();
        let classes = instance.sizes.len();
        let members: Vec<BitSet> = {
            let mut members = vec![BitSet::new(n); classes];
            for (v, &class) in instance.class.iter().enumerate() {
                members[class].insert(v);
            }
            members
        };
        // Edges between classes that are nowhere legal must not count: spare vertices meet only some.
        let mut meets = vec![false; classes * classes];
        for v in 0..n {
            let row = instance.legal.row(v);
            for d in 0..classes {
                let cell = &mut meets[instance.class[v] * classes + d];
                *cell = *cell || first_common(row, members[d].words()).is_some();
            }
        }
        let table: Vec<Option<W>> = (0..classes * classes)
            .map(|at| meets[at].then(|| instance.weight(at / classes, at % classes, reserve)))
            .collect();
        let duals = class_duals(&instance.sizes, |c, d| table[c * classes + d])?;
        let masks: Vec<BitSet> = (0..classes)
            .map(|c| {
                let mut mask = BitSet::new(n);
                for d in 0..classes {
                    if table[c * classes + d].is_some_and(|w| w + w == duals[c] + duals[d]) {
                        mask.words_mut().iter_mut().zip(members[d].words()).for_each(|(word, more)| *word |= more);
                    }
                }
                mask
            })
            .collect();
        let mut tight = instance.legal.clone();
        for v in 0..n {
            let mask = masks[instance.class[v]].words();
            tight.row_mut(v).iter_mut().zip(mask).for_each(|(word, mask)| *word &= mask);
        }
        let costs = Costs { class: instance.class.clone(), classes, table, key: None };
        let y = instance.class.iter().map(|&class| duals[class]).collect();
        Optimum::from_duals(costs, &instance.legal, tight, y, seeds)
    }

    /// Solves from feasible duals `y`, whose tight edges are given.
    fn from_duals(
        costs: Costs<W>,
        graph: &BitMatrix,
        tight: BitMatrix,
        y: Vec<W>,
        seeds: &[(usize, usize)],
    ) -> Option<Optimum<W>> {
        let n = y.len();
        let mut matching = Matching::new(tight);
        for &(u, v) in seeds {
            if matching.mate(u) == NONE && matching.mate(v) == NONE && matching.graph.get(u, v) {
                matching.join(u, v);
            }
        }
        matching.greedy();
        if matching.maximize() == 0 {
            return Some(Optimum { costs, state: State::Tight(matching), settled: BitSet::new(n) });
        }
        let mut solver = Solver::new(y);
        for v in 0..n {
            if matching.mate(v) != NONE && v < matching.mate(v) {
                solver.join(v, matching.mate(v));
            }
        }
        let cost = edges(&costs, graph);
        if !solver.solve(&cost) {
            return None;
        }
        let state = State::of(solver, graph.clone(), &cost);
        drop(cost);
        Some(Optimum { costs, state, settled: BitSet::new(n) })
    }

    /// The partners in the optimal matching at hand.
    pub fn mates(&self) -> &[usize] {
        match &self.state {
            State::Tight(matching) => matching.mates(),
            State::Weighted(solver, ..) => solver.mates(),
        }
    }

    /// Whether decisions need the weights.
    pub fn is_weighted(&self) -> bool {
        matches!(self.state, State::Weighted(..))
    }

    fn graph(&self) -> &BitMatrix {
        match &self.state {
            State::Tight(matching) => &matching.graph,
            State::Weighted(_, graph, _) => graph,
        }
    }

    /// Leaves `v` only the partners in `keep`, if an optimal matching allows it; otherwise nothing changes.
    pub fn restrict(&mut self, v: usize, keep: &BitSet) -> bool {
        if let State::Weighted(_, graph, _) = &self.state {
            let mut narrowed = graph.clone();
            narrowed.keep_only(v, keep);
            return self.narrow(narrowed);
        }
        let possible = self.choose(v, keep).is_some();
        if let (true, State::Tight(matching)) = (possible, &mut self.state) {
            matching.graph.keep_only(v, keep);
        }
        possible
    }

    /// Gives `v` the smallest partner in `among` that an optimal matching allows, for good.
    pub fn settle_smallest(&mut self, v: usize, among: &BitSet) -> Option<usize> {
        let partner = match &self.state {
            // Settled vertices are never searched again.
            State::Tight(_) => self.choose(v, among)?,
            State::Weighted(_, graph, _) => {
                let n = graph.size();
                let candidates: Vec<usize> = ones(graph.row(v)).filter(|&u| among.contains(u)).collect();
                candidates.into_iter().find(|&u| {
                    let State::Weighted(_, graph, _) = &self.state else { return false };
                    let mut narrowed = graph.clone();
                    narrowed.keep_only(v, &BitSet::of(n, [u]));
                    narrowed.keep_only(u, &BitSet::of(n, [v]));
                    self.narrow(narrowed)
                })?
            }
        };
        self.settled.insert(v);
        self.settled.insert(partner);
        Some(partner)
    }

    /// Tight: makes an optimal matching in which `v` meets the smallest possible member of `among` the one at hand.
    fn choose(&mut self, v: usize, among: &BitSet) -> Option<usize> {
        let State::Tight(matching) = &mut self.state else { return None };
        let mate = matching.mate(v);
        let mut wanted = among.clone();
        wanted.words_mut().iter_mut().zip(matching.graph.row(v)).for_each(|(word, row)| *word &= row);
        wanted.words_mut().iter_mut().zip(self.settled.words()).for_each(|(word, settled)| *word &= !settled);
        if wanted.iter().next()? == mate {
            return Some(mate);
        }
        matching.part(v);
        self.settled.insert(v);
        let found = first_common(matching.outer_from(mate, &self.settled).words(), wanted.words());
        self.settled.remove(v);
        match found {
            Some(partner) => {
                matching.expose(partner);
                matching.join(v, partner);
            }
            None => matching.join(v, mate),
        }
        found
    }

    /// Weighted: takes the narrower graph if it still has a matching of the same total cost.
    fn narrow(&mut self, narrowed: BitMatrix) -> bool {
        let State::Weighted(solver, graph, total) = &mut self.state else { return false };
        let mut trial = solver.clone();
        let possible = resolve(&self.costs, &narrowed, &mut trial) == Some(*total);
        if possible {
            *solver = trial;
            *graph = narrowed;
            self.relax();
        }
        possible
    }

    /// Narrows the graph to the edges that `keep` allows, if an optimal matching remains; otherwise nothing changes.
    pub fn restrict_all(&mut self, keep: impl Fn(usize, usize) -> bool) -> bool {
        let n = self.graph().size();
        let narrow = |graph: &mut BitMatrix| {
            for u in 0..n {
                let gone: Vec<usize> = ones(graph.row(u)).filter(|&v| u < v && !keep(u, v)).collect();
                gone.into_iter().for_each(|v| graph.disconnect(u, v));
            }
        };
        match &mut self.state {
            State::Tight(matching) => {
                let mut trial = matching.clone();
                narrow(&mut trial.graph);
                for v in 0..n {
                    let mate = trial.mate(v);
                    if mate != NONE && !trial.graph.get(v, mate) && !self.settled.contains(v) {
                        trial.part(v);
                    }
                }
                let possible = trial.maximize_without(&self.settled) == 0;
                if possible {
                    *matching = trial;
                }
                possible
            }
            State::Weighted(_, graph, _) => {
                let mut narrowed = graph.clone();
                narrow(&mut narrowed);
                self.narrow(narrowed)
            }
        }
    }

    /// Weighted, without blossoms left: back to tight edges.
    fn relax(&mut self) {
        let State::Weighted(solver, graph, _) = &self.state else { return };
        if solver.has_blossoms() {
            return;
        }
        let cost = edges(&self.costs, graph);
        let state = State::of((**solver).clone(), graph.clone(), &cost);
        drop(cost);
        self.state = state;
    }

    /// Among the optimal matchings, only those of least key cost.
    ///
    /// From a weighted state the weights must have been moved up by enough bits.
    pub fn with_key(self, key: KeyCosts) -> Option<Optimum<W>> {
        let n = key.number.len();
        let Optimum { costs, state, settled } = self;
        // Feasible duals of the key, tight for pairs of S1 with S2 and for floaters from S2.
        let middle = key.half + 1;
        let dual = |number: i64| match number {
            0 => -2 * middle,
            number if number < middle => 2 * (number - middle),
            _ => 2 * middle,
        };
        let mut y: Vec<W> = key.number.iter().map(|&number| W::from_small(dual(number))).collect();
        let (mut graph, mates, costs) = match state {
            State::Tight(matching) => {
                let mates = matching.mates().to_vec();
                (matching.graph, mates, Costs { class: costs.class, classes: 0, table: Vec::new(), key: Some(key) })
            }
            State::Weighted(mut solver, graph, _) => {
                let mates = solver.mates().to_vec();
                solver.dissolve(&edges(&costs, &graph));
                y.iter_mut().zip(solver.duals()).for_each(|(y, more)| *y = *y + *more);
                (graph, mates, Costs { key: Some(key), ..costs })
            }
        };
        for v in settled.iter() {
            graph.keep_only(v, &BitSet::of(n, [mates[v]]));
        }
        let mut tight = graph.clone();
        keep_tight(&mut tight, &y, &edges(&costs, &graph));
        let seeds: Vec<(usize, usize)> = mates.iter().copied().enumerate().filter(|(v, u)| v < u).collect();
        let mut optimum = Optimum::from_duals(costs, &graph, tight, y, &seeds)?;
        optimum.settled = settled;
        Some(optimum)
    }
}

/// Takes away the edges that have slack.
fn keep_tight<W: Weight>(graph: &mut BitMatrix, y: &[W], cost: &impl Fn(usize, usize) -> Option<W>) {
    for u in 0..y.len() {
        let loose: Vec<usize> =
            ones(graph.row(u)).filter(|&v| u < v && cost(u, v).is_none_or(|w| w + w != y[u] + y[v])).collect();
        loose.into_iter().for_each(|v| graph.disconnect(u, v));
    }
}

impl<W: Weight> State<W> {
    fn of(solver: Solver<W>, graph: BitMatrix, cost: &impl Fn(usize, usize) -> Option<W>) -> State<W> {
        let n = graph.size();
        if solver.has_blossoms() {
            let total = total(&solver, cost);
            return State::Weighted(Box::new(solver), graph, total);
        }
        let mut tight = graph;
        keep_tight(&mut tight, solver.duals(), cost);
        let mut matching = Matching::new(tight);
        for v in 0..n {
            let mate = solver.mates()[v];
            if mate != NONE && v < mate {
                matching.join(v, mate);
            }
        }
        State::Tight(matching)
    }
}

fn total<W: Weight>(solver: &Solver<W>, cost: &impl Fn(usize, usize) -> Option<W>) -> W {
    let mates = solver.mates().iter().enumerate().filter(|(v, u)| v < *u);
    mates.filter_map(|(v, &u)| cost(v, u)).fold(W::ZERO, |sum, cost| sum + cost)
}

/// Repairs a solution after the graph has lost edges; the new total, or `None` if no perfect matching is left.
fn resolve<W: Weight>(costs: &Costs<W>, graph: &BitMatrix, solver: &mut Solver<W>) -> Option<W> {
    let cost = edges(costs, graph);
    solver.dissolve(&cost);
    solver.drop_loose(&cost);
    solver.solve(&cost).then(|| total(solver, &cost))
}
