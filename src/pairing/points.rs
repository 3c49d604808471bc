//! Points as exact numbers.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Points as an exact number. Scoring schemes and report files have tenths of a point; half of such points, as a later stage may take
/// them along, is exact too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points {
    hundredths: i32,
}

/// So many tenths of a point: one point is `Points(10)`. Beyond the range of the type it stays at the range's end.
#[allow(non_snake_case)]
pub const fn Points(tenths: i32) -> Points {
    Points { hundredths: tenths.saturating_mul(10) }
}

impl Points {
    /// No points.
    pub const ZERO: Points = Points(0);

    /// Half a point.
    pub const HALF: Points = Points(5);

    /// One point.
    pub const ONE: Points = Points(10);

    /// So many hundredths of a point.
    pub const fn from_hundredths(hundredths: i32) -> Points {
        Points { hundredths }
    }

    /// The points as tenths; a rest is cut off.
    pub const fn tenths(self) -> i32 {
        self.hundredths / 10
    }

    /// The points as hundredths.
    pub const fn hundredths(self) -> i32 {
        self.hundredths
    }

    /// Half of the points, where that is a whole number of hundredths.
    pub const fn half(self) -> Option<Points> {
        if self.hundredths % 2 == 0 { Some(Points { hundredths: self.hundredths / 2 }) } else { None }
    }
}

impl fmt::Display for Points {
    /// Writes `3`, `3.5`, `-0.5`, `2.25`; with a precision (`{:.1}`) always that many decimals, further ones cut off.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.hundredths < 0 { "-" } else { "" };
        let (whole, rest) = (self.hundredths.unsigned_abs() / 100, self.hundredths.unsigned_abs() % 100);
        let text = match f.precision() {
            None if rest == 0 => format!("{sign}{whole}"),
            Some(0) => format!("{sign}{whole}"),
            Some(2..) => format!("{sign}{whole}.{rest:02}"),
            Some(1) => format!("{sign}{whole}.{}", rest / 10),
            None if rest % 10 == 0 => format!("{sign}{whole}.{}", rest / 10),
            None => format!("{sign}{whole}.{rest:02}"),
        };
        f.pad_integral(true, "", &text)
    }
}

impl Add for Points {
    type Output = Points;
    fn add(self, other: Points) -> Points {
        Points { hundredths: self.hundredths + other.hundredths }
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        self.hundredths += other.hundredths;
    }
}

impl Sub for Points {
    type Output = Points;
    fn sub(self, other: Points) -> Points {
        Points { hundredths: self.hundredths - other.hundredths }
    }
}

impl SubAssign for Points {
    fn sub_assign(&mut self, other: Points) {
        self.hundredths -= other.hundredths;
    }
}

impl Neg for Points {
    type Output = Points;
    fn neg(self) -> Points {
        Points { hundredths: -self.hundredths }
    }
}

impl Mul<i32> for Points {
    type Output = Points;
    fn mul(self, by: i32) -> Points {
        Points { hundredths: self.hundredths * by }
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
        assert_eq!(Points(65).half().unwrap().to_string(), "3.25");
        assert_eq!(format!("{:.1}", Points(65).half().unwrap()), "3.2");
        assert_eq!(Points(65).half().unwrap().half(), None);
    }
}
