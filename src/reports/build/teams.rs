//! Documents of a contest of teams: matches with their boards, standings, cross table, result sheets, lists.

use super::{View, decimals, words};
use crate::document::{Align, Block, Column, Document, Field, Row, Table};
use pairing::swiss::{Color, EntryKind};
use std::collections::HashMap;
use tournament::Points;
use tournament::event::NotPaired;
use tournament::model::{GameResult, PlayerId, RoundNumber, State, System, TeamId, TeamScore};
use tournament::standings::{DecisionKind, MatchEntry, Standings, TeamTable, Value};
use tournament::teams::{self, MatchRef};

/// "2½".
fn points(points: Points) -> String {
    words::points(points)
}

/// "2½ – 1½"; a dash alone while nothing is entered.
fn score(state: &State, m: &MatchRef<'_>) -> String {
    let score = teams::score(state, m);
    if score.open == score.games && score.games > 0 {
        return "\u{2013}".to_owned();
    }
    format!("{} \u{2013} {}", points(score.white), points(score.black))
}

fn seat(view: &View<'_>, id: PlayerId) -> String {
    if id == PlayerId::NOBODY { "(vacant)".to_owned() } else { view.titled_name(id) }
}

/// Match points of the teams before a round, by number.
fn match_points(view: &View<'_>, round: RoundNumber) -> HashMap<TeamId, Points> {
    let table = teams::table(view.state, view.stage, round - 1);
    let ids = view.state.team_numbering(view.stage);
    let primary = teams::primary(view.state, view.stage);
    let sum = |row: &tournament::standings::TeamRow| -> Points {
        match primary {
            TeamScore::MatchPoints => {
                row.rounds.iter().map(|e| e.match_points).sum::<Points>() + row.extra_match_points
            }
            TeamScore::GamePoints => row.rounds.iter().map(|e| e.game_points).sum::<Points>() + row.extra_game_points,
        }
    };
    ids.into_iter().zip(&table.rows).map(|(id, row)| (id, sum(row))).collect()
}

/// The matches with their boards; `boxes`: with room to write results into.
pub(super) fn pairings(view: &View<'_>, round: RoundNumber, boxes: bool) -> Document {
    let title = if boxes { "Pairings" } else { "Results" };
    let mut document = Document { title: format!("{title}, round {round}"), ..Document::default() };
    let Some(paired) = view.round(round) else { return document };
    let progress = view.state.progress(view.stage, round);
    if !boxes && progress.entered < progress.total {
        let open = progress.total - progress.entered;
        document.fields.push(Field::new("Still playing", format!("{open} of {} games", progress.total)));
    }
    let before = match_points(view, round);
    let numbers: HashMap<TeamId, usize> = view.state.team_numbering(view.stage).into_iter().zip(1..).collect();
    let team = |id: TeamId| {
        let number = numbers.get(&id).map(|n| format!("{n} ")).unwrap_or_default();
        let sum = before.get(&id).filter(|_| round > 1).map(|p| format!(" ({p})")).unwrap_or_default();
        format!("{number}{}{sum}", view.state.team_name(id))
    };
    let mut table = Table {
        for_the_wall: true,
        ..Table::new(vec![
            Column::number("Bd").long("Board").strong(),
            Column::name("White team"),
            Column::number("Rtg").long("Rating").optional(2),
            Column::mark(""),
            if boxes { Column::mark("Result").at_least(4).blank() } else { Column::mark("Result") },
            Column::mark(""),
            Column::name("Black team"),
            Column::number("Rtg").long("Rating").optional(2),
        ])
    };
    for m in teams::matches(paired) {
        let (white, black) = (team(m.game.white), team(m.game.black));
        let sum = score(view.state, &m);
        table.rows.push(Row::Group(format!("Match {}   {white}  {sum}  {black}", m.number)));
        for (meeting, board) in m.boards.iter().zip(0..) {
            let Some(game) = meeting.games.first() else { continue };
            let first = teams::white_side(view.state, &m, board);
            let (own, other) = if first { (game.white, game.black) } else { (game.black, game.white) };
            let (a, b) = if first { ("w", "b") } else { ("b", "w") };
            table.push(vec![
                format!("{}.{}", m.number, board + 1),
                seat(view, own),
                view.rating(own),
                a.to_owned(),
                board_result(view, meeting, own),
                b.to_owned(),
                seat(view, other),
                view.rating(other),
            ]);
        }
    }
    document.blocks.push(Block::Table(table));
    let idle = idle(view, round);
    if !idle.is_empty() {
        document.blocks.push(Block::Paragraph(idle.join("\n")));
    }
    document
}

/// Teams without a match: "Tbilisi: bye (1 match point)".
fn idle(view: &View<'_>, round: RoundNumber) -> Vec<String> {
    let list = view.state.teams_not_paired(view.stage, round).into_iter();
    list.filter_map(|(id, why)| {
        let name = view.state.team_name(id);
        match why {
            NotPaired::Bye(kind) => Some(format!("{name}: {}", words::bye(kind))),
            NotPaired::Waiting => Some(format!("{name}: waits for an opponent")),
            NotPaired::NotYetEntered | NotPaired::Withdrawn => None,
        }
    })
    .collect()
}

/// The result of a board as the given player's side sees it first; empty while it is open.
fn board_result(view: &View<'_>, meeting: &tournament::model::Meeting, own: PlayerId) -> String {
    let scoring = &view.state.settings.scoring;
    let (mut here, mut there) = (0, 0);
    for game in &meeting.games {
        let Some(result) = game.result else { return String::new() };
        if result == GameResult::Adjourned {
            return "adj".to_owned();
        }
        let (w, b) = tournament::crosstable::points_of(result, scoring);
        let (a, c) = if game.white == own { (w, b) } else { (b, w) };
        here += a;
        there += c;
    }
    let forfeit = |result: Option<GameResult>| {
        matches!(result, Some(GameResult::ForfeitToWhite | GameResult::ForfeitToBlack | GameResult::BothForfeit))
    };
    if meeting.games.iter().all(|game| forfeit(game.result)) {
        let sign = |points: i32| if points > 0 { "+" } else { "\u{2212}" };
        return format!("{} \u{2013} {}", sign(here), sign(there));
    }
    format!("{} \u{2013} {}", words::half(here), words::half(there))
}

/// A sheet for each match: line-ups, results, signatures.
pub(super) fn sheets(view: &View<'_>, round: RoundNumber) -> Document {
    let mut document = Document { title: format!("Match sheets, round {round}"), ..Document::default() };
    let Some(paired) = view.round(round) else { return document };
    for m in teams::matches(paired) {
        let (white, black) = (view.state.team_name(m.game.white), view.state.team_name(m.game.black));
        let mut table = Table::new(vec![
            Column::number("Bd").long("Board").strong(),
            Column::mark("Col").long("Colour"),
            Column::name(&white),
            Column::number("Rtg").long("Rating").optional(2),
            Column::mark("Result").at_least(5).blank(),
            Column::mark("Col").long("Colour"),
            Column::name(&black),
            Column::number("Rtg").long("Rating").optional(2),
        ]);
        for (meeting, board) in m.boards.iter().zip(0..) {
            let Some(game) = meeting.games.first() else { continue };
            let first = teams::white_side(view.state, &m, board);
            let (own, other) = if first { (game.white, game.black) } else { (game.black, game.white) };
            let (a, b) = if first { ("W", "B") } else { ("B", "W") };
            table.push(vec![
                (board + 1).to_string(),
                a.to_owned(),
                seat(view, own),
                view.rating(own),
                board_result(view, meeting, own),
                b.to_owned(),
                seat(view, other),
                view.rating(other),
            ]);
        }
        let state = teams::score(view.state, &m);
        let sum = if state.open == 0 { score(view.state, &m) } else { String::new() };
        table.push(vec![String::new(), String::new(), "Sum".to_owned(), String::new(), sum]);
        let line = "_".repeat(24);
        let captain = |id: TeamId| {
            let name = view.state.teams.get(&id).map(|t| t.captain.clone()).unwrap_or_default();
            if name.is_empty() { "Captain".to_owned() } else { format!("Captain {name}") }
        };
        document.blocks.push(Block::Together(vec![
            Block::Heading(format!("Round {round}, match {}:  {white} \u{2013} {black}", m.number)),
            Block::Table(table),
            Block::Paragraph(format!(
                "{} {line}     {} {line}     Arbiter {line}",
                captain(m.game.white),
                captain(m.game.black)
            )),
        ]));
    }
    if document.blocks.is_empty() {
        document.blocks.push(Block::Paragraph("No matches in this round.".to_owned()));
    }
    document
}

fn title(view: &View<'_>, round: RoundNumber, words: &str) -> String {
    if round == 0 {
        format!("{words} before round 1")
    } else if round >= view.rounds_planned() && view.state.is_stage_over(view.stage) {
        format!("Final {}", words.to_lowercase())
    } else {
        format!("{words} after round {round}")
    }
}

pub(super) fn open_field(view: &View<'_>, round: RoundNumber, document: &mut Document) {
    let progress = view.state.progress(view.stage, round);
    let open = progress.total - progress.entered + progress.adjourned;
    if open > 0 {
        let text = format!("{open} of {} games of round {round} are open", progress.total);
        document.fields.push(Field::new("Not final", text));
    }
}

/// Wins, draws and losses of a team's matches.
fn record(table: &TeamTable, rounds: &[MatchEntry]) -> [usize; 3] {
    let scoring = table.match_scoring;
    let finished = rounds.iter().filter(|e| {
        e.opponent.is_some()
            && matches!(e.kind, EntryKind::Played { .. } | EntryKind::ForfeitWin | EntryKind::ForfeitLoss)
    });
    finished.fold([0; 3], |mut sum, entry| {
        let at = if entry.match_points == scoring.win {
            0
        } else if entry.match_points == scoring.loss {
            2
        } else {
            1
        };
        sum[at] += 1;
        sum
    })
}

fn texts(standings: &Standings, index: usize) -> Vec<String> {
    let values: Vec<Value> =
        standings.rows.iter().map(|row| row.values.get(index).copied().unwrap_or(Value::Undefined)).collect();
    let places = values.iter().map(|v| v.to_string().split_once('.').map_or(0, |(_, d)| d.len())).max().unwrap_or(0);
    values.iter().map(|value| format!("{value:.places$}")).collect()
}

/// Standings of the teams.
pub(super) fn standings(view: &View<'_>, round: RoundNumber) -> Document {
    let mut document = Document { title: title(view, round, "Team standings"), ..Document::default() };
    open_field(view, round, &mut document);
    let (table, standings) = teams::standings(view.state, view.stage, round);
    let by_games = teams::primary(view.state, view.stage) == TeamScore::GamePoints;
    let mut columns = vec![
        Column::number("Rank").strong(),
        Column::number("No.").long("Number").optional(3),
        Column::name("Team"),
        Column::number("M").long("Matches").optional(2),
        Column::number("+").long("Won").optional(2),
        Column::number("=").long("Drawn").optional(2),
        Column::number("\u{2212}").long("Lost").optional(2),
    ];
    let (first, second) = if by_games { ("GP", "MP") } else { ("MP", "GP") };
    let long = |code: &str| if code == "MP" { "Match points" } else { "Game points" };
    columns.push(Column::number(first).long(long(first)).strong());
    columns.push(Column::number(second).long(long(second)));
    let shown: Vec<usize> = (0..standings.codes.len())
        .filter(|index| !["MPTS", "GPTS", "PTS"].contains(&standings.codes[*index].to_string().as_str()))
        .collect();
    columns.extend(shown.iter().map(|index| {
        let code = &standings.codes[*index];
        Column::number(&code.to_string()).long(code.title())
    }));
    let values: Vec<Vec<String>> = shown.iter().map(|index| texts(&standings, *index)).collect();
    let other = |row: &tournament::standings::TeamRow| -> Points {
        if by_games {
            row.rounds.iter().map(|e| e.match_points).sum::<Points>() + row.extra_match_points
        } else {
            row.rounds.iter().map(|e| e.game_points).sum::<Points>() + row.extra_game_points
        }
    };
    let first_places = decimals(standings.rows.iter().map(|row| row.points));
    let second_places = decimals(table.rows.iter().map(other));
    let mut out = Table::new(columns);
    for (line, row) in standings.rows.iter().enumerate() {
        let Some(team) = table.rows.get(row.index) else { continue };
        let [won, drawn, lost] = record(&table, &team.rounds);
        let mut cells = vec![row.rank.to_string(), row.number.to_string(), team.name.clone()];
        cells.extend([won + drawn + lost, won, drawn, lost].map(|n| n.to_string()));
        cells.push(format!("{:.first_places$}", row.points));
        cells.push(format!("{:.second_places$}", other(team)));
        cells.extend(values.iter().map(|column| column[line].clone()));
        out.push(cells);
    }
    document.blocks.push(Block::Table(out));
    remarks(view, round, &standings, &mut document);
    document
}

/// What the reader must know: how ties were decided, which teams are left out.
fn remarks(view: &View<'_>, round: RoundNumber, standings: &Standings, document: &mut Document) {
    let state = view.state;
    let mut lines = Vec::new();
    let gone: Vec<String> = teams::left_out(state, view.stage).iter().map(|id| state.team_name(*id)).collect();
    if !gone.is_empty() {
        lines.push(format!("Left out, fewer than half of the matches played: {}.", gone.join("; ")));
    }
    let counts = standings.rows.iter().any(|row| row.decided.is_some());
    let decisions = state.tie_decisions.iter().filter(|one| counts && (one.stage, one.round) == (view.stage, round));
    for decision in decisions {
        let names: Vec<String> = decision.order.iter().map(|id| state.team_name(TeamId(id.0))).collect();
        let how = match (decision.kind, decision.seed) {
            (DecisionKind::PlayOff, _) => "by play-off".to_owned(),
            (DecisionKind::Lot, Some(seed)) => format!("by lot (seed {seed})"),
            (DecisionKind::Lot, None) => "by lot".to_owned(),
            (DecisionKind::ByHand, _) => format!("by the arbiter ({})", decision.reason),
        };
        lines.push(format!("Tie decided {how}: {}.", names.join(" before ")));
    }
    if !lines.is_empty() {
        document.blocks.push(Block::Paragraph(lines.join("\n")));
    }
}

/// Teams against teams, by rank or by number, where everybody meets everybody and they are few enough, otherwise teams against rounds.
pub(super) fn cross_table(view: &View<'_>, round: RoundNumber, by_number: bool) -> Document {
    let mut document = Document { title: title(view, round, "Team cross table"), ..Document::default() };
    open_field(view, round, &mut document);
    let (table, standings) = teams::standings(view.state, view.stage, round);
    let mut rows = standings.rows.clone();
    if by_number {
        rows.sort_by_key(|row| row.number);
    }
    let places: HashMap<u32, usize> = rows.iter().zip(1..).map(|(row, at)| (row.number, at)).collect();
    let system = view.state.stages.get(view.stage).map(|stage| &stage.system);
    let against = matches!(system, Some(System::RoundRobin { .. })) && table.rows.len() <= 20;
    let mut columns = vec![Column::number("No.").long("Place in this table").strong(), Column::name("Team")];
    if against {
        columns.extend((1..=rows.len()).map(|place| Column::mark(&place.to_string())));
    } else {
        columns
            .extend((1..=round).map(|r| Column::mark(&format!("R{r}")).long(format!("Round {r}")).align(Align::Right)));
    }
    columns.push(Column::number("MP").long("Match points").strong());
    columns.push(Column::number("GP").long("Game points"));
    let sums = |row: &tournament::standings::TeamRow| -> [Points; 2] {
        [
            row.rounds.iter().map(|e| e.match_points).sum::<Points>() + row.extra_match_points,
            row.rounds.iter().map(|e| e.game_points).sum::<Points>() + row.extra_game_points,
        ]
    };
    let digits = [0, 1].map(|at| decimals(table.rows.iter().map(|row| sums(row)[at])));
    let mut out = Table::new(columns);
    for (line, row) in rows.iter().enumerate() {
        let Some(team) = table.rows.get(row.index) else { continue };
        let mut cells = vec![(line + 1).to_string(), team.name.clone()];
        if against {
            for place in 1..=rows.len() {
                let met = team.rounds.iter().filter(|e| e.opponent.and_then(|n| places.get(&n)) == Some(&place));
                let texts: Vec<String> = met.map(|e| points(e.game_points)).collect();
                cells.push(if place == line + 1 { "\u{d7}".to_owned() } else { texts.join(" ") });
            }
        } else {
            cells.extend(team.rounds.iter().map(|entry| round_cell(entry, &places)));
        }
        let [first, second] = sums(team);
        cells.push(format!("{first:.*}", digits[0]));
        cells.push(format!("{second:.*}", digits[1]));
        out.push(cells);
    }
    document.blocks.push(Block::Table(out));
    document
}

/// "5w2½": the opponent's place, the colour on board 1, the game points.
fn round_cell(entry: &MatchEntry, places: &HashMap<u32, usize>) -> String {
    let color = match entry.color {
        Some(Color::White) => "w",
        Some(Color::Black) => "b",
        None => "",
    };
    match entry.opponent.and_then(|number| places.get(&number)) {
        Some(place) => format!("{place}{color}{}", points(entry.game_points)),
        None => match entry.kind {
            EntryKind::PairingBye => format!("bye {}", points(entry.game_points)),
            EntryKind::ZeroBye => "\u{2013}".to_owned(),
            _ => points(entry.game_points),
        },
    }
}

/// The teams with their members in board order.
pub(super) fn list(view: &View<'_>) -> Document {
    let mut document = Document { title: "Teams".to_owned(), ..Document::default() };
    let mut table = Table::new(vec![
        Column::number("Bd").long("Place in the board order"),
        Column::mark("Title"),
        Column::name("Name"),
        Column::number("Rtg").long("Rating"),
        Column::mark("Fed").long("Federation").optional(2),
        Column::text("Id").optional(3),
    ]);
    let boards = usize::from(view.state.settings.teams.boards);
    let numbered = view.state.team_numbering(view.stage);
    let late = view.state.teams.keys().copied().filter(|id| !numbered.contains(id));
    for (id, number) in numbered.iter().copied().chain(late).zip(1..) {
        let Some(team) = view.state.teams.get(&id) else { continue };
        let mut head = format!("{number}  {}", team.name);
        let strength = teams::strength(view.state, team);
        if strength > 0 {
            head.push_str(&format!("   \u{d8} {strength}"));
        }
        if !team.captain.is_empty() {
            head.push_str(&format!("   captain {}", team.captain));
        }
        if let Some(round) = team.withdrawn_from {
            head.push_str(&format!("   withdrawn from round {round}"));
        }
        table.rows.push(Row::Group(head));
        for (member, place) in team.members.iter().zip(1..) {
            let player = view.player(*member);
            let place = if place > boards { format!("S{}", place - boards) } else { place.to_string() };
            table.push(vec![
                place,
                player.and_then(|p| p.title).map(|t| format!("{t:?}")).unwrap_or_default(),
                view.state.name(*member),
                view.rating(*member),
                player.map(|p| p.federation.clone()).unwrap_or_default(),
                player.map(|p| p.id.clone()).unwrap_or_default(),
            ]);
        }
    }
    document.blocks.push(Block::Table(table));
    document
}

/// The members by board, for board prizes.
pub(super) fn boards(view: &View<'_>, round: RoundNumber) -> Document {
    let mut document = Document { title: title(view, round, "Board list"), ..Document::default() };
    open_field(view, round, &mut document);
    let mut table = Table::new(vec![
        Column::number("Place").strong(),
        Column::name("Name"),
        Column::number("Rtg").long("Rating").optional(2),
        Column::name("Team"),
        Column::number("Games"),
        Column::number("+").long("Won").optional(2),
        Column::number("=").long("Drawn").optional(2),
        Column::number("\u{2212}").long("Lost").optional(2),
        Column::number("Pts").long("Points").strong(),
        Column::number("%").long("Share of the points").strong(),
        Column::number("Opp").long("Mean rating of the opponents").optional(3),
        Column::number("Perf").long("Performance rating").optional(2),
    ]);
    let lines = teams::board_list(view.state, view.stage, round);
    let win = view.state.settings.scoring.win;
    let places = decimals(lines.iter().map(|line| line.points));
    let some = |rating: u16| if rating == 0 { String::new() } else { rating.to_string() };
    let (mut board, mut place) = (0, 0);
    for line in lines.iter().filter(|line| line.board > 0) {
        if line.board != board {
            (board, place) = (line.board, 0);
            table.rows.push(Row::Group(format!("Board {board}")));
        }
        place += 1;
        let [won, drawn, lost] = line.results;
        table.push(vec![
            place.to_string(),
            view.titled_name(line.player),
            view.rating(line.player),
            view.state.team_name(line.team),
            line.games.to_string(),
            won.to_string(),
            drawn.to_string(),
            lost.to_string(),
            format!("{:.places$}", line.points),
            line.percent(win).to_string(),
            some(line.opponents),
            some(line.performance),
        ]);
    }
    document.blocks.push(Block::Table(table));
    document
}

/// Teams by the sum of their best members, for individual contests that count for teams.
pub(super) fn sums(view: &View<'_>, round: RoundNumber) -> Document {
    let mut document = Document { title: title(view, round, "Team standings"), ..Document::default() };
    open_field(view, round, &mut document);
    let count = view.state.settings.teams.best_members;
    document.fields.push(Field::new("Counting", format!("the best {count} of each team")));
    let mut table = Table::new(vec![
        Column::number("Rank").strong(),
        Column::name("Team"),
        Column::number("Pts").long("Points").strong(),
        Column::text("Members who count").wrapped(),
    ]);
    let list = teams::by_members(view.state, view.stage, round);
    let places = decimals(list.iter().map(|sum| sum.points));
    for sum in &list {
        let members: Vec<String> =
            sum.counted.iter().map(|(id, p)| format!("{} {}", view.state.name(*id), points(*p))).collect();
        table.push(vec![
            sum.rank.to_string(),
            view.state.team_name(sum.team),
            format!("{:.places$}", sum.points),
            members.join("; "),
        ]);
    }
    document.blocks.push(Block::Table(table));
    document
}
