//! Small events for the tests. Not every test file uses every helper.
#![allow(dead_code)]

pub mod cups;

use pairing::swiss::{EntryKind, Pair, PairingError, RoundInput, RoundPairing, System as EngineSystem};
use tournament::command::{Command, GameRef, Order};
use tournament::event::Event;
use tournament::model::*;
use tournament::teams;

/// A simple pairer for tests of the event: by score and number, each with the next one not met before; it ignores colours.
pub fn fold(_: EngineSystem, input: &RoundInput) -> Result<RoundPairing, PairingError> {
    let mut here: Vec<_> = input.entrants.iter().filter(|e| e.present).collect();
    here.sort_by_key(|e| (-(e.score().tenths()), e.tpn));
    let mut bye = None;
    if here.len() % 2 == 1 {
        let had = |e: &&&pairing::swiss::Entrant| !e.rounds.iter().any(|r| matches!(r.kind, EntryKind::PairingBye));
        let last = here.iter().rposition(|e| had(&e)).unwrap_or(here.len() - 1);
        bye = Some(here.remove(last).tpn);
    }
    let mut pairs = Vec::new();
    while !here.is_empty() {
        let first = here.remove(0);
        let met = |tpn| first.rounds.iter().any(|r| r.kind.is_played() && r.opponent == Some(tpn));
        let other = here.iter().position(|e| !met(e.tpn)).unwrap_or(0);
        let other = here.remove(other);
        let (white, black) = if pairs.len() % 2 == 0 { (first, other) } else { (other, first) };
        pairs.push(Pair { white: white.tpn, black: black.tpn });
    }
    Ok(RoundPairing { pairs, bye })
}

pub fn clock() -> String {
    "2026-03-01T10:00:00Z".to_owned()
}

pub fn player(name: &str, rating: u16) -> Player {
    let ratings = if rating == 0 { vec![] } else { vec![Rating { list: "FIDE".into(), value: rating, k: None }] };
    Player { name: name.to_owned(), ratings, ..Player::default() }
}

pub fn stage(rounds: u32) -> Stage {
    Stage {
        name: String::new(),
        system: System::Swiss { variant: SwissVariant::Dutch, acceleration: false },
        rounds_planned: rounds,
        games_per_meeting: 1,
        ..Stage::default()
    }
}

/// An empty Swiss with the test pairer, White drawn.
pub fn empty(rounds: u32) -> Event {
    let settings = Settings { name: "Club Open".into(), initial_color: Some(Color::White), ..Settings::default() };
    let mut event = Event::new(settings, stage(rounds));
    event.set_clock(clock);
    event.set_engine(fold);
    event
}

/// A Swiss of `n` players `P01`, `P02`, ... in falling order of rating.
pub fn swiss(n: u16, rounds: u32) -> Event {
    let mut event = empty(rounds);
    let players = (1..=n).map(|i| player(&format!("P{i:02}"), 2500u16.saturating_sub(10 * i).max(1000))).collect();
    event.apply(yes(Command::AddPlayers(players))).unwrap();
    event
}

pub fn yes(command: Command) -> Order {
    Order { command, reason: "test".into(), confirmed: true }
}

pub fn at(round: u32, board: u32) -> GameRef {
    GameRef { stage: 0, round, board, game: 0 }
}

pub fn result(round: u32, board: u32, result: GameResult) -> Command {
    Command::SetResult { at: at(round, board), result: Some(result), reason: None }
}

pub const PAIR: Command = Command::PairRound { stage: 0 };

/// Pairs a round and enters the same result everywhere.
pub fn play(event: &mut Event, with: GameResult) {
    event.apply(yes(PAIR)).unwrap();
    let round = event.state().rounds_paired(0);
    let boards = event.state().round(0, round).unwrap().meetings.len() as u32;
    for board in 1..=boards {
        event.apply(result(round, board, with)).unwrap();
    }
}

pub fn id(event: &Event, name: &str) -> PlayerId {
    *event.state().players.iter().find(|(_, p)| p.name == name).unwrap().0
}

/// Teams of these names, of three players each for two boards, in falling order of strength.
pub fn team_event(names: impl IntoIterator<Item = String>, system: System) -> Event {
    let settings = Settings {
        name: "Team event".into(),
        contest: Contest::Team,
        initial_color: Some(Color::White),
        teams: TeamRules { boards: 2, ..TeamRules::default() },
        tiebreaks: ["GPTS", "DE"].map(str::to_owned).to_vec(),
        ..Settings::default()
    };
    let mut event = Event::new(settings, Stage { system, ..stage(3) });
    event.set_clock(clock);
    for (name, team) in names.into_iter().zip(1u16..) {
        let players = (1..=3).map(|m| player(&format!("{name} p{m}"), 2600 - 20 * team - 5 * m)).collect();
        let members = event.apply(yes(Command::AddPlayers(players))).unwrap().players;
        event.apply(yes(Command::AddTeam(Box::new(Team { name, members, ..Team::default() })))).unwrap();
    }
    event
}

/// Enters the last round of a stage of teams: the team whose name comes first wins `wins` of the two boards and draws the others.
pub fn enter_matches(event: &mut Event, stage: StageIndex, wins: usize) {
    let number = event.state().rounds_paired(stage);
    let round = event.state().round(stage, number).unwrap().clone();
    for m in teams::matches(&round) {
        let state = event.state();
        let favourite_is_white = state.team_name(m.game.white) < state.team_name(m.game.black);
        for (board, meeting) in m.boards.iter().enumerate() {
            let game = meeting.games[0];
            let favourite = if favourite_is_white { m.game.white } else { m.game.black };
            let white = event.state().players[&game.white].team == Some(favourite);
            let result = match (board < wins, white) {
                (false, _) => GameResult::Draw,
                (true, true) => GameResult::WhiteWins,
                (true, false) => GameResult::BlackWins,
            };
            let at = GameRef { stage, round: number, board: (m.first + board) as u32 + 1, game: 0 };
            event.apply(yes(Command::SetResult { at, result: Some(result), reason: None })).unwrap();
        }
    }
}
