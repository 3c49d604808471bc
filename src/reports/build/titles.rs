//! Title norms: how everybody stands, and the data of the certificates (form IT1).

use super::{View, words};
use crate::document::{Block, Column, Document, Field, Table};
use tournament::model::RoundNumber;
use tournament::norms::{NormEvent, NormStatus, norms};

fn half(half_points: u32) -> String {
    words::half(i32::try_from(half_points).unwrap_or(i32::MAX / 5) * 5)
}

/// Norms after a round. One player only: also an attempt that failed is printed as a sheet.
pub(super) fn norm_sheets(view: &View<'_>, round: RoundNumber) -> Document {
    let title = if round == 0 { "Title norms".to_owned() } else { format!("Title norms after round {round}") };
    let mut document = Document { title, ..Document::default() };
    let table = view.state.game_table(view.stage, round);
    let event = NormEvent::of_state(&table, view.state, view.stage);
    document.fields.push(Field::new("Rules", "FIDE B.01, 2024; to be checked before a norm is certified"));
    if event.exempt {
        let why = match event.many_foreigners() {
            true => "waived: enough foreign players (1.4.3)",
            false => "waived by the settings of the event: national final, zonal (1.4.3)",
        };
        document.fields.push(Field::new("Federations", why));
    }
    if event.least_games != 9 {
        document.fields.push(Field::new("Games needed", format!("{} (1.4.1)", event.least_games)));
    }
    let (failed, open) = tournament::norms::event_conditions(view.state, view.stage);
    for text in &failed {
        document.fields.push(Field::new("Not fulfilled", text.clone()));
    }
    for text in open {
        document.fields.push(Field::new("To be checked", text));
    }
    let ids = view.state.numbering(view.stage);
    let id_of = |number: u32| (number as usize).checked_sub(1).and_then(|at| ids.get(at)).copied();
    let mut found = norms(&event);
    if let Some(only) = view.only {
        found.retain(|status| id_of(status.number) == Some(only));
    }
    if found.is_empty() {
        let words =
            if table.rounds < 5 { "Norms are looked at from round 5 on." } else { "No norm is made or in reach." };
        document.blocks.push(Block::Paragraph(words.to_owned()));
        return document;
    }
    let mut summary = Table::new(vec![
        Column::number("No.").long("Number"),
        Column::name("Name"),
        Column::mark("Norm").strong(),
        Column::mark("Score"),
        Column::number("Ra").long("Average rating of opponents"),
        Column::number("Rp").long("Performance"),
        Column::text("State").at_least(16).wrapped(),
    ]);
    for status in &found {
        summary.push(vec![
            status.number.to_string(),
            id_of(status.number).map(|id| view.titled_name(id)).unwrap_or_default(),
            status.title.to_string(),
            format!("{} / {}", half(status.half_points), status.games.len()),
            status.average.to_string(),
            status.performance.to_string(),
            status.words(&failed),
        ]);
    }
    document.blocks.push(Block::Table(summary));
    // Data for a certificate only where there is something to certify.
    for status in found.iter().filter(|status| status.counts(&failed) || view.only.is_some()) {
        document.blocks.push(Block::Together(sheet(view, &event, status, &failed)));
    }
    document
}

/// What form IT1 asks for.
fn sheet(view: &View<'_>, event: &NormEvent<'_>, status: &NormStatus, failed: &[String]) -> Vec<Block> {
    let ids = view.state.numbering(view.stage);
    let id_of = |number: u32| (number as usize).checked_sub(1).and_then(|at| ids.get(at)).copied();
    let data = status.certificate(event);
    let settings = &view.state.settings;
    let player = id_of(status.number).and_then(|id| view.player(id));
    let made = if status.counts(failed) { "norm certificate data" } else { "norm attempt" };
    let mut facts = Table::new(vec![Column::text("").at_least(12), Column::text("").at_least(14).wrapped()]);
    let mut fact = |label: &str, value: String| {
        if !value.is_empty() {
            facts.push(vec![label.to_owned(), value]);
        }
    };
    fact("Player", data.name.clone());
    fact("Title before", player.and_then(|p| p.title).map(|t| t.to_string()).unwrap_or_default());
    fact("FIDE ID", player.map(|p| p.id.clone()).unwrap_or_default());
    fact("Born", player.and_then(|p| p.birth).map(|b| b.to_string()).unwrap_or_default());
    fact("Federation", data.federation.clone());
    fact("Rating", if data.rating == 0 { "none".to_owned() } else { data.rating.to_string() });
    fact("Event", settings.name.clone());
    for field in words::place_and_time(settings).into_iter().chain(words::arbiters(settings)) {
        fact(&field.label, field.value);
    }
    fact("System", view.state.stages.get(view.stage).map(|stage| words::system(&stage.system)).unwrap_or_default());
    fact("Time control", words::time_control(&settings.time_control));
    fact("Score", format!("{} from {} games", half(status.half_points), status.games.len()));
    fact("Score required", data.needed.map(half).unwrap_or_else(|| "no score is enough".to_owned()));
    fact("Average of opponents (Ra)", status.average.to_string());
    fact("Performance (Rp)", status.performance.to_string());
    let titles: Vec<String> = data.titles.iter().map(|(title, count)| format!("{count} {title}")).collect();
    fact("Opponents' titles", if titles.is_empty() { "none".to_owned() } else { titles.join(", ") });
    fact("Titled opponents", status.titled.to_string());
    let others = if data.other_federations == 1 { "federation" } else { "federations" };
    fact(
        "Federations of opponents",
        format!(
            "{} other {others}; {} from the own, at most {} from one",
            data.other_federations, data.own_federation, data.most_of_one
        ),
    );
    fact("Unrated opponents", data.unrated.to_string());
    if !status.left_out.is_empty() {
        let rounds: Vec<String> = status.left_out.iter().map(u32::to_string).collect();
        fact("Rounds left out (1.4.1)", rounds.join(", "));
    }
    if event.table.kind == tournament::crosstable::PairingKind::Swiss {
        let forty = if event.forty_of_2000() { "yes" } else { "no" };
        fact("Swiss of 40 with average 2000 in every round (1.5.6)", forty.to_owned());
    }
    if status.eight_as_nine {
        fact("Eight games", "count as nine: the ninth was a forfeit win or a pairing-allocated bye".to_owned());
    }
    fact("Result", status.words(failed));
    let mut games = Table::new(vec![
        Column::number("Round"),
        Column::name("Opponent"),
        Column::number("Id").long("Identity number").optional(3),
        Column::mark("Fed").long("Federation"),
        Column::mark("Title"),
        Column::number("Rtg").long("Rating"),
        Column::number("counts").long("Rating as it counts"),
        Column::mark("Result"),
    ]);
    for line in &data.lines {
        games.push(vec![
            line.round.to_string(),
            line.name.clone(),
            id_of(line.opponent).and_then(|id| view.player(id)).map(|p| p.id.clone()).unwrap_or_default(),
            line.federation.clone(),
            line.title.map(|title| title.to_string()).unwrap_or_default(),
            if line.rating == 0 { String::new() } else { line.rating.to_string() },
            line.counted_rating.to_string(),
            half(line.half_points.into()),
        ]);
    }
    vec![
        Block::Heading(format!("{} {made}: {}", status.title, data.name)),
        Block::Table(facts),
        Block::Table(super::without_empty(games)),
    ]
}
