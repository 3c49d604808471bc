//! FIDE's list in fixed-width text: the header's names stand where the columns begin.

use super::ListError;
use super::columns::{self, Field};
use super::player::Row;
use super::source::{Context, Sink, text};
use std::io::{BufRead, Read};

/// A column: first character, first character after it, and what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Column {
    from: usize,
    to: usize,
    field: Option<Field>,
}

/// The columns of a header. Names that older lists write without a space between them (`TitlFed`) are taken apart.
fn header(line: &str) -> Vec<Column> {
    let mut starts: Vec<(usize, Option<Field>)> = Vec::new();
    let mut at = 0;
    for token in line.split(' ') {
        let from = at;
        at += token.chars().count() + 1;
        let token = token.trim();
        let continues_id = token.eq_ignore_ascii_case("number") && matches!(starts.last(), Some((_, Some(Field::Id))));
        if token.is_empty() || continues_id {
            continue;
        }
        let glued = || {
            token.char_indices().skip(1).find_map(|(cut, _)| {
                let (a, b) = token.split_at(cut);
                Some((columns::field(a)?, columns::field(b)?, a.chars().count()))
            })
        };
        match (columns::field(token), glued()) {
            (None, Some((a, b, width))) => starts.extend([(from, Some(a)), (from + width, Some(b))]),
            (field, _) => starts.push((from, field)),
        }
    }
    let ends: Vec<usize> = starts.iter().skip(1).map(|start| start.0).chain([usize::MAX]).collect();
    starts.into_iter().zip(ends).map(|((from, field), to)| Column { from, to, field }).collect()
}

/// Reads the lines after the header.
pub(super) fn read(
    mut reader: impl BufRead,
    first: &[u8],
    context: &mut Context,
    sink: &mut Sink,
) -> Result<(), ListError> {
    let columns = header(text(first).trim_end());
    let header_line = context.position.lines.get().max(1);
    let has = |wanted: Field| columns.iter().any(|column| column.field == Some(wanted));
    if !has(Field::Id) || !has(Field::Name) {
        return Err(ListError::line(
            context.file,
            header_line,
            "this is no header of a rating list: it names no columns \"ID Number\" and \"Name\"; give the list as FIDE distributes it (text, XML or zip), or a CSV file whose first line names the columns",
        ));
    }
    context.date = columns::month_and_year(&text(first));
    context.fields = columns.iter().filter_map(|column| column.field).collect();
    let federation = columns.iter().find(|column| column.field == Some(Field::Federation)).copied();
    let mut line = Vec::new();
    loop {
        line.clear();
        let number = context.position.lines.get() + 1;
        let taken = reader.by_ref().take(1 << 16).read_until(b'\n', &mut line);
        if taken.map_err(|error| ListError::line(context.file, number, error))? == 0 {
            return Ok(());
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let mut row = Row::default();
        // Behind the name each list has the federation; a shorter line was cut.
        let name_ends = columns.iter().find(|column| column.field == Some(Field::Name)).map_or(0, |column| column.to);
        if federation.is_some_and(|column| column.from >= name_ends)
            && text(&line).trim_end().chars().count() <= name_ends
        {
            row.note("the line ends with the name: federation and ratings are missing");
        }
        if line.is_ascii() || federation.is_some_and(|column| is_code(cell(&line, column).trim_ascii())) {
            // One byte a character, or columns counted in bytes.
            columns.iter().for_each(|column| {
                if let Some(field) = column.field {
                    row.set(field, &text(cell(&line, *column)));
                }
            });
        } else {
            let characters: Vec<char> = text(&line).chars().collect();
            columns.iter().for_each(|column| {
                if let Some(field) = column.field {
                    row.set(field, &cell(&characters, *column).iter().collect::<String>());
                }
            });
        }
        sink(context, number, row)?;
    }
}

fn cell<T>(line: &[T], column: Column) -> &[T] {
    line.get(column.from..column.to.min(line.len())).unwrap_or_default()
}

fn is_code(bytes: &[u8]) -> bool {
    bytes.len() == 3 && bytes.iter().all(u8::is_ascii_uppercase)
}

#[cfg(test)]
mod tests {
    use super::super::player::Kind;
    use super::*;

    #[test]
    fn headers_of_all_times() {
        let new = "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag";
        let columns = header(new);
        let at = |field| columns.iter().find(|c| c.field == Some(field)).map(|c| (c.from, c.to)).unwrap();
        assert_eq!(at(Field::Id), (0, 15));
        assert_eq!(at(Field::Name), (15, 76));
        assert_eq!(at(Field::Rating(Kind::Standard)), (113, 119));
        assert_eq!(at(Field::K(Kind::Blitz)).0, 149);
        assert_eq!(at(Field::Flag), (158, usize::MAX));
        let old = header("ID number Name                              TitlFed  Mar11 GamesBorn  Flag");
        let fields: Vec<Field> = old.iter().filter_map(|c| c.field).collect();
        assert_eq!(
            fields,
            [
                Field::Id,
                Field::Name,
                Field::Title,
                Field::Federation,
                Field::Rating(Kind::Standard),
                Field::Games(Kind::Standard),
                Field::Birth,
                Field::Flag
            ]
        );
    }
}
