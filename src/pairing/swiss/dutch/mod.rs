//! FIDE (Dutch) System, C.04.3, edition of February 2026.

use super::{Field, PairingError, RoundPairing};

/// Pairs one round.
pub(super) fn pair(field: &Field) -> Result<RoundPairing, PairingError> {
    let _ = field;
    Err(PairingError::BadInput("this system is not built yet".to_owned()))
}
