//! The 001 record and the national rating record: reading with repairs, writing.

use super::error::{Remark, TrfError};
use super::fields::{self, at, columns, number};
use crate::model::{PartialDate, Sex, Title};
use pairing::Points;
use pairing::swiss::Color;

/// The first column of the round blocks.
const ROUNDS_FROM: usize = 92;

/// The most rounds that a line may have; more is a damaged file.
pub(super) const MOST_ROUNDS: usize = 400;

/// The remark on a line whose letters were encoded twice.
pub(super) const ENCODED_TWICE: &str = "the name was encoded twice; read once";

/// Other ways of writing that are read without a doubt; told once for all lines.
const UNRATED: &str = "what stands in the column of the rating is no number; read as no rating";
const SEX: &str = "the sex is written f or d; read as w";
const POINTS: &str = "points are not written as a number with one decimal place; read as the number meant";
const HALF: &str = "a result is written as the sign for a half; read as =";
pub(super) const FORMS: [&str; 4] = [UNRATED, SEX, POINTS, HALF];

/// What stands in the result column of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Code {
    /// Nothing: not played yet, or absent.
    #[default]
    Blank,
    /// `1`
    Win,
    /// `=`
    Draw,
    /// `0`
    Loss,
    /// `W`: won in less than one move, not rated.
    WinUnrated,
    /// `D`
    DrawUnrated,
    /// `L`
    LossUnrated,
    /// `+`
    ForfeitWin,
    /// `-`
    ForfeitLoss,
    /// `H`
    HalfBye,
    /// `F`
    FullBye,
    /// `U`
    PairingBye,
    /// `Z`
    ZeroBye,
    /// `X` or a letter that no standard knows.
    Unknown,
}

impl Code {
    /// Reads the character of the result column, in either case.
    pub fn from_char(c: char) -> Option<Code> {
        Some(match c.to_ascii_uppercase() {
            ' ' => Code::Blank,
            '1' => Code::Win,
            '=' | '½' => Code::Draw,
            '0' => Code::Loss,
            'W' => Code::WinUnrated,
            'D' => Code::DrawUnrated,
            'L' => Code::LossUnrated,
            '+' => Code::ForfeitWin,
            '-' => Code::ForfeitLoss,
            'H' => Code::HalfBye,
            'F' => Code::FullBye,
            'U' => Code::PairingBye,
            'Z' => Code::ZeroBye,
            'X' => Code::Unknown,
            _ => return None,
        })
    }

    /// The character to write.
    pub const fn to_char(self) -> char {
        match self {
            Code::Blank => ' ',
            Code::Win => '1',
            Code::Draw => '=',
            Code::Loss => '0',
            Code::WinUnrated => 'W',
            Code::DrawUnrated => 'D',
            Code::LossUnrated => 'L',
            Code::ForfeitWin => '+',
            Code::ForfeitLoss => '-',
            Code::HalfBye => 'H',
            Code::FullBye => 'F',
            Code::PairingBye => 'U',
            Code::ZeroBye => 'Z',
            Code::Unknown => 'X',
        }
    }

    /// A game over the board.
    pub const fn is_played(self) -> bool {
        matches!(self, Code::Win | Code::Draw | Code::Loss | Code::WinUnrated | Code::DrawUnrated | Code::LossUnrated)
    }

    /// The code of the rated game with the same result; other codes stay.
    pub const fn rated(self) -> Code {
        match self {
            Code::WinUnrated => Code::Win,
            Code::DrawUnrated => Code::Draw,
            Code::LossUnrated => Code::Loss,
            other => other,
        }
    }

    /// A round without an opponent by its nature.
    pub const fn is_bye(self) -> bool {
        matches!(self, Code::HalfBye | Code::FullBye | Code::PairingBye | Code::ZeroBye)
    }

    /// The opponent's code in the usual case.
    pub const fn mirrored(self) -> Code {
        match self {
            Code::Win => Code::Loss,
            Code::Loss => Code::Win,
            Code::WinUnrated => Code::LossUnrated,
            Code::LossUnrated => Code::WinUnrated,
            Code::ForfeitWin => Code::ForfeitLoss,
            Code::ForfeitLoss => Code::ForfeitWin,
            other => other,
        }
    }
}

/// One round of one player as the file says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The opponent's starting rank; `None` for `0000` and blank.
    pub opponent: Option<u32>,
    /// The colour, also of a forfeited game.
    pub color: Option<Color>,
    /// The result.
    pub code: Code,
}

impl Cell {
    /// Nothing at all is written.
    pub const fn is_blank(&self) -> bool {
        self.opponent.is_none() && self.color.is_none() && matches!(self.code, Code::Blank)
    }
}

/// A 001 record, or a national rating record (then without points, rank and rounds).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerRecord {
    /// The line that it stands on, from 1; 0 for one that was never read.
    pub line: usize,
    /// Starting rank, which is the pairing number.
    pub number: u32,
    /// Sex, where given.
    pub sex: Option<Sex>,
    /// Title, where it is one of FIDE's.
    pub title: Option<Title>,
    /// The title field as it stands.
    pub title_text: String,
    /// The name.
    pub name: String,
    /// Rating; 0 when there is none.
    pub rating: u32,
    /// Federation; the origin in a national record.
    pub federation: String,
    /// FIDE number; the national number in a national record.
    pub id: String,
    /// Birth date or year.
    pub birth: Option<PartialDate>,
    /// The field of the birth date as it stands.
    pub birth_text: String,
    /// Points under the scoring of the event.
    pub points: Option<Points>,
    /// Rank.
    pub rank: Option<u32>,
    /// The rounds from round 1, as far as the line goes.
    pub rounds: Vec<Cell>,
    /// Something on the line was mended, so that it is written anew.
    pub repaired: bool,
}

impl PlayerRecord {
    /// The cell of a round, from 1; blank beyond the end of the line.
    pub fn cell(&self, round: u32) -> Cell {
        (round as usize).checked_sub(1).and_then(|index| self.rounds.get(index)).copied().unwrap_or_default()
    }

    /// The line as the standard lays it out, `code` in columns 1 to 3; names are cut at 33 characters.
    pub fn format(&self, code: &str) -> String {
        let sex = match self.sex {
            Some(Sex::Male) => 'm',
            Some(Sex::Female) => 'w',
            None => ' ',
        };
        let title = match self.title {
            Some(title) => title.to_string(),
            None => self.title_text.chars().take(3).collect(),
        };
        let name: String = self.name.chars().take(33).collect();
        let rating = if (1..=9999).contains(&self.rating) { self.rating.to_string() } else { String::new() };
        let federation: String = self.federation.chars().take(3).collect();
        let id: String = self.id.chars().take(11).collect();
        let birth = self.birth.map(fields::date_text).unwrap_or_default();
        let mut line = format!(
            "{code:<3}{:>5} {sex}{title:>3} {name:<33} {rating:>4} {federation:<3} {id:>11} {birth:<10}",
            self.number
        );
        if code == "001" {
            let points = self.points.map(format_points).unwrap_or_default();
            let rank = self.rank.filter(|rank| *rank <= 9999).map(|rank| rank.to_string()).unwrap_or_default();
            line.push_str(&format!(" {points:>4} {rank:>4}"));
            for cell in &self.rounds {
                line.push_str(&format_cell(cell));
            }
        }
        line.truncate(line.trim_end().len());
        line
    }
}

/// Four columns: from 100 points on without the decimal place; what does not fit is left out rather than written wrong.
fn format_points(points: Points) -> String {
    let texts = [format!("{points:.1}"), points.to_string()];
    texts.into_iter().find(|text| text.len() <= 4).unwrap_or_default()
}

fn format_cell(cell: &Cell) -> String {
    if cell.is_blank() {
        return " ".repeat(10);
    }
    let opponent = cell.opponent.map_or(" 0000".to_owned(), |number| format!("{number:>5}"));
    let color = match cell.color {
        Some(Color::White) => 'w',
        Some(Color::Black) => 'b',
        None => '-',
    };
    format!(" {opponent} {color} {}", cell.code.to_char())
}

/// How a line is laid out once its name field has been seen to have another length than 33.
#[derive(Clone, Copy)]
struct Layout {
    /// Characters by which everything after the name is moved to the right.
    shift: isize,
}

impl Layout {
    /// The real column of a standard column behind the name.
    fn column(self, standard: usize) -> usize {
        standard.saturating_add_signed(self.shift)
    }

    fn field(self, line: &[char], from: usize, to: usize) -> &[char] {
        columns(line, self.column(from), self.column(to))
    }

    fn text(self, line: &[char], from: usize, to: usize) -> String {
        fields::trim(self.field(line, from, to)).iter().collect()
    }
}

/// How much of a line must be where the standard puts it.
#[derive(Clone, Copy, PartialEq)]
enum Anchors {
    /// Everything, and points with a decimal place.
    Strict,
    /// Everything; the points may be blank or whole.
    Lenient,
}

/// Do the anchors of trf.md 8 fit? The error is the first standard column that does not.
fn fits(line: &[char], layout: Layout, anchors: Anchors, with_rounds: bool) -> Result<(), usize> {
    let digit_or_blank = |c: char| c == ' ' || c.is_ascii_digit();
    if !digit_or_blank(at(line, 4)) || !matches!(number(columns(line, 4, 8)), Some(Some(_))) {
        return Err(5);
    }
    for column in [9, 14] {
        if at(line, column) != ' ' {
            return Err(column);
        }
    }
    for column in [48, 53, 57, 69, 80] {
        if at(line, layout.column(column)) != ' ' {
            return Err(column);
        }
    }
    let rating = layout.field(line, 49, 52);
    if number(rating).is_none() && rating.iter().any(|c| !matches!(c, '-' | ' ')) {
        return Err(49);
    }
    if !with_rounds {
        return if fields::trim(layout.field(line, 81, line.len())).is_empty() { Ok(()) } else { Err(81) };
    }
    let points = layout.text(line, 81, 84);
    let good_points = match anchors {
        // Right-aligned as well: that tells neighbouring shifts of a short line apart.
        Anchors::Strict => {
            points.contains(['.', ',', '½'])
                && fields::points(&points).is_some()
                && at(line, layout.column(84)) != ' '
                && (fields::trim(rating).is_empty() || at(line, layout.column(52)) != ' ')
        }
        Anchors::Lenient => points.is_empty() || fields::points(&points).is_some(),
    };
    if !good_points {
        return Err(81);
    }
    if number(layout.field(line, 86, 89)).is_none() {
        return Err(86);
    }
    for column in [85, 90] {
        if at(line, layout.column(column)) != ' ' {
            return Err(column);
        }
    }
    let mut column = ROUNDS_FROM;
    while layout.column(column) <= line.len() {
        for blank in [column - 2, column + 4, column + 6] {
            if at(line, layout.column(blank)) != ' ' {
                return Err(blank);
            }
        }
        if number(layout.field(line, column - 1, column + 3)).is_none() {
            return Err(column);
        }
        column += 10;
    }
    Ok(())
}

/// Reads a 001 record or a national one (`with_rounds` false). `number` is the line's number for messages.
pub(super) fn read(
    text: &str,
    number: usize,
    with_rounds: bool,
    remarks: &mut Vec<Remark>,
) -> Result<PlayerRecord, TrfError> {
    let mut line: Vec<char> = text.trim_end().chars().collect();
    if line.contains(&'\t') {
        line = without_tabs(&line, with_rounds);
        remarks.push(Remark::new(number, 0, "tabs were replaced by blanks"));
        let mut record = read_plain(&line, number, with_rounds, remarks)?;
        record.repaired = true;
        return Ok(record);
    }
    read_plain(&line, number, with_rounds, remarks)
}

fn read_plain(
    line: &[char],
    number: usize,
    with_rounds: bool,
    remarks: &mut Vec<Remark>,
) -> Result<PlayerRecord, TrfError> {
    let standard = Layout { shift: 0 };
    let first = match fits(line, standard, Anchors::Lenient, with_rounds) {
        Ok(()) => return take(line, standard, number, with_rounds, remarks),
        Err(column) => column,
    };
    let moved = |remarks: &mut Vec<Remark>, record: Result<PlayerRecord, TrfError>, what: String| {
        remarks.push(Remark::new(number, first, what));
        record.map(|record| PlayerRecord { repaired: true, ..record })
    };
    // (1) A file laid out by the bytes of UTF-8: look at the bytes as if each were a character.
    let utf8: Vec<char> = line.iter().collect::<String>().bytes().map(char::from).collect();
    if utf8.len() > line.len() && fits(&utf8, standard, Anchors::Strict, with_rounds).is_ok() {
        let record = take(&utf8, standard, number, with_rounds, remarks).map(|mut record| {
            for text in [&mut record.name, &mut record.federation, &mut record.id, &mut record.title_text] {
                if let Some(decoded) = narrow(text) {
                    *text = decoded;
                }
            }
            record
        });
        return moved(remarks, record, "the columns count the bytes of the name, not its letters; read so".to_owned());
    }
    // (2) A file encoded twice: its characters are the bytes of the real text.
    if let Some(real) = narrow(&line.iter().collect::<String>()).map(|text| text.chars().collect::<Vec<_>>())
        && real.len() < line.len()
        && fits(&real, standard, Anchors::Strict, with_rounds).is_ok()
    {
        let record = take(&real, standard, number, with_rounds, remarks);
        return moved(remarks, record, ENCODED_TWICE.to_owned());
    }
    // (3) Everything behind the name is moved to one side.
    let shifts = || (1..=60).flat_map(|by| [by, -by]).filter(|by| *by > -32).map(|shift| Layout { shift });
    let fitting: Vec<Layout> =
        shifts().filter(|layout| fits(line, *layout, Anchors::Strict, with_rounds).is_ok()).collect();
    if let [layout] = fitting.as_slice() {
        let record = take(line, *layout, number, with_rounds, remarks);
        let (by, side) = (layout.shift.unsigned_abs(), if layout.shift < 0 { "left" } else { "right" });
        return moved(
            remarks,
            record,
            format!("the fields after the name stand {by} columns too far {side}; read there"),
        );
    }
    // (4) Only points, rank and rounds can be trusted.
    if with_rounds && let Some(record) = from_the_right(line, number, remarks) {
        return moved(
                remarks,
                record,
                "the fields between name and points do not stand in their columns; name, points and rounds were read, the rest left out"
                    .to_owned(),
            );
    }
    Err(misplaced(line, number, first))
}

/// The message for a line that fits no layout.
fn misplaced(line: &[char], number: usize, column: usize) -> TrfError {
    let what = match column {
        5 => "no starting rank in columns 5-8".to_owned(),
        49 => format!("\"{}\" in columns 49-52 is not a rating", fields::text(line, 49, 52)),
        81 => format!("\"{}\" in columns 81-84 are not points", fields::text(line, 81, 84)),
        86 => format!("\"{}\" in columns 86-89 is not a rank", fields::text(line, 86, 89)),
        92.. if column % 10 == 2 => {
            format!("\"{}\" is not an opponent's starting rank", fields::text(line, column, column + 3))
        }
        _ => format!("column {column} must be blank, but holds \"{}\"", at(line, column)),
    };
    TrfError::new(number, column, what, "lay the line out by the columns of the 001 record")
}

/// Characters below U+0100 taken as bytes, and those as UTF-8.
pub(super) fn narrow(text: &str) -> Option<String> {
    let bytes: Option<Vec<u8>> = text
        .chars()
        .map(|c| match u32::from(c) {
            // Windows-1252 gives other characters than Latin-1 to 0x80..0xa0; both are met.
            code @ 0..=0xff => u8::try_from(code).ok(),
            _ => {
                let mut buffer = [0; 4];
                let (encoded, _, lost) = encoding_rs::WINDOWS_1252.encode(c.encode_utf8(&mut buffer));
                if lost { None } else { encoded.first().copied() }
            }
        })
        .collect();
    String::from_utf8(bytes?).ok()
}

/// Tabs to the next multiple of eight if the line then fits, else one tab between fields.
fn without_tabs(line: &[char], with_rounds: bool) -> Vec<char> {
    let mut expanded = Vec::with_capacity(line.len() * 2);
    for &c in line {
        match c {
            '\t' => expanded.resize((expanded.len() / 8 + 1) * 8, ' '),
            c => expanded.push(c),
        }
    }
    let single: Vec<char> = line.iter().map(|&c| if c == '\t' { ' ' } else { c }).collect();
    for candidate in [&expanded, &single] {
        if fits(candidate, Layout { shift: 0 }, Anchors::Lenient, with_rounds).is_ok() {
            return candidate.clone();
        }
    }
    let text: String = line.iter().collect();
    let parts: Vec<&str> = text.split('\t').map(str::trim).collect();
    let part = |index: usize| parts.get(index).copied().unwrap_or("");
    let mut laid_out = format!(
        "{:<3} {:>4} {:1}{:>3} {:<33} {:>4} {:<3} {:>11} {:<10} {:>4} {:>4}",
        part(0),
        part(1),
        part(2),
        part(3),
        part(4).chars().take(33).collect::<String>(),
        part(5),
        part(6),
        part(7),
        part(8),
        part(9),
        part(10)
    );
    for round in parts.get(11..).unwrap_or_default().chunks(3) {
        let piece = |index: usize| round.get(index).copied().unwrap_or("");
        laid_out.push_str(&format!("  {:>4} {:1} {:1}", piece(0), piece(1), piece(2)));
    }
    laid_out.trim_end().chars().collect()
}

/// Takes the fields of a line whose layout is known.
fn take(
    line: &[char],
    layout: Layout,
    number_of_line: usize,
    with_rounds: bool,
    remarks: &mut Vec<Remark>,
) -> Result<PlayerRecord, TrfError> {
    let mut record = head(line, number_of_line, remarks)?;
    record.name = fields::text(line, 15, layout.column(47));
    let rating = layout.field(line, 49, 52);
    record.rating = number(rating).flatten().unwrap_or(0);
    if number(rating).is_none() {
        remarks.push(Remark::new(number_of_line, layout.column(49), UNRATED));
    }
    record.federation = layout.text(line, 54, 56);
    record.id = layout.text(line, 58, 68);
    record.birth_text = layout.text(line, 70, 79);
    record.birth = fields::date(&record.birth_text, false);
    let says_nothing = |text: &str| text.chars().all(|c| matches!(c, '0' | '/' | '.' | '-' | ' '));
    if record.birth.is_none() && !says_nothing(&record.birth_text) {
        let text = format!("\"{}\" is not a date of birth; left out", record.birth_text);
        remarks.push(Remark::new(number_of_line, layout.column(70), text));
    }
    if with_rounds {
        tail(line, layout, &mut record, remarks)?;
    }
    Ok(record)
}

/// Number, sex and title.
fn head(line: &[char], number_of_line: usize, remarks: &mut Vec<Remark>) -> Result<PlayerRecord, TrfError> {
    let mut record = PlayerRecord { line: number_of_line, ..PlayerRecord::default() };
    record.number = match number(columns(line, 4, 8)) {
        Some(Some(number)) if number > 0 => number,
        _ => return Err(misplaced(line, number_of_line, 5)),
    };
    record.title_text = fields::text(line, 11, 13);
    match at(line, 10) {
        'm' | 'M' => record.sex = Some(Sex::Male),
        'w' | 'W' => record.sex = Some(Sex::Female),
        'f' | 'F' | 'd' | 'D' => {
            record.sex = Some(Sex::Female);
            remarks.push(Remark::new(number_of_line, 10, SEX));
        }
        ' ' => {}
        _ => {
            record.title_text = fields::text(line, 10, 13);
            if Title::read(&record.title_text).is_none() {
                remarks.push(Remark::new(
                    number_of_line,
                    10,
                    format!("\"{}\" is not m or w; sex left open", at(line, 10)),
                ));
            }
        }
    }
    record.title = Title::read(&record.title_text);
    if record.title.is_none() && !matches!(record.title_text.as_str(), "" | "h" | "-") {
        remarks.push(Remark::new(number_of_line, 11, format!("\"{}\" is not a FIDE title", record.title_text)));
    }
    Ok(record)
}

/// Points, rank and rounds.
fn tail(line: &[char], layout: Layout, record: &mut PlayerRecord, remarks: &mut Vec<Remark>) -> Result<(), TrfError> {
    let points = layout.text(line, 81, 84);
    record.points = fields::points(&points);
    let (whole, tenth) = points.split_once('.').unwrap_or((&points, ""));
    let plain = tenth.len() == 1 && !whole.is_empty() && (whole.len() == 1 || !whole.starts_with('0'));
    if record.points.is_some() && !plain {
        remarks.push(Remark::new(record.line, layout.column(81), POINTS));
    }
    record.rank = number(layout.field(line, 86, 89)).flatten();
    let used = line.len().saturating_sub(layout.column(ROUNDS_FROM - 1));
    let rounds = used.div_ceil(10);
    if rounds > MOST_ROUNDS {
        return Err(TrfError::new(
            record.line,
            layout.column(ROUNDS_FROM + 10 * MOST_ROUNDS),
            format!("the line has {rounds} rounds"),
            format!("at most {MOST_ROUNDS} can be read; remove what stands behind the last round"),
        ));
    }
    record.rounds.reserve(rounds);
    for round in 0..rounds {
        let column = ROUNDS_FROM + 10 * round;
        let opponent = number(layout.field(line, column - 1, column + 3)).flatten().filter(|number| *number > 0);
        let color_char = at(line, layout.column(column + 5));
        let color = match color_char {
            'w' | 'W' => Some(Color::White),
            'b' | 'B' | 's' | 'S' => Some(Color::Black),
            _ => None,
        };
        if color.is_none() && !matches!(color_char, '-' | ' ') {
            return Err(TrfError::new(
                record.line,
                layout.column(column + 5),
                format!("\"{color_char}\" is not a colour in round {}", round + 1),
                "write w, b or -",
            ));
        }
        let code_char = at(line, layout.column(column + 7));
        if code_char == '½' {
            remarks.push(Remark::new(record.line, layout.column(column + 7), HALF));
        }
        let code = Code::from_char(code_char).unwrap_or_else(|| {
            let text = format!("\"{code_char}\" is not a result code in round {}; taken as not known", round + 1);
            remarks.push(Remark::new(record.line, layout.column(column + 7), text));
            Code::Unknown
        });
        record.rounds.push(Cell { opponent, color, code });
    }
    Ok(())
}

/// Finds points, rank and rounds by their pattern anywhere behind the name.
fn from_the_right(
    line: &[char],
    number_of_line: usize,
    remarks: &mut Vec<Remark>,
) -> Option<Result<PlayerRecord, TrfError>> {
    let tail_fits = |layout: Layout| {
        let points = layout.text(line, 81, 84);
        let blank = |column: usize| at(line, layout.column(column)) == ' ';
        let blocks = (ROUNDS_FROM..).step_by(10).take_while(|column| layout.column(*column) <= line.len());
        let points_fit = points.contains(['.', ',', '½']) && fields::points(&points).is_some();
        points_fit
            && [80, 85, 90].into_iter().all(blank)
            && matches!(number(layout.field(line, 86, 89)), Some(Some(_)))
            && blocks.into_iter().all(|column| {
                [column - 2, column + 4, column + 6].into_iter().all(blank)
                    && number(layout.field(line, column - 1, column + 3)).is_some()
            })
    };
    let mut fitting = (-60..=60).map(|shift| Layout { shift }).filter(|layout| tail_fits(*layout));
    let (layout, None) = (fitting.next()?, fitting.next()) else { return None };
    let mut record = match head(line, number_of_line, remarks) {
        Ok(record) => record,
        Err(error) => return Some(Err(error)),
    };
    let between = columns(line, 15, layout.column(80));
    let end = between.windows(2).position(|two| two == [' ', ' ']).unwrap_or(between.len());
    record.name = fields::trim(&between[..end]).iter().collect();
    Some(tail(line, layout, &mut record, remarks).map(|()| record))
}
