//! The final ranking of an event of several stages (`multi-stage` 5, end).

use super::rank::{Candidate, across, groups, record_of};
use super::{Comparison, Origin, Placing, Selection, Transition};
use crate::model::*;
use std::collections::BTreeSet;

/// A stage, the place in it, and who has it.
type Seat = (StageIndex, Option<u32>, PlayerId);

/// A player's place in the whole event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinalPlace {
    /// The place, from 1; equal for those who share it. `None`: not ranked, since fewer than half of the games were played.
    pub place: Option<u32>,
    /// The last of the places that are shared; equal to `place` where it is not.
    pub last: Option<u32>,
    /// The last stage that the player reached.
    pub stage: StageIndex,
    /// The place in it; `None`: not ranked, or still in play in a knockout.
    pub in_stage: Option<u32>,
    /// Who; a team where teams are paired, see [`super::name`].
    pub id: PlayerId,
}

impl FinalPlace {
    /// The place as it is printed: "3", "5–8", or "–" for none.
    pub fn words(&self) -> String {
        match (self.place, self.last) {
            (Some(first), Some(last)) if first < last => format!("{first}\u{2013}{last}"),
            (Some(place), _) => place.to_string(),
            (None, _) => "\u{2013}".to_owned(),
        }
    }

    /// The place in the last stage as it is printed.
    pub fn words_in_stage(&self) -> String {
        match (self.in_stage, self.place) {
            (Some(place), _) => place.to_string(),
            (None, Some(_)) => "in play".to_owned(),
            (None, None) => "not ranked".to_owned(),
        }
    }
}

/// Everybody by the last stage reached, later stages before earlier ones, then by the place in it. Finals of one phase come in their order, A
/// before B; groups of one phase are one field, ordered by place and then by comparison across the groups. While stages are played: as they
/// stand.
///
/// # Errors
/// When the bracket of a knockout cannot be read.
pub fn final_ranking(state: &State) -> Result<Vec<FinalPlace>, String> {
    let seen = crate::teams::view(state, 0);
    let mut ranked: BTreeSet<PlayerId> = BTreeSet::new();
    let mut list: Vec<FinalPlace> = Vec::new();
    let mut without_place = Vec::new();
    let mut add = |list: &mut Vec<FinalPlace>, tied: Vec<Seat>| {
        let tied: Vec<_> = tied.into_iter().filter(|(_, _, id)| ranked.insert(*id)).collect();
        let place = list.len() as u32 + 1;
        let last = list.len() as u32 + tied.len() as u32;
        list.extend(tied.into_iter().map(|(stage, in_stage, id)| FinalPlace {
            place: Some(place),
            last: Some(last),
            stage,
            in_stage,
            id,
        }));
    };
    for phase in state.phases().into_iter().rev() {
        let of_groups = phase.len() > 1
            && phase.clone().all(|stage| matches!(state.stages[stage].origin.as_deref(), Some(Origin::Group(_))));
        if of_groups {
            for tied in merged(state, phase.clone().collect())? {
                add(&mut list, tied);
            }
        } else {
            for stage in phase.clone() {
                let places = super::places(state, stage)?;
                if matches!(state.stages[stage].system, System::Knockout { .. }) {
                    // Who is not out yet comes before those who are.
                    let out: BTreeSet<PlayerId> = places.iter().map(|(_, id)| *id).collect();
                    let numbering = seen.numbering(stage);
                    let here = numbering.iter().filter(|id| !out.contains(id) && seen.players.contains_key(id));
                    add(&mut list, here.map(|id| (stage, None, *id)).collect());
                }
                for level in places.chunk_by(|a, b| a.0 == b.0) {
                    add(&mut list, level.iter().map(|&(place, id)| (stage, Some(place), id)).collect());
                }
            }
        }
        for stage in phase {
            // Whose results do not count.
            let rest = seen.numbering(stage);
            without_place.extend(rest.iter().map(|id| (stage, *id)));
        }
    }
    for (stage, id) in without_place {
        if seen.players.contains_key(&id) && ranked.insert(id) {
            list.push(FinalPlace { place: None, last: None, stage, in_stage: None, id });
        }
    }
    Ok(list)
}

/// Groups as one field: those who share a place, in order.
fn merged(state: &State, from: Vec<StageIndex>) -> Result<Vec<Vec<Seat>>, String> {
    let mut places = Vec::new();
    let transition = Transition {
        from,
        selection: Selection::Rest { after: 0 },
        placing: Placing::Standard,
        carry: super::Carry::Nothing,
        comparison: Comparison::PerGame,
        declined: Vec::new(),
        level: Vec::new(),
        lot: None,
    };
    let candidates = groups(state, &transition)?;
    let mut shared: Vec<(u32, Candidate)> = Vec::new();
    for (group, &stage) in transition.from.iter().enumerate() {
        // With those who have withdrawn, at the place that they have.
        let all = super::places(state, stage)?;
        for (place, id) in all {
            let known = candidates.get(group).and_then(|members| members.iter().find(|c| c.id == id)).copied();
            let record = known.map_or_else(|| record_of(state, stage, id), |c| c.record);
            shared.push((place, Candidate { id, group, place, level: false, record }));
        }
    }
    shared.sort_by_key(|(place, _)| *place);
    for class in shared.chunk_by(|a, b| a.0 == b.0) {
        let sorted = across(class.iter().map(|(_, candidate)| *candidate).collect(), &[], None);
        let mut tied: Vec<Seat> = Vec::new();
        for (candidate, level) in sorted {
            if !level && !tied.is_empty() {
                places.push(std::mem::take(&mut tied));
            }
            tied.push((transition.from[candidate.group], Some(candidate.place), candidate.id));
        }
        places.push(tied);
    }
    Ok(places)
}
