//! Settings of the event, and the fields that the assistant shares with them.

mod categories;
mod prizes;
mod rated;
mod tiebreaks;

pub use tiebreaks::tiebreak_fields;

use super::{Cx, cup_form};
use crate::gui::action::Action;
use crate::gui::doc::Doc;
use crate::gui::theme::Palette;
use crate::gui::view;
use crate::gui::widgets::{self, drop_down};
use categories::{CategoryForm, category_fields};
use eframe::egui::{self, Button, RichText, ScrollArea, Ui, vec2};
use prizes::{PrizeForm, prize_fields};
use tournament::command::{Command, Order};
use tournament::model::*;
use tournament::standings::Edition;

/// Systems as the form offers them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SystemChoice {
    /// FIDE Dutch.
    #[default]
    Dutch,
    /// Dubov.
    Dubov,
    /// Burstein.
    Burstein,
    /// Swiss Team System.
    SwissTeam,
    /// Double-Swiss.
    DoubleSwiss,
    /// Lim.
    Lim,
    /// Round-robin.
    RoundRobin,
    /// Knockout.
    Knockout,
    /// Scheveningen.
    Scheveningen,
    /// By hand.
    Manual,
}

const SYSTEMS: [(SystemChoice, &str); 10] = [
    (SystemChoice::Dutch, "Swiss: FIDE Dutch"),
    (SystemChoice::Dubov, "Swiss: Dubov"),
    (SystemChoice::Burstein, "Swiss: Burstein"),
    (SystemChoice::SwissTeam, "Swiss: FIDE teams"),
    (SystemChoice::DoubleSwiss, "Double-Swiss (matches of two games)"),
    (SystemChoice::Lim, "Swiss: Lim (built from an incomplete text)"),
    (SystemChoice::RoundRobin, "Round-robin (Berger)"),
    (SystemChoice::Knockout, "Knockout"),
    (SystemChoice::Scheveningen, "Scheveningen (two teams)"),
    (SystemChoice::Manual, "Pairs set by hand"),
];

/// Presets of what results are worth.
const SCORINGS: [(&str, Scoring); 3] = [
    ("1 – ½ – 0", Scoring { win: 10, draw: 5, loss: 0, zero_bye: 0, forfeit_loss: 0, pairing_bye: 10 }),
    ("3 – 1 – 0", Scoring { win: 30, draw: 10, loss: 0, zero_bye: 0, forfeit_loss: 0, pairing_bye: 30 }),
    ("2 – 1 – 0", Scoring { win: 20, draw: 10, loss: 0, zero_bye: 0, forfeit_loss: 0, pairing_bye: 20 }),
];

/// The settings as fields of text and choices.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Form {
    pub name: String,
    pub place: String,
    pub federation: String,
    pub start: String,
    pub end: String,
    pub arbiter: String,
    pub deputies: String,
    pub time_control: String,
    pub default_minutes: u32,
    pub level: Level,
    pub discipline: Discipline,
    pub game: String,
    pub choice: SystemChoice,
    pub acceleration: bool,
    pub cycles: u8,
    pub exchange_last_two: bool,
    pub third_place: bool,
    pub options: Box<KnockoutOptions>,
    /// Scheveningen: second half, match points.
    pub scheveningen: ScheveningenOptions,
    pub cup: cup_form::Typed,
    pub double: bool,
    pub boards: u32,
    pub rounds: RoundNumber,
    pub games_per_meeting: u8,
    pub scoring: Scoring,
    pub meetings_as_unit: bool,
    pub half_byes: u8,
    pub tiebreaks: Vec<String>,
    pub count_withdrawn: bool,
    /// How the numbers of a round-robin are found, and the seed of the lot.
    pub numbers: Numbers,
    numbers_seed: u64,
    pub edition: Edition,
    pub categories: Vec<CategoryForm>,
    pub prizes: PrizeForm,
    pub contest: Contest,
    pub teams: TeamRules,
    pub seeding: Seeding,
    pub norms: NormRules,
    base: Settings,
    stage_name: String,
}

/// How the numbers of a round-robin are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    /// By lot.
    Lot,
    /// By restricted lot.
    Varma,
    /// By rating, title and name.
    #[default]
    Rating,
}

impl Form {
    /// The form of a new event.
    pub fn fresh() -> Form {
        let system = System::Swiss { variant: SwissVariant::Dutch, acceleration: false };
        Form { numbers: Numbers::Lot, ..Form::of(&Settings::default(), "", &system, 5, 1) }
    }

    /// The form of an event.
    pub fn of(s: &Settings, stage_name: &str, system: &System, rounds: RoundNumber, games: u8) -> Form {
        let date = |date: Option<PartialDate>| date.map_or_else(String::new, |date| date.to_string());
        let mut form = Form {
            name: s.name.clone(),
            place: s.place.clone(),
            federation: s.federation.clone(),
            start: date(s.start),
            end: date(s.end),
            arbiter: s.chief_arbiter.clone(),
            deputies: s.deputies.join("; "),
            time_control: s.time_control.text.clone(),
            default_minutes: s.default_minutes,
            level: s.level,
            discipline: s.discipline,
            game: s.game.clone(),
            choice: SystemChoice::Dutch,
            acceleration: false,
            cycles: 1,
            exchange_last_two: false,
            third_place: false,
            options: Box::default(),
            scheveningen: ScheveningenOptions::default(),
            cup: cup_form::Typed::default(),
            double: false,
            boards: 0,
            rounds,
            games_per_meeting: games,
            scoring: s.scoring,
            meetings_as_unit: s.meetings_as_unit,
            half_byes: s.half_byes_allowed,
            tiebreaks: s.tiebreaks.clone(),
            count_withdrawn: s.count_withdrawn,
            numbers: match s.draw_numbers {
                None => Numbers::Rating,
                Some(NumbersDrawn::Lot { .. }) => Numbers::Lot,
                Some(NumbersDrawn::Varma { .. }) => Numbers::Varma,
            },
            numbers_seed: match s.draw_numbers {
                Some(NumbersDrawn::Lot { seed } | NumbersDrawn::Varma { seed }) => seed,
                None => tournament::fresh_seed(),
            },
            seeding: s.seeding.clone(),
            norms: s.norms.clone(),
            edition: s.edition,
            categories: s.categories.iter().map(CategoryForm::of).collect(),
            prizes: PrizeForm::of(&s.prizes),
            contest: s.contest,
            teams: s.teams.clone(),
            base: s.clone(),
            stage_name: stage_name.to_owned(),
        };
        match system.clone() {
            System::Swiss { variant, acceleration } => {
                form.acceleration = acceleration;
                form.choice = match variant {
                    SwissVariant::Dutch => SystemChoice::Dutch,
                    SwissVariant::Dubov => SystemChoice::Dubov,
                    SwissVariant::Burstein => SystemChoice::Burstein,
                    SwissVariant::Team => SystemChoice::SwissTeam,
                    SwissVariant::DoubleSwiss => SystemChoice::DoubleSwiss,
                    SwissVariant::Lim => SystemChoice::Lim,
                };
            }
            System::RoundRobin { cycles, exchange_last_two } => {
                form.choice = SystemChoice::RoundRobin;
                form.cycles = cycles;
                form.exchange_last_two = exchange_last_two;
            }
            System::Knockout { third_place, options } => {
                form.choice = SystemChoice::Knockout;
                form.third_place = third_place;
                form.cup = cup_form::Typed::of(&options);
                form.options = options;
            }
            System::Scheveningen { double, boards, options } => {
                form.scheveningen = options;
                form.choice = SystemChoice::Scheveningen;
                form.double = double;
                form.boards = boards;
            }
            System::Manual => form.choice = SystemChoice::Manual,
        }
        form
    }

    /// The system chosen.
    pub fn system(&self) -> System {
        let swiss = |variant| System::Swiss { variant, acceleration: self.acceleration };
        match self.choice {
            SystemChoice::Dutch => swiss(SwissVariant::Dutch),
            SystemChoice::Dubov => swiss(SwissVariant::Dubov),
            SystemChoice::Burstein => swiss(SwissVariant::Burstein),
            SystemChoice::SwissTeam => swiss(SwissVariant::Team),
            SystemChoice::DoubleSwiss => swiss(SwissVariant::DoubleSwiss),
            SystemChoice::Lim => swiss(SwissVariant::Lim),
            SystemChoice::RoundRobin => {
                System::RoundRobin { cycles: self.cycles.max(1), exchange_last_two: self.exchange_last_two }
            }
            SystemChoice::Knockout => System::Knockout { third_place: self.third_place, options: self.options.clone() },
            SystemChoice::Scheveningen => {
                System::Scheveningen { double: self.double, boards: self.boards, options: self.scheveningen }
            }
            SystemChoice::Manual => System::Manual,
        }
    }

    /// The game, and how meetings of several games are scored; `None` for chess with single games.
    pub fn play(&self) -> Option<String> {
        let kind = self.game.parse::<rules::GameKind>().ok();
        let game = kind.map_or(self.game.as_str(), |kind| kind.label());
        match self.games_per_meeting {
            0 | 1 if kind == Some(rules::GameKind::Chess) => None,
            0 | 1 => Some(game.to_owned()),
            games if self.meetings_as_unit => Some(format!("{game}, meetings of {games} games that count as one unit")),
            games => Some(format!("{game}, meetings of {games} games whose points are added")),
        }
    }

    /// The lot of the numbers; a round-robin has one.
    pub fn draw_numbers(&self) -> Option<NumbersDrawn> {
        let seed = self.numbers_seed;
        match self.numbers {
            _ if self.choice != SystemChoice::RoundRobin => None,
            Numbers::Rating => None,
            Numbers::Lot => Some(NumbersDrawn::Lot { seed }),
            Numbers::Varma => Some(NumbersDrawn::Varma { seed }),
        }
    }

    /// System and tie-breaks that suit the contest, where the others do not.
    fn follow_contest(&mut self) {
        let teams = self.contest == Contest::Team;
        match self.choice {
            SystemChoice::Dutch if teams => self.choice = SystemChoice::SwissTeam,
            SystemChoice::SwissTeam if !teams => self.choice = SystemChoice::Dutch,
            _ => {}
        }
        let of_teams = ["GPTS", "DE", "BC"].map(str::to_owned).to_vec();
        if teams {
            self.tiebreaks = of_teams;
        } else if self.tiebreaks == of_teams {
            self.tiebreaks = Settings::default().tiebreaks;
        }
    }

    /// Whether players can have byes that are worth points: where the program looks for opponents.
    fn has_byes(&self) -> bool {
        !matches!(self.choice, SystemChoice::Knockout | SystemChoice::RoundRobin | SystemChoice::Scheveningen)
    }

    /// Games of each meeting; a match of the Double-Swiss has two.
    pub fn games(&self) -> u8 {
        if self.choice == SystemChoice::DoubleSwiss { 2 } else { self.games_per_meeting.max(1) }
    }

    /// What is still missing or wrong, in words.
    pub fn missing(&self) -> Option<String> {
        if self.name.trim().is_empty() {
            return Some("Give the event a name.".to_owned());
        }
        if self.choice == SystemChoice::Knockout
            && let Some(problem) = cup_form::problem(self)
        {
            return Some(problem);
        }
        self.settings().err()
    }

    /// The settings that the form describes.
    pub fn settings(&self) -> Result<Settings, String> {
        let date = |text: &str, which: &str| match text.trim() {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|error: String| format!("{which}: {error}.")),
        };
        let mut s = self.base.clone();
        s.name = self.name.trim().to_owned();
        s.place = self.place.trim().to_owned();
        s.federation = self.federation.trim().to_uppercase();
        s.start = date(&self.start, "First day")?;
        s.end = date(&self.end, "Last day")?;
        if let (Some(start), Some(end)) = (s.start, s.end)
            && end < start
        {
            return Err(format!("The last day, {end}, is before the first one, {start}."));
        }
        if !s.federation.is_empty()
            && (s.federation.chars().count() != 3 || !s.federation.chars().all(char::is_alphabetic))
        {
            return Err(format!("Federation: {} is not a code of three letters, such as GEO.", s.federation));
        }
        s.chief_arbiter = self.arbiter.trim().to_owned();
        s.deputies = self.deputies.split(';').map(str::trim).filter(|d| !d.is_empty()).map(str::to_owned).collect();
        s.time_control.text = self.time_control.trim().to_owned();
        s.default_minutes = self.default_minutes;
        s.level = self.level;
        s.discipline = self.discipline;
        s.game = self.game.clone();
        s.scoring = self.scoring;
        s.meetings_as_unit = self.meetings_as_unit && self.games_per_meeting > 1;
        s.half_byes_allowed = self.half_byes;
        s.tiebreaks = self.tiebreaks.clone();
        s.count_withdrawn = self.count_withdrawn;
        s.draw_numbers = self.draw_numbers();
        s.seeding = self.seeding.clone();
        s.norms = self.norms.clone();
        s.edition = self.edition;
        s.categories = self.categories.iter().map(CategoryForm::category).collect::<Result<_, _>>()?;
        s.prizes = self.prizes.fund()?;
        s.contest = self.contest;
        s.teams = self.teams.clone();
        Ok(s)
    }

    /// Settings and the only stage of a new event.
    pub fn settings_and_stage(&self) -> Result<(Settings, Stage), String> {
        if let Some(missing) = self.missing() {
            return Err(missing);
        }
        let stage = Stage {
            name: String::new(),
            system: self.system(),
            rounds_planned: self.rounds,
            games_per_meeting: self.games(),
            numbers: Default::default(),
            ..Stage::default()
        };
        Ok((self.settings()?, stage))
    }
}

/// Name, place, days, people, time control.
pub fn general_fields(ui: &mut Ui, form: &mut Form) -> egui::Response {
    widgets::group_title(ui, "General");
    let name = widgets::text_field(ui, "Name of the event", 488.0, &mut form.name, "Club Open 2026");
    ui.horizontal(|ui| {
        widgets::text_field(ui, "Place", 240.0, &mut form.place, "city or venue");
        widgets::text_field(ui, "Federation", 72.0, &mut form.federation, "GEO");
    });
    ui.horizontal(|ui| {
        widgets::text_field(ui, "First day", 120.0, &mut form.start, "2026-11-28");
        widgets::text_field(ui, "Last day", 120.0, &mut form.end, "2026-11-29");
    });
    widgets::group_title(ui, "People");
    ui.horizontal(|ui| {
        widgets::text_field(ui, "Chief arbiter", 240.0, &mut form.arbiter, "");
        widgets::text_field(ui, "Deputies, separated by ;", 240.0, &mut form.deputies, "");
    });
    widgets::group_title(ui, "Play");
    ui.horizontal(|ui| {
        let games: Vec<(String, &str)> = rules::GameKind::all().map(|kind| (kind.to_string(), kind.label())).collect();
        choice(ui, "Game", 240.0, &mut form.game, &games);
        let disciplines = [
            (Discipline::Classical, "Classical"),
            (Discipline::Rapid, "Rapid"),
            (Discipline::Blitz, "Blitz"),
            (Discipline::Correspondence, "Correspondence"),
        ];
        choice(ui, "Discipline", 140.0, &mut form.discipline, &disciplines);
        let levels = [
            (Level::Club, "Club"),
            (Level::National, "National"),
            (Level::FideRated, "FIDE rated"),
            (Level::FideTitle, "FIDE title norms"),
            (Level::FideChampionship, "FIDE championship"),
        ];
        choice(ui, "Level", 150.0, &mut form.level, &levels);
    });
    if form.game.parse::<rules::GameKind>().is_ok_and(|kind| kind.first_mover() == rules::Side::Black) {
        widgets::caption(ui, "In this game Black (dark) makes the first move.");
    }
    ui.horizontal(|ui| {
        widgets::text_field(
            ui,
            "Time control, in words",
            340.0,
            &mut form.time_control,
            "90 minutes + 30 seconds a move",
        );
        number(ui, "Default time, minutes", &mut form.default_minutes, 0..=180);
    });
    name
}

/// System, rounds, games of a meeting.
pub fn system_fields(ui: &mut Ui, form: &mut Form, fresh: bool) {
    if super::teams::rule_fields(ui, &mut form.contest, &mut form.teams) && fresh {
        form.follow_contest();
    }
    widgets::group_title(ui, "System");
    ui.horizontal(|ui| {
        let before = form.system();
        choice(ui, "Pairing system", 240.0, &mut form.choice, &SYSTEMS);
        let usual = tournament::standings::usual;
        if fresh && form.contest != Contest::Team && form.tiebreaks == usual(&before) {
            form.tiebreaks = usual(&form.system());
        }
        // Brackets and tables have their rounds from the players.
        let fixed =
            matches!(form.choice, SystemChoice::Knockout | SystemChoice::RoundRobin | SystemChoice::Scheveningen);
        if !fixed || (!fresh && form.choice != SystemChoice::Knockout) {
            number(ui, "Rounds", &mut form.rounds, 1..=60);
        }
        if form.choice == SystemChoice::DoubleSwiss {
            widgets::field(ui, "Games of a match", 132.0, |ui| ui.label("2"));
        } else {
            number(ui, "Games of a meeting", &mut form.games_per_meeting, 1..=8);
        }
    });
    match form.choice {
        SystemChoice::Dutch
        | SystemChoice::Dubov
        | SystemChoice::Burstein
        | SystemChoice::SwissTeam
        | SystemChoice::DoubleSwiss
        | SystemChoice::Lim => {
            ui.checkbox(&mut form.acceleration, "Baku acceleration (for large open events)");
            let words = match form.choice {
                SystemChoice::DoubleSwiss => {
                    "Each round is a match of two games with reversed colours. The bye counts as chosen below, and a draw more."
                }
                SystemChoice::Lim => {
                    "Built from an incomplete text of the rules: its pairings are not verified, and reports say so."
                }
                _ => "",
            };
            if !words.is_empty() {
                widgets::caption(ui, words);
            }
        }
        SystemChoice::RoundRobin => {
            ui.horizontal(|ui| {
                number(ui, "Cycles", &mut form.cycles, 1..=4);
                let numbers = [
                    (Numbers::Lot, "By lot"),
                    (Numbers::Varma, "By restricted lot (Varma tables)"),
                    (Numbers::Rating, "By rating"),
                ];
                choice(ui, "Numbers", 240.0, &mut form.numbers, &numbers);
            });
            if form.numbers != Numbers::Rating {
                ui.horizontal(|ui| {
                    let text = "Drawn when round 1 is paired, unless they are given by hand before; the seed is";
                    widgets::caption(ui, format!("{text} {}.", form.numbers_seed));
                    if fresh && ui.button("Draw again").clicked() {
                        form.numbers_seed = tournament::fresh_seed();
                    }
                });
            }
            ui.horizontal(|ui| {
                ui.checkbox(&mut form.exchange_last_two, "Exchange the last two rounds of the first cycle");
            });
            ui.checkbox(
                &mut form.count_withdrawn,
                "Results count also of players who leave before half of their games",
            )
            .on_hover_text("Otherwise they stay visible and rated, but out of the standings (FIDE C.05 art. 6.6)");
            if fresh {
                widgets::caption(ui, "With an entry list the number of rounds follows from the number of players.");
            }
        }
        SystemChoice::Knockout => {
            cup_form::fields(ui, form);
        }
        SystemChoice::Scheveningen => {
            ui.horizontal(|ui| {
                number(ui, "Boards, 0: larger team", &mut form.boards, 0..=99);
                ui.checkbox(&mut form.double, "Every pair meets twice");
            });
            ui.horizontal(|ui| {
                if form.double {
                    let orders = [(false, "Back to front"), (true, "In the same order")];
                    choice(ui, "Rounds of the second half", 240.0, &mut form.scheveningen.same_order, &orders);
                }
                let decided = [(false, "The sum of all games"), (true, "Match points, round by round")];
                choice(ui, "The match is decided by", 280.0, &mut form.scheveningen.match_points, &decided);
            });
            if form.double {
                widgets::caption(
                    ui,
                    if form.scheveningen.same_order {
                        "Nobody meets the same opponent twice running, but some have one colour three times."
                    } else {
                        "Nobody has one colour three times running, but those who met last meet again at once."
                    },
                );
            }
            widgets::caption(
                ui,
                "Missing members of a smaller team are free places: whoever would meet one is free in that round. Members beyond the boards are \
                 substitutes: they take the place of players who are away in a round.",
            );
        }
        SystemChoice::Manual => {}
    }
}

/// What results are worth.
pub fn scoring_fields(ui: &mut Ui, form: &mut Form, with_byes: bool) {
    widgets::group_title(ui, "Points");
    ui.horizontal(|ui| {
        for (name, preset) in SCORINGS {
            let same =
                (form.scoring.win, form.scoring.draw, form.scoring.loss) == (preset.win, preset.draw, preset.loss);
            if ui.add(Button::selectable(same, name).min_size(vec2(88.0, 28.0))).clicked() && !same {
                form.scoring = preset;
            }
        }
        // The bye of a team has the points of a drawn match (FIDE C.04.6 art. 1.4).
        if form.has_byes() && form.contest != Contest::Team {
            ui.add_space(8.0);
            let Scoring { win, draw, loss, .. } = form.scoring;
            let byes = [(win, "a win"), (draw, "a draw"), (loss, "a loss")];
            choice(ui, "The pairing-allocated bye counts as", 200.0, &mut form.scoring.pairing_bye, &byes);
        }
    });
    if form.games_per_meeting > 1 {
        let games = format!("A meeting of {} games", form.games_per_meeting);
        let choices = [(false, "the points of its games are added"), (true, "it counts as one unit")];
        widgets::field(ui, &games, 488.0, |ui| widgets::segmented(ui, &mut form.meetings_as_unit, &choices));
        let Scoring { win, draw, loss, .. } = form.scoring;
        let text = |points: i32| view::points_text(tournament::Points(points));
        widgets::caption(
            ui,
            if form.meetings_as_unit {
                format!(
                    "Whoever has more from its games gets {}, both get {} when they have the same, the other gets {}.",
                    text(win),
                    text(draw),
                    text(loss)
                )
            } else {
                let games = i32::from(form.games_per_meeting);
                format!("Whoever wins all of its games gets {}; a bye counts for all of them.", text(win * games))
            },
        );
    }
    if with_byes && form.has_byes() && form.contest != Contest::Team {
        number(ui, "Half-point byes a player may ask for", &mut form.half_byes, 0..=4);
    }
}

/// A choice from a list with its name above it.
pub fn choice<T: PartialEq + Clone>(ui: &mut Ui, name: &str, width: f32, value: &mut T, choices: &[(T, &str)]) {
    widgets::field(ui, name, width, |ui| {
        let shown = choices.iter().find(|(choice, _)| choice == value).map_or("other", |(_, text)| *text);
        drop_down::drop_down(ui, name, width - 8.0, shown, |ui| {
            for (choice, text) in choices {
                drop_down::entry(ui, value, choice.clone(), *text);
            }
        });
    });
}

/// A whole number with its name above it.
pub fn number<N: egui::emath::Numeric>(ui: &mut Ui, name: &str, value: &mut N, range: std::ops::RangeInclusive<N>) {
    let width = if name.len() > 24 { 280.0 } else { 132.0 };
    widgets::field(ui, name, width, |ui| ui.add(egui::DragValue::new(value).range(range).speed(0.05)));
}

/// The page with the event's settings.
#[derive(Default)]
pub struct EventPage {
    form: Option<(u64, Form, Form)>,
    note: String,
    leaving: bool,
}

impl EventPage {
    /// Draws the page.
    pub fn show(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) {
        let state = doc.state();
        let Some(stage) = state.stages.get(doc.view().stage) else { return };
        let fresh =
            || Form::of(&state.settings, &stage.name, &stage.system, stage.rounds_planned, stage.games_per_meeting);
        // What was typed stays while other changes come in; without typing the form follows the event.
        let stale = self.form.as_ref().is_none_or(|(revision, form, was)| *revision != doc.revision() && form == was);
        if stale {
            self.form = Some((doc.revision(), fresh(), fresh()));
        }
        let Some((_, form, was)) = &mut self.form else { return };
        let changed = form != was;
        let mut give_up = false;
        let save = widgets::header(ui, "Event", Some(("Save the settings", changed)), |ui| {
            if changed && ui.add(Button::new("Discard changes").min_size(vec2(0.0, 32.0))).clicked() {
                give_up = true;
            }
        });
        if save || (changed && cx.main_key()) {
            match form.missing().map_or_else(|| form.settings(), Err) {
                Ok(settings) => {
                    if settings != *state.settings {
                        cx.ask(Command::EditSettings(Box::new(settings)));
                    }
                    let edit = Command::EditStage {
                        stage: doc.view().stage,
                        name: form.stage_name.clone(),
                        system: form.system(),
                        rounds_planned: form.rounds,
                        games_per_meeting: form.games(),
                    };
                    let same = stage.system == form.system()
                        && stage.rounds_planned == form.rounds
                        && stage.games_per_meeting == form.games();
                    if !same {
                        cx.ask(edit);
                    }
                }
                Err(text) => cx.ask(Action::Complain(text)),
            }
        }
        let note = &mut self.note;
        let leaving = &mut self.leaving;
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.set_max_width(820.0);
            let _ = general_fields(ui, form);
            system_fields(ui, form, false);
            scoring_fields(ui, form, true);
            let all_rated = state.players.values().all(|player| state.rating(player) > 0);
            tiebreak_fields(ui, form, all_rated);
            category_fields(ui, form);
            prize_fields(ui, form, state);
            rated::rated_fields(ui, form, state);
            initial_color(ui, doc, cx);
            remarks(ui, note, cx);
            fide(ui, doc, note, leaving, cx);
            ui.add_space(24.0);
        });
        if give_up {
            self.form = None;
        }
    }

    /// Follows a change.
    pub fn after(&mut self, command: &Command) {
        if matches!(command, Command::EditSettings(_) | Command::EditStage { .. }) {
            self.form = None;
        }
        if matches!(command, Command::Note(_) | Command::LeaveFideMode { .. }) {
            self.note.clear();
            self.leaving = false;
        }
    }
}

fn initial_color(ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) {
    widgets::group_title(ui, "Initial colour");
    let settings = &doc.state().settings;
    let text = match (settings.initial_color, &settings.initial_color_lot) {
        (None, _) => "Not drawn yet.".to_owned(),
        (Some(color), Some(Lot::Drawn { seed })) => format!("{color:?}, drawn by the program from the seed {seed}."),
        (Some(color), _) => format!("{color:?}, drawn at the table."),
    };
    ui.label(text);
    if doc.view().rounds > 0 {
        return;
    }
    ui.horizontal(|ui| {
        if ui.button("Draw it now").clicked() {
            cx.ask(Command::DrawInitialColor { seed: tournament::fresh_seed() });
        }
        for (color, text) in [(Color::White, "It was White"), (Color::Black, "It was Black")] {
            if ui.button(text).clicked() {
                let mut changed = (**settings).clone();
                changed.initial_color = Some(color);
                changed.initial_color_lot = Some(Lot::Typed);
                cx.ask(Command::EditSettings(Box::new(changed)));
            }
        }
    });
}

fn remarks(ui: &mut Ui, note: &mut String, cx: &mut Cx<'_>) {
    widgets::group_title(ui, "Remark for the arbiter's report");
    ui.horizontal(|ui| {
        let edit = egui::TextEdit::singleline(note).desired_width(488.0).margin(egui::Margin::symmetric(8, 5));
        ui.name_inputs("Remark", |ui| ui.add(edit));
        if ui.add_enabled(!note.trim().is_empty(), Button::new("Keep the remark")).clicked() {
            cx.ask(Command::Note(note.trim().to_owned()));
        }
    });
}

fn fide(ui: &mut Ui, doc: &Doc, note: &str, leaving: &mut bool, cx: &mut Cx<'_>) {
    widgets::group_title(ui, "FIDE mode");
    let p = Palette::of(ui);
    let system = doc.state().stages.get(doc.view().stage).map(|stage| view::system_text(&stage.system));
    if !doc.state().fide_mode {
        ui.label(RichText::new("The event has left FIDE mode. This cannot be taken back.").color(p.amber));
        return;
    }
    ui.label(format!("On. {} is paired by the rules; what they forbid is refused.", system.unwrap_or_default()));
    ui.checkbox(leaving, "I want to leave FIDE mode for good");
    if *leaving && ui.button("Leave FIDE mode…").clicked() {
        let reason = note.trim().to_owned();
        let order = Order { command: Command::LeaveFideMode { reason: reason.clone() }, reason, confirmed: false };
        cx.ask(order);
    }
}
