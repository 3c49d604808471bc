//! Doing a command on a working copy of the state.

use super::{
    Engine, Ids, manual, openings, people, playoff, results, rounds, settled, stages, team_pairs, team_replay, teams,
    ties,
};
use crate::command::{Change, Command, Refusal};
use crate::model::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A working copy with what the commands need besides.
pub(super) struct Work<'a> {
    pub(super) state: State,
    pub(super) now: &'a str,
    pub(super) ids: Ids,
    pub(super) engine: Engine,
    pub(super) reason: &'a str,
    /// While the state is a projection of teams: their match points and game points by round.
    pub(super) points: Option<Vec<BTreeMap<PlayerId, (i32, i32)>>>,
    pub(super) change: Change,
}

/// A refusal that says what is wrong and what would be allowed.
pub(super) fn no(text: impl Into<String>) -> Refusal {
    Refusal::NotAllowed(text.into())
}

/// "1 board", "3 boards".
pub(super) fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// "A", "A and B", "A, B and C", at most six, then "and 4 more"; entries are separated by semicolons where they contain commas.
pub(super) fn list(items: &[String]) -> String {
    let comma = if items.iter().any(|item| item.contains(',')) { "; " } else { ", " };
    match items {
        [] => String::new(),
        [one] => one.clone(),
        _ if items.len() > 6 => format!("{} and {} more", items[..5].join(comma), items.len() - 5),
        [init @ .., last] => format!("{} and {last}", init.join(comma)),
    }
}

impl Work<'_> {
    pub(super) fn stage(&self, index: StageIndex) -> Result<&Stage, Refusal> {
        let stages = self.state.stages.len();
        self.state.stages.get(index).ok_or_else(|| {
            no(format!("There is no stage {}; the event has {}.", index + 1, count(stages, "stage", "stages")))
        })
    }

    pub(super) fn stage_mut(&mut self, index: StageIndex) -> Result<&mut Stage, Refusal> {
        self.stage(index)?;
        Ok(&mut self.state.stages[index])
    }

    pub(super) fn player(&self, id: PlayerId) -> Result<&Player, Refusal> {
        self.state.players.get(&id).map(Arc::as_ref).ok_or_else(|| {
            no(format!("There is no player with identity {}; the list may have changed meanwhile.", id.0))
        })
    }

    pub(super) fn player_mut(&mut self, id: PlayerId) -> Result<&mut Player, Refusal> {
        self.player(id)?;
        // The line above found it.
        self.state.players.get_mut(&id).map(Arc::make_mut).ok_or_else(|| no("There is no such player."))
    }

    pub(super) fn name(&self, id: PlayerId) -> String {
        self.state.name(id)
    }

    pub(super) fn settings_mut(&mut self) -> &mut Settings {
        Arc::make_mut(&mut self.state.settings)
    }

    /// A line for the report file and the arbiter's report.
    pub(super) fn log(&mut self, round: RoundNumber, text: impl Into<String>) {
        self.state.notes.push(LogNote { at: self.now.to_owned(), round, text: text.into() });
    }

    pub(super) fn say(&mut self, summary: impl Into<String>) {
        self.change.summary = summary.into();
    }

    pub(super) fn follow(&mut self, consequence: impl Into<String>) {
        self.change.consequences.push(consequence.into());
    }
}

pub(super) fn run(work: &mut Work, command: &Command) -> Result<(), Refusal> {
    match command {
        Command::EditSettings(settings) => edit_settings(work, settings),
        Command::EditStage { stage, name, system, rounds_planned, games_per_meeting } => {
            edit_stage(work, *stage, name, system, *rounds_planned, *games_per_meeting)
        }
        Command::DrawInitialColor { seed } => draw_initial_color(work, *seed),
        Command::AddPlayer(player) => people::add(work, std::slice::from_ref(&**player)),
        Command::AddPlayers(players) => people::add(work, players),
        Command::EditPlayer(id, player) => people::edit(work, *id, player),
        Command::EditPlayers(list) => people::edit_many(work, list),
        Command::TakeRatings { players, source } => people::take_ratings(work, players, source),
        Command::RemovePlayer(id) => people::remove(work, *id),
        Command::CheckIn(id, on) => people::check_in(work, *id, *on),
        Command::Withdraw { player, from } => people::withdraw(work, *player, *from),
        Command::Reinstate(id) => people::reinstate(work, *id),
        Command::RequestBye { player, round, kind } => people::request_bye(work, *player, *round, *kind),
        Command::Forbid(pair) => forbid(work, pair),
        Command::Allow(a, b) => allow(work, *a, *b),
        Command::ForbidTeams(pair) => team_pairs::forbid(work, pair),
        Command::AllowTeams(a, b) => team_pairs::allow(work, *a, *b),
        Command::SetNumbers { stage, order } => people::set_numbers(work, *stage, order.as_deref()),
        Command::PairRound { stage } => rounds::pair(work, *stage),
        Command::RepairRound { stage } => rounds::repair(work, *stage),
        Command::UnpairRound { stage } => rounds::unpair(work, *stage),
        Command::BeginManual { stage } => manual::begin(work, *stage),
        Command::Manual { stage, change } => manual::change(work, *stage, change),
        Command::EndManual { stage } => manual::end(work, *stage),
        Command::SetResult { at, result, reason } => results::set(work, *at, *result, *reason),
        Command::SetResults(list) => results::set_many(work, list),
        Command::EnterRecords { results, records } => results::enter_records(work, results, records),
        Command::DecideMeeting { at, winner, how } => results::decide(work, *at, *winner, *how),
        Command::DecideTie { stage, round, how, order } => ties::decide(work, *stage, *round, *how, order),
        Command::ClearTie { stage, round, player } => ties::clear(work, *stage, *round, *player),
        Command::EnterPlayOff { at, game } => playoff::enter(work, *at, game),
        Command::DrawPlayOffColors { at, game, seed } => playoff::draw_colors(work, *at, *game, *seed),
        Command::TakeBackPlayOff { at } => playoff::take_back(work, *at),
        Command::DecideByLot { at, seed } => playoff::draw(work, *at, *seed),
        Command::AttachRecord { at, record } => results::attach(work, *at, record.as_deref()),
        Command::DrawOpenings { stage, round, list, text, seed, per_meeting } => {
            openings::draw(work, *stage, *round, list, text, *seed, *per_meeting)
        }
        Command::SetOpening { stage, round, board, opening } => {
            openings::set(work, *stage, *round, *board, opening.as_deref())
        }
        Command::AddTeam(team) => people::add_team(work, team),
        Command::EditTeam(id, team) => people::edit_team(work, *id, team),
        Command::RemoveTeam(id) => people::remove_team(work, *id),
        Command::WithdrawTeam { team, from } => teams::withdraw(work, *team, *from),
        Command::ReinstateTeam(team) => teams::reinstate(work, *team),
        Command::RequestTeamBye { team, round, kind } => teams::request_bye(work, *team, *round, *kind),
        Command::SetTeamNumbers { stage, order } => teams::set_numbers(work, *stage, order.as_deref()),
        Command::SetLineUp { stage, round, team, players } => {
            teams::set_line_up(work, *stage, *round, *team, players.as_deref())
        }
        Command::DecideMatch { stage, round, number, winner, how } => {
            teams::decide(work, *stage, *round, *number, winner.map(|id| (id, None)), *how)
        }
        Command::EnterReplay { stage, round, number, replay } => {
            team_replay::enter(work, *stage, *round, *number, replay)
        }
        Command::TakeBackReplay { stage, round, number } => team_replay::take_back(work, *stage, *round, *number),
        Command::DecideTieByGames { stage, round, games } => ties::decide_by_games(work, *stage, *round, games),
        Command::DrawMatch { stage, round, number, seed } => teams::draw(work, *stage, *round, *number, *seed),
        Command::AdjustTeam(adjustment) => teams::adjust(work, adjustment),
        Command::Adjust(adjustment) => adjust(work, adjustment),
        Command::AddStage(stage) => add_stage(work, stage),
        Command::MakeGroups { groups, how, format } => stages::make_groups(work, *groups, how, format),
        Command::MoveToGroup { player, to } => stages::move_to_group(work, *player, *to),
        Command::ReplaceMember { stage, player } => stages::replace_member(work, *stage, *player),
        Command::NextStage { transition, format } => stages::next_stage(work, transition, format),
        Command::RemoveStage { stage } => stages::remove_stage(work, *stage),
        Command::PairStages(list) => stages::pair_stages(work, list),
        Command::DrawNumbers { stage, how } => stages::draw_numbers(work, *stage, *how),
        Command::LeaveFideMode { reason } => leave_fide_mode(work, reason),
        Command::Note(text) => note(work, text),
    }
}

/// What is wrong with a scoring scheme (`fide-mode`, Scoring), as a sentence. For those who make an event without a command; changing the
/// settings of one is refused with it.
pub fn scoring_fault(s: &Scoring) -> Option<String> {
    let all = [s.win, s.draw, s.loss, s.zero_bye, s.forfeit_loss, s.pairing_bye];
    if all.iter().any(|points| !(-1000..=1000).contains(points)) {
        return Some("Points must lie between -100 and 100.".to_owned());
    }
    if s.win <= s.loss || s.draw > s.win || s.draw < s.loss {
        return Some("A win must be worth more than a loss, and a draw must lie between them.".to_owned());
    }
    if 2 * s.draw > s.win + s.loss {
        return Some(
            "Two draws must not be worth more than a win and a loss together; lower the draw or raise the win."
                .to_owned(),
        );
    }
    if s.pairing_bye > s.win || s.pairing_bye < 0 {
        return Some("The pairing-allocated bye may be worth at most a win and not less than 0.".to_owned());
    }
    None
}

/// What is wrong with a system under these settings.
fn system_fault(system: &System, settings: &Settings) -> Option<String> {
    if settings.contest == Contest::Team {
        return teams::system_fault(system, &settings.teams);
    }
    if matches!(system, System::Swiss { variant: SwissVariant::Team, .. }) {
        return Some(
            "The Swiss Team Pairing System pairs teams; choose the contest \"teams\" first, or another system."
                .to_owned(),
        );
    }
    acceleration_fault(system, &settings.scoring)
}

pub(super) fn acceleration_fault(system: &System, s: &Scoring) -> Option<String> {
    let accelerated = matches!(system, System::Swiss { acceleration: true, .. });
    (accelerated && (s.win != 2 * s.draw || s.loss != 0)).then(|| {
        "Baku acceleration needs a win worth two draws and a loss worth 0 (FIDE C.04.7 art. 1.1); choose 1 - 1/2 - 0 or 2 - 1 - 0, or switch it off."
            .to_owned()
    })
}

/// What is wrong with a system and its number of games.
fn stage_fault(system: &System, games_per_meeting: u8) -> Option<String> {
    match system {
        System::RoundRobin { cycles: 0, .. } => Some("A round-robin has at least one cycle.".to_owned()),
        System::Knockout { third_place, options } => crate::knockout::options::fault(*third_place, options),
        System::Scheveningen { boards, .. } if *boards > pairing::scheveningen::MAX_BOARDS => {
            Some(format!("A Scheveningen match has at most {} boards.", pairing::scheveningen::MAX_BOARDS))
        }
        _ if system.is_double_swiss() && games_per_meeting != crate::double_swiss::GAMES => {
            Some("A match of the Double-Swiss has two games (FIDE C.04.5); set the games of a meeting to 2.".to_owned())
        }
        _ => None,
    }
}

fn edit_settings(work: &mut Work, settings: &Settings) -> Result<(), Refusal> {
    if let Some(fault) = scoring_fault(&settings.scoring) {
        return Err(no(fault));
    }
    if let Some(fault) = teams::rules_fault(&settings.teams) {
        return Err(no(fault));
    }
    if (settings.contest == Contest::Team) != (work.state.settings.contest == Contest::Team) && work.state.has_begun() {
        return Err(no(
            "Whether players or teams are paired is fixed once round 1 is paired; un-pair the rounds to change it.",
        ));
    }
    for stage in &work.state.stages {
        let fault = system_fault(&stage.system, settings);
        if let Some(fault) = fault {
            return Err(no(fault));
        }
    }
    for pair in &settings.forbidden {
        check_forbidden(work, pair)?;
    }
    for pair in &settings.forbidden_teams {
        team_pairs::check(work, pair)?;
    }
    let mut names: Vec<&str> = settings.categories.iter().map(|c| c.name.as_str()).collect();
    names.sort_unstable();
    if let Some(twice) = names.windows(2).find(|w| w[0] == w[1]) {
        return Err(no(format!("The category \"{}\" stands twice in the list; give each its own name.", twice[0])));
    }
    let lost = work.state.players.values().flat_map(|p| &p.categories).find(|c| !names.contains(&c.as_str()));
    if let Some(lost) = lost {
        return Err(no(format!("Players are in the category \"{lost}\"; take them out of it before removing it.")));
    }
    if let Some(fault) = settled::fault(settings) {
        return Err(no(fault));
    }
    let parts = changed_settings(&work.state.settings, settings);
    if parts.is_empty() {
        return Err(no("Nothing differs from the settings in force."));
    }
    work.say(format!("Changed the settings: {}", parts.join(", ")));
    if work.state.has_begun() {
        let kept: Vec<&str> = parts.iter().copied().filter(|p| super::warn::HARD_SETTINGS.contains(p)).collect();
        if !kept.is_empty() {
            let round = work.state.rounds_paired(0);
            let text = format!("Settings changed @ Round {round}: {}", kept.join(", "));
            work.log(round, text);
            if kept.contains(&"scoring") || kept.contains(&"tie-breaks") || kept.contains(&"unplayed rounds") {
                work.follow("Standings of all rounds are computed anew; pairings stay.");
            }
        }
    }
    work.state.settings = Arc::new(settings.clone());
    Ok(())
}

/// The parts of the settings that differ, by the names that the window uses.
pub(super) fn changed_settings(old: &Settings, new: &Settings) -> Vec<&'static str> {
    let parts = [
        ("name", old.name != new.name),
        ("place", old.place != new.place || old.federation != new.federation),
        ("dates", old.start != new.start || old.end != new.end || old.round_dates != new.round_dates),
        ("arbiters", old.chief_arbiter != new.chief_arbiter || old.deputies != new.deputies),
        ("contest", old.contest != new.contest),
        ("scoring", old.scoring != new.scoring || old.meetings_as_unit != new.meetings_as_unit),
        ("time control", old.time_control != new.time_control),
        ("default time", old.default_minutes != new.default_minutes),
        ("level", old.level != new.level),
        ("discipline", old.discipline != new.discipline),
        ("game", old.game != new.game),
        ("initial colour", old.initial_color != new.initial_color || old.initial_color_lot != new.initial_color_lot),
        ("tie-breaks", old.tiebreaks != new.tiebreaks),
        ("unplayed rounds", old.edition != new.edition),
        ("prizes", old.prizes != new.prizes),
        ("forbidden pairs", old.forbidden != new.forbidden || old.forbidden_teams != new.forbidden_teams),
        ("categories", old.categories != new.categories),
        ("half-point byes", old.half_byes_allowed != new.half_byes_allowed),
        ("late entries", old.late_entries_last != new.late_entries_last),
        ("plan of the stages", old.plan != new.plan),
        ("lot of the numbers", old.draw_numbers != new.draw_numbers),
        ("withdrawals", old.count_withdrawn != new.count_withdrawn),
        ("team rules", old.teams != new.teams),
        ("rating list", old.rating_list != new.rating_list || old.seeding != new.seeding),
        ("norm rules", old.norms != new.norms),
    ];
    parts.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name).collect()
}

/// Whether two knockouts have the same bracket; other systems have none that could differ.
fn same_bracket(a: &System, b: &System) -> bool {
    let (System::Knockout { third_place: x, options: a }, System::Knockout { third_place: y, options: b }) = (a, b)
    else {
        return true;
    };
    a.format.bracket(*x) == b.format.bracket(*y)
        && (&a.seeding, a.separation, a.reseed) == (&b.seeding, b.separation, b.reseed)
        && a.days == b.days
}

/// Whether two systems pair in the same manner, so that one can follow the other in the middle of a stage.
pub(super) fn same_kind(a: &System, b: &System) -> bool {
    std::mem::discriminant(a) == std::mem::discriminant(b)
}

fn edit_stage(
    work: &mut Work,
    index: StageIndex,
    name: &str,
    system: &System,
    rounds_planned: RoundNumber,
    games_per_meeting: u8,
) -> Result<(), Refusal> {
    let settings = work.state.settings.clone();
    let stage = work.stage(index)?;
    let paired = stage.rounds.len() as RoundNumber;
    if rounds_planned == 0 || rounds_planned > 99 {
        return Err(no("The number of rounds must lie between 1 and 99."));
    }
    if rounds_planned < paired {
        return Err(no(format!("Round {paired} is paired already; un-pair it before planning fewer rounds.")));
    }
    let knockout = |system: &System| matches!(system, System::Knockout { .. });
    if paired > 0 && rounds_planned < stage.rounds_planned && knockout(system) && knockout(&stage.system) {
        return Err(no(format!(
            "The bracket gives the number of rounds, {}; the event would end before its final.",
            stage.rounds_planned
        )));
    }
    if games_per_meeting == 0 || games_per_meeting > 20 {
        return Err(no("A meeting has between 1 and 20 games."));
    }
    if paired > 0 && games_per_meeting != stage.games_per_meeting {
        return Err(no(
            "The number of games of a meeting is fixed once round 1 is paired; un-pair the rounds to change it.",
        ));
    }
    if paired > 0 && !same_kind(system, &stage.system) && *system != System::Manual {
        return Err(no(
            "The system is fixed once round 1 is paired; un-pair the rounds to change it, or go on by hand (system Manual).",
        ));
    }
    if let Some(fault) = stage_fault(system, games_per_meeting) {
        return Err(no(fault));
    }
    if paired > 0 && !same_bracket(system, &stage.system) {
        return Err(no(
            "Bracket, seeding and the score of a meeting are fixed once round 1 is paired; un-pair the rounds to change them. The ladder may change.",
        ));
    }
    let order = |system: &System| match system {
        System::Scheveningen { double, options, .. } => Some((*double, *double && options.same_order)),
        _ => None,
    };
    if paired > 0 && order(system) != order(&stage.system) && *system != System::Manual {
        return Err(no(
            "The rounds of the match are fixed once round 1 is paired; un-pair them to change their order.",
        ));
    }
    if let Some(fault) = system_fault(system, &settings) {
        return Err(no(fault));
    }
    let mut parts = Vec::new();
    if *system != stage.system {
        parts.push("system");
    }
    if rounds_planned != stage.rounds_planned {
        parts.push("number of rounds");
    }
    if games_per_meeting != stage.games_per_meeting {
        parts.push("games of a meeting");
    }
    if name != stage.name {
        parts.push("name of the stage");
    }
    if parts.is_empty() {
        return Err(no("Nothing differs from what is in force."));
    }
    if paired > 0 && (parts.contains(&"system") || parts.contains(&"number of rounds")) {
        work.log(paired, format!("Changed @ Round {paired}: {}", parts.join(", ")));
    }
    let stage = work.stage_mut(index)?;
    name.clone_into(&mut stage.name);
    stage.system = system.clone();
    stage.rounds_planned = rounds_planned;
    stage.games_per_meeting = games_per_meeting;
    work.say(format!("Changed {}", parts.join(", ")));
    Ok(())
}

fn draw_initial_color(work: &mut Work, seed: u64) -> Result<(), Refusal> {
    if work.state.has_begun() {
        return Err(no("The initial colour is drawn before round 1 is paired; un-pair round 1 to draw it again."));
    }
    let color = results::draw_color(seed);
    let settings = work.settings_mut();
    settings.initial_color = Some(color);
    settings.initial_color_lot = Some(Lot::Drawn { seed });
    work.say(format!("Drew the initial colour: {} for number 1", results::color_name(color)));
    Ok(())
}

fn check_forbidden(work: &Work, pair: &ForbiddenPair) -> Result<(), Refusal> {
    work.player(pair.a)?;
    work.player(pair.b)?;
    if pair.a == pair.b {
        return Err(no(format!("{} never meets himself or herself; choose two players.", work.name(pair.a))));
    }
    if pair.first_round == 0 || pair.last_round.is_some_and(|last| last < pair.first_round) {
        return Err(no("A forbidden pair holds from a first round (1 or later) to a last round not before it."));
    }
    Ok(())
}

fn same_pair(pair: &ForbiddenPair, a: PlayerId, b: PlayerId) -> bool {
    (pair.a == a && pair.b == b) || (pair.a == b && pair.b == a)
}

fn forbid(work: &mut Work, pair: &ForbiddenPair) -> Result<(), Refusal> {
    check_forbidden(work, pair)?;
    let (a, b) = (work.name(pair.a), work.name(pair.b));
    let end = |p: &ForbiddenPair| p.last_round.unwrap_or(RoundNumber::MAX);
    let held = work.state.settings.forbidden.iter().any(|other| {
        same_pair(other, pair.a, pair.b) && other.first_round <= pair.first_round && end(pair) <= end(other)
    });
    if held {
        return Err(no(format!("{a} and {b} are forbidden to meet already.")));
    }
    if work.state.has_begun() {
        let round = work.state.rounds_paired(0);
        work.log(round, format!("Forbidden pair added @ Round {round}: {a}; {b}"));
    }
    work.settings_mut().forbidden.push(pair.clone());
    work.say(format!("{a} and {b} must not meet"));
    Ok(())
}

fn allow(work: &mut Work, a: PlayerId, b: PlayerId) -> Result<(), Refusal> {
    let (name_a, name_b) = (work.name(a), work.name(b));
    if !work.state.settings.forbidden.iter().any(|pair| same_pair(pair, a, b)) {
        return Err(no(format!("{name_a} and {name_b} may meet already.")));
    }
    if work.state.has_begun() {
        let round = work.state.rounds_paired(0);
        work.log(round, format!("Forbidden pair lifted @ Round {round}: {name_a}; {name_b}"));
    }
    work.settings_mut().forbidden.retain(|pair| !same_pair(pair, a, b));
    work.say(format!("{name_a} and {name_b} may meet again"));
    Ok(())
}

fn adjust(work: &mut Work, adjustment: &Adjustment) -> Result<(), Refusal> {
    work.player(adjustment.player)?;
    work.stage(adjustment.stage)?;
    let name = work.name(adjustment.player);
    if work.state.pairs_teams(adjustment.stage) {
        return Err(no("Teams meet in this event: bonus and penalty points are given to a team."));
    }
    // As many as record 299 of a report file can hold.
    if adjustment.points == 0 || !(-99..=999).contains(&adjustment.points) {
        return Err(no("Bonus and penalty points lie between -9.9 and 99.9 and are not 0."));
    }
    if adjustment.reason.trim().is_empty() {
        return Err(no("Give the reason for the bonus or penalty points; it is printed in the arbiter's report."));
    }
    if adjustment.round == 0 || adjustment.round > work.state.rounds_paired(adjustment.stage) + 1 {
        return Err(no("Points are given from a round that is paired, or from the next one."));
    }
    let points = pairing::Points(adjustment.points);
    let sign = if adjustment.points > 0 { "+" } else { "" };
    work.log(adjustment.round, format!("Points adjusted @ Round {}: {name} {sign}{points}", adjustment.round));
    work.say(format!("{name}: {sign}{points} points from round {} ({})", adjustment.round, adjustment.reason.trim()));
    work.follow(format!("Standings from round {} on change; pairings that are made stay.", adjustment.round));
    work.state.adjustments.push(adjustment.clone());
    Ok(())
}

fn add_stage(work: &mut Work, stage: &Stage) -> Result<(), Refusal> {
    if !stage.rounds.is_empty() {
        return Err(no("A new stage begins without rounds."));
    }
    if stage.rounds_planned == 0 || stage.games_per_meeting == 0 {
        return Err(no("A stage has at least one round, and a meeting at least one game."));
    }
    let fault = system_fault(&stage.system, &work.state.settings);
    if let Some(fault) = fault.or_else(|| stage_fault(&stage.system, stage.games_per_meeting)) {
        return Err(no(fault));
    }
    for id in stage.numbers.iter() {
        work.player(*id)?;
    }
    let mut numbers = stage.numbers.to_vec();
    numbers.sort_unstable();
    if let Some(twice) = numbers.windows(2).find(|w| w[0] == w[1]) {
        return Err(no(format!("{} stands twice among the players of the new stage.", work.name(twice[0]))));
    }
    work.state.stages.push(stage.clone());
    let number = work.state.stages.len();
    work.say(format!("Added stage {number} {}", stage.name).trim_end().to_owned());
    Ok(())
}

fn leave_fide_mode(work: &mut Work, reason: &str) -> Result<(), Refusal> {
    if !work.state.fide_mode {
        return Err(no("The event has left FIDE mode already."));
    }
    if reason.trim().is_empty() {
        return Err(no("Give the reason for leaving FIDE mode; it is kept with the event."));
    }
    let round = work.state.rounds_paired(0);
    work.state.fide_mode = false;
    work.log(round, format!("FIDE mode left @ Round {round}: {}", reason.trim()));
    work.say("Left FIDE mode for good");
    Ok(())
}

fn note(work: &mut Work, text: &str) -> Result<(), Refusal> {
    if text.trim().is_empty() {
        return Err(no("The note is empty."));
    }
    let round = work.state.rounds_paired(0);
    work.log(round, text.trim());
    work.say(format!("Note: {}", text.trim()));
    Ok(())
}
