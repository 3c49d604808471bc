//! The standings page: ties, categories, ratings, norms, prizes.

use super::{click, demo, fill, key, window};
use crate::gui::action::Page;
use crate::gui::doc::Doc;
use eframe::egui::Key;
use egui_kittest::kittest::Queryable;
use tournament::command::Command;
use tournament::event::Event;
use tournament::model::*;
use tournament::standings::{DecisionKind, StageTable};

/// Six players, one round, three draws, no tie-breaks: all are level.
fn level() -> Event {
    let mut event = demo::event(6);
    let settings = Settings { tiebreaks: Vec::new(), ..(*event.state().settings).clone() };
    demo::done(&mut event, Command::EditSettings(Box::new(settings)));
    demo::done(&mut event, Command::PairRound { stage: 0 });
    for board in 1..=3 {
        let at = tournament::command::GameRef { stage: 0, round: 1, board, game: 0 };
        demo::done(&mut event, Command::SetResult { at, result: Some(GameResult::Draw), reason: None });
    }
    event
}

/// Presses the button of the question that a warning asks.
fn agree(harness: &mut egui_kittest::Harness<'_, crate::gui::App>) {
    for label in ["Confirm", "Do it"] {
        if harness.query_by_label(label).is_some() {
            click(harness, label);
            return;
        }
    }
}

#[test]
fn a_tie_decided_by_play_off_shows_in_standings_and_print() {
    let mut harness = window(Some(Doc::unsaved(level())), Page::Standings, [1440.0, 900.0]);
    click(&mut harness, "Decide…");
    let first = demo::NAMES[0];
    click(&mut harness, &format!("{first} down"));
    click(&mut harness, "Record this order");
    agree(&mut harness);
    let doc = harness.state().doc().unwrap();
    let decision = &doc.state().tie_decisions[0];
    assert_eq!((decision.kind, decision.order.len()), (DecisionKind::PlayOff, 6));
    let ranked = StageTable::of(doc.state(), 0, 1);
    let names: Vec<String> = ranked.standings.rows.iter().map(|row| doc.state().name(ranked.ids[row.index])).collect();
    assert_eq!(names[..2], [demo::NAMES[1], demo::NAMES[0]]);
    // The print model has the same order, and says how.
    let document = reports::build(doc.event(), reports::What::Standings, None).unwrap();
    let text = reports::csv::write(&document, reports::csv::Separator::Semicolon);
    let place = |name: &str| text.find(name).unwrap();
    assert!(place(demo::NAMES[1]) < place(demo::NAMES[0]));
    assert!(document.fields.iter().any(|field| field.label == "Ties by play-off"), "{:?}", document.fields);
    // Nobody shares a rank any more; the decision can be taken back.
    assert!(harness.query_by_label("Decide…").is_none());
    click(&mut harness, "Take back");
    agree(&mut harness);
    assert!(harness.state().doc().unwrap().state().tie_decisions.is_empty());
    assert!(harness.query_by_label("Decide…").is_some());
}

#[test]
fn the_key_t_opens_the_tie_and_a_lot_asks_first() {
    let mut harness = window(Some(Doc::unsaved(level())), Page::Standings, [900.0, 700.0]);
    key(&mut harness, Key::T);
    click(&mut harness, "Lot by the program");
    click(&mut harness, "Draw lots");
    assert!(harness.state().doc().unwrap().state().tie_decisions.is_empty(), "a level-3 notice comes first");
    agree(&mut harness);
    let decision = harness.state().doc().unwrap().state().tie_decisions[0].clone();
    assert!(decision.kind == DecisionKind::Lot && decision.seed.is_some());
}

#[test]
fn no_tie_is_decided_while_a_game_is_open() {
    let mut event = level();
    let at = tournament::command::GameRef { stage: 0, round: 1, board: 1, game: 0 };
    demo::done(&mut event, Command::SetResult { at, result: Some(GameResult::Adjourned), reason: None });
    let mut harness = window(Some(Doc::unsaved(event)), Page::Standings, [1280.0, 800.0]);
    assert!(harness.query_by_label("Decide…").is_none());
    key(&mut harness, Key::T);
    assert!(harness.query_by_label("Record this order").is_none());
    let note = "Standings after round 1 (provisional, 1 game open): the order can still change.";
    assert!(harness.query_by_label(note).is_some());
}

#[test]
fn categories_are_chosen_and_ratings_and_norms_have_views() {
    let mut event = demo::event(24);
    let mut settings = (*event.state().settings).clone();
    settings.categories =
        vec![Category { name: "Below 2280".into(), rule: "rating < 2280".into(), ..Category::default() }];
    demo::done(&mut event, Command::EditSettings(Box::new(settings)));
    demo::play(&mut event, 12);
    let mut harness = window(Some(Doc::unsaved(event)), Page::Standings, [1440.0, 900.0]);
    assert!(harness.query_by_label(demo::NAMES[0]).is_some());
    click(&mut harness, "Category");
    click(&mut harness, "Below 2280");
    // Ratings fall by 3 from 2300: the first seven have 2282 or more.
    assert!(harness.query_by_label(demo::NAMES[0]).is_none());
    assert!(harness.query_by_label(demo::NAMES[8]).is_some());
    click(&mut harness, "Ratings");
    assert!(harness.query_by_label(demo::NAMES[0]).is_some(), "ratings are for everybody");
    assert!(harness.query_by_label("Change").is_some());
    click(&mut harness, "Norms");
    assert!(harness.query_by_label("Norms are looked at from round 5 on.").is_some());
    click(&mut harness, "Cross table");
    click(&mut harness, "by number");
    key(&mut harness, Key::C);
}

#[test]
fn a_selected_player_has_sums_and_a_card() {
    let mut harness = window(Some(demo::in_round_three(24)), Page::Standings, [1440.0, 900.0]);
    key(&mut harness, Key::ArrowDown);
    assert!(harness.query_by_label("Where the values come from").is_some());
    click(&mut harness, "Player card");
    assert!(harness.query_by_label("Opponent").is_some() && harness.query_by_label("Expected").is_some());
    key(&mut harness, Key::Escape);
    assert!(harness.query_by_label("Player card").is_none());
}

#[test]
fn the_event_page_edits_categories_and_prizes() {
    let mut harness = window(Some(Doc::unsaved(demo::event(8))), Page::Event, [1280.0, 2400.0]);
    click(&mut harness, "Add a category");
    fill(&mut harness, "Category", "Amateurs");
    fill(&mut harness, "Rule", "rating <");
    let wrong = "rating < » character 9: a value is expected after the comparison";
    assert!(harness.query_by_label(wrong).is_some());
    fill(&mut harness, "Rule", "rating < 2290");
    click(&mut harness, "Add a list of prizes");
    fill(&mut harness, "Amounts from place 1", "300 200.50");
    click(&mut harness, "Save the settings");
    agree(&mut harness);
    let settings = harness.state().doc().unwrap().state().settings.clone();
    assert_eq!(
        (settings.categories[0].name.as_str(), settings.categories[0].rule.as_str()),
        ("Amateurs", "rating < 2290")
    );
    assert_eq!(settings.prizes.lists[0].amounts, [30_000, 20_050]);
}

#[test]
fn a_play_off_is_entered_game_by_game() {
    use eframe::egui::Role;
    let mut harness = window(Some(Doc::unsaved(level())), Page::Standings, [1440.0, 900.0]);
    click(&mut harness, "Decide…");
    let choose = |harness: &mut egui_kittest::Harness<'_, crate::gui::App>, list: &str, name: &str| {
        harness.get_by_role_and_label(Role::ComboBox, list).click();
        harness.run_steps(3);
        harness.get_by_role_and_label(Role::Button, name).click();
        harness.run_steps(3);
    };
    let [one, two] = [demo::NAMES[0], demo::NAMES[1]];
    choose(&mut harness, "White", one);
    choose(&mut harness, "Black", two);
    fill(&mut harness, "Result", "1/2");
    click(&mut harness, "Add the game");
    assert!(harness.query_by_label_contains("are still level after these games").is_some());
    // The colours are turned for the next game.
    fill(&mut harness, "Result", "1-0");
    click(&mut harness, "Add the game");
    assert!(harness.query_by_label_contains(&format!("By these games: {two}, then {one}.")).is_some());
    click(&mut harness, "Record these games");
    agree(&mut harness);
    let state = harness.state().doc().unwrap().state().clone();
    let decision = &state.tie_decisions[0];
    assert_eq!((decision.kind, decision.games.len()), (DecisionKind::PlayOff, 2));
    assert_eq!(decision.order.iter().map(|id| state.name(*id)).collect::<Vec<_>>(), [two, one]);
}
