//! The list of boards and the strip of those who do not play.

use super::manual::Chosen;
use super::{Cursor, Rounds};
use crate::gui::action::Action;
use crate::gui::doc::Doc;
use crate::gui::pages::Cx;
use crate::gui::theme::{self, Palette};
use crate::gui::view;
use crate::gui::widgets::icon::{self, Icon};
use crate::gui::widgets::table::{self, Col, Side, Table};
use eframe::egui::{self, Align2, Color32, Rect, RichText, Sense, Stroke, StrokeKind, Ui, vec2};
use tournament::event::NotPaired;
use tournament::model::{Game, GameResult, Meeting, PlayerId, Round, RoundNumber};

/// Width of one game's result.
const RESULT_WIDTH: f32 = 104.0;

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
        let wide = ui.available_width() > 640.0;
        let columns = columns(games, wide);
        let row = boards.iter().position(|&board| board >= self.cursor.board).unwrap_or(0);
        let scroll_to = std::mem::take(&mut self.scroll).then_some(row);
        let mut cursor_cell: Option<Rect> = None;
        let mut chosen_cell: Option<Cursor> = None;
        // A cursor on no board when none is chosen.
        let cursor = if self.idle { Cursor { board: usize::MAX, game: 0 } } else { self.cursor };
        let state = doc.state();
        let chosen = &self.manual;
        let outcome = Table {
            id: "boards",
            columns: &columns,
            rows: boards.len(),
            row_height: cx.prefs.row_height(),
            scroll_to,
            below: 0.0,
        }
        .show(
            ui,
            |row| (boards[row] == cursor.board).then_some(p.hover),
            |ui, row, column| {
                let board = boards[row];
                let meeting = &round.meetings[board];
                let Some(first) = meeting.games.first() else { return };
                match columns[column].title.as_str() {
                    "Bo" => drop(table::text(ui, &(board + 1).to_string(), p.weak)),
                    "White" => name(ui, doc, first.white, manual && chosen.has(first.white)),
                    "Black" => name(ui, doc, first.black, manual && chosen.has(first.black)),
                    "Result" => {
                        results(ui, meeting, board, cursor, &mut cursor_cell, &mut chosen_cell);
                    }
                    "" => marks(ui, meeting),
                    title => {
                        let white = column < columns.len() / 2;
                        let id = if white { first.white } else { first.black };
                        let text = if title == "Rtg" {
                            state
                                .players
                                .get(&id)
                                .map_or_else(String::new, |player| view::rating_text(state.rating(player)))
                        } else {
                            doc.view().points_before(number, id).map_or_else(String::new, view::points_text)
                        };
                        table::text(ui, &text, if title == "Rtg" { p.weak } else { p.text });
                    }
                }
            },
        );
        if let Some(row) = outcome.clicked {
            self.cursor = Cursor { board: boards[row], game: 0 };
            self.idle = false;
        }
        if let Some(cursor) = chosen_cell {
            self.cursor = cursor;
            self.idle = false;
        }
        if let Some((row, column)) = outcome.cell
            && let Some(game) = round.meetings[boards[row]].games.first()
        {
            let id = match columns[column].title.as_str() {
                "White" => Some(game.white),
                "Black" => Some(game.black),
                _ => None,
            };
            if let (true, Some(id)) = (manual, id) {
                self.manual.toggle(id);
            }
        }
        if let (Some((row, column)), false) = (outcome.double, manual)
            && let Some(game) = round.meetings[boards[row]].games.first()
        {
            match columns[column].title.as_str() {
                "White" => cx.ask(Action::ShowPlayer(game.white)),
                "Black" => cx.ask(Action::ShowPlayer(game.black)),
                _ => {}
            }
        }
        if let Some(cell) = cursor_cell {
            self.floating(ui, cell, doc, number, cx);
        }
    }
}

fn columns(games: usize, wide: bool) -> Vec<Col> {
    let mut columns = vec![Col::new("Bo", 44.0, Side::Right), Col::flexible("White", 96.0)];
    if wide {
        columns.push(Col::new("Rtg", 56.0, Side::Right));
    }
    columns.push(Col::new("Pts", 48.0, Side::Right).hint("Points before this round"));
    columns.push(Col::new("Result", RESULT_WIDTH * games.min(4) as f32 + 8.0, Side::Centre));
    columns.push(Col::new("Pts", 48.0, Side::Right).hint("Points before this round"));
    columns.push(Col::flexible("Black", 96.0));
    if wide {
        columns.push(Col::new("Rtg", 56.0, Side::Right));
    }
    columns.push(Col::new("", 40.0, Side::Left));
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
        let response = result_cell(ui, cell, game, board, index, here);
        if response.clicked() {
            *chosen = Some(Cursor { board, game: index });
        }
    }
    ui.allocate_rect(whole, Sense::hover());
}

fn result_cell(ui: &mut Ui, cell: Rect, game: &Game, board: usize, index: usize, here: bool) -> egui::Response {
    let p = Palette::of(ui);
    let response = ui.interact(cell, ui.scope_id().with(("result", board, index)), Sense::CLICK);
    let stroke = if here { Stroke::new(2.5, p.accent) } else { Stroke::new(1.0, p.outline) };
    match game.result {
        None => {
            ui.painter().rect(cell, theme::RADIUS, p.field, stroke, StrokeKind::Inside);
            let font = theme::table_text().resolve(ui.style());
            ui.painter().text(cell.center(), Align2::CENTER_CENTER, "·  ·", font, p.weak);
        }
        Some(result) => {
            let unusual = is_unusual(result);
            if unusual {
                ui.painter().rect_filled(cell, theme::RADIUS, p.amber_fill);
            }
            if here {
                ui.painter().rect_stroke(cell, theme::RADIUS, stroke, StrokeKind::Inside);
            }
            let font = theme::table_bold().resolve(ui.style());
            let color: Color32 = if unusual { p.amber } else { p.text };
            ui.painter().text(cell.center(), Align2::CENTER_CENTER, view::result_text(result).0, font, color);
        }
    }
    let meaning = game.result.map_or("open", |result| view::result_text(result).1);
    let spoken = format!("Result of board {}: {meaning}", board + 1);
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, here, &spoken));
    let reason = game.reason.map(|reason| format!("{spoken} ({reason:?})").to_lowercase());
    match (game.result, reason) {
        (Some(_), Some(text)) => response.on_hover_text(text),
        (Some(result), None) if is_unusual(result) => response.on_hover_text(meaning),
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

/// The strip of those who have no opponent in this round.
pub fn not_paired(ui: &mut Ui, doc: &Doc, number: RoundNumber, mut manual: Option<&mut Chosen>, cx: &mut Cx<'_>) {
    let state = doc.state();
    let absent: Vec<(PlayerId, String, bool)> = doc
        .view()
        .not_paired(number)
        .iter()
        .map(|&(id, why)| (id, view::not_paired_text(why, &state.settings), why == NotPaired::Withdrawn))
        .collect();
    if absent.is_empty() {
        return;
    }
    let p = Palette::of(ui);
    let frame = egui::Frame::new().inner_margin(egui::Margin { left: 0, right: 0, top: 8, bottom: 4 });
    egui::Panel::bottom("not paired").show_separator_line(false).frame(frame).max_size(120.0).show(ui, |ui| {
        crate::gui::widgets::caption(ui, format!("Not paired ({})", absent.len()));
        egui::ScrollArea::vertical().max_height(76.0).auto_shrink([false, true]).show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                for (id, what, withdrawn) in &absent {
                    let picked = manual.as_ref().is_some_and(|chosen| chosen.has(*id));
                    let color = if *withdrawn { p.weak } else { p.text };
                    let text = format!("{}  {what}", state.name(*id));
                    let label = RichText::new(text).text_style(theme::table_text()).color(color);
                    let button = egui::Button::selectable(picked, label).frame_when_inactive(false);
                    if ui.add(button).clicked() {
                        match manual.as_deref_mut() {
                            Some(chosen) => chosen.toggle(*id),
                            None => cx.ask(Action::ShowPlayer(*id)),
                        }
                    }
                }
            });
        });
    });
}
