//! The manual phase: pairs of the current round changed by hand (FIDE C.04.2 art. 4.4, `fide-mode` Manual pairing).

use super::act::{Work, count, list, no};
use super::legality::Judge;
use super::{numbers, people, rounds, teams};
use crate::command::{ManualChange, Refusal};
use crate::model::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Where a player is in a round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seat {
    /// Index of the meeting; White of its first game.
    Board(usize, bool),
    Bye(ByeKind),
    Waiting,
}

fn seat(round: &Round, id: PlayerId) -> Seat {
    for (index, meeting) in round.meetings.iter().enumerate() {
        if let Some(game) = meeting.games.first()
            && (game.white == id || game.black == id)
        {
            return Seat::Board(index, game.white == id);
        }
    }
    round.byes.get(&id).map_or(Seat::Waiting, |kind| Seat::Bye(*kind))
}

/// Whoever should be in the round, but has neither opponent nor bye.
pub(super) fn waiting(state: &State, stage: StageIndex) -> Vec<PlayerId> {
    let number = state.rounds_paired(stage);
    let Some(round) = state.round(stage, number) else { return Vec::new() };
    let placed: BTreeSet<PlayerId> = (round.meetings.iter().flat_map(|m| &m.games))
        .flat_map(|g| [g.white, g.black])
        .chain(round.byes.keys().copied())
        .collect();
    let belongs = |id: &&PlayerId| {
        let player = state.players.get(id);
        player.is_some_and(|p| p.entered_in <= number && p.withdrawn_from.is_none_or(|from| from > number))
    };
    let numbering = state.numbering(stage);
    numbering.iter().filter(belongs).filter(|id| !placed.contains(id)).copied().collect()
}

pub(super) fn begin(work: &mut Work, index: StageIndex) -> Result<(), Refusal> {
    let stage = work.stage_mut(index)?;
    let number = stage.rounds.len();
    let Some(round) = stage.rounds.last_mut() else {
        return Err(no("No round is paired yet; pair round 1 first."));
    };
    if round.manual_phase {
        return Err(no(format!("The pairs of round {number} are being changed by hand already.")));
    }
    if round.meetings.iter().all(|m| m.games.iter().all(|g| g.result.is_some())) && !round.meetings.is_empty() {
        return Err(no(format!("All results of round {number} are in; its pairs can no longer be changed.")));
    }
    Arc::make_mut(round).manual_phase = true;
    work.say(format!("Began to change the pairs of round {number} by hand"));
    Ok(())
}

/// The current round in a manual phase.
fn current<'w>(work: &'w mut Work<'_>, index: StageIndex) -> Result<&'w mut Round, Refusal> {
    let stage = work.stage_mut(index)?;
    let number = stage.rounds.len();
    match stage.rounds.last_mut() {
        Some(round) if round.manual_phase => Ok(Arc::make_mut(round)),
        Some(_) => Err(no(format!("Begin changing the pairs of round {number} by hand first."))),
        None => Err(no("No round is paired yet; pair round 1 first.")),
    }
}

/// A player who arrives while the round is paired gets a number and waits for an opponent.
fn bring_in(work: &mut Work, index: StageIndex, id: PlayerId) -> Result<(), Refusal> {
    let number = work.state.rounds_paired(index);
    let player = work.player(id)?;
    let name = player.name.clone();
    if player.withdrawn_from.is_some_and(|from| from <= number) {
        return Err(no(format!("{name} has withdrawn; take the withdrawal back first.")));
    }
    if work.stage(index)?.numbers.contains(&id) {
        return Ok(());
    }
    work.player_mut(id)?.entered_in = number;
    let order = numbers::arrival(&work.state, index, number, id);
    work.stage_mut(index)?.numbers = Arc::new(order);
    Ok(())
}

fn check_board(round: &Round, board: u32) -> Result<usize, Refusal> {
    let index = (board as usize).checked_sub(1).filter(|index| *index < round.meetings.len());
    index.ok_or_else(|| no(format!("There is no board {board}; boards go from 1 to {}.", round.meetings.len())))
}

/// A board whose game has a result stays as it is.
fn check_free(round: &Round, index: usize) -> Result<(), Refusal> {
    match round.meetings.get(index) {
        Some(meeting) if meeting.games.iter().any(|game| game.result.is_some()) => {
            Err(no(format!("Board {} has a result; clear it before changing the pair.", index + 1)))
        }
        _ => Ok(()),
    }
}

fn check_seat_free(round: &Round, id: PlayerId) -> Result<(), Refusal> {
    match seat(round, id) {
        Seat::Board(index, _) => check_free(round, index),
        _ => Ok(()),
    }
}

/// A meeting with new players; the number of games stays. Records of the old one are let go.
fn reseat(meeting: &Meeting, white: PlayerId, black: PlayerId, reason: &str) -> Arc<Meeting> {
    let games = meeting.games.len().clamp(1, 255) as u8;
    Arc::new(Meeting { by_hand: Some(reason.to_owned()), ..rounds::meeting(white, black, games) })
}

/// Puts a player into a seat, instead of whoever is there.
fn put(round: &mut Round, seat: Seat, id: PlayerId, reason: &str) {
    match seat {
        Seat::Board(index, white) => {
            let meeting = &round.meetings[index];
            let (w, b) = meeting.games.first().map_or((id, id), |game| (game.white, game.black));
            let (w, b) = if white { (id, b) } else { (w, id) };
            round.meetings[index] = reseat(meeting, w, b, reason);
        }
        Seat::Bye(kind) => {
            round.byes.insert(id, kind);
        }
        Seat::Waiting => {}
    }
}

/// Takes a player out of the round; the opponent waits.
fn take_out(round: &mut Round, id: PlayerId) -> Option<usize> {
    round.byes.remove(&id);
    let Seat::Board(index, _) = seat(round, id) else { return None };
    round.meetings.remove(index);
    Some(index)
}

/// The boards and byes that a change touches, for the warning: pairs and players with a pairing-allocated bye.
pub(super) fn change(work: &mut Work, index: StageIndex, change: &ManualChange) -> Result<(), Refusal> {
    if work.state.pairs_teams(index) {
        current(work, index)?;
        return teams::manual(work, index, change);
    }
    let reason = work.reason.to_owned();
    let games = work.stage(index)?.games_per_meeting;
    current(work, index)?;
    match *change {
        ManualChange::SwapTeams(..)
        | ManualChange::SwapMatchColors { .. }
        | ManualChange::SetTeamBye(..)
        | ManualChange::ClearTeamBye(_)
        | ManualChange::PairTeams { .. }
        | ManualChange::MoveMatch { .. } => {
            return Err(no("Players are paired in this stage, not teams; change the pairs of players."));
        }
        ManualChange::SwapPlayers(a, b) => {
            let (name_a, name_b) = (work.player(a)?.name.clone(), work.player(b)?.name.clone());
            if a == b {
                return Err(no("Choose two different players to swap."));
            }
            bring_in(work, index, a)?;
            bring_in(work, index, b)?;
            let round = current(work, index)?;
            check_seat_free(round, a)?;
            check_seat_free(round, b)?;
            let (seat_a, seat_b) = (seat(round, a), seat(round, b));
            if !matches!(seat_a, Seat::Board(..)) && !matches!(seat_b, Seat::Board(..)) && seat_a == seat_b {
                return Err(no(format!("{name_a} and {name_b} have the same place; a swap changes nothing.")));
            }
            match (seat_a, seat_b) {
                (Seat::Board(i, _), Seat::Board(j, _)) if i == j => swap_colors(round, i, &reason),
                _ => {
                    round.byes.remove(&a);
                    round.byes.remove(&b);
                    put(round, seat_a, b, &reason);
                    put(round, seat_b, a, &reason);
                }
            }
            work.say(format!("By hand: swapped {name_a} and {name_b}"));
        }
        ManualChange::SwapColors { board } => {
            let round = current(work, index)?;
            let place = check_board(round, board)?;
            check_free(round, place)?;
            swap_colors(round, place, &reason);
            work.say(format!("By hand: swapped the colours of board {board}"));
        }
        ManualChange::SetBye(id, kind) => {
            let name = work.player(id)?.name.clone();
            bring_in(work, index, id)?;
            let round = current(work, index)?;
            check_seat_free(round, id)?;
            if seat(round, id) == Seat::Bye(kind) {
                return Err(no(format!("{name} has that bye already.")));
            }
            let held = round.byes.iter().find(|(_, k)| **k == ByeKind::PairingAllocated).map(|(id, _)| *id);
            if let Some(other) = held.filter(|other| kind == ByeKind::PairingAllocated && *other != id) {
                return Err(no(format!(
                    "{} has the pairing-allocated bye; take it back first, or swap the two players.",
                    work.name(other)
                )));
            }
            take_out(round, id);
            round.byes.insert(id, kind);
            work.say(format!("By hand: {} for {name}", people::bye_name(kind)));
        }
        ManualChange::ClearBye(id) => {
            let name = work.player(id)?.name.clone();
            let round = current(work, index)?;
            if round.byes.remove(&id).is_none() {
                return Err(no(format!("{name} has no bye in this round.")));
            }
            work.say(format!("By hand: took back the bye of {name}"));
        }
        ManualChange::PairPlayers { white, black } => {
            let (white_name, black_name) = (work.player(white)?.name.clone(), work.player(black)?.name.clone());
            if white == black {
                return Err(no("Choose two different players to pair."));
            }
            bring_in(work, index, white)?;
            bring_in(work, index, black)?;
            let round = current(work, index)?;
            check_seat_free(round, white)?;
            check_seat_free(round, black)?;
            if let (Seat::Board(i, true), Seat::Board(j, false)) = (seat(round, white), seat(round, black))
                && i == j
            {
                return Err(no(format!("{white_name} and {black_name} meet already.")));
            }
            let places = [take_out(round, white), take_out(round, black)];
            let place = places.into_iter().flatten().min().unwrap_or(round.meetings.len()).min(round.meetings.len());
            let meeting = Meeting { by_hand: Some(reason), ..rounds::meeting(white, black, games) };
            round.meetings.insert(place, Arc::new(meeting));
            work.say(format!("By hand: {white_name} - {black_name}"));
        }
        ManualChange::MoveBoard { from, to } => {
            let round = current(work, index)?;
            let (old, new) = (check_board(round, from)?, check_board(round, to)?);
            if old == new {
                return Err(no("The board stays where it is; choose another place."));
            }
            let meeting = round.meetings.remove(old);
            round.meetings.insert(new, meeting);
            work.say(format!("By hand: moved board {from} to {to}"));
        }
    }
    Ok(())
}

fn swap_colors(round: &mut Round, index: usize, reason: &str) {
    let meeting = &round.meetings[index];
    if let Some(game) = meeting.games.first() {
        round.meetings[index] = reseat(meeting, game.black, game.white, reason);
    }
}

/// What a change by hand would break, in words; empty when nothing, or when it cannot be done at all.
pub(super) fn broken_by(work: &mut Work, index: StageIndex, what: &ManualChange) -> Vec<String> {
    if work.state.pairs_teams(index) {
        return teams::broken_by(work, index, what);
    }
    let number = work.state.rounds_paired(index);
    let before = work.state.round(index, number).cloned();
    if change(work, index, what).is_err() {
        return Vec::new();
    }
    let (Some(before), Some(after)) = (before, work.state.round(index, number)) else { return Vec::new() };
    let judge = Judge::new(&work.state, index, number);
    let mut broken = Vec::new();
    for meeting in &after.meetings {
        let known = before.meetings.iter().any(|old| Arc::ptr_eq(old, meeting));
        if let (false, Some(game)) = (known, meeting.games.first()) {
            broken.extend(judge.pair(game.white, game.black));
        }
    }
    for (id, kind) in &after.byes {
        if *kind == ByeKind::PairingAllocated && before.byes.get(id) != Some(kind) {
            broken.extend(judge.bye(*id));
        }
    }
    broken
}

pub(super) fn end(work: &mut Work, index: StageIndex) -> Result<(), Refusal> {
    current(work, index)?;
    if work.state.pairs_teams(index) {
        return teams::end_manual(work, index);
    }
    let number = work.state.rounds_paired(index);
    let left: Vec<String> = waiting(&work.state, index).into_iter().map(|id| work.name(id)).collect();
    if !left.is_empty() {
        return Err(no(format!(
            "{} {} neither an opponent nor a bye; pair them or give byes before ending.",
            list(&left),
            if left.len() == 1 { "has" } else { "have" }
        )));
    }
    let round = current(work, index)?;
    round.manual_phase = false;
    let made = round.clone();
    let broken = Judge::new(&work.state, index, number).by_hand(&made);
    for rule in &broken {
        work.follow(rule.clone());
    }
    let verdict = compare(work, index, &made)?;
    let boards = count(made.meetings.len(), "board", "boards");
    match verdict {
        Comparison::NoEngine => work.say(format!("Ended changing round {number} by hand: {boards}")),
        Comparison::Same => {
            work.say(format!("Ended changing round {number} by hand: the pairs are those of the program"))
        }
        Comparison::Differs(differences) => {
            work.log(number, format!("MPA @ Round {number}"));
            let n = count(differences.len(), "difference", "differences");
            work.say(format!("Ended changing round {number} by hand: {n} to the pairs of the program"));
            work.change.consequences.extend(differences);
        }
    }
    Ok(())
}

enum Comparison {
    /// The system has no engine that could be asked.
    NoEngine,
    Same,
    Differs(Vec<String>),
}

/// Compares a round made by hand with what the engine makes for the same players.
fn compare(work: &Work, index: StageIndex, made: &Round) -> Result<Comparison, Refusal> {
    let System::Swiss { variant, .. } = work.stage(index)?.system else { return Ok(Comparison::NoEngine) };
    let mut before = work.state.clone();
    if let Some(stage) = before.stages.get_mut(index) {
        stage.rounds.pop();
    }
    let playing: BTreeMap<PlayerId, (PlayerId, bool)> = (made.meetings.iter().filter_map(|m| m.games.first()))
        .flat_map(|g| [(g.white, (g.black, true)), (g.black, (g.white, false))])
        .collect();
    let bye = made.byes.iter().find(|(_, kind)| **kind == ByeKind::PairingAllocated).map(|(id, _)| *id);
    let present = |id: PlayerId| playing.contains_key(&id) || bye == Some(id);
    let numbers = work.stage(index)?.numbers.clone();
    let engine = rounds::engine_pairing(
        &before,
        index,
        variant,
        work.engine,
        work.points.as_deref(),
        &present,
        &made.virtual_points,
    );
    let own = match engine {
        Ok((pairing, _)) => pairing,
        Err(why) => return Ok(Comparison::Differs(vec![format!("The program finds no pairing of its own: {why}")])),
    };
    let player_of = |tpn: u32| (tpn as usize).checked_sub(1).and_then(|i| numbers.get(i).copied());
    let mut differences = Vec::new();
    for pair in &own.pairs {
        let (Some(white), Some(black)) = (player_of(pair.white), player_of(pair.black)) else { continue };
        let (w, b) = (work.name(white), work.name(black));
        match playing.get(&white) {
            Some((other, true)) if *other == black => {}
            Some((other, false)) if *other == black => {
                differences.push(format!("Colours reversed: the program has {w} - {b}."))
            }
            _ => differences.push(format!("The program has {w} - {b}.")),
        }
    }
    if let Some(own_bye) = own.bye.and_then(player_of)
        && Some(own_bye) != bye
    {
        differences.push(format!("The program gives the bye to {}.", work.name(own_bye)));
    }
    Ok(if differences.is_empty() { Comparison::Same } else { Comparison::Differs(differences) })
}
