//! Which rating orders the players, and what is ruled about title norms.

use super::{Form, choice};
use crate::gui::widgets;
use eframe::egui::Ui;
use tournament::model::{StartRating, State};

const GAMES: [(u8, &str); 3] = [(0, "nine"), (8, "eight"), (7, "seven")];

/// The fields of ratings and norms.
pub fn rated_fields(ui: &mut Ui, form: &mut Form, state: &State) {
    widgets::group_title(ui, "Ratings and norms");
    let methods: Vec<(StartRating, &str)> = StartRating::ALL.map(|method| (method, method.words())).to_vec();
    ui.horizontal_wrapped(|ui| {
        choice(ui, "Players are ordered by", 320.0, &mut form.seeding.method, &methods);
        widgets::text_field(ui, "National list", 96.0, &mut form.seeding.national, "GER");
    });
    let mut groups: Vec<(Option<String>, String)> = vec![(None, "nobody".to_owned())];
    groups.extend(state.settings.categories.iter().map(|one| (Some(one.name.clone()), one.name.clone())));
    let mut federations: Vec<&String> = state.players.values().map(|player| &player.federation).collect();
    federations.sort_unstable();
    federations.dedup();
    let named = federations.into_iter().filter(|federation| !federation.is_empty());
    groups.extend(named.map(|federation| (Some(federation.clone()), format!("federation {federation}"))));
    let mut group = form.seeding.second.as_ref().map(|(group, _)| group.clone());
    if let Some(known) = group.as_ref().filter(|known| groups.iter().all(|(one, _)| one.as_ref() != Some(*known))) {
        groups.push((Some(known.clone()), known.clone()));
    }
    let shown: Vec<(Option<String>, &str)> =
        groups.iter().map(|(group, words)| (group.clone(), words.as_str())).collect();
    ui.horizontal_wrapped(|ui| {
        choice(ui, "Another method for", 200.0, &mut group, &shown);
        let mut method = form.seeding.second.as_ref().map_or(StartRating::National, |(_, method)| *method);
        if group.is_some() {
            choice(ui, "These are ordered by", 320.0, &mut method, &methods);
        }
        form.seeding.second = group.map(|group| (group, method));
    });
    widgets::caption(
        ui,
        "Players without a rating are ordered by the arbiter's estimate: enter it as a rating of the list \"estimate\". Estimates are not rated.",
    );
    ui.horizontal_wrapped(|ui| {
        choice(ui, "Games that a norm needs", 160.0, &mut form.norms.least_games, &GAMES);
        ui.checkbox(&mut form.norms.federations_waived, "Federations of opponents do not matter for norms")
            .on_hover_text("Final of a national championship, zonal event (FIDE B.01 art. 1.4.3)");
    });
}
