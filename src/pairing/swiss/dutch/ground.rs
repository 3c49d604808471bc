//! What holds for the whole round: who may meet whom, who may be left over, whether the rest can be completed.

use crate::Points;
use crate::matching::bitset::{BitMatrix, BitSet};
use crate::matching::{Matching, NONE};
use crate::swiss::{Field, Float, Preference};
use std::cell::OnceCell;
use std::ops::Range;

/// The participants by rank (art. 1.2), with the legal pairs.
///
/// A *rank* is a place in the order of the round, from 0. Score groups are ranges of ranks.
pub struct Ground<'a> {
    pub field: &'a Field,
    /// By rank: the index into the field.
    pub index: Vec<usize>,
    /// By rank: the number of its score group, 0 the highest.
    pub group: Vec<usize>,
    /// The score groups as ranges of ranks.
    pub groups: Vec<Range<usize>>,
    /// Legal pairs [C1], [C3] and the organiser's prohibitions.
    pub legal: BitMatrix,
    /// By rank: number of illegal partners.
    illegal: Vec<usize>,
    /// By rank: topscorer of the last round (art. 1.8).
    pub topscorer: Vec<bool>,
    /// By rank: may be left over in this round: eligible [C2] and with the score that [C5] demands.
    pub may_rest: BitSet,
    /// The group whose score the holder of the bye must have [C5]; `None` if the number is even.
    pub bye_group: Option<usize>,
    /// What is known of the players from each group downwards.
    suffixes: Vec<OnceCell<Suffix>>,
}

/// Whether the players of the lower groups can be completed, alone or with one player more.
pub struct Suffix {
    /// Everybody of it can be matched among themselves (and the bye).
    pub complete: bool,
    /// If one player more is needed: ranks (and the bye's vertex, the last) that can be that player's partner.
    pub wanting: BitSet,
}

/// No pairing of the whole field exists.
pub struct Impossible;

impl<'a> Ground<'a> {
    pub fn new(field: &'a Field) -> Result<Ground<'a>, Impossible> {
        Ground::relaxed(field, Relaxed::default())
    }

    /// As [`Ground::new`], with some of the prohibitions lifted: to explain why there is no pairing.
    pub fn relaxed(field: &'a Field, relaxed: Relaxed) -> Result<Ground<'a>, Impossible> {
        let index = field.order.clone();
        let n = index.len();
        let mut rank = vec![NONE; field.players.len()];
        for (place, &i) in index.iter().enumerate() {
            rank[i] = place;
        }
        let (mut group, mut groups) = (Vec::with_capacity(n), Vec::<Range<usize>>::new());
        let mut last: Option<Points> = None;
        for (place, &i) in index.iter().enumerate() {
            let score = field.players[i].pairing_score;
            if last != Some(score) {
                groups.push(place..place);
                last = Some(score);
            }
            if let Some(range) = groups.last_mut() {
                range.end = place + 1;
            }
            group.push(groups.len() - 1);
        }
        let topscorer: Vec<bool> = index.iter().map(|&i| field.is_topscorer(i)).collect();
        // Players who must not meet their like: absolute wish, no topscorer [C3].
        let wants =
            |place: usize, wish: Preference| !topscorer[place] && field.players[index[place]].preference == wish;
        let clash: Vec<(Preference, BitSet)> = [crate::swiss::Color::White, crate::swiss::Color::Black]
            .into_iter()
            .map(Preference::Absolute)
            .map(|wish| (wish, BitSet::of(n, (0..n).filter(|&place| wants(place, wish)))))
            .collect();
        let all = BitSet::full(n);
        let mut legal = BitMatrix::new(n);
        for place in 0..n {
            let i = index[place];
            let player = &field.players[i];
            let row = legal.row_mut(place);
            row.copy_from_slice(all.words());
            if !topscorer[place]
                && !relaxed.colors
                && let Some((_, same)) = clash.iter().find(|(wish, _)| *wish == player.preference)
            {
                row.iter_mut().zip(same.words()).for_each(|(word, same)| *word &= !same);
            }
            let forbidden = field.forbidden_to(i).filter(|_| !relaxed.forbidden);
            let met = player.opponents.iter().copied().filter(|_| !relaxed.rematches);
            for other in met.chain(forbidden).chain([i]).map(|other| rank[other]).filter(|&other| other != NONE) {
                row[other / 64] &= !(1 << (other % 64));
            }
        }
        let illegal = illegal_partners(&legal);
        let suffixes = (0..=groups.len()).map(|_| OnceCell::new()).collect();
        let mut ground = Ground {
            field,
            index,
            group,
            groups,
            legal,
            illegal,
            topscorer,
            may_rest: BitSet::new(n),
            bye_group: None,
            suffixes,
        };
        ground.settle_bye(relaxed)?;
        if ground.suffix(0).complete { Ok(ground) } else { Err(Impossible) }
    }

    /// The same ground after a change of legal pairs and of who may have the bye: to see what would follow.
    pub fn changed(&self, change: impl FnOnce(&mut BitMatrix, &mut BitSet)) -> Ground<'a> {
        let mut ground = Ground {
            field: self.field,
            index: self.index.clone(),
            group: self.group.clone(),
            groups: self.groups.clone(),
            legal: self.legal.clone(),
            illegal: Vec::new(),
            topscorer: self.topscorer.clone(),
            may_rest: self.may_rest.clone(),
            bye_group: self.bye_group,
            suffixes: (0..=self.groups.len()).map(|_| OnceCell::new()).collect(),
        };
        change(&mut ground.legal, &mut ground.may_rest);
        ground.illegal = illegal_partners(&ground.legal);
        ground
    }

    /// [C5]: the lowest score of an eligible player without whom all others can be matched.
    fn settle_bye(&mut self, relaxed: Relaxed) -> Result<(), Impossible> {
        let n = self.index.len();
        if n.is_multiple_of(2) {
            return Ok(());
        }
        let eligible = |place: &usize| relaxed.bye || !self.player(*place).bye_barred;
        let possible = if self.min_degree(0) > n / 2 {
            // With at least half of the others as legal partners everybody can be matched (Dirac).
            BitSet::full(n)
        } else {
            let mut matching = Matching::new(self.legal.clone());
            matching.greedy();
            match matching.maximize() {
                1 => {
                    let root = matching.free().iter().next().unwrap_or(0);
                    matching.outer_from(root, &BitSet::new(n)).clone()
                }
                _ => return Err(Impossible),
            }
        };
        let lowest = possible.iter().filter(eligible).map(|place| self.group[place]).max().ok_or(Impossible)?;
        self.may_rest = BitSet::of(n, self.groups[lowest].clone().filter(eligible));
        self.bye_group = Some(lowest);
        Ok(())
    }

    pub fn player(&self, rank: usize) -> &crate::swiss::Player {
        &self.field.players[self.index[rank]]
    }

    pub fn float(&self, rank: usize, back: usize) -> Float {
        self.player(rank).float_back(back)
    }

    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// The first rank below the groups before `group`.
    pub fn start(&self, group: usize) -> usize {
        self.groups.get(group).map_or(self.len(), |range| range.start)
    }

    /// Number of legal partners of `rank` in a range of ranks.
    pub fn degree(&self, rank: usize, range: Range<usize>) -> usize {
        count_range(self.legal.row(rank), range)
    }

    /// A lower bound of the legal partners that everybody from `from` on has there; exact where it matters.
    pub fn min_degree(&self, from: usize) -> usize {
        let size = self.len() - from;
        let bound = self.illegal[from..].iter().map(|illegal| (size - 1).saturating_sub(*illegal)).min();
        match bound {
            Some(bound) if bound > size / 2 + 1 => bound,
            _ => (from..self.len()).map(|rank| self.degree(rank, from..self.len())).min().unwrap_or(0),
        }
    }

    /// The players of `group` and of all lower groups.
    pub fn suffix(&self, group: usize) -> &Suffix {
        self.suffixes[group].get_or_init(|| self.find_suffix(self.start(group)))
    }

    fn find_suffix(&self, from: usize) -> Suffix {
        let n = self.len();
        let size = n - from;
        let odd = !n.is_multiple_of(2);
        let resting = self.may_rest.iter().filter(|&rank| rank >= from).count();
        // Vertices: the ranks, and the bye as the last one.
        let vertices = n + 1;
        // Dirac's condition left over after the bye's holder and one more are gone: anybody completes it, but for
        // the only one who can have the bye.
        if size > 8 && self.min_degree(from) > size / 2 + 2 && (!odd || resting >= 1) {
            let mut wanting = BitSet::of(vertices, from..n);
            if resting == 1 {
                self.may_rest.iter().for_each(|rank| wanting.remove(rank));
            }
            return Suffix { complete: (size + usize::from(odd)).is_multiple_of(2), wanting };
        }
        let mut graph = BitMatrix::new(size + usize::from(odd));
        for rank in from..n {
            copy_range(self.legal.row(rank), from..n, graph.row_mut(rank - from));
        }
        if odd {
            self.may_rest.iter().filter(|&rank| rank >= from).for_each(|rank| graph.connect(rank - from, size));
        }
        let blocked = BitSet::new(graph.size());
        let mut matching = Matching::new(graph);
        matching.greedy();
        let left = matching.maximize();
        let mut wanting = BitSet::new(vertices);
        if left == 1 {
            let root = matching.free().iter().next().unwrap_or(0);
            for v in matching.outer_from(root, &blocked).iter() {
                wanting.insert(if v == size { n } else { from + v });
            }
        }
        Suffix { complete: left == 0, wanting }
    }

    /// Whether `rank` together with all players from `group` on can be completed.
    pub fn completes(&self, rank: usize, group: usize) -> bool {
        let suffix = self.suffix(group);
        suffix.wanting.first_common(self.legal.row(rank)).is_some()
            || (self.may_rest.contains(rank) && suffix.wanting.contains(self.len()))
    }
}

/// Prohibitions that are lifted to see what stands in the way.
#[derive(Clone, Copy, Debug, Default)]
pub struct Relaxed {
    pub bye: bool,
    pub colors: bool,
    pub forbidden: bool,
    pub rematches: bool,
}

/// By rank: the number of illegal partners.
fn illegal_partners(legal: &BitMatrix) -> Vec<usize> {
    let n = legal.size();
    (0..n).map(|place| n - 1 - legal.row(place).iter().map(|word| word.count_ones() as usize).sum::<usize>()).collect()
}

/// Number of bits set in a range.
pub fn count_range(row: &[u64], range: Range<usize>) -> usize {
    let (mut count, mut i) = (0, range.start);
    while i < range.end {
        let (word, bit) = (i / 64, i % 64);
        let take = (64 - bit).min(range.end - i);
        let mask = if take == 64 { u64::MAX } else { ((1 << take) - 1) << bit };
        count += (row[word] & mask).count_ones() as usize;
        i += take;
    }
    count
}

/// Copies the bits of a range to the start of another row.
pub fn copy_range(row: &[u64], range: Range<usize>, to: &mut [u64]) {
    or_range(row, range, to, 0);
}

/// Adds the bits of a range to another row from position `at` on.
pub fn or_range(row: &[u64], range: Range<usize>, to: &mut [u64], at: usize) {
    let size = range.len();
    let mut done = 0;
    while done < size {
        let (word, bit) = ((range.start + done) / 64, (range.start + done) % 64);
        let (to_word, to_bit) = ((at + done) / 64, (at + done) % 64);
        let take = (64 - bit).min(64 - to_bit).min(size - done);
        let mask = if take == 64 { u64::MAX } else { (1 << take) - 1 };
        to[to_word] |= (row[word] >> bit & mask) << to_bit;
        done += take;
    }
}
