//! `export`: an event as a report file or a table.

use super::input::{self, Source};
use super::{Args, Exit, Failure, Outcome, ValueEnum, output};
use std::collections::BTreeMap;
use std::path::PathBuf;
use tournament::csv;
use tournament::event::Event;
use tournament::model::{PlayerId, State};
use tournament::standings::StageTable;
use tournament::trf::{self, Dialect};

/// Options of `export`.
#[derive(Args)]
pub struct Options {
    /// An event, or a report file to be written in another dialect.
    #[arg(value_parser = super::input::file_name())]
    file: PathBuf,
    /// The stage, from 1; without it the last one.
    #[arg(long)]
    stage: Option<usize>,
    /// What to write.
    #[arg(long, value_enum)]
    format: Format,
    /// The file to write; without it standard output.
    #[arg(short, long)]
    output: Option<PathBuf>,
}

/// The kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// FIDE's report file before September 2025.
    Trf16,
    /// FIDE's report file since.
    Trf26,
    /// A report file with the codes that pairing engines read.
    Engine,
    /// The players as a table.
    Csv,
    /// The standings as a table.
    Standings,
}

/// Writes the file; what the format cannot hold is said on standard error.
pub fn run(options: &Options) -> Outcome {
    let dialect = match options.format {
        Format::Trf16 => Some(Dialect::Trf16),
        Format::Trf26 => Some(Dialect::Trf26),
        Format::Engine => Some(Dialect::Engine),
        Format::Csv | Format::Standings => None,
    };
    let event = match (input::open(&options.file)?, dialect) {
        (Source::Event(event), _) => *event,
        // From report file to report file without the detour of an event: nothing that the file says is lost.
        (Source::Report(trf), Some(dialect)) => {
            return output::write(options.output.as_deref(), &trf::write(&trf, dialect, trf.line_end));
        }
        (Source::Report(trf), None) => super::import::event_of(&trf, &options.file)?,
    };
    let event = match options.format {
        Format::Csv => event,
        _ => {
            let stage = input::stage_index(event.state(), options.stage)?;
            if options.stage.is_none() && event.state().stages.len() > 1 {
                let name = super::event::title(event.state(), stage);
                eprintln!("only stage {} ({name}) is written; name another one with --stage", stage + 1);
            }
            let only = if event.state().stages.len() > 1 { event.state().only_stage(stage) } else { None };
            only.map_or(event, Event::from_state)
        }
    };
    let state = event.state();
    let bytes = match options.format {
        Format::Trf16 => report(state, Dialect::Trf16)?,
        Format::Trf26 => report(state, Dialect::Trf26)?,
        Format::Engine => report(state, Dialect::Engine)?,
        Format::Csv => csv::players_table(state).to_text(',').into_bytes(),
        Format::Standings => {
            let document = reports::build(&event, reports::What::Standings, None)
                .map_err(|error| Failure::new(Exit::No, error))?;
            reports::csv::write(&document, reports::csv::Separator::Comma).into_bytes()
        }
    };
    output::write(options.output.as_deref(), &bytes)
}

/// The first stage of an event as a report file, with the ranks of its own tie-breaks.
///
/// # Errors
/// When the event contradicts itself.
pub fn report(state: &State, dialect: Dialect) -> Result<Vec<u8>, Failure> {
    let exported = trf::export(state, 0, dialect, &ranks(state)).map_err(Failure::input)?;
    for remark in &exported.remarks {
        eprintln!("{remark}");
    }
    Ok(exported.bytes)
}

/// Ranks by the event's own tie-breaks and its decisions on ties.
fn ranks(state: &State) -> BTreeMap<PlayerId, u32> {
    StageTable::of(state, 0, state.rounds_paired(0)).ranks().map(|(rank, id)| (id, rank)).collect()
}
