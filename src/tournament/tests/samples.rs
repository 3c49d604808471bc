//! The samples that ship for each system: made here by commands like any other, opened, and compared with what this makes.
//!
//! `cargo test -p tournament --test samples -- --ignored` writes them anew.

mod common;

use common::{at, id, yes};
use std::path::PathBuf;
use tournament::command::{Command, GameRef};
use tournament::event::Event;
use tournament::knockout::options::read_ladder;
use tournament::knockout::{self, Outcome, outcome};
use tournament::model::*;
use tournament::scheveningen;
use tournament::store::EventFile;

const PAIR: Command = common::PAIR;

/// Invented players, in falling order of rating.
const NAMES: [(&str, u16, &str); 12] = [
    ("Abashidze, Nino", 2312, "GEO"),
    ("Wijesinghe, Ruwan", 2254, "SRI"),
    ("Kowalczyk, Agnieszka", 2208, "POL"),
    ("Иванова, Мария", 2163, "BUL"),
    ("Fernández de la Fuente, María", 2120, "ESP"),
    ("გელაშვილი, დავით", 2088, "GEO"),
    ("Okafor, Chidi", 2041, "NGR"),
    ("Tanaka, Yui", 1997, "JPN"),
    ("Weber, Jan", 1954, "GER"),
    ("Perera, Dilan", 1902, "SRI"),
    ("Ødegård, Åse", 1866, "NOR"),
    ("Nagy, Réka", 1820, "HUN"),
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data/samples")
}

fn clock() -> String {
    "2026-03-14T09:30:00Z".to_owned()
}

/// An event of so many players in a system.
fn begin(name: &str, players: usize, system: System, rounds_planned: u32, games_per_meeting: u8) -> Event {
    let settings = Settings {
        name: name.to_owned(),
        place: "Kutaisi".to_owned(),
        start: "2026-03-14".parse().ok(),
        end: "2026-03-15".parse().ok(),
        initial_color: Some(Color::White),
        initial_color_lot: Some(Lot::Typed),
        ..Settings::default()
    };
    let mut event = Event::new(settings, Stage { system, games_per_meeting, ..common::stage(rounds_planned) });
    event.set_clock(clock);
    let list = NAMES.iter().take(players).map(|&(name, rating, federation)| Player {
        federation: federation.to_owned(),
        checked_in: true,
        ..common::player(name, rating)
    });
    event.apply(yes(Command::AddPlayers(list.collect()))).unwrap();
    event
}

/// Enters all open results of the last round: the favourite mostly wins, some games are drawn, some are upsets.
fn results(event: &mut Event) {
    let state = event.state();
    let number = state.rounds_paired(0);
    let round = state.round(0, number).unwrap().clone();
    let mut list = Vec::new();
    for (meeting, board) in round.meetings.iter().zip(1u32..) {
        for (game, index) in meeting.games.iter().zip(0..) {
            if game.result.is_some() {
                continue;
            }
            let rating = |id: PlayerId| state.rating(&state.players[&id]);
            let favourite = rating(game.white) >= rating(game.black);
            let result = match (board * 5 + number * 3 + index as u32 * 4) % 7 {
                0 | 3 => GameResult::Draw,
                5 if favourite => GameResult::BlackWins,
                5 => GameResult::WhiteWins,
                _ if favourite => GameResult::WhiteWins,
                _ => GameResult::BlackWins,
            };
            list.push((GameRef { stage: 0, round: number, board, game: index }, result, None));
        }
    }
    event.apply(yes(Command::SetResults(list))).unwrap();
}

fn swiss(name: &str, players: usize, variant: SwissVariant, rounds: u32) -> Event {
    let games = if variant == SwissVariant::DoubleSwiss { 2 } else { 1 };
    let mut event = begin(name, players, System::Swiss { variant, acceleration: false }, rounds, games);
    for _ in 0..rounds {
        event.apply(yes(PAIR)).unwrap();
        results(&mut event);
    }
    event
}

/// Eleven players, five byes, third place; equal games are followed by a rapid game with turned colours, then Armageddon.
fn cup() -> Event {
    let options =
        KnockoutOptions { ladder: read_ladder("2x10+5; armageddon 5+0/4+0").unwrap(), ..KnockoutOptions::default() };
    let system = System::Knockout { third_place: true, options: Box::new(options) };
    let mut event = begin("Club Cup 2026", 11, system, 4, 1);
    for round in 1..=4 {
        event.apply(yes(PAIR)).unwrap();
        // The first board of the quarterfinals is drawn; the other games go to the favourites.
        let boards = event.state().round(0, round).unwrap().meetings.len() as u32;
        for board in 1..=boards {
            let game = event.state().round(0, round).unwrap().meetings[board as usize - 1].games[0];
            let better = event.state().tpn(0, game.white) < event.state().tpn(0, game.black);
            let result = match (round, board) {
                (2, 1) => GameResult::Draw,
                _ if better != (round == 3 && board == 2) => GameResult::WhiteWins,
                _ => GameResult::BlackWins,
            };
            event.apply(yes(Command::SetResult { at: at(round, board), result: Some(result), reason: None })).unwrap();
        }
        if round == 2 {
            let first = event.state().round(0, 2).unwrap().meetings[0].games[0];
            let draw = GameResult::Draw;
            let games =
                [(first.black, first.white, draw), (first.white, first.black, draw), (first.white, first.black, draw)];
            for (white, black, result) in games {
                let game = PlayOffGame { step: 0, white, black, result, color_seed: None, bids: None, clocks: None };
                event.apply(yes(Command::EnterPlayOff { at: at(2, 1), game: Box::new(game) })).unwrap();
            }
        }
    }
    event
}

/// Five boards; the first team has a substitute, who plays in round 3.
fn match_of_teams() -> Event {
    let system = System::Scheveningen { double: false, boards: 5 };
    let mut event = begin("Rioni – Lakes, Scheveningen 2026", 11, system, 5, 1);
    let ids: Vec<PlayerId> = NAMES.iter().take(11).map(|(name, ..)| id(&event, name)).collect();
    let own = |parity: usize| ids.iter().take(10).skip(parity).step_by(2).copied().collect::<Vec<_>>();
    let first = own(0).into_iter().chain([ids[10]]).collect();
    for (name, short, members) in [("Rioni", "RIO", first), ("Lakes", "LAK", own(1))] {
        let team = Team { name: name.into(), short: short.into(), members, ..Team::default() };
        event.apply(yes(Command::AddTeam(Box::new(team)))).unwrap();
    }
    event.apply(yes(Command::RequestBye { player: ids[4], round: 3, kind: Some(ByeKind::Zero) })).unwrap();
    for _ in 0..5 {
        event.apply(yes(PAIR)).unwrap();
        results(&mut event);
    }
    event
}

/// Everybody against everybody.
fn all_play_all() -> Event {
    let system = System::RoundRobin { cycles: 1, exchange_last_two: false };
    let mut event = begin("Club Championship 2026", 8, system, 7, 1);
    for _ in 0..7 {
        event.apply(yes(PAIR)).unwrap();
        results(&mut event);
    }
    event
}

/// The twelve players in teams of so many boards: the first of each team are the strongest.
fn contest_of_teams(name: &str, boards: u8, system: System, rounds: u32) -> Event {
    const TEAMS: [&str; 6] = ["Rioni", "Lakes", "Vistula", "Rila", "Atlas", "Harbour"];
    let mut event = begin(name, 12, system, rounds, 1);
    let mut settings = (*event.state().settings).clone();
    settings.contest = Contest::Team;
    settings.teams.boards = boards;
    settings.tiebreaks = ["GPTS", "DE", "BC"].map(str::to_owned).to_vec();
    event.apply(yes(Command::EditSettings(Box::new(settings)))).unwrap();
    let count = NAMES.len() / usize::from(boards);
    for (team, name) in TEAMS.iter().take(count).enumerate() {
        let members = NAMES.iter().skip(team).step_by(count).map(|(name, ..)| id(&event, name)).collect();
        let team = Team { name: (*name).into(), members, ..Team::default() };
        event.apply(yes(Command::AddTeam(Box::new(team)))).unwrap();
    }
    for _ in 0..rounds {
        event.apply(yes(PAIR)).unwrap();
        results(&mut event);
    }
    event
}

fn team_swiss() -> Event {
    let system = System::Swiss { variant: SwissVariant::Team, acceleration: false };
    contest_of_teams("Team Swiss 2026", 2, system, 3)
}

fn team_round_robin() -> Event {
    let system = System::RoundRobin { cycles: 1, exchange_last_two: false };
    contest_of_teams("Team Championship 2026", 3, system, 3)
}

/// All samples with the names of their files.
fn samples() -> Vec<(&'static str, Event)> {
    vec![
        ("club-cup-2026", cup()),
        ("dubov-2026", swiss("Dubov Open 2026", 12, SwissVariant::Dubov, 5)),
        ("burstein-2026", swiss("Burstein Open 2026", 12, SwissVariant::Burstein, 5)),
        ("double-swiss-2026", swiss("Double-Swiss 2026", 9, SwissVariant::DoubleSwiss, 4)),
        ("lim-2026", swiss("Lim Open 2026", 10, SwissVariant::Lim, 4)),
        ("scheveningen-2026", match_of_teams()),
        ("round-robin-2026", all_play_all()),
        ("team-swiss-2026", team_swiss()),
        ("team-round-robin-2026", team_round_robin()),
    ]
}

fn path(name: &str) -> PathBuf {
    folder().join(format!("{name}.pairwright.ron"))
}

#[test]
#[ignore = "writes the samples anew"]
fn write_the_samples() {
    for (name, event) in samples() {
        let scratch = tempfile::tempdir().unwrap();
        let file = scratch.path().join("sample.pairwright.ron");
        drop(EventFile::create(&file, event).unwrap());
        std::fs::copy(file, path(name)).unwrap();
    }
}

#[test]
fn the_samples_are_what_is_made_here() {
    for (name, event) in samples() {
        let file = path(name);
        let mut read = tournament::store::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert_eq!(read.state(), event.state(), "{name}");
        assert!(read.state().is_stage_over(0), "{name}");
        assert!(std::fs::metadata(&file).unwrap().len() < 200_000, "{name} is large");
        while read.undo().is_some() {}
        assert!(read.state().players.is_empty(), "{name}: everything can be taken back");
    }
}

#[test]
fn the_cup_has_its_ladder_and_its_third_place() {
    let event = cup();
    let meeting = event.state().round(0, 2).unwrap().meetings[0].clone();
    // Two drawn rapid games, then a drawn Armageddon: Black goes on.
    assert_eq!(meeting.playoff.len(), 3);
    assert_eq!(outcome(&meeting, &event.state().settings.scoring), Outcome::Won(meeting.games[0].black));
    assert_eq!(meeting.decided.unwrap().by, DecidedBy::Armageddon);
    let places = knockout::places(event.state(), 0).unwrap();
    assert_eq!(places.len(), 11);
    assert_eq!(
        places[..4].iter().map(|place| (place.0, place.1)).collect::<Vec<_>>(),
        [(1, 1), (2, 2), (3, 3), (4, 4)]
    );
    assert_eq!(event.state().round(0, 1).unwrap().byes.len(), 5);
}

#[test]
fn the_match_of_teams_adds_up() {
    let event = match_of_teams();
    let grid = scheveningen::grid(event.state(), 0, 5).unwrap();
    let away = id(&event, NAMES[4].0);
    assert_eq!(grid.substitutes, [(id(&event, NAMES[10].0), away, 3)]);
    assert_eq!(grid.totals().iter().sum::<i64>(), 250);
    assert!(grid.cells.iter().flatten().all(|cell| cell.len() == 1));
}

#[test]
fn the_contests_of_teams_add_up() {
    use tournament::Points;
    for (event, teams, boards, rounds) in [(team_swiss(), 6, 2, 3), (team_round_robin(), 4, 3, 3)] {
        let state = event.state();
        for round in 1..=rounds {
            let round = state.round(0, round).unwrap();
            assert_eq!(tournament::teams::matches(round).count(), teams / 2);
            assert_eq!(round.meetings.len(), teams / 2 * boards);
        }
        let (_, standings) = tournament::teams::standings(state, 0, rounds);
        // Two match points for each match.
        let sum: i32 = standings.rows.iter().map(|row| row.points.0).sum();
        assert_eq!(Points(sum), Points(20 * (teams as i32 / 2) * rounds as i32));
    }
}

#[test]
fn every_sample_opens() {
    let mut opened = 0;
    let mut folders = vec![folder()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(".pairwright.ron") {
                let text = std::fs::read_to_string(&path).unwrap();
                let copy = tempfile::tempdir().unwrap();
                let file = copy.path().join("sample.pairwright.ron");
                std::fs::write(&file, text).unwrap();
                EventFile::open(&file).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                opened += 1;
            }
        }
    }
    assert!(opened >= 12, "{opened}");
}
