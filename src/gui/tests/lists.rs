//! The rating list: indexing it, searching it while typing, refreshing an event; and what belongs to the players' page beside it.

use super::{click, ctrl, demo, fill, key, text, window};
use crate::gui::App;
use crate::gui::action::Page;
use crate::gui::doc::Doc;
use eframe::egui::{Key, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tournament::command::Command;
use tournament::event::Event;
use tournament::model::*;
use tournament::rating_list::{IndexOptions, index};

const LIST: &str = "id,name,fed,sex,title,rating,k,rapid,rapid k,blitz,birth\n\
    13600011,\"Abashidze, Nino\",GEO,F,IM,2325,10,2280,20,2290,1988\n\
    13600022,\"Bold, Ganbat\",MGL,M,FM,2254,20,,,,1991\n\
    13600033,\"Koch, Ida\",GER,F,WFM,1960,20,1900,20,,1990\n\
    13600044,\"Koch, Ida\",SUI,F,,1810,40,,,,2004\n\
    13600045,\"Kochanowska, Zofia\",POL,F,,1500,40,,,,2010\n";

/// An index of the list in a folder.
fn indexed(folder: &Path) -> PathBuf {
    let (file, path) = (folder.join("fide.csv"), folder.join("fide.redb"));
    std::fs::write(&file, LIST).unwrap();
    let options = IndexOptions { date: Some("2026-12".parse().unwrap()), ..IndexOptions::default() };
    index(&file, &path, &options, &mut |_| ControlFlow::Continue(())).unwrap();
    path
}

/// The players' page of an event with the list in use.
fn players(event: Event, folder: &Path, size: [f32; 2]) -> Harness<'static, App> {
    let mut harness = window(Some(Doc::unsaved(event)), Page::Players, size);
    harness.state_mut().prefs().rating_index = Some(indexed(folder));
    harness
}

fn state(harness: &Harness<'_, App>) -> State {
    harness.state().doc().unwrap().state().clone()
}

#[test]
fn a_player_is_taken_from_the_list_while_typing() {
    let folder = tempfile::tempdir().unwrap();
    let mut event = demo::event(0);
    let settings = Settings { discipline: Discipline::Rapid, ..(*event.state().settings).clone() };
    demo::done(&mut event, Command::EditSettings(Box::new(settings)));
    let mut harness = players(event, folder.path(), [1280.0, 860.0]);
    ctrl(&mut harness, Key::Enter);
    text(&mut harness, "k");
    assert!(harness.query_by_label("Take Koch, Ida 13600033").is_none(), "one letter says too little");
    text(&mut harness, "och");
    for name in ["Take Koch, Ida 13600033", "Take Koch, Ida 13600044", "Take Kochanowska, Zofia 13600045"] {
        assert!(harness.query_by_label(name).is_some(), "{name}");
    }
    // Down, down, up, Enter: the first one. The card is filled, nobody is added yet.
    for pressed in [Key::ArrowDown, Key::ArrowDown, Key::ArrowUp, Key::Enter] {
        key(&mut harness, pressed);
    }
    assert!(harness.query_by_label("Take Koch, Ida 13600033").is_none());
    assert!(state(&harness).players.is_empty());
    key(&mut harness, Key::Enter);
    let added = state(&harness).players.values().next().unwrap().clone();
    assert_eq!((&*added.name, &*added.federation, &*added.id), ("Koch, Ida", "GER", "13600033"));
    assert_eq!((added.title, added.sex), (Some(Title::WFM), Some(Sex::Female)));
    assert_eq!(added.birth.unwrap().to_string(), "1990");
    let ratings: Vec<_> = added.ratings.iter().map(|r| (r.list.as_str(), r.value, r.k)).collect();
    assert_eq!(ratings, [("FIDE rapid", 1900, Some(20)), ("FIDE", 1960, Some(20))], "rapid first in a rapid event");

    // The next one by number, with the pointer.
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::TextInput, "FIDE id").focus();
    harness.run_steps(2);
    text(&mut harness, "13600011");
    click(&mut harness, "Take Abashidze, Nino 13600011");
    key(&mut harness, Key::Enter);
    assert!(state(&harness).players.values().any(|player| player.name == "Abashidze, Nino"));

    // A name that is typed and not taken stays as typed.
    text(&mut harness, "Kochan");
    assert!(harness.query_by_label("Take Kochanowska, Zofia 13600045").is_some());
    key(&mut harness, Key::Enter);
    assert!(state(&harness).players.values().any(|player| player.name == "Kochan" && player.ratings.is_empty()));
}

#[test]
fn escape_puts_the_suggestions_away_before_the_card() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = players(demo::event(4), folder.path(), [900.0, 700.0]);
    ctrl(&mut harness, Key::Enter);
    text(&mut harness, "bold");
    assert!(harness.query_by_label("Take Bold, Ganbat 13600022").is_some());
    key(&mut harness, Key::Escape);
    assert!(harness.query_by_label("Take Bold, Ganbat 13600022").is_none());
    assert!(harness.query_by_label("New player").is_some());
    // The keyboard is still with the field.
    text(&mut harness, ",");
    assert!(harness.query_by_label("Take Bold, Ganbat 13600022").is_some());
    key(&mut harness, Key::Escape);
    key(&mut harness, Key::Escape);
    assert!(harness.query_by_label("New player").is_none());
}

#[test]
fn a_damaged_index_is_told_and_typing_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = players(demo::event(4), folder.path(), [1280.0, 800.0]);
    let path = folder.path().join("fide.redb");
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    ctrl(&mut harness, Key::Enter);
    text(&mut harness, "bold");
    assert!(harness.query_by_label_contains("index the list again").is_some());
    key(&mut harness, Key::Enter);
    assert!(state(&harness).players.values().any(|player| player.name == "bold"));
}

/// An event whose players the list knows, doubts and does not know.
fn to_refresh() -> Event {
    let mut event = demo::event(0);
    let with_id = |name: &str, rating, id: &str| Player { id: id.to_owned(), ..demo::player(name, rating) };
    let list = vec![
        with_id("Abashidze, Nino", 2310, "13600011"),
        Player { federation: "MGL".to_owned(), ..with_id("Bold, Ganbat", 2240, "13600022") },
        Player { federation: String::new(), ..demo::player("Koch, Ida", 1900) },
        demo::player("Nobody, Nick", 1500),
    ];
    demo::done(&mut event, Command::AddPlayers(list));
    event
}

#[test]
fn ratings_are_looked_at_first_and_changed_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = players(to_refresh(), folder.path(), [1440.0, 900.0]);
    let before = state(&harness);
    ctrl(&mut harness, Key::R);
    for label in
        ["2310 › 2325", "2240 › 2254", "2 with changes, 0 as in the list, 1 not in the list", "1 to be decided"]
    {
        assert!(harness.query_by_label(label).is_some(), "{label}");
    }
    // The second row is left out.
    key(&mut harness, Key::ArrowDown);
    key(&mut harness, Key::Space);
    assert!(harness.query_by_label("Change 1 player").is_some());
    // Which Ida Koch it is, is chosen by keyboard.
    harness.get_by_role_and_label(Role::ComboBox, "Who is Koch, Ida").focus();
    harness.run_steps(2);
    key(&mut harness, Key::Enter);
    harness.run_steps(3);
    click(&mut harness, "Koch, Ida  SUI  2004  1810  13600044");
    assert!(harness.query_by_label("chosen by you").is_some());
    assert_eq!(state(&harness), before, "nothing is changed before it is asked for");
    ctrl(&mut harness, Key::Enter);
    let after = state(&harness);
    let rating = |state: &State, name: &str| {
        state.players.values().find(|player| player.name == name).map(|player| player.ratings[0].value)
    };
    assert_eq!(rating(&after, "Abashidze, Nino"), Some(2325));
    assert_eq!(rating(&after, "Bold, Ganbat"), Some(2240));
    assert_eq!(rating(&after, "Koch, Ida"), Some(1810));
    assert!(harness.query_by_label("Add player").is_some(), "the players' list is back");
    ctrl(&mut harness, Key::Z);
    assert_eq!(state(&harness), before, "one undo takes all of it back");
}

#[test]
fn a_list_is_indexed_in_the_window() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.csv");
    std::fs::write(&file, "Nr;Spieler;DWZ\n10001;Müller, Jörg;1850\n10002;Weber, Jan;1700\n").unwrap();
    let mut harness = window(Some(Doc::unsaved(demo::event(4))), Page::Players, [1280.0, 860.0]);
    ctrl(&mut harness, Key::L);
    assert!(harness.query_by_label("No rating list is indexed yet.").is_some());
    harness.state_mut().lists().folder = Some(folder.path().join("lists"));
    harness.state_mut().lists().choose(&file);
    // The dialog finds its place.
    harness.run_steps(10);
    click(&mut harness, "Index this list");
    finish(&mut harness);
    assert!(harness.query_by_label_contains("no column holds the name").is_some(), "the remedy is named");
    // The map: which column holds what.
    for (field, column) in [("id", "Nr"), ("name", "Spieler"), ("rating", "DWZ")] {
        harness.get_by_role_and_label(Role::ComboBox, field).click();
        harness.run_steps(3);
        harness.get_by_role_and_label(Role::Button, column).click();
        harness.run_steps(3);
    }
    fill(&mut harness, "Name of the list", "DWZ");
    fill(&mut harness, "Its date, if the list does not tell", "2026-11-01");
    click(&mut harness, "Index this list");
    finish(&mut harness);
    assert!(harness.query_by_label("DWZ of 2026-11-01, 2 players").is_some());
    assert_eq!(harness.state_mut().prefs().rating_index, Some(folder.path().join("lists/dwz.redb")));
    key(&mut harness, Key::Escape);
    assert!(harness.query_by_label("Index this list").is_none());
    ctrl(&mut harness, Key::Enter);
    text(&mut harness, "muller");
    assert!(harness.query_by_label("Take Müller, Jörg 10001").is_some());
}

#[test]
fn indexing_can_be_stopped_and_the_window_goes_on() {
    use std::fmt::Write;
    let folder = tempfile::tempdir().unwrap();
    let mut rows = "id,name,rating\n".to_owned();
    for n in 0..300_000 {
        writeln!(rows, "{},\"Player {}, Number {}\",{}", 100_000 + n, n % 9973, n, 1000 + n % 1800).unwrap();
    }
    let file = folder.path().join("long.csv");
    std::fs::write(&file, rows).unwrap();
    let mut harness = window(Some(Doc::unsaved(demo::event(4))), Page::Players, [1280.0, 860.0]);
    let kept = folder.path().join("lists");
    harness.state_mut().lists().folder = Some(kept.clone());
    harness.state_mut().lists().choose(&file);
    // The dialog finds its place.
    harness.run_steps(10);
    click(&mut harness, "Index this list");
    assert!(harness.state_mut().lists().is_busy());
    // Frames are drawn while the work goes on; the dialog may be closed and opened.
    key(&mut harness, Key::Escape);
    ctrl(&mut harness, Key::L);
    click(&mut harness, "Cancel");
    finish(&mut harness);
    assert!(harness.query_by_label_contains("Stopped.").is_some());
    assert_eq!(harness.state_mut().prefs().rating_index, None);
    assert_eq!(std::fs::read_dir(kept).unwrap().count(), 0, "no scratch file stays behind");
}

/// Draws frames until indexing has ended.
fn finish(harness: &mut Harness<'_, App>) {
    let start = Instant::now();
    while harness.state_mut().lists().is_busy() {
        assert!(start.elapsed() < Duration::from_secs(60), "indexing does not end");
        std::thread::sleep(Duration::from_millis(5));
        harness.run_steps(1);
    }
    harness.run_steps(3);
}

#[test]
fn whoever_has_withdrawn_does_not_play() {
    let mut event = demo::event(6);
    demo::play(&mut event, 3);
    let id = |n: usize| event.state().players.keys().nth(n).copied().unwrap();
    let (gone, leaving, resting) = (id(0), id(1), id(2));
    demo::done(&mut event, Command::Withdraw { player: gone, from: 2 });
    demo::done(&mut event, Command::Withdraw { player: leaving, from: 4 });
    demo::done(&mut event, Command::RequestBye { player: resting, round: 3, kind: Some(ByeKind::Half) });
    let mut harness = window(Some(Doc::unsaved(event)), Page::Players, [1440.0, 900.0]);
    for label in ["withdrawn from round 2", "withdraws from round 4", "round 3: half-point bye"] {
        assert!(harness.query_by_label(label).is_some(), "{label}");
    }
    key(&mut harness, Key::ArrowDown);
    key(&mut harness, Key::Enter);
    assert_eq!(harness.query_all_by_label("withdrawn").count(), 4, "rounds 2 to 5 of the card");
    assert!(harness.query_by_label("Round 2").is_some());
    // A late entry says so, in the list and on the card.
    key(&mut harness, Key::Escape);
    ctrl(&mut harness, Key::Enter);
    text(&mut harness, "Late, Lara");
    click(&mut harness, "Rounds: later entry, byes");
    harness.run_steps(20);
    harness.get_by_role_and_label(Role::ComboBox, "Plays from round").click();
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::Button, "4").click();
    harness.run_steps(3);
    click(&mut harness, "Add to the list");
    assert!(harness.query_by_label("enters in round 4").is_some());
}

#[test]
fn a_drop_down_is_worked_by_keyboard() {
    let mut harness = window(Some(demo::in_round_three(24)), Page::Reports, [1280.0, 900.0]);
    harness.get_by_role_and_label(Role::ComboBox, "Round").focus();
    harness.run_steps(2);
    key(&mut harness, Key::Enter);
    harness.run_steps(3);
    assert!(harness.query_by_label("round 1").is_some(), "it is open");
    key(&mut harness, Key::ArrowDown);
    key(&mut harness, Key::Enter);
    harness.run_steps(3);
    assert!(harness.query_by_label("round 1").is_none(), "it has closed");
    // Escape closes it without choosing.
    let chosen =
        |harness: &Harness<'_, App>| harness.get_by_role_and_label(Role::ComboBox, "Round").value().unwrap_or_default();
    let before = chosen(&harness);
    assert_eq!(before, "round 3");
    key(&mut harness, Key::Enter);
    harness.run_steps(3);
    assert!(harness.query_by_label("round 1").is_some(), "the keyboard is still with it");
    key(&mut harness, Key::Escape);
    harness.run_steps(2);
    assert!(harness.query_by_label("round 1").is_none());
    assert_eq!(chosen(&harness), before);
}

#[test]
fn escape_steps_back_in_the_assistant() {
    let mut harness = window(None, Page::Events, [1280.0, 860.0]);
    click(&mut harness, "New event");
    fill(&mut harness, "Name of the event", "Autumn Swiss");
    // The first Escape leaves the field only.
    key(&mut harness, Key::Escape);
    assert_eq!(harness.state().page(), Page::Assistant);
    click(&mut harness, "Next");
    assert!(harness.query_by_label("White, drawn at the table").is_some());
    key(&mut harness, Key::Escape);
    assert!(harness.query_by_label("White, drawn at the table").is_none());
    assert_eq!(harness.state().page(), Page::Assistant);
    key(&mut harness, Key::Escape);
    assert_eq!(harness.state().page(), Page::Events);
}

#[test]
fn a_file_is_chosen_by_keyboard() {
    use crate::gui::file_dialog::{Answer, FileDialog, Purpose};
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("lists")).unwrap();
    for name in ["a.csv", "b.csv", "c.txt"] {
        std::fs::write(folder.path().join("lists").join(name), "name\n").unwrap();
    }
    let dialog = FileDialog::new(Purpose::Open, "Choose", &["csv"], folder.path());
    let builder = Harness::builder().with_size([900.0, 700.0]).with_context_setup(crate::gui::app::install_for_tests);
    let show = |ui: &mut eframe::egui::Ui, (dialog, answer): &mut (FileDialog, Answer)| {
        if *answer == Answer::Pending {
            *answer = dialog.show(ui.ctx());
        }
    };
    let mut harness = builder.build_ui_state(show, (dialog, Answer::Pending));
    harness.run_steps(5);
    let folder = folder.path().canonicalize().unwrap().join("lists");
    // Into the folder, to the second list that fits, and taken.
    for pressed in [Key::ArrowDown, Key::Enter, Key::ArrowDown, Key::ArrowDown, Key::ArrowDown, Key::Enter] {
        harness.key_press(pressed);
        harness.run_steps(3);
    }
    assert_eq!(harness.state().1, Answer::Chosen(vec![folder.join("b.csv")]));
    // A typed path is taken at once.
    *harness.state_mut() = (FileDialog::new(Purpose::Open, "Choose", &["csv"], &folder), Answer::Pending);
    harness.run_steps(5);
    harness.key_press_modifiers(eframe::egui::Modifiers::COMMAND, Key::A);
    harness.run_steps(2);
    harness.event(eframe::egui::Event::Text(folder.join("a.csv").display().to_string()));
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    harness.run_steps(3);
    assert_eq!(harness.state().1, Answer::Chosen(vec![folder.join("a.csv")]));
}
