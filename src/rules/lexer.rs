//! Cuts the moves of a record into tokens: one lexer for PGN and the dialects of PDN.

/// A piece of movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// `12.`, `12...` or a bare `12`.
    Number(u32),
    /// A word that should be a move.
    Move(&'a str),
    /// The inside of `{ }`, or the rest of a line after `;`.
    Comment(&'a str),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// A result such as `1-0`, `1/2-1/2`, `2-0` or `*`.
    Result(&'a str),
    /// The inside of `/ /`: PDN sets up a position there.
    SetUp(&'a str),
    /// A `{` that is never closed; the text ends here.
    Unclosed,
}

/// Tokens with the place where each starts.
pub(crate) struct Lexer<'a> {
    text: &'a str,
    pos: usize,
    draughts: bool,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str, draughts: bool) -> Lexer<'a> {
        Lexer { text, pos: 0, draughts }
    }

    /// The next token and its byte offset.
    pub(crate) fn next(&mut self) -> Option<(usize, Token<'a>)> {
        let bytes = self.text.as_bytes();
        loop {
            let start = self.pos;
            let &byte = bytes.get(start)?;
            match byte {
                b' ' | b'\t' | b'\r' | b'\x0b' | b'\x0c' => self.pos += 1,
                b'\n' => {
                    self.pos += 1;
                    if bytes.get(self.pos) == Some(&b'%') {
                        self.skip_line();
                    }
                }
                b'%' if start == 0 => self.skip_line(),
                b'{' => {
                    return Some(match find(bytes, start + 1, b'}') {
                        Some(end) => {
                            self.pos = end + 1;
                            (start, Token::Comment(&self.text[start + 1..end]))
                        }
                        None => {
                            self.pos = bytes.len();
                            (start, Token::Unclosed)
                        }
                    });
                }
                b';' => {
                    self.skip_line();
                    return Some((start, Token::Comment(&self.text[start + 1..self.pos])));
                }
                b'(' => {
                    // PDN writes the strength of a move as (!) or (?).
                    let mut end = start + 1;
                    while matches!(bytes.get(end), Some(b'!' | b'?' | b'*')) {
                        end += 1;
                    }
                    if end > start + 1 && bytes.get(end) == Some(&b')') {
                        self.pos = end + 1;
                    } else {
                        self.pos += 1;
                        return Some((start, Token::Open));
                    }
                }
                b')' => {
                    self.pos += 1;
                    return Some((start, Token::Close));
                }
                b'$' => {
                    self.pos += 1;
                    while matches!(bytes.get(self.pos), Some(b'0'..=b'9')) {
                        self.pos += 1;
                    }
                }
                b'/' if self.draughts && find(bytes, start + 1, b'/').is_some() => {
                    let end = find(bytes, start + 1, b'/').unwrap_or(start + 1);
                    self.pos = end + 1;
                    return Some((start, Token::SetUp(&self.text[start + 1..end])));
                }
                b'!' | b'?' | b'}' | b'.' | b',' => self.pos += 1,
                b'0'..=b'9' => {
                    if let Some(token) = self.digits() {
                        return Some((start, token));
                    }
                }
                _ => {
                    if let Some(token) = self.word() {
                        return Some((start, token));
                    }
                }
            }
        }
    }

    fn skip_line(&mut self) {
        let bytes = self.text.as_bytes();
        self.pos = find(bytes, self.pos, b'\n').unwrap_or(bytes.len());
    }

    fn word_end(&self, from: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut end = from;
        while let Some(&byte) = bytes.get(end) {
            if matches!(
                byte,
                b' ' | b'\t' | b'\r' | b'\n' | b'{' | b'}' | b'(' | b')' | b';' | b'!' | b'?' | b'$' | b','
            ) {
                break;
            }
            end += 1;
        }
        end
    }

    /// A word that starts with a digit: move number, result, castling with zeros, or a draughts move.
    fn digits(&mut self) -> Option<Token<'a>> {
        let bytes = self.text.as_bytes();
        let start = self.pos;
        let mut end = start;
        let mut number = 0u32;
        while let Some(&digit @ b'0'..=b'9') = bytes.get(end) {
            number = number.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
            end += 1;
        }
        if bytes.get(end) == Some(&b'.') {
            while bytes.get(end) == Some(&b'.') {
                end += 1;
            }
            self.pos = end;
            return Some(Token::Number(number));
        }
        let word_end = self.word_end(end);
        if word_end == end {
            self.pos = end;
            return Some(Token::Number(number));
        }
        self.pos = word_end;
        let word = &self.text[start..word_end];
        if is_result(word, self.draughts) {
            return Some(Token::Result(word));
        }
        Some(self.finish_move(start, word))
    }

    fn word(&mut self) -> Option<Token<'a>> {
        let start = self.pos;
        // A word holds at least one byte: the one that no other arm took.
        let end = self.word_end(start + 1);
        self.pos = end;
        let word = &self.text[start..end];
        // Nearly every word is a move: results here begin with none of its letters.
        let plain = word.as_bytes()[0].is_ascii_alphanumeric();
        if !plain && is_result(word, self.draughts) {
            return Some(Token::Result(word));
        }
        if plain && !word.starts_with("ep") && !word.starts_with("e.") {
            return Some(self.finish_move(start, word));
        }
        if matches!(word, "e.p." | "ep" | "e.p") || (word != "--" && !word.chars().any(char::is_alphanumeric)) {
            return None; // en passant remarks; evaluations such as += or +-
        }
        Some(self.finish_move(start, word))
    }

    /// Old draughts files pad single digits inside a move with a blank: `1- 7`.
    fn finish_move(&mut self, start: usize, word: &'a str) -> Token<'a> {
        let bytes = self.text.as_bytes();
        if !self.draughts {
            // A promotion written as e8(Q).
            if let Some([b'(', b'A'..=b'Z', b')']) = bytes.get(self.pos..self.pos + 3) {
                self.pos += 3;
                return Token::Move(&self.text[start..self.pos]);
            }
            return Token::Move(word);
        }
        if !word.ends_with(['-', 'x', ':', '*']) {
            return Token::Move(word);
        }
        let mut from = self.pos;
        while bytes.get(from) == Some(&b' ') {
            from += 1;
        }
        let end = self.word_end(from);
        let next = &bytes[from..end];
        let whole = next.first().is_some_and(u8::is_ascii_digit)
            && next.iter().all(|b| b.is_ascii_digit() || matches!(b, b'x' | b':' | b'*'));
        if whole {
            self.pos = end;
            let next = &self.text[from..end];
            return self.finish_move(start, &self.text[start..from + next.len()]);
        }
        Token::Move(word)
    }
}

fn find(bytes: &[u8], from: usize, needle: u8) -> Option<usize> {
    memchr::memchr(needle, &bytes[from..]).map(|at| from + at)
}

/// Is the word a result? `0-0` is castling in chess and a double loss in draughts.
pub(crate) fn is_result(word: &str, draughts: bool) -> bool {
    match word {
        "1-0" | "0-1" | "1/2-1/2" | "*" | "1/2" | "½-½" | "2-0" | "1-1" | "0-2" => true,
        "1–0" | "0–1" | "1/2–1/2" | "½–½" => true,
        "0-0" => draughts,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str, draughts: bool) -> Vec<Token<'_>> {
        let mut lexer = Lexer::new(text, draughts);
        std::iter::from_fn(|| lexer.next().map(|(_, t)| t)).collect()
    }

    #[test]
    fn chess_words() {
        assert_eq!(
            tokens("1.e4!? e5 (1... c5 {Sicilian}) 2. 0-0 $13 ; rest\n% escape\n+- 1-0", false),
            [
                Token::Number(1),
                Token::Move("e4"),
                Token::Move("e5"),
                Token::Open,
                Token::Number(1),
                Token::Move("c5"),
                Token::Comment("Sicilian"),
                Token::Close,
                Token::Number(2),
                Token::Move("0-0"),
                Token::Comment(" rest"),
                Token::Result("1-0"),
            ]
        );
    }

    #[test]
    fn draughts_words() {
        assert_eq!(
            tokens("1. 32-28(?) 1- 7 2. 8x 15x 24 32- 2-0 {", true),
            [
                Token::Number(1),
                Token::Move("32-28"),
                Token::Move("1- 7"),
                Token::Number(2),
                Token::Move("8x 15x 24"),
                Token::Move("32-"),
                Token::Result("2-0"),
                Token::Unclosed,
            ]
        );
    }
}
