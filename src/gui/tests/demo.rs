//! Events for tests, made through commands like any other.

use crate::gui::doc::Doc;
use tournament::command::{Change, Command, GameRef, Order};
use tournament::event::Event;
use tournament::model::*;

/// Names in the scripts that clubs meet.
pub const NAMES: [&str; 24] = [
    "Abashidze, Nino",
    "Bold, Ganbat",
    "Chkheidze, Luka",
    "Perera, Dilan",
    "Иванова, Мария",
    "Weber, Jan",
    "Koch, Ida",
    "Singh, Raj",
    "გიორგაძე, თამარ",
    "සිල්වා, නිමල්",
    "Fernández de la Fuente y Montalbán, María de los Ángeles",
    "Нурланулы, Ерасыл",
    "Okafor, Chidi",
    "Ødegård, Åse",
    "Wiśniewska-Kowalczyk, Agnieszka",
    "Magnus",
    "Tanaka, Yui",
    "Đorđević, Miloš",
    "Papadopoulos, Eleni",
    "O'Brien, Siobhán",
    "Rossi, Giulia",
    "Müller, Jörg",
    "Silva, João",
    "Novák, Ondřej",
];

/// A player with a rating.
pub fn player(name: &str, rating: u16) -> Player {
    let ratings = vec![Rating { list: "FIDE".to_owned(), value: rating, k: Some(20) }];
    Player { name: name.to_owned(), ratings, entered_in: 1, federation: "GEO".to_owned(), ..Player::default() }
}

/// An event with so many players, no round paired.
pub fn event(players: usize) -> Event {
    let settings = Settings {
        name: "Club Open 2026".to_owned(),
        initial_color: Some(Color::White),
        initial_color_lot: Some(Lot::Typed),
        ..Settings::default()
    };
    let stage = Stage {
        name: String::new(),
        system: System::Swiss { variant: SwissVariant::Dutch, acceleration: false },
        rounds_planned: 5,
        games_per_meeting: 1,
        numbers: Default::default(),
        ..Stage::default()
    };
    let mut event = Event::new(settings, stage);
    let list = (0..players)
        .map(|i| {
            let name = match NAMES.get(i) {
                Some(name) => (*name).to_owned(),
                None => format!("Player, Number {i}"),
            };
            player(&name, 2300u16.saturating_sub(i as u16 * 3).max(1000))
        })
        .collect();
    if players > 0 {
        done(&mut event, Command::AddPlayers(list));
    }
    event
}

/// Does a command that must succeed.
pub fn done(event: &mut Event, command: Command) -> Change {
    event.apply(Order { command, reason: String::new(), confirmed: true }).unwrap()
}

/// Pairs a round and enters `results` of its boards.
pub fn play(event: &mut Event, results: usize) {
    done(event, Command::PairRound { stage: 0 });
    let round = event.state().stages[0].rounds.len() as u32;
    let boards = event.state().stages[0].rounds.last().unwrap().meetings.len();
    for board in 0..results.min(boards) as u32 {
        let result = match (board * 7 + round * 3) % 5 {
            0 | 3 => GameResult::WhiteWins,
            1 => GameResult::Draw,
            2 => GameResult::BlackWins,
            _ if board == 9 => GameResult::ForfeitToWhite,
            _ => GameResult::Draw,
        };
        let at = GameRef { stage: 0, round, board: board + 1, game: 0 };
        done(event, Command::SetResult { at, result: Some(result), reason: None });
    }
}

/// An event in the middle of round 3.
pub fn in_round_three(players: usize) -> Doc {
    let mut event = event(players);
    play(&mut event, players);
    play(&mut event, players);
    play(&mut event, players / 4);
    Doc::unsaved(event)
}
