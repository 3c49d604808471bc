//! What may explain a difference: corrections after the pairing, pairs changed by hand.

use super::input::Source;
use tournament::command::{Command, Order};
use tournament::event::Event;
use tournament::model::{ByeKind, PlayerId, State};

/// Something that explains why the pairs of a round are others than the rules give now.
pub struct Hint {
    /// In words.
    pub text: String,
    /// The pairing was right by the event as it was then; later corrections do not make it wrong (FIDE C.04.2 art. 4.3).
    pub was_right: bool,
}

impl Hint {
    fn maybe(text: String) -> Hint {
        Hint { text, was_right: false }
    }
}

/// What explains a difference in a round.
pub fn of_round(source: &Source, round: u32) -> Option<Hint> {
    match source {
        Source::Event(event) => of_event(event, round),
        Source::Report(trf) => {
            let found: Vec<&str> =
                trf.comments.iter().map(|(_, text)| text.as_str()).filter(|text| concerns(text, round)).collect();
            (!found.is_empty()).then(|| Hint::maybe(format!("the file notes: {}", found.join("; "))))
        }
    }
}

/// Notes of the report file that can lie behind a difference in a round.
fn concerns(text: &str, round: u32) -> bool {
    let Some((what, place)) = text.split_once("@ Round ") else { return false };
    let digits: String = place.chars().take_while(char::is_ascii_digit).collect();
    let Ok(noted) = digits.parse::<u32>() else { return false };
    let earlier = ["Result corrected", "Adjourned game finished", "Points adjusted"];
    (noted < round && earlier.iter().any(|start| what.starts_with(start)))
        || (noted == round && (what.contains("MPA") || what.starts_with("Re-paired")))
        || (noted < round && what.starts_with("Pairing numbers changed"))
}

type Pairs = (Vec<(PlayerId, PlayerId)>, Option<PlayerId>);

fn pairs(state: &State, round: u32) -> Option<Pairs> {
    let paired = state.round(0, round)?;
    let mut pairs: Vec<_> =
        paired.meetings.iter().filter_map(|m| m.games.first()).map(|game| (game.white, game.black)).collect();
    pairs.sort_unstable();
    let bye = paired.byes.iter().find(|(_, kind)| **kind == ByeKind::PairingAllocated).map(|(id, _)| *id);
    Some((pairs, bye))
}

/// The event remembers how it was when the round was paired: was the pairing right then?
fn of_event(event: &Event, round: u32) -> Option<Hint> {
    let state = event.state();
    let notes = |notes: &[tournament::model::LogNote]| {
        let found = notes.iter().map(|note| note.text.as_str()).filter(|text| concerns(text, round));
        found.map(str::to_owned).collect::<Vec<String>>()
    };
    let mut then = event.clone();
    while then.state().rounds_paired(0) >= round {
        // An imported event begins with its rounds; there is nothing before them.
        if then.undo().is_none() {
            let found = notes(&state.notes);
            return (!found.is_empty()).then(|| Hint::maybe(format!("the event notes: {}", found.join("; "))));
        }
    }
    let before = then.state().notes.len();
    let order = Order { command: Command::PairRound { stage: 0 }, reason: String::new(), confirmed: true };
    let right_then = then.apply(order).is_ok() && pairs(then.state(), round) == pairs(state, round);
    let since = notes(state.notes.get(before..).unwrap_or_default());
    match (right_then, since.is_empty()) {
        (true, false) => Some(Hint {
            text: format!("right by the results as they were when it was paired; since then: {}", since.join("; ")),
            was_right: true,
        }),
        (true, true) => {
            Some(Hint { text: "right by the event as it was when the round was paired".to_owned(), was_right: true })
        }
        (false, false) => Some(Hint::maybe(format!("the event notes: {}", since.join("; ")))),
        (false, true) => None,
    }
}
