//! Events of several stages and series on the command line.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(words: &[&dyn AsRef<std::ffi::OsStr>]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pairwright")).args(words.iter().map(|word| word.as_ref())).output().unwrap()
}

#[track_caller]
fn answer(output: &Output, code: i32) -> String {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    assert_eq!(output.status.code(), Some(code), "{}\n{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

fn errors(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Enters results so that the player with the smaller number in the name wins.
fn enter(event: &Path, stage: &str) {
    let shown = answer(&run(&[&"event", &"show", &event, &"--stage", &stage]), 0);
    let number = |name: &str| name.rsplit_once('P').and_then(|(_, n)| n.trim().parse::<u32>().ok());
    for line in shown.lines() {
        // "   1  1 P1                 4 P4"
        let found: Vec<u32> = line.split_whitespace().filter(|word| word.starts_with('P')).filter_map(number).collect();
        let board = line.split_whitespace().next().unwrap_or("");
        if let ([white, black], Ok(_)) = (found.as_slice(), board.parse::<u32>()) {
            let result = if white < black { "1-0" } else { "0-1" };
            answer(&run(&[&"event", &"result", &event, &board, &result, &"--stage", &stage]), 0);
        }
    }
}

fn new_event(folder: &Path, name: &str) -> PathBuf {
    let list = folder.join("players.csv");
    let rows: String = (1..=8).map(|n| format!("P{n};{};900{n}\n", 2400 - 40 * n)).collect();
    std::fs::write(&list, format!("Name;Rating;FIDE id\n{rows}")).unwrap();
    let event = folder.join(format!("{name}.pairwright.ron"));
    let made = run(&[&"event", &"new", &event, &"--players", &list, &"--name", &name, &"--system", &"round-robin"]);
    answer(&made, 0);
    event
}

#[test]
fn groups_next_stage_ranking_and_series() {
    let folder = tempfile::tempdir().unwrap();
    let event = new_event(folder.path(), "Cup");
    let groups = answer(&run(&[&"event", &"groups", &event, &"2", &"--system", &"round-robin"]), 0);
    assert!(groups.contains("Made 2 groups of 4 players by strength") && groups.contains("2 Group B"), "{groups}");
    for _ in 0..3 {
        let paired = answer(&run(&[&"event", &"pair", &event]), 0);
        assert!(paired.contains("Group A") && paired.contains("Group B"), "{paired}");
        enter(&event, "1");
        enter(&event, "2");
    }
    // Without a stage it is asked which.
    let which = run(&[&"event", &"result", &event, &"1", &"1-0"]);
    assert!(answer(&which, 2).is_empty() && errors(&which).contains("1 Group A, 2 Group B"), "{}", errors(&which));
    let over = run(&[&"event", &"pair", &event]);
    assert!(answer(&over, 1).is_empty() && errors(&over).contains("next-stage"));
    let standings = answer(&run(&[&"standings", &event]), 0);
    assert!(standings.contains("Group A") && standings.contains("Group B") && standings.contains("P8"), "{standings}");
    let one = answer(&run(&[&"standings", &event, &"--stage", &"2"]), 0);
    assert!(one.contains("P2") && !one.contains("P1 "), "{one}");

    let next: [&dyn AsRef<std::ffi::OsStr>; 9] =
        [&"event", &"next-stage", &event, &"--first", &"2", &"--placing", &"crossing", &"--system", &"knockout"];
    let mut preview = next.to_vec();
    preview.push(&"--preview");
    let seen = answer(&run(&preview), 0);
    assert!(seen.contains("Final: 4 players, 2 rounds") && seen.contains("place 2 of Group B"), "{seen}");
    assert_eq!(answer(&run(&[&"event", &"show", &event]), 0).matches("Final").count(), 0, "a preview changes nothing");
    answer(&run(&next), 0);
    for _ in 0..2 {
        answer(&run(&[&"event", &"pair", &event]), 0);
        enter(&event, "3");
    }
    let ranking = answer(&run(&[&"event", &"ranking", &event]), 0);
    let names: Vec<&str> = ranking.lines().skip(1).filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(names[..2], ["P1", "P2"], "{ranking}");
    assert_eq!(names.len(), 8);

    let out = folder.path().join("out");
    let paper = answer(&run(&[&"report", &event, &"--what", &"ranking,bracket", &"--format", &"html", &"-o", &out]), 0);
    assert_eq!(paper.lines().count(), 2);
    let groups = run(&[&"report", &event, &"--what", &"standings", &"--stage", &"1", &"--format", &"csv", &"-o", &out]);
    answer(&groups, 0);
    let trf = answer(&run(&[&"export", &event, &"--stage", &"2", &"--format", &"trf26"]), 0);
    assert_eq!(trf.lines().filter(|line| line.starts_with("001")).count(), 4);
    // Three games in the group for all, one or two more in the final.
    let rated = answer(&run(&[&"ratings", &event, &"--format", &"tsv"]), 0);
    let games: u32 = rated.lines().skip(1).map(|line| line.split('\t').nth(3).unwrap().parse::<u32>().unwrap()).sum();
    assert_eq!(games, 2 * (6 + 6 + 3));

    let series = folder.path().join("gp");
    let file = folder.path().join("gp.pairwright-series");
    answer(&run(&[&"series", &"new", &series, &"--name", &"Grand Prix", &"--table", &"10,8,6,5", &"--best", &"1"]), 0);
    let added = answer(&run(&[&"series", &"add", &file, &event]), 0);
    assert!(added.contains("Added Cup: 8 players"), "{added}");
    let table = answer(&run(&[&"series", &"standings", &file]), 0);
    assert!(table.lines().nth(1).is_some_and(|line| line.contains("P1") && line.trim_end().ends_with("10")), "{table}");
    let pdf = answer(&run(&[&"series", &"standings", &file, &"--format", &"pdf", &"-o", &out]), 0);
    assert!(Path::new(pdf.trim()).is_file());
    // Rules can be changed afterwards; what is not named stays.
    let before = answer(&run(&[&"series", &"standings", &file]), 0);
    let rules = answer(&run(&[&"series", &"rules", &file, &"--table", &"100,60", &"--bonus-start", &"1"]), 0);
    assert!(rules.contains("Points: 100, 60") && rules.contains("the best 1 results"), "{rules}");
    let after = answer(&run(&[&"series", &"standings", &file]), 0);
    assert!(after.contains("101") && !before.contains("101"), "{after}");
    assert_eq!(answer(&run(&[&"series", &"rules", &file, &"--bonus-start", &"1"]), 1), "");
    assert_eq!(answer(&run(&[&"series", &"rules", &file, &"--name", &" "]), 2), "");
    answer(&run(&[&"series", &"remove", &file, &"1"]), 0);
    assert_eq!(answer(&run(&[&"series", &"remove", &file, &"1"]), 2), "");
}

#[test]
fn games_taken_over_are_rated_and_exported_once() {
    let folder = tempfile::tempdir().unwrap();
    let event = new_event(folder.path(), "Cup");
    answer(&run(&[&"event", &"groups", &event, &"2", &"--system", &"round-robin"]), 0);
    for _ in 0..3 {
        answer(&run(&[&"event", &"pair", &event]), 0);
        enter(&event, "1");
        enter(&event, "2");
    }
    let next = run(&[
        &"event",
        &"next-stage",
        &event,
        &"--first",
        &"2",
        &"--carry",
        &"against-qualifiers",
        &"--system",
        &"round-robin",
    ]);
    answer(&next, 0);
    for _ in 0..2 {
        answer(&run(&[&"event", &"pair", &event]), 0);
        enter(&event, "3");
    }
    let rated = answer(&run(&[&"ratings", &event, &"--format", &"tsv"]), 0);
    let games: u32 = rated.lines().skip(1).map(|line| line.split('\t').nth(3).unwrap().parse::<u32>().unwrap()).sum();
    // Twelve games in the groups and four between them; the two taken over are not counted again.
    assert_eq!(games, 2 * (12 + 4));
    let trf = answer(&run(&[&"export", &event, &"--format", &"trf26"]), 0);
    let first = trf.lines().find(|line| line.starts_with("001") && line.contains("P1")).unwrap();
    // Two rounds of its own, and the whole score with the point brought along.
    assert_eq!(first.get(80..84).map(str::trim), Some("3.0"), "{first}");
    assert_eq!((first.trim_end().len() - 91).div_ceil(10), 2, "{first}");
    let sum = answer(&run(&[&"standings", &event]), 0);
    assert!(sum.lines().nth(1).is_some_and(|line| line.contains("P1")), "{sum}");
}

#[test]
fn a_title_match_by_days() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("two.csv");
    std::fs::write(&list, "Name;Rating\nAlba;2400\nBruno;2390\n").unwrap();
    let event = folder.path().join("title");
    let days = "1x20+5 alternate; 1x5+3 alternate = 12-0 8-4 7-5 6-6";
    let made: [&dyn AsRef<std::ffi::OsStr>; 13] = [
        &"event",
        &"new",
        &event,
        &"--players",
        &list,
        &"--name",
        &"Title",
        &"--system",
        &"knockout",
        &"--games",
        &"2",
        &"--days",
        &days,
    ];
    answer(&run(&made), 0);
    answer(&run(&[&"event", &"pair", &event]), 0);
    answer(&run(&[&"event", &"result", &event, &"1.1", &"1/2"]), 0);
    let shown = answer(&run(&[&"event", &"show", &event]), 0);
    assert!(shown.contains("next: day 1, 1 game of 20 min + 5 s"), "{shown}");
    answer(&run(&[&"event", &"playoff", &event, &"1", &"1/2"]), 0);
    answer(&run(&[&"event", &"playoff", &event, &"1", &"1-0"]), 0);
    let shown = answer(&run(&[&"event", &"show", &event]), 0);
    assert!(shown.contains("7\u{2013}5"), "{shown}");
    answer(&run(&[&"event", &"result", &event, &"1.2", &"1-0"]), 0);
    let shown = answer(&run(&[&"event", &"show", &event]), 0);
    // 7-5 for the one, 0-12 or 12-0 on the second day.
    assert!(
        shown.contains("Day 2")
            && (shown.contains("7 \u{2013} 17")
                || shown.contains("19 \u{2013} 5")
                || shown.contains("17 \u{2013} 7")
                || shown.contains("5 \u{2013} 19")),
        "{shown}"
    );
    let wrong = run(&[
        &"event",
        &"new",
        &folder.path().join("x"),
        &"--players",
        &list,
        &"--name",
        &"X",
        &"--system",
        &"knockout",
        &"--days",
        &"lot",
    ]);
    assert!(answer(&wrong, 2).is_empty() && errors(&wrong).contains("are games"), "{}", errors(&wrong));
}

#[test]
fn the_numbers_of_a_round_robin_are_drawn_unless_told_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("players.csv");
    let rows: String = (1..=6).rev().map(|n| format!("P{n};{}\n", 2400 - 40 * n)).collect();
    std::fs::write(&list, format!("Name;Rating\n{rows}")).unwrap();
    let make = |name: &str, more: &[&str]| {
        let event = folder.path().join(name);
        let mut words: Vec<&dyn AsRef<std::ffi::OsStr>> =
            vec![&"event", &"new", &event, &"--players", &list, &"--name", &name, &"--system", &"round-robin"];
        words.extend(more.iter().map(|word| word as &dyn AsRef<std::ffi::OsStr>));
        answer(&run(&words), 0);
        let paired = answer(&run(&[&"event", &"pair", &event]), 0);
        let shown = answer(&run(&[&"event", &"show", &event]), 0);
        let board =
            shown.lines().find(|line| line.split_whitespace().next() == Some("1") && line.matches('P').count() == 2);
        let names = board.unwrap().split_whitespace().filter(|word| word.starts_with('P')).map(str::to_owned);
        (paired, names.collect::<Vec<_>>())
    };
    let (paired, first) = make("lot", &["--seed", "7"]);
    assert!(paired.contains("by lot (seed 7)"), "{paired}");
    assert_eq!(make("again", &["--seed", "7"]).1, first, "the seed decides");
    // Board 1 of the Berger table is 1 - 6: by rating P1 - P6, in the order of the list P6 - P1.
    assert_eq!(make("rating", &["--numbers", "rating"]).1, ["P1", "P6"]);
    assert_eq!(make("hand", &["--numbers", "hand"]).1, ["P6", "P1"]);
    let event = folder.path().join("swiss");
    let wrong = run(&[&"event", &"new", &event, &"--players", &list, &"--name", &"S", &"--numbers", &"lot"]);
    assert!(answer(&wrong, 2).is_empty() && errors(&wrong).contains("are for a round-robin"), "{}", errors(&wrong));
}
