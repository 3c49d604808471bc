//! Drawn openings of a round (`source-requirements` T9).

use super::act::{Work, count, no};
use crate::command::Refusal;
use crate::model::*;
use crate::openings;
use rules::GameKind;
use std::sync::Arc;

/// The round as it is, when openings can be given to it.
fn open_round(work: &Work, stage: StageIndex, number: RoundNumber) -> Result<Arc<Round>, Refusal> {
    work.stage(stage)?;
    let Some(round) = work.state.round(stage, number) else {
        return Err(no(format!("Round {number} is not paired; openings are drawn for a round that is.")));
    };
    if round.manual_phase {
        return Err(no(format!("The pairs of round {number} are being changed by hand; end that before the draw.")));
    }
    if round.meetings.is_empty() {
        return Err(no(format!("Round {number} has no pairs; there is nothing to draw for.")));
    }
    Ok(round.clone())
}

fn kind(work: &Work) -> Result<GameKind, Refusal> {
    let game = &work.state.settings.game;
    game.parse().map_err(|_| {
        no(format!("The program does not know the rules of \"{game}\"; note its drawn openings as a remark instead."))
    })
}

fn put(
    work: &mut Work,
    stage: StageIndex,
    number: RoundNumber,
    openings: Option<DrawnOpenings>,
) -> Result<(), Refusal> {
    let index = (number as usize).wrapping_sub(1);
    // `open_round` found it a moment ago.
    let round = work.stage_mut(stage)?.rounds.get_mut(index).ok_or_else(|| no("There is no such round."))?;
    let late = super::rounds::has_results(round);
    Arc::make_mut(round).openings = openings.map(Arc::new);
    if late {
        work.log(number, format!("Openings changed after results @ Round {number}"));
    }
    Ok(())
}

pub(super) fn draw(
    work: &mut Work,
    stage: StageIndex,
    number: RoundNumber,
    list: &str,
    text: &str,
    seed: u64,
    per_meeting: bool,
) -> Result<(), Refusal> {
    let round = open_round(work, stage, number)?;
    let kind = kind(work)?;
    let many = if per_meeting { round.meetings.len() } else { 1 };
    let drawn = openings::draw(kind, list, text, seed, many).map_err(no)?;
    let what = match drawn.as_slice() {
        [one] if !per_meeting => format!("Drew the opening of round {number}: {}", one.words()),
        all => format!("Drew the openings of round {number}, one for each of {}", count(all.len(), "board", "boards")),
    };
    let drawn = DrawnOpenings { list: list.to_owned(), seed: Some(seed), per_meeting, openings: drawn };
    work.say(format!("{what} ({})", drawn.origin()));
    put(work, stage, number, Some(drawn))
}

pub(super) fn set(
    work: &mut Work,
    stage: StageIndex,
    number: RoundNumber,
    board: Option<u32>,
    opening: Option<&DrawnOpening>,
) -> Result<(), Refusal> {
    let round = open_round(work, stage, number)?;
    let Some(opening) = opening else {
        if round.openings.is_none() {
            return Err(no(format!("No opening is drawn for round {number}.")));
        }
        work.say(format!("Took the openings of round {number} away"));
        return put(work, stage, number, None);
    };
    rules::board_view(kind(work)?, &opening.fen)
        .map_err(|error| no(format!("The position of the opening cannot be set up: {error}.")))?;
    let boards = round.meetings.len();
    let drawn = match board {
        None => DrawnOpenings {
            list: openings::BY_HAND.to_owned(),
            seed: None,
            per_meeting: false,
            openings: vec![opening.clone()],
        },
        Some(board) => {
            let Some(index) = (board as usize).checked_sub(1).filter(|index| *index < boards) else {
                return Err(no(format!("Round {number} has no board {board}; boards go from 1 to {boards}.")));
            };
            let old = round.openings.as_deref();
            let of_board = |board: u32| old.and_then(|old| old.of_board(board)).cloned().unwrap_or_default();
            let mut all: Vec<DrawnOpening> = (1..=boards as u32).map(of_board).collect();
            all[index] = opening.clone();
            let list = match old {
                Some(old) if old.list != openings::BY_HAND => format!("{}, board {board} by hand", old.list),
                _ => openings::BY_HAND.to_owned(),
            };
            DrawnOpenings { list, seed: old.and_then(|old| old.seed), per_meeting: true, openings: all }
        }
    };
    let place = board.map(|board| format!(", board {board}")).unwrap_or_default();
    work.say(format!("Opening of round {number}{place}, by hand: {}", opening.words()));
    put(work, stage, number, Some(drawn))
}
