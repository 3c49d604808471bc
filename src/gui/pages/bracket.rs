//! The tree of a knockout, the grid of a round-robin or a Scheveningen match.

use super::Cx;
use crate::gui::action::{Action, Page};
use crate::gui::doc::Doc;
use crate::gui::theme::{self, Palette};
use crate::gui::view;
use crate::gui::widgets;
use eframe::egui::{self, Align2, Color32, FontId, Rect, Stroke, StrokeKind, Ui, pos2, vec2};
use std::collections::BTreeMap;
use tournament::model::{Color, GameResult, PlayerId, State, System};

/// The bracket page.
pub struct Bracket {
    zoom: f32,
}

impl Default for Bracket {
    fn default() -> Self {
        Bracket { zoom: 1.0 }
    }
}

/// Marks of the games of one player against another: `1`, `½`, `+`.
type Marks = BTreeMap<(PlayerId, PlayerId), Vec<&'static str>>;

impl Bracket {
    /// Draws the page.
    pub fn show(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) {
        let v = doc.view();
        let print = widgets::header(ui, v.bracket_name, Some(("Print…", v.rounds > 0)), |ui| {
            let choices = [(0.75, "75 %"), (1.0, "100 %"), (1.5, "150 %")];
            widgets::segmented(ui, &mut self.zoom, &choices);
        });
        if print || (v.rounds > 0 && cx.main_key()) {
            cx.ask(Action::Go(Page::Reports));
        }
        let zoom = ui.input(|i| i.zoom_delta());
        if zoom != 1.0 {
            self.zoom = (self.zoom * zoom).clamp(0.5, 2.5);
        }
        let Some(stage) = doc.state().stages.get(v.stage) else { return };
        if v.order.len() < 2 {
            if widgets::empty(ui, "There are not enough players yet.", Some("Go to the players")) {
                cx.ask(Action::Go(Page::Players));
            }
            return;
        }
        match stage.system {
            System::Knockout { .. } => self.tree(ui, doc),
            System::Scheveningen { .. } => {
                let teams = teams(doc);
                match &teams[..] {
                    [one, two, ..] => self.grid(ui, doc, one, two),
                    _ => drop(widgets::empty(
                        ui,
                        "Two teams are needed; their members stand in the players' list.",
                        None,
                    )),
                }
            }
            _ => {
                let all = v.order.clone();
                self.grid(ui, doc, &all, &all);
            }
        }
    }

    /// Rows against columns; the diagonal is grey.
    fn grid(&self, ui: &mut Ui, doc: &Doc, rows: &[PlayerId], columns: &[PlayerId]) {
        let p = Palette::of(ui);
        let state = doc.state();
        let marks = marks(state, doc.view().stage);
        let (cell, name_width, head) = (34.0 * self.zoom, 200.0 * self.zoom, 30.0 * self.zoom);
        let points_width = 56.0 * self.zoom;
        let font = FontId::proportional(13.0 * self.zoom);
        let bold = FontId::new(13.0 * self.zoom, theme::bold_family());
        let size = vec2(name_width + cell * columns.len() as f32 + points_width, head + cell * rows.len() as f32);
        egui::ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
            let painter = ui.painter();
            let seen = ui.clip_rect();
            let x = |column: usize| rect.left() + name_width + cell * column as f32;
            for column in 0..columns.len() {
                let at = pos2(x(column) + cell / 2.0, rect.top() + head / 2.0);
                painter.text(at, Align2::CENTER_CENTER, (column + 1).to_string(), font.clone(), p.weak);
            }
            let at = pos2(rect.right() - 8.0, rect.top() + head / 2.0);
            painter.text(at, Align2::RIGHT_CENTER, "Pts", font.clone(), p.weak);
            for (index, &row) in rows.iter().enumerate() {
                let top = rect.top() + head + cell * index as f32;
                if top > seen.bottom() || top + cell < seen.top() {
                    continue;
                }
                let middle = top + cell / 2.0;
                let mut job = egui::text::LayoutJob::simple_singleline(
                    format!("{}  {}", index + 1, state.name(row)),
                    font.clone(),
                    p.text,
                );
                job.wrap = egui::text::TextWrapping::truncate_at_width(name_width - 12.0);
                let galley = painter.layout_job(job);
                painter.galley(pos2(rect.left() + 4.0, middle - galley.size().y / 2.0), galley, p.text);
                for (number, &column) in columns.iter().enumerate() {
                    let square = Rect::from_min_size(pos2(x(number), top), vec2(cell, cell));
                    let fill = if row == column { p.line } else { p.field };
                    painter.rect(square, 0.0, fill, Stroke::new(1.0, p.line), StrokeKind::Inside);
                    if let Some(games) = marks.get(&(row, column)) {
                        let text = games.join(" ");
                        let font = if text.chars().count() > 3 {
                            FontId::proportional(10.0 * self.zoom)
                        } else {
                            bold.clone()
                        };
                        painter.text(square.center(), Align2::CENTER_CENTER, text, font, p.text);
                    }
                }
                let points = doc.view().points(row).map_or_else(String::new, view::points_text);
                painter.text(pos2(rect.right() - 8.0, middle), Align2::RIGHT_CENTER, points, bold.clone(), p.text);
                painter.hline(rect.x_range(), top + cell, Stroke::new(1.0, p.line));
            }
        });
    }

    /// The meetings of each round, joined to those they came from; the winner's line is heavier.
    fn tree(&self, ui: &mut Ui, doc: &Doc) {
        let p = Palette::of(ui);
        let state = doc.state();
        let Some(stage) = state.stages.get(doc.view().stage) else { return };
        if stage.rounds.is_empty() {
            widgets::empty(ui, "The tree grows with the first round.", None);
            return;
        }
        let (width, height, gap) = (210.0 * self.zoom, 48.0 * self.zoom, 44.0 * self.zoom);
        let first = stage.rounds.first().map_or(1, |round| round.meetings.len() + round.byes.len());
        let size = vec2((width + gap) * stage.rounds.len() as f32, (height + 16.0) * first as f32 + 40.0);
        egui::ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
            let painter = ui.painter();
            let small = FontId::proportional(12.0 * self.zoom);
            let mut before: BTreeMap<PlayerId, f32> = BTreeMap::new();
            for (index, round) in stage.rounds.iter().enumerate() {
                let left = rect.left() + (width + gap) * index as f32;
                let title = format!("Round {}", index + 1);
                painter.text(pos2(left, rect.top() + 4.0), Align2::LEFT_TOP, title, small.clone(), p.weak);
                let mut here: BTreeMap<PlayerId, f32> = BTreeMap::new();
                let slot = (size.y - 40.0) / round.meetings.len().max(1) as f32;
                for (board, meeting) in round.meetings.iter().enumerate() {
                    let Some(game) = meeting.games.first() else { continue };
                    let came: Vec<f32> =
                        [game.white, game.black].iter().filter_map(|id| before.get(id).copied()).collect();
                    let middle = match came[..] {
                        [a, b] => (a + b) / 2.0,
                        [a] if index > 0 => a,
                        _ => rect.top() + 32.0 + slot * (board as f32 + 0.5),
                    };
                    let box_ = Rect::from_min_size(pos2(left, middle - height / 2.0), vec2(width, height));
                    for (side, id) in [game.white, game.black].into_iter().enumerate() {
                        if let Some(&from) = before.get(&id) {
                            let x = left - gap / 2.0;
                            let y = box_.top() + height * (0.25 + 0.5 * side as f32);
                            let stroke = Stroke::new(2.0, p.accent);
                            painter.line_segment([pos2(left - gap, from), pos2(x, from)], stroke);
                            painter.line_segment([pos2(x, from), pos2(x, y)], stroke);
                            painter.line_segment([pos2(x, y), pos2(left, y)], stroke);
                        }
                        here.insert(id, middle);
                    }
                    self.meeting(ui, box_, state, meeting);
                }
                for id in round.byes.keys() {
                    if let Some(&y) = before.get(id) {
                        here.insert(*id, y);
                    }
                }
                before = here;
            }
        });
    }

    fn meeting(&self, ui: &Ui, rect: Rect, state: &State, meeting: &tournament::model::Meeting) {
        let p = Palette::of(ui);
        let painter = ui.painter();
        painter.rect(rect, theme::RADIUS, p.field, Stroke::new(1.0, p.outline), StrokeKind::Inside);
        painter.hline(rect.x_range(), rect.center().y, Stroke::new(1.0, p.line));
        let Some(game) = meeting.games.first() else { return };
        let sides = [game.white, game.black];
        let scores: Vec<i32> = sides
            .iter()
            .map(|&id| {
                let own = |game: &tournament::model::Game| if game.white == id { Color::White } else { Color::Black };
                meeting.games.iter().map(|game| game.result.map_or(0, |result| halves(result, own(game)))).sum()
            })
            .collect();
        let decided = meeting.games.iter().all(|game| game.result.is_some());
        for (side, &id) in sides.iter().enumerate() {
            let middle = rect.top() + rect.height() * (0.25 + 0.5 * side as f32);
            let wins = decided && scores[side] > scores[1 - side];
            let family = if wins { theme::bold_family() } else { egui::FontFamily::Proportional };
            let color: Color32 = if decided && !wins { p.weak } else { p.text };
            let font = FontId::new(13.0 * self.zoom, family);
            let mut job = egui::text::LayoutJob::simple_singleline(state.name(id), font.clone(), color);
            job.wrap = egui::text::TextWrapping::truncate_at_width(rect.width() - 48.0 * self.zoom);
            let galley = painter.layout_job(job);
            painter.galley(pos2(rect.left() + 8.0, middle - galley.size().y / 2.0), galley, color);
            if decided {
                let text = view::points_text(pairing::Points(scores[side] * 5));
                painter.text(pos2(rect.right() - 8.0, middle), Align2::RIGHT_CENTER, text, font, color);
            }
        }
    }
}

/// Half points of one side, for the score beside a name.
fn halves(result: GameResult, side: Color) -> i32 {
    use GameResult::*;
    match (result, side) {
        (WhiteWins | WhiteWinsUnrated | ForfeitToWhite, Color::White) => 2,
        (BlackWins | BlackWinsUnrated | ForfeitToBlack, Color::Black) => 2,
        (Draw | DrawUnrated, _) | (HalfToWhite, Color::White) | (HalfToBlack, Color::Black) => 1,
        _ => 0,
    }
}

/// All marks of a stage.
fn marks(state: &State, stage: usize) -> Marks {
    let mut marks = Marks::new();
    for game in state.stages.get(stage).iter().flat_map(|s| &s.rounds).flat_map(|r| &r.meetings).flat_map(|m| &m.games)
    {
        let Some(result) = game.result else { continue };
        let (white, black) = match result {
            GameResult::ForfeitToWhite => ("+", "–"),
            GameResult::ForfeitToBlack => ("–", "+"),
            GameResult::BothForfeit => ("–", "–"),
            GameResult::Adjourned => ("a", "a"),
            other => {
                let mark = |side| ["0", "½", "1"][halves(other, side) as usize];
                (mark(Color::White), mark(Color::Black))
            }
        };
        marks.entry((game.white, game.black)).or_default().push(white);
        marks.entry((game.black, game.white)).or_default().push(black);
    }
    marks
}

/// Members of the teams in order.
fn teams(doc: &Doc) -> Vec<Vec<PlayerId>> {
    doc.state().teams.values().map(|team| team.members.clone()).collect()
}
