//! Colours of a pair (art. 5.2).

use super::facts::Facts;
use crate::swiss::Color;
use crate::swiss::colors::{alternate, both_granted, by_parity, stronger_wish};

/// Which step of article 5.2 gave the colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// 5.2.1: neither has played; parity of the higher ranked.
    Parity,
    /// 5.2.2: both wishes granted.
    BothGranted,
    /// 5.2.3: the stronger wish.
    Stronger,
    /// 5.2.4: alternate to the most recent difference.
    Alternate,
    /// 5.2.5: the wish of the higher ranked.
    HigherRanked,
}

/// White and Black of a pair, and the step that decided.
pub(super) fn allocate(facts: &Facts, a: usize, b: usize) -> ((usize, usize), Step) {
    let field = &facts.field;
    let (higher, lower) = if field.outranks(a, b) { (a, b) } else { (b, a) };
    let (color, step) = if facts.unplayed(higher) && facts.unplayed(lower) {
        (by_parity(field, higher), Step::Parity)
    } else if let Some(color) = both_granted(field, higher, lower) {
        (color, Step::BothGranted)
    } else if let Some(color) = stronger_wish(field, higher, lower) {
        (color, Step::Stronger)
    } else if let Some(color) = alternate(field, higher, lower) {
        (color, Step::Alternate)
    } else {
        let color = if facts.wishes_white(higher) { Color::White } else { Color::Black };
        (color, Step::HigherRanked)
    };
    let pair = if color == Color::White { (higher, lower) } else { (lower, higher) };
    (pair, step)
}
