//! The open event with its file, and what the screens show of it.

use super::view::View;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tournament::command::{Change, Order, Refusal, Warning};
use tournament::csv::{EntryList, read_players};
use tournament::event::{Event, HistoryEntry};
use tournament::model::{Settings, Stage, State};
use tournament::store::{ApplyError, EventFile, OpenError, SUFFIX};

/// Where the event lives.
enum Source {
    File(EventFile),
    /// Tests and previews.
    #[cfg_attr(not(test), allow(dead_code))]
    Memory(Event),
}

/// An open event.
pub struct Doc {
    source: Source,
    saved: Instant,
    /// Why the last change is in memory only.
    unsaved: Option<String>,
    revision: u64,
    view: View,
    /// How many stages there were.
    stages: usize,
    remarks: Vec<String>,
}

/// Why an event could not be opened, and the backup that could take its place.
#[derive(Clone, Debug)]
pub struct NotOpened {
    /// A sentence with the remedy.
    pub text: String,
    /// File and latest good backup.
    pub backup: Option<(PathBuf, PathBuf)>,
}

impl From<String> for NotOpened {
    fn from(text: String) -> NotOpened {
        NotOpened { text, backup: None }
    }
}

impl From<OpenError> for NotOpened {
    fn from(error: OpenError) -> NotOpened {
        let backup = match &error {
            OpenError::Damaged { path, backup: Some(backup), .. }
            | OpenError::Newer { path, backup: Some(backup), .. } => Some((path.clone(), backup.clone())),
            _ => None,
        };
        NotOpened { text: sentence(&error.to_string()), backup }
    }
}

impl Doc {
    fn new(source: Source) -> Doc {
        let event = match &source {
            Source::File(file) => file.event(),
            Source::Memory(event) => event,
        };
        let stage = event.state().phases().pop().map_or(0, |phase| phase.start);
        let view = View::of(event, stage);
        let stages = event.state().stages.len();
        Doc { source, saved: Instant::now(), unsaved: None, revision: 0, view, stages, remarks: Vec::new() }
    }

    /// An event without a file.
    #[cfg_attr(not(test), allow(dead_code))]
    pub fn unsaved(event: Event) -> Doc {
        Doc::new(Source::Memory(event))
    }

    /// A new event in a new file.
    ///
    /// # Errors
    /// A sentence that says what to do.
    pub fn create(path: &Path, settings: Settings, stage: Stage) -> Result<Doc, String> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}.", folder.display()))?;
        }
        let file =
            EventFile::create(path, Event::new(settings, stage)).map_err(|error| sentence(&error.to_string()))?;
        Ok(Doc::new(Source::File(file)))
    }

    /// Opens an event file.
    ///
    /// # Errors
    /// [`NotOpened`] with the remedy.
    pub fn open(path: &Path) -> Result<Doc, NotOpened> {
        if path.to_string_lossy().ends_with(SUFFIX) {
            return Ok(Doc::new(Source::File(EventFile::open(path)?)));
        }
        Ok(super::import::Import::read(path)?.create()?)
    }

    /// An event file that was just made from a report file.
    pub fn imported(file: EventFile, remarks: Vec<String>) -> Doc {
        Doc { remarks, ..Doc::new(Source::File(file)) }
    }

    /// What was noticed when the event was imported.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Goes on with a backup of a damaged file.
    ///
    /// # Errors
    /// [`NotOpened`] with the remedy.
    pub fn restore(path: &Path, backup: &Path) -> Result<Doc, NotOpened> {
        Ok(Doc::new(Source::File(EventFile::restore(path, backup)?)))
    }

    /// The event.
    pub fn event(&self) -> &Event {
        match &self.source {
            Source::File(file) => file.event(),
            Source::Memory(event) => event,
        }
    }

    /// The event as it is now.
    pub fn state(&self) -> &State {
        self.event().state()
    }

    /// What the screens show, computed once after each change.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Brings a stage into view.
    pub fn select_stage(&mut self, stage: tournament::model::StageIndex) {
        if stage < self.state().stages.len() && stage != self.view.stage {
            self.view = View::of(self.event(), stage);
            // What pages have computed is of the other stage.
            self.revision += 1;
        }
    }

    /// The file.
    pub fn path(&self) -> Option<&Path> {
        match &self.source {
            Source::File(file) => Some(file.path()),
            Source::Memory(_) => None,
        }
    }

    /// Grows with every change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// When the file was last written.
    pub fn saved(&self) -> Instant {
        self.saved
    }

    /// Why the last change is in memory only; `None` when all is saved.
    pub fn not_saved(&self) -> Option<&str> {
        self.unsaved.as_deref()
    }

    /// Tries to save again.
    pub fn save(&mut self) {
        if let Source::File(file) = &mut self.source {
            self.unsaved = file.save().err().map(|error| sentence(&error.to_string()));
            self.saved = Instant::now();
        }
    }

    /// Writes a copy to another file, which is not opened.
    ///
    /// # Errors
    /// A sentence that says what to do.
    pub fn save_copy(&self, path: &Path) -> Result<(), String> {
        match &self.source {
            Source::File(file) => file.save_copy(path).map_err(|error| sentence(&error.to_string())),
            Source::Memory(_) => Err("The event has no file to copy.".to_owned()),
        }
    }

    /// What would be asked before the order is done.
    pub fn warning(&self, order: &Order) -> Warning {
        self.event().warning(order)
    }

    /// Does the order and saves.
    ///
    /// # Errors
    /// The refusal. A failure to save is no refusal: see [`Doc::not_saved`].
    pub fn apply(&mut self, order: Order) -> Result<Change, Refusal> {
        let (change, unsaved) = match &mut self.source {
            Source::Memory(event) => (event.apply(order)?, None),
            Source::File(file) => match file.apply(order) {
                Ok(change) => (change, None),
                Err(ApplyError::Refused(refusal)) => return Err(refusal),
                Err(ApplyError::NotSaved { change, error }) => (*change, Some(error.to_string())),
            },
        };
        self.changed(unsaved);
        Ok(change)
    }

    /// Takes the last change back and saves.
    pub fn undo(&mut self) -> Option<String> {
        let what = self.can_undo().map(str::to_owned)?;
        let unsaved = match &mut self.source {
            Source::Memory(event) => event.undo().and(None),
            Source::File(file) => file.undo().err().map(|error| error.to_string()),
        };
        self.changed(unsaved);
        Some(what)
    }

    /// Does the last undone change again and saves.
    pub fn redo(&mut self) -> Option<String> {
        let what = self.can_redo().map(str::to_owned)?;
        let unsaved = match &mut self.source {
            Source::Memory(event) => event.redo().and(None),
            Source::File(file) => file.redo().err().map(|error| error.to_string()),
        };
        self.changed(unsaved);
        Some(what)
    }

    /// What undo would take back.
    pub fn can_undo(&self) -> Option<&str> {
        self.event().can_undo()
    }

    /// What redo would do again.
    pub fn can_redo(&self) -> Option<&str> {
        self.event().can_redo()
    }

    /// The audit trail.
    pub fn history(&self) -> Vec<HistoryEntry> {
        self.event().history()
    }

    /// Opens a copy of an event file that is not to be changed itself, such as a sample.
    ///
    /// # Errors
    /// [`NotOpened`] with the remedy.
    pub fn open_copy(path: &Path, folder: &Path) -> Result<Doc, NotOpened> {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let stem = name.strip_suffix(SUFFIX).unwrap_or(&name);
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}.", path.display()))?;
        for number in 1..100 {
            let number = if number == 1 { String::new() } else { format!(" {number}") };
            let target = folder.join(format!("{stem}{number}{SUFFIX}"));
            if target.exists() {
                continue;
            }
            std::fs::write(&target, &text).map_err(|error| format!("{}: {error}.", target.display()))?;
            return Doc::open(&target);
        }
        Err(format!("{}: there are many copies of this sample already.", folder.display()).into())
    }

    fn changed(&mut self, unsaved: Option<String>) {
        self.revision += 1;
        self.saved = Instant::now();
        self.unsaved = unsaved.map(|text| sentence(&text));
        let state = self.state();
        // A new stage comes into view by itself; one that is gone leaves it.
        let last = state.phases().pop().map_or(0, |phase| phase.start);
        let count = state.stages.len();
        let stage = if count == self.stages { self.view.stage } else { last };
        self.stages = count;
        self.view = View::of(self.event(), stage);
    }
}

/// The text with a capital letter at the beginning and a full stop at the end.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let first =
        if text.starts_with(['/', '\\', '.']) || text.get(1..2) == Some(":") { text[..1].to_owned() } else { first };
    let mut whole = first + letters.as_str();
    if !whole.ends_with(['.', '!', '?']) {
        whole.push('.');
    }
    whole
}

/// Reads an entry list.
///
/// # Errors
/// A sentence that names file, line and remedy.
pub fn read_entry_list(path: &Path) -> Result<EntryList, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}.", path.display()))?;
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    read_players(&name, &bytes).map_err(|errors| {
        let rest = errors.len().saturating_sub(3);
        let mut text: Vec<String> = errors.iter().take(3).map(|error| sentence(&error.to_string())).collect();
        if rest > 0 {
            text.push(format!("And {rest} more places."));
        }
        text.join(" ")
    })
}

/// Reads rows copied from a spreadsheet.
///
/// # Errors
/// A sentence that names line and remedy.
pub fn parse_entry_list(text: &str) -> Result<EntryList, String> {
    read_players("the rows", text.as_bytes())
        .map_err(|errors| errors.first().map_or_else(String::new, |error| sentence(&error.to_string())))
}
