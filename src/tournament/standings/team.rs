//! Teams: from the games of their members to a table of matches (FIDE C.07 art. 11 to 13).

use super::code::Unit;
use super::data::{Boards, Data};
use super::field::{Cell, Edition, Field, Frame, index_of, limited};
use crate::crosstable::{CrossTable, PairingKind};
use pairing::Points;
use pairing::swiss::{Color, EntryKind, RoundEntry, Scoring, Tpn};
use std::collections::HashMap;

/// What a match is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatchScoring {
    /// A won match, a match won by forfeit, a full bye.
    pub win: Points,
    /// A drawn match, a half bye.
    pub draw: Points,
    /// A lost match, also by forfeit.
    pub loss: Points,
}

impl Default for MatchScoring {
    /// 2 - 1 - 0.
    fn default() -> Self {
        MatchScoring { win: Points(20), draw: Points(10), loss: Points::ZERO }
    }
}

/// One board of a match, seen from one team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardEntry {
    /// Who played; none for an empty board.
    pub player: Option<Tpn>,
    /// The player's round.
    pub entry: RoundEntry,
}

/// One round of one team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchEntry {
    /// What happened. A match is played when one of its games was.
    pub kind: EntryKind,
    /// The scheduled opponent.
    pub opponent: Option<Tpn>,
    /// Colour on board 1.
    pub color: Option<Color>,
    /// Match points.
    pub match_points: Points,
    /// Game points.
    pub game_points: Points,
    /// Board 1 first; empty in a round without an opponent.
    pub boards: Vec<BoardEntry>,
}

/// A team with its rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamRow {
    /// Team number.
    pub number: Tpn,
    /// Name.
    pub name: String,
    /// The members' numbers in board order.
    pub members: Vec<Tpn>,
    /// Rounds from round 1.
    pub rounds: Vec<MatchEntry>,
    /// Match points given or taken outside matches.
    pub extra_match_points: Points,
    /// Game points given or taken outside matches.
    pub extra_game_points: Points,
}

/// A cross table of teams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamTable {
    /// In order of number; all rows have `rounds` entries.
    pub rows: Vec<TeamRow>,
    /// Boards of a match.
    pub boards: u32,
    /// Rounds counted.
    pub rounds: u32,
    /// Rounds of the event.
    pub rounds_total: u32,
    /// What a match is worth.
    pub match_scoring: MatchScoring,
    /// What a game is worth.
    pub scoring: Scoring,
    /// Which score decides the event.
    pub primary: Unit,
    /// Swiss or predetermined.
    pub kind: PairingKind,
    /// Tie-break codes in order, the primary score left out.
    pub tiebreaks: Vec<String>,
}

/// A match that was decided without play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ForfeitedMatch {
    /// The round.
    pub round: u32,
    /// The team with White on board 1.
    pub white: Tpn,
    /// The other team.
    pub black: Tpn,
    /// Who won; none when both lost.
    pub winner: Option<Tpn>,
}

/// What is known of the teams besides the games of their members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamSetup {
    /// Number, name, members in board order.
    pub teams: Vec<(Tpn, String, Vec<Tpn>)>,
    /// Boards of a match; 0: as many as the longest line-up.
    pub boards: u32,
    /// What a match is worth.
    pub match_scoring: MatchScoring,
    /// Which score decides the event.
    pub primary: Unit,
    /// Byes other than the pairing-allocated one: team, round, kind.
    pub byes: Vec<(Tpn, u32, EntryKind)>,
    /// Pairing-allocated byes: team, round.
    pub pairing_byes: Vec<(Tpn, u32)>,
    /// Match points of the pairing-allocated bye; `None`: those of a draw.
    pub bye_match_points: Option<Points>,
    /// Game points of the pairing-allocated bye; `None`: half of the boards.
    pub bye_game_points: Option<Points>,
    /// Matches decided without play.
    pub forfeited: Vec<ForfeitedMatch>,
    /// Line-ups that differ from the board order: round, team, players by board.
    pub line_ups: Vec<(u32, Tpn, Vec<Option<Tpn>>)>,
    /// Bonus and penalty points: team, match points, game points.
    pub extra: Vec<(Tpn, Points, Points)>,
}

/// Who sits where in one round.
struct Seats<'a> {
    players: &'a HashMap<Tpn, &'a [RoundEntry]>,
    round: usize,
    /// Players by board for each team.
    line_ups: Vec<Vec<Option<Tpn>>>,
    /// Team and board of each player.
    seat_of: HashMap<Tpn, (usize, usize)>,
}

impl Seats<'_> {
    fn entry(&self, player: Tpn) -> Option<RoundEntry> {
        self.players.get(&player).and_then(|rounds| rounds.get(self.round)).copied()
    }
}

impl TeamTable {
    /// Builds the matches from the games of the members: the boards are the members who played, in board order, unless a line-up is given.
    pub fn assemble(games: &CrossTable, setup: &TeamSetup) -> TeamTable {
        let longest = games.rows.iter().map(|row| row.entrant.rounds.len()).max().unwrap_or(0);
        let rounds = longest.min(games.rounds as usize);
        let players: HashMap<Tpn, &[RoundEntry]> =
            games.rows.iter().map(|row| (row.entrant.tpn, row.entrant.rounds.as_slice())).collect();
        let mut teams: Vec<&(Tpn, String, Vec<Tpn>)> = setup.teams.iter().collect();
        teams.sort_by_key(|team| team.0);
        let seats: Vec<Seats<'_>> = (0..rounds).map(|round| seats(&players, setup, &teams, round)).collect();
        let widest = seats.iter().flat_map(|seats| seats.line_ups.iter().map(Vec::len)).max().unwrap_or(0);
        let boards = if setup.boards > 0 { setup.boards } else { widest as u32 };
        let mut table = TeamTable {
            rows: Vec::with_capacity(teams.len()),
            boards,
            rounds: rounds as u32,
            rounds_total: games.rounds_total,
            match_scoring: setup.match_scoring,
            scoring: games.scoring,
            primary: setup.primary,
            kind: games.kind,
            tiebreaks: games.tiebreaks.clone(),
        };
        for (team, (number, name, members)) in teams.iter().enumerate() {
            let extra = setup.extra.iter().filter(|(team, ..)| team == number);
            let (match_extra, game_extra) = extra.fold((0_i32, 0_i32), |sum, (_, m, g)| {
                (sum.0.saturating_add(m.hundredths()), sum.1.saturating_add(g.hundredths()))
            });
            table.rows.push(TeamRow {
                number: *number,
                name: name.clone(),
                members: members.clone(),
                rounds: seats.iter().map(|seats| table.entry(setup, &teams, seats, team)).collect(),
                extra_match_points: Points::from_hundredths(match_extra),
                extra_game_points: Points::from_hundredths(game_extra),
            });
        }
        table
    }

    /// Game points of a win on every board.
    pub fn full_score(&self) -> Points {
        times(self.scoring.win, self.boards)
    }

    /// Game points of a draw on every board.
    pub fn half_score(&self) -> Points {
        times(self.scoring.draw, self.boards)
    }

    fn entry(
        &self,
        setup: &TeamSetup,
        teams: &[&(Tpn, String, Vec<Tpn>)],
        seats: &Seats<'_>,
        team: usize,
    ) -> MatchEntry {
        let number = teams[team].0;
        let round = seats.round as u32 + 1;
        let scoring = self.match_scoring;
        let forfeit = setup.forfeited.iter().find(|m| m.round == round && (m.white == number || m.black == number));
        if let Some(forfeit) = forfeit {
            let won = forfeit.winner == Some(number);
            let white = forfeit.white == number;
            let opponent = if white { forfeit.black } else { forfeit.white };
            let boards = seated(seats, team);
            // Nobody won, but both sides have boards where the other was missing: what these gave counts, a draw when it is equal.
            let sums = teams.iter().position(|(other, ..)| *other == opponent).filter(|_| forfeit.winner.is_none());
            let sums = sums.map(|other| (board_points(&boards), board_points(&seated(seats, other))));
            let level = sums.filter(|(own, other)| own == other && *own > 0).map(|(own, _)| own);
            return MatchEntry {
                kind: if won { EntryKind::ForfeitWin } else { EntryKind::ForfeitLoss },
                opponent: Some(opponent),
                color: Some(if white { Color::White } else { Color::Black }),
                match_points: match level {
                    Some(_) => scoring.draw,
                    None if won => scoring.win,
                    None => scoring.loss,
                },
                game_points: match level {
                    Some(points) => Points::from_hundredths(i32::try_from(points).unwrap_or(i32::MAX)),
                    None if won => self.full_score(),
                    None => Points::ZERO,
                },
                boards,
            };
        }
        let boards = seated(seats, team);
        let opponents = boards.iter().filter_map(|board| board.entry.opponent);
        let opponent = opponents
            .filter_map(|player| seats.seat_of.get(&player))
            .map(|(other, _)| *other)
            .find(|other| *other != team);
        let without = |kind, match_points, game_points| MatchEntry {
            kind,
            opponent: None,
            color: None,
            match_points,
            game_points,
            boards: Vec::new(),
        };
        let Some(other) = opponent else {
            if setup.pairing_byes.contains(&(number, round)) {
                let match_points = setup.bye_match_points.unwrap_or(scoring.draw);
                return without(
                    EntryKind::PairingBye,
                    match_points,
                    setup.bye_game_points.unwrap_or(self.half_score()),
                );
            }
            let bye = setup.byes.iter().find(|(team, at, _)| *team == number && *at == round).map(|(.., kind)| *kind);
            return match bye {
                Some(EntryKind::FullBye) => without(EntryKind::FullBye, scoring.win, self.full_score()),
                Some(EntryKind::HalfBye) => without(EntryKind::HalfBye, scoring.draw, self.half_score()),
                _ => without(EntryKind::ZeroBye, Points::ZERO, Points::ZERO),
            };
        };
        let theirs = seated(seats, other);
        let (own_sum, other_sum) = (board_points(&boards), board_points(&theirs));
        let played = boards.iter().find(|board| board.entry.kind.is_played());
        let adjourned = boards.iter().any(|board| board.entry.kind == EntryKind::Adjourned);
        let kind = match (played, own_sum > other_sum) {
            (Some(_), _) if adjourned => EntryKind::Adjourned,
            (Some(_), _) => EntryKind::Played { rated: true },
            (None, true) => EntryKind::ForfeitWin,
            (None, false) => EntryKind::ForfeitLoss,
        };
        let match_points = match own_sum.cmp(&other_sum) {
            std::cmp::Ordering::Greater => scoring.win,
            std::cmp::Ordering::Equal if played.is_none() && own_sum == 0 => scoring.loss,
            std::cmp::Ordering::Equal => scoring.draw,
            std::cmp::Ordering::Less => scoring.loss,
        };
        MatchEntry {
            kind,
            opponent: Some(teams[other].0),
            color: boards.iter().find_map(|board| board.entry.color),
            match_points,
            game_points: Points::from_hundredths(i32::try_from(own_sum).unwrap_or(i32::MAX)),
            boards,
        }
    }

    pub(crate) fn data(&self, edition: Edition) -> Data {
        let numbers: Vec<Tpn> = self.rows.iter().map(|row| row.number).collect();
        let fields = [Unit::Match, Unit::Game].map(|unit| self.field(unit, &numbers, edition));
        Data {
            ratings: vec![0; numbers.len()],
            numbers,
            fores: fields.iter().map(Field::fore).collect(),
            fields: fields.to_vec(),
            primary: if self.primary == Unit::Match { 0 } else { 1 },
            boards: Some(self.boards()),
        }
    }

    fn field(&self, unit: Unit, numbers: &[Tpn], edition: Edition) -> Field {
        let index = index_of(numbers);
        let longest = self.rows.iter().map(|row| row.rounds.len()).max().unwrap_or(0);
        let rounds = longest.min(self.rounds as usize);
        let mut cells = Vec::with_capacity(rounds * self.rows.len());
        for row in &self.rows {
            for round in 0..rounds {
                cells.push(match row.rounds.get(round) {
                    None => Cell { kind: EntryKind::ZeroBye, opponent: None, color: None, points: 0 },
                    Some(entry) => {
                        let points = if unit == Unit::Match { entry.match_points } else { entry.game_points };
                        Cell {
                            kind: entry.kind,
                            opponent: entry.opponent.and_then(|number| index.get(&number).copied()),
                            color: entry.color,
                            points: limited(points.hundredths()),
                        }
                    }
                });
            }
        }
        let (win, draw, loss) = match unit {
            Unit::Match => (self.match_scoring.win, self.match_scoring.draw, self.match_scoring.loss),
            Unit::Game => (self.full_score(), self.half_score(), Points::ZERO),
        };
        let extra = self.rows.iter().map(|row| match unit {
            Unit::Match => limited(row.extra_match_points.hundredths()),
            Unit::Game => limited(row.extra_game_points.hundredths()),
        });
        let frame = Frame {
            rounds,
            rounds_total: self.rounds_total,
            win: limited(win.hundredths()),
            draw: limited(draw.hundredths()),
            loss: limited(loss.hundredths()),
            kind: self.kind,
            edition,
        };
        Field::new(&frame, cells, extra.collect())
    }

    fn boards(&self) -> Boards {
        let rounds: Vec<Vec<Vec<i64>>> = self.rows.iter().map(|row| self.by_board(row)).collect();
        let sum = |rounds: &Vec<Vec<i64>>| {
            let boards = rounds.iter().map(Vec::len).max().unwrap_or(0);
            (0..boards).map(|board| rounds.iter().filter_map(|round| round.get(board)).sum()).collect()
        };
        Boards { totals: rounds.iter().map(sum).collect(), rounds }
    }

    /// Points on each board, round by round, whoever played (art. 12): forfeits are wins and losses; byes and whole matches won by forfeit
    /// are what they stand for on every board.
    fn by_board(&self, row: &TeamRow) -> Vec<Vec<i64>> {
        let widest = row.rounds.iter().map(|entry| entry.boards.len()).max().unwrap_or(0);
        // A table cannot claim more boards than anybody has seen by a large number.
        let boards = widest.max((self.boards as usize).min(1000));
        let each_board = |points: Points| {
            let of = |board| if board < self.boards as usize { limited(points.hundredths()) } else { 0 };
            (0..boards).map(of).collect::<Vec<i64>>()
        };
        let of_entry = |entry: &MatchEntry| match entry.kind {
            EntryKind::PairingBye | EntryKind::FullBye | EntryKind::ForfeitWin => each_board(self.scoring.win),
            EntryKind::HalfBye => each_board(self.scoring.draw),
            EntryKind::ZeroBye | EntryKind::ForfeitLoss => vec![0; boards],
            EntryKind::Played { .. } | EntryKind::Adjourned => {
                let points = entry.boards.iter().map(|board| limited(board.entry.points.hundredths()));
                points.chain(std::iter::repeat(0)).take(boards).collect()
            }
        };
        row.rounds.iter().map(of_entry).collect()
    }
}

fn times(points: Points, boards: u32) -> Points {
    Points::from_hundredths(points.hundredths().saturating_mul(i32::try_from(boards).unwrap_or(i32::MAX)))
}

/// The members who have something to do in the round, by board.
fn seats<'a>(
    players: &'a HashMap<Tpn, &'a [RoundEntry]>,
    setup: &TeamSetup,
    teams: &[&(Tpn, String, Vec<Tpn>)],
    round: usize,
) -> Seats<'a> {
    let busy = |player: &Tpn| {
        let entry = players.get(player).and_then(|rounds| rounds.get(round));
        entry.is_some_and(|entry| entry.opponent.is_some() || entry.kind == EntryKind::ForfeitWin)
    };
    let given: HashMap<Tpn, &Vec<Option<Tpn>>> = setup
        .line_ups
        .iter()
        .filter(|(at, ..)| *at as usize == round + 1)
        .map(|(_, team, boards)| (*team, boards))
        .collect();
    let mut line_ups: Vec<Vec<Option<Tpn>>> = Vec::with_capacity(teams.len());
    let mut seat_of = HashMap::new();
    for (team, (number, _, members)) in teams.iter().enumerate() {
        let line_up = match given.get(number) {
            Some(boards) => (*boards).clone(),
            None => members.iter().filter(|player| busy(player)).map(|player| Some(*player)).collect(),
        };
        for (board, player) in line_up.iter().enumerate() {
            if let Some(player) = player {
                seat_of.insert(*player, (team, board));
            }
        }
        line_ups.push(line_up);
    }
    Seats { players, round, line_ups, seat_of }
}

/// Game points of a side in hundredths.
fn board_points(boards: &[BoardEntry]) -> i64 {
    boards.iter().map(|board| limited(board.entry.points.hundredths())).sum()
}

/// The boards of a team. A board that the team left empty shows in the opponent's line-up: whoever met somebody further down sat there too.
fn seated(seats: &Seats<'_>, team: usize) -> Vec<BoardEntry> {
    let mut boards: Vec<BoardEntry> = Vec::new();
    for (at, player) in seats.line_ups[team].iter().enumerate() {
        let Some(player) = player else { continue };
        let Some(entry) = seats.entry(*player) else { continue };
        let theirs = entry.opponent.and_then(|opponent| seats.seat_of.get(&opponent)).map_or(0, |(_, board)| *board);
        let board = at.max(theirs).max(boards.len());
        while boards.len() < board {
            boards.push(BoardEntry { player: None, entry: RoundEntry::ABSENT });
        }
        boards.push(BoardEntry { player: Some(*player), entry });
    }
    boards
}
