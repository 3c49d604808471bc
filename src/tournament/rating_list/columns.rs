//! What the columns of a list are called.

use super::player::Kind;
use crate::model::PartialDate;

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
    fn months() {
        assert_eq!(month_and_year("standard_sep26frl.txt").unwrap().to_string(), "2026-09");
        assert_eq!(month_and_year("Mar11").unwrap().to_string(), "2011-03");
        assert_eq!(month_and_year("players_list_foa.txt"), None);
        assert_eq!(field("SEP26"), Some(Field::Rating(Kind::Standard)));
        assert_eq!(field("FOA"), None);
    }
}
