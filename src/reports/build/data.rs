//! What the report on the whole event asks for: numbers, dates, people, results.

use super::{View, words};
use crate::document::{Block, Column, Document, Table};
use std::collections::BTreeMap;
use tournament::model::{Game, GameResult, Lot, Player, RoundNumber, Sex, Title};
use tournament::standings::Heading;

/// The data sheet of the event.
pub(super) fn event(view: &View<'_>, round: RoundNumber) -> Document {
    let mut document = Document { title: "Tournament report".to_owned(), ..Document::default() };
    let state = view.state;
    let settings = &state.settings;
    let mut facts = two_columns();
    let mut fact = |label: &str, value: String| {
        if !value.is_empty() {
            facts.push(vec![label.to_owned(), value]);
        }
    };
    fact("Event", settings.name.clone());
    for field in words::place_and_time(settings).into_iter().chain(words::arbiters(settings)) {
        fact(&field.label, field.value);
    }
    for field in words::regulations(view) {
        fact(&field.label, field.value);
    }
    let heading = Heading::of(state, view.stage, round);
    let status = match (heading.last, round) {
        (true, _) => "all rounds are played and every result is in".to_owned(),
        (false, 0) => "no round is paired yet".to_owned(),
        _ => heading.to_string(),
    };
    fact("State", status);
    if let Some(color) = settings.initial_color {
        let how = match settings.initial_color_lot {
            Some(Lot::Drawn { seed }) => format!("{color:?}, drawn by the program (seed {seed})"),
            _ => format!("{color:?}"),
        };
        fact("Initial colour", how);
    }
    fact("FIDE mode", words::fide_mode(state));
    document.blocks.push(Block::Table(facts));
    people(view, &mut document);
    games(view, round, &mut document);
    document
}

fn two_columns() -> Table {
    Table::new(vec![Column::text("").at_least(12), Column::text("").at_least(16).wrapped()])
}

fn people(view: &View<'_>, document: &mut Document) {
    let players: Vec<&Player> = view.state.players.values().map(AsRef::as_ref).collect();
    let count = |test: &dyn Fn(&Player) -> bool| players.iter().filter(|player| test(player)).count();
    let mut table = two_columns();
    let mut fact = |label: &str, value: String| table.push(vec![label.to_owned(), value]);
    fact("Players", players.len().to_string());
    fact("Women and girls", count(&|p| p.sex == Some(Sex::Female)).to_string());
    let ratings: Vec<u32> =
        players.iter().map(|p| u32::from(view.state.rating(p))).filter(|rating| *rating > 0).collect();
    fact("With a rating", ratings.len().to_string());
    if !ratings.is_empty() {
        let (sum, n) = (ratings.iter().sum::<u32>(), ratings.len() as u32);
        // Rounded to the nearest whole number, .5 up.
        fact("Average rating", ((2 * sum + n) / (2 * n)).to_string());
    }
    let mut titles: BTreeMap<Title, usize> = BTreeMap::new();
    let mut federations: BTreeMap<&str, usize> = BTreeMap::new();
    for player in &players {
        if let Some(title) = player.title {
            *titles.entry(title).or_default() += 1;
        }
        if !player.federation.is_empty() {
            *federations.entry(&player.federation).or_default() += 1;
        }
    }
    if !titles.is_empty() {
        let words: Vec<String> = titles.iter().map(|(title, n)| format!("{n} {title}")).collect();
        fact("Titles", words.join(", "));
    }
    if !federations.is_empty() {
        let words: Vec<String> = federations.iter().map(|(federation, n)| format!("{n} {federation}")).collect();
        fact(&format!("Federations ({})", federations.len()), words.join(", "));
    }
    let late = count(&|p| p.entered_in > 1);
    let gone = count(&|p| p.withdrawn_from.is_some());
    if late + gone > 0 {
        fact("Late entries, withdrawals", format!("{late}, {gone}"));
    }
    document.blocks.push(Block::Together(vec![Block::Heading("Players".to_owned()), Block::Table(table)]));
}

fn games(view: &View<'_>, last: RoundNumber, document: &mut Document) {
    let rounds: Vec<_> = (1..=last).filter_map(|number| view.round(number)).collect();
    let all: Vec<&Game> = rounds.iter().flat_map(|round| &round.meetings).flat_map(|m| &m.games).collect();
    if all.is_empty() {
        return;
    }
    use GameResult::*;
    let count = |test: &dyn Fn(Option<GameResult>) -> bool| all.iter().filter(|game| test(game.result)).count();
    let white = count(&|r| matches!(r, Some(WhiteWins | WhiteWinsUnrated)));
    let drawn = count(&|r| matches!(r, Some(Draw | DrawUnrated)));
    let black = count(&|r| matches!(r, Some(BlackWins | BlackWinsUnrated)));
    let forfeits = count(&|r| matches!(r, Some(ForfeitToWhite | ForfeitToBlack | BothForfeit)));
    let other = count(&|r| matches!(r, Some(BothLose | HalfToWhite | HalfToBlack)));
    let open = count(&|r| matches!(r, None | Some(Adjourned)));
    let played = white + drawn + black + other;
    let share = |n: usize| match played {
        0 => n.to_string(),
        // In whole per cent, .5 up.
        all => format!("{n} ({} %)", (200 * n + all) / (2 * all)),
    };
    let byes: usize = rounds.iter().map(|round| round.byes.len()).sum();
    let mut table = two_columns();
    for (label, value) in [
        ("Rounds", last.to_string()),
        ("Games played", played.to_string()),
        ("White won", share(white)),
        ("Drawn", share(drawn)),
        ("Black won", share(black)),
        ("Unusual results", other.to_string()),
        ("Forfeits", forfeits.to_string()),
        ("Open or adjourned", open.to_string()),
        ("Byes", byes.to_string()),
    ] {
        table.push(vec![label.to_owned(), value]);
    }
    document.blocks.push(Block::Together(vec![Block::Heading("Games".to_owned()), Block::Table(table)]));
}
