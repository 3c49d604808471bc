//! Report files in the shapes that programs and people give them.

use pairing::Points;
use proptest::prelude::*;
use tournament::model::{PartialDate, Sex, Title};
use tournament::trf::{self, Encoding, LineEnd, PlayerRecord, ReadOptions, Trf};

/// Columns 1 to 14, a name field, columns 48 on, as three pieces.
fn line(number: u32, name_field: &str, rounds: &str) -> String {
    let birth = "1990/05/17";
    format!("001 {number:>4} wWGM {name_field} 2311 XXX       12345 {birth}  1.5    3{rounds}")
}

/// Two players of whom the first one's line is given.
fn event(first: &str) -> String {
    format!(
        "142 2\n{first}\n001    7      {:<33} {:>4} {:>3} {:>11} {:>10}  0.0    2     2 w 0\n",
        "Other", 2000, "", "", ""
    )
}

const ROUNDS: &str = "     7 b 1  0000 - H";

fn expect_whole(file: &Trf, name: &str) -> PlayerRecord {
    let player = file.player(2).unwrap().clone();
    assert_eq!(player.name, name);
    assert_eq!((player.rating, player.federation.as_str(), player.id.as_str()), (2311, "XXX", "12345"));
    assert_eq!(player.birth, Some(PartialDate { year: 1990, month: 5, day: 17 }));
    assert_eq!((player.points, player.rank), (Some(Points(15)), Some(3)));
    assert_eq!((player.sex, player.title), (Some(Sex::Female), Some(Title::WGM)));
    assert_eq!(player.rounds[0].opponent, Some(7));
    assert_eq!(player.rounds.len(), 2);
    player
}

#[test]
fn the_line_of_the_text() {
    let first =
        "001    2 wWGM Example, Anna                     2311 XXX       12345 1990/05/17  1.5    3     7 b 1  0000 - H";
    assert_eq!(first, line(2, &format!("{:<33}", "Example, Anna"), ROUNDS));
    let file = trf::read(event(first).as_bytes()).unwrap();
    let player = expect_whole(&file, "Example, Anna");
    assert_eq!(file.remarks, []);
    assert_eq!(player.format("001"), first);
}

/// Names with one, two and three letters of two bytes, the field padded to 33 bytes or to 33 characters.
#[test]
fn names_padded_by_bytes_and_by_characters() {
    for name in ["Müller, Anna", "Müller, Änne", "Möller-Äbü, Anna", "Иванова, Анна", "გელაშვილი, ანა"]
    {
        let by_characters = line(2, &format!("{name:<33}"), ROUNDS);
        let file = trf::read(event(&by_characters).as_bytes()).unwrap();
        expect_whole(&file, name);
        assert_eq!(file.remarks, [], "{name}");

        let padding = " ".repeat(33usize.saturating_sub(name.len()));
        let by_bytes = line(2, &format!("{name}{padding}"), ROUNDS);
        let file = trf::read(event(&by_bytes).as_bytes()).unwrap();
        let player = expect_whole(&file, name);
        if name.len() <= 33 {
            assert_eq!(file.remarks.len(), 1, "{name}");
            assert_eq!(file.remarks[0].line, 2);
        }
        // Written back, the line is laid out by characters.
        assert_eq!(player.format("001"), by_characters);
        let written = String::from_utf8(file.to_bytes(LineEnd::Lf)).unwrap();
        assert_eq!(written, event(&by_characters));
    }
}

#[test]
fn names_encoded_twice() {
    let twice: String = "Müller, Änne".bytes().map(char::from).collect();
    let padding = " ".repeat(33 - "Müller, Änne".chars().count());
    let file = trf::read(event(&line(2, &format!("{twice}{padding}"), ROUNDS)).as_bytes()).unwrap();
    expect_whole(&file, "Müller, Änne");
}

#[test]
fn names_that_are_too_long_or_too_short() {
    let long = "Baron von Longname of Somewhere-Else, A";
    for field in [long, "Short, A"] {
        let file = trf::read(event(&line(2, field, ROUNDS)).as_bytes()).unwrap();
        expect_whole(&file, field);
        assert_eq!(file.remarks.len(), 1);
    }
    // Nothing but points, rank and rounds in their pattern.
    let torn = format!("001    2  WGM Example, Anna  2311 XXX 12345  1.5    3{ROUNDS}");
    let file = trf::read(event(&torn).as_bytes()).unwrap();
    let player = file.player(2).unwrap();
    assert_eq!((player.name.as_str(), player.points, player.rank), ("Example, Anna", Some(Points(15)), Some(3)));
    assert_eq!((player.rounds.len(), file.remarks.len()), (2, 1));
}

#[test]
fn tabs() {
    let separated = "001\t2\tw\tWGM\tExample, Anna\t2311\tXXX\t12345\t1990/05/17\t1.5\t3\t7\tb\t1\t0000\t-\tH";
    let aligned = line(2, &format!("{:<33}", "Example, Anna"), ROUNDS).replace("001    2 w", "001    2\u{9}w");
    for text in [separated, &aligned] {
        let file = trf::read(event(text).as_bytes()).unwrap();
        expect_whole(&file, "Example, Anna");
        assert!(file.remarks.iter().any(|remark| remark.line == 2 && remark.text.contains("tab")));
    }
}

#[test]
fn legacy_encodings() {
    let text = event(&line(2, &format!("{:<33}", "M\u{fc}ller, J\u{f6}rg"), ROUNDS));
    let latin: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let file = trf::read(&latin).unwrap();
    expect_whole(&file, "Müller, Jörg");
    assert_eq!(file.encoding, Encoding::Windows1252);
    assert!(file.remarks.iter().any(|remark| remark.line == 2));
    let cyrillic = ReadOptions { encoding: Some(Encoding::Windows1251), ..ReadOptions::default() };
    assert_eq!(trf::read_with(&latin, cyrillic).unwrap().player(2).unwrap().name, "Mьller, Jцrg");
    let utf16: Vec<u8> = std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    expect_whole(&trf::read(&utf16).unwrap(), "Müller, Jörg");
    let marked = [b"\xef\xbb\xbf", text.as_bytes()].concat();
    expect_whole(&trf::read(&marked).unwrap(), "Müller, Jörg");
}

/// The shape of files of 2005: one-letter titles, dots in dates, no line for rounds, commas, blank columns.
#[test]
fn a_file_of_2005() {
    let head = "012 Open\n042 28. 07. 2005\n052 31. 07. 2005\n";
    let player = |number: u32, title: &str, birth: &str, points: &str, rounds: &str| {
        format!(
            "001 {number:>4}  {title:>3} {:<33} {:>4} {:>3} {:>11} {birth:>10} {points:>4} {number:>4}{rounds}\n",
            "A,B", "", "", ""
        )
    };
    let text = head.to_owned()
        + &player(1, "g", "1969.09.17", "1,5", "     2 w 1     3 b =")
        + &player(2, "m", "1969", "1", "     1 b 0     4 w +")
        + &player(3, "wf", "17.09.1969", "1½", "  0000 - +     1 w =")
        + &player(4, "", "0000/00/00", "0", "               2 b -");
    let file = trf::read(text.as_bytes()).unwrap();
    assert_eq!(file.header.start, Some(PartialDate { year: 2005, month: 7, day: 28 }));
    let titles: Vec<_> = file.players.iter().map(|player| player.title).collect();
    assert_eq!(titles, [Some(Title::GM), Some(Title::IM), Some(Title::WFM), None]);
    let years: Vec<_> = file.players.iter().map(|player| player.birth.map(|birth| birth.year)).collect();
    assert_eq!(years, [Some(1969), Some(1969), Some(1969), None]);
    let scores: Vec<_> = file.cross_table(None).unwrap().rows.iter().map(|row| row.entrant.score().tenths()).collect();
    assert_eq!(scores, [15, 10, 15, 0]);
    assert_eq!(file.rounds_total(), 2);
    // What was read in another way than it is written is told.
    for words in ["title", "date"] {
        assert!(file.remarks.iter().any(|remark| remark.text.contains(words)), "{words}: {:?}", file.remarks);
    }
}

#[test]
fn many_players_and_many_rounds() {
    let rounds = 15;
    let players = 1200u32;
    let mut text = format!("142 {rounds}\n");
    for number in 1..=players {
        let mut cells = String::new();
        for round in 0..rounds {
            let odd = number % 2 == 1;
            let opponent = if odd { number + 1 } else { number - 1 };
            // The same two meet in each round: reading does not mind.
            let color = if odd == (round % 2 == 0) { 'w' } else { 'b' };
            cells.push_str(&format!("  {opponent:>4} {color} ="));
        }
        text.push_str(&format!(
            "001 {number:>4}      {:<33} {:>4} {:>3} {:>11} {:>10}  7.5 {number:>4}{cells}\n",
            "N", 2000, "", "", ""
        ));
    }
    let file = trf::read(text.as_bytes()).unwrap();
    assert_eq!((file.players.len(), file.round_to_pair()), (1200, 16));
    assert_eq!(file.player(1000).unwrap().cell(15).opponent, Some(999));
    assert_eq!(file.to_bytes(LineEnd::Lf), text.as_bytes());
}

#[test]
fn virtual_points_by_range_and_by_player_mean_the_same() {
    let player = |number: u32| {
        format!("001 {number:>4}      {:<33} {:>4} {:>3} {:>11} {:>10}  0.0 {number:>4}\n", "N", 2000, "", "", "")
    };
    let players: String = (1..=4).map(player).collect();
    let range = format!("142 3\n{players}250       1.0   1   1    1    2\n250       0.5   2   2    1    2\n");
    let single = format!("XXR 3\n{players}XXA    1  1.0  0.5\nXXA    2  1.0  0.5\n");
    let rows = |text: &str| trf::read(text.as_bytes()).unwrap().cross_table(Some(3)).unwrap().rows;
    assert_eq!(rows(&range), rows(&single));
    assert_eq!(rows(&range)[1].entrant.virtual_points[..3], [Points(10), Points(5), Points(0)]);
    let file = trf::read(single.as_bytes()).unwrap();
    let written = trf::write(&file, trf::Dialect::Trf26, LineEnd::Lf);
    assert_eq!(trf::read(&written).unwrap().cross_table(Some(3)).unwrap().rows, rows(&range));
    assert!(!String::from_utf8(written).unwrap().contains("XX"));
}

#[test]
fn team_records() {
    let player = |number: u32| {
        format!("001 {number:>4}      {:<33} {:>4} {:>3} {:>11} {:>10}  0.0 {number:>4}\n", "N", 2000, "", "", "")
    };
    let text = "192 FIDE_TEAM_MP_GP\n352 WB\n362 TW 2     TD 1     TL 0\n".to_owned()
        + &(1..=4).map(player).collect::<String>()
        + "BEL    1 m    N                                 2100 XYZ      L35762 1990/00/00\n"
        + "310   1 Rooks                            ROOK    2100   15      8.5   1     1    2\n"
        + "310   2 Bishops                          BISH    2000    3      1.5   2     3    4\n"
        + "240 H   3    2\n250  2          1   1    1    1\n300   1   1   2    2    0\n320  1.0  2.0 000 001\n330 +-   2   1   2\n"
        + "299  +  2.0   2.5    1    1\n801   1 ROOK   15    8.5\n--- a section ---\n";
    let file = trf::read(text.as_bytes()).unwrap();
    assert!(file.is_team_event());
    assert_eq!(file.teams.len(), 2);
    let team = &file.teams[0];
    assert_eq!((team.number, team.name.as_str(), team.nickname.as_str()), (1, "Rooks", "ROOK"));
    assert_eq!((team.strength, team.match_points, team.game_points), (Some(2100), Some(Points(150)), Some(Points(85))));
    assert_eq!((team.rank, team.members.as_slice()), (Some(1), &[1, 2][..]));
    assert_eq!(file.line_ups[0].boards, [Some(2), None]);
    assert_eq!(file.team_byes.as_ref().unwrap().teams, [None, Some(1)]);
    assert!(file.forfeited_matches[0].white_wins);
    assert_eq!(file.acceleration[0].match_points, Some(Points(20)));
    let (code, national) = &file.national[0];
    assert_eq!((code.as_str(), national.number, national.rating, national.id.as_str()), ("BEL", 1, 2100, "L35762"));
    assert_eq!(file.unknown_lines.len(), 1);
    assert_eq!(file.to_bytes(LineEnd::Lf), text.as_bytes());
}

#[test]
fn several_events_in_one_file() {
    let one = format!("012 First\n{}", event(&line(2, &format!("{:<33}", "Example, Anna"), ROUNDS)));
    let two = one.replace("First", "Second") + &one.replace("First", "Third");
    let error = trf::read(format!("{one}{two}").as_bytes()).unwrap_err();
    assert_eq!((error.line, error.column), (5, 1));
    let all = trf::read_all(format!("{one}{two}").as_bytes(), ReadOptions::default()).unwrap();
    let names: Vec<&str> = all.iter().map(|file| file.header.name.as_str()).collect();
    assert_eq!(names, ["First", "Second", "Third"]);
    assert_eq!(all[1].to_bytes(LineEnd::Lf), one.replace("First", "Second").as_bytes());
    // The place of an error is that of the whole file.
    let bad = one.clone() + &one.replace("2 w 0", "2 b 0");
    assert_eq!(trf::read_all(bad.as_bytes(), ReadOptions::default()).unwrap_err().line, 8);
}

#[test]
fn wrong_points_can_be_accepted() {
    let text = event(&line(2, &format!("{:<33}", "Example, Anna"), ROUNDS)).replace("  0.0    2", "  1.0    2");
    assert_eq!(trf::read(text.as_bytes()).unwrap_err().line, 3);
    let lenient = ReadOptions { accept_wrong_points: true, ..ReadOptions::default() };
    let file = trf::read_with(text.as_bytes(), lenient).unwrap();
    assert_eq!((file.remarks[0].line, file.remarks[0].column), (3, 81));
    assert_eq!(file.cross_table(None).unwrap().rows[1].entrant.score(), Points(0));
}

#[test]
fn lines_that_cannot_be_read_say_where() {
    for (bad, column) in [
        ("001         Nobody", 5),
        ("001    2      Example, Anna                     2x11 XXX       12345 1990/05/17  1.5    3", 49),
        ("001    2      Example, Anna                     2311 XXX       12345 1990/05/17  1.x    3", 81),
        ("001    2      Example, Anna                     2311 XXX       12345 1990/05/17  1.5    3    7x b 1", 92),
    ] {
        let error = trf::read(format!("012 X\n{bad}\n").as_bytes()).unwrap_err();
        assert_eq!((error.line, error.column), (2, column), "{bad}: {error}");
        assert!(error.to_string().starts_with(&format!("line 2, column {column}: ")));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the bytes, reading gives a file or an error, and what it gives can be used.
    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        if let Ok(file) = trf::read(&bytes) {
            use_everything(&file);
        }
    }

    /// The same with lines that look like records.
    #[test]
    fn no_records_panic(
        lines in proptest::collection::vec(
            (prop::sample::select(vec![
                "001", "013", "142", "152", "162", "192", "202", "222", "240", "250", "260", "299", "300", "310", "320", "330", "352", "362",
                "XXR", "XXC", "XXZ", "XXS", "XXA", "XXP", "BBW", "BBU", "BEL", "132", "012",
            ]), "[ 0-9.,wbWDLAPUZHF+=\\-½é/]{0,130}"),
            0..12,
        )
    ) {
        let text: String = lines.iter().map(|(code, rest)| format!("{code} {rest}\n")).collect();
        if let Ok(file) = trf::read(text.as_bytes()) {
            use_everything(&file);
        }
    }

    /// One changed, dropped or doubled byte in a sound file.
    #[test]
    fn damaged_files_do_not_panic(at in 0usize..1400, byte in any::<u8>(), how in 0..3) {
        let sound = include_bytes!("trf/byes_inline_n012_r03_s212003.trf");
        let mut bytes = sound.to_vec();
        let at = at % bytes.len();
        match how {
            0 => bytes[at] = byte,
            1 => { bytes.remove(at); }
            _ => bytes.insert(at, byte),
        }
        if let Ok(file) = trf::read(&bytes) {
            use_everything(&file);
        }
    }
}

fn use_everything(file: &Trf) {
    let coming = file.round_to_pair();
    for round in [1, coming, coming + 1] {
        let _ = file.round_input(round);
        let _ = file.expected(round);
    }
    let _ = file.cross_table(None);
    let _ = file.initial_color();
    for dialect in [trf::Dialect::Trf26, trf::Dialect::Trf16, trf::Dialect::Engine] {
        let _ = trf::write(file, dialect, LineEnd::Cr);
    }
    if let Ok((state, _)) = trf::import(file) {
        let _ = trf::export(&state, 0, trf::Dialect::Trf26, &Default::default());
    }
}
