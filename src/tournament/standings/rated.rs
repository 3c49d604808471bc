//! Tie-breaks from ratings (FIDE C.07 art. 10): only games over the board, points on the 1-½-0 scale.

use super::field::Field;
use super::value::rounded_mean;
use crate::ratings::{difference_for, expected_hundredths};

/// Ratings of all participants with the rule for those who have none.
pub(crate) struct Rated<'a> {
    pub field: &'a Field,
    /// 0: unrated.
    pub ratings: &'a [i64],
    /// What an unrated opponent counts with; `None` leaves the game out.
    pub unrated: Option<u16>,
}

/// A rated game: round from 0, the opponent's rating, own half points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RatedGame {
    pub round: usize,
    pub rating: i64,
    pub half_points: i64,
}

impl Rated<'_> {
    pub fn rating(&self, row: usize) -> Option<i64> {
        match (self.ratings[row], self.unrated) {
            (0, unrated) => unrated.map(i64::from),
            (rating, _) => Some(rating),
        }
    }

    pub fn games(&self, row: usize, out: &mut Vec<RatedGame>) {
        out.clear();
        out.extend(self.field.met(row).filter_map(|(round, opponent, cell)| {
            let rating = self.rating(opponent)?;
            Some(RatedGame { round, rating, half_points: self.field.half_points(cell.points) })
        }));
    }

    /// ARO without the `low` lowest and `high` highest ratings.
    pub fn average(&self, games: &mut [RatedGame], low: u8, high: u8) -> Option<i64> {
        if low > 0 || high > 0 {
            games.sort_by_key(|game| game.rating);
            let from = usize::from(low).min(games.len());
            let to = games.len().saturating_sub(usize::from(high)).max(from);
            let kept = &games[from..to];
            return rounded_mean(kept.iter().map(|game| game.rating).sum(), kept.len() as i64);
        }
        rounded_mean(games.iter().map(|game| game.rating).sum(), games.len() as i64)
    }

    /// TPR.
    pub fn performance(&self, games: &[RatedGame]) -> Option<i64> {
        let average = rounded_mean(games.iter().map(|game| game.rating).sum(), games.len() as i64)?;
        let half_points: i64 = games.iter().map(|game| game.half_points).sum();
        let percent = rounded_mean(half_points * 50, games.len() as i64)?;
        Some(average + difference_for(percent))
    }

    /// PTP: the lowest rating whose expected score reaches the score.
    pub fn perfect(&self, games: &[RatedGame]) -> Option<i64> {
        let lowest = games.iter().map(|game| game.rating).min()?;
        let highest = games.iter().map(|game| game.rating).max()?;
        let score: i64 = games.iter().map(|game| game.half_points * 50).sum();
        if score == 0 {
            return Some(lowest - 800);
        }
        let expected = |rating: i64| games.iter().map(|game| expected_hundredths(rating - game.rating)).sum::<i64>();
        // At highest + 736 everything is expected; the expected score grows with the rating.
        let (mut below, mut enough) = (lowest - 801, highest + 736);
        while enough - below > 1 {
            let middle = below + (enough - below) / 2;
            if expected(middle) >= score { enough = middle } else { below = middle }
        }
        Some(enough)
    }

    /// RSES, hundredths.
    pub fn expected(&self, row: usize, games: &[RatedGame]) -> Option<i64> {
        let own = self.rating(row)?;
        Some(games.iter().map(|game| expected_hundredths(own - game.rating)).sum())
    }
}
