//! `pair`: the next round of a report file or an event.

use super::input::{self, Source};
use super::{Args, Exit, Failure, Outcome, SystemName, output};
use pairing::swiss::{self, PairingError, RoundPairing};
use std::fmt::Write;
use std::path::PathBuf;
use tournament::command::{Command as Change, Order, Refusal};
use tournament::event::Event;

/// Options of `pair`.
#[derive(Args)]
pub struct Options {
    /// A report file (TRF) or an event.
    #[arg(value_parser = super::input::file_name())]
    file: PathBuf,
    /// The Swiss system; without it the one that record 192 of the file names, else Dutch. An event knows its own.
    #[arg(long, value_enum)]
    system: Option<SystemName>,
    /// Write the pairs here instead of printing them.
    #[arg(short, long)]
    output: Option<PathBuf>,
}

/// Prints the number of pairs, then `WHITE BLACK` a line, the bye as `N 0`.
pub fn run(options: &Options) -> Outcome {
    let source = input::open(&options.file)?;
    let pairing = match (&source, options.system) {
        (Source::Report(trf), _) if trf.is_team_event() => {
            return Err(Failure::input(format!(
                "{}: this is a team event; only players are paired from report files",
                options.file.display()
            )));
        }
        (Source::Report(trf), system) => {
            let (round, planned) = (trf.round_to_pair(), trf.header.rounds);
            if let Some(planned) = planned.filter(|planned| round > *planned) {
                return Err(Failure::new(Exit::No, format!("all {planned} rounds are paired")));
            }
            let system = system.map_or_else(|| source.system(), |name| Ok(name.into()))?;
            let next = source.rounds_of(system) + 1;
            let position = source.position(system, next).map_err(|failure| failure.in_file(&options.file))?;
            if !system.caveat().is_empty() {
                eprintln!("Note: this system is {}.", system.caveat());
            }
            swiss::pair(system, &position).map_err(refused)?
        }
        (Source::Event(event), None) => pair_event(event)?,
        (Source::Event(_), Some(_)) => {
            return Err(Failure::usage("an event knows its system; leave --system out"));
        }
    };
    output::write(options.output.as_deref(), reply(&pairing).as_bytes())
}

/// The answer of an engine as text.
pub fn reply(pairing: &RoundPairing) -> String {
    let bye = usize::from(pairing.bye.is_some());
    let mut text = format!("{}\n", pairing.pairs.len() + bye);
    // Writing to a String cannot fail.
    for pair in &pairing.pairs {
        let _ = writeln!(text, "{} {}", pair.white, pair.black);
    }
    if let Some(player) = pairing.bye {
        let _ = writeln!(text, "{player} 0");
    }
    text
}

/// A pairing that does not exist is the answer "no"; anything else is bad input.
fn refused(error: PairingError) -> Failure {
    let exit = if matches!(error, PairingError::NoLegalPairing { .. }) { Exit::No } else { Exit::BadInput };
    Failure::new(exit, error)
}

/// Pairs a copy of the event, so that the file stays as it is.
fn pair_event(event: &Event) -> Result<RoundPairing, Failure> {
    let stage = super::input::stage_index(event.state(), None)?;
    let mut copy = event.clone();
    let order = Order { command: Change::PairRound { stage }, reason: String::new(), confirmed: true };
    copy.apply(order).map_err(|refusal| match refusal {
        Refusal::Pairing(error) => refused(error),
        other => Failure::new(Exit::No, other),
    })?;
    let paired = copy.state().rounds_paired(stage);
    let only = copy.state().only_stage(stage).map_or(copy, Event::from_state);
    let filed = Source::Event(Box::new(only)).pairs_in_file(paired);
    filed.map(|round| round.pairing).ok_or_else(|| Failure::input("the round was paired without pairs"))
}
