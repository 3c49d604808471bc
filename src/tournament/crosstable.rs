//! The neutral view of an event that pairing and standings are computed from. A report file and an event both make one.

use crate::model::Title;
use pairing::swiss::{Color, Entrant, Scoring};

/// A participant with what tie-breaks need besides the rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Name.
    pub name: String,
    /// Title.
    pub title: Option<Title>,
    /// Number, rating (0: none) and rounds.
    pub entrant: Entrant,
}

/// How opponents are found; decides how unplayed rounds count (FIDE C.07 art. 15, 16).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairingKind {
    /// Swiss: art. 16.
    Swiss,
    /// Round-robin, Scheveningen: art. 15.2.
    Predetermined {
        /// How often each pair meets.
        cycles: u8,
    },
}

/// A cross table of players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossTable {
    /// In order of number; all rows have `rounds` entries.
    pub rows: Vec<Row>,
    /// Rounds counted.
    pub rounds: u32,
    /// Rounds of the event.
    pub rounds_total: u32,
    /// What results are worth.
    pub scoring: Scoring,
    /// Swiss or predetermined.
    pub kind: PairingKind,
    /// The initial colour, where known.
    pub initial_color: Option<Color>,
    /// Forbidden pairs: numbers, first round, last round.
    pub forbidden: Vec<(u32, u32, u32, u32)>,
    /// Tie-break codes in order, `PTS` left out.
    pub tiebreaks: Vec<String>,
}
