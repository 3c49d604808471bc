//! Exact values of tie-breaks.

use std::cmp::Ordering;
use std::fmt;

/// The value of a tie-break: an exact fraction, or undefined (an average over no games).
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// Not defined; ranks below every defined value.
    Undefined,
    /// `numerator / denominator`; the denominator is positive.
    Number {
        /// Above the line.
        numerator: i64,
        /// Below the line, at least 1.
        denominator: i64,
    },
}

impl Value {
    /// A whole number.
    pub const fn whole(number: i64) -> Value {
        Value::Number { numerator: number, denominator: 1 }
    }

    /// A number of tenths.
    pub const fn tenths(number: i64) -> Value {
        Value::Number { numerator: number, denominator: 10 }
    }

    /// A number of hundredths.
    pub const fn hundredths(number: i64) -> Value {
        Value::Number { numerator: number, denominator: 100 }
    }

    /// Points in hundredths, the unit in which standings are computed.
    pub const fn points(number: i64) -> Value {
        Value::Number { numerator: number, denominator: 100 }
    }

    /// Products of points in hundredths.
    pub const fn products(number: i64) -> Value {
        Value::Number { numerator: number, denominator: 10_000 }
    }

    /// A fraction; undefined when the denominator is not positive.
    pub const fn ratio(numerator: i64, denominator: i64) -> Value {
        if denominator > 0 { Value::Number { numerator, denominator } } else { Value::Undefined }
    }

    /// Numerator and denominator of a defined value.
    pub const fn fraction(self) -> Option<(i64, i64)> {
        match self {
            Value::Undefined => None,
            Value::Number { numerator, denominator } => Some((numerator, denominator)),
        }
    }

    /// Undefined below every number; numbers by size.
    fn order(self, other: Value) -> Ordering {
        match (self.fraction(), other.fraction()) {
            (None, None) => Ordering::Equal,
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            (Some((a, b)), Some((c, d))) if b == d => a.cmp(&c),
            (Some((a, b)), Some((c, d))) => (i128::from(a) * i128::from(d)).cmp(&(i128::from(c) * i128::from(b))),
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        self.order(*other) == Ordering::Equal
    }
}

impl Eq for Value {}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        self.order(*other)
    }
}

impl fmt::Display for Value {
    /// As short as exactness allows: `13`, `13.5`, `10.25`; longer fractions rounded to two decimals, half up; `-` when
    /// undefined. With a precision of one or two (`{:.2}`) always that many decimals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((numerator, denominator)) = self.fraction() else { return f.pad("-") };
        let places = match f.precision() {
            Some(0) => 0,
            Some(1) => 1,
            _ => 2,
        };
        let unit = [1, 10, 100][places];
        let scaled = round_half_up(i128::from(numerator) * unit, i128::from(denominator));
        let sign = if scaled < 0 { "-" } else { "" };
        let (whole, rest) = (scaled.unsigned_abs() / unit.unsigned_abs(), scaled.unsigned_abs() % unit.unsigned_abs());
        let text = match (places, f.precision().is_some()) {
            (0, _) => format!("{sign}{whole}"),
            (_, true) => format!("{sign}{whole}.{rest:0places$}"),
            (_, false) if rest == 0 => format!("{sign}{whole}"),
            (_, false) if rest % 10 == 0 => format!("{sign}{whole}.{}", rest / 10),
            (_, false) => format!("{sign}{whole}.{rest:02}"),
        };
        f.pad_integral(true, "", &text)
    }
}

/// The quotient rounded to the nearest whole number, .5 up. The denominator must be positive.
pub(crate) fn round_half_up(numerator: i128, denominator: i128) -> i128 {
    (2 * numerator + denominator).div_euclid(2 * denominator)
}

/// The mean of whole numbers rounded .5 up; `None` over no numbers.
pub(crate) fn rounded_mean(sum: i64, count: i64) -> Option<i64> {
    // A mean of i64 numbers lies between them, so the way back cannot lose anything.
    (count > 0).then(|| round_half_up(i128::from(sum), i128::from(count)) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_as_in_tables() {
        assert_eq!(Value::tenths(135).to_string(), "13.5");
        assert_eq!(Value::tenths(130).to_string(), "13");
        assert_eq!(Value::hundredths(1025).to_string(), "10.25");
        assert_eq!(Value::ratio(40, 3).to_string(), "13.33");
        assert_eq!(Value::ratio(105, 8).to_string(), "13.13");
        assert_eq!(format!("{:.2}", Value::whole(13)), "13.00");
        assert_eq!(format!("{:6.1}", Value::tenths(5)), "   0.5");
        assert_eq!(Value::ratio(3, 0).to_string(), "-");
        assert_eq!(Value::tenths(-5).to_string(), "-0.5");
    }

    #[test]
    fn compared_exactly() {
        assert_eq!(Value::ratio(1, 3), Value::ratio(2, 6));
        assert!(Value::ratio(1, 3) > Value::ratio(333_333_333, 1_000_000_000));
        assert!(Value::Undefined < Value::whole(-5));
    }

    #[test]
    fn rounding_goes_up_from_one_half() {
        assert_eq!(round_half_up(5, 2), 3);
        assert_eq!(round_half_up(-5, 2), -2);
        assert_eq!(round_half_up(7, 3), 2);
        assert_eq!(rounded_mean(0, 0), None);
    }
}
