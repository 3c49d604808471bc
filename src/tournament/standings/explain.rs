//! What a value was made of.

use super::code::{Name, TieBreak};
use super::data::Data;
use super::direct::Encounter;
use super::field::Field;
use super::opponents::{Contribution, Cut, Source, contributions, cut, koya_line_doubled};
use super::own;
use super::rated::RatedGame;
use super::value::{Value, rounded_mean};
use crate::ratings::{difference_for, expected_hundredths};
use pairing::swiss::{EntryKind, Tpn};
use std::fmt;

/// A value with its parts, for the screen and for the arbiter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Which tie-break.
    pub code: TieBreak,
    /// The value.
    pub value: Value,
    /// What went in and what was left out, in order of rounds.
    pub parts: Vec<Part>,
    /// One sentence on how the parts make the value.
    pub note: String,
}

/// One part of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The round, from 1; none for parts that belong to no round.
    pub round: Option<u32>,
    /// The opponent whom it concerns.
    pub opponent: Option<Tpn>,
    /// What happened in the round.
    pub kind: Option<EntryKind>,
    /// Where the value comes from.
    pub basis: Basis,
    /// The opponent's score or rating, the dummy's score, or what the round counts.
    pub value: Value,
    /// Own points in the round, where they are multiplied or added.
    pub points: Option<Value>,
    /// What enters the sum.
    pub contribution: Value,
    /// A requested bye or a forfeit loss.
    pub voluntary: bool,
    /// Whether a cut left it out.
    pub cut: Cut,
}

/// Where the value of a part comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The opponent's score as it counts for others (C.07 art. 16.3).
    Opponent {
        /// Requested byes at the end were counted as draws.
        adjusted: bool,
    },
    /// A dummy (art. 16.4): the own score, unless that is above the limit.
    Dummy {
        /// The limit: the scheduled opponent's score after a forfeit, draws in all rounds otherwise; undefined in editions without a limit.
        limit: Value,
        /// The limit was lower than the own score.
        limited: bool,
    },
    /// An own result.
    Own,
    /// A game against somebody on the same points.
    Tied,
    /// A rating.
    Rating,
    /// A sum or performance of the opponent.
    OpponentValue,
}

impl Explanation {
    /// The parts and the note, one line each.
    pub fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.parts.iter().map(Part::to_string).collect();
        if !self.note.is_empty() {
            lines.push(self.note.clone());
        }
        lines
    }
}

impl fmt::Display for Part {
    /// `round 3: dummy 2.5 (at most 2.5) for a half-point bye × 0.5 = 1.25, cut (voluntary)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(round) = self.round {
            write!(f, "round {round}: ")?;
        }
        let happened = self.kind.map_or("", happened);
        match (self.basis, self.opponent) {
            (Basis::Opponent { adjusted }, Some(number)) => {
                write!(f, "{} of no. {number}", self.value)?;
                if adjusted {
                    write!(f, " (byes at the end as draws)")?;
                }
            }
            (Basis::Dummy { limit: Value::Undefined, .. }, _) => write!(f, "dummy {} for {happened}", self.value)?,
            (Basis::Dummy { limit, .. }, _) => write!(f, "dummy {} (at most {limit}) for {happened}", self.value)?,
            (Basis::Tied, Some(number)) => write!(f, "{} against no. {number}", self.value)?,
            (Basis::Rating, Some(number)) => write!(f, "rating {} of no. {number}", self.value)?,
            (_, Some(number)) => write!(f, "{} (no. {number})", self.value)?,
            (_, None) if happened.is_empty() => write!(f, "{}", self.value)?,
            (_, None) => write!(f, "{} for {happened}", self.value)?,
        }
        if let Some(points) = self.points {
            write!(f, " × {points} = {}", self.contribution)?;
        }
        match self.cut {
            Cut::Kept => Ok(()),
            Cut::Lowest => write!(f, ", cut as the lowest"),
            Cut::Voluntary => write!(f, ", cut as a voluntary unplayed round"),
            Cut::Highest => write!(f, ", cut as the highest"),
        }
    }
}

fn happened(kind: EntryKind) -> &'static str {
    match kind {
        EntryKind::Played { .. } => "a game",
        EntryKind::Adjourned => "an adjourned game",
        EntryKind::ForfeitWin => "a forfeit win",
        EntryKind::ForfeitLoss => "a forfeit loss",
        EntryKind::PairingBye => "the pairing-allocated bye",
        EntryKind::FullBye => "a full-point bye",
        EntryKind::HalfBye => "a half-point bye",
        EntryKind::ZeroBye => "a zero-point bye",
    }
}

pub(crate) fn explain(data: &Data, row: usize, code: &TieBreak) -> Explanation {
    let value = data.column(code)[row];
    let (parts, note) = if let Some((first, own)) = data.factors(code) {
        let mut list = Vec::new();
        contributions(first, own, row, code.forfeits, &mut list);
        cut(&mut list, code.cut_low, code.cut_high);
        let parts = list.iter().map(|part| sum_part(data, first, row, part, own.is_some())).collect();
        let fore = code.fore || code.name == Name::ForeBuchholz;
        let early =
            if fore && !first.complete { "; the last round is not in it yet, which would count as drawn" } else { "" };
        (parts, format!("{} = sum of the parts that were not cut{early}", code.name.title()))
    } else if let Some(what) = Data::count(code.name) {
        let field = data.field(code.unit, code.fore);
        let rounds = (0..field.rounds).filter(|round| own::counts(field, what, row, *round));
        (rounds.map(|round| own_part(data, field, row, round, Value::whole(1))).collect(), String::new())
    } else {
        other(data, row, code)
    };
    Explanation { code: *code, value, parts, note }
}

fn sum_part(data: &Data, field: &Field, row: usize, part: &Contribution, product: bool) -> Part {
    let (basis, opponent) = match part.source {
        Source::Opponent(opponent) => {
            (Basis::Opponent { adjusted: field.adjusted[opponent] != field.scores[opponent] }, Some(opponent))
        }
        Source::Dummy { scheduled, cap } => {
            let limit = cap.map_or(Value::Undefined, Value::points);
            (Basis::Dummy { limit, limited: cap.is_some_and(|cap| cap < field.scores[row]) }, scheduled)
        }
    };
    Part {
        round: Some(part.round as u32 + 1),
        opponent: opponent.map(|opponent| data.numbers[opponent]),
        kind: Some(part.kind),
        basis,
        value: Value::points(part.score),
        points: product.then(|| Value::points(part.points)),
        contribution: if product { Value::products(part.amount) } else { Value::points(part.amount) },
        voluntary: part.voluntary,
        cut: part.cut,
    }
}

fn own_part(data: &Data, field: &Field, row: usize, round: usize, value: Value) -> Part {
    let cell = &field.row(row)[round];
    Part {
        round: Some(round as u32 + 1),
        opponent: cell.opponent.map(|opponent| data.numbers[opponent as usize]),
        kind: Some(cell.kind),
        basis: Basis::Own,
        value,
        points: None,
        contribution: value,
        voluntary: false,
        cut: Cut::Kept,
    }
}

fn other(data: &Data, row: usize, code: &TieBreak) -> (Vec<Part>, String) {
    let field = data.field(code.unit, code.fore);
    let own = |round: usize, value: Value| own_part(data, field, row, round, value);
    let with = |round: usize, basis: Basis, value: Value| Part { basis, ..own(round, value) };
    match code.name {
        Name::Points | Name::MatchPoints | Name::GamePoints | Name::OtherScore => {
            let field = match code.name {
                Name::MatchPoints => &data.fields[0],
                Name::GamePoints => data.field(Some(super::Unit::Game), false),
                Name::OtherScore => data.secondary(),
                _ => data.main(),
            };
            let cells = field.row(row).iter().enumerate();
            (
                cells.map(|(round, cell)| own_part(data, field, row, round, Value::points(cell.points))).collect(),
                String::new(),
            )
        }
        Name::Progressive => {
            let mut score = 0;
            let parts = field.row(row).iter().enumerate().map(|(round, cell)| {
                score += cell.points;
                let cut = if round < usize::from(code.cut_low) { Cut::Lowest } else { Cut::Kept };
                Part { cut, ..own(round, Value::points(score)) }
            });
            (parts.collect(), "score after each round".to_owned())
        }
        Name::StandardPoints => {
            let parts =
                (0..field.rounds).map(|round| own(round, Value::points(own::standard_points(field, row, round))));
            (parts.collect(), "1 for more points than the opponent, ½ for as many".to_owned())
        }
        Name::AverageBuchholz => {
            let sums = data.buchholz(code.unit, code.fore, code.forfeits);
            let met = data.field(code.unit, false).met(row);
            let parts =
                met.map(|(round, opponent, _)| with(round, Basis::OpponentValue, Value::points(sums[opponent])));
            (parts.collect(), "mean over the opponents met over the board".to_owned())
        }
        Name::Koya => {
            let line = koya_line_doubled(field, code.line);
            let games = field.row(row).iter().enumerate().filter_map(|(round, cell)| {
                let opponent = field.meets(cell, code.forfeits)?;
                (2 * field.scores[opponent] >= line).then(|| own(round, Value::points(cell.points)))
            });
            (games.collect(), format!("points against all with at least {}", Value::ratio(line, 200)))
        }
        Name::ScheduleStrength => {
            let sums = data.buchholz(None, code.fore, code.forfeits);
            let (own, divisor) = (Value::points(data.secondary().scores[row]), data.divisor(code));
            (Vec::new(), format!("{own} + {} / {divisor}", Value::points(sums[row])))
        }
        Name::BoardCount | Name::TopBoards | Name::BottomBoards => boards(data, row, code.name),
        name if name.is_encounter() => {
            let scores = &data.main().scores;
            let games = field.row(row).iter().enumerate().filter_map(|(round, cell)| {
                let opponent = field.meets(cell, code.forfeits)?;
                let tied = opponent != row && scores[opponent] == scores[row];
                tied.then(|| with(round, Basis::Tied, Value::points(cell.points)))
            });
            (games.collect(), encounter_note(data, row, code))
        }
        name if name.is_rating() => ratings(data, row, code),
        _ => (Vec::new(), String::new()),
    }
}

/// How the group on the same points was divided, down to the row.
fn encounter_note(data: &Data, row: usize, code: &TieBreak) -> String {
    let scores = &data.main().scores;
    let group: Vec<u32> = (0..scores.len() as u32).filter(|other| scores[*other as usize] == scores[row]).collect();
    if group.len() < 2 {
        return "nobody else has as many points".to_owned();
    }
    let names = |group: &[u32]| {
        let numbers = group.iter().map(|row| data.numbers[*row as usize].to_string());
        format!("{} {}", if group.len() == 1 { "no." } else { "nos." }, numbers.collect::<Vec<_>>().join(", "))
    };
    let mut encounter = Encounter::new(data.encounter_fields(code), code.forfeits);
    let steps = encounter.trace(&group, row as u32);
    let mut note = format!("games among {}", names(&group));
    match steps.as_slice() {
        [] | [_] => {
            note += if encounter.has_met_all(&group) {
                " leave them level"
            } else {
                "; not all have met, and no place is certain"
            };
        }
        [_, rest @ ..] => {
            for (at, part) in rest.iter().enumerate() {
                let last = at + 1 == rest.len();
                note += match (at, part.len()) {
                    (0, _) => " put together ",
                    _ => "; their own games then ",
                };
                note += &names(part);
                if last && part.len() > 1 {
                    note += ", who stay level";
                }
            }
        }
    }
    note + "; the value is the place among those with the same points, 0 where all stay level"
}

/// The points on each board. Of board count each round is a part: its points, multiplied by the number of the board.
fn boards(data: &Data, row: usize, name: Name) -> (Vec<Part>, String) {
    let Some(boards) = &data.boards else { return (Vec::new(), String::new()) };
    let count = name == Name::BoardCount;
    let totals = boards.totals[row].iter().zip(1_i64..).map(|(points, board)| {
        let value = Value::points(*points);
        if count {
            format!("board {board}: {value} × {board} = {}", Value::points(points * board))
        } else {
            format!("board {board}: {value}")
        }
    });
    let rule = match name {
        Name::BoardCount => "the smaller the better",
        Name::TopBoards => "board 1 decides, then board 2, and so on; place among those with the same points",
        _ => {
            "the sum without the last board decides, then without the last two; place among those with the same points"
        }
    };
    let note = format!("{}; {rule}", totals.collect::<Vec<_>>().join(", "));
    if !count {
        return (Vec::new(), note);
    }
    let rounds = boards.rounds[row].iter().enumerate().filter(|(round, _)| *round < data.main().rounds);
    let part = |(round, points): (usize, &Vec<i64>)| {
        let sum = points.iter().zip(1_i64..).map(|(points, board)| points * board).sum();
        own_part(data, data.main(), row, round, Value::points(sum))
    };
    (rounds.map(part).collect(), note)
}

fn ratings(data: &Data, row: usize, code: &TieBreak) -> (Vec<Part>, String) {
    let rated = data.rated(code.unrated);
    let field = data.main();
    if code.name == Name::Rating || data.ratings.is_empty() {
        return (Vec::new(), String::new());
    }
    if matches!(code.name, Name::AveragePerformance | Name::AveragePerfect) {
        let performances = data.performances(&rated, code.name == Name::AveragePerfect);
        let parts = field.met(row).filter_map(|(round, opponent, _)| {
            let value = Value::whole(performances[opponent]?);
            Some(Part { basis: Basis::OpponentValue, ..own_part(data, field, row, round, value) })
        });
        return (parts.collect(), "mean over the opponents met over the board".to_owned());
    }
    let mut games: Vec<RatedGame> = Vec::new();
    rated.games(row, &mut games);
    let mut order: Vec<usize> = (0..games.len()).collect();
    order.sort_by_key(|at| games[*at].rating);
    let low = usize::from(code.cut_low).min(games.len());
    let high = games.len().saturating_sub(usize::from(code.cut_high)).max(low);
    let mut parts: Vec<Part> = games
        .iter()
        .map(|game| Part { basis: Basis::Rating, ..own_part(data, field, row, game.round, Value::whole(game.rating)) })
        .collect();
    for at in &order[..low] {
        parts[*at].cut = Cut::Lowest;
    }
    for at in &order[high..] {
        parts[*at].cut = Cut::Highest;
    }
    let half_points: i64 = games.iter().map(|game| game.half_points).sum();
    let points = format!("{} points from {} games over the board", Value::ratio(half_points, 2), games.len());
    let average = rated.average(&mut games.clone(), 0, 0);
    let percent = rounded_mean(half_points * 50, games.len() as i64);
    let note = match (code.name, average, percent) {
        (Name::AverageRating, ..) => "mean rating of the opponents met over the board".to_owned(),
        (Name::Performance, Some(average), Some(percent)) => {
            let difference = difference_for(percent);
            let sign = if difference < 0 { "\u{2212}" } else { "+" };
            format!("{points}, {percent} %: mean rating {average} {sign} {}", difference.abs())
        }
        (Name::PerfectPerformance, ..) if half_points == 0 => {
            format!("{points}: 800 below the lowest opponent")
        }
        (Name::PerfectPerformance, ..) => {
            let Some(perfect) = rated.perfect(&games) else { return (parts, points) };
            let expected = |rating: i64| {
                let sum = games.iter().map(|game| expected_hundredths(rating - game.rating)).sum();
                Value::hundredths(sum)
            };
            format!(
                "{points}: the lowest rating that is expected to score so much; {perfect} expects {}, {} expects {}",
                expected(perfect),
                perfect - 1,
                expected(perfect - 1)
            )
        }
        _ => points,
    };
    (parts, note)
}
