//! One bracket as a matching problem.
//!
//! A candidate of a bracket (art. 3) becomes a perfect matching of a graph: the players of the bracket, and what
//! floaters are matched with. That is either a *spare* vertex for each floater (when every set of floaters is as good as its members
//! one by one), or everybody below (when it is not). The criteria become one number for each edge, made
//! of fields in the order of art. 2; the least sum is the best candidate.

use super::ground::{Ground, or_range};
use super::quality::color_costs;
use crate::matching::Weight;
use crate::matching::bitset::BitMatrix;
use crate::swiss::Float;
use std::collections::HashMap;

/// Part of a vertex in the bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Moved down into this bracket.
    MovedDown,
    /// Of the bracket's own score group.
    Resident,
    /// Of the next score group.
    Next,
    /// Further below.
    Below,
    /// Stands for whatever a floater meets, or for the bye.
    Spare,
}

/// What floating costs a player beyond its own marks; known in advance only when floaters count one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FloatCost {
    /// The next bracket comes out worse than it could [C8].
    pub spoils_next: bool,
    /// Unplayed games of a future holder of the bye [C9].
    pub unplayed: u32,
}

/// Stands for a criterion without parts.
pub const WHOLE: u32 = u32::MAX;

/// A criterion as a field of the edge weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Criterion {
    /// The number of the criterion, 6 to 21.
    pub number: u8,
    /// The score group that a part of it is about, or [`WHOLE`].
    pub group: u32,
}

/// A field of the edge weights.
#[derive(Clone, Copy, Debug)]
pub struct WeightField {
    pub low: u32,
}

/// A bracket as a graph with classes of equal vertices.
pub struct Instance {
    /// Ranks of the vertices; spare vertices come last and have none.
    pub ranks: Vec<usize>,
    pub kinds: Vec<Kind>,
    /// The first ones are those moved down.
    pub moved_down: usize,
    /// The first ones are the bracket, by rank.
    pub bracket: usize,
    /// The edges.
    pub legal: BitMatrix,
    /// Class of each vertex.
    pub class: Vec<usize>,
    /// Members of each class.
    pub sizes: Vec<usize>,
    /// Values of the fields of an edge between two classes, class by class.
    values: Vec<u32>,
    pub fields: Vec<WeightField>,
    /// Bits that all fields need together.
    pub bits: u32,
}

/// What the builder of an instance wants to know.
pub struct Plan<'p> {
    pub ranks: Vec<usize>,
    pub moved_down: usize,
    pub bracket: usize,
    /// Vertices of the next score group, after the bracket's.
    pub next: usize,
    pub spares: usize,
    /// Whether the numbers of floaters of this bracket [C6] and of the next one [C8] are fields.
    pub look_ahead: bool,
    /// By vertex of the bracket.
    pub float_costs: &'p [FloatCost],
    /// Largest number of floaters.
    pub floaters: usize,
}

const MAX_FIELD_BITS: u32 = 30;

impl Instance {
    /// Builds the graph without the edges of the spare vertices.
    pub fn new(ground: &Ground<'_>, plan: Plan<'_>) -> Instance {
        let players = plan.ranks.len();
        let n = players + plan.spares;
        let kind = |v: usize| match v {
            v if v < plan.moved_down => Kind::MovedDown,
            v if v < plan.bracket => Kind::Resident,
            v if v < plan.bracket + plan.next => Kind::Next,
            v if v < players => Kind::Below,
            _ => Kind::Spare,
        };
        let kinds: Vec<Kind> = (0..n).map(kind).collect();
        let legal = legal_edges(ground, &plan, n);

        // Classes of vertices that no criterion can tell apart.
        let colors_apart = plan.ranks[..plan.bracket].iter().any(|&rank| ground.topscorer[rank]);
        let mut known: HashMap<u64, usize> = HashMap::new();
        let (mut class, mut sizes, mut first) = (Vec::with_capacity(n), Vec::new(), Vec::new());
        for (v, &kind) in kinds.iter().enumerate() {
            let signature = match kind {
                Kind::MovedDown | Kind::Resident => {
                    let rank = plan.ranks[v];
                    let wish = ground.player(rank).preference;
                    let wish_code =
                        u64::from(wish.strength()) * 2 + u64::from(wish.color() == Some(crate::swiss::Color::Black));
                    let floats = [1, 2].map(|back| match (kind, ground.float(rank, back)) {
                        (_, Float::Down) => 1_u64,
                        (Kind::Resident, Float::Up) => 2,
                        _ => 0,
                    });
                    let unique = if colors_apart && wish.is_absolute() { v as u64 + 1 } else { 0 };
                    let extra = plan.float_costs[v];
                    let parts = [
                        (kind as u64, 3),
                        (ground.group[rank] as u64, 15),
                        (wish_code, 3),
                        (floats[0], 2),
                        (floats[1], 2),
                        (u64::from(extra.spoils_next), 1),
                        (u64::from(extra.unplayed), 11),
                        (unique, 16),
                    ];
                    parts.into_iter().fold(0, |signature, (value, bits)| signature << bits | value)
                }
                other => other as u64,
            };
            let id = *known.entry(signature).or_insert_with(|| {
                sizes.push(0);
                first.push(v);
                sizes.len() - 1
            });
            class.push(id);
            sizes[id] += 1;
        }

        let criteria = criteria(ground, &plan);
        let count = criteria.len();
        let classes = sizes.len();
        let mut values = vec![0; classes * classes * count];
        for c in 0..classes {
            for d in 0..=c {
                let (low, high) = (first[c].min(first[d]), first[c].max(first[d]));
                let at = (c * classes + d) * count;
                edge_values(ground, &plan, &kinds, (low, high), &criteria, &mut values[at..at + count]);
                let mirror = (d * classes + c) * count;
                values.copy_within(at..at + count, mirror);
            }
        }
        let mut instance = Instance {
            ranks: plan.ranks,
            kinds,
            moved_down: plan.moved_down,
            bracket: plan.bracket,
            legal,
            class,
            sizes,
            values,
            fields: Vec::new(),
            bits: 0,
        };
        instance.lay_out(&criteria, n, plan.floaters);
        instance
    }

    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Gives every field the bits that its largest sum needs, the last criterion lowest; fields that are 0 everywhere get none.
    fn lay_out(&mut self, criteria: &[Criterion], n: usize, floaters: usize) {
        let count = criteria.len();
        let mut largest = vec![0_u64; count];
        for values in self.values.chunks_exact(count.max(1)) {
            for (largest, value) in largest.iter_mut().zip(values) {
                *largest = (*largest).max(u64::from(*value));
            }
        }
        let mut low = 0;
        for (i, criterion) in criteria.iter().enumerate().rev() {
            let floats_only = matches!(criterion.number, 6 | 7 | 9 | 14 | 16 | 18 | 20);
            let edges = if floats_only { floaters.min(n) } else { n / 2 };
            let sum = largest[i] * edges.max(1) as u64;
            let width = (u64::BITS - sum.leading_zeros()).min(MAX_FIELD_BITS);
            self.fields.push(WeightField { low });
            low += width;
        }
        self.fields.reverse();
        self.bits = low;
    }

    /// Bits that sums and duals need.
    pub fn room(&self, reserve: u32) -> u32 {
        self.bits + reserve + (usize::BITS - self.len().leading_zeros())
    }

    /// The weight of an edge between members of two classes, moved up by `reserve` bits.
    pub fn weight<W: Weight>(&self, c: usize, d: usize, reserve: u32) -> W {
        let count = self.fields.len();
        let at = (c * self.sizes.len() + d) * count;
        let values = &self.values[at..at + count];
        let mut weight = W::ZERO;
        for (field, value) in self.fields.iter().zip(values) {
            if *value != 0 {
                weight = weight + W::from_small(i64::from(*value)).shifted(field.low + reserve);
            }
        }
        weight
    }
}

/// The legal pairs among the players of the plan; two who were moved down never meet in the bracket (3.3.3).
fn legal_edges(ground: &Ground<'_>, plan: &Plan<'_>, n: usize) -> BitMatrix {
    let mut legal = BitMatrix::new(n);
    let players = plan.ranks.len();
    // All but those moved down stand in one run of ranks.
    let run = if players > plan.moved_down {
        let start = plan.ranks[plan.moved_down];
        start..start + players - plan.moved_down
    } else {
        0..0
    };
    for (v, &rank) in plan.ranks.iter().enumerate() {
        or_range(ground.legal.row(rank), run.clone(), legal.row_mut(v), plan.moved_down);
    }
    for (v, &rank) in plan.ranks[..plan.moved_down].iter().enumerate() {
        for other in plan.moved_down..players {
            if ground.legal.get(rank, plan.ranks[other]) {
                legal.connect(v, other);
            }
        }
    }
    legal
}

/// The criteria that can matter in the bracket, most important first.
fn criteria(ground: &Ground<'_>, plan: &Plan<'_>) -> Vec<Criterion> {
    let one = |number: u8| Criterion { number, group: WHOLE };
    let mut groups: Vec<u32> = plan.ranks[..plan.bracket].iter().map(|&rank| ground.group[rank] as u32).collect();
    groups.dedup();
    let moved: Vec<u32> = {
        let mut moved: Vec<u32> = plan.ranks[..plan.moved_down].iter().map(|&rank| ground.group[rank] as u32).collect();
        moved.dedup();
        moved
    };
    let parts =
        |number: u8, groups: &[u32]| groups.iter().map(|&group| Criterion { number, group }).collect::<Vec<_>>();
    let mut list = Vec::new();
    if plan.look_ahead {
        list.push(one(6));
    }
    if groups.len() > 1 {
        list.extend(parts(7, &groups));
    }
    list.push(one(8));
    if plan.look_ahead && plan.next > 0 {
        let mut with_next = groups.clone();
        with_next.push(ground.group[plan.ranks[plan.bracket]] as u32);
        list.extend(parts(8, &with_next));
    }
    list.push(one(9));
    list.extend((10..=17).map(one));
    for number in 18..=21 {
        list.extend(parts(number, &moved));
    }
    list
}

/// Fills in what the edge between two vertices (the first one ranks higher) costs in each field.
fn edge_values(
    ground: &Ground<'_>,
    plan: &Plan<'_>,
    kinds: &[Kind],
    (high, low): (usize, usize),
    criteria: &[Criterion],
    values: &mut [u32],
) {
    let both_inside = low < plan.bracket;
    let colors = if both_inside { color_costs(ground, plan.ranks[high], plan.ranks[low]) } else { [0; 4] };
    let meets_moved_down = both_inside && kinds[high] == Kind::MovedDown && kinds[low] == Kind::Resident;
    let floated = |v: usize, back: usize, float: Float| ground.float(plan.ranks[v], back) == float;
    let group = |v: usize| ground.group[plan.ranks[v]] as u32;
    // Who leaves this bracket over the edge, and who leaves the next one.
    let floaters: &[usize] = match (high < plan.bracket, low < plan.bracket) {
        (true, false) => &[high],
        _ => &[],
    };
    let next_pair = kinds[low] == Kind::Next && high < plan.bracket + plan.next;
    let next_floaters: Vec<usize> = [high, low]
        .into_iter()
        .filter(|&v| plan.look_ahead && !both_inside && !next_pair && v < plan.bracket + plan.next)
        .collect();
    for (criterion, value) in criteria.iter().zip(values) {
        let part = |v: usize| group(v) == criterion.group;
        let count = |list: &[usize], wanted: &dyn Fn(usize) -> bool| list.iter().filter(|&&v| wanted(v)).count() as u32;
        let back = if matches!(criterion.number, 14 | 15 | 18 | 19) { 1 } else { 2 };
        *value = match criterion.number {
            6 => floaters.len() as u32,
            7 => count(floaters, &part),
            8 if plan.look_ahead && criterion.group == WHOLE => next_floaters.len() as u32,
            8 if plan.look_ahead => count(&next_floaters, &part),
            8 => count(floaters, &|v| plan.float_costs[v].spoils_next),
            9 => {
                floaters.iter().map(|&v| if kinds[low] == Kind::Spare { plan.float_costs[v].unplayed } else { 0 }).sum()
            }
            10..=13 => colors[usize::from(criterion.number) - 10],
            14 | 16 => count(floaters, &|v| kinds[v] == Kind::Resident && floated(v, back, Float::Down)),
            15 | 17 => u32::from(meets_moved_down && floated(low, back, Float::Up)),
            18 | 20 => count(floaters, &|v| kinds[v] == Kind::MovedDown && part(v) && floated(v, back, Float::Down)),
            _ => u32::from(meets_moved_down && part(high) && floated(low, back, Float::Up)),
        };
    }
}
