//! Groups, further stages, carried results, and the ranking of the whole event.

mod common;

use common::*;
use pairing::{Lot, Points};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use tournament::command::{Command, GameRef};
use tournament::crosstable::CrossTable;
use tournament::event::Event;
use tournament::model::*;
use tournament::stages::*;
use tournament::standings::{DecisionKind, StageTable};

const ROUND_ROBIN: System = System::RoundRobin { cycles: 1, exchange_last_two: false };

fn format(name: &str, system: System) -> Format {
    Format { name: name.into(), system, rounds_planned: 0, games_per_meeting: 1 }
}

fn transition(from: impl IntoIterator<Item = StageIndex>, selection: Selection, placing: Placing) -> Transition {
    Transition {
        from: from.into_iter().collect(),
        selection,
        placing,
        carry: Carry::Nothing,
        comparison: Comparison::PerGame,
        declined: Vec::new(),
        level: Vec::new(),
        lot: None,
    }
}

fn first(each: u32) -> Selection {
    Selection::First { each, best_of_next: 0 }
}

fn next(transition: Transition, format: Format) -> Command {
    Command::NextStage { transition: Box::new(transition), format: Box::new(format) }
}

fn groups(event: &mut Event, groups: u32) {
    let how = Grouping::Snake;
    event.apply(yes(Command::MakeGroups { groups, how, format: format("", ROUND_ROBIN) })).unwrap();
}

/// Plays a stage to its end: the result of White against Black.
fn finish(event: &mut Event, stage: StageIndex, result: &mut dyn FnMut(&State, PlayerId, PlayerId) -> GameResult) {
    while !event.state().is_stage_over(stage) {
        event.apply(yes(Command::PairRound { stage })).unwrap();
        enter(event, stage, result);
    }
}

/// Enters the open games of the last round.
fn enter(event: &mut Event, stage: StageIndex, result: &mut dyn FnMut(&State, PlayerId, PlayerId) -> GameResult) {
    let state = event.state().clone();
    let round = state.rounds_paired(stage);
    let mut list = Vec::new();
    for (meeting, board) in state.round(stage, round).unwrap().meetings.iter().zip(1..) {
        for (game, number) in meeting.games.iter().zip(0..) {
            if game.result.is_none() {
                let at = GameRef { stage, round, board, game: number };
                list.push((at, result(&state, game.white, game.black), None));
            }
        }
    }
    if !list.is_empty() {
        event.apply(yes(Command::SetResults(list))).unwrap();
    }
}

/// The stronger wins.
fn stronger(state: &State, white: PlayerId, black: PlayerId) -> GameResult {
    let rating = |id: PlayerId| state.rating(&state.players[&id]);
    if rating(white) > rating(black) { GameResult::WhiteWins } else { GameResult::BlackWins }
}

fn draws(_: &State, _: PlayerId, _: PlayerId) -> GameResult {
    GameResult::Draw
}

fn names(event: &Event, stage: StageIndex) -> Vec<String> {
    event.state().numbering(stage).iter().map(|id| event.state().name(*id)).collect()
}

fn pairs_of(event: &Event, stage: StageIndex, round: RoundNumber) -> Vec<BTreeSet<String>> {
    let state = event.state();
    let meetings = &state.round(stage, round).unwrap().meetings;
    meetings.iter().map(|m| [m.games[0].white, m.games[0].black].map(|id| state.name(id)).into()).collect()
}

fn pair_set(pairs: &[[&str; 2]]) -> Vec<BTreeSet<String>> {
    pairs.iter().map(|pair| pair.map(str::to_owned).into()).collect()
}

/// Undoes everything and does it again.
fn back_and_forth(event: &Event) {
    let mut event = event.clone();
    let last = event.state().clone();
    let mut states = vec![last];
    while event.undo().is_some() {
        states.push(event.state().clone());
    }
    let text = tournament::store::write_text(&event).unwrap();
    let (mut event, _) = tournament::store::read_text(&text).unwrap();
    while let Some(state) = states.pop() {
        assert_eq!(event.state(), &state);
        event.redo();
    }
}

#[test]
fn ten_players_in_three_groups_by_the_snake() {
    let mut event = swiss(10, 5);
    groups(&mut event, 3);
    let state = event.state();
    assert_eq!(state.phases().first(), Some(&(0..3)));
    assert_eq!(state.phases().len(), 1);
    let stages: Vec<_> = state.stages.iter().map(|stage| (stage.name.as_str(), stage.rounds_planned)).collect();
    assert_eq!(stages, [("Group A", 3), ("Group B", 3), ("Group C", 3)]);
    assert_eq!(names(&event, 0), ["P01", "P06", "P07"]);
    assert_eq!(names(&event, 1), ["P02", "P05", "P08"]);
    assert_eq!(names(&event, 2), ["P03", "P04", "P09", "P10"]);
    // Back into one field, and groups again.
    let one = Command::MakeGroups { groups: 1, how: Grouping::Snake, format: format("", ROUND_ROBIN) };
    event.apply(yes(one)).unwrap();
    assert_eq!((event.state().stages.len(), event.state().stages[0].rounds_planned), (1, 9));
    groups(&mut event, 2);
    back_and_forth(&event);
}

#[test]
fn pots_keep_federations_apart_and_the_seed_repeats_the_draw() {
    let draw = |seed| {
        let mut event = empty(5);
        let players = (1..=12u16).map(|i| Player {
            federation: if i % 3 == 1 { "GEO" } else { "SRI" }.into(),
            ..player(&format!("P{i:02}"), 2500 - 10 * i)
        });
        event.apply(yes(Command::AddPlayers(players.collect()))).unwrap();
        let how = Grouping::Pots { seed, separate: true };
        event.apply(yes(Command::MakeGroups { groups: 4, how, format: format("Pool", ROUND_ROBIN) })).unwrap();
        (0..4).map(|stage| names(&event, stage)).collect::<Vec<_>>()
    };
    let drawn = draw(5);
    assert_eq!(drawn, draw(5));
    assert_ne!(drawn, draw(6));
    for group in &drawn {
        // One of each pot of four.
        let pots: BTreeSet<u32> = group.iter().map(|name| (name[1..].parse::<u32>().unwrap() - 1) / 4).collect();
        assert_eq!(pots.len(), 3);
        // Four of Georgia in four groups.
        let georgia = group.iter().filter(|name| name[1..].parse::<u32>().unwrap() % 3 == 1).count();
        assert_eq!(georgia, 1, "{drawn:?}");
    }
}

#[test]
fn groups_by_hand_hold_everybody_once() {
    let mut event = swiss(5, 5);
    let ids: Vec<PlayerId> = event.state().players.keys().copied().collect();
    let mut by_hand = |lists: Vec<Vec<PlayerId>>| {
        let groups = lists.len() as u32;
        event.apply(yes(Command::MakeGroups { groups, how: Grouping::ByHand(lists), format: format("", ROUND_ROBIN) }))
    };
    assert!(by_hand(vec![ids[..2].to_vec(), ids[2..4].to_vec()]).unwrap_err().to_string().contains("P05"));
    assert!(by_hand(vec![ids[..3].to_vec(), ids[2..].to_vec()]).unwrap_err().to_string().contains("twice"));
    assert!(by_hand(vec![ids[..4].to_vec(), ids[4..].to_vec()]).unwrap_err().to_string().contains("at least two"));
    by_hand(vec![ids[..2].to_vec(), ids[2..].to_vec()]).unwrap();
    // Somebody changes the group; the number of rounds follows.
    event.apply(yes(Command::MoveToGroup { player: ids[4], to: 0 })).unwrap();
    assert_eq!(event.state().stages.iter().map(|s| s.rounds_planned).collect::<Vec<_>>(), [3, 1]);
    assert!(
        event.apply(yes(Command::MoveToGroup { player: ids[2], to: 0 })).is_err(),
        "group B would be left with one"
    );
    // Late, and into a group.
    let change = event.apply(yes(Command::AddPlayer(Box::new(player("Late", 2000))))).unwrap();
    assert!(change.consequences.iter().any(|text| text.contains("that has not begun")), "{change:?}");
    let late = id(&event, "Late");
    assert!(event.state().is_in_no_stage(late) && !event.state().is_in_no_stage(ids[0]));
    assert!(!event.state().numbering(1).contains(&late));
    event.apply(yes(Command::MoveToGroup { player: late, to: 1 })).unwrap();
    assert!(!event.state().is_in_no_stage(late));
    assert_eq!(names(&event, 1), ["P03", "P04", "Late"]);
    event.apply(yes(Command::PairStages(vec![0, 1]))).unwrap();
    let late = event.apply(yes(Command::MoveToGroup { player: late, to: 0 }));
    assert!(late.unwrap_err().to_string().contains("has begun"));
    back_and_forth(&event);
}

#[test]
fn the_fixed_crossings() {
    for (n, expected) in [
        (2u32, vec![["A1", "B2"], ["B1", "A2"]]),
        (4, vec![["A1", "B2"], ["C1", "D2"], ["B1", "A2"], ["D1", "C2"]]),
        (
            8,
            vec![
                ["A1", "B2"],
                ["C1", "D2"],
                ["E1", "F2"],
                ["G1", "H2"],
                ["B1", "A2"],
                ["D1", "C2"],
                ["F1", "E2"],
                ["H1", "G2"],
            ],
        ),
    ] {
        let mut event = swiss(3 * n as u16, 5);
        groups(&mut event, n);
        for stage in 0..n as usize {
            finish(&mut event, stage, &mut stronger);
        }
        event
            .apply(yes(next(
                transition(0..n as usize, first(2), Placing::Crossing),
                format("Final", System::knockout(false)),
            )))
            .unwrap();
        let stage = n as usize;
        // Names by group and place: in each group the stronger won, so that the place is the order of strength.
        let called: BTreeMap<PlayerId, String> = (0..n as usize)
            .flat_map(|group| {
                let members = event.state().stages[group].numbers.to_vec();
                let letter = char::from(b'A' + group as u8);
                members.into_iter().zip(1..).map(move |(id, place)| (id, format!("{letter}{place}")))
            })
            .collect();
        event.apply(yes(Command::PairRound { stage })).unwrap();
        let pairs: Vec<BTreeSet<String>> = (event.state().round(stage, 1).unwrap().meetings.iter())
            .map(|m| [m.games[0].white, m.games[0].black].map(|id| called[&id].clone()).into())
            .collect();
        assert_eq!(pairs, pair_set(&expected));
    }
}

#[test]
fn from_four_groups_to_the_final_ranking() {
    let mut event = swiss(16, 5);
    groups(&mut event, 4);
    assert_eq!(event.state().stages_to_pair(0..4), [0, 1, 2, 3]);
    let early = next(transition(0..4, first(2), Placing::Crossing), format("Final", System::knockout(false)));
    assert!(event.apply(yes(early.clone())).unwrap_err().to_string().contains("not over"));
    for _ in 0..3 {
        let all = event.state().stages_to_pair(0..4);
        event.apply(yes(Command::PairStages(all))).unwrap();
        for stage in 0..4 {
            enter(&mut event, stage, &mut stronger);
        }
    }
    assert!(event.state().is_phase_over());
    event.apply(yes(early)).unwrap();
    assert_eq!(event.state().phases(), [0..4, 4..5]);
    assert!(event.apply(yes(Command::UnpairRound { stage: 0 })).unwrap_err().to_string().contains("Final"));
    finish(&mut event, 4, &mut stronger);
    let ranking = final_ranking(event.state()).unwrap();
    let places: Vec<(Option<u32>, String)> =
        ranking.iter().map(|place| (place.place, event.state().name(place.id))).collect();
    assert_eq!(places.len(), 16);
    assert_eq!(places[0], (Some(1), "P01".into()));
    // The eight who did not go on come after the eight who did; the third places of all groups before the fourth ones.
    let later: BTreeSet<&str> = places[8..12].iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(later, BTreeSet::from(["P09", "P10", "P11", "P12"]));
    // All of them have one point against the same: rating divides them.
    assert_eq!(places[8..10], [(Some(9), "P09".into()), (Some(10), "P10".into())]);
    assert_eq!(places[15].1, "P16");
    back_and_forth(&event);
}

#[test]
fn the_standard_placing_keeps_groups_apart_in_round_one() {
    for (n, each, more) in [(3u32, 1u32, 1u32), (3, 2, 2), (5, 1, 3), (6, 2, 4), (3, 3, 0), (7, 1, 0), (2, 3, 0)] {
        let mut event = swiss(4 * n as u16, 5);
        groups(&mut event, n);
        let mut dice = Lot::new(u64::from(n + each));
        let mut random =
            |_: &State, _: PlayerId, _: PlayerId| [GameResult::WhiteWins, GameResult::BlackWins][dice.below(2)];
        for stage in 0..n as usize {
            finish(&mut event, stage, &mut random);
        }
        let chosen = Selection::First { each, best_of_next: more };
        let go = Transition { lot: Some(9), ..transition(0..n as usize, chosen, Placing::Standard) };
        event.apply(yes(next(go, format("Final", System::knockout(false))))).unwrap();
        let stage = n as usize;
        event.apply(yes(Command::PairRound { stage })).unwrap();
        let state = event.state();
        let group = |id: PlayerId| (0..n as usize).find(|&g| state.stages[g].numbers.contains(&id)).unwrap();
        for meeting in &state.round(stage, 1).unwrap().meetings {
            let game = meeting.games[0];
            assert_ne!(group(game.white), group(game.black), "{n} groups, {each} and {more}");
        }
        assert_eq!(state.stages[stage].numbers.len() as u32, n * each + more);
    }
}

#[test]
fn the_best_of_the_next_places_by_points_per_game() {
    // Group A of three and group B of four: the second of A has 1 of 2, the second of B 1½ of 3; the third of B has 1½ of 3 too.
    let mut event = swiss(7, 5);
    let ids: Vec<PlayerId> = event.state().players.keys().copied().collect();
    let how = Grouping::ByHand(vec![ids[..3].to_vec(), ids[3..].to_vec()]);
    event.apply(yes(Command::MakeGroups { groups: 2, how, format: format("", ROUND_ROBIN) })).unwrap();
    finish(&mut event, 0, &mut stronger);
    finish(&mut event, 1, &mut |state, white, black| {
        if state.name(white) == "P04" || state.name(black) == "P04" {
            stronger(state, white, black)
        } else {
            GameResult::Draw
        }
    });
    // P05, P06, P07 are level at 1 of 3 in group B: their second place is not divided.
    let chosen = Selection::First { each: 1, best_of_next: 1 };
    let go = transition([0, 1], chosen, Placing::Standard);
    let text = event.apply(yes(next(go.clone(), format("Final", ROUND_ROBIN)))).unwrap_err().to_string();
    assert!(text.contains("P05") && text.contains("P06") && text.contains("P07"), "{text}");
    let lot = Transition { lot: Some(3), ..go };
    event.apply(yes(next(lot, format("Final", ROUND_ROBIN)))).unwrap();
    // Half a point a game is more than a third of one.
    assert_eq!(names(&event, 2).len(), 3);
    assert!(names(&event, 2).contains(&"P02".to_owned()));
}

#[test]
fn a_tie_at_the_border_waits_for_a_play_off() {
    let mut event = swiss(6, 5);
    groups(&mut event, 2);
    finish(&mut event, 0, &mut draws);
    finish(&mut event, 1, &mut stronger);
    let go = transition([0, 1], first(1), Placing::Standard);
    let command = |go: &Transition| next(go.clone(), format("Final", ROUND_ROBIN));
    let text = event.apply(yes(command(&go))).unwrap_err().to_string();
    assert!(text.contains("Level at the border in Group A") && text.contains("P01") && text.contains("P05"), "{text}");
    let (four, five) = (id(&event, "P04"), id(&event, "P05"));
    let played = Transition { level: vec![LevelOrder::new(DecisionKind::PlayOff, vec![five, four])], ..go.clone() };
    let mut other = event.clone();
    other.apply(yes(command(&played))).unwrap();
    assert_eq!(names(&other, 2), ["P02", "P05"]);
    let drawn = |seed| {
        let mut event = event.clone();
        event.apply(yes(command(&Transition { lot: Some(seed), ..go.clone() }))).unwrap();
        names(&event, 2)
    };
    assert_eq!(drawn(4), drawn(4));
    assert!((0..20).map(drawn).collect::<BTreeSet<_>>().len() > 1);
    back_and_forth(&other);
}

#[test]
fn who_is_missing_is_replaced_by_the_next() {
    let mut event = swiss(8, 5);
    groups(&mut event, 2);
    finish(&mut event, 0, &mut stronger);
    finish(&mut event, 1, &mut stronger);
    assert_eq!(names(&event, 0), ["P01", "P04", "P05", "P08"]);
    let declined = Transition { declined: vec![id(&event, "P04")], ..transition([0, 1], first(2), Placing::Crossing) };
    event.apply(yes(next(declined, format("Final", System::knockout(false))))).unwrap();
    let field: BTreeSet<String> = names(&event, 2).into_iter().collect();
    assert_eq!(field, ["P01", "P05", "P02", "P03"].map(str::to_owned).into());
    event.apply(yes(Command::PairRound { stage: 2 })).unwrap();
    assert_eq!(pairs_of(&event, 2, 1), pair_set(&[["P01", "P03"], ["P02", "P05"]]));
    finish_last(&mut event, 2);
    // Who declined keeps the place in the group.
    let ranking = final_ranking(event.state()).unwrap();
    assert_eq!(event.state().name(ranking[4].id), "P04");
}

fn finish_last(event: &mut Event, stage: StageIndex) {
    enter(event, stage, &mut stronger);
    finish(event, stage, &mut stronger);
}

#[test]
fn finals_a_and_b_and_the_ranking_of_all() {
    let mut event = swiss(12, 5);
    groups(&mut event, 3);
    for stage in 0..3 {
        finish(&mut event, stage, &mut stronger);
    }
    let go = transition(0..3, Selection::Places(vec![2, 0]), Placing::Standard);
    event.apply(yes(next(go, format("Final", ROUND_ROBIN)))).unwrap();
    assert_eq!(event.state().phases(), [0..3, 3..5]);
    let made: Vec<(&str, usize)> =
        event.state().stages[3..].iter().map(|stage| (stage.name.as_str(), stage.numbers.len())).collect();
    assert_eq!(made, [("Final A", 6), ("Final B", 6)]);
    finish(&mut event, 4, &mut stronger);
    finish(&mut event, 3, &mut stronger);
    let ranking = final_ranking(event.state()).unwrap();
    let order: Vec<String> = ranking.iter().map(|place| event.state().name(place.id)).collect();
    let expected: Vec<String> = (1..=12).map(|n| format!("P{n:02}")).collect();
    assert_eq!(order, expected);
    assert_eq!(ranking[6].place, Some(7));
    assert_eq!((ranking[6].stage, ranking[6].in_stage), (4, Some(1)));
}

#[test]
fn a_stage_without_rounds_can_be_removed() {
    let mut event = swiss(12, 5);
    groups(&mut event, 3);
    for stage in 0..3 {
        finish(&mut event, stage, &mut stronger);
    }
    let go = Transition {
        carry: Carry::AgainstQualifiers,
        ..transition(0..3, Selection::Places(vec![2, 2]), Placing::Standard)
    };
    event.apply(yes(next(go, format("Final", ROUND_ROBIN)))).unwrap();
    let b = event.state().stages[4].clone();
    // Final A goes although games were taken over into it; final B moves up with all that it has.
    event.apply(yes(Command::RemoveStage { stage: 3 })).unwrap();
    assert_eq!(event.state().stages.len(), 4);
    assert_eq!(event.state().stages[3], b);
    assert!(event.apply(yes(Command::RemoveStage { stage: 1 })).unwrap_err().to_string().contains("has rounds"));
    event.apply(yes(Command::RemoveStage { stage: 3 })).unwrap();
    assert!(event.state().is_phase_over());
    back_and_forth(&event);
}

#[test]
fn a_consolation_stage_runs_beside_the_final() {
    let mut event = swiss(8, 5);
    groups(&mut event, 2);
    finish(&mut event, 0, &mut stronger);
    finish(&mut event, 1, &mut stronger);
    event
        .apply(yes(next(transition([0, 1], first(2), Placing::Crossing), format("Final", System::knockout(false)))))
        .unwrap();
    let rest = transition([0, 1], Selection::Rest { after: 2 }, Placing::Standard);
    event.apply(yes(next(rest, format("Consolation", System::knockout(false))))).unwrap();
    assert_eq!(event.state().phases(), [0..2, 2..4]);
    finish(&mut event, 2, &mut stronger);
    finish(&mut event, 3, &mut stronger);
    let order: Vec<String> =
        final_ranking(event.state()).unwrap().iter().map(|place| event.state().name(place.id)).collect();
    assert_eq!(order[0], "P01");
    assert_eq!(order[4], "P05", "{order:?}");
    assert!(event.apply(yes(Command::RemoveStage { stage: 3 })).unwrap_err().to_string().contains("un-pair"));
    assert!(event.apply(yes(Command::RemoveStage { stage: 0 })).is_err());
    back_and_forth(&event);
}

#[test]
fn a_swiss_with_a_knockout_of_its_best() {
    let mut event = swiss(12, 4);
    finish(&mut event, 0, &mut stronger);
    let go = Transition { lot: Some(1), ..transition([0], first(8), Placing::Standard) };
    event.apply(yes(next(go, format("Final", System::knockout(false))))).unwrap();
    let best: Vec<PlayerId> = StageTable::of(event.state(), 0, 4).ranks().take(8).map(|(_, id)| id).collect();
    assert_eq!(event.state().stages[1].numbers[0], best[0]);
    event.apply(yes(Command::PairRound { stage: 1 })).unwrap();
    assert_eq!(event.state().round(1, 1).unwrap().meetings.len(), 4);
    // Nobody joins the final by being in the event.
    assert_eq!(event.state().numbering(1).len(), 8);
    finish_last(&mut event, 1);
    let ranking = final_ranking(event.state()).unwrap();
    assert_eq!(ranking.len(), 12);
    let rest: Vec<PlayerId> = ranking[8..].iter().map(|place| place.id).collect();
    let swiss: Vec<PlayerId> =
        places(event.state(), 0).unwrap().into_iter().map(|(_, id)| id).filter(|id| rest.contains(id)).collect();
    assert_eq!(rest, swiss, "the rest keep their Swiss places");
}

#[test]
fn points_are_carried_whole_half_or_by_place() {
    let mut event = swiss(6, 5);
    groups(&mut event, 2);
    finish(&mut event, 0, &mut stronger);
    finish(&mut event, 1, &mut stronger);
    let carried = |carry| {
        let mut event = event.clone();
        let go = Transition { carry, ..transition([0, 1], first(2), Placing::Standard) };
        event.apply(yes(next(go, format("Final", ROUND_ROBIN)))).map(|_| {
            let scores = event.state().scores(2, 0);
            let points: Vec<(String, i32)> =
                event.state().numbering(2).iter().map(|id| (event.state().name(*id), scores[id].tenths())).collect();
            back_and_forth(&event);
            points
        })
    };
    let named = |points: [i32; 4]| -> Vec<(String, i32)> {
        ["P01", "P02", "P03", "P04"].map(str::to_owned).into_iter().zip(points).collect()
    };
    let sorted = |carry| {
        let mut points = carried(carry).unwrap();
        points.sort();
        points
    };
    assert_eq!(sorted(Carry::Nothing), named([0, 0, 0, 0]));
    assert_eq!(sorted(Carry::AllPoints), named([20, 20, 10, 10]));
    assert_eq!(sorted(Carry::Half), named([10, 10, 5, 5]));
    assert_eq!(sorted(Carry::ByPlace(vec![30, 10])), named([30, 30, 10, 10]));
    // Halves of halves are exact, count in the standings and are kept in the file.
    let mut event = swiss(6, 5);
    groups(&mut event, 2);
    finish(&mut event, 0, &mut draws);
    finish(&mut event, 1, &mut |state, white, black| {
        if state.name(white) == "P02" || state.name(black) == "P02" {
            GameResult::Draw
        } else {
            stronger(state, white, black)
        }
    });
    let go = Transition { carry: Carry::Half, lot: Some(1), ..transition([0, 1], first(2), Placing::Standard) };
    event.apply(yes(next(go, format("Final", ROUND_ROBIN)))).unwrap();
    // P03 beat P06 and drew with P02: 1½, half of it ¾; P02 had two draws of two.
    let (third, second) = (id(&event, "P03"), id(&event, "P02"));
    assert_eq!(event.state().stages[2].carried_points(third), Points(15).half());
    assert_eq!(event.state().scores(2, 0)[&third].to_string(), "0.75");
    back_and_forth(&event);
    finish(&mut event, 2, &mut draws);
    let table = StageTable::of(event.state(), 2, 3);
    assert_eq!(table.ranks().next(), Some((1, third)));
    let points: Vec<String> = table.standings.rows.iter().map(|row| row.points.to_string()).collect();
    assert_eq!(points, ["2.25", "2", "2", "2"]);
    assert!(table.ranks().skip(1).any(|(_, id)| id == second));
    // Half of that again would be smaller than what is kept.
    let go = Transition { carry: Carry::Half, lot: Some(1), ..transition([2], first(2), Placing::Standard) };
    let text = event.apply(yes(next(go, format("Last", ROUND_ROBIN)))).unwrap_err().to_string();
    assert!(text.contains("Half of the 2.25 points of P03"), "{text}");
}

#[test]
fn results_against_qualifiers_are_taken_over() {
    let mut event = swiss(8, 5);
    groups(&mut event, 2);
    // Who withdraws before half of the games does not count, before anybody is selected.
    let gone = id(&event, "P05");
    let state = event.state();
    assert!(state.stages[0].numbers.contains(&gone));
    event.apply(yes(Command::PairRound { stage: 0 })).unwrap();
    enter(&mut event, 0, &mut |state, white, black| {
        // The one who will leave beats whomever.
        let names = [state.name(white), state.name(black)];
        match names.iter().position(|name| name == "P05") {
            Some(0) => GameResult::WhiteWins,
            Some(_) => GameResult::BlackWins,
            None => stronger(state, white, black),
        }
    });
    event.apply(yes(Command::Withdraw { player: gone, from: 2 })).unwrap();
    finish(&mut event, 0, &mut stronger);
    finish(&mut event, 1, &mut stronger);
    let table = StageTable::of(event.state(), 0, 3);
    assert_eq!(table.left_out, [gone]);
    assert_eq!(table.cross.rows.len(), 3);
    assert!(table.cross.rows.iter().flat_map(|row| &row.entrant.rounds).all(|entry| entry.opponent != Some(3)));

    let go = Transition { carry: Carry::AgainstQualifiers, ..transition([0, 1], first(2), Placing::Standard) };
    event.apply(yes(next(go, format("Final", ROUND_ROBIN)))).unwrap();
    let state = event.state();
    let stage = &state.stages[2];
    assert_eq!(
        (stage.rounds.len(), stage.rounds_planned),
        (1, 3),
        "one round taken over, two by the Scheveningen table"
    );
    assert_eq!(stage.rounds[0].carried_from, [0, 1]);
    for meeting in &stage.rounds[0].meetings {
        // With the same colours and results as in the group.
        let game = meeting.games[0];
        let before =
            state.stages[..2].iter().flat_map(|s| &s.rounds).flat_map(|r| &r.meetings).any(|m| m.games[0] == game);
        assert!(before && game.result.is_some());
    }
    assert_eq!(stage.rounds[0].meetings.len(), 2);
    let at = GameRef { stage: 2, round: 1, board: 1, game: 0 };
    let set = Command::SetResult { at, result: Some(GameResult::Draw), reason: None };
    assert!(event.apply(yes(set)).unwrap_err().to_string().contains("earlier stage"));
    assert!(event.apply(yes(Command::UnpairRound { stage: 2 })).unwrap_err().to_string().contains("earlier stage"));
    finish(&mut event, 2, &mut stronger);
    let table = CrossTable::of_state(event.state(), 2, 3);
    for row in &table.rows {
        let met: BTreeSet<u32> = row.entrant.rounds.iter().filter_map(|entry| entry.opponent).collect();
        assert_eq!(met.len(), 3, "everybody meets everybody once");
    }
    let ranking = final_ranking(event.state()).unwrap();
    assert_eq!(ranking.len(), 8);
    assert_eq!((ranking[7].place, ranking[7].id), (None, gone));
    back_and_forth(&event);
}

#[test]
fn numbers_are_drawn_with_a_seed_that_is_kept() {
    let mut event = swiss(10, 9);
    let edit = Command::EditStage {
        stage: 0,
        name: String::new(),
        system: ROUND_ROBIN,
        rounds_planned: 9,
        games_per_meeting: 1,
    };
    event.apply(yes(edit)).unwrap();
    let draw = |event: &mut Event, how| event.apply(yes(Command::DrawNumbers { stage: 0, how })).unwrap();
    draw(&mut event, NumbersDrawn::Lot { seed: 3 });
    let drawn = names(&event, 0);
    assert_ne!(drawn, names(&swiss(10, 9), 0));
    assert_eq!(event.state().stages[0].numbers_drawn, Some(NumbersDrawn::Lot { seed: 3 }));
    draw(&mut event, NumbersDrawn::Varma { seed: 3 });
    draw(&mut event, NumbersDrawn::Lot { seed: 3 });
    assert_eq!(names(&event, 0), drawn, "the same seed draws the same numbers");
    let again = Command::DrawNumbers { stage: 0, how: NumbersDrawn::Lot { seed: 4 } };
    assert!(event.apply(again).is_err(), "a second draw is confirmed");
    // Somebody leaves after the lot: it is said that it must be drawn again, but not for the last number of an even field.
    let leaves = |name: &str| Command::Withdraw { player: id(&event, name), from: 1 };
    assert!(!event.warning(&leaves(&drawn[2]).into()).reasons.is_empty());
    assert!(event.warning(&leaves(&drawn[9]).into()).reasons.is_empty());
    // By rating again, which forgets the lot.
    event.apply(yes(Command::SetNumbers { stage: 0, order: None })).unwrap();
    assert_eq!(event.state().stages[0].numbers_drawn, None);
    assert_eq!(names(&event, 0), names(&swiss(10, 9), 0));
    event.apply(yes(PAIR)).unwrap();
    let late = Command::DrawNumbers { stage: 0, how: NumbersDrawn::Lot { seed: 5 } };
    assert!(event.apply(yes(late)).unwrap_err().to_string().contains("before round 1"));
    back_and_forth(&event);
}

#[test]
fn a_round_robin_shrinks_when_somebody_leaves_before_it_begins() {
    let mut event = swiss(6, 5);
    groups(&mut event, 1);
    event.apply(yes(Command::Withdraw { player: id(&event, "P02"), from: 1 })).unwrap();
    event.apply(yes(Command::Withdraw { player: id(&event, "P03"), from: 1 })).unwrap();
    finish(&mut event, 0, &mut stronger);
    assert_eq!(event.state().rounds_paired(0), 3);
}

#[test]
fn exactly_half_of_the_games_count() {
    for (games_played, counts) in [(4, false), (5, true)] {
        let mut event = swiss(10, 9);
        groups(&mut event, 1);
        let leaver = id(&event, "P03");
        for _ in 0..games_played {
            event.apply(yes(PAIR)).unwrap();
            enter(&mut event, 0, &mut stronger);
        }
        event.apply(yes(Command::Withdraw { player: leaver, from: games_played + 1 })).unwrap();
        finish(&mut event, 0, &mut stronger);
        let table = StageTable::of(event.state(), 0, 9);
        assert_eq!(table.left_out.is_empty(), counts);
        assert_eq!(table.cross.rows.len(), if counts { 10 } else { 9 });
        // Games stay in the rounds, and the arbiter may count them all the same.
        let settings = Settings { count_withdrawn: true, ..(*event.state().settings).clone() };
        event.apply(yes(Command::EditSettings(Box::new(settings)))).unwrap();
        assert!(StageTable::of(event.state(), 0, 9).left_out.is_empty());
    }
}

#[test]
fn adjustments_belong_to_their_stage() {
    let mut event = swiss(4, 5);
    groups(&mut event, 1);
    let who = id(&event, "P01");
    let give = Adjustment { player: who, round: 1, points: 10, reason: "x".into(), stage: 0 };
    event.apply(yes(PAIR)).unwrap();
    event.apply(yes(Command::Adjust(give))).unwrap();
    enter(&mut event, 0, &mut stronger);
    finish(&mut event, 0, &mut stronger);
    event.apply(yes(next(transition([0], first(2), Placing::Standard), format("Final", ROUND_ROBIN)))).unwrap();
    event.apply(yes(Command::PairRound { stage: 1 })).unwrap();
    assert_eq!(event.state().scores(0, 3)[&who].tenths(), 40);
    assert_eq!(event.state().scores(1, 1)[&who].tenths(), 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    /// Groups of any size, and a final that takes over the games of each group: everybody meets everybody exactly once over both.
    #[test]
    fn a_final_with_carried_results_is_a_whole_round_robin(n in 1u32..6, each in 1u32..5, extra in 0u16..3, seed: u64) {
        prop_assume!(n * each >= 2);
        let mut event = swiss(n as u16 * (each as u16 + extra).max(2), 5);
        groups(&mut event, n);
        let mut dice = Lot::new(seed);
        let mut random = |_: &State, _: PlayerId, _: PlayerId| {
            [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins][dice.below(3)]
        };
        let groups = event.state().stages.len();
        for stage in 0..groups {
            finish(&mut event, stage, &mut random);
        }
        let go = Transition {
            carry: Carry::AgainstQualifiers,
            lot: Some(seed),
            ..transition(0..groups, first(each), Placing::Standard)
        };
        event.apply(yes(next(go, format("Final", ROUND_ROBIN)))).unwrap();
        let size = event.state().stages[groups].numbers.len();
        prop_assert_eq!(size as u32, n * each);
        finish(&mut event, groups, &mut random);
        let table = CrossTable::of_state(event.state(), groups, 99);
        for row in &table.rows {
            let met: Vec<u32> = row.entrant.rounds.iter().filter_map(|entry| entry.opponent).collect();
            let different: BTreeSet<u32> = met.iter().copied().collect();
            prop_assert_eq!((met.len(), different.len()), (size - 1, size - 1));
        }
        prop_assert_eq!(final_ranking(event.state()).unwrap().len(), event.state().players.len());
        back_and_forth(&event);
    }
}

#[test]
fn a_continuation_is_one_swiss_with_a_smaller_field() {
    let mut event = swiss(8, 3);
    event.set_engine(pairing::swiss::pair);
    finish(&mut event, 0, &mut stronger);
    let system = System::Swiss { variant: SwissVariant::Dutch, acceleration: false };
    let wished = Format { rounds_planned: 2, ..format("Last rounds", system.clone()) };
    let go = Transition { carry: Carry::Continuation, lot: Some(3), ..transition([0], first(4), Placing::Standard) };
    event.apply(yes(next(go.clone(), wished.clone()))).unwrap();
    let state = event.state();
    let stage = &state.stages[1];
    assert_eq!((stage.rounds.len(), stage.rounds_planned, stage.numbers.len()), (3, 5, 4));
    // The numbers keep their order, and the points are those of the three rounds.
    let order: Vec<usize> =
        stage.numbers.iter().map(|id| state.numbering(0).iter().position(|other| other == id).unwrap()).collect();
    assert!(order.is_sorted());
    let before = state.scores(0, 3);
    assert!(state.scores(1, 3).iter().all(|(id, points)| before[id] == *points));
    // Tie-breaks count the games against those who stayed behind: the values are those of the earlier stage.
    let (old, new) = (StageTable::of(state, 0, 3), StageTable::of(state, 1, 3));
    assert_eq!(new.standings.rows.len(), 4);
    for row in &new.standings.rows {
        let id = new.ids[row.index];
        let same = old.standings.rows.iter().find(|other| old.ids[other.index] == id).unwrap();
        let at = new.standings.codes.iter().position(|code| code.to_string() == "BH").unwrap();
        assert_eq!(row.values[at], same.values[at], "{}", state.name(id));
    }
    // Two more rounds: nobody meets again, whoever can be paired so.
    let played: BTreeSet<BTreeSet<String>> = (1..=3).flat_map(|round| pairs_of(&event, 0, round)).collect();
    event.apply(yes(Command::PairRound { stage: 1 })).unwrap();
    for pair in pairs_of(&event, 1, 4) {
        assert!(!played.contains(&pair), "{pair:?} have met");
    }
    // Colours go on: nobody has one colour three times running or a difference above two.
    let table = CrossTable::of_state(event.state(), 1, 4);
    assert_eq!(table.rows.len(), 8);
    for row in table.rows.iter().take(4) {
        let balance: i32 = row
            .entrant
            .rounds
            .iter()
            .filter_map(|entry| entry.color)
            .map(|color| if color == pairing::swiss::Color::White { 1 } else { -1 })
            .sum();
        assert!(balance.abs() <= 2);
    }
    enter(&mut event, 1, &mut stronger);
    // The earlier rounds are not entered, rated or un-paired here.
    let first_game = GameRef { stage: 1, round: 1, board: 1, game: 0 };
    let set = Command::SetResult { at: first_game, result: Some(GameResult::Draw), reason: None };
    assert!(event.apply(yes(set)).is_err());
    back_and_forth(&event);
    let ranking = final_ranking(event.state()).unwrap();
    assert_eq!(ranking.len(), 8);
    assert!(ranking[..4].iter().all(|place| place.stage == 1) && ranking[4..].iter().all(|place| place.stage == 0));
    // Only a Swiss can go on as a Swiss.
    let mut event = swiss(8, 5);
    groups(&mut event, 2);
    finish(&mut event, 0, &mut stronger);
    finish(&mut event, 1, &mut stronger);
    for from in [vec![0], vec![0, 1]] {
        let go = Transition { from, ..go.clone() };
        assert!(event.apply(yes(next(go, wished.clone()))).is_err());
    }
}

#[test]
fn the_next_of_the_group_takes_the_place_of_who_does_not_come() {
    let mut event = swiss(8, 5);
    groups(&mut event, 2);
    finish(&mut event, 0, &mut stronger);
    finish(&mut event, 1, &mut stronger);
    // A: 1 4 5 8, B: 2 3 6 7.
    event
        .apply(yes(next(transition([0, 1], first(2), Placing::Crossing), format("Final", System::knockout(false)))))
        .unwrap();
    assert_eq!(names(&event, 2), ["P01", "P02", "P04", "P03"]);
    let (gone, third) = (id(&event, "P02"), id(&event, "P06"));
    event.apply(yes(Command::ReplaceMember { stage: 2, player: gone })).unwrap();
    assert_eq!(names(&event, 2), ["P01", "P06", "P04", "P03"]);
    assert!(made_of(event.state(), 2).unwrap().contains("did not want to go on: P02"));
    // Again, until the group is used up; who is in the stage already is not asked.
    event.apply(yes(Command::ReplaceMember { stage: 2, player: third })).unwrap();
    assert_eq!(names(&event, 2), ["P01", "P07", "P04", "P03"]);
    let last = id(&event, "P07");
    let text = event.apply(yes(Command::ReplaceMember { stage: 2, player: last })).unwrap_err().to_string();
    assert!(text.contains("Nobody of the group of P07 is left"), "{text}");
    back_and_forth(&event);
    // Not after the stage has begun, and not in a group.
    event.apply(yes(Command::PairRound { stage: 2 })).unwrap();
    assert!(event.apply(yes(Command::ReplaceMember { stage: 2, player: last })).is_err());
    assert!(event.apply(yes(Command::ReplaceMember { stage: 0, player: gone })).is_err());
}

#[test]
fn carried_games_follow_who_takes_the_place() {
    let mut event = swiss(8, 5);
    groups(&mut event, 2);
    finish(&mut event, 0, &mut stronger);
    finish(&mut event, 1, &mut stronger);
    let go = Transition { carry: Carry::AgainstQualifiers, ..transition([0, 1], first(2), Placing::Standard) };
    event.apply(yes(next(go, format("Final", ROUND_ROBIN)))).unwrap();
    let (gone, third) = (id(&event, "P03"), id(&event, "P06"));
    event.apply(yes(Command::ReplaceMember { stage: 2, player: gone })).unwrap();
    // P02 beat P06 in the group: that game stands in the final now.
    let seats = |round: &Round| -> Vec<PlayerId> {
        round.meetings.iter().flat_map(|m| &m.games).flat_map(|game| [game.white, game.black]).collect()
    };
    let first = &event.state().stages[2].rounds[0];
    assert!(seats(first).contains(&third) && !seats(first).contains(&gone));
    assert_eq!(event.state().scores(2, 1)[&id(&event, "P02")].tenths(), 10);
    assert_eq!(event.state().stages[2].rounds_planned, 3);
    back_and_forth(&event);
}
