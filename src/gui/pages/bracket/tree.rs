//! Draws the trees of a knockout.

use super::plan::{PartPlan, Placed};
use crate::gui::theme::{self, Palette};
use crate::gui::view;
use eframe::egui::{
    self, Align2, FontFamily, FontId, Rect, ScrollArea, Sense, Stroke, StrokeKind, Ui, pos2, text::LayoutJob, vec2,
};
use pairing::knockout::{MatchNumber, MatchState, Side, Slot, Source};
use std::collections::BTreeMap;
use tournament::knockout::Course;
use tournament::model::*;

const WIDTH: f32 = 228.0;
const HEIGHT: f32 = 46.0;
const GAP: f32 = 40.0;
const PITCH: f32 = 62.0;
const TITLE: f32 = 30.0;
const ROUNDS: f32 = 24.0;
/// Room for the match's number.
const NUMBER: f32 = 24.0;

/// What the trees are drawn from.
pub struct Trees<'a> {
    /// The event.
    pub state: &'a State,
    /// The event itself and the stage: where teams are paired, `state` has them as players.
    pub real: (&'a State, StageIndex),
    /// The knockout.
    pub course: &'a Course,
    /// The trees.
    pub parts: &'a [PartPlan],
    /// 1 is the natural size.
    pub zoom: f32,
    /// The match under the cursor.
    pub selected: Option<MatchNumber>,
    /// Bring the selected match into view.
    pub scroll: bool,
}

/// A match in words, for tooltips and screen readers: "Match 5, Semifinals: Koch, Ida 1 – 0 Bold, Ganbat".
pub fn words(state: &State, real: (&State, StageIndex), course: &Course, number: MatchNumber) -> String {
    let [one, two] = [0, 1].map(|side| side_name(state, course, number, side).0);
    let score = points(state, real, course, number).map_or_else(
        || "\u{2013}".to_owned(),
        |[a, b]| format!("{} \u{2013} {}", view::points_text(a), view::points_text(b)),
    );
    let decided = course.meetings.get(&number).and_then(|meeting| meeting.decided);
    let decided = decided.map(|decided| {
        let seed = decided.seed.map(|seed| format!(", seed {seed}")).unwrap_or_default();
        format!("; {} goes on {}{seed}", state.name(decided.winner), tournament::event::decided_words(decided.by))
    });
    format!("Match {number}, {}: {one} {score} {two}{}", course.bracket.round_name(number), decided.unwrap_or_default())
}

/// The points of both sides of a match; of teams their game points.
fn points(
    state: &State,
    real: (&State, StageIndex),
    course: &Course,
    number: MatchNumber,
) -> Option<[tournament::Points; 2]> {
    if real.0.pairs_teams(real.1) {
        return tournament::teams::bracket_points(real.0, real.1, course, number);
    }
    course.points(state, number)
}

/// The words for a side of a match, and the player when known.
pub fn side_name(state: &State, course: &Course, number: MatchNumber, side: usize) -> (String, Option<PlayerId>) {
    let slots = course.bracket.slots();
    let Some(game) = course.bracket.get(number) else { return (String::new(), None) };
    match slots.get(number as usize - 1).map(|slots| slots[side]) {
        Some(Slot::Player(seed)) => (course.name(state, seed), course.player(seed)),
        Some(Slot::Bye) | None => ("bye".to_owned(), None),
        Some(Slot::Waiting) => (game.sides[side].words(), None),
    }
}

/// Draws all trees; gives the match that was clicked.
pub fn show(ui: &mut Ui, trees: &Trees<'_>) -> Option<MatchNumber> {
    let z = trees.zoom;
    let heading = |part: &PartPlan| if part.title.is_empty() { 0.0 } else { TITLE };
    let height: f32 = trees.parts.iter().map(|part| heading(part) + ROUNDS + part.rows * PITCH + 12.0).sum();
    let columns = trees.parts.iter().map(|part| part.rounds.len()).max().unwrap_or(1) as f32;
    let size = vec2(columns * (WIDTH + GAP) - GAP + 8.0, height) * z;
    let mut clicked = None;
    ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let p = Palette::of(ui);
        let states = trees.course.bracket.states();
        let mut top = rect.top();
        for part in trees.parts {
            if !part.title.is_empty() {
                let font = FontId::new(15.0 * z, theme::bold_family());
                ui.painter().text(pos2(rect.left() + 2.0, top + 8.0 * z), Align2::LEFT_TOP, &part.title, font, p.text);
                top += TITLE * z;
            }
            // A part of one match has said its name already.
            let rounds = if part.rounds.len() == 1 && part.rounds[0] == part.title { &[] } else { &part.rounds[..] };
            for (column, title) in rounds.iter().enumerate() {
                let at = pos2(rect.left() + 2.0 + column as f32 * (WIDTH + GAP) * z, top + 2.0);
                ui.painter().text(at, Align2::LEFT_TOP, title, FontId::proportional(12.0 * z), p.weak);
            }
            top += ROUNDS * z;
            let frames: BTreeMap<MatchNumber, Rect> =
                part.matches.iter().map(|placed| (placed.number, frame(rect.left() + 2.0, top, placed, z))).collect();
            connect(ui, trees, &frames, &states);
            for placed in &part.matches {
                let Some(&place) = frames.get(&placed.number) else { continue };
                if trees.selected == Some(placed.number) && trees.scroll {
                    ui.scroll_to_rect(place.expand(24.0), None);
                }
                if ui.is_rect_visible(place) && draw_match(ui, trees, placed.number, place, &states) {
                    clicked = Some(placed.number);
                }
            }
            top += (part.rows * PITCH + 12.0) * z;
        }
    });
    clicked
}

fn frame(left: f32, top: f32, placed: &Placed, z: f32) -> Rect {
    let corner = pos2(left + placed.column as f32 * (WIDTH + GAP) * z, top + (placed.row * PITCH - HEIGHT / 2.0) * z);
    Rect::from_min_size(corner, vec2(WIDTH, HEIGHT) * z)
}

/// The lines from the matches to those that follow; a known winner's line is heavier.
fn connect(ui: &Ui, trees: &Trees<'_>, frames: &BTreeMap<MatchNumber, Rect>, states: &[MatchState]) {
    let p = Palette::of(ui);
    for (&number, &to) in frames {
        let Some(game) = trees.course.bracket.get(number) else { continue };
        for (side, source) in game.sides.iter().enumerate() {
            let Source::Winner(from) = source else { continue };
            let Some(&origin) = frames.get(from) else { continue };
            let known =
                matches!(states.get(*from as usize - 1), Some(MatchState::Decided { .. } | MatchState::Passed(_)));
            let stroke = if known { Stroke::new(2.5, p.accent) } else { Stroke::new(1.0, p.outline) };
            let y = to.top() + to.height() * (0.25 + 0.5 * side as f32);
            let x = to.left() - GAP / 2.0 * trees.zoom;
            let start = origin.center().y;
            let painter = ui.painter();
            painter.line_segment([pos2(origin.right(), start), pos2(x, start)], stroke);
            painter.line_segment([pos2(x, start), pos2(x, y)], stroke);
            painter.line_segment([pos2(x, y), pos2(to.left(), y)], stroke);
        }
    }
}

/// Somebody passes here without a game, known or not; nobody does where both have left a match.
fn passes(course: &Course, number: MatchNumber, now: MatchState) -> bool {
    let slots = course.bracket.slots();
    let slots = slots.get(number as usize - 1).copied().unwrap_or([Slot::Waiting; 2]);
    let both = slots.iter().all(|slot| matches!(slot, Slot::Player(_)));
    !both && (matches!(now, MatchState::Passed(_) | MatchState::Void) || slots.contains(&Slot::Bye))
}

/// Draws one match; says whether it was clicked.
fn draw_match(ui: &mut Ui, trees: &Trees<'_>, number: MatchNumber, place: Rect, states: &[MatchState]) -> bool {
    let p = Palette::of(ui);
    let z = trees.zoom;
    let (state, course) = (trees.state, trees.course);
    let now = states.get(number as usize - 1).copied().unwrap_or(MatchState::Waiting);
    let selected = trees.selected == Some(number);
    // Under the cursor it is drawn as the others are, with its number.
    let passed = !selected && passes(course, number, now);
    let open = course.open.iter().find(|open| open.number == number);
    let text = words(state, trees.real, course, number);
    let response = ui.interact(place, ui.scope_id().with(("match", number)), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &text));
    let clicked = response.clicked();
    let response = response.on_hover_ui(|ui| {
        ui.label(&text);
        if let Some(meeting) = course.meetings.get(&number)
            && let Some(System::Knockout { options, .. }) = stage_of(state, course).map(|stage| &stage.system)
        {
            for line in tournament::knockout::playoff_lines(state, options, meeting) {
                ui.label(line);
            }
        }
    });
    let fill = if selected {
        p.selected
    } else if response.hovered() {
        p.hover
    } else {
        p.field
    };
    let stroke = if selected {
        Stroke::new(2.0, p.accent)
    } else if open.is_some_and(|open| open.equal) {
        Stroke::new(2.0, p.amber)
    } else {
        Stroke::new(1.0, p.outline)
    };
    if passed {
        // Who passes may not be known yet.
        let known = matches!(now, MatchState::Passed(_));
        let line = if known { Stroke::new(2.5, p.accent) } else { Stroke::new(1.0, p.outline) };
        ui.painter().hline(place.x_range(), place.center().y, line);
    } else {
        ui.painter().rect(place, theme::RADIUS, fill, stroke, StrokeKind::Inside);
        ui.painter().hline(place.left() + NUMBER * z..=place.right(), place.center().y, Stroke::new(1.0, p.line));
        let at = pos2(place.left() + NUMBER / 2.0 * z, place.center().y);
        let label = number.to_string();
        ui.painter().text(at, Align2::CENTER_CENTER, label, FontId::proportional(10.5 * z), p.weak);
    }
    let points = points(state, trees.real, course, number);
    let decided = course.meetings.get(&number).and_then(|meeting| meeting.decided);
    let winner = match now {
        MatchState::Decided { winner, .. } => course.player(winner),
        _ => None,
    };
    let walkover = matches!(now, MatchState::Decided { walkover: true, .. });
    for side in [Side::First, Side::Second] {
        let index = usize::from(side == Side::Second);
        let (name, player) = side_name(state, course, number, index);
        if passed && name == "bye" {
            continue;
        }
        let wins = player.is_some() && player == winner;
        let lost = winner.is_some() && player.is_some() && !wins;
        let color = if player.is_none() || lost { p.weak } else { p.text };
        let family = if wins { theme::bold_family() } else { FontFamily::Proportional };
        let font = FontId::new(13.0 * z, family);
        // Whoever passed stands alone on the line.
        let middle = if passed {
            place.center().y - 9.0 * z
        } else {
            place.top() + place.height() * (0.25 + 0.5 * index as f32)
        };
        let mut right = place.right() - 8.0 * z;
        let score = match (walkover, points) {
            (true, _) if player.is_some() => Some(if wins { "+".to_owned() } else { "\u{2013}".to_owned() }),
            (false, Some(points)) => Some(view::points_text(points[index])),
            _ => None,
        };
        if let Some(score) = score {
            let drawn = ui.painter().text(pos2(right, middle), Align2::RIGHT_CENTER, score, font.clone(), color);
            right = drawn.left() - 6.0 * z;
        }
        if let Some(decided) = decided.filter(|decided| Some(decided.winner) == player) {
            let tag = match decided.by {
                DecidedBy::TieBreak => "tie-break",
                DecidedBy::PlayOff => "play-off",
                DecidedBy::Armageddon => "Armageddon",
                DecidedBy::Lot => "lot",
                DecidedBy::ByHand => "arbiter",
            };
            let small = FontId::proportional(10.0 * z);
            let drawn = ui.painter().text(pos2(right, middle), Align2::RIGHT_CENTER, tag, small, p.weak);
            right = drawn.left() - 6.0 * z;
        }
        let left = place.left() + if passed { 6.0 * z } else { (NUMBER + 4.0) * z };
        let mut job = LayoutJob::simple_singleline(name, font, color);
        job.wrap = egui::text::TextWrapping::truncate_at_width((right - left).max(20.0));
        let galley = ui.painter().layout_job(job);
        ui.painter().galley(pos2(left, middle - galley.size().y / 2.0), galley, color);
    }
    clicked
}

/// The stage that the course belongs to.
fn stage_of<'s>(state: &'s State, course: &Course) -> Option<&'s Stage> {
    let holds = |stage: &&Stage| {
        let meetings = stage.rounds.iter().flat_map(|round| &round.meetings);
        meetings.into_iter().any(|meeting| course.meetings.values().any(|own| std::sync::Arc::ptr_eq(own, meeting)))
    };
    state.stages.iter().find(holds)
}
