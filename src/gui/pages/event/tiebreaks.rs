//! The list of tie-breaks: presets, order, objections.

use super::{Form, choice};
use crate::gui::frame::icon_button;
use crate::gui::theme::{self, Palette};
use crate::gui::widgets::{self, icon::Icon};
use eframe::egui::{self, Key, Modifiers, RichText, Ui, vec2};
use tournament::crosstable::PairingKind;
use tournament::model::Contest;
use tournament::standings::{Edition, Objection, TieBreak, objections, offered, presets};

const EDITIONS: [(Edition, &str); 4] = [
    (Edition::March2026, "C.07 of March 2026"),
    (Edition::August2024, "C.07 of August 2024 (no caps)"),
    (Edition::VirtualOpponent, "Until 2023: virtual opponent"),
    (Edition::Plain, "No adjustment (draughts)"),
];

/// Teams are ranked by codes of their own.
fn of_teams(form: &Form) -> bool {
    form.contest == Contest::Team
}

/// What speaks against the form's list in an event of its system.
fn against(form: &Form, all_rated: bool) -> Vec<Objection> {
    let list: Vec<TieBreak> = form.tiebreaks.iter().filter_map(|code| code.parse().ok()).collect();
    objections(&list, of_teams(form), PairingKind::of(&form.system()), all_rated)
}

/// The tie-breaks in order.
pub fn tiebreak_fields(ui: &mut Ui, form: &mut Form, all_rated: bool) {
    widgets::group_title(ui, "Tie-breaks, in this order");
    let p = Palette::of(ui);
    let kind = PairingKind::of(&form.system());
    let objections = against(form, all_rated);
    if form.choice == super::SystemChoice::Knockout {
        widgets::caption(
            ui,
            "The bracket gives the places; tie-breaks only order those who share a place in the tables.",
        );
    }
    let mut moved: Option<(usize, usize)> = None;
    let mut removed = None;
    let count = form.tiebreaks.len();
    for (index, code) in form.tiebreaks.iter().enumerate() {
        let row = ui.horizontal(|ui| {
            ui.set_min_height(28.0);
            ui.add_sized([24.0, 20.0], egui::Label::new(RichText::new(format!("{}.", index + 1)).color(p.weak)));
            let handle = ui.dnd_drag_source(egui::Id::unique(("tie-break", index)), index, |ui| {
                ui.add_sized(
                    [64.0, 20.0],
                    egui::Label::new(RichText::new(code).text_style(theme::bold())).halign(egui::Align::Min),
                );
            });
            handle.response.on_hover_text("Drag to another place");
            ui.allocate_ui(vec2(260.0, 20.0), |ui| {
                ui.set_min_width(260.0);
                ui.add(egui::Label::new(title(code)).truncate());
            });
            let up = ui.add_enabled_ui(index > 0, |ui| icon_button(ui, Icon::Up, &format!("{code} up"))).inner;
            let down =
                ui.add_enabled_ui(index + 1 < count, |ui| icon_button(ui, Icon::Down, &format!("{code} down"))).inner;
            let away = icon_button(ui, Icon::Cross, &format!("Remove {code}"));
            let here = up.has_focus() || down.has_focus() || away.has_focus();
            let alt = |key| here && ui.input_mut(|input| input.consume_key(Modifiers::ALT, key));
            if index > 0 && (up.clicked() || alt(Key::ArrowUp)) {
                moved = Some((index, index - 1));
            }
            if index + 1 < count && (down.clicked() || alt(Key::ArrowDown)) {
                moved = Some((index, index + 1));
            }
            if away.clicked() {
                removed = Some(index);
            }
        });
        if let Some(from) = row.response.dnd_release_payload::<usize>() {
            moved = Some((*from, index));
        }
        let found = objections.iter().filter(|objection| code.parse() == Ok(objection.code));
        for objection in found {
            let color = if objection.forbidden { p.red } else { p.amber };
            ui.label(RichText::new(format!("      {}.", objection.text)).small().color(color));
        }
    }
    if let Some((from, to)) = moved {
        let code = form.tiebreaks.remove(from);
        form.tiebreaks.insert(to.min(form.tiebreaks.len()), code);
    }
    if let Some(index) = removed {
        form.tiebreaks.remove(index);
    }
    ui.horizontal(|ui| {
        ui.menu_button("Add a tie-break", |ui| {
            egui::ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
                for code in offered(of_teams(form), kind) {
                    let text = code.to_string();
                    if !form.tiebreaks.contains(&text) && ui.button(format!("{text}   {}", code.title())).clicked() {
                        form.tiebreaks.push(text);
                    }
                }
            });
        });
        ui.menu_button("Usual lists", |ui| {
            for preset in presets(of_teams(form), kind) {
                if ui.button(format!("{}   {}", preset.name, preset.codes)).clicked() {
                    form.tiebreaks = preset.list().iter().map(ToString::to_string).collect();
                    ui.close();
                }
            }
        });
    });
    if kind == PairingKind::Swiss {
        choice(ui, "Unplayed rounds count by", 260.0, &mut form.edition, &EDITIONS);
    }
}

fn title(code: &str) -> String {
    code.parse::<TieBreak>().map_or_else(|_| "unknown code".to_owned(), |code| code.title())
}
