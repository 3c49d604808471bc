//! What every Swiss system needs to know about the participants, computed once a round.

use super::{Color, EntryKind, PairingError, RoundInput, Scoring, Tpn};
use crate::Points;
use std::collections::HashMap;

/// More participants than any event has; larger inputs are refused before they can fill the memory.
pub const MAX_ENTRANTS: usize = 20_000;
/// More rounds than any event has.
pub const MAX_ROUNDS: u32 = 1_000;
const MAX_POINTS: u32 = 10_000_000;

/// A wish for a colour (C.04.3 art. 1.7, `swiss-common` 6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Preference {
    /// No game played yet.
    #[default]
    None,
    /// Colours are balanced: the other one than last time.
    Mild(Color),
    /// One game more with the other colour.
    Strong(Color),
    /// Two games more with the other colour, or the other colour twice in a row.
    Absolute(Color),
}

impl Preference {
    /// The wish that follows from a compressed colour history (oldest game first).
    ///
    /// When the colour difference and the last two games contradict each other, the difference decides.
    pub fn of(history: &[Color]) -> Preference {
        let difference = color_difference(history);
        let repeated = repeated_color(history);
        match (difference, repeated, history.last()) {
            (2.., _, _) => Preference::Absolute(Color::Black),
            (..=-2, _, _) => Preference::Absolute(Color::White),
            (_, Some(color), _) => Preference::Absolute(color.other()),
            (1, _, _) => Preference::Strong(Color::Black),
            (-1, _, _) => Preference::Strong(Color::White),
            (_, _, Some(last)) => Preference::Mild(last.other()),
            (_, _, None) => Preference::None,
        }
    }

    /// The colour that is wished for.
    pub const fn color(self) -> Option<Color> {
        match self {
            Preference::None => None,
            Preference::Mild(color) | Preference::Strong(color) | Preference::Absolute(color) => Some(color),
        }
    }

    /// 0 for no wish, 1 mild, 2 strong, 3 absolute.
    pub const fn strength(self) -> u8 {
        match self {
            Preference::None => 0,
            Preference::Mild(_) => 1,
            Preference::Strong(_) => 2,
            Preference::Absolute(_) => 3,
        }
    }

    /// Whether the wish is absolute.
    pub const fn is_absolute(self) -> bool {
        matches!(self, Preference::Absolute(_))
    }
}

/// Whites minus Blacks of a colour history.
pub fn color_difference(history: &[Color]) -> i32 {
    history.iter().map(|color| if *color == Color::White { 1 } else { -1 }).sum()
}

/// The colour of the last two games, if it was the same.
pub fn repeated_color(history: &[Color]) -> Option<Color> {
    match history {
        [.., before, last] if before == last => Some(*last),
        _ => None,
    }
}

/// How a round counts in the float history (C.04.3 art. 1.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Float {
    /// Met an equal pairing score, or got nothing without playing.
    #[default]
    None,
    /// Met a lower pairing score, or got more than a loss gives without playing.
    Down,
    /// Met a higher pairing score.
    Up,
}

/// One participant as the pairing engines see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The pairing number.
    pub tpn: Tpn,
    /// Rating, 0 when there is none.
    pub rating: u32,
    /// Takes part in the round being paired.
    pub present: bool,
    /// Points in the standings.
    pub score: Points,
    /// Points in the standings plus the virtual points of this round: makes the score groups.
    pub pairing_score: Points,
    /// Colours of the games played, oldest first; unplayed rounds are left out (GHR 3.4).
    pub history: Vec<Color>,
    /// Whites minus Blacks.
    pub difference: i32,
    /// The wish that follows from `history`.
    pub preference: Preference,
    /// Opponents of games played, as indices into [`Field::players`], ascending.
    pub opponents: Vec<usize>,
    /// The float of each past round, round 1 first; not compressed.
    pub floats: Vec<Float>,
    /// Must not have the pairing-allocated bye (BR 4).
    pub bye_barred: bool,
    /// Number of past rounds without a game.
    pub unplayed: u32,
    /// The number whose parity decides colours: the rank among those who were ever paired, ever had the
    /// pairing-allocated bye, or are present now (`swiss-common` 3). 0 for the others.
    pub parity: u32,
}

impl Player {
    /// The float `back` rounds before the round being paired (1 = the previous round).
    pub fn float_back(&self, back: usize) -> Float {
        self.floats.len().checked_sub(back).and_then(|i| self.floats.get(i)).copied().unwrap_or_default()
    }

    /// Whether the two have played each other; `other` is an index into [`Field::players`].
    pub fn has_met(&self, other: usize) -> bool {
        self.opponents.binary_search(&other).is_ok()
    }

    /// The colour of the last two games, if it was the same.
    pub fn repeated(&self) -> Option<Color> {
        repeated_color(&self.history)
    }
}

/// The participants with all facts that the rules ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Everybody who was ever in the list, by ascending pairing number.
    pub players: Vec<Player>,
    /// Indices of those to be paired, by descending pairing score, then ascending pairing number (art. 1.2).
    pub order: Vec<usize>,
    /// Pairs that the organiser forbids, as ordered pairs of indices, sorted.
    pub forbidden: Vec<(usize, usize)>,
    /// Round being paired, from 1.
    pub round: u32,
    /// Whether this is the last round of the event.
    pub last_round: bool,
    /// Rounds of the event.
    pub rounds_total: u32,
    /// The colour that odd numbers had in round 1.
    pub initial_color: Color,
    /// What results are worth.
    pub scoring: Scoring,
}

fn bad<T>(text: String) -> Result<T, PairingError> {
    Err(PairingError::BadInput(text))
}

impl Field {
    /// Checks the input and computes the facts.
    ///
    /// # Errors
    /// [`PairingError::BadInput`] names the participant and the round when the input contradicts itself.
    pub fn new(input: &RoundInput) -> Result<Field, PairingError> {
        if input.entrants.len() > MAX_ENTRANTS {
            return bad(format!("{} participants; at most {MAX_ENTRANTS} can be paired", input.entrants.len()));
        }
        if input.round == 0 || input.round > MAX_ROUNDS || input.rounds_total > MAX_ROUNDS {
            return bad(format!(
                "round {} of {}; rounds count from 1 to {MAX_ROUNDS}",
                input.round, input.rounds_total
            ));
        }
        let mut by_number: Vec<usize> = (0..input.entrants.len()).collect();
        by_number.sort_by_key(|&i| input.entrants[i].tpn);
        let index: HashMap<Tpn, usize> =
            by_number.iter().enumerate().map(|(place, &i)| (input.entrants[i].tpn, place)).collect();
        if index.contains_key(&0) {
            return bad("pairing number 0 is not allowed; numbers start at 1".to_owned());
        }
        if let Some(twice) = by_number.windows(2).find(|two| input.entrants[two[0]].tpn == input.entrants[two[1]].tpn) {
            return bad(format!("pairing number {} is used twice", input.entrants[twice[0]].tpn));
        }
        let past = input.round as usize - 1;
        check_entries(input, &by_number, &index, past)?;

        // Pairing score of each participant before each past round, for the floats.
        let scores_before: Vec<Vec<Points>> = by_number
            .iter()
            .map(|&i| {
                let entrant = &input.entrants[i];
                let mut real = entrant.extra_points;
                (0..=past)
                    .map(|round| {
                        let virtual_points = entrant.virtual_points.get(round).copied().unwrap_or_default();
                        let pairing = real + virtual_points;
                        if let Some(entry) = entrant.rounds.get(round) {
                            real += entry.points;
                        }
                        pairing
                    })
                    .collect()
            })
            .collect();

        let mut parity = 0;
        let mut players = Vec::with_capacity(by_number.len());
        for (place, &i) in by_number.iter().enumerate() {
            let entrant = &input.entrants[i];
            let mut history = Vec::with_capacity(past);
            let mut opponents = Vec::with_capacity(past);
            let mut floats = Vec::with_capacity(past);
            let (mut bye_barred, mut unplayed, mut ever) = (false, 0, entrant.present);
            for (round, entry) in entrant.rounds.iter().enumerate() {
                let rival = entry.opponent.and_then(|tpn| index.get(&tpn)).copied();
                if entry.kind.is_played() {
                    history.extend(entry.color);
                    opponents.extend(rival);
                    let theirs = rival.map_or(scores_before[place][round], |rival| scores_before[rival][round]);
                    floats.push(match scores_before[place][round].cmp(&theirs) {
                        std::cmp::Ordering::Less => Float::Up,
                        std::cmp::Ordering::Equal => Float::None,
                        std::cmp::Ordering::Greater => Float::Down,
                    });
                    ever = true;
                } else {
                    let bye = entry.kind == EntryKind::PairingBye;
                    unplayed += 1;
                    bye_barred |= bye || entry.points >= input.scoring.win;
                    floats.push(if bye || entry.points > input.scoring.loss { Float::Down } else { Float::None });
                    ever |= bye || matches!(entry.kind, EntryKind::ForfeitWin | EntryKind::ForfeitLoss);
                }
            }
            opponents.sort_unstable();
            opponents.dedup();
            parity += u32::from(ever);
            players.push(Player {
                tpn: entrant.tpn,
                rating: entrant.rating,
                present: entrant.present,
                score: entrant.score(),
                pairing_score: scores_before[place][past],
                difference: color_difference(&history),
                preference: Preference::of(&history),
                history,
                opponents,
                floats,
                bye_barred,
                unplayed,
                parity: if ever { parity } else { 0 },
            });
        }
        let mut order: Vec<usize> = (0..players.len()).filter(|&i| players[i].present).collect();
        order.sort_by_key(|&i| (std::cmp::Reverse(players[i].pairing_score), i));
        let mut forbidden: Vec<(usize, usize)> = input
            .forbidden
            .iter()
            .filter_map(|(a, b)| Some((*index.get(a)?, *index.get(b)?)))
            .flat_map(|(a, b)| [(a, b), (b, a)])
            .collect();
        forbidden.sort_unstable();
        forbidden.dedup();
        Ok(Field {
            players,
            order,
            forbidden,
            round: input.round,
            last_round: input.round == input.rounds_total,
            rounds_total: input.rounds_total,
            initial_color: input.initial_color,
            scoring: input.scoring,
        })
    }

    /// The index of a pairing number.
    pub fn index_of(&self, tpn: Tpn) -> Option<usize> {
        self.players.binary_search_by_key(&tpn, |player| player.tpn).ok()
    }

    /// Whether the organiser forbids this pair.
    pub fn is_forbidden(&self, a: usize, b: usize) -> bool {
        self.forbidden.binary_search(&(a, b)).is_ok()
    }

    /// Those whom the organiser forbids to meet `a`.
    pub fn forbidden_to(&self, a: usize) -> impl Iterator<Item = usize> + '_ {
        let from = self.forbidden.partition_point(|pair| pair.0 < a);
        self.forbidden[from..].iter().take_while(move |pair| pair.0 == a).map(|pair| pair.1)
    }

    /// Topscorer of the last round (C.04.3 art. 1.8): more than half of what the rounds before it could give.
    pub fn is_topscorer(&self, a: usize) -> bool {
        let past = i64::from(self.round) - 1;
        self.last_round
            && i64::from(self.players[a].pairing_score.hundredths()) * 2
                > past * i64::from(self.scoring.win.hundredths())
    }

    /// Whether both wish the same colour absolutely.
    pub fn colors_clash(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.players[a].preference, self.players[b].preference);
        a.is_absolute() && a == b
    }

    /// Whether `a` ranks above `b` (art. 1.2): higher pairing score, then smaller pairing number.
    pub fn outranks(&self, a: usize, b: usize) -> bool {
        let (pa, pb) = (&self.players[a], &self.players[b]);
        (pb.pairing_score, a) < (pa.pairing_score, b)
    }
}

/// Everything about past rounds that can contradict itself.
fn check_entries(
    input: &RoundInput,
    by_number: &[usize],
    index: &HashMap<Tpn, usize>,
    past: usize,
) -> Result<(), PairingError> {
    let too_large = |points: Points| points.hundredths().unsigned_abs() > MAX_POINTS;
    let Scoring { win, draw, loss, zero_bye, forfeit_loss, pairing_bye } = input.scoring;
    if [win, draw, loss, zero_bye, forfeit_loss, pairing_bye].into_iter().any(too_large) {
        return bad("a value of the scoring is too large".to_owned());
    }
    for entrant in &input.entrants {
        let tpn = entrant.tpn;
        if entrant.rounds.len() != past {
            return bad(format!(
                "participant {tpn} has {} past rounds; before round {} there must be {past}",
                entrant.rounds.len(),
                input.round
            ));
        }
        if too_large(entrant.extra_points) || entrant.virtual_points.iter().copied().any(too_large) {
            return bad(format!("the extra or virtual points of participant {tpn} are too large"));
        }
        for (i, entry) in entrant.rounds.iter().enumerate() {
            let round = i + 1;
            if too_large(entry.points) {
                return bad(format!("the points of participant {tpn} in round {round} are too large"));
            }
            let rival = match entry.opponent {
                Some(rival) if rival == tpn => {
                    return bad(format!("participant {tpn} is his own opponent in round {round}"));
                }
                Some(rival) => match index.get(&rival) {
                    Some(&place) => Some(&input.entrants[by_number[place]]),
                    None => {
                        return bad(format!(
                            "participant {tpn} met {rival} in round {round}, but {rival} is not in the list"
                        ));
                    }
                },
                None => None,
            };
            if !entry.kind.is_played() {
                continue;
            }
            let Some(rival) = rival else {
                return bad(format!("the game of participant {tpn} in round {round} has no opponent"));
            };
            // Histories of different length are reported when their owner's turn comes.
            if let Some(theirs) = rival.rounds.get(i) {
                if !theirs.kind.is_played() || theirs.opponent != Some(tpn) {
                    return bad(format!(
                        "participant {tpn} met {} in round {round}, but not the other way round",
                        rival.tpn
                    ));
                }
                // A match in which each side forfeited one game was played, but gave no colours.
                match (entry.color, theirs.color) {
                    (None, Some(_)) => {
                        return bad(format!("the game of participant {tpn} in round {round} has no colour"));
                    }
                    (Some(one), Some(other)) if one == other => {
                        return bad(format!(
                            "participants {tpn} and {} had the same colour in round {round}",
                            rival.tpn
                        ));
                    }
                    _ => {}
                }
            }
        }
    }
    Ok(())
}
