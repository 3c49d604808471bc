//! Standings of categories, and prizes.

use super::tables::{Ranked, notes, title};
use super::{View, decimals};
use crate::ReportError;
use crate::document::{Block, Column, Document, Field, Table};
use tournament::model::{Category, RoundNumber};
use tournament::prizes::{Sharing, amount_text};
use tournament::standings::{Heading, Placed};

/// The standings of every category of the settings.
pub(super) fn categories(view: &View<'_>, round: RoundNumber) -> Result<Document, ReportError> {
    let categories = &view.state.settings.categories;
    if categories.is_empty() {
        return Err(ReportError::NothingToShow("the event has no categories; add them in its settings".to_owned()));
    }
    let mut document = Document { title: title(view, round, "Standings by category"), ..Document::default() };
    let ranked = Ranked::new(view, round);
    notes(view, round, &ranked, &mut document);
    for category in categories {
        let placed = ranked.category(view.state, category);
        let mut block = vec![Block::Heading(category.name.clone())];
        let who = conditions(category);
        if !who.is_empty() {
            block.push(Block::Paragraph(who));
        }
        if let Some(note) = view.state.ages_unknown(category) {
            block.push(Block::Paragraph(note.to_owned()));
        }
        if placed.is_empty() {
            block.push(Block::Paragraph("Nobody is in this category.".to_owned()));
        } else {
            block.push(Block::Table(category_table(view, &ranked, &placed)));
        }
        // Short ones stay whole; long ones break as tables do.
        if placed.len() <= 12 {
            document.blocks.push(Block::Together(block));
        } else {
            document.blocks.append(&mut block);
        }
    }
    Ok(document)
}

/// "up to 16 years; rating below 1800; only women".
fn conditions(category: &Category) -> String {
    let range = |from: Option<String>, to: Option<String>, words: &str| match (from, to) {
        (None, None) => None,
        (Some(from), None) => Some(format!("{words} {from} or more")),
        (None, Some(to)) => Some(format!("{words} up to {to}")),
        (Some(from), Some(to)) => Some(format!("{words} {from} to {to}")),
    };
    let text = |number: Option<u16>| number.map(|number| number.to_string());
    let mut parts: Vec<String> = Vec::new();
    parts.extend(range(text(category.min_age.map(u16::from)), text(category.max_age.map(u16::from)), "age"));
    parts.extend(category.sex.map(|sex| match sex {
        tournament::model::Sex::Female => "women and girls".to_owned(),
        tournament::model::Sex::Male => "men and boys".to_owned(),
    }));
    parts.extend(range(text(category.min_rating), text(category.max_rating), "rating"));
    if !category.rule.trim().is_empty() {
        parts.push(category.rule.trim().to_owned());
    }
    parts.join("; ")
}

fn category_table(view: &View<'_>, ranked: &Ranked, placed: &[Placed<'_>]) -> Table {
    let mut columns = vec![
        Column::number("Place").strong(),
        Column::number("Rank").long("Rank in all standings"),
        Column::number("No.").long("Number").optional(3),
        Column::name("Name"),
        Column::number("Rtg").long("Rating").optional(2),
        Column::mark("Fed").long("Federation").optional(4),
        Column::number("Pts").long("Points").strong(),
    ];
    columns.extend(ranked.value_columns().map(|(_, column)| column));
    let places = decimals(ranked.standings.rows.iter().map(|row| row.points));
    let values: Vec<Vec<String>> = (0..ranked.standings.codes.len()).map(|index| ranked.values(index)).collect();
    let line_of = |number| ranked.standings.rows.iter().position(|row| row.number == number);
    let mut table = Table::new(columns);
    for one in placed {
        let standing = one.standing;
        let Some(&id) = ranked.ids.get(standing.index) else { continue };
        let mut cells = vec![
            one.place.to_string(),
            standing.rank.to_string(),
            standing.number.to_string(),
            view.titled_name(id),
            view.rating(id),
            view.player(id).map(|player| player.federation.clone()).unwrap_or_default(),
            format!("{:.places$}", standing.points),
        ];
        let line = line_of(standing.number);
        cells.extend(values.iter().map(|column| line.map(|line| column[line].clone()).unwrap_or_default()));
        table.push(cells);
    }
    super::without_empty(table)
}

/// Who gets which prize.
pub(super) fn prizes(view: &View<'_>, round: RoundNumber) -> Result<Document, ReportError> {
    let fund = &view.state.settings.prizes;
    if fund.lists.is_empty() && fund.special.is_empty() {
        return Err(ReportError::NothingToShow("the event has no prizes; add them in its settings".to_owned()));
    }
    let mut document = Document { title: title(view, round, "Prizes"), ..Document::default() };
    if document.title.starts_with("Final") {
        document.title = "Prizes".to_owned();
    }
    let ranked = Ranked::new(view, round);
    notes(view, round, &ranked, &mut document);
    let awards = ranked.prizes(view.state);
    let money = |amount: u64| amount_text(amount, &fund.currency);
    let heading = Heading::of(view.state, view.stage, round);
    if heading.last && heading.open == 0 {
        document.fields.push(Field::new("Paid out", money(awards.total())));
    } else {
        document
            .fields
            .push(Field::new("Not final", format!("{}; who would get what by now", heading.title("prizes"))));
        document.fields.push(Field::new("Would be paid out", money(awards.total())));
    }
    if fund.one_per_player {
        document.fields.push(Field::new("Rule", "one prize for each player, the highest"));
    }
    let places = decimals(ranked.standings.rows.iter().map(|row| row.points));
    for list in &fund.lists {
        let mut block = vec![Block::Heading(list.name.clone())];
        let mut words = Vec::new();
        words.extend(list.category.as_ref().map(|category| format!("category {category}")));
        words.push(
            match list.sharing {
                Sharing::None => "by rank, nothing is shared but among those who are level after all tie-breaks",
                Sharing::Equal => "players with the same points share equally",
                Sharing::Hort => "Hort: half of the prize by rank, half of an equal share among the same points",
            }
            .to_owned(),
        );
        block.push(Block::Paragraph(words.join("; ")));
        let mut table = Table::new(vec![
            Column::mark("Place").strong(),
            Column::name("Name"),
            Column::number("Pts").long("Points"),
            Column::number("Rank").long("Rank in all standings"),
            Column::number("Prize").strong(),
        ]);
        for award in awards.awards.iter().filter(|award| award.prize == list.name && !award.divided) {
            let standing = ranked.standings.row_of(award.number);
            table.push(vec![
                award.places.map(|(first, last)| places_text(first, last)).unwrap_or_default(),
                ranked.id_of(award.number).map(|id| view.titled_name(id)).unwrap_or_default(),
                standing.map(|row| format!("{:.places$}", row.points)).unwrap_or_default(),
                standing.map(|row| row.rank.to_string()).unwrap_or_default(),
                money(award.amount),
            ]);
        }
        block.push(Block::Table(table));
        document.blocks.push(Block::Together(block));
    }
    divided(view, &ranked, &awards, &mut document);
    special(view, &ranked, &awards, &mut document);
    if !awards.left_over.is_empty() {
        let words: Vec<String> = awards
            .left_over
            .iter()
            .map(|(name, place, amount)| match place {
                0 => format!("{name}: {}", money(*amount)),
                place => format!("{name}, place {place}: {}", money(*amount)),
            })
            .collect();
        document.blocks.push(Block::Heading("Not awarded".to_owned()));
        document.blocks.push(Block::Paragraph(words.join("; ")));
    }
    document.blocks.push(Block::Together(vec![
        Block::Heading("Signed".to_owned()),
        Block::Paragraph(format!("Chief arbiter: {} ______________________", view.state.settings.chief_arbiter)),
    ]));
    Ok(document)
}

/// What players level on rank got out of several lists.
fn divided(view: &View<'_>, ranked: &Ranked, awards: &tournament::prizes::Awards, document: &mut Document) {
    let found: Vec<_> = awards.awards.iter().filter(|award| award.divided).collect();
    if found.is_empty() {
        return;
    }
    let mut table = Table::new(vec![
        Column::name("Name"),
        Column::number("Rank").long("Rank in all standings"),
        Column::text("Out of").at_least(14).wrapped(),
        Column::number("Prize").strong(),
    ]);
    for award in found {
        let rank = ranked.standings.row_of(award.number).map(|row| row.rank.to_string());
        table.push(vec![
            ranked.id_of(award.number).map(|id| view.titled_name(id)).unwrap_or_default(),
            rank.unwrap_or_default(),
            award.prize.clone(),
            amount_text(award.amount, &view.state.settings.prizes.currency),
        ]);
    }
    document.blocks.push(Block::Together(vec![
        Block::Heading("Divided among level players".to_owned()),
        Block::Paragraph(
            "What level players get out of several lists is divided among them as evenly as the categories allow."
                .to_owned(),
        ),
        Block::Table(table),
    ]));
}

fn special(view: &View<'_>, ranked: &Ranked, awards: &tournament::prizes::Awards, document: &mut Document) {
    let fund = &view.state.settings.prizes;
    if fund.special.is_empty() {
        return;
    }
    let mut table =
        Table::new(vec![Column::text("Prize").at_least(10), Column::name("Name"), Column::number("Amount").strong()]);
    for prize in &fund.special {
        let award = awards.awards.iter().find(|award| award.prize == prize.name && award.places.is_none());
        let name = award.and_then(|award| ranked.id_of(award.number)).map(|id| view.titled_name(id));
        table.push(vec![
            prize.name.clone(),
            name.unwrap_or_else(|| match prize.winner {
                Some(id) => format!("{} has a higher prize", view.titled_name(id)),
                None => "not awarded yet".to_owned(),
            }),
            amount_text(award.map_or(prize.amount.into(), |award| award.amount), &fund.currency),
        ]);
    }
    document.blocks.push(Block::Together(vec![Block::Heading("Special prizes".to_owned()), Block::Table(table)]));
}

/// "3" or "3-5".
fn places_text(first: u32, last: u32) -> String {
    if first >= last { first.to_string() } else { format!("{first}\u{2013}{last}") }
}
