//! Open and save dialogs drawn by the program itself, so that they work without a desktop portal.

use eframe::egui::{self, Key};
use std::path::{Path, PathBuf};

/// What the dialog is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Choose one existing file.
    Open,
    /// Choose several existing files.
    OpenMany,
    /// Name a file to write.
    Save,
    /// Choose a folder.
    Folder,
}

/// What the person did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Still choosing.
    Pending,
    /// Closed without choosing.
    Cancelled,
    /// The choice; never empty.
    Chosen(Vec<PathBuf>),
}

struct Item {
    name: String,
    path: PathBuf,
    is_dir: bool,
    size: u64,
}

/// An open or save dialog; shown every frame until it answers.
pub struct FileDialog {
    purpose: Purpose,
    title: String,
    extensions: Vec<&'static str>,
    folder: PathBuf,
    path_text: String,
    file_name: String,
    all_files: bool,
    items: Vec<Item>,
    selected: Vec<PathBuf>,
    error: Option<String>,
    overwrite: Option<PathBuf>,
    /// The field to type into gets the keyboard with the next frame.
    focus: bool,
    /// The row of the list that the arrow keys have reached.
    cursor: Option<usize>,
    /// The arrow keys were used in this frame: the row is brought into view.
    moved: bool,
}

impl FileDialog {
    /// A dialog that begins in `folder`; `extensions` (without dot, lower case) limit the files shown, empty shows all.
    pub fn new(purpose: Purpose, title: impl Into<String>, extensions: &[&'static str], folder: &Path) -> Self {
        let mut dialog = FileDialog {
            purpose,
            title: title.into(),
            extensions: extensions.to_vec(),
            folder: PathBuf::new(),
            path_text: String::new(),
            file_name: String::new(),
            all_files: false,
            items: Vec::new(),
            selected: Vec::new(),
            error: None,
            overwrite: None,
            focus: true,
            cursor: None,
            moved: false,
        };
        let start = if folder.is_dir() { folder.to_path_buf() } else { home() };
        dialog.enter(start);
        dialog
    }

    /// Proposes a file name (for [`Purpose::Save`]).
    pub fn file_name(mut self, name: impl Into<String>) -> Self {
        self.file_name = name.into();
        self
    }

    fn enter(&mut self, folder: PathBuf) {
        let folder = folder.canonicalize().unwrap_or(folder);
        match std::fs::read_dir(&folder) {
            Ok(entries) => {
                self.items = entries
                    .flatten()
                    .map(|entry| {
                        let path = entry.path();
                        let metadata = std::fs::metadata(&path).ok();
                        Item {
                            name: entry.file_name().to_string_lossy().into_owned(),
                            is_dir: metadata.as_ref().is_some_and(std::fs::Metadata::is_dir),
                            size: metadata.map_or(0, |m| m.len()),
                            path,
                        }
                    })
                    .filter(|item| !item.name.starts_with('.'))
                    .collect();
                self.items.sort_by_key(|item| (!item.is_dir, item.name.to_lowercase()));
                self.error = None;
            }
            Err(error) => {
                self.items.clear();
                self.error = Some(format!("{}: {error}", folder.display()));
            }
        }
        self.path_text = folder.display().to_string();
        self.folder = folder;
        self.selected.clear();
        self.cursor = None;
    }

    fn fits(&self, item: &Item) -> bool {
        if item.is_dir {
            // Backups are opened from the event, not from here.
            return self.all_files || !item.name.ends_with(".pairwright-backups");
        }
        if self.purpose == Purpose::Folder {
            return false;
        }
        let name = item.name.to_lowercase();
        self.all_files
            || self.extensions.is_empty()
            || self.extensions.iter().any(|ext| name.ends_with(&format!(".{ext}")))
    }

    /// The path that the name field means, with the first extension added when it has none of them.
    fn named(&self) -> PathBuf {
        let name = self.file_name.trim();
        let lower = name.to_lowercase();
        let known = self.extensions.iter().any(|ext| lower.ends_with(&format!(".{ext}")));
        match self.extensions.first() {
            Some(ext) if !known => self.folder.join(format!("{name}.{ext}")),
            _ => self.folder.join(name),
        }
    }

    fn accept(&mut self) -> Answer {
        match self.purpose {
            Purpose::Folder => Answer::Chosen(vec![self.folder.clone()]),
            Purpose::Save if self.file_name.trim().is_empty() => {
                self.error = Some("Type a file name.".to_owned());
                Answer::Pending
            }
            Purpose::Save => {
                let path = self.named();
                if path.exists() && self.overwrite.as_ref() != Some(&path) {
                    self.error = Some(format!("{} exists. Press Save again to replace it.", path.display()));
                    self.overwrite = Some(path);
                    return Answer::Pending;
                }
                Answer::Chosen(vec![path])
            }
            Purpose::Open | Purpose::OpenMany if self.selected.is_empty() => {
                self.error = Some("Choose a file.".to_owned());
                Answer::Pending
            }
            Purpose::Open | Purpose::OpenMany => Answer::Chosen(std::mem::take(&mut self.selected)),
        }
    }

    /// Draws the dialog and says what the person did.
    pub fn show(&mut self, ctx: &egui::Context) -> Answer {
        let mut answer = Answer::Pending;
        let modal =
            egui::Modal::new(egui::Id::unique("file-dialog")).frame(super::message::frame(ctx)).show(ctx, |ui| {
                ui.set_width(680.0_f32.min(ctx.content_rect().width() - 48.0));
                ui.heading(&self.title);
                ui.add_space(8.0);
                if let Some(chosen) = self.keys(ui) {
                    answer = chosen;
                }
                if let Some(chosen) = self.path_bar(ui) {
                    answer = chosen;
                }
                ui.add_space(4.0);
                if let Some(chosen) = self.list(ui) {
                    answer = chosen;
                }
                ui.add_space(8.0);
                if let Some(chosen) = self.bottom(ui) {
                    answer = chosen;
                }
            });
        // A click beside the dialog does not close it: that would lose what was typed.
        let _ = modal;
        if answer == Answer::Pending && ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, Key::Escape)) {
            answer = Answer::Cancelled;
        }
        answer
    }

    /// Arrow keys move through the list from the field above it; Enter then opens the folder or takes the file.
    fn keys(&mut self, ui: &egui::Ui) -> Option<Answer> {
        if !ui.ctx().text_edit_focused() {
            return None;
        }
        let pressed = |key| ui.input_mut(|i| i.consume_key(egui::Modifiers::NONE, key));
        let (down, up) = (pressed(Key::ArrowDown), pressed(Key::ArrowUp));
        let shown: Vec<usize> = (0..self.items.len()).filter(|&i| self.fits(&self.items[i])).collect();
        if (down || up) && !shown.is_empty() {
            let here = match (self.cursor, down) {
                (None, _) => 0,
                (Some(here), true) => (here + 1).min(shown.len() - 1),
                (Some(here), false) => here.saturating_sub(1),
            };
            self.cursor = Some(here);
            self.moved = true;
            let item = &self.items[shown[here]];
            self.selected = if item.is_dir { Vec::new() } else { vec![item.path.clone()] };
            if !item.is_dir {
                self.file_name = item.name.clone();
            }
        }
        let item = self.cursor.and_then(|here| shown.get(here)).map(|&index| &self.items[index])?;
        if !pressed(Key::Enter) {
            return None;
        }
        if item.is_dir {
            let folder = item.path.clone();
            self.enter(folder);
            self.focus = true;
            return None;
        }
        Some(self.accept())
    }

    fn path_bar(&mut self, ui: &mut egui::Ui) -> Option<Answer> {
        let mut answer = None;
        ui.horizontal(|ui| {
            if ui.button("Up").clicked()
                && let Some(parent) = self.folder.parent()
            {
                self.enter(parent.to_path_buf());
            }
            if ui.button("Home").clicked() {
                self.enter(home());
            }
            let field = egui::TextEdit::singleline(&mut self.path_text).desired_width(f32::INFINITY);
            let response = ui.name_inputs("Folder or file", |ui| ui.add(field));
            if self.purpose != Purpose::Save && std::mem::take(&mut self.focus) {
                response.request_focus();
            }
            if response.changed() {
                // What is typed counts, not the row that the arrow keys had reached.
                self.cursor = None;
            }
            if response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter)) {
                self.focus = true;
                let typed = PathBuf::from(self.path_text.trim());
                if typed.is_file() && self.purpose != Purpose::Folder {
                    self.file_name = typed.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
                    self.enter(typed.parent().map(Path::to_path_buf).unwrap_or_default());
                    self.selected = vec![typed];
                    answer = Some(self.accept());
                } else {
                    self.enter(typed);
                }
            }
        });
        answer
    }

    fn list(&mut self, ui: &mut egui::Ui) -> Option<Answer> {
        let shown: Vec<usize> = (0..self.items.len()).filter(|&i| self.fits(&self.items[i])).collect();
        let mut enter = None;
        let mut accept = false;
        let row_height = 24.0;
        egui::Frame::group(ui.style()).show(ui, |ui| {
            let mut area = egui::ScrollArea::vertical().max_height(320.0).min_scrolled_height(320.0).auto_shrink(false);
            if let (true, Some(here)) = (std::mem::take(&mut self.moved), self.cursor) {
                let step = row_height + ui.spacing().item_spacing.y;
                area = area.vertical_scroll_offset((here as f32 - 5.0).max(0.0) * step);
            }
            area.show_rows(ui, row_height, shown.len().max(1), |ui, rows| {
                if shown.is_empty() {
                    ui.weak("Nothing to choose here.");
                    return;
                }
                for row in rows {
                    let item = &self.items[shown[row]];
                    let chosen = self.selected.contains(&item.path) || self.cursor == Some(row);
                    let label = if item.is_dir {
                        format!("{}/", item.name)
                    } else {
                        format!("{}    {}", item.name, size_text(item.size))
                    };
                    let response = ui.selectable_label(chosen, label);
                    if response.double_clicked() {
                        if item.is_dir {
                            enter = Some(item.path.clone());
                        } else {
                            self.selected = vec![item.path.clone()];
                            self.file_name = item.name.clone();
                            accept = true;
                        }
                    } else if response.clicked() {
                        if item.is_dir {
                            enter = Some(item.path.clone());
                        } else if self.purpose == Purpose::OpenMany && ui.input(|i| i.modifiers.command) {
                            match self.selected.iter().position(|path| *path == item.path) {
                                Some(at) => drop(self.selected.remove(at)),
                                None => self.selected.push(item.path.clone()),
                            }
                        } else {
                            self.selected = vec![item.path.clone()];
                            self.file_name = item.name.clone();
                        }
                    }
                }
            });
        });
        if let Some(folder) = enter {
            self.enter(folder);
        }
        accept.then(|| self.accept())
    }

    fn bottom(&mut self, ui: &mut egui::Ui) -> Option<Answer> {
        let mut answer = None;
        if self.purpose == Purpose::Save {
            ui.horizontal(|ui| {
                ui.label("File name");
                let field = egui::TextEdit::singleline(&mut self.file_name).desired_width(f32::INFINITY);
                let response = ui.name_inputs("File name", |ui| ui.add(field));
                if std::mem::take(&mut self.focus) {
                    response.request_focus();
                }
                if response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter)) {
                    self.focus = true;
                    answer = Some(self.accept());
                }
            });
        }
        if let Some(error) = &self.error {
            ui.colored_label(ui.visuals().error_fg_color, error);
        }
        ui.horizontal(|ui| {
            if !self.extensions.is_empty() && self.purpose != Purpose::Folder {
                let kinds = self.extensions.iter().map(|e| format!(".{e}")).collect::<Vec<_>>().join(" ");
                ui.checkbox(&mut self.all_files, format!("All files, not only {kinds}"));
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let word = match self.purpose {
                    Purpose::Open | Purpose::OpenMany => "Open",
                    Purpose::Save => "Save",
                    Purpose::Folder => "Use this folder",
                };
                if super::widgets::primary(ui, true, word).clicked() {
                    answer = Some(self.accept());
                }
                if ui.add(egui::Button::new("Cancel").min_size(egui::vec2(0.0, 32.0))).clicked() {
                    answer = Some(Answer::Cancelled);
                }
            });
        });
        answer
    }
}

fn home() -> PathBuf {
    std::env::var_os("HOME")
        .or_else(|| std::env::var_os("USERPROFILE"))
        .map(PathBuf::from)
        .filter(|path| path.is_dir())
        .or_else(|| std::env::current_dir().ok())
        .unwrap_or_else(|| PathBuf::from("."))
}

fn size_text(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{} kB", bytes / 1_000),
        _ => format!("{}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10),
    }
}
