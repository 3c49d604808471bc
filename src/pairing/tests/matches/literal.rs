//! The Swiss Team and Double-Swiss Systems word by word: every set of upfloaters and every identifier, in the order of the text.

use super::plain::{Plain, difference, plain, present};
use pairing::Points;
use pairing::swiss::{Color, EntryKind, MatchSystem, RoundInput, TeamPreference, Tpn};
use std::cmp::Reverse;
use std::collections::BTreeSet;

pub struct Judge<'a> {
    pub system: MatchSystem,
    pub input: &'a RoundInput,
    pub secondary: &'a [(Tpn, Points)],
}

/// Colour and strength.
type Wish = Option<(Color, bool)>;

impl Judge<'_> {
    /// The pairs (White, Black) and (bye, 0), or `None` without a legal pairing.
    pub fn pair(&self) -> Option<BTreeSet<(u32, u32)>> {
        let everybody = present(self.input, &plain(self.input));
        let mut unpaired = everybody.clone();
        let mut result = BTreeSet::new();
        if unpaired.len() % 2 == 1 {
            let without = |bye: &Plain| -> Vec<Plain> {
                unpaired.iter().filter(|player| player.tpn != bye.tpn).cloned().collect()
            };
            let possible = |player: &&Plain| !self.barred(player.tpn) && self.complete(&without(player));
            let bye = unpaired
                .iter()
                .filter(possible)
                .min_by_key(|player| (player.pairing_score, Reverse(player.games), Reverse(player.tpn)))?
                .clone();
            unpaired = without(&bye);
            result.insert((bye.tpn, 0));
        } else if !self.complete(&unpaired) {
            return None;
        }
        while let Some(top) = unpaired.first() {
            let score = top.pairing_score;
            let (residents, lower): (Vec<Plain>, Vec<Plain>) =
                unpaired.iter().cloned().partition(|player| player.pairing_score == score);
            let following = everybody.iter().map(|player| player.pairing_score).filter(|&other| other < score).max();
            let upfloaters = self.upfloaters(&residents, &lower, following);
            for (a, b) in self.bracket(&residents, &upfloaters) {
                result.insert(self.colors(&a, &b));
            }
            unpaired = lower.into_iter().filter(|player| upfloaters.iter().all(|up| up.tpn != player.tpn)).collect();
        }
        Some(result)
    }

    fn entries(&self, tpn: Tpn) -> &[pairing::swiss::RoundEntry] {
        self.input.entrants.iter().find(|entrant| entrant.tpn == tpn).map_or(&[], |entrant| &entrant.rounds)
    }

    fn barred(&self, tpn: Tpn) -> bool {
        let bars = [EntryKind::PairingBye, EntryKind::ForfeitWin, EntryKind::FullBye];
        self.entries(tpn).iter().any(|entry| bars.contains(&entry.kind))
    }

    fn legal(&self, a: &Plain, b: &Plain) -> bool {
        let forbidden = |&pair: &(Tpn, Tpn)| pair == (a.tpn, b.tpn) || pair == (b.tpn, a.tpn);
        !a.met.contains(&b.tpn) && !self.input.forbidden.iter().any(forbidden)
    }

    fn complete(&self, players: &[Plain]) -> bool {
        !self.pairings(players).is_empty()
    }

    fn pairings(&self, players: &[Plain]) -> Vec<Vec<(Plain, Plain)>> {
        let Some((first, rest)) = players.split_first() else { return vec![Vec::new()] };
        let mut all = Vec::new();
        for i in 0..rest.len() {
            if self.legal(first, &rest[i]) {
                let mut others = rest.to_vec();
                let other = others.remove(i);
                for mut pairing in self.pairings(&others) {
                    pairing.push((first.clone(), other.clone()));
                    all.push(pairing);
                }
            }
        }
        all
    }

    /// Met another score in the previous round, and the round to be paired lets that count.
    fn floated(&self, player: &Plain) -> bool {
        let left = self.input.rounds_total - self.input.round;
        let lapses = if self.system == MatchSystem::DoubleSwiss { left < 1 } else { left < 2 };
        let entries = self.entries(player.tpn);
        let Some(last) = entries.last().filter(|entry| entry.kind.is_played() && !lapses) else { return false };
        let before = |tpn: Tpn| -> Points {
            let entrant = self.input.entrants.iter().find(|entrant| entrant.tpn == tpn).expect("in the list");
            let past = entries.len() - 1;
            let real: Points = entrant.rounds[..past].iter().map(|entry| entry.points).sum();
            entrant.extra_points + real + entrant.virtual_points.get(past).copied().unwrap_or_default()
        };
        before(player.tpn) != before(last.opponent.expect("an opponent"))
    }

    fn upfloaters(&self, residents: &[Plain], lower: &[Plain], following: Option<Points>) -> Vec<Plain> {
        for count in 0..=lower.len() {
            let mut best: Option<(_, Vec<Plain>)> = None;
            for set in subsets(lower, count) {
                let rest = without(lower, &set);
                let members: Vec<Plain> = residents.iter().chain(&set).cloned().collect();
                if !self.complete(&members) || !self.complete(&rest) {
                    continue;
                }
                let mut c5: Vec<Points> = set.iter().map(|up| residents[0].pairing_score - up.pairing_score).collect();
                c5.sort_by_key(|&difference| Reverse(difference));
                let (group, below): (Vec<Plain>, Vec<Plain>) =
                    rest.iter().cloned().partition(|player| Some(player.pairing_score) == following);
                let needs = group.len() % 2;
                let kept = subsets(&below, needs).into_iter().any(|ups| {
                    let bracket: Vec<Plain> = group.iter().chain(&ups).cloned().collect();
                    self.complete(&bracket) && self.complete(&without(&below, &ups))
                });
                let c7 = set.iter().filter(|up| self.floated(up)).count();
                let list: Vec<u32> = set.iter().map(|up| up.tpn).collect();
                let key = (c5, !kept, c7, list);
                if best.as_ref().is_none_or(|(least, _)| key < *least) {
                    best = Some((key, set));
                }
            }
            if let Some((_, set)) = best {
                return set;
            }
        }
        panic!("the field could be completed before");
    }

    fn wish(&self, player: &Plain) -> Wish {
        let MatchSystem::Team(preference) = self.system else { return None };
        let h = &player.colors;
        let cd = difference(h);
        let last_two = if h.len() >= 2 { Some((h[h.len() - 2], h[h.len() - 1])) } else { None };
        let (bb, ww) = (last_two == Some((Color::Black, Color::Black)), last_two == Some((Color::White, Color::White)));
        let last_round = self.input.round == self.input.rounds_total;
        if preference == TeamPreference::None {
            None
        } else if cd <= -2 || (cd == -1 || cd == 0) && bb {
            Some((Color::White, true))
        } else if cd >= 2 || (cd == 1 || cd == 0) && ww {
            Some((Color::Black, true))
        } else if preference == TeamPreference::TypeA {
            None
        } else if cd == -1 {
            Some((Color::White, false))
        } else if cd == 1 {
            Some((Color::Black, false))
        } else if last_round {
            None
        } else {
            h.last().map(|last| (last.other(), false))
        }
    }

    fn bracket(&self, residents: &[Plain], upfloaters: &[Plain]) -> Vec<(Plain, Plain)> {
        let members: Vec<Plain> = residents.iter().chain(upfloaters).cloned().collect();
        let is_up = |player: &Plain| upfloaters.iter().any(|up| up.tpn == player.tpn);
        let key = |pairing: &Vec<(Plain, Plain)>| {
            let same = |a: &Plain, b: &Plain| match (self.wish(a), self.wish(b)) {
                (Some(one), Some(other)) => one.0 == other.0,
                _ => false,
            };
            let strong = |player: &Plain| self.wish(player).is_some_and(|wish| wish.1);
            let c8 = pairing.iter().filter(|(a, b)| same(a, b)).count();
            let c9 = pairing.iter().filter(|(a, b)| same(a, b) && strong(a) && strong(b)).count();
            let c10 = pairing
                .iter()
                .filter(|(a, b)| is_up(a) && !is_up(b) && self.floated(b) || is_up(b) && !is_up(a) && self.floated(a))
                .count();
            let mut pairs: Vec<(u32, u32)> =
                pairing.iter().map(|(a, b)| (a.tpn.min(b.tpn), a.tpn.max(b.tpn))).collect();
            pairs.sort_unstable();
            let identifier: Vec<u32> = pairs.iter().map(|pair| pair.0).chain(pairs.iter().map(|pair| pair.1)).collect();
            (c8, c9, c10, identifier)
        };
        self.pairings(&members).into_iter().min_by_key(key).expect("a legal pairing")
    }

    fn colors(&self, a: &Plain, b: &Plain) -> (u32, u32) {
        let second = |player: &Plain| {
            let own = self.secondary.iter().find(|(tpn, _)| *tpn == player.tpn);
            own.map_or(Points::ZERO, |(_, points)| *points)
        };
        let order = |player: &Plain| (Reverse(player.pairing_score), Reverse(second(player)), player.tpn);
        let (first, other) = if order(a) < order(b) { (a, b) } else { (b, a) };
        let with = |color: Color| if color == Color::White { (first.tpn, other.tpn) } else { (other.tpn, first.tpn) };
        if first.colors.is_empty() && other.colors.is_empty() {
            let odd = first.parity % 2 == 1;
            return with(if odd { self.input.initial_color } else { self.input.initial_color.other() });
        }
        let count = |player: &Plain| player.colors.iter().filter(|&&color| color == Color::White).count() as i32;
        let balance: fn(&Plain) -> i32 = |player| difference(&player.colors);
        let (mine, theirs) = (self.wish(first), self.wish(other));
        let values = if self.system == MatchSystem::DoubleSwiss {
            (count(first), count(other))
        } else {
            match (mine, theirs) {
                (Some(wish), None) => return with(wish.0),
                (None, Some(wish)) => return with(wish.0.other()),
                (Some(one), Some(two)) if one.0 != two.0 => return with(one.0),
                (Some(one), Some(two)) if one.1 && !two.1 => return with(one.0),
                (Some(one), Some(two)) if two.1 && !one.1 => return with(two.0.other()),
                _ => (balance(first), balance(other)),
            }
        };
        if values.0 != values.1 {
            return with(if values.0 < values.1 { Color::White } else { Color::Black });
        }
        for (x, y) in first.colors.iter().rev().zip(other.colors.iter().rev()) {
            if x != y {
                return with(x.other());
            }
        }
        if let Some(wish) = mine {
            return with(wish.0);
        }
        match (first.colors.last(), other.colors.last()) {
            (Some(last), _) => with(last.other()),
            (None, Some(last)) => with(*last),
            (None, None) => panic!("one has played"),
        }
    }
}

fn without(players: &[Plain], set: &[Plain]) -> Vec<Plain> {
    players.iter().filter(|player| set.iter().all(|other| other.tpn != player.tpn)).cloned().collect()
}

/// All sets of that size, each in the order of the list.
fn subsets(players: &[Plain], size: usize) -> Vec<Vec<Plain>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let Some((first, rest)) = players.split_first() else { return Vec::new() };
    let mut with: Vec<Vec<Plain>> = subsets(rest, size - 1);
    for set in &mut with {
        set.insert(0, first.clone());
    }
    with.extend(subsets(rest, size));
    with
}
