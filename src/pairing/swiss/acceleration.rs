//! Accelerated systems (C.04.7).

use super::Scoring;
use crate::Points;

/// Size of the upper half GA among `participants`: 2·⌈N/4⌉ (C.04.7 art. 1.2).
pub const fn baku_group_size(participants: usize) -> usize {
    2 * participants.div_ceil(4)
}

/// Whether the Baku acceleration may be used: a win is worth two draws, a loss nothing (art. 1.1).
pub fn baku_allowed(scoring: &Scoring) -> bool {
    scoring.win == scoring.draw * 2 && scoring.loss == Points::ZERO
}

/// Virtual points of a member of GA in `round` (from 1) of an event of `rounds_total` rounds (art. 1.4).
///
/// ```
/// use pairing::Points;
/// use pairing::swiss::baku_virtual_points;
/// let points: Vec<i32> = (1..=9).map(|r| baku_virtual_points(9, r, Points::ONE).tenths()).collect();
/// assert_eq!(points, [10, 10, 10, 5, 5, 0, 0, 0, 0]);
/// ```
pub fn baku_virtual_points(rounds_total: u32, round: u32, win: Points) -> Points {
    let accelerated = rounds_total.div_ceil(2);
    let full = accelerated.div_ceil(2);
    if round == 0 || round > accelerated {
        Points::ZERO
    } else if round <= full {
        win
    } else {
        win.half().unwrap_or(Points(win.tenths() / 2))
    }
}
