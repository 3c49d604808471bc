//! Every page is drawn at several sizes with small and large events; texts have names for screen readers (the harness checks that).

use super::{click, ctrl, demo, key, window};
use crate::gui::action::Page;
use crate::gui::doc::Doc;
use eframe::egui::Key;
use egui_kittest::kittest::Queryable;
use tournament::command::Command;

const PAGES: [Page; 6] = [Page::Event, Page::Players, Page::Rounds, Page::Standings, Page::Reports, Page::History];

#[test]
fn every_page_draws_at_every_size() {
    for players in [0, 2, 30] {
        for size in [[900.0, 600.0], [1440.0, 900.0]] {
            let doc = || match players {
                0 => Doc::unsaved(demo::event(0)),
                2 => {
                    let mut event = demo::event(2);
                    demo::play(&mut event, 1);
                    Doc::unsaved(event)
                }
                n => demo::in_round_three(n),
            };
            for page in PAGES {
                let harness = window(Some(doc()), page, size);
                assert_eq!(harness.state().page(), page);
            }
        }
    }
}

#[test]
fn tables_draw_visible_rows_only() {
    let harness = window(Some(demo::in_round_three(500)), Page::Players, [1280.0, 800.0]);
    let boxes = harness.query_all_by_role(eframe::egui::Role::CheckBox).count();
    assert!((15..40).contains(&boxes), "{boxes} check boxes for 500 players");
}

#[test]
fn the_space_bar_checks_players_in() {
    let mut harness = window(Some(Doc::unsaved(demo::event(6))), Page::Players, [1280.0, 800.0]);
    key(&mut harness, Key::ArrowDown);
    key(&mut harness, Key::Space);
    key(&mut harness, Key::Space);
    let doc = harness.state().doc().unwrap();
    let here: Vec<bool> = doc.view().order.iter().map(|id| doc.state().players[id].checked_in).collect();
    assert_eq!(here, [true, true, false, false, false, false]);
}

#[test]
fn pairing_by_hand_is_begun_and_ended_on_purpose() {
    let mut event = demo::event(8);
    demo::play(&mut event, 0);
    demo::done(&mut event, Command::BeginManual { stage: 0 });
    let seats = |doc: &Doc| {
        let round = doc.state().stages[0].rounds[0].clone();
        round.meetings.iter().map(|m| (m.games[0].white, m.games[0].black)).collect::<Vec<_>>()
    };
    let doc = Doc::unsaved(event);
    let before = seats(&doc);
    let name = doc.state().name(before[0].0);
    let mut harness = window(Some(doc), Page::Rounds, [1280.0, 800.0]);
    assert!(harness.query_by_label("Pairing round 1 by hand").is_some());
    click(&mut harness, &name);
    click(&mut harness, "Change colours on board 1");
    // A change that breaks a rule asks first; this one turns colours and may do so.
    if harness.query_by_label("Confirm").is_some() {
        click(&mut harness, "Confirm");
    } else if harness.query_by_label("Do it").is_some() {
        click(&mut harness, "Do it");
    }
    let after = seats(harness.state().doc().unwrap());
    assert_eq!(after[0], (before[0].1, before[0].0));
    assert_eq!(after[1..], before[1..]);
    click(&mut harness, "End manual pairing");
    if harness.query_by_label("Confirm").is_some() {
        click(&mut harness, "Confirm");
    } else if harness.query_by_label("Do it").is_some() {
        click(&mut harness, "Do it");
    }
    assert!(!harness.state().doc().unwrap().state().stages[0].rounds[0].manual_phase);
}

#[test]
fn what_fide_mode_warns_of_is_asked_in_two_steps() {
    let mut event = demo::event(8);
    demo::play(&mut event, 8);
    let mut harness = window(Some(Doc::unsaved(event)), Page::Event, [1280.0, 2400.0]);
    click(&mut harness, "I want to leave FIDE mode for good");
    click(&mut harness, "Leave FIDE mode…");
    assert!(harness.query_by_label("step 1 of 2").is_some());
    super::fill(&mut harness, "Reason, for the audit trail", "a match outside the rules");
    click(&mut harness, "Continue");
    assert!(harness.query_by_label("step 2 of 2").is_some());
    assert!(harness.state().doc().unwrap().state().fide_mode, "nothing is done before the second yes");
    click(&mut harness, "Confirm");
    assert!(!harness.state().doc().unwrap().state().fide_mode);
}

#[test]
fn a_round_robin_is_planned_played_and_shown_as_a_grid() {
    use tournament::model::System;
    let mut event = demo::event(5);
    let stage = event.state().stages[0].clone();
    let edit = |rounds_planned| Command::EditStage {
        stage: 0,
        name: stage.name.clone(),
        system: System::RoundRobin { cycles: 1, exchange_last_two: false },
        rounds_planned,
        games_per_meeting: 1,
    };
    demo::done(&mut event, edit(3));
    let mut harness = window(Some(Doc::unsaved(event)), Page::Rounds, [1280.0, 800.0]);
    click(&mut harness, "Plan 5 rounds");
    for round in 1..=5 {
        ctrl(&mut harness, Key::Enter);
        assert_eq!(harness.state().doc().unwrap().view().rounds, round);
        super::text(&mut harness, "15");
    }
    let doc = harness.state().doc().unwrap();
    assert!(doc.state().is_stage_over(0));
    assert!(harness.query_by_label("Round 5 is complete, and with it the event.").is_some());
    ctrl(&mut harness, Key::Num5);
    assert_eq!(harness.state().page(), Page::Bracket);
    ctrl(&mut harness, Key::Num4);
    assert_eq!(harness.state().page(), Page::Standings);
}

/// An adjourned game keeps the event open: nothing is called final, and its round is a click away.
#[test]
fn an_adjourned_game_keeps_the_event_open() {
    use tournament::command::GameRef;
    use tournament::model::GameResult;
    let mut event = demo::event(8);
    for round in 1..=5 {
        demo::play(&mut event, 8);
        if round == 2 {
            let at = GameRef { stage: 0, round, board: 1, game: 0 };
            demo::done(&mut event, Command::SetResult { at, result: Some(GameResult::Adjourned), reason: None });
        }
    }
    assert_eq!(event.state().rounds_paired(0), event.state().stages[0].rounds_planned);
    for width in [900.0, 1440.0] {
        let mut harness = window(Some(Doc::unsaved(event.clone())), Page::Rounds, [width, 800.0]);
        assert!(harness.query_by_label("Round 5 is in; 1 game is still open.").is_some());
        assert!(harness.query_by_label("Final standings").is_none());
        assert!(harness.query_by_label_contains("Round 5 of 5 · 1 game open").is_some());
        click(&mut harness, "Show round 2");
        assert!(harness.query_by_label("Open 1").is_some());
    }
}

#[test]
fn a_knockout_goes_on_to_its_winner() {
    use tournament::model::System;
    let mut event = demo::event(8);
    let edit = Command::EditStage {
        stage: 0,
        name: String::new(),
        system: System::knockout(false),
        rounds_planned: 3,
        games_per_meeting: 1,
    };
    demo::done(&mut event, edit);
    let mut harness = window(Some(Doc::unsaved(event)), Page::Rounds, [1280.0, 800.0]);
    for (round, results) in [(1, "1111"), (2, "11"), (3, "1")] {
        ctrl(&mut harness, Key::Enter);
        let view = harness.state().doc().unwrap().view();
        assert_eq!((view.rounds, view.boards), (round, results.len()));
        super::text(&mut harness, results);
    }
    ctrl(&mut harness, Key::Num5);
    assert_eq!(harness.state().page(), Page::Bracket);
}

#[test]
fn standings_unfold_their_sums() {
    let mut harness = window(Some(demo::in_round_three(24)), Page::Standings, [1280.0, 800.0]);
    key(&mut harness, Key::ArrowDown);
    assert!(harness.query_by_label("Where the values come from").is_some());
    key(&mut harness, Key::C);
    assert!(harness.query_by_label("BH/C1").is_some());
    ctrl(&mut harness, Key::Num5);
    assert_eq!(harness.state().page(), Page::Reports);
}

#[test]
fn documents_are_written_to_the_folder_chosen() {
    let mut harness = window(Some(demo::in_round_three(24)), Page::Reports, [1280.0, 900.0]);
    let folder = tempfile::tempdir().unwrap();
    harness.state_mut().write_reports_to(folder.path());
    ctrl(&mut harness, Key::Enter);
    let mut files: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 2, "pairings and standings");
    for file in files {
        assert!(std::fs::read(file).unwrap().starts_with(b"%PDF"));
    }
}
