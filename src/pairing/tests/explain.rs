//! Explanations of Dutch pairings.

mod common;

use common::Report;
use common::random::random_position;
use pairing::swiss::{GenerateOptions, PairingError, RoundInput, System, broken_rules, explain_dutch, generate, pair};
use std::path::Path;

fn before(file: &str, round: u32) -> RoundInput {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dutch/positions");
    Report::read(&folder.join(file)).before(round)
}

#[test]
fn the_bye_of_a_barred_player() {
    // Position b1: 5 leads; the bye must not go to one who had it.
    let explanation = explain_dutch(&before("b1.trf", 7)).unwrap();
    let bye = explanation.pairing().bye.unwrap();
    let lines = explanation.of_player(bye).join(" ");
    assert!(lines.contains("[C5]"), "{lines}");
    for tpn in 1..=10 {
        let why = explanation.why_no_bye(tpn).join(" ");
        assert!(!why.is_empty(), "{tpn}");
        if [1, 2].contains(&tpn) {
            assert!(why.contains("C.04.1 art. 4"), "{why}");
        }
    }
}

#[test]
fn example_with_floats() {
    // Worked example 8.2 of the rules: 4 and 7 float.
    let event = generate(&GenerateOptions { players: 8, rounds: 1, seed: 5, ..GenerateOptions::default() });
    let mut input = event.history.before(1);
    input.forbidden = vec![(1, 5)];
    let explanation = explain_dutch(&input).unwrap();
    assert_eq!(explanation.why_not(1, 5), ["The organiser forbids the pair 1 and 5 (rules of the event)."]);
    let rival = explanation.pairing().pairs.iter().find_map(|p| match (p.white, p.black) {
        (1, other) | (other, 1) => Some(other),
        _ => None,
    });
    let lines = explanation.of_pair(1, rival.unwrap());
    assert!(lines.iter().any(|line| line.contains("In the first candidate")), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("art. 5.2.5")), "{lines:?}");
    let named = explanation.with_names([(1, "Alder".to_owned())].into());
    assert!(named.of_player(1)[0].starts_with("Alder has 0 points"));
}

/// Every pair that is not played has a reason, and legal ones have one with a criterion or the order.
#[test]
fn every_question_is_answered() {
    for seed in 0..300 {
        let input = random_position(seed, 9);
        let Ok(explanation) = explain_dutch(&input) else { continue };
        assert_eq!(explanation.pairing(), &pair(System::Dutch, &input).unwrap());
        let here: Vec<u32> = input.entrants.iter().filter(|e| e.present).map(|e| e.tpn).collect();
        for &a in &here {
            assert!(explanation.of_player(a).len() >= 2);
            assert!(explanation.pairing().bye.is_none() || !explanation.why_no_bye(a).is_empty(), "{seed}: {a}");
            for &b in here.iter().filter(|b| **b != a) {
                let lines = explanation.of_pair(a, b);
                assert!(!lines.is_empty(), "{seed}: {a} and {b}");
                let played = explanation.pairing().pairs.iter().any(|p| [(a, b), (b, a)].contains(&(p.white, p.black)));
                let absolute = |w, b| broken_rules(&input, w, b).unwrap().iter().filter(|r| r.is_absolute()).count();
                if !played && absolute(a, b).min(absolute(b, a)) == 0 {
                    let text = lines.join(" ");
                    assert!(text.contains("[C") || text.contains("art. 3.8") || text.contains("bye"), "{seed}: {text}");
                }
            }
        }
        let brackets = explanation.brackets();
        let pairs: usize = brackets.iter().map(|bracket| bracket.pairs.len()).sum();
        assert_eq!(pairs, explanation.pairing().pairs.len());
    }
}

#[test]
fn why_there_is_no_pairing() {
    let event = generate(&GenerateOptions { players: 4, rounds: 1, seed: 5, ..GenerateOptions::default() });
    let mut input = event.history.before(1);
    input.forbidden = vec![(1, 2), (1, 3), (1, 4)];
    match pair(System::Dutch, &input) {
        Err(PairingError::NoLegalPairing { reason }) => {
            assert!(reason.contains("1 have no legal opponent") || reason.contains("of 1,"), "{reason}");
            assert!(reason.contains("without the organiser's prohibitions"), "{reason}");
        }
        other => panic!("{other:?}"),
    }
    let mut seen = 0;
    for seed in 0..2000 {
        if let Err(PairingError::NoLegalPairing { reason }) = pair(System::Dutch, &random_position(seed, 6)) {
            assert!(reason.len() > 40 && reason.contains("Chief Arbiter"), "{reason}");
            seen += 1;
        }
    }
    assert!(seen > 100);
}
