//! Finding event files without reading them whole.

use crate::event::Event;
use crate::model::PartialDate;
use serde::{Deserialize, Serialize};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What an event list shows, kept in one line near the beginning of each file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Summary {
    /// Name of the event.
    pub name: String,
    /// City or venue.
    pub place: String,
    /// First day.
    pub start: Option<PartialDate>,
    /// The game.
    pub game: String,
    /// Number of players.
    pub players: usize,
    /// Rounds paired, of all stages.
    pub rounds_paired: usize,
    /// Rounds planned, of all stages.
    pub rounds_planned: usize,
    /// All rounds are final.
    pub over: bool,
    /// When the file was saved, RFC 3339.
    pub saved_at: String,
}

impl Summary {
    pub(super) fn of(event: &Event, saved_at: &str) -> Summary {
        let state = event.state();
        // Groups side by side play their rounds together; rounds taken over were counted before.
        let rounds = |count: &dyn Fn(&crate::model::Stage) -> usize| -> usize {
            let own = |stage: usize| {
                let header = &state.stages[stage];
                let taken = header.rounds.iter().filter(|round| !round.carried_from.is_empty()).count();
                count(header).saturating_sub(taken)
            };
            state.phases().into_iter().map(|phase| phase.map(own).max().unwrap_or(0)).sum()
        };
        Summary {
            name: state.settings.name.clone(),
            place: state.settings.place.clone(),
            start: state.settings.start,
            game: state.settings.game.clone(),
            players: state.players.len(),
            rounds_paired: rounds(&|stage| stage.rounds.len()),
            rounds_planned: rounds(&|stage| stage.rounds_planned as usize),
            over: (0..state.stages.len()).all(|stage| state.is_stage_over(stage)),
            saved_at: saved_at.to_owned(),
        }
    }
}

/// An event file in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Where it is.
    pub path: PathBuf,
    /// What it says about itself; an error in words for a file that is no event.
    pub summary: Result<Summary, String>,
    /// When it was changed.
    pub modified: Option<SystemTime>,
}

/// The event files directly in the given folders, the latest changed first. Reads only the beginning of each; folders that cannot be read are passed
/// over.
pub fn list_events(folders: &[PathBuf]) -> Vec<Listed> {
    let mut found: Vec<Listed> = folders
        .iter()
        .filter_map(|folder| std::fs::read_dir(folder).ok())
        .flat_map(|entries| entries.flatten())
        .filter(|entry| entry.file_name().to_string_lossy().ends_with(super::SUFFIX))
        .map(|entry| Listed {
            modified: entry.metadata().and_then(|m| m.modified()).ok(),
            summary: summary_of(&entry.path()),
            path: entry.path(),
        })
        .collect();
    found.sort_by(|a, b| b.modified.cmp(&a.modified).then_with(|| a.path.cmp(&b.path)));
    found.dedup_by(|a, b| a.path == b.path);
    found
}

/// What an event file says about itself; reads only its beginning.
///
/// # Errors
/// In words, when the file cannot be read or is no event of a version that this program knows.
pub fn summary_of(path: &Path) -> Result<Summary, String> {
    let mut head = Vec::new();
    let file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    file.take(16 * 1024).read_to_end(&mut head).map_err(|error| error.to_string())?;
    super::text::read_summary(&String::from_utf8_lossy(&head))
}
