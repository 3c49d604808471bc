//! Pairing numbers (FIDE C.04.2 art. 2).

use crate::model::*;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The order of art. 2.2: rating, title, name; the identity last, so that it is total.
pub(crate) fn strength_order(state: &State, ids: &mut [PlayerId]) {
    ids.sort_by_cached_key(|id| strength(state, *id));
}

type Strength = (Reverse<u16>, usize, String, PlayerId);

fn strength(state: &State, id: PlayerId) -> Strength {
    let Some(player) = state.players.get(&id) else { return (Reverse(0), 9, String::new(), id) };
    (Reverse(state.rating(player)), player.title.map_or(8, |title| title as usize), player.name.to_lowercase(), id)
}

/// After this round has been paired, corrections of ratings no longer change numbers (art. 2.3).
pub(super) const LAST_ROUND_OF_CHANGES: RoundNumber = 4;

/// The numbers in force for a round that is about to be paired (from 1): new arrivals take their place (art. 2.4); until round 4 has been paired
/// and unless numbers were given by hand, corrected ratings count. Withdrawn players keep their number once round 1 is paired.
pub(super) fn for_round(state: &State, stage: StageIndex, round: RoundNumber) -> Vec<PlayerId> {
    let Some(header) = state.stages.get(stage) else { return Vec::new() };
    // Tables and brackets stand on the numbers: they stay once round 1 is paired.
    if !header.rounds.is_empty()
        && !state.pairs_teams(stage)
        && !matches!(header.system, System::Swiss { .. } | System::Manual)
    {
        return header.numbers.to_vec();
    }
    let active = |id: &PlayerId| {
        state.players.get(id).is_some_and(|p| p.withdrawn_from.is_none_or(|from| from > round) && p.entered_in <= round)
    };
    let mut numbers: Vec<PlayerId> = header.numbers.to_vec();
    if header.rounds.is_empty() {
        numbers.retain(active);
    }
    let known: BTreeSet<PlayerId> = numbers.iter().copied().collect();
    // Groups and later stages take in only those whom the draw or the transition named.
    let open_to_all = !state.is_closed(stage);
    let of_teams = state.pairs_teams(stage);
    let takes = |id: &PlayerId| open_to_all || (of_teams && state.takes_team_of(stage, *id));
    let mut arrivals: Vec<PlayerId> =
        state.players.keys().copied().filter(|id| !known.contains(id) && active(id) && takes(id)).collect();
    if !header.numbers_by_hand && round <= LAST_ROUND_OF_CHANGES {
        numbers.extend(arrivals);
        strength_order(state, &mut numbers);
        return numbers;
    }
    strength_order(state, &mut arrivals);
    for id in arrivals {
        insert(state, &mut numbers, id, round);
    }
    numbers
}

/// The numbers of a stage with one more player who arrives while the given round is already paired.
pub(super) fn arrival(state: &State, stage: StageIndex, round: RoundNumber, id: PlayerId) -> Vec<PlayerId> {
    let mut numbers = state.stages.get(stage).map(|header| header.numbers.to_vec()).unwrap_or_default();
    insert(state, &mut numbers, id, round);
    numbers
}

fn insert(state: &State, numbers: &mut Vec<PlayerId>, id: PlayerId, round: RoundNumber) {
    let key = strength(state, id);
    let at_end = round > LAST_ROUND_OF_CHANGES && state.settings.late_entries_last;
    let place = if at_end { None } else { numbers.iter().position(|other| strength(state, *other) > key) };
    numbers.insert(place.unwrap_or(numbers.len()), id);
}
