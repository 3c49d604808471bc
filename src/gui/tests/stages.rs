//! Events of several stages, from the assistant to the final ranking on paper.

use super::{click, ctrl, fill, key, text, window};
use crate::gui::App;
use crate::gui::action::Page;
use eframe::egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::path::Path;

/// An entry list of sixteen players in falling order of rating.
fn entry_list(folder: &Path) -> std::path::PathBuf {
    let path = folder.join("players.csv");
    let rows = (1..=16).map(|n| format!("Player {n:02};{};GEO\n", 2400 - 20 * n));
    std::fs::write(&path, format!("Name;Rating;Federation\n{}", rows.collect::<String>())).unwrap();
    path
}

fn chord(harness: &mut Harness<'_, App>, pressed: Key) {
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, pressed);
    harness.run_steps(3);
}

/// White or Black wins on every board of the stage in view, whoever has the better rating.
fn enter_all(harness: &mut Harness<'_, App>) {
    let doc = harness.state().doc().unwrap();
    let (state, stage) = (doc.state().clone(), doc.view().stage);
    let round = state.round(stage, state.rounds_paired(stage)).unwrap().clone();
    let rating = |id| state.rating(&state.players[&id]);
    let keys: String = (round.meetings.iter())
        .map(|meeting| if rating(meeting.games[0].white) > rating(meeting.games[0].black) { '1' } else { '0' })
        .collect();
    text(harness, &keys);
}

#[test]
fn groups_then_knockout_from_assistant_to_paper() {
    let folder = tempfile::tempdir().unwrap();
    let list = entry_list(folder.path());
    let mut harness = window(None, Page::Events, [1280.0, 860.0]);
    click(&mut harness, "New event");
    fill(&mut harness, "Name of the event", "Club Cup");
    harness.state_mut().picked(crate::gui::action::Purpose::AssistantCsv, vec![list]);
    harness.run_steps(2);
    click(&mut harness, "2  System and rounds");
    click(&mut harness, "Groups, then knockout");
    click(&mut harness, "4  File");
    fill(&mut harness, "Folder", &folder.path().display().to_string());
    click(&mut harness, "Create the event");
    let state = harness.state().doc().unwrap().state().clone();
    assert_eq!(state.stages.len(), 4, "four groups are made from the entry list");
    assert_eq!(state.stages[0].numbers.len(), 4);

    ctrl(&mut harness, Key::Num3);
    assert_eq!(harness.state().page(), Page::Rounds);
    for round in 1..=3 {
        chord(&mut harness, Key::Enter);
        let state = harness.state().doc().unwrap().state().clone();
        assert!((0..4).all(|stage| state.rounds_paired(stage) == round), "all groups are paired together");
        // From group to group by the keyboard.
        for group in 0..4 {
            assert_eq!(harness.state().doc().unwrap().view().stage, group);
            enter_all(&mut harness);
            ctrl(&mut harness, Key::PageDown);
        }
        for _ in 0..3 {
            ctrl(&mut harness, Key::PageUp);
        }
    }
    assert!(harness.state().doc().unwrap().state().is_phase_over());
    chord(&mut harness, Key::N);
    assert!(harness.query_by_label_contains("Final: 8 players").is_some(), "who goes on is shown before it is done");
    assert!(harness.query_by_label("Player 01 – Player 07").is_some(), "A1 meets B2");
    key(&mut harness, Key::Enter);
    let doc = harness.state().doc().unwrap();
    assert_eq!((doc.state().stages.len(), doc.view().stage), (5, 4), "the final comes into view");
    for _ in 0..3 {
        ctrl(&mut harness, Key::Enter);
        enter_all(&mut harness);
    }
    assert!(harness.state().doc().unwrap().state().is_stage_over(4));

    // The rail and the page's own button both lead there.
    harness.get_all_by_label("Ranking").next().unwrap().click();
    harness.run_steps(3);
    assert_eq!(harness.state().page(), Page::Ranking);
    assert!(harness.query_by_label("Final ranking").is_some());
    assert!(harness.query_by_label("Player 16").is_some());
    ctrl(&mut harness, Key::Enter);
    assert_eq!(harness.state().page(), Page::Reports);
    harness.state_mut().write_reports_to(folder.path());
    click(&mut harness, "Write: Final ranking");
    ctrl(&mut harness, Key::Enter);
    assert!(folder.path().join("club-cup_ranking.pdf").is_file());
    // All of it can be taken back.
    for _ in 0..200 {
        ctrl(&mut harness, Key::Z);
        if harness.state().doc().unwrap().can_undo().is_none() {
            break;
        }
    }
    assert_eq!(harness.state().doc().unwrap().state().stages.len(), 1);
}

#[test]
fn a_round_robin_from_assistant_to_paper() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("players.csv");
    std::fs::write(&path, "Name;Rating\nA;2100\nB;2000\nC;1900\nD;1800\n").unwrap();
    let mut harness = window(None, Page::Events, [1280.0, 860.0]);
    click(&mut harness, "New event");
    fill(&mut harness, "Name of the event", "Round");
    harness.state_mut().picked(crate::gui::action::Purpose::AssistantCsv, vec![path]);
    harness.run_steps(2);
    click(&mut harness, "2  System and rounds");
    // The template of groups chooses the round-robin, which stays when there is one stage only.
    click(&mut harness, "Groups, then finals");
    click(&mut harness, "One stage");
    click(&mut harness, "4  File");
    fill(&mut harness, "Folder", &folder.path().display().to_string());
    click(&mut harness, "Create the event");
    ctrl(&mut harness, Key::Num3);
    click(&mut harness, "More");
    click(&mut harness, "Draw the numbers by lot");
    let drawn = harness.state().doc().unwrap().state().stages[0].numbers_drawn;
    assert!(drawn.is_some(), "the seed is kept");
    for _ in 0..3 {
        ctrl(&mut harness, Key::Enter);
        enter_all(&mut harness);
    }
    let state = harness.state().doc().unwrap().state().clone();
    assert!(state.is_stage_over(0));
    ctrl(&mut harness, Key::Num6);
    assert_eq!(harness.state().page(), Page::Reports);
    harness.state_mut().write_reports_to(folder.path());
    harness.run_steps(2);
    ctrl(&mut harness, Key::Enter);
    let written: Vec<String> = (std::fs::read_dir(folder.path()).unwrap().flatten())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".pdf"))
        .collect();
    assert!(written.iter().any(|name| name.contains("standings")), "{written:?}");
}

#[test]
fn a_series_over_two_events() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(None, Page::Events, [1280.0, 860.0]);
    let mut events = Vec::new();
    for n in 0..2 {
        let mut event = super::demo::event(4);
        super::demo::play(&mut event, 4);
        let path = folder.path().join(format!("event {n}.pairwright.ron"));
        drop(tournament::store::EventFile::create(&path, event).unwrap());
        events.push(path);
    }
    click(&mut harness, "Series");
    assert_eq!(harness.state().page(), Page::Series);
    fill(&mut harness, "Name of the series", "Grand Prix");
    let file = folder.path().join("gp");
    harness.state_mut().picked(crate::gui::action::Purpose::NewSeries, vec![file]);
    harness.state_mut().picked(crate::gui::action::Purpose::SeriesEvents, events);
    harness.run_steps(3);
    let series = tournament::series::read(&folder.path().join("gp.pairwright-series")).unwrap();
    assert_eq!(series.stages.len(), 2);
    let best = series.standings().lines[0].total.to_string();
    assert_eq!(best, "43", "twice the half of 25 and 18, since two have won their only game");
    assert!(harness.query_all_by_label("43").count() > 0);
    // It stands under Recent with its name, and opens from there.
    key(&mut harness, Key::Escape);
    assert_eq!(harness.state().page(), Page::Events);
    click(&mut harness, "Open Grand Prix");
    assert_eq!(harness.state().page(), Page::Series);
    assert!(harness.query_all_by_label("43").count() > 0);
}

#[test]
fn the_rules_of_a_series_are_changed_in_the_window() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(None, Page::Events, [1280.0, 860.0]);
    let mut event = super::demo::event(4);
    super::demo::play(&mut event, 4);
    let path = folder.path().join("event.pairwright.ron");
    drop(tournament::store::EventFile::create(&path, event).unwrap());
    click(&mut harness, "Series");
    fill(&mut harness, "Name of the series", "Grand Prix");
    harness.state_mut().picked(crate::gui::action::Purpose::NewSeries, vec![folder.path().join("gp")]);
    harness.state_mut().picked(crate::gui::action::Purpose::SeriesEvents, vec![path]);
    harness.run_steps(3);
    click(&mut harness, "Rules…");
    fill(&mut harness, "Bonus for playing", "7");
    click(&mut harness, "Best single result");
    click(&mut harness, "Keep the rules");
    let series = tournament::series::read(&folder.path().join("gp.pairwright-series")).unwrap();
    assert_eq!(series.settings.bonus_start.to_string(), "7");
    assert_eq!(series.settings.tiebreaks.len(), 2);
    assert_eq!(series.stages.len(), 1, "the results stay");
    // Escape leaves the form without a change.
    click(&mut harness, "Rules…");
    fill(&mut harness, "Bonus for playing", "9");
    key(&mut harness, Key::Escape);
    assert_eq!(harness.state().page(), Page::Series);
    let series = tournament::series::read(&folder.path().join("gp.pairwright-series")).unwrap();
    assert_eq!(series.settings.bonus_start.to_string(), "7");
}
