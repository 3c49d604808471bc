//! The checking commands alone, for trying the library against files:
//!
//! `games check PATH... [--game GAME]` prints one tab-separated line a game, `games perft --game GAME [--fen FEN]
//! --depth N` prints a count.
use std::process::ExitCode;

use rules::{GameKind, check, perft, read_records};

fn main() -> ExitCode {
    match run(&std::env::args().skip(1).filter(|a| a != "games").collect::<Vec<_>>()) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &[String]) -> Result<ExitCode, String> {
    let option = |name: &str| args.iter().position(|a| a == name).and_then(|at| args.get(at + 1));
    let kind = option("--game").map(|name| name.parse::<GameKind>()).transpose().map_err(|e| e.to_string())?;
    match args.first().map(String::as_str) {
        Some("perft") => {
            let depth = option("--depth").and_then(|d| d.parse().ok()).ok_or("--depth N is missing")?;
            let kind = kind.ok_or("--game GAME is missing")?;
            let count = perft(kind, option("--fen").map(String::as_str), depth).map_err(|e| e.to_string())?;
            println!("{count}");
            Ok(ExitCode::SUCCESS)
        }
        Some("check") => {
            let mut bad = false;
            println!(
                "file\tgame\tplies\tresult_tag\tresult_board\ttermination\tclaimable\tautomatic\tdefect_ply\treason\tfinal_fen"
            );
            let mut skip = false;
            for path in &args[1..] {
                if std::mem::take(&mut skip) {
                    continue;
                }
                if path.starts_with("--") {
                    skip = true;
                    continue;
                }
                let bytes = std::fs::read(path).map_err(|e| format!("{path}: {e}"))?;
                for record in read_records(&bytes) {
                    let v = check(&record, kind);
                    bad |= v.defect.is_some();
                    let list =
                        |draws: &[rules::Draw]| draws.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                    println!(
                        "{path}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
                        record.index,
                        v.plies,
                        v.result_text.as_deref().unwrap_or_default(),
                        v.result_board.map_or("", |o| o.text(v.kind, v.first)),
                        v.termination.map(|t| t.to_string()).unwrap_or_default(),
                        list(&v.claimable),
                        list(&v.automatic),
                        v.defect.as_ref().map(|d| d.place.to_string()).unwrap_or_default(),
                        v.defect.as_ref().map(|d| d.reason.replace(['\t', '\n'], " ")).unwrap_or_default(),
                        v.final_fen
                    );
                }
            }
            Ok(if bad { ExitCode::FAILURE } else { ExitCode::SUCCESS })
        }
        _ => Err("usage: games check PATH... [--game GAME] | games perft --game GAME [--fen FEN] --depth N".to_owned()),
    }
}
