//! Knockout: brackets as graphs of meetings.
//!
//! A [`Bracket`] is a directed graph: its nodes are meetings, its edges lead the winner (or, towards a match for third place, a
//! consolation or the losers' bracket, the loser) of one meeting to a side of a later one. Participants are seeds from 1.
//! A side that nobody can fill is a bye: the other side passes without a game.

use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;

mod build;
mod contest;
mod seeding;
mod state;

pub use contest::{Contest, Finished, FirstColor, Progress, Step, StepColors, StepKind, black_by_bids, first_whites};
pub use seeding::{Seeding, separate, separate_drawn, standard_order};
pub use state::{MatchState, Place, Slot};

/// A participant: 1 is the strongest.
pub type Seed = u32;

/// The number of a match in its bracket, from 1.
pub type MatchNumber = u32;

/// The most participants that a bracket is made for.
pub const MAX_PLAYERS: u32 = 4096;

/// Which of the two sides of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The upper one in the drawing.
    First,
    /// The lower one.
    Second,
}

impl Side {
    /// The other side.
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    const fn index(self) -> usize {
        self as usize
    }
}

/// Where a side of a match comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A participant from the start.
    Seed(Seed),
    /// Nobody: the other side passes.
    Bye,
    /// The winner of an earlier match.
    Winner(MatchNumber),
    /// The loser of an earlier match.
    Loser(MatchNumber),
    /// Of those who are left after the round before, the one with this rank by seed: 1 is the highest seed. Only where the rounds are
    /// seeded anew.
    Remaining(u32),
}

impl Source {
    /// Where a side that is not known yet comes from, in words; empty for a seed and a bye.
    pub fn words(self) -> String {
        match self {
            Source::Seed(_) | Source::Bye => String::new(),
            Source::Winner(number) => format!("winner of {number}"),
            Source::Loser(number) => format!("loser of {number}"),
            Source::Remaining(1) => "highest seed left".to_owned(),
            Source::Remaining(rank) => {
                let ending = match (rank % 10, rank % 100) {
                    (_, 11..=13) => "th",
                    (1, _) => "st",
                    (2, _) => "nd",
                    (3, _) => "rd",
                    _ => "th",
                };
                format!("{rank}{ending} seed left")
            }
        }
    }
}

impl std::fmt::Display for Source {
    /// `3`, `bye`, `W5`, `L5`; `#2` for the second of those who are left.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Source::Seed(seed) => write!(f, "{seed}"),
            Source::Bye => write!(f, "bye"),
            Source::Winner(number) => write!(f, "W{number}"),
            Source::Loser(number) => write!(f, "L{number}"),
            Source::Remaining(rank) => write!(f, "#{rank}"),
        }
    }
}

/// The part of the bracket that a match belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// The main tree; in double elimination the winners' bracket.
    Main {
        /// Round of the tree, from 1.
        round: u32,
        /// Participants of this round, byes included: 2 is the final.
        size: u32,
    },
    /// The losers' bracket of a double elimination.
    Losers {
        /// Round of that bracket, from 1.
        round: u32,
    },
    /// The grand final of a double elimination.
    GrandFinal,
    /// The second grand final, played when the side from the losers' bracket has won the first.
    Reset,
    /// A match for places below the second: third place, consolation.
    Places {
        /// The best place that is still open to its winner.
        from: u32,
        /// The last place that its loser can end on.
        to: u32,
    },
}

/// One meeting: a node of the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Its number, from 1, round by round from top to bottom.
    pub number: MatchNumber,
    /// The round in which it can be played, from 1: one after the latest of the matches that it waits for.
    pub round: u32,
    /// The part of the bracket.
    pub part: Part,
    /// Where the two sides come from.
    pub sides: [Source; 2],
    /// The place of the winner, if the match is its last.
    pub winner_places: Option<(u32, u32)>,
    /// The places that the losers of this round share, if the match is the loser's last.
    pub loser_places: Option<(u32, u32)>,
}

/// Who goes along an edge of the graph, and to which side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Feed {
    /// The loser goes; else the winner.
    pub loser: bool,
    /// The side of the later match.
    pub side: Side,
}

/// What kind of bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// One lost match and you are out.
    Single {
        /// Places that are played for: 2 only the final, 4 also the match for third place, 8 also places 5 to 8 and so on. A power
        /// of two; the losers of earlier rounds share their places.
        places: u32,
    },
    /// Two lost matches and you are out.
    Double {
        /// The grand final is played again when the side from the losers' bracket wins it.
        reset: bool,
    },
}

impl Format {
    /// Only the final.
    pub const SINGLE: Format = Format::Single { places: 2 };

    /// With a match for third place.
    pub const THIRD_PLACE: Format = Format::Single { places: 4 };

    /// With consolation matches for every place.
    pub const ALL_PLACES: Format = Format::Single { places: MAX_PLAYERS };
}

/// Why a bracket cannot be made, or an outcome not be entered.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum KnockoutError {
    /// Too few or too many participants.
    #[error("a knockout is for 1 to {MAX_PLAYERS} participants, not {0}")]
    Players(u32),
    /// The places that are played for.
    #[error("the number of places played for must be 2, 4, 8, 16, ... and not {0}")]
    Places(u32),
    /// A first round given by hand does not fit.
    #[error("the first round set by hand: {0}")]
    ByHand(String),
    /// Seeding anew in a double elimination.
    #[error("a double elimination has a fixed bracket; its rounds are not seeded anew")]
    Reseeding,
    /// No such match.
    #[error("there is no match {0} in this bracket")]
    NoMatch(MatchNumber),
    /// No such participant.
    #[error("there is no seed {0} in this bracket")]
    NoSeed(Seed),
    /// The two sides are not known yet, or one is a bye.
    #[error("match {number} cannot have a result: {why}")]
    NotReady {
        /// The match.
        number: MatchNumber,
        /// What is missing.
        why: String,
    },
    /// A later match has been decided already.
    #[error("match {number} cannot be changed: match {later}, which came from it, has a result; take that back first")]
    LaterResult {
        /// The match.
        number: MatchNumber,
        /// The later match.
        later: MatchNumber,
    },
}

/// A bracket with the outcomes so far.
#[derive(Clone, Debug)]
pub struct Bracket {
    graph: DiGraph<Match, Feed>,
    players: u32,
    format: Format,
    /// The winning side of the matches that were decided.
    decided: BTreeMap<MatchNumber, Side>,
    withdrawn: BTreeSet<Seed>,
    /// What was played before somebody withdrew: who met and how it ended. A later withdrawal does not change it.
    played: BTreeMap<MatchNumber, ([Slot; 2], MatchState)>,
    /// A first round with byes is called the play-in.
    play_in: bool,
    /// From round 2 on the highest seed left meets the lowest.
    reseeded: bool,
}

impl Bracket {
    /// A bracket for `players` participants.
    ///
    /// # Errors
    /// When the number of participants or of places, or a first round set by hand, does not fit.
    pub fn new(players: u32, seeding: &Seeding, format: Format) -> Result<Bracket, KnockoutError> {
        if players == 0 || players > MAX_PLAYERS {
            return Err(KnockoutError::Players(players));
        }
        if let Format::Single { places } = format
            && (places < 2 || !places.is_power_of_two())
        {
            return Err(KnockoutError::Places(places));
        }
        let slots = seeding.slots(players)?;
        Ok(Bracket::from_slots_checked(players, &slots, format))
    }

    fn from_slots_checked(players: u32, slots: &[Option<Seed>], format: Format) -> Bracket {
        let graph = build::graph(slots, format);
        Bracket {
            graph,
            players,
            format,
            decided: BTreeMap::new(),
            withdrawn: BTreeSet::new(),
            played: BTreeMap::new(),
            play_in: false,
            reseeded: false,
        }
    }

    /// The same first round without a fixed bracket behind it: in each later round of the main tree the highest seed who is left meets the
    /// lowest, the second highest the second lowest, and so on. Matches for places below stay fixed.
    ///
    /// # Errors
    /// In a double elimination.
    pub fn reseeded(self) -> Result<Bracket, KnockoutError> {
        if matches!(self.format, Format::Double { .. }) {
            return Err(KnockoutError::Reseeding);
        }
        let mut graph = self.graph;
        build::reseed(&mut graph);
        Ok(Bracket { graph, reseeded: true, ..self })
    }

    /// Whether the rounds are seeded anew.
    pub const fn is_reseeded(&self) -> bool {
        self.reseeded
    }

    /// Calls a first round with byes the play-in.
    #[must_use]
    pub fn with_play_in(self) -> Bracket {
        Bracket { play_in: true, ..self }
    }

    /// The places of the first round from top to bottom, `None` for a bye.
    pub fn places_of_first_round(&self) -> Vec<Option<Seed>> {
        let first = self.matches().filter(|game| matches!(game.part, Part::Main { round: 1, .. }));
        let slots = first.flat_map(|game| game.sides).map(|side| match side {
            Source::Seed(seed) => Some(seed),
            Source::Bye | Source::Winner(_) | Source::Loser(_) | Source::Remaining(_) => None,
        });
        slots.collect()
    }

    /// The graph of meetings; node i is match i + 1.
    pub const fn graph(&self) -> &DiGraph<Match, Feed> {
        &self.graph
    }

    /// Number of participants.
    pub const fn players(&self) -> u32 {
        self.players
    }

    /// The format.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// All matches in the order of their numbers: round by round, byes included.
    pub fn matches(&self) -> impl Iterator<Item = &Match> {
        self.graph.node_weights()
    }

    /// One match.
    pub fn get(&self, number: MatchNumber) -> Option<&Match> {
        self.graph.node_weight(node(number)?)
    }

    /// Number of rounds; 0 with a single participant.
    pub fn rounds(&self) -> u32 {
        self.matches().map(|m| m.round).max().unwrap_or(0)
    }

    /// The match that the winner (or the loser) of a match goes to, and the side there; `None` for winners where the rounds are seeded anew.
    pub fn next(&self, number: MatchNumber, loser: bool) -> Option<(MatchNumber, Side)> {
        let from = node(number).filter(|&n| n.index() < self.graph.node_count())?;
        self.graph
            .edges_directed(from, Direction::Outgoing)
            .find(|edge| edge.weight().loser == loser)
            .map(|edge| (self.graph[edge.target()].number, edge.weight().side))
    }

    /// The name of the round that a match belongs to: `Final`, `Semifinals`, `Round of 16`, `Third place`, `Places 5-8`, ...
    pub fn round_name(&self, number: MatchNumber) -> String {
        let Some(game) = self.get(number) else { return String::new() };
        match game.part {
            Part::Main { round: 1, .. } if self.play_in && !self.players.is_power_of_two() => "Play-in".to_owned(),
            Part::Main { round, .. } if matches!(self.format, Format::Double { .. }) => {
                format!("Winners' round {round}")
            }
            Part::Main { size: 2, .. } => "Final".to_owned(),
            Part::Main { size: 4, .. } => "Semifinals".to_owned(),
            Part::Main { size: 8, .. } => "Quarterfinals".to_owned(),
            Part::Main { size, .. } => format!("Round of {size}"),
            Part::Losers { round } => format!("Losers' round {round}"),
            Part::GrandFinal => "Grand final".to_owned(),
            Part::Reset => "Second grand final".to_owned(),
            Part::Places { from: 3, to: 4 } => "Third place".to_owned(),
            Part::Places { from, to } => format!("Places {from}-{to}"),
        }
    }

    /// The name of a round of the event, after its matches of the main tree, or of the others where it has none.
    pub fn name_of_round(&self, round: u32) -> String {
        let in_round = self.matches().filter(|m| m.round == round);
        let first = in_round.min_by_key(|m| (m.part, m.number)).map(|m| m.number);
        first.map(|number| self.round_name(number)).unwrap_or_default()
    }
}

/// The node of a match; `None` for number 0.
fn node(number: MatchNumber) -> Option<NodeIndex> {
    number.checked_sub(1).map(|index| NodeIndex::new(index as usize))
}
