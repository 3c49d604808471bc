//! Where the values of the tie-breaks come from.

use crate::gui::theme::{self, Palette};
use eframe::egui::{self, RichText, Ui};
use tournament::model::State;
use tournament::standings::StageTable as Ranked;
use tournament::standings::Standings as Values;

/// The sums of a player, side by side.
pub fn all(ui: &mut Ui, state: &State, ranked: &Ranked, number: u32) {
    ui.horizontal_top(|ui| {
        for which in 0..ranked.standings.codes.len() {
            ui.allocate_ui_with_layout(egui::vec2(260.0, 0.0), egui::Layout::top_down(egui::Align::Min), |ui| {
                ui.set_width(260.0);
                breakdown(ui, state, ranked, number, which);
            });
            ui.add_space(12.0);
        }
    });
}

/// The parts of a tie-break value, with opponents by name.
pub fn breakdown(ui: &mut Ui, state: &State, ranked: &Ranked, number: u32, which: usize) {
    explained(ui, &ranked.standings, number, which, |opponent| ranked.id_of(opponent).map(|id| state.name(id)));
}

/// The parts of a value of a player or a team; `name` gives the names of opponents by number.
pub fn explained(ui: &mut Ui, all: &Values, number: u32, which: usize, name: impl Fn(u32) -> Option<String>) {
    let p = Palette::of(ui);
    let Some(code) = all.codes.get(which) else { return };
    let Some(explanation) = all.explain(number, code) else { return };
    ui.spacing_mut().item_spacing.y = 2.0;
    let title = format!("{} = {}", code.title(), explanation.value);
    ui.label(RichText::new(title).text_style(theme::table_bold()));
    for part in &explanation.parts {
        let mut line = part.to_string();
        if let Some(opponent) = part.opponent
            && let Some(name) = name(opponent)
        {
            line = line.replacen(&format!("no. {opponent}"), &name, 1);
        }
        ui.label(RichText::new(line).small());
    }
    if !explanation.note.is_empty() {
        ui.label(RichText::new(&explanation.note).small().color(p.weak));
    }
}
