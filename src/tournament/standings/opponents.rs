//! Tie-breaks from opponents' results: Buchholz, Sonneborn-Berger, their cuts (FIDE C.07 art. 8, 9, 13.2, 14, 16) and Koya.

use super::field::{Edition, Field, is_voluntary};
use pairing::swiss::EntryKind;

/// Where the value of a round comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The opponent's score.
    Opponent(usize),
    /// A dummy with the own score, at most this where there is a limit (art. 16.4).
    Dummy { scheduled: Option<usize>, cap: Option<i64> },
}

/// Whether a cut left the value out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// It counts.
    Kept,
    /// Left out as the least significant value.
    Lowest,
    /// Left out as a voluntary unplayed round (art. 16.5).
    Voluntary,
    /// Left out as the most significant value.
    Highest,
}

/// What one round contributes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contribution {
    /// From 0.
    pub round: usize,
    pub kind: EntryKind,
    pub source: Source,
    /// The opponent's or dummy's score, hundredths.
    pub score: i64,
    /// Own points in the round, hundredths.
    pub points: i64,
    /// What is summed: the score (hundredths) or score times points (ten-thousandths).
    pub amount: i64,
    pub voluntary: bool,
    pub cut: Cut,
}

/// Fills `out` with the contributions of a participant: opponents' scores in `first`, times own points in `own` where that is given.
pub(crate) fn contributions(
    first: &Field,
    own: Option<&Field>,
    row: usize,
    forfeits: bool,
    out: &mut Vec<Contribution>,
) {
    out.clear();
    let own_cells = own.unwrap_or(first).row(row);
    for (round, (cell, own_cell)) in first.row(row).iter().zip(own_cells).enumerate() {
        let (source, score, voluntary) = match first.meets(cell, forfeits) {
            Some(opponent) => (Source::Opponent(opponent), first.adjusted[opponent], false),
            // The free round of an odd field is no round at all.
            None if !first.swiss => continue,
            None => {
                let scheduled = cell.opponent.map(|opponent| opponent as usize);
                let (cap, score) = dummy(first, row, round, scheduled);
                let voluntary = is_voluntary(cell.kind) && first.edition != Edition::VirtualOpponent;
                (Source::Dummy { scheduled, cap }, score, voluntary)
            }
        };
        let points = own_cell.points;
        let amount = if own.is_some() { score * points } else { score };
        out.push(Contribution { round, kind: cell.kind, source, score, points, amount, voluntary, cut: Cut::Kept });
    }
}

/// The limit and the score of the dummy in an unplayed round.
fn dummy(field: &Field, row: usize, round: usize, scheduled: Option<usize>) -> (Option<i64>, i64) {
    let own = field.scores[row];
    match field.edition {
        Edition::March2026 => {
            let cap = match scheduled {
                Some(opponent) => field.adjusted[opponent],
                None => field.draw * field.rounds as i64,
            };
            (Some(cap), own.min(cap))
        }
        Edition::August2024 => (None, own),
        Edition::VirtualOpponent => {
            let cells = field.row(row);
            let before: i64 = cells[..round].iter().map(|cell| cell.points).sum();
            let later = (field.rounds - round - 1) as i64;
            (None, before + field.win - cells[round].points + field.draw * later)
        }
        Edition::Plain => (None, 0),
    }
}

/// Leaves out the least significant values (with the exception of 16.5), then the most significant ones (art. 14.1 to 14.4).
pub(crate) fn cut(list: &mut [Contribution], low: u8, high: u8) {
    for _ in 0..low {
        let least = least_significant(list);
        let Some(least) = least else { return };
        let kept = list.iter().enumerate().filter(|(_, c)| c.cut == Cut::Kept && c.voluntary);
        let voluntary = kept.min_by_key(|(_, c)| (c.amount, c.score)).map(|(at, _)| at);
        match voluntary {
            Some(at) if list[at].amount >= list[least].amount => list[at].cut = Cut::Voluntary,
            _ => list[least].cut = Cut::Lowest,
        }
    }
    for _ in 0..high {
        let kept = list.iter().enumerate().filter(|(_, c)| c.cut == Cut::Kept);
        let Some((at, _)) = kept.max_by_key(|(_, c)| (c.score, c.amount)) else { return };
        list[at].cut = Cut::Highest;
    }
}

/// The contribution of the opponent with the lowest score, among several the lowest.
fn least_significant(list: &[Contribution]) -> Option<usize> {
    let kept = list.iter().enumerate().filter(|(_, c)| c.cut == Cut::Kept);
    kept.min_by_key(|(_, c)| (c.score, c.amount)).map(|(at, _)| at)
}

/// The sum of what is left.
pub(crate) fn total(list: &[Contribution]) -> i64 {
    list.iter().filter(|c| c.cut == Cut::Kept).map(|c| c.amount).sum()
}

/// Koya: twice the score that an opponent must have at least, hundredths.
pub(crate) fn koya_line_doubled(field: &Field, line: i8) -> i64 {
    field.win * field.possible + 100 * i64::from(line)
}

/// Koya: points against opponents who reach the line (art. 9.2, 14.5), hundredths.
pub(crate) fn koya(field: &Field, row: usize, line: i8, forfeits: bool) -> i64 {
    let least = koya_line_doubled(field, line);
    let games = field
        .row(row)
        .iter()
        .filter(|cell| field.meets(cell, forfeits).is_some_and(|opponent| 2 * field.scores[opponent] >= least));
    games.map(|cell| cell.points).sum()
}
