//! The audit trail, with undo and redo of any depth.

use super::Cx;
use crate::gui::action::Action;
use crate::gui::doc::Doc;
use crate::gui::remarks::Remarks;
use crate::gui::theme::Palette;
use crate::gui::widgets::{
    self,
    table::{self, Col, Side, Table},
};
use eframe::egui::{Button, Ui, vec2};
use std::sync::Arc;
use tournament::event::Entry;

/// The history page.
#[derive(Default)]
pub struct History {
    selected: Option<usize>,
}

impl History {
    /// Draws the page.
    pub fn show(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) {
        let entries = doc.event().journal();
        let can_undo = doc.can_undo().is_some();
        let standing = entries.iter().filter(|entry| entry.undone.is_none()).count();
        let undo = widgets::header(ui, "History", Some(("Undo the last change", can_undo)), |ui| {
            if !doc.remarks().is_empty() {
                let button = Button::new("Remarks on the import…").min_size(vec2(0.0, 32.0));
                if ui.add(button).clicked() {
                    let remarks = Remarks::new("Remarks on the import", doc.remarks().to_vec());
                    cx.out.push(Action::ShowRemarks(remarks));
                }
            }
            if ui.add_enabled(doc.can_redo().is_some(), Button::new("Redo").min_size(vec2(0.0, 32.0))).clicked() {
                cx.out.push(Action::Redo);
            }
            let chosen = self.selected.filter(|&at| at < entries.len());
            if let Some(at) = chosen {
                let target = entries[..=at].iter().filter(|entry| entry.undone.is_none()).count();
                let target = if entries[at].undone.is_some() { standing + redo_steps(entries, at) } else { target };
                let button = Button::new("Go back to the selected line").min_size(vec2(0.0, 32.0));
                if ui.add_enabled(target != standing, button).clicked() {
                    cx.out.push(Action::UndoTo(target));
                }
            }
        });
        if undo {
            cx.ask(Action::Undo);
        }
        if entries.is_empty() {
            widgets::empty(
                ui,
                "Nothing has been changed yet. Every change will stand here, with its time and reason.",
                None,
            );
            return;
        }
        let reasons = entries.iter().any(|entry| !entry.order.reason.is_empty());
        let columns = [
            Col::new("No.", 56.0, Side::Right),
            Col::new("When (UTC)", 160.0, Side::Left),
            Col::flexible("What", 260.0),
            // Most changes have no reason.
            Col::new("Reason", if reasons { ui.available_width() * 0.25 } else { 64.0 }, Side::Left),
            Col::new("", 80.0, Side::Left),
        ];
        let p = Palette::of(ui);
        let selected = self.selected;
        let table = Table {
            id: "history",
            columns: &columns,
            rows: entries.len(),
            row_height: cx.prefs.row_height(),
            scroll_to: None,
            below: 0.0,
        };
        // The newest line stands first.
        let at = |row: usize| entries.len() - 1 - row;
        let outcome = table.show(
            ui,
            |row| (selected == Some(at(row))).then_some(p.selected),
            |ui, row, column| {
                let entry = &entries[at(row)];
                let undone = entry.undone.is_some();
                let color = if undone { p.weak } else { p.text };
                let text = match column {
                    0 => (at(row) + 1).to_string(),
                    1 => entry.at.replace('T', "  ").trim_end_matches('Z').chars().take(20).collect(),
                    2 => entry.summary.clone(),
                    3 => entry.order.reason.clone(),
                    _ if undone => "undone".to_owned(),
                    _ => String::new(),
                };
                let cell = table::text(ui, &text, color);
                if column == 2 || column == 3 {
                    cell.on_hover_text(&text);
                }
            },
        );
        if let Some(row) = outcome.clicked {
            self.selected = Some(at(row));
        }
    }
}

/// How many redo steps lead to the undone line `at`.
fn redo_steps(entries: &[Arc<Entry>], at: usize) -> usize {
    entries[..=at].iter().rev().take_while(|entry| entry.undone.is_some()).count()
}
