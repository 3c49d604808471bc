//! Stages of teams: their places and records, and what they take along (`multi-stage`, for teams).
//!
//! A transition works on teams as [`crate::teams::projection`] has them; what follows from game points is taken from the matches themselves.

use super::rank::{Candidate, Record};
use super::{Carry, Transition};
use crate::model::*;
use crate::standings::TeamRow;
use crate::teams;
use pairing::Points;
use pairing::swiss::EntryKind;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Teams go from stage to stage in this event, not players.
pub fn of_teams(state: &State) -> bool {
    state.pairs_teams(0)
}

/// The name of somebody who goes from stage to stage: a player, or the team of that identity where teams are paired.
pub fn name(state: &State, id: PlayerId) -> String {
    if of_teams(state) { state.team_name(TeamId(id.0)) } else { state.name(id) }
}

/// A sentence on players as one on teams, where teams are paired.
pub(super) fn words(state: &State, text: &str) -> String {
    if of_teams(state) { crate::event::words_of_teams(state, text) } else { text.to_owned() }
}

/// Takes part in what follows: has not withdrawn.
pub(super) fn plays_on(state: &State, id: PlayerId) -> bool {
    if of_teams(state) {
        return state.teams.get(&TeamId(id.0)).is_some_and(|team| team.withdrawn_from.is_none());
    }
    state.players.get(&id).is_some_and(|player| player.withdrawn_from.is_none())
}

/// Places of a stage of teams that is no knockout, as [`super::places`].
pub(super) fn places(state: &State, stage: StageIndex) -> Vec<(u32, PlayerId)> {
    let (_, standings) = teams::standings(state, stage, state.rounds_paired(stage));
    let ids = state.team_numbering(stage);
    let id = |number: u32| (number as usize).checked_sub(1).and_then(|at| ids.get(at));
    standings.rows.iter().filter_map(|row| Some((row.rank, PlayerId(id(row.number)?.0)))).collect()
}

/// Match points and game points of a row over all of its rounds, in tenths, without the matches against some.
fn sums(row: &TeamRow, without: &[u32]) -> (i32, i32) {
    let counts = |opponent: Option<u32>| opponent.is_none_or(|number| !without.contains(&number));
    let rounds = row.rounds.iter().filter(|entry| counts(entry.opponent));
    let carried = (row.extra_match_points.tenths(), row.extra_game_points.tenths());
    rounds.fold(carried, |(matches, games), entry| {
        (matches.saturating_add(entry.match_points.tenths()), games.saturating_add(entry.game_points.tenths()))
    })
}

/// What every team of a stage has done, without the matches against some; those themselves are compared by all of their matches.
pub(super) fn records(state: &State, stage: StageIndex, without_games: &[PlayerId]) -> BTreeMap<PlayerId, Record> {
    let table = teams::counted(state, stage, state.rounds_paired(stage));
    let ids = state.team_numbering(stage);
    let by_games = state.settings.teams.primary == TeamScore::GamePoints;
    let gone: Vec<u32> =
        ids.iter().zip(1..).filter(|(id, _)| without_games.contains(&PlayerId(id.0))).map(|(_, n)| n).collect();
    let mut found = BTreeMap::new();
    for row in &table.rows {
        let Some(&id) = ids.get(row.number as usize - 1) else { continue };
        let without: &[u32] = if gone.contains(&row.number) { &[] } else { &gone };
        let (matches, games) = sums(row, without);
        let counts = |opponent: Option<u32>| opponent.is_none_or(|number| !without.contains(&number));
        let entries = || row.rounds.iter().filter(|entry| counts(entry.opponent));
        let met = entries().filter(|entry| entry.opponent.is_some() || entry.match_points > Points::ZERO).count();
        let won = entries()
            .filter(|entry| matches!(entry.kind, EntryKind::Played { .. } | EntryKind::ForfeitWin))
            .filter(|entry| entry.match_points == table.match_scoring.win);
        let (first, second) = if by_games { (games, matches) } else { (matches, games) };
        let strength = state.teams.get(&id).map_or(0, |team| teams::strength(state, team));
        found.insert(
            PlayerId(id.0),
            Record {
                points: i64::from(first),
                games: met as i64,
                wins: i64::from(second),
                berger: won.count() as i64,
                rating: strength,
            },
        );
    }
    found
}

/// What the chosen teams bring along into a new stage: it is put there with their numbers.
///
/// # Errors
/// When half of the points is no whole number of tenths.
pub(super) fn put(
    state: &State,
    transition: &Transition,
    chosen: &[Candidate],
    stage: &mut Stage,
) -> Result<(), String> {
    let numbers: Vec<TeamId> = stage.numbers.iter().map(|id| TeamId(id.0)).collect();
    let by_games = state.settings.teams.primary == TeamScore::GamePoints;
    let mut carried = BTreeMap::new();
    let tables: Vec<_> = match transition.carry {
        Carry::AllPoints | Carry::Half => {
            let table = |&from: &StageIndex| teams::counted(state, from, state.rounds_paired(from));
            transition.from.iter().map(table).collect()
        }
        _ => Vec::new(),
    };
    for candidate in chosen {
        let scored = || {
            let from = *transition.from.get(candidate.group)?;
            let number = state.team_numbering(from).iter().position(|id| id.0 == candidate.id.0)? as u32 + 1;
            let row = tables.get(candidate.group)?.rows.iter().find(|row| row.number == number)?;
            Some(sums(row, &[]))
        };
        let both = match &transition.carry {
            // A continuation of teams is refused before.
            Carry::Nothing | Carry::AgainstQualifiers | Carry::Continuation => continue,
            Carry::AllPoints => scored().unwrap_or_default(),
            Carry::Half => {
                let (matches, games) = scored().unwrap_or_default();
                for (points, what) in [(matches, "match points"), (games, "game points")] {
                    if points % 2 != 0 {
                        return Err(format!(
                            "Half of the {} {what} of {} is no whole tenth of a point, the smallest unit here; carry all points or none.",
                            Points(points),
                            name(state, candidate.id)
                        ));
                    }
                }
                (matches / 2, games / 2)
            }
            Carry::ByPlace(table) => {
                let points = table.get(candidate.place as usize - 1).copied().unwrap_or(0);
                if by_games { (0, points) } else { (points, 0) }
            }
        };
        if both != (0, 0) {
            carried.insert(TeamId(candidate.id.0), both);
        }
    }
    let first = |(matches, games): (i32, i32)| if by_games { games } else { matches };
    let points = carried.iter().map(|(id, both)| (PlayerId(id.0), first(*both))).filter(|(_, points)| *points != 0);
    stage.carried = Arc::new(points.collect());
    stage.teams = Arc::new(StageTeams { numbers, by_hand: true, carried, ..StageTeams::default() });
    Ok(())
}

/// Rounds that were taken over, with the boards of their matches: the same pairs as in `plain`, where they are meetings of teams as players.
pub(crate) fn team_rounds(state: &State, from: &[StageIndex], plain: &[Arc<Round>]) -> Vec<Arc<Round>> {
    let mut taken: BTreeMap<(TeamId, TeamId), usize> = BTreeMap::new();
    let played = |white: TeamId, black: TeamId| {
        let stages = from.iter().filter_map(|&stage| state.stages.get(stage));
        let rounds = stages.flat_map(|stage| &stage.rounds);
        let all: Vec<_> = rounds.flat_map(|round| teams::matches(round)).collect();
        all.into_iter().filter(move |m| {
            (m.game.white == white && m.game.black == black) || (m.game.white == black && m.game.black == white)
        })
    };
    plain
        .iter()
        .map(|round| {
            let mut meetings = Vec::new();
            let mut matches = Vec::new();
            for game in round.meetings.iter().filter_map(|meeting| meeting.games.first()) {
                let (white, black) = (TeamId(game.white.0), TeamId(game.black.0));
                let time = taken.entry((white.min(black), white.max(black))).or_insert(0);
                let Some(m) = played(white, black).nth(*time) else { continue };
                *time += 1;
                for meeting in m.boards {
                    let mut copy = Meeting::clone(meeting);
                    copy.games.iter_mut().for_each(|game| game.record = None);
                    meetings.push(Arc::new(copy));
                }
                matches.push(TeamMatch { by_hand: None, decided: None, ..m.game.clone() });
            }
            let byes = round.byes.iter().map(|(id, kind)| (TeamId(id.0), *kind)).collect();
            Arc::new(Round {
                meetings,
                byes: BTreeMap::new(),
                teams: Some(Arc::new(TeamRound { matches, byes, ..TeamRound::default() })),
                ..Round::clone(round)
            })
        })
        .collect()
}
