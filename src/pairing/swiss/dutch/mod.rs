//! FIDE (Dutch) System, C.04.3, edition of February 2026.
//!
//! | Article | Where |
//! |---|---|
//! | 1.2 order, 1.3 score groups, 1.8 topscorers, [C1]-[C3] legal pairs | `ground` |
//! | 1.9 the round, bracket by bracket | [`pair`] |
//! | [C4], [C5] completion and the score of the bye | `ground` |
//! | [C6]-[C9], [C14]-[C21] as weights of a matching | `instance` |
//! | [C10]-[C13] colours of a pair | `quality` |
//! | 3.8 the best candidates | `optimum`, `duals` |
//! | 3.6, 3.7, 4 the order of candidates | `order` |
//! | 5 colours | [`colors`] |
//! | C.04.1 art. 9 explanation | `explain`, `judge`, `words`; 1.9.3: `no_pairing` |

mod bracket;
mod duals;
mod explain;
mod ground;
mod instance;
mod judge;
mod no_pairing;
mod optimum;
mod order;
mod quality;
mod words;

pub use explain::{BracketReport, Explanation, explain_dutch};

use super::{Field, PairingError, RoundPairing, colors, in_board_order};
use ground::Ground;

/// Pairs one round (art. 1.9).
pub(super) fn pair(field: &Field) -> Result<RoundPairing, PairingError> {
    let ground = ground(field)?;
    let mut pairs: Vec<(usize, usize)> = Vec::with_capacity(ground.len() / 2);
    let mut moved_down: Vec<usize> = Vec::new();
    for group in 0..ground.groups.len() {
        let outcome = bracket::best_candidate(&ground, &moved_down, group).ok_or_else(|| no_pairing(field))?;
        pairs.extend(outcome.pairs);
        moved_down = outcome.floaters;
    }
    let colored: Vec<(usize, usize)> =
        pairs.iter().map(|&(a, b)| colors::dutch_white(field, ground.index[a], ground.index[b])).collect();
    Ok(in_board_order(field, &colored, moved_down.first().map(|&rank| ground.index[rank])))
}

fn ground(field: &Field) -> Result<Ground<'_>, PairingError> {
    Ground::new(field).map_err(|_| no_pairing(field))
}

fn no_pairing(field: &Field) -> PairingError {
    PairingError::NoLegalPairing { reason: no_pairing::reason(field) }
}
