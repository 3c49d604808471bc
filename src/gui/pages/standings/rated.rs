//! Rating changes and title norms on the screen.

use crate::gui::doc::Doc;
use crate::gui::pages::Cx;
use crate::gui::theme::Palette;
use crate::gui::view::{points_text, titled_name};
use crate::gui::widgets::{
    self,
    table::{self, Col, Side, Table},
};
use eframe::egui::{RichText, Ui};
use pairing::Points;
use tournament::model::{PlayerId, RoundNumber};
use tournament::norms::{NormStatus, event_conditions, state_norms};
use tournament::ratings::{EventRating, RatingRules, hundredths_text, state_ratings};

/// What was computed for a state of the event.
#[derive(Default)]
pub struct Rated {
    ratings: Option<((u64, RoundNumber), Vec<EventRating>)>,
    norms: Option<((u64, RoundNumber), Vec<NormStatus>)>,
}

fn half(half_points: u32) -> String {
    points_text(Points(i32::try_from(half_points).unwrap_or(0) * 5))
}

/// The player with a number.
fn id_of(doc: &Doc, number: u32) -> Option<PlayerId> {
    let numbering = doc.state().numbering(doc.view().stage);
    numbering.get((number as usize).checked_sub(1)?).copied()
}

fn fits(doc: &Doc, id: PlayerId, search: &str) -> bool {
    search.trim().is_empty() || doc.state().name(id).to_lowercase().contains(&search.trim().to_lowercase())
}

impl Rated {
    /// The rating change of everybody; the player clicked.
    pub fn ratings(
        &mut self,
        ui: &mut Ui,
        doc: &Doc,
        rounds: RoundNumber,
        selected: Option<PlayerId>,
        search: &str,
        cx: &mut Cx<'_>,
    ) -> Option<PlayerId> {
        let key = (doc.revision(), rounds);
        if self.ratings.as_ref().is_none_or(|(old, _)| *old != key) {
            let found = state_ratings(doc.state(), doc.view().stage, rounds, &RatingRules::default()).1;
            self.ratings = Some((key, found));
        }
        let (_, ratings) = self.ratings.as_ref()?;
        let rows: Vec<(PlayerId, &EventRating)> = ratings
            .iter()
            .filter_map(|found| Some((id_of(doc, found.number)?, found)))
            .filter(|(id, _)| fits(doc, *id, search))
            .collect();
        widgets::caption(
            ui,
            "FIDE rules (B.02), not official. A first rating needs five games against rated opponents and may be computed from several events.",
        );
        let wide = ui.available_width() > 900.0;
        let mut columns = vec![
            Col::new("No.", 52.0, Side::Right),
            Col::flexible("Name", 160.0),
            Col::new("Rtg", 60.0, Side::Right).hint("Rating before"),
            Col::new("K", 44.0, Side::Right).hint("Development coefficient"),
            Col::new("Games", 56.0, Side::Right).hint("Rated games"),
            Col::new("Pts", 52.0, Side::Right).hint("Points in rated games"),
            Col::new("We", 60.0, Side::Right).hint("Expected score"),
            Col::new("Change", 76.0, Side::Right),
            Col::new("New", 64.0, Side::Right)
                .hint("Rating after the event; first rating in brackets as long as games are missing"),
        ];
        if wide {
            columns.push(Col::new("Rc", 60.0, Side::Right).hint("Average rating of opponents"));
            columns.push(Col::new("Rp", 60.0, Side::Right).hint("Performance"));
        }
        let p = Palette::of(ui);
        let table = Table::new("ratings", &columns, rows.len(), cx.prefs.row_height());
        let outcome = table.show(
            ui,
            |row| (Some(rows[row].0) == selected).then_some(p.selected),
            |ui, row, column| {
                let (id, found) = rows[row];
                let change = found.change.as_ref();
                let number = |value: Option<i32>| value.map_or_else(String::new, |value| value.to_string());
                let text = match column {
                    0 => found.number.to_string(),
                    1 => doc.state().players.get(&id).map_or_else(String::new, |player| titled_name(player)),
                    2 if found.rating == 0 => String::new(),
                    2 => found.rating.to_string(),
                    3 => change.map_or_else(String::new, |change| change.k.to_string()),
                    4 => found.games.len().to_string(),
                    5 => half(found.half_points),
                    6 => change.map_or_else(String::new, |change| {
                        hundredths_text(change.games.iter().map(|game| game.expected).sum())
                    }),
                    7 => change.map_or_else(String::new, |change| {
                        let sign = if change.change > 0 { "+" } else { "" };
                        format!("{sign}{}", hundredths_text(change.change))
                    }),
                    8 => match (change, &found.first) {
                        (Some(change), _) => (i32::from(change.rating) + change.rounded()).to_string(),
                        (None, Some(first)) if first.missing_games == 0 && first.listed => first.rating.to_string(),
                        (None, Some(first)) => format!("({})", first.rating),
                        (None, None) => String::new(),
                    },
                    9 => number(found.average),
                    _ => number(found.performance),
                };
                if column == 7 {
                    table::strong(ui, &text, p.text);
                } else {
                    table::text(ui, &text, if matches!(column, 0 | 2 | 3) { p.weak } else { p.text });
                }
            },
        );
        outcome.clicked.map(|row| rows[row].0)
    }

    /// Who has made a norm or can still make one, and what is missing; the player clicked.
    pub fn norms(
        &mut self,
        ui: &mut Ui,
        doc: &Doc,
        rounds: RoundNumber,
        selected: Option<PlayerId>,
        search: &str,
        cx: &mut Cx<'_>,
    ) -> Option<PlayerId> {
        let key = (doc.revision(), rounds);
        if self.norms.as_ref().is_none_or(|(old, _)| *old != key) {
            self.norms = Some((key, state_norms(doc.state(), doc.view().stage, rounds)));
        }
        let (_, norms) = self.norms.as_ref()?;
        let rows: Vec<(PlayerId, &NormStatus)> = norms
            .iter()
            .filter_map(|found| Some((id_of(doc, found.number)?, found)))
            .filter(|(id, _)| fits(doc, *id, search))
            .collect();
        if rows.is_empty() {
            let words =
                if rounds < 5 { "Norms are looked at from round 5 on." } else { "No norm is made or in reach." };
            widgets::empty(ui, words, None);
            return None;
        }
        widgets::caption(ui, "FIDE B.01 (2024). A norm found here is to be checked before it is certified.");
        let (failed, open) = event_conditions(doc.state(), doc.view().stage);
        for text in &failed {
            ui.label(RichText::new(text).small().color(Palette::of(ui).amber));
        }
        widgets::caption(ui, open.join(" "));
        let columns = [
            Col::new("No.", 52.0, Side::Right),
            Col::flexible("Name", 150.0),
            Col::new("Norm", 64.0, Side::Left),
            Col::new("Score", 76.0, Side::Right),
            Col::new("Ra", 60.0, Side::Right).hint("Average rating of opponents"),
            Col::new("Rp", 60.0, Side::Right).hint("Performance"),
            Col::flexible("State", 240.0),
        ];
        let p = Palette::of(ui);
        let table = Table::new("norms", &columns, rows.len(), cx.prefs.row_height());
        let outcome = table.show(
            ui,
            |row| (Some(rows[row].0) == selected).then_some(p.selected),
            |ui, row, column| {
                let (id, found) = rows[row];
                let text = match column {
                    0 => found.number.to_string(),
                    1 => doc.state().players.get(&id).map_or_else(String::new, |player| titled_name(player)),
                    2 => found.title.to_string(),
                    3 => format!("{} / {}", half(found.half_points), found.games.len()),
                    4 => found.average.to_string(),
                    5 => found.performance.to_string(),
                    _ => found.words(&failed),
                };
                if column == 2 || (column == 6 && found.counts(&failed)) {
                    table::strong(ui, &text, p.text);
                } else {
                    table::text(ui, &text, p.text);
                }
            },
        );
        outcome.clicked.map(|row| rows[row].0)
    }
}
