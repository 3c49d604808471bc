//! A draughts event on the real screens: micro-matches, drawn openings, records, standings.

use super::{click, ctrl, fill, key, text, window};
use crate::gui::App;
use crate::gui::action::{Action, Page, Purpose};
use crate::gui::doc::Doc;
use eframe::egui::{Key, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::path::{Path, PathBuf};
use tournament::model::*;

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/samples").join(name)
}

fn doc<'a>(harness: &'a Harness<'_, App>) -> &'a Doc {
    harness.state().doc().unwrap()
}

fn drawn(harness: &Harness<'_, App>) -> Option<DrawnOpenings> {
    doc(harness).state().round(0, 1).unwrap().openings.as_deref().cloned()
}

/// The text stands somewhere on the screen.
fn shows(harness: &Harness<'_, App>, text: &str) -> bool {
    harness.query_all_by_label_contains(text).next().is_some()
}

/// Chooses an entry of a list that unfolds.
fn choose(harness: &mut Harness<'_, App>, list: &str, entry: &str) {
    harness.get_by_role_and_label(Role::ComboBox, list).click();
    harness.run_steps(3);
    click(harness, entry);
}

/// A list of the players of the round for a file of records: every first game begins as drawn, White wins it.
fn records(state: &State, opening: &str) -> String {
    let mut text = String::new();
    for meeting in &state.round(0, 1).unwrap().meetings {
        let game = meeting.games[0];
        let (white, black) = (state.name(game.white), state.name(game.black));
        text += &format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"1-0\"]\n\n{opening} 1-0\n\n");
    }
    text
}

#[test]
fn a_club_evening_of_micro_matches() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(None, Page::Events, [1280.0, 1000.0]);
    let ctx = harness.ctx.clone();
    harness.state_mut().act(&ctx, Action::NewEvent(Some(sample("draughts-club/players.csv"))));
    harness.run_steps(3);
    fill(&mut harness, "Name of the event", "Club evening");
    choose(&mut harness, "Game", "Russian draughts");
    click(&mut harness, "2  System and rounds");
    harness.get_by_role_and_label(Role::SpinButton, "Games of a meeting").set_value_accesskit(2.0);
    harness.run_steps(3);
    click(&mut harness, "2 – 1 – 0");
    click(&mut harness, "it counts as one unit");
    click(&mut harness, "White, drawn at the table");
    click(&mut harness, "4  File");
    fill(&mut harness, "Folder", &folder.path().display().to_string());
    click(&mut harness, "Create the event");
    let settings = doc(&harness).state().settings.clone();
    assert_eq!((settings.game.as_str(), settings.meetings_as_unit), ("russian", true));
    assert_eq!((settings.scoring.win, settings.scoring.draw, settings.scoring.pairing_bye), (20, 10, 20));
    assert_eq!(doc(&harness).state().stages[0].games_per_meeting, 2);

    // Players, pairs, the draw.
    ctrl(&mut harness, Key::Num3);
    ctrl(&mut harness, Key::Enter);
    assert_eq!(doc(&harness).view().boards, 6);
    key(&mut harness, Key::O);
    fill(&mut harness, "Seed", "4711");
    ctrl(&mut harness, Key::Enter);
    let first = drawn(&harness).unwrap();
    assert_eq!((first.list.as_str(), first.seed, first.per_meeting), ("russian-2", Some(4711), false));
    assert!(shows(&harness, "with seed 4711"));
    assert!(shows(&harness, &first.openings[0].words()));
    // Drawn by people instead, after a question.
    fill(&mut harness, "Opening", "1. c3-d5");
    assert!(shows(&harness, "c3-d5"));
    harness.get_by_label("Enter this opening").click();
    harness.run_steps(3);
    assert_eq!(drawn(&harness).as_ref(), Some(&first), "what is no opening is not entered");
    fill(&mut harness, "Opening", "Cross | 1. c3-d4 d6-c5");
    click(&mut harness, "Enter this opening");
    confirm(&mut harness);
    assert_eq!(drawn(&harness).unwrap().openings[0].words(), "Cross: 1. c3-d4 d6-c5");
    key(&mut harness, Key::Escape);
    assert!(shows(&harness, "Opening of the round: Cross: 1. c3-d4 d6-c5"));

    // The first games from records: those that begin otherwise wait for a look.
    let file = folder.path().join("round-1.pdn");
    std::fs::write(&file, records(doc(&harness).state(), "1. c3-b4 d6-c5 2. b2-c3")).unwrap();
    harness.state_mut().picked(Purpose::Records, vec![file.clone()]);
    harness.run_steps(3);
    assert!(shows(&harness, "0 are clear, 6 need a look"));
    key(&mut harness, Key::Escape);
    std::fs::write(&file, records(doc(&harness).state(), "1. c3-d4 d6-c5 2. b2-c3")).unwrap();
    harness.state_mut().picked(Purpose::Records, vec![file]);
    harness.run_steps(3);
    assert!(shows(&harness, "6 are clear, 0 need a look"));
    ctrl(&mut harness, Key::Enter);
    assert_eq!(doc(&harness).state().progress(0, 1).entered, 6);

    // The second games by keyboard: draws. Whoever won the first one has won the meeting.
    for board in 1..=6 {
        key(&mut harness, Key::G);
        text(&mut harness, &board.to_string());
        key(&mut harness, Key::Enter);
        key(&mut harness, Key::ArrowRight);
        text(&mut harness, "5");
    }
    assert!(shows(&harness, "Round 1 is complete."));
    let state = doc(&harness).state();
    let scores = state.scores(0, 1);
    for meeting in &state.round(0, 1).unwrap().meetings {
        let game = meeting.games[0];
        assert_eq!((scores[&game.white].tenths(), scores[&game.black].tenths()), (20, 0));
    }
    ctrl(&mut harness, Key::Num4);
    assert_eq!(harness.state().page(), Page::Standings);
    let place = &doc(&harness).view().standings(1).standings.rows[0];
    assert_eq!(place.points.tenths(), 20);

    // The records leave again, with full headers.
    let out = tempfile::tempdir().unwrap();
    harness.state_mut().picked(Purpose::RecordsFolder, vec![out.path().to_owned()]);
    let written = std::fs::read_to_string(out.path().join("club-evening_r1.pdn")).unwrap();
    assert_eq!(written.matches("[Opening \"Cross: 1. c3-d4 d6-c5\"]").count(), 6);
}

/// Answers a question with yes.
fn confirm(harness: &mut Harness<'_, App>) {
    for yes in ["Confirm", "Do it"] {
        if harness.query_by_label(yes).is_some() {
            return click(harness, yes);
        }
    }
    panic!("nothing was asked");
}

#[test]
fn each_board_has_its_own_opening_and_all_are_taken_away() {
    let event = tournament::store::read(&sample("draughts-club-2026.pairwright.ron")).unwrap();
    let mut harness = window(Some(Doc::unsaved(event)), Page::Rounds, [900.0, 1000.0]);
    let of = |harness: &Harness<'_, App>| doc(harness).state().round(0, 4).unwrap().openings.clone();
    assert!(shows(&harness, "Opening of the round: No. "));
    key(&mut harness, Key::O);
    click(&mut harness, "one for each board");
    click(&mut harness, "Draw again…");
    confirm(&mut harness);
    let drawn = of(&harness).unwrap();
    assert!(drawn.per_meeting && drawn.openings.len() == 6 && drawn.seed.is_some());
    click(&mut harness, "Take the openings away");
    confirm(&mut harness);
    assert!(of(&harness).is_none());
    ctrl(&mut harness, Key::Z);
    assert_eq!(of(&harness).unwrap(), drawn, "one step back");
    key(&mut harness, Key::Escape);
    // The board viewer shows the position of a board without a record.
    click(&mut harness, "Game");
    assert!(shows(&harness, "Drawn opening: the game begins here"));
}

#[test]
fn chess_has_nothing_to_draw() {
    let mut event = super::demo::event(4);
    super::demo::play(&mut event, 0);
    let mut harness = window(Some(Doc::unsaved(event)), Page::Rounds, [1280.0, 800.0]);
    key(&mut harness, Key::O);
    assert!(shows(&harness, "Pair round 2"), "the boards stay");
    click(&mut harness, "More");
    assert!(!shows(&harness, "penings"));
}

#[test]
fn a_bye_is_worth_the_games_of_a_meeting() {
    use crate::gui::view::bye_points;
    use tournament::command::Command;
    let mut event = super::demo::event(5);
    let stage = event.state().stages[0].clone();
    super::demo::done(
        &mut event,
        Command::EditStage {
            stage: 0,
            name: stage.name,
            system: stage.system,
            rounds_planned: stage.rounds_planned,
            games_per_meeting: 2,
        },
    );
    super::demo::play(&mut event, 0);
    let bye = bye_points(event.state(), 0, ByeKind::PairingAllocated);
    assert_eq!(bye.tenths(), 20);
    let harness = window(Some(Doc::unsaved(event)), Page::Rounds, [1280.0, 800.0]);
    assert!(shows(&harness, "bye (2)"));
}
