//! What the rating list would change in the event: looked at first, done as one change.

use crate::gui::action::Action;
use crate::gui::doc::Doc;
use crate::gui::pages::Cx;
use crate::gui::theme::{self, Palette};
use crate::gui::widgets::drop_down::{drop_down, entry};
use crate::gui::widgets::{
    self,
    table::{self, Col, Side, Table},
};
use eframe::egui::{self, Key, RichText, Ui, vec2};
use tournament::rating_list::{self, Changed, Found, Kind, ListInfo, ListedPlayer, Names, Proposal};

/// The preview of a refresh.
pub struct Refresh {
    info: ListInfo,
    rows: Vec<Row>,
    /// Players of whom the list says the same as the event.
    agree: usize,
    names: bool,
    cursor: usize,
    scroll: bool,
    revision: u64,
}

struct Row {
    proposal: Proposal,
    on: bool,
    /// Of several players, the one chosen.
    chosen: Option<usize>,
}

impl Row {
    /// Whoever of the list could be meant.
    fn candidates(&self) -> &[ListedPlayer] {
        match &self.proposal.found {
            Found::Several(several) => several,
            Found::OtherName(one) => std::slice::from_ref(&**one),
            _ => &[],
        }
    }

    /// Would be changed.
    fn changes(&self) -> bool {
        self.on && !self.proposal.changes.is_empty()
    }
}

/// What the page does with the preview.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It stays.
    Stay,
    /// It is closed.
    Close,
}

const COLUMNS: usize = 8;

impl Refresh {
    /// Compares the event with the list in use.
    ///
    /// # Errors
    /// A sentence when there is no list, or it is damaged.
    pub fn of(doc: &Doc, cx: &mut Cx<'_>, names: bool) -> Result<Refresh, String> {
        let Some(list) = cx.lists.list(cx.prefs) else {
            let trouble = cx.lists.trouble().map(str::to_owned);
            return Err(trouble.unwrap_or_else(|| "No rating list is indexed yet: choose one with Ctrl+L.".to_owned()));
        };
        let follow = if names { Names::Follow } else { Names::Keep };
        let proposals = rating_list::refresh(doc.state(), list, follow).map_err(|error| error.to_string())?;
        let info = list.info().clone();
        let all = proposals.len();
        let mut rows: Vec<Row> = proposals
            .into_iter()
            .filter(|proposal| !proposal.is_sure() || !proposal.changes.is_empty())
            .map(|proposal| Row { on: proposal.is_sure(), proposal, chosen: None })
            .collect();
        // Changes first, then those to be decided, then those who are not in the list.
        rows.sort_by_key(|row| (row.proposal.found == Found::Missing, !row.proposal.is_sure()));
        let agree = all - rows.len();
        Ok(Refresh { info, rows, agree, names, cursor: 0, scroll: false, revision: doc.revision() })
    }

    /// Draws the preview in the place of the players' table.
    pub fn show(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) -> Answer {
        if self.revision != doc.revision() {
            match Refresh::of(doc, cx, self.names) {
                Ok(new) => *self = new,
                Err(text) => {
                    cx.ask(Action::Complain(text));
                    return Answer::Close;
                }
            }
        }
        let mut answer = Answer::Stay;
        let order = rating_list::order(
            doc.state(),
            self.rows.iter().filter(|row| row.changes() || row.proposal.changes.is_empty()).map(|row| &row.proposal),
        );
        let wanted = self.rows.iter().filter(|row| row.changes()).count();
        let label = match wanted {
            0 if order.is_some() => "Keep the date of the list".to_owned(),
            1 => "Change 1 player".to_owned(),
            n => format!("Change {n} players"),
        };
        let mut names = self.names;
        let go = widgets::header(ui, "Ratings from the list", Some((&label, order.is_some())), |ui| {
            if ui.add(egui::Button::new("Cancel").min_size(vec2(0.0, 32.0))).clicked() {
                answer = Answer::Close;
            }
            ui.checkbox(&mut names, "Names too").on_hover_text("Names are written as in the list");
        });
        if (go || cx.main_key())
            && let Some(order) = order
        {
            cx.ask(order);
        }
        if cx.key(ui, Key::Escape) {
            answer = Answer::Close;
        }
        if names != self.names {
            match Refresh::of(doc, cx, names) {
                Ok(new) => *self = new,
                Err(text) => cx.ask(Action::Complain(text)),
            }
        }
        self.summary(ui);
        if self.rows.is_empty() {
            if widgets::empty(ui, "Every player is as the list says.", Some("Back to the players")) {
                answer = Answer::Close;
            }
            return answer;
        }
        self.keys(ui, cx);
        self.table(ui, doc, cx);
        answer
    }

    fn summary(&self, ui: &mut Ui) {
        let p = Palette::of(ui);
        let count = |test: &dyn Fn(&Row) -> bool| self.rows.iter().filter(|row| test(row)).count();
        let missing = count(&|row| row.proposal.found == Found::Missing);
        let doubtful = count(&|row| !row.candidates().is_empty());
        let changed = count(&|row| !row.proposal.changes.is_empty());
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(self.info.label()).text_style(theme::bold()));
            let mut words = vec![format!("{changed} with changes"), format!("{} as in the list", self.agree)];
            if missing > 0 {
                words.push(format!("{missing} not in the list"));
            }
            ui.label(RichText::new(words.join(", ")).color(p.weak));
            if doubtful > 0 {
                ui.label(RichText::new(format!("{doubtful} to be decided")).color(p.amber));
            }
        });
        ui.add_space(4.0);
    }

    fn keys(&mut self, ui: &Ui, cx: &mut Cx<'_>) {
        let last = self.rows.len() - 1;
        let page = ((ui.available_height() / cx.prefs.row_height()) as usize).saturating_sub(2).max(1);
        for (key, to) in [
            (Key::ArrowDown, (self.cursor + 1).min(last)),
            (Key::ArrowUp, self.cursor.saturating_sub(1)),
            (Key::PageDown, (self.cursor + page).min(last)),
            (Key::PageUp, self.cursor.saturating_sub(page)),
            (Key::Home, 0),
            (Key::End, last),
        ] {
            if cx.key(ui, key) {
                self.cursor = to;
                self.scroll = true;
            }
        }
        if cx.key(ui, Key::Space)
            && let Some(row) = self.rows.get_mut(self.cursor)
        {
            row.on = !row.on;
        }
    }

    fn table(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) {
        let p = Palette::of(ui);
        let columns: [Col; COLUMNS] = [
            Col::new("", 40.0, Side::Centre).hint("Space"),
            Col::flexible("Player", 150.0),
            Col::new("Rating", 116.0, Side::Left),
            Col::new("K", 76.0, Side::Left),
            Col::new("Title", 92.0, Side::Left),
            Col::new("Fed", 98.0, Side::Left),
            Col::flexible("Other changes", 100.0),
            Col::flexible("In the list", 124.0),
        ];
        let scroll_to = std::mem::take(&mut self.scroll).then_some(self.cursor);
        let table = Table {
            id: "refresh",
            columns: &columns,
            rows: self.rows.len(),
            row_height: cx.prefs.row_height(),
            scroll_to,
            below: 0.0,
        };
        let (rows, cursor, info) = (&mut self.rows, self.cursor, &self.info);
        let (mut toggled, mut chosen) = (None, None);
        let outcome = table.show(
            ui,
            |row| (row == cursor).then_some(p.selected),
            |ui, index, column| {
                let row = &rows[index];
                let change = |test: &dyn Fn(&Changed) -> bool| {
                    let found = row.proposal.changes.iter().find(|change| test(&change.field));
                    found.map(|change| arrow(&change.old, &change.new)).unwrap_or_default()
                };
                let orders = ordering_list(doc, row, info);
                let color = if row.changes() { p.text } else { p.weak };
                match column {
                    0 => {
                        let mut on = row.on;
                        let enabled = !row.proposal.changes.is_empty();
                        let mark = ui.add_enabled(enabled, egui::Checkbox::without_text(&mut on));
                        let name = format!("Change {}", row.proposal.name);
                        mark.widget_info(|| egui::WidgetInfo::selected(egui::Role::CheckBox, enabled, on, &name));
                        if mark.clicked() {
                            toggled = Some((index, on));
                        }
                    }
                    1 => drop(table::text(ui, &row.proposal.name, p.text)),
                    2 => drop(table::strong(ui, &change(&|field| *field == Changed::Rating(orders.clone())), color)),
                    3 => drop(table::text(ui, &change(&|field| *field == Changed::K(orders.clone())), color)),
                    4 => drop(table::text(ui, &change(&|field| *field == Changed::Title), color)),
                    5 => drop(table::text(ui, &change(&|field| *field == Changed::Federation), color)),
                    6 => drop(table::text(ui, &others(&row.proposal, &orders), color)),
                    _ => {
                        if let Some(answer) = found_cell(ui, index, row) {
                            chosen = Some((index, answer));
                        }
                    }
                }
            },
        );
        if let Some((index, on)) = toggled {
            self.rows[index].on = on;
            self.cursor = index;
        } else if let Some(row) = outcome.clicked {
            self.cursor = row;
        }
        if let Some((index, candidate)) = chosen {
            self.choose(doc, index, candidate);
        }
    }

    /// The user said which player of the list is meant.
    fn choose(&mut self, doc: &Doc, index: usize, candidate: usize) {
        let names = if self.names { Names::Follow } else { Names::Keep };
        let Some(row) = self.rows.get_mut(index) else { return };
        let Some(listed) = row.candidates().get(candidate).cloned() else { return };
        row.proposal.choose(doc.state(), &listed, &self.info, names);
        row.chosen = Some(candidate);
        row.on = true;
        self.cursor = index;
    }
}

/// "2310 › 2325"; a dash stands for nothing. The fonts have no arrow.
fn arrow(old: &str, new: &str) -> String {
    let or = |text: &str| if text.is_empty() { "–".to_owned() } else { text.to_owned() };
    format!("{} › {}", or(old), or(new))
}

/// The rating that the row shows in its own columns: the one that orders the player, else that of the event's discipline.
fn ordering_list(doc: &Doc, row: &Row, info: &ListInfo) -> String {
    let settings = &doc.state().settings;
    let changed =
        |list: &str| row.proposal.changes.iter().any(|change| change.field == Changed::Rating(list.to_owned()));
    if !settings.rating_list.is_empty() && changed(&settings.rating_list) {
        return settings.rating_list.clone();
    }
    let ratings = row.proposal.updated.as_ref().map(|player| player.ratings.as_slice()).unwrap_or_default();
    let counts = settings.rating_place(ratings).and_then(|place| ratings.get(place));
    counts.map_or_else(|| Kind::Standard.list_name(&info.list), |rating| rating.list.clone())
}

/// What changes besides rating, coefficient, title and federation.
fn others(proposal: &Proposal, orders: &str) -> String {
    let own = |field: &Changed| match field {
        Changed::Rating(list) | Changed::K(list) => list == orders,
        Changed::Title | Changed::Federation => true,
        _ => false,
    };
    let rest = proposal.changes.iter().filter(|change| !own(&change.field));
    let words: Vec<String> =
        rest.map(|change| format!("{}: {}", change.field, arrow(&change.old, &change.new))).collect();
    words.join(", ")
}

/// How the player was found, or the choice of who is meant.
fn found_cell(ui: &mut Ui, index: usize, row: &Row) -> Option<usize> {
    let p = Palette::of(ui);
    let words = match &row.proposal.found {
        Found::ById => "same number",
        Found::ByName => "same name",
        Found::Chosen => "chosen by you",
        Found::Missing => "not in the list",
        Found::OtherName(_) | Found::Several(_) => "",
    };
    if !words.is_empty() {
        let color = if row.proposal.found == Found::Missing { p.amber } else { p.weak };
        table::text(ui, words, color);
        return None;
    }
    let shown = match &row.proposal.found {
        Found::OtherName(_) => "name differs".to_owned(),
        _ => format!("{} fit", row.candidates().len()),
    };
    let mut chosen = row.chosen;
    let width = ui.available_width() - 8.0;
    ui.name_inputs(format!("Who is {}", row.proposal.name), |ui| {
        drop_down(ui, ("who", index), width, shown, |ui| {
            for (number, listed) in row.candidates().iter().enumerate() {
                entry(ui, &mut chosen, Some(number), describe(listed));
            }
        });
    });
    chosen.filter(|_| chosen != row.chosen)
}

/// A player of the list in one line.
fn describe(listed: &ListedPlayer) -> String {
    let rating = listed.rating(Kind::Standard).map(|rating| rating.value.to_string()).unwrap_or_default();
    let birth = listed.birth.map(|birth| birth.year.to_string()).unwrap_or_default();
    let mut words = vec![listed.name.clone(), listed.federation.clone(), birth, rating, listed.id.clone()];
    words.retain(|word| !word.is_empty());
    words.join("  ")
}
