//! A report file becomes an event only after it was looked at.

use super::{click, demo, key, window};
use crate::gui::action::Page;
use crate::gui::prefs::Prefs;
use crate::gui::{App, app};
use eframe::egui::{Context, Key};
use egui_kittest::{Harness, kittest::Queryable};
use std::collections::BTreeMap;
use std::path::Path;
use tournament::trf::{self, Dialect};

/// The window as it opens with a file from the desktop.
fn opened(path: &Path) -> Harness<'static, App> {
    let app = App::new(&Context::default(), Prefs::default(), Some(path.to_owned()));
    let builder = Harness::builder().with_size([1280.0, 860.0]).with_max_steps(64);
    let mut harness =
        builder.with_context_setup(app::install_for_tests).build_ui_state(|ui, app: &mut App| app.draw(ui), app);
    harness.run_steps(3);
    harness
}

#[test]
fn rounds_of_another_program_are_asked_about() {
    let event = window(Some(demo::in_round_three(24)), Page::Rounds, [1280.0, 860.0]);
    let state = event.state().doc().unwrap().state().clone();
    let exported = trf::export(&state, 0, Dialect::Trf26, &BTreeMap::new()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("open.trf");
    std::fs::write(&file, &exported.bytes).unwrap();
    let events = || std::fs::read_dir(folder.path()).unwrap().count() - 1;

    let mut harness = opened(&file);
    harness.get_by_label("Import this report file?");
    assert!(harness.state().doc().is_none());
    key(&mut harness, Key::Escape);
    assert!(harness.query_by_label("Import this report file?").is_none());
    assert_eq!((harness.state().doc().is_none(), events()), (true, 0), "nothing was made");

    let mut harness = opened(&file);
    click(&mut harness, "Import");
    let doc = harness.state().doc().unwrap();
    assert_eq!(doc.state().players.len(), 24);
    assert!(doc.state().notes.iter().any(|note| note.text == "Import @ Round 3"), "{:?}", doc.state().notes);
    assert!(events() > 0);
}
