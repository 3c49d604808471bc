//! The sample event that ships: from the entry list to the last round, through the event file.

mod common;

use common::*;
use std::path::PathBuf;
use tournament::command::Command;
use tournament::model::*;
use tournament::store::EventFile;
use tournament::{csv, records};

fn sample(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data/samples/club-open").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_club_open_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("club-open.pairwright.ron");
    let settings = Settings { name: "Club Open".into(), ..Settings::default() };
    let mut file = EventFile::create(&path, tournament::event::Event::new(settings, stage(5))).unwrap();
    let list = csv::read_players("players.csv", &sample("players.csv")).unwrap();
    assert_eq!((list.len(), list.notes.len()), (24, 0), "{:?}", list.notes);
    list.add_to(&file.event().state().clone(), true, |order| file.apply(order)).unwrap();
    // The lot of the sample: White for number 1.
    let mut settings = (*file.event().state().settings).clone();
    (settings.initial_color, settings.initial_color_lot) = (Some(Color::White), Some(Lot::Typed));
    file.apply(yes(Command::EditSettings(Box::new(settings)))).unwrap();
    file.apply(yes(PAIR)).unwrap();
    let found = records::match_records(file.event().state(), 0, 1, &sample("round-1.pgn"));
    assert!(!found.is_empty());
    let boards = file.event().state().progress(0, 1).total;
    assert_eq!(boards, 12);
    for record in &found {
        assert!(record.place().is_some(), "{:?}", record.doubts());
    }
    let sure = found.iter().filter(|m| m.is_sure()).count();
    if let Some(command) = records::orders(&found, "round-1.pgn", |_| false) {
        file.apply(yes(command)).unwrap();
    }
    assert_eq!(file.event().state().progress(0, 1).entered, sure);
    let text = String::from_utf8(sample("round-1-results.txt")).unwrap();
    let command = records::read_results("round-1-results.txt", &text, file.event().state(), 0, 1).unwrap();
    file.apply(yes(command)).unwrap();
    let state = file.event().state().clone();
    drop(file);
    let mut file = EventFile::open(&path).unwrap();
    assert_eq!(file.event().state(), &state);
    while file.undo().unwrap().is_some() {}
    assert!(file.event().state().players.is_empty());
}
