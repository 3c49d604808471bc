//! The table of a series.

use super::people::People;
use super::{Exact, Person, Scores, Series, SeriesTieBreak, StageResult, TeamLine, Tied};
use std::cmp::Reverse;

/// A result in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Place in the stage, after those who do not score are taken out where the rules say so.
    pub place: u32,
    /// Points with bonus and factor.
    pub points: Exact,
    /// It is among the results that count.
    pub counts: bool,
}

/// A player's line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The rank, equal for those who stay level; `None`: too few stages.
    pub rank: Option<u32>,
    /// Who.
    pub who: Person,
    /// One for each stage; `None`: absent.
    pub cells: Vec<Option<Cell>>,
    /// Sum of the results that count.
    pub total: Exact,
}

/// The table of a series.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeriesStandings {
    /// Best first; those who are not ranked at the end.
    pub lines: Vec<Line>,
    /// The table of teams, where the rules have one.
    pub teams: Vec<TeamLine>,
    /// Doubts about who is who.
    pub doubts: Vec<String>,
}

impl Series {
    /// The table after all stages that are in the series.
    pub fn standings(&self) -> SeriesStandings {
        let mut people = People::new(self);
        for person in &self.registered {
            people.enter(&self.registered_as(person));
        }
        let registered = people.people.len();
        let mut cells: Vec<Vec<Option<Cell>>> = vec![Vec::new(); registered];
        for (index, stage) in self.stages.iter().enumerate() {
            let mut field: Vec<(usize, &StageResult)> = Vec::new();
            for result in &stage.results {
                let who = people.enter(&result.who);
                if field.iter().any(|(other, _)| *other == who) {
                    people.doubts.push(format!(
                        "{} stands twice in {}; only the better place counts.",
                        result.who.name, stage.name
                    ));
                    continue;
                }
                field.push((who, result));
            }
            cells.resize(people.people.len(), Vec::new());
            for (who, cell) in self.points_of(index, &field, registered) {
                let row = &mut cells[who];
                row.resize(index, None);
                row.push(Some(cell));
            }
        }
        for row in &mut cells {
            row.resize(self.stages.len(), None);
        }
        let mut lines: Vec<Line> = people
            .people
            .iter()
            .zip(cells)
            .filter(|(_, cells)| cells.iter().any(Option::is_some))
            .map(|(who, cells)| self.line(who.clone(), cells))
            .collect();
        // Whoever has too few stages stands behind, by points too.
        let short = |line: &Line| (line.cells.iter().flatten().count() as u32) < self.settings.minimum;
        lines.sort_by(|a, b| (short(a), Reverse(a.total), &a.who.name).cmp(&(short(b), Reverse(b.total), &b.who.name)));
        let ranked = lines.iter().take_while(|line| !short(line)).count();
        let unranked = lines.split_off(ranked);
        let mut ordered: Vec<Line> = Vec::with_capacity(ranked);
        for level in lines.chunk_by(|a, b| a.total == b.total) {
            let mut parts = vec![level.to_vec()];
            for tie_break in &self.settings.tiebreaks {
                parts = parts.into_iter().flat_map(|part| divide(part, *tie_break)).collect();
            }
            for part in parts {
                let rank = ordered.len() as u32 + 1;
                ordered.extend(part.into_iter().map(|line| Line { rank: Some(rank), ..line }));
            }
        }
        ordered.extend(unranked);
        let teams = self.team_lines(&ordered);
        for stage in self.stages.iter().filter(|stage| stage.open) {
            people
                .doubts
                .push(format!("{} was not over when its ranking was taken; the table is provisional.", stage.name));
        }
        people.doubts.dedup();
        SeriesStandings { lines: ordered, teams, doubts: people.doubts }
    }

    /// Whom a registration means: where teams score, what stands in the place of an identity number is the federation.
    fn registered_as(&self, person: &Person) -> Person {
        let named = self.of_teams() && person.federation.is_empty() && !person.id.is_empty();
        if !named {
            return person.clone();
        }
        Person { federation: person.id.clone(), id: String::new(), ..person.clone() }
    }

    /// The points of everybody who scores in a stage.
    fn points_of(&self, index: usize, field: &[(usize, &StageResult)], registered: usize) -> Vec<(usize, Cell)> {
        let rules = &self.settings;
        let scores = |who: usize| rules.scores == Scores::All || who < registered;
        let counted: Vec<(usize, &StageResult)> = match rules.scores {
            Scores::Registered { move_up: true } => field.iter().filter(|(who, _)| scores(*who)).copied().collect(),
            _ => field.to_vec(),
        };
        let size = counted.len() as u32;
        let is_last =
            if rules.planned > 0 { index as u32 + 1 == rules.planned } else { index + 1 == self.stages.len() };
        let factor = if is_last { rules.last_factor } else { Exact::whole(1) };
        let mut cells = Vec::with_capacity(counted.len());
        let mut from = 0;
        let shares = |a: &StageResult, b: &StageResult| match rules.tied {
            Tied::ByTieBreaks => a.place == b.place,
            Tied::Average | Tied::Full => a.shared == b.shared || a.place == b.place,
        };
        for group in counted.chunk_by(|(_, a), (_, b)| shares(a, b)) {
            let count = group.len() as u32;
            let places = from + 1..=from + count;
            let points = match rules.tied {
                Tied::Full => rules.table.points(from + 1, size),
                Tied::ByTieBreaks | Tied::Average => {
                    let sum: Exact = places.map(|place| rules.table.points(place, size)).sum();
                    sum * Exact::new(1, i64::from(count)).unwrap_or(Exact::ZERO)
                }
            };
            let mut at = from;
            for level in group.chunk_by(|(_, a), (_, b)| a.place == b.place) {
                for (who, result) in level {
                    let bonus = rules.bonus_start
                        + rules.bonus_win * Exact::new(i64::from(result.wins), 1).unwrap_or(Exact::ZERO);
                    if scores(*who) {
                        cells.push((*who, Cell { place: at + 1, points: (points + bonus) * factor, counts: true }));
                    }
                }
                at += level.len() as u32;
            }
            from += count;
        }
        cells
    }

    fn line(&self, who: Person, mut cells: Vec<Option<Cell>>) -> Line {
        if let Some(best) = self.settings.best {
            let mut order: Vec<usize> = (0..cells.len()).filter(|at| cells[*at].is_some()).collect();
            // Of equal results the earlier ones count.
            order.sort_by_key(|at| Reverse(cells[*at].map(|cell| cell.points)));
            for at in order.into_iter().skip(best as usize) {
                if let Some(cell) = &mut cells[at] {
                    cell.counts = false;
                }
            }
        }
        let total = cells.iter().flatten().filter(|cell| cell.counts).map(|cell| cell.points).sum();
        Line { rank: None, who, cells, total }
    }
}

/// Divides lines with equal sums; those who stay level stand together.
fn divide(part: Vec<Line>, tie_break: SeriesTieBreak) -> Vec<Vec<Line>> {
    if part.len() < 2 {
        return vec![part];
    }
    match tie_break {
        SeriesTieBreak::MostFirstPlaces => {
            let last = part.iter().flat_map(|line| &line.cells).flatten().map(|cell| cell.place).max().unwrap_or(0);
            by_key(part, |line| {
                let count = |place| line.cells.iter().flatten().filter(|cell| cell.place == place).count();
                (1..=last.min(999)).map(count).collect::<Vec<usize>>()
            })
        }
        SeriesTieBreak::BestSingle => by_key(part, |line| {
            let mut points: Vec<Exact> = line.cells.iter().flatten().map(|cell| cell.points).collect();
            points.sort_unstable_by_key(|points| Reverse(*points));
            points
        }),
        SeriesTieBreak::LastStage => {
            by_key(part, |line| line.cells.last().copied().flatten().map(|cell| (cell.points, Reverse(cell.place))))
        }
        SeriesTieBreak::HeadToHead => {
            let before = |line: &Line| -> i64 {
                let against = |other: &Line| -> i64 {
                    let both = line.cells.iter().zip(&other.cells);
                    both.map(|(mine, theirs)| match (mine, theirs) {
                        (Some(mine), Some(theirs)) => (theirs.place.cmp(&mine.place)) as i64,
                        _ => 0,
                    })
                    .sum()
                };
                part.iter().map(against).sum()
            };
            let keys: Vec<i64> = part.iter().map(before).collect();
            let mut keyed: Vec<(i64, Line)> = keys.into_iter().zip(part).collect();
            keyed.sort_by_key(|(key, _)| Reverse(*key));
            keyed.chunk_by(|a, b| a.0 == b.0).map(|part| part.iter().map(|(_, line)| line.clone()).collect()).collect()
        }
        SeriesTieBreak::Lot { seed } => {
            let mut part = part;
            pairing::Lot::new(seed).shuffle(&mut part);
            part.into_iter().map(|line| vec![line]).collect()
        }
    }
}

/// In falling order of a key.
pub(super) fn by_key<T: Clone, K: Ord>(part: Vec<T>, key: impl Fn(&T) -> K) -> Vec<Vec<T>> {
    let mut keyed: Vec<(K, T)> = part.into_iter().map(|line| (key(&line), line)).collect();
    keyed.sort_by(|a, b| b.0.cmp(&a.0));
    keyed.chunk_by(|a, b| a.0 == b.0).map(|part| part.iter().map(|(_, line)| line.clone()).collect()).collect()
}
