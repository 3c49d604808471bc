//! How a stage came to be, in words for screens and paper.

use super::{Carry, Comparison, Grouping, Origin, Placing, Selection, Transition, name, of_teams, title};
use crate::model::*;
use crate::standings::DecisionKind;
use pairing::Points;

/// How a stage was made and its numbers drawn: "the first 2 of Group A and Group B; crossing A1-B2". `None` for an ordinary single stage.
pub fn made_of(state: &State, stage: StageIndex) -> Option<String> {
    let header = state.stages.get(stage)?;
    let mut words = Vec::new();
    match header.origin.as_deref() {
        None => {}
        Some(Origin::Group(how)) => words.push(match how {
            Grouping::Snake => "group by strength (snake)".to_owned(),
            Grouping::Pots { seed, separate } => {
                let apart = if *separate { ", federations kept apart" } else { "" };
                format!("group drawn by lot out of pots{apart} (seed {seed})")
            }
            Grouping::ByHand(_) => "group set by hand".to_owned(),
        }),
        Some(Origin::Transition(transition)) => transition_words(state, transition, header, &mut words),
    }
    match header.numbers_drawn {
        None => {}
        Some(NumbersDrawn::Lot { seed }) => words.push(format!("numbers by lot (seed {seed})")),
        Some(NumbersDrawn::Varma { seed }) => {
            words.push(format!("numbers by restricted lot, Varma tables (seed {seed})"))
        }
    }
    (!words.is_empty()).then(|| words.join("; "))
}

fn transition_words(state: &State, transition: &Transition, header: &Stage, words: &mut Vec<String>) {
    let names: Vec<String> = (transition.from.iter())
        .map(|&stage| state.stages.get(stage).map_or_else(String::new, |from| title(from, stage)))
        .collect();
    let from = match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [init @ .., last] => format!("{} and {last}", init.join(", ")),
    };
    words.push(match &transition.selection {
        Selection::First { each, best_of_next: 0 } => format!("the first {each} of {from}"),
        Selection::First { each, best_of_next } => {
            format!("the first {each} of {from}, and the best {best_of_next} of the next places")
        }
        Selection::Places(places) => {
            let places: Vec<String> =
                places.iter().map(|n| if *n == 0 { "the others".to_owned() } else { n.to_string() }).collect();
            format!("all of {from} by place: {}", places.join(", "))
        }
        Selection::Rest { after } => format!("those after the first {after} of {from}"),
        Selection::ByHand(_) => {
            format!("{} of {from}, set by hand", if of_teams(state) { "teams" } else { "players" })
        }
    });
    words.push(match &transition.placing {
        Placing::Standard => "seeds by place and results".to_owned(),
        Placing::Crossing => "crossing A1-B2".to_owned(),
        Placing::Lot { seed } => format!("places by lot (seed {seed})"),
        Placing::Rating if of_teams(state) => "numbers by strength".to_owned(),
        Placing::Rating => "numbers by rating".to_owned(),
        Placing::ByHand(_) => "places by hand".to_owned(),
    });
    match &transition.carry {
        Carry::Nothing => {}
        Carry::AllPoints => words.push("all points are taken along".to_owned()),
        Carry::AgainstQualifiers => words.push(format!(
            "{} against others who go on are taken along",
            if of_teams(state) { "matches" } else { "games" }
        )),
        Carry::Continuation => words.push("one Swiss with the earlier stage: its rounds go on".to_owned()),
        Carry::Half => words.push("half of the points are taken along".to_owned()),
        Carry::ByPlace(points) => {
            let points: Vec<String> = points.iter().map(|&points| Points(points).to_string()).collect();
            words.push(format!("points by place taken along: {}", points.join(", ")));
        }
    }
    if transition.comparison == Comparison::WithoutLast {
        words.push("unequal groups compared without the last of the bigger ones".to_owned());
    }
    if !transition.declined.is_empty() {
        let names: Vec<String> = transition.declined.iter().map(|id| name(state, *id)).collect();
        words.push(format!("did not want to go on: {}", names.join("; ")));
    }
    for level in &transition.level {
        let names: Vec<String> = level.order.iter().map(|id| name(state, *id)).collect();
        let how = match level.by {
            DecisionKind::PlayOff => "by play-off",
            DecisionKind::Lot => "by lot",
            DecisionKind::ByHand => "by the arbiter",
        };
        words.push(format!("level {how}: {}", names.join(" before ")));
    }
    if let Some(seed) = transition.lot {
        words.push(format!("ties by lot (seed {seed})"));
    }
    let carried = header.rounds.iter().filter(|round| !round.carried_from.is_empty()).count();
    if carried > 0 {
        words.push(format!("rounds 1 to {carried} were played before"));
    }
}

/// How the numbers of a stage will be drawn when its round 1 is paired; `None` where they are given, or go by rating.
pub fn numbers_to_draw(state: &State, stage: StageIndex) -> Option<NumbersDrawn> {
    let header = state.stages.get(stage)?;
    let given = header.numbers_by_hand || header.teams.by_hand || header.numbers_drawn.is_some();
    let waits = matches!(header.system, System::RoundRobin { .. }) && header.rounds.is_empty() && !given;
    state.settings.draw_numbers.filter(|_| waits)
}
