//! Categories with their limits and rules.

use super::{Form, choice};
use crate::gui::frame::icon_button;
use crate::gui::theme::Palette;
use crate::gui::widgets::{self, icon::Icon};
use eframe::egui::{RichText, Ui};
use tournament::model::{Category, Sex};
use tournament::standings::CategoryRule;

/// A category as it is typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CategoryForm {
    pub name: String,
    ages: [String; 2],
    sex: Option<Sex>,
    ratings: [String; 2],
    rule: String,
}

impl CategoryForm {
    pub fn of(category: &Category) -> CategoryForm {
        let text = |number: Option<u16>| number.map_or_else(String::new, |number| number.to_string());
        CategoryForm {
            name: category.name.clone(),
            ages: [text(category.min_age.map(u16::from)), text(category.max_age.map(u16::from))],
            sex: category.sex,
            ratings: [text(category.min_rating), text(category.max_rating)],
            rule: category.rule.clone(),
        }
    }

    /// The category, or what cannot be read.
    pub fn category(&self) -> Result<Category, String> {
        let name = self.name.trim();
        fn number<N: std::str::FromStr>(text: &str, name: &str, what: &str) -> Result<Option<N>, String> {
            match text.trim() {
                "" => Ok(None),
                text => text.parse().map(Some).map_err(|_| format!("Category {name}: {what} \"{text}\" is no number.")),
            }
        }
        Ok(Category {
            name: name.to_owned(),
            min_age: number(&self.ages[0], name, "age")?,
            max_age: number(&self.ages[1], name, "age")?,
            sex: self.sex,
            min_rating: number(&self.ratings[0], name, "rating")?,
            max_rating: number(&self.ratings[1], name, "rating")?,
            rule: self.rule.trim().to_owned(),
        })
    }
}

const SEXES: [(Option<Sex>, &str); 3] =
    [(None, "all"), (Some(Sex::Female), "women, girls"), (Some(Sex::Male), "men, boys")];

/// The categories of the event.
pub fn category_fields(ui: &mut Ui, form: &mut Form) {
    widgets::group_title(ui, "Categories");
    widgets::caption(
        ui,
        "Limits hold together. A rule says more: age <= 18 and (rating < 1800 or title = CM) and not club = \"Rook, Riga\".",
    );
    let mut removed = None;
    for (index, category) in form.categories.iter_mut().enumerate() {
        ui.push_id(("category", index), |ui| {
            ui.horizontal(|ui| {
                widgets::text_field(ui, "Category", 160.0, &mut category.name, "U16");
                widgets::text_field(ui, "Age from", 60.0, &mut category.ages[0], "");
                widgets::text_field(ui, "to", 52.0, &mut category.ages[1], "");
                choice(ui, "Who", 120.0, &mut category.sex, &SEXES);
                widgets::text_field(ui, "Rating from", 84.0, &mut category.ratings[0], "");
                widgets::text_field(ui, "to", 84.0, &mut category.ratings[1], "");
                if icon_button(ui, Icon::Cross, &format!("Remove category {}", category.name)).clicked() {
                    removed = Some(index);
                }
            });
            widgets::text_field(ui, "Rule", 560.0, &mut category.rule, "none");
            let rule = category.rule.trim();
            if !rule.is_empty()
                && let Err(error) = rule.parse::<CategoryRule>()
            {
                let p = Palette::of(ui);
                let good: String = rule.chars().take(error.at.saturating_sub(1)).collect();
                ui.label(
                    RichText::new(format!("{good} » character {}: {}", error.at, error.reason)).small().color(p.red),
                );
            }
            ui.add_space(8.0);
        });
    }
    if let Some(index) = removed {
        form.categories.remove(index);
    }
    if ui.button("Add a category").clicked() {
        form.categories.push(CategoryForm::default());
    }
}
