//! Single values of an entry list.

use crate::model::{PartialDate, Sex};
use encoding_rs::{Encoding, WINDOWS_1251, WINDOWS_1252};

/// The text, and the name of its encoding.
pub(super) fn decode(bytes: &[u8]) -> (String, &'static str) {
    if let Some((encoding, skip)) = Encoding::for_bom(bytes) {
        let (text, _) = encoding.decode_without_bom_handling(&bytes[skip..]);
        return (text.into_owned(), encoding.name());
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return (text.to_owned(), "UTF-8");
    }
    // Cyrillic words are runs of high bytes; accents of western names stand alone.
    let high = bytes.iter().filter(|b| **b >= 0xC0).count();
    let runs = bytes.windows(3).filter(|w| w.iter().all(|b| *b >= 0xC0)).count();
    let encoding = if runs * 2 > high { WINDOWS_1251 } else { WINDOWS_1252 };
    (encoding.decode_without_bom_handling(bytes).0.into_owned(), encoding.name())
}

/// The line (from 1) of the first byte that is no UTF-8 in a text that otherwise is: then it is damaged, not of another encoding.
pub(super) fn stray_byte(bytes: &[u8]) -> Option<u64> {
    if Encoding::for_bom(bytes).is_some_and(|(encoding, _)| encoding != encoding_rs::UTF_8) {
        return None;
    }
    let (mut wide, mut stray, mut line, mut first) = (0, 0, 1, None);
    for chunk in bytes.utf8_chunks() {
        wide += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        line += chunk.valid().bytes().filter(|b| *b == b'\n').count() as u64;
        if !chunk.invalid().is_empty() {
            stray += 1;
            first = first.or(Some(line));
        }
    }
    first.filter(|_| wide > 4 * stray)
}

/// Inner spaces to one each.
pub(super) fn spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A rating; `None` for the ways of writing "unrated".
pub(crate) fn rating(text: &str) -> Result<Option<u16>, String> {
    let plain = text.trim_end_matches(".0").trim_end_matches(",0");
    if matches!(plain.to_lowercase().as_str(), "0" | "-" | "unr" | "unr." | "unrated" | "n/a" | "none" | "ohne") {
        return Ok(None);
    }
    match plain.parse::<u16>() {
        Ok(value @ 1..=4000) => Ok(Some(value)),
        _ => Err(format!("\"{text}\" is not a rating; write a whole number from 1 to 4000, or leave it empty")),
    }
}

/// A sex in several languages.
pub(crate) fn sex(text: &str) -> Option<Sex> {
    Some(match text.to_lowercase().trim_end_matches('.') {
        "m"
        | "male"
        | "man"
        | "boy"
        | "männlich"
        | "mann"
        | "h"
        | "homme"
        | "masculin"
        | "м"
        | "муж"
        | "мужской"
        | "მ"
        | "კ"
        | "მამრობითი"
        | "კაცი" => Sex::Male,
        "w"
        | "f"
        | "female"
        | "woman"
        | "girl"
        | "weiblich"
        | "frau"
        | "femme"
        | "féminin"
        | "ж"
        | "жен"
        | "женский"
        | "ქ"
        | "მდედრობითი"
        | "ქალი" => Sex::Female,
        _ => return None,
    })
}

/// A date with the year first, or day, month and year.
pub(crate) fn date(text: &str) -> Result<Option<PartialDate>, String> {
    let parts: Vec<&str> = text.split(['-', '/', '.']).map(str::trim).collect();
    if parts.iter().all(|part| part.bytes().all(|b| b == b'0')) {
        return Ok(None);
    }
    let wrong = || format!("\"{text}\" is not a date of birth; write 1990-05-17, 17.05.1990 or 1990");
    let turned = match parts[..] {
        [day, month, year] if year.len() == 4 && day.len() <= 2 => format!("{year}-{month}-{day}"),
        [month, year] if year.len() == 4 => format!("{year}-{month}"),
        _ => text.to_owned(),
    };
    let date: PartialDate = turned.parse().map_err(|_| wrong())?;
    if (1850..=2200).contains(&date.year) { Ok(Some(date)) } else { Err(wrong()) }
}
