//! The window for the projector: pairings or standings, large, turning pages by themselves.

use crate::gui::doc::Doc;
use crate::gui::theme::{self, Palette};
use crate::gui::view;
use crate::gui::widgets;
use eframe::egui::{self, Align2, FontFamily, FontId, Rect, Ui, ViewportBuilder, ViewportId, pos2, vec2};
use std::sync::Arc;
use std::time::Duration;
use tournament::event::NotPaired;

/// Seconds that a page stays.
const PAGE_SECONDS: f64 = 10.0;

/// What is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Shown {
    #[default]
    Boards,
    Names,
    Standings,
}

/// The second window.
#[derive(Default)]
pub struct Display {
    /// It is open.
    pub open: bool,
    shown: Shown,
    page: usize,
    turned: f64,
    still: bool,
}

/// A name laid out so that it fits: smaller by up to a fifth, then on two lines, and only then cut.
fn fitting(ui: &Ui, text: &str, size: f32, width: f32, height: f32) -> Arc<egui::Galley> {
    let p = Palette::of(ui);
    let layout = |size: f32, rows: usize| {
        let font = FontId::new(size, FontFamily::Proportional);
        let mut job = egui::text::LayoutJob::simple(text.to_owned(), font, p.text, width);
        job.wrap.max_rows = rows;
        ui.painter().layout_job(job)
    };
    let one = layout(size, 1);
    if !one.elided {
        return one;
    }
    let smaller = layout(size * 0.8, 1);
    if !smaller.elided {
        return smaller;
    }
    // Two lines of the type's own height, with a little air.
    layout((height * 0.4).min(size * 0.72), 2)
}

/// A line of the display.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Line {
    left: String,
    name: String,
    middle: String,
    second: String,
    right: String,
    /// Parts the list.
    heading: bool,
}

impl Display {
    /// Draws the window.
    pub fn show(&mut self, ctx: &egui::Context, doc: Option<&Doc>) {
        if !self.open {
            return;
        }
        let Some(doc) = doc else {
            self.open = false;
            return;
        };
        let name = &doc.state().settings.name;
        let builder =
            ViewportBuilder::default().with_title(format!("{name} – display")).with_inner_size([1024.0, 768.0]);
        let mut close = false;
        ctx.show_viewport_immediate(ViewportId::from_hash_of("display"), builder, |ui, _| {
            self.draw(ui, doc);
            close = ui.input(|i| i.viewport().close_requested() || (i.focused && i.key_pressed(egui::Key::Escape)));
        });
        if close {
            self.open = false;
        }
    }

    fn draw(&mut self, ui: &mut Ui, doc: &Doc) {
        let p = Palette::of(ui);
        let whole = ui.max_rect();
        ui.painter().rect_filled(whole, 0.0, p.page);
        let unit = (whole.height() / 28.0).clamp(14.0, 48.0);
        let (mut title, lines) = self.lines(doc);
        if let (true, Some(stage)) = (doc.state().stages.len() > 1, doc.state().stages.get(doc.view().stage)) {
            title = format!("{} · {title}", tournament::stages::title(stage, doc.view().stage));
        }
        let head = unit * 3.2;
        let row = unit * 1.7;
        let foot = 40.0;
        let fits = (((whole.height() - head - foot) / row).floor() as usize).max(1);
        let pages = lines.len().div_ceil(fits).max(1);
        self.turn(ui, pages);
        let painter = ui.painter().clone();
        let big = |size: f32, bold: bool| {
            FontId::new(size, if bold { theme::bold_family() } else { FontFamily::Proportional })
        };
        let left = whole.left() + unit;
        let right = whole.right() - unit;
        painter.text(pos2(left, whole.top() + unit * 0.5), Align2::LEFT_TOP, title, big(unit * 1.3, true), p.text);
        let name = doc.state().settings.name.clone();
        painter.text(pos2(right, whole.top() + unit * 0.7), Align2::RIGHT_TOP, name, big(unit * 0.8, false), p.weak);
        for (index, line) in lines.iter().skip(self.page * fits).take(fits).enumerate() {
            let top = whole.top() + head + row * index as f32;
            let rect = Rect::from_min_max(pos2(whole.left(), top), pos2(whole.right(), top + row));
            if index % 2 == 0 {
                painter.rect_filled(rect, 0.0, p.rail);
            }
            self.line(ui, rect.shrink2(vec2(unit, 0.0)), unit, line);
        }
        self.controls(ui, Rect::from_min_max(pos2(left, whole.bottom() - foot), pos2(right, whole.bottom())), pages);
    }

    fn line(&self, ui: &Ui, rect: Rect, unit: f32, line: &Line) {
        let p = Palette::of(ui);
        let painter = ui.painter();
        let font = FontId::new(unit, FontFamily::Proportional);
        let bold = FontId::new(unit, theme::bold_family());
        let y = rect.center().y;
        let number = rect.left() + unit * 2.2;
        painter.text(pos2(number, y), Align2::RIGHT_CENTER, &line.left, font.clone(), p.weak);
        let first = number + unit * 0.8;
        let middle = if line.second.is_empty() { rect.right() - unit * 6.0 } else { rect.center().x + unit };
        let name = |text: &str, from: f32, to: f32| {
            let galley = fitting(ui, text, unit, (to - from).max(unit), rect.height());
            let top = y - galley.size().y / 2.0;
            painter.galley(pos2(from, top), galley, p.text);
        };
        // What stands at the right takes only the room that it needs.
        let end = if line.right.is_empty() { rect.right() } else { rect.right() - unit * 2.5 };
        if line.heading {
            painter.text(pos2(first, y), Align2::LEFT_CENTER, &line.name, bold, p.weak);
            return;
        }
        name(&line.name, first, middle - unit * 2.2);
        painter.text(pos2(middle, y), Align2::CENTER_CENTER, &line.middle, bold.clone(), p.text);
        name(&line.second, middle + unit * 2.2, end);
        painter.text(pos2(rect.right(), y), Align2::RIGHT_CENTER, &line.right, bold, p.text);
    }

    /// Turns the page when its time is over.
    fn turn(&mut self, ui: &Ui, pages: usize) {
        let now = ui.input(|i| i.time);
        if pages > 1 && !self.still {
            if self.turned == 0.0 || now < self.turned {
                self.turned = now;
            }
            if now - self.turned >= PAGE_SECONDS {
                self.page += 1;
                self.turned = now;
            }
            ui.ctx().request_repaint_after(Duration::from_millis(500));
        }
        if self.page >= pages {
            self.page = 0;
        }
    }

    fn controls(&mut self, ui: &mut Ui, rect: Rect, pages: usize) {
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(rect).layout(layout));
        let choices =
            [(Shown::Boards, "Pairings by board"), (Shown::Names, "Pairings by name"), (Shown::Standings, "Standings")];
        if widgets::segmented(&mut inner, &mut self.shown, &choices) {
            self.page = 0;
        }
        if pages > 1 {
            inner.checkbox(&mut self.still, "Hold this page");
            let next = inner.button(format!("page {} of {pages}", self.page + 1)).on_hover_text("Next page");
            if next.clicked() {
                self.page = (self.page + 1) % pages;
                self.turned = inner.input(|i| i.time);
            }
        }
    }

    fn lines(&self, doc: &Doc) -> (String, Vec<Line>) {
        let v = doc.view();
        let state = doc.state();
        let number = v.rounds;
        match self.shown {
            Shown::Standings if state.pairs_teams(v.stage) => {
                let (table, standings) = tournament::teams::standings(state, v.stage, number);
                let lines = standings.rows.iter().map(|row| Line {
                    left: row.rank.to_string(),
                    name: table.rows.get(row.index).map_or_else(String::new, |team| team.name.clone()),
                    middle: row.values.iter().take(2).map(|value| value.to_string()).collect::<Vec<_>>().join("   "),
                    second: String::new(),
                    right: view::points_text(row.points),
                    heading: false,
                });
                (format!("Teams after round {number}"), lines.collect())
            }
            Shown::Standings => {
                let table = v.standings(number);
                let lines = table.standings.rows.iter().map(|row| Line {
                    left: row.rank.to_string(),
                    name: table.ids.get(row.index).map_or_else(String::new, |&id| state.name(id)),
                    middle: row.values.iter().take(2).map(|value| value.to_string()).collect::<Vec<_>>().join("   "),
                    second: String::new(),
                    right: view::points_text(row.points),
                    heading: false,
                });
                (format!("Standings after round {number}"), lines.collect())
            }
            Shown::Boards | Shown::Names => {
                let mut lines = Vec::new();
                for (index, meeting) in state.round(v.stage, number).iter().flat_map(|r| &r.meetings).enumerate() {
                    let Some(game) = meeting.games.first() else { continue };
                    let result = view::meeting_text(meeting, game.white);
                    let result = if result.is_empty() { "–".to_owned() } else { result };
                    let (white, black) = (state.name(game.white), state.name(game.black));
                    let board = (index + 1).to_string();
                    let m = state.round(v.stage, number).and_then(|round| {
                        tournament::teams::match_of_board(round, index as u32 + 1).filter(|m| m.first == index)
                    });
                    if let (Some(m), Shown::Boards) = (m, self.shown) {
                        let (one, two) = (state.team_name(m.game.white), state.team_name(m.game.black));
                        let score = super::teams::score_text(state, &m);
                        let score = if score.is_empty() { "–".to_owned() } else { score };
                        let name = format!("{}. {one}  {score}  {two}", m.number);
                        lines.push(Line { name, heading: true, ..Line::default() });
                    }
                    if self.shown == Shown::Boards {
                        lines.push(Line { left: board, name: white, middle: result, second: black, ..Line::default() });
                    } else {
                        for (name, color, other) in [(&white, "White", &black), (&black, "Black", &white)] {
                            lines.push(Line {
                                left: board.clone(),
                                name: name.clone(),
                                middle: color.to_owned(),
                                second: other.clone(),
                                ..Line::default()
                            });
                        }
                    }
                }
                // Whoever has no opponent in this round stands on the display too, but not who has left or comes later.
                let absent = v.not_paired(number);
                let absent = absent.iter().filter(|(_, why)| matches!(why, NotPaired::Bye(_) | NotPaired::Waiting));
                let absent: Vec<Line> = if state.pairs_teams(v.stage) {
                    let teams = view::teams_not_paired(state, v.stage, number).into_iter();
                    let here = teams.filter(|(_, _, _, withdrawn)| !withdrawn);
                    here.map(|(_, name, second, _)| Line { name, second, ..Line::default() }).collect()
                } else {
                    let lines = absent.map(|&(id, why)| Line {
                        name: state.name(id),
                        second: view::not_paired_text(why, state, v.stage),
                        ..Line::default()
                    });
                    lines.collect()
                };
                if self.shown == Shown::Names {
                    lines.extend(absent);
                    lines.sort_by_key(|line| line.name.to_lowercase());
                } else if !absent.is_empty() {
                    lines.push(Line { name: "Not paired".to_owned(), heading: true, ..Line::default() });
                    lines.extend(absent);
                }
                (format!("Round {number}"), lines)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::tests::demo;
    use tournament::command::Command;
    use tournament::model::ByeKind;

    #[test]
    fn whoever_has_no_opponent_stands_on_the_display() {
        let mut event = demo::event(7);
        let (rests, leaves) =
            (event.state().players.keys().nth(1).copied(), event.state().players.keys().nth(2).copied());
        let (rests, leaves) = (rests.unwrap(), leaves.unwrap());
        demo::done(&mut event, Command::RequestBye { player: rests, round: 1, kind: Some(ByeKind::Half) });
        demo::done(&mut event, Command::Withdraw { player: leaves, from: 1 });
        demo::play(&mut event, 0);
        let doc = Doc::unsaved(event);
        let mut display = Display::default();
        let (title, lines) = display.lines(&doc);
        assert_eq!(
            (title.as_str(), lines.len()),
            ("Round 1", 2 + 1 + 2),
            "two boards, a heading, two without an opponent"
        );
        assert!(lines[2].heading);
        let absent = |lines: &[Line]| {
            let mut absent: Vec<String> =
                lines.iter().filter(|line| line.second.contains("bye")).map(|line| line.name.clone()).collect();
            absent.sort();
            absent
        };
        assert_eq!(absent(&lines).len(), 2);
        assert!(absent(&lines).contains(&doc.state().name(rests)));
        assert!(lines.iter().all(|line| line.name != doc.state().name(leaves)));
        // In the list by name they stand where their name belongs.
        display.shown = Shown::Names;
        let (_, by_name) = display.lines(&doc);
        assert_eq!(absent(&by_name), absent(&lines));
        let names: Vec<String> = by_name.iter().map(|line| line.name.to_lowercase()).collect();
        assert!(names.is_sorted(), "{names:?}");
    }
}
