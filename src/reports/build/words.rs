//! The words of report headers.

use super::View;
use crate::document::Field;
use tournament::Points;
use tournament::crosstable::points_of;
use tournament::model::*;
use tournament::standings::TieBreak;

/// Place and dates.
pub(crate) fn place_and_time(settings: &Settings) -> Vec<Field> {
    let mut fields = Vec::new();
    let place = match (settings.place.as_str(), settings.federation.as_str()) {
        ("", federation) => federation.to_owned(),
        (place, "") => place.to_owned(),
        (place, federation) => format!("{place} ({federation})"),
    };
    if !place.is_empty() {
        fields.push(Field::new("Place", place));
    }
    let dates = match (settings.start, settings.end) {
        (Some(start), Some(end)) if start != end => Some(format!("{start} to {end}")),
        (Some(day), _) | (None, Some(day)) => Some(day.to_string()),
        (None, None) => None,
    };
    if let Some(dates) = dates {
        fields.push(Field::new(if dates.contains(" to ") { "Dates" } else { "Date" }, dates));
    }
    fields
}

/// Chief arbiter and deputies.
pub(crate) fn arbiters(settings: &Settings) -> Vec<Field> {
    let mut fields = Vec::new();
    if !settings.chief_arbiter.is_empty() {
        fields.push(Field::new("Chief arbiter", settings.chief_arbiter.clone()));
    }
    let deputies: Vec<&str> = settings.deputies.iter().map(String::as_str).filter(|name| !name.is_empty()).collect();
    if !deputies.is_empty() {
        fields.push(Field::new(if deputies.len() == 1 { "Deputy" } else { "Deputies" }, deputies.join("; ")));
    }
    fields
}

/// "3 of 9, 2026-05-17".
pub(crate) fn round_of(round: RoundNumber, planned: RoundNumber, date: Option<PartialDate>) -> String {
    let mut text = round.to_string();
    if planned >= round {
        text += &format!(" of {planned}");
    }
    if let Some(date) = date {
        text += &format!(", {date}");
    }
    text
}

/// Which ratings count, and the list that they were taken from: `FIDE, from FIDE of 2026-11-01`.
pub(crate) fn rating_source(settings: &tournament::model::Settings) -> String {
    let list = if settings.rating_list.is_empty() { "each player's own" } else { &settings.rating_list };
    match settings.rating_source.as_str() {
        "" => list.to_owned(),
        source if settings.rating_list.is_empty() => source.to_owned(),
        source => format!("{list}, from {source}"),
    }
}

/// What the players must know in advance (`source-requirements` T7).
pub(crate) fn regulations(view: &View<'_>) -> Vec<Field> {
    let settings = &view.state.settings;
    let mut fields = Vec::new();
    if let Some(stage) = view.state.stages.get(view.stage) {
        let mut words = system(&stage.system);
        if stage.rounds_planned > 0 {
            words += &format!(", {} rounds", stage.rounds_planned);
        }
        if stage.games_per_meeting > 1 {
            words += &format!(", {} games a meeting", stage.games_per_meeting);
            words += if settings.meetings_as_unit { ", scored as one unit" } else { ", scored game by game" };
        }
        fields.push(Field::new("System", words));
        if let Some(made) = tournament::stages::made_of(view.state, view.stage) {
            fields.push(Field::new("This stage", made));
        }
    }
    fields.push(Field::new("Scoring", scoring(&settings.scoring)));
    if view.state.pairs_teams(view.stage) {
        fields.push(Field::new("Matches", matches(&settings.teams)));
    }
    let time = time_control(&settings.time_control);
    if !time.is_empty() {
        fields.push(Field::new("Time control", time));
    }
    fields.push(Field::new("Default time", format!("{} min", settings.default_minutes)));
    if !settings.tiebreaks.is_empty() {
        let words: Vec<String> = settings.tiebreaks.iter().map(|code| tie_break(code)).collect();
        fields.push(Field::new("Tie-breaks", words.join("; ")));
    }
    if settings.game != "chess" {
        fields.push(Field::new("Game", tournament::openings::game_name(settings)));
    }
    if tournament::openings::black_begins(settings) {
        fields.push(Field::new("First move", "Black (dark) begins"));
    }
    match settings.discipline {
        Discipline::Classical => {}
        Discipline::Rapid => fields.push(Field::new("Discipline", "rapid")),
        Discipline::Blitz => fields.push(Field::new("Discipline", "blitz")),
        Discipline::Correspondence => fields.push(Field::new("Discipline", "correspondence")),
        Discipline::Composition => fields.push(Field::new("Discipline", "composition")),
    }
    match settings.level {
        Level::Club => {}
        Level::National => fields.push(Field::new("Level", "national")),
        Level::FideRated => fields.push(Field::new("Level", "FIDE-rated")),
        Level::FideTitle => fields.push(Field::new("Level", "FIDE title event")),
        Level::FideChampionship => fields.push(Field::new("Level", "FIDE championship")),
    }
    fields
}

/// "4 boards, 2 – 1 – 0 match points, ranked by match points, White on boards 1, 3".
fn matches(rules: &TeamRules) -> String {
    let dash = " \u{2013} ";
    let points = [rules.match_win, rules.match_draw, rules.match_loss].map(half).join(dash);
    let primary = match rules.primary {
        TeamScore::MatchPoints => "match points",
        TeamScore::GamePoints => "game points",
    };
    let whites: Vec<String> = (0..usize::from(rules.boards))
        .filter(|board| tournament::teams::has_white(rules, *board))
        .map(|board| (board + 1).to_string())
        .collect();
    let colors = if whites.len() == usize::from(rules.boards) {
        "one colour on all boards".to_owned()
    } else {
        format!("the first team has White on boards {}", whites.join(", "))
    };
    format!("{} boards, {points} match points, ranked by {primary}; {colors}", rules.boards)
}

/// The words for a tie-break; the code itself when it is not known.
pub(crate) fn tie_break(code: &str) -> String {
    code.parse::<TieBreak>().map_or_else(|_| code.to_owned(), |tie_break| tie_break.title())
}

/// The words for a system: `Swiss, FIDE (Dutch) System`. A system built from an incomplete text says so.
pub fn system(system: &System) -> String {
    match system {
        System::Swiss { variant, acceleration } => {
            let variant = match variant {
                SwissVariant::Dutch => "FIDE (Dutch) System",
                SwissVariant::Dubov => "Dubov System",
                SwissVariant::Burstein => "Burstein System",
                SwissVariant::DoubleSwiss => "Double-Swiss System",
                SwissVariant::Lim => "Lim System (built from an incomplete text, not verified)",
                SwissVariant::Team => "Swiss Team Pairing System",
            };
            format!("Swiss, {variant}{}", if *acceleration { ", Baku acceleration" } else { "" })
        }
        System::RoundRobin { cycles: 1, .. } => "Round-robin".to_owned(),
        System::RoundRobin { cycles: 2, .. } => "Double round-robin".to_owned(),
        System::RoundRobin { cycles, .. } => format!("Round-robin, {cycles} cycles"),
        System::Knockout { third_place, options } => match options.format {
            KnockoutFormat::Single if *third_place => "Knockout with a match for third place".to_owned(),
            KnockoutFormat::Single => "Knockout".to_owned(),
            KnockoutFormat::Places(places) => format!("Knockout with matches for the places down to {places}"),
            KnockoutFormat::Double { reset: true } => {
                "Double elimination, the grand final repeated if needed".to_owned()
            }
            KnockoutFormat::Double { reset: false } => "Double elimination".to_owned(),
        },
        System::Scheveningen { double, .. } => if *double { "Double Scheveningen" } else { "Scheveningen" }.to_owned(),
        System::Manual => "Pairs set by hand".to_owned(),
    }
}

/// "1 – ½ – 0", with the values that differ from it.
pub(crate) fn scoring(s: &Scoring) -> String {
    let mut text = format!("{} \u{2013} {} \u{2013} {}", half(s.win), half(s.draw), half(s.loss));
    if s.pairing_bye != s.win {
        text += &format!(", bye {}", half(s.pairing_bye));
    }
    if s.forfeit_loss != s.loss {
        text += &format!(", loss by forfeit {}", half(s.forfeit_loss));
    }
    if s.zero_bye != 0 {
        text += &format!(", absence {}", half(s.zero_bye));
    }
    text
}

/// Tenths of a point with a half written as ½.
pub(crate) fn half(tenths: i32) -> String {
    points(Points(tenths))
}

/// Points with quarters and halves written as ¼, ½, ¾; others as decimals.
pub(crate) fn points(points: Points) -> String {
    let (whole, rest) = (points.hundredths() / 100, points.hundredths() % 100);
    let part = match rest {
        25 => "\u{bc}",
        50 => "\u{bd}",
        75 => "\u{be}",
        _ => return points.to_string(),
    };
    if whole == 0 { part.to_owned() } else { format!("{whole}{part}") }
}

/// "40 moves in 90 min + 30 s a move, then 30 min + 30 s a move".
pub(crate) fn time_control(control: &TimeControl) -> String {
    let mut text = periods(&control.periods);
    if let Some(black) = &control.black {
        text = format!("White {text}, Black {}", periods(black));
    }
    match (text.is_empty(), control.text.is_empty()) {
        (true, _) => control.text.clone(),
        (false, true) => text,
        (false, false) => format!("{text} ({})", control.text),
    }
}

fn periods(periods: &[Period]) -> String {
    let words: Vec<String> = periods
        .iter()
        .map(|period| {
            let time = duration(period.seconds);
            let mut text = match period.moves {
                Some(moves) => format!("{moves} moves in {time}"),
                None => time,
            };
            match period.extra {
                Extra::None => {}
                Extra::Increment(seconds) => text += &format!(" + {seconds} s a move"),
                Extra::Delay(seconds) => text += &format!(", delay {seconds} s"),
            }
            text
        })
        .collect();
    words.join(", then ")
}

fn duration(seconds: u32) -> String {
    match (seconds / 60, seconds % 60) {
        (0, seconds) => format!("{seconds} s"),
        (minutes, 0) => format!("{minutes} min"),
        (minutes, seconds) => format!("{minutes} min {seconds} s"),
    }
}

/// A game's result as it stands between the names; empty while the game is open.
pub(crate) fn game_result(result: Option<GameResult>) -> &'static str {
    match result {
        None => "",
        Some(GameResult::WhiteWins | GameResult::WhiteWinsUnrated) => "1 \u{2013} 0",
        Some(GameResult::BlackWins | GameResult::BlackWinsUnrated) => "0 \u{2013} 1",
        Some(GameResult::Draw | GameResult::DrawUnrated) => "\u{bd} \u{2013} \u{bd}",
        Some(GameResult::BothLose) => "0 \u{2013} 0",
        Some(GameResult::HalfToWhite) => "\u{bd} \u{2013} 0",
        Some(GameResult::HalfToBlack) => "0 \u{2013} \u{bd}",
        Some(GameResult::ForfeitToWhite) => "+ \u{2013} \u{2212}",
        Some(GameResult::ForfeitToBlack) => "\u{2212} \u{2013} +",
        Some(GameResult::BothForfeit) => "\u{2212} \u{2013} \u{2212}",
        Some(GameResult::Adjourned) => "adj.",
    }
}

/// The result of a meeting as it stands between the names. A micro-match: the points of both sides over all its games by the event's scoring, and
/// in brackets what the side named first has from each game, `–` for an open one.
pub(crate) fn meeting_result(meeting: &Meeting, scoring: &Scoring) -> String {
    let [game] = meeting.games.as_slice() else {
        let mut sums = (0, 0);
        let mut any = false;
        let mut each = Vec::new();
        let first = meeting.games.first().map(|game| game.white);
        for game in &meeting.games {
            let result = game.result.filter(|result| *result != GameResult::Adjourned);
            let Some((white, black)) = result.map(|result| points_of(result, scoring)) else {
                each.push("\u{2013}".to_owned());
                continue;
            };
            any = true;
            let (own, other) = if Some(game.white) == first { (white, black) } else { (black, white) };
            sums = (sums.0 + own, sums.1 + other);
            each.push(half(own));
        }
        return if any {
            format!("{} \u{2013} {} ({})", half(sums.0), half(sums.1), each.join(" "))
        } else {
            String::new()
        };
    };
    match game.late {
        None => game_result(game.result).to_owned(),
        Some(late) => format!("{} (rated {})", game_result(game.result), game_result(Some(late))),
    }
}

/// "bye", "half-point bye".
pub(crate) fn bye(kind: ByeKind) -> &'static str {
    match kind {
        ByeKind::PairingAllocated => "bye",
        ByeKind::Full => "full-point bye",
        ByeKind::Half => "half-point bye",
        ByeKind::Zero => "not paired",
    }
}

/// The points of a bye as they stand in the result column.
pub(crate) fn bye_points(kind: ByeKind, s: &Scoring) -> String {
    half(match kind {
        ByeKind::PairingAllocated => s.pairing_bye,
        ByeKind::Full => s.win,
        ByeKind::Half => s.draw,
        ByeKind::Zero => s.zero_bye,
    })
}

/// Whether the event was run under FIDE's rules; rounds that came with an imported file were paired elsewhere.
pub(super) fn fide_mode(state: &State) -> String {
    let imported = state.notes.iter().filter(|note| note.text.starts_with("Import @ Round"));
    match (state.fide_mode, imported.map(|note| note.round).max().filter(|round| *round > 0)) {
        (false, _) => "left".to_owned(),
        (true, None) => "followed throughout".to_owned(),
        (true, Some(1)) => "followed since the import; round 1 came with the file".to_owned(),
        (true, Some(last)) => format!("followed since the import; rounds 1 to {last} came with the file"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scoring_says_what_differs() {
        assert_eq!(scoring(&Scoring::default()), "1 – ½ – 0");
        let s = Scoring { win: 30, draw: 10, loss: 0, zero_bye: 0, forfeit_loss: -10, pairing_bye: 15 };
        assert_eq!(scoring(&s), "3 – 1 – 0, bye 1½, loss by forfeit -1");
    }

    #[test]
    fn time_controls_in_words() {
        let period = |moves, seconds, extra| Period { moves, seconds, extra };
        let fide = TimeControl {
            periods: vec![period(Some(40), 5400, Extra::Increment(30)), period(None, 1800, Extra::Increment(30))],
            ..TimeControl::default()
        };
        assert_eq!(time_control(&fide), "40 moves in 90 min + 30 s a move, then 30 min + 30 s a move");
        let armageddon = TimeControl {
            periods: vec![period(None, 300, Extra::None)],
            black: Some(vec![period(None, 245, Extra::Delay(2))]),
            text: String::new(),
        };
        assert_eq!(time_control(&armageddon), "White 5 min, Black 4 min 5 s, delay 2 s");
    }

    #[test]
    fn micro_matches_are_added_up() {
        let (a, b) = (PlayerId(1), PlayerId(2));
        let mut meeting = Meeting::single(a, b);
        meeting.games.push(Game { white: b, black: a, ..meeting.games[0] });
        let usual = Scoring::default();
        assert_eq!(meeting_result(&meeting, &usual), "");
        meeting.games[0].result = Some(GameResult::WhiteWins);
        assert_eq!(meeting_result(&meeting, &usual), "1 – 0 (1 –)");
        meeting.games[1].result = Some(GameResult::Draw);
        assert_eq!(meeting_result(&meeting, &usual), "1½ – ½ (1 ½)");
        meeting.games[1].result = Some(GameResult::WhiteWins);
        let draughts = Scoring { win: 20, draw: 10, ..usual };
        assert_eq!(meeting_result(&meeting, &draughts), "2 – 2 (2 0)");
    }
}
