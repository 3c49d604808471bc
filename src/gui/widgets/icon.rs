//! One set of line icons, drawn in a 16-point square.

use eframe::egui::{Color32, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, pos2, vec2};
use std::f32::consts::TAU;

/// An icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Icon {
    Event,
    Players,
    Rounds,
    Standings,
    Ranking,
    Bracket,
    Reports,
    History,
    Display,
    Undo,
    Redo,
    Help,
    View,
    Left,
    Right,
    First,
    Last,
    Cross,
    Up,
    Down,
    File,
}

/// Draws the icon in the middle of `rect`.
pub fn paint(painter: &Painter, rect: Rect, icon: Icon, color: Color32) {
    let stroke = Stroke::new(1.5, color);
    let origin = rect.center() - vec2(8.0, 8.0);
    let at = |x: f32, y: f32| origin + vec2(x, y);
    let line = |points: &[(f32, f32)]| {
        painter.add(Shape::line(points.iter().map(|&(x, y)| at(x, y)).collect(), stroke));
    };
    let circle = |x: f32, y: f32, r: f32| {
        painter.circle_stroke(at(x, y), r, stroke);
    };
    let arc = |x: f32, y: f32, r: f32, from: f32, to: f32| {
        let points: Vec<Pos2> = (0..=16)
            .map(|i| {
                let angle = TAU * (from + (to - from) * i as f32 / 16.0);
                at(x + r * angle.cos(), y + r * angle.sin())
            })
            .collect();
        painter.add(Shape::line(points, stroke));
    };
    let frame = |x0: f32, y0: f32, x1: f32, y1: f32| {
        line(&[(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)]);
    };
    match icon {
        Icon::Event => {
            frame(2.0, 3.5, 14.0, 14.0);
            line(&[(2.0, 7.0), (14.0, 7.0)]);
            line(&[(5.0, 1.5), (5.0, 4.5)]);
            line(&[(11.0, 1.5), (11.0, 4.5)]);
        }
        Icon::Players => {
            circle(6.0, 5.0, 2.6);
            arc(6.0, 14.0, 4.6, 0.5, 1.0);
            arc(10.6, 5.0, 2.4, -0.22, 0.22);
            arc(10.8, 14.0, 4.2, 0.78, 1.0);
        }
        Icon::Rounds => {
            for y in [3.5, 8.0, 12.5] {
                line(&[(1.5, y), (5.5, y)]);
                line(&[(10.5, y), (14.5, y)]);
                painter.circle_filled(at(8.0, y), 1.1, color);
            }
        }
        Icon::Standings => {
            line(&[(3.0, 14.0), (3.0, 9.0)]);
            line(&[(8.0, 14.0), (8.0, 2.0)]);
            line(&[(13.0, 14.0), (13.0, 6.0)]);
            line(&[(1.0, 14.5), (15.0, 14.5)]);
        }
        Icon::Bracket => {
            line(&[(1.5, 2.5), (6.0, 2.5), (6.0, 7.0), (1.5, 7.0)]);
            line(&[(1.5, 10.0), (6.0, 10.0), (6.0, 14.0), (1.5, 14.0)]);
            line(&[(6.0, 4.8), (10.5, 4.8), (10.5, 12.0), (6.0, 12.0)]);
            line(&[(10.5, 8.4), (14.5, 8.4)]);
        }
        Icon::Reports | Icon::File => {
            line(&[(3.0, 1.5), (10.0, 1.5), (13.0, 4.5), (13.0, 14.5), (3.0, 14.5), (3.0, 1.5)]);
            line(&[(5.5, 7.0), (10.5, 7.0)]);
            line(&[(5.5, 10.0), (10.5, 10.0)]);
        }
        Icon::History => {
            circle(8.0, 8.0, 6.4);
            line(&[(8.0, 4.0), (8.0, 8.0), (11.0, 9.8)]);
        }
        Icon::Display => {
            frame(1.5, 2.5, 14.5, 11.0);
            line(&[(8.0, 11.0), (8.0, 14.0)]);
            line(&[(5.0, 14.2), (11.0, 14.2)]);
        }
        Icon::Undo => {
            arc(8.5, 9.5, 4.5, 0.5, 1.2);
            line(&[(1.5, 6.6), (4.2, 9.8), (7.4, 7.2)]);
        }
        Icon::Redo => {
            arc(7.5, 9.5, 4.5, 0.3, 1.0);
            line(&[(14.5, 6.6), (11.8, 9.8), (8.6, 7.2)]);
        }
        Icon::Help => {
            arc(8.0, 5.4, 3.0, 0.5, 1.12);
            line(&[(9.9, 7.6), (8.0, 9.2), (8.0, 10.6)]);
            painter.circle_filled(at(8.0, 13.4), 1.0, color);
        }
        Icon::View => {
            for (y, x) in [(3.5, 10.5), (8.0, 5.0), (12.5, 9.0)] {
                line(&[(1.5, y), (14.5, y)]);
                painter.circle_filled(at(x, y), 2.2, color);
            }
        }
        Icon::Ranking => {
            // A cup.
            line(&[(4.5, 2.5), (11.5, 2.5), (11.0, 7.5), (8.0, 9.5), (5.0, 7.5), (4.5, 2.5)]);
            line(&[(4.5, 4.0), (2.0, 4.0), (2.8, 6.5), (5.0, 7.0)]);
            line(&[(11.5, 4.0), (14.0, 4.0), (13.2, 6.5), (11.0, 7.0)]);
            line(&[(8.0, 9.5), (8.0, 13.0)]);
            line(&[(5.0, 13.5), (11.0, 13.5)]);
        }
        Icon::Left => line(&[(10.0, 3.5), (5.5, 8.0), (10.0, 12.5)]),
        Icon::Right => line(&[(6.0, 3.5), (10.5, 8.0), (6.0, 12.5)]),
        Icon::First => {
            line(&[(12.0, 3.5), (7.5, 8.0), (12.0, 12.5)]);
            line(&[(4.0, 3.5), (4.0, 12.5)]);
        }
        Icon::Last => {
            line(&[(4.0, 3.5), (8.5, 8.0), (4.0, 12.5)]);
            line(&[(12.0, 3.5), (12.0, 12.5)]);
        }
        Icon::Cross => {
            line(&[(4.0, 4.0), (12.0, 12.0)]);
            line(&[(12.0, 4.0), (4.0, 12.0)]);
        }
        Icon::Up => line(&[(4.0, 10.0), (8.0, 5.5), (12.0, 10.0)]),
        Icon::Down => line(&[(4.0, 6.0), (8.0, 10.5), (12.0, 6.0)]),
    }
}

/// Takes 16 points of the row and draws the icon there.
pub fn show(ui: &mut Ui, icon: Icon, color: Color32) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
    paint(ui.painter(), rect, icon, color);
    response
}

/// The place of an icon at the left of a button's text.
pub fn beside(rect: Rect) -> Rect {
    Rect::from_center_size(pos2(rect.left() + 18.0, rect.center().y), vec2(16.0, 16.0))
}
