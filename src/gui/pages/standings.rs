//! Standings: table and cross table, with the sums behind every tie-break.

use super::{Cx, search_field};
use crate::gui::action::{Action, Page};
use crate::gui::doc::Doc;
use crate::gui::theme::{self, Palette};
use crate::gui::view;
use crate::gui::widgets::{
    self, drop_down,
    table::{self, Col, Side, Table},
};
use eframe::egui::{self, Key, RichText, Ui};
use pairing::swiss::{Color, EntryKind, RoundEntry};
use std::collections::BTreeMap;
use tournament::model::{PlayerId, RoundNumber, State};
use tournament::standings::StageTable as Ranked;

/// The standings page.
#[derive(Default)]
pub struct Standings {
    after: Option<RoundNumber>,
    cross: bool,
    search: String,
    selected: Option<PlayerId>,
    scroll: bool,
    closed: bool,
}

/// What a column shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Rank,
    Movement,
    Number,
    Name,
    Rating,
    Federation,
    Round(usize),
    Points,
    TieBreak(usize),
}

impl Standings {
    /// Draws the page.
    pub fn show(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) {
        let v = doc.view();
        let rounds = self.after.filter(|&n| n <= v.rounds).unwrap_or(v.rounds);
        let find = cx.find_key(ui);
        let print = widgets::header(ui, "Standings", Some(("Print…", v.rounds > 0)), |ui| {
            if v.rounds == 0 {
                return;
            }
            let mut chosen = rounds;
            ui.name_inputs("After round", |ui| {
                drop_down::drop_down(ui, "after round", 132.0, format!("after round {rounds}"), |ui| {
                    for n in (1..=v.rounds).rev() {
                        drop_down::entry(ui, &mut chosen, n, format!("after round {n}"));
                    }
                })
            });
            if chosen != rounds {
                self.after = (chosen < v.rounds).then_some(chosen);
            }
            widgets::segmented(ui, &mut self.cross, &[(false, "Table"), (true, "Cross table")]);
            if ui.available_width() > 180.0 {
                search_field(ui, "standings search", &mut self.search, "find a name", find);
            }
        });
        if print || (v.rounds > 0 && cx.main_key()) {
            cx.ask(Action::Go(Page::Reports));
        }
        if v.rounds == 0 {
            if widgets::empty(ui, "There is no round yet.", Some("Go to the rounds")) {
                cx.ask(Action::Go(Page::Rounds));
            }
            return;
        }
        let ranked = v.standings(rounds);
        let before = (rounds > 1).then(|| v.standings(rounds - 1));
        self.keys(ui, doc, &ranked, cx);
        note(ui, doc, rounds);
        self.detail(ui, doc, &ranked);
        self.table(ui, doc, &ranked, before.as_deref(), cx);
    }

    fn rows(&self, doc: &Doc, ranked: &Ranked) -> Vec<usize> {
        let needle = self.search.trim().to_lowercase();
        let fits = |row: &usize| {
            needle.is_empty()
                || name(doc.state(), ranked, ranked.standings.rows[*row].index).to_lowercase().contains(&needle)
        };
        (0..ranked.standings.rows.len()).filter(fits).collect()
    }

    fn keys(&mut self, ui: &Ui, doc: &Doc, ranked: &Ranked, cx: &mut Cx<'_>) {
        if cx.key(ui, Key::C) {
            self.cross = !self.cross;
        }
        if cx.key(ui, Key::Escape) {
            self.selected = None;
            self.search.clear();
        }
        let rows = self.rows(doc, ranked);
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

    fn table(&mut self, ui: &mut Ui, doc: &Doc, ranked: &Ranked, before: Option<&Ranked>, cx: &mut Cx<'_>) {
        let p = Palette::of(ui);
        let state = doc.state();
        let rows = self.rows(doc, ranked);
        if rows.is_empty() {
            if widgets::empty(ui, "Nobody fits.", Some("Show all players")) {
                self.search.clear();
            }
            return;
        }
        let columns = columns(ranked, self.cross, ui.available_width());
        let cols: Vec<Col> = columns.iter().map(|(_, col)| col.clone()).collect();
        // What only one of the two tables shows is gathered for that one.
        let old_ranks: Option<BTreeMap<u32, u32>> = before
            .filter(|_| !self.cross)
            .map(|before| before.standings.rows.iter().map(|row| (row.number, row.rank)).collect());
        // In the cross table opponents are named by their line.
        let rows_of = if self.cross { &ranked.standings.rows[..] } else { &[] };
        let lines: BTreeMap<u32, usize> =
            rows_of.iter().enumerate().map(|(line, row)| (row.number, line + 1)).collect();
        let id_at = |row: usize| ranked.ids.get(ranked.standings.rows[row].index).copied();
        let selected = self.selected;
        let at = selected.and_then(|id| rows.iter().position(|&row| id_at(row) == Some(id)));
        let scroll_to = if std::mem::take(&mut self.scroll) { at } else { None };
        let table = Table {
            id: if self.cross { "cross table" } else { "standings" },
            columns: &cols,
            rows: rows.len(),
            row_height: cx.prefs.row_height(),
            scroll_to,
            below: 0.0,
        };
        let outcome = table.show(
            ui,
            |row| (id_at(rows[row]).is_some() && id_at(rows[row]) == selected).then_some(p.selected),
            |ui, row, column| {
                let index = rows[row];
                let standing = &ranked.standings.rows[index];
                let id = id_at(index);
                let player = id.and_then(|id| state.players.get(&id));
                match columns[column].0 {
                    What::Rank => {
                        let first = index == 0 || ranked.standings.rows[index - 1].rank != standing.rank;
                        let text = if first { standing.rank.to_string() } else { String::new() };
                        table::strong(ui, &text, p.text);
                    }
                    What::Movement => {
                        movement(ui, old_ranks.as_ref().and_then(|old| old.get(&standing.number)), standing.rank)
                    }
                    What::Number => drop(table::text(ui, &standing.number.to_string(), p.weak)),
                    What::Name => {
                        let text = player.map_or_else(String::new, |player| view::titled_name(player));
                        table::text(ui, &text, p.text);
                    }
                    What::Rating => {
                        let text = player.map_or_else(String::new, |player| view::rating_text(state.rating(player)));
                        table::text(ui, &text, p.weak);
                    }
                    What::Federation => {
                        table::text(ui, player.map_or("", |player| player.federation.as_str()), p.weak);
                    }
                    What::Round(round) => {
                        let entry = ranked.cross.rows.get(standing.index).and_then(|row| row.entrant.rounds.get(round));
                        round_cell(ui, entry, &lines, ranked, state);
                    }
                    What::Points => drop(table::strong(ui, &view::points_text(standing.points), p.text)),
                    What::TieBreak(which) => {
                        let value = standing.values.get(which).map_or_else(String::new, |value| value.to_string());
                        let response = table::text(ui, &value, p.text);
                        response.on_hover_ui(|ui| {
                            breakdown(ui, state, ranked, standing.number, which);
                        });
                    }
                }
            },
        );
        if let Some(row) = outcome.clicked {
            let id = id_at(rows[row]);
            self.selected = if self.selected == id { None } else { id };
            self.closed = false;
        }
        if let Some((row, _)) = outcome.double
            && let Some(id) = id_at(rows[row])
        {
            cx.ask(Action::ShowPlayer(id));
        }
    }

    /// The sums of the selected player, side by side.
    fn detail(&mut self, ui: &mut Ui, doc: &Doc, ranked: &Ranked) {
        if self.closed {
            return;
        }
        let Some(id) = self.selected else { return };
        let Some(index) = ranked.ids.iter().position(|other| *other == id) else { return };
        let Some(standing) = ranked.standings.rows.iter().find(|row| row.index == index) else { return };
        let p = Palette::of(ui);
        let frame = egui::Frame::new().fill(p.page).inner_margin(egui::Margin { left: 0, right: 0, top: 8, bottom: 0 });
        let panel =
            egui::Panel::bottom("sums").resizable(true).default_size(180.0).size_range(80.0..=420.0).frame(frame);
        panel.show(ui, |ui| {
            ui.horizontal(|ui| {
                let title = format!("{}: where the values come from", doc.state().name(id));
                ui.label(RichText::new(title).text_style(theme::bold()));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if crate::gui::frame::icon_button(ui, widgets::icon::Icon::Cross, "Close this panel").clicked() {
                        self.closed = true;
                    }
                });
            });
            egui::ScrollArea::both().auto_shrink(false).show(ui, |ui| {
                ui.horizontal_top(|ui| {
                    for which in 0..ranked.standings.codes.len() {
                        ui.allocate_ui_with_layout(
                            egui::vec2(260.0, 0.0),
                            egui::Layout::top_down(egui::Align::Min),
                            |ui| {
                                ui.set_width(260.0);
                                breakdown(ui, doc.state(), ranked, standing.number, which);
                            },
                        );
                        ui.add_space(12.0);
                    }
                });
            });
        });
    }
}

fn columns(ranked: &Ranked, cross: bool, width: f32) -> Vec<(What, Col)> {
    let mut columns = vec![(What::Rank, Col::new("", 44.0, Side::Right).hint("Rank"))];
    let mut add = |what, col| columns.push((what, col));
    if cross {
        add(What::Name, Col::flexible("Name", 160.0));
        add(What::Rating, Col::new("Rtg", 56.0, Side::Right));
        for round in 0..ranked.cross.rounds as usize {
            let col = Col::new((round + 1).to_string(), 62.0, Side::Centre);
            add(What::Round(round), col.hint(format!("Round {}: line of the opponent, colour, result", round + 1)));
        }
    } else {
        add(What::Movement, Col::new("", 48.0, Side::Left).hint("Movement since the round before"));
        if width > 900.0 {
            add(What::Number, Col::new("No.", 52.0, Side::Right).hint("Pairing number"));
        }
        add(What::Name, Col::flexible("Name", 160.0));
        add(What::Rating, Col::new("Rtg", 60.0, Side::Right));
        if width > 840.0 {
            add(What::Federation, Col::new("Fed", 60.0, Side::Left));
        }
    }
    add(What::Points, Col::new("Pts", 56.0, Side::Right).hint("Points"));
    for (which, code) in ranked.standings.codes.iter().enumerate() {
        add(What::TieBreak(which), Col::new(code.to_string(), 72.0, Side::Right).hint(code.title()));
    }
    columns
}

fn name(state: &State, ranked: &Ranked, index: usize) -> String {
    ranked.ids.get(index).map_or_else(String::new, |&id| state.name(id))
}

/// How far a player rose or fell; an arrow and a number, not a colour alone.
fn movement(ui: &mut Ui, old: Option<&u32>, rank: u32) {
    let p = Palette::of(ui);
    use widgets::icon::{self, Icon};
    let Some(&old) = old else { return };
    let by = i64::from(old) - i64::from(rank);
    if by == 0 {
        return;
    }
    ui.spacing_mut().item_spacing.x = 1.0;
    let (icon, color) = if by > 0 { (Icon::Up, p.accent) } else { (Icon::Down, p.weak) };
    icon::show(ui, icon, color);
    table::text(ui, &by.abs().to_string(), color);
}

/// "12 w 1" in the cross table.
fn round_cell(ui: &mut Ui, entry: Option<&RoundEntry>, lines: &BTreeMap<u32, usize>, ranked: &Ranked, state: &State) {
    let p = Palette::of(ui);
    let Some(entry) = entry else { return };
    let points = view::points_text(entry.points);
    let opponent = entry.opponent.and_then(|number| lines.get(&number)).map(|line| line.to_string());
    let color = match entry.color {
        Some(Color::White) => "w",
        Some(Color::Black) => "b",
        None => "",
    };
    let text = match entry.kind {
        EntryKind::Played { .. } => format!("{}{color}{points}", opponent.unwrap_or_default()),
        EntryKind::Adjourned => format!("{}{color}·", opponent.unwrap_or_default()),
        EntryKind::ForfeitWin => format!("{}{color}+", opponent.unwrap_or_default()),
        EntryKind::ForfeitLoss => format!("{}{color}–", opponent.unwrap_or_default()),
        EntryKind::PairingBye | EntryKind::FullBye | EntryKind::HalfBye => format!("bye {points}"),
        EntryKind::ZeroBye => "–".to_owned(),
    };
    let played = matches!(entry.kind, EntryKind::Played { .. });
    let response = table::text(ui, &text, if played { p.text } else { p.weak });
    if let Some(number) = entry.opponent {
        let index = ranked.cross.rows.iter().position(|row| row.entrant.tpn == number);
        response.on_hover_text(index.map_or_else(String::new, |index| name(state, ranked, index)));
    }
}

/// The parts of a tie-break value, with opponents by name.
fn breakdown(ui: &mut Ui, state: &State, ranked: &Ranked, number: u32, which: usize) {
    let p = Palette::of(ui);
    let Some(code) = ranked.standings.codes.get(which) else { return };
    let Some(explanation) = ranked.standings.explain(number, code) else { return };
    ui.spacing_mut().item_spacing.y = 2.0;
    let title = format!("{} = {}", code.title(), explanation.value);
    ui.label(RichText::new(title).text_style(theme::table_bold()));
    for part in &explanation.parts {
        let mut line = part.to_string();
        if let Some(opponent) = part.opponent
            && let Some(index) = ranked.cross.rows.iter().position(|row| row.entrant.tpn == opponent)
        {
            line = line.replacen(&format!("no. {opponent}"), &name(state, ranked, index), 1);
        }
        ui.label(RichText::new(line).small());
    }
    if !explanation.note.is_empty() {
        ui.label(RichText::new(&explanation.note).small().color(p.weak));
    }
}

/// Says when the standings are not what they will be.
fn note(ui: &mut Ui, doc: &Doc, rounds: RoundNumber) {
    let v = doc.view();
    let heading = v.heading(rounds);
    if heading.open > 0 {
        let text = format!("{}: the order can still change.", heading.title("Standings"));
        ui.label(RichText::new(text).small().color(Palette::of(ui).amber));
        ui.add_space(4.0);
    }
    let left_out = &v.standings(rounds).left_out;
    if !left_out.is_empty() {
        let names: Vec<String> = left_out.iter().map(|id| doc.state().name(*id)).collect();
        let text = format!("Not ranked, fewer than half of the games played: {}.", names.join("; "));
        ui.label(RichText::new(text).small().color(Palette::of(ui).amber));
        ui.add_space(4.0);
    }
}
