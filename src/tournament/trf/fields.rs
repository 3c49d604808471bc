//! Fields of a line: columns, numbers, points, dates.

use crate::model::PartialDate;
use pairing::Points;

/// The characters of columns `from` to `to`, counted from 1, both included; short lines give less.
pub(super) fn columns(line: &[char], from: usize, to: usize) -> &[char] {
    let start = from.saturating_sub(1).min(line.len());
    &line[start..to.clamp(start, line.len())]
}

/// The same as text without blanks at both ends.
pub(super) fn text(line: &[char], from: usize, to: usize) -> String {
    trim(columns(line, from, to)).iter().collect()
}

/// The rest of a line from a column on, trimmed.
pub(super) fn rest(line: &[char], from: usize) -> String {
    text(line, from, line.len())
}

/// The character of one column; blank beyond the end.
pub(super) fn at(line: &[char], column: usize) -> char {
    line.get(column.wrapping_sub(1)).copied().unwrap_or(' ')
}

pub(super) fn trim(mut chars: &[char]) -> &[char] {
    while let [first, tail @ ..] = chars {
        if !first.is_whitespace() {
            break;
        }
        chars = tail;
    }
    while let [head @ .., last] = chars {
        if !last.is_whitespace() {
            break;
        }
        chars = head;
    }
    chars
}

/// A whole number of at most seven digits; `None` when it is something else, `Some(None)` when blank.
pub(super) fn number(chars: &[char]) -> Option<Option<u32>> {
    let chars = trim(chars);
    if chars.is_empty() {
        return Some(None);
    }
    if chars.len() > 7 {
        return None;
    }
    chars.iter().try_fold(0, |value, c| Some(value * 10 + c.to_digit(10)?)).map(Some)
}

/// Points as people write them: `4.5`, `4,5`, `4½`, `4`, `.5`, `-0.5`. At most four digits before and one digit that counts after the point.
pub(super) fn points(text: &str) -> Option<Points> {
    let text = text.trim();
    let (negative, text) = match text.strip_prefix('-') {
        Some(tail) => (true, tail.trim_start()),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, tenth) = match text.strip_suffix('½') {
        Some(whole) => (whole, 5),
        None => match text.split_once(['.', ',']) {
            None => (text, 0),
            Some(("", "")) => return None,
            Some((whole, part)) => {
                let mut digits = part.chars();
                let tenth = digits.next().map_or(Some(0), |c| c.to_digit(10))?;
                if digits.any(|c| c != '0') {
                    return None;
                }
                (whole, tenth)
            }
        },
    };
    let has_digits = !text.is_empty();
    let fits = has_digits && whole.len() <= 4 && whole.chars().all(|c| c.is_ascii_digit());
    let whole: i32 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    // At most 9999.9 points: no overflow.
    let tenths = whole * 10 + tenth as i32;
    fits.then_some(Points(if negative { -tenths } else { tenths }))
}

/// Pairs of a symbol and points, as in 162, 362 and XXS: letters, then a number, with blanks and `=` between them as the writer liked.
/// The error is the column, from 1, where it stops making sense.
pub(super) fn symbols(line: &[char], from: usize) -> Result<Vec<(usize, String, Points)>, usize> {
    let mut found = Vec::new();
    let mut column = from;
    let skip = |column: &mut usize, wanted: fn(char) -> bool| {
        let start = *column;
        while *column <= line.len() && wanted(at(line, *column)) {
            *column += 1;
        }
        start
    };
    loop {
        skip(&mut column, |c| c.is_whitespace() || c == ';');
        if column > line.len() {
            return Ok(found);
        }
        let start = skip(&mut column, |c| c.is_ascii_alphabetic());
        let symbol = text(line, start, column - 1).to_ascii_uppercase();
        skip(&mut column, |c| c.is_whitespace() || c == '=');
        let value = skip(&mut column, |c| c.is_ascii_digit() || "-.,½".contains(c));
        if symbol.is_empty() {
            return Err(start);
        }
        match points(&text(line, value, column - 1)) {
            Some(points) if column > value => found.push((start, symbol, points)),
            _ => return Err(value),
        }
    }
}

/// A date in any of the ways seen in real files; `None` when there is none or it makes no sense.
///
/// `short_year`: two digits at the front are a year (record 132).
pub(super) fn date(text: &str, short_year: bool) -> Option<PartialDate> {
    let parts: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect();
    let month_name = |part: &str| {
        let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
        let start: String = part.chars().take(3).collect::<String>().to_lowercase();
        names.iter().position(|name| *name == start).map(|index| index as u16 + 1)
    };
    let value = |part: &str| if part.len() <= 4 { part.parse::<u16>().ok() } else { None };
    let (year, month, day) = match parts.as_slice() {
        [year] if year.len() == 4 => (value(year)?, 0, 0),
        [one] if one.len() == 8 && one.is_ascii() => (value(&one[..4])?, value(&one[4..6])?, value(&one[6..])?),
        [year, month] if year.len() == 4 => (value(year)?, value(month)?, 0),
        [month, day, year] if month_name(month).is_some() => (value(year)?, month_name(month)?, value(day)?),
        [day, month, year] if month_name(month).is_some() => (value(year)?, month_name(month)?, value(day)?),
        [year, month, day] if year.len() == 4 => (value(year)?, value(month)?, value(day)?),
        [day, month, year] if year.len() == 4 => match (value(day)?, value(month)?) {
            (month, day) if day > 12 && month <= 12 => (value(year)?, month, day),
            (day, month) => (value(year)?, month, day),
        },
        [year, month, day] if short_year && year.len() == 2 => {
            let year = value(year)?;
            (if year < 70 { 2000 + year } else { 1900 + year }, value(month)?, value(day)?)
        }
        _ => return None,
    };
    let fits = (1..=9999).contains(&year) && month <= 12 && day <= 31;
    // The casts lose nothing: the values were just bounded. A day without a month says nothing.
    fits.then_some(PartialDate { year, month: month as u8, day: if month == 0 { 0 } else { day as u8 } })
}

/// `1987/05/17`, with zeros for what is not known.
pub(super) fn date_text(date: PartialDate) -> String {
    format!("{:04}/{:02}/{:02}", date.year, date.month, date.day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_as_people_write_them() {
        for (text, tenths) in [
            ("4.5", 45),
            ("4,5", 45),
            ("4½", 45),
            ("½", 5),
            ("4", 40),
            ("04.5", 45),
            (".5", 5),
            ("-0.5", -5),
            ("1.00", 10),
        ] {
            assert_eq!(points(text), Some(Points(tenths)), "{text}");
        }
        for text in ["", ".", "-", "4.25", "x", "4.5.5", "99999", "4 5", "1e3"] {
            assert_eq!(points(text), None, "{text}");
        }
    }

    #[test]
    fn dates_as_people_write_them() {
        for (text, year, month, day) in [
            ("28. 07. 2005", 2005, 7, 28),
            ("May 29, 2020", 2020, 5, 29),
            ("1969.12.06", 1969, 12, 6),
            ("24/09/2010", 2010, 9, 24),
            ("09/24/2010", 2010, 9, 24),
            ("1987", 1987, 0, 0),
            ("1987/00/00", 1987, 0, 0),
        ] {
            assert_eq!(date(text, false), Some(PartialDate { year, month, day }), "{text}");
        }
        assert_eq!(date("24/12/01", true), Some(PartialDate { year: 2024, month: 12, day: 1 }));
        for text in ["", "0000/00/00", "soon", "1987/13/01", "1/2/3/4"] {
            assert_eq!(date(text, false), None, "{text}");
        }
    }

    #[test]
    fn symbols_tight_and_loose() {
        let read = |line: &str| symbols(&line.chars().collect::<Vec<_>>(), 5);
        let values =
            |line: &str| read(line).map(|all| all.into_iter().map(|(_, s, p)| (s, p.tenths())).collect::<Vec<_>>());
        let expected = vec![("W".to_owned(), 30), ("D".to_owned(), 10), ("P".to_owned(), 5)];
        assert_eq!(values("162  W 3.0    D 1.0    P 0.5"), Ok(expected.clone()));
        assert_eq!(values("XXS W=3 D=1.0 P=.5"), Ok(expected));
        assert_eq!(values("362 TW 2     TD 1     TL 0 ").map(|v| v.len()), Ok(3));
        assert_eq!(values("162  W 3.0    D"), Err(16));
        assert_eq!(values("162  3.0"), Err(6));
    }
}
