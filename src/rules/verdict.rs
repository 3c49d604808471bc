//! What checking a record finds out.

use std::fmt;

use crate::GameKind;

/// White or Black; in draughts the light and the dark men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// White (light).
    White,
    /// Black (dark).
    Black,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}

/// How a game ended, independent of the way in which results are written in that game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side won.
    Won(Side),
    /// A draw.
    Draw,
    /// Both sides lost (`0-0`).
    BothLost,
}

impl Outcome {
    /// The outcome in the writing customary for the game.
    ///
    /// International, Canadian and giveaway draughts score `2-0`, `1-1`, `0-2`; elsewhere `1-0`, `1/2-1/2`, `0-1`. Where
    /// Black begins (`first` is [`Side::Black`]), the first number is Black's.
    pub fn text(self, kind: GameKind, first: Side) -> &'static str {
        let twos = crate::draughts::scores_two(kind);
        match self {
            Outcome::Won(side) => match (side == first, twos) {
                (true, true) => "2-0",
                (true, false) => "1-0",
                (false, true) => "0-2",
                (false, false) => "0-1",
            },
            Outcome::Draw if twos => "1-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::BothLost => "0-0",
        }
    }

    /// Reads a result as written in a record, where the first number belongs to `first`.
    ///
    /// `None` for `*`, `?`, an empty text, and for writings that are no result of a single game, such as `4-6`.
    pub fn read(text: &str, first: Side) -> Option<Outcome> {
        match text.trim() {
            "1-0" | "2-0" | "1–0" => Some(Outcome::Won(first)),
            "0-1" | "0-2" | "0–1" => Some(Outcome::Won(first.other())),
            "1/2-1/2" | "1/2" | "1-1" | "½-½" | "1/2–1/2" | "½–½" | "=-=" => Some(Outcome::Draw),
            "0-0" => Some(Outcome::BothLost),
            _ => None,
        }
    }
}

/// How the board ended the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move is stalemated.
    Stalemate,
    /// No sequence of moves can mate: bare kings, a single minor piece, bishops of one colour.
    DeadPosition,
    /// The side to move has no pieces left.
    NoPieces,
    /// The side to move has pieces but no legal move.
    NoMoves,
    /// The last position ended the game as an automatic draw.
    AutomaticDraw(DrawRule),
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Termination::Checkmate => f.write_str("checkmate"),
            Termination::Stalemate => f.write_str("stalemate"),
            Termination::DeadPosition => f.write_str("dead position"),
            Termination::NoPieces => f.write_str("no pieces"),
            Termination::NoMoves => f.write_str("no moves"),
            Termination::AutomaticDraw(rule) => write!(f, "drawn ({rule})"),
        }
    }
}

/// A rule that lets a game be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DrawRule {
    /// The same position for the third time.
    Threefold,
    /// The same position for the fifth time.
    Fivefold,
    /// Fifty moves by each side without capture or pawn move.
    FiftyMoves,
    /// Seventy-five moves by each side without capture or pawn move.
    SeventyFiveMoves,
    /// Draughts: moves of kings only, without a capture, up to the limit of the game.
    KingMoves,
    /// Draughts: kings against kings with unchanged material, up to the limit for that many pieces.
    UnchangedMaterial,
    /// Draughts: a superior force did not win against a lone king within the limit.
    LoneKing,
    /// Draughts: one piece each, in games where that is a draw at once.
    OneEach,
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DrawRule::Threefold => "threefold repetition",
            DrawRule::Fivefold => "fivefold repetition",
            DrawRule::FiftyMoves => "50 moves",
            DrawRule::SeventyFiveMoves => "75 moves",
            DrawRule::KingMoves => "king moves without capture",
            DrawRule::UnchangedMaterial => "unchanged material",
            DrawRule::LoneKing => "lone king not beaten in time",
            DrawRule::OneEach => "one piece each",
        })
    }
}

/// A draw rule that applied somewhere in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// The rule.
    pub rule: DrawRule,
    /// The first half-move after which it applied (0: in the starting position).
    pub first_ply: usize,
    /// Does it still apply in the final position?
    pub at_end: bool,
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} @{}", self.rule, self.first_ply)
    }
}

/// Where a defect stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// In the tags or the starting position.
    Setup,
    /// The half-move that was refused, from 1.
    Ply(usize),
    /// A side line, after this half-move of the main line.
    Variation {
        /// Half-moves of the main line before the side line.
        after: usize,
    },
    /// Every move is legal; the result, the end of the text, or a bracket is wrong.
    End,
}

impl fmt::Display for Place {
    /// `0`, the half-move, `variation` or `end`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Setup => f.write_str("0"),
            Place::Ply(ply) => write!(f, "{ply}"),
            Place::Variation { .. } => f.write_str("variation"),
            Place::End => f.write_str("end"),
        }
    }
}

/// The first thing in a record that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect {
    /// Where in the game.
    pub place: Place,
    /// The move, tag or result as written; empty if there is none.
    pub text: String,
    /// Line in the file, from 1.
    pub line: usize,
    /// Why, in plain words.
    pub reason: String,
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Place::Setup => write!(f, "line {}: {}", self.line, self.reason),
            Place::Ply(ply) => write!(f, "line {}, half-move {ply} ({}): {}", self.line, self.text, self.reason),
            Place::Variation { after } => {
                write!(f, "line {}, side line after half-move {after} ({}): {}", self.line, self.text, self.reason)
            }
            Place::End => write!(f, "line {}, end of the game: {}", self.line, self.reason),
        }
    }
}

/// Something unusual that a strict reader may complain of but that leaves the game legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Half-moves played when it was seen.
    pub ply: usize,
    /// Line in the file, from 1.
    pub line: usize,
    /// What, in plain words.
    pub text: String,
}

/// Moves that follow the end of the game without being impossible in themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AfterEnd {
    /// The half-move that ended the game.
    pub ended_at: usize,
    /// Half-moves played after it.
    pub moves: usize,
}

/// What a record is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The game by whose rules it was checked.
    pub kind: GameKind,
    /// The side whose number comes first in a written result: the side that begins in this game.
    pub first: Side,
    /// Legal half-moves replayed: all, or those before the first defect.
    pub plies: usize,
    /// The result as written: the Result tag, or without one the mark at the end of the moves.
    pub result_text: Option<String>,
    /// The written result, understood. `None` for an unfinished game or a writing that is not a result.
    pub result_tag: Option<Outcome>,
    /// The result that the final position or an automatic draw forces.
    pub result_board: Option<Outcome>,
    /// How the final position ended the game; `None` if it did not.
    pub termination: Option<Termination>,
    /// Draws that the player on move could claim.
    pub claimable: Vec<Draw>,
    /// Draws that hold without a claim.
    pub automatic: Vec<Draw>,
    /// The first thing that is wrong.
    pub defect: Option<Defect>,
    /// Moves after a draw that ends the game by itself (dead position, fivefold, 75 moves). Moves after a mate, a
    /// stalemate or the last piece are impossible and stand in `defect`.
    pub after_end: Option<AfterEnd>,
    /// Why the written result and the board disagree, or the clock and the result (`source-requirements` R4).
    pub contradiction: Option<String>,
    /// The side whose clock annotations end at zero.
    pub time_forfeit: Option<Side>,
    /// Unusual but legal.
    pub notes: Vec<Note>,
    /// The final position, in FEN (for draughts: the FEN of PDN, in the squares of the record's notation).
    pub final_fen: String,
}

impl Verdict {
    /// Legal to the end, with nothing that contradicts the written result.
    pub fn is_clean(&self) -> bool {
        self.defect.is_none() && self.contradiction.is_none() && self.after_end.is_none()
    }

    /// The result to enter: the written one where nothing speaks against it, else the one on the board.
    ///
    /// `None` where a person has to decide.
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.is_clean() {
            return None;
        }
        self.result_tag.or(self.result_board)
    }
}
