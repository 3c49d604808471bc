//! `series`: points series over several events.

use super::{Args, Exit, Failure, Outcome, Subcommand, ValueEnum, output};
use std::path::{Path, PathBuf};
use tournament::series::{
    Exact, Person, PointTable, Rules, SUFFIX, Scores, Series, SeriesStage, SeriesTieBreak, TeamBy, Tied, read, save,
};

/// What to do with a series.
#[derive(Subcommand)]
pub enum Command {
    /// Make a new series with its rules.
    New(Box<New>),
    /// Change the rules of a series; what is not named stays, and the table is computed anew.
    Rules(Box<ChangeRules>),
    /// Take the final ranking of events into the series; an event that is in it already is taken anew.
    Add(Add),
    /// Take a stage out.
    Remove(Remove),
    /// Register players or teams, where only registered ones score.
    Register(Register),
    /// Say that a name means the same person, or team, as another name.
    Same(Same),
    /// Print or write the table.
    Standings(Standings),
}

/// Options of `series new`.
#[derive(Args)]
pub struct New {
    /// The series file to make.
    file: PathBuf,
    #[command(flatten)]
    rules: RuleOptions,
}

/// Options of `series rules`.
#[derive(Args)]
pub struct ChangeRules {
    /// The series file.
    #[arg(value_parser = series_name())]
    file: PathBuf,
    #[command(flatten)]
    rules: RuleOptions,
}

/// The rules of a series; what is not given stays as it is.
#[derive(Args)]
pub struct RuleOptions {
    /// Name of the series.
    #[arg(long)]
    name: Option<String>,
    /// Points for places: motor-racing (without it), fide-gp, plain, by-size, `scaled:100`, or a list as `25,18,15,12`.
    #[arg(long)]
    table: Option<String>,
    /// Shared places; by the tie-breaks of the event, if not given.
    #[arg(long, value_enum)]
    tied: Option<TiedName>,
    /// Only so many best results count; 0: all.
    #[arg(long)]
    best: Option<u32>,
    /// Whoever has played fewer stages is not ranked.
    #[arg(long)]
    minimum: Option<u32>,
    /// Stages planned.
    #[arg(long)]
    planned: Option<u32>,
    /// The last stage counts so many times.
    #[arg(long)]
    last_factor: Option<Exact>,
    /// Points for each game won; in events of teams for each match won.
    #[arg(long)]
    bonus_win: Option<Exact>,
    /// Points for taking part in a stage.
    #[arg(long)]
    bonus_start: Option<Exact>,
    /// What divides equal sums, in order; first-places, if not given.
    #[arg(long, value_enum, value_delimiter = ',')]
    ties: Vec<TieName>,
    /// The seed of the lot among `ties`.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only registered players (or teams) score; `--registered-only=false`: all.
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    registered_only: Option<bool>,
    /// With `--registered-only`: the others keep their places in the stages, so that the rest does not move up.
    #[arg(long, requires = "registered_only")]
    keep_places: bool,
    /// Table of teams (or clubs): so many best members count in each stage; 0: none.
    #[arg(long)]
    team_members: Option<u32>,
    /// Teams by the lowest sum of places instead of the sum of points; `--team-by-places=false`: by points.
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    team_by_places: Option<bool>,
}

impl RuleOptions {
    /// The rules with the changes.
    fn apply(&self, old: &Rules) -> Result<Rules, Failure> {
        let tie = |name: &TieName| match name {
            TieName::FirstPlaces => SeriesTieBreak::MostFirstPlaces,
            TieName::BestSingle => SeriesTieBreak::BestSingle,
            TieName::LastStage => SeriesTieBreak::LastStage,
            TieName::HeadToHead => SeriesTieBreak::HeadToHead,
            TieName::Lot => SeriesTieBreak::Lot { seed: self.seed },
        };
        let mut rules = old.clone();
        if let Some(name) = &self.name {
            rules.name = name.trim().to_owned();
        }
        if rules.name.trim().is_empty() {
            return Err(Failure::usage("--name is empty; a series needs a name"));
        }
        if let Some(text) = &self.table {
            rules.table = table(text)?;
        }
        rules.tied = match self.tied {
            None => rules.tied,
            Some(TiedName::TieBreaks) => Tied::ByTieBreaks,
            Some(TiedName::Average) => Tied::Average,
            Some(TiedName::Full) => Tied::Full,
        };
        if let Some(best) = self.best {
            rules.best = (best > 0).then_some(best);
        }
        rules.minimum = self.minimum.unwrap_or(rules.minimum);
        rules.planned = self.planned.unwrap_or(rules.planned);
        rules.last_factor = self.last_factor.unwrap_or(rules.last_factor);
        rules.bonus_win = self.bonus_win.unwrap_or(rules.bonus_win);
        rules.bonus_start = self.bonus_start.unwrap_or(rules.bonus_start);
        if !self.ties.is_empty() {
            rules.tiebreaks = self.ties.iter().map(tie).collect();
        }
        match self.registered_only {
            Some(true) => rules.scores = Scores::Registered { move_up: !self.keep_places },
            Some(false) => rules.scores = Scores::All,
            None => {}
        }
        rules.team_members = self.team_members.unwrap_or(rules.team_members);
        match self.team_by_places {
            Some(true) => rules.team_by = TeamBy::Places,
            Some(false) => rules.team_by = TeamBy::Points,
            None => {}
        }
        Ok(rules)
    }
}

/// Shared places on the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum TiedName {
    /// Divided by the tie-breaks of the event.
    #[default]
    TieBreaks,
    /// The average of the points of the places shared.
    Average,
    /// The points of the best of these places.
    Full,
}

/// A tie-break of a series on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TieName {
    /// More first places, then more second places, ...
    FirstPlaces,
    /// The best single result.
    BestSingle,
    /// The result of the last stage.
    LastStage,
    /// Places against each other.
    HeadToHead,
    /// By lot.
    Lot,
}

/// Options of `series add`.
#[derive(Args)]
pub struct Add {
    /// The series file.
    #[arg(value_parser = series_name())]
    file: PathBuf,
    /// Event files in order.
    #[arg(required = true, value_parser = super::input::file_name())]
    events: Vec<PathBuf>,
}

/// Options of `series remove`.
#[derive(Args)]
pub struct Remove {
    /// The series file.
    #[arg(value_parser = series_name())]
    file: PathBuf,
    /// Which stage, from 1.
    stage: usize,
}

/// Options of `series register`.
#[derive(Args)]
pub struct Register {
    /// The series file.
    #[arg(value_parser = series_name())]
    file: PathBuf,
    /// Names; a number in brackets is the identity number: `"Bold, Ganbat (4900123)"`. Of teams the federation may stand there: `"Riga (LAT)"`.
    #[arg(required = true)]
    names: Vec<String>,
}

/// Options of `series same`.
#[derive(Args)]
pub struct Same {
    /// The series file.
    #[arg(value_parser = series_name())]
    file: PathBuf,
    /// The other name.
    other: String,
    /// The name in the table.
    name: String,
}

/// Options of `series standings`.
#[derive(Args)]
pub struct Standings {
    /// The series file.
    #[arg(value_parser = series_name())]
    file: PathBuf,
    /// How to write the table.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// The folder for PDF, HTML and CSV.
    #[arg(short, long, default_value = "exports")]
    output: PathBuf,
}

/// How the table is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// On the screen.
    #[default]
    Text,
    /// For paper.
    Pdf,
    /// For the web.
    Html,
    /// For spreadsheets.
    Csv,
}

/// Runs a command on a series.
pub fn run(command: &Command) -> Outcome {
    match command {
        Command::New(options) => new(options),
        Command::Rules(options) => change_rules(options),
        Command::Add(options) => add(options),
        Command::Remove(options) => {
            let mut series = open(&options.file)?;
            if options.stage == 0 || options.stage > series.stages.len() {
                return Err(Failure::usage(format!(
                    "there is no stage {}; the series has {}",
                    options.stage,
                    series.stages.len()
                )));
            }
            let gone = series.stages.remove(options.stage - 1);
            store(&options.file, &series)?;
            say(&format!("Taken out: {}", gone.name))
        }
        Command::Register(options) => {
            let mut series = open(&options.file)?;
            for name in &options.names {
                let (name, id) = match name.trim().strip_suffix(')').and_then(|rest| rest.rsplit_once('(')) {
                    Some((name, id)) => (name.trim(), id.trim()),
                    None => (name.trim(), ""),
                };
                if name.is_empty() {
                    return Err(Failure::usage("whoever is registered needs a name"));
                }
                let who = Person { name: name.to_owned(), id: id.to_owned(), ..Person::default() };
                if !series.registered.contains(&who) {
                    series.registered.push(who);
                }
            }
            store(&options.file, &series)?;
            say(&format!("Registered: {}", series.registered.len()))
        }
        Command::Same(options) => {
            let mut series = open(&options.file)?;
            series.settings.also_called.push((options.other.clone(), options.name.clone()));
            store(&options.file, &series)?;
            say(&format!("{} means {}", options.other, options.name))
        }
        Command::Standings(options) => standings(options),
    }
}

fn new(options: &New) -> Outcome {
    let path = with_suffix(&options.file);
    let settings = options.rules.apply(&Rules::default())?;
    if path.exists() {
        return Err(Failure::output(format!("{} is there already; choose another name", path.display())));
    }
    let series = Series { settings, ..Series::default() };
    // Players are registered after the file is there.
    if let Some(fault) = series.fault().filter(|_| options.rules.registered_only != Some(true)) {
        return Err(Failure::usage(fault));
    }
    store(&path, &series)?;
    say(&format!("{}: {}", path.display(), series.settings.name))
}

fn change_rules(options: &ChangeRules) -> Outcome {
    let mut series = open(&options.file)?;
    let rules = options.rules.apply(&series.settings)?;
    if rules == series.settings {
        return Err(Failure::new(Exit::No, "the rules are so already; nothing was changed"));
    }
    series.settings = rules;
    if let Some(fault) = series.fault().filter(|_| options.rules.registered_only != Some(true)) {
        return Err(Failure::usage(fault));
    }
    store(&options.file, &series)?;
    for field in reports::series(&series).regulations {
        say(&format!("{}: {}", field.label, field.value))?;
    }
    Ok(Exit::Done)
}

fn table(text: &str) -> Result<PointTable, Failure> {
    text.parse().map_err(|error: String| {
        let presets: Vec<&str> = PointTable::PRESETS.iter().map(|(name, _)| *name).collect();
        Failure::usage(format!("{error}; or name one of the tables {}", presets.join(", ")))
    })
}

fn add(options: &Add) -> Outcome {
    let mut series = open(&options.file)?;
    let mut done = Vec::new();
    for path in &options.events {
        let event = tournament::store::read(path).map_err(Failure::input)?;
        let file = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let (stage, notes) =
            SeriesStage::of_event(event.state(), &file).map_err(|why| Failure::new(Exit::No, why).in_file(path))?;
        let line = format!("{}: {} {}", stage.name, stage.results.len(), if stage.teams { "teams" } else { "players" });
        let replaced = series.add(stage).map_err(|why| Failure::new(Exit::No, why).in_file(path))?;
        done.push((format!("{}{line}", if replaced { "Taken anew: " } else { "Added " }), notes));
    }
    store(&options.file, &series)?;
    // Told when it is saved: an event that cannot be taken stops all of them.
    for (line, notes) in done {
        say(&line)?;
        for note in notes {
            eprintln!("Note: {note}");
        }
    }
    for doubt in series.standings().doubts {
        eprintln!("Note: {doubt}");
    }
    Ok(Exit::Done)
}

fn standings(options: &Standings) -> Outcome {
    let series = open(&options.file)?;
    if let Some(fault) = series.fault() {
        return Err(Failure::new(Exit::No, fault));
    }
    let document = reports::series(&series);
    let settings = reports::Options::default();
    let (bytes, ending) = match options.format {
        Format::Text => {
            let shown = text(&series);
            let folder = options.file.parent().unwrap_or(std::path::Path::new(""));
            for old in series.outdated(folder) {
                let (name, path) = (&series.stages[old.stage].name, old.path.display());
                eprintln!("Note: {name} has changed since its ranking was taken; take it anew: series add with {path}");
            }
            return shown;
        }
        Format::Pdf => (reports::pdf::write_with_notes(&document, &settings).map_err(Failure::output)?.bytes, "pdf"),
        Format::Html => (reports::html::write(&document, &settings).into_bytes(), "html"),
        Format::Csv => (reports::csv::write(&document, reports::csv::Separator::Comma).into_bytes(), "csv"),
    };
    let path = options.output.join(format!("{}.{ending}", document.file_stem));
    output::write(Some(&path), &bytes)?;
    say(&path.display().to_string())
}

/// The tables on the screen.
fn text(series: &Series) -> Outcome {
    let standings = series.standings();
    let stages = || (1..=series.stages.len()).map(|n| format!("S{n}"));
    let mut header = vec!["Rank".to_owned(), if series.of_teams() { "Team" } else { "Name" }.to_owned()];
    header.extend(stages());
    header.push("Total".to_owned());
    let rows: Vec<Vec<String>> = (standings.lines.iter())
        .map(|line| {
            let mut cells = vec![line.rank.map_or("-".to_owned(), |rank| rank.to_string()), line.who.name.clone()];
            cells.extend(line.cells.iter().map(|cell| match cell {
                None => "-".to_owned(),
                Some(cell) if cell.counts => cell.points.to_string(),
                Some(cell) => format!("({})", cell.points),
            }));
            cells.push(line.total.to_string());
            cells
        })
        .collect();
    output::print(output::text_table(&header, &rows).as_bytes())?;
    if !standings.teams.is_empty() {
        header[1] = "Team".to_owned();
        let rows: Vec<Vec<String>> = (standings.teams.iter())
            .map(|team| {
                let mut cells = vec![team.rank.to_string(), team.name.clone()];
                cells.extend(team.stages.iter().map(|p| p.map_or("-".to_owned(), |points| points.to_string())));
                cells.push(team.total.to_string());
                cells
            })
            .collect();
        output::print(format!("\n{}", output::text_table(&header, &rows)).as_bytes())?;
    }
    for doubt in standings.doubts {
        eprintln!("Note: {doubt}");
    }
    Ok(Exit::Done)
}

fn open(path: &Path) -> Result<Series, Failure> {
    read(path).map_err(Failure::input)
}

fn store(path: &Path, series: &Series) -> Result<(), Failure> {
    save(path, series).map_err(Failure::output)
}

fn say(line: &str) -> Outcome {
    output::print(format!("{line}\n").as_bytes())?;
    Ok(Exit::Done)
}

/// Reads the name of a series on the command line: it may be given without its ending, or as it was given to `series new`.
fn series_name() -> impl clap::builder::TypedValueParser<Value = PathBuf> {
    use clap::builder::TypedValueParser;
    clap::builder::PathBufValueParser::new().map(|path| {
        let full = with_suffix(&path);
        if !path.exists() && full.is_file() { full } else { path }
    })
}

fn with_suffix(path: &Path) -> PathBuf {
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    if name.ends_with(SUFFIX) { path.to_path_buf() } else { path.with_file_name(format!("{name}{SUFFIX}")) }
}
