//! What the Dubov and the Burstein System share: prohibitions without exceptions, the bye before everything else, and the order
//! of the steps that give the colours.

use super::colors::{alternate, both_granted, by_parity, stronger_wish};
use super::{Color, Field, PairingError};
use crate::matching::bitset::{BitMatrix, BitSet};
use crate::matching::{Matching, NONE};
use std::cmp::Reverse;

/// Who of those to be paired may meet whom, by index into [`Field::players`]: C1, C3 (without exceptions for topscorers or the last
/// round) and the organiser's prohibitions.
pub(super) fn legal_pairs(field: &Field) -> BitMatrix {
    let mut legal = BitMatrix::new(field.players.len());
    for (place, &a) in field.order.iter().enumerate() {
        for &b in &field.order[..place] {
            if !field.players[a].has_met(b) && !field.colors_clash(a, b) && !field.is_forbidden(a, b) {
                legal.connect(a, b);
            }
        }
    }
    legal
}

/// The graph of the legal pairs among some players, by their places in the list.
pub(super) fn subgraph(legal: &BitMatrix, members: &[usize]) -> BitMatrix {
    let mut graph = BitMatrix::new(members.len());
    for (i, &a) in members.iter().enumerate() {
        for (j, &b) in members.iter().enumerate().take(i) {
            if legal.get(a, b) {
                graph.connect(i, j);
            }
        }
    }
    graph
}

/// A largest matching among some players, by their places in the list, and how many remain.
pub(super) fn largest(legal: &BitMatrix, members: &[usize]) -> (Matching, usize) {
    let mut matching = Matching::new(subgraph(legal, members));
    matching.greedy();
    let left = matching.maximize();
    (matching, left)
}

/// Who can be the one left over when all others are paired, in the order of the list; empty if more than one remains in any case.
pub(super) fn spared(legal: &BitMatrix, members: &[usize]) -> Vec<usize> {
    let (mut matching, left) = largest(legal, members);
    let free = matching.free().iter().next();
    match free {
        Some(free) if left == 1 => {
            matching.outer_from(free, &BitSet::new(members.len())).iter().map(|place| members[place]).collect()
        }
        _ => Vec::new(),
    }
}

/// Allows a vertex of a perfect matching only these partners, if the matching can be kept perfect; else changes nothing.
pub(super) fn restrict(matching: &mut Matching, vertex: usize, partners: &BitSet) -> bool {
    let mate = matching.mate(vertex);
    if mate != NONE && partners.contains(mate) {
        matching.graph.keep_only(vertex, partners);
        return true;
    }
    let before: Vec<usize> = (0..matching.graph.size()).filter(|&i| matching.graph.get(vertex, i)).collect();
    matching.graph.keep_only(vertex, partners);
    matching.part(vertex);
    let none = BitSet::new(matching.graph.size());
    if matching.augment_from(vertex, &none) {
        return true;
    }
    for i in before {
        matching.graph.connect(vertex, i);
    }
    if mate != NONE {
        matching.join(vertex, mate);
    }
    false
}

/// Out of a perfect matching in a graph, the first one in order: each of `firsts` in turn takes the first of `seconds` that leaves the
/// others a perfect matching. Every one of `firsts` must have an opponent among `seconds`.
pub(super) fn in_turn(matching: Matching, firsts: &[usize], seconds: &[usize]) -> Option<Vec<(usize, usize)>> {
    let mut matching = matching;
    let mut taken = BitSet::new(matching.graph.size());
    let mut pairs = Vec::with_capacity(firsts.len());
    for &i in firsts {
        let left_over = matching.mate(i);
        if left_over == NONE {
            return None;
        }
        matching.part(i);
        taken.insert(i);
        // Who can be left over, so that the rest still has a perfect matching, is who can be the opponent.
        let reachable = matching.outer_from(left_over, &taken).clone();
        let best = seconds.iter().copied().find(|&j| reachable.contains(j) && matching.graph.get(i, j))?;
        matching.expose(best);
        matching.join(i, best);
        taken.insert(best);
        pairs.push((i, best));
    }
    Some(pairs)
}

/// The holder of the pairing-allocated bye (art. 3.1 of both systems), `None` for an even number: allowed, leaves a complete pairing,
/// lowest score, most games over the board, last by `rank`.
pub(super) fn choose_bye(
    field: &Field,
    legal: &BitMatrix,
    rank: impl Fn(usize) -> usize,
) -> Result<Option<usize>, PairingError> {
    choose_bye_by(field, legal, |player| field.players[player].bye_barred, rank)
}

/// As [`choose_bye`], with another rule of who must not have the bye.
pub(super) fn choose_bye_by(
    field: &Field,
    legal: &BitMatrix,
    barred: impl Fn(usize) -> bool,
    rank: impl Fn(usize) -> usize,
) -> Result<Option<usize>, PairingError> {
    let none = |reason: String| Err(PairingError::NoLegalPairing { reason });
    let (matching, left) = largest(legal, &field.order);
    if left != field.order.len() % 2 {
        let names: Vec<String> =
            matching.free().iter().map(|place| field.players[field.order[place]].tpn.to_string()).collect();
        return none(format!(
            "whatever the pairs, {left} of the {} participants remain without an opponent, for example {}",
            field.order.len(),
            names.join(", ")
        ));
    }
    if left == 0 {
        return Ok(None);
    }
    let candidates = spared(legal, &field.order).into_iter().filter(|&player| !barred(player));
    let bye = candidates.min_by_key(|&player| {
        let facts = &field.players[player];
        (facts.pairing_score, Reverse(facts.history.len()), Reverse(rank(player)))
    });
    match bye {
        Some(player) => Ok(Some(player)),
        None => none("everybody who may still have the pairing-allocated bye is needed to pair the others".to_owned()),
    }
}

/// What cannot happen after the bye was chosen: every step leaves the others a pairing.
pub(super) fn impossible() -> PairingError {
    PairingError::NoLegalPairing { reason: "the participants left over cannot be paired among themselves".to_owned() }
}

/// Which step gave the colours (art. 5.2 of both systems).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// 5.2.1: neither has played; parity of the higher ranked.
    Parity,
    /// 5.2.2: both wishes granted.
    BothGranted,
    /// 5.2.3: the stronger wish.
    Stronger,
    /// 5.2.4: alternate to the most recent difference.
    Alternate,
    /// 5.2.5: the wish of the higher ranked.
    HigherRanked,
}

/// White and Black of a pair, and the step that decided; `higher` is the higher ranked by the system's own order.
pub(super) fn allocate(field: &Field, higher: usize, lower: usize) -> ((usize, usize), Step) {
    let without_games = |player: usize| field.players[player].history.is_empty();
    let (color, step) = if without_games(higher) && without_games(lower) {
        (by_parity(field, higher), Step::Parity)
    } else if let Some(color) = both_granted(field, higher, lower) {
        (color, Step::BothGranted)
    } else if let Some(color) = stronger_wish(field, higher, lower) {
        (color, Step::Stronger)
    } else if let Some(color) = alternate(field, higher, lower) {
        (color, Step::Alternate)
    } else {
        (field.players[higher].preference.color().unwrap_or(Color::White), Step::HigherRanked)
    };
    let pair = if color == Color::White { (higher, lower) } else { (lower, higher) };
    (pair, step)
}
