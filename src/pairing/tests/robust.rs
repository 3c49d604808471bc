//! No input makes the Dutch engine panic or run on, and what it pairs is legal.

mod common;

use common::random::{Random, random_position};
use pairing::Points;
use pairing::swiss::{
    Color, Entrant, EntryKind, GenerateOptions, PairingError, RoundEntry, RoundInput, RoundPairing, Scoring, System,
    broken_rules, broken_rules_of_bye, check_history, explain_dutch, generate, infer_initial_color, pair,
};
use proptest::prelude::*;
use std::collections::HashSet;

/// Everybody present is paired once, and nothing absolute is broken.
fn assert_legal(input: &RoundInput, pairing: &RoundPairing) {
    let mut seen = HashSet::new();
    for pair in &pairing.pairs {
        assert!(seen.insert(pair.white) && seen.insert(pair.black));
        assert_eq!(broken_rules(input, pair.white, pair.black).unwrap(), []);
    }
    if let Some(bye) = pairing.bye {
        assert!(seen.insert(bye));
        assert_eq!(broken_rules_of_bye(input, bye).unwrap(), []);
    }
    let present: HashSet<u32> = input.entrants.iter().filter(|e| e.present).map(|e| e.tpn).collect();
    assert_eq!(seen, present);
}

/// Sound as a history, but with scores, colours and settings as no event has them.
fn distorted(seed: u64) -> RoundInput {
    let mut input = random_position(seed, 14);
    let mut random = Random::new(seed ^ 0xabcd);
    for entrant in &mut input.entrants {
        if random.percent(40) {
            entrant.extra_points = Points(random.below(60) as i32 - 30);
        }
        if random.percent(20) {
            entrant.virtual_points = (0..random.below(12)).map(|_| Points(random.below(30) as i32)).collect();
        }
        entrant.present &= !random.percent(10);
    }
    for round in 0..input.round as usize - 1 {
        for i in 0..input.entrants.len() {
            let RoundEntry { kind, opponent: Some(rival), color: Some(color), .. } = input.entrants[i].rounds[round]
            else {
                continue;
            };
            let Some(other) = input.entrants.iter().position(|e| e.tpn == rival) else { continue };
            if kind.is_played() && i < other && random.percent(30) {
                input.entrants[i].rounds[round].color = Some(color.other());
                input.entrants[other].rounds[round].color = Some(color);
            }
            if random.percent(20) {
                input.entrants[i].rounds[round].points = Points(random.below(40) as i32 - 10);
            }
        }
    }
    input.rounds_total = random.below(12) as u32;
    input.scoring.win = Points(random.below(40) as i32 - 5);
    input
}

#[test]
fn strange_scores_and_colors_are_paired_legally() {
    let mut paired = 0;
    for seed in 0..4000 {
        let input = distorted(seed);
        match pair(System::Dutch, &input) {
            Ok(pairing) => {
                assert_legal(&input, &pairing);
                paired += 1;
            }
            Err(PairingError::NoLegalPairing { .. }) => {}
            Err(error) => panic!("position {seed}: {error}"),
        }
    }
    assert!(paired > 1500, "{paired}");
}

#[test]
fn generated_events_are_legal_and_repeatable() {
    for seed in 0..40 {
        let options = GenerateOptions {
            players: 1 + seed as usize * 3,
            rounds: 1 + seed as u32 % 11,
            seed,
            half_byes: 5,
            zero_byes: 3,
            forfeits: 5,
            late: 10,
            withdrawals: 10,
            baku: seed % 3 == 0,
            ..GenerateOptions::default()
        };
        let event = generate(&options);
        assert_eq!(event, generate(&options));
        assert_eq!(check_history(System::Dutch, &event.history), []);
        for round in 1..=event.history.rounds_played() {
            let input = event.history.before(round);
            assert_legal(&input, &pair(System::Dutch, &input).unwrap());
        }
    }
}

#[test]
fn too_much_is_refused() {
    let event = generate(&GenerateOptions { players: usize::MAX, rounds: u32::MAX, ..GenerateOptions::default() });
    assert!(matches!(event.stopped, Some(PairingError::BadInput(_))));
}

fn any_entry() -> impl Strategy<Value = RoundEntry> {
    let kind = prop_oneof![
        Just(EntryKind::Played { rated: true }),
        Just(EntryKind::Adjourned),
        Just(EntryKind::ForfeitWin),
        Just(EntryKind::ForfeitLoss),
        Just(EntryKind::PairingBye),
        Just(EntryKind::FullBye),
        Just(EntryKind::HalfBye),
        Just(EntryKind::ZeroBye),
    ];
    let color = prop_oneof![Just(None), Just(Some(Color::White)), Just(Some(Color::Black))];
    (kind, prop::option::of(0_u32..8), color, any_points()).prop_map(|(kind, opponent, color, points)| RoundEntry {
        kind,
        opponent,
        color,
        points,
    })
}

fn any_points() -> impl Strategy<Value = Points> {
    prop_oneof![0_i32..30, Just(i32::MAX), Just(i32::MIN), -20_i32..0].prop_map(Points)
}

fn any_entrant(rounds: usize) -> impl Strategy<Value = Entrant> {
    (
        prop_oneof![0_u32..8, Just(u32::MAX)],
        prop::collection::vec(any_entry(), rounds..=rounds),
        prop::collection::vec(any_points(), 0..3),
        any::<bool>(),
        any_points(),
    )
        .prop_map(|(tpn, rounds, virtual_points, present, extra_points)| Entrant {
            tpn,
            rating: tpn,
            rounds,
            virtual_points,
            present,
            extra_points,
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn nonsense_is_refused_or_paired(
        entrants in (0_usize..3).prop_flat_map(|rounds| prop::collection::vec(any_entrant(rounds), 0..7)),
        round in 0_u32..5, rounds_total in prop_oneof![0_u32..5, Just(u32::MAX)],
        forbidden in prop::collection::vec((0_u32..9, 0_u32..9), 0..6),
        win in any_points(), loss in any_points(),
    ) {
        let input = RoundInput {
            round,
            rounds_total,
            entrants,
            forbidden,
            initial_color: Color::White,
            scoring: Scoring { win, loss, ..Scoring::default() },
        };
        if let Ok(pairing) = pair(System::Dutch, &input) {
            assert_legal(&input, &pairing);
            prop_assert!(explain_dutch(&input).is_ok());
        }
        let _ = infer_initial_color(&input.entrants);
        let _ = broken_rules(&input, 1, 2);
        let _ = broken_rules_of_bye(&input, 1);
    }
}
