//! Boards: squares, neighbours, names.

use std::sync::{Arc, OnceLock};

use super::variant::{Board, Directions, Numbering, Variant};
use crate::{Draughts, Side};

/// No square: the neighbour of an edge square beyond the edge.
pub(crate) const NONE: u8 = u8::MAX;

/// Most places that the layout of any board takes (12x12: 78).
pub(crate) const MOST_SQUARES: usize = 80;

/// A game's parameters with the tables that follow from them.
///
/// Sets of squares are bits of a `u128`. Squares are numbered in reading order from White's far side, with a gap behind
/// every second row (on a full board: behind every row), so that a step in a given direction is the same difference
/// everywhere.
#[derive(Debug)]
pub(crate) struct Rules {
    pub(crate) variant: Variant,
    /// All squares.
    pub(crate) board: u128,
    /// What a step in each direction adds to a square's number.
    pub(crate) shift: [i8; 8],
    /// The squares from which two steps in each direction stay on the board.
    pub(crate) jumpable: [u128; 8],
    /// The neighbour in each of the eight directions of [`Directions::STEPS`].
    pub(crate) step: [[u8; MOST_SQUARES]; 8],
    /// Column and row from White's left and near side.
    pub(crate) place: Vec<(u8, u8)>,
    /// Where each side's men become kings.
    pub(crate) last_row: [u128; 2],
    /// Where each side's men stand at the start.
    pub(crate) start: [u128; 2],
    /// Names in the game's own notation.
    pub(crate) names: Vec<String>,
    /// The square of each running number (from 1) of the game's own notation, or of the usual one for a lettered game.
    by_number: Vec<u8>,
    /// The square at each place, row by row from White's near side.
    at: Vec<u8>,
}

impl Rules {
    /// The rules of a game with its usual notation.
    pub(crate) fn of(game: Draughts) -> Arc<Rules> {
        static CACHE: [OnceLock<Arc<Rules>>; Draughts::ALL.len()] = [const { OnceLock::new() }; Draughts::ALL.len()];
        Arc::clone(CACHE[game as usize].get_or_init(|| Arc::new(Rules::new(*Variant::of(game)))))
    }

    /// The rules with parameters changed.
    pub(crate) fn new(variant: Variant) -> Rules {
        let (files, ranks) = (variant.files, variant.ranks);
        let mut place = Vec::new();
        let mut board = 0;
        let mut at = vec![NONE; usize::from(files) * usize::from(ranks)];
        for rank in (0..ranks).rev() {
            for file in 0..files {
                if variant.plays_on(file, rank) && place.len() < MOST_SQUARES {
                    at[usize::from(rank) * usize::from(files) + usize::from(file)] = place.len() as u8;
                    board |= 1 << place.len();
                    place.push((file, rank));
                }
            }
            if variant.plays_on(0, rank) {
                place.push((NONE, NONE));
            }
        }
        let square = |file: i16, rank: i16| {
            let inside = (0..i16::from(files)).contains(&file) && (0..i16::from(ranks)).contains(&rank);
            if inside { at[rank as usize * usize::from(files) + file as usize] } else { NONE }
        };
        let mut step = [[NONE; MOST_SQUARES]; 8];
        // On a chequered board the next square along a row or column is two steps away.
        let straight = if variant.board == Board::All { 1 } else { 2 };
        for (direction, &(dx, dy)) in Directions::STEPS.iter().enumerate() {
            let reach = if dx != 0 && dy != 0 { 1 } else { straight };
            for index in squares(board).map(usize::from) {
                let (file, rank) = place[index];
                step[direction][index] =
                    square(i16::from(file) + i16::from(dx) * reach, i16::from(rank) + i16::from(dy) * reach);
            }
        }
        let wide = (files / 2) as i8;
        let shift = match variant.board {
            Board::All => {
                let row = files as i8 + 1;
                [1 - row, -1 - row, row + 1, row - 1, -row, 1, -1, row]
            }
            _ => [-wide, -wide - 1, wide + 1, wide, -2 * wide - 1, 1, -1, 2 * wide + 1],
        };
        let jumpable = std::array::from_fn(|direction| {
            let steps: &[u8; MOST_SQUARES] = &step[direction];
            squares(board)
                .filter(|s| steps[usize::from(*s)] != NONE && steps[usize::from(steps[usize::from(*s)])] != NONE)
                .fold(0, |set, s| set | bit(s))
        });
        let rows = |keep: &dyn Fn(u8) -> bool| {
            squares(board).filter(|s| keep(place[usize::from(*s)].1)).fold(0, |set, s| set | bit(s))
        };
        let (low, high) = variant.rows;
        let start =
            [rows(&|rank| (low..=high).contains(&(rank + 1))), rows(&|rank| (low..=high).contains(&(ranks - rank)))];
        let last_row = [rows(&|rank| rank == ranks - 1), rows(&|rank| rank == 0)];
        let by_number = numbered(&variant, &at);
        let names = match variant.numbering {
            Numbering::Letters => place
                .iter()
                .map(|&(file, rank)| match file {
                    NONE => String::new(),
                    _ => format!("{}{}", char::from(b'a' + file), rank + 1),
                })
                .collect(),
            Numbering::Numbers { .. } => {
                let mut names = vec![String::new(); place.len()];
                for (number, &square) in by_number.iter().enumerate() {
                    names[usize::from(square)] = (number + 1).to_string();
                }
                names
            }
        };
        Rules { variant, board, shift, jumpable, step, last_row, start, names, by_number, at, place }
    }

    /// The square with this name, in letters or numbers.
    pub(crate) fn square(&self, name: &str) -> Result<u8, SquareError> {
        let first = *name.as_bytes().first().ok_or(SquareError::NoSquare)?;
        if first.is_ascii_alphabetic() {
            let file = first.to_ascii_lowercase() - b'a';
            let rank: u8 = name[1..].parse().map_err(|_| SquareError::NoSquare)?;
            if file >= self.variant.files || rank == 0 || rank > self.variant.ranks {
                return Err(SquareError::Outside);
            }
            let index = usize::from(rank - 1) * usize::from(self.variant.files) + usize::from(file);
            match self.at[index] {
                NONE => Err(SquareError::NotPlayed),
                square => Ok(square),
            }
        } else {
            if !name.bytes().all(|b| b.is_ascii_digit()) {
                return Err(SquareError::NoSquare);
            }
            let number: usize = name.parse().map_err(|_| SquareError::Outside)?;
            self.numbered(number).ok_or(SquareError::Outside)
        }
    }

    /// The square with this running number.
    pub(crate) fn numbered(&self, number: usize) -> Option<u8> {
        self.by_number.get(number.checked_sub(1)?).copied()
    }

    /// The index of a square in the cells of a board picture.
    pub(crate) fn cell(&self, square: u8) -> usize {
        let (file, rank) = self.place[usize::from(square)];
        usize::from(self.variant.ranks - 1 - rank) * usize::from(self.variant.files) + usize::from(file)
    }

    /// Does the game's notation use letters?
    pub(crate) fn lettered(&self) -> bool {
        self.variant.numbering == Numbering::Letters
    }
}

/// The squares in the order of their running numbers.
fn numbered(variant: &Variant, at: &[u8]) -> Vec<u8> {
    let (from_far, from_right) = match variant.numbering {
        Numbering::Letters => (true, false),
        Numbering::Numbers { from_far, from_right } => (from_far, from_right),
    };
    let files = usize::from(variant.files);
    let ranks = usize::from(variant.ranks);
    let mut squares = Vec::new();
    for row in 0..ranks {
        let rank = if from_far { ranks - 1 - row } else { row };
        for column in 0..files {
            let file = if from_right { files - 1 - column } else { column };
            let square = at[rank * files + file];
            if square != NONE {
                squares.push(square);
            }
        }
    }
    squares
}

/// Why a name is not a square of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SquareError {
    /// It does not look like a square.
    NoSquare,
    /// The board is not that large.
    Outside,
    /// Pieces never stand there.
    NotPlayed,
}

/// The bit of a square.
pub(crate) const fn bit(square: u8) -> u128 {
    1 << square
}

/// The squares of a set in order.
pub(crate) fn squares(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let square = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(square)
    })
}

/// The set moved by the difference of a step: bit `s` of the answer is bit `s + by` of the set.
pub(crate) const fn looking(set: u128, by: i8) -> u128 {
    if by >= 0 { set >> by } else { set << -by }
}

/// The index of a side in tables.
pub(crate) const fn index(side: Side) -> usize {
    side as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_the_same_difference_everywhere() {
        for game in Draughts::ALL {
            let rules = Rules::of(game);
            for (direction, steps) in rules.step.iter().enumerate() {
                for square in squares(rules.board) {
                    let next = steps[usize::from(square)];
                    if next != NONE {
                        assert_eq!(i16::from(next) - i16::from(square), i16::from(rules.shift[direction]), "{game:?}");
                        assert!(rules.board & bit(next) != 0);
                    }
                }
            }
        }
    }
}
