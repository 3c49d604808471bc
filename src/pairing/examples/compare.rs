//! Long comparisons with the reference pairer: `cargo run --release --example compare -- FROM TO MOST`.

#[path = "../tests/common/mod.rs"]
mod common;

use pairing::swiss::{PairingError, System, pair};

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|text| text.parse().expect("a number")).collect();
    let (mut differences, mut impossible) = (0, 0);
    for seed in numbers[0]..numbers[1] {
        let input = common::random::random_position(seed, numbers[2] as usize);
        let expected = common::reference::reference_pairs(&input);
        let found = match pair(System::Dutch, &input) {
            Ok(pairing) => Some(common::as_pairs(&pairing)),
            Err(PairingError::NoLegalPairing { .. }) => None,
            Err(error) => panic!("{error}"),
        };
        impossible += u64::from(expected.is_none());
        if found != expected {
            differences += 1;
            println!("{seed}: ours {found:?}, expected {expected:?}");
        }
    }
    println!("{differences} differences, {impossible} impossible of {}", numbers[1] - numbers[0]);
}
