//! The games of a play-off for places, entered one by one; they give the order.

use crate::gui::frame::icon_button;
use crate::gui::theme::Palette;
use crate::gui::widgets::{self, drop_down, icon::Icon};
use eframe::egui::{Button, Label, RichText, Ui, vec2};
use tournament::model::{PlayerId, TieGame};
use tournament::place_games;

/// The games so far, and the next one as it is typed.
#[derive(Default)]
pub struct PlaceGames {
    games: Vec<TieGame>,
    white: Option<PlayerId>,
    black: Option<PlayerId>,
    result: String,
}

impl PlaceGames {
    /// The games.
    pub fn games(&self) -> &[TieGame] {
        &self.games
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = PlaceGames::default();
    }

    /// Draws the games between these; gives the order as soon as the games say it.
    pub fn show(&mut self, ui: &mut Ui, ids: &[PlayerId], name: &dyn Fn(PlayerId) -> String) -> Option<Vec<PlayerId>> {
        let p = Palette::of(ui);
        // The row for the next game stays in its place while the list below it grows.
        ui.horizontal(|ui| {
            for (title, chosen) in [("White", &mut self.white), ("Black", &mut self.black)] {
                if chosen.is_some_and(|id| !ids.contains(&id)) {
                    *chosen = None;
                }
                widgets::field(ui, title, 200.0, |ui| {
                    let shown = chosen.map_or_else(|| "choose".to_owned(), name);
                    drop_down::drop_down(ui, title, 192.0, shown, |ui| {
                        for id in ids {
                            drop_down::entry(ui, chosen, Some(*id), name(*id));
                        }
                    });
                });
            }
            widgets::text_field(ui, "Result", 110.0, &mut self.result, "1-0");
            let result = place_games::read_result(&self.result);
            let both = self.white.zip(self.black).filter(|(white, black)| white != black);
            let ready = both.is_some() && result.is_some();
            if ui.add_enabled(ready, Button::new("Add the game").min_size(vec2(0.0, 28.0))).clicked()
                && let (Some((white, black)), Some(points)) = (both, result)
            {
                self.games.push(TieGame { white, black, points });
                // The next game has the other colours.
                (self.white, self.black) = (Some(black), Some(white));
                self.result.clear();
            }
        });
        let mut gone = None;
        for (index, game) in self.games.iter().enumerate() {
            ui.horizontal(|ui| {
                let words = place_games::words(std::slice::from_ref(game), name);
                if icon_button(ui, Icon::Cross, &format!("Take away game {}", index + 1)).clicked() {
                    gone = Some(index);
                }
                ui.add(Label::new(format!("{}. {words}", index + 1)).truncate());
            });
        }
        if let Some(index) = gone {
            self.games.remove(index);
        }
        if self.games.is_empty() {
            return None;
        }
        match place_games::order(&self.games, name) {
            Ok(order) => {
                let names: Vec<String> = order.iter().map(|id| name(*id)).collect();
                ui.add(Label::new(format!("By these games: {}.", names.join(", then "))).wrap());
                Some(order)
            }
            Err(text) => {
                ui.add(Label::new(RichText::new(text).color(p.amber)).wrap());
                None
            }
        }
    }
}
