//! The Lim System: the tables and examples reported of the text, and what must hold for every position. The text is incomplete; these
//! tests cannot show that a pairing is the one that FIDE means.

#[allow(dead_code)]
#[path = "dubov/plain.rs"]
mod plain;

use pairing::swiss::{Color, PairingError, RoundInput, pair_lim};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Pairs without colours, smaller number first.
fn meetings(input: &RoundInput) -> Vec<(u32, u32)> {
    let found = pair_lim(input).unwrap();
    let mut pairs: Vec<(u32, u32)> =
        found.pairs.iter().map(|pair| (pair.white.min(pair.black), pair.white.max(pair.black))).collect();
    pairs.sort_unstable();
    pairs
}

fn six(forbidden: &[(u32, u32)]) -> RoundInput {
    RoundInput { forbidden: forbidden.to_vec(), ..plain::first_round(6) }
}

#[test]
fn the_first_round() {
    let found = pair_lim(&plain::first_round(40)).unwrap();
    let pairs: Vec<(u32, u32)> = found.pairs.iter().map(|pair| (pair.white, pair.black)).collect();
    assert_eq!((pairs[0], pairs[1], pairs[2], pairs[19]), ((1, 21), (22, 2), (3, 23), (40, 20)));
    let black = RoundInput { initial_color: Color::Black, ..plain::first_round(40) };
    assert_eq!(pair_lim(&black).unwrap().pairs[0].white, 21);
    // The lowest rated has the bye, not the last.
    let mut odd = plain::first_round(7);
    odd.entrants[3].rating = 1000;
    assert_eq!(pair_lim(&odd).unwrap().bye, Some(4));
}

#[test]
fn the_tables_of_trials_for_six() {
    // 1 may not meet the opponents tried so far.
    let mut barred = Vec::new();
    for (next, expected) in [
        (4, [(1, 4), (2, 5), (3, 6)]),
        (5, [(1, 5), (2, 4), (3, 6)]),
        (6, [(1, 6), (2, 4), (3, 5)]),
        (3, [(1, 3), (2, 5), (4, 6)]),
        (2, [(1, 2), (3, 5), (4, 6)]),
    ] {
        assert_eq!(meetings(&six(&barred)), expected);
        barred.push((1, next));
    }
    // After 1-6 the second tries 4, 5, 3, and then 6 and 1.
    let mut barred = vec![(1, 4), (1, 5)];
    for (next, expected) in [
        (4, [(1, 6), (2, 4), (3, 5)]),
        (5, [(1, 6), (2, 5), (3, 4)]),
        (3, [(1, 6), (2, 3), (4, 5)]),
        (6, [(1, 3), (2, 6), (4, 5)]),
        (1, [(1, 2), (3, 5), (4, 6)]),
    ] {
        assert_eq!(meetings(&six(&barred)), expected);
        barred.push((2, next));
    }
}

#[test]
fn the_second_round_pairs_the_median_last() {
    // Eight players: 1 and 2 have won, 3-7 and 8-4 were drawn.
    let mut input = plain::first_round(8);
    plain::play(&mut input, &[(1, 5, 10), (6, 2, 0), (3, 7, 5), (8, 4, 5)]);
    // 3 has met 7 and is due Black like 8, so that 4, who is due White, comes next.
    let found = pair_lim(&input).unwrap();
    let pairs: BTreeSet<(u32, u32)> = found.pairs.iter().map(|pair| (pair.white, pair.black)).collect();
    assert_eq!(pairs, BTreeSet::from([(2, 1), (4, 3), (7, 8), (5, 6)]));
}

#[test]
fn floaters_move_towards_the_median() {
    // Three won and three lost: the strongest loser goes up, the weakest winner down, and they meet in the median.
    let mut input = plain::first_round(6);
    plain::play(&mut input, &[(1, 4, 10), (5, 2, 0), (3, 6, 10)]);
    let found = meetings(&input);
    assert_eq!(found.len(), 3);
    // 1 and 3 are due Black, 2 White: one of 1 and 3 floats to make the colours equal, the weaker one.
    assert!(found.contains(&(1, 2)), "{found:?}");
    // 4 and 6 are due White, 5 Black: of 4 and 6 the stronger goes up and meets 3.
    assert!(found.contains(&(3, 4)) && found.contains(&(5, 6)), "{found:?}");
}

#[test]
fn a_blocked_median_is_opened() {
    // 3 and 4 are alone in the median and have met: the last pair above, 1 and 2, is undone.
    let mut input = plain::first_round(6);
    plain::play(&mut input, &[(1, 5, 10), (6, 2, 0), (3, 4, 5)]);
    assert_eq!(meetings(&input), [(1, 4), (2, 3), (5, 6)]);
}

/// Whether everybody can be paired by the rules: a search of its own.
fn complete(input: &RoundInput, players: &[plain::Plain]) -> bool {
    let Some((first, rest)) = players.split_first() else { return true };
    (0..rest.len()).any(|i| {
        let mut others = rest.to_vec();
        let other = others.remove(i);
        compatible(input, first, &other) && complete(input, &others)
    })
}

fn may_have(player: &plain::Plain, color: Color) -> bool {
    let mut colors = player.colors.clone();
    colors.push(color);
    let three = colors.len() >= 3 && colors[colors.len() - 3..].iter().all(|&last| last == color);
    !three && plain::difference(&colors).abs() < 3
}

fn compatible(input: &RoundInput, a: &plain::Plain, b: &plain::Plain) -> bool {
    let forbidden = input.forbidden.iter().any(|&pair| pair == (a.tpn, b.tpn) || pair == (b.tpn, a.tpn));
    let fits =
        |white: &plain::Plain, black: &plain::Plain| may_have(white, Color::White) && may_have(black, Color::Black);
    let last = input.round == input.rounds_total;
    !a.met.contains(&b.tpn) && !forbidden && (last || fits(a, b) || fits(b, a))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]
    #[test]
    fn it_finishes_whenever_a_legal_pairing_exists(seed: u64, most in 2usize..12) {
        let input = plain::random_position(seed, most);
        let present = plain::present(&input, &plain::plain(&input));
        let possible = if present.len().is_multiple_of(2) {
            complete(&input, &present)
        } else {
            (0..present.len()).filter(|&i| !present[i].bye_barred).any(|i| {
                let mut others = present.clone();
                others.remove(i);
                complete(&input, &others)
            })
        };
        match pair_lim(&input) {
            Err(PairingError::NoLegalPairing { .. }) => prop_assert!(!possible),
            Err(error) => prop_assert!(false, "{}", error),
            Ok(found) => {
                prop_assert!(possible);
                let find = |tpn: u32| present.iter().find(|player| player.tpn == tpn).unwrap();
                let mut seen: BTreeSet<u32> = found.bye.into_iter().collect();
                for pair in &found.pairs {
                    prop_assert!(seen.insert(pair.white) && seen.insert(pair.black));
                    let (white, black) = (find(pair.white), find(pair.black));
                    prop_assert!(compatible(&input, white, black));
                    if input.round < input.rounds_total {
                        prop_assert!(may_have(white, Color::White) && may_have(black, Color::Black));
                    }
                }
                prop_assert_eq!(seen.len(), present.len());
            }
        }
    }

    #[test]
    fn larger_positions(seed: u64, most in 12usize..60) {
        let _ = pair_lim(&plain::random_position(seed, most));
    }
}

#[test]
fn floaters_are_named_with_their_reason() {
    use pairing::swiss::{Question, System, explain};
    let mut floaters = 0;
    for seed in 0..60 {
        let input = plain::random_position(seed, 12);
        let Ok(found) = pair_lim(&input) else { continue };
        let score = |tpn: u32| input.entrants.iter().find(|entrant| entrant.tpn == tpn).unwrap().score().tenths();
        let plain_scores =
            input.entrants.iter().all(|entrant| entrant.virtual_points.iter().all(|points| points.tenths() == 0));
        for pair in &found.pairs {
            let question = Question::Pair(pair.white, pair.black);
            let reasons = explain(System::Lim, &input, question, &|tpn| format!("P{tpn}")).unwrap();
            let text: String = reasons.iter().map(|reason| format!("{}\n", reason.text)).collect();
            assert!(text.contains(&format!("P{} has White against P{}:", pair.white, pair.black)), "{text}");
            if !plain_scores {
                continue;
            }
            let (high, low) = (score(pair.white).max(score(pair.black)), score(pair.white).min(score(pair.black)));
            if high == low {
                assert!(text.contains("both have"), "{text}");
                continue;
            }
            floaters += 1;
            // Towards half of the points: whoever is above it goes down, whoever is below it goes up.
            let median = 5 * (input.round as i32 - 1);
            assert_eq!(text.contains("floated down"), high > median, "{text}");
            assert_eq!(text.contains("floated up"), low < median, "{text}");
            let reason =
                ["has met everybody else", "Nobody else has", "no opponent left", "not everybody could be paired"];
            assert!(reason.iter().any(|words| text.contains(words)), "{text}");
        }
    }
    assert!(floaters > 20, "{floaters}");
}
