//! `ratings` and `norms`: rating changes and title norms.

use super::input::{self, Source};
use super::standings::Format;
use super::{Args, Exit, Failure, Outcome, output};
use std::path::{Path, PathBuf};
use tournament::crosstable::{CrossTable, Row};
use tournament::event::Event;
use tournament::norms::{NormEvent, event_conditions, norms};
use tournament::ratings::{EventRating, RatingRules, hundredths_text, period_ratings, report_ratings, state_ratings};

/// Options of `ratings`.
#[derive(Args)]
pub struct Ratings {
    /// A report file (TRF) or an event.
    #[arg(required_unless_present = "show_rules", value_parser = super::input::file_name())]
    file: Option<PathBuf>,
    /// How to write the table.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Only this stage, from 1; without it the games of all stages.
    #[arg(long)]
    stage: Option<usize>,
    /// One K for everybody; without it the event's own, or what rating and age tell.
    #[arg(long)]
    k: Option<u8>,
    /// Only the rounds up to this one.
    #[arg(long)]
    round: Option<u32>,
    /// Game by game instead of totals.
    #[arg(long)]
    games: bool,
    /// The rating list of an event to count by; without it the list of its settings.
    #[arg(long)]
    list: Option<String>,
    /// A file (RON) with the rules of another federation; `--show-rules` prints FIDE's as a beginning.
    #[arg(long)]
    rules: Option<PathBuf>,
    /// Prints the rules as such a file.
    #[arg(long)]
    show_rules: bool,
}

/// Options of `norms`.
#[derive(Args)]
pub struct Norms {
    /// A report file (TRF) or an event.
    #[arg(value_parser = super::input::file_name())]
    file: PathBuf,
    /// The stage, from 1; without it the last one.
    #[arg(long)]
    stage: Option<usize>,
    /// After this round; without it after the last one paired.
    #[arg(long)]
    round: Option<u32>,
    /// How to write the answer.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

const COLUMNS: [&str; 10] =
    ["start", "name", "rating", "games", "points", "average", "performance", "k", "change", "new"];
const GAME_COLUMNS: [&str; 12] =
    ["start", "name", "round", "opponent", "own", "rating", "score", "k", "difference", "used", "expected", "change"];

/// Prints the rating change of everybody: `change` is exact to hundredths; `new` is the rating after the event, of a player without rating
/// the first one once it counts.
pub fn ratings(options: &Ratings) -> Outcome {
    let rules = rules(options.rules.as_deref())?;
    let Some(file) = options.file.as_ref().filter(|_| !options.show_rules) else {
        let pretty = ron::ser::PrettyConfig::default();
        let text = ron::ser::to_string_pretty(&rules, pretty).map_err(Failure::output)?;
        output::print(format!("{text}\n").as_bytes())?;
        return Ok(Exit::Done);
    };
    let source = match (input::open(file)?, options.stage) {
        (Source::Event(event), None) if event.state().stages.len() > 1 => {
            Source::Event(Box::new(Event::from_state(event.state().all_rounds())))
        }
        (_, stage) => input::open_stage(file, stage)?,
    };
    source.check_round(options.round)?;
    if source.is_team_event() && options.list.is_some() {
        return Err(Failure::usage("--list is for events of this program"));
    }
    let (table, found) = compute(&source, options, &rules).map_err(|failure| failure.in_file(file))?;
    let (header, rows): (Vec<String>, Vec<Vec<String>>) = if options.games {
        let rows = found.iter().zip(&table.rows).flat_map(|(found, row)| games(found, row, &table)).collect();
        (GAME_COLUMNS.map(str::to_owned).to_vec(), rows)
    } else {
        let rows = found.iter().zip(&table.rows).map(|(found, row)| totals(found, row)).collect();
        (COLUMNS.map(str::to_owned).to_vec(), rows)
    };
    output::print(written(options.format, &header, &rows).as_bytes())?;
    Ok(Exit::Done)
}

fn rules(path: Option<&Path>) -> Result<RatingRules, Failure> {
    let Some(path) = path else { return Ok(RatingRules::default()) };
    let bytes = input::bytes(path)?;
    let text = std::str::from_utf8(&bytes).map_err(|error| Failure::input(error).in_file(path))?;
    ron::from_str(text).map_err(|error| Failure::input(error).in_file(path))
}

fn compute(source: &Source, options: &Ratings, rules: &RatingRules) -> Result<(CrossTable, Vec<EventRating>), Failure> {
    let one_k = options.k;
    match source {
        Source::Event(event) => {
            let mut state = event.state().clone();
            if let Some(list) = &options.list {
                let mut settings = (*state.settings).clone();
                settings.rating_list.clone_from(list);
                settings.seeding.method = tournament::model::StartRating::List;
                state.settings = std::sync::Arc::new(settings);
            }
            let round = options.round.unwrap_or(state.rounds_paired(0));
            let (table, found) = state_ratings(&state, 0, round, rules);
            match one_k {
                None => Ok((table, found)),
                Some(k) => {
                    let found = period_ratings(&table, rules, 1..=u32::MAX, |_| k);
                    Ok((table, found))
                }
            }
        }
        Source::Report(trf) => {
            let (table, found) = report_ratings(trf, options.round, rules).map_err(Failure::input)?;
            match one_k {
                None => Ok((table, found)),
                Some(k) => {
                    let found = period_ratings(&table, rules, 1..=u32::MAX, |_| k);
                    Ok((table, found))
                }
            }
        }
    }
}

fn written(format: Format, header: &[String], rows: &[Vec<String>]) -> String {
    let joined = |separator: &str| {
        let quote = |cell: &String| {
            if separator == "," && cell.contains([',', '"', '\n']) {
                format!("\"{}\"", cell.replace('"', "\"\""))
            } else {
                cell.replace(['\t', '\n'], " ")
            }
        };
        let mut text = header.join(separator) + "\n";
        for row in rows {
            text += &(row.iter().map(quote).collect::<Vec<_>>().join(separator) + "\n");
        }
        text
    };
    match format {
        Format::Text => output::text_table(header, rows),
        Format::Tsv => joined("\t"),
        Format::Csv => joined(","),
    }
}

/// `5.5` from half points.
fn half_text(half_points: u32) -> String {
    format!("{}{}", half_points / 2, if half_points % 2 == 1 { ".5" } else { "" })
}

fn totals(found: &EventRating, row: &Row) -> Vec<String> {
    let number = |value: Option<i32>| value.map_or("-".to_owned(), |value| value.to_string());
    let after = match (&found.change, &found.first) {
        (Some(change), _) => number(Some(i32::from(change.rating) + change.rounded())),
        (None, Some(first)) if first.missing_games == 0 && first.listed => number(Some(first.rating)),
        _ => "-".to_owned(),
    };
    vec![
        found.number.to_string(),
        row.name.clone(),
        found.rating.to_string(),
        found.games.len().to_string(),
        half_text(found.half_points),
        number(found.average),
        number(found.performance),
        found.change.as_ref().map_or("-".to_owned(), |change| change.k.to_string()),
        found.change.as_ref().map_or("-".to_owned(), |change| hundredths_text(change.change)),
        after,
    ]
}

/// The games of a rated player, one line each.
fn games(found: &EventRating, row: &Row, table: &CrossTable) -> Vec<Vec<String>> {
    let Some(change) = &found.change else { return Vec::new() };
    let name = |number: u32| {
        let other = table.rows.iter().find(|row| row.entrant.tpn == number);
        other.map_or_else(String::new, |row| row.name.clone())
    };
    let lines = found.games.iter().zip(&change.games).map(|((round, opponent), game)| {
        vec![
            found.number.to_string(),
            row.name.clone(),
            round.to_string(),
            name(*opponent),
            found.rating.to_string(),
            game.opponent.to_string(),
            half_text(game.half_points.into()),
            change.k.to_string(),
            game.difference.to_string(),
            game.used.to_string(),
            hundredths_text(game.expected),
            hundredths_text(game.change(change.k)),
        ]
    });
    lines.collect()
}

/// Prints how everybody stands who has made a norm or can still make one, and what is missing.
pub fn norms_of(options: &Norms) -> Outcome {
    let source = input::open_stage(&options.file, options.stage)?;
    source.check_round(options.round)?;
    let table = match &source {
        Source::Event(event) => {
            let round = options.round.unwrap_or(event.state().rounds_paired(0));
            event.state().game_table(0, round)
        }
        Source::Report(trf) => {
            trf.rated_table(options.round).map_err(|error| Failure::input(error).in_file(&options.file))?
        }
    };
    let event = match &source {
        Source::Report(trf) => NormEvent::from_trf(&table, trf),
        Source::Event(event) => NormEvent::of_state(&table, event.state(), 0),
    };
    let found = norms(&event);
    let (failed, open) = match &source {
        Source::Event(event) => event_conditions(event.state(), 0),
        Source::Report(trf) => tournament::trf::import(trf)
            .map(|(state, _)| event_conditions(&state, 0))
            .map_err(|error| Failure::input(error).in_file(&options.file))?,
    };
    failed.iter().for_each(|text| eprintln!("Not fulfilled: {text}"));
    open.iter().for_each(|text| eprintln!("To be checked: {text}"));
    let name = |number| event.row(number).map_or("", |row| row.name.as_str());
    let state = |status: &tournament::norms::NormStatus| status.words(&failed);
    if options.format != Format::Text {
        let header =
            ["start", "name", "norm", "made", "points", "games", "average", "performance", "state"].map(str::to_owned);
        let rows: Vec<Vec<String>> = found
            .iter()
            .map(|status| {
                vec![
                    status.number.to_string(),
                    name(status.number).to_owned(),
                    status.title.to_string(),
                    if status.counts(&failed) { "yes" } else { "no" }.to_owned(),
                    half_text(status.half_points),
                    status.games.len().to_string(),
                    status.average.to_string(),
                    status.performance.to_string(),
                    state(status),
                ]
            })
            .collect();
        output::print(written(options.format, &header, &rows).as_bytes())?;
        return Ok(Exit::Done);
    }
    let mut text = String::new();
    for status in &found {
        text += &format!(
            "{} {}: {} norm: {} points of {}, opponents {}, performance {}: {}\n",
            status.number,
            name(status.number),
            status.title,
            half_text(status.half_points),
            status.games.len(),
            status.average,
            status.performance,
            state(status),
        );
    }
    if text.is_empty() {
        text = if table.rounds < 5 {
            format!("norms are looked at from round 5 on; there are {} rounds\n", table.rounds)
        } else {
            "no norm is made or in reach\n".to_owned()
        };
    }
    output::print(text.as_bytes())?;
    Ok(Exit::Done)
}
