//! Columns of the players' table.

use crate::gui::action::Action;
use crate::gui::doc::Doc;
use crate::gui::pages::Cx;
use crate::gui::prefs::Prefs;
use crate::gui::view;
use crate::gui::widgets::table::{Col, Side};
use eframe::egui::Ui;
use tournament::model::{Player, PlayerId, Rating, Settings};

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Column {
    Number,
    Here,
    Title,
    Name,
    Rating,
    Federation,
    Id,
    Birth,
    Club,
    Group,
    Board,
    Points,
    Status,
}

const ALL: [Column; 13] = [
    Column::Number,
    Column::Here,
    Column::Title,
    Column::Name,
    Column::Rating,
    Column::Federation,
    Column::Id,
    Column::Birth,
    Column::Club,
    Column::Group,
    Column::Board,
    Column::Points,
    Column::Status,
];

/// The columns that are not hidden; the group only where there are several stages.
pub fn shown(prefs: &Prefs, stages: usize) -> Vec<Column> {
    ALL.into_iter()
        .filter(|column| *column != Column::Group || stages > 1)
        .filter(|column| !prefs.hidden_columns.iter().any(|hidden| hidden == column.name()))
        .collect()
}

/// The menu that shows and hides columns.
pub fn chooser(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.menu_button("Columns", |ui| {
        for column in ALL.into_iter().filter(|column| *column != Column::Name) {
            let name = column.name();
            let mut on = !cx.prefs.hidden_columns.iter().any(|hidden| hidden == name);
            if ui.checkbox(&mut on, name).clicked() {
                cx.prefs.hidden_columns.retain(|hidden| hidden != name);
                if !on {
                    cx.prefs.hidden_columns.push(name.to_owned());
                }
                cx.out.push(Action::SavePrefs);
            }
        }
    });
}

impl Column {
    /// The heading.
    pub const fn name(self) -> &'static str {
        match self {
            Column::Number => "No.",
            Column::Here => "Here",
            Column::Title => "Title",
            Column::Name => "Name",
            Column::Rating => "Rating",
            Column::Federation => "Fed",
            Column::Id => "Id",
            Column::Birth => "Birth",
            Column::Club => "Club",
            Column::Group => "Group",
            Column::Board => "Board",
            Column::Points => "Points",
            Column::Status => "Status",
        }
    }

    /// The column as the table draws it.
    pub fn col(self, sort: Option<(Column, bool)>) -> Col {
        let title = match sort {
            Some((column, backwards)) if column == self => {
                format!("{} {}", self.name(), if backwards { "˄" } else { "˅" })
            }
            _ => self.name().to_owned(),
        };
        let col = match self {
            Column::Number => Col::new(title, 52.0, Side::Right).hint("Pairing number"),
            Column::Here => Col::new(title, 56.0, Side::Centre).hint("Seen at the desk (space bar)"),
            Column::Title => Col::new(title, 56.0, Side::Left),
            Column::Name => Col::flexible(title, 160.0),
            Column::Rating => Col::new(title, 72.0, Side::Right),
            Column::Federation => Col::new(title, 60.0, Side::Left),
            Column::Id => Col::new(title, 96.0, Side::Left),
            Column::Birth => Col::new(title, 96.0, Side::Left),
            Column::Club => Col::flexible(title, 96.0),
            Column::Group => Col::new(title, 96.0, Side::Left).hint("The stage in which the player plays now"),
            Column::Board => Col::new(title, 64.0, Side::Right).hint("A board where the player always sits"),
            Column::Points => Col::new(title, 68.0, Side::Right),
            Column::Status => Col::flexible(title, 96.0),
        };
        if col.hint.is_empty() { col.hint("Click to sort") } else { col }
    }

    /// Shown in weaker type.
    pub const fn is_minor(self) -> bool {
        matches!(
            self,
            Column::Number | Column::Id | Column::Birth | Column::Club | Column::Group | Column::Board | Column::Status
        )
    }

    /// Can be edited in its cell.
    pub const fn is_editable(self) -> bool {
        matches!(
            self,
            Column::Name
                | Column::Rating
                | Column::Federation
                | Column::Id
                | Column::Birth
                | Column::Club
                | Column::Board
        )
    }

    /// The text of a cell.
    pub fn text(self, doc: &Doc, id: PlayerId) -> String {
        let state = doc.state();
        let Some(player) = state.players.get(&id) else { return String::new() };
        match self {
            Column::Number => doc.view().number(id).map_or_else(String::new, |n| n.to_string()),
            Column::Here => String::new(),
            Column::Title => super::title_text(player),
            Column::Name => player.name.clone(),
            Column::Rating => view::rating_text(state.rating(player)),
            Column::Federation => player.federation.clone(),
            Column::Id => player.id.clone(),
            Column::Birth => player.birth.map_or_else(String::new, |date| date.to_string()),
            Column::Club => player.club.clone(),
            Column::Group if state.is_in_no_stage(id) => "none".to_owned(),
            Column::Group => {
                let stage = state.stage_of(id);
                state.stages.get(stage).map_or_else(String::new, |header| tournament::stages::title(header, stage))
            }
            Column::Board => player.fixed_board.map_or_else(String::new, |board| board.to_string()),
            Column::Points => doc.view().points(id).map_or_else(String::new, view::points_text),
            Column::Status => super::status_text(doc, id),
        }
    }

    /// What the column sorts by: numbers as numbers (large first), texts as texts.
    pub fn sort_key(self, doc: &Doc, id: PlayerId) -> (i64, String) {
        let state = doc.state();
        let Some(player) = state.players.get(&id) else { return (0, String::new()) };
        match self {
            Column::Number => (doc.view().number(id).map_or(i64::MAX, i64::from), player.name.to_lowercase()),
            Column::Here => (i64::from(!player.checked_in), player.name.to_lowercase()),
            Column::Title => (player.title.map_or(99, |title| title as i64), player.name.to_lowercase()),
            Column::Rating => (-i64::from(state.rating(player)), player.name.to_lowercase()),
            Column::Points => {
                (doc.view().points(id).map_or(0, |p| -i64::from(p.hundredths())), player.name.to_lowercase())
            }
            Column::Board => (player.fixed_board.map_or(i64::MAX, i64::from), String::new()),
            _ => (0, self.text(doc, id).to_lowercase()),
        }
    }

    /// Puts a typed text into a player.
    pub fn set(self, player: &mut Player, text: &str, settings: &Settings) -> Result<(), String> {
        match self {
            Column::Name => player.name = text.to_owned(),
            Column::Rating => set_rating(player, text, settings)?,
            Column::Federation => player.federation = text.to_uppercase(),
            Column::Id => player.id = text.to_owned(),
            Column::Birth => player.birth = if text.is_empty() { None } else { Some(text.parse()?) },
            Column::Club => player.club = text.to_owned(),
            Column::Board => {
                player.fixed_board = match text {
                    "" => None,
                    text => Some(text.parse().map_err(|_| format!("\"{text}\" is not a board number."))?),
                };
            }
            _ => {}
        }
        Ok(())
    }
}

/// The place of the rating that orders the list.
pub fn ordering_rating(player: &Player, settings: &Settings) -> Option<usize> {
    settings.rating_place(&player.ratings)
}

/// Sets the rating that orders the list.
pub fn set_rating(player: &mut Player, text: &str, settings: &Settings) -> Result<(), String> {
    let list = &settings.rating_list;
    let at = ordering_rating(player, settings);
    if text.is_empty() || text == "0" {
        if let Some(at) = at {
            player.ratings.remove(at);
        }
        return Ok(());
    }
    let value: u16 =
        text.parse().ok().filter(|v| (1..=4000).contains(v)).ok_or(format!("\"{text}\" is not a rating."))?;
    match at {
        Some(at) => player.ratings[at].value = value,
        None => {
            let list = if list.is_empty() { "FIDE".to_owned() } else { list.clone() };
            player.ratings.insert(0, Rating { list, value, k: None });
        }
    }
    Ok(())
}
