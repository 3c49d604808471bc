//! `demo`: a sample event from the entry list to the final table, without a window.

use super::report::Format;
use super::{Args, Exit, Failure, Outcome, event, export, import, output, report};
use reports::What;
use std::path::{Path, PathBuf};
use tournament::command::{Command, Order};
use tournament::csv;
use tournament::model::{ByeKind, Color, Extra, Lot, Period, PlayerId, Settings, State, TimeControl};
use tournament::records;
use tournament::standings::StageTable;
use tournament::store::{EventFile, SUFFIX};
use tournament::trf::Dialect;

/// Options of `demo`.
#[derive(Args)]
pub struct Options {
    /// The folder to write the event, the PDFs and the report files into.
    #[arg(short, long, default_value = "exports")]
    output: PathBuf,
}

/// What shipped with the program for one round.
struct Round {
    records: (&'static str, &'static [u8]),
    results: (&'static str, &'static str),
}

macro_rules! sample {
    ($name:literal) => {
        ($name, include_bytes!(concat!("../../data/samples/club-open/", $name)))
    };
}

macro_rules! sample_text {
    ($name:literal) => {
        ($name, include_str!(concat!("../../data/samples/club-open/", $name)))
    };
}

const ENTRIES: (&str, &[u8]) = sample!("players.csv");

const ROUNDS: [Round; 5] = [
    Round { records: sample!("round-1.pgn"), results: sample_text!("round-1-results.txt") },
    Round { records: sample!("round-2.pgn"), results: sample_text!("round-2-results.txt") },
    Round { records: sample!("round-3.pgn"), results: sample_text!("round-3-results.txt") },
    Round { records: sample!("round-4.pgn"), results: sample_text!("round-4-results.txt") },
    Round { records: sample!("round-5.pgn"), results: sample_text!("round-5-results.txt") },
];

/// Plays the event and says what it does as it goes.
pub fn run(options: &Options) -> Outcome {
    let path = options.output.join(format!("club-open-2026{SUFFIX}"));
    let mut file = begin(&path)?;
    for (index, round) in ROUNDS.iter().enumerate() {
        play(&mut file, index as u32 + 1, round)?;
    }
    say("\nFinal table")?;
    table(file.event().state(), 5, usize::MAX)?;
    finish(&file, &options.output)
}

/// Entry list in, event file made; an event file of an earlier demo is kept under another name.
fn begin(path: &Path) -> Result<EventFile, Failure> {
    if path.exists() {
        let aside = (1..).map(|number| numbered(path, number)).find(|other| !other.exists());
        let aside = aside.ok_or_else(|| Failure::output(format!("{}: no free name beside it", path.display())))?;
        std::fs::rename(path, &aside).map_err(|error| Failure::output(format!("{}: {error}", path.display())))?;
        say(&format!("The event of an earlier demo is kept as {}", aside.display()))?;
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| Failure::output(format!("{}: {error}", folder.display())))?;
    }
    let list = csv::read_players(ENTRIES.0, ENTRIES.1).map_err(|errors| import::lines(&errors))?;
    say(&format!("Entry list {}: {} players ({})", ENTRIES.0, list.len(), list.format))?;
    for note in &list.notes {
        say(&format!("    {note}"))?;
    }
    let mut new = tournament::event::Event::new(settings(), import::swiss_stage(5));
    import::add(&mut new, &list)?;
    let file = EventFile::create(path, new).map_err(Failure::output)?;
    say(&format!("Event file {}", path.display()))?;
    Ok(file)
}

/// `NAME-2.pairwright.ron` beside `NAME.pairwright.ron`.
fn numbered(path: &Path, number: u32) -> PathBuf {
    let name = path.to_string_lossy();
    PathBuf::from(format!("{}-{number}{SUFFIX}", name.trim_end_matches(SUFFIX)))
}

fn settings() -> Settings {
    let date = |day: &str| day.parse().ok();
    let days = ["2026-10-03", "2026-10-04", "2026-10-10", "2026-10-11", "2026-10-17"];
    let period = Period { moves: None, seconds: 90 * 60, extra: Extra::Increment(30) };
    Settings {
        name: "Club Open 2026".to_owned(),
        place: "Tbilisi, Chess Palace".to_owned(),
        federation: "GEO".to_owned(),
        start: date(days[0]),
        end: date(days[4]),
        round_dates: days.iter().map(|day| date(day)).collect(),
        chief_arbiter: "Tsereteli, Maia".to_owned(),
        deputies: vec!["Jayasuriya, Nimal".to_owned()],
        time_control: TimeControl { periods: vec![period], black: None, text: String::new() },
        default_minutes: 30,
        initial_color: Some(Color::White),
        initial_color_lot: Some(Lot::Typed),
        ..Settings::default()
    }
}

/// Pairs a round and enters its results: those of the records first, the others from the list.
fn play(file: &mut EventFile, number: u32, round: &Round) -> Result<(), Failure> {
    say(&format!("\nRound {number}"))?;
    match number {
        2 => {
            let player = named(file.event().state(), "Koch, Ida")?;
            apply(file, Command::RequestBye { player, round: 2, kind: Some(ByeKind::Half) })?;
        }
        4 => {
            let player = named(file.event().state(), "Haddad, Samir")?;
            apply(file, Command::Withdraw { player, from: 4 })?;
        }
        _ => {}
    }
    apply(file, Command::PairRound { stage: 0 })?;
    output::print(event::pairs(file.event().state(), 0, number).as_bytes())?;

    let (name, bytes) = round.records;
    let matches = records::match_records(file.event().state(), 0, number, bytes);
    let sure = matches.iter().filter(|found| found.is_sure()).count();
    let moves: usize = matches.iter().map(|found| found.verdict.plies).sum();
    say(&format!("Records {name}: {} games, {moves} half-moves checked, {sure} matched to boards", matches.len()))?;
    for found in matches.iter().filter(|found| !found.is_sure()) {
        say(&format!("    game {}: {}", found.record.index, found.doubts().join(" ")))?;
    }
    if let Some(command) = records::orders(&matches, name, |_| false) {
        apply(file, command)?;
    }
    let (name, text) = round.results;
    let command =
        records::read_results(name, text, file.event().state(), 0, number).map_err(|errors| import::lines(&errors))?;
    say(&format!("Results list {name}"))?;
    apply(file, command)?;
    say("Standings")?;
    table(file.event().state(), number, 5)
}

/// The first places after a round.
fn table(state: &State, round: u32, places: usize) -> Result<(), Failure> {
    let ranked = StageTable::of(state, 0, round);
    let found = &ranked.standings;
    let mut header = ["Place", "Name", "Points"].map(str::to_owned).to_vec();
    header.extend(found.codes.iter().map(ToString::to_string));
    let rows: Vec<Vec<String>> = found
        .rows
        .iter()
        .take(places)
        .map(|row| {
            let name = ranked.ids.get(row.index);
            let mut cells = vec![row.rank.to_string()];
            cells.push(name.map(|id| state.name(*id)).unwrap_or_default());
            cells.push(row.points.to_string());
            cells.extend(row.values.iter().map(ToString::to_string));
            cells
        })
        .collect();
    output::print(output::text_table(&header, &rows).as_bytes())
}

/// PDFs of the whole event, a report file and tables.
fn finish(file: &EventFile, folder: &Path) -> Outcome {
    say("\nWritten")?;
    let options = reports::Options::default();
    let documents = [
        (What::Players, None),
        (What::Pairings, Some(5)),
        (What::Names, Some(5)),
        (What::Slips, Some(5)),
        (What::Results, Some(5)),
        (What::Standings, None),
        (What::CrossTable, None),
        (What::Cards, None),
        (What::Arbiter, None),
    ];
    for (what, round) in documents {
        let path = report::write(file.event(), what, round, Format::Pdf, &options, folder)?;
        say(&format!("    {}", path.display()))?;
    }
    let state = file.event().state();
    for (name, bytes) in [
        ("club-open-2026.trf", export::report(state, Dialect::Trf26)?),
        ("club-open-2026-players.csv", csv::players_table(state).to_text(',').into_bytes()),
    ] {
        let path = folder.join(name);
        output::write(Some(&path), &bytes)?;
        say(&format!("    {}", path.display()))?;
    }
    Ok(Exit::Done)
}

fn named(state: &State, name: &str) -> Result<PlayerId, Failure> {
    let found = state.players.keys().copied().find(|id| state.name(*id) == name);
    found.ok_or_else(|| Failure::input(format!("{name} is not in the sample entry list")))
}

fn confirmed(command: Command) -> Order {
    Order { command, reason: String::new(), confirmed: true }
}

fn apply(file: &mut EventFile, command: Command) -> Result<(), Failure> {
    let change = file.apply(confirmed(command)).map_err(Failure::input)?;
    say(&change.summary)?;
    for line in &change.consequences {
        say(&format!("    {line}"))?;
    }
    Ok(())
}

fn say(line: &str) -> Result<(), Failure> {
    output::print(format!("{line}\n").as_bytes())
}
