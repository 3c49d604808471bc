//! Rating lists: made-up lists in every format, searched and compared with a plain look through all players.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use tournament::command::{Command, GameRef, Order};
use tournament::event::Event;
use tournament::model::*;
use tournament::rating_list::*;

/// A player of the made-up list.
#[derive(Clone)]
struct Made {
    id: u32,
    name: String,
    federation: &'static str,
    female: bool,
    title: &'static str,
    ratings: [u16; 3],
    k: u8,
    birth: u16,
    inactive: bool,
}

fn players(count: u32) -> Vec<Made> {
    let surnames = [
        "Carlsen",
        "Mueller",
        "van Foreest",
        "Li",
        "Liang",
        "Kosteniuk",
        "Nunez Garcia",
        "O'Donnell",
        "Smith-Jones",
        "Abdul",
    ];
    let firsts = ["Magnus", "Anna Maria", "Jorden", "Wei", "Jose", "Lukasz", "Ida", "Carl", "Mohamed", "Zoe", "Kumar"];
    let federations = ["NOR", "GER", "NED", "CHN", "IND", "ISL"];
    (0..count)
        .map(|n| Made {
            id: 100_000 + n * 13,
            name: format!(
                "{}{}, {}",
                surnames[n as usize % 10],
                ["", "a", "ov"][n as usize / 10 % 3],
                firsts[n as usize / 7 % 11]
            ),
            federation: if n % 997 == 0 { "ISL" } else { federations[n as usize % 5] },
            female: n % 3 == 0,
            title: ["", "", "", "GM", "WFM", "CM"][n as usize % 6],
            ratings: [n % 1400 + 1400, if n % 2 == 0 { 0 } else { n % 1300 + 1450 }, if n % 5 > 0 { 0 } else { 2000 }]
                .map(|r| r as u16),
            k: [10, 20, 40][n as usize % 3],
            birth: 1940 + (n % 75) as u16,
            inactive: n % 4 == 0,
        })
        .collect()
}

fn text_of(players: &[Made]) -> String {
    let header = [
        ("ID Number", 15),
        ("Name", 61),
        ("Fed", 4),
        ("Sex", 4),
        ("Tit", 5),
        ("WTit", 5),
        ("OTit", 15),
        ("FOA", 4),
        ("SRtng", 6),
        ("SGm", 4),
        ("SK", 3),
        ("RRtng", 6),
        ("RGm", 4),
        ("Rk", 3),
        ("BRtng", 6),
        ("BGm", 4),
        ("BK", 3),
        ("B-day", 6),
        ("Flag", 4),
    ];
    let line = |cells: Vec<String>| {
        let padded: String = cells.iter().zip(header).map(|(cell, (_, width))| format!("{cell:<width$}")).collect();
        padded + "\r\n"
    };
    let mut text = line(header.iter().map(|(name, _)| (*name).to_owned()).collect());
    for p in players {
        let mut cells = vec![
            p.id.to_string(),
            p.name.clone(),
            p.federation.to_owned(),
            if p.female { "F" } else { "M" }.to_owned(),
        ];
        cells.extend([p.title, if p.title.starts_with('W') { p.title } else { "" }, "", ""].map(str::to_owned));
        for rating in p.ratings {
            let some = |value: String| if rating > 0 { value } else { String::new() };
            cells.extend([some(rating.to_string()), some("3".to_owned()), some(p.k.to_string())]);
        }
        cells.extend([
            p.birth.to_string(),
            format!("{}{}", if p.female { "w" } else { "" }, if p.inactive { "i" } else { "" }),
        ]);
        text += &line(cells);
    }
    text
}

fn xml_of(players: &[Made]) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<playerslist>\n".to_owned();
    for p in players {
        let name = p.name.replace('\'', "&#39;");
        text += &format!(
            "<player>\n<fideid>{}</fideid>\n<name>{name}</name>\n<country>{}</country>\n<sex>{}</sex>\n<title>{}</title>\n<w_title></w_title>\n<o_title></o_title>\n<foa_title></foa_title>\n",
            p.id,
            p.federation,
            if p.female { "F" } else { "M" },
            p.title
        );
        for (rating, (tag, k)) in
            p.ratings.iter().zip([("rating", "k"), ("rapid_rating", "rapid_k"), ("blitz_rating", "blitz_k")])
        {
            text += &format!("<{tag}>{rating}</{tag}>\n<{k}>{}</{k}>\n", if *rating > 0 { p.k } else { 0 });
        }
        text += &format!(
            "<birthday>{}</birthday>\n<flag>{}</flag>\n</player>\n",
            p.birth,
            if p.inactive { "i" } else { "" }
        );
    }
    text + "</playerslist>\n"
}

struct Scratch(tempfile::TempDir);

impl Scratch {
    fn new() -> Scratch {
        Scratch(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        std::fs::write(self.path(name), content).unwrap();
        self.path(name)
    }

    fn zip(&self, name: &str, inner: &str, content: &str) -> PathBuf {
        let mut zip = zip::ZipWriter::new(std::fs::File::create(self.path(name)).unwrap());
        let at = zip::DateTime::from_date_and_time(2026, 9, 1, 0, 0, 0).unwrap();
        zip.start_file(inner, zip::write::SimpleFileOptions::default().last_modified_time(at)).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
        zip.finish().unwrap();
        self.path(name)
    }

    /// Indexes a file and opens the index.
    fn list(&self, file: &Path) -> (IndexReport, RatingList) {
        self.list_with(file, &IndexOptions::default())
    }

    fn list_with(&self, file: &Path, options: &IndexOptions) -> (IndexReport, RatingList) {
        let path = self.path("made").join("list.redb");
        let report = index(file, &path, options, &mut go_on).unwrap();
        (report, RatingList::open(&path).unwrap())
    }

    fn refused(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let file = self.file(name, content);
        let error = index(&file, &self.path("no.redb"), &IndexOptions::default(), &mut go_on).unwrap_err();
        assert!(!self.path("no.redb").exists());
        error.to_string()
    }
}

fn go_on(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn ids(list: &RatingList, text: &str, federation: Option<&str>) -> Vec<u32> {
    let query = Query { text: text.to_owned(), federation: federation.map(str::to_owned), limit: usize::MAX };
    let found = list.search(&query).unwrap();
    let mut ids: Vec<u32> = found.iter().map(|player| player.id.parse().unwrap()).collect();
    ids.sort_unstable();
    ids
}

/// The made-up players all of whose query words begin a word of the name.
fn wanted(players: &[Made], words: &[&str], federation: Option<&str>) -> Vec<u32> {
    let fits = |p: &&Made| {
        let name = p.name.to_lowercase().replace('\'', "");
        let parts: Vec<&str> = name.split([' ', ',', '-']).collect();
        words.iter().all(|word| parts.iter().any(|part| part.starts_with(word)))
            && federation.is_none_or(|f| f == p.federation)
    };
    players.iter().filter(fits).map(|p| p.id).collect()
}

fn same_data(listed: &ListedPlayer, made: &Made) {
    assert_eq!((&*listed.name, &*listed.federation), (&*made.name, made.federation));
    assert_eq!(listed.sex, Some(if made.female { Sex::Female } else { Sex::Male }));
    assert_eq!(listed.birth.unwrap().year, made.birth);
    assert_eq!(listed.is_inactive(), made.inactive);
    assert_eq!(listed.title.map(|t| format!("{t:?}")).unwrap_or_default(), made.title);
    for (kind, rating) in Kind::ALL.into_iter().zip(made.ratings) {
        assert_eq!(listed.rating(kind), (rating > 0).then_some(ListedRating { value: rating, k: Some(made.k) }));
    }
}

#[test]
fn every_format_gives_the_same_players() {
    let (scratch, made) = (Scratch::new(), players(20_000));
    let (text, xml) = (text_of(&made), xml_of(&made));
    for file in [
        scratch.file("players_list_foa.txt", &text),
        scratch.file("players_list_xml_foa.xml", &xml),
        scratch.zip("players_list.zip", "players_list_foa.txt", &text),
        scratch.zip("players_list_xml.zip", "players_list_xml_foa.xml", &xml),
    ] {
        // Little memory, so that sorting goes through the disk.
        let (report, list) = scratch.list_with(&file, &IndexOptions { memory: 1 << 19, ..IndexOptions::default() });
        assert_eq!(
            (report.info.players, report.remark_count, report.left_out, report.repeated_ids),
            (20_000, 0, 0, 0),
            "{:?}",
            report.remarks
        );
        assert_eq!(report.info.kinds, Kind::ALL);
        assert_eq!(list.info(), &report.info);
        for made in made.iter().step_by(371) {
            let found = list.by_id(&made.id.to_string()).unwrap();
            assert_eq!(found.len(), 1);
            same_data(&found[0], made);
        }
        if file.extension().unwrap() == "zip" {
            assert_eq!(list.info().date.unwrap().to_string(), "2026-09-01");
            assert!(list.info().source.starts_with("players_list") && list.info().source.contains(".zip: "));
        }
    }
    let left = std::fs::read_dir(scratch.path("made")).unwrap().count();
    assert_eq!(left, 1, "scratch files stay behind");
}

#[test]
fn search_agrees_with_looking_through_everybody() {
    let (scratch, made) = (Scratch::new(), players(20_000));
    let (_, list) = scratch.list(&scratch.file("standard_sep26frl.txt", text_of(&made)));
    assert_eq!(list.info().date.unwrap().to_string(), "2026-09");
    for (text, words) in [
        ("carlsen, magnus", &["carlsen", "magnus"][..]),
        ("Magnus CARLSEN", &["carlsen", "magnus"]),
        ("mag carl", &["mag", "carl"]),
        ("c", &["c"]),
        ("foreest jorden van", &["foreest", "jorden", "van"]),
        ("van jord", &["van", "jord"]),
        ("garcia", &["garcia"]),
        ("jones w", &["jones", "w"]),
        ("O’Donn", &["odonn"]),
        ("José Núñez", &["jose", "nunez"]),
        ("Łukasz", &["lukasz"]),
        ("Müller", &["mueller"]),
        ("li wei", &["li", "wei"]),
        ("nobody", &["nobody"]),
        ("a m z", &["a", "m", "z"]),
        ("", &[]),
    ] {
        for federation in [None, Some("ISL"), Some("GER"), Some("XXX")] {
            assert_eq!(ids(&list, text, federation), wanted(&made, words, federation), "{text} {federation:?}");
        }
    }
    // The code of a federation among the words.
    for (text, words, federation) in
        [("carl nor", &["carl"][..], "NOR"), ("GER mueller", &["mueller"], "GER"), ("isl", &[], "ISL")]
    {
        assert_eq!(ids(&list, text, None), wanted(&made, words, Some(federation)), "{text}");
    }
    assert_eq!(ids(&list, "muller", None), wanted(&made, &["mueller"], None));
    let digits: Vec<u32> = made.iter().map(|p| p.id).filter(|id| id.to_string().starts_with("1003")).collect();
    assert!(digits.len() > 5);
    assert_eq!(ids(&list, "1003", None), digits);
    assert_eq!(
        ids(&list, "1003", Some("isl")).len(),
        digits.iter().filter(|id| (**id - 100_000) / 13 % 997 == 0).count()
    );
    // Whole names first, beginnings later; the limit holds.
    let found = list.search(&Query { limit: 7, ..Query::text("li") }).unwrap();
    assert_eq!(found.len(), 7);
    assert!(found.iter().all(|player| player.name.starts_with("Li,")));
}

#[test]
fn csv_with_a_column_map() {
    let scratch = Scratch::new();
    let file = scratch.file("dwz.csv", b"Nummer;Spieler;DWZ;Elo;Jahrgang\n10001;M\xFCller, J\xF6rg;1850;1900;1971\n10002;\"Schmidt; Ida\";;1500;x\n;;;;\n10003;;1200;;\n");
    let mut map = ColumnMap::default();
    for column in ["id=Nummer", "name=Spieler", "rating=DWZ", "birth=jahrgang"] {
        map.add(column).unwrap();
    }
    assert!(map.add("colour=Farbe").unwrap_err().contains("federation"));
    let options = IndexOptions {
        list: "DWZ".to_owned(),
        date: Some("2026-11-01".parse().unwrap()),
        map,
        ..IndexOptions::default()
    };
    let (report, list) = scratch.list_with(&file, &options);
    assert_eq!((report.info.players, report.left_out, report.remark_count), (2, 1, 2));
    assert_eq!(report.remarks.iter().map(|remark| remark.line).collect::<Vec<_>>(), [3, 5]);
    let found = list.search(&Query::text("muller")).unwrap();
    assert_eq!((&*found[0].name, found[0].rating(Kind::Standard).unwrap().value), ("Müller, Jörg", 1850));
    assert_eq!(found[0].ratings_of("DWZ"), [Rating { list: "DWZ".to_owned(), value: 1850, k: None }]);
    assert_eq!(list.search(&Query::text("10002")).unwrap()[0].name, "Schmidt; Ida");
    assert_eq!(list.info().date.unwrap().to_string(), "2026-11-01");
    let found = list.search(&Query::text("mueller jorg")).unwrap();
    assert_eq!(found.iter().map(|player| &*player.id).collect::<Vec<_>>(), ["10001"]);
}

#[test]
fn lists_of_one_kind_say_it_in_their_name() {
    let scratch = Scratch::new();
    let text = "ID Number      Name                          Fed Sex Tit  SEP26 Gms K  B-day Flag\n\
                100            Koch, Ida                     GER F   WFM  1900  0   20 1990  w\n";
    let (report, list) = scratch.list(&scratch.file("rapid_sep26frl.txt", text));
    assert_eq!((report.info.kinds, report.info.date.unwrap().to_string()), (vec![Kind::Rapid], "2026-09".to_owned()));
    let player = &list.by_id("100").unwrap()[0];
    assert_eq!((player.rating(Kind::Standard), player.rating(Kind::Rapid).unwrap().value), (None, 1900));
    assert_eq!(player.title, Some(Title::WFM));
}

#[test]
fn errors_name_file_line_and_remedy() {
    let scratch = Scratch::new();
    let error = scratch.refused("letter.txt", "\nDear arbiter\nhow are you\n");
    assert!(error.contains("letter.txt: line 2: ") && error.contains("FIDE distributes"), "{error}");
    let error = scratch.refused("cut.xml", "<playerslist>\n<player>\n<name>A</name>\n");
    assert!(error.contains("cut.xml: line 4: ") && error.contains("fetch the list again"), "{error}");
    let error = scratch.refused("bad.xml", "<playerslist>\n<player>\n<name>A</nome>\n");
    assert!(error.contains("bad.xml: line 3: ") && error.contains("fetch the list again"), "{error}");
    let error = scratch.refused("who.csv", "a,b,c\n1,2,3\n");
    assert!(error.contains("who.csv: line 1: ") && error.contains("name=COLUMN"), "{error}");
    let error = scratch.refused("none.csv", "name,rating\n");
    assert!(error.contains("none.csv: line 1: ") && error.contains("header"), "{error}");
    assert!(scratch.refused("empty.txt", "").contains("empty"));
    assert!(scratch.refused("broken.zip", b"PK\x03\x04 and no more").contains("fetch it again"));
    let missing = index(&scratch.path("gone.txt"), &scratch.path("no.redb"), &IndexOptions::default(), &mut go_on);
    assert!(missing.unwrap_err().to_string().contains("gone.txt"));
    assert!(RatingList::open(&scratch.path("no.redb")).unwrap_err().to_string().contains("index one first"));
    let junk = scratch.file("junk.redb", vec![7u8; 10_000]);
    assert!(RatingList::open(&junk).unwrap_err().to_string().contains("index the list again"));
}

#[test]
fn stopping_keeps_the_old_index() {
    let (scratch, made) = (Scratch::new(), players(3000));
    let (_, list) = scratch.list(&scratch.file("old.txt", text_of(&made[..10])));
    let path = scratch.path("made").join("list.redb");
    drop(list);
    let file = scratch.file("new.txt", text_of(&made));
    for stop in [Phase::Reading, Phase::Writing] {
        let mut seen = Vec::new();
        let stopped = index(&file, &path, &IndexOptions::default(), &mut |progress| {
            assert!(progress.done <= progress.total);
            seen.push(progress.phase);
            if progress.phase == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(matches!(stopped, Err(ListError::Stopped)));
        assert!(seen.contains(&stop));
        assert_eq!(RatingList::open(&path).unwrap().info().players, 10);
    }
    assert_eq!(std::fs::read_dir(scratch.path("made")).unwrap().count(), 1);
}

#[test]
fn refreshing_shows_first_and_changes_on_order() {
    let scratch = Scratch::new();
    let csv = "id,name,fed,sex,title,rating,k,rapid,birth\n\
               11,\"Koch, Ida\",GER,F,WFM,2011,20,,1990\n\
               12,\"Berg, Ole\",NOR,M,,,,1700,1980\n\
               13,\"Lund, Eva\",DEN,F,,1500,40,,2001\n\
               14,\"Lund, Eva\",DEN,F,,1600,40,,2002\n\
               15,\"Diaz, Jose\",ESP,M,,1777,20,,1971\n\
               16,\"Same, Sam\",USA,M,,1600,20,,1999\n";
    let options = IndexOptions { date: Some("2026-12".parse().unwrap()), ..IndexOptions::default() };
    let (_, list) = scratch.list_with(&scratch.file("fide.csv", csv), &options);
    let stage = Stage {
        name: String::new(),
        system: System::Swiss { variant: SwissVariant::Dutch, acceleration: false },
        rounds_planned: 5,
        games_per_meeting: 1,
        numbers: Default::default(),
        ..Stage::default()
    };
    let mut event = Event::new(Settings::default(), stage);
    let rating = |value| vec![Rating { list: "FIDE".to_owned(), value, k: Some(20) }];
    let player = |name: &str, id: &str, ratings: Vec<Rating>| Player {
        name: name.to_owned(),
        id: id.to_owned(),
        ratings,
        ..Player::default()
    };
    let ida = Player {
        birth: Some("1990-05-17".parse().unwrap()),
        club: "Turm".to_owned(),
        ..player("Koch, Ida", "11", rating(1980))
    };
    let entered = vec![
        ida,
        player("Berg, Ole", "12", rating(1650)),
        player("Eva Lund", "", Vec::new()),
        player("José Díaz", "", Vec::new()),
        player("Other, Man", "16", rating(1600)),
        player("Nobody, Nick", "", rating(1400)),
    ];
    let added = event.apply(Command::AddPlayers(entered)).unwrap().players;
    let before = event.state().clone();
    let proposals = refresh(event.state(), &list, Names::Keep).unwrap();
    assert_eq!(event.state(), &before);
    assert_eq!(proposals.iter().map(|p| p.player).collect::<Vec<_>>(), added);

    let text = |field: &str, old: &'static str, new: &'static str| (field.to_owned(), old, new);
    let changes = |n: usize| -> Vec<(String, &str, &str)> {
        proposals[n].changes.iter().map(|c| (c.field.to_string(), &*c.old, &*c.new)).collect()
    };
    assert_eq!(proposals[0].found, Found::ById);
    // The full date of birth stays, since the list's year agrees.
    assert_eq!(
        changes(0),
        [text("FIDE", "1980", "2011"), text("title", "", "WFM"), text("federation", "", "GER"), text("sex", "", "w")]
    );
    // No standard rating any more; a rapid rating is new.
    assert_eq!(changes(1)[..3], [text("FIDE rapid", "", "1700"), text("FIDE", "1650", ""), text("K (FIDE)", "20", "")]);
    assert!(
        matches!(&proposals[2].found, Found::Several(two) if two.len() == 2)
            && order(event.state(), [&proposals[2]]).is_none()
    );
    assert_eq!(proposals[3].found, Found::ByName);
    assert!(changes(3).contains(&text("id", "", "15")) && changes(3).contains(&text("FIDE", "", "1777")));
    assert!(matches!(&proposals[4].found, Found::OtherName(listed) if listed.name == "Same, Sam"));
    assert!(order(event.state(), &proposals[4..]).is_none());
    assert_eq!(proposals[5].found, Found::Missing);

    let all = order(event.state(), &proposals).unwrap();
    let change = event.apply(all).unwrap();
    let told = "Rating list FIDE of 2026-12: changed 3 players: Koch, Ida; ";
    assert!(change.summary.starts_with(told), "{}", change.summary);
    // One command, taken back and done again as a whole.
    let after = event.state().clone();
    event.undo().unwrap();
    assert_eq!(event.state(), &before);
    event.redo().unwrap();
    assert_eq!(event.state(), &after);
    let ida = &event.state().players[&added[0]];
    assert_eq!(
        (ida.ratings[0].value, &*ida.club, ida.birth.unwrap().to_string()),
        (2011, "Turm", "1990-05-17".to_owned())
    );
    assert_eq!(event.state().players[&added[3]].name, "José Díaz");
    // A rapid rating does not count in a classical event; in a rapid one the standard rating does where there is none.
    let state = event.state();
    assert_eq!([0, 1].map(|n| state.rating(&state.players[&added[n]])), [2011, 0]);
    let rapid = Settings { discipline: Discipline::Rapid, ..(*state.settings).clone() };
    let rapid = State { settings: std::sync::Arc::new(rapid), ..state.clone() };
    assert_eq!([0, 1].map(|n| rapid.rating(&rapid.players[&added[n]])), [2011, 1700]);
    // List and date stay with the event, and go into its report file and out of it again.
    assert_eq!(state.settings.rating_source, "FIDE of 2026-12");
    let file = tournament::trf::export(state, 0, tournament::trf::Dialect::Trf26, &Default::default()).unwrap();
    let (read, _) = tournament::trf::import(&tournament::trf::read(&file.bytes).unwrap()).unwrap();
    assert_eq!(read.settings.rating_source, "FIDE of 2026-12");
    let again = refresh(event.state(), &list, Names::Keep).unwrap();
    assert!(order(event.state(), &again).is_none());
    // A second look finds nothing more to do.
    assert!(refresh(event.state(), &list, Names::Keep).unwrap().iter().all(|proposal| proposal.changes.is_empty()));

    let listed = &list.by_id("12").unwrap()[0];
    let rapid = listed.to_player(list.info(), Discipline::Rapid);
    assert_eq!((&*rapid.name, &*rapid.ratings[0].list, rapid.ratings[0].value), ("Berg, Ole", "FIDE rapid", 1700));
}

/// An event of one stage with these players.
fn event_of(players: Vec<Player>, settings: Settings) -> Event {
    let stage = Stage { rounds_planned: 6, ..Stage::default() };
    let mut event = Event::new(settings, stage);
    event.apply(Command::AddPlayers(players)).unwrap();
    event
}

#[test]
fn the_user_decides_on_doubtful_players_and_on_names() {
    let scratch = Scratch::new();
    let csv = "id,name,fed,rating,rapid,k,birth\n\
               31,\"Young, Yan\",CHN,1500,,40,2010\n\
               13,\"Lund, Eva\",DEN,1500,1555,40\n\
               14,\"Lund, Eva\",DEN,1600,,40\n\
               21,\"Giorgadze, Tamar\",GEO,2100,2120,20\n";
    let (_, list) = scratch.list(&scratch.file("fide.csv", csv));
    let named = |name: &str, id: &str| Player { name: name.to_owned(), id: id.to_owned(), ..Player::default() };
    let moved = Player { federation: "GER".to_owned(), ..named("Giorgadze, Tamar", "") };
    let older = Player { birth: Some("1950".parse().unwrap()), ..named("Young, Yan", "") };
    let players =
        vec![named("Lund, Eva", ""), named("Giorgadze, T. (Tamar)", "21"), named("Other, Man", "14"), moved, older];
    let event = event_of(players, Settings { discipline: Discipline::Rapid, ..Settings::default() });
    let state = event.state();
    let keep = refresh(state, &list, Names::Keep).unwrap();
    let follow = refresh(state, &list, Names::Follow).unwrap();
    let renamed = |proposal: &Proposal| proposal.changes.iter().any(|change| change.field == Changed::Name);
    assert!(!renamed(&keep[1]) && renamed(&follow[1]));
    assert_eq!(follow[1].updated.as_ref().unwrap().name, "Giorgadze, Tamar");
    // A player without ratings gets that of the event's discipline first.
    let lists = |player: &Player| player.ratings.iter().map(|r| (r.list.clone(), r.value)).collect::<Vec<_>>();
    assert_eq!(lists(keep[1].updated.as_ref().unwrap()), [("FIDE rapid".to_owned(), 2120), ("FIDE".to_owned(), 2100)]);
    // Another federation makes it doubtful; another year of birth makes it somebody else.
    assert!(
        matches!(&keep[3].found, Found::Several(one) if one.len() == 1 && one[0].id == "21"),
        "{:?}",
        keep[3].found
    );
    assert_eq!(keep[4].found, Found::Missing);
    // A rating that the entry list gave no name is taken for the list's own: no second one stands beside it.
    let unnamed = Rating { list: "rating".to_owned(), value: 2050, k: None };
    let tamar = Player { ratings: vec![unnamed], ..named("Giorgadze, Tamar", "21") };
    let event_of_one = event_of(vec![tamar], Settings::default());
    let proposals = refresh(event_of_one.state(), &list, Names::Keep).unwrap();
    let updated = proposals[0].updated.as_ref().unwrap();
    assert_eq!(lists(updated), [("FIDE".to_owned(), 2100), ("FIDE rapid".to_owned(), 2120)]);
    let first = &proposals[0].changes[0];
    assert_eq!((first.field.to_string(), &*first.old, &*first.new), ("FIDE".to_owned(), "2050", "2100"));
    assert!(proposals[0].changes.iter().all(|change| change.field != Changed::Rating("rating".to_owned())));
    // The list has no standard rating: what was typed for a classical event stays, and a rapid rating does not replace it.
    let scratch = Scratch::new();
    let (_, rapid_only) = scratch.list(
        &scratch
            .file("fide.csv", "id,name,fed,rating,rapid\n7,\"Silva, Ravindu\",SRI,,1490\n8,\"Kim, Ann\",KOR,1800,\n"),
    );
    let typed = Rating { list: "rating".to_owned(), value: 1500, k: None };
    let silva = event_of(vec![Player { ratings: vec![typed], ..named("Silva, Ravindu", "7") }], Settings::default());
    let proposals = refresh(silva.state(), &rapid_only, Names::Keep).unwrap();
    let updated = proposals[0].updated.as_ref().unwrap();
    assert_eq!(lists(updated), [("rating".to_owned(), 1500), ("FIDE rapid".to_owned(), 1490)]);
    assert_eq!(silva.state().rating(updated), 1500);
    // The right one of two is chosen, and the number follows it.
    let Found::Several(candidates) = keep[0].found.clone() else { panic!("{:?}", keep[0].found) };
    let mut chosen = keep[0].clone();
    chosen.choose(state, &candidates[1], list.info(), Names::Keep);
    assert!(chosen.is_sure() && !keep[0].is_sure());
    assert_eq!(chosen.updated.as_ref().unwrap().id, "14");
    let Found::OtherName(listed) = keep[2].found.clone() else { panic!("{:?}", keep[2].found) };
    let mut same = keep[2].clone();
    same.choose(state, &listed, list.info(), Names::Keep);
    assert_eq!(lists(same.updated.as_ref().unwrap()), [("FIDE".to_owned(), 1600)]);
}

#[test]
fn a_refresh_of_a_begun_event_says_what_still_counts() {
    let scratch = Scratch::new();
    let csv = "id,name,rating\n1,\"Arden, Ar\",2100\n2,\"Berg, Be\",2000\n3,\"Cole, Co\",1900\n4,\"Dahl, Da\",1800\n\
               5,\"Eder, Ed\",1700\n6,\"Falk, Fa\",1600\n7,\"Gray, Gr\",1500\n8,\"Hahn, Ha\",1400\n";
    let (_, list) = scratch.list(&scratch.file("fide.csv", csv));
    let players = ["Arden, Ar", "Berg, Be", "Cole, Co", "Dahl, Da", "Eder, Ed", "Falk, Fa", "Gray, Gr", "Hahn, Ha"];
    let players = players.iter().zip(1..).map(|(name, id)| Player {
        name: (*name).to_owned(),
        id: format!("{id}"),
        ..Player::default()
    });
    let settings = Settings { initial_color: Some(Color::White), ..Settings::default() };
    let mut event = event_of(players.collect(), settings);
    let reasons = |event: &Event| {
        let proposals = refresh(event.state(), &list, Names::Keep).unwrap();
        event.warning(&order(event.state(), &proposals).unwrap()).reasons
    };
    assert!(reasons(&event).is_empty(), "before round 1 there is nothing to say");
    for round in 1..=4 {
        let pair = Order { command: Command::PairRound { stage: 0 }, reason: String::new(), confirmed: true };
        event.apply(pair).unwrap();
        let told = reasons(&event);
        assert_eq!(told.len(), 1, "told once for all players: {told:?}");
        let wanted = if round < 4 { "made anew" } else { "Pairing numbers stay" };
        assert!(told[0].contains(wanted), "round {round}: {told:?}");
        for board in 1..=4 {
            let at = GameRef { stage: 0, round, board, game: 0 };
            event.apply(Command::SetResult { at, result: Some(GameResult::Draw), reason: None }).unwrap();
        }
    }
}

#[test]
fn damaged_indexes_are_errors_that_say_what_to_do() {
    let (scratch, made) = (Scratch::new(), players(4000));
    let (_, list) = scratch.list(&scratch.file("list.txt", text_of(&made)));
    let good = list.search(&Query::text("carlsen")).unwrap();
    drop(list);
    let path = scratch.path("made").join("list.redb");
    let bytes = std::fs::read(&path).unwrap();
    let try_all = |what: &str, bytes: &[u8]| -> usize {
        let damaged = scratch.file("damaged.redb", bytes);
        let told = |error: ListError| {
            let text = error.to_string();
            assert!(text.contains("damaged.redb: ") && text.contains("index the list again"), "{what}: {text}");
        };
        let list = match RatingList::open(&damaged) {
            Ok(list) => list,
            Err(error) => {
                told(error);
                return 1;
            }
        };
        let mut errors = 0;
        for text in ["carlsen", "m", "1003", "li wei", "zoe"] {
            match list.search(&Query::text(text)) {
                // What is found is what the undamaged index gives.
                Ok(found) if text == "carlsen" => assert_eq!(found, good, "{what}"),
                Ok(_) => {}
                Err(error) => {
                    errors += 1;
                    told(error);
                }
            }
        }
        for made in made.iter().step_by(400) {
            match list.by_id(&made.id.to_string()) {
                Ok(found) => {
                    assert_eq!(found.len(), 1, "{what}");
                    same_data(&found[0], made);
                }
                Err(error) => {
                    errors += 1;
                    told(error);
                }
            }
        }
        errors
    };
    assert_eq!(try_all("whole", &bytes), 0);
    for part in [0, 1, 100, 4096, bytes.len() / 3, bytes.len() / 2, bytes.len() - 4096, bytes.len() - 1] {
        assert!(try_all(&format!("cut at {part}"), &bytes[..part]) > 0, "cut at {part}");
    }
    let mut noticed = 0;
    let mut random = 2026u64;
    for number in 0..120 {
        let mut altered = bytes.clone();
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let at = (random >> 20) as usize % altered.len();
        // A byte, a stretch of noise or of zeros, as bad disks and bad copies leave them.
        let length = [1, 64, 4096][number % 3].min(altered.len() - at);
        for (offset, byte) in altered[at..at + length].iter_mut().enumerate() {
            *byte = if number % 2 == 0 { !*byte ^ (offset as u8) } else { 0 };
        }
        noticed += usize::from(try_all(&format!("{length} bytes at {at}"), &altered) > 0);
    }
    assert!(noticed > 20, "only {noticed} of 120 were in a place that these searches read");
}
