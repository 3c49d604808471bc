//! The panel with one player's data.

use super::columns::{ordering_rating, set_rating};
use super::suggest::{Answer, Suggest, Typed};
use crate::gui::action::Action;
use crate::gui::doc::Doc;
use crate::gui::pages::Cx;
use crate::gui::theme::{self, Palette};
use crate::gui::view;
use crate::gui::widgets::drop_down::{drop_down, entry};
use crate::gui::widgets::{self, text_field};
use eframe::egui::{self, Button, Key, RichText, ScrollArea, Ui, vec2};
use tournament::command::Command;
use tournament::model::{ByeKind, Player, PlayerId, RoundNumber, Settings, Sex, Title};
use tournament::rating_list::ListedPlayer;

/// The data of a player being edited, or of a new one.
pub struct Card {
    id: Option<PlayerId>,
    player: Player,
    texts: Texts,
    was: (Player, Texts),
    focus: Option<Typed>,
    suggest: Suggest,
}

/// Values as they are typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Texts {
    rating: String,
    k: String,
    birth: String,
    board: String,
}

impl Texts {
    fn of(player: &Player, settings: &Settings) -> Texts {
        let rating = ordering_rating(player, settings).and_then(|at| player.ratings.get(at));
        Texts {
            rating: rating.map_or_else(String::new, |r| r.value.to_string()),
            k: rating.and_then(|r| r.k).map_or_else(String::new, |k| k.to_string()),
            birth: player.birth.map_or_else(String::new, |date| date.to_string()),
            board: player.fixed_board.map_or_else(String::new, |board| board.to_string()),
        }
    }
}

impl Card {
    fn new(id: Option<PlayerId>, player: Player, settings: &Settings) -> Card {
        let texts = Texts::of(&player, settings);
        let was = (player.clone(), texts.clone());
        Card { id, player, texts, was, focus: Some(Typed::Name), suggest: Suggest::default() }
    }

    /// A player who is in the event.
    pub fn of(doc: &Doc, id: PlayerId, player: &Player) -> Card {
        Card::new(Some(id), player.clone(), &doc.state().settings)
    }

    /// An empty one.
    pub fn new_player() -> Card {
        Card::new(None, Player { entered_in: 1, ..Player::default() }, &Settings::default())
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
        self.player != self.was.0 || self.texts != self.was.1
    }

    /// The event has changed: what a command of the card itself changed is taken over, what is being typed stays.
    pub fn follow(&mut self, doc: &Doc) {
        let Some(now) = self.id.and_then(|id| doc.state().players.get(&id)) else { return };
        for player in [&mut self.player, &mut self.was.0] {
            player.requested_byes.clone_from(&now.requested_byes);
            player.withdrawn_from = now.withdrawn_from;
            player.entered_in = now.entered_in;
            player.checked_in = now.checked_in;
        }
    }

    /// The player as typed.
    fn finished(&self, doc: &Doc) -> Result<Player, String> {
        let settings = &doc.state().settings;
        let mut player = self.player.clone();
        player.name = player.name.trim().to_owned();
        if player.name.is_empty() {
            return Err("Type the player's name, as \"Surname, First\".".to_owned());
        }
        player.federation = player.federation.trim().to_uppercase();
        player.id = player.id.trim().to_owned();
        set_rating(&mut player, self.texts.rating.trim(), settings)?;
        let k = match self.texts.k.trim() {
            "" => None,
            text => Some(text.parse().map_err(|_| format!("\"{text}\" is not a K factor."))?),
        };
        if let Some(at) = ordering_rating(&player, settings) {
            player.ratings[at].k = k;
        }
        player.birth = match self.texts.birth.trim() {
            "" => None,
            text => Some(text.parse().map_err(|error: String| format!("Birth: {error}."))?),
        };
        player.fixed_board = match self.texts.board.trim() {
            "" => None,
            text => Some(text.parse().map_err(|_| format!("\"{text}\" is not a board number."))?),
        };
        if self.id.is_none() && doc.view().rounds > 0 {
            player.entered_in = player.entered_in.max(doc.view().rounds + 1);
        }
        if self.id.is_none() {
            let from = player.entered_in;
            player.requested_byes.retain(|round, _| *round >= from);
        }
        Ok(player)
    }

    /// Fills the card from the rating list.
    fn take(&mut self, listed: &ListedPlayer, doc: &Doc, cx: &mut Cx<'_>) {
        let Some(info) = cx.lists.info(cx.prefs) else { return };
        let settings = &doc.state().settings;
        let mut filled = listed.fill(&self.player, &info, settings.discipline);
        // The card's own birth date is still a text.
        if let (Ok(typed), Some(listed)) =
            (self.texts.birth.trim().parse::<tournament::model::PartialDate>(), filled.birth)
            && typed.year == listed.year
        {
            filled.birth = Some(typed);
        }
        self.player = filled;
        let board = std::mem::take(&mut self.texts.board);
        self.texts = Texts { board, ..Texts::of(&self.player, settings) };
        self.focus = Some(Typed::Name);
    }

    /// Draws the panel; says whether it is to be closed.
    pub fn show(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) -> bool {
        let p = Palette::of(ui);
        let (mut close, mut keep) = (false, false);
        let popup = egui::Popup::is_any_open(ui.ctx());
        match self.suggest.keys(ui) {
            Answer::None => {}
            Answer::Take(listed) => self.take(&listed, doc, cx),
            Answer::Hidden(field) => self.focus = Some(field),
        }
        // Enter in any field keeps the player.
        let typing = ui.ctx().text_edit_focused();
        ui.horizontal(|ui| {
            let title = if self.id.is_some() { "Edit player" } else { "New player" };
            ui.label(RichText::new(title).text_style(theme::bold()));
        });
        ScrollArea::vertical().auto_shrink(false).max_height(ui.available_height() - 48.0).show(ui, |ui| {
            self.fields(ui, doc, cx);
            match self.id {
                Some(id) => {
                    rounds_of(ui, doc, id, cx);
                    close |= leaving(ui, doc, id, cx);
                }
                None => self.first_rounds(ui, doc),
            }
        });
        if let Some(listed) = self.suggest.show(ui, doc.state().settings.discipline) {
            self.take(&listed, doc, cx);
        }
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
        // Escape closes what is open above the card first.
        if !popup && ui.input(|i| i.key_pressed(Key::Escape)) {
            close = true;
        }
        if keep {
            self.suggest.clear();
            match self.finished(doc) {
                Ok(player) => match self.id {
                    None => cx.ask(Command::AddPlayer(Box::new(player))),
                    Some(_) if player == self.was.0 => close = true,
                    Some(id) => cx.ask(Command::EditPlayer(id, Box::new(player))),
                },
                Err(text) => {
                    self.focus = Some(Typed::Name);
                    cx.ask(Action::Complain(text));
                }
            }
        }
        close
    }

    fn fields(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) {
        let width = 304.0;
        let name = text_field(ui, "Name: Surname, First", width, &mut self.player.name, "Abashidze, Nino");
        if self.focus == Some(Typed::Name) {
            self.focus = None;
            name.request_focus();
            to_the_end(ui, &name, &self.player.name);
        }
        self.suggest.follow(ui, Typed::Name, &name, &self.player.name, cx);
        if let Some(trouble) = cx.lists.trouble() {
            widgets::caption(ui, format!("Rating list: {trouble}"));
        }
        ui.horizontal(|ui| {
            text_field(ui, "Rating", 72.0, &mut self.texts.rating, "");
            text_field(ui, "K", 48.0, &mut self.texts.k, "");
            widgets::field(ui, "Title", 84.0, |ui| {
                let shown = self.player.title.map_or("none", Title::short);
                drop_down(ui, "title", 76.0, shown, |ui| {
                    entry(ui, &mut self.player.title, None, "none");
                    for title in Title::ALL {
                        entry(ui, &mut self.player.title, Some(title), title.short());
                    }
                });
            });
            text_field(ui, "Fed", 64.0, &mut self.player.federation, "GEO");
        });
        if self.player.ratings.len() > 1 {
            let one = |rating: &tournament::model::Rating| {
                let k = rating.k.map_or_else(String::new, |k| format!(" (K {k})"));
                format!("{} {}{k}", rating.list, rating.value)
            };
            let all: Vec<String> = self.player.ratings.iter().map(one).collect();
            widgets::caption(ui, all.join(", "));
        }
        ui.horizontal(|ui| {
            let id = text_field(ui, "FIDE id", 100.0, &mut self.player.id, "");
            if self.focus == Some(Typed::Id) {
                self.focus = None;
                id.request_focus();
                to_the_end(ui, &id, &self.player.id);
            }
            self.suggest.follow(ui, Typed::Id, &id, &self.player.id, cx);
            text_field(ui, "Birth", 92.0, &mut self.texts.birth, "1990-05-17");
            widgets::field(ui, "Sex", 96.0, |ui| {
                let shown = match self.player.sex {
                    None => "–",
                    Some(Sex::Male) => "male",
                    Some(Sex::Female) => "female",
                };
                drop_down(ui, "sex", 88.0, shown, |ui| {
                    for (sex, text) in [(None, "–"), (Some(Sex::Male), "male"), (Some(Sex::Female), "female")] {
                        entry(ui, &mut self.player.sex, sex, text);
                    }
                });
            });
        });
        text_field(ui, "Club", width, &mut self.player.club, "");
        ui.horizontal(|ui| {
            text_field(ui, "Contact", 204.0, &mut self.player.contact, "");
            text_field(ui, "Fixed board", 84.0, &mut self.texts.board, "");
        });
        text_field(ui, "Note", width, &mut self.player.note, "");
        if self.id.is_none() && cx.lists.info(cx.prefs).is_none() && doc.view().rounds == 0 {
            widgets::caption(ui, "With a rating list (Ctrl+L), names and numbers complete themselves.");
        }
    }

    /// From which round a new player plays, and byes asked for at once.
    fn first_rounds(&mut self, ui: &mut Ui, doc: &Doc) {
        let v = doc.view();
        let first = v.rounds + 1;
        if first > v.planned {
            widgets::group_title(ui, "Rounds");
            widgets::caption(ui, "No round is left to be paired.");
            return;
        }
        self.player.entered_in = self.player.entered_in.max(first);
        egui::CollapsingHeader::new("Rounds: later entry, byes").id_salt("new player's rounds").show(ui, |ui| {
            widgets::field(ui, "Plays from round", 120.0, |ui| {
                drop_down(ui, "entered in", 108.0, self.player.entered_in.to_string(), |ui| {
                    for round in first..=v.planned {
                        entry(ui, &mut self.player.entered_in, round, round.to_string());
                    }
                });
            });
            for round in self.player.entered_in..=v.planned.min(first + 8) {
                ui.horizontal(|ui| {
                    let mut kind = self.player.requested_byes.get(&round).copied();
                    if bye_choice(ui, round, &mut kind) {
                        match kind {
                            Some(kind) => self.player.requested_byes.insert(round, kind),
                            None => self.player.requested_byes.remove(&round),
                        };
                    }
                });
            }
        });
    }
}

/// Puts the cursor behind the text of a field.
fn to_the_end(ui: &Ui, field: &egui::Response, text: &str) {
    let mut state = egui::TextEdit::load_state(ui.ctx(), field.id).unwrap_or_default();
    let end = egui::text::CCursor::new(text.chars().count());
    state.cursor.set_char_range(Some(egui::text::CCursorRange::one(end)));
    state.store(ui.ctx(), field.id);
}

/// What a player does in a round; says whether that was changed.
fn bye_choice(ui: &mut Ui, round: RoundNumber, kind: &mut Option<ByeKind>) -> bool {
    let choices = [
        (None, "plays"),
        (Some(ByeKind::Half), view::bye_text(ByeKind::Half)),
        (Some(ByeKind::Zero), view::bye_text(ByeKind::Zero)),
        (Some(ByeKind::Full), "full-point bye (discouraged)"),
    ];
    let before = *kind;
    ui.name_inputs(format!("Round {round}"), |ui| {
        ui.label(format!("Round {round}"));
        let shown = choices.iter().find(|(choice, _)| choice == kind).map_or("plays", |(_, text)| *text);
        drop_down(ui, ("bye", round), 180.0, shown, |ui| {
            for (choice, text) in choices {
                entry(ui, kind, choice, text);
            }
        });
    });
    *kind != before
}

/// What a player does in the coming rounds.
fn rounds_of(ui: &mut Ui, doc: &Doc, id: PlayerId, cx: &mut Cx<'_>) {
    let Some(player) = doc.state().players.get(&id) else { return };
    let v = doc.view();
    widgets::group_title(ui, "Coming rounds");
    let first = v.rounds + 1;
    if first > v.planned {
        widgets::caption(ui, "No round is left to be paired.");
    }
    for round in first..=v.planned.min(first + 8) {
        ui.horizontal(|ui| {
            if player.withdrawn_from.is_some_and(|from| from <= round) {
                ui.label(format!("Round {round}"));
                widgets::caption(ui, "withdrawn");
                return;
            }
            if player.entered_in > round {
                ui.label(format!("Round {round}"));
                widgets::caption(ui, "not entered yet");
                return;
            }
            let mut kind = player.requested_byes.get(&round).copied();
            if bye_choice(ui, round, &mut kind) {
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
