//! The positions of a record, one by one, for a board viewer.

use crate::driver::{self, CheckOptions};
use crate::{BoardView, GameKind, Record, Side, Verdict};

/// The squares that the last move touched, as indices into [`BoardView::cells`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastMove {
    /// Where the piece came from.
    pub from: usize,
    /// Where it stands now (in castling: the king).
    pub to: usize,
    /// Squares between, in order, where a capturing piece of draughts landed.
    pub through: Vec<usize>,
    /// Squares of the pieces that were taken.
    pub captured: Vec<usize>,
}

/// A position of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Half-moves played.
    pub ply: usize,
    /// The board.
    pub board: BoardView,
    /// The move that led here; `None` for the starting position.
    pub last_move: Option<LastMove>,
    /// The side to move now.
    pub to_move: Side,
    /// The position in FEN.
    pub fen: String,
    /// The move that led here, in the usual writing (`Nf3+`, `32x23`); empty for the starting position.
    pub text: String,
    /// Seconds left on the mover's clock, if the record tells.
    pub clock: Option<u32>,
}

/// All positions of a record up to its end or to its defect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The game.
    pub kind: GameKind,
    /// The starting position and one frame for each legal half-move. Empty if the starting position is wrong.
    pub frames: Vec<Frame>,
    /// What checking found.
    pub verdict: Verdict,
}

impl Replay {
    /// Replays a record.
    pub fn new(record: &Record, kind: Option<GameKind>) -> Replay {
        Replay::with(record, &CheckOptions { kind, ..CheckOptions::default() })
    }

    /// Replays a record with more to be told than the game.
    pub fn with(record: &Record, options: &CheckOptions) -> Replay {
        let mut frames = Vec::new();
        let verdict = driver::run(record, options, Some(&mut frames));
        Replay { kind: verdict.kind, frames, verdict }
    }

    /// The position after `ply` half-moves, or the last one.
    pub fn frame(&self, ply: usize) -> Option<&Frame> {
        self.frames.get(ply).or(self.frames.last())
    }
}
