//! Why two players meet: the words come from the pairing crate.

use pairing::swiss::{self, Explanation, Question, RoundInput};
use tournament::crosstable::CrossTable;
use tournament::model::{Game, PlayerId, RoundNumber, StageIndex, State, SwissVariant, System};

/// Explains boards of a round. The engine's work is kept until the position before the round changes.
#[derive(Default)]
pub struct Teller {
    dutch: Option<(RoundInput, Explanation)>,
}

/// A board that is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Stage, from 0.
    pub stage: StageIndex,
    /// Round, from 1.
    pub round: RoundNumber,
    /// Board, from 0.
    pub board: usize,
}

impl Teller {
    /// Why the two of a board meet, in sentences; empty where there is no explanation. With `against`: why White does not meet that player.
    pub fn sentences(&mut self, state: &State, at: Board, against: Option<PlayerId>) -> Vec<String> {
        let Some(header) = state.stages.get(at.stage) else { return Vec::new() };
        let Some(meeting) = state.round(at.stage, at.round).and_then(|r| r.meetings.get(at.board)) else {
            return Vec::new();
        };
        let Some(game) = meeting.games.first() else { return Vec::new() };
        let mut lines = Vec::new();
        if let (Some(words), None) = (&meeting.by_hand, against) {
            let words = if words.is_empty() { String::new() } else { format!(": {words}") };
            lines.push(format!("This board was set by hand{words}."));
        }
        match header.system {
            System::Swiss { variant, .. } => lines.extend(self.swiss(state, at, variant, game, against)),
            System::RoundRobin { .. } => lines.push("The Berger table fixes this meeting and its colours.".to_owned()),
            System::Scheveningen { .. } => {
                lines.push("The table of the Scheveningen system fixes this meeting and its colours.".to_owned());
            }
            System::Knockout { .. } => lines.push("They meet by their places in the bracket.".to_owned()),
            System::Manual => lines.push("The pairs of this event are set by hand.".to_owned()),
        }
        lines
    }

    fn swiss(
        &mut self,
        state: &State,
        at: Board,
        variant: SwissVariant,
        game: &Game,
        against: Option<PlayerId>,
    ) -> Vec<String> {
        let numbering = state.numbering(at.stage);
        let number = |id: PlayerId| numbering.iter().position(|other| *other == id).map(|at| at as u32 + 1);
        let other = against.unwrap_or(game.black);
        let (Some(white), Some(black)) = (number(game.white), number(other)) else { return Vec::new() };
        let Some(table) = CrossTable::of_state(state, at.stage, at.round).before_round(at.round) else {
            return Vec::new();
        };
        let input = table.round_input();
        let name = |number: u32| {
            (number as usize)
                .checked_sub(1)
                .and_then(|i| numbering.get(i))
                .map_or_else(String::new, |&id| state.name(id))
        };
        let system = match variant {
            // The steps of the team system are not told one by one.
            SwissVariant::Team => return Vec::new(),
            SwissVariant::Dutch => swiss::System::Dutch,
            SwissVariant::Dubov => swiss::System::Dubov,
            SwissVariant::Burstein => swiss::System::Burstein,
        };
        if variant != SwissVariant::Dutch
            && let Ok(reasons) = swiss::explain(system, &input, Question::Pair(white, black), &name)
        {
            return reasons.into_iter().map(|reason| format!("{} ({})", reason.text, reason.article)).collect();
        }
        // The first rounds of Burstein are paired by the Dutch System too.
        if self.dutch.as_ref().is_none_or(|(known, _)| *known != input) {
            let names = numbering.iter().zip(1..).map(|(&id, number)| (number, state.name(id))).collect();
            match swiss::explain_dutch(&input) {
                Ok(explanation) => self.dutch = Some((input, explanation.with_names(names))),
                Err(error) => return vec![error.to_string()],
            }
        }
        self.dutch.as_ref().map_or_else(Vec::new, |(_, explanation)| explanation.of_pair(white, black))
    }
}
