//! What a command replaced, so that it can be taken back.
//!
//! A patch holds the old parts of a state, found by comparing pointers before and after a command. Applying it gives the old state again, and
//! the opposite patch. Patches are saved with the event, so undo reaches back over restarts.

use crate::model::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The end of a list from `keep` on is replaced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Tail<T> {
    keep: usize,
    items: Vec<T>,
}

impl<T: Clone + PartialEq> Tail<T> {
    fn between(old: &[T], new: &[T]) -> Option<Tail<T>> {
        let keep = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        (keep < old.len() || keep < new.len()).then(|| Tail { keep, items: old[keep..].to_vec() })
    }

    fn apply(self, list: &mut Vec<T>) {
        list.truncate(self.keep);
        list.extend(self.items);
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    name: String,
    system: System,
    rounds_planned: RoundNumber,
    games_per_meeting: u8,
    numbers_by_hand: bool,
    #[serde(default)]
    phase: u32,
    #[serde(default)]
    closed: bool,
    #[serde(default)]
    carried: Arc<BTreeMap<PlayerId, i32>>,
    #[serde(default)]
    carried_rest: Arc<BTreeMap<PlayerId, i32>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    origin: Option<Arc<crate::stages::Origin>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    numbers_drawn: Option<NumbersDrawn>,
    #[serde(default)]
    teams: Arc<StageTeams>,
}

impl Header {
    fn of(stage: &Stage) -> Header {
        Header {
            name: stage.name.clone(),
            system: stage.system.clone(),
            rounds_planned: stage.rounds_planned,
            games_per_meeting: stage.games_per_meeting,
            numbers_by_hand: stage.numbers_by_hand,
            phase: stage.phase,
            closed: stage.closed,
            carried: stage.carried.clone(),
            carried_rest: stage.carried_rest.clone(),
            origin: stage.origin.clone(),
            numbers_drawn: stage.numbers_drawn,
            teams: stage.teams.clone(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct RoundHeader {
    byes: BTreeMap<PlayerId, ByeKind>,
    paired_by: String,
    paired_at: String,
    manual_phase: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    openings: Option<Arc<DrawnOpenings>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    carried_from: Vec<StageIndex>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    teams: Option<Arc<TeamRound>>,
}

impl RoundHeader {
    fn of(round: &Round) -> RoundHeader {
        RoundHeader {
            byes: round.byes.clone(),
            paired_by: round.paired_by.clone(),
            paired_at: round.paired_at.clone(),
            manual_phase: round.manual_phase,
            openings: round.openings.clone(),
            carried_from: round.carried_from.clone(),
            teams: round.teams.clone(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum RoundPatch {
    Whole(Arc<Round>),
    Parts {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        header: Option<RoundHeader>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        virtual_points: Option<BTreeMap<PlayerId, i32>>,
        boards: usize,
        meetings: Vec<(usize, Arc<Meeting>)>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum StagePatch {
    Whole(Box<Stage>),
    Parts {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        header: Option<Header>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        numbers: Option<Arc<Vec<PlayerId>>>,
        rounds: usize,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        changed: Vec<(usize, RoundPatch)>,
    },
}

/// The parts that differ between two states, as the older one has them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Patch {
    #[serde(skip_serializing_if = "Option::is_none")]
    settings: Option<Arc<Settings>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    players: BTreeMap<PlayerId, Option<Arc<Player>>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    teams: BTreeMap<TeamId, Option<Arc<Team>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stage_count: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stages: Vec<(StageIndex, StagePatch)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    adjustments: Option<Tail<Adjustment>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tie_decisions: Option<Tail<TieDecision>>,
    team_adjustments: Option<Tail<TeamAdjustment>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    records: BTreeMap<RecordId, Option<Arc<StoredRecord>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fide_mode: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<Tail<LogNote>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    foreign_lines: Option<Arc<Vec<String>>>,
}

impl Patch {
    /// The patch that makes `old` out of `new`.
    pub(crate) fn between(old: &State, new: &State) -> Patch {
        let shared = old.stages.len().min(new.stages.len());
        let mut stages: Vec<(StageIndex, StagePatch)> = (0..shared)
            .filter_map(|index| stage_between(&old.stages[index], &new.stages[index]).map(|patch| (index, patch)))
            .collect();
        stages.extend((shared..old.stages.len()).map(|i| (i, StagePatch::Whole(Box::new(old.stages[i].clone())))));
        Patch {
            settings: (!Arc::ptr_eq(&old.settings, &new.settings)).then(|| old.settings.clone()),
            players: map_between(&old.players, &new.players),
            teams: map_between(&old.teams, &new.teams),
            stage_count: (old.stages.len() != new.stages.len()).then_some(old.stages.len()),
            stages,
            adjustments: Tail::between(&old.adjustments, &new.adjustments),
            tie_decisions: Tail::between(&old.tie_decisions, &new.tie_decisions),
            team_adjustments: Tail::between(&old.team_adjustments, &new.team_adjustments),
            records: map_between(&old.records, &new.records),
            fide_mode: (old.fide_mode != new.fide_mode).then_some(old.fide_mode),
            notes: Tail::between(&old.notes, &new.notes),
            foreign_lines: (!Arc::ptr_eq(&old.foreign_lines, &new.foreign_lines)).then(|| old.foreign_lines.clone()),
        }
    }

    /// Puts the old parts back; gives the opposite patch.
    pub(crate) fn apply(self, state: &mut State) -> Patch {
        let before = state.clone();
        if let Some(settings) = self.settings {
            state.settings = settings;
        }
        apply_map(self.players, &mut state.players);
        apply_map(self.teams, &mut state.teams);
        if let Some(count) = self.stage_count {
            state.stages.truncate(count);
        }
        for (index, patch) in self.stages {
            apply_stage(patch, index, &mut state.stages);
        }
        if let Some(tail) = self.adjustments {
            tail.apply(&mut state.adjustments);
        }
        if let Some(tail) = self.tie_decisions {
            tail.apply(&mut state.tie_decisions);
        }
        if let Some(tail) = self.team_adjustments {
            tail.apply(&mut state.team_adjustments);
        }
        apply_map(self.records, &mut state.records);
        if let Some(mode) = self.fide_mode {
            state.fide_mode = mode;
        }
        if let Some(tail) = self.notes {
            tail.apply(&mut state.notes);
        }
        if let Some(lines) = self.foreign_lines {
            state.foreign_lines = lines;
        }
        Patch::between(&before, state)
    }
}

fn map_between<K: Ord + Copy, V>(old: &BTreeMap<K, Arc<V>>, new: &BTreeMap<K, Arc<V>>) -> BTreeMap<K, Option<Arc<V>>> {
    let mut out = BTreeMap::new();
    let (mut olds, mut news) = (old.iter().peekable(), new.iter().peekable());
    loop {
        match (olds.peek(), news.peek()) {
            (Some((a, x)), Some((b, y))) if a == b => {
                if !Arc::ptr_eq(x, y) {
                    out.insert(**a, Some((*x).clone()));
                }
                olds.next();
                news.next();
            }
            (Some((a, x)), other) if other.is_none_or(|(b, _)| a < b) => {
                out.insert(**a, Some((*x).clone()));
                olds.next();
            }
            (_, Some((b, _))) => {
                out.insert(**b, None);
                news.next();
            }
            (_, None) => return out,
        }
    }
}

fn apply_map<K: Ord, V>(patch: BTreeMap<K, Option<Arc<V>>>, map: &mut BTreeMap<K, Arc<V>>) {
    for (key, value) in patch {
        match value {
            Some(value) => map.insert(key, value),
            None => map.remove(&key),
        };
    }
}

fn stage_between(old: &Stage, new: &Stage) -> Option<StagePatch> {
    let header = Header::of(old);
    let header = (header != Header::of(new)).then_some(header);
    let numbers = (!Arc::ptr_eq(&old.numbers, &new.numbers)).then(|| old.numbers.clone());
    let mut changed: Vec<(usize, RoundPatch)> = Vec::new();
    for (index, round) in old.rounds.iter().enumerate() {
        match new.rounds.get(index) {
            Some(other) if Arc::ptr_eq(round, other) => {}
            Some(other) => changed.extend(round_between(round, other).map(|patch| (index, patch))),
            None => changed.push((index, RoundPatch::Whole(round.clone()))),
        }
    }
    let same_length = old.rounds.len() == new.rounds.len();
    (header.is_some() || numbers.is_some() || !changed.is_empty() || !same_length).then_some(StagePatch::Parts {
        header,
        numbers,
        rounds: old.rounds.len(),
        changed,
    })
}

fn round_between(old: &Arc<Round>, new: &Round) -> Option<RoundPatch> {
    let header = RoundHeader::of(old);
    let header = (header != RoundHeader::of(new)).then_some(header);
    let virtual_points = (old.virtual_points != new.virtual_points).then(|| old.virtual_points.clone());
    let meetings: Vec<(usize, Arc<Meeting>)> = (old.meetings.iter().enumerate())
        .filter(|(i, meeting)| !new.meetings.get(*i).is_some_and(|other| Arc::ptr_eq(meeting, other)))
        .map(|(i, meeting)| (i, meeting.clone()))
        .collect();
    if meetings.len() > 8 && meetings.len() * 2 > old.meetings.len() {
        return Some(RoundPatch::Whole(old.clone()));
    }
    let boards = old.meetings.len();
    (header.is_some() || virtual_points.is_some() || !meetings.is_empty() || boards != new.meetings.len())
        .then_some(RoundPatch::Parts { header, virtual_points, boards, meetings })
}

fn apply_stage(patch: StagePatch, index: StageIndex, stages: &mut Vec<Stage>) {
    match patch {
        StagePatch::Whole(stage) if index < stages.len() => stages[index] = *stage,
        StagePatch::Whole(stage) => stages.push(*stage),
        StagePatch::Parts { header, numbers, rounds, changed } => {
            let Some(stage) = stages.get_mut(index) else { return };
            if let Some(header) = header {
                stage.name = header.name;
                stage.system = header.system;
                stage.rounds_planned = header.rounds_planned;
                stage.games_per_meeting = header.games_per_meeting;
                stage.numbers_by_hand = header.numbers_by_hand;
                stage.phase = header.phase;
                stage.closed = header.closed;
                stage.carried = header.carried;
                stage.carried_rest = header.carried_rest;
                stage.origin = header.origin;
                stage.numbers_drawn = header.numbers_drawn;
                stage.teams = header.teams;
            }
            if let Some(numbers) = numbers {
                stage.numbers = numbers;
            }
            stage.rounds.truncate(rounds);
            for (index, patch) in changed {
                apply_round(patch, index, &mut stage.rounds);
            }
        }
    }
}

fn apply_round(patch: RoundPatch, index: usize, rounds: &mut Vec<Arc<Round>>) {
    match patch {
        RoundPatch::Whole(round) if index < rounds.len() => rounds[index] = round,
        RoundPatch::Whole(round) => rounds.push(round),
        RoundPatch::Parts { header, virtual_points, boards, meetings } => {
            let Some(round) = rounds.get_mut(index).map(Arc::make_mut) else { return };
            if let Some(header) = header {
                round.byes = header.byes;
                round.paired_by = header.paired_by;
                round.paired_at = header.paired_at;
                round.manual_phase = header.manual_phase;
                round.openings = header.openings;
                round.carried_from = header.carried_from;
                round.teams = header.teams;
            }
            if let Some(points) = virtual_points {
                round.virtual_points = points;
            }
            round.meetings.truncate(boards);
            for (board, meeting) in meetings {
                if board < round.meetings.len() {
                    round.meetings[board] = meeting;
                } else {
                    round.meetings.push(meeting);
                }
            }
        }
    }
}
