//! The course of a knockout: outcomes, withdrawals, who waits for whom, places.

use super::{Bracket, Format, KnockoutError, Match, MatchNumber, Part, Seed, Side, Source};
use std::collections::{BTreeMap, BTreeSet};

/// Who is on a side of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// A participant.
    Player(Seed),
    /// Nobody will come: the other side passes.
    Bye,
    /// It is not known yet.
    Waiting,
}

/// How far a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchState {
    /// A side is not known yet.
    Waiting,
    /// Can be played.
    Ready {
        /// The upper side.
        first: Seed,
        /// The lower side.
        second: Seed,
    },
    /// Has been decided.
    Decided {
        /// Goes on.
        winner: Seed,
        /// Is out, or falls into another part of the bracket.
        loser: Seed,
        /// By the withdrawal of the loser, not by a result.
        walkover: bool,
    },
    /// Passed without a game, the other side being a bye.
    Passed(Seed),
    /// Both sides are byes, or both participants have withdrawn, or the match is not needed (a second grand final).
    Void,
}

/// Who is left for a round of the main tree, as far as it was asked.
type Left = BTreeMap<Part, Option<Vec<Seed>>>;

/// A place, or places that are shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The best place of those shared.
    pub from: u32,
    /// The last of them; equal to `from` when it is not shared.
    pub to: u32,
    /// Whose.
    pub seed: Seed,
}

/// A match that this side has won.
fn decided(first: Seed, second: Seed, winner: Side, walkover: bool) -> MatchState {
    match winner {
        Side::First => MatchState::Decided { winner: first, loser: second, walkover },
        Side::Second => MatchState::Decided { winner: second, loser: first, walkover },
    }
}

impl Bracket {
    /// Enters who won a match.
    ///
    /// # Errors
    /// When there is no such match, its two participants are not known, or a later match that came from it has a result.
    pub fn decide(&mut self, number: MatchNumber, winner: Side) -> Result<(), KnockoutError> {
        match self.state(number)? {
            MatchState::Ready { .. } | MatchState::Decided { walkover: false, .. } => {}
            MatchState::Waiting => return Err(self.not_ready(number, "a side is not known yet")),
            MatchState::Passed(seed) => {
                return Err(self.not_ready(number, &format!("seed {seed} passes with a bye")));
            }
            MatchState::Void => return Err(self.not_ready(number, "it is not played")),
            MatchState::Decided { loser, .. } => {
                return Err(self.not_ready(number, &format!("seed {loser} has withdrawn")));
            }
        }
        if self.decided.get(&number) != Some(&winner) {
            self.check_no_later_result(number)?;
        }
        self.decided.insert(number, winner);
        if let Some((slots, state)) = self.played.get_mut(&number)
            && let [Slot::Player(first), Slot::Player(second)] = *slots
        {
            *state = decided(first, second, winner, false);
        }
        Ok(())
    }

    /// Takes the outcome of a match back; does nothing when it has none.
    ///
    /// # Errors
    /// When there is no such match, or a later match that came from it has a result.
    pub fn take_back(&mut self, number: MatchNumber) -> Result<(), KnockoutError> {
        self.get(number).ok_or(KnockoutError::NoMatch(number))?;
        if self.decided.contains_key(&number) {
            self.check_no_later_result(number)?;
            self.decided.remove(&number);
            self.played.remove(&number);
        }
        Ok(())
    }

    /// A participant leaves: every match of theirs that has no result is won by the other side.
    ///
    /// # Errors
    /// When there is no such participant.
    pub fn withdraw(&mut self, seed: Seed) -> Result<(), KnockoutError> {
        if seed == 0 || seed > self.players {
            return Err(KnockoutError::NoSeed(seed));
        }
        self.keep_what_was_played();
        self.withdrawn.insert(seed);
        Ok(())
    }

    /// Keeps the matches that have a result, and those that led to one: byes and walkovers whose winner has played on.
    fn keep_what_was_played(&mut self) {
        let mut open: Vec<MatchNumber> = self.decided.keys().copied().collect();
        let mut numbers: BTreeSet<MatchNumber> = BTreeSet::new();
        while let Some(number) = open.pop() {
            if numbers.insert(number) {
                let Some(game) = self.get(number) else { continue };
                for side in game.sides {
                    match side {
                        Source::Winner(from) | Source::Loser(from) => open.push(from),
                        Source::Remaining(_) => open.extend(self.main_before(game.part).map(|before| before.number)),
                        Source::Seed(_) | Source::Bye => {}
                    }
                }
            }
        }
        let (states, slots) = (self.states(), self.slots());
        for number in numbers {
            let index = number as usize - 1;
            if let (Some(&state), Some(&slots)) = (states.get(index), slots.get(index))
                && !matches!(state, MatchState::Waiting | MatchState::Ready { .. })
            {
                self.played.entry(number).or_insert((slots, state));
            }
        }
    }

    /// How far a match is.
    ///
    /// # Errors
    /// When there is no such match.
    pub fn state(&self, number: MatchNumber) -> Result<MatchState, KnockoutError> {
        let states = self.states();
        number.checked_sub(1).and_then(|i| states.get(i as usize)).copied().ok_or(KnockoutError::NoMatch(number))
    }

    /// How far all matches are, in the order of their numbers.
    pub fn states(&self) -> Vec<MatchState> {
        // Numbers go round by round, so that every match comes after those that it waits for.
        let mut states: Vec<MatchState> = Vec::with_capacity(self.graph.node_count());
        let mut left = Left::new();
        for game in self.matches() {
            let state = match self.played.get(&game.number) {
                Some((_, state)) => *state,
                None => self.state_of(game, &states, &mut left),
            };
            states.push(state);
        }
        states
    }

    /// The two sides of all matches, in the order of their numbers.
    pub fn slots(&self) -> Vec<[Slot; 2]> {
        let states = self.states();
        let mut left = Left::new();
        let slots = |game: &Match| match self.played.get(&game.number) {
            Some((slots, _)) => *slots,
            None => game.sides.map(|side| self.slot(game.part, side, &states, &mut left)),
        };
        self.matches().map(slots).collect()
    }

    /// The matches of the main tree in the round before.
    fn main_before(&self, part: Part) -> impl Iterator<Item = &Match> {
        let before = if let Part::Main { round, .. } = part { round - 1 } else { 0 };
        self.matches().filter(move |game| matches!(game.part, Part::Main { round, .. } if round == before))
    }

    /// Who is left for a round of the main tree, the highest seed first; `None` while matches of the round before are open. Who has won and
    /// withdrawn since keeps the rank, so that the opponent passes.
    fn left(&self, part: Part, states: &[MatchState]) -> Option<Vec<Seed>> {
        let mut left = Vec::new();
        for game in self.main_before(part) {
            match states.get(game.number as usize - 1)? {
                MatchState::Decided { winner, .. } | MatchState::Passed(winner) => left.push(*winner),
                MatchState::Void => {}
                MatchState::Waiting | MatchState::Ready { .. } => return None,
            }
        }
        left.sort_unstable();
        Some(left)
    }

    fn slot(&self, part: Part, side: Source, states: &[MatchState], left: &mut Left) -> Slot {
        let state = |number: MatchNumber| states.get(number as usize - 1).copied().unwrap_or(MatchState::Waiting);
        match side {
            Source::Seed(seed) => Slot::Player(seed),
            Source::Bye => Slot::Bye,
            Source::Remaining(rank) => match left.entry(part).or_insert_with(|| self.left(part, states)) {
                None => Slot::Waiting,
                Some(seeds) => seeds.get(rank as usize - 1).map_or(Slot::Bye, |&seed| Slot::Player(seed)),
            },
            Source::Winner(number) => match state(number) {
                MatchState::Decided { winner, .. } | MatchState::Passed(winner) => Slot::Player(winner),
                MatchState::Void => Slot::Bye,
                MatchState::Waiting | MatchState::Ready { .. } => Slot::Waiting,
            },
            Source::Loser(number) => match state(number) {
                MatchState::Decided { loser, .. } if !self.withdrawn.contains(&loser) => Slot::Player(loser),
                MatchState::Decided { .. } | MatchState::Passed(_) | MatchState::Void => Slot::Bye,
                MatchState::Waiting | MatchState::Ready { .. } => Slot::Waiting,
            },
        }
    }

    fn state_of(&self, game: &Match, states: &[MatchState], left: &mut Left) -> MatchState {
        let [first, second] = game.sides.map(|side| self.slot(game.part, side, states, left));
        if game.part == Part::Reset && !self.reset_needed(game, states) {
            return if first == Slot::Waiting { MatchState::Waiting } else { MatchState::Void };
        }
        let (first, second) = match (first, second) {
            (Slot::Waiting, _) | (_, Slot::Waiting) => return MatchState::Waiting,
            (Slot::Bye, Slot::Bye) => return MatchState::Void,
            (Slot::Player(seed), Slot::Bye) | (Slot::Bye, Slot::Player(seed)) => return MatchState::Passed(seed),
            (Slot::Player(first), Slot::Player(second)) => (first, second),
        };
        if let Some(&winner) = self.decided.get(&game.number) {
            return decided(first, second, winner, false);
        }
        match (self.withdrawn.contains(&first), self.withdrawn.contains(&second)) {
            (false, false) => MatchState::Ready { first, second },
            (true, false) => decided(first, second, Side::Second, true),
            (false, true) => decided(first, second, Side::First, true),
            (true, true) => MatchState::Void,
        }
    }

    /// Whether the side from the losers' bracket has won the first grand final.
    fn reset_needed(&self, game: &Match, states: &[MatchState]) -> bool {
        let Source::Winner(number) = game.sides[Side::First.index()] else { return false };
        let Some(grand_final) = self.get(number) else { return false };
        let challenger = self.slot(grand_final.part, grand_final.sides[Side::Second.index()], states, &mut Left::new());
        match states.get(number as usize - 1) {
            Some(MatchState::Decided { winner, .. }) => challenger == Slot::Player(*winner),
            _ => false,
        }
    }

    /// The matches that wait for a match.
    fn after(&self, number: MatchNumber) -> Vec<MatchNumber> {
        let along = [false, true].into_iter().filter_map(|loser| self.next(number, loser)).map(|(later, _)| later);
        let mut after: Vec<MatchNumber> = along.collect();
        if let (true, Some(Part::Main { round: this, .. })) = (self.reseeded, self.get(number).map(|game| game.part)) {
            let next = |game: &&Match| matches!(game.part, Part::Main { round, .. } if round == this + 1);
            after.extend(self.matches().filter(next).map(|game| game.number));
        }
        after
    }

    fn not_ready(&self, number: MatchNumber, why: &str) -> KnockoutError {
        KnockoutError::NotReady { number, why: why.to_owned() }
    }

    /// Refuses when a match behind this one has a result.
    fn check_no_later_result(&self, number: MatchNumber) -> Result<(), KnockoutError> {
        let mut open = vec![number];
        let mut seen = BTreeSet::new();
        while let Some(from) = open.pop() {
            if !seen.insert(from) {
                continue;
            }
            for later in self.after(from) {
                if self.decided.contains_key(&later) {
                    return Err(KnockoutError::LaterResult { number, later });
                }
                open.push(later);
            }
        }
        Ok(())
    }

    /// The matches that can be played now.
    pub fn ready(&self) -> Vec<(MatchNumber, Seed, Seed)> {
        (1..)
            .zip(self.states())
            .filter_map(|(number, state)| match state {
                MatchState::Ready { first, second } => Some((number, first, second)),
                _ => None,
            })
            .collect()
    }

    /// The winner of the event, once known.
    pub fn champion(&self) -> Option<Seed> {
        self.places().into_iter().find(|place| place.from == 1).map(|place| place.seed)
    }

    /// The places that are settled so far, best first. Who lost in the same round and plays no more shares a place.
    pub fn places(&self) -> Vec<Place> {
        if self.players == 1 {
            return vec![Place { from: 1, to: 1, seed: 1 }];
        }
        let states = self.states();
        let mut places = Vec::new();
        for (game, state) in self.matches().zip(&states) {
            // The first grand final settles nothing when a second one follows.
            let superseded = game.part == Part::GrandFinal
                && self.format == Format::Double { reset: true }
                && self
                    .next(game.number, false)
                    .is_some_and(|(reset, _)| states.get(reset as usize - 1) != Some(&MatchState::Void));
            if superseded {
                continue;
            }
            let (winner, loser) = match *state {
                MatchState::Decided { winner, loser, .. } => (Some(winner), Some(loser)),
                MatchState::Passed(winner) => (Some(winner), None),
                MatchState::Waiting | MatchState::Ready { .. } | MatchState::Void => (None, None),
            };
            for (seed, places_of) in [(winner, game.winner_places), (loser, game.loser_places)] {
                if let (Some(seed), Some((from, to))) = (seed, places_of) {
                    places.push(Place { from, to, seed });
                }
            }
        }
        self.add_leavers(&states, &mut places);
        places.sort_unstable();
        // Several who left for the same last place share it with the places before it.
        for shared in places.chunk_by_mut(|a, b| a.from == a.to && (a.from, a.to) == (b.from, b.to)) {
            let others = shared.len() as u32 - 1;
            for place in shared {
                place.from = place.from.saturating_sub(others).max(1);
            }
        }
        places.sort_unstable();
        places
    }

    /// Those who left and whose last match led on to a match that they did not come to: they end on its last place.
    fn add_leavers(&self, states: &[MatchState], places: &mut Vec<Place>) {
        for &seed in &self.withdrawn {
            if places.iter().any(|place| place.seed == seed) {
                continue;
            }
            // The last match that they came to, lost or left without an opponent ...
            let slots = self.slots();
            let Some(last) = slots.iter().rposition(|sides| sides.contains(&Slot::Player(seed))) else { continue };
            let number = last as MatchNumber + 1;
            // ... and where its loser would have gone.
            let mut at = match states[last] {
                MatchState::Decided { .. } => self.next(number, true).map(|(number, _)| number),
                MatchState::Void => Some(number),
                MatchState::Waiting | MatchState::Ready { .. } | MatchState::Passed(_) => None,
            };
            while let Some(game) = at.and_then(|number| self.get(number)) {
                let next = self.next(game.number, true).map(|(number, _)| number);
                // A consolation match against a bye has no loser who would go on.
                let last = match (game.loser_places, game.part) {
                    (Some((_, to)), _) => Some(to),
                    (None, Part::Places { to, .. }) if next.is_none() => Some(to),
                    _ => None,
                };
                if let Some(to) = last {
                    places.push(Place { from: to, to, seed });
                    break;
                }
                at = next;
            }
        }
    }
}
