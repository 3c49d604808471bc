//! Any list in CSV, with a header line.

use super::ListError;
use super::columns::{self, Field};
use super::player::Row;
use super::source::{Context, Sink, text};
use std::io::BufRead;

/// The separator of a header line; `None` when the line is no CSV.
pub(super) fn separator(header: &[u8]) -> Option<u8> {
    let count = |separator: u8| header.iter().filter(|b| **b == separator).count();
    [b'\t', b';', b','].into_iter().filter(|s| count(*s) > 0).max_by_key(|s| count(*s))
}

/// Which field each column holds.
fn header(titles: &[String], context: &Context, line: u64) -> Result<Vec<Option<Field>>, ListError> {
    let mut fields: Vec<Option<Field>> = titles.iter().map(|title| columns::field(title)).collect();
    for (field, name) in &context.map.columns {
        let Some(place) = titles.iter().position(|title| title.trim().eq_ignore_ascii_case(name)) else {
            let titles = titles.join(", ");
            let message = format!("there is no column \"{name}\"; the columns are {titles}; choose one of them");
            return Err(ListError::line(context.file, line, message));
        };
        // What the user says replaces what the names say.
        fields.iter_mut().filter(|other| **other == Some(*field)).for_each(|other| *other = None);
        fields[place] = Some(*field);
    }
    if ![Field::Name, Field::Surname].iter().any(|name| fields.contains(&Some(*name))) {
        let titles = titles.join(", ");
        let message = format!("no column holds the name (columns: {titles}); say which one does with name=COLUMN");
        return Err(ListError::line(context.file, line, message));
    }
    Ok(fields)
}

/// Reads the rows after the header.
pub(super) fn read(
    reader: impl BufRead,
    first: &[u8],
    separator: u8,
    context: &mut Context,
    sink: &mut Sink,
) -> Result<(), ListError> {
    let before = context.position.lines.get();
    let mut builder = csv::ReaderBuilder::new();
    builder.delimiter(separator).has_headers(false).flexible(true);
    let mut titles = csv::ByteRecord::new();
    let read = builder.from_reader(first).read_byte_record(&mut titles);
    read.map_err(|error| ListError::line(context.file, before.max(1), error))?;
    let titles: Vec<String> = titles.iter().map(|title| text(title).trim().to_owned()).collect();
    let fields = header(&titles, context, before.max(1))?;
    context.fields = fields.iter().flatten().copied().collect();
    let mut rows = builder.from_reader(reader);
    let mut record = csv::ByteRecord::new();
    loop {
        let line = before + rows.position().line();
        match rows.read_byte_record(&mut record) {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(error) => return Err(ListError::line(context.file, line, error)),
        }
        if record.iter().all(|cell| cell.trim_ascii().is_empty()) {
            continue;
        }
        let line = record.position().map_or(line, |position| before + position.line());
        let mut row = Row::default();
        if record.iter().any(|cell| cell.contains(&b'\n')) {
            row.note("a quote is not closed here: the row takes in the following lines");
        }
        for (field, cell) in fields.iter().zip(&record) {
            if let Some(field) = field {
                row.set(*field, &text(cell));
            }
        }
        sink(context, line, row)?;
    }
}
