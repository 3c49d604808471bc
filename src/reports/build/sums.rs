//! Where the values of the tie-breaks come from: a sheet for each player or team.

use super::tables::{Ranked, notes, title};
use super::{View, teams};
use crate::document::{Block, Column, Document, Row, Table};
use tournament::model::{RoundNumber, TeamScore};
use tournament::standings::{Basis, Cut, Explanation, Name, Part, Standing, Standings, TieBreak, Value};

/// The sheets of all players in order of rank, or of one; where teams are paired, those of the teams, or of one player's team.
pub(super) fn sheets(view: &View<'_>, round: RoundNumber) -> Document {
    let mut document = Document { title: title(view, round, "Tie-breaks explained"), ..Document::default() };
    if document.title.starts_with("Final") {
        document.title = "Tie-breaks explained".to_owned();
    }
    if view.state.pairs_teams(view.stage) {
        teams::open_field(view, round, &mut document);
        let (table, standings) = tournament::teams::standings(view.state, view.stage, round);
        let ids = view.state.team_numbering(view.stage);
        let only = view.only.and_then(|id| view.player(id)?.team);
        let name = |number: u32| table.rows.iter().find(|row| row.number == number).map(|row| row.name.clone());
        let id = |number: u32| ids.get((number as usize).checked_sub(1)?).copied();
        // The list of the event; the other score stands in the standings, too.
        let other = match tournament::teams::primary(view.state, view.stage) {
            TeamScore::MatchPoints => Name::GamePoints,
            TeamScore::GamePoints => Name::MatchPoints,
        };
        let mut codes = standings.codes.clone();
        if codes.iter().all(|code| code.name != other) {
            codes.insert(0, TieBreak::new(other));
        }
        for row in &standings.rows {
            if only.is_none_or(|only| id(row.number) == Some(only)) {
                let heading = name(row.number).unwrap_or_default();
                document.blocks.push(sheet(&standings, row, &codes, heading, &name));
            }
        }
    } else {
        let ranked = Ranked::new(view, round);
        notes(view, round, &ranked, &mut document);
        let name = |number: u32| ranked.id_of(number).map(|id| view.titled_name(id));
        for row in &ranked.standings.rows {
            let Some(&id) = ranked.ids.get(row.index) else { continue };
            if view.only.is_none_or(|only| only == id) {
                let (standings, heading) = (&ranked.standings, view.titled_name(id));
                document.blocks.push(sheet(standings, row, &standings.codes, heading, &name));
            }
        }
    }
    if document.blocks.is_empty() {
        document.blocks.push(Block::Paragraph("This player is not in the standings.".to_owned()));
    }
    document
}

/// The sheet of a player or a team; `name` gives the names of opponents by number.
fn sheet(
    standings: &Standings,
    row: &Standing,
    codes: &[TieBreak],
    heading: String,
    name: &dyn Fn(u32) -> Option<String>,
) -> Block {
    let plural = if row.points == tournament::Points::ONE { "" } else { "s" };
    let mut block = vec![
        Block::Heading(format!("{}  {heading}", row.number)),
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
    for code in codes {
        let Some(found) = standings.explain(row.number, code) else { continue };
        explanation(name, &found, &mut table);
    }
    if !table.rows.is_empty() {
        block.push(Block::Table(table));
    }
    Block::Together(block)
}

fn explanation(name: &dyn Fn(u32) -> Option<String>, found: &Explanation, table: &mut Table) {
    let note = if found.note.is_empty() { String::new() } else { format!(" \u{2013} {}", found.note) };
    table.rows.push(Row::Group(format!("{} ({}) = {}{note}", found.code.title(), found.code, found.value)));
    for part in &found.parts {
        let opponent = part.opponent.and_then(name);
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
