//! Drawn openings: the starting positions among which a lot decides (`source-requirements` T9).
//!
//! A list is a text with one opening a line. Empty lines and lines that begin with `#` are passed over. A line is
//!
//! ```text
//! NAME | 1. c3-d4 d6-c5 2. b2-c3
//! NAME | B:Wc3,d4:Ba5,b6
//! ```
//!
//! with the moves from the starting position, or a position in FEN. `NAME |` may be left out; then the moves are the
//! name.

use std::collections::BTreeSet;

use crate::chess::ChessGame;
use crate::draughts::DraughtsGame;
use crate::driver::Game;
use crate::lexer::{Lexer, Token};
use crate::{BoardView, GameKind, Replay, SetupError, Side};

/// A starting position that can be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its name, for slips and reports.
    pub name: String,
    /// The moves that lead to it, as written in the list; empty if the list gives a position.
    pub moves: Vec<String>,
    /// The position in which the players begin, in FEN.
    pub fen: String,
}

/// A line of an opening list that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the opening list: {reason}")]
pub struct OpeningError {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// Reads an opening list.
///
/// # Errors
///
/// Every line that holds no legal opening of the game, or a position that an earlier line gives already.
pub fn read_openings(kind: GameKind, text: &str) -> Result<Vec<Opening>, Vec<OpeningError>> {
    let mut openings: Vec<Opening> = Vec::new();
    let mut errors = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line_text = line.trim().trim_start_matches('\u{feff}');
        if line_text.is_empty() || line_text.starts_with('#') {
            continue;
        }
        let read = read_line(kind, line_text).and_then(|opening| {
            match openings.iter().find(|other| other.fen == opening.fen) {
                Some(other) => {
                    Err(format!("the position of \"{}\" is listed already, as \"{}\"", opening.name, other.name))
                }
                None => Ok(opening),
            }
        });
        match read {
            Ok(opening) => openings.push(opening),
            Err(reason) => errors.push(OpeningError { line: index + 1, reason }),
        }
    }
    if errors.is_empty() { Ok(openings) } else { Err(errors) }
}

fn read_line(kind: GameKind, line: &str) -> Result<Opening, String> {
    let (name, body) = match line.split_once('|') {
        Some((name, body)) => (name.trim(), body.trim()),
        None => (line, line),
    };
    let position = if kind.is_draughts() { body.contains(":W") || body.contains(":B") } else { body.contains('/') };
    let (moves, fen) = if position {
        crate::board_view(kind, body).map_err(|error| error.0)?;
        (Vec::new(), body.to_owned())
    } else {
        match kind.draughts() {
            None => follow(ChessGame::from_fen(&crate::start_fen(kind), kind).map_err(|e| e.0)?, body, false)?,
            Some(game) => follow(DraughtsGame::start(game, kind.is_giveaway()), body, true)?,
        }
    };
    Ok(Opening { name: name.to_owned(), moves, fen })
}

fn follow<G: Game>(mut game: G, text: &str, draughts: bool) -> Result<(Vec<String>, String), String> {
    let mut lexer = Lexer::new(text, draughts);
    let mut moves = Vec::new();
    while let Some((_, token)) = lexer.next() {
        match token {
            Token::Move(word) => {
                let played = game.find(word, &mut None).map_err(|reason| format!("{word}: {reason}"))?;
                game.make(&played);
                moves.push(word.to_owned());
            }
            Token::Number(_) | Token::Result("*") => {}
            _ => return Err(format!("\"{text}\" is neither a row of moves nor a position")),
        }
    }
    if moves.is_empty() {
        return Err(format!("\"{text}\" holds no move"));
    }
    Ok((moves, game.fen()))
}

/// Every position after `plies` half-moves, once each, with the moves that lead to it: a full list from which an
/// organiser strikes out what is not wanted.
///
/// Openings in which something can be taken at the end are left out with `quiet`. At most 4 half-moves are followed.
pub fn all_openings(kind: GameKind, plies: usize, quiet: bool) -> Vec<Opening> {
    let plies = plies.min(4);
    match kind.draughts() {
        None => match ChessGame::from_fen(&crate::start_fen(kind), kind) {
            Ok(game) => enumerate(&game, plies, quiet),
            Err(_) => Vec::new(),
        },
        Some(game) => enumerate(&DraughtsGame::start(game, kind.is_giveaway()), plies, quiet),
    }
}

fn enumerate<G: Game>(start: &G, plies: usize, quiet: bool) -> Vec<Opening> {
    let mut layer = vec![(start.clone(), Vec::new())];
    for _ in 0..plies {
        let mut next = Vec::new();
        let mut seen = BTreeSet::new();
        for (game, moves) in &layer {
            let legal = game.legal();
            for played in &legal {
                let mut after = game.clone();
                let text = game.describe(played, &legal).0;
                after.make(played);
                if seen.insert(after.fen()) {
                    let mut moves: Vec<String> = moves.clone();
                    moves.push(text);
                    next.push((after, moves));
                }
            }
        }
        layer = next;
    }
    layer
        .into_iter()
        .filter(|(game, _)| {
            !quiet || {
                let legal = game.legal();
                !legal.iter().any(|played| !game.describe(played, &legal).1.captured.is_empty())
            }
        })
        .map(|(game, moves)| Opening { name: moves.join(" "), moves, fen: game.fen() })
        .collect()
}

/// The openings of [`all_openings`] after which neither side loses material at once: with best play of both through
/// `depth` more half-moves, and on while anything can be taken, both have men and kings of the same worth (a king is
/// worth three men). Exchanges are allowed. Empty for chess.
pub fn level_openings(kind: GameKind, plies: usize, depth: usize) -> Vec<Opening> {
    let Some(game) = kind.draughts() else { return Vec::new() };
    all_openings(kind, plies, false)
        .into_iter()
        .filter(|opening| {
            // The position comes from the game itself, so that it can be read; anything else would not be level.
            DraughtsGame::from_fen(game, false, &opening.fen)
                .is_ok_and(|start| start.settled_lead(depth, -2000, 2000) == 0)
        })
        .collect()
}

/// A man that starts on another square in "flying" draughts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flight {
    /// The square that the man leaves.
    pub from: String,
    /// The square on which it starts.
    pub to: String,
}

/// The squares of a side's men and the empty squares to which one of them may fly: every choice of which the lot takes
/// one. Squares on which a man would become a king are left out.
///
/// Empty for chess.
pub fn flights(kind: GameKind, side: Side) -> Vec<Flight> {
    let Some(game) = kind.draughts() else { return Vec::new() };
    let board = DraughtsGame::start(game, false).view();
    let last_row = if side == Side::White { 0 } else { usize::from(board.ranks) - 1 };
    let mut list = Vec::new();
    for from in board.cells.iter().filter(|c| c.piece.is_some_and(|p| p.side == side)) {
        for (index, to) in board.cells.iter().enumerate() {
            if to.playable && to.piece.is_none() && index / usize::from(board.files) != last_row {
                list.push(Flight { from: from.label.clone(), to: to.label.clone() });
            }
        }
    }
    list
}

/// The starting position of "flying" draughts with one man of each side moved.
///
/// # Errors
///
/// [`SetupError`] if the game is not draughts, a square holds no man of that side or is not free, both men fly to the
/// same square, or the side to move could take something at once.
pub fn flying_start(kind: GameKind, white: &Flight, black: &Flight) -> Result<String, SetupError> {
    let Some(game) = kind.draughts() else {
        return Err(SetupError(format!("{} has no flying start", kind.label())));
    };
    let mut start = DraughtsGame::start(game, kind.is_giveaway());
    for (side, flight) in [(Side::White, white), (Side::Black, black)] {
        start.fly(side, &flight.from, &flight.to).map_err(SetupError)?;
    }
    for side in [Side::White, Side::Black] {
        if start.can_take(side) {
            let text = format!("with {} to {} and {} to {}", white.from, white.to, black.from, black.to);
            return Err(SetupError(format!("{text} {side} could take at once: draw again")));
        }
    }
    Ok(start.fen())
}

/// How the beginning of a record agrees with a drawn opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// The drawn position stands after this many half-moves: 0 where the record sets it up.
    Drawn(usize),
    /// The record ends, or its defect comes, before the opening is over.
    Short,
    /// The game begins otherwise.
    Other {
        /// It begins with a position of its own.
        set_up: bool,
        /// Its first half-moves, as many as the opening has, in the usual writing.
        moves: Vec<String>,
    },
}

/// Compares a record with an opening of `plies` half-moves that leads to the position `fen`; 0 for a position without moves.
///
/// The position decides, pieces and side to move, not the order of the moves: it stands at the start of the record, which then
/// sets it up, or after the opening's half-moves.
///
/// # Errors
///
/// [`SetupError`] if the opening's position cannot be set up for the game of the record.
pub fn beginning(replay: &Replay, plies: usize, fen: &str) -> Result<Beginning, SetupError> {
    let (board, side) = position(replay.kind, fen)?;
    let stands = |ply: usize| {
        replay.frames.get(ply).is_some_and(|frame| frame.to_move == side && same_pieces(&frame.board, &board))
    };
    if let Some(ply) = [0, plies].into_iter().find(|&ply| stands(ply)) {
        return Ok(Beginning::Drawn(ply));
    }
    let set_up = match (replay.frames.first(), position(replay.kind, &crate::start_fen(replay.kind))) {
        (Some(first), Ok((start, _))) => !same_pieces(&first.board, &start),
        _ => false,
    };
    if !set_up && replay.frames.len() <= plies {
        return Ok(Beginning::Short);
    }
    let moves = replay.frames.iter().skip(1).take(plies).map(|frame| frame.text.clone()).collect();
    Ok(Beginning::Other { set_up, moves })
}

fn position(kind: GameKind, fen: &str) -> Result<(BoardView, Side), SetupError> {
    fn seen<G: Game>(game: &G) -> (BoardView, Side) {
        (game.view(), game.side())
    }
    match kind.draughts() {
        None => Ok(seen(&ChessGame::from_fen(fen, kind)?)),
        Some(game) => Ok(seen(&DraughtsGame::from_fen(game, kind.is_giveaway(), fen)?)),
    }
}

fn same_pieces(a: &BoardView, b: &BoardView) -> bool {
    a.cells.len() == b.cells.len() && a.cells.iter().zip(&b.cells).all(|(a, b)| a.piece == b.piece)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Draughts;

    const RUSSIAN: GameKind = GameKind::Draughts(Draughts::Russian);

    #[test]
    fn lists_are_read_and_checked() {
        let text = "# two lines\nCross | 1. c3-d4 d6-c5\n\n1. c3-b4 b6-a5\nTable 3 | B:Wc3,d4:Ba5,b6\n";
        let list = read_openings(RUSSIAN, text).unwrap();
        assert_eq!(list.iter().map(|o| o.name.as_str()).collect::<Vec<_>>(), ["Cross", "1. c3-b4 b6-a5", "Table 3"]);
        assert_eq!(list[0].moves, ["c3-d4", "d6-c5"]);
        assert!(list[0].fen.starts_with("W:W"));
        let wrong =
            read_openings(RUSSIAN, "a | c3-d4\nb | c3-e5\nc | c3-d4\nd | W:Wz9:Ba1\ne | nothing\n").unwrap_err();
        assert_eq!(wrong.iter().map(|e| e.line).collect::<Vec<_>>(), [2, 3, 4, 5]);
        let chess = read_openings(GameKind::Chess, "Gambit | 1. e4 e5 2. f4\n").unwrap();
        assert_eq!(chess[0].fen, "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2");
    }

    #[test]
    fn full_lists() {
        // 7 first moves of each side are possible in Russian draughts; no two orders meet after 2 half-moves.
        assert_eq!(all_openings(RUSSIAN, 1, true).len(), 7);
        assert_eq!(all_openings(RUSSIAN, 2, false).len(), 49);
        assert!(all_openings(RUSSIAN, 2, true).len() < 49);
        assert_eq!(all_openings(GameKind::Chess, 1, false).len(), 20);
    }

    #[test]
    fn flying_draughts() {
        let white = flights(RUSSIAN, Side::White);
        // 12 men, 8 empty squares.
        assert_eq!(white.len(), 96);
        let flight = |from: &str, to: &str| Flight { from: from.to_owned(), to: to.to_owned() };
        let fen = flying_start(RUSSIAN, &flight("a1", "a5"), &flight("h8", "h4")).unwrap();
        assert!(fen.contains("a5") && fen.contains("h4") && !fen.contains("a1"));
        assert!(flying_start(RUSSIAN, &flight("a1", "c5"), &flight("h8", "h4")).is_err());
        assert!(flying_start(RUSSIAN, &flight("a1", "c3"), &flight("h8", "h4")).is_err());
        assert!(flying_start(RUSSIAN, &flight("a5", "b4"), &flight("h8", "h4")).is_err());
    }

    #[test]
    fn a_record_begins_with_the_drawn_opening_or_not() {
        let check = |kind: GameKind, opening: &str, record: &str| {
            let opening = read_openings(kind, opening).unwrap().remove(0);
            let replay = Replay::new(&crate::Record::parse(record), Some(kind));
            beginning(&replay, opening.moves.len(), &opening.fen).unwrap()
        };
        let other = |set_up, moves: &[&str]| Beginning::Other {
            set_up,
            moves: moves.iter().map(|text| (*text).to_owned()).collect(),
        };
        let cross = "Cross | c3-d4 d6-c5 b2-c3";
        assert_eq!(check(RUSSIAN, cross, "1. c3-d4 d6-c5 2. b2-c3 f6-g5 *"), Beginning::Drawn(3));
        // Another order of the moves leads to the same position, in numbers as well.
        assert_eq!(check(RUSSIAN, "c3-d4 b6-a5 g3-f4", "1. g3-f4 b6-a5 2. c3-d4 *"), Beginning::Drawn(3));
        assert_eq!(check(RUSSIAN, cross, "1. c3-d4 d6-c5 *"), Beginning::Short);
        assert_eq!(check(RUSSIAN, cross, "1. c3-d4 d6-c5 2. b2-c9 *"), Beginning::Short);
        assert_eq!(
            check(RUSSIAN, cross, "1. c3-d4 d6-c5 2. g3-f4 f6-g5 *"),
            other(false, &["c3-d4", "d6-c5", "g3-f4"])
        );
        // The record sets the position up and goes on from there.
        let fen = read_openings(RUSSIAN, cross).unwrap()[0].fen.clone();
        let set_up = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1... f6-g5 *");
        assert_eq!(check(RUSSIAN, cross, &set_up), Beginning::Drawn(0));
        assert_eq!(check(RUSSIAN, "B:Wc3,d4:Ba5,b6", &set_up), other(true, &[]));
        assert_eq!(check(RUSSIAN, "B:Wc3,d4:Ba5,b6", "[FEN \"B:Wd4,c3:Bb6,a5\"]\n\n*"), Beginning::Drawn(0));
        // The same men with the other side to move are another position.
        assert_eq!(check(RUSSIAN, "B:Wc3,d4:Ba5,b6", "[FEN \"W:Wc3,d4:Ba5,b6\"]\n\n*"), other(true, &[]));
        let gambit = "1. e4 e5 2. f4";
        assert_eq!(check(GameKind::Chess, gambit, "1. f4 e5 2. e4 exf4 *"), Beginning::Drawn(3));
        assert_eq!(check(GameKind::Chess, gambit, "1. e4 e5 2. Nf3 *"), other(false, &["e4", "e5", "Nf3"]));
        let wrong = beginning(&Replay::new(&crate::Record::parse("1. e4 *"), None), 0, "W:Wz9:B");
        assert!(wrong.is_err());
    }
}
