//! Knockouts with options: brackets, seedings, colours, the ladder; played to the end of the event.

mod common;

use common::cups::*;
use common::*;
use pairing::knockout::{MatchState, Part};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use tournament::command::{Command, GameRef, Refusal, WarningLevel};
use tournament::event::{Event, draw_color};
use tournament::knockout::options::read_ladder;
use tournament::knockout::{self, Ladder, Outcome, ladder_at, outcome};
use tournament::model::*;
use tournament::store::EventFile;

fn sorted(event: &Event) -> Vec<(u32, u32)> {
    let mut pairs: Vec<(u32, u32)> = pairs(event).into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
    pairs.sort_unstable();
    pairs
}

#[test]
fn places_are_played_for() {
    let options = KnockoutOptions { format: KnockoutFormat::Places(8), ..KnockoutOptions::default() };
    let mut event = cup(8, false, 1, options);
    let mut meetings = 0;
    for _ in 0..3 {
        event.apply(yes(PAIR)).unwrap();
        meetings += pairs(&event).len();
        favourites(&mut event);
    }
    assert!(event.state().is_stage_over(0));
    // Three rounds of four meetings, since nobody is ever out.
    assert_eq!(meetings, 12);
    assert_eq!(places(&event), (1..=8).map(|n| (n, n, n)).collect::<Vec<_>>());
    undo_all(&mut event);
}

#[test]
fn double_elimination_goes_to_the_reset() {
    for (reset, last) in [(true, 2), (false, 1)] {
        let options = KnockoutOptions { format: KnockoutFormat::Double { reset }, ..KnockoutOptions::default() };
        let mut event = cup(4, false, 1, options);
        // Winners' round 1: 1-4, 2-3; then 1-2 above and 3-4 below; 2-3 for the grand final.
        for expected in [vec![(1, 4), (2, 3)], vec![(1, 2), (3, 4)], vec![(2, 3)]] {
            event.apply(yes(PAIR)).unwrap();
            assert_eq!(sorted(&event), expected);
            favourites(&mut event);
        }
        // The challenger wins the first grand final.
        event.apply(yes(PAIR)).unwrap();
        assert_eq!(sorted(&event), [(1, 2)]);
        let white = pairs(&event)[0].0;
        enter(&mut event, at(4, 1), if white == 2 { GameResult::WhiteWins } else { GameResult::BlackWins });
        assert_eq!(event.state().is_stage_over(0), !reset);
        if reset {
            event.apply(yes(PAIR)).unwrap();
            assert_eq!(sorted(&event), [(1, 2)]);
            favourites(&mut event);
        }
        assert!(event.state().is_stage_over(0));
        let first = if reset { 1 } else { 2 };
        assert_eq!(places(&event), [(1, 1, first), (2, 2, 3 - first), (3, 3, 3), (4, 4, 4)]);
        assert_eq!(event.state().rounds_paired(0), 3 + last);
        undo_all(&mut event);
    }
}

#[test]
fn seedings_make_the_first_round() {
    let first = |seeding: KnockoutSeeding| {
        let mut event = cup(8, false, 1, KnockoutOptions { seeding, ..KnockoutOptions::default() });
        event.apply(yes(PAIR)).unwrap();
        let round = sorted(&event);
        favourites(&mut event);
        event.apply(yes(PAIR)).unwrap();
        favourites(&mut event);
        event.apply(yes(PAIR)).unwrap();
        favourites(&mut event);
        assert!(event.state().is_stage_over(0));
        round
    };
    assert_eq!(first(KnockoutSeeding::Standard), [(1, 8), (2, 7), (3, 6), (4, 5)]);
    assert_eq!(first(KnockoutSeeding::Cut), [(1, 5), (2, 6), (3, 7), (4, 8)]);
    let hand = [1, 2, 3, 4, 5, 6, 7, 8].map(Some).to_vec();
    assert_eq!(first(KnockoutSeeding::ByHand(hand)), [(1, 2), (3, 4), (5, 6), (7, 8)]);
    let drawn = |seed| first(KnockoutSeeding::Drawn { seed });
    assert_eq!(drawn(5), drawn(5));
    assert!((1..6).any(|seed| drawn(seed) != drawn(0)));
    let mut short = cup(
        6,
        false,
        1,
        KnockoutOptions {
            seeding: KnockoutSeeding::ByHand([1, 2, 3, 4].map(Some).to_vec()),
            ..KnockoutOptions::default()
        },
    );
    assert!(refused(&mut short, PAIR).contains("8 places"));
}

#[test]
fn a_federation_is_kept_apart() {
    let options = KnockoutOptions { separation: Separation::Federation, ..KnockoutOptions::default() };
    let mut event = cup(8, false, 1, options);
    // 3 and 6 would meet in round 1.
    for name in ["P03", "P06"] {
        let id = id(&event, name);
        let player = Player { federation: "GEO".into(), ..(*event.state().players[&id]).clone() };
        event.apply(yes(Command::EditPlayer(id, Box::new(player)))).unwrap();
    }
    event.apply(yes(PAIR)).unwrap();
    assert!(!sorted(&event).contains(&(3, 6)), "{:?}", sorted(&event));
    favourites(&mut event);
    event.apply(yes(PAIR)).unwrap();
    assert_eq!(event.state().rounds_paired(0), 2);
}

#[test]
fn colours_follow_the_rule() {
    let with = |first_color, games, change_in_middle, last_by_lot| {
        let options =
            KnockoutOptions { first_color, change_in_middle, last_by_lot, color_seed: 3, ..KnockoutOptions::default() };
        let mut event = cup(8, false, games, options);
        event.apply(yes(PAIR)).unwrap();
        event
    };
    let higher = with(FirstColorRule::HigherSeed, 1, false, false);
    assert!(pairs(&higher).iter().all(|(white, black)| white < black));
    let turns: Vec<bool> =
        pairs(&with(FirstColorRule::FirstByLot, 1, false, false)).iter().map(|(a, b)| a < b).collect();
    assert!(turns.windows(2).all(|two| two[0] != two[1]), "{turns:?}");
    let whites = |event: &Event| -> Vec<bool> {
        let meeting = event.state().round(0, 1).unwrap().meetings[0].clone();
        meeting.games.iter().map(|game| game.white == meeting.games[0].white).collect()
    };
    assert_eq!(whites(&with(FirstColorRule::HigherSeed, 4, true, false)), [true, false, false, true]);
    assert_eq!(whites(&with(FirstColorRule::HigherSeed, 4, false, false)), [true, false, true, false]);
    assert_eq!(whites(&with(FirstColorRule::HigherSeed, 3, false, true))[..2], [true, false]);
}

#[test]
fn what_is_left_of_a_decided_meeting_is_not_asked_for() {
    let mut event = cup(2, false, 4, KnockoutOptions::default());
    event.apply(yes(PAIR)).unwrap();
    assert_eq!(event.state().progress(0, 1).total, 4);
    // 2½ of 4 points.
    for (game, result) in [(0, GameResult::WhiteWins), (1, GameResult::BlackWins), (2, GameResult::Draw)] {
        assert_eq!(event.state().next_open(0, 1, None).unwrap().game, game);
        enter(&mut event, GameRef { game, ..at(1, 1) }, result);
    }
    assert_eq!(event.state().next_open(0, 1, None), None);
    let progress = event.state().progress(0, 1);
    assert_eq!((progress.entered, progress.total, progress.adjourned), (3, 3, 0));
    assert!(event.state().is_complete(0, 1) && event.state().is_final(0, 1) && event.state().is_stage_over(0));
    let scores: Vec<i32> = event.state().scores(0, 1).values().map(|points| points.tenths()).collect();
    assert_eq!(scores, [25, 5]);
    let table = tournament::crosstable::CrossTable::of_state(event.state(), 0, 1);
    assert!(
        table.rows.iter().all(|row| row.entrant.rounds[0].kind == pairing::swiss::EntryKind::Played { rated: true })
    );
}

fn game(white: PlayerId, black: PlayerId, result: GameResult) -> Command {
    let game = PlayOffGame { step: 0, day: 0, white, black, result, color_seed: None, bids: None, clocks: None };
    Command::EnterPlayOff { at: at(1, 1), game: Box::new(game) }
}

fn with_ladder(ladder: &str) -> (Event, PlayerId, PlayerId) {
    let options = KnockoutOptions { ladder: read_ladder(ladder).unwrap(), ..KnockoutOptions::default() };
    let mut event = cup(2, false, 2, options);
    event.apply(yes(PAIR)).unwrap();
    let (a, b) = (id(&event, "P01"), id(&event, "P02"));
    assert!(refused(&mut event, game(a, b, GameResult::Draw)).contains("not over"));
    for game in 0..2 {
        enter(&mut event, GameRef { game, ..at(1, 1) }, GameResult::Draw);
    }
    (event, a, b)
}

fn now(event: &Event) -> Outcome {
    outcome(&event.state().round(0, 1).unwrap().meetings[0], &event.state().settings.scoring)
}

#[test]
fn the_ladder_is_climbed_step_by_step() {
    let (mut event, a, b) = with_ladder("2x10+5; 2x3+2 alternate; armageddon 5+0/4+0");
    let scores = event.state().scores(0, 1);
    let step = |event: &Event| ladder_at(event.state(), at(1, 1)).unwrap();
    // A new lot gives the colours of step 1; its second game turns them.
    assert_eq!(step(&event), Ladder::Game { day: 0, step: 0, game: 1, white: None, bids: false });
    event.apply(yes(game(b, a, GameResult::WhiteWins))).unwrap();
    assert_eq!(step(&event), Ladder::Game { day: 0, step: 0, game: 2, white: Some(a), bids: false });
    // Other colours than the rule's are asked about.
    let wrong = game(b, a, GameResult::Draw);
    assert_eq!(event.warning(&wrong.into()).level, WarningLevel::Acknowledge);
    event.apply(yes(game(a, b, GameResult::WhiteWins))).unwrap();
    // The second step goes on by turns.
    assert_eq!(step(&event), Ladder::Game { day: 0, step: 1, game: 1, white: Some(b), bids: false });
    assert_eq!(now(&event), Outcome::Equal);
    assert!(!event.state().is_complete(0, 1));
    event.apply(yes(game(b, a, GameResult::Draw))).unwrap();
    event.apply(yes(game(a, b, GameResult::Draw))).unwrap();
    assert_eq!(step(&event), Ladder::Game { day: 0, step: 2, game: 1, white: None, bids: false });
    assert!(refused(&mut event, game(a, a, GameResult::Draw)).contains("play there"));
    assert!(refused(&mut event, game(a, b, GameResult::Adjourned)).contains("to their end"));
    // A drawn Armageddon is Black's.
    let change = event.apply(yes(game(a, b, GameResult::Draw))).unwrap();
    assert!(
        change.summary.contains("Armageddon") && change.consequences.contains(&"P02 goes on.".to_owned()),
        "{change:?}"
    );
    assert_eq!(now(&event), Outcome::Won(b));
    let meeting = event.state().round(0, 1).unwrap().meetings[0].clone();
    assert_eq!(meeting.decided, Some(Decided { winner: b, by: DecidedBy::Armageddon, seed: None }));
    assert_eq!(meeting.playoff.iter().map(|game| game.step).collect::<Vec<_>>(), [0, 0, 1, 1, 2]);
    // Nothing of it counts in the standings.
    assert_eq!(event.state().scores(0, 1), scores);
    assert!(event.state().is_stage_over(0));
    assert!(refused(&mut event, game(a, b, GameResult::Draw)).contains("goes on after an Armageddon game already"));
    let none = Command::DecideMeeting { at: at(1, 1), winner: None, how: DecidedBy::Lot };
    assert!(refused(&mut event, none).contains("take the last of them back"));
    // A correction of the drawn game takes the ladder with it.
    let change = event.apply(yes(common::result(1, 1, GameResult::WhiteWins))).unwrap();
    assert!(change.consequences.iter().any(|text| text.contains("are taken out")), "{change:?}");
    let corrected = event.state().round(0, 1).unwrap().meetings[0].clone();
    assert!(corrected.playoff.is_empty() && corrected.decided.is_none());
    assert_eq!(now(&event), Outcome::Won(corrected.games[0].white));
    event.undo().unwrap();
    assert_eq!(now(&event), Outcome::Won(b));
    // Saved and opened again, taken back, undone.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup.pairwright.ron");
    drop(EventFile::create(&path, event.clone()).unwrap());
    assert_eq!(tournament::store::read(&path).unwrap().state(), event.state());
    event.apply(yes(Command::TakeBackPlayOff { at: at(1, 1) })).unwrap();
    assert_eq!(now(&event), Outcome::Equal);
    event.undo().unwrap();
    assert_eq!(now(&event), Outcome::Won(b));
    undo_all(&mut event);
}

#[test]
fn steps_decide_in_their_own_ways() {
    // Two wins end a mini-match of two at once? One win and the lead of a point needs the second game; 1½ of 2 does not come earlier.
    let (mut event, a, b) = with_ladder("2x10+5; win 3+2");
    event.apply(yes(game(a, b, GameResult::WhiteWins))).unwrap();
    assert_eq!(now(&event), Outcome::Equal);
    event.apply(yes(game(b, a, GameResult::Draw))).unwrap();
    assert_eq!(now(&event), Outcome::Won(a));

    let (mut event, a, b) = with_ladder("rest 5+2");
    for turn in 0..5 {
        let (white, black) = if turn % 2 == 0 { (a, b) } else { (b, a) };
        event.apply(yes(game(white, black, GameResult::Draw))).unwrap();
        assert_eq!(now(&event), Outcome::Equal);
    }
    event.apply(yes(game(b, a, GameResult::BlackWins))).unwrap();
    assert_eq!(now(&event), Outcome::Won(a));

    let (mut event, a, b) = with_ladder("bids 4+2");
    let bid = |white, black, bids| {
        let game = PlayOffGame {
            step: 0,
            day: 0,
            white,
            black,
            result: GameResult::Draw,
            color_seed: None,
            bids: Some(bids),
            clocks: Some((30, 2)),
        };
        Command::EnterPlayOff { at: at(1, 1), game: Box::new(game) }
    };
    assert!(refused(&mut event, bid(a, b, (150, 200))).contains("lower bid"));
    event.apply(yes(bid(b, a, (200, 150)))).unwrap();
    assert_eq!(now(&event), Outcome::Won(a));
}

#[test]
fn the_lot_keeps_its_seed() {
    let (mut event, a, b) = with_ladder("2x10+5; lot");
    let lot = |seed| Command::DecideByLot { at: at(1, 1), seed };
    assert_eq!(event.warning(&lot(1).into()).level, WarningLevel::Confirm);
    event.apply(yes(game(a, b, GameResult::Draw))).unwrap();
    event.apply(yes(game(b, a, GameResult::Draw))).unwrap();
    assert_eq!(ladder_at(event.state(), at(1, 1)), Some(Ladder::Lot { step: 1 }));
    assert_eq!(event.warning(&lot(1).into()).level, WarningLevel::None);
    assert!(refused(&mut event, game(a, b, GameResult::Draw)).contains("the lot decides now"));
    event.apply(lot(1)).unwrap();
    let white = event.state().round(0, 1).unwrap().meetings[0].games[0].white;
    let black = event.state().round(0, 1).unwrap().meetings[0].games[0].black;
    let winner = if draw_color(1) == Color::White { white } else { black };
    let decided = event.state().round(0, 1).unwrap().meetings[0].decided;
    assert_eq!(decided, Some(Decided { winner, by: DecidedBy::Lot, seed: Some(1) }));
    assert!(event.state().notes.last().unwrap().text.contains("seed 1"));
    assert!(refused(&mut event, Command::TakeBackPlayOff { at: at(1, 1) }).contains("by lot"));
    event.apply(yes(Command::DecideMeeting { at: at(1, 1), winner: None, how: DecidedBy::Lot })).unwrap();
    // A colour drawn by the program must be the seed's.
    event.apply(yes(Command::TakeBackPlayOff { at: at(1, 1) })).unwrap();
    event.apply(yes(Command::TakeBackPlayOff { at: at(1, 1) })).unwrap();
    let drawn = |white, black, seed| {
        let game = PlayOffGame {
            step: 0,
            day: 0,
            white,
            black,
            result: GameResult::Draw,
            color_seed: Some(seed),
            bids: None,
            clocks: None,
        };
        Command::EnterPlayOff { at: at(1, 1), game: Box::new(game) }
    };
    let seed = (0..).find(|&seed| draw_color(seed) == Color::White).unwrap();
    assert!(refused(&mut event, drawn(black, white, seed)).contains("the lot with seed"));
    event.apply(yes(drawn(white, black, seed))).unwrap();
}

#[test]
fn a_next_round_keeps_the_ladder() {
    let options = KnockoutOptions { ladder: read_ladder("1x5+3; lot").unwrap(), ..KnockoutOptions::default() };
    let mut event = cup(4, true, 1, options);
    event.apply(yes(PAIR)).unwrap();
    for board in 1..=2 {
        enter(&mut event, at(1, board), GameResult::Draw);
        let first = event.state().round(0, 1).unwrap().meetings[board as usize - 1].games[0];
        let game = PlayOffGame {
            step: 0,
            day: 0,
            white: first.black,
            black: first.white,
            result: GameResult::WhiteWins,
            color_seed: None,
            bids: None,
            clocks: None,
        };
        event.apply(yes(Command::EnterPlayOff { at: at(1, board), game: Box::new(game) })).unwrap();
    }
    event.apply(yes(PAIR)).unwrap();
    assert!(refused(&mut event, Command::TakeBackPlayOff { at: at(1, 1) }).contains("un-pair"));
    // The ladder may still be changed, the bracket not.
    let stage = event.state().stages[0].clone();
    let edit = |third_place, ladder: &str| {
        let options = KnockoutOptions { ladder: read_ladder(ladder).unwrap(), ..KnockoutOptions::default() };
        Command::EditStage {
            stage: 0,
            name: String::new(),
            system: System::Knockout { third_place, options: Box::new(options) },
            rounds_planned: stage.rounds_planned,
            games_per_meeting: 1,
        }
    };
    let bracket = event.apply(yes(edit(false, "lot"))).unwrap_err();
    assert!(bracket.to_string().contains("fixed once round 1 is paired") || matches!(bracket, Refusal::FideMode(_)));
    favourites(&mut event);
    assert!(event.state().is_stage_over(0));
    assert_eq!(places(&event).len(), 4);
}

/// An old file has none of the new fields.
#[test]
fn files_of_the_version_before_open() {
    let system: System = ron::from_str("Knockout(third_place: true)").unwrap();
    assert_eq!(system, System::knockout(true));
    let system: System = ron::from_str("Scheveningen(double: false)").unwrap();
    assert_eq!(system, System::scheveningen(false, 0));
    let meeting: Meeting =
        ron::from_str("(games: [(white: 1, black: 2, result: Some(Draw))], decided: Some((winner: 2, by: Lot)))")
            .unwrap();
    assert_eq!(meeting.decided, Some(Decided { winner: PlayerId(2), by: DecidedBy::Lot, seed: None }));
    assert!(meeting.playoff.is_empty());
}

fn formats() -> impl Strategy<Value = (bool, KnockoutFormat)> {
    prop_oneof![
        Just((false, KnockoutFormat::Single)),
        Just((true, KnockoutFormat::Single)),
        Just((false, KnockoutFormat::Places(8))),
        Just((false, KnockoutFormat::Places(64))),
        Just((false, KnockoutFormat::Double { reset: true })),
        Just((false, KnockoutFormat::Double { reset: false })),
    ]
}

fn seedings() -> impl Strategy<Value = KnockoutSeeding> {
    prop_oneof![
        Just(KnockoutSeeding::Standard),
        Just(KnockoutSeeding::Cut),
        (0u64..9).prop_map(|seed| KnockoutSeeding::Drawn { seed }),
        (0u64..9, 2u32..9).prop_map(|(seed, seeded)| KnockoutSeeding::DrawnWithSeeds { seeded, seed }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Whatever happens, the event ends, everybody has a place, and seeds 1 and 2 are kept apart until the final.
    #[test]
    fn every_knockout_ends(
        players in 2u16..41,
        (third_place, format) in formats(),
        seeding in seedings(),
        results in prop::collection::vec(0u8..24, 128),
        leaving in prop::collection::vec((0u16..40, 1u32..6), 0..4),
    ) {
        let apart = !matches!(seeding, KnockoutSeeding::Drawn { .. });
        let mut event = cup(players, third_place, 1, KnockoutOptions { format, seeding, ..KnockoutOptions::default() });
        let ids: Vec<PlayerId> = event.state().numbering(0).to_vec();
        let mut draws = results.into_iter().cycle();
        let mut met: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        for round in 1..20 {
            for &(player, at) in &leaving {
                if at == round
                    && let Some(&id) = ids.get(usize::from(player))
                {
                    // Who has left already cannot leave again.
                    let _ = event.apply(yes(Command::Withdraw { player: id, from: round.max(2) }));
                }
            }
            if event.state().is_stage_over(0) {
                break;
            }
            event.apply(yes(PAIR)).unwrap();
            for pair in sorted(&event) {
                *met.entry(pair).or_default() += 1;
            }
            while let Some(at) = event.state().next_open(0, round, None) {
                let result = match draws.next() {
                    Some(0) => GameResult::BothForfeit,
                    Some(1 | 2) => GameResult::ForfeitToBlack,
                    Some(3..=6) => GameResult::Draw,
                    Some(n) if n % 2 == 0 => GameResult::WhiteWins,
                    _ => GameResult::BlackWins,
                };
                enter(&mut event, at, result);
            }
            for board in 1..=event.state().round(0, round).unwrap().meetings.len() as u32 {
                let meeting = event.state().round(0, round).unwrap().meetings[board as usize - 1].clone();
                if outcome(&meeting, &event.state().settings.scoring) == Outcome::Equal {
                    event.apply(yes(Command::DecideByLot { at: at(round, board), seed: u64::from(board) })).unwrap();
                }
            }
        }
        prop_assert!(event.state().is_stage_over(0));
        let course = knockout::bracket(event.state(), 0).unwrap();
        prop_assert!(course.open.is_empty());
        let placed: BTreeSet<PlayerId> = course.places().into_iter().map(|(_, _, id)| id).collect();
        prop_assert_eq!(placed.len(), usize::from(players), "{:?}", course.places());
        prop_assert_eq!(course.places().len(), usize::from(players));
        if apart {
            let together = course.bracket.matches().zip(course.bracket.states()).filter(|(_, state)| {
                matches!(state, MatchState::Decided { winner, loser, .. } if winner + loser == 3)
            });
            for (game, _) in together {
                let late = !matches!(game.part, Part::Main { size, .. } if size > 2);
                prop_assert!(late, "1 and 2 meet in {}", course.bracket.round_name(game.number));
            }
        }
        let most = if matches!(format, KnockoutFormat::Double { .. }) { 4 } else { 1 };
        prop_assert!(met.values().all(|&times| times <= most));
        undo_all(&mut event);
    }
}

#[test]
fn without_a_fixed_bracket_the_highest_left_meets_the_lowest() {
    let options = KnockoutOptions { reseed: true, ..KnockoutOptions::default() };
    let mut event = cup(8, true, 1, options);
    event.apply(yes(Command::PairRound { stage: 0 })).unwrap();
    assert_eq!(sorted(&event), [(1, 8), (2, 7), (3, 6), (4, 5)]);
    // 8 and 5 win with the worse number, 2 and 3 with the better one.
    for board in 1..=4 {
        let game = event.state().round(0, 1).unwrap().meetings[board as usize - 1].games[0];
        let (white, black) = (number(&event, game.white), number(&event, game.black));
        let wins = if white.min(black) == 1 || white.min(black) == 4 { white.max(black) } else { white.min(black) };
        let result = if wins == white { GameResult::WhiteWins } else { GameResult::BlackWins };
        enter(&mut event, GameRef { stage: 0, round: 1, board, game: 0 }, result);
    }
    event.apply(yes(Command::PairRound { stage: 0 })).unwrap();
    assert_eq!(sorted(&event), [(2, 8), (3, 5)]);
    // In a fixed bracket 8 would have met 5. The bracket of rounds that are paired cannot be another one.
    let System::Knockout { options, .. } = event.state().stages[0].system.clone() else { panic!() };
    let fixed = Box::new(KnockoutOptions { reseed: false, ..*options });
    let system = System::Knockout { third_place: true, options: fixed };
    let stage = &event.state().stages[0];
    let edit = Command::EditStage {
        stage: 0,
        name: String::new(),
        system,
        rounds_planned: stage.rounds_planned,
        games_per_meeting: 1,
    };
    refused(&mut event, edit);
    favourites(&mut event);
    event.apply(yes(Command::PairRound { stage: 0 })).unwrap();
    assert_eq!(sorted(&event), [(2, 3), (5, 8)]);
    favourites(&mut event);
    assert_eq!(
        places(&event),
        [(1, 1, 2), (2, 2, 3), (3, 3, 5), (4, 4, 8), (5, 8, 1), (5, 8, 4), (5, 8, 6), (5, 8, 7)]
    );
    undo_all(&mut event);
}

#[test]
fn rules_decide_without_a_game() {
    let at = GameRef { stage: 0, round: 1, board: 1, game: 0 };
    for (rule, by_seed) in [("seed", true), ("blacks; lot", false)] {
        let options = KnockoutOptions { ladder: read_ladder(rule).unwrap(), ..KnockoutOptions::default() };
        let mut event = cup(2, false, 1, options);
        event.apply(yes(Command::PairRound { stage: 0 })).unwrap();
        let game = event.state().round(0, 1).unwrap().meetings[0].games[0];
        enter(&mut event, at, GameResult::Draw);
        let decided = event.state().round(0, 1).unwrap().meetings[0].decided.unwrap();
        let first_seed = event.state().numbering(0)[0];
        assert_eq!(decided.winner, if by_seed { first_seed } else { game.black });
        assert_eq!(decided.by, DecidedBy::TieBreak);
        // A result that decides by itself takes its place.
        enter(&mut event, at, GameResult::WhiteWins);
        assert_eq!(knockout::places(event.state(), 0).unwrap()[0].2, game.white);
        undo_all(&mut event);
    }
    // After games of a step the rule follows, and goes with the last of them.
    let options = KnockoutOptions { ladder: read_ladder("1x5+3; seed").unwrap(), ..KnockoutOptions::default() };
    let mut event = cup(2, false, 1, options);
    event.apply(yes(Command::PairRound { stage: 0 })).unwrap();
    let game = event.state().round(0, 1).unwrap().meetings[0].games[0];
    enter(&mut event, at, GameResult::Draw);
    let (white, black) = (game.black, game.white);
    let drawn = PlayOffGame {
        step: 0,
        day: 0,
        white,
        black,
        result: GameResult::Draw,
        color_seed: None,
        bids: None,
        clocks: None,
    };
    event.apply(yes(Command::EnterPlayOff { at, game: Box::new(drawn) })).unwrap();
    let decided = event.state().round(0, 1).unwrap().meetings[0].decided.unwrap();
    assert_eq!((decided.winner, decided.by), (event.state().numbering(0)[0], DecidedBy::TieBreak));
    event.apply(yes(Command::TakeBackPlayOff { at })).unwrap();
    assert_eq!(event.state().round(0, 1).unwrap().meetings[0].decided, None);
    undo_all(&mut event);
}

#[test]
fn clocks_that_go_on_end_with_the_time() {
    let at = GameRef { stage: 0, round: 1, board: 1, game: 0 };
    let options = KnockoutOptions { ladder: read_ladder("rest 5+2 alternate").unwrap(), ..KnockoutOptions::default() };
    let mut event = cup(2, false, 1, options);
    event.apply(yes(Command::PairRound { stage: 0 })).unwrap();
    let game = event.state().round(0, 1).unwrap().meetings[0].games[0];
    enter(&mut event, at, GameResult::Draw);
    let draw = |event: &mut Event, white, black, clocks| {
        let game = PlayOffGame {
            step: 0,
            day: 0,
            white,
            black,
            result: GameResult::Draw,
            color_seed: None,
            bids: None,
            clocks: Some(clocks),
        };
        event.apply(yes(Command::EnterPlayOff { at, game: Box::new(game) })).unwrap()
    };
    let change = draw(&mut event, game.black, game.white, (131, 9));
    assert!(change.consequences.iter().any(|text| text.contains("2:11") && text.contains("0:09")), "{change:?}");
    assert!(matches!(ladder_at(event.state(), at), Some(Ladder::Game { game: 2, .. })));
    // No time is left for one of them after a drawn game: that side loses.
    draw(&mut event, game.white, game.black, (0, 40));
    let decided = event.state().round(0, 1).unwrap().meetings[0].decided.unwrap();
    assert_eq!((decided.winner, decided.by), (game.black, DecidedBy::PlayOff));
    undo_all(&mut event);
}

#[test]
fn the_bracket_gives_the_places_of_the_standings() {
    use tournament::standings::StageTable;
    // Byes for 1 to 3, a match for third place: points alone would put the fourth above the second.
    let mut event = cup(5, true, 1, KnockoutOptions::default());
    let ranks = |event: &Event, rounds| {
        let table = StageTable::of(event.state(), 0, rounds);
        table.ranks().map(|(rank, id)| (rank, number(event, id))).collect::<Vec<_>>()
    };
    for _ in 0..3 {
        event.apply(yes(Command::PairRound { stage: 0 })).unwrap();
        favourites(&mut event);
    }
    assert_eq!(ranks(&event, 3), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]);
    // After round 1 only number 5 is out; all others are in play.
    let early = ranks(&event, 1);
    assert_eq!(early.iter().filter(|(rank, _)| *rank == 1).count(), 4);
    assert_eq!(early.last(), Some(&(5, 5)));
    // In a double elimination the second of the grand final has lost twice and stands second.
    let format = KnockoutFormat::Double { reset: true };
    let mut event = cup(4, false, 1, KnockoutOptions { format, ..KnockoutOptions::default() });
    while event.apply(yes(Command::PairRound { stage: 0 })).is_ok() {
        favourites(&mut event);
    }
    let last = event.state().rounds_paired(0);
    let expected: Vec<(u32, u32)> = places(&event).into_iter().map(|(from, _, id)| (from, id)).collect();
    assert_eq!(ranks(&event, last), expected);
}

#[test]
fn boards_of_fixed_systems_are_explained() {
    use tournament::why::fixed_board;
    let mut event = cup(4, false, 1, KnockoutOptions { reseed: true, ..KnockoutOptions::default() });
    event.apply(yes(Command::PairRound { stage: 0 })).unwrap();
    let text = fixed_board(event.state(), 0, 1, 0).join(" ");
    assert!(text.contains("Semifinals") && text.contains("seed 1") && text.contains("1 against the last"), "{text}");
    favourites(&mut event);
    event.apply(yes(Command::PairRound { stage: 0 })).unwrap();
    let text = fixed_board(event.state(), 0, 2, 0).join(" ");
    assert!(text.contains("highest seed left") && text.contains("2nd seed left"), "{text}");
    assert!(fixed_board(event.state(), 0, 3, 0).is_empty() && fixed_board(event.state(), 0, 1, 9).is_empty());

    // Round 3 of the table for six: 2-6, 3-1, 4-5 (C.05 Annex 1).
    let mut event = swiss(6, 5);
    let system = System::RoundRobin { cycles: 2, exchange_last_two: true };
    let edit = Command::EditStage { stage: 0, name: String::new(), system, rounds_planned: 10, games_per_meeting: 1 };
    event.apply(yes(edit)).unwrap();
    for _ in 0..6 {
        event.apply(yes(Command::PairRound { stage: 0 })).unwrap();
        favourites(&mut event);
    }
    let text = |round, board| fixed_board(event.state(), 0, round, board).join(" ");
    assert!(text(3, 0).contains("(number 2)") && text(3, 0).contains("round 3 of the Berger table"), "{}", text(3, 0));
    assert!(text(4, 0).contains("round 5 of the Berger table") && text(4, 0).contains("exchanged"), "{}", text(4, 0));
    assert!(text(6, 0).contains("cycle 2") && text(6, 0).contains("reversed"), "{}", text(6, 0));
}

#[test]
fn who_lost_in_the_same_round_can_be_ranked() {
    // Two games a meeting: the losers of round 1 score 0, ½, 1 and ½ points.
    let play = |rank_losers| {
        let mut event = cup(8, false, 2, KnockoutOptions { rank_losers, ..KnockoutOptions::default() });
        event.apply(yes(Command::PairRound { stage: 0 })).unwrap();
        for board in 1..=4u32 {
            let games = event.state().round(0, 1).unwrap().meetings[board as usize - 1].games.clone();
            let loser = number(&event, games[0].white).max(number(&event, games[0].black));
            for (game, index) in games.iter().zip(0..) {
                let better_has_white = number(&event, game.white) < number(&event, game.black);
                let wins = if better_has_white { GameResult::WhiteWins } else { GameResult::BlackWins };
                let result = if index == 1 && (loser == 6 || loser == 7) { GameResult::Draw } else { wins };
                if event.state().is_needed(0, &event.state().round(0, 1).unwrap().meetings[board as usize - 1], game) {
                    enter(&mut event, GameRef { stage: 0, round: 1, board, game: index }, result);
                }
            }
        }
        places(&event)
    };
    assert_eq!(play(false), [(5, 8, 5), (5, 8, 6), (5, 8, 7), (5, 8, 8)]);
    assert_eq!(play(true), [(5, 5, 6), (6, 6, 7), (7, 7, 5), (8, 8, 8)]);
}

#[test]
fn the_colours_of_a_ladder_game_are_drawn_once_and_kept() {
    let (mut event, a, b) = with_ladder("2x5+3; 1x3+2");
    let draw = |game, seed| Command::DrawPlayOffColors { at: at(1, 1), game, seed };
    let by_lot = |seed| if draw_color(seed) == Color::White { a } else { b };
    // White of game 1 of the meeting is the one whom the lot means by White.
    assert_eq!(event.state().round(0, 1).unwrap().meetings[0].games[0].white, a);
    let seeds: Vec<u64> = (0..20).collect();
    let (one, other) = (
        *seeds.iter().find(|seed| by_lot(**seed) == b).unwrap(),
        *seeds.iter().find(|seed| by_lot(**seed) == a).unwrap(),
    );
    assert!(refused(&mut event, draw(2, one)).contains("game 1 of the ladder is next"));
    event.apply(yes(draw(1, one))).unwrap();
    let next = |event: &Event| ladder_at(event.state(), at(1, 1));
    assert_eq!(next(&event), Some(Ladder::Game { day: 0, step: 0, game: 1, white: Some(b), bids: false }));
    assert!(refused(&mut event, draw(1, other)).contains("drawn once"));
    // Undone and drawn again, the lot is the first one.
    event.undo().unwrap();
    event.apply(yes(draw(1, other))).unwrap();
    assert_eq!(event.state().round(0, 1).unwrap().meetings[0].colors_drawn, Some(one));
    assert!(refused(&mut event, game(a, b, GameResult::Draw)).contains("gave White to P02"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup.pairwright.ron");
    drop(EventFile::create(&path, event.clone()).unwrap());
    assert_eq!(tournament::store::read(&path).unwrap().state(), event.state());
    event.apply(yes(game(b, a, GameResult::Draw))).unwrap();
    let meeting = event.state().round(0, 1).unwrap().meetings[0].clone();
    assert_eq!((meeting.playoff[0].color_seed, meeting.colors_drawn), (Some(one), None));
    // Game 2 has the other colours; nothing is drawn for it.
    assert!(refused(&mut event, draw(2, one)).contains("by turns"));
    event.apply(yes(Command::TakeBackPlayOff { at: at(1, 1) })).unwrap();
    assert_eq!(event.state().round(0, 1).unwrap().meetings[0].colors_drawn, Some(one));
    undo_all(&mut event);
}

#[test]
fn the_notice_names_the_round_of_those_who_pass() {
    let options = KnockoutOptions { format: KnockoutFormat::Double { reset: true }, ..KnockoutOptions::default() };
    let mut event = cup(5, false, 1, options);
    event.apply(yes(PAIR)).unwrap();
    favourites(&mut event);
    let change = event.apply(yes(PAIR)).unwrap();
    let passed: Vec<&String> = change.consequences.iter().filter(|text| text.contains("without a game")).collect();
    assert_eq!(passed.len(), 1, "{change:?}");
    assert!(passed[0].starts_with("Losers' round 1: passes without a game: P05"), "{passed:?}");
}
