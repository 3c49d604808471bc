//! Takes report files through an event and back, and prints what differs: `cargo run -p tournament --example round_trip FILE...`.
//!
//! Ranks and the program's name are those of the writer and are not compared; lines are compared without blanks at their ends and in any order.

use std::collections::BTreeMap;
use tournament::model::PlayerId;
use tournament::trf::{self, Dialect, Trf};

fn main() {
    let (mut files, mut differing) = (0, 0);
    for path in std::env::args().skip(1) {
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let Ok(before) = trf::read(&bytes) else {
            println!("{path}: not readable");
            continue;
        };
        files += 1;
        match round_trip(&before) {
            Ok(lines) if lines.is_empty() => {}
            Ok(lines) => {
                differing += 1;
                for line in lines {
                    println!("{path}: {line}");
                }
            }
            Err(error) => {
                differing += 1;
                println!("{path}: {error}");
            }
        }
    }
    println!("{files} files, {differing} differ");
}

fn round_trip(before: &Trf) -> Result<Vec<String>, String> {
    let (state, _) = trf::import(before).map_err(|error| error.to_string())?;
    let mut order: Vec<_> = before.players.iter().collect();
    order.sort_by_key(|player| player.number);
    let ranks: BTreeMap<PlayerId, u32> =
        order.iter().zip(1..).filter_map(|(player, id)| Some((PlayerId(id), player.rank?))).collect();
    let after = trf::export(&state, 0, Dialect::Trf26, &ranks).map_err(|error| error.to_string())?;
    let after = String::from_utf8_lossy(&after.bytes).into_owned();
    let counted = |lines: &mut dyn Iterator<Item = &str>| {
        let mut counted: BTreeMap<String, i32> = BTreeMap::new();
        for line in lines.map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with("182")) {
            *counted.entry(line.to_owned()).or_default() += 1;
        }
        counted
    };
    let old = counted(&mut before.lines.iter().map(String::as_str));
    let new = counted(&mut after.lines());
    let lost =
        old.iter().filter(|(line, count)| new.get(*line).unwrap_or(&0) < *count).map(|(line, _)| format!("- {line}"));
    let more =
        new.iter().filter(|(line, count)| old.get(*line).unwrap_or(&0) < *count).map(|(line, _)| format!("+ {line}"));
    Ok(lost.chain(more).collect())
}
