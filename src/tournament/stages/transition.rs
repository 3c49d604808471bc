//! From one part of an event to the next, as data: kept with the stage that was made so, for the record and for print.
//!
//! Where teams are paired, every [`PlayerId`] here stands for the team with that identity, as in [`crate::teams::projection`].

use crate::model::{PlayerId, RoundNumber, StageIndex, System, TieGame};
use crate::standings::DecisionKind;
use serde::{Deserialize, Serialize};

/// What a new stage is like, apart from who plays in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Format {
    /// Its name; several finals are called `Final A`, `Final B`, ... after it, groups `Group A`, ...
    pub name: String,
    /// The system.
    pub system: System,
    /// Rounds; 0 where the system has them from the number of players (all but Swiss and pairs by hand).
    #[serde(default)]
    pub rounds_planned: RoundNumber,
    /// Games of each meeting.
    pub games_per_meeting: u8,
}

/// How the field was put into groups (`multi-stage` 2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Grouping {
    /// By strength: 1 to G in order, the next G back to front.
    Snake,
    /// One of each pot of G by lot.
    Pots {
        /// The seed of the draw.
        seed: u64,
        /// Players of one federation are kept apart where that is possible.
        separate: bool,
    },
    /// Set by hand: the players of each group, the strongest first.
    ByHand(Vec<Vec<PlayerId>>),
}

/// Who goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Selection {
    /// The first of each group, and the best of those who come next.
    First {
        /// How many of each group.
        each: u32,
        /// How many of the next places over all groups.
        #[serde(default)]
        best_of_next: u32,
    },
    /// All, by place: so many places of each group to final A, the next so many to final B, ...; 0 for the last one: all who are left.
    Places(Vec<u32>),
    /// Whoever comes after the first places: a consolation stage.
    Rest {
        /// How many of each group (or places of a knockout) do not belong to it.
        after: u32,
    },
    /// Set by hand: the players of each final, the first seed first.
    ByHand(Vec<Vec<PlayerId>>),
}

/// In which order they stand in the new stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Placing {
    /// By place, then by comparison across groups. In a knockout players of one group do not meet in round 1, and two of one group stand in
    /// different halves, as far as an exchange inside the same places allows.
    Standard,
    /// A1-B2, ...: the first two of 2, 4 or 8 groups; other numbers as `Standard`.
    Crossing,
    /// By lot. In a knockout one of each place class is drawn, and players of one group do not meet in round 1.
    Lot {
        /// The seed of the draw.
        seed: u64,
    },
    /// By rating, title and name.
    Rating,
    /// By hand: the order is that of the list, which holds exactly those who go on.
    ByHand(Vec<PlayerId>),
}

/// What they take along (`multi-stage` 5).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Carry {
    /// Nothing.
    #[default]
    Nothing,
    /// All points.
    AllPoints,
    /// The games against those who also go on, with their colours: they are not played again. In a round-robin only.
    AgainstQualifiers,
    /// Everything: a Swiss goes on as one Swiss with a smaller field. Nobody meets again, colours and floats go on.
    Continuation,
    /// Half of the points.
    Half,
    /// Points by place in the group, the first place first, in tenths; 0 for further places.
    ByPlace(Vec<i32>),
}

/// How groups of unequal size are compared (`multi-stage` 3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Comparison {
    /// Points per game.
    #[default]
    PerGame,
    /// Without the results against the last of the bigger groups.
    WithoutLast,
}

/// An order of players whom the results leave level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelOrder {
    /// How it was found.
    pub by: DecisionKind,
    /// The best first.
    pub order: Vec<PlayerId>,
    /// The games of a play-off, where they were entered; they give the order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<TieGame>,
}

impl LevelOrder {
    /// An order without games.
    pub fn new(by: DecisionKind, order: Vec<PlayerId>) -> LevelOrder {
        LevelOrder { by, order, games: Vec::new() }
    }
}

/// Who goes on from earlier stages into a new one, where, and with what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transition {
    /// The stages that feed it: the groups in their order.
    pub from: Vec<StageIndex>,
    /// Who.
    pub selection: Selection,
    /// Where.
    pub placing: Placing,
    /// With what.
    #[serde(default)]
    pub carry: Carry,
    /// How unequal groups are compared.
    #[serde(default)]
    pub comparison: Comparison,
    /// Who does not want to go on; the next of the group moves up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub declined: Vec<PlayerId>,
    /// Play-offs and decisions of those who are level.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub level: Vec<LevelOrder>,
    /// Seed of the lot that divides all others who are level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lot: Option<u64>,
}

/// How a stage came to be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// A group of the whole field.
    Group(Grouping),
    /// Made out of earlier stages.
    Transition(Box<Transition>),
}

/// A later stage as it was announced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedStage {
    /// Who goes on.
    pub selection: Selection,
    /// Where.
    pub placing: Placing,
    /// With what.
    #[serde(default)]
    pub carry: Carry,
    /// What it is like.
    pub format: Format,
}

/// The stages of an event as they were announced before its beginning. The program offers them at the right time; nothing happens by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StagePlan {
    /// Groups of the field; 0 or 1: none.
    pub groups: u32,
    /// The groups are drawn out of pots instead of made by the snake.
    pub pots: bool,
    /// The stages after the first one.
    pub next: Vec<PlannedStage>,
}
