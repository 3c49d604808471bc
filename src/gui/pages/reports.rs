//! Documents on paper.

use super::Cx;
use crate::gui::doc::Doc;
use crate::gui::widgets;
use eframe::egui::Ui;
use std::path::PathBuf;

/// The reports page.
#[derive(Default)]
pub struct Reports {
    /// Where documents are written.
    pub folder: Option<PathBuf>,
}

impl Reports {
    /// Draws the page.
    pub fn show(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) {
        let _ = (doc, cx);
        widgets::header(ui, "Reports", Some(("Write PDFs", false)), |_| {});
    }
}
