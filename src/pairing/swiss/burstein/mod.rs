//! Burstein System, FIDE C.04.4.2, edition of February 2026.
//!
//! Inside a scoregroup all should have met equally strong opposition: a high Index meets a low Index. The first rounds are paired by
//! the FIDE (Dutch) System. Afterwards: the bye first, then brackets from the top, whose floaters go down.

mod bracket;
mod explain;
mod facts;
mod several;

use super::strict::{allocate, choose_bye, impossible};
use super::{Field, PairingError, RoundInput, RoundPairing, dutch, in_board_order};
use crate::Points;
pub(super) use explain::explain;
use facts::Facts;

/// The number of rounds that are paired by the Dutch system (art. 1.6): half of all, at most four.
pub fn seeding_rounds(rounds_total: u32) -> u32 {
    (rounds_total / 2).min(4)
}

/// Pairs one round.
pub(super) fn pair(input: &RoundInput, field: &Field) -> Result<RoundPairing, PairingError> {
    if input.round <= seeding_rounds(input.rounds_total) {
        return dutch::pair(field);
    }
    let facts = Facts::new(input, field);
    let round = Round::new(&facts)?;
    let pairs = round.stages.iter().flat_map(|stage| &stage.bracket.pairs);
    let pairs: Vec<(usize, usize)> = pairs.map(|&(higher, lower)| allocate(field, higher, lower).0).collect();
    Ok(in_board_order(field, &pairs, round.bye))
}

/// A round, bracket by bracket.
struct Round {
    bye: Option<usize>,
    stages: Vec<Stage>,
}

/// A scoregroup with the floaters from above.
struct Stage {
    score: Points,
    /// Who came down.
    incoming: Vec<usize>,
    /// All members, by Index.
    members: Vec<usize>,
    /// All players of lower scores, by score.
    rest: Vec<usize>,
    bracket: bracket::Bracket,
}

impl Stage {
    /// The opponent of a member; `None` for a floater.
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
        let field = facts.field;
        let bye = choose_bye(field, &facts.legal, |player| facts.rank[player])?;
        let mut unpaired = field.order.clone();
        unpaired.retain(|&player| Some(player) != bye);
        let mut stages: Vec<Stage> = Vec::new();
        while let Some(&top) = unpaired.first() {
            let incoming = stages.last().map(|stage| stage.bracket.floaters.clone()).unwrap_or_default();
            let rest = unpaired.split_off(scoregroup(field, &unpaired));
            let mut members: Vec<usize> = incoming.iter().chain(&unpaired).copied().collect();
            members.sort_unstable_by_key(|&player| facts.rank[player]);
            // Those who are left can always be paired: the bye was chosen so, and floaters are.
            let bracket = bracket::pair(facts, &members, &rest).ok_or_else(impossible)?;
            unpaired.clone_from(&rest);
            stages.push(Stage { score: field.players[top].pairing_score, incoming, members, rest, bracket });
        }
        Ok(Round { bye, stages })
    }
}

/// The size of the highest scoregroup of players in the order of their scores.
fn scoregroup(field: &Field, ordered: &[usize]) -> usize {
    let score = |player: usize| field.players[player].pairing_score;
    ordered.iter().take_while(|&&player| score(player) == score(ordered[0])).count()
}
