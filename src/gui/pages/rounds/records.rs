//! Results from game records: what was found is shown before anything is entered.

use crate::gui::doc::Doc;
use crate::gui::pages::Cx;
use eframe::egui::Ui;
use std::path::PathBuf;
use tournament::model::RoundNumber;

/// Records read, waiting for a yes.
pub struct Import {}

/// What became of the import.
pub enum Outcome {
    /// Still looking.
    Open,
    /// Entered or given up.
    Closed,
}

impl Import {
    /// Reads the files.
    pub fn read(doc: &Doc, round: RoundNumber, paths: &[PathBuf]) -> Result<Import, String> {
        let _ = (doc, round, paths);
        Err("Game records cannot be read yet.".to_owned())
    }

    /// Draws the table of games.
    pub fn show(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) -> Outcome {
        let _ = (ui, doc, cx);
        Outcome::Closed
    }
}
