//! Knockout stages: how far they are, who goes on, and the places.
//!
//! Nothing of a bracket is stored. [`bracket`] makes it anew from the numbers of the stage (number 1 is seed 1) and its rounds: the winners
//! of the meetings go on as the graph of [`pairing::knockout`] says. Whoever had a bye passed; whoever was missing in a paired round is out.
//!
//! A meeting is won by its points, as soon as the other side cannot reach them any more. Equal meetings, and those that the arbiter takes
//! into the own hands, have a [`Decided`]. Colours: a player has White and Black in turns in the first games of the meetings; where both
//! have had the same, the higher seed gets the change; where neither has played, the higher seeds have the colours in turns down the list,
//! beginning with the initial colour of the event (drawn by a lot whose seed is kept), or with White when none was drawn. Other rules of
//! colours, of the first round and of the bracket are in [`options`]; what follows equal games is the ladder, see [`ladder_at`].

mod days;
pub mod options;
mod playoff;

use crate::crosstable::points_of;
use crate::model::*;
use pairing::Points;
use pairing::knockout::{Bracket, MatchNumber, MatchState, Seed, Seeding, Side, Source};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use days::{Day, DayPoints, DayRules, Days, days};
pub use playoff::{Ladder, clock_words, clocks_left, drawn_white, ladder_at, playoff_lines};

/// How far a meeting is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Games that can still change it are open.
    Open,
    /// All games are over and the points are equal: who goes on must be decided.
    Equal,
    /// This player goes on.
    Won(PlayerId),
    /// Nobody came: neither goes on.
    Nobody,
}

impl Outcome {
    /// The next round can be paired.
    pub fn is_settled(self) -> bool {
        matches!(self, Outcome::Won(_) | Outcome::Nobody)
    }
}

/// The two sides of a meeting (White of game 1 first) with their points, in tenths, and the number of games that are not over.
fn score(meeting: &Meeting, scoring: &Scoring) -> Option<([(PlayerId, i64); 2], i64)> {
    let first = meeting.games.first()?;
    let (mut one, mut two, mut open) = (0, 0, 0);
    for game in &meeting.games {
        match game.result {
            None | Some(GameResult::Adjourned) => open += 1,
            Some(result) => {
                let (white, black) = points_of(result, scoring);
                let (white, black) = (i64::from(white), i64::from(black));
                let (here, there) = if game.white == first.white { (white, black) } else { (black, white) };
                one += here;
                two += there;
            }
        }
    }
    Some(([(first.white, one), (first.black, two)], open))
}

/// How far a meeting is, by its games and its [`Decided`].
pub fn outcome(meeting: &Meeting, scoring: &Scoring) -> Outcome {
    outcome_by(meeting, scoring, None)
}

/// The same for a meeting of a stage, whose rules may score it by days.
pub fn outcome_in(state: &State, stage: StageIndex, meeting: &Meeting) -> Outcome {
    outcome_by(meeting, &state.settings.scoring, day_rules(state, stage))
}

/// The rules of days of a stage, where it has them.
pub fn day_rules(state: &State, stage: StageIndex) -> Option<&DayRules> {
    match &state.stages.get(stage)?.system {
        System::Knockout { options, .. } if !state.pairs_teams(stage) => options.days.as_deref(),
        _ => None,
    }
}

/// The outcome of a meeting that is scored by days, or by the sum of its games.
fn outcome_by(meeting: &Meeting, scoring: &Scoring, rules: Option<&DayRules>) -> Outcome {
    if let Some(rules) = rules {
        let Some(found) = days(meeting, rules, scoring) else { return Outcome::Nobody };
        let decided = meeting.decided.filter(|decided| found.sides.contains(&decided.winner));
        return match (found.outcome(rules), decided) {
            (_, Some(Decided { winner, by: DecidedBy::ByHand, .. }))
            | (Outcome::Equal, Some(Decided { winner, .. })) => Outcome::Won(winner),
            (outcome, _) => outcome,
        };
    }
    let Some(([(one, a), (two, b)], open)) = score(meeting, scoring) else { return Outcome::Nobody };
    let decided = meeting.decided.filter(|decided| decided.winner == one || decided.winner == two);
    if let Some(Decided { winner, by: DecidedBy::ByHand, .. }) = decided {
        return Outcome::Won(winner);
    }
    let reach = open * i64::from(scoring.win - scoring.loss);
    if a - b > reach {
        return Outcome::Won(one);
    }
    if b - a > reach {
        return Outcome::Won(two);
    }
    if open > 0 {
        return Outcome::Open;
    }
    match decided {
        Some(decided) => Outcome::Won(decided.winner),
        None if meeting.games.iter().all(|game| game.result == Some(GameResult::BothForfeit)) => Outcome::Nobody,
        None => Outcome::Equal,
    }
}

/// A match of a paired round that is not settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenMatch {
    /// Its number in the bracket.
    pub number: MatchNumber,
    /// Its round.
    pub round: RoundNumber,
    /// Its board; `None` when its two players do not meet in the round, as after changes by hand.
    pub board: Option<u32>,
    /// The upper side.
    pub first: PlayerId,
    /// The lower side.
    pub second: PlayerId,
    /// All games are over with equal points.
    pub equal: bool,
}

/// A knockout stage: its bracket with the outcomes so far, and who is who.
#[derive(Clone, Debug)]
pub struct Course {
    /// The bracket; its seeds are the pairing numbers of the stage.
    pub bracket: Bracket,
    /// Seed 1 first.
    pub seeds: Arc<Vec<PlayerId>>,
    /// The meetings of the matches that are paired.
    pub meetings: BTreeMap<MatchNumber, Arc<Meeting>>,
    /// Matches of paired rounds that are not settled, in order.
    pub open: Vec<OpenMatch>,
    /// Who lost in the same round is ranked by scores instead of sharing a place.
    ranked: bool,
    scoring: Scoring,
    /// Meetings are scored by days.
    days: Option<Box<DayRules>>,
}

impl Course {
    /// Who has the seed.
    pub fn player(&self, seed: Seed) -> Option<PlayerId> {
        (seed as usize).checked_sub(1).and_then(|index| self.seeds.get(index)).copied()
    }

    /// The name of the player with the seed.
    pub fn name(&self, state: &State, seed: Seed) -> String {
        self.player(seed).map_or_else(|| format!("seed {seed}"), |id| state.name(id))
    }

    /// The points of the two sides of a match, the upper side first; `None` before its first result.
    pub fn points(&self, state: &State, number: MatchNumber) -> Option<[Points; 2]> {
        let meeting = self.meetings.get(&number)?;
        if meeting.games.iter().all(|game| game.result.is_none()) {
            return None;
        }
        let ([(one, a), (_, b)], _) = self.score(meeting, &state.settings.scoring)?;
        let slots = self.bracket.slots();
        let upper = match slots.get(number as usize - 1)?[0] {
            pairing::knockout::Slot::Player(seed) => self.player(seed)?,
            _ => return None,
        };
        let points = |tenths: i64| i32::try_from(tenths).map(Points).ok();
        let (a, b) = (points(a)?, points(b)?);
        Some(if upper == one { [a, b] } else { [b, a] })
    }

    /// As [`score`], in points of days where the rules give them.
    fn score(&self, meeting: &Meeting, scoring: &Scoring) -> Option<([(PlayerId, i64); 2], i64)> {
        let games = score(meeting, scoring)?;
        let Some(rules) = self.days.as_deref().filter(|rules| rules.points.is_some()) else { return Some(games) };
        let found = days(meeting, rules, scoring)?;
        let points = [0, 1].map(|side: usize| (found.sides[side], 10 * i64::from(found.points[side])));
        Some((points, games.1))
    }

    /// Nothing is left to be played.
    pub fn is_over(&self) -> bool {
        self.bracket.states().iter().all(|state| !matches!(state, MatchState::Waiting | MatchState::Ready { .. }))
    }

    /// The places that are settled so far, best first: first place, last place (equal to the first when it is not shared), player.
    /// Who lost in the same round and plays no more shares a place, or is ranked by [`KnockoutOptions::rank_losers`] once all of them are out.
    pub fn places(&self) -> Vec<(u32, u32, PlayerId)> {
        let mut places = self.bracket.places();
        if self.ranked {
            for shared in places.chunk_by_mut(|a, b| (a.from, a.to) == (b.from, b.to)) {
                let from = shared.first().map_or(0, |place| place.from);
                if shared.len() < 2 || shared.iter().any(|place| place.to + 1 != from + shared.len() as u32) {
                    continue;
                }
                shared.sort_by_cached_key(|place| (std::cmp::Reverse(self.scores(place.seed)), place.seed));
                for (place, rank) in shared.iter_mut().zip(from..) {
                    (place.from, place.to) = (rank, rank);
                }
            }
        }
        places.into_iter().filter_map(|place| Some((place.from, place.to, self.player(place.seed)?))).collect()
    }

    /// What a participant scored in the last match, the one before, ..., in tenths; a match that was not played is worth less than nothing.
    fn scores(&self, seed: Seed) -> Vec<i64> {
        use pairing::knockout::Slot;
        let player = self.player(seed);
        let matches = self.bracket.matches().zip(self.bracket.slots()).zip(self.bracket.states());
        let mut scores: Vec<i64> = matches
            .filter(|((_, slots), state)| {
                slots.contains(&Slot::Player(seed)) && matches!(state, MatchState::Decided { .. })
            })
            .map(|((game, _), _)| {
                let sides = self.meetings.get(&game.number).and_then(|meeting| self.score(meeting, &self.scoring));
                let own = sides.and_then(|(sides, _)| sides.into_iter().find(|(id, _)| Some(*id) == player));
                own.map_or(-1, |(_, points)| points)
            })
            .collect();
        scores.reverse();
        scores
    }
}

/// The places of a knockout stage that are settled so far; see [`Course::places`].
///
/// # Errors
/// As [`bracket`].
pub fn places(state: &State, stage: StageIndex) -> Result<Vec<(u32, u32, PlayerId)>, String> {
    Ok(bracket(state, stage)?.places())
}

/// The bracket of a stage with everything that is decided; where teams are paired, the players in it are those of
/// [`crate::teams::projection`]. Before round 1 is paired: as it would be drawn now.
///
/// # Errors
/// When the stage is no knockout, has no players, or its first round was changed by hand so that it makes no bracket.
pub fn bracket(state: &State, stage: StageIndex) -> Result<Course, String> {
    let header = state.stages.get(stage).ok_or_else(|| format!("There is no stage {}.", stage + 1))?;
    if state.pairs_teams(stage) {
        return bracket(&crate::teams::projection(state, stage), stage);
    }
    let System::Knockout { third_place, options } = &header.system else {
        return Err(format!("Stage {} is no knockout.", stage + 1));
    };
    let seeds = state.numbering(stage);
    let seed_of: BTreeMap<PlayerId, Seed> = seeds.iter().zip(1..).map(|(&id, seed)| (id, seed)).collect();
    let format = options.format.bracket(*third_place);
    let players = seeds.len() as u32;
    let make = |seeding: &Seeding| {
        let bracket = Bracket::new(players, seeding, format).map_err(|error| format!("{error}."))?;
        let bracket = if options.play_in { bracket.with_play_in() } else { bracket };
        if options.reseed { bracket.reseeded().map_err(|error| format!("{error}.")) } else { Ok(bracket) }
    };
    let mut bracket = make(&options.seeding.bracket())?;
    if let Some(slots) = separated(state, options, &seeds, &bracket) {
        bracket = make(&Seeding::ByHand(slots))?;
    }
    if let Some(first) = header.rounds.first()
        && let Some(seeding) = first_round(first, &bracket, &seed_of)?
    {
        bracket = make(&seeding)?;
    }
    let mut course = Course {
        bracket,
        seeds,
        meetings: BTreeMap::new(),
        open: Vec::new(),
        ranked: options.rank_losers,
        scoring: state.settings.scoring,
        days: options.days.clone(),
    };
    for (round, number) in header.rounds.iter().zip(1..) {
        course.enter(state, round, number, &seed_of);
    }
    let paired = header.rounds.len() as RoundNumber;
    if paired > 0 && paired < course.bracket.rounds() {
        // Whoever has left does not come to the next round; who still plays, does so to the end.
        let busy: BTreeSet<PlayerId> = course.open.iter().flat_map(|open| [open.first, open.second]).collect();
        for (&id, &seed) in &seed_of {
            let gone = state.players.get(&id).is_none_or(|p| p.withdrawn_from.is_some_and(|from| from <= paired + 1));
            if gone && !busy.contains(&id) {
                course.leave(seed);
            }
        }
    }
    Ok(course)
}

impl Course {
    fn leave(&mut self, seed: Seed) {
        // The seeds are those of the bracket, so that there is no error.
        let _ = self.bracket.withdraw(seed);
    }

    /// Takes over what happened in a round that is paired.
    fn enter(&mut self, state: &State, round: &Round, number: RoundNumber, seed_of: &BTreeMap<PlayerId, Seed>) {
        let mut boards: BTreeMap<(Seed, Seed), (u32, &Arc<Meeting>)> = BTreeMap::new();
        for (meeting, board) in round.meetings.iter().zip(1..) {
            if let Some(pair) = pair_of(meeting, seed_of) {
                boards.insert(pair, (board, meeting));
            }
        }
        let in_round: BTreeSet<MatchNumber> =
            self.bracket.matches().filter(|m| m.round == number).map(|m| m.number).collect();
        for (game, first, second) in self.bracket.ready() {
            if !in_round.contains(&game) {
                continue;
            }
            let (Some(one), Some(two)) = (self.player(first), self.player(second)) else { continue };
            let mut open =
                OpenMatch { number: game, round: number, board: None, first: one, second: two, equal: false };
            let Some(&(board, meeting)) = boards.get(&(first.min(second), first.max(second))) else {
                let passed = |id: PlayerId| round.byes.contains_key(&id);
                let left = |id: PlayerId| {
                    state.players.get(&id).is_none_or(|p| p.withdrawn_from.is_some_and(|from| from <= number))
                };
                match (passed(one), passed(two)) {
                    (true, false) => self.leave(second),
                    (false, true) => self.leave(first),
                    _ if left(one) || left(two) => {
                        [(one, first), (two, second)].into_iter().filter(|(id, _)| left(*id)).for_each(|(_, seed)| {
                            self.leave(seed);
                        });
                    }
                    _ => self.open.push(open),
                }
                continue;
            };
            self.meetings.insert(game, meeting.clone());
            open.board = Some(board);
            match outcome_by(meeting, &state.settings.scoring, self.days.as_deref()) {
                Outcome::Won(winner) => {
                    let side = if winner == one { Side::First } else { Side::Second };
                    // The match is ready, and rounds are entered in order, so that there is no error.
                    let _ = self.bracket.decide(game, side);
                }
                Outcome::Nobody => {
                    self.leave(first);
                    self.leave(second);
                }
                Outcome::Open => self.open.push(open),
                Outcome::Equal => self.open.push(OpenMatch { equal: true, ..open }),
            }
        }
    }
}

/// The seeds of a meeting, the smaller first.
fn pair_of(meeting: &Meeting, seed_of: &BTreeMap<PlayerId, Seed>) -> Option<(Seed, Seed)> {
    let game = meeting.games.first()?;
    let (white, black) = (*seed_of.get(&game.white)?, *seed_of.get(&game.black)?);
    Some((white.min(black), white.max(black)))
}

/// How many rounds a knockout of so many players has, a second grand final included; at least 1.
///
/// # Errors
/// When the system is no knockout, or no bracket can be made for so many players.
pub fn rounds(system: &System, players: u32) -> Result<RoundNumber, String> {
    let System::Knockout { third_place, options } = system else { return Err("This is no knockout.".to_owned()) };
    let format = options.format.bracket(*third_place);
    let bracket = Bracket::new(players, &Seeding::Standard, format).map_err(|error| format!("{error}."))?;
    Ok(bracket.rounds().max(1))
}

/// Whether a first round that was set by hand fits so many players.
///
/// # Errors
/// What is wrong with it: too few or too many places, a seed twice or unknown.
pub fn first_round_fault(system: &System, players: u32) -> Result<(), String> {
    match system {
        System::Knockout { third_place, options } if matches!(options.seeding, KnockoutSeeding::ByHand(_)) => {
            let format = options.format.bracket(*third_place);
            Bracket::new(players, &options.seeding.bracket(), format).map(|_| ()).map_err(|error| format!("{error}."))
        }
        _ => Ok(()),
    }
}

/// The places after those were kept apart who should be; `None` where nobody moves.
fn separated(
    state: &State,
    options: &KnockoutOptions,
    seeds: &[PlayerId],
    bracket: &Bracket,
) -> Option<Vec<Option<Seed>>> {
    let name = |seed: Seed| -> Option<&str> {
        let player = state.players.get(seeds.get((seed as usize).checked_sub(1)?)?)?;
        let name = match options.separation {
            Separation::None => "",
            Separation::Federation => player.federation.trim(),
            Separation::Club => player.club.trim(),
        };
        (!name.is_empty()).then_some(name)
    };
    let names: BTreeSet<&str> = (1..=seeds.len() as Seed).filter_map(name).collect();
    let numbers: BTreeMap<&str, u32> = names.into_iter().zip(1..).collect();
    let group = |seed: Seed| numbers.get(name(seed)?).copied();
    let before = bracket.places_of_first_round();
    let mut slots = before.clone();
    match options.seeding {
        _ if numbers.is_empty() => return None,
        KnockoutSeeding::ByHand(_) => return None,
        KnockoutSeeding::Drawn { .. } => pairing::knockout::separate_drawn(&mut slots, 0, group),
        KnockoutSeeding::DrawnWithSeeds { seeded, .. } => {
            pairing::knockout::separate_drawn(&mut slots, seeded, group);
        }
        KnockoutSeeding::Standard | KnockoutSeeding::Cut => pairing::knockout::separate(&mut slots, group),
    }
    (slots != before).then_some(slots)
}

/// The seeding that the first round shows after changes by hand; `None` when it is that of the bracket. Pairs that differ from those of the
/// bracket take the free places from top to bottom.
fn first_round(
    round: &Round,
    standard: &Bracket,
    seed_of: &BTreeMap<PlayerId, Seed>,
) -> Result<Option<Seeding>, String> {
    let mut pairs: Vec<(Seed, Seed)> = round.meetings.iter().filter_map(|m| pair_of(m, seed_of)).collect();
    let playing: BTreeSet<Seed> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
    let mut free: Vec<Seed> = seed_of.values().copied().filter(|seed| !playing.contains(seed)).collect();
    free.sort_unstable();
    let mut slots: Vec<[Option<Seed>; 2]> = Vec::new();
    let mut changed: Vec<(usize, bool)> = Vec::new();
    for game in standard.matches().filter(|m| m.round == 1) {
        let sides = game.sides.map(|side| if let Source::Seed(seed) = side { Some(seed) } else { None });
        let stays = match sides {
            [Some(a), Some(b)] => take(&mut pairs, (a.min(b), a.max(b))),
            [Some(seed), None] | [None, Some(seed)] => take(&mut free, seed),
            [None, None] => true,
        };
        if !stays {
            changed.push((slots.len(), sides.contains(&None)));
        }
        slots.push(sides);
    }
    if changed.is_empty() && pairs.is_empty() && free.is_empty() {
        return Ok(None);
    }
    let byes = changed.iter().filter(|(_, bye)| *bye).count();
    if changed.len() - byes != pairs.len() || byes != free.len() {
        return Err(format!(
            "Round 1 as changed by hand makes no bracket: it needs {} and {} without an opponent.",
            count(standard.players() as usize - passing(standard), "player in pairs", "players in pairs"),
            count(passing(standard), "player", "players")
        ));
    }
    let (mut pairs, mut free) = (pairs.into_iter(), free.into_iter());
    for (index, bye) in changed {
        slots[index] =
            if bye { [free.next(), None] } else { pairs.next().map_or([None; 2], |(a, b)| [Some(a), Some(b)]) };
    }
    Ok(Some(Seeding::ByHand(slots.into_iter().flatten().collect())))
}

/// How many pass in round 1.
fn passing(bracket: &Bracket) -> usize {
    bracket.matches().filter(|m| m.round == 1 && m.sides.contains(&Source::Bye)).count()
}

fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

fn take<T: PartialEq>(list: &mut Vec<T>, item: T) -> bool {
    let found = list.iter().position(|other| *other == item);
    found.map(|index| list.remove(index)).is_some()
}
