//! Title norms: FIDE B.01 (2024) art. 1.4, for players of one event.
//!
//! The summary that this is built on leaves to the arbiter: adjudicated games (1.4.2c), events with permissions of their own, the conditions of the
//! event (1.1). A norm found here is to be checked before it is certified.

mod certificate;
mod conditions;
mod event;
mod requirement;
mod state;

pub use certificate::{Certificate, CertificateLine};
pub use conditions::{discipline_of, event_conditions, seconds_for_sixty_moves};
pub use event::{NormEvent, Person};
pub use requirement::{NormTitle, holders_needed, points_needed, titled_needed};
pub use state::state_norms;

use crate::crosstable::PairingKind;
use crate::model::{Sex, Title};
use crate::ratings::difference_for;
use crate::standings::rounded_mean;
use pairing::swiss::{EntryKind, Tpn};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Rating that an unrated opponent counts with (1.4.6).
const UNRATED: u32 = 1400;

/// A game that counts for norms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NormGame {
    /// The round, from 1.
    pub round: u32,
    /// The opponent.
    pub opponent: Tpn,
    /// Its rating; 0: none.
    pub rating: u32,
    /// Its title.
    pub title: Option<Title>,
    /// Its federation.
    pub federation: String,
    /// 0, 1 or 2 half points.
    pub half_points: u8,
}

/// A condition that is not met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// Too few games.
    Games {
        /// How many more.
        more: u32,
    },
    /// Too few titled opponents (1.4.5a).
    Titled {
        /// How many more.
        more: u32,
    },
    /// Too few opponents with the titles that the norm asks for.
    Holders {
        /// How many more.
        more: u32,
        /// Which titles count.
        titles: &'static str,
    },
    /// Opponents from too few federations other than the own one.
    Federations {
        /// How many more.
        more: u32,
    },
    /// Too many opponents from the own federation.
    OwnFederation {
        /// How many too many.
        excess: u32,
    },
    /// Too many opponents from one federation.
    OneFederation {
        /// Which one.
        federation: String,
        /// How many too many.
        excess: u32,
    },
    /// The average rating of the opponents is too low.
    Average {
        /// As it is.
        average: i64,
        /// As it must be.
        at_least: i64,
    },
    /// The score is too low for the performance, or below 35 %.
    Points {
        /// Half points still needed.
        half_points: u32,
        /// Games in which they can still be made.
        games: u32,
    },
    /// A double round-robin needs six players.
    Players,
}

/// How a player stands with one norm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NormStatus {
    /// The player.
    pub number: Tpn,
    /// Which norm.
    pub title: NormTitle,
    /// The games that were used: all, or the best choice that the regulation allows.
    pub games: Vec<NormGame>,
    /// Rounds whose games were left out (1.4.1).
    pub left_out: Vec<u32>,
    /// Ratings as they count, in the order of `games`: unrated 1400, the lowest raised to the floor.
    pub adjusted: Vec<u32>,
    /// Half points in these games.
    pub half_points: u32,
    /// Average rating of the opponents, adjusted and rounded.
    pub average: i64,
    /// Performance.
    pub performance: i64,
    /// Opponents with a title that counts.
    pub titled: u32,
    /// Opponents with the titles that the norm asks for.
    pub holders: u32,
    /// Opponents by federation.
    pub federations: BTreeMap<String, u32>,
    /// Eight games count as nine, because the missing one was a forfeit win or a pairing-allocated bye.
    pub eight_as_nine: bool,
    /// What is missing; empty: the norm is made.
    pub missing: Vec<Missing>,
    /// Games that it counts in the 27 of the title: the games, at most 13, and one for each full point above the requirement (1.4.1d).
    pub counted_games: u32,
    /// What is missing can still come in the rounds that remain.
    pub possible: bool,
}

impl NormStatus {
    /// The norm is made.
    pub fn achieved(&self) -> bool {
        self.missing.is_empty()
    }

    /// The norm is made in an event that fulfils its conditions; `failed` are those that it does not ([`event_conditions`]).
    pub fn counts(&self, failed: &[String]) -> bool {
        self.achieved() && failed.is_empty()
    }

    /// In words: `made, counts as 9 games`, what is missing, or why the event gives no norm.
    pub fn words(&self, failed: &[String]) -> String {
        if !self.achieved() {
            return self.missing.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        }
        match failed.first() {
            None => format!("made, counts as {} games", self.counted_games),
            Some(reason) => format!("score reached, but no norm: {reason}"),
        }
    }
}

fn number_word(number: u32) -> String {
    match number {
        1 => "one".to_owned(),
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        more => more.to_string(),
    }
}

fn half(half_points: u32) -> String {
    if half_points.is_multiple_of(2) { (half_points / 2).to_string() } else { format!("{}.5", half_points / 2) }
}

impl fmt::Display for NormStatus {
    /// `IM norm: 5.5 from 9, average 2407, performance 2487` or
    /// `IM norm not made: 5 from 9, average 2407, performance 2450; needs one more titled opponent`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let made = if self.achieved() { "" } else { " not made" };
        let (points, games) = (half(self.half_points), self.games.len());
        write!(
            f,
            "{} norm{made}: {points} from {games}, average {}, performance {}",
            self.title, self.average, self.performance
        )?;
        for (at, missing) in self.missing.iter().enumerate() {
            write!(f, "{} {missing}", if at == 0 { ";" } else { "," })?;
        }
        Ok(())
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |number: &u32| if *number == 1 { "" } else { "s" };
        match self {
            Missing::Games { more } => write!(f, "needs {} more game{}", number_word(*more), plural(more)),
            Missing::Titled { more } => write!(f, "needs {} more titled opponent{}", number_word(*more), plural(more)),
            Missing::Holders { more, titles } => {
                write!(f, "needs {} more opponent{} with {titles}", number_word(*more), plural(more))
            }
            Missing::Federations { more } => {
                write!(f, "needs opponents from {} more federation{}", number_word(*more), plural(more))
            }
            Missing::OwnFederation { excess } => {
                write!(f, "{} opponent{} too many from the own federation", number_word(*excess), plural(excess))
            }
            Missing::OneFederation { federation, excess } => {
                write!(f, "{} opponent{} too many from {federation}", number_word(*excess), plural(excess))
            }
            Missing::Average { average, at_least } => write!(f, "average of opponents {average} instead of {at_least}"),
            Missing::Points { half_points, games: 0 } => write!(f, "{} points too few", half(*half_points)),
            Missing::Points { half_points, games } => write!(f, "needs {} from {games}", half(*half_points)),
            Missing::Players => write!(f, "a double round-robin needs six players"),
        }
    }
}

/// How everybody stands who has made a norm or can still make one. Statuses of one player follow each other, the highest title first. Nothing is
/// told before round 5.
pub fn norms(event: &NormEvent<'_>) -> Vec<NormStatus> {
    if event.table.rounds < 5 {
        return Vec::new();
    }
    let rows = event.table.rows.iter().map(|row| row.entrant.tpn);
    rows.flat_map(|number| NormTitle::ALL.iter().filter_map(move |title| norm(event, number, *title)))
        .filter(|status| status.possible || status.achieved())
        .collect()
}

/// How a player stands with one norm; `None` for a title that the player has or cannot have, and without games.
pub fn norm(event: &NormEvent<'_>, number: Tpn, title: NormTitle) -> Option<NormStatus> {
    let row = event.row(number)?;
    let woman = event.person(number).sex == Some(Sex::Female);
    if (title.is_women_only() && !woman) || row.title.is_some_and(|own| title.is_covered_by(own)) {
        return None;
    }
    let games = event.games(number);
    if games.is_empty() {
        return None;
    }
    let coming = event.coming(number);
    let judge = Judge { event, number, title, row_length: event.table.rounds };
    let all = judge.status(&games, &coming, &[]);
    // An open game may be left out as a later one.
    let as_it_is = judge.status(&games, &[], &[]);
    if event.table.kind == PairingKind::Swiss && !coming.is_empty() && as_it_is.achieved() {
        return Some(as_it_is);
    }
    if all.achieved() || event.table.kind != PairingKind::Swiss || !judge.choice_can_help(&all) {
        return Some(all);
    }
    Some(judge.best_choice(&games).unwrap_or(all))
}

struct Judge<'a> {
    event: &'a NormEvent<'a>,
    number: Tpn,
    title: NormTitle,
    row_length: u32,
}

impl Judge<'_> {
    /// 1.4.1: eight games of nine rounds will do when the ninth was a forfeit win or a pairing-allocated bye.
    fn eight_will_do(&self) -> bool {
        let Some(row) = self.event.row(self.number) else { return false };
        let excused = |kind| matches!(kind, EntryKind::ForfeitWin | EntryKind::PairingBye);
        self.event.least_games == 9
            && self.event.table.rounds_total == 9
            && row.entrant.rounds.iter().any(|entry| excused(entry.kind))
    }

    /// Leaving games out adds neither titled opponents nor more than the lowest ratings can cost.
    fn choice_can_help(&self, all: &NormStatus) -> bool {
        let least = self.event.least_games;
        let mut ratings = all.adjusted.clone();
        ratings.sort_unstable_by(|a, b| b.cmp(a));
        ratings.truncate(least.max(1) as usize);
        let sum: i64 = ratings.iter().map(|rating| i64::from(*rating)).sum();
        let average = rounded_mean(sum, ratings.len() as i64).unwrap_or(0);
        all.titled >= titled_needed(least)
            && all.holders >= holders_needed(least)
            && average.max(all.average) >= self.title.average()
    }

    /// A choice of games with which the norm is made: beginnings of the event, without some of the wins (1.4.1e, f). Of several the one that
    /// counts most games.
    fn best_choice(&self, games: &[NormGame]) -> Option<NormStatus> {
        let least = self.event.least_games as usize;
        let mut best: Option<NormStatus> = None;
        for length in (least..=games.len()).rev() {
            let wins: Vec<usize> = (0..length).filter(|at| games[*at].half_points == 2).collect();
            for left_out in subsets(&wins, length - least) {
                let status = self.status(&games[..length], &[], &left_out);
                if status.achieved() && best.as_ref().is_none_or(|best| status.counted_games > best.counted_games) {
                    let rest = games[length..].iter().map(|game| game.round);
                    let left_out = status.left_out.iter().copied().chain(rest).collect();
                    best = Some(NormStatus { left_out, ..status });
                }
            }
        }
        best
    }

    /// The status by these games without those at the places `left_out`. The opponents of `coming` games count for everything but the score.
    fn status(&self, games: &[NormGame], coming: &[NormGame], left_out: &[usize]) -> NormStatus {
        let kept = games.iter().enumerate().filter(|(at, _)| !left_out.contains(at));
        let games_used: Vec<NormGame> = kept.map(|(_, game)| game.clone()).collect();
        let opponents: Vec<NormGame> = games_used.iter().chain(coming).cloned().collect();
        let mut adjusted = adjust(&opponents, self.title);
        let count = games_used.len() as u32;
        let eight_as_nine = count == 8 && coming.is_empty() && self.eight_will_do();
        let half_points: u32 = games_used.iter().map(|game| u32::from(game.half_points)).sum();
        let sum = adjusted.iter().map(|rating| i64::from(*rating)).sum();
        let average = rounded_mean(sum, opponents.len() as i64).unwrap_or(0);
        let percent = rounded_mean(50 * i64::from(half_points), count.into()).unwrap_or(0);
        let double = matches!(self.event.table.kind, PairingKind::Predetermined { cycles } if cycles > 1);
        let titled = distinct(&opponents, double, |title| !matches!(title, Title::CM | Title::WCM));
        let holders = distinct(&opponents, double, |title| self.title.holders().contains(&title));
        let mut federations = BTreeMap::new();
        for game in &opponents {
            *federations.entry(game.federation.clone()).or_insert(0) += 1;
        }
        adjusted.truncate(games_used.len());
        let mut status = NormStatus {
            number: self.number,
            title: self.title,
            left_out: left_out.iter().map(|at| games[*at].round).collect(),
            games: games_used,
            adjusted,
            half_points,
            average,
            performance: average + difference_for(percent),
            titled,
            holders,
            federations,
            eight_as_nine,
            missing: Vec::new(),
            counted_games: 0,
            possible: false,
        };
        self.find_missing(&mut status, coming.len() as u32, double);
        status
    }

    fn find_missing(&self, status: &mut NormStatus, coming: u32, double: bool) {
        let played = status.games.len() as u32;
        // Whom the player meets in a table is known; nobody else comes.
        let unknown = match self.event.table.kind {
            PairingKind::Swiss => self.event.table.rounds_total.saturating_sub(self.row_length).min(50),
            PairingKind::Predetermined { .. } => 0,
        };
        let count = played + coming;
        let remaining = coming + unknown;
        let least = if self.eight_will_do() && count <= 8 { 8 } else { self.event.least_games };
        // The number of games by which the requirements are measured.
        let games = count.max(least);
        let halved = |number: u32| if double { number.div_ceil(2) } else { number };
        let mut missing = Vec::new();
        if played < least {
            missing.push(Missing::Games { more: least - played });
        } else if coming > 0 {
            missing.push(Missing::Games { more: coming });
        }
        if double && self.event.table.rows.len() < 6 {
            missing.push(Missing::Players);
        }
        let more = halved(titled_needed(games)).saturating_sub(status.titled);
        if more > 0 {
            missing.push(Missing::Titled { more });
        }
        let more_holders = halved(holders_needed(games)).saturating_sub(status.holders);
        if more_holders > 0 {
            missing.push(Missing::Holders { more: more_holders, titles: self.title.holder_words() });
        }
        if !self.event.exempt {
            self.federations(status, games, &mut missing);
        }
        if status.average < self.title.average() {
            missing.push(Missing::Average { average: status.average, at_least: self.title.average() });
        }
        let points = self.points(status, games, remaining);
        missing.extend(points.clone());
        status.possible = self.possible(&missing, count, (remaining, unknown));
        if missing.is_empty() {
            // The requirement is met, so it exists and is not above the score.
            let needed = points_needed(games, status.average, self.title).unwrap_or(status.half_points);
            let counted = if status.eight_as_nine { 9 } else { games.min(13) };
            status.counted_games = counted + status.half_points.saturating_sub(needed) / 2;
        }
        status.missing = missing;
    }

    /// Points still needed: for the first number of games at which the present average would do, at least `games`.
    fn points(&self, status: &NormStatus, games: u32, remaining: u32) -> Option<Missing> {
        let played = status.games.len() as u32;
        let average = status.average.max(self.title.average());
        let lacking = |games: u32| {
            points_needed(games, average, self.title).map(|needed| needed.saturating_sub(status.half_points))
        };
        let now = lacking(games);
        if now == Some(0) && games == played {
            return None;
        }
        let last = (played + remaining).max(games);
        let reachable = (games..=last).find_map(|games| {
            let half_points = lacking(games)?;
            let more = games.saturating_sub(played);
            (half_points <= 2 * more && more <= remaining).then_some(Missing::Points { half_points, games: more })
        });
        match reachable {
            // The score will do whatever happens in games that are missing anyway.
            Some(Missing::Points { half_points: 0, .. }) => None,
            Some(missing) => Some(missing),
            None => Some(Missing::Points { half_points: now.unwrap_or(2 * games).max(1), games: 0 }),
        }
    }

    fn federations(&self, status: &NormStatus, games: u32, missing: &mut Vec<Missing>) {
        // FID is no federation in these counts.
        let counted =
            status.federations.iter().filter(|(federation, _)| !federation.is_empty() && *federation != "FID");
        let own = self.event.person(self.number).federation.clone();
        let others = counted.clone().filter(|(federation, _)| **federation != own).count() as u32;
        if others < 2 {
            missing.push(Missing::Federations { more: 2 - others });
        }
        for (federation, count) in counted {
            let excess = count.saturating_sub(games * 3 / 5);
            if *federation == own && excess > 0 {
                missing.push(Missing::OwnFederation { excess });
            }
            let excess = count.saturating_sub(games * 2 / 3);
            if *federation != own && excess > 0 {
                missing.push(Missing::OneFederation { federation: federation.clone(), excess });
            }
        }
    }

    /// Whether each missing condition can still be met in the remaining rounds. `count`: games with known opponents; then all rounds that remain, and those of them with an unknown opponent.
    fn possible(&self, missing: &[Missing], count: u32, (remaining, unknown): (u32, u32)) -> bool {
        let count = i64::from(count);
        let highest = self.event.table.rows.iter().map(|row| i64::from(row.entrant.rating)).max().unwrap_or(0);
        missing.iter().all(|missing| match missing {
            Missing::Games { more } => *more <= remaining,
            Missing::Titled { more } | Missing::Holders { more, .. } => *more <= unknown,
            Missing::Federations { more } => *more <= unknown,
            // More games raise the number that is allowed; each excess needs about two of them.
            Missing::OwnFederation { excess } | Missing::OneFederation { excess, .. } => *excess <= unknown,
            Missing::Average { average, at_least } => {
                let games = count + i64::from(unknown);
                unknown > 0 && at_least * games - average * count <= highest * i64::from(unknown)
            }
            Missing::Points { games, .. } => *games > 0,
            Missing::Players => false,
        })
    }
}

/// Ratings as they count: unrated 1400, then the lowest, if below the floor, raised to it.
fn adjust(games: &[NormGame], title: NormTitle) -> Vec<u32> {
    let mut ratings: Vec<u32> = games.iter().map(|game| if game.rating == 0 { UNRATED } else { game.rating }).collect();
    if let Some(lowest) = ratings.iter_mut().min() {
        *lowest = (*lowest).max(title.floor());
    }
    ratings
}

/// Opponents whose title counts; met twice they count once in a double round-robin.
fn distinct(games: &[NormGame], double: bool, counts: impl Fn(Title) -> bool) -> u32 {
    let opponents = games.iter().filter(|game| game.title.is_some_and(&counts)).map(|game| game.opponent);
    if double { opponents.collect::<BTreeSet<_>>().len() as u32 } else { opponents.count() as u32 }
}

/// All ways to take up to `most` of the places; smaller sets first. At most some thousand sets.
fn subsets(places: &[usize], most: usize) -> Vec<Vec<usize>> {
    const LIMIT: usize = 5000;
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..most {
        let to = all.len();
        for at in from..to {
            let last = all[at].last().copied();
            for place in places.iter().filter(|place| last.is_none_or(|last| **place > last)) {
                if all.len() >= LIMIT {
                    return all;
                }
                let mut set = all[at].clone();
                set.push(*place);
                all.push(set);
            }
        }
        from = to;
    }
    all
}
