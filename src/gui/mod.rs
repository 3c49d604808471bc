//! The window: screens as plain functions of the event's state.
//!
//! Screens change nothing themselves. Each one draws what [`view::View`] and the state hold and hands back [`action::Action`]s;
//! [`App`] does them, asks where a command warns, and shows what came of it. No rule of the field lives here.

mod action;
mod app;
mod desktop;
mod doc;
mod file_dialog;
mod fonts;
mod frame;
mod import;
mod lists;
mod message;
mod pages;
mod prefs;
mod remarks;
mod stages;
#[cfg(test)]
mod tests;
mod theme;
mod view;
mod why;
mod widgets;

use std::path::PathBuf;

pub use app::App;

/// Why the window did not open.
#[derive(Debug, thiserror::Error)]
pub enum GuiError {
    /// There is no display to open it on.
    #[error("there is no display to open the window on")]
    NoDisplay,
    /// The display does not do what the window needs.
    #[error("the window could not be opened: {0}")]
    Graphics(String),
}

/// Opens the window on the event list, or on an event, and returns when it is closed.
///
/// # Errors
/// [`GuiError::NoDisplay`] when there is no display; [`GuiError::Graphics`] when it has no usable OpenGL.
pub fn run(open: Option<PathBuf>) -> Result<(), GuiError> {
    if !has_display() {
        return Err(GuiError::NoDisplay);
    }
    let viewport = eframe::egui::ViewportBuilder::default()
        .with_title("Pairwright")
        .with_app_id("pairwright")
        .with_inner_size([1280.0, 800.0])
        .with_min_inner_size([720.0, 480.0])
        .with_icon(icon());
    let options = eframe::NativeOptions { viewport, ..Default::default() };
    let start = move |cc: &eframe::CreationContext<'_>| -> Result<Box<dyn eframe::App>, _> {
        Ok(Box::new(App::new(&cc.egui_ctx, prefs::Prefs::load(), open)))
    };
    eframe::run_native("pairwright", options, Box::new(start)).map_err(|error| match error {
        eframe::Error::Winit(_) | eframe::Error::WinitEventLoop(_) => GuiError::NoDisplay,
        other => GuiError::Graphics(other.to_string()),
    })
}

/// Elsewhere than on Windows and macOS the environment names the display.
fn has_display() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].into_iter().any(set)
}

/// The icon of the window: four squares of a board and a pair of discs.
fn icon() -> eframe::egui::IconData {
    const SIZE: usize = 64;
    let mut rgba = Vec::with_capacity(SIZE * SIZE * 4);
    for y in 0..SIZE {
        for x in 0..SIZE {
            let disc = |cx: f32, cy: f32| (x as f32 - cx).hypot(y as f32 - cy) < 10.5;
            let pixel = if disc(16.0, 16.0) {
                [255, 255, 255]
            } else if disc(48.0, 48.0) {
                [20, 30, 26]
            } else if (x < SIZE / 2) == (y < SIZE / 2) {
                [0x1F, 0x6F, 0x54]
            } else {
                [0xDD, 0xEE, 0xE6]
            };
            rgba.extend(pixel);
            rgba.push(255);
        }
    }
    eframe::egui::IconData { rgba, width: SIZE as u32, height: SIZE as u32 }
}
