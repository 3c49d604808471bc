//! The real screens, driven without a display.

pub mod demo;
mod draughts;
mod import;
mod journey;
mod lists;
mod measure;
mod pages;
mod records;
mod rounds;
mod stages;
mod standings;
mod systems;
mod team_events;
mod teams;

use super::action::Page;
use super::doc::Doc;
use super::prefs::Prefs;
use super::{App, app};
use egui_kittest::Harness;

/// The window on an event, or on the event list.
pub fn window(doc: Option<Doc>, page: Page, size: [f32; 2]) -> Harness<'static, App> {
    // Fonts and themes go to the context that the harness draws with.
    let mut app = App::new(&eframe::egui::Context::default(), Prefs::default(), None);
    if let Some(doc) = doc {
        app.show_doc(doc, page);
    }
    let builder = Harness::builder().with_size(size).with_max_steps(64).with_context_setup(app::install_for_tests);
    let mut harness = builder.build_ui_state(|ui, app: &mut App| app.draw(ui), app);
    harness.run_steps(3);
    harness
}

/// Types characters, one key after the other.
pub fn text(harness: &mut Harness<'_, App>, text: &str) {
    for character in text.chars() {
        harness.event(eframe::egui::Event::Text(character.to_string()));
        harness.run_steps(2);
    }
}

/// Presses a key.
pub fn key(harness: &mut Harness<'_, App>, key: eframe::egui::Key) {
    harness.key_press(key);
    harness.run_steps(2);
}

/// Presses a key with Ctrl.
pub fn ctrl(harness: &mut Harness<'_, App>, key: eframe::egui::Key) {
    harness.key_press_modifiers(eframe::egui::Modifiers::COMMAND, key);
    harness.run_steps(3);
}

/// Clicks what has this label.
pub fn click(harness: &mut Harness<'_, App>, label: &str) {
    use egui_kittest::kittest::Queryable;
    harness.get_by_label(label).click();
    harness.run_steps(3);
}

/// Puts a text into the field with this name.
pub fn fill(harness: &mut Harness<'_, App>, field: &str, value: &str) {
    use eframe::egui::{Key, Role};
    use egui_kittest::kittest::Queryable;
    harness.get_by_role_and_label(Role::TextInput, field).focus();
    harness.run_steps(2);
    ctrl(harness, Key::A);
    harness.get_by_role_and_label(Role::TextInput, field).type_text(value);
    harness.run_steps(2);
}
