//! Norms in an event of ours.

use super::{NormEvent, NormStatus, Person, norms};
use crate::crosstable::CrossTable;
use crate::model::{RoundNumber, StageIndex, State};

impl<'a> NormEvent<'a> {
    /// With the federations and sexes of an event's players; the table is that of [`State::game_table`].
    pub fn of_state(table: &'a CrossTable, state: &State, stage: StageIndex) -> NormEvent<'a> {
        let numbering = state.numbering(stage);
        let people = (1..)
            .zip(numbering.iter())
            .filter_map(|(number, id)| {
                let player = state.players.get(id)?;
                Some((number, Person { federation: player.federation.clone(), sex: player.sex }))
            })
            .collect();
        let rules = &state.settings.norms;
        let mut event = NormEvent::new(table, people, &state.settings.federation);
        event.exempt |= rules.federations_waived;
        if rules.least_games > 0 {
            event.least_games = u32::from(rules.least_games).clamp(7, 9);
        }
        event
    }
}

/// How everybody in a stage stands who has made a norm or can still make one, after a number of rounds.
pub fn state_norms(state: &State, stage: StageIndex, rounds: RoundNumber) -> Vec<NormStatus> {
    let table = state.game_table(stage, rounds);
    norms(&NormEvent::of_state(&table, state, stage))
}
