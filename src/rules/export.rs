//! Writing records: PGN and PDN with full headers.

use std::fmt::Write as _;

use crate::draughts::{Numbering, Variant};
use crate::lexer::{Lexer, Token};
use crate::{Draughts, GameKind, Outcome, Record, Replay, Side};

/// The headers that the event knows about a game. An empty or missing one is written `?` where the standard demands it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers {
    /// Event.
    pub event: String,
    /// Place.
    pub site: String,
    /// Date, `YYYY.MM.DD`.
    pub date: String,
    /// Round, such as `3` or `3.1`.
    pub round: String,
    /// White player.
    pub white: String,
    /// Black player.
    pub black: String,
    /// The result as entered; `None` for an unfinished game.
    pub result: Option<Outcome>,
    /// More tags, in order, after the seven standard ones.
    pub more: Vec<(String, String)>,
}

/// Writes a chess record as PGN: the seven standard tags from `headers`, the record's other tags, the checked moves in
/// SAN with clock times but without other comments, and the result.
///
/// Moves behind a defect are not written; a record that should be kept as it came is its [`Record::source`]. The moves of
/// a record that sets up positions among them are written as they came.
pub fn pgn_export(record: &Record, headers: &Headers) -> String {
    write_record(record, headers, None)
}

/// Writes a draughts record as PDN 3.0, as [`pgn_export`] does for chess.
pub fn pdn_export(record: &Record, kind: GameKind, headers: &Headers) -> String {
    write_record(record, headers, Some(kind))
}

/// The GameType tag of a game, such as `20,W,10,10,N2,0`.
///
/// Giveaway games have no number in PDN; servers use 98 for the international one, and so does this program for all.
pub fn game_type(kind: GameKind) -> Option<String> {
    let variant = Variant::of(kind.draughts()?);
    game_type_as(kind, variant.first, variant.numbering == Numbering::Letters)
}

/// The GameType tag of a game in which `first` begins and squares are named by letters or by numbers.
fn game_type_as(kind: GameKind, first: Side, lettered: bool) -> Option<String> {
    let game: Draughts = kind.draughts()?;
    let variant = Variant::of(game);
    let code = if kind.is_giveaway() { 98 } else { variant.code };
    let notation = match variant.numbering {
        _ if lettered => "A0".to_owned(),
        Numbering::Letters => corner(true, false, first),
        Numbering::Numbers { from_far, from_right } => corner(from_far, from_right, first),
    };
    let first = if first == Side::White { 'W' } else { 'B' };
    let light_corner = u8::from(!variant.plays_on(0, 0));
    Some(format!("{code},{first},{},{},{notation},{light_corner}", variant.files, variant.ranks))
}

/// The corner of square 1, named as the starting player sees it.
fn corner(from_far: bool, from_right: bool, first: Side) -> String {
    let turned = first == Side::Black;
    format!("N{}", u8::from(from_far != turned) * 2 + u8::from(from_right != turned))
}

fn write_record(record: &Record, headers: &Headers, kind: Option<GameKind>) -> String {
    let replay = Replay::new(record, kind);
    let kind = replay.kind;
    let result = headers.result.map_or("*", |outcome| outcome.text(kind, replay.verdict.first));
    let mut out = String::new();
    let standard: [(&str, &str, &str); 7] = [
        ("Event", &headers.event, "?"),
        ("Site", &headers.site, "?"),
        ("Date", &headers.date, "????.??.??"),
        ("Round", &headers.round, "?"),
        ("White", &headers.white, "?"),
        ("Black", &headers.black, "?"),
        ("Result", result, "*"),
    ];
    for (name, value, unknown) in standard {
        tag(&mut out, name, if value.is_empty() { unknown } else { value });
    }
    let mut written: Vec<&str> = standard.iter().map(|s| s.0).collect();
    for (name, value) in &headers.more {
        tag(&mut out, name, value);
        written.push(name);
    }
    // A tag that tells more than the game is right for the squares as they are written.
    let long = record.tag("GameType").filter(|tag| tag.contains(',') && replay.verdict.notes.is_empty());
    let lettered = replay.frames.first().is_some_and(|frame| frame.board.lettered);
    let game_type = long.map(str::to_owned).or_else(|| game_type_as(kind, replay.verdict.first, lettered));
    if let Some(game_type) = &game_type {
        tag(&mut out, "GameType", game_type);
        written.push("GameType");
    }
    if kind.is_giveaway() || kind == GameKind::Chess960 {
        let name = if kind == GameKind::Chess960 { "Chess960".to_owned() } else { kind.to_string() };
        tag(&mut out, "Variant", &name);
        written.push("Variant");
    }
    if record.tag("FEN").is_some()
        && let Some(start) = replay.frames.first()
    {
        tag(&mut out, "SetUp", "1");
        tag(&mut out, "FEN", &start.fen);
    }
    written.extend(["FEN", "SetUp"]);
    for other in &record.tags {
        if !written.iter().any(|name| name.eq_ignore_ascii_case(&other.name)) {
            tag(&mut out, &other.name, &other.value);
        }
    }
    out.push('\n');
    // A position that is set up among the moves is kept there, with the moves as they came.
    if sets_up(record, kind) {
        out.push_str(record.moves().trim());
    } else {
        write_moves(&mut out, record, &replay, result);
    }
    out.push_str("\n\n");
    out
}

fn tag(out: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
    // Writing into a String cannot fail.
    let _ = writeln!(out, "[{name} \"{value}\"]");
}

/// The moves in the usual writing with the clock times that the record holds, then the result; at most 79 bytes a line.
fn write_moves(out: &mut String, record: &Record, replay: &Replay, result: &str) {
    let mut column = 0;
    let mut put = |out: &mut String, word: &str| {
        if column > 0 && column + 1 + word.len() > 79 {
            out.push('\n');
            column = 0;
        }
        if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += word.len();
    };
    let first = replay.verdict.first;
    let start_number = first_number(record, replay.kind);
    let mut number = start_number;
    for pair in replay.frames.windows(2) {
        let [before, after] = pair else { continue };
        if before.to_move == first {
            put(out, &format!("{number}."));
        } else if before.ply == 0 {
            put(out, &format!("{number}..."));
        }
        put(out, &after.text);
        if let Some(clock) = after.clock {
            put(out, &format!("{{[%clk {}:{:02}:{:02}]}}", clock / 3600, clock / 60 % 60, clock % 60));
        }
        if before.to_move != first {
            number += 1;
        }
    }
    put(out, result);
}

fn sets_up(record: &Record, kind: GameKind) -> bool {
    let mut lexer = Lexer::new(record.moves(), kind.is_draughts());
    std::iter::from_fn(|| lexer.next()).any(|(_, token)| matches!(token, Token::SetUp(_)))
}

fn first_number(record: &Record, kind: GameKind) -> u32 {
    let mut lexer = Lexer::new(record.moves(), kind.is_draughts());
    while let Some((_, token)) = lexer.next() {
        match token {
            Token::Number(number) => return number.max(1),
            Token::Comment(_) => {}
            _ => break,
        }
    }
    1
}
