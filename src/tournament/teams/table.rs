//! The table of matches, from which team standings are computed.

use super::projection::match_scoring;
use super::{MatchRef, matches, score, white_side};
use crate::crosstable::{CrossTable, PairingKind, meeting_entry};
use crate::model::*;
use crate::standings::{
    BoardEntry, Decision, MatchEntry, MatchScoring, Options, Standings, TeamRow, TeamTable, TieBreak, Unit,
    compute_teams_with, teams_without,
};
use pairing::Points;
use pairing::swiss::{Color as C, EntryKind, RoundEntry, Tpn};
use std::collections::BTreeMap;

/// The matches of a stage after the given number of rounds. Row `i` is the team with number `i + 1`; members have their numbers of the stage.
///
/// A Scheveningen match counts as one match in every round. A match with open games gives its game points so far, and no match points yet.
pub fn table(state: &State, stage: StageIndex, rounds: u32) -> TeamTable {
    let rules = &state.settings.teams;
    let teams = state.team_numbering(stage);
    let number_of: BTreeMap<TeamId, Tpn> = teams.iter().zip(1..).map(|(id, n)| (*id, n)).collect();
    let players: BTreeMap<PlayerId, Tpn> = state.numbering(stage).iter().zip(1..).map(|(id, n)| (*id, n)).collect();
    let header = state.stages.get(stage);
    let counted = rounds.min(header.map_or(0, |h| h.rounds.len() as u32));
    let whole = state.meeting_scoring(stage);
    let scheveningen = header.is_some_and(|h| matches!(h.system, System::Scheveningen { .. }));
    let m = match_scoring(rules);
    let mut table = TeamTable {
        rows: Vec::with_capacity(teams.len()),
        boards: u32::from(rules.boards.max(1)),
        rounds: counted,
        rounds_total: header.map_or(0, |h| h.rounds_planned),
        match_scoring: MatchScoring { win: Points(m.win), draw: Points(m.draw), loss: Points(m.loss) },
        scoring: whole.into(),
        primary: if primary(state, stage) == TeamScore::GamePoints { Unit::Game } else { Unit::Match },
        kind: CrossTable::of_state(state, stage, 0).kind,
        tiebreaks: state.settings.tiebreaks.clone(),
    };
    if scheveningen {
        table.kind = PairingKind::Predetermined { cycles: counted.clamp(1, 255) as u8 };
        table.boards = header.and_then(|h| h.rounds.first()).map_or(table.boards, |r| r.meetings.len() as u32);
    }
    for id in &teams {
        let mut row = TeamRow {
            number: number_of[id],
            name: state.team_name(*id),
            members: (state.teams.get(id).iter())
                .flat_map(|team| &team.members)
                .filter_map(|id| players.get(id).copied())
                .collect(),
            rounds: Vec::with_capacity(counted as usize),
            extra_match_points: Points::ZERO,
            extra_game_points: Points::ZERO,
        };
        for extra in state.team_adjustments.iter().filter(|a| a.team == *id && a.stage == stage && a.round <= counted) {
            row.extra_match_points += Points(extra.match_points);
            row.extra_game_points += Points(extra.game_points);
        }
        if let Some(&(matches, games)) = header.and_then(|h| h.teams.carried.get(id)) {
            row.extra_match_points += Points(matches);
            row.extra_game_points += Points(games);
        }
        table.rows.push(row);
    }
    let paired = header.map(|h| h.rounds.as_slice()).unwrap_or_default();
    for round in paired.iter().take(counted as usize) {
        let mut entries: BTreeMap<TeamId, MatchEntry> =
            if scheveningen { BTreeMap::new() } else { bye_entries(&table, rules, round) };
        let turned;
        let round = if scheveningen {
            turned = as_match(state, round);
            &turned
        } else {
            round
        };
        for m in matches(round) {
            for white in [true, false] {
                let (own, other) = if white { (m.game.white, m.game.black) } else { (m.game.black, m.game.white) };
                if let Some(&opponent) = number_of.get(&other) {
                    entries.insert(own, entry(state, &table, &players, &m, white, opponent));
                }
            }
        }
        for (row, id) in table.rows.iter_mut().zip(&teams) {
            row.rounds
                .push(entries.remove(id).unwrap_or_else(|| without(EntryKind::ZeroBye, Points::ZERO, Points::ZERO)));
        }
    }
    table
}

fn without(kind: EntryKind, match_points: Points, game_points: Points) -> MatchEntry {
    MatchEntry { kind, opponent: None, color: None, match_points, game_points, boards: Vec::new() }
}

fn bye_entries(table: &TeamTable, rules: &TeamRules, round: &Round) -> BTreeMap<TeamId, MatchEntry> {
    let scoring = table.match_scoring;
    let entry = |kind: &ByeKind| match kind {
        ByeKind::PairingAllocated => without(
            EntryKind::PairingBye,
            Points(rules.bye_match_points.unwrap_or(rules.match_draw)),
            rules.bye_game_points.map_or(table.half_score(), Points),
        ),
        ByeKind::Full => without(EntryKind::FullBye, scoring.win, table.full_score()),
        ByeKind::Half => without(EntryKind::HalfBye, scoring.draw, table.half_score()),
        ByeKind::Zero => without(EntryKind::ZeroBye, Points::ZERO, Points::ZERO),
    };
    round.teams.iter().flat_map(|teams| &teams.byes).map(|(id, kind)| (*id, entry(kind))).collect()
}

/// A round of a Scheveningen match as one match of all boards; who has White on a board does not follow the board there.
fn as_match(state: &State, round: &Round) -> Round {
    let mut teams = state.teams.keys();
    let game = match (teams.next(), teams.next()) {
        (Some(&white), Some(&black)) => {
            vec![TeamMatch { white, black, boards: round.meetings.len() as u32, by_hand: None, decided: None }]
        }
        _ => Vec::new(),
    };
    let teams = TeamRound { matches: game, ..TeamRound::default() };
    Round { teams: Some(teams.into()), ..round.clone() }
}

/// One side of a match.
fn entry(
    state: &State,
    table: &TeamTable,
    players: &BTreeMap<PlayerId, Tpn>,
    m: &MatchRef<'_>,
    white: bool,
    opponent: Tpn,
) -> MatchEntry {
    let scoring = &state.settings.scoring;
    let mut boards = Vec::with_capacity(m.boards.len());
    for (meeting, board) in m.boards.iter().zip(0..) {
        let Some(game) = meeting.games.first() else { continue };
        let has_white = white_side(state, m, board) == white;
        let (me, other) = if has_white { (game.white, game.black) } else { (game.black, game.white) };
        let color = if has_white { C::White } else { C::Black };
        let entry = if me == PlayerId::NOBODY {
            RoundEntry { kind: EntryKind::ForfeitLoss, color: Some(color), ..RoundEntry::ABSENT }
        } else {
            let opponent = players.get(&other).copied();
            meeting_entry(meeting, me, opponent, color, scoring, state.settings.meetings_as_unit)
        };
        boards.push(BoardEntry { player: players.get(&me).copied(), entry });
    }
    let outcome = score(state, m);
    let (own, theirs) = if white { (outcome.white, outcome.black) } else { (outcome.black, outcome.white) };
    let kind = match outcome.played > 0 || outcome.open > 0 {
        true if outcome.open + outcome.adjourned > 0 => EntryKind::Adjourned,
        true => EntryKind::Played { rated: true },
        false if own > theirs => EntryKind::ForfeitWin,
        false => EntryKind::ForfeitLoss,
    };
    let m_scoring = table.match_scoring;
    let match_points = match own.cmp(&theirs) {
        _ if outcome.open > 0 => Points::ZERO,
        std::cmp::Ordering::Greater => m_scoring.win,
        std::cmp::Ordering::Less => m_scoring.loss,
        std::cmp::Ordering::Equal if outcome.played == 0 && own == Points::ZERO => m_scoring.loss,
        std::cmp::Ordering::Equal => m_scoring.draw,
    };
    MatchEntry {
        kind,
        opponent: Some(opponent),
        color: Some(if white { C::White } else { C::Black }),
        match_points,
        game_points: own,
        boards,
    }
}

/// The score that ranks the teams of a stage first. A Scheveningen match says so itself (`scheveningen` 6): the sum of all games, or match points
/// round by round.
pub fn primary(state: &State, stage: StageIndex) -> TeamScore {
    match state.stages.get(stage).map(|header| &header.system) {
        Some(System::Scheveningen { options, .. }) if options.match_points => TeamScore::MatchPoints,
        Some(System::Scheveningen { .. }) => TeamScore::GamePoints,
        _ => state.settings.teams.primary,
    }
}

/// Players are paired in the stage, and each stands for a team whose name belongs beside the own one.
pub fn beside_names(state: &State, stage: StageIndex) -> bool {
    let scheveningen = state.stages.get(stage).is_some_and(|h| matches!(h.system, System::Scheveningen { .. }));
    !state.teams.is_empty()
        && !state.pairs_teams(stage)
        && (scheveningen || state.settings.contest != Contest::Individual)
}

/// The tie-breaks of the event that stand in its list, as far as they can be read.
pub fn tiebreaks(state: &State) -> Vec<TieBreak> {
    state.settings.tiebreaks.iter().filter_map(|code| code.parse().ok()).collect()
}

/// Teams of a round-robin whose results do not count: they have played fewer than half of their matches and do not play more (FIDE C.05
/// art. 6.6, taken for teams). Empty where the settings count everything.
pub fn left_out(state: &State, stage: StageIndex) -> Vec<TeamId> {
    let round_robin = state.stages.get(stage).is_some_and(|h| matches!(h.system, System::RoundRobin { .. }));
    if !round_robin || state.settings.count_withdrawn || !state.pairs_teams(stage) {
        return Vec::new();
    }
    let view = super::projection(state, stage);
    crate::standings::left_out(&view, stage).into_iter().map(|id| TeamId(id.0)).collect()
}

/// The [`table`] of the teams that are ranked: without those of [`left_out`]. Rows keep their numbers.
pub fn counted(state: &State, stage: StageIndex, rounds: u32) -> TeamTable {
    let table = table(state, stage, rounds);
    let gone = left_out(state, stage);
    if gone.is_empty() {
        return table;
    }
    let numbers: Vec<Tpn> =
        state.team_numbering(stage).iter().zip(1..).filter(|(id, _)| gone.contains(id)).map(|(_, n)| n).collect();
    teams_without(&table, &numbers)
}

/// The teams ranked after the given number of rounds by the event's tie-breaks and the decisions on its ties, with the table of those who are
/// ranked.
pub fn standings(state: &State, stage: StageIndex, rounds: u32) -> (TeamTable, Standings) {
    let table = counted(state, stage, rounds);
    let mut list = tiebreaks(state);
    if state.stages.get(stage).is_some_and(|header| matches!(header.system, System::Scheveningen { .. })) {
        // The list is that of the players. Of two teams that meet all the time only the boards can say more than the score.
        list.retain(|code| code.name.is_team());
    }
    let standings = ranked(state, stage, &table, &list);
    (table, standings)
}

/// Teams that share a rank after everything, the highest rank first: as identities of [`super::projection`].
pub fn level(state: &State, stage: StageIndex, rounds: u32) -> Vec<Vec<PlayerId>> {
    let (_, standings) = standings(state, stage, rounds);
    let ids = state.team_numbering(stage);
    let id = |number: &Tpn| Some(PlayerId(ids.get((*number as usize).checked_sub(1)?)?.0));
    standings.level().iter().map(|tied| tied.iter().filter_map(id).collect()).collect()
}

/// A table of [`counted`] ranked by a list and the decisions on ties after its last round.
pub fn ranked(state: &State, stage: StageIndex, table: &TeamTable, list: &[TieBreak]) -> Standings {
    let mut options = Options { edition: state.settings.edition, ..Options::default() };
    let mut standings = compute_teams_with(table, list, &options);
    let decided = state.tie_decisions.iter().filter(|one| (one.stage, one.round) == (stage, table.rounds));
    let ids = state.team_numbering(stage);
    let number = |id: &PlayerId| ids.iter().position(|team| team.0 == id.0).map(|at| at as Tpn + 1);
    for decision in decided {
        let group: Vec<Tpn> = decision.group.iter().filter_map(number).collect();
        let level = standings.level();
        let concerned = level.iter().filter(|tied| tied.iter().any(|one| group.contains(one)));
        // Whoever has joined the tie since was not asked: then the decision no longer holds.
        if concerned.flatten().all(|one| group.contains(one)) {
            let order = decision.order.iter().filter_map(number).collect();
            options.decisions.push(Decision { kind: decision.kind, order });
            standings = compute_teams_with(table, list, &options);
        }
    }
    by_bracket(state, stage, table.rounds, &mut standings);
    standings
}

/// In a knockout the bracket ranks, not the points (`knockout` 5): who is still in it first, then the places that it gives.
fn by_bracket(state: &State, stage: StageIndex, rounds: u32, standings: &mut Standings) {
    let Some(header) = state.stages.get(stage) else { return };
    if !matches!(header.system, System::Knockout { .. }) || rounds == 0 {
        return;
    }
    let mut then = state.clone();
    then.stages[stage].rounds.truncate(rounds as usize);
    let Ok(places) = crate::knockout::places(&then, stage) else { return };
    let ids = state.team_numbering(stage);
    let place = |number: Tpn| {
        let id = ids.get((number as usize).checked_sub(1)?)?;
        places.iter().find(|(_, _, player)| player.0 == id.0).map(|(from, _, _)| *from)
    };
    // As computed before, the better by points first among those who share a place.
    standings.rows.sort_by_key(|row| place(row.number).unwrap_or(0));
    for row in &mut standings.rows {
        row.rank = place(row.number).unwrap_or(1);
    }
}
