//! Why two teams meet (FIDE C.04.6), for screens and the command line.

use super::team_view;
use crate::crosstable::CrossTable;
use crate::model::*;
use pairing::Points;
use pairing::swiss::{self, Question, Reason, RoundInput, RoundPairing, Tpn};

/// The position of the teams before a round, as the Swiss team system sees it.
pub struct TeamPosition {
    /// Teams as entrants, points of the score that decides.
    pub input: RoundInput,
    /// The other score, where it finds the first-team.
    pub secondary: Vec<(Tpn, Points)>,
    variant: SwissVariant,
    rules: TeamRules,
}

impl TeamPosition {
    /// Before a paired round (from 1) of a Swiss of teams; `None` for other stages and rounds.
    pub fn before(state: &State, stage: StageIndex, round: RoundNumber) -> Option<TeamPosition> {
        let System::Swiss { variant, .. } = state.stages.get(stage)?.system else { return None };
        if !state.pairs_teams(stage) || state.round(stage, round).is_none() {
            return None;
        }
        let view = team_view(state, stage);
        let table = CrossTable::of_state(&view.state, stage, round).before_round(round)?;
        let mut input = table.round_input();
        let numbers = view.state.numbering(stage);
        let rules = state.settings.teams.clone();
        let secondary = crate::event::take_scores(&mut input, &rules, &numbers, &view.points);
        Some(TeamPosition { input, secondary, variant, rules })
    }

    /// What the system of the stage gives.
    ///
    /// # Errors
    /// As [`swiss::pair`].
    pub fn pair(&self) -> Result<RoundPairing, swiss::PairingError> {
        match self.variant {
            SwissVariant::Team => {
                swiss::pair_matches(crate::event::match_system(&self.rules), &self.input, &self.secondary)
            }
            variant => swiss::pair(crate::event::engine_of(variant).0, &self.input),
        }
    }

    /// The answer to a question, with the articles that decided.
    ///
    /// # Errors
    /// As [`swiss::explain`].
    pub fn explain(
        &self,
        question: Question,
        name: &dyn Fn(Tpn) -> String,
    ) -> Result<Vec<Reason>, swiss::PairingError> {
        match self.variant {
            SwissVariant::Team => {
                let preference = match self.rules.colors {
                    TeamColors::TypeA => swiss::TeamPreference::TypeA,
                    TeamColors::TypeB => swiss::TeamPreference::TypeB,
                    TeamColors::None => swiss::TeamPreference::None,
                };
                swiss::explain_teams(preference, &self.input, &self.secondary, question, name)
            }
            variant => swiss::explain(crate::event::engine_of(variant).0, &self.input, question, name),
        }
    }
}
