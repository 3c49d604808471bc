//! The list of events: recent files, and the samples that ship.

use super::Cx;
use crate::gui::action::{Action, Purpose};
use crate::gui::prefs::Prefs;
use crate::gui::theme::{self, Palette};
use crate::gui::widgets::{self, icon, icon::Icon};
use eframe::egui::{self, Button, RichText, Sense, Stroke, Ui, vec2};
use std::path::{Path, PathBuf};

/// The event list.
#[derive(Default)]
pub struct Events {
    /// File, name of the event, what there is to say of it.
    recent: Vec<(PathBuf, String, String)>,
    /// Sample and what there is to say of it.
    samples: Vec<(PathBuf, String)>,
}

/// A file on the list.
struct Entry {
    title: String,
    detail: String,
    sample: bool,
    action: Action,
}

impl Events {
    /// Looks which files are there.
    pub fn refresh(&mut self, prefs: &Prefs) {
        self.recent = prefs
            .recent
            .iter()
            .filter(|path| path.is_file())
            .map(|path| {
                let (title, detail) = describe(path);
                (path.clone(), title, detail)
            })
            .collect();
        self.samples = sample_files().into_iter().map(|path| (path.clone(), about_sample(&path))).collect();
    }

    /// Draws the page.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let new = widgets::header(ui, "Events", Some(("New event", true)), |ui| {
            if ui.add(Button::new("Open a file").min_size(vec2(0.0, 32.0))).clicked() {
                cx.out.push(Action::Pick(Purpose::OpenEvent));
            }
            if ui
                .add(Button::new("Series").min_size(vec2(0.0, 32.0)))
                .on_hover_text("Points over several events")
                .clicked()
            {
                cx.out.push(Action::Go(crate::gui::action::Page::Series));
            }
            if ui.add(Button::new("New event from an entry list").min_size(vec2(0.0, 32.0))).clicked() {
                cx.out.push(Action::NewEvent(None));
                cx.out.push(Action::Pick(Purpose::AssistantCsv));
            }
        });
        if new || cx.main_key() {
            cx.ask(Action::NewEvent(None));
        }
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let wide = ui.available_width() >= 1000.0;
            ui.set_max_width(if wide { 1200.0 } else { 760.0 });
            let full = ui.available_width();
            if let Some(doc) = cx.doc {
                widgets::group_title(ui, "Open now");
                let name = doc.state().settings.name.clone();
                let detail = doc.path().map_or_else(String::new, |path| path.display().to_string());
                entry(
                    ui,
                    cx,
                    full,
                    Entry { title: name, detail, sample: false, action: Action::Go(crate::gui::action::Page::Rounds) },
                );
            }
            if !self.recent.is_empty() {
                widgets::group_title(ui, "Recent");
                for (path, title, detail) in self.recent.clone() {
                    entry(ui, cx, full, Entry { title, detail, sample: false, action: Action::Open(path) });
                }
            }
            if !self.samples.is_empty() {
                widgets::group_title(ui, "Samples");
                widgets::caption(ui, "Each opens as a copy of your own.");
                let columns = if wide { 2 } else { 1 };
                let width = (full - 12.0 * (columns as f32 - 1.0)) / columns as f32;
                for row in self.samples.chunks(columns) {
                    ui.horizontal(|ui| {
                        ui.spacing_mut().item_spacing.x = 12.0;
                        for (path, detail) in row {
                            let (title, action) = (sample_title(path), sample_action(path));
                            entry(ui, cx, width, Entry { title, detail: detail.clone(), sample: true, action });
                        }
                    });
                }
            }
            if self.recent.is_empty() && self.samples.is_empty() && cx.doc.is_none() {
                let sentence = "No event yet. An event is one file, saved after every change.";
                if widgets::empty(ui, sentence, Some("New event")) {
                    cx.ask(Action::NewEvent(None));
                }
            }
        });
    }
}

/// What a sample is: an event with its system and how far it is, a series, an entry list.
fn about_sample(path: &Path) -> String {
    let name = path.to_string_lossy();
    if name.ends_with(tournament::store::SUFFIX) {
        let about = tournament::store::summary_of(path).map(|summary| about_event(&summary));
        return about.unwrap_or_else(|problem| problem);
    }
    if is_series(path) {
        return "points over several events".to_owned();
    }
    if name.ends_with(".csv") { "entry list: starts a new event".to_owned() } else { "report file".to_owned() }
}

/// What opening a sample does.
fn sample_action(path: &Path) -> Action {
    let name = path.to_string_lossy();
    let path = path.to_owned();
    if is_series(&path) {
        Action::OpenSampleSeries(path)
    } else if name.to_lowercase().ends_with(".csv") {
        Action::NewEvent(Some(path))
    } else if name.ends_with(tournament::store::SUFFIX) {
        Action::OpenSample(path)
    } else {
        Action::Open(path)
    }
}

fn entry(ui: &mut Ui, cx: &mut Cx<'_>, width: f32, entry: Entry) {
    let p = Palette::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(width, 48.0), Sense::click());
    let fill = if response.hovered() || response.has_focus() { p.hover } else { p.page };
    ui.painter().rect(rect, theme::RADIUS, fill, Stroke::new(1.0, p.line), egui::StrokeKind::Inside);
    let square = egui::Rect::from_center_size(rect.left_center() + vec2(24.0, 0.0), vec2(16.0, 16.0));
    icon::paint(ui.painter(), square, if entry.sample { Icon::File } else { Icon::Event }, p.accent);
    let inside = rect.shrink2(vec2(8.0, 6.0)).with_min_x(rect.left() + 48.0);
    let mut inner =
        ui.new_child(egui::UiBuilder::new().max_rect(inside).layout(egui::Layout::top_down(egui::Align::Min)));
    inner.spacing_mut().item_spacing.y = 0.0;
    inner.add(egui::Label::new(RichText::new(&entry.title).text_style(theme::bold())).truncate());
    inner.add(egui::Label::new(RichText::new(&entry.detail).small().color(p.weak)).truncate());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Open {}", entry.title)));
    if response.clicked() {
        cx.ask(entry.action);
    }
}

/// The name of the event in a file, and a line about it.
fn describe(path: &Path) -> (String, String) {
    if is_series(path) {
        return match tournament::series::read(path) {
            Ok(series) => {
                let events = match series.stages.len() {
                    1 => "1 event".to_owned(),
                    n => format!("{n} events"),
                };
                (series.settings.name, format!("Series, {events}   {}", path.display()))
            }
            Err(problem) => (file_title(path), problem.to_string()),
        };
    }
    match tournament::store::summary_of(path) {
        Ok(summary) => {
            let name = if summary.name.is_empty() { file_title(path) } else { summary.name.clone() };
            (name, format!("{}   {}", about_event(&summary), path.display()))
        }
        Err(problem) => (file_title(path), problem),
    }
}

/// The name is that of a series, not of an event.
pub fn is_series(path: &Path) -> bool {
    path.to_string_lossy().ends_with(tournament::series::SUFFIX)
}

/// "Tbilisi, 2026-11-28, 24 players, round 3 of 5".
fn about_event(summary: &tournament::store::Summary) -> String {
    let progress = match (summary.over, summary.rounds_paired) {
        (true, _) => "finished".to_owned(),
        (false, 0) => "not paired yet".to_owned(),
        (false, round) => format!("round {round} of {}", summary.rounds_planned),
    };
    let place = if summary.place.is_empty() { String::new() } else { format!("{}, ", summary.place) };
    let date = summary.start.map_or_else(String::new, |date| format!("{date}, "));
    format!("{place}{date}{} players, {progress}", summary.players)
}

/// The name of a file without the endings of event files.
pub fn file_title(path: &Path) -> String {
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let name =
        name.strip_suffix(".pairwright.ron").or_else(|| name.strip_suffix(tournament::series::SUFFIX)).unwrap_or(&name);
    name.to_owned()
}

/// "club-open/players.csv" is shown as "Club open: players".
fn sample_title(path: &Path) -> String {
    let words = |text: &str| {
        let text = text.replace(['-', '_'], " ");
        let mut letters = text.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    let stem = file_title(path);
    let stem = stem.rsplit_once('.').map_or(stem.as_str(), |(stem, _)| stem);
    let folder = path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    match folder {
        Some(folder) if folder != "samples" && folder != stem => {
            format!("{}: {}", words(&folder), stem.replace(['-', '_'], " "))
        }
        _ => words(stem),
    }
}

/// The folder of the data that ships: beside the program, where it is installed, or where it was built.
pub fn data_folder() -> Option<PathBuf> {
    let program = std::env::current_exe().ok();
    let beside = program.as_ref().and_then(|exe| exe.parent()).map(Path::to_owned);
    let installed = beside.as_ref().and_then(|bin| bin.parent()).map(|prefix| prefix.join("share/pairwright"));
    let built = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data");
    let candidates = [Some(PathBuf::from("data")), beside.map(|bin| bin.join("data")), installed, Some(built)];
    candidates.into_iter().flatten().find(|folder| folder.join("samples").is_dir())
}

/// Event files and entry lists of the samples, at most two folders deep.
fn sample_files() -> Vec<PathBuf> {
    let Some(samples) = data_folder().map(|data| data.join("samples")) else { return Vec::new() };
    let list = |folder: &Path| {
        let mut paths: Vec<PathBuf> =
            std::fs::read_dir(folder).map(|dir| dir.flatten().map(|e| e.path()).collect()).unwrap_or_default();
        paths.sort();
        paths
    };
    let mut files = Vec::new();
    for path in list(&samples) {
        if path.is_dir() && !path.to_string_lossy().ends_with("-backups") {
            files.extend(list(&path));
        } else {
            files.push(path);
        }
    }
    files.retain(|path| {
        let name = path.to_string_lossy().to_lowercase();
        name.ends_with(".pairwright.ron")
            || name.ends_with(tournament::series::SUFFIX)
            || name.ends_with("players.csv")
            || name.ends_with(".trf")
    });
    files.sort_by_key(|path| !path.to_string_lossy().ends_with(".ron"));
    files
}
