//! Points of a series: exact fractions, since shared places give halves and thirds.

use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Mul};
use std::str::FromStr;

/// A fraction in lowest terms. Written `21`, `21 1/2`, `-1/3`; read also as `21.5`. Values beyond about 10^12 stop at the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Exact {
    above: i64,
    below: i64,
}

const LIMIT: i128 = 1_000_000_000_000;

impl Exact {
    /// Nothing.
    pub const ZERO: Exact = Exact { above: 0, below: 1 };

    /// A whole number.
    pub const fn whole(number: i32) -> Exact {
        Exact { above: number as i64, below: 1 }
    }

    /// `above / below`; `None` when `below` is 0.
    pub fn new(above: i64, below: i64) -> Option<Exact> {
        (below != 0).then(|| Exact::reduced(i128::from(above), i128::from(below)))
    }

    fn reduced(above: i128, below: i128) -> Exact {
        let (above, below) = if below < 0 { (-above, -below) } else { (above, below) };
        let divisor = gcd(above.unsigned_abs(), below.unsigned_abs()).max(1) as i128;
        let (above, below) = (above / divisor, below / divisor);
        if below > LIMIT || above.abs() > LIMIT * LIMIT {
            // Beyond any table of points.
            return Exact { above: (above / below.max(1)).clamp(-LIMIT, LIMIT) as i64, below: 1 };
        }
        if above.abs() > i128::from(i64::MAX) {
            return Exact { above: (above / below).clamp(-LIMIT, LIMIT) as i64, below: 1 };
        }
        // Both were tested against the range of i64.
        Exact { above: above as i64, below: below as i64 }
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Add for Exact {
    type Output = Exact;
    fn add(self, other: Exact) -> Exact {
        let above = i128::from(self.above) * i128::from(other.below) + i128::from(other.above) * i128::from(self.below);
        Exact::reduced(above, i128::from(self.below) * i128::from(other.below))
    }
}

impl Mul for Exact {
    type Output = Exact;
    fn mul(self, other: Exact) -> Exact {
        Exact::reduced(
            i128::from(self.above) * i128::from(other.above),
            i128::from(self.below) * i128::from(other.below),
        )
    }
}

impl Sum for Exact {
    fn sum<I: Iterator<Item = Exact>>(items: I) -> Exact {
        items.fold(Exact::ZERO, Add::add)
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Exact) -> Ordering {
        (i128::from(self.above) * i128::from(other.below)).cmp(&(i128::from(other.above) * i128::from(self.below)))
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Exact) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.above / self.below, (self.above % self.below).abs());
        let text = match (whole, rest) {
            (whole, 0) => whole.to_string(),
            (0, rest) => format!("{}{rest}/{}", if self.above < 0 { "-" } else { "" }, self.below),
            (whole, rest) => format!("{whole} {rest}/{}", self.below),
        };
        f.pad(&text)
    }
}

impl FromStr for Exact {
    type Err = String;

    fn from_str(text: &str) -> Result<Exact, String> {
        let wrong = || format!("\"{text}\" is no number of points; write 25, 12.5 or 21 1/2");
        let trimmed = text.trim();
        let (negative, plain) = match trimmed.strip_prefix('-') {
            Some(rest) => (true, rest.trim()),
            None => (false, trimmed),
        };
        let whole = |text: &str| -> Result<i64, String> {
            let digits = !text.is_empty() && text.len() <= 9 && text.bytes().all(|b| b.is_ascii_digit());
            if digits { text.parse().map_err(|_| wrong()) } else { Err(wrong()) }
        };
        let fraction = |text: &str| -> Result<Exact, String> {
            let (above, below) = text.split_once('/').ok_or_else(wrong)?;
            Exact::new(whole(above.trim())?, whole(below.trim())?).ok_or_else(wrong)
        };
        let value = if let Some((first, second)) = plain.split_once(' ') {
            Exact::new(whole(first)?, 1).ok_or_else(wrong)? + fraction(second.trim())?
        } else if plain.contains('/') {
            fraction(plain)?
        } else if let Some((first, second)) = plain.split_once(['.', ',']) {
            let places = u32::try_from(second.len()).map_err(|_| wrong())?;
            let below = 10i64.checked_pow(places.min(9)).ok_or_else(wrong)?;
            let part = Exact::new(whole(second)?, below).ok_or_else(wrong)?;
            Exact::new(whole(first)?, 1).ok_or_else(wrong)? + part
        } else {
            Exact::new(whole(plain)?, 1).ok_or_else(wrong)?
        };
        Ok(if negative { value * Exact::whole(-1) } else { value })
    }
}

impl From<Exact> for String {
    fn from(value: Exact) -> String {
        value.to_string()
    }
}

impl TryFrom<String> for Exact {
    type Error = String;
    fn try_from(text: String) -> Result<Exact, String> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_exact_and_readable() {
        let half: Exact = "21 1/2".parse().unwrap();
        assert_eq!((half, half.to_string()), ("21.5".parse().unwrap(), "21 1/2".to_owned()));
        let third = Exact::new(1, 3).unwrap();
        assert_eq!((third + third + third), Exact::whole(1));
        assert_eq!((third * Exact::whole(-1)).to_string(), "-1/3");
        assert_eq!("-1 1/3".parse::<Exact>().unwrap().to_string(), "-1 1/3");
        assert!(Exact::whole(2) > half * Exact::new(1, 11).unwrap());
        for wrong in ["", "x", "1/0", "1.", "99999999999", "1 2", "- ", "½"] {
            assert!(wrong.parse::<Exact>().is_err(), "{wrong}");
        }
    }
}
