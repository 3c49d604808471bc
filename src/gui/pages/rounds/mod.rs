//! The page that matters: pairs, results, and why.

mod decide;
mod entry;
mod equal;
mod list;
mod manual;
mod openings;
mod panel;
mod records;

pub use decide::Decide;
pub use entry::{Stroke, stroke};
pub use openings::offered as has_openings;

use super::{Cx, search_field};
use crate::gui::action::{Action, Page, Purpose};
use crate::gui::doc::Doc;
use crate::gui::prefs::KeyProfile;
use crate::gui::theme::{self, Palette};
use crate::gui::view;
use crate::gui::widgets;
use eframe::egui::{self, Button, Frame, Margin, RichText, Ui, vec2};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use tournament::command::{Command, GameRef};
use tournament::model::{Round, RoundNumber, Stage, System};

/// Where the next result goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor {
    /// Board, from 0.
    pub board: usize,
    /// Game of the meeting, from 0.
    pub game: usize,
}

/// What the lower panel shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PanelKind {
    /// Nothing.
    Closed,
    /// Why these two meet.
    #[default]
    Why,
    /// The game record of the board.
    Game,
    /// The two players.
    Players,
}

/// The rounds page.
#[derive(Default)]
pub struct Rounds {
    /// The round shown; `None` is the latest.
    shown: Option<RoundNumber>,
    /// The round for which the cursor has been placed.
    seen: Option<RoundNumber>,
    open_only: bool,
    search: String,
    cursor: Cursor,
    scroll: bool,
    /// The board number being typed, and where the cursor was before.
    goto: Option<(String, Cursor)>,
    /// No board is chosen: the round is complete.
    idle: bool,
    /// Keys that wait for the event to follow those before them.
    waiting: VecDeque<egui::Event>,
    unusual: bool,
    /// Where results were entered, newest last; Backspace goes back through it.
    entered: Vec<(RoundNumber, Cursor)>,
    panel: PanelKind,
    viewer: Option<widgets::viewer::Viewer>,
    why: panel::Why,
    manual: manual::Chosen,
    import: Option<records::Import>,
    draw: Option<openings::Draw>,
    decide: decide::Decide,
}

impl Rounds {
    /// Draws the page.
    pub fn show(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) {
        let v = doc.view();
        let Some(stage) = doc.state().stages.get(v.stage) else { return };
        let number = self.shown.filter(|&n| n >= 1 && n <= v.rounds).unwrap_or(v.rounds);
        let round = stage.rounds.get((number as usize).wrapping_sub(1)).cloned();
        let manual = round.as_ref().is_some_and(|round| round.manual_phase);
        if let Some(import) = &mut self.import {
            if let records::Outcome::Closed = import.show(ui, doc, cx) {
                self.import = None;
            }
            return;
        }
        if let Some(draw) = &mut self.draw {
            if let openings::Outcome::Closed = draw.show(ui, doc, cx) {
                self.draw = None;
            }
            return;
        }
        self.head(ui, doc, cx, number, manual);
        let Some(round) = round else {
            needed_rounds(ui, doc, stage, cx);
            let closed = doc.state().is_closed(v.stage);
            let teams = doc.state().pairs_teams(v.stage);
            let who = if teams { "teams" } else { "players" };
            let n = match closed {
                true if teams => stage.teams.numbers.len(),
                true => stage.numbers.len(),
                false if teams => doc.state().teams.len(),
                false => doc.state().players.len(),
            };
            let wanted = doc.state().settings.plan.as_deref().map_or(0, |plan| plan.groups);
            if wanted > 1 && !closed && n > 1 {
                let sentence = format!("{n} {who} are ready. The plan puts them into {wanted} groups.");
                if widgets::empty(ui, &sentence, Some("Make the groups…")) {
                    cx.ask(Action::MakeGroups);
                }
                return;
            }
            let by_numbers = !matches!(stage.system, System::Swiss { .. } | System::Manual);
            if (closed || by_numbers) && n > 0 {
                crate::gui::stages::members::show(ui, doc, cx.out);
                return;
            }
            let (sentence, action) = match n {
                0 if teams => ("There are no teams yet.".to_owned(), "Add teams and players"),
                0 => ("There are no players yet.".to_owned(), "Add players"),
                1 => (format!("There is one of the {who}; at least two are needed."), "Add others"),
                n => (
                    format!("{n} {who} are ready. Round 1 has not been paired yet."),
                    if teams { "Look at the teams" } else { "Look at the players" },
                ),
            };
            if widgets::empty(ui, &sentence, Some(action)) {
                cx.ask(Action::Go(Page::Players));
            }
            return;
        };
        self.arrive(doc, number);
        self.clamp(&round);
        if manual {
            self.manual.band(ui, doc, &round, number, cx);
        } else if decide::strip(ui, doc, &round, number, &mut self.decide, cx)
            || equal::strip(ui, doc, &round, number, cx)
        {
            // Equal meetings of a knockout come first.
        } else if number == v.rounds
            && v.round_complete()
            && let Some(round) = complete_band(ui, doc, cx)
        {
            self.shown = (round < v.rounds).then_some(round);
        }
        self.opening_line(ui, doc, &round, number);
        // The arrows belong to the game while one is shown: the panel takes its keys first.
        self.lower(ui, doc, &round, number, cx);
        self.keys(ui, doc, &round, number, cx);
        list::not_paired(ui, doc, number, manual.then_some(&mut self.manual), cx);
        self.list(ui, doc, &round, number, manual, cx);
    }

    fn head(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>, number: RoundNumber, manual: bool) {
        let v = doc.view();
        let next = v.rounds + 1;
        // A knockout is ranked by its bracket.
        let ranking =
            if v.bracket_name == "Bracket" { ("Bracket", Page::Bracket) } else { ("Standings", Page::Standings) };
        let (text, action): (String, Action) = if manual {
            ("End manual pairing".to_owned(), Command::EndManual { stage: v.stage }.into())
        } else if v.rounds == 0 && wants_groups(doc) {
            ("Make the groups…".to_owned(), Action::MakeGroups)
        } else if v.rounds > 0 && crate::gui::stages::can_go_on(doc.state()) {
            ("Next stage…".to_owned(), Action::NextStage)
        } else if v.is_over() && doc.state().stages.len() > 1 {
            ("See the ranking".to_owned(), Action::Go(Page::Ranking))
        } else if v.is_over() {
            (format!("Final {}", ranking.0.to_lowercase()), Action::Go(ranking.1))
        } else if v.rounds >= v.planned && v.planned > 0 {
            (ranking.0.to_owned(), Action::Go(ranking.1))
        } else {
            (format!("Pair round {next}"), Command::PairRound { stage: v.stage }.into())
        };
        let field = if doc.state().pairs_teams(v.stage) { doc.state().teams.len() } else { doc.state().players.len() };
        let enabled = manual || v.rounds > 0 || field >= 2;
        let find = cx.find_key(ui);
        let title = if number == 0 { "Rounds".to_owned() } else { format!("Round {number}") };
        let wide = ui.available_width() > 720.0;
        let chosen = widgets::header(ui, &title, Some((&text, enabled)), |ui| {
            if number == 0 {
                self.menu(ui, doc, cx, number, manual);
                return;
            }
            self.switcher(ui, v.rounds, v.planned, number);
            ui.add_space(8.0);
            let open_text = format!("Open {}", v.boards_open(number));
            widgets::segmented(ui, &mut self.open_only, &[(false, "All"), (true, &open_text)]);
            if wide {
                ui.add_space(8.0);
                search_field(ui, "rounds search", &mut self.search, "search", find);
            }
            self.menu(ui, doc, cx, number, manual);
            if ui.available_width() > 260.0 && !manual {
                let p = Palette::of(ui);
                let text = format!("keys: {}", entry::profile_text(cx.prefs.keys));
                ui.label(RichText::new(text).small().color(p.weak)).on_hover_text("Ctrl+K changes the keys");
            }
        });
        if chosen || (cx.main_key() && enabled) {
            self.shown = None;
            cx.ask(action);
        }
    }

    fn switcher(&mut self, ui: &mut Ui, paired: RoundNumber, planned: RoundNumber, number: RoundNumber) {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding.x = 7.0;
        let last = planned.max(paired);
        // Long events show a window of rounds around the one that is open.
        let first = number.saturating_sub(4).max(1).min(last.saturating_sub(8).max(1));
        let mut go = None;
        if crate::gui::frame::icon_button(ui, widgets::icon::Icon::Left, "Previous round").clicked() && number > 1 {
            go = Some(number - 1);
        }
        for n in first..=last.min(first + 8) {
            let p = Palette::of(ui);
            let selected = n == number;
            let text = RichText::new(n.to_string()).color(if selected { p.text } else { p.weak });
            let text = if selected { text.text_style(theme::bold()) } else { text };
            let button = Button::selectable(selected, text).min_size(vec2(28.0, 28.0));
            let response = ui.add_enabled(n <= paired, button);
            if response.on_hover_text(format!("Round {n}")).clicked() {
                go = Some(n);
            }
        }
        if crate::gui::frame::icon_button(ui, widgets::icon::Icon::Right, "Next round").clicked() && number < paired {
            go = Some(number + 1);
        }
        if let Some(n) = go {
            self.shown = (n < paired).then_some(n);
        }
        ui.spacing_mut().item_spacing.x = 8.0;
        ui.spacing_mut().button_padding.x = 12.0;
    }

    fn menu(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>, number: RoundNumber, manual: bool) {
        let stage = doc.view().stage;
        let round = doc.state().round(stage, number);
        let drawn = round.is_some_and(|round| round.openings.is_some());
        let kept = round.is_some_and(|r| r.meetings.iter().any(|m| m.games.iter().any(|g| g.record.is_some())));
        ui.menu_button("More", |ui| {
            ui.set_min_width(260.0);
            if ui.button("Results from game records…").clicked() {
                cx.out.push(Action::Pick(Purpose::Records));
            }
            if ui.button("Results from a list…").clicked() {
                cx.out.push(Action::Pick(Purpose::ResultsList));
            }
            if ui.add_enabled(kept, Button::new("Write this round's game records…")).clicked() {
                cx.out.push(Action::Pick(Purpose::RecordsFolder));
            }
            ui.separator();
            if drawn || (number > 0 && openings::offered(doc.state())) {
                let text = if drawn { "Openings of this round…" } else { "Draw openings for this round…" };
                if ui.add_enabled(!manual, Button::new(text).shortcut_text("O")).clicked() {
                    self.show_openings(doc, number);
                }
                ui.separator();
            }
            if ui.add_enabled(!manual, Button::new("Change pairs by hand…")).clicked() {
                self.shown = None;
                cx.ask(Command::BeginManual { stage });
            }
            if ui.button("Pair this round again").clicked() {
                self.shown = None;
                cx.ask(Command::RepairRound { stage });
            }
            if ui.button("Take the last round's pairs back").clicked() {
                self.shown = None;
                cx.ask(Command::UnpairRound { stage });
            }
            ui.separator();
            let stages_menu = [
                (any_phase_over(doc), "Next stage…", Action::NextStage),
                (!doc.state().has_begun(), "Put the field into groups…", Action::MakeGroups),
                (doc.view().rounds == 0, "Draw the numbers by lot", draw_numbers(doc, false)),
                (doc.view().rounds == 0, "Draw the numbers by Varma tables", draw_numbers(doc, true)),
                (
                    doc.state().stages.len() > 1 && doc.view().rounds == 0,
                    "Remove this stage",
                    Command::RemoveStage { stage }.into(),
                ),
            ];
            for (enabled, text, action) in stages_menu {
                if ui.add_enabled(enabled, Button::new(text)).clicked() {
                    cx.out.push(action);
                }
            }
            ui.separator();
            ui.label(RichText::new("Result keys").small());
            let choices = [(KeyProfile::ScoreSheet, "Score sheet 1 0 5"), (KeyProfile::List, "List 1 2 3")];
            if widgets::segmented(ui, &mut cx.prefs.keys, &choices) {
                cx.out.push(Action::SavePrefs);
            }
            ui.label(RichText::new("Panel").small());
            let choices = [
                (PanelKind::Closed, "None"),
                (PanelKind::Why, "Why"),
                (PanelKind::Game, "Game"),
                (PanelKind::Players, "Players"),
            ];
            widgets::segmented(ui, &mut self.panel, &choices);
        });
    }

    /// Opens the page of a round's openings, for games that have some.
    fn show_openings(&mut self, doc: &Doc, number: RoundNumber) {
        self.draw = openings::Draw::new(doc, number, self.cursor.board);
    }

    /// The opening that holds for the whole round, or that each board has its own.
    fn opening_line(&mut self, ui: &mut Ui, doc: &Doc, round: &Round, number: RoundNumber) {
        let Some(drawn) = round.openings.as_deref() else { return };
        let p = Palette::of(ui);
        let text = match drawn.of_board(1).filter(|_| !drawn.per_meeting) {
            Some(opening) => format!("Opening of the round: {}", opening.words()),
            None => "Each board has an opening of its own".to_owned(),
        };
        ui.horizontal(|ui| {
            ui.label(RichText::new(text).text_style(theme::bold()));
            ui.label(RichText::new(drawn.origin()).small().color(p.weak));
            if ui.link("Openings").on_hover_text("Openings of this round (O)").clicked() {
                self.show_openings(doc, number);
            }
        });
        ui.add_space(4.0);
    }

    /// Puts the cursor on the first open board when a round comes into view.
    fn arrive(&mut self, doc: &Doc, number: RoundNumber) {
        if self.seen == Some(number) {
            return;
        }
        self.seen = Some(number);
        let open = doc.state().next_open(doc.view().stage, number, None);
        self.idle = open.is_none();
        self.cursor = open.map_or(Cursor::default(), |at| Cursor { board: at.board as usize - 1, game: at.game });
        self.scroll = true;
    }

    /// Keeps the cursor on a board that is there.
    fn clamp(&mut self, round: &Round) {
        self.cursor.board = self.cursor.board.min(round.meetings.len().saturating_sub(1));
        let games = round.meetings.get(self.cursor.board).map_or(1, |m| m.games.len());
        self.cursor.game = self.cursor.game.min(games.saturating_sub(1));
    }

    /// Boards that pass the filter and the search, from 0.
    fn boards(&self, doc: &Doc, round: &Round) -> Vec<usize> {
        let needle = self.search.trim().to_lowercase();
        let hit = |id| doc.state().name(id).to_lowercase().contains(&needle);
        let mut boards: Vec<usize> = (0..round.meetings.len()).collect();
        boards.retain(|&board| {
            let meeting = &round.meetings[board];
            let open = !self.open_only || !doc.view().is_settled(meeting);
            let found = needle.is_empty()
                || meeting.games.first().is_some_and(|game| hit(game.white) || hit(game.black))
                || needle == (board + 1).to_string();
            open && found
        });
        boards
    }

    /// The game under the cursor.
    fn at(&self, doc: &Doc, round: RoundNumber) -> GameRef {
        GameRef { stage: doc.view().stage, round, board: self.cursor.board as u32 + 1, game: self.cursor.game }
    }

    /// Another stage is in view.
    pub fn stage_changed(&mut self) {
        let panel = self.panel;
        *self = Rounds { panel, ..Rounds::default() };
    }

    /// Follows a change.
    pub fn after(&mut self, command: &Command, doc: &Doc) {
        match command {
            Command::PairRound { .. }
            | Command::PairStages(_)
            | Command::UnpairRound { .. }
            | Command::RepairRound { .. } => {
                self.shown = None;
                self.seen = None;
                self.entered.clear();
                self.scroll = true;
                self.open_only = false;
                self.search.clear();
                self.draw = None;
            }
            // The cursor goes on to the first board that is still open.
            Command::EnterRecords { .. } | Command::SetResults(_) => self.seen = None,
            Command::DrawOpenings { .. } | Command::SetOpening { .. } => {
                if let Some(draw) = &mut self.draw {
                    draw.after();
                }
            }
            Command::SetResult { at, result: Some(_), .. } => {
                let here = Cursor { board: at.board as usize - 1, game: at.game };
                self.entered.push((at.round, here));
                let next = doc.state().next_open(at.stage, at.round, Some((at.board, at.game)));
                self.idle = next.is_none();
                self.cursor = next.map_or(here, |next| Cursor { board: next.board as usize - 1, game: next.game });
                self.scroll = true;
            }
            Command::MakeGroups { .. } | Command::NextStage { .. } | Command::RemoveStage { .. } => {
                self.stage_changed()
            }
            Command::BeginManual { .. } | Command::EndManual { .. } => self.manual = manual::Chosen::default(),
            _ => {}
        }
    }

    /// The results of a list (`3 1-0` on each line) as one change.
    pub fn read_list(&self, doc: &Doc, path: &Path) -> Result<Command, String> {
        let round = self.shown.unwrap_or(doc.view().rounds);
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}.", path.display()))?;
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        tournament::records::read_results(&name, &text, doc.state(), doc.view().stage, round)
            .map_err(|errors| errors.first().map_or_else(String::new, |error| format!("{error}.")))
    }

    /// The keys that work while records or openings are looked at instead of the boards.
    pub fn hints(&self) -> Option<Vec<(&'static str, &'static str)>> {
        if self.import.is_some() {
            let keys = [("Up Down", "record"), ("Left Right", "move"), ("Space", "accept"), ("Ctrl+Enter", "enter")];
            return Some([keys.as_slice(), &[("Escape", "enter nothing")]].concat());
        }
        self.draw.as_ref()?;
        Some(vec![("Tab", "next field"), ("Ctrl+Enter", "draw, or back"), ("Up Down", "board"), ("Escape", "back")])
    }

    /// Takes the organiser's own list of openings.
    pub fn read_openings(&mut self, path: &Path) -> Result<(), String> {
        self.draw.as_mut().map_or(Ok(()), |draw| draw.read_own(path))
    }

    /// Writes the game records of the round shown into a folder, and says which files.
    pub fn write_records(&self, doc: &Doc, folder: &Path) -> Result<String, String> {
        let round = self.shown.unwrap_or(doc.view().rounds);
        let files = tournament::records::export(doc.state(), doc.view().stage, round);
        if files.is_empty() {
            return Err(format!("No game records are kept with round {round}."));
        }
        let mut names = Vec::new();
        for (name, text) in files {
            let path = folder.join(&name);
            std::fs::write(&path, text).map_err(|error| format!("{}: {error}.", path.display()))?;
            names.push(name);
        }
        Ok(format!("Wrote {} to {}.", names.join(" and "), folder.display()))
    }

    /// Reads game records and shows what they say before anything is entered.
    pub fn read_records(&mut self, doc: &Doc, paths: &[PathBuf]) -> Result<(), String> {
        let round = self.shown.unwrap_or(doc.view().rounds);
        self.import = Some(records::Import::read(doc, round, paths)?);
        Ok(())
    }
}

/// The stages of some phase are over, so that players can go on from them.
fn any_phase_over(doc: &Doc) -> bool {
    let state = doc.state();
    state.phases().into_iter().any(|mut phase| phase.all(|stage| state.is_stage_over(stage)))
}

/// Draws the numbers of the stage in view, with a new seed.
fn draw_numbers(doc: &Doc, varma: bool) -> Action {
    use tournament::model::NumbersDrawn;
    let seed = tournament::fresh_seed();
    let how = if varma { NumbersDrawn::Varma { seed } } else { NumbersDrawn::Lot { seed } };
    Command::DrawNumbers { stage: doc.view().stage, how }.into()
}

/// A schedule that the planned rounds do not fit: said before the first round, with the remedy.
fn needed_rounds(ui: &mut Ui, doc: &Doc, stage: &Stage, cx: &mut Cx<'_>) {
    if stage.rounds.iter().any(|round| !round.carried_from.is_empty()) {
        return;
    }
    let of_teams = doc.state().pairs_teams(doc.view().stage);
    let players = match doc.state().is_closed(doc.view().stage) {
        true if of_teams => stage.teams.numbers.len(),
        false if of_teams => doc.state().teams.len(),
        true => stage.numbers.len(),
        false => doc.state().players.len(),
    };
    let Some(needed) = view::rounds_needed(&stage.system, players).filter(|&n| n != stage.rounds_planned) else {
        return;
    };
    let p = Palette::of(ui);
    ui.horizontal(|ui| {
        let text = format!(
            "{players} {} need {needed} rounds; {} are planned.",
            if of_teams { "teams" } else { "players" },
            stage.rounds_planned
        );
        ui.label(RichText::new(text).color(p.amber));
        if ui.button(format!("Plan {needed} rounds")).clicked() {
            cx.ask(Command::EditStage {
                stage: doc.view().stage,
                name: stage.name.clone(),
                system: stage.system.clone(),
                rounds_planned: needed,
                games_per_meeting: stage.games_per_meeting,
            });
        }
    });
}

/// The plan wants groups, and there are none yet.
fn wants_groups(doc: &Doc) -> bool {
    let state = doc.state();
    let wanted = state.settings.plan.as_deref().map_or(0, |plan| plan.groups);
    wanted > 1 && state.stages.len() == 1 && !state.is_closed(0)
}

/// The one clear next step after the last result. Gives the round that shall be shown, where an open game is asked for.
fn complete_band(ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) -> Option<RoundNumber> {
    let p = Palette::of(ui);
    let v = doc.view();
    let mut show = None;
    let frame = Frame::new().fill(p.selected).corner_radius(theme::RADIUS).inner_margin(Margin::symmetric(12, 6));
    frame.show(ui, |ui| {
        ui.horizontal(|ui| {
            let open: usize = v.unfinished.iter().map(|(_, games)| games).sum();
            let text = if open > 0 {
                let games = if open == 1 { "1 game is".to_owned() } else { format!("{open} games are") };
                format!("Round {} is in; {games} still open.", v.rounds)
            } else if v.rounds >= v.planned {
                match doc.state().stages.get(v.stage) {
                    Some(stage) if doc.state().stages.len() > 1 => {
                        let name = tournament::stages::title(stage, v.stage);
                        format!("Round {} is complete, and with it {name}.", v.rounds)
                    }
                    _ => format!("Round {} is complete, and with it the event.", v.rounds),
                }
            } else {
                format!("Round {} is complete.", v.rounds)
            };
            // With open games there are more buttons; a narrow window has no room for all.
            let narrow = open > 0 && ui.available_width() < 900.0;
            let label = ui.label(RichText::new(text).text_style(theme::bold()).color(p.text));
            if open > 0 {
                label.on_hover_text("The standings are provisional until all games are finished.");
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let earlier = v.unfinished.iter().filter(|(round, _)| *round < v.rounds);
                for (round, _) in earlier.take(if narrow { 1 } else { 2 }) {
                    if ui.button(format!("Show round {round}")).on_hover_text("Has open games").clicked() {
                        show = Some(*round);
                    }
                }
                if v.rounds < v.planned && ui.button(format!("Pair round {} now", v.rounds + 1)).clicked() {
                    cx.ask(Command::PairRound { stage: v.stage });
                }
                if !narrow && ui.button("Reports").clicked() {
                    cx.ask(Action::Go(Page::Reports));
                }
                if v.bracket_name == "Bracket" {
                    if ui.button("See the bracket").clicked() {
                        cx.ask(Action::Go(Page::Bracket));
                    }
                } else if ui.button("See the standings").clicked() {
                    cx.ask(Action::Go(Page::Standings));
                }
            });
        });
    });
    ui.add_space(8.0);
    show
}
