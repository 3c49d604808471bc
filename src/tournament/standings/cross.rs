//! Cross tables for reading: rounds across for a Swiss, opponents across when everybody meets everybody.

use super::{Standings, TeamTable, Tpn, Value};
use crate::crosstable::{CrossTable, PairingKind, Row};
use pairing::Points;
use pairing::swiss::{Color, EntryKind, RoundEntry};
use std::collections::HashMap;
use std::fmt;

/// How the rows are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// By rank; opponents are named by their rank.
    #[default]
    Rank,
    /// By pairing number; opponents are named by it.
    Number,
}

/// A game or an unplayed round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrossCell {
    /// The round, from 1.
    pub round: u32,
    /// What happened.
    pub kind: EntryKind,
    /// Place of the opponent's row in the view, from 1: the number by which cells name opponents.
    pub opponent: Option<u32>,
    /// Colour.
    pub color: Option<Color>,
    /// Points.
    pub points: Points,
    /// The result on the 1-½-0 scale, in half points.
    pub half_points: u8,
}

/// A row of the view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossRow {
    /// Place in the view, from 1.
    pub place: u32,
    /// Number.
    pub number: Tpn,
    /// Name.
    pub name: String,
    /// Rank; equal for those who are level.
    pub rank: u32,
    /// Points.
    pub points: Points,
    /// Values of the tie-breaks, in the order of the standings' codes.
    pub values: Vec<Value>,
    /// Swiss: a cell a round. Otherwise: for each row of the view the games against it, in order of rounds; the own one is empty.
    pub cells: Vec<Vec<CrossCell>>,
}

/// A cross table for reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossView {
    /// Opponents stand across, not rounds.
    pub grid: bool,
    /// In order.
    pub rows: Vec<CrossRow>,
}

impl fmt::Display for CrossCell {
    /// `12w1`, `3b½`, `7w+`, `½` for a half-point bye, `+` for other byes with points, `-` for absence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.opponent.map(|opponent| opponent.to_string()).unwrap_or_default();
        if self.opponent.is_some() {
            text.push_str(match self.color {
                Some(Color::White) => "w",
                Some(Color::Black) => "b",
                None => "",
            });
        }
        text.push_str(self.result());
        f.pad(&text)
    }
}

impl CrossCell {
    /// The result alone: `1`, `½`, `0`, `+`, `-`, and `*` for an open game.
    pub fn result(&self) -> &'static str {
        match (self.kind, self.half_points) {
            (EntryKind::Played { .. }, 2) => "1",
            (EntryKind::Played { .. }, 1) | (EntryKind::HalfBye, _) => "½",
            (EntryKind::Played { .. }, _) => "0",
            (EntryKind::Adjourned, _) => "*",
            (EntryKind::ForfeitWin | EntryKind::FullBye, _) => "+",
            (EntryKind::PairingBye, 0) | (EntryKind::ForfeitLoss | EntryKind::ZeroBye, _) => "-",
            (EntryKind::PairingBye, 1) => "½",
            (EntryKind::PairingBye, _) => "+",
        }
    }
}

/// The cross table in an order. The standings must be those of the table.
pub fn cross_view(table: &CrossTable, standings: &Standings, order: Order) -> CrossView {
    let grid = table.kind != PairingKind::Swiss;
    view(table.rows.len(), standings, order, grid, |index, places| {
        let row: &Row = &table.rows[index];
        let entries = row.entrant.rounds.iter().take(table.rounds as usize).zip(1..);
        (row.name.clone(), entries.map(|(entry, round)| cell(table, places, entry, round)).collect())
    })
}

/// The cross table of teams: points are those of the primary score in rows and game points in cells; the result of a match is by match points. The
/// standings must be those of the table.
pub fn cross_view_teams(table: &TeamTable, standings: &Standings, order: Order) -> CrossView {
    let grid = table.kind != PairingKind::Swiss;
    view(table.rows.len(), standings, order, grid, |index, places| {
        let row = &table.rows[index];
        let entries = row.rounds.iter().take(table.rounds as usize).zip(1..);
        let cells = entries.map(|(entry, round)| CrossCell {
            round,
            kind: entry.kind,
            opponent: entry.opponent.and_then(|number| places.get(&number).copied()),
            color: entry.color,
            points: entry.game_points,
            half_points: match entry.match_points {
                points if points >= table.match_scoring.win => 2,
                points if points >= table.match_scoring.draw => 1,
                _ => 0,
            },
        });
        (row.name.clone(), cells.collect())
    })
}

/// The view of `len` rows of a table; `row` gives the name and the cells of one by its index, where opponents are named by the places of their
/// numbers.
fn view(
    len: usize,
    standings: &Standings,
    order: Order,
    grid: bool,
    row: impl Fn(usize, &HashMap<Tpn, u32>) -> (String, Vec<CrossCell>),
) -> CrossView {
    let mut rows: Vec<_> = standings.rows.iter().filter(|row| row.index < len).collect();
    if order == Order::Number {
        rows.sort_by_key(|row| row.number);
    }
    let places: HashMap<Tpn, u32> = rows.iter().map(|row| row.number).zip(1..).collect();
    let view = rows.iter().zip(1..).map(|(standing, place)| {
        let (name, cells) = row(standing.index, &places);
        let cells = cells.into_iter();
        CrossRow {
            place,
            number: standing.number,
            name,
            rank: standing.rank,
            points: standing.points,
            values: standing.values.clone(),
            cells: if grid { by_opponent(cells, rows.len()) } else { cells.map(|cell| vec![cell]).collect() },
        }
    });
    CrossView { grid, rows: view.collect() }
}

fn cell(table: &CrossTable, place_of: &HashMap<Tpn, u32>, entry: &RoundEntry, round: u32) -> CrossCell {
    CrossCell {
        round,
        kind: entry.kind,
        opponent: entry.opponent.and_then(|number| place_of.get(&number).copied()),
        color: entry.color,
        points: entry.points,
        half_points: crate::ratings::half_points(entry.points, &table.scoring),
    }
}

fn by_opponent(cells: impl Iterator<Item = CrossCell>, rows: usize) -> Vec<Vec<CrossCell>> {
    let mut grid = vec![Vec::new(); rows];
    for cell in cells {
        // Places count from 1 to the number of rows.
        if let Some(games) = cell.opponent.and_then(|place| grid.get_mut(place as usize - 1)) {
            games.push(cell);
        }
    }
    grid
}
