//! Why two players meet: the words come from the pairing crate.

use pairing::swiss::{self, Question};
use tournament::crosstable::CrossTable;
use tournament::model::{RoundNumber, StageIndex, State, SwissVariant, System};

/// The explanation of a board, in sentences; empty where there is none.
pub fn sentences(state: &State, stage: StageIndex, round: RoundNumber, board: usize) -> Vec<String> {
    let Some(header) = state.stages.get(stage) else { return Vec::new() };
    let Some(meeting) = state.round(stage, round).and_then(|r| r.meetings.get(board)) else { return Vec::new() };
    let Some(game) = meeting.games.first() else { return Vec::new() };
    let mut lines = Vec::new();
    if let Some(words) = &meeting.by_hand {
        let words = if words.is_empty() { String::new() } else { format!(": {words}") };
        lines.push(format!("This board was set by hand{words}."));
    }
    let numbering = state.numbering(stage);
    let number = |id| numbering.iter().position(|other| *other == id).map(|at| at as u32 + 1);
    let (Some(white), Some(black)) = (number(game.white), number(game.black)) else { return lines };
    match header.system {
        System::Swiss { variant, .. } => {
            let name = |number: u32| numbering.get(number as usize - 1).map_or_else(String::new, |&id| state.name(id));
            lines.extend(swiss_sentences(state, stage, round, variant, (white, black), &name));
        }
        System::RoundRobin { .. } => lines.push("The Berger table fixes this meeting and its colours.".to_owned()),
        System::Scheveningen { .. } => {
            lines.push("The table of the Scheveningen system fixes this meeting.".to_owned())
        }
        System::Knockout { .. } => lines.push("They meet by their places in the bracket.".to_owned()),
        System::Manual => lines.push("The pairs of this event are set by hand.".to_owned()),
    }
    lines
}

fn swiss_sentences(
    state: &State,
    stage: StageIndex,
    round: RoundNumber,
    variant: SwissVariant,
    (white, black): (u32, u32),
    name: &dyn Fn(u32) -> String,
) -> Vec<String> {
    let system = match variant {
        SwissVariant::Dutch => return Vec::new(),
        SwissVariant::Dubov => swiss::System::Dubov,
        SwissVariant::Burstein => swiss::System::Burstein,
    };
    let Some(table) = CrossTable::of_state(state, stage, round).before_round(round) else { return Vec::new() };
    match swiss::explain(system, &table.round_input(), Question::Pair(white, black), name) {
        Ok(reasons) => reasons.into_iter().map(|reason| format!("{} ({})", reason.text, reason.article)).collect(),
        Err(error) => vec![error.to_string()],
    }
}
