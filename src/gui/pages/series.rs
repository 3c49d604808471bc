//! A points series over several events: its table, and the events in it.

use super::Cx;
use crate::gui::action::{Action, Page, Purpose};
use crate::gui::prefs::documents_folder;
use crate::gui::theme::Palette;
use crate::gui::widgets::{
    self,
    table::{self, Col, Side, Table},
};
use eframe::egui::{self, Button, Key, RichText, Ui, vec2};
use std::path::{Path, PathBuf};
use tournament::series::{self, Exact, PointTable, Rules, SUFFIX, Series, SeriesStage, SeriesStandings, Tied};

/// The page.
#[derive(Default)]
pub struct SeriesPage {
    open: Option<(PathBuf, Series, SeriesStandings)>,
    form: Form,
    teams: bool,
}

/// A new series.
struct Form {
    name: String,
    preset: usize,
    points: String,
    tied: Tied,
    best: u32,
    minimum: u32,
    planned: u32,
    last_factor: String,
    bonus_win: String,
    bonus_start: String,
    team_members: u32,
}

impl Default for Form {
    fn default() -> Form {
        Form {
            name: String::new(),
            preset: 0,
            points: String::new(),
            tied: Tied::ByTieBreaks,
            best: 0,
            minimum: 0,
            planned: 0,
            last_factor: "1".to_owned(),
            bonus_win: "0".to_owned(),
            bonus_start: "0".to_owned(),
            team_members: 0,
        }
    }
}

impl Form {
    fn rules(&self) -> Result<Rules, String> {
        if self.name.trim().is_empty() {
            return Err("Give the series a name.".to_owned());
        }
        let table = match self.points.trim() {
            "" => PointTable::PRESETS.get(self.preset).and_then(|(name, _)| PointTable::preset(name)),
            text => {
                let points: Result<Vec<Exact>, String> =
                    text.split([',', ';']).filter(|part| !part.trim().is_empty()).map(str::parse).collect();
                Some(PointTable::Fixed(points?))
            }
        };
        Ok(Rules {
            name: self.name.trim().to_owned(),
            table: table.ok_or("Choose a table of points.")?,
            tied: self.tied,
            best: (self.best > 0).then_some(self.best),
            minimum: self.minimum,
            planned: self.planned,
            last_factor: self.last_factor.parse()?,
            bonus_win: self.bonus_win.parse()?,
            bonus_start: self.bonus_start.parse()?,
            team_members: self.team_members,
            ..Rules::default()
        })
    }
}

impl SeriesPage {
    /// Opens a series.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the file.
    pub fn open(&mut self, path: &Path) -> Result<(), String> {
        let series = series::read(path).map_err(|error| format!("{error}."))?;
        let standings = series.standings();
        self.open = Some((path.to_owned(), series, standings));
        Ok(())
    }

    /// Opens a copy of a series that is not to be changed itself; an earlier copy is opened again.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the file.
    pub fn open_copy(&mut self, path: &Path, folder: &Path) -> Result<(), String> {
        let target = path.file_name().map_or_else(|| folder.join("series"), |name| folder.join(name));
        if !target.exists() {
            std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}.", folder.display()))?;
            std::fs::copy(path, &target).map_err(|error| format!("{}: {error}.", target.display()))?;
        }
        self.open(&target)
    }

    /// Makes the series that the form describes.
    ///
    /// # Errors
    /// A sentence that says what is missing.
    pub fn create(&mut self, path: &Path) -> Result<(), String> {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let path = if name.ends_with(SUFFIX) { path.to_owned() } else { path.with_file_name(name + SUFFIX) };
        if path.exists() {
            return Err(format!("{} is there already; choose another name.", path.display()));
        }
        let series = Series { settings: self.form.rules()?, ..Series::default() };
        self.keep(path, series)
    }

    /// Takes the final rankings of events into the series; says what was added.
    ///
    /// # Errors
    /// A sentence that names the file.
    pub fn add(&mut self, paths: &[PathBuf]) -> Result<String, String> {
        let Some((path, mut series, _)) = self.open.clone() else { return Err("No series is open.".to_owned()) };
        let mut said = Vec::new();
        for event in paths {
            let name = event.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            let opened = tournament::store::read(event).map_err(|error| format!("{error}."))?;
            let (stage, notes) =
                SeriesStage::of_event(opened.state(), &name).map_err(|why| format!("{name}: {why}"))?;
            let players = stage.results.len();
            let title = stage.name.clone();
            let verb = if series.add(stage) { "Taken anew" } else { "Added" };
            said.push(format!("{verb}: {title}, {players} players."));
            said.extend(notes);
        }
        self.keep(path, series)?;
        Ok(said.join(" "))
    }

    fn keep(&mut self, path: PathBuf, series: Series) -> Result<(), String> {
        series::save(&path, &series).map_err(|error| format!("{error}."))?;
        let standings = series.standings();
        self.open = Some((path, series, standings));
        Ok(())
    }

    /// Draws the page.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        if cx.key(ui, Key::Escape) {
            cx.ask(Action::Go(Page::Events));
        }
        if self.open.is_some() {
            self.table(ui, cx);
        } else {
            self.start(ui, cx);
        }
    }

    /// Nothing is open: a form for a new series.
    fn start(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let ready = self.form.rules();
        let make = widgets::header(ui, "Series", Some(("Make the series…", ready.is_ok())), |ui| {
            if ui.add(Button::new("Event list").min_size(vec2(0.0, 32.0))).clicked() {
                cx.out.push(Action::Go(Page::Events));
            }
            if ui.add(Button::new("Open a series").min_size(vec2(0.0, 32.0))).clicked() {
                cx.out.push(Action::Pick(Purpose::OpenSeries));
            }
        });
        if (make || cx.main_key()) && ready.is_ok() {
            cx.ask(Action::Pick(Purpose::NewSeries));
        }
        widgets::caption(ui, "Several events, points for places, one table. The events stay as they are.");
        widgets::group_title(ui, "A new series");
        let form = &mut self.form;
        widgets::text_field(ui, "Name of the series", 400.0, &mut form.name, "Club Grand Prix 2026");
        widgets::field(ui, "Points for places", 400.0, |ui| {
            let shown = PointTable::PRESETS.get(form.preset).map_or("", |(_, text)| *text);
            egui::ComboBox::from_id_salt("series points").width(392.0).selected_text(shown).show_ui(ui, |ui| {
                for (index, (_, text)) in PointTable::PRESETS.iter().enumerate() {
                    ui.selectable_value(&mut form.preset, index, *text);
                }
            });
        });
        widgets::text_field(
            ui,
            "Or points of your own, the first place first",
            400.0,
            &mut form.points,
            "25, 18, 15, 12",
        );
        widgets::caption(ui, "Places shared in an event");
        let tied = [
            (Tied::ByTieBreaks, "By its tie-breaks"),
            (Tied::Average, "Average of the points"),
            (Tied::Full, "Points of the best place"),
        ];
        widgets::segmented(ui, &mut form.tied, &tied);
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            ui.label("Best results counted (0: all)");
            ui.name_inputs("Best results counted", |ui| {
                ui.add(egui::DragValue::new(&mut form.best).range(0..=50).speed(0.05))
            });
            ui.add_space(16.0);
            ui.label("Least number of events");
            ui.name_inputs("Least number of events", |ui| {
                ui.add(egui::DragValue::new(&mut form.minimum).range(0..=50).speed(0.05))
            });
        });
        ui.horizontal(|ui| {
            ui.label("Events planned (0: open)");
            ui.name_inputs("Events planned", |ui| {
                ui.add(egui::DragValue::new(&mut form.planned).range(0..=50).speed(0.05))
            });
            ui.add_space(16.0);
            ui.label("Team table: best members of an event (0: none)");
            ui.name_inputs("Members of a team", |ui| {
                ui.add(egui::DragValue::new(&mut form.team_members).range(0..=20).speed(0.05))
            });
        });
        ui.horizontal(|ui| {
            widgets::text_field(ui, "Last event counts times", 140.0, &mut form.last_factor, "1");
            widgets::text_field(ui, "Bonus for a win", 120.0, &mut form.bonus_win, "0");
            widgets::text_field(ui, "Bonus for playing", 120.0, &mut form.bonus_start, "0");
        });
        if let Err(text) = ready {
            ui.add_space(8.0);
            ui.label(RichText::new(text).color(Palette::of(ui).amber));
        }
    }

    fn table(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let Some((path, series, standings)) = &self.open else { return };
        let p = Palette::of(ui);
        let mut close = false;
        let mut print = false;
        let mut teams = self.teams;
        let add = widgets::header(ui, &series.settings.name, Some(("Add events…", true)), |ui| {
            if ui.add(Button::new("Event list").min_size(vec2(0.0, 32.0))).clicked() {
                cx.out.push(Action::Go(Page::Events));
            }
            if ui.add(Button::new("Another series").min_size(vec2(0.0, 32.0))).clicked() {
                close = true;
            }
            if ui.add(Button::new("Write PDF").min_size(vec2(0.0, 32.0))).clicked() {
                print = true;
            }
            if !standings.teams.is_empty() {
                widgets::segmented(ui, &mut teams, &[(false, "Players"), (true, "Teams")]);
            }
        });
        if add || cx.main_key() {
            cx.ask(Action::Pick(Purpose::SeriesEvents));
        }
        ui.add(egui::Label::new(RichText::new(path.display().to_string()).small().color(p.weak)).truncate());
        if let Some(fault) = series.fault() {
            ui.label(RichText::new(fault).color(p.red));
        }
        for doubt in standings.doubts.iter().take(3) {
            ui.label(RichText::new(doubt).small().color(p.amber));
        }
        ui.add_space(4.0);
        let mut removed = None;
        let mut print_to = None;
        if series.stages.is_empty() {
            if widgets::empty(ui, "No event is in the series yet.", Some("Choose events")) {
                cx.ask(Action::Pick(Purpose::SeriesEvents));
            }
        } else {
            ui.horizontal_wrapped(|ui| {
                for (index, stage) in series.stages.iter().enumerate() {
                    let text = format!("S{} {}, {} players", index + 1, stage.name, stage.results.len());
                    ui.label(RichText::new(text).small().color(p.weak));
                    let name = format!("Take {} out of the series", stage.name);
                    let cross = crate::gui::frame::icon_button(ui, widgets::icon::Icon::Cross, &name);
                    if cross.clicked() {
                        removed = Some(index);
                    }
                }
            });
            if teams && !standings.teams.is_empty() {
                team_table(ui, cx, series, standings);
            } else {
                player_table(ui, cx, series, standings);
            }
        }
        if print {
            print_to = Some(path.parent().map_or_else(documents_folder, |folder| folder.join("exports")));
        }
        self.teams = teams;
        if let Some(folder) = print_to {
            cx.ask(match self.print(&folder) {
                Ok(path) => Action::Say(format!("Wrote {}.", path.display())),
                Err(text) => Action::Complain(text),
            });
        }
        if let Some(index) = removed
            && let Some((path, mut series, _)) = self.open.clone()
        {
            series.stages.remove(index);
            if let Err(text) = self.keep(path, series) {
                cx.ask(Action::Complain(text));
            }
        }
        if close {
            self.open = None;
        }
    }

    fn print(&self, folder: &Path) -> Result<PathBuf, String> {
        let Some((_, series, _)) = &self.open else { return Err("No series is open.".to_owned()) };
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}.", folder.display()))?;
        let document = reports::series(series);
        let bytes = reports::pdf::write(&document, &reports::Options::default()).map_err(|error| error.to_string())?;
        let path = folder.join(format!("{}.pdf", document.file_stem));
        std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}.", path.display()))?;
        Ok(path)
    }
}

fn columns(series: &Series, name: &'static str, names: &[String]) -> Vec<Col> {
    let mut columns = vec![Col::new("Rank", 52.0, Side::Right), Col::flexible(name, 180.0)];
    columns.extend(names.iter().take(series.stages.len()).map(|name| Col::new(name, 68.0, Side::Right)));
    columns.push(Col::new("Total", 76.0, Side::Right));
    columns
}

fn player_table(ui: &mut Ui, cx: &mut Cx<'_>, series: &Series, standings: &SeriesStandings) {
    let p = Palette::of(ui);
    let names: Vec<String> = (1..=series.stages.len()).map(|n| format!("S{n}")).collect();
    let columns = columns(series, "Name", &names);
    let last = columns.len() - 1;
    let table = Table {
        id: "series",
        columns: &columns,
        rows: standings.lines.len(),
        row_height: cx.prefs.row_height(),
        scroll_to: None,
        below: 0.0,
    };
    table.show(
        ui,
        |_| None,
        |ui, row, column| {
            let line = &standings.lines[row];
            let (text, color) = match column {
                0 => (line.rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string()), p.text),
                1 => (line.who.name.clone(), p.text),
                at if at == last => (line.total.to_string(), p.text),
                at => match line.cells.get(at - 2).copied().flatten() {
                    None => (String::new(), p.weak),
                    Some(cell) if cell.counts => (cell.points.to_string(), p.text),
                    Some(cell) => (format!("({})", cell.points), p.weak),
                },
            };
            table::text(ui, &text, color);
        },
    );
}

fn team_table(ui: &mut Ui, cx: &mut Cx<'_>, series: &Series, standings: &SeriesStandings) {
    let p = Palette::of(ui);
    let names: Vec<String> = (1..=series.stages.len()).map(|n| format!("S{n}")).collect();
    let columns = columns(series, "Team", &names);
    let last = columns.len() - 1;
    let table = Table {
        id: "series teams",
        columns: &columns,
        rows: standings.teams.len(),
        row_height: cx.prefs.row_height(),
        scroll_to: None,
        below: 0.0,
    };
    table.show(
        ui,
        |_| None,
        |ui, row, column| {
            let team = &standings.teams[row];
            let text = match column {
                0 => team.rank.to_string(),
                1 => team.name.clone(),
                at if at == last => team.total.to_string(),
                at => team.stages.get(at - 2).copied().flatten().map_or_else(String::new, |points| points.to_string()),
            };
            table::text(ui, &text, p.text);
        },
    );
}
