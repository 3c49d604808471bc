//! Points as exact numbers.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Points in tenths, so that every scoring scheme that a report file can hold is exact: one point is `Points(10)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(pub i32);

impl Points {
    /// No points.
    pub const ZERO: Points = Points(0);

    /// Half a point.
    pub const HALF: Points = Points(5);

    /// One point.
    pub const ONE: Points = Points(10);

    /// The points as tenths.
    pub const fn tenths(self) -> i32 {
        self.0
    }
}

impl fmt::Display for Points {
    /// Writes `3`, `3.5`, `-0.5`; with a precision (`{:.1}`) always that many decimals (at most one is meaningful).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, tenth) = (self.0.unsigned_abs() / 10, self.0.unsigned_abs() % 10);
        let text = match f.precision() {
            None if tenth == 0 => format!("{sign}{whole}"),
            Some(0) => format!("{sign}{whole}"),
            _ => format!("{sign}{whole}.{tenth}"),
        };
        f.pad_integral(true, "", &text)
    }
}

impl Add for Points {
    type Output = Points;
    fn add(self, other: Points) -> Points {
        Points(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        self.0 += other.0;
    }
}

impl Sub for Points {
    type Output = Points;
    fn sub(self, other: Points) -> Points {
        Points(self.0 - other.0)
    }
}

impl SubAssign for Points {
    fn sub_assign(&mut self, other: Points) {
        self.0 -= other.0;
    }
}

impl Neg for Points {
    type Output = Points;
    fn neg(self) -> Points {
        Points(-self.0)
    }
}

impl Mul<i32> for Points {
    type Output = Points;
    fn mul(self, by: i32) -> Points {
        Points(self.0 * by)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(values: I) -> Points {
        values.fold(Points::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_as_people_write_them() {
        assert_eq!(Points(35).to_string(), "3.5");
        assert_eq!(Points(30).to_string(), "3");
        assert_eq!(format!("{:.1}", Points(30)), "3.0");
        assert_eq!(format!("{:4.1}", Points(5)), " 0.5");
        assert_eq!(Points(-5).to_string(), "-0.5");
    }
}
