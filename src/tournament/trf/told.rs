//! What comments of our own files tell of the standings: who is left out of them, and how ties were decided. No record of the format can say it.

use super::Trf;
use super::export::clean;
use crate::model::*;
use crate::standings::{self, DecisionKind, StageTable};

const LEFT_OUT: &str = "Left out of the standings, fewer than half of the games: ";
const ALL_COUNT: &str = "Everybody counts in the standings, also with fewer than half of the games";
const DECIDED: &str = "Tie decided ";
const TAKEN_BACK: &str = "Decision ";

/// Whether a comment of a file is one of those of this module that the next file writes anew.
pub(super) fn is_comment(text: &str) -> bool {
    text.starts_with(LEFT_OUT) || text == ALL_COUNT
}

/// The comment for the players of a round-robin who are left out, by their numbers in the file.
pub(super) fn left_out_comment(
    state: &State,
    stage: StageIndex,
    number: impl Fn(PlayerId) -> Option<u32>,
) -> Option<String> {
    if !matches!(state.stages.get(stage)?.system, System::RoundRobin { .. }) || state.pairs_teams(stage) {
        return None;
    }
    if state.settings.count_withdrawn {
        return Some(ALL_COUNT.to_owned());
    }
    let numbers: Vec<String> =
        standings::left_out(state, stage).into_iter().filter_map(number).map(|number| number.to_string()).collect();
    (!numbers.is_empty()).then(|| format!("{LEFT_OUT}{}", numbers.join(" ")))
}

impl Trf {
    /// Who is left out of the standings of a round-robin, as the file says; `None`: it says nothing of it.
    pub fn told_left_out(&self) -> Option<Vec<u32>> {
        self.comments.iter().find_map(|(_, text)| {
            if text == ALL_COUNT {
                return Some(Vec::new());
            }
            let numbers = text.strip_prefix(LEFT_OUT)?.split_whitespace();
            Some(numbers.filter_map(|number| number.parse().ok()).collect())
        })
    }

    /// The file tells of ties that were decided by a play-off, by lot or by hand.
    pub fn tells_of_ties(&self) -> bool {
        self.comments.iter().any(|(_, text)| text.starts_with(DECIDED) && text.contains(" @ Round "))
    }

    /// What the file tells of its standings changes the ranks that results and list alone would give.
    pub fn tells_of_ranks(&self) -> bool {
        self.tells_of_ties() || self.told_left_out().is_some_and(|numbers| !numbers.is_empty())
    }
}

/// Puts the decisions on ties of a file into the event that it made. Names stand in the notes; a name that is two players' decides nothing.
pub(super) fn decide_ties(state: &mut State) {
    let teams = state.pairs_teams(0);
    let cut = |name: &str| name.chars().take(33).collect::<String>().trim_end().to_owned();
    let names: Vec<(PlayerId, String)> = if teams {
        state.teams.iter().map(|(id, team)| (PlayerId(id.0), clean(&team.name))).collect()
    } else {
        state.players.iter().map(|(id, player)| (*id, cut(&clean(&player.name)))).collect()
    };
    // The longest name with which a text begins.
    let who = |text: &str| {
        let mut fitting: Vec<&(PlayerId, String)> =
            names.iter().filter(|(_, name)| !name.is_empty() && text.starts_with(name.as_str())).collect();
        fitting.sort_by_key(|(_, name)| std::cmp::Reverse(name.len()));
        match fitting.as_slice() {
            [(_, a), (_, b), ..] if a == b => None,
            [(id, _), ..] => Some(*id),
            [] => None,
        }
    };
    let kind_of = |words: &str| match words {
        "by a play-off" => Some(DecisionKind::PlayOff),
        "by lot" => Some(DecisionKind::Lot),
        "by hand" => Some(DecisionKind::ByHand),
        _ => None,
    };
    let mut found: Vec<TieDecision> = Vec::new();
    for note in &state.notes {
        let Some((start, rest)) = note.text.split_once(" @ Round ") else { continue };
        let Some((round, rest)) = rest.split_once(": ") else { continue };
        let Ok(round) = round.parse::<RoundNumber>() else { continue };
        if let Some(kind) = start.strip_prefix(DECIDED).and_then(kind_of) {
            // The reason behind the names may hold any words.
            let listed = rest.split(": ").next().unwrap_or_default();
            let order: Option<Vec<PlayerId>> = listed.split(" before ").map(who).collect();
            let Some(order) = order.filter(|order| order.len() > 1) else { continue };
            let tail = rest.splitn(order.len(), " before ").last().unwrap_or_default();
            let seed = tail
                .rsplit_once(", seed ")
                .and_then(|(_, seed)| seed.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok());
            let last = order.last().and_then(|id| names.iter().find(|(known, _)| known == id));
            let after = last.and_then(|(_, name)| tail.strip_prefix(name.as_str())).unwrap_or_default();
            let reason = after.split_once(": ").map(|(_, reason)| reason.to_owned()).unwrap_or_default();
            found.push(TieDecision {
                stage: 0,
                round,
                kind,
                order: order.clone(),
                group: order,
                seed,
                reason,
                games: Vec::new(),
            });
        } else if let Some(kind) =
            start.strip_prefix(TAKEN_BACK).and_then(|text| text.strip_suffix(" taken back")).and_then(kind_of)
        {
            let named = |id: &PlayerId| names.iter().any(|(known, name)| known == id && rest.contains(name.as_str()));
            found.retain(|one| !(one.round == round && one.kind == kind && one.order.iter().all(named)));
        }
    }
    for mut decision in found {
        let level = if teams {
            crate::teams::level(state, 0, decision.round)
        } else {
            StageTable::of(state, 0, decision.round).level()
        };
        let group = level.into_iter().find(|group| decision.order.iter().all(|id| group.contains(id)));
        decision.group = group.unwrap_or_else(|| decision.order.clone());
        state.tie_decisions.push(decision);
    }
}
