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
    /// Own points by a result that came too late for the standings and is rated.
    pub late: Option<Points>,
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
    /// Rank in the standings; 0: not ranked.
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

impl PlayerCard {
    /// The card with the rating change as the event rates it, so with late results and the list that is rated, from the table game by game and the change
    /// that [`crate::ratings::state_ratings`] gives. Where meetings have several games the change is that of all of them, and the rounds have none.
    #[must_use]
    pub fn rated(mut self, games: &CrossTable, rating: &EventRating) -> PlayerCard {
        self.rating_change = rating.clone();
        let whole = |value: Option<i32>| value.map(|value| Value::whole(value.into()));
        // Of all games that are rated, also those against players who are not ranked.
        self.average = whole(rating.average).unwrap_or(self.average);
        self.performance = whole(rating.performance).unwrap_or(self.performance);
        let entries = games.rows.iter().find(|row| row.entrant.tpn == self.number).map(|row| &row.entrant.rounds);
        let game_by_game = games.rounds as usize == self.lines.len();
        for line in &mut self.lines {
            let at = rating.games.iter().position(|(round, _)| *round == line.round).filter(|_| game_by_game);
            line.change = at.and_then(|at| rating.change.as_ref()?.games.get(at).copied());
            let entry = entries.and_then(|entries| entries.get(line.round as usize - 1)).filter(|_| game_by_game);
            line.late =
                entry.filter(|entry| (entry.kind, entry.points) != (line.kind, line.points)).map(|entry| entry.points);
        }
        self
    }
}

/// The card of a player; `None` when the number is not in the table. The table has all players and games, also those whose results do not count in the
/// standings; `k` is the player's K.
pub fn card(table: &CrossTable, standings: &Standings, number: Tpn, rules: &RatingRules, k: u8) -> Option<PlayerCard> {
    let standing = standings.row_of(number);
    let row = table.rows.iter().find(|row| row.entrant.tpn == number)?;
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
            late: None,
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
        rank: standing.map_or(0, |standing| standing.rank),
        starting_place: table.rows.iter().filter(|other| other.entrant.tpn < number).count() as u32 + 1,
        points: standing.map_or_else(|| row.entrant.score(), |standing| standing.points),
        extra_points: row.entrant.extra_points,
        lines,
        games: value(Name::Games),
        color_difference: value(Name::ColorDifference),
        average: value(Name::AverageRating),
        performance: value(Name::Performance),
        rating_change,
    })
}
