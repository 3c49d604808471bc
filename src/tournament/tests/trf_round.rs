//! Report files through an event and back: what the file said of players, games, matches and rules is what it says again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tournament::model::PlayerId;
use tournament::standings::TeamTable;
use tournament::trf::{self, Dialect, Trf};

fn files() -> Vec<PathBuf> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "trf") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"), &mut found);
    found.sort();
    found
}

fn again(file: &Trf) -> Trf {
    let (state, _) = trf::import(file).unwrap();
    let mut order: Vec<_> = file.players.iter().collect();
    order.sort_by_key(|player| player.number);
    let ranks: BTreeMap<PlayerId, u32> =
        order.iter().zip(1..).filter_map(|(player, id)| Some((PlayerId(id), player.rank?))).collect();
    trf::read(&trf::export(&state, 0, Dialect::Trf26, &ranks).unwrap().bytes).unwrap()
}

/// What differs, in words; empty where both say the same.
fn differences(old: &Trf, new: &Trf) -> Vec<String> {
    let mut found = Vec::new();
    let mut compare = |what: &str, old: String, new: String| {
        if old != new {
            found.push(format!("{what}: {old} became {new}"));
        }
    };
    let (a, b) = (&old.header, &new.header);
    compare(
        "name",
        format!("{:?}", (&a.name, &a.city, &a.federation)),
        format!("{:?}", (&b.name, &b.city, &b.federation)),
    );
    compare(
        "dates",
        format!("{:?}", (a.start, a.end, &a.round_dates)),
        format!("{:?}", (b.start, b.end, &b.round_dates)),
    );
    compare(
        "arbiters",
        format!("{:?}", (&a.chief_arbiter, &a.deputies)),
        format!("{:?}", (&b.chief_arbiter, &b.deputies)),
    );
    compare("rounds", format!("{}", old.rounds_total()), format!("{}", new.rounds_total()));
    compare("tie-breaks", format!("{:?}", a.tiebreaks), format!("{:?}", b.tiebreaks));
    compare("scoring", format!("{:?}", old.scoring.simple()), format!("{:?}", new.scoring.simple()));
    for (one, other) in old.players.iter().zip(&new.players) {
        let said = |player: &trf::PlayerRecord| {
            let (name, id) = (player.name.clone(), player.id.clone());
            format!(
                "{:?}",
                (player.number, player.sex, player.title, name, player.rating, &player.federation, id, player.birth)
            )
        };
        compare("player", said(one), said(other));
    }
    compare("players", old.players.len().to_string(), new.players.len().to_string());
    let table = |file: &Trf| file.cross_table(None).unwrap();
    for (one, other) in table(old).rows.iter().zip(&table(new).rows) {
        let said = |row: &tournament::crosstable::Row| {
            let entries =
                row.entrant.rounds.iter().map(|entry| (entry.kind, entry.opponent, entry.color, entry.points));
            format!("{:?}", (row.entrant.tpn, row.entrant.extra_points, entries.collect::<Vec<_>>()))
        };
        compare("games", said(one), said(other));
    }
    compare("event of teams", old.is_team_event().to_string(), new.is_team_event().to_string());
    if old.is_team_event() && new.is_team_event() {
        let table = |file: &Trf| TeamTable::from_trf(file, None).unwrap();
        for (one, other) in table(old).rows.iter().zip(&table(new).rows) {
            let said = |row: &tournament::standings::TeamRow| {
                let rounds = row.rounds.iter().map(|entry| {
                    let seats: Vec<_> = entry.boards.iter().map(|board| board.player).collect();
                    (entry.kind, entry.opponent, entry.color, entry.match_points, entry.game_points, seats)
                });
                format!("{:?}", (row.number, &row.name, &row.members, rounds.collect::<Vec<_>>()))
            };
            compare("matches", said(one), said(other));
        }
        let byes = |file: &Trf| file.team_byes.as_ref().map(|byes| (byes.match_points, byes.game_points));
        if old.team_byes.is_some() {
            compare("record 320", format!("{:?}", byes(old)), format!("{:?}", byes(new)));
        }
        let scoring = |file: &Trf| file.header.match_points.map(|points| (points.win, points.draw, points.loss));
        if old.header.match_points.is_some() {
            compare("record 362", format!("{:?}", scoring(old)), format!("{:?}", scoring(new)));
        }
    }
    found
}

#[test]
fn files_come_back_from_an_event() {
    let files = files();
    assert!(files.len() > 20, "{}", files.len());
    let mut wrong = Vec::new();
    for path in files {
        let Ok(old) = trf::read(&std::fs::read(&path).unwrap()) else { continue };
        for text in differences(&old, &again(&old)) {
            wrong.push(format!("{}: {text}", path.file_name().unwrap().to_string_lossy()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The record with the points of the pairing-allocated bye stays although nobody had one, and 299 of results keeps its points.
#[test]
fn records_that_no_game_needs_are_kept() {
    let player = |number: u32, cells: &str, points: &str| {
        format!(
            "001 {number:>4} m    {:<33} 2000 XXX {:>11} {:10} {points:>4} {number:>4}{cells}\n",
            format!("Player, {number}"),
            "",
            ""
        )
    };
    let mut text = "012 Cup\n092 Team Round-Robin\n142 1\n192 BERGER_TEAM_ROUNDROBIN\n212 MPTS,GPTS\n352 W\n362 TW 2.0   TD 1.0   TL 0.0\n".to_owned();
    text += &player(1, "     2 w 1", " 1.0");
    text += &player(2, "     1 b 0", " 0.0");
    let team = |number: u32, name: &str, match_points: &str, game_points: &str| {
        format!(
            "310 {number:>3} {name:<32} {name:<5} {:>6} {match_points:>6} {game_points:>6} {number:>3}  {number:>4}\n",
            2000
        )
    };
    text += &team(1, "AAA", "2.0", "1.0");
    text += &team(2, "BBB", "0.0", "0.0");
    text += "320  2.0  1.0\n";
    let old = trf::read(text.as_bytes()).unwrap();
    assert!(old.is_team_event() && old.team_byes.is_some());
    assert_eq!(differences(&old, &again(&old)), Vec::<String>::new());
    // A forfeit loss that is worth half a point.
    let mut text = "012 Open\n092 Swiss\n142 1\n192 FIDE_DUTCH_2026\n212 PTS,BH\n".to_owned();
    text += &player(1, "     2 w +", " 1.0");
    text += &player(2, "     1 b -", " 0.5");
    text += "299 -         0.5  001    2\n";
    let old = trf::read(text.as_bytes()).unwrap();
    let new = again(&old);
    let score =
        |file: &Trf| file.cross_table(None).unwrap().rows.iter().map(|row| row.entrant.score()).collect::<Vec<_>>();
    assert_eq!(score(&old), score(&new));
    // National records keep title, origin and number.
    let mut text = "012 Open\n092 Swiss\n142 1\n192 FIDE_DUTCH_2026\n172 BEL FIDON\n".to_owned();
    text += &player(1, "     2 w 1", " 1.0");
    text += &player(2, "     1 b 0", " 0.0");
    text += &format!("BEL    1 m IM {:<33} 2401 BEL {:>11} 1990/01/01\n", "Player, 1", "55555");
    let old = trf::read(text.as_bytes()).unwrap();
    let new = again(&old);
    let said = |file: &Trf| {
        let (code, record) = &file.national[0];
        (code.clone(), record.title, record.rating, record.federation.clone(), record.id.clone())
    };
    assert_eq!(said(&old), said(&new));
    assert_eq!(new.header.starting_rank_method, "BEL FIDON");
}
