//! Draughts positions and their FEN.

use std::fmt::Write as _;

use super::geometry::{Rules, SquareError, bit, index, squares};
use super::movegen::Move;
use crate::{SetupError, Side};

/// A king's quiet moves in a row, for games that limit them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Run {
    /// Where the king stands that moved last.
    pub(crate) square: u8,
    /// Its quiet moves in a row.
    pub(crate) moves: u8,
}

/// The pieces on the board and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    /// Men by side.
    pub(crate) men: [u128; 2],
    /// Kings by side.
    pub(crate) kings: [u128; 2],
    /// The side to move.
    pub(crate) side: Side,
    /// King runs by side; kept only in games that limit them.
    pub(crate) runs: [Run; 2],
}

impl Position {
    /// The starting position.
    pub(crate) fn start(rules: &Rules) -> Position {
        Position { men: rules.start, kings: [0, 0], side: rules.variant.first, runs: [Run::default(); 2] }
    }

    /// All pieces of a side.
    pub(crate) fn pieces(&self, side: Side) -> u128 {
        self.men[index(side)] | self.kings[index(side)]
    }

    /// All pieces.
    pub(crate) fn occupied(&self) -> u128 {
        self.pieces(Side::White) | self.pieces(Side::Black)
    }

    /// The position after a legal move.
    #[must_use]
    pub(crate) fn after(&self, rules: &Rules, played: &Move) -> Position {
        let mut next = *self;
        let (us, them) = (index(self.side), index(self.side.other()));
        let (from, to) = (bit(played.from), bit(played.to));
        let was_king = self.kings[us] & from != 0;
        next.men[us] &= !from;
        next.kings[us] &= !from;
        if was_king || played.crowned {
            next.kings[us] |= to;
        } else {
            next.men[us] |= to;
        }
        next.men[them] &= !played.captured;
        next.kings[them] &= !played.captured;
        if rules.variant.king_run.is_some() {
            let run = &mut next.runs[us];
            *run = if !was_king || played.captured != 0 {
                Run::default()
            } else if run.moves > 0 && run.square == played.from {
                Run { square: played.to, moves: run.moves.saturating_add(1) }
            } else {
                Run { square: played.to, moves: 1 }
            };
        }
        next.side = self.side.other();
        next
    }

    /// A key that is equal for equal positions: pieces and side to move.
    pub(crate) fn key(&self) -> u64 {
        let mut key = self.side as u64 + 1;
        for set in [self.men[0], self.men[1], self.kings[0], self.kings[1]] {
            for half in [set as u64, (set >> 64) as u64] {
                key = (key ^ half).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                key ^= key >> 29;
            }
        }
        key
    }

    /// The position in the FEN of PDN, with the squares of the game's notation.
    pub(crate) fn fen(&self, rules: &Rules) -> String {
        let mut out = String::with_capacity(96);
        out.push(letter(self.side));
        for side in [Side::White, Side::Black] {
            out.push(':');
            out.push(letter(side));
            let mut list: Vec<u8> = squares(self.pieces(side)).collect();
            if rules.lettered() {
                list.sort_by_key(|&s| rules.place[usize::from(s)].1);
            } else {
                list.sort_by_key(|&s| rules.names[usize::from(s)].parse::<u16>().unwrap_or(0));
            }
            for (at, square) in list.into_iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                if self.kings[index(side)] & bit(square) != 0 {
                    out.push('K');
                }
                // Writing into a String cannot fail.
                let _ = write!(out, "{}", rules.names[usize::from(square)]);
            }
        }
        out
    }

    /// Reads a FEN: `W:W31-50:B1-20`, `B:WKa1,c3:Bd6`, with squares in letters or numbers.
    ///
    /// # Errors
    ///
    /// Says which part cannot be read, which square holds two pieces, or which is not on the board.
    pub(crate) fn read(rules: &Rules, fen: &str) -> Result<Position, SetupError> {
        let bad = |what: String| SetupError(format!("the FEN \"{fen}\" cannot be read: {what}"));
        let plain = fen.trim().trim_matches('"').trim_end_matches('.');
        let mut fields = plain.split(':').map(str::trim);
        let side = match fields.next() {
            Some("W" | "w") => Side::White,
            Some("B" | "b") => Side::Black,
            other => {
                return Err(bad(format!(
                    "it should begin with W or B, the side to move, not \"{}\"",
                    other.unwrap_or_default()
                )));
            }
        };
        let mut position = Position { men: [0, 0], kings: [0, 0], side, runs: [Run::default(); 2] };
        let mut seen = 0;
        for field in fields {
            let owner = match field.chars().next() {
                Some('W' | 'w') => Side::White,
                Some('B' | 'b') if !field[1..].starts_with(|c: char| c.is_ascii_digit()) || !rules.lettered() => {
                    Side::Black
                }
                Some('B') => Side::Black,
                None => continue,
                // Servers add move counters behind the pieces.
                Some('H' | 'F' | '+' | '-' | '0'..='9') => continue,
                Some(other) => return Err(bad(format!("\"{other}\" is neither White nor Black"))),
            };
            seen += 1;
            for item in field[1..].split(',').map(str::trim).filter(|item| !item.is_empty()) {
                position.put(rules, owner, item).map_err(&bad)?;
            }
        }
        if seen == 0 {
            return Err(bad("it names no pieces".to_owned()));
        }
        Ok(position)
    }

    /// Adds the pieces of one list item: `K12`, `31-50`, `c3`.
    fn put(&mut self, rules: &Rules, owner: Side, item: &str) -> Result<(), String> {
        let (king, names) = match item.strip_prefix('K') {
            Some(rest) => (true, rest),
            None => (false, item),
        };
        let find = |name: &str| {
            rules.square(name.trim()).map_err(|error| match error {
                SquareError::NotPlayed => format!("{name} is not a square that is played on"),
                _ => format!("there is no square {name} on this board"),
            })
        };
        let mut list = Vec::new();
        match names.split_once('-') {
            Some((low, high)) => {
                let (low, high): (u32, u32) = match (low.trim().parse(), high.trim().parse()) {
                    (Ok(low), Ok(high)) if low <= high && high <= 1000 => (low, high),
                    _ => return Err(format!("\"{item}\" is not a range of squares")),
                };
                for number in low..=high {
                    list.push(find(&number.to_string())?);
                }
            }
            None => list.push(find(names)?),
        }
        for square in list {
            if self.occupied() & bit(square) != 0 {
                return Err(format!("square {} holds two pieces", rules.names[usize::from(square)]));
            }
            let set = if king { &mut self.kings } else { &mut self.men };
            set[index(owner)] |= bit(square);
        }
        Ok(())
    }

    /// Men that stand where they should have become kings.
    pub(crate) fn uncrowned(&self, rules: &Rules) -> u128 {
        self.men[0] & rules.last_row[0] | self.men[1] & rules.last_row[1]
    }
}

fn letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'B',
    }
}
