//! Time of one Dutch round: `cargo bench -p pairing`.
//!
//! Events are generated, a round is paired again. Aims, on one core: 300 players 10 ms, 1000 players 100 ms, 5000 players 3 s.

use pairing::swiss::{GenerateOptions, RoundInput, System, check_history, generate, pair};

fn main() {
    divan::main();
}

fn before(players: usize, round: u32) -> RoundInput {
    let options =
        GenerateOptions { players, rounds: 9, seed: 2026, half_byes: 2, forfeits: 1, ..GenerateOptions::default() };
    let event = generate(&GenerateOptions { rounds: 9, ..options });
    event.history.before(round)
}

const SIZES: [usize; 6] = [60, 300, 600, 1000, 2000, 5000];

#[divan::bench(args = SIZES, sample_count = 5, sample_size = 1)]
fn round_2(bencher: divan::Bencher<'_, '_>, players: usize) {
    let input = before(players, 2);
    bencher.bench(|| pair(System::Dutch, &input));
}

#[divan::bench(args = SIZES, sample_count = 5, sample_size = 1)]
fn round_5(bencher: divan::Bencher<'_, '_>, players: usize) {
    let input = before(players, 5);
    bencher.bench(|| pair(System::Dutch, &input));
}

#[divan::bench(args = SIZES, sample_count = 5, sample_size = 1)]
fn round_9(bencher: divan::Bencher<'_, '_>, players: usize) {
    let input = before(players, 9);
    bencher.bench(|| pair(System::Dutch, &input));
}

/// The aim is 20 ms for 60 players.
#[divan::bench(args = [60], sample_count = 20, sample_size = 1)]
fn replay_of_nine_rounds(bencher: divan::Bencher<'_, '_>, players: usize) {
    let event = generate(&GenerateOptions { players, seed: 2026, ..GenerateOptions::default() });
    bencher.bench(|| check_history(System::Dutch, &event.history));
}
