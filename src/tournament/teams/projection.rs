//! Teams as players, matches as games.

use super::{matches, score, strength};
use crate::model::*;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The stage as a contest of teams: each team is the player with its number as identity and its strength as rating, each match a meeting of one
/// game with the outcome of the match, scored in match points. Members and records are left out; forbidden pairs are those of teams.
///
/// All stages that pair teams are turned; the others keep their place without rounds.
pub fn projection(state: &State, stage: StageIndex) -> State {
    let rules = &state.settings.teams;
    let mut settings = (*state.settings).clone();
    settings.contest = Contest::Individual;
    settings.meetings_as_unit = false;
    settings.rating_list = String::new();
    settings.seeding = Seeding::default();
    let pair = |pair: &ForbiddenTeams| ForbiddenPair {
        a: PlayerId(pair.a.0),
        b: PlayerId(pair.b.0),
        first_round: pair.first_round,
        last_round: pair.last_round,
    };
    settings.forbidden = settings.forbidden_teams.iter().map(pair).collect();
    settings.forbidden_teams = Vec::new();
    settings.categories = Vec::new();
    settings.scoring = match_scoring(rules);
    let players: BTreeMap<PlayerId, Arc<Player>> =
        (state.teams.iter()).map(|(id, team)| (PlayerId(id.0), Arc::new(as_player(state, team)))).collect();
    let turn = |(index, header): (usize, &Stage)| {
        let turned = index == stage || state.pairs_teams(index);
        Stage {
            name: header.name.clone(),
            system: header.system.clone(),
            rounds_planned: header.rounds_planned,
            games_per_meeting: 1,
            carried: Arc::new(carried(header, rules)),
            carried_rest: Arc::default(),
            numbers: Arc::new(header.teams.numbers.iter().map(|id| PlayerId(id.0)).collect()),
            // Numbers stay once round 1 is paired (C.04.6 art. 1.1.3).
            numbers_by_hand: header.teams.by_hand || !header.rounds.is_empty(),
            rounds: if turned { header.rounds.iter().map(|r| Arc::new(round(state, r))).collect() } else { Vec::new() },
            ..header.clone()
        }
    };
    State {
        settings: Arc::new(settings),
        players,
        teams: BTreeMap::new(),
        stages: state.stages.iter().enumerate().map(turn).collect(),
        adjustments: (state.team_adjustments.iter())
            .map(|a| Adjustment {
                player: PlayerId(a.team.0),
                round: a.round,
                points: if rules.primary == TeamScore::GamePoints { a.game_points } else { a.match_points },
                reason: a.reason.clone(),
                stage: a.stage,
            })
            .collect(),
        team_adjustments: Vec::new(),
        records: BTreeMap::new(),
        notes: state.notes.clone(),
        foreign_lines: Arc::default(),
        ..state.clone()
    }
}

/// What the teams of a stage brought along, in the score that decides.
fn carried(header: &Stage, rules: &TeamRules) -> BTreeMap<PlayerId, i32> {
    let of = |(matches, games): (i32, i32)| if rules.primary == TeamScore::GamePoints { games } else { matches };
    let points = header.teams.carried.iter().map(|(id, both)| (PlayerId(id.0), of(*both)));
    points.filter(|(_, points)| *points != 0).collect()
}

/// The state itself where players are paired, the [`projection`] where teams are.
pub fn view(state: &State, stage: StageIndex) -> Cow<'_, State> {
    if state.pairs_teams(stage) { Cow::Owned(projection(state, stage)) } else { Cow::Borrowed(state) }
}

/// What a match is worth, as the scoring of a game.
pub(crate) fn match_scoring(rules: &TeamRules) -> Scoring {
    Scoring {
        win: rules.match_win,
        draw: rules.match_draw,
        loss: rules.match_loss,
        zero_bye: 0,
        forfeit_loss: rules.match_loss,
        pairing_bye: rules.bye_match_points.unwrap_or(rules.match_draw),
    }
}

fn as_player(state: &State, team: &Team) -> Player {
    let strength = strength(state, team);
    let rating = Rating { list: "team".to_owned(), value: strength, k: None };
    // Nobody checks a team in; a round is announced as complete when some of its members are there.
    let here = team.members.iter().any(|id| state.players.get(id).is_some_and(|player| player.checked_in));
    Player {
        name: team.name.clone(),
        ratings: if strength > 0 { vec![rating] } else { Vec::new() },
        requested_byes: team.requested_byes.clone(),
        entered_in: team.entered_in.max(1),
        withdrawn_from: team.withdrawn_from,
        checked_in: here,
        ..Player::default()
    }
}

/// A match as a meeting of one game.
pub(crate) fn as_meeting(state: &State, m: &super::MatchRef<'_>) -> Meeting {
    let open = Game::open(PlayerId(m.game.white.0), PlayerId(m.game.black.0));
    let game = Game { result: score(state, m).outcome(), ..open };
    Meeting {
        games: vec![game],
        by_hand: m.game.by_hand.clone(),
        decided: m.game.decided.map(|d| Decided { winner: PlayerId(d.winner.0), by: d.by, seed: d.seed }),
        playoff: Vec::new(),
        colors_drawn: None,
    }
}

/// A round with its matches as meetings.
fn round(state: &State, paired: &Round) -> Round {
    let teams = paired.teams.as_deref();
    let byes = teams.map(|t| t.byes.iter().map(|(id, kind)| (PlayerId(id.0), *kind)).collect());
    let virtual_points = teams.map(|t| t.virtual_points.iter().map(|(id, n)| (PlayerId(id.0), *n)).collect());
    Round {
        meetings: matches(paired).map(|m| Arc::new(as_meeting(state, &m))).collect(),
        byes: byes.unwrap_or_default(),
        paired_by: paired.paired_by.clone(),
        paired_at: paired.paired_at.clone(),
        virtual_points: virtual_points.unwrap_or_default(),
        manual_phase: paired.manual_phase,
        openings: None,
        carried_from: paired.carried_from.clone(),
        teams: None,
    }
}

/// A projection with what pairing needs besides.
pub(crate) struct TeamView {
    /// The projection.
    pub(crate) state: State,
    /// As [`points_by_round`] gives them.
    pub(crate) points: Vec<BTreeMap<PlayerId, (i32, i32)>>,
}

pub(crate) fn team_view(state: &State, stage: StageIndex) -> TeamView {
    TeamView { state: projection(state, stage), points: points_by_round(state, stage) }
}

/// Match points and game points of every team in each round of a stage, in tenths, as far as the matches and byes give them.
fn points_by_round(state: &State, stage: StageIndex) -> Vec<BTreeMap<PlayerId, (i32, i32)>> {
    let Some(header) = state.stages.get(stage) else { return Vec::new() };
    let table = super::table(state, stage, header.rounds.len() as u32);
    let ids = state.team_numbering(stage);
    (0..header.rounds.len())
        .map(|round| {
            (table.rows.iter().zip(&ids))
                .filter_map(|(row, id)| {
                    let entry = row.rounds.get(round)?;
                    Some((PlayerId(id.0), (entry.match_points.tenths(), entry.game_points.tenths())))
                })
                .collect()
        })
        .collect()
}
