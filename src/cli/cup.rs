//! Knockouts on the command line: the options of a new one, and the games of the ladder.

use super::event::{Only, apply, once, open, player, stage_of, tell};
use super::{Args, Failure, Outcome};
use std::fmt::Write;
use tournament::command::{Command as Do, GameRef};
use tournament::event::draw_color;
use tournament::knockout::options::read_ladder;
use tournament::knockout::{DayRules, Ladder, ladder_at, playoff_lines};
use tournament::model::*;
use tournament::records;

/// Options of a new knockout.
#[derive(Args)]
#[group(skip)]
pub struct Knockout {
    /// A knockout has a match for third place.
    #[arg(long)]
    third_place: bool,
    /// The bracket: `single`, `places:8` (consolation matches down to that place), `double` (elimination, the grand final repeated if
    /// needed) or `double-once`.
    #[arg(long)]
    format: Option<String>,
    /// Round 1 of a knockout: `standard`, `cut`, `drawn[:SEED]`, `seeds:N[:SEED]` (the first N seeded, the others drawn), or the places
    /// from top to bottom as `1,8,4,5,...` with `-` for a bye.
    #[arg(long)]
    seeding: Option<String>,
    /// Keeps players of one federation or club apart: `federation`, `club`.
    #[arg(long)]
    separate: Option<String>,
    /// Calls a first round with byes the play-in.
    #[arg(long)]
    play_in: bool,
    /// No fixed bracket: after each round the highest remaining seed meets the lowest.
    #[arg(long)]
    reseed: bool,
    /// Ranks those who lost in the same round by their scores (lost match, earlier ones, seed) instead of sharing a place.
    #[arg(long)]
    rank_losers: bool,
    /// White in the first games: `alternate`, `each-by-lot`, `first-by-lot`, `higher-seed`.
    #[arg(long)]
    first_color: Option<String>,
    /// What follows equal games of a knockout: `2x10+5; 2x3+2; win 3+2; rest 5+2; armageddon 5+0/4+0; bids 4+2; seed; blacks; lot`, or the name of a
    /// preset such as `FIDE World Cup 2025`.
    #[arg(long)]
    ladder: Option<String>,
    /// Meetings by days, as in title matches of draughts: a drawn game is followed on its day by these steps, `1x20+5; 1x5+3`, with the points of
    /// a day behind `=`: `1x20+5; 1x5+3 = 12-0 8-4 7-5 6-6` (the last pair is for a day without a winner); without points more wins
    /// in the standard games decide, then in each step. Or `Draughts title match, points for days (2020)`. See `--games` for the number of
    /// days.
    #[arg(long)]
    days: Option<String>,
}

impl Knockout {
    /// Any of them was given.
    pub fn given(&self) -> bool {
        self.third_place
            || self.play_in
            || self.reseed
            || self.rank_losers
            || [&self.format, &self.seeding, &self.separate, &self.first_color, &self.ladder, &self.days]
                .iter()
                .any(|o| o.is_some())
    }

    /// The system; `seed` is for lots whose own seed was not given.
    ///
    /// # Errors
    /// When an option cannot be read.
    pub fn system(&self, seed: u64) -> Result<System, Failure> {
        let format = match self.format.as_deref() {
            None | Some("single") => KnockoutFormat::Single,
            Some("double") => KnockoutFormat::Double { reset: true },
            Some("double-once") => KnockoutFormat::Double { reset: false },
            Some(other) => {
                let places = other.strip_prefix("places:").and_then(|places| places.parse().ok());
                KnockoutFormat::Places(places.ok_or_else(|| {
                    Failure::usage(format!("--format is single, places:8, double or double-once, not \"{other}\""))
                })?)
            }
        };
        let separation = match self.separate.as_deref() {
            None => Separation::None,
            Some("federation") => Separation::Federation,
            Some("club") => Separation::Club,
            Some(other) => return Err(Failure::usage(format!("--separate is federation or club, not \"{other}\""))),
        };
        let first_color = match self.first_color.as_deref() {
            None | Some("alternate") => FirstColorRule::Alternate,
            Some("each-by-lot") => FirstColorRule::EachByLot,
            Some("first-by-lot") => FirstColorRule::FirstByLot,
            Some("higher-seed") => FirstColorRule::HigherSeed,
            Some(other) => {
                let choices = "alternate, each-by-lot, first-by-lot or higher-seed";
                return Err(Failure::usage(format!("--first-color is {choices}, not \"{other}\"")));
            }
        };
        let options = KnockoutOptions {
            format,
            seeding: seeding(self.seeding.as_deref().unwrap_or("standard"), seed)?,
            separation,
            play_in: self.play_in,
            reseed: self.reseed,
            rank_losers: self.rank_losers,
            first_color,
            color_seed: seed,
            ladder: read_ladder(self.ladder.as_deref().unwrap_or_default()).map_err(Failure::usage)?,
            days: DayRules::read(self.days.as_deref().unwrap_or_default()).map_err(Failure::usage)?.map(Box::new),
            ..KnockoutOptions::default()
        };
        if let Some(fault) = tournament::knockout::options::fault(self.third_place, &options) {
            return Err(Failure::usage(fault));
        }
        Ok(System::Knockout { third_place: self.third_place, options: Box::new(options) })
    }
}

/// Reads `--seeding`.
fn seeding(text: &str, otherwise: u64) -> Result<KnockoutSeeding, Failure> {
    let wrong = || {
        Failure::usage(format!(
            "--seeding is standard, cut, drawn, drawn:SEED, seeds:N, seeds:N:SEED or places such as 1,4,2,-, not \"{text}\""
        ))
    };
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
    let parts: Vec<&str> = text.split(':').collect();
    Ok(match parts[..] {
        ["standard"] => KnockoutSeeding::Standard,
        ["cut"] => KnockoutSeeding::Cut,
        ["drawn"] => KnockoutSeeding::Drawn { seed: otherwise },
        ["drawn", seed] => KnockoutSeeding::Drawn { seed: number(seed)? },
        ["seeds", seeded] => KnockoutSeeding::DrawnWithSeeds {
            seeded: u32::try_from(number(seeded)?).map_err(|_| wrong())?,
            seed: otherwise,
        },
        ["seeds", seeded, seed] => KnockoutSeeding::DrawnWithSeeds {
            seeded: u32::try_from(number(seeded)?).map_err(|_| wrong())?,
            seed: number(seed)?,
        },
        [places] => {
            let place = |text: &str| match text.trim() {
                "-" => Ok(None),
                text => text.parse::<u32>().map(Some).map_err(|_| wrong()),
            };
            KnockoutSeeding::ByHand(places.split(',').map(place).collect::<Result<_, _>>()?)
        }
        _ => return Err(wrong()),
    })
}

/// Options of `event playoff`.
#[derive(Args)]
pub struct PlayOff {
    #[command(flatten)]
    on: Only,
    /// The board.
    board: u32,
    /// The result of the next game of the ladder, `1-0`, `0-1`, `1/2`, ...; `back` takes the last one back.
    #[arg(allow_hyphen_values = true)]
    result: String,
    /// Had White: pairing number or name. Without it as the rule says; where a lot gives the colours, the program draws.
    #[arg(long)]
    white: Option<String>,
    /// The bids of thinking time for Black in seconds: `240,185`, of the player named first on the board and of the other; the lower one has
    /// Black, equal ones draw lots. With `--white`: those of White and of Black.
    #[arg(long)]
    bids: Option<String>,
    /// What was left on the clocks of White and Black in seconds: `31,4`.
    #[arg(long)]
    clocks: Option<String>,
    /// The seed of the lot for colours; without it the clock's.
    #[arg(long)]
    seed: Option<u64>,
    /// The round; without it the last one paired.
    #[arg(long)]
    round: Option<u32>,
}

/// Enters a game of the ladder.
pub fn play_off(options: &PlayOff) -> Outcome {
    let on = &options.on;
    once(on, |state| {
        let stage = stage_of(on, state)?;
        let round = options.round.unwrap_or(state.rounds_paired(stage));
        let at = GameRef { stage, round, board: options.board, game: 0 };
        if options.result == "back" {
            return Ok(Do::TakeBackPlayOff { at });
        }
        let result = records::read_result(options.result.trim())
            .ok_or_else(|| Failure::usage(format!("\"{}\" is not a result; write 1-0, 0-1 or 1/2", options.result)))?;
        let first = state
            .round(stage, round)
            .and_then(|paired| paired.meetings.get((options.board as usize).checked_sub(1)?))
            .and_then(|meeting| meeting.games.first())
            .copied()
            .ok_or_else(|| Failure::usage(format!("round {round} has no board {}", options.board)))?;
        let (mut color_seed, rule) = (None, ladder_at(state, at));
        let drawn = |color_seed: &mut Option<u64>| {
            let seed = options.seed.unwrap_or_else(tournament::fresh_seed);
            *color_seed = Some(seed);
            if draw_color(seed) == Color::White { first.white } else { first.black }
        };
        let two = |text: &Option<String>, name: &str| match text {
            None => Ok(None),
            Some(text) => {
                let numbers =
                    text.split_once(',').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
                numbers.map(Some).ok_or_else(|| Failure::usage(format!("--{name} is two numbers of seconds: 240,185")))
            }
        };
        let white = match (&options.white, rule) {
            (Some(text), _) => player(on, state, text)?,
            (None, Some(Ladder::Game { bids: true, .. })) => {
                let Some((one, other)) = two(&options.bids, "bids")? else {
                    return Err(Failure::usage(
                        "the bids give the colours: say them with --bids, or who had White with --white",
                    ));
                };
                match pairing::knockout::black_by_bids([one, other]) {
                    Some(pairing::knockout::Side::First) => first.black,
                    Some(pairing::knockout::Side::Second) => first.white,
                    None => drawn(&mut color_seed),
                }
            }
            (None, Some(Ladder::Game { white: Some(white), .. })) => white,
            _ => drawn(&mut color_seed),
        };
        let black = if white == first.white { first.black } else { first.white };
        let (bids, clocks) = (two(&options.bids, "bids")?, two(&options.clocks, "clocks")?);
        // Without --white they stand in the order of the board; they are kept as White's and Black's.
        let turned = options.white.is_none() && white != first.white;
        let bids = bids.map(|(one, other): (u32, u32)| if turned { (other, one) } else { (one, other) });
        let game = PlayOffGame { step: 0, day: 0, white, black, result, color_seed, bids, clocks };
        Ok(Do::EnterPlayOff { at, game: Box::new(game) })
    })
}

/// Draws who goes on.
pub fn draw(on: &Only, board: u32, round: Option<u32>, seed: Option<u64>) -> Outcome {
    let mut file = open(on)?;
    let stage = stage_of(on, file.event().state())?;
    let round = round.unwrap_or(file.event().state().rounds_paired(stage));
    let at = GameRef { stage, round, board, game: 0 };
    let seed = seed.unwrap_or_else(tournament::fresh_seed);
    tell(&apply(&mut file, on, Do::DecideByLot { at, seed })?)?;
    Ok(super::Exit::Done)
}

/// The replays and decisions of the matches of a round of teams, and what an equal one waits for.
fn team_ladders(state: &State, stage: StageIndex, paired: &Round) -> String {
    use tournament::teams::{self, TeamLadder};
    let mut text = String::new();
    // Writing to a String cannot fail.
    for m in teams::matches(paired) {
        for line in teams::replay_lines(state, stage, paired, &m) {
            let _ = writeln!(text, "      match {}: {line}", m.number);
        }
        if let Some(decided) = m.game.decided {
            let seed = decided.seed.map(|seed| format!(" (seed {seed})")).unwrap_or_default();
            let how = tournament::event::decided_words(decided.by);
            let _ = writeln!(text, "      match {}: {} goes on {how}{seed}", m.number, state.team_name(decided.winner));
            continue;
        }
        let next = match teams::ladder(state, stage, paired, &m) {
            TeamLadder::Replay { step, game, .. } => {
                format!("equal; by the boards, or {}, game {game}", teams::step_words(state, stage, step))
            }
            TeamLadder::Lot => "equal; the lot".to_owned(),
            TeamLadder::Won { winner, step } => {
                format!("equal; {}: {}", teams::step_words(state, stage, step), state.team_name(winner))
            }
            TeamLadder::UsedUp => "equal; decide who goes on".to_owned(),
            TeamLadder::NotNeeded => continue,
        };
        let _ = writeln!(text, "      match {}, next: {next}", m.number);
    }
    text
}

/// The ladder of the meetings of a round, in words: games that were played, and what comes next.
pub fn ladders(state: &State, stage: StageIndex, round: u32) -> String {
    let mut text = String::new();
    let Some(System::Knockout { options, .. }) = state.stages.get(stage).map(|stage| &stage.system) else {
        return text;
    };
    let Some(paired) = state.round(stage, round) else { return text };
    if state.pairs_teams(stage) {
        return team_ladders(state, stage, paired);
    }
    let words = |day: u8, step: usize| {
        let words = options.step(day, step).map(LadderStep::words).unwrap_or_default();
        if day == 0 { words } else { format!("day {day}, {words}") }
    };
    // Writing to a String cannot fail.
    for (meeting, board) in paired.meetings.iter().zip(1..) {
        for line in playoff_lines(state, options, meeting) {
            let _ = writeln!(text, "      board {board}: {line}");
        }
        if let Some(decided) = meeting.decided {
            let seed = decided.seed.map(|seed| format!(" (seed {seed})")).unwrap_or_default();
            let how = tournament::event::decided_words(decided.by);
            let _ = writeln!(text, "      board {board}: {} goes on {how}{seed}", state.name(decided.winner));
            continue;
        }
        let next = match ladder_at(state, GameRef { stage, round, board, game: 0 }) {
            Some(Ladder::Game { day, step, game, white, .. }) => {
                let white =
                    white.map_or("colours by lot or bids".to_owned(), |id| format!("{} has White", state.name(id)));
                format!("{}, game {game}, {white}", words(day, step))
            }
            Some(Ladder::Lot { .. }) => "the lot".to_owned(),
            Some(Ladder::UsedUp) => "equal; decide who goes on".to_owned(),
            Some(Ladder::NotNeeded | Ladder::Won { .. }) | None => continue,
        };
        let _ = writeln!(text, "      board {board}, next: {next}");
    }
    text
}
