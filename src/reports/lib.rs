//! Documents on paper: pairings, standings, lists and slips as PDF, HTML and CSV.
//!
//! [`build()`] makes a neutral [`Document`](document::Document) from an event; [`pdf::write`], [`html::write`] and [`csv::write`] write it.
//!
//! | module | content |
//! |---|---|
//! | [`document`] | the neutral document |
//! | [`fonts`] | embedded fonts, shaping, measuring |
//! | [`layout`] | where everything stands on the pages |
//! | [`pdf`], [`html`], [`csv`] | the writers |
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod build;
pub mod csv;
pub mod document;
pub mod fonts;
pub mod html;
pub mod layout;
pub mod pdf;

pub use build::words::system as system_words;
pub use build::{View, What, bracket_blocks, build, build_stages, series};

/// A paper size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Paper {
    /// 210 x 297 mm.
    #[default]
    A4,
    /// 8.5 x 11 inches.
    Letter,
}

impl Paper {
    /// Width and height in points, upright.
    pub fn size(self) -> (f32, f32) {
        match self {
            Paper::A4 => (595.276, 841.89),
            Paper::Letter => (612.0, 792.0),
        }
    }
}

impl std::str::FromStr for Paper {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.to_ascii_lowercase().as_str() {
            "a4" => Ok(Paper::A4),
            "letter" => Ok(Paper::Letter),
            _ => Err(format!("\"{text}\" is not a paper size; write a4 or letter")),
        }
    }
}

impl std::fmt::Display for Paper {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Paper::A4 => "a4",
            Paper::Letter => "letter",
        })
    }
}

/// How a document is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The paper.
    pub paper: Paper,
    /// Pairings large enough to be read at two metres.
    pub large_print: bool,
    /// The time that stands in the footer, `YYYY-MM-DD HH:MM` with anything after it; empty for none. The same time gives the same bytes.
    pub printed_at: String,
}

impl Default for Options {
    /// A4, usual print, the time now.
    fn default() -> Self {
        Options { paper: Paper::A4, large_print: false, printed_at: now() }
    }
}

/// The time now as [`Options::printed_at`] wants it, in UTC.
pub fn now() -> String {
    let seconds = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_secs());
    let (year, month, day) = civil(seconds / 86_400);
    let minutes = seconds % 86_400 / 60;
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02} UTC", minutes / 60, minutes % 60)
}

/// The Gregorian date of a day counted from 1970-01-01.
fn civil(mut days: u64) -> (u64, u64, u64) {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

/// Why a report could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    /// The event has nothing to show yet; the text says what is missing and what to do.
    #[error("{0}")]
    NothingToShow(String),
    /// A font file of the program could not be used. It cannot happen with the fonts that ship.
    #[error("font {font} cannot be embedded: {message}")]
    Font {
        /// Name of the font.
        font: String,
        /// What went wrong.
        message: String,
    },
    /// The PDF library refused.
    #[error("the PDF could not be written: {0}")]
    Pdf(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_right() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_819), (2027, 1, 1));
    }

    #[test]
    fn papers_read_back() {
        for paper in [Paper::A4, Paper::Letter] {
            assert_eq!(paper.to_string().parse(), Ok(paper));
        }
        assert!("a5".parse::<Paper>().unwrap_err().contains("a4 or letter"));
    }
}
