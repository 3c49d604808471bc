//! The reference pairer.
