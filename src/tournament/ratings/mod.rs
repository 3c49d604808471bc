//! FIDE rating calculations (B.02, 2024, with art. 8.3.1 as amended in October 2025). All in integers and hundredths.

mod table;

pub use table::{difference_for, expected_hundredths};
