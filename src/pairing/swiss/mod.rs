//! Swiss systems: what they take and give (FIDE C.04.1, C.04.2).
//!
//! [`pair`] is the door: a [`RoundInput`] in, the pairs in the order of boards out. Around it: [`explain()`] and
//! [`explain_dutch`] (why), [`broken_rules`] (pairs made by hand), [`check_history`] (replay), [`generate`](generate()) (random
//! events). [`articles`] maps the regulations to the code.
//!
//! ```
//! use pairing::Points;
//! use pairing::swiss::{Color, Entrant, RoundInput, Scoring, System, pair};
//!
//! let entrant = |tpn| Entrant {
//!     tpn, rating: 0, rounds: vec![], virtual_points: vec![], present: true, extra_points: Points::ZERO,
//! };
//! let round = RoundInput {
//!     round: 1,
//!     rounds_total: 5,
//!     entrants: (1..=7).map(entrant).collect(),
//!     forbidden: vec![],
//!     initial_color: Color::White,
//!     scoring: Scoring::default(),
//! };
//! let pairing = pair(System::Dutch, &round)?;
//! let boards: Vec<_> = pairing.pairs.iter().map(|pair| (pair.white, pair.black)).collect();
//! assert_eq!(boards, [(1, 4), (5, 2), (3, 6)]);
//! assert_eq!(pairing.bye, Some(7));
//! # Ok::<(), pairing::swiss::PairingError>(())
//! ```

mod acceleration;
pub mod articles;
mod boards;
mod broken_rules;
mod burstein;
pub mod colors;
mod dubov;
mod dutch;
mod explain;
mod facts;
mod generate;
mod history;
mod initial_color;
mod lim;
mod matches;
mod strict;

pub use acceleration::{baku_allowed, baku_group_size, baku_virtual_points};
pub use boards::in_board_order;
pub use broken_rules::{BrokenRule, broken_rules, broken_rules_of_bye};
pub use burstein::seeding_rounds;
pub use dutch::{BracketReport, Explanation, explain_dutch};
pub use explain::{Question, Reason, explain};
pub use facts::{Field, Float, MAX_ENTRANTS, MAX_ROUNDS, Player, Preference, color_difference, repeated_color};
pub use generate::{GenerateOptions, Generated, generate};
pub use history::{Difference, ForbiddenPair, History, check_history};
pub use initial_color::infer_initial_color;
pub use lim::pair_lim;
pub use matches::{MatchSystem, TeamPreference, explain_teams, pair_matches};

use crate::Points;
use thiserror::Error;

/// A tournament pairing number; 1 is the strongest. Numbers may have gaps.
pub type Tpn = u32;

/// The colour of the pieces. In draughts "White" is the light side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// The light side.
    White,
    /// The dark side.
    Black,
}

impl Color {
    /// The other colour.
    pub const fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// The Swiss system, with its edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum System {
    /// FIDE (Dutch) System, C.04.3, edition of February 2026.
    Dutch,
    /// Dubov System, C.04.4.1, edition of February 2026.
    Dubov,
    /// Burstein System, C.04.4.2, edition of February 2026.
    Burstein,
    /// Double-Swiss System, C.04.5, edition of February 2026: rounds are matches of two games.
    DoubleSwiss,
    /// Lim System, C.04.4.3, built from an incomplete text; see [`pair_lim`].
    Lim,
}

impl System {
    /// What must be said wherever a pairing of this system is shown; empty where the rules were complete.
    pub const fn caveat(self) -> &'static str {
        match self {
            System::Lim => "built from an incomplete text of the rules; not verified",
            System::Dutch | System::Dubov | System::Burstein | System::DoubleSwiss => "",
        }
    }
}

/// What happened to a participant in one past round (`swiss-common` 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntryKind {
    /// A game over the board, also an unusual 0-0 or ½-0; `rated` is false for games of less than one move.
    Played {
        /// Counts for rating.
        rated: bool,
    },
    /// Begun, but not finished; the points are those of a draw, for pairing only (GHR 3.1).
    Adjourned,
    /// The scheduled opponent did not come.
    ForfeitWin,
    /// The participant did not come (both, in a double forfeit).
    ForfeitLoss,
    /// Pairing-allocated bye.
    PairingBye,
    /// Full-point bye.
    FullBye,
    /// Half-point bye.
    HalfBye,
    /// Zero-point bye: absent, withdrawn or not yet arrived.
    ZeroBye,
}

impl EntryKind {
    /// Counts as a meeting and gives a colour.
    pub const fn is_played(self) -> bool {
        matches!(self, EntryKind::Played { .. } | EntryKind::Adjourned)
    }
}

/// One past round of one participant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RoundEntry {
    /// What happened.
    pub kind: EntryKind,
    /// The scheduled opponent: of a game or a forfeit.
    pub opponent: Option<Tpn>,
    /// The scheduled colour: of a game or a forfeit.
    pub color: Option<Color>,
    /// The points that the event's scoring gave.
    pub points: Points,
}

impl RoundEntry {
    /// A round without play and without points.
    pub const ABSENT: RoundEntry =
        RoundEntry { kind: EntryKind::ZeroBye, opponent: None, color: None, points: Points::ZERO };
}

/// A participant as the pairing sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The pairing number; the rank among equal scores.
    pub tpn: Tpn,
    /// Rating; 0 when there is none. Only Dubov looks at it.
    pub rating: u32,
    /// The past rounds, from round 1; all entrants have equally many.
    pub rounds: Vec<RoundEntry>,
    /// Virtual points of each past round and of the round being paired; rounds beyond the end have none.
    pub virtual_points: Vec<Points>,
    /// Takes part in the round being paired.
    pub present: bool,
    /// Points that stand in the table without a round (bonus, penalty, late entry).
    pub extra_points: Points,
}

impl Entrant {
    /// Points in the standings.
    pub fn score(&self) -> Points {
        self.extra_points + self.rounds.iter().map(|entry| entry.points).sum()
    }
}

/// What a result is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scoring {
    /// A win, a forfeit win, a full-point bye.
    pub win: Points,
    /// A draw, a half-point bye.
    pub draw: Points,
    /// A loss over the board.
    pub loss: Points,
    /// A zero-point bye.
    pub zero_bye: Points,
    /// A loss by forfeit.
    pub forfeit_loss: Points,
    /// The pairing-allocated bye.
    pub pairing_bye: Points,
}

impl Default for Scoring {
    /// 1 - ½ - 0, the pairing-allocated bye a whole point.
    fn default() -> Self {
        Scoring {
            win: Points::ONE,
            draw: Points::HALF,
            loss: Points::ZERO,
            zero_bye: Points::ZERO,
            forfeit_loss: Points::ZERO,
            pairing_bye: Points::ONE,
        }
    }
}

/// Everything that decides the pairs of one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundInput {
    /// The round to pair, from 1.
    pub round: u32,
    /// Number of rounds of the event; the last one has rules of its own.
    pub rounds_total: u32,
    /// All participants who ever were in the list, also withdrawn ones.
    pub entrants: Vec<Entrant>,
    /// Pairs that the organiser forbids in this round.
    pub forbidden: Vec<(Tpn, Tpn)>,
    /// The colour that the lot gave to odd numbers in round 1.
    pub initial_color: Color,
    /// What results are worth.
    pub scoring: Scoring,
}

/// Two participants who meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// Plays White.
    pub white: Tpn,
    /// Plays Black.
    pub black: Tpn,
}

/// The pairs of a round, in the order of boards (GHR 3.6).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundPairing {
    /// Board 1 first.
    pub pairs: Vec<Pair>,
    /// Who has the pairing-allocated bye.
    pub bye: Option<Tpn>,
}

/// Why there is no pairing.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PairingError {
    /// The rules leave no pairing; the Chief Arbiter decides (Dutch 1.9.3).
    #[error("no legal pairing exists: {reason}")]
    NoLegalPairing {
        /// Who cannot be matched and what would help.
        reason: String,
    },
    /// The input contradicts itself.
    #[error("the position cannot be paired: {0}")]
    BadInput(String),
}

/// Pairs one round.
///
/// # Errors
/// [`PairingError::NoLegalPairing`] when the rules leave none, [`PairingError::BadInput`] when the input contradicts itself
/// (an opponent that is not there, a number used twice, histories of different length).
pub fn pair(system: System, input: &RoundInput) -> Result<RoundPairing, PairingError> {
    let field = Field::new(input)?;
    match system {
        System::Dutch => dutch::pair(&field),
        System::Dubov => dubov::pair(input, &field),
        System::Burstein => burstein::pair(input, &field),
        System::DoubleSwiss => pair_matches(MatchSystem::DoubleSwiss, input, &[]),
        System::Lim => pair_lim(input),
    }
}
