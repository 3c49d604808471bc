//! What `check` compares: rounds of every system, what report files state, positions as they were when a round was paired.

mod common;

use common::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use tournament::command::Command;
use tournament::event::Event;
use tournament::model::*;
use tournament::recheck::{self, Outcome, Tables};
use tournament::standings::{self, StageTable};
use tournament::trf::{self, Dialect};

fn of_system(system: System, players: u16, rounds: u32) -> Event {
    let settings = Settings { name: "Club".into(), initial_color: Some(Color::White), ..Settings::default() };
    let mut event = Event::new(settings, Stage { system, ..stage(rounds) });
    event.set_clock(clock);
    let list = (1..=players).map(|i| player(&format!("P{i:02}"), 2500 - 10 * i)).collect();
    event.apply(yes(Command::AddPlayers(list))).unwrap();
    event
}

fn outcomes(state: &State) -> Vec<Outcome> {
    recheck::rounds(state, 0).into_iter().map(|(_, outcome)| outcome).collect()
}

/// Two players of different boards change places.
fn swapped(state: &State, round: usize) -> State {
    let mut state = state.clone();
    let paired = Arc::make_mut(&mut state.stages[0].rounds[round - 1]);
    let (a, b) = (paired.meetings[0].games[0].black, paired.meetings[1].games[0].black);
    Arc::make_mut(&mut paired.meetings[0]).games[0].black = b;
    Arc::make_mut(&mut paired.meetings[1]).games[0].black = a;
    state
}

#[test]
fn rounds_of_tables_and_knockouts_are_compared() {
    let systems = [
        (System::RoundRobin { cycles: 1, exchange_last_two: false }, 5, 5),
        (System::RoundRobin { cycles: 2, exchange_last_two: true }, 4, 6),
        (System::knockout(false), 8, 3),
    ];
    for (system, players, rounds) in systems {
        let mut event = of_system(system.clone(), players, rounds);
        for _ in 0..rounds {
            play(&mut event, GameResult::WhiteWins);
        }
        let found = outcomes(event.state());
        assert_eq!(found.len(), rounds as usize);
        assert!(found.iter().all(|outcome| *outcome == Outcome::Same), "{system:?}: {found:?}");
        let wrong = outcomes(&swapped(event.state(), 2));
        assert!(matches!(wrong[1], Outcome::Different { .. }), "{system:?}: {wrong:?}");
        assert_eq!(wrong[0], Outcome::Same);
    }
}

#[test]
fn the_exchange_of_rounds_is_found_in_a_report_file() {
    for exchange in [false, true] {
        let mut event = of_system(System::RoundRobin { cycles: 2, exchange_last_two: exchange }, 6, 10);
        for _ in 0..10 {
            play(&mut event, GameResult::Draw);
        }
        let file = trf::export(event.state(), 0, Dialect::Trf26, &BTreeMap::new()).unwrap();
        let (state, _) = trf::import(&trf::read(&file.bytes).unwrap()).unwrap();
        assert_eq!(state.stages[0].system, System::RoundRobin { cycles: 2, exchange_last_two: exchange });
        assert!(outcomes(&state).iter().all(|outcome| *outcome == Outcome::Same));
        let remarks = trf::replay(&state, 0);
        assert_eq!(remarks.len(), 1, "{remarks:?}");
        let wrong = swapped(&state, 4);
        assert!(trf::replay(&wrong, 0).iter().any(|remark| remark.to_string().contains("round 4: the file has")));
        // A table of one's own needs only that nobody meets too often.
        let own = recheck::rounds_by(&wrong, 0, Tables::Own);
        assert!(own.iter().any(|(_, outcome)| matches!(outcome, Outcome::Different { .. })), "{own:?}");
        assert!(recheck::rounds_by(&state, 0, Tables::Own).iter().all(|(_, outcome)| *outcome == Outcome::Same));
    }
}

/// The open game was a draw when round 2 was paired, whatever it became.
#[test]
fn a_finished_adjourned_game_leaves_the_pairing_right() {
    let mut event = swiss(8, 4);
    event.set_engine(pairing::swiss::pair);
    event.apply(yes(PAIR)).unwrap();
    for board in 1..=4 {
        let with = if board == 1 { GameResult::Adjourned } else { GameResult::WhiteWins };
        event.apply(result(1, board, with)).unwrap();
    }
    play(&mut event, GameResult::WhiteWins);
    event.apply(yes(result(1, 1, GameResult::BlackWins))).unwrap();
    assert_eq!(outcomes(event.state()), [Outcome::Same, Outcome::Same]);
    play(&mut event, GameResult::Draw);
    assert_eq!(outcomes(event.state()), [Outcome::Same, Outcome::Same, Outcome::Same]);
    // The report file tells it, and an event made from it knows it.
    let file = trf::export(event.state(), 0, Dialect::Trf26, &BTreeMap::new()).unwrap();
    assert!(String::from_utf8_lossy(&file.bytes).contains("; a draw for pairing up to round 2"));
    let (state, _) = trf::import(&trf::read(&file.bytes).unwrap()).unwrap();
    assert_eq!(outcomes(&state), [Outcome::Same, Outcome::Same, Outcome::Same]);
    // Round 2 paired anew would know the result.
    let mut again = event.clone();
    again.apply(yes(Command::UnpairRound { stage: 0 })).unwrap();
    again.apply(yes(Command::UnpairRound { stage: 0 })).unwrap();
    assert_eq!(again.state().stages[0].rounds[0].meetings[0].games[0].drawn_until, 1);
}

#[test]
fn penalties_of_later_rounds_do_not_change_earlier_positions() {
    let mut event = swiss(10, 5);
    event.set_engine(pairing::swiss::pair);
    for _ in 0..3 {
        play(&mut event, GameResult::WhiteWins);
    }
    let player = id(&event, "P01");
    let penalty = Adjustment { player, round: 3, points: -20, reason: "fair play".into(), stage: 0 };
    event.apply(yes(Command::Adjust(penalty))).unwrap();
    play(&mut event, GameResult::Draw);
    assert!(outcomes(event.state()).iter().all(|outcome| *outcome == Outcome::Same), "{:?}", outcomes(event.state()));
}

#[test]
fn a_file_says_after_which_round_its_table_is_wrong() {
    let mut event = swiss(6, 3);
    for _ in 0..3 {
        play(&mut event, GameResult::WhiteWins);
    }
    let ranks = StageTable::of(event.state(), 0, 3).ranks().map(|(rank, id)| (id, rank)).collect();
    let exported = trf::export(event.state(), 0, Dialect::Trf26, &ranks).unwrap();
    let mut file = trf::read(&exported.bytes).unwrap();
    let right = standings::check_file(&file).unwrap();
    assert_eq!(right.found, []);
    assert!(right.compared.iter().any(|text| text.starts_with("ranks of 6 players by BH/C1")), "{right:?}");
    assert!(right.open.iter().any(|text| text.contains("after rounds 1 to 2: the file states none")), "{right:?}");
    file.players[0].points = Some(pairing::Points(95));
    let wrong = standings::check_file(&file).unwrap();
    assert_eq!(wrong.found.len(), 1);
    assert_eq!(wrong.found[0].0, 3);
    assert!(wrong.found[0].1.to_string().contains("points 9.5 in the file"));
    // A code that nobody knows is no wrong rank, and does not hide what the codes before it say.
    file.header.tiebreaks.insert(1, "XYZ".to_owned());
    let unknown = standings::check_file(&file).unwrap();
    assert_eq!(unknown.found.len(), 1);
    assert!(unknown.open.iter().any(|text| text.contains("XYZ")), "{unknown:?}");
}

/// Two teams on two boards; the readable tables tell one wrong colour and one wrong sum.
#[test]
fn tables_of_teams_are_compared_round_by_round() {
    let file = |color: &str, sum: &str| {
        let player = |number: u32, opponent: u32, color: char, result: char| {
            format!(
                "001 {number:>4} m    {:<33} 2000 XXX {:>11} {:10} {:>4} {:>4}  {opponent:>4} {color} {result}\n",
                format!("Player, {number}"),
                "",
                "",
                if result == '1' { "1.0" } else { "0.0" },
                number
            )
        };
        let team = |number: u32, name: &str, match_points: &str, game_points: &str, rank: u32, members: &str| {
            format!(
                "310 {number:>3} {name:<32} {name:<5} {:>6} {match_points:>6} {game_points:>6} {rank:>3}  {members}\n",
                2000
            )
        };
        let mut text = "012 Cup\n092 Team Round-Robin\n142 1\n192 BERGER_TEAM_ROUNDROBIN\n212 MPTS,GPTS\n352 WB\n362 TW 2.0   TD 1.0   TL 0.0\n".to_owned();
        text += &player(1, 3, 'w', '1');
        text += &player(2, 4, 'b', '1');
        text += &player(3, 1, 'b', '0');
        text += &player(4, 2, 'w', '0');
        text += &team(1, "AAA", "2.0", "2.0", 1, "   1    2");
        text += &team(2, "BBB", "0.0", "0.0", 2, "   3    4");
        text += &format!("801  1 AAA    2  2.0   2 {color} 11 12\n");
        text += "801  2 BBB    0  0.0   1 b 00 12\n";
        text += &format!("802   1 AAA      2    2.0    2 w  {sum} \n");
        text
    };
    let check = |text: &str| standings::check_file(&trf::read(text.as_bytes()).unwrap()).unwrap();
    let right = check(&file("w", "2.0"));
    assert_eq!(right.found, [], "{right:?}");
    assert!(right.compared.contains(&"record 801 of 2 teams, rounds 1".to_owned()), "{right:?}");
    let told = |text: &str| check(text).found.iter().map(|(round, one)| format!("{round}: {one}")).collect::<Vec<_>>();
    assert_eq!(told(&file("b", "2.0")), ["1: team 1: record 801 has 2 b 11 12, the games give 2 w 11 12"]);
    assert_eq!(told(&file("w", "1.5")), ["1: team 1: record 802 has 2 w 1.5, the games give 2 w 2.0"]);
}

#[test]
fn starting_ranks_by_several_methods() {
    let mut event = empty(3);
    let with = |name: &str, ratings: &[(&str, u16)], federation: &str| Player {
        ratings: ratings.iter().map(|(list, value)| Rating { list: (*list).into(), value: *value, k: None }).collect(),
        federation: federation.into(),
        ..player(name, 0)
    };
    let players = vec![
        with("A", &[("FIDE", 1900), ("GER", 2100)], "GER"),
        with("B", &[("FIDE", 2000), ("GER", 1800)], "GER"),
        with("C", &[("GER", 1950)], "GER"),
        with("D", &[("estimate", 2050)], "FRA"),
    ];
    event.apply(yes(Command::AddPlayers(players))).unwrap();
    let order = |event: &Event| {
        event.state().numbering(0).iter().map(|id| event.state().name(*id)).collect::<Vec<_>>().join("")
    };
    let mut set = |method: StartRating, second: Option<(&str, StartRating)>| {
        let second = second.map(|(group, method)| (group.to_owned(), method));
        let seeding = Seeding { method, national: "GER".into(), second };
        let settings = Settings { seeding, ..(*event.state().settings).clone() };
        event.apply(yes(Command::EditSettings(Box::new(settings)))).unwrap();
        order(&event)
    };
    assert_eq!(set(StartRating::FideFirst, None), "DBCA", "2050, 2000, 1950, 1900");
    assert_eq!(set(StartRating::National, None), "ADCB");
    assert_eq!(set(StartRating::Higher, None), "ADBC");
    assert_eq!(set(StartRating::Lower, None), "DCAB", "2050, 1950, 1900, 1800");
    assert_eq!(set(StartRating::Fide, Some(("GER", StartRating::NationalFirst))), "ADCB");
    // The method stands in record 172 and comes back; the estimate is not rated.
    let file = trf::export(event.state(), 0, Dialect::Trf26, &BTreeMap::new()).unwrap();
    let read = trf::read(&file.bytes).unwrap();
    assert_eq!(read.header.starting_rank_method, "GER FIDE");
    assert_eq!(read.players.iter().find(|one| one.name == "D").unwrap().rating, 0);
    let (state, _) = trf::import(&read).unwrap();
    assert_eq!((state.settings.seeding.method, state.settings.seeding.national.as_str()), (StartRating::Fide, "GER"));
    event.undo().unwrap();
    assert_eq!(event.state().settings.seeding.method, StartRating::Lower);
}
