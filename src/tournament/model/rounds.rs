//! Results, meetings, rounds, stages, and what is kept of them.

use super::*;

/// A round without an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ByeKind {
    /// Pairing-allocated bye.
    PairingAllocated,
    /// Full-point bye; discouraged.
    Full,
    /// Half-point bye.
    Half,
    /// Zero-point bye.
    Zero,
}

/// The result of one game. Wrong combinations cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// 1 - 0.
    WhiteWins,
    /// 0 - 1.
    BlackWins,
    /// ½ - ½.
    Draw,
    /// 0 - 0, played (R9).
    BothLose,
    /// ½ - 0, played (R9).
    HalfToWhite,
    /// 0 - ½, played (R9).
    HalfToBlack,
    /// 1 - 0, not rated (less than one move).
    WhiteWinsUnrated,
    /// 0 - 1, not rated.
    BlackWinsUnrated,
    /// ½ - ½, not rated.
    DrawUnrated,
    /// + - -: Black did not come.
    ForfeitToWhite,
    /// - - +: White did not come.
    ForfeitToBlack,
    /// - - -: nobody came.
    BothForfeit,
    /// To be finished later; a draw for pairing.
    Adjourned,
}

/// Why a game ended as it did (`source-requirements` R3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Reason {
    Checkmate,
    Resignation,
    Time,
    NoPieces,
    NoMoves,
    Default,
    Violation,
    Sanction,
    Technical,
    Adjudication,
    LostAppeal,
    Stalemate,
    Agreement,
    DeadPosition,
    Repetition,
    FiftyMoves,
    SeventyFiveMoves,
    FivefoldRepetition,
    TimeNoMatingMaterial,
    BothFlags,
    NoProgress,
    ThreeKings,
    KingMoves,
    Annulled,
    Postponed,
}

/// One game of a meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    /// Plays White.
    pub white: PlayerId,
    /// Plays Black.
    pub black: PlayerId,
    /// The result; `None` while the game is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// Why, where known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The record, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordId>,
    /// The true result, reported too late for the standings and pairings: it counts for ratings only (FIDE C.04.2 art. 4.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late: Option<GameResult>,
    /// The game was adjourned and finished later otherwise than drawn: up to this round it counted as a draw for the pairing (FIDE C.04.2 art. 3.1); 0: no
    /// such round.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub drawn_until: RoundNumber,
}

fn is_zero(number: &RoundNumber) -> bool {
    *number == 0
}

impl Game {
    /// An open game.
    pub const fn open(white: PlayerId, black: PlayerId) -> Game {
        Game { white, black, result: None, reason: None, record: None, late: None, drawn_until: 0 }
    }
}

/// Two sides who meet at one board: one game, or a micro-match of several (T8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meeting {
    /// The games in order; at least one. The first one's colours are the meeting's.
    pub games: Vec<Game>,
    /// Set by hand, with the arbiter's words or an empty text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_hand: Option<String>,
    /// Who goes on, where the points do not say it or the arbiter has decided; in a knockout only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided: Option<Decided>,
    /// The games of the ladder that followed equal games, in order; in a knockout only. They count in no standings and no rating.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub playoff: Vec<PlayOffGame>,
    /// The seed of the lot that gave the colours of the next game of the ladder; see [`crate::event::draw_color`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colors_drawn: Option<u64>,
}

/// A game of the ladder of a knockout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlayOffGame {
    /// The step of the ladder, from 0.
    pub step: u8,
    /// The day that it belongs to in a meeting by days (the number of the meeting's game, from 1); 0: it follows the whole meeting.
    #[serde(default, skip_serializing_if = "is_no_day")]
    pub day: u8,
    /// Plays White.
    pub white: PlayerId,
    /// Plays Black.
    pub black: PlayerId,
    /// The result.
    pub result: GameResult,
    /// Seed of the lot that gave the colours, where the program drew it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color_seed: Option<u64>,
    /// The bids of thinking time for Black, in seconds: White's, then Black's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bids: Option<(u32, u32)>,
    /// What was left on the clocks at the end, in seconds: White's, then Black's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<(u32, u32)>,
}

fn is_no_day(day: &u8) -> bool {
    *day == 0
}

/// How a meeting of a knockout was decided apart from its points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum DecidedBy {
    /// By the tie-breaks that the rules of the event name.
    TieBreak,
    /// By further games.
    PlayOff,
    /// By an Armageddon game.
    Armageddon,
    /// By lot.
    Lot,
    /// By the arbiter, also against the points.
    ByHand,
}

/// Who goes on from a meeting of a knockout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Decided {
    /// Goes on; one of the two who meet.
    pub winner: PlayerId,
    /// How it was decided. All but [`DecidedBy::ByHand`] count only as long as the points are equal.
    pub by: DecidedBy,
    /// Seed of the lot, where the program drew it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

impl Meeting {
    /// A meeting of one open game.
    pub fn single(white: PlayerId, black: PlayerId) -> Meeting {
        Meeting {
            games: vec![Game::open(white, black)],
            by_hand: None,
            decided: None,
            playoff: Vec::new(),
            colors_drawn: None,
        }
    }
}

/// A round that has been paired.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// Board 1 first.
    pub meetings: Vec<Arc<Meeting>>,
    /// Who has no opponent, and why.
    pub byes: BTreeMap<PlayerId, ByeKind>,
    /// Which engine and edition paired it (`Pairwright Dutch 2026`), `by hand`, `imported`.
    pub paired_by: String,
    /// When, RFC 3339.
    pub paired_at: String,
    /// Virtual points of acceleration in this round.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub virtual_points: BTreeMap<PlayerId, i32>,
    /// A manual phase is open: pairs are being changed by hand (`fide-mode`).
    #[serde(default)]
    pub manual_phase: bool,
    /// The openings that were drawn for the games (T9).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<Arc<DrawnOpenings>>,
    /// The games were played in these earlier stages and are taken over with their results: they are not entered, rated or exported here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carried_from: Vec<StageIndex>,
    /// The matches, where teams are paired. Their boards are [`Round::meetings`], match by match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teams: Option<Arc<TeamRound>>,
}

/// Who goes on from a team match of a knockout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TeamDecided {
    /// Goes on; one of the two teams.
    pub winner: TeamId,
    /// How it was decided, as in [`Decided`].
    pub by: DecidedBy,
    /// Seed of the lot, where the program drew it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// Two teams who meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamMatch {
    /// Has White on board 1.
    pub white: TeamId,
    /// The other team.
    pub black: TeamId,
    /// How many of the round's meetings belong to it, after those of the matches before.
    pub boards: u32,
    /// Set by hand, with the arbiter's words or an empty text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_hand: Option<String>,
    /// Who goes on, where the game points do not say it; in a knockout only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided: Option<TeamDecided>,
}

/// A replay of an equal match of a knockout, with its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TeamReplay {
    /// The step of the ladder, from 0.
    pub step: u8,
    /// Had White on board 1.
    pub white: TeamId,
    /// The other team.
    pub black: TeamId,
    /// Game points of the two, in tenths.
    pub points: (i32, i32),
}

/// A game, or a match of teams, that was played for a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TieGame {
    /// Had White; of teams on board 1, by the identity that they have in [`crate::teams::projection`].
    pub white: PlayerId,
    /// The other.
    pub black: PlayerId,
    /// Points of the two, in tenths.
    pub points: (i32, i32),
}

/// The matches of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TeamRound {
    /// Match 1 first.
    pub matches: Vec<TeamMatch>,
    /// Which teams have no opponent, and why.
    pub byes: BTreeMap<TeamId, ByeKind>,
    /// Virtual points of acceleration in this round.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub virtual_points: BTreeMap<TeamId, i32>,
    /// Replays of equal matches, in order; in a knockout only. They count in no standings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub replays: Vec<TeamReplay>,
}

/// Who sits where for a team: board 1 first, `None` a vacant board.
pub type LineUp = Vec<Option<PlayerId>>;

/// The teams of a stage, where teams are paired.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StageTeams {
    /// Teams in pairing order: the first has number 1. Empty until round 1 is paired or numbers are given.
    pub numbers: Vec<TeamId>,
    /// Numbers were given by hand (or by a file) and do not follow the strength.
    pub by_hand: bool,
    /// Line-ups that were handed in. A team without one plays with its first members in board order.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub line_ups: BTreeMap<(RoundNumber, TeamId), LineUp>,
    /// Match points and game points brought along from earlier stages, in tenths.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub carried: BTreeMap<TeamId, (i32, i32)>,
}

impl StageTeams {
    fn is_empty(teams: &Arc<StageTeams>) -> bool {
        teams.numbers.is_empty() && teams.line_ups.is_empty() && !teams.by_hand && teams.carried.is_empty()
    }
}

/// An opening or starting position that a game begins with (`source-requirements` T9).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawnOpening {
    /// Its name or number in the list; empty when it has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The moves that lead to it; empty when it is a position.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// The position in which the players begin, in FEN.
    pub fen: String,
}

/// The openings of a round. All games of a micro-match begin with the same one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawnOpenings {
    /// The list that they were drawn from; `by hand` when they were typed in.
    pub list: String,
    /// The seed of the draw; `None` when it was drawn by people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Each board has its own; otherwise one holds for the whole round.
    #[serde(default)]
    pub per_meeting: bool,
    /// One, or one for each board from board 1.
    pub openings: Vec<DrawnOpening>,
}

/// A part of the event with one system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stage {
    /// Name; empty for the only stage.
    #[serde(default)]
    pub name: String,
    /// The system.
    pub system: System,
    /// Planned number of rounds.
    pub rounds_planned: RoundNumber,
    /// Games of each meeting; usually 1.
    pub games_per_meeting: u8,
    /// Players in pairing order: the first has TPN 1. Empty until the first round is paired or numbers are given.
    pub numbers: Arc<Vec<PlayerId>>,
    /// Numbers were given by hand (or by a file) and are not made anew from the ratings.
    #[serde(default)]
    pub numbers_by_hand: bool,
    /// Rounds paired so far.
    pub rounds: Vec<Arc<Round>>,
    /// Neighbouring stages with the same phase other than 0 run side by side, as groups or as finals A and B; see [`State::phases`].
    #[serde(default)]
    pub phase: u32,
    /// Only those in `numbers` take part; nobody joins by entering the event.
    #[serde(default)]
    pub closed: bool,
    /// Points brought along from earlier stages, in tenths, see [`Stage::carried_points`]; of teams see [`StageTeams::carried`].
    #[serde(default)]
    pub carried: Arc<BTreeMap<PlayerId, i32>>,
    /// What they have beyond whole tenths, in hundredths: half of 6½ points is 3¼, 32 tenths and 5 hundredths.
    #[serde(default)]
    pub carried_rest: Arc<BTreeMap<PlayerId, i32>>,
    /// How the stage was made out of the whole field or of earlier stages.
    #[serde(default)]
    pub origin: Option<Arc<crate::stages::Origin>>,
    /// How the numbers were drawn, where they were.
    #[serde(default)]
    pub numbers_drawn: Option<NumbersDrawn>,
    /// The teams, where teams are paired.
    #[serde(default, skip_serializing_if = "StageTeams::is_empty")]
    pub teams: Arc<StageTeams>,
}

impl Stage {
    /// The points that a player has brought along; `None` where there are none.
    pub fn carried_points(&self, id: PlayerId) -> Option<Points> {
        let (tenths, rest) = (self.carried.get(&id), self.carried_rest.get(&id));
        let points = Points(tenths.copied().unwrap_or(0)) + Points::from_hundredths(rest.copied().unwrap_or(0));
        (tenths.is_some() || rest.is_some()).then_some(points)
    }

    /// One Swiss with an earlier stage: its rounds stand before those of this one.
    pub fn is_continuation(&self) -> bool {
        matches!(self.origin.as_deref(), Some(crate::stages::Origin::Transition(from)) if from.carry == crate::stages::Carry::Continuation)
    }

    /// Sets the points that players bring along.
    pub fn set_carried(&mut self, points: &BTreeMap<PlayerId, Points>) {
        let tenths = points.iter().map(|(id, points)| (*id, points.tenths())).filter(|(_, tenths)| *tenths != 0);
        self.carried = Arc::new(tenths.collect());
        let rest = points.iter().map(|(id, points)| (*id, points.hundredths() % 10)).filter(|(_, rest)| *rest != 0);
        self.carried_rest = Arc::new(rest.collect());
    }
}

/// How the numbers of a stage were drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum NumbersDrawn {
    /// By lot.
    Lot {
        /// The seed of the draw.
        seed: u64,
    },
    /// By restricted lot, so that players of one federation meet early (FIDE C.05 Annex 2, Varma tables).
    Varma {
        /// The seed of the draw.
        seed: u64,
    },
}

impl Default for Stage {
    /// An open Swiss of five rounds.
    fn default() -> Self {
        Stage {
            name: String::new(),
            system: System::Swiss { variant: SwissVariant::Dutch, acceleration: false },
            rounds_planned: 5,
            games_per_meeting: 1,
            numbers: Arc::default(),
            numbers_by_hand: false,
            rounds: Vec::new(),
            phase: 0,
            closed: false,
            carried: Arc::default(),
            carried_rest: Arc::default(),
            origin: None,
            numbers_drawn: None,
            teams: Arc::default(),
        }
    }
}

/// Points given or taken outside games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjustment {
    /// Whose.
    pub player: PlayerId,
    /// The round from which they count.
    pub round: RoundNumber,
    /// Tenths of a point, may be negative.
    pub points: i32,
    /// Why.
    pub reason: String,
    /// The stage of that round, from 0.
    #[serde(default)]
    pub stage: StageIndex,
}

/// How players who stay level after all tie-breaks were ranked (FIDE C.07 art. 3 and 4.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TieDecision {
    /// The stage.
    pub stage: StageIndex,
    /// The standings after this round.
    pub round: RoundNumber,
    /// Games, a lot, or the arbiter.
    pub kind: DecisionKind,
    /// The players ranked, the best first; where teams are paired, the teams of these identities, as in [`crate::teams::projection`].
    pub order: Vec<PlayerId>,
    /// All who were level when it was decided. The decision holds as long as nobody else is level with them.
    pub group: Vec<PlayerId>,
    /// The seed of a lot that the program drew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The arbiter's words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// The games of a play-off, where they were entered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<TieGame>,
}

/// Points given to a team, or taken from it, outside matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamAdjustment {
    /// Whose.
    pub team: TeamId,
    /// The round from which they count.
    pub round: RoundNumber,
    /// Match points, in tenths; may be negative.
    pub match_points: i32,
    /// Game points, in tenths; may be negative.
    pub game_points: i32,
    /// Why.
    pub reason: String,
    /// The stage of that round, from 0.
    #[serde(default)]
    pub stage: StageIndex,
}

/// A game record kept with the event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredRecord {
    /// The game kind (`chess`, `russian`, ...).
    pub game: String,
    /// The record as text, PGN or PDN, UTF-8.
    pub text: String,
    /// The file that it came from.
    pub source: String,
}

/// A line that must stand in the report file and in the arbiter's report (`fide-mode`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogNote {
    /// When, RFC 3339.
    pub at: String,
    /// The round that it concerns; 0 when none.
    pub round: RoundNumber,
    /// What was done.
    pub text: String,
}
