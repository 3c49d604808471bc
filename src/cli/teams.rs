//! `event`: what concerns teams.

use super::event::{self, ByeName, How, Only};
use super::{Args, Exit, Failure, Outcome, Subcommand, ValueEnum, output};
use std::fmt::Write;
use tournament::command::Command as Do;
use tournament::event::NotPaired;
use tournament::model::{
    ByeKind, Contest, DecidedBy, ForbiddenTeams, LineUp, PlayerId, RoundNumber, Settings, StageIndex, State, System,
    Team, TeamColors, TeamId, TeamReplay, TeamRules, TeamScore,
};
use tournament::records;
use tournament::teams;

/// Team commands of `event`.
#[derive(Subcommand)]
pub enum Command {
    /// List the teams with their members in board order.
    Teams(Only),
    /// Add a team of players who are in the list.
    AddTeam(AddTeam),
    /// Change the members of a team, or their order.
    Members(Members),
    /// Hand in a team's line-up for a round, or change it in the round that is paired.
    Lineup(SetLineUp),
    /// Note a bye of a team for a coming round.
    TeamBye(TeamBye),
    /// A team does not play from a round on.
    WithdrawTeam(WithdrawTeam),
    /// Take a team's withdrawal back.
    ReinstateTeam(OneTeam),
    /// Say which team goes on from a match of a knockout that ended equal.
    DecideMatch(DecideMatch),
    /// Two teams must not meet.
    ForbidTeams(TwoTeams),
    /// Two teams may meet again.
    AllowTeams(TwoTeams),
}

/// Options of `event new` for teams.
#[derive(Args)]
pub struct NewTeams {
    /// Teams are paired; they come from the list's column "Team", members in the order of the list.
    #[arg(long)]
    pub teams: bool,
    /// Boards of a match.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=100), requires = "teams")]
    boards: u8,
    /// Match points of a won, drawn and lost match.
    #[arg(long, default_value = "2-1-0", requires = "teams")]
    match_points: String,
    /// Teams are ranked and paired by game points.
    #[arg(long, requires = "teams")]
    by_game_points: bool,
    /// When teams wish a colour on board 1.
    #[arg(long, value_enum, default_value_t, requires = "teams")]
    colors: ColorRule,
    /// Members may sit in any order.
    #[arg(long, requires = "teams")]
    free_order: bool,
    /// Players are paired, and so many of the best members of each team count for it.
    #[arg(long, conflicts_with = "teams", value_parser = clap::value_parser!(u8).range(1..=100))]
    pub best_members: Option<u8>,
}

impl NewTeams {
    /// Boards of a match.
    pub fn boards(&self) -> u8 {
        self.boards
    }
}

/// The kind of colour preferences on the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorRule {
    /// C.04.6 type A.
    #[default]
    TypeA,
    /// C.04.6 type B.
    TypeB,
    /// None.
    None,
}

/// Options of `event add-team`.
#[derive(Args)]
pub struct AddTeam {
    #[command(flatten)]
    on: Only,
    /// Its name.
    name: String,
    /// Members in board order: pairing numbers or names.
    members: Vec<String>,
    /// Short name.
    #[arg(long, default_value = "")]
    short: String,
    /// Captain, contact.
    #[arg(long, default_value = "")]
    captain: String,
    /// Strength for the order of the teams; without it the mean rating of the line-up.
    #[arg(long, default_value_t = 0)]
    strength: u16,
}

/// Options of `event members`.
#[derive(Args)]
pub struct Members {
    #[command(flatten)]
    on: Only,
    /// Team number or name.
    team: String,
    /// All members in board order: pairing numbers or names.
    #[arg(required = true)]
    members: Vec<String>,
}

/// Options of `event lineup`.
#[derive(Args)]
pub struct SetLineUp {
    #[command(flatten)]
    on: Only,
    /// Team number or name.
    team: String,
    /// Board 1 first: pairing numbers or names, `-` for a vacant board. Without any the first members in board order play.
    #[arg(allow_hyphen_values = true)]
    players: Vec<String>,
    /// The round; without it the last one paired as long as it has open games, else the next one.
    #[arg(long)]
    round: Option<u32>,
}

/// Options of `event team-bye`.
#[derive(Args)]
pub struct TeamBye {
    #[command(flatten)]
    on: Only,
    /// Team number or name.
    team: String,
    /// The round.
    round: u32,
    /// What it is worth.
    #[arg(value_enum)]
    kind: ByeName,
}

/// Options of `event withdraw-team`.
#[derive(Args)]
pub struct WithdrawTeam {
    #[command(flatten)]
    on: Only,
    /// Team number or name.
    team: String,
    /// The first round missed; without it the next one to be paired.
    #[arg(long)]
    from: Option<u32>,
}

/// Options of `event reinstate-team`.
#[derive(Args)]
pub struct OneTeam {
    #[command(flatten)]
    on: Only,
    /// Team number or name.
    team: String,
}

/// Options of `event forbid-teams` and `event allow-teams`.
#[derive(Args)]
pub struct TwoTeams {
    #[command(flatten)]
    on: Only,
    /// One: team number or name.
    one: String,
    /// The other.
    other: String,
    /// From this round ...
    #[arg(long, default_value_t = 1)]
    first: u32,
    /// ... to this one; without it to the end.
    #[arg(long)]
    last: Option<u32>,
}

impl TwoTeams {
    fn pair(&self, state: &State) -> Result<[TeamId; 2], Failure> {
        let stage = event::stage_of(&self.on, state)?;
        Ok([team(state, stage, &self.one)?, team(state, stage, &self.other)?])
    }
}

/// Options of `event decide-match`.
#[derive(Args)]
pub struct DecideMatch {
    #[command(flatten)]
    on: Only,
    /// The match.
    number: u32,
    /// Goes on: team number or name; `lot` draws, `boards` takes the first of BC, TBR and BBE that divides them, `none` takes the decision back.
    #[arg(required_unless_present_any = ["replay", "back"])]
    winner: Option<String>,
    /// The score of the next replay instead, in game points of the team with White on board 1 of the match and of the other: `2.5-1.5`. The
    /// replay that decides settles the match.
    #[arg(long, conflicts_with_all = ["winner", "how", "seed"])]
    replay: Option<String>,
    /// Takes the last replay back.
    #[arg(long, conflicts_with_all = ["winner", "how", "seed", "replay"])]
    back: bool,
    /// How it was decided; not with `lot` and `boards`.
    #[arg(long, value_enum)]
    how: Option<How>,
    /// The seed of the lot; without it the clock's.
    #[arg(long)]
    seed: Option<u64>,
    /// The round; without it the last one paired.
    #[arg(long)]
    round: Option<u32>,
}

/// Puts the rules of matches into the settings of a new event.
///
/// # Errors
/// When the match points cannot be read.
pub fn rules(options: &NewTeams, settings: &mut Settings) -> Result<(), Failure> {
    // Whole points, or one decimal.
    let read = |text: &str| {
        let (whole, tenth) = text.trim().split_once('.').unwrap_or((text.trim(), "0"));
        let digit = tenth.parse::<i32>().ok().filter(|digit| (0..=9).contains(digit))?;
        Some(whole.parse::<i32>().ok().filter(|whole| (0..=100).contains(whole))? * 10 + digit)
    };
    let points: Option<Vec<i32>> = options.match_points.split('-').map(read).collect();
    let Some([win, draw, loss]) = points.as_deref().and_then(|points| <[i32; 3]>::try_from(points).ok()) else {
        return Err(Failure::usage(format!("\"{}\" are no match points; write 2-1-0", options.match_points)));
    };
    settings.contest = Contest::Team;
    settings.teams = TeamRules {
        boards: options.boards,
        match_win: win,
        match_draw: draw,
        match_loss: loss,
        primary: if options.by_game_points { TeamScore::GamePoints } else { TeamScore::MatchPoints },
        colors: match options.colors {
            ColorRule::TypeA => TeamColors::TypeA,
            ColorRule::TypeB => TeamColors::TypeB,
            ColorRule::None => TeamColors::None,
        },
        fixed_order: !options.free_order,
        ..TeamRules::default()
    };
    Ok(())
}

/// Runs a team command.
pub fn run(command: &Command) -> Outcome {
    match command {
        Command::Teams(on) => {
            let event = event::read(on)?;
            let state = event.state();
            output::print(list(state, event::stage_of(on, state)?).as_bytes())?;
            Ok(Exit::Done)
        }
        Command::AddTeam(options) => event::once(&options.on, |state| {
            let scheveningen = state.stages.iter().any(|stage| matches!(stage.system, System::Scheveningen { .. }));
            if state.settings.contest == Contest::Individual && !scheveningen {
                let text = "players are paired and ranked in this event, not teams; `event new --teams` makes an event of teams";
                return Err(Failure::new(Exit::No, text));
            }
            let members =
                options.members.iter().map(|text| event::player(&options.on, state, text)).collect::<Result<_, _>>()?;
            Ok(Do::AddTeam(Box::new(Team {
                name: options.name.clone(),
                short: options.short.clone(),
                members,
                captain: options.captain.clone(),
                strength: options.strength,
                ..Team::default()
            })))
        }),
        Command::Members(options) => event::once(&options.on, |state| {
            let id = team(state, event::stage_of(&options.on, state)?, &options.team)?;
            let members =
                options.members.iter().map(|text| event::player(&options.on, state, text)).collect::<Result<_, _>>()?;
            let old = state.teams.get(&id).map(|team| (**team).clone()).unwrap_or_default();
            Ok(Do::EditTeam(id, Box::new(Team { members, ..old })))
        }),
        Command::Lineup(options) => event::once(&options.on, |state| {
            let stage = event::stage_of(&options.on, state)?;
            let id = team(state, stage, &options.team)?;
            let paired = state.rounds_paired(stage);
            let open = paired > 0 && state.next_open(stage, paired, None).is_some();
            let round = options.round.unwrap_or(if open { paired } else { paired + 1 });
            let seat = |text: &String| match text.as_str() {
                "-" => Ok(None),
                text => event::player(&options.on, state, text).map(Some),
            };
            let players: LineUp = options.players.iter().map(seat).collect::<Result<_, _>>()?;
            let players = (!players.is_empty()).then_some(players);
            Ok(Do::SetLineUp { stage, round, team: id, players })
        }),
        Command::TeamBye(options) => event::once(&options.on, |state| {
            let kind = match options.kind {
                ByeName::Zero => Some(ByeKind::Zero),
                ByeName::Half => Some(ByeKind::Half),
                ByeName::Full => Some(ByeKind::Full),
                ByeName::None => None,
            };
            let team = team(state, event::stage_of(&options.on, state)?, &options.team)?;
            Ok(Do::RequestTeamBye { team, round: options.round, kind })
        }),
        Command::WithdrawTeam(options) => event::once(&options.on, |state| {
            let stage = event::stage_of(&options.on, state)?;
            let from = options.from.unwrap_or(state.rounds_paired(stage) + 1);
            Ok(Do::WithdrawTeam { team: team(state, stage, &options.team)?, from })
        }),
        Command::ReinstateTeam(options) => event::once(&options.on, |state| {
            Ok(Do::ReinstateTeam(team(state, event::stage_of(&options.on, state)?, &options.team)?))
        }),
        Command::DecideMatch(options) => event::once(&options.on, |state| {
            let stage = event::stage_of(&options.on, state)?;
            let (number, round) = (options.number, options.round.unwrap_or(state.rounds_paired(stage)));
            let decide = |winner, how| Ok(Do::DecideMatch { stage, round, number, winner, how });
            let how = options.how.map(Into::into);
            if options.back {
                return Ok(Do::TakeBackReplay { stage, round, number });
            }
            if let Some(score) = &options.replay {
                let points = tournament::place_games::read_result(score)
                    .ok_or_else(|| Failure::usage(format!("\"{score}\" is no score; write 2.5-1.5")))?;
                let found = state.round(stage, round).and_then(|paired| {
                    tournament::teams::matches(paired)
                        .find(|m| m.number == number)
                        .map(|m| (m.game.white, m.game.black))
                });
                let (white, black) =
                    found.ok_or_else(|| Failure::usage(format!("round {round} has no match {number}")))?;
                return Ok(Do::EnterReplay {
                    stage,
                    round,
                    number,
                    replay: TeamReplay { step: 0, white, black, points },
                });
            }
            match (options.winner.as_deref().unwrap_or_default(), how) {
                ("none", how) => decide(None, how.unwrap_or(DecidedBy::TieBreak)),
                ("lot", _) => {
                    let seed = options.seed.unwrap_or_else(tournament::fresh_seed);
                    Ok(Do::DrawMatch { stage, round, number, seed })
                }
                ("boards", _) => decide(Some(by_boards(state, stage, round, number)?), DecidedBy::TieBreak),
                (text, Some(how)) => decide(Some(team(state, stage, text)?), how),
                _ => Err(Failure::usage("say with --how how it was decided, or write `lot` or `boards`")),
            }
        }),
        Command::ForbidTeams(options) => event::once(&options.on, |state| {
            let [a, b] = options.pair(state)?;
            Ok(Do::ForbidTeams(ForbiddenTeams { a, b, first_round: options.first, last_round: options.last }))
        }),
        Command::AllowTeams(options) => event::once(&options.on, |state| {
            let [a, b] = options.pair(state)?;
            Ok(Do::AllowTeams(a, b))
        }),
    }
}

/// The team ahead by the first tie-break of the boards that divides an equal match.
fn by_boards(state: &State, stage: StageIndex, round: RoundNumber, number: u32) -> Result<TeamId, Failure> {
    let missing = || Failure::usage(format!("round {round} has no match {number}"));
    let paired = state.round(stage, round).ok_or_else(missing)?;
    let m = teams::matches(paired).find(|m| m.number == number).ok_or_else(missing)?;
    match teams::BoardTieBreaks::of(state, &m).first() {
        Some((_, white)) => Ok(if white { m.game.white } else { m.game.black }),
        None => Err(Failure::new(Exit::No, "BC, TBR and BBE leave the match level; replay it, or draw lots (`lot`)")),
    }
}

/// The team with that number, or whose name is or begins with the text.
pub(super) fn team(state: &State, stage: StageIndex, text: &str) -> Result<TeamId, Failure> {
    let numbering = state.team_numbering(stage);
    if let Ok(number) = text.parse::<usize>() {
        return number.checked_sub(1).and_then(|index| numbering.get(index).copied()).ok_or_else(|| {
            Failure::usage(format!("there is no team {number}; the event has {} teams", numbering.len()))
        });
    }
    let wanted = text.to_lowercase();
    if let Some(exact) = state.teams.iter().find(|(_, team)| team.name.to_lowercase() == wanted) {
        return Ok(*exact.0);
    }
    let found: Vec<TeamId> = state
        .teams
        .iter()
        .filter(|(_, team)| team.name.to_lowercase().starts_with(&wanted))
        .map(|(id, _)| *id)
        .collect();
    match found.as_slice() {
        [one] => Ok(*one),
        [] => Err(Failure::usage(format!("no team's name begins with \"{text}\""))),
        many => Err(Failure::usage(format!(
            "\"{text}\" may be {}; write more of the name, or the number",
            many.iter().map(|id| state.team_name(*id)).collect::<Vec<_>>().join(" or ")
        ))),
    }
}

/// The teams with their members.
pub fn list(state: &State, stage: StageIndex) -> String {
    let mut text = String::new();
    let boards = usize::from(state.settings.teams.boards);
    let numbered = state.team_numbering(stage);
    let late = state.teams.keys().copied().filter(|id| !numbered.contains(id));
    // Writing to a String cannot fail.
    for (id, number) in numbered.iter().copied().chain(late).zip(1..) {
        let Some(team) = state.teams.get(&id) else { continue };
        let mut notes = Vec::new();
        if let Some(round) = team.withdrawn_from {
            notes.push(format!("withdrawn from round {round}"));
        }
        for (round, kind) in &team.requested_byes {
            notes.push(format!("{kind:?} bye in round {round}").to_lowercase());
        }
        let strength = match teams::strength(state, team) {
            0 => String::new(),
            strength => strength.to_string(),
        };
        let line = format!("{number:>4}  {:<36} {strength:>4}  {}", team.name, notes.join(", "));
        let _ = writeln!(text, "{}", line.trim_end());
        for (member, place) in team.members.iter().zip(1..) {
            let place = if place > boards { format!("S{}", place - boards) } else { place.to_string() };
            let number = state.tpn(stage, *member).map(|n| n.to_string()).unwrap_or_default();
            let _ = writeln!(text, "      {place:>3}  {} ({number})", state.name(*member));
        }
    }
    text
}

/// The matches of a round with their boards; nothing where players are paired.
pub fn matches(state: &State, stage: StageIndex, round: RoundNumber) -> String {
    let mut text = String::new();
    let Some(paired) = state.round(stage, round).filter(|paired| paired.teams.is_some()) else { return text };
    let seat = |id: PlayerId| match state.tpn(stage, id) {
        Some(number) => format!("{number} {}", state.name(id)),
        None => state.name(id),
    };
    // Writing to a String cannot fail.
    for m in teams::matches(paired) {
        let score = teams::score(state, &m);
        let words =
            if score.open == score.games { String::new() } else { format!("{} - {}", score.white, score.black) };
        let names = format!("{} - {}", state.team_name(m.game.white), state.team_name(m.game.black));
        let _ = writeln!(text, "{}", format!("Match {}: {names}  {words}", m.number).trim_end());
        for (meeting, board) in m.boards.iter().zip(m.first + 1..) {
            for game in &meeting.games {
                let result = game.result.map_or("", |result| records::result_text(Some(result)));
                let line = format!("{board:>4}  {:<36} {:<36} {result}", seat(game.white), seat(game.black));
                let _ = writeln!(text, "{}", line.trim_end());
            }
        }
    }
    for (id, why) in state.teams_not_paired(stage, round) {
        let words = match why {
            NotPaired::Bye(ByeKind::PairingAllocated) => "bye",
            NotPaired::Bye(ByeKind::Full) => "full-point bye",
            NotPaired::Bye(ByeKind::Half) => "half-point bye",
            NotPaired::Bye(ByeKind::Zero) => "no match",
            NotPaired::Waiting => "waits for an opponent",
            NotPaired::NotYetEntered => continue,
            NotPaired::Withdrawn => "withdrawn",
        };
        let _ = writeln!(text, "      {:<36} {words}", state.team_name(id));
    }
    text
}
