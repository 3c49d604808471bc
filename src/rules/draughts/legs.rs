//! Which jump of a written capture is impossible, and why.

use super::geometry::{NONE, Rules, bit, index};
use super::movegen::opposite;
use super::notation::Written;
use super::position::Position;
use super::variant::{Promotion, Range, Removal};

/// Walks along the written squares and tells of the first jump that the rules forbid.
///
/// `None` if the jumps cannot be followed one by one, because the writing leaves squares out.
pub(super) fn forbidden_jump(rules: &Rules, position: &Position, written: &Written) -> Option<String> {
    let us = index(position.side);
    let them = 1 - us;
    let name = |square: u8| rules.names[usize::from(square)].as_str();
    let variant = &rules.variant;
    let mut king = position.kings[us] & bit(written.from()) != 0;
    let mut captured = 0u128;
    let mut last = NONE;
    let own = position.pieces(position.side) & !bit(written.from());
    let enemy = position.pieces(position.side.other());
    for leg in written.squares().windows(2) {
        let &[from, to] = leg else { continue };
        let (direction, between) = line(rules, from, to)?;
        let met: Vec<u8> = between.iter().copied().filter(|s| (own | enemy) & bit(*s) != 0).collect();
        if let Some(mine) = met.iter().find(|s| own & bit(**s) != 0) {
            return Some(format!("the piece on {} is {}'s own", name(*mine), position.side));
        }
        let gone = variant.removal == Removal::AtOnce;
        let met: Vec<u8> = met.into_iter().filter(|s| !gone || captured & bit(*s) == 0).collect();
        if let Some(twice) = met.iter().find(|s| captured & bit(**s) != 0) {
            return Some(format!(
                "the piece on {} is captured already; it stays on the board until the move ends and may not be jumped twice",
                name(*twice)
            ));
        }
        let over = match met[..] {
            [] => return Some(format!("there is nothing to capture between {} and {}", name(from), name(to))),
            [over] => over,
            _ => return None,
        };
        let directions = if king { variant.king_captures } else { variant.man_captures.for_side(position.side) };
        if directions.0 >> direction & 1 == 0 {
            let piece = if king { "a king" } else { "a man" };
            let back = !king && variant.man_captures.for_side(position.side.other()).0 >> direction & 1 == 1;
            let way = if back { "backward" } else { "in that direction" };
            return Some(format!("{piece} does not capture {way} in this game"));
        }
        if !variant.about_turn && last != NONE && opposite(last) == direction {
            return Some("a piece does not turn about between two captures in this game".to_owned());
        }
        if !king && !variant.man_takes_king && position.kings[them] & bit(over) != 0 {
            return Some(format!("a man does not capture a king in this game (the one on {})", name(over)));
        }
        let short = !king || variant.range == Range::Step;
        if short && between.len() > 1 {
            let piece = if king { "a king" } else { "a man" };
            return Some(format!("{piece} captures only a neighbour, and lands right behind it"));
        }
        if variant.range == Range::FlyingShortLanding && between.last() != Some(&over) {
            return Some("a king lands right behind the captured piece in this game".to_owned());
        }
        captured |= bit(over);
        last = direction;
        if !king && rules.last_row[us] & bit(to) != 0 && variant.promotion == Promotion::GoesOnAsKing {
            king = true;
        }
    }
    None
}

/// The direction from one square to another in line with it, and the squares between.
fn line(rules: &Rules, from: u8, to: u8) -> Option<(u8, Vec<u8>)> {
    for (direction, step) in (0u8..).zip(&rules.step) {
        let mut between = Vec::new();
        let mut at = step[usize::from(from)];
        while at != NONE {
            if at == to {
                return Some((direction, between));
            }
            between.push(at);
            at = step[usize::from(at)];
        }
    }
    None
}
