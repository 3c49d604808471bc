//! Documents of several stages: groups side by side, and the ranking of the whole event.

use super::{View, What, build};
use crate::ReportError;
use crate::document::{Block, Column, Document, Field, Table};
use std::ops::Range;
use tournament::event::Event;
use tournament::model::{RoundNumber, StageIndex, TeamId};
use tournament::stages::{FinalPlace, final_ranking, title};

/// A report of stages that run side by side, in one document under headings; of one stage: its own.
///
/// # Errors
/// As [`build`]. A group that has nothing to show is left out, unless none has.
pub fn build_stages(
    event: &Event,
    stages: Range<StageIndex>,
    what: What,
    round: Option<RoundNumber>,
) -> Result<Document, ReportError> {
    let view = |stage| View::from(event).at_stage(stage);
    // These are about everybody.
    if stages.len() == 1 || matches!(what, What::Players | What::Arbiter | What::Ranking) {
        return build(view(stages.start), what, round);
    }
    let state = event.state();
    let mut whole: Option<Document> = None;
    let mut failed = None;
    for stage in stages {
        let part = match build(view(stage), what, round) {
            Ok(part) => part,
            Err(error) => {
                failed = failed.or(Some(error));
                continue;
            }
        };
        let name = state.stages.get(stage).map_or_else(String::new, |header| title(header, stage));
        let document = whole.get_or_insert_with(|| Document {
            title: part.title.clone(),
            event: state.settings.name.clone(),
            fields: part.fields.clone(),
            regulations: part.regulations.clone(),
            blocks: Vec::new(),
            file_stem: part.file_stem.clone(),
            sheets: part.sheets,
        });
        // Groups may have played different numbers of rounds, and some notes are of one group only.
        let mut heading = name;
        if part.title != document.title {
            heading = format!("{heading}: {}", part.title);
        }
        let notes: Vec<String> = (part.fields.iter())
            .filter(|field| !document.fields.contains(field))
            .map(|field| format!("{}: {}", field.label, field.value))
            .collect();
        if !matches!(part.blocks.first(), Some(Block::Slips(_))) {
            document.blocks.push(Block::Heading(heading));
        }
        if !notes.is_empty() {
            document.blocks.push(Block::Paragraph(notes.join(". ")));
        }
        document.blocks.extend(part.blocks);
    }
    whole.ok_or_else(|| failed.unwrap_or_else(|| ReportError::NothingToShow("the event has no such stages".to_owned())))
}

/// The final ranking of the event.
pub(super) fn ranking(view: &View<'_>) -> Result<Document, ReportError> {
    let state = view.state;
    let ranking = final_ranking(state).map_err(ReportError::NothingToShow)?;
    let over = state.is_event_over();
    let mut document =
        Document { title: if over { "Final ranking" } else { "Ranking so far" }.to_owned(), ..Document::default() };
    if !over {
        document.fields.push(Field::new(
            "Not final",
            if state.is_phase_over() { "a further stage is planned" } else { "the last stage is not over" },
        ));
    }
    if tournament::stages::of_teams(state) {
        document.blocks.push(Block::Table(of_teams(view, &ranking)));
        return Ok(document);
    }
    let ratings = state.players.values().any(|player| state.rating(player) > 0);
    let federations = state.players.values().any(|player| !player.federation.is_empty());
    let clubs = state.players.values().any(|player| !player.club.is_empty());
    let mut columns = vec![Column::number("Place").strong(), Column::name("Name")];
    if ratings {
        columns.push(Column::number("Rtg").long("Rating"));
    }
    if federations {
        columns.push(Column::mark("Fed").long("Federation").optional(2));
    }
    if clubs {
        columns.push(Column::text("Club").at_least(9).optional(4));
    }
    columns.push(Column::text("Stage").long("Last stage reached").at_least(7));
    columns.push(Column::number("Place there").long("Place in that stage").optional(3));
    let mut table = Table::new(columns);
    for place in &ranking {
        let stage = state.stages.get(place.stage).map_or_else(String::new, |header| title(header, place.stage));
        let mut cells = vec![place.words(), view.titled_name(place.id)];
        let player = view.player(place.id);
        if ratings {
            cells.push(view.rating(place.id));
        }
        if federations {
            cells.push(player.map(|p| p.federation.clone()).unwrap_or_default());
        }
        if clubs {
            cells.push(player.map(|p| p.club.clone()).unwrap_or_default());
        }
        cells.push(stage);
        cells.push(place.words_in_stage());
        table.push(cells);
    }
    document.blocks.push(Block::Table(table));
    Ok(document)
}

/// The ranking of teams, with the members in board order.
fn of_teams(view: &View<'_>, ranking: &[FinalPlace]) -> Table {
    let state = view.state;
    let mut table = Table::new(vec![
        Column::number("Place").strong(),
        Column::name("Team"),
        Column::text("Members").optional(4),
        Column::text("Stage").long("Last stage reached").at_least(7),
        Column::number("Place there").long("Place in that stage").optional(3),
    ]);
    for place in ranking {
        let id = TeamId(place.id.0);
        let stage = state.stages.get(place.stage).map_or_else(String::new, |header| title(header, place.stage));
        let members = state.teams.get(&id).map(|team| team.members.as_slice()).unwrap_or_default();
        let members: Vec<String> = members.iter().map(|id| state.name(*id)).collect();
        table.push(vec![place.words(), state.team_name(id), members.join("; "), stage, place.words_in_stage()]);
    }
    table
}
