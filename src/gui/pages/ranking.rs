//! The final ranking of an event of several stages.

use super::Cx;
use crate::gui::action::{Action, Page};
use crate::gui::doc::Doc;
use crate::gui::theme::Palette;
use crate::gui::view::{rating_text, titled_name};
use crate::gui::widgets::{
    self,
    table::{Col, Side, Table},
};
use eframe::egui::{RichText, Ui};
use tournament::model::TeamId;
use tournament::stages::{FinalPlace, final_ranking, of_teams, title};

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
        let over = state.is_event_over();
        let name = if over { "Final ranking" } else { "Ranking so far" };
        if widgets::header(ui, name, Some(("Print it", true)), |_| {}) || cx.main_key() {
            cx.ask(Action::Go(Page::Reports));
        }
        if !over {
            let text = if state.is_phase_over() {
                "Whoever reaches a later stage stands before all others. A further stage is planned."
            } else {
                "Whoever reaches a later stage stands before all others. The last stage is not over."
            };
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
        let teams = of_teams(state);
        let columns = [
            Col::new("Place", 64.0, Side::Right),
            Col::flexible(if teams { "Team" } else { "Name" }, 200.0),
            Col::new(if teams { "Strength" } else { "Rating" }, 72.0, Side::Right),
            Col::flexible("Last stage", 120.0),
            Col::new("There", 88.0, Side::Right),
        ];
        Table::new("ranking", &columns, places.len(), cx.prefs.row_height()).show_words(ui, |row, column| {
            let place = &places[row];
            let team = state.teams.get(&TeamId(place.id.0)).filter(|_| teams);
            let player = state.players.get(&place.id).filter(|_| !teams);
            let text = match (column, team) {
                (1, Some(team)) => team.name.clone(),
                (2, Some(team)) => rating_text(tournament::teams::strength(state, team)),
                (0, _) => place.words(),
                (1, _) => player.map_or_else(String::new, |player| titled_name(player)),
                (2, _) => player.map_or_else(String::new, |player| rating_text(state.rating(player))),
                (3, _) => state.stages.get(place.stage).map_or_else(String::new, |stage| title(stage, place.stage)),
                _ => place.words_in_stage(),
            };
            (text, if matches!(column, 0 | 1) { p.text } else { p.weak })
        });
    }
}
