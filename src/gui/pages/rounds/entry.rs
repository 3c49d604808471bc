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
use tournament::model::{GameResult, Reason, Round, RoundNumber};

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
enum Stroke {
    Enter(GameResult),
    Clear,
}

/// The meaning of a character in a key profile.
fn stroke(profile: KeyProfile, character: char) -> Option<Stroke> {
    Some(match (profile, character) {
        (_, '1') => Stroke::Enter(GameResult::WhiteWins),
        (KeyProfile::ScoreSheet, '0') | (KeyProfile::List, '2') => Stroke::Enter(GameResult::BlackWins),
        (KeyProfile::ScoreSheet, '5' | '=') | (KeyProfile::List, '3') => Stroke::Enter(GameResult::Draw),
        (KeyProfile::List, '0') => Stroke::Clear,
        _ => return None,
    })
}

impl Rounds {
    /// Takes the keys of this frame.
    pub fn keys(&mut self, ui: &mut Ui, doc: &Doc, round: &Round, number: RoundNumber, cx: &mut Cx<'_>) {
        if !cx.keys {
            return;
        }
        let events: Vec<Event> = ui.input(|i| i.events.clone());
        for event in events {
            match event {
                Event::Text(text) => {
                    for character in text.chars() {
                        self.character(doc, round, number, character, cx);
                    }
                }
                Event::Key { key, physical_key, pressed: true, modifiers, .. }
                    if modifiers.is_none() || modifiers == Modifiers::SHIFT =>
                {
                    // Letters count by their place too, so that they work while another alphabet is switched on.
                    let is = |wanted: Key| key == wanted || (physical_key == Some(wanted) && !is_latin_letter(key));
                    self.key(ui, doc, round, number, key, &is, cx);
                }
                _ => {}
            }
        }
    }

    fn character(&mut self, doc: &Doc, round: &Round, number: RoundNumber, character: char, cx: &mut Cx<'_>) {
        if let Some(typed) = &mut self.goto {
            if character.is_ascii_digit() && typed.len() < 6 {
                typed.push(character);
                if let Ok(board) = typed.parse::<usize>()
                    && (1..=round.meetings.len()).contains(&board)
                {
                    self.cursor = Cursor { board: board - 1, game: 0 };
                    self.scroll = true;
                }
            }
            return;
        }
        if round.meetings.is_empty() || round.manual_phase {
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
                self.goto = None;
                self.unusual = false;
            }
            Key::Enter => self.goto = None,
            Key::Backspace => match &mut self.goto {
                Some(typed) => drop(typed.pop()),
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
                self.unusual = !self.unusual && !round.manual_phase;
                self.goto = None;
            }
            _ if is(Key::G) => {
                self.goto = Some(String::new());
                self.unusual = false;
            }
            _ if is(Key::W) => {
                self.panel = if self.panel == PanelKind::Why { PanelKind::Closed } else { PanelKind::Why };
            }
            _ if is(Key::K) => {
                cx.prefs.keys = match cx.prefs.keys {
                    KeyProfile::ScoreSheet => KeyProfile::List,
                    KeyProfile::List => KeyProfile::ScoreSheet,
                };
                cx.ask(Action::SavePrefs);
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
        if game.result.is_none() {
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
        if let Some(typed) = &self.goto {
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
