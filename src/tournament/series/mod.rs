//! Points series (Grand Prix): several events, points for places, sums (`multi-stage` 6).
//!
//! A series is a file of its own, `NAME.pairwright-series`: its settings and the final ranking of each event, taken from the event when it is
//! added. [`Series::standings`] computes the table; nothing computed is stored. A series is one of players or one of teams, as its events are.

mod exact;
mod file;
mod outdated;
mod people;
mod table;
mod teams;

pub use exact::Exact;
pub use file::{SUFFIX, SeriesError, read, save};
pub use outdated::Outdated;
pub use people::Person;
pub use table::{Cell, Line, SeriesStandings};
pub use teams::TeamLine;

use crate::crosstable::points_of;
use crate::model::*;
use crate::stages::final_ranking;
use crate::standings::StageTable;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A series with the results of its stages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Series {
    /// Its rules.
    pub settings: Rules,
    /// Who is registered, where only registered players score.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub registered: Vec<Person>,
    /// The stages in order.
    pub stages: Vec<SeriesStage>,
}

/// The rules of a series, announced before its first stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// Name of the series.
    pub name: String,
    /// Points for places.
    pub table: PointTable,
    /// Places shared in a stage.
    pub tied: Tied,
    /// Only so many best results count; `None`: all.
    pub best: Option<u32>,
    /// Whoever has played fewer stages is not ranked.
    pub minimum: u32,
    /// The results of the last stage count so many times.
    pub last_factor: Exact,
    /// Stages planned; the factor of the last one counts for that one only. 0: the last one there is.
    pub planned: u32,
    /// For each game won (of teams: each match), added to the points of the stage.
    pub bonus_win: Exact,
    /// For taking part, added to the points of the stage.
    pub bonus_start: Exact,
    /// What divides those with equal sums, in order.
    pub tiebreaks: Vec<SeriesTieBreak>,
    /// Who scores.
    pub scores: Scores,
    /// Members of a team whose results count in a stage; 0: no team table.
    pub team_members: u32,
    /// How teams are compared.
    pub team_by: TeamBy,
    /// A player is meant by another name too: that name, and the one in the table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also_called: Vec<(String, String)>,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            name: String::new(),
            table: PointTable::preset("motor-racing").unwrap_or(PointTable::BySize),
            tied: Tied::ByTieBreaks,
            best: None,
            minimum: 0,
            last_factor: Exact::whole(1),
            planned: 0,
            bonus_win: Exact::ZERO,
            bonus_start: Exact::ZERO,
            tiebreaks: vec![SeriesTieBreak::MostFirstPlaces],
            scores: Scores::All,
            team_members: 0,
            team_by: TeamBy::Points,
            also_called: Vec::new(),
        }
    }
}

/// Points for places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PointTable {
    /// The first place first; 0 for further places.
    Fixed(Vec<Exact>),
    /// Place p of n gets n - p + 1.
    BySize,
    /// Place p of n gets (n - p + 1) / n times this.
    Scaled(Exact),
}

impl PointTable {
    /// The tables that come with the program: name and what it is.
    pub const PRESETS: [(&'static str, &'static str); 4] = [
        ("motor-racing", "25 18 15 12 10 8 6 4 2 1"),
        ("fide-gp", "FIDE Grand Prix of 2012-15: 170 140 110 90 80 70 60 50 40 30 20 10"),
        ("plain", "10 9 8 7 6 5 4 3 2 1"),
        ("by-size", "place p of n gets n - p + 1"),
    ];

    /// One of the tables that come with the program.
    pub fn preset(name: &str) -> Option<PointTable> {
        let fixed = |points: &[i32]| Some(PointTable::Fixed(points.iter().map(|&p| Exact::whole(p)).collect()));
        match name {
            "motor-racing" => fixed(&[25, 18, 15, 12, 10, 8, 6, 4, 2, 1]),
            "fide-gp" => fixed(&[170, 140, 110, 90, 80, 70, 60, 50, 40, 30, 20, 10]),
            "plain" => fixed(&[10, 9, 8, 7, 6, 5, 4, 3, 2, 1]),
            "by-size" => Some(PointTable::BySize),
            _ => None,
        }
    }

    /// The points of a place (from 1) among so many.
    pub fn points(&self, place: u32, field: u32) -> Exact {
        let left = i64::from(field) - i64::from(place) + 1;
        match self {
            _ if place == 0 || left <= 0 => Exact::ZERO,
            PointTable::Fixed(points) => points.get(place as usize - 1).copied().unwrap_or(Exact::ZERO),
            PointTable::BySize => Exact::new(left, 1).unwrap_or(Exact::ZERO),
            PointTable::Scaled(most) => Exact::new(left, i64::from(field)).unwrap_or(Exact::ZERO) * *most,
        }
    }
}

impl std::str::FromStr for PointTable {
    type Err = String;

    /// The name of a preset, `scaled:100`, or points for the places, the first place first: `25, 18, 15`.
    fn from_str(text: &str) -> Result<PointTable, String> {
        let text = text.trim();
        if let Some(preset) = PointTable::preset(text) {
            return Ok(preset);
        }
        if let Some(most) = text.strip_prefix("scaled:") {
            return Ok(PointTable::Scaled(most.trim().parse()?));
        }
        let parts = text.split([',', ';']).map(str::trim).filter(|part| !part.is_empty());
        let points = parts.map(str::parse).collect::<Result<Vec<Exact>, String>>()?;
        if points.is_empty() {
            return Err("Say the points, the first place first: 25, 18, 15.".to_owned());
        }
        Ok(PointTable::Fixed(points))
    }
}

/// Those who share places in a stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Tied {
    /// The tie-breaks of the event divide them; who is level after these shares the average.
    #[default]
    ByTieBreaks,
    /// Those with equal points in the event get the average of the points of the places that they share.
    Average,
    /// Those with equal points get the points of the best of these places.
    Full,
}

/// What divides those with equal sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SeriesTieBreak {
    /// More first places, then more second places, ...
    MostFirstPlaces,
    /// The best single result, then the next best, ...
    BestSingle,
    /// The result of the last stage.
    LastStage,
    /// Who was more often before the others, in stages that both have played.
    HeadToHead,
    /// By lot.
    Lot {
        /// The seed of the draw.
        seed: u64,
    },
}

/// Who scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Scores {
    /// Everybody.
    #[default]
    All,
    /// Only those who are registered.
    Registered {
        /// The others are taken out and the rest moves up.
        move_up: bool,
    },
}

/// How teams are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TeamBy {
    /// The sum of the best members' points; equal: the best single place.
    #[default]
    Points,
    /// In each stage the lowest sum of the best members' places, for which the team gets the points of the table; equal: the best single place.
    Places,
}

/// The results of one stage of a series.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SeriesStage {
    /// Name of the event.
    pub name: String,
    /// The event file it was taken from, without its folder.
    pub file: String,
    /// Last day of the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<PartialDate>,
    /// Teams are ranked in it, not players.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub teams: bool,
    /// The event was not over when its ranking was taken.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// Everybody who has a place, best first.
    pub results: Vec<StageResult>,
}

/// One player's or team's result in a stage.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StageResult {
    /// Who.
    pub who: Person,
    /// Place after tie-breaks; equal for those who are level.
    pub place: u32,
    /// The best place of those with equal points (before tie-breaks).
    pub shared: u32,
    /// Games won; of a team matches won.
    pub wins: u32,
}

impl SeriesStage {
    /// The final ranking of an event, as it stands: of teams where teams are paired. Whoever is not ranked in it is left out. Also says what
    /// should be known.
    ///
    /// # Errors
    /// When the bracket of a knockout cannot be read, or nothing was played.
    pub fn of_event(state: &State, file: &str) -> Result<(SeriesStage, Vec<String>), String> {
        if !state.has_begun() {
            return Err("Nothing has been played in this event yet.".to_owned());
        }
        let teams = crate::stages::of_teams(state);
        let ranking = final_ranking(state)?;
        let mut notes = Vec::new();
        if !state.is_phase_over() {
            notes.push(
                "The event is not over: its ranking is taken as it stands; add it again when it is over.".to_owned(),
            );
        }
        // Matches of teams as games of players.
        let wins = wins(&crate::teams::view(state, 0));
        let points = points_of_stages(state);
        let mut results: Vec<StageResult> = Vec::new();
        let mut last = None;
        for place in &ranking {
            let who = if teams {
                state.teams.get(&TeamId(place.id.0)).map(|team| Person::of_team(state, team))
            } else {
                state.players.get(&place.id).map(|player| Person::of(state, player))
            };
            let (Some(rank), Some(who)) = (place.place, who) else { continue };
            let key = points.get(&(place.stage, place.id)).map(|points| (place.stage, *points));
            let shared = match results.last() {
                Some(before) if key.is_some() && key == last => before.shared,
                _ => rank,
            };
            last = key;
            results.push(StageResult {
                who,
                place: rank,
                shared: shared.min(rank),
                wins: wins.get(&place.id).copied().unwrap_or(0),
            });
        }
        let settings = &state.settings;
        let stage = SeriesStage {
            name: settings.name.clone(),
            file: file.to_owned(),
            date: settings.end.or(settings.start),
            teams,
            open: !state.is_phase_over(),
            results,
        };
        Ok((stage, notes))
    }
}

/// Games won over all stages; games taken over are counted once.
fn wins(state: &State) -> BTreeMap<PlayerId, u32> {
    let mut wins = BTreeMap::new();
    let scoring = &state.settings.scoring;
    let rounds = state.stages.iter().flat_map(|stage| &stage.rounds).filter(|round| round.carried_from.is_empty());
    for game in rounds.flat_map(|round| &round.meetings).flat_map(|meeting| &meeting.games) {
        let Some(result) = game.result else { continue };
        let forfeit = matches!(result, GameResult::ForfeitToWhite | GameResult::ForfeitToBlack);
        let (white, black) = points_of(result, scoring);
        for (id, points) in [(game.white, white), (game.black, black)] {
            if points == scoring.win && !forfeit {
                *wins.entry(id).or_insert(0) += 1;
            }
        }
    }
    wins
}

/// Points in each stage that has them; in a knockout the places alone count.
fn points_of_stages(state: &State) -> BTreeMap<(StageIndex, PlayerId), pairing::Points> {
    let mut points = BTreeMap::new();
    for (index, stage) in state.stages.iter().enumerate() {
        let groups = state.phase_of(index).len() > 1;
        if matches!(stage.system, System::Knockout { .. }) || groups {
            continue;
        }
        if state.pairs_teams(index) {
            let (_, standings) = crate::teams::standings(state, index, stage.rounds.len() as RoundNumber);
            let ids = state.team_numbering(index);
            let id = |number: u32| (number as usize).checked_sub(1).and_then(|at| ids.get(at));
            let rows = standings.rows.iter();
            points.extend(rows.filter_map(|row| Some(((index, PlayerId(id(row.number)?.0)), row.points))));
            continue;
        }
        let table = StageTable::of(state, index, stage.rounds.len() as RoundNumber);
        for row in &table.standings.rows {
            if let Some(&id) = table.ids.get(row.index) {
                points.insert((index, id), row.points);
            }
        }
    }
    points
}

impl Series {
    /// Teams stand in the table, not players: its events are contests of teams.
    pub fn of_teams(&self) -> bool {
        self.stages.iter().any(|stage| stage.teams)
    }

    /// Adds a stage, or takes the place of the one from the same file; true when one was replaced.
    ///
    /// # Errors
    /// When the series is one of players and the event one of teams, or the other way round.
    pub fn add(&mut self, stage: SeriesStage) -> Result<bool, String> {
        let same = |old: &SeriesStage| !stage.file.is_empty() && old.file == stage.file;
        if let Some(other) = self.stages.iter().find(|old| !same(old) && old.teams != stage.teams) {
            let words = |teams| if teams { "teams" } else { "players" };
            return Err(format!(
                "This event ranks {}, and the series is one of {} (as {} is); make another series for it.",
                words(stage.teams),
                words(other.teams),
                other.name
            ));
        }
        match self.stages.iter().position(same) {
            Some(at) => {
                self.stages[at] = stage;
                Ok(true)
            }
            None => {
                self.stages.push(stage);
                Ok(false)
            }
        }
    }

    /// What is wrong with the rules, in words.
    pub fn fault(&self) -> Option<String> {
        let rules = &self.settings;
        if matches!(&rules.table, PointTable::Fixed(points) if points.is_empty()) {
            return Some("The table of points is empty; the first place needs points.".to_owned());
        }
        if rules.best == Some(0) {
            return Some("At least one result counts; leave the number out to count all.".to_owned());
        }
        if rules.last_factor <= Exact::ZERO {
            return Some("The factor of the last stage must be more than 0.".to_owned());
        }
        if matches!(rules.scores, Scores::Registered { .. }) && self.registered.is_empty() {
            return Some("Only registered players score, and nobody is registered yet.".to_owned());
        }
        None
    }
}
