//! Players of the rating list, shown under the field in which a name or an identity number is typed.

use crate::gui::pages::Cx;
use crate::gui::theme::{self, Palette};
use eframe::egui::{self, Area, Key, Label, Modifiers, Order, Rect, Response, RichText, Sense, Ui, UiBuilder, vec2};
use tournament::model::Discipline;
use tournament::rating_list::{Kind, ListedPlayer};

/// Height of a row in points.
const ROW: f32 = 40.0;

/// The field that is typed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// The name.
    Name,
    /// The identity number.
    Id,
}

/// What the keys did to the list of suggestions.
pub enum Answer {
    /// Nothing.
    None,
    /// This player was taken.
    Take(Box<ListedPlayer>),
    /// The suggestions were put away; the keyboard stays with the field.
    Hidden(Typed),
}

/// Suggestions under one of the two fields.
#[derive(Default)]
pub struct Suggest {
    field: Option<Typed>,
    anchor: Option<Rect>,
    found: Vec<ListedPlayer>,
    at: Option<usize>,
    /// Where the suggestions were drawn.
    drawn: Option<Rect>,
}

impl Suggest {
    /// Forgets what was found.
    pub fn clear(&mut self) {
        *self = Suggest::default();
    }

    /// Something is suggested.
    pub fn is_open(&self) -> bool {
        self.field.is_some() && !self.found.is_empty()
    }

    /// Takes the keys of the list before the field sees them: Up and Down move, Enter takes, Escape puts the list away.
    pub fn keys(&mut self, ui: &Ui) -> Answer {
        let Some(field) = self.field.filter(|_| self.is_open()) else { return Answer::None };
        let pressed = |key| ui.input_mut(|i| i.consume_key(Modifiers::NONE, key));
        if pressed(Key::ArrowDown) {
            self.at = Some(self.at.map_or(0, |at| (at + 1).min(self.found.len() - 1)));
        }
        if pressed(Key::ArrowUp) {
            self.at = self.at.and_then(|at| at.checked_sub(1));
        }
        if pressed(Key::Escape) {
            self.found.clear();
            return Answer::Hidden(field);
        }
        if let Some(at) = self.at
            && pressed(Key::Enter)
            && at < self.found.len()
        {
            let taken = self.found.swap_remove(at);
            self.clear();
            return Answer::Take(Box::new(taken));
        }
        Answer::None
    }

    /// Follows a field after it was drawn: what is typed is looked up.
    pub fn follow(&mut self, ui: &Ui, field: Typed, response: &Response, text: &str, cx: &mut Cx<'_>) {
        if response.changed() {
            let text = text.trim();
            let least = match field {
                Typed::Name => 2,
                Typed::Id => 3,
            };
            self.at = None;
            self.found = if text.chars().count() < least { Vec::new() } else { cx.lists.find(cx.prefs, text) };
        }
        if response.has_focus() {
            if self.field != Some(field) && !response.changed() {
                self.found.clear();
            }
            self.field = Some(field);
            self.anchor = Some(response.rect);
        } else if self.field == Some(field) {
            // The press of a click on a suggestion takes the keyboard from the field before the click is complete.
            let pointer = ui.input(|i| i.pointer.latest_pos());
            let over = self.drawn.zip(pointer).is_some_and(|(drawn, at)| drawn.contains(at));
            if !over {
                self.clear();
            }
        }
    }

    /// Draws the suggestions; says which one was clicked.
    pub fn show(&mut self, ui: &Ui, discipline: Discipline) -> Option<ListedPlayer> {
        let anchor = self.anchor.filter(|_| self.is_open())?;
        let p = Palette::of(ui);
        let mut taken = None;
        let area = Area::new(egui::Id::unique("rating list suggestions"))
            .order(Order::Foreground)
            .fixed_pos(anchor.left_bottom() + vec2(0.0, 2.0))
            .constrain(true);
        let shown = area.show(ui.ctx(), |ui| {
            egui::Frame::popup(ui.style()).inner_margin(4).show(ui, |ui| {
                ui.set_width((anchor.width() - 8.0).max(296.0));
                ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
                for (index, listed) in self.found.iter().enumerate() {
                    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
                    if self.at == Some(index) {
                        ui.painter().rect_filled(rect, theme::RADIUS, p.selected);
                    } else if response.hovered() {
                        ui.painter().rect_filled(rect, theme::RADIUS, p.hover);
                    }
                    row(ui, rect.shrink2(vec2(8.0, 3.0)), listed, discipline);
                    let name = format!("Take {} {}", listed.name, listed.id);
                    let selected = self.at == Some(index);
                    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, selected, &name));
                    if response.clicked() {
                        taken = Some(listed.clone());
                    }
                }
                let hint = "Up Down, Enter takes, Escape closes";
                ui.add_space(2.0);
                ui.label(RichText::new(hint).small().color(p.weak));
            });
        });
        self.drawn = Some(shown.response.rect);
        if taken.is_some() {
            self.clear();
        }
        taken
    }
}

/// One suggestion: name and rating above, the rest below.
fn row(ui: &mut Ui, rect: Rect, listed: &ListedPlayer, discipline: Discipline) {
    let p = Palette::of(ui);
    let first = match discipline {
        Discipline::Rapid => Kind::Rapid,
        Discipline::Blitz => Kind::Blitz,
        _ => Kind::Standard,
    };
    let rating = listed.rating(first).or(listed.rating(Kind::Standard));
    let rating = rating.map_or_else(|| "unrated".to_owned(), |rating| rating.value.to_string());
    let font = egui::TextStyle::Body.resolve(ui.style());
    let right = ui.painter().text(rect.right_top(), egui::Align2::RIGHT_TOP, rating, font, p.text);
    let inside = rect.with_max_x(right.left() - 8.0);
    let layout = egui::Layout::top_down(egui::Align::Min);
    let mut above = ui.new_child(UiBuilder::new().max_rect(inside).layout(layout));
    let name = match listed.title {
        Some(title) => format!("{title} {}", listed.name),
        None => listed.name.clone(),
    };
    above.add(Label::new(RichText::new(name).text_style(theme::bold())).truncate().selectable(false));
    let mut words = vec![listed.federation.clone()];
    words.extend(listed.birth.map(|birth| birth.year.to_string()));
    if !listed.id.is_empty() {
        words.push(format!("id {}", listed.id));
    }
    for (kind, word) in [(Kind::Standard, "standard"), (Kind::Rapid, "rapid"), (Kind::Blitz, "blitz")] {
        if let Some(rating) = listed.rating(kind).filter(|_| kind != first) {
            words.push(format!("{word} {}", rating.value));
        }
    }
    if listed.is_inactive() {
        words.push("inactive".to_owned());
    }
    words.retain(|word| !word.is_empty());
    let below = rect.with_min_y(rect.top() + 18.0);
    let mut below = ui.new_child(UiBuilder::new().max_rect(below).layout(layout));
    below.add(Label::new(RichText::new(words.join(" · ")).small().color(p.weak)).truncate().selectable(false));
}
