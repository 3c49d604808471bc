//! Equal meetings of players in a knockout: the rounds page says that games are still to come, and where.

use crate::gui::action::{Action, Page};
use crate::gui::doc::Doc;
use crate::gui::pages::Cx;
use crate::gui::theme::Palette;
use crate::gui::widgets;
use eframe::egui::{self, RichText, Ui};
use std::sync::Arc;
use tournament::knockout::{Outcome, outcome_in};
use tournament::model::*;

/// Names the boards of a round of players that are equal, with the way to the bracket, where tie-break games and decisions are entered. Says
/// whether there is one.
pub fn strip(ui: &mut Ui, doc: &Doc, round: &Round, number: RoundNumber, cx: &mut Cx<'_>) -> bool {
    let state = doc.state();
    let stage = doc.view().stage;
    let Some(System::Knockout { options, .. }) = state.stages.get(stage).map(|header| &header.system) else {
        return false;
    };
    // The bracket is made only where somebody waits.
    let equal = |meeting: &Arc<Meeting>| outcome_in(state, stage, meeting) == Outcome::Equal;
    if round.teams.is_some() || (options.days.is_none() && !round.meetings.iter().any(equal)) {
        return false;
    }
    let Ok(course) = tournament::knockout::bracket(state, stage) else { return false };
    let drawn_day = |open: &tournament::knockout::OpenMatch| {
        let at = open.board.map(|board| tournament::command::GameRef { stage, round: open.round, board, game: 0 });
        let next = at.and_then(|at| tournament::knockout::ladder_at(state, at));
        matches!(next, Some(tournament::knockout::Ladder::Game { .. }))
    };
    let equal: Vec<String> = (course.open.iter())
        // A day of a title match waits for its faster games, too.
        .filter(|open| open.round == number && (open.equal || drawn_day(open)))
        .filter_map(|open| {
            Some(format!("board {}, {} – {}", open.board?, state.name(open.first), state.name(open.second)))
        })
        .collect();
    if equal.is_empty() {
        return false;
    }
    let p = Palette::of(ui);
    widgets::attention(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if ui.button("Decide in the bracket").clicked() {
                    cx.ask(Action::Go(Page::Bracket));
                }
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    let text = format!("Equal, somebody must still go on: {}", equal.join("; "));
                    ui.add(egui::Label::new(RichText::new(text).color(p.amber)).wrap());
                });
            });
        });
    });
    ui.add_space(8.0);
    true
}
