//! The earliest of the best candidates (art. 3.6, 3.7, 4).
//!
//! Candidates of equal quality are told apart by the order in which the rules generate them. That order is the key of
//! `dutch` 5.3; its parts are fixed here one after the other, the most important first, always asking whether a best candidate is
//! left ([`Optimum`]).

use super::instance::{Instance, Kind};
use super::optimum::{KeyCosts, Optimum};
use crate::matching::Weight;
use crate::matching::bitset::BitSet;

/// The pairs and the floaters of a bracket, as vertices of the instance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    pub pairs: Vec<(usize, usize)>,
    pub floaters: Vec<usize>,
}

/// The weights need room below their lowest field for the costs of the key.
#[derive(Debug)]
pub struct NeedsRoom;

/// The bits that the key can need beside the weights.
pub fn key_bits(vertices: usize) -> u32 {
    3 * (usize::BITS - vertices.leading_zeros()) + 4
}

/// Fixes the earliest of the best candidates.
pub fn earliest<W: Weight>(instance: &Instance, mut best: Optimum<W>, has_room: bool) -> Result<Chosen, NeedsRoom> {
    let n = instance.len();
    let outside = BitSet::of(n, instance.bracket..n);
    let residents = BitSet::of(n, instance.moved_down..instance.bracket);
    // The set of MDPs that are paired, as the earliest word (4.4).
    let mut first_half = Vec::new();
    for v in 0..instance.moved_down {
        if best.restrict(v, &residents) {
            first_half.push(v);
        } else {
            best.restrict(v, &outside);
        }
    }
    // Their opponents, as the earliest word (4.2).
    let mut taken = BitSet::new(n);
    for &v in &first_half {
        if let Some(partner) = best.settle_smallest(v, &residents) {
            taken.insert(partner);
        }
    }
    let rest: Vec<usize> = residents.iter().filter(|&v| !taken.contains(v)).collect();
    let best = remainder(instance, best, &rest, has_room)?;
    let mates = best.mates();
    let mut chosen = Chosen::default();
    for (v, &mate) in mates.iter().enumerate().take(instance.bracket) {
        if mate >= instance.bracket {
            chosen.floaters.push(v);
        } else if v < mate {
            chosen.pairs.push((v, mate));
        }
    }
    Ok(chosen)
}

/// The earliest candidate of a homogeneous bracket or of a remainder; `rest` are its players by rank.
fn remainder<W: Weight>(
    instance: &Instance,
    mut best: Optimum<W>,
    rest: &[usize],
    has_room: bool,
) -> Result<Optimum<W>, NeedsRoom> {
    let n = instance.len();
    let outside = BitSet::of(n, instance.bracket..n);
    let mut number = vec![0_usize; n];
    for (i, &v) in rest.iter().enumerate() {
        number[v] = i + 1;
    }
    let pairs = rest.iter().filter(|&&v| best.mates()[v] < instance.bracket).count() / 2;
    if pairs == 0 {
        return Ok(best);
    }
    // Without an exchange: all of the original S1 meet all (but the floaters) of S2.
    let in_first = |v: usize| number[v] > 0 && number[v] <= pairs;
    let no_exchange = best.restrict_all(|u, v| match (number[u], number[v]) {
        (0, 0) => true,
        (0, _) => !in_first(v),
        (_, 0) => !in_first(u),
        _ => in_first(u) != in_first(v),
    });
    if !no_exchange {
        if best.is_weighted() && !has_room {
            return Err(NeedsRoom);
        }
        best = exchange(best, &number, pairs, rest, &outside);
    }
    // The partners of the higher ones, in their order, as the earliest word.
    let higher: Vec<usize> = rest
        .iter()
        .copied()
        .filter(|&v| {
            let mate = best.mates()[v];
            mate < instance.bracket && v < mate
        })
        .collect();
    let everybody = BitSet::of(n, rest.iter().copied());
    for v in higher {
        best.settle_smallest(v, &everybody);
    }
    Ok(best)
}

/// The earliest exchange (4.3): afterwards it is fixed who is the higher one of a pair.
fn exchange<W: Weight>(
    best: Optimum<W>,
    number: &[usize],
    pairs: usize,
    rest: &[usize],
    outside: &BitSet,
) -> Optimum<W> {
    let n = number.len();
    let size = rest.len() as i64 + 1;
    let key = KeyCosts {
        number: number.iter().map(|&number| number as i64).collect(),
        half: pairs as i64,
        exchange: size * size,
    };
    // The same matchings remain possible, so there is an optimum; if not, the order stays undecided.
    let fallback = best.clone();
    let Some(mut best) = best.with_key(key) else { return fallback };
    let kept = rest[..pairs].iter().filter(|&&v| is_higher(&best, number, v)).count();
    let exchanged = pairs - kept;
    let larger = |v: usize| BitSet::of(n, rest.iter().copied().filter(|&u| u > v));
    let not_larger = |v: usize| {
        let mut set = outside.clone();
        rest.iter().filter(|&&u| u < v).for_each(|&u| set.insert(u));
        set
    };
    // Going down: the largest numbers first.
    let mut out = 0;
    for &v in rest[..pairs].iter().rev() {
        if out < exchanged && best.restrict(v, &not_larger(v)) {
            out += 1;
        } else {
            best.restrict(v, &larger(v));
        }
    }
    // Going up: the smallest numbers first.
    let mut up = 0;
    for &v in &rest[pairs..] {
        if up < exchanged && best.restrict(v, &larger(v)) {
            up += 1;
        } else {
            best.restrict(v, &not_larger(v));
        }
    }
    best
}

fn is_higher<W: Weight>(best: &Optimum<W>, number: &[usize], v: usize) -> bool {
    let mate = best.mates()[v];
    number[mate] > number[v]
}

/// The pairs of the very first candidate, to start from (and often to end with).
pub fn natural_pairs(instance: &Instance, floaters: usize) -> Vec<(usize, usize)> {
    let mut seeds = Vec::new();
    let residents: Vec<usize> = (0..instance.bracket).filter(|&v| instance.kinds[v] == Kind::Resident).collect();
    // Moved-down players meet the first residents; the remainder splits in halves.
    let moved = instance.moved_down.min(residents.len());
    seeds.extend((0..moved).map(|i| (i, residents[i])));
    let rest = &residents[moved..];
    let pairs = rest.len().saturating_sub(floaters) / 2;
    seeds.extend((0..pairs).map(|i| (rest[i], rest[pairs + i])));
    seeds
}
