//! Meetings by days, as in title matches of draughts (`knockout` 4): each game of the meeting is the standard game of a day, and a drawn one is
//! followed on the same day by faster games until one is won.

use super::Outcome;
use super::options::{LadderStep, read_ladder, time_words, write_ladder};
use crate::crosstable::points_of;
use crate::model::*;
use pairing::Points;
use pairing::knockout::{Contest, Finished, Progress, Side};
use serde::{Deserialize, Serialize};

/// The rules of a day, and how days make the score of the meeting.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct DayRules {
    /// The steps after a drawn game.
    pub ladder: Vec<LadderStep>,
    /// Points for days; `None`: more standard games won decide, then more days won in the first step, then in the second, ...
    pub points: Option<DayPoints>,
}

/// What a day is worth, in whole points. Equal sums are divided by the standard games won, then by the days won in the first step, ...
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct DayPoints {
    /// Of the winner and the loser: of the standard game first, then of each step.
    pub won: Vec<(u32, u32)>,
    /// Of both on a day without a winner.
    pub level: u32,
}

/// How a day stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Day {
    /// The standard game is not over.
    Open,
    /// A game of a step is to be played.
    Game {
        /// The step, from 0.
        step: usize,
        /// The game of the step, from 1.
        game: u32,
        /// Has White by the rule; `None`: the lot, or the bids.
        white: Option<PlayerId>,
    },
    /// Somebody has won it.
    Won {
        /// Who.
        winner: PlayerId,
        /// In which step, from 0; `None`: the standard game.
        step: Option<usize>,
    },
    /// It ended without a winner.
    Level,
    /// Nobody came to the standard game: no points for either.
    Void,
}

/// The days of a meeting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Days {
    /// One for each game of the meeting.
    pub days: Vec<Day>,
    /// White of game 1 and the other.
    pub sides: [PlayerId; 2],
    /// Points of the days that are over, for the two sides; zero where the rules give none.
    pub points: [u32; 2],
    /// Days won by the two sides: in the standard game first, then in each step.
    pub wins: Vec<[u32; 2]>,
}

impl DayRules {
    /// The rules that come with the program, by name.
    pub fn presets() -> Vec<(&'static str, DayRules)> {
        let day_2013 = "1x20+5 alternate; 1x5+3 alternate; rest 5+2 alternate";
        let day_2020 = "1x20+5 alternate; 1x5+3 alternate";
        // Both lines are well formed: the tests read them.
        let ladder = |text| read_ladder(text).unwrap_or_default();
        let points = DayPoints { won: vec![(12, 0), (8, 4), (7, 5)], level: 6 };
        vec![
            (
                "Draughts title match, points for days (2020)",
                DayRules { ladder: ladder(day_2020), points: Some(points) },
            ),
            ("Draughts title match, wins of days (2013, 2015)", DayRules { ladder: ladder(day_2013), points: None }),
        ]
    }

    /// Reads rules from a line: the name of a preset, or the steps after a drawn game as in a ladder, and behind `=` the points of a day if
    /// there are any: `1x20+5; 1x5+3 = 12-0 8-4 7-5 6-6` (the last pair is for a day without a winner). `none` is no rules.
    ///
    /// # Errors
    /// What cannot be read, and how it is written.
    pub fn read(text: &str) -> Result<Option<DayRules>, String> {
        let text = text.trim();
        if text.is_empty() || text.eq_ignore_ascii_case("none") {
            return Ok(None);
        }
        if let Some((_, rules)) = DayRules::presets().into_iter().find(|(name, _)| name.eq_ignore_ascii_case(text)) {
            return Ok(Some(rules));
        }
        let (steps, points) = text.split_once('=').map_or((text, None), |(steps, points)| (steps, Some(points)));
        let rules = DayRules { ladder: read_ladder(steps)?, points: points.map(str::parse).transpose()? };
        rules.fault().map_or(Ok(Some(rules)), Err)
    }

    /// The rules as [`DayRules::read`] reads them.
    pub fn write(&self) -> String {
        if let Some((name, _)) = DayRules::presets().into_iter().find(|(_, rules)| rules == self) {
            return name.to_owned();
        }
        let steps = write_ladder(&self.ladder);
        self.points.as_ref().map_or_else(|| steps.clone(), |points| format!("{steps} = {points}"))
    }

    /// In words: "after a drawn game 1 game of 20 min + 5 s; then ...; 12–0, 8–4, 7–5, level 6–6 points".
    pub fn words(&self) -> String {
        let steps: Vec<String> = self.ladder.iter().map(LadderStep::words).collect();
        let score = match &self.points {
            None => "more standard games won decide, then more days won in each step".to_owned(),
            Some(points) => {
                let won: Vec<String> = points.won.iter().map(|(w, l)| format!("{w}\u{2013}{l}")).collect();
                format!("points of a day {}, without a winner {}\u{2013}{}", won.join(", "), points.level, points.level)
            }
        };
        format!("after a drawn game {}; {score}", steps.join(", then "))
    }

    /// What is wrong with the rules, in words that say what to do.
    pub fn fault(&self) -> Option<String> {
        if self.ladder.is_empty() {
            return Some("A day needs a step at least that follows a drawn game.".to_owned());
        }
        if self.ladder.iter().any(|step| step.kind.is_without_game()) {
            return Some(
                "The steps of a day are games; lots and the better seed belong to the ladder at the end.".to_owned(),
            );
        }
        let points = self.points.as_ref()?;
        if points.won.len() != self.ladder.len() + 1 {
            return Some(format!(
                "A day with {} after the standard game needs points for {} kinds of wins and for a day without a winner.",
                if self.ladder.len() == 1 { "one step".to_owned() } else { format!("{} steps", self.ladder.len()) },
                self.ladder.len() + 1
            ));
        }
        let too_much = points.won.iter().any(|(winner, loser)| winner <= loser || *winner > 1000);
        (too_much || points.level > 1000)
            .then(|| "The winner of a day gets more points than the loser, and at most 1000.".to_owned())
    }
}

impl std::fmt::Display for DayPoints {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (winner, loser) in &self.won {
            write!(f, "{winner}-{loser} ")?;
        }
        write!(f, "{}-{}", self.level, self.level)
    }
}

impl std::str::FromStr for DayPoints {
    type Err = String;

    fn from_str(text: &str) -> Result<DayPoints, String> {
        let wrong = || {
            format!(
                "\"{}\" are no points of a day; write 12-0 8-4 7-5 6-6, the last for a day without a winner",
                text.trim()
            )
        };
        let pairs = text.split([' ', ',']).filter(|part| !part.is_empty());
        let read = |pair: &str| {
            let (winner, loser) = pair.split_once('-')?;
            Some((winner.parse().ok()?, loser.parse().ok()?))
        };
        let mut won = pairs.map(read).collect::<Option<Vec<(u32, u32)>>>().ok_or_else(wrong)?;
        match won.pop() {
            Some((level, other)) if level == other && !won.is_empty() => Ok(DayPoints { won, level }),
            _ => Err(wrong()),
        }
    }
}

/// The days of a meeting under these rules; `None` for a meeting without games.
pub fn days(meeting: &Meeting, rules: &DayRules, scoring: &Scoring) -> Option<Days> {
    let first = meeting.games.first()?;
    let sides = [first.white, first.black];
    let steps = rules.ladder.len();
    let mut found = Days { days: Vec::new(), sides, points: [0, 0], wins: vec![[0, 0]; steps + 1] };
    for (game, number) in meeting.games.iter().zip(1u32..) {
        let day = day(meeting, game, number, rules, scoring, sides);
        match day {
            Day::Won { winner, step } => {
                let side = usize::from(winner != sides[0]);
                let kind = step.map_or(0, |step| step + 1);
                if let Some(wins) = found.wins.get_mut(kind) {
                    wins[side] += 1;
                }
                if let Some((more, less)) = rules.points.as_ref().and_then(|points| points.won.get(kind)) {
                    found.points[side] += more;
                    found.points[1 - side] += less;
                }
            }
            Day::Level => {
                let level = rules.points.as_ref().map_or(0, |points| points.level);
                found.points.iter_mut().for_each(|points| *points += level);
            }
            Day::Open | Day::Game { .. } | Day::Void => {}
        }
        found.days.push(day);
    }
    Some(found)
}

fn day(meeting: &Meeting, game: &Game, number: u32, rules: &DayRules, scoring: &Scoring, sides: [PlayerId; 2]) -> Day {
    let result = match game.result {
        None | Some(GameResult::Adjourned) => return Day::Open,
        Some(GameResult::BothForfeit | GameResult::BothLose) => return Day::Void,
        Some(result) => result,
    };
    let contest = Contest {
        games: 1,
        change_in_middle: false,
        last_by_lot: false,
        win: Points(scoring.win),
        draw: Points(scoring.draw),
        better: None,
        ladder: rules.ladder.iter().map(LadderStep::contest).collect(),
    };
    let finished = |white: PlayerId, result: GameResult| finished(sides[0], white, result, scoring);
    let further = meeting.playoff.iter().filter(|further| u32::from(further.day) == number);
    let games: Vec<Finished> = std::iter::once(finished(game.white, result))
        .chain(further.map(|further| super::playoff::as_finished(further, &rules.ladder, sides[0], scoring)))
        .collect();
    let player = |side: Side| sides[usize::from(side == Side::Second)];
    match contest.progress(Some(Side::First), &games, None) {
        Progress::Decided { winner, step } => Day::Won { winner: player(winner), step },
        Progress::Game { step: Some(step), game, white } => Day::Game { step, game, white: white.map(player) },
        Progress::Game { step: None, .. } => Day::Open,
        Progress::Equal | Progress::Lot { .. } => Day::Level,
    }
}

/// A finished game of a meeting whose first side is this player.
pub(super) fn finished(first: PlayerId, white: PlayerId, result: GameResult, scoring: &Scoring) -> Finished {
    let (w, b) = points_of(result, scoring);
    let is_first = white == first;
    Finished {
        white: if is_first { Side::First } else { Side::Second },
        points: (if is_first { [w, b] } else { [b, w] }).map(Points),
    }
}

impl Days {
    /// What the days that are over, and those that are to come, leave to be decided.
    pub(super) fn outcome(&self, rules: &DayRules) -> Outcome {
        // The kinds of wins that a day can still bring: 0 the standard game, 1 the first step, ...
        let kinds = self.wins.len();
        let from = |day: &Day| match day {
            Day::Open => Some(0),
            Day::Game { step, .. } => Some(step + 1),
            Day::Won { .. } | Day::Level | Day::Void => None,
        };
        let open: Vec<usize> = self.days.iter().filter_map(from).collect();
        let won = |lead: i64| Outcome::Won(self.sides[usize::from(lead < 0)]);
        let leads = self.wins.iter().map(|[a, b]| i64::from(*a) - i64::from(*b));
        if let Some(points) = &rules.points {
            let most = |from: &usize| {
                let margins =
                    points.won.iter().skip(*from).map(|(winner, loser)| i64::from(*winner) - i64::from(*loser));
                margins.max().unwrap_or(0)
            };
            let reach: i64 = open.iter().map(most).sum();
            let lead = i64::from(self.points[0]) - i64::from(self.points[1]);
            if lead.abs() > reach {
                return won(lead);
            }
            if !open.is_empty() {
                return Outcome::Open;
            }
        }
        for (lead, kind) in leads.zip(0..kinds) {
            let reach = open.iter().filter(|from| **from <= kind).count() as i64;
            if lead.abs() > reach {
                return won(lead);
            }
            if reach > 0 {
                return Outcome::Open;
            }
        }
        if self.days.iter().all(|day| *day == Day::Void) { Outcome::Nobody } else { Outcome::Equal }
    }

    /// The days in words, one line each: "Day 2: won by Koch in 1 game of 20 min + 5 s, 8–4".
    pub fn lines(&self, state: &State, rules: &DayRules) -> Vec<String> {
        let line = |(day, number): (&Day, usize)| match day {
            // What comes next is said by the ladder.
            Day::Open | Day::Game { .. } => None,
            Day::Won { winner, step } => {
                let kind = step.map_or(0, |step| step + 1);
                let points = rules.points.as_ref().and_then(|points| points.won.get(kind));
                let points = points.map(|(w, l)| format!(", {w}\u{2013}{l}")).unwrap_or_default();
                let how = step.and_then(|step| rules.ladder.get(step));
                let how = how.map_or_else(
                    || "the standard game".to_owned(),
                    |step| {
                        let time = time_words(&step.time);
                        if time.is_empty() { step.words() } else { time }
                    },
                );
                Some(format!("Day {number}: {} won ({how}){points}", state.name(*winner)))
            }
            Day::Level => {
                let level = rules.points.as_ref().map(|points| format!(", {}\u{2013}{}", points.level, points.level));
                Some(format!("Day {number}: no winner{}", level.unwrap_or_default()))
            }
            Day::Void => Some(format!("Day {number}: nobody came")),
        };
        self.days.iter().zip(1..).filter_map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_days_are_written_and_read() {
        for (name, rules) in DayRules::presets() {
            assert_eq!(rules.fault(), None, "{name}");
            assert_eq!(DayRules::read(name), Ok(Some(rules.clone())));
            assert_eq!(rules.write(), name);
        }
        let text = "1x15+10; 2x5+3 = 10-0 6-2 5-3 4-4";
        let read = DayRules::read(text).unwrap().unwrap();
        assert_eq!(read.points, Some(DayPoints { won: vec![(10, 0), (6, 2), (5, 3)], level: 4 }));
        assert_eq!(read.write(), text);
        assert_eq!(DayRules::read(" none "), Ok(None));
        for (wrong, why) in [
            ("1x15+10 = 10-0", "no points of a day"),
            ("1x15+10 = 10-0 6-2 5-3 4-4", "2 kinds of wins"),
            ("lot", "are games"),
            ("1x15+10 = 0-10 6-2 4-4", "more points than the loser"),
            ("= 12-0 6-6", "needs a step"),
        ] {
            assert!(DayRules::read(wrong).unwrap_err().contains(why), "{wrong}: {:?}", DayRules::read(wrong));
        }
    }
}
