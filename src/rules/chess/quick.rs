//! The quick way from SAN to a move, for the great majority of moves in real games.
//!
//! `shakmaty` makes a list of candidates for every SAN; here the one piece that can be meant is looked up by attacks. The
//! answer is given only where it needs no search: no castling, promotion or en passant, exactly one piece that
//! fits. Everything else goes the long way.

use shakmaty::san::San;
use shakmaty::{Bitboard, Chess, Move, Position, Rank, Role, Square, attacks};

/// The legal move that `san` means, if it is one of the plain ones; `None` says nothing about its legality.
pub(super) fn find(position: &Chess, san: San) -> Option<Move> {
    let San::Normal { role, file, rank, capture, to, promotion: None } = san else { return None };
    let board = position.board();
    let us = position.turn();
    let ours = board.by_color(us);
    let king = board.king_of(us)?;
    let occupied = board.occupied();
    let from = match role {
        Role::King => only(attacks::king_attacks(to), Bitboard::from(king), file, rank)?,
        Role::Pawn => {
            let step = us.fold_wb(-8, 8);
            if to.rank() == us.fold_wb(Rank::Eighth, Rank::First) {
                return None;
            }
            if capture {
                let from = Square::from_coords(file?, to.offset(step)?.rank());
                if !attacks::pawn_attacks(us, from).contains(to) {
                    return None;
                }
                from
            } else {
                let one = to.offset(step)?;
                if !occupied.contains(one) {
                    if to.rank() != us.fold_wb(Rank::Fourth, Rank::Fifth) {
                        return None;
                    }
                    one.offset(step)?
                } else {
                    one
                }
            }
        }
        Role::Knight => only(attacks::knight_attacks(to), board.knights() & ours, file, rank)?,
        Role::Bishop => only(attacks::bishop_attacks(to, occupied), board.bishops() & ours, file, rank)?,
        Role::Rook => only(attacks::rook_attacks(to, occupied), board.rooks() & ours, file, rank)?,
        Role::Queen => only(attacks::queen_attacks(to, occupied), board.queens() & ours, file, rank)?,
    };
    if role == Role::Pawn {
        let named = file.is_none_or(|f| f == from.file()) && rank.is_none_or(|r| r == from.rank());
        if !named || !(board.pawns() & ours).contains(from) {
            return None;
        }
    }
    let taken = match (capture, occupied.contains(to)) {
        (true, true) if !ours.contains(to) => board.role_at(to),
        (false, false) => None,
        _ => return None,
    };
    // Legal if nothing attacks the king when the piece has moved.
    let target = Bitboard::from(to);
    let after = (occupied & !Bitboard::from(from)) | target;
    let king = if role == Role::King { to } else { king };
    if taken == Some(Role::King) || (board.attacks_to(king, !us, after) & !target).any() {
        return None;
    }
    Some(Move::Normal { role, from, capture: taken, to, promotion: None })
}

/// The one square of `reach` and `pieces` that fits file and rank.
fn only(reach: Bitboard, pieces: Bitboard, file: Option<shakmaty::File>, rank: Option<Rank>) -> Option<Square> {
    let mut found = reach & pieces;
    if let Some(file) = file {
        found &= Bitboard::from(file);
    }
    if let Some(rank) = rank {
        found &= Bitboard::from(rank);
    }
    found.single_square()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, File, Setup};

    /// In random games, every writing of every kind that a move could have gets the same answer as the long way, or none.
    #[test]
    fn agrees_with_the_long_way() {
        let mut seed = 3u64;
        let mut random = |n: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % n
        };
        let (mut quick, mut long) = (0u32, 0u32);
        for _ in 0..60 {
            let mut position: Chess = Setup::initial().position(CastlingMode::Standard).unwrap();
            for _ in 0..150 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                for played in &moves {
                    let san = San::from_move(&position, *played);
                    match find(&position, san) {
                        Some(found) => {
                            assert_eq!(Ok(found), san.to_move(&position).map_err(|_| ()), "{san}");
                            quick += 1;
                        }
                        None => long += 1,
                    }
                }
                // Writings that are mostly illegal, ambiguous or too exact.
                for _ in 0..40 {
                    let role = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King][random(6)];
                    let file = (random(3) == 0).then(|| File::new(random(8) as u32));
                    let rank = (random(4) == 0).then(|| Rank::new(random(8) as u32));
                    let to = Square::new(random(64) as u32);
                    let san = San::Normal { role, file, rank, capture: random(2) == 0, to, promotion: None };
                    if let Some(found) = find(&position, san) {
                        assert_eq!(Ok(found), san.to_move(&position).map_err(|_| ()), "{san}");
                    }
                }
                let next = moves[random(moves.len())];
                position.play_unchecked(next);
            }
        }
        assert!(quick > 3 * long, "{quick} quick, {long} long");
    }
}
