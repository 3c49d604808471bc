//! Contests of teams: ties that are decided, teams that must not meet, teams that leave a round-robin; undo and report files of these.

mod common;

use common::*;
use tournament::command::{Command, GameRef, ManualChange, Order, TieDecidedBy};
use tournament::event::Event;
use tournament::model::*;
use tournament::standings::DecisionKind;
use tournament::{teams, trf};

const SWISS: System = System::Swiss { variant: SwissVariant::Team, acceleration: false };
const ROUND_ROBIN: System = System::RoundRobin { cycles: 1, exchange_last_two: false };

/// `n` teams `T1`, `T2`, ... of two players for two boards, in falling order of strength.
fn event(n: u16, system: System, rounds: u32) -> Event {
    let settings = Settings {
        contest: Contest::Team,
        initial_color: Some(Color::White),
        teams: TeamRules { boards: 2, ..TeamRules::default() },
        tiebreaks: vec!["GPTS".to_owned()],
        ..Settings::default()
    };
    let mut event = Event::new(settings, Stage { system, ..stage(rounds) });
    event.set_clock(clock);
    for team in 1..=n {
        let players = (1..=2).map(|m| player(&format!("T{team} p{m}"), 2600 - 20 * team - 5 * m)).collect();
        let members = event.apply(yes(Command::AddPlayers(players))).unwrap().players;
        event
            .apply(yes(Command::AddTeam(Box::new(Team { name: format!("T{team}"), members, ..Team::default() }))))
            .unwrap();
    }
    event
}

fn team(event: &Event, name: &str) -> TeamId {
    *event.state().teams.iter().find(|(_, team)| team.name == name).unwrap().0
}

fn pairs(event: &Event, round: u32) -> Vec<[String; 2]> {
    let state = event.state();
    teams::matches(state.round(0, round).unwrap())
        .map(|m| {
            let mut pair = [state.team_name(m.game.white), state.team_name(m.game.black)];
            pair.sort();
            pair
        })
        .collect()
}

/// Draws all games of the last round that are open.
fn draw(event: &mut Event) {
    let round = event.state().rounds_paired(0);
    let paired = event.state().round(0, round).unwrap().clone();
    for (meeting, board) in paired.meetings.iter().zip(1..) {
        if meeting.games[0].result.is_none() {
            let at = GameRef { stage: 0, round, board, game: 0 };
            event.apply(yes(Command::SetResult { at, result: Some(GameResult::Draw), reason: None })).unwrap();
        }
    }
}

fn order(event: &Event) -> Vec<(u32, String, Option<DecisionKind>)> {
    let state = event.state();
    let (table, standings) = teams::standings(state, 0, state.rounds_paired(0));
    standings.rows.iter().map(|row| (row.rank, table.rows[row.index].name.clone(), row.decided)).collect()
}

fn undo_all(event: &mut Event) {
    let last = event.state().clone();
    let text = tournament::store::write_text(event).unwrap();
    assert_eq!(tournament::store::read_text(&text).unwrap().0.state(), &last);
    let mut done = 0;
    while event.undo().is_some() {
        done += 1;
    }
    assert!(event.state().teams.is_empty() && event.state().tie_decisions.is_empty());
    assert!(event.state().settings.forbidden_teams.is_empty());
    (0..done).for_each(|_| drop(event.redo().unwrap()));
    assert_eq!(event.state(), &last);
}

fn as_player(id: TeamId) -> PlayerId {
    PlayerId(id.0)
}

#[test]
fn ties_of_teams_are_decided_by_play_off_lot_and_hand() {
    let mut event = event(4, ROUND_ROBIN, 3);
    for _ in 0..3 {
        event.apply(yes(PAIR)).unwrap();
        draw(&mut event);
    }
    assert!(order(&event).iter().all(|(rank, _, _)| *rank == 1), "everything was drawn");
    let ids = ["T3", "T1"].map(|name| as_player(team(&event, name)));
    let by_hand = Command::DecideTie { stage: 0, round: 3, how: TieDecidedBy::ByHand, order: ids.to_vec() };
    let missing = event.apply(Order { confirmed: true, ..Order::from(by_hand.clone()) }).unwrap_err();
    assert!(missing.to_string().contains("reason"), "{missing}");
    let change = event.apply(yes(by_hand)).unwrap();
    assert!(change.summary.contains("by hand: T3 before T1"), "{}", change.summary);
    let lot = ["T2", "T4"].map(|name| as_player(team(&event, name)));
    let command = Command::DecideTie { stage: 0, round: 3, how: TieDecidedBy::Lot { seed: 5 }, order: lot.to_vec() };
    event.apply(yes(command)).unwrap();
    let found = order(&event);
    assert_eq!(
        found[..2],
        [(1, "T3".to_owned(), Some(DecisionKind::ByHand)), (2, "T1".to_owned(), Some(DecisionKind::ByHand))]
    );
    assert_eq!(found.iter().map(|line| line.0).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(found[2..].iter().all(|line| line.2 == Some(DecisionKind::Lot)));
    // The lot is drawn once: taken back and drawn again, the same order comes out of the first seed.
    let back = event.apply(yes(Command::ClearTie { stage: 0, round: 3, player: lot[0] })).unwrap_err();
    assert!(back.to_string().contains("drawn once"), "{back}");
    event.undo().unwrap();
    assert_eq!(order(&event)[2].0, order(&event)[3].0);
    let command = Command::DecideTie { stage: 0, round: 3, how: TieDecidedBy::Lot { seed: 99 }, order: lot.to_vec() };
    event.apply(yes(command)).unwrap();
    assert_eq!(order(&event), found);
    // Players of the event are not what is ranked.
    let players = event.state().teams[&team(&event, "T4")].members.clone();
    let wrong = Command::DecideTie { stage: 0, round: 3, how: TieDecidedBy::PlayOff, order: players };
    assert!(event.apply(yes(wrong)).is_err());
    undo_all(&mut event);
}

#[test]
fn forbidden_teams_do_not_meet_and_stand_in_record_260() {
    let mut event = event(4, SWISS, 2);
    let (t1, t3) = (team(&event, "T1"), team(&event, "T3"));
    // Without the ban C.04.6 pairs 1-3 and 2-4.
    event.apply(yes(PAIR)).unwrap();
    assert_eq!(pairs(&event, 1), [["T1", "T3"], ["T2", "T4"]]);
    event.apply(yes(Command::UnpairRound { stage: 0 })).unwrap();
    let pair = ForbiddenTeams { a: t1, b: t3, first_round: 1, last_round: None };
    event.apply(yes(Command::ForbidTeams(pair.clone()))).unwrap();
    assert!(event.apply(yes(Command::ForbidTeams(pair.clone()))).is_err(), "held already");
    assert!(event.apply(yes(Command::ForbidTeams(ForbiddenTeams { b: t1, ..pair.clone() }))).is_err());
    event.apply(yes(PAIR)).unwrap();
    assert_eq!(pairs(&event, 1), [["T1", "T4"], ["T2", "T3"]]);
    // By hand the pair is possible after a warning that names the rule.
    event.apply(yes(Command::BeginManual { stage: 0 })).unwrap();
    let change = Command::Manual { stage: 0, change: ManualChange::PairTeams { white: t1, black: t3 } };
    let warning = event.warning(&Order::from(change));
    assert!(warning.reasons.iter().any(|r| r.contains("T1 and T3 are a forbidden pair")), "{:?}", warning.reasons);
    event.apply(yes(Command::EndManual { stage: 0 })).unwrap();
    let (file, _) = trf::to_trf(event.state(), 0, &Default::default()).unwrap();
    assert_eq!(file.forbidden.len(), 1);
    assert_eq!(file.forbidden[0].ids, [1, 3]);
    let exported = trf::export(event.state(), 0, trf::Dialect::Trf26, &Default::default()).unwrap();
    let text = String::from_utf8_lossy(&exported.bytes);
    assert!(text.lines().any(|line| line.starts_with("260 ")), "{text}");
    let (back, _) = trf::import(&trf::read(&exported.bytes).unwrap()).unwrap();
    assert_eq!(back.settings.forbidden_teams.len(), 1);
    assert!(back.settings.forbidden.is_empty(), "no pair of players");
    event.apply(yes(Command::AllowTeams(t3, t1))).unwrap();
    assert!(event.apply(yes(Command::AllowTeams(t3, t1))).is_err());
    assert!(event.state().notes.iter().any(|note| note.text.contains("Forbidden pair lifted")));
    let late = event.apply(yes(Command::ForbidTeams(pair))).unwrap_err();
    assert!(late.to_string().contains("announced before round 1"), "{late}");
    undo_all(&mut event);
}

#[test]
fn a_team_leaving_a_round_robin_early_takes_its_results_along() {
    let mut event = event(4, ROUND_ROBIN, 3);
    event.apply(yes(PAIR)).unwrap();
    draw(&mut event);
    let gone = team(&event, "T2");
    event.apply(yes(Command::WithdrawTeam { team: gone, from: 2 })).unwrap();
    for _ in 0..2 {
        event.apply(yes(PAIR)).unwrap();
        draw(&mut event);
    }
    assert_eq!(teams::left_out(event.state(), 0), [gone]);
    let found = order(&event);
    assert_eq!(found.len(), 3);
    assert!(found.iter().all(|(rank, name, _)| *rank == 1 && name != "T2"), "their own matches were drawn: {found:?}");
    // One that has played two of three matches stays in.
    event.apply(yes(Command::ReinstateTeam(gone))).unwrap();
    event.undo().unwrap();
    undo_all(&mut event);
}
