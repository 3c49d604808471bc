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
        System::Scheveningen { .. } => Err(not_yet("Scheveningen")),
        _ => Err(not_yet("knockout")),
    }
}

fn not_yet(name: &str) -> Refusal {
    no(format!(
        "Rounds of the system {name} cannot be paired by the program yet; choose the system Manual and enter the pairs by hand."
    ))
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
    let plan = Plan { players: numbers.len() as u32, cycles: cycles.into(), exchange_last_two };
    let table =
        plan.round(number).map_err(|error| no(format!("{error}; change the number of rounds or the players.")))?;
    let player = |n: u32| {
        let id = (n as usize).checked_sub(1).and_then(|i| numbers.get(i).copied());
        id.ok_or_else(|| no("The table named a number that nobody has; nothing was changed."))
    };
    let gone =
        |id: PlayerId| work.state.players.get(&id).is_some_and(|p| p.withdrawn_from.is_some_and(|from| from <= number));
    let mut meetings = Vec::new();
    let mut byes = BTreeMap::new();
    for board in table.boards {
        match board {
            Board::Game { white, black } => {
                let (white, black) = (player(white)?, player(black)?);
                let mut meeting = rounds::meeting(white, black, stage.games_per_meeting);
                for game in &mut meeting.games {
                    game.result = match (gone(game.white), gone(game.black)) {
                        (false, false) => None,
                        (false, true) => Some(GameResult::ForfeitToWhite),
                        (true, false) => Some(GameResult::ForfeitToBlack),
                        (true, true) => Some(GameResult::BothForfeit),
                    };
                    game.reason = game.result.map(|_| Reason::Default);
                }
                meetings.push(Arc::new(meeting));
            }
            Board::Free { player: free, .. } => {
                let free = player(free)?;
                if !gone(free) {
                    byes.insert(free, ByeKind::Zero);
                }
            }
        }
    }
    Ok(Round {
        meetings,
        byes,
        paired_by: "Berger table".to_owned(),
        paired_at: work.now.to_owned(),
        virtual_points: BTreeMap::new(),
        manual_phase: false,
    })
}
