//! Teams in a series: the best members of each stage.

use super::table::by_key;
use super::{Exact, Line, Series, TeamBy};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A team's line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamLine {
    /// The rank; equal for those who stay level.
    pub rank: u32,
    /// The team, or club.
    pub name: String,
    /// Points in each stage; `None`: nobody played, or too few where places are summed.
    pub stages: Vec<Option<Exact>>,
    /// Their sum.
    pub total: Exact,
    /// The best place of a member in any stage.
    pub best_place: u32,
}

impl Series {
    /// The table of teams, by the sum over all stages.
    pub(super) fn team_lines(&self, lines: &[Line]) -> Vec<TeamLine> {
        let members = self.settings.team_members as usize;
        if members == 0 {
            return Vec::new();
        }
        let mut teams: BTreeMap<&str, Vec<&Line>> = BTreeMap::new();
        for line in lines.iter().filter(|line| !line.who.team.is_empty()) {
            teams.entry(&line.who.team).or_default().push(line);
        }
        let names: Vec<&str> = teams.keys().copied().collect();
        let mut points: Vec<Vec<Option<Exact>>> = vec![Vec::new(); names.len()];
        for stage in 0..self.stages.len() {
            let cells = |team: &str| {
                let lines = teams.get(team).into_iter().flatten();
                lines.filter_map(|line| line.cells.get(stage).copied().flatten()).collect::<Vec<_>>()
            };
            match self.settings.team_by {
                TeamBy::Points => {
                    for (name, row) in names.iter().zip(&mut points) {
                        let mut own: Vec<Exact> = cells(name).into_iter().map(|cell| cell.points).collect();
                        own.sort_unstable_by_key(|points| Reverse(*points));
                        row.push((!own.is_empty()).then(|| own.into_iter().take(members).sum()));
                    }
                }
                TeamBy::Places => {
                    let mut sums: Vec<(u32, u32, usize)> = Vec::new();
                    for (index, name) in names.iter().enumerate() {
                        let mut places: Vec<u32> = cells(name).into_iter().map(|cell| cell.place).collect();
                        places.sort_unstable();
                        if places.len() >= members {
                            sums.push((places[..members].iter().sum(), places[0], index));
                        }
                    }
                    sums.sort_unstable();
                    for row in &mut points {
                        row.push(None);
                    }
                    let field = sums.len() as u32;
                    let mut from = 0;
                    for level in sums.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
                        let count = level.len() as u32;
                        let sum: Exact =
                            (from + 1..=from + count).map(|place| self.settings.table.points(place, field)).sum();
                        let each = sum * Exact::new(1, i64::from(count)).unwrap_or(Exact::ZERO);
                        for (_, _, index) in level {
                            if let Some(last) = points[*index].last_mut() {
                                *last = Some(each);
                            }
                        }
                        from += count;
                    }
                }
            }
        }
        let lines: Vec<TeamLine> = names
            .iter()
            .zip(points)
            .map(|(name, stages)| TeamLine {
                rank: 0,
                name: (*name).to_owned(),
                total: stages.iter().flatten().copied().sum(),
                stages,
                best_place: (teams.get(name).into_iter().flatten())
                    .flat_map(|line| line.cells.iter().flatten())
                    .map(|cell| cell.place)
                    .min()
                    .unwrap_or(u32::MAX),
            })
            .collect();
        let mut ordered = Vec::with_capacity(lines.len());
        for part in by_key(lines, |line| (line.total, Reverse(line.best_place))) {
            let rank = ordered.len() as u32 + 1;
            ordered.extend(part.into_iter().map(|line| TeamLine { rank, ..line }));
        }
        ordered
    }
}
