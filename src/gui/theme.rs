//! Colours, type and spacing: greys, one accent, amber for attention, red for refusals only.

use eframe::egui::{self, Color32, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle, Theme, vec2};

/// Height of the message line.
pub const MESSAGE_HEIGHT: f32 = 28.0;

/// Free space between the message line and the page.
pub const MESSAGE_GAP: i8 = 4;

/// Margin of a page.
pub const PAGE_MARGIN: i8 = 16;
/// Distance between groups on a page.
pub const GROUP_GAP: f32 = 24.0;
/// Corner radius of buttons, fields and cells.
pub const RADIUS: u8 = 4;

/// The colours of one theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Background of the page.
    pub page: Color32,
    /// Background of the rail, the top line and the bottom line.
    pub rail: Color32,
    /// Background of fields and open result cells.
    pub field: Color32,
    /// Background under the pointer.
    pub hover: Color32,
    /// Lines between rows and around fields.
    pub line: Color32,
    /// Outline of things that can be clicked or typed into.
    pub outline: Color32,
    /// Text.
    pub text: Color32,
    /// Text that matters less; still at least 4.5:1.
    pub weak: Color32,
    /// Primary action, selection.
    pub accent: Color32,
    /// Text on the accent.
    pub on_accent: Color32,
    /// Background of what is selected.
    pub selected: Color32,
    /// Attention: text and its background.
    pub amber: Color32,
    /// Background of attention.
    pub amber_fill: Color32,
    /// Refusal: text.
    pub red: Color32,
    /// Background of a refusal.
    pub red_fill: Color32,
    /// Light squares of a board.
    pub square_light: Color32,
    /// Dark squares of a board.
    pub square_dark: Color32,
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// The light theme.
pub const LIGHT: Palette = Palette {
    page: rgb(0xFDFDFC),
    rail: rgb(0xF3F4F2),
    field: rgb(0xFFFFFF),
    hover: rgb(0xECEFEC),
    line: rgb(0xE1E4E1),
    outline: rgb(0xBAC1BC),
    text: rgb(0x1B1F1D),
    weak: rgb(0x59615D),
    accent: rgb(0x1F6F54),
    on_accent: rgb(0xFFFFFF),
    selected: rgb(0xDDEEE6),
    amber: rgb(0x7A4F00),
    amber_fill: rgb(0xFFF1D0),
    red: rgb(0xA8201A),
    red_fill: rgb(0xFBE3E1),
    square_light: rgb(0xEFEDE4),
    square_dark: rgb(0xA9B8AE),
};

/// The dark theme.
pub const DARK: Palette = Palette {
    page: rgb(0x1B1E1D),
    rail: rgb(0x151817),
    field: rgb(0x111413),
    hover: rgb(0x272C2A),
    line: rgb(0x303633),
    outline: rgb(0x4B544F),
    text: rgb(0xE6E9E7),
    weak: rgb(0xA0A9A4),
    accent: rgb(0x4FB08A),
    on_accent: rgb(0x07170F),
    selected: rgb(0x1B382C),
    amber: rgb(0xF0BC55),
    amber_fill: rgb(0x3A2E12),
    red: rgb(0xFF9388),
    red_fill: rgb(0x431D1A),
    square_light: rgb(0xC9CFC9),
    square_dark: rgb(0x5F7268),
};

impl Palette {
    /// The palette of the theme that `ui` is drawn in.
    pub fn of(ui: &egui::Ui) -> Palette {
        if ui.visuals().dark_mode { DARK } else { LIGHT }
    }
}

/// Text of tables, 13 points.
pub fn table_text() -> TextStyle {
    TextStyle::Name("table".into())
}

/// Bold text of tables, 13 points.
pub fn table_bold() -> TextStyle {
    TextStyle::Name("table bold".into())
}

/// Bold body text.
pub fn bold() -> TextStyle {
    TextStyle::Name("bold".into())
}

/// The family of bold type.
pub fn bold_family() -> FontFamily {
    FontFamily::Name("bold".into())
}

/// Sets fonts and both themes.
pub fn install(ctx: &egui::Context) {
    super::fonts::install(ctx);
    ctx.set_style_of(Theme::Light, style(LIGHT, false));
    ctx.set_style_of(Theme::Dark, style(DARK, true));
}

fn style(p: Palette, dark: bool) -> egui::Style {
    let mut style = egui::Style::default();
    let plain = |size| FontId::new(size, FontFamily::Proportional);
    let heavy = |size| FontId::new(size, bold_family());
    style.text_styles = [
        (TextStyle::Body, plain(14.0)),
        (TextStyle::Button, plain(14.0)),
        (TextStyle::Small, plain(12.0)),
        (TextStyle::Monospace, FontId::new(13.0, FontFamily::Monospace)),
        (TextStyle::Heading, heavy(20.0)),
        (table_text(), plain(13.0)),
        (table_bold(), heavy(13.0)),
        (bold(), heavy(14.0)),
    ]
    .into();
    style.animation_time = 0.08;
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.3;
    let s = &mut style.spacing;
    s.item_spacing = vec2(8.0, 8.0);
    s.button_padding = vec2(12.0, 4.0);
    s.interact_size = vec2(40.0, 28.0);
    s.window_margin = Margin::same(16);
    s.menu_margin = Margin::same(8);
    s.text_edit_width = 240.0;
    s.combo_height = 320.0;
    s.tooltip_width = 420.0;
    s.scroll.bar_width = 8.0;
    s.scroll.floating = true;
    style.visuals = visuals(p, dark);
    style
}

fn visuals(p: Palette, dark: bool) -> egui::Visuals {
    let mut v = if dark { egui::Visuals::dark() } else { egui::Visuals::light() };
    let radius = CornerRadius::same(RADIUS);
    v.panel_fill = p.page;
    v.window_fill = p.page;
    v.window_stroke = Stroke::new(1.0, p.line);
    v.window_corner_radius = CornerRadius::same(8);
    v.menu_corner_radius = CornerRadius::same(6);
    v.window_shadow = Shadow { offset: [0, 8], blur: 24, spread: 0, color: Color32::from_black_alpha(50) };
    v.popup_shadow = Shadow { offset: [0, 4], blur: 12, spread: 0, color: Color32::from_black_alpha(40) };
    v.extreme_bg_color = p.field;
    v.faint_bg_color = p.rail;
    v.code_bg_color = p.rail;
    v.hyperlink_color = p.accent;
    v.warn_fg_color = p.amber;
    v.error_fg_color = p.red;
    v.weak_text_color = Some(p.weak);
    v.selection.bg_fill = p.selected;
    v.selection.stroke = Stroke::new(1.5, p.accent);
    v.text_cursor.stroke = Stroke::new(2.0, p.accent);
    v.striped = false;
    let w = &mut v.widgets;
    for visuals in [&mut w.noninteractive, &mut w.inactive, &mut w.hovered, &mut w.active, &mut w.open] {
        visuals.corner_radius = radius;
        visuals.expansion = 0.0;
        visuals.fg_stroke = Stroke::new(1.0, p.text);
        visuals.bg_stroke = Stroke::new(1.0, p.outline);
        visuals.bg_fill = p.field;
        visuals.weak_bg_fill = p.page;
    }
    w.noninteractive.bg_stroke = Stroke::new(1.0, p.line);
    w.hovered.weak_bg_fill = p.hover;
    w.hovered.bg_fill = p.hover;
    w.hovered.bg_stroke = Stroke::new(1.0, p.weak);
    w.active.weak_bg_fill = p.selected;
    w.active.bg_fill = p.selected;
    w.active.bg_stroke = Stroke::new(1.5, p.accent);
    w.open.weak_bg_fill = p.hover;
    v
}

#[cfg(test)]
mod tests {
    use super::*;

    /// WCAG relative luminance.
    fn luminance(c: Color32) -> f64 {
        let channel = |v: u8| {
            let v = f64::from(v) / 255.0;
            if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(c.r()) + 0.7152 * channel(c.g()) + 0.0722 * channel(c.b())
    }

    fn contrast(a: Color32, b: Color32) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_text_is_readable_on_its_background() {
        for p in [LIGHT, DARK] {
            for (text, ground) in [
                (p.text, p.page),
                (p.text, p.rail),
                (p.text, p.selected),
                (p.text, p.hover),
                (p.weak, p.page),
                (p.weak, p.rail),
                (p.weak, p.selected),
                (p.weak, p.hover),
                (p.accent, p.page),
                (p.accent, p.selected),
                (p.on_accent, p.accent),
                (p.amber, p.amber_fill),
                (p.amber, p.page),
                (p.red, p.red_fill),
                (p.red, p.page),
            ] {
                assert!(contrast(text, ground) >= 4.5, "{text:?} on {ground:?}: {:.2}", contrast(text, ground));
            }
        }
    }
}
