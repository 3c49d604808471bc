//! What a file was found to hold or to lose: one remark a line, in a list that scrolls and can be opened again.

use super::message;
use super::theme::Palette;
use eframe::egui::{self, Grid, Key, Modifiers, RichText, ScrollArea, Ui, vec2};

/// A list of remarks in a dialog.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    /// What they are about: "Remarks on the import".
    pub title: String,
    /// One line for each.
    pub lines: Vec<String>,
}

/// Draws remarks below each other, numbered; keys scroll.
pub fn list(ui: &mut Ui, lines: &[String], height: f32) {
    let p = Palette::of(ui);
    let (step, page) = (48.0, height - 24.0);
    let keys = [(Key::ArrowDown, -step), (Key::ArrowUp, step), (Key::PageDown, -page), (Key::PageUp, page)];
    let moved: f32 = ui
        .input_mut(|i| keys.iter().map(|(key, by)| if i.consume_key(Modifiers::NONE, *key) { *by } else { 0.0 }).sum());
    ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
        if moved != 0.0 {
            ui.scroll_with_delta(vec2(0.0, moved));
        }
        let width = ui.available_width() - 56.0;
        Grid::new("remarks").num_columns(2).spacing([12.0, 8.0]).show(ui, |ui| {
            for (number, line) in (1..).zip(lines) {
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Min), |ui| {
                    ui.set_min_width(28.0);
                    ui.label(RichText::new(number.to_string()).small().color(p.weak));
                });
                ui.vertical(|ui| {
                    ui.set_width(width.max(120.0));
                    ui.add(egui::Label::new(line).wrap());
                });
                ui.end_row();
            }
        });
    });
}

impl Remarks {
    /// Remarks under a title.
    pub fn new(title: &str, lines: Vec<String>) -> Remarks {
        Remarks { title: title.to_owned(), lines }
    }

    /// Draws the dialog; true when it is to be closed.
    pub fn show(&self, ctx: &egui::Context) -> bool {
        let modal = egui::Modal::new(egui::Id::unique("remarks")).frame(message::frame(ctx)).show(ctx, |ui| {
            let room = ctx.content_rect();
            ui.set_width(640.0_f32.min(room.width() - 64.0));
            ui.label(RichText::new(&self.title).heading());
            ui.add_space(8.0);
            list(ui, &self.lines, (room.height() - 220.0).clamp(80.0, 420.0));
            ui.add_space(12.0);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let enter = ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Enter));
                ui.add(egui::Button::new("Close").min_size(vec2(0.0, 32.0))).clicked() || enter
            })
            .inner
        });
        modal.inner || modal.should_close()
    }
}
