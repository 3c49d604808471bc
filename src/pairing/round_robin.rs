//! Round-robin: everybody meets everybody, by Berger tables (FIDE C.05 Annex 1).
//!
//! Participants are numbers from 1 to n. An odd field uses the table of n + 1 with the last number missing: whoever meets
//! it is free in that round.

use crate::Lot;
use crate::swiss::Color;
use thiserror::Error;

pub mod varma;

/// The most participants that a table is made for; 9999 is the largest number that a report file can hold.
pub const MAX_PLAYERS: u32 = 9999;

/// The most cycles that a table is made for.
pub const MAX_CYCLES: u32 = 8;

/// Why there is no table.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ScheduleError {
    /// Too few or too many participants.
    #[error("a round-robin is for 2 to {MAX_PLAYERS} participants, not {0}")]
    Players(u32),
    /// No cycle, or too many.
    #[error("a round-robin has 1 to {MAX_CYCLES} cycles, not {0}")]
    Cycles(u32),
    /// A round that the table does not have.
    #[error("the table of {players} participants has rounds 1 to {last}, there is no round {round}")]
    Round {
        /// Participants.
        players: u32,
        /// The round that was asked for.
        round: u32,
        /// The last round of the table.
        last: u32,
    },
}

/// One line of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Board {
    /// A game.
    Game {
        /// Plays White.
        white: u32,
        /// Plays Black.
        black: u32,
    },
    /// A day without a game.
    Free {
        /// Who is free.
        player: u32,
        /// The colour that the table would have given.
        color: Color,
    },
}

impl Board {
    /// White and Black as tables print them, with 0 for the missing opponent.
    pub const fn seats(self) -> (u32, u32) {
        match self {
            Board::Game { white, black } => (white, black),
            Board::Free { player, color: Color::White } => (player, 0),
            Board::Free { player, color: Color::Black } => (0, player),
        }
    }

    /// The same meeting with the other colours.
    #[must_use]
    pub const fn reversed(self) -> Board {
        match self {
            Board::Game { white, black } => Board::Game { white: black, black: white },
            Board::Free { player, color } => Board::Free { player, color: color.other() },
        }
    }
}

/// One round of a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The round of the event, from 1.
    pub number: u32,
    /// The cycle, from 1.
    pub cycle: u32,
    /// The round of the table that is played, from 1; it differs from the order where rounds were exchanged.
    pub table_round: u32,
    /// Board 1 first. In an odd field the free participant stands on board 1, as in the printed tables.
    pub boards: Vec<Board>,
}

/// How often everybody meets everybody, and in which order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Participants, from 2.
    pub players: u32,
    /// Cycles, from 1. Even cycles have the colours reversed.
    pub cycles: u32,
    /// Exchange the last two rounds of the first cycle, so that nobody has one colour three times running where the second
    /// begins (recommended by C.05 Annex 1). Cycles 3 and 4 repeat 1 and 2, the exchange with them; without a second cycle
    /// there is nothing to exchange.
    pub exchange_last_two: bool,
}

impl Plan {
    /// One cycle.
    pub const fn single(players: u32) -> Plan {
        Plan { players, cycles: 1, exchange_last_two: false }
    }

    /// Rounds of one cycle: n - 1, or n in an odd field.
    pub const fn rounds_per_cycle(self) -> u32 {
        table_size(self.players) - 1
    }

    /// All rounds.
    ///
    /// # Errors
    /// When the number of participants or of cycles is outside the limits.
    pub fn rounds(self) -> Result<Vec<Round>, ScheduleError> {
        self.check()?;
        (1..=self.cycles * self.rounds_per_cycle()).map(|number| self.round(number)).collect()
    }

    /// One round of the event, from 1.
    ///
    /// # Errors
    /// When the numbers are outside the limits, or there is no such round.
    pub fn round(self, number: u32) -> Result<Round, ScheduleError> {
        self.check()?;
        let per_cycle = self.rounds_per_cycle();
        let last = self.cycles * per_cycle;
        if number == 0 || number > last {
            return Err(ScheduleError::Round { players: self.players, round: number, last });
        }
        let cycle = (number - 1) / per_cycle + 1;
        let place = (number - 1) % per_cycle + 1;
        let exchanged = self.exchange_last_two && cycle % 2 == 1 && self.cycles > 1 && per_cycle > 1;
        let table_round = match per_cycle - place {
            0 if exchanged => per_cycle - 1,
            1 if exchanged => per_cycle,
            _ => place,
        };
        let mut boards = table_boards(self.players, table_round);
        if cycle.is_multiple_of(2) {
            for board in &mut boards {
                *board = board.reversed();
            }
        }
        Ok(Round { number, cycle, table_round, boards })
    }

    const fn check(self) -> Result<(), ScheduleError> {
        if self.players < 2 || self.players > MAX_PLAYERS {
            return Err(ScheduleError::Players(self.players));
        }
        if self.cycles == 0 || self.cycles > MAX_CYCLES {
            return Err(ScheduleError::Cycles(self.cycles));
        }
        Ok(())
    }
}

/// The even size of the table for `players` participants.
const fn table_size(players: u32) -> u32 {
    players + players % 2
}

/// A round of the Berger table; `players` and `round` are within the limits.
fn table_boards(players: u32, round: u32) -> Vec<Board> {
    let n = table_size(players);
    let m = n - 1;
    let seat = |white: u32, black: u32| {
        if white > players {
            Board::Free { player: black, color: Color::Black }
        } else if black > players {
            Board::Free { player: white, color: Color::White }
        } else {
            Board::Game { white, black }
        }
    };
    // Who meets the last number; all others sit around the circle 1..m as far from it on either side.
    let a = if round % 2 == 1 { round.div_ceil(2) } else { n / 2 + round / 2 };
    let first = if round % 2 == 1 { seat(a, n) } else { seat(n, a) };
    let others = (1..n / 2).map(|k| seat((a + k - 1) % m + 1, (a + m - k - 1) % m + 1));
    std::iter::once(first).chain(others).collect()
}

/// When two numbers meet in the first cycle, and who has White, without building the table.
///
/// `None` when they are the same, or not both in the table.
pub const fn meeting(players: u32, one: u32, other: u32) -> Option<(u32, Board)> {
    if players < 2 || players > MAX_PLAYERS || one == other {
        return None;
    }
    if one == 0 || other == 0 || one > players || other > players {
        return None;
    }
    let (small, large) = if one < other { (one, other) } else { (other, one) };
    let n = table_size(players);
    let m = n - 1;
    let (round, small_is_white) = if large == n {
        ((2 * small - 1) % m, small <= n / 2)
    } else {
        ((small + large - 1) % m, (small + large) % 2 == 1)
    };
    let round = if round == 0 { m } else { round };
    let board = if small_is_white {
        Board::Game { white: small, black: large }
    } else {
        Board::Game { white: large, black: small }
    };
    Some((round, board))
}

/// Numbers by lot: entry i is the number that the participant at place i of the list has drawn.
pub fn numbers_by_lot(players: usize, seed: u64) -> Vec<u32> {
    let mut numbers: Vec<u32> = (1..).take(players).collect();
    Lot::new(seed).shuffle(&mut numbers);
    numbers
}

/// How many completed games keep the results of one who leaves (C.05 6.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HalfRule {
    /// FIDE: at least half of the games.
    #[default]
    AtLeastHalf,
    /// As many draughts clubs write it: more than half.
    MoreThanHalf,
}

impl HalfRule {
    /// Whether the results of a participant who completed `completed` of `scheduled` games still count. If so, the other
    /// games are lost by default; if not, they stay in the table for history only.
    pub const fn results_count(self, completed: u32, scheduled: u32) -> bool {
        let (completed, scheduled) = (completed as u64, scheduled as u64);
        match self {
            HalfRule::AtLeastHalf => 2 * completed >= scheduled,
            HalfRule::MoreThanHalf => 2 * completed > scheduled,
        }
    }
}

/// Whether the lot must be drawn again when the holder of `number` leaves before round 1: not when a substitute takes the
/// number, and not when the field is even and it is the last number (`round-robin` 1).
pub const fn redraw_after_leaving(players: u32, number: u32, substituted: bool) -> bool {
    !(substituted || players.is_multiple_of(2) && number == players)
}
