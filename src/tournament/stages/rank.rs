//! Places in a stage, and comparison across groups (`multi-stage` 3).

use super::{Comparison, LevelOrder, Transition, team};
use crate::model::*;
use crate::standings::{Name, StageTable, TieBreak, compute, without};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Places of a stage as it stands, best first; those whose results do not count are not in it. Level players share a place. Where teams are
/// paired, the identities are those of the teams.
///
/// # Errors
/// When there is no such stage, or its bracket cannot be read.
pub fn places(state: &State, stage: StageIndex) -> Result<Vec<(u32, PlayerId)>, String> {
    let header = state.stages.get(stage).ok_or_else(|| format!("There is no stage {}.", stage + 1))?;
    if state.pairs_teams(stage) && !matches!(header.system, System::Knockout { .. }) {
        return Ok(team::places(state, stage));
    }
    if matches!(header.system, System::Knockout { .. }) {
        return Ok(crate::knockout::places(state, stage)?.into_iter().map(|(from, _, id)| (from, id)).collect());
    }
    Ok(StageTable::of(state, stage, header.rounds.len() as RoundNumber).ranks().collect())
}

/// What a player has done in the own group, as it counts against those of other groups.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    /// Hundredths.
    pub points: i64,
    pub games: i64,
    /// In ten-thousandths, as Sonneborn-Berger; of teams: the other score.
    pub wins: i64,
    /// Sonneborn-Berger in ten-thousandths; of teams: matches won.
    pub berger: i64,
    pub rating: u16,
}

impl Record {
    /// Nothing done.
    pub const NONE: Record = Record { points: 0, games: 0, wins: 0, berger: 0, rating: 0 };

    /// The better first. Points for each game, wins for each game, SB for each game, rating; with equally many games that is points, wins, SB.
    /// Of teams: the score that decides, the other one, matches won, each for each match, then strength.
    fn compare(&self, other: &Record) -> Ordering {
        let per_game = |mine: i64, theirs: i64| {
            let (mine, theirs) =
                (i128::from(mine) * i128::from(other.games.max(1)), i128::from(theirs) * i128::from(self.games.max(1)));
            theirs.cmp(&mine)
        };
        per_game(self.points, other.points)
            .then_with(|| per_game(self.wins, other.wins))
            .then_with(|| per_game(self.berger, other.berger))
            .then_with(|| other.rating.cmp(&self.rating))
    }
}

/// A player of a feeding stage.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub id: PlayerId,
    /// Which of the feeding stages, from 0.
    pub group: usize,
    /// The place in the group, from 1, after withdrawn players are taken out and level ones are divided.
    pub place: u32,
    /// Level with the one before, and nothing has divided them.
    pub level: bool,
    pub record: Record,
}

/// The groups of a transition, each in order of place. Whoever has withdrawn or declined is left out, the next one moves up.
pub(super) fn groups(state: &State, transition: &Transition) -> Result<Vec<Vec<Candidate>>, String> {
    let mut lists = Vec::with_capacity(transition.from.len());
    for &stage in &transition.from {
        let mut ranked = places(state, stage)?;
        ranked.retain(|(_, id)| team::plays_on(state, *id) && !transition.declined.contains(id));
        lists.push(ranked);
    }
    let smallest = lists.iter().map(Vec::len).min().unwrap_or(0);
    let mut lot = transition.lot.map(pairing::Lot::new);
    let mut groups = Vec::with_capacity(lists.len());
    for (group, (ranked, &stage)) in lists.into_iter().zip(&transition.from).enumerate() {
        let leave_out = match transition.comparison {
            Comparison::WithoutLast => ranked.len() - smallest,
            Comparison::PerGame => 0,
        };
        let last: Vec<PlayerId> = ranked.iter().rev().take(leave_out).map(|(_, id)| *id).collect();
        let records = records(state, stage, &last);
        let mut members = Vec::with_capacity(ranked.len());
        for level in ranked.chunk_by(|a, b| a.0 == b.0) {
            let ids: Vec<PlayerId> = level.iter().map(|(_, id)| *id).collect();
            for part in divide(ids, &transition.level, lot.as_mut()) {
                for (index, id) in part.into_iter().enumerate() {
                    let record = records.get(&id).copied().unwrap_or(Record::NONE);
                    members.push(Candidate { id, group, place: members.len() as u32 + 1, level: index > 0, record });
                }
            }
        }
        groups.push(members);
    }
    Ok(groups)
}

/// What everybody of a stage has done, without the games against some.
fn records(state: &State, stage: StageIndex, without_games: &[PlayerId]) -> BTreeMap<PlayerId, Record> {
    let rounds = state.rounds_paired(stage);
    if state.pairs_teams(stage) {
        return team::records(state, stage, without_games);
    }
    let StageTable { cross, ids, .. } = StageTable::of(state, stage, rounds);
    let numbers: Vec<u32> = (cross.rows.iter().zip(ids.iter()))
        .filter(|(_, id)| without_games.contains(id))
        .map(|(row, _)| row.entrant.tpn)
        .collect();
    let mut found = BTreeMap::new();
    // Those who are themselves left out are compared by all of their games.
    for (table, mine) in [(&cross, false), (&without(&cross, &numbers), true)] {
        let standings = compute(table, &[TieBreak::new(Name::Wins), TieBreak::new(Name::SonnebornBerger)]);
        for row in &standings.rows {
            let entrant = &table.rows[row.index].entrant;
            let Some(at) = cross.rows.iter().position(|other| other.entrant.tpn == entrant.tpn) else { continue };
            let Some(&id) = ids.get(at) else { continue };
            if mine && numbers.is_empty() {
                break;
            }
            // In ten-thousandths both: wins are whole numbers, products of points are ten-thousandths.
            let value = |at: usize| row.values[at].fraction().map_or(0, |(above, below)| above * 10_000 / below);
            let games = entrant
                .rounds
                .iter()
                .filter(|entry| entry.opponent.is_some() || entry.points > pairing::Points::ZERO)
                .count();
            let rating = u16::try_from(entrant.rating).unwrap_or(u16::MAX);
            found.insert(
                id,
                Record {
                    points: i64::from(row.points.hundredths()),
                    games: games as i64,
                    wins: value(0),
                    berger: value(1),
                    rating,
                },
            );
        }
    }
    found
}

/// What one player of a stage has done.
pub(super) fn record_of(state: &State, stage: StageIndex, id: PlayerId) -> Record {
    records(state, stage, &[]).get(&id).copied().unwrap_or(Record::NONE)
}

/// Divides level players by the decisions, then by lot. Parts of more than one are still level.
pub(super) fn divide(
    ids: Vec<PlayerId>,
    decisions: &[LevelOrder],
    lot: Option<&mut pairing::Lot>,
) -> Vec<Vec<PlayerId>> {
    let mut parts = vec![ids];
    for decision in decisions {
        parts = parts
            .into_iter()
            .flat_map(|part| {
                let place = |id: &PlayerId| decision.order.iter().position(|other| other == id);
                if part.len() < 2 {
                    return vec![part];
                }
                let (mut named, rest): (Vec<PlayerId>, Vec<PlayerId>) = part.iter().partition(|id| place(id).is_some());
                named.sort_by_key(place);
                let mut parts: Vec<Vec<PlayerId>> = named.into_iter().map(|id| vec![id]).collect();
                if !rest.is_empty() {
                    parts.push(rest);
                }
                parts
            })
            .collect();
    }
    if let Some(lot) = lot {
        parts = parts
            .into_iter()
            .flat_map(|mut part| {
                lot.shuffle(&mut part);
                part.into_iter().map(|id| vec![id]).collect::<Vec<_>>()
            })
            .collect();
    }
    parts
}

/// Candidates of different groups, the better first; level ones are divided by decisions and lot, else by place in the list. The second value
/// says whether each is still level with the one before.
pub(super) fn across(
    mut list: Vec<Candidate>,
    decisions: &[LevelOrder],
    mut lot: Option<&mut pairing::Lot>,
) -> Vec<(Candidate, bool)> {
    list.sort_by(|a, b| a.record.compare(&b.record));
    let mut sorted: Vec<(Candidate, bool)> = Vec::with_capacity(list.len());
    for level in list.chunk_by(|a, b| a.record.compare(&b.record).is_eq()) {
        let ids = level.iter().map(|candidate| candidate.id).collect();
        for part in divide(ids, decisions, lot.as_deref_mut()) {
            for (index, id) in part.into_iter().enumerate() {
                sorted.extend(level.iter().find(|c| c.id == id).map(|candidate| (*candidate, index > 0)));
            }
        }
    }
    sorted
}

/// Whether two are level when compared across groups.
pub(super) fn equal_across(a: &Candidate, b: &Candidate) -> bool {
    a.record.compare(&b.record).is_eq()
}
