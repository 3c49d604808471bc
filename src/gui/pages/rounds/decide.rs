//! An equal match of teams in a knockout: its boards, the tie-breaks by boards, a replay, the lot, and the arbiter's decision.

use crate::gui::doc::Doc;
use crate::gui::pages::Cx;
use crate::gui::pages::by_hand::ByHand;
use crate::gui::theme::{self, Palette};
use crate::gui::view::points_text;
use crate::gui::widgets;
use eframe::egui::{self, Button, RichText, Ui};
use tournament::Points;
use tournament::command::{Command, Order};
use tournament::event::decided_words;
use tournament::model::*;
use tournament::teams::{self, BoardRule, BoardTieBreaks, MatchRef, TeamLadder};

/// What is being typed for a match.
#[derive(Default)]
pub struct Decide {
    /// The match: round and number.
    of: Option<(StageIndex, RoundNumber, u32)>,
    by_hand: ByHand<TeamId>,
    /// The score of the next replay.
    replay: String,
    /// Open in a low window, where it would hide the boards.
    unfolded: bool,
}

/// Whether nothing but a decision is missing.
fn is_equal(state: &State, m: &MatchRef<'_>) -> bool {
    let score = teams::score(state, m);
    score.open == 0 && score.adjourned == 0 && score.white == score.black && m.game.decided.is_none()
}

/// The equal matches of a round of a knockout, each with its decision. Says whether there is one.
pub fn strip(ui: &mut Ui, doc: &Doc, round: &Round, number: RoundNumber, decide: &mut Decide, cx: &mut Cx<'_>) -> bool {
    let state = doc.state();
    let stage = doc.view().stage;
    let knockout = state.stages.get(stage).is_some_and(|header| matches!(header.system, System::Knockout { .. }));
    if !knockout || round.teams.is_none() {
        return false;
    }
    let equal: Vec<MatchRef<'_>> = teams::matches(round).filter(|m| is_equal(state, m)).collect();
    let Some(m) = equal.first() else { return false };
    let p = Palette::of(ui);
    widgets::attention(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let more = match equal.len() {
            1 => String::new(),
            n => format!(" ({n} matches are equal)"),
        };
        let title =
            format!("Match {}: {} – {}{more}", m.number, state.team_name(m.game.white), state.team_name(m.game.black));
        let low = ui.ctx().content_rect().height() < 820.0;
        let title = RichText::new(title).text_style(theme::bold()).color(p.amber);
        if !low {
            ui.add(egui::Label::new(title).wrap());
            decide.show(ui, state, stage, number, m, cx);
            return;
        }
        // The boards must stay in view: the panel unfolds when it is asked for.
        ui.horizontal(|ui| {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let text = if decide.unfolded { "Fold" } else { "Who goes on…" };
                if ui.button(text).clicked() {
                    decide.unfolded = !decide.unfolded;
                }
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    ui.add(egui::Label::new(title).truncate());
                });
            });
        });
        if decide.unfolded {
            decide.show(ui, state, stage, number, m, cx);
        }
    });
    ui.add_space(8.0);
    true
}

impl Decide {
    /// Begins the arbiter's decision.
    pub fn open(&mut self) {
        self.by_hand.open();
        self.unfolded = true;
    }

    /// Draws how the match stands, and what can decide it.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        state: &State,
        stage: StageIndex,
        round: RoundNumber,
        m: &MatchRef<'_>,
        cx: &mut Cx<'_>,
    ) {
        let key = Some((stage, round, m.number));
        if self.of != key {
            let before = std::mem::take(&mut self.by_hand);
            // Begun by its key before the match was known.
            let by_hand = if self.of.is_none() { before } else { ByHand::default() };
            *self = Decide { of: key, by_hand, unfolded: self.unfolded, ..Decide::default() };
        }
        let p = Palette::of(ui);
        let number = m.number;
        let (white, black) = (m.game.white, m.game.black);
        let score = teams::score(state, m);
        let boards = BoardTieBreaks::of(state, m);
        let by_board: Vec<String> = (boards.boards.iter().zip(1..))
            .map(|([a, b], board)| format!("{board}: {}–{}", points_text(Points(*a)), points_text(Points(*b))))
            .collect();
        let text = match score.open {
            open if open == score.games => "No game is entered yet; the boards are entered with the rounds.".to_owned(),
            0 => format!(
                "{} – {} game points. Boards {}.",
                points_text(score.white),
                points_text(score.black),
                by_board.join("   ")
            ),
            open => format!(
                "{} – {} so far, {open} of {} games open.",
                points_text(score.white),
                points_text(score.black),
                score.games
            ),
        };
        ui.add(egui::Label::new(RichText::new(text).color(p.text)).wrap());
        let later = state.rounds_paired(stage) > round;
        let paired = state.round(stage, round);
        let lines = paired.map(|paired| teams::replay_lines(state, stage, paired, m)).unwrap_or_default();
        for line in &lines {
            ui.add(egui::Label::new(line).wrap());
        }
        if let Some(decided) = m.game.decided {
            let seed = decided.seed.map(|seed| format!(" (seed {seed})")).unwrap_or_default();
            ui.horizontal_wrapped(|ui| {
                ui.label(format!("{} goes on {}{seed}.", state.team_name(decided.winner), decided_words(decided.by)));
                let by_replay = decided.by == DecidedBy::PlayOff && !lines.is_empty();
                if !later && by_replay {
                    if ui.button("Take the last replay back").clicked() {
                        cx.ask(Command::TakeBackReplay { stage, round, number });
                    }
                } else if !later && ui.button("Take the decision back").clicked() {
                    cx.ask(Command::DecideMatch { stage, round, number, winner: None, how: decided.by });
                }
            });
            return;
        }
        if later {
            return;
        }
        let decide =
            |winner: TeamId, how: DecidedBy| Command::DecideMatch { stage, round, number, winner: Some(winner), how };
        if is_equal(state, m) {
            ui.label(RichText::new("Equal: who goes on?").color(p.amber));
            if let Some(System::Knockout { options, .. }) = state.stages.get(stage).map(|header| &header.system)
                && !options.ladder.is_empty()
            {
                let steps: Vec<String> = options.ladder.iter().map(LadderStep::words).collect();
                widgets::caption(ui, format!("Announced for equal matches: {}.", steps.join("; then ")));
            }
            ui.horizontal_wrapped(|ui| {
                for rule in BoardRule::ALL {
                    let count = match rule {
                        BoardRule::Count => {
                            let [a, b] = boards.count().map(|sum| points_text(Points(i32::try_from(sum).unwrap_or(0))));
                            format!(" {a}–{b}")
                        }
                        _ => String::new(),
                    };
                    let code = rule.words().split(',').next().unwrap_or_default();
                    match boards.ahead(rule) {
                        Some(first) => {
                            let winner = if first { white } else { black };
                            let text = format!("{code}{count}: {}", state.team_name(winner));
                            let tip = format!("{}: goes on", rule.words());
                            if ui.add(Button::new(text).truncate()).on_hover_text(tip).clicked() {
                                cx.ask(decide(winner, DecidedBy::TieBreak));
                            }
                        }
                        None => {
                            ui.label(RichText::new(format!("{code}{count}: level")).color(p.weak))
                                .on_hover_text(rule.words());
                        }
                    }
                }
            });
            if let Some(TeamLadder::Replay { step, game, .. }) =
                paired.map(|paired| teams::ladder(state, stage, paired, m))
            {
                ui.horizontal_wrapped(|ui| {
                    let next = format!(
                        "Next: {}, game {game}. {} –",
                        teams::step_words(state, stage, step),
                        state.team_name(white)
                    );
                    ui.add(egui::Label::new(next).wrap());
                    let edit = egui::TextEdit::singleline(&mut self.replay).desired_width(90.0).hint_text("2.5-1.5");
                    ui.name_inputs("Score of the replay", |ui| ui.add(edit));
                    ui.label(state.team_name(black));
                    let points = tournament::place_games::read_result(&self.replay);
                    if ui.add_enabled(points.is_some(), Button::new("Enter the replay")).clicked()
                        && let Some(points) = points
                    {
                        let replay = TeamReplay { step: 0, white, black, points };
                        cx.ask(Command::EnterReplay { stage, round, number, replay });
                        self.replay.clear();
                    }
                });
            }
            ui.horizontal_wrapped(|ui| {
                if lines.is_empty() {
                    ui.label("Play-off without its score, won by");
                    for id in [white, black] {
                        if ui.add(Button::new(state.team_name(id)).truncate()).clicked() {
                            cx.ask(decide(id, DecidedBy::PlayOff));
                        }
                    }
                } else if ui.button("Take the last replay back").clicked() {
                    cx.ask(Command::TakeBackReplay { stage, round, number });
                }
                if ui.button("Draw the lot").clicked() {
                    cx.ask(Command::DrawMatch { stage, round, number, seed: tournament::fresh_seed() });
                }
            });
        }
        if !self.by_hand.is_open() {
            if ui.button("Decide…").on_hover_text("The arbiter decides, with a reason (D)").clicked() {
                self.by_hand.open();
            }
        } else if let Some((winner, reason)) = self.by_hand.show(ui, [white, black], |id| state.team_name(id)) {
            let command = decide(winner, DecidedBy::ByHand);
            cx.ask(Order { command, reason, confirmed: false });
        }
    }
}
