//! The Dubov System word by word: every set of upfloaters, every set of shifters, every permutation, in the order of the text.

use super::plain::{Plain, colors, complete, legal, plain, present, wish};
use pairing::Points;
use pairing::swiss::{Color, RoundInput};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// All complete legal pairings.
fn pairings(input: &RoundInput, players: &[Plain]) -> Vec<Vec<(Plain, Plain)>> {
    let Some((first, rest)) = players.split_first() else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for i in 0..rest.len() {
        let mut others = rest.to_vec();
        let other = others.remove(i);
        if legal(input, first, &other) {
            for mut pairing in pairings(input, &others) {
                pairing.insert(0, (first.clone(), other.clone()));
                all.push(pairing);
            }
        }
    }
    all
}

/// The sets of `size` of the numbers `0..n`, as ascending words in order.
fn words(n: usize, size: usize) -> Vec<Vec<usize>> {
    fn extend(from: usize, n: usize, size: usize, word: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
        if size == 0 {
            all.push(word.clone());
            return;
        }
        for next in from..n {
            word.push(next);
            extend(next + 1, n, size - 1, word, all);
            word.pop();
        }
    }
    let mut all = Vec::new();
    extend(0, n, size, &mut Vec::new(), &mut all);
    all
}

struct Judge<'a> {
    input: &'a RoundInput,
}

/// The pairs (White, Black) and (bye, 0), or `None` without a legal pairing.
pub fn pair(input: &RoundInput) -> Option<BTreeSet<(u32, u32)>> {
    let all = plain(input);
    let mut unpaired = present(input, &all);
    let judge = Judge { input };
    let mut result = BTreeSet::new();
    if unpaired.len() % 2 == 1 {
        let mut candidates: Vec<Plain> = unpaired.iter().filter(|player| !player.bye_barred).cloned().collect();
        candidates.sort_by_key(|player| (player.pairing_score, Reverse(player.games), Reverse(player.tpn)));
        let without =
            |bye: &Plain| -> Vec<Plain> { unpaired.iter().filter(|player| player.tpn != bye.tpn).cloned().collect() };
        let bye = candidates.into_iter().find(|bye| complete(input, &without(bye)))?;
        unpaired = without(&bye);
        result.insert((bye.tpn, 0));
    } else if !complete(input, &unpaired) {
        return None;
    }
    while let Some(top) = unpaired.first() {
        let score = top.pairing_score;
        let (residents, lower): (Vec<Plain>, Vec<Plain>) =
            unpaired.iter().cloned().partition(|player| player.pairing_score == score);
        let upfloaters = judge.upfloaters(&residents, &lower);
        let members: Vec<Plain> = residents.iter().chain(&upfloaters).cloned().collect();
        for (a, b) in judge.bracket(&members) {
            let (higher, lower) =
                if (Reverse(a.pairing_score), a.tpn) < (Reverse(b.pairing_score), b.tpn) { (&a, &b) } else { (&b, &a) };
            result.insert(colors(input, higher, lower, dubov_wish));
        }
        unpaired = lower.into_iter().filter(|player| upfloaters.iter().all(|up| up.tpn != player.tpn)).collect();
    }
    Some(result)
}

/// Who has not played wishes Black mildly.
fn dubov_wish(player: &Plain) -> (u8, Option<Color>) {
    if player.colors.is_empty() { (1, Some(Color::Black)) } else { wish(&player.colors) }
}

impl Judge<'_> {
    fn denied(&self, pairing: &[(Plain, Plain)]) -> usize {
        pairing.iter().filter(|(a, b)| dubov_wish(a).1 == dubov_wish(b).1).count()
    }

    /// How often, and whether in the previous round.
    fn upfloats(&self, player: &Plain) -> (u32, bool) {
        let find = |tpn: u32| self.input.entrants.iter().find(|entrant| entrant.tpn == tpn);
        let before = |tpn: u32, round: usize| -> Points {
            find(tpn).map_or(Points::ZERO, |entrant| {
                let real: Points = entrant.rounds[..round].iter().map(|entry| entry.points).sum();
                entrant.extra_points + real + entrant.virtual_points.get(round).copied().unwrap_or_default()
            })
        };
        let (mut count, mut last) = (0, false);
        let rounds = find(player.tpn).map(|entrant| entrant.rounds.clone()).unwrap_or_default();
        for (round, entry) in rounds.iter().enumerate() {
            if let Some(opponent) = entry.opponent
                && before(opponent, round) > before(player.tpn, round)
            {
                count += 1;
                last = round + 1 == rounds.len();
            }
        }
        (count, last)
    }

    fn aro(&self, player: &Plain) -> i64 {
        let ratings: Vec<i64> = player
            .met
            .iter()
            .map(|&tpn| {
                self.input.entrants.iter().find(|other| other.tpn == tpn).map_or(0, |other| other.rating.into())
            })
            .collect();
        if ratings.is_empty() {
            return 0;
        }
        let (sum, count) = (ratings.iter().sum::<i64>(), ratings.len() as i64);
        // .5 upwards.
        if (sum % count) * 2 >= count { sum / count + 1 } else { sum / count }
    }

    fn upfloaters(&self, residents: &[Plain], lower: &[Plain]) -> Vec<Plain> {
        let most = 2 + self.input.rounds_total / 5;
        let last_round = self.input.round == self.input.rounds_total;
        for count in 0..=lower.len() {
            let mut best: Option<(_, Vec<Plain>)> = None;
            for word in words(lower.len(), count) {
                let set: Vec<Plain> = word.iter().map(|&i| lower[i].clone()).collect();
                let rest: Vec<Plain> =
                    (0..lower.len()).filter(|i| !word.contains(i)).map(|i| lower[i].clone()).collect();
                let members: Vec<Plain> = residents.iter().chain(&set).cloned().collect();
                if members.len() % 2 == 1 || !complete(self.input, &rest) {
                    continue;
                }
                let Some(c7) = pairings(self.input, &members).iter().map(|p| self.denied(p)).min() else { continue };
                let mut c6: Vec<Points> = set.iter().map(|up| residents[0].pairing_score - up.pairing_score).collect();
                c6.sort_by_key(|&difference| Reverse(difference));
                let histories: Vec<(u32, bool)> = set.iter().map(|up| self.upfloats(up)).collect();
                let quality = if last_round {
                    (0, 0, 0)
                } else {
                    let maximum = || histories.iter().filter(|(count, _)| *count >= most);
                    (
                        maximum().count(),
                        maximum().map(|(count, _)| *count).sum(),
                        histories.iter().filter(|(_, last)| *last).count(),
                    )
                };
                let vector = (c6, c7, quality);
                if best.as_ref().is_none_or(|(least, _)| vector < *least) {
                    best = Some((vector, set));
                }
            }
            if let Some((_, set)) = best {
                return set;
            }
        }
        panic!("the field could be completed before");
    }

    fn bracket(&self, members: &[Plain]) -> Vec<(Plain, Plain)> {
        let mut sorted = members.to_vec();
        sorted.sort_by_key(|player| player.tpn);
        let (g1, g2) = if sorted.iter().all(|player| player.colors.is_empty()) {
            let lower = sorted.split_off(sorted.len() / 2);
            (sorted, lower)
        } else {
            sorted.into_iter().partition(|player| dubov_wish(player).1 == Some(Color::White))
        };
        let g1_is_smaller = g1.len() <= g2.len();
        let (smaller, larger) = if g1_is_smaller { (g1.clone(), g2.clone()) } else { (g2.clone(), g1.clone()) };
        let is_in = |group: &[Plain], player: &Plain| group.iter().any(|other| other.tpn == player.tpn);
        let all = pairings(self.input, members);
        let inside = |pairing: &Vec<(Plain, Plain)>| {
            pairing.iter().filter(|(a, b)| is_in(&smaller, a) && is_in(&smaller, b)).count()
        };
        let k = all.iter().map(inside).min().expect("a legal pairing");
        let c7 = all.iter().map(|pairing| self.denied(pairing)).min().expect("a legal pairing");
        let count = (larger.len() - smaller.len()) / 2 + k;
        let (pool_a, pool_b) = (self.pool(&smaller, g1_is_smaller), self.pool(&larger, !g1_is_smaller));
        for a in words(pool_a.len(), k) {
            for b in words(pool_b.len(), count) {
                let moved: Vec<u32> =
                    a.iter().map(|&i| pool_a[i].tpn).chain(b.iter().map(|&i| pool_b[i].tpn)).collect();
                let final_group = |own: &[Plain], other: &[Plain]| -> Vec<Plain> {
                    let stay = own.iter().filter(|player| !moved.contains(&player.tpn));
                    stay.chain(other.iter().filter(|player| moved.contains(&player.tpn))).cloned().collect()
                };
                let (mut s1, mut t2) = (final_group(&g1, &g2), final_group(&g2, &g1));
                s1.sort_by_key(|player| (self.aro(player), player.tpn));
                t2.sort_by_key(|player| player.tpn);
                let permutations = self.permutations(&s1, &t2);
                if permutations.iter().any(|pairing| self.denied(pairing) == c7) {
                    return permutations.into_iter().next().expect("not empty");
                }
            }
        }
        panic!("some shifters must do");
    }

    /// The numbering of shifters: White seekers by ARO, then number; the middle one first.
    fn pool(&self, group: &[Plain], white: bool) -> Vec<Plain> {
        let mut sorted = group.to_vec();
        sorted.sort_by_key(|player| (if white { self.aro(player) } else { 0 }, player.tpn));
        let mut pool = Vec::new();
        while !sorted.is_empty() {
            let middle = if sorted.len() % 2 == 1 { sorted.len() / 2 } else { sorted.len() / 2 - 1 };
            pool.push(sorted.remove(middle));
        }
        pool
    }

    /// The legal permutations of T2 in order.
    fn permutations(&self, s1: &[Plain], t2: &[Plain]) -> Vec<Vec<(Plain, Plain)>> {
        let Some((first, rest)) = s1.split_first() else { return vec![Vec::new()] };
        let mut all = Vec::new();
        for i in 0..t2.len() {
            if !legal(self.input, first, &t2[i]) {
                continue;
            }
            let mut others = t2.to_vec();
            let opponent = others.remove(i);
            for mut pairing in self.permutations(rest, &others) {
                pairing.insert(0, (first.clone(), opponent.clone()));
                all.push(pairing);
            }
        }
        all
    }
}
