//! Replays of an equal match of teams in a knockout: the ladder with its scores (`knockout` 3, 4).

use super::MatchRef;
use crate::model::*;
use pairing::Points;
use pairing::knockout::{Contest, Finished, Progress, Side, Step, StepColors, StepKind};

/// How far the ladder of a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TeamLadder {
    /// The match is not over with equal game points.
    NotNeeded,
    /// A replay is to be played.
    Replay {
        /// The step, from 0.
        step: usize,
        /// The replay of the step, from 1.
        game: u32,
        /// Has White on board 1 by the rule; `None`: the lot.
        white: Option<TeamId>,
    },
    /// The lot decides now.
    Lot,
    /// This team has won the ladder.
    Won {
        /// Goes on.
        winner: TeamId,
        /// The step that decided, from 0.
        step: usize,
    },
    /// The ladder is used up.
    UsedUp,
}

/// The replays of a match of this round, in order.
pub fn replays<'a>(round: &'a Round, m: &MatchRef<'_>) -> impl Iterator<Item = &'a TeamReplay> {
    let pair = [m.game.white, m.game.black];
    let all = round.teams.as_ref().map(|teams| teams.replays.as_slice()).unwrap_or_default();
    all.iter().filter(move |replay| pair.contains(&replay.white) && pair.contains(&replay.black))
}

/// The ladder of a match as the rules of the stage have it; without steps a replay follows the other until one is won.
pub fn ladder(state: &State, stage: StageIndex, round: &Round, m: &MatchRef<'_>) -> TeamLadder {
    let Some(System::Knockout { options, .. }) = state.stages.get(stage).map(|header| &header.system) else {
        return TeamLadder::NotNeeded;
    };
    let score = super::score(state, m);
    if score.open > 0 || score.adjourned > 0 || score.white != score.black || score.white == Points::ZERO {
        return TeamLadder::NotNeeded;
    }
    let boards = i32::from(state.settings.teams.boards.max(1));
    let scoring = &state.settings.scoring;
    let (win, draw) = (Points(scoring.win.saturating_mul(boards)), Points(scoring.draw.saturating_mul(boards)));
    let side = |id: TeamId| if id == m.game.white { Side::First } else { Side::Second };
    let team = |side: Side| if side == Side::First { m.game.white } else { m.game.black };
    let seeds = state.team_numbering(stage);
    let better = seeds.iter().find(|id| **id == m.game.white || **id == m.game.black).map(|id| side(*id));
    let steps: Vec<Step> = match options.ladder.as_slice() {
        [] => vec![Step { kind: StepKind::FirstWin { most: None }, colors: StepColors::Alternate }],
        steps => steps.iter().map(LadderStep::contest).collect(),
    };
    let contest = Contest { games: 1, change_in_middle: false, last_by_lot: false, win, draw, better, ladder: steps };
    let regular = Finished { white: Side::First, points: [draw; 2] };
    let further = replays(round, m).map(|replay| {
        let (white, black) = (Points(replay.points.0), Points(replay.points.1));
        let is_first = replay.white == m.game.white;
        let points = if is_first { [white, black] } else { [black, white] };
        // An equal replay is worth a draw, however many games it had.
        let points = if points[0] == points[1] { [draw; 2] } else { points };
        Finished { white: side(replay.white), points }
    });
    let games: Vec<Finished> = std::iter::once(regular).chain(further).collect();
    match contest.progress(Some(Side::First), &games, None) {
        Progress::Game { step: Some(step), game, white } => TeamLadder::Replay { step, game, white: white.map(team) },
        Progress::Lot { .. } => TeamLadder::Lot,
        Progress::Decided { winner, step: Some(step) } => TeamLadder::Won { winner: team(winner), step },
        Progress::Equal | Progress::Game { step: None, .. } | Progress::Decided { step: None, .. } => {
            TeamLadder::UsedUp
        }
    }
}

/// A step of the ladder in words; what follows without one.
pub fn step_words(state: &State, stage: StageIndex, step: usize) -> String {
    let options = match state.stages.get(stage).map(|header| &header.system) {
        Some(System::Knockout { options, .. }) => options,
        _ => return "replay".to_owned(),
    };
    options.ladder.get(step).map_or_else(|| "replay".to_owned(), LadderStep::words)
}

/// The replays of a match in words, one line each: "replay: Riga – Cork 2½–1½".
pub fn replay_lines(state: &State, stage: StageIndex, round: &Round, m: &MatchRef<'_>) -> Vec<String> {
    let line = |replay: &TeamReplay| {
        format!(
            "{}: {} \u{2013} {} {}\u{2013}{}",
            step_words(state, stage, usize::from(replay.step)),
            state.team_name(replay.white),
            state.team_name(replay.black),
            Points(replay.points.0),
            Points(replay.points.1)
        )
    };
    let score = super::score(state, m);
    // They mean nothing beside a match that is no longer equal.
    if score.open > 0 || score.white != score.black {
        return Vec::new();
    }
    replays(round, m).map(line).collect()
}
