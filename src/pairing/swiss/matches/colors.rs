//! Colours of a match (art. 4 of both systems).

use super::MatchSystem;
use super::facts::Facts;
use crate::swiss::Color;
use crate::swiss::colors::{alternate, by_parity};
use std::cmp::{Ordering, Reverse};

/// White and Black of a pair.
pub(super) fn allocate(facts: &Facts, a: usize, b: usize) -> (usize, usize) {
    let (first, other) = if outranks(facts, a, b) { (a, b) } else { (b, a) };
    let history = |player: usize| &facts.field.players[player].history;
    let color = if history(first).is_empty() && history(other).is_empty() {
        by_parity(facts.field, first)
    } else {
        by_system(facts, first, other)
            .or_else(|| alternate(facts.field, first, other))
            .or_else(|| facts.wishes[first].map(|wish| wish.color))
            .or_else(|| history(first).last().map(|last| last.other()))
            .or_else(|| history(other).last().copied())
            .unwrap_or(Color::White)
    };
    if color == Color::White { (first, other) } else { (other, first) }
}

/// The first-team or higher ranked player: score, for teams the secondary score, number.
fn outranks(facts: &Facts, a: usize, b: usize) -> bool {
    let key =
        |player: usize| (Reverse(facts.field.players[player].pairing_score), Reverse(facts.secondary[player]), player);
    key(a) < key(b)
}

/// Wishes, strength and balance: the steps in which the systems differ.
fn by_system(facts: &Facts, first: usize, other: usize) -> Option<Color> {
    let lower_gets_white = |mine: i32, theirs: i32| match mine.cmp(&theirs) {
        Ordering::Less => Some(Color::White),
        Ordering::Greater => Some(Color::Black),
        Ordering::Equal => None,
    };
    let player = |i: usize| &facts.field.players[i];
    match facts.system {
        MatchSystem::DoubleSwiss => {
            let whites = |i: usize| player(i).history.iter().filter(|&&color| color == Color::White).count() as i32;
            lower_gets_white(whites(first), whites(other))
        }
        MatchSystem::Team(_) => match (facts.wishes[first], facts.wishes[other]) {
            (Some(mine), None) => Some(mine.color),
            (None, Some(theirs)) => Some(theirs.color.other()),
            (Some(mine), Some(theirs)) if mine.color != theirs.color => Some(mine.color),
            (Some(mine), Some(theirs)) if mine.strong != theirs.strong => {
                Some(if mine.strong { mine.color } else { theirs.color.other() })
            }
            _ => lower_gets_white(player(first).difference, player(other).difference),
        },
    }
}
