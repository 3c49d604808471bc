//! Rounds of systems whose meetings are fixed beforehand.

use super::act::{Work, no};
use super::rounds;
use crate::command::Refusal;
use crate::model::*;
use pairing::round_robin::{Board, Plan};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The given round (from 1) of a round-robin, a Scheveningen match or a knockout.
pub(super) fn round(work: &mut Work, index: StageIndex, round: RoundNumber) -> Result<Round, Refusal> {
    match work.stage(index)?.system {
        System::RoundRobin { cycles, exchange_last_two } => round_robin(work, index, round, cycles, exchange_last_two),
        System::Scheveningen { .. } => scheveningen(work, index, round),
        System::Knockout { .. } => super::knockout::round(work, index, round),
        System::Swiss { .. } | System::Manual => Err(no("The rounds of this system are not fixed beforehand.")),
    }
}

/// An open meeting; who has withdrawn loses by default (FIDE C.05 art. 6.6).
fn scheduled(work: &Work, number: RoundNumber, white: PlayerId, black: PlayerId, games: u8) -> Meeting {
    defaulted(white, black, games, |id: PlayerId| has_left(work, id, number))
}

/// An open meeting; who is gone loses by default.
fn defaulted(white: PlayerId, black: PlayerId, games: u8, gone: impl Fn(PlayerId) -> bool) -> Meeting {
    let mut meeting = rounds::meeting(white, black, games);
    for game in &mut meeting.games {
        game.result = match (gone(game.white), gone(game.black)) {
            (false, false) => None,
            (false, true) => Some(GameResult::ForfeitToWhite),
            (true, false) => Some(GameResult::ForfeitToBlack),
            (true, true) => Some(GameResult::BothForfeit),
        };
        game.reason = game.result.map(|_| Reason::Default);
    }
    meeting
}

fn has_left(work: &Work, id: PlayerId, number: RoundNumber) -> bool {
    work.state.players.get(&id).is_some_and(|p| p.withdrawn_from.is_some_and(|from| from <= number))
}

pub(super) fn made(work: &Work, meetings: Vec<Arc<Meeting>>, byes: BTreeMap<PlayerId, ByeKind>, by: &str) -> Round {
    Round {
        meetings,
        byes,
        paired_by: by.to_owned(),
        paired_at: work.now.to_owned(),
        virtual_points: BTreeMap::new(),
        manual_phase: false,
        ..Round::default()
    }
}

/// A round of the Berger table (FIDE C.05 Annex 1). Whoever is free has a zero-point bye; a withdrawn player loses by default (C.05 art. 6.6).
fn round_robin(
    work: &Work,
    index: StageIndex,
    number: RoundNumber,
    cycles: u8,
    exchange_last_two: bool,
) -> Result<Round, Refusal> {
    let stage = work.stage(index)?;
    let numbers = &stage.numbers;
    let carried = stage.rounds.iter().filter(|round| !round.carried_from.is_empty()).count() as RoundNumber;
    if carried > 0 {
        return remaining(work, index, number, number - carried);
    }
    let plan = Plan { players: numbers.len() as u32, cycles: cycles.into(), exchange_last_two };
    let table =
        plan.round(number).map_err(|error| no(format!("{error}; change the number of rounds or the players.")))?;
    let player = |n: u32| {
        let id = (n as usize).checked_sub(1).and_then(|i| numbers.get(i).copied());
        id.ok_or_else(|| no("The table named a number that nobody has; nothing was changed."))
    };
    let mut meetings = Vec::new();
    let mut byes = BTreeMap::new();
    for board in table.boards {
        match board {
            Board::Game { white, black } => {
                let (white, black) = (player(white)?, player(black)?);
                meetings.push(Arc::new(scheduled(work, number, white, black, stage.games_per_meeting)));
            }
            Board::Free { player: free, .. } => {
                let free = player(free)?;
                if !has_left(work, free, number) {
                    byes.insert(free, ByeKind::Zero);
                }
            }
        }
    }
    Ok(made(work, meetings, byes, "Berger table"))
}

/// A round of a round-robin in which some pairs have met before.
fn remaining(work: &Work, index: StageIndex, number: RoundNumber, own: RoundNumber) -> Result<Round, Refusal> {
    let stage = work.stage(index)?;
    let all = crate::stages::remaining_rounds(stage);
    let last = all.len();
    let Some(pairs) = (own as usize).checked_sub(1).and_then(|at| all.into_iter().nth(at)) else {
        return Err(no(format!("After the games taken over {last} rounds are left; change the number of rounds.")));
    };
    let mut byes: BTreeMap<PlayerId, ByeKind> =
        stage.numbers.iter().filter(|id| !has_left(work, **id, number)).map(|id| (*id, ByeKind::Zero)).collect();
    let mut meetings = Vec::with_capacity(pairs.len());
    for (white, black) in pairs {
        byes.remove(&white);
        byes.remove(&black);
        meetings.push(Arc::new(scheduled(work, number, white, black, stage.games_per_meeting)));
    }
    Ok(made(work, meetings, byes, "Berger table without the games taken over"))
}

/// A round of a Scheveningen match; see [`crate::scheveningen`].
fn scheveningen(work: &mut Work, index: StageIndex, number: RoundNumber) -> Result<Round, Refusal> {
    let stage = work.stage(index)?;
    let games = stage.games_per_meeting;
    let seated = crate::scheveningen::seats(&work.state, index, number).map_err(no)?;
    let mut byes: BTreeMap<PlayerId, ByeKind> =
        stage.numbers.iter().filter(|id| !has_left(work, **id, number)).map(|id| (*id, ByeKind::Zero)).collect();
    let mut meetings = Vec::with_capacity(seated.len());
    for seat in &seated {
        let (Some(a), Some(b)) = (seat.a.player, seat.b.player) else { continue };
        byes.remove(&a);
        byes.remove(&b);
        let (white, black) = if seat.a_has_white { (a, b) } else { (b, a) };
        let missing = |id: PlayerId| (id == a && seat.a.absent) || (id == b && seat.b.absent);
        meetings.push(Arc::new(defaulted(white, black, games, missing)));
    }
    if number == 1 {
        let rounds = crate::scheveningen::rounds(&work.state, index).map_err(no)?;
        let seats = crate::scheveningen::boards(&work.state, index).map_err(no)?;
        let stage = work.stage_mut(index)?;
        stage.rounds_planned = rounds;
        if let System::Scheveningen { boards, .. } = &mut stage.system {
            *boards = seats;
        }
    }
    let mut words = Vec::new();
    for place in seated.iter().flat_map(|seat| [&seat.a, &seat.b]) {
        if let (Some(main), Some(player)) = (place.main, place.player)
            && main != player
        {
            words.push(format!("{} plays for {}", work.name(player), work.name(main)));
        }
    }
    if !words.is_empty() {
        let text = super::act::list(&words);
        work.follow(format!("Substitutes: {text}."));
    }
    Ok(made(work, meetings, byes, "Scheveningen table"))
}
