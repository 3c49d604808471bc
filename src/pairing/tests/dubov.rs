//! The Dubov System: recorded tournaments replayed, and a literal enumeration as the judge of small fields.

#[path = "dubov/both.rs"]
mod both;
#[path = "dubov/literal.rs"]
mod literal;
#[path = "dubov/plain.rs"]
mod plain;
#[path = "dubov/replay.rs"]
mod replay;

use pairing::swiss::{Question, System, explain, pair};
use proptest::prelude::*;

#[test]
fn recorded_tournaments() {
    replay::assert_replays(include_str!("dubov/random.txt"), System::Dubov, 250);
}

#[test]
fn recorded_tournaments_where_the_text_decides() {
    replay::assert_replays(include_str!("dubov/text.txt"), System::Dubov, 90);
}

/// More of them: `PAIRING_DUBOV=folder:folder cargo test`.
#[test]
fn recorded_tournaments_of_folders() {
    replay::assert_replays_folders("PAIRING_DUBOV", System::Dubov);
}

#[test]
fn the_literal_text_agrees_on_random_positions() {
    both::agrees_with_the_judge(System::Dubov, plain::random_position, literal::pair);
}

#[test]
fn an_explanation_reads_well() {
    // The example of the text: eight players, the first four have won in round 1.
    let mut input = plain::first_round(8);
    plain::play(&mut input, &[(1, 5, 10), (6, 2, 0), (3, 7, 10), (8, 4, 0)]);
    let found = pair(System::Dubov, &input).unwrap();
    let pairs: Vec<(u32, u32)> = found.pairs.iter().map(|pair| (pair.white, pair.black)).collect();
    assert_eq!(pairs, [(4, 1), (2, 3), (5, 8), (7, 6)]);
    let texts = |question| -> Vec<String> {
        let name = |tpn: u32| format!("No. {tpn}");
        let reasons = explain(System::Dubov, &input, question, &name).unwrap();
        reasons.into_iter().map(|reason| format!("{}: {}", reason.article, reason.text)).collect()
    };
    assert_eq!(
        texts(Question::Player(2)),
        [
            "C.04.4.1 art. 3.2.1: The bracket is the scoregroup of 1 point with 4 players.",
            "C.04.4.1 art. 3.2.3: 2 players wish White, 2 do not; pairs are made across.",
            "C.04.4.1 art. 3.2.5, 3.2.6: No. 2 (average rating of opponents 2440) is number 2 of those who are served in turn \
             and gets No. 3, the first in the order of numbers who can be.",
            "C.04.4.1 art. 5.2.2: No. 2 has White against No. 3: No. 2 wishes White strongly, No. 3 Black strongly, and both \
             can be granted.",
        ]
    );
    assert_eq!(texts(Question::Pair(5, 1)), ["C.04.4.1 [C1]: No. 5 and No. 1 have met in round 1."]);
    let same = texts(Question::Pair(2, 4));
    assert!(same.last().unwrap().contains("in the same subgroup"), "{same:?}");
    let order = texts(Question::Pair(1, 2));
    assert!(order.last().unwrap().contains("No. 4 was served before No. 2 and got No. 1"), "{order:?}");
    let other = texts(Question::Pair(3, 6));
    assert!(
        other[0].contains("No. 3 is paired in the bracket of 1 point, to which No. 6 with 0 points does not belong"),
        "{other:?}"
    );
    let nobody = explain(System::Dubov, &input, Question::Player(9), &|tpn| tpn.to_string());
    assert!(nobody.unwrap_err().to_string().contains("no participant with number 9"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn every_question_has_an_answer(seed: u64, players in 2usize..14) {
        both::ask_everything(System::Dubov, &plain::random_position(seed, players))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn larger_random_positions_are_paired_legally(seed: u64, players in 10usize..60) {
        both::is_legal(System::Dubov, &plain::random_position(seed, players))?;
    }
}
