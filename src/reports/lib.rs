//! Documents on paper: pairings, standings, lists and slips as PDF, HTML and CSV.
#![forbid(unsafe_code)]
#![warn(missing_docs)]
