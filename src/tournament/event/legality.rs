//! Which rules a pair made by hand breaks, in words with names.

use crate::crosstable::CrossTable;
use crate::model::{ByeKind, PlayerId, Round, RoundNumber, StageIndex, State, SwissVariant, System};
use pairing::swiss::{BrokenRule, RoundInput, Tpn, broken_rules, broken_rules_of_bye};
use std::collections::BTreeMap;

/// The field before a round, ready to judge its pairs.
pub(super) struct Judge {
    input: RoundInput,
    names: Vec<String>,
    numbers: BTreeMap<PlayerId, Tpn>,
    swiss: bool,
    variant: Option<SwissVariant>,
}

impl Judge {
    /// For the given round (from 1) of a stage, which is paired. Whoever has an opponent, the pairing-allocated bye or no place yet takes part.
    pub(super) fn new(state: &State, stage: StageIndex, number: RoundNumber) -> Judge {
        let mut table = CrossTable::of_state(state, stage, number.saturating_sub(1));
        let numbering = state.numbering(stage);
        let numbers: BTreeMap<PlayerId, Tpn> = numbering.iter().zip(1..).map(|(id, tpn)| (*id, tpn)).collect();
        if let Some(round) = state.round(stage, number) {
            let games = round.meetings.iter().filter_map(|m| m.games.first()).flat_map(|g| [g.white, g.black]);
            let bye = round.byes.iter().filter(|(_, k)| **k == ByeKind::PairingAllocated).map(|(id, _)| *id);
            let waiting = super::manual::waiting(state, stage);
            for id in games.chain(bye).chain(waiting) {
                if let Some(row) = numbers.get(&id).and_then(|tpn| table.rows.get_mut(*tpn as usize - 1)) {
                    row.entrant.present = true;
                }
            }
            for (row, id) in table.rows.iter_mut().zip(numbering.iter()) {
                let points = round.virtual_points.get(id).copied().unwrap_or(0);
                row.entrant.virtual_points.push(pairing::Points(points));
            }
            for row in table.rows.iter_mut().skip(numbering.len()) {
                row.entrant.virtual_points.push(pairing::Points::ZERO);
            }
        }
        let swiss = state.stages.get(stage).is_some_and(|s| matches!(s.system, System::Swiss { .. } | System::Manual));
        let variant = match state.stages.get(stage).map(|s| &s.system) {
            Some(System::Swiss { variant, .. }) => Some(*variant),
            _ => None,
        };
        let names = table.rows.iter().map(|row| row.name.clone()).collect();
        Judge { input: table.round_input(), names, numbers, swiss, variant }
    }

    fn name(&self, tpn: Tpn) -> &str {
        (tpn as usize).checked_sub(1).and_then(|i| self.names.get(i)).map_or("?", String::as_str)
    }

    fn say(&self, rule: &BrokenRule) -> String {
        let name = |tpn: &Tpn| self.name(*tpn);
        let what = match rule {
            BrokenRule::Unknown(tpn) => format!("number {tpn} is not in the list"),
            BrokenRule::Himself(tpn) => format!("{} cannot meet himself or herself", name(tpn)),
            BrokenRule::NotPresent(tpn) => format!("{} does not take part in this round", name(tpn)),
            BrokenRule::Rematch { white, black, rounds } => {
                let rounds: Vec<String> = rounds.iter().map(u32::to_string).collect();
                format!("{} and {} met in round {}", name(white), name(black), rounds.join(", "))
            }
            BrokenRule::Forbidden(a, b) => format!("{} and {} are a forbidden pair of this event", name(a), name(b)),
            BrokenRule::AbsoluteClash(a, b) => format!("{} and {} must both get the same colour", name(a), name(b)),
            BrokenRule::ThirdInARow(tpn) => format!("{} would get the same colour a third time in a row", name(tpn)),
            BrokenRule::ColorDifference(tpn, difference) => {
                format!("{} would come to a colour difference of {difference:+}", name(tpn))
            }
            BrokenRule::WrongColors(white, black) => {
                format!("by the rules {} has White against {}", name(black), name(white))
            }
            BrokenRule::ByeBarred { tpn, round } => format!(
                "{} had a pairing-allocated bye, or the points of a win without playing, in round {round} already",
                name(tpn)
            ),
            BrokenRule::ByeNotNeeded => "the number of players is even, so nobody is left over".to_owned(),
        };
        match rule.article() {
            "" => format!("{what}."),
            article if article.starts_with("C.") => format!("{what} (FIDE {article})."),
            article => format!("{what} ({article})."),
        }
    }

    /// The rules that a pair breaks. A history that contradicts itself breaks none here; the pairing itself will say so.
    pub(super) fn pair(&self, white: PlayerId, black: PlayerId) -> Vec<String> {
        let (Some(&w), Some(&b)) = (self.numbers.get(&white), self.numbers.get(&black)) else { return Vec::new() };
        if !self.swiss {
            let (w, b) = (self.name(w), self.name(b));
            return vec![format!("{w} - {b}: the schedule of this system fixes the pairs (FIDE C.05 Annex 1).")];
        }
        let broken = broken_rules(&self.input, w, b).unwrap_or_default();
        broken.iter().filter(|rule| self.holds(rule)).map(|rule| self.say(rule)).collect()
    }

    /// Whether the system has the rule: a Double-Swiss and the Swiss Team System (C.04.6 art. 1) forbid no colours, and the Lim System gives them by other steps than the Dutch.
    fn holds(&self, rule: &BrokenRule) -> bool {
        let colors = matches!(
            rule,
            BrokenRule::AbsoluteClash(..)
                | BrokenRule::ThirdInARow(_)
                | BrokenRule::ColorDifference(..)
                | BrokenRule::WrongColors(..)
        );
        match self.variant {
            Some(SwissVariant::DoubleSwiss | SwissVariant::Team) => !colors,
            Some(SwissVariant::Lim) => !matches!(rule, BrokenRule::AbsoluteClash(..) | BrokenRule::WrongColors(..)),
            _ => true,
        }
    }

    /// The rules that a pairing-allocated bye breaks.
    pub(super) fn bye(&self, player: PlayerId) -> Vec<String> {
        let Some(&tpn) = self.numbers.get(&player) else { return Vec::new() };
        let broken = broken_rules_of_bye(&self.input, tpn).unwrap_or_default();
        broken.iter().map(|rule| self.say(rule)).collect()
    }

    /// The rules that the pairs set by hand in a round break, and those of its pairing-allocated bye.
    pub(super) fn by_hand(&self, round: &Round) -> Vec<String> {
        let pairs = round.meetings.iter().filter(|m| m.by_hand.is_some()).filter_map(|m| m.games.first());
        let byes = round.byes.iter().filter(|(_, kind)| **kind == ByeKind::PairingAllocated);
        pairs.flat_map(|g| self.pair(g.white, g.black)).chain(byes.flat_map(|(id, _)| self.bye(*id))).collect()
    }
}
