//! Column widths: how a table is made to fit the paper.
//!
//! In this order: usual size, a slightly smaller one, optional columns left out, the paper on its long side, smaller sizes there, and optional
//! columns left out there too. In large print columns are left out before the size gives way. Columns are never allowed to overlap: what still does not fit is shrunk and cut cell by cell.

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

/// A table made to fit.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fitted {
    /// Type size.
    pub size: f32,
    /// The columns shown, by index, with their widths.
    pub columns: Vec<(usize, f32)>,
    /// The paper must lie on its long side.
    pub landscape: bool,
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
    for (landscape, scale, keep) in tries(&measured.priorities(), usual > USUAL_SIZE, landscape) {
        let available = if landscape { landscape_width(options.paper) } else { upright_width(options.paper) };
        if let Some(columns) = measured.widths(usual * scale, available, keep) {
            return Fitted { size: usual * scale, columns, landscape };
        }
    }
    let size = usual * 0.65;
    Fitted { size, columns: measured.squeezed(size, landscape_width(options.paper)), landscape: true }
}

/// What is tried to make a table fit: orientation, scale, and the greatest priority of the columns that stay.
fn tries(priorities: &[u8], large: bool, landscape: bool) -> Vec<(bool, f32, u8)> {
    const ALL: u8 = u8::MAX;
    let dropping = |lying: bool, scale: f32| priorities.iter().map(move |&p| (lying, scale, p - 1));
    let mut tries = Vec::new();
    if large {
        // Who asked for large print wants size before columns.
        if !landscape {
            tries.push((false, 1.0, ALL));
            tries.extend(dropping(false, 1.0));
        }
        for scale in [1.0, 0.9, 0.8, 0.7] {
            tries.push((true, scale, ALL));
            tries.extend(dropping(true, scale));
        }
    } else {
        if !landscape {
            tries.extend([1.0, 0.9, 0.85].map(|scale| (false, scale, ALL)));
            tries.extend(dropping(false, 0.9));
        }
        tries.extend([1.0, 0.9, 0.8, 0.7].map(|scale| (true, scale, ALL)));
        tries.extend(dropping(true, 0.7));
    }
    tries
}

/// The columns' widths in ems without padding.
struct Measured<'a> {
    columns: &'a [Column],
    /// What would show every cell as it is.
    natural: Vec<f32>,
    /// What there must be at least.
    least: Vec<f32>,
}

impl<'a> Measured<'a> {
    fn new(table: &'a Table, fonts: &Fonts) -> Measured<'a> {
        let widest = |index: usize, column: &Column, part: fn(&str) -> &str| {
            let cells = table.rows.iter().filter_map(|row| match row {
                Row::Cells(cells) => cells.get(index),
                Row::Group(_) => None,
            });
            let blank = if column.blank { f32::from(column.min_width) } else { 1.0 };
            let cells = cells.map(|cell| fonts.width(part(cell), column.strong, 1.0)).fold(0.0, f32::max);
            cells.max(header_ems(column, fonts)).max(blank)
        };
        let mut measured = Measured { columns: &table.columns, natural: Vec::new(), least: Vec::new() };
        for (index, column) in table.columns.iter().enumerate() {
            let natural = widest(index, column, |cell| cell);
            measured.natural.push(natural);
            measured.least.push(match column.kind {
                _ if column.wrap => natural.min(f32::from(column.min_width)),
                ColumnKind::Number | ColumnKind::Mark => natural,
                ColumnKind::Name => widest(index, column, promised) * LEAST_NAME_SIZE,
                ColumnKind::Text => natural.min(f32::from(column.min_width)),
            });
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

    /// Widths that fill the available space, or `None` when the columns of priority up to `keep` do not fit.
    fn widths(&self, size: f32, available: f32, keep: u8) -> Option<Vec<(usize, f32)>> {
        let shown: Vec<usize> = (0..self.columns.len()).filter(|&i| self.columns[i].priority <= keep).collect();
        let padding = 2.0 * CELL_PADDING;
        let natural = |i: usize| (self.natural[i] + padding) * size;
        let least = |i: usize| (self.least[i] + padding) * size;
        let total: f32 = shown.iter().map(|&i| natural(i)).sum();
        if total <= available {
            // The rest goes to the columns of words, so that tables fill the page and line up with each other.
            let words = |i: &usize| matches!(self.columns[*i].kind, ColumnKind::Name | ColumnKind::Text);
            let flexible: f32 = shown.iter().copied().filter(words).map(natural).sum();
            let rest = if flexible > 0.0 { (available - total) / flexible } else { 0.0 };
            return Some(
                shown.into_iter().map(|i| (i, natural(i) * if words(&i) { 1.0 + rest } else { 1.0 })).collect(),
            );
        }
        let smallest: f32 = shown.iter().map(|&i| least(i)).sum();
        if smallest > available {
            return None;
        }
        // Names come first, other text takes what they leave.
        let mut rest = available - smallest;
        let mut widths: Vec<(usize, f32)> = shown.iter().map(|&i| (i, least(i))).collect();
        for names in [true, false] {
            let lacks = |i: usize| {
                let chosen = (self.columns[i].kind == ColumnKind::Name) == names;
                if chosen { (natural(i) - least(i)).max(0.0) } else { 0.0 }
            };
            let wanted: f32 = shown.iter().map(|&i| lacks(i)).sum();
            let given = wanted.min(rest);
            if wanted > 0.0 {
                widths.iter_mut().for_each(|(i, width)| *width += lacks(*i) * given / wanted);
            }
            rest -= given;
        }
        Some(widths)
    }

    /// Widths for a table that fits in no way: everything in proportion.
    fn squeezed(&self, size: f32, available: f32) -> Vec<(usize, f32)> {
        let shown: Vec<usize> = (0..self.columns.len()).filter(|&i| self.columns[i].priority == 0).collect();
        let natural = |i: usize| (self.natural[i] + 2.0 * CELL_PADDING) * size;
        let total: f32 = shown.iter().map(|&i| natural(i)).sum();
        shown.into_iter().map(|i| (i, natural(i) * available / total)).collect()
    }
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
