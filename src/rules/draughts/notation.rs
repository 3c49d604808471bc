//! Reading and writing draughts moves, and the GameType tag.

use super::geometry::{Rules, SquareError};
use super::movegen::{Move, ways};
use super::position::Position;
use super::variant::{Numbering, Variant};
use crate::{Draughts, GameKind, Side};

/// Longest path of a capture that is read.
const LONGEST: usize = 40;

/// Steps of the search for the ways of a capture.
pub(crate) const WAYS_BUDGET: u32 = 200_000;

/// A move as written: squares, and whether a capture sign stands between them.
pub(crate) struct Written {
    squares: [u8; LONGEST],
    len: usize,
    pub(crate) capture: bool,
}

impl Written {
    /// Reads `32-28`, `07x18x27`, `c3:e5`, `1- 7`, `c3d4`.
    pub(crate) fn read(rules: &Rules, text: &str, loose: bool) -> Result<Written, String> {
        let mut written = Written { squares: [0; LONGEST], len: 0, capture: false };
        if written.read_numbers(rules, text) && (loose || !rules.lettered()) {
            return Ok(written);
        }
        written.len = 0;
        written.capture = false;
        let not_a_move = || format!("\"{text}\" is not a move");
        let mut rest = text.trim_end_matches('.');
        loop {
            let end = rest.find(['-', 'x', ':', '*', '×', 'X', '–']).unwrap_or(rest.len());
            written.push(rules, rest[..end].trim(), text, loose)?;
            let Some(sign) = rest[end..].chars().next() else { break };
            written.capture |= !matches!(sign, '-' | '–');
            rest = &rest[end + sign.len_utf8()..];
        }
        if written.len < 2 { Err(not_a_move()) } else { Ok(written) }
    }

    /// The quick way for `32-28` and `19x30x21`. False where anything else stands in the text.
    fn read_numbers(&mut self, rules: &Rules, text: &str) -> bool {
        let mut number = 0;
        let mut digits = 0;
        for &byte in text.as_bytes().iter().chain(b"-") {
            match byte {
                b'0'..=b'9' if digits < 3 => {
                    number = number * 10 + usize::from(byte - b'0');
                    digits += 1;
                }
                b'-' | b'x' | b':' | b'*' if digits > 0 && self.len < LONGEST => {
                    let Some(square) = rules.numbered(number) else { return false };
                    self.squares[self.len] = square;
                    self.len += 1;
                    self.capture |= byte != b'-';
                    (number, digits) = (0, 0);
                }
                _ => return false,
            }
        }
        self.len >= 2
    }

    fn push(&mut self, rules: &Rules, name: &str, text: &str, loose: bool) -> Result<(), String> {
        let lettered = name.starts_with(|c: char| c.is_ascii_alphabetic());
        // Squares written without a sign between: c3d4.
        if lettered && let Some(next) = name[1..].find(|c: char| c.is_ascii_alphabetic()) {
            self.push(rules, &name[..next + 1], text, loose)?;
            return self.push(rules, &name[next + 1..], text, loose);
        }
        let square = rules.square(name).map_err(|error| match error {
            SquareError::NoSquare => format!("\"{text}\" is not a move"),
            SquareError::Outside => format!("there is no square {name} on this board"),
            SquareError::NotPlayed => format!("{name} is a square that is not played on"),
        })?;
        if lettered != rules.lettered() && !loose {
            return Err(format!(
                "\"{text}\" is not in the notation of this game: squares are {} here",
                if rules.lettered() { "letters and numbers (c3)" } else { "running numbers (32)" }
            ));
        }
        if self.len == LONGEST {
            return Err(format!("\"{text}\" is not a move"));
        }
        self.squares[self.len] = square;
        self.len += 1;
        Ok(())
    }

    pub(crate) fn from(&self) -> u8 {
        self.squares[0]
    }

    pub(crate) fn to(&self) -> u8 {
        self.squares[self.len - 1]
    }

    /// All written squares.
    pub(crate) fn squares(&self) -> &[u8] {
        &self.squares[..self.len]
    }

    /// The squares written between start and end.
    pub(crate) fn between(&self) -> &[u8] {
        &self.squares[1..self.len - 1]
    }

    /// The legal move that is meant, or the number of those that could be meant if that is not one.
    pub(crate) fn find(&self, rules: &Rules, position: &Position, legal: &[Move]) -> Result<Move, usize> {
        if !self.between().is_empty() {
            let fitting = self.fitting(rules, position, legal);
            return if let [only] = fitting[..] { Ok(only) } else { Err(fitting.len()) };
        }
        let mut ends = legal.iter().filter(|m| m.from == self.from() && m.to == self.to());
        match (ends.next(), ends.count()) {
            (Some(only), 0) => Ok(*only),
            (Some(_), more) => Err(more + 1),
            (None, _) => Err(0),
        }
    }

    /// The legal moves that the writing can mean.
    pub(crate) fn fitting(&self, rules: &Rules, position: &Position, legal: &[Move]) -> Vec<Move> {
        let ends = legal.iter().filter(|m| m.from == self.from() && m.to == self.to());
        if self.between().is_empty() {
            return ends.copied().collect();
        }
        let mut budget = WAYS_BUDGET;
        let fitting: Vec<Move> =
            ends.filter(|m| m.captured != 0 && self.leads(rules, position, m, false, &mut budget)).copied().collect();
        if fitting.len() < 2 {
            return fitting;
        }
        // Written in full, a short capture is not confused with a longer one that lands on the same squares.
        let exact: Vec<Move> =
            fitting.iter().filter(|m| self.leads(rules, position, m, true, &mut budget)).copied().collect();
        if exact.len() == 1 { exact } else { fitting }
    }

    /// Does some way to make this capture land on the written squares, in order?
    /// With `whole`, on these squares and no others?
    fn leads(&self, rules: &Rules, position: &Position, played: &Move, whole: bool, budget: &mut u32) -> bool {
        let wanted = self.between();
        ways(rules, position, played, budget, &mut |path| {
            if whole {
                return path.split_last().is_some_and(|(_, before)| before == wanted);
            }
            let mut left = wanted.iter();
            let mut next = left.next();
            for square in &path[..path.len().saturating_sub(1)] {
                if next == Some(square) {
                    next = left.next();
                }
            }
            next.is_none()
        })
    }
}

/// The usual writing: start, sign, end; with the whole path where start and end do not tell which capture is meant.
pub(crate) fn write(rules: &Rules, position: &Position, played: &Move, legal: &[Move]) -> String {
    let name = |square: u8| rules.names[usize::from(square)].as_str();
    if played.captured == 0 {
        return format!("{}-{}", name(played.from), name(played.to));
    }
    let sign = rules.variant.capture_sign;
    let same = legal.iter().filter(|m| m.from == played.from && m.to == played.to).count();
    let mut out = name(played.from).to_owned();
    if same > 1 {
        for square in between(rules, position, played) {
            out.push(sign);
            out.push_str(name(square));
        }
    }
    out.push(sign);
    out.push_str(name(played.to));
    out
}

/// The landing squares between start and end of the first way to make a capture.
pub(crate) fn between(rules: &Rules, position: &Position, played: &Move) -> Vec<u8> {
    let mut squares = Vec::new();
    let mut budget = WAYS_BUDGET;
    ways(rules, position, played, &mut budget, &mut |path| {
        squares.extend_from_slice(&path[..path.len().saturating_sub(1)]);
        true
    });
    squares
}

/// What a GameType tag says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameType {
    /// The game, if the code is known; giveaway has the code 98 for all games.
    pub(crate) game: Option<Draughts>,
    pub(crate) giveaway: bool,
    /// The fields behind the code, where they are given.
    pub(crate) details: Option<Details>,
}

/// The long form of a GameType tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Details {
    pub(crate) first: Side,
    pub(crate) files: u8,
    pub(crate) ranks: u8,
    pub(crate) numbering: Option<Numbering>,
    /// Is the bottom left corner left empty, if that is told?
    pub(crate) light_corner: Option<bool>,
    /// Do letters run from the other corner? The board is then the mirror picture of the usual one.
    pub(crate) mirrored: bool,
}

impl GameType {
    /// Reads `20`, `20,W,10,10,N2,0` or the name of a game.
    pub(crate) fn read(text: &str) -> Result<GameType, String> {
        if matches!(text.split(',').next(), Some("0")) {
            return Err(format!("GameType \"{text}\" is chess, not a draughts game"));
        }
        let unknown = || format!("GameType \"{text}\" is not known");
        let syntax = || format!("GameType \"{text}\" has a wrong syntax: it should look like 20,W,10,10,N2,0");
        let fields: Vec<&str> = text.split(',').map(str::trim).collect();
        let Some(code) = fields.first().and_then(|code| code.parse::<u16>().ok()) else {
            let kind = by_name(text).ok_or_else(unknown)?;
            return Ok(GameType { game: kind.draughts(), giveaway: kind.is_giveaway(), details: None });
        };
        let game = Draughts::ALL.into_iter().find(|game| Variant::of(*game).code == code);
        if game.is_none() && code != 98 {
            return Err(unknown());
        }
        let details = match fields[1..] {
            [] => None,
            [first, files, ranks, notation, ref corner @ ..] if corner.len() < 2 => {
                let first = match first {
                    "W" | "w" => Side::White,
                    "B" | "b" => Side::Black,
                    _ => return Err(syntax()),
                };
                Some(Details {
                    first,
                    files: files.parse().map_err(|_| syntax())?,
                    ranks: ranks.parse().map_err(|_| syntax())?,
                    numbering: numbering(notation, first).ok_or_else(syntax)?,
                    mirrored: matches!(notation, "A1" | "a1"),
                    light_corner: match corner {
                        [] => None,
                        ["0"] => Some(false),
                        ["1"] => Some(true),
                        _ => return Err(syntax()),
                    },
                })
            }
            _ => return Err(syntax()),
        };
        Ok(GameType { game, giveaway: code == 98, details })
    }
}

/// The notation field; `Some(None)` if it names none that concerns the squares.
fn numbering(field: &str, first: Side) -> Option<Option<Numbering>> {
    let corner: u8 = match field.get(1..) {
        Some("") | None => 2,
        Some(digit) => digit.parse().ok().filter(|corner| *corner <= 3)?,
    };
    match field.chars().next()? {
        'A' | 'a' => Some(Some(Numbering::Letters)),
        'N' | 'n' => {
            // The corner is named as the starting player sees it.
            let turned = first == Side::Black;
            Some(Some(Numbering::Numbers {
                from_far: (corner >= 2) != turned,
                from_right: (corner % 2 == 1) != turned,
            }))
        }
        'S' | 's' => Some(None),
        _ => None,
    }
}

fn by_name(text: &str) -> Option<GameKind> {
    if let Ok(kind) = text.parse::<GameKind>() {
        return kind.is_draughts().then_some(kind);
    }
    let lower = text.to_lowercase();
    let giveaway = ["giveaway", "anti", "losing", "suicide"].iter().any(|word| lower.contains(word));
    const NAMES: [(&str, Draughts); 20] = [
        ("international", Draughts::International),
        ("polish", Draughts::International),
        ("10x10", Draughts::International),
        ("100", Draughts::International),
        ("pool", Draughts::Pool),
        ("english", Draughts::English),
        ("american", Draughts::English),
        ("checkers", Draughts::English),
        ("italian", Draughts::Italian),
        ("dama italiana", Draughts::Italian),
        ("spanish", Draughts::Spanish),
        ("portuguese", Draughts::Portuguese),
        ("spantsiretti", Draughts::Spantsiretti),
        ("russian", Draughts::Russian),
        ("shashki", Draughts::Russian),
        ("brazilian", Draughts::Brazilian),
        ("canadian", Draughts::Canadian),
        ("czech", Draughts::Czech),
        ("turkish", Draughts::Turkish),
        ("frisian", Draughts::Frisian),
    ];
    let game = NAMES.iter().find(|(name, _)| lower.contains(name)).map(|(_, game)| *game);
    let game = game.or_else(|| lower.contains("thai").then_some(Draughts::Thai))?;
    Some(if giveaway { GameKind::Giveaway(game) } else { GameKind::Draughts(game) })
}
