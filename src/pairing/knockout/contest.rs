//! A match of a knockout: its games, their colours, and the ladder of tie-breaks that finds a winner (`knockout` 3, 4).

use super::{Seed, Side};
use crate::swiss::Color;
use crate::{Lot, Points};

/// Who has White in the first game of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FirstColor {
    /// A lot for each match.
    EachByLot,
    /// A lot for the first match of the round; the higher seeds then have the colours by turns down the list.
    #[default]
    FirstByLot,
    /// The higher seed has White.
    HigherSeed,
    /// Both the other colour than in the first game of their last match; where both want the same, the higher seed gets it.
    Alternate,
}

/// Who has White in game 1 of the matches of a round, in order. `last` is the colour that a participant had in the first game of
/// the previous match.
pub fn first_whites(
    rule: FirstColor,
    matches: &[[Seed; 2]],
    last: impl Fn(Seed) -> Option<Color>,
    lot: &mut Lot,
) -> Vec<Side> {
    let mut by_lot = || if lot.below(2) == 0 { Side::First } else { Side::Second };
    let higher = |seeds: [Seed; 2]| if seeds[0] < seeds[1] { Side::First } else { Side::Second };
    let mut higher_has_white = None;
    let mut whites = Vec::with_capacity(matches.len());
    for &seeds in matches {
        let better = higher(seeds);
        whites.push(match rule {
            FirstColor::EachByLot => by_lot(),
            FirstColor::HigherSeed => better,
            FirstColor::FirstByLot => {
                let now = higher_has_white.map_or_else(|| by_lot() == Side::First, |before: bool| !before);
                higher_has_white = Some(now);
                if now { better } else { better.other() }
            }
            FirstColor::Alternate => {
                let wants_white = |side: Side| last(seeds[side.index()]).map(|color| color == Color::Black);
                match (wants_white(better), wants_white(better.other())) {
                    (Some(true), _) | (None, Some(false)) => better,
                    (Some(false), _) | (None, Some(true)) => better.other(),
                    (None, None) => by_lot(),
                }
            }
        });
    }
    whites
}

/// How the colours of a step of the ladder begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StepColors {
    /// A new lot.
    #[default]
    Lot,
    /// The other colours than in the last game.
    Alternate,
}

/// How a step of the ladder decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepKind {
    /// More points of so many games; equal: the next step.
    MiniMatch {
        /// From 1.
        games: u32,
    },
    /// Games until one is won, colours by turns; after `most` without a winner the next step.
    FirstWin {
        /// `None` is without end.
        most: Option<u32>,
    },
    /// Games until one is won; the clocks go on from one game to the next.
    RemainingTime,
    /// One game; a draw counts as a win of the named colour.
    Armageddon {
        /// Whom a draw is enough.
        draw_wins: Color,
    },
    /// The same; the lower bid of thinking time gets Black and that time.
    ArmageddonWithBids {
        /// Whom a draw is enough.
        draw_wins: Color,
    },
    /// No game: the better seed goes on.
    BetterSeed,
    /// No game: whoever has had Black in more of the regular games goes on; with equally many the next step.
    MoreBlacks,
    /// The last resort.
    Lot,
}

/// A step of the ladder. Its time control belongs to the event; the place of the step tells which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// How it decides.
    pub kind: StepKind,
    /// How its colours begin.
    pub colors: StepColors,
}

/// What a match of the round is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    /// Regular games, from 1.
    pub games: u32,
    /// Change the order of colours in the middle: W B B W. Only where half of the games is an even number.
    pub change_in_middle: bool,
    /// The last of an odd number of games (three or more) has its colours by lot.
    pub last_by_lot: bool,
    /// Points of a won game.
    pub win: Points,
    /// Points of a drawn game.
    pub draw: Points,
    /// Has the better seed; `None` where nobody has.
    pub better: Option<Side>,
    /// What follows when the regular games end equal.
    pub ladder: Vec<Step>,
}

impl Default for Contest {
    /// Two games, then two rapid ones, two blitz ones, and Armageddon with a draw for Black.
    fn default() -> Self {
        let step = |kind| Step { kind, colors: StepColors::Lot };
        Contest {
            games: 2,
            change_in_middle: false,
            last_by_lot: false,
            win: Points::ONE,
            draw: Points::HALF,
            better: None,
            ladder: vec![
                step(StepKind::MiniMatch { games: 2 }),
                step(StepKind::MiniMatch { games: 2 }),
                step(StepKind::Armageddon { draw_wins: Color::Black }),
            ],
        }
    }
}

/// A finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Finished {
    /// Had White.
    pub white: Side,
    /// The points of the two sides.
    pub points: [Points; 2],
}

impl Finished {
    fn winner(&self) -> Option<Side> {
        match self.points[0].cmp(&self.points[1]) {
            std::cmp::Ordering::Greater => Some(Side::First),
            std::cmp::Ordering::Less => Some(Side::Second),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// How far a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Progress {
    /// A game is to be played.
    Game {
        /// The step of the ladder, from 0; `None` for a regular game.
        step: Option<usize>,
        /// The game of that step (or of the regular ones), from 1.
        game: u32,
        /// Has White; `None`: the lot or the bids decide.
        white: Option<Side>,
    },
    /// The lot must decide now.
    Lot {
        /// The step of the ladder, from 0.
        step: usize,
    },
    /// It is decided; games that remain are not played.
    Decided {
        /// Goes on.
        winner: Side,
        /// The step that decided, from 0; `None` for the regular games.
        step: Option<usize>,
    },
    /// Equal, and the ladder has no further step: the rules of the event must say what follows.
    Equal,
}

/// What one series of games has come to.
enum Series {
    Next(u32),
    Won(Side),
    Level(usize),
}

impl Contest {
    /// The state of the match after these games, in the order in which they were played. `lot` is the winner of a deciding lot, once
    /// drawn. Points of steps count only inside their step.
    ///
    /// Games beyond the decision are ignored.
    pub fn progress(&self, first_white: Option<Side>, games: &[Finished], lot: Option<Side>) -> Progress {
        let mut rest = games;
        match self.series(rest, self.games.max(1)) {
            Series::Next(game) => {
                let white = self.regular_white(first_white, games, game);
                return Progress::Game { step: None, game, white };
            }
            Series::Won(winner) => return Progress::Decided { winner, step: None },
            Series::Level(used) => rest = &rest[used..],
        }
        let regular = &games[..games.len() - rest.len()];
        let mut last = regular.last();
        for (index, step) in self.ladder.iter().enumerate() {
            let outcome = match step.kind {
                StepKind::Lot => {
                    return match lot {
                        Some(winner) => Progress::Decided { winner, step: Some(index) },
                        None => Progress::Lot { step: index },
                    };
                }
                StepKind::BetterSeed => self.better.map_or(Series::Level(0), Series::Won),
                StepKind::MoreBlacks => more_blacks(regular),
                StepKind::MiniMatch { games } => self.series(rest, games.max(1)),
                StepKind::FirstWin { most } => first_win(rest, most),
                StepKind::RemainingTime => first_win(rest, None),
                StepKind::Armageddon { draw_wins } | StepKind::ArmageddonWithBids { draw_wins } => {
                    self.armageddon(rest, draw_wins)
                }
            };
            match outcome {
                Series::Won(winner) => return Progress::Decided { winner, step: Some(index) },
                Series::Next(game) => {
                    let bids = matches!(step.kind, StepKind::ArmageddonWithBids { .. });
                    let white = match (game, step.colors) {
                        _ if bids => None,
                        // After the first game of a step the colours change from game to game.
                        (2.., _) => rest.last().map(|game| game.white.other()),
                        (_, StepColors::Alternate) => last.map(|game| game.white.other()),
                        (_, StepColors::Lot) => None,
                    };
                    return Progress::Game { step: Some(index), game, white };
                }
                Series::Level(used) => {
                    last = rest[..used].last().or(last);
                    rest = &rest[used..];
                }
            }
        }
        Progress::Equal
    }

    /// So many games: decided as soon as a side has more than half of all points.
    fn series(&self, games: &[Finished], count: u32) -> Series {
        let mut sums = [0i64; 2];
        let enough = i64::from(count) * i64::from(self.win.hundredths());
        for game in games.iter().take(count as usize) {
            for (sum, points) in sums.iter_mut().zip(game.points) {
                *sum += i64::from(points.hundredths());
            }
            for side in [Side::First, Side::Second] {
                if 2 * sums[side.index()] > enough {
                    return Series::Won(side);
                }
            }
        }
        if games.len() < count as usize {
            return Series::Next(games.len() as u32 + 1);
        }
        match sums[0].cmp(&sums[1]) {
            std::cmp::Ordering::Greater => Series::Won(Side::First),
            std::cmp::Ordering::Less => Series::Won(Side::Second),
            std::cmp::Ordering::Equal => Series::Level(count as usize),
        }
    }

    /// One game; a draw has a winner, but two losses have none.
    fn armageddon(&self, games: &[Finished], draw_wins: Color) -> Series {
        let Some(game) = games.first() else { return Series::Next(1) };
        match game.winner() {
            Some(side) => Series::Won(side),
            None if game.points[0] == self.draw => {
                let side = if draw_wins == Color::White { game.white } else { game.white.other() };
                Series::Won(side)
            }
            None => Series::Level(1),
        }
    }

    /// The colours of the regular games follow from those of the first.
    fn regular_white(&self, first_white: Option<Side>, games: &[Finished], game: u32) -> Option<Side> {
        if game == 1 {
            return first_white;
        }
        if self.last_by_lot && self.games > 2 && self.games % 2 == 1 && game == self.games {
            return None;
        }
        let first = games.first()?.white;
        let half = self.games / 2;
        let turned = self.change_in_middle && self.games.is_multiple_of(4) && game > half;
        Some(if (game % 2 == 1) != turned { first } else { first.other() })
    }
}

/// Who has had Black more often.
fn more_blacks(games: &[Finished]) -> Series {
    let whites = games.iter().filter(|game| game.white == Side::First).count();
    match (2 * whites).cmp(&games.len()) {
        std::cmp::Ordering::Less => Series::Won(Side::First),
        std::cmp::Ordering::Greater => Series::Won(Side::Second),
        std::cmp::Ordering::Equal => Series::Level(0),
    }
}

/// Games until one is won.
fn first_win(games: &[Finished], most: Option<u32>) -> Series {
    for (played, game) in (1..).zip(games) {
        if let Some(side) = game.winner() {
            return Series::Won(side);
        }
        if most.is_some_and(|most| played >= most as usize) {
            return Series::Level(played);
        }
    }
    match most {
        Some(0) => Series::Level(0),
        _ => Series::Next(games.len() as u32 + 1),
    }
}

/// Who has Black after bids of thinking time, in seconds: the lower bid; `None` when they are equal and the lot decides.
pub const fn black_by_bids(bids: [u32; 2]) -> Option<Side> {
    if bids[0] < bids[1] {
        Some(Side::First)
    } else if bids[1] < bids[0] {
        Some(Side::Second)
    } else {
        None
    }
}
