//! Games: their rules, notations, records and verdicts.
//!
//! This crate stands alone. It reads game records, checks every move and says how each game ended.
//!
//! ```
//! use rules::{Place, check, read_records};
//!
//! let file = b"[White \"A\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 e5 2. Ke3 *\n";
//! let verdicts: Vec<_> = read_records(file).map(|record| check(&record, None)).collect();
//! assert_eq!(verdicts[0].termination.unwrap().to_string(), "checkmate");
//! assert_eq!(verdicts[1].defect.as_ref().unwrap().place, Place::Ply(3));
//! ```
//!
//! - [`read_records`] cuts a PGN or PDN file into [`Record`]s and never stops at a broken one.
//! - [`check`] replays a record and gives its [`Verdict`]; [`Replay`] also keeps every position for a board viewer.
//! - [`perft`] counts move sequences, the usual test of a move generator.
//! - [`opening`] reads lists of drawn openings.
//! - [`export`] writes records with full headers.
//!
//! Chess and Chess960 stand on the crate `shakmaty`. The draughts games share one engine, driven by a table of
//! parameters; [`draughts`] tells how to add a game to it.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod board;
mod chess;
mod clock;
pub mod draughts;
mod driver;
pub mod export;
mod kind;
mod lexer;
mod moves;
pub mod opening;
mod record;
mod replay;
mod verdict;

pub use board::{BoardView, Cell, Piece, PieceKind};
pub use chess::{ChessNotation, chess960_fen};
pub use driver::{CheckOptions, check, check_with, guess_common_kind, guess_kind, named_kind, perft, start_fen};
pub use kind::{Draughts, GameKind, UnknownGame};
pub use moves::{LegalMove, board_view, legal_moves};
pub use record::{BadTag, Record, Records, Tag, read_records};
pub use replay::{Frame, LastMove, Replay};
pub use verdict::{AfterEnd, Defect, Draw, DrawRule, Note, Outcome, Place, Side, Termination, Verdict};

/// A position that cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SetupError(pub String);
