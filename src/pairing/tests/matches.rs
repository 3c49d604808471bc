//! The Swiss Team and the Double-Swiss System: the examples of the texts, and a literal enumeration as the judge of small fields.

#[path = "matches/literal.rs"]
mod literal;
#[allow(dead_code)]
#[path = "dubov/plain.rs"]
mod plain;

use literal::Judge;
use pairing::swiss::{
    Color, Entrant, EntryKind, MatchSystem, PairingError, Question, RoundEntry, RoundInput, Scoring, System,
    TeamPreference, Tpn, explain, explain_teams, pair, pair_lim, pair_matches,
};
use pairing::{Lot, Points};
use proptest::prelude::*;
use std::collections::BTreeSet;

const TYPE_A: MatchSystem = MatchSystem::Team(TeamPreference::TypeA);

/// A field before round 1.
fn field(teams: u32) -> RoundInput {
    let entrant = |tpn| Entrant {
        tpn,
        rating: 0,
        rounds: Vec::new(),
        virtual_points: Vec::new(),
        present: true,
        extra_points: Points::ZERO,
    };
    RoundInput {
        round: 1,
        rounds_total: 9,
        entrants: (1..=teams).map(entrant).collect(),
        forbidden: Vec::new(),
        initial_color: Color::White,
        scoring: Scoring::default(),
    }
}

/// Adds a round: White, Black, points of both in tenths.
fn play(input: &mut RoundInput, games: &[(Tpn, Tpn, i32, i32)]) {
    for entrant in &mut input.entrants {
        let mut entry = RoundEntry::ABSENT;
        for &(white, black, first, second) in games {
            let (opponent, color, points) = match entrant.tpn {
                tpn if tpn == white => (black, Color::White, first),
                tpn if tpn == black => (white, Color::Black, second),
                _ => continue,
            };
            let kind = EntryKind::Played { rated: true };
            entry = RoundEntry { kind, opponent: Some(opponent), color: Some(color), points: Points(points) };
        }
        entrant.rounds.push(entry);
    }
    input.round += 1;
}

fn pairs(system: MatchSystem, input: &RoundInput) -> Vec<(Tpn, Tpn)> {
    let found = pair_matches(system, input, &[]).unwrap();
    found.pairs.iter().map(|pair| (pair.white, pair.black)).collect()
}

/// As above, smaller number first, without colours.
fn meetings(system: MatchSystem, input: &RoundInput) -> Vec<(Tpn, Tpn)> {
    let mut found: Vec<(Tpn, Tpn)> = pairs(system, input).iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    found.sort_unstable();
    found
}

#[test]
fn first_rounds() {
    let mut input = field(8);
    assert_eq!(pairs(TYPE_A, &input), [(1, 5), (6, 2), (3, 7), (8, 4)]);
    input.forbidden = vec![(1, 5)];
    assert_eq!(meetings(TYPE_A, &input), [(1, 6), (2, 5), (3, 7), (4, 8)]);
    let mut input = field(4);
    input.forbidden = vec![(1, 3), (4, 1)];
    assert_eq!(meetings(TYPE_A, &input), [(1, 2), (3, 4)]);
    // The largest number has the bye.
    let found = pair_matches(MatchSystem::DoubleSwiss, &field(5), &[]).unwrap();
    assert_eq!(found.bye, Some(5));
}

#[test]
fn wishes_decide_between_identifiers() {
    // Teams 1 and 3 have had Black twice, 2 and 4 once each colour, all against teams that have left.
    let mut input = field(8);
    play(&mut input, &[(5, 1, 5, 5), (2, 6, 5, 5), (7, 3, 5, 5), (4, 8, 5, 5)]);
    play(&mut input, &[(6, 1, 5, 5), (5, 2, 5, 5), (8, 3, 5, 5), (7, 4, 5, 5)]);
    for entrant in &mut input.entrants[4..] {
        entrant.present = false;
    }
    assert_eq!(meetings(TYPE_A, &input), [(1, 4), (2, 3)]);
    // Without wishes the first identifier stands.
    assert_eq!(meetings(MatchSystem::Team(TeamPreference::None), &input), [(1, 3), (2, 4)]);
}

#[test]
fn the_following_scoregroup_is_looked_at() {
    // 1, 4 and 7 a point ahead of 2, 6 and 8; 6 must not meet 8.
    let mut input = field(8);
    for entrant in &mut input.entrants {
        entrant.present = !matches!(entrant.tpn, 3 | 5);
        if matches!(entrant.tpn, 1 | 4 | 7) {
            entrant.extra_points = Points::ONE;
        }
    }
    input.forbidden = vec![(6, 8)];
    let found = meetings(TYPE_A, &input);
    assert!(found.contains(&(2, 8)), "{found:?}");
    input.forbidden.clear();
    let found = meetings(TYPE_A, &input);
    assert!(found.contains(&(6, 8)), "{found:?}");
}

#[test]
fn the_double_swiss_example() {
    let mut input = field(6);
    input.scoring = Scoring { win: Points(20), draw: Points(10), pairing_bye: Points(15), ..Scoring::default() };
    assert_eq!(pairs(MatchSystem::DoubleSwiss, &input), [(1, 4), (5, 2), (3, 6)]);
    play(&mut input, &[(1, 4, 20, 0), (5, 2, 10, 10), (3, 6, 15, 5)]);
    let found: BTreeSet<_> = pairs(MatchSystem::DoubleSwiss, &input).into_iter().collect();
    assert_eq!(found, BTreeSet::from([(3, 1), (2, 6), (4, 5)]));
}

/// Who has White of two teams with these colours (compressed histories), the first one the stronger. 1 and 2 meet, the others were
/// their opponents.
fn white_of(system: MatchSystem, first: &str, other: &str) -> Tpn {
    let rounds = first.len().max(other.len());
    let mut input = field(2 + 2 * rounds as u32);
    for round in 0..rounds {
        let mut games = Vec::new();
        for (tpn, history) in [(1, first), (2, other)] {
            // Shorter histories begin later.
            let Some(at) = (round + history.len()).checked_sub(rounds) else { continue };
            let Some(color) = history.as_bytes().get(at) else { continue };
            let opponent = 2 + 2 * round as u32 + tpn;
            games.push(if *color == b'W' { (tpn, opponent, 5, 5) } else { (opponent, tpn, 5, 5) });
        }
        play(&mut input, &games);
    }
    // One ahead, so that 1 is the first-team whatever the games gave.
    input.entrants[0].extra_points = Points(100);
    for entrant in &mut input.entrants[2..] {
        entrant.present = false;
    }
    pairs(system, &input)[0].0
}

#[test]
fn colors_of_teams() {
    for (first, other, white) in [("W", "", 2), ("WBBW", "B", 2), ("WB", "BW", 1), ("WW", "WBWW", 2), ("WB", "WB", 1)] {
        assert_eq!(white_of(TYPE_A, first, other), white, "{first} against {other}");
    }
    // Type B: a strong wish goes before a mild one.
    let type_b = MatchSystem::Team(TeamPreference::TypeB);
    assert_eq!(white_of(type_b, "W", "WBWW"), 1);
    assert_eq!(white_of(type_b, "WB", "BB"), 2);
}

#[test]
fn colors_of_the_double_swiss() {
    for (first, other, white) in [("WB", "W", 1), ("WB", "BWB", 1), ("W", "B", 2), ("", "W", 1), ("WBB", "WW", 1)] {
        assert_eq!(white_of(MatchSystem::DoubleSwiss, first, other), white, "{first} against {other}");
    }
}

#[test]
fn the_secondary_score_tells_the_first_team() {
    // Equal colours and no difference in the histories: the first-team changes its colour.
    let mut input = field(4);
    play(&mut input, &[(1, 3, 5, 5), (2, 4, 5, 5)]);
    for entrant in &mut input.entrants[2..] {
        entrant.present = false;
    }
    let white = |secondary: &[(Tpn, Points)]| pair_matches(TYPE_A, &input, secondary).unwrap().pairs[0].white;
    assert_eq!(white(&[]), 2);
    assert_eq!(white(&[(1, Points(25)), (2, Points(30))]), 1);
}

fn engine(system: MatchSystem, input: &RoundInput, secondary: &[(Tpn, Points)]) -> Option<BTreeSet<(Tpn, Tpn)>> {
    match pair_matches(system, input, secondary) {
        Ok(found) => {
            let pairs = found.pairs.iter().map(|pair| (pair.white, pair.black));
            Some(pairs.chain(found.bye.map(|tpn| (tpn, 0))).collect())
        }
        Err(PairingError::NoLegalPairing { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

fn systems() -> [MatchSystem; 4] {
    [
        TYPE_A,
        MatchSystem::Team(TeamPreference::TypeB),
        MatchSystem::Team(TeamPreference::None),
        MatchSystem::DoubleSwiss,
    ]
}

fn secondary_scores(seed: u64, input: &RoundInput) -> Vec<(Tpn, Points)> {
    let mut lot = Lot::new(seed);
    input.entrants.iter().map(|entrant| (entrant.tpn, Points(5 * lot.below(4) as i32))).collect()
}

#[test]
fn the_literal_text_agrees_on_random_positions() {
    // More positions, and larger fields, when asked for.
    let asked = |variable| std::env::var(variable).ok().and_then(|text| text.parse::<u64>().ok());
    let (count, most) = (asked("PAIRING_POSITIONS").unwrap_or(4000), asked("PAIRING_PLAYERS").unwrap_or(8) as usize);
    let (mut impossible, mut compared) = (0, 0);
    for seed in 0..count {
        let system = systems()[(seed % 4) as usize];
        let input = plain::random_position(seed, most);
        let secondary = secondary_scores(seed, &input);
        let expected = Judge { system, input: &input, secondary: &secondary }.pair();
        let found = engine(system, &input, &secondary);
        assert_eq!(found, expected, "position of seed {seed}, {system:?}: {input:#?}");
        impossible += u64::from(expected.is_none());
        compared += 1;
    }
    assert!(impossible * 2 < compared, "most positions must have a pairing: {impossible} of {compared} have none");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn larger_random_positions_are_paired_without_rematch(seed: u64, players in 10usize..50, which in 0usize..4) {
        let input = plain::random_position(seed, players);
        if let Some(found) = engine(systems()[which], &input, &secondary_scores(seed, &input)) {
            let present = plain::present(&input, &plain::plain(&input));
            let mut seen = BTreeSet::new();
            for &(white, black) in &found {
                prop_assert!(seen.insert(white));
                if black != 0 {
                    prop_assert!(seen.insert(black));
                    let find = |tpn: Tpn| present.iter().find(|player| player.tpn == tpn).unwrap();
                    prop_assert!(!find(white).met.contains(&black));
                }
            }
            prop_assert_eq!(seen.len(), present.len());
        }
    }
}

/// A position with values that no event has: huge and negative points, ratings without limit, forfeits against anybody, numbers
/// used twice, histories cut off.
fn strange_position(seed: u64) -> RoundInput {
    let mut lot = Lot::new(seed);
    let mut input = plain::random_position(seed, 12);
    let points = |lot: &mut Lot| {
        let choices = [0, 5, 10, -10, 7, 99_999, -99_999, 1_000_000, 1_000_001, i32::MAX, i32::MIN + 1];
        let among = if lot.below(20) == 0 { choices.len() } else { 8 };
        Points(choices[lot.below(among)])
    };
    let players = input.entrants.len();
    for entrant in &mut input.entrants {
        if lot.below(3) == 0 {
            entrant.rating = [0, u32::MAX, 1][lot.below(3)];
        }
        if lot.below(3) == 0 {
            entrant.extra_points = points(&mut lot);
        }
        for entry in &mut entrant.rounds {
            if lot.below(4) == 0 {
                entry.points = points(&mut lot);
            }
            if !entry.kind.is_played() && lot.below(3) == 0 {
                let kinds = [EntryKind::ForfeitWin, EntryKind::ForfeitLoss, EntryKind::HalfBye, EntryKind::ZeroBye];
                entry.kind = kinds[lot.below(4)];
                entry.opponent = Some(lot.below(players + 1) as u32 + 1);
                entry.color = Some(Color::White);
            }
        }
        match lot.below(150) {
            0 => entrant.tpn = 1,
            1 => entrant.rounds.truncate(1),
            2 => entrant.tpn = u32::MAX,
            _ => {}
        }
        if lot.below(5) == 0 {
            entrant.virtual_points = vec![points(&mut lot); lot.below(12)];
        }
    }
    if lot.below(4) == 0 {
        input.rounds_total = [0, 1, u32::MAX, 1000][lot.below(4)];
    }
    if lot.below(4) == 0 {
        input.scoring.win = points(&mut lot);
        input.scoring.draw = points(&mut lot);
    }
    if lot.below(4) == 0 {
        input.forbidden.extend([(1, 1), (99, 1), (1, 2)]);
    }
    input
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]
    #[test]
    fn no_input_makes_an_engine_panic(seed: u64) {
        let input = strange_position(seed);
        let paired = |found: Result<pairing::swiss::RoundPairing, PairingError>| match found {
            Ok(found) => 2 * found.pairs.len() + usize::from(found.bye.is_some()),
            Err(error) => {
                // An error says something.
                assert!(error.to_string().len() > 20);
                0
            }
        };
        let present = input.entrants.iter().filter(|entrant| entrant.present).count();
        for system in [System::Dubov, System::Burstein] {
            let found = paired(pair(system, &input));
            prop_assert!(found == 0 || found == present);
            for entrant in input.entrants.iter().take(3) {
                let _ = explain(system, &input, Question::Player(entrant.tpn), &|tpn| tpn.to_string());
                let _ = explain(system, &input, Question::Pair(1, entrant.tpn), &|tpn| tpn.to_string());
            }
        }
        for system in systems() {
            let found = paired(pair_matches(system, &input, &[]));
            prop_assert!(found == 0 || found == present);
        }
        let found = paired(pair_lim(&input));
        prop_assert!(found == 0 || found == present);
    }
}

/// All sentences on a pair of teams, with their articles.
fn told(input: &RoundInput, a: Tpn, b: Tpn) -> String {
    let name = |number: Tpn| format!("T{number}");
    let reasons = explain_teams(TeamPreference::TypeA, input, &[], Question::Pair(a, b), &name).unwrap();
    reasons.iter().map(|reason| format!("{} ({})\n", reason.text, reason.article)).collect()
}

#[test]
fn pairs_of_teams_are_explained_by_the_articles() {
    let mut input = field(8);
    let first = told(&input, 1, 5);
    assert!(first.contains("The scoregroup of 0 points has 8 teams") && first.contains("art. 4.3.1"), "{first}");
    // 1-2 would leave other pairings before it: equally good, but later.
    let later = told(&input, 1, 6);
    assert!(later.contains("another one comes before it") && later.contains("T1 meets T5"), "{later}");
    input.forbidden = vec![(1, 5)];
    assert!(told(&input, 1, 5).contains("The organiser does not let T1 and T5 meet"));
    input.forbidden = Vec::new();
    // Three winners: one of the drawn teams floats up, and 2 could not, since it has met ... nobody above; it comes first by number.
    play(&mut input, &[(1, 5, 20, 0), (6, 2, 0, 20), (3, 7, 20, 0), (8, 4, 10, 10)]);
    let found = meetings(TYPE_A, &input);
    let up = found.iter().find(|(a, b)| [1, 2, 3].contains(a) && *b > 3 || [1, 2, 3].contains(b) && *a > 3).unwrap();
    let text = told(&input, up.0, up.1);
    assert!(text.contains("needs 1 upfloater: T4") && text.contains("[C4], [C5]"), "{text}");
    // The other drawn team is not taken, for C7 or the order; a team without points because of C5.
    let other = told(&input, up.0, 8);
    assert!(other.contains("T8 is not an upfloater of this group"), "{other}");
    let low = told(&input, up.0, if up.0 == 1 { 6 } else { 5 });
    assert!(
        low.contains("would have 0 points instead of 1 (C.04.6 [C5])") || low.contains("points instead of 1"),
        "{low}"
    );
    assert!(told(&input, 1, 5).contains("have met in round 1"));
}

proptest! {
    #[test]
    fn every_pair_of_teams_has_an_explanation(teams in 4u32..13, rounds in 1usize..4, seed in any::<u64>()) {
        let mut input = field(teams);
        let mut lot = Lot::new(seed);
        for _ in 0..rounds {
            let Ok(found) = pair_matches(TYPE_A, &input, &[]) else { break };
            let results: Vec<(Tpn, Tpn, i32, i32)> = found.pairs.iter().map(|pair| {
                let (a, b) = [(20, 0), (10, 10), (0, 20)][lot.below(3)];
                (pair.white, pair.black, a, b)
            }).collect();
            play(&mut input, &results);
        }
        let name = |number: Tpn| number.to_string();
        let Ok(found) = pair_matches(TYPE_A, &input, &[]) else { return Ok(()) };
        for a in 1..=teams {
            for b in 1..=teams {
                let reasons = explain_teams(TeamPreference::TypeA, &input, &[], Question::Pair(a, b), &name).unwrap();
                prop_assert!(!reasons.is_empty());
                let met = found.pairs.iter().any(|pair| (pair.white, pair.black) == (a, b));
                // Who meets is told with the colours that the pairing gives.
                let colors = format!("{a} has White on board 1 against {b}:");
                let told = reasons.iter().any(|reason| reason.text.starts_with(&colors));
                prop_assert!(!met || told);
            }
        }
    }
}

#[test]
fn pairs_of_the_double_swiss_are_explained_by_its_articles() {
    // The example of `double-swiss` 6: 1-4 2-0, 5-2 1-1, 3-6 1.5-0.5.
    let mut input = field(6);
    play(&mut input, &[(1, 4, 20, 0), (5, 2, 10, 10), (3, 6, 15, 5)]);
    let told = |question: Question| -> String {
        let reasons = explain(System::DoubleSwiss, &input, question, &|tpn| format!("P{tpn}")).unwrap();
        reasons.iter().map(|reason| format!("{} ({})\n", reason.text, reason.article)).collect()
    };
    let top = told(Question::Pair(1, 3));
    assert!(
        top.contains("The scoregroup of 2 points has 1 player (P1) and needs 1 upfloater: P3. (C.04.5 art. 3.3)"),
        "{top}"
    );
    assert!(top.contains("P3 floats up from 1.5 points") && top.contains("(C.04.5 [C4], [C5])"), "{top}");
    // Both have had White once: the higher ranked changes.
    assert!(top.contains("P3 has White in the first game against P1") && top.contains("art. 4.3.4"), "{top}");
    let low = told(Question::Pair(4, 5));
    assert!(low.contains("0 against 1 matches with White so far") && low.contains("(C.04.5 art. 4.3.2)"), "{low}");
    assert!(low.contains("P4 has White in the first game against P5"), "{low}");
    assert!(told(Question::Pair(2, 5)).contains("P2 and P5 have met in round 1. (C.04.5 [C1])"));
    assert!(told(Question::Pair(2, 4)).contains("C.04.5"), "why two do not meet is told too");
    let all = format!("{top}{low}{}", told(Question::Player(2)));
    assert!(!all.contains("C.04.6") && !all.contains("team") && !all.contains("step-by-step"), "{all}");
}
