//! Result slips: eight to a sheet, in stack order.
//!
//! With `n` sheets, place `p` of sheet `s` holds slip `p * n + s`: when the pile of sheets is cut once into eight piles and the piles are put
//! on each other, the boards are in order.

use super::{Area, Ink, Item, Layout, Page, Style, inside};
use crate::document::{Align, Slip, SlipPlayer};
use crate::fonts::Fonts;

/// Slips beside each other, and below each other.
const ACROSS: usize = 2;
const DOWN: usize = 4;

/// Free space beside a cut, 7 mm.
const CUT: f32 = 7.0 * 72.0 / 25.4;

/// The number of the slip at a place of a sheet, all counted from 0.
fn stack_order(sheet: usize, place: usize, sheets: usize) -> usize {
    place * sheets + sheet
}

/// Adds the sheets to the layout.
pub(super) fn pages(slips: &[&Slip], fonts: &Fonts, layout: &mut Layout) {
    let sheets = slips.len().div_ceil(ACROSS * DOWN);
    let (width, height) = (layout.width / ACROSS as f32, layout.height / DOWN as f32);
    for sheet in 0..sheets {
        let mut page = Page::default();
        // The slips of a sheet fill its places from the first one on.
        let count = (0..ACROSS * DOWN).filter(|&place| stack_order(sheet, place, sheets) < slips.len()).count();
        for x in 1..ACROSS.min(count + 1) {
            // As far down as there are slips to the left of the cut.
            let rows = (count + ACROSS - x) / ACROSS;
            let x = x as f32 * width;
            page.items.push(cut((x, 0.0), (x, rows as f32 * height)));
        }
        for y in 1..DOWN.min(count.div_ceil(ACROSS) + 1) {
            // As far to the right as there are slips above the cut.
            let columns = (count - (y - 1) * ACROSS).min(ACROSS);
            let y = y as f32 * height;
            page.items.push(cut((0.0, y), (columns as f32 * width, y)));
        }
        for place in 0..ACROSS * DOWN {
            if let Some(slip) = slips.get(stack_order(sheet, place, sheets)) {
                let (left, top) = ((place % ACROSS) as f32 * width, (place / ACROSS) as f32 * height);
                let area =
                    Area { left: left + CUT, top: top + CUT, right: left + width - CUT, bottom: top + height - CUT };
                draw(&mut page, fonts, slip, within_margins(area, inside(layout.width, layout.height)));
            }
        }
        layout.pages.push(page);
    }
}

/// The part of a slip that lies inside the page's margins.
fn within_margins(area: Area, page: Area) -> Area {
    Area {
        left: area.left.max(page.left),
        top: area.top.max(page.top),
        right: area.right.min(page.right),
        bottom: area.bottom.min(page.bottom),
    }
}

fn cut(from: (f32, f32), to: (f32, f32)) -> Item {
    Item::Line { from, to, width: 0.4, ink: Ink::Grey, dashed: true }
}

fn draw(page: &mut Page, fonts: &Fonts, slip: &Slip, area: Area) {
    // The slips at the edge of the sheet are lower by the margin; all are set in the same height, in the middle of what they have.
    let height = 148.0_f32.min(area.height());
    let top = area.top + (area.height() - height) / 2.0;
    let area = Area { top, bottom: top + height, ..area };
    // The number of board and game is read first; the event's name may be cut for it.
    let board = fonts.width(&slip.board, true, 15.0).min(area.width() * 0.7);
    let split = (area.right - board - 8.0).min(area.left + area.width() * 0.62);
    let (left, right) = (Area { right: split, ..area }, Area { left: split + 6.0, ..area });
    page.text(fonts, &slip.event, Style::plain(8.5).grey(), left, area.top + 9.0, Align::Left);
    page.text(fonts, &slip.round, Style::plain(9.5), left, area.top + 21.0, Align::Left);
    page.text(fonts, &slip.board, Style::plain(15.0).bold(), right, area.top + 19.0, Align::Right);
    page.horizontal(area.left, area.right, area.top + 27.0, 0.6, Ink::Black);
    for (index, player) in slip.players.iter().enumerate() {
        side(page, fonts, player, area, area.top + 41.0 + index as f32 * 29.0);
    }
    let count = slip.choices.len().max(1) as f32;
    let gap = 7.0;
    let width = (area.width() - gap * (count - 1.0)) / count;
    for (index, choice) in slip.choices.iter().enumerate() {
        let start = area.left + index as f32 * (width + gap);
        let frame = Area { left: start, top: area.top + 90.0, right: start + width, bottom: area.top + 110.0 };
        page.rectangle(frame, 0.6, Ink::Black);
        let inner = Area { left: frame.left + 3.0, right: frame.right - 3.0, ..frame };
        page.text(fonts, choice, Style::plain(11.0), inner, frame.top + 14.0, Align::Center);
    }
    page.text(fonts, &slip.opening, Style::plain(8.0), area, area.top + 120.0, Align::Left);
    let half = (area.width() - 12.0) / 2.0;
    for (index, player) in slip.players.iter().enumerate() {
        let start = area.left + index as f32 * (half + 12.0);
        let line = Area { left: start, right: start + half, ..area };
        page.horizontal(line.left, line.right, area.bottom - 10.0, 0.4, Ink::Black);
        let words = format!("Signature {}", player.color);
        page.text(fonts, &words, Style::plain(7.0).grey(), line, area.bottom - 2.0, Align::Left);
    }
}

fn side(page: &mut Page, fonts: &Fonts, player: &SlipPlayer, area: Area, y: f32) {
    let label = Area { right: area.left + 30.0, ..area };
    page.text(fonts, &player.color, Style::plain(8.5).grey(), label, y, Align::Left);
    page.text(fonts, &player.number, Style::plain(8.0).grey(), label, y + 11.0, Align::Left);
    let words = Area { left: label.right + 2.0, ..area };
    page.text(fonts, &player.name, Style::plain(9.5).bold(), words, y, Align::Left);
    page.text(fonts, &player.details, Style::plain(8.0).grey(), words, y + 11.0, Align::Left);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cutting_the_pile_once_gives_boards_in_order() {
        for slips in [1, 8, 9, 15, 16, 250] {
            let sheets = usize::div_ceil(slips, 8);
            // Pile by pile, from the top sheet down.
            let order: Vec<usize> = (0..8)
                .flat_map(|place| (0..sheets).map(move |sheet| stack_order(sheet, place, sheets)))
                .filter(|&slip| slip < slips)
                .collect();
            assert_eq!(order, (0..slips).collect::<Vec<_>>());
        }
    }
}
