//! Tables: a sticky header, hairlines between rows, only the visible rows drawn.

use crate::gui::theme::{self, Palette};
use eframe::egui::{self, Align, Color32, Layout, Response, RichText, Sense, Stroke, TextStyle, Ui};
use egui_extras::{Column, TableBuilder};

/// Space at both sides of a cell's text.
const CELL_PADDING: f32 = 8.0;

/// Where a column's text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Names.
    Left,
    /// Numbers.
    Right,
    /// Results.
    Centre,
}

/// A column.
#[derive(Clone, Debug)]
pub struct Col {
    /// Heading.
    pub title: String,
    /// Longer heading for the tooltip; may be empty.
    pub hint: String,
    /// Width in points; the least width of a column that takes a share of what is left.
    pub width: f32,
    /// Takes what is left.
    pub flexible: bool,
    /// Side.
    pub side: Side,
}

impl Col {
    /// A column of fixed width.
    pub fn new(title: impl Into<String>, width: f32, side: Side) -> Col {
        Col { title: title.into(), hint: String::new(), width, flexible: false, side }
    }

    /// A column that shares what is left with the other flexible ones.
    pub fn flexible(title: impl Into<String>, at_least: f32) -> Col {
        Col { title: title.into(), hint: String::new(), width: at_least, flexible: true, side: Side::Left }
    }

    /// With a tooltip on the heading.
    pub fn hint(mut self, hint: impl Into<String>) -> Col {
        self.hint = hint.into();
        self
    }
}

/// A table before it is drawn.
pub struct Table<'a> {
    /// Tells the tables of a page apart.
    pub id: &'a str,
    /// Columns.
    pub columns: &'a [Col],
    /// Number of rows.
    pub rows: usize,
    /// Height of a row in points.
    pub row_height: f32,
    /// A row to bring into view.
    pub scroll_to: Option<usize>,
    /// Height left free below the table.
    pub below: f32,
}

/// What happened to the rows.
#[derive(Default)]
pub struct Outcome {
    /// A heading was clicked.
    pub header: Option<usize>,
    /// A row was clicked.
    pub clicked: Option<usize>,
    /// The cell that was clicked: row and column.
    pub cell: Option<(usize, usize)>,
    /// A row was clicked twice: row and column.
    pub double: Option<(usize, usize)>,
    /// A row was clicked with the other button.
    pub secondary: Option<usize>,
    /// How many rows fit; for paging.
    pub visible: usize,
}

impl<'a> Table<'a> {
    /// A table that fills the room below, without a row to bring into view.
    pub fn new(id: &'a str, columns: &'a [Col], rows: usize, row_height: f32) -> Table<'a> {
        Table { id, columns, rows, row_height, scroll_to: None, below: 0.0 }
    }

    /// Draws a table of words only: text and colour of each cell by row and column.
    pub fn show_words(self, ui: &mut Ui, words: impl Fn(usize, usize) -> (String, Color32)) -> Outcome {
        self.show(
            ui,
            |_| None,
            |ui, row, column| {
                let (text, color) = words(row, column);
                self::text(ui, &text, color);
            },
        )
    }

    /// Draws the table. `fill` gives a row's background, `cell` draws row and column.
    pub fn show(
        self,
        ui: &mut Ui,
        fill: impl Fn(usize) -> Option<Color32>,
        mut cell: impl FnMut(&mut Ui, usize, usize),
    ) -> Outcome {
        let p = Palette::of(ui);
        let mut outcome = Outcome::default();
        let height = (ui.available_height() - self.below).max(self.row_height * 3.0);
        outcome.visible = ((height - self.row_height) / self.row_height).max(1.0) as usize;
        let fixed: f32 = self.columns.iter().map(|c| c.width).sum();
        let flexible = self.columns.iter().filter(|c| c.flexible).count();
        let spare = (ui.available_width() - fixed - 12.0).max(0.0);
        let share = if flexible > 0 { (spare / flexible as f32).floor() } else { 0.0 };
        let too_wide = fixed > ui.available_width();
        let mut add = |ui: &mut Ui| {
            ui.spacing_mut().item_spacing = egui::Vec2::ZERO;
            let mut builder = TableBuilder::new(ui)
                .id_salt(self.id)
                .sense(Sense::CLICK)
                .auto_shrink([false, true])
                .min_scrolled_height(0.0)
                .max_scroll_height(height - self.row_height)
                .animate_scrolling(false)
                .cell_layout(Layout::left_to_right(Align::Center));
            for column in self.columns {
                let width = if column.flexible { column.width + share } else { column.width };
                builder = builder.column(Column::exact(width).clip(true));
            }
            if let Some(row) = self.scroll_to {
                builder = builder.scroll_to_row(row, None);
            }
            builder
                .header(self.row_height, |mut header| {
                    for (index, column) in self.columns.iter().enumerate() {
                        let (_, response) = header.col(|ui| {
                            hairline(ui, p.outline);
                            aligned(ui, column.side, |ui| {
                                let text = RichText::new(&column.title).small().color(p.weak);
                                ui.add(egui::Label::new(text).truncate());
                            });
                        });
                        let response =
                            if column.hint.is_empty() { response } else { response.on_hover_text(&column.hint) };
                        if response.clicked() {
                            outcome.header = Some(index);
                        }
                    }
                })
                .body(|body| {
                    body.rows(self.row_height, self.rows, |mut row| {
                        let index = row.index();
                        let background = fill(index);
                        for (number, column) in self.columns.iter().enumerate() {
                            let (_, response) = row.col(|ui| {
                                if let Some(color) = background {
                                    ui.painter().rect_filled(ui.max_rect(), 0.0, color);
                                }
                                hairline(ui, p.line);
                                aligned(ui, column.side, |ui| cell(ui, index, number));
                            });
                            if response.clicked() {
                                outcome.cell = Some((index, number));
                            }
                            if response.double_clicked() {
                                outcome.double = Some((index, number));
                            }
                        }
                        note(&mut outcome, index, &row.response());
                    });
                });
        };
        if too_wide {
            egui::ScrollArea::horizontal().id_salt((self.id, "wide")).auto_shrink([false, true]).show(ui, |ui| {
                ui.set_min_width(fixed);
                add(ui);
            });
        } else {
            ui.scope(add);
        }
        outcome
    }
}

fn note(outcome: &mut Outcome, index: usize, response: &Response) {
    if response.clicked() {
        outcome.clicked = Some(index);
    }
    if response.secondary_clicked() {
        outcome.secondary = Some(index);
    }
}

fn hairline(ui: &Ui, color: Color32) {
    let rect = ui.max_rect();
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, color));
}

fn aligned(ui: &mut Ui, side: Side, add: impl FnOnce(&mut Ui)) {
    match side {
        Side::Left => {
            // Text keeps off the column before it and never touches the next one.
            let cell = ui.max_rect();
            let inside = cell.with_min_x(cell.left() + 12.0).with_max_x((cell.right() - 4.0).max(cell.left() + 12.0));
            let layout = Layout::left_to_right(Align::Center);
            ui.scope_builder(egui::UiBuilder::new().max_rect(inside).layout(layout), add);
        }
        Side::Right => {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.add_space(CELL_PADDING);
                add(ui);
            });
        }
        Side::Centre => {
            ui.with_layout(Layout::centered_and_justified(egui::Direction::LeftToRight), add);
        }
    }
}

/// Text of a cell, cut with an ellipsis and a tooltip where it does not fit.
pub fn text(ui: &mut Ui, text: &str, color: Color32) -> Response {
    styled(ui, text, color, theme::table_text())
}

/// Bold text of a cell.
pub fn strong(ui: &mut Ui, text: &str, color: Color32) -> Response {
    styled(ui, text, color, theme::table_bold())
}

fn styled(ui: &mut Ui, text: &str, color: Color32, style: TextStyle) -> Response {
    if text.is_empty() {
        return ui.allocate_response(egui::vec2(1.0, 1.0), Sense::hover());
    }
    ui.add(egui::Label::new(RichText::new(text).text_style(style).color(color)).truncate())
}
