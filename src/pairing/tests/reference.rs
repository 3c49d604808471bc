//! The Dutch engine against the literal enumeration of candidates.

mod common;

use common::random::random_position;
use common::reference::reference_pairs;
use pairing::swiss::{PairingError, RoundInput, System, pair};

fn ours(input: &RoundInput) -> Option<Vec<(u32, u32)>> {
    match pair(System::Dutch, input) {
        Ok(pairing) => Some(common::as_pairs(&pairing)),
        Err(PairingError::NoLegalPairing { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

fn compare(seeds: std::ops::Range<u64>, most: usize) {
    let mut impossible = 0;
    for seed in seeds.clone() {
        let input = random_position(seed, most);
        let expected = reference_pairs(&input);
        impossible += u64::from(expected.is_none());
        assert_eq!(ours(&input), expected, "position {seed} with up to {most} participants");
    }
    assert!(impossible * 2 < seeds.end - seeds.start, "{impossible} positions without a pairing");
}

#[test]
fn tiny_fields() {
    compare(0..15_000, 6);
}

#[test]
fn small_fields() {
    compare(20_000..28_000, 8);
}

#[test]
fn fields_of_ten() {
    compare(30_000..30_600, 10);
}
