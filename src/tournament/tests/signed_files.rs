//! What is signed agrees between an event, its report file and the event that the file makes again.

mod common;

use common::*;
use pairing::Points;
use std::collections::BTreeMap;
use std::sync::Arc;
use tournament::command::{Command, GameRef};
use tournament::event::Event;
use tournament::model::*;
use tournament::ratings::{RatingRules, report_ratings, state_ratings};
use tournament::standings::{self, StageTable, TieBreak, card};
use tournament::trf::{self, Dialect, Trf};

fn ranks(state: &State) -> BTreeMap<PlayerId, u32> {
    StageTable::of(state, 0, state.rounds_paired(0)).ranks().map(|(rank, id)| (id, rank)).collect()
}

/// The report file of an event, with the words on what it cannot hold.
fn file_of(state: &State) -> (Trf, String, Vec<String>) {
    let exported = trf::export(state, 0, Dialect::Trf26, &ranks(state)).unwrap();
    let text = String::from_utf8(exported.bytes.clone()).unwrap();
    let remarks = exported.remarks.iter().map(ToString::to_string).collect();
    (trf::read(&exported.bytes).unwrap(), text, remarks)
}

/// Every number with points, values and rank.
fn listed(standings: &standings::Standings) -> Vec<(u32, u32, Points, Vec<String>)> {
    let row = |row: &standings::Standing| {
        (row.number, row.rank, row.points, row.values.iter().map(ToString::to_string).collect())
    };
    let mut rows: Vec<_> = standings.rows.iter().map(row).collect();
    rows.sort();
    rows
}

#[test]
fn a_double_swiss_is_counted_by_matches_everywhere() {
    let codes = TieBreak::parse_list("BH/C1,BH,SB,DE,WIN,WON,BPG,PS,REP,STD,FB,AOB,KS,ARO,TPR").unwrap();
    let settings = Settings {
        initial_color: Some(Color::White),
        scoring: Scoring { win: 20, draw: 10, loss: 0, zero_bye: 0, forfeit_loss: 0, pairing_bye: 20 },
        tiebreaks: codes.iter().map(ToString::to_string).collect(),
        ..Settings::default()
    };
    let system = System::Swiss { variant: SwissVariant::DoubleSwiss, acceleration: false };
    let mut event = Event::new(settings, Stage { system, games_per_meeting: 2, ..stage(4) });
    let players = (1..=9).map(|i| player(&format!("P{i:02}"), 2500 - 20 * i)).collect();
    event.apply(yes(Command::AddPlayers(players))).unwrap();
    use GameResult::*;
    let mut results = [WhiteWins, Draw, BlackWins, ForfeitToWhite, WhiteWinsUnrated, Draw, BothForfeit, HalfToWhite]
        .into_iter()
        .cycle();
    for round in 1..=4 {
        event.apply(yes(PAIR)).unwrap();
        let boards = event.state().round(0, round).unwrap().meetings.len() as u32;
        for board in 1..=boards {
            for game in 0..2 {
                let at = GameRef { game, ..at(round, board) };
                event.apply(yes(Command::SetResult { at, result: results.next(), reason: None })).unwrap();
            }
        }
    }
    let (file, ..) = file_of(event.state());
    assert_eq!((file.round_to_pair(), file.meetings_paired()), (9, 4), "two rounds of the file for each match");
    let (again, _) = trf::import(&file).unwrap();
    for round in 1..=4 {
        let own = StageTable::with_list(event.state(), 0, round, &codes).standings;
        let of_file = standings::compute(&file.meeting_table(Some(round)).unwrap(), &codes);
        assert_eq!(listed(&of_file), listed(&own), "the file after round {round}");
        assert_eq!(listed(&StageTable::with_list(&again, 0, round, &codes).standings), listed(&own));
    }
    // An opponent counts once a match: Buchholz is at most the sum of four scores.
    let games = standings::compute(&file.cross_table(None).unwrap(), &codes);
    assert_ne!(listed(&games), listed(&StageTable::with_list(event.state(), 0, 4, &codes).standings));
    let checked = standings::check_file(&file).unwrap();
    assert_eq!(checked.found, [], "points and ranks of the file");
    let checked = standings::check_event(event.state(), 0).unwrap();
    assert_eq!((checked.found.len(), checked.open.len()), (0, 0), "{checked:?}");
    assert!(checked.compared[0].contains("rounds 1 to 4"), "{checked:?}");
}

#[test]
fn meetings_of_a_round_robin_are_counted_as_the_event_counts_them() {
    let settings = Settings { tiebreaks: vec!["SB".into(), "WIN".into()], ..Settings::default() };
    let system = System::RoundRobin { cycles: 1, exchange_last_two: false };
    let mut event = Event::new(settings, Stage { system, games_per_meeting: 2, ..stage(3) });
    event.apply(yes(Command::AddPlayers((1..=4).map(|i| player(&format!("P{i}"), 2000 - i)).collect()))).unwrap();
    let mut results = [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins].into_iter().cycle();
    for round in 1..=3 {
        event.apply(yes(PAIR)).unwrap();
        for (board, game) in [(1, 0), (1, 1), (2, 0), (2, 1)] {
            let at = GameRef { game, ..at(round, board) };
            event.apply(yes(Command::SetResult { at, result: results.next(), reason: None })).unwrap();
        }
    }
    let (file, ..) = file_of(event.state());
    let (again, _) = trf::import(&file).unwrap();
    let stage = &again.stages[0];
    assert_eq!(
        (&stage.system, stage.games_per_meeting, stage.rounds_planned),
        (&System::RoundRobin { cycles: 1, exchange_last_two: false }, 2, 3)
    );
    let checked = standings::check_event(event.state(), 0).unwrap();
    assert_eq!((checked.found.len(), checked.open.len()), (0, 0), "{checked:?}");
    assert_eq!(standings::check_file(&file).unwrap().found, []);
}

/// Six players: two with FIDE ratings, two with a German one, one with a rating of which nobody said the list, one with none.
fn mixed_lists(settings: Settings) -> Event {
    let mut event = Event::new(Settings { initial_color: Some(Color::White), ..settings }, stage(2));
    event.set_engine(fold);
    let with = |name: &str, ratings: &[(&str, u16, Option<u8>)]| Player {
        ratings: ratings.iter().map(|(list, value, k)| Rating { list: (*list).into(), value: *value, k: *k }).collect(),
        ..player(name, 0)
    };
    let players = vec![
        with("A", &[("FIDE", 2100, Some(40)), ("GER", 2050, None)]),
        with("B", &[("FIDE", 2000, None), ("FIDE rapid", 1950, None)]),
        with("C", &[("GER", 1900, Some(15))]),
        with("D", &[("Rating GER", 1800, None)]),
        with("E", &[("rating", 1700, None)]),
        with("F", &[]),
    ];
    event.apply(yes(Command::AddPlayers(players))).unwrap();
    play(&mut event, GameResult::WhiteWins);
    play(&mut event, GameResult::Draw);
    event
}

#[test]
fn the_001_record_has_fide_ratings_only() {
    let event = mixed_lists(Settings::default());
    let (file, text, remarks) = file_of(event.state());
    let record = |name: &str| file.players.iter().find(|record| record.name == name).unwrap();
    let ratings = ["A", "B", "C", "D", "E", "F"].map(|name| record(name).rating);
    assert_eq!(ratings, [2100, 2000, 0, 0, 0, 0]);
    assert!(text.contains("072 2"), "two rated players");
    let national = file.national.iter().map(|(code, record)| (code.as_str(), record.name.as_str(), record.rating));
    assert_eq!(national.collect::<Vec<_>>(), [("GER", "A", 2050), ("GER", "C", 1900), ("GER", "D", 1800)]);
    let told = |list: &str| remarks.iter().filter(|text| text.contains(&format!("the list \"{list}\""))).count();
    assert_eq!((told("rating"), told("FIDE rapid"), told("GER")), (1, 1, 0), "{remarks:?}");
    let (again, _) = trf::import(&file).unwrap();
    for (id, player) in &event.state().players {
        let sorted = |player: &Player| {
            let mut ratings: Vec<(String, u16, Option<u8>)> =
                player.ratings.iter().map(|r| (r.list.replace("Rating GER", "GER"), r.value, r.k)).collect();
            ratings.sort();
            ratings
        };
        let number = event.state().tpn(0, *id).unwrap();
        assert_eq!(sorted(&again.players[&PlayerId(number)]), sorted(player), "{}", player.name);
    }
}

#[test]
fn ratings_of_an_event_and_of_its_file_agree() {
    let national = |method, list: &str| Settings {
        rating_list: list.into(),
        seeding: Seeding { method, national: "GER".into(), ..Seeding::default() },
        ..Settings::default()
    };
    let all = [
        Settings::default(),
        national(StartRating::List, "GER"),
        national(StartRating::List, "rating"),
        national(StartRating::List, "FIDE"),
        national(StartRating::National, ""),
        national(StartRating::FideFirst, ""),
        national(StartRating::Higher, ""),
    ];
    for settings in all {
        let name = format!("{:?} {:?}", settings.seeding.method, settings.rating_list);
        let event = mixed_lists(settings);
        let rules = RatingRules::default();
        let (_, own) = state_ratings(event.state(), 0, 2, &rules);
        let (file, ..) = file_of(event.state());
        let (_, of_file) = report_ratings(&file, None, &rules).unwrap();
        assert_eq!(of_file, own, "{name}");
        let (again, _) = trf::import(&file).unwrap();
        assert_eq!(state_ratings(&again, 0, 2, &rules).1, own, "{name}");
        let codes = TieBreak::parse_list("ARO,TPR,RTNG").unwrap();
        let standings = StageTable::with_list(event.state(), 0, 2, &codes).standings;
        let of_file = standings::compute(&file.meeting_table(None).unwrap(), &codes);
        assert_eq!(listed(&of_file), listed(&standings), "{name}");
        assert_eq!(listed(&StageTable::with_list(&again, 0, 2, &codes).standings), listed(&standings), "{name}");
    }
    // K 40 of the list, not the 20 that the rating alone gives.
    let event = mixed_lists(Settings::default());
    let (_, found) = report_ratings(&file_of(event.state()).0, None, &RatingRules::default()).unwrap();
    assert!(found.iter().any(|rating| rating.change.as_ref().is_some_and(|change| change.k == 40)));
    // National players have no part in FIDE's ratings: whoever met them has fewer rated games.
    assert!(found.iter().filter(|rating| rating.rating == 0).all(|rating| rating.change.is_none()));
}

#[test]
fn a_list_that_nobody_has_a_rating_in_is_named() {
    let event = mixed_lists(Settings::default());
    let warn = |list: &str| {
        let settings = Settings { rating_list: list.into(), ..(*event.state().settings).clone() };
        event.warning(&Command::EditSettings(Box::new(settings)).into()).reasons.join("\n")
    };
    let none = warn("FMJD");
    assert!(none.contains("No player has a rating in the list \"FMJD\""), "{none}");
    assert!(none.contains("FIDE (2)") && none.contains("GER (2)"), "{none}");
    assert!(warn("GER").contains("3 of the 6 players have a rating in the list \"GER\""), "{}", warn("GER"));
    let text = "Name;Rating GER;FIDE\nA;1800;1900\nB;1700;\n";
    let list = tournament::csv::read_players("list.csv", text.as_bytes()).unwrap();
    let lists: Vec<&str> = list.entries[0].player.ratings.iter().map(|rating| rating.list.as_str()).collect();
    assert_eq!(lists, ["GER", "FIDE"]);
}

/// Two teams of two in a team Swiss of three rounds, one of which is played.
const TEAMS: &str = "\
012 Teams
142 3
152 W
162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0
192 FIDE_TEAM
202 MPvGP
352 WB
362 TW 2.0   TD 1.0   TL 0.0
001    1      Alpha One                         2200 GER                         1.0    1     4 w 1
001    2      Alpha Two                         2100 GER                         0.0    4     5 b 0
001    3      Alpha Three                       2000 GER                         0.0    5  0000 - -
001    4      Beta One                          2150 FRA                         0.0    6     1 b 0
001    5      Beta Two                          2050 FRA                         1.0    2     2 w 1
310   1 Alpha                            ALP             1.0    1.0   1      1    2    3
310   2 Beta                             BET             1.0    1.0   1      4    5
320  1.0  1.0 000
";

fn again(text: &str) -> (State, String) {
    let file = trf::read(text.as_bytes()).unwrap();
    let (state, _) = trf::import(&file).unwrap();
    let (_, text, _) = file_of(&state);
    (state, text)
}

#[test]
fn a_member_without_a_game_has_a_dash() {
    let (state, text) = again(TEAMS);
    let line = |text: &str| text.lines().find(|line| line.contains("Alpha Three")).unwrap().trim_end().to_owned();
    assert!(line(&text).ends_with("0000 - -"), "{}", line(&text));
    let (_, twice) = again(&text);
    assert_eq!(line(&twice), line(&text));
    assert_eq!(standings::check_file(&trf::read(text.as_bytes()).unwrap()).unwrap().found, []);
    assert_eq!(state.scores(0, 1).values().filter(|points| **points == Points::ONE).count(), 2);
}

#[test]
fn acceleration_of_teams_keeps_its_gaps() {
    // Seven teams; in round 1 teams 1, 2 and 4 have two points, in round 2 team 1 alone.
    let mut text =
        String::from("012 T\n142 4\n152 W\n192 FIDE_TEAM\n202 MPvGP\n352 WB\n362 TW 2.0   TD 1.0   TL 0.0\n");
    for team in 0..6 {
        for member in 0..2 {
            let number = 2 * team + member + 1;
            let opponent = if team % 2 == 0 { number + 2 } else { number - 2 };
            let color = if (team % 2 == 0) == (member == 0) { 'w' } else { 'b' };
            text += &format!(
                "001 {number:>4}      {:<33}                                    0.5    1  {opponent:>4} {color} =\n",
                format!("P{number}")
            );
        }
    }
    for team in 0..6 {
        text += &format!(
            "310 {:>3} {:<32} {:<5}           1.0    1.0   1   {:>4} {:>4}\n",
            team + 1,
            format!("T{team}"),
            "",
            2 * team + 1,
            2 * team + 2
        );
    }
    let gaps = ["250  2.0        1   1    1    2", "250  2.0        1   1    4    5"];
    text += &format!("{}\n", gaps.join("\n"));
    let (state, written) = again(&text);
    let lines: Vec<&str> = written.lines().map(str::trim_end).filter(|line| line.starts_with("250")).collect();
    assert_eq!(lines, gaps);
    let paired = state.round(0, 1).unwrap().teams.clone().unwrap();
    assert_eq!(paired.virtual_points.keys().map(|id| id.0).collect::<Vec<_>>(), [1, 2, 4, 5]);
    // It is not Baku's group, so that the rounds to come are not accelerated by it, and that is said.
    let (_, remarks) = trf::import(&trf::read(text.as_bytes()).unwrap()).unwrap();
    assert!(remarks.iter().any(|remark| remark.to_string().contains("Baku")), "{remarks:?}");
}

#[test]
fn national_records_keep_their_own_name_and_birth_date() {
    let text = "\
012 Open
142 1
152 W
202 BH
001    1 m GM Tal, Mihails                      2100 LAT       12345 1936/11/09  1.0    1     2 w 1
001    2      Sample, Boris                     2000 GER       12346 1991        0.0    2     1 b 0
GER    1 m MF Tahl, Michail                     2050 RIG         777 1936/11/10
GER    2      Sample, Boris                     1990 GER         778 1991
";
    let (state, written) = again(text);
    let entry = &state.players[&PlayerId(1)].national["GER"];
    assert_eq!((entry.name.as_str(), entry.birth.map(|date| date.day)), ("Tahl, Michail", Some(10)));
    let lines = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.starts_with("GER")).map(|line| line.trim_end().to_owned()).collect()
    };
    let given: Vec<String> = lines(text).iter().map(|line| line.replace(" 1991", " 1991/00/00")).collect();
    assert_eq!(lines(&written).iter().map(|line| line.replace(" 1991 ", " 1991/00/00")).collect::<Vec<_>>(), given);
    // The same person without another name or date has no entry of her own for them.
    let other = &state.players[&PlayerId(2)].national["GER"];
    assert_eq!((other.name.as_str(), other.birth), ("", None));
}

#[test]
fn readable_tables_of_teams_are_kept_or_brought_up_to_date() {
    let tables = "\
801  1 ALP    1  1.0   2 w 10 12
801  2 BET    1  1.0   1 b 01 12
802   1 ALP      1    1.0    2 w  1.0
802   2 BET      1    1.0    1 b  1.0
";
    let old = "013 Alpha                              1    2    3\n013 Gone                               4    5\n";
    let text = format!("{TEAMS}{tables}{old}");
    let (state, written) = again(&text);
    for line in tables.lines() {
        assert!(written.lines().any(|known| known.trim_end() == line), "{line}\n{written}");
    }
    assert!(written.contains("013 Alpha") && !written.contains("013 Gone"), "{written}");
    // Another round: the tables tell of it.
    let mut event = Event::from_state(state);
    event.apply(yes(Command::UnpairRound { stage: 0 })).unwrap();
    event.apply(yes(PAIR)).unwrap();
    for board in 1..=2 {
        event.apply(yes(result(1, board, GameResult::Draw))).unwrap();
    }
    let (file, written, remarks) = file_of(event.state());
    assert!(remarks.iter().any(|text| text.contains("801 is written anew")), "{remarks:?}");
    let checked = standings::check_file(&file).unwrap();
    assert_eq!(
        (checked.found.len(), checked.open.iter().filter(|text| text.contains("line")).count()),
        (0, 0),
        "{checked:?}\n{written}"
    );
    assert!(checked.compared.iter().any(|text| text.starts_with("record 801 of 2 teams")), "{checked:?}");
    assert!(checked.compared.iter().any(|text| text.starts_with("record 802 of 2 teams")), "{checked:?}");
    assert_eq!(written.lines().filter(|line| line.starts_with("801")).count(), 2);
}

#[test]
fn late_results_count_on_the_card_as_in_the_rating_report_and_are_entered_once() {
    let mut event = swiss(6, 4);
    for _ in 0..3 {
        play(&mut event, GameResult::WhiteWins);
    }
    let late = || yes(result(1, 1, GameResult::BlackWins));
    event.apply(late()).unwrap();
    let notes = event.state().notes.len();
    let refused = event.apply(late()).unwrap_err().to_string();
    assert!(refused.starts_with("Nothing changes"), "{refused}");
    assert_eq!(event.state().notes.len(), notes);
    let state = event.state();
    let rules = RatingRules::default();
    let (games, ratings) = state_ratings(state, 0, 3, &rules);
    let table = StageTable::of(state, 0, 3);
    let white = state.tpn(0, state.round(0, 1).unwrap().meetings[0].games[0].white).unwrap();
    let rating = ratings.iter().find(|rating| rating.number == white).unwrap();
    let plain = card(&table.cross, &table.standings, white, &rules, 20).unwrap();
    let rated = plain.clone().rated(&games, rating);
    assert_ne!(plain.rating_change.change, rating.change, "the standings keep the win");
    assert_eq!(rated.rating_change, *rating);
    assert_eq!((rated.lines[0].points, rated.lines[0].late), (Points::ONE, Some(Points::ZERO)));
    assert_eq!(
        rated.lines.iter().filter_map(|line| line.change).map(|game| game.gain).sum::<i32>(),
        rating.change.as_ref().unwrap().gain
    );
    // The file tells of it, so that its ratings are the same.
    let (file, ..) = file_of(state);
    assert_eq!(report_ratings(&file, None, &rules).unwrap().1, ratings);
}

#[test]
fn our_own_rounds_are_not_called_somebody_elses() {
    let settings = Settings { initial_color: Some(Color::White), ..Settings::default() };
    let mut event = Event::new(settings, stage(3));
    event.apply(yes(Command::AddPlayers((1..=8).map(|i| player(&format!("P{i}"), 2000 - 10 * i)).collect()))).unwrap();
    play(&mut event, GameResult::WhiteWins);
    play(&mut event, GameResult::Draw);
    let (file, ..) = file_of(event.state());
    let first = |state: &State, program: &str| trf::replay_of(state, 0, program)[0].to_string();
    let (mut state, _) = trf::import(&file).unwrap();
    let own = first(&state, &file.header.program);
    assert!(own.contains("paired by Pairwright") && own.contains("Import @ Round 2"), "{own}");
    assert!(first(&state, "Other 1.0").contains("not paired by this program"));
    // Two pairs exchanged by hand: the name alone is not enough.
    let round = Arc::make_mut(&mut state.stages[0].rounds[1]);
    let (a, b) = (round.meetings[0].games[0].black, round.meetings[1].games[0].black);
    Arc::make_mut(&mut round.meetings[0]).games[0].black = b;
    Arc::make_mut(&mut round.meetings[1]).games[0].black = a;
    assert!(first(&state, &file.header.program).contains("its pairs are others"));
}

/// Standings of a Scheveningen match after each round are those of its file; a wrong rank is found.
#[test]
fn standings_of_a_scheveningen_are_checked() {
    let settings = Settings { tiebreaks: vec!["SB".into(), "WIN".into()], ..Settings::default() };
    let mut event = Event::new(settings, Stage { system: System::scheveningen(false, 3), ..stage(3) });
    let list = ["A1", "A2", "A3", "B1", "B2", "B3"].map(|name| player(name, 2000));
    event.apply(yes(Command::AddPlayers(list.to_vec()))).unwrap();
    for letter in ["A", "B"] {
        let members = event.state().players.iter().filter(|(_, p)| p.name.starts_with(letter)).map(|(id, _)| *id);
        let team = Team { name: letter.into(), members: members.collect(), ..Team::default() };
        event.apply(yes(Command::AddTeam(Box::new(team)))).unwrap();
    }
    play(&mut event, GameResult::WhiteWins);
    play(&mut event, GameResult::Draw);
    play(&mut event, GameResult::BlackWins);
    let checked = standings::check_event(event.state(), 0).unwrap();
    assert_eq!((checked.found.len(), checked.open.len()), (0, 0), "{checked:?}");
    assert!(checked.compared[0].contains("standings after rounds 1 to 3"), "{checked:?}");
    let (mut file, ..) = file_of(event.state());
    assert_eq!(standings::check_file(&file).unwrap().found, []);
    let best = file.players.iter().position(|record| record.rank == Some(1)).unwrap();
    file.players[best].rank = Some(6);
    let found = standings::check_file(&file).unwrap().found;
    let number = file.players[best].number;
    assert!(
        matches!(found[..], [(3, standings::Difference::Rank { number: n, computed: 1, given: 6 })] if n == number)
    );
}

/// Rounds with open games are named and not compared; those before them are. An adjourned game is no open one for the check: it counts as a draw.
#[test]
fn standings_with_open_games_are_checked_as_far_as_they_go() {
    let mut event = swiss(8, 4);
    play(&mut event, GameResult::WhiteWins);
    play(&mut event, GameResult::Draw);
    event.apply(yes(PAIR)).unwrap();
    event.apply(yes(result(3, 1, GameResult::WhiteWins))).unwrap();
    let checked = standings::check_event(event.state(), 0).unwrap();
    assert_eq!(checked.found, []);
    assert!(checked.compared[0].contains("rounds 1 to 2"), "{checked:?}");
    assert!(checked.open.iter().any(|text| text.contains("round 3: games are open")), "{checked:?}");
    let (file, ..) = file_of(event.state());
    let of_file = standings::check_file(&file).unwrap();
    assert_eq!(of_file.found, [], "no verdict on ranks while games are open");
    assert!(of_file.open.iter().any(|text| text.contains("games are open")), "{of_file:?}");
    for board in 2..=4 {
        event.apply(yes(result(3, board, GameResult::Adjourned))).unwrap();
    }
    let checked = standings::check_event(event.state(), 0).unwrap();
    assert_eq!(checked.found, []);
    assert!(checked.compared[0].contains("rounds 1 to 3"), "{checked:?}");
    // The file says X, and its standings count the draws as the event does.
    let (file, text, _) = file_of(event.state());
    assert_eq!(text.lines().filter(|line| line.starts_with("001") && line.ends_with(" X")).count(), 6);
    let own = StageTable::of(event.state(), 0, 3).standings;
    for record in &file.players {
        assert_eq!(record.points, own.row_of(record.number).map(|row| row.points));
    }
    assert_eq!(standings::check_file(&file).unwrap().found, []);
}

/// Seven players, everybody against everybody; number 2 leaves after two rounds, all other games are won by White.
fn round_robin_with_a_gap() -> Event {
    let settings = Settings {
        tiebreaks: ["DE", "SB", "KS", "WIN", "TPN"].map(str::to_owned).to_vec(),
        initial_color: Some(Color::White),
        ..Settings::default()
    };
    let system = System::RoundRobin { cycles: 1, exchange_last_two: false };
    let mut event = Event::new(settings, Stage { system, ..stage(7) });
    event.apply(yes(Command::AddPlayers((1..=7).map(|i| player(&format!("P{i}"), 2000 - 10 * i)).collect()))).unwrap();
    for round in 1..=7 {
        event.apply(yes(PAIR)).unwrap();
        let boards = event.state().round(0, round).unwrap().meetings.len() as u32;
        for board in 1..=boards {
            let open = event.state().round(0, round).unwrap().meetings[board as usize - 1].games[0].result.is_none();
            if open {
                event.apply(yes(result(round, board, GameResult::WhiteWins))).unwrap();
            }
        }
        if round == 2 {
            let player = id(&event, "P2");
            event.apply(yes(Command::Withdraw { player, from: 3 })).unwrap();
        }
    }
    event
}

#[test]
fn who_is_left_out_of_a_round_robin_is_left_out_of_its_file() {
    let event = round_robin_with_a_gap();
    let state = event.state();
    let own = StageTable::of(state, 0, 7);
    assert_eq!(own.left_out, [id(&event, "P2")]);
    let (file, text, _) = file_of(state);
    assert_eq!(standings::left_out_of_file(&file).unwrap(), [2]);
    assert_eq!(file.player(2).unwrap().rank, None, "who is not in the standings has no rank");
    let (again, _) = trf::import(&file).unwrap();
    assert_eq!(listed(&StageTable::of(&again, 0, 7).standings), listed(&own.standings));
    let checked = standings::check_file(&file).unwrap();
    assert_eq!(checked.found, [], "{checked:?}");
    assert!(checked.compared.iter().any(|text| text.contains("without no. 2")), "{checked:?}");
    // Another program's file says nothing of it; its ranks show it.
    let plain: String = text.lines().filter(|line| !line.starts_with("###")).map(|line| format!("{line}\n")).collect();
    let foreign = trf::read(plain.as_bytes()).unwrap();
    assert_eq!(standings::left_out_of_file(&foreign).unwrap(), [2]);
    assert_eq!(standings::check_file(&foreign).unwrap().found, []);
    // Ranks that count the games of some players only are those of no rule.
    let all: BTreeMap<u32, u32> =
        standings::compute(&foreign.meeting_table(None).unwrap(), &TieBreak::parse_list("DE,SB,KS,WIN,TPN").unwrap())
            .rows
            .iter()
            .map(|row| (row.number, row.rank))
            .collect();
    let mut mixed = foreign.clone();
    let other = mixed
        .players
        .iter_mut()
        .find(|record| record.rank.is_some() && record.rank != all.get(&record.number).copied());
    let other = other.expect("the rule makes a difference");
    other.rank = all.get(&other.number).copied();
    assert!(!standings::check_file(&mixed).unwrap().found.is_empty());
    // All of them by all games: that is a rule, and the event made of it counts all games.
    let mut whole = foreign;
    whole.players.iter_mut().for_each(|record| record.rank = all.get(&record.number).copied());
    assert_eq!(standings::check_file(&whole).unwrap().found, []);
    assert!(trf::import(&whole).unwrap().0.settings.count_withdrawn);
}

#[test]
fn cards_have_the_games_against_who_is_not_ranked() {
    let event = round_robin_with_a_gap();
    let state = event.state();
    let rules = RatingRules::default();
    let (games, ratings) = state_ratings(state, 0, 7, &rules);
    let table = tournament::crosstable::CrossTable::of_state(state, 0, 7);
    let ranked = StageTable::of(state, 0, 7);
    let cards: Vec<_> = ratings
        .iter()
        .map(|rating| card(&table, &ranked.standings, rating.number, &rules, 20).unwrap().rated(&games, rating))
        .collect();
    for (card, rating) in cards.iter().zip(&ratings) {
        assert_eq!(card.rating_change, *rating);
        assert_eq!(card.lines.iter().filter(|line| line.change.is_some()).count(), rating.games.len());
    }
    assert_eq!((cards[1].rank, cards[1].points), (0, table.rows[1].entrant.score()), "not ranked, but on a card");
    assert!(cards.iter().any(|card| card.lines.iter().any(|line| line.opponent == Some(2) && line.change.is_some())));
}

#[test]
fn decided_ties_come_back_with_the_file() {
    let mut event = swiss(6, 2);
    let settings = Settings { tiebreaks: vec!["WIN".into()], ..(*event.state().settings).clone() };
    event.apply(yes(Command::EditSettings(Box::new(settings)))).unwrap();
    play(&mut event, GameResult::Draw);
    play(&mut event, GameResult::Draw);
    use tournament::command::TieDecidedBy;
    let order = |names: [&str; 2]| names.map(|name| id(&event, name)).to_vec();
    let (first, second) = (order(["P05", "P02"]), order(["P04", "P01"]));
    let decide = |how, order| Command::DecideTie { stage: 0, round: 2, how, order };
    event.apply(yes(decide(TieDecidedBy::PlayOff, first))).unwrap();
    event.apply(yes(decide(TieDecidedBy::Lot { seed: 7 }, second))).unwrap();
    let own = StageTable::of(event.state(), 0, 2).standings;
    let (file, text, _) = file_of(event.state());
    assert!(file.tells_of_ties());
    let (again, _) = trf::import(&file).unwrap();
    assert_eq!(again.tie_decisions.len(), 2);
    assert_eq!(again.tie_decisions[1].seed, Some(7));
    assert_eq!(listed(&StageTable::of(&again, 0, 2).standings), listed(&own));
    let checked = standings::check_file(&file).unwrap();
    assert_eq!(checked.found, [], "{checked:?}");
    // Without the notes nothing says what decided; that is told, and is no wrong rank.
    let plain: String = text.lines().filter(|line| !line.starts_with("###")).map(|line| format!("{line}\n")).collect();
    let checked = standings::check_file(&trf::read(plain.as_bytes()).unwrap()).unwrap();
    assert_eq!(checked.found, []);
    assert!(checked.open.iter().any(|text| text.contains("the list leaves them level")), "{checked:?}");
    // With the notes, other ranks than those decided are wrong.
    let mut wrong = file;
    let (a, b) = (own.rows[0].number, own.rows[1].number);
    for record in &mut wrong.players {
        record.rank = match record.number {
            n if n == a => Some(2),
            n if n == b => Some(1),
            _ => record.rank,
        };
    }
    assert!(!standings::check_file(&wrong).unwrap().found.is_empty());
}

#[test]
fn tables_of_teams_and_the_whole_order_survive_a_file_that_is_laid_out_anew() {
    let text = TEAMS.replace("202 MPvGP", "212 PTS,MPvGP")
        + "801  1 ALP    1  1.0   2 w 10 12\n802   2 BET      1    1.0    1 b  1.0\nXXZ 3\n";
    let file = trf::read(text.as_bytes()).unwrap();
    let written = String::from_utf8(trf::write(&file, Dialect::Trf26, trf::LineEnd::Lf)).unwrap();
    for line in ["801  1 ALP    1  1.0   2 w 10 12", "802   2 BET      1    1.0    1 b  1.0", "212 PTS,MPvGP"] {
        assert!(written.lines().any(|known| known == line), "{line}\n{written}");
    }
}

/// What was read otherwise than it is written is told, with its line and column.
#[test]
fn repairs_are_named_by_line() {
    let line = |number: u32, sex: char, rating: &str, points: &str, opponent: u32, color: char, code: char| {
        format!(
            "001 {number:>4} {sex}    {:<33} {rating:>4}                            {points:>4}    1  {opponent:>4} {color} {code}",
            format!("Player {number}")
        )
    };
    let lines = [
        "012 Forms".to_owned(),
        line(1, 'm', "2000", "0,5", 2, 'w', '½'),
        line(2, 'f', "----", "½", 1, 'b', '½'),
        line(3, 'd', "1900", "01.0", 4, 'w', '1'),
        line(4, 'w', "1800", "0", 3, 'b', '0'),
    ];
    let text = format!("\u{feff}{}\n{}\r\n", lines[..2].join("\n"), lines[2..].join("\r\n"));
    let file = trf::read(text.as_bytes()).unwrap();
    let told: Vec<String> = file.remarks.iter().map(ToString::to_string).collect();
    let says = |line: &str, what: &str| told.iter().any(|text| text.starts_with(line) && text.contains(what));
    assert!(says("line 1", "byte order mark"), "{told:?}");
    assert!(says("line 3", "lines end in another way"), "{told:?}");
    assert!(says("line 3", "read as no rating"), "{told:?}");
    assert!(says("line 3", "f or d; read as w, also on line 4"), "{told:?}");
    assert!(says("line 2", "one decimal place; read as the number meant, also on lines 3 to 5"), "{told:?}");
    assert!(says("line 2", "the sign for a half; read as =, also on line 3"), "{told:?}");
    assert_eq!(file.players.iter().map(|record| record.points.unwrap().tenths()).collect::<Vec<_>>(), [5, 5, 10, 0]);
    let (_, remarks) = trf::import(&file).unwrap();
    assert!(
        remarks
            .iter()
            .any(|remark| remark.to_string().contains("does not give the number of rounds (142); 1 are taken"))
    );
    // A file in the standard's own form has nothing to tell of that kind.
    let plain = trf::read(TEAMS.as_bytes()).unwrap();
    assert!(plain.remarks.iter().all(|remark| !remark.to_string().contains("read as")), "{:?}", plain.remarks);
}

/// Whoever changes the tie-breaks of a running event sees which ranks change before it is done.
#[test]
fn another_list_names_the_ranks_that_change() {
    let mut event = swiss(6, 3);
    play(&mut event, GameResult::WhiteWins);
    play(&mut event, GameResult::Draw);
    let warn = |list: &str| {
        let settings = Settings { tiebreaks: vec![list.into()], ..(*event.state().settings).clone() };
        event.warning(&Command::EditSettings(Box::new(settings)).into())
    };
    let warning = warn("TPN/R");
    assert_eq!(warning.level, tournament::command::WarningLevel::TwoSteps);
    let text = warning.reasons.join("\n");
    assert!(text.contains("Ranks after round 2 that change:") && text.contains("(was "), "{text}");
    assert!(text.contains("Give a reason"), "{text}");
}
