//! Perfect matchings of least cost in general graphs.
//!
//! The primal-dual method of Edmonds, one alternating tree at a time, for dense graphs: O(n²) for a tree, O(n³) in
//! all (but for the rare refreshing of bridges). The solver can start from any feasible duals and any matching on tight edges, which makes it cheap to
//! repair a solution after a few edges have gone.

use super::cardinality::NONE;
use super::weight::Weight;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    Unseen,
    /// Even distance from the root.
    Outer,
    /// Odd distance from the root.
    Inner,
}

/// A set of an odd number of nodes, contracted.
#[derive(Clone, Debug)]
struct Blossom<W> {
    /// Nodes around the odd cycle; the first one holds the base.
    children: Vec<usize>,
    /// `edges[i]` joins `children[i]` (first end) and `children[i + 1]` (second end).
    edges: Vec<(usize, usize)>,
    z: W,
}

/// The state of the primal-dual method. Costs are doubled inside, so that halves are whole.
#[derive(Clone, Debug)]
pub struct Solver<W> {
    n: usize,
    y: Vec<W>,
    mate: Vec<usize>,
    /// The outermost node that holds each vertex.
    top: Vec<usize>,
    /// By node: the node directly around it.
    around: Vec<usize>,
    /// By node: its base vertex.
    base: Vec<usize>,
    label: Vec<Label>,
    /// By inner node: the tight edge from an outer vertex into it.
    entry: Vec<(usize, usize)>,
    /// By outer node: the inner node that its matched edge leads to; `NONE` for the root.
    up: Vec<usize>,
    blossoms: Vec<Option<Blossom<W>>>,
    unused: Vec<usize>,
    outer: Vec<bool>,
    /// By vertex: the outer vertex (in another node) with the least slack.
    best: Vec<usize>,
}

impl<W: Weight> Solver<W> {
    /// A solver for `n` vertices with the given duals: `y[u] + y[v]` at most twice the cost of every edge.
    pub fn new(y: Vec<W>) -> Solver<W> {
        let n = y.len();
        let nodes = n + n / 2 + 1;
        Solver {
            n,
            y,
            mate: vec![NONE; n],
            top: (0..n).collect(),
            around: vec![NONE; nodes],
            base: (0..nodes).collect(),
            label: vec![Label::Unseen; nodes],
            entry: vec![(NONE, NONE); nodes],
            up: vec![NONE; nodes],
            blossoms: vec![None; nodes],
            unused: (n..nodes).rev().collect(),
            outer: vec![false; n],
            best: vec![NONE; n],
        }
    }

    /// Duals that are feasible for any graph: half of the least doubled cost at each vertex.
    pub fn simple_duals(n: usize, cost: &impl Fn(usize, usize) -> Option<W>) -> Vec<W> {
        (0..n).map(|v| (0..n).filter(|&u| u != v).filter_map(|u| cost(u, v)).min().unwrap_or(W::ZERO)).collect()
    }

    /// Matches two free vertices over a tight edge.
    pub fn join(&mut self, u: usize, v: usize) {
        self.mate[u] = v;
        self.mate[v] = u;
    }

    /// Frees `v` and its partner; only while no blossom is left.
    pub fn part(&mut self, v: usize) {
        let u = std::mem::replace(&mut self.mate[v], NONE);
        if u != NONE {
            self.mate[u] = NONE;
        }
    }

    /// The partners.
    pub fn mates(&self) -> &[usize] {
        &self.mate
    }

    /// The duals of the vertices, in doubled costs.
    pub fn duals(&self) -> &[W] {
        &self.y
    }

    /// Whether a blossom has a positive dual, so that tight edges alone do not describe the optima.
    pub fn has_blossoms(&self) -> bool {
        self.blossoms.iter().any(Option::is_some)
    }

    /// Twice the cost of `u`-`v` minus the duals; only of vertices in different nodes.
    fn slack(&self, cost: &impl Fn(usize, usize) -> Option<W>, u: usize, v: usize) -> Option<W> {
        cost(u, v).map(|c| c + c - self.y[u] - self.y[v])
    }

    /// Drops all blossoms, keeping duals feasible: each vertex pays half of the duals around it. Matched edges that
    /// are no longer tight are given up.
    pub fn dissolve(&mut self, cost: &impl Fn(usize, usize) -> Option<W>) {
        if !self.has_blossoms() {
            return;
        }
        for v in 0..self.n {
            let mut node = self.around[v];
            while node != NONE {
                if let Some(blossom) = &self.blossoms[node] {
                    self.y[v] = self.y[v] - blossom.z.half();
                }
                node = self.around[node];
            }
            self.top[v] = v;
        }
        self.around.fill(NONE);
        for node in self.n..self.blossoms.len() {
            if self.blossoms[node].take().is_some() {
                self.unused.push(node);
            }
        }
        self.drop_loose(cost);
    }

    /// Gives up matched edges that are gone or not tight.
    pub fn drop_loose(&mut self, cost: &impl Fn(usize, usize) -> Option<W>) {
        for v in 0..self.n {
            let u = self.mate[v];
            if u != NONE && self.slack(cost, u, v) != Some(W::ZERO) {
                self.part(v);
            }
        }
    }

    /// Grows the matching until it is perfect; `false` if there is no perfect matching.
    ///
    /// `cost` must be symmetric; `None` stands for no edge.
    pub fn solve(&mut self, cost: &impl Fn(usize, usize) -> Option<W>) -> bool {
        (0..self.n).all(|root| self.mate[root] != NONE || self.stage(root, cost))
    }

    fn vertices(&self, node: usize) -> Vec<usize> {
        let (mut found, mut stack) = (Vec::new(), vec![node]);
        while let Some(node) = stack.pop() {
            match self.blossoms.get(node).and_then(Option::as_ref) {
                Some(blossom) if node >= self.n => stack.extend(&blossom.children),
                _ => found.push(node),
            }
        }
        found
    }

    fn make_outer(&mut self, node: usize, up: usize, cost: &impl Fn(usize, usize) -> Option<W>) {
        self.label[node] = Label::Outer;
        self.up[node] = up;
        let inside = self.vertices(node);
        self.scan(&inside, cost);
    }

    /// Offers the edges of new outer vertices to all vertices in other nodes.
    fn scan(&mut self, fresh: &[usize], cost: &impl Fn(usize, usize) -> Option<W>) {
        for &u in fresh {
            self.outer[u] = true;
        }
        for &u in fresh {
            let node = self.top[u];
            let mut mine: Option<W> = self.valid_best(u, cost);
            for v in 0..self.n {
                if self.top[v] == node {
                    continue;
                }
                let Some(slack) = self.slack(cost, u, v) else { continue };
                if self.valid_best(v, cost).is_none_or(|known| slack < known) {
                    self.best[v] = u;
                }
                if self.outer[v] && mine.is_none_or(|known| slack < known) {
                    self.best[u] = v;
                    mine = Some(slack);
                }
            }
        }
    }

    /// The least slack known at `v`, unless its other end has moved into the same node.
    fn valid_best(&self, v: usize, cost: &impl Fn(usize, usize) -> Option<W>) -> Option<W> {
        let u = self.best[v];
        if u == NONE || self.top[u] == self.top[v] { None } else { self.slack(cost, u, v) }
    }

    /// Finds the best bridge of the outer vertex `v` again.
    fn refresh(&mut self, v: usize, cost: &impl Fn(usize, usize) -> Option<W>) {
        let node = self.top[v];
        self.best[v] = (0..self.n)
            .filter(|&u| self.outer[u] && self.top[u] != node)
            .filter_map(|u| self.slack(cost, u, v).map(|slack| (slack, u)))
            .min()
            .map_or(NONE, |(_, u)| u);
    }

    /// Grows one tree until the free vertex `root` is matched.
    fn stage(&mut self, root: usize, cost: &impl Fn(usize, usize) -> Option<W>) -> bool {
        self.label.fill(Label::Unseen);
        self.outer.fill(false);
        self.best.fill(NONE);
        self.make_outer(self.top[root], NONE, cost);
        loop {
            // The least change of duals after which something can happen.
            let mut grow: Option<(W, usize)> = None;
            let mut shrink: Option<(W, usize)> = None;
            for v in 0..self.n {
                let u = self.best[v];
                match self.label[self.top[v]] {
                    Label::Inner => continue,
                    _ if u == NONE => continue,
                    Label::Unseen => {
                        if let Some(slack) = self.slack(cost, u, v)
                            && grow.is_none_or(|(least, _)| slack < least)
                        {
                            grow = Some((slack, v));
                        }
                    }
                    Label::Outer => {
                        if self.top[u] == self.top[v] {
                            self.refresh(v, cost);
                            if self.best[v] == NONE {
                                continue;
                            }
                        }
                        if let Some(slack) = self.slack(cost, self.best[v], v)
                            && shrink.is_none_or(|(least, _)| slack.half() < least)
                        {
                            shrink = Some((slack.half(), v));
                        }
                    }
                }
            }
            let expand = (self.n..self.blossoms.len())
                .filter(|&node| self.label[node] == Label::Inner && self.around[node] == NONE)
                .filter_map(|node| self.blossoms[node].as_ref().map(|blossom| (blossom.z.half(), node)))
                .min();
            let Some(delta) = [grow, shrink, expand].into_iter().flatten().map(|(delta, _)| delta).min() else {
                return false;
            };
            if delta > W::ZERO {
                self.change_duals(delta);
            }
            if let Some((_, v)) = grow.filter(|(least, _)| *least == delta) {
                if self.grow(self.best[v], v, cost) {
                    return true;
                }
            } else if let Some((_, node)) = expand.filter(|(least, _)| *least == delta) {
                self.expand(node, Some(cost));
            } else if let Some((_, v)) = shrink {
                self.contract(self.best[v], v, cost);
            }
        }
    }

    fn change_duals(&mut self, delta: W) {
        for v in 0..self.n {
            match self.label[self.top[v]] {
                Label::Outer => self.y[v] = self.y[v] + delta,
                Label::Inner => self.y[v] = self.y[v] - delta,
                Label::Unseen => {}
            }
        }
        for node in self.n..self.blossoms.len() {
            if self.around[node] != NONE {
                continue;
            }
            if let Some(blossom) = &mut self.blossoms[node] {
                match self.label[node] {
                    Label::Outer => blossom.z = blossom.z + delta + delta,
                    Label::Inner => blossom.z = blossom.z - delta - delta,
                    Label::Unseen => {}
                }
            }
        }
    }

    /// Adds the node of `v` to the tree, or augments if its base is free.
    fn grow(&mut self, u: usize, v: usize, cost: &impl Fn(usize, usize) -> Option<W>) -> bool {
        let node = self.top[v];
        let base = self.base[node];
        if self.mate[base] == NONE {
            self.rebase(node, v);
            self.mate[v] = u;
            self.augment(u, v);
            self.dissolve_empty();
            return true;
        }
        self.label[node] = Label::Inner;
        self.entry[node] = (u, v);
        let next = self.top[self.mate[base]];
        self.make_outer(next, node, cost);
        false
    }

    /// Matches the outer vertex `s` with `j` and flips the path from it to the root.
    fn augment(&mut self, mut s: usize, mut j: usize) {
        loop {
            let node = self.top[s];
            let inner = self.up[node];
            self.rebase(node, s);
            self.mate[s] = j;
            if inner == NONE {
                return;
            }
            let (p, q) = self.entry[inner];
            self.rebase(inner, q);
            self.mate[q] = p;
            s = p;
            j = q;
        }
    }

    /// Makes `v` the base of `node`, flipping matched edges inside.
    fn rebase(&mut self, node: usize, v: usize) {
        self.base[node] = v;
        if node < self.n {
            return;
        }
        let mut child = v;
        while self.around[child] != node {
            child = self.around[child];
        }
        let Some(blossom) = self.blossoms[node].take() else { return };
        let Blossom { mut children, mut edges, z } = blossom;
        let len = children.len();
        let at = children.iter().position(|&c| c == child).unwrap_or(0);
        self.rebase(child, v);
        let mut i = at;
        while i != 0 && i != len {
            let ((a, b), first, second) = if at % 2 == 1 {
                // Forward: children i+1 and i+2 are matched now.
                let first = i + 1;
                let second = i + 2;
                i += 2;
                (edges[first % len], first % len, second % len)
            } else {
                let first = i - 2;
                let second = i - 1;
                i -= 2;
                (edges[first], first, second)
            };
            self.rebase(children[first], a);
            self.rebase(children[second], b);
            self.mate[a] = b;
            self.mate[b] = a;
        }
        children.rotate_left(at);
        edges.rotate_left(at);
        self.blossoms[node] = Some(Blossom { children, edges, z });
    }

    /// Nodes from the outer node `from` up to the root.
    fn path(&self, from: usize) -> Vec<usize> {
        let mut nodes = vec![from];
        let mut node = from;
        while self.up[node] != NONE {
            let inner = self.up[node];
            nodes.push(inner);
            node = self.top[self.entry[inner].0];
            nodes.push(node);
        }
        nodes
    }

    /// Makes a blossom of the cycle that the edge `u`-`v` closes.
    fn contract(&mut self, u: usize, v: usize, cost: &impl Fn(usize, usize) -> Option<W>) {
        let (mut left, mut right) = (self.path(self.top[u]), self.path(self.top[v]));
        let mut meeting = NONE;
        while let (Some(a), Some(b)) = (left.last(), right.last()) {
            if a != b {
                break;
            }
            meeting = *a;
            left.pop();
            right.pop();
        }
        let Some(node) = self.unused.pop() else { return };
        // The edge from the i-th node of a path (outer first) to the next one above.
        let above = |solver: &Self, path: &[usize], i: usize| {
            if i.is_multiple_of(2) {
                let base = solver.base[path[i]];
                (base, solver.mate[base])
            } else {
                let (p, q) = solver.entry[path[i]];
                (q, p)
            }
        };
        let (mut children, mut edges) = (vec![meeting], Vec::new());
        for i in (0..left.len()).rev() {
            let (low, high) = above(self, &left, i);
            edges.push((high, low));
            children.push(left[i]);
        }
        edges.push((u, v));
        for i in 0..right.len() {
            children.push(right[i]);
            edges.push(above(self, &right, i));
        }
        let mut fresh = Vec::new();
        for &child in &children {
            if self.label[child] == Label::Inner {
                fresh.extend(self.vertices(child));
            }
            self.around[child] = node;
        }
        self.base[node] = self.base[meeting];
        self.up[node] = self.up[meeting];
        self.label[node] = Label::Outer;
        self.around[node] = NONE;
        self.blossoms[node] = Some(Blossom { children, edges, z: W::ZERO });
        for inside in self.vertices(node) {
            self.top[inside] = node;
        }
        // What was best for an inner vertex may lie inside now.
        for &inside in &fresh {
            self.best[inside] = NONE;
        }
        self.scan(&fresh, cost);
    }

    /// Takes the outermost blossom `node` apart; while it is an inner node of the tree, its children take its place.
    fn expand(&mut self, node: usize, growing: Option<&dyn Fn(usize, usize) -> Option<W>>) {
        let Some(Blossom { children, edges, .. }) = self.blossoms[node].take() else { return };
        for &child in &children {
            self.around[child] = NONE;
            self.label[child] = Label::Unseen;
            for inside in self.vertices(child) {
                self.top[inside] = child;
            }
        }
        self.unused.push(node);
        let inner = self.label[node] == Label::Inner;
        self.label[node] = Label::Unseen;
        let Some(cost) = growing.filter(|_| inner) else { return };
        let cost = &|u, v| cost(u, v);
        let len = children.len();
        let (p, q) = self.entry[node];
        let at = children.iter().position(|&child| child == self.top[q]).unwrap_or(0);
        let outer_below = self.top[self.mate[self.base[node]]];
        let (mut i, mut entry) = (at, (p, q));
        loop {
            let child = children[i % len];
            self.label[child] = Label::Inner;
            self.entry[child] = entry;
            if i == 0 || i == len {
                self.up[outer_below] = child;
                return;
            }
            // The partner of an inner child is outer, and the edge after it enters the next inner one.
            let (partner, next_entry) = if at % 2 == 1 {
                let partner = children[(i + 1) % len];
                let (a, b) = edges[(i + 1) % len];
                i += 2;
                (partner, (a, b))
            } else {
                let partner = children[i - 1];
                let (a, b) = edges[i - 2];
                i -= 2;
                (partner, (b, a))
            };
            self.make_outer(partner, child, cost);
            entry = next_entry;
        }
    }

    /// After a stage: takes outermost blossoms without a dual apart.
    fn dissolve_empty(&mut self) {
        self.label.fill(Label::Unseen);
        loop {
            let empty: Vec<usize> = (self.n..self.blossoms.len())
                .filter(|&node| self.around[node] == NONE)
                .filter(|&node| self.blossoms[node].as_ref().is_some_and(|blossom| blossom.z == W::ZERO))
                .collect();
            if empty.is_empty() {
                return;
            }
            for node in empty {
                self.expand(node, None);
            }
        }
    }
}

/// The perfect matching of least total cost: the partner of each vertex, or `None` if there is no perfect matching.
///
/// `cost` is symmetric, `None` where there is no edge. Sums of `n` costs, times 8, must fit the type.
///
/// ```
/// use pairing::matching::min_cost_perfect_matching;
/// let costs = [[0_i64, 5, 1, 9], [5, 0, 9, 2], [1, 9, 0, 5], [9, 2, 5, 0]];
/// assert_eq!(min_cost_perfect_matching(4, |u, v| Some(costs[u][v])), Some(vec![2, 3, 0, 1]));
/// ```
pub fn min_cost_perfect_matching<W: Weight>(n: usize, cost: impl Fn(usize, usize) -> Option<W>) -> Option<Vec<usize>> {
    let mut solver = Solver::new(Solver::simple_duals(n, &cost));
    for v in 0..n {
        if solver.mate[v] == NONE
            && let Some(u) =
                (0..n).find(|&u| u != v && solver.mate[u] == NONE && solver.slack(&cost, u, v) == Some(W::ZERO))
        {
            solver.join(u, v);
        }
    }
    solver.solve(&cost).then_some(solver.mate)
}

/// The matching of largest total weight (not necessarily perfect): the partner of each vertex, or `None` for those left out.
///
/// `weight` is symmetric, `None` where there is no edge.
pub fn max_weight_matching<W: Weight>(n: usize, weight: impl Fn(usize, usize) -> Option<W>) -> Vec<Option<usize>> {
    // Two copies of the graph, each vertex joined to its copy at no cost: whoever meets its copy is left out.
    let cost = |u: usize, v: usize| match (u < n, v < n) {
        (true, true) | (false, false) => weight(u % n, v % n).map(|w| -w),
        _ => (u % n == v % n).then_some(W::ZERO),
    };
    match min_cost_perfect_matching(2 * n, cost) {
        Some(mates) => mates[..n].iter().map(|&mate| (mate < n).then_some(mate)).collect(),
        None => vec![None; n],
    }
}
