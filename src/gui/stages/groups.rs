//! The dialog that puts the field into groups.

use super::{Answer, FormatForm};
use crate::gui::message;
use crate::gui::theme::{self, Palette};
use crate::gui::widgets;
use eframe::egui::{self, Key, Modifiers, RichText, ScrollArea, Ui};
use tournament::command::Command;
use tournament::event::Event;
use tournament::model::{State, System};
use tournament::stages::{Format, Grouping, of_teams, title};

/// The dialog.
pub struct GroupsDialog {
    groups: u32,
    pots: bool,
    separate: bool,
    seed: u64,
    format: FormatForm,
    /// The groups as they would be, for the command that was tried last.
    preview: Option<(Command, Result<State, String>)>,
}

impl GroupsDialog {
    /// With what was planned, else with groups of about four.
    pub fn new(state: &State) -> GroupsDialog {
        let plan = state.settings.plan.as_deref();
        let players = if of_teams(state) { state.teams.len() } else { state.players.len() } as u32;
        let groups = plan.map(|plan| plan.groups).filter(|&groups| groups > 1);
        let first = state.stages.first();
        let system = first.map(|stage| stage.system.clone());
        let system = match system {
            Some(system @ System::RoundRobin { .. }) => system,
            _ => System::RoundRobin { cycles: 1, exchange_last_two: false },
        };
        let games = first.map_or(1, |stage| stage.games_per_meeting);
        let format = Format { name: "Group".to_owned(), system, rounds_planned: 0, games_per_meeting: games };
        GroupsDialog {
            groups: groups.unwrap_or((players / 4).clamp(2, 16)),
            pots: plan.is_some_and(|plan| plan.pots),
            separate: true,
            seed: tournament::fresh_seed(),
            format: FormatForm::of(&format).for_event(state),
            preview: None,
        }
    }

    fn command(&self) -> Command {
        let how = if self.pots { Grouping::Pots { seed: self.seed, separate: self.separate } } else { Grouping::Snake };
        Command::MakeGroups { groups: self.groups, how, format: self.format.format() }
    }

    /// Draws the dialog.
    pub fn show(&mut self, ctx: &egui::Context, state: &State) -> Answer {
        let mut answer = Answer::Pending;
        let modal = egui::Modal::new(egui::Id::unique("groups")).frame(message::frame(ctx)).show(ctx, |ui| {
            let room = ctx.content_rect();
            ui.set_width(760.0_f32.min(room.width() - 64.0));
            ui.label(RichText::new("Groups").heading());
            ui.add_space(8.0);
            ui.horizontal_wrapped(|ui| {
                ui.label("Number of groups");
                ui.name_inputs("Number of groups", |ui| {
                    ui.add(egui::DragValue::new(&mut self.groups).range(1..=64).speed(0.05))
                });
                ui.add_space(8.0);
                widgets::segmented(ui, &mut self.pots, &[(false, "By strength (snake)"), (true, "By lot out of pots")]);
                if self.pots {
                    ui.add_enabled_ui(!of_teams(state), |ui| ui.checkbox(&mut self.separate, "Federations apart"));
                    if ui.button("Draw again").clicked() {
                        self.seed = tournament::fresh_seed();
                    }
                }
            });
            ui.add_space(4.0);
            self.format.show(ui);
            ui.add_space(8.0);
            let command = self.command();
            if self.preview.as_ref().is_none_or(|(tried, _)| *tried != command) {
                let mut event = Event::from_state(state.clone());
                let made = event.apply(command.clone()).map(|_| event.state().clone());
                self.preview = Some((command.clone(), made.map_err(|refusal| refusal.to_string())));
            }
            let made = self.preview.as_ref().map(|(_, made)| made);
            let ready = match made {
                Some(Ok(made)) => {
                    groups_list(ui, made, room.height() - 320.0);
                    true
                }
                Some(Err(text)) => {
                    ui.label(RichText::new(text).color(Palette::of(ui).red));
                    false
                }
                None => false,
            };
            ui.add_space(8.0);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let enter = ready && ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Enter));
                if widgets::primary(ui, ready, "Make the groups").clicked() || enter {
                    answer = Answer::Do(Box::new(command));
                }
                if ui.add(egui::Button::new("Cancel").min_size(egui::vec2(0.0, 32.0))).clicked() {
                    answer = Answer::Cancel;
                }
                if self.pots {
                    widgets::caption(ui, format!("seed {}", self.seed));
                }
            });
        });
        if matches!(answer, Answer::Pending) && modal.should_close() {
            answer = Answer::Cancel;
        }
        answer
    }
}

/// The groups side by side.
fn groups_list(ui: &mut Ui, made: &State, height: f32) {
    let p = Palette::of(ui);
    let who = if of_teams(made) { "teams" } else { "players" };
    let seen = tournament::teams::view(made, 0);
    let made: &State = &seen;
    ScrollArea::vertical().max_height(height.max(120.0)).auto_shrink([false, true]).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            for (index, stage) in made.stages.iter().enumerate() {
                let numbering = made.numbering(index);
                egui::Frame::new().inner_margin(8).show(ui, |ui| {
                    ui.vertical(|ui| {
                        ui.set_width(212.0);
                        ui.spacing_mut().item_spacing.y = 2.0;
                        ui.label(RichText::new(title(stage, index)).text_style(theme::bold()));
                        widgets::caption(ui, format!("{} {who}, {} rounds", numbering.len(), stage.rounds_planned));
                        for id in numbering.iter().take(16) {
                            let player = made.players.get(id);
                            let rating = player.map_or(0, |player| made.rating(player));
                            let rating = if rating == 0 { String::new() } else { format!("  {rating}") };
                            let text = RichText::new(format!("{}{rating}", made.name(*id))).color(p.text);
                            ui.add(egui::Label::new(text).truncate());
                        }
                        if numbering.len() > 16 {
                            widgets::caption(ui, format!("and {} more", numbering.len() - 16));
                        }
                    });
                });
            }
        });
    });
}
