//! Stages side by side and one after the other: the strip that chooses what is in view, and the dialogs that make groups and further stages.

mod groups;
pub mod members;
mod next;

pub use groups::GroupsDialog;
pub use next::NextDialog;

use super::action::Action;
use super::doc::Doc;
use super::theme::{self, Palette};
use super::widgets;
use eframe::egui::{self, Align, Button, Frame, Layout, Margin, Panel, RichText, ScrollArea, Ui, vec2};
use tournament::command::Command;
use tournament::model::{State, System};
use tournament::stages::{Format, Origin, of_teams, title};

/// What a dialog about stages was answered with.
pub enum Answer {
    /// Nothing yet.
    Pending,
    /// It is closed.
    Cancel,
    /// Do this.
    Do(Box<Command>),
}

/// A dialog that is open.
pub enum Dialog {
    /// Groups of the field.
    Groups(Box<GroupsDialog>),
    /// The next stage.
    Next(Box<NextDialog>),
}

impl Dialog {
    /// Draws it.
    pub fn show(&mut self, ctx: &egui::Context, doc: &Doc) -> Answer {
        match self {
            Dialog::Groups(dialog) => dialog.show(ctx, doc.state()),
            Dialog::Next(dialog) => dialog.show(ctx, doc.state()),
        }
    }
}

/// Whether the strip is there: an event of one stage has none.
pub fn has_strip(state: &State) -> bool {
    state.stages.len() > 1
}

/// The next stage is due: the last phase is over, and it was one of groups, or the plan has a further stage.
pub fn can_go_on(state: &State) -> bool {
    let group = |stage: usize| {
        let origin = state.stages.get(stage).and_then(|header| header.origin.as_deref());
        matches!(origin, Some(Origin::Group(_)))
    };
    let groups = || state.phases().pop().is_some_and(|phase| phase.len() > 1 && phase.into_iter().all(group));
    state.is_phase_over() && (state.planned_stage().is_some() || groups())
}

/// The strip under the top line: all stages by phase, and what can be done with all of them.
pub fn strip(ui: &mut Ui, doc: &Doc, on_rounds: bool, out: &mut Vec<Action>) {
    let p = Palette::of(ui);
    let state = doc.state();
    let frame = Frame::new().fill(p.page).inner_margin(Margin { left: 16, right: 16, top: 4, bottom: 4 });
    let shown = Panel::top("stages").exact_size(40.0).show_separator_line(false).frame(frame).show(ui, |ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let phase = state.phases().pop().unwrap_or(0..1);
            // The rounds page has the same button in its head.
            if can_go_on(state) {
                if !on_rounds && widgets::primary(ui, true, "Next stage…").on_hover_text("Ctrl+Shift+N").clicked() {
                    out.push(Action::NextStage);
                }
            } else if phase.len() > 1 {
                let ready = state.stages_to_pair(phase.clone());
                if ready.len() > 1 && phase.contains(&doc.view().stage) {
                    let text = if ready.len() == phase.len() {
                        format!("Pair all {} groups", phase.len())
                    } else {
                        format!("Pair {} of {} groups", ready.len(), phase.len())
                    };
                    if ui
                        .button(text)
                        .on_hover_text("The next round of all groups that are ready (Ctrl+Shift+Enter)")
                        .clicked()
                    {
                        out.push(Command::PairStages(ready).into());
                    }
                }
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ScrollArea::horizontal().auto_shrink([false, true]).show(ui, |ui| {
                    ui.horizontal(|ui| chips(ui, doc, out));
                });
            });
        });
    });
    let rect = shown.response.rect;
    ui.painter().line_segment([rect.left_bottom(), rect.right_bottom()], egui::Stroke::new(1.0, p.line));
}

fn chips(ui: &mut Ui, doc: &Doc, out: &mut Vec<Action>) {
    let p = Palette::of(ui);
    let state = doc.state();
    let current = doc.view().stage;
    ui.spacing_mut().item_spacing.x = 4.0;
    ui.spacing_mut().button_padding.x = 10.0;
    for (number, phase) in state.phases().into_iter().enumerate() {
        if number > 0 {
            ui.label(RichText::new("›").color(p.weak));
        }
        for stage in phase {
            let Some(header) = state.stages.get(stage) else { continue };
            let selected = stage == current;
            let text = RichText::new(title(header, stage)).color(if selected { p.text } else { p.weak });
            let text = if selected { text.text_style(theme::bold()) } else { text };
            let chip = ui.add(Button::selectable(selected, text).min_size(vec2(0.0, 28.0)));
            if selected {
                chip.scroll_to_me(None);
            }
            let made = tournament::stages::made_of(state, stage).map_or_else(String::new, |made| format!("\n{made}"));
            let tip = format!("{} (Ctrl+Page up, Ctrl+Page down){made}", how_far(state, stage));
            if chip.on_hover_text(tip).clicked() {
                out.push(Action::Stage(stage));
            }
        }
    }
}

/// "round 2 of 3, 1 of 2 games in".
fn how_far(state: &State, stage: usize) -> String {
    let paired = state.rounds_paired(stage);
    let planned = state.stages.get(stage).map_or(0, |header| header.rounds_planned);
    if state.is_stage_over(stage) {
        return "over".to_owned();
    }
    let progress = state.progress(stage, paired);
    match paired {
        0 => "not begun".to_owned(),
        round => format!("round {round} of {planned}, {} of {} games in", progress.entered, progress.total),
    }
}

/// A system as these dialogs offer it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Round-robin.
    RoundRobin,
    /// Knockout.
    Knockout,
    /// Swiss, by the FIDE Dutch System.
    Swiss,
}

/// The fields of a new stage.
#[derive(Clone, Debug, PartialEq)]
pub struct FormatForm {
    /// Name.
    pub name: String,
    /// System.
    pub kind: Kind,
    /// Rounds of a Swiss.
    pub rounds: u32,
    /// Cycles of a round-robin.
    pub cycles: u8,
    /// Match for third place.
    pub third_place: bool,
    /// Games of each meeting.
    pub games: u8,
    /// Another system that was planned.
    other: Option<System>,
}

impl FormatForm {
    /// With these values.
    pub fn of(format: &Format) -> FormatForm {
        let (kind, cycles, third_place, other) = match format.system {
            System::RoundRobin { cycles, .. } => (Kind::RoundRobin, cycles, false, None),
            System::Knockout { third_place, .. } => (Kind::Knockout, 1, third_place, None),
            System::Swiss { .. } => (Kind::Swiss, 1, false, Some(format.system.clone())),
            _ => (Kind::RoundRobin, 1, false, None),
        };
        FormatForm {
            name: format.name.clone(),
            kind,
            rounds: format.rounds_planned.max(5),
            cycles: cycles.max(1),
            third_place,
            games: format.games_per_meeting.max(1),
            other,
        }
    }

    /// For an event of teams: its Swiss is that of teams.
    pub fn for_event(mut self, state: &State) -> FormatForm {
        if of_teams(state) && self.other.is_none() {
            self.other = Some(System::Swiss { variant: tournament::model::SwissVariant::Team, acceleration: false });
        }
        self
    }

    /// The stage that is wished.
    pub fn format(&self) -> Format {
        let swiss = System::Swiss { variant: tournament::model::SwissVariant::Dutch, acceleration: false };
        Format {
            name: self.name.trim().to_owned(),
            system: match self.kind {
                Kind::RoundRobin => System::RoundRobin { cycles: self.cycles, exchange_last_two: self.cycles > 1 },
                Kind::Knockout => System::knockout(self.third_place),
                Kind::Swiss => self.other.clone().unwrap_or(swiss),
            },
            rounds_planned: if self.kind == Kind::Swiss { self.rounds } else { 0 },
            games_per_meeting: self.games,
        }
    }

    /// Draws system and what belongs to it.
    pub fn show(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            let kinds = [(Kind::RoundRobin, "Round-robin"), (Kind::Knockout, "Knockout"), (Kind::Swiss, "Swiss")];
            widgets::segmented(ui, &mut self.kind, &kinds);
            ui.add_space(8.0);
            match self.kind {
                Kind::RoundRobin => {
                    ui.label("Cycles");
                    ui.name_inputs("Cycles", |ui| ui.add(egui::DragValue::new(&mut self.cycles).range(1..=4)));
                }
                Kind::Knockout => {
                    ui.checkbox(&mut self.third_place, "Play for third place");
                }
                Kind::Swiss => {
                    ui.label("Rounds");
                    ui.name_inputs("Rounds", |ui| ui.add(egui::DragValue::new(&mut self.rounds).range(1..=20)));
                }
            }
            ui.add_space(8.0);
            // In one piece: the line breaks before it, not in it.
            ui.add(egui::Label::new("Games of a meeting").extend());
            ui.name_inputs("Games of a meeting", |ui| ui.add(egui::DragValue::new(&mut self.games).range(1..=8)));
        });
    }
}
