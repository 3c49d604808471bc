//! The program as other programs and scripts call it.

mod refusals;
mod signed;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli/tests/data").join(name)
}

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/samples/club-open").join(name)
}

fn run(words: &[&dyn AsRef<std::ffi::OsStr>]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pairwright")).args(words.iter().map(|word| word.as_ref())).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The words of an output, its exit code checked.
#[track_caller]
fn answer(output: &Output, code: i32) -> String {
    assert_eq!(output.status.code(), Some(code), "{}\n{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

fn sorted(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

#[test]
fn pairs_positions_with_one_right_answer() {
    for name in ["b1", "b5", "b6"] {
        let found = answer(&run(&[&"pair", &data(&format!("{name}.trf"))]), 0);
        let wanted = std::fs::read_to_string(data(&format!("{name}.expected"))).unwrap();
        assert_eq!(sorted(&found), sorted(&wanted), "{name}");
    }
}

#[test]
fn says_no_when_no_pairing_is_left() {
    let output = run(&[&"pair", &data("nopair.trf")]);
    assert_eq!(answer(&output, 1), "");
    assert!(text(&output.stderr).contains("no legal pairing"), "{}", text(&output.stderr));
}

#[test]
fn check_counts_files_rounds_and_differences() {
    let found = answer(&run(&[&"check", &data("history.trf"), &"--system", &"dutch"]), 0);
    let last = found.lines().last().unwrap();
    assert!(last.starts_with("checked 1 files, ") && last.ends_with(" rounds, 0 differences"), "{last}");

    // Two players of round 1 change places: that round differs, and the exit code says so.
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.trf");
    std::fs::write(&broken, swap_a_pair(&std::fs::read_to_string(data("history.trf")).unwrap())).unwrap();
    let found = answer(&run(&[&"check", &folder.path()]), 1);
    assert!(found.contains("broken.trf: round 1: the file has "), "{found}");
}

/// Turns the colours of the first game of round 1 round.
fn swap_a_pair(trf: &str) -> String {
    let mut lines: Vec<String> = trf.lines().map(str::to_owned).collect();
    let first = lines.iter().position(|line| line.starts_with("001") && line.get(96..97) == Some("w")).unwrap();
    let opponent = lines[first][91..95].trim().to_owned();
    let second = lines.iter().position(|l| l.starts_with("001") && l[4..8].trim() == opponent).unwrap();
    lines[first].replace_range(96..97, "b");
    lines[second].replace_range(96..97, "w");
    lines.join("\n") + "\n"
}

#[test]
fn standings_have_the_columns_and_values_of_the_table() {
    let wanted = std::fs::read_to_string(data("swiss-007.expected.tsv")).unwrap();
    let wanted: Vec<Vec<&str>> = wanted.lines().map(|line| line.split('\t').collect()).collect();
    let codes = wanted[0][2..].join(",");
    let found = answer(&run(&[&"standings", &data("swiss-007.trf"), &"--tiebreaks", &codes, &"--format", &"tsv"]), 0);
    let found: Vec<Vec<&str>> = found.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(found[0], wanted[0]);
    assert_eq!(found.len(), wanted.len());
    for (row, expected) in found[1..].iter().zip(&wanted[1..]) {
        assert_eq!(row[0], expected[0]);
        for column in 2..expected.len() {
            let same = row[column] == expected[column]
                || row[column]
                    .parse::<f64>()
                    .ok()
                    .is_some_and(|a| expected[column].parse::<f64>().is_ok_and(|b| (a - b).abs() < 1e-9));
            assert!(same, "no {} {}: {} instead of {}", row[0], wanted[0][column], row[column], expected[column]);
        }
    }
    // Without a list the file's own order (record 212) decides, as the rank column of the table does.
    let own = answer(&run(&[&"standings", &data("swiss-007.trf"), &"--format", &"tsv"]), 0);
    for (row, expected) in own.lines().skip(1).zip(&wanted[1..]) {
        assert_eq!(row.split('\t').take(2).collect::<Vec<_>>(), expected[..2]);
    }
    let output = run(&[&"standings", &data("swiss-007.trf"), &"--tiebreaks", &"PTS,BHX"]);
    assert!(answer(&output, 2).is_empty() && text(&output.stderr).contains("BHX"));
}

#[test]
fn demo_plays_the_sample_event_and_its_files_agree() {
    let folder = tempfile::tempdir().unwrap();
    let told = answer(&run(&[&"demo", &"-o", &folder.path()]), 0);
    assert!(told.contains("Round 5") && told.contains("Final table"), "{told}");
    let pdfs = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "pdf"))
        .inspect(|path| assert!(std::fs::read(path).unwrap().starts_with(b"%PDF"), "{}", path.display()))
        .count();
    assert!(pdfs >= 7, "{pdfs} PDFs");

    // The report file replays without difference, and gives the same table as the event.
    let trf = folder.path().join("club-open-2026.trf");
    let event = folder.path().join("club-open-2026.pairwright.ron");
    assert!(answer(&run(&[&"check", &"--standings", &trf]), 0).contains("5 rounds, 0 differences"));
    let list = "PTS,BH/C1,BH,SB,DE,WIN,PS";
    let table = |file: &PathBuf| answer(&run(&[&"standings", file, &"--tiebreaks", &list, &"--format", &"tsv"]), 0);
    assert_eq!(table(&trf), table(&event));

    // A second run starts anew and keeps the event of the first under another name.
    let again = answer(&run(&[&"demo", &"-o", &folder.path()]), 0);
    assert!(again.contains("is kept as") && again.contains("Final table"), "{again}");
    assert_eq!(table(&folder.path().join("club-open-2026-1.pairwright.ron")), table(&event));

    // Imported again, the report file is an event with the same rounds and table.
    let again = folder.path().join("again.pairwright.ron");
    answer(&run(&[&"import", &trf, &"-o", &again, &"--confirm"]), 0);
    assert_eq!(table(&again), table(&event));
    assert!(answer(&run(&[&"check", &again]), 0).contains("5 rounds, 0 differences"));
    let written = folder.path().join("again.trf");
    answer(&run(&[&"export", &again, &"--format", &"trf26", &"-o", &written]), 0);
    let players = |path: &Path| -> Vec<String> {
        let text = std::fs::read_to_string(path).unwrap();
        text.lines().filter(|line| line.starts_with("001")).map(str::to_owned).collect()
    };
    assert_eq!(players(&written), players(&trf));
}

#[test]
fn an_event_is_run_step_by_step() {
    let folder = tempfile::tempdir().unwrap();
    let event = folder.path().join("club.pairwright.ron");
    let list = sample("players.csv");
    // The name without its ending will do, here and later.
    let short = folder.path().join("club");
    answer(&run(&[&"event", &"new", &short, &"--players", &list, &"--name", &"Club", &"--initial-color", &"white"]), 0);
    // The file exists: it is not overwritten.
    let output = run(&[&"event", &"new", &event, &"--players", &list, &"--name", &"Other"]);
    assert_eq!(output.status.code(), Some(4));

    // What `pair` announces is what `event pair` does.
    let announced = answer(&run(&[&"pair", &short]), 0);
    let told = answer(&run(&[&"event", &"pair", &short]), 0);
    assert!(announced.starts_with("12\n1 13\n"), "{announced}");
    assert!(told.contains("Bold, Ganbat"), "{told}");

    let told = answer(&run(&[&"event", &"records", &event, &sample("round-1.pgn")]), 0);
    assert!(told.contains("board 1, 1-0"), "{told}");
    answer(&run(&[&"event", &"results", &event, &sample("round-1-results.txt")]), 0);
    answer(&run(&[&"event", &"result", &event, &"7", &"1/2", &"--reason", &"entered wrongly"]), 0);
    let shown = answer(&run(&[&"event", &"show", &event]), 0);
    assert!(shown.contains("1/2"), "{shown}");

    // Pairing is undone only with a yes, since results stand; undo takes single steps back.
    let output = run(&[&"event", &"unpair", &event]);
    assert!(answer(&output, 1).is_empty() && text(&output.stderr).contains("--confirm"), "{}", text(&output.stderr));
    answer(&run(&[&"event", &"undo", &event]), 0);
    let shown = answer(&run(&[&"event", &"show", &event]), 0);
    assert!(!shown.contains("1/2"), "{shown}");
    let history = answer(&run(&[&"event", &"history", &event]), 0);
    assert!(history.contains("(taken back)"), "{history}");

    let out = folder.path().join("papers");
    let told = answer(
        &run(&[
            &"report",
            &event,
            &"--what",
            &"pairings,standings",
            &"--round",
            &"1",
            &"--paper",
            &"letter",
            &"-o",
            &out,
        ]),
        0,
    );
    assert_eq!(told.lines().count(), 2);
    for line in told.lines() {
        assert!(std::fs::read(line).unwrap().starts_with(b"%PDF"), "{line}");
    }
}

#[test]
fn bad_input_is_named_with_place_and_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let refused = |words: &[&dyn AsRef<std::ffi::OsStr>], code: i32, needles: &[&str]| {
        let output = run(words);
        assert!(answer(&output, code).is_empty());
        let said = text(&output.stderr);
        for needle in needles {
            assert!(said.contains(needle), "\"{needle}\" is not in: {said}");
        }
    };
    let missing = folder.path().join("missing.trf");
    refused(&[&"pair", &missing], 3, &["missing.trf"]);
    let trf = write("bad.trf", "012 Bad\n001 abcd\n");
    refused(&[&"pair", &trf], 3, &["bad.trf", "line 2"]);
    let csv = write("bad.csv", "Name;Rating\nBold, Ganbat;2254\nPerera, Dilan;high\n");
    let new = folder.path().join("new.pairwright.ron");
    refused(&[&"import", &csv, &"-o", &new], 3, &["bad.csv", "line 3", "Rating"]);
    assert!(!new.exists());
    let ron = write("other.pairwright.ron", "(\n  version: 1,\n)\n");
    refused(&[&"event", &"show", &ron], 3, &["other.pairwright.ron", "line 1", "no event"]);
    // A good event, damaged in one line.
    let event = folder.path().join("good.pairwright.ron");
    answer(&run(&[&"import", &sample("players.csv"), &"-o", &event]), 0);
    let good = std::fs::read_to_string(&event).unwrap();
    let line = good.lines().position(|line| line.contains("default_minutes")).unwrap();
    let damaged: Vec<String> = good
        .lines()
        .enumerate()
        .map(|(index, text)| if index == line { text.replace("60", "sixty") } else { text.to_owned() })
        .collect();
    let ron = write("damaged.pairwright.ron", &damaged.join("\n"));
    refused(&[&"event", &"show", &ron], 3, &["damaged.pairwright.ron", &format!("line {}", line + 1)]);
    let pgn = run(&[&"games", &"check", &data("illegal.pgn")]);
    let said = answer(&pgn, 1);
    assert!(said.contains("illegal.pgn") && said.contains("half-move 12"), "{said}");
    refused(&[&"pair"], 2, &["FILE"]);
    refused(&[&"export", &data("b1.trf"), &"--format", &"trf26", &"-o", &"/proc/none/x.trf"], 4, &["/proc/none"]);
}

#[test]
fn records_as_a_table() {
    let found = answer(&run(&[&"games", &"check", &sample("round-1.pgn"), &"--format", &"tsv"]), 0);
    let rows: Vec<Vec<&str>> = found.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(
        rows[0].join(" "),
        "file game plies result_tag result_board termination claimable automatic defect_ply reason final_fen"
    );
    assert_eq!(rows.len(), 7);
    assert_eq!(rows[1][..6], ["round-1.pgn", "1", "59", "1-0", "1-0", "checkmate"]);
    // Known counts of the starting position.
    assert_eq!(answer(&run(&[&"games", &"perft", &"--game", &"chess", &"--depth", &"3"]), 0), "8902\n");
    assert_eq!(answer(&run(&[&"games", &"perft", &"--game", &"international", &"--depth", &"4"]), 0), "4265\n");
}

#[test]
fn schedules_are_tables() {
    let found = answer(&run(&[&"schedule", &"round-robin", &"--players", &"4"]), 0);
    // The published Berger table for four.
    let wanted = "round board white black|1 1 1 4|1 2 2 3|2 1 4 3|2 2 1 2|3 1 2 4|3 2 3 1";
    assert_eq!(found.trim_end().replace('\t', " ").replace('\n', "|"), wanted);
    let found = answer(&run(&[&"schedule", &"knockout", &"--players", &"6"]), 0);
    assert!(found.contains("\t4\t5\n") && found.contains("\t3\t6\n") && found.contains("\t1\t"), "{found}");
    assert_eq!(run(&[&"schedule", &"round-robin", &"--players", &"1"]).status.code(), Some(2));
}

#[test]
fn random_events_repeat_by_seed_and_replay() {
    let folder = tempfile::tempdir().unwrap();
    let make = |name: &str, seed: &str| {
        let path = folder.path().join(name);
        let players: [&dyn AsRef<std::ffi::OsStr>; 16] = [
            &"generate",
            &"--players",
            &"25",
            &"--rounds",
            &"7",
            &"--seed",
            &seed,
            &"--forfeits",
            &"5",
            &"--halfbyes",
            &"5",
            &"--late",
            &"5",
            &"--withdrawals",
            &"5",
            &"-o",
        ];
        let mut words = players.to_vec();
        words.push(&path);
        answer(&run(&words), 0);
        path
    };
    let (a, b, c) = (make("a.trf", "7"), make("b.trf", "7"), make("c.trf", "8"));
    assert_eq!(std::fs::read(&a).unwrap(), std::fs::read(&b).unwrap());
    assert_ne!(std::fs::read(&a).unwrap(), std::fs::read(&c).unwrap());
    assert!(answer(&run(&[&"check", &folder.path()]), 0).contains("checked 3 files, 21 rounds, 0 differences"));
    // Matches of two games, other points, results that are seldom seen: pairs and ranks are those of the rules.
    let other = tempfile::tempdir().unwrap();
    for (name, system, points) in
        [("d.trf", "double-swiss", "1,0.5,0,1"), ("e.trf", "double-swiss", "3,1,0,3"), ("f.trf", "dutch", "3,1,0,1")]
    {
        let path = other.path().join(name);
        let made = run(&[
            &"generate",
            &"--players",
            &"15",
            &"--rounds",
            &"5",
            &"--seed",
            &"3",
            &"--forfeits",
            &"10",
            &"--unusual",
            &"30",
            &"--halfbyes",
            &"10",
            &"--late",
            &"10",
            &"--baku",
            &"--system",
            &system,
            &"--points",
            &points,
            &"-o",
            &path,
        ]);
        if points == "3,1,0,3" && !made.status.success() {
            continue;
        }
        answer(&made, 0);
    }
    let told = answer(&run(&[&"check", &"--standings", &other.path()]), 0);
    assert!(told.contains("checked 3 files, 15 rounds, 0 differences"), "{told}");
}

#[test]
fn explains_pairs_with_articles() {
    // Example 8.3 of the Dutch rules: the bye has to go to 3, so 1 and 5 do not meet although both have a point.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c5.trf");
    let line = |number: u32, points: &str, rounds: &str| {
        format!(
            "001 {number:>4}      {:<33} {:>4} {:<3} {:>11} {:<10} {points:>4} {number:>4}  {rounds}\n",
            format!("P{number}"),
            2000 - number,
            "",
            "",
            ""
        )
    };
    let trf = [
        "012 C5\n142 5\n152 W\n".to_owned(),
        line(1, "1.0", "   3 w 1     2 b 1"),
        line(2, "0.5", "   4 b =     1 w 0"),
        line(3, "0.0", "   1 b 0  0000 - U"),
        line(4, "0.5", "   2 w =     5 b 1"),
        line(5, "1.0", "0000 - U     4 w 0"),
    ]
    .concat();
    // The points of the file are those after two rounds.
    let trf =
        trf.replace("  1.0    1", "  2.0    1").replace("  0.0    3", "  1.0    3").replace("  0.5    4", "  1.5    4");
    std::fs::write(&path, trf).unwrap();
    assert!(answer(&run(&[&"check", &path]), 0).contains("2 rounds, 0 differences"));
    let said = answer(&run(&[&"explain", &path, &"--round", &"2", &"--pair", &"1", &"5"]), 0);
    assert!(said.contains("P1") && said.contains("P5") && said.contains("[C4]"), "{said}");
    let said = answer(&run(&[&"explain", &path, &"--round", &"2", &"--player", &"3"]), 0);
    assert!(said.contains("bye"), "{said}");
    assert!(answer(&run(&[&"explain", &path, &"--round", &"2"]), 0).lines().count() > 4);
    assert_eq!(run(&[&"explain", &path, &"--round", &"9"]).status.code(), Some(2));
}

#[test]
fn serves_as_an_engine() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.txt");
    answer(&run(&[&"engine", &"--dutch", &data("b1.trf"), &"-p", &out]), 0);
    let wanted = std::fs::read_to_string(data("b1.expected")).unwrap();
    assert_eq!(sorted(&std::fs::read_to_string(&out).unwrap()), sorted(&wanted));
    // All line ends.
    let bytes = std::fs::read_to_string(data("b1.trf")).unwrap();
    for end in ["\r", "\r\n"] {
        let path = folder.path().join("ends.trf");
        std::fs::write(&path, bytes.replace('\n', end)).unwrap();
        assert_eq!(sorted(&answer(&run(&[&"engine", &"--dutch", &path, &"-p"]), 0)), sorted(&wanted));
    }
    assert_eq!(run(&[&"engine", &"--dutch", &data("nopair.trf"), &"-p"]).status.code(), Some(1));
    assert_eq!(run(&[&"engine", &"--dutch", &"-x"]).status.code(), Some(3));
    assert_eq!(run(&[&"engine", &"--dutch", &folder.path().join("none.trf"), &"-p"]).status.code(), Some(5));
    let list = folder.path().join("list.txt");
    answer(&run(&[&"engine", &"--dutch", &data("history.trf"), &"-c", &"-l", &list]), 0);
    assert!(std::fs::read_to_string(&list).unwrap().lines().count() > 2);
    let random = folder.path().join("random.trf");
    answer(&run(&[&"engine", &"--dutch", &"-g", &"-o", &random, &"-s", &"5"]), 0);
    answer(&run(&[&"check", &random]), 0);
}

#[test]
fn without_a_display_the_demo_is_named() {
    let output = Command::new(env!("CARGO_BIN_EXE_pairwright"))
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .unwrap();
    let said = text(&output.stderr);
    // On systems without X11 and Wayland the window would open.
    if cfg!(target_os = "linux") {
        assert!(!output.status.success());
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains("demo"), "{said}");
    }
}

#[test]
fn a_knockout_is_run_step_by_step() {
    let folder = tempfile::tempdir().unwrap();
    let event = folder.path().join("cup.pairwright.ron");
    let list = folder.path().join("list.csv");
    std::fs::write(&list, "Name,Rating\n\"A, A\",2000\n\"B, B\",1900\n\"C, C\",1800\n").unwrap();
    let new: [&dyn AsRef<std::ffi::OsStr>; 8] =
        [&"event", &"new", &event, &"--players", &list, &"--name", &"Cup", &"--system"];
    let with = |more: &[&'static str]| {
        let mut all = new.to_vec();
        all.extend(more.iter().map(|word| word as &dyn AsRef<std::ffi::OsStr>));
        run(&all)
    };
    assert_eq!(with(&["knockout", "--cycles", "2"]).status.code(), Some(2));
    let told = answer(&with(&["knockout", "--third-place", "--initial-color", "white"]), 0);
    assert!(told.contains("3 players, 2 rounds"), "{told}");
    let told = answer(&run(&[&"event", &"pair", &event]), 0);
    assert!(told.contains("passes") && told.contains("2 B, B"), "{told}");
    answer(&run(&[&"event", &"result", &event, &"1", &"1/2"]), 0);
    let output = run(&[&"event", &"pair", &event]);
    assert!(text(&output.stderr).contains("decide who goes on"), "{}", text(&output.stderr));
    answer(&output, 1);
    answer(&run(&[&"event", &"decide", &event, &"1", &"3", &"--how", &"lot"]), 0);
    let told = answer(&run(&[&"event", &"pair", &event]), 0);
    assert!(told.contains("1 A, A") && told.contains("3 C, C"), "{told}");
    let papers = folder.path().join("papers");
    let told = answer(&run(&[&"report", &event, &"--what", &"bracket", &"--format", &"html", &"-o", &papers]), 0);
    assert!(std::fs::read_to_string(told.trim()).unwrap().contains("by lot"));
}

/// A small list as FIDE distributes it: the header's names stand where the columns begin.
fn fide_list() -> String {
    let widths = [15, 61, 4, 4, 5, 5, 15, 4, 6, 4, 3, 6, 4, 3, 6, 4, 3, 6, 4];
    let rows = [
        "ID Number|Name|Fed|Sex|Tit|WTit|OTit|FOA|SRtng|SGm|SK|RRtng|RGm|Rk|BRtng|BGm|BK|B-day|Flag",
        "13600011|Abashidze, Nino|GEO|F|IM|WGM|||2325|0|10|2280|0|20||||1988|w",
        "13600022|Bold, Ganbat|MGL|M|FM||||2241|4|20|||||||1991|",
        "13600033|Koch, Ida|GER|F||WFM|||1960|9|20|||||||1990|w",
        "13600044|Koch, Ida|SUI|F|||||1810|0|40|||||||2004|w",
        "13600055|Weber, Jan|GER|M|||||1700|0|20|||||||1975|i",
    ];
    let line = |row: &str| -> String {
        row.split('|').zip(widths).map(|(cell, width)| format!("{cell:<width$}")).collect::<String>() + "\r\n"
    };
    rows.map(line).concat()
}

#[test]
fn a_list_is_indexed_and_searched() {
    let folder = tempfile::tempdir().unwrap();
    let (list, index) = (folder.path().join("players_list_dec26.txt"), folder.path().join("fide.redb"));
    std::fs::write(&list, fide_list()).unwrap();
    let said = answer(&run(&[&"list", &"index", &list, &"--index", &index]), 0);
    assert!(said.starts_with("indexed 5 players, FIDE of 2026-12, in "), "{said}");

    let find = |words: &[&str], code: i32| -> Vec<Vec<String>> {
        let mut all: Vec<&dyn AsRef<std::ffi::OsStr>> = vec![&"list", &"find", &"--index", &index];
        all.extend(words.iter().map(|word| word as &dyn AsRef<std::ffi::OsStr>));
        let rows = answer(&run(&all), code);
        rows.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
    };
    let rows = find(&["nino", "aba"], 0);
    assert_eq!(rows[0][..4], ["id", "name", "federation", "sex"]);
    assert_eq!(
        rows[1],
        ["13600011", "Abashidze, Nino", "GEO", "w", "IM", "1988", "2325", "10", "2280", "20", "", "", "w"]
    );
    assert_eq!(rows.len(), 2);
    let ids = |rows: Vec<Vec<String>>| rows[1..].iter().map(|row| row[0].clone()).collect::<Vec<_>>();
    assert_eq!(ids(find(&["koch"], 0)), ["13600033", "13600044"]);
    assert_eq!(ids(find(&["koch", "--federation", "sui"], 0)), ["13600044"]);
    assert_eq!(ids(find(&["13600055"], 0)), ["13600055"]);
    assert_eq!(ids(find(&["koch", "--limit", "1"], 0)).len(), 1);
    assert_eq!(find(&["nobody"], 1).len(), 1, "the header alone");

    // A CSV list with a column map; a column that is not there is named.
    let csv = folder.path().join("dwz.csv");
    std::fs::write(&csv, "Nr;Spieler;DWZ\n10001;Müller, Jörg;1850\n").unwrap();
    let columns = ["--column", "id=Nr", "--column", "name=Spieler", "--column", "rating=DWZ"];
    let indexed = |columns: &[&str]| {
        let mut all: Vec<&dyn AsRef<std::ffi::OsStr>> =
            vec![&"list", &"index", &csv, &"--index", &index, &"--list", &"DWZ", &"--date", &"2026-11-01"];
        all.extend(columns.iter().map(|word| word as &dyn AsRef<std::ffi::OsStr>));
        run(&all)
    };
    let refused = indexed(&["--column", "name=Namen"]);
    assert!(answer(&refused, 3).is_empty() && text(&refused.stderr).contains("Spieler"), "{}", text(&refused.stderr));
    assert!(answer(&indexed(&columns), 0).contains("indexed 1 players, DWZ of 2026-11-01"));
    assert_eq!(find(&["muller"], 0)[1][6], "1850");
    assert_eq!(find(&["abashidze"], 1).len(), 1, "the new list has replaced the old one");

    // Damage is told with the remedy, and nothing else is.
    let mut bytes = std::fs::read(&index).unwrap();
    let half = bytes.len() / 2;
    for damaged in [bytes[..half].to_vec(), bytes.iter_mut().map(|byte| *byte ^ 0x55).collect(), Vec::new()] {
        std::fs::write(&index, damaged).unwrap();
        let output = run(&[&"list", &"find", &"muller", &"--index", &index]);
        assert!(answer(&output, 3).is_empty());
        let told = text(&output.stderr);
        assert!(told.contains("index the list again") && !told.contains("panicked"), "{told}");
    }
    let missing = run(&[&"list", &"find", &"x", &"--index", &folder.path().join("none.redb")]);
    assert!(answer(&missing, 3).is_empty() && text(&missing.stderr).contains("list index FILE"));
}

#[test]
fn ratings_of_an_event_are_refreshed() {
    let folder = tempfile::tempdir().unwrap();
    let (list, index) = (folder.path().join("players_list_dec26.txt"), folder.path().join("fide.redb"));
    std::fs::write(&list, fide_list()).unwrap();
    answer(&run(&[&"list", &"index", &list, &"--index", &index]), 0);
    let entries = folder.path().join("players.csv");
    let rows = "name,rating,fed,id,title\n\
                \"Abashidze, Nino\",2310,GEO,13600011,IM\n\
                \"Bold, Ganbat\",2241,MGL,,FM\n\
                \"Koch, Ida\",1950,,,\n\
                \"Singh, Raj\",1650,IND,13600055,\n\
                \"Nobody, Nick\",1400,,,\n";
    std::fs::write(&entries, rows).unwrap();
    let event = folder.path().join("club.pairwright.ron");
    answer(
        &run(&[&"event", &"new", &event, &"--players", &entries, &"--name", &"Club", &"--initial-color", &"white"]),
        0,
    );
    let before = std::fs::read(&event).unwrap();

    let dry = answer(&run(&[&"event", &"refresh", &event, &"--list", &index, &"--dry-run"]), 0);
    assert_eq!(std::fs::read(&event).unwrap(), before, "a dry run changes nothing");
    let lines: Vec<&str> = dry.lines().collect();
    assert_eq!(lines.len(), 6, "{dry}");
    assert!(lines[0].starts_with("   1  Abashidze, Nino") && lines[0].contains("FIDE 2310 -> 2325"), "{dry}");
    assert!(lines[0].contains("FIDE rapid none -> 2280"), "{dry}");
    assert!(lines[1].contains("id none -> 13600022") && !lines[1].contains("FIDE 2241"), "{dry}");
    assert!(lines[2].contains("in doubt: Koch, Ida (GER 1960, 13600033); Koch, Ida (SUI 1810, 13600044)"), "{dry}");
    assert!(lines[3].contains("in doubt: the number is Weber, Jan"), "{dry}");
    assert!(lines[4].contains("not in the list"), "{dry}");
    assert_eq!(lines[5], "2 to change, 0 as in the list, 2 in doubt, 1 not in the list");

    let done = answer(&run(&[&"event", &"refresh", &event, &"--list", &index]), 0);
    assert!(
        done.contains("Rating list FIDE of 2026-12: changed 2 players: Abashidze, Nino and Bold, Ganbat"),
        "{done}"
    );
    let history = answer(&run(&[&"event", &"history", &event]), 0);
    assert!(history.contains("Rating list FIDE of 2026-12: changed 2 players"), "{history}");
    let shown = answer(&run(&[&"event", &"show", &event]), 0);
    assert!(shown.lines().any(|line| line.contains("Abashidze, Nino") && line.contains("2325")), "{shown}");
    let again = answer(&run(&[&"event", &"refresh", &event, &"--list", &index]), 0);
    assert!(again.ends_with("0 to change, 2 as in the list, 2 in doubt, 1 not in the list\n"), "{again}");
    let undone = answer(&run(&[&"event", &"undo", &event]), 0);
    assert!(undone.starts_with("Taken back: Rating list FIDE of 2026-12: changed 2 players"), "{undone}");
    let shown = answer(&run(&[&"event", &"show", &event]), 0);
    assert!(shown.lines().any(|line| line.contains("Abashidze, Nino") && line.contains("2310")), "{shown}");
}

fn draughts_sample(folder: &Path) -> PathBuf {
    let copy = folder.join("draughts.pairwright.ron");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/samples/draughts-club-2026.pairwright.ron");
    std::fs::copy(from, &copy).unwrap();
    copy
}

fn draughts_records(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/samples/draughts-club").join(name)
}

#[test]
fn openings_are_listed_drawn_and_entered() {
    let folder = tempfile::tempdir().unwrap();
    let event = draughts_sample(folder.path());
    let listed = answer(&run(&[&"event", &"openings", &event]), 0);
    for list in ["russian-2", "russian-3", "flying"] {
        assert!(listed.lines().any(|line| line.starts_with(list)), "{listed}");
    }
    // Round 4 has its draw and results: another one is confirmed, and the same seed draws the same.
    let draw = |more: &[&dyn AsRef<std::ffi::OsStr>]| {
        let mut words: Vec<&dyn AsRef<std::ffi::OsStr>> = vec![&"event", &"openings", &event];
        words.extend(more);
        run(&words)
    };
    let output = draw(&[&"--list", &"russian-2", &"--seed", &"5"]);
    assert!(text(&output.stderr).contains("--confirm"), "{}", text(&output.stderr));
    answer(&output, 1);
    let told = answer(&draw(&[&"--list", &"russian-2", &"--seed", &"5", &"--confirm"]), 0);
    assert!(told.contains("drawn from russian-2 with seed 5"), "{told}");
    assert_eq!(answer(&draw(&[&"--list", &"russian-2", &"--seed", &"5", &"--confirm"]), 0), told);
    let each = answer(&draw(&[&"--list", &"russian-3", &"--seed", &"5", &"--per-meeting", &"--confirm"]), 0);
    assert_eq!(each.lines().filter(|line| line.contains("No. ")).count(), 6, "{each}");
    // Drawn by people, for one board; what is no opening is refused with the reason.
    let told = answer(&draw(&[&"--by-hand", &"1. c3-d4 d6-c5", &"--board", &"2", &"--confirm"]), 0);
    assert!(told.lines().any(|line| line.trim() == "2  1. c3-d4 d6-c5"), "{told}");
    let output = draw(&[&"--by-hand", &"1. c3-e7", &"--confirm"]);
    assert!(text(&output.stderr).contains("c3-e7"), "{}", text(&output.stderr));
    answer(&output, 2);
    // The organiser's own list.
    let list = folder.path().join("club.txt");
    std::fs::write(&list, "# two\nCross | c3-d4 d6-c5\nEdge | a3-b4 h6-g5\n").unwrap();
    let told = answer(&draw(&[&"--list", &list, &"--seed", &"1", &"--confirm"]), 0);
    assert!(told.contains("drawn from club.txt with seed 1"), "{told}");
    let output = draw(&[&"--list", &"nothing", &"--confirm"]);
    assert!(text(&output.stderr).contains("There is no list \"nothing\""), "{}", text(&output.stderr));
    assert_ne!(output.status.code(), Some(0));
    // Games without lists say so.
    let chess = folder.path().join("chess.pairwright.ron");
    let players = sample("players.csv");
    answer(&run(&[&"event", &"new", &chess, &"--players", &players, &"--name", &"C"]), 0);
    let told = answer(&run(&[&"event", &"openings", &chess]), 0);
    assert!(told.contains("No list of openings comes with the program for Chess"), "{told}");
}

#[test]
fn records_are_doubted_entered_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let event = draughts_sample(folder.path());
    let file = draughts_records("round-4.pdn");
    // One of six does not begin with the drawn opening.
    let told = answer(&run(&[&"event", &"records", &event, &file]), 1);
    assert!(told.contains("The game begins with 1. ") && told.contains("; drawn was No. "), "{told}");
    assert!(told.contains("1 record was not entered"), "{told}");
    // Read again, the others are known.
    let told = answer(&run(&[&"event", &"records", &event, &file]), 1);
    assert_eq!(told.matches("are in the event already").count(), 5, "{told}");

    let printed = answer(&run(&[&"event", &"export-records", &event]), 0);
    assert_eq!(printed.matches("[Event \"Draughts Club Cup 2026\"]").count(), 5);
    for tag in ["[Round \"4.1.1\"]", "[Date \"2026.11.22\"]", "[GameType \"25,W,8,8,A0,0\"]", "[Opening \"No. "] {
        assert!(printed.contains(tag), "{tag} in {printed}");
    }
    let out = folder.path().join("out");
    std::fs::create_dir(&out).unwrap();
    answer(&run(&[&"event", &"export-records", &event, &"--round", &"1", &"-o", &out]), 0);
    let written = out.join("draughts-club-cup-2026_r1.pdn");
    // What was written is legal, and belongs to the round with nothing new in it.
    assert!(answer(&run(&[&"games", &"check", &written]), 0).contains("checked 6 games in 1 file, 0 with a defect"));
    let told = answer(&run(&[&"event", &"records", &event, &written, &"--round", &"1"]), 0);
    assert_eq!(told.matches("are in the event already").count(), 6, "{told}");
    let output = run(&[&"event", &"export-records", &event, &"--round", &"9"]);
    assert!(text(&output.stderr).contains("no records are kept for round 9"));
    answer(&output, 1);
}

#[test]
fn a_draughts_event_is_made_with_its_game_and_scoring() {
    let folder = tempfile::tempdir().unwrap();
    let event = folder.path().join("evening.pairwright.ron");
    let list = draughts_records("players.csv");
    let make = |more: &[&'static str]| {
        let mut words: Vec<&dyn AsRef<std::ffi::OsStr>> = vec![&"event", &"new", &event, &"--players", &list];
        words
            .extend(["--name", "Evening", "--initial-color", "white"].iter().map(|w| w as &dyn AsRef<std::ffi::OsStr>));
        words.extend(more.iter().map(|word| word as &dyn AsRef<std::ffi::OsStr>));
        run(&words)
    };
    for wrong in [&["--game", "checkers"][..], &["--points", "1-2-0"], &["--points", "2-1"], &["--as-unit"]] {
        assert_eq!(make(wrong).status.code(), Some(2), "{wrong:?}");
        assert!(!event.exists());
    }
    answer(&make(&["--game", "english", "--games", "2", "--points", "2-1-0", "--as-unit"]), 0);
    answer(&run(&[&"event", &"pair", &event]), 0);
    answer(&run(&[&"event", &"openings", &event, &"--list", &"english-3", &"--seed", &"9"]), 0);
    answer(&run(&[&"event", &"result", &event, &"1.1", &"1-0"]), 0);
    answer(&run(&[&"event", &"result", &event, &"1.2", &"1/2"]), 0);
    let shown = answer(&run(&[&"event", &"show", &event]), 0);
    for line in
        ["Game: English draughts (checkers); Black makes the first move", "Meetings: 2 games, scored as one unit"]
    {
        assert!(shown.contains(line), "{line} in {shown}");
    }
    assert!(shown.contains("(drawn from english-3 with seed 9)"), "{shown}");
    // Who has more in the meeting gets the two points of a win.
    let table = answer(&run(&[&"standings", &event, &"--format", &"tsv"]), 0);
    let best: Vec<&str> = table.lines().nth(1).unwrap().split('\t').collect();
    assert!(best.contains(&"2") || best.contains(&"2.0"), "{table}");
}

#[test]
fn a_knockout_has_its_options_and_its_ladder() {
    let folder = tempfile::tempdir().unwrap();
    let event = folder.path().join("cup.pairwright.ron");
    let list = folder.path().join("list.csv");
    std::fs::write(&list, "Name,Rating\n\"A, A\",2000\n\"B, B\",1900\n\"C, C\",1800\n\"D, D\",1700\n").unwrap();
    let new = |more: &[&'static str]| {
        let mut all: Vec<&dyn AsRef<std::ffi::OsStr>> =
            vec![&"event", &"new", &event, &"--players", &list, &"--name", &"Cup", &"--system", &"knockout"];
        all.extend(more.iter().map(|word| word as &dyn AsRef<std::ffi::OsStr>));
        run(&all)
    };
    for wrong in [["--format", "places:6"], ["--seeding", "best"], ["--ladder", "two games"], ["--first-color", "red"]]
    {
        let output = new(&wrong);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}: {}", text(&output.stderr));
    }
    let options =
        ["--format", "double", "--seeding", "cut", "--ladder", "1x5+3; armageddon 5+0/4+0", "--initial-color", "white"];
    let told = answer(&new(&options), 0);
    assert!(told.contains("4 players, 5 rounds"), "{told}");
    // Top half against bottom half: 1-3 and 2-4.
    let told = answer(&run(&[&"event", &"pair", &event]), 0);
    assert!(
        told.contains("1 A, A") && told.lines().any(|line| line.contains("1 A, A") && line.contains("3 C, C")),
        "{told}"
    );
    answer(&run(&[&"event", &"result", &event, &"1", &"1/2"]), 0);
    answer(&run(&[&"event", &"result", &event, &"2", &"1-0"]), 0);
    let told = answer(&run(&[&"event", &"show", &event]), 0);
    assert!(told.contains("next: 1 game of 5 min + 3 s, game 1, colours by lot"), "{told}");
    answer(&run(&[&"event", &"playoff", &event, &"1", &"1/2", &"--white", &"1"]), 0);
    let told = answer(&run(&[&"event", &"playoff", &event, &"1", &"1/2", &"--seed", &"4"]), 0);
    assert!(told.contains("Armageddon") && told.contains("goes on"), "{told}");
    answer(&run(&[&"event", &"playoff", &event, &"1", &"back"]), 0);
    answer(&run(&[&"event", &"decide", &event, &"1", &"lot", &"--seed", &"7"]), 1);
    let told = answer(&run(&[&"event", &"decide", &event, &"1", &"lot", &"--seed", &"7", &"--confirm"]), 0);
    assert!(told.contains("seed 7"), "{told}");
    assert_eq!(run(&[&"event", &"decide", &event, &"1", &"1"]).status.code(), Some(2));
    answer(&run(&[&"event", &"pair", &event]), 0);
}

#[test]
fn double_swiss_and_lim_are_run_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.csv");
    let rows: String = (1..=8).map(|n| format!("\"P{n}, X\",{}\n", 2000 - 10 * n)).collect();
    std::fs::write(&list, format!("Name,Rating\n{rows}")).unwrap();
    for system in ["double-swiss", "lim"] {
        let event = folder.path().join(format!("{system}.pairwright.ron"));
        let told = answer(
            &run(&[
                &"event",
                &"new",
                &event,
                &"--players",
                &list,
                &"--name",
                &"Open",
                &"--system",
                &system,
                &"--rounds",
                &"3",
                &"--initial-color",
                &"white",
            ]),
            0,
        );
        assert!(told.contains("8 players, 3 rounds"), "{told}");
        for _ in 0..2 {
            answer(&run(&[&"event", &"pair", &event]), 0);
            for (board, result) in [("1", "1-0"), ("2", "1/2"), ("3", "0-1"), ("4", "1-0")] {
                answer(&run(&[&"event", &"result", &event, &board, &result]), 0);
                if system == "double-swiss" {
                    answer(&run(&[&"event", &"result", &event, &format!("{board}.2"), &"1/2"]), 0);
                }
            }
        }
        // The event, and the report file that is made of it, replay without a difference.
        let file = folder.path().join(format!("{system}.trf"));
        answer(&run(&[&"export", &event, &"--format", &"trf26", &"-o", &file]), 0);
        for path in [&event, &file] {
            let told = answer(&run(&[&"check", path, &"--system", &system]), 0);
            assert!(told.ends_with("2 rounds, 0 differences\n"), "{told}");
        }
        let next = answer(&run(&[&"pair", &event]), 0);
        assert_eq!(answer(&run(&[&"pair", &file, &"--system", &system]), 0), next);
        assert!(answer(&run(&[&"explain", &event, &"--round", &"2"]), 0).contains("C.04."));
    }
}

#[test]
fn games_are_judged_by_their_tags() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.pdn");
    std::fs::write(&file, "[GameType \"25\"]\n\n1. c3-e5 1-0\n").unwrap();
    let told = answer(&run(&[&"games", &"check", &file]), 1);
    assert!(told.contains("Russian draughts: ") && told.contains("half-move 1"), "{told}");
    let told = answer(&run(&[&"games", &"check", &file, &"--game", &"international"]), 1);
    assert!(told.contains("Russian draughts: "), "{told}");
    assert!(told.contains("by its tags, though International draughts was asked for"), "{told}");
    let timed = folder.path().join("timed.pgn");
    let moves = "1. e4 {[%clk 0:00:05]} e5 {[%clk 0:00:05]} 2. Nf3 {[%clk 0:00:02]} Nc6 {[%clk 0:00:00]} 1-0";
    std::fs::write(&timed, format!("[Result \"1-0\"]\n\n{moves}\n")).unwrap();
    assert!(answer(&run(&[&"games", &"check", &timed]), 0).contains(", time forfeit"));
}

#[test]
fn records_are_read_before_any_is_entered_and_never_written_over_an_event() {
    let folder = tempfile::tempdir().unwrap();
    let event = draughts_sample(folder.path());
    let refused = |words: &[&dyn AsRef<std::ffi::OsStr>], code: i32, why: &str| {
        let output = run(words);
        assert!(text(&output.stderr).contains(why), "{}", text(&output.stderr));
        answer(&output, code);
    };
    let before = std::fs::read(&event).unwrap();
    let good = draughts_records("round-4.pdn");
    refused(&[&"event", &"records", &event, &good, &folder.path().join("none.pdn")], 3, "none.pdn");
    let empty = folder.path().join("empty.pdn");
    std::fs::write(&empty, "\n").unwrap();
    refused(&[&"event", &"records", &event, &good, &empty], 3, "no game in the file");
    assert_eq!(std::fs::read(&event).unwrap(), before);
    refused(&[&"event", &"export-records", &event, &"--round", &"1", &"-o", &event], 4, "holds no game records");
    assert_eq!(std::fs::read(&event).unwrap(), before);
    let out = folder.path().join("out.pdn");
    let told = answer(&run(&[&"event", &"export-records", &event, &"--round", &"1", &"-o", &out]), 0);
    assert!(told.contains("out.pdn: 6 games of round 1 written"), "{told}");
    answer(&run(&[&"event", &"export-records", &event, &"--round", &"1", &"-o", &out]), 0);
    let words: [&dyn AsRef<std::ffi::OsStr>; 7] =
        [&"event", &"openings", &event, &"--board", &"2", &"--list", &"russian-2"];
    assert_eq!(run(&words).status.code(), Some(2));
}

#[test]
fn other_notations_are_read_when_they_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("study.pgn");
    std::fs::write(&file, "[Result \"1-0\"]\n\n1. e2-e4 e7-e5 2. Кg1-f3 Кb8-c6 3. Сf1-b5 a7-a6 1-0\n").unwrap();
    assert_eq!(run(&[&"games", &"check", &file, &"--game", &"chess"]).status.code(), Some(1));
    let read = run(&[&"games", &"check", &file, &"--game", &"chess", &"--notation", &"russian", &"--format", &"tsv"]);
    assert!(answer(&read, 0).lines().nth(1).unwrap().contains("\t6\t1-0\t"));
}
