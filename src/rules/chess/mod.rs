//! Chess and Chess960, on `shakmaty`.

mod explain;
mod notation;
mod quick;
mod setup;

use shakmaty::fen::Fen;
use shakmaty::san::{San, SanPlus, Suffix};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, Color, EnPassantMode, KnownOutcome, Move, Position, Role, Square};

pub use notation::ChessNotation;
pub use setup::chess960_fen;
pub(crate) use setup::perft;

use crate::driver::{DrawLog, Game};
use crate::replay::LastMove;
use crate::{BoardView, Cell, DrawRule, Outcome, Piece, PieceKind, Side, Termination};

/// A chess position while a record is replayed.
#[derive(Clone)]
pub(crate) struct ChessGame {
    position: Chess,
    hash: Zobrist64,
    notation: ChessNotation,
    /// The starting position is impossible because the side that moved last stands in check. It is kept with the other
    /// side to move, which is possible; the first move is made by hand.
    impossible: bool,
}

impl ChessGame {
    fn new(position: Chess, notation: ChessNotation) -> ChessGame {
        let hash = position.zobrist_hash(EnPassantMode::Legal);
        ChessGame { position, hash, notation, impossible: false }
    }

    /// The side whose turn it is by the record.
    fn turn(&self) -> Color {
        if self.impossible { !self.position.turn() } else { self.position.turn() }
    }

    /// The first move from an impossible starting position.
    fn leave_impossible(&self, text: &str) -> Result<Move, String> {
        notation::read(text, self.notation)
            .and_then(|written| setup::first_move(&self.position, self.turn(), &written))
            .map(|(played, _)| played)
            .ok_or_else(|| format!("{text} is not possible in the given position"))
    }

    fn read(&self, text: &str, remark: &mut Option<String>) -> Result<Move, String> {
        if self.notation == ChessNotation::Standard
            && let Ok(plus) = SanPlus::from_ascii(text.as_bytes())
            && let Some(played) =
                quick::find(&self.position, plus.san).or_else(|| plus.san.to_move(&self.position).ok())
        {
            if let Some(suffix) = plus.suffix {
                self.check_suffix(played, suffix, remark);
            }
            return Ok(played);
        }
        let written = notation::read(text, self.notation)
            .ok_or_else(|| explain::over(&self.position).unwrap_or_else(|| format!("\"{text}\" is not a move")))?;
        match written.find(&self.position) {
            Ok((played, unusual)) => {
                *remark = unusual;
                Ok(played)
            }
            Err(trouble) => Err(explain::explain(&self.position, &written, trouble)),
        }
    }

    fn check_suffix(&self, played: Move, suffix: Suffix, remark: &mut Option<String>) {
        let mut after = self.position.clone();
        after.play_unchecked(played);
        if !after.is_check() {
            *remark = Some("a check is written where there is none".to_owned());
        } else if suffix == Suffix::Checkmate && !after.is_checkmate() {
            *remark = Some("mate is written where there is none".to_owned());
        }
    }
}

pub(crate) fn side(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

fn color(side: Side) -> Color {
    match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    }
}

/// The place of a square in [`BoardView::cells`].
fn cell(square: Square) -> usize {
    (7 - usize::from(square.rank())) * 8 + usize::from(square.file())
}

impl Game for ChessGame {
    type Move = Move;

    fn side(&self) -> Side {
        side(self.turn())
    }

    fn find(&self, text: &str, remark: &mut Option<String>) -> Result<Move, String> {
        if self.impossible { self.leave_impossible(text) } else { self.read(text, remark) }
    }

    fn set_up(&self, fen: &str) -> Result<ChessGame, String> {
        ChessGame::from_fen(fen, crate::GameKind::Chess).map_err(|error| error.0)
    }

    fn legal(&self) -> Vec<Move> {
        if self.impossible { Vec::new() } else { self.position.legal_moves().into_iter().collect() }
    }

    fn make(&mut self, played: &Move) {
        if self.impossible {
            let after = notation::Written::of(*played).and_then(|w| setup::first_move(&self.position, self.turn(), &w));
            if let Some((_, after)) = after {
                *self = ChessGame::new(after, self.notation);
            }
            return;
        }
        let quick = self.position.update_zobrist_hash(self.hash, *played, EnPassantMode::Legal);
        self.position.play_unchecked(*played);
        self.hash = match quick {
            Some(hash) => hash,
            None => self.position.zobrist_hash(EnPassantMode::Legal),
        };
    }

    fn board_end(&self) -> Option<(Termination, Outcome)> {
        if self.impossible {
            return None;
        }
        match self.position.outcome().known()? {
            KnownOutcome::Decisive { winner } => Some((Termination::Checkmate, Outcome::Won(side(winner)))),
            KnownOutcome::Draw if self.position.is_insufficient_material() => {
                Some((Termination::DeadPosition, Outcome::Draw))
            }
            KnownOutcome::Draw => Some((Termination::Stalemate, Outcome::Draw)),
        }
    }

    fn observe(&self, ply: usize, log: &mut DrawLog) {
        log.keys.push(self.hash.0);
        let quiet = self.position.halfmoves();
        if quiet >= 8 {
            let times = log.occurrences(quiet as usize);
            if times >= 3 {
                log.claim(DrawRule::Threefold, ply);
            }
            if times >= 5 {
                log.automatic(DrawRule::Fivefold, ply);
            }
            if quiet >= 100 && !self.position.is_checkmate() {
                log.claim(DrawRule::FiftyMoves, ply);
                if quiet >= 150 {
                    log.automatic(DrawRule::SeventyFiveMoves, ply);
                }
            }
        }
        if self.position.is_insufficient_material() && !self.impossible {
            log.over(ply);
        }
    }

    fn can_win(&self, side: Side) -> bool {
        !self.position.has_insufficient_material(color(side))
    }

    fn fen(&self) -> String {
        let mut setup = self.position.to_setup(EnPassantMode::Legal);
        setup.turn = self.turn();
        let mut fen = String::with_capacity(96);
        Fen::try_from_setup(setup).unwrap_or_else(|lossy| lossy.ignore()).append_to_string(&mut fen);
        fen
    }

    fn view(&self) -> BoardView {
        let board = self.position.board();
        let cells = (0..64)
            .map(|index| {
                // Cells run from a8 to h1, square numbers from a1 to h8.
                let square = Square::new((7 - index / 8) * 8 + index % 8);
                Cell {
                    piece: board
                        .piece_at(square)
                        .map(|piece| Piece { kind: kind(piece.role), side: side(piece.color) }),
                    dark: square.is_dark(),
                    playable: true,
                    label: square.to_string(),
                }
            })
            .collect();
        BoardView { files: 8, ranks: 8, cells, lettered: true }
    }

    fn describe(&self, played: &Move, _legal: &[Move]) -> (String, LastMove) {
        let san = San::from_move(&self.position, *played);
        let text = if self.impossible {
            san.to_string()
        } else {
            let mut after = self.position.clone();
            after.play_unchecked(*played);
            SanPlus { san, suffix: Suffix::from_position(&after) }.to_string()
        };
        let mut captured = Vec::new();
        let (from, to) = match *played {
            Move::Normal { from, to, capture, .. } => {
                captured.extend(capture.map(|_| cell(to)));
                (cell(from), cell(to))
            }
            Move::EnPassant { from, to } => {
                captured.push(cell(Square::from_coords(to.file(), from.rank())));
                (cell(from), cell(to))
            }
            Move::Castle { king, rook } => {
                let file = if king < rook { shakmaty::File::G } else { shakmaty::File::C };
                (cell(king), cell(Square::from_coords(file, king.rank())))
            }
            Move::Put { to, .. } => (cell(to), cell(to)),
        };
        (text, LastMove { from, to, through: Vec::new(), captured })
    }
}

fn kind(role: Role) -> PieceKind {
    match role {
        Role::Pawn => PieceKind::Pawn,
        Role::Knight => PieceKind::Knight,
        Role::Bishop => PieceKind::Bishop,
        Role::Rook => PieceKind::Rook,
        Role::Queen => PieceKind::Queen,
        Role::King => PieceKind::King,
    }
}
