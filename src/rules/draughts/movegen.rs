//! Legal moves of every draughts game, from the parameters of its [`Variant`](super::Variant).

use std::collections::HashSet;

use super::geometry::{NONE, Rules, bit, index, looking, squares};
use super::position::Position;
use super::variant::{Choice, Directions, Promotion, Range, Removal};

/// A legal move. Captures that differ only in the order of the pieces taken are one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Move {
    pub(crate) from: u8,
    pub(crate) to: u8,
    /// The pieces taken; empty for a quiet move.
    pub(crate) captured: u128,
    /// Does a man become a king by it?
    pub(crate) crowned: bool,
}

/// The opposite direction, by its number in [`Directions::STEPS`].
pub(super) const fn opposite(direction: u8) -> u8 {
    match direction {
        0..=3 => 3 - direction,
        _ => 11 - direction,
    }
}

/// Fills `out` with the legal moves.
pub(crate) fn legal_moves(rules: &Rules, position: &Position, out: &mut Vec<Move>) {
    out.clear();
    captures(rules, position, rules.variant.choice, out);
    if out.is_empty() {
        quiet_moves(rules, position, out);
    }
}

/// Moves without capture, as if no capture were possible.
pub(crate) fn quiet_moves(rules: &Rules, position: &Position, out: &mut Vec<Move>) {
    let variant = &rules.variant;
    let us = index(position.side);
    let occupied = position.occupied();
    let directions = variant.man_moves.for_side(position.side);
    let empty = rules.board & !occupied;
    for (direction, step) in rules.step.iter().enumerate() {
        if directions.0 >> direction & 1 == 0 {
            continue;
        }
        for from in squares(position.men[us] & looking(empty, rules.shift[direction])) {
            let to = step[usize::from(from)];
            // On a row without a gap behind it the difference can lead to the next row.
            if to != NONE {
                out.push(Move { from, to, captured: 0, crowned: rules.last_row[us] & bit(to) != 0 });
            }
        }
    }
    for from in squares(position.kings[us]) {
        let run = position.runs[us];
        if variant.king_run.is_some_and(|limit| run.moves >= limit && run.square == from && position.men[us] != 0) {
            continue;
        }
        for (direction, step) in rules.step.iter().enumerate() {
            if variant.king_moves.0 >> direction & 1 == 0 {
                continue;
            }
            let mut to = step[usize::from(from)];
            while to != NONE && occupied & bit(to) == 0 {
                out.push(Move { from, to, captured: 0, crowned: false });
                if variant.range == Range::Step {
                    break;
                }
                to = step[usize::from(to)];
            }
        }
    }
}

/// Steps after which the search for captures stops. No position of a game needs more than some thousands; a made-up one
/// with dozens of scattered men and a flying king could otherwise keep the program busy for ever.
const MOST_STEPS: u32 = 200_000;

/// Captures after which the search stops, for the same reason.
const MOST_CAPTURES: usize = 4_000;

/// Captures that the rule of choice allows; all complete ones with [`Choice::Any`].
pub(crate) fn captures(rules: &Rules, position: &Position, choice: Choice, out: &mut Vec<Move>) {
    let us = index(position.side);
    let them = 1 - us;
    let mut search = Search {
        rules,
        choice,
        us,
        occupied: 0,
        men: position.men[them],
        kings: position.kings[them],
        from: 0,
        man_directions: rules.variant.man_captures.for_side(position.side),
        best: 0,
        seen: Seen::default(),
        budget: MOST_STEPS,
        out,
    };
    let occupied = position.occupied();
    let stepping = if rules.variant.range == Range::Step { position.kings[us] } else { 0 };
    let able = jumpers(rules, position, position.men[us], search.man_directions)
        | jumpers(rules, position, stepping, rules.variant.king_captures)
        | (position.kings[us] & !stepping);
    for from in squares(able) {
        let is_king = position.kings[us] & bit(from) != 0;
        search.from = from;
        search.occupied = occupied & !bit(from);
        search.seen.clear();
        search.go_on(State { at: from, captured: 0, is_king, was_king: is_king, crowned: false, order: 0, last: NONE });
    }
    if choice == Choice::Italian && out.len() > 1 {
        out.sort_unstable();
        out.dedup();
    }
}

/// The pieces of a set that stand beside an enemy with an empty square behind it.
fn jumpers(rules: &Rules, position: &Position, movers: u128, directions: Directions) -> u128 {
    if movers == 0 {
        return 0;
    }
    let enemy = position.pieces(position.side.other());
    let empty = rules.board & !position.occupied();
    let mut able = 0;
    for direction in 0..8 {
        if directions.0 >> direction & 1 == 1 {
            let shift = rules.shift[direction];
            able |= looking(enemy & looking(empty, shift), shift) & rules.jumpable[direction];
        }
    }
    able & movers
}

/// A capturing piece on its way.
#[derive(Clone, Copy)]
struct State {
    at: u8,
    captured: u128,
    is_king: bool,
    was_king: bool,
    crowned: bool,
    /// Which of the pieces taken, in order, were kings: one bit each.
    order: u64,
    /// Direction of the last jump.
    last: u8,
}

/// States that were entered already: another order of the same captures leads to them again.
#[derive(Default)]
struct Seen {
    few: Vec<(u8, u8, u128)>,
    many: HashSet<(u8, u8, u128)>,
}

impl Seen {
    fn clear(&mut self) {
        self.few.clear();
        self.many.clear();
    }

    /// True the first time.
    fn enter(&mut self, key: (u8, u8, u128)) -> bool {
        if !self.many.is_empty() {
            return self.many.insert(key);
        }
        if self.few.contains(&key) {
            return false;
        }
        self.few.push(key);
        if self.few.len() > 48 {
            self.many.extend(self.few.iter().copied());
        }
        true
    }
}

struct Search<'r, 'o> {
    rules: &'r Rules,
    choice: Choice,
    us: usize,
    /// All pieces without the one that moves.
    occupied: u128,
    men: u128,
    kings: u128,
    from: u8,
    man_directions: Directions,
    best: u64,
    seen: Seen,
    /// Steps left before a freak position is given up.
    budget: u32,
    out: &'o mut Vec<Move>,
}

impl Search<'_, '_> {
    /// Follows every continuation; false if there is none.
    fn go_on(&mut self, state: State) -> bool {
        if self.budget == 0 || self.out.len() > MOST_CAPTURES {
            return false;
        }
        self.budget -= 1;
        let mut any = false;
        let (directions, flying) = if state.is_king {
            (self.rules.variant.king_captures, self.rules.variant.range != Range::Step)
        } else {
            (self.man_directions, false)
        };
        for direction in 0..8u8 {
            if directions.0 >> direction & 1 == 0 {
                continue;
            }
            if !self.rules.variant.about_turn && state.last != NONE && opposite(state.last) == direction {
                continue;
            }
            any |= self.jump(state, direction, flying);
        }
        any
    }

    /// Squares that block the way now.
    fn blocked(&self, captured: u128) -> u128 {
        match self.rules.variant.removal {
            Removal::AfterMove => self.occupied,
            Removal::AtOnce => self.occupied & !captured,
        }
    }

    /// Jumps in one direction if there is a piece to take; false if not.
    fn jump(&mut self, state: State, direction: u8, flying: bool) -> bool {
        let step = &self.rules.step[usize::from(direction)];
        let blocked = self.blocked(state.captured);
        let mut over = step[usize::from(state.at)];
        if flying {
            while over != NONE && blocked & bit(over) == 0 {
                over = step[usize::from(over)];
            }
        }
        if over == NONE {
            return false;
        }
        let takes_kings = state.is_king || self.rules.variant.man_takes_king;
        let targets = (self.men | if takes_kings { self.kings } else { 0 }) & !state.captured;
        if targets & bit(over) == 0 {
            return false;
        }
        let mut to = step[usize::from(over)];
        if to == NONE || blocked & bit(to) != 0 {
            return false;
        }
        let next = State {
            captured: state.captured | bit(over),
            order: state.order << 1 | u64::from(self.kings & bit(over) != 0),
            last: direction,
            ..state
        };
        // A piece taken at once no longer blocks the squares behind it.
        let blocked = self.blocked(next.captured);
        let far = flying && self.rules.variant.range == Range::Flying;
        // Landing squares where the capture can end, and those of them that were entered before by another order.
        let (mut stops, mut known) = (0u128, 0u128);
        let mut continued = false;
        while to != NONE && blocked & bit(to) == 0 {
            let landed = State { at: to, ..next };
            if self.memorable() && !self.seen.enter(self.key(landed)) {
                // Its continuations were followed then; whether it may end here depends on this jump.
                if far && self.goes_on(landed) {
                    continued = true;
                } else if far {
                    stops |= bit(to);
                    known |= bit(to);
                }
            } else {
                match self.land(landed) {
                    Landed::Stops(_) if far => stops |= bit(to),
                    Landed::Stops(state) => self.finish(state, false),
                    Landed::WentOn => continued = true,
                }
            }
            if !far {
                break;
            }
            to = step[usize::from(to)];
        }
        if !continued {
            for at in squares(stops) {
                self.finish(State { at, ..next }, known & bit(at) != 0);
            }
        }
        true
    }

    /// Italian choice looks at the order of the captures, so that two orders are two ways.
    fn memorable(&self) -> bool {
        self.choice != Choice::Italian
    }

    fn key(&self, state: State) -> (u8, u8, u128) {
        let last = if self.rules.variant.about_turn { 0 } else { state.last };
        (state.at, last, state.captured)
    }

    /// Can the piece go on from here? Without following it.
    fn goes_on(&self, state: State) -> bool {
        let flying = state.is_king && self.rules.variant.range != Range::Step;
        let directions = if state.is_king { self.rules.variant.king_captures } else { self.man_directions };
        let blocked = self.blocked(state.captured);
        let takes_kings = state.is_king || self.rules.variant.man_takes_king;
        let targets = (self.men | if takes_kings { self.kings } else { 0 }) & !state.captured;
        (0..8u8).any(|direction| {
            if directions.0 >> direction & 1 == 0
                || (!self.rules.variant.about_turn && opposite(state.last) == direction)
            {
                return false;
            }
            let step = &self.rules.step[usize::from(direction)];
            let mut over = step[usize::from(state.at)];
            while flying && over != NONE && blocked & bit(over) == 0 {
                over = step[usize::from(over)];
            }
            over != NONE
                && targets & bit(over) != 0
                && step[usize::from(over)] != NONE
                && blocked & bit(step[usize::from(over)]) == 0
        })
    }

    /// Deals with the last row, then goes on if possible.
    fn land(&mut self, mut state: State) -> Landed {
        let on_last_row = !state.is_king && self.rules.last_row[self.us] & bit(state.at) != 0;
        if on_last_row {
            match self.rules.variant.promotion {
                Promotion::GoesOnAsKing => {
                    state.is_king = true;
                    state.crowned = true;
                }
                Promotion::EndsMove => {
                    state.crowned = true;
                    return Landed::Stops(state);
                }
                Promotion::OnlyIfItStops => {}
            }
        }
        if self.go_on(state) {
            return Landed::WentOn;
        }
        state.crowned |= on_last_row;
        Landed::Stops(state)
    }

    /// Puts out a complete capture if none better is known. One that was entered before may stand there already.
    fn finish(&mut self, state: State, known: bool) {
        let score = self.score(state);
        if score < self.best {
            return;
        }
        if score > self.best {
            self.best = score;
            self.out.clear();
        }
        let played = Move { from: self.from, to: state.at, captured: state.captured, crowned: state.crowned };
        // Where turning about is forbidden, the same capture can be entered by its last direction too.
        let fresh = !known && self.rules.variant.about_turn;
        if fresh || !self.out.contains(&played) {
            self.out.push(played);
        }
    }

    /// The higher, the more binding. Equal scores leave a free choice.
    fn score(&self, state: State) -> u64 {
        let taken = u64::from(state.captured.count_ones());
        let kings = u64::from((state.captured & self.kings).count_ones());
        let by_king = u64::from(state.was_king);
        match self.choice {
            Choice::Any => 0,
            Choice::KingFirst => by_king,
            Choice::MostPieces => taken,
            Choice::MostThenKings => taken << 8 | kings,
            Choice::Italian => taken << 48 | by_king << 46 | kings << 38 | (state.order & 0x3F_FFFF_FFFF),
            // A king counts just under two men.
            Choice::FrisianValue => (100 * (taken - kings) + 199 * kings) << 1 | by_king,
        }
    }
}

enum Landed {
    /// No further capture from here.
    Stops(State),
    /// Followed to its ends.
    WentOn,
}

/// Calls `visit` with the landing squares of each way to make a capture, until it returns true.
///
/// Ways beyond the first `budget` steps of the search are not visited.
pub(crate) fn ways(
    rules: &Rules,
    position: &Position,
    played: &Move,
    budget: &mut u32,
    visit: &mut dyn FnMut(&[u8]) -> bool,
) -> bool {
    let us = index(position.side);
    let search = Ways {
        rules,
        us,
        occupied: position.occupied() & !bit(played.from),
        kings: position.kings[1 - us],
        man_directions: rules.variant.man_captures.for_side(position.side),
        played: *played,
    };
    let is_king = position.kings[us] & bit(played.from) != 0;
    search.walk(played.from, 0, is_king, NONE, &mut Vec::new(), budget, visit)
}

struct Ways<'r> {
    rules: &'r Rules,
    us: usize,
    occupied: u128,
    kings: u128,
    man_directions: Directions,
    played: Move,
}

impl Ways<'_> {
    #[expect(clippy::too_many_arguments, reason = "the state of a recursive walk")]
    fn walk(
        &self,
        at: u8,
        captured: u128,
        is_king: bool,
        last: u8,
        path: &mut Vec<u8>,
        budget: &mut u32,
        visit: &mut dyn FnMut(&[u8]) -> bool,
    ) -> bool {
        if captured == self.played.captured {
            return at == self.played.to && visit(path);
        }
        let variant = &self.rules.variant;
        let directions = if is_king { variant.king_captures } else { self.man_directions };
        for direction in (0..8u8).filter(|d| directions.0 >> d & 1 == 1) {
            if !variant.about_turn && last != NONE && opposite(last) == direction {
                continue;
            }
            let step = &self.rules.step[usize::from(direction)];
            let flying = is_king && variant.range != Range::Step;
            let blocked = |taken: u128| match variant.removal {
                Removal::AfterMove => self.occupied,
                Removal::AtOnce => self.occupied & !taken,
            };
            let mut over = step[usize::from(at)];
            while flying && over != NONE && blocked(captured) & bit(over) == 0 {
                over = step[usize::from(over)];
            }
            if over == NONE
                || self.played.captured & !captured & bit(over) == 0
                || (!is_king && !variant.man_takes_king && self.kings & bit(over) != 0)
            {
                continue;
            }
            let taken = captured | bit(over);
            let mut to = step[usize::from(over)];
            while to != NONE && blocked(taken) & bit(to) == 0 {
                if *budget == 0 {
                    return false;
                }
                *budget -= 1;
                let crowned =
                    variant.promotion == Promotion::GoesOnAsKing && self.rules.last_row[self.us] & bit(to) != 0;
                path.push(to);
                let stop = self.walk(to, taken, is_king || crowned, direction, path, budget, visit);
                path.pop();
                if stop {
                    return true;
                }
                if !(flying && variant.range == Range::Flying) {
                    break;
                }
                to = step[usize::from(to)];
            }
        }
        false
    }
}

/// Counts move sequences; see [`crate::perft`].
pub(crate) fn count(rules: &Rules, position: &Position, depth: u32) -> u64 {
    let mut lists: Vec<Vec<Move>> = (0..depth).map(|_| Vec::with_capacity(32)).collect();
    count_with(rules, position, &mut lists)
}

fn count_with(rules: &Rules, position: &Position, lists: &mut [Vec<Move>]) -> u64 {
    let Some((list, deeper)) = lists.split_first_mut() else { return 1 };
    legal_moves(rules, position, list);
    if deeper.is_empty() {
        return list.len() as u64;
    }
    list.iter().map(|played| count_with(rules, &position.after(rules, played), deeper)).sum()
}
