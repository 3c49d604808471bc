//! The arbiter's report: what went by the rules, and everything that did not (`source-requirements` 8, R10).

use super::{View, words};
use crate::document::{Block, Column, Document, Field, Table};
use tournament::model::{Game, GameResult, Lot, Reason, RoundNumber};

/// The report up to a round.
pub(super) fn report(view: &View<'_>, round: RoundNumber) -> Document {
    let mut document = Document { title: "Arbiter's report".to_owned(), ..Document::default() };
    facts(view, &mut document);
    section(&mut document, "Rounds", rounds(view, round));
    section(&mut document, "Defaults and forfeits", games(view, round, is_forfeit));
    section(&mut document, "Sanctions, claims, adjudications and unusual results", games(view, round, is_unusual));
    section(&mut document, "Pairings changed by hand", by_hand(view, round));
    section(&mut document, "Byes on request, late entries, withdrawals", people(view, round));
    section(&mut document, "Bonus and penalty points", adjustments(view));
    section(&mut document, "Pairs that were kept apart", forbidden(view));
    section(&mut document, "Acts that concern the integrity of the pairings", notes(view));
    section(&mut document, "History", history(view));
    document
}

fn section(document: &mut Document, heading: &str, table: Table) {
    if !table.rows.is_empty() {
        document.blocks.push(Block::Heading(heading.to_owned()));
        document.blocks.push(Block::Table(table));
    }
}

fn facts(view: &View<'_>, document: &mut Document) {
    let settings = &view.state.settings;
    document.fields.push(Field::new("Players", view.state.players.len().to_string()));
    if let Some(color) = settings.initial_color {
        let how = match settings.initial_color_lot {
            Some(Lot::Drawn { seed }) => format!(" (drawn by the program, seed {seed})"),
            Some(Lot::Typed) => " (as entered)".to_owned(),
            None => String::new(),
        };
        document.fields.push(Field::new("Initial colour", format!("{color:?}{how}")));
    }
    document.fields.push(Field::new("FIDE mode", words::fide_mode(view.state)));
}

fn rounds(view: &View<'_>, last: RoundNumber) -> Table {
    let mut table = Table::new(vec![
        Column::number("Round"),
        Column::mark("Date"),
        Column::number("Games"),
        Column::number("White won"),
        Column::number("Drawn"),
        Column::number("Black won"),
        Column::number("Forfeits"),
        Column::number("Open"),
        Column::number("Byes"),
        Column::text("Paired by").at_least(8),
    ]);
    for number in 1..=last {
        let Some(round) = view.round(number) else { continue };
        let games = || round.meetings.iter().flat_map(|meeting| &meeting.games);
        let count = |test: &dyn Fn(&Game) -> bool| games().filter(|game| test(game)).count().to_string();
        let date = view.state.settings.round_dates.get(number as usize - 1).copied().flatten();
        use GameResult::*;
        table.push(vec![
            number.to_string(),
            date.map(|date| date.to_string()).unwrap_or_default(),
            games().count().to_string(),
            count(&|g| matches!(g.result, Some(WhiteWins | WhiteWinsUnrated))),
            count(&|g| matches!(g.result, Some(Draw | DrawUnrated))),
            count(&|g| matches!(g.result, Some(BlackWins | BlackWinsUnrated))),
            count(&is_forfeit),
            count(&|g| matches!(g.result, None | Some(Adjourned))),
            round.byes.len().to_string(),
            round.paired_by.clone(),
        ]);
    }
    table
}

fn is_forfeit(game: &Game) -> bool {
    use GameResult::*;
    matches!(game.result, Some(ForfeitToWhite | ForfeitToBlack | BothForfeit)) || game.reason == Some(Reason::Default)
}

fn is_unusual(game: &Game) -> bool {
    use GameResult::*;
    let reason = matches!(
        game.reason,
        Some(
            Reason::Violation
                | Reason::Sanction
                | Reason::Technical
                | Reason::Adjudication
                | Reason::LostAppeal
                | Reason::FiftyMoves
                | Reason::Repetition
                | Reason::Annulled
                | Reason::Postponed
        )
    );
    let result = matches!(
        game.result,
        Some(BothLose | HalfToWhite | HalfToBlack | WhiteWinsUnrated | BlackWinsUnrated | DrawUnrated | Adjourned)
    );
    !is_forfeit(game) && (reason || result)
}

fn games(view: &View<'_>, last: RoundNumber, test: fn(&Game) -> bool) -> Table {
    let mut table = Table::new(vec![
        Column::number("Round"),
        Column::number("Board"),
        Column::name("White"),
        Column::mark("Result"),
        Column::name("Black"),
        Column::text("Reason").at_least(12).wrapped(),
    ]);
    for number in 1..=last {
        let Some(round) = view.round(number) else { continue };
        for (meeting, board) in round.meetings.iter().zip(1..) {
            for game in meeting.games.iter().filter(|game| test(game)) {
                let unrated = matches!(
                    game.result,
                    Some(GameResult::WhiteWinsUnrated | GameResult::BlackWinsUnrated | GameResult::DrawUnrated)
                );
                let mut reason = game.reason.map(Reason::words).unwrap_or_default().to_owned();
                if unrated {
                    reason = if reason.is_empty() { "not rated".to_owned() } else { format!("{reason}, not rated") };
                }
                table.push(vec![
                    number.to_string(),
                    format!("{board}"),
                    view.titled_name(game.white),
                    words::game_result(game.result).to_owned(),
                    view.titled_name(game.black),
                    reason,
                ]);
            }
        }
    }
    table
}

fn by_hand(view: &View<'_>, last: RoundNumber) -> Table {
    let mut table = Table::new(vec![
        Column::number("Round"),
        Column::number("Board"),
        Column::name("White"),
        Column::name("Black"),
        Column::text("Reason given").at_least(12).wrapped(),
    ]);
    for number in 1..=last {
        let Some(round) = view.round(number) else { continue };
        for (meeting, board) in round.meetings.iter().zip(1..) {
            if let (Some(reason), Some(game)) = (&meeting.by_hand, meeting.games.first()) {
                table.push(vec![
                    number.to_string(),
                    format!("{board}"),
                    view.titled_name(game.white),
                    view.titled_name(game.black),
                    reason.clone(),
                ]);
            }
        }
    }
    table
}

fn people(view: &View<'_>, last: RoundNumber) -> Table {
    let mut table =
        Table::new(vec![Column::name("Player"), Column::number("Round"), Column::text("What").at_least(12)]);
    for (&id, player) in &view.state.players {
        let mut add = |round: RoundNumber, what: &str| {
            table.push(vec![view.titled_name(id), round.to_string(), what.to_owned()]);
        };
        if player.entered_in > 1 {
            add(player.entered_in, "entered late, first paired in this round");
        }
        for (&round, &kind) in player.requested_byes.iter().filter(|(round, _)| **round <= last) {
            add(round, &format!("{}, on request", words::bye(kind)));
        }
        if let Some(round) = player.withdrawn_from {
            add(round, "withdrawn from this round on");
        }
    }
    table
}

fn adjustments(view: &View<'_>) -> Table {
    let mut table = Table::new(vec![
        Column::name("Player"),
        Column::number("From round"),
        Column::number("Points"),
        Column::text("Reason").at_least(12).wrapped(),
    ]);
    for adjustment in &view.state.adjustments {
        table.push(vec![
            view.titled_name(adjustment.player),
            adjustment.round.to_string(),
            tournament::Points(adjustment.points).to_string(),
            adjustment.reason.clone(),
        ]);
    }
    table
}

fn forbidden(view: &View<'_>) -> Table {
    let mut table = Table::new(vec![Column::name("Player"), Column::name("Player"), Column::text("Rounds")]);
    for pair in &view.state.settings.forbidden {
        let rounds = match pair.last_round {
            Some(last) => format!("{} to {last}", pair.first_round),
            None => format!("from {}", pair.first_round),
        };
        table.push(vec![view.titled_name(pair.a), view.titled_name(pair.b), rounds]);
    }
    table
}

fn notes(view: &View<'_>) -> Table {
    let mut table =
        Table::new(vec![Column::mark("Time"), Column::number("Round"), Column::text("What").at_least(16).wrapped()]);
    for note in &view.state.notes {
        let round = if note.round == 0 { String::new() } else { note.round.to_string() };
        table.push(vec![minute(&note.at), round, note.text.clone()]);
    }
    table
}

fn history(view: &View<'_>) -> Table {
    let mut table = Table::new(vec![
        Column::mark("Time"),
        Column::text("What").at_least(16).wrapped(),
        Column::text("Reason").at_least(8).wrapped(),
    ]);
    let reasons = view.history.iter().any(|entry| !entry.reason.is_empty());
    if !reasons {
        table.columns.pop();
    }
    for entry in &view.history {
        let undone = if entry.undone { " (undone)" } else { "" };
        table.push(vec![minute(&entry.at), format!("{}{undone}", entry.summary), entry.reason.clone()]);
    }
    table
}

/// An RFC 3339 time to the minute, as people write it.
fn minute(at: &str) -> String {
    at.get(..16).map_or_else(|| at.to_owned(), |start| start.replace('T', " "))
}
