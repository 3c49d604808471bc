//! From stage to stage: who goes on (`multi-stage`).

mod carry;
mod place;
mod rank;
mod ranking;
mod select;
mod team;
mod transition;
mod words;

use crate::model::*;
use crate::standings::StageTable;
use std::sync::Arc;

pub use carry::remaining_rounds;
pub use rank::places;
pub use ranking::{FinalPlace, final_ranking};
pub use select::{Preview, Stopped, first_round, preview, title};
pub(crate) use select::{letter, planned, replaced};
pub(crate) use team::team_rounds;
pub use team::{name, of_teams};
pub use transition::{
    Carry, Comparison, Format, Grouping, LevelOrder, Origin, Placing, PlannedStage, Selection, StagePlan, Transition,
};
pub use words::{made_of, numbers_to_draw};

/// The first `places` of a stage that is over, best first: the seeds of the next one. Whoever has withdrawn is left out, the next one moves up.
///
/// Players who are level at the border must be divided: by a play-off whose result stands in the tie-breaks, or by `lot`, a seed to be kept
/// with the event. Without a lot, those who are level inside keep the order of their numbers.
///
/// # Errors
/// When the stage is not over, has too few players, or the border is level and there is no lot.
pub fn qualifiers(state: &State, stage: StageIndex, places: usize, lot: Option<u64>) -> Result<Vec<PlayerId>, String> {
    let header = state.stages.get(stage).ok_or_else(|| format!("There is no stage {}.", stage + 1))?;
    if !state.is_stage_over(stage) {
        return Err(format!("Stage {} is not over yet; enter all of its results first.", stage + 1));
    }
    let mut ranked: Vec<(u32, PlayerId)> = if matches!(header.system, System::Knockout { .. }) {
        crate::knockout::places(state, stage)?.into_iter().map(|(from, _, id)| (from, id)).collect()
    } else {
        StageTable::of(state, stage, header.rounds.len() as u32).ranks().collect()
    };
    ranked.retain(|(_, id)| state.players.get(id).is_some_and(|player| player.withdrawn_from.is_none()));
    if places < 2 || ranked.len() < places {
        return Err(format!("{places} players cannot go on; stage {} has {} who play on.", stage + 1, ranked.len()));
    }
    if let Some(seed) = lot {
        let mut lot = pairing::Lot::new(seed);
        for level in ranked.chunk_by_mut(|a, b| a.0 == b.0) {
            lot.shuffle(level);
        }
    } else if let Some(&(rank, _)) = ranked.get(places)
        && ranked[places - 1].0 == rank
    {
        let level = ranked.iter().filter(|(other, _)| *other == rank);
        let names: Vec<String> = level.map(|(_, id)| state.name(*id)).collect();
        return Err(format!("Level at the border: {}. Play it off, or draw lots.", names.join("; ")));
    }
    ranked.truncate(places);
    Ok(ranked.into_iter().map(|(_, id)| id).collect())
}

/// A knockout of these players, the first one seed 1, ready for [`crate::command::Command::AddStage`].
pub fn knockout_of(name: &str, players: Vec<PlayerId>, third_place: bool, games_per_meeting: u8) -> Stage {
    let rounds = players.len().checked_next_power_of_two().map_or(1, usize::trailing_zeros);
    Stage {
        name: name.to_owned(),
        system: System::knockout(third_place),
        rounds_planned: rounds.max(1),
        games_per_meeting,
        numbers: Arc::new(players),
        numbers_by_hand: true,
        closed: true,
        ..Stage::default()
    }
}
