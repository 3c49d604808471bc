//! The panel with one player's data.

use super::columns::set_rating;
use crate::gui::action::Action;
use crate::gui::doc::Doc;
use crate::gui::pages::Cx;
use crate::gui::theme::{self, Palette};
use crate::gui::view;
use crate::gui::widgets::{self, text_field};
use eframe::egui::{Button, ComboBox, Key, RichText, ScrollArea, Ui, vec2};
use tournament::command::Command;
use tournament::model::{ByeKind, Player, PlayerId, RoundNumber, Sex, Title};

const TITLES: [Title; 8] = [Title::GM, Title::IM, Title::WGM, Title::FM, Title::WIM, Title::CM, Title::WFM, Title::WCM];

/// The data of a player being edited, or of a new one.
pub struct Card {
    id: Option<PlayerId>,
    player: Player,
    was: Player,
    rating: String,
    k: String,
    birth: String,
    board: String,
    focus_name: bool,
}

impl Card {
    /// A player who is in the event.
    pub fn of(id: PlayerId, player: &Player) -> Card {
        let first = player.ratings.first();
        Card {
            id: Some(id),
            player: player.clone(),
            was: player.clone(),
            rating: first.map_or_else(String::new, |r| r.value.to_string()),
            k: first.and_then(|r| r.k).map_or_else(String::new, |k| k.to_string()),
            birth: player.birth.map_or_else(String::new, |date| date.to_string()),
            board: player.fixed_board.map_or_else(String::new, |board| board.to_string()),
            focus_name: true,
        }
    }

    /// An empty one.
    pub fn new_player() -> Card {
        let mut card = Card::of(PlayerId(0), &Player { entered_in: 1, ..Player::default() });
        card.id = None;
        card
    }

    /// A new player is being typed.
    pub fn is_new(&self) -> bool {
        self.id.is_none()
    }

    /// Whose card it is.
    pub fn id(&self) -> Option<PlayerId> {
        self.id
    }

    /// Something was typed that is not kept yet.
    pub fn changed(&self) -> bool {
        self.player != self.was
    }

    /// The player as typed.
    fn finished(&self, doc: &Doc) -> Result<Player, String> {
        let mut player = self.player.clone();
        player.name = player.name.trim().to_owned();
        if player.name.is_empty() {
            return Err("Type the player's name, as \"Surname, First\".".to_owned());
        }
        player.federation = player.federation.trim().to_uppercase();
        set_rating(&mut player, self.rating.trim(), &doc.state().settings)?;
        let k = match self.k.trim() {
            "" => None,
            text => Some(text.parse().map_err(|_| format!("\"{text}\" is not a K factor."))?),
        };
        if let Some(first) = player.ratings.first_mut() {
            first.k = k;
        }
        player.birth = match self.birth.trim() {
            "" => None,
            text => Some(text.parse().map_err(|error: String| format!("Birth: {error}."))?),
        };
        player.fixed_board = match self.board.trim() {
            "" => None,
            text => Some(text.parse().map_err(|_| format!("\"{text}\" is not a board number."))?),
        };
        if self.id.is_none() && doc.view().rounds > 0 {
            player.entered_in = player.entered_in.max(doc.view().rounds + 1);
        }
        Ok(player)
    }

    /// Draws the panel; says whether it is to be closed.
    pub fn show(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) -> bool {
        let p = Palette::of(ui);
        let mut close = false;
        let mut keep = false;
        // Enter in any field keeps the player.
        let typing = ui.ctx().text_edit_focused();
        ui.horizontal(|ui| {
            let title = if self.id.is_some() { "Edit player" } else { "New player" };
            ui.label(RichText::new(title).text_style(theme::bold()));
        });
        ScrollArea::vertical().auto_shrink(false).max_height(ui.available_height() - 48.0).show(ui, |ui| {
            let width = 304.0;
            let name = text_field(ui, "Name: Surname, First", width, &mut self.player.name, "Abashidze, Nino");
            if std::mem::take(&mut self.focus_name) {
                name.request_focus();
            }
            ui.horizontal(|ui| {
                text_field(ui, "Rating", 72.0, &mut self.rating, "");
                text_field(ui, "K", 48.0, &mut self.k, "");
                widgets::field(ui, "Title", 84.0, |ui| {
                    let shown = self.player.title.map_or_else(|| "none".to_owned(), |title| format!("{title:?}"));
                    ComboBox::from_id_salt("title").width(76.0).selected_text(shown).show_ui(ui, |ui| {
                        ui.selectable_value(&mut self.player.title, None, "none");
                        for title in TITLES {
                            ui.selectable_value(&mut self.player.title, Some(title), format!("{title:?}"));
                        }
                    });
                });
                text_field(ui, "Fed", 64.0, &mut self.player.federation, "GEO");
            });
            ui.horizontal(|ui| {
                text_field(ui, "FIDE id", 100.0, &mut self.player.id, "");
                text_field(ui, "Birth", 92.0, &mut self.birth, "1990-05-17");
                widgets::field(ui, "Sex", 96.0, |ui| {
                    let shown = match self.player.sex {
                        None => "–",
                        Some(Sex::Male) => "male",
                        Some(Sex::Female) => "female",
                    };
                    ComboBox::from_id_salt("sex").width(88.0).selected_text(shown).show_ui(ui, |ui| {
                        for (sex, text) in [(None, "–"), (Some(Sex::Male), "male"), (Some(Sex::Female), "female")] {
                            ui.selectable_value(&mut self.player.sex, sex, text);
                        }
                    });
                });
            });
            text_field(ui, "Club", width, &mut self.player.club, "");
            ui.horizontal(|ui| {
                text_field(ui, "Contact", 204.0, &mut self.player.contact, "");
                text_field(ui, "Fixed board", 84.0, &mut self.board, "");
            });
            text_field(ui, "Note", width, &mut self.player.note, "");
            if let Some(id) = self.id {
                rounds_of(ui, doc, id, cx);
                close |= leaving(ui, doc, id, cx);
            }
        });
        keep |= typing && ui.input(|i| i.key_pressed(Key::Enter));
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            let word = if self.id.is_some() { "Keep changes" } else { "Add to the list" };
            keep |= ui.add(Button::new(word).min_size(vec2(0.0, 32.0))).clicked();
            close |= ui.add(Button::new("Close").min_size(vec2(0.0, 32.0))).clicked();
            if self.id.is_none() {
                ui.label(RichText::new("Enter adds").small().color(p.weak));
            }
        });
        if ui.input(|i| i.key_pressed(Key::Escape)) {
            close = true;
        }
        if keep {
            match self.finished(doc) {
                Ok(player) => match self.id {
                    None => cx.ask(Command::AddPlayer(Box::new(player))),
                    Some(_) if player == self.was => close = true,
                    Some(id) => cx.ask(Command::EditPlayer(id, Box::new(player))),
                },
                Err(text) => {
                    self.focus_name = true;
                    cx.ask(Action::Complain(text));
                }
            }
        }
        close
    }
}

/// Byes asked for in coming rounds.
fn rounds_of(ui: &mut Ui, doc: &Doc, id: PlayerId, cx: &mut Cx<'_>) {
    let Some(player) = doc.state().players.get(&id) else { return };
    let v = doc.view();
    widgets::group_title(ui, "Coming rounds");
    let first = v.rounds + 1;
    if first > v.planned {
        widgets::caption(ui, "No round is left to be paired.");
    }
    let choices = [
        (None, "plays"),
        (Some(ByeKind::Half), view::bye_text(ByeKind::Half)),
        (Some(ByeKind::Zero), view::bye_text(ByeKind::Zero)),
        (Some(ByeKind::Full), "full-point bye (discouraged)"),
    ];
    for round in first..=v.planned.min(first + 8) {
        ui.horizontal(|ui| {
            ui.label(format!("Round {round}"));
            let mut kind = player.requested_byes.get(&round).copied();
            let before = kind;
            let shown = choices.iter().find(|(choice, _)| *choice == kind).map_or("plays", |(_, text)| *text);
            ComboBox::from_id_salt(("bye", round)).width(180.0).selected_text(shown).show_ui(ui, |ui| {
                for (choice, text) in choices {
                    ui.selectable_value(&mut kind, choice, text);
                }
            });
            if kind != before {
                cx.ask(Command::RequestBye { player: id, round, kind });
            }
        });
    }
}

/// Withdrawal, reinstatement, removal; says whether the card is to be closed.
fn leaving(ui: &mut Ui, doc: &Doc, id: PlayerId, cx: &mut Cx<'_>) -> bool {
    let Some(player) = doc.state().players.get(&id) else { return true };
    let next: RoundNumber = doc.view().rounds + 1;
    widgets::group_title(ui, "Leaving");
    ui.horizontal_wrapped(|ui| {
        match player.withdrawn_from {
            Some(_) => {
                if ui.button("Take the withdrawal back").clicked() {
                    cx.ask(Command::Reinstate(id));
                }
            }
            None => {
                if ui.button(format!("Withdraw from round {next}")).clicked() {
                    cx.ask(Command::Withdraw { player: id, from: next });
                }
            }
        }
        if doc.view().rounds == 0 && ui.button("Remove from the list").clicked() {
            cx.ask(Command::RemovePlayer(id));
        }
    });
    false
}
