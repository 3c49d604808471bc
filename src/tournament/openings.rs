//! Openings drawn by lot (`source-requirements` T9): the lists that come with the program, and the draw.
//!
//! The draw is repeatable: the same list, seed and number of boards give the same openings on every machine
//! ([`pairing::Lot`]). All games of a micro-match begin with the same opening.

use crate::model::{Color, DrawnOpening, DrawnOpenings, Settings};
use pairing::Lot;
use rules::opening::{Opening, flights, flying_start, read_openings};
use rules::{Draughts, GameKind, Side, chess960_fen, legal_moves};
use std::fmt::Write;

/// The list of "flying" draughts: one man of each side starts on another square.
pub const FLYING: &str = "flying";

/// The list of the 960 starting positions of Chess960.
pub const CHESS960: &str = "chess960";

/// What [`DrawnOpenings::list`] says when people have drawn.
pub const BY_HAND: &str = "by hand";

/// Tries of a flying start before the draw gives up; a try is good in about one of three cases.
const FLYING_TRIES: usize = 1000;

/// A list of openings that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct List {
    /// Its name in commands.
    pub name: &'static str,
    /// Words for people.
    pub title: &'static str,
    text: &'static str,
}

macro_rules! shipped {
    ($($game:ident $name:literal $title:literal,)*) => {
        [$((Draughts::$game, List {
            name: $name,
            title: $title,
            text: include_str!(concat!("../../data/openings/", $name, ".txt")),
        }),)*]
    };
}

const SHIPPED: [(Draughts, List); 10] = shipped! {
    Russian "russian-2" "Russian draughts, first move of each side",
    Russian "russian-3" "Russian draughts, three moves",
    English "english-2" "English draughts, two moves",
    English "english-3" "English draughts, three moves",
    Pool "pool-2" "Pool checkers, two moves",
    Pool "pool-3" "Pool checkers, three moves",
    Brazilian "brazilian-2" "Brazilian draughts, two moves",
    Brazilian "brazilian-3" "Brazilian draughts, three moves",
    Italian "italian-2" "Italian draughts, two moves",
    Italian "italian-3" "Italian draughts, three moves",
};

/// The lists that fit a game.
pub fn lists(kind: GameKind) -> Vec<List> {
    let Some(game) = kind.draughts() else {
        let title = "Chess960, one of the 960 starting positions";
        return if kind == GameKind::Chess960 { vec![List { name: CHESS960, title, text: "" }] } else { Vec::new() };
    };
    let fixed = SHIPPED.iter().filter(|(of, _)| *of == game).map(|(_, list)| *list);
    let flying = List { name: FLYING, title: "Flying draughts, one man of each side on another square", text: "" };
    fixed.chain([flying]).collect()
}

/// The openings of a list; `text` is the organiser's own list, empty for one that comes with the program.
///
/// # Errors
/// In words: an unknown list, or the lines of an own list that cannot be used. [`FLYING`] and [`CHESS960`] are not written out.
pub fn read_list(kind: GameKind, name: &str, text: &str) -> Result<Vec<Opening>, String> {
    let text = if text.is_empty() {
        let known = lists(kind);
        match known.iter().find(|list| list.name == name && !list.text.is_empty()) {
            Some(list) => list.text,
            None => return Err(unknown(kind, name, &known)),
        }
    } else {
        text
    };
    let openings = read_openings(kind, text).map_err(|errors| {
        let lines: Vec<String> = errors.iter().take(5).map(ToString::to_string).collect();
        format!("{name}: {}", lines.join("; "))
    })?;
    if openings.is_empty() { Err(format!("{name}: the list holds no opening.")) } else { Ok(openings) }
}

fn unknown(kind: GameKind, name: &str, known: &[List]) -> String {
    if known.is_empty() {
        return format!("No list of openings comes with the program for {}; give an own list.", kind.label());
    }
    let names: Vec<&str> = known.iter().map(|list| list.name).collect();
    format!("There is no list \"{name}\" for {}; there are {}.", kind.label(), names.join(", "))
}

/// Draws `count` openings, each by a lot of its own (so the same one may come again).
///
/// # Errors
/// In words, as [`read_list`].
pub fn draw(kind: GameKind, list: &str, text: &str, seed: u64, count: usize) -> Result<Vec<DrawnOpening>, String> {
    let mut lot = Lot::new(seed);
    let fits = |name| text.is_empty() && list == name && lists(kind).iter().any(|known| known.name == name);
    if fits(FLYING) {
        return (0..count).map(|_| fly(kind, &mut lot)).collect();
    }
    if fits(CHESS960) {
        return (0..count)
            .map(|_| {
                let number = lot.below(960) as u32;
                let fen = chess960_fen(number).ok_or("There is no such starting position.")?;
                Ok(DrawnOpening { name: format!("Position {number}"), moves: Vec::new(), fen })
            })
            .collect();
    }
    let openings = read_list(kind, list, text)?;
    // The list is not empty, so every number drawn is in it.
    Ok((0..count).filter_map(|_| openings.get(lot.below(openings.len()))).cloned().map(drawn).collect())
}

fn drawn(opening: Opening) -> DrawnOpening {
    let Opening { name, moves, fen } = opening;
    // A line without a name of its own is named by its moves.
    let own = moves.is_empty() || !name.contains(&moves[0]);
    DrawnOpening { name: if own { name } else { String::new() }, moves, fen }
}

/// A flying start in which nobody can take at once and the first side to move can move.
fn fly(kind: GameKind, lot: &mut Lot) -> Result<DrawnOpening, String> {
    let (white, black) = (flights(kind, Side::White), flights(kind, Side::Black));
    for _ in 0..FLYING_TRIES {
        let (Some(w), Some(b)) = (white.get(lot.below(white.len())), black.get(lot.below(black.len()))) else { break };
        let Ok(fen) = flying_start(kind, w, b) else { continue };
        if legal_moves(kind, &fen).is_ok_and(|moves| !moves.is_empty()) {
            let name = format!("White {} to {}, Black {} to {}", w.from, w.to, b.from, b.to);
            return Ok(DrawnOpening { name, moves: Vec::new(), fen });
        }
    }
    Err(format!("{} has no flying start.", kind.label()))
}

/// An opening as it is typed in: a line of a list, that is moves from the starting position or a position in FEN, with or without `NAME |`
/// before it. For Chess960 also the number of a starting position.
///
/// # Errors
/// In words: what is wrong with it.
pub fn by_hand(kind: GameKind, line: &str) -> Result<DrawnOpening, String> {
    let line = line.trim();
    if kind == GameKind::Chess960
        && let Some(fen) = line.parse().ok().and_then(chess960_fen)
    {
        return Ok(DrawnOpening { name: format!("Position {line}"), moves: Vec::new(), fen });
    }
    let openings = read_openings(kind, line)
        .map_err(|errors| errors.into_iter().next().map_or_else(String::new, |error| error.reason))?;
    match <[Opening; 1]>::try_from(openings) {
        Ok([opening]) => {
            let mut opening = drawn(opening);
            if opening.name == opening.fen {
                opening.name.clear();
            }
            Ok(opening)
        }
        Err(_) => Err("Write one opening: its moves, or a position in FEN.".to_owned()),
    }
}

/// The name of the event's game for people, "Russian draughts"; as it was typed for a game that the program does not know.
pub fn game_name(settings: &Settings) -> String {
    settings.game.parse::<GameKind>().map_or_else(|_| settings.game.clone(), |kind| kind.label().to_owned())
}

/// Whether Black (dark) makes the first move of a game, as in English draughts; `false` for games that the program does not know.
pub fn black_begins(settings: &Settings) -> bool {
    settings.game.parse::<GameKind>().is_ok_and(|kind| kind.first_mover() == Side::Black)
}

/// The squares of the pieces in a position of the event's game, White's and Black's, such as "a1, c3, king h8"; `None` for a game that the program
/// does not know.
pub fn pieces(settings: &Settings, fen: &str) -> Option<[String; 2]> {
    let board = rules::board_view(settings.game.parse().ok()?, fen).ok()?;
    Some([Side::White, Side::Black].map(|side| {
        let of_side =
            board.cells.iter().filter_map(|cell| Some((cell, cell.piece.filter(|piece| piece.side == side)?)));
        let mut words: Vec<(usize, String)> = of_side
            .map(|(cell, piece)| match piece.kind {
                rules::PieceKind::Man => (1, cell.label.clone()),
                rules::PieceKind::Crowned => (0, format!("king {}", cell.label)),
                rules::PieceKind::King => (0, format!("K{}", cell.label)),
                rules::PieceKind::Queen => (0, format!("Q{}", cell.label)),
                rules::PieceKind::Rook => (0, format!("R{}", cell.label)),
                rules::PieceKind::Bishop => (0, format!("B{}", cell.label)),
                rules::PieceKind::Knight => (0, format!("N{}", cell.label)),
                rules::PieceKind::Pawn => (1, cell.label.clone()),
            })
            .collect();
        // Kings and officers first; the board's order stays.
        words.sort_by_key(|(rank, _)| *rank);
        words.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(", ")
    }))
}

impl DrawnOpening {
    /// Who moves first after it, as the position says.
    pub fn to_move(&self) -> Option<Color> {
        let side = match self.fen.split_once(':') {
            Some((side, _)) => side,
            None => self.fen.split_whitespace().nth(1)?,
        };
        match side.trim() {
            "W" | "w" => Some(Color::White),
            "B" | "b" => Some(Color::Black),
            _ => None,
        }
    }

    /// "No. 17": the name alone, or all there is where there is no name.
    pub fn short(&self) -> String {
        let name = self.title();
        if name.is_empty() { self.words() } else { name }
    }

    fn title(&self) -> String {
        if self.name.parse::<u32>().is_ok() { format!("No. {}", self.name) } else { self.name.clone() }
    }

    /// "No. 17: 1. c3-d4 d6-c5 2. b2-c3": name and moves, or the position where there is no name either.
    pub fn words(&self) -> String {
        let name = self.title();
        let mut moves = String::new();
        for (index, text) in self.moves.iter().enumerate() {
            // Writing into a String cannot fail.
            let _ = match index % 2 {
                0 => write!(moves, "{}{}. {text}", if index > 0 { " " } else { "" }, index / 2 + 1),
                _ => write!(moves, " {text}"),
            };
        }
        match (name.is_empty(), moves.is_empty()) {
            (false, false) => format!("{name}: {moves}"),
            (true, false) => moves,
            (false, true) => name,
            (true, true) => self.fen.clone(),
        }
    }
}

impl DrawnOpenings {
    /// The opening of a board, from 1.
    pub fn of_board(&self, board: u32) -> Option<&DrawnOpening> {
        let index = if self.per_meeting { (board as usize).checked_sub(1)? } else { 0 };
        self.openings.get(index).filter(|opening| !opening.fen.is_empty())
    }

    /// "drawn from russian-3 with seed 42", "by hand".
    pub fn origin(&self) -> String {
        match self.seed {
            Some(seed) => format!("drawn from {} with seed {seed}", self.list),
            None => self.list.clone(),
        }
    }
}
