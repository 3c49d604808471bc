//! Games: their rules, notations, records and verdicts.
//!
//! This crate stands alone. It reads game records, checks every move and says how each game ended.
#![forbid(unsafe_code)]
#![warn(missing_docs)]
