//! The type that names are set in: Noto Sans with Cyrillic and Greek, Georgian and Sinhala beside it.
//!
//! Scripts beyond these come from the fonts of the system, where it has them (`eframe`'s `system_fonts`).

use super::theme::bold_family;
use eframe::egui::{self, FontData, FontDefinitions, FontFamily};
use std::sync::Arc;

const REGULAR: [(&str, &[u8]); 3] = [
    ("Noto Sans", include_bytes!("../../data/fonts/NotoSans-Regular.ttf")),
    ("Noto Sans Georgian", include_bytes!("../../data/fonts/NotoSansGeorgian-Regular.ttf")),
    ("Noto Sans Sinhala", include_bytes!("../../data/fonts/NotoSansSinhala-Regular.ttf")),
];

const BOLD: [(&str, &[u8]); 3] = [
    ("Noto Sans Bold", include_bytes!("../../data/fonts/NotoSans-Bold.ttf")),
    ("Noto Sans Georgian Bold", include_bytes!("../../data/fonts/NotoSansGeorgian-Bold.ttf")),
    ("Noto Sans Sinhala Bold", include_bytes!("../../data/fonts/NotoSansSinhala-Bold.ttf")),
];

/// Puts our fonts before egui's own.
pub fn install(ctx: &egui::Context) {
    let mut fonts = FontDefinitions::default();
    for (name, bytes) in REGULAR.into_iter().chain(BOLD) {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
    }
    let own = |list: [(&str, &[u8]); 3]| list.map(|(name, _)| name.to_owned());
    let fallback = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    let mut plain = own(REGULAR).to_vec();
    plain.extend(fallback.clone());
    let mut bold = own(BOLD).to_vec();
    bold.extend(own(REGULAR));
    bold.extend(fallback);
    if let Some(mono) = fonts.families.get_mut(&FontFamily::Monospace) {
        mono.extend(own(REGULAR));
    }
    fonts.families.insert(FontFamily::Proportional, plain);
    fonts.families.insert(bold_family(), bold);
    ctx.set_fonts(fonts);
}
