//! One player of a list, and how the index stores it.

use super::columns::Field;
use crate::csv::values;
use crate::model::{PartialDate, Rating, Sex, Title};
use serde::{Deserialize, Serialize};

/// Kinds of rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// Standard.
    Standard,
    /// Rapid.
    Rapid,
    /// Blitz.
    Blitz,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 3] = [Kind::Standard, Kind::Rapid, Kind::Blitz];

    /// The name that a rating of this kind carries: `FIDE`, `FIDE rapid`, `FIDE blitz`.
    pub fn list_name(self, list: &str) -> String {
        match self {
            Kind::Standard => list.to_owned(),
            Kind::Rapid => format!("{list} rapid"),
            Kind::Blitz => format!("{list} blitz"),
        }
    }
}

/// A rating as a list gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedRating {
    /// The rating; never 0.
    pub value: u16,
    /// The development coefficient, where the list gives one.
    pub k: Option<u8>,
}

/// A player of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListedPlayer {
    /// Identity number; empty when the list has none.
    pub id: String,
    /// "Surname, First", as the list writes it.
    pub name: String,
    /// Federation.
    pub federation: String,
    /// Sex.
    pub sex: Option<Sex>,
    /// Title.
    pub title: Option<Title>,
    /// Titles of arbiters, organisers, trainers, as the list writes them.
    pub other_titles: String,
    /// Year or date of birth.
    pub birth: Option<PartialDate>,
    /// Standard, rapid and blitz rating, in the order of [`Kind::ALL`].
    pub ratings: [Option<ListedRating>; 3],
    /// Flags as the list writes them.
    pub flags: String,
}

impl ListedPlayer {
    /// The rating of a kind.
    pub fn rating(&self, kind: Kind) -> Option<ListedRating> {
        self.ratings[kind as usize]
    }

    /// The player is flagged as inactive.
    pub fn is_inactive(&self) -> bool {
        self.flags.contains(['i', 'I'])
    }

    /// The ratings as players of an event have them; `list` is the list's name.
    pub fn ratings_of(&self, list: &str) -> Vec<Rating> {
        let of = |kind: Kind| {
            self.rating(kind).map(|rating| Rating { list: kind.list_name(list), value: rating.value, k: rating.k })
        };
        Kind::ALL.into_iter().filter_map(of).collect()
    }
}

/// Collects the cells of one row.
#[derive(Default)]
pub(super) struct Row {
    player: ListedPlayer,
    surname: String,
    first: String,
    womens_title: Option<Title>,
    k: [Option<u8>; 3],
    /// Values that could not be read; the row is kept without them.
    pub remarks: Vec<String>,
}

impl Row {
    /// Takes a cell.
    pub fn set(&mut self, field: Field, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let player = &mut self.player;
        match field {
            Field::Id => player.id = plain(text),
            Field::Name => player.name = plain(text),
            Field::Surname => self.surname = plain(text),
            Field::First => self.first = plain(text),
            Field::Federation => player.federation = plain(text).to_uppercase(),
            Field::Sex => match text {
                "M" => player.sex = Some(Sex::Male),
                "F" => player.sex = Some(Sex::Female),
                _ => player.sex = values::sex(text),
            },
            Field::Title => player.title = Title::read(text),
            Field::WomensTitle => self.womens_title = Title::read(text),
            Field::OtherTitles => player.other_titles = plain(text),
            Field::Rating(kind) => match text.parse::<u16>() {
                Ok(0) => {}
                Ok(value @ 1..=4000) => player.ratings[kind as usize] = Some(ListedRating { value, k: None }),
                _ => match values::rating(text) {
                    Ok(value) => player.ratings[kind as usize] = value.map(|value| ListedRating { value, k: None }),
                    Err(message) => self.remarks.push(message),
                },
            },
            Field::Games(_) => {}
            Field::K(kind) => match text.parse::<u8>() {
                Ok(k) => self.k[kind as usize] = (k > 0).then_some(k),
                Err(_) => self.remarks.push(format!("\"{text}\" is not a coefficient K; a whole number is wanted")),
            },
            Field::Birth => match text.parse::<u16>() {
                Ok(0) => {}
                Ok(year @ 1850..=2200) => player.birth = Some(PartialDate { year, month: 0, day: 0 }),
                _ => match values::date(text) {
                    Ok(date) => player.birth = date,
                    Err(message) => self.remarks.push(message),
                },
            },
            Field::Flag => player.flags = plain(text),
        }
    }

    /// Tells something of the row.
    pub fn note(&mut self, text: &str) {
        self.remarks.push(text.to_owned());
    }

    /// The player.
    ///
    /// # Errors
    /// When there is no name.
    pub fn finish(mut self) -> Result<(ListedPlayer, Vec<String>), String> {
        let player = &mut self.player;
        if player.name.is_empty() {
            player.name = match (self.surname.is_empty(), self.first.is_empty()) {
                (false, false) => format!("{}, {}", self.surname, self.first),
                (false, true) => self.surname,
                (true, _) => self.first,
            };
        }
        if player.name.is_empty() {
            return Err("the player has no name; the row was left out".to_owned());
        }
        player.title = player.title.or(self.womens_title);
        if player.id.chars().any(char::is_alphabetic) && !player.id.chars().any(|c| c.is_ascii_digit()) {
            self.remarks.push(format!("\"{}\" is no identity number; kept as it stands", player.id));
        } else if player.id.starts_with(char::is_alphabetic) {
            self.remarks.push(format!("the identity number \"{}\" begins with letters; kept as it stands", player.id));
        }
        if player.name.contains('"') {
            self.remarks.push("the name holds a quotation mark; is it not closed in this row?".to_owned());
        }
        for (rating, k) in player.ratings.iter_mut().zip(self.k) {
            if let Some(rating) = rating {
                rating.k = k;
            }
        }
        Ok((self.player, self.remarks))
    }
}

/// Inner white space to single spaces; nothing that would end a stored cell.
fn plain(text: &str) -> String {
    if text.bytes().any(|b| b.is_ascii_control()) || text.contains("  ") {
        text.split(|c: char| c.is_whitespace() || c.is_control())
            .filter(|w| !w.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    } else {
        text.to_owned()
    }
}

/// Writes a player as one line of cells.
pub(super) fn encode(player: &ListedPlayer, line: &mut String) {
    let mut cell = |text: &str| {
        line.push_str(text);
        line.push('\t');
    };
    cell(&player.id);
    cell(&player.name);
    cell(&player.federation);
    cell(match player.sex {
        Some(Sex::Male) => "m",
        Some(Sex::Female) => "f",
        None => "",
    });
    cell(player.title.map_or("", Title::short));
    cell(&player.birth.map(|date| date.to_string()).unwrap_or_default());
    for rating in player.ratings {
        cell(&match rating {
            Some(ListedRating { value, k: Some(k) }) => format!("{value}/{k}"),
            Some(ListedRating { value, k: None }) => value.to_string(),
            None => String::new(),
        });
    }
    cell(&player.other_titles);
    line.push_str(&player.flags);
}

/// Reads what [`encode`] wrote; `None` when the line is damaged.
pub(super) fn decode(line: &str) -> Option<ListedPlayer> {
    let mut cells = line.split('\t');
    let mut cell = || cells.next();
    let mut player = ListedPlayer {
        id: cell()?.to_owned(),
        name: cell()?.to_owned(),
        federation: cell()?.to_owned(),
        ..ListedPlayer::default()
    };
    player.sex = match cell()? {
        "m" => Some(Sex::Male),
        "f" => Some(Sex::Female),
        _ => None,
    };
    player.title = Title::read(cell()?);
    player.birth = cell()?.parse().ok();
    for rating in &mut player.ratings {
        let text = cell()?;
        let (value, k) = text.split_once('/').map_or((text, None), |(value, k)| (value, k.parse().ok()));
        *rating = value.parse().ok().map(|value| ListedRating { value, k });
    }
    player.other_titles = cell()?.to_owned();
    player.flags = cell()?.to_owned();
    Some(player)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_survives_storing() {
        let mut row = Row::default();
        for (field, text) in [
            (Field::Id, "4100018"),
            (Field::Name, "Kasparov,\t Garry"),
            (Field::Federation, "cro"),
            (Field::Sex, "M"),
            (Field::Title, "GM"),
            (Field::Rating(Kind::Standard), "2812"),
            (Field::K(Kind::Standard), "10"),
            (Field::Rating(Kind::Rapid), "2783"),
            (Field::Rating(Kind::Blitz), "none"),
            (Field::Birth, "1963"),
            (Field::Flag, "i"),
            (Field::OtherTitles, "FT, IA"),
        ] {
            row.set(field, text);
        }
        let (player, remarks) = row.finish().unwrap();
        assert!(remarks.is_empty(), "{remarks:?}");
        assert_eq!(player.name, "Kasparov, Garry");
        assert_eq!(player.rating(Kind::Standard), Some(ListedRating { value: 2812, k: Some(10) }));
        assert_eq!(player.rating(Kind::Blitz), None);
        assert!(player.is_inactive());
        let mut line = String::new();
        encode(&player, &mut line);
        assert_eq!(decode(&line), Some(player));
        assert_eq!(decode("1\tA"), None);
    }

    #[test]
    fn unreadable_values_are_told_and_left_out() {
        let mut row = Row::default();
        row.set(Field::Name, "A, B");
        row.set(Field::Rating(Kind::Standard), "12x4");
        row.set(Field::Birth, "next year");
        let (player, remarks) = row.finish().unwrap();
        assert_eq!((player.ratings[0], player.birth, remarks.len()), (None, None, 2));
        assert!(Row::default().finish().is_err());
    }
}
