//! A board as a picture needs it: the same for chess and every draughts game.

use crate::Side;

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PieceKind {
    /// A man of draughts.
    Man,
    /// A king of draughts (a crowned man).
    Crowned,
    /// A pawn of chess.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A queen.
    Queen,
    /// A king of chess.
    King,
}

/// A piece on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its kind.
    pub kind: PieceKind,
    /// Its side.
    pub side: Side,
}

/// A square of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The piece on it.
    pub piece: Option<Piece>,
    /// Is it painted dark?
    pub dark: bool,
    /// Can pieces stand on it? (Draughts is mostly played on half of the squares.)
    pub playable: bool,
    /// Its name in the notation of the game: `e4`, `32`. Empty where it is not playable.
    pub label: String,
}

/// A position as a grid of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardView {
    /// Columns.
    pub files: u8,
    /// Rows.
    pub ranks: u8,
    /// `files * ranks` cells, row by row from White's far side, each row from left to right as White sees it.
    pub cells: Vec<Cell>,
    /// Are squares named by letter and number (so that the board's edge is lettered), or by running number?
    pub lettered: bool,
}

impl BoardView {
    /// The cell in a column (from the left) and row (from the top), as White sees it.
    pub fn cell(&self, column: usize, row: usize) -> Option<&Cell> {
        (column < self.files as usize).then(|| self.cells.get(row * self.files as usize + column)).flatten()
    }

    /// The index in `cells` of the square with this name.
    pub fn find(&self, label: &str) -> Option<usize> {
        self.cells.iter().position(|cell| cell.playable && cell.label == label)
    }

    /// The letter under a column, from the left as White sees it.
    pub fn file_label(&self, column: usize) -> char {
        char::from(b'a' + (column.min(25) as u8))
    }

    /// The number beside a row, from the top as White sees it.
    pub fn rank_label(&self, row: usize) -> usize {
        (self.ranks as usize).saturating_sub(row)
    }
}
