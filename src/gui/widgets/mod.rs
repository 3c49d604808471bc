//! Parts that several screens use.

pub mod board;
pub mod drop_down;
pub mod icon;
pub mod paper;
pub mod table;
pub mod viewer;

use super::theme::{self, Palette};
use eframe::egui::{self, Align, Button, Layout, RichText, Stroke, Ui, vec2};

/// The one filled button of a page.
pub fn primary(ui: &mut Ui, enabled: bool, text: &str) -> egui::Response {
    let p = Palette::of(ui);
    let label = RichText::new(text).color(p.on_accent).text_style(theme::bold());
    ui.add_enabled(enabled, Button::new(label).fill(p.accent).stroke(Stroke::NONE).min_size(vec2(0.0, 32.0)))
}

/// The head of a page: title at the left, `middle` beside it, the primary action at the right. Says whether the action was chosen.
pub fn header(ui: &mut Ui, title: &str, primary_action: Option<(&str, bool)>, middle: impl FnOnce(&mut Ui)) -> bool {
    let mut chosen = false;
    ui.allocate_ui_with_layout(vec2(ui.available_width(), 32.0), Layout::right_to_left(Align::Center), |ui| {
        if let Some((text, enabled)) = primary_action {
            chosen = primary(ui, enabled, text).clicked();
            ui.add_space(8.0);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add(egui::Label::new(RichText::new(title).heading()));
            ui.add_space(16.0);
            middle(ui);
        });
    });
    ui.add_space(8.0);
    chosen
}

/// A row of choices of which one holds.
pub fn segmented<T: PartialEq + Copy>(ui: &mut Ui, value: &mut T, choices: &[(T, &str)]) -> bool {
    let p = Palette::of(ui);
    let mut changed = false;
    egui::Frame::new().stroke(Stroke::new(1.0, p.outline)).corner_radius(theme::RADIUS).inner_margin(1).show(
        ui,
        |ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            ui.spacing_mut().button_padding.x = 10.0;
            ui.horizontal(|ui| {
                for (choice, text) in choices {
                    let selected = value == choice;
                    let text = RichText::new(*text).color(if selected { p.text } else { p.weak });
                    let button =
                        Button::selectable(selected, text).min_size(vec2(0.0, 24.0)).frame_when_inactive(selected);
                    if ui.add(button).clicked() && !selected {
                        *value = *choice;
                        changed = true;
                    }
                }
            });
        },
    );
    changed
}

/// An empty page: one sentence and the one action that fills it.
pub fn empty(ui: &mut Ui, sentence: &str, action: Option<&str>) -> bool {
    let mut chosen = false;
    ui.add_space((ui.available_height() * 0.28).max(24.0));
    ui.vertical_centered(|ui| {
        ui.label(RichText::new(sentence).color(Palette::of(ui).weak));
        if let Some(action) = action {
            ui.add_space(8.0);
            chosen = ui.add(Button::new(action).min_size(vec2(0.0, 32.0))).clicked();
        }
    });
    chosen
}

/// The frame of something that waits for a decision.
pub fn attention(ui: &Ui) -> egui::Frame {
    let p = Palette::of(ui);
    egui::Frame::new()
        .fill(p.amber_fill)
        .stroke(egui::Stroke::new(1.0, p.amber))
        .corner_radius(theme::RADIUS)
        .inner_margin(egui::Margin::symmetric(12, 8))
}

/// A caption over a group of fields.
pub fn group_title(ui: &mut Ui, text: &str) {
    ui.add_space(theme::GROUP_GAP - 8.0);
    ui.label(RichText::new(text).text_style(theme::bold()));
}

/// A caption in small, weak type.
pub fn caption(ui: &mut Ui, text: impl Into<String>) -> egui::Response {
    let p = Palette::of(ui);
    ui.label(RichText::new(text).small().color(p.weak))
}

/// A field with its name above it.
pub fn field<R>(ui: &mut Ui, name: &str, width: f32, add: impl FnOnce(&mut Ui) -> R) -> R {
    named(ui, name, width, |ui, label| ui.label_inputs_by(label, add))
}

fn named<R>(ui: &mut Ui, name: &str, width: f32, add: impl FnOnce(&mut Ui, egui::Id) -> R) -> R {
    ui.allocate_ui_with_layout(vec2(width, 48.0), Layout::top_down(Align::Min), |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.set_width(width);
        let label = caption(ui, name);
        add(ui, label.id)
    })
    .inner
}

/// A one-line text field with its name above it.
pub fn text_field(ui: &mut Ui, name: &str, width: f32, value: &mut String, hint: &str) -> egui::Response {
    named(ui, name, width, |ui, label| {
        let edit = egui::TextEdit::singleline(value)
            .desired_width(width)
            .hint_text(RichText::new(hint).color(Palette::of(ui).weak))
            .margin(egui::Margin::symmetric(8, 5));
        ui.add(edit).labelled_by(label)
    })
}
