//! Entry lists in, tables out.

mod common;

use common::*;
use proptest::prelude::*;
use tournament::command::Command;
use tournament::csv::{pairings_table, players_table, read_players};
use tournament::model::*;

fn read(text: &str) -> tournament::csv::EntryList {
    read_players("list.csv", text.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn errors(text: &str) -> Vec<String> {
    let errors = read_players("list.csv", text.as_bytes()).expect_err("the list is wrong");
    errors.iter().map(ToString::to_string).collect()
}

#[test]
fn columns_in_any_order_and_several_languages() {
    let lists = [
        "Name,Rating,Fed,Birth,Sex,Title\n\"Koch, Ida\",1850,GER,1990-05-17,w,WIM\n",
        "\u{feff}Titel;Geschlecht;Geburtsdatum;Land;Wertungszahl;Nachname;Vorname\r\nwim;W;17.05.1990;ger;1850;Koch;Ida\r\n",
        "Prénom\tNom\tClassement\tPays\tNaissance\tSexe\tTitre\nIda\tKoch\t1850\tGER\t17/05/1990\tF\tWIM\n",
        "Звание;Пол;Дата рождения;Федерация;Рейтинг;Фамилия;Имя\nWIM;ж;17.05.1990;GER;1850;Koch;Ida\n",
        "გვარი,სახელი,რეიტინგი,ფედერაცია,დაბადების თარიღი,სქესი,წოდება\nKoch,Ida,1850,GER,1990-05-17,ქ,WIM\n",
    ];
    for text in lists {
        let list = read(text);
        assert_eq!(list.notes, [""; 0], "{text}");
        let player = &list.entries[0].player;
        assert_eq!(player.name, "Koch, Ida", "{text}");
        assert_eq!(player.ratings, [Rating { list: "rating".into(), value: 1850, k: None }]);
        assert_eq!((player.sex, player.title), (Some(Sex::Female), Some(Title::WIM)), "{text}");
        assert_eq!(player.birth, Some("1990-05-17".parse().unwrap()));
        assert_eq!(player.federation, "GER");
    }
}

#[test]
fn every_field() {
    let list = read(
        "Name;FIDE;DWZ;K;FIDE-ID;Club;Team;Category;Phone;E-mail;Note;Birth year\n\
         Perera, Dilan;2190;2150;20;9912345;Colombo CC;Rooks;U18/Open;123;d@x.lk;\"late, \"\"maybe\"\"\";2008\n\
         Bold;;;;;;;;;;;\n",
    );
    let player = &list.entries[0].player;
    assert_eq!(
        player.ratings,
        [Rating { list: "FIDE".into(), value: 2190, k: Some(20) }, Rating { list: "DWZ".into(), value: 2150, k: None }]
    );
    assert_eq!((player.id.as_str(), player.club.as_str()), ("9912345", "Colombo CC"));
    assert_eq!(player.categories, ["Open".to_owned(), "U18".to_owned()].into());
    assert_eq!(player.contact, "123; d@x.lk");
    assert_eq!(player.note, "late, \"maybe\"");
    assert_eq!(player.birth, Some("2008".parse().unwrap()));
    assert_eq!(list.entries[0].team, "Rooks");
    assert_eq!(list.entries[1].player, Player { name: "Bold".into(), ..Player::default() });
}

#[test]
fn encodings() {
    let mut latin = b"Name;Club\n".to_vec();
    latin.extend(b"M\xfcller, J\xf6rg;Caf\xe9\n");
    let list = read_players("x", &latin).unwrap();
    assert_eq!(list.entries[0].player.name, "Müller, Jörg");
    assert_eq!(list.format, "windows-1252, separated by semicolons");
    let mut cyrillic = b"Name;Club\n".to_vec();
    cyrillic.extend(b"\xcf\xe5\xf2\xf0\xee\xf1\xff\xed, \xd2\xe8\xe3\xf0\xe0\xed;x\n");
    assert_eq!(read_players("x", &cyrillic).unwrap().entries[0].player.name, "Петросян, Тигран");
    let utf16: Vec<u8> =
        [0xff, 0xfe].into_iter().chain("Name\tElo\nKoch\t1\n".encode_utf16().flat_map(u16::to_le_bytes)).collect();
    assert_eq!(read_players("x", &utf16).unwrap().entries[0].player.name, "Koch");
}

#[test]
fn nothing_is_dropped_in_silence() {
    let list = read("No;Name;Shoe size;Title;Fed\n1;Koch;42;NM;Germany\n");
    assert_eq!(list.entries[0].player.note, "Title: NM; Fed: Germany");
    assert_eq!(list.notes.len(), 4, "{:?}", list.notes);
    assert!(list.notes[0].contains("1 (No)") && list.notes[1].contains("3 (Shoe size)"));
    assert!(list.notes[2].starts_with("Line 2, column 4 (Title): \"NM\" is not a FIDE title"));
}

#[test]
fn errors_name_file_line_column_and_remedy() {
    let all =
        errors("Name;Rating;Sex;Born;K\nA;18oo;m;1990;10\n\nB;1800;x;1990-13-01;10\n;1;;;\nC;;;05/17/1990;fast\n");
    assert_eq!(
        all,
        [
            "list.csv, line 2, column 2 (Rating): \"18oo\" is not a rating; write a whole number from 1 to 4000, or leave it empty",
            "list.csv, line 4, column 3 (Sex): \"x\" is not a sex; write m or w, or leave it empty",
            "list.csv, line 4, column 4 (Born): \"1990-13-01\" is not a date of birth; write 1990-05-17, 17.05.1990 or 1990",
            "list.csv, line 5, column 1 (Name): the name is missing; fill it in, or empty the line",
            "list.csv, line 6, column 4 (Born): \"05/17/1990\" is not a date of birth; write 1990-05-17, 17.05.1990 or 1990",
            "list.csv, line 6, column 5 (K): \"fast\" is not a K factor; write 10, 20 or 40, or leave it empty",
        ]
    );
    assert!(errors("Name,Rating\nKoch, Ida,1850\n")[0].contains("must stand in quotation marks"));
    assert!(
        errors("Name,Rating\nKoch,1\n\"Weber,1850\nPerera,1\n")[0]
            .starts_with("list.csv, line 3: a quotation mark opens")
    );
    assert!(errors("Koch,1850\nWeber,1700\n")[0].contains("no column holds the names (found: Koch, 1850)"));
    assert!(errors("")[0].contains("empty"));
    assert!(errors("Name;Rating\n")[0].contains("no player below"));
    assert!(errors("Name;Player\nA;B\n")[0].contains("hold the same thing"));
}

#[test]
fn a_list_goes_into_an_event_and_out_again() {
    let mut event = empty(5);
    let text = "Name;Title;FIDE;K;Sex;Birth;Fed;Id;Club;Team;Category;Contact;Note\n\
                Koch, Ida;WIM;1850;20;w;1990-05-17;GER;123;SK \"X\";Rooks;U12;1;a;\n\
                Weber, Jan;;1900;;m;1990;;;;Bishops;;;\n\
                Singh, Raj;;;;;;;;;Rooks;U12;;\n";
    let list = read(text.trim_start());
    let ids = list.add_to(&event.state().clone(), true, |order| event.apply(order)).unwrap();
    assert_eq!(ids.len(), 3);
    let state = event.state();
    assert_eq!(state.teams.len(), 2);
    let rooks = state.teams.values().find(|t| t.name == "Rooks").unwrap();
    assert_eq!(rooks.members, [ids[0], ids[2]]);
    assert_eq!(state.settings.categories.len(), 1);
    let table = players_table(state);
    for separator in [',', ';', '\t'] {
        let back = read_players("out.csv", table.to_text(separator).as_bytes()).unwrap();
        assert_eq!(back.notes.len(), 1, "only the numbers are not taken over: {:?}", back.notes);
        let mut names: Vec<&Player> = back.entries.iter().map(|e| &e.player).collect();
        names.sort_by_key(|p| &p.name);
        let mut expected: Vec<&Player> = list.entries.iter().map(|e| &e.player).collect();
        expected.sort_by_key(|p| &p.name);
        assert_eq!(names, expected);
    }
    let more = read("Name;Team\nNew;Rooks\n");
    more.add_to(&event.state().clone(), true, |order| event.apply(order)).unwrap();
    assert_eq!(event.state().teams.values().find(|t| t.name == "Rooks").unwrap().members.len(), 3);
}

#[test]
fn pairings_as_a_table() {
    let mut event = swiss(5, 5);
    event.apply(yes(PAIR)).unwrap();
    event.apply(result(1, 1, GameResult::ForfeitToBlack)).unwrap();
    let text = pairings_table(event.state(), 0, 1).to_text('\t');
    assert_eq!(text, "Board\tWhite\tResult\tBlack\n1\tP01\t-+\tP02\n2\tP04\t\tP03\n\tP05\tbye\t\n");
    let list = "# round 1\n1 +-\n\n2: 1/2 # agreed\n";
    let command = tournament::records::read_results("r1.txt", list, event.state(), 0, 1).unwrap();
    event.apply(yes(command)).unwrap();
    assert!(event.state().is_final(0, 1));
    let Command::SetResults(results) = tournament::records::read_results("x", "2 ½-½", event.state(), 0, 1).unwrap()
    else {
        panic!()
    };
    assert_eq!(results, [(at(1, 2), GameResult::Draw, None)]);
    let wrong = "1 1-0\nx 1-0\n3 1-0\n2 2-1\n1 0-1\n1.2 1-0\n0 1-0\n2\n";
    let errors = tournament::records::read_results("r1.txt", wrong, event.state(), 0, 1).unwrap_err();
    let lines: Vec<usize> = errors.iter().map(|e| e.line).collect();
    assert_eq!(lines, [2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(errors[1].to_string(), "r1.txt, line 3: there is no board 3 in round 1; boards go from 1 to 2");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = read_players("x", &bytes);
        let mut with_header = b"Name;Elo;Sex;Birth;Title;Fed;Team\n".to_vec();
        with_header.extend(&bytes);
        let _ = read_players("x", &with_header);
        let mut event = swiss(4, 3);
        event.apply(yes(PAIR)).unwrap();
        let _ = tournament::records::read_results("x", &String::from_utf8_lossy(&bytes), event.state(), 0, 1);
        let _ = tournament::records::match_records(event.state(), 0, 1, &bytes);
        let _ = tournament::store::read_text(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_name_comes_back(name in "[\\PC]{1,30}", club in "[\\PC\"',;\n]{0,20}") {
        let mut event = empty(3);
        let player = Player { name, club: club.split_whitespace().collect::<Vec<_>>().join(" "), ..Player::default() };
        prop_assume!(event.apply(Command::AddPlayer(Box::new(player))).is_ok());
        let state = event.state();
        let first = state.players.values().next().unwrap();
        let list = read_players("x", players_table(state).to_text(';').as_bytes()).unwrap();
        let expected = first.name.split_whitespace().collect::<Vec<_>>().join(" ");
        prop_assert_eq!(&list.entries[0].player.name, &expected);
        prop_assert_eq!(&list.entries[0].player.club, &first.club);
    }
}
