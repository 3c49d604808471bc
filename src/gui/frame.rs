//! The frame around every page: top line, message line, rail, bottom line.

use super::action::{Action, Page};
use super::doc::Doc;
use super::message::{Line, Tone};
use super::prefs::{Prefs, ThemeChoice};
use super::theme::{self, Palette};
use super::widgets::icon::{self, Icon};
use eframe::egui::{self, Align, Button, Frame, Layout, Margin, Panel, Rect, RichText, Sense, Stroke, Ui, vec2};

/// Width below which the rail shows icons only.
pub const NARROW: f32 = 1100.0;

/// A line between two parts of the window.
fn edge(ui: &Ui, from: egui::Pos2, to: egui::Pos2) {
    ui.painter().line_segment([from, to], Stroke::new(1.0, Palette::of(ui).line));
}

/// The top line: which event, which round, how far, is it saved.
pub fn top(ui: &mut Ui, doc: Option<&Doc>, prefs: &mut Prefs, out: &mut Vec<Action>) {
    let p = Palette::of(ui);
    let frame = Frame::new().fill(p.rail).inner_margin(Margin::symmetric(16, 8));
    let shown = Panel::top("top").exact_size(48.0).show_separator_line(false).frame(frame).show(ui, |ui| {
        ui.horizontal_centered(|ui| {
            let name = Button::new(RichText::new("Pairwright").text_style(theme::bold()).color(p.accent));
            if ui.add(name.frame_when_inactive(false)).on_hover_text("Event list").clicked() {
                out.push(Action::Go(Page::Events));
            }
            if let Some(doc) = doc {
                event_menu(ui, doc, out);
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if icon_button(ui, Icon::Help, "Keys (F1)").clicked() {
                    out.push(Action::ToggleHelp);
                }
                view_menu(ui, prefs, out);
                if let Some(doc) = doc {
                    undo_buttons(ui, doc, out);
                    let text = saved_text(doc);
                    let path = doc.path().map_or_else(|| "not in a file".to_owned(), |path| path.display().to_string());
                    ui.label(RichText::new(text).small().color(p.weak)).on_hover_text(path);
                    ui.add_space(8.0);
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        ui.add_space(8.0);
                        let progress = RichText::new(progress_text(doc)).color(p.weak);
                        ui.add(egui::Label::new(progress).truncate());
                    });
                }
            });
        });
    });
    let rect = shown.response.rect;
    edge(ui, rect.left_bottom(), rect.right_bottom());
}

fn event_menu(ui: &mut Ui, doc: &Doc, out: &mut Vec<Action>) {
    let name = &doc.state().settings.name;
    let name = if name.is_empty() { "Event without a name" } else { name };
    let short: String =
        if name.chars().count() > 36 { name.chars().take(35).chain(['…']).collect() } else { name.into() };
    let response = ui.menu_button(RichText::new(short).text_style(theme::bold()), |ui| {
        ui.set_min_width(220.0);
        if ui.button("Event list").clicked() {
            out.push(Action::Go(Page::Events));
        }
        if ui.button("New event").clicked() {
            out.push(Action::NewEvent(None));
        }
        if ui.add(Button::new("Open a file").shortcut_text("Ctrl+O")).clicked() {
            out.push(Action::Pick(super::action::Purpose::OpenEvent));
        }
        ui.separator();
        if ui.button("Save a copy…").clicked() {
            out.push(Action::Pick(super::action::Purpose::SaveCopy));
        }
        if ui.button("Close this event").clicked() {
            out.push(Action::Close);
        }
    });
    response.response.on_hover_text(name);
}

fn undo_buttons(ui: &mut Ui, doc: &Doc, out: &mut Vec<Action>) {
    let redo = doc.can_redo().map(str::to_owned);
    let tip = redo.as_deref().map_or("Nothing to redo".to_owned(), |what| format!("Redo: {what} (Ctrl+Shift+Z)"));
    if ui.add_enabled_ui(redo.is_some(), |ui| icon_button(ui, Icon::Redo, &tip)).inner.clicked() {
        out.push(Action::Redo);
    }
    let undo = doc.can_undo().map(str::to_owned);
    let tip = undo.as_deref().map_or("Nothing to undo".to_owned(), |what| format!("Undo: {what} (Ctrl+Z)"));
    let button = ui.add_enabled(undo.is_some(), Button::new("       Undo"));
    let p = Palette::of(ui);
    let color = if undo.is_some() { p.text } else { p.weak };
    icon::paint(ui.painter(), icon::beside(button.rect), Icon::Undo, color);
    if button.on_hover_text(&tip).on_disabled_hover_text(&tip).clicked() {
        out.push(Action::Undo);
    }
}

fn view_menu(ui: &mut Ui, prefs: &mut Prefs, out: &mut Vec<Action>) {
    let button = icon_button(ui, Icon::View, "Theme, scale, rows, rating list");
    let popup = egui::Popup::menu(&button).close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    popup.show(|ui| {
        ui.set_min_width(240.0);
        let before = prefs.clone();
        ui.label(RichText::new("Theme").small());
        super::widgets::segmented(
            ui,
            &mut prefs.theme,
            &[(ThemeChoice::System, "System"), (ThemeChoice::Light, "Light"), (ThemeChoice::Dark, "Dark")],
        );
        ui.label(RichText::new("Scale").small());
        super::widgets::segmented(
            ui,
            &mut prefs.scale,
            &[(100, "100 %"), (125, "125 %"), (150, "150 %"), (200, "200 %")],
        );
        ui.label(RichText::new("Rows").small());
        super::widgets::segmented(ui, &mut prefs.dense, &[(false, "Comfortable"), (true, "Dense")]);
        ui.separator();
        if ui.add(Button::new("Rating list…").shortcut_text("Ctrl+L")).clicked() {
            out.push(Action::ToggleLists);
            ui.close();
        }
        if *prefs != before {
            out.push(Action::SavePrefs);
        }
    });
}

/// A square button with an icon and a tooltip; the tooltip is also its name for screen readers.
pub fn icon_button(ui: &mut Ui, icon: Icon, name: &str) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(vec2(28.0, 28.0), Sense::click());
    let p = Palette::of(ui);
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, theme::RADIUS, p.hover);
    }
    let color = if ui.is_enabled() { p.text } else { p.weak.gamma_multiply(0.6) };
    icon::paint(ui.painter(), rect, icon, color);
    let enabled = ui.is_enabled();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, enabled, name));
    response.on_hover_text(name)
}

/// "Round 3 of 5 · 14 of 20 boards in".
fn progress_text(doc: &Doc) -> String {
    let v = doc.view();
    match v.rounds {
        0 => format!("not paired yet · {} rounds planned", v.planned),
        round if v.round_complete() => {
            let state = match v.unfinished.iter().map(|(_, games)| games).sum::<usize>() {
                0 => "complete".to_owned(),
                1 => "1 game open".to_owned(),
                games => format!("{games} games open"),
            };
            format!("Round {round} of {} · {state}", v.planned.max(round))
        }
        round => format!("Round {round} of {} · {} of {} boards in", v.planned.max(round), v.boards_in, v.boards),
    }
}

fn saved_text(doc: &Doc) -> String {
    if doc.path().is_none() {
        return "not in a file".to_owned();
    }
    if doc.not_saved().is_some() {
        return "NOT SAVED".to_owned();
    }
    match doc.saved().elapsed().as_secs() / 60 {
        0 => "saved".to_owned(),
        1 => "saved 1 minute ago".to_owned(),
        minutes if minutes < 120 => format!("saved {minutes} minutes ago"),
        minutes => format!("saved {} hours ago", minutes / 60),
    }
}

/// The message line under the top bar.
pub fn message(ui: &mut Ui, line: &Line, out: &mut Vec<Action>) -> MessageAnswer {
    let p = Palette::of(ui);
    let (fill, color) = match line.tone {
        Tone::Done => (p.selected, p.text),
        Tone::Ask => (p.amber_fill, p.amber),
        Tone::Refused => (p.red_fill, p.red),
    };
    let mut answer = MessageAnswer::None;
    let frame = Frame::new().fill(fill).inner_margin(Margin::symmetric(16, 2));
    // What was refused is read to its end: such a line may grow, what was merely done stays on one.
    let quiet = line.tone == Tone::Done;
    let panel = Panel::top(if quiet { "message" } else { "question" }).show_separator_line(false).frame(frame);
    let panel = if quiet { panel.exact_size(theme::MESSAGE_HEIGHT) } else { panel.min_size(theme::MESSAGE_HEIGHT) };
    panel.show(ui, |ui| {
        ui.spacing_mut().interact_size.y = theme::MESSAGE_HEIGHT - 6.0;
        ui.spacing_mut().button_padding.y = 1.0;
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if icon_button(ui, Icon::Cross, "Dismiss this message").clicked() {
                answer = MessageAnswer::Dismiss;
            }
            // The buttons stand behind the text and not at the right end, near the page's main button: a second click there must not take back
            // what the first one did.
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let words = [
                    line.order.is_some().then_some("Do it"),
                    (line.order.is_none() && line.undo).then_some("Undo this"),
                    line.offer.as_ref().map(|(word, _)| word.as_str()),
                    line.show.is_some().then_some("Show"),
                ];
                let buttons: f32 = words.iter().flatten().map(|word| 40.0 + 9.0 * word.chars().count() as f32).sum();
                let font = egui::TextStyle::Body.resolve(ui.style());
                let text = ui.painter().layout_no_wrap(line.text.clone(), font, color).size().x + 2.0;
                let width = text.min((ui.available_width() - buttons).max(80.0));
                ui.scope(|ui| {
                    ui.set_max_width(width);
                    let label = egui::Label::new(RichText::new(&line.text).color(color));
                    ui.add(if quiet { label.truncate() } else { label.wrap() });
                });
                ui.add_space(8.0);
                let mut pressed = |word: Option<&str>| word.is_some_and(|word| ui.button(word).clicked());
                let [yes, undo, offer, show] = words.map(&mut pressed);
                if yes {
                    answer = MessageAnswer::Confirm;
                }
                if undo {
                    out.push(Action::Undo);
                    answer = MessageAnswer::Dismiss;
                }
                if let Some((_, action)) = line.offer.as_ref().filter(|_| offer) {
                    out.push((**action).clone());
                    answer = MessageAnswer::Dismiss;
                }
                if let Some(page) = line.show.filter(|_| show) {
                    out.push(Action::Go(page));
                }
            });
        });
    });
    answer
}

/// What was done to the message line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageAnswer {
    /// Nothing.
    None,
    /// It was taken away.
    Dismiss,
    /// The question was answered with yes.
    Confirm,
}

/// The pages of the rail with their icons.
pub fn rail_pages(doc: &Doc) -> Vec<(Page, Icon, &'static str, String)> {
    let v = doc.view();
    let count = |n: usize| if n > 0 { n.to_string() } else { String::new() };
    let mut pages = vec![
        (Page::Event, Icon::Event, "Event", String::new()),
        if doc.state().settings.contest == tournament::model::Contest::Team {
            (Page::Players, Icon::Players, "Teams", count(doc.state().teams.len()))
        } else {
            (Page::Players, Icon::Players, "Players", count(doc.state().players.len()))
        },
        (Page::Rounds, Icon::Rounds, "Rounds", count(v.rounds as usize)),
        (Page::Standings, Icon::Standings, "Standings", String::new()),
    ];
    if v.has_bracket {
        pages.push((Page::Bracket, Icon::Bracket, v.bracket_name, String::new()));
    }
    if doc.state().stages.len() > 1 {
        pages.push((Page::Ranking, Icon::Ranking, "Ranking", String::new()));
    }
    pages.push((Page::Reports, Icon::Reports, "Reports", String::new()));
    pages.push((Page::History, Icon::History, "History", String::new()));
    pages
}

/// The left rail.
pub fn rail(ui: &mut Ui, doc: &Doc, page: Page, display_open: bool, out: &mut Vec<Action>) {
    let p = Palette::of(ui);
    let narrow = ui.ctx().content_rect().width() < NARROW;
    let width = if narrow { 56.0 } else { 168.0 };
    let frame = Frame::new().fill(p.rail).inner_margin(Margin::symmetric(8, 12));
    let shown = Panel::left("rail").exact_size(width).resizable(false).show_separator_line(false).frame(frame);
    let shown = shown.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        for (number, (target, icon, name, count)) in rail_pages(doc).into_iter().enumerate() {
            let tip = format!("{name} (Ctrl+{})", number + 1);
            if rail_entry(ui, icon, name, &count, page == target, narrow).on_hover_text(tip).clicked() {
                out.push(Action::Go(target));
            }
        }
        ui.with_layout(Layout::bottom_up(Align::Min), |ui| {
            let tip =
                if display_open { "Close the window for the projector" } else { "Open a window for the projector" };
            if rail_entry(ui, Icon::Display, "Display", "", display_open, narrow).on_hover_text(tip).clicked() {
                out.push(Action::ToggleDisplay);
            }
        });
    });
    let rect = shown.response.rect;
    edge(ui, rect.right_top(), rect.right_bottom());
}

fn rail_entry(ui: &mut Ui, icon: Icon, name: &str, count: &str, selected: bool, narrow: bool) -> egui::Response {
    let p = Palette::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 34.0), Sense::click());
    if selected {
        ui.painter().rect_filled(rect, theme::RADIUS, p.selected);
        let bar = Rect::from_min_size(rect.min + vec2(0.0, 8.0), vec2(3.0, rect.height() - 16.0));
        ui.painter().rect_filled(bar, 2.0, p.accent);
    } else if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, theme::RADIUS, p.hover);
    }
    let color = if selected { p.accent } else { p.weak };
    if narrow {
        icon::paint(ui.painter(), rect, icon, color);
    } else {
        icon::paint(
            ui.painter(),
            Rect::from_center_size(rect.left_center() + vec2(22.0, 0.0), vec2(16.0, 16.0)),
            icon,
            color,
        );
        let style = if selected { theme::bold() } else { egui::TextStyle::Body };
        let font = style.resolve(ui.style());
        ui.painter().text(rect.left_center() + vec2(40.0, 0.0), egui::Align2::LEFT_CENTER, name, font, p.text);
        if !count.is_empty() {
            let font = egui::TextStyle::Small.resolve(ui.style());
            ui.painter().text(rect.right_center() - vec2(10.0, 0.0), egui::Align2::RIGHT_CENTER, count, font, p.weak);
        }
    }
    let spoken = if count.is_empty() { name.to_owned() } else { format!("{name} {count}") };
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, selected, &spoken));
    response
}

/// The bottom line: keys that work here, and the FIDE-mode mark.
pub fn bottom(ui: &mut Ui, hints: &[(&str, &str)], doc: Option<&Doc>) {
    let p = Palette::of(ui);
    let frame = Frame::new().fill(p.rail).inner_margin(Margin::symmetric(16, 4));
    let shown = Panel::bottom("hints").exact_size(30.0).show_separator_line(false).frame(frame).show(ui, |ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(doc) = doc {
                fide_mark(ui, doc.state().fide_mode);
                ui.add_space(8.0);
                system_mark(ui, doc);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.set_clip_rect(ui.max_rect());
                for (keys, what) in hints {
                    // A hint that does not fit whole is left out.
                    let letters = keys.chars().count() + what.chars().count();
                    if ui.available_width() < 44.0 + 7.0 * letters as f32 {
                        break;
                    }
                    key_cap(ui, keys);
                    ui.label(RichText::new(*what).small().color(p.weak));
                    ui.add_space(6.0);
                }
            });
        });
    });
    let rect = shown.response.rect;
    edge(ui, rect.left_top(), rect.right_top());
}

/// A system that is not to be relied on says so on every page.
fn system_mark(ui: &mut Ui, doc: &Doc) {
    use tournament::model::{SwissVariant, System};
    let system = doc.state().stages.get(doc.view().stage).map(|stage| &stage.system);
    if let Some(System::Swiss { variant: SwissVariant::Lim, .. }) = system {
        let tip = "The rules of the Lim System were not available complete: its pairings are not verified.";
        let text = RichText::new("Lim: incomplete text").small().color(Palette::of(ui).amber);
        ui.label(text).on_hover_text(tip);
        ui.add_space(8.0);
    }
}

fn fide_mark(ui: &mut Ui, fide_mode: bool) {
    let p = Palette::of(ui);
    let (text, color, tip) = if fide_mode {
        ("FIDE mode", p.accent, "The event follows FIDE's rules for accepted programs.")
    } else {
        ("not in FIDE mode", p.amber, "The event has left FIDE mode; this cannot be taken back.")
    };
    ui.label(RichText::new(text).small().color(color)).on_hover_text(tip);
}

/// A key as it is drawn in hints.
pub fn key_cap(ui: &mut Ui, keys: &str) {
    let p = Palette::of(ui);
    let frame = Frame::new()
        .fill(p.field)
        .stroke(Stroke::new(1.0, p.outline))
        .corner_radius(3)
        .inner_margin(Margin::symmetric(5, 0));
    frame.show(ui, |ui| ui.label(RichText::new(keys).small().color(p.text)));
}
