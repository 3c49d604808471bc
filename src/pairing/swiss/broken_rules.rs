//! What a pairing made by hand breaks.

use super::{Field, PairingError, Preference, RoundInput, Tpn, color_difference, repeated_color};
use std::fmt;

/// A rule that a pair or a bye made by hand does not keep, with its article.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrokenRule {
    /// A number that is not in the list.
    Unknown(Tpn),
    /// White and Black are the same participant.
    Himself(Tpn),
    /// Absent or withdrawn in this round.
    NotPresent(Tpn),
    /// The two have played each other, in the named rounds.
    Rematch {
        /// White's number.
        white: Tpn,
        /// Black's number.
        black: Tpn,
        /// The rounds of their games.
        rounds: Vec<u32>,
    },
    /// The organiser forbids the pair.
    Forbidden(Tpn, Tpn),
    /// Both wish the same colour absolutely, and neither is a topscorer of the last round.
    AbsoluteClash(Tpn, Tpn),
    /// The given colour is one that the participant must not get.
    ThirdInARow(Tpn),
    /// The given colour makes the colour difference larger than 2.
    ColorDifference(Tpn, i32),
    /// The colours are the other way round by the rules of the Dutch system.
    WrongColors(Tpn, Tpn),
    /// The bye goes to one who had it, or who got the points of a win without playing.
    ByeBarred {
        /// The participant.
        tpn: Tpn,
        /// The round of the bye or of the points; 0 when not found.
        round: u32,
    },
    /// A bye although the number of participants is even.
    ByeNotNeeded,
}

impl BrokenRule {
    /// The article that is broken; empty where common sense is.
    pub const fn article(&self) -> &'static str {
        match self {
            BrokenRule::Unknown(_) | BrokenRule::Himself(_) | BrokenRule::NotPresent(_) => "",
            BrokenRule::Rematch { .. } => "C.04.1 art. 2 [C1]",
            BrokenRule::Forbidden(..) => "rules of the event",
            BrokenRule::AbsoluteClash(..) => "C.04.3 art. 2 [C3]",
            BrokenRule::ThirdInARow(_) => "C.04.1 art. 7",
            BrokenRule::ColorDifference(..) => "C.04.1 art. 6",
            BrokenRule::WrongColors(..) => "C.04.3 art. 5.2",
            BrokenRule::ByeBarred { .. } => "C.04.1 art. 4 [C2]",
            BrokenRule::ByeNotNeeded => "C.04.1 art. 3",
        }
    }

    /// Whether no program may make such a pairing (as against one that is only not the best).
    pub const fn is_absolute(&self) -> bool {
        !matches!(self, BrokenRule::WrongColors(..))
    }
}

impl fmt::Display for BrokenRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BrokenRule::Unknown(tpn) => write!(f, "{tpn} is not in the list"),
            BrokenRule::Himself(tpn) => write!(f, "{tpn} cannot be paired with himself"),
            BrokenRule::NotPresent(tpn) => write!(f, "{tpn} is absent in this round"),
            BrokenRule::Rematch { white, black, rounds } => {
                let rounds: Vec<String> = rounds.iter().map(u32::to_string).collect();
                write!(f, "{white} and {black} have met in round {}", rounds.join(", "))
            }
            BrokenRule::Forbidden(a, b) => write!(f, "the organiser forbids the pair {a} and {b}"),
            BrokenRule::AbsoluteClash(a, b) => write!(f, "{a} and {b} must both get the same colour"),
            BrokenRule::ThirdInARow(tpn) => write!(f, "{tpn} would get the same colour the third time in a row"),
            BrokenRule::ColorDifference(tpn, difference) => {
                write!(f, "{tpn} would come to a colour difference of {difference:+}")
            }
            BrokenRule::WrongColors(white, black) => write!(f, "by the rules {black} has White against {white}"),
            BrokenRule::ByeBarred { tpn, round: 0 } => write!(f, "{tpn} must not get the bye"),
            BrokenRule::ByeBarred { tpn, round } => {
                write!(f, "{tpn} already got a bye or the points of a win without playing, in round {round}")
            }
            BrokenRule::ByeNotNeeded => write!(f, "the number of participants is even, so nobody is left over"),
        }?;
        match self.article() {
            "" => Ok(()),
            article => write!(f, " ({article})"),
        }
    }
}

/// The rules of the Dutch system that the pair breaks; empty when it is legal with these colours.
///
/// # Errors
/// [`PairingError::BadInput`] when the input contradicts itself.
///
/// ```
/// # use pairing::swiss::*;
/// # use pairing::Points;
/// let entrant = |tpn| Entrant { tpn, rating: 0, rounds: vec![], virtual_points: vec![], present: true, extra_points: Points::ZERO };
/// let input = RoundInput {
///     round: 1, rounds_total: 5, entrants: (1..=4).map(entrant).collect(), forbidden: vec![(1, 3)],
///     initial_color: Color::White, scoring: Scoring::default(),
/// };
/// assert_eq!(broken_rules(&input, 1, 3).unwrap(), [BrokenRule::Forbidden(1, 3)]);
/// assert_eq!(broken_rules(&input, 1, 4).unwrap(), []);
/// ```
pub fn broken_rules(input: &RoundInput, white: Tpn, black: Tpn) -> Result<Vec<BrokenRule>, PairingError> {
    let field = Field::new(input)?;
    Ok(broken_in_field(&field, input, white, black))
}

/// As [`broken_rules`], with the facts at hand.
pub(crate) fn broken_in_field(field: &Field, input: &RoundInput, white: Tpn, black: Tpn) -> Vec<BrokenRule> {
    let mut broken = Vec::new();
    let (Some(w), Some(b)) = (field.index_of(white), field.index_of(black)) else {
        broken.extend([white, black].into_iter().filter(|t| field.index_of(*t).is_none()).map(BrokenRule::Unknown));
        return broken;
    };
    if w == b {
        return vec![BrokenRule::Himself(white)];
    }
    broken.extend(
        [w, b].into_iter().filter(|&i| !field.players[i].present).map(|i| BrokenRule::NotPresent(field.players[i].tpn)),
    );
    if field.players[w].has_met(b) {
        let rounds = rounds_where(input, white, |entry| entry.kind.is_played() && entry.opponent == Some(black));
        broken.push(BrokenRule::Rematch { white, black, rounds });
    }
    if field.is_forbidden(w, b) {
        broken.push(BrokenRule::Forbidden(white, black));
    }
    let free = field.is_topscorer(w) || field.is_topscorer(b);
    if field.colors_clash(w, b) && !free {
        broken.push(BrokenRule::AbsoluteClash(white, black));
    }
    let right = super::colors::dutch_white(field, w, b) == (w, b);
    if !right {
        broken.push(BrokenRule::WrongColors(white, black));
    }
    if !(free && right) {
        for (i, color) in [(w, super::Color::White), (b, super::Color::Black)] {
            let player = &field.players[i];
            if matches!(player.preference, Preference::Absolute(wish) if wish != color) {
                let mut history = player.history.clone();
                history.push(color);
                if repeated_color(&player.history) == Some(color) {
                    broken.push(BrokenRule::ThirdInARow(player.tpn));
                }
                let difference = color_difference(&history);
                if difference.abs() > 2 {
                    broken.push(BrokenRule::ColorDifference(player.tpn, difference));
                }
            }
        }
    }
    broken
}

/// The rules that the pairing-allocated bye for `tpn` breaks; empty when it is legal.
///
/// # Errors
/// [`PairingError::BadInput`] when the input contradicts itself.
pub fn broken_rules_of_bye(input: &RoundInput, tpn: Tpn) -> Result<Vec<BrokenRule>, PairingError> {
    let field = Field::new(input)?;
    let Some(i) = field.index_of(tpn) else { return Ok(vec![BrokenRule::Unknown(tpn)]) };
    let mut broken = Vec::new();
    if !field.players[i].present {
        broken.push(BrokenRule::NotPresent(tpn));
    }
    if field.players[i].bye_barred {
        let rounds = rounds_where(input, tpn, |entry| {
            entry.kind == super::EntryKind::PairingBye || (!entry.kind.is_played() && entry.points >= input.scoring.win)
        });
        broken.push(BrokenRule::ByeBarred { tpn, round: rounds.first().copied().unwrap_or(0) });
    }
    if field.order.len() % 2 == 0 {
        broken.push(BrokenRule::ByeNotNeeded);
    }
    Ok(broken)
}

fn rounds_where(input: &RoundInput, tpn: Tpn, wanted: impl Fn(&super::RoundEntry) -> bool) -> Vec<u32> {
    let entrant = input.entrants.iter().find(|entrant| entrant.tpn == tpn);
    let rounds = entrant.map(|entrant| entrant.rounds.as_slice()).unwrap_or_default();
    rounds.iter().zip(1..).filter(|(entry, _)| wanted(entry)).map(|(_, round)| round).collect()
}
