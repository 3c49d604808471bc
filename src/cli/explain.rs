//! `explain`: why a round was paired as it was (basic rule 9).

use super::input::{self, Source};
use super::team_replay;
use super::{Args, Exit, Failure, Outcome, SystemName, output};
use pairing::swiss::{self, PairingError, Question, RoundInput, System};
use std::path::PathBuf;
use tournament::model::{State, System as EventSystem};
use tournament::teams::TeamPosition;

/// Options of `explain`.
#[derive(Args)]
pub struct Options {
    /// A report file (TRF) or an event.
    #[arg(value_parser = super::input::file_name())]
    file: PathBuf,
    /// The round; without it the last one paired.
    #[arg(long)]
    round: Option<u32>,
    /// The stage, from 1; without it the last one.
    #[arg(long)]
    stage: Option<usize>,
    /// Only this player, or team: opponent, colour, float or bye.
    #[arg(long, conflicts_with = "pair")]
    player: Option<u32>,
    /// Only these two: why they meet, or why not.
    #[arg(long, num_args = 2, value_names = ["N", "M"])]
    pair: Option<Vec<u32>>,
    /// The Swiss system; an event knows its own.
    #[arg(long, value_enum)]
    system: Option<SystemName>,
}

/// Prints sentences with the articles that decided.
pub fn run(options: &Options) -> Outcome {
    let source = input::open_stage(&options.file, options.stage)?;
    if let Some(state) = team_replay::state(&source)? {
        return teams(options, &state);
    }
    if let (None, Source::Event(event)) = (options.system, &source)
        && !matches!(event.state().stages.first().map(|stage| &stage.system), Some(EventSystem::Swiss { .. }))
    {
        return fixed(options, event.state());
    }
    let system = match options.system {
        Some(name) => name.into(),
        None => source.system()?,
    };
    let round = options.round.unwrap_or(source.rounds_of(system));
    source.check_round(Some(round))?;
    let position = source.position(system, round).map_err(|failure| failure.in_file(&options.file))?;
    let names = source.names()?;
    let name = |number: u32| match names.get(&number) {
        Some(name) if !name.is_empty() => format!("{name} ({number})"),
        _ => format!("number {number}"),
    };
    let questions = match (options.player, options.pair.as_deref()) {
        (Some(player), _) => vec![Question::Player(player)],
        (None, Some([one, other])) => vec![Question::Pair(*one, *other)],
        _ => everybody(system, &position)?,
    };
    let mut text = String::new();
    for question in questions {
        for reason in swiss::explain(system, &position, question, &name).map_err(refused)? {
            let article = if [reason.article, "art.", "[C"].iter().any(|mark| reason.text.contains(mark)) {
                String::new()
            } else {
                format!(" [{}]", reason.article)
            };
            text += &format!("{}{article}\n", reason.text);
        }
        text.push('\n');
    }
    output::print(text.trim_end().as_bytes())?;
    output::print(b"\n")?;
    Ok(Exit::Done)
}

/// Why the teams of a round met.
fn teams(options: &Options, state: &State) -> Outcome {
    let round = options.round.unwrap_or(state.rounds_paired(0));
    let position =
        TeamPosition::before(state, 0, round).ok_or_else(|| Failure::usage(format!("round {round} is not paired")))?;
    let numbering = state.team_numbering(0);
    let name = |number: u32| match (number as usize).checked_sub(1).and_then(|at| numbering.get(at)) {
        Some(id) => format!("{} ({number})", state.team_name(*id)),
        None => format!("number {number}"),
    };
    let questions = match (options.player, options.pair.as_deref()) {
        (Some(team), _) => vec![Question::Player(team)],
        (None, Some([one, other])) => vec![Question::Pair(*one, *other)],
        _ => {
            let pairing = position.pair().map_err(refused)?;
            let pairs = pairing.pairs.iter().map(|pair| Question::Pair(pair.white, pair.black));
            pairs.chain(pairing.bye.map(|_| Question::Bye)).collect()
        }
    };
    let mut text = String::new();
    for question in questions {
        for reason in position.explain(question, &name).map_err(refused)? {
            text += &format!("{} [{}]\n", reason.text, reason.article);
        }
        text.push('\n');
    }
    output::print(text.trim_end().as_bytes())?;
    output::print(b"\n")?;
    Ok(Exit::Done)
}

/// The boards of a round whose meetings are fixed beforehand, or those of the players asked about.
fn fixed(options: &Options, state: &State) -> Outcome {
    let round = options.round.unwrap_or(state.rounds_paired(0));
    let Some(paired) = state.round(0, round) else {
        return Err(Failure::usage(format!("round {round} is not paired; {} are", state.rounds_paired(0))));
    };
    let number = |id| state.tpn(0, id).unwrap_or(0);
    let mut asked: Vec<u32> = options.player.into_iter().collect();
    asked.extend(options.pair.iter().flatten());
    let mut text = String::new();
    for (board, meeting) in paired.meetings.iter().enumerate() {
        let Some(game) = meeting.games.first() else { continue };
        let two = [number(game.white), number(game.black)];
        if !asked.iter().all(|number| two.contains(number)) {
            continue;
        }
        text += &format!("Board {}: {} - {}\n", board + 1, state.name(game.white), state.name(game.black));
        if let Some(words) = &meeting.by_hand {
            let words = if words.is_empty() { String::new() } else { format!(": {words}") };
            text += &format!("This board was set by hand{words}.\n");
        }
        for line in tournament::why::fixed_board(state, 0, round, board) {
            text += &format!("{line}\n");
        }
        text.push('\n');
    }
    if text.is_empty() {
        let who = asked.iter().map(u32::to_string).collect::<Vec<_>>().join(" and ");
        text = match asked.len() {
            1 => format!("Number {who} has no game in round {round}: free, passing with a bye, or not in play.\n"),
            2 => {
                format!("Numbers {who} do not meet in round {round}; the table or the bracket fixes who meets whom.\n")
            }
            _ => format!("Round {round} has no games.\n"),
        };
    }
    output::print(text.trim_end().as_bytes())?;
    output::print(b"\n")?;
    Ok(Exit::Done)
}

/// A question for each pair, in the order of boards, and one for the bye.
fn everybody(system: System, position: &RoundInput) -> Result<Vec<Question>, Failure> {
    let pairing = swiss::pair(system, position).map_err(refused)?;
    let mut questions: Vec<Question> =
        pairing.pairs.iter().map(|pair| Question::Pair(pair.white, pair.black)).collect();
    questions.extend(pairing.bye.map(|_| Question::Bye));
    Ok(questions)
}

fn refused(error: PairingError) -> Failure {
    let exit = if matches!(error, PairingError::NoLegalPairing { .. }) { Exit::No } else { Exit::Usage };
    Failure::new(exit, error)
}
