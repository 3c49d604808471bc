//! Direct encounter (FIDE C.07 art. 6) and extended direct encounter (art. 13.3).

use super::field::Field;

/// Averages of up to ten games of a pair are exact in this unit of a hundredth of a point.
const SHARE: i64 = 2520;

/// Divides groups of tied participants. Keeps its tables between calls.
pub(crate) struct Encounter<'a> {
    /// The fields in the order in which they are tried: one for DE, primary and secondary for EDE.
    fields: Vec<&'a Field>,
    forfeits: bool,
    /// Place of a row in the group at hand, or `ABSENT`.
    place: Vec<u32>,
    games: Vec<(u32, i64)>,
}

const ABSENT: u32 = u32::MAX;

/// A member of the group: the sum of averages and how many members were not met.
#[derive(Clone, Copy)]
struct Member {
    row: u32,
    sum: i64,
    missing: i64,
}

impl<'a> Encounter<'a> {
    pub fn new(fields: Vec<&'a Field>, forfeits: bool) -> Encounter<'a> {
        let rows = fields.first().map_or(0, |field| field.len());
        Encounter { fields, forfeits, place: vec![ABSENT; rows], games: Vec::new() }
    }

    /// The group in order of direct encounter; those who stay level stand together.
    pub fn divide(&mut self, group: &[u32]) -> Vec<Vec<u32>> {
        let mut done = Vec::new();
        // A stack of groups still to be divided, the first one on top.
        let mut open = vec![group.to_vec()];
        while let Some(group) = open.pop() {
            let parts = if group.len() > 1 { self.step(&group) } else { None };
            match parts {
                Some(parts) => open.extend(parts.into_iter().rev()),
                None => done.push(group),
            }
        }
        done
    }

    /// Everybody of the group has met all others of it.
    pub fn has_met_all(&mut self, group: &[u32]) -> bool {
        let Some(field) = self.fields.first().copied() else { return false };
        self.members(field, group).iter().all(|member| member.missing == 0)
    }

    /// The groups that a row stands in, from the whole one to the last: each is a division of the one before.
    pub fn trace(&mut self, group: &[u32], row: u32) -> Vec<Vec<u32>> {
        let mut groups = vec![group.to_vec()];
        while let Some(last) = groups.last().filter(|last| last.len() > 1) {
            let parts = self.step(&last.clone()).unwrap_or_default();
            match parts.into_iter().find(|part| part.contains(&row)) {
                Some(part) => groups.push(part),
                None => break,
            }
        }
        groups
    }

    /// One division of a group: by the first field that divides it.
    fn step(&mut self, group: &[u32]) -> Option<Vec<Vec<u32>>> {
        (0..self.fields.len()).find_map(|which| self.step_by(self.fields[which], group))
    }

    fn step_by(&mut self, field: &Field, group: &[u32]) -> Option<Vec<Vec<u32>>> {
        let mut members = self.members(field, group);
        if members.iter().all(|member| member.missing == 0) {
            members.sort_by_key(|member| std::cmp::Reverse(member.sum));
            let parts: Vec<Vec<u32>> = members
                .chunk_by(|a, b| a.sum == b.sum)
                .map(|part| part.iter().map(|member| member.row).collect())
                .collect();
            return (parts.len() > 1).then_some(parts);
        }
        // Not all met (art. 6.3): places from the top that no missing game can change.
        let worst = |member: &Member| member.sum + member.missing * field.loss * SHARE;
        let best = |member: &Member| member.sum + member.missing * field.win * SHARE;
        let mut parts = Vec::new();
        while members.len() > 1 {
            let Some(top) = (0..members.len()).max_by_key(|at| worst(&members[*at])) else { break };
            let alone = (0..members.len()).all(|at| at == top || best(&members[at]) < worst(&members[top]));
            if !alone {
                break;
            }
            parts.push(vec![members.remove(top).row]);
        }
        if parts.is_empty() {
            return None;
        }
        parts.push(members.iter().map(|member| member.row).collect());
        Some(parts)
    }

    fn members(&mut self, field: &Field, group: &[u32]) -> Vec<Member> {
        for (place, row) in group.iter().enumerate() {
            self.place[*row as usize] = place as u32;
        }
        let members = group
            .iter()
            .map(|row| {
                self.games.clear();
                for cell in field.row(*row as usize) {
                    if let Some(opponent) = field.meets(cell, self.forfeits) {
                        let place = self.place[opponent];
                        if place != ABSENT && opponent != *row as usize {
                            self.games.push((place, cell.points));
                        }
                    }
                }
                self.games.sort_unstable();
                let mut sum = 0;
                let mut met = 0;
                for pair in self.games.chunk_by(|a, b| a.0 == b.0) {
                    let points: i64 = pair.iter().map(|game| game.1).sum();
                    sum += points * SHARE / pair.len() as i64;
                    met += 1;
                }
                Member { row: *row, sum, missing: group.len() as i64 - 1 - met }
            })
            .collect();
        for row in group {
            self.place[*row as usize] = ABSENT;
        }
        members
    }
}
