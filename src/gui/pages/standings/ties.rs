//! Deciding ties that the tie-breaks leave: play-off, lot, by hand.

use crate::gui::doc::Doc;
use crate::gui::frame::icon_button;
use crate::gui::pages::Cx;
use crate::gui::pages::place_games::PlaceGames;
use crate::gui::theme::{self, Palette};
use crate::gui::widgets::{self, icon::Icon};
use eframe::egui::{self, Button, RichText, Ui, vec2};
use tournament::command::{Command, Order, TieDecidedBy};
use tournament::model::{PlayerId, RoundNumber, StageIndex, State, System, TeamId, TieDecision};
use tournament::standings::DecisionKind;
use tournament::standings::StageTable as Ranked;

/// Who is level after everything: players, or where teams are ranked the teams of these identities.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// The highest rank first: the rank, and who shares it.
    groups: Vec<(u32, Vec<PlayerId>)>,
}

impl Level {
    /// Of players.
    pub fn of(ranked: &Ranked) -> Level {
        let rank = |tied: &[PlayerId]| {
            let number = tied.first().and_then(|id| ranked.number_of(*id));
            number.and_then(|number| ranked.standings.row_of(number)).map_or(0, |row| row.rank)
        };
        Level { groups: ranked.level().into_iter().map(|tied| (rank(&tied), tied)).collect() }
    }

    /// Of the teams of a stage.
    pub fn of_teams(state: &State, stage: StageIndex, round: RoundNumber) -> Level {
        let knockout = state.stages.get(stage).is_some_and(|header| matches!(header.system, System::Knockout { .. }));
        if knockout {
            // There each match is decided by itself.
            return Level::default();
        }
        let (_, standings) = tournament::teams::standings(state, stage, round);
        let numbering = state.team_numbering(stage);
        let id = |number: u32| Some(PlayerId(numbering.get((number as usize).checked_sub(1)?)?.0));
        let groups = standings.rows.chunk_by(|a, b| a.rank == b.rank).filter(|group| group.len() > 1);
        let groups = groups.map(|group| (group[0].rank, group.iter().filter_map(|row| id(row.number)).collect()));
        Level { groups: groups.collect() }
    }
}

/// In a knockout each meeting is decided by itself.
fn is_knockout(doc: &Doc) -> bool {
    let stage = doc.state().stages.get(doc.view().stage);
    stage.is_some_and(|header| matches!(header.system, System::Knockout { .. }))
}

fn name_of(doc: &Doc, id: PlayerId) -> String {
    if doc.state().pairs_teams(doc.view().stage) { doc.state().team_name(TeamId(id.0)) } else { doc.state().name(id) }
}

/// How a tie is decided, as the panel offers it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum How {
    #[default]
    PlayOff,
    Lot,
    LotDrawn,
    ByHand,
}

/// What is being decided.
#[derive(Default)]
pub struct Ties {
    open: Option<Draft>,
    /// Which of several ties the line shows.
    at: usize,
}

/// A decision before it is recorded.
struct Draft {
    round: RoundNumber,
    how: How,
    /// In order; only those that are marked are ranked.
    order: Vec<(PlayerId, bool)>,
    /// The games of a play-off, where they are entered one by one.
    games: PlaceGames,
    reason: String,
}

impl Ties {
    /// Opens the panel on the tie of the selected player, or on the one that the line shows; or closes it.
    pub fn toggle(&mut self, doc: &Doc, level: &Level, round: RoundNumber, selected: Option<PlayerId>) {
        if self.close() || doc.view().heading(round).open > 0 || is_knockout(doc) {
            return;
        }
        let level: Vec<&Vec<PlayerId>> = level.groups.iter().map(|(_, tied)| tied).collect();
        let with_selected = level.iter().find(|tied| selected.is_some_and(|id| tied.contains(&id)));
        if let Some(tied) = with_selected.or(level.get(self.at)).or(level.first()).copied() {
            let order = tied.iter().map(|id| (*id, true)).collect();
            self.open =
                Some(Draft { round, how: How::default(), order, games: PlaceGames::default(), reason: String::new() });
        }
    }

    /// Closes the panel; says whether it was open.
    pub fn close(&mut self) -> bool {
        self.open.take().is_some()
    }

    /// A line with the ties that are left and those that were decided.
    pub fn strip(
        &mut self,
        ui: &mut Ui,
        doc: &Doc,
        level: &Level,
        round: RoundNumber,
        selected: Option<PlayerId>,
        cx: &mut Cx<'_>,
    ) {
        let state = doc.state();
        let groups = &level.groups;
        // While a game is open the order will change anyway.
        if !groups.is_empty() && !is_knockout(doc) && doc.view().heading(round).open == 0 {
            let shown = selected.and_then(|id| groups.iter().position(|(_, tied)| tied.contains(&id)));
            self.at = shown.unwrap_or(self.at).min(groups.len() - 1);
            let (rank, tied) = &groups[self.at];
            ui.horizontal(|ui| {
                if groups.len() > 1 {
                    if icon_button(ui, Icon::Left, "Tie before").clicked() {
                        self.at = (self.at + groups.len() - 1) % groups.len();
                    }
                    widgets::caption(ui, format!("tie {} of {}", self.at + 1, groups.len()));
                    if icon_button(ui, Icon::Right, "Next tie").clicked() {
                        self.at = (self.at + 1) % groups.len();
                    }
                }
                if ui.button("Decide…").on_hover_text("Play-off, lot, or by hand (T)").clicked() {
                    self.toggle(doc, level, round, tied.first().copied());
                }
                let names: Vec<String> = tied.iter().take(6).map(|id| name_of(doc, *id)).collect();
                let more = tied.len().saturating_sub(6);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                let text = format!("Rank {rank} is shared: {}{more}", names.join("; "));
                ui.add(egui::Label::new(RichText::new(text).small().color(Palette::of(ui).weak)).truncate());
            });
        }
        let stage = doc.view().stage;
        for decision in state.tie_decisions.iter().filter(|one| one.stage == stage && one.round == round) {
            ui.horizontal(|ui| {
                if ui.small_button("Take back").clicked()
                    && let Some(&player) = decision.order.first()
                {
                    cx.ask(Command::ClearTie { stage, round, player });
                }
                let names: Vec<String> = decision.order.iter().map(|id| name_of(doc, *id)).collect();
                let games = tournament::place_games::words(&decision.games, |id| name_of(doc, id));
                let games = if games.is_empty() { games } else { format!("   ({games})") };
                let text = format!("{}: {}{games}", words(decision), names.join(", then "));
                ui.add(egui::Label::new(RichText::new(text).small()).truncate());
            });
        }
    }

    /// The panel in which a tie is decided; says whether it is open.
    pub fn panel(&mut self, ui: &mut Ui, doc: &Doc, level: &Level, round: RoundNumber, cx: &mut Cx<'_>) -> bool {
        let Some(draft) = &mut self.open else { return false };
        let still = level.groups.iter().any(|(_, tied)| draft.order.iter().all(|(id, _)| tied.contains(id)));
        if !still || draft.round != round {
            self.open = None;
            return false;
        }
        let p = Palette::of(ui);
        let frame = egui::Frame::new().fill(p.page).inner_margin(egui::Margin { left: 0, right: 0, top: 8, bottom: 0 });
        let panel =
            egui::Panel::bottom("tie").resizable(true).default_size(240.0).size_range(140.0..=480.0).frame(frame);
        let mut close = false;
        panel.show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.label(RichText::new("Who is before whom").text_style(theme::bold()));
                let choices = [
                    (How::PlayOff, "Play-off"),
                    (How::Lot, "Lot by the program"),
                    (How::LotDrawn, "Lot drawn here"),
                    (How::ByHand, "By hand"),
                ];
                widgets::segmented(ui, &mut draft.how, &choices);
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    close = icon_button(ui, Icon::Cross, "Close this panel").clicked();
                });
            });
            let by_games = draft.fields(ui, doc);
            let ordered = draft.how != How::Lot;
            let entered = draft.how == How::PlayOff && !draft.games.games().is_empty();
            let order: Vec<PlayerId> = draft.order.iter().filter(|(_, on)| *on).map(|(id, _)| *id).collect();
            let ready = (!entered || by_games.is_some())
                && order.len() > 1
                && (draft.how != How::ByHand || !draft.reason.trim().is_empty());
            let label = if entered {
                "Record these games"
            } else if ordered {
                "Record this order"
            } else {
                "Draw lots"
            };
            ui.add_space(4.0);
            if ui.add_enabled(ready, Button::new(label).min_size(vec2(0.0, 28.0))).clicked() {
                let how = match draft.how {
                    How::PlayOff => TieDecidedBy::PlayOff,
                    How::Lot => TieDecidedBy::Lot { seed: tournament::fresh_seed() },
                    How::LotDrawn => TieDecidedBy::LotDrawn,
                    How::ByHand => TieDecidedBy::ByHand,
                };
                let stage = doc.view().stage;
                let command = if entered {
                    Command::DecideTieByGames { stage, round, games: draft.games.games().to_vec() }
                } else {
                    Command::DecideTie { stage, round, how, order }
                };
                cx.ask(Order { command, reason: draft.reason.trim().to_owned(), confirmed: false });
            }
        });
        if close {
            self.open = None;
        }
        !close
    }
}

impl Draft {
    /// Draws what decides; gives the order that entered games say.
    fn fields(&mut self, ui: &mut Ui, doc: &Doc) -> Option<Vec<PlayerId>> {
        let ordered = self.how != How::Lot;
        let hint = match self.how {
            How::PlayOff => {
                "Winner first; whoever did not take part is unmarked and shares the rank after the others. Or enter the games."
            }
            How::Lot => "The program draws once; the seed is kept, so that everybody can repeat the draw.",
            How::LotDrawn => "In the order in which the lots were drawn.",
            How::ByHand => "The order is marked in the standings; a reason is needed.",
        };
        widgets::caption(ui, hint);
        let mut moved: Option<(usize, usize)> = None;
        let count = self.order.len();
        let mut by_games = None;
        let ids: Vec<PlayerId> = self.order.iter().map(|(id, _)| *id).collect();
        egui::ScrollArea::vertical().max_height((ui.available_height() - 84.0).max(60.0)).show(ui, |ui| {
            if self.how == How::PlayOff {
                by_games = self.games.show(ui, &ids, &|id| name_of(doc, id));
                if !self.games.games().is_empty() {
                    return;
                }
            }
            for (at, (id, on)) in self.order.iter_mut().enumerate() {
                let name = name_of(doc, *id);
                ui.horizontal(|ui| {
                    if ordered {
                        let up = ui.add_enabled_ui(at > 0, |ui| icon_button(ui, Icon::Up, &format!("{name} up")));
                        if up.inner.clicked() {
                            moved = Some((at, at - 1));
                        }
                        let down = ui
                            .add_enabled_ui(at + 1 < count, |ui| icon_button(ui, Icon::Down, &format!("{name} down")));
                        if down.inner.clicked() {
                            moved = Some((at, at + 1));
                        }
                    }
                    ui.checkbox(on, &name);
                });
            }
        });
        if let Some((from, to)) = moved {
            self.order.swap(from, to);
        }
        let hint = if self.how == How::ByHand { "needed" } else { "games, place, witnesses" };
        ui.horizontal(|ui| {
            let edit = egui::TextEdit::singleline(&mut self.reason)
                .desired_width(420.0)
                .hint_text(RichText::new(hint).color(Palette::of(ui).weak))
                .margin(egui::Margin::symmetric(8, 5));
            let label = ui.label("Reason");
            ui.add(edit).labelled_by(label.id);
        });
        by_games
    }
}

fn words(decision: &TieDecision) -> String {
    match (decision.kind, decision.seed) {
        (DecisionKind::PlayOff, _) => "By play-off".to_owned(),
        (DecisionKind::Lot, Some(seed)) => format!("By lot (seed {seed})"),
        (DecisionKind::Lot, None) => "By lot".to_owned(),
        (DecisionKind::ByHand, _) => format!("By hand ({})", decision.reason),
    }
}
