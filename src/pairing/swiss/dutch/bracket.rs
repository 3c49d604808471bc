//! Pairing of one bracket.

use super::ground::Ground;
use super::instance::{FloatCost, Instance, Plan};
use super::optimum::Optimum;
use super::order::{Chosen, NeedsRoom, earliest, key_bits, natural_pairs};
use crate::matching::bitset::{BitMatrix, BitSet};
use crate::matching::{Matching, Weight, Wide};

/// The result of a bracket, as ranks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    pub pairs: Vec<(usize, usize)>,
    pub floaters: Vec<usize>,
}

/// The best candidate of the bracket of `moved_down` (by rank) and score group `group`.
///
/// `None` only if no candidate exists, which the completion test before excludes.
pub fn best_candidate(ground: &Ground<'_>, moved_down: &[usize], group: usize) -> Option<Outcome> {
    let bracket = Bracket::new(ground, moved_down, group);
    let parity = bracket.ranks.len() % 2;
    // As few floaters as possible, if they can be judged one by one.
    let mut single_feasible = false;
    if parity == 0 {
        if ground.suffix(group + 1).complete
            && let Some(found) = bracket.solve(&bracket.local(0, &[], &[]))
        {
            return Some(found);
        }
    } else {
        let (allowed, costs) = bracket.single_floaters();
        if allowed.iter().any(|allowed| *allowed) {
            let instance = bracket.local(1, &allowed, &costs);
            if let Some(found) = bracket.solve(&instance) {
                let spoils = |rank: &usize| bracket.place(*rank).is_some_and(|v| costs[v].spoils_next);
                if !found.floaters.iter().any(spoils) {
                    return Some(found);
                }
                single_feasible = true;
            }
        }
    }
    if !single_feasible {
        let floaters = bracket.fewest_floaters();
        if floaters > parity && bracket.next_takes_any(floaters) {
            let allowed = vec![true; bracket.ranks.len()];
            let costs = vec![FloatCost::default(); bracket.ranks.len()];
            if let Some(found) = bracket.solve(&bracket.local(floaters, &allowed, &costs)) {
                return Some(found);
            }
        }
    }
    let instance = if bracket.rest_takes_any() { bracket.with_next() } else { bracket.with_everybody(single_feasible) };
    bracket.solve(&instance)
}

struct Bracket<'g, 'a> {
    ground: &'g Ground<'a>,
    group: usize,
    moved_down: usize,
    /// The bracket by rank: those moved down, then the residents.
    ranks: Vec<usize>,
}

impl<'g, 'a> Bracket<'g, 'a> {
    fn new(ground: &'g Ground<'a>, moved_down: &[usize], group: usize) -> Self {
        let ranks = moved_down.iter().copied().chain(ground.groups[group].clone()).collect();
        Bracket { ground, group, moved_down: moved_down.len(), ranks }
    }

    fn place(&self, rank: usize) -> Option<usize> {
        self.ranks.binary_search(&rank).ok()
    }

    fn next(&self) -> std::ops::Range<usize> {
        self.ground.groups.get(self.group + 1).cloned().unwrap_or(self.ground.len()..self.ground.len())
    }

    /// Whether the holder of the bye cannot come from below, so that [C9] is asked of a single floater.
    fn holder_is_here(&self) -> bool {
        self.ground.bye_group.is_some_and(|bye| bye <= self.group)
    }

    /// The bracket with one spare vertex for each of `floaters` floaters.
    fn local(&self, floaters: usize, allowed: &[bool], costs: &[FloatCost]) -> Instance {
        let size = self.ranks.len();
        let none = vec![FloatCost::default(); size];
        let plan = Plan {
            ranks: self.ranks.clone(),
            moved_down: self.moved_down,
            bracket: size,
            next: 0,
            spares: floaters,
            look_ahead: false,
            float_costs: if costs.is_empty() { &none } else { costs },
            floaters,
        };
        let mut instance = Instance::new(self.ground, plan);
        for spare in size..size + floaters {
            (0..size).filter(|&v| allowed[v]).for_each(|v| instance.legal.connect(v, spare));
        }
        instance
    }

    /// For a single floater: who may float [C4], and what that does to the next bracket [C8] and the bye [C9].
    fn single_floaters(&self) -> (Vec<bool>, Vec<FloatCost>) {
        let ground = self.ground;
        let allowed: Vec<bool> = self.ranks.iter().map(|&rank| ground.completes(rank, self.group + 1)).collect();
        let good_next = self.good_next();
        let holder = self.holder_is_here();
        let costs = self
            .ranks
            .iter()
            .map(|&rank| FloatCost {
                spoils_next: good_next.as_ref().is_some_and(|good| good.first_common(ground.legal.row(rank)).is_none()),
                unplayed: if holder { ground.player(rank).unplayed } else { 0 },
            })
            .collect();
        (allowed, costs)
    }

    /// The players of the next score group who can meet a single floater so that the next bracket keeps as few floaters
    /// as its size allows. `None` in the last bracket.
    fn good_next(&self) -> Option<BitSet> {
        let ground = self.ground;
        let next = self.next();
        if next.is_empty() {
            return None;
        }
        let mut good = BitSet::new(ground.len());
        let size = next.len();
        let floats = size.is_multiple_of(2);
        if !floats && !ground.suffix(self.group + 2).complete {
            return Some(good);
        }
        let mut graph = BitMatrix::new(size + usize::from(floats));
        for rank in next.clone() {
            super::ground::copy_range(ground.legal.row(rank), next.clone(), graph.row_mut(rank - next.start));
            if floats && ground.completes(rank, self.group + 2) {
                graph.connect(rank - next.start, size);
            }
        }
        let blocked = BitSet::new(graph.size());
        let mut matching = Matching::new(graph);
        matching.greedy();
        if matching.maximize() == 1 {
            let root = matching.free().iter().next().unwrap_or(0);
            let outer = matching.outer_from(root, &blocked);
            outer.iter().filter(|&v| v < size).for_each(|v| good.insert(next.start + v));
        }
        Some(good)
    }

    /// The fewest players who are left over in the bracket if nothing but its own pairs counts.
    fn fewest_floaters(&self) -> usize {
        let mut matching = Matching::new(self.local(0, &[], &[]).legal);
        matching.greedy();
        matching.maximize()
    }

    /// Whether any `floaters` players can go down without harm: all of them find opponents in the next score group,
    /// which then leaves as few players as its size allows, and everything below can be completed.
    fn next_takes_any(&self, floaters: usize) -> bool {
        let ground = self.ground;
        let next = self.next();
        if next.is_empty() || self.holder_is_here() || floaters > next.len() {
            return false;
        }
        let left = next.len() - floaters;
        let odd = left % 2;
        let below = if odd == 0 {
            ground.suffix(self.group + 2).complete
        } else {
            next.clone().filter(|&rank| ground.completes(rank, self.group + 2)).count() > floaters
        };
        // Dirac's condition in what is left of the next group.
        let least = next.clone().map(|rank| ground.degree(rank, next.clone())).min().unwrap_or(0);
        below
            && least >= floaters + odd + left.div_ceil(2)
            && self.ranks.iter().all(|&rank| ground.degree(rank, next.clone()) >= floaters)
    }

    /// Whether the groups below the next one can take whatever comes down.
    fn rest_takes_any(&self) -> bool {
        let ground = self.ground;
        let next = self.next();
        let from = next.end;
        let size = ground.len() - from;
        let most = self.ranks.len() + next.len();
        if next.is_empty() || size <= most {
            return false;
        }
        if let Some(bye) = ground.bye_group
            && (bye <= self.group + 1 || ground.may_rest.len() <= most)
        {
            return false;
        }
        let least = (from..ground.len()).map(|rank| ground.degree(rank, from..ground.len())).min().unwrap_or(0);
        least > (size + most) / 2 + 1
            && self.ranks.iter().copied().chain(next).all(|rank| ground.degree(rank, from..ground.len()) >= most)
    }

    /// The bracket with the next score group; spare vertices stand for everybody below.
    fn with_next(&self) -> Instance {
        let next = self.next();
        let size = self.ranks.len();
        let spares = size + next.len();
        let none = vec![FloatCost::default(); size];
        let plan = Plan {
            ranks: self.ranks.iter().copied().chain(next.clone()).collect(),
            moved_down: self.moved_down,
            bracket: size,
            next: next.len(),
            spares,
            look_ahead: true,
            float_costs: &none,
            floaters: size,
        };
        let mut instance = Instance::new(self.ground, plan);
        for spare in spares..2 * spares {
            (0..spare).for_each(|v| instance.legal.connect(v, spare));
        }
        instance
    }

    /// The bracket with everybody below, and the bye.
    fn with_everybody(&self, single: bool) -> Instance {
        let ground = self.ground;
        let next = self.next();
        let size = self.ranks.len();
        let bye = ground.bye_group.is_some();
        let asks_unplayed = single && self.holder_is_here();
        let costs: Vec<FloatCost> = self
            .ranks
            .iter()
            .map(|&rank| FloatCost {
                spoils_next: false,
                unplayed: if asks_unplayed { ground.player(rank).unplayed } else { 0 },
            })
            .collect();
        let plan = Plan {
            ranks: self.ranks.iter().copied().chain(next.start..ground.len()).collect(),
            moved_down: self.moved_down,
            bracket: size,
            next: next.len(),
            spares: usize::from(bye),
            look_ahead: true,
            float_costs: &costs,
            floaters: size,
        };
        let mut instance = Instance::new(ground, plan);
        if bye {
            let spare = instance.ranks.len();
            for v in 0..spare {
                if ground.may_rest.contains(instance.ranks[v]) {
                    instance.legal.connect(v, spare);
                }
            }
        }
        instance
    }

    /// Solves an instance in the narrowest numbers that hold its weights.
    fn solve(&self, instance: &Instance) -> Option<Outcome> {
        if instance.len() % 2 == 1 {
            return None;
        }
        let chosen = match dispatch(instance, 0) {
            Ok(chosen) => chosen,
            Err(NeedsRoom) => dispatch(instance, key_bits(instance.len())).unwrap_or_default(),
        }?;
        let rank = |v: usize| self.ranks[v];
        Some(Outcome {
            pairs: chosen.pairs.into_iter().map(|(u, v)| (rank(u), rank(v))).collect(),
            floaters: chosen.floaters.into_iter().map(rank).collect(),
        })
    }
}

fn dispatch(instance: &Instance, reserve: u32) -> Result<Option<Chosen>, NeedsRoom> {
    // The key's costs alone must fit in any case.
    let bits = instance.room(reserve);
    if bits <= i64::ROOM {
        solve_in::<i64>(instance, reserve)
    } else if bits <= i128::ROOM {
        solve_in::<i128>(instance, reserve)
    } else if bits <= Wide::<4>::ROOM {
        solve_in::<Wide<4>>(instance, reserve)
    } else if bits <= Wide::<8>::ROOM {
        solve_in::<Wide<8>>(instance, reserve)
    } else if bits <= Wide::<32>::ROOM {
        solve_in::<Wide<32>>(instance, reserve)
    } else {
        solve_in::<Wide<1024>>(instance, reserve)
    }
}

fn solve_in<W: Weight>(instance: &Instance, reserve: u32) -> Result<Option<Chosen>, NeedsRoom> {
    let seeds = natural_pairs(instance, instance.len() - instance.ranks.len());
    match Optimum::<W>::solve(instance, reserve, &seeds) {
        Some(best) => earliest(instance, best, reserve > 0).map(Some),
        None => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Points;
    use crate::swiss::{Field, GenerateOptions, Scoring, generate};

    /// The short cuts give what the whole problem gives.
    fn compare(options: &GenerateOptions) -> usize {
        let event = generate(options);
        let mut brackets = 0;
        for round in 1..=event.history.rounds_played() {
            let field = Field::new(&event.history.before(round)).expect("a sound history");
            let Ok(ground) = Ground::new(&field) else { continue };
            let mut moved_down = Vec::new();
            for group in 0..ground.groups.len() {
                let quick = best_candidate(&ground, &moved_down, group).expect("a candidate");
                let bracket = Bracket::new(&ground, &moved_down, group);
                let whole = bracket.solve(&bracket.with_everybody(quick.floaters.len() == 1));
                assert_eq!(Some(&quick), whole.as_ref(), "{options:?}, round {round}, group {group}");
                brackets += 1;
                moved_down = quick.floaters;
            }
        }
        brackets
    }

    #[test]
    fn short_cuts_change_nothing() {
        let three_one = Scoring { win: Points(30), draw: Points(10), pairing_bye: Points(30), ..Scoring::default() };
        let mut brackets = 0;
        for seed in 0..24 {
            let players = 11 + seed as usize % 20;
            let base = GenerateOptions { players, rounds: 9, seed, ..GenerateOptions::default() };
            let options = match seed % 6 {
                0 => base,
                1 => GenerateOptions { half_byes: 5, zero_byes: 5, forfeits: 5, late: 10, withdrawals: 20, ..base },
                2 => GenerateOptions { draws: 80, ..base },
                3 => GenerateOptions { baku: true, half_byes: 5, ..base },
                4 => GenerateOptions { scoring: three_one, zero_byes: 10, ..base },
                _ => GenerateOptions { draws: 0, forfeits: 20, zero_byes: 20, ..base },
            };
            brackets += compare(&options);
        }
        assert!(brackets > 1000, "{brackets} brackets");
    }

    #[test]
    fn short_cuts_change_nothing_in_larger_fields() {
        for seed in 100..120 {
            let base =
                GenerateOptions { players: 30 + seed as usize % 70, rounds: 9, seed, ..GenerateOptions::default() };
            compare(&GenerateOptions { half_byes: seed as u32 % 5, zero_byes: seed as u32 % 7, ..base });
        }
    }
}
