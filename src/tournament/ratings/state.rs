//! Rating changes in an event of ours.

use super::{EventRating, KFacts, RatingRules, period_ratings};
use crate::crosstable::{CrossTable, meeting_entry};
use crate::model::{Color, Game, GameResult, Meeting, Player, PlayerId, Round, RoundNumber, StageIndex, State};
use crate::trf::{Trf, TrfError};
use pairing::Points;
use pairing::swiss::{RoundEntry, Tpn};
use std::collections::BTreeMap;
use std::sync::Arc;

impl State {
    /// The event as a round was paired: games that were adjourned then are adjourned again; `None` where there are none.
    pub fn as_paired(&self, stage: StageIndex, round: RoundNumber) -> Option<State> {
        let earlier = (round as usize).saturating_sub(1);
        let drawn = |game: &Game| game.drawn_until >= round;
        let concerned = |paired: &Arc<Round>| paired.meetings.iter().any(|m| m.games.iter().any(drawn));
        if !self.stages.get(stage)?.rounds.iter().take(earlier).any(concerned) {
            return None;
        }
        let mut state = self.clone();
        for paired in state.stages.get_mut(stage)?.rounds.iter_mut().take(earlier).filter(|paired| concerned(paired)) {
            for meeting in &mut Arc::make_mut(paired).meetings {
                if meeting.games.iter().any(drawn) {
                    for game in Arc::make_mut(meeting).games.iter_mut().filter(|game| drawn(game)) {
                        game.result = Some(GameResult::Adjourned);
                    }
                }
            }
        }
        Some(state)
    }

    /// The event with the results that were reported too late for the standings, as ratings and norms count them; `None` where there are none.
    pub fn with_late_results(&self, stage: StageIndex) -> Option<State> {
        let late = |round: &Arc<Round>| round.meetings.iter().any(|m| m.games.iter().any(|game| game.late.is_some()));
        if !self.stages.get(stage)?.rounds.iter().any(late) {
            return None;
        }
        let mut state = self.clone();
        let rounds = state.stages.get_mut(stage)?.rounds.iter_mut().filter(|round| late(round));
        for meeting in rounds.flat_map(|round| &mut Arc::make_mut(round).meetings) {
            if meeting.games.iter().any(|game| game.late.is_some()) {
                for game in &mut Arc::make_mut(meeting).games {
                    game.result = game.late.take().or(game.result);
                }
            }
        }
        Some(state)
    }

    /// The table of a stage game by game, as ratings and norms need it: of meetings with several games each one has a round of its own.
    pub fn game_table(&self, stage: StageIndex, rounds: RoundNumber) -> CrossTable {
        let rated = self.with_late_results(stage);
        let state = rated.as_ref().unwrap_or(self);
        let mut table = CrossTable::of_state(state, stage, rounds);
        // Estimates order the players; they are not rated.
        for (row, id) in table.rows.iter_mut().zip(state.numbering(stage).iter()) {
            let official = state.players.get(id).and_then(|player| state.official_rating(player));
            row.entrant.rating = official.map_or(0, |rating| rating.value.into());
        }
        let Some(header) = state.stages.get(stage) else { return table };
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
        let official = state.official_rating(player);
        let rating = official.map_or(0, |rating| rating.value);
        let listed = official;
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

/// The changes of everybody by a report file, with the table that they come from: by the ratings that are rated there, K as a comment of our own gives it,
/// else by rating and age. A file that tells of results for the rating report only is taken as the event that it makes.
///
/// # Errors
/// As [`Trf::cross_table`].
pub fn report_ratings(
    trf: &Trf,
    rounds: Option<RoundNumber>,
    rules: &RatingRules,
) -> Result<(CrossTable, Vec<EventRating>), TrfError> {
    if trf.comments.iter().any(|(_, text)| text.starts_with("Late result @ Round ")) {
        let (state, _) = crate::trf::import(trf)?;
        let rounds = rounds.unwrap_or(state.rounds_paired(0));
        return Ok(state_ratings(&state, 0, rounds, rules));
    }
    let table = trf.rated_table(rounds)?;
    let told = trf.told_k(&table);
    let k = |row: &crate::crosstable::Row| {
        let tpn = row.entrant.tpn;
        told.get(&tpn).copied().unwrap_or_else(|| rules.k_of_rating(trf, tpn, row.entrant.rating))
    };
    let ratings = period_ratings(&table, rules, 1..=u32::MAX, k);
    Ok((table, ratings))
}
