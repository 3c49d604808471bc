//! `report`: documents of an event as files.

use super::input::{self, Source};
use super::{Args, Exit, Failure, Outcome, ValueEnum, output};
use reports::{Paper, What};
use std::path::{Path, PathBuf};
use tournament::event::Event;
use tournament::model::PlayerId;

/// Options of `report`.
#[derive(Args)]
pub struct Options {
    /// An event or a report file (TRF).
    #[arg(value_parser = super::input::file_name())]
    file: PathBuf,
    /// The documents, separated by commas: pairings, names, standings, players, crosstable, slips, results, openings, cards, arbiter, bracket,
    /// ranking, team-standings, teams, sheets, boards, crosstable-number, categories, prizes, starting, ratings, rating-games, norms, tiebreaks, tournament.
    #[arg(long, value_delimiter = ',', required = true)]
    what: Vec<What>,
    /// The round; without it the last one paired.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    round: Option<u32>,
    /// The stage, from 1; without it the last one, or all groups that run side by side in one document.
    #[arg(long)]
    stage: Option<usize>,
    /// Only this player (number or name), in documents with a sheet for each one: cards, rating-games, norms, tiebreaks.
    #[arg(long)]
    player: Option<String>,
    /// The paper: a4 or letter.
    #[arg(long, default_value_t)]
    paper: Paper,
    /// How to write them.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Pairings large enough to be read at two metres.
    #[arg(long)]
    large_print: bool,
    /// The folder to write into; it is made when it is not there.
    #[arg(short, long, default_value = "exports")]
    output: PathBuf,
}

/// The kind of file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For paper.
    #[default]
    Pdf,
    /// For the web.
    Html,
    /// For spreadsheets.
    Csv,
}

/// Writes the documents and prints the name of each file.
pub fn run(options: &Options) -> Outcome {
    let event = match input::open(&options.file)? {
        Source::Event(event) => *event,
        Source::Report(trf) => super::import::event_of(&trf, &options.file)?,
    };
    let settings =
        reports::Options { paper: options.paper, large_print: options.large_print, ..reports::Options::default() };
    // The number is one of the stage that is written.
    let stage = match options.stage {
        None => event.state().phases().pop().unwrap_or(0..1).start,
        some => input::stage_index(event.state(), some)?,
    };
    let only = options.player.as_deref().map(|text| super::event::player_in(event.state(), stage, text)).transpose()?;
    if let (Some(_), true) = (only, options.what.iter().all(|what| !what.has_sheets())) {
        let all: Vec<&str> = What::ALL.into_iter().filter(|what| what.has_sheets()).map(What::code).collect();
        let text = format!("--player is for documents with a sheet for each player: {}", all.join(", "));
        return Err(Failure::usage(text));
    }
    let mut exit = Exit::Done;
    for what in &options.what {
        let stages = match options.stage {
            None => event.state().phases().pop().unwrap_or(0..1),
            some => {
                let stage = input::stage_index(event.state(), some)?;
                stage..stage + 1
            }
        };
        let written =
            write_stages((&event, only), stages, *what, options.round, options.format, &settings, &options.output);
        match written {
            Ok(path) => output::print(format!("{}\n", path.display()).as_bytes())?,
            // What does not apply stops nothing else.
            Err(failure) if failure.exit == Exit::No && options.what.len() > 1 => {
                eprintln!("{what}: not written: {}", failure.message);
                exit = Exit::No;
            }
            Err(failure) => return Err(failure),
        }
    }
    Ok(exit)
}

/// Writes one document into a folder and says under which name.
///
/// # Errors
/// When the event has nothing to show there, or the file cannot be written.
pub fn write(
    event: &Event,
    what: What,
    round: Option<u32>,
    format: Format,
    settings: &reports::Options,
    folder: &Path,
) -> Result<PathBuf, Failure> {
    write_stages((event, None), 0..1, what, round, format, settings, folder)
}

/// As [`write`], of some stages.
fn write_stages(
    (event, only): (&Event, Option<PlayerId>),
    stages: std::ops::Range<usize>,
    what: What,
    round: Option<u32>,
    format: Format,
    settings: &reports::Options,
    folder: &Path,
) -> Result<PathBuf, Failure> {
    let document = match only.filter(|_| what.has_sheets()) {
        // A player's sheet is of one stage.
        Some(player) => reports::build(reports::View::from(event).at_stage(stages.start).only(player), what, round),
        None => reports::build_stages(event, stages, what, round),
    };
    let document = document.map_err(|error| Failure::new(Exit::No, error))?;
    let (bytes, ending) = match format {
        Format::Pdf => {
            let pdf = reports::pdf::write_with_notes(&document, settings).map_err(Failure::output)?;
            if !pdf.missing.is_empty() {
                eprintln!("{what}: no font has {}; boxes stand in their place", pdf.missing.iter().collect::<String>());
            }
            (pdf.bytes, "pdf")
        }
        Format::Html => (reports::html::write(&document, settings).into_bytes(), "html"),
        Format::Csv => (reports::csv::write(&document, reports::csv::Separator::Comma).into_bytes(), "csv"),
    };
    let path = folder.join(format!("{}.{ending}", document.file_stem));
    output::write(Some(&path), &bytes)?;
    Ok(path)
}
