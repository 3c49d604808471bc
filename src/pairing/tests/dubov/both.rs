//! What the tests of the Dubov and the Burstein System ask alike.

use crate::plain;
use pairing::swiss::{PairingError, Question, RoundInput, System, explain, pair};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The engine's answer in the judge's form: White and Black, the bye against 0.
pub fn engine(system: System, input: &RoundInput) -> Option<BTreeSet<(u32, u32)>> {
    match pair(system, input) {
        Ok(found) => {
            let pairs = found.pairs.iter().map(|pair| (pair.white, pair.black));
            Some(pairs.chain(found.bye.map(|tpn| (tpn, 0))).collect())
        }
        Err(PairingError::NoLegalPairing { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

/// Compares the engine with a judge on random positions. More of them, and larger fields, when asked for by `PAIRING_POSITIONS` and
/// `PAIRING_PLAYERS`.
pub fn agrees_with_the_judge(
    system: System,
    position: impl Fn(u64, usize) -> RoundInput,
    judge: impl Fn(&RoundInput) -> Option<BTreeSet<(u32, u32)>>,
) {
    let asked = |variable| std::env::var(variable).ok().and_then(|text| text.parse::<u64>().ok());
    let (count, most) = (asked("PAIRING_POSITIONS").unwrap_or(4000), asked("PAIRING_PLAYERS").unwrap_or(8) as usize);
    let (mut impossible, mut compared) = (0, 0);
    for seed in 0..count {
        let input = position(seed, if seed % 8 == 0 { most + 1 } else { most });
        let (expected, found) = (judge(&input), engine(system, &input));
        assert_eq!(found, expected, "position of seed {seed}: {input:#?}");
        impossible += u64::from(expected.is_none());
        compared += 1;
    }
    assert!(impossible * 2 < compared, "most positions must have a pairing: {impossible} of {compared} have none");
}

/// Asks everything about a position; every answer has sentences with articles, and the questions about a pair that met before
/// are answered so.
pub fn ask_everything(system: System, input: &RoundInput) -> Result<(), TestCaseError> {
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

/// Every pair that the engine makes is legal, and everybody who is there has one place.
pub fn is_legal(system: System, input: &RoundInput) -> Result<(), TestCaseError> {
    let Some(found) = engine(system, input) else { return Ok(()) };
    let all = plain::plain(input);
    let present = plain::present(input, &all);
    let mut seen = BTreeSet::new();
    for &(white, black) in &found {
        prop_assert!(seen.insert(white));
        let find = |tpn: u32| present.iter().find(|player| player.tpn == tpn).unwrap();
        if black == 0 {
            prop_assert!(!find(white).bye_barred);
        } else {
            prop_assert!(seen.insert(black));
            prop_assert!(plain::legal(input, find(white), find(black)));
        }
    }
    prop_assert_eq!(seen.len(), present.len());
    Ok(())
}
