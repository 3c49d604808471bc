//! Contests of teams on the command line: groups, a knockout, equal matches, ties, forbidden pairs, replay and explanation.

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

/// Eight teams `T1` to `T8` of two players for two boards.
fn new_event(folder: &Path, system: &str) -> PathBuf {
    let list = folder.join("players.csv");
    let rows: String = (1..=8)
        .flat_map(|team| {
            (1..=2).map(move |board| format!("T{team} b{board};{};T{team}\n", 2400 - 40 * team - 5 * board))
        })
        .collect();
    std::fs::write(&list, format!("Name;Rating;Team\n{rows}")).unwrap();
    let event = folder.join("Cup.pairwright.ron");
    let mut words: Vec<&dyn AsRef<std::ffi::OsStr>> =
        vec![&"event", &"new", &event, &"--players", &list, &"--name", &"Cup", &"--system", &system];
    words.extend([&"--teams" as &dyn AsRef<std::ffi::OsStr>, &"--boards", &"2"]);
    if system == "swiss-team" {
        words.extend([&"--rounds" as &dyn AsRef<std::ffi::OsStr>, &"3"]);
    }
    answer(&run(&words), 0);
    event
}

/// All open boards of the last round of a stage are drawn.
fn draw(event: &Path, stage: &str, boards: u32) {
    let list = event.with_file_name("results.txt");
    let text: String = (1..=boards).map(|board| format!("{board} 1/2\n")).collect();
    std::fs::write(&list, text).unwrap();
    answer(&run(&[&"event", &"results", &event, &list, &"--stage", &stage]), 0);
}

/// On the first board of each match the team with the smaller number wins, the other one is drawn.
fn win(event: &Path, stage: &str) {
    let shown = answer(&run(&[&"event", &"show", &event, &"--stage", &stage]), 0);
    let mut first = false;
    for line in shown.lines() {
        if line.starts_with("Match ") {
            first = true;
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let teams: Vec<u32> = words.iter().filter_map(|word| word.strip_prefix('T')?.parse().ok()).collect();
        let (Some(Ok(board)), [white, black]) = (words.first().map(|w| w.parse::<u32>()), teams.as_slice()) else {
            continue;
        };
        let result = match (first, white < black) {
            (false, _) => "1/2",
            (true, true) => "1-0",
            (true, false) => "0-1",
        };
        first = false;
        answer(&run(&[&"event", &"result", &event, &board.to_string(), &result, &"--stage", &stage]), 0);
    }
}

#[test]
fn groups_of_teams_then_a_knockout() {
    let folder = tempfile::tempdir().unwrap();
    let event = new_event(folder.path(), "round-robin");
    let groups = answer(&run(&[&"event", &"groups", &event, &"2", &"--system", &"round-robin"]), 0);
    assert!(groups.contains("Made 2 groups of 4 teams by strength"), "{groups}");
    // The snake; inside a group the numbers are drawn by lot.
    let a = groups.split("2 Group B").next().unwrap();
    assert!(a.contains("1 Group A: 4 teams, not begun"), "{groups}");
    assert!(["T1", "T4", "T5", "T8"].iter().all(|team| a.contains(team)) && !a.contains("T2"), "{groups}");
    answer(&run(&[&"event", &"move-to-group", &event, &"T8", &"2"]), 0);
    let back = answer(&run(&[&"event", &"move-to-group", &event, &"T8", &"1"]), 0);
    assert!(back.contains("Moved T8 to Group A"), "{back}");
    for _ in 0..3 {
        let paired = answer(&run(&[&"event", &"pair", &event]), 0);
        assert!(paired.contains("Group A") && paired.contains("2 matches on 4 boards"), "{paired}");
        win(&event, "1");
        win(&event, "2");
    }
    let next: [&dyn AsRef<std::ffi::OsStr>; 9] =
        [&"event", &"next-stage", &event, &"--first", &"2", &"--placing", &"crossing", &"--system", &"knockout"];
    let mut preview = next.to_vec();
    preview.push(&"--preview");
    let seen = answer(&run(&preview), 0);
    assert!(seen.contains("Final: 4 teams, 2 rounds") && seen.contains("place 2 of Group B"), "{seen}");
    answer(&run(&next), 0);
    answer(&run(&[&"event", &"pair", &event]), 0);
    draw(&event, "3", 4);
    // Both matches are equal on every board: no tie-break of the boards divides them, the lot does.
    let level = run(&[&"event", &"decide-match", &event, &"1", &"boards", &"--stage", &"3"]);
    assert!(answer(&level, 1).is_empty() && errors(&level).contains("draw lots"), "{}", errors(&level));
    let lot = answer(&run(&[&"event", &"decide-match", &event, &"1", &"lot", &"--seed", &"4", &"--stage", &"3"]), 0);
    assert!(lot.contains("goes on") && lot.contains("(seed 4)"), "{lot}");
    let how = run(&[&"event", &"decide-match", &event, &"2", &"T2", &"--stage", &"3"]);
    assert_eq!(answer(&how, 2), "");
    answer(&run(&[&"event", &"decide-match", &event, &"2", &"T2", &"--how", &"play-off", &"--stage", &"3"]), 0);
    answer(&run(&[&"event", &"pair", &event]), 0);
    win(&event, "3");
    let ranking = answer(&run(&[&"event", &"ranking", &event]), 0);
    let names: Vec<&str> = ranking.lines().skip(1).filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(names.len(), 8, "{ranking}");
    assert!(names[..2].contains(&"T2") && names[4..].contains(&"T8"), "{ranking}");
    let out = folder.path().join("out");
    let paper = answer(&run(&[&"report", &event, &"--what", &"ranking,bracket", &"--format", &"html", &"-o", &out]), 0);
    let html = std::fs::read_to_string(paper.lines().next().unwrap()).unwrap();
    assert!(html.contains("T1 b1"), "the members stand with their team");
    let trf = answer(&run(&[&"export", &event, &"--stage", &"2", &"--format", &"trf26"]), 0);
    assert_eq!(trf.lines().filter(|line| line.starts_with("310")).count(), 4);
}

#[test]
fn a_swiss_of_teams_is_replayed_and_explained() {
    let folder = tempfile::tempdir().unwrap();
    let event = new_event(folder.path(), "swiss-team");
    answer(&run(&[&"event", &"forbid-teams", &event, &"T1", &"T5"]), 0);
    for _ in 0..3 {
        answer(&run(&[&"event", &"pair", &event]), 0);
        win(&event, "1");
    }
    let checked = answer(&run(&[&"check", &event]), 0);
    assert!(checked.contains("0 differences"), "{checked}");
    let file = folder.path().join("cup.trf");
    answer(&run(&[&"export", &event, &"--format", &"trf26", &"-o", &file]), 0);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(
        text.lines().any(|line| line.starts_with("192 FIDE_TEAM")) && text.lines().any(|line| line.starts_with("260 "))
    );
    assert!(answer(&run(&[&"check", &file]), 0).contains("0 differences"));
    let first = answer(&run(&[&"explain", &file, &"--round", &"1", &"--pair", &"1", &"5"]), 0);
    assert!(first.contains("The organiser does not let T1 (1) and T5 (5) meet"), "{first}");
    let all = answer(&run(&[&"explain", &event, &"--round", &"2"]), 0);
    assert!(all.contains("scoregroup of 2 points") && all.contains("C.04.6 art. 4.3"), "{all}");
    // Another system's name: said, not passed over.
    let other = folder.path().join("other.trf");
    std::fs::write(&other, text.replace("192 FIDE_TEAM", "192 CUSTOM_TEAM")).unwrap();
    let refused = run(&[&"explain", &other]);
    assert!(answer(&refused, 2).is_empty(), "no answer");
    assert!(errors(&refused).contains("cannot be explained: record 192 says CUSTOM_TEAM"), "{}", errors(&refused));
}

#[test]
fn ties_of_teams_are_decided() {
    let folder = tempfile::tempdir().unwrap();
    let event = new_event(folder.path(), "swiss-team");
    answer(&run(&[&"event", &"pair", &event]), 0);
    draw(&event, "1", 8);
    let lot = answer(&run(&[&"event", &"tie", &event, &"T3", &"--how", &"lot", &"--seed", &"9", &"--confirm"]), 0);
    assert!(lot.contains("by lot") && lot.contains("seed 9") && lot.contains("T8"), "{lot}");
    let ranking = answer(&run(&[&"event", &"ranking", &event]), 0);
    let places: Vec<&str> = ranking.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(places, ["1", "2", "3", "4", "5", "6", "7", "8"], "{ranking}");
}

#[test]
fn a_series_of_team_events_is_named_without_its_ending() {
    let folder = tempfile::tempdir().unwrap();
    let event = new_event(folder.path(), "round-robin");
    for _ in 0..7 {
        answer(&run(&[&"event", &"pair", &event]), 0);
        win(&event, "1");
    }
    let series = folder.path().join("league");
    answer(
        &run(&[&"series", &"new", &series, &"--name", &"Team league", &"--table", &"10,8,6", &"--bonus-win", &"1"]),
        0,
    );
    let added = answer(&run(&[&"series", &"add", &series, &event]), 0);
    assert!(added.contains("8 teams"), "{added}");
    let table = answer(&run(&[&"series", &"standings", &series]), 0);
    // The team with the smaller number always wins: T1 all seven matches, T2 six.
    let words = |n: usize| table.lines().nth(n).unwrap().split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(
        (words(0)[1].as_str(), words(1), words(2)),
        (
            "Team",
            ["1", "T1", "17", "17"].map(str::to_owned).to_vec(),
            ["2", "T2", "14", "14"].map(str::to_owned).to_vec()
        ),
        "{table}"
    );
    let html = answer(&run(&[&"series", &"standings", &series, &"--format", &"html", &"-o", &folder.path()]), 0);
    let html = std::fs::read_to_string(html.trim()).unwrap();
    assert!(html.contains("T8") && html.contains("Bonus for a won match") && html.contains(">Teams<"), "{html}");
}

#[test]
fn an_equal_match_is_replayed_and_shown_as_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let event = new_event(folder.path(), "knockout");
    answer(&run(&[&"event", &"pair", &event]), 0);
    draw(&event, "1", 8);
    let shown = answer(&run(&[&"event", &"show", &event]), 0);
    assert!(shown.contains("match 1, next: equal; by the boards, or replay, game 1"), "{shown}");
    assert!(!shown.contains("board 2, next"), "{shown}");
    let first = answer(&run(&[&"event", &"decide-match", &event, &"1", &"--replay", &"1-1"]), 0);
    assert!(first.contains("Next: replay, game 2"), "{first}");
    let second = answer(&run(&[&"event", &"decide-match", &event, &"1", &"--replay", &"0.5-1.5"]), 0);
    assert!(second.contains("goes on"), "{second}");
    let shown = answer(&run(&[&"event", &"show", &event]), 0);
    assert!(shown.contains("0.5\u{2013}1.5") && shown.contains("after a play-off"), "{shown}");
    answer(&run(&[&"event", &"decide-match", &event, &"1", &"--back"]), 0);
    let shown = answer(&run(&[&"event", &"show", &event]), 0);
    assert!(shown.contains("match 1, next: equal; by the boards, or replay, game 2"), "{shown}");
    assert_eq!(answer(&run(&[&"event", &"decide-match", &event, &"1", &"--replay", &"x"]), 2), "");
    // A tie by the games of a play-off.
    std::fs::create_dir(folder.path().join("swiss")).unwrap();
    let event = new_event(&folder.path().join("swiss"), "swiss-team");
    answer(&run(&[&"event", &"pair", &event]), 0);
    draw(&event, "1", 8);
    let decided = answer(&run(&[&"event", &"tie", &event, &"--game", &"T3; T2; 0.5-1.5"]), 0);
    assert!(decided.contains("T2 before T3") && decided.contains("T3 \u{2013} T2 0.5\u{2013}1.5"), "{decided}");
}
