//! The sample of a draughts club that ships: an event of micro-matches in the middle of round 4, and the records of its rounds.

use std::path::{Path, PathBuf};
use tournament::command::{Command, Order};
use tournament::crosstable::CrossTable;
use tournament::event::Event;
use tournament::model::*;
use tournament::openings;
use tournament::records::{match_records, orders};
use tournament::{csv, store};

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/samples")
}

fn event() -> Event {
    store::read(&samples().join("draughts-club-2026.pairwright.ron")).unwrap()
}

fn records(round: RoundNumber) -> Vec<u8> {
    std::fs::read(samples().join(format!("draughts-club/round-{round}.pdn"))).unwrap()
}

#[test]
fn the_event_opens_with_its_players_openings_and_points() {
    let event = event();
    let state = event.state();
    assert_eq!((state.settings.game.as_str(), state.settings.meetings_as_unit), ("russian", true));
    let list = csv::read_players("players.csv", &std::fs::read(samples().join("draughts-club/players.csv")).unwrap());
    assert_eq!((list.unwrap().len(), state.players.len(), state.rounds_paired(0)), (12, 12, 4));
    let kind = state.settings.game.parse().unwrap();
    for round in 1..=4 {
        let drawn = state.round(0, round).unwrap().openings.as_deref().unwrap();
        let again = openings::draw(kind, &drawn.list, "", drawn.seed.unwrap(), 1).unwrap();
        assert_eq!(again, drawn.openings, "the seed of round {round} gives its opening");
        assert_eq!(state.is_complete(0, round), round < 4);
    }
    // A micro-match is worth two points together, whoever wins it.
    let points: i32 = state.scores(0, 3).values().map(|points| points.tenths()).sum();
    assert_eq!(points, 3 * 6 * 20);
    let cross = CrossTable::of_state(state, 0, 3);
    let codes: Vec<_> = cross.tiebreaks.iter().filter_map(|code| code.parse().ok()).collect();
    assert_eq!(tournament::standings::compute(&cross, &codes).rows.len(), 12);
}

#[test]
fn its_records_are_legal_and_begin_with_the_drawn_openings() {
    let event = event();
    for round in 1..=3 {
        let found = match_records(event.state(), 0, round, &records(round));
        assert_eq!(found.len(), 6, "two games of three boards");
        for record in &found {
            assert!(record.is_sure() && record.known, "round {round}: {:?}", record.doubts());
            assert!(record.verdict.plies > 20);
        }
    }
}

#[test]
fn round_four_is_entered_but_for_the_record_with_another_opening() {
    let mut event = event();
    let found = match_records(event.state(), 0, 4, &records(4));
    let doubts: Vec<Vec<String>> = found.iter().map(|found| found.doubts()).collect();
    assert_eq!((doubts.len(), doubts.iter().filter(|doubts| doubts.is_empty()).count()), (6, 5), "{doubts:?}");
    assert!(doubts[5][0].starts_with("The game begins with 1. "), "{:?}", doubts[5]);
    let before = event.state().progress(0, 4).entered;
    let enter = |command: Command| Order { command, reason: String::new(), confirmed: true };
    event.apply(enter(orders(&found, "round-4.pdn", |_| false).unwrap())).unwrap();
    assert_eq!(event.state().progress(0, 4).entered, before + 5);
    // The arbiter may let it stand (R6).
    let found = match_records(event.state(), 0, 4, &records(4));
    event.apply(enter(orders(&found, "round-4.pdn", |_| true).unwrap())).unwrap();
    assert_eq!(event.state().progress(0, 4).entered, before + 6);
}
