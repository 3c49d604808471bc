//! Contests of teams: matches, line-ups, standings (FIDE C.04.6, C.07 art. 11 to 13).
//!
//! A round of a stage that pairs teams has [`TeamRound::matches`]; the boards of each match stand in [`Round::meetings`], so that results, records
//! and slips know nothing of teams. [`projection`] turns the stage round: each team becomes a player, each match a game with the outcome of
//! the match. Whatever works for players (tables, brackets, engines) works for teams on that view.

mod boards;
mod decide;
mod explain;
mod individual;
mod projection;
mod replay;
mod table;

pub use boards::{BoardLine, board_list, lineup_faults, white_on};
pub use decide::{BoardRule, BoardTieBreaks};
pub use explain::TeamPosition;
pub use individual::{MemberSum, by_members};
pub(crate) use projection::{TeamView, as_meeting, match_scoring, team_view};
pub use projection::{projection, view};
pub use replay::{TeamLadder, ladder, replay_lines, replays, step_words};
pub use table::{beside_names, counted, left_out, level, primary, ranked, standings, table, tiebreaks};

use crate::crosstable::points_of;
use crate::event::plays;
use crate::model::*;
use pairing::Points;

/// A match of a paired round.
#[derive(Clone, Copy, Debug)]
pub struct MatchRef<'a> {
    /// Its number in the round, from 1.
    pub number: u32,
    /// The match.
    pub game: &'a TeamMatch,
    /// Its first board, an index into [`Round::meetings`].
    pub first: usize,
    /// Its boards, as many of them as the round has.
    pub boards: &'a [std::sync::Arc<Meeting>],
}

/// How a match stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchScore {
    /// Game points of the team with White on board 1.
    pub white: Points,
    /// Game points of the other team.
    pub black: Points,
    /// Games without a result.
    pub open: usize,
    /// Adjourned games.
    pub adjourned: usize,
    /// Boards on which a game was played; adjourned ones too.
    pub played: usize,
    /// Games of the match.
    pub games: usize,
}

impl MatchScore {
    /// The outcome of the whole match as the result of one game; `None` while games are open.
    ///
    /// A match without a played game is forfeited (C.04.6 art. 1.6 counts played matches only). An unplayed match with equal points stays a
    /// draw that is not rated.
    pub fn outcome(&self) -> Option<GameResult> {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let order = self.white.cmp(&self.black);
        if self.open > 0 {
            return None;
        }
        if self.adjourned > 0 {
            return Some(GameResult::Adjourned);
        }
        Some(match (self.played > 0, order) {
            (true, Greater) => GameResult::WhiteWins,
            (true, Equal) => GameResult::Draw,
            (true, Less) => GameResult::BlackWins,
            (false, Greater) => GameResult::ForfeitToWhite,
            (false, Less) => GameResult::ForfeitToBlack,
            (false, Equal) if self.white > Points::ZERO => GameResult::DrawUnrated,
            (false, Equal) => GameResult::BothForfeit,
        })
    }
}

/// The matches of a round with their boards; none where players are paired.
pub fn matches(round: &Round) -> impl Iterator<Item = MatchRef<'_>> {
    let mut next = 0;
    let list = round.teams.as_ref().map(|teams| teams.matches.as_slice()).unwrap_or_default();
    list.iter().zip(1..).map(move |(game, number)| {
        let first = next.min(round.meetings.len());
        next = first.saturating_add(game.boards as usize);
        MatchRef { number, game, first, boards: &round.meetings[first..next.min(round.meetings.len())] }
    })
}

/// The match that a board (from 1) of a round belongs to.
pub fn match_of_board(round: &Round, board: u32) -> Option<MatchRef<'_>> {
    let index = (board as usize).checked_sub(1)?;
    matches(round).find(|m| m.first <= index && index < m.first + m.boards.len())
}

/// Whether the team with White on board 1 has White in the first game of a board (from 0): by the members who sit there, else by the rules.
pub fn white_side(state: &State, m: &MatchRef<'_>, board: usize) -> bool {
    let first = m.boards.get(board).and_then(|meeting| meeting.games.first());
    let team = |id: PlayerId| state.players.get(&id).and_then(|player| player.team);
    let sides = first.map(|game| (team(game.white), team(game.black)));
    match sides {
        Some((white, _)) if white == Some(m.game.white) => true,
        Some((white, _)) if white == Some(m.game.black) => false,
        Some((_, black)) if black == Some(m.game.black) => true,
        Some((_, black)) if black == Some(m.game.white) => false,
        _ => has_white(&state.settings.teams, board),
    }
}

/// Nobody of one side met anybody of the other: a match that is forfeited as a whole.
pub fn is_forfeited(m: &MatchRef<'_>) -> bool {
    let vacant = |game: &Game| game.white == PlayerId::NOBODY || game.black == PlayerId::NOBODY;
    m.boards.iter().flat_map(|meeting| &meeting.games).all(vacant)
}

/// How a match stands by the results of its boards. The winner of a match that is forfeited as a whole has won all boards.
pub fn score(state: &State, m: &MatchRef<'_>) -> MatchScore {
    let scoring = &state.settings.scoring;
    let unit = state.settings.meetings_as_unit;
    let mut score = MatchScore::default();
    let mut full = 0;
    for (meeting, board) in m.boards.iter().zip(0..) {
        let Some(white_first) = meeting.games.first().map(|game| game.white) else { continue };
        let (mut played, mut sums) = (false, (0, 0));
        // On this board the team with White on board 1 has the first game's White ...
        let own = white_side(state, m, board);
        for (game, index) in meeting.games.iter().zip(0..) {
            score.games += 1;
            let Some(result) = game.result else {
                score.open += 1;
                continue;
            };
            let (white, black) = points_of(result, scoring);
            // ... and that player has Black in every second game. Two vacant seats have one name; they change too.
            let as_first = if game.white == game.black { index % 2 == 0 } else { game.white == white_first };
            let (here, there) = if as_first == own { (white, black) } else { (black, white) };
            sums = (sums.0 + here, sums.1 + there);
            score.adjourned += usize::from(result == GameResult::Adjourned);
            played |=
                !matches!(result, GameResult::ForfeitToWhite | GameResult::ForfeitToBlack | GameResult::BothForfeit);
        }
        full += if unit { scoring.win } else { scoring.win.saturating_mul(meeting.games.len() as i32) };
        if unit && meeting.games.len() > 1 {
            sums = as_unit(meeting, sums, played, scoring);
        }
        score.white += Points(sums.0);
        score.black += Points(sums.1);
        score.played += usize::from(played);
    }
    if is_forfeited(m) && score.white != score.black {
        let (won, lost) = (Points(full), Points::ZERO);
        (score.white, score.black) = if score.white > score.black { (won, lost) } else { (lost, won) };
    }
    score
}

/// The points of a micro-match that is scored as one unit, for the two sides with these sums.
fn as_unit(meeting: &Meeting, sums: (i32, i32), played: bool, scoring: &Scoring) -> (i32, i32) {
    use std::cmp::Ordering::{Equal, Greater, Less};
    if meeting.games.iter().any(|game| game.result.is_none()) {
        return (0, 0);
    }
    let lost = if played { scoring.loss } else { scoring.forfeit_loss };
    let all_lost = sums.0 <= scoring.loss.max(scoring.forfeit_loss) * meeting.games.len() as i32;
    match sums.0.cmp(&sums.1) {
        Greater => (scoring.win, lost),
        Less => (lost, scoring.win),
        Equal if all_lost => (lost, lost),
        Equal => (scoring.draw, scoring.draw),
    }
}

/// Whether the team with White on board 1 has White on this board, from 0.
pub fn has_white(rules: &TeamRules, board: usize) -> bool {
    match rules.board_colors.get(board) {
        Some(color) => *color == Color::White,
        None => !rules.alternate || board.is_multiple_of(2),
    }
}

/// The line-ups of a match as they are paired: the team with White on board 1, and the other one.
pub fn line_ups(state: &State, m: &MatchRef<'_>) -> [LineUp; 2] {
    let (mut white, mut black) = (LineUp::new(), LineUp::new());
    let somebody = |id: PlayerId| (id != PlayerId::NOBODY).then_some(id);
    for (meeting, board) in m.boards.iter().zip(0..) {
        let (one, two) = meeting.games.first().map_or((None, None), |g| (somebody(g.white), somebody(g.black)));
        let (one, two) = if white_side(state, m, board) { (one, two) } else { (two, one) };
        white.push(one);
        black.push(two);
    }
    [white, black]
}

/// Whether the team plays in a round: it has entered, not left, and asked for no bye.
pub fn team_plays(team: &Team, round: RoundNumber) -> bool {
    team.entered_in <= round
        && team.withdrawn_from.is_none_or(|from| from > round)
        && !team.requested_byes.contains_key(&round)
}

/// The strength that orders a team: the one given, else the mean of the ratings of its first members, as many as a match has boards (unrated
/// ones left out, half up); 0 when nobody is rated.
pub fn strength(state: &State, team: &Team) -> u16 {
    if team.strength > 0 {
        return team.strength;
    }
    let boards = usize::from(state.settings.teams.boards.max(1));
    let ratings: Vec<u32> = (team.members.iter().take(boards))
        .filter_map(|id| state.players.get(id))
        .map(|player| u32::from(state.rating(player)))
        .filter(|rating| *rating > 0)
        .collect();
    let count = ratings.len() as u32;
    if count == 0 {
        return 0;
    }
    // A mean of u16 is a u16.
    u16::try_from((2 * ratings.iter().sum::<u32>() + count) / (2 * count)).unwrap_or(u16::MAX)
}

/// The line-up that a team would play with in a round: the one handed in, else its first members in board order who are there. Always as long
/// as a match has boards.
pub fn line_up(state: &State, stage: StageIndex, round: RoundNumber, id: TeamId) -> LineUp {
    let boards = usize::from(state.settings.teams.boards.max(1));
    let mut players = match state.stages.get(stage).and_then(|s| s.teams.line_ups.get(&(round, id))) {
        Some(given) => given.clone(),
        None => default_line_up(state, round, id),
    };
    players.resize(boards, None);
    let mut seen = std::collections::BTreeSet::new();
    for seat in &mut players {
        // Whoever has left since the line-up was handed in leaves the board vacant.
        let there = |id: &PlayerId| state.players.get(id).is_some_and(|player| plays(player, round));
        *seat = seat.filter(|player| there(player) && seen.insert(*player));
    }
    players
}

/// The first members in board order who are there.
pub fn default_line_up(state: &State, round: RoundNumber, id: TeamId) -> LineUp {
    let Some(team) = state.teams.get(&id).filter(|team| team_plays(team, round)) else { return LineUp::new() };
    let there = |id: &&PlayerId| state.players.get(id).is_some_and(|player| plays(player, round));
    let boards = usize::from(state.settings.teams.boards.max(1));
    team.members.iter().filter(there).take(boards).map(|id| Some(*id)).collect()
}

/// The match of a bracket as it is paired; `None` where players are paired or it is not paired yet.
pub fn bracket_match<'a>(
    state: &'a State,
    stage: StageIndex,
    course: &crate::knockout::Course,
    number: pairing::knockout::MatchNumber,
) -> Option<MatchRef<'a>> {
    let [upper, lower] = bracket_sides(state, stage, course, number)?;
    let round = course.bracket.matches().find(|m| m.number == number)?.round;
    let pair = [(upper, lower), (lower, upper)];
    matches(state.round(stage, round)?).find(|m| pair.contains(&(m.game.white, m.game.black)))
}

/// The teams of a match in a bracket, the upper side first, as far as both are known.
fn bracket_sides(
    state: &State,
    stage: StageIndex,
    course: &crate::knockout::Course,
    number: pairing::knockout::MatchNumber,
) -> Option<[TeamId; 2]> {
    use pairing::knockout::Slot;
    if !state.pairs_teams(stage) {
        return None;
    }
    let team = |slot: &Slot| match slot {
        Slot::Player(seed) => course.player(*seed).map(|id| TeamId(id.0)),
        _ => None,
    };
    let [upper, lower] = course.bracket.slots().get((number as usize).checked_sub(1)?).copied()?;
    Some([team(&upper)?, team(&lower)?])
}

/// The game points of the two sides of a match in a bracket, the upper side first; `None` where players are paired or nothing is entered.
pub fn bracket_points(
    state: &State,
    stage: StageIndex,
    course: &crate::knockout::Course,
    number: pairing::knockout::MatchNumber,
) -> Option<[Points; 2]> {
    let [upper, _] = bracket_sides(state, stage, course, number)?;
    let m = bracket_match(state, stage, course, number)?;
    let score = score(state, &m);
    if score.open == score.games {
        return None;
    }
    Some(if m.game.white == upper { [score.white, score.black] } else { [score.black, score.white] })
}

impl State {
    /// The stage pairs teams, not players: a team contest, in any system but Scheveningen, whose teams meet all the time.
    pub fn pairs_teams(&self, stage: StageIndex) -> bool {
        let Some(header) = self.stages.get(stage) else { return false };
        self.settings.contest == Contest::Team
            && !matches!(header.system, System::Scheveningen { .. })
            && (header.rounds.is_empty() || header.rounds.iter().any(|round| round.teams.is_some()))
    }

    /// A team's name; `team 3` where there is none with that identity.
    pub fn team_name(&self, id: TeamId) -> String {
        self.teams.get(&id).map_or_else(|| format!("team {}", id.0), |team| team.name.clone())
    }

    /// The teams of a stage in the order of their numbers. Before round 1 is paired: the order that they would have now.
    pub fn team_numbering(&self, stage: StageIndex) -> Vec<TeamId> {
        match self.stages.get(stage) {
            Some(header) if !header.rounds.is_empty() && !header.teams.numbers.is_empty() => {
                header.teams.numbers.clone()
            }
            Some(_) if self.pairs_teams(stage) => {
                let view = projection(self, stage);
                view.numbering(stage).iter().map(|id| TeamId(id.0)).collect()
            }
            Some(_) => self.teams.keys().copied().collect(),
            None => Vec::new(),
        }
    }

    /// Teams of the stage without an opponent in a round, with the reason, in order of number.
    pub fn teams_not_paired(&self, stage: StageIndex, round: RoundNumber) -> Vec<(TeamId, crate::event::NotPaired)> {
        if !self.pairs_teams(stage) {
            return Vec::new();
        }
        let list = projection(self, stage).not_paired(stage, round);
        list.into_iter().map(|(id, why)| (TeamId(id.0), why)).collect()
    }
}
