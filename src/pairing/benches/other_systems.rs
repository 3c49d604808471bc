//! Time of one round of the Swiss systems beside the Dutch one, in events that were paired by the system itself.

use pairing::swiss::{
    Color, Entrant, EntryKind, MatchSystem, PairingError, RoundEntry, RoundInput, RoundPairing, Scoring, System,
    TeamPreference, pair, pair_lim, pair_matches,
};
use pairing::{Lot, Points};

fn main() {
    divan::main();
}

type Engine = fn(&RoundInput) -> Result<RoundPairing, PairingError>;

/// The position before `round` of nine.
fn position(engine: Engine, players: u32, round: u32) -> RoundInput {
    let mut lot = Lot::new(7);
    let entrant = |tpn: u32| Entrant {
        tpn,
        rating: 2600 - 1200 * tpn / players,
        rounds: Vec::new(),
        virtual_points: Vec::new(),
        present: true,
        extra_points: Points::ZERO,
    };
    let mut input = RoundInput {
        round: 1,
        rounds_total: 9,
        entrants: (1..=players).map(entrant).collect(),
        forbidden: Vec::new(),
        initial_color: Color::White,
        scoring: Scoring::default(),
    };
    while input.round < round {
        let pairing = engine(&input).expect("there is a pairing");
        for found in &pairing.pairs {
            // The stronger one wins more often; three of ten games are drawn.
            let (white, black) = match lot.below(10) {
                0..3 => (Points::HALF, Points::HALF),
                3..8 if found.white < found.black => (Points::ONE, Points::ZERO),
                3..8 => (Points::ZERO, Points::ONE),
                _ if found.white < found.black => (Points::ZERO, Points::ONE),
                _ => (Points::ONE, Points::ZERO),
            };
            let kind = EntryKind::Played { rated: true };
            let mut add = |tpn: u32, opponent: u32, color, points| {
                input.entrants[tpn as usize - 1].rounds.push(RoundEntry {
                    kind,
                    opponent: Some(opponent),
                    color: Some(color),
                    points,
                });
            };
            add(found.white, found.black, Color::White, white);
            add(found.black, found.white, Color::Black, black);
        }
        if let Some(bye) = pairing.bye {
            let entry = RoundEntry { kind: EntryKind::PairingBye, points: Points::ONE, ..RoundEntry::ABSENT };
            input.entrants[bye as usize - 1].rounds.push(entry);
        }
        input.round += 1;
    }
    input
}

fn bench(bencher: divan::Bencher, engine: Engine, (players, round): (u32, u32)) {
    bencher.with_inputs(|| position(engine, players, round)).bench_values(|input| engine(&input));
}

#[divan::bench(args = [(60, 5), (60, 9), (300, 5), (300, 9), (1000, 5), (1000, 9)], max_time = 2)]
fn dubov(bencher: divan::Bencher, case: (u32, u32)) {
    bench(bencher, |input| pair(System::Dubov, input), case);
}

#[divan::bench(args = [(60, 5), (60, 9), (300, 5), (300, 9), (1000, 5), (1000, 9)], max_time = 2)]
fn burstein(bencher: divan::Bencher, case: (u32, u32)) {
    bench(bencher, |input| pair(System::Burstein, input), case);
}

#[divan::bench(args = [(60, 1), (60, 5), (60, 9), (200, 1), (200, 5), (200, 9)], max_time = 2)]
fn double_swiss(bencher: divan::Bencher, case: (u32, u32)) {
    bench(bencher, |input| pair_matches(MatchSystem::DoubleSwiss, input, &[]), case);
}

#[divan::bench(args = [(60, 1), (60, 5), (60, 9), (200, 1), (200, 5), (200, 9)], max_time = 2)]
fn teams(bencher: divan::Bencher, case: (u32, u32)) {
    bench(bencher, |input| pair_matches(MatchSystem::Team(TeamPreference::TypeB), input, &[]), case);
}

#[divan::bench(args = [(60, 1), (60, 5), (60, 9), (200, 5)], max_time = 2)]
fn lim(bencher: divan::Bencher, case: (u32, u32)) {
    bench(bencher, pair_lim, case);
}
