//! The real screens, driven without a display.

pub mod demo;
mod rounds;

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
