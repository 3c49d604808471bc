//! Who meets whom: pure functions from the state of a competition to the pairs of a round.
//!
//! This crate knows nothing of files, screens or game records. Everything that it needs is in its
//! arguments, and the same arguments give the same answer on every machine.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod groups;
pub mod knockout;
mod lot;
pub mod matching;
mod points;
pub mod round_robin;
pub mod scheveningen;
pub mod swiss;

pub use lot::Lot;
pub use points::Points;
