//! The table of a points series.

use crate::document::{Align, Block, Column, Document, Field, Table};
use tournament::series::{Exact, PointTable, Scores, Series, SeriesTieBreak, TeamBy, Tied};

/// The table of a series with its rules; of teams as well where the rules have them.
pub fn series(series: &Series) -> Document {
    let standings = series.standings();
    let stages = &series.stages;
    let of_teams = series.of_teams();
    let mut document = Document {
        title: match stages.len() {
            1 => "Series after 1 stage".to_owned(),
            n if series.settings.planned > 0 && n as u32 >= series.settings.planned => {
                "Final table of the series".to_owned()
            }
            n => format!("Series after {n} stages"),
        },
        event: series.settings.name.clone(),
        fields: Vec::new(),
        regulations: rules(series),
        blocks: Vec::new(),
        file_stem: stem(&series.settings.name),
        sheets: false,
    };
    let mut columns = vec![Column::number("Rank").strong(), Column::name(if of_teams { "Team" } else { "Name" })];
    let federations = standings.lines.iter().any(|line| !line.who.federation.is_empty());
    if federations {
        columns.push(Column::mark("Fed").long("Federation").optional(2));
    }
    for (stage, number) in stages.iter().zip(1..) {
        columns.push(Column::mark(&format!("S{number}")).long(stage.name.clone()).align(Align::Right));
    }
    columns.push(Column::number("Total").strong());
    let mut table = Table::new(columns);
    for line in &standings.lines {
        let mut cells =
            vec![line.rank.map_or_else(|| "\u{2013}".to_owned(), |rank| rank.to_string()), line.who.name.clone()];
        if federations {
            cells.push(line.who.federation.clone());
        }
        cells.extend(line.cells.iter().map(|cell| match cell {
            None => String::new(),
            Some(cell) if cell.counts => cell.points.to_string(),
            Some(cell) => format!("({})", cell.points),
        }));
        cells.push(line.total.to_string());
        table.push(cells);
    }
    document.blocks.push(Block::Table(table));
    if standings.lines.iter().flat_map(|line| line.cells.iter().flatten()).any(|cell| !cell.counts) {
        document.blocks.push(Block::Paragraph("Results in brackets do not count.".to_owned()));
    }
    if !standings.teams.is_empty() {
        document.blocks.push(Block::Heading("Teams".to_owned()));
        let mut columns = vec![Column::number("Rank").strong(), Column::name("Team")];
        columns.extend((1..=stages.len()).map(|n| Column::mark(&format!("S{n}")).align(Align::Right)));
        columns.push(Column::number("Total").strong());
        let mut table = Table::new(columns);
        for team in &standings.teams {
            let mut cells = vec![team.rank.to_string(), team.name.clone()];
            cells.extend(team.stages.iter().map(|points| points.map_or_else(String::new, |points| points.to_string())));
            cells.push(team.total.to_string());
            table.push(cells);
        }
        document.blocks.push(Block::Table(table));
    }
    if !stages.is_empty() {
        document.blocks.push(Block::Heading("Stages".to_owned()));
        let mut table = Table::new(vec![
            Column::mark("Stage"),
            Column::name("Event"),
            Column::mark("Date"),
            Column::number(if of_teams { "Teams" } else { "Players" }),
        ]);
        for (stage, number) in stages.iter().zip(1..) {
            table.push(vec![
                format!("S{number}"),
                stage.name.clone(),
                stage.date.map_or_else(String::new, |date| date.to_string()),
                stage.results.len().to_string(),
            ]);
        }
        document.blocks.push(Block::Together(vec![Block::Table(table)]));
    }
    if !standings.doubts.is_empty() {
        document.blocks.push(Block::Heading("To be looked at".to_owned()));
        document.blocks.extend(standings.doubts.into_iter().map(Block::Paragraph));
    }
    document
}

/// The rules in words.
fn rules(series: &Series) -> Vec<Field> {
    let rules = &series.settings;
    let of_teams = series.of_teams();
    let who = if of_teams { "teams" } else { "players" };
    let mut fields = vec![Field::new(
        "Points",
        match &rules.table {
            PointTable::Fixed(points) => points.iter().map(Exact::to_string).collect::<Vec<_>>().join(", "),
            PointTable::BySize => format!("place p of n {who} gets n \u{2212} p + 1"),
            PointTable::Scaled(most) => format!("place p of n {who} gets {most} \u{d7} (n \u{2212} p + 1) / n"),
        },
    )];
    fields.push(Field::new(
        "Shared places",
        match rules.tied {
            Tied::ByTieBreaks => "divided by the tie-breaks of the event",
            Tied::Average => "average of the points of these places",
            Tied::Full => "points of the best of these places",
        },
    ));
    if let Some(best) = rules.best {
        fields.push(Field::new("Counted", format!("the best {best} results")));
    }
    if rules.minimum > 0 {
        fields.push(Field::new("Ranked", format!("from {} stages on", rules.minimum)));
    }
    if rules.last_factor != Exact::whole(1) {
        fields.push(Field::new("Last stage", format!("\u{d7} {}", rules.last_factor)));
    }
    if rules.bonus_win != Exact::ZERO {
        fields.push(Field::new(
            if of_teams { "Bonus for a won match" } else { "Bonus for a win" },
            rules.bonus_win.to_string(),
        ));
    }
    if rules.bonus_start != Exact::ZERO {
        fields.push(Field::new("Bonus for playing", rules.bonus_start.to_string()));
    }
    if let Scores::Registered { move_up } = rules.scores {
        let rest = if move_up { "the others are taken out" } else { "the others keep their places" };
        fields.push(Field::new("Scoring", format!("registered {who} only; {rest}")));
    }
    if !rules.tiebreaks.is_empty() {
        let words = rules.tiebreaks.iter().map(|tie_break| match tie_break {
            SeriesTieBreak::MostFirstPlaces => "most first places, then second places".to_owned(),
            SeriesTieBreak::BestSingle => "best single result".to_owned(),
            SeriesTieBreak::LastStage => "result of the last stage".to_owned(),
            SeriesTieBreak::HeadToHead => "places against each other".to_owned(),
            SeriesTieBreak::Lot { seed } => format!("lot (seed {seed})"),
        });
        fields.push(Field::new("Ties", words.collect::<Vec<_>>().join(", ")));
    }
    if rules.team_members > 0 && !of_teams {
        let how = match rules.team_by {
            TeamBy::Points => "points",
            TeamBy::Places => "places, lowest sum first",
        };
        fields.push(Field::new("Teams", format!("best {} members of each stage, by {how}", rules.team_members)));
    }
    fields
}

fn stem(name: &str) -> String {
    let plain: String = name.chars().take(60).map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    let plain = plain.to_lowercase();
    let plain: Vec<&str> = plain.split('-').filter(|part| !part.is_empty()).collect();
    format!("{}_series", if plain.is_empty() { "series".to_owned() } else { plain.join("-") })
}
