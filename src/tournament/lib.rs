//! The event: players, rounds, results, standings and files.
//!
//! An [`Event`](event::Event) is changed in one way only: a [`Command`](command::Command) is applied to it. The window, the command line and
//! anything later use that door, so that warnings, undo and the audit trail are the same for all.
//!
//! | module | content |
//! |---|---|
//! | [`model`] | the plain data of an event |
//! | [`command`] | every change there is |
//! | [`event`] | applying commands; history, undo and redo |
//! | [`fide_mode`] | what FIDE asks of a program, where it is done and tested |
//! | [`knockout`] | the bracket of a knockout stage, its places |
//! | [`store`] | the event file: atomic saving, backups, lock |
//! | [`crosstable`] | the neutral view that pairing and standings compute from |
//! | [`stages`] | groups, who goes on to the next stage, final ranking |
//! | [`series`] | points series over several events |
//! | [`stages`] | who goes on to the next stage |
//! | [`teams`] | contests of teams: matches, line-ups, standings |
//! | [`standings`] | points, tie-breaks, ranks; cross tables, cards, categories |
//! | [`ratings`] | rating changes and first ratings |
//! | [`rating_list`] | rating lists: indexing, searching, refreshing an event |
//! | [`norms`] | title norms |
//! | [`prizes`] | who gets how much |
//! | [`trf`] | FIDE report files |
//! | [`csv`] | entry lists and tables |
//! | [`openings`] | lists of openings and their draw |
//! | [`records`] | from game records to results |
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod command;
pub mod crosstable;
pub mod csv;
pub mod double_swiss;
pub mod event;
#[doc = include_str!("event/fide_mode.md")]
pub mod fide_mode {}
mod fold;
pub mod knockout;
pub mod model;
pub mod norms;
pub mod openings;
pub mod place_games;
pub mod prizes;
pub mod rating_list;
pub mod ratings;
mod reason;
pub mod recheck;
pub mod records;
pub mod scheveningen;
pub mod series;
pub mod stages;
pub mod standings;
pub mod store;
pub mod teams;
mod title;
pub mod trf;
pub mod why;

pub use pairing::Points;

/// A seed for a lot that nobody chose, from the system's own source of chance: two lots drawn one after the other have nothing in common. Nine digits at
/// most, so that it can be read out and typed. It is kept with what was drawn, so that the draw can be repeated.
pub fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    let mut hasher = std::collections::hash_map::RandomState::new().build_hasher();
    // The keys of a thread differ from call to call by one only; the clock mixes in more.
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    hasher.write_u128(now.map_or(0, |time| time.as_nanos()));
    1 + hasher.finish() % 999_999_999
}
