//! Title norms on made-up events: what is made, and what is said to be missing.

use pairing::Points;
use pairing::swiss::{Color, Entrant, EntryKind, RoundEntry, Scoring, Tpn};
use proptest::prelude::*;
use std::collections::HashMap;
use tournament::crosstable::{CrossTable, PairingKind, Row};
use tournament::model::{Sex, Title};
use tournament::norms::{Missing, NormEvent, NormTitle, Person, norm, norms};

/// An opponent: rating, title, federation, half points of player 1 against it.
type Opponent = (u32, Option<Title>, &'static str, i32);

fn played(opponent: Tpn, half_points: i32) -> RoundEntry {
    RoundEntry {
        kind: EntryKind::Played { rated: true },
        opponent: Some(opponent),
        color: Some(Color::White),
        points: Points(5 * half_points),
    }
}

fn row(number: Tpn, rating: u32, title: Option<Title>, rounds: Vec<RoundEntry>) -> Row {
    let entrant =
        Entrant { tpn: number, rating, rounds, virtual_points: Vec::new(), present: true, extra_points: Points::ZERO };
    Row { name: format!("Player {number}"), title, entrant }
}

/// Player 1 of federation AAA has met these in rounds 1, 2, ...
fn event(opponents: &[Opponent], rounds_total: u32) -> (CrossTable, HashMap<Tpn, Person>) {
    let mine = opponents.iter().zip(2..).map(|(opponent, number)| played(number, opponent.3)).collect();
    let mut rows = vec![row(1, 2300, None, mine)];
    let mut people = HashMap::from([(1, Person { federation: "AAA".to_owned(), sex: Some(Sex::Male) })]);
    for ((rating, title, federation, half_points), number) in opponents.iter().zip(2..) {
        let mut rounds = vec![RoundEntry::ABSENT; opponents.len()];
        rounds[number as usize - 2] = played(1, 2 - half_points);
        rows.push(row(number, *rating, *title, rounds));
        people.insert(number, Person { federation: (*federation).to_owned(), sex: None });
    }
    let table = CrossTable {
        rows,
        rounds: opponents.len() as u32,
        rounds_total,
        scoring: Scoring::default(),
        kind: PairingKind::Swiss,
        initial_color: None,
        forbidden: Vec::new(),
        tiebreaks: Vec::new(),
    };
    (table, people)
}

/// Nine opponents of average 2407 with three GMs, six titled, from four federations; 5½ points in them.
const NINE: [Opponent; 9] = [
    (2500, Some(Title::GM), "BBB", 1),
    (2520, Some(Title::GM), "CCC", 1),
    (2490, Some(Title::GM), "DDD", 0),
    (2450, Some(Title::IM), "AAA", 1),
    (2400, Some(Title::IM), "BBB", 2),
    (2380, Some(Title::FM), "CCC", 2),
    (2300, None, "AAA", 1),
    (2310, None, "DDD", 2),
    (2313, Some(Title::CM), "BBB", 1),
];

fn status(opponents: &[Opponent], rounds_total: u32, title: NormTitle) -> tournament::norms::NormStatus {
    let (table, people) = event(opponents, rounds_total);
    norm(&NormEvent::new(&table, people, "AAA"), 1, title).unwrap()
}

fn words(status: &tournament::norms::NormStatus) -> Vec<String> {
    status.missing.iter().map(Missing::to_string).collect()
}

#[test]
fn an_im_norm() {
    let made = status(&NINE, 9, NormTitle::IM);
    assert_eq!(made.missing, []);
    assert_eq!((made.average, made.half_points), (2407, 11));
    // 5½ from 9 are 61 per cent: dp 80.
    assert_eq!(made.performance, 2487);
    assert_eq!((made.titled, made.holders), (6, 5));
    assert_eq!(made.federations["BBB"], 3);
    // 5 points would have been enough; half a point above is no further game.
    assert_eq!(made.counted_games, 9);
    assert_eq!(made.adjusted, NINE.map(|opponent| opponent.0));
}

/// Where everybody meets everybody the opponents to come are known: average and titles are those of all nine, only the points are open.
#[test]
fn opponents_to_come_are_known_in_a_round_robin() {
    let (mut table, people) = event(&NINE, 9);
    table.rows.iter_mut().for_each(|row| row.entrant.rounds.truncate(7));
    table.rounds = 7;
    table.kind = PairingKind::Predetermined { cycles: 1 };
    let known = NormEvent::new(&table, people, "AAA");
    let status = norm(&known, 1, NormTitle::IM).unwrap();
    // 4 points from 7; Ra of all nine is 2407, for which 5 points are needed. The first seven alone have 2434 and six titled.
    assert_eq!((status.average, status.half_points, status.games.len()), (2407, 8, 7));
    assert_eq!(words(&status), ["needs two more games", "needs 1 from 2"]);
    assert!(status.possible && !status.achieved());
    let mut weak = NINE;
    weak[3].1 = None;
    weak[4].1 = None;
    let (mut table, people) = event(&weak, 9);
    table.rows.iter_mut().for_each(|row| row.entrant.rounds.truncate(5));
    (table.rounds, table.kind) = (5, PairingKind::Predetermined { cycles: 1 });
    let status = norm(&NormEvent::new(&table, people, "AAA"), 1, NormTitle::IM).unwrap();
    assert!(
        words(&status).contains(&"needs one more titled opponent".to_owned()) && !status.possible,
        "nobody else comes"
    );
}

#[test]
fn the_certificate() {
    let (table, people) = event(&NINE, 9);
    let event = NormEvent::new(&table, people, "AAA");
    let made = norm(&event, 1, NormTitle::IM).unwrap();
    assert_eq!(made.to_string(), "IM norm: 5.5 from 9, average 2407, performance 2487");
    let certificate = made.certificate(&event);
    assert_eq!((certificate.other_federations, certificate.own_federation, certificate.most_of_one), (3, 2, 3));
    assert_eq!(certificate.titles, [(Title::GM, 3), (Title::IM, 2), (Title::FM, 1), (Title::CM, 1)]);
    assert_eq!((certificate.unrated, certificate.needed), (0, Some(10)));
    assert_eq!((certificate.lines[3].name.as_str(), certificate.lines[3].counted_rating), ("Player 5", 2450));
}

#[test]
fn full_points_above_the_requirement_count_as_games() {
    let mut games = NINE;
    games[2].3 = 2;
    assert_eq!(status(&games, 9, NormTitle::IM).counted_games, 10);
}

#[test]
fn each_condition_is_named() {
    let mut games = NINE;
    games[4].3 = 1;
    games[5].3 = 1;
    assert_eq!(words(&status(&games, 9, NormTitle::IM)), ["0.5 points too few"]);

    let mut games = NINE;
    for game in &mut games[3..5] {
        game.1 = None;
    }
    assert_eq!(words(&status(&games, 9, NormTitle::IM)), ["needs one more titled opponent"]);

    let mut games = NINE;
    for game in &mut games[1..5] {
        game.1 = Some(Title::FM);
    }
    assert_eq!(words(&status(&games, 9, NormTitle::IM)), ["needs two more opponents with GM or IM"]);

    let mut games = NINE;
    for game in &mut games {
        game.2 = "AAA";
    }
    games[0].2 = "BBB";
    games[1].2 = "FID";
    let federations = ["needs opponents from one more federation", "two opponents too many from the own federation"];
    assert_eq!(words(&status(&games, 9, NormTitle::IM)), federations);

    let mut games = NINE;
    for game in &mut games[..7] {
        game.2 = "BBB";
    }
    assert_eq!(words(&status(&games, 9, NormTitle::IM)), ["two opponents too many from BBB"]);

    let mut games = NINE;
    for game in &mut games {
        game.0 -= 200;
        game.3 = 2;
    }
    assert_eq!(words(&status(&games, 9, NormTitle::IM)), ["average of opponents 2207 instead of 2230"]);
    assert_eq!(words(&status(&NINE[..8], 9, NormTitle::GM))[0], "needs one more game");
}

#[test]
fn what_the_remaining_rounds_must_bring() {
    // After seven rounds 4 points against an average of 2434, at which nine games need 5.
    let (table, people) = event(&NINE[..7], 9);
    let status = norm(&NormEvent::new(&table, people, "AAA"), 1, NormTitle::IM).unwrap();
    assert_eq!((status.average, status.half_points), (2434, 8));
    assert_eq!(words(&status), ["needs two more games", "needs 1 from 2"]);
    assert!(status.possible && !status.achieved());
}

#[test]
fn one_rating_is_raised_and_unrated_opponents_count_1400() {
    let mut games = NINE;
    games[6].0 = 0;
    games[8].0 = 1900;
    let status = status(&games, 9, NormTitle::IM);
    assert_eq!((status.adjusted[6], status.adjusted[8]), (2050, 1900));
}

#[test]
fn wins_and_the_end_may_be_left_out() {
    // With the tenth game, a win over a weak opponent, the average spoils the performance; without it the norm stands.
    let mut games = NINE.to_vec();
    games.push((1400, None, "CCC", 2));
    games[3].3 = 0;
    let made = status(&games, 10, NormTitle::IM);
    assert_eq!((made.missing.len(), made.left_out.as_slice(), made.games.len()), (0, [10].as_slice(), 9));
    // A win in the middle.
    let mut games = NINE.to_vec();
    games.insert(2, (1400, None, "CCC", 2));
    games[4].3 = 0;
    let made = status(&games, 10, NormTitle::IM);
    assert_eq!((made.missing.len(), made.left_out.as_slice()), (0, [3].as_slice()));
    // A draw may not be left out in the middle.
    games[2].3 = 1;
    assert!(!status(&games, 10, NormTitle::IM).achieved());
}

#[test]
fn eight_games_with_a_bye_count_as_nine() {
    let (mut table, people) = event(&NINE[..8], 9);
    for row in &mut table.rows {
        row.entrant.rounds.push(RoundEntry::ABSENT);
    }
    table.rounds = 9;
    let without = norm(&NormEvent::new(&table, people.clone(), "AAA"), 1, NormTitle::IM).unwrap();
    assert_eq!(words(&without)[0], "needs one more game");
    let bye = RoundEntry { kind: EntryKind::PairingBye, opponent: None, color: None, points: Points::ONE };
    table.rows[0].entrant.rounds[8] = bye;
    let with = norm(&NormEvent::new(&table, people, "AAA"), 1, NormTitle::IM).unwrap();
    assert!(with.achieved() && with.eight_as_nine, "{:?}", with.missing);
    assert_eq!(with.counted_games, 9, "towards the 27 they count as nine (1.4.1)");
    // With one round to go it is in reach: seven games and the bye.
    let (mut table, people) = event(&NINE[..7], 9);
    for row in &mut table.rows {
        row.entrant.rounds.push(RoundEntry::ABSENT);
    }
    table.rounds = 8;
    table.rows[0].entrant.rounds[7] = bye;
    let near = norm(&NormEvent::new(&table, people, "AAA"), 1, NormTitle::IM).unwrap();
    assert!(near.possible && words(&near)[0] == "needs one more game", "{:?}", words(&near));
}

#[test]
fn who_can_make_which_norm() {
    let (mut table, mut people) = event(&NINE, 9);
    let of = |table: &CrossTable, people: &HashMap<Tpn, Person>, title| {
        norm(&NormEvent::new(table, people.clone(), "AAA"), 1, title).is_some()
    };
    assert!(!of(&table, &people, NormTitle::WGM), "not a woman");
    people.get_mut(&1).unwrap().sex = Some(Sex::Female);
    assert!(of(&table, &people, NormTitle::WGM));
    table.rows[0].title = Some(Title::WGM);
    assert!(!of(&table, &people, NormTitle::WIM), "has a higher title");
    assert!(of(&table, &people, NormTitle::IM));
}

#[test]
fn forfeits_do_not_count() {
    let (mut table, people) = event(&NINE, 9);
    table.rows[0].entrant.rounds[4].kind = EntryKind::ForfeitWin;
    let status = norm(&NormEvent::new(&table, people, "AAA"), 1, NormTitle::IM).unwrap();
    assert_eq!(status.games.len(), 8);
    assert!(status.eight_as_nine, "the missing one was a forfeit win");
}

#[test]
fn nothing_is_told_before_round_five() {
    let (table, people) = event(&NINE[..4], 9);
    assert!(norms(&NormEvent::new(&table, people, "AAA")).is_empty());
    let (table, people) = event(&NINE[..5], 9);
    let told = norms(&NormEvent::new(&table, people, "AAA"));
    assert!(told.iter().any(|status| status.number == 1 && status.title == NormTitle::IM));
}

#[test]
fn many_foreigners_waive_the_federations() {
    let federations = ["BBB", "CCC", "DDD"];
    let rows: Vec<Row> = (1..=20).map(|number| row(number, 2300, Some(Title::IM), Vec::new())).collect();
    let people: HashMap<Tpn, Person> = (1..=20)
        .map(|number| (number, Person { federation: federations[number as usize % 3].to_owned(), sex: None }))
        .collect();
    let (mut table, _) = event(&NINE, 9);
    table.rounds = 0;
    table.rows = rows;
    assert!(NormEvent::new(&table, people.clone(), "AAA").exempt);
    assert!(!NormEvent::new(&table, people.clone(), "BBB").exempt);
    table.rows.pop();
    assert!(!NormEvent::new(&table, people, "AAA").exempt);
}

#[test]
fn a_double_round_robin_counts_titles_once() {
    // Five opponents met twice; three of them GMs: the required titles are halved, rounded up.
    let five: [Opponent; 5] = [NINE[0], NINE[1], NINE[3], NINE[5], NINE[6]];
    let (mut table, people) = event(&five, 10);
    let again: Vec<RoundEntry> = five.iter().zip(2..).map(|(_, number)| played(number, 2)).collect();
    table.rows[0].entrant.rounds.extend(again);
    table.rounds = 10;
    table.kind = PairingKind::Predetermined { cycles: 2 };
    let status = norm(&NormEvent::new(&table, people, "AAA"), 1, NormTitle::GM).unwrap();
    assert_eq!((status.games.len(), status.titled, status.holders), (10, 4, 2));
    assert!(status.achieved(), "{:?}", status.missing);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn odd_tables_do_no_harm(
        rows in prop::collection::vec((any::<u32>(), prop::collection::vec((0_u32..12, 0_i32..4), 0..14)), 0..12),
        rounds in 0_u32..16,
        rounds_total in any::<u32>(),
        cycles in 0_u8..4,
        least_games in 0_u32..12,
    ) {
        let (mut table, people) = event(&NINE, rounds_total);
        table.rows = rows.into_iter().zip(1..).map(|((rating, games), number)| {
            row(number, rating, Some(Title::GM), games.into_iter().map(|(opponent, half)| played(opponent, half)).collect())
        }).collect();
        table.rounds = rounds;
        if cycles > 0 {
            table.kind = PairingKind::Predetermined { cycles };
        }
        let mut event = NormEvent::new(&table, people, "AAA");
        event.least_games = least_games;
        for row in &table.rows {
            for title in NormTitle::ALL {
                if let Some(status) = norm(&event, row.entrant.tpn, *title) {
                    prop_assert!(status.achieved() == status.missing.is_empty());
                    let _ = words(&status);
                }
            }
        }
        let _ = norms(&event);
    }
}
