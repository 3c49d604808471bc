//! A second move generator for the draughts family, written plainly from the rules on an array of characters, and held
//! against the library on random positions of every game.
//!
//! It shares nothing with the library: other board, other numbering of squares, every order of captures walked through.
use std::collections::BTreeSet;

use rules::{Draughts, GameKind, legal_moves, perft, start_fen};

/// Deterministic random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// `grid[row][column]`, row 0 farthest from White: `w b` men, `W B` kings, `.` empty, `#` not played.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Naive {
    game: Draughts,
    grid: Vec<Vec<char>>,
    white: bool,
}

type Spot = (usize, usize);
/// From, to, captured pieces.
type Played = (Spot, Spot, BTreeSet<Spot>);

/// A finished capture.
#[derive(Clone, Debug)]
struct Capture {
    from: Spot,
    to: Spot,
    taken: Vec<Spot>,
    by_king: bool,
    crowned: bool,
}

impl Naive {
    fn size(game: Draughts) -> (usize, usize) {
        match game {
            Draughts::International | Draughts::Frisian => (10, 10),
            Draughts::Canadian => (12, 12),
            Draughts::Spantsiretti => (10, 8),
            _ => (8, 8),
        }
    }

    fn played_on(game: Draughts, row: usize, column: usize) -> bool {
        let (_, ranks) = Naive::size(game);
        let from_near = ranks - 1 - row;
        match game {
            Draughts::Turkish => true,
            // the corner at White's right hand is played on
            Draughts::Italian | Draughts::Spanish | Draughts::Portuguese => (from_near + column) % 2 == 1,
            _ => (from_near + column).is_multiple_of(2),
        }
    }

    fn empty(game: Draughts, white: bool) -> Naive {
        let (files, ranks) = Naive::size(game);
        let row = |r: usize| (0..files).map(|c| if Naive::played_on(game, r, c) { '.' } else { '#' }).collect();
        Naive { game, grid: (0..ranks).map(row).collect(), white }
    }

    fn at(&self, row: isize, column: isize) -> char {
        if row < 0 || column < 0 {
            return '#';
        }
        self.grid.get(row as usize).and_then(|r| r.get(column as usize)).copied().unwrap_or('#')
    }

    fn inside(&self, row: isize, column: isize) -> bool {
        self.at(row, column) != '#'
    }

    fn mine(&self, c: char) -> bool {
        if self.white { matches!(c, 'w' | 'W') } else { matches!(c, 'b' | 'B') }
    }

    fn enemy(&self, c: char) -> bool {
        if self.white { matches!(c, 'b' | 'B') } else { matches!(c, 'w' | 'W') }
    }

    fn forward(&self) -> isize {
        if self.white { -1 } else { 1 }
    }

    fn last_row(&self) -> usize {
        if self.white { 0 } else { self.grid.len() - 1 }
    }

    /// Steps (rows, columns) in which a man moves.
    fn man_steps(&self) -> Vec<(isize, isize)> {
        let f = self.forward();
        match self.game {
            Draughts::Turkish => vec![(f, 0), (0, 1), (0, -1)],
            _ => vec![(f, 1), (f, -1)],
        }
    }

    fn man_jumps(&self) -> Vec<(isize, isize)> {
        let f = self.forward();
        match self.game {
            Draughts::Turkish => vec![(f, 0), (0, 1), (0, -1)],
            Draughts::Frisian => self.king_jumps(),
            Draughts::English
            | Draughts::Italian
            | Draughts::Czech
            | Draughts::Spanish
            | Draughts::Portuguese
            | Draughts::Thai => vec![(f, 1), (f, -1)],
            _ => vec![(1, 1), (1, -1), (-1, 1), (-1, -1)],
        }
    }

    fn king_steps(&self) -> Vec<(isize, isize)> {
        match self.game {
            Draughts::Turkish => vec![(1, 0), (-1, 0), (0, 1), (0, -1)],
            _ => vec![(1, 1), (1, -1), (-1, 1), (-1, -1)],
        }
    }

    fn king_jumps(&self) -> Vec<(isize, isize)> {
        let mut jumps = self.king_steps();
        if self.game == Draughts::Frisian {
            jumps.extend([(2, 0), (-2, 0), (0, 2), (0, -2)]);
        }
        jumps
    }

    fn flies(&self) -> bool {
        !matches!(self.game, Draughts::English | Draughts::Italian)
    }

    fn quiet(&self) -> Vec<Played> {
        let mut out = Vec::new();
        for (row, line) in self.grid.iter().enumerate() {
            for (column, &c) in line.iter().enumerate() {
                if !self.mine(c) {
                    continue;
                }
                let king = c.is_uppercase();
                let steps = if king { self.king_steps() } else { self.man_steps() };
                for (dr, dc) in steps {
                    let (mut r, mut k) = (row as isize + dr, column as isize + dc);
                    while self.at(r, k) == '.' {
                        out.push(((row, column), (r as usize, k as usize), BTreeSet::new()));
                        if !king || !self.flies() {
                            break;
                        }
                        r += dr;
                        k += dc;
                    }
                }
            }
        }
        out
    }

    /// Every single jump of the piece at `spot`: the piece taken, the squares to land on, the direction.
    fn jumps(
        &self,
        spot: Spot,
        king: bool,
        taken: &[Spot],
        last: Option<(isize, isize)>,
    ) -> Vec<(Spot, Vec<Spot>, (isize, isize))> {
        let mut out = Vec::new();
        for (dr, dc) in if king { self.king_jumps() } else { self.man_jumps() } {
            if self.game == Draughts::Turkish && last == Some((-dr, -dc)) {
                continue;
            }
            let (mut r, mut k) = (spot.0 as isize + dr, spot.1 as isize + dc);
            if king && self.flies() {
                while self.at(r, k) == '.' {
                    r += dr;
                    k += dc;
                }
            }
            let target = self.at(r, k);
            if !self.enemy(target) || taken.contains(&(r as usize, k as usize)) {
                continue;
            }
            if self.game == Draughts::Italian && !king && target.is_uppercase() {
                continue;
            }
            let victim = (r as usize, k as usize);
            let mut landings = Vec::new();
            (r, k) = (r + dr, k + dc);
            while self.at(r, k) == '.' {
                landings.push((r as usize, k as usize));
                if !king || !self.flies() || self.game == Draughts::Thai {
                    break;
                }
                r += dr;
                k += dc;
            }
            if !landings.is_empty() {
                out.push((victim, landings, (dr, dc)));
            }
        }
        out
    }

    /// Follows a capture in every way.
    #[allow(clippy::too_many_arguments)]
    fn follow(
        &self,
        from: Spot,
        at: Spot,
        by_king: bool,
        king: bool,
        taken: &[Spot],
        last: Option<(isize, isize)>,
        out: &mut Vec<Capture>,
    ) {
        for (victim, landings, direction) in self.jumps(at, king, taken, last) {
            let mut board = self.clone();
            if matches!(self.game, Draughts::Turkish | Draughts::Thai) {
                board.grid[victim.0][victim.1] = '.';
            }
            let mut now = taken.to_vec();
            now.push(victim);
            let goes_on: Vec<bool> = landings
                .iter()
                .map(|&landing| {
                    let crowned = !king && landing.0 == self.last_row();
                    match (crowned, self.game) {
                        (true, Draughts::Russian | Draughts::Spantsiretti) => {
                            !board.jumps(landing, true, &now, Some(direction)).is_empty()
                        }
                        (
                            true,
                            Draughts::English
                            | Draughts::Italian
                            | Draughts::Czech
                            | Draughts::Spanish
                            | Draughts::Portuguese
                            | Draughts::Thai,
                        ) => false,
                        _ => !board.jumps(landing, king, &now, Some(direction)).is_empty(),
                    }
                })
                .collect();
            let must_go_on = goes_on.contains(&true);
            for (&landing, &on) in landings.iter().zip(&goes_on) {
                let reached = !king && landing.0 == self.last_row();
                if on {
                    let becomes = reached && matches!(self.game, Draughts::Russian | Draughts::Spantsiretti);
                    board.follow(from, landing, by_king, king || becomes, &now, Some(direction), out);
                } else if !must_go_on {
                    out.push(Capture {
                        from,
                        to: landing,
                        taken: now.clone(),
                        by_king,
                        crowned: reached || (king && !by_king),
                    });
                }
            }
        }
    }

    fn captures(&self) -> Vec<Capture> {
        let mut all = Vec::new();
        for row in 0..self.grid.len() {
            for column in 0..self.grid[row].len() {
                let c = self.grid[row][column];
                if self.mine(c) {
                    let mut board = self.clone();
                    board.grid[row][column] = '.';
                    let king = c.is_uppercase();
                    board.follow((row, column), (row, column), king, king, &[], None, &mut all);
                }
            }
        }
        let is_king = |spot: &Spot| self.grid[spot.0][spot.1].is_uppercase();
        let kings = |c: &Capture| c.taken.iter().filter(|s| is_king(s)).count();
        // Each sieve keeps the captures with the greatest value.
        let mut sieve = |value: &dyn Fn(&Capture) -> usize| {
            let best = all.iter().map(value).max().unwrap_or(0);
            all.retain(|c| value(c) == best);
        };
        match self.game {
            Draughts::International | Draughts::Brazilian | Draughts::Canadian | Draughts::Turkish => {
                sieve(&|c| c.taken.len());
            }
            Draughts::Spanish | Draughts::Portuguese => {
                sieve(&|c| c.taken.len());
                sieve(&kings);
            }
            Draughts::Italian => {
                sieve(&|c| c.taken.len());
                sieve(&|c| usize::from(c.by_king));
                sieve(&kings);
                for place in 0..12 {
                    sieve(&|c| usize::from(c.taken.get(place).is_some_and(is_king)));
                }
            }
            Draughts::Czech => sieve(&|c| usize::from(c.by_king)),
            Draughts::Frisian => {
                // n kings lie between 2n-1 and 2n men
                sieve(&|c| 1000 * (c.taken.len() - kings(c)) + 1999 * kings(c));
                sieve(&|c| usize::from(c.by_king));
            }
            Draughts::Russian | Draughts::Spantsiretti | Draughts::English | Draughts::Pool | Draughts::Thai => {}
        }
        all
    }

    /// The legal moves with the position after each.
    fn legal(&self) -> Vec<(Played, Naive)> {
        let captures = self.captures();
        let mut out: Vec<(Played, Naive)> = Vec::new();
        let moves: Vec<(Played, bool)> = if captures.is_empty() {
            self.quiet().into_iter().map(|m| (m.clone(), m.1.0 == self.last_row())).collect()
        } else {
            captures.into_iter().map(|c| ((c.from, c.to, c.taken.into_iter().collect()), c.crowned)).collect()
        };
        for (played, crowned) in moves {
            if out.iter().any(|(known, _)| *known == played) {
                continue;
            }
            let mut next = self.clone();
            let mut piece = next.grid[played.0.0][played.0.1];
            if crowned {
                piece = piece.to_ascii_uppercase();
            }
            next.grid[played.0.0][played.0.1] = '.';
            for taken in &played.2 {
                next.grid[taken.0][taken.1] = '.';
            }
            next.grid[played.1.0][played.1.1] = piece;
            next.white = !self.white;
            out.push((played, next));
        }
        out
    }

    fn name(&self, row: usize, column: usize) -> String {
        let (files, ranks) = Naive::size(self.game);
        match self.game {
            Draughts::Russian | Draughts::Brazilian | Draughts::Czech | Draughts::Turkish | Draughts::Spantsiretti => {
                format!("{}{}", char::from(b'a' + column as u8), ranks - row)
            }
            Draughts::Spanish | Draughts::Portuguese | Draughts::Thai => {
                // from White's right-hand corner
                let before = (ranks - 1 - row) * (files / 2) + (files - 1 - column) / 2;
                (before + 1).to_string()
            }
            _ => (row * (files / 2) + column / 2 + 1).to_string(),
        }
    }

    fn fen(&self) -> String {
        let list = |man: char, king: char| {
            let mut items = Vec::new();
            for (row, line) in self.grid.iter().enumerate() {
                for (column, &c) in line.iter().enumerate() {
                    if c == man {
                        items.push(self.name(row, column));
                    } else if c == king {
                        items.push(format!("K{}", self.name(row, column)));
                    }
                }
            }
            items.join(",")
        };
        format!("{}:W{}:B{}", if self.white { 'W' } else { 'B' }, list('w', 'W'), list('b', 'B'))
    }

    fn start(game: Draughts) -> Naive {
        let mut board = Naive::empty(game, !matches!(game, Draughts::English | Draughts::Pool | Draughts::Thai));
        let ranks = board.grid.len();
        let rows: &[usize] = match game {
            Draughts::International | Draughts::Frisian => &[0, 1, 2, 3],
            Draughts::Canadian => &[0, 1, 2, 3, 4],
            Draughts::Turkish => &[1, 2],
            Draughts::Thai => &[0, 1],
            _ => &[0, 1, 2],
        };
        for &row in rows {
            for (line, c) in [(row, 'b'), (ranks - 1 - row, 'w')] {
                for cell in &mut board.grid[line] {
                    if *cell == '.' {
                        *cell = c;
                    }
                }
            }
        }
        board
    }

    fn random(game: Draughts, random: &mut Random) -> Naive {
        let mut board = Naive::empty(game, random.below(2) == 0);
        let (files, ranks) = Naive::size(game);
        let pieces = 2 + random.below(if game == Draughts::Canadian { 20 } else { 15 });
        let kings = random.below(4);
        for _ in 0..pieces {
            let (row, column) = (random.below(ranks), random.below(files));
            let piece = ['w', 'b'][random.below(2)];
            let crowned = random.below(4) < kings || row == if piece == 'w' { 0 } else { ranks - 1 };
            if board.inside(row as isize, column as isize) {
                board.grid[row][column] = if crowned { piece.to_ascii_uppercase() } else { piece };
            }
        }
        board
    }
}

/// A FEN with its lists in a fixed order.
fn sorted(fen: &str) -> Vec<Vec<String>> {
    fen.split(':')
        .map(|part| {
            let (side, list) = part.split_at(1);
            let mut items: Vec<String> = list.split(',').map(str::to_owned).collect();
            items.sort();
            items.insert(0, side.to_owned());
            items
        })
        .collect()
}

fn compare(board: &Naive) {
    let fen = board.fen();
    let kind = GameKind::Draughts(board.game);
    let (files, _) = Naive::size(board.game);
    let spot = |cell: usize| (cell / files, cell % files);
    let found = legal_moves(kind, &fen).unwrap_or_else(|e| panic!("{kind} {fen}: {e}"));
    let count = found.len();
    let fast: BTreeSet<(Played, Vec<Vec<String>>)> = found
        .into_iter()
        .map(|m| {
            let taken = m.squares.captured.iter().map(|&c| spot(c)).collect();
            ((spot(m.squares.from), spot(m.squares.to), taken), sorted(&m.fen))
        })
        .collect();
    assert_eq!(fast.len(), count, "{kind} {fen}: a move is listed twice");
    let slow: BTreeSet<(Played, Vec<Vec<String>>)> =
        board.legal().into_iter().map(|(played, after)| (played, sorted(&after.fen()))).collect();
    assert!(
        fast == slow,
        "{kind} {fen}\nonly fast: {:?}\nonly plain: {:?}",
        fast.difference(&slow).collect::<Vec<_>>(),
        slow.difference(&fast).collect::<Vec<_>>()
    );
}

#[test]
fn starting_positions() {
    for game in Draughts::ALL {
        let board = Naive::start(game);
        let fen = start_fen(GameKind::Draughts(game));
        assert_eq!(sorted(&fen), sorted(&board.fen()), "{game:?}");
        compare(&board);
    }
}

#[test]
fn random_positions() {
    for game in Draughts::ALL {
        let mut random = Random(game as u64 + 1);
        for _ in 0..4000 {
            compare(&Naive::random(game, &mut random));
        }
    }
}

#[test]
fn random_games() {
    for game in Draughts::ALL {
        let mut random = Random(1000 + game as u64);
        for _ in 0..12 {
            let mut board = Naive::start(game);
            for _ in 0..120 {
                compare(&board);
                let mut moves = board.legal();
                if moves.is_empty() {
                    break;
                }
                board = moves.swap_remove(random.below(moves.len())).1;
            }
        }
    }
}

/// Counts move sequences, with the Frisian limit on a king's moves in a row.
fn count(board: &Naive, runs: [(Spot, u8); 2], depth: u32, limited: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let us = usize::from(!board.white);
    let man = if board.white { 'w' } else { 'b' };
    let has_man = board.grid.iter().flatten().any(|&c| c == man);
    let mut total = 0;
    for (played, next) in board.legal() {
        let king = board.grid[played.0.0][played.0.1].is_uppercase();
        let quiet = played.2.is_empty();
        let (spot, made) = runs[us];
        let same = made > 0 && spot == played.0;
        if limited && board.game == Draughts::Frisian && king && quiet && same && made >= 3 && has_man {
            continue;
        }
        let mut after = runs;
        after[us] = if !king || !quiet { ((99, 99), 0) } else { (played.1, if same { made + 1 } else { 1 }) };
        total += count(&next, after, depth - 1, limited);
    }
    total
}

#[test]
fn counts_from_random_positions() {
    for game in Draughts::ALL {
        let mut random = Random(77 + game as u64);
        for _ in 0..60 {
            let board = Naive::random(game, &mut random);
            let slow = count(&board, [((99, 99), 0); 2], 2, true);
            assert_eq!(perft(GameKind::Draughts(game), Some(&board.fen()), 2), Ok(slow), "{game:?} {}", board.fen());
        }
    }
}

/// A king beside a man must not move four times in a row.
#[test]
fn frisian_king_limit() {
    let mut board = Naive::empty(Draughts::Frisian, true);
    for (row, column, piece) in [(9, 0, 'W'), (6, 9, 'w'), (0, 1, 'b'), (0, 3, 'b')] {
        assert!(Naive::played_on(Draughts::Frisian, row, column));
        board.grid[row][column] = piece;
    }
    let none = [((99, 99), 0); 2];
    for depth in 1..=7 {
        let slow = count(&board, none, depth, true);
        assert_eq!(perft(GameKind::Draughts(Draughts::Frisian), Some(&board.fen()), depth), Ok(slow), "depth {depth}");
    }
    assert_ne!(count(&board, none, 7, true), count(&board, none, 7, false));
}
