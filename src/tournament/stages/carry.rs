//! What players take along into a new stage (`multi-stage` 5).

use super::rank::Candidate;
use super::{Carry, Transition};
use crate::model::*;
use pairing::Points;
use pairing::round_robin::{Board, Plan};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The points that those who go on bring along.
///
/// # Errors
/// When half of the points is no whole number of hundredths.
pub(super) fn points(
    state: &State,
    transition: &Transition,
    chosen: &[Candidate],
) -> Result<BTreeMap<PlayerId, Points>, String> {
    let mut carried = BTreeMap::new();
    let scores: Vec<BTreeMap<PlayerId, Points>> = match transition.carry {
        Carry::AllPoints | Carry::Half | Carry::Continuation => transition
            .from
            .iter()
            .map(|&stage| {
                let table = crate::standings::StageTable::of(state, stage, state.rounds_paired(stage));
                let points = |entrant: &pairing::swiss::Entrant| match transition.carry {
                    // The rounds bring their points themselves.
                    Carry::Continuation => entrant.extra_points,
                    _ => entrant.score(),
                };
                table.cross.rows.iter().zip(table.ids.iter()).map(|(row, id)| (*id, points(&row.entrant))).collect()
            })
            .collect(),
        _ => Vec::new(),
    };
    for candidate in chosen {
        let score = || scores.get(candidate.group).and_then(|scores| scores.get(&candidate.id)).copied();
        let points = match &transition.carry {
            Carry::Nothing | Carry::AgainstQualifiers => continue,
            Carry::AllPoints | Carry::Continuation => score().unwrap_or_default(),
            Carry::Half => {
                let points = score().unwrap_or_default();
                points.half().ok_or_else(|| {
                    format!(
                        "Half of the {points} points of {} is smaller than a hundredth, the smallest unit here; carry all points or none.",
                        state.name(candidate.id)
                    )
                })?
            }
            Carry::ByPlace(table) => Points(table.get(candidate.place as usize - 1).copied().unwrap_or(0)),
        };
        if points != Points::ZERO {
            carried.insert(candidate.id, points);
        }
    }
    Ok(carried)
}

/// All rounds of a stage, as the first rounds of its continuation.
pub(super) fn all_rounds(state: &State, stage: StageIndex) -> Vec<Arc<Round>> {
    let Some(header) = state.stages.get(stage) else { return Vec::new() };
    let taken = header.rounds.iter().map(|round| {
        let mut copy = Round::clone(round);
        copy.carried_from = vec![stage];
        copy.openings = None;
        for meeting in &mut copy.meetings {
            if meeting.games.iter().any(|game| game.record.is_some()) {
                Arc::make_mut(meeting).games.iter_mut().for_each(|game| game.record = None);
            }
        }
        Arc::new(copy)
    });
    taken.collect()
}

/// The games of those who go on against others of their own group, as the first rounds of the new stage: pair by pair at the place that the
/// Berger table of the group's qualifiers gives them.
pub(super) fn rounds(state: &State, from: &[StageIndex], chosen: &[Candidate], at: &str) -> Vec<Arc<Round>> {
    let mut slots: BTreeMap<u32, (Vec<Arc<Meeting>>, BTreeSet<PlayerId>)> = BTreeMap::new();
    for (group, &stage) in from.iter().enumerate() {
        let mut members: Vec<&Candidate> = chosen.iter().filter(|candidate| candidate.group == group).collect();
        members.sort_by_key(|candidate| candidate.place);
        if members.len() < 2 {
            continue;
        }
        let number: BTreeMap<PlayerId, u32> = members.iter().zip(1..).map(|(member, n)| (member.id, n)).collect();
        let plan = Plan::single(members.len() as u32);
        let mut slot_of: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        for round in plan.rounds().unwrap_or_default() {
            for board in round.boards {
                if let Board::Game { white, black } = board {
                    slot_of.insert((white.min(black), white.max(black)), round.number);
                }
            }
        }
        let mut times: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        let Some(header) = state.stages.get(stage) else { continue };
        for meeting in header.rounds.iter().flat_map(|round| &round.meetings) {
            let Some(game) = meeting.games.first() else { continue };
            let (Some(&a), Some(&b)) = (number.get(&game.white), number.get(&game.black)) else { continue };
            let pair = (a.min(b), a.max(b));
            let Some(&slot) = slot_of.get(&pair) else { continue };
            let time = times.entry(pair).or_insert(0);
            let (meetings, busy) = slots.entry(slot + *time * plan.rounds_per_cycle()).or_default();
            *time += 1;
            let mut copy = Meeting::clone(meeting);
            for game in &mut copy.games {
                game.record = None;
            }
            busy.extend([game.white, game.black]);
            meetings.push(Arc::new(copy));
        }
    }
    slots
        .into_values()
        .map(|(meetings, busy)| {
            let free = chosen.iter().map(|candidate| candidate.id).filter(|id| !busy.contains(id));
            Arc::new(Round {
                meetings,
                byes: free.map(|id| (id, ByeKind::Zero)).collect(),
                paired_by: "taken over from the earlier stage".to_owned(),
                paired_at: at.to_owned(),
                carried_from: from.to_vec(),
                ..Round::default()
            })
        })
        .collect()
}

/// The rounds of a round-robin that are left when some pairs have met in rounds that were taken over: White and Black of each board.
///
/// Groups of equal size that have all met inside: an even number of groups meets as a round-robin of groups, each pairing of two by the
/// Scheveningen table; pairs of two in any number of groups take the Berger table without the round that they make. Otherwise it is the Berger
/// table without the pairs that have met; rounds without a game fall out. Further cycles repeat that with colours in turns.
pub fn remaining_rounds(stage: &Stage) -> Vec<Vec<(PlayerId, PlayerId)>> {
    let System::RoundRobin { cycles, .. } = stage.system else { return Vec::new() };
    let numbers = &stage.numbers;
    let number: BTreeMap<PlayerId, usize> = numbers.iter().zip(0..).map(|(&id, n)| (id, n)).collect();
    let mut met: BTreeSet<(usize, usize)> = BTreeSet::new();
    for game in stage.rounds.iter().filter(|r| !r.carried_from.is_empty()).flat_map(|r| &r.meetings) {
        let Some(game) = game.games.first() else { continue };
        if let (Some(&a), Some(&b)) = (number.get(&game.white), number.get(&game.black)) {
            met.insert((a.min(b), a.max(b)));
        }
    }
    let one = once(numbers.len(), &met);
    let named = |pairs: &Vec<(usize, usize)>, turned: bool| {
        pairs
            .iter()
            .map(|&(white, black)| {
                let (white, black) = if turned { (black, white) } else { (white, black) };
                (numbers[white], numbers[black])
            })
            .collect()
    };
    (0..cycles.max(1)).flat_map(|cycle| one.iter().map(move |pairs| named(pairs, cycle % 2 == 1))).collect()
}

/// One cycle of the rounds that are left, as indices.
fn once(players: usize, met: &BTreeSet<(usize, usize)>) -> Vec<Vec<(usize, usize)>> {
    let berger = |count: usize| Plan::single(count as u32).rounds().unwrap_or_default();
    let groups = groups_of(players, met);
    let size = groups.first().map_or(0, Vec::len);
    let equal = size >= 2 && groups.iter().all(|group| group.len() == size);
    if equal && groups.len().is_multiple_of(2) {
        let mut rounds = Vec::new();
        for block in berger(groups.len()) {
            let tables = pairing::scheveningen::single(size as u32).unwrap_or_default();
            for table in tables {
                let mut round = Vec::new();
                for board in &block.boards {
                    let Board::Game { white: a, black: b } = *board else { continue };
                    for game in &table {
                        let a = groups[a as usize - 1][game.a as usize - 1];
                        let b = groups[b as usize - 1][game.b as usize - 1];
                        let white = game.a_color == pairing::swiss::Color::White;
                        round.push(if white { (a, b) } else { (b, a) });
                    }
                }
                rounds.push(round);
            }
        }
        return rounds;
    }
    // Which player has which number of the table.
    let mut seats: Vec<usize> = (0..players).collect();
    if equal && size == 2 {
        let first = berger(players).into_iter().next();
        let pairs = first.into_iter().flat_map(|round| round.boards).filter_map(|board| match board {
            Board::Game { white, black } => Some((white as usize - 1, black as usize - 1)),
            Board::Free { .. } => None,
        });
        for (group, (white, black)) in groups.iter().zip(pairs) {
            seats[white] = group[0];
            seats[black] = group[1];
        }
    }
    berger(players)
        .into_iter()
        .map(|round| {
            let games = round.boards.into_iter().filter_map(|board| match board {
                Board::Game { white, black } => Some((seats[white as usize - 1], seats[black as usize - 1])),
                Board::Free { .. } => None,
            });
            games.filter(|&(a, b)| !met.contains(&(a.min(b), a.max(b)))).collect::<Vec<_>>()
        })
        .filter(|round| !round.is_empty())
        .collect()
}

/// Players who have all met each other, each group in order of number; a pair that breaks this puts everybody into a group of one.
fn groups_of(players: usize, met: &BTreeSet<(usize, usize)>) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let have_met = |a: usize, b: usize| met.contains(&(a.min(b), a.max(b)));
    for player in 0..players {
        match groups.iter_mut().find(|group| group.iter().all(|&other| have_met(other, player))) {
            Some(group) => group.push(player),
            None => groups.push(vec![player]),
        }
    }
    let inside: usize = groups.iter().map(|group| group.len() * (group.len() - 1) / 2).sum();
    if inside == met.len() { groups } else { (0..players).map(|player| vec![player]).collect() }
}
