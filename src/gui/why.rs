//! Why two players meet: the words come from the pairing crate.

use pairing::swiss::{self, Explanation, Question, RoundInput};
use std::collections::HashMap;
use std::sync::Arc;
use tournament::Points;
use tournament::crosstable::CrossTable;
use tournament::model::{Game, PlayerId, RoundNumber, StageIndex, State, SwissVariant, System, TeamId};

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
    /// By number; also of those who did not go on into this stage.
    names: Vec<String>,
    numbers: HashMap<PlayerId, u32>,
}

impl Before {
    fn new(state: &State, stage: StageIndex, round: RoundNumber) -> Option<Before> {
        let numbers = state.numbering(stage).iter().copied().zip(1..).collect();
        let table = CrossTable::before_pairing(state, stage, round)?;
        let names = table.rows.iter().map(|row| row.name.clone()).collect();
        Some(Before { input: table.round_input(), names, numbers })
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
                lines.extend(tournament::why::bracket_board(&view, at.stage, meeting).into_iter().map(of_teams));
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
            System::Swiss { variant, .. } => {
                lines.extend(self.swiss(state, revision, at, variant, game, against));
                if !lines.is_empty() {
                    lines.extend(self.virtual_points(at, [game.white, against.unwrap_or(game.black)]));
                }
            }
            _ => lines.extend(tournament::why::fixed_board(state, at.stage, at.round, at.board)),
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
            (number as usize).checked_sub(1).and_then(|at| before.names.get(at)).cloned().unwrap_or_default()
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
            let names = before.names.iter().zip(1..).map(|(name, number)| (number, name.clone())).collect();
            match swiss::explain_dutch(input) {
                Ok(explanation) => self.dutch = Some((input.clone(), explanation.with_names(names))),
                Err(error) => return vec![error.to_string()],
            }
        }
        self.dutch.as_ref().map_or_else(Vec::new, |(_, explanation)| explanation.of_pair(white, black))
    }

    /// What a reader of the scores must know in an accelerated round; `None` where nobody has virtual points.
    fn virtual_points(&self, at: Board, players: [PlayerId; 2]) -> Option<String> {
        let (_, before) = self.before.as_ref()?;
        let index = at.round as usize - 1;
        let of = |entrant: &swiss::Entrant| entrant.virtual_points.get(index).copied().unwrap_or_default();
        let entrants = &before.input.entrants;
        if entrants.iter().all(|entrant| of(entrant) == Points::ZERO) {
            return None;
        }
        let words = players.map(|id| {
            let number = before.numbers.get(&id).copied().unwrap_or(0);
            let name = before.names.get((number as usize).wrapping_sub(1)).cloned().unwrap_or_default();
            let points = entrants.iter().find(|entrant| entrant.tpn == number).map(of).unwrap_or_default();
            format!("{points} of {name}")
        });
        Some(format!(
            "The scores contain the virtual points of an accelerated round: {} (FIDE C.04.7).",
            words.join(", ")
        ))
    }
}
