//! Standings of a stage of an event.

use super::{Standings, TieBreak, fewer_than_half, without};
use crate::crosstable::CrossTable;
use crate::model::{PlayerId, RoundNumber, StageIndex, State, System};
use pairing::swiss::EntryKind;
use std::sync::Arc;

/// Standings of a stage with the table that they were computed from.
#[derive(Clone, Debug)]
pub struct StageTable {
    /// The ranks.
    pub standings: Standings,
    /// The table of those who are ranked; row `i` is the player `ids[i]`.
    pub cross: CrossTable,
    /// Players in the order of the table's rows.
    pub ids: Arc<Vec<PlayerId>>,
    /// Whose results do not count: fewer than half of their games in a round-robin (FIDE C.05 art. 6.6). They are not in the table.
    pub left_out: Vec<PlayerId>,
    /// Codes of the settings that are not known and therefore not applied.
    pub unknown: Vec<String>,
}

impl StageTable {
    /// After the given number of rounds, by the tie-breaks of the settings.
    pub fn of(state: &State, stage: StageIndex, rounds: RoundNumber) -> StageTable {
        let mut unknown = Vec::new();
        let mut codes: Vec<TieBreak> = Vec::new();
        for code in &state.settings.tiebreaks {
            match code.parse() {
                Ok(known) => codes.push(known),
                Err(_) => unknown.push(code.clone()),
            }
        }
        // Where teams are paired, it is their ties that are decided.
        let decided: &[_] = if state.pairs_teams(stage) { &[] } else { &state.tie_decisions };
        StageTable { unknown, ..StageTable::by(state, stage, rounds, &codes, decided) }
    }

    /// Ranks and players, the best first.
    pub fn ranks(&self) -> impl Iterator<Item = (u32, PlayerId)> + '_ {
        self.standings.rows.iter().filter_map(|row| Some((row.rank, *self.ids.get(row.index)?)))
    }
}

/// The table of a stage without those whose results do not count, its players, and those left out.
pub fn counted(
    state: &State,
    stage: StageIndex,
    rounds: RoundNumber,
) -> (CrossTable, Arc<Vec<PlayerId>>, Vec<PlayerId>) {
    let table = CrossTable::of_state(state, stage, rounds);
    let ids = state.numbering(stage);
    let left_out = left_out(state, stage);
    if left_out.is_empty() {
        return (table, ids, left_out);
    }
    let numbers: Vec<u32> =
        ids.iter().zip(&table.rows).filter(|(id, _)| left_out.contains(id)).map(|(_, row)| row.entrant.tpn).collect();
    let rest = ids.iter().copied().filter(|id| !left_out.contains(id)).collect();
    (without(&table, &numbers), Arc::new(rest), left_out)
}

/// Players of a round-robin whose results do not count, as far as all paired rounds show it: they have played fewer than half of their games
/// and cannot or do not play more (FIDE C.05 art. 6.6). Empty where the settings count everything.
pub fn left_out(state: &State, stage: StageIndex) -> Vec<PlayerId> {
    let Some(header) = state.stages.get(stage) else { return Vec::new() };
    let System::RoundRobin { cycles, .. } = header.system else { return Vec::new() };
    if header.rounds.is_empty() || state.settings.count_withdrawn {
        return Vec::new();
    }
    let table = CrossTable::of_state(state, stage, header.rounds.len() as RoundNumber);
    let missed = fewer_than_half(&table);
    let others = table.rows.len().saturating_sub(1);
    let games = others * usize::from(cycles.max(1));
    let ids = state.numbering(stage);
    ids.iter()
        .zip(&table.rows)
        .filter(|(id, row)| {
            let entries = &row.entrant.rounds;
            let open = entries.iter().any(|entry| entry.kind == EntryKind::Adjourned);
            let played = entries.iter().filter(|entry| entry.kind.is_played()).count();
            let gone = state.players.get(id).is_none_or(|player| player.withdrawn_from.is_some());
            missed.contains(&row.entrant.tpn) || (gone && !open && 2 * played < games)
        })
        .map(|(id, _)| *id)
        .collect()
}
