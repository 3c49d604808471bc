//! Applying commands; history, undo and redo.
//!
//! [`Event::apply`] works on a copy of the state (cheap, since its parts are shared), so that a refused command changes nothing. What the command
//! replaced is found by comparing the copies and kept as a patch with the command in the journal. Undo applies the patch. An entry that was
//! undone and then overtaken by a new command stays in the journal as undone: the audit trail forgets nothing.

mod act;
mod knockout;
mod legality;
mod manual;
mod numbers;
mod openings;
mod patch;
mod people;
mod phases;
mod playoff;
mod query;
mod results;
mod rounds;
mod schedule;
mod settled;
mod stages;
mod team_pairs;
mod team_replay;
mod team_stages;
mod teams;
mod ties;
mod warn;

use crate::command::{Change, Command, Order, Refusal, Warning, WarningLevel};
use crate::model::{Settings, Stage, State};
use act::Work;
use pairing::swiss::{PairingError, RoundInput, RoundPairing};
use patch::Patch;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) use numbers::strength_order;
pub(crate) use rounds::engine_of;

pub use act::scoring_fault;
pub use query::{NotPaired, Progress};
pub(crate) use results::DRAWN_UNTIL;
pub use results::{decided_words, draw_color, reason_fits, result_name};
pub use rounds::plays;
pub(crate) use teams::{match_system, take_scores, words_of_teams};

/// Tells the time for the journal, RFC 3339.
pub type Clock = fn() -> String;

/// Pairs a Swiss round.
pub type Engine = fn(pairing::swiss::System, &RoundInput) -> Result<RoundPairing, PairingError>;

/// The system's clock, in UTC to the second.
pub fn system_clock() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// One line of the audit trail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryEntry {
    /// When, RFC 3339.
    pub at: String,
    /// What was done, as [`Change::summary`].
    pub summary: String,
    /// The arbiter's reason.
    pub reason: String,
    /// The command was undone since.
    pub undone: bool,
}

/// An applied command in the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// When, RFC 3339.
    pub at: String,
    /// What was done, as [`Change::summary`].
    pub summary: String,
    /// The command and the arbiter's reason.
    pub order: Order,
    /// When it was undone, if it is undone now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undone: Option<String>,
    /// Undoes it, or does it again when it is undone. `None`: it can be neither.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    patch: Option<Patch>,
}

/// The next free identities; they are never reused, also not after an undo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ids {
    pub(crate) player: u32,
    pub(crate) team: u32,
    pub(crate) record: u32,
}

impl Ids {
    /// No identity of the state is free.
    pub(crate) fn raise(&mut self, state: &State) {
        self.player = self.player.max(state.players.keys().next_back().map_or(1, |id| id.0.saturating_add(1)));
        self.team = self.team.max(state.teams.keys().next_back().map_or(1, |id| id.0.saturating_add(1)));
        self.record = self.record.max(state.records.keys().next_back().map_or(1, |id| id.0.saturating_add(1)));
    }
}

/// An event with its history.
#[derive(Clone, Debug)]
pub struct Event {
    state: State,
    journal: Vec<Arc<Entry>>,
    ids: Ids,
    clock: Clock,
    engine: Engine,
}

impl Event {
    /// A new event in FIDE mode with one stage.
    pub fn new(settings: Settings, stage: Stage) -> Event {
        Event::from_state(State {
            settings: Arc::new(settings),
            players: BTreeMap::new(),
            teams: BTreeMap::new(),
            stages: vec![stage],
            adjustments: Vec::new(),
            tie_decisions: Vec::new(),
            team_adjustments: Vec::new(),
            records: BTreeMap::new(),
            fide_mode: true,
            notes: Vec::new(),
            foreign_lines: Arc::default(),
        })
    }

    /// An event that begins as the given state, as after reading a report file. Its history is empty.
    pub fn from_state(state: State) -> Event {
        Event::restore(state, Vec::new(), Ids::default())
    }

    pub(crate) fn restore(state: State, journal: Vec<Arc<Entry>>, mut ids: Ids) -> Event {
        ids.raise(&state);
        Event { state, journal, ids, clock: system_clock, engine: pairing::swiss::pair }
    }

    pub(crate) fn ids(&self) -> Ids {
        self.ids
    }

    /// Takes the time of each command from this clock.
    pub fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
    }

    /// Pairs Swiss rounds with this engine instead of the built-in one.
    pub fn set_engine(&mut self, engine: Engine) {
        self.engine = engine;
    }

    /// The event as it is now.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What would be asked before the command is done. Pure.
    pub fn warning(&self, order: &Order) -> Warning {
        warn::of(&self.state, order, self.engine)
    }

    /// Does the command.
    ///
    /// # Errors
    /// A [`Refusal`] in plain words; then nothing has changed.
    pub fn apply(&mut self, order: impl Into<Order>) -> Result<Change, Refusal> {
        let mut order = order.into();
        ties::first_seed(&self.journal, &mut order.command);
        let warning = self.warning(&order);
        let asks = warning.level >= WarningLevel::Acknowledge && !order.confirmed;
        let now = (self.clock)();
        let mut work = Work {
            state: self.state.clone(),
            now: &now,
            ids: self.ids,
            engine: self.engine,
            reason: order.reason.trim(),
            points: None,
            change: Change::default(),
        };
        // What cannot be done at all is said first; only the pairing itself is too dear to be tried before the user has agreed.
        let dear =
            matches!(order.command, Command::PairRound { .. } | Command::RepairRound { .. } | Command::PairStages(_));
        if !dear || !(asks || warning.level == WarningLevel::Refused) {
            act::run(&mut work, &order.command)?;
        }
        if warning.level == WarningLevel::Refused {
            return Err(Refusal::FideMode(warning));
        }
        if asks {
            return Err(Refusal::NeedsConfirmation(warning));
        }
        let Work { state, ids, change, .. } = work;
        self.ids = ids;
        let patch = Patch::between(&self.state, &state);
        let forever = matches!(order.command, Command::LeaveFideMode { .. });
        self.state = state;
        for entry in self.journal.iter_mut().rev().filter(|entry| entry.undone.is_some() && entry.patch.is_some()) {
            Arc::make_mut(entry).patch = None;
        }
        let entry =
            Entry { at: now, summary: change.summary.clone(), order, undone: None, patch: (!forever).then_some(patch) };
        self.journal.push(Arc::new(entry));
        Ok(change)
    }

    /// The entry that undo would take back: the last one in force, unless it holds for good.
    fn undo_index(&self) -> Option<usize> {
        let index = self.journal.iter().rposition(|entry| entry.undone.is_none())?;
        self.journal[index].patch.is_some().then_some(index)
    }

    /// The entry that redo would do again: the first undone one that no newer command has overtaken.
    fn redo_index(&self) -> Option<usize> {
        let from = self.journal.iter().rposition(|entry| entry.undone.is_none()).map_or(0, |index| index + 1);
        let found = self.journal[from..].iter().position(|entry| entry.patch.is_some())?;
        Some(from + found)
    }

    fn turn(&mut self, index: usize, undone: Option<String>) -> Option<String> {
        let entry = Arc::make_mut(&mut self.journal[index]);
        let patch = entry.patch.take()?;
        entry.undone = undone;
        entry.patch = Some(patch.apply(&mut self.state));
        Some(entry.summary.clone())
    }

    /// Takes the last command back; says what was undone, `None` when there is nothing to undo.
    pub fn undo(&mut self) -> Option<String> {
        let index = self.undo_index()?;
        let now = (self.clock)();
        self.turn(index, Some(now))
    }

    /// Does the last undone command again; says what, `None` when there is nothing to redo.
    pub fn redo(&mut self) -> Option<String> {
        let index = self.redo_index()?;
        self.turn(index, None)
    }

    /// What undo would take back.
    pub fn can_undo(&self) -> Option<&str> {
        self.undo_index().map(|index| self.journal[index].summary.as_str())
    }

    /// What redo would do again.
    pub fn can_redo(&self) -> Option<&str> {
        self.redo_index().map(|index| self.journal[index].summary.as_str())
    }

    /// The audit trail, oldest first.
    pub fn history(&self) -> Vec<HistoryEntry> {
        self.journal
            .iter()
            .map(|entry| HistoryEntry {
                at: entry.at.clone(),
                summary: entry.summary.clone(),
                reason: entry.order.reason.clone(),
                undone: entry.undone.is_some(),
            })
            .collect()
    }

    /// The audit trail with the commands themselves, oldest first; nothing is copied.
    pub fn journal(&self) -> &[Arc<Entry>] {
        &self.journal
    }
}
