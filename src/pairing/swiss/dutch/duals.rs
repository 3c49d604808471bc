//! Duals for whole classes of vertices.
//!
//! In a bracket the weight of an edge depends only on the classes of its ends; but a few pairs are illegal. Leaving that aside
//! and allowing halves, the matching problem is a small transport problem between classes, and its duals are
//! feasible for the real one. In most brackets they are already optimal: then the edges without slack are exactly
//! those of the best candidates.

use crate::matching::Weight;

/// Feasible duals by class, in doubled costs, or `None` if not even halves can match everybody.
pub fn class_duals<W: Weight>(sizes: &[usize], cost: impl Fn(usize, usize) -> Option<W>) -> Option<Vec<W>> {
    let k = sizes.len();
    let doubled: Vec<Option<W>> = (0..k * k)
        .map(|at| (at / k, at % k))
        .map(|(c, d)| if c == d && sizes[c] < 2 { None } else { cost(c, d).map(|w| w + w) })
        .collect();
    let mut left: Vec<W> =
        (0..k).map(|c| doubled[c * k..(c + 1) * k].iter().flatten().min().copied()).collect::<Option<_>>()?;
    let mut right: Vec<W> = Vec::with_capacity(k);
    for d in 0..k {
        right.push((0..k).filter_map(|c| doubled[c * k + d].map(|w| w - left[c])).min()?);
    }
    let (mut supply, mut demand) = (sizes.to_vec(), sizes.to_vec());
    let mut flow = vec![0_usize; k * k];
    for at in 0..k * k {
        let (c, d) = (at / k, at % k);
        if doubled[at] == Some(left[c] + right[d]) {
            let moved = supply[c].min(demand[d]);
            flow[at] += moved;
            supply[c] -= moved;
            demand[d] -= moved;
        }
    }
    while supply.iter().any(|rest| *rest > 0) {
        augment(k, &doubled, &mut left, &mut right, &mut supply, &mut demand, &mut flow)?;
    }
    Some(left.iter().zip(&right).map(|(a, b)| (*a + *b).half()).collect())
}

/// One shortest path from the classes with supply to one with demand.
fn augment<W: Weight>(
    k: usize,
    doubled: &[Option<W>],
    left: &mut [W],
    right: &mut [W],
    supply: &mut [usize],
    demand: &mut [usize],
    flow: &mut [usize],
) -> Option<()> {
    let mut left_distance: Vec<Option<W>> = supply.iter().map(|rest| (*rest > 0).then_some(W::ZERO)).collect();
    let mut right_distance: Vec<Option<W>> = vec![None; k];
    let (mut left_done, mut right_done) = (vec![false; k], vec![false; k]);
    let mut from_left = vec![usize::MAX; k];
    let mut from_right = vec![usize::MAX; k];
    let sink = loop {
        let next_left = (0..k).filter(|&c| !left_done[c]).filter_map(|c| left_distance[c].map(|x| (x, c))).min();
        let next_right = (0..k).filter(|&d| !right_done[d]).filter_map(|d| right_distance[d].map(|x| (x, d))).min();
        match (next_left, next_right) {
            (Some((distance, c)), right_best) if right_best.is_none_or(|(other, _)| distance <= other) => {
                left_done[c] = true;
                for d in 0..k {
                    let Some(cost) = doubled[c * k + d] else { continue };
                    let through = distance + cost - left[c] - right[d];
                    if right_distance[d].is_none_or(|known| through < known) {
                        right_distance[d] = Some(through);
                        from_left[d] = c;
                    }
                }
            }
            (_, Some((distance, d))) => {
                right_done[d] = true;
                if demand[d] > 0 {
                    break d;
                }
                for c in 0..k {
                    if flow[c * k + d] > 0 && left_distance[c].is_none_or(|known| distance < known) {
                        left_distance[c] = Some(distance);
                        from_right[c] = d;
                    }
                }
            }
            _ => return None,
        }
    };
    let length = right_distance[sink]?;
    for c in 0..k {
        if let Some(distance) = left_distance[c].filter(|distance| *distance < length) {
            left[c] = left[c] + length - distance;
        }
        if let Some(distance) = right_distance[c].filter(|distance| *distance < length) {
            right[c] = right[c] - (length - distance);
        }
    }
    // The path backwards: how much fits, then move it.
    let mut moved = demand[sink];
    let mut d = sink;
    let source = loop {
        let c = from_left[d];
        if from_right[c] == usize::MAX {
            break c;
        }
        d = from_right[c];
        moved = moved.min(flow[c * k + d]);
    };
    moved = moved.min(supply[source]);
    let mut d = sink;
    loop {
        let c = from_left[d];
        flow[c * k + d] += moved;
        if from_right[c] == usize::MAX {
            break;
        }
        d = from_right[c];
        flow[c * k + d] -= moved;
    }
    supply[source] -= moved;
    demand[sink] -= moved;
    Some(())
}
