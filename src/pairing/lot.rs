//! Lots that can be repeated: the same seed draws the same way on every machine.

/// A drawing of lots. The seed is kept with the event, so that everybody can check the draw.
///
/// The generator is SplitMix64 (Steele, Lea and Flood, 2014): small, fixed for ever, good enough for lots.
#[derive(Clone, Debug)]
pub struct Lot {
    state: u64,
}

impl Lot {
    /// A drawing that begins from `seed`.
    pub const fn new(seed: u64) -> Lot {
        Lot { state: seed }
    }

    /// The next 64 random bits.
    pub const fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `limit - 1`, each equally likely; 0 when `limit` is 0 or 1.
    pub const fn below(&mut self, limit: usize) -> usize {
        if limit < 2 {
            return 0;
        }
        let limit = limit as u64;
        // Values beyond the last whole multiple would make the small numbers likelier.
        let refused = u64::MAX - u64::MAX % limit;
        loop {
            let bits = self.bits();
            if bits < refused {
                return (bits % limit) as usize;
            }
        }
    }

    /// Puts the items into a random order, each order equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_draws_the_same() {
        let draw = |seed| {
            let mut numbers: Vec<u32> = (1..=20).collect();
            Lot::new(seed).shuffle(&mut numbers);
            numbers
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
        let mut sorted = draw(7);
        sorted.sort_unstable();
        assert_eq!(sorted, (1..=20).collect::<Vec<_>>());
    }

    #[test]
    fn every_number_comes_up() {
        let mut lot = Lot::new(1);
        let mut counts = [0u32; 6];
        for _ in 0..6000 {
            counts[lot.below(6)] += 1;
        }
        // 1000 expected each; eight standard deviations are 230.
        assert!(counts.iter().all(|count| (770..1230).contains(count)), "{counts:?}");
        assert_eq!((lot.below(0), lot.below(1)), (0, 0));
    }
}
