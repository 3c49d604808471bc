//! Entry lists in, tables out.
//!
//! A list has a header line with names in any order and several languages; `,`, `;` or tab is found out; the text is UTF-8, UTF-16 with a byte
//! order mark, Windows-1252 (which holds Latin-1) or Windows-1251. Nothing is dropped in silence: what is not understood is an error with line and
//! column, or a note.

mod columns;
mod table;
pub(crate) mod values;

use crate::command::{Change, Command, Order};
use crate::model::{Category, Player, PlayerId, State, Team, TeamId, Title};
use columns::{Columns, Field};
use std::collections::BTreeSet;
use thiserror::Error;

pub use table::{Table, pairings_table, players_table};

/// The name that a rating gets whose column says only "Rating": of which list it is, nobody has said.
pub const UNNAMED_LIST: &str = "rating";

/// Most errors that are told for one file.
const MOST_ERRORS: usize = 50;

/// A place in an entry list that cannot be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{file}, line {line}{}: {what}", .column.as_deref().map(|c| format!(", column {c}")).unwrap_or_default())]
pub struct CsvError {
    /// The file's name as given.
    pub file: String,
    /// Line, from 1.
    pub line: u64,
    /// Number and title of the column: `3 (Rating)`.
    pub column: Option<String>,
    /// What is wrong and what to do.
    pub what: String,
}

/// A player of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Line in the file, from 1.
    pub line: u64,
    /// The data; the team is not in it.
    pub player: Player,
    /// The team's name; empty when there is none.
    pub team: String,
}

/// A list that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryList {
    /// The players in the order of the file.
    pub entries: Vec<Entry>,
    /// What was not taken over as it stands, with its place.
    pub notes: Vec<String>,
    /// Encoding and separator, in words.
    pub format: String,
}

/// Reads an entry list. `file` is the name for messages.
///
/// # Errors
/// Every place that cannot be read (up to 50), in the order of the file.
pub fn read_players(file: &str, bytes: &[u8]) -> Result<EntryList, Vec<CsvError>> {
    if let Some(line) = values::stray_byte(bytes) {
        let what =
            "the list is UTF-8, but a letter of this line is not; save the list as UTF-8 again, or type the line anew";
        return Err(vec![CsvError { file: file.to_owned(), line, column: None, what: what.to_owned() }]);
    }
    let (text, encoding) = values::decode(bytes);
    let error = |line, column: Option<String>, what: String| CsvError { file: file.to_owned(), line, column, what };
    let one = |line, what: &str| Err(vec![error(line, None, what.to_owned())]);
    let Some((first, header_line)) = text.lines().zip(1u64..).find(|(line, _)| !line.trim().is_empty()) else {
        return one(1, "the file is empty; it needs a header line such as Name;Rating;Club and a line for each player");
    };
    let (delimiter, delimiter_name) = columns::delimiter(first);
    if let Some(line) = open_quote(&text) {
        return one(line, "a quotation mark opens here and never closes; add the second one, or take the first away");
    }
    let mut reader =
        ::csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
    let mut list = EntryList { format: format!("{encoding}, separated by {delimiter_name}"), ..EntryList::default() };
    let mut errors = Vec::new();
    let mut columns: Option<Columns> = None;
    let mut lines = Lines { text: text.as_bytes(), offset: 0, line: 1 };
    for record in reader.records() {
        if errors.len() >= MOST_ERRORS {
            break;
        }
        let record = match record {
            Ok(record) => record,
            Err(problem) => {
                let line = problem.position().map_or(header_line, ::csv::Position::line);
                errors.push(error(line, None, format!("{problem}; mend the line")));
                continue;
            }
        };
        let line = record.position().map_or(header_line, |position| lines.line_at(position.byte() as usize));
        let cells: Vec<&str> = record.iter().map(str::trim).collect();
        if cells.iter().all(|cell| cell.is_empty()) {
            continue;
        }
        let Some(columns) = &columns else {
            match Columns::read(&cells) {
                Ok(found) => {
                    list.notes.extend(found.notes());
                    columns = Some(found);
                }
                Err(what) => return Err(vec![error(line, None, what)]),
            }
            continue;
        };
        if cells.len() > columns.len() && cells[columns.len()..].iter().any(|cell| !cell.is_empty()) {
            errors.push(error(
                line,
                None,
                format!(
                    "{} values, but the header has {}; a name that contains {delimiter_name} must stand in quotation marks",
                    cells.len(),
                    columns.len()
                ),
            ));
            continue;
        }
        match entry(columns, &cells, line, &mut list.notes) {
            Ok(entry) => list.entries.push(entry),
            Err(problems) => {
                errors
                    .extend(problems.into_iter().map(|(column, what)| error(line, Some(columns.place(column)), what)));
            }
        }
    }
    if !errors.is_empty() {
        errors.truncate(MOST_ERRORS);
        return Err(errors);
    }
    if list.entries.is_empty() {
        return one(header_line, "there is a header line, but no player below it");
    }
    Ok(list)
}

/// Counts lines forward; the reader's own count stops before empty lines.
struct Lines<'a> {
    text: &'a [u8],
    offset: usize,
    line: u64,
}

impl Lines<'_> {
    /// The line of the first character at or behind `offset` that is no line end.
    fn line_at(&mut self, offset: usize) -> u64 {
        while let Some(byte) = self.text.get(self.offset) {
            if self.offset >= offset && !matches!(byte, b'\n' | b'\r') {
                break;
            }
            self.line += u64::from(*byte == b'\n');
            self.offset += 1;
        }
        self.line
    }
}

/// The line of a quotation mark that never closes.
fn open_quote(text: &str) -> Option<u64> {
    let (mut line, mut open) = (1, None);
    for c in text.chars() {
        match c {
            '"' if open.is_some() => open = None,
            '"' => open = Some(line),
            '\n' => line += 1,
            _ => {}
        }
    }
    open
}

/// A player from a line; the errors with the index of their column.
fn entry(columns: &Columns, cells: &[&str], line: u64, notes: &mut Vec<String>) -> Result<Entry, Vec<(usize, String)>> {
    let mut player = Player::default();
    let (mut surname, mut first, mut team) = (String::new(), String::new(), String::new());
    let mut k = None;
    let mut errors = Vec::new();
    let mut remarks: Vec<String> = Vec::new();
    for (index, cell) in cells.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
        let Some(field) = columns.field(index) else { continue };
        let mut fail = |what: String| errors.push((index, what));
        let mut keep = |what: &str| {
            notes.push(format!("Line {line}, column {}: {what}; kept in the player's note.", columns.place(index)));
            remarks.push(format!("{}: {cell}", columns.title(index)));
        };
        match field {
            Field::Name => player.name = values::spaces(cell),
            Field::Surname => surname = values::spaces(cell),
            Field::First => first = values::spaces(cell),
            Field::Rating(list) => match values::rating(cell) {
                Ok(Some(value)) => player.ratings.push(crate::model::Rating { list: list.clone(), value, k: None }),
                Ok(None) => {}
                Err(what) => fail(what),
            },
            Field::K => match cell.parse::<u8>() {
                Ok(0) => {}
                Ok(value) => k = Some(value),
                Err(_) => fail(format!("\"{cell}\" is not a K factor; write 10, 20 or 40, or leave it empty")),
            },
            Field::Title => match Title::read(cell) {
                Some(title) => player.title = Some(title),
                None => keep(&format!("\"{cell}\" is not a FIDE title")),
            },
            Field::Sex => match values::sex(cell) {
                Some(sex) => player.sex = Some(sex),
                None => fail(format!("\"{cell}\" is not a sex; write m or w, or leave it empty")),
            },
            Field::Birth => match values::date(cell) {
                Ok(date) => player.birth = date,
                Err(what) => fail(what),
            },
            Field::Federation => {
                let upper = cell.to_uppercase();
                if upper.len() == 3 && upper.bytes().all(|b| b.is_ascii_alphabetic()) {
                    player.federation = upper;
                } else {
                    keep(&format!("\"{cell}\" is not a federation's code of three letters"));
                }
            }
            Field::Id if matches!(*cell, "0" | "-") => {}
            Field::Id => player.id = (*cell).to_owned(),
            Field::Club => player.club = values::spaces(cell),
            Field::Team => team = values::spaces(cell),
            Field::Category => {
                let names = cell.split([';', ',', '|', '/']).map(str::trim).filter(|name| !name.is_empty());
                player.categories.extend(names.map(str::to_owned));
            }
            Field::Contact if player.contact.is_empty() => player.contact = (*cell).to_owned(),
            Field::Contact => player.contact = format!("{}; {cell}", player.contact),
            Field::Note => remarks.push((*cell).to_owned()),
        }
    }
    if let Some(k) = k {
        match player.ratings.first_mut() {
            Some(rating) => rating.k = Some(k),
            None => remarks.push(format!("K: {k}")),
        }
    }
    if !surname.is_empty() || (!first.is_empty() && player.name.is_empty()) {
        player.name = match (surname.is_empty(), first.is_empty()) {
            (false, false) => format!("{surname}, {first}"),
            (false, true) => surname,
            _ => first,
        };
    }
    if player.name.is_empty() {
        let index = columns.name_column();
        errors.push((index, "the name is missing; fill it in, or empty the line".to_owned()));
    }
    player.note = remarks.join("; ");
    if errors.is_empty() { Ok(Entry { line, player, team }) } else { Err(errors) }
}

impl EntryList {
    /// The number of players.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// No player.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The names of the teams, in the order of the list.
    pub fn teams(&self) -> Vec<&str> {
        let mut teams: Vec<&str> = Vec::new();
        for entry in self.entries.iter().filter(|entry| !entry.team.is_empty()) {
            if !teams.contains(&entry.team.as_str()) {
                teams.push(&entry.team);
            }
        }
        teams
    }

    /// Puts the players into an event: categories that are missing, the players in one command, then the teams. `apply` does each order, as
    /// [`crate::store::EventFile::apply`] or [`crate::event::Event::apply`] does; `state` is the event before.
    ///
    /// # Errors
    /// The first refusal; what was applied before it stays (and can be undone).
    pub fn add_to<E>(
        &self,
        state: &State,
        confirmed: bool,
        mut apply: impl FnMut(Order) -> Result<Change, E>,
    ) -> Result<Vec<PlayerId>, E> {
        let order = |command| Order { command, reason: "from a list".to_owned(), confirmed };
        let known: BTreeSet<&str> = state.settings.categories.iter().map(|c| c.name.as_str()).collect();
        let wanted: BTreeSet<&String> = self.entries.iter().flat_map(|e| &e.player.categories).collect();
        let missing: Vec<&&String> = wanted.iter().filter(|name| !known.contains(name.as_str())).collect();
        if !missing.is_empty() {
            let mut settings = (*state.settings).clone();
            settings.categories.extend(missing.iter().map(|n| Category { name: n.to_string(), ..Category::default() }));
            apply(order(Command::EditSettings(Box::new(settings))))?;
        }
        let players = self.entries.iter().map(|entry| entry.player.clone()).collect();
        let ids = apply(order(Command::AddPlayers(players)))?.players;
        for name in self.teams() {
            let members = self.entries.iter().zip(&ids).filter(|(entry, _)| entry.team == name).map(|(_, id)| *id);
            let existing: Option<(TeamId, &Team)> =
                state.teams.iter().find(|(_, team)| team.name == name).map(|(id, team)| (*id, &**team));
            let command = match existing {
                Some((id, team)) => {
                    let members = team.members.iter().copied().chain(members).collect();
                    Command::EditTeam(id, Box::new(Team { members, ..team.clone() }))
                }
                None => Command::AddTeam(Box::new(Team {
                    name: name.to_owned(),
                    members: members.collect(),
                    ..Team::default()
                })),
            };
            apply(order(command))?;
        }
        Ok(ids)
    }
}
