//! The dialog that makes the next stage: who goes on, where, with what, and what the first round will be.

use super::{Answer, FormatForm, Kind};
use crate::gui::message;
use crate::gui::pages::place_games::PlaceGames;
use crate::gui::theme::{self, Palette};
use crate::gui::view::points_text;
use crate::gui::widgets::{self, icon::Icon};
use eframe::egui::{self, Key, Modifiers, RichText, ScrollArea, Ui};
use pairing::Points;
use tournament::command::Command;
use tournament::model::{PlayerId, StageIndex, State, System};
use tournament::stages::{
    Carry, Comparison, Format, LevelOrder, Placing, Preview, Selection, Stopped, Transition, first_round,
    name as name_of, of_teams, places, preview, title,
};
use tournament::standings::DecisionKind;

/// Who goes on, as a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    First,
    Places,
    Rest,
    Hand,
}

/// Where they stand, as a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Where {
    Standard,
    Crossing,
    Lot,
    Rating,
    Hand,
}

/// What they take along, as a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Nothing,
    AllPoints,
    AgainstQualifiers,
    Continuation,
    Half,
    ByPlace,
}

/// The dialog.
pub struct NextDialog {
    from: Vec<StageIndex>,
    format: FormatForm,
    who: Who,
    each: u32,
    best_of_next: u32,
    places: String,
    after: u32,
    place: Where,
    carry: What,
    place_points: String,
    without_last: bool,
    lot: bool,
    seed: u64,
    /// Chosen by hand, in order.
    chosen: Vec<PlayerId>,
    /// Places by hand, number 1 first.
    seats: Vec<PlayerId>,
    declined: Vec<PlayerId>,
    level: Vec<LevelOrder>,
    /// The order of tied players that is being made.
    order: Vec<PlayerId>,
    /// The games of their play-off, where they are entered.
    games: PlaceGames,
    preview: Option<(Transition, Format, Result<Preview, Stopped>)>,
}

impl NextDialog {
    /// With what was planned, else with a knockout of the first two of each group.
    pub fn new(state: &State) -> NextDialog {
        // The last phase that is over; a consolation beside a final that is being played comes out of the groups before.
        let over = |phase: &std::ops::Range<StageIndex>| phase.clone().all(|stage| state.is_stage_over(stage));
        let phase = state.phases().into_iter().rev().find(over).unwrap_or_else(|| state.phase_of(0));
        let groups = phase.len() as u32;
        let knockout = Format {
            name: "Final".to_owned(),
            system: System::knockout(false),
            rounds_planned: 0,
            games_per_meeting: 1,
        };
        let mut dialog = NextDialog {
            from: phase.collect(),
            format: FormatForm::of(&knockout).for_event(state),
            who: Who::First,
            each: if groups > 1 { 2 } else { 8 },
            best_of_next: 0,
            places: "2, 0".to_owned(),
            after: 2,
            place: if groups > 1 { Where::Crossing } else { Where::Standard },
            carry: What::Nothing,
            place_points: "3, 2, 1".to_owned(),
            without_last: false,
            lot: false,
            seed: tournament::fresh_seed(),
            chosen: Vec::new(),
            seats: Vec::new(),
            declined: Vec::new(),
            level: Vec::new(),
            order: Vec::new(),
            games: PlaceGames::default(),
            preview: None,
        };
        if let Some(plan) = state.planned_stage() {
            dialog.format = FormatForm::of(&plan.format).for_event(state);
            match &plan.selection {
                Selection::First { each, best_of_next } => {
                    (dialog.who, dialog.each, dialog.best_of_next) = (Who::First, *each, *best_of_next);
                }
                Selection::Places(places) => {
                    dialog.who = Who::Places;
                    dialog.places = places.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
                }
                Selection::Rest { after } => (dialog.who, dialog.after) = (Who::Rest, *after),
                Selection::ByHand(_) => {}
            }
            dialog.place = match plan.placing {
                Placing::Crossing => Where::Crossing,
                Placing::Lot { .. } => Where::Lot,
                Placing::Rating => Where::Rating,
                Placing::Standard | Placing::ByHand(_) => Where::Standard,
            };
            dialog.carry = match &plan.carry {
                Carry::Nothing => What::Nothing,
                Carry::AllPoints => What::AllPoints,
                Carry::AgainstQualifiers => What::AgainstQualifiers,
                Carry::Continuation => What::Continuation,
                Carry::Half => What::Half,
                Carry::ByPlace(points) => {
                    let words: Vec<String> = points.iter().map(|&points| Points(points).to_string()).collect();
                    dialog.place_points = words.join(", ");
                    What::ByPlace
                }
            };
        }
        dialog
    }

    fn transition(&self) -> Result<Transition, String> {
        let numbers = |text: &str| -> Result<Vec<u32>, String> {
            let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
            parts.map(|part| part.parse().map_err(|_| format!("\"{part}\" is no number of places."))).collect()
        };
        let tenths = |text: &str| -> Result<Vec<i32>, String> {
            let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
            parts
                .map(|part| {
                    let (whole, tenth) = part.split_once('.').unwrap_or((part, "0"));
                    match (whole.parse::<i32>(), tenth.parse::<i32>()) {
                        (Ok(whole), Ok(tenth)) if whole.abs() < 1000 && (0..10).contains(&tenth) => {
                            Ok(whole * 10 + tenth)
                        }
                        _ => Err(format!("\"{part}\" is no number of points.")),
                    }
                })
                .collect()
        };
        Ok(Transition {
            from: self.from.clone(),
            selection: match self.who {
                Who::First => Selection::First { each: self.each, best_of_next: self.best_of_next },
                Who::Places => Selection::Places(numbers(&self.places)?),
                Who::Rest => Selection::Rest { after: self.after },
                Who::Hand => Selection::ByHand(vec![self.chosen.clone()]),
            },
            placing: match self.place {
                Where::Standard => Placing::Standard,
                Where::Crossing => Placing::Crossing,
                Where::Lot => Placing::Lot { seed: self.seed },
                Where::Rating => Placing::Rating,
                Where::Hand if self.seats.is_empty() => Placing::Standard,
                Where::Hand => Placing::ByHand(self.seats.clone()),
            },
            carry: match self.carry {
                _ if self.format.kind == Kind::Knockout => Carry::Nothing,
                What::Nothing => Carry::Nothing,
                What::AllPoints => Carry::AllPoints,
                What::AgainstQualifiers => Carry::AgainstQualifiers,
                What::Continuation => Carry::Continuation,
                What::Half => Carry::Half,
                What::ByPlace => Carry::ByPlace(tenths(&self.place_points)?),
            },
            comparison: if self.without_last { Comparison::WithoutLast } else { Comparison::PerGame },
            declined: self.declined.clone(),
            level: self.level.clone(),
            lot: self.lot.then_some(self.seed),
        })
    }

    /// Draws the dialog.
    pub fn show(&mut self, ctx: &egui::Context, state: &State) -> Answer {
        let mut answer = Answer::Pending;
        // A click beside the dialog must not lose a drawn lot or an order: only Escape and the button close it.
        let modal = egui::Modal::new(egui::Id::unique("next stage")).frame(message::frame(ctx)).show(ctx, |ui| {
            let room = ctx.content_rect();
            ui.set_width(860.0_f32.min(room.width() - 64.0));
            ui.horizontal(|ui| {
                ui.label(RichText::new("Next stage").heading());
                ui.add_space(8.0);
                self.out_of(ui, state);
            });
            ui.add_space(8.0);
            self.fields(ui, state);
            ui.add_space(8.0);
            let format = self.format.format();
            let mut tried = self.transition();
            let fresh = |t: &Transition| self.preview.as_ref().is_some_and(|(old, f, _)| old == t && *f == format);
            if self.place == Where::Hand && tried.as_ref().is_ok_and(|transition| !fresh(transition)) {
                self.keep_seats(state, &format);
                tried = self.transition();
            }
            if let Ok(transition) = &tried
                && !self.preview.as_ref().is_some_and(|(old, f, _)| old == transition && *f == format)
            {
                let found = preview(state, transition, &format, "");
                if let Err(stopped) = &found
                    && !stopped.tied.is_empty()
                {
                    self.order.clone_from(&stopped.tied);
                }
                self.preview = Some((transition.clone(), format.clone(), found));
            }
            let height = (room.height() - 420.0).max(140.0);
            let ready = match &tried {
                Err(text) => {
                    ui.label(RichText::new(text).color(Palette::of(ui).red));
                    false
                }
                Ok(_) => self.found(ui, state, height),
            };
            ui.add_space(8.0);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let enter = ready && ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Enter));
                if (widgets::primary(ui, ready, "Make the stage").clicked() || enter)
                    && let Ok(transition) = tried
                {
                    let (transition, format) = (Box::new(transition), Box::new(format));
                    answer = Answer::Do(Box::new(Command::NextStage { transition, format }));
                }
                if ui.add(egui::Button::new("Cancel").min_size(egui::vec2(0.0, 32.0))).clicked() {
                    answer = Answer::Cancel;
                }
                if self.lot || self.place == Where::Lot {
                    widgets::caption(ui, format!("seed {}", self.seed));
                }
            });
        });
        if matches!(answer, Answer::Pending) && !modal.backdrop_response.clicked() && modal.should_close() {
            answer = Answer::Cancel;
        }
        answer
    }

    /// The stages that players come from.
    fn out_of(&mut self, ui: &mut Ui, state: &State) {
        let names = |stages: &[StageIndex]| {
            let names = stages.iter().filter_map(|&at| state.stages.get(at).map(|header| title(header, at)));
            format!("out of {}", names.collect::<Vec<_>>().join(", "))
        };
        let phases = state.phases();
        if phases.len() < 2 {
            ui.add(egui::Label::new(RichText::new(names(&self.from)).color(Palette::of(ui).weak)).truncate());
            return;
        }
        let combo = egui::ComboBox::from_id_salt("out of").width(420.0).truncate().selected_text(names(&self.from));
        combo.show_ui(ui, |ui| {
            for phase in phases {
                let stages: Vec<StageIndex> = phase.collect();
                let text = names(&stages);
                ui.selectable_value(&mut self.from, stages, text);
            }
        });
    }

    /// The order by hand follows who goes on: whoever is new comes to the end.
    fn keep_seats(&mut self, state: &State, format: &Format) {
        let place = std::mem::replace(&mut self.place, Where::Standard);
        let standard = self.transition();
        self.place = place;
        let Ok(standard) = standard else { return };
        let Ok(found) = preview(state, &standard, format, "") else { return };
        let Some(stage) = found.stages.first() else { return };
        self.seats.retain(|id| stage.numbers.contains(id));
        let new: Vec<PlayerId> = stage.numbers.iter().copied().filter(|id| !self.seats.contains(id)).collect();
        self.seats.extend(new);
    }

    /// Whether the stages named are one Swiss, which can go on as one.
    fn can_continue(&self, state: &State) -> bool {
        let swiss = |&stage: &StageIndex| {
            state.stages.get(stage).is_some_and(|header| matches!(header.system, System::Swiss { .. }))
        };
        self.format.kind == Kind::Swiss && self.from.len() == 1 && self.from.iter().all(swiss)
    }

    fn fields(&mut self, ui: &mut Ui, state: &State) {
        line(ui, "Name", |ui| {
            ui.name_inputs("Name of the stage", |ui| {
                ui.add(egui::TextEdit::singleline(&mut self.format.name).desired_width(140.0))
            });
            self.format.show(ui);
        });
        line(ui, "Who goes on", |ui| {
            let who = [
                (Who::First, "The first"),
                (Who::Places, "All, by place"),
                (Who::Rest, "The rest"),
                (Who::Hand, "Chosen by hand"),
            ];
            widgets::segmented(ui, &mut self.who, &who);
            match self.who {
                Who::First => {
                    ui.name_inputs("First of each", |ui| {
                        ui.add(egui::DragValue::new(&mut self.each).range(1..=64).speed(0.05))
                    });
                    if self.from.len() > 1 {
                        ui.label("of each, and the best");
                        ui.name_inputs("Best of the next", |ui| {
                            ui.add(egui::DragValue::new(&mut self.best_of_next).range(0..=32).speed(0.05))
                        });
                        ui.label("of the next");
                    }
                }
                Who::Places => {
                    ui.name_inputs("Places of each final", |ui| {
                        ui.add(egui::TextEdit::singleline(&mut self.places).desired_width(90.0))
                    })
                    .on_hover_text("Places of each group to final A, to B, ...; 0 for all others");
                }
                Who::Rest => {
                    ui.label("after the first");
                    ui.name_inputs("After", |ui| {
                        ui.add(egui::DragValue::new(&mut self.after).range(1..=64).speed(0.05))
                    });
                }
                Who::Hand => self.choose(ui, state),
            }
        });
        line(ui, "Places", |ui| {
            let mut places = vec![(Where::Standard, "By results")];
            if self.format.kind == Kind::Knockout && self.from.len() > 1 {
                places.push((Where::Crossing, "Crossing A1-B2"));
            } else if self.place == Where::Crossing {
                self.place = Where::Standard;
            }
            places.extend([(Where::Lot, "By lot"), (Where::Rating, "By rating")]);
            // Several finals have an order each.
            if self.who != Who::Places {
                places.push((Where::Hand, "By hand"));
            } else if self.place == Where::Hand {
                self.place = Where::Standard;
            }
            widgets::segmented(ui, &mut self.place, &places);
            ui.checkbox(&mut self.lot, "Divide ties by lot");
            if (self.lot || self.place == Where::Lot) && ui.button("Draw again").clicked() {
                self.seed = tournament::fresh_seed();
            }
        });
        if self.from.len() > 1 {
            line(ui, "Unequal groups", |ui| {
                let choices = [(false, "Points per game"), (true, "Without the last of the bigger ones")];
                widgets::segmented(ui, &mut self.without_last, &choices);
            });
        }
        if self.carry == What::Continuation && !self.can_continue(state)
            || self.carry == What::AgainstQualifiers && self.format.kind != Kind::RoundRobin
        {
            self.carry = What::Nothing;
        }
        if self.format.kind != Kind::Knockout {
            line(ui, "They bring", |ui| {
                let mut what =
                    vec![(What::Nothing, "Nothing"), (What::AllPoints, "All points"), (What::Half, "Half of them")];
                if self.format.kind == Kind::RoundRobin {
                    what.push((What::AgainstQualifiers, "Games among them"));
                }
                if self.can_continue(state) {
                    what.push((What::Continuation, "Everything: one Swiss"));
                }
                what.push((What::ByPlace, "By place"));
                widgets::segmented(ui, &mut self.carry, &what);
                if self.carry == What::ByPlace {
                    ui.name_inputs("Points by place", |ui| {
                        ui.add(egui::TextEdit::singleline(&mut self.place_points).desired_width(90.0))
                    });
                }
            });
        }
    }

    /// Who goes on, by hand: everybody of the stages by place, with a mark.
    fn choose(&mut self, ui: &mut Ui, state: &State) {
        let text = match self.chosen.len() {
            0 => "Choose players…".to_owned(),
            1 => "1 player…".to_owned(),
            n => format!("{n} players…"),
        };
        let config =
            egui::containers::menu::MenuConfig::new().close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
        egui::containers::menu::MenuButton::new(text).config(config).ui(ui, |ui| {
            ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
                ui.set_min_width(300.0);
                for &stage in &self.from {
                    let Some(header) = state.stages.get(stage) else { continue };
                    ui.label(RichText::new(title(header, stage)).text_style(theme::bold()));
                    for (place, id) in places(state, stage).unwrap_or_default() {
                        if state.players.get(&id).is_none_or(|player| player.withdrawn_from.is_some()) {
                            continue;
                        }
                        let mut goes_on = self.chosen.contains(&id);
                        if ui.checkbox(&mut goes_on, format!("{place}. {}", state.name(id))).changed() {
                            if goes_on {
                                self.chosen.push(id);
                            } else {
                                self.chosen.retain(|other| *other != id);
                            }
                        }
                    }
                }
            });
        });
        widgets::caption(ui, "numbers in the order of choosing");
    }

    /// What the choice leads to; says whether the stage can be made.
    fn found(&mut self, ui: &mut Ui, state: &State, height: f32) -> bool {
        let p = Palette::of(ui);
        let Some((_, _, found)) = &self.preview else { return false };
        match found {
            Ok(found) => {
                let found = found.clone();
                for note in found.notes.iter().take(3) {
                    ui.label(RichText::new(note).color(p.amber));
                }
                ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
                    self.stages(ui, state, &found);
                });
                true
            }
            Err(stopped) => {
                let stopped = stopped.clone();
                ui.label(RichText::new(&stopped.text).color(p.red));
                if !stopped.tied.is_empty() {
                    self.tie(ui, state);
                }
                self.give_back(ui, state);
                false
            }
        }
    }

    /// The order of tied players, found at the board.
    fn tie(&mut self, ui: &mut Ui, state: &State) {
        ui.add_space(8.0);
        ui.label(RichText::new("Their order, the best first").text_style(theme::bold()));
        let mut up = None;
        for (index, id) in self.order.iter().enumerate() {
            ui.horizontal(|ui| {
                ui.label(format!("{}.", index + 1));
                let name = name_of(state, *id);
                let button = crate::gui::frame::icon_button;
                if ui.add_enabled_ui(index > 0, |ui| button(ui, Icon::Up, &format!("{name} up"))).inner.clicked() {
                    up = Some(index);
                }
                ui.label(name);
            });
        }
        if let Some(index) = up {
            self.order.swap(index - 1, index);
        }
        widgets::caption(ui, "Games of a play-off can be entered one by one; they give the order.");
        let ids = self.order.clone();
        let by_games = self.games.show(ui, &ids, &|id| name_of(state, id));
        if !self.games.games().is_empty() {
            let button = egui::Button::new("These games decide").min_size(egui::vec2(0.0, 28.0));
            if ui.add_enabled(by_games.is_some(), button).clicked()
                && let Some(order) = by_games
            {
                let games = self.games.games().to_vec();
                self.level.push(LevelOrder { by: DecisionKind::PlayOff, order, games });
                self.games.clear();
            }
            return;
        }
        ui.horizontal(|ui| {
            for (by, text) in [
                (DecisionKind::PlayOff, "This is the play-off's order"),
                (DecisionKind::ByHand, "The arbiter decides so"),
            ] {
                if ui.button(text).clicked() {
                    self.level.push(LevelOrder::new(by, self.order.clone()));
                }
            }
            if ui.button("Draw lots").clicked() {
                self.lot = true;
            }
        });
    }

    /// Those who do not want to go on.
    fn give_back(&mut self, ui: &mut Ui, state: &State) {
        if self.declined.is_empty() {
            return;
        }
        ui.horizontal_wrapped(|ui| {
            ui.label("Do not go on:");
            let mut back = None;
            for id in &self.declined {
                if ui.button(format!("{} ×", name_of(state, *id))).on_hover_text("Goes on after all").clicked() {
                    back = Some(*id);
                }
            }
            self.declined.retain(|id| Some(*id) != back);
        });
    }

    /// The new stages: who, from where, and the first round.
    fn stages(&mut self, ui: &mut Ui, state: &State, found: &Preview) {
        let p = Palette::of(ui);
        self.give_back(ui, state);
        let who = if of_teams(state) { "teams" } else { "players" };
        let (mut declines, mut moved) = (None, None);
        for (stage, field) in found.stages.iter().zip(&found.field) {
            let rounds = match stage.rounds_planned {
                1 => "1 round".to_owned(),
                n => format!("{n} rounds"),
            };
            ui.label(
                RichText::new(format!("{}: {} {who}, {rounds}", stage.name, field.len())).text_style(theme::bold()),
            );
            ui.horizontal_top(|ui| {
                ui.vertical(|ui| {
                    ui.set_width((ui.available_width() * 0.52).max(320.0));
                    egui::Grid::new(("who", &stage.name)).num_columns(5).spacing([12.0, 2.0]).show(ui, |ui| {
                        for (number, (from, place, id)) in (1..).zip(field) {
                            ui.label(RichText::new(number.to_string()).color(p.weak));
                            ui.label(name_of(state, *id));
                            let group = state.stages.get(*from).map_or_else(String::new, |s| title(s, *from));
                            let carried = stage.carried_points(*id);
                            let carried = carried.map_or_else(String::new, |c| format!(", brings {}", points_text(c)));
                            ui.label(RichText::new(format!("{place}. of {group}{carried}")).color(p.weak));
                            let cross = crate::gui::frame::icon_button(
                                ui,
                                Icon::Cross,
                                &format!("{} does not go on", name_of(state, *id)),
                            );
                            if cross.clicked() {
                                declines = Some(*id);
                            }
                            if self.place == Where::Hand {
                                let name = format!("{} up", state.name(*id));
                                let up = |ui: &mut Ui| crate::gui::frame::icon_button(ui, Icon::Up, &name);
                                if ui.add_enabled_ui(number > 1, up).inner.clicked() {
                                    moved = Some(number - 1);
                                }
                            }
                            ui.end_row();
                        }
                    });
                });
                ui.vertical(|ui| {
                    let pairs = first_round(stage);
                    if !pairs.is_empty() {
                        ui.label(RichText::new("First round").color(p.weak));
                    }
                    let name = |id: Option<PlayerId>| id.map_or_else(|| "bye".to_owned(), |id| name_of(state, id));
                    for [one, two] in pairs {
                        ui.add(egui::Label::new(format!("{} – {}", name(one), name(two))).wrap());
                    }
                    if !stage.rounds.is_empty() {
                        let games: usize = stage.rounds.iter().map(|round| round.meetings.len()).sum();
                        widgets::caption(
                            ui,
                            format!(
                                "{games} {} that were played before are taken over.",
                                if of_teams(state) { "matches" } else { "games" }
                            ),
                        );
                    }
                });
            });
            ui.add_space(8.0);
        }
        if let Some(at) = moved.filter(|at| *at < self.seats.len()) {
            self.seats.swap(at - 1, at);
        }
        if let Some(id) = declines {
            if self.who == Who::Hand {
                self.chosen.retain(|other| *other != id);
            } else {
                self.declined.push(id);
            }
        }
    }
}

/// A line of the dialog: its label in a column of its own, so that all lines begin at one edge.
fn line(ui: &mut Ui, label: &str, content: impl FnOnce(&mut Ui)) {
    ui.horizontal_top(|ui| {
        ui.allocate_ui_with_layout(egui::vec2(112.0, 28.0), egui::Layout::left_to_right(egui::Align::Center), |ui| {
            ui.set_min_size(egui::vec2(112.0, 28.0));
            ui.label(label);
        });
        ui.horizontal_wrapped(content);
    });
}
