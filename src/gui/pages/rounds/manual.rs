//! Pairing by hand: a mode with a band of its own, begun and ended on purpose.

use crate::gui::action::Action;
use crate::gui::doc::Doc;
use crate::gui::pages::Cx;
use crate::gui::theme::{self, Palette};
use crate::gui::view;
use eframe::egui::{Frame, Margin, RichText, Stroke, Ui};
use tournament::command::{Command, ManualChange};
use tournament::model::{ByeKind, PlayerId, Round, RoundNumber};

/// The one or two players chosen for the next change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen(Vec<PlayerId>);

impl Chosen {
    /// The player is chosen.
    pub fn has(&self, id: PlayerId) -> bool {
        self.0.contains(&id)
    }

    /// Chooses a player or lets go; a third one replaces the first.
    pub fn toggle(&mut self, id: PlayerId) {
        if self.has(id) {
            self.0.retain(|other| *other != id);
        } else {
            if self.0.len() == 2 {
                self.0.remove(0);
            }
            self.0.push(id);
        }
    }

    /// The band over the list.
    pub fn band(&mut self, ui: &mut Ui, doc: &Doc, round: &Round, number: RoundNumber, cx: &mut Cx<'_>) {
        let p = Palette::of(ui);
        let stage = doc.view().stage;
        let frame = Frame::new()
            .fill(p.amber_fill)
            .stroke(Stroke::new(1.0, p.amber))
            .corner_radius(theme::RADIUS)
            .inner_margin(Margin::symmetric(12, 8));
        let mut change = None;
        frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            let title =
                RichText::new(format!("Pairing round {number} by hand")).text_style(theme::bold()).color(p.amber);
            ui.horizontal_wrapped(|ui| {
                ui.label(title);
                ui.label(RichText::new(self.sentence(doc)).color(p.amber));
            });
            ui.horizontal_wrapped(|ui| {
                let board = |id: PlayerId| {
                    round.meetings.iter().position(|m| m.games.iter().any(|game| game.white == id || game.black == id))
                };
                match self.0[..] {
                    [a, b] => {
                        if ui.button("Change their seats").clicked() {
                            change = Some(ManualChange::SwapPlayers(a, b));
                        }
                        let name = |id| doc.state().name(id);
                        if ui.button(format!("Pair them, White: {}", name(a))).clicked() {
                            change = Some(ManualChange::PairPlayers { white: a, black: b });
                        }
                        if ui.button(format!("Pair them, White: {}", name(b))).clicked() {
                            change = Some(ManualChange::PairPlayers { white: b, black: a });
                        }
                    }
                    [a] => {
                        if let Some(board) = board(a) {
                            let number = board as u32 + 1;
                            if ui.button(format!("Change colours on board {number}")).clicked() {
                                change = Some(ManualChange::SwapColors { board: number });
                            }
                            if board > 0 && ui.button("Board up").clicked() {
                                change = Some(ManualChange::MoveBoard { from: number, to: number - 1 });
                            }
                            if board + 1 < round.meetings.len() && ui.button("Board down").clicked() {
                                change = Some(ManualChange::MoveBoard { from: number, to: number + 1 });
                            }
                        }
                        if round.byes.contains_key(&a) && ui.button("Take the bye back").clicked() {
                            change = Some(ManualChange::ClearBye(a));
                        }
                        ui.menu_button("Give a bye", |ui| {
                            for kind in [ByeKind::PairingAllocated, ByeKind::Half, ByeKind::Zero, ByeKind::Full] {
                                if ui.button(view::bye_text(kind)).clicked() {
                                    change = Some(ManualChange::SetBye(a, kind));
                                }
                            }
                        });
                    }
                    _ => {}
                }
                if !self.0.is_empty() && ui.button("Choose nobody").clicked() {
                    self.0.clear();
                }
                if ui.button("Pair by the system again").clicked() {
                    cx.ask(Action::from(Command::RepairRound { stage }));
                }
            });
        });
        ui.add_space(8.0);
        if let Some(change) = change {
            self.0.clear();
            cx.ask(Command::Manual { stage, change });
        }
    }

    fn sentence(&self, doc: &Doc) -> String {
        let name = |id: &PlayerId| doc.state().name(*id);
        match &self.0[..] {
            [] => "Click a player's name; with a second one more is possible.".to_owned(),
            [a] => format!("Chosen: {}.", name(a)),
            [a, b, ..] => format!("Chosen: {} and {}.", name(a), name(b)),
        }
    }
}
