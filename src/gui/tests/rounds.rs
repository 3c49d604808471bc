//! Results by keyboard.

use super::{ctrl, demo, key, text, window};
use crate::gui::App;
use crate::gui::action::Page;
use eframe::egui::{Event, Key};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tournament::model::GameResult;

/// Results of the last round, board by board.
fn results(harness: &Harness<'_, App>) -> Vec<Option<GameResult>> {
    let doc = harness.state().doc().unwrap();
    let round = doc.state().stages[0].rounds.last().unwrap();
    round.meetings.iter().map(|meeting| meeting.games[0].result).collect()
}

#[test]
fn score_sheet_keys_enter_results_and_move_on() {
    let mut event = demo::event(12);
    demo::play(&mut event, 0);
    let mut harness = window(Some(crate::gui::doc::Doc::unsaved(event)), Page::Rounds, [1280.0, 800.0]);
    use GameResult::*;
    text(&mut harness, "105=");
    assert_eq!(results(&harness), [Some(WhiteWins), Some(BlackWins), Some(Draw), Some(Draw), None, None]);
    // A digit that the profile does not know does nothing.
    text(&mut harness, "2");
    assert_eq!(results(&harness)[4], None);
    // Backspace goes back to the last result and clears it; the next one lands there.
    key(&mut harness, Key::Backspace);
    assert_eq!(results(&harness)[3], None);
    text(&mut harness, "1");
    assert_eq!(results(&harness)[3], Some(WhiteWins));
    // To board 6 by its number, and a forfeit.
    key(&mut harness, Key::G);
    text(&mut harness, "6");
    key(&mut harness, Key::Enter);
    key(&mut harness, Key::F);
    text(&mut harness, "2");
    assert_eq!(results(&harness)[5], Some(ForfeitToBlack));
    // The cursor found the only open board; after it the next step is offered.
    text(&mut harness, "5");
    assert_eq!(results(&harness)[4], Some(Draw));
    assert!(harness.query_by_label("Round 1 is complete.").is_some());
    harness.get_by_label("Pair round 2 now").click();
    harness.run_steps(3);
    assert_eq!(harness.state().doc().unwrap().view().rounds, 2);
}

#[test]
fn list_keys_enter_and_clear() {
    let mut event = demo::event(8);
    demo::play(&mut event, 0);
    let mut harness = window(Some(crate::gui::doc::Doc::unsaved(event)), Page::Rounds, [1280.0, 800.0]);
    use GameResult::*;
    ctrl(&mut harness, Key::K);
    text(&mut harness, "123");
    assert_eq!(results(&harness), [Some(WhiteWins), Some(BlackWins), Some(Draw), None]);
    key(&mut harness, Key::ArrowUp);
    text(&mut harness, "0");
    assert_eq!(results(&harness), [Some(WhiteWins), Some(BlackWins), None, None]);
}

#[test]
fn keys_of_one_frame_go_to_one_board_each() {
    use GameResult::*;
    for (list, typed, expected) in [
        (false, "105=1", [WhiteWins, BlackWins, Draw, Draw, WhiteWins]),
        (true, "12331", [WhiteWins, BlackWins, Draw, Draw, WhiteWins]),
    ] {
        let mut event = demo::event(12);
        demo::play(&mut event, 0);
        let mut harness = window(Some(crate::gui::doc::Doc::unsaved(event)), Page::Rounds, [1280.0, 800.0]);
        if list {
            ctrl(&mut harness, Key::K);
        }
        // All in one frame, as a fast hand or a slow machine gives them.
        harness.input_mut().events.extend(typed.chars().map(|c| Event::Text(c.to_string())));
        harness.run_steps(8);
        assert_eq!(results(&harness)[..5], expected.map(Some));
        assert_eq!(results(&harness)[5], None);
        // A wrong one, Backspace, the right one: again in one frame.
        let backspace = Event::Key {
            key: Key::Backspace,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Default::default(),
        };
        let draw = if list { "3" } else { "5" };
        harness.input_mut().events.extend([Event::Text("1".to_owned()), backspace, Event::Text(draw.to_owned())]);
        harness.run_steps(8);
        assert_eq!(results(&harness)[5], Some(Draw));
        // One key too many after the last result overwrites nothing.
        text(&mut harness, "1");
        assert_eq!(results(&harness), [expected.map(Some).as_slice(), &[Some(Draw)]].concat());
    }
}

#[test]
fn a_board_that_is_not_there_is_said() {
    let mut event = demo::event(12);
    demo::play(&mut event, 0);
    let mut harness = window(Some(crate::gui::doc::Doc::unsaved(event)), Page::Rounds, [1280.0, 800.0]);
    text(&mut harness, "11");
    key(&mut harness, Key::G);
    text(&mut harness, "15");
    key(&mut harness, Key::Enter);
    assert!(harness.query_by_label_contains("There is no board 15").is_some());
    text(&mut harness, "0");
    assert_eq!(results(&harness)[2], Some(GameResult::BlackWins), "the cursor has not moved");
}

#[test]
fn undo_and_redo_from_the_keyboard() {
    use eframe::egui::Modifiers;
    let mut event = demo::event(8);
    demo::play(&mut event, 0);
    let mut harness = window(Some(crate::gui::doc::Doc::unsaved(event)), Page::Rounds, [1280.0, 800.0]);
    text(&mut harness, "11");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run_steps(2);
    assert_eq!(results(&harness).iter().flatten().count(), 1);
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    harness.run_steps(2);
    assert_eq!(results(&harness).iter().flatten().count(), 2);
}
