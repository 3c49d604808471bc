//! Replays of equal matches of teams in a knockout, entered with their scores.

use super::act::{Work, no};
use super::results::{check_next_round, settled};
use super::teams::{check_pairs_teams, find, set_decided};
use crate::command::{GameRef, Refusal};
use crate::model::*;
use crate::teams::{self, TeamLadder};
use pairing::Points;
use std::sync::Arc;

fn replays_mut<'w>(
    work: &'w mut Work<'_>,
    index: StageIndex,
    round: RoundNumber,
) -> Result<&'w mut Vec<TeamReplay>, Refusal> {
    let found = (work.state.stages.get_mut(index))
        .and_then(|stage| stage.rounds.get_mut((round as usize).checked_sub(1)?))
        .and_then(|round| Arc::make_mut(round).teams.as_mut());
    found.map(|teams| &mut Arc::make_mut(teams).replays).ok_or_else(|| no("There is no such round of teams."))
}

/// The match, its teams, and its first board.
fn place(
    work: &Work<'_>,
    index: StageIndex,
    round: RoundNumber,
    number: u32,
) -> Result<(TeamId, TeamId, GameRef, String), Refusal> {
    check_pairs_teams(work, index)?;
    let place = format!("Round {round}, match {number}");
    let Some(m) = find(&work.state, index, round, number) else {
        return Err(no(format!("{place}: there is no such match.")));
    };
    if work.state.round(index, round).is_some_and(|round| round.manual_phase) {
        return Err(no(format!("The pairs of round {round} are being changed by hand; end that first.")));
    }
    let at = GameRef { stage: index, round, board: m.first as u32 + 1, game: 0 };
    Ok((m.game.white, m.game.black, at, place))
}

fn ladder(work: &Work<'_>, index: StageIndex, round: RoundNumber, number: u32) -> TeamLadder {
    let paired = work.state.round(index, round);
    let found = paired.and_then(|paired| Some((paired, teams::matches(paired).find(|m| m.number == number)?)));
    found.map_or(TeamLadder::NotNeeded, |(paired, m)| teams::ladder(&work.state, index, paired, &m))
}

/// Enters the next replay; the one that decides settles the match.
pub(super) fn enter(
    work: &mut Work<'_>,
    index: StageIndex,
    round: RoundNumber,
    number: u32,
    replay: &TeamReplay,
) -> Result<(), Refusal> {
    let (white, black, at, place) = place(work, index, round, number)?;
    let both = [white, black];
    let names = |work: &Work<'_>| format!("{} and {}", work.state.team_name(white), work.state.team_name(black));
    if replay.white == replay.black || !both.contains(&replay.white) || !both.contains(&replay.black) {
        return Err(no(format!("{place}: {} play there.", names(work))));
    }
    if replay.points.0 < 0 || replay.points.1 < 0 || replay.points.0.max(replay.points.1) > 10_000 {
        return Err(no(format!("{place}: give the game points of both teams, such as 2.5-1.5.")));
    }
    let decided = find(&work.state, index, round, number).and_then(|m| m.game.decided);
    if let Some(decided) = decided {
        return Err(no(format!(
            "{place}: {} goes on already; take that back first.",
            work.state.team_name(decided.winner)
        )));
    }
    let step = match ladder(work, index, round, number) {
        TeamLadder::Replay { step, .. } => step,
        TeamLadder::NotNeeded => {
            return Err(no(format!(
                "{place}: the match is not over with equal game points, so that nothing is replayed."
            )));
        }
        TeamLadder::Lot => return Err(no(format!("{place}: the lot decides now, not a replay; draw it."))),
        TeamLadder::Won { .. } | TeamLadder::UsedUp => {
            return Err(no(format!(
                "{place}: the ladder has no further replay; decide by the boards, by lot or by hand."
            )));
        }
    };
    let before = settled(&work.state, at);
    // A ladder has at most twenty steps.
    replays_mut(work, index, round)?.push(TeamReplay { step: step as u8, ..*replay });
    let words = teams::step_words(&work.state, index, step);
    work.say(format!(
        "{place}, {words}: {} - {} {}-{}",
        work.state.team_name(replay.white),
        work.state.team_name(replay.black),
        Points(replay.points.0),
        Points(replay.points.1)
    ));
    match ladder(work, index, round, number) {
        TeamLadder::Won { winner, .. } => {
            set_decided(work, index, round, number, Some(TeamDecided { winner, by: DecidedBy::PlayOff, seed: None }));
            work.follow(format!("{} goes on.", work.state.team_name(winner)));
        }
        TeamLadder::Replay { step, game, .. } => {
            work.follow(format!("Next: {}, game {game}.", teams::step_words(&work.state, index, step)));
        }
        TeamLadder::Lot => work.follow("Next: the lot."),
        TeamLadder::UsedUp | TeamLadder::NotNeeded => {
            work.follow("The ladder is used up; the boards, the lot or the arbiter decide.");
        }
    }
    check_next_round(work, at, before)
}

/// Takes the last replay of a match back, and the decision that it brought.
pub(super) fn take_back(
    work: &mut Work<'_>,
    index: StageIndex,
    round: RoundNumber,
    number: u32,
) -> Result<(), Refusal> {
    let (white, black, at, place) = place(work, index, round, number)?;
    let pair = [white, black];
    let before = settled(&work.state, at);
    let decided = find(&work.state, index, round, number).and_then(|m| m.game.decided);
    if let Some(decided) = decided.filter(|decided| decided.by != DecidedBy::PlayOff) {
        return Err(no(format!(
            "{place}: {} goes on by another decision; take that back first.",
            work.state.team_name(decided.winner)
        )));
    }
    let list = replays_mut(work, index, round)?;
    let last = list.iter().rposition(|replay| pair.contains(&replay.white) && pair.contains(&replay.black));
    let Some(last) = last else { return Err(no(format!("{place}: nothing was replayed."))) };
    let gone = list.remove(last);
    set_decided(work, index, round, number, None);
    check_next_round(work, at, before)?;
    work.say(format!(
        "{place}: the replay {} - {} is taken back",
        work.state.team_name(gone.white),
        work.state.team_name(gone.black)
    ));
    Ok(())
}
