//! A slow Dutch pairer for small fields that does what the rules say, word by word.
//!
//! Candidates are generated one after the other in the order of C.04.3 art. 3.6, 3.7 and 4; each is judged by all criteria of
//! art. 2; the first of the best is taken. Completion and the bye's score are found by trying everything.

use pairing::swiss::{Color, Field, Float, Preference, RoundInput, Tpn, colors};
use std::cell::RefCell;
use std::collections::HashMap;

/// The pairs (White, Black), with `(N, 0)` for the bye, sorted; `None` if there is no pairing.
pub fn reference_pairs(input: &RoundInput) -> Option<Vec<(Tpn, Tpn)>> {
    let field = Field::new(input).expect("a sound input");
    let round = Reference::new(&field)?;
    let (pairs, bye) = round.pair();
    let tpn = |i: usize| field.players[i].tpn;
    let mut named: Vec<(Tpn, Tpn)> = pairs
        .iter()
        .map(|&(a, b)| colors::dutch_white(&field, a, b))
        .map(|(white, black)| (tpn(white), tpn(black)))
        .collect();
    named.extend(bye.map(|i| (tpn(i), 0)));
    named.sort_unstable();
    Some(named)
}

type Players = Vec<usize>;
type Pairs = Vec<(usize, usize)>;

struct Reference<'a> {
    field: &'a Field,
    /// The score of the bye's holder, in an odd field.
    bye_score: Option<i32>,
    known: RefCell<HashMap<Players, bool>>,
}

/// The compared values, C6 first.
type Vector = Vec<Vec<i64>>;

impl<'a> Reference<'a> {
    fn new(field: &'a Field) -> Option<Self> {
        let mut round = Reference { field, bye_score: None, known: RefCell::default() };
        if !field.order.len().is_multiple_of(2) {
            let eligible = |i: &usize| !field.players[*i].bye_barred;
            let possible = |i: &usize| round.matchable(&without(&field.order, &[*i]));
            let scores = field.order.iter().copied().filter(eligible).filter(possible).map(|i| round.score(i));
            round.bye_score = Some(scores.min()?);
        }
        round.complete(&field.order).then_some(round)
    }

    fn score(&self, i: usize) -> i32 {
        self.field.players[i].pairing_score.tenths()
    }

    fn legal(&self, a: usize, b: usize) -> bool {
        let field = self.field;
        !field.players[a].has_met(b)
            && !field.is_forbidden(a, b)
            && (!field.colors_clash(a, b) || field.is_topscorer(a) || field.is_topscorer(b))
    }

    fn matchable(&self, players: &[usize]) -> bool {
        let Some((&first, rest)) = players.split_first() else { return true };
        rest.iter().any(|&other| self.legal(first, other) && self.matchable(&without(rest, &[other])))
    }

    fn complete(&self, players: &[usize]) -> bool {
        let mut sorted = players.to_vec();
        sorted.sort_unstable();
        if let Some(known) = self.known.borrow().get(&sorted) {
            return *known;
        }
        let can_rest = |i: usize| !self.field.players[i].bye_barred && Some(self.score(i)) == self.bye_score;
        let answer = if sorted.len().is_multiple_of(2) {
            self.matchable(&sorted)
        } else {
            sorted.iter().any(|&i| can_rest(i) && self.matchable(&without(&sorted, &[i])))
        };
        self.known.borrow_mut().insert(sorted, answer);
        answer
    }

    fn pair(&self) -> (Pairs, Option<usize>) {
        let mut groups: Vec<Players> = Vec::new();
        for &i in &self.field.order {
            match groups.last_mut() {
                Some(group) if self.score(group[0]) == self.score(i) => group.push(i),
                _ => groups.push(vec![i]),
            }
        }
        let (mut pairs, mut moved) = (Vec::new(), Vec::new());
        for g in 0..groups.len() {
            let bracket = Bracket {
                round: self,
                moved: std::mem::take(&mut moved),
                residents: groups[g].clone(),
                next: groups.get(g + 1).cloned().unwrap_or_default(),
                below: groups.iter().skip(g + 2).flatten().copied().collect(),
                known: RefCell::default(),
            };
            let (chosen, floaters) = bracket.choose();
            pairs.extend(chosen);
            moved = floaters;
        }
        (pairs, moved.first().copied())
    }
}

fn without(players: &[usize], gone: &[usize]) -> Players {
    players.iter().copied().filter(|i| !gone.contains(i)).collect()
}

struct Bracket<'r, 'a> {
    round: &'r Reference<'a>,
    moved: Players,
    residents: Players,
    next: Players,
    below: Players,
    /// What floaters mean for the next bracket.
    known: RefCell<HashMap<Players, Vec<i64>>>,
}

impl Bracket<'_, '_> {
    fn all(&self) -> Players {
        self.moved.iter().chain(&self.residents).copied().collect()
    }

    /// Scores of players, the highest first.
    fn scores(&self, players: &[usize]) -> Vec<i64> {
        let mut scores: Vec<i64> = players.iter().map(|&i| i64::from(self.round.score(i))).collect();
        scores.sort_unstable_by(|a, b| b.cmp(a));
        scores
    }

    fn choose(&self) -> (Pairs, Players) {
        // [C6], [C7]: what the best candidate leaves over.
        let rest: Players = self.next.iter().chain(&self.below).copied().collect();
        let mut least: Option<(usize, Vec<i64>)> = None;
        self.every_matching(&self.moved, &self.residents, &mut |floaters| {
            let value = (floaters.len(), self.scores(floaters));
            if least.as_ref().is_none_or(|known| value < *known) {
                let left: Players = floaters.iter().chain(&rest).copied().collect();
                if self.round.complete(&left) {
                    least = Some(value);
                }
            }
        });
        let (floaters, scores) = least.expect("a candidate");
        let own = i64::from(self.round.score(self.residents[0]));
        let in_limbo: Vec<i64> = scores.iter().copied().filter(|score| *score > own).collect();
        let m1 = self.moved.len() - in_limbo.len();
        let pairs = (self.moved.len() + self.residents.len() - floaters) / 2;

        let mut best: Option<(Vector, Pairs, Players)> = None;
        let mut judge = |candidate: &Pairs| {
            if candidate.iter().any(|&(a, b)| !self.round.legal(a, b)) {
                return;
            }
            let paired: Players = candidate.iter().flat_map(|&(a, b)| [a, b]).collect();
            let floaters = without(&self.all(), &paired);
            let left: Players = floaters.iter().chain(&rest).copied().collect();
            if !self.round.complete(&left) {
                return;
            }
            let vector = self.vector(candidate, &floaters);
            if best.as_ref().is_none_or(|(known, ..)| vector < *known) {
                best = Some((vector, candidate.clone(), floaters));
            }
        };
        // (3) sets of MDPs, (2) their opponents, (1) the remainder.
        for first in subsets(&self.moved, m1) {
            if self.scores(&without(&self.moved, &first)) != in_limbo {
                continue;
            }
            for opponents in words(&self.residents, m1) {
                let head: Pairs = first.iter().copied().zip(opponents.iter().copied()).collect();
                if head.iter().any(|&(a, b)| !self.round.legal(a, b)) {
                    continue;
                }
                homogeneous(&without(&self.residents, &opponents), pairs - m1, &mut |tail| {
                    let mut candidate = head.clone();
                    candidate.extend(tail);
                    judge(&candidate);
                });
            }
        }
        let (_, pairs, floaters) = best.expect("a candidate");
        let floaters = self.all().into_iter().filter(|i| floaters.contains(i)).collect();
        (pairs, floaters)
    }

    /// Calls back with the players left over by every set of legal pairs in which moved-down players do not meet.
    fn every_matching(&self, moved: &[usize], residents: &[usize], found: &mut dyn FnMut(&[usize])) {
        let players: Players = moved.iter().chain(residents).copied().collect();
        self.matchings(&players, moved, &mut Vec::new(), found);
    }

    fn matchings(&self, left: &[usize], moved: &[usize], out: &mut Players, found: &mut dyn FnMut(&[usize])) {
        let Some((&first, rest)) = left.split_first() else { return found(out) };
        for &other in rest {
            if self.round.legal(first, other) && !(moved.contains(&first) && moved.contains(&other)) {
                self.matchings(&without(rest, &[other]), moved, out, found);
            }
        }
        out.push(first);
        self.matchings(rest, moved, out, found);
        out.pop();
    }

    /// [C8]
    fn next_bracket(&self, floaters: &[usize]) -> Vec<i64> {
        if self.next.is_empty() {
            return Vec::new();
        }
        if let Some(known) = self.known.borrow().get(floaters) {
            return known.clone();
        }
        let mut least: Option<Vec<i64>> = None;
        self.every_matching(floaters, &self.next, &mut |left| {
            let mut value = vec![left.len() as i64];
            value.extend(self.scores(left));
            if least.as_ref().is_none_or(|known| value < *known) {
                let all: Players = left.iter().chain(&self.below).copied().collect();
                if self.round.complete(&all) {
                    least = Some(value);
                }
            }
        });
        let value = least.expect("it can be completed");
        self.known.borrow_mut().insert(floaters.to_vec(), value.clone());
        value
    }

    fn vector(&self, pairs: &Pairs, floaters: &[usize]) -> Vector {
        let round = self.round;
        let field = round.field;
        let own = round.score(self.residents[0]);
        let is_moved = |i: usize| self.moved.contains(&i);
        let float = |i: usize, back: usize| field.players[i].float_back(back);

        let c9 = match (floaters, round.bye_score) {
            ([holder], Some(score)) if score >= own => vec![i64::from(field.players[*holder].unplayed)],
            _ => vec![],
        };
        let (mut c10, mut c11, mut c12, mut c13) = (0, 0, 0, 0);
        for &(a, b) in pairs {
            let (white, black) = colors::dutch_white(field, a, b);
            for (i, color) in [(white, Color::White), (black, Color::Black)] {
                let player = &field.players[i];
                if field.is_topscorer(a) || field.is_topscorer(b) {
                    let difference = player.difference + if color == Color::White { 1 } else { -1 };
                    c10 += i64::from(difference.abs() > 2);
                    c11 += i64::from(player.history.ends_with(&[color, color]));
                }
                if player.preference.color().is_some_and(|wish| wish != color) {
                    c12 += 1;
                    c13 += i64::from(matches!(player.preference, Preference::Strong(_)));
                }
            }
        }
        let meetings: Vec<(usize, usize)> = pairs
            .iter()
            .filter_map(|&(a, b)| match (is_moved(a), is_moved(b)) {
                (true, false) => Some((a, b)),
                (false, true) => Some((b, a)),
                _ => None,
            })
            .collect();
        let down = |back| floaters.iter().filter(|&&i| !is_moved(i) && float(i, back) == Float::Down).count() as i64;
        let up = |back| meetings.iter().filter(|&&(_, b)| float(b, back) == Float::Up).count() as i64;
        let moved_differences = |back| {
            let mut list: Vec<i64> = self
                .moved
                .iter()
                .filter(|&&i| float(i, back) == Float::Down)
                .map(|&i| match meetings.iter().find(|(a, _)| *a == i) {
                    Some((_, rival)) => i64::from(round.score(i) - round.score(*rival)),
                    None => 100_000_000 + i64::from(round.score(i)),
                })
                .collect();
            list.sort_unstable_by(|a, b| b.cmp(a));
            list
        };
        let resident_differences = |back| {
            let mut list: Vec<i64> = meetings
                .iter()
                .filter(|&&(_, b)| float(b, back) == Float::Up)
                .map(|&(a, b)| i64::from(round.score(a) - round.score(b)))
                .collect();
            list.sort_unstable_by(|a, b| b.cmp(a));
            list
        };
        vec![
            vec![floaters.len() as i64],
            self.scores(floaters),
            self.next_bracket(floaters),
            c9,
            vec![c10],
            vec![c11],
            vec![c12],
            vec![c13],
            vec![down(1)],
            vec![up(1)],
            vec![down(2)],
            vec![up(2)],
            moved_differences(1),
            resident_differences(1),
            moved_differences(2),
            resident_differences(2),
        ]
    }
}

/// All subsets of a size, in the order of the words of their members.
fn subsets(players: &[usize], size: usize) -> Vec<Players> {
    if size == 0 {
        return vec![vec![]];
    }
    let mut found = Vec::new();
    for (i, &first) in players.iter().enumerate() {
        for mut rest in subsets(&players[i + 1..], size - 1) {
            rest.insert(0, first);
            found.push(rest);
        }
    }
    found
}

/// All words of a length without a repeated letter, in order.
fn words(players: &[usize], length: usize) -> Vec<Players> {
    if length == 0 {
        return vec![vec![]];
    }
    let mut found = Vec::new();
    for &first in players {
        for mut rest in words(&without(players, &[first]), length - 1) {
            rest.insert(0, first);
            found.push(rest);
        }
    }
    found
}

/// The candidates of a homogeneous bracket or remainder (3.6): all transpositions, then exchange after exchange.
fn homogeneous(players: &[usize], pairs: usize, found: &mut dyn FnMut(Pairs)) {
    let (s1, s2) = players.split_at(pairs);
    let number = |i: usize| players.iter().position(|&p| p == i).unwrap() as i64 + 1;
    let mut exchanges: Vec<(Players, Players)> = Vec::new();
    for size in 0..=pairs.min(s2.len()) {
        for down in subsets(s1, size) {
            for up in subsets(s2, size) {
                exchanges.push((down.clone(), up));
            }
        }
    }
    exchanges.sort_by_key(|(down, up)| {
        let numbers = |list: &Players| list.iter().map(|&i| number(i)).collect::<Vec<_>>();
        let (mut down, up) = (numbers(down), numbers(up));
        let difference = up.iter().sum::<i64>() - down.iter().sum::<i64>();
        down.sort_unstable_by(|a, b| b.cmp(a));
        (down.len(), difference, down.iter().map(|x| -x).collect::<Vec<_>>(), up)
    });
    for (down, up) in exchanges {
        let sorted = |keep: &[usize], gone: &Players, come: &Players| {
            let mut list: Players =
                keep.iter().copied().filter(|i| !gone.contains(i)).chain(come.iter().copied()).collect();
            list.sort_by_key(|&i| number(i));
            list
        };
        let (first, second) = (sorted(s1, &down, &up), sorted(s2, &up, &down));
        for word in words(&second, pairs) {
            found(first.iter().copied().zip(word).collect());
        }
    }
}
