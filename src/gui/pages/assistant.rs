//! The assistant for a new event: four steps, then one file.

use super::Cx;
use super::event::{self, Form, SystemChoice};
use crate::gui::action::{Action, Page, Purpose};
use crate::gui::doc::Doc;
use crate::gui::theme::{self, Palette};
use crate::gui::view;
use crate::gui::widgets::{
    self,
    table::{Col, Side, Table},
};
use eframe::egui::{Button, Key, RichText, ScrollArea, Ui, vec2};
use std::path::{Path, PathBuf};
use tournament::command::{Command, Order};
use tournament::csv::EntryList;
use tournament::model::{Color, Lot, System};
use tournament::stages::{Carry, Format, Grouping, Placing, PlannedStage, Selection, StagePlan};

/// How the initial colour is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorChoice {
    /// The program draws.
    #[default]
    Draw,
    /// The lot was drawn at the table.
    White,
    /// The lot was drawn at the table.
    Black,
    /// The lot is drawn before round 1.
    Later,
}

/// The stages of the event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Template {
    /// One.
    #[default]
    One,
    /// Groups, then a knockout of the best.
    GroupsKnockout,
    /// Groups, then finals A, B, ... of all.
    GroupsFinals,
    /// A Swiss, then a knockout of the best.
    SwissKnockout,
}

/// A step of the assistant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    #[default]
    Event,
    System,
    Players,
    File,
}

const STEPS: [(Step, &str); 4] =
    [(Step::Event, "Event"), (Step::System, "System and rounds"), (Step::Players, "Players"), (Step::File, "File")];

/// The assistant.
#[derive(Default)]
pub struct Assistant {
    step: Step,
    form: Form,
    color: ColorChoice,
    template: Template,
    groups: u32,
    pots: bool,
    go_on: u32,
    third_place: bool,
    players: EntryList,
    problem: Option<String>,
    list: Option<PathBuf>,
    /// What was said to be missing.
    complained: Option<String>,
    /// Where the file goes.
    pub folder: PathBuf,
    file_name: String,
    file_name_typed: bool,
    /// The first field was given the focus.
    begun: bool,
    /// A text was being typed in the last frame: Escape ends that first.
    typing: bool,
}

impl Assistant {
    /// An empty assistant that keeps the event in `folder`.
    pub fn new(folder: &Path) -> Assistant {
        Assistant { folder: folder.to_owned(), form: Form::fresh(), groups: 4, go_on: 2, ..Assistant::default() }
    }

    /// Names the event after the folder of an entry list.
    pub fn name_after(&mut self, list: &Path) {
        let folder =
            list.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().replace(['-', '_'], " "));
        if let Some(name) = folder.filter(|name| !name.is_empty()) {
            let mut letters = name.chars();
            self.form.name = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        }
    }

    /// Takes the players of an entry list.
    pub fn read_csv(&mut self, path: &Path) {
        self.list = Some(path.to_owned());
        match crate::gui::doc::read_entry_list(path) {
            Ok(players) => {
                self.players = players;
                self.problem = None;
            }
            Err(text) => {
                self.players = EntryList::default();
                self.problem = Some(text);
            }
        }
    }

    /// What is wrong with the entry list.
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// The event as described, saved.
    pub fn create(&self) -> Result<Doc, String> {
        let (mut settings, mut stage) = self.form.settings_and_stage()?;
        stage.rounds_planned = self.rounds();
        settings.plan = self.plan().map(Box::new);
        match self.color {
            ColorChoice::White => settings.initial_color = Some(Color::White),
            ColorChoice::Black => settings.initial_color = Some(Color::Black),
            ColorChoice::Draw | ColorChoice::Later => {}
        }
        settings.initial_color_lot = settings.initial_color.map(|_| Lot::Typed);
        let name = self.file();
        let mut doc = Doc::create(&self.folder.join(name), settings, stage)?;
        if self.color == ColorChoice::Draw {
            let command = Command::DrawInitialColor { seed: tournament::fresh_seed() };
            let order = Order { command, reason: String::new(), confirmed: true };
            doc.apply(order).map_err(|refusal| refusal.to_string())?;
        }
        if !self.players.is_empty() {
            let state = doc.state().clone();
            let added = self.players.add_to(&state, true, |order| doc.apply(order));
            added.map_err(|refusal| refusal.to_string())?;
        }
        // Groups need their players; without an entry list they are made on the rounds page.
        if self.has_groups() && self.entrants() as u32 >= 2 * self.groups {
            let how = if self.pots {
                Grouping::Pots { seed: tournament::fresh_seed(), separate: true }
            } else {
                Grouping::Snake
            };
            let format = Format {
                name: String::new(),
                system: self.form.system(),
                rounds_planned: self.form.rounds,
                games_per_meeting: self.form.games_per_meeting.max(1),
            };
            let command = Command::MakeGroups { groups: self.groups, how, format };
            let order = Order { command, reason: String::new(), confirmed: true };
            doc.apply(order).map_err(|refusal| refusal.to_string())?;
        }
        Ok(doc)
    }

    fn has_groups(&self) -> bool {
        matches!(self.template, Template::GroupsKnockout | Template::GroupsFinals)
    }

    /// The later stages as the assistant describes them.
    fn plan(&self) -> Option<StagePlan> {
        let knockout = System::knockout(self.third_place);
        let round_robin = System::RoundRobin { cycles: 1, exchange_last_two: false };
        let format = |system| Format { name: "Final".to_owned(), system, rounds_planned: 0, games_per_meeting: 1 };
        let first = Selection::First { each: self.go_on.max(1), best_of_next: 0 };
        let next = |selection, placing, system| {
            vec![PlannedStage { selection, placing, carry: Carry::Nothing, format: format(system) }]
        };
        Some(match self.template {
            Template::One => return None,
            Template::GroupsKnockout => {
                StagePlan { groups: self.groups, pots: self.pots, next: next(first, Placing::Crossing, knockout) }
            }
            Template::GroupsFinals => StagePlan {
                groups: self.groups,
                pots: self.pots,
                next: next(Selection::Places(vec![self.go_on.max(1), 0]), Placing::Standard, round_robin),
            },
            Template::SwissKnockout => {
                StagePlan { groups: 0, pots: false, next: next(first, Placing::Standard, knockout) }
            }
        })
    }

    /// Which stages the event has.
    fn stage_fields(&mut self, ui: &mut Ui) {
        // Two teams of a Scheveningen match meet all the time.
        let teams = self.form.contest == tournament::model::Contest::Team;
        if teams && self.form.choice == SystemChoice::Scheveningen {
            self.template = Template::One;
            return;
        }
        widgets::group_title(ui, "Stages");
        let choices = [
            (Template::One, "One stage"),
            (Template::GroupsKnockout, "Groups, then knockout"),
            (Template::GroupsFinals, "Groups, then finals"),
            (Template::SwissKnockout, "Swiss, then knockout"),
        ];
        if widgets::segmented(ui, &mut self.template, &choices) {
            let swiss = matches!(
                self.form.choice,
                SystemChoice::Dutch | SystemChoice::Dubov | SystemChoice::Burstein | SystemChoice::SwissTeam
            );
            match self.template {
                Template::GroupsKnockout | Template::GroupsFinals => {
                    self.form.choice = SystemChoice::RoundRobin;
                    // Buchholz says nothing where everybody meets everybody (FIDE C.07).
                    if self.form.tiebreaks == Form::fresh().tiebreaks {
                        self.form.tiebreaks = tournament::standings::usual(&self.form.system());
                    }
                    self.go_on = 2;
                }
                Template::SwissKnockout => {
                    if !swiss {
                        self.form.choice = if teams { SystemChoice::SwissTeam } else { SystemChoice::Dutch };
                    }
                    self.go_on = 8;
                }
                Template::One => {}
            }
        }
        if self.template == Template::One {
            return;
        }
        let number = |ui: &mut Ui, name: &str, value: &mut u32, least: u32| {
            ui.label(name);
            ui.name_inputs(name, |ui| ui.add(eframe::egui::DragValue::new(value).range(least..=64).speed(0.05)));
            ui.add_space(8.0);
        };
        ui.horizontal_wrapped(|ui| {
            if self.has_groups() {
                number(ui, "Groups", &mut self.groups, 2);
                widgets::segmented(ui, &mut self.pots, &[(false, "By strength (snake)"), (true, "By lot out of pots")]);
                ui.add_space(8.0);
            }
            match self.template {
                Template::GroupsKnockout => number(ui, "of each group go on", &mut self.go_on, 1),
                Template::GroupsFinals => number(ui, "of each group to final A, the others to B", &mut self.go_on, 1),
                _ => number(ui, "go on to the knockout", &mut self.go_on, 2),
            }
            if self.template != Template::GroupsFinals {
                ui.checkbox(&mut self.third_place, "Play for third place");
            }
        });
        widgets::caption(
            ui,
            "The next stage is offered when the one before is over; all of it can still be changed then.",
        );
    }

    /// The rounds planned: those of the schedule where the players are known, else as typed.
    fn rounds(&self) -> tournament::model::RoundNumber {
        view::rounds_needed(&self.form.system(), self.entrants()).unwrap_or(self.form.rounds)
    }

    /// How many are paired: players, or teams.
    fn entrants(&self) -> usize {
        let teams = self.form.contest == tournament::model::Contest::Team
            && !matches!(self.form.system(), System::Scheveningen { .. });
        if teams { self.players.teams().len() } else { self.players.len() }
    }

    fn file(&self) -> String {
        let name = if self.file_name_typed { self.file_name.trim() } else { self.form.name.trim() };
        let safe: String =
            name.chars().map(|c| if "/\\:*?\"<>|".contains(c) || c.is_control() { '-' } else { c }).collect();
        let safe = safe.trim_matches(['.', ' ']);
        let stem = if safe.is_empty() { "Event" } else { safe };
        format!("{}.pairwright.ron", stem.strip_suffix(".pairwright.ron").unwrap_or(stem))
    }

    /// Draws the assistant.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let last = self.step == Step::File;
        let ready = self.form.missing().is_none();
        let next = widgets::header(
            ui,
            "New event",
            Some((if last { "Create the event" } else { "Next" }, !last || ready)),
            |ui| {
                if ui.add(Button::new("Cancel").min_size(vec2(0.0, 32.0))).clicked() {
                    cx.out.push(Action::Go(Page::Events));
                }
                if self.step > Step::Event && ui.add(Button::new("Back").min_size(vec2(0.0, 32.0))).clicked() {
                    self.go(-1);
                }
            },
        );
        if let Some(text) = self.complained.take_if(|text| self.form.missing().as_ref() != Some(text)) {
            cx.out.push(Action::Settled(text));
        }
        if next || cx.main_key() {
            let missing = if self.step == Step::Event { self.form.missing() } else { None };
            if last && ready {
                cx.ask(Action::CreateEvent);
            } else if let Some(missing) = missing {
                self.complained = Some(missing.clone());
                cx.ask(Action::Complain(missing));
            } else {
                self.go(1);
            }
        }
        let typing = std::mem::replace(&mut self.typing, ui.ctx().text_edit_focused());
        if !typing && cx.key(ui, Key::Escape) {
            if self.step > Step::Event {
                self.go(-1);
            } else {
                cx.ask(Action::Go(Page::Events));
            }
        }
        ui.horizontal(|ui| {
            for (index, (step, name)) in STEPS.iter().enumerate() {
                let here = *step == self.step;
                let text = RichText::new(format!("{}  {name}", index + 1));
                let text = if here { text.text_style(theme::bold()) } else { text };
                if ui.add(Button::selectable(here, text).min_size(vec2(0.0, 30.0))).clicked() {
                    self.step = *step;
                }
            }
        });
        ui.add_space(8.0);
        match self.step {
            Step::Players => self.players_step(ui, cx),
            step => {
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    ui.set_max_width(820.0);
                    match step {
                        Step::Event => {
                            let name = event::general_fields(ui, &mut self.form);
                            // Whoever begins an event types its name.
                            if !std::mem::replace(&mut self.begun, true) {
                                name.request_focus();
                            }
                        }
                        Step::System => {
                            self.stage_fields(ui);
                            event::system_fields(ui, &mut self.form, true);
                            self.color_fields(ui);
                            event::scoring_fields(ui, &mut self.form, true);
                            event::tiebreak_fields(ui, &mut self.form, true);
                        }
                        Step::Players => {}
                        Step::File => self.file_step(ui, cx),
                    }
                });
            }
        }
    }

    fn go(&mut self, by: isize) {
        let here = STEPS.iter().position(|(step, _)| *step == self.step).unwrap_or(0) as isize;
        self.step = STEPS[(here + by).clamp(0, STEPS.len() as isize - 1) as usize].0;
    }

    fn color_fields(&mut self, ui: &mut Ui) {
        widgets::group_title(ui, "Initial colour");
        widgets::caption(
            ui,
            if self.form.choice == SystemChoice::Knockout {
                "The colour of the higher seed on board 1 of round 1; down the list they take turns."
            } else {
                "The colour that the lot gives to odd pairing numbers in round 1."
            },
        );
        let choices = [
            (ColorChoice::Draw, "Drawn by the program"),
            (ColorChoice::White, "White, drawn at the table"),
            (ColorChoice::Black, "Black, drawn at the table"),
            (ColorChoice::Later, "Later"),
        ];
        widgets::segmented(ui, &mut self.color, &choices);
    }

    fn players_step(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let p = Palette::of(ui);
        ui.horizontal(|ui| {
            if ui.button("Read an entry list (CSV)…").clicked() {
                cx.out.push(Action::Pick(Purpose::AssistantCsv));
            }
            if let Some(list) = &self.list {
                ui.label(RichText::new(list.display().to_string()).small().color(p.weak));
            }
        });
        if let Some(problem) = &self.problem {
            ui.label(RichText::new(problem).color(p.red));
        }
        for note in self.players.notes.iter().take(4) {
            ui.label(RichText::new(note).color(p.amber));
        }
        if self.players.is_empty() {
            let text = "No players yet. They can be read from a file here, or added later by hand.";
            if widgets::empty(ui, text, Some("Read an entry list")) {
                cx.ask(Action::Pick(Purpose::AssistantCsv));
            }
            return;
        }
        widgets::caption(ui, format!("{} players. {}", self.players.len(), self.players.format));
        let columns = [
            Col::new("", 44.0, Side::Right),
            Col::flexible("Name", 180.0),
            Col::new("Rating", 72.0, Side::Right),
            Col::new("Fed", 56.0, Side::Left),
            Col::flexible("Club", 120.0),
            Col::new("Born", 96.0, Side::Left),
        ];
        let players = &self.players.entries;
        Table::new("entry list", &columns, players.len(), cx.prefs.row_height()).show_words(ui, |row, column| {
            let player = &players[row].player;
            let text = match column {
                0 => (row + 1).to_string(),
                1 => view::titled_name(player),
                2 => player.ratings.first().map_or_else(String::new, |r| r.value.to_string()),
                3 => player.federation.clone(),
                4 => player.club.clone(),
                _ => player.birth.map_or_else(String::new, |date| date.to_string()),
            };
            (text, if column == 0 { p.weak } else { p.text })
        });
    }

    fn file_step(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let p = Palette::of(ui);
        widgets::group_title(ui, "Where the event is kept");
        widgets::caption(ui, "One file, written after every change. Earlier versions are kept beside it.");
        ui.horizontal(|ui| {
            let mut folder = self.folder.display().to_string();
            if widgets::text_field(ui, "Folder", 460.0, &mut folder, "").changed() {
                self.folder = PathBuf::from(folder);
            }
            ui.add_space(4.0);
            if ui.button("Choose…").clicked() {
                cx.ask(Action::Pick(Purpose::AssistantFolder));
            }
        });
        let mut name = if self.file_name_typed { self.file_name.clone() } else { self.file() };
        if widgets::text_field(ui, "File name", 460.0, &mut name, "").changed() {
            self.file_name = name;
            self.file_name_typed = true;
        }
        widgets::group_title(ui, "Summary");
        let form = &self.form;
        let players = match self.players.len() {
            0 => "no players yet".to_owned(),
            1 => "1 player".to_owned(),
            n if self.entrants() != n => format!("{} teams of {n} players", self.entrants()),
            n => format!("{n} players"),
        };
        ui.label(format!("{} — {}", if form.name.trim().is_empty() { "(no name)" } else { form.name.trim() }, players));
        match self.template {
            Template::One => {
                ui.label(format!("{}, {} rounds", view::system_text(&form.system()), self.rounds()));
            }
            Template::GroupsKnockout => {
                let groups = format!("{} groups, {}", self.groups, view::system_text(&form.system()));
                ui.label(format!("{groups}; the first {} of each into a knockout", self.go_on));
            }
            Template::GroupsFinals => {
                let groups = format!("{} groups, {}", self.groups, view::system_text(&form.system()));
                ui.label(format!("{groups}; the first {} of each into final A, the others into B", self.go_on));
            }
            Template::SwissKnockout => {
                let swiss = format!("{}, {} rounds", view::system_text(&form.system()), self.rounds());
                ui.label(format!("{swiss}; the first {} into a knockout", self.go_on));
            }
        }
        if form.choice == SystemChoice::Knockout {
            for line in super::cup_form::summary(form) {
                ui.label(line);
            }
        }
        if let Some(numbers) = form.draw_numbers() {
            use tournament::model::NumbersDrawn;
            ui.label(match numbers {
                NumbersDrawn::Lot { seed } => format!("Numbers by lot (seed {seed})"),
                NumbersDrawn::Varma { seed } => format!("Numbers by restricted lot, Varma tables (seed {seed})"),
            });
        }
        if let Some(play) = form.play() {
            ui.label(play);
        }
        if !form.tiebreaks.is_empty() {
            ui.label(format!("Tie-breaks: {}", form.tiebreaks.join(", ")));
        }
        if let Some(missing) = form.missing() {
            ui.add_space(8.0);
            ui.label(RichText::new(missing).color(p.amber));
        }
    }
}
