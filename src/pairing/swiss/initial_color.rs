//! The initial colour, read off round 1 where nobody wrote it down.

use super::{Color, Entrant, EntryKind};

/// The initial colour that round 1 shows: the participant with the smallest number who was paired against
/// somebody, compared with the parity of that number (`swiss-common` 7).
///
/// Participants who were not paired in round 1 are skipped in the count, as the parity rule asks.
/// `None` when round 1 has no game with colours.
pub fn infer_initial_color(entrants: &[Entrant]) -> Option<Color> {
    let mut sorted: Vec<&Entrant> = entrants.iter().collect();
    sorted.sort_by_key(|entrant| entrant.tpn);
    let mut number = 0_u32;
    for entrant in sorted {
        let Some(entry) = entrant.rounds.first() else { continue };
        let paired = entry.kind.is_played() || matches!(entry.kind, EntryKind::ForfeitWin | EntryKind::ForfeitLoss);
        if paired || entry.kind == EntryKind::PairingBye {
            number += 1;
        }
        if let (true, Some(color)) = (paired, entry.color) {
            return Some(if number % 2 == 1 { color } else { color.other() });
        }
    }
    None
}
