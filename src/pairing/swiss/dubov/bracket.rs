//! Pairs one bracket: split, recomposition, S1 and T2 (art. 3.2.3 to 3.2.6, 4.3, 4.4).
//!
//! The text lists sets of shifters and permutations in order and takes the first that is best. Here each decision is taken one at a
//! time, always the first that still can be completed; the outcome is the same, without the list. That a decision can be completed
//! is a question about a matching:
//!
//! - A pair inside one subgroup needs exactly one of its two shifted, a pair across needs none or both. At the fewest pairs inside
//!   the smaller subgroup (k) "both" cannot happen, since such a pair would have made k smaller. So sets of shifters belong to
//!   matchings with k pairs inside the smaller subgroup.
//! - With the shifters known T2 is a perfect matching between the subgroups.

use super::facts::Facts;
use crate::matching::Matching;
use crate::matching::bitset::{BitMatrix, BitSet};
use crate::swiss::strict::{in_turn, restrict, subgraph};

/// The pairs of a bracket in the order of S1, and what was decided on the way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Bracket {
    /// Members of S1 with their opponents.
    pub pairs: Vec<(usize, usize)>,
    /// Shifted to the other subgroup because pairs inside the smaller one cannot be avoided.
    pub forced: Vec<usize>,
    /// Shifted to make the subgroups equal.
    pub balancing: Vec<usize>,
}

/// Middle first: the numbering of possible shifters (art. 4.3).
pub(super) fn middle_first<T>(sorted: Vec<T>) -> Vec<T> {
    let mut rest = sorted;
    let mut order = Vec::with_capacity(rest.len());
    while !rest.is_empty() {
        order.push(rest.remove((rest.len() - 1) / 2));
    }
    order
}

/// G1 and G2 of a bracket (art. 3.2.3), in the order in which their members are numbered as shifters before taking the middle first.
pub(super) fn split(facts: &Facts, members: &[usize]) -> [Vec<usize>; 2] {
    let mut sorted = members.to_vec();
    sorted.sort_unstable();
    if sorted.iter().all(|&player| facts.unplayed(player)) {
        let lower = sorted.split_off(sorted.len().div_ceil(2));
        return [sorted, lower];
    }
    let (mut white, black): (Vec<usize>, Vec<usize>) = sorted.iter().partition(|&&player| facts.wishes_white(player));
    white.sort_by_key(|&player| (facts.aro[player], player));
    [white, black]
}

/// The fewest pairs inside one of two subgroups that a legal pairing of the bracket has; `None` when there is no legal pairing.
/// `inside[i]` tells the members of the subgroup, `graph` who may meet.
fn fewest_inside(graph: &BitMatrix, inside: &[bool]) -> Option<usize> {
    let n = graph.size();
    let mut crossing = Matching::new(without_inside(graph, inside));
    crossing.greedy();
    if crossing.maximize() == 0 {
        return Some(0);
    }
    let cost = |i: usize, j: usize| graph.get(i, j).then(|| i64::from(inside[i] && inside[j]));
    super::cheapest(n, cost).map(|(total, _)| total as usize)
}

/// The graph without the edges inside the subgroup.
fn without_inside(graph: &BitMatrix, inside: &[bool]) -> BitMatrix {
    let n = graph.size();
    let outside = BitSet::of(n, (0..n).filter(|&i| !inside[i]));
    let mut graph = graph.clone();
    for i in (0..n).filter(|&i| inside[i]) {
        graph.keep_only(i, &outside);
    }
    graph
}

/// The fewest players without their colour wish (C7) in a legal pairing of these players: every pair of equal wishes denies one.
pub(super) fn fewest_denied(facts: &Facts, members: &[usize]) -> Option<usize> {
    let white: Vec<bool> = members.iter().map(|&player| facts.wishes_white(player)).collect();
    let whites = white.iter().filter(|&&white| white).count();
    let blacks = members.len() - whites;
    let smaller_is_white = whites <= blacks;
    let inside: Vec<bool> = white.iter().map(|&white| white == smaller_is_white).collect();
    let k = fewest_inside(&subgraph(&facts.legal, members), &inside)?;
    Some(whites.abs_diff(blacks) / 2 + 2 * k)
}

/// Pairs a bracket; `None` when its members have no legal pairing.
pub(super) fn pair(facts: &Facts, members: &[usize]) -> Option<Bracket> {
    let [g1, g2] = split(facts, members);
    let first_is_smaller = g1.len() <= g2.len();
    let (smaller, larger) = if first_is_smaller { (g1, g2) } else { (g2, g1) };
    // Places: the smaller subgroup first.
    let players: Vec<usize> = smaller.iter().chain(&larger).copied().collect();
    let (n, s) = (players.len(), smaller.len());
    let graph = subgraph(&facts.legal, &players);
    let inside: Vec<bool> = (0..n).map(|i| i < s).collect();
    let k = fewest_inside(&graph, &inside)?;
    let forced = forced_shifters(&graph, s, k)?;
    let (balancing, matching) = balancing_shifters(&graph, s, k, &forced)?;

    // S1 and T2 from the recomposed subgroups.
    let shifted = BitSet::of(n, forced.iter().chain(&balancing).copied());
    let in_first = |i: usize| ((i < s) == first_is_smaller) != shifted.contains(i);
    let (mut s1, mut t2): (Vec<usize>, Vec<usize>) = (0..n).partition(|&i| in_first(i));
    s1.sort_by_key(|&i| (facts.aro[players[i]], players[i]));
    t2.sort_unstable_by_key(|&i| players[i]);
    let pairs = in_turn(matching, &s1, &t2)?;
    let pairs = pairs.into_iter().map(|(i, j)| (players[i], players[j])).collect();
    let named = |places: Vec<usize>| places.into_iter().map(|i| players[i]).collect();
    Some(Bracket { pairs, forced: named(forced), balancing: named(balancing) })
}

/// The first set of `k` members of the smaller subgroup (places 0..s) of which each has to meet another member of it (art. 3.2.4 a).
fn forced_shifters(graph: &BitMatrix, s: usize, k: usize) -> Option<Vec<usize>> {
    let n = graph.size();
    let (mut chosen, mut excluded) = (Vec::new(), Vec::new());
    for candidate in middle_first((0..s).collect()) {
        if chosen.len() == k {
            break;
        }
        let with: Vec<usize> = chosen.iter().copied().chain([candidate]).collect();
        // A shifted one meets a member that is not shifted; two that stay do not meet.
        let allowed = |i: usize, j: usize| {
            let shifted = |v: usize| with.contains(&v);
            let stays = |v: usize| excluded.contains(&v);
            graph.get(i, j)
                && !(shifted(i) && (j >= s || shifted(j)))
                && !(shifted(j) && i >= s)
                && !(stays(i) && stays(j))
        };
        let cost = |i: usize, j: usize| allowed(i, j).then(|| i64::from(i < s && j < s));
        if super::cheapest(n, cost).is_some_and(|(total, _)| total as usize == k) {
            chosen = with;
        } else {
            excluded.push(candidate);
        }
    }
    (chosen.len() == k).then_some(chosen)
}

/// The first set of members of the larger subgroup (places s..) that makes the subgroups equal (art. 3.2.4 b), and a perfect matching
/// in the graph of the pairs across that then remain.
fn balancing_shifters(graph: &BitMatrix, s: usize, k: usize, forced: &[usize]) -> Option<(Vec<usize>, Matching)> {
    let n = graph.size();
    let count = (n - s - s) / 2 + k;
    let mut graph = graph.clone();
    let forced_set = BitSet::of(n, forced.iter().copied());
    // Those shifted meet one who stays, and two who stay do not meet.
    let staying = BitSet::of(n, (0..s).filter(|&i| !forced_set.contains(i)));
    for &i in forced {
        graph.keep_only(i, &staying);
    }
    let beyond_staying = BitSet::of(n, (0..n).filter(|&i| !staying.contains(i)));
    for i in staying.iter() {
        graph.keep_only(i, &beyond_staying);
    }
    let mut matching = Matching::new(graph);
    matching.greedy();
    if matching.maximize() > 0 {
        return None;
    }
    let mut chosen = Vec::new();
    // Possible opponents of one who is shifted: members of the larger subgroup who are not.
    let mut possible = BitSet::of(n, s..n);
    let mut excluded = BitSet::new(n);
    for candidate in middle_first((s..n).collect()) {
        if chosen.len() < count {
            possible.remove(candidate);
            if restrict(&mut matching, candidate, &possible) {
                chosen.push(candidate);
                continue;
            }
            possible.insert(candidate);
        }
        // Two who stay do not meet.
        let mut others = BitSet::full(n);
        excluded.iter().for_each(|i| others.remove(i));
        if !restrict(&mut matching, candidate, &others) {
            return None;
        }
        excluded.insert(candidate);
    }
    (chosen.len() == count).then_some((chosen, matching))
}

#[cfg(test)]
mod tests {
    use super::middle_first;

    #[test]
    fn the_middle_one_comes_first() {
        let order = |text: &str| middle_first(text.chars().collect()).into_iter().collect::<String>();
        assert_eq!(order("ABCDEFG"), "DCEBFAG");
        assert_eq!(order("ABCD"), "BCAD");
        assert_eq!(order("ABC"), "BAC");
        assert_eq!(order("AB"), "AB");
        assert_eq!(order(""), "");
    }
}
