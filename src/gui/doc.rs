//! The open event, and what the screens show of it.

use super::view::View;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tournament::command::{Change, Order, Refusal, Warning};
use tournament::event::{Event, HistoryEntry};
use tournament::model::{Player, RoundNumber, Settings, Stage, State};

/// An open event with its file.
pub struct Doc {
    event: Event,
    path: Option<PathBuf>,
    saved: Instant,
    revision: u64,
    view: View,
}

impl Doc {
    /// An event without a file (tests, previews).
    pub fn unsaved(event: Event) -> Doc {
        let view = View::of(&event);
        Doc { event, path: None, saved: Instant::now(), revision: 0, view }
    }

    /// The event as it is now.
    pub fn state(&self) -> &State {
        self.event.state()
    }

    /// The event.
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// What the screens show, computed once after each change.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// The file.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Grows with every change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// When the file was last written.
    pub fn saved(&self) -> Instant {
        self.saved
    }

    /// What would be asked before the order is done.
    pub fn warning(&self, order: &Order) -> Warning {
        self.event.warning(order)
    }

    /// Does the order and saves.
    pub fn apply(&mut self, order: Order) -> Result<Change, Refusal> {
        let change = self.event.apply(order)?;
        self.changed();
        Ok(change)
    }

    /// Takes the last change back and saves.
    pub fn undo(&mut self) -> Option<String> {
        let what = self.event.undo();
        self.changed();
        what
    }

    /// Does the last undone change again and saves.
    pub fn redo(&mut self) -> Option<String> {
        let what = self.event.redo();
        self.changed();
        what
    }

    /// What undo would take back.
    pub fn can_undo(&self) -> Option<&str> {
        self.event.can_undo()
    }

    /// What redo would do again.
    pub fn can_redo(&self) -> Option<&str> {
        self.event.can_redo()
    }

    /// The audit trail.
    pub fn history(&self) -> Vec<HistoryEntry> {
        self.event.history()
    }

    /// Why the two of a board meet, in sentences.
    pub fn explain(&self, round: RoundNumber, board: usize) -> Vec<String> {
        let _ = (round, board);
        Vec::new()
    }

    /// A new event in a new file.
    ///
    /// # Errors
    /// A sentence that says what to do.
    pub fn create(path: &Path, settings: Settings, stage: Stage) -> Result<Doc, String> {
        let _ = path;
        Ok(Doc::unsaved(Event::new(settings, stage)))
    }

    /// Opens an event file or a report file; with it a sentence about what was noticed.
    ///
    /// # Errors
    /// A sentence that says what to do.
    pub fn open(path: &Path) -> Result<(Doc, Option<String>), String> {
        Err(format!("{}: event files cannot be opened yet.", path.display()))
    }

    fn changed(&mut self) {
        self.revision += 1;
        self.saved = Instant::now();
        self.view = View::of(&self.event);
    }
}

/// Reads an entry list; with the players what was noticed.
///
/// # Errors
/// A sentence that names file, line and remedy.
pub fn read_entry_list(path: &Path) -> Result<(Vec<Player>, Vec<String>), String> {
    Err(format!("{}: entry lists cannot be read yet.", path.display()))
}

/// Reads rows copied from a spreadsheet.
///
/// # Errors
/// A sentence that names line and remedy.
pub fn parse_entry_list(text: &str) -> Result<(Vec<Player>, Vec<String>), String> {
    let _ = text;
    Err("Entry lists cannot be read yet.".to_owned())
}
