//! What must hold in a state that comes from a file, which somebody may have edited.

use crate::model::*;
use std::collections::BTreeSet;

/// # Errors
/// In words that name the place: stage, round, board or player.
pub(super) fn state(state: &State) -> Result<(), String> {
    if state.stages.is_empty() {
        return Err("the event has no stage; it needs at least one".to_owned());
    }
    let known = |id: PlayerId, place: &str| {
        if state.players.contains_key(&id) { Ok(()) } else { Err(format!("{place}: there is no player {}", id.0)) }
    };
    scoring(&state.settings.scoring)?;
    for pair in &state.settings.forbidden {
        known(pair.a, "forbidden pairs")?;
        known(pair.b, "forbidden pairs")?;
    }
    for adjustment in &state.adjustments {
        known(adjustment.player, "adjustments")?;
        if !(-1000..=1000).contains(&adjustment.points) {
            return Err(format!("adjustments: {} tenths of a point are too many", adjustment.points));
        }
    }
    for pair in &state.settings.forbidden_teams {
        if let Some(id) = [pair.a, pair.b].iter().find(|id| !state.teams.contains_key(id)) {
            return Err(format!("forbidden pairs: there is no team {}", id.0));
        }
    }
    for decision in &state.tie_decisions {
        let of_teams = state.pairs_teams(decision.stage);
        for id in decision.order.iter().chain(&decision.group) {
            if of_teams && state.teams.contains_key(&TeamId(id.0)) {
                continue;
            }
            known(*id, "decisions on ties")?;
        }
    }
    let rules = &state.settings.teams;
    let match_points = [rules.match_win, rules.match_draw, rules.match_loss];
    let byes = [rules.bye_match_points.unwrap_or(0), rules.bye_game_points.unwrap_or(0)];
    if match_points.iter().chain(&byes).any(|points| !(-1000..=1000).contains(points)) {
        return Err("settings: a match has more than 100 points".to_owned());
    }
    for adjustment in &state.team_adjustments {
        if !state.teams.contains_key(&adjustment.team) {
            return Err(format!("team adjustments: there is no team {}", adjustment.team.0));
        }
        if [adjustment.match_points, adjustment.game_points].iter().any(|points| !(-1000..=1000).contains(points)) {
            return Err("team adjustments: more than 100 points".to_owned());
        }
    }
    for (id, team) in &state.teams {
        for member in &team.members {
            known(*member, &format!("team {}", id.0))?;
        }
    }
    for (id, player) in &state.players {
        if player.team.is_some_and(|team| !state.teams.contains_key(&team)) {
            return Err(format!("player {}: the team does not exist", id.0));
        }
    }
    for (number, stage) in state.stages.iter().enumerate() {
        self::stage(state, number + 1, stage)?;
    }
    Ok(())
}

fn scoring(s: &Scoring) -> Result<(), String> {
    let all = [s.win, s.draw, s.loss, s.zero_bye, s.forfeit_loss, s.pairing_bye];
    let fits = all.iter().all(|points| (-1000..=1000).contains(points));
    fits.then_some(()).ok_or_else(|| "settings: the scoring has more than 100 points for a result".to_owned())
}

fn stage(state: &State, number: usize, stage: &Stage) -> Result<(), String> {
    let numbered: BTreeSet<PlayerId> = stage.numbers.iter().copied().collect();
    if numbered.len() != stage.numbers.len() {
        return Err(format!("stage {number}: a player has two numbers"));
    }
    if let Some(id) = numbered.iter().find(|id| !state.players.contains_key(id)) {
        return Err(format!("stage {number}: there is no player {}", id.0));
    }
    if stage.games_per_meeting == 0 || stage.rounds_planned > 999 {
        return Err(format!("stage {number}: the number of rounds or games cannot be"));
    }
    if stage.carried.values().any(|points| !(-100_000..=100_000).contains(points))
        || stage.carried_rest.values().any(|rest| !(-9..=9).contains(rest))
    {
        return Err(format!("stage {number}: points that are brought along cannot be so many"));
    }
    if stage.teams.carried.values().any(|(a, b)| [a, b].iter().any(|points| !(-100_000..=100_000).contains(*points))) {
        return Err(format!("stage {number}: points that are brought along cannot be so many"));
    }
    for (round, index) in stage.rounds.iter().zip(1..) {
        let place = format!("stage {number}, round {index}");
        let mut seen = BTreeSet::new();
        let vacant = round.teams.is_some();
        if let Some(teams) = &round.teams {
            self::teams(state, &place, stage, round, teams)?;
        }
        let mut seat = |id: PlayerId, at: &str| {
            if vacant && id == PlayerId::NOBODY {
                return Ok(());
            }
            if !numbered.contains(&id) {
                return Err(format!("{place}{at}: player {} has no number in the stage", id.0));
            }
            if seen.insert(id) {
                Ok(())
            } else {
                Err(format!("{place}{at}: player {} stands in the round twice", id.0))
            }
        };
        for (meeting, board) in round.meetings.iter().zip(1..) {
            let at = format!(", board {board}");
            let Some(first) = meeting.games.first() else {
                return Err(format!("{place}{at}: the meeting has no game"));
            };
            seat(first.white, &at)?;
            seat(first.black, &at)?;
            for game in &meeting.games {
                let same = (game.white, game.black) == (first.white, first.black)
                    || (game.black, game.white) == (first.white, first.black);
                if !same {
                    return Err(format!("{place}{at}: the games of the meeting have different players"));
                }
                if game.record.is_some_and(|record| !state.records.contains_key(&record)) {
                    return Err(format!("{place}{at}: the game's record is missing"));
                }
            }
        }
        for id in round.byes.keys() {
            seat(*id, ", byes")?;
        }
        if round.virtual_points.values().any(|points| !(0..=1000).contains(points)) {
            return Err(format!("{place}: virtual points that cannot be"));
        }
    }
    Ok(())
}

/// The matches of a round: they take up all boards, and nobody stands in the round twice.
fn teams(state: &State, place: &str, stage: &Stage, round: &Round, teams: &TeamRound) -> Result<(), String> {
    let boards: u64 = teams.matches.iter().map(|m| u64::from(m.boards)).sum();
    if boards != round.meetings.len() as u64 {
        return Err(format!("{place}: the matches have {boards} boards, the round {}", round.meetings.len()));
    }
    let mut seen = BTreeSet::new();
    let both = teams.matches.iter().flat_map(|m| [m.white, m.black]);
    for id in both.chain(teams.byes.keys().copied()) {
        if !state.teams.contains_key(&id) || !stage.teams.numbers.contains(&id) {
            return Err(format!("{place}: team {} does not belong to the stage", id.0));
        }
        if !seen.insert(id) {
            return Err(format!("{place}: team {} stands in the round twice", id.0));
        }
    }
    if teams.virtual_points.values().any(|points| !(0..=1000).contains(points)) {
        return Err(format!("{place}: virtual points that cannot be"));
    }
    Ok(())
}
