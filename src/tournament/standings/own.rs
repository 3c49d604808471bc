//! Tie-breaks from the own results (FIDE C.07 art. 7) and the helper columns.

use super::field::{Field, is_voluntary};
use pairing::swiss::{Color, EntryKind};

/// Which own rounds are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    Wins,
    GamesWon,
    BlackGames,
    BlackWins,
    Elected,
    Voluntary,
    Games,
    Paired,
}

/// Whether the round counts.
pub(crate) fn counts(field: &Field, what: Count, row: usize, round: usize) -> bool {
    let cell = &field.row(row)[round];
    let played = cell.kind.is_played();
    let won = cell.points >= field.win;
    let black = cell.color == Some(Color::Black);
    match what {
        Count::Wins => won,
        Count::GamesWon => played && won,
        Count::BlackGames => played && black,
        Count::BlackWins => played && black && won,
        // Also the free round of an odd round-robin is no round that one elected to play.
        Count::Elected => !is_voluntary(cell.kind),
        Count::Voluntary => is_voluntary(cell.kind),
        Count::Games => played,
        Count::Paired => cell.opponent.is_some() || cell.kind == EntryKind::PairingBye,
    }
}

/// How many rounds count.
pub(crate) fn count(field: &Field, what: Count, row: usize) -> i64 {
    (0..field.rounds).filter(|round| counts(field, what, row, *round)).count() as i64
}

/// Sum of the scores after each round, without the first `cut` of them (art. 7.5), hundredths. Points without a round are not in it.
pub(crate) fn progressive(field: &Field, row: usize, cut: u8) -> i64 {
    let mut score = 0;
    let mut sum = 0;
    for (round, cell) in field.row(row).iter().enumerate() {
        score += cell.points;
        if round >= usize::from(cut) {
            sum += score;
        }
    }
    sum
}

/// Standard points of one round (art. 7.7), hundredths.
pub(crate) fn standard_points(field: &Field, row: usize, round: usize) -> i64 {
    let cell = &field.row(row)[round];
    let other = match cell.opponent {
        Some(opponent) => field.row(opponent as usize)[round].points,
        None => field.draw,
    };
    match cell.points.cmp(&other) {
        std::cmp::Ordering::Greater => 100,
        std::cmp::Ordering::Equal => 50,
        std::cmp::Ordering::Less => 0,
    }
}

/// Games with White minus games with Black.
pub(crate) fn color_difference(field: &Field, row: usize) -> i64 {
    let played = field.row(row).iter().filter(|cell| cell.kind.is_played());
    played
        .map(|cell| match cell.color {
            Some(Color::White) => 1,
            Some(Color::Black) => -1,
            None => 0,
        })
        .sum()
}
