//! Scheveningen matches: who sits where in a round, substitutes, and the grid of the two teams.
//!
//! The event's two teams meet, their members in board order. The first members of each team hold the seats of the table; those beyond the number of
//! boards are substitutes. Who is absent in a round (withdrawn, or with a bye noted for it) is replaced by the first substitute who is
//! there; without one the game is lost by default. A team with too few members leaves its last seats free.

use crate::crosstable::points_of;
use crate::model::*;
use pairing::swiss::Color as C;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What a match fixes besides its boards (`scheveningen` 4, 6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct ScheveningenOptions {
    /// The second half of a double match repeats the rounds in their order. Otherwise they come back to front: nobody has one colour three times
    /// running, but those who met last meet again at once.
    pub same_order: bool,
    /// Match points decide: each round is a match of the teams. Otherwise the sum of all games does.
    pub match_points: bool,
}

/// A seat of a team in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of the seat, from 1: `A3`, `B1`.
    pub seat: u32,
    /// Whose seat it is; `None` when it is free.
    pub main: Option<PlayerId>,
    /// Who sits there in the round.
    pub player: Option<PlayerId>,
    /// The player is absent and nobody takes the place.
    pub absent: bool,
}

/// A game of the table with the players of the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The seat of the first team; also the board.
    pub a: Place,
    /// The seat of the second team.
    pub b: Place,
    /// The first team has White.
    pub a_has_white: bool,
}

/// The two teams of the event, first and second, with those members who take part.
///
/// # Errors
/// When there are not exactly two teams, or one is empty.
pub fn teams(state: &State, stage: StageIndex) -> Result<[(TeamId, Vec<PlayerId>); 2], String> {
    let numbering = state.numbering(stage);
    let numbered: BTreeSet<PlayerId> = numbering.iter().copied().collect();
    let members = |team: &Team| team.members.iter().copied().filter(|id| numbered.contains(id)).collect::<Vec<_>>();
    let teams: Vec<(TeamId, Vec<PlayerId>)> = state.teams.iter().map(|(&id, team)| (id, members(team))).collect();
    let count = teams.len();
    let Ok([a, b]) = <[(TeamId, Vec<PlayerId>); 2]>::try_from(teams) else {
        return Err(format!(
            "A Scheveningen match is between two teams; the event has {count}. Put all players into two teams."
        ));
    };
    if a.1.is_empty() || b.1.is_empty() {
        return Err("Each of the two teams needs a member at least.".to_owned());
    }
    Ok([a, b])
}

/// Boards of the match: as the stage says, else the size of the larger team, so that the smaller one has free places (`scheveningen` 5). The first round
/// fixes the number; matches begun by older versions without one have the size of the smaller team.
///
/// # Errors
/// As [`teams`]; also when no team has so many members.
pub fn boards(state: &State, stage: StageIndex) -> Result<u32, String> {
    let [(_, a), (_, b)] = teams(state, stage)?;
    let (small, large) = (a.len().min(b.len()) as u32, a.len().max(b.len()) as u32);
    match state.stages.get(stage).map(|header| &header.system) {
        Some(System::Scheveningen { boards: 0, .. }) if state.rounds_paired(stage) > 0 => Ok(small),
        Some(System::Scheveningen { boards: 0, .. }) => Ok(large),
        Some(System::Scheveningen { boards, .. }) if *boards > large => Err(format!(
            "The match is set to {boards} boards, but neither team has more than {large} members; set fewer boards."
        )),
        Some(System::Scheveningen { boards, .. }) => Ok(*boards),
        _ => Err(format!("Stage {} is no Scheveningen match.", stage + 1)),
    }
}

fn table(state: &State, stage: StageIndex) -> Result<Vec<Vec<pairing::scheveningen::Game>>, String> {
    let boards = boards(state, stage)?;
    use pairing::scheveningen::SecondHalf;
    let table = match state.stages.get(stage).map(|header| &header.system) {
        Some(System::Scheveningen { double: true, options, .. }) => {
            let second = if options.same_order { SecondHalf::SameOrder } else { SecondHalf::BackToFront };
            pairing::scheveningen::double(boards, second)
        }
        _ => pairing::scheveningen::single(boards),
    };
    table.map_err(|error| format!("{error}; each team needs a member at least."))
}

/// Rounds of the match.
///
/// # Errors
/// As [`boards`].
pub fn rounds(state: &State, stage: StageIndex) -> Result<RoundNumber, String> {
    Ok(table(state, stage)?.len() as RoundNumber)
}

/// Everybody's seat in a round (from 1), board 1 first; also games in which a seat is free.
///
/// # Errors
/// As [`boards`]; also when the match has no such round.
pub fn seats(state: &State, stage: StageIndex, round: RoundNumber) -> Result<Vec<Seat>, String> {
    let [(_, a), (_, b)] = teams(state, stage)?;
    let table = table(state, stage)?;
    let (boards, last) = (boards(state, stage)?, table.len());
    let Some(games) = (round as usize).checked_sub(1).and_then(|index| table.into_iter().nth(index)) else {
        return Err(format!("The match of {boards} boards has {last} rounds; change the number of rounds."));
    };
    let (a, b) = (lineup(state, &a, boards, round), lineup(state, &b, boards, round));
    let place = |team: &[Place], seat: u32| {
        let free = Place { seat, main: None, player: None, absent: false };
        (seat as usize).checked_sub(1).and_then(|index| team.get(index)).copied().unwrap_or(free)
    };
    let seat = |game: pairing::scheveningen::Game| Seat {
        a: place(&a, game.a),
        b: place(&b, game.b),
        a_has_white: game.a_color == C::White,
    };
    Ok(games.into_iter().map(seat).collect())
}

/// Who plays for a team in a round, seat 1 first.
fn lineup(state: &State, members: &[PlayerId], boards: u32, round: RoundNumber) -> Vec<Place> {
    let away = |id: &PlayerId| state.players.get(id).is_none_or(|player| !super::event::plays(player, round));
    let (main, reserves) = members.split_at(members.len().min(boards as usize));
    let mut reserves = reserves.iter().filter(|id| !away(id));
    let places = main.iter().zip(1..).map(|(&id, seat)| {
        let (player, absent) = match away(&id) {
            false => (id, false),
            true => reserves.next().map_or((id, true), |&substitute| (substitute, false)),
        };
        Place { seat, main: Some(id), player: Some(player), absent }
    });
    places.collect()
}

/// A game of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The round.
    pub round: RoundNumber,
    /// The result, as the meeting has it.
    pub result: Option<GameResult>,
    /// The first team had White.
    pub a_has_white: bool,
    /// Somebody else than the holder of the seat played for the first or the second team.
    pub substitutes: [bool; 2],
}

/// What the grid shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// Holders of the seats of the first team, board 1 first.
    pub a: Vec<PlayerId>,
    /// Holders of the seats of the second team.
    pub b: Vec<PlayerId>,
    /// By seat of the first and of the second team: their games so far.
    pub cells: Vec<Vec<Vec<Cell>>>,
    /// Points of the seats of both teams, in tenths.
    pub points: [Vec<i64>; 2],
    /// Match points of the two teams, in tenths, from the rounds that are complete; `None` where the games are added.
    pub match_points: Option<[i64; 2]>,
    /// Who has played as a substitute: player, seat holder, round.
    pub substitutes: Vec<(PlayerId, PlayerId, RoundNumber)>,
}

impl Grid {
    /// Points of the two teams, in tenths.
    pub fn totals(&self) -> [i64; 2] {
        [0, 1].map(|team| self.points[team].iter().sum())
    }
}

/// The games of the match by seats, after a number of rounds. Meetings that were changed by hand are found by their players.
///
/// # Errors
/// As [`boards`].
pub fn grid(state: &State, stage: StageIndex, rounds: RoundNumber) -> Result<Grid, String> {
    let [(_, a), (_, b)] = teams(state, stage)?;
    let boards = boards(state, stage)? as usize;
    let holders = |members: &[PlayerId]| members.iter().take(boards).copied().collect::<Vec<_>>();
    let (own_a, own_b): (BTreeSet<PlayerId>, BTreeSet<PlayerId>) =
        (a.iter().copied().collect(), b.iter().copied().collect());
    let mut grid = Grid { a: holders(&a), b: holders(&b), ..Grid::default() };
    grid.cells = vec![vec![Vec::new(); grid.b.len()]; grid.a.len()];
    grid.points = [vec![0; grid.a.len()], vec![0; grid.b.len()]];
    let played = state.stages.get(stage).map_or(&[][..], |header| &header.rounds);
    for (round, number) in played.iter().zip(1..=rounds) {
        let planned = seats(state, stage, number)?;
        let planned = planned.iter().filter(|seat| seat.a.main.is_some() && seat.b.main.is_some());
        for (meeting, seat) in round.meetings.iter().zip(planned) {
            for game in &meeting.games {
                let a_has_white = own_a.contains(&game.white);
                let (first, second) = if a_has_white { (game.white, game.black) } else { (game.black, game.white) };
                if !own_a.contains(&first) || !own_b.contains(&second) {
                    continue;
                }
                let row = grid.a.iter().position(|&id| id == first).unwrap_or(seat.a.seat as usize - 1);
                let column = grid.b.iter().position(|&id| id == second).unwrap_or(seat.b.seat as usize - 1);
                let (Some(&row_holder), Some(&column_holder)) = (grid.a.get(row), grid.b.get(column)) else { continue };
                if let Some(result) = game.result {
                    let (white, black) = points_of(result, &state.settings.scoring);
                    let (mine, theirs) = if a_has_white { (white, black) } else { (black, white) };
                    grid.points[0][row] += i64::from(mine);
                    grid.points[1][column] += i64::from(theirs);
                }
                let substitutes = [row_holder != first, column_holder != second];
                for (stands_in, player, holder) in
                    [(substitutes[0], first, row_holder), (substitutes[1], second, column_holder)]
                {
                    if stands_in && !grid.substitutes.contains(&(player, holder, number)) {
                        grid.substitutes.push((player, holder, number));
                    }
                }
                let cell = Cell { round: number, result: game.result, a_has_white, substitutes };
                grid.cells[row][column].push(cell);
            }
        }
    }
    if let Some(System::Scheveningen { options: ScheveningenOptions { match_points: true, .. }, .. }) =
        state.stages.get(stage).map(|header| &header.system)
    {
        grid.match_points = Some(match_points(state, &grid, played.iter().zip(1..=rounds).map(|(round, _)| round)));
    }
    Ok(grid)
}

/// Each complete round as a match of the two teams, in tenths: the points of a won, drawn and lost match are those of the team rules.
fn match_points<'r>(state: &State, grid: &Grid, rounds: impl Iterator<Item = &'r std::sync::Arc<Round>>) -> [i64; 2] {
    let rules = &state.settings.teams;
    let mut sums = [0, 0];
    for (round, number) in rounds.zip(1..) {
        if round.meetings.iter().flat_map(|meeting| &meeting.games).any(|game| game.result.is_none()) {
            continue;
        }
        let (mut one, mut two) = (0, 0);
        for cell in grid.cells.iter().flatten().flatten().filter(|cell| cell.round == number) {
            let Some(result) = cell.result else { continue };
            let (white, black) = points_of(result, &state.settings.scoring);
            let (mine, theirs) = if cell.a_has_white { (white, black) } else { (black, white) };
            one += mine;
            two += theirs;
        }
        let (a, b) = match one.cmp(&two) {
            std::cmp::Ordering::Greater => (rules.match_win, rules.match_loss),
            std::cmp::Ordering::Equal => (rules.match_draw, rules.match_draw),
            std::cmp::Ordering::Less => (rules.match_loss, rules.match_win),
        };
        sums[0] += i64::from(a);
        sums[1] += i64::from(b);
    }
    sums
}
