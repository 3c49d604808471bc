//! The records of an event of teams: 192, 240, 250, 299, 300, 310, 320, 330, 352, 362.

use super::records::{AbnormalKind, AbnormalPoints, Acceleration, ByeRecord, ForbiddenGroup, MatchScoring};
use super::teams::{ForfeitedMatch, LineUp as LineUpRecord, TeamByes, TeamRecord};
use super::{Code, Trf, teams_in};
use crate::model::*;
use crate::teams;
use pairing::Points;
use std::collections::{BTreeMap, HashMap};

/// Puts the records of teams into a report file that has the players already; `numbers` are the players' numbers in it.
pub(super) fn put(state: &State, stage: StageIndex, numbers: &HashMap<PlayerId, u32>, trf: &mut Trf) {
    let Some(header) = state.stages.get(stage) else { return };
    let rules = &state.settings.teams;
    let order = state.team_numbering(stage);
    let late = state.teams.keys().filter(|id| !order.contains(id) && !state.is_closed(stage));
    let order: Vec<TeamId> = order.iter().chain(late).copied().collect();
    let number_of: BTreeMap<TeamId, u32> = order.iter().copied().zip(1..).collect();
    let rounds = header.rounds.len() as u32;
    let table = teams::table(state, stage, rounds);
    let (_, standings) = teams::standings(state, stage, rounds);
    trf.teams = order
        .iter()
        .filter_map(|id| Some((id, state.teams.get(id)?)))
        .map(|(id, team)| {
            let number = number_of[id];
            let row = table.rows.get(number as usize - 1);
            let sum = |points: fn(&crate::standings::MatchEntry) -> Points, extra: Points| {
                row.map(|row| row.rounds.iter().map(points).sum::<Points>() + extra)
            };
            TeamRecord {
                line: 0,
                number,
                name: super::export::clean(&team.name),
                nickname: super::export::clean(&team.short),
                strength: Some(u32::from(teams::strength(state, team))).filter(|strength| *strength > 0),
                match_points: sum(|e| e.match_points, row.map_or(Points::ZERO, |row| row.extra_match_points)),
                game_points: sum(|e| e.game_points, row.map_or(Points::ZERO, |row| row.extra_game_points)),
                rank: standings.row_of(number).map(|row| row.rank),
                members: team.members.iter().filter_map(|id| numbers.get(id).copied()).collect(),
            }
        })
        .collect();
    trf.header.board_colors =
        (0..usize::from(rules.boards))
            .map(|board| {
                if teams::has_white(rules, board) { pairing::swiss::Color::White } else { pairing::swiss::Color::Black }
            })
            .collect();
    trf.header.match_points = Some(MatchScoring {
        win: Points(rules.match_win),
        draw: Points(rules.match_draw),
        loss: Points(rules.match_loss),
    });
    trf.header.type_code = type_code(&header.system, rules);
    if rules.primary == TeamScore::GamePoints && !trf.header.type_code.contains("GP") {
        trf.comments.push((0, teams_in::BY_GAME_POINTS.to_owned()));
    }
    let mut allocated = TeamByes {
        match_points: Some(Points(rules.bye_match_points.unwrap_or(rules.match_draw))),
        game_points: Some(rules.bye_game_points.map_or(table.half_score(), Points)),
        teams: Vec::new(),
    };
    for (round, number) in header.rounds.iter().zip(1u32..) {
        let Some(paired) = &round.teams else { continue };
        let bye = paired.byes.iter().find(|(_, kind)| **kind == ByeKind::PairingAllocated);
        allocated.teams.push(bye.and_then(|(id, _)| number_of.get(id).copied()));
        byes(&paired.byes, number, &number_of, trf);
        for m in teams::matches(round) {
            one_match(state, &m, number, &number_of, numbers, trf);
        }
    }
    // Records are written up to the last bye.
    let last = allocated.teams.iter().rposition(Option::is_some).map_or(0, |at| at + 1);
    allocated.teams.truncate(last);
    let given = rules.bye_match_points.is_some() || rules.bye_game_points.is_some();
    if last > 0 || given || matches!(header.system, System::Swiss { .. }) {
        trf.team_byes = Some(allocated);
    }
    coming(state, header, &number_of, trf);
    acceleration(header, &order, rules, trf);
    for pair in &state.settings.forbidden_teams {
        if let (Some(&a), Some(&b)) = (number_of.get(&pair.a), number_of.get(&pair.b)) {
            let (first_round, last_round) = (pair.first_round, pair.last_round);
            trf.forbidden.push(ForbiddenGroup { line: 0, first_round, last_round, ids: vec![a, b] });
        }
    }
    for (id, (matches, games)) in &header.teams.carried {
        trf.abnormal.push(AbnormalPoints {
            kind: AbnormalKind::Extra,
            match_points: Some(Points(*matches)),
            points: Some(Points(*games)),
            round: None,
            ids: number_of.get(id).copied().into_iter().collect(),
        });
    }
    for adjustment in state.team_adjustments.iter().filter(|adjustment| adjustment.stage == stage) {
        let points = |tenths: i32| Some(Points(tenths));
        trf.abnormal.push(AbnormalPoints {
            kind: AbnormalKind::Extra,
            match_points: points(adjustment.match_points),
            points: points(adjustment.game_points),
            round: Some(adjustment.round).filter(|round| *round > 0),
            ids: number_of.get(&adjustment.team).copied().into_iter().collect(),
        });
    }
}

/// Record 192 (`swiss-team` 2).
fn type_code(system: &System, rules: &TeamRules) -> String {
    let (first, second) = match rules.primary {
        TeamScore::MatchPoints => ("MP", "GP"),
        TeamScore::GamePoints => ("GP", "MP"),
    };
    match system {
        System::Swiss { variant: SwissVariant::Team, acceleration } => {
            let colors = match rules.colors {
                TeamColors::TypeA => "_TYPEA",
                TeamColors::TypeB => "_TYPEB",
                TeamColors::None => "",
            };
            let second = if rules.use_secondary { format!("_{second}") } else { String::new() };
            format!("FIDE_TEAM{colors}_{first}{second}{}", if *acceleration { "_BAKU" } else { "" })
        }
        System::Swiss { .. } | System::Manual => format!("CUSTOM_TEAM_SWISS_{first}"),
        System::RoundRobin { cycles: 1, .. } => "BERGER_TEAM_ROUNDROBIN".to_owned(),
        System::RoundRobin { cycles: 2, .. } => "BERGER_TEAM_DOUBLEROUNDROBIN".to_owned(),
        System::RoundRobin { .. } | System::Scheveningen { .. } => "CUSTOM_TEAM_ROUNDROBIN".to_owned(),
        System::Knockout { .. } => "CUSTOM_TEAM_KNOCKOUT".to_owned(),
    }
}

fn byes(byes: &BTreeMap<TeamId, ByeKind>, round: u32, number_of: &BTreeMap<TeamId, u32>, trf: &mut Trf) {
    for (kind, code) in [(ByeKind::Full, Code::FullBye), (ByeKind::Half, Code::HalfBye), (ByeKind::Zero, Code::ZeroBye)]
    {
        let list = byes.iter().filter(|(_, given)| **given == kind);
        let mut ids: Vec<u32> = list.filter_map(|(id, _)| number_of.get(id).copied()).collect();
        ids.sort_unstable();
        if !ids.is_empty() {
            trf.byes.push(ByeRecord { line: 0, code, round, ids });
        }
    }
}

fn one_match(
    state: &State,
    m: &teams::MatchRef<'_>,
    round: u32,
    number_of: &BTreeMap<TeamId, u32>,
    numbers: &HashMap<PlayerId, u32>,
    trf: &mut Trf,
) {
    let (Some(&white), Some(&black)) = (number_of.get(&m.game.white), number_of.get(&m.game.black)) else { return };
    let score = teams::score(state, m);
    if teams::is_forfeited(m) || is_lost_by_forfeit(state, &score) {
        trf.forfeited_matches.push(ForfeitedMatch {
            white_wins: score.white > score.black,
            black_wins: score.black > score.white,
            round,
            white,
            black,
        });
    }
    let sides = teams::line_ups(state, m);
    for (own, team, (number, opponent)) in
        [(&sides[0], m.game.white, (white, black)), (&sides[1], m.game.black, (black, white))]
    {
        let seated: Vec<PlayerId> = own.iter().flatten().copied().collect();
        let members = state.teams.get(&team).map(|team| team.members.as_slice()).unwrap_or_default();
        let usual: Vec<PlayerId> = members.iter().copied().filter(|id| seated.contains(id)).collect();
        let last = own.iter().rposition(Option::is_some).map_or(0, |at| at + 1);
        if usual != seated || last != seated.len() {
            let boards = own[..last].iter().map(|seat| seat.and_then(|id| numbers.get(&id).copied())).collect();
            trf.line_ups.push(LineUpRecord { round, team: number, opponent, boards });
        }
    }
}

/// All boards have players, and one side, or both, lost all of them by forfeit.
fn is_lost_by_forfeit(state: &State, score: &teams::MatchScore) -> bool {
    let boards = i32::try_from(score.games).unwrap_or(i32::MAX);
    let full = Points(state.settings.scoring.win.saturating_mul(boards));
    let (less, more) = (score.white.min(score.black), score.white.max(score.black));
    let over = score.games > 0 && score.open + score.adjourned + score.played == 0;
    over && less == Points::ZERO && (more == full || more == Points::ZERO)
}

/// Byes asked for, late and withdrawn teams.
fn coming(state: &State, header: &Stage, number_of: &BTreeMap<TeamId, u32>, trf: &mut Trf) {
    let paired = header.rounds.len() as u32;
    let mut asked: BTreeMap<u32, BTreeMap<TeamId, ByeKind>> = BTreeMap::new();
    let (mut enters, mut withdrawn): (BTreeMap<u32, Vec<u32>>, BTreeMap<u32, Vec<u32>>) = Default::default();
    for (id, number) in number_of {
        let Some(team) = state.teams.get(id) else { continue };
        for (round, kind) in team.requested_byes.range(paired + 1..) {
            asked.entry(*round).or_default().insert(*id, *kind);
        }
        if team.entered_in > 1 {
            enters.entry(team.entered_in).or_default().push(*number);
        }
        if let Some(round) = team.withdrawn_from {
            withdrawn.entry(round).or_default().push(*number);
        }
    }
    for (round, list) in &asked {
        byes(list, *round, number_of, trf);
    }
    for (prefix, map) in [(teams_in::ENTER, enters), (teams_in::WITHDRAWN, withdrawn)] {
        for (round, mut list) in map {
            list.sort_unstable();
            let list: Vec<String> = list.iter().map(u32::to_string).collect();
            trf.comments.push((0, format!("{prefix}{round}: {}", list.join(" "))));
        }
    }
}

/// Virtual match points: those that rounds were paired with, and what Baku gives the same group later (FIDE C.04.7).
fn acceleration(header: &Stage, order: &[TeamId], rules: &TeamRules, trf: &mut Trf) {
    let Some(first) = header.rounds.first().and_then(|round| round.teams.as_ref()) else { return };
    let accelerated = matches!(header.system, System::Swiss { acceleration: true, .. });
    let number_of: BTreeMap<TeamId, u32> = order.iter().copied().zip(1..).collect();
    let last = order.iter().rposition(|id| first.virtual_points.contains_key(id)).map_or(0, |at| at as u32 + 1);
    let half = header.rounds_planned.div_ceil(2);
    let full = half.div_ceil(2);
    let rounds = header.rounds_planned.max(header.rounds.len() as u32);
    let by_round = (1..=rounds).map(|round| match header.rounds.get(round as usize - 1) {
        Some(paired) => {
            let number = |(id, points): (&TeamId, &i32)| Some((*number_of.get(id)?, *points));
            paired.teams.iter().flat_map(|teams| &teams.virtual_points).filter_map(number).collect()
        }
        None if accelerated && round <= half => {
            let points = if round <= full { rules.match_win } else { rules.match_win / 2 };
            (1..=last).map(|number| (number, points)).collect()
        }
        None => BTreeMap::new(),
    });
    let records = super::export::accelerations(by_round);
    trf.acceleration.extend(records.into_iter().map(|record| Acceleration {
        match_points: record.points,
        points: None,
        ..record
    }));
}

/// The older records of teams (013) that an event has kept from its file: those that still name a team with its members stay.
pub(super) fn old_records(trf: &mut Trf) -> Option<String> {
    let holds = |line: &str| {
        let chars: Vec<char> = line.chars().collect();
        let Some(old) = super::teams::team_013(&chars, 0, 0) else { return false };
        let same = |team: &TeamRecord| team.name.trim() == old.name.trim() && team.members == old.members;
        trf.teams.iter().any(same)
    };
    let of_team = |line: &usize| line.checked_sub(1).and_then(|at| trf.lines.get(at)).filter(|l| l.starts_with("013"));
    let gone = |line: &usize| of_team(line).is_some_and(|line| !holds(line));
    let (left_out, kept): (Vec<usize>, Vec<usize>) = trf.unknown_lines.iter().copied().partition(gone);
    trf.unknown_lines = kept;
    (!left_out.is_empty()).then(|| {
        let count = left_out.len();
        format!("{count} of the imported records 013 are left out, since their teams have other names, members or numbers now; records 310 say it")
    })
}
