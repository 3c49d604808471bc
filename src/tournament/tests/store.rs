//! Event files: saving, opening, damage, backups, the lock.

mod common;

use common::*;
use std::path::{Path, PathBuf};
use tournament::command::{Command, ManualChange};
use tournament::event::Event;
use tournament::model::*;
use tournament::store::{self, ApplyError, EventFile, OpenError, backups, list_events, read_text, write_text};

fn place() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Club Open.pairwright.ron");
    (folder, path)
}

/// An event with something in every part.
fn full() -> Event {
    let mut event = swiss(7, 5);
    let p = |name: &str| id(&swiss(7, 5), name);
    let mut settings = (*event.state().settings).clone();
    settings.categories.push(Category { name: "U12 \"girls\"\nnew line".into(), ..Category::default() });
    settings.time_control.periods = vec![
        Period { moves: Some(40), seconds: 5400, extra: Extra::Increment(30) },
        Period { moves: None, seconds: 900, extra: Extra::None },
    ];
    settings.start = Some("2026-03-01".parse().unwrap());
    settings.forbidden.push(ForbiddenPair { a: p("P01"), b: p("P07"), first_round: 1, last_round: Some(2) });
    event.apply(Command::EditSettings(Box::new(settings))).unwrap();
    let data = Player {
        sex: Some(Sex::Female),
        birth: Some("1990-05".parse().unwrap()),
        title: Some(Title::WIM),
        categories: ["U12 \"girls\"\nnew line".to_owned()].into(),
        note: "ნინო \\ \"x\"\tИван".into(),
        ..(*event.state().players[&p("P02")]).clone()
    };
    event.apply(Command::EditPlayer(p("P02"), Box::new(data))).unwrap();
    event
        .apply(Command::AddTeam(Box::new(Team { name: "Rooks".into(), members: vec![p("P03")], ..Team::default() })))
        .unwrap();
    event.apply(yes(Command::RequestBye { player: p("P04"), round: 1, kind: Some(ByeKind::Half) })).unwrap();
    play(&mut event, GameResult::WhiteWins);
    let record =
        StoredRecord { game: "chess".into(), text: "[White \"A\"]\n\n1. e4 e5 *\n".into(), source: "r1.pgn".into() };
    event.apply(Command::AttachRecord { at: at(1, 2), record: Some(Box::new(record)) }).unwrap();
    event
        .apply(yes(Command::Adjust(Adjustment {
            player: p("P05"),
            round: 1,
            points: -5,
            reason: "phone".into(),
            stage: 0,
        })))
        .unwrap();
    event.apply(yes(PAIR)).unwrap();
    event.apply(yes(Command::BeginManual { stage: 0 })).unwrap();
    event.apply(yes(Command::Manual { stage: 0, change: ManualChange::SwapColors { board: 1 } })).unwrap();
    event.apply(yes(Command::EndManual { stage: 0 })).unwrap();
    event.undo().unwrap();
    event.undo().unwrap();
    event
}

#[test]
fn everything_comes_back() {
    let event = full();
    let text = write_text(&event).unwrap();
    let (mut back, _) = read_text(&text).unwrap();
    assert_eq!(back.state(), event.state());
    assert_eq!(back.journal(), event.journal());
    assert_eq!(back.can_redo(), event.can_redo());
    assert!(back.can_redo().is_some());
    let mut here = event;
    while here.redo().is_some() {
        assert!(back.redo().is_some());
    }
    while here.undo().is_some() {
        assert!(back.undo().is_some());
        assert_eq!(back.state(), here.state());
    }
    assert_eq!(back.undo(), None);
    assert!(back.state().players.is_empty());
}

#[test]
fn saving_piece_by_piece_gives_the_same_text_as_saving_at_once() {
    let (_folder, path) = place();
    let mut file = EventFile::create(&path, swiss(6, 4)).unwrap();
    let same = |file: &EventFile| {
        let saved: String =
            std::fs::read_to_string(file.path()).unwrap().lines().filter(|l| !l.contains("summary:")).collect();
        let fresh: String = write_text(file.event()).unwrap().lines().filter(|l| !l.contains("summary:")).collect();
        assert_eq!(saved, fresh);
    };
    file.apply(yes(PAIR)).unwrap();
    same(&file);
    file.apply(result(1, 2, GameResult::Draw)).unwrap();
    same(&file);
    file.undo().unwrap().unwrap();
    same(&file);
    file.apply(Command::Note("other".into())).unwrap();
    same(&file);
    let late = file.apply(Command::AddPlayer(Box::new(player("Late", 0)))).unwrap().players[0];
    file.apply(yes(Command::RemovePlayer(late))).unwrap();
    file.undo().unwrap().unwrap();
    file.undo().unwrap().unwrap();
    file.redo().unwrap().unwrap();
    same(&file);
    let (state, history) = (file.event().state().clone(), file.event().history());
    drop(file);
    let file = EventFile::open(&path).unwrap();
    assert_eq!(file.event().state(), &state);
    assert_eq!(file.event().history(), history);
    assert!(file.saved_at().is_some());
}

#[test]
fn one_window_at_a_time() {
    let (_folder, path) = place();
    let file = EventFile::create(&path, swiss(2, 1)).unwrap();
    assert!(matches!(EventFile::create(&path, swiss(2, 1)), Err(OpenError::Exists { .. })));
    let error = EventFile::open(&path).unwrap_err();
    assert!(matches!(error, OpenError::Locked { .. }));
    assert!(error.to_string().contains("Club Open.pairwright.ron is open in another window"), "{error}");
    drop(file);
    EventFile::open(&path).unwrap();
    assert!(matches!(EventFile::open(path.with_file_name("none.pairwright.ron")), Err(OpenError::Missing { .. })));
}

/// Spoils a saved event with `spoil` and tells how opening it fails.
fn damaged(spoil: impl Fn(&str) -> String) -> OpenError {
    let (_folder, path) = place();
    let mut file = EventFile::create(&path, full()).unwrap();
    file.apply(Command::Note("later".into())).unwrap();
    drop(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let spoiled = spoil(&text);
    assert_ne!(spoiled, text, "the test spoils something");
    std::fs::write(&path, &spoiled).unwrap();
    let error = EventFile::open(&path).unwrap_err();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), spoiled, "never overwritten");
    let (OpenError::Damaged { backup, .. } | OpenError::Newer { backup, .. }) = &error else { panic!("{error}") };
    let backup = backup.clone().expect("the version before the note is good");
    let restored = EventFile::restore(&path, &backup).unwrap();
    assert_eq!(restored.event().state(), full().state());
    let kept = |entry: &std::fs::DirEntry| std::fs::read_to_string(entry.path()).is_ok_and(|text| text == spoiled);
    let folder = path.with_file_name("Club Open.pairwright-backups");
    assert!(std::fs::read_dir(folder).unwrap().flatten().any(|e| kept(&e)), "the damaged file is kept aside");
    drop(restored);
    EventFile::open(&path).unwrap();
    error
}

#[test]
fn a_damaged_file_names_line_column_and_remedy() {
    let error = damaged(|text| text.replacen("rounds_planned: 5", "rounds_planned: five", 1));
    let OpenError::Damaged { line: Some(line), column: Some(column), .. } = error else { panic!("{error}") };
    let text = write_text(&full()).unwrap();
    let expected = text.lines().position(|l| l.contains("rounds_planned: 5")).unwrap() + 1;
    assert_eq!(line, expected);
    assert!(column > 1);
    let said = error.to_string();
    assert!(said.contains("Club Open.pairwright.ron, line") && said.contains("latest good backup"), "{said}");

    let half = damaged(|text| text[..text.len() / 2].to_owned());
    assert!(matches!(half, OpenError::Damaged { line: Some(_), .. }), "{half}");
    let empty = damaged(|_| String::new());
    assert!(empty.to_string().contains("no event of Pairwright"), "{empty}");
    let ghost = damaged(|text| text.replacen("numbers: [1,2", "numbers: [1,99", 1));
    assert!(ghost.to_string().contains("stage 1: there is no player 99"), "{ghost}");
    let newer = damaged(|text| text.replacen("version: 1,", "version: 2,", 1));
    assert!(matches!(newer, OpenError::Newer { version: 2, .. }), "{newer}");
    assert!(newer.to_string().contains("update the program"), "{newer}");
}

#[test]
fn bytes_that_are_no_text() {
    let (_folder, path) = place();
    std::fs::write(&path, b"(\n  format: \"\xff\"").unwrap();
    let error = EventFile::open(&path).unwrap_err();
    assert!(matches!(error, OpenError::Damaged { line: Some(2), column: Some(12), backup: None, .. }), "{error:?}");
}

#[test]
fn earlier_versions_are_kept() {
    let (_folder, path) = place();
    let mut file = EventFile::create(&path, swiss(4, 3)).unwrap();
    for n in 1..=25 {
        file.apply(Command::Note(format!("{n}"))).unwrap();
    }
    let kept = backups(&path);
    assert!(
        (20..=21).contains(&kept.len()),
        "20, and one of a day before when the test runs over midnight: {}",
        kept.len()
    );
    let (newest, _) = read_text(&std::fs::read_to_string(&kept[0].path).unwrap()).unwrap();
    assert_eq!(newest.can_undo(), Some("Note: 24"));
    let copy = path.with_file_name("copy.pairwright.ron");
    file.save_copy(&copy).unwrap();
    assert!(file.save_copy(&copy).is_err(), "a copy overwrites nothing");
    assert_eq!(EventFile::open(&copy).unwrap().event().state(), file.event().state());
}

#[cfg(unix)]
#[test]
fn a_change_that_cannot_be_saved_stays_in_memory() {
    let (folder, path) = place();
    let mut file = EventFile::create(&path, swiss(4, 3)).unwrap();
    // A folder stands where the new version would be written.
    let beside = folder.path().join("Club Open.pairwright.ron.new");
    std::fs::create_dir(&beside).unwrap();
    let error = file.apply(Command::Note("kept".into())).unwrap_err();
    let ApplyError::NotSaved { change, error } = error else { panic!("{error}") };
    assert_eq!(change.summary, "Note: kept");
    assert!(error.to_string().contains("kept in memory"), "{error}");
    assert!(file.is_unsaved());
    assert_eq!(file.event().can_undo(), Some("Note: kept"));
    std::fs::remove_dir(&beside).unwrap();
    file.save().unwrap();
    assert!(!file.is_unsaved());
    drop(file);
    assert_eq!(EventFile::open(&path).unwrap().event().can_undo(), Some("Note: kept"));
}

#[test]
fn a_folder_lists_its_events() {
    let (folder, path) = place();
    let mut file = EventFile::create(&path, swiss(5, 4)).unwrap();
    file.apply(yes(PAIR)).unwrap();
    std::fs::write(folder.path().join("broken.pairwright.ron"), "x").unwrap();
    std::fs::write(folder.path().join("other.txt"), "x").unwrap();
    let listed = list_events(&[folder.path().to_owned(), Path::new("/no/such/folder").to_owned()]);
    assert_eq!(listed.len(), 2);
    let good = listed.iter().find(|l| l.path == path).unwrap().summary.clone().unwrap();
    assert_eq!((good.name.as_str(), good.players, good.rounds_paired, good.rounds_planned), ("Club Open", 5, 1, 4));
    assert!(!good.over);
    assert!(listed.iter().any(|l| l.summary.is_err()));
    assert_eq!(store::summary_of(&path).unwrap(), good);
}
