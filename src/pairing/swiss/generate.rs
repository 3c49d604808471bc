//! Random events, as the FIDE asks of endorsed programs.

use super::{
    Color, Entrant, EntryKind, History, MAX_ENTRANTS, MAX_ROUNDS, Pair, PairingError, RoundEntry, Scoring, System,
    baku_group_size, baku_virtual_points, pair,
};
use crate::{Lot, Points};

/// What a random event looks like. Shares are in per cent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenerateOptions {
    /// Number of participants.
    pub players: usize,
    /// Number of rounds.
    pub rounds: u32,
    /// The same seed gives the same event everywhere.
    pub seed: u64,
    /// The system that pairs the rounds.
    pub system: System,
    /// What results are worth: of single games, of which a match of the Double-Swiss has two.
    pub scoring: Scoring,
    /// Draws among equally strong players; fewer when one is stronger.
    pub draws: u32,
    /// Games decided by forfeit; one in ten of them on both sides.
    pub forfeits: u32,
    /// Players who leave for good, in the whole event.
    pub withdrawals: u32,
    /// Players with a half-point bye, per round.
    pub half_byes: u32,
    /// Players who miss a round without points, per round.
    pub zero_byes: u32,
    /// Players who come in after round 1.
    pub late: u32,
    /// Played games with a result that is seldom seen: unrated ones, 0-0, 1/2-0.
    pub unusual: u32,
    /// Baku acceleration (C.04.7).
    pub baku: bool,
}

impl Default for GenerateOptions {
    fn default() -> Self {
        GenerateOptions {
            players: 40,
            rounds: 9,
            seed: 1,
            system: System::Dutch,
            scoring: Scoring::default(),
            draws: 30,
            forfeits: 0,
            withdrawals: 0,
            half_byes: 0,
            zero_byes: 0,
            late: 0,
            unusual: 0,
            baku: false,
        }
    }
}

/// A random event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The event; it has fewer rounds than planned if the last ones could not be paired.
    pub history: History,
    /// Why it ended early.
    pub stopped: Option<PairingError>,
}

/// Expected score in per cent of the stronger one, by steps of 50 rating points (after FIDE B.02 8.1.2).
const EXPECTED: [u32; 16] = [50, 57, 64, 70, 76, 81, 85, 88, 91, 93, 95, 97, 98, 98, 99, 99];

/// Plays a random event: ratings, absences and results are drawn, the pairs are those of the system.
pub fn generate(options: &GenerateOptions) -> Generated {
    let mut lot = Lot::new(options.seed);
    let mut chance = |percent: u32| lot.below(100) < percent as usize;
    // More than the engine takes ends with its refusal, not with a full memory.
    let options = &GenerateOptions {
        players: options.players.min(MAX_ENTRANTS + 1),
        rounds: options.rounds.min(MAX_ROUNDS),
        ..options.clone()
    };
    let scoring = round_scoring(options);
    let players = options.players;
    // The round in which somebody comes, and the last round before leaving.
    let stays: Vec<(u32, u32)> =
        (0..players).map(|_| (u32::from(chance(options.late)), u32::from(chance(options.withdrawals)))).collect();
    let span = options.rounds.saturating_sub(1).max(1) as usize;
    let stays: Vec<(u32, u32)> = stays
        .into_iter()
        .map(|(late, leaves)| {
            let from = if late == 1 { 2 + lot.below(span.min(3)) as u32 } else { 1 };
            let to = if leaves == 1 { from + lot.below(span) as u32 } else { u32::MAX };
            (from, to)
        })
        .collect();
    let mut ratings: Vec<u32> =
        (0..players).map(|_| 1000 + (0..6).map(|_| lot.below(301)).sum::<usize>() as u32).collect();
    ratings.sort_unstable_by(|a, b| b.cmp(a));
    let accelerated = if options.baku { baku_group_size(players) } else { 0 };
    let virtual_points = |i: usize| {
        let win = scoring.win;
        let last = if i < accelerated { options.rounds } else { 0 };
        (1..=last).map(|round| baku_virtual_points(options.rounds, round, win)).collect()
    };
    let entrants = (0..players)
        .map(|i| Entrant {
            tpn: i as u32 + 1,
            rating: ratings[i],
            rounds: Vec::new(),
            virtual_points: virtual_points(i),
            present: true,
            extra_points: Points::ZERO,
        })
        .collect();
    let mut history = History {
        rounds_total: options.rounds,
        entrants,
        forbidden: Vec::new(),
        initial_color: if lot.below(2) == 0 { Color::White } else { Color::Black },
        scoring,
    };
    for round in 1..=options.rounds {
        if let Err(error) = play_round(options, &mut history, &stays, round, &mut lot) {
            return Generated { history, stopped: Some(error) };
        }
    }
    Generated { history, stopped: None }
}

fn play_round(
    options: &GenerateOptions,
    history: &mut History,
    stays: &[(u32, u32)],
    round: u32,
    lot: &mut Lot,
) -> Result<(), PairingError> {
    let scoring = history.scoring;
    let absent = RoundEntry { points: scoring.zero_bye, ..RoundEntry::ABSENT };
    let half = RoundEntry { kind: EntryKind::HalfBye, points: scoring.draw, ..RoundEntry::ABSENT };
    let mut entries = vec![absent; history.entrants.len()];
    let mut input = history.before(round);
    for (i, entrant) in input.entrants.iter_mut().enumerate() {
        let (from, to) = stays[i];
        let here = (from..=to).contains(&round);
        let takes_half = lot.below(100) < options.half_byes as usize;
        let misses = lot.below(100) < options.zero_byes as usize;
        entrant.present = here && !takes_half && !misses;
        if here && takes_half {
            entries[i] = half;
        }
    }
    let pairing = pair(options.system, &input)?;
    // Numbers are 1, 2, 3 ..., in the order of the list.
    let place = |tpn: u32| tpn as usize - 1;
    for Pair { white, black } in pairing.pairs {
        let rating = |tpn: u32| history.entrants[place(tpn)].rating;
        let (for_white, for_black) = match options.system {
            System::DoubleSwiss => match_result(options, rating(white), rating(black), lot),
            _ => result(options, rating(white), rating(black), lot),
        };
        entries[place(white)] = RoundEntry { opponent: Some(black), color: Some(Color::White), ..for_white };
        entries[place(black)] = RoundEntry { opponent: Some(white), color: Some(Color::Black), ..for_black };
    }
    if let Some(bye) = pairing.bye {
        entries[place(bye)] =
            RoundEntry { kind: EntryKind::PairingBye, points: scoring.pairing_bye, ..RoundEntry::ABSENT };
    }
    for (entrant, entry) in history.entrants.iter_mut().zip(entries) {
        entrant.rounds.push(entry);
    }
    Ok(())
}

/// What a round is worth: a game, or a match of two (FIDE C.04.5 art. 1.4).
fn round_scoring(options: &GenerateOptions) -> Scoring {
    let game = options.scoring;
    match options.system {
        System::DoubleSwiss => Scoring {
            win: game.win * 2,
            draw: game.draw * 2,
            loss: game.loss * 2,
            zero_bye: game.zero_bye * 2,
            forfeit_loss: game.forfeit_loss * 2,
            pairing_bye: game.pairing_bye + game.draw,
        },
        _ => game,
    }
}

/// The entries of the two players of a match of two games. A forfeit is one of both games.
fn match_result(options: &GenerateOptions, white: u32, black: u32, lot: &mut Lot) -> (RoundEntry, RoundEntry) {
    let first = result(options, white, black, lot);
    if !first.0.kind.is_played() {
        let twice = |entry: RoundEntry| RoundEntry { points: entry.points * 2, ..entry };
        return (twice(first.0), twice(first.1));
    }
    let over_board = GenerateOptions { forfeits: 0, ..options.clone() };
    let (of_black, of_white) = result(&over_board, black, white, lot);
    let both = |a: RoundEntry, b: RoundEntry| RoundEntry { points: a.points + b.points, ..a };
    (both(first.0, of_white), both(first.1, of_black))
}

/// The entries of White and Black, without opponent and colour.
fn result(options: &GenerateOptions, white: u32, black: u32, lot: &mut Lot) -> (RoundEntry, RoundEntry) {
    let scoring = options.scoring;
    let entry = |kind, points| RoundEntry { kind, points, ..RoundEntry::ABSENT };
    let won = |win: bool| if win { EntryKind::ForfeitWin } else { EntryKind::ForfeitLoss };
    if lot.below(100) < options.forfeits as usize {
        let lost = entry(EntryKind::ForfeitLoss, scoring.forfeit_loss);
        if lot.below(10) == 0 {
            return (lost, lost);
        }
        let here = entry(won(true), scoring.win);
        return if lot.below(2) == 0 { (here, lost) } else { (lost, here) };
    }
    // White is worth 35 points.
    let (stronger, difference) =
        if white + 35 >= black { (true, white + 35 - black) } else { (false, black - white - 35) };
    let expected = EXPECTED[(difference as usize / 50).min(EXPECTED.len() - 1)];
    let draws = options.draws.min(100) * (100 - expected) / 50;
    let draws = if options.draws >= 100 { 100 } else { draws };
    let wins = expected.saturating_sub(draws / 2).min(100 - draws);
    let drawn = lot.below(100) as u32;
    let played = |points| entry(EntryKind::Played { rated: true }, points);
    // Drawn only where asked for, so that the events of older seeds stay as they were.
    if options.unusual > 0 && options.system != System::DoubleSwiss && lot.below(100) < options.unusual as usize {
        let unrated = |points| entry(EntryKind::Played { rated: false }, points);
        let Scoring { win, draw, loss, .. } = scoring;
        return match lot.below(6) {
            0 => (unrated(win), unrated(loss)),
            1 => (unrated(loss), unrated(win)),
            2 => (unrated(draw), unrated(draw)),
            3 => (played(draw), played(loss)),
            4 => (played(loss), played(draw)),
            _ => (played(loss), played(loss)),
        };
    }
    if drawn < draws {
        return (played(scoring.draw), played(scoring.draw));
    }
    let stronger_wins = drawn < draws + wins;
    if stronger_wins == stronger {
        (played(scoring.win), played(scoring.loss))
    } else {
        (played(scoring.loss), played(scoring.win))
    }
}
