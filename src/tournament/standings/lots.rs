//! Lots for those who are level after everything else (FIDE C.07 art. 4.2).

use super::{Decision, DecisionKind, Standings};

impl Standings {
    /// Draws an order for each group that is still level. The same seed draws the same order, so that a recorded seed can be checked; it is for the
    /// caller to draw once only and to keep the result.
    pub fn draw_lots(&self, seed: u64) -> Vec<Decision> {
        let mut state = seed;
        let groups = self.level().into_iter();
        groups
            .map(|mut order| {
                // Fisher and Yates: each place gets one of those who are left.
                for last in (1..order.len()).rev() {
                    order.swap(last, below(&mut state, last as u64 + 1) as usize);
                }
                Decision { kind: DecisionKind::Lot, order }
            })
            .collect()
    }
}

/// A number below the limit, each as likely as the others: the part of the range that the limit does not divide is drawn again.
fn below(state: &mut u64, limit: u64) -> u64 {
    let fair = u64::MAX - u64::MAX % limit;
    loop {
        let number = next(state);
        if number < fair {
            return number % limit;
        }
    }
}

/// The next number of the generator known as SplitMix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
