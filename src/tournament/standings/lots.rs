//! Lots for those who are level after everything else (FIDE C.07 art. 4.2).

use super::{Decision, DecisionKind, Standings};

impl Standings {
    /// Draws an order for each group that is still level. The same seed draws the same order, so that a recorded seed can be checked; it is for the
    /// caller to draw once only and to keep the result.
    pub fn draw_lots(&self, seed: u64) -> Vec<Decision> {
        let mut lot = pairing::Lot::new(seed);
        let groups = self.level().into_iter();
        groups
            .map(|mut order| {
                lot.shuffle(&mut order);
                Decision { kind: DecisionKind::Lot, order }
            })
            .collect()
    }
}
