//! Where the values of the tie-breaks come from: a sheet for each player.

use super::View;
use super::tables::{Ranked, notes, title};
use crate::document::{Block, Column, Document, Row, Table};
use tournament::model::RoundNumber;
use tournament::standings::{Basis, Cut, Explanation, Part, Value};

/// The sheets of all players in order of rank, or of one.
pub(super) fn sheets(view: &View<'_>, round: RoundNumber) -> Document {
    let mut document = Document { title: title(view, round, "Tie-breaks explained"), ..Document::default() };
    if document.title.starts_with("Final") {
        document.title = "Tie-breaks explained".to_owned();
    }
    let ranked = Ranked::new(view, round);
    notes(view, round, &ranked, &mut document);
    for row in &ranked.standings.rows {
        let Some(&id) = ranked.ids.get(row.index) else { continue };
        if view.only.is_some_and(|only| only != id) {
            continue;
        }
        let plural = if row.points == tournament::Points::ONE { "" } else { "s" };
        let mut block = vec![
            Block::Heading(format!("{}  {}", row.number, view.titled_name(id))),
            Block::Paragraph(format!("rank {} \u{b7} {} point{plural}", row.rank, row.points)),
        ];
        let mut table = Table::new(vec![
            Column::number("Round"),
            Column::name("From"),
            Column::number("Value").long("Score, rating or dummy"),
            Column::number("Points").long("Own points in the round"),
            Column::number("Counts").strong(),
            Column::text("Remark").at_least(10).wrapped(),
        ]);
        for code in &ranked.standings.codes {
            let Some(found) = ranked.standings.explain(row.number, code) else { continue };
            explanation(view, &ranked, &found, &mut table);
        }
        if !table.rows.is_empty() {
            block.push(Block::Table(table));
        }
        document.blocks.push(Block::Together(block));
    }
    if document.blocks.is_empty() {
        document.blocks.push(Block::Paragraph("This player is not in the standings.".to_owned()));
    }
    document
}

fn explanation(view: &View<'_>, ranked: &Ranked, found: &Explanation, table: &mut Table) {
    let note = if found.note.is_empty() { String::new() } else { format!(" \u{2013} {}", found.note) };
    table.rows.push(Row::Group(format!("{} ({}) = {}{note}", found.code.title(), found.code, found.value)));
    for part in &found.parts {
        let opponent = part.opponent.and_then(|number| ranked.id_of(number)).map(|id| view.titled_name(id));
        let from = match part.basis {
            Basis::Dummy { .. } => format!("dummy for {}", happened(part)),
            Basis::Own if opponent.is_none() => happened(part),
            _ => opponent.unwrap_or_default(),
        };
        table.push(vec![
            part.round.map(|round| round.to_string()).unwrap_or_default(),
            from,
            part.value.to_string(),
            part.points.map(|points| points.to_string()).unwrap_or_default(),
            if part.cut == Cut::Kept { part.contribution.to_string() } else { format!("({})", part.contribution) },
            remark(part),
        ]);
    }
}

/// What kind of round it was.
fn happened(part: &Part) -> String {
    use pairing::swiss::EntryKind::*;
    match part.kind {
        Some(PairingBye) => "the pairing-allocated bye",
        Some(FullBye) => "a full-point bye",
        Some(HalfBye) => "a half-point bye",
        Some(ZeroBye) => "a round not played",
        Some(ForfeitWin) => "a win by forfeit",
        Some(ForfeitLoss) => "a loss by forfeit",
        Some(Adjourned) => "an open game",
        Some(Played { .. }) | None => "",
    }
    .to_owned()
}

fn remark(part: &Part) -> String {
    let mut words = Vec::new();
    match part.basis {
        Basis::Opponent { adjusted: true } => words.push("byes at the end count as draws".to_owned()),
        Basis::Dummy { limit, limited: true } if limit != Value::Undefined => words.push(format!("at most {limit}")),
        _ => {}
    }
    if part.voluntary {
        words.push("voluntary".to_owned());
    }
    match part.cut {
        Cut::Kept => {}
        Cut::Highest => words.push("cut as the highest".to_owned()),
        _ => words.push("cut".to_owned()),
    }
    words.join("; ")
}
