//! The Dutch engine against pairings made by other programs, and against the conformance set.

mod common;

use common::{as_pairs, check_file, reports_below};
use pairing::Points;
use pairing::swiss::{Color, Entrant, EntryKind, PairingError, RoundEntry, RoundInput, Scoring, System, Tpn, pair};
use std::path::PathBuf;

fn data(folder: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/dutch").join(folder)
}

fn check_folder(folder: &str, at_least: u32) {
    let (mut rounds, mut differences) = (0, Vec::new());
    for path in reports_below(&data(folder)) {
        let (checked, found) = check_file(System::Dutch, &path);
        rounds += checked;
        differences.extend(found);
    }
    assert_eq!(differences, Vec::<String>::new());
    assert!(rounds >= at_least, "only {rounds} rounds in {folder}");
}

#[test]
fn whole_histories() {
    check_folder("dutch", 300);
}

#[test]
fn histories_where_the_edition_matters() {
    check_folder("dutch_edition", 200);
}

#[test]
fn histories_where_the_numbering_matters() {
    check_folder("dutch_numbering", 100);
}

#[test]
fn unfiltered_histories() {
    check_folder("dutch2026", 150);
}

#[test]
fn single_rounds() {
    check_folder("partial", 60);
}

#[test]
fn large_fields() {
    check_folder("large", 2);
}

#[test]
fn positions_with_one_answer() {
    check_folder("positions", 5);
}

/// Histories as in the conformance set: `4w1` met 4 with White and won, `=` drew, `U`, `H`, `Z` byes.
fn position(rounds_total: u32, histories: &[&str]) -> RoundInput {
    let scoring = Scoring::default();
    let entrants: Vec<Entrant> = histories
        .iter()
        .zip(1..)
        .map(|(history, tpn)| {
            let rounds = history
                .split_whitespace()
                .map(|cell| {
                    let bye = |kind, points| RoundEntry { kind, points, ..RoundEntry::ABSENT };
                    match cell {
                        "U" => bye(EntryKind::PairingBye, scoring.pairing_bye),
                        "H" => bye(EntryKind::HalfBye, scoring.draw),
                        "Z" => RoundEntry::ABSENT,
                        game => {
                            let color = if game.contains('w') { Color::White } else { Color::Black };
                            let (rival, result) = game.split_once(['w', 'b']).unwrap();
                            RoundEntry {
                                kind: EntryKind::Played { rated: true },
                                opponent: Some(rival.parse().unwrap()),
                                color: Some(color),
                                points: match result {
                                    "1" => scoring.win,
                                    "=" => scoring.draw,
                                    _ => scoring.loss,
                                },
                            }
                        }
                    }
                })
                .collect();
            Entrant { tpn, rating: 0, rounds, virtual_points: vec![], present: true, extra_points: Points::ZERO }
        })
        .collect();
    RoundInput {
        round: entrants[0].rounds.len() as u32 + 1,
        rounds_total,
        entrants,
        forbidden: vec![],
        initial_color: Color::White,
        scoring,
    }
}

fn expect(name: &str, rounds_total: u32, histories: &[&str], expected: &str, bye: Option<Tpn>) {
    let pairing = pair(System::Dutch, &position(rounds_total, histories)).unwrap();
    let mut pairs: Vec<(Tpn, Tpn)> = expected
        .split_whitespace()
        .map(|pair| {
            let (white, black) = pair.split_once('-').unwrap();
            (white.parse().unwrap(), black.parse().unwrap())
        })
        .collect();
    pairs.extend(bye.map(|bye| (bye, 0)));
    pairs.sort_unstable();
    assert_eq!(as_pairs(&pairing), pairs, "{name}");
}

#[test]
fn conformance_set() {
    expect("C5", 5, &["3w1", "4b=", "1b0", "2w=", "U"], "2-1 5-4", Some(3));
    expect("C8", 5, &["4w= 6b1", "5b0 3w0", "6w= 2b1", "1b= 5w0", "2w1 4b1", "3b= 1w0"], "5-1 3-4 2-6", None);
    expect("C9", 5, &["H", "3w1", "2b0", "U", "Z"], "4-2 1-5", Some(3));
    expect("C12", 5, &["4w1 5b=", "5b0 3w=", "6w= 2b=", "1b0 6b=", "2w1 1w=", "3b= 4w="], "1-6 3-5 4-2", None);
    expect("C13", 5, &["4w1 2b=", "5b= 1w=", "6w= 5b0", "1b0 H", "2w= 3w1", "3b= Z"], "1-5 6-2 4-3", None);
    expect("C14", 5, &["3w1", "4b1", "1b0", "2w0", "U"], "5-1 2-3", Some(4));
    expect(
        "C15",
        5,
        &["5w1 2b1 7w=", "6b1 1w0 5b0", "Z 4w0 U", "7w= 3b1 Z", "1b0 U 2w1", "2w0 7b1 Z", "4b= 6w0 1b="],
        "4-1 6-5 7-3",
        Some(2),
    );
    expect("C16", 5, &["3w1 6b=", "4b0 U", "1b0 H", "2w1 H", "U H", "H 1w="], "1-5 6-4 2-3", None);
    expect(
        "C18",
        5,
        &["5w1 2b1 6w0", "6b1 1w0 4b1", "Z 4w= U", "Z 3b= 2w0", "1b0 H Z", "2w0 U 1b1"],
        "2-3 4-1 5-6",
        None,
    );
    expect(
        "C19",
        5,
        &["4w= 3b0 2b=", "5b0 4b1 1w=", "H 1w1 6w1", "1b= 2w0 5b1", "2w1 6b0 4w0", "U 5w1 3b0"],
        "2-3 4-6 1-5",
        None,
    );
    expect(
        "C20",
        5,
        &["4w= 6b1 5w=", "5b0 3w= 6b0", "6w= 2b= 4w0", "1b= 5w= 3b1", "2w1 4b= 1b=", "3b= 1w0 2w1"],
        "5-6 3-1 4-2",
        None,
    );
    expect(
        "C21",
        5,
        &["3w1 6b1 H", "5b0 3w0 H", "1b0 2b1 6w1", "H 5w1 Z", "2w1 4b0 H", "U 1w0 3b0"],
        "1-5 3-4 6-2",
        None,
    );
    expect(
        "C11",
        6,
        &[
            "6w0 8b0 5w1 10b= 3b0",
            "7b0 9w1 4b0 3w= 5b0",
            "8w1 10b= 6w0 2b= 1w1",
            "9b0 5w1 2w1 6b= 7b0",
            "10w0 4b0 1b0 8w1 2w1",
            "1b1 7w1 3b1 4w= 9w1",
            "2w1 6b0 10w1 9b= 4w1",
            "3b0 1w1 9b0 5b0 10w1",
            "4w1 2b0 8w1 7w= 6b0",
            "5b1 3w= 7b0 1w= 8b0",
        ],
        "3-7 10-6 4-8 9-5 1-2",
        None,
    );
    expect(
        "C10",
        5,
        &[
            "6w1 5b0 7w1 2b0",
            "7b0 4b1 6w1 1w1",
            "8w1 7b0 5w1 9b0",
            "9b= 2w0 10b0 8b0",
            "10w1 1w1 3b0 7b0",
            "1b0 9w= 2b0 10w0",
            "2w1 3w1 1b0 5w1",
            "3b0 10w1 9b= 4w1",
            "4w= 6b= 8w= 3w1",
            "5b0 8b0 4w1 6b1",
        ],
        "2-9 8-7 10-3 4-1 5-6",
        None,
    );
}

#[test]
fn worked_examples() {
    expect("8.1", 5, &[""; 11], "1-6 7-2 3-8 9-4 5-10", Some(11));
    expect("8.2", 5, &["5w1", "6b1", "7w=", "8b1", "1b0", "2w0", "3b=", "4w0"], "2-1 4-3 7-6 5-8", None);
    expect(
        "8.5",
        5,
        &["4w1 7b= 2w0", "5b1 3w0 1b1", "6w= 2b1 7w1", "1b0 U 5w0", "2w0 6b1 4b1", "3b= 5w0 U", "U 1w= 3b0"],
        "5-3 2-6 7-4",
        Some(1),
    );
}

#[test]
fn parity_skips_those_who_were_never_paired() {
    let mut input = position(5, &[""; 10]);
    input.entrants[0].present = false;
    input.entrants[2].present = false;
    let pairing = pair(System::Dutch, &input).unwrap();
    let boards: Vec<(Tpn, Tpn)> = pairing.pairs.iter().map(|pair| (pair.white, pair.black)).collect();
    assert_eq!(boards, [(2, 7), (8, 4), (5, 9), (10, 6)]);
}

#[test]
fn nobody_left_to_meet() {
    let input = position(5, &["2w1", "1b0"]);
    assert!(matches!(pair(System::Dutch, &input), Err(PairingError::NoLegalPairing { .. })));
}
