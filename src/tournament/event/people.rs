//! Players, teams and numbers.

use super::act::{Work, count, list, no};
use super::{numbers, team_pairs, teams};
use crate::command::Refusal;
use crate::model::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What is wrong with a player's data in themselves.
fn check(work: &Work, player: &Player) -> Result<(), Refusal> {
    let name = player.name.trim();
    if name.is_empty() {
        return Err(no("A player needs a name."));
    }
    if player.ratings.iter().any(|r| r.value == 0 || r.value > 4000) {
        return Err(no(format!("{name}: a rating lies between 1 and 4000; leave it out for an unrated player.")));
    }
    if let Some(team) = player.team
        && !work.state.teams.contains_key(&team)
    {
        return Err(no(format!("{name}: there is no team with identity {}; add the team first.", team.0)));
    }
    if let Some(unknown) =
        player.categories.iter().find(|c| !work.state.settings.categories.iter().any(|known| known.name == **c))
    {
        return Err(no(format!("{name}: there is no category \"{unknown}\"; add it to the settings first.")));
    }
    if player.fixed_board == Some(0) {
        return Err(no(format!("{name}: boards are counted from 1.")));
    }
    Ok(())
}

/// The stage that is being played: the last one.
pub(super) fn current(state: &State) -> StageIndex {
    state.stages.len().saturating_sub(1)
}

/// The first round that a new player can be paired in.
fn next_round(state: &State) -> RoundNumber {
    state.rounds_paired(current(state)) + 1
}

fn fixed_field(state: &State) -> bool {
    let fixed = |stage: &Stage| {
        !stage.rounds.is_empty() && (stage.closed || !matches!(stage.system, System::Swiss { .. } | System::Manual))
    };
    state.stages.last().is_some_and(fixed)
}

pub(super) fn add(work: &mut Work, players: &[Player]) -> Result<(), Refusal> {
    if players.is_empty() {
        return Err(no("There is no player to add."));
    }
    if fixed_field(&work.state) && !work.state.pairs_teams(current(&work.state)) {
        return Err(no(
            "The field is fixed once this system has begun; only a Swiss takes late entries. Un-pair the rounds to change it.",
        ));
    }
    let next = next_round(&work.state);
    let planned = work.state.stages.last().map_or(1, |stage| stage.rounds_planned);
    for player in players {
        check(work, player)?;
        let mut player = player.clone();
        player.name = player.name.trim().to_owned();
        player.entered_in = player.entered_in.max(next);
        if player.entered_in > planned {
            return Err(no(format!(
                "{} would enter in round {}, but {} planned; plan more rounds first.",
                player.name,
                player.entered_in,
                count(planned as usize, "round is", "rounds are")
            )));
        }
        for (&round, &kind) in &player.requested_byes {
            check_bye(&work.state, current(&work.state), &player, round, Some(kind))?;
        }
        let id = PlayerId(work.ids.player);
        work.ids.player =
            work.ids.player.checked_add(1).ok_or_else(|| no("No identity is left for a further player."))?;
        if let Some(team) = player.team
            && let Some(team) = work.state.teams.get_mut(&team)
        {
            Arc::make_mut(team).members.push(id);
        }
        work.state.players.insert(id, Arc::new(player));
        work.change.players.push(id);
    }
    match work.change.players[..] {
        [id] => {
            let late = if next > 1 {
                format!(" as a late entry for round {}", work.player(id)?.entered_in)
            } else {
                String::new()
            };
            work.say(format!("Added {}{late}", work.name(id)));
        }
        _ => work.say(format!("Added {} players", players.len())),
    }
    if work.state.stages.last().is_some_and(|stage| stage.closed) && !work.state.pairs_teams(current(&work.state)) {
        work.follow(groups_open(work, "the new players"));
    }
    Ok(())
}

/// What happens to somebody who comes after the groups were made.
fn groups_open(work: &Work, who: &str) -> String {
    let group = |stage: &&Stage| matches!(stage.origin.as_deref(), Some(crate::stages::Origin::Group(_)));
    if work.state.stages.iter().filter(group).any(|stage| stage.rounds.is_empty()) {
        format!("In no group yet: put {who} into one that has not begun.")
    } else {
        format!("In no group: all of them have begun. To take {who} into one, un-pair its rounds first.")
    }
}

pub(super) fn edit(work: &mut Work, id: PlayerId, player: &Player) -> Result<(), Refusal> {
    check(work, player)?;
    let old = work.player(id)?.clone();
    if player.withdrawn_from != old.withdrawn_from {
        return Err(no("Withdrawing and coming back are commands of their own; the player's data cannot change it."));
    }
    if player.entered_in != old.entered_in {
        let numbered = work.state.stages.iter().any(|s| !s.rounds.is_empty() && s.numbers.contains(&id));
        if numbered || player.entered_in < next_round(&work.state) {
            return Err(no(format!("{} cannot enter in round {}: that round is paired.", old.name, player.entered_in)));
        }
    }
    for (&round, &kind) in &player.requested_byes {
        if old.requested_byes.get(&round) != Some(&kind) {
            check_bye(&work.state, work.state.stage_of(id), &old, round, Some(kind))?;
        }
    }
    for &round in old.requested_byes.keys().filter(|round| !player.requested_byes.contains_key(round)) {
        check_bye(&work.state, work.state.stage_of(id), &old, round, None)?;
    }
    let mut new = player.clone();
    new.name = new.name.trim().to_owned();
    if new == old {
        return Err(no(format!("Nothing differs from the data of {} in force.", old.name)));
    }
    if new.team != old.team && work.state.settings.contest == Contest::Team && was_paired(&work.state, id) {
        return Err(no(format!("{} has played for a team and stays in it.", old.name)));
    }
    if new.team != old.team {
        move_to_team(work, id, old.team, new.team);
    }
    let title = if new.name == old.name { new.name.clone() } else { format!("{} (now {})", old.name, new.name) };
    work.state.players.insert(id, Arc::new(new));
    work.say(format!("Changed the data of {title}"));
    Ok(())
}

pub(super) fn edit_many(work: &mut Work, players: &[(PlayerId, Player)]) -> Result<(), Refusal> {
    let people = edit_all(work, players)?;
    work.say(format!("Changed the data of {people}"));
    Ok(())
}

/// Edits them, and says who they are: `2 players: Ivanov, Kim`.
fn edit_all(work: &mut Work, players: &[(PlayerId, Player)]) -> Result<String, Refusal> {
    let mut names = Vec::new();
    let mut seen = BTreeSet::new();
    for (id, player) in players {
        if !seen.insert(*id) {
            return Err(no(format!("{} stands twice in the changes.", work.name(*id))));
        }
        edit(work, *id, player)?;
        names.push(work.name(*id));
    }
    if names.is_empty() {
        return Err(no("There is no player to change."));
    }
    Ok(format!("{}: {}", count(names.len(), "player", "players"), list(&names)))
}

pub(super) fn take_ratings(work: &mut Work, players: &[(PlayerId, Player)], source: &str) -> Result<(), Refusal> {
    let source = source.trim();
    if source.is_empty() {
        return Err(no("The rating list has no name."));
    }
    if players.is_empty() {
        work.say(format!("All ratings are those of the list {source}"));
    } else {
        let people = edit_all(work, players)?;
        work.say(format!("Rating list {source}: changed {people}"));
    }
    if work.state.settings.rating_source != source {
        Arc::make_mut(&mut work.state.settings).rating_source = source.to_owned();
    }
    Ok(())
}

fn move_to_team(work: &mut Work, id: PlayerId, from: Option<TeamId>, to: Option<TeamId>) {
    if let Some(team) = from.and_then(|team| work.state.teams.get_mut(&team)) {
        Arc::make_mut(team).members.retain(|member| *member != id);
    }
    if let Some(team) = to.and_then(|team| work.state.teams.get_mut(&team)) {
        Arc::make_mut(team).members.push(id);
    }
}

/// Whether the player stands in any pairing, or has a pairing-allocated bye.
fn was_paired(state: &State, id: PlayerId) -> bool {
    state.stages.iter().flat_map(|s| &s.rounds).any(|round| {
        round.byes.get(&id) == Some(&ByeKind::PairingAllocated)
            || round.meetings.iter().flat_map(|m| &m.games).any(|g| g.white == id || g.black == id)
    })
}

pub(super) fn remove(work: &mut Work, id: PlayerId) -> Result<(), Refusal> {
    let name = work.player(id)?.name.clone();
    if was_paired(&work.state, id) {
        return Err(no(format!("{name} has been paired and stays in the list; withdraw the player instead.")));
    }
    let team = work.player(id)?.team;
    move_to_team(work, id, team, None);
    work.state.players.remove(&id);
    if work.state.settings.forbidden.iter().any(|pair| pair.a == id || pair.b == id) {
        work.settings_mut().forbidden.retain(|pair| pair.a != id && pair.b != id);
    }
    work.state.adjustments.retain(|a| a.player != id);
    for stage in &mut work.state.stages {
        if stage.numbers.contains(&id) {
            Arc::make_mut(&mut stage.numbers).retain(|other| *other != id);
        }
        for round in &mut stage.rounds {
            if round.byes.contains_key(&id) || round.virtual_points.contains_key(&id) {
                let round = Arc::make_mut(round);
                round.byes.remove(&id);
                round.virtual_points.remove(&id);
            }
        }
    }
    work.say(format!("Removed {name}"));
    Ok(())
}

pub(super) fn check_in(work: &mut Work, id: PlayerId, on: bool) -> Result<(), Refusal> {
    let player = work.player_mut(id)?;
    let name = player.name.clone();
    if player.checked_in == on {
        return Err(no(format!("{name} is {} already.", if on { "checked in" } else { "not checked in" })));
    }
    player.checked_in = on;
    work.say(if on { format!("{name} checked in") } else { format!("{name} no longer checked in") });
    Ok(())
}

pub(super) fn withdraw(work: &mut Work, id: PlayerId, from: RoundNumber) -> Result<(), Refusal> {
    let name = work.player(id)?.name.clone();
    let stage = work.state.stage_of(id);
    let paired = work.state.rounds_paired(stage);
    if from == 0 {
        return Err(no("Rounds are counted from 1."));
    }
    let planned = work.state.stages.get(stage).map_or(0, |stage| stage.rounds_planned);
    if from > planned.max(1) {
        return Err(no(format!("There is no round {from}; the event has {planned} rounds.")));
    }
    if from <= paired {
        let seat = work.state.seat(stage, paired, id);
        return Err(no(match seat {
            Some((board, ..)) if from == paired => format!(
                "{name} is paired in round {paired} (board {board}): enter a forfeit there, or un-pair the round, and withdraw the player from round {}.",
                paired + 1
            ),
            _ => format!("Round {from} is paired already; {name} can withdraw from round {} on.", paired + 1),
        }));
    }
    if work.player(id)?.withdrawn_from == Some(from) {
        return Err(no(format!("{name} is withdrawn from round {from} on already.")));
    }
    work.player_mut(id)?.withdrawn_from = Some(from);
    work.say(format!("{name} withdraws from round {from} on"));
    Ok(())
}

pub(super) fn reinstate(work: &mut Work, id: PlayerId) -> Result<(), Refusal> {
    let next = work.state.rounds_paired(work.state.stage_of(id)) + 1;
    let player = work.player_mut(id)?;
    let name = player.name.clone();
    if player.withdrawn_from.take().is_none() {
        return Err(no(format!("{name} is not withdrawn.")));
    }
    work.say(format!("{name} plays again from round {next} on"));
    Ok(())
}

/// Whether a bye can be noted for a round at all.
fn check_bye(
    state: &State,
    stage: StageIndex,
    player: &Player,
    round: RoundNumber,
    kind: Option<ByeKind>,
) -> Result<(), Refusal> {
    let Some(stage) = state.stages.get(stage) else { return Err(no("The event has no stage.")) };
    let paired = stage.rounds.len() as RoundNumber;
    if kind == Some(ByeKind::PairingAllocated) {
        return Err(no(
            "The pairing-allocated bye is given by the pairing; ask for a half-point, zero-point or full-point bye.",
        ));
    }
    // In a Scheveningen match it says that a player is away, so that a substitute takes the place.
    let away = matches!(stage.system, System::Scheveningen { .. }) && matches!(kind, None | Some(ByeKind::Zero));
    if state.pairs_teams(current(state)) {
        if kind.is_some_and(|kind| kind != ByeKind::Zero) {
            return Err(no(
                "Teams are paired here: a player who misses a match gets a zero-point bye, and a substitute plays.",
            ));
        }
    } else if !away && !matches!(stage.system, System::Swiss { .. } | System::Manual) {
        return Err(no("Byes can be requested in a Swiss only; enter a forfeit or an adjourned game in this system."));
    }
    if round == 0 || round > stage.rounds_planned {
        return Err(no(format!("Round {round} is not planned; rounds go from 1 to {}.", stage.rounds_planned)));
    }
    if round <= paired {
        return Err(no(format!(
            "Round {round} is paired already; change it by hand in the round, or ask for a bye from round {} on ({}).",
            paired + 1,
            player.name
        )));
    }
    Ok(())
}

pub(super) fn request_bye(
    work: &mut Work,
    id: PlayerId,
    round: RoundNumber,
    kind: Option<ByeKind>,
) -> Result<(), Refusal> {
    let player = work.player(id)?;
    check_bye(&work.state, work.state.stage_of(id), player, round, kind)?;
    let name = player.name.clone();
    if player.requested_byes.get(&round).copied() == kind {
        return Err(no(match kind {
            Some(_) => format!("{name} has that bye in round {round} already."),
            None => format!("{name} has no bye in round {round}."),
        }));
    }
    let player = work.player_mut(id)?;
    match kind {
        Some(kind) => {
            player.requested_byes.insert(round, kind);
            work.say(format!("{name}: {} in round {round}", bye_name(kind)));
        }
        None => {
            player.requested_byes.remove(&round);
            work.say(format!("{name} plays in round {round}: the bye is taken back"));
        }
    }
    Ok(())
}

/// A bye in words.
pub(super) fn bye_name(kind: ByeKind) -> &'static str {
    match kind {
        ByeKind::PairingAllocated => "pairing-allocated bye",
        ByeKind::Full => "full-point bye",
        ByeKind::Half => "half-point bye",
        ByeKind::Zero => "zero-point bye",
    }
}

pub(super) fn set_numbers(work: &mut Work, index: StageIndex, order: Option<&[PlayerId]>) -> Result<(), Refusal> {
    let stage = work.stage(index)?;
    let paired = stage.rounds.len() as RoundNumber;
    if paired >= numbers::LAST_ROUND_OF_CHANGES {
        return Err(no("Numbers stay as they are once round 4 is paired (FIDE C.04.2 art. 2.3)."));
    }
    if paired > 0 && !matches!(stage.system, System::Swiss { .. } | System::Manual) {
        return Err(no(
            "The numbers of this system decide all of its rounds and are fixed once round 1 is paired; un-pair the rounds to change them.",
        ));
    }
    let current: Vec<PlayerId> = work.state.numbering(index).to_vec();
    let new = match order {
        None => {
            let mut ids = current.clone();
            numbers::strength_order(&work.state, &mut ids);
            ids
        }
        Some(order) => {
            let given: BTreeSet<PlayerId> = order.iter().copied().collect();
            if given.len() != order.len() {
                return Err(no("A player stands twice in the order given."));
            }
            let wanted: BTreeSet<PlayerId> = current.iter().copied().collect();
            let name = |id: &PlayerId| work.name(*id);
            let missing: Vec<String> = wanted.difference(&given).map(name).collect();
            let extra: Vec<String> = given.difference(&wanted).map(name).collect();
            if !missing.is_empty() {
                return Err(no(format!("The order given leaves out {}.", list(&missing))));
            }
            if !extra.is_empty() {
                return Err(no(format!("{} cannot be numbered yet.", list(&extra))));
            }
            order.to_vec()
        }
    };
    if paired > 0 && new != current {
        work.log(paired, format!("Pairing numbers changed @ Round {paired}"));
        work.follow("Rounds that are paired stay; later ones use the new numbers.");
    }
    let by_hand = order.is_some();
    let stage = work.stage_mut(index)?;
    stage.numbers = Arc::new(if by_hand || paired > 0 || stage.closed { new } else { Vec::new() });
    stage.numbers_by_hand = by_hand || stage.closed;
    stage.numbers_drawn = None;
    work.say(if by_hand {
        "Gave the pairing numbers by hand"
    } else {
        "Ordered the pairing numbers by rating, title and name"
    });
    Ok(())
}

fn check_team(work: &Work, id: Option<TeamId>, team: &Team) -> Result<(), Refusal> {
    let name = team.name.trim();
    if name.is_empty() {
        return Err(no("A team needs a name."));
    }
    if let Some(other) = work.state.teams.iter().find(|(other, t)| Some(**other) != id && t.name == name) {
        return Err(no(format!("There is a team named {} already; give this one another name.", other.1.name)));
    }
    let mut seen = BTreeSet::new();
    for member in &team.members {
        let player = work.player(*member)?;
        if !seen.insert(member) {
            return Err(no(format!("{} stands twice in the team {name}.", player.name)));
        }
        if let Some(other) = player.team.filter(|other| Some(*other) != id)
            && let Some(other) = work.state.teams.get(&other)
        {
            return Err(no(format!(
                "{} is a member of {}; take the player out of that team first.",
                player.name, other.name
            )));
        }
    }
    Ok(())
}

fn set_members(work: &mut Work, id: TeamId, old: &[PlayerId], new: &[PlayerId]) {
    let teams: BTreeMap<PlayerId, Option<TeamId>> =
        old.iter().map(|p| (*p, None)).chain(new.iter().map(|p| (*p, Some(id)))).collect();
    for (player, team) in teams {
        if let Some(player) = work.state.players.get_mut(&player)
            && player.team != team
        {
            Arc::make_mut(player).team = team;
        }
    }
}

pub(super) fn add_team(work: &mut Work, team: &Team) -> Result<(), Refusal> {
    check_team(work, None, team)?;
    let id = TeamId(work.ids.team);
    work.ids.team = work.ids.team.checked_add(1).ok_or_else(|| no("No identity is left for a further team."))?;
    set_members(work, id, &[], &team.members);
    let entered = teams::entry_round(work, team)?;
    let team = Team { name: team.name.trim().to_owned(), entered_in: entered, ..team.clone() };
    work.say(format!("Added the team {}", team.name));
    if work.state.pairs_teams(0) && work.state.stages.last().is_some_and(|stage| stage.closed) {
        work.follow(groups_open(work, "the new team"));
    }
    work.state.teams.insert(id, Arc::new(team));
    Ok(())
}

pub(super) fn team(work: &Work, id: TeamId) -> Result<Arc<Team>, Refusal> {
    let team = work.state.teams.get(&id).cloned();
    team.ok_or_else(|| no(format!("There is no team with identity {}; the list may have changed meanwhile.", id.0)))
}

pub(super) fn edit_team(work: &mut Work, id: TeamId, new: &Team) -> Result<(), Refusal> {
    let old = team(work, id)?;
    check_team(work, Some(id), new)?;
    if new.withdrawn_from != old.withdrawn_from || new.requested_byes != old.requested_byes {
        return Err(no("Withdrawals and byes of a team are commands of their own; its data cannot change them."));
    }
    if *new == *old {
        return Err(no(format!("Nothing differs from the data of {} in force.", old.name)));
    }
    let lost = old.members.iter().find(|id| !new.members.contains(id) && was_paired(&work.state, **id));
    if let Some(lost) = lost
        && work.state.settings.contest == Contest::Team
    {
        return Err(no(format!("{} has played for {} and stays in the team.", work.name(*lost), old.name)));
    }
    set_members(work, id, &old.members, &new.members);
    work.state.teams.insert(id, Arc::new(Team { name: new.name.trim().to_owned(), ..new.clone() }));
    work.say(format!("Changed the team {}", old.name));
    Ok(())
}

pub(super) fn remove_team(work: &mut Work, id: TeamId) -> Result<(), Refusal> {
    let old = team(work, id)?;
    if teams::was_paired(&work.state, id)
        || (work.state.has_begun() && work.state.settings.contest == Contest::IndividualTeam)
    {
        return Err(no(format!("The team {} has played and stays in the event.", old.name)));
    }
    set_members(work, id, &old.members, &[]);
    // A member may know the team without standing in its list.
    let lost: Vec<PlayerId> =
        work.state.players.iter().filter(|(_, p)| p.team == Some(id)).map(|(id, _)| *id).collect();
    set_members(work, id, &lost, &[]);
    work.state.teams.remove(&id);
    team_pairs::forget(work, id);
    work.say(format!("Removed the team {}", old.name));
    Ok(())
}
