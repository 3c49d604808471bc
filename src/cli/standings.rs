//! `standings`: points, tie-breaks and ranks of a report file or an event.

use super::input::{self, Source};
use super::{Args, Exit, Failure, Outcome, ValueEnum, output};
use std::path::PathBuf;
use tournament::standings::{Standings, TieBreak};

/// Options of `standings`.
#[derive(Args)]
pub struct Options {
    /// A report file (TRF) or an event.
    file: PathBuf,
    /// Tie-break codes in order, as `PTS,BH/C1,BH,SB,DE,WIN`; without it the file's own list.
    #[arg(long)]
    tiebreaks: Option<String>,
    /// After this round; without it after the last one paired.
    #[arg(long)]
    round: Option<u32>,
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
    let source = input::open(&options.file)?;
    let standings = compute(&source, options.tiebreaks.as_deref(), options.round)
        .map_err(|failure| failure.in_file(&options.file))?;
    let names = source.names()?;
    let text = match options.format {
        Format::Text => text(&standings, &names),
        Format::Tsv => table(&standings, &names, "\t", source.is_team_event()),
        Format::Csv => table(&standings, &names, ",", source.is_team_event()),
    };
    output::print(text.as_bytes())?;
    Ok(Exit::Done)
}

/// The standings of a source; the list in the options goes before the file's own.
pub fn compute(source: &Source, list: Option<&str>, round: Option<u32>) -> Result<Standings, Failure> {
    let own = source.tiebreaks();
    let codes = match list {
        Some(text) => TieBreak::parse_list(text).map_err(Failure::usage)?,
        None => TieBreak::parse_list(&own.join(",")).map_err(Failure::input)?,
    };
    source.standings(&codes, round)
}

fn table(standings: &Standings, names: &std::collections::BTreeMap<u32, String>, sep: &str, teams: bool) -> String {
    let named = sep == ",";
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
    header.extend(standings.codes.iter().map(ToString::to_string));
    let mut text = header.join(sep) + "\n";
    let mut rows: Vec<_> = standings.rows.iter().collect();
    rows.sort_by_key(|row| if named { (row.rank, row.number) } else { (0, row.number) });
    for row in rows {
        let mut cells = vec![row.number.to_string(), row.rank.to_string()];
        if named {
            cells.push(quote(names.get(&row.number).map_or("", String::as_str)));
        }
        cells.extend(row.values.iter().map(|value| value.to_string()));
        text += &(cells.join(sep) + "\n");
    }
    text
}

fn text(standings: &Standings, names: &std::collections::BTreeMap<u32, String>) -> String {
    let with_points = !standings.codes.iter().any(|code| code.to_string() == "PTS");
    let mut header = ["Rank", "No", "Name"].map(str::to_owned).to_vec();
    if with_points {
        header.push("PTS".to_owned());
    }
    header.extend(standings.codes.iter().map(ToString::to_string));
    let rows: Vec<Vec<String>> = standings
        .rows
        .iter()
        .map(|row| {
            let mut cells = vec![row.rank.to_string(), row.number.to_string()];
            cells.push(names.get(&row.number).cloned().unwrap_or_default());
            if with_points {
                cells.push(row.points.to_string());
            }
            cells.extend(row.values.iter().map(|value| value.to_string()));
            cells
        })
        .collect();
    output::text_table(&header, &rows)
}
