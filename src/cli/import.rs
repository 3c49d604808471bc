//! `import`: an event file from a report file or an entry list.

use super::input;
use super::{Args, Exit, Failure, Outcome, output};
use std::io::{ErrorKind, IsTerminal};
use std::path::{Path, PathBuf};
use tournament::command::Order;
use tournament::csv;
use tournament::event::Event;
use tournament::model::{Settings, Stage, SwissVariant, System};
use tournament::store::{EventFile, OpenError, SUFFIX};
use tournament::trf::{self, Trf};

/// Options of `import`.
#[derive(Args)]
pub struct Options {
    /// A report file (TRF), or an entry list (CSV) for a new event.
    file: PathBuf,
    /// The event file to make; its name ends in `.pairwright.ron`. Of several events in one file each gets a number at the end of its name.
    #[arg(short, long)]
    output: PathBuf,
    /// Number of rounds of a new event made from an entry list.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=99))]
    rounds: u32,
    /// Name of a new event made from an entry list; without it the name of the list.
    #[arg(long)]
    name: Option<String>,
    /// Import rounds that another program paired without being asked about them.
    #[arg(long)]
    confirm: bool,
}

/// Makes the event and says what was repaired, by line.
pub fn run(options: &Options) -> Outcome {
    let is_list = options.file.extension().is_some_and(|e| ["csv", "tsv"].iter().any(|x| e.eq_ignore_ascii_case(x)));
    if is_list {
        return create(from_list(options)?, &options.output, None);
    }
    let files = input::reports(&options.file)?;
    let mut events = Vec::new();
    for (trf, number) in files.iter().zip(1..) {
        if files.len() > 1 {
            eprintln!("{}: event {number} of {}: {}", options.file.display(), files.len(), trf.header.name);
        }
        let event = event_of(trf, &options.file)?;
        for remark in trf::replay_of(event.state(), 0, &trf.header.program) {
            eprintln!("{}: {remark}", options.file.display());
        }
        events.push(event);
    }
    if events.iter().any(|event| event.state().has_begun()) && !options.confirm && !confirmed()? {
        return Err(Failure::new(Exit::No, "Nothing was imported.".to_owned()));
    }
    let several = events.len() > 1;
    for (event, number) in events.into_iter().zip(1..) {
        create(event, &options.output, several.then_some(number))?;
    }
    Ok(Exit::Done)
}

/// Makes the event file; of several events in one file each gets its number.
fn create(event: Event, output: &Path, number: Option<usize>) -> Outcome {
    let mut path = with_suffix(output);
    if let Some(number) = number {
        let text = path.to_string_lossy().into_owned();
        let stem = text.strip_suffix(SUFFIX).unwrap_or(&text);
        path = PathBuf::from(format!("{stem}-{number}{SUFFIX}"));
    }
    let players = event.state().players.len();
    let rounds = event.state().rounds_paired(0);
    let planned = event.state().stages.first().map_or(0, |stage| stage.rounds_planned);
    EventFile::create(&path, event).map_err(Failure::output)?;
    output::print(format!("{}: {players} players, {rounds} of {planned} rounds paired\n", path.display()).as_bytes())?;
    Ok(Exit::Done)
}

/// The question of FIDE mode (level 3) where somebody sits at a terminal. A script that calls the command wants what it does; it is told what follows.
fn confirmed() -> Result<bool, Failure> {
    if !std::io::stdin().is_terminal() {
        eprintln!("These rounds were paired before; the event and its report file say that they were imported.");
        return Ok(true);
    }
    eprint!("Import these rounds? They are noted in the event and in its report file. [y/N] ");
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer).map_err(Failure::input)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

/// The event that a report file tells of; remarks go to standard error.
///
/// # Errors
/// When the file holds what an event cannot.
pub fn event_of(trf: &Trf, file: &Path) -> Result<Event, Failure> {
    let (state, remarks) = trf::import(trf).map_err(|error| Failure::input(format!("{}: {error}", file.display())))?;
    for remark in &remarks {
        eprintln!("{}: {remark}", file.display());
    }
    Ok(Event::from_state(state))
}

/// As [`event_of`], without the remarks.
///
/// # Errors
/// As [`event_of`].
pub fn event_of_quietly(trf: &Trf, file: &Path) -> Result<Event, Failure> {
    let (state, _) = trf::import(trf).map_err(|error| Failure::input(format!("{}: {error}", file.display())))?;
    Ok(Event::from_state(state))
}

fn from_list(options: &Options) -> Result<Event, Failure> {
    let list = entry_list(&options.file)?;
    let stem = options.file.file_stem().map_or_else(|| "New event".to_owned(), |s| s.to_string_lossy().into_owned());
    let settings = Settings { name: options.name.clone().unwrap_or(stem), ..Settings::default() };
    let mut event = Event::new(settings, swiss_stage(options.rounds));
    add(&mut event, &list)?;
    Ok(event)
}

/// A Dutch Swiss of so many rounds.
pub fn swiss_stage(rounds: u32) -> Stage {
    let system = System::Swiss { variant: SwissVariant::Dutch, acceleration: false };
    Stage {
        name: String::new(),
        system,
        rounds_planned: rounds,
        games_per_meeting: 1,
        numbers: std::sync::Arc::default(),
        ..Stage::default()
    }
}

/// Reads an entry list; notes on it go to standard error.
///
/// # Errors
/// Every line that cannot be read.
pub fn entry_list(file: &Path) -> Result<csv::EntryList, Failure> {
    let bytes = input::bytes(file)?;
    let list = csv::read_players(&file.display().to_string(), &bytes).map_err(|errors| lines(&errors))?;
    eprintln!("{}: {} players ({})", file.display(), list.len(), list.format);
    for note in &list.notes {
        eprintln!("{}: {note}", file.display());
    }
    Ok(list)
}

/// One failure with a line for each error.
pub fn lines<E: std::fmt::Display>(errors: &[E]) -> Failure {
    Failure::input(errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
}

/// Adds the players of a list to an event.
///
/// # Errors
/// The first refusal.
pub fn add(event: &mut Event, list: &csv::EntryList) -> Result<(), Failure> {
    let before = event.state().clone();
    let apply = |order: Order| {
        for reason in event.warning(&order).reasons {
            eprintln!("{reason}");
        }
        event.apply(order)
    };
    list.add_to(&before, true, apply).map_err(Failure::input)?;
    Ok(())
}

/// A file that cannot be opened is bad input, one that cannot be made or written is not.
pub fn opening(error: OpenError) -> Failure {
    let cannot_write = match &error {
        OpenError::Exists { .. } | OpenError::Save(_) => true,
        OpenError::Io { source, .. } => {
            matches!(
                source.kind(),
                ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied | ErrorKind::StorageFull
            )
        }
        _ => false,
    };
    if cannot_write { Failure::output(error) } else { Failure::input(error) }
}

/// The path with the ending of event files.
pub fn with_suffix(path: &Path) -> PathBuf {
    let name = path.to_string_lossy();
    if name.ends_with(SUFFIX) {
        path.to_owned()
    } else {
        PathBuf::from(format!("{}{SUFFIX}", name.trim_end_matches(".ron")))
    }
}
