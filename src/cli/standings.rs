//! `standings`: points, tie-breaks and ranks of a report file or an event.

use super::input::{self, Source};
use super::{Args, Exit, Failure, Outcome, ValueEnum, output};
use pairing::swiss::EntryKind;
use std::collections::BTreeMap;
use std::path::PathBuf;
use tournament::model::TeamScore;
use tournament::standings::{self, Heading, Name, StageTable, Standings, TieBreak, Value};

/// Options of `standings`.
#[derive(Args)]
pub struct Options {
    /// A report file (TRF) or an event.
    #[arg(value_parser = super::input::file_name())]
    file: PathBuf,
    /// Tie-break codes in order, as `PTS,BH/C1,BH,SB,DE,WIN`; without it the file's own list.
    #[arg(long)]
    tiebreaks: Option<String>,
    /// After this round; without it after the last one paired.
    #[arg(long)]
    round: Option<u32>,
    /// The stage, from 1; without it the last one.
    #[arg(long)]
    stage: Option<usize>,
    /// Only the players of this category of an event; ranks are those in the category.
    #[arg(long)]
    category: Option<String>,
    /// How to write the table.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// How a table is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Aligned columns for reading.
    #[default]
    Text,
    /// Tab-separated with a header row: `start rank`, then a column a code.
    Tsv,
    /// Comma-separated with a header row.
    Csv,
}

/// Prints the standings.
pub fn run(options: &Options) -> Outcome {
    // Groups side by side are printed one after the other.
    if let (None, Format::Text, input::Source::Event(event)) =
        (options.stage, options.format, input::open(&options.file)?)
    {
        let state = event.state();
        let phase = state.phases().pop().unwrap_or(0..1);
        if phase.len() > 1 {
            for stage in phase {
                let title = tournament::stages::title(&state.stages[stage], stage);
                output::print(format!("{title}\n").as_bytes())?;
                one(options, Some(stage + 1))?;
                output::print(b"\n")?;
            }
            return Ok(Exit::Done);
        }
    }
    one(options, options.stage)
}

/// Prints the standings of one stage.
fn one(options: &Options, stage: Option<usize>) -> Outcome {
    let source = match input::open_stage(&options.file, stage)? {
        // What such a file tells of its ranks, only the event knows to apply.
        Source::Report(trf) if trf.tells_of_ranks() => {
            Source::Event(Box::new(super::import::event_of_quietly(&trf, &options.file)?))
        }
        source => source,
    };
    source.check_meeting(options.round)?;
    let mut table = compute(&source, options.tiebreaks.as_deref(), options.round)
        .map_err(|failure| failure.in_file(&options.file))?;
    if let Some(name) = &options.category {
        only_category(&source, name, &mut table.standings)?;
    }
    let names = source.names()?;
    let text = match options.format {
        Format::Text => table.text(&names),
        Format::Tsv => table.separated(&names, "\t", source.is_team_event()),
        Format::Csv => table.separated(&names, ",", source.is_team_event()),
    };
    output::print(text.as_bytes())?;
    let open = open_games(&source, options.round)?;
    if open > 0 {
        let rounds = options.round.unwrap_or(source.meetings_paired());
        eprintln!("{}", Heading { rounds, open, last: false }.title("Standings"));
    }
    Ok(Exit::Done)
}

/// The standings of a source; the list in the options goes before the file's own.
fn compute(source: &Source, list: Option<&str>, round: Option<u32>) -> Result<Table, Failure> {
    let (codes, names) = match list {
        Some(text) => {
            let names = text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect();
            (TieBreak::parse_list(text).map_err(Failure::usage)?, names)
        }
        None if let Source::Event(event) = source
            && !source.is_team_event() =>
        {
            let rounds = round.unwrap_or(event.state().rounds_paired(0));
            let StageTable { mut standings, unknown, .. } = StageTable::of(event.state(), 0, rounds);
            if !unknown.is_empty() {
                eprintln!("Note: tie-breaks that are not known and not applied: {}", unknown.join(", "));
            }
            standings.codes.insert(0, TieBreak::new(Name::Points));
            for row in &mut standings.rows {
                row.values.insert(0, Value::points(row.points.hundredths().into()));
            }
            let names = standings.codes.iter().map(ToString::to_string).collect();
            return Ok(Table { standings, names });
        }
        None => {
            let first = match source {
                Source::Event(event) if event.state().settings.teams.primary == TeamScore::GamePoints => "GPTS",
                _ if source.is_team_event() => "MPTS",
                _ => "PTS",
            };
            let mut own = source.tiebreaks();
            if !own.iter().any(|code| code.eq_ignore_ascii_case("PTS") || code.eq_ignore_ascii_case(first)) {
                own.insert(0, first.to_owned());
            }
            (TieBreak::parse_list(&own.join(",")).map_err(Failure::input)?, own)
        }
    };
    if list.is_some() {
        say_objections(source, &codes);
    }
    let standings = source.standings(&codes, round)?;
    // A list with blanks between the codes has other pieces than codes.
    let names = if names.len() == codes.len() { names } else { codes.iter().map(ToString::to_string).collect() };
    Ok(Table { standings, names })
}

/// Says what the regulations have against tie-breaks that were asked for.
fn say_objections(source: &Source, codes: &[TieBreak]) {
    let kind = match source {
        Source::Report(trf) => trf.pairing_kind(),
        Source::Event(event) => match event.state().stages.first() {
            Some(stage) => tournament::crosstable::PairingKind::of(&stage.system),
            None => return,
        },
    };
    for objection in standings::objections(codes, source.is_team_event(), kind, true) {
        if objection.forbidden {
            eprintln!("Note: {}", objection.text);
        }
    }
}

/// Leaves the members of a category, with their places in it.
fn only_category(source: &Source, name: &str, standings: &mut Standings) -> Result<(), Failure> {
    let Source::Event(event) = source else {
        return Err(Failure::usage("--category is for events; a report file has no categories"));
    };
    let state = event.state();
    let Some(which) = state.settings.categories.iter().find(|one| one.name.eq_ignore_ascii_case(name)) else {
        let known: Vec<&str> = state.settings.categories.iter().map(|one| one.name.as_str()).collect();
        return Err(Failure::usage(format!("there is no category \"{name}\"; there are: {}", known.join(", "))));
    };
    if let Some(note) = state.ages_unknown(which) {
        eprintln!("Note: {note}");
    }
    let members = state.members(which);
    let numbering = state.numbering(0);
    let member = |number: u32| {
        let id = (number as usize).checked_sub(1).and_then(|at| numbering.get(at));
        id.is_some_and(|id| members.contains(id))
    };
    let places: BTreeMap<u32, u32> =
        standings::category(standings, member).iter().map(|one| (one.standing.number, one.place)).collect();
    standings.rows.retain(|row| places.contains_key(&row.number));
    for row in &mut standings.rows {
        row.rank = places[&row.number];
    }
    Ok(())
}

/// Standings with the tie-breaks as they were asked for.
struct Table {
    standings: Standings,
    names: Vec<String>,
}

impl Table {
    fn separated(&self, names: &BTreeMap<u32, String>, separator: &str, teams: bool) -> String {
        let named = separator == ",";
        let quote = |text: &str| {
            if named && text.contains([',', '"', '\n']) {
                format!("\"{}\"", text.replace('"', "\"\""))
            } else {
                text.to_owned()
            }
        };
        let mut header = vec![if teams { "team" } else { "start" }.to_owned(), "rank".to_owned()];
        if named {
            header.push("name".to_owned());
        }
        header.extend(self.names.iter().cloned());
        let mut text = header.join(separator) + "\n";
        let mut rows: Vec<_> = self.standings.rows.iter().collect();
        rows.sort_by_key(|row| if named { (row.rank, row.number) } else { (0, row.number) });
        for row in rows {
            let mut cells = vec![row.number.to_string(), row.rank.to_string()];
            if named {
                cells.push(quote(names.get(&row.number).map_or("", String::as_str)));
            }
            cells.extend(row.values.iter().map(ToString::to_string));
            text += &(cells.join(separator) + "\n");
        }
        text
    }

    fn text(&self, names: &BTreeMap<u32, String>) -> String {
        let with_points = !self.names.iter().any(|name| ["PTS", "MPTS"].contains(&name.to_ascii_uppercase().as_str()));
        let mut header = ["Rank", "No", "Name"].map(str::to_owned).to_vec();
        if with_points {
            header.push("PTS".to_owned());
        }
        header.extend(self.names.iter().cloned());
        let line = |row: &tournament::standings::Standing| {
            let mut cells = vec![row.rank.to_string(), row.number.to_string()];
            cells.push(names.get(&row.number).cloned().unwrap_or_default());
            if with_points {
                cells.push(row.points.to_string());
            }
            cells.extend(row.values.iter().map(ToString::to_string));
            cells
        };
        let rows: Vec<Vec<String>> = self.standings.rows.iter().map(line).collect();
        output::text_table(&header, &rows)
    }
}

/// Games that are open or adjourned up to a round: the standings are not final (`fide-mode`).
fn open_games(source: &Source, round: Option<u32>) -> Result<usize, Failure> {
    if let Source::Event(event) = source {
        return Ok(event.state().open_games(0, round.unwrap_or(event.state().rounds_paired(0))));
    }
    if source.is_team_event() {
        return Ok(0);
    }
    let Source::Report(trf) = source else { return Ok(0) };
    let table = trf.meeting_table(round).map_err(Failure::input)?;
    let entries = table.rows.iter().flat_map(|row| &row.entrant.rounds);
    Ok(entries.filter(|entry| entry.kind == EntryKind::Adjourned).count() / 2)
}
