//! The table of draughts games.

use crate::{Draughts, Side};

/// The squares that are played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Board {
    /// Every second square, the one at White's left-hand corner (a1) among them.
    CornerLeft,
    /// Every second square, the one at White's right-hand corner (h1) among them.
    CornerRight,
    /// All squares.
    All,
}

/// A set of directions, for White; Black's are turned round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Directions(pub u8);

impl Directions {
    /// Both diagonals forward.
    pub const FORWARD: Directions = Directions(1 | 1 << 1);
    /// All four diagonals.
    pub const DIAGONAL: Directions = Directions(0b0000_1111);
    /// Along rows and columns.
    pub const STRAIGHT: Directions = Directions(0b1111_0000);
    /// Straight forward and sideways.
    pub const FORWARD_SIDEWAYS: Directions = Directions(1 << 4 | 1 << 5 | 1 << 6);
    /// All eight.
    pub const ALL: Directions = Directions(0xFF);

    /// The directions by number: north-east, north-west, south-east, south-west, north, east, west, south, seen by
    /// White.
    pub const STEPS: [(i8, i8); 8] = [(1, 1), (-1, 1), (1, -1), (-1, -1), (0, 1), (1, 0), (-1, 0), (0, -1)];

    /// The same directions seen from the other side of the board.
    #[must_use]
    pub const fn for_side(self, side: Side) -> Directions {
        match side {
            Side::White => self,
            Side::Black => {
                let d = self.0;
                Directions((d & 0b11) << 2 | (d >> 2 & 0b11) | (d >> 4 & 1) << 7 | (d >> 7 & 1) << 4 | d & 0b0110_0000)
            }
        }
    }
}

/// How far a king goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Range {
    /// One square, and it jumps only neighbours.
    Step,
    /// Any number of empty squares; after a jump it lands on any free square behind.
    Flying,
    /// Any number of empty squares; after a jump it lands on the square right behind.
    FlyingShortLanding,
}

/// Which capture must be made if there are several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Any, but each must be carried to its end.
    Any,
    /// Any, but if a king can capture, a man may not.
    KingFirst,
    /// One that takes most pieces.
    MostPieces,
    /// Most pieces, then most kings among them.
    MostThenKings,
    /// Most pieces; then by a king; then most kings; then the one that meets kings earliest.
    Italian,
    /// Highest value, a king counting just under two men; at equal value by a king.
    FrisianValue,
}

/// What becomes of a man that reaches the last row while capturing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Promotion {
    /// It becomes a king at once and goes on as a king.
    GoesOnAsKing,
    /// It goes on as a man if it can, and becomes a king only if it stops there.
    OnlyIfItStops,
    /// It becomes a king and the move ends.
    EndsMove,
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Removal {
    /// After the whole move; until then they block, and may not be jumped twice.
    AfterMove,
    /// At once, one by one.
    AtOnce,
}

/// How squares are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numbering {
    /// Letter and number, as in chess.
    Letters,
    /// Running numbers. The flags say whether they start on White's far side, and at White's right hand.
    Numbers {
        /// Does number 1 lie in the row farthest from White?
        from_far: bool,
        /// Does each row run from White's right to her left?
        from_right: bool,
    },
}

impl Numbering {
    /// From the upper left corner, as White sees it.
    pub const TOP_LEFT: Numbering = Numbering::Numbers { from_far: true, from_right: false };
    /// From the lower right corner, as White sees it.
    pub const BOTTOM_RIGHT: Numbering = Numbering::Numbers { from_far: false, from_right: true };
}

/// A draw because a stronger force did not beat a lone king in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoneKing {
    /// Fewest pieces of the stronger side.
    pub least: u8,
    /// Most pieces of the stronger side.
    pub most: u8,
    /// Must all of them be kings (else one suffices)?
    pub all_kings: bool,
    /// Moves by each side.
    pub moves: u16,
}

/// A draw because the material of an ending with kings on both sides did not change in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnchangedMaterial {
    /// Fewest pieces on the board.
    pub least: u8,
    /// Most pieces on the board.
    pub most: u8,
    /// Moves by each side.
    pub moves: u16,
}

/// The draw rules of a game, as settings: an event may follow its federation's own code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawRules {
    /// Is a position that occurs three times a draw on claim?
    pub threefold: bool,
    /// Moves by each side with kings only and without capture that make a draw.
    pub king_moves: Option<u16>,
    /// Lone king rules; the first that fits the material counts.
    pub lone_king: [Option<LoneKing>; 2],
    /// Unchanged material rules.
    pub unchanged: [Option<UnchangedMaterial>; 3],
    /// Is one piece each, with nothing to capture, a draw at once?
    pub one_each: bool,
}

impl DrawRules {
    /// Threefold repetition alone.
    pub const REPETITION: DrawRules =
        DrawRules { threefold: true, king_moves: None, lone_king: [None; 2], unchanged: [None; 3], one_each: false };

    /// Russian code: 15 king moves; three kings against one 15 moves; 5, 30, 60 moves of unchanged material with 2-3,
    /// 4-5, 6-7 pieces.
    pub const RUSSIAN: DrawRules = DrawRules {
        king_moves: Some(15),
        lone_king: [Some(LoneKing { least: 3, most: 3, all_kings: true, moves: 15 }), None],
        unchanged: [
            Some(UnchangedMaterial { least: 2, most: 3, moves: 5 }),
            Some(UnchangedMaterial { least: 4, most: 5, moves: 30 }),
            Some(UnchangedMaterial { least: 6, most: 7, moves: 60 }),
        ],
        ..DrawRules::REPETITION
    };

    /// International code: 25 king moves; a king against three pieces with a king 16 moves, against two or one 5 moves.
    pub const INTERNATIONAL: DrawRules = DrawRules {
        king_moves: Some(25),
        lone_king: [
            Some(LoneKing { least: 3, most: 3, all_kings: false, moves: 16 }),
            Some(LoneKing { least: 1, most: 2, all_kings: false, moves: 5 }),
        ],
        ..DrawRules::REPETITION
    };

    /// Frisian code: 25 king moves; two kings against one 7 moves.
    pub const FRISIAN: DrawRules = DrawRules {
        king_moves: Some(25),
        lone_king: [Some(LoneKing { least: 2, most: 2, all_kings: true, moves: 7 }), None],
        ..DrawRules::REPETITION
    };
}

/// The rules of a draughts game as parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The game.
    pub game: Draughts,
    /// Code of the game in PDN's GameType tag.
    pub code: u16,
    /// Columns.
    pub files: u8,
    /// Rows.
    pub ranks: u8,
    /// The squares that are played on.
    pub board: Board,
    /// The rows that a side's men fill at the start, counted from its own edge: from, up to and including.
    pub rows: (u8, u8),
    /// The side that begins.
    pub first: Side,
    /// Where a man moves.
    pub man_moves: Directions,
    /// Where a man captures.
    pub man_captures: Directions,
    /// Where a king moves.
    pub king_moves: Directions,
    /// Where a king captures.
    pub king_captures: Directions,
    /// How far a king goes.
    pub range: Range,
    /// Which capture must be made.
    pub choice: Choice,
    /// What a man does on the last row while capturing.
    pub promotion: Promotion,
    /// When captured pieces leave the board.
    pub removal: Removal,
    /// May a man capture a king?
    pub man_takes_king: bool,
    /// May a piece turn about (180 degrees) between two jumps of a capture?
    pub about_turn: bool,
    /// Quiet moves in a row that a king may make while its side still has a man.
    pub king_run: Option<u8>,
    /// How squares are named.
    pub numbering: Numbering,
    /// The sign of a capture in records that this program writes.
    pub capture_sign: char,
    /// Are results written 2-0, 1-1, 0-2?
    pub scores_two: bool,
    /// The customary draw rules.
    pub draws: DrawRules,
}

const INTERNATIONAL: Variant = Variant {
    game: Draughts::International,
    code: 20,
    files: 10,
    ranks: 10,
    board: Board::CornerLeft,
    rows: (1, 4),
    first: Side::White,
    man_moves: Directions::FORWARD,
    man_captures: Directions::DIAGONAL,
    king_moves: Directions::DIAGONAL,
    king_captures: Directions::DIAGONAL,
    range: Range::Flying,
    choice: Choice::MostPieces,
    promotion: Promotion::OnlyIfItStops,
    removal: Removal::AfterMove,
    man_takes_king: true,
    about_turn: true,
    king_run: None,
    numbering: Numbering::TOP_LEFT,
    capture_sign: 'x',
    scores_two: true,
    draws: DrawRules::INTERNATIONAL,
};

const BRAZILIAN: Variant = Variant {
    game: Draughts::Brazilian,
    code: 26,
    files: 8,
    ranks: 8,
    rows: (1, 3),
    numbering: Numbering::Letters,
    scores_two: false,
    ..INTERNATIONAL
};

const CANADIAN: Variant =
    Variant { game: Draughts::Canadian, code: 27, files: 12, ranks: 12, rows: (1, 5), ..INTERNATIONAL };

const RUSSIAN: Variant = Variant {
    game: Draughts::Russian,
    code: 25,
    choice: Choice::Any,
    promotion: Promotion::GoesOnAsKing,
    capture_sign: ':',
    draws: DrawRules::RUSSIAN,
    ..BRAZILIAN
};

const SPANTSIRETTI: Variant = Variant { game: Draughts::Spantsiretti, code: 41, files: 10, ..RUSSIAN };

const ENGLISH: Variant = Variant {
    game: Draughts::English,
    code: 21,
    first: Side::Black,
    man_captures: Directions::FORWARD,
    range: Range::Step,
    choice: Choice::Any,
    promotion: Promotion::EndsMove,
    numbering: Numbering::TOP_LEFT,
    draws: DrawRules::REPETITION,
    ..BRAZILIAN
};

const POOL: Variant = Variant {
    game: Draughts::Pool,
    code: 23,
    first: Side::Black,
    choice: Choice::Any,
    numbering: Numbering::TOP_LEFT,
    draws: DrawRules::REPETITION,
    ..BRAZILIAN
};

const ITALIAN: Variant = Variant {
    game: Draughts::Italian,
    code: 22,
    board: Board::CornerRight,
    first: Side::White,
    choice: Choice::Italian,
    man_takes_king: false,
    ..ENGLISH
};

const CZECH: Variant = Variant {
    game: Draughts::Czech,
    code: 29,
    man_captures: Directions::FORWARD,
    choice: Choice::KingFirst,
    promotion: Promotion::EndsMove,
    draws: DrawRules::REPETITION,
    ..BRAZILIAN
};

const SPANISH: Variant = Variant {
    game: Draughts::Spanish,
    code: 24,
    board: Board::CornerRight,
    choice: Choice::MostThenKings,
    numbering: Numbering::BOTTOM_RIGHT,
    ..CZECH
};

const PORTUGUESE: Variant = Variant { game: Draughts::Portuguese, code: 28, ..SPANISH };

const TURKISH: Variant = Variant {
    game: Draughts::Turkish,
    code: 30,
    board: Board::All,
    rows: (2, 3),
    man_moves: Directions::FORWARD_SIDEWAYS,
    man_captures: Directions::FORWARD_SIDEWAYS,
    king_moves: Directions::STRAIGHT,
    king_captures: Directions::STRAIGHT,
    removal: Removal::AtOnce,
    about_turn: false,
    draws: DrawRules { one_each: true, ..DrawRules::REPETITION },
    ..BRAZILIAN
};

const FRISIAN: Variant = Variant {
    game: Draughts::Frisian,
    code: 40,
    man_captures: Directions::ALL,
    king_captures: Directions::ALL,
    choice: Choice::FrisianValue,
    king_run: Some(3),
    scores_two: false,
    draws: DrawRules::FRISIAN,
    ..INTERNATIONAL
};

const THAI: Variant = Variant {
    game: Draughts::Thai,
    code: 31,
    rows: (1, 2),
    first: Side::Black,
    man_captures: Directions::FORWARD,
    range: Range::FlyingShortLanding,
    choice: Choice::Any,
    promotion: Promotion::EndsMove,
    removal: Removal::AtOnce,
    numbering: Numbering::BOTTOM_RIGHT,
    draws: DrawRules::REPETITION,
    ..BRAZILIAN
};

impl Variant {
    /// The parameters of a game.
    pub const fn of(game: Draughts) -> &'static Variant {
        match game {
            Draughts::Russian => &RUSSIAN,
            Draughts::International => &INTERNATIONAL,
            Draughts::Brazilian => &BRAZILIAN,
            Draughts::Canadian => &CANADIAN,
            Draughts::English => &ENGLISH,
            Draughts::Pool => &POOL,
            Draughts::Italian => &ITALIAN,
            Draughts::Czech => &CZECH,
            Draughts::Spanish => &SPANISH,
            Draughts::Portuguese => &PORTUGUESE,
            Draughts::Turkish => &TURKISH,
            Draughts::Frisian => &FRISIAN,
            Draughts::Spantsiretti => &SPANTSIRETTI,
            Draughts::Thai => &THAI,
        }
    }

    /// Is the square in this column and row (from 0 at White's left and near side) played on?
    pub const fn plays_on(&self, file: u8, rank: u8) -> bool {
        match self.board {
            Board::CornerLeft => (file + rank).is_multiple_of(2),
            Board::CornerRight => !(file + rank).is_multiple_of(2),
            Board::All => true,
        }
    }
}
