//! Why two players meet: the words come from the pairing crate.

use pairing::knockout::{Slot, Source};
use pairing::swiss::{self, Explanation, Question, RoundInput};
use std::collections::HashMap;
use std::sync::Arc;
use tournament::crosstable::CrossTable;
use tournament::knockout;
use tournament::model::{
    FirstColorRule, Game, Meeting, PlayerId, RoundNumber, StageIndex, State, SwissVariant, System, TeamId,
};

/// Explains boards of a round. The engine's work is kept until the position before the round changes.
#[derive(Default)]
pub struct Teller {
    before: Option<(Moment, Arc<Before>)>,
    dutch: Option<(RoundInput, Explanation)>,
}

/// The revision of the event, the stage, the round.
type Moment = (u64, StageIndex, RoundNumber);

/// The position before a round, and who has which number: made once for all boards of the round.
struct Before {
    input: RoundInput,
    order: Arc<Vec<PlayerId>>,
    numbers: HashMap<PlayerId, u32>,
}

impl Before {
    fn new(state: &State, stage: StageIndex, round: RoundNumber) -> Option<Before> {
        let order = state.numbering(stage);
        let numbers = order.iter().copied().zip(1..).collect();
        let input = CrossTable::before_pairing(state, stage, round)?.round_input();
        Some(Before { input, order, numbers })
    }
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

/// Where the two of a knockout come from, and by which rule the first game has its colours.
fn bracket(state: &State, stage: StageIndex, meeting: &Arc<Meeting>) -> Vec<String> {
    let plain = || vec!["They meet by their places in the bracket.".to_owned()];
    let Ok(course) = knockout::bracket(state, stage) else { return plain() };
    let found = course.meetings.iter().find(|(_, other)| Arc::ptr_eq(other, meeting));
    let (Some((&number, _)), Some(System::Knockout { options, .. })) =
        (found, state.stages.get(stage).map(|header| &header.system))
    else {
        return plain();
    };
    let Some(game) = course.bracket.get(number) else { return plain() };
    let mut lines = vec![format!("This is match {number}, {}.", course.bracket.round_name(number))];
    let slots = course.bracket.slots();
    for (side, source) in game.sides.iter().enumerate() {
        let Some(Slot::Player(seed)) = slots.get(number as usize - 1).map(|slots| slots[side]) else { continue };
        let name = course.name(state, seed);
        lines.push(match source {
            Source::Winner(from) => {
                format!(
                    "{name} (seed {seed}) comes from match {from}, {}, as its winner.",
                    course.bracket.round_name(*from)
                )
            }
            Source::Loser(from) => {
                format!(
                    "{name} (seed {seed}) comes from match {from}, {}, as its loser.",
                    course.bracket.round_name(*from)
                )
            }
            Source::Remaining(_) => {
                format!(
                    "{name} (seed {seed}) is the {}: there is no fixed bracket, and in each round the highest seed who is left meets the lowest.",
                    source.words()
                )
            }
            Source::Seed(_) | Source::Bye => {
                format!("{name} is seed {seed}; the first round is made {}.", options.seeding.words())
            }
        });
    }
    lines.push(match options.first_color {
        FirstColorRule::Alternate => {
            "The first game has each player's other colour than in the first game of the meeting before; where both want the same, the higher seed has it; in round 1 the higher seeds have the colours by turns."
        }
        FirstColorRule::EachByLot => "A lot gave the colours of the first game.",
        FirstColorRule::FirstByLot => "A lot gave the colours of board 1; the higher seeds then have them by turns.",
        FirstColorRule::HigherSeed => "The higher seed has White in the first game.",
    }
    .to_owned());
    lines
}

/// Why two teams meet; with `against`, the identity of another team: why the team with White does not meet that one.
fn teams(state: &State, at: Board, against: Option<PlayerId>) -> Vec<String> {
    let Some(round) = state.round(at.stage, at.round) else { return Vec::new() };
    let Some(m) = tournament::teams::match_of_board(round, at.board as u32 + 1) else { return Vec::new() };
    let numbering = state.team_numbering(at.stage);
    let number = |id: TeamId| numbering.iter().position(|other| *other == id).map(|at| at as u32 + 1);
    let name = |number: u32| {
        let id = (number as usize).checked_sub(1).and_then(|at| numbering.get(at));
        id.map_or_else(String::new, |id| state.team_name(*id))
    };
    let mut lines = Vec::new();
    if let (Some(words), None) = (&m.game.by_hand, against) {
        let words = if words.is_empty() { String::new() } else { format!(": {words}") };
        lines.push(format!("This match was set by hand{words}."));
    }
    let (white, black) = (m.game.white, against.map_or(m.game.black, |id| TeamId(id.0)));
    let (Some(one), Some(two)) = (number(white), number(black)) else { return lines };
    match state.stages.get(at.stage).map(|header| &header.system) {
        Some(System::Swiss { .. }) => {
            let Some(position) = tournament::teams::TeamPosition::before(state, at.stage, at.round) else {
                return lines;
            };
            match position.explain(Question::Pair(one, two), &name) {
                Ok(reasons) => {
                    lines.extend(reasons.into_iter().map(|reason| format!("{} ({})", reason.text, reason.article)));
                }
                Err(error) => lines.push(error.to_string()),
            }
        }
        Some(System::RoundRobin { .. }) => {
            let met = |other: u32| format!("{} has number {other}", name(other));
            lines.push(format!(
                "{}, {} of {}; the Berger table lets these numbers meet in one round only, and gives the colour of board 1.",
                met(one),
                met(two),
                numbering.len()
            ));
            let rounds = state.stages.get(at.stage).map(|header| header.rounds.as_slice()).unwrap_or_default();
            for (paired, number) in rounds.iter().zip(1..) {
                let here = |m: &tournament::teams::MatchRef<'_>| {
                    [(white, black), (black, white)].contains(&(m.game.white, m.game.black))
                };
                if let Some(m) = tournament::teams::matches(paired).find(here) {
                    lines.push(format!(
                        "Round {number}: {} – {}, match {}.",
                        state.team_name(m.game.white),
                        state.team_name(m.game.black),
                        m.number
                    ));
                }
            }
        }
        Some(System::Knockout { .. }) => {
            let view = tournament::teams::projection(state, at.stage);
            let meeting = view.round(at.stage, at.round).and_then(|round| round.meetings.get(m.number as usize - 1));
            if let Some(meeting) = meeting {
                let of_teams = |line: String| {
                    line.replace(
                        "The first game has each player's other colour than in the first game of the meeting before",
                        "Board 1 has each team's other colour than in the match before",
                    )
                    .replace("the colours of the first game", "the colours of board 1")
                    .replace("has White in the first game", "has White on board 1")
                };
                lines.extend(bracket(&view, at.stage, meeting).into_iter().map(of_teams));
            }
            if against.is_some() {
                lines.push("Who meets whom follows from the bracket alone.".to_owned());
            }
        }
        Some(System::Manual) => lines.push("The pairs of this event are set by hand.".to_owned()),
        _ => {}
    }
    lines
}

impl Teller {
    /// Why the two of a board meet, in sentences; empty where there is no explanation. With `against`: why White does not meet that player. The revision grows
    /// with every change of the event.
    pub fn sentences(&mut self, state: &State, revision: u64, at: Board, against: Option<PlayerId>) -> Vec<String> {
        let Some(header) = state.stages.get(at.stage) else { return Vec::new() };
        if state.pairs_teams(at.stage) {
            return teams(state, at, against);
        }
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
            System::Swiss { variant, .. } => lines.extend(self.swiss(state, revision, at, variant, game, against)),
            System::RoundRobin { .. } => lines.push("The Berger table fixes this meeting and its colours.".to_owned()),
            System::Scheveningen { .. } => {
                lines.push("The table of the Scheveningen system fixes this meeting and its colours.".to_owned());
            }
            System::Knockout { .. } => lines.extend(bracket(state, at.stage, meeting)),
            System::Manual => lines.push("The pairs of this event are set by hand.".to_owned()),
        }
        lines
    }

    fn swiss(
        &mut self,
        state: &State,
        revision: u64,
        at: Board,
        variant: SwissVariant,
        game: &Game,
        against: Option<PlayerId>,
    ) -> Vec<String> {
        let moment = (revision, at.stage, at.round);
        if self.before.as_ref().is_none_or(|(known, _)| *known != moment) {
            let Some(before) = Before::new(state, at.stage, at.round) else { return Vec::new() };
            // Entering results changes nothing before the round; the engine's work stays.
            if self.dutch.as_ref().is_some_and(|(known, _)| *known != before.input) {
                self.dutch = None;
            }
            self.before = Some((moment, Arc::new(before)));
        }
        let Some(before) = self.before.as_ref().map(|(_, before)| Arc::clone(before)) else { return Vec::new() };
        let input = &before.input;
        let other = against.unwrap_or(game.black);
        let number = |id: PlayerId| before.numbers.get(&id).copied();
        let (Some(white), Some(black)) = (number(game.white), number(other)) else { return Vec::new() };
        let name = |number: u32| {
            let id = (number as usize).checked_sub(1).and_then(|at| before.order.get(at));
            id.map_or_else(String::new, |&id| state.name(id))
        };
        let system = match variant {
            // Of teams only, whose matches are told elsewhere.
            SwissVariant::Team => return Vec::new(),
            SwissVariant::Dutch => swiss::System::Dutch,
            SwissVariant::Dubov => swiss::System::Dubov,
            SwissVariant::Burstein => swiss::System::Burstein,
            SwissVariant::DoubleSwiss => swiss::System::DoubleSwiss,
            SwissVariant::Lim => swiss::System::Lim,
        };
        if variant != SwissVariant::Dutch {
            match swiss::explain(system, input, Question::Pair(white, black), &name) {
                Ok(reasons) => {
                    return reasons.into_iter().map(|reason| format!("{} ({})", reason.text, reason.article)).collect();
                }
                Err(error) if matches!(variant, SwissVariant::DoubleSwiss | SwissVariant::Lim) => {
                    return vec![error.to_string()];
                }
                Err(_) => {}
            }
        }
        // The first rounds of Burstein are paired by the Dutch System too.
        if self.dutch.is_none() {
            let names = before.order.iter().zip(1..).map(|(&id, number)| (number, state.name(id))).collect();
            match swiss::explain_dutch(input) {
                Ok(explanation) => self.dutch = Some((input.clone(), explanation.with_names(names))),
                Err(error) => return vec![error.to_string()],
            }
        }
        self.dutch.as_ref().map_or_else(Vec::new, |(_, explanation)| explanation.of_pair(white, black))
    }
}
