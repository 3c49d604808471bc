//! The standings of teams: their table, their cross table, and what is behind a line.

use crate::gui::doc::Doc;
use crate::gui::frame::icon_button;
use crate::gui::pages::Cx;
use crate::gui::theme::{self, Palette};
use crate::gui::view;
use crate::gui::widgets::{
    self,
    icon::Icon,
    table::{self, Col, Side, Table},
};
use eframe::egui::{self, Key, RichText, Ui};
use std::collections::HashMap;
use tournament::Points;
use tournament::model::*;
use tournament::standings::{MatchEntry, Name, Standings, TeamRow, TeamTable, TieBreak};
use tournament::teams;

/// Which team is chosen, and what of it is shown.
#[derive(Default)]
pub struct Teams {
    selected: Option<u32>,
    matches: bool,
    scroll: bool,
}

impl Teams {
    /// The standings of the teams, or their cross table, with what is behind the line of the chosen team.
    pub fn show(&mut self, ui: &mut Ui, doc: &Doc, rounds: RoundNumber, cross: bool, cx: &mut Cx<'_>) {
        let (table, standings) = teams::standings(doc.state(), doc.view().stage, rounds);
        let numbers: Vec<u32> = standings.rows.iter().map(|row| row.number).collect();
        self.keys(ui, &numbers, cx);
        self.panel(ui, doc, &table, &standings);
        let here = self.selected.and_then(|number| numbers.iter().position(|other| *other == number));
        let scroll_to = if std::mem::take(&mut self.scroll) { here } else { None };
        let rows = Rows { doc, table: &table, standings: &standings, rounds, cross, here, scroll_to };
        if let Some(line) = rows.show(ui, cx.prefs.row_height()) {
            let number = numbers.get(line).copied();
            self.selected = if self.selected == number { None } else { number };
        }
    }

    fn keys(&mut self, ui: &Ui, numbers: &[u32], cx: &mut Cx<'_>) {
        if cx.key(ui, Key::D) {
            self.matches = !self.matches;
        }
        if cx.key(ui, Key::Escape) {
            self.selected = None;
        }
        let here = self.selected.and_then(|number| numbers.iter().position(|other| *other == number));
        for (key, by) in [(Key::ArrowDown, 1), (Key::ArrowUp, -1), (Key::PageDown, 15), (Key::PageUp, -15)] {
            if cx.key(ui, key) && !numbers.is_empty() {
                let there = here.map_or(0, |here| (here as isize + by).clamp(0, numbers.len() as isize - 1) as usize);
                self.selected = Some(numbers[there]);
                self.scroll = true;
            }
        }
    }

    /// The panel below: the sums behind the values of the chosen team, or its matches.
    fn panel(&mut self, ui: &mut Ui, doc: &Doc, table: &TeamTable, standings: &Standings) {
        let Some(number) = self.selected else { return };
        let Some(row) = standings.row_of(number) else { return };
        let Some(team) = table.rows.get(row.index) else { return };
        let p = Palette::of(ui);
        let name = |number: u32| table.rows.iter().find(|row| row.number == number).map(|row| row.name.clone());
        let frame = egui::Frame::new().fill(p.page).inner_margin(egui::Margin { left: 0, right: 0, top: 8, bottom: 0 });
        let panel =
            egui::Panel::bottom("team sums").resizable(true).default_size(200.0).size_range(80.0..=460.0).frame(frame);
        panel.show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.add(egui::Label::new(RichText::new(&team.name).text_style(theme::bold())).truncate());
                widgets::segmented(ui, &mut self.matches, &[(false, "Where the values come from"), (true, "Matches")]);
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if icon_button(ui, Icon::Cross, "Close this panel").clicked() {
                        self.selected = None;
                    }
                });
            });
            egui::ScrollArea::both().auto_shrink(false).show(ui, |ui| {
                if self.matches {
                    matches(ui, doc, team, &name);
                } else {
                    sums(ui, standings, number, &name);
                }
            });
        });
    }
}

/// The scores and all tie-breaks of a team, side by side.
fn sums(ui: &mut Ui, standings: &Standings, number: u32, name: &dyn Fn(u32) -> Option<String>) {
    let mut all = standings.clone();
    // The two scores first, unless the list has them.
    for score in [Name::GamePoints, Name::MatchPoints] {
        if all.codes.iter().all(|code| code.name != score) {
            all.codes.insert(0, TieBreak::new(score));
        }
    }
    ui.horizontal_top(|ui| {
        for which in 0..all.codes.len() {
            ui.allocate_ui_with_layout(egui::vec2(260.0, 0.0), egui::Layout::top_down(egui::Align::Min), |ui| {
                ui.set_width(260.0);
                super::explained(ui, &all, number, which, name);
            });
            ui.add_space(12.0);
        }
    });
}

/// The matches of a team, round by round.
fn matches(ui: &mut Ui, doc: &Doc, team: &TeamRow, name: &dyn Fn(u32) -> Option<String>) {
    use pairing::swiss::{Color, EntryKind};
    let p = Palette::of(ui);
    let ids = doc.state().numbering(doc.view().stage);
    let player =
        |number: u32| (number as usize).checked_sub(1).and_then(|at| ids.get(at)).map(|id| doc.state().name(*id));
    egui::Grid::new("matches").num_columns(6).spacing([20.0, 4.0]).show(ui, |ui| {
        for title in ["Round", "Board 1", "Opponent", "MP", "GP", "Boards"] {
            ui.label(RichText::new(title).small().color(p.weak));
        }
        ui.end_row();
        for (entry, round) in team.rounds.iter().zip(1..) {
            let text = |text: String| RichText::new(text).text_style(theme::table_text());
            ui.label(text(format!("{round}")));
            let color = match entry.color {
                Some(Color::White) => "white",
                Some(Color::Black) => "black",
                None => "",
            };
            ui.label(text(color.to_owned()));
            ui.label(text(match (entry.opponent.and_then(name), entry.kind) {
                (Some(name), EntryKind::ForfeitWin | EntryKind::ForfeitLoss) => format!("{name} (forfeit)"),
                (Some(name), _) => name,
                (None, EntryKind::PairingBye) => "pairing-allocated bye".to_owned(),
                (None, EntryKind::FullBye) => "full-point bye".to_owned(),
                (None, EntryKind::HalfBye) => "half-point bye".to_owned(),
                (None, _) => "no match".to_owned(),
            }));
            ui.label(text(view::points_text(entry.match_points)));
            ui.label(text(view::points_text(entry.game_points)));
            let boards = entry.boards.iter().map(|board| {
                let who = board.player.and_then(&player).unwrap_or_else(|| "(vacant)".to_owned());
                format!("{who} {}", view::points_text(board.entry.points))
            });
            ui.label(text(boards.collect::<Vec<_>>().join(" · ")));
            ui.end_row();
        }
    });
}

/// The table, as it is drawn.
struct Rows<'a> {
    doc: &'a Doc,
    table: &'a TeamTable,
    standings: &'a Standings,
    rounds: RoundNumber,
    cross: bool,
    here: Option<usize>,
    scroll_to: Option<usize>,
}

impl Rows<'_> {
    /// Draws the table; says which line was clicked.
    fn show(&self, ui: &mut Ui, row_height: f32) -> Option<usize> {
        let p = Palette::of(ui);
        let Rows { doc, table: table_of, standings, rounds, cross, here, scroll_to } = *self;
        let places: HashMap<u32, usize> = standings.rows.iter().zip(1..).map(|(row, at)| (row.number, at)).collect();
        let by_games = teams::primary(doc.state(), doc.view().stage) == TeamScore::GamePoints;
        let mut columns =
            vec![Col::new("Rank", 56.0, Side::Right), Col::new("No", 44.0, Side::Right), Col::flexible("Team", 140.0)];
        let middle = if cross { rounds as usize } else { 3 };
        if cross {
            columns.extend(
                (1..=rounds).map(|n| {
                    Col::new(n.to_string(), 64.0, Side::Right).hint("Opponent, colour on board 1, game points")
                }),
            );
        } else {
            columns.extend(["Won", "Drawn", "Lost"].map(|title| Col::new(title, 56.0, Side::Right)));
        }
        let names = if by_games { ["GP", "MP"] } else { ["MP", "GP"] };
        columns.extend(names.map(|name| Col::new(name, 64.0, Side::Right)));
        let codes: Vec<usize> = (0..standings.codes.len())
            .filter(|at| !["MPTS", "GPTS"].contains(&standings.codes[*at].to_string().as_str()))
            .collect();
        columns.extend(codes.iter().map(|at| {
            let code = &standings.codes[*at];
            Col::new(code.to_string(), 84.0, Side::Right).hint(code.title())
        }));
        let sum = |row: &TeamRow, games: bool| -> Points {
            let of = |e: &MatchEntry| if games { e.game_points } else { e.match_points };
            let extra = if games { row.extra_game_points } else { row.extra_match_points };
            row.rounds.iter().map(of).sum::<Points>() + extra
        };
        let outcome = Table {
            id: "team standings",
            columns: &columns,
            rows: standings.rows.len(),
            row_height,
            scroll_to,
            below: 0.0,
        }
        .show(
            ui,
            |row| (here == Some(row)).then_some(p.selected),
            |ui, line, column| {
                let row = &standings.rows[line];
                let Some(team) = table_of.rows.get(row.index) else { return };
                let text = match column {
                    0 => row.rank.to_string(),
                    1 => row.number.to_string(),
                    2 => {
                        table::strong(ui, &team.name, p.text).on_hover_text(&team.name);
                        return;
                    }
                    n if n < 3 + middle && cross => cell(team.rounds.get(n - 3), &places),
                    n if n < 3 + middle => {
                        let wanted =
                            [table_of.match_scoring.win, table_of.match_scoring.draw, table_of.match_scoring.loss]
                                [n - 3];
                        let counts = |e: &&MatchEntry| {
                            e.opponent.is_some()
                                && e.kind != pairing::swiss::EntryKind::Adjourned
                                && e.match_points == wanted
                        };
                        team.rounds.iter().filter(counts).count().to_string()
                    }
                    n if n == 3 + middle => {
                        table::strong(ui, &view::points_text(row.points), p.text);
                        return;
                    }
                    n if n == 4 + middle => view::points_text(sum(team, !by_games)),
                    n => {
                        let Some(&at) = codes.get(n - 5 - middle) else { return };
                        let value = row.values.get(at).map(ToString::to_string).unwrap_or_default();
                        table::text(ui, &value, p.text).on_hover_ui(|ui| {
                            let name = |number: u32| {
                                table_of.rows.iter().find(|row| row.number == number).map(|row| row.name.clone())
                            };
                            super::explained(ui, standings, row.number, at, name);
                        });
                        return;
                    }
                };
                table::text(ui, &text, p.text);
            },
        );
        outcome.clicked
    }
}

fn cell(entry: Option<&MatchEntry>, places: &HashMap<u32, usize>) -> String {
    let Some(entry) = entry else { return String::new() };
    let color = match entry.color {
        Some(pairing::swiss::Color::White) => "w",
        Some(pairing::swiss::Color::Black) => "b",
        None => "",
    };
    let points = view::points_text(entry.game_points);
    match entry.opponent.and_then(|number| places.get(&number)) {
        Some(place) => format!("{place}{color} {points}"),
        None if entry.kind == pairing::swiss::EntryKind::ZeroBye => "–".to_owned(),
        None => format!("bye {points}"),
    }
}
