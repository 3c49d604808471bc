//! Standings of large events. Aim: every tie-break and the ranks of 1000 players after 11 rounds in under 20 ms.

use pairing::Points;
use pairing::swiss::{Color, Entrant, EntryKind, RoundEntry, Scoring};
use std::collections::HashMap;
use tournament::crosstable::{CrossTable, PairingKind, Row};
use tournament::model::Title;
use tournament::norms::{NormEvent, Person};
use tournament::standings::{self, Name, TieBreak};

fn main() {
    divan::main();
}

/// Players who meet whoever stands near them in the table, with a plausible share of draws, byes and forfeits.
fn event(players: usize, rounds: u32) -> CrossTable {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let mut rows: Vec<Row> = (0..players)
        .map(|at| Row {
            name: String::new(),
            title: None,
            entrant: Entrant {
                tpn: at as u32 + 1,
                rating: 2700 - (at * 1500 / players) as u32,
                rounds: Vec::new(),
                virtual_points: Vec::new(),
                present: true,
                extra_points: Points::ZERO,
            },
        })
        .collect();
    for _ in 0..rounds {
        let mut order: Vec<(i32, u64, usize)> =
            rows.iter().enumerate().map(|(at, row)| (-row.entrant.score().tenths(), random(1000), at)).collect();
        order.sort_unstable();
        for pair in order.chunks(2) {
            let [(_, _, a), (_, _, b)] = pair else {
                let bye = RoundEntry { kind: EntryKind::PairingBye, opponent: None, color: None, points: Points::ONE };
                rows[pair[0].2].entrant.rounds.push(bye);
                continue;
            };
            let (first, kinds) = match random(100) {
                0..=1 => (Points::ONE, (EntryKind::ForfeitWin, EntryKind::ForfeitLoss)),
                2..=3 => (Points::HALF, (EntryKind::HalfBye, EntryKind::HalfBye)),
                4..=35 => (Points::HALF, (EntryKind::Played { rated: true }, EntryKind::Played { rated: true })),
                36..=70 => (Points::ONE, (EntryKind::Played { rated: true }, EntryKind::Played { rated: true })),
                _ => (Points::ZERO, (EntryKind::Played { rated: true }, EntryKind::Played { rated: true })),
            };
            let met = kinds.0 != EntryKind::HalfBye;
            let entry = |kind, other: usize, color, points| RoundEntry {
                kind,
                opponent: met.then_some(other as u32 + 1),
                color: met.then_some(color),
                points,
            };
            rows[*a].entrant.rounds.push(entry(kinds.0, *b, Color::White, first));
            rows[*b].entrant.rounds.push(entry(kinds.1, *a, Color::Black, Points::ONE - first));
        }
    }
    CrossTable {
        rows,
        rounds,
        rounds_total: rounds,
        scoring: Scoring::default(),
        kind: PairingKind::Swiss,
        initial_color: None,
        forbidden: Vec::new(),
        tiebreaks: Vec::new(),
    }
}

/// A usual list.
#[divan::bench(args = [100, 1000, 5000])]
fn usual_list(bencher: divan::Bencher, players: usize) {
    let table = event(players, 11);
    let list = TieBreak::parse_list("DE,BH/C1,BH,SB,WIN,BWG,PS,ARO").unwrap();
    bencher.bench(|| standings::compute(&table, &list));
}

/// Every individual tie-break, with cuts and medians.
#[divan::bench(args = [100, 1000])]
fn every_tiebreak(bencher: divan::Bencher, players: usize) {
    let table = event(players, 11);
    let mut list: Vec<TieBreak> =
        Name::ALL.iter().filter(|name| !name.is_team()).map(|name| TieBreak::new(*name)).collect();
    list.extend(
        TieBreak::parse_list("BH/C1,BH/C2,BH/M1,BH/M2,FB/C1,FB/M1,SB/C1,SB/C2,AOB/F,ARO/C1,DE/P,BH/P").unwrap(),
    );
    bencher.bench(|| standings::compute(&table, &list));
}

/// Norms of everybody, with titles by rating.
#[divan::bench(args = [100, 1000])]
fn norms(bencher: divan::Bencher, players: usize) {
    let mut table = event(players, 11);
    for row in &mut table.rows {
        row.title = match row.entrant.rating {
            2500.. => Some(Title::GM),
            2400..2500 => Some(Title::IM),
            2300..2400 => Some(Title::FM),
            _ => None,
        };
    }
    let federations = ["AAA", "BBB", "CCC", "DDD"];
    let person = |number: u32| Person { federation: federations[number as usize % 4].to_owned(), sex: None };
    let people: HashMap<u32, Person> =
        table.rows.iter().map(|row| (row.entrant.tpn, person(row.entrant.tpn))).collect();
    bencher.bench(|| tournament::norms::norms(&NormEvent::new(&table, people.clone(), "AAA")));
}

/// One value unfolded, as on hover.
#[divan::bench]
fn explain_one(bencher: divan::Bencher) {
    let table = event(1000, 11);
    let code: TieBreak = "BH/C1".parse().unwrap();
    let ranked = standings::compute(&table, &[code]);
    bencher.bench(|| ranked.explain(500, &code));
}
