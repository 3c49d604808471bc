//! Why a chess move is refused, in plain words.

use shakmaty::{Bitboard, CastlingSide, Chess, Color, Position, Rank, Role, Square, attacks};

use super::notation::{Trouble, Written};

/// The game was over already, if it was.
pub(super) fn over(position: &Chess) -> Option<String> {
    if position.is_checkmate() {
        Some(format!("the game was over: {} is checkmated", super::side(position.turn())))
    } else if position.is_stalemate() {
        Some(format!("the game was over: {} is stalemated", super::side(position.turn())))
    } else {
        None
    }
}

/// Why the written move is not a legal one.
pub(super) fn explain(position: &Chess, written: &Written, trouble: Trouble) -> String {
    if let Some(over) = over(position) {
        return over;
    }
    if let Trouble::Several(count) = trouble {
        return match written {
            Written::Piece { role, to_file, to_rank, .. } => format!(
                "ambiguous: {count} moves of a {} to {}{} fit",
                name(*role),
                to_file.char(),
                to_rank.map_or(String::new(), |r| r.char().to_string())
            ),
            Written::Castle(_) => "ambiguous castling".to_owned(),
        };
    }
    let reason = match *written {
        Written::Castle(side) => castling(position, side),
        Written::Piece { .. } => piece(position, written),
    };
    let mover = super::side(position.turn());
    let other_could = matches!(written, Written::Piece { .. })
        && position.clone().swap_turn().is_ok_and(|p| written.find(&p).is_ok());
    if other_could {
        format!("{reason}; it is {mover}'s turn, and {} could play it: is a move of {mover} missing?", mover.other())
    } else {
        reason
    }
}

fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

fn castling(position: &Chess, side: CastlingSide) -> String {
    let us = position.turn();
    let castles = position.castles();
    let wing = if side == CastlingSide::KingSide { "short" } else { "long" };
    let Some(rook) = castles.rook(us, side) else {
        return format!(
            "castling {wing} is not allowed: the king or that rook has moved, or the position gives no such right"
        );
    };
    if (castles.path(us, side) & position.board().occupied()).any() {
        return format!("castling {wing} is not allowed: a piece stands in the way");
    }
    if position.is_check() {
        return format!("castling {wing} is not allowed: the king is in check");
    }
    let Some(king) = position.board().king_of(us) else { return "there is no king to castle".to_owned() };
    let target = Square::from_coords(
        if side == CastlingSide::KingSide { shakmaty::File::G } else { shakmaty::File::C },
        king.rank(),
    );
    let without = position.board().occupied() & !Bitboard::from(king) & !Bitboard::from(rook);
    for square in attacks::between(king, target) | Bitboard::from(target) {
        if position.board().attacks_to(square, !us, without).any() {
            return if square == target {
                format!("castling {wing} is not allowed: the king would stand in check on {square}")
            } else {
                format!("castling {wing} is not allowed: the king passes the attacked square {square}")
            };
        }
    }
    format!("castling {wing} is not allowed: the king would stand in check")
}

fn piece(position: &Chess, written: &Written) -> String {
    let Written::Piece { role, file, rank, capture, to_file, to_rank, promotion } = *written else {
        return String::new();
    };
    let us = position.turn();
    let board = position.board();
    let whose = super::side(us);
    let Some(to_rank) = to_rank else {
        return format!("no pawn of {whose} can capture from the {} file to the {} file", fchar(file), to_file.char());
    };
    let to = Square::from_coords(to_file, to_rank);
    let mut movers = board.by_piece(role.of(us));
    if let Some(file) = file {
        movers &= Bitboard::from(file);
    }
    if let Some(rank) = rank {
        movers &= Bitboard::from(rank);
    }
    if movers.is_empty() {
        return match (file, rank) {
            (Some(f), Some(r)) => format!("no {} on {}{} of {whose}'s", name(role), f.char(), r.char()),
            (Some(f), None) => format!("{whose} has no {} on the {} file", name(role), f.char()),
            (None, Some(r)) => format!("{whose} has no {} on rank {}", name(role), r.char()),
            (None, None) => format!("{whose} has no {}", name(role)),
        };
    }
    if let Some(own) = board.piece_at(to).filter(|p| p.color == us) {
        return format!("{to} is held by {whose}'s own {}", name(own.role));
    }
    let reaching: Vec<Square> = movers.into_iter().filter(|from| reaches(position, *from, role, to)).collect();
    let Some(&from) = reaching.first() else {
        return unreachable_square(position, role, file, rank, movers, to, capture);
    };
    if role == Role::Pawn {
        let last = us.fold_wb(Rank::Eighth, Rank::First);
        match promotion {
            None if to.rank() == last => return format!("the promotion piece is missing: write {to}=Q or the like"),
            Some(_) if to.rank() != last => return format!("{to} is not on the last rank: no promotion there"),
            Some(Role::King | Role::Pawn) => return "a pawn becomes a queen, rook, bishop or knight".to_owned(),
            _ => {}
        }
    } else if promotion.is_some() {
        return format!("only a pawn promotes, not a {}", name(role));
    }
    let takes = board.piece_at(to).is_some() || (role == Role::Pawn && from.file() != to.file());
    if capture && !takes {
        return format!("there is nothing to capture on {to}");
    }
    if role == Role::King {
        return format!("the king would stand on the attacked square {to}");
    }
    format!("the {} on {from} cannot leave: {whose}'s king would be in check", name(role))
}

fn fchar(file: Option<shakmaty::File>) -> char {
    file.map_or('?', |f| f.char())
}

/// Could a piece go there if its own king did not matter?
fn reaches(position: &Chess, from: Square, role: Role, to: Square) -> bool {
    let board = position.board();
    let us = position.turn();
    if role != Role::Pawn {
        return board.attacks_from(from).contains(to);
    }
    if from.file() != to.file() {
        let enemy = board.by_color(!us) | position.legal_ep_square().into_iter().collect::<Bitboard>();
        return attacks::pawn_attacks(us, from).contains(to) && enemy.contains(to);
    }
    let step = us.fold_wb(8, -8);
    let free = |square: Square| board.piece_at(square).is_none();
    match from.offset(step) {
        Some(one) if one == to => free(one),
        Some(one) => {
            from.rank() == us.fold_wb(Rank::Second, Rank::Seventh)
                && one.offset(step) == Some(to)
                && free(one)
                && free(to)
        }
        None => false,
    }
}

fn unreachable_square(
    position: &Chess,
    role: Role,
    file: Option<shakmaty::File>,
    rank: Option<Rank>,
    movers: Bitboard,
    to: Square,
    capture: bool,
) -> String {
    let us = position.turn();
    if role == Role::Pawn {
        let by_pawn = movers.into_iter().any(|from| attacks::pawn_attacks(us, from).contains(to));
        if capture && by_pawn {
            return if position.board().piece_at(to).is_none() && behind_double_step(us, to) {
                format!("there is nothing to capture on {to}; en passant is possible only right after a double step")
            } else {
                format!("there is nothing to capture on {to}")
            };
        }
        if !capture && position.board().piece_at(to).is_some() {
            return format!("no pawn can move to {to}: the square is occupied");
        }
        return format!("no pawn of {} can reach {to}", super::side(us));
    }
    let mut squares: Vec<String> = movers.into_iter().map(|s| s.to_string()).collect();
    squares.truncate(4);
    match (file, rank, squares.as_slice()) {
        (_, _, [only]) => format!("the {} on {only} cannot reach {to}", name(role)),
        (Some(f), _, _) => format!("no {} on the {} file can reach {to}", name(role), f.char()),
        _ => format!("no {} (on {}) can reach {to}", name(role), squares.join(", ")),
    }
}

fn behind_double_step(us: Color, to: Square) -> bool {
    to.rank() == us.fold_wb(Rank::Sixth, Rank::Third)
}
