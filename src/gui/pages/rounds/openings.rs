//! Drawn openings of a round: drawn by lot or entered as people drew them, seen on the board, taken away.

use crate::gui::action::{Action, Purpose};
use crate::gui::doc::Doc;
use crate::gui::pages::Cx;
use crate::gui::theme::{self, Palette};
use crate::gui::view;
use crate::gui::widgets::{
    self,
    table::{self, Col, Side, Table},
};
use eframe::egui::{self, Button, ComboBox, Key, RichText, ScrollArea, Ui, vec2};
use rules::GameKind;
use std::path::Path;
use tournament::command::Command;
use tournament::model::{Color, DrawnOpening, Round, RoundNumber, State};
use tournament::openings::{self, List};

/// The organiser's own list.
struct OwnList {
    name: String,
    text: String,
    openings: usize,
}

/// The page of a round's openings.
pub struct Draw {
    round: RoundNumber,
    kind: GameKind,
    lists: Vec<List>,
    /// The list chosen: one of `lists`, or the own one behind them.
    chosen: usize,
    own: Option<OwnList>,
    per_meeting: bool,
    seed: String,
    /// What is typed in, and for which board; `None` is the whole round.
    line: String,
    board: Option<u32>,
    /// The board whose opening is shown, from 0.
    selected: usize,
}

/// What became of the page.
pub enum Outcome {
    /// Still there.
    Open,
    /// Left.
    Closed,
}

/// The event's game has openings to draw.
pub fn offered(state: &State) -> bool {
    state.settings.game.parse().is_ok_and(|kind| !openings::lists(kind).is_empty())
}

impl Draw {
    /// The page of a round, looking at a board; `None` for a game without openings to draw.
    pub fn new(doc: &Doc, round: RoundNumber, board: usize) -> Option<Draw> {
        let kind: GameKind = doc.state().settings.game.parse().ok()?;
        let drawn = |number| doc.state().round(doc.view().stage, number)?.openings.as_deref();
        // As it was done last.
        let last = (1..=round).rev().find_map(drawn);
        let lists = openings::lists(kind);
        let chosen = last.and_then(|last| lists.iter().position(|list| list.name == last.list)).unwrap_or(0);
        Some(Draw {
            round,
            kind,
            lists,
            chosen,
            own: None,
            per_meeting: last.is_some_and(|last| last.per_meeting),
            seed: fresh_seed(),
            line: String::new(),
            board: None,
            selected: board,
        })
    }

    /// Takes the organiser's own list.
    ///
    /// # Errors
    /// The lines that cannot be used.
    pub fn read_own(&mut self, path: &Path) -> Result<(), String> {
        let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}.", path.display()))?;
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if text.trim().is_empty() {
            return Err(format!("{name}: the list is empty. Write one opening on each line, such as c3-d4 d6-c5."));
        }
        let openings = openings::read_list(self.kind, &name, &text)?.len();
        self.own = Some(OwnList { name, text, openings });
        self.chosen = self.lists.len();
        Ok(())
    }

    /// Follows a change of the openings.
    pub fn after(&mut self) {
        self.seed = fresh_seed();
        self.line.clear();
    }

    /// Draws the page.
    pub fn show(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) -> Outcome {
        let stage = doc.view().stage;
        let Some(round) = doc.state().round(stage, self.round).filter(|round| !round.manual_phase) else {
            return Outcome::Closed;
        };
        self.selected = self.selected.min(round.meetings.len().saturating_sub(1));
        let drawn = round.openings.is_some();
        let ready = self.command(stage);
        let label = match (drawn, self.per_meeting) {
            (true, _) => "Back to the boards".to_owned(),
            (false, false) => "Draw the opening".to_owned(),
            (false, true) => format!("Draw {} openings", round.meetings.len()),
        };
        let mut back = false;
        let title = format!("Round {}: openings", self.round);
        let main = widgets::header(ui, &title, Some((&label, drawn || ready.is_ok())), |ui| {
            if !drawn {
                back = ui.add(Button::new("Back to the boards").min_size(vec2(0.0, 32.0))).clicked();
            }
        });
        if main || (cx.main_key() && (drawn || ready.is_ok())) {
            match (drawn, &ready) {
                (true, _) => back = true,
                (false, Ok(command)) => cx.ask(command.clone()),
                (false, Err(_)) => {}
            }
        }
        if cx.key(ui, Key::ArrowDown) {
            self.selected = (self.selected + 1).min(round.meetings.len().saturating_sub(1));
        }
        if cx.key(ui, Key::ArrowUp) {
            self.selected = self.selected.saturating_sub(1);
        }
        let frame = egui::Frame::new().inner_margin(egui::Margin { left: 0, right: 20, top: 0, bottom: 0 });
        let choices =
            egui::Panel::left("opening choices").exact_size(312.0).resizable(false).show_separator_line(false);
        choices.frame(frame).show(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                self.by_lot(ui, stage, drawn, &ready, cx);
                self.by_hand(ui, doc, round, cx);
                if drawn {
                    ui.add_space(theme::GROUP_GAP - 8.0);
                    if ui.button("Take the openings away").clicked() {
                        cx.ask(Command::SetOpening { stage, round: self.round, board: None, opening: None });
                    }
                }
            });
        });
        self.result(ui, doc, round, cx);
        if back || cx.key(ui, Key::Escape) { Outcome::Closed } else { Outcome::Open }
    }

    /// The draw that is described, or what it still wants.
    fn command(&self, stage: usize) -> Result<Command, String> {
        let seed = self.seed.trim().parse().map_err(|_| "The seed is a whole number.".to_owned())?;
        let (list, text) = match (self.lists.get(self.chosen), &self.own) {
            (Some(list), _) => (list.name.to_owned(), String::new()),
            (None, Some(own)) => (own.name.clone(), own.text.clone()),
            (None, None) => return Err("Choose a list.".to_owned()),
        };
        let per_meeting = self.per_meeting;
        Ok(Command::DrawOpenings { stage, round: self.round, list, text, seed, per_meeting })
    }

    fn by_lot(&mut self, ui: &mut Ui, stage: usize, drawn: bool, ready: &Result<Command, String>, cx: &mut Cx<'_>) {
        let p = Palette::of(ui);
        ui.label(RichText::new("Draw by lot").text_style(theme::bold()));
        let own = self.own.as_ref().map(|own| format!("{}: {} openings", own.name, own.openings));
        let name = |index: usize| match self.lists.get(index) {
            Some(list) => list.title.to_owned(),
            None => own.clone().unwrap_or_default(),
        };
        let shown = name(self.chosen);
        let mut chosen = self.chosen;
        widgets::field(ui, "List", 284.0, |ui| {
            ComboBox::from_id_salt("opening list").width(276.0).selected_text(shown).truncate().show_ui(ui, |ui| {
                for index in 0..self.lists.len() + usize::from(own.is_some()) {
                    ui.selectable_value(&mut chosen, index, name(index));
                }
            });
        });
        self.chosen = chosen;
        if ui.button("Own list…").on_hover_text("A text file with one opening on each line").clicked() {
            cx.out.push(Action::Pick(Purpose::OpeningList));
        }
        ui.add_space(4.0);
        let choices = [(false, "one for the round"), (true, "one for each board")];
        widgets::segmented(ui, &mut self.per_meeting, &choices);
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            widgets::text_field(ui, "Seed", 140.0, &mut self.seed, "");
            ui.vertical(|ui| {
                ui.add_space(20.0);
                if ui.button("Another seed").clicked() {
                    self.seed = fresh_seed();
                }
            });
        });
        if let Err(text) = ready {
            ui.label(RichText::new(text).small().color(p.amber));
        }
        widgets::caption(ui, "The same list and seed give the same draw. Both are kept with the round.");
        if drawn && ui.add_enabled(ready.is_ok(), Button::new("Draw again…")).clicked() {
            cx.out.extend(self.command(stage).ok().map(Action::from));
        }
    }

    fn by_hand(&mut self, ui: &mut Ui, doc: &Doc, round: &Round, cx: &mut Cx<'_>) {
        let p = Palette::of(ui);
        widgets::group_title(ui, "Drawn by people");
        let name = |board: Option<u32>| match board {
            None => "the whole round".to_owned(),
            Some(board) => {
                let meeting = round.meetings.get(board as usize - 1).and_then(|m| m.games.first());
                let names = meeting.map(|g| format!("{} – {}", doc.state().name(g.white), doc.state().name(g.black)));
                format!("board {board}: {}", names.unwrap_or_default())
            }
        };
        let mut board = self.board;
        widgets::field(ui, "Holds for", 284.0, |ui| {
            ComboBox::from_id_salt("opening board").width(276.0).selected_text(name(board)).truncate().show_ui(
                ui,
                |ui| {
                    ui.selectable_value(&mut board, None, name(None));
                    for number in 1..=round.meetings.len() as u32 {
                        ui.selectable_value(&mut board, Some(number), name(Some(number)));
                    }
                },
            );
        });
        if board != self.board {
            self.board = board;
            self.selected = board.map_or(self.selected, |board| board as usize - 1);
        }
        let hint = if self.kind.is_draughts() { "moves, or a position in FEN" } else { "number, or a position in FEN" };
        let field = widgets::text_field(ui, "Opening", 284.0, &mut self.line, hint);
        let typed = (!self.line.trim().is_empty()).then(|| openings::by_hand(self.kind, &self.line));
        match &typed {
            None => drop(widgets::caption(ui, format!("Such as {}.", example(self.kind)))),
            Some(Ok(opening)) => {
                let to_move = opening.to_move().map_or("", color);
                ui.label(RichText::new(format!("{}; {to_move} to move", opening.words())).small().color(p.weak));
            }
            Some(Err(text)) => drop(ui.label(RichText::new(text).small().color(p.amber))),
        }
        let enter = ui.add_enabled(matches!(typed, Some(Ok(_))), Button::new("Enter this opening")).clicked();
        let by_key = field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        if let (true, Some(Ok(opening))) = (enter || by_key, typed) {
            let (stage, board) = (doc.view().stage, self.board);
            cx.ask(Command::SetOpening { stage, round: self.round, board, opening: Some(Box::new(opening)) });
        }
    }

    /// What is drawn: the boards where each has its own, and the position.
    fn result(&mut self, ui: &mut Ui, doc: &Doc, round: &Round, cx: &mut Cx<'_>) {
        let p = Palette::of(ui);
        let typed = (!self.line.trim().is_empty()).then(|| openings::by_hand(self.kind, &self.line).ok()).flatten();
        let per_board = round.openings.as_deref().is_some_and(|drawn| drawn.per_meeting);
        let board = self.selected as u32 + 1;
        let shown = match (&typed, round.openings.as_deref()) {
            (Some(typed), _) => Some(("Not entered yet".to_owned(), typed)),
            (None, Some(drawn)) => {
                let title = if per_board { format!("Board {board}") } else { "All boards".to_owned() };
                drawn.of_board(board).map(|opening| (title, opening))
            }
            (None, None) => None,
        };
        match round.openings.as_deref() {
            None => {
                let text = "No opening is drawn for this round yet. All games of a meeting begin with the same one.";
                ui.label(RichText::new(text).color(p.weak));
            }
            Some(drawn) => drop(widgets::caption(ui, capital(&drawn.origin()))),
        }
        if per_board {
            let height = (ui.available_height() * 0.55).clamp(160.0, 380.0);
            let frame = egui::Frame::new().inner_margin(egui::Margin { left: 0, right: 0, top: 12, bottom: 0 });
            egui::Panel::bottom("opening board").resizable(true).default_size(height).frame(frame).show(ui, |ui| {
                if let Some((title, opening)) = &shown {
                    position(ui, self.kind, title, opening);
                } else {
                    ui.label(RichText::new(format!("Board {board}: not drawn.")).color(p.weak));
                }
            });
            self.table(ui, doc, round, cx);
        } else if let Some((title, opening)) = &shown {
            ui.add_space(8.0);
            position(ui, self.kind, title, opening);
        }
    }

    fn table(&mut self, ui: &mut Ui, doc: &Doc, round: &Round, cx: &mut Cx<'_>) {
        let p = Palette::of(ui);
        let Some(drawn) = round.openings.as_deref() else { return };
        let columns = [
            Col::new("Bo", 44.0, Side::Right),
            Col::flexible("White", 96.0),
            Col::flexible("Black", 96.0),
            Col::flexible("Opening", 160.0),
        ];
        let selected = self.selected;
        let outcome = Table {
            id: "openings",
            columns: &columns,
            rows: round.meetings.len(),
            row_height: cx.prefs.row_height(),
            scroll_to: None,
            below: 0.0,
        }
        .show(
            ui,
            |row| (row == selected).then_some(p.selected),
            |ui, row, column| {
                let Some(game) = round.meetings[row].games.first() else { return };
                let name =
                    |id| doc.state().players.get(&id).map_or_else(|| doc.state().name(id), |p| view::titled_name(p));
                match column {
                    0 => drop(table::text(ui, &(row + 1).to_string(), p.weak)),
                    1 => drop(table::text(ui, &name(game.white), p.text)),
                    2 => drop(table::text(ui, &name(game.black), p.text)),
                    _ => match drawn.of_board(row as u32 + 1) {
                        Some(opening) => drop(table::text(ui, &opening.words(), p.text)),
                        None => drop(table::text(ui, "not drawn", p.amber)),
                    },
                }
            },
        );
        if let Some(row) = outcome.clicked {
            self.selected = row;
        }
    }
}

/// The position that a game begins with, beside its words.
pub fn position(ui: &mut Ui, kind: GameKind, title: &str, opening: &DrawnOpening) {
    let p = Palette::of(ui);
    let Ok(board) = rules::board_view(kind, &opening.fen) else {
        ui.label(RichText::new("This position is not one of the event's game.").color(p.amber));
        return;
    };
    let size = ui.available_height().clamp(120.0, 420.0).min(ui.available_width() * 0.55);
    ui.horizontal_top(|ui| {
        widgets::board::show(ui, &board, None, size, false);
        ui.add_space(8.0);
        ui.vertical(|ui| {
            ui.label(RichText::new(title).small().color(p.weak));
            ui.label(RichText::new(opening.words()).text_style(theme::bold()));
            if let Some(side) = opening.to_move() {
                ui.label(format!("{} to move", color(side)));
            }
        });
    });
}

fn color(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// A line that may be typed for a game.
fn example(kind: GameKind) -> String {
    let list = openings::lists(kind).into_iter().find_map(|list| openings::read_list(kind, list.name, "").ok());
    match list.and_then(|list| list.into_iter().next()) {
        Some(opening) => opening.moves.join(" "),
        None if kind.is_draughts() => rules::start_fen(kind),
        None => "518".to_owned(),
    }
}

/// A seed that nobody chose, short enough to be written down.
fn fresh_seed() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    // Neighbouring moments give numbers far apart.
    let mixed = now.map_or(1, |time| time.as_nanos() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    (mixed % 900_000_000 + 100_000_000).to_string()
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect::<String>() + ".")
}
