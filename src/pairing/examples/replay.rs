//! Replays report files with the Dutch engine: `cargo run --release --example replay -- FOLDER...`

#[path = "../tests/common/mod.rs"]
mod common;

use pairing::swiss::System;
use std::path::Path;
use std::time::Instant;

fn main() {
    let (mut files, mut rounds, mut differences) = (0, 0, 0);
    let start = Instant::now();
    for folder in std::env::args().skip(1) {
        for path in common::reports_below(Path::new(&folder)) {
            let begun = Instant::now();
            let (checked, found) = common::check_file(System::Dutch, &path);
            files += 1;
            rounds += checked;
            differences += found.len();
            found.iter().for_each(|line| println!("{line}"));
            let took = begun.elapsed();
            if took.as_millis() > 200 {
                println!("{}: {took:?}", path.display());
            }
        }
    }
    println!("checked {files} files, {rounds} rounds, {differences} differences in {:?}", start.elapsed());
}
