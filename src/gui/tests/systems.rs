//! An event of every system on the real screens, from the assistant to the final report.

use super::{click, ctrl, fill, key, text, window};
use crate::gui::App;
use crate::gui::action::Page;
use eframe::egui::{Event, Key, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tournament::knockout;
use tournament::model::*;

/// Chooses from a list with its name above it.
fn choose(harness: &mut Harness<'_, App>, list: &str, item: &str) {
    harness.get_by_role_and_label(Role::ComboBox, list).click();
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::Button, item).click();
    harness.run_steps(3);
}

/// A new event by the assistant, with a list of players that is pasted; `set` works on the page of the system.
fn begin(
    folder: &std::path::Path,
    system: &str,
    players: &str,
    set: impl FnOnce(&mut Harness<'_, App>),
) -> Harness<'static, App> {
    let mut harness = window(None, Page::Events, [1440.0, 1400.0]);
    click(&mut harness, "New event");
    fill(&mut harness, "Name of the event", system);
    click(&mut harness, "Next");
    if system != "Swiss: FIDE Dutch" {
        choose(&mut harness, "Pairing system", system);
    }
    set(&mut harness);
    // Tables fix the colours; elsewhere the initial one is drawn.
    if harness.query_by_label("White, drawn at the table").is_some() {
        click(&mut harness, "White, drawn at the table");
    }
    click(&mut harness, "Next");
    click(&mut harness, "Next");
    fill(&mut harness, "Folder", &folder.display().to_string());
    click(&mut harness, "Create the event");
    assert_eq!(harness.state().page(), Page::Players);
    harness.event(Event::Paste(players.to_owned()));
    harness.run_steps(4);
    let count = players.lines().count() - 1;
    click(&mut harness, &format!("Add these {count}"));
    assert_eq!(state(&harness).players.len(), count, "the list was taken");
    harness
}

fn state(harness: &Harness<'_, App>) -> State {
    harness.state().doc().unwrap().state().clone()
}

/// So many players, one a line, with a header row.
fn list(players: usize) -> String {
    let mut text = "Name;Rating\n".to_owned();
    for (name, index) in super::demo::NAMES.iter().take(players).zip(0..) {
        text += &format!("\"{name}\";{}\n", 2300 - 20 * index);
    }
    text
}

/// Pairs and plays on the rounds page until the event is over; `keys` are the results by turns. Gives the number of rounds.
fn play(harness: &mut Harness<'_, App>, keys: &str) -> u32 {
    ctrl(harness, Key::Num3);
    assert_eq!(harness.state().page(), Page::Rounds);
    let mut keys = keys.chars().cycle();
    let mut rounds = 0;
    while !state(harness).is_stage_over(0) {
        rounds += 1;
        assert!(rounds < 20, "the event does not end");
        ctrl(harness, Key::Enter);
        for answer in ["Do it", "Confirm"] {
            if harness.query_by_label(answer).is_some() {
                click(harness, answer);
            }
        }
        assert_eq!(state(harness).rounds_paired(0), rounds);
        while state(harness).next_open(0, rounds, None).is_some() {
            let before = state(harness).progress(0, rounds);
            text(harness, &keys.next().unwrap().to_string());
            assert_ne!(state(harness).progress(0, rounds), before, "a key enters a result");
        }
    }
    rounds
}

/// Writes the documents that are chosen and gives the words of their names.
fn write(harness: &mut Harness<'_, App>) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    harness.state_mut().write_reports_to(folder.path());
    let grid = harness.state().doc().unwrap().view().has_bracket;
    ctrl(harness, if grid { Key::Num6 } else { Key::Num5 });
    assert_eq!(harness.state().page(), Page::Reports);
    ctrl(harness, Key::Enter);
    let files = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let mut names = Vec::new();
    for file in files {
        assert!(std::fs::read(&file).unwrap().starts_with(b"%PDF"), "{}", file.display());
        names.push(file.file_name().unwrap().to_string_lossy().into_owned());
    }
    names.sort();
    names
}

fn places(harness: &Harness<'_, App>) -> Vec<(u32, u32)> {
    knockout::places(&state(harness), 0).unwrap().into_iter().map(|(from, to, _)| (from, to)).collect()
}

fn none(_: &mut Harness<'_, App>) {}

#[test]
fn a_knockout_with_third_place() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = begin(folder.path(), "Knockout", &list(6), |harness| {
        choose(harness, "Bracket", "Single, with third place");
    });
    assert_eq!(play(&mut harness, "10"), 3);
    assert_eq!(places(&harness)[..4], [(1, 1), (2, 2), (3, 3), (4, 4)]);
    ctrl(&mut harness, Key::Num5);
    assert!(harness.query_by_label_contains("has won.").is_some());
    let files = write(&mut harness);
    assert!(files.iter().any(|name| name.contains("bracket")), "{files:?}");
}

#[test]
fn double_elimination() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = begin(folder.path(), "Knockout", &list(5), |harness| {
        choose(harness, "Bracket", "Double elimination, with reset");
    });
    play(&mut harness, "110");
    let places = places(&harness);
    assert_eq!((places.len(), places[0], places[1], places[2]), (5, (1, 1), (2, 2), (3, 3)));
    assert!(write(&mut harness).iter().any(|name| name.contains("bracket")));
}

#[test]
fn equal_games_climb_the_ladder_on_the_bracket_page() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = begin(folder.path(), "Knockout", &list(2), |harness| {
        choose(harness, "New step", "Armageddon");
        click(harness, "Add the step");
    });
    ctrl(&mut harness, Key::Num5);
    assert_eq!(harness.state().page(), Page::Bracket);
    ctrl(&mut harness, Key::Enter);
    assert_eq!(state(&harness).rounds_paired(0), 1);
    // The arrow chooses the open match, the key enters its result.
    key(&mut harness, Key::ArrowDown);
    text(&mut harness, "5");
    assert!(harness.query_by_label_contains("Equal. Next: Armageddon").is_some());
    let first = state(&harness).round(0, 1).unwrap().meetings[0].games[0];
    let name = state(&harness).name(first.black);
    click(&mut harness, &name);
    // Black of the game has White now; a draw is enough for the other.
    harness.get_all_by_label("½ – ½").last().unwrap().click();
    harness.run_steps(3);
    let meeting = state(&harness).round(0, 1).unwrap().meetings[0].clone();
    assert_eq!(meeting.playoff.len(), 1);
    assert_eq!(meeting.decided.map(|decided| (decided.winner, decided.by)), Some((first.white, DecidedBy::Armageddon)));
    assert!(state(&harness).is_stage_over(0));
    click(&mut harness, "Take the last game back");
    assert!(state(&harness).round(0, 1).unwrap().meetings[0].playoff.is_empty());
    click(&mut harness, "Draw the lot");
    if harness.query_by_label("Confirm").is_some() {
        click(&mut harness, "Confirm");
    } else if harness.query_by_label("Do it").is_some() {
        click(&mut harness, "Do it");
    }
    let decided = state(&harness).round(0, 1).unwrap().meetings[0].decided.unwrap();
    assert!(decided.by == DecidedBy::Lot && decided.seed.is_some());
    ctrl(&mut harness, Key::Z);
    assert_eq!(state(&harness).round(0, 1).unwrap().meetings[0].decided, None);
}

/// A Swiss system to its final standings.
fn swiss(system: &str, paired_by: &str, players: usize) {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = begin(folder.path(), system, &list(players), none);
    assert_eq!(play(&mut harness, "10151"), 5);
    let state = state(&harness);
    assert!(state.stages[0].rounds.iter().all(|round| round.paired_by == paired_by));
    let files = write(&mut harness);
    assert!(files.iter().any(|name| name.contains("standings")), "{files:?}");
}

#[test]
fn a_dubov() {
    swiss("Swiss: Dubov", "Pairwright Dubov 2026", 10);
}

#[test]
fn a_burstein() {
    swiss("Swiss: Burstein", "Pairwright Burstein 2026", 10);
}

#[test]
fn a_double_swiss() {
    swiss("Double-Swiss (matches of two games)", "Pairwright Double-Swiss 2026", 10);
}

#[test]
fn a_lim() {
    swiss("Swiss: Lim (built from an incomplete text)", "Pairwright Lim (incomplete text)", 10);
}

#[test]
fn a_round_robin() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = begin(folder.path(), "Round-robin (Berger)", &list(6), none);
    // Before the lot nobody knows who meets whom; the seed is kept with the event.
    ctrl(&mut harness, Key::Num3);
    assert!(harness.query_by_label_contains("drawn by lot when round 1 is paired").is_some());
    assert!(harness.query_by_label("First round").is_none());
    let Some(how @ NumbersDrawn::Lot { .. }) = state(&harness).settings.draw_numbers else { panic!("by lot") };
    assert_eq!(play(&mut harness, "150"), 5);
    assert_eq!(state(&harness).stages[0].numbers_drawn, Some(how));
    ctrl(&mut harness, Key::Num5);
    assert_eq!(harness.state().page(), Page::Bracket);
    assert!(write(&mut harness).iter().any(|name| name.contains("standings")));
}

#[test]
fn the_name_of_a_new_event_is_typed_at_once() {
    let mut harness = window(None, Page::Events, [1280.0, 860.0]);
    click(&mut harness, "New event");
    harness.event(Event::Text("Spring Open".to_owned()));
    harness.run_steps(3);
    click(&mut harness, "Next");
    assert!(harness.query_by_label("Pairing system").is_some() || harness.query_by_label_contains("Stages").is_some());
}

#[test]
fn a_scheveningen_match() {
    let folder = tempfile::tempdir().unwrap();
    let mut players = "Name;Rating;Team\n".to_owned();
    for (name, index) in super::demo::NAMES.iter().take(6).zip(0..) {
        players += &format!("\"{name}\";{};{}\n", 2300 - 20 * index, ["Rooks", "Bishops"][index % 2]);
    }
    let mut harness = begin(folder.path(), "Scheveningen (two teams)", &players, none);
    assert_eq!(state(&harness).teams.len(), 2);
    ctrl(&mut harness, Key::Num3);
    assert_eq!(play(&mut harness, "105"), 3);
    // Nine games: a draw, wins of White and of Black by turns; the grid adds them up for the teams.
    let grid = tournament::scheveningen::grid(&state(&harness), 0, 3).unwrap();
    let [a, b] = grid.totals().map(|sum| tournament::Points(sum as i32));
    assert_eq!(a + b, tournament::Points(90));
    ctrl(&mut harness, Key::Num4);
    assert_eq!(harness.state().page(), Page::Standings);
    ctrl(&mut harness, Key::Num5);
    assert_eq!(harness.state().page(), Page::Bracket);
    let (a, b) = (crate::gui::view::points_text(a), crate::gui::view::points_text(b));
    assert!(harness.query_by_label(&format!("Rooks {a} – {b} Bishops")).is_some());
    assert!(write(&mut harness).iter().any(|name| name.contains("standings")));
}

#[test]
fn a_ladder_is_played_by_keys_and_its_lot_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = begin(folder.path(), "Knockout", &list(2), |harness| click(harness, "Add the step"));
    ctrl(&mut harness, Key::Num5);
    ctrl(&mut harness, Key::Enter);
    key(&mut harness, Key::ArrowDown);
    text(&mut harness, "5");
    let meeting = |harness: &Harness<'_, App>| state(harness).round(0, 1).unwrap().meetings[0].clone();
    // Without colours a result is not taken for the game that is over.
    text(&mut harness, "1");
    assert_eq!((meeting(&harness).games[0].result, meeting(&harness).playoff.len()), (Some(GameResult::Draw), 0));
    text(&mut harness, "c");
    let drawn = meeting(&harness).colors_drawn;
    assert!(drawn.is_some());
    // Another match and back: the lot is still there, and no other can be drawn.
    key(&mut harness, Key::Escape);
    key(&mut harness, Key::ArrowDown);
    assert!(harness.query_by_label("Draw the colours").is_none());
    text(&mut harness, "c");
    assert_eq!(meeting(&harness).colors_drawn, drawn);
    text(&mut harness, "1");
    text(&mut harness, "5");
    let played = meeting(&harness);
    assert_eq!(played.games[0].result, Some(GameResult::Draw));
    assert_eq!(
        played.playoff.iter().map(|game| game.result).collect::<Vec<_>>(),
        [GameResult::WhiteWins, GameResult::Draw]
    );
    assert_eq!((played.playoff[0].color_seed, played.playoff[1].color_seed), (drawn, None));
    assert_eq!(played.decided.map(|decided| decided.winner), Some(played.playoff[0].white));
    // The standings of a knockout offer no decision of their own.
    ctrl(&mut harness, Key::Num4);
    assert!(harness.query_by_label("Decide…").is_none());
}

#[test]
fn the_summary_of_a_knockout_says_its_rules() {
    let mut harness = window(None, Page::Events, [1440.0, 1400.0]);
    click(&mut harness, "New event");
    fill(&mut harness, "Name of the event", "Cup");
    click(&mut harness, "Next");
    choose(&mut harness, "Pairing system", "Knockout");
    choose(&mut harness, "Bracket", "Single, with third place");
    choose(&mut harness, "First round", "By seed: top half against bottom half");
    choose(&mut harness, "Score of a meeting", "Draughts title match, points for days (2020)");
    choose(&mut harness, "New step", "Armageddon");
    click(&mut harness, "Add the step");
    click(&mut harness, "Next");
    click(&mut harness, "Next");
    for words in [
        "single elimination with a match for third place; first round by seed, top half against bottom half",
        "Each meeting: 1 game; White by turns",
        "points of a day 12–0, 8–4, 7–5, without a winner 6–6",
        "After equal games: Armageddon",
    ] {
        assert!(harness.query_by_label_contains(words).is_some(), "{words}");
    }
    assert!(harness.query_by_label_contains("Tie-breaks:").is_none(), "a knockout has none");
}
