//! Line-ups and what is wrong with them; the list of boards.

use super::{has_white, matches};
use crate::crosstable::points_of;
use crate::event::plays;
use crate::model::*;
use pairing::Points;
use std::collections::{BTreeMap, BTreeSet};

/// What a line-up breaks of the rule that members play in board order, in words; empty where nothing.
pub fn lineup_faults(state: &State, team: TeamId, round: RoundNumber, players: &[Option<PlayerId>]) -> Vec<String> {
    let Some(header) = state.teams.get(&team) else { return Vec::new() };
    let mut faults = Vec::new();
    let place = |id: PlayerId| header.members.iter().position(|member| *member == id);
    if state.settings.teams.fixed_order {
        let seated: Vec<PlayerId> = players.iter().flatten().copied().collect();
        for pair in seated.windows(2) {
            if place(pair[0]) > place(pair[1]) {
                faults.push(format!(
                    "{} sits above {}, who stands higher in the board order of {}.",
                    state.name(pair[0]),
                    state.name(pair[1]),
                    header.name
                ));
            }
        }
    }
    let last = players.iter().rposition(Option::is_some);
    for (board, _) in players.iter().enumerate().filter(|(board, seat)| seat.is_none() && Some(*board) < last) {
        faults.push(format!(
            "Board {} of {} is vacant although somebody sits further down; the others usually move up.",
            board + 1,
            header.name
        ));
    }
    let seated: BTreeSet<PlayerId> = players.iter().flatten().copied().collect();
    let idle = header
        .members
        .iter()
        .any(|id| !seated.contains(id) && state.players.get(id).is_some_and(|player| plays(player, round)));
    let vacant = players.iter().filter(|seat| seat.is_none()).count();
    if vacant > 0 && idle {
        faults.push(format!("{} has members who could sit at the vacant board.", header.name));
    }
    faults
}

/// A member of a team with the results of the event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardLine {
    /// Who.
    pub player: PlayerId,
    /// The team.
    pub team: TeamId,
    /// The board that the player mostly had, from 1 (the smaller one when equal); 0 without games.
    pub board: u32,
    /// Place among the members of the team, from 1.
    pub place: u32,
    /// Games over the board.
    pub games: u32,
    /// Games won, drawn, lost over the board.
    pub results: [u32; 3],
    /// Points of these games.
    pub points: Points,
    /// Mean rating of the opponents in played games, half up; 0 where nobody is rated.
    pub opponents: u16,
    /// Performance in played games against rated opponents (FIDE B.02 8.1.1 table); 0 without any.
    pub performance: u16,
}

impl BoardLine {
    /// Points in hundredths of what all games could have given.
    pub fn percent(&self, win: i32) -> u32 {
        let most = i64::from(self.games) * i64::from(win);
        if most <= 0 {
            0
        } else {
            u32::try_from((i64::from(self.points.tenths()) * 200 + most) / (2 * most)).unwrap_or(0)
        }
    }
}

#[derive(Default)]
struct Tally {
    boards: BTreeMap<u32, u32>,
    games: u32,
    results: [u32; 3],
    points: i32,
    ratings: Vec<u16>,
    rated_halves: u32,
}

/// The members of all teams by board: board, share of the points, performance, points.
pub fn board_list(state: &State, stage: StageIndex, rounds: u32) -> Vec<BoardLine> {
    let mut tallies: BTreeMap<PlayerId, Tally> = BTreeMap::new();
    let header = state.stages.get(stage);
    for round in header.iter().flat_map(|h| h.rounds.iter().take(rounds as usize)) {
        for m in matches(round) {
            for (meeting, board) in m.boards.iter().zip(0u32..) {
                for game in &meeting.games {
                    for me in [game.white, game.black] {
                        tally(state, tallies.entry(me).or_default(), game, me, board + 1);
                    }
                }
            }
        }
        if round.teams.is_none() {
            for (meeting, board) in round.meetings.iter().zip(1u32..) {
                for game in &meeting.games {
                    for me in [game.white, game.black] {
                        tally(state, tallies.entry(me).or_default(), game, me, board);
                    }
                }
            }
        }
    }
    let mut lines = Vec::new();
    for (team, data) in &state.teams {
        for (player, place) in data.members.iter().zip(1..) {
            let empty = Tally::default();
            let t = tallies.get(player).unwrap_or(&empty);
            let most = t.boards.values().max().copied().unwrap_or(0);
            let board = t.boards.iter().find(|(_, n)| **n == most).map_or(0, |(board, _)| *board);
            let n = t.ratings.len() as u32;
            let sum: u32 = t.ratings.iter().map(|rating| u32::from(*rating)).sum();
            let mean = if n == 0 { 0 } else { (2 * sum + n) / (2 * n) };
            let performance = crate::ratings::performance(&t.ratings, t.rated_halves).unwrap_or(0);
            lines.push(BoardLine {
                player: *player,
                team: *team,
                board,
                place,
                games: t.games,
                results: t.results,
                points: Points(t.points),
                opponents: u16::try_from(mean).unwrap_or(u16::MAX),
                performance: u16::try_from(performance.max(0)).unwrap_or(u16::MAX),
            });
        }
    }
    let win = state.settings.scoring.win;
    lines.sort_by_key(|line| {
        let board = if line.board == 0 { u32::MAX } else { line.board };
        (
            board,
            std::cmp::Reverse(line.percent(win)),
            std::cmp::Reverse(line.performance),
            std::cmp::Reverse(line.points),
            line.team,
            line.place,
        )
    });
    lines
}

fn tally(state: &State, t: &mut Tally, game: &Game, me: PlayerId, board: u32) {
    use GameResult as G;
    if me == PlayerId::NOBODY {
        return;
    }
    let Some(result) = game.result else { return };
    let white = game.white == me;
    // Games that were not played tell nothing of the player: board prizes and performances leave them out alike.
    if matches!(result, G::ForfeitToWhite | G::ForfeitToBlack | G::BothForfeit | G::Adjourned) {
        return;
    }
    let (w, b) = points_of(result, &state.settings.scoring);
    let (own, theirs) = if white { (w, b) } else { (b, w) };
    *t.boards.entry(board).or_default() += 1;
    t.games += 1;
    t.points = t.points.saturating_add(own);
    let halves = match own.cmp(&theirs) {
        std::cmp::Ordering::Greater => 2,
        std::cmp::Ordering::Equal if own == state.settings.scoring.loss => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Less => 0,
    };
    t.results[2 - halves as usize] += 1;
    let opponent = if white { game.black } else { game.white };
    let rating = state.players.get(&opponent).map_or(0, |p| state.rating(p));
    if rating > 0 {
        t.ratings.push(rating);
        t.rated_halves += halves;
    }
}

/// Whether a member of the team with White on board 1 has White on the board, from 1; for headers of lists.
pub fn white_on(rules: &TeamRules, board: u32) -> bool {
    has_white(rules, board.saturating_sub(1) as usize)
}
