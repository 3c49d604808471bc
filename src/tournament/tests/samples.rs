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
use tournament::stages::{Carry, Comparison, Format, Grouping, Placing, Selection, Transition};
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
        tiebreaks: tournament::standings::usual(&system),
        ..Settings::default()
    };
    let mut event = Event::new(settings, Stage { system, games_per_meeting, ..common::stage(rounds_planned) });
    event.set_clock(clock);
    let list = NAMES.iter().take(players).map(|&(name, rating, federation)| Player {
        federation: federation.to_owned(),
        checked_in: true,
        ..common::player(name, rating)
    });
    let list: Vec<Player> = list.collect();
    if !list.is_empty() {
        event.apply(yes(Command::AddPlayers(list))).unwrap();
    }
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
                let game =
                    PlayOffGame { step: 0, day: 0, white, black, result, color_seed: None, bids: None, clocks: None };
                event.apply(yes(Command::EnterPlayOff { at: at(2, 1), game: Box::new(game) })).unwrap();
            }
        }
    }
    event
}

/// Five boards; the first team has a substitute, who plays in round 3.
fn match_of_teams() -> Event {
    let system = System::scheveningen(false, 5);
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

/// Eight teams of three players on two boards: two groups by the snake, then a knockout of the first two of each with a match for third place. The
/// final is equal on game points and decided by the boards.
fn team_groups() -> Event {
    const TEAMS: [(&str, [(&str, u16); 3]); 8] = [
        ("Rioni", [("Abashidze, Nino", 2312), ("გელაშვილი, დავით", 2188), ("Lomidze, Tamar", 1990)]),
        ("Vistula", [("Kowalczyk, Agnieszka", 2308), ("Nowak, Piotr", 2150), ("Zając, Ewa", 1985)]),
        ("Родопи", [("Иванова, Мария", 2263), ("Петров, Георги", 2140), ("Димитрова, Елена", 1960)]),
        ("Lakes", [("Wijesinghe, Ruwan", 2254), ("Perera, Dilan", 2102), ("Fernando, Ishara", 1950)]),
        ("Sierra", [("Fernández de la Fuente, María", 2220), ("Ortega, Luis", 2090), ("Vidal, Clara", 1940)]),
        ("Niger Delta", [("Okafor, Chidi", 2141), ("Balogun, Ada", 2080), ("Eze, Uche", 1930)]),
        ("Fjord", [("Ødegård, Åse", 2166), ("Lie, Håkon", 2001), ("Berg, Siri", 1900)]),
        ("Duna", [("Nagy, Réka", 2120), ("Szabó, Gábor", 1990), ("Tóth, Anna", 1870)]),
    ];
    let system = System::RoundRobin { cycles: 1, exchange_last_two: false };
    let mut event = begin("Team groups then knockout 2026", 0, system.clone(), 3, 1);
    let mut settings = (*event.state().settings).clone();
    settings.contest = Contest::Team;
    settings.teams.boards = 2;
    settings.tiebreaks = ["GPTS", "DE", "BC"].map(str::to_owned).to_vec();
    event.apply(yes(Command::EditSettings(Box::new(settings)))).unwrap();
    for (name, members) in TEAMS {
        let players = members.iter().map(|&(name, rating)| common::player(name, rating)).collect();
        let members = event.apply(yes(Command::AddPlayers(players))).unwrap().players;
        event.apply(yes(Command::AddTeam(Box::new(Team { name: name.into(), members, ..Team::default() })))).unwrap();
    }
    let format = |name: &str, system| Format { name: name.into(), system, rounds_planned: 0, games_per_meeting: 1 };
    let groups = Command::MakeGroups { groups: 2, how: Grouping::Snake, format: format("", system) };
    event.apply(yes(groups)).unwrap();
    // A substitute plays once.
    let sierra = *event.state().teams.iter().find(|(_, team)| team.name == "Sierra").unwrap().0;
    let stage = event.state().stage_of_team(sierra);
    let members = event.state().teams[&sierra].members.clone();
    let players = Some(vec![Some(members[0]), Some(members[2])]);
    event.apply(yes(Command::SetLineUp { stage, round: 2, team: sierra, players })).unwrap();
    for _ in 0..3 {
        event.apply(yes(Command::PairStages(vec![0, 1]))).unwrap();
        for stage in 0..2 {
            stage_results(&mut event, stage);
        }
    }
    let transition = Transition {
        from: vec![0, 1],
        selection: Selection::First { each: 2, best_of_next: 0 },
        placing: Placing::Crossing,
        carry: Carry::Nothing,
        comparison: Comparison::PerGame,
        declined: Vec::new(),
        level: Vec::new(),
        lot: Some(2026),
    };
    let format = Box::new(format("Knockout", System::knockout(true)));
    event.apply(yes(Command::NextStage { transition: Box::new(transition), format })).unwrap();
    for round in 1..=2 {
        event.apply(yes(Command::PairRound { stage: 2 })).unwrap();
        stage_results(&mut event, 2);
        decide(&mut event, round);
    }
    event
}

/// Enters the last round of a stage: the higher rated wins mostly, some games are drawn; in a knockout matches may be equal.
fn stage_results(event: &mut Event, stage: StageIndex) {
    let state = event.state();
    let number = state.rounds_paired(stage);
    let round = state.round(stage, number).unwrap().clone();
    let mut list = Vec::new();
    for (meeting, board) in round.meetings.iter().zip(1u32..) {
        let game = meeting.games[0];
        let rating = |id: PlayerId| state.rating(&state.players[&id]);
        let favourite = rating(game.white) >= rating(game.black);
        let result = match (board * 5 + number * 3 + stage as u32) % 6 {
            0 => GameResult::Draw,
            4 if favourite => GameResult::BlackWins,
            4 => GameResult::WhiteWins,
            _ if favourite => GameResult::WhiteWins,
            _ => GameResult::BlackWins,
        };
        list.push((GameRef { stage, round: number, board, game: 0 }, result, None));
    }
    event.apply(yes(Command::SetResults(list))).unwrap();
}

/// Equal matches of the knockout: the boards decide, and where they do not, the lot.
fn decide(event: &mut Event, round: u32) {
    let state = event.state().clone();
    for m in tournament::teams::matches(state.round(2, round).unwrap()) {
        let score = tournament::teams::score(&state, &m);
        if score.white != score.black {
            continue;
        }
        let command = match tournament::teams::BoardTieBreaks::of(&state, &m).first() {
            Some((_, first)) => Command::DecideMatch {
                stage: 2,
                round,
                number: m.number,
                winner: Some(if first { m.game.white } else { m.game.black }),
                how: DecidedBy::TieBreak,
            },
            None => Command::DrawMatch { stage: 2, round, number: m.number, seed: 2026 },
        };
        event.apply(yes(command)).unwrap();
    }
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
        ("team-groups-knockout-2026", team_groups()),
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
        assert!(read.state().is_phase_over(), "{name}");
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
        let sum: i32 = standings.rows.iter().map(|row| row.points.tenths()).sum();
        assert_eq!(Points(sum), Points(20 * (teams as i32 / 2) * rounds as i32));
    }
}

#[test]
fn the_groups_of_teams_lead_to_a_ranking_of_all() {
    let event = team_groups();
    let state = event.state();
    assert_eq!(state.stages.len(), 3);
    let ranked = tournament::stages::final_ranking(state).unwrap();
    assert_eq!(ranked.iter().map(|place| place.place.unwrap()).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8]);
    let teams: std::collections::BTreeSet<u32> = ranked.iter().map(|place| place.id.0).collect();
    assert_eq!(teams, state.teams.keys().map(|id| id.0).collect());
    // The four who came out of the groups stand first, and nobody meets a team of the own group in round 1.
    let group = |id: TeamId| (0..2).find(|&stage| state.team_numbering(stage).contains(&id)).unwrap();
    for m in tournament::teams::matches(state.round(2, 1).unwrap()) {
        assert_ne!(group(m.game.white), group(m.game.black));
    }
    assert!(ranked[..4].iter().all(|place| place.stage == 2) && ranked[4..].iter().all(|place| place.stage < 2));
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
