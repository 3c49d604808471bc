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
