//! Numbers that edge weights can be made of.

use std::fmt::Debug;
use std::ops::{Add, Neg, Sub};

/// A signed integer of fixed width.
pub trait Weight: Copy + Debug + Ord + Add<Output = Self> + Sub<Output = Self> + Neg<Output = Self> {
    /// 0.
    const ZERO: Self;
    /// Bits that a value may use so that sums of a few values still fit.
    const ROOM: u32;
    /// From a small number.
    fn from_small(value: i64) -> Self;
    /// Times a power of two.
    fn shifted(self, bits: u32) -> Self;
    /// Half of an even value.
    fn half(self) -> Self;
    /// Whether the value is even.
    fn is_even(self) -> bool;
    /// The bits from `low` on, `width` (at most 32) of them, of a value that is not negative.
    fn field(self, low: u32, width: u32) -> u32;
}

macro_rules! machine {
    ($($t:ty),*) => {$(
        impl Weight for $t {
            const ZERO: Self = 0;
            const ROOM: u32 = <$t>::BITS - 5;
            fn from_small(value: i64) -> Self {
                Self::from(value)
            }
            fn shifted(self, bits: u32) -> Self {
                self << bits
            }
            fn half(self) -> Self {
                self >> 1
            }
            fn is_even(self) -> bool {
                self & 1 == 0
            }
            fn field(self, low: u32, width: u32) -> u32 {
                ((self >> low) & ((1 << width) - 1)) as u32
            }
        }
    )*};
}
machine!(i64, i128);

/// A signed integer of `N` words, in two's complement, lowest word first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    fn is_negative(self) -> bool {
        self.0[N - 1] >> 63 == 1
    }
}

impl<const N: usize> Ord for Wide<N> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.is_negative().cmp(&self.is_negative()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Add for Wide<N> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let mut sum = [0; N];
        let mut carry = false;
        for ((sum, a), b) in sum.iter_mut().zip(self.0).zip(other.0) {
            let (partial, first) = a.overflowing_add(b);
            let (total, second) = partial.overflowing_add(u64::from(carry));
            *sum = total;
            carry = first || second;
        }
        Wide(sum)
    }
}

impl<const N: usize> Neg for Wide<N> {
    type Output = Self;
    fn neg(self) -> Self {
        Wide(self.0.map(|word| !word)) + Self::from_small(1)
    }
}

impl<const N: usize> Sub for Wide<N> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        let mut difference = [0; N];
        let mut borrow = false;
        for ((out, a), b) in difference.iter_mut().zip(self.0).zip(other.0) {
            let (partial, first) = a.overflowing_sub(b);
            let (total, second) = partial.overflowing_sub(u64::from(borrow));
            *out = total;
            borrow = first || second;
        }
        Wide(difference)
    }
}

impl<const N: usize> Weight for Wide<N> {
    const ZERO: Self = Wide([0; N]);
    const ROOM: u32 = 64 * N as u32 - 5;

    fn from_small(value: i64) -> Self {
        let mut words = [if value < 0 { u64::MAX } else { 0 }; N];
        words[0] = value as u64;
        Wide(words)
    }

    fn shifted(self, bits: u32) -> Self {
        let (skip, bits) = ((bits / 64) as usize, bits % 64);
        let mut words = [0; N];
        for (i, word) in words.iter_mut().enumerate().skip(skip) {
            let low = self.0[i - skip] << bits;
            let carried = if bits > 0 && i > skip { self.0[i - skip - 1] >> (64 - bits) } else { 0 };
            *word = low | carried;
        }
        Wide(words)
    }

    fn half(self) -> Self {
        let mut words = [0; N];
        for (i, word) in words.iter_mut().enumerate() {
            let above = if i + 1 < N { self.0[i + 1] << 63 } else { self.0[i] & 1 << 63 };
            *word = self.0[i] >> 1 | above;
        }
        Wide(words)
    }

    fn is_even(self) -> bool {
        self.0[0] & 1 == 0
    }

    fn field(self, low: u32, width: u32) -> u32 {
        let (word, bit) = ((low / 64) as usize, low % 64);
        let mut value = self.0.get(word).copied().unwrap_or(0) >> bit;
        if bit > 0 {
            value |= self.0.get(word + 1).copied().unwrap_or(0) << (64 - bit);
        }
        (value & ((1 << width) - 1)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn wide(value: i128) -> Wide<3> {
        let mut words = [if value < 0 { u64::MAX } else { 0 }; 3];
        words[0] = value as u64;
        words[1] = (value >> 64) as u64;
        Wide(words)
    }

    proptest! {
        #[test]
        fn wide_numbers_count_as_machine_numbers(a in -(1_i128 << 120)..(1_i128 << 120), b in -(1_i128 << 120)..(1_i128 << 120), s in 0_u32..6) {
            prop_assert_eq!(wide(a) + wide(b), wide(a + b));
            prop_assert_eq!(wide(a) - wide(b), wide(a - b));
            prop_assert_eq!(-wide(a), wide(-a));
            prop_assert_eq!(wide(a).cmp(&wide(b)), a.cmp(&b));
            prop_assert_eq!(wide(a).shifted(s), wide(a << s));
            prop_assert_eq!(wide(a * 2).half(), wide(a));
            prop_assert_eq!(wide(1).shifted(64 + s), wide(1 << (64 + s)));
            prop_assert_eq!(wide(a.abs()).field(50 + s, 20), a.abs().field(50 + s, 20));
        }
    }
}
