//! A player's card: games, opponents, ratings, performance, expected change.

use super::code::{Name, TieBreak};
use super::value::Value;
use super::{Standings, Tpn};
use crate::crosstable::{CrossTable, Row};
use crate::model::Title;
use crate::ratings::{EventRating, GameChange, RatingRules, event_rating};
use pairing::Points;
use pairing::swiss::{Color, EntryKind};

/// One round of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardLine {
    /// The round, from 1.
    pub round: u32,
    /// What happened.
    pub kind: EntryKind,
    /// Colour.
    pub color: Option<Color>,
    /// The opponent's number.
    pub opponent: Option<Tpn>,
    /// The opponent's name.
    pub name: String,
    /// The opponent's title.
    pub title: Option<Title>,
    /// The opponent's rating; 0: none.
    pub rating: u32,
    /// The opponent's points in the standings.
    pub opponent_points: Option<Points>,
    /// The opponent's rank.
    pub opponent_rank: Option<u32>,
    /// Own points in the round.
    pub points: Points,
    /// Own points after the round, bonus and penalty not counted.
    pub score: Points,
    /// Expected score and change by this game, where it is rated.
    pub change: Option<GameChange>,
}

/// A player's card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerCard {
    /// Number.
    pub number: Tpn,
    /// Name.
    pub name: String,
    /// Title.
    pub title: Option<Title>,
    /// Rating; 0: none.
    pub rating: u32,
    /// Rank in the standings.
    pub rank: u32,
    /// Place in the starting list, by number.
    pub starting_place: u32,
    /// Points.
    pub points: Points,
    /// Bonus and penalty points in them.
    pub extra_points: Points,
    /// Round by round.
    pub lines: Vec<CardLine>,
    /// Games over the board.
    pub games: Value,
    /// Games with White minus games with Black.
    pub color_difference: Value,
    /// Average rating of the opponents (ARO).
    pub average: Value,
    /// Performance (TPR).
    pub performance: Value,
    /// What the event does to the rating.
    pub rating_change: EventRating,
}

/// The card of a player; `None` when the number is not in the table. The standings must be those of the table; `k` is the player's K.
pub fn card(table: &CrossTable, standings: &Standings, number: Tpn, rules: &RatingRules, k: u8) -> Option<PlayerCard> {
    let standing = standings.row_of(number)?;
    let row = table.rows.get(standing.index).filter(|row| row.entrant.tpn == number)?;
    let rating_change = event_rating(table, rules, row, k);
    let mut changes = rating_change.change.iter().flat_map(|change| &change.games);
    let mut score = 0_i32;
    let entries = row.entrant.rounds.iter().take(table.rounds as usize).zip(1..);
    let lines = entries.map(|(entry, round)| {
        score = score.saturating_add(entry.points.hundredths());
        let other: Option<&Row> =
            entry.opponent.and_then(|opponent| table.rows.iter().find(|row| row.entrant.tpn == opponent));
        let other_standing = entry.opponent.and_then(|opponent| standings.row_of(opponent));
        let rated = rating_change.games.iter().any(|(at, _)| *at == round);
        CardLine {
            round,
            kind: entry.kind,
            color: entry.color,
            opponent: entry.opponent,
            name: other.map(|row| row.name.clone()).unwrap_or_default(),
            title: other.and_then(|row| row.title),
            rating: other.map_or(0, |row| row.entrant.rating),
            opponent_points: other_standing.map(|row| row.points),
            opponent_rank: other_standing.map(|row| row.rank),
            points: entry.points,
            score: Points::from_hundredths(score),
            // The rated games stand in order of rounds.
            change: if rated { changes.next().copied() } else { None },
        }
    });
    let lines = lines.collect();
    let value = |name| standings.value(number, &TieBreak::new(name)).unwrap_or(Value::Undefined);
    Some(PlayerCard {
        number,
        name: row.name.clone(),
        title: row.title,
        rating: row.entrant.rating,
        rank: standing.rank,
        starting_place: table.rows.iter().filter(|other| other.entrant.tpn < number).count() as u32 + 1,
        points: standing.points,
        extra_points: row.entrant.extra_points,
        lines,
        games: value(Name::Games),
        color_difference: value(Name::ColorDifference),
        average: value(Name::AverageRating),
        performance: value(Name::Performance),
        rating_change,
    })
}
