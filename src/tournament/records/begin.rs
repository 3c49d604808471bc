//! Whether a game began with the opening that was drawn for its board (`source-requirements` T9, R6).

use crate::command::GameRef;
use crate::model::{DrawnOpening, State};
use rules::opening::{Beginning, beginning};
use rules::{Record, Replay, Verdict};

/// What is wrong with the beginning of a record that belongs to this game, in words; `None` where it is right, where nothing is drawn, and
/// where the moves cannot be judged (a defect among them is told anyway).
pub(super) fn doubt(state: &State, at: GameRef, record: &Record, verdict: &Verdict) -> Option<String> {
    let openings = state.round(at.stage, at.round)?.openings.clone()?;
    let opening = openings.of_board(at.board)?;
    let replay = Replay::new(record, Some(verdict.kind));
    if replay.frames.is_empty() {
        return None;
    }
    let drawn = opening.words();
    match beginning(&replay, opening.moves.len(), &opening.fen) {
        // The opening belongs to another game than the record, whose verdict tells of that.
        Err(_) => None,
        Ok(Beginning::Drawn(_)) => None,
        Ok(Beginning::Short) if verdict.defect.is_some() => None,
        Ok(Beginning::Short) => Some(format!("The record ends before the drawn opening is over ({drawn}).")),
        Ok(Beginning::Other { set_up: true, .. }) => {
            Some(format!("The game begins from another position than the drawn one ({drawn})."))
        }
        Ok(Beginning::Other { set_up: false, moves }) if moves.is_empty() => {
            Some(format!("The game begins from the usual position, not from the drawn one ({drawn})."))
        }
        Ok(Beginning::Other { set_up: false, moves }) => {
            let played = DrawnOpening { moves, ..DrawnOpening::default() }.words();
            Some(format!("The game begins with {played}; drawn was {drawn}."))
        }
    }
}
