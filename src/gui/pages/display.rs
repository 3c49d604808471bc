//! The window for the projector: pairings or standings, large, turning pages by themselves.

use crate::gui::doc::Doc;
use eframe::egui;

/// The second window.
#[derive(Default)]
pub struct Display {
    /// It is open.
    pub open: bool,
}

impl Display {
    /// Draws the window.
    pub fn show(&mut self, ctx: &egui::Context, doc: Option<&Doc>) {
        let _ = (ctx, doc);
    }
}
