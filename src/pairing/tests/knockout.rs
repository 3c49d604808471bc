//! Knockout brackets: their shape for every number of participants, their course, their places.

use pairing::knockout::{
    Bracket, Contest, Finished, FirstColor, Format, KnockoutError, MatchState, Part, Place, Progress, Seed, Seeding,
    Side, Slot, Source, Step, StepColors, StepKind, black_by_bids, first_whites, separate, separate_drawn,
    standard_order,
};
use pairing::swiss::Color;
use pairing::{Lot, Points};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn bracket(players: u32, format: Format) -> Bracket {
    Bracket::new(players, &Seeding::Standard, format).unwrap()
}

/// The meetings of the first round as pairs, `None` for a bye.
fn first_round(bracket: &Bracket) -> Vec<[Option<Seed>; 2]> {
    let side = |source| match source {
        Source::Seed(seed) => Some(seed),
        Source::Bye => None,
        Source::Winner(_) | Source::Loser(_) | Source::Remaining(_) => panic!("not a first round"),
    };
    bracket.matches().filter(|m| matches!(m.part, Part::Main { round: 1, .. })).map(|m| m.sides.map(side)).collect()
}

/// Plays everything, each match won by what `pick` says of (match, first, second).
fn play(bracket: &mut Bracket, mut pick: impl FnMut(u32, Seed, Seed) -> Side) {
    loop {
        let ready = bracket.ready();
        if ready.is_empty() {
            return;
        }
        for (number, first, second) in ready {
            let winner = pick(number, first, second);
            bracket.decide(number, winner).unwrap();
        }
    }
}

fn favourite(_: u32, first: Seed, second: Seed) -> Side {
    if first < second { Side::First } else { Side::Second }
}

/// The match in which two seeds would meet if both always won.
fn meeting_round(bracket: &Bracket, one: Seed, other: Seed) -> u32 {
    let mut bracket = bracket.clone();
    let mut round = 0;
    let rounds: BTreeMap<u32, u32> = bracket.matches().map(|m| (m.number, m.round)).collect();
    play(&mut bracket, |number, first, second| {
        if [first, second] == [one, other] || [second, first] == [one, other] {
            round = rounds[&number];
        }
        if second == one || second == other && first != one { Side::Second } else { Side::First }
    });
    round
}

#[test]
fn the_standard_order() {
    assert_eq!(standard_order(1), [1]);
    assert_eq!(standard_order(8), [1, 8, 4, 5, 2, 7, 3, 6]);
    assert_eq!(standard_order(16), [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]);
}

#[test]
fn every_size_has_its_matches_byes_and_seeds() {
    for players in 1..=70u32 {
        for seeding in [
            Seeding::Standard,
            Seeding::Cut,
            Seeding::Lot { seed: 5 },
            Seeding::SeededLot { seeded: 8, seed: 5 },
            Seeding::SeededLot { seeded: 2, seed: 6 },
        ] {
            let bracket = Bracket::new(players, &seeding, Format::SINGLE).unwrap();
            let size = players.next_power_of_two();
            assert_eq!(bracket.matches().count() as u32, size - 1);
            assert_eq!(bracket.rounds(), size.ilog2());
            let round = first_round(&bracket);
            let mut seeds: Vec<Seed> = round.iter().flatten().flatten().copied().collect();
            seeds.sort_unstable();
            if players > 1 {
                assert_eq!(seeds, (1..=players).collect::<Vec<_>>(), "{seeding:?}");
            }
            assert!(round.iter().all(|pair| *pair != [None, None]));
            let mut byes: Vec<Seed> =
                round.iter().filter(|pair| pair.contains(&None)).flatten().flatten().copied().collect();
            byes.sort_unstable();
            let count = size - players;
            assert_eq!(byes.len() as u32, count);
            let highest = match seeding {
                Seeding::Standard | Seeding::Cut => count,
                Seeding::SeededLot { seeded, .. } => count.min(seeded).min(1 << players.ilog2()),
                _ => 0,
            };
            assert!((1..=highest).all(|seed| byes.contains(&seed)), "{players} {seeding:?}: byes {byes:?}");
            let games = bracket.states().iter().filter(|s| !matches!(s, MatchState::Passed(_))).count() as u32;
            assert_eq!(games, players - 1, "{players} participants need one match less");
        }
    }
}

#[test]
fn the_first_seeds_meet_as_late_as_they_can() {
    for players in 2..=40u32 {
        for seeding in [Seeding::Standard, Seeding::Cut, Seeding::SeededLot { seeded: 4, seed: players.into() }] {
            let bracket = Bracket::new(players, &seeding, Format::SINGLE).unwrap();
            let last = bracket.rounds();
            assert_eq!(meeting_round(&bracket, 1, 2), last, "{players} {seeding:?}");
            if players >= 4 {
                for (one, other) in [(1, 3), (1, 4), (2, 3), (2, 4), (3, 4)] {
                    assert!(meeting_round(&bracket, one, other) >= last - 1, "{one} and {other} of {players}");
                }
            }
        }
    }
}

#[test]
fn favourites_pair_with_constant_sums() {
    for size in [2u32, 4, 8, 16, 32] {
        let mut bracket = bracket(size, Format::SINGLE);
        let rounds: BTreeMap<u32, u32> = bracket.matches().map(|m| (m.number, m.round)).collect();
        play(&mut bracket, |number, first, second| {
            assert_eq!(first + second, (size >> (rounds[&number] - 1)) + 1);
            favourite(number, first, second)
        });
        assert_eq!(bracket.champion(), Some(1));
    }
}

#[test]
fn the_printed_bracket_of_six() {
    let lines: Vec<String> = bracket(6, Format::SINGLE)
        .matches()
        .map(|m| format!("{} {} {} {}", m.round, m.number, m.sides[0], m.sides[1]))
        .collect();
    assert_eq!(lines, ["1 1 1 bye", "1 2 4 5", "1 3 2 bye", "1 4 3 6", "2 5 W1 W2", "2 6 W3 W4", "3 7 W5 W6"]);
}

#[test]
fn cut_seeding() {
    let pairs = first_round(&Bracket::new(8, &Seeding::Cut, Format::SINGLE).unwrap());
    assert_eq!(pairs, [[Some(1), Some(5)], [Some(4), Some(8)], [Some(2), Some(6)], [Some(3), Some(7)]]);
    let pairs = first_round(&Bracket::new(6, &Seeding::Cut, Format::SINGLE).unwrap());
    assert_eq!(pairs, [[Some(1), None], [Some(4), Some(6)], [Some(2), None], [Some(3), Some(5)]]);
}

#[test]
fn a_draw_repeats_with_its_seed_only() {
    let draw = |seed| first_round(&Bracket::new(32, &Seeding::Lot { seed }, Format::SINGLE).unwrap());
    assert_eq!(draw(1), draw(1));
    assert_ne!(draw(1), draw(2));
    // 3 and 4 change places from one lot to the other.
    let above: BTreeSet<bool> = (0..40)
        .map(|seed| {
            let seeding = Seeding::SeededLot { seeded: 4, seed };
            let round = first_round(&Bracket::new(16, &seeding, Format::SINGLE).unwrap());
            round[..4].iter().flatten().any(|&side| side == Some(3))
        })
        .collect();
    assert_eq!(above.len(), 2);
}

#[test]
fn a_bracket_by_hand_is_checked() {
    let by_hand = |players, slots: &[u32]| {
        let slots = slots.iter().map(|&seed| (seed > 0).then_some(seed)).collect();
        Bracket::new(players, &Seeding::ByHand(slots), Format::SINGLE)
    };
    assert_eq!(first_round(&by_hand(3, &[3, 1, 0, 2]).unwrap()), [[Some(3), Some(1)], [None, Some(2)]]);
    for (players, slots, word) in [
        (3, vec![1, 2, 3], "4 places"),
        (4, vec![1, 2, 3, 3], "twice"),
        (4, vec![1, 2, 3, 5], "no seed 5"),
        (4, vec![1, 2, 3, 0], "seed 4 is missing"),
        (5, vec![1, 2, 3, 4, 5, 0, 0, 0], "match 4"),
    ] {
        let error = by_hand(players, &slots).unwrap_err().to_string();
        assert!(error.contains(word), "{error}");
    }
    assert_eq!(Bracket::new(0, &Seeding::Standard, Format::SINGLE).unwrap_err(), KnockoutError::Players(0));
    let places = Format::Single { places: 3 };
    assert_eq!(Bracket::new(4, &Seeding::Standard, places).unwrap_err(), KnockoutError::Places(3));
}

#[test]
fn names_of_rounds() {
    let names = |players, format| -> Vec<String> {
        let bracket = bracket(players, format);
        (1..=bracket.rounds()).map(|round| bracket.name_of_round(round)).collect()
    };
    assert_eq!(names(20, Format::SINGLE), ["Round of 32", "Round of 16", "Quarterfinals", "Semifinals", "Final"]);
    let third = bracket(8, Format::THIRD_PLACE);
    assert_eq!(third.round_name(8), "Third place");
    assert_eq!(third.round_name(7), "Final");
    assert_eq!(names(2, Format::Double { reset: true }), ["Winners' round 1", "Grand final", "Second grand final"]);
}

#[test]
fn third_place_and_shared_places() {
    let places = |format| {
        let mut bracket = bracket(8, format);
        play(&mut bracket, favourite);
        bracket.places().iter().map(|p| (p.seed, p.from, p.to)).collect::<Vec<_>>()
    };
    let shared = [(5, 5, 8), (6, 5, 8), (7, 5, 8), (8, 5, 8)];
    assert_eq!(places(Format::SINGLE), [&[(1, 1, 1), (2, 2, 2), (3, 3, 4), (4, 3, 4)], &shared[..]].concat());
    assert_eq!(places(Format::THIRD_PLACE), [&[(1, 1, 1), (2, 2, 2), (3, 3, 3), (4, 4, 4)], &shared[..]].concat());
    assert_eq!(places(Format::ALL_PLACES), (1..=8).map(|i| (i, i, i)).collect::<Vec<_>>());
}

#[test]
fn third_place_after_a_withdrawal_in_the_semifinal() {
    let mut bracket = bracket(4, Format::THIRD_PLACE);
    // 1-4, 2-3; then 3 the final, 4 the match for third place.
    bracket.decide(2, Side::First).unwrap();
    bracket.withdraw(4).unwrap();
    assert_eq!(bracket.state(1), Ok(MatchState::Decided { winner: 1, loser: 4, walkover: true }));
    assert_eq!(bracket.state(4), Ok(MatchState::Passed(3)));
    bracket.decide(3, Side::Second).unwrap();
    let places: Vec<(u32, u32, u32)> = bracket.places().iter().map(|p| (p.from, p.to, p.seed)).collect();
    assert_eq!(places, [(1, 1, 2), (2, 2, 1), (3, 3, 3), (4, 4, 4)]);
}

#[test]
fn those_who_leave_together_share_their_places() {
    // 1 and 4 do not come to their match: nobody of them goes on or down, 2 beats 3 twice.
    let mut bracket = bracket(4, Format::Double { reset: false });
    bracket.withdraw(1).unwrap();
    bracket.withdraw(4).unwrap();
    play(&mut bracket, favourite);
    let places: Vec<(u32, u32, u32)> = bracket.places().iter().map(|p| (p.from, p.to, p.seed)).collect();
    assert_eq!(places, [(1, 1, 2), (2, 2, 3), (3, 4, 1), (3, 4, 4)]);
}

#[test]
fn withdrawals_let_the_others_pass() {
    let mut bracket = bracket(4, Format::SINGLE);
    bracket.withdraw(1).unwrap();
    bracket.withdraw(4).unwrap();
    assert_eq!(bracket.state(1), Ok(MatchState::Void));
    assert_eq!(bracket.slots()[2], [Slot::Bye, Slot::Waiting]);
    bracket.decide(2, Side::Second).unwrap();
    assert_eq!(bracket.champion(), Some(3));
    assert_eq!(bracket.withdraw(9), Err(KnockoutError::NoSeed(9)));
}

#[test]
fn outcomes_are_guarded() {
    let mut bracket = bracket(5, Format::SINGLE);
    assert!(matches!(bracket.decide(1, Side::First), Err(KnockoutError::NotReady { number: 1, .. })));
    assert!(matches!(bracket.decide(7, Side::First), Err(KnockoutError::NotReady { number: 7, .. })));
    assert_eq!(bracket.decide(99, Side::First), Err(KnockoutError::NoMatch(99)));
    assert_eq!(bracket.decide(0, Side::First), Err(KnockoutError::NoMatch(0)));
    bracket.decide(2, Side::First).unwrap();
    bracket.decide(5, Side::First).unwrap();
    assert_eq!(bracket.decide(2, Side::Second), Err(KnockoutError::LaterResult { number: 2, later: 5 }));
    assert_eq!(bracket.take_back(2), Err(KnockoutError::LaterResult { number: 2, later: 5 }));
    bracket.decide(2, Side::First).unwrap();
    bracket.take_back(5).unwrap();
    bracket.decide(2, Side::Second).unwrap();
    bracket.take_back(2).unwrap();
    assert_eq!(bracket.state(2), Ok(MatchState::Ready { first: 4, second: 5 }));
}

#[test]
fn double_elimination_of_eight_is_the_described_one() {
    let bracket = bracket(8, Format::Double { reset: true });
    let of = |part: Part| -> Vec<&pairing::knockout::Match> { bracket.matches().filter(|m| m.part == part).collect() };
    let main: Vec<Vec<u32>> = [(1, 8), (2, 4), (3, 2)]
        .map(|(round, size)| of(Part::Main { round, size }).iter().map(|m| m.number).collect())
        .to_vec();
    let [a, b, c, d] = main[0][..] else { panic!() };
    let [e, f] = main[1][..] else { panic!() };
    let g = main[2][0];
    let losers = |round| of(Part::Losers { round });
    let sides = |round| losers(round).iter().map(|m| m.sides).collect::<Vec<_>>();
    assert_eq!(sides(1), [[Source::Loser(a), Source::Loser(b)], [Source::Loser(c), Source::Loser(d)]]);
    let l1: Vec<u32> = losers(1).iter().map(|m| m.number).collect();
    assert_eq!(sides(2), [[Source::Winner(l1[0]), Source::Loser(f)], [Source::Winner(l1[1]), Source::Loser(e)]]);
    let l2: Vec<u32> = losers(2).iter().map(|m| m.number).collect();
    assert_eq!(sides(3), [[Source::Winner(l2[0]), Source::Winner(l2[1])]]);
    let l3 = losers(3)[0].number;
    assert_eq!(sides(4), [[Source::Winner(l3), Source::Loser(g)]]);
    let l4 = losers(4)[0].number;
    assert_eq!(of(Part::GrandFinal)[0].sides, [Source::Winner(g), Source::Winner(l4)]);
    assert_eq!(of(Part::Reset).len(), 1);
}

#[test]
fn the_second_grand_final_only_when_needed() {
    for (challenger_wins, reset) in [(false, true), (true, true), (true, false)] {
        let mut bracket = bracket(4, Format::Double { reset });
        let grand_final = bracket.matches().find(|m| m.part == Part::GrandFinal).unwrap().number;
        let mut played_again = false;
        let again = bracket.matches().find(|m| m.part == Part::Reset).map(|m| m.number);
        play(&mut bracket, |number, first, second| {
            if Some(number) == again {
                played_again = true;
                return Side::Second;
            }
            if number == grand_final && challenger_wins { Side::Second } else { favourite(number, first, second) }
        });
        assert_eq!(played_again, challenger_wins && reset);
        // 1 comes from the winners' bracket, 2 from the losers'.
        let champion = if challenger_wins && !reset { 2 } else { 1 };
        assert_eq!(bracket.champion(), Some(champion));
        let seeds: Vec<Seed> = bracket.places().iter().map(|place| place.seed).collect();
        assert_eq!(seeds, [champion, 3 - champion, 3, 4]);
    }
}

#[test]
fn groups_are_kept_apart() {
    // 16 participants; 1, 16 and 8 of one group, 3 and 14 of another.
    let group = |seed: Seed| match seed {
        1 | 16 | 8 => Some(1),
        3 | 14 => Some(2),
        _ => None,
    };
    let mut slots: Vec<Option<Seed>> = standard_order(16).into_iter().map(Some).collect();
    separate(&mut slots, group);
    let bracket = Bracket::new(16, &Seeding::ByHand(slots.clone()), Format::SINGLE).unwrap();
    assert_eq!(meeting_round(&bracket, 3, 14), 4);
    assert!(meeting_round(&bracket, 1, 16) >= 3 && meeting_round(&bracket, 1, 8) >= 3);
    assert_eq!(meeting_round(&bracket, 1, 2), 4);
    // Nobody to separate: nothing moves.
    let mut slots: Vec<Option<Seed>> = standard_order(16).into_iter().map(Some).collect();
    separate(&mut slots, |_| None);
    assert_eq!(slots, standard_order(16).into_iter().map(Some).collect::<Vec<_>>());
}

#[test]
fn rounds_without_a_fixed_bracket() {
    let make = |players, format| Bracket::new(players, &Seeding::Standard, format).unwrap().reseeded();
    let mut bracket = make(8, Format::THIRD_PLACE).unwrap();
    let pairs = |bracket: &Bracket| bracket.ready().into_iter().map(|(_, a, b)| (a, b)).collect::<Vec<_>>();
    assert_eq!(pairs(&bracket), [(1, 8), (4, 5), (2, 7), (3, 6)]);
    // 8, 5, 2 and 6 win; no semifinal is known before the last of them has.
    for (number, side) in [(1, Side::Second), (2, Side::Second), (3, Side::First)] {
        bracket.decide(number, side).unwrap();
    }
    assert_eq!(bracket.slots()[4], [Slot::Waiting; 2]);
    assert_eq!(bracket.get(5).unwrap().sides.map(|side| side.to_string()), ["#1", "#4"]);
    bracket.decide(4, Side::Second).unwrap();
    assert_eq!(pairs(&bracket), [(2, 8), (5, 6)]);
    bracket.decide(5, Side::First).unwrap();
    // A result that a later round stands on is kept.
    assert!(matches!(bracket.decide(1, Side::First), Err(KnockoutError::LaterResult { number: 1, later: 5 })));
    bracket.decide(6, Side::Second).unwrap();
    // The final, and the match for third place.
    assert_eq!(pairs(&bracket), [(2, 6), (8, 5)]);
    assert_eq!(make(4, Format::Double { reset: true }).unwrap_err(), KnockoutError::Reseeding);
}

#[test]
fn seeding_anew_holds_in_every_round() {
    // Whatever happens, the ranks of each pair have a constant sum; somebody who leaves lets the opponent pass.
    for players in 2..=33 {
        for salt in 0..4u32 {
            let mut bracket = Bracket::new(players, &Seeding::Standard, Format::SINGLE).unwrap().reseeded().unwrap();
            assert_eq!(bracket.matches().count() as u32, players.next_power_of_two() - 1);
            let mut left: Vec<Seed> = (1..=players).collect();
            for round in 1..=bracket.rounds() {
                let pairs: Vec<_> =
                    bracket.ready().into_iter().filter(|(n, ..)| bracket.get(*n).unwrap().round == round).collect();
                let field = left.clone();
                let size = field.len().next_power_of_two();
                for &(number, first, second) in &pairs {
                    let rank = |seed| field.iter().position(|other| *other == seed).unwrap() + 1;
                    assert_eq!(rank(first) + rank(second), size + 1);
                    if salt == 3 && round == 2 && first == pairs[0].1 {
                        bracket.withdraw(first).unwrap();
                        left.retain(|seed| *seed != first);
                        continue;
                    }
                    let upper = (number * 7 + salt).is_multiple_of(3);
                    bracket.decide(number, if upper { Side::First } else { Side::Second }).unwrap();
                    left.retain(|seed| *seed != if upper { second } else { first });
                }
            }
            assert_eq!(left.len(), 1);
            assert_eq!(bracket.champion(), Some(left[0]));
            assert_eq!(bracket.places().len() as u32, players);
        }
    }
}

#[test]
fn rules_that_need_no_game() {
    let mut better = contest(1, &[StepKind::BetterSeed]);
    better.better = Some(Side::Second);
    let draw = finished("=");
    assert_eq!(
        better.progress(Some(Side::First), &draw, None),
        Progress::Decided { winner: Side::Second, step: Some(0) }
    );
    // Nobody has a better seed: the next step.
    better.better = None;
    assert_eq!(better.progress(Some(Side::First), &draw, None), Progress::Equal);
    let blacks = contest(1, &[StepKind::MoreBlacks, StepKind::Lot]);
    assert_eq!(
        blacks.progress(Some(Side::First), &draw, None),
        Progress::Decided { winner: Side::Second, step: Some(0) }
    );
    let two = contest(2, &[StepKind::MoreBlacks, StepKind::Lot]);
    assert_eq!(two.progress(Some(Side::First), &finished("=="), None), Progress::Lot { step: 1 });
}

fn formats() -> impl Strategy<Value = Format> {
    prop_oneof![
        (1u32..8).prop_map(|power| Format::Single { places: 1 << power }),
        any::<bool>().prop_map(|reset| Format::Double { reset }),
    ]
}

fn seedings() -> impl Strategy<Value = Seeding> {
    prop_oneof![
        Just(Seeding::Standard),
        Just(Seeding::Cut),
        any::<u64>().prop_map(|seed| Seeding::Lot { seed }),
        (0u32..40, any::<u64>()).prop_map(|(seeded, seed)| Seeding::SeededLot { seeded, seed }),
    ]
}

proptest! {
    /// Whatever the results: everybody ends on one place, nobody loses more often than the format allows, and places fit.
    #[test]
    fn every_course_ends_with_places_for_all(
        players in 1u32..40, format in formats(), seeding in seedings(), seed: u64, leavers in 0usize..4
    ) {
        let mut bracket = Bracket::new(players, &seeding, format).unwrap();
        let mut lot = Lot::new(seed);
        let mut losses: BTreeMap<Seed, u32> = BTreeMap::new();
        let mut gone = BTreeSet::new();
        loop {
            let ready = bracket.ready();
            if ready.is_empty() {
                break;
            }
            let (number, first, second) = ready[lot.below(ready.len())];
            if gone.len() < leavers && lot.below(6) == 0 {
                let seed = lot.below(players as usize) as u32 + 1;
                bracket.withdraw(seed).unwrap();
                gone.insert(seed);
                continue;
            }
            let winner = if lot.below(2) == 0 { Side::First } else { Side::Second };
            bracket.decide(number, winner).unwrap();
            *losses.entry(if winner == Side::First { second } else { first }).or_default() += 1;
        }
        if gone.is_empty() {
            let limit = match format { Format::Single { .. } => 1, Format::Double { .. } => 2 };
            let played_for_places = matches!(format, Format::Single { places } if places > 2);
            prop_assert!(played_for_places || losses.values().all(|&count| count <= limit));
            let places = bracket.places();
            let seeds: BTreeSet<Seed> = places.iter().map(|place| place.seed).collect();
            prop_assert_eq!(places.len() as u32, players);
            prop_assert_eq!(seeds.len() as u32, players);
            // Shared places are shared by exactly as many, and no place is left out.
            let mut next = 1;
            for shared in places.chunk_by(|a, b| (a.from, a.to) == (b.from, b.to)) {
                prop_assert_eq!((shared[0].from, shared[0].to), (next, next + shared.len() as u32 - 1));
                next += shared.len() as u32;
            }
            prop_assert_eq!((places[0].from, places[0].to), (1, 1));
            prop_assert_eq!(Some(places[0].seed), bracket.champion());
        } else {
            let mut seen = BTreeSet::new();
            for Place { seed, .. } in bracket.places() {
                prop_assert!(seen.insert(seed), "seed {} has two places", seed);
            }
        }
    }

    #[test]
    fn double_elimination_has_two_size_less_two_matches(power in 1u32..7, reset: bool) {
        let players = 1 << power;
        let bracket = bracket(players, Format::Double { reset });
        prop_assert_eq!(bracket.matches().count() as u32, 2 * players - 2 + u32::from(reset));
        // Every match but the first feeds from earlier ones: the graph has no cycle and every edge goes forward.
        for edge in bracket.graph().edge_indices() {
            let (from, to) = bracket.graph().edge_endpoints(edge).unwrap();
            prop_assert!(bracket.graph()[from].round < bracket.graph()[to].round);
        }
    }
}

/// Games as the score of the first side (1, =, 0; - for two losses), colours by turns from the first side's White.
fn finished(scores: &str) -> Vec<Finished> {
    let points = |score| match score {
        '1' => [Points::ONE, Points::ZERO],
        '0' => [Points::ZERO, Points::ONE],
        '=' => [Points::HALF; 2],
        _ => [Points::ZERO; 2],
    };
    let whites = [Side::First, Side::Second].into_iter().cycle();
    scores.chars().zip(whites).map(|(score, white)| Finished { white, points: points(score) }).collect()
}

fn contest(games: u32, kinds: &[StepKind]) -> Contest {
    let ladder = kinds.iter().map(|&kind| Step { kind, colors: StepColors::Alternate }).collect();
    Contest { games, ladder, ..Contest::default() }
}

#[test]
fn a_match_ends_when_it_is_decided() {
    let four = contest(4, &[]);
    let after = |scores| four.progress(Some(Side::First), &finished(scores), None);
    assert_eq!(after(""), Progress::Game { step: None, game: 1, white: Some(Side::First) });
    assert_eq!(after("=1"), Progress::Game { step: None, game: 3, white: Some(Side::First) });
    // 2½ of 4 are enough, 2 are not.
    assert_eq!(after("11"), Progress::Game { step: None, game: 3, white: Some(Side::First) });
    assert_eq!(after("11="), Progress::Decided { winner: Side::First, step: None });
    assert_eq!(after("==0="), Progress::Decided { winner: Side::Second, step: None });
    assert_eq!(after("1=0="), Progress::Equal);
    // Two games lost by both count for nobody.
    assert_eq!(after("--1-"), Progress::Decided { winner: Side::First, step: None });
    assert_eq!(contest(1, &[]).progress(None, &[], None), Progress::Game { step: None, game: 1, white: None });
}

#[test]
fn colors_of_the_regular_games() {
    let whites = |contest: &Contest| -> String {
        let mut games = Vec::new();
        let mut text = String::new();
        while let Progress::Game { step: None, white, .. } = contest.progress(Some(Side::First), &games, None) {
            text.push(match white {
                Some(Side::First) => 'W',
                Some(Side::Second) => 'B',
                None => '?',
            });
            games.push(Finished { white: white.unwrap_or(Side::First), points: [Points::HALF; 2] });
        }
        text
    };
    assert_eq!(whites(&contest(6, &[])), "WBWBWB");
    assert_eq!(whites(&Contest { change_in_middle: true, ..contest(4, &[]) }), "WBBW");
    assert_eq!(whites(&Contest { change_in_middle: true, ..contest(8, &[]) }), "WBWBBWBW");
    assert_eq!(whites(&Contest { change_in_middle: true, ..contest(6, &[]) }), "WBWBWB");
    assert_eq!(whites(&Contest { last_by_lot: true, ..contest(3, &[]) }), "WB?");
}

#[test]
fn the_ladder_goes_step_by_step() {
    let ladder = contest(
        2,
        &[
            StepKind::MiniMatch { games: 2 },
            StepKind::FirstWin { most: Some(2) },
            StepKind::Armageddon { draw_wins: Color::Black },
            StepKind::Lot,
        ],
    );
    let after = |scores, lot| ladder.progress(Some(Side::First), &finished(scores), lot);
    let game = |step, game, white| Progress::Game { step: Some(step), game, white: Some(white) };
    assert_eq!(after("==", None), game(0, 1, Side::First));
    assert_eq!(after("10=", None), game(0, 2, Side::Second));
    // The points of the first games no longer count: one win is enough in the mini-match.
    assert_eq!(after("101=", None), Progress::Decided { winner: Side::First, step: Some(0) });
    assert_eq!(after("10==", None), game(1, 1, Side::First));
    assert_eq!(after("10==0", None), Progress::Decided { winner: Side::Second, step: Some(1) });
    assert_eq!(after("10====", None), game(2, 1, Side::First));
    // The first side has White in the seventh game: a draw is enough for the second.
    assert_eq!(after("10=====", None), Progress::Decided { winner: Side::Second, step: Some(2) });
    assert_eq!(after("10====1", None), Progress::Decided { winner: Side::First, step: Some(2) });
    // Nobody came to the Armageddon.
    assert_eq!(after("10====-", None), Progress::Lot { step: 3 });
    assert_eq!(after("10====-", Some(Side::Second)), Progress::Decided { winner: Side::Second, step: Some(3) });
}

#[test]
fn steps_without_end_and_bids() {
    let ladder = contest(1, &[StepKind::RemainingTime]);
    let after = |scores| ladder.progress(Some(Side::First), &finished(scores), None);
    assert_eq!(after("======"), Progress::Game { step: Some(0), game: 6, white: Some(Side::First) });
    assert_eq!(after("======0"), Progress::Decided { winner: Side::Second, step: Some(0) });
    let bids = contest(1, &[StepKind::ArmageddonWithBids { draw_wins: Color::Black }]);
    assert_eq!(
        bids.progress(Some(Side::First), &finished("="), None),
        Progress::Game { step: Some(0), game: 1, white: None }
    );
    assert_eq!(black_by_bids([180, 200]), Some(Side::First));
    assert_eq!(black_by_bids([200, 180]), Some(Side::Second));
    assert_eq!(black_by_bids([180, 180]), None);
    // A step by lot asks for it; the next games of the step go by turns.
    let lot = Contest { games: 1, ..Contest::default() };
    assert_eq!(lot.progress(None, &finished("="), None), Progress::Game { step: Some(0), game: 1, white: None });
    let second = Progress::Game { step: Some(0), game: 2, white: Some(Side::First) };
    assert_eq!(lot.progress(None, &finished("=="), None), second);
}

#[test]
fn first_colors_of_a_round() {
    let matches = [[1, 8], [5, 4], [2, 7], [3, 6]];
    let mut lot = Lot::new(3);
    assert_eq!(
        first_whites(FirstColor::HigherSeed, &matches, |_| None, &mut lot),
        [Side::First, Side::Second, Side::First, Side::First]
    );
    let turns = first_whites(FirstColor::FirstByLot, &matches, |_| None, &mut lot);
    let higher: Vec<bool> = matches.iter().zip(&turns).map(|(m, &w)| (w == Side::First) == (m[0] < m[1])).collect();
    assert!(higher.windows(2).all(|pair| pair[0] != pair[1]), "{higher:?}");
    // 1 had White and 8 Black; 4 and 5 both had Black: 4 gets White; 2 had White, 7 is new; 3 new, 6 had White.
    let last = |seed: Seed| match seed {
        1 | 2 | 6 => Some(Color::White),
        8 | 4 | 5 => Some(Color::Black),
        _ => None,
    };
    assert_eq!(
        first_whites(FirstColor::Alternate, &matches, last, &mut lot),
        [Side::Second, Side::Second, Side::Second, Side::First]
    );
    assert_eq!(first_whites(FirstColor::EachByLot, &matches, last, &mut lot).len(), 4);
}

proptest! {
    #[test]
    fn no_course_of_a_match_panics(
        games: u32, change_in_middle: bool, last_by_lot: bool, kinds in proptest::collection::vec(0usize..6, 0..5), scores in "[10=-]{0,20}"
    ) {
        let all = [
            StepKind::MiniMatch { games: games % 3 },
            StepKind::FirstWin { most: Some(games % 3) },
            StepKind::RemainingTime,
            StepKind::Armageddon { draw_wins: Color::White },
            StepKind::ArmageddonWithBids { draw_wins: Color::Black },
            StepKind::Lot,
        ];
        let kinds: Vec<StepKind> = kinds.iter().map(|&kind| all[kind]).collect();
        for games in [games, games % 5] {
            let contest = Contest { change_in_middle, last_by_lot, ..contest(games, &kinds) };
            let games = finished(&scores);
            // A decision stays as it is whatever is played afterwards.
            let mut decided = None;
            for played in 0..=games.len() {
                let now = contest.progress(None, &games[..played], None);
                if let Some(before) = decided {
                    prop_assert_eq!(now, before);
                } else if matches!(now, Progress::Decided { .. }) {
                    decided = Some(now);
                }
            }
        }
    }
}

/// By round, the pairs of one group who can meet in it: counted pair by pair.
fn possible_clashes(slots: &[Option<Seed>], group: impl Fn(Seed) -> Option<u32>) -> Vec<u32> {
    let mut clashes = vec![0; slots.len().ilog2() as usize];
    for i in 0..slots.len() {
        for j in 0..i {
            if let (Some(a), Some(b)) = (slots[i], slots[j])
                && group(a).is_some()
                && group(a) == group(b)
            {
                clashes[(i ^ j).ilog2() as usize] += 1;
            }
        }
    }
    clashes
}

proptest! {
    #[test]
    fn separation_moves_only_inside_classes(players in 2u32..70, groups in 1u32..12, seed: u64) {
        let mut lot = Lot::new(seed);
        let of: Vec<Option<u32>> =
            (0..players).map(|_| (lot.below(5) > 0).then(|| lot.below(groups as usize) as u32)).collect();
        let group = |seed: Seed| of[seed as usize - 1];
        let size = players.next_power_of_two();
        let before: Vec<Option<Seed>> =
            standard_order(size).into_iter().map(|seed| (seed <= players).then_some(seed)).collect();
        let mut after = before.clone();
        separate(&mut after, group);
        prop_assert!(possible_clashes(&after, group) <= possible_clashes(&before, group));
        Bracket::new(players, &Seeding::ByHand(after.clone()), Format::SINGLE).unwrap();
        for (old, new) in before.iter().zip(&after) {
            prop_assert_eq!(old.is_none(), new.is_none());
            if let (Some(old), Some(new)) = (old, new) {
                let class = |seed: Seed| if seed <= 2 { seed } else { seed.next_power_of_two() };
                prop_assert_eq!(class(*old), class(*new));
            }
        }
        // No single exchange would do better.
        let best = possible_clashes(&after, group);
        let with_bye = |slots: &[Option<Seed>], i: usize| slots[i ^ 1].is_none();
        for i in 0..after.len() {
            for j in 0..i {
                let class = |slot: Option<Seed>| slot.map(|seed| if seed <= 2 { seed } else { seed.next_power_of_two() });
                if after[i].is_some() && class(after[i]) == class(after[j]) && with_bye(&after, i) == with_bye(&after, j) {
                    let mut other = after.clone();
                    other.swap(i, j);
                    prop_assert!(possible_clashes(&other, group) >= best);
                }
            }
        }
    }
}

#[test]
fn a_drawn_bracket_is_separated_too() {
    // 32 participants of 8 federations by lot, four seeded: nobody meets one of the same federation before the third round.
    let group = |seed: Seed| Some(seed % 8);
    for lot in 0..20 {
        let drawn = Bracket::new(32, &Seeding::SeededLot { seeded: 4, seed: lot }, Format::SINGLE).unwrap();
        let mut slots: Vec<Option<Seed>> = first_round(&drawn).concat();
        let place = |slots: &[Option<Seed>], seed: Seed| slots.iter().position(|&slot| slot == Some(seed)).unwrap();
        let seeded: Vec<usize> = (1..=2).map(|seed| place(&slots, seed)).collect();
        separate_drawn(&mut slots, 4, group);
        assert_eq!(possible_clashes(&slots, group)[..2], [0, 0], "lot {lot}");
        assert_eq!((1..=2).map(|seed| place(&slots, seed)).collect::<Vec<_>>(), seeded);
        Bracket::new(32, &Seeding::ByHand(slots), Format::SINGLE).unwrap();
    }
}

#[test]
fn separation_of_a_large_bracket_takes_no_time() {
    // 256 players of 20 federations; with the clashes counted anew for each exchange this would take hours.
    let group = |seed: Seed| Some(seed.wrapping_mul(2_654_435_761) >> 16).map(|bits| bits % 20);
    let mut slots: Vec<Option<Seed>> = standard_order(256).into_iter().map(Some).collect();
    separate(&mut slots, group);
    assert_eq!(possible_clashes(&slots, group)[0], 0);
}

#[test]
fn a_later_withdrawal_leaves_what_was_played() {
    let state = |bracket: &Bracket, number| bracket.state(number).unwrap();
    // Four players, double elimination: 1-4, 2-3; the loser 4 beats 3 below and withdraws then.
    let mut bracket = Bracket::new(4, &Seeding::Standard, Format::Double { reset: false }).unwrap();
    for number in [1, 2] {
        bracket.decide(number, Side::First).unwrap();
    }
    let below = bracket.ready().into_iter().find(|&(_, a, b)| (a.min(b), a.max(b)) == (3, 4)).unwrap();
    bracket.decide(below.0, if below.1 == 4 { Side::First } else { Side::Second }).unwrap();
    bracket.withdraw(4).unwrap();
    assert_eq!(state(&bracket, below.0), MatchState::Decided { winner: 4, loser: 3, walkover: false });
    // Whoever won by a walkover and has played on, keeps that when they leave later.
    let mut bracket = Bracket::new(8, &Seeding::Standard, Format::SINGLE).unwrap();
    bracket.withdraw(8).unwrap();
    for number in 2..=4 {
        bracket.decide(number, Side::First).unwrap();
    }
    let semifinal = bracket.ready().into_iter().find(|&(_, a, b)| a == 1 || b == 1).unwrap();
    bracket.decide(semifinal.0, if semifinal.1 == 1 { Side::First } else { Side::Second }).unwrap();
    bracket.withdraw(1).unwrap();
    assert_eq!(state(&bracket, 1), MatchState::Decided { winner: 1, loser: 8, walkover: true });
    assert!(matches!(state(&bracket, semifinal.0), MatchState::Decided { winner: 1, .. }));
    let places = bracket.places();
    assert!(places.iter().all(|place| place.seed != 1 || place.from == 2), "{places:?}");
}
