//! Dubov System, FIDE C.04.4.1, edition of February 2026.
//!
//! Inside a scoregroup the average rating of opponents shall become equal. Nobody floats down: what a scoregroup lacks is taken from
//! lower ones as upfloaters. Steps: the bye first, then the scoregroups from the top, each with its upfloaters.

mod bracket;
mod explain;
mod facts;
mod upfloaters;

use super::strict::{allocate, choose_bye, impossible};
use super::{Field, PairingError, RoundInput, RoundPairing, in_board_order};
use crate::matching::min_cost_perfect_matching;
pub(super) use explain::explain;
use facts::Facts;

/// Pairs one round.
pub(super) fn pair(input: &RoundInput, field: &Field) -> Result<RoundPairing, PairingError> {
    let facts = Facts::new(input, field);
    let round = Round::new(&facts)?;
    let pairs: Vec<(usize, usize)> = round
        .stages
        .iter()
        .flat_map(|stage| &stage.bracket.pairs)
        .map(|&(a, b)| {
            let (higher, lower) = if facts.field.outranks(a, b) { (a, b) } else { (b, a) };
            allocate(&facts.field, higher, lower).0
        })
        .collect();
    Ok(in_board_order(&facts.field, &pairs, round.bye))
}

/// A round, bracket by bracket.
struct Round {
    bye: Option<usize>,
    stages: Vec<Stage>,
}

/// A scoregroup with its upfloaters.
struct Stage {
    residents: Vec<usize>,
    /// All unpaired players of lower scores, in the order in which they are numbered as possible upfloaters.
    lower: Vec<usize>,
    upfloaters: Vec<usize>,
    bracket: bracket::Bracket,
}

impl Stage {
    fn members(&self) -> Vec<usize> {
        self.residents.iter().chain(&self.upfloaters).copied().collect()
    }

    /// The opponent of a member.
    fn opponent(&self, player: usize) -> Option<usize> {
        self.bracket.pairs.iter().find_map(|&(a, b)| match player {
            _ if player == a => Some(b),
            _ if player == b => Some(a),
            _ => None,
        })
    }
}

impl Round {
    fn new(facts: &Facts) -> Result<Round, PairingError> {
        let bye = choose_bye(&facts.field, &facts.legal, |player| player)?;
        let mut unpaired = facts.field.order.clone();
        unpaired.retain(|&player| Some(player) != bye);
        let mut stages = Vec::new();
        while let Some(&top) = unpaired.first() {
            let score = facts.field.players[top].pairing_score;
            let size =
                unpaired.iter().take_while(|&&player| facts.field.players[player].pairing_score == score).count();
            let lower = unpaired.split_off(size);
            // Those who are left can always be paired: the bye was chosen so, and upfloaters are.
            let upfloaters = upfloaters::choose(facts, &unpaired, &lower).ok_or_else(impossible)?;
            let members: Vec<usize> = unpaired.iter().chain(&upfloaters).copied().collect();
            let bracket = bracket::pair(facts, &members).ok_or_else(impossible)?;
            let rest = lower.iter().copied().filter(|player| !upfloaters.contains(player)).collect();
            let residents = std::mem::replace(&mut unpaired, rest);
            stages.push(Stage { residents, lower, upfloaters, bracket });
        }
        Ok(Round { bye, stages })
    }
}

/// The cheapest perfect matching of the places `0..n`, with its cost.
fn cheapest(n: usize, cost: impl Fn(usize, usize) -> Option<i64>) -> Option<(i64, Vec<usize>)> {
    let mates = min_cost_perfect_matching(n, &cost)?;
    let total = mates.iter().enumerate().filter(|&(i, &j)| i < j).map(|(i, &j)| cost(i, j)).sum::<Option<i64>>()?;
    Some((total, mates))
}
