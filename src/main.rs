//! Pairwright: decides between the window and a command.
#![forbid(unsafe_code)]

mod cli;
mod gui;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = match cli::Arguments::try_parse_from(cli::with_double_forfeit(std::env::args_os())) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are answers, not errors; a failure to print them leaves nothing to say it with.
            let _ = error.print();
            return if error.use_stderr() { cli::Exit::Usage.into() } else { cli::Exit::Done.into() };
        }
    };
    match arguments.command {
        Some(command) => cli::run(command),
        None if arguments.event.as_ref().is_some_and(|path| !path.exists()) => {
            let name = arguments.event.unwrap_or_default();
            eprintln!(
                "pairwright: {} is neither a command nor a file; `pairwright --help` lists the commands",
                name.display()
            );
            cli::Exit::Usage.into()
        }
        None => match gui::run(arguments.event) {
            Ok(()) => ExitCode::SUCCESS,
            Err(gui::GuiError::NoDisplay) => {
                eprintln!("No display to open the window on; `pairwright demo` plays a sample event without one.");
                cli::Exit::Usage.into()
            }
            Err(error @ gui::GuiError::Graphics(_)) => {
                eprintln!("{error}; `pairwright demo` plays a sample event without a window.");
                cli::Exit::Usage.into()
            }
        },
    }
}
