//! Swiss systems whose rounds are matches: the Swiss Team Pairing System (FIDE C.04.6) and the Double-Swiss System (C.04.5), editions
//! of February 2026.
//!
//! Both pair scoregroup by scoregroup from the top, with upfloaters from lower ones and without a rule of colours that forbids a
//! match. They share the procedure and differ in criteria and colours. A participant is a team or, in the Double-Swiss, a player who
//! plays two games against each opponent; its entries stand for whole matches, with the colour of the first board or game.

mod bracket;
mod colors;
mod explain;
mod facts;
mod upfloaters;

use super::strict::{choose_bye_by, impossible};
use super::{Field, PairingError, RoundInput, RoundPairing, Tpn, in_board_order};
use crate::Points;
use facts::Facts;

pub(super) use explain::explain_double_swiss;
pub use explain::explain_teams;

/// When teams wish a colour (C.04.6 art. 1.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TeamPreference {
    /// Only where two matches are out of balance or two of one colour came last.
    #[default]
    TypeA,
    /// Strong wishes as in type A, and mild ones.
    TypeB,
    /// Never.
    None,
}

/// A system of matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchSystem {
    /// Swiss Team Pairing System, C.04.6.
    Team(TeamPreference),
    /// Double-Swiss System, C.04.5: matches of two games; who has White has it in the first game.
    DoubleSwiss,
}

/// Pairs one round of matches.
///
/// The points of `input` are those of the primary score: match points or game points of teams, game points of the Double-Swiss.
/// `secondary` is the other score of teams, for the order inside a pair (C.04.6 art. 4.2.2); who is not in it has none, and without
/// any the step decides nothing.
///
/// # Errors
/// As [`super::pair`].
pub fn pair_matches(
    system: MatchSystem,
    input: &RoundInput,
    secondary: &[(Tpn, Points)],
) -> Result<RoundPairing, PairingError> {
    let field = Field::new(input)?;
    let facts = Facts::new(system, input, &field, secondary);
    let round = Round::new(&facts)?;
    let pairs = round.groups.iter().flat_map(|group| &group.pairs);
    let pairs: Vec<(usize, usize)> = pairs.map(|&(a, b)| colors::allocate(&facts, a, b).0).collect();
    Ok(in_board_order(&field, &pairs, round.bye))
}

/// A scoregroup with its upfloaters and pairs; indices are those of the field.
struct Group {
    residents: Vec<usize>,
    /// All unpaired of lower scores, in the order of scores and numbers.
    lower: Vec<usize>,
    upfloaters: Vec<usize>,
    /// Without colours.
    pairs: Vec<(usize, usize)>,
}

/// A round, group by group from the top.
struct Round {
    bye: Option<usize>,
    groups: Vec<Group>,
}

impl Round {
    fn new(facts: &Facts) -> Result<Round, PairingError> {
        let field = facts.field;
        let bye = choose_bye_by(field, &facts.legal, |player| facts.bye_barred[player], |player| player)?;
        let mut unpaired = field.order.clone();
        unpaired.retain(|&player| Some(player) != bye);
        let mut groups = Vec::new();
        while let Some(&top) = unpaired.first() {
            let score = field.players[top].pairing_score;
            let size = unpaired.iter().take_while(|&&player| field.players[player].pairing_score == score).count();
            let (residents, lower) = unpaired.split_at(size);
            let (residents, lower) = (residents.to_vec(), lower.to_vec());
            // Those who are left can always be paired: the bye was chosen so, and upfloaters are.
            let upfloaters = upfloaters::choose(facts, &residents, &lower).ok_or_else(impossible)?;
            let pairs = bracket::pair(facts, &residents, &upfloaters).ok_or_else(impossible)?;
            unpaired.drain(..size);
            unpaired.retain(|player| !upfloaters.contains(player));
            groups.push(Group { residents, lower, upfloaters, pairs });
        }
        Ok(Round { bye, groups })
    }
}
