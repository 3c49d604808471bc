//! The Burstein System word by word, after the seeding rounds: every pairing of a bracket in the order of article 4.

use super::plain::{Plain, colors, complete, legal, plain, present, wish};
use pairing::Points;
use pairing::swiss::{EntryKind, RoundInput};
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

/// All pairings of the numbers `1..=n` with so many floaters, as lists of opponents of 1, 2, ...; 0 for a floater. In order.
pub fn pairings_in_order(n: usize, floaters: usize) -> Vec<Vec<usize>> {
    fn extend(list: &mut Vec<Option<usize>>, floaters: usize, all: &mut Vec<Vec<usize>>) {
        let Some(i) = list.iter().position(Option::is_none) else {
            if floaters == 0 {
                all.push(list.iter().map(|opponent| opponent.expect("filled")).collect());
            }
            return;
        };
        for j in (i + 1..list.len()).rev() {
            if list[j].is_none() {
                (list[i], list[j]) = (Some(j + 1), Some(i + 1));
                extend(list, floaters, all);
                (list[i], list[j]) = (None, None);
            }
        }
        if floaters > 0 {
            list[i] = Some(0);
            extend(list, floaters - 1, all);
            list[i] = None;
        }
    }
    let mut all = Vec::new();
    extend(&mut vec![None; n], floaters, &mut all);
    all
}

/// Buchholz and Sonneborn-Berger, in tenths and hundredths.
fn indices(input: &RoundInput) -> HashMap<u32, (i64, i64)> {
    let score = |tpn: u32| {
        let entrant = input.entrants.iter().find(|entrant| entrant.tpn == tpn).expect("in the list");
        let real = i64::from(entrant.score().tenths());
        let mut seen_by_opponents = real;
        if !entrant.present {
            for entry in entrant.rounds.iter().rev() {
                if entry.kind != EntryKind::ZeroBye {
                    break;
                }
                seen_by_opponents += i64::from(input.scoring.draw.tenths());
            }
        }
        (real, seen_by_opponents)
    };
    input
        .entrants
        .iter()
        .map(|entrant| {
            let (mut buchholz, mut sonneborn) = (0, 0);
            for entry in &entrant.rounds {
                let value = match (entry.kind.is_played(), entry.opponent) {
                    (true, Some(opponent)) => score(opponent).1,
                    _ => score(entrant.tpn).0,
                };
                buchholz += value;
                sonneborn += value * i64::from(entry.points.tenths());
            }
            (entrant.tpn, (buchholz, sonneborn))
        })
        .collect()
}

struct Judge<'a> {
    input: &'a RoundInput,
    indices: HashMap<u32, (i64, i64)>,
}

/// The pairs (White, Black) and (bye, 0), or `None` without a legal pairing.
pub fn pair(input: &RoundInput) -> Option<BTreeSet<(u32, u32)>> {
    let all = plain(input);
    let mut unpaired = present(input, &all);
    let judge = Judge { input, indices: indices(input) };
    let mut result = BTreeSet::new();
    if unpaired.len() % 2 == 1 {
        let without =
            |bye: &Plain| -> Vec<Plain> { unpaired.iter().filter(|player| player.tpn != bye.tpn).cloned().collect() };
        let mut candidates: Vec<Plain> =
            unpaired.iter().filter(|player| !player.bye_barred && complete(input, &without(player))).cloned().collect();
        let lowest = candidates.iter().map(|player| player.pairing_score).min()?;
        candidates.retain(|player| player.pairing_score == lowest);
        let most = candidates.iter().map(|player| player.games).max()?;
        candidates.retain(|player| player.games == most);
        candidates.sort_by_key(|player| judge.key(player));
        let bye = candidates.pop()?;
        unpaired = without(&bye);
        result.insert((bye.tpn, 0));
    } else if !complete(input, &unpaired) {
        return None;
    }
    let mut floaters: Vec<Plain> = Vec::new();
    while !unpaired.is_empty() {
        let (group, rest) = split(&unpaired);
        floaters.extend(group);
        let (pairs, out) = judge.bracket(&floaters, &rest);
        for (a, b) in pairs {
            result.insert(colors(input, &a, &b, |player| wish(&player.colors)));
        }
        floaters = out;
        unpaired = rest;
    }
    Some(result)
}

/// The highest scoregroup and the others.
fn split(players: &[Plain]) -> (Vec<Plain>, Vec<Plain>) {
    let Some(score) = players.iter().map(|player| player.pairing_score).max() else { return (Vec::new(), Vec::new()) };
    players.iter().cloned().partition(|player| player.pairing_score == score)
}

type Pairs = Vec<(Plain, Plain)>;

impl Judge<'_> {
    fn key(&self, player: &Plain) -> (Reverse<i64>, Reverse<i64>, u32) {
        let (buchholz, sonneborn) = self.indices[&player.tpn];
        (Reverse(buchholz), Reverse(sonneborn), player.tpn)
    }

    /// All legal pairings with the fewest floaters that leave the rest a pairing, in order.
    fn legal_pairings(&self, members: &[Plain], rest: &[Plain]) -> Vec<(Pairs, Vec<Plain>)> {
        let mut ranked = members.to_vec();
        ranked.sort_by_key(|player| self.key(player));
        for floaters in 0..=ranked.len() {
            let mut found = Vec::new();
            for list in pairings_in_order(ranked.len(), floaters) {
                let (mut pairs, mut out) = (Vec::new(), Vec::new());
                for (i, &opponent) in list.iter().enumerate() {
                    if opponent == 0 {
                        out.push(ranked[i].clone());
                    } else if opponent > i + 1 {
                        pairs.push((ranked[i].clone(), ranked[opponent - 1].clone()));
                    }
                }
                let others: Vec<Plain> = out.iter().chain(rest).cloned().collect();
                if pairs.iter().all(|(a, b)| legal(self.input, a, b)) && complete(self.input, &others) {
                    found.push((pairs, out));
                }
            }
            if !found.is_empty() {
                return found;
            }
        }
        panic!("the field could be completed before");
    }

    fn scores(out: &[Plain]) -> Vec<Points> {
        let mut scores: Vec<Points> = out.iter().map(|player| player.pairing_score).collect();
        scores.sort_by_key(|&score| Reverse(score));
        scores
    }

    fn bracket(&self, members: &[Plain], rest: &[Plain]) -> (Pairs, Vec<Plain>) {
        let quality = |(pairs, out): &(Pairs, Vec<Plain>)| {
            let (group, below) = split(rest);
            let next: Vec<Plain> = out.iter().chain(&group).cloned().collect();
            let ahead = self.legal_pairings(&next, &below);
            let c7 = ahead.iter().map(|(_, out)| (out.len(), Self::scores(out))).min();
            let same = |a: &Plain, b: &Plain| wish(&a.colors).1.is_some() && wish(&a.colors).1 == wish(&b.colors).1;
            let c8 = pairs.iter().filter(|(a, b)| same(a, b)).count();
            (Self::scores(out), c7, c8)
        };
        // The first of those with the best quality.
        self.legal_pairings(members, rest).into_iter().min_by_key(quality).expect("a legal pairing")
    }
}
