//! Layout of real documents: everything inside the margins, no text outside its cell, cells that do not overlap, pages that follow each other.

mod common;

use common::{state, swiss};
use reports::document::{Block, Column, Document, Row, Table};
use reports::fonts::Fonts;
use reports::layout::{Area, Item, Layout, MARGIN, layout};
use reports::{Options, Paper, What, build};
use tournament::model::System;

/// Half a hundredth of a point for rounding.
const NOTHING: f32 = 0.06;

fn options(paper: Paper, large_print: bool) -> Options {
    Options { paper, large_print, printed_at: "2026-05-17 14:30".to_owned() }
}

fn inside(inner: Area, outer: Area) -> bool {
    inner.left >= outer.left - NOTHING
        && inner.right <= outer.right + NOTHING
        && inner.top >= outer.top - NOTHING
        && inner.bottom <= outer.bottom + NOTHING
}

/// The extent of a line of text: its advance, and the height between capitals and descenders.
fn extent(item: &Item) -> Option<(Area, Area, String)> {
    let Item::Text { x, y, size, text, within, .. } = item else { return None };
    let area = Area { left: *x, right: x + text.width_at(*size), top: y - 0.72 * size, bottom: y + 0.22 * size };
    Some((area, *within, text.runs.iter().map(|run| run.text.as_str()).collect()))
}

/// Checks every page; `slips`: cut lines may reach the edge of the paper.
fn check(layout: &Layout, what: &str, slips: bool) {
    let page_area = Area { left: MARGIN, top: MARGIN, right: layout.width - MARGIN, bottom: layout.height - MARGIN };
    assert!(!layout.pages.is_empty(), "{what}: no page");
    for (number, page) in layout.pages.iter().enumerate() {
        let texts: Vec<_> = page.items.iter().filter_map(extent).collect();
        assert!(!texts.is_empty(), "{what}: page {number} is empty");
        for (area, within, text) in &texts {
            assert!(inside(*area, page_area), "{what}, page {number}: \"{text}\" leaves the margins: {area:?}");
            assert!(
                area.left >= within.left - NOTHING && area.right <= within.right + NOTHING,
                "{what}, page {number}: \"{text}\" leaves its cell: {area:?} in {within:?}"
            );
        }
        for (index, (a, _, first)) in texts.iter().enumerate() {
            for (b, _, second) in &texts[index + 1..] {
                let apart = a.right <= b.left + NOTHING
                    || b.right <= a.left + NOTHING
                    || a.bottom <= b.top + NOTHING
                    || b.bottom <= a.top + NOTHING;
                assert!(apart, "{what}, page {number}: \"{first}\" and \"{second}\" overlap: {a:?} {b:?}");
            }
        }
        for item in &page.items {
            match item {
                Item::Line { from, to, dashed, .. } if !(slips && *dashed) => {
                    let area = Area {
                        left: from.0.min(to.0),
                        right: from.0.max(to.0),
                        top: from.1.min(to.1),
                        bottom: from.1.max(to.1),
                    };
                    assert!(inside(area, page_area), "{what}, page {number}: a line leaves the margins: {area:?}");
                }
                Item::Fill { area, .. } => assert!(inside(*area, page_area), "{what}, page {number}: {area:?}"),
                _ => {}
            }
        }
    }
}

fn texts(layout: &Layout, page: usize) -> Vec<String> {
    layout.pages[page].items.iter().filter_map(extent).map(|(_, _, text)| text).collect()
}

#[test]
fn every_report_stays_inside_its_cells() {
    let fonts = Fonts::new();
    for players in [2, 7, 24, 30, 130] {
        let state = state(players, 5.min(players as u32 - 1), swiss(), true);
        for what in What::offered(&swiss()) {
            let document = build(&state, what, None).unwrap();
            for (paper, large) in [(Paper::A4, false), (Paper::Letter, false), (Paper::A4, true)] {
                let layout = layout(&document, &options(paper, large), &fonts);
                check(&layout, &format!("{what} of {players} on {paper}"), what == What::Slips);
                assert!(layout.missing.is_empty(), "{what}: {:?}", layout.missing);
            }
        }
    }
}

#[test]
fn wide_tables_of_a_round_robin_fit() {
    let fonts = Fonts::new();
    for players in [10, 30] {
        let system = System::RoundRobin { cycles: 1, exchange_last_two: false };
        let state = state(players, players as u32 - 1, system, false);
        let document = build(&state, What::CrossTable, None).unwrap();
        let layout = layout(&document, &options(Paper::A4, false), &fonts);
        check(&layout, "round-robin", false);
        assert_eq!(layout.width > layout.height, players == 30, "only the wide one lies on its long side");
    }
}

#[test]
fn a_table_that_fits_in_no_way_is_cut_but_never_overlaps() {
    let mut table = Table::new((0..60).map(|_| Column::number("Number")).collect());
    for _ in 0..100 {
        table.push((0..60).map(|column| (column * 1_234_567).to_string()).collect());
    }
    let document = Document { title: "Wide".to_owned(), blocks: vec![Block::Table(table)], ..Document::default() };
    check(&layout(&document, &options(Paper::A4, false), &Fonts::new()), "wide", false);
}

#[test]
fn header_rows_and_page_numbers_repeat() {
    let state = state(500, 9, swiss(), false);
    let document = build(&state, What::Standings, None).unwrap();
    let layout = layout(&document, &options(Paper::A4, false), &Fonts::new());
    let count = layout.pages.len();
    assert!((8..=14).contains(&count), "{count} pages");
    let mut names = 0;
    for page in 0..count {
        let texts = texts(&layout, page);
        assert!(texts.iter().any(|text| text == "Rank"), "page {page} has no header row");
        assert!(texts.contains(&format!("Page {} of {count}", page + 1)), "page {page}: {texts:?}");
        let rows = texts.iter().filter(|text| text.contains(", ") && !text.contains(':')).count();
        assert!(rows >= 2, "page {page} has {rows} rows");
        names += rows;
    }
    assert!(names >= 500);
}

#[test]
fn names_of_forty_characters_are_never_cut() {
    let fonts = Fonts::new();
    let mut state = state(24, 5, swiss(), false);
    for (index, player) in state.players.values_mut().enumerate() {
        let player = std::sync::Arc::make_mut(player);
        player.name = ["Featherstonehaugh-Cholmondeley, Marmaduke", "Христофорова-Богоявленская, Александрина"]
            [index % 2]
            .chars()
            .take(40)
            .collect();
        assert_eq!(player.name.chars().count(), 40);
    }
    for what in What::offered(&swiss()) {
        let document = build(&state, what, None).unwrap();
        for paper in [Paper::A4, Paper::Letter] {
            let layout = layout(&document, &options(paper, false), &fonts);
            for page in 0..layout.pages.len() {
                for text in texts(&layout, page) {
                    let cut = text.ends_with('…') && (text.contains("Feather") || text.contains("Христо"));
                    assert!(!cut, "{what} on {paper}: {text}");
                }
            }
        }
    }
}

#[test]
fn large_print_is_large() {
    let state = state(24, 5, swiss(), true);
    let document = build(&state, What::Pairings, None).unwrap();
    let size = |large| {
        let layout = layout(&document, &options(Paper::A4, large), &Fonts::new());
        let sizes = layout.pages[0].items.iter().filter_map(|item| match item {
            Item::Text { size, text, .. } if text.runs.iter().any(|run| run.text == "GM Koch, Ida") => Some(*size),
            _ => None,
        });
        sizes.fold(0.0, f32::max)
    };
    assert!(size(true) > 1.35 * size(false), "{} and {}", size(true), size(false));
}

#[test]
fn eight_slips_to_a_sheet_in_stack_order() {
    let state = state(66, 1, swiss(), true);
    let document = build(&state, What::Slips, None).unwrap();
    let Block::Slips(slips) = &document.blocks[0] else { panic!("slips expected") };
    assert_eq!(slips.len(), 33);
    let layout = layout(&document, &options(Paper::A4, false), &Fonts::new());
    assert_eq!(layout.pages.len(), 5);
    // Place by place through the sheets: the order of the piles after the cut.
    let board = |page: usize, left: bool, row: usize| {
        layout.pages[page].items.iter().filter_map(extent).find_map(|(area, _, text)| {
            let here = (area.left < layout.width / 2.0) == left
                && (area.top / (layout.height / 4.0)) as usize == row
                && text.starts_with("Board");
            here.then_some(text)
        })
    };
    let mut order = Vec::new();
    for row in 0..4 {
        for left in [true, false] {
            order.extend((0..5).filter_map(|page| board(page, left, row)));
        }
    }
    let expected: Vec<String> = (1..=33).map(|number| format!("Board {number}")).collect();
    assert_eq!(order, expected);
}

#[test]
fn odd_documents_do_no_harm() {
    let fonts = Fonts::new();
    let long = "word ".repeat(3000);
    let unbroken = "x".repeat(3000);
    let mut table = Table::new(vec![Column::text("Text").wrapped(), Column::name("")]);
    table.push(vec![long.clone(), unbroken.clone(), "too many".to_owned()]);
    table.rows.push(Row::Group("Only a heading".to_owned()));
    for blocks in [
        Vec::new(),
        vec![Block::Table(Table::default())],
        vec![Block::Paragraph(long.clone()), Block::Paragraph(unbroken), Block::Heading(String::new())],
        vec![Block::Together(vec![Block::Table(table)])],
        vec![Block::Slips(Vec::new())],
        vec![Block::Paragraph("a\nb\r\n\tc\u{0}".to_owned())],
    ] {
        let document = Document { title: long.clone(), event: String::new(), blocks, ..Document::default() };
        let layout = layout(&document, &options(Paper::A4, false), &fonts);
        assert!(!layout.pages.is_empty() && layout.pages.len() < 60, "{} pages", layout.pages.len());
        assert!(reports::pdf::write(&document, &options(Paper::A4, false)).is_ok());
    }
}

#[test]
fn brackets_of_any_size_fit_their_pages() {
    use pairing::knockout::{Bracket, Format, Seeding, Side};
    let fonts = Fonts::new();
    for players in [2, 5, 8, 16, 23, 64, 100] {
        for format in [Format::THIRD_PLACE, Format::Double { reset: true }] {
            let mut bracket = Bracket::new(players, &Seeding::Standard, format).unwrap();
            for _ in 0..2 {
                for (number, first, second) in bracket.ready() {
                    bracket.decide(number, if first < second { Side::First } else { Side::Second }).unwrap();
                }
            }
            let name = |seed: u32| common::name(seed as usize);
            let scores = |number: u32| number.is_multiple_of(2).then(|| ["1½".to_owned(), "½".to_owned()]);
            let blocks = reports::bracket_blocks(&bracket, &name, &scores);
            let document = Document { title: "Bracket".to_owned(), blocks, ..Document::default() };
            let layout = layout(&document, &options(Paper::A4, false), &fonts);
            check(&layout, &format!("bracket of {players}"), false);
            let all: Vec<String> = (0..layout.pages.len()).flat_map(|page| texts(&layout, page)).collect();
            // Whoever has not yet played stands in the first round.
            let known = (1..=players).filter(|&seed| all.contains(&name(seed))).count();
            let short = (1..=players).filter(|&seed| name(seed).chars().count() < 25).count();
            assert!(known >= short, "{known} of {short} names in a bracket of {players}");
        }
    }
}

#[test]
fn a_heading_stands_with_what_it_heads() {
    let fonts = Fonts::new();
    let words = "as long as it takes to need three lines of a narrow column ".repeat(4);
    for filler in 30..60 {
        let mut table = Table::new(vec![Column::number("Round"), Column::text("Told").wrapped()]);
        for round in 1..=8 {
            table.push(vec![round.to_string(), words.clone()]);
        }
        let mut blocks = vec![Block::Paragraph("line\n".repeat(filler))];
        blocks.extend([Block::Heading("What happened".to_owned()), Block::Table(table)]);
        let document = Document { title: "Report".to_owned(), blocks, ..Document::default() };
        let layout = layout(&document, &options(Paper::Letter, false), &fonts);
        let page =
            (0..layout.pages.len()).find(|&page| texts(&layout, page).iter().any(|text| text == "What happened"));
        let texts = texts(&layout, page.unwrap());
        for expected in ["Told", "1", "2"] {
            assert!(texts.iter().any(|text| text == expected), "{filler} lines before: no {expected}");
        }
    }
}

#[test]
fn a_long_event_name_takes_two_lines() {
    let name = "Memorial Tournament of the National Federation in Honour of the Hundredth Birthday of its Founder, Open Group A";
    let mut state = state(24, 5, swiss(), false);
    std::sync::Arc::make_mut(&mut state.settings).name = name.to_owned();
    for paper in [Paper::A4, Paper::Letter] {
        let document = build(&state, What::Cards, None).unwrap();
        let layout = layout(&document, &options(paper, false), &Fonts::new());
        check(&layout, "long event name", false);
        assert!(layout.pages.len() > 1);
        for page in 0..layout.pages.len() {
            let joined = texts(&layout, page).join(" ");
            assert!(joined.contains(name), "page {page} on {paper}: {joined}");
        }
    }
}

#[test]
fn cuts_run_only_along_slips() {
    let fonts = Fonts::new();
    for players in [2, 4, 6, 14, 16, 22] {
        let state = state(players, 1, swiss(), true);
        let layout = layout(&build(&state, What::Slips, None).unwrap(), &options(Paper::A4, false), &fonts);
        let (width, height) = (layout.width / 2.0, layout.height / 4.0);
        for page in &layout.pages {
            let boards: Vec<(usize, usize)> = page
                .items
                .iter()
                .filter_map(extent)
                .filter(|(_, _, text)| text.starts_with("Board"))
                .map(|(area, _, _)| ((area.left / width) as usize, (area.top / height) as usize))
                .collect();
            assert!(!boards.is_empty());
            let cuts: Vec<_> = page
                .items
                .iter()
                .filter_map(|item| match item {
                    Item::Line { from, to, dashed: true, .. } => Some((*from, *to)),
                    _ => None,
                })
                .collect();
            // Looked at in the middle of every edge between two places: a cut where a slip is on one of its sides, and only there.
            for row in 0..4 {
                for column in 0..2 {
                    let slip = |column, row| boards.contains(&(column, row));
                    if column == 0 {
                        let middle = (row as f32 + 0.5) * height;
                        let cut = cuts.iter().any(|(a, b)| a.0 == b.0 && a.1 < middle && middle < b.1);
                        assert_eq!(cut, slip(0, row) || slip(1, row), "{players} players, beside row {row}");
                    }
                    if row < 3 {
                        let (middle, y) = ((column as f32 + 0.5) * width, (row as f32 + 1.0) * height);
                        let here = |at: f32| (at - y).abs() < 0.1;
                        let cut = cuts.iter().any(|(a, b)| here(a.1) && here(b.1) && a.0 < middle && middle < b.0);
                        assert_eq!(cut, slip(column, row) || slip(column, row + 1), "{players} players, below {row}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_small_event_is_set_larger_than_a_big_one() {
    let size = |players: usize| {
        let mut state = state(players, 3, swiss(), false);
        for player in state.players.values_mut() {
            std::sync::Arc::make_mut(player).name.truncate(0);
            std::sync::Arc::make_mut(player).name.push_str("Becker, Lea");
        }
        let document = build(&state, What::Pairings, None).unwrap();
        let layout = layout(&document, &options(Paper::A4, false), &Fonts::new());
        check(&layout, "pairings", false);
        let sizes = layout.pages[0].items.iter().filter_map(|item| match item {
            Item::Text { size, text, .. } if text.runs.iter().any(|run| run.text == "Becker, Lea") => Some(*size),
            _ => None,
        });
        let sizes: Vec<f32> = sizes.collect();
        assert!(sizes.iter().all(|size| *size == sizes[0]), "one size in one table: {sizes:?}");
        (sizes[0], layout.pages.len())
    };
    let (small, pages) = size(24);
    assert!(small >= 11.0 && pages == 1, "{small}, {pages} pages");
    let (big, pages) = size(300);
    assert!(big <= 9.5 && pages > 1, "{big}, {pages} pages");
}
