//! The coded time control of record 222 (trf.md 7).

use crate::model::{Extra, Period, TimeControl};

/// The code of a time control; `None` where the code has no words for it (delays, no periods).
pub(super) fn code(time: &TimeControl) -> Option<String> {
    let white = side(&time.periods)?;
    match &time.black {
        None => Some(white),
        Some(black) => Some(format!("W{white}-B{}", side(black)?)),
    }
}

fn side(periods: &[Period]) -> Option<String> {
    let codes: Option<Vec<String>> = periods
        .iter()
        .map(|period| {
            let moves = period.moves.map(|moves| format!("{moves}/")).unwrap_or_default();
            let extra = match period.extra {
                Extra::None => String::new(),
                Extra::Increment(seconds) => format!("+{seconds}"),
                Extra::Delay(_) => return None,
            };
            Some(format!("{moves}{}{extra}", period.seconds))
        })
        .collect();
    codes.filter(|codes| !codes.is_empty()).map(|codes| codes.join(":"))
}

/// Reads a code; `None` when it is not one.
pub(super) fn read(code: &str) -> Option<TimeControl> {
    let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    match code.strip_prefix('W') {
        None => Some(TimeControl { periods: periods(&code)?, ..TimeControl::default() }),
        Some(rest) => {
            let (white, black) = rest.split_once("-B")?;
            Some(TimeControl { periods: periods(white)?, black: Some(periods(black)?), text: String::new() })
        }
    }
}

fn periods(code: &str) -> Option<Vec<Period>> {
    code.split(':').map(period).collect()
}

fn period(code: &str) -> Option<Period> {
    let (moves, time) = match code.split_once('/') {
        Some((moves, time)) => (Some(number(moves)?), time),
        None => (None, code),
    };
    let (seconds, extra) = match time.split_once('+') {
        Some((seconds, extra)) => (number(seconds)?, Extra::Increment(number(extra)?)),
        None => (number(time)?, Extra::None),
    };
    Some(Period { moves, seconds, extra })
}

fn number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.len() <= 8 && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_the_text_come_back() {
        for text in ["5400+30", "40/6000+30:900+30", "W300-B240", "40/7200:20/3600:900+30"] {
            assert_eq!(code(&read(text).unwrap()).as_deref(), Some(text));
        }
        let hundred = read("40/6000+30:900+30").unwrap();
        assert_eq!(hundred.periods[0], Period { moves: Some(40), seconds: 6000, extra: Extra::Increment(30) });
        for text in ["", "90 min", "W300", "5400+", "/5"] {
            assert_eq!(read(text), None, "{text}");
        }
        let delay = Period { moves: None, seconds: 300, extra: Extra::Delay(3) };
        assert_eq!(code(&TimeControl { periods: vec![delay], ..TimeControl::default() }), None);
    }
}
