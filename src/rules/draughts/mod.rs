//! The draughts family: one engine, driven by the parameters of [`Variant`].
//!
//! # Adding a game
//!
//! A game that differs from the others only in its parameters is one entry more in the table of `variant.rs` and one
//! name more in [`Draughts`]: board, starting rows, directions, range of the king, which capture must be chosen, what
//! becomes of a man that reaches the last row while capturing, when captured pieces leave the board, numbering of the
//! squares, code in PDN, draw rules. The tests then hold it against a second, plainly written move generator without
//! further work; rows with published move counts belong into `tests/data/draughts-perft.tsv`.

mod variant;

pub use variant::{
    Board, Choice, Directions, DrawRules, LoneKing, Numbering, Promotion, Range, Removal, UnchangedMaterial, Variant,
};

use crate::driver::CheckOptions;
use crate::replay::Frame;
use crate::{Defect, Draughts, GameKind, Place, Record, SetupError, Side, Verdict};

/// The side that begins.
pub(crate) const fn first_mover(game: Draughts) -> Side {
    Variant::of(game).first
}

/// Are results written 2-0, 1-1, 0-2?
pub(crate) const fn scores_two(kind: GameKind) -> bool {
    match kind.draughts() {
        Some(game) => kind.is_giveaway() || Variant::of(game).scores_two,
        None => false,
    }
}

/// How a word of movetext looks, before anything is known of the game.
pub(crate) enum Look {
    /// `32-28`: the highest number.
    Numbers(u32),
    /// `c3-d4`.
    Letters {
        /// Does the move go to another file?
        leaves_file: bool,
    },
}

pub(crate) fn look(word: &str) -> Option<Look> {
    let mut highest = 0;
    let mut files = Vec::new();
    let mut squares = 0;
    for part in word.split(['-', 'x', ':', '*', '×']) {
        let part = part.trim();
        let digits = part.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let number: u32 = digits.parse().ok()?;
        match part.len() - digits.len() {
            0 => highest = highest.max(number),
            1 => files.push(part.as_bytes()[0]),
            _ => return None,
        }
        squares += 1;
    }
    match (squares, files.len()) {
        (0 | 1, _) => None,
        (_, 0) => Some(Look::Numbers(highest)),
        (all, some) if all == some => Some(Look::Letters { leaves_file: files.windows(2).any(|w| w[0] != w[1]) }),
        _ => None,
    }
}

pub(crate) fn candidates(highest: u32, lettered: bool, diagonal: bool) -> Vec<GameKind> {
    use Draughts as D;
    let games: &[Draughts] = match (lettered, diagonal, highest) {
        (true, false, _) => return vec![GameKind::Chess, GameKind::Draughts(D::Turkish)],
        (true, true, _) => &[D::Russian, D::Brazilian, D::Czech, D::Spantsiretti, D::Pool, D::Turkish],
        (false, _, 51..) => &[D::Canadian],
        (false, _, 33..) => &[D::International, D::Frisian],
        (false, _, _) => &[
            D::English,
            D::Italian,
            D::Pool,
            D::Spanish,
            D::Thai,
            D::International,
            D::Russian,
            D::Brazilian,
            D::Frisian,
        ],
    };
    games.iter().copied().map(GameKind::Draughts).collect()
}

pub(crate) fn kind_of_game_type(game_type: &str, variant: &str) -> GameKind {
    let _ = (game_type, variant);
    GameKind::Draughts(Draughts::International)
}

pub(crate) fn run(
    record: &Record,
    kind: GameKind,
    _options: &CheckOptions,
    _frames: Option<&mut Vec<Frame>>,
) -> Verdict {
    let reason = format!("{} cannot be checked yet", kind.label());
    let defect = Defect { place: Place::Setup, text: String::new(), line: record.line, reason };
    crate::driver::refused(record, kind, kind.first_mover(), defect)
}

pub(crate) fn perft(_game: Draughts, _fen: Option<&str>, _depth: u32) -> Result<u64, SetupError> {
    Err(SetupError("draughts cannot be counted yet".to_owned()))
}

pub(crate) struct DraughtsGame;

impl DraughtsGame {
    pub(crate) fn start(_game: Draughts, _giveaway: bool) -> DraughtsGame {
        DraughtsGame
    }

    pub(crate) fn fen(&self) -> String {
        String::new()
    }
}
