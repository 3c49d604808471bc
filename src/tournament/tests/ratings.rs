//! Rating changes and tables against the corpus.

use std::path::Path;
use tournament::ratings::{RatingRules, difference_for, expected_hundredths};

fn lines(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/ratings").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// Decimal text in hundredths, exactly.
fn hundredths(text: &str) -> i32 {
    let (sign, text) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
    let rest = format!("{rest:0<2}");
    assert_eq!(rest.len(), 2, "{text} has more than two decimals");
    sign * (whole.parse::<i32>().unwrap() * 100 + rest.parse::<i32>().unwrap())
}

#[test]
fn two_hundred_games() {
    let rules = RatingRules::default();
    let games = lines("rating.tsv");
    assert_eq!(games.len(), 200);
    for line in games {
        let number = |at: usize| line[at].parse::<i32>().unwrap();
        let half_points = hundredths(&line[2]) / 50;
        let game = rules.game(number(0) as u16, number(1) as u16, half_points as u8);
        assert_eq!(game.difference, number(4), "{line:?}");
        assert_eq!(game.used, number(5), "{line:?}");
        assert_eq!(game.expected, hundredths(&line[6]), "{line:?}");
        assert_eq!(game.change(number(3) as u8), hundredths(&line[7]), "{line:?}");
    }
}

#[test]
fn table_of_differences() {
    let table = lines("rating_dp.tsv");
    assert_eq!(table.len(), 101);
    for line in table {
        assert_eq!(difference_for(hundredths(&line[0]).into()), line[1].parse::<i64>().unwrap(), "{line:?}");
    }
}

#[test]
fn table_of_expected_scores() {
    let mut next = 0;
    for line in lines("rating_pd.tsv") {
        let from: i64 = line[0].parse().unwrap();
        assert_eq!(from, next, "the bands follow each other");
        let to = line[1].parse().unwrap_or(3000);
        for difference in from..=to {
            assert_eq!(expected_hundredths(difference), i64::from(hundredths(&line[2])), "{difference}");
            if difference > 0 {
                assert_eq!(expected_hundredths(-difference), i64::from(hundredths(&line[3])), "-{difference}");
            }
        }
        next = to + 1;
    }
    assert_eq!(next, 3001);
}
