//! What the rules of a knockout fix beforehand: bracket, seeding, colours, and the ladder of tie-breaks (`knockout` 1 to 4).

use super::days::DayRules;
use crate::model::{Color, Extra, Period, TimeControl};
use pairing::knockout::{FirstColor, Format, Seeding, Step, StepColors, StepKind};
use serde::{Deserialize, Serialize};

/// The kind of bracket.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum KnockoutFormat {
    /// Whoever loses a meeting is out, but for a match for third place.
    #[default]
    Single,
    /// Consolation matches for the places down to this one: 4, 8, 16, ...; a power of two.
    Places(u32),
    /// Whoever loses two meetings is out.
    Double {
        /// The grand final is played again when the side from the losers' bracket wins it.
        reset: bool,
    },
}

/// Who meets whom in round 1. Seeds are the pairing numbers of the stage.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum KnockoutSeeding {
    /// 1 against the last, 2 against the last but one, ...
    #[default]
    Standard,
    /// Top half against bottom half.
    Cut,
    /// All places by lot.
    Drawn {
        /// Seed of the draw.
        seed: u64,
    },
    /// The first ones in different parts of the bracket, the others by lot.
    DrawnWithSeeds {
        /// How many are seeded; counted as the next lower power of two.
        seeded: u32,
        /// Seed of the draw.
        seed: u64,
    },
    /// The places from top to bottom, `None` for a bye.
    ByHand(Vec<Option<u32>>),
}

/// Who are kept apart as long as their number allows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Separation {
    /// Nobody.
    #[default]
    None,
    /// Players of one federation.
    Federation,
    /// Players of one club.
    Club,
}

/// Who has White in the first game of a meeting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FirstColorRule {
    /// The other colour than in the first game of the meeting before; else by turns down the list, beginning with the initial colour.
    #[default]
    Alternate,
    /// A lot for each meeting.
    EachByLot,
    /// A lot for board 1 of the round, the higher seeds by turns down the list.
    FirstByLot,
    /// The higher seed has White.
    HigherSeed,
}

/// How a step of the ladder decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LadderKind {
    /// More points of so many games.
    MiniMatch {
        /// From 1.
        games: u32,
    },
    /// Games until one is won.
    FirstWin {
        /// At most so many; `None` is without end.
        most: Option<u32>,
    },
    /// Games until one is won; the clocks go on from game to game.
    RemainingTime,
    /// One game; a draw counts as a win of this colour.
    Armageddon {
        /// Whom a draw is enough.
        draw_wins: Color,
    },
    /// The same; the lower bid of thinking time has Black and that time.
    ArmageddonWithBids {
        /// Whom a draw is enough.
        draw_wins: Color,
    },
    /// No game: the better seed goes on.
    BetterSeed,
    /// No game: whoever has had Black in more games of the meeting goes on; with equally many the next step.
    MoreBlacks,
    /// The last resort.
    Lot,
}

impl LadderKind {
    /// Decides without a game.
    pub fn is_without_game(self) -> bool {
        matches!(self, LadderKind::BetterSeed | LadderKind::MoreBlacks | LadderKind::Lot)
    }
}

/// A step of the ladder.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LadderStep {
    /// How it decides.
    pub kind: LadderKind,
    /// The colours go on by turns from the game before; otherwise a lot begins them anew.
    #[serde(default)]
    pub alternate: bool,
    /// The time control of its games.
    #[serde(default)]
    pub time: TimeControl,
}

/// Everything that a knockout fixes besides the match for third place and the number of games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct KnockoutOptions {
    /// The kind of bracket.
    pub format: KnockoutFormat,
    /// Who meets whom in round 1.
    pub seeding: KnockoutSeeding,
    /// Who are kept apart.
    pub separation: Separation,
    /// A first round with byes is called the play-in.
    pub play_in: bool,
    /// No fixed bracket: after each round the highest seed who is left meets the lowest.
    pub reseed: bool,
    /// Who lost in the same round is ranked by the score in the lost match, then in the earlier ones, then by seed; otherwise they share a place.
    pub rank_losers: bool,
    /// First colours.
    pub first_color: FirstColorRule,
    /// Seed of the lots for colours.
    pub color_seed: u64,
    /// Colours change in the middle of a meeting of four or eight games: W B B W.
    pub change_in_middle: bool,
    /// The last of three, five, ... games has its colours by lot.
    pub last_by_lot: bool,
    /// What follows when the games of a meeting end equal.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ladder: Vec<LadderStep>,
    /// A meeting is scored by days: drawn games are followed by faster ones on the same day. Of players only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days: Option<Box<DayRules>>,
}

impl KnockoutOptions {
    /// A step: of a day (the number of the meeting's game, from 1), or of the ladder at the end (0).
    pub fn step(&self, day: u8, step: usize) -> Option<&LadderStep> {
        match (day, &self.days) {
            (0, _) => self.ladder.get(step),
            (_, Some(days)) => days.ladder.get(step),
            (_, None) => None,
        }
    }
}

/// "4 games", "1 game".
fn count(n: u32, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

impl KnockoutFormat {
    /// The bracket's format.
    pub fn bracket(self, third_place: bool) -> Format {
        match self {
            KnockoutFormat::Single if third_place => Format::THIRD_PLACE,
            KnockoutFormat::Single => Format::SINGLE,
            KnockoutFormat::Places(places) => Format::Single { places },
            KnockoutFormat::Double { reset } => Format::Double { reset },
        }
    }
}

impl KnockoutSeeding {
    /// The same for the bracket.
    pub fn bracket(&self) -> Seeding {
        match self {
            KnockoutSeeding::Standard => Seeding::Standard,
            KnockoutSeeding::Cut => Seeding::Cut,
            KnockoutSeeding::Drawn { seed } => Seeding::Lot { seed: *seed },
            KnockoutSeeding::DrawnWithSeeds { seeded, seed } => Seeding::SeededLot { seeded: *seeded, seed: *seed },
            KnockoutSeeding::ByHand(slots) => Seeding::ByHand(slots.clone()),
        }
    }

    /// In words: "drawn by lot (seed 7)".
    pub fn words(&self) -> String {
        match self {
            KnockoutSeeding::Standard => "by seed, 1 against the last".to_owned(),
            KnockoutSeeding::Cut => "by seed, top half against bottom half".to_owned(),
            KnockoutSeeding::Drawn { seed } => format!("drawn by lot (seed {seed})"),
            KnockoutSeeding::DrawnWithSeeds { seeded, seed } => {
                format!("the first {seeded} seeded, the others drawn by lot (seed {seed})")
            }
            KnockoutSeeding::ByHand(_) => "set by hand".to_owned(),
        }
    }
}

impl FirstColorRule {
    /// The same for the bracket.
    pub fn bracket(self) -> FirstColor {
        match self {
            FirstColorRule::Alternate => FirstColor::Alternate,
            FirstColorRule::EachByLot => FirstColor::EachByLot,
            FirstColorRule::FirstByLot => FirstColor::FirstByLot,
            FirstColorRule::HigherSeed => FirstColor::HigherSeed,
        }
    }
}

/// A duration as it is said: "10 min", "90 s", "1 h 20 min".
fn duration(seconds: u32) -> String {
    match (seconds / 60, seconds % 60) {
        (0, s) => format!("{s} s"),
        (m, 0) if m >= 60 && m % 60 == 0 => format!("{} h", m / 60),
        (m, 0) if m > 60 => format!("{} h {} min", m / 60, m % 60),
        (m, 0) => format!("{m} min"),
        (m, s) => format!("{m} min {s} s"),
    }
}

fn side_words(periods: &[Period]) -> String {
    let words = periods.iter().map(|period| {
        let moves = period.moves.map(|moves| format!("{moves} moves in ")).unwrap_or_default();
        let extra = match period.extra {
            Extra::None => String::new(),
            Extra::Increment(s) => format!(" + {s} s"),
            Extra::Delay(s) => format!(", {s} s delay"),
        };
        format!("{moves}{}{extra}", duration(period.seconds))
    });
    words.collect::<Vec<_>>().join(", ")
}

/// A time control in words: `25 min + 10 s`; empty when nothing is said.
pub fn time_words(time: &TimeControl) -> String {
    let mut words = side_words(&time.periods);
    if let Some(black) = &time.black {
        words = format!("White {words}, Black {}", side_words(black));
    }
    match (words.is_empty(), time.text.is_empty()) {
        (true, _) => time.text.clone(),
        (_, true) => words,
        _ => format!("{words}, {}", time.text),
    }
}

impl LadderStep {
    /// A step with so many minutes and seconds of increment for both.
    pub fn new(kind: LadderKind, minutes: u32, increment: u32) -> LadderStep {
        LadderStep { kind, alternate: false, time: minutes_control(minutes, increment) }
    }

    /// A step that decides without a game.
    pub fn without_game(kind: LadderKind) -> LadderStep {
        LadderStep { kind, alternate: false, time: TimeControl::default() }
    }

    /// The same for the contest.
    pub fn contest(&self) -> Step {
        use pairing::swiss::Color as C;
        let side = |color: Color| C::from(color);
        let kind = match self.kind {
            LadderKind::MiniMatch { games } => StepKind::MiniMatch { games },
            LadderKind::FirstWin { most } => StepKind::FirstWin { most },
            LadderKind::RemainingTime => StepKind::RemainingTime,
            LadderKind::Armageddon { draw_wins } => StepKind::Armageddon { draw_wins: side(draw_wins) },
            LadderKind::ArmageddonWithBids { draw_wins } => StepKind::ArmageddonWithBids { draw_wins: side(draw_wins) },
            LadderKind::BetterSeed => StepKind::BetterSeed,
            LadderKind::MoreBlacks => StepKind::MoreBlacks,
            LadderKind::Lot => StepKind::Lot,
        };
        Step { kind, colors: if self.alternate { StepColors::Alternate } else { StepColors::Lot } }
    }

    /// Its last game can be drawn without a further one.
    pub fn is_armageddon(&self) -> bool {
        matches!(self.kind, LadderKind::Armageddon { .. } | LadderKind::ArmageddonWithBids { .. })
    }

    /// In words: "2 games of 10 min + 10 s", "Armageddon, 5 min + 2 s, a draw is enough for Black".
    pub fn words(&self) -> String {
        let time = time_words(&self.time);
        let of = if time.is_empty() { String::new() } else { format!(" of {time}") };
        let comma = if time.is_empty() { String::new() } else { format!(", {time}") };
        let color = |color: Color| if color == Color::White { "White" } else { "Black" };
        match self.kind {
            LadderKind::MiniMatch { games } => format!("{}{of}", count(games, "game", "games")),
            LadderKind::FirstWin { most: None } => format!("games{of} until one is won"),
            LadderKind::FirstWin { most: Some(most) } => {
                format!("{}{of} at most, until one is won", count(most, "game", "games"))
            }
            LadderKind::RemainingTime => format!("games{of} with the time that is left, until one is won"),
            LadderKind::Armageddon { draw_wins } => {
                format!("Armageddon{comma}, a draw is enough for {}", color(draw_wins))
            }
            LadderKind::ArmageddonWithBids { draw_wins } => {
                format!("Armageddon with bids for Black{comma}, a draw is enough for {}", color(draw_wins))
            }
            LadderKind::BetterSeed => "the better seed goes on".to_owned(),
            LadderKind::MoreBlacks => "whoever has had Black more often goes on".to_owned(),
            LadderKind::Lot => "lot".to_owned(),
        }
    }
}

fn minutes_control(minutes: u32, increment: u32) -> TimeControl {
    let extra = if increment == 0 { Extra::None } else { Extra::Increment(increment) };
    let periods = vec![Period { moves: None, seconds: minutes.saturating_mul(60), extra }];
    TimeControl { periods, ..TimeControl::default() }
}

/// The most steps of a ladder.
pub const MAX_STEPS: usize = 20;

/// What is wrong with the options, in words that say what to do.
pub fn fault(third_place: bool, options: &KnockoutOptions) -> Option<String> {
    match options.format {
        KnockoutFormat::Places(places) if places < 2 || !places.is_power_of_two() || places > 4096 => {
            return Some(format!("Places are played for down to place 2, 4, 8, 16, ..., and not {places}."));
        }
        KnockoutFormat::Double { .. } if options.reseed => {
            return Some("A double elimination has a fixed bracket; leave out seeding after each round.".to_owned());
        }
        KnockoutFormat::Double { .. } if third_place => {
            return Some("Double elimination finds third place by itself; leave the match for it out.".to_owned());
        }
        _ => {}
    }
    if let Some(fault) = options.days.as_deref().and_then(DayRules::fault) {
        return Some(fault);
    }
    let of_days = options.days.as_deref().and_then(|days| ladder_fault(&days.ladder));
    of_days.map(|fault| format!("Days: {fault}")).or_else(|| ladder_fault(&options.ladder))
}

/// What is wrong with the steps of a ladder.
fn ladder_fault(ladder: &[LadderStep]) -> Option<String> {
    if ladder.len() > MAX_STEPS {
        return Some(format!("The ladder has more than {MAX_STEPS} steps."));
    }
    for (step, number) in ladder.iter().zip(1..) {
        let wrong = |what: &str| Some(format!("Step {number} of the ladder {what}."));
        match step.kind {
            LadderKind::MiniMatch { games } if games == 0 || games > 20 => {
                return wrong("has between 1 and 20 games");
            }
            LadderKind::FirstWin { most: Some(most) } if most == 0 || most > 100 => {
                return wrong("has between 1 and 100 games");
            }
            LadderKind::Lot
            | LadderKind::BetterSeed
            | LadderKind::RemainingTime
            | LadderKind::FirstWin { most: None }
                if number < ladder.len() =>
            {
                return wrong("always finds a winner, so that no further step can follow");
            }
            _ => {}
        }
    }
    None
}

/// Ladders of published rules, with their names.
pub fn presets() -> Vec<(&'static str, Vec<LadderStep>)> {
    use LadderKind::{Armageddon, ArmageddonWithBids, BetterSeed, FirstWin, Lot, MiniMatch, MoreBlacks, RemainingTime};
    let pair = |minutes, increment| LadderStep::new(MiniMatch { games: 2 }, minutes, increment);
    let alternate = |step: LadderStep| LadderStep { alternate: true, ..step };
    let replay = |minutes, increment| alternate(LadderStep::new(MiniMatch { games: 1 }, minutes, increment));
    let bids = LadderStep {
        time: TimeControl { text: "Black as bid, at most 4 min + 2 s".to_owned(), ..minutes_control(4, 2) },
        ..LadderStep::new(ArmageddonWithBids { draw_wins: Color::Black }, 4, 2)
    };
    let five_four = TimeControl { black: Some(minutes_control(4, 0).periods), ..minutes_control(5, 0) };
    vec![
        ("FIDE World Cup 2025", vec![pair(15, 10), pair(10, 10), pair(5, 3), pair(3, 2), bids]),
        (
            "FIDE World Cup 2023",
            vec![pair(25, 10), pair(10, 10), pair(5, 3), LadderStep::new(FirstWin { most: None }, 3, 2)],
        ),
        (
            "Rapid, blitz, Armageddon",
            vec![
                pair(10, 5),
                pair(3, 2),
                LadderStep { time: five_four.clone(), ..LadderStep::new(Armageddon { draw_wins: Color::Black }, 5, 0) },
            ],
        ),
        ("Draughts replays", vec![replay(20, 10), replay(10, 5), alternate(LadderStep::new(RemainingTime, 5, 2))]),
        (
            "FIDE World Cup 2015",
            vec![
                pair(25, 10),
                pair(10, 10),
                pair(5, 3),
                LadderStep {
                    time: TimeControl { text: "3 s a move from move 61".to_owned(), ..five_four },
                    ..LadderStep::new(Armageddon { draw_wins: Color::Black }, 5, 0)
                },
            ],
        ),
        (
            "Draughts title match, day (2013, 2015)",
            vec![replay(20, 5), replay(5, 3), alternate(LadderStep::new(RemainingTime, 5, 2))],
        ),
        (
            "Draughts title match, end (2020)",
            vec![pair(20, 5), alternate(LadderStep::new(FirstWin { most: None }, 5, 3))],
        ),
        ("Better seed", vec![LadderStep::without_game(BetterSeed)]),
        ("More Blacks, then lot", vec![LadderStep::without_game(MoreBlacks), LadderStep::without_game(Lot)]),
        ("Lot", vec![LadderStep::without_game(Lot)]),
    ]
}

/// Reads a ladder from a line: the name of a preset, or steps separated by semicolons: `2x10+5; 2x3+2; win 3+2; rest 5+2; armageddon 5+0;
/// bids 4+2; seed; blacks; lot`. Minutes and seconds of increment; `armageddon 5+0/4+0` gives Black another time.
///
/// # Errors
/// Which step cannot be read, and how steps are written.
pub fn read_ladder(text: &str) -> Result<Vec<LadderStep>, String> {
    let text = text.trim();
    if text.is_empty() || text.eq_ignore_ascii_case("none") {
        return Ok(Vec::new());
    }
    if let Some((_, steps)) = presets().into_iter().find(|(name, _)| name.eq_ignore_ascii_case(text)) {
        return Ok(steps);
    }
    text.split(';').map(str::trim).filter(|step| !step.is_empty()).map(read_step).collect()
}

fn read_step(text: &str) -> Result<LadderStep, String> {
    let wrong = || {
        format!(
            "\"{text}\" is no step of a ladder; write 2x10+5, win 3+2, rest 5+2, armageddon 5+0, bids 4+2, seed, blacks or lot"
        )
    };
    let lower = text.to_lowercase();
    let (words, alternate) = match lower.strip_suffix(" alternate") {
        Some(words) => (words.trim(), true),
        None => (lower.as_str(), false),
    };
    let without_game = match words {
        "seed" => Some(LadderKind::BetterSeed),
        "blacks" => Some(LadderKind::MoreBlacks),
        "lot" => Some(LadderKind::Lot),
        _ => None,
    };
    if let Some(kind) = without_game {
        return Ok(LadderStep { alternate, ..LadderStep::without_game(kind) });
    }
    let draw_wins = Color::Black;
    let (kind, time) = if let Some((games, time)) = words.split_once('x') {
        (LadderKind::MiniMatch { games: games.trim().parse().map_err(|_| wrong())? }, time)
    } else {
        let (name, time) = words.split_once(' ').unwrap_or((words, ""));
        let kind = match name {
            "win" => LadderKind::FirstWin { most: None },
            "rest" => LadderKind::RemainingTime,
            "armageddon" => LadderKind::Armageddon { draw_wins },
            "bids" => LadderKind::ArmageddonWithBids { draw_wins },
            _ => match name.strip_prefix("win").and_then(|most| most.parse().ok()) {
                Some(most) => LadderKind::FirstWin { most: Some(most) },
                None => return Err(wrong()),
            },
        };
        (kind, time)
    };
    let control = |time: &str| -> Option<Vec<Period>> {
        let (minutes, increment) = time.split_once('+').unwrap_or((time, "0"));
        let number = |text: &str| text.trim().parse::<u32>().ok().filter(|n| *n <= 600);
        Some(minutes_control(number(minutes)?, number(increment)?).periods)
    };
    let time = match time.trim() {
        "" => TimeControl::default(),
        time => match time.split_once('/') {
            None => TimeControl { periods: control(time).ok_or_else(wrong)?, ..TimeControl::default() },
            Some((white, black)) => TimeControl {
                periods: control(white).ok_or_else(wrong)?,
                black: Some(control(black).ok_or_else(wrong)?),
                text: String::new(),
            },
        },
    };
    Ok(LadderStep { kind, alternate, time })
}

/// The steps as [`read_ladder`] reads them; the name of the preset where it is one.
pub fn write_ladder(steps: &[LadderStep]) -> String {
    if let Some((name, _)) = presets().into_iter().find(|(_, preset)| preset == steps) {
        return name.to_owned();
    }
    let side = |periods: &[Period]| {
        periods.first().map_or_else(String::new, |period| {
            let extra = if let Extra::Increment(s) | Extra::Delay(s) = period.extra { s } else { 0 };
            format!("{}+{extra}", period.seconds / 60)
        })
    };
    let step = |step: &LadderStep| {
        let name = match step.kind {
            LadderKind::MiniMatch { games } => format!("{games}x"),
            LadderKind::FirstWin { most: None } => "win ".to_owned(),
            LadderKind::FirstWin { most: Some(most) } => format!("win{most} "),
            LadderKind::RemainingTime => "rest ".to_owned(),
            LadderKind::Armageddon { .. } => "armageddon ".to_owned(),
            LadderKind::ArmageddonWithBids { .. } => "bids ".to_owned(),
            LadderKind::BetterSeed => "seed".to_owned(),
            LadderKind::MoreBlacks => "blacks".to_owned(),
            LadderKind::Lot => "lot".to_owned(),
        };
        let black = step.time.black.as_deref().map(|black| format!("/{}", side(black))).unwrap_or_default();
        let alternate = if step.alternate { " alternate" } else { "" };
        format!("{name}{}{black}{alternate}", side(&step.time.periods)).trim_end().to_owned()
    };
    steps.iter().map(step).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ladders_are_written_and_read() {
        for (name, steps) in presets() {
            assert_eq!(write_ladder(&steps), name);
            assert_eq!(read_ladder(name).unwrap(), steps);
            assert_eq!(fault(false, &KnockoutOptions { ladder: steps, ..KnockoutOptions::default() }), None, "{name}");
        }
        for text in [
            "2x10+5; 1x5+0; armageddon 5+0/4+0",
            "win3 3+2; lot",
            "2x3+2 alternate; rest 5+2 alternate",
            "bids",
            "blacks; seed",
        ] {
            assert_eq!(write_ladder(&read_ladder(text).unwrap()), text);
        }
        assert!(read_ladder("2x").unwrap()[0].time.periods.is_empty());
        assert_eq!(read_ladder(" none ").unwrap(), []);
        for text in ["x3+2", "two games", "win 3+2+1", "armageddon 5/"] {
            assert!(read_ladder(text).unwrap_err().contains("no step of a ladder"), "{text}");
        }
    }

    #[test]
    fn words_say_what_is_played() {
        let words: Vec<String> =
            read_ladder("2x25+10; armageddon 5+0/4+0; lot").unwrap().iter().map(LadderStep::words).collect();
        let expected =
            ["2 games of 25 min + 10 s", "Armageddon, White 5 min, Black 4 min, a draw is enough for Black", "lot"];
        assert_eq!(words, expected);
        assert_eq!(duration(80 * 60), "1 h 20 min");
    }

    #[test]
    fn faults_say_what_to_do() {
        let with = |format, ladder: &str| KnockoutOptions {
            format,
            ladder: read_ladder(ladder).unwrap(),
            ..KnockoutOptions::default()
        };
        assert!(fault(false, &with(KnockoutFormat::Places(6), "")).unwrap().contains("not 6"));
        assert!(fault(true, &with(KnockoutFormat::Double { reset: true }, "")).unwrap().contains("by itself"));
        assert!(fault(false, &with(KnockoutFormat::Single, "lot; 2x3+2")).unwrap().contains("no further step"));
        assert!(fault(false, &with(KnockoutFormat::Single, "0x3+2")).unwrap().contains("between 1 and 20"));
        assert_eq!(fault(true, &with(KnockoutFormat::Places(8), "2x3+2; lot")), None);
    }
}
