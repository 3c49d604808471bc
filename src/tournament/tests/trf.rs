//! Report files: reading, positions before a round, refusals.

use pairing::Points;
use pairing::swiss::{Color, EntryKind, Pair};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tournament::crosstable::PairingKind;
use tournament::trf::{self, Code, LineEnd, Trf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/trf")
}

fn samples() -> Vec<(String, Vec<u8>)> {
    let mut found: Vec<_> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "trf"))
        .map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), std::fs::read(&path).unwrap()))
        .collect();
    found.sort();
    assert!(found.len() > 10);
    found
}

fn sample(name: &str) -> Trf {
    trf::read(&std::fs::read(folder().join(format!("{name}.trf"))).unwrap()).unwrap()
}

#[test]
fn samples_come_back_byte_for_byte() {
    for (name, bytes) in samples() {
        let file = trf::read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(file.remarks, [], "{name}");
        assert_eq!(file.to_bytes(LineEnd::Lf), bytes, "{name}");
        for player in &file.players {
            assert_eq!(player.format("001"), file.lines[player.line - 1], "{name}");
        }
    }
}

#[test]
fn every_end_of_line_reads_the_same() {
    for (name, bytes) in samples() {
        let plain = trf::read(&bytes).unwrap();
        for end in [LineEnd::Cr, LineEnd::CrLf] {
            let other = trf::read(&plain.to_bytes(end)).unwrap();
            assert_eq!(other.line_end, end);
            assert_eq!(Trf { line_end: LineEnd::Lf, ..other }, plain, "{name}");
        }
    }
}

/// The players of the coming round are those of the pairing that another program made.
#[test]
fn absences_of_the_coming_round() {
    let mut checked = 0;
    for (name, bytes) in samples() {
        let Ok(pairs) = std::fs::read_to_string(folder().join(format!("{name}.pairs"))) else { continue };
        let mut numbers = pairs.split_whitespace().skip(1).map(|word| word.parse::<u32>().unwrap());
        let expected: BTreeSet<u32> = numbers.by_ref().filter(|number| *number > 0).collect();
        let file = trf::read(&bytes).unwrap();
        let input = file.round_input(file.round_to_pair()).unwrap();
        let present: BTreeSet<u32> =
            input.entrants.iter().filter(|entrant| entrant.present).map(|entrant| entrant.tpn).collect();
        assert_eq!(present, expected, "{name}");
        checked += 1;
    }
    assert_eq!(checked, 4);
}

/// Points computed from the entries are those of the points column, in every scoring.
#[test]
fn scores_follow_the_entries() {
    for (name, bytes) in samples() {
        let file = trf::read(&bytes).unwrap();
        let table = file.cross_table(None).unwrap();
        let total = file.cross_table(Some(file.rounds_total())).unwrap();
        for (row, total) in table.rows.iter().zip(&total.rows) {
            let points = file.player(row.entrant.tpn).unwrap().points.unwrap();
            assert!([row.entrant.score(), total.entrant.score()].contains(&points), "{name}: {}", row.name);
        }
    }
    let three = sample("n006_r04_points310_s10006").cross_table(None).unwrap().scoring;
    assert_eq!((three.win, three.draw), (Points(30), Points(10)));
    assert_eq!(sample("n007_r03_pabhalf_s11008").cross_table(None).unwrap().scoring.pairing_bye, Points(5));
    assert_eq!(sample("swiss-001").scoring.pairing_bye, Points(10));
}

/// A past round is replayed from the rounds before it.
#[test]
fn a_past_round() {
    let file = sample("n027_r06_baku_s12019");
    let input = file.round_input(3).unwrap();
    assert_eq!((input.round, input.rounds_total, input.initial_color), (3, 6, Color::White));
    assert!(input.entrants.iter().all(|entrant| entrant.rounds.len() == 2));
    assert_eq!(input.entrants[0].virtual_points, [Points(10), Points(10), Points(5)]);
    assert_eq!(input.entrants[0].score(), Points(20));
    let paired = file.expected(3).unwrap().pairing;
    assert!(paired.pairs.contains(&Pair { white: 1, black: 2 }));
    let present = input.entrants.iter().filter(|entrant| entrant.present).count();
    assert_eq!(paired.pairs.len() * 2 + usize::from(paired.bye.is_some()), present);
    assert_eq!(file.expected(7), None);
    let error = file.round_input(8).unwrap_err();
    assert!(error.to_string().contains("pairs up to round 6"), "{error}");
}

#[test]
fn acceleration_by_range_and_by_name() {
    let file = sample("accel_n033_r03_s227004");
    let input = file.round_input(3).unwrap();
    let of = |number: usize| input.entrants[number - 1].virtual_points[2];
    assert_eq!((of(1), of(33)), (Points(5), Points(0)));
    // The same without the records, by the name of the system: 7 rounds, 33 players, group A of 18.
    let text = String::from_utf8(file.to_bytes(LineEnd::Lf)).unwrap();
    let text: String = text
        .lines()
        .filter(|line| !line.starts_with("250"))
        .map(|line| line.replace("192 FIDE_DUTCH_2025", "192 FIDE_DUTCH_2026_BAKU") + "\n")
        .collect();
    let named = trf::read(text.as_bytes()).unwrap().cross_table(Some(6)).unwrap();
    assert_eq!(named.rows[17].entrant.virtual_points[..5], [Points(10), Points(10), Points(5), Points(5), Points(0)]);
    assert_eq!(named.rows[18].entrant.virtual_points[0], Points(0));
}

#[test]
fn forbidden_pairs_hold_in_their_rounds() {
    let file = sample("forbidden_n007_r04_s230004");
    for group in &file.forbidden {
        let first = group.first_round;
        let pair = (group.ids[0], group.ids[1]);
        assert!(
            file.cross_table(None)
                .unwrap()
                .forbidden
                .iter()
                .any(|(a, b, f, _)| (*a, *b, *f) == (pair.0, pair.1, first))
        );
        if first > 1 && first <= file.round_to_pair() {
            assert!(!file.round_input(first - 1).unwrap().forbidden.contains(&pair));
            assert!(file.round_input(first).unwrap().forbidden.contains(&pair));
        }
    }
    assert!(!file.forbidden.is_empty());
}

#[test]
fn kinds_of_events() {
    assert_eq!(sample("rr-001").pairing_kind(), PairingKind::Predetermined { cycles: 1 });
    assert_eq!(sample("swiss-001").pairing_kind(), PairingKind::Swiss);
    let team = sample("team-02");
    assert!(team.is_team_event());
    assert_eq!(team.header.board_colors.len(), 6);
    assert_eq!(team.header.match_points.unwrap().win, Points(20));
    let byes = team.team_byes.unwrap();
    assert_eq!(byes.teams, [Some(23), None, Some(13), Some(21), None, Some(22)]);
    assert_eq!((byes.match_points, byes.game_points), (Some(Points(20)), Some(Points(60))));
    let forfeit = team.forfeited_matches[0];
    assert_eq!((forfeit.round, forfeit.white, forfeit.black, forfeit.white_wins), (5, 13, 16, false));
    assert_eq!(team.teams[3].members, [84, 74, 96, 10, 155, 125, 68, 3][..].to_vec());
}

/// A line of a player with rounds given as (opponent, colour, result).
fn player(number: u32, points: &str, rounds: &[&str]) -> String {
    let mut line = format!(
        "001 {number:>4}      {:<33} {:>4} {:>3} {:>11} {:>10} {points:>4} {number:>4}",
        "Doe, Jo", 2000, "", "", ""
    );
    for round in rounds {
        let mut parts = round.split(' ').map(str::to_owned);
        let mut part = || parts.next().unwrap_or_default();
        line.push_str(&format!("  {:>4} {:1} {:1}", part(), part(), part()));
    }
    line + "\n"
}

fn refused(text: &str) -> (usize, usize, String) {
    let error = trf::read(text.as_bytes()).unwrap_err();
    assert!(!error.remedy.is_empty());
    (error.line, error.column, error.reason)
}

#[test]
fn contradictions_are_refused_where_they_stand() {
    let two = |a: &[&str], b: &[&str], points: [&str; 2]| player(1, points[0], a) + &player(2, points[1], b);
    let (line, column, reason) = refused(&two(&["2 w 1"], &["1 w 0"], ["1.0", "0.0"]));
    assert_eq!((line, column), (2, 97));
    assert!(reason.contains("colours"), "{reason}");
    let (line, column, reason) = refused(&two(&["2 w 1"], &["1 b 1"], ["1.0", "1.0"]));
    assert_eq!((line, column), (2, 99));
    assert!(reason.contains("results"), "{reason}");
    assert_eq!(refused(&two(&["2 w 1"], &[], ["1.0", "0.0"])).0, 2);
    assert_eq!(refused(&two(&["3 w 1"], &[], ["1.0", "0.0"])).0, 1);
    assert_eq!(refused(&two(&["1 w 1"], &[], ["1.0", "0.0"])).0, 1);
    let (line, column, reason) = refused(&two(&["2 w 1"], &["1 b 0"], ["1.5", "0.0"]));
    assert_eq!((line, column), (1, 81));
    assert!(reason.contains("1.5") && reason.contains("1.0"), "{reason}");
    let (line, column, _) =
        refused(&("XXR 1\n".to_owned() + &two(&["2 w 1", "2 b 1"], &["1 b 0", "1 w 0"], ["2.0", "0.0"])));
    assert_eq!((line, column), (2, 102));
    assert_eq!(refused(&(player(1, "0.0", &[]) + &player(1, "0.0", &[]))).0, 2);
    assert_eq!(refused(&(player(1, "0.0", &[]) + &player(3, "0.0", &[]))).0, 2);
    assert_eq!(refused(&player(1, "0.0", &[]).replace("001 ", "101 ")).1, 1);
    assert_eq!(refused("nothing of the kind\n").0, 0);
    for header in [
        "142 x",
        "152 red",
        "162  W one",
        "162  Q 1.0",
        "XXC green1",
        "240 Q   1    1",
        "240 H        ",
        "XXZ a",
        "250 1",
        "XXA x",
        "BBW w",
    ] {
        let (line, _, reason) = refused(&(header.to_owned() + "\n" + &player(1, "0.0", &[])));
        assert_eq!(line, 1, "{header}: {reason}");
    }
    for header in ["XXZ 9", "240 H   1    9", "XXP 1 9"] {
        let (line, _, reason) = refused(&(header.to_owned() + "\n" + &player(1, "0.0", &[])));
        assert!(line == 1 && reason.contains('9'), "{header}: {reason}");
    }
}

#[test]
fn unusual_results_are_read_and_open_ones_filled() {
    let text = player(1, "0.5", &["2 w =", "2 b"]) + &player(2, "1.0", &["1 b 0", "1 w 1"]);
    let file = trf::read(text.as_bytes()).unwrap();
    assert_eq!(file.players[0].rounds[1].code, Code::Loss);
    assert_eq!(file.remarks.len(), 1);
    assert_eq!((file.remarks[0].line, file.remarks[0].column), (1, 102));
    let table = file.cross_table(None).unwrap();
    assert_eq!(table.rows[0].entrant.rounds[0].points, Points(5));
    assert_eq!(table.rows[1].entrant.rounds[0].points, Points(0));
    // A published pairing without result counts as a draw for pairing.
    let text = player(1, "0.0", &["2 w"]) + &player(2, "0.0", &["1 b"]);
    let table = trf::read(text.as_bytes()).unwrap().cross_table(None).unwrap();
    assert_eq!(table.rows[0].entrant.rounds[0].kind, EntryKind::Adjourned);
    assert_eq!(table.rows[0].entrant.score(), Points(5));
}

#[test]
fn scoring_is_inferred_from_the_points() {
    let text = player(1, "3.0", &["2 w 1", "0000 - Z"])
        + &player(2, "1.0", &["1 b 0", "3 w ="])
        + &player(3, "2.0", &["0000 - U", "2 b ="]);
    let file = trf::read(text.as_bytes()).unwrap();
    assert_eq!(
        (file.scoring.win[0], file.scoring.draw[0], file.scoring.pairing_bye),
        (Points(30), Points(10), Points(10))
    );
    assert_eq!(file.remarks.len(), 1);
}

#[test]
fn initial_colour_is_inferred_by_parity() {
    // 1 is absent, 2 has the bye: the next one, 3, is the second who was ever paired.
    let text = player(1, "0.0", &["0000 - Z"])
        + &player(2, "1.0", &["0000 - U"])
        + &player(3, "1.0", &["4 b 1"])
        + &player(4, "0.0", &["3 w 0"]);
    assert_eq!(trf::read(text.as_bytes()).unwrap().initial_color(), Some(Color::White));
    let text = player(1, "1.0", &["2 b 1"]) + &player(2, "0.0", &["1 w 0"]);
    assert_eq!(trf::read(text.as_bytes()).unwrap().initial_color(), Some(Color::Black));
    assert_eq!(trf::read(("XXC white1\n".to_owned() + &text).as_bytes()).unwrap().initial_color(), Some(Color::White));
    assert_eq!(trf::read(player(1, "0.0", &[]).as_bytes()).unwrap().initial_color(), None);
}

#[test]
fn old_files_write_byes_as_results_against_nobody() {
    let text = player(1, "1.0", &["2 w 1"])
        + &player(2, "0.0", &["1 b 0"])
        + &player(3, "1.0", &["0000 - +"])
        + &player(4, "0.5", &["0000 - ="])
        + &player(5, "0.0", &["0000 - -"]);
    let file = trf::read(text.as_bytes()).unwrap();
    let kinds: Vec<_> = file.cross_table(None).unwrap().rows.iter().map(|row| row.entrant.rounds[0].kind).collect();
    assert_eq!(kinds[2..], [EntryKind::PairingBye, EntryKind::HalfBye, EntryKind::ZeroBye]);
    assert_eq!(file.expected(1).unwrap().pairing.bye, Some(3));
    assert_eq!(file.remarks.len(), 3);
}
