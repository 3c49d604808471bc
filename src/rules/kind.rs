//! The games that this crate can check.

use std::fmt;
use std::str::FromStr;

use crate::Side;

/// A game of the draughts family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Draughts {
    /// Russian draughts (shashki), 8x8.
    Russian,
    /// International draughts, 10x10.
    International,
    /// Brazilian draughts: international rules on 8x8.
    Brazilian,
    /// Canadian draughts: international rules on 12x12.
    Canadian,
    /// English draughts (American checkers), 8x8.
    English,
    /// American pool checkers, 8x8.
    Pool,
    /// Italian draughts, 8x8.
    Italian,
    /// Czech draughts, 8x8.
    Czech,
    /// Spanish (Algerian) draughts, 8x8.
    Spanish,
    /// Portuguese draughts: Spanish rules.
    Portuguese,
    /// Turkish draughts (dama), 8x8 on all squares.
    Turkish,
    /// Frisian draughts, 10x10.
    Frisian,
    /// Spantsiretti: Russian rules on ten files and eight ranks.
    Spantsiretti,
    /// Thai draughts (makhos), 8x8 with eight men a side.
    Thai,
}

impl Draughts {
    /// All draughts games, in the order in which they are offered for choice.
    pub const ALL: [Draughts; 14] = [
        Draughts::Russian,
        Draughts::International,
        Draughts::Brazilian,
        Draughts::Canadian,
        Draughts::English,
        Draughts::Pool,
        Draughts::Italian,
        Draughts::Czech,
        Draughts::Spanish,
        Draughts::Portuguese,
        Draughts::Turkish,
        Draughts::Frisian,
        Draughts::Spantsiretti,
        Draughts::Thai,
    ];

    /// The name used in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Draughts::Russian => "russian",
            Draughts::International => "international",
            Draughts::Brazilian => "brazilian",
            Draughts::Canadian => "canadian",
            Draughts::English => "english",
            Draughts::Pool => "pool",
            Draughts::Italian => "italian",
            Draughts::Czech => "czech",
            Draughts::Spanish => "spanish",
            Draughts::Portuguese => "portuguese",
            Draughts::Turkish => "turkish",
            Draughts::Frisian => "frisian",
            Draughts::Spantsiretti => "spantsiretti",
            Draughts::Thai => "thai",
        }
    }

    const fn label(self) -> &'static str {
        match self {
            Draughts::Russian => "Russian draughts",
            Draughts::International => "International draughts",
            Draughts::Brazilian => "Brazilian draughts",
            Draughts::Canadian => "Canadian draughts",
            Draughts::English => "English draughts (checkers)",
            Draughts::Pool => "Pool checkers",
            Draughts::Italian => "Italian draughts",
            Draughts::Czech => "Czech draughts",
            Draughts::Spanish => "Spanish draughts",
            Draughts::Portuguese => "Portuguese draughts",
            Draughts::Turkish => "Turkish draughts",
            Draughts::Frisian => "Frisian draughts",
            Draughts::Spantsiretti => "80-square Russian draughts",
            Draughts::Thai => "Thai draughts",
        }
    }

    const fn giveaway_label(self) -> &'static str {
        match self {
            Draughts::Russian => "Russian draughts, giveaway",
            Draughts::International => "International draughts, giveaway",
            Draughts::Brazilian => "Brazilian draughts, giveaway",
            Draughts::Canadian => "Canadian draughts, giveaway",
            Draughts::English => "English draughts (checkers), giveaway",
            Draughts::Pool => "Pool checkers, giveaway",
            Draughts::Italian => "Italian draughts, giveaway",
            Draughts::Czech => "Czech draughts, giveaway",
            Draughts::Spanish => "Spanish draughts, giveaway",
            Draughts::Portuguese => "Portuguese draughts, giveaway",
            Draughts::Turkish => "Turkish draughts, giveaway",
            Draughts::Frisian => "Frisian draughts, giveaway",
            Draughts::Spantsiretti => "80-square Russian draughts, giveaway",
            Draughts::Thai => "Thai draughts, giveaway",
        }
    }
}

/// Which game is played.
///
/// ```
/// use rules::{Draughts, GameKind};
///
/// let kind: GameKind = "frisian-giveaway".parse()?;
/// assert_eq!(kind, GameKind::Giveaway(Draughts::Frisian));
/// assert_eq!(kind.to_string(), "frisian-giveaway");
/// # Ok::<(), rules::UnknownGame>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameKind {
    /// Chess from the ordinary starting position or from a set-up one.
    Chess,
    /// Chess960 (Fischer random chess).
    Chess960,
    /// A draughts game in which a side without pieces or moves loses.
    Draughts(Draughts),
    /// The same game turned round: the side without pieces or moves wins.
    Giveaway(Draughts),
}

impl GameKind {
    /// Every kind: chess, Chess960, all draughts games, then all giveaway games.
    pub fn all() -> impl Iterator<Item = GameKind> {
        [GameKind::Chess, GameKind::Chess960]
            .into_iter()
            .chain(Draughts::ALL.into_iter().map(GameKind::Draughts))
            .chain(Draughts::ALL.into_iter().map(GameKind::Giveaway))
    }

    /// A name for people, such as `Pool checkers`.
    pub const fn label(self) -> &'static str {
        match self {
            GameKind::Chess => "Chess",
            GameKind::Chess960 => "Chess960",
            GameKind::Draughts(game) => game.label(),
            GameKind::Giveaway(game) => game.giveaway_label(),
        }
    }

    /// Is it a game of the draughts family (giveaway or not)?
    pub const fn is_draughts(self) -> bool {
        self.draughts().is_some()
    }

    /// The draughts game whose moves are played, if it is one.
    pub const fn draughts(self) -> Option<Draughts> {
        match self {
            GameKind::Draughts(game) | GameKind::Giveaway(game) => Some(game),
            GameKind::Chess | GameKind::Chess960 => None,
        }
    }

    /// Does the side without pieces or moves win?
    pub const fn is_giveaway(self) -> bool {
        matches!(self, GameKind::Giveaway(_))
    }

    /// The side that makes the first move of a game from the starting position
    /// (`source-requirements` section 4: Black in English, Pool and Thai draughts, White elsewhere).
    pub const fn first_mover(self) -> Side {
        match self.draughts() {
            Some(game) => crate::draughts::first_mover(game),
            None => Side::White,
        }
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameKind::Chess => f.write_str("chess"),
            GameKind::Chess960 => f.write_str("chess960"),
            GameKind::Draughts(game) => f.write_str(game.name()),
            GameKind::Giveaway(game) => write!(f, "{}-giveaway", game.name()),
        }
    }
}

/// The name is not one of the games of [`GameKind`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown game \"{0}\"; known are chess, chess960, russian, international, brazilian, canadian, english, pool, \
         italian, czech, spanish, portuguese, turkish, frisian, spantsiretti, thai, and -giveaway after a draughts name"
)]
pub struct UnknownGame(pub String);

impl FromStr for GameKind {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<GameKind, UnknownGame> {
        let lower = text.trim().to_ascii_lowercase();
        GameKind::all().find(|kind| kind.to_string() == lower).ok_or_else(|| UnknownGame(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for kind in GameKind::all() {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert!(!kind.label().is_empty());
        }
        assert_eq!(GameKind::all().count(), 30);
        assert!("halma".parse::<GameKind>().is_err());
    }

    #[test]
    fn black_begins_where_the_rules_say_so() {
        let black: Vec<String> =
            GameKind::all().filter(|k| k.first_mover() == Side::Black).map(|k| k.to_string()).collect();
        assert_eq!(black, ["english", "pool", "thai", "english-giveaway", "pool-giveaway", "thai-giveaway"]);
    }
}
