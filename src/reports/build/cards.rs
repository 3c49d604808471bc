//! Player cards: everything that one player did, round by round.

use super::tables::Ranked;
use super::{View, decimals, words};
use crate::document::{Block, Column, Document, Table};
use pairing::swiss::{Color, EntryKind};
use tournament::Points;
use tournament::crosstable::{CrossTable, PairingKind};
use tournament::model::RoundNumber;
use tournament::ratings::{RatingRules, hundredths_text, state_ratings};
use tournament::standings::{Value, card};

/// A card for every player, in order of number.
pub(super) fn cards(view: &View<'_>, round: RoundNumber) -> Document {
    let title = if round == 0 { "Player cards".to_owned() } else { format!("Player cards after round {round}") };
    let mut document = Document { title, ..Document::default() };
    let ranked = Ranked::new(view, round);
    let rules = RatingRules::default();
    let (games, ratings) = state_ratings(view.state, view.stage, round, &rules);
    let places = decimals(ranked.standings.rows.iter().map(|row| row.points));
    // Also those who are not in the standings, and the games against them.
    let table_of = CrossTable::of_state(view.state, view.stage, round);
    let predetermined = table_of.kind != PairingKind::Swiss;
    let numbering = view.state.numbering(view.stage);
    let id_of = |number: u32| (number as usize).checked_sub(1).and_then(|at| numbering.get(at)).copied();
    for (&id, row) in numbering.iter().zip(&table_of.rows) {
        if view.only.is_some_and(|only| only != id) {
            continue;
        }
        let number = row.entrant.tpn;
        let heading = format!("{number}  {}", view.titled_name(id));
        let player = view.player(id);
        let mut details = vec![
            view.rating(id),
            player.map(|p| p.federation.clone()).unwrap_or_default(),
            player.map(|p| p.club.clone()).unwrap_or_default(),
        ];
        if let Some(standing) = ranked.standings.row_of(row.entrant.tpn)
            && round > 0
        {
            let plural = if standing.points == Points::ONE { "" } else { "s" };
            details.push(format!("{} point{plural}", standing.points));
            details.push(format!("rank {}", standing.rank));
        } else if round > 0 {
            details.push("not ranked: fewer than half of the games (FIDE C.05 art. 6.6)".to_owned());
        }
        let k = player.map_or(rules.k_other, |player| rules.k_of_player(view.state, player));
        let data = card(&table_of, &ranked.standings, number, &rules, k);
        let rating = ratings.iter().find(|rating| rating.number == number);
        let data = data.map(|data| rating.iter().fold(data, |data, rating| data.rated(&games, rating)));
        if let Some(data) = data.as_ref().filter(|data| data.average != Value::Undefined) {
            details.push(format!("opponents {} on average", data.average));
            details.push(format!("performance {}", data.performance));
        }
        let change = data.as_ref().and_then(|data| data.rating_change.change.as_ref());
        let sign = |hundredths: i32| if hundredths > 0 { "+" } else { "" };
        if let Some(change) = change.filter(|change| !change.games.is_empty()) {
            let text = hundredths_text(change.change);
            details.push(format!("K {}, expected change {}{text}", change.k, sign(change.change)));
        }
        details.retain(|text| !text.is_empty());
        let mut table = Table::new(vec![
            Column::number("Round"),
            Column::mark("Colour"),
            Column::number("No.").long("Opponent's number"),
            Column::name("Opponent"),
            Column::number("Rtg").long("Opponent's rating"),
            Column::mark("Result"),
            Column::number("Sum").long("Points so far"),
            Column::number("We").long("Expected score").optional(2),
            Column::number("Change").long("Rating change").optional(1),
        ]);
        let mut sum = row.entrant.extra_points;
        for (entry, number) in row.entrant.rounds.iter().zip(1_u32..) {
            sum += entry.points;
            let opponent = entry.opponent.and_then(id_of);
            let line = data.as_ref().and_then(|data| data.lines.get(number as usize - 1));
            let game = line.and_then(|line| line.change);
            let late = line.and_then(|line| line.late);
            let k = change.map_or(k, |change| change.k);
            let color = match entry.color {
                Some(Color::White) => "White",
                Some(Color::Black) => "Black",
                None => "",
            };
            let words = match entry.kind {
                EntryKind::PairingBye => "bye",
                EntryKind::FullBye => "full-point bye",
                EntryKind::HalfBye => "half-point bye",
                EntryKind::ZeroBye if predetermined => "free",
                EntryKind::ZeroBye => "not paired",
                _ => "",
            };
            table.push(vec![
                format!("{number}"),
                color.to_owned(),
                entry.opponent.map(|tpn| tpn.to_string()).unwrap_or_default(),
                opponent.map_or_else(|| words.to_owned(), |id| view.titled_name(id)),
                opponent.map(|id| view.rating(id)).unwrap_or_default(),
                match late {
                    Some(points) => format!("{} (rated {})", result(entry.kind, entry.points), words::points(points)),
                    None => result(entry.kind, entry.points),
                },
                format!("{sum:.places$}"),
                game.map(|game| hundredths_text(game.expected)).unwrap_or_default(),
                game.map(|game| format!("{}{}", sign(game.gain), hundredths_text(game.change(k)))).unwrap_or_default(),
            ]);
        }
        let mut card = vec![Block::Heading(heading)];
        if !details.is_empty() {
            card.push(Block::Paragraph(details.join(" \u{b7} ")));
        }
        card.push(Block::Table(table));
        document.blocks.push(Block::Together(card));
    }
    document
}

fn result(kind: EntryKind, points: Points) -> String {
    match kind {
        EntryKind::ForfeitWin => "+".to_owned(),
        EntryKind::ForfeitLoss => "\u{2212}".to_owned(),
        EntryKind::Adjourned => String::new(),
        _ => words::points(points),
    }
}
