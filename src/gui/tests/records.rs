//! Entry lists and game records of the sample event.

use super::{click, ctrl, key, window};
use crate::gui::action::{Action, Page, Purpose};
use eframe::egui::Key;
use egui_kittest::kittest::Queryable;
use std::path::{Path, PathBuf};

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/samples/club-open").join(name)
}

#[test]
fn a_round_is_entered_from_its_records() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(None, Page::Events, [1280.0, 860.0]);
    let ctx = harness.ctx.clone();
    harness.state_mut().act(&ctx, Action::NewEvent(Some(sample("players.csv"))));
    harness.run_steps(2);
    super::fill(&mut harness, "Name of the event", "Club Open");
    click(&mut harness, "3  Players");
    assert!(
        harness.query_by_label("Abashidze, Nino").is_some()
            || harness.query_by_label_contains("Abashidze, Nino").is_some()
    );
    click(&mut harness, "2  System and rounds");
    click(&mut harness, "White, drawn at the table");
    click(&mut harness, "4  File");
    super::fill(&mut harness, "Folder", &folder.path().display().to_string());
    click(&mut harness, "Create the event");
    assert_eq!(harness.state().doc().unwrap().state().players.len(), 24);
    ctrl(&mut harness, Key::Num3);
    ctrl(&mut harness, Key::Enter);
    assert_eq!(harness.state().doc().unwrap().view().boards, 12);
    // The file dialog answers with the round's records.
    harness.state_mut().picked(Purpose::Records, vec![sample("round-1.pgn")]);
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("Nothing has been entered yet").is_some());
    assert_eq!(harness.state().doc().unwrap().view().boards_in, 0);
    ctrl(&mut harness, Key::Enter);
    let view = harness.state().doc().unwrap().view();
    assert!(view.boards_in > 0, "clear games are entered");
    let state = harness.state().doc().unwrap().state();
    assert!(!state.records.is_empty(), "records are kept");
    // The board of a record is shown and stepped through.
    let with_record = state.stages[0].rounds[0].meetings.iter().position(|m| m.games[0].record.is_some()).unwrap();
    key(&mut harness, Key::Home);
    for _ in 0..with_record {
        key(&mut harness, Key::ArrowDown);
    }
    click(&mut harness, "Game");
    assert!(harness.query_by_label("To the start").is_some());
}

#[test]
fn a_file_is_opened_by_its_typed_path() {
    let mut event = super::demo::event(4);
    super::demo::play(&mut event, 0);
    let mut harness = window(Some(crate::gui::doc::Doc::unsaved(event)), Page::Rounds, [1280.0, 860.0]);
    let ctx = harness.ctx.clone();
    harness.state_mut().act(&ctx, Action::Pick(Purpose::Records));
    harness.run_steps(4);
    ctrl(&mut harness, Key::A);
    let path = sample("round-1.pgn").display().to_string();
    harness.event(eframe::egui::Event::Text(path));
    harness.run_steps(2);
    key(&mut harness, Key::Enter);
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("Nothing has been entered yet").is_some());
}
