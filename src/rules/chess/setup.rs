//! Starting positions of chess: the tags of a record, FEN, the 960 arrangements.

use shakmaty::fen::Fen;
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Move, Position, PositionError, PositionErrorKinds,
    Rank, Role, Square,
};

use super::notation::Written;
use super::{ChessGame, ChessNotation};
use crate::driver::setup_defect;
use crate::{Defect, GameKind, Note, Record, SetupError};

/// A record's starting position.
pub(crate) struct Start {
    pub(crate) game: ChessGame,
    /// A Variant tag or the castling rights may show that it is Chess960.
    pub(crate) kind: GameKind,
    /// What is unusual.
    pub(crate) notes: Vec<Note>,
    /// The position cannot arise in a game, but the moves can be followed all the same.
    pub(crate) defect: Option<Defect>,
}

impl ChessGame {
    /// A position from FEN.
    pub(crate) fn from_fen(fen: &str, kind: GameKind) -> Result<ChessGame, SetupError> {
        let (position, _) = set_up(fen, kind == GameKind::Chess960)?;
        Ok(ChessGame::new(position, ChessNotation::Standard))
    }

    /// Sets up the position that the tags of a record ask for.
    pub(crate) fn from_record(record: &Record, kind: GameKind, notation: ChessNotation) -> Result<Start, Defect> {
        let mut kind = kind;
        let mut notes = Vec::new();
        if let Some(variant) = record.tag("Variant") {
            match variant_kind(variant) {
                Some(GameKind::Chess960) => kind = GameKind::Chess960,
                Some(_) => {}
                None => {
                    let reason = format!("the variant \"{variant}\" is not chess or Chess960; it cannot be checked");
                    return Err(setup_defect(record, "Variant", reason));
                }
            }
        }
        let Some(fen) = record.tag("FEN").map(str::trim).filter(|fen| !fen.is_empty() && *fen != "?") else {
            return Ok(Start { game: ChessGame::new(Chess::default(), notation), kind, notes, defect: None });
        };
        let (position, is_960) = match set_up(fen, kind == GameKind::Chess960) {
            Ok(found) => found,
            Err(error) => {
                let defect = setup_defect(record, "FEN", error.0);
                return match checked_out_of_turn(fen, kind == GameKind::Chess960) {
                    Some(position) => {
                        let game = ChessGame { impossible: true, ..ChessGame::new(position, notation) };
                        Ok(Start { game, kind, notes, defect: Some(defect) })
                    }
                    None => Err(defect),
                };
            }
        };
        if is_960 && kind != GameKind::Chess960 {
            kind = GameKind::Chess960;
            let text = "the castling rights are those of Chess960, though no Variant tag says so".to_owned();
            notes.push(Note { ply: 0, line: record.line, text });
        }
        Ok(Start { game: ChessGame::new(position, notation), kind, notes, defect: None })
    }
}

/// The game that a Variant tag names; `None` if it is not one that can be checked as chess.
fn variant_kind(text: &str) -> Option<GameKind> {
    let plain: String = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    match plain.as_str() {
        "" | "chess" | "standard" | "normal" | "fromposition" | "classical" | "classic" | "orthodox" => {
            Some(GameKind::Chess)
        }
        "960" | "chess960" | "fischerandom" | "fischerrandom" | "fischerrandomchess" | "fischerandomchess" | "frc"
        | "freestyle" | "freestylechess" | "chess9lx" | "9lx" => Some(GameKind::Chess960),
        _ => None,
    }
}

/// A position from FEN, and whether its castling rights made it Chess960.
fn set_up(fen: &str, is_960: bool) -> Result<(Chess, bool), SetupError> {
    let setup = fen
        .parse::<Fen>()
        .map_err(|error| SetupError(format!("the FEN \"{fen}\" cannot be read: {error}")))?
        .into_setup();
    let mode = if is_960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
    match forgive(Chess::from_setup(setup.clone(), mode)) {
        Ok(position) => Ok((position, is_960)),
        Err(error) => {
            if !is_960
                && error.kinds() == PositionErrorKinds::INVALID_CASTLING_RIGHTS
                && let Ok(position) = forgive(Chess::from_setup(setup, CastlingMode::Chess960))
            {
                return Ok((position, true));
            }
            Err(SetupError(format!("impossible position \"{fen}\": {}", in_words(error.kinds()))))
        }
    }
}

/// The position with the turn given to the other side, if nothing but a check to the side that moved last is wrong.
fn checked_out_of_turn(fen: &str, is_960: bool) -> Option<Chess> {
    let setup = fen.parse::<Fen>().ok()?.into_setup();
    let mode = if is_960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
    forgive(Chess::from_setup(setup.into_swapped_turn(), mode)).ok()
}

/// Makes the only move of `mover` that `written` can mean, with no regard to whose turn it is in `position`.
pub(super) fn first_move(position: &Chess, mover: Color, written: &Written) -> Option<(Move, Chess)> {
    let Written::Piece { role, file, rank, to_file, to_rank, promotion, capture } = *written else { return None };
    let board = position.board();
    let to = Square::from_coords(to_file, to_rank?);
    let target = board.piece_at(to);
    if role == Role::Pawn || promotion.is_some() || target.is_some_and(|p| p.color == mover || p.role == Role::King) {
        return None;
    }
    if capture && target.is_none() {
        return None;
    }
    let mut found = None;
    for from in board.by_piece(role.of(mover)) {
        let named = file.is_none_or(|f| f == from.file()) && rank.is_none_or(|r| r == from.rank());
        if !named || !board.attacks_from(from).contains(to) {
            continue;
        }
        let mut setup = position.to_setup(EnPassantMode::Legal);
        setup.board.discard_piece_at(from);
        setup.board.set_piece_at(to, role.of(mover));
        setup.turn = !mover;
        setup.ep_square = None;
        setup.castling_rights.discard(from);
        setup.castling_rights.discard(to);
        if role == Role::King {
            setup.castling_rights &= !Bitboard::from(mover.fold_wb(Rank::First, Rank::Eighth));
        }
        setup.halfmoves = if target.is_some() { 0 } else { setup.halfmoves.saturating_add(1) };
        if mover == Color::Black {
            setup.fullmoves = setup.fullmoves.saturating_add(1);
        }
        let Ok(after) = forgive(Chess::from_setup(setup, position.castles().mode())) else { continue };
        if found.is_some() {
            return None;
        }
        found = Some((Move::Normal { role, from, capture: target.map(|p| p.role), to, promotion: None }, after));
    }
    found
}

/// A stale en passant square and more material than a game can bring are no reason to refuse a position.
#[expect(clippy::result_large_err, reason = "the error carries the position that may be forgiven")]
fn forgive(position: Result<Chess, PositionError<Chess>>) -> Result<Chess, PositionError<Chess>> {
    position
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
}

fn in_words(kinds: PositionErrorKinds) -> String {
    let reasons = [
        (PositionErrorKinds::EMPTY_BOARD, "the board is empty"),
        (PositionErrorKinds::MISSING_KING, "a king is missing"),
        (PositionErrorKinds::TOO_MANY_KINGS, "a side has more than one king"),
        (PositionErrorKinds::PAWNS_ON_BACKRANK, "a pawn stands on the first or the last rank"),
        (PositionErrorKinds::INVALID_CASTLING_RIGHTS, "castling rights without king and rook in their places"),
        (PositionErrorKinds::OPPOSITE_CHECK, "the side not to move is in check"),
    ];
    let found: Vec<&str> = reasons.iter().filter(|(kind, _)| kinds.contains(*kind)).map(|(_, text)| *text).collect();
    if found.is_empty() { "it cannot arise in a game".to_owned() } else { found.join("; ") }
}

/// See [`crate::perft`].
pub(crate) fn perft(kind: GameKind, fen: Option<&str>, depth: u32) -> Result<u64, SetupError> {
    let position = match fen {
        Some(fen) => set_up(fen, kind == GameKind::Chess960)?.0,
        None => Chess::default(),
    };
    Ok(count(&position, depth))
}

fn count(position: &Chess, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_moves().len() as u64,
        _ => position
            .legal_moves()
            .into_iter()
            .map(|played| {
                let mut next = position.clone();
                next.play_unchecked(played);
                count(&next, depth - 1)
            })
            .sum(),
    }
}

/// The FEN of a Chess960 starting position by its usual number, 0 to 959; 518 is the ordinary one.
///
/// `None` for a higher number.
pub fn chess960_fen(number: u32) -> Option<String> {
    if number > 959 {
        return None;
    }
    let mut row = [b' '; 8];
    let (rest, light) = (number / 4, number % 4);
    row[light as usize * 2 + 1] = b'b';
    let (rest, dark) = (rest / 4, rest % 4);
    row[dark as usize * 2] = b'b';
    let (knights, queen) = (rest / 6, rest % 6);
    put(&mut row, queen as usize, b'q');
    // The ten ways to put two knights on five free squares, in lexical order.
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let (first, second) = KNIGHTS[knights as usize];
    put(&mut row, second, b'n');
    put(&mut row, first, b'n');
    for piece in [b'r', b'k', b'r'] {
        put(&mut row, 0, piece);
    }
    let rooks: Vec<u8> = (0..8).filter(|&f| row[usize::from(f)] == b'r').collect();
    let black: String = row.iter().map(|&b| char::from(b)).collect();
    let rights = if row == *b"rnbqkbnr" {
        "KQkq".to_owned()
    } else {
        let files: String = rooks.iter().rev().map(|&f| char::from(b'A' + f)).collect();
        format!("{files}{}", files.to_ascii_lowercase())
    };
    Some(format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{} w {rights} - 0 1", black.to_ascii_uppercase()))
}

/// Puts a piece on the `nth` free square.
fn put(row: &mut [u8; 8], nth: usize, piece: u8) {
    if let Some(square) = row.iter_mut().filter(|square| **square == b' ').nth(nth) {
        *square = piece;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn numbering_of_the_960_arrangements() {
        let all: BTreeSet<String> = (0..960).filter_map(chess960_fen).collect();
        assert_eq!(all.len(), 960);
        assert_eq!(chess960_fen(518).unwrap(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert!(chess960_fen(0).unwrap().starts_with("bbqnnrkr/"));
        assert!(chess960_fen(959).unwrap().starts_with("rkrnnqbb/"));
        assert_eq!(chess960_fen(960), None);
        for fen in all {
            assert!(set_up(&fen, true).is_ok(), "{fen}");
        }
    }
}
