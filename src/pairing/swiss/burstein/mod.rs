//! Burstein System, FIDE C.04.4.2, edition of February 2026.
//!
//! Inside a scoregroup all should have met equally strong opposition: a high Index meets a low Index. The first rounds are paired by
//! the FIDE (Dutch) System. Afterwards: the bye first, then brackets from the top, whose floaters go down.

mod bracket;
mod facts;
mod several;

use super::strict::{allocate, choose_bye, impossible};
use super::{Field, PairingError, RoundInput, RoundPairing, dutch, in_board_order};
use facts::Facts;

/// The number of rounds that are paired by the Dutch system (art. 1.6): half of all, at most four.
pub fn seeding_rounds(rounds_total: u32) -> u32 {
    (rounds_total / 2).min(4)
}

/// Pairs one round.
pub(super) fn pair(input: &RoundInput, field: &Field) -> Result<RoundPairing, PairingError> {
    if input.round <= seeding_rounds(input.rounds_total) {
        return dutch::pair(field);
    }
    let facts = Facts::new(input, field);
    let bye = choose_bye(field, &facts.legal, |player| facts.rank[player])?;
    let mut unpaired = field.order.clone();
    unpaired.retain(|&player| Some(player) != bye);
    let mut floaters: Vec<usize> = Vec::new();
    let mut pairs = Vec::with_capacity(unpaired.len() / 2);
    while !unpaired.is_empty() {
        let size = scoregroup(field, &unpaired);
        let mut members: Vec<usize> = floaters.iter().chain(&unpaired[..size]).copied().collect();
        members.sort_unstable_by_key(|&player| facts.rank[player]);
        unpaired.drain(..size);
        // Those who are left can always be paired: the bye was chosen so, and floaters are.
        let bracket = bracket::pair(&facts, &members, &unpaired).ok_or_else(impossible)?;
        pairs.extend(bracket.pairs.iter().map(|&(higher, lower)| allocate(field, higher, lower).0));
        floaters = bracket.floaters;
    }
    Ok(in_board_order(field, &pairs, bye))
}

/// The size of the highest scoregroup of players in the order of their scores.
fn scoregroup(field: &Field, ordered: &[usize]) -> usize {
    let score = |player: usize| field.players[player].pairing_score;
    ordered.iter().take_while(|&&player| score(player) == score(ordered[0])).count()
}
