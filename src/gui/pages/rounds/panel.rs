//! The lower panel: why these two meet, the game record, the two players.

use super::{PanelKind, Rounds};
use crate::gui::action::{Action, Purpose};
use crate::gui::doc::Doc;
use crate::gui::pages::Cx;
use crate::gui::theme::{self, Palette};
use crate::gui::view;
use crate::gui::why::{Board, Teller};
use crate::gui::widgets::{self, viewer::Viewer};
use eframe::egui::{self, RichText, ScrollArea, Ui};
use tournament::model::{PlayerId, Round, RoundNumber, TeamId};

/// The explanation shown last, so that it is not computed anew for every frame.
#[derive(Default)]
pub struct Why {
    key: Option<(u64, Board, String)>,
    lines: Vec<String>,
    against: String,
    teller: Teller,
}

impl Rounds {
    /// Draws the panel below the list.
    pub fn lower(&mut self, ui: &mut Ui, doc: &Doc, round: &Round, number: RoundNumber, cx: &mut Cx<'_>) {
        if self.panel == PanelKind::Closed {
            return;
        }
        let p = Palette::of(ui);
        let Some(game) = round.meetings.get(self.cursor.board).and_then(|m| m.games.first()).copied() else { return };
        let frame = egui::Frame::new().fill(p.page).inner_margin(egui::Margin { left: 0, right: 0, top: 8, bottom: 0 });
        // A board needs more room than words do; each keeps the height that it was given.
        let (id, height) = if self.panel == PanelKind::Game { ("lower game", 320.0) } else { ("lower", 176.0) };
        let panel = egui::Panel::bottom(id).resizable(true).default_size(height).size_range(72.0..=460.0).frame(frame);
        panel.show(ui, |ui| {
            ui.horizontal(|ui| {
                let board = self.cursor.board + 1;
                let m = tournament::teams::match_of_board(round, self.cursor.board as u32 + 1);
                let m = m.map_or_else(String::new, |m| format!(", match {}", m.number));
                ui.label(RichText::new(format!("Board {board}{m}")).text_style(theme::bold()));
                let choices = [(PanelKind::Why, "Why?"), (PanelKind::Game, "Game"), (PanelKind::Players, "Players")];
                widgets::segmented(ui, &mut self.panel, &choices);
                if self.panel == PanelKind::Why {
                    let hint = "why not against …";
                    super::search_field(ui, "why not against", &mut self.why.against, hint, false);
                }
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let close = crate::gui::frame::icon_button(ui, widgets::icon::Icon::Cross, "Close this panel (W)");
                    if close.clicked() {
                        self.panel = PanelKind::Closed;
                    }
                });
            });
            if self.panel == PanelKind::Game {
                return self.game(ui, doc, round, cx);
            }
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| match self.panel {
                PanelKind::Why => self.why_lines(ui, doc, number),
                PanelKind::Game => {}
                PanelKind::Players => {
                    for id in [game.white, game.black] {
                        card(ui, doc, id, number, cx);
                    }
                }
                PanelKind::Closed => {}
            });
        });
    }

    /// The record kept with the game under the cursor, or the position that it begins with.
    fn game(&mut self, ui: &mut Ui, doc: &Doc, round: &Round, cx: &mut Cx<'_>) {
        let game = round.meetings.get(self.cursor.board).and_then(|m| m.games.get(self.cursor.game));
        let record = game.and_then(|game| game.record).and_then(|id| doc.state().records.get(&id));
        let opening = round.openings.as_deref().and_then(|drawn| drawn.of_board(self.cursor.board as u32 + 1));
        let Some(record) = record else {
            ui.horizontal(|ui| {
                let p = Palette::of(ui);
                ui.label(RichText::new("No game record is kept with this board.").color(p.weak));
                if ui.button("Read records…").clicked() {
                    cx.ask(Action::Pick(Purpose::Records));
                }
            });
            if let (Some(opening), Ok(kind)) = (opening, doc.state().settings.game.parse()) {
                super::openings::position(ui, kind, "Drawn opening: the game begins here", opening);
            }
            return;
        };
        if self.viewer.as_ref().is_none_or(|viewer| !viewer.shows(&record.text, opening)) {
            self.viewer = Some(Viewer::new(&record.text, record.game.parse().ok(), opening));
        }
        if let Some(viewer) = &mut self.viewer {
            viewer.show(ui, cx.keys);
        }
    }

    fn why_lines(&mut self, ui: &mut Ui, doc: &Doc, number: RoundNumber) {
        let p = Palette::of(ui);
        let state = doc.state();
        let board = Board { stage: doc.view().stage, round: number, board: self.cursor.board };
        let key = Some((doc.revision(), board, self.why.against.clone()));
        if self.why.key != key {
            let needle = self.why.against.trim().to_lowercase();
            // Where teams are paired, the identity stands for the team.
            let teams = state.pairs_teams(board.stage);
            let name = |id: PlayerId| if teams { state.team_name(TeamId(id.0)) } else { state.name(id) };
            let against = if needle.is_empty() {
                None
            } else if teams {
                let mut known = state.team_numbering(board.stage).into_iter().map(|id| PlayerId(id.0));
                known.find(|&id| name(id).to_lowercase().contains(&needle))
            } else {
                doc.view().order.iter().copied().find(|&id| name(id).to_lowercase().contains(&needle))
            };
            self.why.lines = self.why.teller.sentences(state, doc.revision(), board, against);
            if let Some(id) = against {
                self.why.lines.insert(0, format!("Why not against {}?", name(id)));
            }
            self.why.key = key;
        }
        if self.why.lines.is_empty() {
            ui.label(RichText::new("There is no explanation for this board.").color(p.weak));
        }
        ui.spacing_mut().item_spacing.y = 4.0;
        for line in &self.why.lines {
            ui.label(RichText::new(line).text_style(theme::table_text()));
        }
    }
}

/// What is known of a player.
fn card(ui: &mut Ui, doc: &Doc, id: PlayerId, number: RoundNumber, cx: &mut Cx<'_>) {
    let p = Palette::of(ui);
    let state = doc.state();
    let Some(player) = state.players.get(&id) else { return };
    ui.horizontal_wrapped(|ui| {
        if ui.link(RichText::new(view::titled_name(player)).text_style(theme::bold())).clicked() {
            cx.ask(Action::ShowPlayer(id));
        }
        let rating = view::rating_text(state.rating(player));
        let points =
            doc.view().points_before(number, id).map(|pts| format!("{} points before", view::points_text(pts)));
        let facts = [rating, player.federation.clone(), player.club.clone(), points.unwrap_or_default()];
        for fact in facts.iter().filter(|fact| !fact.is_empty()) {
            ui.label(RichText::new(fact).color(p.weak));
        }
    });
    let lines = doc.view().games_of(id);
    if !lines.is_empty() {
        ui.label(RichText::new(lines.join("   ")).text_style(theme::table_text()));
    }
}
