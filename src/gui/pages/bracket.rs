//! The tree of a knockout, the grid of a round-robin or a Scheveningen match.

use super::Cx;
use crate::gui::doc::Doc;
use crate::gui::widgets;
use eframe::egui::Ui;

/// The bracket page.
#[derive(Default)]
pub struct Bracket;

impl Bracket {
    /// Draws the page.
    pub fn show(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) {
        let _ = cx;
        widgets::header(ui, doc.view().bracket_name, Some(("Print…", doc.view().rounds > 0)), |_| {});
        widgets::empty(ui, "Nothing has been paired yet.", None);
    }
}
