//! Pairing by hand: a mode with a band of its own, begun and ended on purpose.

use crate::gui::action::Action;
use crate::gui::doc::Doc;
use crate::gui::pages::Cx;
use crate::gui::theme::{self, Palette};
use crate::gui::view;
use eframe::egui::{Frame, Margin, RichText, Stroke, Ui};
use tournament::command::{Command, ManualChange};
use tournament::model::{ByeKind, PlayerId, Round, RoundNumber, TeamId};

/// The one or two players chosen for the next change; where teams are paired, the teams of these identities.
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
                let teams = round.teams.as_deref();
                let board = |id: PlayerId| match teams {
                    Some(teams) => teams.matches.iter().position(|m| m.white.0 == id.0 || m.black.0 == id.0),
                    None => round
                        .meetings
                        .iter()
                        .position(|m| m.games.iter().any(|game| game.white == id || game.black == id)),
                };
                let (one, capital, count) = match teams {
                    Some(teams) => ("match", "Match", teams.matches.len()),
                    None => ("board", "Board", round.meetings.len()),
                };
                let has_bye = |id: PlayerId| match teams {
                    Some(teams) => teams.byes.contains_key(&TeamId(id.0)),
                    None => round.byes.contains_key(&id),
                };
                match self.0[..] {
                    [a, b] => {
                        if ui.button("Change their seats").clicked() {
                            change = Some(ManualChange::SwapPlayers(a, b));
                        }
                        let name = |id| name_of(doc, id);
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
                            if ui.button(format!("Change colours on {one} {number}")).clicked() {
                                change = Some(ManualChange::SwapColors { board: number });
                            }
                            if board > 0 && ui.button(format!("{capital} up")).clicked() {
                                change = Some(ManualChange::MoveBoard { from: number, to: number - 1 });
                            }
                            if board + 1 < count && ui.button(format!("{capital} down")).clicked() {
                                change = Some(ManualChange::MoveBoard { from: number, to: number + 1 });
                            }
                        }
                        if has_bye(a) && ui.button("Take the bye back").clicked() {
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
            let change = if round.teams.is_some() { of_teams(change) } else { change };
            cx.ask(Command::Manual { stage, change });
        }
    }

    fn sentence(&self, doc: &Doc) -> String {
        let name = |id: &PlayerId| name_of(doc, *id);
        let who = if doc.state().pairs_teams(doc.view().stage) { "team" } else { "player" };
        match &self.0[..] {
            [] => format!("Click a {who}'s name; with a second one more is possible."),
            [a] => format!("Chosen: {}.", name(a)),
            [a, b, ..] => format!("Chosen: {} and {}.", name(a), name(b)),
        }
    }
}

fn name_of(doc: &Doc, id: PlayerId) -> String {
    if doc.state().pairs_teams(doc.view().stage) { doc.state().team_name(TeamId(id.0)) } else { doc.state().name(id) }
}

/// A change of players as the same change of the teams with these identities.
fn of_teams(change: ManualChange) -> ManualChange {
    let id = |player: PlayerId| TeamId(player.0);
    match change {
        ManualChange::SwapPlayers(a, b) => ManualChange::SwapTeams(id(a), id(b)),
        ManualChange::SwapColors { board } => ManualChange::SwapMatchColors { number: board },
        ManualChange::SetBye(team, kind) => ManualChange::SetTeamBye(id(team), kind),
        ManualChange::ClearBye(team) => ManualChange::ClearTeamBye(id(team)),
        ManualChange::PairPlayers { white, black } => ManualChange::PairTeams { white: id(white), black: id(black) },
        ManualChange::MoveBoard { from, to } => ManualChange::MoveMatch { from, to },
        of_teams => of_teams,
    }
}
