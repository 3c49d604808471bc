//! Allocation of colours inside a pair (C.04.3 art. 5, C.04.4.1 and C.04.4.2 art. 5).
//!
//! The systems use the same steps in different order; each step is a function of its own, and
//! [`dutch_white`] is the Dutch chain.

use super::{Color, Field};

/// Which step of the chain gave the colours (article of C.04.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColorStep {
    /// 5.2.1: both wishes can be granted.
    BothGranted,
    /// 5.2.2: the stronger wish.
    Stronger,
    /// 5.2.3: alternate to the most recent round in which the two had different colours.
    Alternate,
    /// 5.2.4: the wish of the higher ranked.
    HigherRanked,
    /// 5.2.5: parity of the higher ranked's number.
    Parity,
}

/// Colour of `a` when both wishes can be met: they differ, or only one has a wish (5.2.1).
pub fn both_granted(field: &Field, a: usize, b: usize) -> Option<Color> {
    match (field.players[a].preference.color(), field.players[b].preference.color()) {
        (Some(mine), Some(theirs)) if mine != theirs => Some(mine),
        (Some(mine), None) => Some(mine),
        (None, Some(theirs)) => Some(theirs.other()),
        _ => None,
    }
}

/// Colour of `a` by the stronger wish; between absolute ones the wider colour difference (5.2.2).
pub fn stronger_wish(field: &Field, a: usize, b: usize) -> Option<Color> {
    let rank = |i: usize| {
        let player = &field.players[i];
        let width = if player.preference.is_absolute() { player.difference.abs() } else { 0 };
        (player.preference.strength(), width)
    };
    match rank(a).cmp(&rank(b)) {
        std::cmp::Ordering::Greater => field.players[a].preference.color(),
        std::cmp::Ordering::Less => field.players[b].preference.color().map(Color::other),
        std::cmp::Ordering::Equal => None,
    }
}

/// Colour of `a` opposite to what it had when the two histories last differed (5.2.3).
///
/// The histories are walked backward in step; when one ends first, nothing is decided.
pub fn alternate(field: &Field, a: usize, b: usize) -> Option<Color> {
    let (mine, theirs) = (&field.players[a].history, &field.players[b].history);
    mine.iter().rev().zip(theirs.iter().rev()).find(|(x, y)| x != y).map(|(x, _)| x.other())
}

/// The initial colour for an odd number, the other one for an even number.
pub fn by_parity(field: &Field, a: usize) -> Color {
    if field.players[a].parity % 2 == 1 { field.initial_color } else { field.initial_color.other() }
}

/// Colour of `higher` in a Dutch pairing, and the step that decided; `higher` outranks `lower`.
pub fn dutch_color(field: &Field, higher: usize, lower: usize) -> (Color, ColorStep) {
    if let Some(color) = both_granted(field, higher, lower) {
        return (color, ColorStep::BothGranted);
    }
    if let Some(color) = stronger_wish(field, higher, lower) {
        return (color, ColorStep::Stronger);
    }
    if let Some(color) = alternate(field, higher, lower) {
        return (color, ColorStep::Alternate);
    }
    match field.players[higher].preference.color() {
        Some(color) => (color, ColorStep::HigherRanked),
        None => (by_parity(field, higher), ColorStep::Parity),
    }
}

/// White and Black of a Dutch pair given in any order, as indices.
pub fn dutch_white(field: &Field, a: usize, b: usize) -> (usize, usize) {
    let (higher, lower) = if field.outranks(a, b) { (a, b) } else { (b, a) };
    match dutch_color(field, higher, lower).0 {
        Color::White => (higher, lower),
        Color::Black => (lower, higher),
    }
}
