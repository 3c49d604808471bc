//! The grid of a Scheveningen match: every member of one team against every member of the other.

use super::tables::Ranked;
use super::{View, decimals};
use crate::document::{Block, Column, Table};
use tournament::Points;
use tournament::crosstable::points_of;
use tournament::model::{GameResult, PlayerId, RoundNumber, Scoring};
use tournament::scheveningen::{self, Cell, Grid};

/// The grid, then the members of the second team, then who played for whom; `None` when there are not two teams.
pub(super) fn blocks(view: &View<'_>, ranked: &Ranked, round: RoundNumber) -> Option<Vec<Block>> {
    let grid = scheveningen::grid(view.state, view.stage, round).ok()?;
    let mut names = view.state.teams.values().map(|team| team.name.as_str());
    let (first, second) = (names.next()?, names.next()?);
    let points = |tenths: i64| i32::try_from(tenths).map(Points).unwrap_or_default();
    let places = decimals(
        ranked.standings.rows.iter().map(|row| row.points).chain(grid.points.iter().flatten().map(|&sum| points(sum))),
    );
    let mut columns = vec![Column::mark("Board").strong(), Column::name(first)];
    columns.extend((1..=grid.b.len()).map(|board| Column::mark(&format!("B{board}"))));
    columns.push(Column::number("Pts").long("Points").strong());
    let mut table = Table::new(columns);
    for (seat, id) in grid.a.iter().enumerate() {
        let mut cells = vec![format!("A{}", seat + 1), view.titled_name(*id)];
        cells.extend(grid.cells[seat].iter().map(|games| marks(games, &view.state.settings.scoring)));
        cells.push(format!("{:.places$}", points(grid.points[0][seat])));
        table.push(cells);
    }
    let mut visitors = Table::new(vec![
        Column::mark("Board").strong(),
        Column::name(second),
        Column::number("Pts").long("Points").strong(),
    ]);
    for (seat, id) in grid.b.iter().enumerate() {
        let sum = format!("{:.places$}", points(grid.points[1][seat]));
        visitors.push(vec![format!("B{}", seat + 1), view.titled_name(*id), sum]);
    }
    let [a, b] = grid.totals().map(points);
    let result = match grid.match_points.map(|both| both.map(points)) {
        Some([won, lost]) => format!("{first} {won} \u{2013} {lost} {second} (match points; games {a} \u{2013} {b})"),
        None => format!("{first} {a} \u{2013} {b} {second}"),
    };
    let mut blocks = vec![Block::Heading(result), Block::Table(table), Block::Table(visitors)];
    if !grid.substitutes.is_empty() {
        blocks.push(Block::Heading("Substitutes".to_owned()));
        blocks.push(Block::Paragraph(substitutes(view, &grid)));
    }
    Some(blocks)
}

/// "Round 1: Koch, Ida for Bold, Ganbat (A2)."
fn substitutes(view: &View<'_>, grid: &Grid) -> String {
    let seat = |id: &PlayerId| {
        let find = |team: &[PlayerId], letter| {
            team.iter().position(|other| other == id).map(|index| format!("{letter}{}", index + 1))
        };
        find(&grid.a, 'A').or_else(|| find(&grid.b, 'B')).unwrap_or_default()
    };
    let line = |&(player, holder, round): &(PlayerId, PlayerId, u32)| {
        let (player, name) = (view.state.name(player), view.state.name(holder));
        format!("Round {round}: {player} for {name} ({})", seat(&holder))
    };
    let lines: Vec<String> = grid.substitutes.iter().map(line).collect();
    format!("{}.\nGames of substitutes are marked * and count for the seat in this table.", lines.join("\n"))
}

/// The results of the first team in a square: `1`, `½`, `0`, `+`, `−`; a star where a substitute played.
fn marks(games: &[Cell], scoring: &Scoring) -> String {
    let mark = |cell: &Cell| {
        let Some(result) = cell.result else { return String::new() };
        let forfeit = |white_won: bool| if white_won == cell.a_has_white { "+" } else { "\u{2212}" };
        let text = match result {
            GameResult::ForfeitToWhite => forfeit(true),
            GameResult::ForfeitToBlack => forfeit(false),
            GameResult::BothForfeit => "\u{2212}",
            GameResult::Adjourned => "?",
            played => {
                let (white, black) = points_of(played, scoring);
                let mine = if cell.a_has_white { white } else { black };
                match mine {
                    points if points == scoring.win => "1",
                    points if points == scoring.draw => "\u{bd}",
                    _ => "0",
                }
            }
        };
        let star = if cell.substitutes.contains(&true) { "*" } else { "" };
        format!("{text}{star}")
    };
    games.iter().map(mark).collect()
}
