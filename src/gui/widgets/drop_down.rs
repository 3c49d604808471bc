//! Drop-downs that are worked by keyboard as well as by mouse.

use eframe::egui::{self, ComboBox, Key, Popup, RichText, Ui};

/// Set while a drop-down is open and its button still has the keyboard: the entry that holds takes it.
fn wants_focus() -> egui::Id {
    egui::Id::unique("drop-down entry wants the keyboard")
}

/// A drop-down. `shown` is what stands on it; `entries` draws [`entry`]s. It closes when an entry is chosen, by a click or by Enter or Space,
/// and with Escape; the keyboard then is with the drop-down again.
pub fn drop_down<R>(
    ui: &mut Ui,
    salt: impl std::hash::Hash + std::fmt::Debug,
    width: f32,
    shown: impl Into<String>,
    entries: impl FnOnce(&mut Ui) -> R,
) -> Option<R> {
    let text = RichText::new(shown.into());
    let open = ComboBox::from_id_salt(salt).width(width).selected_text(text).truncate().show_ui(ui, |ui| {
        let answer = entries(ui);
        (answer, ui.memory(|memory| memory.focused()))
    });
    let button = open.response;
    let (answer, focused) = open.inner?;
    let chosen = ui.input(|i| i.key_pressed(Key::Enter) || i.key_pressed(Key::Space));
    if focused == Some(button.id) {
        ui.data_mut(|data| data.insert_temp(wants_focus(), true));
        ui.ctx().request_repaint();
    } else if focused.is_some() && chosen {
        Popup::close_all(ui.ctx());
        button.request_focus();
    } else if ui.input(|i| i.key_pressed(Key::Escape)) {
        button.request_focus();
    }
    Some(answer)
}

/// An entry of a drop-down that sets a value; says whether it was chosen.
pub fn entry<T: PartialEq>(ui: &mut Ui, value: &mut T, choice: T, text: impl Into<String>) -> bool {
    let selected = *value == choice;
    let response = ui.selectable_label(selected, text.into());
    if selected && ui.data_mut(|data| data.remove_temp::<bool>(wants_focus())) == Some(true) {
        response.request_focus();
    }
    if response.clicked() {
        *value = choice;
        return true;
    }
    false
}
