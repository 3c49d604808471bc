//! Every change that can be made to an event.

use crate::model::*;
use crate::stages::{Format, Grouping, Transition};
use serde::{Deserialize, Serialize};

/// How strongly a command warns before it is done (`fide-mode`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum WarningLevel {
    /// Nothing to say.
    #[default]
    None,
    /// A note is shown.
    Note,
    /// The user acknowledges.
    Acknowledge,
    /// Confirm or cancel.
    Confirm,
    /// Two steps; the consequences are shown first.
    TwoSteps,
    /// Refused, unless the event leaves FIDE mode.
    Refused,
}

/// What a command would do, before it is done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warning {
    /// How strongly to ask.
    pub level: WarningLevel,
    /// Plain sentences: broken rules with article, consequences. Empty exactly when the level is `None`.
    pub reasons: Vec<String>,
}

/// Where a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GameRef {
    /// Stage, from 0.
    pub stage: StageIndex,
    /// Round, from 1.
    pub round: RoundNumber,
    /// Board, from 1.
    pub board: u32,
    /// Game of the meeting, from 0.
    pub game: usize,
}

/// A change by hand to the pairs of the current round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ManualChange {
    /// The two change seats (either may also sit out; then they change that).
    SwapPlayers(PlayerId, PlayerId),
    /// White and Black of a board change.
    SwapColors {
        /// Board, from 1.
        board: u32,
    },
    /// The player sits out; an opponent, if any, waits for another one.
    SetBye(PlayerId, ByeKind),
    /// The bye is taken back; the player waits for an opponent.
    ClearBye(PlayerId),
    /// These two meet; whoever was to meet them waits.
    PairPlayers {
        /// White.
        white: PlayerId,
        /// Black.
        black: PlayerId,
    },
    /// The meeting moves to another board; the others close up.
    MoveBoard {
        /// From this board, from 1 ...
        from: u32,
        /// ... to this one.
        to: u32,
    },
    /// Two teams change places (either may also sit out).
    SwapTeams(TeamId, TeamId),
    /// The teams of a match change colours on all boards.
    SwapMatchColors {
        /// Match, from 1.
        number: u32,
    },
    /// The team sits out; its opponent, if any, waits for another one.
    SetTeamBye(TeamId, ByeKind),
    /// The team's bye is taken back; it waits for an opponent.
    ClearTeamBye(TeamId),
    /// These two teams meet; whoever was to meet them waits.
    PairTeams {
        /// Has White on board 1.
        white: TeamId,
        /// The other.
        black: TeamId,
    },
    /// The match moves to another place; the others close up.
    MoveMatch {
        /// From this place, from 1 ...
        from: u32,
        /// ... to this one.
        to: u32,
    },
}

/// What decides a tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TieDecidedBy {
    /// Games played for the place (FIDE C.07 art. 3).
    PlayOff,
    /// The program draws lots. Once drawn for the same players, a lot is not drawn again: the first seed holds.
    Lot {
        /// Seed of the draw, kept with the event.
        seed: u64,
    },
    /// People have drawn lots.
    LotDrawn,
    /// The arbiter, with a reason.
    ByHand,
}

/// A change to an event. Applied by [`crate::event::Event::apply`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Command {
    /// Replaces the settings. The level depends on what changes and on whether the event has begun.
    EditSettings(Box<Settings>),
    /// Replaces system, number of rounds, games per meeting and name of a stage.
    EditStage {
        /// Which stage.
        stage: StageIndex,
        /// Name.
        name: String,
        /// System.
        system: System,
        /// Planned rounds.
        rounds_planned: RoundNumber,
        /// Games of each meeting.
        games_per_meeting: u8,
    },
    /// The initial colour is drawn from the seed.
    DrawInitialColor {
        /// Seed of the draw, kept with the event.
        seed: u64,
    },
    /// A new player; after round 1 a late entry.
    AddPlayer(Box<Player>),
    /// Several new players at once, as from a CSV file.
    AddPlayers(Vec<Player>),
    /// Replaces a player's data.
    EditPlayer(PlayerId, Box<Player>),
    /// Replaces the data of several players at once.
    EditPlayers(Vec<(PlayerId, Player)>),
    /// Takes players' data from a rating list, and keeps its name and date ([`crate::model::Settings::rating_source`]). Without players: all of
    /// them stand so in the list.
    TakeRatings {
        /// The players with their new data.
        players: Vec<(PlayerId, Player)>,
        /// List and date, `FIDE of 2026-11-01`.
        source: String,
    },
    /// Removes a player who has not been paired.
    RemovePlayer(PlayerId),
    /// Check-in on or off.
    CheckIn(PlayerId, bool),
    /// The player does not play from this round on.
    Withdraw {
        /// Who.
        player: PlayerId,
        /// First round missed.
        from: RoundNumber,
    },
    /// A withdrawal is taken back.
    Reinstate(PlayerId),
    /// A bye for a coming round is noted, or taken back with `None`.
    RequestBye {
        /// Who.
        player: PlayerId,
        /// Which round.
        round: RoundNumber,
        /// What it is worth.
        kind: Option<ByeKind>,
    },
    /// Two players must not meet.
    Forbid(ForbiddenPair),
    /// A forbidden pair is allowed again.
    Allow(PlayerId, PlayerId),
    /// Two teams must not meet.
    ForbidTeams(ForbiddenTeams),
    /// A forbidden pair of teams is allowed again.
    AllowTeams(TeamId, TeamId),
    /// Gives the pairing numbers by hand.
    SetNumbers {
        /// Which stage.
        stage: StageIndex,
        /// All players, the strongest first; `None` orders them by rating, title and name again.
        order: Option<Vec<PlayerId>>,
    },
    /// Pairs the next round.
    PairRound {
        /// Which stage.
        stage: StageIndex,
    },
    /// Pairs the current round again after changes; only before its first result.
    RepairRound {
        /// Which stage.
        stage: StageIndex,
    },
    /// Takes back the last round's pairs.
    UnpairRound {
        /// Which stage.
        stage: StageIndex,
    },
    /// Begins changing the current round's pairs by hand.
    BeginManual {
        /// Which stage.
        stage: StageIndex,
    },
    /// One change by hand; only in a manual phase.
    Manual {
        /// Which stage.
        stage: StageIndex,
        /// What.
        change: ManualChange,
    },
    /// Ends the manual phase; the result is compared with the engine's own pairing.
    EndManual {
        /// Which stage.
        stage: StageIndex,
    },
    /// Enters, corrects or clears (`None`) a result.
    SetResult {
        /// Where.
        at: GameRef,
        /// The result.
        result: Option<GameResult>,
        /// Why, where known.
        reason: Option<Reason>,
    },
    /// Enters several results at once, as from a list or from records.
    SetResults(Vec<(GameRef, GameResult, Option<Reason>)>),
    /// Enters results from game records and keeps the records with their games, in one step.
    EnterRecords {
        /// The results.
        results: Vec<(GameRef, GameResult, Option<Reason>)>,
        /// The records; of the same games, and of others whose result is entered by hand.
        records: Vec<(GameRef, StoredRecord)>,
    },
    /// Says who goes on from a meeting of a knockout that its points do not decide, or takes that back with `None`.
    DecideMeeting {
        /// Which meeting; its game does not matter.
        at: GameRef,
        /// Goes on.
        winner: Option<PlayerId>,
        /// How it was decided.
        how: DecidedBy,
    },
    /// Ranks players who stay level after all tie-breaks of a stage. It counts in the standings after that round. Where teams are paired, each
    /// identity is that of a team, as in [`crate::teams::projection`].
    DecideTie {
        /// Which stage.
        stage: StageIndex,
        /// The standings after this round.
        round: RoundNumber,
        /// How.
        how: TieDecidedBy,
        /// The players, the best first; for a lot of the program those who take part, in any order.
        order: Vec<PlayerId>,
    },
    /// Takes a decision on a tie back.
    ClearTie {
        /// Which stage.
        stage: StageIndex,
        /// The standings after this round.
        round: RoundNumber,
        /// Somebody whom the decision ranked.
        player: PlayerId,
    },
    /// Enters the next game of the ladder after equal games of a knockout (`knockout` 4); the game that decides it settles the meeting.
    EnterPlayOff {
        /// Which meeting; its game does not matter.
        at: GameRef,
        /// The game; its step is found by the ladder.
        game: Box<PlayOffGame>,
    },
    /// Draws the colours of the next game of the ladder; the lot is kept until the game is entered and drawn once.
    DrawPlayOffColors {
        /// Which meeting; its game does not matter.
        at: GameRef,
        /// The game of the ladder, from 1.
        game: u32,
        /// Seed of the draw.
        seed: u64,
    },
    /// Takes the last game of the ladder back.
    TakeBackPlayOff {
        /// Which meeting; its game does not matter.
        at: GameRef,
    },
    /// Draws by lot who goes on from equal games of a knockout: White of game 1 when [`crate::event::draw_color`] of the seed is White.
    DecideByLot {
        /// Which meeting; its game does not matter.
        at: GameRef,
        /// Seed of the draw, kept with the meeting.
        seed: u64,
    },
    /// Keeps a record with a game, or takes it away with `None`.
    AttachRecord {
        /// Where.
        at: GameRef,
        /// The record.
        record: Option<Box<StoredRecord>>,
    },
    /// Draws the openings of a round by lot (T9).
    DrawOpenings {
        /// Which stage.
        stage: StageIndex,
        /// Which round.
        round: RoundNumber,
        /// A list of [`crate::openings::lists`], or the name of the organiser's own list.
        list: String,
        /// The organiser's own list, as `rules::opening` reads it; empty: the list comes with the program.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        text: String,
        /// Seed of the draw, kept with the round.
        seed: u64,
        /// One for each meeting instead of one for the round.
        per_meeting: bool,
    },
    /// Enters an opening that people have drawn, or takes all openings of the round away with `None`.
    SetOpening {
        /// Which stage.
        stage: StageIndex,
        /// Which round.
        round: RoundNumber,
        /// Only this board, from 1; `None`: the whole round.
        board: Option<u32>,
        /// The opening; see [`crate::openings::by_hand`].
        opening: Option<Box<DrawnOpening>>,
    },
    /// A new team.
    AddTeam(Box<Team>),
    /// Replaces a team's data.
    EditTeam(TeamId, Box<Team>),
    /// Removes a team without matches.
    RemoveTeam(TeamId),
    /// The team does not play from this round on.
    WithdrawTeam {
        /// Which team.
        team: TeamId,
        /// First round missed.
        from: RoundNumber,
    },
    /// A team's withdrawal is taken back.
    ReinstateTeam(TeamId),
    /// A bye of a team for a coming round is noted, or taken back with `None`.
    RequestTeamBye {
        /// Which team.
        team: TeamId,
        /// Which round.
        round: RoundNumber,
        /// What it is worth.
        kind: Option<ByeKind>,
    },
    /// Gives the numbers of the teams by hand.
    SetTeamNumbers {
        /// Which stage.
        stage: StageIndex,
        /// All teams, the strongest first; `None` orders them by strength and name again.
        order: Option<Vec<TeamId>>,
    },
    /// Hands in a team's line-up for the next round, or changes it in the round that is paired. `None` takes it back: the first members in board
    /// order play.
    SetLineUp {
        /// Which stage.
        stage: StageIndex,
        /// Which round.
        round: RoundNumber,
        /// Which team.
        team: TeamId,
        /// Board 1 first; `None` is a vacant board.
        players: Option<LineUp>,
    },
    /// Says which team goes on from a match of a knockout that its points do not decide, or takes that back with `None`.
    DecideMatch {
        /// Which stage.
        stage: StageIndex,
        /// Which round.
        round: RoundNumber,
        /// Match, from 1.
        number: u32,
        /// Goes on.
        winner: Option<TeamId>,
        /// How it was decided.
        how: DecidedBy,
    },
    /// Enters the next replay of an equal match of a knockout of teams; the one that decides the ladder settles the match.
    EnterReplay {
        /// Which stage.
        stage: StageIndex,
        /// Which round.
        round: RoundNumber,
        /// Match, from 1.
        number: u32,
        /// The replay; its step is found by the ladder.
        replay: TeamReplay,
    },
    /// Takes the last replay of a match back.
    TakeBackReplay {
        /// Which stage.
        stage: StageIndex,
        /// Which round.
        round: RoundNumber,
        /// Match, from 1.
        number: u32,
    },
    /// Ranks those who share a rank by the games of a play-off (FIDE C.07 art. 3); the games are kept.
    DecideTieByGames {
        /// Which stage.
        stage: StageIndex,
        /// The standings after this round.
        round: RoundNumber,
        /// The games, or of teams the matches.
        games: Vec<TieGame>,
    },
    /// Draws by lot which team goes on from an equal match of a knockout: the one with White on board 1 when [`crate::event::draw_color`] of
    /// the seed is White.
    DrawMatch {
        /// Which stage.
        stage: StageIndex,
        /// Which round.
        round: RoundNumber,
        /// Match, from 1.
        number: u32,
        /// Seed of the draw, kept with the match.
        seed: u64,
    },
    /// Bonus or penalty points.
    Adjust(Adjustment),
    /// Bonus or penalty points of a team.
    AdjustTeam(TeamAdjustment),
    /// A further stage.
    AddStage(Box<Stage>),
    /// Puts the whole field into groups that run side by side, before anything is paired; with one group: back into one field.
    MakeGroups {
        /// How many.
        groups: u32,
        /// How.
        how: Grouping,
        /// What each of them is like; the name stands before the letter, empty: `Group`.
        format: Format,
    },
    /// Who was to play in a stage made of earlier ones and does not come is replaced by the next of the own group; before that stage's round 1.
    ReplaceMember {
        /// The stage.
        stage: StageIndex,
        /// Does not come.
        player: PlayerId,
    },
    /// Puts a player into another group, or one who is in none into a group; before that group's round 1. Where teams are paired, the identity
    /// is that of a team, as in [`crate::teams::projection`].
    MoveToGroup {
        /// Who.
        player: PlayerId,
        /// Which group.
        to: StageIndex,
    },
    /// Computes who goes on from stages that are over, and adds the next stage, or several side by side.
    NextStage {
        /// Who, where, and with what.
        transition: Box<Transition>,
        /// What the new stages are like.
        format: Box<Format>,
    },
    /// Takes a stage of the last phase away that has no rounds of its own.
    RemoveStage {
        /// Which stage.
        stage: StageIndex,
    },
    /// Pairs the next round of several stages, all of them or none.
    PairStages(Vec<StageIndex>),
    /// Draws the pairing numbers of a stage by lot (FIDE C.05), before its round 1.
    DrawNumbers {
        /// Which stage.
        stage: StageIndex,
        /// How, with the seed.
        how: NumbersDrawn,
    },
    /// The event leaves FIDE mode for good.
    LeaveFideMode {
        /// The organiser's reason.
        reason: String,
    },
    /// A remark for the arbiter's report.
    Note(String),
}

/// A command with the words that go with it into the audit trail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// What to do.
    pub command: Command,
    /// The arbiter's reason; asked for where the event has begun (T7, R10).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// The user saw the warning and said yes. Needed from `Acknowledge` on.
    #[serde(default)]
    pub confirmed: bool,
}

impl From<Command> for Order {
    fn from(command: Command) -> Self {
        Order { command, reason: String::new(), confirmed: false }
    }
}

/// What an applied command did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// One sentence in the past tense: "Paired round 3: 12 boards, bye for Koch, Ida".
    pub summary: String,
    /// What follows from it ("standings of rounds 2 to 4 change; later pairings stay").
    pub consequences: Vec<String>,
    /// New players, in the order given.
    pub players: Vec<PlayerId>,
}

/// Why a command was not done. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It cannot be done; the text says what is wrong and what would be allowed.
    #[error("{0}")]
    NotAllowed(String),
    /// The warning must be confirmed first.
    #[error("{}", .0.reasons.join(" "))]
    NeedsConfirmation(Warning),
    /// FIDE mode forbids it.
    #[error("FIDE mode does not allow this: {}", .0.reasons.join(" "))]
    FideMode(Warning),
    /// No pairing exists; the arbiter decides.
    #[error(transparent)]
    Pairing(#[from] pairing::swiss::PairingError),
}
