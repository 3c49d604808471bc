//! Cards, cross tables, categories and the check of report files, on the corpus.

use std::path::Path;
use tournament::model::Title;
use tournament::prizes::{PrizeFund, PrizeList, Sharing, award};
use tournament::ratings::{RatingRules, event_ratings, period_ratings};
use tournament::standings::{self, Difference, Order, TeamTable, TieBreak};
use tournament::trf::{self, Trf};

fn file(name: &str) -> Trf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/standings").join(name);
    trf::read(&std::fs::read(path).unwrap()).unwrap()
}

fn list(text: &str) -> Vec<TieBreak> {
    TieBreak::parse_list(text).unwrap()
}

#[test]
fn a_card_adds_up() {
    let trf = file("swiss/swiss-021.trf");
    let table = trf.cross_table(None).unwrap();
    let ranked = standings::compute(&table, &list("BH/C1,FB"));
    let rules = RatingRules::default();
    for row in &ranked.rows {
        let card = standings::card(&table, &ranked, row.number, &rules, 20).unwrap();
        assert_eq!(card.lines.len(), 10);
        assert_eq!(card.lines[9].score + card.extra_points, row.points);
        let change = card.rating_change.change.as_ref().unwrap();
        let by_lines: i32 = card.lines.iter().filter_map(|line| line.change).map(|change| change.change(20)).sum();
        assert_eq!(by_lines, change.change);
        assert_eq!(card.games.to_string(), change.games.len().to_string());
        assert_eq!(card.starting_place, row.number);
    }
    // Player 1 of the file: nine games over the board, the forfeit win of round 5 not among them.
    let card = standings::card(&table, &ranked, 1, &rules, 20).unwrap();
    assert!(card.lines[4].change.is_none() && card.lines[3].change.is_some());
    assert_eq!((card.average.to_string().as_str(), card.performance.to_string().as_str()), ("1961", "2127"));
    assert!(standings::card(&table, &ranked, 99, &rules, 20).is_none());
}

#[test]
fn expected_scores_agree_with_the_corpus() {
    // The column RSES holds the sum of expected scores without the 400-point rule.
    let rules = RatingRules { largest_difference: None, ..RatingRules::default() };
    let table = file("swiss/swiss-021.trf").cross_table(None).unwrap();
    let ranked = standings::compute(&table, &list("RSES"));
    for rating in event_ratings(&table, &rules, |_| 20) {
        let change = rating.change.unwrap();
        let expected: i32 = change.games.iter().map(|game| game.expected).sum();
        let value = ranked.row_of(rating.number).unwrap().values[0];
        assert_eq!(value, standings::Value::hundredths(expected.into()));
        assert_eq!(change.gain, rating.half_points as i32 * 50 - expected);
    }
}

#[test]
fn rating_periods_add_up() {
    let table = file("swiss/swiss-021.trf").cross_table(None).unwrap();
    let rules = RatingRules::default();
    let gain = |rounds| -> Vec<i32> {
        period_ratings(&table, &rules, rounds, |_| 20).iter().map(|r| r.change.as_ref().unwrap().gain).collect()
    };
    let sums: Vec<i32> = gain(1..=4).iter().zip(gain(5..=10)).map(|(a, b)| a + b).collect();
    assert_eq!(sums, gain(1..=10));
    assert!(gain(11..=12).iter().all(|gain| *gain == 0));
}

#[test]
fn a_swiss_cross_table_has_rounds_across() {
    let table = file("swiss/swiss-021.trf").cross_table(None).unwrap();
    let ranked = standings::compute(&table, &list("BH/C1,FB"));
    let view = standings::cross_view(&table, &ranked, Order::Rank);
    assert!(!view.grid);
    let first = &view.rows[0];
    assert_eq!((first.number, first.rank, first.cells.len()), (4, 1, 10));
    let cells: Vec<String> = first.cells.iter().map(|cell| cell[0].to_string()).collect();
    // By rank: 10 is 11th, 13 is 10th, 1 is 2nd, 3 is 5th ...
    assert_eq!(cells[..4], ["11b1", "10w1", "2b½", "5w1"]);
    assert_eq!(cells[7], "8w+");
    let by_number = standings::cross_view(&table, &ranked, Order::Number);
    let cells: Vec<String> = by_number.rows[3].cells.iter().map(|cell| cell[0].to_string()).collect();
    assert_eq!(cells[..4], ["10b1", "13w1", "1b½", "3w1"]);
    assert_eq!(by_number.rows[1].cells[7][0].to_string(), "+", "the pairing-allocated bye");
}

#[test]
fn a_round_robin_cross_table_has_opponents_across() {
    let table = file("roundrobin/rr-016.trf").cross_table(None).unwrap();
    let ranked = standings::compute(&table, &list("DE,WIN,SB,TPN"));
    let view = standings::cross_view(&table, &ranked, Order::Rank);
    assert!(view.grid);
    for (at, row) in view.rows.iter().enumerate() {
        assert!(row.cells[at].is_empty(), "nobody meets himself");
        for (other, games) in row.cells.iter().enumerate().filter(|(other, _)| *other != at) {
            assert_eq!(games.len(), 2, "two cycles");
            let back = &view.rows[other].cells[at];
            assert!(games.iter().zip(back).all(|(a, b)| a.round == b.round && a.half_points + b.half_points <= 2));
        }
    }
}

#[test]
fn categories_keep_the_order() {
    let table = file("swiss/swiss-021.trf").cross_table(None).unwrap();
    let ranked = standings::compute(&table, &[]);
    // Points 8½; 7½ for 1 and 5; 7 for 2; ...
    let placed = standings::category(&ranked, |number| [1, 2, 5, 13].contains(&number));
    let places: Vec<(u32, u32, u32)> = placed.iter().map(|p| (p.place, p.standing.rank, p.standing.number)).collect();
    assert_eq!(places, [(1, 2, 1), (1, 2, 5), (3, 4, 2), (4, 10, 13)]);
}

#[test]
fn prizes_of_a_category() {
    let table = file("swiss/swiss-021.trf").cross_table(None).unwrap();
    let ranked = standings::compute(&table, &list("BH/C1,FB"));
    let fund = PrizeFund {
        lists: vec![
            PrizeList { name: "Main".to_owned(), amounts: vec![300, 200, 100], sharing: Sharing::Hort, category: None },
            PrizeList {
                name: "B".to_owned(),
                amounts: vec![150],
                category: Some("B".to_owned()),
                ..PrizeList::default()
            },
        ],
        one_per_player: true,
        ..PrizeFund::default()
    };
    let awards = award(&ranked, &fund, |_, number| number >= 5, |id| Some(id.0));
    let short: Vec<(u32, u64)> = awards.awards.iter().map(|award| (award.number, award.amount)).collect();
    // 1 and 5 share 200 + 100 for ranks 2 and 3: 175 and 125; 5 is better off with the 150 of its category. Then 1 has rank 2 alone and 2 the third prize.
    assert_eq!(short, [(4, 300), (1, 200), (2, 100), (5, 150)]);
}

#[test]
fn report_files_are_checked() {
    let mut trf = file("swiss/swiss-021.trf");
    // The ranks of the corpus files go by points and number only: 1 and 5 are level on points and stand as the list says, or not.
    let ranks = |trf: &Trf| standings::check(trf).unwrap();
    let ranked = standings::compute(&trf.cross_table(None).unwrap(), &list("BH/C1,FB"));
    for player in &mut trf.players {
        player.rank = Some(ranked.row_of(player.number).unwrap().rank);
    }
    assert_eq!(ranks(&trf), []);
    trf.players[0].rank = Some(4);
    assert_eq!(ranks(&trf), [Difference::Rank { number: 1, computed: 2, given: 4 }]);
    trf.players[0].rank = None;
    trf.players[3].points = Some(pairing::Points(90));
    assert_eq!(ranks(&trf)[0].to_string(), "no. 4: points 9 in the file, computed 8.5");
    trf.header.tiebreaks = vec!["NONSENSE".to_owned()];
    assert!(matches!(ranks(&trf)[0], Difference::List { .. }));
    assert_eq!(standings::check_after(&trf, 3).unwrap().rows[0].points, pairing::Points(25));
}

#[test]
fn team_report_files_are_checked() {
    let mut trf = file("team/team-03.trf");
    assert_eq!(standings::check(&trf).unwrap().len(), 2, "the file's own order of teams 1 and 2 is by number");
    trf.teams[0].game_points = Some(pairing::Points(130));
    let told: Vec<String> = standings::check(&trf).unwrap().iter().map(ToString::to_string).collect();
    assert!(told.contains(&"team 1: game points 13 in the file, computed 13.5".to_owned()));
}

#[test]
fn a_cross_table_of_teams() {
    let trf = file("team/team-03.trf");
    let table = TeamTable::from_trf(&trf, None).unwrap();
    let ranked = standings::compute_teams(&table, &list("MPVGP,SB:MP,TBR"));
    let view = standings::cross_view_teams(&table, &ranked, Order::Number);
    assert!(view.grid);
    for (at, row) in view.rows.iter().enumerate() {
        let games: i32 = row.cells.iter().flatten().map(|cell| cell.points.tenths()).sum();
        assert_eq!(standings::Value::tenths(games.into()), row.values[0], "game points of team {}", row.number);
        for (other, cells) in row.cells.iter().enumerate().filter(|(other, _)| *other != at) {
            assert_eq!(cells.len(), 1);
            assert_eq!(cells[0].points + view.rows[other].cells[at][0].points, pairing::Points(40), "four boards");
        }
    }
}

#[test]
fn k_from_a_report_file() {
    let mut trf = file("swiss/swiss-021.trf");
    let rules = RatingRules::default();
    assert_eq!(rules.k_of_report(&trf, 1), 20);
    trf.players[0].rating = 2400;
    assert_eq!(rules.k_of_report(&trf, 1), 10);
    trf.players[2].birth = Some("2010".parse().unwrap());
    assert_eq!(rules.k_of_report(&trf, 3), 40);
}

#[test]
fn the_order_of_rows_does_not_matter() {
    for name in ["swiss/swiss-004.trf", "swiss/swiss-044.trf", "roundrobin/rr-016.trf"] {
        let table = file(name).cross_table(None).unwrap();
        let codes = list("DE,BH/C1,SB/C2,WIN,PS,STD,AOB,KS,BH/M1,DE/P");
        let ranked = standings::compute(&table, &codes);
        let mut turned = table.clone();
        turned.rows.reverse();
        let middle = turned.rows.len() / 3;
        turned.rows.rotate_left(middle);
        for row in standings::compute(&turned, &codes).rows {
            let before = ranked.row_of(row.number).unwrap();
            assert_eq!((row.rank, &row.values), (before.rank, &before.values), "{name} no {}", row.number);
        }
    }
}

#[test]
fn standings_after_an_earlier_round() {
    let trf = file("swiss/swiss-021.trf");
    let codes = list("BH/C1,FB,SB");
    let shorter = standings::compute(&trf.cross_table(Some(4)).unwrap(), &codes);
    let mut cut = trf.cross_table(None).unwrap();
    cut.rounds = 4;
    assert_eq!(standings::compute(&cut, &codes).rows, shorter.rows);
}

#[test]
fn titles_come_from_the_file() {
    let mut trf = file("swiss/swiss-021.trf");
    trf.players[1].title = Some(Title::IM);
    let table = trf.cross_table(None).unwrap();
    let ranked = standings::compute(&table, &[]);
    let card = standings::card(&table, &ranked, 1, &RatingRules::default(), 10).unwrap();
    let second = card.lines.iter().find(|line| line.opponent == Some(2)).unwrap();
    assert_eq!(second.title, Some(Title::IM));
}
