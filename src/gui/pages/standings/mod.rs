//! Standings: table, cross table, ratings and norms, with the sums behind every tie-break.

mod card;
mod rated;
mod sums;
mod table;
mod team;
mod ties;

pub use sums::explained;

use super::{Cx, search_field};
use crate::gui::action::{Action, Page};
use crate::gui::doc::Doc;
use crate::gui::theme::{self, Palette};
use crate::gui::widgets::{self, drop_down};
use eframe::egui::{self, Key, RichText, Ui};
use reports::What;
use std::collections::BTreeMap;
use tournament::model::{PlayerId, RoundNumber};
use tournament::standings::CrossView;
use tournament::standings::StageTable as Ranked;

/// What the page shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mode {
    /// Places with tie-breaks.
    #[default]
    Table,
    /// Cross table.
    Cross,
    /// Rating changes.
    Ratings,
    /// Title norms.
    Norms,
}

/// What the panel below shows of the selected player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Detail {
    /// The sums of the tie-breaks.
    #[default]
    Sums,
    /// The player's card.
    Card,
}

/// The standings page.
#[derive(Default)]
pub struct Standings {
    after: Option<RoundNumber>,
    mode: Mode,
    by_number: bool,
    category: Option<String>,
    search: String,
    selected: Option<PlayerId>,
    detail: Detail,
    scroll: bool,
    closed: bool,
    ties: ties::Ties,
    rated: rated::Rated,
    kept: Option<Kept>,
    /// The players of a contest of teams.
    players: bool,
    /// These by points instead of by board.
    by_points: bool,
    of_teams: team::Teams,
    /// Teams that share a rank, for a revision of the event and a round.
    team_ties: Option<((u64, usize, RoundNumber), ties::Level)>,
}

/// What was gathered for the state of the event and the choices in `key`.
struct Kept {
    key: (u64, RoundNumber, Option<String>, bool),
    /// Lines of the standings that are shown, in order; with a category only its members.
    lines: Vec<usize>,
    /// Places in the category, by number.
    places: Option<BTreeMap<u32, u32>>,
    /// The cross table of what is shown.
    cross: Option<CrossView>,
}

impl Standings {
    /// Draws the page.
    pub fn show(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) {
        let v = doc.view();
        let rounds = self.after.filter(|&n| n <= v.rounds).unwrap_or(v.rounds);
        let find = cx.find_key(ui);
        let mut searched = false;
        let print = widgets::header(ui, "Standings", Some(("Print…", v.rounds > 0)), |ui| {
            if v.rounds == 0 {
                return;
            }
            self.choose_round(ui, v.rounds, rounds);
            widgets::segmented(
                ui,
                &mut self.mode,
                &[
                    (Mode::Table, "Table"),
                    (Mode::Cross, "Cross table"),
                    (Mode::Ratings, "Ratings"),
                    (Mode::Norms, "Norms"),
                ],
            );
            searched = ui.available_width() > 180.0;
            if searched {
                search_field(ui, "standings search", &mut self.search, "find a name", find);
            }
        });
        if print || (v.rounds > 0 && cx.main_key()) {
            let of_teams = doc.state().pairs_teams(v.stage) && !self.players;
            cx.ask(Action::Print(match self.mode {
                Mode::Table | Mode::Cross if of_teams => What::TeamStandings,
                Mode::Table => What::Standings,
                Mode::Cross if self.by_number => What::CrossTableByNumber,
                Mode::Cross => What::CrossTable,
                Mode::Ratings => What::Ratings,
                Mode::Norms => What::Norms,
            }));
        }
        if v.rounds == 0 {
            if widgets::empty(ui, "There is no round yet.", Some("Go to the rounds")) {
                cx.ask(Action::Go(Page::Rounds));
            }
            return;
        }
        let of_teams = doc.state().pairs_teams(v.stage);
        if (of_teams || super::teams::is_scheveningen(doc)) && matches!(self.mode, Mode::Table | Mode::Cross) {
            ui.horizontal(|ui| {
                widgets::segmented(ui, &mut self.players, &[(false, "Teams"), (true, "Players")]);
                if doc.view().bracket_name == "Bracket" {
                    widgets::caption(ui, "Ranked by the bracket, as far as it has decided.");
                } else {
                    title_line(ui, doc, rounds);
                }
            });
            ui.add_space(8.0);
            if !self.players {
                self.teams(ui, doc, rounds, cx);
                return;
            }
            if of_teams {
                super::teams::players(ui, doc, rounds, &self.search, &mut self.by_points, cx);
                return;
            }
        }
        let ranked = v.standings(rounds);
        let before = (rounds > 1).then(|| v.standings(rounds - 1));
        if self.category.as_ref().is_some_and(|name| !doc.state().settings.categories.iter().any(|c| c.name == *name)) {
            self.category = None;
        }
        self.keys(ui, doc, &ranked, rounds, cx);
        match self.mode {
            Mode::Table | Mode::Cross => {
                self.second_line(ui, doc, rounds, (!searched).then_some(find));
                if self.mode == Mode::Table {
                    self.ties.strip(ui, doc, &ties::Level::of(&ranked), rounds, self.selected, cx);
                }
                note(ui, doc, &ranked, rounds);
                self.panel(ui, doc, &ranked, rounds, cx);
                self.table(ui, doc, &ranked, before.as_deref(), rounds, cx);
            }
            Mode::Ratings => {
                note(ui, doc, &ranked, rounds);
                self.panel(ui, doc, &ranked, rounds, cx);
                if let Some(id) = self.rated.ratings(ui, doc, rounds, self.selected, &self.search, cx) {
                    self.choose(id);
                    self.detail = Detail::Card;
                }
            }
            Mode::Norms => {
                if let Some(id) = self.rated.norms(ui, doc, rounds, self.selected, &self.search, cx) {
                    self.choose(id);
                }
            }
        }
    }

    /// The teams: their ties, and their table.
    fn teams(&mut self, ui: &mut Ui, doc: &Doc, rounds: RoundNumber, cx: &mut Cx<'_>) {
        let (state, stage) = (doc.state(), doc.view().stage);
        if cx.key(ui, Key::C) {
            self.mode = if self.mode == Mode::Cross { Mode::Table } else { Mode::Cross };
        }
        if state.pairs_teams(stage) {
            let key = (doc.revision(), stage, rounds);
            if self.team_ties.as_ref().is_none_or(|(known, _)| *known != key) {
                self.team_ties = Some((key, ties::Level::of_teams(state, stage, rounds)));
            }
            let level = self.team_ties.as_ref().map(|(_, level)| level.clone()).unwrap_or_default();
            if cx.key(ui, Key::T) && self.mode == Mode::Table {
                self.ties.toggle(doc, &level, rounds, None);
            }
            if cx.key(ui, Key::Escape) {
                self.ties.close();
            }
            let heading = doc.view().heading(rounds);
            if heading.open > 0 {
                let text = format!("{}: the order can still change.", heading.title("Standings"));
                ui.label(RichText::new(text).small().color(Palette::of(ui).amber));
                ui.add_space(4.0);
            }
            let gone: Vec<String> =
                tournament::teams::left_out(state, stage).iter().map(|id| state.team_name(*id)).collect();
            if !gone.is_empty() {
                widgets::caption(ui, format!("Left out, fewer than half of the matches: {}", gone.join("; ")));
            }
            if self.mode == Mode::Table {
                self.ties.strip(ui, doc, &level, rounds, None, cx);
                self.ties.panel(ui, doc, &level, rounds, cx);
            }
        }
        self.of_teams.show(ui, doc, rounds, self.mode == Mode::Cross, cx);
    }

    fn choose(&mut self, id: PlayerId) {
        self.selected = if self.selected == Some(id) { None } else { Some(id) };
        self.closed = false;
    }

    fn choose_round(&mut self, ui: &mut Ui, last: RoundNumber, rounds: RoundNumber) {
        let mut chosen = rounds;
        ui.name_inputs("After round", |ui| {
            drop_down::drop_down(ui, "after round", 132.0, format!("after round {rounds}"), |ui| {
                for n in (1..=last).rev() {
                    drop_down::entry(ui, &mut chosen, n, format!("after round {n}"));
                }
            })
        });
        if chosen != rounds {
            self.after = (chosen < last).then_some(chosen);
        }
    }

    /// Category, and the order of the cross table.
    fn second_line(&mut self, ui: &mut Ui, doc: &Doc, rounds: RoundNumber, search: Option<bool>) {
        let categories = &doc.state().settings.categories;
        let cross = self.mode == Mode::Cross;
        if categories.is_empty() && !cross && search.is_none() {
            title_line(ui, doc, rounds);
            return;
        }
        ui.horizontal(|ui| {
            if !categories.is_empty() {
                let shown = self.category.clone().unwrap_or_else(|| "everybody".to_owned());
                ui.name_inputs("Category", |ui| {
                    drop_down::drop_down(ui, "category", 180.0, shown, |ui| {
                        drop_down::entry(ui, &mut self.category, None, "everybody");
                        for category in categories {
                            drop_down::entry(ui, &mut self.category, Some(category.name.clone()), &category.name);
                        }
                    })
                });
            }
            if cross {
                widgets::segmented(ui, &mut self.by_number, &[(false, "by rank"), (true, "by number")]);
            }
            // Where the first line is too short for it.
            if let Some(find) = search {
                search_field(ui, "standings search", &mut self.search, "find a name", find);
            }
            title_line(ui, doc, rounds);
        });
        ui.add_space(4.0);
    }

    fn keys(&mut self, ui: &Ui, doc: &Doc, ranked: &Ranked, rounds: RoundNumber, cx: &mut Cx<'_>) {
        if cx.key(ui, Key::C) {
            self.mode = if self.mode == Mode::Cross { Mode::Table } else { Mode::Cross };
        }
        if cx.key(ui, Key::T) && self.mode == Mode::Table {
            self.ties.toggle(doc, &ties::Level::of(ranked), rounds, self.selected);
        }
        if cx.key(ui, Key::D) {
            self.detail = if self.detail == Detail::Card { Detail::Sums } else { Detail::Card };
        }
        if cx.key(ui, Key::Escape) {
            if !self.ties.close() {
                self.selected = None;
            }
            self.search.clear();
        }
        if matches!(self.mode, Mode::Ratings | Mode::Norms) {
            return;
        }
        let rows = self.rows(doc, ranked, rounds);
        let id_at = |row: usize| ranked.ids.get(ranked.standings.rows[row].index).copied();
        let here = self.selected.and_then(|id| rows.iter().position(|&row| id_at(row) == Some(id)));
        for (key, by) in [(Key::ArrowDown, 1), (Key::ArrowUp, -1), (Key::PageDown, 15), (Key::PageUp, -15)] {
            if cx.key(ui, key) && !rows.is_empty() {
                let there = here.map_or(0, |here| (here as isize + by).clamp(0, rows.len() as isize - 1) as usize);
                self.selected = id_at(rows[there]);
                self.closed = false;
                self.scroll = true;
            }
        }
    }

    /// The panel below: a tie to decide, or what is behind the selected player's line.
    fn panel(&mut self, ui: &mut Ui, doc: &Doc, ranked: &Ranked, rounds: RoundNumber, cx: &mut Cx<'_>) {
        if self.mode == Mode::Table && self.ties.panel(ui, doc, &ties::Level::of(ranked), rounds, cx) {
            return;
        }
        if self.closed {
            return;
        }
        let Some(id) = self.selected else { return };
        let Some(standing) = ranked.number_of(id).and_then(|number| ranked.standings.row_of(number)) else { return };
        let p = Palette::of(ui);
        let frame = egui::Frame::new().fill(p.page).inner_margin(egui::Margin { left: 0, right: 0, top: 8, bottom: 0 });
        let panel =
            egui::Panel::bottom("sums").resizable(true).default_size(200.0).size_range(80.0..=460.0).frame(frame);
        panel.show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.add(egui::Label::new(RichText::new(doc.state().name(id)).text_style(theme::bold())).truncate());
                if self.mode != Mode::Ratings {
                    let choices = [(Detail::Sums, "Where the values come from"), (Detail::Card, "Player card")];
                    widgets::segmented(ui, &mut self.detail, &choices);
                }
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if crate::gui::frame::icon_button(ui, widgets::icon::Icon::Cross, "Close this panel").clicked() {
                        self.closed = true;
                    }
                });
            });
            egui::ScrollArea::both().auto_shrink(false).show(ui, |ui| {
                if self.detail == Detail::Card || self.mode == Mode::Ratings {
                    card::show(ui, doc, ranked, standing.number, cx);
                } else {
                    sums::all(ui, doc.state(), ranked, standing.number);
                }
            });
        });
    }
}

/// What these standings may be called.
fn title_line(ui: &mut Ui, doc: &Doc, rounds: RoundNumber) {
    let heading = doc.view().heading(rounds);
    if heading.last && heading.open == 0 {
        widgets::caption(ui, heading.title("Standings"));
    }
}

/// Says when the standings are not what they will be, and who is not in them.
fn note(ui: &mut Ui, doc: &Doc, ranked: &Ranked, rounds: RoundNumber) {
    let heading = doc.view().heading(rounds);
    if heading.open > 0 {
        let text = format!("{}: the order can still change.", heading.title("Standings"));
        ui.label(RichText::new(text).small().color(Palette::of(ui).amber));
        ui.add_space(4.0);
    }
    if !ranked.unknown.is_empty() {
        let text = format!(
            "Tie-breaks that are not known and not applied: {}. Decide ties that reach them by hand, or take them out of the list.",
            ranked.unknown.join(", ")
        );
        ui.label(RichText::new(text).small().color(Palette::of(ui).amber));
        ui.add_space(4.0);
    }
    if !ranked.left_out.is_empty() {
        let names: Vec<String> = ranked.left_out.iter().map(|id| doc.state().name(*id)).collect();
        widgets::caption(ui, format!("Left out, fewer than half of the games: {}", names.join("; ")));
    }
}
