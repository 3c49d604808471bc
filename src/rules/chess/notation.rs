//! The ways in which chess moves are written.

use shakmaty::{CastlingSide, Chess, File, Move, Position, Rank, Role};

/// How the moves of a chess record are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ChessNotation {
    /// SAN, the notation of PGN, read leniently (castling with zeros, promotion without `=`).
    #[default]
    Standard,
    /// Long algebraic: `Qh2-h8`, `e4xd5`, `e7-e8Q`.
    Long,
    /// Short: as standard, and pawn captures by files only (`de`) where they mean one move.
    Short,
    /// Russian letters (Кр Ф Л С К), `:` for a capture, `+` for check, `x` for mate; long or short.
    Russian,
}

/// A move as written, before it is known which move of the position it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    Castle(CastlingSide),
    Piece {
        role: Role,
        file: Option<File>,
        rank: Option<Rank>,
        capture: bool,
        to_file: File,
        /// Missing in pawn captures by files only.
        to_rank: Option<Rank>,
        promotion: Option<Role>,
    },
}

/// Why a written move is not a move of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    None,
    Several(usize),
}

impl Written {
    /// The full writing of a move that is neither castling nor a promotion.
    pub(super) fn of(played: Move) -> Option<Written> {
        let from = played.from()?;
        Some(Written::Piece {
            role: played.role(),
            file: Some(from.file()),
            rank: Some(from.rank()),
            capture: played.is_capture(),
            to_file: played.to().file(),
            to_rank: Some(played.to().rank()),
            promotion: played.promotion(),
        })
    }

    /// The move of the position that is meant, and a remark if the writing is unusual.
    pub(super) fn find(&self, position: &Chess) -> Result<(Move, Option<String>), Trouble> {
        let moves = position.legal_moves();
        let all: Vec<Move> = moves.iter().copied().filter(|m| self.matches(*m)).collect();
        match all.as_slice() {
            [] => Err(Trouble::None),
            [only] => {
                let Written::Piece { capture, .. } = *self else { return Ok((*only, None)) };
                let remark =
                    (only.is_capture() && !capture).then(|| "a capture is written without its sign".to_owned());
                Ok((*only, remark))
            }
            several => Err(Trouble::Several(several.len())),
        }
    }

    /// A capture sign must stand for a capture; a capture without the sign is let pass.
    fn matches(&self, played: Move) -> bool {
        match *self {
            Written::Castle(side) => played.castling_side() == Some(side),
            Written::Piece { role, file, rank, capture, to_file, to_rank, promotion } => {
                !played.is_castle()
                    && played.role() == role
                    && played.to().file() == to_file
                    && to_rank.is_none_or(|r| r == played.to().rank())
                    && played.from().is_some_and(|from| {
                        file.is_none_or(|f| f == from.file()) && rank.is_none_or(|r| r == from.rank())
                    })
                    && (!capture || played.is_capture())
                    && (file.is_none() || role != Role::Pawn || to_rank.is_some() || played.is_capture())
                    && played.promotion() == promotion
            }
        }
    }
}

/// Reads a move; `None` if it is not one in this notation.
pub(super) fn read(text: &str, notation: ChessNotation) -> Option<Written> {
    let russian;
    let mut text = text.trim_end_matches('.');
    if notation == ChessNotation::Russian {
        russian = from_russian(text)?;
        text = &russian;
    }
    let text = text.trim_end_matches("e.p").trim_end_matches(['+', '#', '=', '-']);
    if let Some(side) = castling(text) {
        return Some(Written::Castle(side));
    }
    let chars: Vec<char> = text.chars().collect();
    let (role, body) = match chars.split_first()? {
        (first, rest) if first.is_ascii_uppercase() || ('♔'..='♟').contains(first) => (role(*first)?, rest),
        _ => (Role::Pawn, chars.as_slice()),
    };
    let (body, promotion) = split_promotion(body)?;
    let mut squares: Vec<char> = Vec::with_capacity(4);
    let mut capture = false;
    for &c in body {
        match c {
            'x' | ':' | '×' if !capture => capture = true,
            '-' | '–' => {}
            _ => squares.push(c),
        }
    }
    let file = |c: char| File::from_char(c);
    let rank = |c: char| Rank::from_char(c);
    let by_files = matches!(notation, ChessNotation::Short | ChessNotation::Russian) && role == Role::Pawn;
    let (from_file, from_rank, to_file, to_rank) = match squares.as_slice() {
        [a, b] if by_files && file(*b).is_some() => (Some(file(*a)?), None, file(*b)?, None),
        [a, b] if notation != ChessNotation::Long => (None, None, file(*a)?, Some(rank(*b)?)),
        [a, b, c] if notation != ChessNotation::Long => match (file(*a), rank(*a)) {
            (Some(from), _) => (Some(from), None, file(*b)?, Some(rank(*c)?)),
            (_, Some(from)) => (None, Some(from), file(*b)?, Some(rank(*c)?)),
            _ => return None,
        },
        [a, b, c, d] => (Some(file(*a)?), Some(rank(*b)?), file(*c)?, Some(rank(*d)?)),
        _ => return None,
    };
    Some(Written::Piece { role, file: from_file, rank: from_rank, capture, to_file, to_rank, promotion })
}

fn castling(text: &str) -> Option<CastlingSide> {
    match text {
        "O-O" | "0-0" | "o-o" | "О-О" | "о-о" => Some(CastlingSide::KingSide),
        "O-O-O" | "0-0-0" | "o-o-o" | "О-О-О" | "о-о-о" => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

fn role(letter: char) -> Option<Role> {
    match letter {
        'P' | '♙' | '♟' => Some(Role::Pawn),
        'N' | '♘' | '♞' => Some(Role::Knight),
        'B' | '♗' | '♝' => Some(Role::Bishop),
        'R' | '♖' | '♜' => Some(Role::Rook),
        'Q' | '♕' | '♛' => Some(Role::Queen),
        'K' | '♔' | '♚' => Some(Role::King),
        _ => None,
    }
}

/// Takes `=Q`, `Q`, `/Q` or `(Q)` off the end. `None` if a piece letter is missing behind `=`.
fn split_promotion(body: &[char]) -> Option<(&[char], Option<Role>)> {
    match body {
        [rest @ .., '(', letter, ')'] => Some((rest, Some(role(*letter)?))),
        [rest @ .., '=' | '/', letter] => Some((rest, Some(role(letter.to_ascii_uppercase())?))),
        [rest @ .., letter] if letter.is_ascii_uppercase() => Some((rest, Some(role(*letter)?))),
        _ => Some((body, None)),
    }
}

/// Russian letters into those of SAN. Latin letters of the same shape (K, C) are taken as the Russian ones.
fn from_russian(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let trimmed = text.trim_end_matches(['x', 'х', '×', '+', '#']);
    let mut chars = trimmed.chars().peekable();
    while let Some(c) = chars.next() {
        out.push(match c {
            'К' | 'K' if matches!(chars.peek(), Some('р' | 'p')) => {
                chars.next();
                'K'
            }
            'К' | 'K' => 'N',
            'Ф' => 'Q',
            'Л' => 'R',
            'С' | 'C' => 'B',
            ':' => 'x',
            'a'..='h' | '1'..='8' | '-' | '–' | '0' | 'O' | 'О' | 'о' | 'o' | '=' => c,
            'а' => 'a',
            'с' => 'c',
            'е' => 'e',
            _ => return None,
        });
    }
    Some(out)
}
