//! The table in the form that all tie-breaks are computed from, players and teams alike.

use crate::crosstable::{CrossTable, PairingKind};
use pairing::swiss::{Color, EntryKind, RoundEntry};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Points beyond this (in hundredths) are cut off, so that no sum or product can overflow.
const LARGEST: i64 = 10_000_000;

/// How unplayed rounds count in tie-breaks from opponents' results. Older editions are for old events, the last one for draughts events
/// whose rules keep it simple.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Edition {
    /// C.07 of March 2026, art. 16.
    #[default]
    March2026,
    /// C.07 until February 2026: the dummy has the own score, without a limit.
    August2024,
    /// Until August 2023: a virtual opponent, who has the own score before the round, gets what the own result leaves and draws all later
    /// rounds; opponents' unplayed rounds count as draws.
    VirtualOpponent,
    /// No adjustment: opponents have their real scores, an unplayed round adds nothing.
    Plain,
}

/// One round of one participant in one unit of score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub kind: EntryKind,
    /// Row of the scheduled opponent.
    pub opponent: Option<u32>,
    pub color: Option<Color>,
    /// Hundredths.
    pub points: i64,
}

/// All rounds of all participants in one unit of score (points, match points or game points), in hundredths.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// Rounds counted.
    pub rounds: usize,
    /// Rounds of the whole event, at least those counted; a thousand where a table claims more.
    pub rounds_total: i64,
    /// The last round counted is the last one of the event.
    pub complete: bool,
    /// Row by row, `rounds` cells each.
    cells: Vec<Cell>,
    /// Points without a round.
    extra: Vec<i64>,
    pub win: i64,
    pub draw: i64,
    pub loss: i64,
    /// Games (matches) that one can have in the rounds counted.
    pub possible: i64,
    /// Art. 16 (`true`) or art. 15.2.
    pub swiss: bool,
    pub edition: Edition,
    /// Final scores.
    pub scores: Vec<i64>,
    /// Scores as they count for opponents (art. 16.3); in predetermined pairings the final scores.
    pub adjusted: Vec<i64>,
}

/// What a [`Field`] is made from.
pub(crate) struct Frame {
    pub rounds: usize,
    pub rounds_total: u32,
    pub win: i64,
    pub draw: i64,
    pub loss: i64,
    pub kind: PairingKind,
    pub edition: Edition,
}

/// Category 16.2.3, 16.2.4 or 16.2.5: a requested bye or a forfeit loss.
pub(crate) const fn is_voluntary(kind: EntryKind) -> bool {
    matches!(kind, EntryKind::HalfBye | EntryKind::ZeroBye | EntryKind::ForfeitLoss)
}

pub(crate) fn limited(points: i32) -> i64 {
    i64::from(points).clamp(-LARGEST, LARGEST)
}

/// Rows by number; of rows with the same number the first one.
pub(crate) fn index_of(numbers: &[u32]) -> HashMap<u32, u32> {
    let mut index = HashMap::with_capacity(numbers.len());
    for (row, number) in numbers.iter().enumerate() {
        index.entry(*number).or_insert(row as u32);
    }
    index
}

impl Field {
    /// `cells` holds `frame.rounds` cells for each element of `extra`.
    pub fn new(frame: &Frame, cells: Vec<Cell>, extra: Vec<i64>) -> Field {
        let others = extra.len().saturating_sub(1) as i64;
        let possible = match frame.kind {
            PairingKind::Swiss => frame.rounds as i64,
            PairingKind::Predetermined { cycles } => (frame.rounds as i64).min(others * i64::from(cycles.max(1))),
        };
        let mut field = Field {
            rounds: frame.rounds,
            rounds_total: i64::from(frame.rounds_total.min(1000)).max(frame.rounds as i64),
            complete: frame.rounds as u64 >= u64::from(frame.rounds_total),
            cells,
            extra,
            win: frame.win,
            draw: frame.draw,
            loss: frame.loss,
            possible,
            swiss: frame.kind == PairingKind::Swiss,
            edition: frame.edition,
            scores: Vec::new(),
            adjusted: Vec::new(),
        };
        field.sum_up();
        field
    }

    /// The table of individual players.
    pub fn of_players(table: &CrossTable, edition: Edition) -> Field {
        let numbers: Vec<u32> = table.rows.iter().map(|row| row.entrant.tpn).collect();
        let index = index_of(&numbers);
        let longest = table.rows.iter().map(|row| row.entrant.rounds.len()).max().unwrap_or(0);
        let rounds = longest.min(table.rounds as usize);
        let mut cells = Vec::with_capacity(rounds * table.rows.len());
        for row in &table.rows {
            let known = row.entrant.rounds.iter().copied();
            for entry in known.chain(std::iter::repeat(RoundEntry::ABSENT)).take(rounds) {
                cells.push(Cell {
                    kind: entry.kind,
                    opponent: entry.opponent.and_then(|number| index.get(&number).copied()),
                    color: entry.color,
                    points: limited(entry.points.hundredths()),
                });
            }
        }
        let extra = table.rows.iter().map(|row| limited(row.entrant.extra_points.hundredths())).collect();
        let frame = Frame {
            rounds,
            rounds_total: table.rounds_total,
            win: limited(table.scoring.win.hundredths()),
            draw: limited(table.scoring.draw.hundredths()),
            loss: limited(table.scoring.loss.hundredths()),
            kind: table.kind,
            edition,
        };
        Field::new(&frame, cells, extra)
    }

    /// Number of participants.
    pub fn len(&self) -> usize {
        self.extra.len()
    }

    /// The rounds of one participant.
    pub fn row(&self, row: usize) -> &[Cell] {
        &self.cells[row * self.rounds..(row + 1) * self.rounds]
    }

    /// The table under the assumption of Fore Buchholz: every paired game of the event's last round drawn.
    pub fn fore(&self) -> Field {
        let mut field = self.clone();
        if self.complete && self.rounds > 0 {
            for row in 0..self.len() {
                let cell = &mut field.cells[(row + 1) * self.rounds - 1];
                if cell.opponent.is_some() {
                    cell.kind = EntryKind::Played { rated: true };
                    cell.points = self.draw;
                }
            }
            field.sum_up();
        }
        field
    }

    fn sum_up(&mut self) {
        let scores: Vec<i64> = (0..self.len())
            .map(|row| self.extra[row] + self.row(row).iter().map(|cell| cell.points).sum::<i64>())
            .collect();
        self.adjusted = (0..self.len()).map(|row| scores[row] + self.adjustment(row)).collect();
        self.scores = scores;
    }

    /// What a score gains when it counts for opponents (art. 16.3).
    fn adjustment(&self, row: usize) -> i64 {
        let as_draw = |cell: &Cell| self.draw - cell.points;
        match self.edition {
            _ if !self.swiss => 0,
            Edition::March2026 | Edition::August2024 => {
                // Requested byes that only voluntary unplayed rounds follow count as draws (16.2.5).
                let tail = self.row(row).iter().rev().take_while(|cell| is_voluntary(cell.kind));
                tail.filter(|cell| cell.kind != EntryKind::ForfeitLoss).map(as_draw).sum()
            }
            Edition::VirtualOpponent => self.row(row).iter().filter(|cell| !cell.kind.is_played()).map(as_draw).sum(),
            Edition::Plain => 0,
        }
    }

    /// Whether the round counts as a game against the scheduled opponent: played, or a forfeit where those count
    /// (art. 15.2, or `/P`).
    pub fn meets(&self, cell: &Cell, forfeits: bool) -> Option<usize> {
        let counts = cell.kind.is_played() || forfeits || !self.swiss;
        cell.opponent.filter(|_| counts).map(|row| row as usize)
    }

    /// Opponents over the board, round by round.
    pub fn met(&self, row: usize) -> impl Iterator<Item = (usize, usize, &Cell)> {
        self.row(row)
            .iter()
            .enumerate()
            .filter(|(_, cell)| cell.kind.is_played())
            .filter_map(|(round, cell)| cell.opponent.map(|opponent| (round, opponent as usize, cell)))
    }

    /// Half points (on the 1-½-0 scale) that a game's points correspond to.
    pub fn half_points(&self, points: i64) -> i64 {
        if points >= self.win {
            2
        } else if points >= self.draw {
            1
        } else {
            0
        }
    }
}
