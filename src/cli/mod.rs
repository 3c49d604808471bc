//! The command line: every engine function without the window.
//!
//! Commands print their answer on standard output and everything else on standard error, and end with an [`Exit`].

mod check;
mod cup;
mod demo;
mod engine;
mod event;
mod explain;
mod export;
mod game_records;
mod games;
mod generate;
mod hints;
mod honours;
mod import;
mod input;
mod list;
mod output;
mod pair;
mod ratings;
mod report;
mod schedule;
mod series;
mod stages;
mod standings;
mod team_replay;
mod teams;

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How a command ended; part of the interface that other programs call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done.
    Done = 0,
    /// The answer is "no": differences found, no legal pairing.
    No = 1,
    /// Wrong use.
    Usage = 2,
    /// Unreadable or invalid input.
    BadInput = 3,
    /// Could not write.
    CannotWrite = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Why a command did not do its work: the exit code and a message for people.
#[derive(Debug)]
pub struct Failure {
    exit: Exit,
    message: String,
}

impl Failure {
    /// A failure with any exit code.
    pub fn new(exit: Exit, message: impl Display) -> Self {
        Failure { exit, message: message.to_string() }
    }

    /// Wrong use of a command that the argument parser could not see.
    pub fn usage(message: impl Display) -> Self {
        Failure::new(Exit::Usage, message)
    }

    /// The same with the file's name before the message.
    pub fn in_file(self, file: &Path) -> Self {
        Failure { message: format!("{}: {}", file.display(), self.message), ..self }
    }

    /// The same with a sentence more, on a line of its own.
    pub fn and(self, sentence: &str) -> Self {
        Failure { message: format!("{}\n{sentence}", self.message), ..self }
    }

    /// Input that cannot be read or is invalid.
    pub fn input(message: impl Display) -> Self {
        Failure::new(Exit::BadInput, message)
    }

    /// Output that cannot be written.
    pub fn output(message: impl Display) -> Self {
        Failure::new(Exit::CannotWrite, message)
    }
}

/// What a command gives back.
pub type Outcome = Result<Exit, Failure>;

/// Runs chess and draughts tournaments. Without a command the window opens.
#[derive(Parser)]
#[command(name = "pairwright", version, args_conflicts_with_subcommands = true)]
pub struct Arguments {
    /// What to do without the window.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Event file to open in the window.
    #[arg(value_parser = input::file_name())]
    pub event: Option<PathBuf>,
}

/// A Swiss system on the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SystemName {
    /// FIDE (Dutch) System, C.04.3.
    #[default]
    Dutch,
    /// Dubov System, C.04.4.1.
    Dubov,
    /// Burstein System, C.04.4.2.
    Burstein,
    /// Double-Swiss System, C.04.5; a match takes two rounds of a report file.
    DoubleSwiss,
    /// Lim System, C.04.4.3, built from an incomplete text: not verified.
    Lim,
}

impl From<SystemName> for pairing::swiss::System {
    fn from(name: SystemName) -> Self {
        match name {
            SystemName::Dutch => pairing::swiss::System::Dutch,
            SystemName::Dubov => pairing::swiss::System::Dubov,
            SystemName::Burstein => pairing::swiss::System::Burstein,
            SystemName::DoubleSwiss => pairing::swiss::System::DoubleSwiss,
            SystemName::Lim => pairing::swiss::System::Lim,
        }
    }
}

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Play a sample event from entry list to final table, without a window.
    Demo(demo::Options),
    /// Run an event file step by step.
    #[command(subcommand)]
    Event(event::Command),
    /// Make an event file from a report file or an entry list.
    Import(import::Options),
    /// Write an event as a report file or a table.
    Export(export::Options),
    /// Write documents as PDF, HTML or CSV.
    Report(report::Options),
    /// Pair the next round of a report file or an event.
    Pair(pair::Options),
    /// Replay every round of report files and list what the rules would pair differently.
    Check(check::Options),
    /// Print the standings with tie-breaks.
    Standings(standings::Options),
    /// Print rating changes.
    Ratings(ratings::Ratings),
    /// Print who has made a title norm, or what is missing.
    Norms(ratings::Norms),
    /// Say why a round was paired as it was.
    Explain(explain::Options),
    /// Write random, realistic events.
    Generate(generate::Options),
    /// Answer like the pairing engines that tournament managers call.
    #[command(disable_help_flag = true)]
    Engine(engine::Options),
    /// Read and check game records.
    #[command(subcommand)]
    Games(games::Command),
    /// Print the schedule of a system that needs no results.
    #[command(subcommand)]
    Schedule(schedule::Command),
    /// Run a points series over several events.
    #[command(subcommand)]
    Series(series::Command),
    /// Index a rating list and search it.
    #[command(subcommand)]
    List(list::Command),
}

/// Runs a command and says on standard error what went wrong.
pub fn run(command: Command) -> ExitCode {
    let outcome = match command {
        Command::Demo(options) => demo::run(&options),
        Command::Event(command) => event::run(&command),
        Command::Import(options) => import::run(&options),
        Command::Export(options) => export::run(&options),
        Command::Report(options) => report::run(&options),
        Command::Pair(options) => pair::run(&options),
        Command::Check(options) => check::run(&options),
        Command::Standings(options) => standings::run(&options),
        Command::Ratings(options) => ratings::ratings(&options),
        Command::Norms(options) => ratings::norms_of(&options),
        Command::Explain(options) => explain::run(&options),
        Command::Generate(options) => generate::run(&options),
        Command::Engine(options) => return engine::run(&options),
        Command::Games(command) => games::run(&command),
        Command::Schedule(command) => schedule::run(&command),
        Command::Series(command) => series::run(&command),
        Command::List(command) => list::run(&command),
    };
    match outcome {
        Ok(exit) => exit.into(),
        Err(failure) => {
            eprintln!("pairwright: {}", failure.message);
            failure.exit.into()
        }
    }
}

/// In `event result` a bare `--` is the result of a game that both lost by default, not the end of options: a blank before it tells the reader of
/// the command line.
pub fn with_double_forfeit(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    let results = arguments.get(1).is_some_and(|one| one == "event")
        && arguments.get(2).is_some_and(|two| two == "result" || two == "playoff");
    for argument in arguments.iter_mut().skip(3).filter(|argument| results && *argument == "--") {
        *argument = " --".into();
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_double_forfeit_is_a_result() {
        let read = |words: &[&str]| with_double_forfeit(words.iter().map(OsString::from));
        assert_eq!(read(&["p", "event", "result", "E", "1", "--"])[5], " --");
        assert_eq!(read(&["p", "check", "--", "file"])[2], "--");
        let words = read(&["pairwright", "event", "result", "E", "1", "--"]);
        assert!(Arguments::try_parse_from(words).is_ok());
    }
}
