//! Times every round of generated events: `cargo run --release --example speed -- PLAYERS...`

use pairing::swiss::{GenerateOptions, System, generate, pair};
use std::time::Instant;

fn main() {
    for players in std::env::args().skip(1).filter_map(|text| text.parse().ok()) {
        let event = generate(&GenerateOptions { players, seed: 2026, half_byes: 2, forfeits: 1, ..Default::default() });
        for round in 1..=9 {
            let input = event.history.before(round);
            let start = Instant::now();
            let found = pair(System::Dutch, &input);
            println!("{players:5} players, round {round}: {:10.3?} {}", start.elapsed(), found.is_ok());
        }
    }
}
