//! Times every round of generated events: `cargo run --release --example speed -- SEEDS ROUNDS PLAYERS...`
//!
//! For each number of players, the mean and the slowest round over all seeds and several kinds of events.

use pairing::Points;
use pairing::swiss::{GenerateOptions, Scoring, System, generate, pair};
use std::time::{Duration, Instant};

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let [seeds, rounds, sizes @ ..] = numbers.as_slice() else { return };
    for &players in sizes {
        let (mut total, mut count, mut slowest) = (Duration::ZERO, 0, (Duration::ZERO, String::new()));
        for seed in 0..*seeds as u64 {
            for kind in 0..6 {
                let base = GenerateOptions { players, rounds: *rounds as u32, seed, ..GenerateOptions::default() };
                let options = match kind {
                    0 => base,
                    1 => GenerateOptions { half_byes: 3, zero_byes: 3, forfeits: 3, withdrawals: 10, late: 5, ..base },
                    2 => GenerateOptions { draws: 80, ..base },
                    3 => GenerateOptions { baku: true, half_byes: 2, ..base },
                    4 => GenerateOptions {
                        scoring: Scoring {
                            win: Points(30),
                            draw: Points(10),
                            pairing_bye: Points(30),
                            ..Scoring::default()
                        },
                        ..base
                    },
                    _ => GenerateOptions { draws: 0, forfeits: 10, zero_byes: 20, ..base },
                };
                let event = generate(&options);
                for round in 1..=event.history.rounds_played() {
                    let input = event.history.before(round);
                    let start = Instant::now();
                    let _ = pair(System::Dutch, &input);
                    let took = start.elapsed();
                    total += took;
                    count += 1;
                    if took > slowest.0 {
                        slowest = (took, format!("seed {seed}, kind {kind}, round {round}"));
                    }
                }
            }
        }
        println!("{players:5} players: mean {:9.3?}, slowest {:9.3?} ({})", total / count, slowest.0, slowest.1);
    }
}
