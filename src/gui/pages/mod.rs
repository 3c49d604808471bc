//! The pages of the window.

pub mod assistant;
pub mod bracket;
pub mod by_hand;
pub mod cup_form;
pub mod display;
pub mod event;
pub mod events;
pub mod history;
pub mod place_games;
pub mod players;
pub mod ranking;
pub mod reports;
pub mod rounds;
pub mod series;
pub mod standings;
pub mod teams;

use super::action::{Action, Page};
use super::doc::Doc;
use super::lists::Lists;
use super::prefs::{KeyProfile, Prefs};
use eframe::egui::{self, Key, Modifiers, Ui};
use tournament::command::{Change, Command};

/// What a page is drawn from.
pub struct Cx<'a> {
    /// The open event.
    pub doc: Option<&'a Doc>,
    /// Preferences.
    pub prefs: &'a mut Prefs,
    /// The rating list.
    pub lists: &'a mut Lists,
    /// What the page asks for.
    pub out: &'a mut Vec<Action>,
    /// Keys belong to the page: no text is being typed, no dialog is open.
    pub keys: bool,
    /// `Ctrl+Enter` was pressed: the page's main action is wanted.
    pub main: bool,
}

impl Cx<'_> {
    /// Asks for something.
    pub fn ask(&mut self, action: impl Into<Action>) {
        self.out.push(action.into());
    }

    /// The key was pressed and belongs to the page.
    pub fn key(&self, ui: &Ui, key: Key) -> bool {
        self.keys && ui.input_mut(|i| i.consume_key(Modifiers::NONE, key))
    }

    /// `Ctrl+Enter`: the page's main action.
    pub fn main_key(&self) -> bool {
        self.main
    }

    /// `Ctrl+F`: search on the page.
    pub fn find_key(&self, ui: &Ui) -> bool {
        ui.input_mut(|i| i.consume_key(Modifiers::COMMAND, Key::F))
    }
}

/// What each page remembers.
#[derive(Default)]
#[allow(missing_docs)]
pub struct Pages {
    pub events: events::Events,
    pub assistant: assistant::Assistant,
    pub event: event::EventPage,
    pub players: players::Players,
    pub rounds: rounds::Rounds,
    pub standings: standings::Standings,
    pub bracket: bracket::Bracket,
    pub reports: reports::Reports,
    pub history: history::History,
    pub ranking: ranking::Ranking,
    pub series: series::SeriesPage,
}

impl Pages {
    /// Forgets what belonged to the event before.
    pub fn for_new_event(&mut self) {
        let (events, series) = (std::mem::take(&mut self.events), std::mem::take(&mut self.series));
        *self = Pages { events, series, ..Pages::default() };
    }

    /// Draws a page.
    pub fn show(&mut self, ui: &mut Ui, page: Page, mut cx: Cx<'_>) {
        let doc = match (page, cx.doc) {
            (Page::Assistant, _) => return self.assistant.show(ui, &mut cx),
            (Page::Series, _) => return self.series.show(ui, &mut cx),
            (Page::Events, _) | (_, None) => return self.events.show(ui, &mut cx),
            (_, Some(doc)) => doc,
        };
        match page {
            Page::Events | Page::Assistant | Page::Series => {}
            Page::Ranking => self.ranking.show(ui, doc, &mut cx),
            Page::Event => self.event.show(ui, doc, &mut cx),
            Page::Players => self.players.show(ui, doc, &mut cx),
            Page::Rounds => self.rounds.show(ui, doc, &mut cx),
            Page::Standings => self.standings.show(ui, doc, &mut cx),
            Page::Bracket => self.bracket.show(ui, doc, &mut cx),
            Page::Reports => self.reports.show(ui, doc, &mut cx),
            Page::History => self.history.show(ui, doc, &mut cx),
        }
    }

    /// Another stage is in view.
    pub fn stage_changed(&mut self) {
        self.rounds.stage_changed();
    }

    /// Follows a change: moves cursors, closes what is finished.
    pub fn after(&mut self, command: &Command, change: &Change, doc: &Doc) {
        self.rounds.after(command, doc);
        self.players.after(command, change);
        self.event.after(command);
    }
}

/// The keys that work on a page.
pub fn hints(page: Page, prefs: &Prefs, doc: Option<&Doc>) -> Vec<(&'static str, &'static str)> {
    match page {
        Page::Events => vec![("Ctrl+O", "open a file"), ("Ctrl+Enter", "new event"), ("F1", "all keys")],
        Page::Assistant => vec![("Tab", "next field"), ("Ctrl+Enter", "next step"), ("Escape", "step back")],
        Page::Players => vec![
            ("Ctrl+Enter", "add a player"),
            ("Up Down", "move"),
            ("Space", "check in"),
            ("Enter", "edit"),
            ("Ctrl+V", "paste a list"),
            ("Ctrl+R", "ratings from the list"),
            ("Ctrl+F", "find, or just type"),
        ],
        Page::Rounds if doc.is_some_and(|doc| doc.view().manual) => vec![
            ("Up Down", "board"),
            ("Q", "choose White"),
            ("P", "choose Black"),
            ("Ctrl+Enter", "end manual pairing"),
        ],
        Page::Rounds if doc.is_some_and(|doc| doc.view().rounds > 0) => {
            let mut keys = match prefs.keys {
                KeyProfile::ScoreSheet => vec![("1", "White"), ("0", "Black"), ("5 =", "draw")],
                KeyProfile::List => vec![("1", "White"), ("2", "Black"), ("3", "draw"), ("0", "clear")],
            };
            keys.extend([
                ("F", "forfeit"),
                ("Backspace", "clear, back"),
                ("G", "go to board"),
                ("Ctrl+K", "other keys"),
            ]);
            keys.push(("Ctrl+F", "search"));
            if doc.is_some_and(|doc| rounds::has_openings(doc.state())) {
                keys.push(("O", "openings"));
            }
            keys
        }
        Page::Rounds => vec![("Ctrl+Enter", "pair")],
        Page::Standings => {
            vec![("Up Down", "move"), ("C", "table or cross table"), ("D", "sums or card"), ("T", "decide a tie")]
        }
        Page::Reports => vec![("Ctrl+Enter", "write the documents")],
        Page::History => vec![("Ctrl+Z", "undo"), ("Ctrl+Shift+Z", "redo")],
        Page::Event => vec![("Ctrl+Enter", "save the settings")],
        Page::Bracket if doc.is_some_and(|doc| doc.view().bracket_name != "Bracket") => vec![("+ -", "zoom")],
        Page::Bracket if doc.is_some_and(|doc| doc.state().pairs_teams(doc.view().stage)) => {
            vec![("Arrows", "choose a match"), ("D", "decide by hand"), ("+ -", "zoom")]
        }
        Page::Bracket => vec![
            ("Arrows", "choose a match"),
            ("1 0 5", "result"),
            ("C", "draw colours"),
            ("D", "decide"),
            ("Backspace", "clear"),
            ("+ -", "zoom"),
        ],
        Page::Ranking => vec![("Ctrl+Enter", "print it"), ("Ctrl+PageUp PageDown", "stage")],
        Page::Series => vec![("Ctrl+Enter", "add events"), ("Escape", "event list")],
    }
}

/// A search field of fixed width; `focus` puts the cursor into it. Escape empties and leaves it.
pub fn search_field(ui: &mut Ui, id: &str, text: &mut String, hint: &str, focus: bool) -> egui::Response {
    let edit = egui::TextEdit::singleline(text)
        .id(egui::Id::unique(id))
        .desired_width(160.0)
        .hint_text(egui::RichText::new(hint).color(super::theme::Palette::of(ui).weak))
        .margin(egui::Margin::symmetric(8, 5));
    let response = ui.add(edit);
    if focus {
        response.request_focus();
    }
    if response.has_focus() && ui.input(|i| i.key_pressed(Key::Escape)) {
        text.clear();
        response.surrender_focus();
    }
    response
}
