//! Rating changes in an event of ours.

use super::{EventRating, KFacts, RatingRules, period_ratings};
use crate::crosstable::{CrossTable, meeting_entry};
use crate::model::{Color, Meeting, Player, PlayerId, RoundNumber, StageIndex, State};
use pairing::Points;
use pairing::swiss::{RoundEntry, Tpn};
use std::collections::BTreeMap;

impl State {
    /// The table of a stage game by game, as ratings and norms need it: of meetings with several games each one has a round of its own.
    pub fn game_table(&self, stage: StageIndex, rounds: RoundNumber) -> CrossTable {
        let mut table = CrossTable::of_state(self, stage, rounds);
        let Some(header) = self.stages.get(stage) else { return table };
        let paired = || header.rounds.iter().take(table.rounds as usize);
        if paired().flat_map(|round| &round.meetings).all(|meeting| meeting.games.len() == 1) {
            return table;
        }
        let numbers: BTreeMap<PlayerId, Tpn> = self.numbering(stage).iter().copied().zip(1..).collect();
        let scoring = self.settings.scoring;
        let absent = RoundEntry { points: Points(scoring.zero_bye), ..RoundEntry::ABSENT };
        let mut columns: Vec<Vec<RoundEntry>> = Vec::new();
        for (at, round) in paired().enumerate() {
            let width = round.meetings.iter().map(|meeting| meeting.games.len()).max().unwrap_or(1).max(1);
            for game in 0..width {
                // Byes are no games; they stand in the first column of their round.
                let mut column = vec![absent; table.rows.len()];
                if game == 0 {
                    for (row, cell) in table.rows.iter().zip(&mut column) {
                        if let Some(entry) = row.entrant.rounds.get(at).filter(|entry| entry.opponent.is_none()) {
                            *cell = *entry;
                        }
                    }
                }
                for played in round.meetings.iter().filter_map(|meeting| meeting.games.get(game)) {
                    let (Some(&white), Some(&black)) = (numbers.get(&played.white), numbers.get(&played.black)) else {
                        continue;
                    };
                    let alone = Meeting { games: vec![*played], ..Meeting::single(played.white, played.black) };
                    let entry =
                        |me, other, color: Color| meeting_entry(&alone, me, Some(other), color.into(), &scoring, false);
                    // Numbers count from 1 to the number of rows.
                    column[white as usize - 1] = entry(played.white, black, Color::White);
                    column[black as usize - 1] = entry(played.black, white, Color::Black);
                }
                columns.push(column);
            }
        }
        for (row, at) in table.rows.iter_mut().zip(0..) {
            row.entrant.rounds = columns.iter().map(|column: &Vec<RoundEntry>| column[at]).collect();
            row.entrant.virtual_points = vec![Points::ZERO; columns.len()];
        }
        table.scoring = scoring.into();
        table.rounds_total =
            table.rounds_total.max(table.rounds).saturating_mul(u32::from(header.games_per_meeting.max(1)));
        table.rounds = u32::try_from(columns.len()).unwrap_or(u32::MAX);
        table
    }
}

impl RatingRules {
    /// K of a player of an event: the one that the rating list gave, else by rating and age. Whether the player is new on the list or once
    /// had a higher rating, an event does not know.
    pub fn k_of_player(&self, state: &State, player: &Player) -> u8 {
        let rating = state.rating(player);
        let listed = state.settings.rating_place(&player.ratings).and_then(|place| player.ratings.get(place));
        if let Some(k) = listed.and_then(|entry| entry.k) {
            return k;
        }
        let born = player.birth.map(|birth| birth.year);
        let age = state.year().zip(born).and_then(|(year, born)| u8::try_from(year.checked_sub(born)?).ok());
        self.k(KFacts { rating, highest: rating, new: false, age })
    }
}

/// The changes of everybody by the first `rounds` rounds of a stage, with the table game by game that they come from.
pub fn state_ratings(
    state: &State,
    stage: StageIndex,
    rounds: RoundNumber,
    rules: &RatingRules,
) -> (CrossTable, Vec<EventRating>) {
    let table = state.game_table(stage, rounds);
    let numbering = state.numbering(stage);
    let k_of: BTreeMap<Tpn, u8> = (1..)
        .zip(numbering.iter())
        .filter_map(|(number, id)| Some((number, rules.k_of_player(state, state.players.get(id)?))))
        .collect();
    let k = |row: &crate::crosstable::Row| k_of.get(&row.entrant.tpn).copied().unwrap_or(rules.k_other);
    let ratings = period_ratings(&table, rules, 1..=u32::MAX, k);
    (table, ratings)
}
