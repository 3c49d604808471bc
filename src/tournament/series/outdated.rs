//! Events whose ranking has changed since a series took it.

use super::{Series, SeriesStage};
use std::path::{Path, PathBuf};

/// An event of a series that says something else today.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outdated {
    /// The place of the event in the series, from 0.
    pub stage: usize,
    /// Its file.
    pub path: PathBuf,
}

impl Series {
    /// The events whose files lie in the folder and give another ranking than the one that was taken. Files that are elsewhere, or cannot be read,
    /// are passed over: the series stands on what it has taken.
    pub fn outdated(&self, folder: &Path) -> Vec<Outdated> {
        let changed = |stage: &SeriesStage, path: &Path| {
            let today = crate::store::read(path).ok().map(|event| SeriesStage::of_event(event.state(), &stage.file));
            match today {
                Some(Ok((today, _))) => today.results != stage.results || today.open != stage.open,
                // Nothing is played in it any more.
                Some(Err(_)) => true,
                None => false,
            }
        };
        let stages = self.stages.iter().enumerate().map(|(stage, taken)| (stage, taken, folder.join(&taken.file)));
        stages
            .filter(|(_, taken, path)| !taken.file.is_empty() && path.is_file() && changed(taken, path))
            .map(|(stage, _, path)| Outdated { stage, path })
            .collect()
    }
}
