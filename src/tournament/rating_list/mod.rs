//! Rating lists: FIDE's list and any list in CSV, indexed once on disk and searched as one types.
//!
//! [`index`] reads a list as distributed (fixed-width text, XML, CSV, or a zip of one of them) as a stream and writes an index file, beside the
//! old one and then over it. [`RatingList`] opens the index and answers [`Query`]s. [`refresh`] says what the list would change in
//! an event; nothing is changed before its orders are applied.
//!
//! The network is never used: the user fetches the list.

mod build;
mod columns;
mod entries;
mod fixed;
mod guard;
mod player;
mod refresh;
mod search;
mod sort;
mod source;
mod table;
mod xml;

pub use build::{IndexOptions, IndexReport, Phase, Progress, Remark, index};
pub use columns::{ColumnMap, Field, HeaderColumn, header_of};
pub use player::{Kind, ListedPlayer, ListedRating};
pub use refresh::{Changed, FieldChange, Found, Names, Proposal, order, refresh};
pub use search::{Query, RatingList};

use crate::fold;
use crate::model::PartialDate;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// What is known of a list as a whole; kept with its index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListInfo {
    /// Name of the list as ratings carry it: `FIDE`, `DWZ`.
    pub list: String,
    /// Name of the file that was read; of a zip also the file inside it.
    pub source: String,
    /// The date of the list, as far as known.
    pub date: Option<PartialDate>,
    /// When it was indexed, RFC 3339.
    pub indexed_at: String,
    /// Number of players.
    pub players: u64,
    /// The kinds of rating that the list gives; it says nothing of the others.
    pub kinds: Vec<Kind>,
}

impl ListInfo {
    /// Name and date: `FIDE of 2026-12`.
    pub fn label(&self) -> String {
        let date = self.date.map(|date| format!(" of {date}")).unwrap_or_default();
        format!("{}{date}", self.list)
    }
}

/// Why a list was not indexed or not searched.
#[derive(Debug, thiserror::Error)]
pub enum ListError {
    /// A line of the list cannot be read.
    #[error("{}: line {line}: {message}", file.display())]
    Line {
        /// The list.
        file: PathBuf,
        /// Line, from 1.
        line: u64,
        /// What is wrong and what to do.
        message: String,
    },
    /// The list as a whole cannot be read.
    #[error("{}: {message}", file.display())]
    File {
        /// The list.
        file: PathBuf,
        /// What is wrong and what to do.
        message: String,
    },
    /// The index cannot be written.
    #[error("{}: the index cannot be written: {message}", path.display())]
    CannotWrite {
        /// The index.
        path: PathBuf,
        /// What is wrong and what to do.
        message: String,
    },
    /// The index cannot be opened or read.
    #[error("{}: {message}", path.display())]
    Index {
        /// The index.
        path: PathBuf,
        /// What is wrong and what to do.
        message: String,
    },
    /// The progress callback asked to stop; nothing was changed.
    #[error("stopped; the index is as it was")]
    Stopped,
}

impl ListError {
    fn file(file: &Path, message: impl ToString) -> ListError {
        ListError::File { file: file.to_owned(), message: message.to_string() }
    }

    fn line(file: &Path, line: u64, message: impl ToString) -> ListError {
        ListError::Line { file: file.to_owned(), line, message: message.to_string() }
    }

    fn write(path: &Path, message: impl ToString) -> ListError {
        ListError::CannotWrite { path: path.to_owned(), message: message.to_string() }
    }

    fn index(path: &Path, message: impl ToString) -> ListError {
        ListError::Index { path: path.to_owned(), message: message.to_string() }
    }
}

/// Where the index of a list is kept when nobody says otherwise: `rating-lists/NAME.redb` in the program's part of the user's data folder
/// (`XDG_DATA_HOME` or `~/.local/share`; `APPDATA` on Windows; `~/Library/Application Support` on macOS). `None` when the
/// environment names no such folder.
pub fn default_path(list: &str) -> Option<PathBuf> {
    let from = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = |below: &str| from("HOME").map(|home| home.join(below));
    let folder = if cfg!(windows) {
        from("APPDATA")
    } else if cfg!(target_os = "macos") {
        home("Library/Application Support")
    } else {
        from("XDG_DATA_HOME").filter(|path| path.is_absolute()).or_else(|| home(".local/share"))
    }?;
    let name = fold::words(list, false).join("-");
    let name = if name.is_empty() { "list" } else { &name };
    Some(folder.join("pairwright").join("rating-lists").join(format!("{name}.redb")))
}
