//! Where everything stands on the pages.
//!
//! Lengths are in points (1/72 inch); `x` grows to the right, `y` downwards from the top edge of the paper. The layout is computed from font
//! metrics alone, so that tests and a preview on the screen see exactly what the PDF will show.

mod columns;
mod flow;
mod slips;
mod tree;

use crate::document::{Align, Block, Document};
use crate::fonts::{Fonts, Shaped};
use crate::{Options, Paper};
use std::rc::Rc;

/// Width of the margin on every side: 15 mm.
pub const MARGIN: f32 = 15.0 * 72.0 / 25.4;

/// How little of its size a name may be set in before it is cut.
pub const LEAST_NAME_SIZE: f32 = 0.8;

/// Shades of grey, 0 black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ink {
    /// Text.
    Black,
    /// Secondary text.
    Grey,
    /// Hairlines.
    Hairline,
    /// A background behind group rows.
    Tint,
}

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Area {
    pub left: f32,
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
}

impl Area {
    /// Width of the area.
    pub fn width(self) -> f32 {
        self.right - self.left
    }

    /// Height of the area.
    pub fn height(self) -> f32 {
        self.bottom - self.top
    }
}

/// Something to draw.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A line of text.
    Text {
        /// Left end.
        x: f32,
        /// Baseline.
        y: f32,
        /// Type size.
        size: f32,
        /// Its ink.
        ink: Ink,
        /// The glyphs.
        text: Rc<Shaped>,
        /// What the text must stay inside of: its cell, or the page inside the margins.
        within: Area,
    },
    /// A straight line.
    Line {
        /// One end.
        from: (f32, f32),
        /// The other.
        to: (f32, f32),
        /// Width of the line.
        width: f32,
        /// Its ink.
        ink: Ink,
        /// Dashed, for cutting.
        dashed: bool,
    },
    /// A filled rectangle.
    Fill {
        /// Where.
        area: Area,
        /// Its ink.
        ink: Ink,
    },
}

/// A page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// What is drawn, in this order.
    pub items: Vec<Item>,
}

/// All pages of a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// Width of the paper.
    pub width: f32,
    /// Height of the paper.
    pub height: f32,
    /// The pages.
    pub pages: Vec<Page>,
    /// Titles of columns that were left out because the paper is too narrow.
    pub left_out: Vec<String>,
    /// Characters that no font has, each once.
    pub missing: Vec<char>,
}

/// Lays a document out.
pub fn layout(document: &Document, options: &Options, fonts: &Fonts) -> Layout {
    let landscape = columns::needs_landscape(document, options, fonts);
    let (mut width, mut height) = options.paper.size();
    if landscape {
        std::mem::swap(&mut width, &mut height);
    }
    let mut layout = Layout { width, height, pages: Vec::new(), left_out: Vec::new(), missing: Vec::new() };
    let slips: Vec<_> = document
        .blocks
        .iter()
        .filter_map(|block| match block {
            Block::Slips(slips) => Some(slips.as_slice()),
            _ => None,
        })
        .flatten()
        .collect();
    if slips.is_empty() || document.blocks.iter().any(|block| !matches!(block, Block::Slips(_))) {
        flow::pages(document, options, fonts, &mut layout);
    }
    slips::pages(&slips, fonts, &mut layout);
    let mut missing: Vec<char> = layout
        .pages
        .iter()
        .flat_map(|page| &page.items)
        .filter_map(|item| match item {
            Item::Text { text, .. } => Some(text.missing.as_slice()),
            _ => None,
        })
        .flatten()
        .copied()
        .collect();
    missing.sort_unstable();
    missing.dedup();
    layout.missing = missing;
    layout
}

/// The page inside the margins.
fn inside(width: f32, height: f32) -> Area {
    Area { left: MARGIN, top: MARGIN, right: width - MARGIN, bottom: height - MARGIN }
}

/// Upright width inside the margins.
fn upright_width(paper: Paper) -> f32 {
    paper.size().0 - 2.0 * MARGIN
}

/// Width inside the margins when the paper lies on its long side.
fn landscape_width(paper: Paper) -> f32 {
    paper.size().1 - 2.0 * MARGIN
}

/// How a line of text is set.
#[derive(Clone, Copy)]
struct Style {
    size: f32,
    bold: bool,
    ink: Ink,
    /// How far it may shrink before it is cut.
    least: f32,
}

impl Style {
    fn plain(size: f32) -> Style {
        Style { size, bold: false, ink: Ink::Black, least: LEAST_NAME_SIZE }
    }

    fn bold(self) -> Style {
        Style { bold: true, ..self }
    }

    fn grey(self) -> Style {
        Style { ink: Ink::Grey, ..self }
    }
}

impl Page {
    /// Sets one line of text inside an area: baseline `y`, shrunk or cut when too wide.
    fn text(&mut self, fonts: &Fonts, text: &str, style: Style, within: Area, y: f32, align: Align) {
        if text.is_empty() {
            return;
        }
        let (size, text) = fonts.fit(text, style.bold, style.size, within.width(), style.least);
        let width = text.width_at(size);
        let x = match align {
            Align::Left => within.left,
            Align::Center => within.left + (within.width() - width) / 2.0,
            Align::Right => within.right - width,
        };
        self.items.push(Item::Text { x, y, size, ink: style.ink, text, within });
    }

    fn horizontal(&mut self, left: f32, right: f32, y: f32, width: f32, ink: Ink) {
        self.items.push(Item::Line { from: (left, y), to: (right, y), width, ink, dashed: false });
    }

    fn rectangle(&mut self, area: Area, width: f32, ink: Ink) {
        let Area { left, top, right, bottom } = area;
        for (from, to) in [
            ((left, top), (right, top)),
            ((right, top), (right, bottom)),
            ((right, bottom), (left, bottom)),
            ((left, bottom), (left, top)),
        ] {
            self.items.push(Item::Line { from, to, width, ink, dashed: false });
        }
    }
}
