//! Reading PGN and PDN files: from bytes to single records.

use std::borrow::Cow;

use encoding_rs::{WINDOWS_1251, WINDOWS_1252};

use crate::lexer::is_result;

/// A tag pair such as `[White "Adema, Sjoerd"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The name, as written.
    pub name: String,
    /// The value, with escapes taken away.
    pub value: String,
}

/// A line that begins like a tag pair and is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadTag {
    /// Line in the file, from 1.
    pub line: usize,
    /// The line.
    pub text: String,
}

/// One game of a file, not yet checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Place in the file, from 1.
    pub index: usize,
    /// First line in the file, from 1.
    pub line: usize,
    /// The tag pairs in the order of the file.
    pub tags: Vec<Tag>,
    /// The first tag line that cannot be read.
    pub bad_tag: Option<BadTag>,
    /// The record as it stands in the file (as text), fit to be stored and read again with [`Record::parse`].
    pub source: String,
    /// Where in `source` the moves begin.
    moves_at: usize,
    /// Does the file stop right behind the last character, without a line end?
    pub cut_off: bool,
}

impl Record {
    /// Reads one stored record. An empty text gives a record without tags and moves.
    pub fn parse(source: &str) -> Record {
        read_records(source.as_bytes()).next().unwrap_or_default()
    }

    /// The value of the first tag with this name. Letter case does not count.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name)).map(|tag| tag.value.as_str())
    }

    fn any_tag(&self, names: &[&str]) -> Option<&str> {
        names.iter().find_map(|name| self.tag(name)).map(str::trim).filter(|value| !value.is_empty())
    }

    /// The player of the white pieces, if named.
    pub fn white(&self) -> Option<&str> {
        self.any_tag(&["White", "Bianco"]).filter(|name| *name != "?")
    }

    /// The player of the black pieces, if named.
    pub fn black(&self) -> Option<&str> {
        self.any_tag(&["Black", "Nero"]).filter(|name| *name != "?")
    }

    /// The value of the Result tag, if there is one.
    pub fn result(&self) -> Option<&str> {
        self.any_tag(&["Result", "Risultato"])
    }

    /// The text of the moves, with comments and the result mark.
    pub fn moves(&self) -> &str {
        self.source.get(self.moves_at..).unwrap_or_default()
    }

    /// The line in the file where the byte `offset` of [`Record::moves`] stands.
    pub(crate) fn line_of(&self, offset: usize) -> usize {
        let end = (self.moves_at + offset).min(self.source.len());
        self.line + self.source.as_bytes()[..end].iter().filter(|&&b| b == b'\n').count()
    }
}

impl Default for Record {
    fn default() -> Record {
        Record {
            index: 1,
            line: 1,
            tags: Vec::new(),
            bad_tag: None,
            source: String::new(),
            moves_at: 0,
            cut_off: false,
        }
    }
}

/// Cuts a file into its records.
///
/// UTF-8 is read with or without byte order mark; a file that is not UTF-8 is taken as UTF-16 if it has a byte order
/// mark, as Windows-1251 if most of its letters beyond ASCII come in runs (Cyrillic), else as Windows-1252 (which holds
/// Latin-1). A record begins at a tag line, or behind a result and an empty line; so neither an unclosed comment nor
/// any other defect reaches into the next game.
pub fn read_records(bytes: &[u8]) -> Records<'_> {
    let text = decode(bytes);
    Records { text, pos: 0, line: 1, index: 0 }
}

fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    if let Some((encoding, skip)) = encoding_rs::Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[skip..]).0;
    }
    let high = bytes.iter().filter(|&&b| b >= 0xC0).count();
    let runs = bytes.windows(3).filter(|w| w.iter().all(|&b| b >= 0xC0)).count();
    let encoding = if runs * 2 > high { WINDOWS_1251 } else { WINDOWS_1252 };
    encoding.decode_without_bom_handling(bytes).0
}

/// The records of a file; see [`read_records`].
#[derive(Clone, Debug)]
pub struct Records<'a> {
    text: Cow<'a, str>,
    pos: usize,
    line: usize,
    index: usize,
}

impl Iterator for Records<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        let text: &str = &self.text;
        // Blank lines and escape lines between games belong to no game.
        let mut start = self.pos;
        let mut line = self.line;
        loop {
            let end = line_end(text, start);
            let content = text[start..end].trim();
            if !content.is_empty() && !content.starts_with('%') {
                break;
            }
            if end >= text.len() {
                self.pos = text.len();
                return None;
            }
            start = end;
            line += 1;
        }

        let first_line = line;
        let mut tags = Vec::new();
        let mut bad_tag = None;
        let mut at = start;
        // Tag lines, with blank and escape lines between them.
        while at < text.len() {
            let end = line_end(text, at);
            let content = text[at..end].trim();
            if content.starts_with('[') && !content.starts_with("[%") {
                if !read_tags(content, &mut tags) && bad_tag.is_none() {
                    bad_tag = Some(BadTag { line, text: content.to_owned() });
                }
            } else if (!content.is_empty() && !content.starts_with('%'))
                || (content.is_empty() && next_game_follows(text, end, &tags))
            {
                break;
            }
            at = end;
            line += 1;
            if content.is_empty() {
                // All blank lines at once.
                let rest = &text[at..];
                let blank = rest.len() - rest.trim_start().len();
                let whole = text[at..at + blank].rfind('\n').map_or(0, |last| last + 1);
                line += text[at..at + whole].matches('\n').count();
                at += whole;
            }
        }
        let moves_at = at;
        let mut in_comment = false;
        let mut ended = false;
        while at < text.len() {
            let end = line_end(text, at);
            let content = &text[at..end];
            if content.starts_with('[') {
                let trimmed = content.trim_end();
                if looks_like_tag(trimmed) && (!in_comment || trimmed.ends_with("\"]")) {
                    break;
                }
            }
            let blank = content.trim().is_empty();
            if ended && !blank && !content.starts_with('%') && after_blank(text, at) {
                break;
            }
            if !blank {
                in_comment = comment_state(content, in_comment);
                ended = !in_comment && ends_with_result(content);
            }
            at = end;
            line += 1;
        }
        self.pos = at;
        self.line = line;
        self.index += 1;
        let raw = &text[start..at];
        let source = raw.trim_end();
        Some(Record {
            index: self.index,
            line: first_line,
            tags,
            bad_tag,
            cut_off: at >= text.len() && source.len() == raw.len(),
            moves_at: (moves_at - start).min(source.len()),
            source: source.to_owned(),
        })
    }
}

/// The offset behind the line that holds `from`.
fn line_end(text: &str, from: usize) -> usize {
    memchr::memchr(b'\n', &text.as_bytes()[from..]).map_or(text.len(), |at| from + at + 1)
}

/// Tags followed by a blank line and by more tags: a game without moves, if the new tags begin again.
fn next_game_follows(text: &str, from: usize, tags: &[Tag]) -> bool {
    let rest = text[from..].trim_start();
    let Some(first) = tags.first() else { return false };
    rest.starts_with('[')
        && rest[1..].trim_start().get(..first.name.len()).is_some_and(|n| n.eq_ignore_ascii_case(&first.name))
}

fn after_blank(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end_matches([' ', '\t', '\r']);
    before.strip_suffix('\n').is_some_and(|b| b.trim_end_matches([' ', '\t', '\r']).ends_with('\n'))
}

fn looks_like_tag(line: &str) -> bool {
    let Some(rest) = line.strip_prefix('[') else { return false };
    let name_end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    name_end > 0 && rest[name_end..].trim_start().starts_with('"')
}

/// Is the text behind this line inside a brace comment?
fn comment_state(line: &str, mut inside: bool) -> bool {
    let bytes = line.as_bytes();
    let mut at = 0;
    loop {
        if inside {
            match memchr::memchr(b'}', &bytes[at..]) {
                Some(next) => at += next + 1,
                None => return true,
            }
            inside = false;
        } else {
            match memchr::memchr2(b'{', b';', &bytes[at..]) {
                Some(next) if bytes[at + next] == b'{' => at += next + 1,
                _ => return false,
            }
            inside = true;
        }
    }
}

fn ends_with_result(line: &str) -> bool {
    let line = line.trim_end();
    let word = &line[line.rfind([' ', '\t', '}', ')']).map_or(0, |at| at + 1)..];
    is_result(word, true)
}

/// Reads the tag pairs of a line (usually one). False if something is left that is no tag pair.
fn read_tags(line: &str, tags: &mut Vec<Tag>) -> bool {
    let mut rest = line;
    while let Some(inner) = rest.strip_prefix('[') {
        let inner = inner.trim_start();
        let name_end = inner.find(|c: char| c.is_whitespace() || c == '"' || c == ']').unwrap_or(inner.len());
        let (name, after) = inner.split_at(name_end);
        let Some(quoted) = after.trim_start().strip_prefix('"') else { return false };
        let Some((value, used)) = quoted_value(quoted) else { return false };
        let Some(behind) = quoted[used..].trim_start().strip_prefix(']') else { return false };
        if name.is_empty() {
            return false;
        }
        tags.push(Tag { name: name.to_owned(), value });
        rest = behind.trim_start();
    }
    rest.is_empty() || rest.starts_with(['%', ';', '{'])
}

/// The value up to the closing quote, and the bytes it takes. A quote that is not followed by `]` is forgiven.
fn quoted_value(text: &str) -> Option<(String, usize)> {
    let plain = text.find(['"', '\\'])?;
    if text.as_bytes()[plain] == b'"' && text[plain + 1..].trim_start().starts_with(']') {
        return Some((text[..plain].to_owned(), plain + 1));
    }
    let mut value = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some((_, escaped @ ('"' | '\\'))) => value.push(escaped),
                Some((_, other)) => {
                    value.push('\\');
                    value.push(other);
                }
                None => return None,
            },
            '"' if text[at + 1..].trim_start().starts_with(']') => return Some((value, at + 1)),
            other => value.push(other),
        }
    }
    None
}
