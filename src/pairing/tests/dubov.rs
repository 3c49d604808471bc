//! The Dubov System: recorded tournaments replayed, and a literal enumeration as the judge of small fields.

#[path = "dubov/literal.rs"]
mod literal;
#[path = "dubov/plain.rs"]
mod plain;
#[path = "dubov/replay.rs"]
mod replay;

use pairing::swiss::{PairingError, Question, RoundInput, System, explain, pair};
use proptest::prelude::*;
use std::collections::BTreeSet;

#[test]
fn recorded_tournaments() {
    replay::assert_replays(include_str!("dubov/random.txt"), System::Dubov, 250);
}

#[test]
fn recorded_tournaments_where_the_text_decides() {
    replay::assert_replays(include_str!("dubov/text.txt"), System::Dubov, 90);
}

/// More of them: `PAIRING_DUBOV=folder:folder cargo test`.
#[test]
fn recorded_tournaments_of_folders() {
    replay::assert_replays_folders("PAIRING_DUBOV", System::Dubov);
}

/// The engine's answer in the judge's form.
fn engine(input: &RoundInput) -> Option<BTreeSet<(u32, u32)>> {
    match pair(System::Dubov, input) {
        Ok(found) => {
            let pairs = found.pairs.iter().map(|pair| (pair.white, pair.black));
            Some(pairs.chain(found.bye.map(|tpn| (tpn, 0))).collect())
        }
        Err(PairingError::NoLegalPairing { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn the_literal_text_agrees_on_random_positions() {
    // More positions, and larger fields, when asked for.
    let asked = |variable| std::env::var(variable).ok().and_then(|text| text.parse::<u64>().ok());
    let (count, most) = (asked("PAIRING_POSITIONS").unwrap_or(4000), asked("PAIRING_PLAYERS").unwrap_or(8) as usize);
    let (mut impossible, mut compared) = (0, 0);
    for seed in 0..count {
        let input = plain::random_position(seed, if seed % 8 == 0 { most + 1 } else { most });
        let (expected, found) = (literal::pair(&input), engine(&input));
        assert_eq!(found, expected, "position of seed {seed}: {input:#?}");
        impossible += u64::from(expected.is_none());
        compared += 1;
    }
    assert!(impossible * 2 < compared, "most positions must have a pairing: {impossible} of {compared} have none");
}

/// Asks everything about a position; every answer has sentences with articles, and the questions about a pair that met before
/// are answered so.
fn ask_everything(input: &RoundInput) -> Result<(), TestCaseError> {
    let system = System::Dubov;
    if pair(system, input).is_err() {
        return Ok(());
    }
    let name = |tpn: u32| format!("No. {tpn}");
    prop_assert_eq!(explain(system, input, Question::Bye, &name).unwrap().len(), 1);
    for one in &input.entrants {
        for other in &input.entrants {
            let question =
                if one.tpn == other.tpn { Question::Player(one.tpn) } else { Question::Pair(one.tpn, other.tpn) };
            let reasons = explain(system, input, question, &name).unwrap();
            prop_assert!(!reasons.is_empty(), "{question:?}");
            for reason in &reasons {
                prop_assert!(reason.text.ends_with('.') && !reason.article.is_empty(), "{reason:?}");
            }
            let met = one.rounds.iter().any(|entry| entry.kind.is_played() && entry.opponent == Some(other.tpn));
            if met && one.present && other.present && pair(system, input).unwrap().bye.is_none() {
                prop_assert!(reasons[0].text.contains("have met in round"), "{reasons:?}");
            }
        }
    }
    Ok(())
}

#[test]
fn an_explanation_reads_well() {
    // The example of the text: eight players, the first four have won in round 1.
    let mut input = plain::first_round(8);
    plain::play(&mut input, &[(1, 5, 10), (6, 2, 0), (3, 7, 10), (8, 4, 0)]);
    let found = pair(System::Dubov, &input).unwrap();
    let pairs: Vec<(u32, u32)> = found.pairs.iter().map(|pair| (pair.white, pair.black)).collect();
    assert_eq!(pairs, [(4, 1), (2, 3), (5, 8), (7, 6)]);
    let texts = |question| -> Vec<String> {
        let name = |tpn: u32| format!("No. {tpn}");
        let reasons = explain(System::Dubov, &input, question, &name).unwrap();
        reasons.into_iter().map(|reason| format!("{}: {}", reason.article, reason.text)).collect()
    };
    assert_eq!(
        texts(Question::Player(2)),
        [
            "C.04.4.1 art. 3.2.1: The bracket is the scoregroup of 1 point with 4 players.",
            "C.04.4.1 art. 3.2.3: 2 players wish White, 2 do not; pairs are made across.",
            "C.04.4.1 art. 3.2.5, 3.2.6: No. 2 (average rating of opponents 2440) is number 2 of those who are served in turn \
             and gets No. 3, the first in the order of numbers who can be.",
            "C.04.4.1 art. 5.2.2: No. 2 has White against No. 3: No. 2 wishes White strongly, No. 3 Black strongly, and both \
             can be granted.",
        ]
    );
    assert_eq!(texts(Question::Pair(5, 1)), ["C.04.4.1 [C1]: No. 5 and No. 1 have met in round 1."]);
    let same = texts(Question::Pair(2, 4));
    assert!(same.last().unwrap().contains("in the same subgroup"), "{same:?}");
    let order = texts(Question::Pair(1, 2));
    assert!(order.last().unwrap().contains("No. 4 was served before No. 2 and got No. 1"), "{order:?}");
    let other = texts(Question::Pair(3, 6));
    assert!(
        other[0].contains("No. 3 is paired in the bracket of 1 point, to which No. 6 with 0 points does not belong"),
        "{other:?}"
    );
    let nobody = explain(System::Dubov, &input, Question::Player(9), &|tpn| tpn.to_string());
    assert!(nobody.unwrap_err().to_string().contains("no participant with number 9"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn every_question_has_an_answer(seed: u64, players in 2usize..14) {
        ask_everything(&plain::random_position(seed, players))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn larger_random_positions_are_paired_legally(seed: u64, players in 10usize..60) {
        let input = plain::random_position(seed, players);
        if let Some(found) = engine(&input) {
            let all = plain::plain(&input);
            let present = plain::present(&input, &all);
            let mut seen = BTreeSet::new();
            for &(white, black) in &found {
                prop_assert!(seen.insert(white));
                let find = |tpn: u32| present.iter().find(|player| player.tpn == tpn).unwrap();
                if black == 0 {
                    prop_assert!(!find(white).bye_barred);
                } else {
                    prop_assert!(seen.insert(black));
                    prop_assert!(plain::legal(&input, find(white), find(black)));
                }
            }
            prop_assert_eq!(seen.len(), present.len());
        }
    }
}
