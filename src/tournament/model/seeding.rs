//! Which rating orders a player, and which one is rated.

use super::*;

/// The name of the list that holds the arbiter's estimates of players without a rating (FIDE C.04.2 art. 2.2).
pub const ESTIMATE: &str = "estimate";

/// Which rating orders the players where several lists give one (record 172 of report files).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum StartRating {
    /// That of the event's rating list; without one each player's first.
    #[default]
    List,
    /// FIDE's only.
    Fide,
    /// The national one only.
    National,
    /// FIDE's, else the national one.
    FideFirst,
    /// The national one, else FIDE's.
    NationalFirst,
    /// The higher of the two.
    Higher,
    /// The lower of the two.
    Lower,
    /// The arbiter's estimate, else FIDE's.
    Other,
}

impl StartRating {
    /// All methods.
    pub const ALL: [StartRating; 8] = [
        StartRating::List,
        StartRating::Fide,
        StartRating::National,
        StartRating::FideFirst,
        StartRating::NationalFirst,
        StartRating::Higher,
        StartRating::Lower,
        StartRating::Other,
    ];

    /// The code of record 172; the plain list has none.
    pub const fn code(self) -> Option<&'static str> {
        match self {
            StartRating::List => None,
            StartRating::Fide => Some("FIDE"),
            StartRating::National => Some("NRO"),
            StartRating::FideFirst => Some("FIDON"),
            StartRating::NationalFirst => Some("NIDOF"),
            StartRating::Higher => Some("HBFN"),
            StartRating::Lower => Some("LBFN"),
            StartRating::Other => Some("OTHER"),
        }
    }

    /// Reads a code of record 172.
    pub fn from_code(code: &str) -> Option<StartRating> {
        StartRating::ALL.into_iter().find(|method| method.code().is_some_and(|known| known.eq_ignore_ascii_case(code)))
    }

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            StartRating::List => "the rating list of the event",
            StartRating::Fide => "FIDE rating",
            StartRating::National => "national rating",
            StartRating::FideFirst => "FIDE rating, else the national one",
            StartRating::NationalFirst => "national rating, else FIDE's",
            StartRating::Higher => "the higher of FIDE and national rating",
            StartRating::Lower => "the lower of FIDE and national rating",
            StartRating::Other => "the arbiter's estimate, else the FIDE rating",
        }
    }
}

/// How players are ordered at the start, and how those without a rating are estimated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Seeding {
    /// The method.
    pub method: StartRating,
    /// The name of the national list, usually a federation's code.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub national: String,
    /// Another method for some players: a category that they are in by name, or a federation's code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<(String, StartRating)>,
}

/// What the arbiter rules about title norms (FIDE B.01).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct NormRules {
    /// The federations of the opponents do not matter: final of a national championship, zonal event (1.4.3).
    pub federations_waived: bool,
    /// The least number of games where it is not nine: 7 or 8 in events with permission (1.4.1); 0: nine.
    pub least_games: u8,
}

impl Seeding {
    /// The method for a player.
    pub fn method_of(&self, player: &Player) -> StartRating {
        match &self.second {
            Some((group, method))
                if player.categories.contains(group) || player.federation.eq_ignore_ascii_case(group) =>
            {
                *method
            }
            _ => self.method,
        }
    }

    /// In words, for lists.
    pub fn words(&self) -> String {
        let mut words = self.method.words().to_owned();
        if !self.national.is_empty() {
            words = format!("{words} (national list {})", self.national);
        }
        if let Some((group, method)) = &self.second {
            words = format!("{words}; for {group}: {}", method.words());
        }
        words
    }
}

fn of_list<'a>(player: &'a Player, list: &str) -> Option<&'a Rating> {
    player.ratings.get(place_of(&player.ratings, list)?)
}

/// Whether a list is one of FIDE's, by its name.
pub fn is_fide_list(list: &str) -> bool {
    list.get(..4).is_some_and(|name| name.eq_ignore_ascii_case("FIDE"))
        && !list[4..].starts_with(|c: char| c.is_alphanumeric())
}

impl Settings {
    /// As [`State::fide_rating`].
    pub fn fide_rating<'a>(&self, player: &'a Player) -> Option<&'a Rating> {
        let own = match self.discipline {
            Discipline::Rapid => of_list(player, "FIDE rapid"),
            Discipline::Blitz => of_list(player, "FIDE blitz"),
            _ => None,
        };
        own.or_else(|| of_list(player, "FIDE"))
    }

    /// As [`State::official_rating`]; `fide` says whether anybody has a rating of FIDE.
    pub fn official_rating<'a>(&self, player: &'a Player, fide: bool) -> Option<&'a Rating> {
        let estimate = |rating: &&Rating| rating.list.eq_ignore_ascii_case(ESTIMATE);
        let named = self.seeding.method == StartRating::List && !self.rating_list.is_empty();
        if !named && (fide || self.seeding.method != StartRating::List) {
            return self.fide_rating(player);
        }
        let first = self.rating_place(&player.ratings).and_then(|place| player.ratings.get(place));
        if first.as_ref().is_some_and(estimate) {
            return player.ratings.iter().find(|rating| !estimate(rating)).filter(|_| !named);
        }
        first
    }

    /// As [`State::start_rating`].
    pub fn start_rating<'a>(&self, player: &'a Player) -> Option<&'a Rating> {
        let seeding = &self.seeding;
        let (fide, national) = (self.fide_rating(player), of_list(player, &seeding.national));
        let estimate = of_list(player, ESTIMATE);
        let higher = |a: Option<&'a Rating>, b: Option<&'a Rating>| match (a, b) {
            (Some(a), Some(b)) => Some(if b.value > a.value { b } else { a }),
            (a, b) => a.or(b),
        };
        let found = match seeding.method_of(player) {
            StartRating::List => self.rating_place(&player.ratings).and_then(|place| player.ratings.get(place)),
            StartRating::Fide => fide,
            StartRating::National => national,
            StartRating::FideFirst => fide.or(national),
            StartRating::NationalFirst => national.or(fide),
            StartRating::Higher => higher(fide, national),
            StartRating::Lower => match (fide, national) {
                (Some(a), Some(b)) => Some(if b.value < a.value { b } else { a }),
                (a, b) => a.or(b),
            },
            StartRating::Other => estimate.or(fide),
        };
        found.or(estimate)
    }
}

impl State {
    /// FIDE's rating of a player for this event: in rapid and blitz events that of the discipline, else the standard one.
    pub fn fide_rating<'a>(&self, player: &'a Player) -> Option<&'a Rating> {
        self.settings.fide_rating(player)
    }

    /// The rating of a list that is rated in the event: that of the list that the settings name, else FIDE's. Where nobody has one of FIDE, each
    /// player's first; never an estimate.
    pub fn official_rating<'a>(&self, player: &'a Player) -> Option<&'a Rating> {
        let fide = |player: &std::sync::Arc<Player>| player.ratings.iter().any(|rating| is_fide_list(&rating.list));
        self.settings.official_rating(player, self.players.values().any(fide))
    }

    /// The rating that orders a player by the settings; `None` without any.
    pub fn start_rating<'a>(&self, player: &'a Player) -> Option<&'a Rating> {
        self.settings.start_rating(player)
    }
}
