//! Records that speak against one another, and against results.

use super::export::outcome;
use super::{Belongs, RecordMatch, result_of, result_text};
use crate::command::GameRef;
use crate::model::*;
use rules::{Record, check};
use std::collections::BTreeMap;

/// A board for people: `3`, or `3.2` for the second game of a meeting of several.
pub fn place_text(state: &State, at: GameRef) -> String {
    let meeting = (at.board as usize).checked_sub(1).and_then(|i| state.round(at.stage, at.round)?.meetings.get(i));
    match meeting {
        Some(meeting) if meeting.games.len() > 1 => format!("{}.{}", at.board, at.game + 1),
        _ => at.board.to_string(),
    }
}

/// Records of one game that tell different results: a person must look at all of them.
pub fn settle<'m>(state: &State, matches: impl Iterator<Item = &'m mut RecordMatch>) {
    let mut games: BTreeMap<(u32, usize), Vec<&mut RecordMatch>> = BTreeMap::new();
    for found in matches {
        if let (Some(at), Some(_)) = (found.place(), found.result) {
            games.entry((at.board, at.game)).or_default().push(found);
        }
    }
    for records in games.into_values() {
        let results: Vec<Option<GameResult>> = records.iter().map(|found| found.result).collect();
        for found in records {
            let Some(other) = results.iter().copied().find(|other| *other != found.result) else { continue };
            // What stands in the event already is not in question; a doubt told before stays.
            if let Belongs::Matched(at) = found.belongs
                && !found.known
            {
                let text = format!("Another record of board {} says {}.", place_text(state, at), result_text(other));
                found.belongs = Belongs::Doubtful(at, text);
            }
        }
    }
}

/// What a kept record that does not agree with `result` says, and which record it is. A forfeit counts as the win that it is.
pub(crate) fn kept_result(state: &State, game: &Game, result: GameResult) -> Option<(&'static str, String)> {
    let kept = state.records.get(&game.record?)?;
    let record = Record::parse(&kept.text);
    let says = check(&record, kept.game.parse().ok()).outcome()?;
    if result == GameResult::Adjourned || outcome(result) == Some(says) {
        return None;
    }
    let of = if kept.source.is_empty() { String::new() } else { format!(" from {}", kept.source) };
    let (white, black) = (record.white().unwrap_or("?"), record.black().unwrap_or("?"));
    Some((result_text(Some(result_of(says))), format!("{white} - {black}{of}")))
}
