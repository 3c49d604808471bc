//! The window's state, and what happens when a screen asks for something.

use super::action::{Action, Page, Purpose};
use super::doc::{Doc, NotOpened};
use super::file_dialog::{self, FileDialog};
use super::frame::{self, MessageAnswer};
use super::import::Import;
use super::lists::Lists;
use super::message::{self, Line, Question, Tone};
use super::pages::{self, Cx};
use super::prefs::{Prefs, ThemeChoice, documents_folder};
use super::remarks::Remarks;
use super::theme;
use eframe::egui::{self, CentralPanel, Frame, Key, Margin, Modifiers};
use std::path::{Path, PathBuf};
use tournament::command::{Order, Refusal, WarningLevel};

/// Everything that the window holds.
pub struct App {
    prefs: Prefs,
    doc: Option<Doc>,
    page: Page,
    line: Option<Line>,
    question: Option<Question>,
    import: Option<Box<Import>>,
    remarks: Option<Remarks>,
    dialog: Option<(Purpose, FileDialog)>,
    stages: Option<super::stages::Dialog>,
    help: bool,
    pages: pages::Pages,
    display: pages::display::Display,
    lists: Lists,
}

impl App {
    /// The window, on an event or on the event list.
    pub fn new(ctx: &egui::Context, prefs: Prefs, open: Option<PathBuf>) -> App {
        theme::install(ctx);
        let mut app = App {
            prefs,
            doc: None,
            page: Page::Events,
            line: None,
            question: None,
            import: None,
            remarks: None,
            dialog: None,
            stages: None,
            help: false,
            pages: pages::Pages::default(),
            display: pages::display::Display::default(),
            lists: Lists::default(),
        };
        app.use_prefs(ctx);
        app.pages.events.refresh(&app.prefs);
        if let Some(path) = open {
            app.open(&path);
        }
        app
    }

    /// The open event.
    #[cfg(test)]
    pub fn doc(&self) -> Option<&Doc> {
        self.doc.as_ref()
    }

    /// The page shown.
    #[cfg(test)]
    pub fn page(&self) -> Page {
        self.page
    }

    /// Shows an event that is already in memory.
    pub fn show_doc(&mut self, doc: Doc, page: Page) {
        self.doc = Some(doc);
        self.pages.for_new_event();
        self.page = page;
    }

    /// The rating list and its dialog.
    #[cfg(test)]
    pub fn lists(&mut self) -> &mut Lists {
        &mut self.lists
    }

    /// Preferences.
    #[cfg(test)]
    pub fn prefs(&mut self) -> &mut Prefs {
        &mut self.prefs
    }

    /// Sets the folder for documents, as the dialog would.
    #[cfg(test)]
    pub fn write_reports_to(&mut self, folder: &Path) {
        self.pages.reports.folder = Some(folder.to_owned());
    }

    fn use_prefs(&mut self, ctx: &egui::Context) {
        ctx.set_theme(match self.prefs.theme {
            ThemeChoice::System => egui::ThemePreference::System,
            ThemeChoice::Light => egui::ThemePreference::Light,
            ThemeChoice::Dark => egui::ThemePreference::Dark,
        });
        ctx.set_zoom_factor(f32::from(self.prefs.scale) / 100.0);
    }

    /// Draws a frame and does what was asked for.
    pub fn draw(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        let mut out = Vec::new();
        // While a dialog is open or text is being typed, keys belong there.
        let asked = self.question.is_some() || self.import.is_some() || self.remarks.is_some();
        let dialog = self.dialog.is_some() || asked || self.stages.is_some() || self.help || self.lists.open;
        // So do they where a menu or a drop-down is open: Escape closes that first.
        let popup = egui::Popup::is_any_open(&ctx);
        let keys = !dialog && !popup && !ctx.text_edit_focused();
        let in_event = !matches!(self.page, Page::Events | Page::Assistant | Page::Series);
        self.shortcuts(&ctx, keys && in_event, &mut out);
        // Taken before any button sees it: Ctrl+Enter does the page's main action and nothing else.
        let free = !dialog;
        let main = free && ctx.input_mut(|i| i.consume_key(Modifiers::COMMAND, Key::Enter));
        // The other pages say nothing of the event that is open behind them.
        let shown = self.doc.as_ref().filter(|_| in_event);
        frame::top(ui, shown, &mut self.prefs, &mut out);
        // Enter answers the question of the message line with yes.
        let asked = self.line.as_ref().is_some_and(|line| line.order.is_some());
        let yes = asked && keys && ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Enter));
        if yes && let Some(mut order) = self.line.as_mut().and_then(|line| line.order.take()) {
            order.confirmed = true;
            out.push(Action::Do(order));
        }
        let special = match self.page {
            Page::Rounds if in_event => self.pages.rounds.hints(),
            Page::Players if in_event => self.pages.players.hints(),
            _ => None,
        };
        let hints = special.unwrap_or_else(|| pages::hints(self.page, &self.prefs, self.doc.as_ref()));
        frame::bottom(ui, &hints, shown);
        if let Some(doc) = self.doc.as_ref().filter(|_| in_event) {
            frame::rail(ui, doc, self.page, self.display.open, &mut out);
            if super::stages::has_strip(doc.state()) {
                super::stages::strip(ui, doc, self.page == Page::Rounds, &mut out);
            }
        }
        // The message line takes the room that the page leaves above itself: what is under the pointer stays there when it comes and goes.
        let mut margin = Margin::same(theme::PAGE_MARGIN);
        margin.top = theme::MESSAGE_HEIGHT as i8 + theme::MESSAGE_GAP;
        if let Some(line) = &self.line {
            margin.top = theme::MESSAGE_GAP;
            match frame::message(ui, line, &mut out) {
                MessageAnswer::None => {}
                MessageAnswer::Dismiss => self.line = None,
                MessageAnswer::Confirm => {
                    if let Some(mut order) = self.line.take().and_then(|line| line.order) {
                        order.confirmed = true;
                        out.push(Action::Do(order));
                    }
                }
            }
        }
        let margin = Frame::new().fill(ui.visuals().panel_fill).inner_margin(margin);
        CentralPanel::default().frame(margin).show(ui, |ui| {
            let cx = Cx {
                doc: self.doc.as_ref(),
                prefs: &mut self.prefs,
                lists: &mut self.lists,
                out: &mut out,
                keys,
                main,
            };
            self.pages.show(ui, self.page, cx);
        });
        self.display.show(&ctx, self.doc.as_ref());
        self.overlays(&ctx, &mut out);
        let acted = !out.is_empty();
        for action in out {
            self.act(&ctx, action);
        }
        // A button that was used keeps no focus, so that Enter and Space go to the page again.
        if (acted || ctx.input(|i| i.pointer.any_click())) && !ctx.text_edit_focused() {
            ctx.memory_mut(|memory| {
                if let Some(id) = memory.focused() {
                    memory.surrender_focus(id);
                }
            });
        }
        self.watch_saving();
    }

    /// A change that could not be written stays on the screen until it is.
    fn watch_saving(&mut self) {
        if let Some(text) = self.doc.as_ref().and_then(Doc::not_saved) {
            let offer = Some(("Save again".to_owned(), Box::new(Action::Save)));
            self.line = Some(Line { offer, ..Line::refused(format!("Not saved: {text}")) });
        }
    }

    fn overlays(&mut self, ctx: &egui::Context, out: &mut Vec<Action>) {
        self.lists.poll(&mut self.prefs, out);
        let topmost = self.dialog.is_none() && self.question.is_none() && !self.help;
        self.lists.show(ctx, &mut self.prefs, out, topmost);
        if let Some(question) = &mut self.question {
            match question.show(ctx) {
                message::Answer::Pending => {}
                message::Answer::Cancel => self.question = None,
                message::Answer::Yes(order) => {
                    self.question = None;
                    out.push(Action::Do(order));
                }
            }
        }
        if let Some(yes) = self.import.as_ref().and_then(|import| import.show(ctx))
            && let Some(import) = self.import.take()
            && yes
        {
            self.doc = None;
            self.opened(import.create().map_err(NotOpened::from));
        }
        if self.remarks.as_ref().is_some_and(|remarks| remarks.show(ctx)) {
            self.remarks = None;
        }
        if let Some((purpose, dialog)) = &mut self.dialog {
            match dialog.show(ctx) {
                file_dialog::Answer::Pending => {}
                file_dialog::Answer::Cancelled => self.dialog = None,
                file_dialog::Answer::Chosen(paths) => {
                    let purpose = *purpose;
                    self.dialog = None;
                    self.picked(purpose, paths);
                }
            }
        }
        if let (Some(dialog), Some(doc)) = (&mut self.stages, &self.doc) {
            match dialog.show(ctx, doc) {
                super::stages::Answer::Pending => {}
                super::stages::Answer::Cancel => self.stages = None,
                super::stages::Answer::Do(command) => {
                    self.stages = None;
                    out.push((*command).into());
                }
            }
        }
        if self.help && message::help(ctx) {
            self.help = false;
        }
    }

    fn shortcuts(&mut self, ctx: &egui::Context, keys: bool, out: &mut Vec<Action>) {
        let pressed = |modifiers: Modifiers, key: Key| ctx.input_mut(|i| i.consume_key(modifiers, key));
        let redo = Modifiers::COMMAND | Modifiers::SHIFT;
        // Typing has an undo of its own; the event's waits until the field is left.
        if keys && (pressed(redo, Key::Z) || pressed(Modifiers::COMMAND, Key::Y)) {
            out.push(Action::Redo);
        } else if keys && pressed(Modifiers::COMMAND, Key::Z) {
            out.push(Action::Undo);
        }
        if self.dialog.is_some()
            || self.question.is_some()
            || self.import.is_some()
            || self.remarks.is_some()
            || self.stages.is_some()
        {
            return;
        }
        if pressed(Modifiers::NONE, Key::F1) {
            self.help = !self.help;
        }
        if pressed(Modifiers::COMMAND, Key::L) {
            out.push(Action::ToggleLists);
        }
        if pressed(Modifiers::COMMAND, Key::O) {
            out.push(Action::Pick(Purpose::OpenEvent));
        }
        if !matches!(self.page, Page::Assistant | Page::Series)
            && let Some(doc) = &self.doc
        {
            let state = doc.state();
            let (stage, count) = (doc.view().stage, state.stages.len());
            if pressed(Modifiers::COMMAND, Key::PageDown) && stage + 1 < count {
                out.push(Action::Stage(stage + 1));
            }
            if pressed(Modifiers::COMMAND, Key::PageUp) && stage > 0 {
                out.push(Action::Stage(stage - 1));
            }
            if keys && pressed(Modifiers::COMMAND | Modifiers::SHIFT, Key::N) {
                out.push(Action::NextStage);
            }
            if keys && pressed(Modifiers::COMMAND | Modifiers::SHIFT, Key::Enter) {
                let ready = state.stages_to_pair(state.phase_of(stage));
                if !ready.is_empty() {
                    out.push(tournament::command::Command::PairStages(ready).into());
                }
            }
            if pressed(Modifiers::COMMAND, Key::D) {
                out.push(Action::ToggleDisplay);
            }
            const NUMBERS: [Key; 8] =
                [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8];
            for ((page, ..), key) in frame::rail_pages(doc).into_iter().zip(NUMBERS) {
                if pressed(Modifiers::COMMAND, key) {
                    out.push(Action::Go(page));
                }
            }
        }
    }

    pub(super) fn act(&mut self, ctx: &egui::Context, action: Action) {
        match action {
            Action::Do(order) => self.submit(*order),
            Action::Undo if self.page == Page::Series => {
                self.line = match self.pages.series.undo() {
                    Some(Ok(text)) => Some(Line::done(text)),
                    Some(Err(text)) => Some(Line::refused(text)),
                    None => None,
                };
            }
            Action::Undo => {
                if let Some(what) = self.doc.as_mut().and_then(Doc::undo) {
                    self.line = Some(Line::done(format!("Undone: {what}")));
                }
            }
            Action::Redo => {
                if let Some(what) = self.doc.as_mut().and_then(Doc::redo) {
                    self.line = Some(Line { undo: true, ..Line::done(format!("Done again: {what}")) });
                }
            }
            Action::AddList(list) => self.add_list(&list),
            Action::UndoTo(standing) => self.undo_to(standing),
            Action::Go(page) => {
                if page != self.page {
                    self.line = None;
                }
                self.go(page);
            }
            Action::Remark(text, remarks) => self.line = Some(remarked(text, remarks)),
            Action::ShowRemarks(remarks) => self.remarks = Some(remarks),
            Action::Print(what) => {
                self.pages.reports.choose(what);
                self.line = None;
                self.go(Page::Reports);
            }
            Action::Batch(commands, text) => self.batch(commands, &text),
            Action::ShowPlayer(id) => {
                self.pages.players.select(id);
                self.go(Page::Players);
            }
            Action::Open(path) => self.open(&path),
            Action::OpenSample(path) => {
                self.doc = None;
                self.opened(Doc::open_copy(&path, &documents_folder()));
            }
            Action::OpenSampleSeries(path) => {
                let opened = self.pages.series.open_copy(&path, &documents_folder());
                self.show_series(opened);
            }
            Action::Restore { path, backup } => self.opened(Doc::restore(&path, &backup)),
            Action::Save => {
                if let Some(doc) = &mut self.doc {
                    doc.save();
                }
            }
            Action::Stage(stage) => {
                if let Some(doc) = &mut self.doc {
                    doc.select_stage(stage);
                    self.pages.stage_changed();
                }
            }
            Action::MakeGroups => {
                let dialog =
                    |doc: &Doc| super::stages::Dialog::Groups(Box::new(super::stages::GroupsDialog::new(doc.state())));
                self.stages = self.doc.as_ref().map(dialog);
            }
            Action::NextStage => {
                let dialog =
                    |doc: &Doc| super::stages::Dialog::Next(Box::new(super::stages::NextDialog::new(doc.state())));
                self.stages = self.doc.as_ref().map(dialog);
            }
            Action::NewEvent(csv) => {
                self.pages.assistant = pages::assistant::Assistant::new(&documents_folder());
                if let Some(path) = csv {
                    self.pages.assistant.name_after(&path);
                    self.pages.assistant.read_csv(&path);
                }
                self.line = self.pages.assistant.problem().map(Line::refused);
                self.go(Page::Assistant);
            }
            Action::CreateEvent => self.create(),
            Action::Close => {
                self.doc = None;
                self.go(Page::Events);
            }
            Action::Pick(purpose) => self.pick(purpose),
            Action::Say(text) => self.line = Some(Line::done(text)),
            Action::Complain(text) => self.line = Some(Line::refused(text)),
            Action::Settled(text) => {
                self.line.take_if(|line| line.text == text);
            }
            Action::ToggleDisplay => self.display.open = !self.display.open,
            Action::ToggleHelp => self.help = !self.help,
            Action::ToggleLists => self.lists.open = !self.lists.open,
            Action::ShowFolder(folder) => {
                if let Err(text) = super::desktop::show_folder(&folder) {
                    self.line = Some(Line::refused(text));
                }
            }
            Action::SavePrefs => {
                self.use_prefs(ctx);
                self.prefs.save();
            }
        }
        ctx.request_repaint();
    }

    fn go(&mut self, page: Page) {
        if page == Page::Events {
            self.pages.events.refresh(&self.prefs);
        }
        self.page = page;
    }

    /// Does an order, or asks first where its warning level wants it.
    fn submit(&mut self, order: Order) {
        let Some(doc) = self.doc.as_mut() else { return };
        let warning = doc.warning(&order);
        if !order.confirmed {
            match warning.level {
                WarningLevel::None | WarningLevel::Note => {}
                WarningLevel::Acknowledge => {
                    let text = warning.reasons.join(" ");
                    self.line = Some(Line { tone: Tone::Ask, order: Some(Box::new(order)), ..Line::done(text) });
                    return;
                }
                WarningLevel::Confirm | WarningLevel::TwoSteps => {
                    self.question = Some(Question::new(Box::new(order), warning));
                    return;
                }
                WarningLevel::Refused => {
                    let text = format!("FIDE mode does not allow this: {}", warning.reasons.join(" "));
                    self.line = Some(Line { show: Some(Page::Event), ..Line::refused(text) });
                    return;
                }
            }
        }
        match doc.apply(order.clone()) {
            Ok(change) => {
                self.pages.after(&order.command, &change, doc);
                self.line = Some(done_line(&order, &change, &warning));
            }
            Err(Refusal::NeedsConfirmation(warning)) => {
                self.question = Some(Question::new(Box::new(order), warning));
            }
            Err(refusal) => self.line = Some(Line::refused(refusal.to_string())),
        }
    }

    fn add_list(&mut self, list: &tournament::csv::EntryList) {
        let Some(doc) = self.doc.as_mut() else { return };
        let state = doc.state().clone();
        let mut orders = Vec::new();
        let added = list.add_to(&state, true, |order| {
            let change = doc.apply(order.clone())?;
            orders.push((order.command, change.clone()));
            Ok::<_, Refusal>(change)
        });
        for (command, change) in &orders {
            self.pages.after(command, change, doc);
        }
        self.line = Some(match added {
            Ok(ids) => Line { undo: true, ..Line::done(format!("Added {} players.", ids.len())) },
            Err(refusal) => Line::refused(refusal.to_string()),
        });
    }

    /// Does several changes that belong together; one button takes all of them back.
    fn batch(&mut self, commands: Vec<tournament::command::Command>, text: &str) {
        let Some(doc) = self.doc.as_mut() else { return };
        let standing = doc.history().iter().filter(|entry| !entry.undone).count();
        for command in commands {
            let order = Order { command, reason: "from records".to_owned(), confirmed: true };
            match doc.apply(order.clone()) {
                Ok(change) => self.pages.after(&order.command, &change, doc),
                Err(refusal) => {
                    let offer = Some(("Undo this".to_owned(), Box::new(Action::UndoTo(standing))));
                    self.line = Some(Line { offer, ..Line::refused(refusal.to_string()) });
                    return;
                }
            }
        }
        let offer = Some(("Undo this".to_owned(), Box::new(Action::UndoTo(standing))));
        self.line = Some(Line { offer, ..Line::done(text) });
    }

    fn undo_to(&mut self, standing: usize) {
        let Some(doc) = self.doc.as_mut() else { return };
        let count = |doc: &Doc| doc.history().iter().filter(|entry| !entry.undone).count();
        while count(doc) > standing && doc.undo().is_some() {}
        while count(doc) < standing && doc.redo().is_some() {}
        self.line = Some(Line::done(format!("The event is as it was after {} changes.", count(doc))));
    }

    fn open(&mut self, path: &Path) {
        if crate::gui::pages::events::is_series(path) {
            let opened = self.pages.series.open(path);
            self.show_series(opened);
            return;
        }
        if !path.to_string_lossy().ends_with(tournament::store::SUFFIX) {
            match Import::read(path) {
                Ok(import) if import.rounds() > 0 => self.import = Some(Box::new(import)),
                Ok(import) => {
                    self.doc = None;
                    self.opened(import.create().map_err(NotOpened::from));
                }
                Err(text) => self.line = Some(Line::refused(text)),
            }
            return;
        }
        // The file is let go first: the same one may be opened again.
        self.doc = None;
        self.opened(Doc::open(path));
    }

    /// The series page after a series was opened, copied or made; the file is remembered.
    fn show_series(&mut self, opened: Result<(), String>) {
        match opened {
            Ok(()) => {
                if let Some(path) = self.pages.series.path() {
                    self.prefs.remember(path);
                }
                self.line = None;
            }
            Err(text) => self.line = Some(Line::refused(text)),
        }
        self.go(Page::Series);
    }

    fn opened(&mut self, opened: Result<Doc, NotOpened>) {
        match opened {
            Ok(doc) => {
                if let Some(path) = doc.path() {
                    self.prefs.remember(path);
                }
                self.line = match doc.remarks() {
                    [] => None,
                    remarks => {
                        let remarks = Remarks::new("Remarks on the import", remarks.to_vec());
                        let count = remarks.lines.len();
                        let text = if count == 1 { "1 remark".to_owned() } else { format!("{count} remarks") };
                        Some(remarked(format!("Imported with {text}."), remarks))
                    }
                };
                let page = if doc.view().rounds > 0 { Page::Rounds } else { Page::Players };
                self.show_doc(doc, page);
            }
            Err(NotOpened { text, backup }) => {
                let offer = backup.map(|(path, backup)| {
                    ("Go on with the backup".to_owned(), Box::new(Action::Restore { path, backup }))
                });
                self.line = Some(Line { offer, ..Line::refused(text) });
                self.go(Page::Events);
            }
        }
    }

    fn create(&mut self) {
        match self.pages.assistant.create() {
            Ok(doc) => {
                if let Some(path) = doc.path() {
                    self.prefs.remember(path);
                }
                let players = doc.state().players.len();
                let teams = doc.state().teams.len();
                self.line = Some(Line::done(match players {
                    n if teams > 0 => format!("The event is ready with {teams} teams of {n} players."),
                    0 => "The event is ready. Add the players.".to_owned(),
                    n => format!("The event is ready with {n} players."),
                }));
                self.show_doc(doc, Page::Players);
            }
            Err(text) => self.line = Some(Line::refused(text)),
        }
    }

    fn pick(&mut self, purpose: Purpose) {
        use file_dialog::Purpose as Kind;
        let (kind, title, extensions): (_, _, &[&'static str]) = match purpose {
            Purpose::OpenEvent => {
                let kinds = &["pairwright.ron", "pairwright-series", "trf", "trfx", "txt"];
                (Kind::Open, "Open an event, a series or a report file", kinds)
            }
            Purpose::AssistantCsv | Purpose::PlayersCsv => (Kind::Open, "Choose an entry list", &["csv", "tsv", "txt"]),
            Purpose::AssistantFolder => (Kind::Folder, "Where shall the event be kept?", &[]),
            Purpose::Records => (Kind::OpenMany, "Choose game records", &["pgn", "pdn"]),
            Purpose::SaveCopy => (Kind::Save, "Save a copy of the event", &["pairwright.ron"]),
            Purpose::ResultsList => (Kind::Open, "Choose a list of results", &["txt", "csv"]),
            Purpose::OpenSeries => (Kind::Open, "Open a series", &["pairwright-series"]),
            Purpose::NewSeries => (Kind::Save, "Where shall the series be kept?", &["pairwright-series"]),
            Purpose::SeriesEvents => (Kind::OpenMany, "Choose events of the series", &["pairwright.ron"]),
            Purpose::RatingList => (Kind::Open, "Choose a rating list", &["txt", "xml", "zip", "csv", "tsv"]),
            Purpose::RatingIndex => (Kind::Open, "Choose the index of a rating list", &["redb"]),
            Purpose::OpeningList => (Kind::Open, "Choose a list of openings", &["txt"]),
            Purpose::RecordsFolder => (Kind::Folder, "Where shall the game records go?", &[]),
            Purpose::ReportsFolder => (Kind::Folder, "Where shall the documents go?", &[]),
        };
        let folder = self.prefs.folder.clone().unwrap_or_else(documents_folder);
        let mut dialog = FileDialog::new(kind, title, extensions, &folder);
        if let (Purpose::SaveCopy, Some(doc)) = (purpose, &self.doc) {
            dialog = dialog.file_name(format!("{} copy", doc.state().settings.name));
        }
        self.dialog = Some((purpose, dialog));
    }

    pub(super) fn picked(&mut self, purpose: Purpose, paths: Vec<PathBuf>) {
        let Some(first) = paths.first().cloned() else { return };
        self.prefs.folder = if first.is_dir() { Some(first.clone()) } else { first.parent().map(Path::to_owned) };
        self.prefs.save();
        match purpose {
            Purpose::OpenEvent => self.open(&first),
            Purpose::AssistantCsv => {
                self.pages.assistant.read_csv(&first);
                self.line = self.pages.assistant.problem().map(Line::refused);
            }
            Purpose::AssistantFolder => self.pages.assistant.folder = first,
            Purpose::PlayersCsv => match self.pages.players.read_csv(&first) {
                Ok(()) => {}
                Err(text) => self.line = Some(Line::refused(text)),
            },
            Purpose::Records => {
                if let Some(doc) = &self.doc
                    && let Err(text) = self.pages.rounds.read_records(doc, &paths)
                {
                    self.line = Some(Line::refused(text));
                }
            }
            Purpose::SaveCopy => {
                self.line = self.doc.as_ref().map(|doc| match doc.save_copy(&first) {
                    Ok(()) => Line::done(format!("A copy is in {}.", first.display())),
                    Err(text) => Line::refused(text),
                });
            }
            Purpose::ResultsList => {
                let Some(doc) = &self.doc else { return };
                match self.pages.rounds.read_list(doc, &first) {
                    Ok(command) => self.submit(command.into()),
                    Err(text) => self.line = Some(Line::refused(text)),
                }
            }
            Purpose::OpeningList => {
                self.line = self.pages.rounds.read_openings(&first).err().map(Line::refused);
            }
            Purpose::RecordsFolder => {
                let Some(doc) = &self.doc else { return };
                self.line = Some(match self.pages.rounds.write_records(doc, &first) {
                    Ok(text) => Line::done(text),
                    Err(text) => Line::refused(text),
                });
            }
            Purpose::ReportsFolder => self.pages.reports.folder = Some(first),
            Purpose::OpenSeries => {
                let opened = self.pages.series.open(&first);
                self.show_series(opened);
            }
            Purpose::NewSeries => {
                let made = self.pages.series.create(&first);
                self.show_series(made);
            }
            Purpose::SeriesEvents => {
                self.line = Some(match self.pages.series.add(&paths) {
                    Ok(text) => Line::done(text),
                    Err(text) => Line::refused(text),
                });
            }
            Purpose::RatingList => self.lists.choose(&first),
            Purpose::RatingIndex => self.lists.use_index(&first, &mut self.prefs),
        }
    }
}

/// Fonts and themes for a context that a test has made.
#[cfg(test)]
pub fn install_for_tests(ctx: &egui::Context) {
    theme::install(ctx);
}

/// What is said about a change that was made.
fn done_line(order: &Order, change: &tournament::command::Change, warning: &tournament::command::Warning) -> Line {
    let mut text = change.summary.clone();
    for sentence in warning.reasons.iter().filter(|_| !order.confirmed).chain(&change.consequences) {
        text.push_str(". ");
        text.push_str(sentence.trim_end_matches('.'));
    }
    let tone = if warning.level >= WarningLevel::Note { Tone::Ask } else { Tone::Done };
    // FIDE mode is left for good.
    let undo = !matches!(order.command, tournament::command::Command::LeaveFideMode { .. });
    Line { tone, undo, ..Line::done(text) }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.draw(ui);
    }
}

/// A message with remarks behind it.
fn remarked(text: String, remarks: Remarks) -> Line {
    let offer = ("Read them".to_owned(), Box::new(Action::ShowRemarks(remarks)));
    Line { tone: Tone::Ask, offer: Some(offer), ..Line::done(text) }
}
