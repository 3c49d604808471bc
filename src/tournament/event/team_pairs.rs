//! Teams that must not meet.

use super::act::{Work, no};
use super::people::team;
use crate::command::Refusal;
use crate::model::*;

/// What is wrong with a pair of teams.
pub(super) fn check(work: &Work<'_>, pair: &ForbiddenTeams) -> Result<(), Refusal> {
    team(work, pair.b)?;
    let one = team(work, pair.a)?;
    if pair.a == pair.b {
        return Err(no(format!("{} never meets itself; choose two teams.", one.name)));
    }
    if pair.first_round == 0 || pair.last_round.is_some_and(|last| last < pair.first_round) {
        return Err(no("A forbidden pair holds from a first round (1 or later) to a last round not before it."));
    }
    Ok(())
}

fn same(pair: &ForbiddenTeams, a: TeamId, b: TeamId) -> bool {
    (pair.a == a && pair.b == b) || (pair.a == b && pair.b == a)
}

pub(super) fn forbid(work: &mut Work<'_>, pair: &ForbiddenTeams) -> Result<(), Refusal> {
    check(work, pair)?;
    if work.state.settings.contest != Contest::Team {
        return Err(no("Players are paired in this event, not teams; forbid pairs of players."));
    }
    let (a, b) = (work.state.team_name(pair.a), work.state.team_name(pair.b));
    let end = |pair: &ForbiddenTeams| pair.last_round.unwrap_or(RoundNumber::MAX);
    let held =
        work.state.settings.forbidden_teams.iter().any(|other| {
            same(other, pair.a, pair.b) && other.first_round <= pair.first_round && end(pair) <= end(other)
        });
    if held {
        return Err(no(format!("{a} and {b} are forbidden to meet already.")));
    }
    if work.state.has_begun() {
        let round = work.state.rounds_paired(0);
        work.log(round, format!("Forbidden pair added @ Round {round}: {a}; {b}"));
    }
    work.settings_mut().forbidden_teams.push(pair.clone());
    work.say(format!("{a} and {b} must not meet"));
    Ok(())
}

pub(super) fn allow(work: &mut Work<'_>, a: TeamId, b: TeamId) -> Result<(), Refusal> {
    let (one, two) = (work.state.team_name(a), work.state.team_name(b));
    if !work.state.settings.forbidden_teams.iter().any(|pair| same(pair, a, b)) {
        return Err(no(format!("{one} and {two} may meet already.")));
    }
    if work.state.has_begun() {
        let round = work.state.rounds_paired(0);
        work.log(round, format!("Forbidden pair lifted @ Round {round}: {one}; {two}"));
    }
    work.settings_mut().forbidden_teams.retain(|pair| !same(pair, a, b));
    work.say(format!("{one} and {two} may meet again"));
    Ok(())
}

/// The team leaves the event, and its forbidden pairs with it.
pub(super) fn forget(work: &mut Work<'_>, id: TeamId) {
    if work.state.settings.forbidden_teams.iter().any(|pair| pair.a == id || pair.b == id) {
        work.settings_mut().forbidden_teams.retain(|pair| pair.a != id && pair.b != id);
    }
}
