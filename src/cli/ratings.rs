//! `ratings` and `norms`: rating changes and title norms.

use super::input::{self, Source};
use super::standings::Format;
use super::{Args, Exit, Failure, Outcome, output};
use std::collections::HashMap;
use std::path::PathBuf;
use tournament::crosstable::{CrossTable, Row};
use tournament::event::Event;
use tournament::model::PlayerId;
use tournament::norms::{NormEvent, Person, norms};
use tournament::ratings::{EventRating, KFacts, RatingRules, event_ratings};

/// Options of `ratings`.
#[derive(Args)]
pub struct Ratings {
    /// A report file (TRF) or an event.
    file: PathBuf,
    /// How to write the table.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Only this stage, from 1; without it the games of all stages.
    #[arg(long)]
    stage: Option<usize>,
    /// One K for everybody; without it the event's own, or what the rating tells.
    #[arg(long)]
    k: Option<u8>,
}

/// Options of `norms`.
#[derive(Args)]
pub struct Norms {
    /// A report file (TRF) or an event.
    file: PathBuf,
    /// The stage, from 1; without it the last one.
    #[arg(long)]
    stage: Option<usize>,
    /// After this round; without it after the last one paired.
    #[arg(long)]
    round: Option<u32>,
}

const COLUMNS: [&str; 10] =
    ["start", "name", "rating", "games", "points", "average", "performance", "k", "change", "new"];

/// Prints the rating change of everybody: `change` is exact to hundredths; `new` is the rating after the event, of a player without rating
/// the first one once it counts.
pub fn ratings(options: &Ratings) -> Outcome {
    let source = match (input::open(&options.file)?, options.stage) {
        (Source::Event(event), None) if event.state().stages.len() > 1 => {
            Source::Event(Box::new(Event::from_state(event.state().all_rounds())))
        }
        (_, stage) => input::open_stage(&options.file, stage)?,
    };
    let table = source.cross_table(None).map_err(|failure| failure.in_file(&options.file))?;
    let rules = RatingRules::default();
    let known = known_k(&source);
    let k = |row: &Row| {
        options.k.or_else(|| known.get(&row.entrant.tpn).copied()).unwrap_or_else(|| {
            // A rating out of range is an error of the file; the rules then see the largest.
            let rating = u16::try_from(row.entrant.rating).unwrap_or(u16::MAX);
            rules.k(KFacts { rating, highest: rating, new: false, age: None })
        })
    };
    let rows: Vec<Vec<String>> =
        event_ratings(&table, &rules, k).iter().zip(&table.rows).map(|(found, row)| cells(found, row)).collect();
    let header = COLUMNS.map(str::to_owned);
    let joined = |separator: &str| {
        let mut text = header.join(separator) + "\n";
        for row in &rows {
            let quoted: Vec<String> = row
                .iter()
                .map(|cell| if separator == "," && cell.contains(',') { format!("\"{cell}\"") } else { cell.clone() })
                .collect();
            text += &(quoted.join(separator) + "\n");
        }
        text
    };
    let text = match options.format {
        Format::Text => output::text_table(&header, &rows),
        Format::Tsv => joined("\t"),
        Format::Csv => joined(","),
    };
    output::print(text.as_bytes())?;
    Ok(Exit::Done)
}

fn cells(found: &EventRating, row: &Row) -> Vec<String> {
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
        format!("{}{}", found.half_points / 2, if found.half_points % 2 == 1 { ".5" } else { "" }),
        number(found.average),
        number(found.performance),
        found.change.as_ref().map_or("-".to_owned(), |change| change.k.to_string()),
        found.change.as_ref().map_or("-".to_owned(), |change| hundredths(change.change)),
        after,
    ]
}

fn hundredths(value: i32) -> String {
    format!("{}{}.{:02}", if value < 0 { "-" } else { "" }, value.unsigned_abs() / 100, value.unsigned_abs() % 100)
}

/// The K that an event keeps with its players, by pairing number.
fn known_k(source: &Source) -> HashMap<u32, u8> {
    let Source::Event(event) = source else { return HashMap::new() };
    let state = event.state();
    numbered(event.state().numbering(0).as_ref())
        .filter_map(|(number, id)| Some((number, state.players.get(&id)?.ratings.first()?.k?)))
        .collect()
}

fn numbered(order: &[PlayerId]) -> impl Iterator<Item = (u32, PlayerId)> + '_ {
    (1..).zip(order.iter().copied())
}

/// Prints how everybody stands who has made a norm or can still make one, and what is missing.
pub fn norms_of(options: &Norms) -> Outcome {
    let source = input::open_stage(&options.file, options.stage)?;
    source.check_round(options.round)?;
    let table = source.cross_table(options.round).map_err(|failure| failure.in_file(&options.file))?;
    let event = norm_event(&source, &table)?;
    let found = norms(&event);
    let mut text = String::new();
    for status in &found {
        let name = event.row(status.number).map_or("", |row| row.name.as_str());
        let state = if status.achieved() {
            format!("made, counts as {} games", status.counted_games)
        } else {
            status.missing.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
        };
        text += &format!(
            "{} {name}: {:?} norm: {} points of {}, opponents {}, performance {}: {state}\n",
            status.number,
            status.title,
            format_args!("{}{}", status.half_points / 2, if status.half_points % 2 == 1 { ".5" } else { "" }),
            status.games.len(),
            status.average,
            status.performance,
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

fn norm_event<'a>(source: &Source, table: &'a CrossTable) -> Result<NormEvent<'a>, Failure> {
    Ok(match source {
        Source::Report(trf) => NormEvent::from_trf(table, trf),
        Source::Event(event) => {
            let state = event.state();
            let people = numbered(event.state().numbering(0).as_ref())
                .filter_map(|(number, id)| {
                    let player = state.players.get(&id)?;
                    Some((number, Person { federation: player.federation.clone(), sex: player.sex }))
                })
                .collect();
            NormEvent::new(table, people, &state.settings.federation)
        }
    })
}
