//! Results from game records: what was found is shown before anything is entered.

use crate::gui::action::Action;
use crate::gui::doc::Doc;
use crate::gui::pages::Cx;
use crate::gui::theme::Palette;
use crate::gui::view;
use crate::gui::widgets::viewer::Viewer;
use crate::gui::widgets::{
    self,
    table::{self, Col, Side, Table},
};
use eframe::egui::{self, Button, Key, RichText, Ui, vec2};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tournament::command::Command;
use tournament::model::RoundNumber;
use tournament::records::{Belongs, Matcher, RecordMatch, orders, settle};

/// Records read, waiting for a yes.
pub struct Import {
    round: RoundNumber,
    games: Vec<(String, RecordMatch)>,
    accepted: BTreeSet<usize>,
    selected: usize,
    viewer: Option<Viewer>,
}

/// What became of the import.
pub enum Outcome {
    /// Still looking.
    Open,
    /// Entered or given up.
    Closed,
}

impl Import {
    /// Reads the files.
    pub fn read(doc: &Doc, round: RoundNumber, paths: &[PathBuf]) -> Result<Import, String> {
        if round == 0 {
            return Err("Pair a round first; records are matched to its boards.".to_owned());
        }
        let mut games = Vec::new();
        let mut matcher = Matcher::new(doc.state(), doc.view().stage, round);
        for path in paths {
            let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}.", path.display()))?;
            let source = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            games.extend(matcher.read(&bytes).into_iter().map(|game| (source.clone(), game)));
        }
        settle(doc.state(), games.iter_mut().map(|(_, game)| game));
        if games.is_empty() {
            let names: Vec<String> = paths.iter().map(|path| Path::display(path).to_string()).collect();
            return Err(format!("{}: no game was found; a PGN or PDN file is needed.", names.join(", ")));
        }
        Ok(Import { round, games, accepted: BTreeSet::new(), selected: 0, viewer: None })
    }

    /// Draws the table of games.
    pub fn show(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) -> Outcome {
        let clear = |game: &RecordMatch| game.is_sure() && !game.known;
        let sure = self.games.iter().filter(|(_, game)| clear(game)).count();
        let known = self.games.iter().filter(|(_, game)| game.is_sure() && game.known).count();
        let chosen = sure + self.accepted.len();
        let label = if chosen == 1 { "Enter 1 game".to_owned() } else { format!("Enter {chosen} games") };
        let title = format!("Round {}: results from records", self.round);
        let mut cancel = false;
        let enter = widgets::header(ui, &title, Some((&label, chosen > 0)), |ui| {
            cancel = ui.add(Button::new("Enter nothing").min_size(vec2(0.0, 32.0))).clicked();
        });
        let doubtful = self.games.len() - sure - known;
        let before = if known > 0 {
            format!(" {known} {} in the event already.", if known == 1 { "is" } else { "are" })
        } else {
            String::new()
        };
        let text = format!(
            "{}: {sure} {} clear, {doubtful} {} a look.{before} Nothing has been entered yet.",
            if self.games.len() == 1 { "1 game".to_owned() } else { format!("{} games", self.games.len()) },
            if sure == 1 { "is" } else { "are" },
            if doubtful == 1 { "needs" } else { "need" },
        );
        widgets::caption(ui, text);
        self.keys(ui, cx);
        self.game(ui, doc, cx);
        self.table(ui, doc, cx);
        if enter || (chosen > 0 && cx.main_key()) {
            self.enter(cx);
            return Outcome::Closed;
        }
        if cancel || cx.key(ui, Key::Escape) {
            return Outcome::Closed;
        }
        Outcome::Open
    }

    /// Asks for the changes, file by file.
    fn enter(&self, cx: &mut Cx<'_>) {
        let sources: BTreeSet<&String> = self.games.iter().map(|(source, _)| source).collect();
        let mut commands = Vec::new();
        for source in sources {
            let mut matches = Vec::new();
            let mut accepted = Vec::new();
            for (index, (from, game)) in self.games.iter().enumerate() {
                if from == source {
                    matches.push(game.clone());
                    accepted.push(self.accepted.contains(&index));
                }
            }
            let yes = |game: &RecordMatch| matches.iter().zip(&accepted).any(|(other, yes)| *yes && other == game);
            commands.extend(orders(&matches, source, yes));
        }
        let (mut results, mut records) = (0, 0);
        for command in &commands {
            if let Command::EnterRecords { results: some, records: kept } = command {
                results += some.len();
                records += kept.len();
            }
        }
        let text = format!("Round {}: {results} results entered from records, {records} records kept.", self.round);
        cx.ask(Action::Batch(commands, text));
    }

    fn keys(&mut self, ui: &Ui, cx: &Cx<'_>) {
        if cx.key(ui, Key::ArrowDown) {
            self.select((self.selected + 1).min(self.games.len() - 1));
        }
        if cx.key(ui, Key::ArrowUp) {
            self.select(self.selected.saturating_sub(1));
        }
        if cx.key(ui, Key::Space) {
            self.toggle(self.selected);
        }
    }

    fn select(&mut self, index: usize) {
        self.selected = index;
        self.viewer = None;
    }

    /// Accepts a game that needs a look, or lets it go.
    fn toggle(&mut self, index: usize) {
        let (_, game) = &self.games[index];
        if !game.is_sure() && !game.known && game.place().is_some() && !self.accepted.remove(&index) {
            self.accepted.insert(index);
        }
    }

    /// The selected game on its board.
    fn game(&mut self, ui: &mut Ui, doc: &Doc, cx: &Cx<'_>) {
        let Some((_, game)) = self.games.get(self.selected) else { return };
        let round = game.place().and_then(|at| Some((at, doc.state().round(at.stage, at.round)?)));
        // The table and the line above the board tell of a wrong beginning.
        let opening = round.and_then(|(at, round)| round.openings.as_deref()?.of_board(at.board));
        let opening = opening.filter(|_| game.opening.is_none());
        let p = Palette::of(ui);
        let frame = egui::Frame::new().fill(p.page).inner_margin(egui::Margin { left: 0, right: 0, top: 8, bottom: 0 });
        let panel =
            egui::Panel::bottom("record").resizable(true).default_size(280.0).size_range(140.0..=460.0).frame(frame);
        let viewer =
            self.viewer.get_or_insert_with(|| Viewer::new(&game.record.source, Some(game.verdict.kind), opening));
        panel.show(ui, |ui| {
            for doubt in game.doubts() {
                ui.label(RichText::new(doubt).color(p.amber));
            }
            viewer.show(ui, cx.keys);
        });
    }

    fn table(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) {
        let p = Palette::of(ui);
        let columns = [
            Col::new("", 44.0, Side::Centre).hint("Will be entered"),
            Col::new("Board", 60.0, Side::Right),
            Col::flexible("White in the record", 120.0),
            Col::flexible("Black in the record", 120.0),
            Col::new("Result", 84.0, Side::Centre),
            Col::flexible("Belongs to", 140.0),
            Col::flexible("What was found", 160.0),
        ];
        let games = &self.games;
        let (selected, accepted) = (self.selected, &self.accepted);
        let mut toggled = None;
        let table = Table {
            id: "records",
            columns: &columns,
            rows: games.len(),
            row_height: cx.prefs.row_height(),
            scroll_to: None,
            below: 0.0,
        };
        let outcome = table.show(
            ui,
            |row| (row == selected).then_some(p.selected),
            |ui, row, column| {
                let (_, game) = &games[row];
                match column {
                    0 => {
                        let mut on = (game.is_sure() && !game.known) || accepted.contains(&row);
                        let possible = !game.is_sure() && !game.known && game.place().is_some();
                        let check = ui.add_enabled(possible, egui::Checkbox::without_text(&mut on));
                        let name = format!("Enter game {}", row + 1);
                        check.widget_info(|| egui::WidgetInfo::selected(egui::Role::CheckBox, possible, on, &name));
                        if check.clicked() {
                            toggled = Some(row);
                        }
                    }
                    1 => {
                        table::text(ui, &board_text(doc, game), p.weak);
                    }
                    2 => drop(table::text(ui, game.record.white().unwrap_or("?"), p.text)),
                    3 => drop(table::text(ui, game.record.black().unwrap_or("?"), p.text)),
                    4 => {
                        let text = game.result.map_or("?", |result| view::result_text(result).0);
                        table::strong(ui, text, p.text);
                    }
                    5 => {
                        let names = belongs(doc, game);
                        let sure = matches!(game.belongs, Belongs::Matched(_));
                        table::text(ui, &names, if sure { p.text } else { p.amber });
                    }
                    _ => {
                        let mut doubts = game.doubts().join(" ");
                        if game.known {
                            doubts = format!("Is in the event already. {doubts}").trim_end().to_owned();
                        }
                        if game.known && game.is_sure() {
                            table::text(ui, &doubts, p.weak);
                        } else if doubts.is_empty() {
                            let ended = game
                                .verdict
                                .termination
                                .as_ref()
                                .map_or("legal to the end".to_owned(), |end| end.to_string());
                            table::text(ui, &ended, p.weak);
                        } else {
                            table::text(ui, &doubts, p.amber);
                        }
                    }
                }
            },
        );
        if let Some(row) = toggled {
            self.toggle(row);
        }
        if let Some(row) = outcome.clicked {
            self.select(row);
        }
    }
}

/// Board, and the game of a micro-match: `3.2`.
fn board_text(doc: &Doc, game: &RecordMatch) -> String {
    let Some(at) = game.place() else { return String::new() };
    let meeting = doc.state().round(at.stage, at.round).and_then(|r| r.meetings.get(at.board as usize - 1));
    match meeting {
        Some(meeting) if meeting.games.len() > 1 => format!("{}.{}", at.board, at.game + 1),
        _ => at.board.to_string(),
    }
}

/// The pair that a record belongs to.
fn belongs(doc: &Doc, game: &RecordMatch) -> String {
    let Some(at) = game.place() else { return "nobody".to_owned() };
    let meeting = doc.state().round(at.stage, at.round).and_then(|r| r.meetings.get(at.board as usize - 1));
    let Some(found) = meeting.and_then(|m| m.games.get(at.game)) else { return String::new() };
    format!("{} – {}", doc.state().name(found.white), doc.state().name(found.black))
}
