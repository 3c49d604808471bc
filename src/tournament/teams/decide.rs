//! What decides an equal match of a knockout on its own boards (`knockout` 4, `tiebreaks` 7: FIDE C.07 art. 12).

use super::{MatchRef, white_side};
use crate::crosstable::points_of;
use crate::model::*;

/// The tie-breaks by boards of one match, for the team with White on board 1 and the other one. They say something only where the game points
/// are equal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardTieBreaks {
    /// Points of the two sides on each board, in tenths, board 1 first.
    pub boards: Vec<[i32; 2]>,
}

/// A rule that divides two teams by the boards of their match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BoardRule {
    /// Board count: the number of each board times its points; the lower sum is better (art. 12.1).
    Count,
    /// Top board result: more points on board 1, then on board 2, ... (art. 12.2).
    Top,
    /// Bottom board elimination: more points without the last board, then without the last two, ... (art. 12.3).
    Bottom,
}

impl BoardRule {
    /// All of them, in the usual order.
    pub const ALL: [BoardRule; 3] = [BoardRule::Count, BoardRule::Top, BoardRule::Bottom];

    /// Code and words.
    pub fn words(self) -> &'static str {
        match self {
            BoardRule::Count => "BC, board count",
            BoardRule::Top => "TBR, top board",
            BoardRule::Bottom => "BBE, without the bottom boards",
        }
    }
}

impl BoardTieBreaks {
    /// Of a match as far as its results are in.
    pub fn of(state: &State, m: &MatchRef<'_>) -> BoardTieBreaks {
        let scoring = &state.settings.scoring;
        let board = |(board, meeting): (usize, &std::sync::Arc<Meeting>)| {
            let Some(first) = meeting.games.first() else { return [0, 0] };
            let mut sums = [0, 0];
            for game in &meeting.games {
                let Some(result) = game.result else { continue };
                let (white, black) = points_of(result, scoring);
                // Sides of the first game: its White, its Black.
                let (one, two) = if game.white == first.white { (white, black) } else { (black, white) };
                sums[0] += one;
                sums[1] += two;
            }
            if white_side(state, m, board) { sums } else { [sums[1], sums[0]] }
        };
        BoardTieBreaks { boards: m.boards.iter().enumerate().map(board).collect() }
    }

    /// The sums of the board count, in tenths.
    pub fn count(&self) -> [i64; 2] {
        let sum = |side: usize| {
            self.boards.iter().zip(1i64..).map(|(points, board)| board * i64::from(points[side])).sum::<i64>()
        };
        [sum(0), sum(1)]
    }

    /// Whether the team with White on board 1 (`Some(true)`) or the other one (`Some(false)`) is ahead by a rule; `None`: still level.
    pub fn ahead(&self, rule: BoardRule) -> Option<bool> {
        let by = |a: i64, b: i64| (a != b).then_some(a > b);
        match rule {
            BoardRule::Count => {
                let [a, b] = self.count();
                by(b, a)
            }
            BoardRule::Top => self.boards.iter().find_map(|[a, b]| by(i64::from(*a), i64::from(*b))),
            BoardRule::Bottom => (1..self.boards.len()).rev().find_map(|kept| {
                let sum = |side: usize| self.boards[..kept].iter().map(|points| i64::from(points[side])).sum::<i64>();
                by(sum(0), sum(1))
            }),
        }
    }

    /// The first of the three rules that divides the two, and who is ahead by it.
    pub fn first(&self) -> Option<(BoardRule, bool)> {
        BoardRule::ALL.into_iter().find_map(|rule| Some((rule, self.ahead(rule)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_divide_as_the_examples_say() {
        // Of four boards the first two won and the others lost: BC 3 against 7; TBR and BBE for the first side.
        let boards = BoardTieBreaks { boards: vec![[10, 0], [10, 0], [0, 10], [0, 10]] };
        assert_eq!(boards.count(), [30, 70]);
        assert_eq!(BoardRule::ALL.map(|rule| boards.ahead(rule)), [Some(true); 3]);
        // Lost on 1 and 4, won on 2 and 3: BC 5 against 5 is level; TBR for the second side; BBE without board 4: 2 against 1.
        let boards = BoardTieBreaks { boards: vec![[0, 10], [10, 0], [10, 0], [0, 10]] };
        assert_eq!(boards.ahead(BoardRule::Count), None);
        assert_eq!(boards.ahead(BoardRule::Top), Some(false));
        assert_eq!(boards.ahead(BoardRule::Bottom), Some(true));
        assert_eq!(boards.first(), Some((BoardRule::Top, false)));
        // All drawn: nothing divides.
        assert_eq!(BoardTieBreaks { boards: vec![[5, 5]; 4] }.first(), None);
    }
}
