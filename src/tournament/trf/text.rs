//! From bytes to lines: encodings and ends of lines.

use super::error::Remark;
use encoding_rs::{UTF_16BE, UTF_16LE, WINDOWS_1251, WINDOWS_1252};
use std::borrow::Cow;

/// How the characters of a file are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, with plain ASCII as a part of it.
    #[default]
    Utf8,
    /// UTF-16 in either byte order.
    Utf16,
    /// Windows-1252, which has all of Latin-1's letters.
    Windows1252,
    /// Windows-1251, Cyrillic.
    Windows1251,
}

/// What ends a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineEnd {
    /// Carriage return alone, as the letter of the FIDE text asks.
    Cr,
    /// Line feed alone.
    Lf,
    /// Both; what most programs write.
    #[default]
    CrLf,
}

impl LineEnd {
    /// The characters.
    pub const fn as_str(self) -> &'static str {
        match self {
            LineEnd::Cr => "\r",
            LineEnd::Lf => "\n",
            LineEnd::CrLf => "\r\n",
        }
    }
}

/// A file as lines of characters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Text {
    pub lines: Vec<String>,
    pub encoding: Encoding,
    pub line_end: LineEnd,
    pub remarks: Vec<Remark>,
}

/// Splits at CRLF, CR and LF and decodes each line: UTF-8 where it is valid, else `fallback`, else by the look of the letters.
pub(super) fn decode(bytes: &[u8], fallback: Option<Encoding>) -> Text {
    let mut text = Text::default();
    let bytes = utf16(bytes, &mut text);
    let marked = bytes.starts_with(b"\xef\xbb\xbf");
    if marked {
        text.remarks.push(Remark::new(1, 1, "a byte order mark at the beginning was dropped"));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let (pieces, line_end, other) = split(bytes);
    text.line_end = line_end;
    if let Some(line) = other {
        text.remarks.push(Remark::new(
            line,
            0,
            "from here on lines end in another way than the first one; split at each",
        ));
    }
    let legacy = fallback.unwrap_or_else(|| guess(bytes));
    for (index, piece) in pieces.iter().enumerate() {
        let line = index + 1;
        let piece = drop_control(piece, line, index + 1 == pieces.len(), &mut text.remarks);
        let decoded = match std::str::from_utf8(&piece) {
            Ok(valid) => valid.to_owned(),
            Err(_) => {
                let (table, name) = match legacy {
                    Encoding::Windows1251 => (WINDOWS_1251, "Windows-1251"),
                    _ => (WINDOWS_1252, "Windows-1252"),
                };
                if text.encoding == Encoding::Utf8 {
                    text.encoding = if table == WINDOWS_1251 { Encoding::Windows1251 } else { Encoding::Windows1252 };
                }
                text.remarks.push(Remark::new(line, 0, format!("the line is not UTF-8; read as {name}")));
                table.decode_without_bom_handling(&piece).0.into_owned()
            }
        };
        text.lines.push(decoded);
    }
    if text.lines.last().is_some_and(String::is_empty) {
        text.lines.pop();
    }
    text
}

/// UTF-16 becomes UTF-8; other bytes stay.
fn utf16<'a>(bytes: &'a [u8], text: &mut Text) -> Cow<'a, [u8]> {
    let head = &bytes[..bytes.len().min(64)];
    let nul_at = |parity: usize| head.iter().skip(parity).step_by(2).filter(|&&byte| byte == 0).count();
    let table = match bytes {
        [0xff, 0xfe, ..] => UTF_16LE,
        [0xfe, 0xff, ..] => UTF_16BE,
        _ if head.len() >= 8 && nul_at(1) * 8 > head.len() * 3 => UTF_16LE,
        _ if head.len() >= 8 && nul_at(0) * 8 > head.len() * 3 => UTF_16BE,
        _ => return Cow::Borrowed(bytes),
    };
    text.encoding = Encoding::Utf16;
    text.remarks.push(Remark::new(0, 0, "the file is UTF-16"));
    Cow::Owned(table.decode_with_bom_removal(bytes).0.into_owned().into_bytes())
}

/// The lines, what ends the first one, and the first line that ends otherwise.
fn split(bytes: &[u8]) -> (Vec<&[u8]>, LineEnd, Option<usize>) {
    let mut pieces = Vec::new();
    let (mut end, mut other) = (None, None);
    let mut start = 0;
    let mut at = 0;
    while at < bytes.len() {
        let (found, width) = match (bytes[at], bytes.get(at + 1)) {
            (b'\r', Some(b'\n')) => (LineEnd::CrLf, 2),
            (b'\r', _) => (LineEnd::Cr, 1),
            (b'\n', _) => (LineEnd::Lf, 1),
            _ => {
                at += 1;
                continue;
            }
        };
        let first = *end.get_or_insert(found);
        pieces.push(&bytes[start..at]);
        if first != found && other.is_none() {
            other = Some(pieces.len());
        }
        at += width;
        start = at;
    }
    pieces.push(&bytes[start..]);
    (pieces, end.unwrap_or_default(), other)
}

/// NUL and Ctrl-Z go; at the very end of a file they are padding and not worth a word.
fn drop_control<'a>(piece: &'a [u8], line: usize, last: bool, remarks: &mut Vec<Remark>) -> Cow<'a, [u8]> {
    let control = |byte: &u8| matches!(byte, 0 | 0x1a);
    let Some(at) = piece.iter().position(&control) else { return Cow::Borrowed(piece) };
    if !(last && piece[at..].iter().all(&control)) {
        remarks.push(Remark::new(line, at + 1, "a NUL or Ctrl-Z character was dropped"));
    }
    Cow::Owned(piece.iter().copied().filter(|byte| !control(byte)).collect())
}

/// Cyrillic when most high bytes stand next to another one: Western names have single accented letters.
fn guess(bytes: &[u8]) -> Encoding {
    let letter = |byte: &u8| *byte >= 0xc0;
    let all = bytes.iter().filter(|byte| letter(byte)).count();
    let together = bytes.windows(2).filter(|two| two.iter().all(&letter)).count();
    if together * 2 > all { Encoding::Windows1251 } else { Encoding::Windows1252 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_end_of_line() {
        for (bytes, end) in
            [(&b"a\rb\rc"[..], LineEnd::Cr), (b"a\nb\nc\n", LineEnd::Lf), (b"a\r\nb\r\nc\r\n", LineEnd::CrLf)]
        {
            let text = decode(bytes, None);
            assert_eq!(text.lines, ["a", "b", "c"]);
            assert_eq!(text.line_end, end);
        }
        assert_eq!(decode(b"a\r\nb\rc\nd\n\x1a", None).lines, ["a", "b", "c", "d"]);
        assert_eq!(decode(b"a\r\r\nb", None).lines, ["a", "", "b"]);
    }

    #[test]
    fn every_encoding() {
        assert_eq!(decode(b"\xef\xbb\xbfM\xc3\xbcller", None).lines, ["Müller"]);
        assert_eq!(decode(b"M\xfcller, J\xf6rg", None).lines, ["Müller, Jörg"]);
        assert_eq!(decode(b"\xc8\xe2\xe0\xed\xee\xe2", None).lines, ["Иванов"]);
        assert_eq!(decode(b"\xff\xfeA\0\n\0B\0", None).lines, ["A", "B"]);
        assert_eq!(decode(b"\0A\0b\0c\0d\0\n\0B\0e", None).lines, ["Abcd", "Be"]);
    }
}
