//! Stages side by side and one after the other.

use crate::model::*;
use std::ops::Range;
use std::sync::Arc;

impl State {
    /// The stages by phase: those of one phase run side by side, the phases one after the other. Neighbouring stages with the same number other
    /// than 0 make one.
    pub fn phases(&self) -> Vec<Range<StageIndex>> {
        let mut phases: Vec<Range<StageIndex>> = Vec::new();
        for (index, stage) in self.stages.iter().enumerate() {
            let joins = stage.phase != 0 && index > 0 && self.stages[index - 1].phase == stage.phase;
            match phases.last_mut() {
                Some(phase) if joins => phase.end = index + 1,
                _ => phases.push(index..index + 1),
            }
        }
        phases
    }

    /// The stages that run beside a stage, itself included.
    pub fn phase_of(&self, stage: StageIndex) -> Range<StageIndex> {
        self.phases().into_iter().find(|phase| phase.contains(&stage)).unwrap_or(stage..stage)
    }

    /// Only those who stand in the numbers take part.
    pub fn is_closed(&self, stage: StageIndex) -> bool {
        self.stages.get(stage).is_some_and(|header| header.closed || (stage > 0 && !header.numbers.is_empty()))
    }

    /// The stage in which a player plays now: the last one that takes the player in; else the last one.
    pub fn stage_of(&self, id: PlayerId) -> StageIndex {
        let takes = |&index: &StageIndex| {
            !self.is_closed(index) || self.stages[index].numbers.contains(&id) || self.takes_team_of(index, id)
        };
        (0..self.stages.len()).rev().find(takes).unwrap_or(self.stages.len().saturating_sub(1))
    }

    /// The numbers of a stage follow rating, title and name (FIDE C.04.2 art. 2.2): they were not drawn, set by hand or read from a file in another
    /// order.
    pub fn is_in_order_of_strength(&self, stage: StageIndex) -> bool {
        let numbers = self.numbering(stage);
        let mut ordered = numbers.to_vec();
        super::numbers::strength_order(self, &mut ordered);
        ordered[..] == numbers[..]
    }

    /// No stage takes the player in: someone who came when the groups had been made, and was put into none.
    pub fn is_in_no_stage(&self, id: PlayerId) -> bool {
        !self.stages.is_empty()
            && (0..self.stages.len()).all(|index| {
                self.is_closed(index) && !self.stages[index].numbers.contains(&id) && !self.takes_team_of(index, id)
            })
    }

    /// The stage in which a team plays now, as [`State::stage_of`].
    pub fn stage_of_team(&self, id: TeamId) -> StageIndex {
        let takes = |&index: &StageIndex| !self.is_closed(index) || self.stages[index].teams.numbers.contains(&id);
        (0..self.stages.len()).rev().find(takes).unwrap_or(self.stages.len().saturating_sub(1))
    }

    /// The player's team is one of those named for a stage that pairs teams.
    pub(crate) fn takes_team_of(&self, stage: StageIndex, player: PlayerId) -> bool {
        let team = self.players.get(&player).and_then(|player| player.team);
        let named = |header: &Stage| team.is_some_and(|team| header.teams.numbers.contains(&team));
        self.stages.get(stage).is_some_and(named)
    }

    /// Whether the round was taken over from earlier stages.
    pub fn is_carried(&self, stage: StageIndex, round: RoundNumber) -> bool {
        self.round(stage, round).is_some_and(|round| !round.carried_from.is_empty())
    }

    /// All stages of the last phase are over: the next stage can be made, or the event is over.
    pub fn is_phase_over(&self) -> bool {
        self.phases().pop().is_some_and(|mut phase| phase.all(|stage| self.is_stage_over(stage)))
    }

    /// The stage that was announced to come after the last one there is.
    pub fn planned_stage(&self) -> Option<&crate::stages::PlannedStage> {
        self.settings.plan.as_deref()?.next.get(self.phases().len().checked_sub(1)?)
    }

    /// The last stage is over, and none was announced to follow.
    pub fn is_event_over(&self) -> bool {
        self.is_phase_over() && self.planned_stage().is_none()
    }

    /// Stages of a phase whose next round is due: the last one is complete, and planned rounds are left. (A round-robin with postponed games can
    /// be paired all the same, stage by stage.)
    pub fn stages_to_pair(&self, phase: Range<StageIndex>) -> Vec<StageIndex> {
        phase
            .filter(|&index| {
                let Some(stage) = self.stages.get(index) else { return false };
                let paired = stage.rounds.len() as RoundNumber;
                let ready = paired == 0 || self.is_complete(index, paired);
                let left = match stage.system {
                    System::Knockout { .. } => !self.is_stage_over(index),
                    _ => paired < stage.rounds_planned,
                };
                ready && left
            })
            .collect()
    }
}

impl State {
    /// The event as if the stage were its only one: for whatever looks at one stage only. `None` when there is no such stage.
    pub fn only_stage(&self, stage: StageIndex) -> Option<State> {
        let header = self.stages.get(stage)?;
        let mut only = Stage { phase: 0, closed: self.is_closed(stage), ..header.clone() };
        // What a continuation takes over counts for colours, floats and tie-breaks.
        if !only.is_continuation() {
            only.origin = None;
        }
        if only.rounds.is_empty() && only.closed {
            only.numbers = self.numbering(stage);
        }
        let mut adjustments = self.adjustments.clone();
        adjustments.retain(|adjustment| adjustment.stage == stage);
        for adjustment in &mut adjustments {
            adjustment.stage = 0;
        }
        let mut tie_decisions = self.tie_decisions.clone();
        tie_decisions.retain(|decision| decision.stage == stage);
        for decision in &mut tie_decisions {
            decision.stage = 0;
        }
        let mut team_adjustments = self.team_adjustments.clone();
        team_adjustments.retain(|adjustment| adjustment.stage == stage);
        for adjustment in &mut team_adjustments {
            adjustment.stage = 0;
        }
        Some(State { stages: vec![only], adjustments, tie_decisions, team_adjustments, ..self.clone() })
    }

    /// A stage without the rounds that were taken over: their points are among those carried.
    pub fn without_carried_rounds(&self, stage: StageIndex) -> Option<State> {
        let mut state = self.only_stage(stage)?;
        let taken = state.stages[0].rounds.iter().take_while(|round| !round.carried_from.is_empty()).count();
        let scores = state.scores(0, taken as RoundNumber);
        let of_teams = state.pairs_teams(0).then(|| crate::teams::table(&state, 0, taken as u32));
        let teams = state.team_numbering(0);
        let only = &mut state.stages[0];
        if let Some(table) = of_teams {
            let sum = |row: &crate::standings::TeamRow| {
                let rounds = row.rounds.iter().map(|entry| (entry.match_points.tenths(), entry.game_points.tenths()));
                let carried = (row.extra_match_points.tenths(), row.extra_game_points.tenths());
                rounds.fold(carried, |(a, b), (matches, games)| (a.saturating_add(matches), b.saturating_add(games)))
            };
            let points = teams.iter().copied().zip(table.rows.iter().map(sum));
            Arc::make_mut(&mut only.teams).carried = points.filter(|(_, both)| *both != (0, 0)).collect();
        }
        only.rounds.drain(..taken);
        only.rounds_planned = only.rounds_planned.saturating_sub(taken as RoundNumber).max(1);
        // The scores hold adjustments of those rounds as well; a round-robin final has none so early.
        only.set_carried(&scores.into_iter().collect());
        state.adjustments.iter_mut().for_each(|adjustment| {
            adjustment.round = adjustment.round.saturating_sub(taken as RoundNumber);
        });
        for decision in &mut state.tie_decisions {
            decision.round = decision.round.saturating_sub(taken as RoundNumber);
        }
        for adjustment in &mut state.team_adjustments {
            adjustment.round = adjustment.round.saturating_sub(taken as RoundNumber);
        }
        Some(state)
    }

    /// All games of all stages as the rounds of one stage of everybody: for ratings. Games taken over into a later stage stand in it once; the
    /// games of a meeting are rounds of their own.
    pub fn all_rounds(&self) -> State {
        let mut rounds: Vec<Arc<Round>> = Vec::new();
        for phase in self.phases() {
            let own = |stage: StageIndex| {
                self.stages[stage].rounds.iter().filter(|round| round.carried_from.is_empty()).collect::<Vec<_>>()
            };
            let parts: Vec<Vec<&Arc<Round>>> = phase.map(own).collect();
            let longest = parts.iter().map(Vec::len).max().unwrap_or(0);
            for number in 0..longest {
                let side_by_side: Vec<&Arc<Round>> =
                    parts.iter().filter_map(|part| part.get(number).copied()).collect();
                let meetings = || side_by_side.iter().flat_map(|round| &round.meetings);
                let games = meetings().map(|meeting| meeting.games.len()).max().unwrap_or(0);
                for game in 0..games {
                    let mut round = Round { paired_by: "all stages".to_owned(), ..Round::default() };
                    round.meetings = meetings()
                        .filter_map(|meeting| meeting.games.get(game))
                        .map(|game| Arc::new(Meeting { games: vec![*game], ..Meeting::single(game.white, game.black) }))
                        .collect();
                    if game == 0 {
                        round.byes = side_by_side.iter().flat_map(|round| round.byes.clone()).collect();
                    }
                    rounds.push(Arc::new(round));
                }
            }
        }
        let mut numbers: Vec<PlayerId> = self.players.keys().copied().collect();
        super::strength_order(self, &mut numbers);
        let stage = Stage {
            rounds_planned: rounds.len().max(1) as RoundNumber,
            numbers: Arc::new(numbers),
            numbers_by_hand: true,
            rounds,
            ..Stage::default()
        };
        State { stages: vec![stage], adjustments: Vec::new(), tie_decisions: Vec::new(), ..self.clone() }
    }
}
