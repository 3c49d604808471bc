//! Column widths: how a table is made to fit the paper.
//!
//! In this order: usual size, a slightly smaller one, cells of text broken into lines, the least important columns left out, names shrunk, further
//! columns left out, the paper on its long side, smaller sizes there. In large print columns are left out before the size gives way. Columns are
//! never allowed to overlap: what still does not fit is shrunk and cut cell by cell. A small table that has its page alone is set larger.

use super::{LEAST_NAME_SIZE, landscape_width, upright_width};
use crate::Options;
use crate::document::{Block, Column, ColumnKind, Document, Row, Table};
use crate::fonts::Fonts;

/// Type size of tables.
const USUAL_SIZE: f32 = 9.5;

/// Type size of tables for the wall in large print.
const LARGE_SIZE: f32 = 15.0;

/// Free space at each side of a cell, in ems.
pub(super) const CELL_PADDING: f32 = 0.35;

/// Larger sizes for a table that has a page alone and leaves room on it; the first ones only for tables that hang on a wall.
const ROOMY_SIZES: [f32; 3] = [12.0, 11.0, 10.25];

/// Words up to so many ems are kept whole when text is broken into lines.
const LONGEST_WORD: f32 = 14.0;

/// One cell in so many may be shrunk for the good of the whole table.
const FEW: usize = 12;

/// How far the columns of words give way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Give {
    /// All cells stand as they are, but for the few longest ones, which are shrunk.
    Few,
    /// Text is broken into lines.
    Lines,
    /// The same, and all names may be shrunk.
    Names,
}

/// A table made to fit.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fitted {
    /// Type size.
    pub size: f32,
    /// The columns shown, by index, with their widths.
    pub columns: Vec<(usize, f32)>,
    /// The paper must lie on its long side.
    pub landscape: bool,
    /// Text is broken into lines where it is too long.
    pub lines: bool,
}

/// Whether some table or tree of the document needs the paper on its long side.
pub(super) fn needs_landscape(document: &Document, options: &Options, fonts: &Fonts) -> bool {
    fn any(blocks: &[Block], test: &impl Fn(&Table) -> bool) -> bool {
        blocks.iter().any(|block| match block {
            Block::Table(table) => test(table),
            Block::Tree(tree) => super::tree::needs_landscape(tree),
            Block::Together(blocks) => any(blocks, test),
            _ => false,
        })
    }
    any(&document.blocks, &|table| fit(table, options, fonts, false).landscape)
}

/// Fits a table; `landscape`: the paper lies on its long side already.
pub(super) fn fit(table: &Table, options: &Options, fonts: &Fonts, landscape: bool) -> Fitted {
    let usual = if options.large_print && table.for_the_wall { LARGE_SIZE } else { USUAL_SIZE };
    let measured = Measured::new(table, fonts);
    for Try { landscape, scale, give, keep } in tries(&measured.priorities(), usual > USUAL_SIZE, landscape) {
        let available = if landscape { landscape_width(options.paper) } else { upright_width(options.paper) };
        let shown = measured.shown(keep);
        if let Some(columns) = measured.widths(usual * scale, available, &shown, give) {
            return Fitted { size: usual * scale, columns, landscape, lines: give != Give::Few };
        }
    }
    let size = usual * 0.65;
    let columns = measured.squeezed(size, landscape_width(options.paper));
    Fitted { size, columns, landscape: true, lines: false }
}

/// The same columns in larger type, largest first, as far as they fit beside each other.
pub(super) fn larger(table: &Table, fonts: &Fonts, fitted: &Fitted) -> Vec<Fitted> {
    let measured = Measured::new(table, fonts);
    let shown: Vec<usize> = fitted.columns.iter().map(|&(index, _)| index).collect();
    let available: f32 = fitted.columns.iter().map(|&(_, width)| width).sum();
    let sizes = ROOMY_SIZES.iter().skip(usize::from(!table.for_the_wall)).copied();
    sizes
        .filter(|&size| size > fitted.size)
        .filter_map(|size| {
            let columns = measured.widths(size, available, &shown, Give::Few)?;
            Some(Fitted { size, columns, lines: false, ..*fitted })
        })
        .collect()
}

/// One way to set a table.
struct Try {
    landscape: bool,
    scale: f32,
    give: Give,
    /// The greatest priority of the columns that stay.
    keep: u8,
}

/// What is tried to make a table fit.
fn tries(priorities: &[u8], large: bool, landscape: bool) -> Vec<Try> {
    const ALL: u8 = u8::MAX;
    /// Columns of this priority and above go before names are shrunk.
    const UNIMPORTANT: u8 = 4;
    let mut tries = Vec::new();
    let mut add = |landscape, scale, give, keep| tries.push(Try { landscape, scale, give, keep });
    let without = |least: u8| priorities.iter().copied().filter(move |&p| p >= least).map(|p| p - 1);
    if large {
        // Who asked for large print wants size before columns.
        for (lying, scale) in [(false, 1.0), (true, 1.0), (true, 0.9), (true, 0.8), (true, 0.7)] {
            if landscape && !lying {
                continue;
            }
            for keep in std::iter::once(ALL).chain(without(1)) {
                for give in [Give::Few, Give::Lines, Give::Names] {
                    add(lying, scale, give, keep);
                }
            }
        }
        return tries;
    }
    if !landscape {
        add(false, 1.0, Give::Few, ALL);
        add(false, 0.9, Give::Few, ALL);
        add(false, 0.9, Give::Lines, ALL);
        for keep in without(UNIMPORTANT) {
            add(false, 0.9, Give::Lines, keep);
        }
        add(false, 0.9, Give::Names, UNIMPORTANT - 1);
        for keep in without(1).filter(|&keep| keep < UNIMPORTANT - 1) {
            add(false, 0.9, Give::Lines, keep);
            add(false, 0.9, Give::Names, keep);
        }
    }
    for scale in [1.0, 0.9, 0.8] {
        add(true, scale, Give::Few, ALL);
        add(true, scale, Give::Lines, ALL);
    }
    add(true, 0.8, Give::Names, ALL);
    for keep in without(1) {
        add(true, 0.8, Give::Lines, keep);
        add(true, 0.8, Give::Names, keep);
    }
    add(true, 0.7, Give::Names, 0);
    tries
}

/// The columns' widths in ems without padding.
struct Measured<'a> {
    columns: &'a [Column],
    /// What would show every cell as it is.
    natural: Vec<f32>,
    /// What shows all but the few longest cells as they are, and those in four fifths of their size.
    most: Vec<f32>,
    /// The same where text is broken into lines.
    lines: Vec<f32>,
    /// What there must be at least.
    least: Vec<f32>,
}

impl<'a> Measured<'a> {
    fn new(table: &'a Table, fonts: &Fonts) -> Measured<'a> {
        let mut measured = Measured {
            columns: &table.columns,
            natural: Vec::new(),
            most: Vec::new(),
            lines: Vec::new(),
            least: Vec::new(),
        };
        for (index, column) in table.columns.iter().enumerate() {
            let cells: Vec<&str> = table
                .rows
                .iter()
                .filter_map(|row| match row {
                    Row::Cells(cells) => cells.get(index).map(String::as_str),
                    Row::Group(_) => None,
                })
                .collect();
            let width = |text: &str| fonts.width(text, column.strong, 1.0);
            let blank = if column.blank { f32::from(column.min_width) } else { 1.0 };
            let floor = header_ems(column, fonts).max(blank);
            let natural = cells.iter().map(|cell| width(cell)).fold(floor, f32::max);
            let (most, lines, least) = match column.kind {
                ColumnKind::Number | ColumnKind::Mark if !column.wrap => (natural, natural, natural),
                ColumnKind::Name if !column.wrap => {
                    let widths = cells.iter().map(|cell| width(promised(cell))).collect();
                    let (most, widest) = all_but_few(widths);
                    let least = (widest * LEAST_NAME_SIZE).max(floor);
                    (most.max(floor), most.max(floor), least)
                }
                _ => {
                    let word = cells.iter().flat_map(|cell| cell.split_whitespace()).map(width).fold(0.0, f32::max);
                    let lines = f32::from(column.min_width).max(word.min(LONGEST_WORD)).max(floor).min(natural);
                    let (most, _) = all_but_few(cells.iter().map(|cell| width(cell)).collect());
                    (if column.wrap { lines } else { most.max(floor) }, lines, lines)
                }
            };
            measured.natural.push(natural);
            measured.most.push(most);
            measured.lines.push(lines);
            measured.least.push(least);
        }
        measured
    }

    /// The priorities that occur, greatest first, without 0.
    fn priorities(&self) -> Vec<u8> {
        let mut all: Vec<u8> = self.columns.iter().map(|c| c.priority).filter(|&p| p > 0).collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        all.dedup();
        all
    }

    /// The columns of priority up to `keep`.
    fn shown(&self, keep: u8) -> Vec<usize> {
        (0..self.columns.len()).filter(|&i| self.columns[i].priority <= keep).collect()
    }

    /// Widths that fill the available space, or `None` when the columns shown do not fit.
    fn widths(&self, size: f32, available: f32, shown: &[usize], give: Give) -> Option<Vec<(usize, f32)>> {
        let padding = 2.0 * CELL_PADDING;
        let natural = |i: usize| (self.natural[i] + padding) * size;
        let least = |i: usize| {
            let ems = match give {
                Give::Few => &self.most,
                Give::Lines => &self.lines,
                Give::Names => &self.least,
            };
            (ems[i] + padding) * size
        };
        let total: f32 = shown.iter().map(|&i| natural(i)).sum();
        if total <= available {
            // The rest goes to the columns of words, so that tables fill the page and line up with each other.
            let words = |i: &usize| matches!(self.columns[*i].kind, ColumnKind::Name | ColumnKind::Text);
            let flexible: f32 = shown.iter().copied().filter(words).map(natural).sum();
            let rest = if flexible > 0.0 { (available - total) / flexible } else { 0.0 };
            return Some(shown.iter().map(|&i| (i, natural(i) * if words(&i) { 1.0 + rest } else { 1.0 })).collect());
        }
        let smallest: f32 = shown.iter().map(|&i| least(i)).sum();
        if smallest > available {
            return None;
        }
        // Text comes first: it is short as a rule. Names can shrink, and what is always broken into lines takes the rest.
        let mut rest = available - smallest;
        let mut widths: Vec<(usize, f32)> = shown.iter().map(|&i| (i, least(i))).collect();
        for stage in 0..3 {
            let now = |i: usize| match (self.columns[i].wrap, self.columns[i].kind) {
                (true, _) => stage == 2,
                (false, ColumnKind::Name) => stage == 1,
                (false, _) => stage == 0,
            };
            let mut lacking: Vec<(usize, f32)> = widths
                .iter()
                .enumerate()
                .filter(|&(_, &(i, _))| now(i))
                .map(|(at, &(i, width))| (at, (natural(i) - width).max(0.0)))
                .collect();
            // Whoever lacks little gets all of it; the others share alike.
            lacking.sort_by(|a, b| a.1.total_cmp(&b.1));
            let count = lacking.len();
            for (done, (at, lack)) in lacking.into_iter().enumerate() {
                let given = lack.min(rest / (count - done) as f32);
                widths[at].1 += given;
                rest -= given;
            }
        }
        Some(widths)
    }

    /// Widths for a table that fits in no way: everything in proportion.
    fn squeezed(&self, size: f32, available: f32) -> Vec<(usize, f32)> {
        let shown = self.shown(0);
        let natural = |i: usize| (self.natural[i] + 2.0 * CELL_PADDING) * size;
        let total: f32 = shown.iter().map(|&i| natural(i)).sum();
        shown.into_iter().map(|i| (i, natural(i) * available / total)).collect()
    }
}

/// The width that shows all cells but the few widest as they are and those shrunk, and the width of the widest.
fn all_but_few(mut widths: Vec<f32>) -> (f32, f32) {
    widths.sort_by(|a, b| b.total_cmp(a));
    let widest = widths.first().copied().unwrap_or(0.0);
    let others = widths.get(widths.len().div_ceil(FEW)).copied().unwrap_or(0.0);
    (others.max(widest * LEAST_NAME_SIZE), widest)
}

/// Names of so many characters are always shown whole; longer ones are cut where no room is left over. Four are for a title and a blank.
const NAME_CHARACTERS: usize = 40 + 4;

/// The part of a name that its column must have room for: one extreme name does not turn the paper of five hundred players.
fn promised(name: &str) -> &str {
    name.char_indices().nth(NAME_CHARACTERS).map_or(name, |(end, _)| &name[..end])
}

/// Size of the header row's type, of the table's.
pub(super) const HEADER_SCALE: f32 = 0.85;

fn header_ems(column: &Column, fonts: &Fonts) -> f32 {
    fonts.width(&column.title, true, HEADER_SCALE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Players with short names but for one, and clubs that need their room.
    fn players() -> Table {
        let mut table = Table::new(vec![Column::number("No."), Column::name("Name"), Column::text("Club").optional(1)]);
        for number in 1..=24 {
            let name = if number == 14 { "Wickramasinghe-Jayawardena, Kasun Chamara" } else { "Becker, Lea" };
            table.push(vec![number.to_string(), name.to_owned(), "Ulaanbaatar Knights Chess Club".to_owned()]);
        }
        table
    }

    #[test]
    fn one_long_name_does_not_cut_the_clubs() {
        let (table, fonts) = (players(), Fonts::new());
        let measured = Measured::new(&table, &fonts);
        let padding = 2.0 * CELL_PADDING;
        // Room for all but a tenth of the long name.
        let available: f32 =
            10.0 * (measured.natural.iter().map(|ems| ems + padding).sum::<f32>() - 0.1 * measured.natural[1]);
        let widths = measured.widths(10.0, available, &[0, 1, 2], Give::Few).unwrap();
        assert!(widths[2].1 >= (measured.natural[2] + padding) * 10.0 - 0.01, "{widths:?}");
        let name = (widths[1].1 - padding * 10.0) / (measured.natural[1] * 10.0);
        assert!((LEAST_NAME_SIZE..1.0).contains(&name), "the long name is set in {name} of its size");
        assert!((widths.iter().map(|(_, width)| width).sum::<f32>() - available).abs() < 0.01);
        // With much less room the clubs are broken into lines; their words stay whole.
        let available = available - 10.0 * 0.4 * measured.natural[2];
        assert_eq!(measured.widths(10.0, available, &[0, 1, 2], Give::Few), None);
        let widths = measured.widths(10.0, available, &[0, 1, 2], Give::Lines).unwrap();
        assert!(widths[2].1 >= fonts.width("Ulaanbaatar", false, 10.0) + padding * 10.0);
    }

    #[test]
    fn a_small_table_is_set_larger_where_it_fits() {
        let (table, fonts) = (players(), Fonts::new());
        let fitted = fit(&table, &Options::default(), &fonts, false);
        assert_eq!(fitted.size, USUAL_SIZE);
        let larger = larger(&table, &fonts, &fitted);
        assert_eq!(larger.first().map(|fitted| fitted.size), Some(11.0));
        let width = |fitted: &Fitted| fitted.columns.iter().map(|(_, width)| width).sum::<f32>();
        assert!(larger.iter().all(|other| (width(other) - width(&fitted)).abs() < 0.01));
    }
}
