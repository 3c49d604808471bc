//! Stages side by side and one after the other.

use crate::model::*;
use std::ops::Range;

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
        let takes = |&index: &StageIndex| !self.is_closed(index) || self.stages[index].numbers.contains(&id);
        (0..self.stages.len()).rev().find(takes).unwrap_or(self.stages.len().saturating_sub(1))
    }

    /// Whether the round was taken over from earlier stages.
    pub fn is_carried(&self, stage: StageIndex, round: RoundNumber) -> bool {
        self.round(stage, round).is_some_and(|round| !round.carried_from.is_empty())
    }

    /// All stages of the last phase are over: the next stage can be made, or the event is over.
    pub fn is_phase_over(&self) -> bool {
        self.phases().pop().is_some_and(|mut phase| phase.all(|stage| self.is_stage_over(stage)))
    }

    /// Stages of a phase whose next round can be paired: its rounds so far are complete (in a round-robin and a Scheveningen match any time),
    /// and planned rounds are left.
    pub fn stages_to_pair(&self, phase: Range<StageIndex>) -> Vec<StageIndex> {
        phase
            .filter(|&index| {
                let Some(stage) = self.stages.get(index) else { return false };
                let paired = stage.rounds.len() as RoundNumber;
                let fixed = matches!(stage.system, System::RoundRobin { .. } | System::Scheveningen { .. });
                let ready = paired == 0 || fixed || self.is_complete(index, paired);
                let left = match stage.system {
                    System::Knockout { .. } => !self.is_stage_over(index),
                    _ => paired < stage.rounds_planned,
                };
                ready && left
            })
            .collect()
    }
}
