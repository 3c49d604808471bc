//! The event file `NAME.pairwright.ron`: atomic saving, backups, lock.
//!
//! Every command is saved before [`EventFile::apply`] returns: the new text is written beside the file, synchronised to the disk and renamed over
//! it, so that the file is the old one or the new one at every moment. Earlier versions are kept in the folder `NAME.pairwright-backups` beside the
//! file, which also holds the lock against opening twice. A file that cannot be read is never written to.

mod backup;
mod check;
mod listing;
mod text;

use crate::command::{Change, Order, Refusal};
use crate::event::Event;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use thiserror::Error;

pub use backup::{Backup, backups};
pub use listing::{Listed, Summary, list_events, summary_of};
pub use text::{TextError, VERSION, read_text, write_text};

/// How the names of event files end.
pub const SUFFIX: &str = ".pairwright.ron";

/// Why an event file could not be opened or created. Nothing was written.
#[derive(Debug, Error)]
pub enum OpenError {
    /// There is no such file.
    #[error("{} does not exist; check the name, or choose the event from the list", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// A folder stands there.
    #[error("{} is a directory; name the event file in it", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
    },
    /// A new event would overwrite a file.
    #[error("{} exists already; choose another name, or open it", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Another window or program has it open.
    #[error("{} is open in another window or program; close it there and try again", path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// Written by a newer Pairwright.
    #[error(
        "{} was written by a newer version of Pairwright (file version {version}, this program reads up to {VERSION}); update the program{}",
        path.display(),
        offer(backup)
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u32,
        /// The latest backup that this program can read.
        backup: Option<PathBuf>,
    },
    /// Not readable as an event.
    #[error(
        "{}{}: {what}; mend that place in a text editor{}",
        path.display(),
        place(line, column),
        offer(backup)
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Line, from 1, where known.
        line: Option<usize>,
        /// Column, from 1, where known.
        column: Option<usize>,
        /// What is wrong.
        what: String,
        /// The latest good backup.
        backup: Option<PathBuf>,
    },
    /// The system refused.
    #[error("{}: {what}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was tried.
        what: &'static str,
        /// The system's words.
        source: std::io::Error,
    },
    /// A new event could not be saved.
    #[error(transparent)]
    Save(#[from] SaveError),
}

fn offer(backup: &Option<PathBuf>) -> String {
    match backup {
        Some(path) => format!(", or go on with the latest good backup {}", path.display()),
        None => ", or take a copy of your own; there is no good backup".to_owned(),
    }
}

fn place(line: &Option<usize>, column: &Option<usize>) -> String {
    match (line, column) {
        (Some(line), Some(column)) => format!(", line {line}, column {column}"),
        _ => String::new(),
    }
}

/// Why an event could not be saved. The file holds the version before.
#[derive(Debug, Error)]
pub enum SaveError {
    /// The system refused.
    #[error("{} could not be saved ({what}: {source}); the change is kept in memory. Free space or mend the folder, then save again", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried.
        what: &'static str,
        /// The system's words.
        source: std::io::Error,
    },
    /// The event could not be written as text.
    #[error("{} could not be saved: {what}; the change is kept in memory. Save again", path.display())]
    Text {
        /// The file.
        path: PathBuf,
        /// The writer's words.
        what: String,
    },
}

/// Why a command did not end in a saved file.
#[derive(Debug, Error)]
pub enum ApplyError {
    /// It was not done; nothing has changed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It was done, but not saved; see [`EventFile::save`].
    #[error("{error}")]
    NotSaved {
        /// What was done.
        change: Box<Change>,
        /// Why it was not saved.
        error: SaveError,
    },
}

/// An open event file.
#[derive(Debug)]
pub struct EventFile {
    path: PathBuf,
    event: Event,
    cache: text::Cache,
    saved_at: Option<String>,
    unsaved: bool,
    // Held until the file is closed.
    _lock: File,
}

impl EventFile {
    /// Writes a new event to a new file.
    ///
    /// # Errors
    /// [`OpenError`]; also when the file exists.
    pub fn create(path: impl Into<PathBuf>, event: Event) -> Result<EventFile, OpenError> {
        let path = path.into();
        if path.exists() {
            return Err(OpenError::Exists { path });
        }
        let lock = lock(&path)?;
        let mut file =
            EventFile { path, event, cache: text::Cache::default(), saved_at: None, unsaved: true, _lock: lock };
        file.save()?;
        Ok(file)
    }

    /// Opens an event file.
    ///
    /// # Errors
    /// [`OpenError`]; a damaged file, or one of a newer version, stays as it is, and the latest good backup is named.
    pub fn open(path: impl Into<PathBuf>) -> Result<EventFile, OpenError> {
        let path = path.into();
        if !path.is_file() {
            return Err(if path.is_dir() { OpenError::Folder { path } } else { OpenError::Missing { path } });
        }
        // Saving replaces the file: through a link that would leave the file itself behind, with a lock of its own.
        let path = if path.is_symlink() { std::fs::canonicalize(&path).unwrap_or(path) } else { path };
        let lock = lock(&path)?;
        let (event, saved_at) = load(&path)?;
        Ok(EventFile { path, event, cache: text::Cache::default(), saved_at, unsaved: false, _lock: lock })
    }

    /// Goes on with a backup: the file that stands there now is moved into the folder of backups as `damaged-...`
    /// (`replaced-...` when it is in order), and the backup takes its place.
    ///
    /// # Errors
    /// [`OpenError`]; a backup that cannot be read changes nothing.
    pub fn restore(path: impl Into<PathBuf>, backup: &Path) -> Result<EventFile, OpenError> {
        let path = path.into();
        let io = |what| {
            let path = path.clone();
            move |source| OpenError::Io { path, what, source }
        };
        let lock = lock(&path)?;
        let text = std::fs::read_to_string(backup).map_err(|source| OpenError::Io {
            path: backup.to_owned(),
            what: "reading the backup failed",
            source,
        })?;
        let (event, _) = read_text(&text).map_err(|error| match error {
            TextError::Newer { version } => OpenError::Newer { path: backup.to_owned(), version, backup: None },
            TextError::Damaged { line, column, what } => {
                OpenError::Damaged { path: backup.to_owned(), line, column, what, backup: None }
            }
        })?;
        if path.exists() {
            let kind = if load(&path).is_ok() { "replaced" } else { "damaged" };
            let aside = backup::folder(&path).join(format!("{kind}-{}{SUFFIX}", backup::stamp()));
            std::fs::copy(&path, &aside).map_err(io("keeping the damaged file failed"))?;
        }
        let mut file =
            EventFile { path, event, cache: text::Cache::default(), saved_at: None, unsaved: true, _lock: lock };
        file.write(false)?;
        Ok(file)
    }

    /// The event.
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// Where it is saved.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// When it was last saved, RFC 3339.
    pub fn saved_at(&self) -> Option<&str> {
        self.saved_at.as_deref()
    }

    /// Something is in memory only, since saving failed; see [`EventFile::save`].
    pub fn is_unsaved(&self) -> bool {
        self.unsaved
    }

    /// Pairs Swiss rounds with another engine than the built-in one.
    pub fn set_engine(&mut self, engine: crate::event::Engine) {
        self.event.set_engine(engine);
    }

    /// Does a command and saves.
    ///
    /// # Errors
    /// [`ApplyError::Refused`]: nothing has changed. [`ApplyError::NotSaved`]: done, but in memory only.
    pub fn apply(&mut self, order: impl Into<Order>) -> Result<Change, ApplyError> {
        let change = self.event.apply(order)?;
        match self.save() {
            Ok(()) => Ok(change),
            Err(error) => Err(ApplyError::NotSaved { change: Box::new(change), error }),
        }
    }

    /// Takes the last command back and saves; says what was undone, `None` when there is nothing to undo.
    ///
    /// # Errors
    /// [`SaveError`]: undone, but in memory only.
    pub fn undo(&mut self) -> Result<Option<String>, SaveError> {
        let undone = self.event.undo();
        if undone.is_some() {
            self.save()?;
        }
        Ok(undone)
    }

    /// Does the last undone command again and saves; says what, `None` when there is nothing to redo.
    ///
    /// # Errors
    /// [`SaveError`]: done, but in memory only.
    pub fn redo(&mut self) -> Result<Option<String>, SaveError> {
        let redone = self.event.redo();
        if redone.is_some() {
            self.save()?;
        }
        Ok(redone)
    }

    /// Saves; needed only to try again after saving failed.
    ///
    /// # Errors
    /// [`SaveError`]; the file holds the version before.
    pub fn save(&mut self) -> Result<(), SaveError> {
        self.write(true)
    }

    fn write(&mut self, keep_old: bool) -> Result<(), SaveError> {
        self.unsaved = true;
        let saved_at = crate::event::system_clock();
        let text = self
            .cache
            .write(&self.event, &saved_at)
            .map_err(|error| SaveError::Text { path: self.path.clone(), what: error.to_string() })?;
        replace(&self.path, text.as_bytes(), keep_old)?;
        self.saved_at = Some(saved_at);
        self.unsaved = false;
        Ok(())
    }

    /// Writes a copy of the event to another file, which is not opened and must not exist.
    ///
    /// # Errors
    /// [`SaveError`].
    pub fn save_copy(&self, path: &Path) -> Result<(), SaveError> {
        let failed = |what| {
            let path = path.to_owned();
            move |source| SaveError::Io { path, what, source }
        };
        let text = write_text(&self.event)
            .map_err(|error| SaveError::Text { path: path.to_owned(), what: error.to_string() })?;
        let mut file =
            OpenOptions::new().write(true).create_new(true).open(path).map_err(failed("the file could not be made"))?;
        file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(failed("writing failed"))
    }
}

/// Reads an event without opening it for changes: nothing is locked or written.
///
/// # Errors
/// [`OpenError`], as [`EventFile::open`].
pub fn read(path: &Path) -> Result<Event, OpenError> {
    if !path.is_file() {
        let path = path.to_owned();
        return Err(if path.is_dir() { OpenError::Folder { path } } else { OpenError::Missing { path } });
    }
    load(path).map(|(event, _)| event)
}

/// The event in a file, and when it was saved.
fn load(path: &Path) -> Result<(Event, Option<String>), OpenError> {
    let bytes = std::fs::read(path).map_err(|source| OpenError::Io {
        path: path.to_owned(),
        what: "reading failed",
        source,
    })?;
    let read = String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = good.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        TextError::Damaged { line: Some(line), column: Some(column), what: "this is not UTF-8 text".to_owned() }
    });
    read.and_then(|text| read_text(&text)).map_err(|error| {
        let (path, backup) = (path.to_owned(), backup::latest_good(path));
        match error {
            TextError::Newer { version } => OpenError::Newer { path, version, backup },
            TextError::Damaged { line, column, what } => OpenError::Damaged { path, line, column, what, backup },
        }
    })
}

/// Takes the lock of an event file, which stands in its folder of backups.
fn lock(path: &Path) -> Result<File, OpenError> {
    let folder = backup::folder(path);
    let io = |what| {
        let path = folder.clone();
        move |source| OpenError::Io { path, what, source }
    };
    std::fs::create_dir_all(&folder).map_err(io("the folder for backups could not be made"))?;
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(folder.join("lock"))
        .map_err(io("the lock could not be opened"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::Locked { path: path.to_owned() }),
        // Some network file systems know no locks; better unlocked than not at all.
        Err(TryLockError::Error(error)) if error.kind() == std::io::ErrorKind::Unsupported => Ok(file),
        Err(TryLockError::Error(source)) => Err(io("the lock could not be taken")(source)),
    }
}

fn write_new(path: &Path, text: &[u8]) -> std::io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(text)?;
    file.sync_all()
}

/// Writes beside the file, synchronises, keeps the old version, renames, synchronises the folder.
pub(crate) fn replace(path: &Path, text: &[u8], keep_old: bool) -> Result<(), SaveError> {
    let failed = |what| {
        let path = path.to_owned();
        move |source| SaveError::Io { path, what, source }
    };
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    let written = write_new(&beside, text).map_err(failed("the new version could not be written beside it"));
    if written.is_err() {
        // Half a file is of no use and takes room; when it cannot be removed either, the first error says enough.
        let _ = std::fs::remove_file(&beside);
    }
    written?;
    if keep_old {
        backup::keep(path).map_err(failed("the old version could not be kept"))?;
    }
    std::fs::rename(&beside, path).map_err(failed("the new version could not take its place"))?;
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        // Some file systems cannot synchronise a folder; the rename is done all the same.
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    Ok(())
}
