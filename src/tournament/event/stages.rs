//! Groups, further stages, and numbers by lot.

use super::act::{Work, count, list, no};
use super::{numbers, rounds, team_stages};
use crate::command::Refusal;
use crate::model::*;
use crate::stages::{self, Format, Grouping, Origin, Transition};
use pairing::round_robin::varma;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The stages of the field in so many groups; one group: the undivided field again.
pub(super) fn make_groups(work: &mut Work, groups: u32, how: &Grouping, format: &Format) -> Result<(), Refusal> {
    if work.state.has_begun() {
        return Err(no("Groups are made before round 1 is paired; un-pair the rounds to make them anew."));
    }
    if work.state.pairs_teams(0) {
        return team_stages::make_groups(work, groups, how, format);
    }
    if work.state.phases().len() > 1 {
        return Err(no("There are later stages already; remove them before making groups."));
    }
    check_format(work, format)?;
    let field = field(&work.state);
    if groups == 1 && !matches!(how, Grouping::ByHand(_)) {
        let mut stage = of_format(format, format.name.trim());
        stage.rounds_planned = planned_for(&stage, field.len(), format.rounds_planned)?;
        work.state.stages = vec![stage];
        work.say("Put all players into one field");
        return Ok(());
    }
    let members = divide(work, &field, groups, how)?;
    if let Some(small) = members.iter().position(|group| group.len() < 2) {
        return Err(no(format!(
            "Group {} would have {}; every group needs at least two. Make fewer groups.",
            stages::letter(small),
            count(members[small].len(), "player", "players")
        )));
    }
    let prefix = match format.name.trim() {
        "" => "Group",
        name => name,
    };
    let origin = Arc::new(Origin::Group(how.clone()));
    let mut made = Vec::with_capacity(members.len());
    for (index, group) in members.into_iter().enumerate() {
        let mut stage = Stage {
            numbers: Arc::new(group),
            numbers_by_hand: true,
            phase: 1,
            closed: true,
            origin: Some(origin.clone()),
            ..of_format(format, &format!("{prefix} {}", stages::letter(index)))
        };
        stage.rounds_planned = stages::planned(&stage, format.rounds_planned).map_err(no)?;
        made.push(stage);
    }
    let sizes: BTreeSet<usize> = made.iter().map(|stage| stage.numbers.len()).collect();
    let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
    work.state.stages = made;
    draw_in_groups(work)?;
    let by = match how {
        Grouping::Snake => "by strength".to_owned(),
        Grouping::Pots { seed, .. } => format!("out of pots by lot (seed {seed})"),
        Grouping::ByHand(_) => "by hand".to_owned(),
    };
    work.say(format!("Made {} groups of {} players {by}", work.state.stages.len(), sizes.join(" or ")));
    Ok(())
}

/// Everybody who plays from the start, the strongest first.
fn field(state: &State) -> Vec<PlayerId> {
    let plays = |id: &PlayerId| state.players.get(id).is_some_and(|player| player.withdrawn_from.is_none());
    match state.stages.as_slice() {
        [only] if only.numbers_by_hand && !only.closed => state.numbering(0).iter().copied().filter(plays).collect(),
        _ => {
            let mut ids: Vec<PlayerId> = state.players.keys().copied().filter(plays).collect();
            numbers::strength_order(state, &mut ids);
            ids
        }
    }
}

fn divide(work: &mut Work, field: &[PlayerId], groups: u32, how: &Grouping) -> Result<Vec<Vec<PlayerId>>, Refusal> {
    let players = field.len() as u32;
    let named = |numbers: Vec<u32>| -> Vec<PlayerId> {
        let mut numbers = numbers;
        numbers.sort_unstable();
        numbers.iter().filter_map(|n| field.get(*n as usize - 1).copied()).collect()
    };
    match how {
        Grouping::Snake => {
            let made = pairing::groups::snake(players, groups).map_err(|error| no(format!("{error}.")))?;
            Ok(made.into_iter().map(named).collect())
        }
        Grouping::Pots { seed, separate } => {
            let federation = |n: u32| {
                let player = field.get(n as usize - 1).and_then(|id| work.state.players.get(id))?;
                let code = player.federation.trim();
                (*separate && !code.is_empty()).then(|| number_of(code))
            };
            let draw = pairing::groups::draw_from_pots(players, groups, federation, *seed)
                .map_err(|error| no(format!("{error}.")))?;
            if !draw.clashes.is_empty() {
                let names: Vec<String> = named(draw.clashes).into_iter().map(|id| work.name(id)).collect();
                work.follow(format!("Could not be kept apart from others of the federation: {}.", list(&names)));
            }
            Ok(draw.groups.into_iter().map(named).collect())
        }
        Grouping::ByHand(lists) => {
            let given: Vec<PlayerId> = lists.iter().flatten().copied().collect();
            let mut seen = BTreeSet::new();
            for id in &given {
                let player = work.player(*id)?;
                if player.withdrawn_from.is_some() {
                    return Err(no(format!("{} has withdrawn and stands in a group.", player.name)));
                }
                if !seen.insert(*id) {
                    return Err(no(format!("{} stands twice in the groups.", work.name(*id))));
                }
            }
            let missing: Vec<String> = field.iter().filter(|id| !seen.contains(id)).map(|id| work.name(*id)).collect();
            if !missing.is_empty() {
                return Err(no(format!("In no group: {}.", list(&missing))));
            }
            if lists.len() as u32 != groups {
                return Err(no(format!("{groups} groups are wanted, and {} are given.", lists.len())));
            }
            Ok(lists.clone())
        }
    }
}

/// A number that stands for a federation.
fn number_of(code: &str) -> u32 {
    code.bytes()
        .fold(0, |number: u32, byte| number.wrapping_mul(257).wrapping_add(u32::from(byte.to_ascii_uppercase())))
}

fn of_format(format: &Format, name: &str) -> Stage {
    Stage {
        name: name.to_owned(),
        system: format.system.clone(),
        games_per_meeting: format.games_per_meeting,
        ..Stage::default()
    }
}

fn planned_for(stage: &Stage, players: usize, wished: RoundNumber) -> Result<RoundNumber, Refusal> {
    let ids = (0..players.max(2) as u32).map(PlayerId).collect();
    stages::planned(&Stage { numbers: Arc::new(ids), ..stage.clone() }, wished).map_err(no)
}

fn check_format(work: &Work, format: &Format) -> Result<(), Refusal> {
    if format.games_per_meeting == 0 || format.games_per_meeting > 20 {
        return Err(no("A meeting has between 1 and 20 games."));
    }
    if let System::RoundRobin { cycles: 0, .. } = format.system {
        return Err(no("A round-robin has at least one cycle."));
    }
    if let Some(fault) = super::act::acceleration_fault(&format.system, &work.state.settings.scoring) {
        return Err(no(fault));
    }
    Ok(())
}

/// Puts a player into another group, or into one at all.
pub(super) fn move_to_group(work: &mut Work, id: PlayerId, to: StageIndex) -> Result<(), Refusal> {
    if work.state.pairs_teams(0) {
        return team_stages::move_to_group(work, id, to);
    }
    let name = work.player(id)?.name.clone();
    if work.player(id)?.withdrawn_from.is_some() {
        return Err(no(format!("{name} has withdrawn; reinstate the player first.")));
    }
    let target = work.stage(to)?;
    let title = stages::title(target, to);
    let is_group = |stage: &Stage| matches!(stage.origin.as_deref(), Some(Origin::Group(_)));
    if !is_group(target) {
        return Err(no(format!("{title} is no group of the field.")));
    }
    if !target.rounds.is_empty() {
        return Err(no(format!("{title} has begun; its field is fixed. Un-pair its rounds to change it.")));
    }
    if target.numbers.contains(&id) {
        return Err(no(format!("{name} is in {title} already.")));
    }
    let from = work.state.stages.iter().position(|stage| is_group(stage) && stage.numbers.contains(&id));
    if let Some(from) = from {
        let stage = work.stage(from)?;
        if !stage.rounds.is_empty() {
            let old = stages::title(stage, from);
            return Err(no(format!("{old} has begun; {name} stays in it. Un-pair its rounds to change it.")));
        }
        if stage.numbers.len() <= 2 {
            let old = stages::title(stage, from);
            return Err(no(format!("{old} needs at least two players; move another one there first.")));
        }
        let rest = stage.numbers.iter().copied().filter(|other| *other != id).collect();
        set_members(work, from, rest)?;
    }
    let members = numbers::arrival(&work.state, to, 1, id);
    set_members(work, to, members)?;
    // A player who came later plays the group from its first round on.
    if work.player(id)?.entered_in > 1 {
        work.player_mut(id)?.entered_in = 1;
    }
    work.say(match from {
        Some(_) => format!("Moved {name} to {title}"),
        None => format!("Put {name} into {title}"),
    });
    if work.stage(to)?.numbers_drawn.is_some() {
        work.follow(format!("The numbers of {title} were drawn; draw them again (FIDE C.05)."));
    }
    Ok(())
}

/// Other members of a stage without rounds; the number of rounds follows where the system has it from them.
fn set_members(work: &mut Work, index: StageIndex, members: Vec<PlayerId>) -> Result<(), Refusal> {
    let old = work.stage(index)?.clone();
    let automatic = stages::planned(&old, 0) == Ok(old.rounds_planned);
    let mut new = Stage { numbers: Arc::new(members), ..old };
    if automatic && let Ok(rounds) = stages::planned(&new, 0) {
        new.rounds_planned = rounds;
    }
    *work.stage_mut(index)? = new;
    Ok(())
}

/// Adds the stages that a transition makes.
pub(super) fn next_stage(work: &mut Work, transition: &Transition, format: &Format) -> Result<(), Refusal> {
    if work.state.pairs_teams(0) {
        return team_stages::next_stage(work, transition, format);
    }
    check_format(work, format)?;
    let preview = stages::preview(&work.state, transition, format, work.now).map_err(|stopped| no(stopped.text))?;
    add_made(work, transition, preview)
}

/// Adds stages as they were seen beforehand.
pub(super) fn add_made(work: &mut Work, transition: &Transition, preview: stages::Preview) -> Result<(), Refusal> {
    let mut made = preview.stages;
    let mut words = Vec::new();
    for stage in &made {
        words.push(format!("{} with {}", stage.name, count(stage.numbers.len(), "player", "players")));
    }
    // A consolation stage beside the final that was made from the same stages.
    if let Some(phase) = beside(&work.state, transition, &made) {
        for stage in &mut made {
            stage.phase = phase;
        }
    }
    for stage in &made {
        for id in stage.numbers.iter() {
            let player = work.player(*id)?;
            if player.entered_in > 1 || !player.requested_byes.is_empty() {
                let player = work.player_mut(*id)?;
                player.entered_in = 1;
                player.requested_byes.clear();
            }
        }
    }
    for note in preview.notes {
        work.follow(note);
    }
    let openings: Vec<String> = made.iter().filter(|stage| !stage.rounds.is_empty()).map(|s| s.name.clone()).collect();
    if !openings.is_empty() {
        work.follow(format!("Games that were played before are taken over: {}.", list(&openings)));
    }
    work.say(format!("Made {}{}", list(&words), by_lot(transition)));
    work.state.stages.extend(made);
    Ok(())
}

/// Somebody who was to go on does not come: the next of the own group takes the place.
pub(super) fn replace_member(work: &mut Work, index: StageIndex, leaver: PlayerId) -> Result<(), Refusal> {
    if work.state.settings.contest == Contest::Team {
        return Err(no("Teams are not replaced one by one; remove the stage and make it anew without the team."));
    }
    let name = work.player(leaver)?.name.clone();
    let stage = work.stage(index)?;
    let title = stages::title(stage, index);
    if !matches!(stage.origin.as_deref(), Some(Origin::Transition(_))) {
        return Err(no(format!("{title} was not made of earlier stages; withdraw the player, or change the entries.")));
    }
    if stage.rounds.iter().any(|round| round.carried_from.is_empty()) {
        return Err(no(format!("{title} has begun; its field is fixed. Un-pair its rounds to change it.")));
    }
    if !stage.numbers.contains(&leaver) {
        return Err(no(format!("{name} does not play in {title}.")));
    }
    let replaced = stages::replaced(&work.state, index, leaver, work.now).map_err(no)?;
    let next = replaced.next;
    let player = work.player(next)?;
    if player.entered_in > 1 || !player.requested_byes.is_empty() {
        let player = work.player_mut(next)?;
        player.entered_in = 1;
        player.requested_byes.clear();
    }
    *work.stage_mut(index)? = replaced.stage;
    work.say(format!("{title}: {} takes the place of {name}", work.name(next)));
    Ok(())
}

fn by_lot(transition: &Transition) -> String {
    match (&transition.placing, transition.lot) {
        (stages::Placing::Lot { seed }, _) => format!(", places by lot (seed {seed})"),
        (_, Some(seed)) => format!(", ties by lot (seed {seed})"),
        _ => String::new(),
    }
}

/// The phase that the new stages join: the last one, if it was made from the same stages and nobody stands in both.
fn beside(state: &State, transition: &Transition, made: &[Stage]) -> Option<u32> {
    let phase = state.phases().pop()?;
    let joined = state.stages[phase.clone()].iter().all(|stage| {
        matches!(stage.origin.as_deref(), Some(Origin::Transition(old)) if old.from == transition.from)
            && made.iter().all(|new| new.numbers.iter().all(|id| !stage.numbers.contains(id)))
    });
    let number = state.stages[phase.start].phase;
    (joined && number != 0).then_some(number)
}

/// Takes a stage of the last phase away.
pub(super) fn remove_stage(work: &mut Work, index: StageIndex) -> Result<(), Refusal> {
    let stage = work.stage(index)?;
    let title = stages::title(stage, index);
    if stage.rounds.iter().any(|round| round.carried_from.is_empty()) {
        return Err(no(format!("{title} has rounds; un-pair them before removing it.")));
    }
    if matches!(stage.origin.as_deref(), Some(Origin::Group(_))) {
        return Err(no(format!("{title} is a group of the field; make the groups anew to dissolve it.")));
    }
    if work.state.stages.len() == 1 {
        return Err(no("The event needs a stage; change its system instead of removing it."));
    }
    let phases = work.state.phases();
    if !phases.last().is_some_and(|phase| phase.contains(&index)) {
        return Err(no(format!("Later stages stand on {title}; remove them first.")));
    }
    work.state.stages.remove(index);
    work.state.adjustments.retain(|adjustment| adjustment.stage != index);
    for adjustment in &mut work.state.adjustments {
        if adjustment.stage > index {
            adjustment.stage -= 1;
        }
    }
    work.state.team_adjustments.retain(|adjustment| adjustment.stage != index);
    for adjustment in &mut work.state.team_adjustments {
        if adjustment.stage > index {
            adjustment.stage -= 1;
        }
    }
    work.state.tie_decisions.retain(|decision| decision.stage != index);
    for decision in &mut work.state.tie_decisions {
        if decision.stage > index {
            decision.stage -= 1;
        }
    }
    work.say(format!("Removed {title}"));
    Ok(())
}

/// Pairs the next round of several stages, all or none.
pub(super) fn pair_stages(work: &mut Work, list_of: &[StageIndex]) -> Result<(), Refusal> {
    if list_of.is_empty() {
        return Err(no("No stage is named."));
    }
    let mut summaries = Vec::new();
    for &index in list_of {
        let title = stages::title(work.stage(index)?, index);
        rounds::pair(work, index).map_err(|refusal| match refusal {
            Refusal::NotAllowed(text) => no(format!("{title}: {text}")),
            other => other,
        })?;
        summaries.push(format!("{title}: {}", work.change.summary.replacen("Paired ", "", 1)));
    }
    work.say(format!("Paired {}", summaries.join("; ")));
    Ok(())
}

/// Draws the numbers of a round-robin whose round 1 is about to be paired as the settings say, unless they were given before.
pub(super) fn draw_as_announced(work: &mut Work, index: StageIndex) -> Result<(), Refusal> {
    work.stage(index)?;
    let Some(how) = stages::numbers_to_draw(&work.state, index) else { return Ok(()) };
    if work.state.numbering(index).len() < 2 {
        // The pairing says what is missing.
        return Ok(());
    }
    draw_numbers(work, index, how)?;
    let drawn = work.change.summary.clone();
    work.follow(format!("{drawn}."));
    Ok(())
}

/// Draws the numbers inside new groups of a round-robin as the settings say; each group has a seed of its own.
fn draw_in_groups(work: &mut Work) -> Result<(), Refusal> {
    let Some(how) = work.state.settings.draw_numbers else { return Ok(()) };
    for index in 0..work.state.stages.len() {
        let stage = work.stage(index)?;
        if !matches!(stage.system, System::RoundRobin { .. }) {
            continue;
        }
        let size = stage.numbers.len();
        let how = match how {
            NumbersDrawn::Lot { seed } => NumbersDrawn::Lot { seed: seed.wrapping_add(index as u64) },
            NumbersDrawn::Varma { seed } if varma::groups(size).is_err() => {
                work.follow(format!("Varma tables are for 9 to 24; the numbers of {size} were drawn without them."));
                NumbersDrawn::Lot { seed: seed.wrapping_add(index as u64) }
            }
            NumbersDrawn::Varma { seed } => NumbersDrawn::Varma { seed: seed.wrapping_add(index as u64) },
        };
        draw_numbers(work, index, how)?;
    }
    Ok(())
}

/// Draws the numbers of a stage (FIDE C.05).
pub(super) fn draw_numbers(work: &mut Work, index: StageIndex, how: NumbersDrawn) -> Result<(), Refusal> {
    let stage = work.stage(index)?;
    if work.state.pairs_teams(index) {
        return team_stages::draw_numbers(work, index, how);
    }
    if !stage.rounds.is_empty() {
        return Err(no("Numbers are drawn before round 1 is paired; un-pair the rounds to draw them again."));
    }
    let mut ids = work.state.numbering(index).to_vec();
    // The draw must not depend on an earlier order.
    ids.sort_unstable();
    if ids.len() < 2 {
        return Err(no("Numbers are drawn among at least two players."));
    }
    let order = match how {
        NumbersDrawn::Lot { seed } => {
            pairing::Lot::new(seed).shuffle(&mut ids);
            work.say(format!("Drew the numbers by lot (seed {seed})"));
            ids
        }
        NumbersDrawn::Varma { seed } => {
            let drawers: Vec<varma::Drawer> = ids
                .iter()
                .map(|id| {
                    let player = work.state.players.get(id);
                    varma::Drawer {
                        federation: player.map(|p| p.federation.clone()).unwrap_or_default(),
                        name: work.name(*id),
                    }
                })
                .collect();
            let draw = varma::draw(&drawers, seed).map_err(|error| no(format!("{error}.")))?;
            for note in draw.notes {
                work.follow(format!("{note}."));
            }
            let mut order: Vec<(u32, PlayerId)> = draw.numbers.into_iter().zip(ids).collect();
            order.sort_unstable();
            work.say(format!("Drew the numbers by restricted lot, Varma tables (seed {seed})"));
            order.into_iter().map(|(_, id)| id).collect()
        }
    };
    let stage = work.stage_mut(index)?;
    stage.numbers = Arc::new(order);
    stage.numbers_by_hand = true;
    stage.numbers_drawn = Some(how);
    Ok(())
}

/// Where later stages stand on the results of a stage: their names.
pub(super) fn built_on(state: &State, index: StageIndex) -> Vec<String> {
    let built = |stage: &Stage| matches!(stage.origin.as_deref(), Some(Origin::Transition(transition)) if transition.from.contains(&index));
    state
        .stages
        .iter()
        .enumerate()
        .filter(|(_, stage)| built(stage))
        .map(|(i, stage)| stages::title(stage, i))
        .collect()
}
