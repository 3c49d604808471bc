//! What the systems of matches ask of the history.

use super::{MatchSystem, TeamPreference};
use crate::Points;
use crate::matching::bitset::BitMatrix;
use crate::swiss::{Color, EntryKind, Field, Float, RoundInput, Tpn, repeated_color};
use std::collections::HashMap;

/// The wish of a team (C.04.6 art. 1.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wish {
    pub color: Color,
    /// Of type B: not mild.
    pub strong: bool,
}

/// The field and what the systems look at; indices are those of [`Field::players`].
pub(super) struct Facts<'a> {
    pub field: &'a Field,
    pub system: MatchSystem,
    /// Who may meet whom: no match before, no prohibition.
    pub legal: BitMatrix,
    /// Had a pairing-allocated bye, won a match by forfeit, or had a full-point bye (C2).
    pub bye_barred: Vec<bool>,
    /// Met an opponent of another score in the previous round.
    pub floated: Vec<bool>,
    pub wishes: Vec<Option<Wish>>,
    pub secondary: Vec<Points>,
    /// The criteria about floaters are left out in the last round, of teams in the last two.
    pub floats_count: bool,
}

impl<'a> Facts<'a> {
    pub fn new(system: MatchSystem, input: &RoundInput, field: &'a Field, secondary: &[(Tpn, Points)]) -> Facts<'a> {
        let n = field.players.len();
        let mut legal = BitMatrix::new(n);
        for (place, &a) in field.order.iter().enumerate() {
            for &b in &field.order[..place] {
                if !field.players[a].has_met(b) && !field.is_forbidden(a, b) {
                    legal.connect(a, b);
                }
            }
        }
        let mut facts = Facts {
            field,
            system,
            legal,
            bye_barred: vec![false; n],
            floated: vec![false; n],
            wishes: (0..n).map(|player| wish(system, field, player)).collect(),
            secondary: vec![Points::ZERO; n],
            floats_count: match system {
                MatchSystem::Team(_) => input.round.saturating_add(1) < input.rounds_total,
                MatchSystem::DoubleSwiss => input.round < input.rounds_total,
            },
        };
        for entrant in &input.entrants {
            let Some(player) = field.index_of(entrant.tpn) else { continue };
            let bars = |kind| matches!(kind, EntryKind::PairingBye | EntryKind::ForfeitWin | EntryKind::FullBye);
            facts.bye_barred[player] = entrant.rounds.iter().any(|entry| bars(entry.kind));
            facts.floated[player] = entrant.rounds.last().is_some_and(|entry| entry.kind.is_played())
                && field.players[player].float_back(1) != Float::None;
        }
        let secondary: HashMap<Tpn, Points> = secondary.iter().copied().collect();
        for (player, facts_of) in field.players.iter().enumerate() {
            facts.secondary[player] = secondary.get(&facts_of.tpn).copied().unwrap_or_default();
        }
        facts
    }

    /// Both wish the same colour, so that one does not get it (C8).
    pub fn same_wish(&self, a: usize, b: usize) -> bool {
        matches!((self.wishes[a], self.wishes[b]), (Some(one), Some(other)) if one.color == other.color)
    }

    /// Both wish the same colour strongly (C9); only type B tells strong from mild.
    pub fn same_strong_wish(&self, a: usize, b: usize) -> bool {
        let strong = |player: usize| self.wishes[player].is_some_and(|wish| wish.strong);
        self.system == MatchSystem::Team(TeamPreference::TypeB) && self.same_wish(a, b) && strong(a) && strong(b)
    }

    /// Counts in the criteria about upfloaters and their opponents: floated in the previous round.
    pub fn floater_counts(&self, player: usize) -> bool {
        self.floats_count && self.floated[player]
    }
}

fn wish(system: MatchSystem, field: &Field, player: usize) -> Option<Wish> {
    let MatchSystem::Team(preference) = system else { return None };
    let facts = &field.players[player];
    let (difference, twice) = (facts.difference, repeated_color(&facts.history));
    let strong = match (difference, twice) {
        (..=-2, _) | (-1..=0, Some(Color::Black)) => Some(Color::White),
        (2.., _) | (0..=1, Some(Color::White)) => Some(Color::Black),
        _ => None,
    };
    let mild = || match (difference, facts.history.last()) {
        (-1, _) => Some(Color::White),
        (1, _) => Some(Color::Black),
        (0, Some(last)) if !field.last_round => Some(last.other()),
        _ => None,
    };
    match (preference, strong) {
        (TeamPreference::None, _) => None,
        (_, Some(color)) => Some(Wish { color, strong: true }),
        (TeamPreference::TypeA, None) => None,
        (TeamPreference::TypeB, None) => mild().map(|color| Wish { color, strong: false }),
    }
}
