//! Graph matching.
//!
//! - [`Matching`]: largest matchings on rows of bits, with repair and with the question "who could be left over?".
//! - [`min_cost_perfect_matching`], [`max_weight_matching`], [`Solver`]: exact weighted matching in general graphs, in machine integers or wider ones.
//! - [`can_match_all`], [`largest_matching`]: yes/no and counting questions on small graphs, answered by petgraph.

pub mod bitset;
mod cardinality;
mod weight;
mod weighted;

pub use cardinality::{Matching, NONE};
pub use weight::{Weight, Wide};
pub use weighted::{Solver, max_weight_matching, min_cost_perfect_matching};

use petgraph::algo::matching::maximum_matching;
use petgraph::graph::{NodeIndex, UnGraph};

/// A largest matching of the graph with vertices `0..n`, as pairs.
pub fn largest_matching(n: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Vec<(usize, usize)> {
    let mut graph: UnGraph<(), (), usize> = UnGraph::default();
    for _ in 0..n {
        graph.add_node(());
    }
    for (a, b) in edges {
        graph.add_edge(NodeIndex::new(a), NodeIndex::new(b), ());
    }
    maximum_matching(&graph).edges().map(|(a, b)| (a.index(), b.index())).collect()
}

/// Whether all of `0..n` can be matched.
///
/// ```
/// assert!(pairing::matching::can_match_all(4, [(0, 1), (1, 2), (2, 3)]));
/// assert!(!pairing::matching::can_match_all(4, [(0, 1), (0, 2), (0, 3)]));
/// ```
pub fn can_match_all(n: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> bool {
    n.is_multiple_of(2) && largest_matching(n, edges).len() * 2 == n
}
