//! Order of boards (GHR 3.6).

use super::{Field, Pair, RoundPairing};
use std::cmp::Reverse;

/// Turns pairs of indices (White, Black) into a pairing in the order of boards: pairing score of the higher
/// ranked of the two, sum of both pairing scores, number of the higher ranked.
pub fn in_board_order(field: &Field, pairs: &[(usize, usize)], bye: Option<usize>) -> RoundPairing {
    let mut sorted = pairs.to_vec();
    sorted.sort_by_key(|&(white, black)| {
        let higher = if field.outranks(white, black) { white } else { black };
        let (w, b) = (&field.players[white], &field.players[black]);
        let sum = i64::from(w.pairing_score.hundredths()) + i64::from(b.pairing_score.hundredths());
        (Reverse(field.players[higher].pairing_score), Reverse(sum), higher)
    });
    RoundPairing {
        pairs: sorted
            .into_iter()
            .map(|(white, black)| Pair { white: field.players[white].tpn, black: field.players[black].tpn })
            .collect(),
        bye: bye.map(|i| field.players[i].tpn),
    }
}
