//! Applying commands; history, undo and redo.

use crate::command::{Change, Order, Refusal, Warning};
use crate::model::{Settings, Stage, State};

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

/// An event with its history.
#[derive(Clone, Debug)]
pub struct Event {
    state: State,
}

impl Event {
    /// A new event in FIDE mode with one stage.
    pub fn new(settings: Settings, stage: Stage) -> Event {
        let _ = (settings, stage);
        unreachable!("skeleton")
    }

    /// The event as it is now.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What would be asked before the command is done. Pure.
    pub fn warning(&self, order: &Order) -> Warning {
        let _ = order;
        Warning::default()
    }

    /// Does the command.
    ///
    /// # Errors
    /// A [`Refusal`] in plain words; then nothing has changed.
    pub fn apply(&mut self, order: impl Into<Order>) -> Result<Change, Refusal> {
        let _ = order.into();
        Err(Refusal::NotAllowed("not built yet".to_owned()))
    }

    /// Takes the last command back; says what was undone, `None` when there is nothing to undo.
    pub fn undo(&mut self) -> Option<String> {
        None
    }

    /// Does the last undone command again; says what, `None` when there is nothing to redo.
    pub fn redo(&mut self) -> Option<String> {
        None
    }

    /// What undo would take back.
    pub fn can_undo(&self) -> Option<&str> {
        None
    }

    /// What redo would do again.
    pub fn can_redo(&self) -> Option<&str> {
        None
    }

    /// The audit trail, oldest first.
    pub fn history(&self) -> Vec<HistoryEntry> {
        Vec::new()
    }
}
