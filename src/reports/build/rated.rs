//! The rating report: change by game and total, first ratings.

use super::View;
use crate::document::{Block, Column, Document, Field, Table};
use pairing::swiss::Color;
use std::ops::RangeInclusive;
use tournament::crosstable::CrossTable;
use tournament::model::{PartialDate, RoundNumber};
use tournament::ratings::{EventRating, RatingRules, hundredths_text, period_ratings, state_ratings};

fn head(view: &View<'_>, round: RoundNumber, words: &str) -> Document {
    let rules = RatingRules::default();
    let title = if round == 0 { words.to_owned() } else { format!("{words} after round {round}") };
    let mut document = Document { title, ..Document::default() };
    document.fields.push(Field::new("Ratings", super::words::rating_source(&view.state.settings)));
    document.fields.push(Field::new("Computed by", format!("{} rules (B.02), not official", rules.name)));
    for text in late_results(view, round) {
        document.fields.push(Field::new("Reported late", text));
    }
    let open = view.state.open_games(view.stage, round);
    if open > 0 {
        document.fields.push(Field::new("Provisional", format!("{open} games are open")));
    }
    document
}

/// Results that count here and in no standings (FIDE C.04.2 art. 4.3).
fn late_results(view: &View<'_>, round: RoundNumber) -> Vec<String> {
    let rounds = view.state.stages.get(view.stage).map(|stage| stage.rounds.as_slice()).unwrap_or_default();
    let told = rounds.iter().zip(1..).take_while(|(_, number)| *number <= round);
    told.flat_map(|(paired, number)| paired.meetings.iter().map(move |meeting| (meeting, number)))
        .flat_map(|(meeting, number)| meeting.games.iter().map(move |game| (game, number)))
        .filter_map(|(game, number)| {
            let late = super::words::game_result(Some(game.late?));
            let names = format!("{} \u{2013} {}", view.state.name(game.white), view.state.name(game.black));
            let standing = super::words::game_result(game.result);
            Some(format!("round {number}: {names} {late}; the standings keep {standing}"))
        })
        .collect()
}

/// "5½".
fn half_points(half: u32) -> String {
    super::words::half(i32::try_from(half).unwrap_or(i32::MAX / 5) * 5)
}

/// The change with its sign: `+17.80`, `-3.40`, `0.00`.
fn signed(hundredths: i32) -> String {
    let sign = if hundredths > 0 { "+" } else { "" };
    format!("{sign}{}", hundredths_text(hundredths))
}

/// The change of everybody.
pub(super) fn totals(view: &View<'_>, round: RoundNumber) -> Document {
    let mut document = head(view, round, "Rating changes");
    let (table, ratings) = state_ratings(view.state, view.stage, round, &RatingRules::default());
    let ids = view.state.numbering(view.stage);
    let number = |value: Option<i32>| value.map_or_else(|| "\u{2013}".to_owned(), |value| value.to_string());
    let mut rated = Table::new(vec![
        Column::number("No.").long("Number"),
        Column::name("Name"),
        Column::mark("Fed").long("Federation").optional(3),
        Column::number("Id").long("Identity number").optional(4),
        Column::number("Rtg").long("Rating"),
        Column::number("K"),
        Column::number("Games").long("Rated games"),
        Column::number("Pts").long("Points in rated games"),
        Column::number("Rc").long("Average rating of opponents"),
        Column::number("Rp").long("Performance"),
        Column::number("We").long("Expected score"),
        Column::number("Change").strong(),
        Column::number("New").long("Rating after the event"),
    ]);
    let mut first = Table::new(vec![
        Column::number("No.").long("Number"),
        Column::name("Name"),
        Column::mark("Fed").long("Federation").optional(3),
        Column::number("Games").long("Games against rated opponents"),
        Column::number("Pts").long("Points in them"),
        Column::number("Rc").long("Average rating of opponents"),
        Column::number("First").long("First rating").strong(),
        Column::text("Remark").at_least(12).wrapped(),
    ]);
    for ((found, row), id) in ratings.iter().zip(&table.rows).zip(ids.iter()) {
        let player = view.player(*id);
        let federation = player.map(|p| p.federation.clone()).unwrap_or_default();
        if let Some(change) = &found.change {
            let expected: i32 = change.games.iter().map(|game| game.expected).sum();
            rated.push(vec![
                found.number.to_string(),
                view.titled_name(*id),
                federation,
                player.map(|p| p.id.clone()).unwrap_or_default(),
                found.rating.to_string(),
                change.k.to_string(),
                found.games.len().to_string(),
                half_points(found.half_points),
                number(found.average),
                number(found.performance),
                hundredths_text(expected),
                signed(change.change),
                (i32::from(change.rating) + change.rounded()).to_string(),
            ]);
        } else {
            let (value, remark) = first_rating(found);
            first.push(vec![
                found.number.to_string(),
                row.name.clone(),
                federation,
                found.games.len().to_string(),
                half_points(found.half_points),
                number(found.average),
                value,
                remark,
            ]);
        }
    }
    if !rated.rows.is_empty() {
        document.blocks.push(Block::Table(super::without_empty(rated)));
    }
    if let Some(table) = by_period(view, &table, round) {
        document.blocks.push(Block::Heading("Rating periods".to_owned()));
        document.blocks.push(Block::Paragraph(
            "The event lasts more than 30 days; each month is reported by itself (B.02 art. 4.1).".to_owned(),
        ));
        document.blocks.push(Block::Table(table));
    }
    if !first.rows.is_empty() {
        document.blocks.push(Block::Heading("Players without a rating".to_owned()));
        document.blocks.push(Block::Paragraph(
            "A first rating needs five games against rated opponents, which may come from several events (B.02 art. 7.1.4); a score of zero in the first event does not count (8.2.1).".to_owned(),
        ));
        document.blocks.push(Block::Table(super::without_empty(first)));
    }
    document
}

/// The rating periods of an event of more than 30 days (B.02 art. 4.1), by the months of its rounds; empty when one report will do or the
/// dates of the rounds are not all known.
fn periods(view: &View<'_>, last: RoundNumber) -> Vec<(String, RangeInclusive<u32>)> {
    let settings = &view.state.settings;
    let single = view.state.stages.get(view.stage).is_some_and(|stage| stage.games_per_meeting <= 1);
    let dates: Vec<PartialDate> =
        settings.round_dates.iter().take(last as usize).map_while(|date| date.filter(|date| date.day > 0)).collect();
    let (Some(first), Some(end)) = (dates.first(), dates.last()) else { return Vec::new() };
    // Days of the calendar whose year begins with March, so that leap days stand at its end.
    let day = |date: &PartialDate| {
        let (year, month) = match date.month {
            0..=2 => (i64::from(date.year) - 1, i64::from(date.month) + 9),
            month => (i64::from(date.year), i64::from(month) - 3),
        };
        365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + i64::from(date.day)
    };
    if !single || dates.len() < last as usize || day(end) - day(first) <= 30 {
        return Vec::new();
    }
    let mut periods: Vec<(String, RangeInclusive<u32>)> = Vec::new();
    for (date, round) in dates.iter().zip(1..) {
        let month = format!("{:04}-{:02}", date.year, date.month);
        match periods.last_mut() {
            Some((name, rounds)) if *name == month => *rounds = *rounds.start()..=round,
            _ => periods.push((month, round..=round)),
        }
    }
    periods
}

/// The changes period by period, side by side.
fn by_period(view: &View<'_>, cross: &CrossTable, round: RoundNumber) -> Option<Table> {
    let periods = periods(view, round);
    if periods.len() < 2 {
        return None;
    }
    let rules = RatingRules::default();
    let ids = view.state.numbering(view.stage);
    let k = |row: &tournament::crosstable::Row| {
        let id = (row.entrant.tpn as usize).checked_sub(1).and_then(|at| ids.get(at));
        id.and_then(|id| view.player(*id)).map_or(rules.k_other, |player| rules.k_of_player(view.state, player))
    };
    let parts: Vec<Vec<EventRating>> =
        periods.iter().map(|(_, rounds)| period_ratings(cross, &rules, rounds.clone(), k)).collect();
    let mut columns =
        vec![Column::number("No.").long("Number"), Column::name("Name"), Column::number("Rtg").long("Rating")];
    for (month, _) in &periods {
        columns.push(Column::number("Games").long(format!("Rated games in {month}")));
        columns.push(Column::number(month).long(format!("Change in {month}")).strong());
    }
    let mut table = Table::new(columns);
    for (at, id) in ids.iter().enumerate().take(cross.rows.len()) {
        let mut cells = vec![(at + 1).to_string(), view.titled_name(*id), view.rating(*id)];
        for part in &parts {
            let change = part.get(at).and_then(|found| found.change.as_ref());
            cells.push(change.map(|change| change.games.len().to_string()).unwrap_or_default());
            cells.push(change.map(|change| signed(change.change)).unwrap_or_default());
        }
        table.push(cells);
    }
    Some(table)
}

/// A first rating and what is to be said of it.
fn first_rating(found: &EventRating) -> (String, String) {
    let Some(first) = &found.first else { return (String::new(), "no game against a rated opponent".to_owned()) };
    let mut remarks = Vec::new();
    if first.half_points == 0 {
        remarks.push("score of zero: disregarded in a first event".to_owned());
    }
    if first.missing_games > 0 {
        let games = if first.missing_games == 1 { "game" } else { "games" };
        remarks.push(format!("needs {} more {games}", first.missing_games));
    }
    if !first.listed {
        remarks.push("below the lowest published rating".to_owned());
    }
    (first.rating.to_string(), remarks.join("; "))
}

/// The change of everybody game by game.
pub(super) fn by_game(view: &View<'_>, round: RoundNumber) -> Document {
    let mut document = head(view, round, "Rating changes by game");
    let (table, ratings) = state_ratings(view.state, view.stage, round, &RatingRules::default());
    let ids = view.state.numbering(view.stage);
    for (found, id) in ratings.iter().zip(ids.iter()) {
        if view.only.is_some_and(|only| only != *id) || found.games.is_empty() {
            continue;
        }
        document.blocks.push(Block::Together(games_of(view, &table, found, &view.titled_name(*id))));
    }
    if document.blocks.is_empty() {
        document.blocks.push(Block::Paragraph("No rated game has been played.".to_owned()));
    }
    document
}

fn games_of(view: &View<'_>, cross: &CrossTable, found: &EventRating, name: &str) -> Vec<Block> {
    let ids = view.state.numbering(view.stage);
    let mut table = Table::new(vec![
        Column::number("Round"),
        Column::mark("Colour").optional(2),
        Column::name("Opponent"),
        Column::number("Rtg").long("Opponent's rating"),
        Column::mark("Result"),
        Column::number("D").long("Difference of the ratings"),
        Column::number("used").long("Difference that counts"),
        Column::number("We").long("Expected score"),
        Column::number("W\u{2212}We").long("Score minus expected score"),
        Column::number("Change").strong(),
    ]);
    let Some(row) = cross.rows.iter().find(|row| row.entrant.tpn == found.number) else { return Vec::new() };
    for (at, (round, opponent)) in found.games.iter().enumerate() {
        let entry = row.entrant.rounds.get(*round as usize - 1);
        let color = match entry.and_then(|entry| entry.color) {
            Some(Color::White) => "White",
            Some(Color::Black) => "Black",
            None => "",
        };
        let opponent_id = (*opponent as usize).checked_sub(1).and_then(|at| ids.get(at));
        let mut cells = vec![
            round.to_string(),
            color.to_owned(),
            opponent_id.map(|id| view.titled_name(*id)).unwrap_or_default(),
            opponent_id.map(|id| view.rating(*id)).unwrap_or_default(),
            entry.map(|entry| super::words::points(entry.points)).unwrap_or_default(),
        ];
        if let Some((change, game)) = found.change.as_ref().and_then(|c| c.games.get(at).map(|game| (c, game))) {
            cells.extend([
                game.difference.to_string(),
                game.used.to_string(),
                hundredths_text(game.expected),
                signed(game.gain),
                signed(game.change(change.k)),
            ]);
        }
        table.push(cells);
    }
    let total = match (&found.change, &found.first) {
        (Some(change), _) => format!(
            "{} \u{b7} K {} \u{b7} {} from {} games \u{b7} change {} \u{b7} new rating {}",
            found.rating,
            change.k,
            half_points(found.half_points),
            found.games.len(),
            signed(change.change),
            i32::from(change.rating) + change.rounded()
        ),
        (None, Some(first)) => {
            let remark = first_rating(found).1;
            let remark = if remark.is_empty() { remark } else { format!(" ({remark})") };
            format!("no rating \u{b7} first rating {}{remark}", first.rating)
        }
        (None, None) => "no rating".to_owned(),
    };
    vec![Block::Heading(format!("{}  {name}", found.number)), Block::Paragraph(total), Block::Table(table)]
}
