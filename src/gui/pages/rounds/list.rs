//! The list of boards and the strip of those who do not play.

use super::manual::Chosen;
use super::{Cursor, Rounds};
use crate::gui::action::{Action, Page};
use crate::gui::doc::Doc;
use crate::gui::pages::Cx;
use crate::gui::theme::{self, Palette};
use crate::gui::view;
use crate::gui::widgets::icon::{self, Icon};
use crate::gui::widgets::table::{self, Col, Side, Table};
use eframe::egui::{self, Align2, Color32, Rect, RichText, Sense, Stroke, StrokeKind, Ui, vec2};
use tournament::event::NotPaired;
use tournament::model::{Color, Game, GameResult, Meeting, PlayerId, Round, RoundNumber};
use tournament::openings::black_begins;

/// Width of one game's result.
const RESULT_WIDTH: f32 = 104.0;

/// From this width on there is room for the moves of openings.
const WIDE: f32 = 960.0;

/// What a column shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Board,
    Name(Color),
    /// The team, where players are paired.
    Team(Color),
    Rating(Color),
    Points(Color),
    Result,
    Opening,
    Marks,
}

impl Rounds {
    /// The boards.
    pub fn list(&mut self, ui: &mut Ui, doc: &Doc, round: &Round, number: RoundNumber, manual: bool, cx: &mut Cx<'_>) {
        let p = Palette::of(ui);
        let boards = self.boards(doc, round);
        if boards.is_empty() {
            let text =
                if self.search.trim().is_empty() { "All boards have a result." } else { "No board fits the search." };
            if crate::gui::widgets::empty(ui, text, Some("Show all boards")) {
                self.search.clear();
                self.open_only = false;
            }
            return;
        }
        let games = round.meetings.iter().map(|m| m.games.len()).max().unwrap_or(1);
        let state = doc.state();
        let openings = round.openings.as_deref();
        let shown = Shown {
            games,
            openings: openings.is_some_and(|drawn| drawn.per_meeting),
            black_begins: black_begins(&state.settings),
            teams: tournament::teams::beside_names(state, doc.view().stage),
            width: ui.available_width(),
        };
        let (kinds, columns): (Vec<What>, Vec<Col>) = columns(&shown).into_iter().unzip();
        // Header rows of matches stand before their first board.
        let mut lines: Vec<Line> = Vec::with_capacity(boards.len());
        let mut matches = tournament::teams::matches(round).peekable();
        for &board in &boards {
            // Boards and matches stand in the same order.
            while matches.next_if(|m| m.first + m.boards.len() <= board).is_some() {}
            lines.extend(matches.next_if(|m| m.first <= board).map(|m| Line::Match(m.number)));
            lines.push(Line::Board(board));
        }
        let at = |line: usize| match lines.get(line) {
            Some(Line::Board(board)) => Some(*board),
            _ => None,
        };
        let row =
            (0..lines.len()).position(|line| at(line).is_some_and(|board| board >= self.cursor.board)).unwrap_or(0);
        let scroll_to = std::mem::take(&mut self.scroll).then_some(row);
        let mut cursor_cell: Option<Rect> = None;
        let mut chosen_cell: Option<Cursor> = None;
        // A cursor on no board when none is chosen.
        let cursor = if self.idle { Cursor { board: usize::MAX, game: 0 } } else { self.cursor };
        let chosen = &self.manual;
        let outcome = Table {
            id: "boards",
            columns: &columns,
            rows: lines.len(),
            row_height: cx.prefs.row_height(),
            scroll_to,
            below: 0.0,
        }
        .show(
            ui,
            |row| match at(row) {
                Some(board) => (board == cursor.board).then_some(p.hover),
                None => Some(p.selected),
            },
            |ui, row, column| {
                let board = match lines[row] {
                    Line::Board(board) => board,
                    Line::Match(number) => {
                        match_cell(ui, doc, round, number, kinds[column], manual.then_some(chosen));
                        return;
                    }
                };
                let meeting = &round.meetings[board];
                let Some(first) = meeting.games.first() else { return };
                let seat = |color| if color == Color::White { first.white } else { first.black };
                match kinds[column] {
                    What::Board => drop(table::text(ui, &(board + 1).to_string(), p.weak)),
                    What::Name(color) => {
                        // Where teams are paired, it is teams that are chosen.
                        let here = manual && round.teams.is_none() && chosen.has(seat(color));
                        name(ui, doc, seat(color), here);
                    }
                    What::Result => results(ui, meeting, board, cursor, &mut cursor_cell, &mut chosen_cell),
                    What::Marks => marks(ui, meeting),
                    What::Opening => match openings.and_then(|drawn| drawn.of_board(board as u32 + 1)) {
                        Some(opening) if shown.width > WIDE => drop(table::text(ui, &opening.words(), p.weak)),
                        Some(opening) => drop(table::text(ui, &opening.short(), p.weak).on_hover_text(opening.words())),
                        None => drop(table::text(ui, "not drawn", p.amber)),
                    },
                    What::Team(color) => {
                        let team = state.players.get(&seat(color)).and_then(|player| player.team);
                        let team = team.map_or_else(String::new, |team| state.team_name(team));
                        table::text(ui, &team, p.weak).on_hover_text(team);
                    }
                    What::Rating(color) => {
                        let player = state.players.get(&seat(color));
                        let text = player.map_or_else(String::new, |player| view::rating_text(state.rating(player)));
                        table::text(ui, &text, p.weak);
                    }
                    What::Points(color) => {
                        let points = doc.view().points_before(number, seat(color));
                        table::text(ui, &points.map_or_else(String::new, view::points_text), p.text);
                    }
                }
            },
        );
        if let Some(board) = outcome.clicked.and_then(at) {
            self.cursor = Cursor { board, game: 0 };
            self.idle = false;
        }
        if let Some(cursor) = chosen_cell {
            self.cursor = cursor;
            self.idle = false;
        }
        if let (Some((row, column)), true) = (outcome.cell, manual && round.teams.is_some()) {
            // Teams are chosen by the names in the headers of their matches.
            let number = match lines.get(row) {
                Some(Line::Match(number)) => Some(*number),
                _ => None,
            };
            let m = number.and_then(|number| tournament::teams::matches(round).find(|m| m.number == number));
            match (m, kinds[column]) {
                (Some(m), What::Name(Color::White)) => self.manual.toggle(PlayerId(m.game.white.0)),
                (Some(m), What::Name(Color::Black)) => self.manual.toggle(PlayerId(m.game.black.0)),
                _ => {}
            }
        } else if let Some((row, column)) = outcome.cell
            && let Some(board) = at(row)
            && let Some(game) = round.meetings[board].games.first()
        {
            let id = match kinds[column] {
                What::Name(Color::White) => Some(game.white),
                What::Name(Color::Black) => Some(game.black),
                _ => None,
            };
            if let (true, Some(id)) = (manual, id) {
                self.manual.toggle(id);
            }
        }
        if let (Some((row, column)), false) = (outcome.double, manual)
            && let Some(board) = at(row)
            && let Some(game) = round.meetings[board].games.first()
        {
            match kinds[column] {
                What::Name(Color::White) => cx.ask(Action::ShowPlayer(game.white)),
                What::Name(Color::Black) => cx.ask(Action::ShowPlayer(game.black)),
                _ => {}
            }
        }
        if let Some(cell) = cursor_cell {
            self.floating(ui, cell, doc, number, cx);
        }
    }
}

/// A row of the list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    /// The header of a match of teams, by its number.
    Match(u32),
    /// A board, from 0.
    Board(usize),
}

/// The header of a match: its number, the teams, the score.
fn match_cell(ui: &mut Ui, doc: &Doc, round: &Round, number: u32, what: What, chosen: Option<&Chosen>) {
    let state = doc.state();
    let Some(m) = tournament::teams::matches(round).find(|m| m.number == number) else { return };
    match what {
        What::Board => crate::gui::pages::teams::heading(ui, &number.to_string()),
        What::Name(color) => {
            let id = if color == Color::White { m.game.white } else { m.game.black };
            if chosen.is_some_and(|chosen| chosen.has(PlayerId(id.0))) {
                let p = Palette::of(ui);
                let rect = ui.max_rect().expand2(vec2(6.0, -2.0));
                ui.painter().rect(rect, theme::RADIUS, p.amber_fill, Stroke::new(2.0, p.amber), StrokeKind::Inside);
            }
            let goes_on = m.game.decided.is_some_and(|decided| decided.winner == id);
            let name = state.team_name(id);
            crate::gui::pages::teams::heading(ui, &if goes_on { format!("{name} (goes on)") } else { name });
        }
        What::Marks => {
            if let Some(words) = &m.game.by_hand {
                let text = if words.is_empty() { "Set by hand.".to_owned() } else { format!("Set by hand: {words}") };
                ui.label(RichText::new("H").small().color(Palette::of(ui).amber)).on_hover_text(text);
            }
        }
        What::Result => crate::gui::pages::teams::heading(ui, &crate::gui::pages::teams::score_text(state, &m)),
        _ => {}
    }
}

/// What decides about the columns.
struct Shown {
    /// Games of a meeting.
    games: usize,
    /// Each board has an opening of its own.
    openings: bool,
    black_begins: bool,
    /// Players have teams.
    teams: bool,
    width: f32,
}

fn columns(shown: &Shown) -> Vec<(What, Col)> {
    let (white, black) = (Color::White, Color::Black);
    let several = shown.games > 1;
    let ratings = shown.width > if shown.openings { 820.0 } else { 640.0 };
    let points = |color| (What::Points(color), Col::new("Pts", 48.0, Side::Right).hint("Points before this round"));
    let rating = |color| (What::Rating(color), Col::new("Rtg", 56.0, Side::Right));
    let first = if several { " in the first game" } else { "" };
    let name = |color, title: &str, begins: bool| {
        let title = if begins { format!("{title} (begins)") } else { title.to_owned() };
        let verb = if begins { " and moves first" } else { "" };
        (What::Name(color), Col::flexible(title, 96.0).hint(format!("Has {color:?}{verb}{first}")))
    };
    let results = if several {
        Col::new("Result, game by game", RESULT_WIDTH * shown.games.min(4) as f32 + 8.0, Side::Centre).hint(
            "The number of the player at the left stands first in every game; the ring marks the side that has White",
        )
    } else {
        Col::new("Result", RESULT_WIDTH + 8.0, Side::Centre)
    };
    let width = if shown.width > 900.0 { 110.0 } else { 72.0 };
    let team = |color| (What::Team(color), Col::new("Team", width, Side::Left));
    let mut columns = vec![(What::Board, Col::new("Bo", 44.0, Side::Right)), name(white, "White", false)];
    columns.extend(shown.teams.then(|| team(white)));
    columns.extend((ratings && (!shown.teams || shown.width > 900.0)).then(|| rating(white)));
    columns.extend([points(white), (What::Result, results), points(black), name(black, "Black", shown.black_begins)]);
    columns.extend(shown.teams.then(|| team(black)));
    columns.extend((ratings && (!shown.teams || shown.width > 900.0)).then(|| rating(black)));
    if shown.openings {
        let column =
            if shown.width > WIDE { Col::flexible("Opening", 120.0) } else { Col::new("Opening", 88.0, Side::Left) };
        columns.push((What::Opening, column));
    }
    columns.push((What::Marks, Col::new("", 40.0, Side::Left)));
    columns
}

fn name(ui: &mut Ui, doc: &Doc, id: PlayerId, chosen: bool) {
    let p = Palette::of(ui);
    if chosen {
        let rect = ui.max_rect().expand2(vec2(6.0, -2.0));
        ui.painter().rect(rect, theme::RADIUS, p.amber_fill, Stroke::new(2.0, p.amber), StrokeKind::Inside);
    }
    let Some(player) = doc.state().players.get(&id) else {
        table::text(ui, &doc.state().name(id), p.weak);
        return;
    };
    table::text(ui, &view::titled_name(player), if chosen { p.amber } else { p.text });
}

/// The cells of a meeting's games.
fn results(
    ui: &mut Ui,
    meeting: &Meeting,
    board: usize,
    cursor: Cursor,
    cursor_cell: &mut Option<Rect>,
    chosen: &mut Option<Cursor>,
) {
    let whole = ui.max_rect();
    let Some(left_seat) = meeting.games.first().map(|game| game.white) else { return };
    let shown = meeting.games.len().min(4);
    let width = whole.width() / shown.max(1) as f32;
    for (index, game) in meeting.games.iter().take(4).enumerate() {
        let left = whole.left() + width * index as f32;
        let rect = Rect::from_min_max(egui::pos2(left, whole.top()), egui::pos2(left + width, whole.bottom()));
        let here = cursor == Cursor { board, game: index };
        let cell = rect.shrink2(vec2(4.0, 3.0));
        if here {
            *cursor_cell = Some(cell);
        }
        let response = result_cell(ui, cell, game, left_seat, Cursor { board, game: index }, here);
        if shown > 1 {
            // White's side of the board in this game.
            let x = if game.white == left_seat { cell.left() + 10.0 } else { cell.right() - 10.0 };
            let p = Palette::of(ui);
            ui.painter().circle_stroke(egui::pos2(x, cell.center().y), 3.5, Stroke::new(1.2, p.weak));
        }
        if response.clicked() {
            *chosen = Some(Cursor { board, game: index });
        }
    }
    ui.allocate_rect(whole, Sense::hover());
}

/// A game's result, with the number of `left` first.
fn result_cell(ui: &mut Ui, cell: Rect, game: &Game, left: PlayerId, at: Cursor, here: bool) -> egui::Response {
    let p = Palette::of(ui);
    let (board, index) = (at.board, at.game);
    let response = ui.interact(cell, ui.scope_id().with(("result", board, index)), Sense::CLICK);
    let stroke = if here { Stroke::new(2.5, p.accent) } else { Stroke::new(1.0, p.outline) };
    match game.result {
        None => {
            ui.painter().rect(cell, theme::RADIUS, p.field, stroke, StrokeKind::Inside);
            let font = theme::table_text().resolve(ui.style());
            ui.painter().text(cell.center(), Align2::CENTER_CENTER, "·  ·", font, p.weak);
        }
        Some(result) => {
            let unusual = is_unusual(result) || game.late.is_some();
            if unusual {
                ui.painter().rect_filled(cell, theme::RADIUS, p.amber_fill);
            }
            if here {
                ui.painter().rect_stroke(cell, theme::RADIUS, stroke, StrokeKind::Inside);
            }
            let font = theme::table_bold().resolve(ui.style());
            let color: Color32 = if unusual { p.amber } else { p.text };
            let mut text = view::seat_result(game, left).unwrap_or_default().to_string();
            if game.late.is_some() {
                text.push_str(" *");
            }
            ui.painter().text(cell.center(), Align2::CENTER_CENTER, text, font, color);
        }
    }
    let mut meaning = game.result.map_or("open", |result| view::result_text(result).1).to_owned();
    if let Some(late) = game.late {
        meaning = format!("{meaning}; for the rating report {}", view::result_text(late).1);
    }
    let which = if index > 0 { format!(", game {}", index + 1) } else { String::new() };
    let spoken = format!("Result of board {}{which}: {meaning}", board + 1);
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, here, &spoken));
    let reason = game.reason.map(|reason| format!("{spoken} ({reason:?})").to_lowercase());
    match (game.result, reason) {
        (Some(_), Some(text)) => response.on_hover_text(text),
        (Some(result), None) if is_unusual(result) || game.late.is_some() => response.on_hover_text(meaning),
        _ => response,
    }
}

/// Results with a mark of their own: forfeits, decisions, adjourned and unrated games.
fn is_unusual(result: GameResult) -> bool {
    !matches!(result, GameResult::WhiteWins | GameResult::BlackWins | GameResult::Draw)
}

/// Marks of a board: set by hand, a record is kept.
fn marks(ui: &mut Ui, meeting: &Meeting) {
    let p = Palette::of(ui);
    ui.spacing_mut().item_spacing.x = 2.0;
    if meeting.games.iter().any(|game| game.record.is_some()) {
        icon::show(ui, Icon::File, p.weak).on_hover_text("A game record is kept with this board.");
    }
    if let Some(words) = &meeting.by_hand {
        let text = if words.is_empty() { "Set by hand.".to_owned() } else { format!("Set by hand: {words}") };
        ui.label(RichText::new("H").small().color(p.amber)).on_hover_text(text);
    }
}

/// A player, or in a contest of teams a team, without an opponent.
struct Absent {
    /// The player, or the team of this identity.
    id: Option<PlayerId>,
    name: String,
    what: String,
    withdrawn: bool,
}

/// The strip of those who have no opponent in this round.
pub fn not_paired(ui: &mut Ui, doc: &Doc, number: RoundNumber, mut manual: Option<&mut Chosen>, cx: &mut Cx<'_>) {
    let (state, stage) = (doc.state(), doc.view().stage);
    let absent: Vec<Absent> = if state.pairs_teams(stage) {
        let teams = view::teams_not_paired(state, stage, number).into_iter();
        teams.map(|(id, name, what, withdrawn)| Absent { id: Some(PlayerId(id.0)), name, what, withdrawn }).collect()
    } else {
        let players = doc.view().not_paired(number);
        let absent = players.iter().map(|&(id, why)| Absent {
            id: Some(id),
            name: state.name(id),
            what: view::not_paired_text(why, state, stage),
            withdrawn: why == NotPaired::Withdrawn,
        });
        absent.collect()
    };
    if absent.is_empty() {
        return;
    }
    let p = Palette::of(ui);
    let frame = egui::Frame::new().inner_margin(egui::Margin { left: 0, right: 0, top: 8, bottom: 4 });
    egui::Panel::bottom("not paired").show_separator_line(false).frame(frame).max_size(120.0).show(ui, |ui| {
        crate::gui::widgets::caption(ui, format!("Not paired ({})", absent.len()));
        egui::ScrollArea::vertical().max_height(76.0).auto_shrink([false, true]).show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                for Absent { id, name, what, withdrawn } in &absent {
                    let color = if *withdrawn { p.weak } else { p.text };
                    let label = RichText::new(format!("{name}  {what}")).text_style(theme::table_text()).color(color);
                    let Some(id) = id else {
                        ui.label(label);
                        ui.add_space(12.0);
                        continue;
                    };
                    let picked = manual.as_ref().is_some_and(|chosen| chosen.has(*id));
                    let button = egui::Button::selectable(picked, label).frame_when_inactive(false);
                    if ui.add(button).clicked() {
                        match manual.as_deref_mut() {
                            Some(chosen) => chosen.toggle(*id),
                            None if state.pairs_teams(stage) => cx.ask(Action::Go(Page::Players)),
                            None => cx.ask(Action::ShowPlayer(*id)),
                        }
                    }
                }
            });
        });
    });
}
