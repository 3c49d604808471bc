//! Clock annotations in comments.

use crate::Side;

/// The clock times of a comment, in seconds, each with the side if it is named: `[%clk 1:05:23]`, and the forms of PDN
/// `[%clock 1:05:23]` and `[%clk w0:00:10 B0:00:03]`.
///
/// A fraction of a second counts as a whole one, so that a tenth left is not taken for a fallen flag.
pub(crate) fn clock(comment: &str) -> [Option<(Option<Side>, u32)>; 2] {
    const MARK: &[u8] = b"[%clk";
    let bytes = comment.as_bytes();
    let mut times = [None, None];
    let inside = if bytes.starts_with(MARK) {
        &bytes[MARK.len()..]
    } else if memchr::memchr(b'%', bytes).is_none() {
        return times;
    } else if let Some(at) = comment.find("[%clock") {
        &bytes[at + 7..]
    } else if let Some(at) = comment.find("[%clk") {
        &bytes[at + 5..]
    } else {
        return times;
    };
    let Some(end) = memchr::memchr(b']', inside) else { return times };
    let mut rest = &inside[..end];
    for time in &mut times {
        rest = rest.trim_ascii();
        let side = match rest.first() {
            Some(b'w' | b'W') => Some(Side::White),
            Some(b'b' | b'B') => Some(Side::Black),
            _ => None,
        };
        if side.is_some() {
            rest = &rest[1..];
        }
        let end = rest.iter().position(|b| b.is_ascii_whitespace()).unwrap_or(rest.len());
        *time = seconds(&rest[..end]).map(|seconds| (side, seconds));
        rest = &rest[end..];
        if rest.is_empty() {
            break;
        }
    }
    times
}

/// The seconds of `h:mm:ss`, `mm:ss` or `ss`, a fraction rounded up.
fn seconds(text: &[u8]) -> Option<u32> {
    let (mut total, mut part) = (0u32, 0u32);
    let mut fraction = None;
    for &byte in text {
        match (byte, fraction) {
            (b'0'..=b'9', None) => part = part.checked_mul(10)?.checked_add(u32::from(byte - b'0'))?,
            (b'0'..=b'9', Some(rest)) => fraction = Some(rest || byte != b'0'),
            (b':', None) => {
                total = total.checked_add(part)?.checked_mul(60)?;
                part = 0;
            }
            (b'.' | b',', None) => fraction = Some(false),
            _ => return None,
        }
    }
    let whole = total.checked_add(part)?;
    (!text.is_empty()).then(|| whole.saturating_add(u32::from(fraction == Some(true))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_of_clock_times() {
        assert_eq!(clock("[%clk 1:05:23]"), [Some((None, 3923)), None]);
        assert_eq!(clock("good [%eval 0.3] [%clk 0:00:00.4]"), [Some((None, 1)), None]);
        assert_eq!(clock("[%clk 0:00:00.0]"), [Some((None, 0)), None]);
        assert_eq!(clock("then [%clock 59:03] more"), [Some((None, 3543)), None]);
        let both = [Some((Some(Side::White), 10)), Some((Some(Side::Black), 3))];
        assert_eq!(clock("[%clk w0:00:10 B0:00:03]"), both);
        for none in ["", "[%clk]", "[%clk ?]", "[%clk 1:2", "[%clk 99999999999:1]", "clk 1:00:00"] {
            assert_eq!(clock(none), [None, None], "{none}");
        }
    }
}
