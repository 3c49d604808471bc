//! The text of an event file: RON, one line for each player, meeting and command, in a fixed order, so that two versions compare well line by line.

use super::check;
use super::listing::Summary;
use crate::event::{Entry, Event, Ids};
use crate::model::*;
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;
use thiserror::Error;

/// The version of the format that this program writes; it reads this one and all before.
pub const VERSION: u32 = 1;

const FORMAT: &str = "pairwright event";

/// Why a text is no event.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TextError {
    /// Written by a newer program.
    #[error("file version {version} is newer than {VERSION}")]
    Newer {
        /// Its version.
        version: u32,
    },
    /// Not readable, or contradicting itself.
    #[error("{what}")]
    Damaged {
        /// Line, from 1, where known.
        line: Option<usize>,
        /// Column, from 1, where known.
        column: Option<usize>,
        /// What is wrong.
        what: String,
    },
}

impl TextError {
    fn whole(what: impl Into<String>) -> TextError {
        TextError::Damaged { line: None, column: None, what: what.into() }
    }
}

#[derive(Deserialize)]
struct Whole {
    format: String,
    version: u32,
    summary: Summary,
    ids: Ids,
    state: State,
    history: Vec<Arc<Entry>>,
}

/// Reads the text of an event file; also gives when it was saved.
///
/// # Errors
/// [`TextError`] with line and column.
pub fn read_text(text: &str) -> Result<(Event, Option<String>), TextError> {
    let head = head_of(text)?;
    if head > VERSION {
        return Err(TextError::Newer { version: head });
    }
    let whole: Whole = ron::from_str(text).map_err(|error| TextError::Damaged {
        line: Some(error.span.end.line),
        column: Some(error.span.end.col),
        what: error.code.to_string(),
    })?;
    if whole.format != FORMAT || whole.version != head {
        return Err(TextError::whole("the beginning of the file does not fit the rest"));
    }
    check::state(&whole.state).map_err(TextError::whole)?;
    let saved_at = (!whole.summary.saved_at.is_empty()).then_some(whole.summary.saved_at);
    Ok((Event::restore(whole.state, whole.history, whole.ids), saved_at))
}

/// The version, from the first lines.
fn head_of(text: &str) -> Result<u32, TextError> {
    let mut lines = text.lines().take(20).map(|line| line.trim().trim_end_matches(','));
    let format = lines.find_map(|line| line.strip_prefix("format:"));
    if format.map(str::trim) != Some(&format!("\"{FORMAT}\"")) {
        return Err(TextError::Damaged {
            line: Some(1),
            column: Some(1),
            what: format!("this is no event of Pairwright: the line format: \"{FORMAT}\" is missing"),
        });
    }
    let version = lines.find_map(|line| line.strip_prefix("version:")).and_then(|v| v.trim().parse().ok());
    version.ok_or_else(|| TextError::whole("the line version: is missing after the format"))
}

/// The summary from the beginning of a file.
pub(super) fn read_summary(head: &str) -> Result<Summary, String> {
    let version = head_of(head).map_err(|error| error.to_string())?;
    if version > VERSION {
        return Err(TextError::Newer { version }.to_string());
    }
    let line = head.lines().take(20).find_map(|line| line.trim().strip_prefix("summary:"));
    let line = line.ok_or("the line summary: is missing")?;
    ron::from_str(line.trim().trim_end_matches(',')).map_err(|error| error.to_string())
}

/// Writes an event as text.
///
/// # Errors
/// The words of the RON writer; no event that the commands can make gives one.
pub fn write_text(event: &Event) -> Result<String, ron::Error> {
    Cache::default().write(event, &crate::event::system_clock())
}

/// Lines written before, by the identity of what they say; saving after one command writes only what has changed.
#[derive(Debug, Default)]
pub(super) struct Cache {
    players: BTreeMap<PlayerId, (Arc<Player>, String)>,
    rounds: HashMap<(StageIndex, usize), (Arc<Round>, String)>,
    records: BTreeMap<RecordId, (Arc<StoredRecord>, String)>,
    history: Vec<(Arc<Entry>, String)>,
}

fn pretty<T: Serialize>(value: &T, depth: usize, indent: &str) -> Result<String, ron::Error> {
    let text = ron::ser::to_string_pretty(value, PrettyConfig::new().depth_limit(depth).new_line("\n"))?;
    // Line ends inside strings are escaped, so these are the writer's own.
    Ok(text.replace('\n', &format!("\n{indent}")))
}

/// The line of a map's entry: from the cache when it is still the same thing.
fn line_of<'a, K: Ord + Copy + Serialize, V: Serialize>(
    cache: &'a mut BTreeMap<K, (Arc<V>, String)>,
    key: K,
    value: &Arc<V>,
) -> Result<&'a str, ron::Error> {
    let known = cache.get(&key).is_some_and(|(old, _)| Arc::ptr_eq(old, value));
    if !known {
        let line = format!("            {}: {},\n", ron::to_string(&key)?, ron::to_string(value)?);
        cache.insert(key, (value.clone(), line));
    }
    // It was known, or inserted just now.
    Ok(cache.get(&key).map_or("", |(_, line)| line.as_str()))
}

impl Cache {
    pub(super) fn write(&mut self, event: &Event, saved_at: &str) -> Result<String, ron::Error> {
        let state = event.state();
        self.players.retain(|id, _| state.players.contains_key(id));
        self.records.retain(|id, _| state.records.contains_key(id));
        let size = self.history.last().map_or(4096, |(_, line)| line.len() * self.history.len() * 2);
        let mut out = String::with_capacity(size);
        out.push_str("// An event of Pairwright. The program saves it after every change; backups stand in the folder beside it.\n(\n");
        // Writing into a string cannot fail.
        let _ = writeln!(out, "    format: \"{FORMAT}\",\n    version: {VERSION},");
        let _ = writeln!(out, "    summary: {},", ron::to_string(&Summary::of(event, saved_at))?);
        let _ = writeln!(out, "    ids: {},", ron::to_string(&event.ids())?);
        out.push_str("    state: (\n");
        let _ = writeln!(out, "        settings: {},", pretty(&state.settings, 2, "        ")?);
        out.push_str("        players: {\n");
        for (id, player) in &state.players {
            out.push_str(line_of(&mut self.players, *id, player)?);
        }
        out.push_str("        },\n        teams: {\n");
        for (id, team) in &state.teams {
            let _ = writeln!(out, "            {}: {},", ron::to_string(id)?, ron::to_string(team)?);
        }
        out.push_str("        },\n        stages: [\n");
        for (index, stage) in state.stages.iter().enumerate() {
            self.stage(&mut out, index, stage)?;
        }
        out.push_str("        ],\n        adjustments: [\n");
        for adjustment in &state.adjustments {
            let _ = writeln!(out, "            {},", ron::to_string(adjustment)?);
        }
        if !state.tie_decisions.is_empty() {
            out.push_str("        ],\n        tie_decisions: [\n");
            for decision in &state.tie_decisions {
                let _ = writeln!(out, "            {},", ron::to_string(decision)?);
            }
        }
        out.push_str("        ],\n");
        if !state.team_adjustments.is_empty() {
            let _ = writeln!(out, "        team_adjustments: {},", ron::to_string(&state.team_adjustments)?);
        }
        out.push_str("        records: {\n");
        for (id, record) in &state.records {
            out.push_str(line_of(&mut self.records, *id, record)?);
        }
        let _ = writeln!(out, "        }},\n        fide_mode: {},\n        notes: [", state.fide_mode);
        for note in &state.notes {
            let _ = writeln!(out, "            {},", ron::to_string(note)?);
        }
        out.push_str("        ],\n        foreign_lines: [\n");
        for line in state.foreign_lines.iter() {
            let _ = writeln!(out, "            {},", ron::to_string(line)?);
        }
        out.push_str("        ],\n    ),\n    history: [\n");
        self.history(&mut out, event)?;
        out.push_str("    ],\n)\n");
        Ok(out)
    }

    fn stage(&mut self, out: &mut String, index: StageIndex, stage: &Stage) -> Result<(), ron::Error> {
        let _ = writeln!(
            out,
            "            (\n                name: {},\n                system: {},\n                rounds_planned: {},\n                games_per_meeting: {},\n                numbers: {},\n                numbers_by_hand: {},\n                teams: {},\n                rounds: [",
            ron::to_string(&stage.name)?,
            ron::to_string(&stage.system)?,
            stage.rounds_planned,
            stage.games_per_meeting,
            ron::to_string(&stage.numbers)?,
            stage.numbers_by_hand,
            ron::to_string(&stage.teams)?,
        );
        for (number, round) in stage.rounds.iter().enumerate() {
            let key = (index, number);
            let known = self.rounds.get(&key).is_some_and(|(old, _)| Arc::ptr_eq(old, round));
            if !known {
                self.rounds.insert(key, (round.clone(), round_text(round)?));
            }
            if let Some((_, text)) = self.rounds.get(&key) {
                out.push_str(text);
            }
        }
        out.push_str("                ],\n");
        if stage.phase != 0 || stage.closed {
            let _ = writeln!(out, "                phase: {},\n                closed: {},", stage.phase, stage.closed);
        }
        if !stage.carried.is_empty() {
            let _ = writeln!(out, "                carried: {},", ron::to_string(&stage.carried)?);
        }
        if !stage.carried_rest.is_empty() {
            let _ = writeln!(out, "                carried_rest: {},", ron::to_string(&stage.carried_rest)?);
        }
        if stage.origin.is_some() {
            let _ = writeln!(out, "                origin: {},", ron::to_string(&stage.origin)?);
        }
        if stage.numbers_drawn.is_some() {
            let _ = writeln!(out, "                numbers_drawn: {},", ron::to_string(&stage.numbers_drawn)?);
        }
        out.push_str("            ),\n");
        Ok(())
    }

    fn history(&mut self, out: &mut String, event: &Event) -> Result<(), ron::Error> {
        self.history.truncate(event.journal().len());
        for (index, entry) in event.journal().iter().enumerate() {
            match self.history.get_mut(index) {
                Some((old, _)) if Arc::ptr_eq(old, entry) => {}
                Some(slot) => *slot = (entry.clone(), format!("        {},\n", ron::to_string(entry)?)),
                None => self.history.push((entry.clone(), format!("        {},\n", ron::to_string(entry)?))),
            }
            out.push_str(&self.history[index].1);
        }
        Ok(())
    }
}

fn round_text(round: &Round) -> Result<String, ron::Error> {
    let indent = "                        ";
    let mut out = format!("                    (\n{indent}meetings: [\n");
    for meeting in &round.meetings {
        let _ = writeln!(out, "{indent}    {},", ron::to_string(meeting)?);
    }
    let _ = writeln!(
        out,
        "{indent}],\n{indent}byes: {},\n{indent}paired_by: {},\n{indent}paired_at: {},\n{indent}virtual_points: {},\n{indent}manual_phase: {},",
        ron::to_string(&round.byes)?,
        ron::to_string(&round.paired_by)?,
        ron::to_string(&round.paired_at)?,
        ron::to_string(&round.virtual_points)?,
        round.manual_phase,
    );
    if let Some(openings) = &round.openings {
        let _ = writeln!(out, "{indent}openings: Some({}),", ron::to_string(openings)?);
    }
    if !round.carried_from.is_empty() {
        let _ = writeln!(out, "{indent}carried_from: {},", ron::to_string(&round.carried_from)?);
    }
    if let Some(teams) = &round.teams {
        let _ = writeln!(out, "{indent}teams: Some({}),", ron::to_string(teams)?);
    }
    out.push_str("                    ),\n");
    Ok(out)
}
