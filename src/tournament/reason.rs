//! The words for the reasons of results.

use crate::model::Reason;

impl Reason {
    /// The reason as it stands after a result, in messages and on paper.
    pub const fn words(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Resignation => "resignation",
            Reason::Time => "time",
            Reason::NoPieces => "no pieces left",
            Reason::NoMoves => "no moves left",
            Reason::Default => "default",
            Reason::Violation => "violation of the rules",
            Reason::Sanction => "disciplinary sanction",
            Reason::Technical => "technical victory",
            Reason::Adjudication => "adjudication",
            Reason::LostAppeal => "lost appeal",
            Reason::Stalemate => "stalemate",
            Reason::Agreement => "agreement",
            Reason::DeadPosition => "dead position",
            Reason::Repetition => "repetition",
            Reason::FiftyMoves => "50 moves",
            Reason::SeventyFiveMoves => "75 moves",
            Reason::FivefoldRepetition => "fivefold repetition",
            Reason::TimeNoMatingMaterial => "time, no mating material",
            Reason::BothFlags => "both flags fallen",
            Reason::NoProgress => "no progress",
            Reason::ThreeKings => "three kings against one",
            Reason::KingMoves => "limit of king moves",
            Reason::Annulled => "annulled, to be replayed",
            Reason::Postponed => "postponed",
        }
    }
}
