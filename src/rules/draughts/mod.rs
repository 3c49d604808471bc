//! The draughts family: one engine, driven by the parameters of [`Variant`].
//!
//! # Adding a game
//!
//! A game that differs from the others only in its parameters is one entry more in the table of `variant.rs` and one
//! name more in [`Draughts`]: board, starting rows, directions, range of the king, which capture must be chosen, what
//! becomes of a man that reaches the last row while capturing, when captured pieces leave the board, numbering of the
//! squares, code in PDN, draw rules. The tests then hold it against a second, plainly written move generator without
//! further work; rows with published move counts belong into `tests/data/draughts-perft.tsv`.

mod explain;
mod game;
mod geometry;
mod legs;
mod movegen;
mod notation;
mod position;
mod variant;

use std::sync::Arc;

pub use variant::{
    Board, Choice, Directions, DrawRules, LoneKing, Numbering, Promotion, Range, Removal, UnchangedMaterial, Variant,
};

pub(crate) use game::DraughtsGame;

use crate::driver::{CheckOptions, refused, replay, setup_defect};
use crate::replay::Frame;
use crate::{Defect, Draughts, GameKind, Note, Place, Record, SetupError, Side, Verdict};
use geometry::Rules;
use notation::GameType;
use position::Position;

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

/// The game that a GameType tag names. A tag that cannot be read is taken for the international game here, and refused
/// when the record is checked.
pub(crate) fn kind_of_game_type(game_type: &str, variant: &str) -> GameKind {
    if is_chess(game_type) {
        return GameKind::Chess;
    }
    let tag = GameType::read(game_type);
    let game = tag.as_ref().ok().and_then(|tag| tag.game);
    match tag {
        Ok(tag) if tag.giveaway => match (variant.parse::<GameKind>(), game) {
            (Ok(kind @ GameKind::Giveaway(_)), _) => kind,
            (_, Some(game)) => GameKind::Giveaway(game),
            _ => GameKind::Giveaway(Draughts::International),
        },
        _ => GameKind::Draughts(game.unwrap_or(Draughts::International)),
    }
}

/// Does a GameType tag name a game that is known?
pub(crate) fn names_game(game_type: &str) -> bool {
    is_chess(game_type) || GameType::read(game_type).is_ok_and(|tag| tag.giveaway || tag.game.is_some())
}

fn is_chess(game_type: &str) -> bool {
    game_type.split(',').next().is_some_and(|code| code.trim() == "0")
}

/// Checks a draughts record.
pub(crate) fn run(
    record: &Record,
    kind: GameKind,
    options: &CheckOptions,
    mut frames: Option<&mut Vec<Frame>>,
) -> Verdict {
    let Some(game) = kind.draughts() else {
        let reason = format!("{} is not a draughts game", kind.label());
        return refused(record, kind, kind.first_mover(), setup_defect(record, "GameType", reason));
    };
    let tag = record.tag("GameType").map(str::trim).filter(|text| !text.is_empty());
    let tag = match tag.map(GameType::read) {
        None => None,
        Some(Ok(tag)) => Some(tag),
        Some(Err(reason)) => {
            return refused(record, kind, kind.first_mover(), setup_defect(record, "GameType", reason));
        }
    };
    let named = tag.and_then(|tag| tag.game).filter(|named| *named != game);
    // A record that names its game is held to that game's rules.
    let kind = match named {
        Some(named) if kind.is_giveaway() => GameKind::Giveaway(named),
        Some(named) => GameKind::Draughts(named),
        None => kind,
    };
    let game = kind.draughts().unwrap_or(game);
    let mut best: Option<(Verdict, Vec<Frame>)> = None;
    for mut setting in settings(game, tag) {
        if let Some(first) = options.first {
            setting.variant.first = first;
        }
        let mut kept = Vec::new();
        let verdict = run_setting(record, kind, options, setting, tag, frames.is_some().then_some(&mut kept));
        let clean = !matches!(verdict.defect, Some(Defect { place: Place::Ply(_) | Place::Setup, .. }));
        if clean || best.as_ref().is_none_or(|(other, _)| verdict.plies > other.plies + 1) {
            best = Some((verdict, kept));
        }
        if clean {
            break;
        }
    }
    match best {
        Some((mut verdict, kept)) => {
            if let Some(named) = named {
                let text = format!("the GameType tag says {}", GameKind::Draughts(named).label());
                verdict.notes.insert(0, Note { ply: 0, line: record.line, text });
            }
            if let Some(frames) = frames.as_deref_mut() {
                *frames = kept;
            }
            verdict
        }
        // `settings` never is empty.
        None => run_setting(record, kind, options, Setting::usual(game), tag, frames),
    }
}

/// How a record may be meant: who begins, how squares are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Setting {
    variant: Variant,
    /// Squares are read in letters and in numbers.
    loose: bool,
    /// What is unusual about it.
    remark: Option<&'static str>,
}

impl Setting {
    fn usual(game: Draughts) -> Setting {
        Setting { variant: *Variant::of(game), loose: true, remark: None }
    }
}

/// The settings to try, the likeliest first.
fn settings(game: Draughts, tag: Option<GameType>) -> Vec<Setting> {
    let usual = Setting::usual(game);
    let mut list = Vec::with_capacity(2);
    if let Some(details) = tag.and_then(|tag| tag.details) {
        let mut variant = usual.variant;
        variant.first = details.first;
        if let Some(numbering) = details.numbering {
            variant.numbering = numbering;
        }
        // Jamaican draughts names the squares from the right-hand corner of a mirrored board: the same names arise on
        // the usual one.
        if let Some(light) = details.light_corner.filter(|_| variant.board != Board::All && !details.mirrored) {
            variant.board = if light { Board::CornerRight } else { Board::CornerLeft };
        }
        list.push(Setting { variant, loose: false, remark: None });
        if variant != usual.variant {
            let remark = Some("the moves do not fit the GameType tag's notation, but the usual one of the game");
            list.push(Setting { remark, ..usual });
        }
    } else {
        list.push(Setting { loose: tag.is_none(), ..usual });
        if game == Draughts::Pool {
            // Pool is played with either side beginning; a record without the long tag does not tell which.
            let mut variant = usual.variant;
            variant.first = variant.first.other();
            list.push(Setting { variant, loose: true, remark: Some("White begins") });
        }
    }
    list
}

fn run_setting(
    record: &Record,
    kind: GameKind,
    options: &CheckOptions,
    setting: Setting,
    tag: Option<GameType>,
    frames: Option<&mut Vec<Frame>>,
) -> Verdict {
    let variant = setting.variant;
    let rules =
        if variant == *Variant::of(variant.game) { Rules::of(variant.game) } else { Arc::new(Rules::new(variant)) };
    let mut notes = Vec::new();
    let mut note = |text: String| notes.push(Note { ply: 0, line: record.line, text });
    let size = tag.and_then(|tag| tag.details).map(|details| (details.files, details.ranks));
    if size.is_some_and(|size| size != (variant.files, variant.ranks)) {
        note("the board size in the GameType tag does not belong to this game".to_owned());
    }
    if let Some(remark) = setting.remark {
        note(remark.to_owned());
    }
    let position = match record.tag("FEN").map(str::trim).filter(|fen| !fen.is_empty()) {
        None => Position::start(&rules),
        Some(fen) => match Position::read(&rules, fen) {
            Ok(position) => position,
            Err(error) => return refused(record, kind, variant.first, setup_defect(record, "FEN", error.0)),
        },
    };
    if position.uncrowned(&rules) != 0 {
        note("impossible position: a man stands on the row where it becomes a king".to_owned());
    }
    let draws = options.draws.unwrap_or(variant.draws);
    let game = DraughtsGame::new(rules, position, draws, kind.is_giveaway(), setting.loose);
    replay(game, record, kind, variant.first, notes, frames)
}

/// See [`crate::perft`].
pub(crate) fn perft(game: Draughts, fen: Option<&str>, depth: u32) -> Result<u64, SetupError> {
    let rules = Rules::of(game);
    let position = match fen {
        Some(fen) => Position::read(&rules, fen)?,
        None => Position::start(&rules),
    };
    Ok(movegen::count(&rules, &position, depth))
}
