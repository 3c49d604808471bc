//! Standings of an event: its own list of tie-breaks, its edition of the rules and the decisions on its ties.

use super::{CategoryRule, Decision, Options, Placed, Standings, Subject, TieBreak, Tpn, category, compute_with};
use super::{StageTable, stage::counted};
use crate::model::{Category, Player, PlayerId, RoundNumber, StageIndex, State, System, TieDecision};
use crate::prizes::{Awards, award};
use std::collections::{BTreeMap, BTreeSet};

impl StageTable {
    /// The standings by another list. Decisions on ties do not count: they were made for ties of the event's own list.
    pub fn with_list(state: &State, stage: StageIndex, rounds: RoundNumber, list: &[TieBreak]) -> StageTable {
        StageTable::by(state, stage, rounds, list, &[])
    }

    pub(super) fn by(
        state: &State,
        stage: StageIndex,
        rounds: RoundNumber,
        list: &[TieBreak],
        decided: &[TieDecision],
    ) -> StageTable {
        let (mut cross, ids, left_out) = counted(state, stage, rounds);
        let numbers: BTreeMap<PlayerId, Tpn> =
            ids.iter().zip(&cross.rows).map(|(id, row)| (*id, row.entrant.tpn)).collect();
        let mut options = Options { decisions: Vec::new(), edition: state.settings.edition };
        let mut standings = compute_with(&cross, list, &options);
        for decision in decided.iter().filter(|one| one.stage == stage && one.round == cross.rounds) {
            let number = |id: &PlayerId| numbers.get(id).copied();
            let group: BTreeSet<Tpn> = decision.group.iter().filter_map(number).collect();
            let level = standings.level();
            let concerned = level.iter().filter(|tied| tied.iter().any(|one| group.contains(one)));
            // Whoever has joined the tie since was not asked: then the decision no longer holds.
            if concerned.flatten().all(|one| group.contains(one)) {
                let order = decision.order.iter().filter_map(number).collect();
                options.decisions.push(Decision { kind: decision.kind, order });
                standings = compute_with(&cross, list, &options);
            }
        }
        if cross.rows.len() > ids.len() {
            only_members(&mut standings, ids.len());
            cross.rows.truncate(ids.len());
        }
        by_bracket(state, stage, rounds, &ids, &mut standings);
        StageTable { standings, cross, ids, left_out, unknown: Vec::new() }
    }

    /// The player with a number.
    pub fn id_of(&self, number: Tpn) -> Option<PlayerId> {
        let row = self.standings.row_of(number)?;
        self.ids.get(row.index).copied()
    }

    /// A player's number.
    pub fn number_of(&self, id: PlayerId) -> Option<Tpn> {
        let row = self.ids.iter().position(|other| *other == id)?;
        self.cross.rows.get(row).map(|row| row.entrant.tpn)
    }

    /// Players who share a rank after everything, the highest rank first.
    pub fn level(&self) -> Vec<Vec<PlayerId>> {
        let groups = self.standings.rows.chunk_by(|a, b| a.rank == b.rank).filter(|group| group.len() > 1);
        groups.map(|group| group.iter().filter_map(|row| self.ids.get(row.index).copied()).collect()).collect()
    }

    /// The standings of a category of the settings.
    pub fn category(&self, state: &State, which: &Category) -> Vec<Placed<'_>> {
        let members = state.members(which);
        let rows = self.ids.iter().zip(&self.cross.rows).filter(|(id, _)| members.contains(id));
        let numbers: BTreeSet<Tpn> = rows.map(|(_, row)| row.entrant.tpn).collect();
        category(&self.standings, |number| numbers.contains(&number))
    }

    /// The prizes of the settings by these standings.
    pub fn prizes(&self, state: &State) -> Awards {
        let members: BTreeMap<&str, BTreeSet<PlayerId>> =
            state.settings.categories.iter().map(|which| (which.name.as_str(), state.members(which))).collect();
        let is_member = |name: &str, number| {
            self.id_of(number).is_some_and(|id| members.get(name).is_some_and(|found| found.contains(&id)))
        };
        award(&self.standings, &state.settings.prizes, is_member, |id| self.number_of(id))
    }
}

/// Ranks only the first rows: those behind them did not go on into this stage, and count for the others' tie-breaks only.
fn only_members(standings: &mut Standings, members: usize) {
    standings.rows.retain(|row| row.index < members);
    let old: Vec<u32> = standings.rows.iter().map(|row| row.rank).collect();
    for row in &mut standings.rows {
        row.rank = old.partition_point(|rank| *rank < row.rank) as u32 + 1;
    }
}

/// In a knockout the bracket gives the places (`knockout` 5): who is still in play comes first, sharing place 1. Those who share a place stand in
/// the order of points and tie-breaks.
fn by_bracket(state: &State, stage: StageIndex, rounds: RoundNumber, ids: &[PlayerId], standings: &mut Standings) {
    let Some(System::Knockout { .. }) = state.stages.get(stage).map(|header| &header.system) else { return };
    if rounds == 0 || state.pairs_teams(stage) {
        return;
    }
    let earlier = (rounds < state.rounds_paired(stage)).then(|| {
        let mut earlier = state.clone();
        if let Some(header) = earlier.stages.get_mut(stage) {
            header.rounds.truncate(rounds as usize);
        }
        earlier
    });
    // A first round changed by hand so that it makes no bracket leaves the points in force.
    let Ok(places) = crate::knockout::places(earlier.as_ref().unwrap_or(state), stage) else { return };
    let place: BTreeMap<PlayerId, u32> = places.into_iter().map(|(from, _, id)| (id, from)).collect();
    for row in &mut standings.rows {
        row.rank = ids.get(row.index).and_then(|id| place.get(id)).copied().unwrap_or(1);
    }
    let in_play = |index: usize| ids.get(index).is_some_and(|id| !place.contains_key(id));
    standings.rows.sort_by_key(|row| (row.rank, !in_play(row.index)));
}

impl State {
    /// Says so where a category asks for the age and the event has no date, so that nobody's age is known.
    pub fn ages_unknown(&self, category: &Category) -> Option<&'static str> {
        let in_rule = || category.rule.split(|c: char| !c.is_alphanumeric()).any(|w| w.eq_ignore_ascii_case("age"));
        let asks = category.min_age.is_some() || category.max_age.is_some() || in_rule();
        (asks && self.year().is_none())
            .then_some("Ages cannot be computed, since the event has no date; enter its first day in the settings.")
    }

    /// The players of a category: those who are in it by name, and those who fit its limits and its rule. A rule that cannot be read fits nobody; a
    /// category without limits and rule has only those who are in it by name.
    pub fn members(&self, category: &Category) -> BTreeSet<PlayerId> {
        let limits = CategoryRule::from(category);
        let text = category.rule.trim();
        let rule = text.parse::<CategoryRule>();
        let has_limits =
            *category != Category { name: category.name.clone(), rule: category.rule.clone(), ..Category::default() };
        let year = self.year();
        let fits = |player: &Player| {
            let mut subject = Subject::of(player, year.unwrap_or(0), u32::from(self.rating(player)));
            if year.is_none() {
                subject.age = None;
            }
            (has_limits || !text.is_empty())
                && limits.holds(&subject)
                && (text.is_empty() || rule.as_ref().is_ok_and(|rule| rule.holds(&subject)))
        };
        let members = self.players.iter().filter(|(_, p)| p.categories.contains(&category.name) || fits(p));
        members.map(|(id, _)| *id).collect()
    }

    /// The year by which ages count: that of the first day, else of the last one.
    pub fn year(&self) -> Option<u16> {
        self.settings.start.or(self.settings.end).map(|date| date.year)
    }
}

/// What standings after some rounds may be called (`fide-mode`, adjourned games).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Rounds that count.
    pub rounds: RoundNumber,
    /// Games in them that are open or adjourned.
    pub open: usize,
    /// The stage is over, so that these are the final standings.
    pub last: bool,
}

impl Heading {
    /// For the standings of a stage after a number of rounds.
    pub fn of(state: &State, stage: StageIndex, rounds: RoundNumber) -> Heading {
        let planned = state.stages.get(stage).map_or(0, |header| header.rounds_planned);
        Heading {
            rounds,
            open: state.open_games(stage, rounds),
            last: rounds > 0 && rounds >= planned && state.is_stage_over(stage),
        }
    }

    /// `Final standings`, `Standings after round 3`, `Standings after round 3 (provisional, 1 game open)`, `Standings before round 1`.
    pub fn title(&self, words: &str) -> String {
        if self.rounds == 0 {
            format!("{words} before round 1")
        } else if self.open > 0 {
            format!("{words} {self}")
        } else if self.last {
            format!("Final {}", words.to_lowercase())
        } else {
            format!("{words} {self}")
        }
    }
}

impl std::fmt::Display for Heading {
    /// `after round 3 (provisional, 1 game open)`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "after round {}", self.rounds)?;
        match self.open {
            0 => Ok(()),
            1 => f.write_str(" (provisional, 1 game open)"),
            open => write!(f, " (provisional, {open} games open)"),
        }
    }
}
