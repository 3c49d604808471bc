//! A draughts game while a record is replayed.

use std::sync::Arc;

use super::explain;
use super::geometry::{Rules, bit, index, squares};
use super::movegen::{Move, captures, legal_moves};
use super::notation::{Written, between, write};
use super::position::Position;
use super::variant::{Choice, DrawRules, LoneKing};
use crate::driver::{DrawLog, Game};
use crate::replay::LastMove;
use crate::{BoardView, Cell, Draughts, DrawRule, Outcome, Piece, PieceKind, SetupError, Side, Termination};

/// Position, rules and the counters of the draw rules.
#[derive(Clone)]
pub(crate) struct DraughtsGame {
    pub(super) rules: Arc<Rules>,
    pub(super) draws: DrawRules,
    pub(super) giveaway: bool,
    /// Are squares read in letters and in numbers?
    pub(super) loose: bool,
    pub(super) position: Position,
    /// Half-moves of kings without a capture, up to now.
    king_moves: u32,
    /// Half-moves since the material changed by a capture or a promotion.
    same_material: u32,
    /// Half-moves since the material first fitted each of the lone king rules.
    lone_king: [u32; 2],
}

impl DraughtsGame {
    pub(super) fn new(rules: Arc<Rules>, position: Position, draws: DrawRules, giveaway: bool, loose: bool) -> Self {
        DraughtsGame { rules, draws, giveaway, loose, position, king_moves: 0, same_material: 0, lone_king: [0, 0] }
    }

    /// The starting position of a game.
    pub(crate) fn start(game: Draughts, giveaway: bool) -> DraughtsGame {
        let rules = Rules::of(game);
        let position = Position::start(&rules);
        let draws = rules.variant.draws;
        DraughtsGame::new(rules, position, draws, giveaway, true)
    }

    /// A position from FEN.
    pub(crate) fn from_fen(game: Draughts, giveaway: bool, fen: &str) -> Result<DraughtsGame, SetupError> {
        let rules = Rules::of(game);
        let position = Position::read(&rules, fen)?;
        let draws = rules.variant.draws;
        Ok(DraughtsGame::new(rules, position, draws, giveaway, true))
    }

    /// Moves a man of the starting position to an empty square.
    pub(crate) fn fly(&mut self, side: Side, from: &str, to: &str) -> Result<(), String> {
        let find = |name: &str| self.rules.square(name).map_err(|_| format!("there is no square {name}"));
        let (start, end) = (find(from)?, find(to)?);
        if self.position.men[index(side)] & bit(start) == 0 {
            return Err(format!("no man of {side}'s stands on {from}"));
        }
        if self.position.occupied() & bit(end) != 0 {
            return Err(format!("{to} is not free"));
        }
        if self.rules.last_row[index(side)] & bit(end) != 0 {
            return Err(format!("a man on {to} would be a king"));
        }
        self.position.men[index(side)] ^= bit(start) | bit(end);
        Ok(())
    }

    /// Could this side take something if it were its turn?
    pub(crate) fn can_take(&self, side: Side) -> bool {
        let mut taking = Vec::new();
        captures(&self.rules, &Position { side, ..self.position }, Choice::Any, &mut taking);
        !taking.is_empty()
    }

    /// Men and kings more than the opponent of the side to move has, a king counted as three men.
    fn lead(&self) -> i32 {
        let worth = |side: Side| {
            let at = index(side);
            (self.position.men[at].count_ones() + 3 * self.position.kings[at].count_ones()) as i32
        };
        worth(self.position.side) - worth(self.position.side.other())
    }

    /// The lead of the side to move after `plies` half-moves of best play by both, and on until nothing can be taken. Wins count 1000.
    pub(crate) fn settled_lead(&self, plies: usize, mut least: i32, most: i32) -> i32 {
        let mut moves = Vec::new();
        legal_moves(&self.rules, &self.position, &mut moves);
        if moves.is_empty() {
            return -1000;
        }
        if plies == 0 && moves[0].captured == 0 {
            return self.lead();
        }
        for played in &moves {
            let mut after = self.clone();
            after.make(played);
            least = least.max(-after.settled_lead(plies.saturating_sub(1), -most, -least));
            if least >= most {
                break;
            }
        }
        least
    }

    fn lone_king_fits(&self, rule: LoneKing) -> bool {
        [Side::White, Side::Black].into_iter().any(|strong| {
            let weak = strong.other();
            let lone = self.position.men[index(weak)] == 0 && self.position.kings[index(weak)].count_ones() == 1;
            let kings = self.position.kings[index(strong)].count_ones();
            let pieces = self.position.pieces(strong).count_ones();
            lone && (u32::from(rule.least)..=u32::from(rule.most)).contains(&pieces)
                && (if rule.all_kings { kings == pieces } else { kings > 0 })
        })
    }

    fn count(&mut self, before: &Position, played: &Move) {
        let by_king = before.kings[index(before.side)] & bit(played.from) != 0;
        self.king_moves = if by_king && played.captured == 0 { self.king_moves + 1 } else { 0 };
        self.same_material = if played.captured != 0 || played.crowned { 0 } else { self.same_material + 1 };
        for (slot, rule) in self.draws.lone_king.into_iter().enumerate() {
            let Some(rule) = rule else { continue };
            let fitted = self.lone_king[slot] > 0 || self.same_material > 0;
            self.lone_king[slot] = if self.lone_king_fits(rule) { self.lone_king[slot] + u32::from(fitted) } else { 0 };
        }
    }

    fn observe_counters(&self, ply: usize, log: &mut DrawLog) {
        let both = |moves: u16| 2 * u32::from(moves);
        if self.draws.king_moves.is_some_and(|moves| self.king_moves >= both(moves)) {
            log.claim(DrawRule::KingMoves, ply);
        }
        for (slot, rule) in self.draws.lone_king.into_iter().enumerate() {
            if rule.is_some_and(|rule| self.lone_king[slot] >= both(rule.moves)) {
                log.claim(DrawRule::LoneKing, ply);
            }
        }
        let only_kings = self.position.men == [0, 0] && self.position.kings.iter().all(|kings| *kings != 0);
        if only_kings {
            let pieces = self.position.occupied().count_ones();
            for rule in self.draws.unchanged.into_iter().flatten() {
                let fits = (u32::from(rule.least)..=u32::from(rule.most)).contains(&pieces);
                if fits && self.same_material >= both(rule.moves) {
                    log.claim(DrawRule::UnchangedMaterial, ply);
                }
            }
        }
    }
}

impl Game for DraughtsGame {
    type Move = Move;

    fn side(&self) -> Side {
        self.position.side
    }

    fn find(&self, text: &str, remark: &mut Option<String>) -> Result<Move, String> {
        let written = Written::read(&self.rules, text, self.loose)?;
        let mut legal = Vec::with_capacity(24);
        legal_moves(&self.rules, &self.position, &mut legal);
        let played = match written.find(&self.rules, &self.position, &legal) {
            Ok(played) if !written.capture || played.captured != 0 => played,
            Ok(_) => return Err(explain::explain(&self.rules, &self.position, &written, &legal, 1)),
            Err(fitting) => return Err(explain::explain(&self.rules, &self.position, &written, &legal, fitting)),
        };
        if !written.capture && played.captured != 0 {
            *remark = Some("a capture is written with a hyphen".to_owned());
        }
        Ok(played)
    }

    fn set_up(&self, fen: &str) -> Result<DraughtsGame, String> {
        let pass = fen.chars().all(|c| matches!(c, 'W' | 'B' | ':' | '.'));
        let position = if pass && !fen.is_empty() {
            // No pieces are named: only the turn changes.
            let side = if fen.starts_with('W') { Side::White } else { Side::Black };
            Position { side, ..self.position }
        } else {
            Position::read(&self.rules, fen).map_err(|error| error.0)?
        };
        Ok(DraughtsGame::new(Arc::clone(&self.rules), position, self.draws, self.giveaway, self.loose))
    }

    fn legal(&self) -> Vec<Move> {
        let mut legal = Vec::new();
        legal_moves(&self.rules, &self.position, &mut legal);
        legal
    }

    fn make(&mut self, played: &Move) {
        let before = self.position;
        self.position = before.after(&self.rules, played);
        self.count(&before, played);
    }

    fn board_end(&self) -> Option<(Termination, Outcome)> {
        if !self.legal().is_empty() {
            return None;
        }
        let side = self.position.side;
        let termination = if self.position.pieces(side) == 0 { Termination::NoPieces } else { Termination::NoMoves };
        Some((termination, Outcome::Won(if self.giveaway { side } else { side.other() })))
    }

    fn observe(&self, ply: usize, log: &mut DrawLog) {
        log.keys.push(self.position.key());
        if self.king_moves >= 8 && self.draws.threefold && log.occurrences(self.king_moves as usize) >= 3 {
            log.claim(DrawRule::Threefold, ply);
        }
        if self.king_moves > 0 || self.same_material > 0 {
            self.observe_counters(ply, log);
        }
        let one_each = self.draws.one_each
            && [Side::White, Side::Black].into_iter().all(|side| self.position.pieces(side).count_ones() == 1);
        if one_each && !self.can_take(self.position.side) {
            log.automatic(DrawRule::OneEach, ply);
        }
    }

    fn can_win(&self, _side: Side) -> bool {
        true
    }

    fn fen(&self) -> String {
        self.position.fen(&self.rules)
    }

    fn view(&self) -> BoardView {
        let rules = &self.rules;
        let (files, ranks) = (rules.variant.files, rules.variant.ranks);
        let mut cells: Vec<Cell> = (0..usize::from(files) * usize::from(ranks))
            .map(|_| Cell { piece: None, dark: false, playable: false, label: String::new() })
            .collect();
        for square in squares(rules.board) {
            let (file, rank) = rules.place[usize::from(square)];
            let cell = &mut cells[rules.cell(square)];
            cell.playable = true;
            // On a board where all squares are played the colours are those of a chess board.
            cell.dark = rules.variant.board != super::Board::All || (file + rank).is_multiple_of(2);
            cell.label.clone_from(&rules.names[usize::from(square)]);
        }
        for side in [Side::White, Side::Black] {
            for square in squares(self.position.pieces(side)) {
                let king = self.position.kings[index(side)] & bit(square) != 0;
                let kind = if king { PieceKind::Crowned } else { PieceKind::Man };
                cells[rules.cell(square)].piece = Some(Piece { kind, side });
            }
        }
        BoardView { files, ranks, cells, lettered: rules.lettered() }
    }

    fn describe(&self, played: &Move, legal: &[Move]) -> (String, LastMove) {
        let rules = &self.rules;
        let through = match played.captured {
            0 => Vec::new(),
            _ => between(rules, &self.position, played).into_iter().map(|s| rules.cell(s)).collect(),
        };
        let last = LastMove {
            from: rules.cell(played.from),
            to: rules.cell(played.to),
            through,
            captured: squares(played.captured).map(|s| rules.cell(s)).collect(),
        };
        (write(rules, &self.position, played, legal), last)
    }
}
