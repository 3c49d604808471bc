//! A game record, step by step, up to its end or its defect.

use super::board;
use super::icon::Icon;
use crate::gui::frame::icon_button;
use crate::gui::theme::{self, Palette};
use eframe::egui::{self, Button, Key, Modifiers, RichText, ScrollArea, Ui};
use rules::opening::{Beginning, beginning};
use rules::{GameKind, Place, Record, Replay};
use tournament::model::DrawnOpening;

/// A record being looked at.
pub struct Viewer {
    /// What the record came from; tells whether it must be read anew.
    source: String,
    /// The opening that was drawn for the game.
    opening: Option<DrawnOpening>,
    /// Half-moves that were drawn and not chosen; `None` where the game begins otherwise.
    drawn: Option<usize>,
    players: String,
    replay: Replay,
    ply: usize,
    flipped: bool,
    scroll: bool,
}

impl Viewer {
    /// Reads a record of a game, for which an opening may have been drawn. It is shown from the drawn position on, else at its end.
    pub fn new(source: &str, kind: Option<GameKind>, opening: Option<&DrawnOpening>) -> Viewer {
        let record = Record::parse(source);
        let replay = Replay::new(&record, kind);
        let players = format!("{} – {}", record.white().unwrap_or("?"), record.black().unwrap_or("?"));
        let drawn = opening.and_then(|opening| match beginning(&replay, opening.moves.len(), &opening.fen) {
            Ok(Beginning::Drawn(plies)) => Some(plies),
            Ok(Beginning::Short | Beginning::Other { .. }) | Err(_) => None,
        });
        let last = replay.frames.len().saturating_sub(1);
        let ply = drawn.filter(|_| replay.verdict.defect.is_none()).unwrap_or(last);
        let opening = opening.cloned();
        Viewer { source: source.to_owned(), opening, drawn, players, replay, ply, flipped: false, scroll: true }
    }

    /// It shows this record with this opening.
    pub fn shows(&self, source: &str, opening: Option<&DrawnOpening>) -> bool {
        self.source == source && self.opening.as_ref() == opening
    }

    /// Draws board and moves. With `keys` the arrows step through the game.
    pub fn show(&mut self, ui: &mut Ui, keys: bool) {
        let p = Palette::of(ui);
        let last = self.replay.frames.len().saturating_sub(1);
        if keys {
            let pressed = |key| ui.input_mut(|i| i.consume_key(Modifiers::NONE, key));
            if pressed(Key::ArrowLeft) {
                self.go(self.ply.saturating_sub(1));
            }
            if pressed(Key::ArrowRight) {
                self.go((self.ply + 1).min(last));
            }
        }
        let size = ui.available_height().clamp(120.0, 420.0).min(ui.available_width() * 0.55);
        ui.horizontal_top(|ui| {
            match self.replay.frame(self.ply) {
                Some(frame) => drop(board::show(ui, &frame.board, frame.last_move.as_ref(), size, self.flipped)),
                None => drop(ui.label("The starting position is wrong.")),
            }
            ui.add_space(8.0);
            ui.vertical(|ui| {
                ui.label(RichText::new(&self.players).text_style(theme::table_bold()));
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 2.0;
                    if icon_button(ui, Icon::First, "To the start").clicked() {
                        self.go(0);
                    }
                    if icon_button(ui, Icon::Left, "One move back (arrow left)").clicked() {
                        self.go(self.ply.saturating_sub(1));
                    }
                    if icon_button(ui, Icon::Right, "One move on (arrow right)").clicked() {
                        self.go((self.ply + 1).min(last));
                    }
                    if icon_button(ui, Icon::Last, "To the end, or to the defect").clicked() {
                        self.go(last);
                    }
                    if ui.button("Turn").clicked() {
                        self.flipped = !self.flipped;
                    }
                });
                for (text, bad) in verdict_lines(&self.replay) {
                    ui.label(RichText::new(text).small().color(if bad { p.red } else { p.weak }));
                }
                if let Some(opening) = &self.opening {
                    let (text, color) = match self.drawn {
                        Some(_) => (format!("Begins with the drawn opening: {}", opening.words()), p.weak),
                        None => (format!("Does not begin with the drawn opening: {}", opening.words()), p.amber),
                    };
                    ui.label(RichText::new(text).small().color(color));
                }
                self.moves(ui);
            });
        });
    }

    fn go(&mut self, ply: usize) {
        self.ply = ply;
        self.scroll = true;
    }

    fn moves(&mut self, ui: &mut Ui) {
        let p = Palette::of(ui);
        let mut target = None;
        let scroll = std::mem::take(&mut self.scroll);
        let frames = &self.replay.frames;
        let first = frames.first().map_or(rules::Side::White, |frame| frame.to_move);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing = egui::vec2(2.0, 0.0);
            ui.spacing_mut().button_padding = egui::vec2(3.0, 0.0);
            ui.spacing_mut().interact_size.y = 20.0;
            ui.horizontal_wrapped(|ui| {
                for frame in frames.iter().skip(1) {
                    // Moves are numbered from the side that began.
                    let odd = frame.ply % 2 == 1;
                    if odd {
                        let number = frame.ply / 2 + 1;
                        let dots =
                            if frame.ply == 1 && first == rules::Side::Black && self.replay.kind == GameKind::Chess {
                                format!("{number}…")
                            } else {
                                format!("{number}.")
                            };
                        ui.label(RichText::new(dots).text_style(theme::table_text()).color(p.weak));
                    }
                    let here = frame.ply == self.ply;
                    let chosen = self.drawn.is_none_or(|drawn| frame.ply > drawn);
                    let text = RichText::new(&frame.text).text_style(theme::table_text());
                    let text = if chosen { text } else { text.italics().color(p.weak) };
                    let button = ui.add(Button::selectable(here, text).frame_when_inactive(here));
                    if here && scroll {
                        button.scroll_to_me(None);
                    }
                    if button.clicked() {
                        target = Some(frame.ply);
                    }
                }
                if let Some(defect) = &self.replay.verdict.defect
                    && let Place::Ply(_) = defect.place
                {
                    ui.label(
                        RichText::new(format!("{} (not legal)", defect.text))
                            .text_style(theme::table_bold())
                            .color(p.red),
                    );
                }
            });
        });
        if let Some(ply) = target {
            self.ply = ply;
        }
    }
}

/// What checking found, in lines; the second part tells what is wrong.
pub fn verdict_lines(replay: &Replay) -> Vec<(String, bool)> {
    let verdict = &replay.verdict;
    let mut lines = Vec::new();
    let ended = verdict.termination.as_ref().map_or_else(String::new, |end| format!(", {end}"));
    let result = verdict.result_text.as_deref().unwrap_or("no result written");
    lines.push((format!("{}, {} half-moves, {result}{ended}", replay.kind.label(), verdict.plies), false));
    if let Some(defect) = &verdict.defect {
        lines.push((defect.to_string(), true));
    }
    if let Some(contradiction) = &verdict.contradiction {
        lines.push((contradiction.clone(), true));
    }
    if let Some(after) = &verdict.after_end {
        lines.push((
            format!("{} half-moves after the game had ended at half-move {}", after.moves, after.ended_at),
            true,
        ));
    }
    for draw in &verdict.automatic {
        lines.push((format!("drawn by rule: {draw}"), false));
    }
    for draw in verdict.claimable.iter().take(3) {
        lines.push((format!("a draw could be claimed: {draw}"), false));
    }
    lines
}
