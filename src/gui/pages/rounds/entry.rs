//! Results by keyboard.

use super::{Cursor, PanelKind, Rounds};
use crate::gui::action::Action;
use crate::gui::doc::Doc;
use crate::gui::pages::Cx;
use crate::gui::prefs::KeyProfile;
use crate::gui::theme::Palette;
use crate::gui::view;
use crate::gui::{frame, widgets::table};
use eframe::egui::{self, Event, Key, Modifiers, Ui};
use tournament::command::{Command, GameRef};
use tournament::model::{GameResult, PlayerId, Reason, Round, RoundNumber};

/// Forfeits and unusual results with their key and reason.
pub const UNUSUAL: [(char, GameResult, Option<Reason>, &str); 10] = [
    ('1', GameResult::ForfeitToWhite, Some(Reason::Default), "White wins by forfeit: Black did not come"),
    ('2', GameResult::ForfeitToBlack, Some(Reason::Default), "Black wins by forfeit: White did not come"),
    ('3', GameResult::BothForfeit, Some(Reason::Default), "Nobody came"),
    ('4', GameResult::Adjourned, None, "Adjourned: to be finished later"),
    ('5', GameResult::BothLose, Some(Reason::Sanction), "Both lose, by decision"),
    ('6', GameResult::HalfToWhite, Some(Reason::Sanction), "Half a point to White only, by decision"),
    ('7', GameResult::HalfToBlack, Some(Reason::Sanction), "Half a point to Black only, by decision"),
    ('8', GameResult::WhiteWinsUnrated, None, "White wins, not rated (less than one move)"),
    ('9', GameResult::BlackWinsUnrated, None, "Black wins, not rated (less than one move)"),
    ('0', GameResult::DrawUnrated, None, "Draw, not rated (less than one move)"),
];

/// What a character means where results are entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// This result.
    Enter(GameResult),
    /// The result is taken away.
    Clear,
}

/// The keys of a profile, in words.
pub fn profile_text(profile: KeyProfile) -> &'static str {
    match profile {
        KeyProfile::ScoreSheet => "score sheet (1 White, 0 Black, 5 draw)",
        KeyProfile::List => "list (1 White, 2 Black, 3 draw, 0 clears)",
    }
}

/// The meaning of a character in a key profile.
pub fn stroke(profile: KeyProfile, character: char) -> Option<Stroke> {
    Some(match (profile, character) {
        (_, '1') => Stroke::Enter(GameResult::WhiteWins),
        (KeyProfile::ScoreSheet, '0') | (KeyProfile::List, '2') => Stroke::Enter(GameResult::BlackWins),
        (KeyProfile::ScoreSheet, '5' | '=') | (KeyProfile::List, '3') => Stroke::Enter(GameResult::Draw),
        (KeyProfile::List, '0') => Stroke::Clear,
        _ => return None,
    })
}

impl Rounds {
    /// Takes the keys. A key that changes the event ends the turn: what was typed after it waits for the next frame, so that every key finds
    /// the cursor where the one before it has left it.
    pub fn keys(&mut self, ui: &mut Ui, doc: &Doc, round: &Round, number: RoundNumber, cx: &mut Cx<'_>) {
        if !cx.keys {
            self.waiting.clear();
            return;
        }
        if ui.input_mut(|i| i.consume_key(Modifiers::COMMAND, Key::K)) {
            self.change_profile(cx);
        }
        let typed = ui.input(|i| i.events.clone());
        self.waiting
            .extend(typed.into_iter().filter(|e| matches!(e, Event::Text(_) | Event::Key { pressed: true, .. })));
        let asked = cx.out.len();
        while let Some(event) = self.waiting.pop_front() {
            match event {
                Event::Text(text) => {
                    let mut characters = text.chars();
                    if let Some(character) = characters.next() {
                        self.character(doc, round, number, character, cx);
                    }
                    if !characters.as_str().is_empty() {
                        self.waiting.push_front(Event::Text(characters.as_str().to_owned()));
                    }
                }
                Event::Key { key, physical_key, modifiers, .. }
                    if modifiers.is_none() || modifiers == Modifiers::SHIFT =>
                {
                    // Letters count by their place too, so that they work while another alphabet is switched on.
                    let is = |wanted: Key| key == wanted || (physical_key == Some(wanted) && !is_latin_letter(key));
                    self.key(ui, doc, round, number, key, &is, cx);
                }
                _ => {}
            }
            if cx.out.len() > asked {
                break;
            }
        }
        if !self.waiting.is_empty() {
            ui.ctx().request_repaint();
        }
    }

    fn change_profile(&mut self, cx: &mut Cx<'_>) {
        cx.prefs.keys = match cx.prefs.keys {
            KeyProfile::ScoreSheet => KeyProfile::List,
            KeyProfile::List => KeyProfile::ScoreSheet,
        };
        cx.ask(Action::SavePrefs);
        cx.ask(Action::Say(format!("Result keys now: {}.", profile_text(cx.prefs.keys))));
    }

    fn character(&mut self, doc: &Doc, round: &Round, number: RoundNumber, character: char, cx: &mut Cx<'_>) {
        if let Some((typed, _)) = &mut self.goto {
            if character.is_ascii_digit() && typed.len() < 6 {
                typed.push(character);
                self.follow_number(round);
            }
            return;
        }
        // After the last result no board is chosen: one key too many must not overwrite it.
        if round.meetings.is_empty() || round.manual_phase || self.idle {
            return;
        }
        let at = self.at(doc, number);
        if self.unusual {
            if let Some(&(_, result, reason, _)) = UNUSUAL.iter().find(|(key, ..)| *key == character) {
                self.unusual = false;
                cx.ask(Command::SetResult { at, result: Some(result), reason });
            }
            return;
        }
        match stroke(cx.prefs.keys, character) {
            Some(Stroke::Enter(result)) => cx.ask(Command::SetResult { at, result: Some(result), reason: None }),
            Some(Stroke::Clear) => self.clear(at, round, cx),
            None => {}
        }
    }

    /// Puts the cursor on the board whose number is being typed; while there is no such board it stays where it was.
    fn follow_number(&mut self, round: &Round) {
        let Some((typed, from)) = &self.goto else { return };
        let board = typed.parse::<usize>().ok().filter(|board| (1..=round.meetings.len()).contains(board));
        self.cursor = board.map_or(*from, |board| Cursor { board: board - 1, game: 0 });
        self.scroll = true;
    }

    /// Ends the typing of a board number.
    fn end_number(&mut self, round: &Round, cx: &mut Cx<'_>) {
        let Some((typed, _)) = self.goto.take() else { return };
        let there = typed.parse::<usize>().is_ok_and(|board| (1..=round.meetings.len()).contains(&board));
        if there {
            self.idle = false;
        } else if !typed.is_empty() {
            let last = round.meetings.len();
            cx.ask(Action::Complain(format!("There is no board {typed}; boards go from 1 to {last}.")));
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn key(
        &mut self,
        ui: &Ui,
        doc: &Doc,
        round: &Round,
        number: RoundNumber,
        key: Key,
        is: &dyn Fn(Key) -> bool,
        cx: &mut Cx<'_>,
    ) {
        let boards = self.boards(doc, round);
        let page = (ui.available_height() / cx.prefs.row_height()) as isize - 3;
        match key {
            Key::Escape => {
                if let Some((_, from)) = self.goto.take() {
                    self.cursor = from;
                }
                self.unusual = false;
            }
            Key::Enter => self.end_number(round, cx),
            Key::Backspace => match &mut self.goto {
                Some((typed, _)) => {
                    typed.pop();
                    self.follow_number(round);
                }
                None => self.step_back(doc, round, number, cx),
            },
            Key::ArrowDown => self.step(&boards, 1),
            Key::ArrowUp => self.step(&boards, -1),
            Key::PageDown => self.step(&boards, page.max(1)),
            Key::PageUp => self.step(&boards, -page.max(1)),
            Key::Home => self.step(&boards, isize::MIN / 2),
            Key::End => self.step(&boards, isize::MAX / 2),
            Key::ArrowLeft => self.cursor.game = self.cursor.game.saturating_sub(1),
            Key::ArrowRight => self.cursor.game += 1,
            _ if is(Key::F) => {
                self.unusual = !self.unusual && !round.manual_phase && !self.idle;
                self.goto = None;
            }
            _ if is(Key::G) => {
                self.goto = Some((String::new(), self.cursor));
                self.unusual = false;
            }
            _ if is(Key::O) => {
                let drawn = round.openings.is_some();
                if !round.manual_phase && (drawn || super::openings::offered(doc.state())) {
                    self.show_openings(doc, number);
                }
            }
            _ if is(Key::W) => {
                self.panel = if self.panel == PanelKind::Why { PanelKind::Closed } else { PanelKind::Why };
            }
            _ if round.manual_phase && (is(Key::Q) || is(Key::P)) => {
                let game = round.meetings.get(self.cursor.board).and_then(|m| m.games.first());
                let m = tournament::teams::match_of_board(round, self.cursor.board as u32 + 1);
                // Where teams are paired, the teams of the match are chosen, not those who sit at the board.
                let seats = match (m, game) {
                    (Some(m), _) => Some([PlayerId(m.game.white.0), PlayerId(m.game.black.0)]),
                    (None, Some(game)) => Some([game.white, game.black]),
                    _ => None,
                };
                if let Some([white, black]) = seats {
                    self.manual.toggle(if is(Key::Q) { white } else { black });
                }
            }
            _ => {}
        }
        self.clamp(round);
    }

    /// Moves the cursor along the boards shown.
    fn step(&mut self, boards: &[usize], by: isize) {
        if boards.is_empty() {
            return;
        }
        self.idle = false;
        let here = boards.iter().position(|&board| board >= self.cursor.board).unwrap_or(boards.len() - 1) as isize;
        let there = here.saturating_add(by).clamp(0, boards.len() as isize - 1) as usize;
        self.cursor = Cursor { board: boards[there], game: 0 };
        self.scroll = true;
    }

    fn clear(&mut self, at: GameRef, round: &Round, cx: &mut Cx<'_>) {
        let game = round.meetings.get(at.board as usize - 1).and_then(|m| m.games.get(at.game));
        if game.is_some_and(|game| game.result.is_some()) {
            cx.ask(Command::SetResult { at, result: None, reason: None });
        }
    }

    /// Backspace: clears the result under the cursor; on an open board goes back to the last one entered and clears that.
    fn step_back(&mut self, doc: &Doc, round: &Round, number: RoundNumber, cx: &mut Cx<'_>) {
        if round.meetings.is_empty() || round.manual_phase {
            return;
        }
        let game = &round.meetings[self.cursor.board].games[self.cursor.game];
        if game.result.is_none() || self.idle {
            let last = loop {
                match self.entered.pop() {
                    Some((entered_in, cursor)) if entered_in == number => break Some(cursor),
                    Some(_) => {}
                    None => break None,
                }
            };
            let previous = self.cursor.board.checked_sub(1).map(|board| Cursor { board, game: 0 });
            let Some(target) = last.or(previous) else { return };
            self.cursor = target;
            self.idle = false;
            self.clamp(round);
            self.scroll = true;
        }
        let at = self.at(doc, number);
        self.clear(at, round, cx);
    }

    /// The small windows beside the cursor: board number being typed, unusual results.
    pub fn floating(&mut self, ui: &mut Ui, cell: egui::Rect, doc: &Doc, number: RoundNumber, cx: &mut Cx<'_>) {
        let p = Palette::of(ui);
        let place = cell.left_bottom() + egui::vec2(0.0, 4.0);
        let area = |id: &str| {
            egui::Area::new(egui::Id::unique(("rounds floating", id)))
                .fixed_pos(place)
                .order(egui::Order::Foreground)
                .constrain(true)
        };
        if let Some((typed, _)) = &self.goto {
            area("goto").show(ui.ctx(), |ui| {
                egui::Frame::popup(ui.style()).show(ui, |ui| {
                    ui.horizontal(|ui| {
                        ui.label("Go to board");
                        table::strong(ui, if typed.is_empty() { "…" } else { typed }, p.accent);
                        frame::key_cap(ui, "Enter");
                    });
                });
            });
        }
        if self.unusual {
            let mut chosen = None;
            area("unusual").show(ui.ctx(), |ui| {
                egui::Frame::popup(ui.style()).show(ui, |ui| {
                    ui.set_width(340.0);
                    ui.spacing_mut().item_spacing.y = 2.0;
                    for (key, result, reason, text) in UNUSUAL {
                        ui.horizontal(|ui| {
                            frame::key_cap(ui, &key.to_string());
                            let label = format!("{}   {text}", view::result_text(result).0);
                            let button = egui::Button::new(label).frame_when_inactive(false);
                            if ui.add(button).clicked() {
                                chosen = Some((result, reason));
                            }
                        });
                    }
                });
            });
            if let Some((result, reason)) = chosen {
                self.unusual = false;
                let at = self.at(doc, number);
                cx.ask(Command::SetResult { at, result: Some(result), reason });
            }
        }
    }
}

fn is_latin_letter(key: Key) -> bool {
    key.name().len() == 1 && key.name().bytes().all(|b| b.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_profiles_differ_where_they_must() {
        use GameResult::*;
        let sheet = |c| stroke(KeyProfile::ScoreSheet, c);
        let list = |c| stroke(KeyProfile::List, c);
        assert_eq!(sheet('1'), Some(Stroke::Enter(WhiteWins)));
        assert_eq!(sheet('0'), Some(Stroke::Enter(BlackWins)));
        assert_eq!(sheet('5'), Some(Stroke::Enter(Draw)));
        assert_eq!(sheet('='), Some(Stroke::Enter(Draw)));
        assert_eq!(sheet('2'), None);
        assert_eq!(list('1'), Some(Stroke::Enter(WhiteWins)));
        assert_eq!(list('2'), Some(Stroke::Enter(BlackWins)));
        assert_eq!(list('3'), Some(Stroke::Enter(Draw)));
        assert_eq!(list('0'), Some(Stroke::Clear));
        assert_eq!(list('5'), None);
    }
}
