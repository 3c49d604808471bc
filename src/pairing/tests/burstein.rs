//! The Burstein System: recorded tournaments replayed, and a literal enumeration as the judge of small fields.

#[path = "burstein/literal.rs"]
mod literal;
#[path = "dubov/plain.rs"]
mod plain;
#[path = "dubov/replay.rs"]
mod replay;

use pairing::swiss::{PairingError, RoundInput, System, pair, seeding_rounds};
use proptest::prelude::*;
use std::collections::BTreeSet;

#[test]
fn recorded_tournaments() {
    replay::assert_replays(include_str!("burstein/random.txt"), System::Burstein, 140);
}

#[test]
fn recorded_tournaments_where_the_text_decides() {
    replay::assert_replays(include_str!("burstein/text.txt"), System::Burstein, 230);
}

/// More of them: `PAIRING_BURSTEIN=folder:folder cargo test`.
#[test]
fn recorded_tournaments_of_folders() {
    replay::assert_replays_folders("PAIRING_BURSTEIN", System::Burstein);
}

#[test]
fn seeding_rounds_are_half_and_at_most_four() {
    let found: Vec<u32> = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11].map(seeding_rounds).to_vec();
    assert_eq!(found, [0, 1, 1, 2, 2, 3, 3, 4, 4, 4]);
}

#[test]
fn the_judge_knows_the_order_of_the_text() {
    let five: Vec<String> = literal::pairings_in_order(5, 1)
        .iter()
        .map(|list| {
            let pair = |(i, &j): (usize, &usize)| (j == 0 || j > i + 1).then(|| format!("{}{j}", i + 1));
            list.iter().enumerate().filter_map(pair).collect::<Vec<_>>().join("-")
        })
        .collect();
    let text = "15-24-30 15-23-40 15-20-34 14-25-30 14-23-50 14-20-35 13-25-40 13-24-50 13-20-45 12-35-40 12-34-50 12-30-45 \
                10-25-34 10-24-35 10-23-45";
    assert_eq!(five, text.split_whitespace().collect::<Vec<_>>());
    let six = literal::pairings_in_order(6, 2);
    assert_eq!(six.len(), 45);
    assert_eq!((&six[0][..], &six[44][..]), (&[6, 5, 0, 0, 2, 1][..], &[0, 0, 4, 3, 6, 5][..]));
}

/// The engine's answer in the judge's form.
fn engine(input: &RoundInput) -> Option<BTreeSet<(u32, u32)>> {
    match pair(System::Burstein, input) {
        Ok(found) => {
            let pairs = found.pairs.iter().map(|pair| (pair.white, pair.black));
            Some(pairs.chain(found.bye.map(|tpn| (tpn, 0))).collect())
        }
        Err(PairingError::NoLegalPairing { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

/// A random position after the seeding rounds.
fn position(seed: u64, max_players: usize) -> RoundInput {
    let mut input = plain::random_position(seed, max_players);
    if input.round <= seeding_rounds(input.rounds_total) {
        input.rounds_total = input.round;
    }
    input
}

#[test]
fn the_literal_text_agrees_on_random_positions() {
    // `PAIRING_POSITIONS` asks for more.
    let count = std::env::var("PAIRING_POSITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(4000);
    let (mut impossible, mut compared) = (0, 0);
    for seed in 0..count {
        let input = position(seed, if seed % 8 == 0 { 9 } else { 8 });
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
        let input = position(seed, players);
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
