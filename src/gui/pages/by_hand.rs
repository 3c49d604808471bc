//! The arbiter's decision on who goes on: the winner, and the reason that is kept.

use crate::gui::widgets;
use eframe::egui::{Button, Key, Ui, vec2};

/// What is being typed.
pub struct ByHand<T> {
    open: bool,
    winner: Option<T>,
    reason: String,
}

impl<T> Default for ByHand<T> {
    fn default() -> ByHand<T> {
        ByHand { open: false, winner: None, reason: String::new() }
    }
}

impl<T: Copy + PartialEq> ByHand<T> {
    /// Begins the decision.
    pub fn open(&mut self) {
        self.open = true;
    }

    /// It has begun.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Draws the choice between the two, by their names, and the field for the reason; gives both when they are kept.
    pub fn show(&mut self, ui: &mut Ui, sides: [T; 2], name: impl Fn(T) -> String) -> Option<(T, String)> {
        ui.horizontal_wrapped(|ui| {
            ui.label("Goes on by the arbiter's decision:");
            for id in sides {
                let chosen = self.winner == Some(id);
                if ui.add(Button::selectable(chosen, format!("Decide for {}", name(id))).truncate()).clicked() {
                    self.winner = Some(id);
                }
            }
        });
        let mut kept = None;
        ui.horizontal_wrapped(|ui| {
            let field =
                widgets::text_field(ui, "Reason of the decision", 420.0, &mut self.reason, "kept with the event");
            let enter = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            let ready = self.winner.is_some() && !self.reason.trim().is_empty();
            let keep = ui.add_enabled(ready, Button::new("Keep the decision").min_size(vec2(0.0, 28.0))).clicked();
            if (keep || (enter && ready))
                && let Some(winner) = self.winner
            {
                kept = Some((winner, self.reason.trim().to_owned()));
                *self = ByHand::default();
            }
        });
        kept
    }
}
