//! Players of a round-robin who have played too little to be in the standings.

use super::{MatchEntry, TeamTable, Tpn};
use crate::crosstable::{CrossTable, PairingKind};
use pairing::Points;
use pairing::swiss::{EntryKind, RoundEntry};

/// Players of an event with predetermined pairings who have missed so many games that they cannot play half of them any more. Their games stay
/// valid for ratings, but not for the standings. Empty for a Swiss.
pub fn fewer_than_half(table: &CrossTable) -> Vec<Tpn> {
    let PairingKind::Predetermined { cycles } = table.kind else { return Vec::new() };
    let others = table.rows.len().saturating_sub(1) as u64;
    let games = u64::from(table.rounds_total).min(others * u64::from(cycles.max(1)));
    let rows = table.rows.iter().filter(|row| {
        let entries = row.entrant.rounds.iter().take(table.rounds as usize);
        let missed = entries.filter(|entry| entry.kind == EntryKind::ForfeitLoss).count() as u64;
        2 * games.saturating_sub(missed) < games
    });
    rows.map(|row| row.entrant.tpn).collect()
}

/// The table without some players: games against them are no games for the others.
pub fn without(table: &CrossTable, left_out: &[Tpn]) -> CrossTable {
    let gone = |number: &Tpn| left_out.contains(number);
    let mut rest = table.clone();
    rest.rows.retain(|row| !gone(&row.entrant.tpn));
    for entry in rest.rows.iter_mut().flat_map(|row| &mut row.entrant.rounds) {
        if entry.opponent.as_ref().is_some_and(gone) {
            *entry = RoundEntry::ABSENT;
        }
    }
    rest
}

/// A table of teams without some of them: matches against them are no matches for the others. Rows keep their numbers.
pub fn teams_without(table: &TeamTable, left_out: &[Tpn]) -> TeamTable {
    let gone = |number: &Tpn| left_out.contains(number);
    let mut rest = table.clone();
    rest.rows.retain(|row| !gone(&row.number));
    for entry in rest.rows.iter_mut().flat_map(|row| &mut row.rounds) {
        if entry.opponent.as_ref().is_some_and(gone) {
            *entry = MatchEntry {
                kind: EntryKind::ZeroBye,
                opponent: None,
                color: None,
                match_points: Points::ZERO,
                game_points: Points::ZERO,
                boards: Vec::new(),
            };
        }
    }
    rest
}
