//! Rating calculations: FIDE B.02 (2024, with art. 8.3.1 as amended in October 2025) and variants of it as data.
//!
//! Ratings are whole numbers, scores half points, expected scores and changes hundredths; nothing is computed in floating point.

mod event;
mod state;
mod table;

pub(crate) use event::half_points;
pub use event::{EventRating, event_rating, event_ratings, period_ratings};
pub use state::{report_ratings, state_ratings};
pub use table::{difference_for, expected_hundredths};

use crate::standings::{round_half_up, rounded_mean};
use crate::trf::Trf;
use pairing::swiss::Tpn;
use serde::{Deserialize, Serialize};

/// A rating regulation. The default is FIDE's for standard, rapid and blitz; national ones change single values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RatingRules {
    /// Name of the list.
    pub name: String,
    /// The largest difference that counts (8.3.1); `None`: no limit.
    pub largest_difference: Option<u16>,
    /// For players with this rating or more the real difference counts (8.3.1); `None`: for nobody.
    pub real_difference_from: Option<u16>,
    /// Expected score tables: upper ends of the bands from .50 on; empty: table 8.1.2.
    pub bands: Vec<u16>,
    /// K times the number of games may not be more (8.3.3).
    pub k_limit: u16,
    /// K of players who are new on the list.
    pub k_new: u8,
    /// K of players who have once reached `k_top_from`.
    pub k_top: u8,
    /// The rating from which `k_top` holds.
    pub k_top_from: u16,
    /// K of juniors below `k_junior_below`.
    pub k_junior: u8,
    /// The year of this birthday is the last one in which a player is a junior.
    pub junior_age: u8,
    /// The rating below which `k_junior` holds.
    pub k_junior_below: u16,
    /// K of everybody else.
    pub k_other: u8,
    /// Games against rated opponents that a first rating needs (7.1.4).
    pub first_games: u8,
    /// Rating of the two hypothetical opponents with whom a new player has drawn (8.2.2).
    pub first_hypothetical: u16,
    /// A first rating is at most this (8.2.3).
    pub first_at_most: u16,
    /// The lowest rating that is published (7.2.1).
    pub floor: u16,
}

impl Default for RatingRules {
    fn default() -> Self {
        RatingRules {
            name: "FIDE".to_owned(),
            largest_difference: Some(400),
            real_difference_from: Some(2650),
            bands: Vec::new(),
            k_limit: 700,
            k_new: 40,
            k_top: 10,
            k_top_from: 2400,
            k_junior: 40,
            junior_age: 18,
            k_junior_below: 2300,
            k_other: 20,
            first_games: 5,
            first_hypothetical: 1800,
            first_at_most: 2200,
            floor: 1400,
        }
    }
}

/// What decides a player's K.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KFacts {
    /// The rating now.
    pub rating: u16,
    /// The highest published rating so far, where known.
    pub highest: u16,
    /// New on the list: fewer than 30 games completed.
    pub new: bool,
    /// Age at the end of the year of the event, where known.
    pub age: Option<u8>,
}

/// One rated game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameChange {
    /// The opponent's rating.
    pub opponent: u16,
    /// Own minus opponent's rating.
    pub difference: i32,
    /// The difference that counts.
    pub used: i32,
    /// Score in half points.
    pub half_points: u8,
    /// Expected score in hundredths.
    pub expected: i32,
    /// Score minus expected score in hundredths; times K it is the change.
    pub gain: i32,
}

impl GameChange {
    /// The change in hundredths of a rating point.
    pub fn change(&self, k: u8) -> i32 {
        self.gain * i32::from(k)
    }
}

/// The change of a player's rating by some games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingChange {
    /// Rating before.
    pub rating: u16,
    /// K, lowered where K times games would be above the limit.
    pub k: u8,
    /// Game by game.
    pub games: Vec<GameChange>,
    /// Sum of the gains in hundredths.
    pub gain: i32,
    /// The change in hundredths of a rating point, not rounded.
    pub change: i32,
}

impl RatingChange {
    /// The change as published: a whole number, .5 away from zero (8.3.4).
    pub fn rounded(&self) -> i32 {
        let size = (self.change.unsigned_abs() + 50) / 100;
        // At most the size of `change` itself.
        let size = size as i32;
        if self.change < 0 { -size } else { size }
    }
}

/// The first rating of a player without one (8.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstRating {
    /// Games against rated opponents.
    pub games: u8,
    /// Score in them, half points.
    pub half_points: u8,
    /// The rating as computed, at most the regulation's limit.
    pub rating: i32,
    /// How many more games are needed before it counts.
    pub missing_games: u8,
    /// High enough to be published.
    pub listed: bool,
}

impl RatingRules {
    /// The difference that counts between two ratings (8.3.1). The own rating decides whether there is a limit.
    pub fn used_difference(&self, own: u16, opponent: u16) -> i32 {
        let difference = i32::from(own) - i32::from(opponent);
        let real = self.real_difference_from.is_some_and(|from| own >= from);
        match self.largest_difference {
            Some(largest) if !real => difference.clamp(-i32::from(largest), i32::from(largest)),
            _ => difference,
        }
    }

    /// The expected score in hundredths at a difference.
    pub fn expected(&self, difference: i32) -> i32 {
        if self.bands.is_empty() {
            // Between 0 and 100.
            return expected_hundredths(i64::from(difference)) as i32;
        }
        let size = difference.unsigned_abs();
        let band = self.bands.iter().take(50).take_while(|end| size > u32::from(**end)).count() as i32;
        if difference >= 0 { 50 + band } else { 50 - band }
    }

    /// One game of a rated player against a rated opponent. More than two half points count as two.
    pub fn game(&self, own: u16, opponent: u16, half_points: u8) -> GameChange {
        let half_points = half_points.min(2);
        let used = self.used_difference(own, opponent);
        let expected = self.expected(used);
        GameChange {
            opponent,
            difference: i32::from(own) - i32::from(opponent),
            used,
            half_points,
            expected,
            gain: i32::from(half_points) * 50 - expected,
        }
    }

    /// The change by games (opponent's rating, half points) played in one rating period.
    pub fn change(&self, rating: u16, k: u8, games: &[(u16, u8)]) -> RatingChange {
        let games: Vec<GameChange> = games.iter().map(|(opponent, half)| self.game(rating, *opponent, *half)).collect();
        let gain: i32 = games.iter().map(|game| game.gain).sum();
        let k = self.limited_k(k, games.len());
        RatingChange { rating, k, games, gain, change: gain.saturating_mul(i32::from(k)) }
    }

    /// K, or less when K times the games of the period would be above the limit.
    pub fn limited_k(&self, k: u8, games: usize) -> u8 {
        let games = u32::try_from(games).unwrap_or(u32::MAX);
        if u32::from(k).saturating_mul(games) <= u32::from(self.k_limit) {
            return k;
        }
        // Less than k here.
        (u32::from(self.k_limit) / games.max(1)) as u8
    }

    /// K of a player (8.3.3), the first rule that applies.
    pub fn k(&self, facts: KFacts) -> u8 {
        if facts.new {
            self.k_new
        } else if facts.rating.max(facts.highest) >= self.k_top_from {
            self.k_top
        } else if facts.age.is_some_and(|age| age <= self.junior_age) && facts.rating < self.k_junior_below {
            self.k_junior
        } else {
            self.k_other
        }
    }

    /// K of a player of a report file, which knows neither the highest rating nor whether the player is new: by rating and age in the year of
    /// the event's start.
    pub fn k_of_report(&self, trf: &Trf, number: Tpn) -> u8 {
        let rating = trf.player(number).map_or(0, |player| player.rating);
        self.k_of_rating(trf, number, rating)
    }

    /// As [`RatingRules::k_of_report`], for a rating of another list than that of the 001 record.
    pub(crate) fn k_of_rating(&self, trf: &Trf, number: Tpn, rating: u32) -> u8 {
        let player = trf.player(number);
        let year = trf.header.start.or(trf.header.end).map(|date| date.year);
        let birth = player.and_then(|player| player.birth).map(|birth| birth.year);
        let age = year.zip(birth).and_then(|(year, birth)| u8::try_from(year.checked_sub(birth)?).ok());
        let rating = u16::try_from(rating).unwrap_or(u16::MAX);
        self.k(KFacts { rating, age, ..KFacts::default() })
    }

    /// The first rating by games against rated opponents (8.2). `None` without a game; a score of zero in the first event is disregarded
    /// (8.2.1), which the caller decides.
    pub fn first_rating(&self, opponents: &[u16], half_points: u8) -> Option<FirstRating> {
        let games = opponents.len() as i64;
        if games == 0 || games > 200 {
            return None;
        }
        let sum: i64 = opponents.iter().map(|rating| i64::from(*rating)).sum();
        let sum = sum + 2 * i64::from(self.first_hypothetical);
        // (points + 1) / (games + 2) in per cent; points are half points over two.
        let percent = rounded_mean(50 * (i64::from(half_points) + 2), games + 2)?;
        let raised = i128::from(sum) + i128::from(difference_for(percent)) * i128::from(games + 2);
        // A mean of ratings plus at most 800.
        let rating = round_half_up(raised, i128::from(games + 2)) as i32;
        let rating = rating.min(i32::from(self.first_at_most));
        Some(FirstRating {
            games: games as u8,
            half_points,
            rating,
            missing_games: self.first_games.saturating_sub(games as u8),
            listed: rating >= i32::from(self.floor),
        })
    }
}

/// Hundredths as text with two decimals: `-3.40`.
pub fn hundredths_text(value: i32) -> String {
    format!("{}{}.{:02}", if value < 0 { "-" } else { "" }, value.unsigned_abs() / 100, value.unsigned_abs() % 100)
}

/// The performance of B.01 art. 1.4.8: mean rating of the opponents, rounded .5 up, plus dp of the score in whole per cent. `None` without games.
pub fn performance(opponents: &[u16], half_points: u32) -> Option<i32> {
    let games = opponents.len() as i64;
    let average = rounded_mean(opponents.iter().map(|rating| i64::from(*rating)).sum(), games)?;
    let percent = rounded_mean(50 * i64::from(half_points), games)?;
    i32::try_from(average + difference_for(percent)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_of_the_regulation() {
        let rules = RatingRules::default();
        let change = rules.change(1850, 20, &[(1720, 2), (2010, 1), (1905, 0), (1333, 2), (1999, 2)]);
        assert_eq!(change.games.iter().map(|game| game.gain).collect::<Vec<_>>(), [32, 21, -42, 8, 70]);
        assert_eq!((change.change, change.rounded()), (1780, 18));
        let strong = rules.change(2700, 10, &[(2200, 2), (2250, 1)]);
        assert_eq!((strong.gain, strong.rounded()), (-40, -4));
        let limited = rules.change(2600, 10, &[(2100, 2), (2150, 1)]);
        assert_eq!((limited.gain, limited.rounded()), (-34, -3));
    }

    #[test]
    fn rounding_goes_away_from_zero() {
        let change = |hundredths| RatingChange { rating: 2000, k: 1, games: Vec::new(), gain: 0, change: hundredths };
        assert_eq!([-50, -49, 50, 149].map(|hundredths| change(hundredths).rounded()), [-1, 0, 1, 1]);
    }

    #[test]
    fn the_limit_of_k() {
        let rules = RatingRules::default();
        assert_eq!(rules.limited_k(40, 20), 35);
        assert_eq!(rules.limited_k(40, 17), 40);
        assert_eq!(rules.limited_k(40, 5000), 0);
    }

    #[test]
    fn k_by_the_first_rule_that_applies() {
        let k = |facts| RatingRules::default().k(facts);
        assert_eq!(k(KFacts { rating: 1900, new: true, ..KFacts::default() }), 40);
        assert_eq!(k(KFacts { rating: 2380, highest: 2405, ..KFacts::default() }), 10);
        assert_eq!(k(KFacts { rating: 2299, age: Some(18), ..KFacts::default() }), 40);
        assert_eq!(k(KFacts { rating: 2300, age: Some(18), ..KFacts::default() }), 20);
        assert_eq!(k(KFacts { rating: 2100, age: Some(19), ..KFacts::default() }), 20);
    }

    #[test]
    fn first_rating() {
        let rules = RatingRules::default();
        let first = rules.first_rating(&[1900, 1750, 2010, 1820, 1880], 6).unwrap();
        assert_eq!((first.rating, first.missing_games, first.listed), (1901, 0, true));
        assert_eq!(rules.first_rating(&[2600; 9], 18).unwrap().rating, 2200);
        assert_eq!(rules.first_rating(&[1500; 3], 2).unwrap().missing_games, 2);
        assert_eq!(rules.first_rating(&[], 0), None);
    }

    #[test]
    fn performance_of_title_norms() {
        assert_eq!(performance(&[2200, 2300, 2400], 4), Some(2425));
        assert_eq!(performance(&[], 0), None);
    }

    #[test]
    fn a_national_table_as_data() {
        let rules = RatingRules { bands: vec![50, 150], largest_difference: None, ..RatingRules::default() };
        assert_eq!([0, 51, 200, -200].map(|difference| rules.expected(difference)), [50, 51, 52, 48]);
    }
}
