//! Dubov System, FIDE C.04.4.1, edition of February 2026.
//!
//! Inside a scoregroup the average rating of opponents shall become equal. Nobody floats down: what a scoregroup lacks is taken from
//! lower ones as upfloaters. Steps: the bye first, then the scoregroups from the top, each with its upfloaters.

mod bracket;
mod colors;
mod facts;
mod upfloaters;

use super::{Field, PairingError, RoundInput, RoundPairing, in_board_order};
use crate::matching::bitset::BitSet;
use crate::matching::{Matching, min_cost_perfect_matching};
use facts::Facts;
use std::cmp::Reverse;

/// Pairs one round.
pub(super) fn pair(input: &RoundInput, field: &Field) -> Result<RoundPairing, PairingError> {
    let facts = Facts::new(input, field);
    let mut unpaired = facts.field.order.clone();
    let bye = choose_bye(&facts, &unpaired)?;
    unpaired.retain(|&player| Some(player) != bye);
    let mut pairs = Vec::with_capacity(unpaired.len() / 2);
    while let Some(&top) = unpaired.first() {
        let score = facts.field.players[top].pairing_score;
        let size = unpaired.iter().take_while(|&&player| facts.field.players[player].pairing_score == score).count();
        let (residents, lower) = unpaired.split_at(size);
        // Those who are left can always be paired: the bye was chosen so, and upfloaters are.
        let upfloaters = upfloaters::choose(&facts, residents, lower).ok_or_else(impossible)?;
        let members: Vec<usize> = residents.iter().chain(&upfloaters).copied().collect();
        let bracket = bracket::pair(&facts, &members).ok_or_else(impossible)?;
        pairs.extend(bracket.pairs.iter().map(|&(a, b)| colors::allocate(&facts, a, b).0));
        unpaired.drain(..size);
        unpaired.retain(|player| !upfloaters.contains(player));
    }
    Ok(in_board_order(&facts.field, &pairs, bye))
}

fn impossible() -> PairingError {
    PairingError::NoLegalPairing { reason: "the participants left over cannot be paired among themselves".to_owned() }
}

/// The holder of the pairing-allocated bye (art. 3.1): allowed, leaves a complete pairing, lowest score, most games, largest number.
fn choose_bye(facts: &Facts, order: &[usize]) -> Result<Option<usize>, PairingError> {
    let mut matching = Matching::new(bracket::legal_graph(facts, order));
    matching.greedy();
    let left = matching.maximize();
    if left != order.len() % 2 {
        let names: Vec<String> =
            matching.free().iter().map(|place| facts.field.players[order[place]].tpn.to_string()).collect();
        return Err(PairingError::NoLegalPairing {
            reason: format!(
                "not all {} participants can be paired; whatever the pairs, {left} remain, for example {}",
                order.len(),
                names.join(", ")
            ),
        });
    }
    let Some(free) = matching.free().iter().next() else { return Ok(None) };
    let spared = matching.outer_from(free, &BitSet::new(order.len()));
    let bye =
        spared.iter().map(|place| order[place]).filter(|&player| !facts.field.players[player].bye_barred).min_by_key(
            |&player| (facts.field.players[player].pairing_score, Reverse(facts.games(player)), Reverse(player)),
        );
    bye.map(Some).ok_or_else(|| PairingError::NoLegalPairing {
        reason: "whoever may still have the pairing-allocated bye is needed for a complete pairing of the others"
            .to_owned(),
    })
}

/// The cheapest perfect matching of the places `0..n`, with its cost.
fn cheapest(n: usize, cost: impl Fn(usize, usize) -> Option<i64>) -> Option<(i64, Vec<usize>)> {
    let mates = min_cost_perfect_matching(n, &cost)?;
    let total = mates.iter().enumerate().filter(|&(i, &j)| i < j).map(|(i, &j)| cost(i, j)).sum::<Option<i64>>()?;
    Some((total, mates))
}
