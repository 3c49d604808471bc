//! Headers, footers, running text and tables, flowing over pages.

use super::columns::{CELL_PADDING, Fitted, HEADER_SCALE, fit, larger};
use super::{Area, Ink, Layout, Page, Style, inside};
use crate::Options;
use crate::document::{Align, Block, Column, ColumnKind, Document, Field, Row, Table, Tree};
use crate::fonts::Fonts;

/// Height of a table row, in ems.
const ROW: f32 = 1.62;
/// Distance of the lines of one cell, in ems.
const LEADING: f32 = 1.25;
/// Where the baseline stands in a row, in ems from its top.
const BASELINE: f32 = 1.14;
/// Height of the footer with the space above it.
const FOOTER: f32 = 20.0;
/// Type size of running text.
const BODY: f32 = 9.5;
/// Type size of headings.
const HEADING: f32 = 11.5;
/// Height of a heading with the space above it.
const HEADING_HEIGHT: f32 = 24.0;
/// At least so many rows of a table stand together on a page.
const TOGETHER: usize = 2;

const HAIRLINE: f32 = 0.4;

/// Makes the flowing pages of a document and adds them to the layout.
pub(super) fn pages(document: &Document, options: &Options, fonts: &Fonts, layout: &mut Layout) {
    let area = inside(layout.width, layout.height);
    let landscape = layout.width > layout.height;
    let mut flow = Flow { document, options, fonts, area, landscape, y: 0.0, pages: Vec::new(), left_out: Vec::new() };
    flow.new_page();
    flow.blocks(&document.blocks);
    let total = flow.pages.len();
    for (index, page) in flow.pages.iter_mut().enumerate() {
        footer(page, fonts, area, &options.printed_at, index + 1, total);
    }
    layout.left_out.append(&mut flow.left_out);
    layout.pages.append(&mut flow.pages);
}

fn footer(page: &mut Page, fonts: &Fonts, area: Area, printed_at: &str, number: usize, total: usize) {
    let style = Style::plain(8.0).grey();
    page.horizontal(area.left, area.right, area.bottom - 12.0, HAIRLINE, Ink::Hairline);
    let program =
        if printed_at.is_empty() { "Pairwright".to_owned() } else { format!("Pairwright \u{b7} {printed_at}") };
    let y = area.bottom - 2.5;
    let middle = area.left + area.width() * 0.7;
    page.text(fonts, &program, style, Area { right: middle, ..area }, y, Align::Left);
    page.text(fonts, &format!("Page {number} of {total}"), style, Area { left: middle, ..area }, y, Align::Right);
}

struct Flow<'a> {
    document: &'a Document,
    options: &'a Options,
    fonts: &'a Fonts,
    area: Area,
    landscape: bool,
    /// Where the next thing goes.
    y: f32,
    pages: Vec<Page>,
    left_out: Vec<String>,
}

impl Flow<'_> {
    fn bottom(&self) -> f32 {
        self.area.bottom - FOOTER
    }

    fn page(&mut self) -> &mut Page {
        if self.pages.is_empty() {
            self.pages.push(Page::default());
        }
        let last = self.pages.len() - 1;
        &mut self.pages[last]
    }

    fn line(&mut self, text: &str, style: Style, height: f32) {
        let (area, fonts) = (self.area, self.fonts);
        let baseline = self.y + height * 0.75;
        self.page().text(fonts, text, style, area, baseline, Align::Left);
        self.y += height;
    }

    /// One line, or two where one is not enough; what needs more is shrunk and at last cut.
    fn heading(&mut self, text: &str, style: Style, height: f32) {
        const LINES: usize = 2;
        let mut lines = Vec::new();
        let mut size = style.size;
        for scale in [1.0, 0.9, style.least] {
            size = style.size * scale;
            lines = self.fonts.wrap(text, style.bold, size, self.area.width());
            if lines.len() <= LINES {
                break;
            }
        }
        if lines.len() > LINES {
            let rest = lines.split_off(LINES - 1).join(" ");
            lines.push(rest);
        }
        // Shrunk already.
        let style = Style { size, least: style.least.max(style.size * style.least / size), ..style };
        for line in lines {
            self.line(&line, style, height);
        }
    }

    fn new_page(&mut self) {
        let first = self.pages.is_empty();
        self.pages.push(Page::default());
        self.y = self.area.top;
        let document = self.document;
        if first {
            if !document.event.is_empty() {
                self.heading(&document.event, Style::plain(11.0).grey(), 15.0);
            }
            self.heading(&document.title, Style::plain(17.0).bold(), 23.0);
            self.fields(&document.fields, Style::plain(9.0), 12.5);
            self.fields(&document.regulations, Style::plain(8.0).grey(), 11.0);
            self.y += 5.0;
        } else {
            let title = match document.event.as_str() {
                "" => document.title.clone(),
                event => format!("{event} \u{b7} {}", document.title),
            };
            self.heading(&title, Style::plain(9.0).grey(), 14.0);
            self.y += 2.0;
        }
        let (y, area) = (self.y, self.area);
        self.page().horizontal(area.left, area.right, y, 0.8, Ink::Black);
        self.y += 4.0;
    }

    /// "Label value" pairs after each other, as many to a line as fit.
    fn fields(&mut self, fields: &[Field], style: Style, height: f32) {
        let mut line = String::new();
        for field in fields {
            let part = match field.label.as_str() {
                "" => field.value.clone(),
                label => format!("{label}: {}", field.value),
            };
            let longer = if line.is_empty() { part.clone() } else { format!("{line}  \u{b7}  {part}") };
            if !line.is_empty() && self.fonts.width(&longer, style.bold, style.size) > self.area.width() {
                self.wrapped(&line, style, height);
                line = part;
            } else {
                line = longer;
            }
        }
        if !line.is_empty() {
            self.wrapped(&line, style, height);
        }
    }

    fn wrapped(&mut self, text: &str, style: Style, height: f32) {
        for line in self.fonts.wrap(text, style.bold, style.size, self.area.width()) {
            if self.y + height > self.bottom() && self.pages.last().is_some_and(|page| page.items.len() > 2) {
                self.new_page();
            }
            self.line(&line, style, height);
        }
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for (index, block) in blocks.iter().enumerate() {
            // A heading goes to the next page together with the beginning of what it heads.
            if matches!(block, Block::Heading(_)) {
                let beginning = blocks.get(index + 1).map_or(0.0, |next| self.beginning(next));
                if self.y + HEADING_HEIGHT + beginning > self.bottom() {
                    self.new_page();
                }
            }
            self.block(block);
        }
    }

    /// Height of the part of a block that is never broken.
    fn beginning(&self, block: &Block) -> f32 {
        match block {
            Block::Table(table) => {
                let fitted = fit(table, self.options, self.fonts, self.landscape);
                let rows = table.rows.iter().take(TOGETHER);
                ROW * fitted.size + rows.map(|row| self.set_row(table, &fitted, row).height).sum::<f32>()
            }
            Block::Tree(tree) => super::tree::height(tree).min(self.area.height() / 2.0),
            Block::Paragraph(_) => 26.0,
            Block::Heading(_) | Block::Together(_) | Block::Slips(_) => 0.0,
        }
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Heading(text) => {
                self.y += 6.0;
                self.line(text, Style::plain(HEADING).bold(), 18.0);
            }
            Block::Paragraph(text) => {
                self.wrapped(text, Style::plain(BODY), 13.0);
                self.y += 4.0;
            }
            Block::Table(table) => self.table(table),
            Block::Together(blocks) => {
                let height: f32 = blocks.iter().map(|block| self.height(block)).sum();
                if self.y + height > self.bottom() && self.y > self.area.top + 100.0 {
                    self.new_page();
                }
                self.blocks(blocks);
            }
            Block::Tree(tree) => self.tree(tree),
            Block::Slips(_) => {}
        }
    }

    /// A tree; one that is too high goes on pages of its own, part by part.
    fn tree(&mut self, tree: &Tree) {
        let space = (self.bottom() - self.y).max((self.bottom() - self.area.top) / 2.0);
        let parts = super::tree::parts(tree, space);
        for part in &parts {
            let height = super::tree::height(part);
            if self.y + height > self.bottom() {
                self.new_page();
            }
            let area = Area { top: self.y, bottom: self.bottom(), ..self.area };
            let fonts = self.fonts;
            self.y += super::tree::draw(self.page(), fonts, part, area) + 10.0;
        }
    }

    /// Height of a block that is not broken over pages.
    fn height(&self, block: &Block) -> f32 {
        match block {
            Block::Heading(_) => HEADING_HEIGHT,
            Block::Paragraph(text) => self.fonts.wrap(text, false, BODY, self.area.width()).len() as f32 * 13.0 + 4.0,
            Block::Table(table) => {
                let fitted = fit(table, self.options, self.fonts, self.landscape);
                let rows: f32 = table.rows.iter().map(|row| self.set_row(table, &fitted, row).height).sum();
                ROW * fitted.size + rows + 8.0
            }
            Block::Together(blocks) => blocks.iter().map(|block| self.height(block)).sum(),
            Block::Tree(tree) => super::tree::height(tree) + 10.0,
            Block::Slips(_) => 0.0,
        }
    }

    fn table(&mut self, table: &Table) {
        let fitted = self.roomy(table, fit(table, self.options, self.fonts, self.landscape));
        self.left_out.extend(
            (0..table.columns.len())
                .filter(|index| !fitted.columns.iter().any(|(shown, _)| shown == index))
                .map(|index| table.columns[index].title.clone()),
        );
        let rows: Vec<SetRow<'_>> = table.rows.iter().map(|row| self.set_row(table, &fitted, row)).collect();
        let header = ROW * fitted.size;
        // A header row with fewer than two rows below it goes to the next page.
        let beginning: f32 = rows.iter().take(TOGETHER).map(|row| row.height).sum();
        if self.y + header + beginning > self.bottom() {
            self.new_page();
        }
        let mut rows = rows.as_slice();
        loop {
            self.header_row(table, &fitted);
            let (here, later) = rows.split_at(break_at(rows, self.bottom() - self.y));
            for row in here {
                self.row(table, &fitted, row);
            }
            rows = later;
            if rows.is_empty() {
                break;
            }
            self.new_page();
        }
        self.y += 8.0;
    }

    /// A table that is all that a document has, and that leaves much of its page empty, is set larger.
    fn roomy(&self, table: &Table, fitted: Fitted) -> Fitted {
        if !matches!(self.document.blocks.as_slice(), [Block::Table(_)]) {
            return fitted;
        }
        let space = self.bottom() - self.y;
        let one_line = |fitted: &Fitted| ROW * fitted.size * (table.rows.len() + 1) as f32;
        if one_line(&fitted) > space {
            return fitted;
        }
        let height = |fitted: &Fitted| {
            ROW * fitted.size + table.rows.iter().map(|row| self.set_row(table, fitted, row).height).sum::<f32>()
        };
        larger(table, self.fonts, &fitted).into_iter().find(|larger| height(larger) <= space).unwrap_or(fitted)
    }

    /// Breaks the cells of a row into lines and finds its height.
    fn set_row<'r>(&self, table: &Table, fitted: &Fitted, row: &'r Row) -> SetRow<'r> {
        let mut lines = Vec::new();
        if let Row::Cells(texts) = row {
            for &(index, width) in &fitted.columns {
                let column = &table.columns[index];
                if column.wrap || fitted.lines && column.kind == ColumnKind::Text {
                    let text = texts.get(index).map_or("", String::as_str);
                    let width = width - 2.0 * CELL_PADDING * fitted.size;
                    lines.push((index, self.fonts.wrap(text, column.strong, fitted.size, width)));
                }
            }
        }
        let most = lines.iter().map(|(_, lines)| lines.len()).max().unwrap_or(1).max(1);
        SetRow { row, lines, height: (ROW + LEADING * (most - 1) as f32) * fitted.size }
    }

    fn cells(&self, fitted: &Fitted, height: f32) -> Vec<(usize, Area)> {
        let mut left = self.area.left;
        fitted
            .columns
            .iter()
            .map(|&(index, width)| {
                let cell = Area { left, top: self.y, right: left + width, bottom: self.y + height };
                left += width;
                (index, cell)
            })
            .collect()
    }

    fn header_row(&mut self, table: &Table, fitted: &Fitted) {
        let (fonts, size) = (self.fonts, fitted.size);
        let style = Style::plain(size * HEADER_SCALE).bold();
        let y = self.y + BASELINE * size;
        let cells = self.cells(fitted, ROW * size);
        let right = cells.last().map_or(self.area.right, |(_, cell)| cell.right);
        for (index, cell) in cells {
            let column = &table.columns[index];
            self.page().text(fonts, &column.title, style, padded(cell, size), y, column.align);
        }
        self.y += ROW * size;
        let (y, left) = (self.y, self.area.left);
        self.page().horizontal(left, right, y, 0.7, Ink::Black);
    }

    fn row(&mut self, table: &Table, fitted: &Fitted, set: &SetRow<'_>) {
        let (fonts, size) = (self.fonts, fitted.size);
        let y = self.y + BASELINE * size;
        let cells = self.cells(fitted, set.height);
        let left = self.area.left;
        let right = cells.last().map_or(self.area.right, |(_, cell)| cell.right);
        match set.row {
            Row::Group(text) => {
                let area = Area { left, top: self.y, right, bottom: self.y + set.height };
                let page = self.page();
                page.items.push(super::Item::Fill { area, ink: Ink::Tint });
                page.text(fonts, text, Style::plain(size).bold(), padded(area, size), y, Align::Left);
            }
            Row::Cells(texts) => {
                for (index, cell) in cells {
                    let column = &table.columns[index];
                    let text = texts.get(index).map_or("", String::as_str);
                    if column.blank && text.is_empty() {
                        let frame = Area {
                            left: cell.left + 2.0,
                            top: cell.top + 2.0,
                            right: cell.right - 2.0,
                            bottom: cell.bottom - 2.0,
                        };
                        self.page().rectangle(frame, HAIRLINE, Ink::Grey);
                    }
                    let (style, area) = (cell_style(column, size), padded(cell, size));
                    match set.lines.iter().find(|(wrapped, _)| *wrapped == index) {
                        Some((_, lines)) => {
                            for (number, line) in lines.iter().enumerate() {
                                let y = y + number as f32 * LEADING * size;
                                self.page().text(fonts, line, style, area, y, column.align);
                            }
                        }
                        None => self.page().text(fonts, text, style, area, y, column.align),
                    }
                }
            }
        }
        self.y += set.height;
        let y = self.y;
        self.page().horizontal(left, right, y, HAIRLINE, Ink::Hairline);
    }
}

/// A row whose long cells are broken into lines.
struct SetRow<'a> {
    row: &'a Row,
    /// The lines of the columns that wrap.
    lines: Vec<(usize, Vec<String>)>,
    height: f32,
}

fn cell_style(column: &Column, size: f32) -> Style {
    let style = Style::plain(size);
    if column.strong { style.bold() } else { style }
}

fn padded(cell: Area, size: f32) -> Area {
    let padding = CELL_PADDING * size;
    Area { left: cell.left + padding, right: cell.right - padding, ..cell }
}

/// How many rows go on a page with so much space: all, or so many that neither a single row nor the head of a group is left alone.
fn break_at(rows: &[SetRow<'_>], space: f32) -> usize {
    let mut used = 0.0;
    let room = rows
        .iter()
        .take_while(|row| {
            used += row.height;
            used <= space + 0.01
        })
        .count();
    if room == rows.len() {
        return room;
    }
    let mut at = room;
    if rows.len() - at < TOGETHER && at > TOGETHER {
        at = rows.len() - TOGETHER;
    }
    while at > 1 && matches!(rows[at - 1].row, Row::Group(_)) {
        at -= 1;
    }
    at.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(rows: &[Row]) -> Vec<SetRow<'_>> {
        rows.iter().map(|row| SetRow { row, lines: Vec::new(), height: 10.0 }).collect()
    }

    #[test]
    fn no_row_is_left_alone() {
        let mut rows = vec![Row::Cells(Vec::new()); 12];
        assert_eq!(break_at(&set(&rows[..10]), 100.0), 10);
        assert_eq!(break_at(&set(&rows[..11]), 100.0), 9);
        assert_eq!(break_at(&set(&rows), 100.0), 10);
        rows[9] = Row::Group("B".to_owned());
        assert_eq!(break_at(&set(&rows), 100.0), 9);
        assert_eq!(break_at(&set(&rows), 5.0), 1, "a row that is too high is set all the same");
    }
}
