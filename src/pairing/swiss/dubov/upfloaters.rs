//! How many upfloaters a scoregroup needs, and which (art. 3.2.1, 3.2.2, 4.1, 4.2).

use super::bracket::fewest_denied;
use super::facts::Facts;
use crate::Points;
use crate::matching::bitset::BitMatrix;
use crate::matching::{Weight, Wide, min_cost_perfect_matching};
use crate::swiss::strict::{largest, spared, subgraph};

/// The upfloaters of a scoregroup, in the order of their numbers (art. 4.2). `lower` are all unpaired players of lower score in that
/// order. `None` when residents and lower players together have no complete pairing.
pub(super) fn choose(facts: &Facts, residents: &[usize], lower: &[usize]) -> Option<Vec<usize>> {
    if residents.len().is_multiple_of(2) {
        if all_paired(facts, residents) && all_paired(facts, lower) {
            return Some(Vec::new());
        }
    } else if let Some(upfloater) = single(facts, residents, lower) {
        return Some(vec![upfloater]);
    }
    several(facts, residents, lower)
}

/// How good a choice of upfloaters is.
pub(super) struct Quality {
    /// By descending score.
    pub upfloaters: Vec<usize>,
    /// Players without the colour that they wish (C7).
    pub denied: usize,
    /// C8, C9 and C10.
    pub floats: [u32; 3],
}

/// The best quality with the given upfloater, or of all choices; `None` if there is no such pairing.
pub(super) fn quality(facts: &Facts, residents: &[usize], lower: &[usize], with: Option<usize>) -> Option<Quality> {
    let problem = Problem::new(facts, residents, lower, false);
    let fields = Fields::new(&problem, residents.len());
    let upfloat: Vec<Wide<32>> = problem.players.iter().map(|&player| fields.upfloat(facts, player)).collect();
    let denied = Wide::from_small(1).shifted(fields.starts[1]);
    let choice = |&player: &usize| if Some(player) == with { Choice::Upfloater } else { Choice::Open };
    let choices: Vec<Choice> = problem.players.iter().map(choice).collect();
    let solution = problem.solve(&upfloat, denied, fields.bits, &choices)?;
    let upfloaters: Vec<usize> =
        problem.players.iter().zip(solution.upfloats).filter(|(_, up)| *up).map(|(&player, _)| player).collect();
    let members: Vec<usize> = residents.iter().chain(&upfloaters).copied().collect();
    let mut floats = [0; 3];
    for &player in &upfloaters {
        float_cost(facts, player).into_iter().zip(&mut floats).for_each(|(value, sum)| *sum += value);
    }
    Some(Quality { denied: fewest_denied(facts, &members)?, upfloaters, floats })
}

fn all_paired(facts: &Facts, members: &[usize]) -> bool {
    largest(&facts.legal, members).1 == 0
}

/// What an upfloater costs in C8, C9 and C10; nothing in the last round.
fn float_cost(facts: &Facts, player: usize) -> [u32; 3] {
    if facts.field.last_round {
        return [0; 3];
    }
    let maximum = facts.upfloats[player] >= facts.max_upfloats;
    [u32::from(maximum), if maximum { facts.upfloats[player] } else { 0 }, u32::from(facts.upfloated_last[player])]
}

/// The upfloater where one is enough: the first with the best C6 to C10 among those who leave a pairing on both sides.
fn single(facts: &Facts, residents: &[usize], lower: &[usize]) -> Option<usize> {
    // Residents who can be left for the upfloater, and lower players whom the rest can spare.
    let (above, below) = (spared(&facts.legal, residents), spared(&facts.legal, lower));
    let possible = |&player: &usize| above.iter().any(|&resident| facts.legal(resident, player));
    let mut candidates = below.into_iter().filter(possible).peekable();
    let score = |player: usize| facts.field.players[player].pairing_score;
    let best_score = score(*candidates.peek()?);
    let mut best = None;
    for player in candidates.take_while(|&player| score(player) == best_score) {
        let bracket: Vec<usize> = residents.iter().copied().chain([player]).collect();
        let cost = (fewest_denied(facts, &bracket)?, float_cost(facts, player));
        if best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, player));
        }
    }
    best.map(|(_, player)| player)
}

/// The general case, with weights: a complete pairing of residents and lower players is searched that costs least, where pairs
/// of a resident cost what the criteria say and pairs among the lower players nothing.
fn several(facts: &Facts, residents: &[usize], lower: &[usize]) -> Option<Vec<usize>> {
    let problem = Problem::new(facts, residents, lower, false);
    let open = vec![Choice::Open; problem.players.len()];
    let nothing = vec![0_i64; problem.players.len()];
    let count = problem.solve(&nothing, 0, 0, &open)?.count;
    let fields = Fields::new(&problem, count);
    // The solver needs room for the sum of as many costs as there are players.
    match fields.bits + width(count) + width(problem.players.len()) + 4 {
        0..=63 => first_set::<i64>(problem, &fields),
        64..=127 => first_set::<i128>(problem, &fields),
        128..=255 => first_set::<Wide<4>>(problem, &fields),
        _ => first_set::<Wide<32>>(problem, &fields),
    }
}

/// What has been decided of a lower player.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Open,
    Upfloater,
    Stays,
}

struct Problem<'a> {
    facts: &'a Facts,
    /// Number of residents.
    residents: usize,
    /// Residents first, then the lower players in order.
    players: Vec<usize>,
    graph: BitMatrix,
    /// The lower players who do not float up can be paired whoever they are, so that their pairs need no thought.
    rest_is_free: bool,
}

/// The positions of the criteria in a cost.
struct Fields {
    /// Number of upfloaters.
    count: usize,
    /// The scores of lower players, descending; the lowest weighs most (C6).
    levels: Vec<Points>,
    level_width: u32,
    /// Where C6, C7, C8, C9 and C10 begin.
    starts: [u32; 5],
    /// Where the number of upfloaters (C5) begins.
    bits: u32,
}

struct Solution<W> {
    total: W,
    /// Number of upfloaters.
    count: usize,
    /// By place: is an upfloater.
    upfloats: Vec<bool>,
}

/// Bits that hold numbers up to `largest`.
fn width(largest: usize) -> u32 {
    usize::BITS - largest.leading_zeros()
}

impl Fields {
    fn new(problem: &Problem, count: usize) -> Fields {
        let lower = &problem.players[problem.residents..];
        let mut levels: Vec<Points> =
            lower.iter().map(|&player| problem.facts.field.players[player].pairing_score).collect();
        levels.dedup();
        let most = lower.iter().map(|&player| problem.facts.upfloats[player] as usize).max().unwrap_or(0);
        let c10 = 0;
        let c9 = c10 + width(count);
        let c8 = c9 + width(count * most);
        let c7 = c8 + width(count);
        let c6 = c7 + width((problem.residents + count) / 2);
        let level_width = width(count);
        let bits = c6 + level_width * levels.len() as u32;
        Fields { count, levels, level_width, starts: [c6, c7, c8, c9, c10], bits }
    }

    /// The place of C6's digit for the score of a player.
    fn level(&self, facts: &Facts, player: usize) -> u32 {
        let score = facts.field.players[player].pairing_score;
        let level = self.levels.partition_point(|&level| level > score) as u32;
        self.starts[0] + level * self.level_width
    }

    /// What it costs that a lower player floats up, C5 and C7 left out.
    fn upfloat<W: Weight>(&self, facts: &Facts, player: usize) -> W {
        let [_, _, c8, c9, c10] = self.starts;
        let level = W::from_small(1).shifted(self.level(facts, player));
        let parts = float_cost(facts, player).into_iter().zip([c8, c9, c10]);
        parts.fold(level, |sum, (value, start)| sum + W::from_small(value.into()).shifted(start))
    }
}

impl<'a> Problem<'a> {
    fn new(facts: &'a Facts, residents: &[usize], lower: &[usize], rest_is_free: bool) -> Problem<'a> {
        let players: Vec<usize> = residents.iter().chain(lower).copied().collect();
        Problem { facts, residents: residents.len(), graph: subgraph(&facts.legal, &players), players, rest_is_free }
    }

    /// The cheapest complete pairing under some choices. `upfloat` is the cost of each place's floating up, `denied` that of a
    /// denied wish, and the number of upfloaters weighs from bit `count_at` on.
    fn solve<W: Weight>(&self, upfloat: &[W], denied: W, count_at: u32, choices: &[Choice]) -> Option<Solution<W>> {
        let n = self.players.len();
        let one = W::from_small(1).shifted(count_at);
        let c7 =
            |i: usize, j: usize| if self.facts.same_wish(self.players[i], self.players[j]) { denied } else { W::ZERO };
        let cost = |i: usize, j: usize| {
            let (i, j) = (i.min(j), i.max(j));
            if i >= self.residents {
                let paired_below = choices[i] != Choice::Upfloater && choices[j] != Choice::Upfloater;
                return (paired_below && (self.rest_is_free || self.graph.get(i, j))).then_some(W::ZERO);
            }
            if !self.graph.get(i, j) || choices[j] == Choice::Stays {
                return None;
            }
            Some(if j < self.residents { c7(i, j) } else { c7(i, j) + upfloat[j] + one })
        };
        let mates = min_cost_perfect_matching(n, cost)?;
        let mut solution = Solution { total: W::ZERO, count: 0, upfloats: vec![false; n] };
        for (i, &j) in mates.iter().enumerate().filter(|&(i, &j)| i < j) {
            solution.total = solution.total + cost(i, j)?;
            if i < self.residents && j >= self.residents {
                solution.count += 1;
                solution.upfloats[j] = true;
            }
        }
        Some(solution)
    }
}

impl Problem<'_> {
    /// Whether any lower players but `count` of them can be paired, by counting alone: everybody has at least half of those who
    /// remain for opponents (Dirac).
    fn rest_always_paired(&self, count: usize) -> bool {
        let lower = self.players.len() - self.residents;
        (self.residents..self.players.len()).all(|i| {
            let opponents = (self.residents..self.players.len()).filter(|&j| self.graph.get(i, j)).count();
            2 * opponents >= lower + count
        })
    }
}

/// The first set of upfloaters, as words of their numbers, among the best ones.
fn first_set<W: Weight>(problem: Problem, fields: &Fields) -> Option<Vec<usize>> {
    let facts = problem.facts;
    let denied = W::from_small(1).shifted(fields.starts[1]);
    let solve = |problem: &Problem, choices: &[Choice]| {
        let upfloat: Vec<W> = problem.players.iter().map(|&player| fields.upfloat(facts, player)).collect();
        problem.solve(&upfloat, denied, fields.bits, choices)
    };
    let best = solve(&problem, &vec![Choice::Open; problem.players.len()])?;
    let (residents, lower) = problem.players.split_at(problem.residents);
    let wanted = |player: usize| best.total.field(fields.level(facts, player), fields.level_width) > 0;
    let mut floating = best.upfloats;
    // Only players of these scores float up. Where the others can be paired in any case, they can be left out of the search.
    let reduced = problem.rest_always_paired(fields.count).then(|| {
        let mut kept: Vec<usize> = lower.iter().copied().filter(|&player| wanted(player)).collect();
        if (residents.len() + kept.len()) % 2 == 1 {
            // One more, who stays, makes the number even.
            kept.extend(lower.iter().copied().find(|&player| !wanted(player)));
        }
        let by_player: Vec<usize> =
            (residents.len()..problem.players.len()).filter(|&i| floating[i]).map(|i| problem.players[i]).collect();
        let reduced = Problem::new(facts, residents, &kept, true);
        floating = reduced.players.iter().map(|player| by_player.contains(player)).collect();
        reduced
    });
    let problem = reduced.as_ref().unwrap_or(&problem);
    let mut choices = vec![Choice::Open; problem.players.len()];
    let mut chosen = Vec::with_capacity(fields.count);
    for j in problem.residents..problem.players.len() {
        let player = problem.players[j];
        if chosen.len() == fields.count || !wanted(player) {
            choices[j] = Choice::Stays;
            continue;
        }
        choices[j] = Choice::Upfloater;
        if !floating[j] {
            match solve(problem, &choices) {
                Some(other) if other.total == best.total => floating = other.upfloats,
                _ => {
                    choices[j] = Choice::Stays;
                    continue;
                }
            }
        }
        chosen.push(player);
    }
    (chosen.len() == fields.count).then_some(chosen)
}
