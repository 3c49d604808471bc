//! What results are worth in a report file: records 162, XXS and BBW to BBU.

use super::player::Code;
use pairing::Points;
use pairing::swiss::{Color, Scoring};

/// Points of every kind of round, as finely as the dialects can tell them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoringTable {
    /// Win with White and with Black.
    pub win: [Points; 2],
    /// Draw with White and with Black.
    pub draw: [Points; 2],
    /// Loss over the board with White and with Black.
    pub loss: [Points; 2],
    /// Zero-point bye.
    pub zero_bye: Points,
    /// Half-point bye.
    pub half_bye: Points,
    /// Full-point bye.
    pub full_bye: Points,
    /// Pairing-allocated bye.
    pub pairing_bye: Points,
    /// Win by forfeit.
    pub forfeit_win: Points,
    /// Loss by forfeit.
    pub forfeit_loss: Points,
    /// Result not known, game not finished.
    pub unknown: Points,
    /// The file itself gives the points.
    pub declared: bool,
}

impl Default for ScoringTable {
    fn default() -> Self {
        ScoringTable::of(Scoring::default())
    }
}

impl ScoringTable {
    /// The table of a usual scoring.
    pub fn of(scoring: Scoring) -> ScoringTable {
        ScoringTable {
            win: [scoring.win; 2],
            draw: [scoring.draw; 2],
            loss: [scoring.loss; 2],
            zero_bye: scoring.zero_bye,
            half_bye: scoring.draw,
            full_bye: scoring.win,
            pairing_bye: scoring.pairing_bye,
            forfeit_win: scoring.win,
            forfeit_loss: scoring.forfeit_loss,
            unknown: scoring.draw,
            declared: false,
        }
    }

    /// As the pairing crate wants it; what only XXS can say finer is in the points of the single entries.
    pub fn simple(&self) -> Scoring {
        Scoring {
            win: self.win[0],
            draw: self.draw[0],
            loss: self.loss[0],
            zero_bye: self.zero_bye,
            forfeit_loss: self.forfeit_loss,
            pairing_bye: self.pairing_bye,
        }
    }

    /// What a round is worth; a blank one as a zero-point bye.
    pub fn points(&self, code: Code, color: Option<Color>) -> Points {
        let side = usize::from(color == Some(Color::Black));
        match code {
            Code::Win | Code::WinUnrated => self.win[side],
            Code::Draw | Code::DrawUnrated => self.draw[side],
            Code::Loss | Code::LossUnrated => self.loss[side],
            Code::ForfeitWin => self.forfeit_win,
            Code::ForfeitLoss => self.forfeit_loss,
            Code::HalfBye => self.half_bye,
            Code::FullBye => self.full_bye,
            Code::PairingBye => self.pairing_bye,
            Code::ZeroBye | Code::Blank => self.zero_bye,
            Code::Unknown => self.unknown,
        }
    }
}

/// The values as the records give them, kept apart until all are read: what is not listed follows what is.
#[derive(Clone, Debug, Default)]
pub(super) struct Declared {
    values: Vec<(Symbol, Points)>,
}

/// What a value is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    Win,
    WinWhite,
    WinBlack,
    Draw,
    DrawWhite,
    DrawBlack,
    Loss,
    LossWhite,
    LossBlack,
    Zero,
    Half,
    Full,
    Pairing,
    ForfeitWin,
    ForfeitLoss,
    /// Zero-point bye and forfeit loss.
    Absent,
    Unknown,
}

impl Symbol {
    /// Record 162.
    pub fn of_162(symbol: &str) -> Option<Symbol> {
        Some(match symbol {
            "W" => Symbol::Win,
            "D" => Symbol::Draw,
            "L" => Symbol::Loss,
            "A" | "Z" => Symbol::Absent,
            "P" => Symbol::Pairing,
            "X" => Symbol::Unknown,
            _ => return None,
        })
    }

    /// XXS.
    pub fn of_xxs(symbol: &str) -> Option<Symbol> {
        Some(match symbol {
            "W" => Symbol::Win,
            "D" => Symbol::Draw,
            "L" => Symbol::Loss,
            "WW" => Symbol::WinWhite,
            "WB" | "BW" => Symbol::WinBlack,
            "WD" => Symbol::DrawWhite,
            "BD" => Symbol::DrawBlack,
            "WL" => Symbol::LossWhite,
            "BL" => Symbol::LossBlack,
            "ZPB" => Symbol::Zero,
            "HPB" => Symbol::Half,
            "FPB" => Symbol::Full,
            "PAB" => Symbol::Pairing,
            "FW" => Symbol::ForfeitWin,
            "FL" => Symbol::ForfeitLoss,
            _ => return None,
        })
    }

    /// BBW, BBD, BBL, BBZ, BBF, BBU.
    pub fn of_bb(letter: char) -> Option<Symbol> {
        Some(match letter {
            'W' => Symbol::Win,
            'D' => Symbol::Draw,
            'L' => Symbol::Loss,
            'Z' => Symbol::Zero,
            'F' => Symbol::ForfeitLoss,
            'U' => Symbol::Pairing,
            _ => return None,
        })
    }
}

impl Declared {
    pub fn set(&mut self, symbol: Symbol, points: Points) {
        self.values.push((symbol, points));
    }

    /// Later values win; a pairing-allocated bye that is not listed is worth a win.
    pub fn table(&self) -> ScoringTable {
        let mut table = ScoringTable { declared: !self.values.is_empty(), ..ScoringTable::default() };
        for &(symbol, points) in &self.values {
            match symbol {
                Symbol::Win => {
                    table.win = [points; 2];
                    table.full_bye = points;
                    table.forfeit_win = points;
                }
                Symbol::Draw => {
                    table.draw = [points; 2];
                    table.half_bye = points;
                    table.unknown = points;
                }
                Symbol::Loss => table.loss = [points; 2],
                Symbol::WinWhite => table.win[0] = points,
                Symbol::WinBlack => table.win[1] = points,
                Symbol::DrawWhite => table.draw[0] = points,
                Symbol::DrawBlack => table.draw[1] = points,
                Symbol::LossWhite => table.loss[0] = points,
                Symbol::LossBlack => table.loss[1] = points,
                Symbol::Zero => table.zero_bye = points,
                Symbol::Half => table.half_bye = points,
                Symbol::Full => table.full_bye = points,
                Symbol::Pairing => table.pairing_bye = points,
                Symbol::ForfeitWin => table.forfeit_win = points,
                Symbol::ForfeitLoss => table.forfeit_loss = points,
                Symbol::Absent => {
                    table.zero_bye = points;
                    table.forfeit_loss = points;
                }
                Symbol::Unknown => table.unknown = points,
            }
        }
        if !self.values.iter().any(|(symbol, _)| *symbol == Symbol::Pairing) {
            table.pairing_bye = table.win[0];
        }
        table
    }
}
