//! Why a draughts move is refused, in plain words.

use super::geometry::{Rules, bit, index, squares};
use super::legs::forbidden_jump;
use super::movegen::{Move, captures, legal_moves, quiet_moves, ways};
use super::notation::{WAYS_BUDGET, Written, write};
use super::position::Position;
use super::variant::{Choice, Promotion};
use crate::Side;

/// The game was over already, if it was.
pub(super) fn over(rules: &Rules, position: &Position) -> Option<String> {
    let mut legal = Vec::new();
    legal_moves(rules, position, &mut legal);
    if !legal.is_empty() {
        None
    } else if position.pieces(position.side) == 0 {
        Some(format!("the game was over: {} has no pieces left", position.side))
    } else {
        Some(format!("the game was over: {} has no legal move", position.side))
    }
}

/// Why `written` is none of the legal moves, or more than one.
pub(super) fn explain(rules: &Rules, position: &Position, written: &Written, legal: &[Move], fitting: usize) -> String {
    let name = |square: u8| rules.names[usize::from(square)].as_str();
    let (from, to) = (written.from(), written.to());
    if fitting > 1 {
        return format!(
            "ambiguous: {fitting} different captures start on {} and end on {}; the whole path must be written",
            name(from),
            name(to)
        );
    }
    if let Some(over) = over(rules, position) {
        return over;
    }
    let (us, them) = (position.side, position.side.other());
    let start = bit(from);
    if position.pieces(them) & start != 0 {
        return format!("the piece on {} is {them}'s, and it is {us}'s turn", name(from));
    }
    if position.pieces(us) & start == 0 {
        return format!("no piece on {}", name(from));
    }
    let king = position.kings[index(us)] & start != 0;
    let piece = if king { "king" } else { "man" };
    if to != from && position.occupied() & bit(to) != 0 {
        let whose = if position.pieces(us) & bit(to) != 0 { us } else { them };
        return format!("the {piece} on {} cannot go to {}: a piece of {whose}'s stands there", name(from), name(to));
    }
    let must = obligation(rules, position, legal);
    let mut quiet = Vec::new();
    quiet_moves(rules, position, &mut quiet);
    if quiet.iter().any(|m| m.from == from && m.to == to) {
        return match must {
            Some(must) => must,
            None => format!("there is nothing to capture between {} and {}", name(from), name(to)),
        };
    }
    let mut free = Vec::new();
    captures(rules, position, Choice::Any, &mut free);
    if let Some(better) = better_capture(rules, position, written, legal, &free) {
        return better;
    }
    if let Some(reason) = king_run(rules, position, from, to, king) {
        return reason;
    }
    let reason = if written.capture {
        let jump = forbidden_jump(rules, position, written);
        jump.unwrap_or_else(|| format!("the {piece} on {} has no capture that ends on {}", name(from), name(to)))
    } else {
        format!("the {piece} on {} cannot reach {}", name(from), name(to))
    };
    match must {
        Some(must) => format!("{reason}; {must}"),
        None => {
            let own: Vec<String> =
                legal.iter().filter(|m| m.from == from).take(5).map(|m| write(rules, position, m, legal)).collect();
            if own.is_empty() {
                format!("{reason}; it has no move")
            } else {
                format!("{reason}; its moves: {}", list(own))
            }
        }
    }
}

/// "must capture: 3 pieces by 36 (36x29)"
fn obligation(rules: &Rules, position: &Position, legal: &[Move]) -> Option<String> {
    let first = legal.first().filter(|m| m.captured != 0)?;
    let count = first.captured.count_ones();
    let pieces = if count == 1 { "1 piece".to_owned() } else { format!("{count} pieces") };
    let mut movers: Vec<&str> = squares(legal.iter().fold(0, |set, m| set | bit(m.from)))
        .map(|square| rules.names[usize::from(square)].as_str())
        .collect();
    movers.truncate(4);
    let same = legal.iter().all(|m| m.captured.count_ones() == count);
    let pieces = if same { pieces } else { "some piece".to_owned() };
    let moves = list(legal.iter().take(5).map(|m| write(rules, position, m, legal)).collect());
    Some(format!("must capture: {pieces} by {} ({moves})", movers.join(" or ")))
}

fn list(mut moves: Vec<String>) -> String {
    let more = moves.len() > 4;
    moves.truncate(4);
    let mut out = moves.join(", ");
    if more {
        out.push_str(", ...");
    }
    out
}

/// The written capture exists but another one is compulsory, or it does not stop there.
fn better_capture(
    rules: &Rules,
    position: &Position,
    written: &Written,
    legal: &[Move],
    free: &[Move],
) -> Option<String> {
    let (from, to) = (written.from(), written.to());
    let must = obligation(rules, position, legal)?;
    let fits = written.fitting(rules, position, free);
    if let Some(done) = fits.first() {
        let best = legal.first()?;
        let (took, most) = (done.captured.count_ones(), best.captured.count_ones());
        let rule = match rules.variant.choice {
            Choice::KingFirst => "a king must capture in preference to a man",
            _ if took < most && rules.variant.choice != Choice::FrisianValue => {
                return Some(format!("a capture of more pieces is compulsory; {must}"));
            }
            Choice::MostThenKings => "at equal number most kings must be captured",
            Choice::Italian => "at equal number a king must capture, then most kings, then where a king comes first",
            Choice::FrisianValue => "the capture of the highest value is compulsory, at equal value by a king",
            _ => "another capture is compulsory",
        };
        return Some(format!("{rule}; {must}"));
    }
    let mut through = false;
    let mut budget = WAYS_BUDGET;
    for longer in free.iter().filter(|m| m.from == from) {
        through |=
            ways(rules, position, longer, &mut budget, &mut |path| path[..path.len().saturating_sub(1)].contains(&to));
    }
    if through {
        return Some(format!("the capture does not end on {}: it must go on; {must}", rules.names[usize::from(to)]));
    }
    let last_row = rules.last_row[index(position.side)];
    let man = position.men[index(position.side)] & bit(from) != 0;
    if man && written.between().iter().any(|square| last_row & bit(*square) != 0) {
        return match rules.variant.promotion {
            Promotion::EndsMove => {
                Some(format!("a man that reaches the last row becomes a king and the move ends; {must}"))
            }
            Promotion::OnlyIfItStops => Some(format!("a man that only passes the last row goes on as a man; {must}")),
            Promotion::GoesOnAsKing => None,
        };
    }
    None
}

/// The king has used up its moves in a row.
fn king_run(rules: &Rules, position: &Position, from: u8, to: u8, king: bool) -> Option<String> {
    let limit = rules.variant.king_run?;
    let mut fresh = *position;
    fresh.runs = Default::default();
    let mut quiet = Vec::new();
    quiet_moves(rules, &fresh, &mut quiet);
    (king && quiet.iter().any(|m| m.from == from && m.to == to)).then(|| {
        format!(
            "the king on {} has moved {limit} times in a row, and {} still has a man: it must wait for another move",
            rules.names[usize::from(from)],
            match position.side {
                Side::White => "White",
                Side::Black => "Black",
            }
        )
    })
}
