//! Contests of teams, from the assistant to the report.

use super::{click, ctrl, fill, text, window};
use crate::gui::action::Page;
use crate::gui::doc::Doc;
use eframe::egui::Key;
use egui_kittest::kittest::Queryable;
use std::path::{Path, PathBuf};
use tournament::command::{Command, Order};
use tournament::model::*;
use tournament::{Points, teams};

/// Makes an event of teams with the assistant, a Swiss or a round-robin.
fn made(folder: &Path, name: &str, swiss: bool) -> PathBuf {
    let mut harness = window(None, Page::Events, [1280.0, 860.0]);
    click(&mut harness, "New event");
    fill(&mut harness, "Name of the event", name);
    click(&mut harness, "Next");
    click(&mut harness, "White, drawn at the table");
    click(&mut harness, "Teams");
    click(&mut harness, "Next");
    click(&mut harness, "Next");
    fill(&mut harness, "Folder", &folder.display().to_string());
    click(&mut harness, "Create the event");
    let doc = harness.state().doc().unwrap();
    assert_eq!(doc.state().settings.contest, Contest::Team);
    let variant = SwissVariant::Team;
    assert_eq!(doc.state().stages[0].system, System::Swiss { variant, acceleration: false });
    drop(harness);
    let file = folder.join(format!("{name}.pairwright.ron"));
    let system = if swiss {
        System::Swiss { variant, acceleration: false }
    } else {
        System::RoundRobin { cycles: 1, exchange_last_two: false }
    };
    let mut doc = Doc::open(&file).unwrap();
    let name = String::new();
    done(&mut doc, Command::EditStage { stage: 0, name, system, rounds_planned: 3, games_per_meeting: 1 });
    drop(doc);
    file
}

fn done(doc: &mut Doc, command: Command) -> Vec<PlayerId> {
    doc.apply(Order { command, reason: String::new(), confirmed: true }).unwrap().players
}

/// Four teams of four.
fn filled(file: &Path) -> Doc {
    let mut doc = Doc::open(file).unwrap();
    for (name, strength) in [("Tbilisi", 2400), ("Батуми", 2300), ("ქუთაისი", 2200), ("Colombo", 2100)]
    {
        let player = |board: u16| Player {
            name: format!("{name}, board {board}"),
            ratings: vec![Rating { list: "FIDE".into(), value: strength - 10 * board, k: None }],
            ..Player::default()
        };
        let members = done(&mut doc, Command::AddPlayers((1..=4).map(player).collect()));
        done(&mut doc, Command::AddTeam(Box::new(Team { name: name.into(), members, ..Team::default() })));
    }
    doc
}

#[test]
fn a_swiss_of_teams_is_played_and_ranked() {
    let folder = tempfile::tempdir().unwrap();
    let doc = filled(&made(folder.path(), "Team Cup", true));
    let mut harness = window(Some(doc), Page::Rounds, [1280.0, 860.0]);
    ctrl(&mut harness, Key::Enter);
    assert_eq!(harness.state().doc().unwrap().view().rounds, 1);
    assert!(harness.query_by_label("Батуми").is_some(), "the match has a header");
    // White wins on every board: 2 - 2 everywhere.
    text(&mut harness, "11111111");
    assert!(harness.query_by_label("Round 1 is complete.").is_some());
    let state = harness.state().doc().unwrap().state().clone();
    let (_, standings) = teams::standings(&state, 0, 1);
    assert!(standings.rows.iter().all(|row| row.points == Points(10)));
    assert!(harness.query_all_by_label("2 – 2").count() >= 2);
    ctrl(&mut harness, Key::Num4);
    assert_eq!(harness.state().page(), Page::Standings);
    assert!(harness.query_by_label("ქუთაისი").is_some());
}

#[test]
fn a_round_robin_of_teams_ends_with_documents() {
    let folder = tempfile::tempdir().unwrap();
    let doc = filled(&made(folder.path(), "League", false));
    let mut harness = window(Some(doc), Page::Rounds, [1280.0, 860.0]);
    for round in 1..=3 {
        ctrl(&mut harness, Key::Enter);
        assert_eq!(harness.state().doc().unwrap().view().rounds, round);
        text(&mut harness, "10511051");
    }
    let doc = harness.state().doc().unwrap();
    assert!(doc.state().is_stage_over(0));
    use reports::What::{Boards, CrossTable, Names, Pairings, Results, Sheets, Slips, Standings, Teams};
    for what in [Pairings, Sheets, Names, Standings, CrossTable, Slips, Results, Teams, Boards] {
        assert!(reports::What::offered_for(doc.state(), 0).contains(&what), "{what}");
        let document = reports::build(doc.state(), what, None).unwrap();
        assert!(!document.blocks.is_empty(), "{what}");
    }
}
