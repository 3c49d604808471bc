//! A page of a document as it will be printed.

use eframe::egui::{self, Color32, FontId, Rect, Sense, Stroke, Ui, pos2, vec2};
use reports::layout::{Ink, Item, Layout, Page};

use crate::gui::theme::{self, Palette};

/// Ascent of Noto Sans in parts of its size; puts a line of text on its baseline.
const ASCENT: f32 = 1.069;

/// Draws the page as large as the place allows.
pub fn show(ui: &mut Ui, layout: &Layout, page: &Page) {
    let p = Palette::of(ui);
    let space = ui.available_size() - vec2(16.0, 16.0);
    let scale = (space.x / layout.width).min(space.y / layout.height).max(0.3);
    let width = (layout.width * scale).max(space.x.min(320.0));
    egui::ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(width, layout.height * scale), Sense::hover());
        let left = ((ui.available_width() - width) / 2.0).clamp(0.0, 400.0);
        let rect = rect.translate(vec2(left, 0.0));
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        painter.rect(rect, 0.0, Color32::WHITE, Stroke::new(1.0, p.outline), egui::StrokeKind::Inside);
        let at = |x: f32, y: f32| rect.min + vec2(x, y) * scale;
        for item in &page.items {
            match item {
                Item::Fill { area, ink: shade } => {
                    let filled = Rect::from_min_max(at(area.left, area.top), at(area.right, area.bottom));
                    painter.rect_filled(filled, 0.0, ink(*shade));
                }
                Item::Line { from, to, width, ink: shade, dashed } => {
                    let stroke = Stroke::new((width * scale).max(0.7), ink(*shade));
                    let ends = [at(from.0, from.1), at(to.0, to.1)];
                    if *dashed {
                        painter.extend(egui::Shape::dashed_line(&ends, stroke, 4.0, 3.0));
                    } else {
                        painter.line_segment(ends, stroke);
                    }
                }
                Item::Text { x, y, size, ink: shade, text, .. } => {
                    let mut left = *x;
                    for run in &text.runs {
                        let bold = run.face.name().contains("Bold");
                        let family = if bold { theme::bold_family() } else { egui::FontFamily::Proportional };
                        let font = FontId::new(size * scale, family);
                        let galley = painter.layout_no_wrap(run.text.clone(), font, ink(*shade));
                        let place = at(left, *y);
                        left += galley.size().x / scale;
                        painter.galley(pos2(place.x, place.y - ASCENT * size * scale), galley, Color32::BLACK);
                    }
                }
            }
        }
    });
}

fn ink(ink: Ink) -> Color32 {
    match ink {
        Ink::Black => Color32::from_gray(20),
        Ink::Grey => Color32::from_gray(100),
        Ink::Hairline => Color32::from_gray(190),
        Ink::Tint => Color32::from_gray(238),
    }
}
