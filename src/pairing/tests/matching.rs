//! The matchings against exhaustive search and against each other.

use pairing::matching::bitset::{BitMatrix, BitSet};
use pairing::matching::{
    Matching, NONE, Solver, Weight, Wide, largest_matching, max_weight_matching, min_cost_perfect_matching,
};
use proptest::prelude::*;

/// Least cost of a perfect matching by trying all of them.
fn exhaustive(costs: &[Vec<Option<i64>>], used: u32) -> Option<i64> {
    let n = costs.len();
    let Some(v) = (0..n).find(|v| used >> v & 1 == 0) else { return Some(0) };
    (v + 1..n)
        .filter(|u| used >> u & 1 == 0)
        .filter_map(|u| Some(costs[v][u]? + exhaustive(costs, used | 1 << v | 1 << u)?))
        .min()
}

fn heaviest(costs: &[Vec<Option<i64>>], used: u32) -> i64 {
    let n = costs.len();
    let Some(v) = (0..n).find(|v| used >> v & 1 == 0) else { return 0 };
    let with = (v + 1..n).filter(|u| used >> u & 1 == 0);
    let with = with.filter_map(|u| Some(costs[v][u]? + heaviest(costs, used | 1 << v | 1 << u))).max();
    heaviest(costs, used | 1 << v).max(with.unwrap_or(i64::MIN))
}

fn graph(n: usize, cells: &[(u8, i64)], density: u8) -> Vec<Vec<Option<i64>>> {
    let mut costs = vec![vec![None; n]; n];
    let mut next = cells.iter().cycle();
    for (u, v) in (0..n).flat_map(|u| (u + 1..n).map(move |v| (u, v))) {
        if let Some(&(chance, cost)) = next.next()
            && chance < density
        {
            costs[u][v] = Some(cost);
            costs[v][u] = Some(cost);
        }
    }
    costs
}

fn total(costs: &[Vec<Option<i64>>], mates: &[usize]) -> i64 {
    mates.iter().enumerate().filter(|(v, u)| *v < **u).map(|(v, &u)| costs[v][u].expect("an edge")).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn least_cost_is_the_least(
        n in 1_usize..11, cells in prop::collection::vec((0_u8..100, -9_i64..9), 60), density in 20_u8..101, spread in 1_i64..10
    ) {
        let cells: Vec<(u8, i64)> = cells.into_iter().map(|(chance, cost)| (chance, cost % spread)).collect();
        let costs = graph(n, &cells, density);
        let found = min_cost_perfect_matching(n, |u, v| costs[u][v]);
        prop_assert_eq!(found.as_ref().map(|mates| total(&costs, mates)), exhaustive(&costs, 0));
        let wide = min_cost_perfect_matching(n, |u, v| costs[u][v].map(Wide::<2>::from_small));
        prop_assert_eq!(wide.map(|mates| total(&costs, &mates)), exhaustive(&costs, 0));
        let heavy = max_weight_matching(n, |u, v| costs[u][v]);
        let weight: i64 = heavy.iter().enumerate().filter_map(|(v, u)| u.filter(|u| v < *u).map(|u| costs[v][u].unwrap())).sum();
        prop_assert_eq!(weight, heaviest(&costs, 0));
    }

    #[test]
    fn repaired_solutions_stay_optimal(
        n in 2_usize..6, cells in prop::collection::vec((0_u8..100, 0_i64..6), 60),
        cuts in prop::collection::vec((0_usize..100, 0_usize..100), 4)
    ) {
        let n = 2 * n;
        let mut costs = graph(n, &cells, 90);
        let mut solver = Solver::new(Solver::simple_duals(n, &|u, v| costs[u][v]));
        if !solver.solve(&|u, v| costs[u][v]) {
            return Ok(());
        }
        for (u, v) in cuts {
            let (u, v) = (u % n, v % n);
            costs[u][v] = None;
            costs[v][u] = None;
            let cost = |u: usize, v: usize| costs[u][v];
            solver.dissolve(&cost);
            solver.drop_loose(&cost);
            let found = solver.solve(&cost).then(|| total(&costs, solver.mates()));
            prop_assert_eq!(found, exhaustive(&costs, 0));
            if found.is_none() {
                break;
            }
        }
    }

    #[test]
    fn largest_matchings_are_as_large_as_petgraph_says(
        n in 1_usize..40, cells in prop::collection::vec((0_u8..100, 0_i64..2), 900), density in 1_u8..30
    ) {
        let costs = graph(n, &cells, density);
        let mut matrix = BitMatrix::new(n);
        let edges: Vec<(usize, usize)> =
            (0..n).flat_map(|u| (0..u).map(move |v| (u, v))).filter(|&(u, v)| costs[u][v].is_some()).collect();
        for &(u, v) in &edges {
            matrix.connect(u, v);
        }
        let mut matching = Matching::new(matrix.clone());
        if density % 2 == 0 {
            matching.greedy();
        }
        let free = matching.maximize();
        let largest = largest_matching(n, edges.iter().copied()).len();
        prop_assert_eq!(free, n - 2 * largest);
        prop_assert_eq!(free, matching.free().len());
        // The vertices that can be left over, one by one.
        if free != 1 {
            return Ok(());
        }
        let root = matching.free().iter().next().unwrap();
        let outer: Vec<usize> = matching.outer_from(root, &BitSet::new(n)).iter().collect();
        for v in 0..n {
            let rest = edges.iter().copied().filter(|&(a, b)| a != v && b != v);
            prop_assert_eq!(outer.contains(&v), largest_matching(n, rest).len() == largest);
        }
        for v in outer {
            let mut changed = matching.clone();
            changed.outer_from(root, &BitSet::new(n));
            changed.expose(v);
            prop_assert_eq!(changed.mate(v), NONE);
            for (u, &mate) in changed.mates().iter().enumerate() {
                prop_assert!(u == v || (mate != NONE && matrix.get(u, mate) && changed.mate(mate) == u));
            }
            prop_assert_eq!(changed.free().iter().collect::<Vec<_>>(), vec![v]);
        }
    }
}
