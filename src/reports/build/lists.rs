//! The player list.

use super::View;
use crate::document::{Block, Column, Document, Field, Table};
use tournament::model::{Player, PlayerId, Sex};

/// Writes a player's cell of a column.
type Cell<'a> = Box<dyn Fn(PlayerId, &Player) -> String + 'a>;

/// The starting list: those who have a number, in its order, as it hangs at the door.
pub(super) fn starting(view: &View<'_>) -> Document {
    let mut document = Document { title: "Starting rank list".to_owned(), ..Document::default() };
    let mut table = Table::new(vec![
        Column::number("No.").long("Number").strong(),
        Column::mark("Title"),
        Column::name("Name"),
        Column::mark("Fed").long("Federation"),
        Column::number("Rtg").long("Rating"),
        Column::text("List").long("Rating list").optional(4),
        Column::number("K").optional(5),
        Column::number("Id").long("Identity number").optional(3),
        Column::number("Born").long("Year of birth").optional(6),
        Column::text("Club").at_least(7).optional(2),
    ]);
    let numbering = view.state.numbering(view.stage);
    for (id, number) in numbering.iter().zip(1..) {
        let Some(player) = view.player(*id) else { continue };
        let used = view.state.start_rating(player);
        table.push(vec![
            format!("{number}"),
            player.title.map(|title| title.to_string()).unwrap_or_default(),
            player.name.clone(),
            player.federation.clone(),
            view.rating(*id),
            used.map(|one| one.list.clone()).unwrap_or_default(),
            used.and_then(|one| one.k).map(|k| k.to_string()).unwrap_or_default(),
            player.id.clone(),
            player.birth.map(|date| format!("{:04}", date.year)).unwrap_or_default(),
            player.club.clone(),
        ]);
    }
    document.fields.push(Field::new("Players", numbering.len().to_string()));
    let seeding = &view.state.settings.seeding;
    if *seeding != tournament::model::Seeding::default() {
        document.fields.push(Field::new("Ratings", seeding.words()));
    }
    if view.state.is_in_order_of_strength(view.stage) {
        document.fields.push(Field::new("Ordered by", "rating, title and name (FIDE C.04.2 art. 2.2)"));
    }
    document.blocks.push(Block::Table(super::without_empty(table)));
    document
}

/// All players in the order of their numbers; those without a number follow.
pub(super) fn players(view: &View<'_>) -> Document {
    let mut document = Document { title: "Player list".to_owned(), ..Document::default() };
    let state = view.state;
    let numbering = state.numbering(view.stage);
    let numbers = view.numbers();
    let others = state.players.keys().copied().filter(|id| !numbers.contains_key(id));
    let order: Vec<PlayerId> = numbering.iter().copied().chain(others).collect();
    let known: Vec<(PlayerId, &Player)> =
        order.iter().filter_map(|&id| view.player(id).map(|player| (id, player))).collect();

    let some = |has: &dyn Fn(&Player) -> bool| known.iter().any(|(_, player)| has(player));
    let categories = some(&|p| !p.categories.is_empty());
    let mut columns: Vec<(Column, Cell<'_>)> = vec![
        (
            Column::number("No.").long("Number"),
            Box::new(|id, _| numbers.get(&id).map(usize::to_string).unwrap_or_default()),
        ),
        (Column::name("Name"), Box::new(|_, p| p.name.clone())),
    ];
    if some(&|p| p.title.is_some()) {
        let title = Column::mark("Title");
        columns.insert(1, (title, Box::new(|_, p| p.title.map(|t| t.to_string()).unwrap_or_default())));
    }
    if some(&|p| state.rating(p) > 0) {
        columns.push((Column::number("Rtg").long("Rating"), Box::new(|id, _| view.rating(id))));
    }
    if some(&|p| !p.federation.is_empty()) {
        columns.push((Column::mark("Fed").long("Federation"), Box::new(|_, p| p.federation.clone())));
    }
    if some(&|p| p.sex == Some(Sex::Female)) {
        let sex = Column::mark("Sex").optional(5);
        columns.push((sex, Box::new(|_, p| if p.sex == Some(Sex::Female) { "w".to_owned() } else { String::new() })));
    }
    if some(&|p| p.birth.is_some()) {
        let year = Column::number("Born").long("Year of birth").optional(4);
        columns.push((year, Box::new(|_, p| p.birth.map(|date| format!("{:04}", date.year)).unwrap_or_default())));
    }
    if categories {
        let words = |_: PlayerId, p: &Player| p.categories.iter().cloned().collect::<Vec<_>>().join(", ");
        columns.push((Column::text("Category").optional(2), Box::new(words)));
    }
    if some(&|p| !p.club.is_empty()) {
        columns.push((Column::text("Club").at_least(7).optional(1), Box::new(|_, p| p.club.clone())));
    }
    if some(&|p| p.team.is_some()) {
        let team = |_: PlayerId, p: &Player| {
            p.team.and_then(|id| state.teams.get(&id)).map(|team| team.name.clone()).unwrap_or_default()
        };
        columns.push((Column::text("Team").at_least(7).optional(1), Box::new(team)));
    }
    if some(&|p| !p.id.is_empty()) {
        columns.push((Column::number("Id").long("Identity number").optional(3), Box::new(|_, p| p.id.clone())));
    }

    let mut table = Table::new(columns.iter().map(|(column, _)| column.clone()).collect());
    for (id, player) in &known {
        table.push(columns.iter().map(|(_, cell)| cell(*id, player)).collect());
    }
    document.fields.push(Field::new("Players", known.len().to_string()));
    let ratings: Vec<u32> = known.iter().map(|(_, p)| u32::from(state.rating(p))).filter(|&r| r > 0).collect();
    if !ratings.is_empty() {
        let (sum, count) = (ratings.iter().sum::<u32>(), ratings.len() as u32);
        // Rounded to the nearest whole number, .5 up.
        document.fields.push(Field::new("Average rating", ((2 * sum + count) / (2 * count)).to_string()));
    }
    document.blocks.push(Block::Table(table));
    document
}
