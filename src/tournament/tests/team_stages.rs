//! Contests of teams in several stages: groups, who goes on, what is taken along, the ranking, undo, saving, report files.

mod common;

use common::*;
use std::sync::Arc;
use tournament::command::{Command, GameRef, Order, Refusal};
use tournament::event::Event;
use tournament::model::*;
use tournament::stages::{
    Carry, Comparison, Format, Grouping, LevelOrder, Placing, Selection, Transition, final_ranking, name, places,
    preview,
};
use tournament::standings::DecisionKind;
use tournament::{Points, knockout, teams};

/// `n` teams `A01`, `A02`, ... of three players for two boards, in falling order of strength.
fn field(n: u16) -> Event {
    team_event((1..=n).map(|team| format!("A{team:02}")), System::RoundRobin { cycles: 1, exchange_last_two: false })
}

fn round_robin(name: &str) -> Format {
    Format {
        name: name.into(),
        system: System::RoundRobin { cycles: 1, exchange_last_two: false },
        rounds_planned: 0,
        games_per_meeting: 1,
    }
}

fn cup(name: &str) -> Format {
    Format { name: name.into(), system: System::knockout(false), rounds_planned: 0, games_per_meeting: 1 }
}

fn groups(event: &mut Event, n: u32) {
    let command = Command::MakeGroups { groups: n, how: Grouping::Snake, format: round_robin("") };
    event.apply(yes(command)).unwrap();
}

/// The names of the teams of a stage, in order of number.
fn in_stage(event: &Event, stage: StageIndex) -> Vec<String> {
    event.state().team_numbering(stage).iter().map(|id| event.state().team_name(*id)).collect()
}

fn pairs(event: &Event, stage: StageIndex, round: u32) -> Vec<(String, String)> {
    let state = event.state();
    let round = state.round(stage, round).unwrap();
    teams::matches(round).map(|m| (state.team_name(m.game.white), state.team_name(m.game.black))).collect()
}

fn play_groups(event: &mut Event, wins: usize) {
    let stages = event.state().stages.len();
    for _ in 0..event.state().stages[0].rounds_planned {
        event.apply(yes(Command::PairStages((0..stages).collect()))).unwrap();
        for stage in 0..stages {
            enter_matches(event, stage, wins);
        }
    }
}

fn first(each: u32, from: Vec<StageIndex>) -> Transition {
    Transition {
        from,
        selection: Selection::First { each, best_of_next: 0 },
        placing: Placing::Crossing,
        carry: Carry::Nothing,
        comparison: Comparison::PerGame,
        declined: Vec::new(),
        level: Vec::new(),
        lot: None,
    }
}

fn next(event: &mut Event, transition: Transition, format: Format) -> Result<(), Refusal> {
    event.apply(yes(Command::NextStage { transition: Box::new(transition), format: Box::new(format) })).map(|_| ())
}

/// Undoing everything gives the first state, doing it again the last one; the event can be saved and read.
fn check_undo(event: &mut Event) {
    let last = event.state().clone();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("event.pairwright.ron");
    tournament::store::EventFile::create(&path, event.clone()).unwrap();
    assert_eq!(tournament::store::read(&path).unwrap().state(), &last, "saved and read");
    let mut done = 0;
    while event.undo().is_some() {
        done += 1;
    }
    assert!(event.state().teams.is_empty() && event.state().stages.len() == 1);
    for _ in 0..done {
        event.redo().unwrap();
    }
    assert_eq!(event.state(), &last, "done again");
}

#[test]
fn groups_by_the_snake_hold_their_teams_and_members() {
    let mut event = field(8);
    groups(&mut event, 2);
    assert_eq!(in_stage(&event, 0), ["A01", "A04", "A05", "A08"]);
    assert_eq!(in_stage(&event, 1), ["A02", "A03", "A06", "A07"]);
    let state = event.state();
    // Before round 1 a group has the players of its teams, the strongest first.
    let members: Vec<String> = state.numbering(0).iter().map(|id| state.name(*id)).collect();
    assert_eq!(members[..4], ["A01 p1", "A01 p2", "A01 p3", "A04 p1"]);
    assert_eq!(members.len(), 12);
    assert_eq!(state.stages[0].rounds_planned, 3);
    // Another group, and back into one field.
    let a08 = PlayerId(state.team_numbering(0)[3].0);
    event.apply(yes(Command::MoveToGroup { player: a08, to: 1 })).unwrap();
    assert_eq!(in_stage(&event, 1), ["A02", "A03", "A06", "A07", "A08"]);
    assert_eq!(event.state().stages[1].rounds_planned, 5);
    let change = event.apply(yes(Command::MakeGroups {
        groups: 2,
        how: Grouping::Pots { seed: 7, separate: false },
        format: round_robin("Pool"),
    }));
    assert!(change.unwrap().summary.contains("2 groups of 4 teams out of pots by lot (seed 7)"));
    // One of each pot in every group.
    for stage in 0..2 {
        let mut pots: Vec<u32> =
            in_stage(&event, stage).iter().map(|name| (name[1..].parse::<u32>().unwrap() - 1) / 2).collect();
        pots.sort_unstable();
        assert_eq!(pots, [0, 1, 2, 3]);
    }
    event.apply(yes(Command::MakeGroups { groups: 1, how: Grouping::Snake, format: round_robin("") })).unwrap();
    assert_eq!(in_stage(&event, 0).len(), 8);
    check_undo(&mut event);
}

#[test]
fn groups_then_a_knockout_of_teams_to_the_final_ranking() {
    let mut event = field(8);
    groups(&mut event, 2);
    let early = next(&mut event, first(2, vec![0, 1]), cup("Final")).unwrap_err().to_string();
    assert!(early.contains("is not over yet"), "{early}");
    play_groups(&mut event, 1);
    assert!(event.state().is_phase_over());
    // Group A: A01 wins all, A04, A05, A08; group B: A02, A03, A06, A07.
    let of = |stage: StageIndex| -> Vec<String> {
        places(event.state(), stage).unwrap().iter().map(|(_, id)| name(event.state(), *id)).collect()
    };
    assert_eq!(of(0), ["A01", "A04", "A05", "A08"]);
    assert_eq!(of(1), ["A02", "A03", "A06", "A07"]);
    next(&mut event, first(2, vec![0, 1]), cup("Final")).unwrap();
    assert_eq!(event.state().stages.len(), 3);
    event.apply(yes(Command::PairRound { stage: 2 })).unwrap();
    let met: Vec<[String; 2]> = pairs(&event, 2, 1)
        .into_iter()
        .map(|(a, b)| {
            let mut pair = [a, b];
            pair.sort();
            pair
        })
        .collect();
    assert_eq!(met, [["A01", "A03"], ["A02", "A04"]], "A1-B2, B1-A2");
    enter_matches(&mut event, 2, 1);
    event.apply(yes(Command::PairRound { stage: 2 })).unwrap();
    // The final is equal: the tie-break of the boards lets A02 go on.
    enter_matches(&mut event, 2, 0);
    assert!(!event.state().is_stage_over(2));
    let a02 = *event.state().teams.iter().find(|(_, team)| team.name == "A02").unwrap().0;
    let decide = Command::DecideMatch { stage: 2, round: 2, number: 1, winner: Some(a02), how: DecidedBy::TieBreak };
    event.apply(yes(decide)).unwrap();
    assert!(event.state().is_stage_over(2));
    let state = event.state();
    assert_eq!(knockout::places(state, 2).unwrap()[0].2, PlayerId(a02.0));
    let ranked: Vec<(String, String)> =
        final_ranking(state).unwrap().iter().map(|place| (place.words(), name(state, place.id))).collect();
    let expected = [
        ("1", "A02"),
        ("2", "A01"),
        ("3\u{2013}4", "A03"),
        ("3\u{2013}4", "A04"),
        ("5", "A05"),
        ("6", "A06"),
        ("7", "A07"),
        ("8", "A08"),
    ];
    // Thirds of the groups are level in points and matches won; strength divides them, and so on.
    let ranked: Vec<(&str, &str)> = ranked.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let mut thirds = ranked.clone();
    thirds[2..4].sort();
    assert_eq!(thirds, expected);
    check_undo(&mut event);
}

#[test]
fn final_groups_take_the_matches_among_them_along() {
    let mut event = field(8);
    groups(&mut event, 2);
    play_groups(&mut event, 1);
    let transition = Transition {
        selection: Selection::Places(vec![2, 0]),
        placing: Placing::Standard,
        carry: Carry::AgainstQualifiers,
        ..first(2, vec![0, 1])
    };
    next(&mut event, transition, round_robin("Final")).unwrap();
    assert_eq!(in_stage(&event, 2), ["A01", "A02", "A03", "A04"]);
    assert_eq!(in_stage(&event, 3), ["A05", "A06", "A07", "A08"]);
    let state = event.state();
    // A01-A04 and A02-A03 have met; two rounds are left.
    assert!(state.is_carried(2, 1) && !state.is_carried(2, 2));
    assert_eq!(state.stages[2].rounds_planned, 3);
    let taken = state.round(2, 1).unwrap();
    assert_eq!(teams::matches(taken).count(), 2);
    assert_eq!(taken.meetings.len(), 4, "with their boards");
    for m in teams::matches(taken) {
        let old = (0..2)
            .flat_map(|stage| &state.stages[stage].rounds)
            .flat_map(|round| teams::matches(round))
            .find(|old| (old.game.white, old.game.black) == (m.game.white, m.game.black));
        assert_eq!(old.unwrap().boards, m.boards);
    }
    let (table, _) = teams::standings(state, 2, 1);
    let sums: Vec<Points> = table.rows.iter().map(|row| row.rounds[0].game_points).collect();
    assert_eq!(sums, [Points(15), Points(15), Points(5), Points(5)]);
    for _ in 0..2 {
        event.apply(yes(Command::PairStages(vec![2, 3]))).unwrap();
        enter_matches(&mut event, 2, 1);
        enter_matches(&mut event, 3, 1);
    }
    let state = event.state();
    assert!(state.is_phase_over());
    // Everybody of the final has met everybody once.
    let mut met: Vec<(TeamId, TeamId)> = (state.stages[2].rounds.iter())
        .flat_map(|round| teams::matches(round))
        .map(|m| (m.game.white.min(m.game.black), m.game.white.max(m.game.black)))
        .collect();
    met.sort_unstable();
    met.dedup();
    assert_eq!(met.len(), 6);
    let ranked: Vec<String> = final_ranking(state).unwrap().iter().map(|place| name(state, place.id)).collect();
    assert_eq!(ranked, ["A01", "A02", "A03", "A04", "A05", "A06", "A07", "A08"]);
    // Nothing is rated twice: the games of all stages are each there once.
    let games = state.all_rounds().stages[0].rounds.iter().flat_map(|round| &round.meetings).count();
    assert_eq!(games, (2 * 6 + 2 * 4) * 2);
    check_undo(&mut event);
}

#[test]
fn match_points_and_game_points_are_brought_along() {
    let mut event = field(6);
    groups(&mut event, 2);
    play_groups(&mut event, 1);
    // A: A01 4 MP 3 GP, A04 2 MP 2 GP, A05 0 MP 1 GP.
    let transition = Transition { carry: Carry::AllPoints, placing: Placing::Standard, ..first(2, vec![0, 1]) };
    next(&mut event, transition.clone(), round_robin("Final")).unwrap();
    let state = event.state();
    assert_eq!(in_stage(&event, 2), ["A01", "A02", "A03", "A04"]);
    let carried: Vec<(i32, i32)> = state.team_numbering(2).iter().map(|id| state.stages[2].teams.carried[id]).collect();
    assert_eq!(carried, [(40, 30), (40, 30), (20, 20), (20, 20)]);
    let (_, standings) = teams::standings(state, 2, 0);
    assert_eq!(standings.rows[0].points, Points(40));
    event.apply(yes(Command::PairRound { stage: 2 })).unwrap();
    enter_matches(&mut event, 2, 2);
    let state = event.state();
    let (table, standings) = teams::standings(state, 2, 1);
    let rows: Vec<(String, Points)> =
        standings.rows.iter().map(|row| (table.rows[row.index].name.clone(), row.points)).collect();
    // Round 1 of the Berger table of four: 1-4, 2-3.
    assert_eq!(rows[0].1, Points(60));
    assert_eq!(rows.iter().map(|row| row.1.tenths()).sum::<i32>(), 120 + 40);
    // The points stand in the report file, and come back from it.
    let (trf, _) = tournament::trf::to_trf(&state.only_stage(2).unwrap(), 0, &Default::default()).unwrap();
    assert_eq!(trf.teams.iter().map(|team| team.match_points.unwrap().tenths()).sum::<i32>(), 160);
    // Half of it: 3 game points are no whole number of tenths when halved twice only; here 15 tenths are.
    event.undo();
    while event.state().stages.len() > 2 {
        event.undo();
    }
    next(&mut event, Transition { carry: Carry::Half, ..transition.clone() }, round_robin("Final")).unwrap();
    let state = event.state();
    assert_eq!(state.stages[2].teams.carried[&state.team_numbering(2)[0]], (20, 15));
    event.undo();
    next(&mut event, Transition { carry: Carry::ByPlace(vec![30, 10]), ..transition }, round_robin("Final")).unwrap();
    let state = event.state();
    let points: Vec<(i32, i32)> = state.team_numbering(2).iter().map(|id| state.stages[2].teams.carried[id]).collect();
    assert_eq!(points, [(30, 0), (30, 0), (10, 0), (10, 0)]);
    check_undo(&mut event);
}

#[test]
fn ties_at_the_border_name_teams_and_are_divided() {
    let mut event = field(6);
    groups(&mut event, 2);
    // All matches are drawn on all boards: everybody is level.
    play_groups(&mut event, 0);
    let stopped = preview(event.state(), &first(1, vec![0, 1]), &cup("Final"), "").unwrap_err();
    assert!(stopped.text.contains("A01") && stopped.tied.len() == 3, "{stopped:?}");
    let ids = |names: &[&str]| -> Vec<PlayerId> {
        let state = event.state();
        let id = |name: &&str| PlayerId(state.teams.iter().find(|(_, team)| team.name == **name).unwrap().0.0);
        names.iter().map(id).collect()
    };
    let level = vec![
        LevelOrder::new(DecisionKind::PlayOff, ids(&["A05", "A01", "A04"])),
        LevelOrder::new(DecisionKind::ByHand, ids(&["A02", "A03", "A06"])),
    ];
    let declined = ids(&["A02"]);
    next(&mut event, Transition { level, declined, ..first(1, vec![0, 1]) }, cup("Final")).unwrap();
    assert_eq!(in_stage(&event, 2).len(), 2);
    assert!(in_stage(&event, 2).contains(&"A05".to_owned()) && in_stage(&event, 2).contains(&"A03".to_owned()));
    let words = tournament::stages::made_of(event.state(), 2).unwrap();
    assert!(words.contains("level by play-off: A05 before A01 before A04"), "{words}");
    assert!(words.contains("did not want to go on: A02"), "{words}");
    check_undo(&mut event);
}

#[test]
fn a_team_that_left_early_is_out_of_the_standings_and_does_not_go_on() {
    let mut event = field(8);
    groups(&mut event, 2);
    event.apply(yes(Command::PairStages(vec![0, 1]))).unwrap();
    enter_matches(&mut event, 0, 1);
    enter_matches(&mut event, 1, 1);
    let a04 = event.state().team_numbering(0)[1];
    event.apply(yes(Command::WithdrawTeam { team: a04, from: 2 })).unwrap();
    for _ in 0..2 {
        event.apply(yes(Command::PairStages(vec![0, 1]))).unwrap();
        for stage in 0..2 {
            let number = event.state().rounds_paired(stage);
            // Whatever the forfeits have left open.
            let round = event.state().round(stage, number).unwrap().clone();
            for (meeting, board) in round.meetings.iter().zip(1..) {
                if meeting.games[0].result.is_none() {
                    let at = GameRef { stage, round: number, board, game: 0 };
                    let result = Some(GameResult::Draw);
                    event.apply(yes(Command::SetResult { at, result, reason: None })).unwrap();
                }
            }
        }
    }
    let state = event.state();
    assert!(state.is_phase_over());
    assert_eq!(teams::left_out(state, 0), [a04]);
    let (table, standings) = teams::standings(state, 0, 3);
    assert_eq!(standings.rows.len(), 3);
    // The others meet each other twice only: no points against the team that left.
    assert!(table.rows.iter().all(|row| row.rounds.iter().all(|entry| entry.opponent != Some(2))));
    assert_eq!(standings.rows.iter().map(|row| row.points.tenths()).sum::<i32>(), 3 * 20);
    let stopped = next(&mut event, first(4, vec![0, 1]), cup("Final")).unwrap_err().to_string();
    assert!(stopped.contains("4 teams cannot go on; Group A has 3"), "{stopped}");
    let ranked = final_ranking(event.state()).unwrap();
    let last = ranked.last().unwrap();
    assert_eq!((last.place, last.id), (None, PlayerId(a04.0)));
    // The organiser may count everything.
    let settings = Settings { count_withdrawn: true, ..Settings::clone(&event.state().settings) };
    event.apply(yes(Command::EditSettings(Box::new(settings)))).unwrap();
    assert_eq!(teams::standings(event.state(), 0, 3).1.rows.len(), 4);
    check_undo(&mut event);
}

#[test]
fn a_stage_of_teams_refuses_what_it_cannot_be() {
    let mut event = field(4);
    let scheveningen = Format { system: System::scheveningen(false, 0), ..round_robin("") };
    let order = Order::from(Command::MakeGroups { groups: 2, how: Grouping::Snake, format: scheveningen });
    assert!(event.apply(order).unwrap_err().to_string().contains("Scheveningen"));
    let small = event.apply(yes(Command::MakeGroups { groups: 3, how: Grouping::Snake, format: round_robin("") }));
    assert!(small.unwrap_err().to_string().contains("1 team"), "words of teams");
    assert_eq!(Arc::as_ptr(&event.state().settings), Arc::as_ptr(&event.state().settings.clone()));
}

/// The teams of the last round's first match, White on board 1 first, and its number.
fn first_match(event: &Event, stage: StageIndex) -> (TeamId, TeamId) {
    let round = event.state().round(stage, event.state().rounds_paired(stage)).unwrap();
    let m = teams::matches(round).next().unwrap();
    (m.game.white, m.game.black)
}

#[test]
fn an_equal_match_is_replayed_with_its_score() {
    use tournament::knockout::options::read_ladder;
    let ladder = "1x15+5; 2x5+3; lot";
    let options = KnockoutOptions { ladder: read_ladder(ladder).unwrap(), ..KnockoutOptions::default() };
    let mut event =
        team_event(["A", "B"].map(str::to_owned), System::Knockout { third_place: false, options: Box::new(options) });
    event.apply(yes(PAIR)).unwrap();
    let (white, black) = first_match(&event, 0);
    let replay = |points| Command::EnterReplay {
        stage: 0,
        round: 1,
        number: 1,
        replay: TeamReplay { step: 0, white, black, points },
    };
    let back = Command::TakeBackReplay { stage: 0, round: 1, number: 1 };
    let refused = |event: &mut Event, command: &Command| event.apply(yes(command.clone())).unwrap_err().to_string();
    assert!(refused(&mut event, &replay((15, 5))).contains("not over with equal game points"));
    enter_matches(&mut event, 0, 0);
    let begin = event.state().clone();
    // The first replay is drawn, then two faster ones of which the second decides.
    let first = event.apply(yes(replay((10, 10)))).unwrap();
    assert!(first.consequences.iter().any(|text| text.contains("2 games of 5 min + 3 s, game 1")), "{first:?}");
    event.apply(yes(replay((10, 10)))).unwrap();
    assert!(!event.state().is_stage_over(0));
    let last = event.apply(yes(replay((5, 15)))).unwrap();
    let name = event.state().team_name(black);
    assert!(last.consequences.iter().any(|text| text.contains(&format!("{name} goes on"))), "{last:?}");
    assert!(event.state().is_stage_over(0));
    let round = event.state().round(0, 1).unwrap();
    let m = teams::matches(round).next().unwrap();
    let lines = teams::replay_lines(event.state(), 0, round, &m);
    assert_eq!(lines.len(), 3);
    assert!(lines[2].starts_with("2 games of 5 min + 3 s: ") && lines[2].ends_with("0.5\u{2013}1.5"), "{lines:?}");
    assert!(refused(&mut event, &replay((15, 5))).contains("goes on already"));
    check_undo(&mut event);
    for _ in 0..3 {
        event.apply(yes(back.clone())).unwrap();
    }
    assert_eq!(event.state().stages, begin.stages);
    assert!(refused(&mut event, &back).contains("nothing was replayed"));
    // All replays drawn: the lot.
    for _ in 0..3 {
        event.apply(yes(replay((10, 10)))).unwrap();
    }
    assert!(refused(&mut event, &replay((15, 5))).contains("the lot decides now"));
    event.apply(yes(Command::DrawMatch { stage: 0, round: 1, number: 1, seed: 3 })).unwrap();
    assert!(event.state().is_stage_over(0));
}

#[test]
fn a_play_off_at_the_border_is_entered_game_by_game() {
    let mut event = field(6);
    groups(&mut event, 2);
    for _ in 0..3 {
        event.apply(yes(Command::PairStages(vec![0, 1]))).unwrap();
        for stage in 0..2 {
            enter_matches(&mut event, stage, 0);
        }
    }
    let by = |name: &str| PlayerId(event.state().teams.iter().find(|(_, team)| team.name == name).unwrap().0.0);
    let game = |white: &str, black: &str, points| TieGame { white: by(white), black: by(black), points };
    let a = vec![
        game("A01", "A04", (5, 15)),
        game("A05", "A01", (15, 5)),
        game("A04", "A05", (10, 10)),
        game("A05", "A04", (15, 5)),
    ];
    let b = vec![game("A02", "A03", (20, 0)), game("A03", "A06", (15, 5))];
    let of = |games: &[TieGame]| {
        let order = tournament::place_games::order(games, |id| name(event.state(), id)).unwrap();
        LevelOrder { by: DecisionKind::PlayOff, order, games: games.to_vec() }
    };
    let level = vec![of(&a), of(&b)];
    // A05 has 4 game points, A04 3, A01 1; A02 2, A03 1.5, A06 0.5.
    let names: Vec<String> = level.iter().flat_map(|one| &one.order).map(|id| name(event.state(), *id)).collect();
    assert_eq!(names, ["A05", "A04", "A01", "A02", "A03", "A06"]);
    let mut wrong = level.clone();
    wrong[0].order.reverse();
    let go = |level| Transition { level, ..first(1, vec![0, 1]) };
    let refused = next(&mut event, go(wrong), cup("Final")).unwrap_err().to_string();
    assert!(refused.contains("not that of its games"), "{refused}");
    let seen = preview(event.state(), &go(level.clone()), &cup("Final"), "").unwrap();
    assert!(seen.notes.iter().any(|note| note.contains("A02 \u{2013} A03 2\u{2013}0")), "{:?}", seen.notes);
    next(&mut event, go(level), cup("Final")).unwrap();
    // Level in everything, the stronger one is seeded first.
    assert_eq!(in_stage(&event, 2), ["A02", "A05"]);
    check_undo(&mut event);
}
