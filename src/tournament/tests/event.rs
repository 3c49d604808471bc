//! Commands, their warnings, undo and redo.

mod common;

use common::*;
use tournament::command::{Command, ManualChange, Order, Refusal, WarningLevel};
use tournament::crosstable::CrossTable;
use tournament::event::{Event, NotPaired, reason_fits};
use tournament::model::*;

fn level(event: &Event, command: Command) -> WarningLevel {
    let warning = event.warning(&Order::from(command));
    assert_eq!(warning.level == WarningLevel::None, warning.reasons.is_empty(), "{warning:?}");
    warning.level
}

fn refused(event: &mut Event, command: Command) -> String {
    let before = event.state().clone();
    let entries = event.journal().len();
    let Err(Refusal::NotAllowed(text)) = event.apply(yes(command.clone())) else { panic!("{command:?} was allowed") };
    assert_eq!(*event.state(), before);
    assert_eq!(event.journal().len(), entries);
    text
}

fn names(event: &Event, round: u32) -> Vec<(String, String)> {
    let state = event.state();
    let games = state.round(0, round).unwrap().meetings.iter().map(|m| m.games[0]);
    games.map(|g| (state.name(g.white), state.name(g.black))).collect()
}

fn pair_of(a: &str, b: &str) -> (String, String) {
    (a.to_owned(), b.to_owned())
}

#[test]
fn numbers_follow_rating_title_and_name() {
    let mut event = empty(5);
    let titled = Player { title: Some(Title::WGM), ..player("Zed", 2000) };
    let better = Player { title: Some(Title::IM), ..player("Young", 2000) };
    for p in [player("Beta", 0), player("alpha", 0), player("Old", 2000), titled, better, player("Top", 2001)] {
        event.apply(Command::AddPlayer(Box::new(p))).unwrap();
    }
    let order: Vec<String> = event.state().numbering(0).iter().map(|id| event.state().name(*id)).collect();
    assert_eq!(order, ["Top", "Young", "Zed", "Old", "alpha", "Beta"]);
    assert_eq!(event.state().tpn(0, id(&event, "Old")), Some(4));
}

#[test]
fn the_initial_colour_is_drawn_first() {
    let mut event = empty(5);
    event.apply(Command::EditSettings(Box::default())).unwrap();
    event.apply(yes(Command::AddPlayers(vec![player("A", 0), player("B", 0)]))).unwrap();
    assert!(refused(&mut event, PAIR).contains("initial colour"));
    event.apply(Command::DrawInitialColor { seed: 7 }).unwrap();
    let drawn = event.state().settings.initial_color;
    assert!(drawn.is_some());
    assert_eq!(level(&event, Command::DrawInitialColor { seed: 8 }), WarningLevel::Confirm);
    event.apply(yes(PAIR)).unwrap();
    assert!(refused(&mut event, Command::DrawInitialColor { seed: 9 }).contains("before round 1"));
    let colors: std::collections::BTreeSet<_> = (0..20).map(tournament::event::draw_color).collect();
    assert_eq!(colors.len(), 2, "both colours come out of the lot");
}

#[test]
fn a_club_swiss_from_entry_to_the_last_round() {
    let mut event = swiss(5, 2);
    let change = event.apply(yes(PAIR)).unwrap();
    assert_eq!(change.summary, "Paired round 1: 2 boards, bye for P05");
    assert_eq!(event.state().progress(0, 1).total, 2);
    assert_eq!(event.state().next_open(0, 1, None), Some(at(1, 1)));
    event.apply(result(1, 1, GameResult::WhiteWins)).unwrap();
    assert_eq!(event.state().next_open(0, 1, Some((1, 0))), Some(at(1, 2)));
    assert!(!event.state().is_complete(0, 1));
    event.apply(result(1, 2, GameResult::ForfeitToBlack)).unwrap();
    assert!(event.state().is_final(0, 1));
    play(&mut event, GameResult::Draw);
    assert!(event.state().is_stage_over(0));
    assert!(refused(&mut event, PAIR).contains("All 2 planned rounds"));
    assert_eq!(event.state().scores(0, 1)[&id(&event, "P05")], tournament::Points::ONE);
}

#[test]
fn open_games_become_adjourned_when_the_next_round_is_paired() {
    let mut event = swiss(4, 3);
    event.apply(yes(PAIR)).unwrap();
    event.apply(result(1, 1, GameResult::WhiteWins)).unwrap();
    assert_eq!(level(&event, PAIR), WarningLevel::Confirm);
    assert!(matches!(event.apply(PAIR), Err(Refusal::NeedsConfirmation(_))));
    event.apply(yes(PAIR)).unwrap();
    assert_eq!(event.state().round(0, 1).unwrap().meetings[1].games[0].result, Some(GameResult::Adjourned));
    assert!(event.state().is_complete(0, 1) && !event.state().is_final(0, 1));
    assert_eq!(level(&event, result(1, 2, GameResult::Draw)), WarningLevel::None);
    assert_eq!(level(&event, result(1, 2, GameResult::WhiteWins)), WarningLevel::Confirm);
    event.apply(yes(result(1, 2, GameResult::WhiteWins))).unwrap();
    assert!(event.state().notes[0].text.starts_with("Adjourned game finished @ Round 1"));
    event.undo().unwrap();
    event.undo().unwrap();
    assert_eq!(event.state().round(0, 1).unwrap().meetings[1].games[0].result, None);
}

#[test]
fn corrections_ask_more_the_older_they_are() {
    let mut event = swiss(8, 4);
    for _ in 0..3 {
        play(&mut event, GameResult::Draw);
    }
    assert_eq!(level(&event, result(3, 1, GameResult::WhiteWins)), WarningLevel::None);
    assert_eq!(level(&event, result(2, 1, GameResult::WhiteWins)), WarningLevel::Acknowledge);
    assert_eq!(level(&event, result(1, 1, GameResult::WhiteWins)), WarningLevel::Confirm);
    assert_eq!(level(&event, result(1, 1, GameResult::Draw)), WarningLevel::None);
    // Older than the previous round: for the rating report only.
    let before = event.state().clone();
    let change = event.apply(yes(result(1, 1, GameResult::WhiteWins))).unwrap();
    assert!(change.consequences[0].starts_with("Standings and pairs keep 1/2 - 1/2"), "{change:?}");
    assert!(event.state().notes[0].text.contains("Late result @ Round 1"));
    assert_eq!(event.state().scores(0, 3), before.scores(0, 3));
    let games =
        |event: &Event| event.state().game_table(0, 3).rows.iter().map(|row| row.entrant.score().tenths()).max();
    assert_eq!(games(&event), Some(20), "ratings count the win");
    assert_eq!(level(&event, result(1, 1, GameResult::WhiteWins)), WarningLevel::None);
    event.undo().unwrap();
    assert_eq!(*event.state(), before);
    // The previous round counts; outside FIDE mode an older one as well.
    let change = event.apply(yes(result(2, 1, GameResult::WhiteWins))).unwrap();
    assert_eq!(change.consequences, ["The pairs of round 3 stay; the standings of rounds 2 to 3 change."]);
    let mut free = event.clone();
    free.apply(yes(Command::LeaveFideMode { reason: "club evening".to_owned() })).unwrap();
    assert_eq!(level(&free, result(1, 1, GameResult::BlackWins)), WarningLevel::Confirm);
    let change = free.apply(yes(result(1, 1, GameResult::BlackWins))).unwrap();
    assert_eq!(change.consequences, ["The pairs of rounds 2 to 3 stay; the standings of rounds 1 to 3 change."]);
    let clear = Command::SetResult { at: at(1, 1), result: None, reason: None };
    assert!(refused(&mut event, clear).contains("not cleared"));
}

#[test]
fn reasons_must_agree_with_results() {
    let mut event = swiss(4, 3);
    event.apply(yes(PAIR)).unwrap();
    let with = |result, reason| Command::SetResult { at: at(1, 1), result, reason: Some(reason) };
    let text = refused(&mut event, with(Some(GameResult::Draw), Reason::Checkmate));
    assert!(text.contains("checkmate") && text.contains("1/2 - 1/2"), "{text}");
    refused(&mut event, with(Some(GameResult::WhiteWins), Reason::Stalemate));
    refused(&mut event, with(Some(GameResult::WhiteWins), Reason::Default));
    refused(&mut event, with(None, Reason::Agreement));
    event.apply(with(Some(GameResult::ForfeitToWhite), Reason::Default)).unwrap();
    event.apply(with(None, Reason::Postponed)).unwrap();
    assert!(reason_fits(Some(GameResult::BothLose), Reason::Sanction));
    refused(&mut event, result(1, 3, GameResult::Draw));
    refused(&mut event, result(2, 1, GameResult::Draw));
    assert_eq!(level(&event, result(1, 1, GameResult::BothLose)), WarningLevel::Note);
    let many = vec![(at(1, 1), GameResult::Draw, None), (at(1, 9), GameResult::Draw, None)];
    refused(&mut event, Command::SetResults(many));
    let twice = vec![(at(1, 1), GameResult::Draw, None), (at(1, 1), GameResult::Draw, None)];
    assert!(refused(&mut event, Command::SetResults(twice)).contains("twice"));
}

#[test]
fn byes_withdrawals_and_late_entries() {
    let mut event = swiss(6, 5);
    let p2 = id(&event, "P02");
    let bye = |round, kind| Command::RequestBye { player: p2, round, kind: Some(kind) };
    assert_eq!(level(&event, bye(1, ByeKind::Full)), WarningLevel::Note);
    assert_eq!(level(&event, bye(1, ByeKind::Half)), WarningLevel::None);
    event.apply(bye(1, ByeKind::Half)).unwrap();
    assert_eq!(level(&event, bye(2, ByeKind::Half)), WarningLevel::Acknowledge);
    refused(&mut event, bye(2, ByeKind::PairingAllocated));
    refused(&mut event, bye(6, ByeKind::Half));
    play(&mut event, GameResult::Draw);
    assert!(refused(&mut event, bye(1, ByeKind::Zero)).contains("paired already"));
    let round = event.state().round(0, 1).unwrap();
    assert_eq!(round.byes[&p2], ByeKind::Half);
    assert_eq!(round.byes[&id(&event, "P06")], ByeKind::PairingAllocated);

    let p1 = id(&event, "P01");
    assert!(refused(&mut event, Command::Withdraw { player: p1, from: 1 }).contains("forfeit"));
    event.apply(Command::Withdraw { player: p1, from: 2 }).unwrap();
    let late = event.apply(Command::AddPlayer(Box::new(player("Late", 2475)))).unwrap();
    assert_eq!(late.summary, "Added Late as a late entry for round 2");
    let late = late.players[0];
    assert_eq!(event.state().tpn(0, late), None, "a number comes with the first pairing");
    play(&mut event, GameResult::Draw);
    assert_eq!(event.state().tpn(0, late), Some(3));
    assert_eq!(event.state().tpn(0, p1), Some(1), "withdrawn players keep their number");
    let table = CrossTable::of_state(event.state(), 0, 2);
    assert_eq!(table.rows[2].entrant.rounds[0].kind, pairing::swiss::EntryKind::ZeroBye);
    assert_eq!(event.state().not_paired(0, 2), [(p1, NotPaired::Withdrawn)]);
    assert_eq!(
        event.state().not_paired(0, 1).last(),
        Some(&(id(&event, "P06"), NotPaired::Bye(ByeKind::PairingAllocated)))
    );
    event.apply(Command::Reinstate(p1)).unwrap();
    play(&mut event, GameResult::Draw);
    assert!(event.state().seat(0, 3, p1).is_some());
}

#[test]
fn numbers_are_frozen_after_round_four() {
    let mut event = swiss(10, 7);
    let weak = id(&event, "P10");
    let strong =
        |event: &Event| Player { ratings: player("", 2600).ratings, ..(*event.state().players[&weak]).clone() };
    play(&mut event, GameResult::Draw);
    let data = strong(&event);
    event.apply(yes(Command::EditPlayer(weak, Box::new(data)))).unwrap();
    assert_eq!(event.state().tpn(0, weak), Some(10));
    play(&mut event, GameResult::Draw);
    assert_eq!(event.state().tpn(0, weak), Some(1));
    let back = Player { ratings: player("", 2000).ratings, ..(*event.state().players[&weak]).clone() };
    play(&mut event, GameResult::Draw);
    play(&mut event, GameResult::Draw);
    event.apply(yes(Command::EditPlayer(weak, Box::new(back)))).unwrap();
    event.apply(yes(Command::AddPlayer(Box::new(player("Newest", 2495))))).unwrap();
    play(&mut event, GameResult::Draw);
    assert_eq!(event.state().tpn(0, weak), Some(2), "round 4 is paired: only the newcomer above moves the numbers");
    assert_eq!(event.state().tpn(0, id(&event, "Newest")), Some(1));
    assert!(refused(&mut event, Command::SetNumbers { stage: 0, order: None }).contains("round 4"));
}

#[test]
fn pairs_changed_by_hand_name_the_broken_rules() {
    let mut event = swiss(6, 5);
    play(&mut event, GameResult::WhiteWins);
    event.apply(yes(PAIR)).unwrap();
    let first = names(&event, 1);
    let (a, b) = (id(&event, &first[0].0), id(&event, &first[0].1));
    let rematch = Command::Manual { stage: 0, change: ManualChange::PairPlayers { white: a, black: b } };
    assert!(refused(&mut event, rematch.clone()).contains("Begin"));
    assert_eq!(level(&event, Command::BeginManual { stage: 0 }), WarningLevel::Confirm);
    event.apply(yes(Command::BeginManual { stage: 0 })).unwrap();
    let warning = event.warning(&Order::from(rematch.clone()));
    assert_eq!(warning.level, WarningLevel::Confirm);
    assert!(warning.reasons[0].contains("met in round 1 (FIDE C.04.1 art. 2"), "{warning:?}");
    assert!(matches!(event.apply(rematch.clone()), Err(Refusal::NeedsConfirmation(_))));
    event.apply(yes(rematch)).unwrap();
    assert!(refused(&mut event, Command::EndManual { stage: 0 }).contains("neither an opponent nor a bye"));
    assert!(refused(&mut event, result(2, 1, GameResult::Draw)).contains("by hand"));
    let left: Vec<PlayerId> =
        event.state().not_paired(0, 2).into_iter().filter(|(_, w)| *w == NotPaired::Waiting).map(|(p, _)| p).collect();
    assert_eq!(left.len(), 2);
    let change = ManualChange::PairPlayers { white: left[0], black: left[1] };
    event.apply(yes(Command::Manual { stage: 0, change })).unwrap();
    let end = event.apply(yes(Command::EndManual { stage: 0 })).unwrap();
    assert!(end.consequences.iter().any(|c| c.contains("met in round 1")), "{end:?}");
    assert!(end.consequences.iter().any(|c| c.starts_with("The program has")), "{end:?}");
    assert_eq!(event.state().notes.last().unwrap().text, "MPA @ Round 2");
    assert!(event.state().round(0, 2).unwrap().meetings.iter().any(|m| m.by_hand.as_deref() == Some("test")));
}

#[test]
fn every_change_by_hand() {
    let mut event = swiss(5, 5);
    event.apply(yes(PAIR)).unwrap();
    assert_eq!(names(&event, 1), [pair_of("P01", "P02"), pair_of("P04", "P03")]);
    let [p1, p2, p3, p4, p5] = ["P01", "P02", "P03", "P04", "P05"].map(|name| id(&event, name));
    event.apply(yes(Command::BeginManual { stage: 0 })).unwrap();
    let by_hand = |event: &mut Event, change| event.apply(yes(Command::Manual { stage: 0, change })).unwrap();
    by_hand(&mut event, ManualChange::SwapPlayers(p2, p4));
    assert_eq!(names(&event, 1), [pair_of("P01", "P04"), pair_of("P02", "P03")]);
    by_hand(&mut event, ManualChange::SwapPlayers(p5, p1));
    assert_eq!(names(&event, 1)[0], pair_of("P05", "P04"));
    assert_eq!(event.state().round(0, 1).unwrap().byes[&p1], ByeKind::PairingAllocated);
    by_hand(&mut event, ManualChange::SwapColors { board: 2 });
    by_hand(&mut event, ManualChange::MoveBoard { from: 2, to: 1 });
    assert_eq!(names(&event, 1), [pair_of("P03", "P02"), pair_of("P05", "P04")]);
    by_hand(&mut event, ManualChange::SwapPlayers(p3, p2));
    assert_eq!(names(&event, 1)[0], pair_of("P02", "P03"));
    by_hand(&mut event, ManualChange::ClearBye(p1));
    assert!(event.state().not_paired(0, 1).contains(&(p1, NotPaired::Waiting)));
    by_hand(&mut event, ManualChange::SetBye(p2, ByeKind::Half));
    by_hand(&mut event, ManualChange::PairPlayers { white: p1, black: p3 });
    event.apply(yes(Command::EndManual { stage: 0 })).unwrap();
    assert_eq!(names(&event, 1), [pair_of("P05", "P04"), pair_of("P01", "P03")]);
    let bye = ManualChange::SetBye(p5, ByeKind::Zero);
    assert!(refused(&mut event, Command::Manual { stage: 0, change: bye }).contains("Begin"));
    while event.undo().is_some() {}
    assert!(event.state().players.is_empty());
    while event.redo().is_some() {}
    assert_eq!(names(&event, 1), [pair_of("P05", "P04"), pair_of("P01", "P03")]);
}

#[test]
fn a_late_player_can_be_paired_into_a_round() {
    let mut event = swiss(5, 5);
    event.apply(yes(PAIR)).unwrap();
    let late = event.apply(Command::AddPlayer(Box::new(player("Late", 3000)))).unwrap().players[0];
    let p5 = id(&event, "P05");
    event.apply(yes(Command::BeginManual { stage: 0 })).unwrap();
    let change = ManualChange::PairPlayers { white: p5, black: late };
    event.apply(yes(Command::Manual { stage: 0, change })).unwrap();
    event.apply(yes(Command::EndManual { stage: 0 })).unwrap();
    assert_eq!(event.state().tpn(0, late), Some(1));
    assert_eq!(event.state().seat(0, 1, late), Some((3, Color::Black, p5)));
}

#[test]
fn colour_faults_of_pairs_by_hand() {
    let mut event = swiss(8, 5);
    let colors = |event: &Event, round: u32| -> std::collections::BTreeMap<PlayerId, bool> {
        let games = event.state().round(0, round).unwrap().meetings.iter().map(|m| m.games[0]);
        games.flat_map(|g| [(g.white, true), (g.black, false)]).collect()
    };
    play(&mut event, GameResult::Draw);
    play(&mut event, GameResult::Draw);
    let (first, second) = (colors(&event, 1), colors(&event, 2));
    let twice: Vec<PlayerId> = first.iter().filter(|(id, white)| **white && second[*id]).map(|(id, _)| *id).collect();
    event.apply(yes(PAIR)).unwrap();
    event.apply(yes(Command::BeginManual { stage: 0 })).unwrap();
    let opponent = event.state().seat(0, 3, twice[0]).unwrap().2;
    let other = *twice[1..].iter().find(|id| **id != opponent).expect("the test pairer gives many players White twice");
    let change = ManualChange::PairPlayers { white: twice[0], black: other };
    let text = event.warning(&Order::from(Command::Manual { stage: 0, change })).reasons.join("\n");
    assert!(text.contains("third time in a row (FIDE C.04.1 art. 7)"), "{text}");
    assert!(text.contains("must both get the same colour"), "{text}");
}

#[test]
fn settings_once_the_event_has_begun() {
    let mut event = swiss(4, 3);
    let with = |event: &Event, edit: fn(&mut Settings)| {
        let mut settings = (*event.state().settings).clone();
        edit(&mut settings);
        Command::EditSettings(Box::new(settings))
    };
    let scoring: fn(&mut Settings) = |s| s.scoring.win = 30;
    let command = with(&event, scoring);
    assert_eq!(level(&event, command), WarningLevel::None);
    let bad = with(&event, |s| s.scoring = Scoring { win: 10, draw: 6, ..Scoring::default() });
    assert!(refused(&mut event, bad).contains("Two draws"));
    let bad = with(&event, |s| s.scoring.pairing_bye = 20);
    assert!(refused(&mut event, bad).contains("at most a win"));
    event.apply(yes(PAIR)).unwrap();
    let command = with(&event, scoring);
    assert_eq!(level(&event, command.clone()), WarningLevel::Refused);
    assert!(matches!(event.apply(yes(command.clone())), Err(Refusal::FideMode(_))));
    let ties = with(&event, |s| s.tiebreaks.clear());
    assert_eq!(level(&event, ties), WarningLevel::TwoSteps);
    let place = with(&event, |s| s.place = "Tbilisi".into());
    assert_eq!(level(&event, place), WarningLevel::None);
    let p = |n| id(&event, n);
    let forbid = Command::Forbid(ForbiddenPair { a: p("P01"), b: p("P02"), first_round: 1, last_round: None });
    assert_eq!(level(&event, forbid.clone()), WarningLevel::Refused);

    let leave = Command::LeaveFideMode { reason: "club rules".into() };
    assert_eq!(level(&event, leave.clone()), WarningLevel::TwoSteps);
    assert!(matches!(event.apply(leave.clone()), Err(Refusal::NeedsConfirmation(_))));
    event.apply(yes(leave)).unwrap();
    assert!(!event.state().fide_mode);
    assert_eq!(event.can_undo(), None);
    assert_eq!(event.undo(), None);
    assert_eq!(level(&event, command.clone()), WarningLevel::TwoSteps);
    event.apply(yes(command)).unwrap();
    event.apply(yes(forbid)).unwrap();
    event.undo().unwrap();
    event.undo().unwrap();
    assert_eq!(event.undo(), None, "FIDE mode does not come back");
    assert!(!event.state().fide_mode);
}

#[test]
fn unpair_and_pair_again() {
    let mut event = swiss(6, 3);
    event.apply(yes(PAIR)).unwrap();
    assert_eq!(level(&event, Command::UnpairRound { stage: 0 }), WarningLevel::Note);
    event.apply(result(1, 1, GameResult::Draw)).unwrap();
    assert_eq!(level(&event, Command::UnpairRound { stage: 0 }), WarningLevel::Confirm);
    assert!(refused(&mut event, Command::RepairRound { stage: 0 }).contains("board 1"));
    event.apply(yes(Command::UnpairRound { stage: 0 })).unwrap();
    assert_eq!(event.state().rounds_paired(0), 0);
    event.apply(yes(PAIR)).unwrap();
    let again = event.apply(yes(Command::RepairRound { stage: 0 })).unwrap();
    assert_eq!(again.consequences, ["The pairs are the same as before."]);
    assert!(refused(&mut event, Command::RemovePlayer(id(&swiss(1, 1), "P01"))).contains("withdraw"));
}

#[test]
fn baku_gives_the_upper_half_virtual_points() {
    let mut event = swiss(10, 5);
    let stage = &event.state().stages[0];
    let accelerated = Command::EditStage {
        stage: 0,
        name: String::new(),
        system: System::Swiss { variant: SwissVariant::Dutch, acceleration: true },
        rounds_planned: stage.rounds_planned,
        games_per_meeting: 1,
    };
    event.apply(accelerated).unwrap();
    let points = |event: &Event, round: u32| -> Vec<i32> {
        let state = event.state();
        let virtual_points = &state.round(0, round).unwrap().virtual_points;
        state.numbering(0).iter().map(|id| virtual_points.get(id).copied().unwrap_or(0)).collect()
    };
    play(&mut event, GameResult::Draw);
    assert_eq!(points(&event, 1), [10, 10, 10, 10, 10, 10, 0, 0, 0, 0], "10 players: 6 in group A");
    event.apply(yes(Command::AddPlayers(vec![player("Above", 3000), player("Below", 1000)]))).unwrap();
    play(&mut event, GameResult::Draw);
    assert_eq!(points(&event, 2), [10, 10, 10, 10, 10, 10, 10, 0, 0, 0, 0, 0]);
    play(&mut event, GameResult::Draw);
    assert_eq!(points(&event, 3)[..7], [5; 7]);
    play(&mut event, GameResult::Draw);
    assert_eq!(points(&event, 4), [0; 12]);
    let table = CrossTable::of_state(event.state(), 0, 4);
    let before = table.before_round(3).unwrap();
    assert_eq!(before.rounds, 2);
    let first = &before.round_input().entrants[1];
    assert_eq!(first.virtual_points.iter().map(|p| p.tenths()).collect::<Vec<_>>(), [10, 10, 5]);
    assert!(first.present && first.rounds.len() == 2);
}

#[test]
fn undone_commands_stay_in_the_trail() {
    let mut event = swiss(4, 3);
    event.apply(Command::Note("first".into())).unwrap();
    event.undo().unwrap();
    assert_eq!(event.can_redo(), Some("Note: first"));
    event.apply(Command::Note("second".into())).unwrap();
    assert_eq!(event.can_redo(), None);
    let trail: Vec<(String, bool)> = event.history().into_iter().map(|e| (e.summary, e.undone)).collect();
    assert_eq!(trail[1..], [("Note: first".to_owned(), true), ("Note: second".to_owned(), false)]);
    assert_eq!(event.history()[1].at, clock());
    assert_eq!(event.undo().as_deref(), Some("Note: second"));
    assert_eq!(event.undo().as_deref(), Some("Added 4 players"));
    assert_eq!(event.undo(), None);
    assert_eq!(event.redo().as_deref(), Some("Added 4 players"));
    assert_eq!(event.redo().as_deref(), Some("Note: second"));
    assert_eq!(event.redo(), None);
}

#[test]
fn identities_are_never_used_again() {
    let mut event = swiss(2, 3);
    let last = id(&event, "P02");
    event.apply(Command::RemovePlayer(last)).unwrap();
    let new = event.apply(Command::AddPlayer(Box::new(player("New", 0)))).unwrap().players[0];
    assert_ne!(new, last);
}

#[test]
fn teams_and_players_agree() {
    let mut event = swiss(4, 3);
    let (p1, p2) = (id(&event, "P01"), id(&event, "P02"));
    let team = Team { name: "Rooks".into(), members: vec![p1, p2], ..Team::default() };
    event.apply(Command::AddTeam(Box::new(team.clone()))).unwrap();
    let (&rooks, _) = event.state().teams.first_key_value().unwrap();
    assert_eq!(event.state().players[&p2].team, Some(rooks));
    let other = Team { name: "Bishops".into(), ..team.clone() };
    assert!(refused(&mut event, Command::AddTeam(Box::new(other))).contains("is a member of Rooks"));
    event.apply(Command::EditTeam(rooks, Box::new(Team { members: vec![p2], ..team }))).unwrap();
    assert_eq!(event.state().players[&p1].team, None);
    event.apply(Command::RemoveTeam(rooks)).unwrap();
    assert_eq!(event.state().players[&p2].team, None);
}

#[test]
fn micro_matches_have_games_with_colours_changed() {
    let mut event = swiss(4, 3);
    let system = event.state().stages[0].system.clone();
    let two = Command::EditStage { stage: 0, name: String::new(), system, rounds_planned: 3, games_per_meeting: 2 };
    event.apply(two).unwrap();
    event.apply(yes(PAIR)).unwrap();
    let games = event.state().round(0, 1).unwrap().meetings[0].games.clone();
    assert_eq!((games[0].white, games[0].black), (games[1].black, games[1].white));
    event.apply(result(1, 1, GameResult::WhiteWins)).unwrap();
    assert_eq!(event.state().next_open(0, 1, None).map(|at| (at.board, at.game)), Some((1, 1)));
    let second = tournament::command::GameRef { game: 1, ..at(1, 1) };
    event.apply(Command::SetResult { at: second, result: Some(GameResult::BlackWins), reason: None }).unwrap();
    assert_eq!(event.state().scores(0, 1)[&games[0].white].tenths(), 20);
}

#[test]
fn a_round_robin_follows_the_berger_table() {
    let mut event = swiss(5, 5);
    let system = System::RoundRobin { cycles: 1, exchange_last_two: false };
    let stage = Command::EditStage { stage: 0, name: String::new(), system, rounds_planned: 5, games_per_meeting: 1 };
    event.apply(stage).unwrap();
    event.apply(yes(PAIR)).unwrap();
    // The table of six (FIDE C.05 Annex 1): 1-6 2-5 3-4, and 6 is nobody.
    assert_eq!(names(&event, 1), [pair_of("P02", "P05"), pair_of("P03", "P04")]);
    assert_eq!(event.state().not_paired(0, 1), [(id(&event, "P01"), NotPaired::Bye(ByeKind::Zero))]);
    assert!(refused(&mut event, Command::AddPlayer(Box::new(player("Late", 0)))).contains("field is fixed"));
    event.apply(Command::Withdraw { player: id(&event, "P03"), from: 2 }).unwrap();
    event.apply(yes(PAIR)).unwrap();
    // 6-4 5-3 1-2.
    assert_eq!(names(&event, 2), [pair_of("P05", "P03"), pair_of("P01", "P02")]);
    let first = event.state().round(0, 2).unwrap().meetings[0].games[0];
    assert_eq!((first.result, first.reason), (Some(GameResult::ForfeitToWhite), Some(Reason::Default)));
    assert_eq!(event.state().round(0, 1).unwrap().meetings[0].games[0].result, None, "postponed games stay open");
    for _ in 3..=5 {
        event.apply(yes(PAIR)).unwrap();
    }
    refused(&mut event, PAIR);
}

#[test]
fn the_built_in_engine_pairs_a_club_swiss() {
    let mut event = swiss(13, 5);
    event.set_engine(pairing::swiss::pair);
    for round in 1..=5 {
        event.apply(yes(PAIR)).unwrap();
        let boards = event.state().round(0, round).unwrap().meetings.len() as u32;
        assert_eq!(boards, 6);
        for board in 1..=boards {
            let value =
                [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins][(round * 7 + board * 5) as usize % 3];
            event.apply(result(round, board, value)).unwrap();
        }
    }
    let mut met = std::collections::BTreeSet::new();
    for meeting in event.state().stages[0].rounds.iter().flat_map(|r| &r.meetings) {
        let game = meeting.games[0];
        assert!(met.insert((game.white.min(game.black), game.white.max(game.black))), "nobody meets twice");
    }
    event.apply(yes(Command::BeginManual { stage: 0 })).unwrap_err();
    event.apply(yes(Command::UnpairRound { stage: 0 })).unwrap();
    event.apply(yes(PAIR)).unwrap();
    event.apply(yes(Command::BeginManual { stage: 0 })).unwrap();
    let notes = event.state().notes.len();
    let end = event.apply(yes(Command::EndManual { stage: 0 })).unwrap();
    assert!(end.summary.ends_with("the pairs are those of the program"), "{end:?}");
    assert_eq!(event.state().notes.len(), notes);
}

#[test]
fn a_scheveningen_match_seats_team_against_team() {
    let mut event = swiss(5, 2);
    let ids: Vec<PlayerId> = event.state().players.keys().copied().collect();
    let system = System::scheveningen(false, 2);
    event
        .apply(Command::EditStage { stage: 0, name: String::new(), system, rounds_planned: 2, games_per_meeting: 1 })
        .unwrap();
    assert!(refused(&mut event, PAIR).contains("between two teams"));
    for (name, members) in [("Rooks", ids[..2].to_vec()), ("Bishops", ids[2..].to_vec())] {
        event.apply(Command::AddTeam(Box::new(Team { name: name.into(), members, ..Team::default() }))).unwrap();
    }
    event.apply(yes(PAIR)).unwrap();
    event.apply(yes(PAIR)).unwrap();
    refused(&mut event, PAIR);
    let mut met = std::collections::BTreeSet::new();
    for meeting in event.state().stages[0].rounds.iter().flat_map(|r| &r.meetings) {
        let game = meeting.games[0];
        let (a, b) = (game.white.min(game.black), game.white.max(game.black));
        assert!(ids[..2].contains(&a) && ids[2..4].contains(&b));
        assert!(met.insert((a, b)));
    }
    assert_eq!(met.len(), 4);
    assert_eq!(event.state().not_paired(0, 1), [(ids[4], NotPaired::Bye(ByeKind::Zero))]);
}

#[test]
fn a_round_can_be_made_wholly_by_hand() {
    let mut event = swiss(3, 2);
    event
        .apply(Command::EditStage {
            stage: 0,
            name: String::new(),
            system: System::Manual,
            rounds_planned: 2,
            games_per_meeting: 1,
        })
        .unwrap();
    event.apply(yes(PAIR)).unwrap();
    let [p1, p2, p3] = ["P01", "P02", "P03"].map(|name| id(&event, name));
    assert!(refused(&mut event, Command::EndManual { stage: 0 }).contains("P01, P02 and P03"));
    for change in
        [ManualChange::PairPlayers { white: p2, black: p1 }, ManualChange::SetBye(p3, ByeKind::PairingAllocated)]
    {
        event.apply(yes(Command::Manual { stage: 0, change })).unwrap();
    }
    event.apply(Command::EndManual { stage: 0 }).unwrap();
    assert_eq!(names(&event, 1), [pair_of("P02", "P01")]);
    event.apply(result(1, 1, GameResult::Draw)).unwrap();
    assert!(event.state().is_final(0, 1));
}
