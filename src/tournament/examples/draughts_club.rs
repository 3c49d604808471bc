//! Makes the sample of a draughts club: `cargo run -p tournament --example draughts_club`.
//!
//! Twelve invented players, Russian draughts, micro-matches of two games with openings drawn by lot, each meeting scored as one unit. The games
//! are played here, by a small search that is stronger or weaker as the players' ratings say, so that they belong to nobody. Three rounds are
//! complete; in the fourth, results are coming in, and its records wait in a file. One of them does not begin with the drawn opening.

use pairing::Lot as Dice;
use rules::{GameKind, LegalMove, PieceKind, Side, legal_moves, start_fen};
use std::path::{Path, PathBuf};
use tournament::command::{Command, GameRef, Order};
use tournament::event::Event;
use tournament::model::*;
use tournament::records::{match_records, orders};
use tournament::store::EventFile;

/// Name, sex, year of birth, rating, federation, club.
const PLAYERS: [(&str, char, u16, u16, &str, &str); 12] = [
    ("Kask, Marek", 'm', 1986, 2265, "EST", "Narva Draughts"),
    ("Ozoliņa, Liene", 'w', 1994, 2231, "LAT", "Riga Diagonal"),
    ("Шевчук, Олена", 'w', 1999, 2204, "UKR", "White Diagonal"),
    ("Balčiūnas, Rokas", 'm', 1979, 2187, "LTU", "Riga Diagonal"),
    ("Tursunov, Aziz", 'm', 2003, 2140, "UZB", "Samarkand 64"),
    ("ლომიძე, ნათია", 'w', 1990, 2096, "GEO", "Samarkand 64"),
    ("Wójcik, Bartosz", 'm', 1972, 2058, "POL", "White Diagonal"),
    ("Ганболд, Сүхээ", 'm', 2001, 2013, "MGL", "Samarkand 64"),
    ("Tamm, Helve", 'w', 1958, 1957, "EST", "Narva Draughts"),
    ("Levi, Noam", 'm', 2010, 1884, "ISR", "Junior School 7"),
    ("van der Meulen-Hoekstra, Annemarie", 'w', 1967, 1822, "NED", "White Diagonal"),
    ("Rebane, Kaur", 'm', 2012, 1690, "EST", "Junior School 7"),
];

const RUSSIAN: GameKind = GameKind::Draughts(rules::Draughts::Russian);

/// Boards of a round whose games are written down.
const RECORDED: u32 = 3;

fn main() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/samples");
    let folder = samples.join("draughts-club");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("players.csv"), entry_list()).unwrap();
    let path = samples.join("draughts-club-2026.pairwright.ron");
    let _ = std::fs::remove_file(&path);
    let mut file = EventFile::create(&path, Event::new(settings(), stage())).unwrap();
    let list = tournament::csv::read_players("players.csv", entry_list().as_bytes()).unwrap();
    list.add_to(&file.event().state().clone(), true, |order| file.apply(order)).unwrap();
    for round in 1..=4 {
        play_round(&mut file, round, &folder);
    }
    drop(file);
    // What is kept beside an event while it is played does not ship.
    for entry in std::fs::read_dir(&samples).unwrap().flatten().map(|entry| entry.path()) {
        let name = entry.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with("draughts-club-2026") && entry != path {
            let _ = if entry.is_dir() { std::fs::remove_dir_all(&entry) } else { std::fs::remove_file(&entry) };
        }
    }
}

fn entry_list() -> String {
    let mut text = String::from("Name;Sex;Born;Rating;Federation;Club\n");
    for (name, sex, born, rating, federation, club) in PLAYERS {
        text += &format!("{name};{sex};{born};{rating};{federation};{club}\n");
    }
    text
}

fn settings() -> Settings {
    Settings {
        name: "Draughts Club Cup 2026".into(),
        place: "Narva, Club House".into(),
        federation: "EST".into(),
        start: "2026-11-21".parse().ok(),
        end: "2026-11-22".parse().ok(),
        round_dates: ["2026-11-21", "2026-11-21", "2026-11-21", "2026-11-22", "2026-11-22"]
            .map(|d| d.parse().ok())
            .to_vec(),
        chief_arbiter: "Saar, Piret".into(),
        scoring: Scoring { win: 20, draw: 10, pairing_bye: 20, ..Scoring::default() },
        meetings_as_unit: true,
        time_control: TimeControl { text: "20 minutes + 10 seconds a move".into(), ..TimeControl::default() },
        default_minutes: 15,
        discipline: Discipline::Rapid,
        game: RUSSIAN.to_string(),
        initial_color: Some(Color::White),
        initial_color_lot: Some(Lot::Typed),
        tiebreaks: ["BH/C1", "BH", "SB", "WIN"].map(str::to_owned).to_vec(),
        ..Settings::default()
    }
}

fn stage() -> Stage {
    let system = System::Swiss { variant: SwissVariant::Dutch, acceleration: false };
    Stage { system, rounds_planned: 5, games_per_meeting: 2, ..Stage::default() }
}

fn apply(file: &mut EventFile, command: Command) {
    let order = Order { command, reason: String::new(), confirmed: true };
    println!("{}", file.apply(order).unwrap().summary);
}

/// Pairs, draws, plays; the last round is left in the middle.
fn play_round(file: &mut EventFile, number: RoundNumber, folder: &Path) {
    apply(file, Command::PairRound { stage: 0 });
    let (list, seed) = ("russian-3".to_owned(), 640_000_000 + u64::from(number) * 7_319_411);
    let text = String::new();
    apply(file, Command::DrawOpenings { stage: 0, round: number, list, text, seed, per_meeting: false });
    let state = file.event().state().clone();
    let round = state.round(0, number).unwrap();
    let opening = round.openings.as_ref().unwrap().of_board(1).unwrap().clone();
    let mut written = String::new();
    for (meeting, board) in round.meetings.iter().zip(1..) {
        for (game, index) in meeting.games.iter().zip(0..) {
            let mut dice = Dice::new(u64::from(number * 1000 + board * 10 + index as u32));
            let last = number == 4 && board == RECORDED && index == 1;
            let moves: &[String] = if last { &[] } else { &opening.moves };
            let rating = |id| state.rating(&state.players[&id]);
            let played = play(moves, [rating(game.white), rating(game.black)], &mut dice);
            if board <= RECORDED {
                written += &pdn(&state, number, board, index + 1, game, &played);
            } else if number < 4 || board > 4 {
                let at = GameRef { stage: 0, round: number, board, game: index };
                apply(file, Command::SetResult { at, result: Some(played.result), reason: None });
            }
        }
    }
    let name = format!("round-{number}.pdn");
    std::fs::write(folder.join(PathBuf::from(&name)), &written).unwrap();
    let found = match_records(file.event().state(), 0, number, written.as_bytes());
    let doubts: Vec<String> = found.iter().flat_map(|found| found.doubts()).collect();
    println!("{doubts:?}");
    if number < 4 {
        assert!(doubts.is_empty());
        apply(file, orders(&found, &name, |_| false).unwrap());
    }
}

struct Played {
    moves: Vec<String>,
    result: GameResult,
    words: &'static str,
}

fn pdn(state: &State, round: u32, board: u32, number: usize, game: &Game, played: &Played) -> String {
    let mut text = format!(
        "[Event \"{}\"]\n[Site \"{}\"]\n[Date \"2026.11.{}\"]\n[Round \"{round}.{board}.{number}\"]\n[White \"{}\"]\n[Black \"{}\"]\n\
         [Result \"{}\"]\n[GameType \"25\"]\n\n",
        state.settings.name,
        state.settings.place,
        if round < 4 { 21 } else { 22 },
        state.name(game.white),
        state.name(game.black),
        played.words,
    );
    let mut line = String::new();
    for (index, word) in played.moves.iter().enumerate() {
        let word = if index % 2 == 0 { format!("{}. {word}", index / 2 + 1) } else { word.clone() };
        if line.len() + word.len() > 78 {
            text += line.trim_end();
            text.push('\n');
            line.clear();
        }
        line += &word;
        line.push(' ');
    }
    text + &line + played.words + "\n\n"
}

/// Plays a game from the drawn moves on.
fn play(opening: &[String], ratings: [u16; 2], dice: &mut Dice) -> Played {
    let mut fen = start_fen(RUSSIAN);
    let mut moves: Vec<String> = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    let squares = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let won = |side: Side| match side {
        Side::White => (GameResult::WhiteWins, "1-0"),
        Side::Black => (GameResult::BlackWins, "0-1"),
    };
    let (result, words) = loop {
        let side = to_move(&fen);
        let legal = legal_moves(RUSSIAN, &fen).unwrap();
        let lead = material(&fen);
        let lead = if side == Side::White { lead } else { -lead };
        if legal.is_empty() || (lead <= -300 && moves.len() > 30) {
            // Blocked, nothing left, or resigned.
            break won(side.other());
        }
        let again = seen.iter().filter(|other| **other == fen).count();
        if again >= 2 || (moves.len() > 70 && lead.abs() < 100) || moves.len() > 160 {
            break (GameResult::Draw, "1/2-1/2");
        }
        seen.push(fen.clone());
        let chosen: &LegalMove = match opening.get(moves.len()) {
            Some(word) => legal.iter().find(|m| squares(&m.text) == squares(word)).unwrap(),
            None => choose(&legal, ratings[usize::from(side == Side::Black)], dice),
        };
        moves.push(chosen.text.clone());
        fen = chosen.fen.clone();
    };
    Played { moves, result, words }
}

/// The best move as far as a player of this rating sees.
fn choose<'a>(legal: &'a [LegalMove], rating: u16, dice: &mut Dice) -> &'a LegalMove {
    let depth = if rating > 2100 { 3 } else { 2 };
    let blur = 6 + usize::from(2300u16.saturating_sub(rating)) / 16;
    let value = |m: &LegalMove, dice: &mut Dice| -search(&m.fen, depth, -20_000, 20_000) + dice.below(blur) as i32;
    let mut best = (i32::MIN, &legal[0]);
    for played in legal {
        let value = value(played, dice);
        if value > best.0 {
            best = (value, played);
        }
    }
    best.1
}

/// What the side to move has, in hundredths of a man; captures are followed to their end.
fn search(fen: &str, depth: usize, mut least: i32, most: i32) -> i32 {
    let legal = legal_moves(RUSSIAN, fen).unwrap();
    let Some(first) = legal.first() else { return -10_000 - depth as i32 };
    if depth == 0 && first.squares.captured.is_empty() {
        let value = worth(fen);
        return if to_move(fen) == Side::White { value } else { -value };
    }
    for played in &legal {
        least = least.max(-search(&played.fen, depth.saturating_sub(1), -most, -least));
        if least >= most {
            break;
        }
    }
    least
}

fn to_move(fen: &str) -> Side {
    if fen.starts_with('B') { Side::Black } else { Side::White }
}

fn material(fen: &str) -> i32 {
    pieces(fen).map(|(side, man, _, _)| side * if man { 100 } else { 300 }).sum()
}

/// White's men and kings against Black's; men count more in the middle and near the last row.
fn worth(fen: &str) -> i32 {
    let place = |side: i32, column: i32, row: i32| {
        let forward = if side > 0 { 7 - row } else { row };
        2 * forward + if (2..=5).contains(&column) { 5 } else { 0 }
    };
    pieces(fen).map(|(side, man, column, row)| side * if man { 100 + place(side, column, row) } else { 300 }).sum()
}

/// Side (1 White, -1 Black), whether a man, column and row from the top.
fn pieces(fen: &str) -> impl Iterator<Item = (i32, bool, i32, i32)> {
    let board = rules::board_view(RUSSIAN, fen).unwrap();
    board.cells.into_iter().enumerate().filter_map(|(index, cell)| {
        let piece = cell.piece?;
        let side = if piece.side == Side::White { 1 } else { -1 };
        Some((side, piece.kind == PieceKind::Man, index as i32 % 8, index as i32 / 8))
    })
}
