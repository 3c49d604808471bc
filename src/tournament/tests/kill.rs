//! Killing a writing program at any moment loses at most the last command.

mod common;

use common::*;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command as Process, Stdio};
use std::time::Duration;
use tournament::command::Command;
use tournament::model::GameResult;
use tournament::store::EventFile;

const TARGET: &str = "PAIRWRIGHT_KILL_TEST_FILE";

/// The child: enters results for ever and says after each one how many commands are saved.
#[test]
#[ignore = "started by the test below"]
fn writer() {
    let Some(path) = std::env::var_os(TARGET).map(PathBuf::from) else { return };
    let mut file = EventFile::open(path).unwrap();
    for n in 0.. {
        let value = [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins][n % 3];
        file.apply(result(1, 1 + (n % 20) as u32, value)).unwrap();
        println!("saved {}", file.event().journal().len());
    }
}

#[test]
fn at_most_the_last_command_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kill.pairwright.ron");
    let mut event = swiss(40, 5);
    event.apply(yes(Command::PairRound { stage: 0 })).unwrap();
    drop(EventFile::create(&path, event).unwrap());
    let mut before = EventFile::open(&path).unwrap().event().journal().len();
    let mut written = 0;
    for turn in 0..40u64 {
        let mut child = Process::new(std::env::current_exe().unwrap())
            .args(["writer", "--exact", "--ignored", "--nocapture", "--test-threads=1"])
            .env(TARGET, &path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let count = |line: &str| line.rsplit("saved ").next().and_then(|n| n.parse::<usize>().ok());
        // Waits for the first saved command, then a little, so that the blow falls into any part of the writing.
        let first = lines
            .by_ref()
            .map(|line| line.unwrap())
            .find_map(|line| line.contains("saved ").then(|| count(&line)).flatten());
        let mut last = first.expect("the child writes");
        std::thread::sleep(Duration::from_micros(turn * 733 % 9000));
        child.kill().unwrap();
        child.wait().unwrap();
        for line in lines.map_while(Result::ok) {
            // The last line may be cut.
            if let Some(n) = line.strip_prefix("saved ").and_then(|n| n.parse::<usize>().ok()) {
                last = last.max(n);
            }
        }
        let file = EventFile::open(&path).unwrap_or_else(|error| panic!("after blow {turn}: {error}"));
        let here = file.event().journal().len();
        assert!(here >= last, "after blow {turn}: {last} commands were said to be saved, {here} are there");
        assert!(here <= last + 1, "after blow {turn}: {here} commands, but only {last} were said to be saved");
        assert!(here > before);
        written += here - before;
        before = here;
    }
    assert!(written >= 40);
}
