//! What settings must hold: rules of categories, prizes, tie-breaks that the system allows.

use crate::crosstable::PairingKind;
use crate::model::*;
use crate::prizes::{PrizeFund, SpecialPrize};
use crate::standings::{CategoryRule, TieBreak, objections};

/// What is wrong with categories or prizes.
pub(super) fn fault(settings: &Settings) -> Option<String> {
    for category in &settings.categories {
        if category.name.trim().is_empty() {
            return Some("A category needs a name.".to_owned());
        }
        let text = category.rule.trim();
        if !text.is_empty()
            && let Err(error) = text.parse::<CategoryRule>()
        {
            return Some(format!("Category \"{}\": {error}.", category.name));
        }
    }
    let known = |name: &String| settings.categories.iter().any(|category| category.name == *name);
    for list in &settings.prizes.lists {
        if list.name.trim().is_empty() {
            return Some("A list of prizes needs a name.".to_owned());
        }
        if let Some(name) = list.category.as_ref().filter(|name| !known(name)) {
            return Some(format!("Prizes \"{}\": there is no category \"{name}\".", list.name));
        }
    }
    let mut names: Vec<&str> = settings.prizes.lists.iter().map(|list| list.name.as_str()).collect();
    names.extend(settings.prizes.special.iter().map(|prize| prize.name.as_str()));
    names.sort_unstable();
    if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Some(format!("Prizes \"{}\" stand twice in the list; give each its own name.", twice[0]));
    }
    settings.prizes.special.iter().any(|prize| prize.name.trim().is_empty()).then(|| "A prize needs a name.".to_owned())
}

/// The prizes differ apart from the winners of special ones, who are known late.
pub(super) fn prizes_differ(old: &Settings, new: &Settings) -> bool {
    let announced = |fund: &PrizeFund| {
        let special = fund.special.iter().map(|prize| SpecialPrize { winner: None, ..prize.clone() }).collect();
        PrizeFund { special, ..fund.clone() }
    };
    announced(&old.prizes) != announced(&new.prizes)
}

/// Limits or rules of a category that was there before differ, or it is gone.
pub(super) fn rules_differ(old: &Settings, new: &Settings) -> bool {
    old.categories.iter().any(|category| !new.categories.contains(category))
}

/// Tie-breaks put into the list that the system of a stage forbids (C.07 note to art. 8; `fide-mode`, Round-robin).
pub(super) fn forbidden_tiebreaks(state: &State, new: &Settings) -> Vec<String> {
    if new.tiebreaks == state.settings.tiebreaks {
        return Vec::new();
    }
    let added: Vec<TieBreak> = (new.tiebreaks.iter())
        .filter(|code| !state.settings.tiebreaks.contains(code))
        .filter_map(|code| code.parse().ok())
        .collect();
    // Teams are ranked by lists of their own.
    if new.contest != Contest::Individual {
        return Vec::new();
    }
    let stages = state.stages.iter().filter(|stage| matches!(stage.system, System::RoundRobin { .. }));
    let kinds = stages.map(|stage| PairingKind::of(&stage.system));
    let mut found: Vec<String> = kinds
        .flat_map(|kind| objections(&added, false, kind, true))
        .filter(|objection| objection.forbidden)
        .map(|objection| format!("{} (FIDE C.07).", objection.text))
        .collect();
    found.dedup();
    found
}

/// What is to be known of the rating lists that new settings name: how many players have a rating there, and which lists the event has instead.
pub(super) fn missing_lists(state: &State, new: &Settings) -> Vec<String> {
    if (&new.rating_list, &new.seeding) == (&state.settings.rating_list, &state.settings.seeding) {
        return Vec::new();
    }
    lists_of(state, new)
}

/// As [`missing_lists`], for the settings in force: lists in which nobody has a rating.
pub(super) fn empty_lists(state: &State) -> Vec<String> {
    lists_of(state, &state.settings).into_iter().filter(|text| !text.contains(" of the ")).collect()
}

fn lists_of(state: &State, settings: &Settings) -> Vec<String> {
    use StartRating::*;
    let seeding = &settings.seeding;
    let methods = [Some(seeding.method), seeding.second.as_ref().map(|(_, method)| *method)];
    let uses = |wanted: &[StartRating]| methods.iter().flatten().any(|method| wanted.contains(method));
    let mut named: Vec<&str> = Vec::new();
    if uses(&[List]) && !settings.rating_list.is_empty() {
        named.push(&settings.rating_list);
    }
    if uses(&[National, FideFirst, NationalFirst, Higher, Lower]) {
        named.push(seeding.national.trim());
    }
    let players = state.players.len();
    if players == 0 {
        return Vec::new();
    }
    let mut lists: Vec<(&str, usize)> = Vec::new();
    for rating in state.players.values().flat_map(|player| &player.ratings) {
        match lists.iter_mut().find(|(list, _)| list.eq_ignore_ascii_case(&rating.list)) {
            Some((_, count)) => *count += 1,
            None => lists.push((&rating.list, 1)),
        }
    }
    let has = || {
        let words = lists.iter().map(|(list, count)| format!("{list} ({count})")).collect::<Vec<_>>().join(", ");
        if words.is_empty() {
            "No player has any rating.".to_owned()
        } else {
            format!("Ratings of the event: {words}.")
        }
    };
    let count = |name: &str| state.players.values().filter(|player| place_of(&player.ratings, name).is_some()).count();
    named
        .into_iter()
        .filter_map(|name| match count(name) {
            _ if name.is_empty() => Some(format!("The method needs the name of the national list. {}", has())),
            0 => Some(format!("No player has a rating in the list \"{name}\". {}", has())),
            found if found < players => {
                Some(format!("{found} of the {players} players have a rating in the list \"{name}\". {}", has()))
            }
            _ => None,
        })
        .collect()
}

/// Which ranks another list of tie-breaks changes in the stage that is played, after its last round.
pub(super) fn rank_changes(state: &State, new: &Settings) -> Option<String> {
    use crate::standings::StageTable;
    let stage = state.stages.iter().rposition(|stage| !stage.rounds.is_empty())?;
    if matches!(state.stages[stage].system, System::Knockout { .. }) {
        return None;
    }
    let round = state.rounds_paired(stage);
    let mut after = state.clone();
    after.settings = std::sync::Arc::new(new.clone());
    let ranks = |state: &State| -> Vec<(String, u32)> {
        if state.pairs_teams(stage) {
            let (table, standings) = crate::teams::standings(state, stage, round);
            let row = |row: &crate::standings::Standing| Some((table.rows.get(row.index)?.name.clone(), row.rank));
            let mut rows: Vec<_> = standings.rows.iter().filter_map(row).collect();
            rows.sort();
            return rows;
        }
        let table = StageTable::of(state, stage, round);
        let mut rows: Vec<(PlayerId, u32)> = table.ranks().map(|(rank, id)| (id, rank)).collect();
        rows.sort_unstable();
        rows.into_iter().map(|(id, rank)| (state.name(id), rank)).collect()
    };
    let (old, new) = (ranks(state), ranks(&after));
    let mut changed: Vec<(u32, u32, &str)> = old
        .iter()
        .zip(&new)
        .filter(|((a, was), (b, is))| a == b && was != is)
        .map(|((name, was), (_, is))| (*is, *was, name.as_str()))
        .collect();
    changed.sort_unstable();
    if changed.is_empty() {
        return Some(format!("No rank after round {round} changes."));
    }
    let more = changed.len().saturating_sub(6);
    let words: Vec<String> = changed.iter().take(6).map(|(is, was, name)| format!("{is} {name} (was {was})")).collect();
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    Some(format!("Ranks after round {round} that change: {}{more}.", words.join("; ")))
}
