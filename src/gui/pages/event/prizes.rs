//! The prize fund.

use super::{Form, choice};
use crate::gui::frame::icon_button;
use crate::gui::theme::Palette;
use crate::gui::widgets::{self, drop_down, icon::Icon};
use eframe::egui::{RichText, Ui};
use tournament::model::{PlayerId, State};
use tournament::prizes::{PrizeFund, PrizeList, Sharing, SpecialPrize, amount_text, parse_amounts};

/// The fund as it is typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PrizeForm {
    currency: String,
    one_per_player: bool,
    lists: Vec<ListForm>,
    special: Vec<SpecialForm>,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct ListForm {
    name: String,
    category: Option<String>,
    amounts: String,
    sharing: Sharing,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct SpecialForm {
    name: String,
    amount: String,
    winner: Option<PlayerId>,
    besides: bool,
}

impl PrizeForm {
    pub fn of(fund: &PrizeFund) -> PrizeForm {
        let list = |list: &PrizeList| ListForm {
            name: list.name.clone(),
            category: list.category.clone(),
            amounts: list.amounts.iter().map(|amount| amount_text((*amount).into(), "")).collect::<Vec<_>>().join(" "),
            sharing: list.sharing,
        };
        let special = |prize: &SpecialPrize| SpecialForm {
            name: prize.name.clone(),
            amount: amount_text(prize.amount.into(), ""),
            winner: prize.winner,
            besides: prize.besides,
        };
        PrizeForm {
            currency: fund.currency.clone(),
            one_per_player: fund.one_per_player,
            lists: fund.lists.iter().map(list).collect(),
            special: fund.special.iter().map(special).collect(),
        }
    }

    /// The fund, or what cannot be read.
    pub fn fund(&self) -> Result<PrizeFund, String> {
        let amounts = |name: &str, text: &str| parse_amounts(text).map_err(|error| format!("Prizes {name}: {error}."));
        let mut fund = PrizeFund {
            currency: self.currency.trim().to_owned(),
            one_per_player: self.one_per_player,
            ..PrizeFund::default()
        };
        for list in &self.lists {
            if list.name.trim().is_empty() {
                return Err("A list of prizes needs a name.".to_owned());
            }
            fund.lists.push(PrizeList {
                name: list.name.trim().to_owned(),
                category: list.category.clone(),
                amounts: amounts(&list.name, &list.amounts)?,
                sharing: list.sharing,
            });
        }
        for prize in &self.special {
            if prize.name.trim().is_empty() {
                return Err("A special prize needs a name.".to_owned());
            }
            let amount = match amounts(&prize.name, &prize.amount)?.as_slice() {
                [] => 0,
                [amount] => *amount,
                _ => return Err(format!("Prize {}: it has one amount.", prize.name)),
            };
            let name = prize.name.trim().to_owned();
            fund.special.push(SpecialPrize { name, amount, winner: prize.winner, besides: prize.besides });
        }
        Ok(fund)
    }
}

const SHARING: [(Sharing, &str); 3] =
    [(Sharing::None, "by rank, not shared"), (Sharing::Equal, "equal on equal points"), (Sharing::Hort, "Hort")];

/// The prizes of the event.
pub fn prize_fields(ui: &mut Ui, form: &mut Form, state: &State) {
    widgets::group_title(ui, "Prizes");
    let named = form.categories.iter().map(|category| category.name.trim().to_owned());
    let names: Vec<String> = named.filter(|name| !name.is_empty()).collect();
    let mut categories: Vec<(Option<String>, &str)> = vec![(None, "everybody")];
    categories.extend(names.iter().map(|name| (Some(name.clone()), name.as_str())));
    let fund = &mut form.prizes;
    let mut removed = None;
    for (index, list) in fund.lists.iter_mut().enumerate() {
        ui.push_id(("prizes", index), |ui| {
            ui.horizontal(|ui| {
                widgets::text_field(ui, "Prizes", 150.0, &mut list.name, "Main prizes");
                choice(ui, "For", 140.0, &mut list.category, &categories);
                widgets::text_field(ui, "Amounts from place 1", 220.0, &mut list.amounts, "300 200 100");
                choice(ui, "Shared", 170.0, &mut list.sharing, &SHARING);
                if icon_button(ui, Icon::Cross, &format!("Remove prizes {}", list.name)).clicked() {
                    removed = Some(index);
                }
            });
            if let Err(error) = parse_amounts(&list.amounts) {
                ui.label(RichText::new(format!("{error}.")).small().color(Palette::of(ui).red));
            }
        });
    }
    if let Some(index) = removed {
        fund.lists.remove(index);
    }
    let mut removed = None;
    for (index, prize) in fund.special.iter_mut().enumerate() {
        ui.push_id(("special", index), |ui| {
            ui.horizontal(|ui| {
                widgets::text_field(ui, "Special prize", 150.0, &mut prize.name, "Best game");
                widgets::text_field(ui, "Amount", 80.0, &mut prize.amount, "100");
                winner(ui, state, &mut prize.winner);
                ui.checkbox(&mut prize.besides, "besides another prize");
                if icon_button(ui, Icon::Cross, &format!("Remove prize {}", prize.name)).clicked() {
                    removed = Some(index);
                }
            });
        });
    }
    if let Some(index) = removed {
        fund.special.remove(index);
    }
    ui.horizontal(|ui| {
        if ui.button("Add a list of prizes").clicked() {
            let name = if fund.lists.is_empty() { "Main prizes".to_owned() } else { String::new() };
            fund.lists.push(ListForm { name, ..ListForm::default() });
        }
        if ui.button("Add a special prize").clicked() {
            fund.special.push(SpecialForm::default());
        }
    });
    if !fund.lists.is_empty() || !fund.special.is_empty() {
        ui.horizontal(|ui| {
            widgets::text_field(ui, "Currency", 72.0, &mut fund.currency, "EUR");
            ui.checkbox(&mut fund.one_per_player, "Each player gets only the highest prize");
        });
    }
}

/// Who has won a special prize.
fn winner(ui: &mut Ui, state: &State, winner: &mut Option<PlayerId>) {
    widgets::field(ui, "Winner", 200.0, |ui| {
        let shown = winner.map_or_else(|| "not known yet".to_owned(), |id| state.name(id));
        drop_down::drop_down(ui, "winner", 192.0, shown, |ui| {
            drop_down::entry(ui, winner, None, "not known yet");
            for (id, player) in &state.players {
                drop_down::entry(ui, winner, Some(*id), player.name.as_str());
            }
        });
    });
}
