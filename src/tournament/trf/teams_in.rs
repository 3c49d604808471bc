//! The matches of a report file of teams, put into an event.

use super::records::AbnormalKind;
use super::{Code, Trf, TrfError};
use crate::model::*;
use crate::standings::{BoardEntry, MatchEntry, TeamTable};
use pairing::swiss::{Color as C, EntryKind};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// The beginning of the comments that tell of late and withdrawn teams.
pub(super) const ENTER: &str = "Teams enter in round ";
pub(super) const WITHDRAWN: &str = "Teams withdrawn from round ";
/// The comment of a file whose record 192 cannot say it.
pub(super) const BY_GAME_POINTS: &str = "Teams are ranked by game points";

/// Makes matches of the games of an imported state, whose first stage has the rounds of the file.
///
/// # Errors
/// As [`TeamTable::from_trf`].
pub(super) fn take(trf: &Trf, ids: &HashMap<u32, PlayerId>, state: &mut State) -> Result<(), TrfError> {
    let table = TeamTable::from_trf(trf, None)?;
    let team_of: BTreeMap<u32, TeamId> =
        trf.teams.iter().zip(1..).map(|(team, id)| (team.number, TeamId(id))).collect();
    rules(trf, &table, Arc::make_mut(&mut state.settings));
    let pattern = state.settings.teams.clone();
    let (mut enters, mut withdrawn): (BTreeMap<TeamId, u32>, BTreeMap<TeamId, u32>) = Default::default();
    for (_, text) in &trf.comments {
        for (prefix, map) in [(ENTER, &mut enters), (WITHDRAWN, &mut withdrawn)] {
            if let Some((round, numbers)) = super::import::list_comment(text, prefix) {
                map.extend(numbers.iter().filter_map(|n| Some((*team_of.get(n)?, round))));
            }
        }
    }
    for player in state.players.values_mut() {
        if !player.requested_byes.is_empty() {
            Arc::make_mut(player).requested_byes.clear();
        }
    }
    let Some(stage) = state.stages.first_mut() else { return Ok(()) };
    stage.system = system(trf, &stage.system);
    stage.teams =
        Arc::new(StageTeams { numbers: team_of.values().copied().collect(), by_hand: true, ..StageTeams::default() });
    let played = stage.rounds.len();
    let ours = trf.header.program.starts_with("Pairwright");
    let knockout = matches!(stage.system, System::Knockout { .. });
    for (index, round) in stage.rounds.iter_mut().enumerate() {
        let number = index as u32 + 1;
        // Our own files announce every zero-point bye; others leave the round blank. Who is out of a knockout has none.
        let announced = |id: &TeamId| {
            let here = trf.byes.iter().filter(|bye| bye.round == number).flat_map(|bye| &bye.ids);
            here.filter_map(|number| team_of.get(number)).any(|other| other == id)
        };
        let outside = |id: &TeamId| {
            // A team that left a knockout has the bye of the round in which it would have played.
            let gone = enters.get(id).is_some_and(|first| number < *first)
                || withdrawn.get(id).is_some_and(|from| number >= *from);
            (ours || knockout || gone) && !announced(id)
        };
        let made = matches(round, index, &table, &team_of, ids, &pattern, &outside);
        *round = Arc::new(made);
        virtual_points(trf, index as u32 + 1, &team_of, Arc::make_mut(round));
    }
    let swiss = matches!(stage.system, System::Swiss { .. } | System::Manual);
    for (id, team) in &mut state.teams {
        let team = Arc::make_mut(team);
        team.entered_in = enters.get(id).copied().unwrap_or(0);
        team.withdrawn_from = withdrawn.get(id).copied();
    }
    for bye in trf.byes.iter().filter(|bye| swiss && bye.round as usize > played) {
        let kind = match bye.code {
            Code::HalfBye => ByeKind::Half,
            Code::FullBye => ByeKind::Full,
            _ => ByeKind::Zero,
        };
        for id in bye.ids.iter().filter_map(|number| team_of.get(number)) {
            let gone = withdrawn.get(id).is_some_and(|from| bye.round >= *from)
                || enters.get(id).is_some_and(|first| bye.round < *first);
            if let Some(team) = state.teams.get_mut(id).filter(|_| !gone) {
                Arc::make_mut(team).requested_byes.insert(bye.round, kind);
            }
        }
    }
    adjustments(trf, &team_of, state);
    let pairs = forbidden(trf, &team_of, table.rounds_total);
    if !pairs.is_empty() {
        Arc::make_mut(&mut state.settings).forbidden_teams = pairs;
    }
    Ok(())
}

fn rules(trf: &Trf, table: &TeamTable, settings: &mut Settings) {
    let code = trf.header.type_code.to_ascii_uppercase();
    let parts: Vec<&str> = code.split('_').collect();
    let rules = &mut settings.teams;
    let scoring = table.match_scoring;
    rules.match_win = scoring.win.tenths();
    rules.match_draw = scoring.draw.tenths();
    rules.match_loss = scoring.loss.tenths();
    rules.boards = u8::try_from(table.boards.clamp(1, 100)).unwrap_or(100);
    let colors = &trf.header.board_colors;
    rules.alternate = colors.iter().skip(1).all(|color| *color == C::White) == (colors.len() < 2);
    let usual = |alternate: bool| {
        colors.iter().enumerate().all(|(board, color)| (*color == C::White) == (!alternate || board % 2 == 0))
    };
    if !usual(rules.alternate) {
        rules.board_colors = colors.iter().map(|color| Color::from(*color)).collect();
    }
    let scores: Vec<&&str> = parts.iter().filter(|part| matches!(**part, "MP" | "GP")).collect();
    let plain = matches!(code.as_str(), "" | "FIDE_TEAM" | "FIDE_TEAM_BAKU");
    let told = trf.comments.iter().any(|(_, text)| text.trim() == BY_GAME_POINTS);
    rules.primary = if scores.first() == Some(&&"GP") || (scores.is_empty() && told) {
        TeamScore::GamePoints
    } else {
        TeamScore::MatchPoints
    };
    rules.use_secondary = plain || scores.len() > 1;
    rules.colors = if plain || parts.contains(&"TYPEA") {
        TeamColors::TypeA
    } else if parts.contains(&"TYPEB") {
        TeamColors::TypeB
    } else {
        TeamColors::None
    };
    if let Some(byes) = &trf.team_byes {
        // Also the usual values: that the file has the record is kept with them.
        rules.bye_match_points = byes.match_points.map(|points| points.tenths());
        rules.bye_game_points = byes.game_points.map(|points| points.tenths());
    }
}

fn system(trf: &Trf, read: &System) -> System {
    let code = trf.header.type_code.to_ascii_uppercase();
    match read {
        System::Swiss { acceleration, .. } if !code.contains("SWISS") => {
            System::Swiss { variant: SwissVariant::Team, acceleration: *acceleration || code.ends_with("_BAKU") }
        }
        System::Swiss { .. } => System::Manual,
        other => other.clone(),
    }
}

fn seat(entry: &MatchEntry, board: usize) -> Option<u32> {
    entry.boards.get(board).and_then(|board: &BoardEntry| board.player)
}

fn empty_board(white: PlayerId, black: PlayerId, result: GameResult) -> Arc<Meeting> {
    let mut meeting = Meeting::single(white, black);
    for game in &mut meeting.games {
        game.result = Some(result);
        game.reason = Some(Reason::Default);
    }
    Arc::new(meeting)
}

/// A round with the games of the flat one, ordered by matches.
fn matches(
    flat: &Round,
    index: usize,
    table: &TeamTable,
    team_of: &BTreeMap<u32, TeamId>,
    ids: &HashMap<u32, PlayerId>,
    rules: &TeamRules,
    outside: &dyn Fn(&TeamId) -> bool,
) -> Round {
    let mut games: BTreeMap<PlayerId, &Arc<Meeting>> = BTreeMap::new();
    for meeting in &flat.meetings {
        for game in meeting.games.iter().take(1) {
            games.insert(game.white, meeting);
            games.insert(game.black, meeting);
        }
    }
    let rows: BTreeMap<u32, &MatchEntry> =
        table.rows.iter().filter_map(|row| Some((row.number, row.rounds.get(index)?))).collect();
    let mut done: BTreeSet<u32> = BTreeSet::new();
    let mut made = TeamRound::default();
    let mut meetings = Vec::new();
    let mut pairs: Vec<(u32, u32)> = Vec::new();
    for (&number, entry) in &rows {
        let Some(other) = entry.opponent.filter(|other| rows.contains_key(other) && *other != number) else { continue };
        if done.contains(&number) || done.contains(&other) {
            continue;
        }
        done.extend([number, other]);
        // Board 1 may be vacant: the first board with a colour tells it.
        let colored = entry.boards.iter().enumerate().find_map(|(board, e)| Some((board, e.entry.color?)));
        let white = match colored {
            Some((board, color)) => (color == C::White) == crate::teams::has_white(rules, board),
            None => entry.color != Some(C::Black),
        };
        pairs.push(if white { (number, other) } else { (other, number) });
    }
    for (white, black) in pairs {
        let (Some(&white_team), Some(&black_team)) = (team_of.get(&white), team_of.get(&black)) else { continue };
        let first = meetings.len();
        let boards = usize::from(rules.boards);
        let (own, theirs) = (rows[&white], rows[&black]);
        let mut used: BTreeSet<PlayerId> = BTreeSet::new();
        for board in 0..boards.max(own.boards.len()).max(theirs.boards.len()) {
            let sides = [seat(own, board), seat(theirs, board)].map(|n| n.and_then(|n| ids.get(&n).copied()));
            // A line-up (record 300) leaves a board empty that the other side leaves empty too.
            if sides == [None, None] && board < own.boards.len().max(theirs.boards.len()) {
                let nobody = PlayerId::NOBODY;
                meetings.push(empty_board(nobody, nobody, GameResult::BothForfeit));
            }
            for (side, id) in sides.iter().enumerate().filter_map(|(side, id)| Some((side, (*id)?))) {
                if used.contains(&id) {
                    continue;
                }
                used.insert(id);
                if let Some(meeting) = games.get(&id) {
                    used.extend(meeting.games.iter().flat_map(|game| [game.white, game.black]));
                    meetings.push((*meeting).clone());
                } else {
                    let has_white = crate::teams::has_white(rules, meetings.len() - first) == (side == 0);
                    meetings.push(if has_white {
                        empty_board(id, PlayerId::NOBODY, GameResult::ForfeitToWhite)
                    } else {
                        empty_board(PlayerId::NOBODY, id, GameResult::ForfeitToBlack)
                    });
                }
            }
        }
        // Boards that nobody names: vacant on both sides, or those of a match that was decided without line-ups.
        let named = meetings.len() > first;
        while meetings.len() - first < boards {
            let white_here = crate::teams::has_white(rules, meetings.len() - first);
            let result = match (named, own.kind, theirs.kind) {
                (false, EntryKind::ForfeitWin, _) if white_here => GameResult::ForfeitToWhite,
                (false, EntryKind::ForfeitWin, _) => GameResult::ForfeitToBlack,
                (false, _, EntryKind::ForfeitWin) if white_here => GameResult::ForfeitToBlack,
                (false, _, EntryKind::ForfeitWin) => GameResult::ForfeitToWhite,
                _ => GameResult::BothForfeit,
            };
            meetings.push(empty_board(PlayerId::NOBODY, PlayerId::NOBODY, result));
        }
        let boards = (meetings.len() - first) as u32;
        made.matches.push(TeamMatch { white: white_team, black: black_team, boards, by_hand: None, decided: None });
    }
    for (number, entry) in &rows {
        let Some(&id) = team_of.get(number).filter(|_| !done.contains(number)) else { continue };
        let kind = match entry.kind {
            EntryKind::PairingBye => ByeKind::PairingAllocated,
            EntryKind::FullBye => ByeKind::Full,
            EntryKind::HalfBye => ByeKind::Half,
            _ if outside(&id) => continue,
            _ => ByeKind::Zero,
        };
        made.byes.insert(id, kind);
    }
    Round { meetings, byes: BTreeMap::new(), teams: Some(Arc::new(made)), ..flat.clone() }
}

fn virtual_points(trf: &Trf, number: u32, team_of: &BTreeMap<u32, TeamId>, round: &mut Round) {
    round.virtual_points.clear();
    let Some(teams) = &mut round.teams else { return };
    let records = trf.acceleration.iter().filter(|a| (a.first_round..=a.last_round).contains(&number));
    for record in records {
        let points = record.match_points.or(record.points).map_or(0, |points| points.tenths());
        for (_, id) in team_of.range(record.first_id..=record.last_id.max(record.first_id)) {
            if points != 0 {
                Arc::make_mut(teams).virtual_points.insert(*id, points);
            }
        }
    }
}

/// The pairs of teams that record 260 keeps apart.
fn forbidden(trf: &Trf, team_of: &BTreeMap<u32, TeamId>, rounds: u32) -> Vec<ForbiddenTeams> {
    let mut pairs = Vec::new();
    for group in &trf.forbidden {
        let members: Vec<TeamId> = group.ids.iter().filter_map(|number| team_of.get(number).copied()).collect();
        for (place, a) in members.iter().enumerate() {
            pairs.extend(members[place + 1..].iter().filter(|b| *b != a).map(|b| ForbiddenTeams {
                a: *a,
                b: *b,
                first_round: group.first_round,
                last_round: group.last_round.filter(|last| *last < rounds),
            }));
        }
    }
    pairs
}

fn adjustments(trf: &Trf, team_of: &BTreeMap<u32, TeamId>, state: &mut State) {
    for record in trf.abnormal.iter().filter(|record| record.kind == AbnormalKind::Extra) {
        let all: Vec<u32> = team_of.keys().copied().collect();
        let numbers = if record.ids.is_empty() { &all } else { &record.ids };
        for team in numbers.iter().filter_map(|number| team_of.get(number)) {
            state.team_adjustments.push(TeamAdjustment {
                team: *team,
                round: record.round.unwrap_or(0),
                match_points: record.match_points.map_or(0, |points| points.tenths()),
                game_points: record.points.map_or(0, |points| points.tenths()),
                reason: "record 299 of the imported file".to_owned(),
                stage: 0,
            });
        }
    }
}
