//! The command line: every engine function without the window.

use clap::{Parser, Subcommand};
use std::path::PathBuf;
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

/// Runs chess and draughts tournaments. Without a command the window opens.
#[derive(Parser)]
#[command(name = "pairwright", version, args_conflicts_with_subcommands = true)]
pub struct Arguments {
    /// What to do without the window.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Event file to open in the window.
    pub event: Option<PathBuf>,
}

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Play a sample event from entry list to final table, without a window.
    Demo,
}

/// Runs a command.
pub fn run(command: Command) -> ExitCode {
    match command {
        Command::Demo => Exit::Done.into(),
    }
}
