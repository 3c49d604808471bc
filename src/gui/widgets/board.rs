//! A game board: squares, pieces, the last move.

use crate::gui::theme::Palette;
use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Sense, Shape, Stroke, Ui, pos2, vec2};
use rules::{BoardView, LastMove, Piece, PieceKind, Side};

/// Draws a board of at most `size` points and says where it stands.
pub fn show(ui: &mut Ui, board: &BoardView, last: Option<&LastMove>, size: f32, flipped: bool) -> Rect {
    let p = Palette::of(ui);
    let (files, ranks) = (usize::from(board.files.max(1)), usize::from(board.ranks.max(1)));
    let edge = if board.lettered { 16.0 } else { 4.0 };
    let square = ((size - edge) / files.max(ranks) as f32).floor().max(8.0);
    let whole = vec2(square * files as f32 + edge, square * ranks as f32 + edge);
    let (rect, _) = ui.allocate_exact_size(whole, Sense::hover());
    let painter = ui.painter_at(rect);
    let origin = rect.min + vec2(edge, 0.0);
    let place = |index: usize| {
        let (mut column, mut row) = (index % files, index / files);
        if flipped {
            (column, row) = (files - 1 - column, ranks - 1 - row);
        }
        Rect::from_min_size(origin + vec2(column as f32, row as f32) * square, vec2(square, square))
    };
    let small = FontId::proportional((square * 0.2).clamp(7.0, 11.0));
    for (index, cell) in board.cells.iter().enumerate() {
        let at = place(index);
        painter.rect_filled(at, 0.0, if cell.dark { p.square_dark } else { p.square_light });
        let touched = last.is_some_and(|m| m.from == index || m.to == index || m.through.contains(&index));
        if touched {
            painter.rect_filled(at, 0.0, p.accent.gamma_multiply(0.35));
        }
        if cell.piece.is_none() && last.is_some_and(|m| m.captured.contains(&index)) {
            let stroke = Stroke::new(1.5, p.red);
            painter.line_segment([at.left_top() + vec2(4.0, 4.0), at.right_bottom() - vec2(4.0, 4.0)], stroke);
            painter.line_segment([at.right_top() + vec2(-4.0, 4.0), at.left_bottom() + vec2(4.0, -4.0)], stroke);
        }
        if !board.lettered && cell.playable {
            let ink = Color32::from_black_alpha(140);
            painter.text(at.left_top() + vec2(2.0, 1.0), Align2::LEFT_TOP, &cell.label, small.clone(), ink);
        }
        if let Some(piece) = cell.piece {
            draw_piece(&painter, at, piece);
        }
    }
    if board.lettered {
        let font = FontId::proportional(11.0);
        for row in 0..ranks {
            let shown = if flipped { ranks - 1 - row } else { row };
            let at = pos2(rect.left() + 7.0, origin.y + (row as f32 + 0.5) * square);
            painter.text(at, Align2::CENTER_CENTER, board.rank_label(shown).to_string(), font.clone(), p.weak);
        }
        for column in 0..files {
            let shown = if flipped { files - 1 - column } else { column };
            let at = pos2(origin.x + (column as f32 + 0.5) * square, rect.bottom() - 8.0);
            painter.text(at, Align2::CENTER_CENTER, board.file_label(shown).to_string(), font.clone(), p.weak);
        }
    }
    rect
}

/// A part of a piece, in a square of 100 x 100.
enum Part {
    /// Corners of a convex shape.
    Poly(&'static [(f32, f32)]),
    /// Centre and radius.
    Disc(f32, f32, f32),
}

use Part::{Disc, Poly};

const FOOT: Part = Poly(&[(24.0, 88.0), (27.0, 78.0), (73.0, 78.0), (76.0, 88.0)]);

const PAWN: &[Part] = &[Disc(50.0, 34.0, 13.0), Poly(&[(43.0, 42.0), (57.0, 42.0), (66.0, 80.0), (34.0, 80.0)]), FOOT];

const ROOK: &[Part] = &[
    Poly(&[(28.0, 18.0), (40.0, 18.0), (40.0, 36.0), (30.0, 36.0)]),
    Poly(&[(44.0, 18.0), (56.0, 18.0), (56.0, 36.0), (44.0, 36.0)]),
    Poly(&[(60.0, 18.0), (72.0, 18.0), (70.0, 36.0), (60.0, 36.0)]),
    Poly(&[(30.0, 28.0), (70.0, 28.0), (66.0, 42.0), (34.0, 42.0)]),
    Poly(&[(36.0, 40.0), (64.0, 40.0), (68.0, 80.0), (32.0, 80.0)]),
    FOOT,
];

const KNIGHT: &[Part] = &[
    Poly(&[(44.0, 14.0), (52.0, 22.0), (46.0, 30.0), (40.0, 26.0)]),
    Poly(&[(48.0, 20.0), (62.0, 28.0), (70.0, 44.0), (44.0, 44.0), (42.0, 28.0)]),
    Poly(&[(46.0, 26.0), (54.0, 42.0), (34.0, 56.0), (24.0, 54.0), (22.0, 46.0)]),
    Poly(&[(46.0, 40.0), (70.0, 40.0), (74.0, 62.0), (72.0, 80.0), (34.0, 80.0), (36.0, 70.0)]),
    FOOT,
];

const BISHOP: &[Part] = &[
    Disc(50.0, 15.0, 6.0),
    Poly(&[(50.0, 18.0), (62.0, 34.0), (64.0, 46.0), (58.0, 56.0), (42.0, 56.0), (36.0, 46.0), (38.0, 34.0)]),
    Poly(&[(40.0, 54.0), (60.0, 54.0), (67.0, 80.0), (33.0, 80.0)]),
    FOOT,
];

const QUEEN: &[Part] = &[
    Disc(20.0, 30.0, 6.0),
    Disc(39.0, 20.0, 6.0),
    Disc(61.0, 20.0, 6.0),
    Disc(80.0, 30.0, 6.0),
    Poly(&[(18.0, 32.0), (46.0, 62.0), (34.0, 66.0)]),
    Poly(&[(38.0, 22.0), (58.0, 66.0), (34.0, 66.0)]),
    Poly(&[(62.0, 22.0), (66.0, 66.0), (42.0, 66.0)]),
    Poly(&[(82.0, 32.0), (66.0, 66.0), (54.0, 62.0)]),
    Poly(&[(33.0, 62.0), (67.0, 62.0), (68.0, 80.0), (32.0, 80.0)]),
    FOOT,
];

const KING: &[Part] = &[
    Poly(&[(47.0, 8.0), (53.0, 8.0), (53.0, 28.0), (47.0, 28.0)]),
    Poly(&[(41.0, 13.0), (59.0, 13.0), (59.0, 18.0), (41.0, 18.0)]),
    Poly(&[(50.0, 24.0), (60.0, 34.0), (56.0, 66.0), (44.0, 66.0), (40.0, 34.0)]),
    Disc(34.0, 46.0, 15.0),
    Disc(66.0, 46.0, 15.0),
    Poly(&[(24.0, 54.0), (76.0, 54.0), (68.0, 80.0), (32.0, 80.0)]),
    FOOT,
];

fn draw_piece(painter: &Painter, square: Rect, piece: Piece) {
    let (body, outline) = match piece.side {
        Side::White => (Color32::from_rgb(0xFA, 0xFA, 0xF5), Color32::from_rgb(0x22, 0x26, 0x24)),
        Side::Black => (Color32::from_rgb(0x2B, 0x30, 0x2D), Color32::from_rgb(0xE8, 0xEA, 0xE6)),
    };
    let parts = match piece.kind {
        PieceKind::Man | PieceKind::Crowned => return draw_man(painter, square, piece.kind, body, outline),
        PieceKind::Pawn => PAWN,
        PieceKind::Rook => ROOK,
        PieceKind::Knight => KNIGHT,
        PieceKind::Bishop => BISHOP,
        PieceKind::Queen => QUEEN,
        PieceKind::King => KING,
    };
    let scale = square.width() / 100.0;
    let at = |x: f32, y: f32| square.min + vec2(x, y) * scale;
    // The outline is the whole figure drawn a little larger in the other colour.
    let edge = (square.width() * 0.03).max(1.0);
    for (grow, color) in [(edge, outline), (0.0, body)] {
        for part in parts {
            match part {
                Disc(x, y, radius) => {
                    painter.circle_filled(at(*x, *y), radius * scale + grow, color);
                }
                Poly(points) => {
                    let points: Vec<Pos2> = points.iter().map(|&(x, y)| at(x, y)).collect();
                    let stroke = if grow > 0.0 { Stroke::new(grow * 2.0, color) } else { Stroke::NONE };
                    painter.add(Shape::convex_polygon(points, color, stroke));
                }
            }
        }
    }
}

fn draw_man(painter: &Painter, square: Rect, kind: PieceKind, body: Color32, outline: Color32) {
    let (centre, radius) = (square.center(), square.width() * 0.38);
    let line = Stroke::new((square.width() * 0.03).max(1.0), outline);
    if kind == PieceKind::Crowned {
        let below = centre + vec2(0.0, radius * 0.28);
        painter.circle(below, radius, body, line);
        painter.circle(centre - vec2(0.0, radius * 0.18), radius, body, line);
        painter.circle_stroke(centre - vec2(0.0, radius * 0.18), radius * 0.55, line);
    } else {
        painter.circle(centre, radius, body, line);
        painter.circle_stroke(centre, radius * 0.68, Stroke::new(line.width * 0.7, outline.gamma_multiply(0.5)));
    }
}
