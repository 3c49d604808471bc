//! Values and ranks of the standings corpus: every column, and the rank by each file's own list.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tournament::standings::{self, Standings, TeamTable, TieBreak, Value};
use tournament::trf::{self, Trf};

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

fn codes(list: &[String]) -> Vec<TieBreak> {
    list.iter().map(|code| code.parse().unwrap()).collect()
}

/// The standings by the file's own list, and the standings with a list of columns.
fn both(trf: &Trf, columns: &[TieBreak]) -> [Standings; 2] {
    let own = codes(&trf.header.tiebreaks);
    if trf.is_team_event() {
        let table = TeamTable::from_trf(trf, None).unwrap();
        return [&own, columns].map(|list| standings::compute_teams(&table, list));
    }
    let table = trf.cross_table(None).unwrap();
    [&own, columns].map(|list| standings::compute(&table, list))
}

/// Compares all columns of all files of a folder; panics with the first differences.
fn agree(folder: &str) {
    let mut values = 0;
    let mut wrong: Vec<String> = Vec::new();
    for file in data(folder) {
        let trf = trf::read(&std::fs::read(&file).unwrap()).unwrap();
        let (header, rows) = expected(&file);
        let [ranked, computed] = both(&trf, &codes(&header[2..]));
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

#[test]
fn team_corpus_agrees() {
    agree("team");
}

/// The same values when the files are taken over as events: matches, boards, byes and forfeits come from the event then.
#[test]
fn team_corpus_agrees_as_events() {
    let mut values = 0;
    let mut wrong: Vec<String> = Vec::new();
    for file in data("team") {
        let trf = trf::read(&std::fs::read(&file).unwrap()).unwrap();
        let (state, _) = trf::import(&trf).unwrap();
        let (header, rows) = expected(&file);
        let (table, ranked) = tournament::teams::standings(&state, 0, state.rounds_paired(0));
        let computed = standings::compute_teams(&table, &codes(&header[2..]));
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        assert_eq!(computed.rows.len(), rows.len(), "{name}");
        for (number, cells) in rows {
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
