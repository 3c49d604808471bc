//! Tables as text for spreadsheets: comma, semicolon or tab between the cells, UTF-8, one header row a table.

use crate::document::{Block, Document, Row, Slip, Table, Tree};

/// What stands between cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Separator {
    /// CSV (RFC 4180).
    #[default]
    Comma,
    /// CSV as spreadsheets of many European countries expect it.
    Semicolon,
    /// TSV; tabs and line ends inside a cell become spaces.
    Tab,
}

impl Separator {
    fn character(self) -> char {
        match self {
            Separator::Comma => ',',
            Separator::Semicolon => ';',
            Separator::Tab => '\t',
        }
    }
}

/// Writes the tables of a document; an empty line stands between two tables. Columns have their full words as header, a group line stands as a
/// row of one cell. Where there are several tables, a row of one cell with its heading stands before each, and what is said instead of a table
/// too; a document of one table is nothing but that table, unless it is a player's sheet. That standings are not final is said in a last row of documents of several tables.
pub fn write(document: &Document, separator: Separator) -> String {
    let mut parts = Vec::new();
    collect(&document.blocks, separator, &mut parts);
    let tables = parts.iter().filter(|part| matches!(part, Part::Table(_))).count();
    if tables == 1 && !document.sheets {
        parts.retain(|part| matches!(part, Part::Table(_)));
    }
    let mut out: Vec<String> = Vec::new();
    let mut heading = String::new();
    for part in parts {
        match part {
            Part::Heading(text) => line(&mut heading, std::iter::once(text.as_str()), separator),
            Part::Text(text) if tables == 0 || !heading.is_empty() => {
                line(&mut heading, std::iter::once(text.as_str()), separator);
            }
            Part::Text(_) => {}
            Part::Table(text) => out.push(std::mem::take(&mut heading) + &text),
        }
    }
    out.extend(Some(heading).filter(|heading| !heading.is_empty()));
    let open = document.fields.iter().filter(|field| matches!(field.label.as_str(), "Not final" | "Provisional"));
    for field in open.filter(|_| tables != 1) {
        let mut last = String::new();
        line(&mut last, std::iter::once(format!("{}: {}", field.label, field.value).as_str()), separator);
        out.push(last);
    }
    out.join(line_end(separator))
}

/// A piece of a document.
enum Part {
    Heading(String),
    Text(String),
    /// A whole table with its header row.
    Table(String),
}

/// CSV lines end as RFC 4180 says, TSV lines as text lines do.
fn line_end(separator: Separator) -> &'static str {
    if separator == Separator::Tab { "\n" } else { "\r\n" }
}

fn collect(blocks: &[Block], separator: Separator, out: &mut Vec<Part>) {
    for block in blocks {
        match block {
            Block::Table(table) => out.push(Part::Table(write_table(table, separator))),
            Block::Together(blocks) => collect(blocks, separator, out),
            Block::Tree(tree) => out.push(Part::Table(write_tree(tree, separator))),
            Block::Slips(slips) => out.push(Part::Table(write_slips(slips, separator))),
            Block::Heading(text) => out.push(Part::Heading(text.clone())),
            Block::Paragraph(text) => out.push(Part::Text(text.clone())),
        }
    }
}

fn write_table(table: &Table, separator: Separator) -> String {
    let mut out = String::new();
    line(&mut out, table.columns.iter().map(|column| column.long.as_str()), separator);
    for row in &table.rows {
        match row {
            Row::Group(text) => line(&mut out, std::iter::once(text.as_str()), separator),
            Row::Cells(cells) => {
                let all = (0..table.columns.len()).map(|index| cells.get(index).map_or("", String::as_str));
                line(&mut out, all, separator);
            }
        }
    }
    out
}

fn write_tree(tree: &Tree, separator: Separator) -> String {
    let mut out = String::new();
    line(&mut out, ["Round", "Match", "First", "Score", "Second", "Score"].into_iter(), separator);
    for round in &tree.rounds {
        for game in &round.matches {
            let [first, second] = &game.sides;
            let cells = [&round.title, &game.label, &first.name, &first.score, &second.name, &second.score];
            line(&mut out, cells.into_iter().map(String::as_str), separator);
        }
    }
    out
}

fn write_slips(slips: &[Slip], separator: Separator) -> String {
    let mut out = String::new();
    line(&mut out, ["Board", "White", "Black"].into_iter(), separator);
    for slip in slips {
        line(&mut out, [slip.board.as_str(), &slip.players[0].name, &slip.players[1].name].into_iter(), separator);
    }
    out
}

fn line<'a>(out: &mut String, cells: impl Iterator<Item = &'a str>, separator: Separator) {
    for (index, cell) in cells.enumerate() {
        if index > 0 {
            out.push(separator.character());
        }
        let awkward = |c: char| c == separator.character() || matches!(c, '"' | '\n' | '\r');
        if separator == Separator::Tab {
            out.extend(cell.chars().map(|c| if c.is_control() { ' ' } else { c }));
        } else if cell.contains(awkward) || cell.starts_with(' ') || cell.ends_with(' ') {
            out.push('"');
            out.push_str(&cell.replace('"', "\"\""));
            out.push('"');
        } else {
            out.push_str(cell);
        }
    }
    out.push_str(line_end(separator));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Column;

    #[test]
    fn cells_are_quoted_where_needed() {
        let mut table = Table::new(vec![Column::number("No.").long("Number"), Column::name("Name")]);
        table.push(vec!["1".to_owned(), "Koch, Ida \"Itschi\"".to_owned()]);
        table.push(vec!["2".to_owned()]);
        let document = Document { blocks: vec![Block::Table(table)], ..Document::default() };
        assert_eq!(write(&document, Separator::Comma), "Number,Name\r\n1,\"Koch, Ida \"\"Itschi\"\"\"\r\n2,\r\n");
        assert_eq!(write(&document, Separator::Semicolon), "Number;Name\r\n1;\"Koch, Ida \"\"Itschi\"\"\"\r\n2;\r\n");
        assert_eq!(write(&document, Separator::Tab), "Number\tName\n1\tKoch, Ida \"Itschi\"\n2\t\n");
    }
}
