//! Names as they are compared, in records and in rating lists: lower case, no accents, words only.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The words of a text in lower case without accents. With `umlauts`, ä ö ü å ø become ae oe ue aa oe, as lists in plain letters write them.
pub(crate) fn words(text: &str, umlauts: bool) -> Vec<String> {
    let mut plain = String::with_capacity(text.len());
    if text.is_ascii() {
        plain.extend(text.chars().filter(|c| !matches!(c, '\'' | '`')).map(|c| c.to_ascii_lowercase()));
    } else {
        for c in text.to_lowercase().nfc() {
            fold(c, umlauts, &mut plain);
        }
    }
    plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn fold(c: char, umlauts: bool, plain: &mut String) {
    match c {
        'ä' if umlauts => plain.push_str("ae"),
        'ö' | 'ø' if umlauts => plain.push_str("oe"),
        'ü' if umlauts => plain.push_str("ue"),
        'å' if umlauts => plain.push_str("aa"),
        'ß' => plain.push_str("ss"),
        'ø' => plain.push('o'),
        'ł' => plain.push('l'),
        'đ' | 'ð' => plain.push('d'),
        'æ' => plain.push_str("ae"),
        'œ' => plain.push_str("oe"),
        'þ' => plain.push_str("th"),
        'ı' => plain.push('i'),
        '\'' | '’' | 'ʼ' | '`' => {}
        c => plain.extend(std::iter::once(c).nfd().filter(|c| !is_combining_mark(*c))),
    }
}

/// The one or two ways in which a text may be meant: ü as u, and as ue where that differs.
pub(crate) fn readings(text: &str) -> Vec<Vec<String>> {
    let mut readings = vec![words(text, false)];
    if !text.is_ascii() {
        let second = words(text, true);
        if second != readings[0] {
            readings.push(second);
        }
    }
    readings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_case_and_marks_go() {
        assert_eq!(words("Müller-Lüdenscheidt, José", false), ["muller", "ludenscheidt", "jose"]);
        assert_eq!(words("O'Kelly de Galway", false), ["okelly", "de", "galway"]);
        assert_eq!(words("Łukasz ŻÓŁĆ", false), ["lukasz", "zolc"]);
        assert_eq!(words("Семён Фёдоров", false), ["семен", "федоров"]);
        assert_eq!(readings("Müller"), [["muller"], ["mueller"]]);
        assert_eq!(readings("Miller"), [["miller"]]);
    }
}
