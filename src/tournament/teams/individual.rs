//! Individual contests whose results also count for teams (`source-requirements` T3).

use crate::model::*;
use pairing::Points;

/// A team ranked by the sum of its best members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberSum {
    /// The rank; equal for those who stay level (1, 2, 2, 4).
    pub rank: u32,
    /// Which team.
    pub team: TeamId,
    /// The sum of the members that count.
    pub points: Points,
    /// Those who count, the best first.
    pub counted: Vec<(PlayerId, Points)>,
}

/// The teams by the points of their best members, as many as [`TeamRules::best_members`] says. Teams with equal sums are ranked by their best member,
/// then by the second, and so on.
pub fn by_members(state: &State, stage: StageIndex, rounds: u32) -> Vec<MemberSum> {
    let scores = state.scores(stage, rounds);
    let count = usize::from(state.settings.teams.best_members.max(1));
    let mut sums: Vec<MemberSum> = (state.teams.iter())
        .map(|(&team, data)| {
            let mut members: Vec<(PlayerId, Points)> =
                data.members.iter().filter_map(|id| Some((*id, *scores.get(id)?))).collect();
            members.sort_by_key(|(_, points)| std::cmp::Reverse(*points));
            members.truncate(count);
            let points = members.iter().map(|(_, points)| *points).sum();
            MemberSum { rank: 0, team, points, counted: members }
        })
        .collect();
    let key = |sum: &MemberSum| {
        let list: Vec<Points> = sum.counted.iter().map(|(_, points)| *points).collect();
        std::cmp::Reverse((sum.points, list))
    };
    sums.sort_by_cached_key(|sum| (key(sum), sum.team));
    for index in 0..sums.len() {
        sums[index].rank = match index.checked_sub(1) {
            Some(before) if key(&sums[before]) == key(&sums[index]) => sums[before].rank,
            _ => index as u32 + 1,
        };
    }
    sums
}
