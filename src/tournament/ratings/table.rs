//! The two tables of B.02 art. 8.1.

/// Table 8.1.1 from .50 to 1.00.
const DIFFERENCES: [i64; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
];

/// Table 8.1.2: the largest rating difference at which the higher rated is expected to score .50, .51, ... .99.
const UPPER_ENDS: [i64; 50] = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197,
    206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619,
    735,
];

/// Table 8.1.2 difference by difference, so that a look-up is one step.
const EXPECTED: [u8; 736] = {
    let mut table = [0; 736];
    let (mut difference, mut band) = (0, 0);
    while difference < table.len() {
        if difference as i64 > UPPER_ENDS[band] {
            band += 1;
        }
        table[difference] = 50 + band as u8;
        difference += 1;
    }
    table
};

/// The rating difference dp that a fractional score in per cent stands for (table 8.1.1); outside 0 to 100 the nearest end.
pub fn difference_for(percent: i64) -> i64 {
    let percent = percent.clamp(0, 100);
    // Both indices are within 0..=50.
    if percent >= 50 { DIFFERENCES[(percent - 50) as usize] } else { -DIFFERENCES[(50 - percent) as usize] }
}

/// The expected score PD in hundredths at a rating difference (own minus opponent's), without the 400-point rule (table 8.1.2).
pub fn expected_hundredths(difference: i64) -> i64 {
    let higher =
        usize::try_from(difference.unsigned_abs()).ok().and_then(|at| EXPECTED.get(at)).map_or(100, |p| i64::from(*p));
    if difference >= 0 { higher } else { 100 - higher }
}
