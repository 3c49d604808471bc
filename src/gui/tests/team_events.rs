//! Contests of teams from the assistant to the documents: a knockout, groups and then a knockout, a Scheveningen match; pairs by hand, ties.

use super::{click, ctrl, fill, key, text, window};
use crate::gui::App;
use crate::gui::action::{Page, Purpose};
use eframe::egui::{Key, Modifiers, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::path::{Path, PathBuf};
use tournament::model::*;
use tournament::{knockout, stages, teams};

/// An entry list of `n` teams `Team 1`, ... of two players, in falling order of strength.
fn entry_list(folder: &Path, n: usize) -> PathBuf {
    let path = folder.join("players.csv");
    let rows = (1..=n).flat_map(|team| {
        (1..=2).map(move |board| format!("Player {team}.{board};{};Team {team}\n", 2500 - 40 * team - 10 * board))
    });
    std::fs::write(&path, format!("Name;Rating;Team\n{}", rows.collect::<String>())).unwrap();
    path
}

fn choose(harness: &mut Harness<'_, App>, list: &str, item: &str) {
    harness.get_by_role_and_label(Role::ComboBox, list).click();
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::Button, item).click();
    harness.run_steps(3);
}

/// A new event of `n` teams of two boards; `set` works on the page of the system.
fn begin(folder: &Path, name: &str, n: usize, set: impl FnOnce(&mut Harness<'_, App>)) -> Harness<'static, App> {
    let list = entry_list(folder, n);
    let mut harness = window(None, Page::Events, [1440.0, 1400.0]);
    click(&mut harness, "New event");
    fill(&mut harness, "Name of the event", name);
    harness.state_mut().picked(Purpose::AssistantCsv, vec![list]);
    harness.run_steps(2);
    click(&mut harness, "2  System and rounds");
    click(&mut harness, "Teams");
    set(&mut harness);
    click(&mut harness, "White, drawn at the table");
    click(&mut harness, "4  File");
    fill(&mut harness, "Folder", &folder.display().to_string());
    click(&mut harness, "Create the event");
    let found = state(&harness);
    assert_eq!((found.settings.contest, found.teams.len()), (Contest::Team, n));
    harness
}

fn state(harness: &Harness<'_, App>) -> State {
    harness.state().doc().unwrap().state().clone()
}

fn chord(harness: &mut Harness<'_, App>, pressed: Key) {
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, pressed);
    harness.run_steps(3);
}

/// On the open boards of the round in view: board 1 of each match for the team with the smaller number, the others drawn; or all drawn.
fn enter_all(harness: &mut Harness<'_, App>, win: bool) {
    let found = state(harness);
    let stage = harness.state().doc().unwrap().view().stage;
    let round = found.round(stage, found.rounds_paired(stage)).unwrap().clone();
    let number = |id: TeamId| found.team_name(id).trim_start_matches("Team ").parse::<u32>().unwrap();
    let mut keys = String::new();
    for m in teams::matches(&round) {
        for (board, meeting) in m.boards.iter().enumerate() {
            // Nobody sits at a vacant board.
            if meeting.games[0].result.is_some() {
                continue;
            }
            // White on board 1 is the team with White.
            keys.push(match (win && board == 0, number(m.game.white) < number(m.game.black)) {
                (false, _) => '5',
                (true, true) => '1',
                (true, false) => '0',
            });
        }
    }
    text(harness, &keys);
}

/// Yes to a question, if one is asked.
fn yes(harness: &mut Harness<'_, App>) {
    for answer in ["Do it", "Confirm"] {
        if harness.query_by_label(answer).is_some() {
            click(harness, answer);
        }
    }
}

#[test]
fn groups_then_a_knockout_of_teams() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = begin(folder.path(), "Team groups", 8, |harness| {
        click(harness, "Groups, then knockout");
        let mut groups = harness.get_all_by_role_and_label(Role::SpinButton, "Groups");
        assert!(groups.next().is_some());
        drop(groups);
    });
    let found = state(&harness);
    let groups = found.stages.len();
    assert!(groups >= 2, "the groups are made from the entry list");
    assert_eq!(found.stages.iter().map(|stage| stage.teams.numbers.len()).sum::<usize>(), 8);
    ctrl(&mut harness, Key::Num3);
    assert_eq!(harness.state().page(), Page::Rounds);
    let rounds = found.stages[0].rounds_planned;
    for _ in 0..rounds {
        chord(&mut harness, Key::Enter);
        for _ in 0..groups {
            enter_all(&mut harness, true);
            ctrl(&mut harness, Key::PageDown);
        }
        for _ in 1..groups {
            ctrl(&mut harness, Key::PageUp);
        }
    }
    assert!(state(&harness).is_phase_over());
    chord(&mut harness, Key::N);
    let goes_on = 2 * groups;
    assert!(harness.query_by_label_contains(&format!("Final: {goes_on} teams")).is_some(), "teams go on");
    key(&mut harness, Key::Enter);
    let found = state(&harness);
    assert_eq!(found.stages.len(), groups + 1);
    assert_eq!(found.team_numbering(groups).len(), goes_on);
    for next in 1.. {
        if state(&harness).is_stage_over(groups) {
            break;
        }
        ctrl(&mut harness, Key::Enter);
        assert_eq!(state(&harness).rounds_paired(groups), next);
        let round = state(&harness).rounds_paired(groups);
        let last = state(&harness).round(groups, round).unwrap().teams.as_ref().unwrap().matches.len() == 1;
        // The final is drawn on all boards and decided by lot, on the rounds page.
        enter_all(&mut harness, !last);
        if last {
            assert!(harness.query_by_label_contains("Equal: who goes on?").is_some());
            click(&mut harness, "Draw the lot");
            yes(&mut harness);
        }
    }
    let found = state(&harness);
    let m = teams::matches(found.stages[groups].rounds.last().unwrap()).next().unwrap();
    assert!(m.game.decided.is_some_and(|decided| decided.by == DecidedBy::Lot && decided.seed.is_some()));
    let ranked = stages::final_ranking(&found).unwrap();
    assert_eq!(ranked.len(), 8);
    harness.get_all_by_label("Ranking").next().unwrap().click();
    harness.run_steps(3);
    assert_eq!(harness.state().page(), Page::Ranking);
    assert!(harness.query_by_label("Final ranking").is_some() && harness.query_by_label("Team 8").is_some());
    ctrl(&mut harness, Key::Enter);
    harness.state_mut().write_reports_to(folder.path());
    click(&mut harness, "Write: Final ranking");
    ctrl(&mut harness, Key::Enter);
    assert!(folder.path().join("team-groups_ranking.pdf").is_file());
    // The lot can be taken back like everything else.
    ctrl(&mut harness, Key::Z);
    assert!(!state(&harness).is_stage_over(groups));
}

#[test]
fn an_equal_match_of_a_knockout_is_decided_on_the_bracket() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = begin(folder.path(), "Team Cup", 4, |harness| choose(harness, "Pairing system", "Knockout"));
    ctrl(&mut harness, Key::Num3);
    ctrl(&mut harness, Key::Enter);
    enter_all(&mut harness, false);
    ctrl(&mut harness, Key::Num5);
    assert_eq!(harness.state().page(), Page::Bracket);
    // Both semifinals are equal: 1 - 1 game points, not a drawn game.
    assert!(harness.query_by_label_contains("2 matches are equal").is_some());
    assert!(harness.query_all_by_label_contains("1 – 1").count() >= 2);
    key(&mut harness, Key::ArrowDown);
    assert!(harness.query_by_label_contains("Equal: who goes on?").is_some());
    // By hand, with a reason.
    text(&mut harness, "d");
    click(&mut harness, "Decide for Team 4");
    fill(&mut harness, "Reason of the decision", "the other team left");
    click(&mut harness, "Keep the decision");
    yes(&mut harness);
    let decided = |harness: &Harness<'_, App>, number: usize| {
        state(harness).round(0, 1).unwrap().teams.as_ref().unwrap().matches[number - 1].decided
    };
    let first = decided(&harness, 1).unwrap();
    assert_eq!((state(&harness).team_name(first.winner).as_str(), first.by), ("Team 4", DecidedBy::ByHand));
    click(&mut harness, "Take the decision back");
    yes(&mut harness);
    assert_eq!(decided(&harness, 1), None);
    // A replay.
    harness.get_all_by_label("Team 1").last().unwrap().click();
    harness.run_steps(3);
    assert_eq!(decided(&harness, 1).map(|decided| decided.by), Some(DecidedBy::PlayOff));
    key(&mut harness, Key::ArrowDown);
    click(&mut harness, "Draw the lot");
    yes(&mut harness);
    assert!(decided(&harness, 2).is_some_and(|decided| decided.seed.is_some()));
    // The final: board 1 decides by the game points.
    ctrl(&mut harness, Key::Enter);
    ctrl(&mut harness, Key::Num3);
    enter_all(&mut harness, true);
    let found = state(&harness);
    assert!(found.is_stage_over(0));
    assert_eq!(found.team_name(TeamId(knockout::places(&found, 0).unwrap()[0].2.0)), "Team 1");
    let document = reports::build(harness.state().doc().unwrap().state(), reports::What::Bracket, None).unwrap();
    assert!(format!("{document:?}").contains("by lot (seed"), "the decisions stand on paper");
}

#[test]
fn teams_are_changed_by_hand_and_ties_are_decided() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = begin(folder.path(), "Team Swiss", 4, |_| {});
    ctrl(&mut harness, Key::Num2);
    // The teams come first; one of them must not meet another one.
    assert!(harness.query_by_label("Members in board order").is_some());
    click(&mut harness, "Forbid a team…");
    harness.get_all_by_label("Team 3").last().unwrap().click();
    harness.run_steps(3);
    assert_eq!(state(&harness).settings.forbidden_teams.len(), 1);
    ctrl(&mut harness, Key::Num3);
    ctrl(&mut harness, Key::Enter);
    yes(&mut harness);
    let meets = |harness: &Harness<'_, App>| -> Vec<[String; 2]> {
        let found = state(harness);
        teams::matches(found.round(0, 1).unwrap())
            .map(|m| {
                let mut pair = [found.team_name(m.game.white), found.team_name(m.game.black)];
                pair.sort();
                pair
            })
            .collect()
    };
    assert_eq!(meets(&harness), [["Team 1", "Team 4"], ["Team 2", "Team 3"]]);
    click(&mut harness, "More");
    click(&mut harness, "Change pairs by hand…");
    yes(&mut harness);
    assert!(harness.query_by_label_contains("Click a team's name").is_some());
    // A fresh window, whose menu is closed.
    let file = folder.path().join("Team Swiss.pairwright.ron");
    drop(harness);
    let doc = crate::gui::doc::Doc::open(&file).unwrap();
    let mut harness = window(Some(doc), Page::Rounds, [1440.0, 1400.0]);
    // White of match 1 and White of match 2, by keys: the teams, not those who sit at the boards.
    key(&mut harness, Key::Q);
    let boards = state(&harness).settings.teams.boards;
    (0..boards).for_each(|_| key(&mut harness, Key::ArrowDown));
    key(&mut harness, Key::Q);
    assert!(harness.query_by_label_contains("Chosen: Team").is_some());
    click(&mut harness, "Change their seats");
    yes(&mut harness);
    assert_ne!(meets(&harness), [["Team 1", "Team 4"], ["Team 2", "Team 3"]]);
    click(&mut harness, "End manual pairing");
    yes(&mut harness);
    assert!(!state(&harness).round(0, 1).unwrap().manual_phase);
    enter_all(&mut harness, false);
    // Everybody is level: the lot decides.
    ctrl(&mut harness, Key::Num4);
    key(&mut harness, Key::T);
    assert!(harness.query_by_label("Who is before whom").is_some());
    click(&mut harness, "Lot by the program");
    click(&mut harness, "Draw lots");
    yes(&mut harness);
    let found = state(&harness);
    let (_, standings) = teams::standings(&found, 0, 1);
    assert_eq!(standings.rows.iter().map(|row| row.rank).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(harness.query_by_label_contains("By lot (seed").is_some());
    // The players of the teams have columns of their own.
    click(&mut harness, "Players");
    assert!(harness.query_by_label("Player 1.1").is_some() && harness.query_by_label("Perf").is_some());
    assert!(harness.query_by_label("GPTS").is_none());
}

#[test]
fn a_team_match_has_reasons() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = begin(folder.path(), "Reasons", 4, |_| {});
    ctrl(&mut harness, Key::Num3);
    ctrl(&mut harness, Key::Enter);
    yes(&mut harness);
    assert!(harness.query_by_label_contains("C.04.6 art. 4.3.1").is_some(), "the colour rule of round 1");
    assert!(harness.query_by_label_contains("The scoregroup of 0 points has 4 teams").is_some());
}

#[test]
fn a_scheveningen_match_ranks_the_teams_first() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = begin(folder.path(), "Match", 2, |harness| {
        choose(harness, "Pairing system", "Scheveningen (two teams)");
    });
    ctrl(&mut harness, Key::Num3);
    while !state(&harness).is_stage_over(0) {
        ctrl(&mut harness, Key::Enter);
        yes(&mut harness);
        text(&mut harness, "15");
    }
    ctrl(&mut harness, Key::Num4);
    assert!(harness.query_by_label("Team 1").is_some() && harness.query_by_label("Player 1.1").is_none());
    click(&mut harness, "Players");
    assert!(harness.query_by_label("Player 1.1").is_some());
    ctrl(&mut harness, Key::Num5);
    assert_eq!(harness.state().page(), Page::Bracket);
}
