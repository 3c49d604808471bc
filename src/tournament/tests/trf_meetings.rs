//! Meetings of several games in report files: written, read back, the same event.

mod common;

use common::{PAIR, player, stage, yes};
use proptest::prelude::*;
use std::collections::BTreeMap;
use tournament::command::{Command, GameRef};
use tournament::event::Event;
use tournament::model::*;
use tournament::trf::{self, Dialect};

/// An event of meetings, with results that numbers choose; the last round keeps some open games.
fn event(players: u16, variant: SwissVariant, games: u8, unit: bool, choice: &[u8]) -> Event {
    let settings = Settings { initial_color: Some(Color::White), meetings_as_unit: unit, ..Settings::default() };
    let system = System::Swiss { variant, acceleration: false };
    let mut event = Event::new(settings, Stage { system, games_per_meeting: games, ..stage(4) });
    let list = (1..=players).map(|i| player(&format!("P{i:02}"), 2500 - 10 * i)).collect();
    event.apply(yes(Command::AddPlayers(list))).unwrap();
    let mut numbers = choice.iter().copied().cycle();
    for round in 1..=3 {
        event.apply(yes(PAIR)).unwrap();
        let mut left = 3;
        while let Some(at) = event.state().next_open(0, round, None) {
            let result = match numbers.next().unwrap_or(0) % 12 {
                0 => GameResult::ForfeitToWhite,
                1 => GameResult::ForfeitToBlack,
                2 => GameResult::BothForfeit,
                3..=6 => GameResult::Draw,
                7..=9 => GameResult::WhiteWins,
                _ => GameResult::BlackWins,
            };
            left -= 1;
            if round == 3 && left < 0 {
                break;
            }
            event.apply(yes(Command::SetResult { at, result: Some(result), reason: None })).unwrap();
        }
    }
    event
}

/// Games, byes and points by name: boards may stand in another order.
type Seen = (
    Vec<BTreeMap<String, Vec<(String, String, Option<GameResult>)>>>,
    Vec<BTreeMap<String, ByeKind>>,
    BTreeMap<String, i32>,
);

fn seen(state: &State) -> Seen {
    let name = |id: PlayerId| state.name(id);
    let games = |meeting: &Meeting| {
        meeting.games.iter().map(|game| (name(game.white), name(game.black), game.result)).collect::<Vec<_>>()
    };
    let rounds = &state.stages[0].rounds;
    let by_name = |meeting: &Meeting| (name(meeting.games[0].white), games(meeting));
    (
        rounds.iter().map(|round| round.meetings.iter().map(|meeting| by_name(meeting)).collect()).collect(),
        rounds.iter().map(|round| round.byes.iter().map(|(id, kind)| (name(*id), *kind)).collect()).collect(),
        state.scores(0, rounds.len() as u32).into_iter().map(|(id, points)| (name(id), points.tenths())).collect(),
    )
}

fn there_and_back(event: &Event, dialect: Dialect) -> State {
    let written = trf::export(event.state(), 0, dialect, &BTreeMap::new()).unwrap();
    let read = trf::read(&written.bytes).unwrap();
    trf::import(&read).unwrap().0
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn meetings_survive_a_report_file(
        players in 4u16..12,
        games in 2u8..5,
        unit: bool,
        double: bool,
        choice in prop::collection::vec(0u8..12, 20..60),
    ) {
        let variant = if double { SwissVariant::DoubleSwiss } else { SwissVariant::Dutch };
        let games = if double { 2 } else { games };
        let event = event(players, variant, games, unit && !double, &choice);
        for dialect in [Dialect::Trf26, Dialect::Trf16] {
            let back = there_and_back(&event, dialect);
            prop_assert_eq!(seen(&back), seen(event.state()));
            let (new, old) = (&back.stages[0], &event.state().stages[0]);
            prop_assert_eq!(&new.system, &old.system);
            prop_assert_eq!(new.games_per_meeting, old.games_per_meeting);
            if dialect == Dialect::Trf26 {
                prop_assert_eq!(new.rounds_planned, old.rounds_planned);
            }
        }
    }
}

/// The bye of a Double-Swiss is worth a game won and a game drawn, which two rounds of the file say as U and H.
#[test]
fn the_bye_of_a_double_swiss_is_written() {
    let event = event(5, SwissVariant::DoubleSwiss, 2, false, &[7]);
    let written = trf::export(event.state(), 0, Dialect::Trf26, &BTreeMap::new()).unwrap();
    let text = String::from_utf8(written.bytes).unwrap();
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("001")).collect();
    let bye = rows.iter().find(|row| row.get(98..99) == Some("U")).expect("somebody has the bye of round 1");
    assert_eq!(bye.get(108..109), Some("H"), "{bye}");
}

/// An adjourned game leaves a meeting scored as one unit open: it counts as a draw, in the event and in its file.
#[test]
fn a_unit_with_an_adjourned_game_is_written() {
    let mut event = event(6, SwissVariant::Dutch, 2, true, &[7]);
    let first = event.state().round(0, 3).unwrap().meetings[2].games[0];
    for (game, result) in [(0, GameResult::Adjourned), (1, GameResult::WhiteWins)] {
        let at = GameRef { stage: 0, round: 3, board: 3, game };
        event.apply(yes(Command::SetResult { at, result: Some(result), reason: None })).unwrap();
    }
    let before = event.state().scores(0, 2);
    let after = event.state().scores(0, 3);
    assert_eq!(after[&first.white].tenths() - before[&first.white].tenths(), 5);
    for dialect in [Dialect::Trf26, Dialect::Trf16] {
        let back = there_and_back(&event, dialect);
        assert_eq!(seen(&back), seen(event.state()), "{dialect:?}");
    }
}

/// Meetings asked to be read as such, whose rounds do not belong together.
#[test]
fn rounds_that_make_no_meetings_stay_rounds() {
    let event = event(6, SwissVariant::Dutch, 1, false, &[7]);
    let written = trf::export(event.state(), 0, Dialect::Trf26, &BTreeMap::new()).unwrap();
    let text = String::from_utf8(written.bytes).unwrap().replace("FIDE_DUTCH_2026", "FIDE_DOUBLESWISS");
    let (state, remarks) = trf::import(&trf::read(text.as_bytes()).unwrap()).unwrap();
    assert_eq!((state.stages[0].games_per_meeting, state.stages[0].rounds.len()), (1, 3));
    assert!(remarks.iter().any(|remark| remark.text.contains("rounds 1 to 2 have different opponents")), "{remarks:?}");
}
