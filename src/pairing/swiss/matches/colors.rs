//! Colours of a match (art. 4 of both systems).

use super::MatchSystem;
use super::facts::Facts;
use crate::swiss::Color;
use crate::swiss::colors::{alternate, by_parity};
use std::cmp::{Ordering, Reverse};

/// The step of art. 4.3 that decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Neither has played.
    Parity,
    /// Only one wishes a colour.
    OneWish,
    /// Opposite wishes.
    Opposite,
    /// Only one wish is strong.
    Stronger,
    /// The lower difference has White; in the Double-Swiss fewer Whites.
    Balance,
    /// The most recent difference.
    LastDifference,
    /// The wish of the first-team.
    FirstWish,
    /// The first-team changes.
    FirstChanges,
    /// The other team changes.
    OtherChanges,
}

impl Step {
    /// The article for teams.
    pub(super) const fn article(self) -> &'static str {
        match self {
            Step::Parity => "C.04.6 art. 4.3.1",
            Step::OneWish => "C.04.6 art. 4.3.2",
            Step::Opposite => "C.04.6 art. 4.3.3",
            Step::Stronger => "C.04.6 art. 4.3.4",
            Step::Balance => "C.04.6 art. 4.3.5",
            Step::LastDifference => "C.04.6 art. 4.3.6",
            Step::FirstWish => "C.04.6 art. 4.3.7",
            Step::FirstChanges => "C.04.6 art. 4.3.8",
            Step::OtherChanges => "C.04.6 art. 4.3.9",
        }
    }
}

impl Step {
    /// The article for the Double-Swiss, which knows no wishes.
    pub(super) const fn article_of_players(self) -> &'static str {
        match self {
            Step::Parity => "C.04.5 art. 4.3.1",
            Step::Balance => "C.04.5 art. 4.3.2",
            Step::LastDifference => "C.04.5 art. 4.3.3",
            Step::FirstChanges => "C.04.5 art. 4.3.4",
            Step::OtherChanges => "C.04.5 art. 4.3.5",
            Step::OneWish | Step::Opposite | Step::Stronger | Step::FirstWish => "C.04.5 art. 4.3",
        }
    }
}

/// White and Black of a pair, the first-team, and the step that decided.
pub(super) fn allocate(facts: &Facts, a: usize, b: usize) -> ((usize, usize), usize, Step) {
    let (first, other) = if outranks(facts, a, b) { (a, b) } else { (b, a) };
    let history = |player: usize| &facts.field.players[player].history;
    let (color, step) = if history(first).is_empty() && history(other).is_empty() {
        (by_parity(facts.field, first), Step::Parity)
    } else {
        by_system(facts, first, other)
            .or_else(|| alternate(facts.field, first, other).map(|color| (color, Step::LastDifference)))
            .or_else(|| facts.wishes[first].map(|wish| (wish.color, Step::FirstWish)))
            .or_else(|| history(first).last().map(|last| (last.other(), Step::FirstChanges)))
            .or_else(|| history(other).last().map(|last| (*last, Step::OtherChanges)))
            .unwrap_or((Color::White, Step::OtherChanges))
    };
    let pair = if color == Color::White { (first, other) } else { (other, first) };
    (pair, first, step)
}

/// The first-team or higher ranked player: score, for teams the secondary score, number.
fn outranks(facts: &Facts, a: usize, b: usize) -> bool {
    let key =
        |player: usize| (Reverse(facts.field.players[player].pairing_score), Reverse(facts.secondary[player]), player);
    key(a) < key(b)
}

/// Wishes, strength and balance: the steps in which the systems differ.
fn by_system(facts: &Facts, first: usize, other: usize) -> Option<(Color, Step)> {
    let lower_gets_white = |mine: i32, theirs: i32| match mine.cmp(&theirs) {
        Ordering::Less => Some((Color::White, Step::Balance)),
        Ordering::Greater => Some((Color::Black, Step::Balance)),
        Ordering::Equal => None,
    };
    let player = |i: usize| &facts.field.players[i];
    match facts.system {
        MatchSystem::DoubleSwiss => {
            let whites = |i: usize| player(i).history.iter().filter(|&&color| color == Color::White).count() as i32;
            lower_gets_white(whites(first), whites(other))
        }
        MatchSystem::Team(_) => match (facts.wishes[first], facts.wishes[other]) {
            (Some(mine), None) => Some((mine.color, Step::OneWish)),
            (None, Some(theirs)) => Some((theirs.color.other(), Step::OneWish)),
            (Some(mine), Some(theirs)) if mine.color != theirs.color => Some((mine.color, Step::Opposite)),
            (Some(mine), Some(theirs)) if mine.strong != theirs.strong => {
                Some((if mine.strong { mine.color } else { theirs.color.other() }, Step::Stronger))
            }
            _ => lower_gets_white(player(first).difference, player(other).difference),
        },
    }
}
