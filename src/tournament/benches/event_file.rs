//! Opening and saving an event of 1000 players and 11 rounds with its whole history.

#[path = "../tests/common/mod.rs"]
mod common;

use common::*;
use divan::Bencher;
use tournament::event::Event;
use tournament::model::GameResult;
use tournament::store::{EventFile, read_text, write_text};

fn big() -> Event {
    let mut event = swiss(1000, 11);
    for _ in 0..11 {
        play(&mut event, GameResult::Draw);
    }
    event
}

fn main() {
    divan::main();
}

#[divan::bench(sample_count = 20)]
fn apply_a_result(bencher: Bencher) {
    let mut event = big();
    let mut n = 0u32;
    bencher.bench_local(|| {
        n += 1;
        let value = if n.is_multiple_of(2) { GameResult::WhiteWins } else { GameResult::Draw };
        event.apply(result(11, 1 + n % 500, value)).unwrap()
    });
}

#[divan::bench(sample_count = 20)]
fn open(bencher: Bencher) {
    let text = write_text(&big()).unwrap();
    println!("{} kB", text.len() / 1000);
    bencher.bench(|| read_text(&text).unwrap());
}

#[divan::bench(sample_count = 20)]
fn save_all(bencher: Bencher) {
    let event = big();
    bencher.bench(|| write_text(&event).unwrap());
}

/// One key press: apply, write, synchronise, rename.
#[divan::bench(sample_count = 50)]
fn apply_and_save(bencher: Bencher) {
    let folder = tempfile::tempdir().unwrap();
    let mut file = EventFile::create(folder.path().join("big.pairwright.ron"), big()).unwrap();
    let mut n = 0u32;
    bencher.bench_local(|| {
        n += 1;
        let value = if n.is_multiple_of(2) { GameResult::WhiteWins } else { GameResult::Draw };
        file.apply(result(11, 1 + n % 500, value)).unwrap()
    });
}
