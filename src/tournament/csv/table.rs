//! Tables out, as CSV or TSV.

use crate::event::NotPaired;
use crate::model::*;
use std::fmt::Write;

/// A table of texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Titles of the columns.
    pub header: Vec<String>,
    /// Rows, each as long as the header.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table with these columns.
    pub fn new<T: Into<String>>(header: impl IntoIterator<Item = T>) -> Table {
        Table { header: header.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// As text, values quoted where they need it; `separator` is `,`, `;` or a tab. Lines end with a line feed.
    pub fn to_text(&self, separator: char) -> String {
        let mut out = String::new();
        for row in std::iter::once(&self.header).chain(&self.rows) {
            for (index, cell) in row.iter().enumerate() {
                if index > 0 {
                    out.push(separator);
                }
                let quoted =
                    cell.contains([separator, '"', '\n', '\r']) || cell.starts_with(' ') || cell.ends_with(' ');
                // Writing into a string cannot fail.
                let _ = if quoted { write!(out, "\"{}\"", cell.replace('"', "\"\"")) } else { write!(out, "{cell}") };
            }
            out.push('\n');
        }
        out
    }
}

/// All players in the order of their numbers, those without one last. [`super::read_players`] reads the table back; ratings of each list have a column of
/// their own.
pub fn players_table(state: &State) -> Table {
    let numbering = state.numbering(0);
    let mut order: Vec<PlayerId> = numbering.to_vec();
    order.extend(state.players.keys().filter(|id| !numbering.contains(id)));
    let mut lists: Vec<&str> = Vec::new();
    for rating in state.players.values().flat_map(|p| &p.ratings) {
        if !lists.contains(&rating.list.as_str()) {
            lists.push(&rating.list);
        }
    }
    let mut header: Vec<&str> = vec!["No", "Name", "Title"];
    header.extend(&lists);
    header.extend(["K", "Sex", "Birth", "Fed", "Id", "Club", "Team", "Category", "Contact", "Note"]);
    let mut table = Table::new(header);
    for (id, number) in order.iter().zip(1..) {
        let Some(player) = state.players.get(id) else { continue };
        let number = if numbering.contains(id) { format!("{number}") } else { String::new() };
        let mut row = vec![number, player.name.clone(), player.title.map(|t| format!("{t:?}")).unwrap_or_default()];
        for list in &lists {
            let rating = player.ratings.iter().find(|r| r.list == *list);
            row.push(rating.map(|r| r.value.to_string()).unwrap_or_default());
        }
        let k = player.ratings.first().and_then(|r| r.k);
        let sex = player.sex.map_or("", |sex| if sex == Sex::Male { "m" } else { "w" });
        let team = player.team.and_then(|team| state.teams.get(&team)).map(|t| t.name.clone());
        let categories: Vec<&str> = player.categories.iter().map(String::as_str).collect();
        row.extend([
            k.map(|k| k.to_string()).unwrap_or_default(),
            sex.to_owned(),
            player.birth.map(|b| b.to_string()).unwrap_or_default(),
            player.federation.clone(),
            player.id.clone(),
            player.club.clone(),
            team.unwrap_or_default(),
            categories.join("/"),
            player.contact.clone(),
            player.note.clone(),
        ]);
        table.rows.push(row);
    }
    table
}

/// The pairs of a round with results; those without an opponent below.
pub fn pairings_table(state: &State, stage: StageIndex, round: RoundNumber) -> Table {
    let mut table = Table::new(["Board", "White", "Result", "Black"]);
    let Some(paired) = state.round(stage, round) else { return table };
    for (meeting, board) in paired.meetings.iter().zip(1..) {
        for game in &meeting.games {
            let result = crate::records::result_text(game.result);
            table.rows.push(vec![
                format!("{board}"),
                state.name(game.white),
                result.to_owned(),
                state.name(game.black),
            ]);
        }
    }
    for (id, why) in state.not_paired(stage, round) {
        let what = match why {
            NotPaired::Bye(ByeKind::PairingAllocated) => "bye",
            NotPaired::Bye(ByeKind::Full) => "full-point bye",
            NotPaired::Bye(ByeKind::Half) => "half-point bye",
            NotPaired::Bye(ByeKind::Zero) => "zero-point bye",
            NotPaired::Waiting => "waits for an opponent",
            NotPaired::NotYetEntered | NotPaired::Withdrawn => continue,
        };
        table.rows.push(vec![String::new(), state.name(id), what.to_owned(), String::new()]);
    }
    table
}
