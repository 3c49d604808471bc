//! The selected match: its results, the ladder after equal games, and who goes on.

use super::tree::side_name;
use crate::gui::action::Action;
use crate::gui::frame::icon_button;
use crate::gui::pages::Cx;
use crate::gui::pages::by_hand::ByHand;
use crate::gui::theme::{self, Palette};
use crate::gui::view;
use crate::gui::widgets::icon::Icon;
use eframe::egui::{Button, DragValue, RichText, ScrollArea, Ui, vec2};
use pairing::knockout::{MatchNumber, MatchState};
use tournament::command::{Command, GameRef, Order};
use tournament::knockout::{Course, Ladder, Outcome, clock_words, clocks_left, ladder_at, outcome_in, playoff_lines};
use tournament::model::*;

/// Height of the panel.
pub const HEIGHT: f32 = 232.0;

/// What is being typed for a match.
#[derive(Default)]
pub struct Panel {
    number: MatchNumber,
    /// Has White in the next game of the ladder, where people say it; a lot of the program is kept with the event.
    white: Option<PlayerId>,
    bids: [u32; 2],
    clocks: [u32; 2],
    by_hand: ByHand<PlayerId>,
}

/// The results that are offered as buttons.
const RESULTS: [(GameResult, &str); 3] =
    [(GameResult::WhiteWins, "1 – 0"), (GameResult::Draw, "½ – ½"), (GameResult::BlackWins, "0 – 1")];

/// Results without play.
const FORFEITS: [(GameResult, &str); 3] = [
    (GameResult::ForfeitToWhite, "+ – –  Black did not come"),
    (GameResult::ForfeitToBlack, "– – +  White did not come"),
    (GameResult::BothForfeit, "– – –  nobody came"),
];

/// Where the meeting of a match is played.
pub fn place(state: &State, stage: StageIndex, course: &Course, number: MatchNumber) -> Option<GameRef> {
    let meeting = course.meetings.get(&number)?;
    let rounds = state.stages.get(stage)?.rounds.iter().zip(1..);
    rounds.rev_found(meeting).map(|(round, board)| GameRef { stage, round, board, game: 0 })
}

/// Finds a meeting in rounds.
trait Find {
    fn rev_found(self, meeting: &std::sync::Arc<Meeting>) -> Option<(RoundNumber, u32)>;
}

impl<'r, I: Iterator<Item = (&'r std::sync::Arc<Round>, RoundNumber)>> Find for I {
    fn rev_found(mut self, meeting: &std::sync::Arc<Meeting>) -> Option<(RoundNumber, u32)> {
        self.find_map(|(round, number)| {
            let board = round.meetings.iter().position(|other| std::sync::Arc::ptr_eq(other, meeting))?;
            Some((number, board as u32 + 1))
        })
    }
}

impl Panel {
    /// Begins the decision by hand.
    pub fn open_decision(&mut self) {
        self.by_hand.open();
    }

    /// Draws the panel; says whether it is to be closed.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        state: &State,
        stage: StageIndex,
        course: &Course,
        number: MatchNumber,
        cx: &mut Cx<'_>,
    ) -> bool {
        if self.number != number {
            *self = Panel { number, ..Panel::default() };
        }
        let p = Palette::of(ui);
        let mut close = false;
        let at = place(state, stage, course, number);
        ui.horizontal(|ui| {
            let title = format!("Match {number}, {}", course.bracket.round_name(number));
            ui.label(RichText::new(title).text_style(theme::bold()));
            if let Some(at) = at {
                ui.label(RichText::new(format!("round {}, board {}", at.round, at.board)).color(p.weak));
            }
            close = icon_button(ui, Icon::Cross, "Close the match").clicked();
        });
        ScrollArea::vertical().id_salt("match").auto_shrink(false).show(ui, |ui| {
            match (at, course.meetings.get(&number)) {
                (Some(at), Some(meeting)) => self.meeting(ui, state, at, meeting, cx),
                _ => unpaired(ui, state, course, number),
            }
        });
        close
    }

    fn meeting(&mut self, ui: &mut Ui, state: &State, at: GameRef, meeting: &Meeting, cx: &mut Cx<'_>) {
        let p = Palette::of(ui);
        let Some(Stage { system: System::Knockout { options, .. }, .. }) = state.stages.get(at.stage) else { return };
        let Some(first) = meeting.games.first() else { return };
        let later = state.rounds_paired(at.stage) > at.round;
        let count = meeting.games.len();
        for (game, index) in meeting.games.iter().zip(0..) {
            if !state.is_needed(at.stage, meeting, game) {
                continue;
            }
            let names = format!("{} – {}", state.name(game.white), state.name(game.black));
            let title = if count > 1 { format!("Game {}: {names}", index + 1) } else { names };
            if let Some(chosen) = result_row(ui, &title, game.result, true) {
                cx.ask(Command::SetResult { at: GameRef { game: index, ..at }, result: chosen, reason: None });
            }
        }
        for line in playoff_lines(state, options, meeting) {
            ui.label(line);
        }
        match (outcome_in(state, at.stage, meeting), meeting.decided) {
            (Outcome::Open, None) => {
                // A drawn day is played to its end before the next.
                if let Some(Ladder::Game { .. }) = ladder_at(state, at) {
                    self.ladder(ui, state, at, meeting, options, cx);
                }
            }
            (Outcome::Nobody, None) => {
                ui.label(RichText::new("Nobody came: neither goes on.").color(p.amber));
            }
            (_, Some(decided)) => {
                ui.horizontal(|ui| {
                    let seed = decided.seed.map(|seed| format!(" (seed {seed})")).unwrap_or_default();
                    let how = tournament::event::decided_words(decided.by);
                    ui.label(format!("{} goes on {how}{seed}.", state.name(decided.winner)));
                    let games = matches!(decided.by, DecidedBy::PlayOff | DecidedBy::Armageddon);
                    if !later && games && !meeting.playoff.is_empty() {
                        if ui.button("Take the last game back").clicked() {
                            cx.ask(Command::TakeBackPlayOff { at });
                        }
                    } else if !later && ui.button("Take the decision back").clicked() {
                        cx.ask(Command::DecideMeeting { at, winner: None, how: decided.by });
                    }
                });
                return;
            }
            (Outcome::Won(winner), None) => {
                ui.label(format!("{} goes on.", state.name(winner)));
            }
            (Outcome::Equal, None) => {
                self.ladder(ui, state, at, meeting, options, cx);
            }
        }
        if !later {
            self.decide(ui, state, at, first, meeting, cx);
        }
    }

    /// The next step of the ladder.
    fn ladder(
        &mut self,
        ui: &mut Ui,
        state: &State,
        at: GameRef,
        meeting: &Meeting,
        options: &KnockoutOptions,
        cx: &mut Cx<'_>,
    ) {
        let p = Palette::of(ui);
        let Some(first) = meeting.games.first() else { return };
        let next = ladder_at(state, at).unwrap_or(Ladder::NotNeeded);
        let words = |day: u8, step: usize| options.step(day, step).map(LadderStep::words).unwrap_or_default();
        match next {
            Ladder::Game { day, step, game, white, bids } => {
                let now = if day == 0 { "Equal".to_owned() } else { format!("Day {day} is drawn") };
                ui.label(RichText::new(format!("{now}. Next: {}, game {game}.", words(day, step))).color(p.amber));
                let drawn = meeting.colors_drawn;
                let Some(white) = white.or(self.white) else {
                    let draw =
                        |seed: u64| Command::DrawPlayOffColors { at, game: meeting.playoff.len() as u32 + 1, seed };
                    if bids {
                        self.bids(ui, state, first.white, first.black);
                        if ui
                            .button("Colours by these bids")
                            .on_hover_text("The lower bid has Black; equal bids draw lots")
                            .clicked()
                        {
                            let (white, black) = (first.white, first.black);
                            match pairing::knockout::black_by_bids(self.bids) {
                                Some(pairing::knockout::Side::First) => {
                                    self.bids.swap(0, 1);
                                    self.white = Some(black);
                                }
                                Some(pairing::knockout::Side::Second) => self.white = Some(white),
                                None => cx.ask(draw(tournament::fresh_seed())),
                            }
                        }
                        return;
                    }
                    ui.horizontal(|ui| {
                        ui.label("White is");
                        for id in [first.white, first.black] {
                            if ui.button(state.name(id)).clicked() {
                                self.white = Some(id);
                            }
                        }
                        let tip = "The lot is drawn once and kept with its seed (C)";
                        if ui.button("Draw the colours").on_hover_text(tip).clicked() {
                            cx.ask(draw(tournament::fresh_seed()));
                        }
                    });
                    return;
                };
                let black = if white == first.white { first.black } else { first.white };
                if bids {
                    self.bids(ui, state, white, black);
                }
                if options.step(day, step).is_some_and(|step| step.kind == LadderKind::RemainingTime) {
                    if let Some((one, first, second)) = clocks_left(meeting, day, step) {
                        let other = if one == white { black } else { white };
                        let (one, other) = (state.name(one), state.name(other));
                        ui.label(format!(
                            "The clocks begin where the game before left them: {one} {}, {other} {}.",
                            clock_words(first),
                            clock_words(second)
                        ));
                    }
                    ui.horizontal(|ui| {
                        ui.label("Left on the clocks at the end, seconds:");
                        for (index, name) in [(0, "White"), (1, "Black")] {
                            ui.label(name);
                            ui.add(DragValue::new(&mut self.clocks[index]).range(0..=7200));
                        }
                    });
                }
                let drawn = drawn.map(|seed| format!("  (colours drawn, seed {seed})")).unwrap_or_default();
                let title = format!("{} – {}{drawn}", state.name(white), state.name(black));
                if let Some(Some(result)) = result_row(ui, &title, None, false) {
                    self.enter(at, white, black, result, bids, cx);
                }
            }
            Ladder::Lot { .. } => {
                ui.label(RichText::new("Equal. The lot decides now.").color(p.amber));
            }
            Ladder::UsedUp | Ladder::NotNeeded | Ladder::Won { .. } => {
                ui.label(RichText::new("Equal. Say who goes on.").color(p.amber));
            }
        }
    }

    /// The next game of the ladder with its result; its step is found by the ladder itself.
    fn enter(
        &mut self,
        at: GameRef,
        white: PlayerId,
        black: PlayerId,
        result: GameResult,
        bids: bool,
        cx: &mut Cx<'_>,
    ) {
        let bids = (bids && self.bids != [0, 0]).then_some((self.bids[0], self.bids[1]));
        let clocks = (self.clocks != [0, 0]).then_some((self.clocks[0], self.clocks[1]));
        let game = PlayOffGame { step: 0, day: 0, white, black, result, color_seed: None, bids, clocks };
        cx.ask(Command::EnterPlayOff { at, game: Box::new(game) });
        (self.white, self.bids, self.clocks) = (None, [0, 0], [0, 0]);
    }

    /// A result by its key while a game of the ladder is next: it is that game's. Says whether one is.
    pub fn ladder_key(
        &mut self,
        state: &State,
        at: GameRef,
        meeting: &Meeting,
        result: GameResult,
        cx: &mut Cx<'_>,
    ) -> bool {
        let (Some(Ladder::Game { white, bids, .. }), Some(first)) = (ladder_at(state, at), meeting.games.first())
        else {
            return false;
        };
        if meeting.decided.is_some() {
            return false;
        }
        match white.or(self.white) {
            Some(white) => {
                let black = if white == first.white { first.black } else { first.white };
                self.enter(at, white, black, result, bids, cx);
            }
            None => cx.ask(Action::Complain("Say who has White in the next game, or draw the colours (C).".to_owned())),
        }
        true
    }

    /// Draws the colours of the next game of the ladder, where a lot gives them. Says whether it does.
    pub fn draw_key(&mut self, state: &State, at: GameRef, meeting: &Meeting, cx: &mut Cx<'_>) -> bool {
        let waits = matches!(ladder_at(state, at), Some(Ladder::Game { white: None, bids: false, .. }));
        if waits && meeting.decided.is_none() {
            let game = meeting.playoff.len() as u32 + 1;
            cx.ask(Command::DrawPlayOffColors { at, game, seed: tournament::fresh_seed() });
        }
        waits
    }

    fn bids(&mut self, ui: &mut Ui, state: &State, white: PlayerId, black: PlayerId) {
        ui.horizontal(|ui| {
            ui.label("Bids in seconds:");
            for (index, id) in [(0, white), (1, black)] {
                ui.label(state.name(id));
                ui.add(DragValue::new(&mut self.bids[index]).range(0..=3600));
            }
        });
    }

    /// The lot, and the arbiter's decision with its reason.
    fn decide(&mut self, ui: &mut Ui, state: &State, at: GameRef, first: &Game, meeting: &Meeting, cx: &mut Cx<'_>) {
        let equal = outcome_in(state, at.stage, meeting) == Outcome::Equal;
        ui.horizontal(|ui| {
            if equal && ui.button("Draw the lot").clicked() {
                cx.ask(Command::DecideByLot { at, seed: tournament::fresh_seed() });
            }
            if !meeting.playoff.is_empty()
                && meeting.decided.is_none()
                && ui.button("Take the last game back").clicked()
            {
                cx.ask(Command::TakeBackPlayOff { at });
            }
            if !self.by_hand.is_open() && ui.button("Decide…").clicked() {
                self.by_hand.open();
            }
        });
        if self.by_hand.is_open()
            && let Some((winner, reason)) = self.by_hand.show(ui, [first.white, first.black], |id| state.name(id))
        {
            let command = Command::DecideMeeting { at, winner: Some(winner), how: DecidedBy::ByHand };
            cx.ask(Order { command, reason, confirmed: false });
        }
    }
}

/// A match without a meeting yet.
fn unpaired(ui: &mut Ui, state: &State, course: &Course, number: MatchNumber) {
    let [(one, _), (two, _)] = [0, 1].map(|side| side_name(state, course, number, side));
    let text = match course.bracket.state(number) {
        Ok(MatchState::Passed(seed)) => format!("{} passes without a game.", course.name(state, seed)),
        Ok(MatchState::Void) => "It is not played.".to_owned(),
        Ok(MatchState::Decided { winner, loser, .. }) => {
            format!("{} goes on; {} has left.", course.name(state, winner), course.name(state, loser))
        }
        Ok(MatchState::Ready { .. }) => {
            let round = course.bracket.get(number).map_or(0, |game| game.round);
            format!("{one} – {two}: round {round} is not paired yet.")
        }
        Ok(MatchState::Waiting) | Err(_) => format!("{one} – {two}: waits for earlier matches."),
    };
    ui.label(text);
}

/// Names, the result, and buttons that change it: `Some(None)` clears it.
fn result_row(ui: &mut Ui, title: &str, result: Option<GameResult>, forfeits: bool) -> Option<Option<GameResult>> {
    let mut chosen = None;
    ui.horizontal(|ui| {
        ui.set_min_height(30.0);
        for (choice, text) in RESULTS {
            let button = Button::selectable(result == Some(choice), text).min_size(vec2(58.0, 26.0));
            if ui.add(button.frame_when_inactive(true)).clicked() {
                chosen = Some(Some(choice));
            }
        }
        ui.menu_button("other", |ui| {
            for (choice, text) in FORFEITS {
                if ui.button(text).clicked() {
                    chosen = Some(Some(choice));
                }
            }
            if forfeits && result.is_some() && ui.button("Clear the result").clicked() {
                chosen = Some(None);
            }
        });
        let text = match result {
            Some(result) => format!("{title}   {}", view::result_text(result).0),
            None => title.to_owned(),
        };
        ui.add(eframe::egui::Label::new(text.as_str()).truncate()).on_hover_text(text);
    });
    chosen
}
