//! Points series over several events.

mod common;

use common::*;
use tournament::command::Command;
use tournament::event::Event;
use tournament::model::*;
use tournament::series::*;

fn exact(text: &str) -> Exact {
    text.parse().unwrap()
}

fn points(list: &[i32]) -> PointTable {
    PointTable::Fixed(list.iter().map(|&p| Exact::whole(p)).collect())
}

fn person(name: &str) -> Person {
    Person { name: name.into(), ..Person::default() }
}

/// A stage from names, best first; a name after `=` shares the points of the one before it.
fn stage(order: &str) -> SeriesStage {
    let mut results: Vec<StageResult> = Vec::new();
    for (word, place) in order.split_whitespace().zip(1..) {
        let (shares, name) = word.strip_prefix('=').map_or((false, word), |name| (true, name));
        let shared = results.last().filter(|_| shares).map_or(place, |before| before.shared);
        results.push(StageResult { who: person(name), place, shared, wins: 0 });
    }
    SeriesStage { name: order.into(), file: order.into(), results, ..SeriesStage::default() }
}

fn series(rules: Rules, stages: &[&str]) -> Series {
    Series { settings: rules, stages: stages.iter().map(|order| stage(order)).collect(), ..Series::default() }
}

fn totals(series: &Series) -> Vec<(String, String)> {
    series.standings().lines.into_iter().map(|line| (line.who.name, line.total.to_string())).collect()
}

fn of(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter().map(|(name, total)| ((*name).to_owned(), (*total).to_owned())).collect()
}

/// The example of `multi-stage` 6: X is 1st and 3rd, Y three times 2nd, Z shares 1st and 2nd, is 1st and 4th; the best two count.
const EXAMPLE: [&str; 4] = ["X Y A", "Z Y X", "B Y C Z", "Z =W"];

#[test]
fn the_worked_example() {
    let rules = Rules { table: points(&[25, 18, 15, 12]), best: Some(2), tied: Tied::Average, ..Rules::default() };
    let table = series(rules.clone(), &EXAMPLE);
    let first: Vec<_> = totals(&table).into_iter().take(3).collect();
    assert_eq!(first, of(&[("Z", "46 1/2"), ("X", "40"), ("Y", "36")]));
    let z = &table.standings().lines[0];
    let cells: Vec<Option<(u32, String, bool)>> =
        z.cells.iter().map(|cell| cell.map(|cell| (cell.place, cell.points.to_string(), cell.counts))).collect();
    assert_eq!(
        cells,
        [None, Some((1, "25".into(), true)), Some((4, "12".into(), false)), Some((1, "21 1/2".into(), true))]
    );
    let full = series(Rules { tied: Tied::Full, ..rules.clone() }, &EXAMPLE);
    assert_eq!(totals(&full)[0], ("Z".into(), "50".into()));
    // By tie-breaks Z was first.
    let divided = series(Rules { tied: Tied::ByTieBreaks, ..rules }, &EXAMPLE);
    assert_eq!(totals(&divided)[0], ("Z".into(), "50".into()));
}

#[test]
fn fewer_stages_than_count_are_all_counted() {
    let rules = Rules { table: points(&[10, 5]), best: Some(3), ..Rules::default() };
    assert_eq!(totals(&series(rules, &["A B", "B A"])), of(&[("A", "15"), ("B", "15")]));
}

#[test]
fn three_share_thirds_exactly() {
    let rules = Rules { table: points(&[10, 6, 4]), tied: Tied::Average, ..Rules::default() };
    let table = series(rules, &["A =B =C", "A B C"]);
    assert_eq!(totals(&table), of(&[("A", "16 2/3"), ("B", "12 2/3"), ("C", "10 2/3")]));
    assert_eq!(exact("6 2/3") + exact("10 1/3"), Exact::whole(17));
}

#[test]
fn factor_bonus_minimum_and_field_size() {
    let rules = Rules { table: PointTable::BySize, last_factor: exact("1.5"), minimum: 2, ..Rules::default() };
    let table = series(rules.clone(), &["A B C", "B A", "B D A C"]);
    // A 3 + 1 + 1.5·2, B 2 + 2 + 1.5·4, C 1 + 1.5·1; D has played one stage only.
    let standings = table.standings();
    assert_eq!(totals(&table), of(&[("B", "10"), ("A", "7"), ("C", "2 1/2"), ("D", "4 1/2")]));
    assert_eq!(standings.lines.iter().map(|line| line.rank).collect::<Vec<_>>(), [Some(1), Some(2), Some(3), None]);
    // Planned for four stages, the third one is not the last.
    let more = series(Rules { planned: 4, ..rules }, &["A B C", "B A", "B D A C"]);
    assert_eq!(totals(&more)[0], ("B".into(), "8".into()));
    let mut bonus = series(
        Rules { table: points(&[10, 5]), bonus_start: exact("1"), bonus_win: exact("0.5"), ..Rules::default() },
        &["A B C"],
    );
    bonus.stages[0].results[2].wins = 3;
    assert_eq!(totals(&bonus), of(&[("A", "11"), ("B", "6"), ("C", "2 1/2")]));
}

#[test]
fn tie_breaks_of_a_series() {
    let table = points(&[10, 8, 6, 4]);
    let rank = |tiebreaks: Vec<SeriesTieBreak>, stages: &[&str]| {
        let rules = Rules { table: table.clone(), tiebreaks, ..Rules::default() };
        let lines = series(rules, stages).standings().lines.into_iter();
        lines.take(2).map(|line| (line.rank, line.who.name)).collect::<Vec<_>>()
    };
    // A 8 + 8, B 10 + 6: equal.
    let level = rank(vec![], &["B A", "A B"]);
    assert_eq!(level, [(Some(1), "A".into()), (Some(1), "B".into())]);
    let by = |tie_break| {
        let order = rank(vec![tie_break], &["B A X", "X A B"]);
        order.into_iter().map(|(_, name)| name).collect::<Vec<_>>()
    };
    // X has 6 + 10 as B; both have a first place, A has none.
    assert!(!by(SeriesTieBreak::MostFirstPlaces).contains(&"A".to_owned()));
    assert!(!by(SeriesTieBreak::BestSingle).contains(&"A".to_owned()));
    assert_eq!(by(SeriesTieBreak::LastStage), ["X", "A"]);
    // B was twice before A, A once before B.
    let order = rank(vec![SeriesTieBreak::HeadToHead], &["B A", "B A", "A C B"]);
    assert_eq!(order, [(Some(1), "B".into()), (Some(2), "A".into())]);
    let seeds: std::collections::BTreeSet<String> =
        (0..10).map(|seed| rank(vec![SeriesTieBreak::Lot { seed }], &["B A", "A B"])[0].1.clone()).collect();
    assert_eq!(seeds.len(), 2);
}

#[test]
fn only_the_registered_score() {
    let table = points(&[10, 8, 6]);
    let play = |move_up| {
        let rules = Rules { table: table.clone(), scores: Scores::Registered { move_up }, ..Rules::default() };
        let mut series = series(rules, &["Guest A B"]);
        series.registered = vec![person("A"), person("B")];
        totals(&series)
    };
    assert_eq!(play(true), of(&[("A", "10"), ("B", "8")]));
    assert_eq!(play(false), of(&[("A", "8"), ("B", "6")]));
    let nobody = Rules { scores: Scores::Registered { move_up: true }, ..Rules::default() };
    assert!(series(nobody, &["A B"]).fault().unwrap().contains("nobody is registered"));
}

#[test]
fn people_are_matched_by_number_then_by_name_and_birth() {
    let who = |name: &str, id: &str, birth: Option<&str>| Person {
        name: name.into(),
        id: id.into(),
        birth: birth.map(|date| date.parse().unwrap()),
        ..Person::default()
    };
    let stage = |people: &[Person]| SeriesStage {
        results: people
            .iter()
            .zip(1..)
            .map(|(who, place)| StageResult { who: who.clone(), place, shared: place, wins: 0 })
            .collect(),
        ..SeriesStage::default()
    };
    let mut series = Series { settings: Rules { table: PointTable::BySize, ..Rules::default() }, ..Series::default() };
    series.stages = vec![
        stage(&[who("Müller, Jan", "12", Some("1990")), who("Bold, G", "", Some("2001")), who("Koch, Ida", "", None)]),
        // The number holds against a changed name; the same name with another year is another person; a missing year is doubtful.
        stage(&[
            who("Muller-Lang, Jan", "12", None),
            who("Bold, G", "", Some("1975")),
            who("KOCH, Ida", "", Some("1980")),
        ]),
    ];
    let standings = series.standings();
    assert_eq!(standings.lines.len(), 4);
    assert_eq!(standings.lines[0].total, Exact::whole(6));
    assert_eq!(standings.doubts.len(), 1, "{:?}", standings.doubts);
    assert!(standings.doubts[0].contains("KOCH"));
    // The organiser says that two names are one person.
    let mut series = Series { settings: Rules { table: PointTable::BySize, ..Rules::default() }, ..Series::default() };
    series.stages = vec![stage(&[who("Lee, A", "", None)]), stage(&[who("Smith-Lee, A", "", None)])];
    assert_eq!(series.standings().lines.len(), 2);
    series.settings.also_called = vec![("Smith-Lee, A".into(), "Lee, A".into())];
    assert_eq!(series.standings().lines.iter().map(|line| line.total).collect::<Vec<_>>(), [Exact::whole(2)]);
}

#[test]
fn teams_sum_their_best_members() {
    let mut table =
        series(Rules { table: points(&[10, 8, 6, 4, 2]), team_members: 2, ..Rules::default() }, &["A B C D E"]);
    for (result, team) in table.stages[0].results.iter_mut().zip(["Red", "Blue", "Blue", "Red", "Red"]) {
        result.who.team = team.into();
    }
    let points: Vec<(u32, String, String)> =
        table.standings().teams.into_iter().map(|team| (team.rank, team.name, team.total.to_string())).collect();
    // Equal sums 10 + 4 and 8 + 6: the best single place.
    assert_eq!(points, [(1, "Red".into(), "14".into()), (2, "Blue".into(), "14".into())]);
    table.settings.team_by = TeamBy::Places;
    let places: Vec<(String, String)> =
        table.standings().teams.into_iter().map(|team| (team.name, team.total.to_string())).collect();
    // 1 + 4 and 2 + 3: again the best single place.
    assert_eq!(places, [("Red".into(), "10".into()), ("Blue".into(), "8".into())]);
}

#[test]
fn a_series_takes_final_rankings_and_lives_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("club{SUFFIX}"));
    let mut series = Series::default();
    series.settings.name = "Club Grand Prix".into();
    series.settings.tied = Tied::Average;
    let mut event = swiss(4, 1);
    assert!(SeriesStage::of_event(event.state(), "a").unwrap_err().contains("Nothing"));
    event.apply(yes(PAIR)).unwrap();
    let (_, notes) = SeriesStage::of_event(event.state(), "a").unwrap();
    assert!(notes[0].contains("not over"));
    for board in 1..=2 {
        event.apply(result(1, board, GameResult::WhiteWins)).unwrap();
    }
    let (stage, notes) = SeriesStage::of_event(event.state(), "a").unwrap();
    assert!(notes.is_empty());
    assert_eq!(stage.results.len(), 4);
    assert_eq!(
        stage.results.iter().map(|result| (result.shared, result.wins)).collect::<Vec<_>>(),
        [(1, 1), (1, 1), (3, 0), (3, 0)]
    );
    assert_eq!(series.add(stage.clone()), Ok(false));
    assert_eq!(series.add(stage), Ok(true), "the same file takes the place of the old one");
    assert_eq!(
        totals(&series).iter().map(|(_, total)| total.as_str()).collect::<Vec<_>>(),
        ["21 1/2", "21 1/2", "13 1/2", "13 1/2"]
    );
    save(&path, &series).unwrap();
    assert_eq!(read(&path).unwrap(), series);
    std::fs::write(&path, "(format: \"other\", version: 1)").unwrap();
    assert!(matches!(read(&path), Err(SeriesError::Damaged { .. })));
    std::fs::write(&path, "(format: \"pairwright-series\", version: 9, new: 1)").unwrap();
    assert!(matches!(read(&path), Err(SeriesError::Newer { version: 9, .. })));
    assert!(matches!(read(&folder.path().join("none")), Err(SeriesError::Unreadable { .. })));
    let late = Command::Note("x".into());
    event.apply(yes(late)).unwrap();
}

#[test]
fn an_event_that_has_changed_since_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.pairwright.ron");
    let store = |event: &Event| std::fs::write(&file, tournament::store::write_text(event).unwrap()).unwrap();
    let mut event = swiss(4, 1);
    event.apply(yes(PAIR)).unwrap();
    let mut series = Series::default();
    series.add(SeriesStage::of_event(event.state(), "club.pairwright.ron").unwrap().0).unwrap();
    assert!(series.outdated(folder.path()).is_empty(), "the file is elsewhere");
    store(&event);
    assert!(series.outdated(folder.path()).is_empty());
    assert!(series.standings().doubts[0].contains("not over"));
    for board in 1..=2 {
        event.apply(result(1, board, GameResult::WhiteWins)).unwrap();
    }
    store(&event);
    let old = series.outdated(folder.path());
    assert_eq!((old.len(), old[0].stage, &old[0].path), (1, 0, &file));
    series.add(SeriesStage::of_event(event.state(), "club.pairwright.ron").unwrap().0).unwrap();
    assert!(series.outdated(folder.path()).is_empty() && series.standings().doubts.is_empty());
}

const ROUND_ROBIN: System = System::RoundRobin { cycles: 1, exchange_last_two: false };

/// A round-robin of teams that is over; in each match the team whose name comes first wins one board and draws the other.
fn team_stage(names: &[&str], federation: &str, file: &str) -> SeriesStage {
    let mut event = team_event(names.iter().map(|name| (*name).to_owned()), ROUND_ROBIN);
    if !federation.is_empty() {
        for id in event.state().players.keys().copied().collect::<Vec<_>>() {
            let player = Player { federation: federation.into(), ..(*event.state().players[&id]).clone() };
            event.apply(yes(Command::EditPlayer(id, Box::new(player)))).unwrap();
        }
    }
    let rounds = names.len() as u32 - 1;
    for _ in 0..rounds {
        event.apply(yes(PAIR)).unwrap();
        enter_matches(&mut event, 0, 1);
    }
    let (stage, notes) = SeriesStage::of_event(event.state(), file).unwrap();
    assert!(notes.is_empty(), "{notes:?}");
    stage
}

#[test]
fn a_series_of_teams_gives_points_for_their_places() {
    let rules = Rules { table: points(&[10, 8, 6, 5]), best: Some(2), bonus_win: exact("0.5"), ..Rules::default() };
    let mut series = Series { settings: rules, ..Series::default() };
    let first = team_stage(&["Ajax", "Bern", "Cork", "Dax"], "", "1");
    assert!(first.teams);
    // Everybody beats whoever comes later in the alphabet: three, two, one, no matches won.
    let order: Vec<(String, u32, u32)> =
        first.results.iter().map(|result| (result.who.name.clone(), result.place, result.wins)).collect();
    assert_eq!(order, [("Ajax".into(), 1, 3), ("Bern".into(), 2, 2), ("Cork".into(), 3, 1), ("Dax".into(), 4, 0)]);
    assert_eq!(series.add(first), Ok(false));
    assert!(series.of_teams());
    series.add(team_stage(&["Bern", "CORK", "DAX", "Essen"], "", "2")).unwrap();
    series.add(team_stage(&["Dax", "Essen"], "", "3")).unwrap();
    // Ajax 10 + 1.5; Bern (8 + 1) + (10 + 1.5); Cork (6 + 0.5) + (8 + 1); Dax 5, 6 + 0.5, 10 + 0.5, the best two of these;
    // Essen 5 + 8.
    assert_eq!(
        totals(&series),
        of(&[("Bern", "20 1/2"), ("Dax", "17"), ("Cork", "15 1/2"), ("Essen", "13"), ("Ajax", "11 1/2")])
    );
    let dax = &series.standings().lines[1];
    assert_eq!(dax.cells.iter().map(|cell| cell.unwrap().counts).collect::<Vec<_>>(), [false, true, true]);
    // An event of players does not belong in it, and none of teams in a series of players.
    assert!(series.add(stage("A B")).unwrap_err().contains("another series"));
    let mut players = Series::default();
    players.add(stage("A B")).unwrap();
    assert!(players.add(team_stage(&["A", "B"], "", "t")).unwrap_err().contains("another series"));
    // The file keeps what it is.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("teams{SUFFIX}"));
    save(&path, &series).unwrap();
    assert_eq!(read(&path).unwrap(), series);
}

#[test]
fn teams_are_matched_by_name_and_federation() {
    let with = |stages: Vec<SeriesStage>| Series {
        settings: Rules { table: PointTable::BySize, ..Rules::default() },
        stages,
        ..Series::default()
    };
    let riga = || vec![team_stage(&["Riga", "Tal"], "LAT", "1"), team_stage(&["Riga", "Usti"], "USA", "2")];
    // Two federations: two teams; without a federation it is not known which of them is meant.
    let two = with(riga()).standings();
    assert_eq!(two.lines.iter().filter(|line| line.who.name == "Riga").count(), 2);
    assert!(two.doubts.is_empty(), "{:?}", two.doubts);
    let mut stages = riga();
    stages.push(team_stage(&["Riga", "Vaduz"], "", "3"));
    let three = with(stages).standings();
    assert!(three.doubts.iter().any(|doubt| doubt.contains("Riga")), "{:?}", three.doubts);
    // Known in one event only: the same team.
    let one = with(vec![team_stage(&["Riga", "Tal"], "LAT", "1"), team_stage(&["RIGA", "Usti"], "", "2")]);
    assert_eq!(totals(&one)[0], ("Riga".into(), "4".into()));
    assert_eq!(one.standings().lines[0].who.federation, "LAT");
    // A registration means the federation in its brackets.
    let mut registered = with(riga());
    registered.settings.scores = Scores::Registered { move_up: true };
    registered.registered = vec![Person { name: "Riga".into(), id: "USA".into(), ..Person::default() }];
    let lines = registered.standings().lines;
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0].cells.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true]);
}

#[test]
fn shared_places_of_teams_are_those_with_equal_points() {
    let mut event = team_event(["A", "B", "C"].map(str::to_owned), ROUND_ROBIN);
    for _ in 0..3 {
        event.apply(yes(PAIR)).unwrap();
        enter_matches(&mut event, 0, 0);
    }
    let (stage, _) = SeriesStage::of_event(event.state(), "a").unwrap();
    assert_eq!(stage.results.iter().map(|result| (result.shared, result.wins)).collect::<Vec<_>>(), [(1, 0); 3]);
    let rules = Rules { table: points(&[10, 6, 4]), tied: Tied::Average, ..Rules::default() };
    let series = Series { settings: rules, stages: vec![stage], ..Series::default() };
    assert_eq!(totals(&series), of(&[("A", "6 2/3"), ("B", "6 2/3"), ("C", "6 2/3")]));
}
