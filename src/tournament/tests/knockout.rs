//! Knockouts from the first pairing to the places.

mod common;

use common::cups::{self, favourites, number, pairs, places, refused};
use common::*;
use tournament::command::{Change, Command, GameRef, Order, WarningLevel};
use tournament::event::{Event, NotPaired};
use tournament::knockout::{self, Outcome, outcome};
use tournament::model::*;
use tournament::store::EventFile;

fn cup(players: u16, third_place: bool, games: u8) -> Event {
    cups::cup(players, third_place, games, KnockoutOptions::default())
}

fn passing(event: &Event) -> Vec<u32> {
    let round = event.state().rounds_paired(0);
    event.state().round(0, round).unwrap().byes.keys().map(|id| number(event, *id)).collect()
}

fn pair(event: &mut Event) -> Change {
    event.apply(yes(PAIR)).unwrap()
}

fn decide(board: u32, winner: Option<PlayerId>, how: DecidedBy) -> Command {
    Command::DecideMeeting { at: at(1, board), winner, how }
}

#[test]
fn whole_knockouts_are_played() {
    for (players, rounds, meetings) in [(2, 1, 1), (5, 3, 4), (8, 3, 7), (13, 4, 12), (33, 6, 32)] {
        for third in [false, true] {
            let mut event = cup(players, third, 1);
            let mut played = 0;
            for round in 1..=rounds {
                assert!(!event.state().is_stage_over(0));
                pair(&mut event);
                assert_eq!(event.state().stages[0].rounds_planned, rounds);
                played += pairs(&event).len();
                assert!(!event.state().is_complete(0, round));
                favourites(&mut event);
                assert!(event.state().is_complete(0, round));
            }
            let extra = usize::from(third && players > 3);
            assert_eq!(played, meetings + extra, "{players} players");
            assert!(event.state().is_stage_over(0));
            assert!(refused(&mut event, PAIR).contains("P01 has won"));
            let places = places(&event);
            assert_eq!(places.len(), usize::from(players));
            assert_eq!(places[..2], [(1, 1, 1), (2, 2, 2)]);
            if players > 3 {
                // If every favourite wins, 3 and 4 lose the semifinals.
                let expected = if third { [(3, 3, 3), (4, 4, 4)] } else { [(3, 4, 3), (3, 4, 4)] };
                assert_eq!(places[2..4], expected, "{players} players");
            }
        }
    }
}

#[test]
fn the_first_round_follows_the_standard_order() {
    let mut event = cup(8, false, 1);
    pair(&mut event);
    // White is the initial colour: the higher seeds have White, Black, White, Black.
    assert_eq!(pairs(&event), [(1, 8), (5, 4), (2, 7), (6, 3)]);
    favourites(&mut event);
    pair(&mut event);
    // 1 had White and 4 Black: they change. 2 had White, 3 had Black.
    assert_eq!(pairs(&event), [(4, 1), (3, 2)]);
    favourites(&mut event);
    pair(&mut event);
    // 1 and 2 have both had Black last: the higher one gets White.
    assert_eq!(pairs(&event), [(1, 2)]);
}

#[test]
fn byes_go_to_the_highest() {
    let mut event = cup(5, false, 1);
    let change = pair(&mut event);
    assert_eq!((pairs(&event), passing(&event)), (vec![(4, 5)], vec![1, 2, 3]));
    assert!(change.consequences.iter().any(|line| line.contains("P01, P02 and P03")), "{change:?}");
    assert_eq!(event.state().not_paired(0, 1).len(), 3);
    let mut event = cup(13, false, 1);
    pair(&mut event);
    assert_eq!(passing(&event), [1, 2, 3]);
    favourites(&mut event);
    pair(&mut event);
    assert!(passing(&event).is_empty());
    // Those who are out are not listed as missing.
    assert!(event.state().not_paired(0, 2).is_empty());
}

#[test]
fn equal_meetings_are_decided_first() {
    let mut event = cup(4, false, 2);
    pair(&mut event);
    let meeting = event.state().round(0, 1).unwrap().meetings[0].clone();
    assert_eq!((meeting.games[0].white, meeting.games[1].white), (meeting.games[1].black, meeting.games[0].black));
    assert!(refused(&mut event, PAIR).contains("board 1 (P01 - P04) has open games"));
    for game in 0..2 {
        for board in 1..=2 {
            let at = GameRef { game, ..at(1, board) };
            event.apply(Command::SetResult { at, result: Some(GameResult::Draw), reason: None }).unwrap();
        }
    }
    let (p1, p2, p4) = (id(&event, "P01"), id(&event, "P02"), id(&event, "P04"));
    assert!(!event.state().is_complete(0, 1));
    let text = refused(&mut event, PAIR);
    assert!(text.contains("board 1 (P01 - P04) is equal") && text.contains("board 2 (P02 - P03) is equal"), "{text}");
    assert!(refused(&mut event, decide(1, Some(p2), DecidedBy::Lot)).contains("does not play there"));
    event.apply(decide(1, Some(p4), DecidedBy::Armageddon)).unwrap();
    // Another decision is confirmed.
    assert_eq!(event.warning(&decide(1, Some(p1), DecidedBy::Lot).into()).level, WarningLevel::Confirm);
    let by_hand = Order { confirmed: true, ..decide(2, Some(p2), DecidedBy::ByHand).into() };
    assert!(event.apply(by_hand).unwrap_err().to_string().contains("reason"));
    event.apply(yes(decide(2, Some(p2), DecidedBy::ByHand))).unwrap();
    assert!(event.state().notes.iter().any(|note| note.text.contains("P02 goes on by the arbiter's decision")));
    assert!(event.state().is_complete(0, 1));
    pair(&mut event);
    let mut last = pairs(&event);
    last[0] = (last[0].0.min(last[0].1), last[0].0.max(last[0].1));
    assert_eq!(last, [(2, 4)]);
    // The final stands on that; points stay what they were.
    assert!(refused(&mut event, decide(1, None, DecidedBy::Lot)).contains("un-pair"));
    assert_eq!(event.state().scores(0, 1)[&p1], event.state().scores(0, 1)[&p4]);
}

#[test]
fn points_decide_as_soon_as_they_can() {
    let mut event = cup(2, false, 4);
    pair(&mut event);
    let scoring = event.state().settings.scoring;
    let now = |event: &Event| outcome(&event.state().round(0, 1).unwrap().meetings[0], &scoring);
    let (p1, p2) = (id(&event, "P01"), id(&event, "P02"));
    let enter = |event: &mut Event, game: usize, result: GameResult| {
        event
            .apply(yes(Command::SetResult { at: GameRef { game, ..at(1, 1) }, result: Some(result), reason: None }))
            .unwrap();
    };
    enter(&mut event, 0, GameResult::WhiteWins);
    enter(&mut event, 1, GameResult::BlackWins);
    // 2 - 0 of four: the other can still make it equal.
    assert_eq!(now(&event), Outcome::Open);
    assert!(refused(&mut event, decide(1, Some(p2), DecidedBy::Lot)).contains("open"));
    enter(&mut event, 2, GameResult::Draw);
    // 2.5 - 0.5.
    assert_eq!(now(&event), Outcome::Won(p1));
    assert!(event.state().is_complete(0, 1) && event.state().is_stage_over(0));
    assert!(refused(&mut event, decide(1, Some(p2), DecidedBy::Lot)).contains("points decide"));
    event.apply(yes(decide(1, Some(p2), DecidedBy::ByHand))).unwrap();
    assert_eq!(now(&event), Outcome::Won(p2));
    event.apply(yes(decide(1, None, DecidedBy::ByHand))).unwrap();
    assert_eq!(now(&event), Outcome::Won(p1));
}

#[test]
fn a_winner_cannot_change_under_a_later_round() {
    let mut event = cup(4, false, 1);
    pair(&mut event);
    favourites(&mut event);
    pair(&mut event);
    let changed = result(1, 1, GameResult::BlackWins);
    assert!(refused(&mut event, changed.clone()).contains("round 2 is paired"));
    // The same winner in another way is a plain correction.
    event.apply(yes(result(1, 1, GameResult::ForfeitToWhite))).unwrap();
    event.apply(yes(Command::UnpairRound { stage: 0 })).unwrap();
    event.apply(yes(changed)).unwrap();
    pair(&mut event);
    assert!(pairs(&event).iter().all(|&(a, b)| a + b == 6), "{:?}", pairs(&event));
}

#[test]
fn withdrawals_pass() {
    let mut event = cup(8, true, 1);
    pair(&mut event);
    favourites(&mut event);
    let (p1, p2) = (id(&event, "P01"), id(&event, "P02"));
    event.apply(yes(Command::Withdraw { player: p1, from: 2 })).unwrap();
    pair(&mut event);
    assert_eq!((pairs(&event), passing(&event)), (vec![(3, 2)], vec![4]));
    assert!(event.state().not_paired(0, 2).contains(&(p1, NotPaired::Withdrawn)));
    favourites(&mut event);
    // Taking the withdrawal back does not undo that the match was missed.
    event.apply(yes(Command::Reinstate(p1))).unwrap();
    pair(&mut event);
    let mut last = pairs(&event);
    last.iter_mut().for_each(|pair| *pair = (pair.0.min(pair.1), pair.0.max(pair.1)));
    assert_eq!((last, passing(&event)), (vec![(2, 4)], vec![3]));
    favourites(&mut event);
    assert!(event.state().is_stage_over(0));
    let ends = places(&event);
    assert_eq!(ends[..4], [(1, 1, 2), (2, 2, 4), (3, 3, 3), (4, 4, 1)]);
    assert_eq!(ends.len(), 8);
    assert_eq!(knockout::places(event.state(), 0).unwrap()[0].2, p2);
}

#[test]
fn nobody_comes() {
    let mut event = cup(4, false, 1);
    pair(&mut event);
    event.apply(yes(result(1, 1, GameResult::BothForfeit))).unwrap();
    event.apply(yes(result(1, 2, GameResult::Draw))).unwrap();
    let p3 = id(&event, "P03");
    event.apply(yes(decide(2, Some(p3), DecidedBy::TieBreak))).unwrap();
    assert!(event.state().is_stage_over(0), "the other one passes in the final");
    assert!(refused(&mut event, PAIR).contains("P03 has won"));
}

#[test]
fn pairs_of_round_1_by_hand_make_the_bracket() {
    use tournament::command::ManualChange;
    let mut event = cup(6, false, 1);
    pair(&mut event);
    assert_eq!((pairs(&event), passing(&event)), (vec![(4, 5), (6, 3)], vec![1, 2]));
    let (p1, p5) = (id(&event, "P01"), id(&event, "P05"));
    event.apply(yes(Command::BeginManual { stage: 0 })).unwrap();
    event.apply(yes(Command::Manual { stage: 0, change: ManualChange::SwapPlayers(p1, p5) })).unwrap();
    event.apply(yes(Command::EndManual { stage: 0 })).unwrap();
    favourites(&mut event);
    pair(&mut event);
    let mut second = pairs(&event);
    second.iter_mut().for_each(|pair| *pair = (pair.0.min(pair.1), pair.0.max(pair.1)));
    assert_eq!(second, [(1, 5), (2, 3)]);
}

#[test]
fn everything_is_undone_saved_and_reopened() {
    let mut event = cup(5, true, 2);
    let mut states = vec![event.state().clone()];
    let mut done = 0;
    for _ in 0..3 {
        pair(&mut event);
        done += 1;
        states.push(event.state().clone());
        let round = event.state().rounds_paired(0);
        while let Some(at) = event.state().next_open(0, round, None) {
            event.apply(yes(Command::SetResult { at, result: Some(GameResult::Draw), reason: None })).unwrap();
            done += 1;
            states.push(event.state().clone());
        }
        let boards = event.state().round(0, round).unwrap().meetings.len() as u32;
        for board in 1..=boards {
            let game = event.state().round(0, round).unwrap().meetings[board as usize - 1].games[0];
            let winner = Some(game.black);
            event.apply(yes(Command::DecideMeeting { at: at(round, board), winner, how: DecidedBy::PlayOff })).unwrap();
            done += 1;
            states.push(event.state().clone());
        }
    }
    assert!(event.state().is_stage_over(0));
    let ends = places(&event);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup.pairwright");
    drop(EventFile::create(&path, event.clone()).unwrap());
    let mut again = tournament::store::read(&path).unwrap();
    assert_eq!(again.state(), event.state());
    assert_eq!(places(&again), ends);
    for back in (0..done).rev() {
        again.undo().unwrap();
        assert_eq!(*again.state(), states[back], "step {back}");
    }
    for state in &states[1..] {
        again.redo().unwrap();
        assert_eq!(again.state(), state);
    }
}

#[test]
fn the_best_of_a_round_robin_play_a_knockout() {
    use tournament::stages;
    let mut event = swiss(6, 5);
    let system = System::RoundRobin { cycles: 1, exchange_last_two: false };
    let edit = Command::EditStage { stage: 0, name: "Group".into(), system, rounds_planned: 5, games_per_meeting: 1 };
    event.apply(yes(edit)).unwrap();
    for _ in 1..=5 {
        assert!(stages::qualifiers(event.state(), 0, 4, None).unwrap_err().contains("not over"));
        pair(&mut event);
        favourites(&mut event);
    }
    // Everybody has beaten everybody of a greater number.
    let best = stages::qualifiers(event.state(), 0, 4, None).unwrap();
    assert_eq!(best, ["P01", "P02", "P03", "P04"].map(|name| id(&event, name)));
    let before = event.state().clone();
    event.apply(yes(Command::AddStage(Box::new(stages::knockout_of("Final", best.clone(), false, 1))))).unwrap();
    event.undo().unwrap();
    assert_eq!(*event.state(), before);
    event.redo().unwrap();
    event.apply(yes(Command::PairRound { stage: 1 })).unwrap();
    let white = |event: &Event, board: usize| event.state().round(1, 1).unwrap().meetings[board].games[0];
    assert_eq!((white(&event, 0).white, white(&event, 0).black), (best[0], best[3]));
    assert_eq!((white(&event, 1).white, white(&event, 1).black), (best[2], best[1]));
    // Who withdraws now, does so from the rounds of the final.
    for board in 1..=2 {
        let at = GameRef { stage: 1, ..at(1, board) };
        event.apply(yes(Command::SetResult { at, result: Some(GameResult::WhiteWins), reason: None })).unwrap();
    }
    event.apply(yes(Command::Withdraw { player: best[2], from: 2 })).unwrap();
    assert!(event.state().is_stage_over(1));
    assert_eq!(knockout::places(event.state(), 1).unwrap()[0].2, best[0]);
}

#[test]
fn a_level_border_needs_a_lot() {
    use tournament::stages;
    let mut event = swiss(4, 1);
    play(&mut event, GameResult::Draw);
    let text = stages::qualifiers(event.state(), 0, 2, None).unwrap_err();
    assert!(text.contains("Level at the border") && text.contains("P03"), "{text}");
    let drawn = stages::qualifiers(event.state(), 0, 2, Some(7)).unwrap();
    assert_eq!(stages::qualifiers(event.state(), 0, 2, Some(7)).unwrap(), drawn);
    assert_eq!(drawn.len(), 2);
}
