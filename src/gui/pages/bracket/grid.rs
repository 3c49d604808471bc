//! The grids of a round-robin and of a Scheveningen match.

use crate::gui::doc::Doc;
use crate::gui::theme::{self, Palette};
use crate::gui::view;
use crate::gui::widgets;
use eframe::egui::{self, Align2, FontId, Rect, RichText, Sense, Stroke, StrokeKind, Ui, pos2, vec2};
use pairing::Points;
use std::collections::BTreeMap;
use tournament::model::{Color, GameResult, PlayerId, State};
use tournament::scheveningen::{self, Cell};

/// Marks of the games of one player against another: `1`, `½`, `+`.
type Marks = BTreeMap<(PlayerId, PlayerId), Vec<String>>;

/// What a grid shows.
struct Table<'a> {
    /// Has the names; where teams are paired, the teams as players.
    state: &'a State,
    rows: &'a [PlayerId],
    columns: &'a [PlayerId],
    marks: Marks,
    points: Vec<String>,
    letters: [&'static str; 2],
}

/// Everybody against everybody.
pub fn round_robin(ui: &mut Ui, doc: &Doc, zoom: f32) {
    let v = doc.view();
    if doc.state().pairs_teams(v.stage) {
        return teams(ui, doc, zoom);
    }
    let points = v.order.iter().map(|&id| v.points(id).map_or_else(String::new, view::points_text)).collect();
    let marks = marks(doc.state(), v.stage);
    let left = tournament::standings::left_out(doc.state(), v.stage);
    if !left.is_empty() {
        let names: Vec<String> = left.iter().map(|id| doc.state().name(*id)).collect();
        let text = format!("Left before half of the games, results not counted: {}", names.join("; "));
        crate::gui::widgets::caption(ui, text);
    }
    let state = doc.state();
    draw(ui, &Table { state, rows: &v.order, columns: &v.order, marks, points, letters: ["", ""] }, zoom);
}

/// Every team against every team: game points of the matches, and the score that decides.
fn teams(ui: &mut Ui, doc: &Doc, zoom: f32) {
    let (state, stage) = (doc.state(), doc.view().stage);
    let seen = tournament::teams::projection(state, stage);
    let order = seen.numbering(stage);
    let mut marks = Marks::new();
    for round in state.stages.get(stage).iter().flat_map(|header| &header.rounds) {
        for m in tournament::teams::matches(round) {
            let score = tournament::teams::score(state, &m);
            if score.open == score.games {
                continue;
            }
            let (white, black) = (PlayerId(m.game.white.0), PlayerId(m.game.black.0));
            marks.entry((white, black)).or_default().push(view::points_text(score.white));
            marks.entry((black, white)).or_default().push(view::points_text(score.black));
        }
    }
    let (_, standings) = tournament::teams::standings(state, stage, doc.view().rounds);
    let points = |number: u32| standings.row_of(number).map_or_else(String::new, |row| view::points_text(row.points));
    let points = (1..=order.len() as u32).map(points).collect();
    let left = tournament::teams::left_out(state, stage);
    if !left.is_empty() {
        let names: Vec<String> = left.iter().map(|id| state.team_name(*id)).collect();
        let text = format!("Left before half of the matches, results not counted: {}", names.join("; "));
        widgets::caption(ui, text);
    }
    draw(ui, &Table { state: &seen, rows: &order, columns: &order, marks, points, letters: ["", ""] }, zoom);
}

/// Team against team by seats, with the totals, the second team and the substitutes.
pub fn scheveningen(ui: &mut Ui, doc: &Doc, zoom: f32) {
    let (state, stage) = (doc.state(), doc.view().stage);
    let grid = match scheveningen::grid(state, stage, doc.view().rounds) {
        Ok(grid) => grid,
        Err(text) => {
            widgets::empty(ui, &text, None);
            return;
        }
    };
    let points = |tenths: i64| view::points_text(Points(i32::try_from(tenths).unwrap_or_default()));
    let mut marks = Marks::new();
    for (row, a) in grid.a.iter().enumerate() {
        for (column, b) in grid.b.iter().enumerate() {
            let games: Vec<String> = grid.cells[row][column].iter().filter_map(cell_mark).collect();
            if !games.is_empty() {
                marks.insert((*a, *b), games);
            }
        }
    }
    let names: Vec<&str> = state.teams.values().map(|team| team.name.as_str()).collect();
    if let [one, two] = names[..] {
        let [a, b] = grid.totals().map(points);
        ui.label(RichText::new(format!("{one} {a} – {b} {two}")).text_style(theme::bold()));
        if let Some([a, b]) = grid.match_points.map(|both| both.map(points)) {
            ui.label(RichText::new(format!("Match points {a} – {b}")).text_style(theme::bold()));
        }
    }
    let visitors: Vec<String> = (grid.b.iter().zip(&grid.points[1]).zip(1..))
        .map(|((&id, &sum), seat)| format!("B{seat}  {}  {}", state.name(id), points(sum)))
        .collect();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 24.0;
        for text in &visitors {
            ui.add(egui::Label::new(text.as_str()).extend());
        }
    });
    for (player, holder, round) in &grid.substitutes {
        let text = format!("Round {round}: {} plays for {} (*)", state.name(*player), state.name(*holder));
        widgets::caption(ui, text);
    }
    let sums = grid.points[0].iter().map(|&sum| points(sum)).collect();
    draw(ui, &Table { state, rows: &grid.a, columns: &grid.b, marks, points: sums, letters: ["A", "B"] }, zoom);
}

fn cell_mark(cell: &Cell) -> Option<String> {
    let (white, black) = pair_of_marks(cell.result?);
    let star = if cell.substitutes.contains(&true) { "*" } else { "" };
    Some(format!("{}{star}", if cell.a_has_white { white } else { black }))
}

/// Rows against columns; the diagonal is grey.
fn draw(ui: &mut Ui, table: &Table<'_>, zoom: f32) {
    let p = Palette::of(ui);
    let state = table.state;
    let games = table.marks.values().map(Vec::len).max().unwrap_or(1).max(1) as f32;
    let (cell, name_width, head) = ((34.0 + 12.0 * (games - 1.0)) * zoom, 220.0 * zoom, 30.0 * zoom);
    let (height, points_width) = (34.0 * zoom, 56.0 * zoom);
    let font = FontId::proportional(13.0 * zoom);
    let bold = FontId::new(13.0 * zoom, theme::bold_family());
    let size =
        vec2(name_width + cell * table.columns.len() as f32 + points_width, head + height * table.rows.len() as f32);
    egui::ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let seen = ui.clip_rect();
        let x = |column: usize| rect.left() + name_width + cell * column as f32;
        for (column, &id) in table.columns.iter().enumerate() {
            let square = Rect::from_min_size(pos2(x(column), rect.top()), vec2(cell, head));
            let text = format!("{}{}", table.letters[1], column + 1);
            ui.painter().text(square.center(), Align2::CENTER_CENTER, text, font.clone(), p.weak);
            if ui.is_rect_visible(square) {
                ui.interact(square, ui.scope_id().with(("column", column)), Sense::hover())
                    .on_hover_text(state.name(id));
            }
        }
        let at = pos2(rect.right() - 8.0, rect.top() + head / 2.0);
        ui.painter().text(at, Align2::RIGHT_CENTER, "Pts", font.clone(), p.weak);
        for (index, &row) in table.rows.iter().enumerate() {
            let top = rect.top() + head + height * index as f32;
            if top > seen.bottom() || top + height < seen.top() {
                continue;
            }
            let middle = top + height / 2.0;
            let name = format!("{}{}  {}", table.letters[0], index + 1, state.name(row));
            let mut job = egui::text::LayoutJob::simple_singleline(name.clone(), font.clone(), p.text);
            job.wrap = egui::text::TextWrapping::truncate_at_width(name_width - 12.0);
            let galley = ui.painter().layout_job(job);
            if galley.elided {
                let place = Rect::from_min_size(pos2(rect.left(), top), vec2(name_width, height));
                ui.interact(place, ui.scope_id().with(("row", index)), Sense::hover()).on_hover_text(name);
            }
            ui.painter().galley(pos2(rect.left() + 4.0, middle - galley.size().y / 2.0), galley, p.text);
            for (number, &column) in table.columns.iter().enumerate() {
                let square = Rect::from_min_size(pos2(x(number), top), vec2(cell, height));
                let fill = if row == column { p.line } else { p.field };
                ui.painter().rect(square, 0.0, fill, Stroke::new(1.0, p.line), StrokeKind::Inside);
                if let Some(games) = table.marks.get(&(row, column)) {
                    let text = games.join(" ");
                    ui.painter().text(square.center(), Align2::CENTER_CENTER, text, bold.clone(), p.text);
                }
            }
            let points = table.points.get(index).cloned().unwrap_or_default();
            ui.painter().text(pos2(rect.right() - 8.0, middle), Align2::RIGHT_CENTER, points, bold.clone(), p.text);
            ui.painter().hline(rect.x_range(), top + height, Stroke::new(1.0, p.line));
        }
    });
}

/// Half points of one side.
fn halves(result: GameResult, side: Color) -> i32 {
    use GameResult::*;
    match (result, side) {
        (WhiteWins | WhiteWinsUnrated | ForfeitToWhite, Color::White) => 2,
        (BlackWins | BlackWinsUnrated | ForfeitToBlack, Color::Black) => 2,
        (Draw | DrawUnrated, _) | (HalfToWhite, Color::White) | (HalfToBlack, Color::Black) => 1,
        _ => 0,
    }
}

/// The marks of White and of Black.
fn pair_of_marks(result: GameResult) -> (&'static str, &'static str) {
    match result {
        GameResult::ForfeitToWhite => ("+", "–"),
        GameResult::ForfeitToBlack => ("–", "+"),
        GameResult::BothForfeit => ("–", "–"),
        GameResult::Adjourned => ("a", "a"),
        other => {
            let mark = |side| ["0", "½", "1"][halves(other, side) as usize];
            (mark(Color::White), mark(Color::Black))
        }
    }
}

/// All marks of a stage.
fn marks(state: &State, stage: usize) -> Marks {
    let mut marks = Marks::new();
    for game in state.stages.get(stage).iter().flat_map(|s| &s.rounds).flat_map(|r| &r.meetings).flat_map(|m| &m.games)
    {
        let Some(result) = game.result else { continue };
        let (white, black) = pair_of_marks(result);
        marks.entry((game.white, game.black)).or_default().push(white.to_owned());
        marks.entry((game.black, game.white)).or_default().push(black.to_owned());
    }
    marks
}
