//! `schedule`: tables of systems that need no results, tab-separated with a header row.

use super::output;
use super::{Args, Exit, Failure, Outcome, Subcommand};
use pairing::{knockout, round_robin, scheveningen};
use std::fmt::Write;

/// Which system.
#[derive(Subcommand)]
pub enum Command {
    /// Berger tables: `round board white black`, 0 for the missing opponent of an odd field.
    RoundRobin(RoundRobin),
    /// Two teams, everybody against everybody: `round board white black`.
    Scheveningen(Scheveningen),
    /// A bracket in the standard order: `round match side1 side2`, a side is a seed, `bye`, `W<match>` or `L<match>`.
    Knockout(Knockout),
}

/// Options of `schedule round-robin`.
#[derive(Args)]
pub struct RoundRobin {
    /// Number of players.
    #[arg(long)]
    players: u32,
    /// How often each pair meets.
    #[arg(long, default_value_t = 1)]
    cycles: u32,
    /// Of several cycles, exchange the last two rounds of the first one; a third cycle repeats the first.
    #[arg(long)]
    exchange_last_two: bool,
}

/// Options of `schedule scheveningen`.
#[derive(Args)]
pub struct Scheveningen {
    /// Members of each team.
    #[arg(long)]
    boards: u32,
    /// Each pair meets twice, with reversed colours.
    #[arg(long)]
    double: bool,
    /// With `--double`: the second half in the same order, not back to front.
    #[arg(long, requires = "double")]
    same_order: bool,
}

/// Options of `schedule knockout`.
#[derive(Args)]
pub struct Knockout {
    /// Number of players or teams.
    #[arg(long)]
    players: u32,
    /// A match for third place.
    #[arg(long)]
    third_place: bool,
    /// No fixed bracket: from round 2 on a side is `#1` for the highest seed who is left, `#2` for the next, ...
    #[arg(long)]
    reseed: bool,
}

/// Prints a schedule.
pub fn run(command: &Command) -> Outcome {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let mut line = |fields: [&dyn std::fmt::Display; 4]| {
        let _ = writeln!(text, "{}\t{}\t{}\t{}", fields[0], fields[1], fields[2], fields[3]);
    };
    match command {
        Command::RoundRobin(options) => {
            let plan = round_robin::Plan {
                players: options.players,
                cycles: options.cycles,
                exchange_last_two: options.exchange_last_two,
            };
            line([&"round", &"board", &"white", &"black"]);
            for round in plan.rounds().map_err(Failure::usage)? {
                for (index, board) in round.boards.iter().enumerate() {
                    let (white, black) = board.seats();
                    line([&round.number, &(index + 1), &white, &black]);
                }
            }
        }
        Command::Scheveningen(options) => {
            let rounds = if options.double {
                scheveningen::double(
                    options.boards,
                    if options.same_order {
                        scheveningen::SecondHalf::SameOrder
                    } else {
                        scheveningen::SecondHalf::BackToFront
                    },
                )
            } else {
                scheveningen::single(options.boards)
            };
            line([&"round", &"board", &"white", &"black"]);
            for (index, round) in rounds.map_err(Failure::usage)?.iter().enumerate() {
                for game in round {
                    let (white, black) = game.seats();
                    line([&(index + 1), &game.a, &white, &black]);
                }
            }
        }
        Command::Knockout(options) => {
            let format = if options.third_place { knockout::Format::THIRD_PLACE } else { knockout::Format::SINGLE };
            let bracket = knockout::Bracket::new(options.players, &knockout::Seeding::Standard, format);
            let bracket = bracket.and_then(|bracket| if options.reseed { bracket.reseeded() } else { Ok(bracket) });
            let bracket = bracket.map_err(Failure::usage)?;
            line([&"round", &"match", &"side1", &"side2"]);
            for game in bracket.matches() {
                line([&game.round, &game.number, &game.sides[0], &game.sides[1]]);
            }
        }
    }
    output::print(text.as_bytes())?;
    Ok(Exit::Done)
}
