//! The dialog of the rating list: which one is in use, and indexing another one.

use super::{Lists, Outcome, thousands};
use crate::gui::action::{Action, Purpose};
use crate::gui::prefs::Prefs;
use crate::gui::theme::{self, Palette};
use crate::gui::widgets::{self, drop_down, text_field};
use eframe::egui::{self, Button, Key, Modifiers, ProgressBar, RichText, ScrollArea, Ui, vec2};
use std::path::{Path, PathBuf};
use tournament::model::PartialDate;
use tournament::rating_list::{self, ColumnMap, Field, HeaderColumn, IndexOptions, Kind};

/// What must be known to index a file.
pub(super) struct Form {
    file: PathBuf,
    list: String,
    date: String,
    /// Columns of a CSV list with what their names stand for; `None` for other files.
    columns: Option<Vec<HeaderColumn>>,
    /// The column that the user says holds a field, in the order of [`Field::MAPPED`].
    map: Vec<Option<usize>>,
    problem: Option<String>,
}

impl Form {
    /// Looks at the first line of a list.
    pub fn of(path: &Path) -> Result<Form, String> {
        let columns = rating_list::header_of(path).map_err(|error| error.to_string())?;
        // National lists come as CSV; FIDE's does not.
        let list = match &columns {
            None => "FIDE".to_owned(),
            Some(_) => path.file_stem().map_or_else(|| "List".to_owned(), |stem| stem.to_string_lossy().to_uppercase()),
        };
        let map = vec![None; Field::MAPPED.len()];
        Ok(Form { file: path.to_owned(), list, date: String::new(), columns, map, problem: None })
    }

    /// The options as typed.
    fn options(&self, folder: Option<&Path>) -> Result<(PathBuf, IndexOptions), String> {
        let list = self.list.trim().to_owned();
        if list.is_empty() {
            return Err("Give the list a name, as ratings carry it: FIDE, DWZ.".to_owned());
        }
        let date: Option<PartialDate> = match self.date.trim() {
            "" => None,
            text => Some(text.parse()?),
        };
        let usual = rating_list::default_path(&list);
        let target = match folder {
            Some(folder) => usual.as_deref().and_then(Path::file_name).map(|name| folder.join(name)),
            None => usual,
        };
        let target = target.ok_or(
            "The system names no data folder of the user; index the list on the command line with --index PATH.",
        )?;
        let mut map = ColumnMap::default();
        for ((field, _), column) in Field::MAPPED.iter().zip(&self.map) {
            if let Some((title, _)) = column.and_then(|at| self.columns.as_ref()?.get(at)) {
                map.columns.push((*field, title.clone()));
            }
        }
        Ok((target, IndexOptions { list, date, map, ..IndexOptions::default() }))
    }
}

impl Lists {
    /// Draws the dialog while it is open. `topmost`: no other dialog stands above it.
    pub fn show(&mut self, ctx: &egui::Context, prefs: &mut Prefs, out: &mut Vec<Action>, topmost: bool) {
        if !self.open {
            return;
        }
        let mut close = false;
        let popup = egui::Popup::is_any_open(ctx);
        egui::Modal::new(egui::Id::unique("rating list")).frame(crate::gui::message::frame(ctx)).show(ctx, |ui| {
            ui.set_width(600.0_f32.min(ctx.content_rect().width() - 64.0));
            ui.label(RichText::new("Rating list").heading());
            ui.add_space(4.0);
            self.in_use(ui, prefs);
            if self.job.is_some() {
                self.bar(ui);
            } else {
                self.form(ui);
            }
            self.told(ui);
            ui.add_space(12.0);
            ui.horizontal(|ui| {
                let tall = |text: &str| Button::new(text.to_owned()).min_size(vec2(0.0, 32.0));
                let choose = ui.add_enabled(!self.is_busy(), tall("Choose a list file…"));
                if choose.on_hover_text("FIDE's list as text, XML or zip, or any list in CSV").clicked() {
                    out.push(Action::Pick(Purpose::RatingList));
                }
                let index = ui.add_enabled(!self.is_busy(), tall("Use an index that is there…"));
                if index.on_hover_text("An index that was made before, here or on the command line").clicked() {
                    out.push(Action::Pick(Purpose::RatingIndex));
                }
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    close |= ui.add(tall("Close")).clicked();
                });
            });
        });
        let escape = |i: &mut egui::InputState| i.consume_key(Modifiers::NONE, Key::Escape);
        if close || (topmost && !popup && ctx.input_mut(escape)) {
            self.open = false;
            if self.job.is_none() {
                self.form = None;
                self.outcome = None;
            }
        }
    }

    /// The list in use.
    fn in_use(&mut self, ui: &mut Ui, prefs: &Prefs) {
        let p = Palette::of(ui);
        let info = self.info(prefs);
        if let Some(trouble) = self.trouble() {
            ui.label(RichText::new(trouble).color(p.red));
        } else if let Some(info) = info {
            let text = format!("{}, {} players", info.label(), thousands(info.players));
            ui.label(RichText::new(text).text_style(theme::bold()));
            let kinds: Vec<&str> = info
                .kinds
                .iter()
                .map(|kind| match kind {
                    Kind::Standard => "standard",
                    Kind::Rapid => "rapid",
                    Kind::Blitz => "blitz",
                })
                .collect();
            let day = info.indexed_at.get(..10).unwrap_or(&info.indexed_at);
            widgets::caption(ui, format!("Ratings: {}. From {}, indexed on {day}.", kinds.join(", "), info.source));
            if let Some(path) = prefs.list_index() {
                widgets::caption(ui, format!("Index: {}", path.display()));
            }
        } else {
            ui.label("No rating list is indexed yet.");
            let text = "Fetch FIDE's list or your federation's and choose the file here. It is indexed once; then players are found as you \
                        type, and the ratings of a whole event are refreshed at once. The program itself never uses the network.";
            widgets::caption(ui, text);
        }
    }

    /// How far indexing has come.
    fn bar(&mut self, ui: &mut Ui) {
        let Some((what, share)) = self.progress() else { return };
        widgets::group_title(ui, what);
        ui.horizontal(|ui| {
            ui.add(ProgressBar::new(share).desired_width(ui.available_width() - 96.0).show_percentage());
            if ui.add(Button::new("Cancel").min_size(vec2(80.0, 28.0))).clicked() {
                self.stop();
            }
        });
        widgets::caption(ui, "You can close this and go on; the work is not disturbed.");
    }

    /// What must be known of the file chosen.
    fn form(&mut self, ui: &mut Ui) {
        let Some(form) = &mut self.form else { return };
        let p = Palette::of(ui);
        widgets::group_title(ui, "New list");
        let name = form.file.display().to_string();
        ui.add(egui::Label::new(RichText::new(name).small().color(p.text)).truncate());
        let mut typed = false;
        ui.horizontal(|ui| {
            typed |= text_field(ui, "Name of the list", 140.0, &mut form.list, "FIDE").changed();
            typed |=
                text_field(ui, "Its date, if the list does not tell", 220.0, &mut form.date, "2026-12-01").changed();
        });
        if let Some(columns) = &form.columns {
            ui.label(RichText::new("Columns").text_style(theme::bold()));
            widgets::caption(ui, "What the names of the columns say is taken; say here where they do not.");
            let width = ((ui.available_width() - 40.0) / 3.0).floor();
            ScrollArea::vertical().max_height(240.0).show(ui, |ui| {
                let rows: Vec<usize> = (0..Field::MAPPED.len()).collect();
                for row in rows.chunks(3) {
                    ui.horizontal(|ui| {
                        for &at in row {
                            let (field, label) = Field::MAPPED[at];
                            let said = columns.iter().find(|(_, known)| *known == Some(field));
                            let automatic = said.map_or("–".to_owned(), |(title, _)| title.clone());
                            let shown = match form.map[at].and_then(|at| columns.get(at)) {
                                Some((title, _)) => title.clone(),
                                None => automatic.clone(),
                            };
                            widgets::field(ui, label, width, |ui| {
                                drop_down::drop_down(ui, label, width - 12.0, shown, |ui| {
                                    typed |= drop_down::entry(ui, &mut form.map[at], None, &automatic);
                                    for (number, (title, _)) in columns.iter().enumerate() {
                                        typed |= drop_down::entry(ui, &mut form.map[at], Some(number), title);
                                    }
                                });
                            });
                        }
                    });
                }
            });
        }
        if typed {
            form.problem = None;
        }
        if let Some(problem) = &form.problem {
            ui.label(RichText::new(problem).color(p.red));
        }
        ui.add_space(8.0);
        if widgets::primary(ui, true, "Index this list").clicked() {
            match form.options(self.folder.as_deref()) {
                Ok((target, options)) => {
                    let file = form.file.clone();
                    let ctx = ui.ctx().clone();
                    self.start(&ctx, file, target, options);
                }
                Err(text) => form.problem = Some(text),
            }
        }
    }

    /// What came of the last indexing.
    fn told(&self, ui: &mut Ui) {
        let p = Palette::of(ui);
        match &self.outcome {
            None => {}
            Some(Outcome::Failed(text)) => {
                ui.add_space(8.0);
                ui.label(RichText::new(text).color(p.red));
            }
            Some(Outcome::Done(report, took)) => {
                ui.add_space(8.0);
                let players = thousands(report.info.players);
                ui.label(format!("Indexed {players} players in {:.1} seconds.", took.as_secs_f32()));
                let mut notes = Vec::new();
                if report.left_out > 0 {
                    notes.push(format!("{} rows gave no player.", report.left_out));
                }
                if report.repeated_ids > 0 {
                    notes.push(format!("{} identity numbers stand in the list again.", report.repeated_ids));
                }
                if report.info.date.is_none() {
                    notes.push("The list tells no date.".to_owned());
                }
                notes.extend(
                    report.remarks.iter().take(4).map(|remark| format!("Line {}: {}", remark.line, remark.text)),
                );
                if report.remark_count > 4 {
                    notes.push(format!("And {} more like these.", report.remark_count - 4));
                }
                for note in notes {
                    ui.label(RichText::new(note).small().color(p.amber));
                }
            }
        }
    }
}
