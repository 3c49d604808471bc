//! What the program refuses, and in which words.

use super::{answer, run, text};
use std::path::{Path, PathBuf};
use std::process::Output;

/// Eight players of two teams.
const LIST: &str = "Name,Rating,Team\nAa,2000,X\nBb,1990,X\nCc,1980,Y\nDd,1970,Y\nEe,1960,Z\nFf,1950,Z\nGg,1940,V\n";

fn event(folder: &Path, name: &str, more: &[&str]) -> PathBuf {
    let list = folder.join("list.csv");
    std::fs::write(&list, LIST).unwrap();
    let path = folder.join(format!("{name}.pairwright.ron"));
    let mut words: Vec<&dyn AsRef<std::ffi::OsStr>> =
        vec![&"event", &"new", &path, &"--players", &list, &"--name", &"Test", &"--initial-color", &"white"];
    words.extend(more.iter().map(|word| word as &dyn AsRef<std::ffi::OsStr>));
    answer(&run(&words), 0);
    path
}

#[track_caller]
fn says(output: &Output, code: i32, words: &str) {
    answer(output, code);
    let told = text(&output.stderr);
    assert!(told.contains(words), "{told}");
}

#[test]
fn a_file_in_order_is_restored_only_when_confirmed() {
    let folder = tempfile::tempdir().unwrap();
    let event = event(folder.path(), "open", &[]);
    answer(&run(&[&"event", &"pair", &event]), 0);
    let before = std::fs::read(&event).unwrap();
    says(&run(&[&"event", &"restore", &event]), 1, "in order, nothing to restore; --confirm goes back to the backup");
    assert_eq!(std::fs::read(&event).unwrap(), before);
    answer(&run(&[&"event", &"restore", &event, &"--confirm"]), 0);
    assert!(!answer(&run(&[&"event", &"show", &event]), 0).contains("Round 1 of"));
    // A damaged file needs no confirmation.
    std::fs::write(&event, "(").unwrap();
    answer(&run(&[&"event", &"restore", &event]), 0);
}

#[test]
fn teams_are_ranked_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let teams = event(folder.path(), "teams", &["--teams", "--boards", "2", "--system", "round-robin"]);
    answer(&run(&[&"event", &"pair", &teams]), 0);
    let ranking = answer(&run(&[&"event", &"ranking", &teams]), 0);
    assert!(ranking.contains("Team") && !ranking.contains("Aa"), "{ranking}");
    assert_eq!(ranking.lines().count(), 5, "{ranking}");
    let both = run(&[&"report", &teams, &"--what", &"ranking,standings", &"--format", &"csv", &"-o", &folder.path()]);
    assert_eq!(answer(&both, 0).lines().filter(|line| line.contains(".csv")).count(), 2);
    let players = event(folder.path(), "players", &[]);
    says(&run(&[&"event", &"add-team", &players, &"New", &"Aa"]), 1, "not teams");
}

#[test]
fn a_forfeit_of_a_player_who_is_gone_is_changed_on_purpose_only() {
    let folder = tempfile::tempdir().unwrap();
    let event = event(folder.path(), "robin", &["--system", "round-robin", "--numbers", "rating"]);
    let shown = answer(&run(&[&"event", &"pair", &event]), 0);
    assert!(shown.lines().any(|line| line.ends_with("free")), "{shown}");
    for board in ["1", "2", "3"] {
        answer(&run(&[&"event", &"result", &event, &board, &"1-0"]), 0);
    }
    answer(&run(&[&"event", &"withdraw", &event, &"Bb", &"--confirm"]), 0);
    answer(&run(&[&"event", &"pair", &event]), 0);
    let shown = answer(&run(&[&"event", &"show", &event]), 0);
    let games = shown.split("Round 2 of").nth(1).unwrap();
    let lost = games.lines().find(|line| line.contains(" Bb ")).unwrap();
    let board = lost.split_whitespace().next().unwrap();
    says(&run(&[&"event", &"result", &event, &board, &"1/2"]), 1, "Bb is withdrawn and lost this game by forfeit");
    answer(&run(&[&"event", &"result", &event, &board, &"1/2", &"--confirm"]), 0);
}

#[test]
fn small_words_of_refusal() {
    let folder = tempfile::tempdir().unwrap();
    let open = event(folder.path(), "open", &[]);
    says(&run(&[&"event", &"show", &folder.path()]), 3, "is a directory");
    says(&run(&[&"report", &open, &"--what", &"standings", &"--round", &"0"]), 2, "--round");
    let ages = ["--min-age", "20", "--max-age", "10"];
    says(&run(&[&"event", &"category", &open, &"U", &ages[0], &ages[1], &ages[2], &ages[3]]), 2, "greater");
    says(&run(&[&"event", &"category", &open, &"U18", &"--max-age", &"18"]), 0, "Ages cannot be computed");
    let series = folder.path().join("cup");
    says(&run(&[&"series", &"new", &series, &"--name", &" "]), 2, "needs a name");
    says(&run(&[&"import", &folder.path().join("list.csv"), &"-o", &"/dev/null/x"]), 4, "");
    // The colour is drawn already: a second draw waits for an answer.
    says(&run(&[&"event", &"draw-color", &open, &"--seed", &"7"]), 1, "--confirm");
    answer(&run(&[&"event", &"draw-color", &open, &"--seed", &"7", &"--confirm"]), 0);
}
