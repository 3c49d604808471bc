//! FIDE (Dutch) System, C.04.3, edition of February 2026.

mod bracket;
mod duals;
mod ground;
mod instance;
mod optimum;
mod order;
mod quality;

use super::{Field, PairingError, RoundPairing, colors, in_board_order};
use ground::Ground;

/// Pairs one round (art. 1.9).
pub(super) fn pair(field: &Field) -> Result<RoundPairing, PairingError> {
    let no_pairing = || PairingError::NoLegalPairing { reason: "not everybody can be matched".to_owned() };
    let ground = Ground::new(field).map_err(|_| no_pairing())?;
    let mut pairs: Vec<(usize, usize)> = Vec::with_capacity(ground.len() / 2);
    let mut moved_down: Vec<usize> = Vec::new();
    for group in 0..ground.groups.len() {
        let outcome = bracket::best_candidate(&ground, &moved_down, group).ok_or_else(no_pairing)?;
        pairs.extend(outcome.pairs);
        moved_down = outcome.floaters;
    }
    let colored: Vec<(usize, usize)> =
        pairs.iter().map(|&(a, b)| colors::dutch_white(field, ground.index[a], ground.index[b])).collect();
    Ok(in_board_order(field, &colored, moved_down.first().map(|&rank| ground.index[rank])))
}
