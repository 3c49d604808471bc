//! A stage before its first round: who is in it, who meets whom first, changing the order, and moving players between groups.

use crate::gui::action::Action;
use crate::gui::doc::Doc;
use crate::gui::theme::{self, Palette};
use crate::gui::view::rating_text;
use crate::gui::widgets;
use eframe::egui::{self, RichText, ScrollArea, Ui};
use tournament::command::Command;
use tournament::model::{PlayerId, StageIndex, State, System, TeamId};
use tournament::stages::{Origin, first_round, made_of, title};

/// Draws it: for stages whose numbers decide who meets whom, and for groups and finals.
pub fn show(ui: &mut Ui, doc: &Doc, out: &mut Vec<Action>) {
    let real = doc.state();
    let stage = doc.view().stage;
    // Teams stand here as players do.
    let seen = tournament::teams::view(real, stage);
    let teams = real.pairs_teams(stage);
    let state: &State = &seen;
    let Some(header) = state.stages.get(stage) else { return };
    let p = Palette::of(ui);
    let numbering = state.numbering(stage);
    if let Some(made) = made_of(real, stage) {
        ui.add(egui::Label::new(RichText::new(sentence(&made)).color(p.weak)).wrap());
        ui.add_space(8.0);
    }
    let to_draw = tournament::stages::numbers_to_draw(real, stage);
    let group = matches!(header.origin.as_deref(), Some(Origin::Group(_)));
    let made_of_stages = matches!(header.origin.as_deref(), Some(Origin::Transition(_)));
    let others: Vec<StageIndex> = state.phase_of(stage).filter(|&other| group && other != stage).collect();
    let as_paired = tournament::model::Stage { numbers: numbering.clone(), ..header.clone() };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                ui.set_width((ui.available_width() * 0.55).max(360.0));
                ui.label(
                    RichText::new(format!("{} {}", numbering.len(), if teams { "teams" } else { "players" }))
                        .text_style(theme::bold()),
                );
                egui::Grid::new("members").num_columns(5).spacing([12.0, 4.0]).show(ui, |ui| {
                    for (number, id) in (1..).zip(numbering.iter()) {
                        ui.label(RichText::new(number.to_string()).color(p.weak));
                        let up = |ui: &mut Ui| {
                            let name = format!("{} up", state.name(*id));
                            crate::gui::frame::icon_button(ui, widgets::icon::Icon::Up, &name)
                        };
                        if ui.add_enabled_ui(number > 1, up).inner.clicked() {
                            let mut order = numbering.to_vec();
                            order.swap(number - 2, number - 1);
                            out.push(numbers(teams, stage, Some(order)).into());
                        }
                        ui.label(state.name(*id));
                        let rating = state.players.get(id).map_or(0, |player| state.rating(player));
                        ui.label(RichText::new(rating_text(rating)).color(p.weak));
                        if made_of_stages {
                            let replace = ui.button("Replace…");
                            let tip =
                                format!("{} does not come: the next of the group takes the place", state.name(*id));
                            if replace.on_hover_text(tip).clicked() {
                                out.push(Command::ReplaceMember { stage, player: *id }.into());
                            }
                        }
                        if !others.is_empty() {
                            move_menu(ui, state, *id, &others, out);
                        }
                        ui.end_row();
                    }
                });
                ui.add_space(8.0);
                if ui
                    .button(if teams { "Order by strength" } else { "Order by rating" })
                    .on_hover_text(if teams { "Strength, name" } else { "Rating, title, name" })
                    .clicked()
                {
                    out.push(numbers(teams, stage, None).into());
                }
                if let Some(how) = to_draw {
                    use tournament::model::NumbersDrawn;
                    let (lot, seed) = match how {
                        NumbersDrawn::Lot { seed } => ("lot", seed),
                        NumbersDrawn::Varma { seed } => ("restricted lot (Varma tables)", seed),
                    };
                    widgets::caption(
                        ui,
                        format!("The numbers are drawn by {lot} when round 1 is paired (seed {seed}), unless they are given before."),
                    );
                } else if matches!(header.system, System::RoundRobin { .. }) && header.numbers_drawn.is_none() {
                    widgets::caption(ui, "In a round-robin the numbers are usually drawn by lot (FIDE C.05).");
                }
                if group {
                    without_group(ui, state, stage, out);
                }
            });
            ui.vertical(|ui| {
                // A bracket may be seeded in several ways: it says itself who meets.
                let pairs: Vec<[Option<PlayerId>; 2]> = match tournament::knockout::bracket(state, stage) {
                    // Whoever passes may be known in a later match already.
                    // Later matches may be ready as well, between those who pass.
                    Ok(course) => (course.bracket.ready().into_iter())
                        .filter(|(number, ..)| course.bracket.get(*number).is_some_and(|game| game.round == 1))
                        .filter(|(number, ..)| course.bracket.get(*number).is_some_and(|node| node.round == 1))
                        .map(|(_, one, two)| [course.player(one), course.player(two)])
                        .collect(),
                    Err(_) => first_round(&as_paired),
                };
                // Before the lot nobody knows who meets whom.
                let pairs = if to_draw.is_some() { Vec::new() } else { pairs };
                if !pairs.is_empty() {
                    ui.label(RichText::new("First round").text_style(theme::bold()));
                }
                let name = |id: Option<PlayerId>| id.map_or_else(|| "free".to_owned(), |id| state.name(id));
                for [one, two] in pairs {
                    ui.add(egui::Label::new(format!("{} – {}", name(one), name(two))).wrap());
                }
            });
        });
    });
}

/// The command that gives the numbers.
fn numbers(teams: bool, stage: StageIndex, order: Option<Vec<PlayerId>>) -> Command {
    if teams {
        let order = order.map(|order| order.into_iter().map(|id| TeamId(id.0)).collect());
        return Command::SetTeamNumbers { stage, order };
    }
    Command::SetNumbers { stage, order }
}

fn move_menu(ui: &mut Ui, state: &State, id: PlayerId, others: &[StageIndex], out: &mut Vec<Action>) {
    let menu = ui.menu_button("Move…", |ui| {
        for &to in others {
            let name = state.stages.get(to).map_or_else(String::new, |stage| title(stage, to));
            if ui.button(format!("to {name}")).clicked() {
                out.push(Command::MoveToGroup { player: id, to }.into());
            }
        }
    });
    menu.response.on_hover_text(format!("Move {} to another group", state.name(id)));
}

/// Players of the event who are in no group.
fn without_group(ui: &mut Ui, state: &State, stage: StageIndex, out: &mut Vec<Action>) {
    let placed = |id: &PlayerId| state.stages.iter().any(|stage| stage.numbers.contains(id));
    let free: Vec<PlayerId> = (state.players.iter())
        .filter(|(id, player)| !placed(id) && player.withdrawn_from.is_none())
        .map(|(id, _)| *id)
        .collect();
    if free.is_empty() {
        return;
    }
    widgets::group_title(ui, "In no group");
    for id in free {
        ui.horizontal(|ui| {
            ui.label(state.name(id));
            if ui.button("Put into this group").clicked() {
                out.push(Command::MoveToGroup { player: id, to: stage }.into());
            }
        });
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect::<String>() + ".")
}
