//! Messages: a quiet line under the top bar, and a dialog for what must not happen by accident.

use super::action::{Action, Page};
use super::theme::{self, Palette};
use super::widgets;
use eframe::egui::{self, RichText};
use tournament::command::{Command, Order, Warning, WarningLevel};

/// What kind of message it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something was done.
    Done,
    /// Attention, or a question.
    Ask,
    /// Something was refused.
    Refused,
}

/// The message line.
#[derive(Clone, Debug)]
pub struct Line {
    /// Kind.
    pub tone: Tone,
    /// One sentence.
    pub text: String,
    /// Offers to take the change back.
    pub undo: bool,
    /// Offers to show a page.
    pub show: Option<Page>,
    /// A change that waits for a yes.
    pub order: Option<Box<Order>>,
    /// Another thing that can be done about it, with its word.
    pub offer: Option<(String, Box<Action>)>,
}

impl Line {
    /// Something was done.
    pub fn done(text: impl Into<String>) -> Line {
        Line { tone: Tone::Done, text: text.into(), undo: false, show: None, order: None, offer: None }
    }

    /// Something was refused or went wrong.
    pub fn refused(text: impl Into<String>) -> Line {
        Line { tone: Tone::Refused, ..Line::done(text) }
    }
}

/// A question that stops the work until it is answered: warning levels Confirm and TwoSteps.
pub struct Question {
    order: Box<Order>,
    warning: Warning,
    reason: String,
    second_step: bool,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Not yet.
    Pending,
    /// No.
    Cancel,
    /// Yes: the order, confirmed.
    Yes(Box<Order>),
}

impl Question {
    /// A question about an order.
    pub fn new(order: Box<Order>, warning: Warning) -> Question {
        let reason = order.reason.clone();
        Question { order, warning, reason, second_step: false }
    }

    /// Draws the dialog.
    pub fn show(&mut self, ctx: &egui::Context) -> Answer {
        let two_steps = self.warning.level >= WarningLevel::TwoSteps;
        let mut answer = Answer::Pending;
        let modal = egui::Modal::new(egui::Id::unique("question")).frame(frame(ctx)).show(ctx, |ui| {
            ui.set_width(460.0_f32.min(ctx.content_rect().width() - 64.0));
            let p = Palette::of(ui);
            let title = if self.second_step { "Really do this?" } else { "Please confirm" };
            ui.label(RichText::new(title).heading());
            ui.add_space(4.0);
            for reason in &self.warning.reasons {
                ui.label(RichText::new(reason).color(if self.second_step { p.amber } else { p.text }));
            }
            if self.second_step {
                ui.label("You have read what follows from it. This is the last question.");
            }
            ui.add_space(8.0);
            // What cannot be taken back needs its reason.
            let asked = self.warning.reasons.iter().any(|text| text.contains("Give a reason"));
            let needed = asked || matches!(self.order.command, Command::LeaveFideMode { .. });
            let hint = if needed { "needed" } else { "optional" };
            let width = ui.available_width();
            let field = widgets::text_field(ui, "Reason, for the audit trail", width, &mut self.reason, hint);
            if needed && !self.second_step && !ui.ctx().text_edit_focused() {
                field.request_focus();
            }
            let answered = !needed || !self.reason.trim().is_empty();
            ui.add_space(8.0);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let word = match (two_steps, self.second_step) {
                    (true, false) => "Continue",
                    _ => "Confirm",
                };
                let enter = answered && ui.input_mut(|i| i.consume_key(egui::Modifiers::NONE, egui::Key::Enter));
                if widgets::primary(ui, answered, word).clicked() || enter {
                    if two_steps && !self.second_step {
                        self.second_step = true;
                    } else {
                        let mut order = self.order.clone();
                        order.confirmed = true;
                        order.reason = self.reason.trim().to_owned();
                        if let Command::LeaveFideMode { reason } = &mut order.command {
                            reason.clone_from(&order.reason);
                        }
                        answer = Answer::Yes(order);
                    }
                }
                if ui.add(egui::Button::new("Cancel").min_size(egui::vec2(0.0, 32.0))).clicked() {
                    answer = Answer::Cancel;
                }
                if two_steps {
                    let step = if self.second_step { "step 2 of 2" } else { "step 1 of 2" };
                    ui.label(RichText::new(step).small().color(p.weak));
                }
            });
        });
        if answer == Answer::Pending && modal.should_close() {
            answer = Answer::Cancel;
        }
        answer
    }
}

/// The frame of a dialog.
pub fn frame(ctx: &egui::Context) -> egui::Frame {
    egui::Frame::popup(&ctx.global_style()).inner_margin(20).corner_radius(8)
}

/// The overview of keys.
pub fn help(ctx: &egui::Context) -> bool {
    let keys: [(&str, &str); 20] = [
        ("Ctrl+1 … 8", "the pages of the rail"),
        ("Ctrl+Z, Ctrl+Shift+Z", "undo, redo"),
        ("Ctrl+O", "open a file"),
        ("Ctrl+F", "search on this page"),
        ("Ctrl+Enter", "the page's main action"),
        ("1 0 5", "results, score-sheet keys: White, Black, draw"),
        ("1 2 3 0", "results, list keys: White, Black, draw, clear"),
        ("F", "forfeits and unusual results"),
        ("Backspace", "clear the result and step back"),
        ("G and a number", "go to a board"),
        ("arrows, Page up, Page down", "move the cursor"),
        ("Space", "check a player in"),
        ("Ctrl+Page up, Page down", "the stage in view"),
        ("Ctrl+Shift+Enter", "pair all groups"),
        ("Ctrl+Shift+N", "the next stage"),
        ("Ctrl+L", "the rating list"),
        ("Ctrl+R", "players: ratings from the list"),
        ("Ctrl+D", "the window for the projector"),
        ("Ctrl+K", "the other result keys"),
        ("Ctrl + plus, minus, 0", "scale"),
    ];
    let modal = egui::Modal::new(egui::Id::unique("help")).frame(frame(ctx)).show(ctx, |ui| {
        ui.set_width(480.0_f32.min(ctx.content_rect().width() - 64.0));
        ui.label(RichText::new("Keys").heading());
        ui.add_space(8.0);
        egui::Grid::new("keys").num_columns(2).spacing([24.0, 8.0]).show(ui, |ui| {
            for (key, what) in keys {
                ui.label(RichText::new(key).text_style(theme::bold()));
                ui.label(what);
                ui.end_row();
            }
        });
        ui.add_space(12.0);
        ui.button("Close").clicked()
    });
    modal.inner || modal.should_close()
}
