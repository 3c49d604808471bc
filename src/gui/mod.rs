//! The window.

#[allow(dead_code)]
mod file_dialog;

use std::path::PathBuf;

/// Why the window did not open.
#[derive(Debug)]
pub enum GuiError {
    /// There is no display to open it on.
    NoDisplay,
}

/// Opens the window on the event list, or on an event, and returns when it is closed.
pub fn run(open: Option<PathBuf>) -> Result<(), GuiError> {
    let _ = open;
    Err(GuiError::NoDisplay)
}
