//! The Dubov System: recorded tournaments replayed, and a literal enumeration as the judge of small fields.

#[path = "dubov/literal.rs"]
mod literal;
#[path = "dubov/plain.rs"]
mod plain;
#[path = "dubov/replay.rs"]
mod replay;

use pairing::swiss::{PairingError, RoundInput, System, pair};
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
    // `PAIRING_POSITIONS` asks for more.
    let count = std::env::var("PAIRING_POSITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(4000);
    let (mut impossible, mut compared) = (0, 0);
    for seed in 0..count {
        let input = plain::random_position(seed, if seed % 8 == 0 { 9 } else { 8 });
        let (expected, found) = (literal::pair(&input), engine(&input));
        assert_eq!(found, expected, "position of seed {seed}: {input:#?}");
        impossible += u64::from(expected.is_none());
        compared += 1;
    }
    assert!(impossible * 2 < compared, "most positions must have a pairing: {impossible} of {compared} have none");
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
