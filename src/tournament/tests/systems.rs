//! Swiss systems besides the Dutch, and Scheveningen matches with absent players, from the first round to the end of the event.

mod common;

use common::{at, id, player, result, stage, yes};
use proptest::prelude::*;
use std::collections::BTreeSet;
use tournament::command::{Command, GameRef, Refusal};
use tournament::crosstable::CrossTable;
use tournament::event::Event;
use tournament::model::*;
use tournament::scheveningen;

const PAIR: Command = common::PAIR;

/// A Swiss of `P01`, `P02`, ... with the program's own engine.
fn swiss(players: u16, rounds: u32, variant: SwissVariant, acceleration: bool) -> Event {
    let games_per_meeting = if variant == SwissVariant::DoubleSwiss { 2 } else { 1 };
    let system = System::Swiss { variant, acceleration };
    let settings = Settings { initial_color: Some(Color::White), ..Settings::default() };
    let mut event = Event::new(settings, Stage { system, games_per_meeting, ..stage(rounds) });
    let list = (1..=players).map(|i| player(&format!("P{i:02}"), 2500 - 10 * i)).collect();
    event.apply(yes(Command::AddPlayers(list))).unwrap();
    event
}

fn enter(event: &mut Event, at: GameRef, result: GameResult) {
    event.apply(yes(Command::SetResult { at, result: Some(result), reason: None })).unwrap();
}

/// Enters results that a number chooses.
fn finish(event: &mut Event, choice: &mut impl Iterator<Item = u8>) {
    let round = event.state().rounds_paired(0);
    while let Some(at) = event.state().next_open(0, round, None) {
        let result = match choice.next() {
            Some(0) => GameResult::ForfeitToWhite,
            Some(1) => GameResult::ForfeitToBlack,
            Some(2..=4) => GameResult::Draw,
            Some(n) if n % 2 == 0 => GameResult::BlackWins,
            _ => GameResult::WhiteWins,
        };
        enter(event, at, result);
    }
}

fn names(event: &Event) -> Vec<(String, String)> {
    let round = event.state().rounds_paired(0);
    let meetings = &event.state().round(0, round).unwrap().meetings;
    meetings.iter().map(|m| (event.state().name(m.games[0].white), event.state().name(m.games[0].black))).collect()
}

fn pair_of(white: &str, black: &str) -> (String, String) {
    (white.to_owned(), black.to_owned())
}

/// The example of the Double-Swiss: six players, results 2-0, 1-1, 1½-½.
#[test]
fn a_double_swiss_is_paired_by_matches() {
    let mut event = swiss(6, 3, SwissVariant::DoubleSwiss, false);
    event.apply(yes(PAIR)).unwrap();
    assert_eq!(names(&event), [pair_of("P01", "P04"), pair_of("P05", "P02"), pair_of("P03", "P06")]);
    assert_eq!(event.state().round(0, 1).unwrap().paired_by, "Pairwright Double-Swiss 2026");
    let meeting = event.state().round(0, 1).unwrap().meetings[0].clone();
    assert_eq!(meeting.games.len(), 2);
    assert_eq!((meeting.games[1].white, meeting.games[1].black), (meeting.games[0].black, meeting.games[0].white));
    use GameResult::{BlackWins, Draw, WhiteWins};
    for (board, results) in [(1, [WhiteWins, BlackWins]), (2, [Draw, Draw]), (3, [WhiteWins, Draw])] {
        for (game, result) in results.into_iter().enumerate() {
            enter(&mut event, GameRef { game, ..at(1, board) }, result);
        }
    }
    let points =
        |event: &Event, name: &str| event.state().scores(0, event.state().rounds_paired(0))[&id(event, name)].tenths();
    assert_eq!(["P01", "P02", "P03", "P04", "P05", "P06"].map(|name| points(&event, name)), [20, 10, 15, 0, 10, 5]);
    event.apply(yes(PAIR)).unwrap();
    let pairs: BTreeSet<_> = names(&event).into_iter().collect();
    assert_eq!(pairs, BTreeSet::from([pair_of("P03", "P01"), pair_of("P02", "P06"), pair_of("P04", "P05")]));
}

#[test]
fn a_double_swiss_has_two_games_and_a_bye_of_one_and_a_half() {
    let mut event = swiss(5, 3, SwissVariant::DoubleSwiss, false);
    let edit = Command::EditStage {
        stage: 0,
        name: String::new(),
        system: event.state().stages[0].system.clone(),
        rounds_planned: 3,
        games_per_meeting: 1,
    };
    let Err(Refusal::NotAllowed(text)) = event.apply(yes(edit)) else { panic!("one game was allowed") };
    assert!(text.contains("two games"), "{text}");
    event.apply(yes(PAIR)).unwrap();
    let bye = *event.state().round(0, 1).unwrap().byes.keys().next().unwrap();
    finish(&mut event, &mut std::iter::repeat(2));
    assert_eq!(event.state().scores(0, 1)[&bye].tenths(), 15);
    // A match forfeited twice was no meeting, one forfeited once was.
    let kinds = |event: &Event| {
        let table = CrossTable::of_state(event.state(), 0, 1);
        table.rows.iter().map(|row| row.entrant.rounds[0].kind.is_played()).collect::<Vec<_>>()
    };
    enter(&mut event, at(1, 1), GameResult::ForfeitToWhite);
    assert_eq!(kinds(&event), [true, true, true, true, false]);
    enter(&mut event, GameRef { game: 1, ..at(1, 1) }, GameResult::ForfeitToBlack);
    assert_eq!(kinds(&event), [false, true, false, true, false]);
}

#[test]
fn lim_says_that_its_text_is_incomplete() {
    let mut event = swiss(8, 3, SwissVariant::Lim, false);
    let mut choice = [5u8, 6, 3, 9, 7].into_iter().cycle();
    for _ in 0..3 {
        event.apply(yes(PAIR)).unwrap();
        finish(&mut event, &mut choice);
    }
    assert!(event.state().is_stage_over(0));
    let rounds = &event.state().stages[0].rounds;
    assert!(rounds.iter().all(|round| round.paired_by == "Pairwright Lim (incomplete text)"));
}

/// Baku with 12 players and 5 rounds: the upper half has a win's worth in rounds 1 and 2, half of it in round 3.
#[test]
fn every_swiss_can_be_accelerated() {
    use SwissVariant::{Burstein, DoubleSwiss, Dubov, Dutch, Lim};
    for variant in [Dutch, Dubov, Burstein, Lim, DoubleSwiss] {
        let mut event = swiss(12, 5, variant, true);
        let win = if variant == DoubleSwiss { 20 } else { 10 };
        let mut choice = [5u8, 6, 3, 9, 7, 11, 4].into_iter().cycle();
        for points in [win, win, win / 2, 0, 0] {
            event.apply(yes(PAIR)).unwrap();
            let round = event.state().rounds_paired(0);
            let virtual_points = &event.state().round(0, round).unwrap().virtual_points;
            let expected: usize = if points == 0 { 0 } else { 6 };
            assert_eq!(virtual_points.len(), expected, "{variant:?}, round {round}");
            assert!(virtual_points.values().all(|&p| p == points));
            if round == 1 && variant != Lim {
                // The upper half plays among itself.
                let upper = names(&event).iter().filter(|(a, b)| a.as_str() <= "P06" && b.as_str() <= "P06").count();
                assert_eq!(upper, 3, "{variant:?}: {:?}", names(&event));
            }
            finish(&mut event, &mut choice);
        }
        assert!(event.state().is_stage_over(0), "{variant:?}");
    }
}

#[test]
fn a_match_of_the_file_takes_two_rounds() {
    use tournament::trf::{self, Dialect};
    let mut event = swiss(7, 4, SwissVariant::DoubleSwiss, false);
    let mut choice = [5u8, 6, 3, 9, 7, 11, 4, 8].into_iter().cycle();
    for _ in 0..4 {
        event.apply(yes(PAIR)).unwrap();
        finish(&mut event, &mut choice);
    }
    let file = trf::export(event.state(), 0, Dialect::Trf26, &std::collections::BTreeMap::new()).unwrap();
    let read = trf::read(&file.bytes).unwrap();
    assert_eq!(read.header.type_code, "FIDE_DOUBLESWISS");
    let own = CrossTable::of_state(event.state(), 0, 4);
    for round in 1..=4 {
        let position = tournament::double_swiss::of_games(&read.round_input(2 * round - 1).unwrap()).unwrap();
        let mine = own.before_round(round).unwrap().round_input();
        assert_eq!((position.round, position.rounds_total), (round, 4));
        assert_eq!(position.scoring, mine.scoring);
        for (entrant, mine) in position.entrants.iter().zip(&mine.entrants) {
            assert_eq!((&entrant.rounds, entrant.present), (&mine.rounds, mine.present), "number {}", mine.tpn);
        }
        let ours = pairing::swiss::pair(pairing::swiss::System::DoubleSwiss, &position).unwrap();
        let filed: BTreeSet<(u32, u32)> = own
            .rows
            .iter()
            .filter_map(|row| {
                let entry = row.entrant.rounds[round as usize - 1];
                (entry.color == Some(pairing::swiss::Color::White)).then(|| (row.entrant.tpn, entry.opponent.unwrap()))
            })
            .collect();
        assert_eq!(
            ours.pairs.iter().map(|pair| (pair.white, pair.black)).collect::<BTreeSet<_>>(),
            filed,
            "round {round}"
        );
    }
}

/// Two teams of `a` and `b` players, the better ratings first.
fn teams(a: u16, b: u16, double: bool, boards: u32) -> Event {
    let system = System::scheveningen(double, boards);
    let rounds = u32::from(a.min(b)) * if double { 2 } else { 1 };
    let mut event = Event::new(Settings::default(), Stage { system, ..stage(rounds) });
    let list = (1..=a).map(|i| player(&format!("A{i}"), 2400 - 10 * i));
    let list = list.chain((1..=b).map(|i| player(&format!("B{i}"), 2300 - 10 * i))).collect();
    event.apply(yes(Command::AddPlayers(list))).unwrap();
    for (name, letter) in [("Rooks", 'A'), ("Bishops", 'B')] {
        let members = event.state().players.iter().filter(|(_, p)| p.name.starts_with(letter)).map(|(id, _)| *id);
        let team = Team { name: name.into(), members: members.collect(), ..Team::default() };
        event.apply(yes(Command::AddTeam(Box::new(team)))).unwrap();
    }
    event
}

#[test]
fn a_substitute_takes_the_place_of_an_absent_player() {
    // Three boards: A4 is the substitute of the first team, the second has none.
    let mut event = teams(4, 3, false, 3);
    let bye = |event: &Event, name: &str, round| Command::RequestBye {
        player: id(event, name),
        round,
        kind: Some(ByeKind::Zero),
    };
    let missing = [bye(&event, "A2", 1), bye(&event, "B3", 2)];
    for command in missing {
        event.apply(yes(command)).unwrap();
    }
    let change = event.apply(yes(PAIR)).unwrap();
    assert_eq!(change.consequences, ["Substitutes: A4 plays for A2."]);
    // The table of three: A1-B1 A2-B2 B3-A3.
    assert_eq!(names(&event), [pair_of("A1", "B1"), pair_of("A4", "B2"), pair_of("B3", "A3")]);
    for board in 1..=3 {
        event.apply(result(1, board, GameResult::WhiteWins)).unwrap();
    }
    // Round 2: B2-A1 A2-B3 B1-A3; B3 is away and has no substitute.
    event.apply(yes(PAIR)).unwrap();
    assert_eq!(names(&event), [pair_of("B2", "A1"), pair_of("A2", "B3"), pair_of("B1", "A3")]);
    let lost = event.state().round(0, 2).unwrap().meetings[1].games[0];
    assert_eq!((lost.result, lost.reason), (Some(GameResult::ForfeitToWhite), Some(Reason::Default)));
    let mut draws = std::iter::repeat(2);
    finish(&mut event, &mut draws);
    event.apply(yes(PAIR)).unwrap();
    finish(&mut event, &mut draws);
    assert!(event.state().is_stage_over(0));
    let grid = scheveningen::grid(event.state(), 0, 99).unwrap();
    assert_eq!(grid.substitutes, [(id(&event, "A4"), id(&event, "A2"), 1)]);
    assert!(grid.cells.iter().flatten().all(|cell| cell.len() == 1));
    assert_eq!(grid.cells[1][1][0].substitutes, [true, false]);
    // Round 1: 1, 1, 0; round 2: ½, 1, ½; round 3: three draws.
    assert_eq!(grid.totals(), [55, 35]);
    assert_eq!(grid.points[0], [20, 25, 10]);
    let total: i32 = event.state().scores(0, 3).values().map(|points| points.tenths()).sum();
    assert_eq!(total, 90);
}

#[test]
fn a_smaller_team_leaves_seats_free() {
    let mut event = teams(3, 2, false, 3);
    let edit = Command::EditStage {
        stage: 0,
        name: String::new(),
        system: System::scheveningen(false, 3),
        rounds_planned: 3,
        games_per_meeting: 1,
    };
    event.apply(yes(edit)).unwrap();
    let mut met = BTreeSet::new();
    for _ in 0..3 {
        event.apply(yes(PAIR)).unwrap();
        assert_eq!(names(&event).len(), 2);
        met.extend(names(&event).into_iter().map(|(a, b)| if a < b { (a, b) } else { (b, a) }));
        finish(&mut event, &mut std::iter::repeat(2));
    }
    assert_eq!(met.len(), 6, "each of three meets each of two");
    assert!(event.state().is_stage_over(0));
    assert_eq!(scheveningen::grid(event.state(), 0, 99).unwrap().totals(), [30, 30]);
    let mut large = teams(3, 2, false, 9);
    let Err(refusal) = large.apply(yes(PAIR)) else { panic!("nine boards for three players") };
    assert!(refusal.to_string().contains("set fewer boards"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// A Double-Swiss of any size goes on while rounds are fewer than half of the players; nobody meets twice, and undo takes all back.
    #[test]
    fn double_swiss_and_lim_are_played_and_undone(
        players in 6u16..25,
        lim in any::<bool>(),
        results in prop::collection::vec(0u8..20, 64),
        withdraws in prop::option::of(0usize..6),
    ) {
        let variant = if lim { SwissVariant::Lim } else { SwissVariant::DoubleSwiss };
        let mut event = swiss(players, 3, variant, false);
        let mut choice = results.into_iter().cycle();
        let mut met = BTreeSet::new();
        for round in 1..=3 {
            if let (2, Some(index)) = (round, withdraws) {
                let player = *event.state().players.keys().nth(index).unwrap();
                event.apply(yes(Command::Withdraw { player, from: 2 })).unwrap();
            }
            if event.apply(yes(PAIR)).is_err() {
                break;
            }
            finish(&mut event, &mut choice);
            let table = CrossTable::of_state(event.state(), 0, round);
            for row in &table.rows {
                let entry = row.entrant.rounds[round as usize - 1];
                if let (true, Some(opponent)) = (entry.kind.is_played(), entry.opponent) {
                    prop_assert!(met.insert((row.entrant.tpn, opponent)));
                }
            }
        }
        let end = event.state().clone();
        let mut steps = 0;
        while event.undo().is_some() {
            steps += 1;
        }
        prop_assert!(event.state().players.is_empty());
        for _ in 0..steps {
            event.redo().unwrap();
        }
        prop_assert_eq!(event.state(), &end);
    }

    /// Each pair of a Scheveningen match meets once (twice in a double one), and the grid adds up to the standings.
    #[test]
    fn scheveningen_grids_add_up(boards in 1u16..9, double in any::<bool>(), results in prop::collection::vec(0u8..20, 64)) {
        let mut event = teams(boards, boards, double, 0);
        let mut choice = results.into_iter().cycle();
        while !event.state().is_stage_over(0) {
            event.apply(yes(PAIR)).unwrap();
            finish(&mut event, &mut choice);
        }
        let grid = scheveningen::grid(event.state(), 0, 99).unwrap();
        let times = if double { 2 } else { 1 };
        prop_assert!(grid.cells.iter().flatten().all(|cell| cell.len() == times));
        let scores = event.state().scores(0, event.state().rounds_paired(0));
        for (team, holders) in [&grid.a, &grid.b].into_iter().enumerate() {
            for (seat, id) in holders.iter().enumerate() {
                prop_assert_eq!(grid.points[team][seat], i64::from(scores[id].tenths()));
            }
        }
    }
}

#[test]
fn a_double_match_in_the_same_order_by_match_points() {
    let mut event = teams(3, 3, true, 0);
    let edit = |same_order, match_points| Command::EditStage {
        stage: 0,
        name: String::new(),
        system: System::Scheveningen {
            double: true,
            boards: 0,
            options: ScheveningenOptions { same_order, match_points },
        },
        rounds_planned: 6,
        games_per_meeting: 1,
    };
    let seats = |event: &Event, round| -> Vec<(u32, u32, bool)> {
        let seats = scheveningen::seats(event.state(), 0, round).unwrap();
        seats.iter().map(|seat| (seat.a.seat, seat.b.seat, seat.a_has_white)).collect()
    };
    let turned = |seats: Vec<(u32, u32, bool)>| -> Vec<(u32, u32, bool)> {
        seats.into_iter().map(|(a, b, white)| (a, b, !white)).collect()
    };
    // Back to front: round 4 is round 3 with the other colours; in the same order it is round 1.
    assert_eq!(seats(&event, 4), turned(seats(&event, 3)));
    event.apply(yes(edit(true, true))).unwrap();
    assert_eq!(seats(&event, 4), turned(seats(&event, 1)));
    assert_eq!(seats(&event, 6), turned(seats(&event, 3)));
    // Round 1: 2 - 1 for the first team, round 2: three draws; a round that is not complete gives nothing.
    event.apply(yes(PAIR)).unwrap();
    for board in 1..=3 {
        let seat = scheveningen::seats(event.state(), 0, 1).unwrap()[board as usize - 1];
        let wins = (board < 3) == seat.a_has_white;
        event.apply(result(1, board, if wins { GameResult::WhiteWins } else { GameResult::BlackWins })).unwrap();
    }
    event.apply(yes(PAIR)).unwrap();
    for board in 1..=2 {
        event.apply(result(2, board, GameResult::Draw)).unwrap();
    }
    let points = |event: &Event| scheveningen::grid(event.state(), 0, 9).unwrap().match_points;
    assert_eq!(points(&event), Some([20, 0]));
    event.apply(result(2, 3, GameResult::Draw)).unwrap();
    assert_eq!(points(&event), Some([30, 10]));
    // The order of the rounds is fixed once they are paired.
    let before = event.state().clone();
    assert!(event.apply(yes(edit(false, true))).is_err());
    while event.undo().is_some() {}
    while event.redo().is_some() {}
    assert_eq!(*event.state(), before);
    let text = tournament::store::write_text(&event).unwrap();
    let (again, _) = tournament::store::read_text(&text).unwrap();
    assert_eq!(*again.state(), before);
}

/// A round-robin of so many players whose numbers the settings draw.
fn drawn(players: u16, how: NumbersDrawn) -> Event {
    let mut event = common::swiss(players, 3);
    let system = System::RoundRobin { cycles: 1, exchange_last_two: false };
    let rounds_planned = u32::from(players - 1);
    let edit = Command::EditStage { stage: 0, name: String::new(), system, rounds_planned, games_per_meeting: 1 };
    event.apply(yes(edit)).unwrap();
    let settings = Settings { draw_numbers: Some(how), ..(*event.state().settings).clone() };
    event.apply(yes(Command::EditSettings(Box::new(settings)))).unwrap();
    event
}

#[test]
fn numbers_of_a_round_robin_are_drawn_when_round_one_is_paired() {
    let numbers = |event: &Event| event.state().stages[0].numbers.to_vec();
    let mut orders = BTreeSet::new();
    for seed in 0..6 {
        let mut event = drawn(8, NumbersDrawn::Lot { seed });
        let change = event.apply(yes(PAIR)).unwrap();
        assert!(change.consequences.iter().any(|text| text.contains(&format!("seed {seed}"))), "{change:?}");
        assert_eq!(event.state().stages[0].numbers_drawn, Some(NumbersDrawn::Lot { seed }));
        let order = numbers(&event);
        // The pairs are those of the Berger table for these numbers.
        let first = event.state().round(0, 1).unwrap().meetings[0].games[0];
        assert_eq!((first.white, first.black), (order[0], order[7]));
        // The same seed draws the same order, also after the round was un-paired.
        event.apply(yes(Command::UnpairRound { stage: 0 })).unwrap();
        event.apply(yes(PAIR)).unwrap();
        assert_eq!(numbers(&event), order);
        let end = event.state().clone();
        while event.undo().is_some() {}
        while event.redo().is_some() {}
        assert_eq!(*event.state(), end);
        orders.insert(order);
    }
    assert!(orders.len() > 3, "six seeds draw different orders");
    // Numbers that were given by hand stay.
    let mut event = drawn(8, NumbersDrawn::Lot { seed: 1 });
    let mut order: Vec<PlayerId> = event.state().players.keys().copied().collect();
    order.reverse();
    event.apply(yes(Command::SetNumbers { stage: 0, order: Some(order.clone()) })).unwrap();
    event.apply(yes(PAIR)).unwrap();
    assert_eq!((numbers(&event), event.state().stages[0].numbers_drawn), (order, None));
    // A Swiss is not touched, and a field that the restricted lot cannot have is refused in words.
    let mut event = common::swiss(8, 3);
    let settings = Settings { draw_numbers: Some(NumbersDrawn::Lot { seed: 1 }), ..(*event.state().settings).clone() };
    event.apply(yes(Command::EditSettings(Box::new(settings)))).unwrap();
    event.apply(yes(PAIR)).unwrap();
    assert_eq!(event.state().stages[0].numbers_drawn, None);
    let mut event = drawn(8, NumbersDrawn::Varma { seed: 1 });
    let refused = event.apply(yes(PAIR)).unwrap_err().to_string();
    assert!(refused.contains("9 to 24"), "{refused}");
    let mut event = drawn(10, NumbersDrawn::Varma { seed: 1 });
    event.apply(yes(PAIR)).unwrap();
    assert_eq!(event.state().stages[0].numbers_drawn, Some(NumbersDrawn::Varma { seed: 1 }));
}

#[test]
fn numbers_inside_groups_are_drawn_too() {
    let mut event = drawn(8, NumbersDrawn::Lot { seed: 5 });
    let format = tournament::stages::Format {
        name: String::new(),
        system: System::RoundRobin { cycles: 1, exchange_last_two: false },
        rounds_planned: 0,
        games_per_meeting: 1,
    };
    let how = tournament::stages::Grouping::Snake;
    event.apply(yes(Command::MakeGroups { groups: 2, how, format })).unwrap();
    let drawn: Vec<_> = event.state().stages.iter().map(|stage| stage.numbers_drawn).collect();
    assert_eq!(drawn, [Some(NumbersDrawn::Lot { seed: 5 }), Some(NumbersDrawn::Lot { seed: 6 })]);
    let members = |stage: usize| {
        let mut ids: Vec<u32> = event.state().stages[stage].numbers.iter().map(|id| id.0).collect();
        ids.sort_unstable();
        ids
    };
    // The groups themselves are those of the snake.
    let name = |id: &u32| event.state().players[&PlayerId(*id)].name.clone();
    assert_eq!(members(0).iter().map(name).collect::<Vec<_>>(), ["P01", "P04", "P05", "P08"]);
}
