//! Documents on paper: chosen at the left, seen at the right, written as PDF.

use super::Cx;
use crate::gui::action::{Action, Purpose};
use crate::gui::doc::Doc;
use crate::gui::remarks::Remarks;
use crate::gui::theme::{self, Palette};
use crate::gui::widgets::{self, drop_down, paper};
use eframe::egui::{self, Button, RichText, ScrollArea, Ui, vec2};
use reports::layout::Layout;
use reports::{Options, Paper, What};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tournament::model::{PlayerId, RoundNumber};
use tournament::trf::{self, Dialect};

/// The title of what a report file cannot hold.
const LOST: &str = "What the report file cannot hold";

/// What a preview was made from.
#[derive(Clone, PartialEq)]
struct Key {
    revision: u64,
    what: What,
    round: Option<RoundNumber>,
    paper: Paper,
    large: bool,
    all: bool,
    only: String,
}

/// The reports page.
#[derive(Default)]
pub struct Reports {
    /// Where documents are written.
    pub folder: Option<PathBuf>,
    chosen: Option<BTreeSet<What>>,
    shown: Option<What>,
    round: Option<RoundNumber>,
    paper: Paper,
    large: bool,
    /// Only the stage in view, although others run beside it.
    only_one: bool,
    /// Name or number of the one player for documents with a sheet for each.
    player: String,
    html: bool,
    csv: bool,
    trf: bool,
    /// The game records of the round.
    games: bool,
    page: usize,
    preview: Option<(Key, Result<Layout, String>)>,
    fonts: Option<reports::fonts::Fonts>,
    written: Vec<PathBuf>,
}

impl Reports {
    /// Chooses one document alone.
    pub fn choose(&mut self, what: What) {
        self.chosen = Some([what].into());
        self.shown = Some(what);
        self.page = 0;
    }

    /// Draws the page.
    pub fn show(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) {
        // A knockout is ranked by its bracket.
        let system = doc.state().stages.get(doc.view().stage).map(|stage| &stage.system);
        let knockout = matches!(system, Some(tournament::model::System::Knockout { .. }));
        let result = if knockout { What::Bracket } else { What::Standings };
        let chosen = self.chosen.get_or_insert_with(|| [What::Pairings, result].into()).clone();
        let files = chosen.len() * (1 + usize::from(self.html) + usize::from(self.csv)) + usize::from(self.trf);
        let files = files + usize::from(self.games && self.has_records(doc));
        let label = if files == 1 { "Write 1 file".to_owned() } else { format!("Write {files} files") };
        let write = widgets::header(ui, "Reports", Some((&label, files > 0)), |_| {});
        if write || (files > 0 && cx.main_key()) {
            self.write(doc, cx);
        }
        let frame = egui::Frame::new().inner_margin(egui::Margin { left: 0, right: 16, top: 0, bottom: 0 });
        egui::Panel::left("report choices").exact_size(320.0).resizable(false).frame(frame).show(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| self.choices(ui, doc, cx));
        });
        self.show_preview(ui, doc);
    }

    fn choices(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) {
        let p = Palette::of(ui);
        ui.label(RichText::new("Documents").text_style(theme::bold()));
        let chosen = self.chosen.get_or_insert_default();
        let shown = self.shown.unwrap_or(What::Pairings);
        let mut offered = What::offered_for(doc.state(), doc.view().stage);
        if doc.state().stages.len() > 1 {
            offered.push(What::Ranking);
        }
        for what in offered {
            ui.horizontal(|ui| {
                ui.set_min_height(28.0);
                let mut on = chosen.contains(&what);
                let check = ui.add(egui::Checkbox::without_text(&mut on));
                check.widget_info(|| {
                    egui::WidgetInfo::selected(egui::Role::CheckBox, true, on, format!("Write: {}", what.title()))
                });
                if check.clicked() {
                    if on {
                        chosen.insert(what)
                    } else {
                        chosen.remove(&what)
                    };
                    self.shown = Some(what);
                    self.page = 0;
                }
                let width = ui.available_width();
                let button = Button::selectable(shown == what, what.title()).min_size(vec2(width, 28.0)).right_text("");
                if ui.add(button).clicked() {
                    self.shown = Some(what);
                    self.page = 0;
                }
            });
        }
        let rounds = doc.view().rounds;
        widgets::group_title(ui, "How");
        widgets::field(ui, "Round", 288.0, |ui| {
            let text = |round: Option<RoundNumber>| match round {
                None => "the last round".to_owned(),
                Some(n) => format!("round {n}"),
            };
            drop_down::drop_down(ui, "report round", 280.0, text(self.round), |ui| {
                drop_down::entry(ui, &mut self.round, None, text(None));
                for n in (1..=rounds).rev() {
                    drop_down::entry(ui, &mut self.round, Some(n), text(Some(n)));
                }
            });
        });
        if doc.state().phase_of(doc.view().stage).len() > 1 {
            widgets::segmented(ui, &mut self.only_one, &[(false, "All groups"), (true, "Only the one in view")]);
        }
        if chosen.iter().chain([&shown]).any(|what| what.has_sheets()) {
            widgets::text_field(ui, "Only one player", 280.0, &mut self.player, "everybody, or a number or name");
            if !self.player.trim().is_empty() {
                match self.one(doc) {
                    Ok(id) => {
                        let found = id.map(|id| doc.state().name(id)).unwrap_or_default();
                        widgets::caption(ui, format!("Player cards, ratings by game, norms, tie-breaks: {found}"));
                    }
                    Err(text) => {
                        ui.label(RichText::new(text).small().color(p.amber));
                    }
                }
            }
        }
        ui.horizontal(|ui| {
            widgets::segmented(ui, &mut self.paper, &[(Paper::A4, "A4"), (Paper::Letter, "Letter")]);
            ui.checkbox(&mut self.large, "Large pairings");
        });
        ui.horizontal(|ui| {
            ui.label("Besides PDF:");
            ui.checkbox(&mut self.html, "HTML");
            ui.checkbox(&mut self.csv, "CSV");
        });
        ui.horizontal(|ui| {
            ui.checkbox(&mut self.trf, "Report file for FIDE (TRF26)");
        });
        if !doc.state().records.is_empty() {
            ui.checkbox(&mut self.games, "Game records of the round (PGN, PDN)");
        }
        widgets::group_title(ui, "Where");
        let folder = self.target(doc);
        ui.add(egui::Label::new(RichText::new(folder.display().to_string()).small().color(p.weak)).wrap());
        ui.horizontal(|ui| {
            if ui.button("Choose a folder…").clicked() {
                cx.ask(Action::Pick(Purpose::ReportsFolder));
            }
            let open = ui.add_enabled(folder.is_dir(), Button::new("Open the folder"));
            if open.on_disabled_hover_text("It is made when the first document is written").clicked() {
                cx.ask(Action::ShowFolder(folder.clone()));
            }
        });
        if !self.written.is_empty() {
            widgets::group_title(ui, "Written");
            for path in &self.written {
                let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
                let label = egui::Label::new(RichText::new(name).small().color(p.text)).truncate();
                ui.add(label).on_hover_text(path.display().to_string());
            }
        }
    }

    /// The folder for documents: as chosen, else `exports` beside the event.
    fn target(&self, doc: &Doc) -> PathBuf {
        let beside = doc.path().and_then(Path::parent).map(|folder| folder.join("exports"));
        let folder = self.folder.clone().or(beside).unwrap_or_else(crate::gui::prefs::documents_folder);
        std::path::absolute(&folder).unwrap_or(folder)
    }

    fn options(&self) -> Options {
        Options { paper: self.paper, large_print: self.large, ..Options::default() }
    }

    /// The one player that documents with a sheet for each are made for; nobody named: all of them.
    fn one(&self, doc: &Doc) -> Result<Option<PlayerId>, String> {
        let written = self.player.trim();
        let text = written.to_lowercase();
        if text.is_empty() {
            return Ok(None);
        }
        let v = doc.view();
        let nobody = || format!("There is no player \"{written}\"; write a number or a name of the list.");
        if let Ok(number) = text.parse::<u32>() {
            return v.order.iter().copied().find(|id| v.number(*id) == Some(number)).map(Some).ok_or_else(nobody);
        }
        let name = |id: &PlayerId| doc.state().name(*id).to_lowercase();
        let which = |fits: &dyn Fn(&str) -> bool| -> Vec<PlayerId> {
            v.order.iter().copied().filter(|id| fits(&name(id))).collect()
        };
        let mut found = which(&|name| name == text);
        if found.is_empty() {
            found = which(&|name| name.starts_with(&text));
        }
        if found.is_empty() {
            found = which(&|name| name.contains(&text));
        }
        match found.as_slice() {
            [] => Err(nobody()),
            [one] => Ok(Some(*one)),
            many => {
                let names: Vec<String> = many.iter().take(3).map(|id| doc.state().name(*id)).collect();
                let more = if many.len() > 3 { " or others" } else { "" };
                Err(format!(
                    "\"{written}\" may be {}{more}; write more of the name, or the number.",
                    names.join(" or ")
                ))
            }
        }
    }

    fn document(&self, doc: &Doc, what: What) -> Result<reports::document::Document, String> {
        let stage = doc.view().stage;
        if what.has_sheets()
            && let Some(player) = self.one(doc)?
        {
            let view = reports::View::from(doc.event()).at_stage(stage).only(player);
            return reports::build(view, what, self.round).map_err(|error| error.to_string());
        }
        let stages = if self.only_one { stage..stage + 1 } else { doc.state().phase_of(stage) };
        reports::build_stages(doc.event(), stages, what, self.round).map_err(|error| error.to_string())
    }

    fn write(&mut self, doc: &Doc, cx: &mut Cx<'_>) {
        let folder = self.target(doc);
        match self.write_all(doc, &folder) {
            Ok((written, remarks)) => {
                let count = written.len();
                self.written = written;
                let files = if count == 1 { "1 file".to_owned() } else { format!("{count} files") };
                let text = format!("Wrote {files} to {}.", folder.display());
                cx.ask(match remarks.len() {
                    0 => Action::Say(text),
                    1 => Action::Remark(format!("{text} 1 remark on the report file."), Remarks::new(LOST, remarks)),
                    n => Action::Remark(format!("{text} {n} remarks on the report file."), Remarks::new(LOST, remarks)),
                });
            }
            Err(text) => cx.ask(Action::Complain(text)),
        }
    }

    fn write_all(&self, doc: &Doc, folder: &Path) -> Result<(Vec<PathBuf>, Vec<String>), String> {
        let options = self.options();
        let (mut written, mut remarks) = (Vec::new(), Vec::new());
        // All of them are made before anything is written.
        let made = self
            .chosen
            .iter()
            .flatten()
            .map(|&what| self.document(doc, what).map_err(|error| format!("{}: {error}", what.title())));
        let made = made.collect::<Result<Vec<_>, _>>()?;
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}.", folder.display()))?;
        for document in made {
            let mut keep = |ending: &str, bytes: &[u8]| {
                let path = folder.join(format!("{}.{ending}", document.file_stem));
                std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}.", path.display()))?;
                written.push(path);
                Ok::<(), String>(())
            };
            keep("pdf", &reports::pdf::write(&document, &options).map_err(|error| error.to_string())?)?;
            if self.html {
                keep("html", reports::html::write(&document, &options).as_bytes())?;
            }
            if self.csv {
                keep("csv", reports::csv::write(&document, reports::csv::Separator::Semicolon).as_bytes())?;
            }
        }
        if self.trf {
            let (path, told) = self.write_trf(doc, folder)?;
            written.push(path);
            remarks = told;
        }
        if self.games {
            for (name, text) in self.record_files(doc) {
                let path = folder.join(name);
                std::fs::write(&path, text).map_err(|error| format!("{}: {error}.", path.display()))?;
                written.push(path);
            }
        }
        Ok((written, remarks))
    }

    /// Whether records are kept with the round chosen.
    fn has_records(&self, doc: &Doc) -> bool {
        let round = doc.state().round(doc.view().stage, self.round.unwrap_or(doc.view().rounds));
        round.is_some_and(|round| round.meetings.iter().any(|m| m.games.iter().any(|game| game.record.is_some())))
    }

    /// The records of the round chosen, as files.
    fn record_files(&self, doc: &Doc) -> Vec<(String, String)> {
        let round = self.round.unwrap_or(doc.view().rounds);
        tournament::records::export(doc.state(), doc.view().stage, round)
    }

    /// The report file, with the ranks of the standings, and what it cannot hold.
    fn write_trf(&self, doc: &Doc, folder: &Path) -> Result<(PathBuf, Vec<String>), String> {
        let v = doc.view();
        let table = v.standings(v.rounds);
        let rank = |row: &tournament::standings::Standing| table.ids.get(row.index).map(|&id| (id, row.rank));
        let ranks = table.standings.rows.iter().filter_map(rank).collect();
        let exported = trf::export(doc.state(), v.stage, Dialect::Trf26, &ranks).map_err(|error| error.to_string())?;
        let mut name = doc.path().map_or_else(|| "event".to_owned(), super::events::file_title);
        if doc.state().stages.len() > 1 {
            name = format!("{name} stage {}", v.stage + 1);
        }
        let path = folder.join(format!("{name}.trf"));
        std::fs::write(&path, exported.bytes).map_err(|error| format!("{}: {error}.", path.display()))?;
        Ok((path, exported.remarks.iter().map(ToString::to_string).collect()))
    }

    fn show_preview(&mut self, ui: &mut Ui, doc: &Doc) {
        let what = self.shown.unwrap_or(What::Pairings);
        let key = Key {
            revision: doc.revision(),
            what,
            round: self.round,
            paper: self.paper,
            large: self.large,
            all: !self.only_one,
            only: self.player.clone(),
        };
        if self.preview.as_ref().is_none_or(|(old, _)| *old != key) {
            let fonts = self.fonts.take().unwrap_or_default();
            let laid_out =
                self.document(doc, what).map(|document| reports::layout::layout(&document, &self.options(), &fonts));
            self.fonts = Some(fonts);
            self.preview = Some((key, laid_out));
        }
        let Some((_, preview)) = &self.preview else { return };
        let layout = match preview {
            Ok(layout) => layout,
            Err(text) => {
                widgets::empty(ui, text, None);
                return;
            }
        };
        self.page = self.page.min(layout.pages.len().saturating_sub(1));
        let p = Palette::of(ui);
        ui.horizontal(|ui| {
            use crate::gui::{frame::icon_button, widgets::icon::Icon};
            ui.label(RichText::new(what.title()).text_style(theme::bold()));
            if layout.pages.len() > 1 {
                if icon_button(ui, Icon::Left, "Page before").clicked() {
                    self.page = self.page.saturating_sub(1);
                }
                let text = format!("page {} of {}", self.page + 1, layout.pages.len());
                ui.label(RichText::new(text).small().color(p.weak));
                if icon_button(ui, Icon::Right, "Next page").clicked() {
                    self.page = (self.page + 1).min(layout.pages.len() - 1);
                }
            }
            if !layout.left_out.is_empty() {
                let text = format!("too narrow for: {}", layout.left_out.join(", "));
                ui.label(RichText::new(text).small().color(p.amber));
            }
        });
        if let Some(page) = layout.pages.get(self.page) {
            paper::show(ui, layout, page);
        }
    }
}
