//! Scheveningen: every member of team A meets every member of team B.
//!
//! The tables are those that Otto Milvang recommended to FIDE's Arbiters' Commission (2022). Board j always seats A_j; team B
//! rotates. What they aim at, in this order: every pair exactly once; colours equal for the teams over the match, at most one
//! apart for each player, nobody three times running with one colour; colours equal for the teams within a round (one apart for
//! an odd number of boards).

use crate::swiss::Color;
use petgraph::algo::maximum_matching;
use petgraph::graph::{NodeIndex, UnGraph};
use thiserror::Error;

/// The most boards that a table is made for.
pub const MAX_BOARDS: u32 = 1000;

/// The most boards that [`complete`] is for: it looks for a matching in every round.
pub const MAX_COMPLETED: u32 = 64;

/// Rounds by boards for six: the opponent of A_j, negative where A_j has Black.
const TABLE_6: [[i8; 6]; 6] = [
    [1, -2, -3, 4, -5, 6],
    [-2, 3, 5, -6, 4, -1],
    [3, -5, -1, 2, 6, -4],
    [-4, -6, 2, 1, -3, 5],
    [5, 4, 6, -3, -1, -2],
    [-6, 1, -4, -5, 2, 3],
];

/// The same for ten.
const TABLE_10: [[i8; 10]; 10] = [
    [1, 2, 3, 4, -5, -6, -7, 8, -9, -10],
    [-2, -1, -8, -3, 10, 5, 6, -4, 7, 9],
    [3, 8, 4, 10, -6, -7, -9, 1, -2, -5],
    [-4, -3, -10, 6, 7, -8, 5, 9, -1, 2],
    [5, 4, -9, -7, -1, 10, -8, -2, 3, 6],
    [-6, 7, 1, 9, 8, 2, -10, -5, -4, -3],
    [7, -5, -2, -1, -4, -9, 3, 10, 6, 8],
    [-8, -6, 5, 2, 9, 1, 4, -3, -10, -7],
    [9, 10, 7, -5, -2, -3, -1, 6, 8, -4],
    [-10, -9, -6, -8, 3, 4, 2, -7, 5, 1],
];

/// Why there is no table.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ScheveningenError {
    /// Too few or too many boards.
    #[error("a Scheveningen match is for 1 to {MAX_BOARDS} boards, not {0}")]
    Boards(u32),
    /// Too few or too many boards to complete a match begun otherwise.
    #[error("a match can be completed on 1 to {MAX_COMPLETED} boards, not {0}")]
    TooManyToComplete(u32),
    /// A round that cannot stand in the schedule.
    #[error("round {round} of the rounds played: {what}")]
    Played {
        /// The round, from 1.
        round: usize,
        /// What is wrong with it.
        what: String,
    },
}

/// One game: a member of A against a member of B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    /// Member of team A, from 1; also the board.
    pub a: u32,
    /// Member of team B, from 1.
    pub b: u32,
    /// The colour of A's player.
    pub a_color: Color,
}

impl Game {
    /// White and Black as tables print them: `A1`, `B1`.
    pub fn seats(self) -> (String, String) {
        let (a, b) = (format!("A{}", self.a), format!("B{}", self.b));
        if self.a_color == Color::White { (a, b) } else { (b, a) }
    }
}

/// The second half of a double match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SecondHalf {
    /// Back to front with reversed colours: nobody has one colour three times running, but those who met last meet again at once.
    #[default]
    BackToFront,
    /// In the same order with reversed colours: nobody meets the same opponent twice running, but some have three of one colour.
    SameOrder,
}

/// All rounds of a single match, board 1 first in each.
///
/// # Errors
/// When the number of boards is outside the limits.
pub fn single(boards: u32) -> Result<Vec<Vec<Game>>, ScheveningenError> {
    if boards == 0 || boards > MAX_BOARDS {
        return Err(ScheveningenError::Boards(boards));
    }
    Ok((1..=boards).map(|round| (1..=boards).map(|board| game(boards, round, board)).collect()).collect())
}

/// All rounds of a double match: the single one, then everybody meets everybody again with the other colours.
///
/// # Errors
/// When the number of boards is outside the limits.
pub fn double(boards: u32, second: SecondHalf) -> Result<Vec<Vec<Game>>, ScheveningenError> {
    let mut rounds = single(boards)?;
    let mut again: Vec<Vec<Game>> = rounds
        .iter()
        .map(|round| round.iter().map(|game| Game { a_color: game.a_color.other(), ..*game }).collect())
        .collect();
    if second == SecondHalf::BackToFront {
        again.reverse();
    }
    rounds.append(&mut again);
    Ok(rounds)
}

/// One line of a round between teams of different size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Board {
    /// A game.
    Game(Game),
    /// A member of team A without an opponent in this round.
    FreeA(u32),
    /// A member of team B without an opponent in this round.
    FreeB(u32),
}

/// A single match between teams of different size: the table of the larger one, whose players are free where the smaller team has
/// an empty place.
///
/// # Errors
/// When a team is empty or too large.
pub fn unequal(a_players: u32, b_players: u32) -> Result<Vec<Vec<Board>>, ScheveningenError> {
    if a_players == 0 || b_players == 0 {
        return Err(ScheveningenError::Boards(0));
    }
    let board = |game: Game| {
        if game.a > a_players {
            Board::FreeB(game.b)
        } else if game.b > b_players {
            Board::FreeA(game.a)
        } else {
            Board::Game(game)
        }
    };
    let rounds = single(a_players.max(b_players))?;
    Ok(rounds.into_iter().map(|round| round.into_iter().map(board).collect()).collect())
}

/// One game of the table; all numbers from 1 and within the limits.
fn game(n: u32, round: u32, board: u32) -> Game {
    let color = |white: bool| if white { Color::White } else { Color::Black };
    let from_table = |entry: i8| Game { a: board, b: u32::from(entry.unsigned_abs()), a_color: color(entry > 0) };
    let (row, column) = (round as usize - 1, board as usize - 1);
    match n {
        6 => from_table(TABLE_6[row][column]),
        10 => from_table(TABLE_10[row][column]),
        _ if n % 2 == 1 => {
            let (k, h) = (round / 2, n.div_ceil(2));
            let white = if round % 2 == 1 { board <= h - k || board > n - k } else { h - k < board && board <= n - k };
            Game { a: board, b: (round + board - 2) % n + 1, a_color: color(white) }
        }
        _ => {
            // Halves meet halves: first upper with upper and lower with lower, then crosswise.
            let h = n / 2;
            let s = (round + board - 2) % h + 1;
            let upper = board <= h;
            let b = if upper == (round <= h) { s } else { s + h };
            // With an odd half, equal colours in every round would leave team B's players two apart: the two middle rounds
            // give one colour to the whole team instead.
            let whole_team = h % 2 == 1 && (round == h || round == h + 1);
            Game { a: board, b, a_color: color((upper || whole_team) == (round % 2 == 1)) }
        }
    }
}

/// Completes a match of which some rounds were played in another order or with other pairs than the table's (set by hand, taken
/// over from an earlier stage): the rounds that remain, with every pair that has not met.
///
/// Each round is a perfect matching between the teams in the graph of the pairs that have not met; after whole rounds that graph
/// is regular, and a regular bipartite graph always has one (König). Colours: in each round those pairs are turned whose players
/// would otherwise drift apart or have one colour three times running, as far as the two players' wishes agree.
///
/// # Errors
/// When a played round does not use every player once, or repeats a pair.
pub fn complete(boards: u32, played: &[Vec<Game>]) -> Result<Vec<Vec<Game>>, ScheveningenError> {
    if boards == 0 || boards > MAX_COMPLETED {
        return Err(ScheveningenError::TooManyToComplete(boards));
    }
    let n = boards as usize;
    let mut met = vec![false; n * n];
    let mut colors = Colors { a: vec![Vec::new(); n], b: vec![Vec::new(); n] };
    for (index, round) in played.iter().enumerate() {
        let wrong = |what: String| ScheveningenError::Played { round: index + 1, what };
        let mut seated = (vec![false; n], vec![false; n]);
        if round.len() != n {
            return Err(wrong(format!("{} games on {n} boards", round.len())));
        }
        for game in round {
            if game.a == 0 || game.b == 0 || game.a > boards || game.b > boards {
                return Err(wrong(format!("A{} against B{}: there are {n} players in each team", game.a, game.b)));
            }
            let (a, b) = (game.a as usize - 1, game.b as usize - 1);
            if std::mem::replace(&mut seated.0[a], true) || std::mem::replace(&mut seated.1[b], true) {
                return Err(wrong(format!("A{} or B{} plays twice", game.a, game.b)));
            }
            if std::mem::replace(&mut met[a * n + b], true) {
                return Err(wrong(format!("A{} and B{} have met before", game.a, game.b)));
            }
            colors.add(game);
        }
    }
    let mut rounds = Vec::new();
    for number in played.len() + 1..=n {
        let opponents = perfect_matching(n, &met);
        let mut round: Vec<Game> = Vec::with_capacity(n);
        for (a, b) in opponents.into_iter().enumerate() {
            met[a * n + b] = true;
            let a_color = colors.choose(a, b, (number + a) % 2 == 0);
            round.push(Game { a: a as u32 + 1, b: b as u32 + 1, a_color });
        }
        for game in &round {
            colors.add(game);
        }
        rounds.push(round);
    }
    Ok(rounds)
}

/// The opponent of each of A's players in one round of pairs that have not met.
fn perfect_matching(n: usize, met: &[bool]) -> Vec<usize> {
    let mut graph: UnGraph<(), ()> = UnGraph::with_capacity(2 * n, n * n);
    for _ in 0..2 * n {
        graph.add_node(());
    }
    for a in 0..n {
        for b in (0..n).filter(|b| !met[a * n + b]) {
            graph.add_edge(NodeIndex::new(a), NodeIndex::new(n + b), ());
        }
    }
    let matching = maximum_matching(&graph);
    // The graph is regular, so that everybody has a mate.
    (0..n).filter_map(|a| matching.mate(NodeIndex::new(a))).map(|mate| mate.index() - n).collect()
}

/// The colours so far.
struct Colors {
    a: Vec<Vec<Color>>,
    b: Vec<Vec<Color>>,
}

impl Colors {
    fn add(&mut self, game: &Game) {
        self.a[game.a as usize - 1].push(game.a_color);
        self.b[game.b as usize - 1].push(game.a_color.other());
    }

    /// The colour for A's player: the one that the stronger of the two wishes asks for, else `otherwise`.
    fn choose(&self, a: usize, b: usize, otherwise: bool) -> Color {
        let white = |history: &[Color]| {
            let difference = history.iter().map(|&c| if c == Color::White { 1i64 } else { -1 }).sum::<i64>();
            let twice = match history {
                [.., x, y] if x == y => {
                    if *x == Color::White {
                        -1
                    } else {
                        1
                    }
                }
                _ => 0,
            };
            // A third equal colour weighs more than any difference that can arise.
            -difference + twice * 1000
        };
        let wish = white(&self.a[a]) - white(&self.b[b]);
        if wish > 0 || wish == 0 && otherwise { Color::White } else { Color::Black }
    }
}
