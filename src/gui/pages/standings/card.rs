//! A player's card: games, opponents, ratings, performance, expected change.

use crate::gui::doc::Doc;
use crate::gui::pages::Cx;
use crate::gui::theme::{self, Palette};
use crate::gui::view::points_text;
use crate::gui::widgets;
use eframe::egui::{self, RichText, Ui};
use pairing::swiss::{Color, EntryKind};
use std::sync::Arc;
use tournament::command::Command;
use tournament::crosstable::CrossTable;
use tournament::model::{Adjustment, PlayerId};
use tournament::ratings::{RatingRules, hundredths_text, state_ratings};
use tournament::standings::StageTable as Ranked;
use tournament::standings::{CardLine, PlayerCard, card};

/// Draws the card of the player with this number.
pub fn show(ui: &mut Ui, doc: &Doc, ranked: &Ranked, number: u32, cx: &mut Cx<'_>) {
    let p = Palette::of(ui);
    let Some(card) = computed(ui, doc, ranked, number) else { return };
    let k = card.rating_change.change.as_ref().map_or(0, |change| change.k);
    let rank = if card.rank == 0 { "not ranked".to_owned() } else { format!("rank {}", card.rank) };
    let mut facts = vec![rank, format!("{} points", points_text(card.points))];
    if card.rating > 0 {
        facts.push(format!("rating {}", card.rating));
    }
    facts.push(format!("average of opponents {}", card.average));
    facts.push(format!("performance {}", card.performance));
    // Meetings of several games are rated game by game; the change is that of all games.
    if let Some(change) = &card.rating_change.change {
        let sign = if change.change > 0 { "+" } else { "" };
        facts.push(format!("K {}, expected change {sign}{}", change.k, hundredths_text(change.change)));
    } else if let Some(first) = &card.rating_change.first {
        facts.push(format!("first rating {} so far", first.rating));
    }
    ui.label(RichText::new(facts.join(" · ")).small().color(p.weak));
    if let Some(id) = ranked.id_of(number) {
        adjustments(ui, doc, id, cx);
    }
    ui.add_space(4.0);
    egui::Grid::new("card").num_columns(8).spacing([20.0, 4.0]).show(ui, |ui| {
        for title in ["Round", "Colour", "Opponent", "Rtg", "Result", "Sum", "Expected", "Change"] {
            ui.label(RichText::new(title).small().color(p.weak));
        }
        ui.end_row();
        for line in &card.lines {
            let text = |text: String| RichText::new(text).text_style(theme::table_text());
            ui.label(text(line.round.to_string()));
            ui.label(text(color(line).to_owned()));
            ui.label(text(opponent(line)));
            ui.label(text(if line.rating == 0 { String::new() } else { line.rating.to_string() }));
            ui.label(text(result(line)));
            ui.label(text(points_text(line.score)));
            match line.change {
                Some(game) => {
                    ui.label(text(hundredths_text(game.expected)));
                    let change = game.change(k);
                    let sign = if change > 0 { "+" } else { "" };
                    ui.label(text(format!("{sign}{}", hundredths_text(change))));
                }
                None => {
                    ui.label("");
                    ui.label("");
                }
            }
            ui.end_row();
        }
    });
}

/// A card with the revision, stage, round and number that it was computed for.
type Known = ((u64, usize, u32, u32), Option<Arc<PlayerCard>>);

/// The card, computed once for a state of the event: the rating change takes the whole table.
fn computed(ui: &Ui, doc: &Doc, ranked: &Ranked, number: u32) -> Option<Arc<PlayerCard>> {
    let key = (doc.revision(), doc.view().stage, ranked.cross.rounds, number);
    let id = egui::Id::unique("computed card");
    let known: Option<Known> = ui.data(|data| data.get_temp(id));
    if let Some((_, card)) = known.filter(|(old, _)| *old == key) {
        return card;
    }
    let rules = RatingRules::default();
    let (games, ratings) = state_ratings(doc.state(), key.1, key.2, &rules);
    let rating = ratings.iter().find(|rating| rating.number == number);
    // Also the games against those who are not in the standings.
    let table = CrossTable::of_state(doc.state(), key.1, key.2);
    let found = card(&table, &ranked.standings, number, &rules, rules.k_other)
        .map(|card| Arc::new(rating.iter().fold(card, |card, rating| card.rated(&games, rating))));
    ui.data_mut(|data| data.insert_temp(id, (key, found.clone())));
    found
}

/// Bonus and penalty points: those that were given, and a form for more.
fn adjustments(ui: &mut Ui, doc: &Doc, player: PlayerId, cx: &mut Cx<'_>) {
    let p = Palette::of(ui);
    let v = doc.view();
    for one in doc.state().adjustments.iter().filter(|one| one.player == player && one.stage == v.stage) {
        let sign = if one.points > 0 { "+" } else { "–" };
        let points = points_text(tournament::Points(one.points.abs()));
        let text = format!("{sign}{points} from round {}: {}", one.round, one.reason);
        ui.label(RichText::new(text).small().color(p.amber));
    }
    if v.rounds == 0 {
        return;
    }
    ui.collapsing("Bonus or penalty points", |ui| {
        let id = ui.scope_id().with(("adjust", player));
        let (mut points, mut reason): (String, String) = ui.data_mut(|data| data.get_temp(id)).unwrap_or_default();
        ui.horizontal_wrapped(|ui| {
            widgets::text_field(ui, "Points", 64.0, &mut points, "-0.5");
            widgets::text_field(ui, "Reason", 220.0, &mut reason, "needed");
            let tenths = tenths(&points);
            let ready = tenths.is_some_and(|tenths| tenths != 0) && !reason.trim().is_empty();
            if ui.add_enabled(ready, egui::Button::new(format!("Give from round {}", v.rounds))).clicked() {
                let adjustment = Adjustment {
                    player,
                    round: v.rounds,
                    points: tenths.unwrap_or(0),
                    reason: reason.trim().to_owned(),
                    stage: v.stage,
                };
                cx.ask(Command::Adjust(adjustment));
                (points, reason) = Default::default();
            }
        });
        ui.data_mut(|data| data.insert_temp(id, (points, reason)));
    });
}

/// `-0.5`, `1`, `½`.
fn tenths(text: &str) -> Option<i32> {
    let text = text.trim().replace(',', ".").replace('½', ".5");
    let (sign, digits) =
        text.strip_prefix(['-', '–', '−']).map_or((1, text.trim_start_matches('+')), |rest| (-1, rest));
    let (whole, tenth) = digits.split_once('.').unwrap_or((digits, "0"));
    let whole: i32 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let tenth: i32 = if tenth.len() == 1 { tenth.parse().ok()? } else { return None };
    (0..=100).contains(&whole).then_some(sign * (10 * whole + tenth))
}

fn color(line: &CardLine) -> &'static str {
    match line.color {
        Some(Color::White) => "White",
        Some(Color::Black) => "Black",
        None => "",
    }
}

fn opponent(line: &CardLine) -> String {
    let bye = match line.kind {
        EntryKind::PairingBye => "bye",
        EntryKind::FullBye => "full-point bye",
        EntryKind::HalfBye => "half-point bye",
        EntryKind::ZeroBye => "not paired",
        _ => "",
    };
    match line.title {
        _ if line.opponent.is_none() => bye.to_owned(),
        Some(title) => format!("{title} {}", line.name),
        None => line.name.clone(),
    }
}

fn result(line: &CardLine) -> String {
    match line.kind {
        EntryKind::ForfeitWin => "+".to_owned(),
        EntryKind::ForfeitLoss => "–".to_owned(),
        EntryKind::Adjourned => "open".to_owned(),
        _ => match line.late {
            Some(late) => format!("{} (rated {})", points_text(line.points), points_text(late)),
            None => points_text(line.points),
        },
    }
}
