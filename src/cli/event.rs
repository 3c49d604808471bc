//! `event`: runs an event file step by step, by the same commands and warnings as the window.

mod create;

use super::cup;
use super::honours;
use super::import;
use super::input;
use super::teams;
use super::{Args, Exit, Failure, Outcome, Subcommand, ValueEnum, output};
use std::fmt::Write;
use std::path::PathBuf;
use tournament::command::{Change, Command as Do, GameRef, Order, Refusal};
use tournament::event::{Event, draw_color};
use tournament::model::{
    ByeKind, Color, DecidedBy, Lot, PlayerId, Scoring, Settings, Stage, StageIndex, State, SwissVariant, System,
};
use tournament::openings;
use tournament::records;
use tournament::standings::TieBreak;
use tournament::store::{ApplyError, EventFile, OpenError};

/// What to do with an event.
#[derive(Subcommand)]
pub enum Command {
    /// Make a new event from an entry list.
    New(Box<New>),
    /// Show settings, players, rounds and what comes next.
    Show(Only),
    /// Add the players of an entry list.
    Add(Add),
    /// Take ratings, titles and federations from a rating list.
    Refresh(super::list::Refresh),
    /// Pair the next round; of groups side by side all of them, unless a stage is named.
    Pair(Only),
    /// Take back the last round's pairs.
    Unpair(Only),
    /// Enter, correct or clear a result.
    Result(SetResult),
    /// Enter results from a list: a board and a result on each line.
    Results(FromFiles),
    /// Check game records, match them to the boards of a round and enter their results.
    Records(FromFiles),
    /// Write the kept game records of a round, as PGN or PDN with full headers.
    ExportRecords(ExportRecords),
    /// Draw the openings of a round by lot, enter one by hand, or list what can be drawn.
    Openings(Openings),
    /// Say who goes on from a meeting of a knockout that ended equal.
    Decide(Decide),
    /// Enter the next game of the ladder after equal games of a knockout.
    Playoff(cup::PlayOff),
    /// Rank players who stay level after all tie-breaks: play-off, lot, or by hand.
    Tie(honours::Tie),
    /// Add, replace or remove a category.
    Category(honours::CategoryOptions),
    /// Replace the prize fund.
    Prizes(honours::Prizes),
    /// Replace the list of tie-breaks, or the edition of the rules for unplayed rounds.
    Tiebreaks(honours::TieBreaks),
    /// Bonus or penalty points of a player.
    Adjust(honours::AdjustOptions),
    /// Which rating orders the players, how those without one are estimated, and what is ruled about norms.
    Seeding(honours::SeedingOptions),
    /// Note a bye for a coming round.
    Bye(Bye),
    /// A player does not play from a round on.
    Withdraw(Withdraw),
    /// Take a withdrawal back.
    Reinstate(OnePlayer),
    /// Put the field into groups before anything is paired.
    Groups(Box<super::stages::Groups>),
    /// Replace a player who does not come to a new stage by the next of the own group.
    ReplaceMember(super::stages::ReplaceMember),
    /// Put a player into another group.
    MoveToGroup(super::stages::MoveToGroup),
    /// Draw the numbers of a stage by lot.
    DrawNumbers(super::stages::DrawNumbers),
    /// Set the order of the numbers of a stage by hand, or by rating again.
    SetNumbers(super::stages::SetNumbers),
    /// Show who goes on, and make the next stage of them.
    NextStage(Box<super::stages::NextStage>),
    /// Draw the initial colour by lot, or enter what was drawn at the table.
    DrawColor(DrawColor),
    /// Take a stage without rounds away.
    RemoveStage(Only),
    /// Print the final ranking of the whole event.
    Ranking(Only),
    /// Take the last change back.
    Undo(Only),
    /// Do the last change again that was taken back.
    Redo(Only),
    /// Go on with the latest good backup of a damaged event; the damaged file is kept beside it. A file in order needs --confirm.
    Restore(Only),
    /// Print everything that was done.
    History(Only),
    #[command(flatten)]
    Teams(teams::Command),
}

/// The event and the answer to warnings.
#[derive(Args)]
pub struct Only {
    /// The event file, with or without its ending.
    #[arg(value_parser = super::input::file_name())]
    pub(super) event: PathBuf,
    /// Yes to the warning that the command was refused with.
    #[arg(long)]
    pub(super) confirm: bool,
    /// The arbiter's reason, kept in the history.
    #[arg(long, default_value = "")]
    pub(super) reason: String,
    /// The stage, from 1; without it the last one. Groups and finals side by side are stages.
    #[arg(long)]
    pub(super) stage: Option<usize>,
}

/// Options of a Scheveningen match.
#[derive(Args)]
#[group(skip)]
pub struct ScheveningenArgs {
    /// In the second half of a double Scheveningen match the rounds come in the same order, not back to front.
    #[arg(long)]
    same_order: bool,
    /// Boards of a Scheveningen match. Without it as many as the larger team has members: missing seats of the other team are free. Members
    /// beyond the boards are substitutes.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1000))]
    seats: Option<u32>,
    /// Match points decide a Scheveningen match, each round being a match of the teams.
    #[arg(long)]
    by_match_points: bool,
}

impl ScheveningenArgs {
    /// As the system has them.
    pub fn options(&self) -> tournament::model::ScheveningenOptions {
        tournament::model::ScheveningenOptions { same_order: self.same_order, match_points: self.by_match_points }
    }

    /// Any of them was given.
    pub fn given(&self) -> bool {
        self.same_order || self.by_match_points || self.seats.is_some()
    }
}

/// Options of `event new`.
#[derive(Args)]
pub struct New {
    /// The event file to make.
    event: PathBuf,
    /// The entry list (CSV).
    #[arg(long)]
    players: PathBuf,
    /// Name of the event.
    #[arg(long)]
    name: String,
    /// Place.
    #[arg(long, default_value = "")]
    place: String,
    /// The system.
    #[arg(long, value_enum, default_value_t)]
    system: NewSystem,
    /// Number of rounds of a Swiss, 5 if not given; the other systems have theirs from the number of players.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=99))]
    rounds: Option<u32>,
    /// How often each pair meets in a round-robin.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=20))]
    cycles: u8,
    /// In a round-robin of two or more cycles, exchange the last two rounds of the first one.
    #[arg(long)]
    exchange_last_two: bool,
    /// The numbers of the players (or teams): `lot`, `varma` (restricted lot by federations), `rating`, or `hand` (the order of the entry
    /// list). Without it a round-robin draws lots when its round 1 is paired, with the seed of `--seed`; the other systems go by rating.
    #[arg(long, value_enum)]
    numbers: Option<create::NumbersName>,
    #[command(flatten)]
    knockout: cup::Knockout,
    /// Every pair of a Scheveningen match meets twice.
    #[arg(long)]
    double: bool,
    #[command(flatten)]
    scheveningen: ScheveningenArgs,
    /// Baku acceleration of a Swiss (C.04.7).
    #[arg(long)]
    baku: bool,
    /// Games of each meeting, colours by turns; without it 1, in a Double-Swiss 2.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=20))]
    games: Option<u8>,
    /// The points of a meeting's games are not added: it counts as one unit, won by whoever has more of them.
    #[arg(long)]
    as_unit: bool,
    /// The game: chess, chess960, russian, international, english, ...
    #[arg(long, default_value = "chess")]
    game: rules::GameKind,
    /// Points of a win, a draw and a loss, such as 2-1-0.
    #[arg(long, default_value = "1-0.5-0", value_parser = create::points)]
    points: Scoring,
    /// Tie-breaks after the points, in order; without it a usual list for the system.
    #[arg(long)]
    tiebreaks: Option<String>,
    /// The initial colour when it was drawn by people.
    #[arg(long, value_enum)]
    initial_color: Option<ColorName>,
    /// The seed of the program's own draw; without it the clock's.
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    teams: teams::NewTeams,
}

/// A system of a new event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum NewSystem {
    /// Swiss, FIDE (Dutch) System, C.04.3.
    #[default]
    Dutch,
    /// Swiss, Dubov System, C.04.4.1.
    Dubov,
    /// Swiss, Burstein System, C.04.4.2.
    Burstein,
    /// Everybody meets everybody by Berger tables.
    RoundRobin,
    /// Whoever loses a meeting is out.
    Knockout,
    /// Swiss Team Pairing System, C.04.6; with --teams.
    SwissTeam,
    /// Double-Swiss System, C.04.5: matches of two games.
    DoubleSwiss,
    /// Lim System, C.04.4.3, built from an incomplete text: not verified.
    Lim,
    /// Every member of a team meets every member of the other; two cycles, or --double, are a double match.
    Scheveningen,
}

/// A colour on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorName {
    /// White.
    White,
    /// Black.
    Black,
}

/// Options of `event draw-color`.
#[derive(Args)]
pub struct DrawColor {
    #[command(flatten)]
    on: Only,
    /// The colour of number 1 as people have drawn it.
    #[arg(long, value_enum, conflicts_with = "seed")]
    color: Option<ColorName>,
    /// The seed of the program's own draw; without it the clock's.
    #[arg(long)]
    seed: Option<u64>,
}

/// Options of `event add`.
#[derive(Args)]
pub struct Add {
    #[command(flatten)]
    on: Only,
    /// The entry list (CSV).
    players: PathBuf,
}

/// Options of `event result`.
#[derive(Args)]
pub struct SetResult {
    #[command(flatten)]
    on: Only,
    /// The board, `3`; the second game of a micro-match is `3.2`.
    board: String,
    /// `1-0`, `0-1`, `1/2`, `+-`, `-+`, `adj`, ... or `clear`. A double forfeit is `0-0f`, since `--` ends the options.
    #[arg(allow_hyphen_values = true)]
    result: String,
    /// The round; without it the last one paired.
    #[arg(long)]
    round: Option<u32>,
}

/// Options of `event results` and `event records`.
#[derive(Args)]
pub struct FromFiles {
    #[command(flatten)]
    pub(super) on: Only,
    /// The files.
    #[arg(required = true)]
    pub(super) files: Vec<PathBuf>,
    /// The round; without it the last one paired.
    #[arg(long)]
    pub(super) round: Option<u32>,
}

/// Options of `event decide`.
#[derive(Args)]
pub struct Decide {
    #[command(flatten)]
    on: Only,
    /// The board.
    board: u32,
    /// Goes on: pairing number or name; `none` takes the decision back, `lot` draws.
    winner: String,
    /// How it was decided.
    #[arg(long, value_enum)]
    how: Option<How>,
    /// The seed of the program's draw; without it the clock's.
    #[arg(long)]
    seed: Option<u64>,
    /// The round; without it the last one paired.
    #[arg(long)]
    round: Option<u32>,
}

/// How a meeting of a knockout was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum How {
    /// By the tie-breaks of the event's rules.
    TieBreak,
    /// By further games.
    PlayOff,
    /// By an Armageddon game.
    Armageddon,
    /// By lot.
    Lot,
    /// By the arbiter, also against the points; needs --reason and --confirm.
    ByHand,
}

impl From<How> for DecidedBy {
    fn from(how: How) -> DecidedBy {
        match how {
            How::TieBreak => DecidedBy::TieBreak,
            How::PlayOff => DecidedBy::PlayOff,
            How::Armageddon => DecidedBy::Armageddon,
            How::Lot => DecidedBy::Lot,
            How::ByHand => DecidedBy::ByHand,
        }
    }
}

/// Options of `event export-records`.
#[derive(Args)]
pub struct ExportRecords {
    #[command(flatten)]
    pub(super) on: Only,
    /// The round; without it the last one paired.
    #[arg(long)]
    pub(super) round: Option<u32>,
    /// The file to write, or a folder; without it the records are printed.
    #[arg(short, long)]
    pub(super) output: Option<PathBuf>,
}

/// Options of `event openings`.
#[derive(Args)]
pub struct Openings {
    #[command(flatten)]
    on: Only,
    /// The list to draw from: one that comes with the program, or a file. Without it the lists are named.
    #[arg(long, conflicts_with = "by_hand")]
    list: Option<String>,
    /// The seed of the draw; without it the clock's.
    #[arg(long)]
    seed: Option<u64>,
    /// One opening for each meeting instead of one for the round.
    #[arg(long)]
    per_meeting: bool,
    /// The opening that people have drawn: moves from the start, or a position in FEN.
    #[arg(long)]
    by_hand: Option<String>,
    /// Only for this board; goes with an opening by hand.
    #[arg(long, requires = "by_hand", conflicts_with = "list")]
    board: Option<u32>,
    /// The round; without it the last one paired.
    #[arg(long)]
    round: Option<u32>,
}

/// Options of `event bye`.
#[derive(Args)]
pub struct Bye {
    #[command(flatten)]
    on: Only,
    /// Pairing number or name.
    player: String,
    /// The round.
    round: u32,
    /// What it is worth.
    #[arg(value_enum)]
    kind: ByeName,
}

/// A bye on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ByeName {
    /// No points.
    Zero,
    /// The points of a draw.
    Half,
    /// The points of a win; discouraged.
    Full,
    /// The request is taken back.
    None,
}

/// Options of `event withdraw`.
#[derive(Args)]
pub struct Withdraw {
    #[command(flatten)]
    on: Only,
    /// Pairing number or name.
    player: String,
    /// The first round missed; without it the next one to be paired.
    #[arg(long)]
    from: Option<u32>,
}

/// Options of `event reinstate`.
#[derive(Args)]
pub struct OnePlayer {
    #[command(flatten)]
    on: Only,
    /// Pairing number or name.
    player: String,
}

/// Runs a command on an event.
pub fn run(command: &Command) -> Outcome {
    match command {
        Command::New(options) => create::new(options),
        Command::Show(on) => show(on),
        Command::Add(options) => {
            let list = import::entry_list(&options.players)?;
            let mut file = open(&options.on)?;
            let before = file.event().state().clone();
            let add = |order: Order| {
                for reason in file.event().warning(&order).reasons {
                    eprintln!("Note: {reason}");
                }
                file.apply(order)
            };
            list.add_to(&before, options.on.confirm, add).map_err(refused)?;
            say(&format!("Players added: {}", list.len()))
        }
        Command::Refresh(options) => super::list::refresh(options),
        Command::Pair(on) => {
            let mut file = open(on)?;
            let state = file.event().state();
            let phase = state.phases().pop().unwrap_or(0..1);
            let several = on.stage.is_none() && phase.len() > 1;
            let stages = if several { state.stages_to_pair(phase.clone()) } else { vec![stage_of(on, state)?] };
            let command = match stages[..] {
                [] => return Err(Failure::new(Exit::No, waiting(state, phase))),
                [stage] => Do::PairRound { stage },
                _ => Do::PairStages(stages.clone()),
            };
            let change = apply(&mut file, on, command)?;
            tell(&change)?;
            let state = file.event().state();
            for stage in stages {
                if several {
                    say(&format!("{}, round {}", title(state, stage), state.rounds_paired(stage)))?;
                }
                output::print(pairs(state, stage, state.rounds_paired(stage)).as_bytes())?;
            }
            Ok(Exit::Done)
        }
        Command::Unpair(on) => once(on, |state| Ok(Do::UnpairRound { stage: stage_of(on, state)? })),
        Command::Result(options) => once(&options.on, |state| {
            let (board, game) = options.board.split_once('.').unwrap_or((&options.board, "1"));
            let number = |text: &str| text.parse::<u32>().ok().filter(|n| *n > 0);
            let (Some(board), Some(game)) = (number(board), number(game)) else {
                return Err(Failure::usage(format!("\"{}\" is not a board; write 3 or 3.2", options.board)));
            };
            let result = match options.result.trim() {
                text if text.eq_ignore_ascii_case("clear") => None,
                text => Some(records::read_result(text).ok_or_else(|| {
                    Failure::usage(format!("\"{text}\" is not a result; write 1-0, 0-1, 1/2, +-, -+, --, adj or clear"))
                })?),
            };
            let stage = stage_of(&options.on, state)?;
            let round = options.round.unwrap_or(state.rounds_paired(stage));
            let at = GameRef { stage, round, board, game: game as usize - 1 };
            Ok(Do::SetResult { at, result, reason: None })
        }),
        Command::Results(options) => {
            let mut file = open(&options.on)?;
            for path in &options.files {
                let name = path.display().to_string();
                let text = String::from_utf8_lossy(&input::bytes(path)?).into_owned();
                let stage = stage_of(&options.on, file.event().state())?;
                let round = options.round.unwrap_or(file.event().state().rounds_paired(stage));
                let command = records::read_results(&name, &text, file.event().state(), stage, round)
                    .map_err(|errors| import::lines(&errors))?;
                tell(&apply(&mut file, &options.on, command)?)?;
            }
            Ok(Exit::Done)
        }
        Command::Records(options) => super::game_records::enter(options),
        Command::ExportRecords(options) => super::game_records::export(options),
        Command::Openings(options) => draw_openings(options),
        Command::Playoff(options) => cup::play_off(options),
        Command::Decide(options) if options.winner == "lot" => {
            cup::draw(&options.on, options.board, options.round, options.seed)
        }
        Command::Decide(options) => once(&options.on, |state| {
            let how = match options.how {
                Some(how) => how.into(),
                None if options.winner == "none" => DecidedBy::Lot,
                None => return Err(Failure::usage("say with --how how it was decided, or write `lot` to draw")),
            };
            let winner = match options.winner.as_str() {
                "none" => None,
                text => Some(player_in(state, stage_of(&options.on, state)?, text)?),
            };
            let stage = stage_of(&options.on, state)?;
            let round = options.round.unwrap_or(state.rounds_paired(stage));
            let at = GameRef { stage, round, board: options.board, game: 0 };
            Ok(Do::DecideMeeting { at, winner, how })
        }),
        Command::Tie(options) => honours::tie(options),
        Command::Category(options) => honours::category(options),
        Command::Prizes(options) => honours::prizes(options),
        Command::Tiebreaks(options) => honours::tiebreaks(options),
        Command::Seeding(options) => honours::seeding(options),
        Command::Adjust(options) => honours::adjust(options),
        Command::Bye(options) => once(&options.on, |state| {
            let kind = match options.kind {
                ByeName::Zero => Some(ByeKind::Zero),
                ByeName::Half => Some(ByeKind::Half),
                ByeName::Full => Some(ByeKind::Full),
                ByeName::None => None,
            };
            Ok(Do::RequestBye { player: player(&options.on, state, &options.player)?, round: options.round, kind })
        }),
        Command::Withdraw(options) => once(&options.on, |state| {
            let player = player(&options.on, state, &options.player)?;
            let from = options.from.unwrap_or(state.rounds_paired(state.stage_of(player)) + 1);
            Ok(Do::Withdraw { player, from })
        }),
        Command::Reinstate(options) => {
            once(&options.on, |state| Ok(Do::Reinstate(player(&options.on, state, &options.player)?)))
        }
        Command::Groups(options) => super::stages::groups(options),
        Command::ReplaceMember(options) => super::stages::replace_member(options),
        Command::MoveToGroup(options) => super::stages::move_to_group(options),
        Command::DrawNumbers(options) => super::stages::draw_numbers(options),
        Command::SetNumbers(options) => super::stages::set_numbers(options),
        Command::NextStage(options) => super::stages::next_stage(options),
        Command::DrawColor(options) => once(&options.on, |state| {
            let Some(color) = options.color else {
                return Ok(Do::DrawInitialColor { seed: options.seed.unwrap_or_else(tournament::fresh_seed) });
            };
            let color = if color == ColorName::White { Color::White } else { Color::Black };
            Ok(Do::EditSettings(Box::new(Settings {
                initial_color: Some(color),
                initial_color_lot: Some(Lot::Typed),
                ..(*state.settings).clone()
            })))
        }),
        Command::RemoveStage(on) => once(on, |state| Ok(Do::RemoveStage { stage: stage_of(on, state)? })),
        Command::Ranking(on) => super::stages::ranking(on),
        Command::Undo(on) => {
            let undone = open(on)?.undo().map_err(Failure::output)?;
            said(undone.map(|what| format!("Taken back: {what}")), "There is nothing to take back")
        }
        Command::Redo(on) => {
            let redone = open(on)?.redo().map_err(Failure::output)?;
            said(redone.map(|what| format!("Done again: {what}")), "There is nothing to do again")
        }
        Command::Teams(command) => teams::run(command),
        Command::Restore(on) => restore(on),
        Command::History(on) => {
            let event = tournament::store::read(&on.event).map_err(Failure::input)?;
            let mut text = String::new();
            for entry in event.history() {
                let undone = if entry.undone { " (taken back)" } else { "" };
                let reason = if entry.reason.is_empty() { String::new() } else { format!(" [{}]", entry.reason) };
                // Writing to a String cannot fail.
                let _ = writeln!(text, "{}  {}{reason}{undone}", entry.at, entry.summary);
            }
            output::print(text.as_bytes())?;
            Ok(Exit::Done)
        }
    }
}

fn show(on: &Only) -> Outcome {
    let event = tournament::store::read(&on.event).map_err(import::opening)?;
    let state = event.state();
    let settings = &state.settings;
    if on.stage.is_none() && state.stages.len() > 1 {
        return super::stages::show(state);
    }
    let stage = stage_of(on, state)?;
    let paired = state.rounds_paired(stage);
    let planned = state.stages.get(stage).map_or(0, |stage| stage.rounds_planned);
    let mut text = format!("{}\n", settings.name);
    if state.stages.len() > 1 {
        let _ = writeln!(text, "{}", title(state, stage));
    }
    // Writing to a String cannot fail.
    for (label, value) in [("Place", &settings.place), ("Chief arbiter", &settings.chief_arbiter)] {
        if !value.is_empty() {
            let _ = writeln!(text, "{label}: {value}");
        }
    }
    if settings.game != "chess" {
        let first = if openings::black_begins(settings) { "; Black makes the first move" } else { "" };
        let _ = writeln!(text, "Game: {}{first}", openings::game_name(settings));
    }
    if let Some(games) = state.stages.get(stage).map(|stage| stage.games_per_meeting).filter(|games| *games > 1) {
        let scored = if settings.meetings_as_unit { "scored as one unit" } else { "scored game by game" };
        let _ = writeln!(text, "Meetings: {games} games, {scored}");
    }
    if let Some(stage) = state.stages.get(stage) {
        let _ = writeln!(text, "System: {}", reports::system_words(&stage.system));
    }
    let color = settings.initial_color.map_or("not drawn yet".to_owned(), |color| format!("{color:?}"));
    let tiebreaks = match settings.tiebreaks.join(", ") {
        none if none.is_empty() => String::new(),
        list => format!(", tie-breaks: {list}"),
    };
    let _ = writeln!(text, "Rounds: {planned}{tiebreaks}, initial colour: {color}");
    if state.settings.contest != tournament::model::Contest::Individual {
        let _ = writeln!(text, "\nTeams: {}", state.teams.len());
        text += &teams::list(state, stage);
    }
    let numbering = state.numbering(stage);
    let count = if state.is_closed(stage) { numbering.len() } else { state.players.len() };
    let _ = writeln!(text, "\nPlayers: {count}");
    for (number, id) in (1..).zip(numbering.iter()) {
        let Some(player) = state.players.get(id) else { continue };
        let rating = match state.rating(player) {
            0 => String::new(),
            rating => rating.to_string(),
        };
        let mut notes = Vec::new();
        if player.entered_in > 1 {
            notes.push(format!("enters in round {}", player.entered_in));
        }
        if let Some(round) = player.withdrawn_from {
            notes.push(format!("withdrawn from round {round}"));
        }
        for (round, kind) in player.requested_byes.range(paired + 1..) {
            notes.push(format!("{kind:?} bye in round {round}").to_lowercase());
        }
        let line = format!("{number:>4}  {:<36} {rating:>4}  {}", player.name, notes.join(", "));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let mut next = format!("pair round {}", paired + 1);
    if paired > 0 {
        let _ = writeln!(text, "\nRound {paired} of {planned}");
        if let Some(drawn) = state.round(stage, paired).and_then(|round| round.openings.as_deref()) {
            let words = match drawn.of_board(1).filter(|_| !drawn.per_meeting) {
                Some(opening) => opening.words(),
                None => "one for each board".to_owned(),
            };
            let _ = writeln!(text, "Opening: {words} ({})", drawn.origin());
        }
        text += &pairs(state, stage, paired);
        text += &cup::ladders(state, stage, paired);
        let progress = state.progress(stage, paired);
        if !state.is_complete(stage, paired) {
            next = if progress.entered < progress.total {
                format!("enter the results of round {paired} ({} of {} are in)", progress.entered, progress.total)
            } else {
                format!("say who goes on from the equal meetings of round {paired} (event playoff, draw, decide)")
            };
        } else if paired >= planned || state.is_stage_over(stage) {
            next = "the final standings".to_owned();
        }
    }
    let _ = writeln!(text, "\nNext: {next}");
    output::print(text.as_bytes())?;
    Ok(Exit::Done)
}

fn restore(on: &Only) -> Outcome {
    let backup = tournament::store::backups(&on.event)
        .into_iter()
        .find(|one| std::fs::read_to_string(&one.path).is_ok_and(|text| tournament::store::read_text(&text).is_ok()));
    if !on.confirm && tournament::store::read(&on.event).is_ok() {
        let back = backup.map_or(String::new(), |one| {
            format!("; --confirm goes back to the backup of {} UTC, without the changes since", one.replaced_at)
        });
        let text = format!("{}: the file is in order, nothing to restore{back}", on.event.display());
        return Err(Failure::new(Exit::No, text));
    }
    let backup = backup.ok_or_else(|| Failure::input(format!("{}: there is no good backup", on.event.display())))?;
    let backup = backup.path;
    let file = EventFile::restore(&on.event, &backup).map_err(import::opening)?;
    let last = file.event().history().last().map_or("the beginning".to_owned(), |entry| entry.summary.clone());
    say(&format!("{} goes on with {}; its last change is: {last}", on.event.display(), backup.display()))
}

fn draw_openings(options: &Openings) -> Outcome {
    let mut file = open(&options.on)?;
    let state = file.event().state();
    let stage = stage_of(&options.on, state)?;
    let round = options.round.unwrap_or(state.rounds_paired(stage));
    let kind = state.settings.game.parse::<rules::GameKind>().map_err(Failure::usage)?;
    let command = match (&options.by_hand, &options.list) {
        (Some(line), _) => {
            let opening = openings::by_hand(kind, line).map_err(Failure::usage)?;
            Do::SetOpening { stage, round, board: options.board, opening: Some(Box::new(opening)) }
        }
        (None, Some(list)) => {
            let shipped = openings::lists(kind).iter().any(|known| known.name == list);
            let path = std::path::Path::new(list);
            let (list, text) = if !shipped && path.is_file() {
                let name = path.file_name().map_or_else(|| list.clone(), |name| name.to_string_lossy().into_owned());
                (name, String::from_utf8_lossy(&input::bytes(path)?).into_owned())
            } else {
                (list.clone(), String::new())
            };
            let seed = options.seed.unwrap_or_else(tournament::fresh_seed);
            Do::DrawOpenings { stage, round, list, text, seed, per_meeting: options.per_meeting }
        }
        (None, None) => {
            let lists = openings::lists(kind);
            if lists.is_empty() {
                let game = kind.label();
                say(&format!(
                    "No list of openings comes with the program for {game}; --list FILE draws from your own."
                ))?;
            }
            for list in lists {
                say(&format!("{:<14} {}", list.name, list.title))?;
            }
            return Ok(Exit::Done);
        }
    };
    tell(&apply(&mut file, &options.on, command)?)?;
    let Some(drawn) = file.event().state().round(stage, round).and_then(|paired| paired.openings.clone()) else {
        return Ok(Exit::Done);
    };
    if drawn.per_meeting {
        for (opening, board) in drawn.openings.iter().zip(1..) {
            let words = if opening.fen.is_empty() { "not drawn".to_owned() } else { opening.words() };
            say(&format!("{board:>4}  {words}"))?;
        }
    }
    Ok(Exit::Done)
}

pub(super) fn open(on: &Only) -> Result<EventFile, Failure> {
    EventFile::open(&on.event).map_err(|error| {
        let backup = match &error {
            OpenError::Damaged { backup, .. } | OpenError::Newer { backup, .. } => backup.is_some(),
            _ => false,
        };
        let failure = import::opening(error);
        if backup { failure.and("`event restore EVENT` goes on with the latest good backup.") } else { failure }
    })
}

/// Reads the event without opening it for changes.
pub(super) fn read(on: &Only) -> Result<Event, Failure> {
    tournament::store::read(&on.event).map_err(import::opening)
}

/// Does one command and tells of it.
pub(super) fn once(on: &Only, command: impl FnOnce(&State) -> Result<Do, Failure>) -> Outcome {
    let mut file = open(on)?;
    let command = command(file.event().state())?;
    tell(&apply(&mut file, on, command)?)
}

pub(super) fn apply(file: &mut EventFile, on: &Only, command: Do) -> Result<Change, Failure> {
    let order = Order { command, reason: on.reason.clone(), confirmed: on.confirm };
    let warning = file.event().warning(&order);
    let change = file.apply(order).map_err(refused)?;
    for reason in warning.reasons {
        eprintln!("Note: {reason}");
    }
    Ok(change)
}

/// A warning that waits for an answer and a pairing that does not exist are "no".
fn refused(error: ApplyError) -> Failure {
    match error {
        ApplyError::NotSaved { .. } => {
            Failure::output(format!("{error}. The file is as it was before; repeat the command then."))
        }
        ApplyError::Refused(refusal @ Refusal::NeedsConfirmation(_)) => {
            Failure::new(Exit::No, format!("{refusal}\nRepeat the command with --confirm to do it."))
        }
        ApplyError::Refused(refusal) => {
            let no_color = refusal.to_string().contains("initial colour is not drawn");
            let failure = Failure::new(Exit::No, refusal);
            if no_color { failure.and("`event draw-color EVENT` draws it.") } else { failure }
        }
    }
}

pub(super) fn tell(change: &Change) -> Outcome {
    say(&change.summary)?;
    for line in &change.consequences {
        say(&format!("    {line}"))?;
    }
    Ok(Exit::Done)
}

pub(super) fn say(line: &str) -> Outcome {
    output::print(format!("{line}\n").as_bytes())?;
    Ok(Exit::Done)
}

fn said(what: Option<String>, otherwise: &str) -> Outcome {
    match what {
        Some(what) => say(&what),
        None => Err(Failure::new(Exit::No, otherwise)),
    }
}

/// The pairs of a round, a line a board.
pub fn pairs(state: &State, stage: StageIndex, round: u32) -> String {
    let mut text = String::new();
    let Some(paired) = state.round(stage, round) else { return text };
    if paired.teams.is_some() {
        return teams::matches(state, stage, round);
    }
    let system = state.stages.get(stage).map(|stage| &stage.system);
    let knockout = matches!(system, Some(System::Knockout { .. }));
    let scheduled = matches!(system, Some(System::RoundRobin { .. } | System::Scheveningen { .. }));
    let numbers: std::collections::BTreeMap<PlayerId, u32> =
        state.numbering(stage).iter().zip(1..).map(|(id, number)| (*id, number)).collect();
    let seat = |id: PlayerId| format!("{} {}", numbers.get(&id).copied().unwrap_or(0), state.name(id));
    // Writing to a String cannot fail.
    for (index, meeting) in paired.meetings.iter().enumerate() {
        for game in &meeting.games {
            let result = game.result.map_or("", |result| records::result_text(Some(result)));
            let _ = writeln!(text, "{:>4}  {:<36} {:<36} {result}", index + 1, seat(game.white), seat(game.black));
        }
    }
    for (id, kind) in &paired.byes {
        let words = match kind {
            ByeKind::PairingAllocated => "bye",
            ByeKind::Full => "full-point bye",
            ByeKind::Half => "half-point bye",
            ByeKind::Zero if knockout => "passes",
            ByeKind::Zero if scheduled => "free",
            ByeKind::Zero => "absent",
        };
        let _ = writeln!(text, "      {:<36} {words}", seat(*id));
    }
    text
}

/// The stage that is meant: the one named, else the last one, where it stands alone.
pub(super) fn stage_of(on: &Only, state: &State) -> Result<StageIndex, Failure> {
    input::stage_index(state, on.stage)
}

/// The name of a stage.
pub(super) fn title(state: &State, stage: StageIndex) -> String {
    state.stages.get(stage).map_or_else(String::new, |header| tournament::stages::title(header, stage))
}

/// Why no stage of a phase can be paired.
fn waiting(state: &State, phase: std::ops::Range<StageIndex>) -> String {
    if phase.clone().all(|stage| state.is_stage_over(stage)) {
        return "all groups are over; `event next-stage` makes the next stage".to_owned();
    }
    let open: Vec<String> =
        phase.filter(|stage| !state.is_stage_over(*stage)).map(|stage| title(state, stage)).collect();
    format!("results are missing in {}", open.join(", "))
}

/// The player with that pairing number, or whose name is or begins with the text. A number is one of the stage that is meant.
pub(super) fn player(on: &Only, state: &State, text: &str) -> Result<PlayerId, Failure> {
    let stage = if text.parse::<usize>().is_ok() { stage_of(on, state)? } else { 0 };
    player_in(state, stage, text)
}

pub(super) fn player_in(state: &State, stage: StageIndex, text: &str) -> Result<PlayerId, Failure> {
    let numbering = state.numbering(stage);
    if let Ok(number) = text.parse::<usize>() {
        return number.checked_sub(1).and_then(|index| numbering.get(index).copied()).ok_or_else(|| {
            Failure::usage(format!("there is no number {number}; the list has {} players", numbering.len()))
        });
    }
    let wanted = text.to_lowercase();
    if let Some(exact) = state.players.keys().find(|id| state.name(**id).to_lowercase() == wanted) {
        return Ok(*exact);
    }
    let found: Vec<PlayerId> =
        state.players.keys().copied().filter(|id| state.name(*id).to_lowercase().starts_with(&wanted)).collect();
    match found.as_slice() {
        [one] => Ok(*one),
        [] => Err(Failure::usage(format!("nobody's name begins with \"{text}\""))),
        many => Err(Failure::usage(format!(
            "\"{text}\" may be {}; write more of the name, or the number",
            many.iter().map(|id| state.name(*id)).collect::<Vec<_>>().join(" or ")
        ))),
    }
}
