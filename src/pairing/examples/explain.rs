//! Explains a round of a report file: `cargo run --example explain -- FILE ROUND [PLAYER [OTHER]]`

#[path = "../tests/common/mod.rs"]
mod common;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let report = common::Report::read(std::path::Path::new(&words[0]));
    let numbers: Vec<u32> = words[1..].iter().map(|word| word.parse().expect("a number")).collect();
    let input = report.before(numbers[0]);
    let explanation = match pairing::swiss::explain_dutch(&input) {
        Ok(explanation) => explanation,
        Err(error) => return println!("{error}"),
    };
    let lines = match numbers[1..] {
        [a, b, ..] => explanation.of_pair(a, b),
        [a] => explanation.of_player(a),
        [] => explanation.brackets().iter().map(|bracket| format!("{bracket:?}")).collect(),
    };
    lines.iter().for_each(|line| println!("{line}"));
}
