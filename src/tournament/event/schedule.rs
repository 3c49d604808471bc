//! Rounds of systems whose meetings are fixed beforehand.

use super::act::{Work, no};
use crate::command::Refusal;
use crate::model::*;

/// The given round (from 1) of a round-robin, a Scheveningen match or a knockout.
pub(super) fn round(work: &mut Work, index: StageIndex, round: RoundNumber) -> Result<Round, Refusal> {
    let _ = round;
    let name = match work.stage(index)?.system {
        System::RoundRobin { .. } => "round-robin",
        System::Scheveningen { .. } => "Scheveningen",
        _ => "knockout",
    };
    Err(no(format!(
        "Rounds of the system {name} cannot be paired by the program yet; choose the system Manual and enter the pairs by hand."
    )))
}
