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
    // The file has the player's number and name, inside and outside, and leaves that of all players alone.
    let sheet = std::fs::read_to_string(one.trim()).unwrap();
    let name = answer(&run(&[&"standings", &file, &"--format", &"csv"]), 0);
    let name = name.lines().find_map(|line| line.strip_prefix("3,")?.split('"').nth(1)).unwrap().to_owned();
    assert!(sheet.lines().next().unwrap().contains(&name) && sheet.starts_with("\"3 "), "{name}: {sheet}");
    let stem = Path::new(one.trim()).file_stem().unwrap().to_string_lossy().into_owned();
    assert!(stem.contains("_3-"), "{stem}");
    let all = answer(&run(&[&"report", &file, &"--what", &"tiebreaks", &"--format", &"csv", &"-o", &out]), 0);
    assert_ne!(all, one);
    let before = std::fs::read_dir(&out).unwrap().count();
    let unknown = run(&[&"report", &file, &"--what", &"cards", &"--player", &"Nobody, Known", &"-o", &out]);
    assert_ne!(unknown.status.code(), Some(0));
    assert!(text(&unknown.stderr).contains("Nobody, Known"), "{}", text(&unknown.stderr));
    assert_eq!(std::fs::read_dir(&out).unwrap().count(), before, "no file is written");
}

/// Random Double-Swiss events: the ranks of the file, of the event made of it and of its own file agree.
#[test]
fn a_double_swiss_agrees_with_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let trf = folder.path().join("ds.trf");
    let make: [&dyn AsRef<std::ffi::OsStr>; 15] = [
        &"generate",
        &"--players",
        &"31",
        &"--rounds",
        &"9",
        &"--seed",
        &"5",
        &"--points",
        &"2,1,0,2",
        &"--system",
        &"double-swiss",
        &"--unusual",
        &"10",
        &"-o",
        &trf,
    ];
    answer(&run(&make), 0);
    let event = folder.path().join("ds.pairwright.ron");
    // Nobody can be asked here: what follows is told.
    let done = run(&[&"import", &trf, &"-o", &event]);
    assert_eq!(done.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&done.stderr).contains("say that they were imported"));
    let again = folder.path().join("again.trf");
    answer(&run(&[&"export", &event, &"--format", &"trf26", &"-o", &again]), 0);
    for file in [&trf, &event, &again] {
        let told = answer(&run(&[&"check", &"--standings", &file]), 0);
        assert!(told.contains("checked 1 files, 9 rounds, 0 differences"), "{told}");
        assert!(!told.contains("not compared: standings:"), "{told}");
    }
    for round in ["4", "9"] {
        let list = "BH/C1,BH,SB,DE,WIN,PS,FB,AOB,KS,ARO";
        let rows = |file: &Path| {
            answer(&run(&[&"standings", &file, &"--round", &round, &"--tiebreaks", &list, &"--format", &"tsv"]), 0)
        };
        assert_eq!(rows(&trf), rows(&event), "after round {round}");
        assert_eq!(rows(&again), rows(&event), "after round {round}");
    }
}

/// Two events in one file become two events; Buchholz is refused for a new round-robin.
#[test]
fn files_with_two_events_and_lists_that_are_not_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let one = |name: &str| {
        format!(
            "012 {name}\n142 3\n152 W\n202 BH\n001    1      A                                 2000                              1.0    1     2 w 1\n\
             001    2      B                                 1900                              0.0    2     1 b 0\n"
        )
    };
    let file = folder.path().join("two.trf");
    std::fs::write(&file, one("First") + &one("Second")).unwrap();
    let out = folder.path().join("out.pairwright.ron");
    let told = answer(&run(&[&"import", &file, &"-o", &out, &"--confirm"]), 0);
    assert_eq!(told.lines().count(), 2, "{told}");
    for (number, name) in [(1, "First"), (2, "Second")] {
        let event = folder.path().join(format!("out-{number}.pairwright.ron"));
        assert!(answer(&run(&[&"event", &"show", &event]), 0).contains(name));
    }
    let rr = folder.path().join("rr.pairwright.ron");
    let players = sample("players.csv");
    let new: [&dyn AsRef<std::ffi::OsStr>; 11] = [
        &"event",
        &"new",
        &rr,
        &"--players",
        &players,
        &"--name",
        &"RR",
        &"--system",
        &"round-robin",
        &"--tiebreaks",
        &"DE,BH,SB",
    ];
    let refused = run(&new);
    assert_ne!(refused.status.code(), Some(0));
    assert!(
        text(&refused.stderr).contains("BH is not allowed when everybody meets everybody"),
        "{}",
        text(&refused.stderr)
    );
    assert!(!rr.exists());
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
