//! The plain data of an event. Nothing here changes itself; see [`crate::command`].
//!
//! Large parts stand behind [`Arc`], so that a copy of a [`State`] is cheap and a change is found by comparing pointers.

use crate::prizes::PrizeFund;
use crate::standings::{DecisionKind, Edition};
use pairing::Points;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

mod federations;
mod rounds;
mod seeding;

pub use crate::scheveningen::ScheveningenOptions;
pub use federations::{is_federation, national_code, place_of};
pub use rounds::*;
pub use seeding::*;

pub use crate::knockout::options::{
    FirstColorRule, KnockoutFormat, KnockoutOptions, KnockoutSeeding, LadderKind, LadderStep, Separation,
};

/// A player's identity in the event; never reused, never changed. The pairing number is another thing, see [`Stage::numbers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(pub u32);

impl PlayerId {
    /// Nobody: the vacant seat of a board in a team match. Identities of players begin with 1.
    pub const NOBODY: PlayerId = PlayerId(0);
}

/// A team's identity in the event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TeamId(pub u32);

/// A stored game record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RecordId(pub u32);

/// A stage of the event, from 0. Most events have only stage 0.
pub type StageIndex = usize;

/// A round of a stage, from 1.
pub type RoundNumber = u32;

/// A calendar date of which only the year may be known, written `1990-05-17`, `1990-05` or `1990`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct PartialDate {
    /// The year, 1 to 9999.
    pub year: u16,
    /// The month, 1 to 12; 0 unknown.
    pub month: u8,
    /// The day, 1 to 31; 0 unknown.
    pub day: u8,
}

/// Sex as report files know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Sex {
    /// `m`
    Male,
    /// `w`
    Female,
}

/// A FIDE title, strongest first in the order of GHR 2.2.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Title {
    GM,
    IM,
    WGM,
    FM,
    WIM,
    CM,
    WFM,
    WCM,
}

/// One rating of a player.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rating {
    /// The list: `FIDE`, `FIDE rapid`, a national one.
    pub list: String,
    /// The rating; never 0.
    pub value: u16,
    /// The development coefficient, where known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub k: Option<u8>,
}

impl Rating {
    /// The discipline that the list is of, by its name: `FIDE rapid`, `FIDE blitz`, all others classical.
    pub fn discipline(&self) -> Discipline {
        let last = self.list.rsplit(' ').next().unwrap_or_default();
        if last.eq_ignore_ascii_case("rapid") {
            Discipline::Rapid
        } else if last.eq_ignore_ascii_case("blitz") {
            Discipline::Blitz
        } else {
            Discipline::Classical
        }
    }
}

/// A player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Player {
    /// "Surname, First"; a single name stands alone.
    pub name: String,
    /// Sex, where known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sex: Option<Sex>,
    /// Birth date or year.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth: Option<PartialDate>,
    /// Title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Title>,
    /// Ratings; the first one is the one that orders the list (unless the settings name a list).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<Rating>,
    /// Federation, three letters.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub federation: String,
    /// FIDE number or another identity number.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Club.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub club: String,
    /// Team.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<TeamId>,
    /// Names of categories from the settings.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub categories: BTreeSet<String>,
    /// Telephone, address.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub contact: String,
    /// Free text.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Rounds that the player is known to miss, and what each is worth. Only `Half`, `Full` and `Zero` occur.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub requested_byes: BTreeMap<RoundNumber, ByeKind>,
    /// First round that the player is paired in; 1 for everybody who is there from the start.
    pub entered_in: RoundNumber,
    /// The round from which the player has withdrawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrawn_from: Option<RoundNumber>,
    /// Seen at the desk (check-in).
    pub checked_in: bool,
    /// A board where the player always sits (disability, live board).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed_board: Option<u32>,
    /// What the national rating records of a report file say besides the rating, by the name of the list.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub national: BTreeMap<String, NationalEntry>,
}

/// A player in a national rating list, besides the rating.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct NationalEntry {
    /// Title there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Title>,
    /// Where the player comes from by that list.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub origin: String,
    /// Number there.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// The name there, where it is another one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The birth date there, where it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth: Option<PartialDate>,
    /// The title there, where it is none of FIDE's: up to three characters.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title_text: String,
}

/// A team.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Team {
    /// Name.
    pub name: String,
    /// Short name, up to five characters.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub short: String,
    /// Members in board order; substitutes last.
    pub members: Vec<PlayerId>,
    /// Captain, contact.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub captain: String,
    /// Strength for ordering; 0: computed from the members.
    pub strength: u16,
    /// First round that the team is paired in; 0 and 1: there from the start.
    #[serde(skip_serializing_if = "is_start")]
    pub entered_in: RoundNumber,
    /// The round from which the team has withdrawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrawn_from: Option<RoundNumber>,
    /// Rounds that the team is known to miss, and what each is worth. Only `Half`, `Full` and `Zero` occur.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub requested_byes: BTreeMap<RoundNumber, ByeKind>,
}

fn is_start(round: &RoundNumber) -> bool {
    *round <= 1
}

/// The score that decides between teams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TeamScore {
    /// Match points.
    #[default]
    MatchPoints,
    /// Game points.
    GamePoints,
}

/// When teams wish a colour on board 1 (FIDE C.04.6 art. 1.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TeamColors {
    /// Only after two of one colour or a difference of two.
    #[default]
    TypeA,
    /// Strong wishes as in type A, and mild ones.
    TypeB,
    /// Never.
    None,
}

/// The rules of matches between teams.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TeamRules {
    /// Boards of a match.
    pub boards: u8,
    /// Match points of a won match, in tenths as all of these.
    pub match_win: i32,
    /// Of a drawn match.
    pub match_draw: i32,
    /// Of a lost match, also by forfeit.
    pub match_loss: i32,
    /// Match points of the pairing-allocated bye; `None`: those of a drawn match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bye_match_points: Option<i32>,
    /// Game points of the pairing-allocated bye; `None`: a draw on every board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bye_game_points: Option<i32>,
    /// The score that ranks and pairs the teams.
    pub primary: TeamScore,
    /// The other score finds the first team of a pair (C.04.6 art. 4.2.2).
    pub use_secondary: bool,
    /// Wishes of colour.
    pub colors: TeamColors,
    /// Members play in board order: substitutes come in at the end and the others move up.
    pub fixed_order: bool,
    /// Colours alternate down the boards; otherwise a team has one colour on all of them.
    pub alternate: bool,
    /// The colours of the team with White on board 1, board by board, where they follow another pattern (`WBBW`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub board_colors: Vec<Color>,
    /// Individual-team contest: how many of a team's best members count.
    pub best_members: u8,
}

impl Default for TeamRules {
    fn default() -> Self {
        TeamRules {
            boards: 4,
            match_win: 20,
            match_draw: 10,
            match_loss: 0,
            bye_match_points: None,
            bye_game_points: None,
            primary: TeamScore::MatchPoints,
            use_secondary: true,
            colors: TeamColors::TypeA,
            fixed_order: true,
            alternate: true,
            board_colors: Vec::new(),
            best_members: 4,
        }
    }
}

/// How the participants of a stage are paired (`source-requirements` T1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum System {
    /// A Swiss system.
    Swiss {
        /// Which one.
        variant: SwissVariant,
        /// Baku acceleration (FIDE C.04.7).
        acceleration: bool,
    },
    /// Everybody meets everybody by Berger tables.
    RoundRobin {
        /// How many times; from 1.
        cycles: u8,
        /// The last two rounds of the first cycle exchanged.
        exchange_last_two: bool,
    },
    /// Whoever loses a meeting is out.
    Knockout {
        /// A match for third place.
        third_place: bool,
        /// Bracket, seeding, colours and tie-breaks.
        #[serde(default)]
        options: Box<KnockoutOptions>,
    },
    /// Every member of a team meets every member of the other.
    Scheveningen {
        /// Each pair meets twice.
        double: bool,
        /// Boards of the match; 0 stands for the size of the smaller team. Further members are substitutes, missing ones leave their
        /// opponents free.
        #[serde(default)]
        boards: u32,
        /// The order of the second half, and how the match is decided.
        #[serde(default)]
        options: ScheveningenOptions,
    },
    /// Pairs are set by hand.
    Manual,
}

impl System {
    /// A plain knockout: the standard bracket, no ladder.
    pub fn knockout(third_place: bool) -> System {
        System::Knockout { third_place, options: Box::default() }
    }

    /// A Scheveningen match by game points, the second half back to front.
    pub fn scheveningen(double: bool, boards: u32) -> System {
        System::Scheveningen { double, boards, options: ScheveningenOptions::default() }
    }

    /// The Swiss whose rounds are matches of two games (FIDE C.04.5).
    pub fn is_double_swiss(&self) -> bool {
        matches!(self, System::Swiss { variant: SwissVariant::DoubleSwiss, .. })
    }
}

/// A Swiss system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SwissVariant {
    /// FIDE C.04.3.
    Dutch,
    /// FIDE C.04.4.1.
    Dubov,
    /// FIDE C.04.4.2.
    Burstein,
    /// FIDE C.04.5: matches of two games.
    DoubleSwiss,
    /// FIDE C.04.4.3, built from an incomplete text.
    Lim,
    /// Swiss Team Pairing System, FIDE C.04.6; of teams only.
    Team,
}

/// Contest of players or of teams (`source-requirements` T3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Contest {
    #[default]
    Individual,
    Team,
    IndividualTeam,
}

/// Level of the event (`source-requirements` T6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Level {
    #[default]
    Club,
    National,
    FideRated,
    FideTitle,
    FideChampionship,
}

/// Discipline (`source-requirements` T4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Discipline {
    #[default]
    Classical,
    Rapid,
    Blitz,
    Correspondence,
    Composition,
}

/// What results are worth in the event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Scoring {
    /// A win, a forfeit win, a full-point bye; tenths of a point, as all of these.
    pub win: i32,
    /// A draw, a half-point bye.
    pub draw: i32,
    /// A loss over the board.
    pub loss: i32,
    /// A zero-point bye.
    pub zero_bye: i32,
    /// A loss by forfeit.
    pub forfeit_loss: i32,
    /// The pairing-allocated bye.
    pub pairing_bye: i32,
}

impl Default for Scoring {
    fn default() -> Self {
        Scoring { win: 10, draw: 5, loss: 0, zero_bye: 0, forfeit_loss: 0, pairing_bye: 10 }
    }
}

impl From<Scoring> for pairing::swiss::Scoring {
    fn from(s: Scoring) -> Self {
        pairing::swiss::Scoring {
            win: Points(s.win),
            draw: Points(s.draw),
            loss: Points(s.loss),
            zero_bye: Points(s.zero_bye),
            forfeit_loss: Points(s.forfeit_loss),
            pairing_bye: Points(s.pairing_bye),
        }
    }
}

/// Extra time of a period (`source-requirements` C1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Extra {
    /// None.
    #[default]
    None,
    /// Seconds added for each move.
    Increment(u32),
    /// Seconds before the main time runs; not kept.
    Delay(u32),
}

/// One period of a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Period {
    /// Number of moves; `None` is all that remain.
    pub moves: Option<u32>,
    /// Main time in seconds.
    pub seconds: u32,
    /// Increment or delay.
    pub extra: Extra,
}

/// A time control: periods for White, and for Black where they differ (Armageddon).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct TimeControl {
    /// White's periods, or both sides'.
    pub periods: Vec<Period>,
    /// Black's, if they differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<Vec<Period>>,
    /// Words for what the coded form cannot say.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Color {
    White,
    Black,
}

impl From<Color> for pairing::swiss::Color {
    fn from(c: Color) -> Self {
        match c {
            Color::White => pairing::swiss::Color::White,
            Color::Black => pairing::swiss::Color::Black,
        }
    }
}

impl From<pairing::swiss::Color> for Color {
    fn from(c: pairing::swiss::Color) -> Self {
        match c {
            pairing::swiss::Color::White => Color::White,
            pairing::swiss::Color::Black => Color::Black,
        }
    }
}

/// How the initial colour was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lot {
    /// Drawn by the program from this seed.
    Drawn {
        /// The seed of the draw.
        seed: u64,
    },
    /// Drawn by people and typed in.
    Typed,
}

/// A category that players can be in (`source-requirements` T5).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Category {
    /// Its name, unique in the event.
    pub name: String,
    /// Least age in the year of the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_age: Option<u8>,
    /// Greatest age in the year of the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_age: Option<u8>,
    /// Only this sex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sex: Option<Sex>,
    /// Least rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_rating: Option<u16>,
    /// Greatest rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_rating: Option<u16>,
    /// A rule that holds besides the limits, as [`crate::standings::CategoryRule`] reads it; empty: none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rule: String,
}

/// Two players who must not meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForbiddenPair {
    /// One.
    pub a: PlayerId,
    /// The other.
    pub b: PlayerId,
    /// From this round ...
    pub first_round: RoundNumber,
    /// ... to this one; `None` is to the end.
    pub last_round: Option<RoundNumber>,
}

/// Two teams that must not meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForbiddenTeams {
    /// One.
    pub a: TeamId,
    /// The other.
    pub b: TeamId,
    /// From this round ...
    pub first_round: RoundNumber,
    /// ... to this one; `None` is to the end.
    pub last_round: Option<RoundNumber>,
}

/// What the players must know in advance (`source-requirements` T7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Name of the event.
    pub name: String,
    /// City or venue.
    pub place: String,
    /// Federation of the event.
    pub federation: String,
    /// First day, `YYYY-MM-DD`.
    pub start: Option<PartialDate>,
    /// Last day.
    pub end: Option<PartialDate>,
    /// Date of each round, as far as known.
    pub round_dates: Vec<Option<PartialDate>>,
    /// Chief arbiter.
    pub chief_arbiter: String,
    /// Deputies.
    pub deputies: Vec<String>,
    /// Individual or team.
    pub contest: Contest,
    /// What results are worth.
    pub scoring: Scoring,
    /// A meeting of several games is scored as one unit: whoever has more of its points has won it. Otherwise the points of its games are
    /// added (T8).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub meetings_as_unit: bool,
    /// Time control.
    pub time_control: TimeControl,
    /// Minutes after the start of the round after which a player loses by default (R5).
    pub default_minutes: u32,
    /// Level.
    pub level: Level,
    /// Discipline.
    pub discipline: Discipline,
    /// The game: a name that `rules::GameKind` reads (`chess`, `russian`, ...), or any other name whose results are entered by hand.
    pub game: String,
    /// The initial colour, once drawn.
    pub initial_color: Option<Color>,
    /// How it was drawn.
    pub initial_color_lot: Option<Lot>,
    /// Tie-break codes after the points, in order (`BH/C1`, `BH`, ...).
    pub tiebreaks: Vec<String>,
    /// Which rules for unplayed rounds hold in the tie-breaks (FIDE C.07 art. 16).
    #[serde(skip_serializing_if = "is_default")]
    pub edition: Edition,
    /// Prizes.
    #[serde(skip_serializing_if = "is_default")]
    pub prizes: PrizeFund,
    /// Pairs who must not meet.
    pub forbidden: Vec<ForbiddenPair>,
    /// Pairs of teams who must not meet, where teams are paired.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbidden_teams: Vec<ForbiddenTeams>,
    /// Categories.
    pub categories: Vec<Category>,
    /// The rating list that orders the players; empty: the first rating of the discipline, see [`Settings::rating_place`].
    pub rating_list: String,
    /// The list and its date that the ratings were last taken from, as `FIDE of 2026-11-01`; empty: typed or from an entry list.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rating_source: String,
    /// Most half-point byes that a player may request.
    pub half_byes_allowed: u8,
    /// Late entries after round 4 go to the end of the list instead of the place by strength.
    pub late_entries_last: bool,
    /// In a round-robin the results of those who have played fewer than half of their games count all the same (otherwise FIDE C.05 art. 6.6
    /// leaves them out of the standings).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub count_withdrawn: bool,
    /// How the numbers of a round-robin (and inside its groups) are drawn when its round 1 is paired and they were not given before; `None`: by
    /// rating. Lots are the default of FIDE C.05 and of new events.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw_numbers: Option<NumbersDrawn>,
    /// The stages as they were announced, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Box<crate::stages::StagePlan>>,
    /// The rules of team matches.
    pub teams: TeamRules,
    /// How the players are ordered at the start, and how those without a rating are estimated.
    #[serde(skip_serializing_if = "is_default")]
    pub seeding: Seeding,
    /// What the arbiter rules about title norms.
    #[serde(skip_serializing_if = "is_default")]
    pub norms: NormRules,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Settings {
    /// The place of the rating that counts in the event among those of a player: that of the list chosen; else the first one of the discipline.
    /// In rapid and blitz events a player without a rating of that kind counts with the standard one; elsewhere a rapid or blitz rating never
    /// counts.
    pub fn rating_place(&self, ratings: &[Rating]) -> Option<usize> {
        if !self.rating_list.is_empty() {
            return place_of(ratings, &self.rating_list);
        }
        let place = |discipline| ratings.iter().position(|rating| rating.discipline() == discipline);
        let own = match self.discipline {
            Discipline::Rapid | Discipline::Blitz => place(self.discipline),
            _ => None,
        };
        own.or_else(|| place(Discipline::Classical))
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            name: String::new(),
            place: String::new(),
            federation: String::new(),
            start: None,
            end: None,
            round_dates: Vec::new(),
            chief_arbiter: String::new(),
            deputies: Vec::new(),
            contest: Contest::Individual,
            scoring: Scoring::default(),
            meetings_as_unit: false,
            time_control: TimeControl::default(),
            default_minutes: 60,
            level: Level::Club,
            discipline: Discipline::Classical,
            game: "chess".to_owned(),
            initial_color: None,
            initial_color_lot: None,
            tiebreaks: ["BH/C1", "BH", "SB", "DE", "WIN"].map(str::to_owned).to_vec(),
            edition: Edition::default(),
            prizes: PrizeFund::default(),
            forbidden: Vec::new(),
            forbidden_teams: Vec::new(),
            categories: Vec::new(),
            rating_list: String::new(),
            rating_source: String::new(),
            half_byes_allowed: 1,
            late_entries_last: false,
            count_withdrawn: false,
            draw_numbers: None,
            plan: None,
            teams: TeamRules::default(),
            seeding: Seeding::default(),
            norms: NormRules::default(),
        }
    }
}

/// The whole event at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Settings.
    pub settings: Arc<Settings>,
    /// Players by identity.
    pub players: BTreeMap<PlayerId, Arc<Player>>,
    /// Teams by identity.
    #[serde(default)]
    pub teams: BTreeMap<TeamId, Arc<Team>>,
    /// Stages in order; at least one.
    pub stages: Vec<Stage>,
    /// Bonus and penalty points.
    #[serde(default)]
    pub adjustments: Vec<Adjustment>,
    /// How ties were decided, in order of time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tie_decisions: Vec<TieDecision>,
    /// Bonus and penalty points of teams.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub team_adjustments: Vec<TeamAdjustment>,
    /// Game records.
    #[serde(default)]
    pub records: BTreeMap<RecordId, Arc<StoredRecord>>,
    /// The event follows FIDE's rules for accepted programs. Once left, never again.
    pub fide_mode: bool,
    /// Acts that harm pairing integrity.
    #[serde(default)]
    pub notes: Vec<LogNote>,
    /// Lines of an imported report file that nothing else holds; written back on export.
    #[serde(default)]
    pub foreign_lines: Arc<Vec<String>>,
}

impl std::fmt::Display for PartialDate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.month, self.day) {
            (0, _) => write!(f, "{:04}", self.year),
            (month, 0) => write!(f, "{:04}-{month:02}", self.year),
            (month, day) => write!(f, "{:04}-{month:02}-{day:02}", self.year),
        }
    }
}

impl From<PartialDate> for String {
    fn from(date: PartialDate) -> String {
        date.to_string()
    }
}

impl TryFrom<String> for PartialDate {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl std::str::FromStr for PartialDate {
    type Err = String;

    /// Reads `1990-05-17`, `1990/05/17`, `1990.05.17` and their beginnings; a month or day of `00` is unknown.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("\"{text}\" is not a date; write 1990-05-17, 1990-05 or 1990");
        let mut parts = text.trim().split(['-', '/', '.']);
        let mut number = |optional: bool| match parts.next() {
            None if optional => Ok(0),
            Some(part) if !part.is_empty() && part.len() <= 4 => part.parse::<u16>().map_err(|_| wrong()),
            _ => Err(wrong()),
        };
        let (year, month, day) = (number(false)?, number(true)?, number(true)?);
        let fits = parts.next().is_none()
            && (1..=9999).contains(&year)
            && month <= 12
            && day <= days_in(year, month)
            && (month > 0 || day == 0);
        // The conversions cannot lose anything: month <= 12 and day <= 31 were tested.
        if fits { Ok(PartialDate { year, month: month as u8, day: day as u8 }) } else { Err(wrong()) }
    }
}

/// Days of a month; 31 for an unknown one.
fn days_in(year: u16, month: u16) -> u16 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 31,
    }
}
