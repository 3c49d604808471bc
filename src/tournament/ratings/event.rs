//! Rating changes of everybody in an event.

use super::{FirstRating, RatingChange, RatingRules, performance};
use crate::crosstable::{CrossTable, Row};
use pairing::Points;
use pairing::swiss::{EntryKind, Scoring, Tpn};
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// What an event does to a player's rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRating {
    /// Number of the player.
    pub number: Tpn,
    /// Rating before; 0: none.
    pub rating: u16,
    /// Rounds (from 1) and opponents of the games that are rated.
    pub games: Vec<(u32, Tpn)>,
    /// Half points in them.
    pub half_points: u32,
    /// Mean rating of these opponents, rounded.
    pub average: Option<i32>,
    /// Performance in them.
    pub performance: Option<i32>,
    /// The change of a rated player.
    pub change: Option<RatingChange>,
    /// The first rating of an unrated one.
    pub first: Option<FirstRating>,
}

/// The result of a game on the 1-½-0 scale in half points, whatever the event's scoring.
pub(crate) fn half_points(points: Points, scoring: &Scoring) -> u8 {
    if points >= scoring.win {
        2
    } else if points >= scoring.draw {
        1
    } else {
        0
    }
}

/// Ratings of the table fit into u16; larger ones are errors of a file and count as the limit.
fn rating(row: &Row) -> u16 {
    u16::try_from(row.entrant.rating).unwrap_or(u16::MAX).min(4000)
}

/// The changes of everybody. `k` gives the K of a player.
pub fn event_ratings(table: &CrossTable, rules: &RatingRules, mut k: impl FnMut(&Row) -> u8) -> Vec<EventRating> {
    period_ratings(table, rules, 1..=u32::MAX, &mut k)
}

/// The changes of everybody by some rounds only: an event of more than 30 days is reported in several rating periods (4.1).
pub fn period_ratings(
    table: &CrossTable,
    rules: &RatingRules,
    rounds: RangeInclusive<u32>,
    mut k: impl FnMut(&Row) -> u8,
) -> Vec<EventRating> {
    let ratings = ratings_of(table);
    table.rows.iter().map(|row| one(table, rules, &ratings, &rounds, row, k(row))).collect()
}

/// The change of one player of the table.
pub fn event_rating(table: &CrossTable, rules: &RatingRules, row: &Row, k: u8) -> EventRating {
    one(table, rules, &ratings_of(table), &(1..=u32::MAX), row, k)
}

fn ratings_of(table: &CrossTable) -> HashMap<Tpn, u16> {
    table.rows.iter().map(|row| (row.entrant.tpn, rating(row))).collect()
}

/// The change by the games of an event that were really played (5.1) and are rated, against rated opponents (6.1).
fn one(
    table: &CrossTable,
    rules: &RatingRules,
    ratings: &HashMap<Tpn, u16>,
    rounds: &RangeInclusive<u32>,
    row: &Row,
    k: u8,
) -> EventRating {
    let own = rating(row);
    let played = row.entrant.rounds.iter().take(table.rounds as usize).zip(1..).filter_map(|(entry, round)| {
        let rated = entry.kind == EntryKind::Played { rated: true } && rounds.contains(&round);
        let opponent = entry.opponent.filter(|_| rated)?;
        let rating = ratings.get(&opponent).copied().filter(|rating| *rating > 0)?;
        Some((round, opponent, rating, half_points(entry.points, &table.scoring)))
    });
    let played: Vec<(u32, Tpn, u16, u8)> = played.collect();
    let opponents: Vec<u16> = played.iter().map(|game| game.2).collect();
    let score: u32 = played.iter().map(|game| u32::from(game.3)).sum();
    let change = (own > 0).then(|| {
        let games: Vec<(u16, u8)> = played.iter().map(|game| (game.2, game.3)).collect();
        rules.change(own, k, &games)
    });
    let first = if own == 0 { rules.first_rating(&opponents, u8::try_from(score).unwrap_or(u8::MAX)) } else { None };
    EventRating {
        number: row.entrant.tpn,
        rating: own,
        games: played.iter().map(|game| (game.0, game.1)).collect(),
        half_points: score,
        // An even score is a performance of the average.
        average: performance(&opponents, opponents.len() as u32),
        performance: performance(&opponents, score),
        change,
        first,
    }
}
