//! Tables of teams from report files: records 310, 240, 320, 330, 300, 299, 352, 362.

use super::code::Unit;
use super::team::{ForfeitedMatch, MatchEntry, MatchScoring, TeamSetup, TeamTable};
use crate::trf::{AbnormalKind, Code, Trf, TrfError};
use pairing::Points;
use pairing::swiss::EntryKind;

impl TeamTable {
    /// The matches of a report file after a number of rounds; `None` counts all rounds that have been paired.
    ///
    /// # Errors
    /// As [`Trf::cross_table`].
    pub fn from_trf(trf: &Trf, rounds: Option<u32>) -> Result<TeamTable, TrfError> {
        let games = trf.cross_table(rounds)?;
        let counted = games.rounds;
        let mut table = TeamTable::assemble(&games, &setup(trf, counted));
        first_board_colors(trf, &mut table);
        abnormal_results(trf, &mut table);
        Ok(table)
    }
}

/// Where board 1 has no colour, because nobody sat there on one side, the colours of the other boards tell it (record 352; without it they alternate).
fn first_board_colors(trf: &Trf, table: &mut TeamTable) {
    let pattern = &trf.header.board_colors;
    let as_first = |board: usize| match (pattern.first(), pattern.get(board)) {
        (Some(first), Some(own)) => first == own,
        _ => board.is_multiple_of(2),
    };
    for entry in table.rows.iter_mut().flat_map(|row| &mut row.rounds) {
        let colored = entry.boards.iter().enumerate().find_map(|(board, seat)| Some((board, seat.entry.color?)));
        if let Some((board, color)) = colored
            && !as_first(board)
        {
            entry.color = Some(color.other());
        }
    }
}

/// FIDE_TEAM_GP..., FIDE_TEAM_TYPEA_GP_MP and the like are decided by game points; all others by match points.
fn primary(type_code: &str) -> Unit {
    let code = type_code.to_ascii_uppercase();
    let scores = code.split('_').find(|part| matches!(*part, "MP" | "GP"));
    if scores == Some("GP") { Unit::Game } else { Unit::Match }
}

fn setup(trf: &Trf, rounds: u32) -> TeamSetup {
    let match_scoring = trf.header.match_points.map_or_else(MatchScoring::default, |m| MatchScoring {
        win: m.win,
        draw: m.draw,
        loss: m.loss,
    });
    let kind = |code| match code {
        Code::FullBye => EntryKind::FullBye,
        Code::HalfBye => EntryKind::HalfBye,
        _ => EntryKind::ZeroBye,
    };
    let byes = trf.byes.iter().flat_map(|record| record.ids.iter().map(|id| (*id, record.round, kind(record.code))));
    let allocated = trf.team_byes.as_ref();
    let pairing_byes = allocated.iter().flat_map(|byes| byes.teams.iter().zip(1..));
    let forfeited = trf.forfeited_matches.iter().map(|forfeit| ForfeitedMatch {
        round: forfeit.round,
        white: forfeit.white,
        black: forfeit.black,
        winner: match (forfeit.white_wins, forfeit.black_wins) {
            (true, _) => Some(forfeit.white),
            (false, true) => Some(forfeit.black),
            (false, false) => None,
        },
    });
    let extras = trf
        .abnormal
        .iter()
        .filter(|record| record.kind == AbnormalKind::Extra && record.round.is_none_or(|round| round <= rounds));
    let everybody: Vec<u32> = trf.teams.iter().map(|team| team.number).collect();
    let extra = extras.flat_map(|record| {
        let ids = if record.ids.is_empty() { &everybody } else { &record.ids };
        let match_points = record.match_points.unwrap_or(Points::ZERO);
        let game_points = record.points.unwrap_or(Points::ZERO);
        ids.iter().map(move |id| (*id, match_points, game_points))
    });
    TeamSetup {
        teams: trf.teams.iter().map(|team| (team.number, team.name.clone(), team.members.clone())).collect(),
        boards: u32::try_from(trf.header.board_colors.len()).unwrap_or(0),
        match_scoring,
        primary: primary(&trf.header.type_code),
        byes: byes.collect(),
        pairing_byes: pairing_byes.filter_map(|(team, round)| team.map(|team| (team, round))).collect(),
        bye_match_points: allocated.and_then(|byes| byes.match_points),
        bye_game_points: allocated.and_then(|byes| byes.game_points),
        forfeited: forfeited.collect(),
        line_ups: trf.line_ups.iter().map(|line| (line.round, line.team, line.boards.clone())).collect(),
        extra: extra.collect(),
    }
}

/// Record 299 with a kind of result: other points for it.
fn abnormal_results(trf: &Trf, table: &mut TeamTable) {
    let scoring = table.match_scoring;
    for record in &trf.abnormal {
        let AbnormalKind::Instead(code) = record.kind else { continue };
        let meant = |number| record.ids.is_empty() || record.ids.contains(&number);
        for row in table.rows.iter_mut().filter(|row| meant(row.number)) {
            for (entry, round) in row.rounds.iter_mut().zip(1..) {
                if record.round.is_none_or(|wanted| wanted == round) && stands_for(code, entry, scoring) {
                    entry.match_points = record.match_points.unwrap_or(entry.match_points);
                    entry.game_points = record.points.unwrap_or(entry.game_points);
                }
            }
        }
    }
}

fn stands_for(code: Code, entry: &MatchEntry, scoring: MatchScoring) -> bool {
    let played = entry.kind.is_played();
    match code {
        Code::Win | Code::WinUnrated => played && entry.match_points == scoring.win,
        Code::Draw | Code::DrawUnrated => played && entry.match_points == scoring.draw,
        Code::Loss | Code::LossUnrated => played && entry.match_points == scoring.loss,
        Code::ForfeitWin => entry.kind == EntryKind::ForfeitWin,
        Code::ForfeitLoss => entry.kind == EntryKind::ForfeitLoss,
        Code::FullBye => entry.kind == EntryKind::FullBye,
        Code::HalfBye => entry.kind == EntryKind::HalfBye,
        Code::PairingBye => entry.kind == EntryKind::PairingBye,
        Code::ZeroBye | Code::Blank => entry.kind == EntryKind::ZeroBye,
        Code::Unknown => entry.kind == EntryKind::Adjourned,
    }
}
