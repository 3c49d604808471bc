//! Documents for the arbiter's signature: prizes, categories, ratings, norms, sums.

mod common;

use common::{state, swiss};
use reports::document::{Block, Document, Row, Table};
use reports::{Options, ReportError, View, What, build, html, pdf};
use std::sync::Arc;
use tournament::model::*;
use tournament::prizes::{PrizeFund, PrizeList, Sharing, SpecialPrize};
use tournament::standings::StageTable;

fn tables(blocks: &[Block]) -> Vec<&Table> {
    let mut found = Vec::new();
    for block in blocks {
        match block {
            Block::Table(table) => found.push(table),
            Block::Together(inner) => found.extend(tables(inner)),
            _ => {}
        }
    }
    found
}

fn cells(table: &Table) -> Vec<Vec<&str>> {
    let mut rows = Vec::new();
    for row in &table.rows {
        if let Row::Cells(cells) = row {
            rows.push(cells.iter().map(String::as_str).collect());
        }
    }
    rows
}

fn text(document: &Document) -> String {
    html::write(document, &Options::default())
}

/// Five rounds of 24 players with categories and prizes.
fn event() -> State {
    let mut state = state(24, 5, swiss(), false);
    let settings = Arc::make_mut(&mut state.settings);
    settings.categories = vec![
        Category { name: "U18".into(), ..Category::default() },
        Category { name: "Women".into(), sex: Some(Sex::Female), ..Category::default() },
        Category { name: "Nobody".into(), rule: "rating > 3000".into(), ..Category::default() },
    ];
    let list = |name: &str, category: Option<&str>, amounts: &[u32], sharing| PrizeList {
        name: name.into(),
        category: category.map(str::to_owned),
        amounts: amounts.to_vec(),
        sharing,
    };
    settings.prizes = PrizeFund {
        lists: vec![
            list("Main prizes", None, &[50_000, 30_000, 20_000], Sharing::Hort),
            list("Women's prizes", Some("Women"), &[10_000], Sharing::None),
        ],
        special: vec![SpecialPrize { name: "Best game".into(), amount: 5_050, winner: None, besides: false }],
        one_per_player: true,
        currency: "EUR".into(),
    };
    state
}

#[test]
fn every_new_document_is_written_as_pdf() {
    for players in [30, 200] {
        let mut big = state(players, 5, swiss(), false);
        big.settings = event().settings;
        let offered = What::offered(&big.stages[0].system);
        assert!(offered.len() > 10);
        for what in offered.into_iter().filter(|what| !matches!(what, What::Bracket | What::Openings)) {
            let document = build(&big, what, None).unwrap();
            let bytes = pdf::write(&document, &Options::default()).unwrap();
            assert!(bytes.starts_with(b"%PDF"), "{what}");
        }
    }
}

#[test]
fn prizes_add_up_and_nobody_has_two() {
    let state = event();
    let document = build(&state, What::Prizes, None).unwrap();
    let found = tables(&document.blocks);
    let mut names: Vec<&str> = found[..2].iter().flat_map(|table| cells(table)).map(|row| row[1]).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "one prize for each player");
    let cents = |text: &str| -> u64 {
        let number = text.trim_end_matches(" EUR");
        let (whole, cents) = number.split_once('.').unwrap_or((number, "00"));
        whole.parse::<u64>().unwrap() * 100 + cents.parse::<u64>().unwrap()
    };
    let main: u64 = cells(found[0]).iter().map(|row| cents(row[4])).sum();
    assert_eq!(main, 100_000, "what is shared adds up");
    assert!(text(&document).contains("not awarded yet") && text(&document).contains("50.50 EUR"));
    let mut none = state;
    Arc::make_mut(&mut none.settings).prizes = PrizeFund::default();
    assert!(
        matches!(build(&none, What::Prizes, None), Err(ReportError::NothingToShow(words)) if words.contains("settings"))
    );
}

#[test]
fn categories_are_printed_in_their_order() {
    let state = event();
    let document = build(&state, What::Categories, None).unwrap();
    let found = tables(&document.blocks);
    // U18 by name: every fourth; Women: every third; nobody is above 3000.
    assert_eq!(found.iter().map(|table| table.rows.len()).collect::<Vec<_>>(), [6, 8]);
    assert!(text(&document).contains("Nobody is in this category."));
    let ranks = StageTable::of(&state, 0, 5);
    for row in cells(found[1]) {
        let number: u32 = row[2].parse().unwrap();
        assert_eq!(ranks.standings.row_of(number).unwrap().rank.to_string(), row[1]);
    }
}

#[test]
fn provisional_standings_are_called_so() {
    let mut state = state(10, 5, swiss(), true);
    let open = |state: &State| state.open_games(0, 5);
    assert!(open(&state) > 1);
    for what in [What::Standings, What::CrossTable, What::Prizes, What::Categories] {
        state.settings = event().settings;
        let document = build(&state, what, None).unwrap();
        let wanted = format!("(provisional, {} games open)", open(&state));
        assert!(document.title.ends_with(&wanted), "{what}: {}", document.title);
    }
}

#[test]
fn rating_changes_by_total_and_by_game_agree() {
    let state = event();
    let totals = build(&state, What::Ratings, None).unwrap();
    let by_game = build(&state, What::RatingGames, None).unwrap();
    let rated = cells(tables(&totals.blocks)[0]);
    let change = totals.blocks.iter().find_map(|block| match block {
        Block::Table(table) => table.columns.iter().position(|column| column.title == "Change"),
        _ => None,
    });
    let hundredths = |text: &str| -> i32 { text.replace(['.', '+'], "").parse().unwrap() };
    // The first player's games, summed up.
    let games = cells(tables(&by_game.blocks)[0]);
    let sum: i32 = games.iter().map(|row| hundredths(row[9])).sum();
    assert_eq!(sum, hundredths(rated[0][change.unwrap()]));
    assert!(text(&totals).contains("Players without a rating"), "two of the 24 have no rating");
}

#[test]
fn norms_name_what_is_missing() {
    let state = event();
    let document = build(&state, What::Norms, Some(4)).unwrap();
    assert!(text(&document).contains("from round 5 on"));
    // Nine rounds: whoever can still make a norm is told what is missing.
    let mut long = common::state(24, 9, swiss(), false);
    for (player, at) in long.players.values_mut().zip(0..) {
        let player = Arc::make_mut(player);
        player.ratings = vec![Rating { list: "FIDE".into(), value: 2480 - 4 * at, k: Some(10) }];
        player.title = Some([Title::GM, Title::IM, Title::FM][usize::from(at) % 3]);
    }
    let document = build(&long, What::Norms, Some(6)).unwrap();
    assert!(text(&document).contains("needs"), "{}", text(&document));
    // A player's own sheet also shows an attempt.
    let id = long.stages[0].numbers[10];
    let one = build(View::from(&long).only(id), What::Norms, Some(9)).unwrap();
    assert!(tables(&one.blocks).len() != 1);
}

#[test]
fn sums_explain_every_value_of_the_standings() {
    let state = event();
    let ranked = StageTable::of(&state, 0, 5);
    let id = ranked.ids[ranked.standings.rows[0].index];
    let document = build(View::from(&state).only(id), What::TieBreaks, None).unwrap();
    let found = tables(&document.blocks);
    assert_eq!(found.len(), 1, "one sheet");
    let groups: Vec<&str> = found[0]
        .rows
        .iter()
        .filter_map(|row| match row {
            Row::Group(words) => Some(words.as_str()),
            Row::Cells(_) => None,
        })
        .collect();
    assert_eq!(groups.len(), ranked.standings.codes.len());
    for (words, value) in groups.iter().zip(&ranked.standings.rows[0].values) {
        assert!(words.contains(&format!("= {value}")), "{words}: {value}");
    }
    let all = build(&state, What::TieBreaks, None).unwrap();
    assert_eq!(tables(&all.blocks).len(), 24);
}

#[test]
fn cross_table_by_number_names_opponents_by_number() {
    let state = event();
    let document = build(&state, What::CrossTableByNumber, None).unwrap();
    let rows = cells(tables(&document.blocks)[0]);
    for (at, row) in rows.iter().enumerate() {
        assert_eq!(row[0], (at + 1).to_string());
    }
    // Round 1, board 1: the last number against the first.
    assert!(rows[0][3].starts_with("24"), "{:?}", rows[0]);
    let starting = build(&state, What::Starting, None).unwrap();
    assert_eq!(cells(tables(&starting.blocks)[0]).len(), 24);
    let facts = text(&build(&state, What::Tournament, None).unwrap());
    assert!(facts.contains("Games played") && facts.contains("Federations (5)"));
}

#[test]
fn an_event_of_more_than_30_days_is_reported_month_by_month() {
    let mut state = event();
    assert!(!text(&build(&state, What::Ratings, None).unwrap()).contains("Rating periods"), "nine days in May");
    let dates = ["2026-05-02", "2026-05-09", "2026-05-30", "2026-06-06", "2026-06-13"];
    Arc::make_mut(&mut state.settings).round_dates = dates.iter().map(|date| date.parse().ok()).collect();
    let document = build(&state, What::Ratings, None).unwrap();
    let tables = tables(&document.blocks);
    let columns: Vec<&str> = tables[1].columns.iter().map(|column| column.title.as_str()).collect();
    assert_eq!(columns, ["No.", "Name", "Rtg", "Games", "2026-05", "Games", "2026-06"]);
    // Below the limit of K times games the parts add up.
    let hundredths = |text: &str| -> i32 { text.replace(['.', '+'], "").parse().unwrap() };
    let total = tables[0].columns.iter().position(|column| column.title == "Change").unwrap();
    for (whole, parts) in cells(tables[0]).iter().zip(cells(tables[1]).iter().filter(|row| !row[4].is_empty())) {
        assert_eq!(hundredths(whole[total]), hundredths(parts[4]) + hundredths(parts[6]), "{whole:?} {parts:?}");
    }
}
