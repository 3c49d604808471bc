//! A whole event, replayed round by round.

use super::{Color, Entrant, EntryKind, Pair, PairingError, RoundInput, RoundPairing, Scoring, System, Tpn, pair};

/// A pair that must not meet in some rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ForbiddenPair {
    /// One of the two.
    pub a: Tpn,
    /// The other.
    pub b: Tpn,
    /// First round of the prohibition.
    pub from: u32,
    /// Last round of the prohibition.
    pub to: u32,
}

/// An event with all rounds that were played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// Planned number of rounds.
    pub rounds_total: u32,
    /// All participants with all their rounds; `present` is not looked at.
    pub entrants: Vec<Entrant>,
    /// Pairs that the organiser forbade.
    pub forbidden: Vec<ForbiddenPair>,
    /// The colour that the lot gave to odd numbers.
    pub initial_color: Color,
    /// What results are worth.
    pub scoring: Scoring,
}

impl History {
    /// Number of rounds that are there.
    pub fn rounds_played(&self) -> u32 {
        self.entrants.iter().map(|entrant| entrant.rounds.len()).max().unwrap_or(0) as u32
    }

    /// The position before a past round (from 1): later entries are cut off, and those take part who were paired then.
    pub fn before(&self, round: u32) -> RoundInput {
        let past = round.saturating_sub(1) as usize;
        let entrants = self
            .entrants
            .iter()
            .map(|entrant| {
                let kind = entrant.rounds.get(past).map_or(EntryKind::ZeroBye, |entry| entry.kind);
                Entrant {
                    rounds: entrant.rounds.iter().take(past).copied().collect(),
                    virtual_points: entrant.virtual_points.iter().take(past + 1).copied().collect(),
                    present: !matches!(kind, EntryKind::ZeroBye | EntryKind::HalfBye | EntryKind::FullBye),
                    ..entrant.clone()
                }
            })
            .collect();
        RoundInput {
            round,
            rounds_total: self.rounds_total,
            entrants,
            forbidden: self
                .forbidden
                .iter()
                .filter(|pair| (pair.from..=pair.to).contains(&round))
                .map(|pair| (pair.a, pair.b))
                .collect(),
            initial_color: self.initial_color,
            scoring: self.scoring,
        }
    }

    /// The pairs of a past round (from 1), by the number of White.
    pub fn pairs_of(&self, round: u32) -> RoundPairing {
        let mut pairing = RoundPairing::default();
        for entrant in &self.entrants {
            let Some(entry) = entrant.rounds.get(round.saturating_sub(1) as usize) else { continue };
            match (entry.opponent, entry.color) {
                (Some(black), Some(Color::White)) => pairing.pairs.push(Pair { white: entrant.tpn, black }),
                _ if entry.kind == EntryKind::PairingBye => pairing.bye = Some(entrant.tpn),
                _ => {}
            }
        }
        pairing.pairs.sort_unstable_by_key(|pair| pair.white);
        pairing
    }
}

/// A round that the engine pairs otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The round, from 1.
    pub round: u32,
    /// What the engine finds, or why it finds nothing.
    pub ours: Result<RoundPairing, PairingError>,
    /// What was played.
    pub theirs: RoundPairing,
}

impl Difference {
    /// Pairs of the engine that were not played, and pairs played that the engine does not make.
    pub fn pairs(&self) -> (Vec<Pair>, Vec<Pair>) {
        let none = RoundPairing::default();
        let ours = self.ours.as_ref().unwrap_or(&none);
        let only = |a: &RoundPairing, b: &RoundPairing| {
            a.pairs.iter().filter(|pair| !b.pairs.contains(pair)).copied().collect::<Vec<_>>()
        };
        (only(ours, &self.theirs), only(&self.theirs, ours))
    }
}

/// Pairs every round of the event again and lists the rounds that come out otherwise. The order of boards does not count.
///
/// ```
/// # use pairing::swiss::*;
/// let event = generate(&GenerateOptions { players: 12, rounds: 5, seed: 7, ..GenerateOptions::default() });
/// assert_eq!(check_history(System::Dutch, &event.history), []);
/// ```
pub fn check_history(system: System, history: &History) -> Vec<Difference> {
    let sorted = |pairing: &RoundPairing| {
        let mut pairs = pairing.pairs.clone();
        pairs.sort_unstable_by_key(|pair| (pair.white, pair.black));
        (pairs, pairing.bye)
    };
    (1..=history.rounds_played())
        .filter_map(|round| {
            let theirs = history.pairs_of(round);
            let ours = pair(system, &history.before(round));
            let same = ours.as_ref().is_ok_and(|ours| sorted(ours) == sorted(&theirs));
            (!same).then_some(Difference { round, ours, theirs })
        })
        .collect()
}
