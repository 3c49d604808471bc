//! FIDE tournament report files: TRF26, TRF16, the older TRF06 and the dialects of pairing engines.
//!
//! [`read`] goes from bytes to text, lines, records and fields, and checks that the records agree with each other. Every line is kept, known or
//! not, so that [`Trf::to_bytes`] gives the file back; only lines that had to be repaired are written anew. What was repaired is told in
//! [`Trf::remarks`], by line. What cannot be read without guessing is refused with line, column, reason and remedy ([`TrfError`]).
//!
//! | module | content |
//! |---|---|
//! | `text` | encodings, ends of lines |
//! | `fields` | columns, numbers, points, dates |
//! | `player` | 001 and national rating records |
//! | `records` | headers and the other records |
//! | `teams` | 013, 310, 320, 330, 300 |
//! | `scoring` | 162, XXS, BBW to BBU |
//! | `check` | do the records agree? |
//! | `write` | laying records out: TRF26, TRF16, engine dialects |
//! | `export`, `import` | to and from an event |
//! | `rating_lists` | FIDE's, national and other ratings of the players |
//! | `time` | coded time controls |
//! | `told` | left-out players and decided ties, in comments |
//! | `table` | cross table, the position before a round, the pairs of a round |
//!
//! Columns count characters from 1, as in the FIDE text (C.02.03, annexure A).
//!
//! ```
//! use tournament::trf;
//!
//! let text = "\
//! 142 3
//! 152 W
//! 001    1      Example, Anna                     2311 XXX       12345 1990/05/17  1.0    1     2 w 1
//! 001    2      Sample, Boris                     2200 XXX       12346 1991        0.0    2     1 b 0
//! ";
//! let file = trf::read(text.as_bytes())?;
//! assert_eq!(file.round_to_pair(), 2);
//! assert_eq!(file.expected(1).unwrap().pairing.pairs.len(), 1);
//! let position = file.round_input(2)?; // what the pairing crate takes
//! assert_eq!(position.rounds_total, 3);
//!
//! let error = trf::read(text.replace("1 b 0", "1 b 1").as_bytes()).unwrap_err();
//! assert_eq!((error.line, error.column), (4, 99));
//! # Ok::<(), trf::TrfError>(())
//! ```

mod check;
mod error;
mod export;
mod fields;
mod history;
mod import;
mod meetings;
mod player;
mod rating_lists;
mod records;
mod replay;
mod scoring;
mod table;
mod teams;
mod teams_in;
mod teams_out;
mod text;
mod time;
mod told;
mod write;

pub use error::{Remark, TrfError};
pub use export::{Exported, export, to_trf};
pub use history::of_history;
pub use import::import;
pub use player::{Cell, Code, PlayerRecord};
pub use records::{
    AbnormalKind, AbnormalPoints, Acceleration, ByeRecord, ForbiddenGroup, Header, MatchScoring, Virtual,
};
pub use replay::{is_own, replay, replay_of};
pub use scoring::ScoringTable;
pub use table::PairedRound;
pub use teams::{ForfeitedMatch, LineUp, TeamByes, TeamRecord};
pub use text::{Encoding, LineEnd};
pub use write::{Dialect, write};

/// A report file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trf {
    /// Every line as it was read, without its end; line 1 is at index 0.
    pub lines: Vec<String>,
    /// How the characters were stored.
    pub encoding: Encoding,
    /// What ended the first line.
    pub line_end: LineEnd,
    /// The header records.
    pub header: Header,
    /// The 001 records in the order of the file.
    pub players: Vec<PlayerRecord>,
    /// National rating records: federation code and record; its number leads to the 001 record.
    pub national: Vec<(String, PlayerRecord)>,
    /// What results are worth.
    pub scoring: ScoringTable,
    /// Announced byes: record 240.
    pub byes: Vec<ByeRecord>,
    /// Absent from the round to be paired: XXZ, line and player.
    pub absent: Vec<(usize, u32)>,
    /// Acceleration: record 250.
    pub acceleration: Vec<Acceleration>,
    /// Virtual points by player and round: XXA.
    pub virtual_points: Vec<Virtual>,
    /// Who must not meet: 260 and XXP.
    pub forbidden: Vec<ForbiddenGroup>,
    /// Points that do not follow the scoring: 299.
    pub abnormal: Vec<AbnormalPoints>,
    /// Teams: 310, or 013 where there is no 310.
    pub teams: Vec<TeamRecord>,
    /// Pairing-allocated byes of teams: 320.
    pub team_byes: Option<TeamByes>,
    /// Forfeited matches: 330.
    pub forfeited_matches: Vec<ForfeitedMatch>,
    /// Line-ups out of order: 300.
    pub line_ups: Vec<LineUp>,
    /// Comment lines (`###`) without the signs, with their line.
    pub comments: Vec<(usize, String)>,
    /// Lines that no known record explains.
    pub unknown_lines: Vec<usize>,
    /// What was repaired or is worth knowing.
    pub remarks: Vec<Remark>,
}

/// How to read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The encoding of lines that are not UTF-8; `None` goes by the look of the letters (Windows-1252 or 1251).
    pub encoding: Option<Encoding>,
    /// Points that contradict the results are told in a remark instead of refusing the file.
    pub accept_wrong_points: bool,
}

/// Reads a report file.
///
/// # Errors
/// [`TrfError`] when a record cannot be read or contradicts another one.
pub fn read(bytes: &[u8]) -> Result<Trf, TrfError> {
    read_with(bytes, ReadOptions::default())
}

/// Reads a report file in a given way.
///
/// # Errors
/// As [`read`].
pub fn read_with(bytes: &[u8], options: ReadOptions) -> Result<Trf, TrfError> {
    from_text(text::decode(bytes, options.encoding), options)
}

/// Reads a file in which several events follow each other: each one begins with its 012 record. Lines of remarks count within the event, those of an
/// error within the file.
///
/// # Errors
/// As [`read`].
pub fn read_all(bytes: &[u8], options: ReadOptions) -> Result<Vec<Trf>, TrfError> {
    let whole = text::decode(bytes, options.encoding);
    let mut starts = vec![0];
    let mut has_players = false;
    for (index, line) in whole.lines.iter().enumerate() {
        if line.starts_with("001") {
            has_players = true;
        } else if line.starts_with("012") && has_players {
            starts.push(index);
            has_players = false;
        }
    }
    let ends = starts.iter().skip(1).copied().chain([whole.lines.len()]);
    let parts = starts.iter().copied().zip(ends);
    parts
        .map(|(start, end)| {
            let remarks = whole.remarks.iter().filter(|remark| (start + 1..=end).contains(&remark.line));
            let remarks = remarks.map(|remark| Remark { line: remark.line - start, ..remark.clone() }).collect();
            let part = text::Text {
                lines: whole.lines[start..end].to_vec(),
                encoding: whole.encoding,
                line_end: whole.line_end,
                remarks,
            };
            from_text(part, options).map_err(|error| match error.line {
                0 => error,
                line => TrfError { line: line + start, ..error },
            })
        })
        .collect()
}

fn from_text(text: text::Text, options: ReadOptions) -> Result<Trf, TrfError> {
    let mut trf = Trf {
        lines: text.lines,
        encoding: text.encoding,
        line_end: text.line_end,
        remarks: text.remarks,
        ..Trf::default()
    };
    records::read(&mut trf)?;
    check::check(&mut trf, options)?;
    trf.remarks.sort_by_key(|remark| (remark.line, remark.column));
    Ok(trf)
}

impl Trf {
    /// The file again: every line as it was, repaired lines written by the standard; UTF-8, each line ended by `line_end`.
    pub fn to_bytes(&self, line_end: LineEnd) -> Vec<u8> {
        let mut lines: Vec<std::borrow::Cow<'_, str>> = self.lines.iter().map(|line| line.as_str().into()).collect();
        let national = self.national.iter().map(|(code, record)| (code.as_str(), record));
        for (code, record) in self.players.iter().map(|record| ("001", record)).chain(national) {
            if let Some(line) = record.line.checked_sub(1).and_then(|index| lines.get_mut(index))
                && record.repaired
            {
                *line = record.format(code).into();
            }
        }
        let mut out = String::new();
        for line in lines {
            out.push_str(&line);
            out.push_str(line_end.as_str());
        }
        out.into_bytes()
    }

    /// The 001 record of a number.
    pub fn player(&self, number: u32) -> Option<&PlayerRecord> {
        self.players.iter().find(|player| player.number == number)
    }

    /// The type of the event is a Double-Swiss: record 192, else the words of 092.
    pub fn names_double_swiss(&self) -> bool {
        match self.header.type_code.as_str() {
            "" => self.header.kind.to_ascii_lowercase().contains("double-swiss"),
            code => code.to_ascii_uppercase().contains("DOUBLESWISS"),
        }
    }

    /// Teams meet, not players: there are team records, and the type or another record says that they are paired.
    pub fn is_team_event(&self) -> bool {
        let typed = match self.header.type_code.as_str() {
            "" => self.header.kind.to_ascii_lowercase().contains("team"),
            code => code.contains("TEAM"),
        };
        let used = self.team_byes.is_some() || !self.forfeited_matches.is_empty() || self.header.match_points.is_some();
        !self.teams.is_empty() && (typed || used)
    }
}
