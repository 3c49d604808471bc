//! The final ranking of an event of several stages.

use super::Cx;
use crate::gui::action::{Action, Page};
use crate::gui::doc::Doc;
use crate::gui::theme::Palette;
use crate::gui::view::{rating_text, titled_name};
use crate::gui::widgets::{
    self,
    table::{self, Col, Side, Table},
};
use eframe::egui::{RichText, Ui};
use tournament::stages::{FinalPlace, final_ranking, title};

/// The page.
#[derive(Default)]
pub struct Ranking {
    /// The ranking of a revision of the event.
    found: Option<(u64, Result<Vec<FinalPlace>, String>)>,
}

impl Ranking {
    /// Draws the page.
    pub fn show(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) {
        let state = doc.state();
        let p = Palette::of(ui);
        let over = state.is_phase_over();
        let name = if over { "Final ranking" } else { "Ranking so far" };
        if widgets::header(ui, name, Some(("Print it", true)), |_| {}) || cx.main_key() {
            cx.ask(Action::Go(Page::Reports));
        }
        if !over {
            let text = "Whoever reaches a later stage stands before all others. The last stage is not over.";
            ui.label(RichText::new(text).small().color(p.amber));
            ui.add_space(4.0);
        }
        if self.found.as_ref().is_none_or(|(revision, _)| *revision != doc.revision()) {
            self.found = Some((doc.revision(), final_ranking(state)));
        }
        let places = match &self.found {
            Some((_, Ok(places))) => places,
            Some((_, Err(text))) => {
                widgets::empty(ui, text, None);
                return;
            }
            None => return,
        };
        let columns = [
            Col::new("Place", 64.0, Side::Right),
            Col::flexible("Name", 200.0),
            Col::new("Rating", 64.0, Side::Right),
            Col::flexible("Last stage", 120.0),
            Col::new("There", 88.0, Side::Right),
        ];
        let table = Table {
            id: "ranking",
            columns: &columns,
            rows: places.len(),
            row_height: cx.prefs.row_height(),
            scroll_to: None,
            below: 0.0,
        };
        table.show(
            ui,
            |_| None,
            |ui, row, column| {
                let place = &places[row];
                let player = state.players.get(&place.id);
                let text = match column {
                    0 => place.words(),
                    1 => player.map_or_else(String::new, |player| titled_name(player)),
                    2 => player.map_or_else(String::new, |player| rating_text(state.rating(player))),
                    3 => state.stages.get(place.stage).map_or_else(String::new, |stage| title(stage, place.stage)),
                    _ => place.words_in_stage(),
                };
                table::text(ui, &text, if matches!(column, 0 | 1) { p.text } else { p.weak });
            },
        );
    }
}
