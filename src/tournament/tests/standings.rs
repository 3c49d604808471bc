//! Values and ranks of the standings corpus, the worked examples of the regulations, and odd tables.

use pairing::Points;
use pairing::swiss::{Color, Entrant, EntryKind, RoundEntry, Scoring};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tournament::crosstable::{CrossTable, PairingKind, Row};
use tournament::standings::{self, TieBreak, Value};

fn data(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/standings").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "trf"))
        .collect();
    files.sort();
    files
}

/// Column names and, by number, the cells of a table of expected values.
fn expected(file: &Path) -> (Vec<String>, BTreeMap<u32, Vec<String>>) {
    let text = std::fs::read_to_string(file.with_extension("expected.tsv")).unwrap();
    let mut lines = text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t'));
    let header = lines.next().unwrap().map(str::to_owned).collect();
    let rows = lines.map(|cells| cells.map(str::to_owned).collect::<Vec<_>>());
    (header, rows.map(|cells| (cells[0].parse().unwrap(), cells)).collect())
}

/// Equal as numbers, or both undefined.
fn same(value: Value, text: &str) -> bool {
    let shown = value.to_string();
    shown == text || matches!((shown.parse::<f64>(), text.parse::<f64>()), (Ok(a), Ok(b)) if (a - b).abs() < 1e-9)
}

/// What the tests need of a report file.
fn read(text: &str) -> CrossTable {
    let field = |line: &str, from: usize, to: usize| -> String {
        line.chars().skip(from - 1).take(to + 1 - from).collect::<String>().trim().to_owned()
    };
    let mut scoring = Scoring::default();
    let mut rounds = 0;
    let mut kind = PairingKind::Swiss;
    let mut list = String::new();
    for line in text.lines() {
        match &line[..3] {
            "142" => rounds = field(line, 5, 12).parse().unwrap(),
            "162" => {
                let mut bye = None;
                for at in (6..line.len()).step_by(9) {
                    let value = field(line, at + 1, at + 4);
                    let Ok(value) = value.parse::<f64>() else { continue };
                    let points = Points((value * 10.0).round() as i32);
                    match field(line, at, at).as_str() {
                        "W" => scoring.win = points,
                        "D" => scoring.draw = points,
                        "L" => scoring.loss = points,
                        "P" => bye = Some(points),
                        other => panic!("symbol {other}"),
                    }
                }
                scoring.pairing_bye = bye.unwrap_or(scoring.win);
            }
            "192" if line.contains("DOUBLEROUNDROBIN") => kind = PairingKind::Predetermined { cycles: 2 },
            "192" if line.contains("ROUNDROBIN") => kind = PairingKind::Predetermined { cycles: 1 },
            "212" => list = field(line, 5, 200),
            _ => {}
        }
    }
    let entry = |line: &str, round: usize| {
        let at = 92 + 10 * (round - 1);
        let opponent = field(line, at, at + 3).parse::<u32>().ok().filter(|number| *number > 0);
        let color = match field(line, at + 5, at + 5).as_str() {
            "w" => Some(Color::White),
            "b" => Some(Color::Black),
            _ => None,
        };
        let (kind, points) = match field(line, at + 7, at + 7).as_str() {
            "1" => (EntryKind::Played { rated: true }, scoring.win),
            "=" => (EntryKind::Played { rated: true }, scoring.draw),
            "0" => (EntryKind::Played { rated: true }, scoring.loss),
            "W" => (EntryKind::Played { rated: false }, scoring.win),
            "D" => (EntryKind::Played { rated: false }, scoring.draw),
            "L" => (EntryKind::Played { rated: false }, scoring.loss),
            "+" => (EntryKind::ForfeitWin, scoring.win),
            "-" => (EntryKind::ForfeitLoss, scoring.forfeit_loss),
            "H" => (EntryKind::HalfBye, scoring.draw),
            "F" => (EntryKind::FullBye, scoring.win),
            "U" => (EntryKind::PairingBye, scoring.pairing_bye),
            "Z" | "" => (EntryKind::ZeroBye, scoring.zero_bye),
            other => panic!("result {other}"),
        };
        RoundEntry { kind, opponent, color, points }
    };
    let players = text.lines().filter(|line| line.starts_with("001"));
    let rows = players.map(|line| Row {
        name: field(line, 15, 47),
        title: None,
        entrant: Entrant {
            tpn: field(line, 5, 8).parse().unwrap(),
            rating: field(line, 49, 52).parse().unwrap_or(0),
            rounds: (1..=rounds).map(|round| entry(line, round)).collect(),
            virtual_points: Vec::new(),
            present: true,
            extra_points: Points::ZERO,
        },
    });
    CrossTable {
        rows: rows.collect(),
        rounds: rounds as u32,
        rounds_total: rounds as u32,
        scoring,
        kind,
        initial_color: None,
        forbidden: Vec::new(),
        tiebreaks: list.split(',').filter(|code| *code != "PTS").map(str::to_owned).collect(),
    }
}

fn codes(list: &[String]) -> Vec<TieBreak> {
    list.iter().map(|code| code.parse().unwrap()).collect()
}

/// Compares all columns of all files of a folder; panics with the first differences.
fn agree(folder: &str) {
    let mut values = 0;
    let mut wrong: Vec<String> = Vec::new();
    for file in data(folder) {
        let table = read(&std::fs::read_to_string(&file).unwrap());
        let (header, rows) = expected(&file);
        let ranked = standings::compute(&table, &codes(&table.tiebreaks));
        let computed = standings::compute(&table, &codes(&header[2..]));
        assert_eq!(computed.rows.len(), rows.len());
        for (number, cells) in rows {
            let name = file.file_stem().unwrap().to_string_lossy();
            let rank = ranked.row_of(number).unwrap().rank.to_string();
            if rank != cells[1] {
                wrong.push(format!("{name} no {number} rank {rank}, expected {}", cells[1]));
            }
            let row = computed.row_of(number).unwrap();
            for ((value, code), cell) in row.values.iter().zip(&header[2..]).zip(&cells[2..]) {
                values += 1;
                if !same(*value, cell) {
                    wrong.push(format!("{name} no {number} {code}: {value}, expected {cell}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {values} differ:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
    assert!(values > 1000, "the corpus is missing");
}

#[test]
fn swiss_corpus_agrees() {
    agree("swiss");
}

#[test]
fn round_robin_corpus_agrees() {
    agree("roundrobin");
}
