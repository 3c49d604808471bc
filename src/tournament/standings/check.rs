//! Are the standings that a report file holds right?

use super::{Name, StageTable, Standings, TeamTable, TieBreak, Value, compute, compute_teams};
use crate::crosstable::CrossTable;
use crate::model::{PlayerId, StageIndex, State, System};
use crate::trf::{self, Dialect, Trf, TrfError};
use pairing::Points;
use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// A difference between a report file and the standings computed from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The tie-break list cannot be applied.
    List {
        /// Why.
        reason: String,
    },
    /// Points in columns 81-84 (match points of teams).
    Points {
        /// Number of the player or team.
        number: u32,
        /// As computed.
        computed: Points,
        /// As in the file.
        given: Points,
    },
    /// Game points of a team.
    GamePoints {
        /// Number of the team.
        number: u32,
        /// As computed.
        computed: Points,
        /// As in the file.
        given: Points,
    },
    /// A round in the table of a team (records 801 and 802).
    TeamRound {
        /// Number of the team.
        number: u32,
        /// The record.
        record: &'static str,
        /// As the games give it.
        computed: String,
        /// As in the file.
        given: String,
    },
    /// The rank.
    Rank {
        /// Number of the player or team.
        number: u32,
        /// As computed by the file's list of tie-breaks.
        computed: u32,
        /// As in the file.
        given: u32,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::List { reason } => write!(f, "tie-breaks cannot be applied: {reason}"),
            Difference::Points { number, computed, given } => {
                write!(f, "no. {number}: points {given} in the file, computed {computed}")
            }
            Difference::GamePoints { number, computed, given } => {
                write!(f, "team {number}: game points {given} in the file, computed {computed}")
            }
            Difference::TeamRound { number, record, computed, given } => {
                write!(f, "team {number}: record {record} has {given}, the games give {computed}")
            }
            Difference::Rank { number, computed, given } => {
                write!(f, "no. {number}: rank {given} in the file, computed {computed}")
            }
        }
    }
}

/// Everything that a report file or an event states of its standings, compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The differences, each with the round after which it stands.
    pub found: Vec<(u32, Difference)>,
    /// What was compared, in words.
    pub compared: Vec<String>,
    /// What could not be, with the reason.
    pub open: Vec<String>,
    /// What may explain the differences.
    pub hint: Option<String>,
}

/// Compares everything that a report file states: points and ranks after its last round by its own list, match and game points of teams, and round by round
/// the tables of teams (records 801 and 802).
///
/// # Errors
/// As [`Trf::cross_table`].
pub fn check_file(trf: &Trf) -> Result<Checked, TrfError> {
    let last = trf.meetings_paired();
    let mut checked = Checked::default();
    super::team_lines::check(trf, &mut checked)?;
    let by_rounds = !checked.compared.is_empty();
    let after = format!("after round {last}");
    // A code that cannot be read is no wrong rank; what comes before it is compared.
    let Found { differences, level, left_out } = check_at(trf, None)?;
    let (lists, mut found): (Vec<_>, Vec<_>) =
        differences.into_iter().partition(|difference| matches!(difference, Difference::List { .. }));
    for list in lists {
        if let Difference::List { reason } = list {
            checked.open.push(format!("ranks of those who are level before it: {reason}"));
        }
    }
    let games = trf.rounds_of_a_meeting();
    let blank = |player: &crate::trf::PlayerRecord| {
        let cells = (1..=games).map(|game| player.cell((last - 1) * games + game));
        player.cell((last - 1) * games + 1).opponent.is_some()
            && cells.into_iter().any(|cell| cell.code == trf::Code::Blank)
    };
    let numbers = |list: &[u32]| list.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    for group in &level {
        checked.open.push(format!(
            "the order of no. {} {after}: the list leaves them level, and the file does not say what decided",
            numbers(group)
        ));
    }
    if !left_out.is_empty() {
        checked
            .compared
            .push(format!("ranks without no. {}, fewer than half of the games (C.05 art. 6.6)", numbers(&left_out)));
    }
    if last > 0 && trf.players.iter().any(blank) {
        checked.open.push(format!("standings {after}: games are open"));
        found.clear();
        return Ok(checked);
    }
    if !found.is_empty()
        && let Some(round) = fits_round(trf)?
    {
        checked.hint = Some(format!(
            "points and ranks are those after round {round}; the file was written before the last results came in"
        ));
    }
    checked.found.extend(found.into_iter().map(|difference| (last, difference)));
    let count = |points: usize, ranks: usize, what: &str| {
        let list = match trf.header.tiebreaks.as_slice() {
            [] => "points alone".to_owned(),
            list => list.join(", "),
        };
        let ranks = match ranks {
            0 => None,
            ranks => Some(format!("ranks of {ranks} {what} by {list}")),
        };
        let points = (points > 0).then(|| format!("points of {points} {what}"));
        points.into_iter().chain(ranks).map(|text| format!("{text} {after}")).collect::<Vec<_>>()
    };
    checked.compared.extend(if trf.is_team_event() {
        let points = trf.teams.iter().filter(|team| team.match_points.is_some()).count();
        count(points, trf.teams.iter().filter(|team| team.rank.is_some_and(|rank| rank > 0)).count(), "teams")
    } else {
        let points = trf.players.iter().filter(|player| player.points.is_some()).count();
        count(points, trf.players.iter().filter(|player| player.rank.is_some_and(|rank| rank > 0)).count(), "players")
    });
    if trf.header.type_code.to_ascii_uppercase().contains("KNOCKOUT") {
        checked.compared.retain(|text| !text.starts_with("ranks "));
        let text = "standings: the places of a knockout come from its bracket, which a report file does not hold";
        checked.open.push(text.to_owned());
    } else if trf.header.tiebreaks.is_empty() {
        checked
            .open
            .push("ranks of those who are level: the file has no tie-break list (records 202 and 212)".to_owned());
    }
    if last > 1 && !by_rounds {
        let rounds: Vec<u32> = (1..last).collect();
        let word = if rounds.len() == 1 { "round" } else { "rounds" };
        let rounds = crate::recheck::round_list(&rounds);
        checked.open.push(format!("standings after {word} {rounds}: the file states none"));
    }
    Ok(checked)
}

/// What a file says of a player or team.
struct Line {
    number: u32,
    points: Option<Points>,
    game_points: Option<Points>,
    rank: Option<u32>,
}

/// Compares points and ranks of a file with what its own results and tie-break list (record 202 or 212) give. Ranks that a file leaves out are not
/// compared. Where the list leaves players level, any order of them in the file is right.
///
/// # Errors
/// As [`Trf::cross_table`].
pub fn check(trf: &Trf) -> Result<Vec<Difference>, TrfError> {
    Ok(check_at(trf, None)?.differences)
}

/// The earlier round after which all points and ranks of a file would be right, the latest one where there are several. Ranks and points of a file that
/// was written while a round was being played are those before it.
///
/// # Errors
/// As [`Trf::cross_table`].
pub fn fits_round(trf: &Trf) -> Result<Option<u32>, TrfError> {
    let paired = trf.meetings_paired();
    for round in (1..paired).rev() {
        if check_at(trf, Some(round))?.differences.is_empty() {
            return Ok(Some(round));
        }
    }
    Ok(None)
}

/// Compares the standings of a stage after each of its rounds with those that its own report file gives: by points, the event's list and the ranks.
///
/// # Errors
/// [`TrfError`] when the event cannot be written as a report file.
pub fn check_event(state: &State, stage: StageIndex) -> Result<Checked, TrfError> {
    let mut checked = Checked::default();
    let mut open = |text: &str| checked.open.push(format!("standings: {text}"));
    match state.stages.get(stage).map(|stage| &stage.system) {
        Some(System::Knockout { .. }) => {
            open("the places of a knockout come from its bracket, which a report file does not hold");
            return Ok(checked);
        }
        None => return Ok(checked),
        Some(_) => {}
    }
    let ranks: BTreeMap<PlayerId, u32> =
        StageTable::of(state, stage, state.rounds_paired(stage)).ranks().map(|(rank, id)| (id, rank)).collect();
    let exported = trf::export(state, stage, Dialect::Trf26, &ranks)?;
    let file = trf::read(&exported.bytes)?;
    let paired = state.rounds_paired(stage);
    if file.meetings_paired() != paired {
        open(&format!("the report file has {} rounds, the event {paired}", file.meetings_paired()));
        return Ok(checked);
    }
    let teams = state.pairs_teams(stage);
    if teams != file.is_team_event() {
        open("the report file does not know the teams of this stage");
        return Ok(checked);
    }
    let list: Vec<TieBreak> = state.settings.tiebreaks.iter().filter_map(|code| code.parse().ok()).collect();
    for code in state.settings.tiebreaks.iter().filter(|code| code.parse::<TieBreak>().is_err()) {
        open(&format!("the tie-break {code} is not known and left out"));
    }
    let numbered = state.numbering(stage).len();
    // A game without a result has no points in the event yet; for pairing engines the file counts it as a draw.
    let waits = |round: &u32| state.progress(stage, *round).entered < state.progress(stage, *round).total;
    let told: Vec<u32> = (1..=paired).take_while(|round| !waits(round)).collect();
    for &round in &told {
        let (ours, theirs) = if teams {
            // The file has the decisions of the organiser nowhere.
            let options = super::Options { edition: state.settings.edition, ..super::Options::default() };
            let ours = super::compute_teams_with(&crate::teams::table(state, stage, round), &list, &options);
            (ours, super::compute_teams_with(&TeamTable::from_trf(&file, Some(round))?, &list, &options))
        } else {
            let mut table = file.meeting_table(Some(round))?;
            // Who has not arrived yet stands in the file, but in no standings.
            table.rows.truncate(numbered);
            (compute(&CrossTable::of_state(state, stage, round), &list), compute(&table, &list))
        };
        for row in &theirs.rows {
            let number = row.number;
            let Some(computed) = ours.row_of(number) else { continue };
            if computed.points != row.points {
                checked
                    .found
                    .push((round, Difference::Points { number, computed: computed.points, given: row.points }));
            }
            if computed.rank != row.rank {
                checked.found.push((round, Difference::Rank { number, computed: computed.rank, given: row.rank }));
            }
        }
    }
    let rounds = |list: &[u32]| {
        let word = if list.len() == 1 { "round" } else { "rounds" };
        format!("{word} {}", crate::recheck::round_list(list))
    };
    if !told.is_empty() {
        let codes = if list.is_empty() { "points alone".to_owned() } else { state.settings.tiebreaks.join(", ") };
        checked.compared.push(format!("standings after {} by {codes}", rounds(&told)));
    }
    let waiting: Vec<u32> = (told.len() as u32 + 1..=paired).collect();
    if !waiting.is_empty() {
        checked.open.push(format!("standings after {}: games are open", rounds(&waiting)));
    }
    Ok(checked)
}

/// What a comparison of one round found.
struct Found {
    differences: Vec<Difference>,
    /// Those whom the list leaves level, and whom the file ranks one after the other without a word on how.
    level: Vec<Vec<u32>>,
    /// Who is left out of the ranks.
    left_out: Vec<u32>,
}

/// The list of a file up to a code that cannot be read; those whom it leaves level may stand in any order.
fn list_of(trf: &Trf, differences: &mut Vec<Difference>) -> Vec<TieBreak> {
    let mut list: Vec<TieBreak> = Vec::new();
    for code in &trf.header.tiebreaks {
        match code.parse() {
            Ok(code) => list.push(code),
            Err(error) => {
                let error: super::CodeError = error;
                differences.push(Difference::List { reason: error.to_string() });
                break;
            }
        }
    }
    list
}

/// The first and the last rank that those who are level may have, by number.
fn ranks_of(standings: &Standings) -> HashMap<u32, (u32, u32)> {
    let groups = standings.rows.chunk_by(|a, b| a.rank == b.rank);
    let ranked =
        groups.flat_map(|group| group.iter().map(|row| (row.number, (row.rank, row.rank + group.len() as u32 - 1))));
    ranked.collect()
}

/// Ranks of a file that do not stand in the standings.
fn wrong_ranks(lines: &[Line], standings: &Standings) -> Vec<Difference> {
    let ranks = ranks_of(standings);
    let wrong = |line: &Line| {
        let (given, (first, last)) = (line.rank.filter(|rank| *rank > 0)?, ranks.get(&line.number).copied()?);
        let wrong = !(first..=last).contains(&given);
        wrong.then_some(Difference::Rank { number: line.number, computed: first, given })
    };
    lines.iter().filter_map(wrong).collect()
}

fn lines_of(trf: &Trf) -> Vec<Line> {
    if trf.is_team_event() {
        let line = |team: &trf::TeamRecord| Line {
            number: team.number,
            points: team.match_points,
            game_points: team.game_points,
            rank: team.rank,
        };
        return trf.teams.iter().map(line).collect();
    }
    let line = |player: &trf::PlayerRecord| Line {
        number: player.number,
        points: player.points,
        game_points: None,
        rank: player.rank,
    };
    trf.players.iter().map(line).collect()
}

/// Players of a round-robin in a file who have missed so many games that they cannot play half of them any more.
///
/// # Errors
/// As [`Trf::cross_table`].
pub fn few_games(trf: &Trf) -> Result<Vec<u32>, TrfError> {
    if trf.is_team_event() {
        return Ok(Vec::new());
    }
    Ok(super::fewer_than_half(&trf.meeting_table(None)?))
}

/// Who is left out of the standings of a file (FIDE C.05 art. 6.6): as a comment of our own says; else those with too few games, where the file's ranks are
/// right without them and wrong with them.
///
/// # Errors
/// As [`Trf::cross_table`].
pub fn left_out_of_file(trf: &Trf) -> Result<Vec<u32>, TrfError> {
    if let Some(told) = trf.told_left_out() {
        return Ok(told);
    }
    let few = few_games(trf)?;
    if few.is_empty() {
        return Ok(few);
    }
    let list = list_of(trf, &mut Vec::new());
    let mut lines = lines_of(trf);
    lines.retain(|line| !few.contains(&line.number));
    let table = trf.meeting_table(None)?;
    let wrong = |table: &CrossTable| wrong_ranks(&lines, &compute(table, &list)).len();
    let left_out = wrong(&super::without(&table, &few)) == 0 && wrong(&table) > 0;
    Ok(if left_out { few } else { Vec::new() })
}

/// As [`check`], against the standings after a round.
fn check_at(trf: &Trf, round: Option<u32>) -> Result<Found, TrfError> {
    let mut found = Found { differences: Vec::new(), level: Vec::new(), left_out: Vec::new() };
    let list = list_of(trf, &mut found.differences);
    let standings = standings(trf, &list, round)?;
    let lines = lines_of(trf);
    let column = |name| -> HashMap<u32, Points> {
        let values = standings.column(&TieBreak::new(name));
        let points_of = |value: Value| {
            let (numerator, denominator) = value.fraction()?;
            i32::try_from(numerator.checked_mul(100)? / denominator).ok().map(Points::from_hundredths)
        };
        let rows = standings.rows.iter().zip(values);
        rows.filter_map(|(row, value)| points_of(value).map(|points| (row.number, points))).collect()
    };
    let teams = trf.is_team_event();
    let points_of = column(if teams { Name::MatchPoints } else { Name::Points });
    let game_points_of = if teams { column(Name::GamePoints) } else { HashMap::new() };
    for Line { number, points, game_points, .. } in &lines {
        let (number, computed) = (*number, points_of.get(number).copied());
        if let (Some(given), Some(computed)) = (*points, computed)
            && given != computed
        {
            found.differences.push(Difference::Points { number, computed, given });
        }
        if let (Some(given), Some(computed)) = (*game_points, game_points_of.get(&number).copied())
            && given != computed
        {
            found.differences.push(Difference::GamePoints { number, computed, given });
        }
    }
    // The places of a knockout come from its bracket.
    if trf.header.type_code.to_ascii_uppercase().contains("KNOCKOUT") {
        return Ok(found);
    }
    let ranked = ranked(trf, &list, round, standings, &mut found.left_out)?;
    found.differences.extend(wrong_ranks(&lines, &ranked));
    if found.differences.is_empty() {
        let given: HashMap<u32, u32> =
            lines.iter().filter_map(|line| Some((line.number, line.rank.filter(|rank| *rank > 0)?))).collect();
        for group in ranked.rows.chunk_by(|a, b| a.rank == b.rank).filter(|group| group.len() > 1) {
            let mut numbers: Vec<u32> = group.iter().map(|row| row.number).collect();
            let ranks: Vec<u32> = numbers.iter().filter_map(|number| given.get(number).copied()).collect();
            if ranks.windows(2).any(|pair| pair[0] != pair[1]) {
                numbers.sort_by_key(|number| given.get(number));
                found.level.push(numbers);
            }
        }
    }
    Ok(found)
}

/// The standings that the ranks of a file are to be compared with: with the decisions on ties, and without those left out, of which it tells.
fn ranked(
    trf: &Trf,
    list: &[TieBreak],
    round: Option<u32>,
    plain: Standings,
    left_out: &mut Vec<u32>,
) -> Result<Standings, TrfError> {
    if round.is_none() && trf.tells_of_ties() {
        let (state, _) = trf::import(trf)?;
        let rounds = state.rounds_paired(0);
        if trf.is_team_event() {
            return Ok(crate::teams::standings(&state, 0, rounds).1);
        }
        let table = StageTable::of(&state, 0, rounds);
        *left_out = table.left_out.iter().filter_map(|id| state.tpn(0, *id)).collect();
        return Ok(table.standings);
    }
    if trf.is_team_event() {
        return Ok(plain);
    }
    *left_out = left_out_of_file(trf)?;
    if left_out.is_empty() {
        return Ok(plain);
    }
    Ok(compute(&super::without(&trf.meeting_table(round)?, left_out), list))
}

/// The standings of a file by its own list after a number of rounds, so that they can be compared round by round.
///
/// # Errors
/// As [`Trf::cross_table`]; a list that cannot be read counts as empty.
pub fn check_after(trf: &Trf, round: u32) -> Result<Standings, TrfError> {
    let list: Vec<TieBreak> = trf.header.tiebreaks.iter().filter_map(|code| code.parse().ok()).collect();
    standings(trf, &list, Some(round))
}

fn standings(trf: &Trf, list: &[TieBreak], round: Option<u32>) -> Result<Standings, TrfError> {
    if trf.is_team_event() {
        return Ok(compute_teams(&TeamTable::from_trf(trf, round)?, list));
    }
    Ok(compute(&trf.meeting_table(round)?, list))
}
