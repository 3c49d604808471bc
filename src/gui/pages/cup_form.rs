//! The options of a knockout, as the assistant and the event's page show them.

use super::event::{Form, choice, number};
use crate::gui::frame::icon_button;
use crate::gui::theme::Palette;
use crate::gui::widgets::{self, icon::Icon};
use eframe::egui::{Button, RichText, Ui, vec2};
use tournament::knockout::DayRules;
use tournament::knockout::options::{fault, presets};
use tournament::model::*;

/// The bracket as the form offers it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Bracket {
    #[default]
    Single,
    Third,
    Places(u32),
    Double,
    DoubleOnce,
}

const BRACKETS: [(Bracket, &str); 7] = [
    (Bracket::Single, "Single elimination"),
    (Bracket::Third, "Single, with third place"),
    (Bracket::Places(8), "Places 1 to 8 played for"),
    (Bracket::Places(16), "Places 1 to 16 played for"),
    (Bracket::Places(4096), "All places played for"),
    (Bracket::Double, "Double elimination, with reset"),
    (Bracket::DoubleOnce, "Double elimination, one final"),
];

/// The first round as the form offers it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum FirstRound {
    #[default]
    Standard,
    Cut,
    Drawn,
    Seeds,
    Hand,
}

const FIRST_ROUNDS: [(FirstRound, &str); 5] = [
    (FirstRound::Standard, "By seed: 1 against the last"),
    (FirstRound::Cut, "By seed: top half against bottom half"),
    (FirstRound::Drawn, "Drawn by lot"),
    (FirstRound::Seeds, "The first seeded, others drawn"),
    (FirstRound::Hand, "Set by hand"),
];

/// A kind of step as the form offers it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Match,
    Win,
    Rest,
    Armageddon,
    Bids,
    Seed,
    Blacks,
    Lot,
}

const KINDS: [(Kind, &str); 8] = [
    (Kind::Match, "Match of games"),
    (Kind::Win, "Until one is won"),
    (Kind::Rest, "With the time left"),
    (Kind::Armageddon, "Armageddon"),
    (Kind::Bids, "Armageddon with bids"),
    (Kind::Seed, "Better seed"),
    (Kind::Blacks, "More Blacks"),
    (Kind::Lot, "Lot"),
];

/// What is typed before it becomes an option.
#[derive(Clone, Debug, PartialEq)]
pub struct Typed {
    /// The places of round 1 by hand.
    slots: String,
    kind: Kind,
    games: u32,
    minutes: u32,
    seconds: u32,
    /// Minutes of Black in an Armageddon game; 0: as White.
    black: u32,
}

impl Default for Typed {
    fn default() -> Typed {
        Typed { slots: String::new(), kind: Kind::Match, games: 2, minutes: 5, seconds: 3, black: 0 }
    }
}

impl Typed {
    /// What stands in the fields for the options in force.
    pub fn of(options: &KnockoutOptions) -> Typed {
        let slots = match &options.seeding {
            KnockoutSeeding::ByHand(slots) => {
                let words: Vec<String> =
                    slots.iter().map(|slot| slot.map_or_else(|| "-".to_owned(), |seed| seed.to_string())).collect();
                words.join(" ")
            }
            _ => String::new(),
        };
        Typed { slots, ..Typed::default() }
    }
}

/// What is wrong with the options of a form, in words.
pub fn problem(form: &Form) -> Option<String> {
    fault(form.third_place, &form.options)
}

/// Bracket, first round, colours and ladder.
pub fn fields(ui: &mut Ui, form: &mut Form) {
    let p = Palette::of(ui);
    let mut bracket = match form.options.format {
        KnockoutFormat::Single if form.third_place => Bracket::Third,
        KnockoutFormat::Single => Bracket::Single,
        KnockoutFormat::Places(places) => Bracket::Places(places),
        KnockoutFormat::Double { reset: true } => Bracket::Double,
        KnockoutFormat::Double { reset: false } => Bracket::DoubleOnce,
    };
    let options = &mut *form.options;
    let mut first = match options.seeding {
        KnockoutSeeding::Standard => FirstRound::Standard,
        KnockoutSeeding::Cut => FirstRound::Cut,
        KnockoutSeeding::Drawn { .. } => FirstRound::Drawn,
        KnockoutSeeding::DrawnWithSeeds { .. } => FirstRound::Seeds,
        KnockoutSeeding::ByHand(_) => FirstRound::Hand,
    };
    let before = (bracket, first);
    ui.horizontal(|ui| {
        choice(ui, "Bracket", 240.0, &mut bracket, &BRACKETS);
        choice(ui, "First round", 280.0, &mut first, &FIRST_ROUNDS);
    });
    if bracket != before.0 {
        form.third_place = bracket == Bracket::Third;
        options.format = match bracket {
            Bracket::Single | Bracket::Third => KnockoutFormat::Single,
            Bracket::Places(places) => KnockoutFormat::Places(places),
            Bracket::Double => KnockoutFormat::Double { reset: true },
            Bracket::DoubleOnce => KnockoutFormat::Double { reset: false },
        };
        options.reseed &= !matches!(options.format, KnockoutFormat::Double { .. });
    }
    if first != before.1 {
        options.seeding = match first {
            FirstRound::Standard => KnockoutSeeding::Standard,
            FirstRound::Cut => KnockoutSeeding::Cut,
            FirstRound::Drawn => KnockoutSeeding::Drawn { seed: tournament::fresh_seed() },
            FirstRound::Seeds => KnockoutSeeding::DrawnWithSeeds { seeded: 4, seed: tournament::fresh_seed() },
            FirstRound::Hand => KnockoutSeeding::ByHand(Vec::new()),
        };
    }
    first_round(ui, options, &mut form.cup);
    ui.horizontal(|ui| {
        let rules = [
            (FirstColorRule::Alternate, "By turns, meeting after meeting"),
            (FirstColorRule::FirstByLot, "Lot on board 1, then by turns"),
            (FirstColorRule::EachByLot, "A lot for each meeting"),
            (FirstColorRule::HigherSeed, "The higher seed has White"),
        ];
        choice(ui, "White in the first game", 280.0, &mut options.first_color, &rules);
        let apart =
            [(Separation::None, "Nobody"), (Separation::Federation, "One federation"), (Separation::Club, "One club")];
        choice(ui, "Kept apart at first", 180.0, &mut options.separation, &apart);
    });
    if options.color_seed == 0 && options.first_color != FirstColorRule::Alternate {
        options.color_seed = tournament::fresh_seed();
    }
    if form.games_per_meeting.is_multiple_of(4) {
        ui.checkbox(&mut options.change_in_middle, "Change the order of colours in the middle of a meeting (W B B W)");
    }
    if form.games_per_meeting > 2 && form.games_per_meeting % 2 == 1 {
        ui.checkbox(&mut options.last_by_lot, "Colours of the last game by lot");
        if options.last_by_lot && options.color_seed == 0 {
            options.color_seed = tournament::fresh_seed();
        }
    }
    if !matches!(options.format, KnockoutFormat::Double { .. }) {
        ui.checkbox(
            &mut options.reseed,
            "No fixed bracket: after each round the highest remaining seed meets the lowest",
        );
    }
    ui.checkbox(&mut options.play_in, "A first round with byes is called the play-in");
    ui.checkbox(
        &mut options.rank_losers,
        "Who lost in the same round is ranked by scores and seed, instead of sharing a place",
    );
    if form.contest != Contest::Team {
        days(ui, options, form.games_per_meeting);
    }
    ladder(ui, &mut options.ladder, &mut form.cup);
    if let Some(problem) = problem(form) {
        ui.label(RichText::new(problem).color(p.amber));
    }
}

/// What the options say, a line for each: for the summary of a new event.
pub fn summary(form: &Form) -> Vec<String> {
    let options = &form.options;
    let bracket = match options.format {
        KnockoutFormat::Single if form.third_place => "single elimination with a match for third place".to_owned(),
        KnockoutFormat::Single => "single elimination".to_owned(),
        KnockoutFormat::Places(places) if places >= 4096 => "all places are played for".to_owned(),
        KnockoutFormat::Places(places) => format!("places 1 to {places} are played for"),
        KnockoutFormat::Double { reset: true } => "the grand final is repeated if needed".to_owned(),
        KnockoutFormat::Double { reset: false } => "one grand final".to_owned(),
    };
    let mut lines = vec![format!("Bracket: {bracket}; first round {}", options.seeding.words())];
    if options.reseed {
        lines.push("After each round the highest remaining seed meets the lowest".to_owned());
    }
    match options.separation {
        Separation::None => {}
        Separation::Federation => lines.push("Players of one federation are kept apart at first".to_owned()),
        Separation::Club => lines.push("Players of one club are kept apart at first".to_owned()),
    }
    let games = match form.games_per_meeting {
        0 | 1 => "1 game".to_owned(),
        games => format!("{games} games"),
    };
    let white = match options.first_color {
        FirstColorRule::Alternate => "White by turns from meeting to meeting",
        FirstColorRule::EachByLot => "White by a lot for each meeting",
        FirstColorRule::FirstByLot => "White by lot on board 1, then by turns",
        FirstColorRule::HigherSeed => "the higher seed has White",
    };
    lines.push(format!("Each meeting: {games}; {white}"));
    if let Some(days) = options.days.as_deref() {
        lines.push(format!("Days: {}", days.words()));
    }
    lines.push(match options.ladder.as_slice() {
        [] => "After equal games: the arbiter says who goes on, or a lot".to_owned(),
        steps => {
            let steps: Vec<String> = steps.iter().map(LadderStep::words).collect();
            format!("After equal games: {}", steps.join("; then "))
        }
    });
    lines
}

fn first_round(ui: &mut Ui, options: &mut KnockoutOptions, typed: &mut Typed) {
    match &mut options.seeding {
        KnockoutSeeding::Standard | KnockoutSeeding::Cut => {}
        KnockoutSeeding::Drawn { seed: drawn } => {
            ui.horizontal(|ui| {
                widgets::caption(ui, format!("The lot is drawn from the seed {drawn}, which is kept with the event."));
                if ui.button("Draw again").clicked() {
                    *drawn = tournament::fresh_seed();
                }
            });
        }
        KnockoutSeeding::DrawnWithSeeds { seeded, seed: drawn } => {
            ui.horizontal(|ui| {
                number(ui, "Seeded players", seeded, 2..=64);
                if ui.button("Draw again").clicked() {
                    *drawn = tournament::fresh_seed();
                }
                widgets::caption(ui, format!("The lot is drawn from the seed {drawn}, which is kept with the event."));
            });
        }
        KnockoutSeeding::ByHand(slots) => {
            let hint = "1 8 4 5 2 7 3 6, a bye as -";
            let field = widgets::text_field(ui, "Numbers from top to bottom", 488.0, &mut typed.slots, hint);
            if field.changed() {
                let words = typed.slots.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
                *slots = words.map(|word| word.parse().ok()).collect();
            }
        }
    }
}

/// Whether a meeting is scored by days, and how.
fn days(ui: &mut Ui, options: &mut KnockoutOptions, games: u8) {
    let presets = DayRules::presets();
    const SUM: usize = usize::MAX;
    const OWN: usize = usize::MAX - 1;
    let now = match options.days.as_deref() {
        None => SUM,
        Some(rules) => presets.iter().position(|(_, preset)| preset == rules).unwrap_or(OWN),
    };
    let mut chosen = now;
    let mut choices = vec![(SUM, "Sum of the games")];
    choices.extend(presets.iter().enumerate().map(|(index, (name, _))| (index, *name)));
    if now == OWN {
        choices.push((OWN, "Days, by rules of its own"));
    }
    choice(ui, "Score of a meeting", 420.0, &mut chosen, &choices);
    if chosen != now {
        options.days = presets.into_iter().nth(chosen).map(|(_, rules)| Box::new(rules));
    }
    if let Some(rules) = options.days.as_deref() {
        let days = if games == 1 { "1 day".to_owned() } else { format!("{games} days") };
        widgets::caption(ui, format!("A meeting has {days}, one for each of its games: {}.", rules.words()));
    }
}

/// The steps in order, and a new one.
fn ladder(ui: &mut Ui, ladder: &mut Vec<LadderStep>, typed: &mut Typed) {
    widgets::group_title(ui, "After equal games");
    let p = Palette::of(ui);
    let (mut moved, mut removed) = (None, None);
    let count = ladder.len();
    if count == 0 {
        widgets::caption(ui, "No ladder: the arbiter says who goes on, or a lot does.");
    }
    for (index, step) in ladder.iter_mut().enumerate() {
        ui.horizontal(|ui| {
            ui.set_min_height(28.0);
            ui.add_sized(
                [24.0, 20.0],
                eframe::egui::Label::new(RichText::new(format!("{}.", index + 1)).color(p.weak)),
            );
            // Room for the buttons behind it.
            let room = (ui.available_width() - 250.0).max(200.0);
            ui.allocate_ui(vec2(room, 20.0), |ui| {
                ui.set_min_width(room);
                ui.add(eframe::egui::Label::new(step.words()).truncate()).on_hover_text(step.words());
            });
            let name = |what: &str| format!("Step {} {what}", index + 1);
            if !step.kind.is_without_game() {
                let text = if step.alternate { "colours go on" } else { "colours by lot" };
                let tip = name("colours: by a new lot, or by turns from the game before");
                if ui.button(text).on_hover_text(tip).clicked() {
                    step.alternate = !step.alternate;
                }
            }
            if ui.add_enabled_ui(index > 0, |ui| icon_button(ui, Icon::Up, &name("up"))).inner.clicked() {
                moved = Some((index, index - 1));
            }
            if ui.add_enabled_ui(index + 1 < count, |ui| icon_button(ui, Icon::Down, &name("down"))).inner.clicked() {
                moved = Some((index, index + 1));
            }
            if icon_button(ui, Icon::Cross, &name("away")).clicked() {
                removed = Some(index);
            }
        });
    }
    if let Some((from, to)) = moved {
        ladder.swap(from, to);
    }
    if let Some(index) = removed {
        ladder.remove(index);
    }
    ui.horizontal(|ui| {
        choice(ui, "New step", 180.0, &mut typed.kind, &KINDS);
        if typed.kind == Kind::Match {
            number(ui, "Games of the step", &mut typed.games, 1..=20);
        }
        if !matches!(typed.kind, Kind::Seed | Kind::Blacks | Kind::Lot) {
            number(ui, "Minutes", &mut typed.minutes, 0..=240);
            number(ui, "Seconds a move", &mut typed.seconds, 0..=120);
        }
        if typed.kind == Kind::Armageddon {
            number(ui, "Minutes of Black, 0: same", &mut typed.black, 0..=240);
        }
    });
    ui.horizontal(|ui| {
        if ui.add(Button::new("Add the step").min_size(vec2(0.0, 28.0))).clicked() {
            let draw_wins = Color::Black;
            let kind = match typed.kind {
                Kind::Match => LadderKind::MiniMatch { games: typed.games },
                Kind::Win => LadderKind::FirstWin { most: None },
                Kind::Rest => LadderKind::RemainingTime,
                Kind::Armageddon => LadderKind::Armageddon { draw_wins },
                Kind::Bids => LadderKind::ArmageddonWithBids { draw_wins },
                Kind::Seed => LadderKind::BetterSeed,
                Kind::Blacks => LadderKind::MoreBlacks,
                Kind::Lot => LadderKind::Lot,
            };
            ladder.push(match kind {
                kind if kind.is_without_game() => LadderStep::without_game(kind),
                kind => {
                    let mut step = LadderStep::new(kind, typed.minutes, typed.seconds);
                    if typed.kind == Kind::Armageddon && typed.black > 0 && typed.black != typed.minutes {
                        step.time.black = Some(LadderStep::new(kind, typed.black, typed.seconds).time.periods);
                    }
                    step
                }
            });
        }
        ui.menu_button("Use a preset", |ui| {
            for (name, steps) in presets() {
                if ui.button(name).clicked() {
                    *ladder = steps;
                }
            }
            if ui.button("No ladder").clicked() {
                ladder.clear();
            }
        });
    });
}
