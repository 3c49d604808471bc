//! The warning level of every command, in one place (`fide-mode`).

use super::act::{Work, changed_settings, count, list, same_kind};
use super::{Engine, Ids, manual, numbers, results, rounds, settled, stages, teams, ties};
use crate::command::{Change, Command, GameRef, Order, Warning, WarningLevel};
use crate::knockout::{Ladder, ladder_at};
use crate::model::*;
use crate::standings::DecisionKind;
use std::collections::{BTreeMap, BTreeSet};

/// Settings that the players must know in advance (T7): changing them once the event has begun is confirmed and logged.
pub(super) const HARD_SETTINGS: [&str; 11] = [
    "scoring",
    "tie-breaks",
    "unplayed rounds",
    "initial colour",
    "forbidden pairs",
    "time control",
    "default time",
    "contest",
    "discipline",
    "game",
    "rating list",
];

struct Builder<'a> {
    state: &'a State,
    warning: Warning,
}

impl Builder<'_> {
    fn add(&mut self, level: WarningLevel, reason: impl Into<String>) {
        self.warning.level = self.warning.level.max(level);
        self.warning.reasons.push(reason.into());
    }

    /// Refused in FIDE mode; outside, the given level.
    fn fide(&mut self, outside: WarningLevel, reason: impl Into<String>) {
        let level = if self.state.fide_mode { WarningLevel::Refused } else { outside };
        self.add(level, reason);
    }
}

pub(super) fn of(state: &State, order: &Order, engine: Engine) -> Warning {
    use WarningLevel::*;
    let mut w = Builder { state, warning: Warning::default() };
    let begun = state.has_begun();
    match &order.command {
        Command::EditSettings(settings) => settings_change(&mut w, settings),
        Command::EditStage { stage, system, rounds_planned, .. } => {
            stage_change(&mut w, *stage, system, *rounds_planned)
        }
        Command::DrawInitialColor { .. } => {
            if state.settings.initial_color.is_some() {
                w.add(Confirm, "The initial colour is drawn already; a second draw replaces it.");
            }
        }
        Command::AddPlayer(player) => new_players(&mut w, std::slice::from_ref(&**player)),
        Command::AddPlayers(players) => new_players(&mut w, players),
        Command::EditPlayer(id, player) => player_change(&mut w, *id, player),
        Command::EditPlayers(players) | Command::TakeRatings { players, .. } => {
            let mut each = Builder { state, warning: Warning::default() };
            players.iter().for_each(|(id, player)| player_change(&mut each, *id, player));
            let Warning { level, reasons } = each.warning;
            // Most players share the reason; it is told once.
            let mut seen = BTreeSet::new();
            reasons.into_iter().filter(|reason| seen.insert(reason.clone())).for_each(|reason| w.add(level, reason));
        }
        Command::RemovePlayer(_) if begun => {
            w.add(Acknowledge, "The player disappears from the list and from all reports; later numbers move up.");
        }
        Command::RequestBye { player, round, kind } => {
            if let Some(p) = state.players.get(player) {
                bye(&mut w, p, *round, *kind);
            }
        }
        Command::Forbid(_) | Command::ForbidTeams(_) if begun => {
            w.fide(Confirm, "Forbidden pairs are announced before round 1 (FIDE C.05 art. 5.2).");
        }
        Command::Allow(..) | Command::AllowTeams(..) if begun => {
            w.add(Confirm, "The pair was announced as forbidden; lifting it changes what the players know.");
        }
        Command::SetNumbers { stage, order } => {
            if state.rounds_paired(*stage) > 0 {
                w.add(
                    Confirm,
                    "Pairing numbers change after round 1: only to correct wrong data (FIDE C.04.2 art. 2.3).",
                );
            } else if order.is_some() {
                w.add(Note, "The numbers no longer follow rating, title and name (FIDE C.04.2 art. 2.2).");
            }
        }
        Command::PairRound { stage } => pairing(&mut w, *stage),
        Command::PairStages(list) => list.iter().for_each(|stage| pairing(&mut w, *stage)),
        Command::DrawNumbers { stage, .. } => {
            if state.stages.get(*stage).is_some_and(|header| header.numbers_drawn.is_some()) {
                w.add(Confirm, "The numbers are drawn already; a second draw replaces them.");
            }
        }
        Command::NextStage { transition, format } => {
            if let Ok(preview) = crate::stages::preview(state, transition, format, "") {
                for note in preview.notes {
                    w.add(Note, note);
                }
            }
        }
        Command::ReplaceMember { .. } => {
            w.add(Acknowledge, "Another player takes the place and the number in the new stage.");
        }
        Command::RemoveStage { .. } => w.add(Note, "The stage is taken away; how it was made stays in the history."),
        Command::MoveToGroup { to, .. } => {
            let origin = state.stages.get(*to).and_then(|stage| stage.origin.as_deref());
            if let Some(crate::stages::Origin::Group(crate::stages::Grouping::Pots { .. })) = origin {
                w.add(Acknowledge, "The groups were drawn by lot; moving a player changes the draw.");
            }
        }
        Command::Withdraw { player, .. } | Command::RemovePlayer(player) => drawn_numbers(&mut w, *player),
        Command::SetLineUp { stage, round, team, players } => {
            let players = players.as_deref().unwrap_or_default();
            for fault in crate::teams::lineup_faults(state, *team, *round, players) {
                w.add(Confirm, fault);
            }
            if state.rounds_paired(*stage) == *round {
                w.add(Note, "The line-up of a published match changes; both captains should know.");
            }
        }
        Command::EditTeam(id, team) => {
            let moved = state.teams.get(id).is_some_and(|old| {
                let kept: Vec<_> = team.members.iter().filter(|m| old.members.contains(m)).collect();
                !kept.into_iter().eq(old.members.iter().filter(|m| team.members.contains(m)))
            });
            if moved && begun && state.settings.contest == Contest::Team && state.settings.teams.fixed_order {
                w.add(Confirm, "The board order of a team is handed in before round 1; changing it is the arbiter's decision. Give a reason.");
            }
        }
        Command::RequestTeamBye { kind: Some(ByeKind::Full), team, .. } => {
            w.add(Note, format!("{}: a full-point bye is discouraged by FIDE.", state.team_name(*team)));
        }
        Command::SetTeamNumbers { stage, .. } if state.rounds_paired(*stage) > 0 => {
            w.add(
                Confirm,
                "The numbers of the teams stay after round 1, apart from late entries (FIDE C.04.6 art. 1.1.3).",
            );
        }
        Command::DecideMatch { stage, round, number, winner, how } => {
            teams::decision_warning(state, *stage, *round, *number, *winner, *how, &mut |text| w.add(Confirm, text));
        }
        Command::AdjustTeam(_) => {
            w.add(
                Confirm,
                "Bonus and penalty points change the standings and later pairings; they are noted in the report file.",
            );
        }
        Command::RepairRound { stage } => {
            let round = state.rounds_paired(*stage);
            w.add(
                Confirm,
                format!("The pairs of round {round} are thrown away and made anew; published pairs change only in the cases of FIDE C.04.2 art. 4.4."),
            );
        }
        Command::UnpairRound { stage } => {
            let number = state.rounds_paired(*stage);
            if let Some(round) = state.round(*stage, number) {
                let entered = round.meetings.iter().flat_map(|m| &m.games).filter(|g| g.result.is_some()).count();
                if entered > 0 {
                    let results = count(entered, "result", "results");
                    w.add(Confirm, format!("Round {number} has {results}; they are lost with the pairs."));
                } else {
                    w.add(Note, format!("The pairs of round {number} are taken back; published pairs change only in the cases of FIDE C.04.2 art. 4.4."));
                }
            }
        }
        Command::BeginManual { stage } => {
            let round = state.rounds_paired(*stage);
            w.add(
                Confirm,
                format!("Pairs changed by hand are marked, compared with the program's own and noted in the report file (\"MPA @ Round {round}\"). Published pairs change only in the cases of FIDE C.04.2 art. 4.4."),
            );
        }
        Command::Manual { stage, change } => {
            let mut work = Work {
                state: state.clone(),
                now: "",
                ids: Ids::default(),
                engine,
                reason: "",
                points: Option::None,
                change: Change::default(),
            };
            for rule in manual::broken_by(&mut work, *stage, change) {
                w.add(Confirm, rule);
            }
        }
        Command::SetResult { at, result, .. } => {
            result_change(&mut w, *at, *result);
            against_record(&mut w, *at, *result);
        }
        Command::SetResults(list) | Command::EnterRecords { results: list, .. } => {
            for (at, result, _) in list {
                result_change(&mut w, *at, Some(*result));
                // Records that are entered bring their own results.
                if matches!(order.command, Command::SetResults(_)) {
                    against_record(&mut w, *at, Some(*result));
                }
            }
            overwritten(&mut w, list);
        }
        Command::DecideMeeting { at, winner, how } => decision(&mut w, *at, *winner, *how),
        Command::DecideTieByGames { .. } => {
            let (level, reason) = ties::warning(crate::command::TieDecidedBy::PlayOff);
            w.add(level, reason);
        }
        Command::DecideTie { how, .. } => {
            let (level, reason) = ties::warning(*how);
            w.add(level, reason);
        }
        Command::ClearTie { stage, round, player } => match ties::of_player(state, *stage, *round, *player) {
            Some(old) if old.kind == DecisionKind::Lot => {
                w.fide(Confirm, "A lot is drawn once; its order stays.");
            }
            _ => w.add(Confirm, "The players share the rank again."),
        },
        Command::EnterPlayOff { at, game } => play_off(&mut w, *at, game),
        Command::DecideByLot { at, .. } => {
            if let Some(Ladder::Game { .. }) = ladder_at(state, *at) {
                w.add(Confirm, "The ladder of the event names games before a lot; the lot takes their place.");
            }
        }
        Command::DrawOpenings { stage, round, .. } | Command::SetOpening { stage, round, .. } => {
            openings(&mut w, *stage, *round);
        }
        Command::RemoveTeam(_) if begun => {
            w.add(Acknowledge, "The team disappears from the list and from all reports.")
        }
        Command::Adjust(_) => {
            w.add(
                Confirm,
                "Bonus and penalty points change the standings and later pairings; they are noted in the report file.",
            );
        }
        Command::LeaveFideMode { .. } => {
            w.add(TwoSteps, "Leaving FIDE mode cannot be taken back, not even by undo.");
            w.add(TwoSteps, "The window shows it all the time, and it is noted in the report file.");
        }
        Command::CheckIn(..)
        | Command::Reinstate(_)
        | Command::Forbid(_)
        | Command::Allow(..)
        | Command::ForbidTeams(_)
        | Command::AllowTeams(..)
        | Command::DrawMatch { .. }
        | Command::DrawPlayOffColors { .. }
        | Command::EnterReplay { .. }
        | Command::TakeBackReplay { .. }
        | Command::EndManual { .. }
        | Command::AttachRecord { .. }
        | Command::TakeBackPlayOff { .. }
        | Command::AddTeam(_)
        | Command::WithdrawTeam { .. }
        | Command::ReinstateTeam(_)
        | Command::RequestTeamBye { .. }
        | Command::SetTeamNumbers { .. }
        | Command::RemoveTeam(_)
        | Command::AddStage(_)
        | Command::MakeGroups { .. }
        | Command::Note(_) => {}
    }
    w.warning
}

/// A player leaves after the numbers were drawn and before round 1 (FIDE C.05).
fn drawn_numbers(w: &mut Builder, id: PlayerId) {
    let index = w.state.stage_of(id);
    let Some(stage) = w.state.stages.get(index) else { return };
    if !stage.rounds.is_empty() || stage.numbers_drawn.is_none() {
        return;
    }
    let numbers = w.state.numbering(index);
    let last = numbers.len().is_multiple_of(2) && numbers.last() == Some(&id);
    if !last && numbers.contains(&id) {
        w.add(
            WarningLevel::Note,
            "The numbers were drawn with this player: draw them again, unless a substitute takes the number (FIDE C.05).",
        );
    }
}

/// Tie-breaks from ratings where some have none (C.07 art. 10).
fn unrated_players(w: &mut Builder, new: &Settings) {
    let unrated = w.state.players.values().filter(|player| w.state.rating(player) == 0).count();
    let added = new.tiebreaks.iter().filter(|code| !w.state.settings.tiebreaks.contains(code));
    let codes: Vec<crate::standings::TieBreak> = added.filter_map(|code| code.parse().ok()).collect();
    let from_ratings: Vec<String> =
        codes.iter().filter(|code| code.name.is_rating() && code.unrated.is_none()).map(ToString::to_string).collect();
    if unrated > 0 && !from_ratings.is_empty() {
        w.add(
            WarningLevel::Note,
            format!(
                "{} no rating; {} leaves their games out. Enter estimates (list \"{ESTIMATE}\"), or a rating for them in the code, as {}/U1400 (FIDE C.07 art. 10).",
                count(unrated, "player has", "players have"),
                list(&from_ratings),
                from_ratings[0]
            ),
        );
    }
}

fn settings_change(w: &mut Builder, new: &Settings) {
    use WarningLevel::*;
    for text in settled::forbidden_tiebreaks(w.state, new) {
        w.fide(Confirm, text);
    }
    unrated_players(w, new);
    settled::missing_lists(w.state, new).into_iter().for_each(|text| w.add(Note, text));
    if !w.state.has_begun() {
        return;
    }
    let old = w.state.settings.clone();
    for part in changed_settings(&old, new) {
        match part {
            "scoring" => w.fide(TwoSteps, "The scoring is fixed once the event has begun; all standings would change."),
            "tie-breaks" => {
                w.add(
                    TwoSteps,
                    "Tie-breaks are announced before round 1; changing them now changes the standings of every round. Give a reason.",
                );
                settled::rank_changes(w.state, new).into_iter().for_each(|text| w.add(TwoSteps, text));
            }
            "unplayed rounds" => w.add(
                TwoSteps,
                "How unplayed rounds count is announced before round 1; changing it now changes the tie-breaks of every round.",
            ),
            "prizes" if settled::prizes_differ(&old, new) => w.add(
                Confirm,
                "Prizes are announced before round 1; the change is kept in the history. Give a reason.",
            ),
            "categories" if settled::rules_differ(&old, new) => w.add(
                Confirm,
                "Who is in a category is announced before round 1; its standings and prizes change. Give a reason.",
            ),
            "initial colour" => w.fide(TwoSteps, "The initial colour was used to pair round 1."),
            "forbidden pairs" => w.fide(Confirm, "Forbidden pairs are announced before round 1 (FIDE C.05 art. 5.2)."),
            "time control" | "default time" | "contest" | "discipline" | "game" => w.add(
                Confirm,
                format!("The {part} is announced before round 1; the change is kept in the history. Give a reason."),
            ),
            "rating list" => w.add(
                Confirm,
                "Until round 4 is paired, another rating list gives other pairing numbers (FIDE C.04.2 art. 2.3).",
            ),
            "half-point byes" | "late entries" => {
                w.add(Confirm, format!("The rule for {part} is announced before round 1. Give a reason."));
            }
            "withdrawals" => {
                w.add(
                    TwoSteps,
                    "Whether the results of those who left count is ruled beforehand (FIDE C.05 art. 6.6).",
                );
            }
            "team rules" => w.fide(
                TwoSteps,
                "The rules of the matches are fixed once the event has begun; all standings would change.",
            ),
            "level" => w.add(Note, "The level of the event changes after its beginning."),
            _ => {}
        }
    }
}

fn stage_change(w: &mut Builder, index: StageIndex, system: &System, rounds_planned: RoundNumber) {
    use WarningLevel::*;
    let Some(stage) = w.state.stages.get(index) else { return };
    if stage.rounds.is_empty() {
        return;
    }
    if *system != stage.system {
        if same_kind(system, &stage.system) {
            w.fide(TwoSteps, "System and acceleration are fixed once round 1 is paired; later rounds would be paired by other rules.");
        } else {
            w.fide(TwoSteps, "The system is fixed once round 1 is paired; the rest would be paired by hand.");
        }
    }
    if rounds_planned != stage.rounds_planned {
        w.add(Confirm, format!(
            "The number of rounds is announced beforehand (FIDE C.04.1 art. 1); it changes from {} to {rounds_planned}. Rules of the last round and acceleration move with it.",
            stage.rounds_planned
        ));
    }
}

fn new_players(w: &mut Builder, players: &[Player]) {
    use WarningLevel::*;
    let fold = |name: &str| name.trim().to_lowercase();
    let known: BTreeMap<String, &Player> = w.state.players.values().map(|p| (fold(&p.name), &**p)).collect();
    let mut seen: BTreeMap<String, Option<PartialDate>> = BTreeMap::new();
    let mut twins = Vec::new();
    for player in players {
        let key = fold(&player.name);
        let apart = |birth: Option<PartialDate>| birth.is_some() && player.birth.is_some() && birth != player.birth;
        let known_twin = known.get(&key).is_some_and(|other| !apart(other.birth));
        let listed_twin = seen.get(&key).is_some_and(|birth| !apart(*birth));
        let same_id = !player.id.is_empty() && w.state.players.values().any(|other| other.id == player.id);
        if known_twin || listed_twin || same_id {
            twins.push(player.name.clone());
        }
        seen.insert(key, player.birth);
    }
    if !twins.is_empty() {
        w.add(Acknowledge, format!("In the list already, by name or identity number: {}.", list(&twins)));
    }
    let next = w.state.rounds_paired(0) + 1;
    if next > 1 {
        let who = if players.len() == 1 { "The player enters" } else { "The players enter" };
        w.add(Note, format!("{who} late, from round {next}; missed rounds give no points (FIDE C.04.2 art. 2.4)."));
    }
    for player in players {
        for (round, kind) in &player.requested_byes {
            let earlier = Player { requested_byes: BTreeMap::new(), ..player.clone() };
            let mut so_far = earlier;
            so_far.requested_byes.extend(player.requested_byes.range(..round).map(|(r, k)| (*r, *k)));
            bye(w, &so_far, *round, Some(*kind));
        }
    }
}

fn player_change(w: &mut Builder, id: PlayerId, new: &Player) {
    use WarningLevel::*;
    let Some(old) = w.state.players.get(&id).cloned() else { return };
    for (round, kind) in &new.requested_byes {
        if old.requested_byes.get(round) != Some(kind) {
            bye(w, &old, *round, Some(*kind));
        }
    }
    let paired = w.state.rounds_paired(0);
    let key = |p: &Player| (w.state.rating(p), p.title, p.name.to_lowercase());
    if paired == 0 || key(&old) == key(new) {
        return;
    }
    if paired >= numbers::LAST_ROUND_OF_CHANGES {
        w.add(
            Note,
            "Pairing numbers stay: round 4 is paired; the change serves the rating report only (FIDE C.04.2 art. 2.3).",
        );
    } else {
        w.add(Note, "Pairing numbers are made anew when the next round is paired (FIDE C.04.2 art. 2.3).");
    }
}

fn bye(w: &mut Builder, player: &Player, round: RoundNumber, kind: Option<ByeKind>) {
    use WarningLevel::*;
    match kind {
        Some(ByeKind::Full) => w.add(Note, format!("{}: a full-point bye is discouraged by FIDE.", player.name)),
        Some(ByeKind::Half) => {
            let others = player.requested_byes.iter().filter(|(r, k)| **r != round && **k == ByeKind::Half).count();
            let allowed = w.state.settings.half_byes_allowed;
            if others >= usize::from(allowed) {
                let allowed = match allowed {
                    0 => "no half-point bye is".to_owned(),
                    n => count(n.into(), "half-point bye is", "half-point byes are"),
                };
                let bye = format!(
                    "{}: half-point bye number {}; {allowed} allowed in this event (FIDE C.05 art. 6.7).",
                    player.name,
                    others + 1
                );
                w.add(Acknowledge, bye);
            }
        }
        _ => {}
    }
}

fn pairing(w: &mut Builder, index: StageIndex) {
    use WarningLevel::*;
    let Some(stage) = w.state.stages.get(index) else { return };
    let next = stage.rounds.len() as RoundNumber + 1;
    let swiss = matches!(stage.system, System::Swiss { .. });
    if !swiss {
        return;
    }
    for (round, number) in stage.rounds.iter().zip(1..) {
        let boards = rounds::open_boards(round);
        if !boards.is_empty() {
            let boards: Vec<String> = boards.iter().map(u32::to_string).collect();
            w.add(Confirm, format!(
                "Round {number} has no result on board {}; these games become adjourned: draws for the pairing (FIDE C.04.2 art. 3.1).",
                list(&boards)
            ));
        }
    }
    let view = crate::teams::view(w.state, index);
    let field = view.is_closed(index).then(|| view.numbering(index));
    let inside = |id: &PlayerId| field.as_ref().is_none_or(|field| field.contains(id));
    let players: Vec<&Player> =
        (view.players.iter()).filter(|(id, p)| inside(id) && rounds::plays(p, next)).map(|(_, p)| &**p).collect();
    let (present, planned) = (players.len(), stage.rounds_planned as usize);
    let who = if w.state.pairs_teams(index) { "teams" } else { "players" };
    if next == 1 {
        settled::empty_lists(w.state)
            .into_iter()
            .for_each(|text| w.add(Note, format!("{text} The numbers do not follow it.")));
    }
    if next == 1 && present > 1 {
        let needed = present + present % 2 - 1;
        if planned > needed {
            w.add(
                Acknowledge,
                format!(
                    "{planned} rounds cannot be played by {present} {who} without a second meeting; at most {needed}."
                ),
            );
        } else if planned * 2 > present + present % 2 {
            w.add(
                Note,
                format!(
                    "{planned} rounds are many for {present} {who}: a last round without legal pairing is possible."
                ),
            );
        }
    }
    let away: Vec<String> = players.iter().filter(|p| !p.checked_in).map(|p| p.name.clone()).collect();
    let players_paired = !w.state.pairs_teams(index);
    if next == 1 && players_paired && !away.is_empty() && away.len() < players.len() {
        w.add(Acknowledge, format!("Not checked in, but paired all the same: {}.", list(&away)));
    }
}

/// A list that says otherwise than what stands in the current round.
fn overwritten(w: &mut Builder, list: &[(GameRef, GameResult, Option<Reason>)]) {
    let current = |at: &GameRef| at.round >= w.state.rounds_paired(at.stage);
    let other: Vec<String> = list
        .iter()
        .filter(|(at, ..)| current(at))
        .filter_map(|(at, new, _)| {
            let old = results::game(w.state, *at).ok()?.result.filter(|old| old != new)?;
            let (old, new) = (results::result_name(Some(old)), results::result_name(Some(*new)));
            Some(format!("board {}: {new} instead of {old}", at.board))
        })
        .collect();
    if !other.is_empty() {
        w.add(WarningLevel::Acknowledge, format!("Other results are entered already: {}.", other.join(", ")));
    }
}

fn openings(w: &mut Builder, stage: StageIndex, number: RoundNumber) {
    let Some(round) = w.state.round(stage, number) else { return };
    if rounds::has_results(round) {
        w.add(
            WarningLevel::Confirm,
            format!("Round {number} has results already; their games began without this draw."),
        );
    }
    if round.openings.is_some() {
        w.add(WarningLevel::Confirm, format!("The openings of round {number} are drawn already; this replaces them."));
    }
}

fn result_change(w: &mut Builder, at: GameRef, result: Option<GameResult>) {
    use WarningLevel::*;
    let Ok(old) = results::game(w.state, at) else { return };
    if old.late.or(old.result) == result {
        return;
    }
    let built_on = stages::built_on(w.state, at.stage);
    if !built_on.is_empty() {
        w.add(
            Confirm,
            format!(
                "{} stands on the results of this stage and stays as it is; remove it and make it anew if others go on.",
                list(&built_on)
            ),
        );
    }
    let gone = |id: PlayerId| {
        w.state.players.get(&id).is_some_and(|player| player.withdrawn_from.is_some_and(|from| from <= at.round))
    };
    let forfeit = |result| {
        use GameResult::*;
        matches!(result, Some(ForfeitToWhite | ForfeitToBlack | BothForfeit))
    };
    if forfeit(old.result) && result.is_some() && !forfeit(result) {
        for id in [old.white, old.black] {
            if gone(id) {
                let name = w.state.name(id);
                w.add(
                    Confirm,
                    format!("{name} is withdrawn and lost this game by forfeit; reinstate the player if the game was played after all."),
                );
            }
        }
    }
    let paired = w.state.rounds_paired(at.stage);
    let swiss = w.state.stages.get(at.stage).is_some_and(|s| matches!(s.system, System::Swiss { .. }));
    let names = format!("{} - {}", w.state.name(old.white), w.state.name(old.black));
    if matches!(result, Some(GameResult::BothLose | GameResult::HalfToWhite | GameResult::HalfToBlack)) {
        w.add(
            Note,
            format!("{names}: {} is an unusual result, by the arbiter's decision.", results::result_name(result)),
        );
    }
    if at.round >= paired {
        return;
    }
    if old.result == Some(GameResult::Adjourned) {
        if result != Some(GameResult::Draw) {
            w.add(Confirm, format!("{names} was adjourned and counted as a draw when round {} was paired; another result is noted in the report file.", at.round + 1));
        }
    } else if results::for_ratings_only(w.state, at, old) {
        w.add(Confirm, format!(
            "{names}: round {} is older than the previous round; a result reported so late serves the rating report only (FIDE C.04.2 art. 4.3). Standings and pairs stay as they are.",
            at.round
        ));
    } else if swiss && at.round + 1 < paired {
        w.add(Confirm, format!(
            "{names}: round {} is older than the previous round. Outside FIDE mode the result itself is corrected: the standings change from that round on, the pairs stay.",
            at.round
        ));
    } else if swiss {
        w.add(Acknowledge, format!("{names}: round {paired} is paired and stays; the correction counts from the next pairing on (FIDE C.04.2 art. 4.3)."));
    } else if old.result.is_some() {
        w.add(Acknowledge, format!("{names}: a result of an earlier round is corrected."));
    }
}

/// A new result that the kept record of the game does not tell.
fn against_record(w: &mut Builder, at: GameRef, result: Option<GameResult>) {
    let (Ok(old), Some(new)) = (results::game(w.state, at), result) else { return };
    if old.result == result {
        return;
    }
    if let Some((says, record)) = crate::records::kept_result(w.state, old, new) {
        let board = crate::records::place_text(w.state, at);
        let text = format!("Board {board}: the kept record ({record}) says {says}.");
        w.add(WarningLevel::Acknowledge, text);
    }
}

/// Colours that the ladder gives otherwise.
fn play_off(w: &mut Builder, at: GameRef, game: &PlayOffGame) {
    if let Some(Ladder::Game { white: Some(white), .. }) = ladder_at(w.state, at)
        && white != game.white
    {
        w.add(
            WarningLevel::Acknowledge,
            format!("By the rule of colours {} has White in this game.", w.state.name(white)),
        );
    }
}

fn decision(w: &mut Builder, at: GameRef, winner: Option<PlayerId>, how: DecidedBy) {
    use WarningLevel::*;
    let Some(meeting) = results::meeting(w.state, at) else { return };
    let names = results::meeting_names(w.state, meeting);
    if meeting.decided.is_some() && meeting.decided.map(|decided| decided.winner) != winner {
        w.add(Confirm, format!("{names}: who goes on is decided already; that changes."));
    }
    if how == DecidedBy::ByHand && winner.is_some() {
        w.add(
            Confirm,
            format!("{names}: the arbiter decides who goes on, whatever the points are; it is noted with the reason."),
        );
    }
}
