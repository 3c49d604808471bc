//! Standings that an arbiter signs, from the command line.

use super::{answer, data, run, sample, text};
use std::path::{Path, PathBuf};

/// An event of the sample's players with one round played: boards 1 to 12 drawn.
fn event(folder: &Path) -> PathBuf {
    let file = folder.join("open.pairwright.ron");
    let players = sample("players.csv");
    let new: [&dyn AsRef<std::ffi::OsStr>; 11] = [
        &"event",
        &"new",
        &file,
        &"--players",
        &players,
        &"--name",
        &"Open",
        &"--rounds",
        &"1",
        &"--tiebreaks",
        &"WIN",
    ];
    answer(&run(&new), 0);
    answer(&run(&[&"event", &"pair", &file, &"--confirm"]), 0);
    for board in 1..=12 {
        answer(&run(&[&"event", &"result", &file, &board.to_string(), &"1/2"]), 0);
    }
    file
}

#[test]
fn ties_are_decided_and_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = event(folder.path());
    let ranks = || {
        let found = answer(&run(&[&"standings", &file, &"--format", &"tsv"]), 0);
        let rows = found.lines().skip(1).map(|line| line.split('\t').take(2).map(str::to_owned).collect::<Vec<_>>());
        rows.map(|cells| (cells[0].clone(), cells[1].clone())).collect::<std::collections::BTreeMap<_, _>>()
    };
    assert!(ranks().values().all(|rank| rank == "1"));
    answer(&run(&[&"event", &"tie", &file, &"5", &"2", &"--how", &"play-off"]), 0);
    assert_eq!((ranks()["5"].as_str(), ranks()["2"].as_str(), ranks()["1"].as_str()), ("1", "2", "3"));
    // A lot asks first, and is drawn once.
    let lot: [&dyn AsRef<std::ffi::OsStr>; 8] = [&"event", &"tie", &file, &"1", &"--how", &"lot", &"--seed", &"7"];
    assert_eq!(run(&lot).status.code(), Some(1));
    let mut confirmed = lot.to_vec();
    confirmed.push(&"--confirm");
    let drawn = answer(&run(&confirmed), 0);
    assert!(drawn.contains("by lot") && drawn.contains("seed 7"), "{drawn}");
    let all: std::collections::BTreeSet<String> = ranks().into_values().collect();
    assert_eq!(all.len(), 24, "everybody has a rank of his own");
    // The report file carries the note and the ranks.
    let report = answer(&run(&[&"export", &file, &"--format", &"trf26"]), 0);
    assert!(report.contains("Tie decided by lot @ Round 1"), "{report}");
    let taken = run(&[&"event", &"tie", &file, &"1", &"--how", &"none", &"--confirm"]);
    assert!(text(&taken.stderr).contains("drawn once"), "{}", text(&taken.stderr));
    answer(&run(&[&"event", &"tie", &file, &"5", &"--how", &"none", &"--confirm"]), 0);
    assert_eq!(
        answer(&run(&[&"check", &file, &"--standings"]), 0).lines().last(),
        Some("checked 1 files, 1 rounds, 0 differences")
    );
}

#[test]
fn standings_are_provisional_while_a_game_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let file = event(folder.path());
    answer(&run(&[&"event", &"result", &file, &"3", &"adj"]), 0);
    let output = run(&[&"standings", &file]);
    answer(&output, 0);
    assert!(text(&output.stderr).contains("after round 1 (provisional, 1 game open)"), "{}", text(&output.stderr));
    let folder = folder.path().join("out");
    answer(&run(&[&"report", &file, &"--what", &"standings", &"--format", &"html", &"-o", &folder]), 0);
    let page = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    assert!(std::fs::read_to_string(page).unwrap().contains("provisional, 1 game open"));
}

#[test]
fn categories_prizes_and_documents() {
    let folder = tempfile::tempdir().unwrap();
    let file = event(folder.path());
    let out = folder.path().join("out");
    let refused = run(&[&"report", &file, &"--what", &"prizes", &"-o", &out]);
    assert!(answer(&refused, 1).is_empty() && text(&refused.stderr).contains("no prizes"));
    let wrong = run(&[&"event", &"category", &file, &"Amateurs", &"--rule", &"rating <", &"--confirm"]);
    assert!(text(&wrong.stderr).contains("character 9"), "{}", text(&wrong.stderr));
    answer(&run(&[&"event", &"category", &file, &"Amateurs", &"--rule", &"rating < 1900", &"--confirm"]), 0);
    let prizes: [&dyn AsRef<std::ffi::OsStr>; 12] = [
        &"event",
        &"prizes",
        &file,
        &"--list",
        &"Main:300 200 100",
        &"--list",
        &"Best amateurs@Amateurs:50 25",
        &"--sharing",
        &"equal",
        &"--one-per-player",
        &"--confirm",
        &"--currency=EUR",
    ];
    answer(&run(&prizes), 0);
    let amateurs = answer(&run(&[&"standings", &file, &"--category", &"amateurs", &"--format", &"tsv"]), 0);
    assert!(amateurs.lines().count() > 2 && amateurs.lines().count() < 25, "{amateurs}");
    let every =
        "standings,categories,prizes,starting,ratings,rating-games,norms,tiebreaks,tournament,crosstable-number,cards";
    let written = answer(&run(&[&"report", &file, &"--what", &every, &"-o", &out]), 0);
    assert_eq!(written.lines().count(), 11);
    for path in written.lines() {
        assert!(std::fs::read(path).unwrap().starts_with(b"%PDF"), "{path}");
    }
    let csv = answer(&run(&[&"report", &file, &"--what", &"prizes", &"--format", &"csv", &"-o", &out]), 0);
    let list = std::fs::read_to_string(csv.trim()).unwrap();
    // 14 players of the list are rated below 1900, and one has no rating.
    assert_eq!(amateurs.lines().count(), 1 + 15, "{amateurs}");
    // Everything is shared out, and nobody has two prizes.
    let cents = |line: &str| line.strip_suffix(" EUR")?.rsplit(',').next()?.replace('.', "").parse::<u32>().ok();
    let amounts: Vec<u32> = list.lines().filter_map(cents).collect();
    assert_eq!((amounts.len(), amounts.iter().sum::<u32>()), (24, 60_000 + 7_500), "{list}");
    let names: std::collections::BTreeSet<_> = list.lines().filter_map(|line| line.split('"').nth(1)).collect();
    assert_eq!(names.len(), 24, "{list}");
    let one = answer(
        &run(&[&"report", &file, &"--what", &"tiebreaks", &"--player", &"3", &"--format", &"csv", &"-o", &out]),
        0,
    );
    assert!(!std::fs::read_to_string(one.trim()).unwrap().is_empty());
}

#[test]
fn ratings_by_total_and_by_game() {
    let trf = data("history.trf");
    let totals = answer(&run(&[&"ratings", &trf, &"--format", &"tsv"]), 0);
    let games = answer(&run(&[&"ratings", &trf, &"--games", &"--format", &"tsv"]), 0);
    let column = |table: &str, name: &str| table.lines().next().unwrap().split('\t').position(|c| c == name).unwrap();
    let (start, change) = (column(&games, "start"), column(&games, "change"));
    let cents = |text: &str| -> i64 { text.replace('.', "").parse().unwrap() };
    let mut sums = std::collections::BTreeMap::<String, i64>::new();
    for line in games.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        *sums.entry(cells[start].to_owned()).or_default() += cents(cells[change]);
    }
    let total = column(&totals, "change");
    let mut compared = 0;
    for line in totals.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        if let Some(sum) = sums.get(cells[0]) {
            assert_eq!(*sum, cents(cells[total]), "{line}");
            compared += 1;
        }
    }
    assert!(compared > 0);
    // Rules of another federation are a file.
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("rules.ron");
    let shown = answer(&run(&[&"ratings", &"--show-rules"]), 0);
    assert!(shown.contains("k_limit: 700"), "{shown}");
    std::fs::write(&rules, "(name: \"Club\", k_other: 32, k_top: 32, k_junior: 32, k_limit: 60000)").unwrap();
    let other = answer(&run(&[&"ratings", &trf, &"--rules", &rules, &"--format", &"tsv"]), 0);
    let k = column(&other, "k");
    assert!(other.lines().skip(1).all(|line| ["32", "-"].contains(&line.split('\t').nth(k).unwrap())), "{other}");
    let norms = answer(&run(&[&"norms", &trf, &"--format", &"tsv"]), 0);
    assert!(norms.starts_with("start\tname\tnorm\tmade\t"));
}
