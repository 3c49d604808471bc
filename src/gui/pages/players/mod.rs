//! Players: the list with check-in, and a panel to edit one of them.

mod card;
mod columns;
mod refresh;
mod suggest;

use super::{Cx, search_field};
use crate::gui::action::{Action, Purpose};
use crate::gui::doc::Doc;
use crate::gui::theme::{self, Palette};
use crate::gui::view;
use crate::gui::widgets::{
    self,
    table::{self, Table},
};
use card::Card;
use columns::Column;
use eframe::egui::{self, Event, Key, Modifiers, RichText, Ui, vec2};
use refresh::Refresh;
use std::collections::BTreeSet;
use std::path::Path;
use std::rc::Rc;
use tournament::command::{Change, Command};
use tournament::csv::EntryList;
use tournament::model::{Player, PlayerId};

/// A text being edited in its cell.
struct InPlace {
    id: PlayerId,
    column: Column,
    text: String,
    started: bool,
}

/// What the rows of the table were made from.
#[derive(Clone, Debug, PartialEq)]
struct Shown {
    revision: u64,
    needle: String,
    absent_only: bool,
    sort: Option<(Column, bool)>,
}

/// The players' page.
#[derive(Default)]
pub struct Players {
    selected: BTreeSet<PlayerId>,
    cursor: Option<PlayerId>,
    search: String,
    absent_only: bool,
    sort: Option<(Column, bool)>,
    scroll: bool,
    card: Option<Card>,
    in_place: Option<InPlace>,
    pasted: Option<EntryList>,
    refresh: Option<Refresh>,
    /// The event's state that the card was last compared with.
    revision: u64,
    rows: Option<(Shown, Rc<Vec<PlayerId>>)>,
    /// A new player was added from the card: the next one can be typed at once.
    next_new: bool,
    /// The teams are shown instead.
    show_teams: bool,
    /// The players were asked for in an event of teams.
    players_wanted: bool,
    teams: super::teams::Teams,
}

impl Players {
    /// Shows one player.
    pub fn select(&mut self, id: PlayerId) {
        self.selected = [id].into();
        (self.show_teams, self.players_wanted) = (false, true);
        self.cursor = Some(id);
        self.card = None;
        self.search.clear();
        self.absent_only = false;
        self.scroll = true;
    }

    /// Takes an entry list; it is shown before the players are added.
    pub fn read_csv(&mut self, path: &Path) -> Result<(), String> {
        self.pasted = Some(crate::gui::doc::read_entry_list(path)?);
        Ok(())
    }

    /// Follows a change.
    pub fn after(&mut self, command: &Command, change: &Change) {
        self.teams.after(command);
        match command {
            Command::AddPlayer(_) | Command::AddPlayers(_) => {
                if let Some(&last) = change.players.last() {
                    self.cursor = Some(last);
                    self.selected = change.players.iter().copied().collect();
                    self.scroll = true;
                }
                if self.next_new && self.card.as_ref().is_some_and(Card::is_new) {
                    self.card = Some(Card::new_player());
                }
                self.pasted = None;
            }
            Command::EditPlayer(..) if self.card.as_ref().is_some_and(|card| !card.is_new()) => self.card = None,
            Command::EditPlayers(_) | Command::TakeRatings { .. } => self.refresh = None,
            Command::RemovePlayer(id) => {
                self.selected.remove(id);
                self.card = None;
            }
            _ => {}
        }
    }

    /// The keys that work while the teams, or the ratings from the list, are shown.
    pub fn hints(&self) -> Option<Vec<(&'static str, &'static str)>> {
        if self.refresh.is_some() && !self.show_teams {
            return Some(vec![
                ("Up Down", "player"),
                ("Space", "take over or not"),
                ("Ctrl+Enter", "take the ratings over"),
                ("Escape", "back to the players"),
            ]);
        }
        self.show_teams
            .then(|| vec![("Up Down", "team"), ("Ctrl+Enter", "add the team named above"), ("Escape", "players")])
    }

    /// Draws the page.
    pub fn show(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) {
        let state = doc.state();
        // Where teams are paired, they come first; the players are a key away.
        let teams_first = state.pairs_teams(0) && !state.teams.is_empty() && !self.players_wanted;
        if teams_first {
            self.show_teams = true;
        }
        if self.show_teams {
            self.show_teams = !self.teams.show(ui, doc, cx);
            self.players_wanted |= !self.show_teams;
            return;
        }
        if cx.key(ui, Key::T) {
            self.show_teams = true;
        }
        if let Some(refresh) = &mut self.refresh {
            if refresh.show(ui, doc, cx) == refresh::Answer::Close {
                self.refresh = None;
            }
            return;
        }
        if let Some(card) = self.card.as_mut().filter(|_| self.revision != doc.revision()) {
            card.follow(doc);
        }
        self.revision = doc.revision();
        self.selected.retain(|id| state.players.contains_key(id));
        self.cursor = self.cursor.filter(|id| state.players.contains_key(id));
        let find = cx.find_key(ui);
        let mut found = false;
        let here = state.players.values().filter(|p| p.checked_in).count();
        let total = state.players.len();
        let mut compare = total > 0 && cx.keys && ui.input_mut(|i| i.consume_key(Modifiers::COMMAND, Key::R));
        let add = widgets::header(ui, "Players", Some(("Add player", true)), |ui| {
            if total > 0 {
                let search = search_field(ui, "players search", &mut self.search, "find a name", find);
                found = search.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
                let absent = format!("Not here {}", total - here);
                let all = format!("All {total}");
                widgets::segmented(ui, &mut self.absent_only, &[(false, &all), (true, &absent)]);
                columns::chooser(ui, cx);
            }
            let of_teams = state.settings.contest != tournament::model::Contest::Individual || !state.teams.is_empty();
            if of_teams && ui.add(egui::Button::new("Teams").min_size(vec2(0.0, 32.0))).on_hover_text("T").clicked() {
                self.show_teams = true;
            }
            ui.menu_button("Lists", |ui| {
                if ui.button("Read an entry list (CSV)…").clicked() {
                    cx.out.push(Action::Pick(Purpose::PlayersCsv));
                }
                ui.label(RichText::new("or copy rows in a spreadsheet and press Ctrl+V here").small());
                ui.separator();
                let button = egui::Button::new("Refresh from the rating list…").shortcut_text("Ctrl+R");
                compare |= ui.add_enabled(total > 0, button).clicked();
                if ui.add(egui::Button::new("Rating list…").shortcut_text("Ctrl+L")).clicked() {
                    cx.out.push(Action::ToggleLists);
                }
            });
        });
        if compare {
            match Refresh::of(doc, cx, false) {
                Ok(refresh) => self.refresh = Some(refresh),
                Err(text) if cx.lists.trouble().is_some() => cx.ask(Action::Complain(text)),
                Err(_) => cx.ask(Action::ToggleLists),
            }
        }
        if add || cx.main_key() {
            self.card = Some(Card::new_player());
            self.next_new = true;
        }
        if let Some(answer) = self.pasted_band(ui) {
            cx.out.push(answer);
        }
        self.paste(ui, cx);
        if self.card.is_some() {
            self.card_panel(ui, doc, cx);
        }
        if total == 0 {
            if widgets::empty(ui, "No players yet.", Some("Add the first player")) {
                self.card = Some(Card::new_player());
                self.next_new = true;
            }
            return;
        }
        let rows = self.rows(doc);
        if let (true, Some(&first)) = (found, rows.first()) {
            // The name that was looked for is selected at once.
            self.cursor = Some(first);
            self.selected = [first].into();
            ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Enter));
            if let (1, Some(player)) = (rows.len(), doc.state().players.get(&first)) {
                self.card = Some(Card::of(doc, first, player));
            }
        }
        self.keys(ui, doc, &rows, cx);
        if self.selected.len() > 1 {
            self.many_band(ui, doc, cx);
        }
        self.table(ui, doc, &rows, cx);
    }

    /// Players that pass the filter, in the order shown.
    fn rows(&mut self, doc: &Doc) -> Rc<Vec<PlayerId>> {
        let needle = self.search.trim().to_lowercase();
        let shown = Shown { revision: doc.revision(), needle, absent_only: self.absent_only, sort: self.sort };
        match &self.rows {
            Some((of, rows)) if *of == shown => Rc::clone(rows),
            _ => {
                let rows = Rc::new(self.sorted(doc, &shown.needle));
                self.rows = Some((shown, Rc::clone(&rows)));
                rows
            }
        }
    }

    fn sorted(&self, doc: &Doc, needle: &str) -> Vec<PlayerId> {
        let state = doc.state();
        let mut rows: Vec<PlayerId> = doc.view().order.to_vec();
        rows.retain(|id| {
            let Some(player) = state.players.get(id) else { return false };
            let fits = |text: &str| text.to_lowercase().contains(needle);
            (!self.absent_only || !player.checked_in)
                && (needle.is_empty()
                    || fits(&player.name)
                    || fits(&player.club)
                    || fits(&player.id)
                    || fits(&player.federation))
        });
        if let Some((column, backwards)) = self.sort {
            rows.sort_by_cached_key(|id| column.sort_key(doc, *id));
            if backwards {
                rows.reverse();
            }
        }
        rows
    }

    fn paste(&mut self, ui: &Ui, cx: &mut Cx<'_>) {
        if !cx.keys {
            return;
        }
        let pasted = ui.input(|i| {
            i.events.iter().find_map(|event| match event {
                Event::Paste(text) => Some(text.clone()),
                _ => None,
            })
        });
        if let Some(text) = pasted {
            match crate::gui::doc::parse_entry_list(&text) {
                Ok(found) => self.pasted = Some(found),
                Err(text) => cx.ask(Action::Complain(text)),
            }
        }
    }

    /// What an entry list brings, before it is added.
    fn pasted_band(&mut self, ui: &mut Ui) -> Option<Action> {
        let list = self.pasted.as_ref()?;
        let p = Palette::of(ui);
        let mut answer = None;
        let mut forget = false;
        let frame = egui::Frame::new()
            .fill(p.amber_fill)
            .corner_radius(theme::RADIUS)
            .inner_margin(egui::Margin::symmetric(12, 8));
        frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal_wrapped(|ui| {
                let text = format!("The list has {} players.", list.len());
                ui.label(RichText::new(text).text_style(theme::bold()).color(p.amber));
                if !list.is_empty() && ui.button(format!("Add these {}", list.len())).clicked() {
                    answer = Some(Action::AddList(Box::new(list.clone())));
                }
                if ui.button("Forget the list").clicked() {
                    forget = true;
                }
            });
            let names: Vec<&str> = list.entries.iter().take(6).map(|entry| entry.player.name.as_str()).collect();
            let more = if list.len() > 6 { " …" } else { "" };
            ui.label(RichText::new(format!("{}{more}", names.join("; "))).small().color(p.amber));
            for note in list.notes.iter().take(5) {
                ui.label(RichText::new(note).small().color(p.amber));
            }
        });
        ui.add_space(8.0);
        if forget {
            self.pasted = None;
        }
        answer
    }

    /// What can be done with several players at once.
    fn many_band(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) {
        let next = doc.view().rounds + 1;
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(format!("{} selected", self.selected.len())).text_style(theme::bold()));
            let mut each = |make: &dyn Fn(PlayerId) -> Command| {
                for &id in &self.selected {
                    cx.ask(make(id));
                }
            };
            if ui.button("Check in").clicked() {
                each(&|id| Command::CheckIn(id, true));
            }
            if ui.button("Not here").clicked() {
                each(&|id| Command::CheckIn(id, false));
            }
            if ui.button(format!("Miss round {next}")).clicked() {
                each(&|player| Command::RequestBye {
                    player,
                    round: next,
                    kind: Some(tournament::model::ByeKind::Zero),
                });
            }
            if ui.button(format!("Withdraw from round {next}")).clicked() {
                each(&|player| Command::Withdraw { player, from: next });
            }
            if ui.button("Select nobody").clicked() {
                self.selected.clear();
            }
        });
        ui.add_space(4.0);
    }

    fn keys(&mut self, ui: &mut Ui, doc: &Doc, rows: &[PlayerId], cx: &mut Cx<'_>) {
        if !cx.keys || self.in_place.is_some() || self.card.is_some() {
            return;
        }
        let page = ((ui.available_height() / cx.prefs.row_height()) as isize - 2).max(1);
        for (key, by) in [
            (Key::ArrowDown, 1),
            (Key::ArrowUp, -1),
            (Key::PageDown, page),
            (Key::PageUp, -page),
            (Key::Home, isize::MIN / 2),
            (Key::End, isize::MAX / 2),
        ] {
            if cx.key(ui, key) {
                self.step(rows, by);
            }
        }
        if ui.input_mut(|i| i.consume_key(Modifiers::COMMAND, Key::A)) {
            self.selected = rows.iter().copied().collect();
        }
        if cx.key(ui, Key::Escape) {
            self.search.clear();
            self.selected = self.cursor.into_iter().collect();
        }
        let Some(id) = self.cursor else { return self.type_to_find(ui) };
        let Some(player) = doc.state().players.get(&id) else { return };
        if cx.key(ui, Key::Space) {
            cx.ask(Command::CheckIn(id, !player.checked_in));
            self.step(rows, 1);
        }
        if cx.key(ui, Key::Enter) {
            self.card = Some(Card::of(doc, id, player));
        }
        if cx.key(ui, Key::F2) {
            self.in_place =
                Some(InPlace { id, column: Column::Name, text: Column::Name.text(doc, id), started: false });
        }
        if cx.key(ui, Key::Delete) {
            cx.ask(Command::RemovePlayer(id));
        }
        self.type_to_find(ui);
    }

    /// Letters typed on the page go to the search field.
    fn type_to_find(&mut self, ui: &Ui) {
        let typed: String = ui.input(|i| {
            i.events.iter().filter_map(|e| if let Event::Text(text) = e { Some(text.as_str()) } else { None }).collect()
        });
        let typed = typed.trim_start();
        if !typed.is_empty() && typed.chars().all(|c| c.is_alphanumeric()) {
            self.search.push_str(typed);
            ui.memory_mut(|m| m.request_focus(egui::Id::unique("players search")));
        }
    }

    fn step(&mut self, rows: &[PlayerId], by: isize) {
        if rows.is_empty() {
            return;
        }
        let here = self.cursor.and_then(|id| rows.iter().position(|&row| row == id));
        let there = match here {
            None => 0,
            Some(here) => (here as isize).saturating_add(by).clamp(0, rows.len() as isize - 1) as usize,
        };
        self.cursor = Some(rows[there]);
        self.selected = [rows[there]].into();
        self.scroll = true;
    }

    fn table(&mut self, ui: &mut Ui, doc: &Doc, rows: &[PlayerId], cx: &mut Cx<'_>) {
        let p = Palette::of(ui);
        let state = doc.state();
        let columns = columns::shown(cx.prefs, doc.state().stages.len());
        let cols: Vec<table::Col> = columns.iter().map(|column| column.col(self.sort)).collect();
        let row = self.cursor.and_then(|id| rows.iter().position(|&row| row == id));
        let scroll_to = if std::mem::take(&mut self.scroll) { row } else { None };
        if rows.is_empty() {
            if widgets::empty(ui, "Nobody fits.", Some("Show all players")) {
                self.search.clear();
                self.absent_only = false;
            }
            return;
        }
        let mut in_place = self.in_place.take();
        let mut check = None;
        let mut finished = None;
        let (selected, cursor) = (&self.selected, self.cursor);
        let table = Table {
            id: "players",
            columns: &cols,
            rows: rows.len(),
            row_height: cx.prefs.row_height(),
            scroll_to,
            below: 0.0,
        };
        let outcome = table.show(
            ui,
            |row| {
                let id = rows[row];
                if selected.contains(&id) { Some(p.selected) } else { (cursor == Some(id)).then_some(p.hover) }
            },
            |ui, row, column| {
                let id = rows[row];
                let column = columns[column];
                let Some(player) = state.players.get(&id) else { return };
                if column == Column::Here {
                    let mut on = player.checked_in;
                    let box_ = ui.add(egui::Checkbox::without_text(&mut on));
                    let name = format!("Here: {}", player.name);
                    box_.widget_info(|| egui::WidgetInfo::selected(egui::Role::CheckBox, true, on, &name));
                    if box_.clicked() {
                        check = Some((id, on));
                    }
                    return;
                }
                if let Some(edit) = in_place.as_mut().filter(|edit| edit.id == id && edit.column == column) {
                    let width = ui.available_width();
                    let field = egui::TextEdit::singleline(&mut edit.text)
                        .desired_width(width)
                        .font(theme::table_text())
                        .margin(egui::Margin::symmetric(2, 1));
                    let response = ui.add(field);
                    if !edit.started {
                        response.request_focus();
                        edit.started = true;
                    } else if response.lost_focus() {
                        let keep = !ui.input(|i| i.key_pressed(Key::Escape));
                        finished = Some(keep);
                    }
                    return;
                }
                let gone = player.withdrawn_from.is_some();
                let color = if gone || column.is_minor() { p.weak } else { p.text };
                table::text(ui, &column.text(doc, id), color);
            },
        );
        if let Some(keep) = finished {
            if let (true, Some(edit)) = (keep, in_place.take()) {
                self.finish_in_place(doc, &edit, cx);
            } else {
                in_place = None;
            }
        }
        self.in_place = in_place;
        if let Some((id, on)) = check {
            self.cursor = Some(id);
            cx.ask(Command::CheckIn(id, on));
        } else if let Some(row) = outcome.clicked {
            self.click(ui, rows, row);
        }
        if let Some((row, column)) = outcome.double {
            self.double(doc, rows[row], columns[column]);
        }
        if let Some(column) = outcome.header {
            let column = columns[column];
            self.sort = match self.sort {
                Some((old, false)) if old == column => Some((column, true)),
                Some((old, true)) if old == column => None,
                _ => Some((column, false)),
            };
        }
    }

    fn click(&mut self, ui: &Ui, rows: &[PlayerId], row: usize) {
        let id = rows[row];
        let modifiers = ui.input(|i| i.modifiers);
        if modifiers.command {
            if !self.selected.remove(&id) {
                self.selected.insert(id);
            }
        } else if modifiers.shift {
            let from = self.cursor.and_then(|id| rows.iter().position(|&other| other == id)).unwrap_or(row);
            self.selected.extend(&rows[from.min(row)..=from.max(row)]);
        } else {
            self.selected = [id].into();
        }
        self.cursor = Some(id);
        if let Some(card) = &self.card
            && !card.is_new()
            && !card.changed()
            && card.id() != Some(id)
        {
            self.card = None;
        }
    }

    fn double(&mut self, doc: &Doc, id: PlayerId, column: Column) {
        if column.is_editable() {
            self.in_place = Some(InPlace { id, column, text: column.text(doc, id), started: false });
        } else if let Some(player) = doc.state().players.get(&id) {
            self.card = Some(Card::of(doc, id, player));
        }
    }

    fn finish_in_place(&mut self, doc: &Doc, edit: &InPlace, cx: &mut Cx<'_>) {
        let Some(player) = doc.state().players.get(&edit.id) else { return };
        let mut changed = (**player).clone();
        match edit.column.set(&mut changed, edit.text.trim(), &doc.state().settings) {
            Ok(()) if changed != **player => cx.ask(Command::EditPlayer(edit.id, Box::new(changed))),
            Ok(()) => {}
            Err(text) => cx.ask(Action::Complain(text)),
        }
    }

    fn card_panel(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) {
        let p = Palette::of(ui);
        let Some(card) = &mut self.card else { return };
        let frame =
            egui::Frame::new().fill(p.page).inner_margin(egui::Margin { left: 16, right: 4, top: 0, bottom: 0 });
        let mut close = false;
        egui::Panel::right("player card").exact_size(336.0).resizable(false).frame(frame).show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
            close = card.show(ui, doc, cx);
        });
        if close {
            self.card = None;
        }
    }
}

/// A title as people write it.
pub fn title_text(player: &Player) -> String {
    player.title.map_or_else(String::new, |title| title.to_string())
}

/// What the status column says.
pub fn status_text(doc: &Doc, id: PlayerId) -> String {
    let Some(player) = doc.state().players.get(&id) else { return String::new() };
    let next = doc.view().rounds + 1;
    let gone = player.withdrawn_from;
    if let Some(from) = gone.filter(|from| *from <= next) {
        return format!("withdrawn from round {from}");
    }
    if doc.state().is_in_no_stage(id) {
        return "in no group".to_owned();
    }
    let mut words = Vec::new();
    if player.entered_in >= next && player.entered_in > 1 {
        words.push(format!("enters in round {}", player.entered_in));
    } else if player.entered_in > 1 {
        words.push(format!("since round {}", player.entered_in));
    }
    for (round, kind) in player.requested_byes.range(next..).filter(|(round, _)| gone.is_none_or(|from| **round < from))
    {
        words.push(format!("round {round}: {}", view::bye_text(*kind)));
    }
    if let Some(from) = gone {
        words.push(format!("withdraws from round {from}"));
    }
    words.join(", ")
}
