//! The trees of a knockout with its results and decisions; the grid of a round-robin or a Scheveningen match.

mod grid;
mod panel;
mod plan;
mod tree;

use super::Cx;
use super::rounds::{Decide, Stroke, stroke};
use crate::gui::action::{Action, Page};
use crate::gui::doc::Doc;
use crate::gui::theme::Palette;
use crate::gui::widgets;
use eframe::egui::{self, Event, Key, RichText, Ui, vec2};
use pairing::knockout::MatchNumber;
use plan::{PartPlan, Step};
use tournament::command::{Command, GameRef};
use tournament::knockout::{self, Course};
use tournament::model::{StageIndex, State, System};

/// The knockout with the places of its matches, or why there is none.
type Drawn = Result<(Course, Vec<PartPlan>), String>;

/// The bracket page.
pub struct Bracket {
    zoom: f32,
    selected: Option<MatchNumber>,
    /// Bring the selected match into view in the next frame.
    scroll: bool,
    /// Teams are paired, not players.
    teams: bool,
    panel: panel::Panel,
    /// The decision of an equal match of teams.
    decide: Decide,
    /// The trees as they were for a revision of the event.
    known: Option<(u64, StageIndex, Drawn)>,
}

impl Default for Bracket {
    fn default() -> Self {
        Bracket {
            zoom: 1.0,
            selected: None,
            scroll: false,
            teams: false,
            panel: panel::Panel::default(),
            decide: Decide::default(),
            known: None,
        }
    }
}

impl Bracket {
    /// Draws the page.
    pub fn show(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) {
        let v = doc.view();
        let state = doc.state();
        let Some(stage) = state.stages.get(v.stage) else { return };
        let knockout = matches!(stage.system, System::Knockout { .. });
        let over = state.is_stage_over(v.stage);
        let pair = knockout && v.order.len() > 1 && !over && (v.rounds == 0 || v.round_complete());
        let primary = if pair { format!("Pair round {}", v.rounds + 1) } else { "Print…".to_owned() };
        let chosen = widgets::header(ui, v.bracket_name, Some((&primary, pair || v.rounds > 0)), |ui| {
            let choices = [(0.5, "50 %"), (0.75, "75 %"), (1.0, "100 %"), (1.5, "150 %")];
            widgets::segmented(ui, &mut self.zoom, &choices);
        });
        if chosen || ((pair || v.rounds > 0) && cx.main_key()) {
            if pair {
                cx.ask(Command::PairRound { stage: v.stage });
            } else {
                cx.ask(Action::Go(Page::Reports));
            }
        }
        let zoom = ui.input(|i| i.zoom_delta());
        if zoom != 1.0 {
            self.zoom_to(self.zoom * zoom);
        }
        if v.order.len() < 2 {
            let teams = state.pairs_teams(v.stage);
            let (text, button) = if teams {
                ("There are not enough teams yet.", "Go to the teams")
            } else {
                ("There are not enough players yet.", "Go to the players")
            };
            if widgets::empty(ui, text, Some(button)) {
                cx.ask(Action::Go(Page::Players));
            }
            return;
        }
        match stage.system {
            System::Knockout { .. } => self.knockout(ui, doc, cx),
            System::Scheveningen { .. } => {
                self.zoom_keys(ui, cx);
                grid::scheveningen(ui, doc, self.zoom);
            }
            _ => {
                self.zoom_keys(ui, cx);
                grid::round_robin(ui, doc, self.zoom);
            }
        }
    }

    fn zoom_to(&mut self, zoom: f32) {
        self.zoom = zoom.clamp(0.4, 2.5);
        self.scroll = true;
    }

    fn zoom_keys(&mut self, ui: &Ui, cx: &Cx<'_>) {
        if !cx.keys {
            return;
        }
        for event in ui.input(|i| i.events.clone()) {
            if let Event::Text(text) = event {
                self.zoom_by(&text);
            }
        }
    }

    /// `+` and `-`.
    fn zoom_by(&mut self, text: &str) -> bool {
        match text {
            "+" => self.zoom_to(self.zoom * 1.2),
            "-" => self.zoom_to(self.zoom / 1.2),
            _ => return false,
        }
        true
    }

    fn knockout(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) {
        let stage = doc.view().stage;
        // Teams stand in their bracket as players do.
        self.teams = doc.state().pairs_teams(stage);
        let shown = tournament::teams::view(doc.state(), stage);
        let state = &*shown;
        let fresh = |known: &Option<(u64, StageIndex, _)>| {
            known.as_ref().is_some_and(|(revision, at, _)| (*revision, *at) == (doc.revision(), stage))
        };
        if !fresh(&self.known) {
            let made = knockout::bracket(state, stage).map(|course| {
                let parts = plan::plan(&course.bracket);
                (course, parts)
            });
            self.known = Some((doc.revision(), stage, made));
        }
        let Some((revision, at, made)) = self.known.take() else { return };
        match &made {
            Err(text) => {
                widgets::empty(ui, text, None);
            }
            Ok((course, parts)) => self.trees(ui, doc, state, course, parts, cx),
        }
        self.known = Some((revision, at, made));
    }

    fn trees(&mut self, ui: &mut Ui, doc: &Doc, state: &State, course: &Course, parts: &[PartPlan], cx: &mut Cx<'_>) {
        let stage = doc.view().stage;
        if course.bracket.get(self.selected.unwrap_or(0)).is_none() {
            self.selected = None;
        }
        self.keys(ui, state, stage, course, parts, cx);
        status(ui, state, course);
        let panel = match self.selected {
            // The tie-breaks of the boards need more room.
            Some(_) if self.teams => panel::HEIGHT + 84.0,
            Some(number) => {
                // A row for each game of the meeting, as far as the window has room.
                let games = course.meetings.get(&number).map_or(1, |meeting| meeting.games.len());
                let more = 36.0 * (games.clamp(1, 6) - 1) as f32;
                panel::HEIGHT + more.min((ui.available_height() - panel::HEIGHT - 240.0).max(0.0))
            }
            None => 0.0,
        };
        let room = vec2(ui.available_width(), (ui.available_height() - panel).max(120.0));
        let mut clicked = None;
        ui.allocate_ui(room, |ui| {
            ui.set_min_size(room);
            let selected = self.selected;
            let real = (doc.state(), stage);
            let trees = tree::Trees { state, real, course, parts, zoom: self.zoom, selected, scroll: self.scroll };
            clicked = tree::show(ui, &trees);
        });
        self.scroll = false;
        if clicked.is_some() {
            self.selected = clicked;
        }
        if let Some(number) = self.selected {
            ui.separator();
            let close = if self.teams {
                team_match(ui, doc, course, number, &mut self.decide, cx)
            } else {
                self.panel.show(ui, state, stage, course, number, cx)
            };
            if close {
                self.selected = None;
            }
        }
    }

    fn keys(
        &mut self,
        ui: &Ui,
        state: &State,
        stage: StageIndex,
        course: &Course,
        parts: &[PartPlan],
        cx: &mut Cx<'_>,
    ) {
        if !cx.keys {
            return;
        }
        let arrows = [
            (Key::ArrowLeft, Step::Left),
            (Key::ArrowRight, Step::Right),
            (Key::ArrowUp, Step::Up),
            (Key::ArrowDown, Step::Down),
        ];
        let first = || {
            let open = course.open.first().map(|open| open.number);
            open.or_else(|| parts.first()?.matches.first().map(|placed| placed.number))
        };
        for (key, step) in arrows {
            if cx.key(ui, key) {
                let from = self.selected;
                let next = from.map_or_else(first, |from| plan::neighbour(&course.bracket, parts, from, step));
                self.selected = next.or(self.selected);
                self.scroll = true;
            }
        }
        if cx.key(ui, Key::Escape) {
            self.selected = None;
        }
        for event in ui.input(|i| i.events.clone()) {
            match event {
                Event::Text(text) if !self.zoom_by(&text) => {
                    // One result in a frame: the next one stands on what it changes.
                    if let Some(character) = text.chars().next()
                        && self.character(state, stage, course, character, cx)
                    {
                        break;
                    }
                }
                Event::Key { key: Key::Backspace, pressed: true, .. } => {
                    self.clear(state, stage, course, cx);
                    break;
                }
                _ => {}
            }
        }
    }

    /// A result by its key, or `d` for a decision. Says whether something is to be changed.
    fn character(
        &mut self,
        state: &State,
        stage: StageIndex,
        course: &Course,
        character: char,
        cx: &mut Cx<'_>,
    ) -> bool {
        let Some(number) = self.selected else { return false };
        if character.eq_ignore_ascii_case(&'d') {
            self.panel.open_decision();
            self.decide.open();
            return false;
        }
        if self.teams {
            return false;
        }
        let Some(at) = panel::place(state, stage, course, number) else { return false };
        if character.eq_ignore_ascii_case(&'c')
            && let Some(meeting) = course.meetings.get(&number)
            && self.panel.draw_key(state, at, meeting, cx)
        {
            return true;
        }
        match stroke(cx.prefs.keys, character) {
            Some(Stroke::Enter(result)) => {
                let Some(meeting) = course.meetings.get(&number) else { return false };
                if self.panel.ladder_key(state, at, meeting, result, cx) {
                    return true;
                }
                let open = meeting
                    .games
                    .iter()
                    .position(|game| game.result.is_none() && state.is_needed(stage, meeting, game));
                let game = open.unwrap_or(0);
                // A full match is not overwritten by a key too many, unless it is a single game.
                if open.is_none() && meeting.games.len() > 1 {
                    return false;
                }
                cx.ask(Command::SetResult { at: GameRef { game, ..at }, result: Some(result), reason: None });
                true
            }
            Some(Stroke::Clear) => {
                self.clear(state, stage, course, cx);
                true
            }
            None => false,
        }
    }

    /// Clears the last result of the selected match.
    fn clear(&mut self, state: &State, stage: StageIndex, course: &Course, cx: &mut Cx<'_>) {
        let Some(number) = self.selected else { return };
        let Some(at) = panel::place(state, stage, course, number) else { return };
        let last =
            course.meetings.get(&number).and_then(|meeting| meeting.games.iter().rposition(|g| g.result.is_some()));
        if let Some(game) = last {
            cx.ask(Command::SetResult { at: GameRef { game, ..at }, result: None, reason: None });
        }
    }
}

/// The selected match of two teams: its boards and what decides it. Says whether it is to be closed.
fn team_match(
    ui: &mut Ui,
    doc: &Doc,
    course: &Course,
    number: MatchNumber,
    decide: &mut Decide,
    cx: &mut Cx<'_>,
) -> bool {
    let (state, stage) = (doc.state(), doc.view().stage);
    let seen = tournament::teams::view(state, stage);
    let mut close = false;
    ui.horizontal(|ui| {
        let words = tree::words(&seen, (state, stage), course, number);
        close = crate::gui::frame::icon_button(ui, widgets::icon::Icon::Cross, "Close the match").clicked();
        if ui.button("Boards").on_hover_text("Go to the boards of the round").clicked() {
            cx.ask(Action::Go(Page::Rounds));
        }
        ui.add(egui::Label::new(RichText::new(&words).text_style(crate::gui::theme::bold())).truncate())
            .on_hover_text(words);
    });
    let Some(m) = tournament::teams::bracket_match(state, stage, course, number) else {
        widgets::caption(ui, "This match is not paired yet.");
        return close;
    };
    let round = course.bracket.get(number).map_or(0, |game| game.round);
    egui::ScrollArea::vertical().id_salt("match of teams").auto_shrink(false).show(ui, |ui| {
        decide.show(ui, state, stage, round, &m, cx);
    });
    close
}

/// What is to be done next, in a line above the trees.
fn status(ui: &mut Ui, state: &State, course: &Course) {
    let p = Palette::of(ui);
    let equal = course.open.iter().filter(|open| open.equal).count();
    let open = course.open.len() - equal;
    let count = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let text = match (open, equal) {
        (0, 0) => match course.bracket.champion() {
            Some(seed) if course.is_over() => format!("{} has won.", course.name(state, seed)),
            _ => return,
        },
        (open, 0) => format!("{} to be played.", count(open, "match is", "matches are")),
        (0, equal) => format!(
            "{} equal: choose {} to decide who goes on.",
            count(equal, "match is", "matches are"),
            if equal == 1 { "it" } else { "one" }
        ),
        (open, equal) => {
            format!("{} to be played, {equal} equal and to be decided.", count(open, "match is", "matches are"))
        }
    };
    let color = if equal > 0 { p.amber } else { p.weak };
    ui.add(egui::Label::new(RichText::new(text).color(color)));
    ui.add_space(4.0);
}
