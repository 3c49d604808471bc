//! Single positions: their picture and their legal moves.

use crate::chess::ChessGame;
use crate::draughts::DraughtsGame;
use crate::driver::Game;
use crate::replay::LastMove;
use crate::{BoardView, GameKind, SetupError};

/// A legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// The usual writing: `Nf3+`, `32x23`.
    pub text: String,
    /// The squares that it touches.
    pub squares: LastMove,
    /// The position after it, in FEN.
    pub fen: String,
}

/// The legal moves of a position. Draughts captures that take the same pieces between the same squares are one move.
///
/// # Errors
///
/// [`SetupError`] if the position cannot be set up for this game.
pub fn legal_moves(kind: GameKind, fen: &str) -> Result<Vec<LegalMove>, SetupError> {
    match kind.draughts() {
        None => list(&ChessGame::from_fen(fen, kind)?),
        Some(game) => list(&DraughtsGame::from_fen(game, kind.is_giveaway(), fen)?),
    }
}

/// The picture of a position.
///
/// # Errors
///
/// [`SetupError`] if the position cannot be set up for this game.
pub fn board_view(kind: GameKind, fen: &str) -> Result<BoardView, SetupError> {
    match kind.draughts() {
        None => Ok(ChessGame::from_fen(fen, kind)?.view()),
        Some(game) => Ok(DraughtsGame::from_fen(game, kind.is_giveaway(), fen)?.view()),
    }
}

fn list<G: Game>(game: &G) -> Result<Vec<LegalMove>, SetupError> {
    let legal = game.legal();
    Ok(legal
        .iter()
        .map(|played| {
            let (text, squares) = game.describe(played, &legal);
            let mut after = game.clone();
            after.make(played);
            LegalMove { text, squares, fen: after.fen() }
        })
        .collect())
}
