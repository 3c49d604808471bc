//! The file of a series.

use super::Series;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// How the names of series files end.
pub const SUFFIX: &str = ".pairwright-series";

const FORMAT: &str = "pairwright-series";
const VERSION: u32 = 1;

/// Why a series file cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum SeriesError {
    /// It cannot be read.
    #[error("{path} cannot be read: {why}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why.
        why: String,
    },
    /// It is no series file, or damaged.
    #[error("{path} is no series file, or it is damaged: {why}")]
    Damaged {
        /// The file.
        path: String,
        /// Where and why.
        why: String,
    },
    /// It was written by a later version of the program.
    #[error("{path} was written by a later version of the program (format {version}); use that version")]
    Newer {
        /// The file.
        path: String,
        /// Its version.
        version: u32,
    },
    /// It cannot be written.
    #[error("{path} cannot be written: {why}")]
    Unwritable {
        /// The file.
        path: String,
        /// Why.
        why: String,
    },
}

#[derive(Serialize, Deserialize)]
struct Head {
    format: String,
    version: u32,
}

#[derive(Serialize, Deserialize)]
struct Whole {
    format: String,
    version: u32,
    series: Series,
}

/// Reads a series.
///
/// # Errors
/// [`SeriesError`]; nothing is changed.
pub fn read(path: &Path) -> Result<Series, SeriesError> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path)
        .map_err(|error| SeriesError::Unreadable { path: name.clone(), why: error.to_string() })?;
    let damaged = |error: ron::error::SpannedError| SeriesError::Damaged { path: name.clone(), why: error.to_string() };
    let head: Head = ron::from_str(&text).map_err(damaged)?;
    if head.format != FORMAT {
        return Err(SeriesError::Damaged { path: name, why: format!("its format is \"{}\"", head.format) });
    }
    if head.version > VERSION {
        return Err(SeriesError::Newer { path: name, version: head.version });
    }
    let whole: Whole = ron::from_str(&text).map_err(damaged)?;
    Ok(whole.series)
}

/// Writes a series: beside the file first, then in its place.
///
/// # Errors
/// [`SeriesError::Unwritable`]; the old file is as it was.
pub fn save(path: &Path, series: &Series) -> Result<(), SeriesError> {
    let failed = |why: String| SeriesError::Unwritable { path: path.display().to_string(), why };
    let whole = Whole { format: FORMAT.to_owned(), version: VERSION, series: series.clone() };
    let pretty = ron::ser::PrettyConfig::new().depth_limit(5);
    let mut text = ron::ser::to_string_pretty(&whole, pretty).map_err(|error| failed(error.to_string()))?;
    text.push('\n');
    crate::store::replace(path, text.as_bytes(), false).map_err(|error| failed(error.to_string()))
}
