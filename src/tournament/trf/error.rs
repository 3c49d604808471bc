//! What can be wrong with a report file, and what was mended while reading it.

use std::fmt;
use thiserror::Error;

/// Why a report file is refused. Lines and columns count from 1; 0 stands for the file as a whole.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{}{reason}; {remedy}", place(*line, *column))]
pub struct TrfError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, counted in characters.
    pub column: usize,
    /// What is wrong.
    pub reason: String,
    /// What to do about it.
    pub remedy: String,
}

impl TrfError {
    /// An error at a place.
    pub fn new(line: usize, column: usize, reason: impl Into<String>, remedy: impl Into<String>) -> TrfError {
        TrfError { line, column, reason: reason.into(), remedy: remedy.into() }
    }
}

/// Something that was repaired, or that a reader of the file should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The line, from 1; 0 stands for the file as a whole.
    pub line: usize,
    /// The column, from 1; 0 stands for the line as a whole.
    pub column: usize,
    /// What was seen and how it was read.
    pub text: String,
}

impl Remark {
    /// A remark at a place.
    pub fn new(line: usize, column: usize, text: impl Into<String>) -> Remark {
        Remark { line, column, text: text.into() }
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", place(self.line, self.column), self.text)
    }
}

fn place(line: usize, column: usize) -> String {
    match (line, column) {
        (0, _) => String::new(),
        (_, 0) => format!("line {line}: "),
        _ => format!("line {line}, column {column}: "),
    }
}
