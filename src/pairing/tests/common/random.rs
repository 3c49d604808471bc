//! Random positions.
