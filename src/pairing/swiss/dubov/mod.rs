//! Dubov System, FIDE C.04.4.1, edition of February 2026.
//!
//! Inside a scoregroup the average rating of opponents shall become equal. Nobody floats down: what a scoregroup lacks is taken from
//! lower ones as upfloaters. Steps: the bye first, then the scoregroups from the top, each with its upfloaters.

mod bracket;
mod facts;
mod upfloaters;

use super::strict::{allocate, choose_bye, impossible};
use super::{Field, PairingError, RoundInput, RoundPairing, in_board_order};
use crate::matching::min_cost_perfect_matching;
use facts::Facts;

/// Pairs one round.
pub(super) fn pair(input: &RoundInput, field: &Field) -> Result<RoundPairing, PairingError> {
    let facts = Facts::new(input, field);
    let mut unpaired = facts.field.order.clone();
    let bye = choose_bye(&facts.field, &facts.legal, |player| player)?;
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
        pairs.extend(bracket.pairs.iter().map(|&(a, b)| {
            let (higher, lower) = if facts.field.outranks(a, b) { (a, b) } else { (b, a) };
            allocate(&facts.field, higher, lower).0
        }));
        unpaired.drain(..size);
        unpaired.retain(|player| !upfloaters.contains(player));
    }
    Ok(in_board_order(&facts.field, &pairs, bye))
}

/// The cheapest perfect matching of the places `0..n`, with its cost.
fn cheapest(n: usize, cost: impl Fn(usize, usize) -> Option<i64>) -> Option<(i64, Vec<usize>)> {
    let mates = min_cost_perfect_matching(n, &cost)?;
    let total = mates.iter().enumerate().filter(|&(i, &j)| i < j).map(|(i, &j)| cost(i, j)).sum::<Option<i64>>()?;
    Some((total, mates))
}
