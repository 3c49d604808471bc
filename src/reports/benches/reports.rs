//! The aim: standings with cross table of 1000 players as PDF in less than a second.

#[path = "../tests/common/mod.rs"]
mod common;

use divan::{Bencher, black_box};
use reports::{Options, What, build, pdf};

fn main() {
    divan::main();
}

#[divan::bench(args = [What::Standings, What::CrossTable, What::Pairings, What::Names, What::Slips], sample_count = 10)]
fn pdf_of_1000_players(bencher: Bencher, what: What) {
    let state = common::state(1000, 11, common::swiss(), false);
    let options = Options::default();
    bencher.bench(|| pdf::write(&build(black_box(&state), what, None).unwrap(), &options).unwrap());
}

#[divan::bench(sample_count = 10)]
fn standings_and_cross_table_of_1000_players(bencher: Bencher) {
    let state = common::state(1000, 11, common::swiss(), false);
    let options = Options::default();
    bencher.bench(|| {
        let mut document = build(black_box(&state), What::Standings, None).unwrap();
        document.blocks.append(&mut build(&state, What::CrossTable, None).unwrap().blocks);
        pdf::write(&document, &options).unwrap()
    });
}
