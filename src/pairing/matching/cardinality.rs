//! Largest matchings in general graphs, grown and repaired one alternating path at a time.
//!
//! Edmonds' search for alternating paths with blossoms, on rows of bits. Besides augmenting, the search tells
//! which vertices could be left over instead of a given one ([`Matching::outer_from`]), so that one search answers
//! for all partners of a vertex at once whether the rest can still be matched.

use super::bitset::{BitMatrix, BitSet, ones};

/// No vertex.
pub const NONE: usize = usize::MAX;

/// A matching in a graph, together with the graph and the memory of the last search.
#[derive(Clone, Debug)]
pub struct Matching {
    /// The graph.
    pub graph: BitMatrix,
    mate: Vec<usize>,
    free: BitSet,
    parent: Vec<usize>,
    base: Vec<usize>,
    /// Outer (even) vertices of the last search.
    outer: BitSet,
    /// Vertices that the last search may not or need not reach any more.
    closed: BitSet,
    members: BitMatrix,
    queue: Vec<usize>,
}

impl Matching {
    /// The empty matching; vertices of `absent` take no part.
    pub fn new(graph: BitMatrix) -> Matching {
        let n = graph.size();
        Matching {
            mate: vec![NONE; n],
            free: BitSet::full(n),
            parent: vec![NONE; n],
            base: vec![NONE; n],
            outer: BitSet::new(n),
            closed: BitSet::new(n),
            members: BitMatrix::new(n),
            queue: Vec::with_capacity(n),
            graph,
        }
    }

    /// The partner of a vertex, or [`NONE`].
    pub fn mate(&self, v: usize) -> usize {
        self.mate[v]
    }

    /// All partners.
    pub fn mates(&self) -> &[usize] {
        &self.mate
    }

    /// Vertices without a partner.
    pub fn free(&self) -> &BitSet {
        &self.free
    }

    /// Whether everybody has a partner.
    pub fn is_perfect(&self) -> bool {
        self.free.is_empty()
    }

    /// Matches two free vertices.
    pub fn join(&mut self, u: usize, v: usize) {
        self.mate[u] = v;
        self.mate[v] = u;
        self.free.remove(u);
        self.free.remove(v);
    }

    /// Frees a vertex and its partner.
    pub fn part(&mut self, u: usize) {
        let v = self.mate[u];
        if v != NONE {
            self.mate[u] = NONE;
            self.mate[v] = NONE;
            self.free.insert(u);
            self.free.insert(v);
        }
    }

    /// Matches free vertices with free neighbours as long as some are found at once.
    pub fn greedy(&mut self) {
        for v in 0..self.mate.len() {
            if self.mate[v] == NONE
                && let Some(u) = self.free.first_common(self.graph.row(v))
            {
                self.join(v, u);
            }
        }
    }

    /// Augments until the matching is as large as it can be; returns the number of free vertices.
    pub fn maximize(&mut self) -> usize {
        let blocked = BitSet::new(self.mate.len());
        self.maximize_without(&blocked)
    }

    /// As [`Matching::maximize`], leaving out the blocked vertices (which must be free); they are not counted.
    pub fn maximize_without(&mut self, blocked: &BitSet) -> usize {
        let mut left = 0;
        for v in 0..self.mate.len() {
            if self.mate[v] == NONE && !blocked.contains(v) && !self.augment_from(v, blocked) {
                left += 1;
            }
        }
        left
    }

    /// Looks for an augmenting path from the free vertex `root` and applies it.
    pub fn augment_from(&mut self, root: usize, blocked: &BitSet) -> bool {
        match self.search(root, blocked, true) {
            NONE => false,
            end => {
                self.free.remove(root);
                self.free.remove(end);
                self.flip(end);
                true
            }
        }
    }

    /// All vertices that can be left over instead of the free vertex `root`, `root` among them, without the blocked
    /// ones. [`Matching::expose`] then changes the matching so that one of them is free.
    pub fn outer_from(&mut self, root: usize, blocked: &BitSet) -> &BitSet {
        self.search(root, blocked, false);
        &self.outer
    }

    /// After [`Matching::outer_from`]: makes `v`, one of its result, the free vertex instead of the root.
    pub fn expose(&mut self, v: usize) {
        let partner = self.mate[v];
        if partner == NONE {
            return;
        }
        self.mate[v] = NONE;
        self.free.insert(v);
        let root = self.flip(partner);
        self.free.remove(root);
    }

    /// Matches `v` with its parent, the parent's old partner with its parent, and so on; returns the last parent.
    fn flip(&mut self, mut v: usize) -> usize {
        loop {
            let up = self.parent[v];
            let next = self.mate[up];
            self.mate[v] = up;
            self.mate[up] = v;
            if next == NONE {
                return up;
            }
            v = next;
        }
    }

    fn make_outer(&mut self, v: usize) {
        self.outer.insert(v);
        self.closed.insert(v);
        self.queue.push(v);
    }

    /// Grows the alternating tree of `root`. Returns a free vertex reached (its parent set), or `NONE`.
    fn search(&mut self, root: usize, blocked: &BitSet, stop_at_free: bool) -> usize {
        self.outer.clear();
        self.closed.words_mut().copy_from_slice(blocked.words());
        self.queue.clear();
        self.single(root);
        self.make_outer(root);
        let (mut grown, mut bridged) = (0, 0);
        loop {
            while grown < self.queue.len() {
                let v = self.queue[grown];
                grown += 1;
                for w in 0..self.closed.words().len() {
                    let mut fresh = self.graph.row(v)[w] & !self.closed.words()[w];
                    if fresh == 0 {
                        continue;
                    }
                    let ends = fresh & self.free.words()[w];
                    if ends != 0 {
                        if stop_at_free {
                            let end = w * 64 + ends.trailing_zeros() as usize;
                            self.parent[end] = v;
                            return end;
                        }
                        fresh &= !ends;
                    }
                    while fresh != 0 {
                        let inner = w * 64 + fresh.trailing_zeros() as usize;
                        fresh &= fresh - 1;
                        self.parent[inner] = v;
                        self.closed.insert(inner);
                        self.single(inner);
                        let next = self.mate[inner];
                        self.single(next);
                        self.make_outer(next);
                        fresh &= !self.closed.words()[w];
                    }
                }
            }
            if bridged == self.queue.len() {
                return NONE;
            }
            let v = self.queue[bridged];
            match self.bridge(v) {
                Some(to) => self.contract(v, to),
                None => bridged += 1,
            }
        }
    }

    fn single(&mut self, v: usize) {
        self.base[v] = v;
        let row = self.members.row_mut(v);
        row.fill(0);
        row[v / 64] |= 1 << (v % 64);
    }

    /// An outer neighbour of `v` outside its blossom.
    fn bridge(&self, v: usize) -> Option<usize> {
        let (row, inside, outer) = (self.graph.row(v), self.members.row(self.base[v]), self.outer.words());
        (0..row.len()).find_map(|w| {
            let word = row[w] & outer[w] & !inside[w];
            (word != 0).then(|| w * 64 + word.trailing_zeros() as usize)
        })
    }

    fn contract(&mut self, a: usize, b: usize) {
        let top = self.common_base(a, b);
        let mut parts = vec![top];
        self.mark_path(a, top, b, &mut parts);
        self.mark_path(b, top, a, &mut parts);
        parts.sort_unstable();
        parts.dedup();
        for part in parts {
            if part == top {
                continue;
            }
            let inside: Vec<usize> = ones(self.members.row(part)).collect();
            for v in inside {
                self.base[v] = top;
                self.members.row_mut(top)[v / 64] |= 1 << (v % 64);
                if !self.outer.contains(v) {
                    self.make_outer(v);
                }
            }
        }
    }

    fn common_base(&self, a: usize, b: usize) -> usize {
        let mut seen = Vec::new();
        let mut v = a;
        loop {
            v = self.base[v];
            seen.push(v);
            if self.mate[v] == NONE {
                break;
            }
            v = self.parent[self.mate[v]];
        }
        let mut v = b;
        loop {
            v = self.base[v];
            if seen.contains(&v) {
                return v;
            }
            v = self.parent[self.mate[v]];
        }
    }

    fn mark_path(&mut self, mut v: usize, top: usize, mut child: usize, parts: &mut Vec<usize>) {
        while self.base[v] != top {
            let partner = self.mate[v];
            parts.push(self.base[v]);
            parts.push(self.base[partner]);
            self.parent[v] = child;
            child = partner;
            v = self.parent[partner];
        }
    }
}
