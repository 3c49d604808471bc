//! The grid of a Scheveningen match: every member of one team against every member of the other.

use super::tables::{Ranked, result_mark};
use super::{View, decimals};
use crate::document::{Block, Column, Table};
use std::collections::HashMap;
use tournament::Points;
use tournament::model::{PlayerId, Team};

/// The grid, then the members of the second team; `None` when there are not two teams.
pub(super) fn blocks(view: &View<'_>, ranked: &Ranked) -> Option<Vec<Block>> {
    let teams: Vec<&Team> =
        view.state.teams.values().map(AsRef::as_ref).filter(|team| !team.members.is_empty()).collect();
    let [first, second] = teams.as_slice() else { return None };
    let row_of: HashMap<PlayerId, usize> = ranked.ids.iter().enumerate().map(|(row, &id)| (id, row)).collect();
    let score = |id: &PlayerId| row_of.get(id).map(|&row| ranked.cross.rows[row].entrant.score()).unwrap_or_default();
    let places = decimals(ranked.standings.rows.iter().map(|row| row.points));
    let total = |team: &Team| team.members.iter().map(&score).sum::<Points>();

    let mut columns = vec![Column::mark("Board").strong(), Column::name(&first.name)];
    columns.extend((1..=second.members.len()).map(|board| Column::mark(&format!("B{board}"))));
    columns.push(Column::number("Pts").long("Points").strong());
    let mut grid = Table::new(columns);
    for (id, board) in first.members.iter().zip(1..) {
        let mut cells = vec![format!("A{board}"), view.titled_name(*id)];
        for opponent in &second.members {
            let number = row_of.get(opponent).map(|&row| row as u32 + 1);
            let entries =
                row_of.get(id).map(|&row| ranked.cross.rows[row].entrant.rounds.as_slice()).unwrap_or_default();
            let met = entries.iter().filter(|entry| entry.opponent.is_some() && entry.opponent == number);
            cells.push(met.map(result_mark).collect());
        }
        cells.push(format!("{:.places$}", score(id)));
        grid.push(cells);
    }
    let mut visitors = Table::new(vec![
        Column::mark("Board").strong(),
        Column::name(&second.name),
        Column::number("Pts").long("Points").strong(),
    ]);
    for (id, board) in second.members.iter().zip(1..) {
        visitors.push(vec![format!("B{board}"), view.titled_name(*id), format!("{:.places$}", score(id))]);
    }
    let result = format!("{} {} \u{2013} {} {}", first.name, total(first), total(second), second.name);
    Some(vec![Block::Heading(result), Block::Table(grid), Block::Table(visitors)])
}
