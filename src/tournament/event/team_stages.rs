//! Groups and further stages of teams: done on the projection, where teams are players, and taken over from there.

use super::act::{Work, no};
use super::teams::words_of_teams;
use super::{numbers, stages};
use crate::command::Refusal;
use crate::model::*;
use crate::stages::{Format, Grouping, Transition};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Does something on the projection of the whole event, and takes over stages without rounds, notes, entries and byes.
///
/// `made` says that stages without rounds are made anew, so that all of their data are those of the projection.
fn whole<T>(
    work: &mut Work<'_>,
    made: bool,
    act: impl FnOnce(&mut Work<'_>) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let view = crate::teams::projection(&work.state, 0);
    let real = std::mem::replace(&mut work.state, view);
    let done = act(work);
    let view = std::mem::replace(&mut work.state, real);
    let value = done.map_err(|refusal| match refusal {
        Refusal::NotAllowed(text) => no(words_of_teams(&work.state, &text)),
        other => other,
    })?;
    work.change.summary = words_of_teams(&work.state, &work.change.summary);
    let follows = std::mem::take(&mut work.change.consequences);
    work.change.consequences = follows.iter().map(|text| words_of_teams(&work.state, text)).collect();
    work.state.notes.clone_from(&view.notes);
    for (id, player) in &view.players {
        if let Some(team) = work.state.teams.get_mut(&TeamId(id.0))
            && (team.entered_in.max(1) != player.entered_in || team.requested_byes != player.requested_byes)
        {
            let team = Arc::make_mut(team);
            team.entered_in = player.entered_in;
            team.requested_byes.clone_from(&player.requested_byes);
        }
    }
    let old = std::mem::take(&mut work.state.stages);
    work.state.stages = (view.stages.into_iter().enumerate())
        .map(|(index, stage)| match old.get(index) {
            Some(known) if !known.rounds.is_empty() => known.clone(),
            Some(known) if !made => Stage {
                games_per_meeting: known.games_per_meeting,
                teams: Arc::new(StageTeams {
                    carried: known.teams.carried.clone(),
                    line_ups: known.teams.line_ups.clone(),
                    ..StageTeams::clone(&of_teams(stage.clone()).teams)
                }),
                ..of_teams(stage)
            },
            _ => of_teams(stage),
        })
        .collect();
    Ok(value)
}

/// A stage without rounds whose players are teams, as a stage of teams.
fn of_teams(stage: Stage) -> Stage {
    let numbers = stage.numbers.iter().map(|id| TeamId(id.0)).collect();
    let carried = stage.teams.carried.clone();
    let teams = StageTeams { numbers, by_hand: stage.numbers_by_hand, carried, ..StageTeams::default() };
    Stage { numbers: Arc::default(), numbers_by_hand: false, carried: Arc::default(), teams: Arc::new(teams), ..stage }
}

fn check_system(format: &Format, rules: &TeamRules) -> Result<(), Refusal> {
    if matches!(format.system, System::Scheveningen { .. }) {
        return Err(no(
            "Two teams meet in a Scheveningen match all the time; choose another system for a stage of several teams.",
        ));
    }
    if format.system.is_double_swiss() {
        return Err(no("The Double-Swiss pairs players; choose the Swiss team system for teams."));
    }
    super::teams::system_fault(&format.system, rules).map_or(Ok(()), |fault| Err(no(fault)))
}

pub(super) fn make_groups(work: &mut Work<'_>, groups: u32, how: &Grouping, format: &Format) -> Result<(), Refusal> {
    check_system(format, &work.state.settings.teams)?;
    whole(work, true, |work| stages::make_groups(work, groups, how, format))
}

pub(super) fn move_to_group(work: &mut Work<'_>, id: PlayerId, to: StageIndex) -> Result<(), Refusal> {
    whole(work, false, |work| stages::move_to_group(work, id, to))
}

pub(super) fn draw_numbers(work: &mut Work<'_>, index: StageIndex, how: NumbersDrawn) -> Result<(), Refusal> {
    whole(work, false, |work| stages::draw_numbers(work, index, how))
}

/// Adds the stages that a transition of teams makes.
pub(super) fn next_stage(work: &mut Work<'_>, transition: &Transition, format: &Format) -> Result<(), Refusal> {
    check_system(format, &work.state.settings.teams)?;
    let known = work.state.stages.len();
    // The preview needs the matches themselves; what follows from it is the same for players and teams.
    let preview = crate::stages::preview(&work.state, transition, format, work.now).map_err(|why| no(why.text))?;
    whole(work, false, |work| stages::add_made(work, transition, preview))?;
    let mut seated: BTreeSet<PlayerId> = BTreeSet::new();
    for index in known..work.state.stages.len() {
        let stage = &work.state.stages[index];
        let members = stage.teams.numbers.iter().filter_map(|id| work.state.teams.get(id));
        let mut members: Vec<PlayerId> = members.flat_map(|team| team.members.iter().copied()).collect();
        seated.extend(members.iter().copied());
        if stage.rounds.is_empty() {
            continue;
        }
        let rounds = crate::stages::team_rounds(&work.state, &transition.from, &stage.rounds);
        numbers::strength_order(&work.state, &mut members);
        let stage = &mut work.state.stages[index];
        stage.rounds = rounds;
        stage.numbers = Arc::new(members);
    }
    // Rounds are counted anew: who came late is there from the start, and byes of rounds before say nothing.
    for id in seated {
        if work.player(id)?.entered_in > 1 || !work.player(id)?.requested_byes.is_empty() {
            let player = work.player_mut(id)?;
            player.entered_in = 1;
            player.requested_byes.clear();
        }
    }
    Ok(())
}
