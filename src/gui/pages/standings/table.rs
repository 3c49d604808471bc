//! The table of places and the cross table.

use super::{Kept, Mode, Standings, sums};
use crate::gui::action::Action;
use crate::gui::doc::Doc;
use crate::gui::pages::Cx;
use crate::gui::theme::Palette;
use crate::gui::view;
use crate::gui::widgets::{
    self,
    table::{self, Col, Side, Table},
};
use eframe::egui::Ui;
use pairing::swiss::{Color, EntryKind};
use std::collections::{BTreeMap, BTreeSet};
use tournament::model::{PlayerId, RoundNumber};
use tournament::standings::StageTable as Ranked;
use tournament::standings::{CrossCell, CrossView, DecisionKind, Order, cross_view};

/// What a column shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Rank,
    Movement,
    Number,
    /// Starting rank against place.
    Gain,
    Name,
    Rating,
    Federation,
    /// The team of a player, where players are paired.
    Team,
    /// A round of a Swiss, or an opponent where everybody meets everybody; from 0.
    Cell(usize),
    Points,
    TieBreak(usize),
}

/// More opponents than these do not fit beside each other; then rounds stand across.
const MOST_ACROSS: usize = 24;

impl Standings {
    /// Lines of the standings that are shown, with places and cross table; kept until something changes.
    fn gathered(&mut self, doc: &Doc, ranked: &Ranked, rounds: RoundNumber) -> &Kept {
        let cross = self.mode == Mode::Cross;
        let order = if self.by_number { Order::Number } else { Order::Rank };
        let key = (doc.revision(), rounds, self.category.clone(), cross && self.by_number);
        let stale = self.kept.as_ref().is_none_or(|kept| kept.key != key || (cross && kept.cross.is_none()));
        if stale {
            let state = doc.state();
            let category = state.settings.categories.iter().find(|one| Some(&one.name) == self.category.as_ref());
            let places: Option<BTreeMap<u32, u32>> = category.map(|category| {
                let placed = ranked.category(state, category);
                placed.iter().map(|one| (one.standing.number, one.place)).collect()
            });
            let shown = |number: u32| places.as_ref().is_none_or(|places| places.contains_key(&number));
            let rows = &ranked.standings.rows;
            let mut lines: Vec<usize> = (0..rows.len()).filter(|line| shown(rows[*line].number)).collect();
            if cross && self.by_number {
                lines.sort_by_key(|line| rows[*line].number);
            }
            let cross = cross.then(|| cross_view(&ranked.cross, &ranked.standings, order));
            self.kept = Some(Kept { key, lines, places, cross });
        }
        // Filled two lines above where it was empty.
        self.kept.get_or_insert_with(|| Kept { key: (0, 0, None, false), lines: Vec::new(), places: None, cross: None })
    }

    /// Lines that are shown and fit what is searched for.
    pub(super) fn rows(&mut self, doc: &Doc, ranked: &Ranked, rounds: RoundNumber) -> Vec<usize> {
        let needle = self.search.trim().to_lowercase();
        let lines = self.gathered(doc, ranked, rounds).lines.clone();
        let name = |line: usize| {
            let id = ranked.ids.get(ranked.standings.rows[line].index);
            id.map_or_else(String::new, |id| doc.state().name(*id).to_lowercase())
        };
        lines.into_iter().filter(|line| needle.is_empty() || name(*line).contains(&needle)).collect()
    }

    pub(super) fn table(
        &mut self,
        ui: &mut Ui,
        doc: &Doc,
        ranked: &Ranked,
        before: Option<&Ranked>,
        rounds: RoundNumber,
        cx: &mut Cx<'_>,
    ) {
        let p = Palette::of(ui);
        let state = doc.state();
        let rows = self.rows(doc, ranked, rounds);
        if rows.is_empty() {
            if widgets::empty(ui, "Nobody fits.", Some("Show all players")) {
                self.search.clear();
                self.category = None;
            }
            return;
        }
        let in_cross = self.mode == Mode::Cross;
        let by_number = self.by_number;
        let scroll = std::mem::take(&mut self.scroll);
        let selected = self.selected;
        let kept = self.gathered(doc, ranked, rounds);
        let view = kept.cross.as_ref().filter(|_| in_cross);
        let teams = tournament::teams::beside_names(state, doc.view().stage);
        let columns = columns(ranked, view, by_number, teams, ui.available_width());
        let cols: Vec<Col> = columns.iter().map(|(_, col)| col.clone()).collect();
        let old_ranks: Option<BTreeMap<u32, u32>> = before
            .filter(|_| !in_cross)
            .map(|before| before.standings.rows.iter().map(|row| (row.number, row.rank)).collect());
        let tied: BTreeSet<u32> = ranked.standings.level().into_iter().flatten().collect();
        // Rows of the cross table by number.
        let crossed: BTreeMap<u32, usize> =
            view.iter().flat_map(|view| view.rows.iter().enumerate()).map(|(at, row)| (row.number, at)).collect();
        let id_at = |row: usize| ranked.ids.get(ranked.standings.rows[row].index).copied();
        let at = selected.and_then(|id| rows.iter().position(|&row| id_at(row) == Some(id)));
        let table = Table {
            id: if in_cross { "cross table" } else { "standings" },
            columns: &cols,
            rows: rows.len(),
            row_height: cx.prefs.row_height(),
            scroll_to: if scroll { at } else { None },
            below: 0.0,
        };
        let outcome = table.show(
            ui,
            |row| (id_at(rows[row]).is_some() && id_at(rows[row]) == selected).then_some(p.selected),
            |ui, row, column| {
                let standing = &ranked.standings.rows[rows[row]];
                let id = id_at(rows[row]);
                let player = id.and_then(|id| state.players.get(&id));
                match columns[column].0 {
                    What::Rank if view.is_some() => {
                        let place = crossed.get(&standing.number).map_or(0, |at| at + 1);
                        table::strong(ui, &place.to_string(), p.text);
                    }
                    What::Rank => {
                        let place = kept.places.as_ref().and_then(|places| places.get(&standing.number));
                        rank(ui, *place.unwrap_or(&standing.rank), tied.contains(&standing.number), standing.decided);
                    }
                    What::Movement => {
                        movement(ui, old_ranks.as_ref().and_then(|old| old.get(&standing.number)), standing.rank)
                    }
                    What::Number => drop(table::text(ui, &standing.number.to_string(), p.weak)),
                    What::Gain => {
                        let by = i64::from(standing.number) - i64::from(standing.rank);
                        let text = if by == 0 { "0".to_owned() } else { format!("{by:+}") };
                        table::text(ui, &text, p.weak);
                    }
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
                    What::Team => {
                        let team = player.and_then(|player| player.team).map(|team| state.team_name(team));
                        let team = team.unwrap_or_default();
                        table::text(ui, &team, p.weak).on_hover_text(team);
                    }
                    What::Cell(which) => {
                        if let (Some(view), Some(line)) = (view, crossed.get(&standing.number)) {
                            cells(ui, view, *line, which);
                        }
                    }
                    What::Points => drop(table::strong(ui, &view::points_text(standing.points), p.text)),
                    What::TieBreak(which) => {
                        let value = standing.values.get(which).map_or_else(String::new, |value| value.to_string());
                        let response = table::text(ui, &value, p.text);
                        response.on_hover_ui(|ui| {
                            sums::breakdown(ui, state, ranked, standing.number, which);
                        });
                    }
                }
            },
        );
        let clicked: Option<PlayerId> = outcome.clicked.and_then(|row| id_at(rows[row]));
        let double = outcome.double.and_then(|(row, _)| id_at(rows[row]));
        if let Some(id) = clicked {
            self.choose(id);
        }
        if let Some(id) = double {
            cx.ask(Action::ShowPlayer(id));
        }
    }
}

fn columns(ranked: &Ranked, view: Option<&CrossView>, by_number: bool, teams: bool, width: f32) -> Vec<(What, Col)> {
    let mut columns = Vec::new();
    let mut add = |what, col| columns.push((what, col));
    if let Some(view) = view {
        let hint = if by_number { "Line, in order of number" } else { "Line, in order of rank" };
        add(What::Rank, Col::new("", 44.0, Side::Right).hint(hint));
        add(What::Name, Col::flexible("Name", 160.0));
        add(What::Rating, Col::new("Rtg", 56.0, Side::Right));
        if view.grid && view.rows.len() <= MOST_ACROSS {
            let twice = view.rows.iter().flat_map(|row| &row.cells).any(|games| games.len() > 1);
            for row in &view.rows {
                let width = if twice { 104.0 } else { 56.0 };
                let col = Col::new(row.place.to_string(), width, Side::Centre);
                add(What::Cell(row.place as usize - 1), col.hint(format!("Against {}", row.name)));
            }
        } else {
            for round in 0..ranked.cross.rounds as usize {
                let col = Col::new((round + 1).to_string(), 62.0, Side::Centre);
                add(What::Cell(round), col.hint(format!("Round {}: line of the opponent, colour, result", round + 1)));
            }
        }
    } else {
        add(What::Rank, Col::new("", 56.0, Side::Right).hint("Rank; = shared, p play-off, l lot, h by hand"));
        add(What::Movement, Col::new("", 48.0, Side::Left).hint("Movement since the round before"));
        if width > 900.0 {
            add(What::Number, Col::new("No.", 52.0, Side::Right).hint("Pairing number"));
        }
        if width > 1080.0 {
            add(What::Gain, Col::new("±", 48.0, Side::Right).hint("Starting rank against place"));
        }
        add(What::Name, Col::flexible("Name", 160.0));
        add(What::Rating, Col::new("Rtg", 60.0, Side::Right));
        if width > 840.0 {
            add(What::Federation, Col::new("Fed", 60.0, Side::Left));
        }
        if teams {
            add(What::Team, Col::new("Team", if width > 840.0 { 150.0 } else { 100.0 }, Side::Left));
        }
    }
    add(What::Points, Col::new("Pts", 56.0, Side::Right).hint("Points"));
    for (which, code) in ranked.standings.codes.iter().enumerate() {
        add(What::TieBreak(which), Col::new(code.to_string(), 72.0, Side::Right).hint(code.title()));
    }
    columns
}

/// The rank; a shared one and one that was decided are marked.
fn rank(ui: &mut Ui, rank: u32, shared: bool, decided: Option<DecisionKind>) {
    let p = Palette::of(ui);
    let (mark, words) = match decided {
        Some(DecisionKind::PlayOff) => (" p", "ranked by a play-off"),
        Some(DecisionKind::Lot) => (" l", "ranked by lot"),
        Some(DecisionKind::ByHand) => (" h", "ranked by hand"),
        None if shared => (" =", "shared"),
        None => ("", ""),
    };
    let response = table::strong(ui, &format!("{rank}{mark}"), p.text);
    if !words.is_empty() {
        response.on_hover_text(words);
    }
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

/// "12w1" in a Swiss: opponent, colour, result; "1w3" where opponents stand across: result, colour, round.
fn cells(ui: &mut Ui, view: &CrossView, line: usize, which: usize) {
    let p = Palette::of(ui);
    let Some(row) = view.rows.get(line) else { return };
    let across = view.grid && view.rows.len() <= MOST_ACROSS;
    let games: Vec<&CrossCell> = if across {
        if which == line {
            table::text(ui, "×", p.weak);
            return;
        }
        row.cells.get(which).map(|games| games.iter().collect()).unwrap_or_default()
    } else {
        row.cells.iter().flatten().filter(|cell| cell.round as usize == which + 1).collect()
    };
    let Some(first) = games.first() else { return };
    let text: String = if across {
        // Result, colour and round; of several games the first cycle first.
        let color = |cell: &CrossCell| match cell.color {
            Some(Color::White) => "w",
            Some(Color::Black) => "b",
            None => "",
        };
        let marks = games.iter().map(|cell| format!("{}{}{}", cell.result(), color(cell), cell.round));
        marks.collect::<Vec<_>>().join(" ")
    } else {
        match first.kind {
            EntryKind::PairingBye | EntryKind::FullBye | EntryKind::HalfBye => {
                format!("bye {}", view::points_text(first.points))
            }
            _ => first.to_string(),
        }
    };
    let played = games.iter().any(|cell| matches!(cell.kind, EntryKind::Played { .. }));
    let response = table::text(ui, &text, if played { p.text } else { p.weak });
    let opponent = first.opponent.and_then(|place| view.rows.get(place as usize - 1));
    if let Some(opponent) = opponent {
        let rounds: Vec<String> = games.iter().map(|cell| cell.round.to_string()).collect();
        response.on_hover_text(format!("{}, round {}", opponent.name, rounds.join(", ")));
    }
}
