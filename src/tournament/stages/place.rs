//! Where those who go on stand in the new stage (`multi-stage` 4).

use super::rank::{Candidate, across};
use super::{Placing, Transition};
use crate::model::*;
use pairing::Lot;
use pairing::knockout::standard_order;

/// The order of those who go on: the numbers of the new stage. What is worth telling goes into `notes`.
pub(super) fn order(
    state: &State,
    transition: &Transition,
    chosen: &[Candidate],
    knockout: bool,
    notes: &mut Vec<String>,
) -> Result<Vec<PlayerId>, String> {
    let classes = place_classes(state, transition, chosen, notes);
    let seeds: Vec<Candidate> = match &transition.placing {
        Placing::Standard => classes.concat(),
        Placing::Crossing => match crossed(chosen, transition.from.len()) {
            Some(order) if knockout => return Ok(order),
            _ => classes.concat(),
        },
        Placing::Lot { seed } => {
            let mut lot = Lot::new(*seed);
            if knockout {
                let mut classes = classes;
                for class in &mut classes {
                    lot.shuffle(class);
                }
                classes.concat()
            } else {
                let mut all = classes.concat();
                lot.shuffle(&mut all);
                all
            }
        }
        Placing::Rating => {
            let mut ids: Vec<PlayerId> = chosen.iter().map(|candidate| candidate.id).collect();
            crate::event::strength_order(state, &mut ids);
            return Ok(ids);
        }
        Placing::ByHand(order) => {
            let mut given = order.clone();
            let mut wanted: Vec<PlayerId> = chosen.iter().map(|candidate| candidate.id).collect();
            given.sort_unstable();
            wanted.sort_unstable();
            if given != wanted {
                let names = |ids: &[PlayerId], without: &[PlayerId]| {
                    let names: Vec<String> =
                        ids.iter().filter(|id| !without.contains(id)).map(|id| state.name(*id)).collect();
                    names.join("; ")
                };
                return Err(format!(
                    "The order by hand must hold exactly those who go on. Missing: {}. Too many: {}.",
                    names(&wanted, &given),
                    names(&given, &wanted)
                ));
            }
            return Ok(order.clone());
        }
    };
    if knockout && transition.from.len() > 1 {
        return Ok(apart(&seeds, notes));
    }
    Ok(seeds.into_iter().map(|candidate| candidate.id).collect())
}

/// Those who go on by their place in the group; inside a place the better first, by comparison across groups.
fn place_classes(
    state: &State,
    transition: &Transition,
    chosen: &[Candidate],
    notes: &mut Vec<String>,
) -> Vec<Vec<Candidate>> {
    let mut places: Vec<u32> = chosen.iter().map(|candidate| candidate.place).collect();
    places.sort_unstable();
    places.dedup();
    let mut lot = transition.lot.map(Lot::new);
    let by_results = matches!(transition.placing, Placing::Standard | Placing::Crossing);
    let mut classes = Vec::new();
    for place in places {
        let class: Vec<Candidate> = chosen.iter().filter(|c| c.place == place).copied().collect();
        let sorted = across(class, &transition.level, lot.as_mut());
        for (index, (candidate, level)) in sorted.iter().enumerate() {
            if by_results && *level && transition.from.len() > 1 {
                notes.push(format!(
                    "{} and {} are level across the groups; they stand in the order of the groups.",
                    state.name(sorted[index - 1].0.id),
                    state.name(candidate.id)
                ));
            }
        }
        classes.push(sorted.into_iter().map(|(candidate, _)| candidate).collect());
    }
    classes
}

/// The fixed crossing of the first two of 2, 4 or 8 groups, as numbers of a standard bracket.
fn crossed(chosen: &[Candidate], groups: usize) -> Option<Vec<PlayerId>> {
    let table = pairing::groups::crossing(u32::try_from(groups).ok()?).ok()?;
    if chosen.len() != 2 * groups {
        return None;
    }
    let find = |(group, place): (u32, u32)| {
        chosen.iter().find(|c| c.group == group as usize && c.place == place).map(|candidate| candidate.id)
    };
    let slots: Option<Vec<PlayerId>> = table.into_iter().flatten().map(find).collect();
    Some(by_slots(&slots?))
}

/// The numbers that put these players into the places of a full bracket from top to bottom.
fn by_slots(slots: &[PlayerId]) -> Vec<PlayerId> {
    let order = standard_order(slots.len() as u32);
    let mut seeds = slots.to_vec();
    for (slot, seed) in slots.iter().zip(order) {
        seeds[seed as usize - 1] = *slot;
    }
    seeds
}

/// Exchanges inside the same place so that players of one group do not meet in round 1, and two of one group stand in different halves; the
/// rest stays as it is seeded. Who has a bye keeps it within the place.
fn apart(seeds: &[Candidate], notes: &mut Vec<String>) -> Vec<PlayerId> {
    let size = seeds.len().next_power_of_two();
    let order = standard_order(size as u32);
    let mut place_of = vec![0usize; seeds.len()];
    for (place, seed) in order.into_iter().enumerate() {
        if let Some(slot) = place_of.get_mut(seed as usize - 1) {
            *slot = place;
        }
    }
    let groups = seeds.iter().map(|c| c.group + 1).max().unwrap_or(0);
    let cost = |seeds: &[Candidate]| {
        let mut members = vec![Vec::new(); groups];
        for (candidate, place) in seeds.iter().zip(&place_of) {
            members[candidate.group].push(*place);
        }
        let (mut first, mut halves, mut quarters) = (0usize, 0usize, 0usize);
        for group in &members {
            for (at, a) in group.iter().enumerate() {
                for b in &group[at + 1..] {
                    first += usize::from(a / 2 == b / 2);
                    quarters += usize::from(size >= 8 && a / (size / 4) == b / (size / 4));
                    halves += usize::from(group.len() == 2 && size >= 2 && a / (size / 2) == b / (size / 2));
                }
            }
        }
        (first, halves, quarters)
    };
    let mut best = seeds.to_vec();
    let mut now = cost(&best);
    // Nearest seeds first; each exchange makes it better, so that this ends.
    let mut pairs: Vec<(usize, usize)> = (0..best.len())
        .flat_map(|a| (a + 1..best.len()).map(move |b| (a, b)))
        .filter(|&(a, b)| best[a].place == best[b].place)
        .collect();
    pairs.sort_by_key(|&(a, b)| (b - a, a));
    'again: while now != (0, 0, 0) {
        for &(a, b) in &pairs {
            best.swap(a, b);
            let then = cost(&best);
            if then < now {
                now = then;
                continue 'again;
            }
            best.swap(a, b);
        }
        // Two exchanges at once where one does not help.
        if now.0 > 0 || now.1 > 0 {
            for &(a, b) in pairs.iter().take(200) {
                best.swap(a, b);
                for &(c, d) in pairs.iter().take(200) {
                    best.swap(c, d);
                    let then = cost(&best);
                    if then < now {
                        now = then;
                        continue 'again;
                    }
                    best.swap(c, d);
                }
                best.swap(a, b);
            }
        }
        break;
    }
    if now.0 > 0 {
        notes.push("Players of one group meet in round 1; the places leave no other way.".to_owned());
    }
    best.into_iter().map(|candidate| candidate.id).collect()
}
