//! The window for the projector: pairings or standings, large, turning pages by themselves.

use crate::gui::doc::Doc;
use crate::gui::theme::{self, Palette};
use crate::gui::view;
use crate::gui::widgets;
use eframe::egui::{self, Align2, FontFamily, FontId, Rect, Ui, ViewportBuilder, ViewportId, pos2, vec2};
use std::time::Duration;

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

/// A line of the display.
struct Line {
    left: String,
    name: String,
    middle: String,
    second: String,
    right: String,
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
        let (title, lines) = self.lines(doc);
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
            let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font.clone(), p.text);
            job.wrap = egui::text::TextWrapping::truncate_at_width((to - from).max(unit));
            let galley = painter.layout_job(job);
            let top = y - galley.size().y / 2.0;
            painter.galley(pos2(from, top), galley, p.text);
        };
        name(&line.name, first, middle - unit * 2.2);
        painter.text(pos2(middle, y), Align2::CENTER_CENTER, &line.middle, bold.clone(), p.text);
        name(&line.second, middle + unit * 2.2, rect.right() - unit * 2.5);
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
            Shown::Standings => {
                let table = v.standings(number);
                let lines = table.standings.rows.iter().map(|row| Line {
                    left: row.rank.to_string(),
                    name: table.ids.get(row.index).map_or_else(String::new, |&id| state.name(id)),
                    middle: row.values.iter().take(2).map(|value| value.to_string()).collect::<Vec<_>>().join("   "),
                    second: String::new(),
                    right: view::points_text(row.points),
                });
                (format!("Standings after round {number}"), lines.collect())
            }
            Shown::Boards | Shown::Names => {
                let mut lines = Vec::new();
                for (index, meeting) in state.round(v.stage, number).iter().flat_map(|r| &r.meetings).enumerate() {
                    let Some(game) = meeting.games.first() else { continue };
                    let result = game.result.map_or("–", |result| view::result_text(result).0).to_owned();
                    let (white, black) = (state.name(game.white), state.name(game.black));
                    let board = (index + 1).to_string();
                    if self.shown == Shown::Boards {
                        lines.push(Line {
                            left: board,
                            name: white,
                            middle: result,
                            second: black,
                            right: String::new(),
                        });
                    } else {
                        for (name, color, other) in [(&white, "White", &black), (&black, "Black", &white)] {
                            lines.push(Line {
                                left: board.clone(),
                                name: name.clone(),
                                middle: color.to_owned(),
                                second: other.clone(),
                                right: String::new(),
                            });
                        }
                    }
                }
                if self.shown == Shown::Names {
                    lines.sort_by_key(|line| line.name.to_lowercase());
                }
                for &(id, why) in v.not_paired(number).iter() {
                    if let tournament::event::NotPaired::Bye(_) = why {
                        lines.push(Line {
                            left: String::new(),
                            name: state.name(id),
                            middle: String::new(),
                            second: view::not_paired_text(why, &state.settings),
                            right: String::new(),
                        });
                    }
                }
                (format!("Round {number}"), lines)
            }
        }
    }
}
