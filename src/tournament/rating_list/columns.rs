//! What the columns of a list are called.

use super::player::Kind;
use super::{ListError, source, table};
use crate::model::PartialDate;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// Identity number.
    Id,
    /// "Surname, First".
    Name,
    /// Surname alone.
    Surname,
    /// First names alone.
    First,
    /// Federation, three letters.
    Federation,
    /// Sex.
    Sex,
    /// Title.
    Title,
    /// Women's title; counts where there is no other.
    WomensTitle,
    /// Titles of arbiters, organisers, trainers.
    OtherTitles,
    /// A rating.
    Rating(Kind),
    /// Games in the period.
    Games(Kind),
    /// Development coefficient.
    K(Kind),
    /// Year or date of birth.
    Birth,
    /// Flags: `w` woman, `i` inactive.
    Flag,
}

impl Field {
    /// The fields that a column map may name, each with its name there, the needed ones first.
    pub const MAPPED: [(Field, &'static str); 15] = [
        (Field::Name, "name"),
        (Field::Surname, "surname"),
        (Field::First, "first"),
        (Field::Id, "id"),
        (Field::Rating(Kind::Standard), "rating"),
        (Field::K(Kind::Standard), "k"),
        (Field::Federation, "federation"),
        (Field::Title, "title"),
        (Field::Sex, "sex"),
        (Field::Birth, "birth"),
        (Field::Rating(Kind::Rapid), "rapid"),
        (Field::K(Kind::Rapid), "rapid k"),
        (Field::Rating(Kind::Blitz), "blitz"),
        (Field::K(Kind::Blitz), "blitz k"),
        (Field::Flag, "flag"),
    ];
}

/// A column's name, and the field that it stands for.
pub type HeaderColumn = (String, Option<Field>);

/// The columns of a CSV list as its first line names them, each with the field that the name stands for; `None` when the file is of another kind
/// (fixed-width text, XML, a zip), whose columns need no map.
///
/// # Errors
/// When the file cannot be read.
pub fn header_of(path: &Path) -> Result<Option<Vec<HeaderColumn>>, ListError> {
    let fail = |error: std::io::Error| ListError::file(path, error);
    // Without a line end within a megabyte this is no text.
    let mut reader = BufReader::new(std::fs::File::open(path).map_err(fail)?.take(1 << 20));
    let mut line = Vec::new();
    while line.trim_ascii().is_empty() {
        line.clear();
        if reader.read_until(b'\n', &mut line).map_err(fail)? == 0 {
            return Ok(None);
        }
    }
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&line);
    if line.starts_with(b"PK\x03\x04") || line.trim_ascii().starts_with(b"<") {
        return Ok(None);
    }
    let Some(separator) = table::separator(line) else { return Ok(None) };
    let mut titles = csv::ByteRecord::new();
    let mut rows = csv::ReaderBuilder::new().delimiter(separator).has_headers(false).flexible(true).from_reader(line);
    rows.read_byte_record(&mut titles).map_err(|error| ListError::line(path, 1, error))?;
    let column = |title: &[u8]| {
        let title = source::text(title).trim().to_owned();
        let field = field(&title);
        (title, field)
    };
    Ok(Some(titles.iter().map(column).collect()))
}

/// The field that a column name stands for: the names of FIDE's text and XML lists and usual ones of CSV files, in any case.
pub(super) fn field(name: &str) -> Option<Field> {
    let key: String = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    Some(match key.as_str() {
        "id" | "idnumber" | "fideid" | "fidenumber" | "fideno" | "idno" | "code" | "number" => Field::Id,
        "name" | "player" | "playername" | "fullname" => Field::Name,
        "surname" | "lastname" | "familyname" => Field::Surname,
        "first" | "firstname" | "firstnames" | "givenname" | "forename" => Field::First,
        "fed" | "federation" | "country" => Field::Federation,
        "sex" | "gender" => Field::Sex,
        "tit" | "titl" | "title" => Field::Title,
        "wtit" | "wtitle" => Field::WomensTitle,
        "otit" | "otitle" => Field::OtherTitles,
        "srtng" | "rating" | "rtg" | "elo" | "std" | "standard" | "standardrating" => Field::Rating(Kind::Standard),
        "sgm" | "gms" | "games" | "game" => Field::Games(Kind::Standard),
        "sk" | "k" | "kfactor" => Field::K(Kind::Standard),
        "rrtng" | "rpd" | "rapid" | "rapidrating" => Field::Rating(Kind::Rapid),
        "rgm" | "rapidgames" => Field::Games(Kind::Rapid),
        "rk" | "rapidk" => Field::K(Kind::Rapid),
        "brtng" | "blz" | "blitz" | "blitzrating" => Field::Rating(Kind::Blitz),
        "bgm" | "blitzgames" => Field::Games(Kind::Blitz),
        "bk" | "blitzk" => Field::K(Kind::Blitz),
        "bday" | "born" | "birth" | "birthday" | "birthdate" | "birthyear" | "yearofbirth" | "dateofbirth" | "year" => {
            Field::Birth
        }
        "flag" | "flags" => Field::Flag,
        // A list of one kind names its rating column by the month: SEP26.
        _ if key.len() == 5 && month_and_year(&key).is_some() => Field::Rating(Kind::Standard),
        _ => return None,
    })
}

/// The first month like `sep26` in a text.
pub(super) fn month_and_year(text: &str) -> Option<PartialDate> {
    const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let text = text.to_ascii_lowercase();
    text.as_bytes().windows(5).find_map(|window| {
        let month = MONTHS.iter().position(|month| window.starts_with(month.as_bytes()))?;
        let digits = window[3..].iter().all(u8::is_ascii_digit).then(|| [window[3] - b'0', window[4] - b'0'])?;
        let year = u16::from(digits[0] * 10 + digits[1]);
        let century = if year < 70 { 2000 } else { 1900 };
        // A month's number is at most 12.
        Some(PartialDate { year: century + year, month: month as u8 + 1, day: 0 })
    })
}

/// Which columns of a CSV file hold what, where their names do not say it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnMap {
    /// Fields and the header of the column that holds each.
    pub columns: Vec<(Field, String)>,
}

impl ColumnMap {
    /// Adds `FIELD=HEADER`, as `rating=DWZ` or `name=Spieler`. Fields are `id`, `name`, `surname`, `first`, `federation`, `sex`,
    /// `title`, `rating`, `rapid`, `blitz`, `k`, `rapid k`, `blitz k`, `birth`, `flag`.
    ///
    /// # Errors
    /// When the text has another form or names no field.
    pub fn add(&mut self, text: &str) -> Result<(), String> {
        let (name, header) = text
            .split_once('=')
            .ok_or_else(|| format!("\"{text}\" is no column; write FIELD=HEADER, for example rating=DWZ"))?;
        let field = field(name).ok_or_else(|| {
            format!(
                "\"{name}\" is no field; the fields are id, name, surname, first, federation, sex, title, rating, rapid, blitz, k, rapid k, blitz k, birth, flag"
            )
        })?;
        self.columns.push((field, header.trim().to_owned()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_a_column_map_are_read_back() {
        for (field, name) in Field::MAPPED {
            let mut map = ColumnMap::default();
            map.add(&format!("{name}=X")).unwrap();
            assert_eq!(map.columns, [(field, "X".to_owned())]);
        }
    }

    #[test]
    fn months() {
        assert_eq!(month_and_year("standard_sep26frl.txt").unwrap().to_string(), "2026-09");
        assert_eq!(month_and_year("Mar11").unwrap().to_string(), "2011-03");
        assert_eq!(month_and_year("players_list_foa.txt"), None);
        assert_eq!(field("SEP26"), Some(Field::Rating(Kind::Standard)));
        assert_eq!(field("FOA"), None);
    }
}
