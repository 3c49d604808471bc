//! Teams: the rules of matches, the list with members and line-ups, the standings.

use super::Cx;
use crate::gui::doc::Doc;
use crate::gui::frame::icon_button;
use crate::gui::theme::{self, Palette};
use crate::gui::view;
use crate::gui::widgets::{
    self, drop_down,
    icon::Icon,
    table::{self, Col, Side, Table},
};
use eframe::egui::{self, Button, Key, RichText, ScrollArea, Ui, vec2};
use tournament::command::Command;
use tournament::model::*;
use tournament::teams;

/// The contest, and how matches are played where it is one of teams. Says whether the contest was changed.
pub fn rule_fields(ui: &mut Ui, contest: &mut Contest, rules: &mut TeamRules) -> bool {
    widgets::group_title(ui, "Contest");
    let choices = [
        (Contest::Individual, "Players"),
        (Contest::Team, "Teams"),
        (Contest::IndividualTeam, "Players, who also count for teams"),
    ];
    let changed = widgets::segmented(ui, contest, &choices);
    let number = |ui: &mut Ui, name: &str, value: &mut u8| {
        widgets::field(ui, name, 132.0, |ui| ui.add(egui::DragValue::new(value).range(1..=100).speed(0.05)));
    };
    match contest {
        Contest::Individual => {}
        Contest::IndividualTeam => number(ui, "Members who count", &mut rules.best_members),
        Contest::Team => {
            ui.horizontal(|ui| {
                number(ui, "Boards of a match", &mut rules.boards);
                let points = [(20, 10, "2 – 1 – 0"), (30, 10, "3 – 1 – 0")];
                widgets::field(ui, "Match points", 200.0, |ui| {
                    let mut chosen = (rules.match_win, rules.match_draw);
                    let choices = points.map(|(win, draw, text)| ((win, draw), text));
                    if widgets::segmented(ui, &mut chosen, &choices) {
                        (rules.match_win, rules.match_draw, rules.match_loss) = (chosen.0, chosen.1, 0);
                    }
                });
                widgets::field(ui, "Teams are ranked by", 220.0, |ui| {
                    let choices = [(TeamScore::MatchPoints, "match points"), (TeamScore::GamePoints, "game points")];
                    widgets::segmented(ui, &mut rules.primary, &choices);
                });
            });
            widgets::field(ui, "Colour preferences in a Swiss (FIDE C.04.6)", 320.0, |ui| {
                let choices =
                    [(TeamColors::TypeA, "type A"), (TeamColors::TypeB, "type B"), (TeamColors::None, "none")];
                widgets::segmented(ui, &mut rules.colors, &choices);
            });
            ui.horizontal(|ui| {
                ui.checkbox(&mut rules.fixed_order, "Members play in board order");
                ui.checkbox(&mut rules.alternate, "Colours alternate down the boards");
            });
            widgets::caption(
                ui,
                "Teams come from the column Team of the entry list, members in the order of the list.",
            );
        }
    }
    changed
}

/// The list of teams.
#[derive(Default)]
pub struct Teams {
    selected: Option<TeamId>,
    edit: Option<(TeamId, Team, Team)>,
    new_name: String,
    line_up: Option<(RoundNumber, TeamId, LineUp)>,
}

impl Teams {
    /// Draws the page; says whether the players are wanted instead.
    pub fn show(&mut self, ui: &mut Ui, doc: &Doc, cx: &mut Cx<'_>) -> bool {
        let state = doc.state();
        let stage = doc.view().stage;
        let numbered = state.team_numbering(stage);
        let mut order = numbered.clone();
        order.extend(state.teams.keys().filter(|id| !numbered.contains(id)));
        self.selected = self.selected.filter(|id| state.teams.contains_key(id)).or(order.first().copied());
        let mut leave = false;
        let name = self.new_name.trim().to_owned();
        let add = widgets::header(ui, "Teams", Some(("Add team", !name.is_empty())), |ui| {
            let field =
                egui::TextEdit::singleline(&mut self.new_name).desired_width(200.0).hint_text("name of a new team");
            ui.name_inputs("Name of a new team", |ui| ui.add(field));
            leave = ui.add(Button::new("Players").min_size(vec2(0.0, 32.0))).clicked();
        });
        if (add || cx.main_key()) && !name.is_empty() {
            cx.ask(Command::AddTeam(Box::new(Team { name, ..Team::default() })));
            self.new_name.clear();
        }
        leave |= cx.key(ui, Key::Escape);
        if order.is_empty() {
            widgets::empty(ui, "No teams yet. Add one above, or read an entry list with a column Team.", None);
            return leave;
        }
        let here = order.iter().position(|id| Some(*id) == self.selected).unwrap_or(0);
        for (key, by) in [(Key::ArrowDown, 1), (Key::ArrowUp, -1)] {
            if cx.key(ui, key) {
                let there = (here as isize + by).clamp(0, order.len() as isize - 1) as usize;
                self.selected = Some(order[there]);
            }
        }
        let width = (ui.available_width() * 0.34).clamp(220.0, 360.0);
        let frame = egui::Frame::new().inner_margin(egui::Margin { left: 0, right: 8, top: 0, bottom: 0 });
        egui::Panel::left("teams").resizable(false).exact_size(width).frame(frame).show(ui, |ui| {
            let moved = order.iter().position(|id| Some(*id) == self.selected) != Some(here);
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                for (id, number) in order.iter().zip(1..) {
                    let Some(team) = state.teams.get(id) else { continue };
                    let chosen = self.selected == Some(*id);
                    let response = row(ui, state, number, team, chosen);
                    if chosen && moved {
                        response.scroll_to_me(None);
                    }
                    if response.clicked() {
                        self.selected = Some(*id);
                    }
                }
            });
        });
        if let Some(id) = self.selected {
            let frame = egui::Frame::new().inner_margin(egui::Margin { left: 16, right: 8, top: 0, bottom: 0 });
            frame.show(ui, |ui| {
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    self.team(ui, doc, id, cx);
                    self.line_up(ui, doc, id, cx);
                    forbidden(ui, state, id, cx);
                });
            });
        }
        leave
    }

    fn team(&mut self, ui: &mut Ui, doc: &Doc, id: TeamId, cx: &mut Cx<'_>) {
        let state = doc.state();
        let Some(now) = state.teams.get(&id) else { return };
        let stale = self.edit.as_ref().is_none_or(|(of, edit, was)| *of != id || (edit == was && was != &**now));
        if stale {
            self.edit = Some((id, (**now).clone(), (**now).clone()));
        }
        let Some((_, team, was)) = &mut self.edit else { return };
        ui.horizontal(|ui| {
            widgets::text_field(ui, "Name", 280.0, &mut team.name, "");
            widgets::text_field(ui, "Short", 80.0, &mut team.short, "");
        });
        ui.horizontal(|ui| {
            widgets::text_field(ui, "Captain, contact", 280.0, &mut team.captain, "");
            widgets::field(ui, "Strength (0: mean rating)", 160.0, |ui| {
                ui.add(egui::DragValue::new(&mut team.strength).range(0..=4000))
            });
        });
        widgets::group_title(ui, "Members in board order");
        let boards = usize::from(state.settings.teams.boards);
        let (mut moved, mut removed) = (None, None);
        let count = team.members.len();
        for (index, member) in team.members.iter().enumerate() {
            ui.horizontal(|ui| {
                ui.set_min_height(28.0);
                let place = if index < boards { format!("{}.", index + 1) } else { format!("S{}", index + 1 - boards) };
                ui.add_sized([32.0, 20.0], egui::Label::new(RichText::new(place).color(Palette::of(ui).weak)));
                let player = state.players.get(member);
                let name = player.map_or_else(|| state.name(*member), |player| view::titled_name(player));
                let rating = player.map_or_else(String::new, |player| view::rating_text(state.rating(player)));
                ui.allocate_ui(vec2(256.0, 20.0), |ui| {
                    ui.set_min_width(256.0);
                    ui.add(egui::Label::new(&name).truncate()).on_hover_text(&name);
                });
                ui.add_sized([40.0, 20.0], egui::Label::new(RichText::new(rating).color(Palette::of(ui).weak)));
                let up = ui.add_enabled_ui(index > 0, |ui| icon_button(ui, Icon::Up, &format!("{name} up")));
                if up.inner.clicked() {
                    moved = Some((index, index - 1));
                }
                let down =
                    ui.add_enabled_ui(index + 1 < count, |ui| icon_button(ui, Icon::Down, &format!("{name} down")));
                if down.inner.clicked() {
                    moved = Some((index, index + 1));
                }
                if icon_button(ui, Icon::Cross, &format!("Take {name} out of the team")).clicked() {
                    removed = Some(index);
                }
            });
        }
        if let Some((from, to)) = moved {
            team.members.swap(from, to);
        }
        if let Some(index) = removed {
            team.members.remove(index);
        }
        ui.menu_button("Add a member", |ui| {
            ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
                for (player_id, player) in &state.players {
                    let free = player.team.is_none() && !team.members.contains(player_id);
                    if free && ui.button(&player.name).clicked() {
                        team.members.push(*player_id);
                    }
                }
            });
        });
        let changed = team != was;
        let (new, old) = (team.clone(), was.clone());
        ui.add_space(8.0);
        ui.horizontal_wrapped(|ui| {
            if widgets::primary(ui, changed, "Save the team").clicked() {
                cx.ask(Command::EditTeam(id, Box::new(new)));
                self.edit = None;
            } else if ui.add_enabled(changed, Button::new("Discard")).clicked() {
                self.edit = Some((id, old.clone(), old.clone()));
            }
            let next = state.rounds_paired(state.stage_of_team(id)) + 1;
            match old.withdrawn_from {
                Some(_) if ui.button("Take the withdrawal back").clicked() => cx.ask(Command::ReinstateTeam(id)),
                None if ui.button(format!("Withdraw from round {next}")).clicked() => {
                    cx.ask(Command::WithdrawTeam { team: id, from: next });
                }
                _ => {}
            }
            let kind = if old.requested_byes.contains_key(&next) { None } else { Some(ByeKind::Zero) };
            let text =
                if kind.is_some() { format!("No match in round {next}") } else { format!("Plays in round {next}") };
            if ui.button(text).clicked() {
                cx.ask(Command::RequestTeamBye { team: id, round: next, kind });
            }
            if ui.button("Remove").clicked() {
                cx.ask(Command::RemoveTeam(id));
            }
        });
    }

    /// Who plays for the team, board by board.
    fn line_up(&mut self, ui: &mut Ui, doc: &Doc, id: TeamId, cx: &mut Cx<'_>) {
        let (state, v) = (doc.state(), doc.view());
        let Some(team) = state.teams.get(&id).filter(|_| state.pairs_teams(v.stage)) else { return };
        // In another group, or no longer in the event.
        let own = state.stage_of_team(id);
        if own != v.stage {
            let name = state.stages.get(own).map_or_else(String::new, |stage| tournament::stages::title(stage, own));
            widgets::group_title(ui, "Line-up");
            widgets::caption(ui, format!("This team plays in {name}; look at that stage to hand in its line-up."));
            return;
        }
        let round = if v.rounds > 0 && !v.round_complete() { v.rounds } else { v.rounds + 1 };
        let paired = state.round(v.stage, round).and_then(|paired| {
            let m = teams::matches(paired).find(|m| m.game.white == id || m.game.black == id)?;
            let [white, black] = teams::line_ups(state, &m);
            Some(if m.game.white == id { white } else { black })
        });
        let now = paired.unwrap_or_else(|| teams::line_up(state, v.stage, round, id));
        let other = self.line_up.as_ref().is_none_or(|(r, t, _)| (*r, *t) != (round, id));
        if other {
            self.line_up = Some((round, id, now.clone()));
        }
        let Some((_, _, line_up)) = &mut self.line_up else { return };
        widgets::group_title(ui, &format!("Line-up for round {round}"));
        for (board, seat) in line_up.iter_mut().enumerate() {
            let shown = seat.map_or_else(|| "(vacant)".to_owned(), |id| state.name(id));
            widgets::field(ui, &format!("Board {}", board + 1), 320.0, |ui| {
                drop_down::drop_down(ui, ("line-up", board), 320.0, shown, |ui| {
                    for member in &team.members {
                        drop_down::entry(ui, seat, Some(*member), state.name(*member));
                    }
                    drop_down::entry(ui, seat, None, "(vacant)".to_owned());
                })
            });
        }
        let changed = *line_up != now;
        let players = line_up.clone();
        ui.horizontal(|ui| {
            if widgets::primary(ui, changed, "Hand the line-up in").clicked() {
                cx.ask(Command::SetLineUp { stage: v.stage, round, team: id, players: Some(players) });
                self.line_up = None;
            } else if ui.add_enabled(changed, Button::new("Discard the changes")).clicked() {
                self.line_up = None;
            }
        });
    }

    /// Follows a change.
    pub fn after(&mut self, command: &Command) {
        match command {
            Command::SetLineUp { .. } | Command::PairRound { .. } | Command::UnpairRound { .. } => self.line_up = None,
            Command::EditTeam(..) => (self.edit, self.line_up) = (None, None),
            _ => {}
        }
    }
}

/// A team in the list: number, name, strength; the name as long as there is room.
fn row(ui: &mut Ui, state: &State, number: usize, team: &Team, chosen: bool) -> egui::Response {
    let p = Palette::of(ui);
    let gone = team.withdrawn_from.is_some();
    let color = if gone { p.weak } else { p.text };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 28.0), egui::Sense::click());
    if chosen {
        ui.painter().rect_filled(rect, theme::RADIUS, p.selected);
    } else if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, theme::RADIUS, p.hover);
    }
    let strength = view::rating_text(teams::strength(state, team));
    let end = if gone { "withdrawn".to_owned() } else { strength };
    let font = egui::TextStyle::Body.resolve(ui.style());
    let middle = rect.center().y;
    ui.painter().text(
        egui::pos2(rect.left() + 30.0, middle),
        egui::Align2::RIGHT_CENTER,
        number.to_string(),
        font.clone(),
        p.weak,
    );
    let end = ui.painter().text(egui::pos2(rect.right() - 8.0, middle), egui::Align2::RIGHT_CENTER, end, font, p.weak);
    let room = egui::Rect::from_min_max(
        egui::pos2(rect.left() + 40.0, rect.top()),
        egui::pos2((end.left() - 8.0).max(rect.left() + 60.0), rect.bottom()),
    );
    let text = RichText::new(&team.name).color(color);
    let text = if chosen { text.text_style(theme::bold()) } else { text };
    let label = egui::Label::new(text).truncate().selectable(false);
    ui.scope_builder(
        egui::UiBuilder::new().max_rect(room).layout(egui::Layout::left_to_right(egui::Align::Center)),
        |ui| ui.add(label),
    );
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::Role::Button, true, chosen, format!("{number}  {}", team.name))
    });
    response.on_hover_text(&team.name)
}

/// Teams that this one must not meet, where teams are paired.
fn forbidden(ui: &mut Ui, state: &State, id: TeamId, cx: &mut Cx<'_>) {
    if state.settings.contest != Contest::Team || !state.pairs_teams(0) {
        return;
    }
    widgets::group_title(ui, "Must not meet");
    let pairs = &state.settings.forbidden_teams;
    let other = |pair: &ForbiddenTeams| (pair.a == id).then_some(pair.b).or((pair.b == id).then_some(pair.a));
    for (pair, other) in pairs.iter().filter_map(|pair| Some((pair, other(pair)?))) {
        ui.horizontal(|ui| {
            if icon_button(ui, Icon::Cross, &format!("May meet {} again", state.team_name(other))).clicked() {
                cx.ask(Command::AllowTeams(pair.a, pair.b));
            }
            let rounds = match (pair.first_round, pair.last_round) {
                (1, None) => String::new(),
                (first, None) => format!("  from round {first}"),
                (first, Some(last)) => format!("  in rounds {first} to {last}"),
            };
            ui.add(egui::Label::new(format!("{}{rounds}", state.team_name(other))).truncate());
        });
    }
    ui.menu_button("Forbid a team…", |ui| {
        ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
            let known = |team: TeamId| pairs.iter().any(|pair| other(pair) == Some(team));
            for (team, data) in state.teams.iter().filter(|(team, _)| **team != id && !known(**team)) {
                if ui.button(&data.name).clicked() {
                    let pair = ForbiddenTeams { a: id, b: *team, first_round: 1, last_round: None };
                    cx.ask(Command::ForbidTeams(pair));
                }
            }
        });
    });
}

/// A Scheveningen match of two teams is in view.
pub fn is_scheveningen(doc: &Doc) -> bool {
    let stage = doc.state().stages.get(doc.view().stage);
    doc.state().teams.len() == 2 && stage.is_some_and(|stage| matches!(stage.system, System::Scheveningen { .. }))
}

/// The members of all teams: board, games, points, share, performance.
pub fn players(ui: &mut Ui, doc: &Doc, rounds: RoundNumber, search: &str, by_points: &mut bool, cx: &mut Cx<'_>) {
    let p = Palette::of(ui);
    let state = doc.state();
    widgets::segmented(ui, by_points, &[(false, "by board"), (true, "by points")]);
    ui.add_space(4.0);
    let needle = search.trim().to_lowercase();
    let mut lines = teams::board_list(state, doc.view().stage, rounds);
    let numbered = state.team_numbering(doc.view().stage);
    lines.retain(|line| {
        numbered.contains(&line.team)
            && (needle.is_empty()
                || state.name(line.player).to_lowercase().contains(&needle)
                || state.team_name(line.team).to_lowercase().contains(&needle))
    });
    if *by_points {
        lines.sort_by_key(|line| (std::cmp::Reverse(line.points), line.games, std::cmp::Reverse(line.performance)));
    }
    let win = state.settings.scoring.win;
    let columns = [
        Col::new("Board", 56.0, Side::Right).hint("The board that the player mostly had"),
        Col::flexible("Name", 130.0),
        Col::flexible("Team", 110.0),
        Col::new("Rtg", 56.0, Side::Right),
        Col::new("Games", 60.0, Side::Right).hint("Games over the board; forfeits are left out"),
        Col::new("Points", 60.0, Side::Right),
        Col::new("%", 52.0, Side::Right).hint("Points of what all games could have given"),
        Col::new("+ = −", 72.0, Side::Right).hint("Won, drawn, lost"),
        Col::new("Opp", 56.0, Side::Right).hint("Mean rating of the opponents"),
        Col::new("Perf", 56.0, Side::Right).hint("Rating performance"),
    ];
    let table = Table {
        id: "team players",
        columns: &columns,
        rows: lines.len(),
        row_height: cx.prefs.row_height(),
        scroll_to: None,
        below: 0.0,
    };
    let outcome = table.show(
        ui,
        |_| None,
        |ui, row, column| {
            let line = &lines[row];
            let player = state.players.get(&line.player);
            let text = match column {
                0 if line.board == 0 => "–".to_owned(),
                0 => line.board.to_string(),
                1 => {
                    let name = player.map_or_else(|| state.name(line.player), |player| view::titled_name(player));
                    table::strong(ui, &name, p.text).on_hover_text(&name);
                    return;
                }
                2 => {
                    let name = state.team_name(line.team);
                    table::text(ui, &name, p.text).on_hover_text(&name);
                    return;
                }
                3 => player.map_or_else(String::new, |player| view::rating_text(state.rating(player))),
                4 => line.games.to_string(),
                5 => view::points_text(line.points),
                6 if line.games == 0 => String::new(),
                6 => {
                    let hundredths = line.percent(win);
                    hundredths.to_string()
                }
                7 => line.results.map(|n| n.to_string()).join(" "),
                8 => view::rating_text(line.opponents),
                _ => view::rating_text(line.performance),
            };
            table::text(ui, &text, if column == 5 { p.text } else { p.weak });
        },
    );
    if let Some((row, _)) = outcome.double
        && let Some(line) = lines.get(row)
    {
        cx.ask(crate::gui::action::Action::ShowPlayer(line.player));
    }
}

/// "2½ – 1½" of a match, empty while nothing is entered.
pub fn score_text(state: &State, m: &teams::MatchRef<'_>) -> String {
    let score = teams::score(state, m);
    if score.open == score.games {
        return String::new();
    }
    format!("{} – {}", view::points_text(score.white), view::points_text(score.black))
}

/// The name of a team in a header row.
pub fn heading(ui: &mut Ui, text: &str) {
    let p = Palette::of(ui);
    ui.add(egui::Label::new(RichText::new(text).text_style(theme::table_bold()).color(p.text)).truncate());
}
