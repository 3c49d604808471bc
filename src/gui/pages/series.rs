//! A points series over several events: its table, and the events in it.

use super::Cx;
use super::event::{choice, number};
use crate::gui::action::{Action, Page, Purpose};
use crate::gui::prefs::documents_folder;
use crate::gui::theme::Palette;
use crate::gui::widgets::{
    self,
    table::{Col, Side, Table},
};
use eframe::egui::{self, Button, Key, RichText, ScrollArea, Ui, vec2};
use std::path::{Path, PathBuf};
use tournament::series::{
    self, Exact, Outdated, PointTable, Rules, SUFFIX, Series, SeriesStage, SeriesStandings, SeriesTieBreak, TeamBy,
    Tied,
};

/// The page.
#[derive(Default)]
pub struct SeriesPage {
    open: Option<(PathBuf, Series, SeriesStandings)>,
    form: Form,
    /// The rules of the open series are being changed.
    editing: bool,
    teams: bool,
    /// Events whose files say something else than what was taken.
    outdated: Vec<Outdated>,
    /// The series before an event was taken out.
    before: Option<Series>,
}

/// What divides equal sums, as the form offers it.
const TIES: [(SeriesTieBreak, &str); 4] = [
    (SeriesTieBreak::MostFirstPlaces, "Most first places"),
    (SeriesTieBreak::BestSingle, "Best single result"),
    (SeriesTieBreak::LastStage, "Last event"),
    (SeriesTieBreak::HeadToHead, "Against each other"),
];

/// The place of "points of your own" after the presets.
const OWN: usize = PointTable::PRESETS.len();

/// The rules of a series as they are typed.
struct Form {
    /// What the form does not show stays as it is here.
    base: Rules,
    preset: usize,
    points: String,
    best: u32,
    last_factor: String,
    bonus_win: String,
    bonus_start: String,
}

impl Default for Form {
    fn default() -> Form {
        Form::of(&Rules::default())
    }
}

impl Form {
    /// With the rules in force.
    fn of(rules: &Rules) -> Form {
        let known = |name: &str| PointTable::preset(name).as_ref() == Some(&rules.table);
        let points = match &rules.table {
            PointTable::Fixed(points) => points.iter().map(Exact::to_string).collect::<Vec<_>>().join(", "),
            PointTable::Scaled(most) => format!("scaled:{most}"),
            PointTable::BySize => String::new(),
        };
        Form {
            base: rules.clone(),
            preset: PointTable::PRESETS.iter().position(|(name, _)| known(name)).unwrap_or(OWN),
            points,
            best: rules.best.unwrap_or(0),
            last_factor: rules.last_factor.to_string(),
            bonus_win: rules.bonus_win.to_string(),
            bonus_start: rules.bonus_start.to_string(),
        }
    }

    fn rules(&self) -> Result<Rules, String> {
        if self.base.name.trim().is_empty() {
            return Err("Give the series a name.".to_owned());
        }
        let table = match PointTable::PRESETS.get(self.preset) {
            Some((name, _)) => PointTable::preset(name).ok_or("Choose a table of points.")?,
            None => self.points.parse()?,
        };
        Ok(Rules {
            name: self.base.name.trim().to_owned(),
            table,
            best: (self.best > 0).then_some(self.best),
            last_factor: self.last_factor.parse()?,
            bonus_win: self.bonus_win.parse()?,
            bonus_start: self.bonus_start.parse()?,
            ..self.base.clone()
        })
    }

    /// The fields of all rules.
    fn fields(&mut self, ui: &mut Ui) {
        let rules = &mut self.base;
        widgets::text_field(ui, "Name of the series", 400.0, &mut rules.name, "Club Grand Prix 2026");
        let mut tables: Vec<(usize, &str)> =
            PointTable::PRESETS.iter().enumerate().map(|(index, (_, text))| (index, *text)).collect();
        tables.push((OWN, "points of your own"));
        ui.horizontal(|ui| {
            choice(ui, "Points for places", 400.0, &mut self.preset, &tables);
            if self.preset == OWN {
                let hint = "25, 18, 15, 12 or scaled:100";
                widgets::text_field(ui, "The first place first", 300.0, &mut self.points, hint);
            }
        });
        widgets::caption(ui, "Places shared in an event");
        let tied = [
            (Tied::ByTieBreaks, "By its tie-breaks"),
            (Tied::Average, "Average of the points"),
            (Tied::Full, "Points of the best place"),
        ];
        widgets::segmented(ui, &mut rules.tied, &tied);
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            number(ui, "Results counted, 0: all", &mut self.best, 0..=50);
            number(ui, "Least number of events", &mut rules.minimum, 0..=50);
            number(ui, "Events planned, 0: open", &mut rules.planned, 0..=50);
        });
        ui.horizontal(|ui| {
            widgets::text_field(ui, "Last event counts times", 140.0, &mut self.last_factor, "1");
            widgets::text_field(ui, "Bonus for a win", 132.0, &mut self.bonus_win, "0");
            widgets::text_field(ui, "Bonus for playing", 132.0, &mut self.bonus_start, "0");
        });
        widgets::group_title(ui, "Equal sums");
        ui.horizontal_wrapped(|ui| {
            for (tie, text) in TIES {
                let place = rules.tiebreaks.iter().position(|other| *other == tie);
                let words = place.map_or_else(|| text.to_owned(), |place| format!("{}. {text}", place + 1));
                let button = Button::selectable(place.is_some(), words).frame_when_inactive(true);
                if ui.add(button.min_size(vec2(0.0, 28.0))).on_hover_text("In the order of clicking").clicked() {
                    match place {
                        Some(place) => drop(rules.tiebreaks.remove(place)),
                        None => rules.tiebreaks.push(tie),
                    }
                }
            }
            let lot = rules.tiebreaks.iter().position(|tie| matches!(tie, SeriesTieBreak::Lot { .. }));
            let words = match lot.map(|at| (at, rules.tiebreaks[at])) {
                Some((at, SeriesTieBreak::Lot { seed })) => format!("{}. Lot (seed {seed})", at + 1),
                _ => "Lot".to_owned(),
            };
            let button = Button::selectable(lot.is_some(), words).frame_when_inactive(true);
            if ui.add(button.min_size(vec2(0.0, 28.0))).clicked() {
                match lot {
                    Some(at) => drop(rules.tiebreaks.remove(at)),
                    None => rules.tiebreaks.push(SeriesTieBreak::Lot { seed: tournament::fresh_seed() }),
                }
            }
        });
        widgets::group_title(ui, "Teams");
        ui.horizontal(|ui| {
            number(ui, "Members counted, 0: none", &mut rules.team_members, 0..=20);
            if rules.team_members > 0 {
                let by = [(TeamBy::Points, "sum of their points"), (TeamBy::Places, "lowest sum of their places")];
                choice(ui, "A team's result in an event", 240.0, &mut rules.team_by, &by);
            }
        });
    }
}

impl SeriesPage {
    /// The file of the series that is open.
    pub fn path(&self) -> Option<&Path> {
        self.open.as_ref().map(|(path, ..)| path.as_path())
    }

    /// Opens a series.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the file.
    pub fn open(&mut self, path: &Path) -> Result<(), String> {
        let series = series::read(path).map_err(|error| format!("{error}."))?;
        let standings = series.standings();
        self.open = Some((path.to_owned(), series, standings));
        self.editing = false;
        self.before = None;
        self.look_at_events();
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
            let field = counted(&stage);
            let title = stage.name.clone();
            let replaced = series.add(stage).map_err(|why| format!("{name}: {why}"))?;
            let verb = if replaced { "Taken anew" } else { "Added" };
            said.push(format!("{verb}: {title}, {field}."));
            said.extend(notes);
        }
        self.keep(path, series)?;
        Ok(said.join(" "))
    }

    fn keep(&mut self, path: PathBuf, series: Series) -> Result<(), String> {
        series::save(&path, &series).map_err(|error| format!("{error}."))?;
        let standings = series.standings();
        self.open = Some((path, series, standings));
        self.before = None;
        self.look_at_events();
        Ok(())
    }

    /// Looks whether the events that lie beside the series have changed.
    fn look_at_events(&mut self) {
        self.outdated = match &self.open {
            Some((path, series, _)) => series.outdated(path.parent().unwrap_or(Path::new(""))),
            None => Vec::new(),
        };
    }

    /// Puts back the event that was taken out last; says so, or `None` when there is none.
    pub fn undo(&mut self) -> Option<Result<String, String>> {
        let before = self.before.take()?;
        let (path, ..) = self.open.clone()?;
        Some(self.keep(path, before).map(|()| "The event is back in the series.".to_owned()))
    }

    /// Draws the page.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        if cx.keys
            && ui.input_mut(|i| i.consume_key(egui::Modifiers::COMMAND, Key::Z))
            && let Some(done) = self.undo()
        {
            cx.ask(done.map_or_else(Action::Complain, Action::Say));
        }
        if cx.key(ui, Key::Escape) {
            if std::mem::take(&mut self.editing) {
                self.form = Form::default();
            } else {
                cx.ask(Action::Go(Page::Events));
            }
        }
        if self.open.is_some() && self.editing {
            self.edit(ui, cx);
        } else if self.open.is_some() {
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
        self.form.fields(ui);
        if let Err(text) = ready {
            ui.add_space(8.0);
            ui.label(RichText::new(text).color(Palette::of(ui).amber));
        }
    }

    /// The rules of the open series.
    fn edit(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let Some((path, series, _)) = self.open.clone() else { return };
        let rules = self.form.rules();
        let changed = Series { settings: rules.clone().unwrap_or_default(), ..series };
        let fault = rules.err().or_else(|| changed.fault());
        let mut cancel = false;
        let keep = widgets::header(ui, "Rules of the series", Some(("Keep the rules", fault.is_none())), |ui| {
            cancel = ui.add(Button::new("Cancel").min_size(vec2(0.0, 32.0))).clicked();
        });
        if (keep || cx.main_key()) && fault.is_none() {
            match self.keep(path, changed) {
                Ok(()) => cancel = true,
                Err(text) => cx.ask(Action::Complain(text)),
            }
        }
        widgets::caption(ui, "The table is computed anew from the same results; the events stay as they are.");
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            self.form.fields(ui);
            if let Some(text) = fault {
                ui.add_space(8.0);
                ui.label(RichText::new(text).color(Palette::of(ui).amber));
            }
        });
        if cancel {
            self.editing = false;
            self.form = Form::default();
        }
    }

    fn table(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let Some((path, series, standings)) = &self.open else { return };
        let p = Palette::of(ui);
        let (mut close, mut print, mut edit) = (false, false, false);
        let mut teams = self.teams;
        let add = widgets::header(ui, &series.settings.name, Some(("Add events…", true)), |ui| {
            if ui.add(Button::new("Event list").min_size(vec2(0.0, 32.0))).clicked() {
                cx.out.push(Action::Go(Page::Events));
            }
            if ui.add(Button::new("Another series").min_size(vec2(0.0, 32.0))).clicked() {
                close = true;
            }
            if ui.add(Button::new("Rules…").min_size(vec2(0.0, 32.0))).clicked() {
                edit = true;
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
        let mut anew = Vec::new();
        if !self.outdated.is_empty() {
            ui.horizontal_wrapped(|ui| {
                let names = self.outdated.iter().filter_map(|old| series.stages.get(old.stage));
                let names: Vec<&str> = names.map(|stage| stage.name.as_str()).collect();
                let verb = if names.len() == 1 { "has" } else { "have" };
                let text = format!("{} {verb} changed since the ranking was taken.", names.join(", "));
                ui.label(RichText::new(text).color(p.amber));
                if ui.button("Take the rankings anew").clicked() {
                    anew = self.outdated.iter().map(|old| old.path.clone()).collect();
                }
            });
        }
        let mut back = false;
        if self.before.is_some() {
            ui.horizontal(|ui| {
                ui.label(RichText::new("An event was taken out of the series.").color(p.amber));
                back = ui.button("Put it back").clicked();
            });
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
                    let text = format!("S{} {}, {}", index + 1, stage.name, counted(stage));
                    let font = egui::TextStyle::Small.resolve(ui.style());
                    let wide = ui.painter().layout_no_wrap(text.clone(), font, p.weak).size().x;
                    // The name and its cross stay together.
                    let size = vec2((wide + 44.0).min(ui.max_rect().width()), 28.0);
                    let layout = egui::Layout::right_to_left(egui::Align::Center);
                    ui.allocate_ui_with_layout(size, layout, |ui| {
                        let name = format!("Take {} out of the series", stage.name);
                        let cross = crate::gui::frame::icon_button(ui, widgets::icon::Icon::Cross, &name);
                        if cross.clicked() {
                            removed = Some(index);
                        }
                        ui.add(egui::Label::new(RichText::new(text).small().color(p.weak)).truncate());
                    });
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
            let before = series.clone();
            let gone = series.stages.remove(index);
            match self.keep(path, series) {
                Ok(()) => {
                    self.before = Some(before);
                    cx.ask(Action::Say(format!("{} is no longer in the series.", gone.name)));
                }
                Err(text) => cx.ask(Action::Complain(text)),
            }
        }
        if back && let Some(done) = self.undo() {
            cx.ask(done.map_or_else(Action::Complain, Action::Say));
        }
        if !anew.is_empty() {
            cx.ask(self.add(&anew).map_or_else(Action::Complain, Action::Say));
        }
        if edit && let Some((_, series, _)) = &self.open {
            (self.form, self.editing) = (Form::of(&series.settings), true);
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

/// "12 players", "8 teams".
fn counted(stage: &SeriesStage) -> String {
    let what = match (stage.teams, stage.results.len()) {
        (true, 1) => "team",
        (true, _) => "teams",
        (false, 1) => "player",
        (false, _) => "players",
    };
    format!("{} {what}", stage.results.len())
}

/// Rank, name, a column for each event, total.
fn columns(series: &Series, name: &str) -> Vec<Col> {
    let mut columns = vec![Col::new("Rank", 52.0, Side::Right), Col::flexible(name, 180.0)];
    let stages = (1..).zip(&series.stages);
    columns.extend(stages.map(|(n, stage)| Col::new(format!("S{n}"), 68.0, Side::Right).hint(&stage.name)));
    columns.push(Col::new("Total", 76.0, Side::Right));
    columns
}

fn player_table(ui: &mut Ui, cx: &mut Cx<'_>, series: &Series, standings: &SeriesStandings) {
    let p = Palette::of(ui);
    let columns = columns(series, if series.of_teams() { "Team" } else { "Name" });
    let last = columns.len() - 1;
    Table::new("series", &columns, standings.lines.len(), cx.prefs.row_height()).show_words(ui, |row, column| {
        let line = &standings.lines[row];
        match column {
            0 => (line.rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string()), p.text),
            1 => (line.who.name.clone(), p.text),
            at if at == last => (line.total.to_string(), p.text),
            at => match line.cells.get(at - 2).copied().flatten() {
                None => (String::new(), p.weak),
                Some(cell) if cell.counts => (cell.points.to_string(), p.text),
                Some(cell) => (format!("({})", cell.points), p.weak),
            },
        }
    });
}

fn team_table(ui: &mut Ui, cx: &mut Cx<'_>, series: &Series, standings: &SeriesStandings) {
    let p = Palette::of(ui);
    let columns = columns(series, "Team");
    let last = columns.len() - 1;
    Table::new("series teams", &columns, standings.teams.len(), cx.prefs.row_height()).show_words(ui, |row, column| {
        let team = &standings.teams[row];
        let text = match column {
            0 => team.rank.to_string(),
            1 => team.name.clone(),
            at if at == last => team.total.to_string(),
            at => team.stages.get(at - 2).copied().flatten().map_or_else(String::new, |points| points.to_string()),
        };
        (text, p.text)
    });
}
