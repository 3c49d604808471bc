//! The Burstein System: recorded tournaments replayed, and a literal enumeration as the judge of small fields.

#[path = "dubov/both.rs"]
mod both;
#[path = "burstein/literal.rs"]
mod literal;
#[path = "dubov/plain.rs"]
mod plain;
#[path = "dubov/replay.rs"]
mod replay;

use pairing::swiss::{Question, RoundInput, System, explain, pair, seeding_rounds};
use proptest::prelude::*;

#[test]
fn recorded_tournaments() {
    replay::assert_replays(include_str!("burstein/random.txt"), System::Burstein, 140);
}

#[test]
fn recorded_tournaments_where_the_text_decides() {
    replay::assert_replays(include_str!("burstein/text.txt"), System::Burstein, 230);
}

/// More of them: `PAIRING_BURSTEIN=folder:folder cargo test`.
#[test]
fn recorded_tournaments_of_folders() {
    replay::assert_replays_folders("PAIRING_BURSTEIN", System::Burstein);
}

#[test]
fn seeding_rounds_are_half_and_at_most_four() {
    let found: Vec<u32> = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11].map(seeding_rounds).to_vec();
    assert_eq!(found, [0, 1, 1, 2, 2, 3, 3, 4, 4, 4]);
}

#[test]
fn the_judge_knows_the_order_of_the_text() {
    let five: Vec<String> = literal::pairings_in_order(5, 1)
        .iter()
        .map(|list| {
            let pair = |(i, &j): (usize, &usize)| (j == 0 || j > i + 1).then(|| format!("{}{j}", i + 1));
            list.iter().enumerate().filter_map(pair).collect::<Vec<_>>().join("-")
        })
        .collect();
    let text = "15-24-30 15-23-40 15-20-34 14-25-30 14-23-50 14-20-35 13-25-40 13-24-50 13-20-45 12-35-40 12-34-50 12-30-45 \
                10-25-34 10-24-35 10-23-45";
    assert_eq!(five, text.split_whitespace().collect::<Vec<_>>());
    let six = literal::pairings_in_order(6, 2);
    assert_eq!(six.len(), 45);
    assert_eq!((&six[0][..], &six[44][..]), (&[6, 5, 0, 0, 2, 1][..], &[0, 0, 4, 3, 6, 5][..]));
}

/// A random position after the seeding rounds.
fn position(seed: u64, max_players: usize) -> RoundInput {
    let mut input = plain::random_position(seed, max_players);
    if input.round <= seeding_rounds(input.rounds_total) {
        input.rounds_total = input.round;
    }
    input
}

#[test]
fn the_literal_text_agrees_on_random_positions() {
    both::agrees_with_the_judge(System::Burstein, position, literal::pair);
}

#[test]
fn an_explanation_reads_well() {
    // Four players, one seeding round; 1 and 4 have met, so that in round 2 the next of the order stands.
    let mut input = plain::first_round(4);
    input.rounds_total = 3;
    plain::play(&mut input, &[(1, 4, 5), (2, 3, 5)]);
    let found = pair(System::Burstein, &input).unwrap();
    let pairs: Vec<(u32, u32)> = found.pairs.iter().map(|pair| (pair.white, pair.black)).collect();
    assert_eq!(pairs, [(3, 1), (4, 2)]);
    let texts = |question| -> Vec<String> {
        let name = |tpn: u32| format!("No. {tpn}");
        let reasons = explain(System::Burstein, &input, question, &name).unwrap();
        reasons.into_iter().map(|reason| format!("{}: {}", reason.article, reason.text)).collect()
    };
    assert_eq!(
        texts(Question::Pair(3, 1)),
        [
            "C.04.4.2 art. 3.2: The bracket is the scoregroup of 0.5 points with 4 players.",
            "C.04.4.2 art. 4: A high Index meets a low one: No. 1 (Buchholz 0.5, Sonneborn-Berger 0.25, place 1 of the \
             bracket) gets No. 3 (Buchholz 0.5, Sonneborn-Berger 0.25, place 3 of the bracket), the last of the order who \
             can be.",
            "C.04.4.2 [C1]: No. 1 and No. 4 have met in round 1.",
            "C.04.4.2 art. 5.2.2: No. 3 has White against No. 1: No. 3 wishes White strongly, No. 1 Black strongly, and both \
             can be granted.",
        ]
    );
    // 1 against 2 would deny two wishes.
    let worse = texts(Question::Pair(1, 2));
    assert!(
        worse.last().unwrap().contains("No. 1 (Buchholz 0.5, Sonneborn-Berger 0.25, place 1 of the bracket) gets"),
        "{worse:?}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn every_question_has_an_answer(seed: u64, players in 2usize..14) {
        both::ask_everything(System::Burstein, &position(seed, players))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn larger_random_positions_are_paired_legally(seed: u64, players in 10usize..60) {
        both::is_legal(System::Burstein, &position(seed, players))?;
    }
}
