//! What a pair costs by the criteria of art. 2.

use super::ground::Ground;
use crate::swiss::colors;
use crate::swiss::{Color, Preference};

/// The colour criteria of one pair: [C10], [C11], [C12], [C13]; each 0 or 1.
pub fn color_costs(ground: &Ground<'_>, a: usize, b: usize) -> [u32; 4] {
    let (mine, theirs) = (ground.player(a).preference, ground.player(b).preference);
    if mine.color().is_none() || mine.color() != theirs.color() {
        return [0; 4];
    }
    // Both wish one colour: exactly one of them is denied, the weaker wish; of equal ones it does not matter here whose.
    let weaker = mine.strength().min(theirs.strength());
    let mut costs = [0, 0, 1, u32::from(weaker == 2)];
    if mine.is_absolute() && theirs.is_absolute() && (ground.topscorer[a] || ground.topscorer[b]) {
        let (white, black) = colors::dutch_white(ground.field, ground.index[a], ground.index[b]);
        let (denied, gets) = match mine {
            Preference::Absolute(Color::White) => (black, Color::Black),
            _ => (white, Color::White),
        };
        let player = &ground.field.players[denied];
        costs[0] = u32::from((player.difference + if gets == Color::White { 1 } else { -1 }).abs() > 2);
        costs[1] = u32::from(player.repeated() == Some(gets));
    }
    costs
}
