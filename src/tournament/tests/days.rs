//! Title matches by days (`knockout` 4): points for days, wins of days, what follows equal sums.

mod common;

use common::cups::*;
use common::*;
use tournament::command::{Command, GameRef};
use tournament::event::Event;
use tournament::knockout::options::read_ladder;
use tournament::knockout::{DayRules, Ladder, Outcome, ladder_at, outcome_in};
use tournament::model::*;
use tournament::store::EventFile;

use GameResult::{BlackWins, Draw, WhiteWins};

/// A match of two players over so many days.
fn title_match(days: u8, rules: &str, ladder: &str) -> (Event, PlayerId, PlayerId) {
    let options = KnockoutOptions {
        days: DayRules::read(rules).unwrap().map(Box::new),
        ladder: read_ladder(ladder).unwrap(),
        ..KnockoutOptions::default()
    };
    let mut event = cup(2, false, days, options);
    event.apply(yes(PAIR)).unwrap();
    let first = event.state().round(0, 1).unwrap().meetings[0].games[0];
    (event, first.white, first.black)
}

fn now(event: &Event) -> Outcome {
    outcome_in(event.state(), 0, &event.state().round(0, 1).unwrap().meetings[0])
}

/// The standard game of a day, given for the first player.
fn standard(event: &mut Event, day: usize, first_wins: Option<bool>) {
    let game = event.state().round(0, 1).unwrap().meetings[0].games[day - 1];
    let first = event.state().round(0, 1).unwrap().meetings[0].games[0].white;
    let result = match first_wins {
        None => Draw,
        Some(won) if won == (game.white == first) => WhiteWins,
        Some(_) => BlackWins,
    };
    enter(event, GameRef { game: day - 1, ..at(1, 1) }, result);
}

/// The next further game; says its day and step.
fn further(event: &mut Event, winner: Option<PlayerId>) -> (u8, usize) {
    let Some(Ladder::Game { day, step, white, .. }) = ladder_at(event.state(), at(1, 1)) else {
        panic!("no further game: {:?}", ladder_at(event.state(), at(1, 1)))
    };
    let first = event.state().round(0, 1).unwrap().meetings[0].games[0];
    let white = white.unwrap_or(first.white);
    let black = if white == first.white { first.black } else { first.white };
    let result = match winner {
        None => Draw,
        Some(id) if id == white => WhiteWins,
        Some(_) => BlackWins,
    };
    let game = PlayOffGame { step: 0, day: 0, white, black, result, color_seed: None, bids: None, clocks: None };
    event.apply(yes(Command::EnterPlayOff { at: at(1, 1), game: Box::new(game) })).unwrap();
    (day, step)
}

fn points(event: &Event) -> [u32; 2] {
    let rules = tournament::knockout::day_rules(event.state(), 0).unwrap();
    let meeting = &event.state().round(0, 1).unwrap().meetings[0];
    tournament::knockout::days(meeting, rules, &event.state().settings.scoring).unwrap().points
}

const POINTS: &str = "1x20+5 alternate; 1x5+3 alternate = 12-0 8-4 7-5 6-6";

#[test]
fn days_bring_points_and_the_sum_decides() {
    let (mut event, a, b) = title_match(4, POINTS, "");
    standard(&mut event, 1, Some(true));
    assert_eq!(points(&event), [12, 0]);
    // Day 2 is drawn: a rapid game, drawn, then a blitz game that the other one wins.
    standard(&mut event, 2, None);
    assert_eq!(now(&event), Outcome::Open);
    // Colours go on by turns: the other had White in the standard game of day 2.
    assert!(
        matches!(ladder_at(event.state(), at(1, 1)), Some(Ladder::Game { day: 2, step: 0, white: Some(w), .. }) if w == a)
    );
    assert_eq!(further(&mut event, None), (2, 0));
    assert_eq!(further(&mut event, Some(b)), (2, 1));
    assert_eq!(points(&event), [12 + 5, 7]);
    // Day 3 has no winner at all.
    standard(&mut event, 3, None);
    assert_eq!((further(&mut event, None), further(&mut event, None)), ((3, 0), (3, 1)));
    assert_eq!(points(&event), [23, 13]);
    // Ten points ahead before the last day, which can bring twelve.
    assert_eq!(now(&event), Outcome::Open);
    standard(&mut event, 4, None);
    // A rapid win brings four: it cannot be caught any more, and nothing further is played.
    assert_eq!(now(&event), Outcome::Won(a));
    assert_eq!(ladder_at(event.state(), at(1, 1)), Some(Ladder::NotNeeded));
    assert!(event.state().is_stage_over(0));
    let rows = &event.state().round(0, 1).unwrap().meetings[0].games;
    assert!(rows.iter().all(|game| game.result.is_some()));
    // The last day is played otherwise: the standard game decides for the other by two points.
    standard(&mut event, 4, Some(false));
    assert_eq!((points(&event), now(&event)), ([23, 25], Outcome::Won(b)));
    let course = tournament::knockout::bracket(event.state(), 0).unwrap();
    let shown = course.points(event.state(), 1).unwrap().map(|points| points.to_string());
    assert!(shown.contains(&"25".to_owned()) && shown.contains(&"23".to_owned()), "{shown:?}");
    undo_all(&mut event);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("title.pairwright.ron");
    drop(EventFile::create(&path, event.clone()).unwrap());
    assert_eq!(tournament::store::read(&path).unwrap().state(), event.state());
}

#[test]
fn equal_points_are_divided_by_standard_wins_then_the_ladder() {
    // Three days: 12-0, then twice 4-8 and 0-... cannot be equal; 12 + 4 + 4 + 4 = 24 against 0 + 8 + 8 + 8.
    let (mut event, a, b) = title_match(4, POINTS, "");
    standard(&mut event, 1, Some(true));
    for day in 2..=4 {
        standard(&mut event, day, None);
        assert_eq!(further(&mut event, Some(b)), (day as u8, 0));
    }
    assert_eq!(points(&event), [24, 24]);
    assert_eq!(now(&event), Outcome::Won(a), "more standard games won");
    // One day each and nothing else: the ladder at the end.
    let (mut event, a, b) = title_match(2, POINTS, "Draughts title match, end (2020)");
    standard(&mut event, 1, Some(true));
    standard(&mut event, 2, Some(false));
    assert_eq!((points(&event), now(&event)), ([12, 12], Outcome::Equal));
    assert_eq!((further(&mut event, Some(a)), further(&mut event, Some(b))), ((0, 0), (0, 0)));
    assert_eq!(further(&mut event, None), (0, 1));
    assert_eq!(further(&mut event, Some(b)), (0, 1));
    assert_eq!(now(&event), Outcome::Won(b));
    event.apply(yes(Command::TakeBackPlayOff { at: at(1, 1) })).unwrap();
    assert_eq!(now(&event), Outcome::Equal);
    undo_all(&mut event);
}

#[test]
fn wins_of_days_count_kind_by_kind() {
    let rules = "Draughts title match, wins of days (2013, 2015)";
    let (mut event, a, b) = title_match(3, rules, "");
    standard(&mut event, 1, None);
    assert_eq!(further(&mut event, Some(a)), (1, 0));
    standard(&mut event, 2, None);
    assert_eq!(further(&mut event, Some(a)), (2, 0));
    // Two rapid wins ahead; a standard game won on day 3 is worth more.
    assert_eq!(now(&event), Outcome::Open);
    standard(&mut event, 3, Some(false));
    assert_eq!(now(&event), Outcome::Won(b));
    // Drawn instead: two rapid wins against at most one.
    standard(&mut event, 3, None);
    assert_eq!(now(&event), Outcome::Won(a));
    // A standard win ahead of the last day is not enough, two are.
    let (mut event, a, _) = title_match(3, rules, "");
    standard(&mut event, 1, Some(true));
    assert_eq!(now(&event), Outcome::Open);
    standard(&mut event, 2, Some(true));
    assert_eq!(now(&event), Outcome::Won(a));
    assert!(refused(&mut event, Command::DecideByLot { at: at(1, 1), seed: 1 }).contains("equal points"));
}

#[test]
fn days_are_of_players_and_fixed_after_round_one() {
    let (mut event, ..) = title_match(2, POINTS, "");
    let system = System::knockout(false);
    let edit = Command::EditStage { stage: 0, name: String::new(), system, rounds_planned: 1, games_per_meeting: 2 };
    assert!(refused(&mut event, edit).contains("fixed once round 1 is paired"));
    let days = DayRules::read(POINTS).unwrap().map(Box::new);
    let system = System::Knockout {
        third_place: false,
        options: Box::new(KnockoutOptions { days, ..KnockoutOptions::default() }),
    };
    let mut teams = team_event(["A", "B"].map(str::to_owned), System::knockout(false));
    let edit = Command::EditStage { stage: 0, name: String::new(), system, rounds_planned: 1, games_per_meeting: 1 };
    assert!(refused(&mut teams, edit).contains("between players"));
    // The lot is not drawn while a day is open, and nobody came on no day: neither goes on.
    let (mut event, ..) = title_match(2, POINTS, "");
    standard(&mut event, 1, None);
    assert!(refused(&mut event, Command::DecideByLot { at: at(1, 1), seed: 1 }).contains("day 1"));
    let (mut event, ..) = title_match(2, POINTS, "");
    for game in 0..2 {
        enter(&mut event, GameRef { game, ..at(1, 1) }, GameResult::BothForfeit);
    }
    assert_eq!(now(&event), Outcome::Nobody);
}
