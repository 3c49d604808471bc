//! From the assistant to a reopened file, on the real screens.

use super::{click, ctrl, fill, key, text, window};
use crate::gui::App;
use crate::gui::action::Page;
use crate::gui::doc::Doc;
use eframe::egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tournament::model::{Color, GameResult};

/// Adds a player with the card.
fn add(harness: &mut Harness<'_, App>, name: &str, rating: &str) {
    fill(harness, "Rating", rating);
    fill(harness, "Name: Surname, First", name);
    key(harness, Key::Enter);
    harness.run_steps(3);
}

#[test]
fn a_new_event_is_made_played_and_reopened() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(None, Page::Events, [1280.0, 860.0]);
    click(&mut harness, "New event");
    fill(&mut harness, "Name of the event", "Autumn Swiss");
    fill(&mut harness, "Place", "Tbilisi");
    fill(&mut harness, "First day", "2026-11-28");
    click(&mut harness, "Next");
    click(&mut harness, "White, drawn at the table");
    click(&mut harness, "Next");
    click(&mut harness, "Next");
    fill(&mut harness, "Folder", &folder.path().display().to_string());
    click(&mut harness, "Create the event");
    let file = folder.path().join("Autumn Swiss.pairwright.ron");
    assert!(file.is_file(), "the event has its file from the beginning");
    assert_eq!(harness.state().page(), Page::Players);

    click(&mut harness, "Add player");
    for (name, rating) in [
        ("Abashidze, Nino", "2310"),
        ("Bold, Ganbat", "2254"),
        ("Chkheidze, Luka", "2201"),
        ("Иванова, Мария", "2100"),
        ("Koch, Ida", "1950"),
    ] {
        add(&mut harness, name, rating);
    }
    let names = |harness: &Harness<'_, App>| {
        let state = harness.state().doc().unwrap().state().clone();
        state.players.values().map(|player| player.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&harness).len(), 5);
    // Undo takes the last one back, redo brings her again.
    click(&mut harness, "Close");
    ctrl(&mut harness, Key::Z);
    assert_eq!(names(&harness).len(), 4);
    ctrl(&mut harness, Key::Y);
    assert_eq!(names(&harness).last().unwrap(), "Koch, Ida");

    ctrl(&mut harness, Key::Num3);
    assert_eq!(harness.state().page(), Page::Rounds);
    ctrl(&mut harness, Key::Enter);
    let doc = harness.state().doc().unwrap();
    assert_eq!(doc.state().settings.initial_color, Some(Color::White));
    assert_eq!(doc.view().rounds, 1, "Ctrl+Enter pairs the round");
    text(&mut harness, "15");
    assert!(harness.query_by_label("Round 1 is complete.").is_some());
    let before = harness.state().doc().unwrap().state().clone();
    drop(harness);

    // The file holds all of it.
    let doc = Doc::open(&file).unwrap();
    assert_eq!(*doc.state(), before);
    let round = &doc.state().stages[0].rounds[0];
    assert_eq!(round.meetings.len(), 2);
    assert_eq!(round.byes.len(), 1);
    let results: Vec<_> = round.meetings.iter().map(|m| m.games[0].result.unwrap()).collect();
    assert_eq!(results, [GameResult::WhiteWins, GameResult::Draw]);
    assert_eq!(doc.history().len(), 5 + 1 + 2, "five players, a round, two results");
    let mut harness = window(Some(doc), Page::Rounds, [1280.0, 860.0]);
    ctrl(&mut harness, Key::Z);
    ctrl(&mut harness, Key::Z);
    ctrl(&mut harness, Key::Z);
    assert_eq!(harness.state().doc().unwrap().view().rounds, 0, "undo goes on after reopening");
}

#[test]
fn the_assistant_says_what_is_missing() {
    let mut harness = window(None, Page::Events, [1280.0, 860.0]);
    click(&mut harness, "New event");
    click(&mut harness, "4  File");
    assert!(harness.query_by_label("Give the event a name.").is_some());
    click(&mut harness, "1  Event");
    fill(&mut harness, "Name of the event", "X");
    fill(&mut harness, "First day", "28 November");
    click(&mut harness, "4  File");
    assert!(harness.query_by_label_contains("is not a date").is_some());
}
