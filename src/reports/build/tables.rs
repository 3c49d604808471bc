//! Standings and cross tables.

use super::{View, decimals, grid, words};
use crate::document::{Align, Block, Column, Document, Field, Table};
use pairing::swiss::{Color, Entrant, EntryKind, RoundEntry};
use std::collections::{BTreeMap, HashMap};
use tournament::Points;
use tournament::crosstable::{CrossTable, PairingKind};
use tournament::model::{RoundNumber, System};
use tournament::standings::{DecisionKind, Heading, Order, StageTable, Standing, Value};

/// A ranked table with what is needed to print it.
pub(super) struct Ranked(StageTable);

impl std::ops::Deref for Ranked {
    type Target = StageTable;

    fn deref(&self) -> &StageTable {
        &self.0
    }
}

impl Ranked {
    pub fn new(view: &View<'_>, round: RoundNumber) -> Ranked {
        Ranked(StageTable::of(view.state, view.stage, round))
    }

    fn points_text(&self) -> impl Fn(Points) -> String + use<> {
        let places = decimals(self.standings.rows.iter().map(|row| row.points));
        move |points| format!("{points:.places$}")
    }

    /// The texts of one tie-break for all rows, all with equally many decimals.
    pub fn values(&self, index: usize) -> Vec<String> {
        let values: Vec<Value> =
            self.standings.rows.iter().map(|row| row.values.get(index).copied().unwrap_or(Value::Undefined)).collect();
        let places = values
            .iter()
            .map(|value| value.to_string().split_once('.').map_or(0, |(_, decimals)| decimals.len()))
            .max()
            .unwrap_or(0);
        values.iter().map(|value| format!("{value:.places$}")).collect()
    }

    pub fn value_columns(&self) -> impl Iterator<Item = (usize, Column)> + '_ {
        self.standings
            .codes
            .iter()
            .enumerate()
            .map(|(index, code)| (index, Column::number(&code.to_string()).long(code.title())))
    }
}

/// "Final standings", "Standings after round 3 (provisional, 1 game open)".
pub(super) fn title(view: &View<'_>, round: RoundNumber, words: &str) -> String {
    Heading::of(view.state, view.stage, round).title(words)
}

/// What the reader must know of the table: why it is not final, how ties were decided, who is left out.
pub(super) fn notes(view: &View<'_>, round: RoundNumber, ranked: &Ranked, document: &mut Document) {
    let open = view.state.open_games(view.stage, round);
    if open > 0 {
        let games = if open == 1 { "game is" } else { "games are" };
        document.fields.push(Field::new("Not final", format!("{open} {games} open or adjourned")));
    }
    if !ranked.left_out.is_empty() {
        let names: Vec<String> = ranked.left_out.iter().map(|id| view.titled_name(*id)).collect();
        document.fields.push(Field::new("Not ranked, fewer than half of the games", names.join("; ")));
    }
    let given: Vec<String> = (view.state.adjustments.iter())
        .filter(|one| one.stage == view.stage && one.round <= round)
        .map(|one| {
            let sign = if one.points > 0 { "+" } else { "\u{2212}" };
            let points = super::words::half(one.points.abs());
            format!("{} {sign}{points} from round {} ({})", view.titled_name(one.player), one.round, one.reason)
        })
        .collect();
    let from_ratings = ranked.standings.codes.iter().any(|code| code.name.is_rating());
    let unrated = ranked.cross.rows.iter().filter(|row| row.entrant.rating == 0).count();
    if from_ratings && unrated > 0 {
        let players = if unrated == 1 { "1 player".to_owned() } else { format!("{unrated} players") };
        let text = format!("{players}; their games are left out of tie-breaks from ratings (C.07 art. 10)");
        document.fields.push(Field::new("Without a rating", text));
    }
    if !given.is_empty() {
        document.fields.push(Field::new("Bonus and penalty points", given.join("; ")));
    }
    if !ranked.unknown.is_empty() {
        document.fields.push(Field::new("Tie-breaks not known", ranked.unknown.join(", ")));
    }
    for (kind, words) in [
        (DecisionKind::PlayOff, "Ties by play-off"),
        (DecisionKind::Lot, "Ties by lot"),
        (DecisionKind::ByHand, "Ranked by hand"),
    ] {
        let rows = ranked.standings.rows.iter().filter(|row| row.decided == Some(kind));
        let ranks: Vec<String> = rows.map(|row| row.rank.to_string()).collect();
        if !ranks.is_empty() {
            let rank = if ranks.len() == 1 { "rank" } else { "ranks" };
            document.fields.push(Field::new(words, format!("{rank} {}", ranks.join(", "))));
        }
    }
}

/// Standings with the tie-breaks of the settings.
pub(super) fn standings(view: &View<'_>, round: RoundNumber) -> Document {
    let mut document = Document { title: title(view, round, "Standings"), ..Document::default() };
    let ranked = Ranked::new(view, round);
    notes(view, round, &ranked, &mut document);
    let some = |has: &dyn Fn(&tournament::model::Player) -> bool| view.state.players.values().any(|p| has(p));
    let (titles, clubs) = (some(&|p| p.title.is_some()), some(&|p| !p.club.is_empty()));
    let (ratings, federations) = (some(&|p| view.state.rating(p) > 0), some(&|p| !p.federation.is_empty()));

    let mut columns = vec![Column::number("Rank").strong(), Column::number("No.").long("Number").optional(3)];
    if titles {
        columns.push(Column::mark("Title"));
    }
    columns.push(Column::name("Name"));
    if ratings {
        columns.push(Column::number("Rtg").long("Rating"));
    }
    if federations {
        columns.push(Column::mark("Fed").long("Federation").optional(2));
    }
    if clubs {
        columns.push(Column::text("Club").at_least(9).optional(4));
    }
    // The members of either team of a Scheveningen match are ranked among themselves (`scheveningen` 6).
    let apart =
        matches!(view.state.stages[view.stage].system, System::Scheveningen { .. }) && view.state.teams.len() > 1;
    let teams = !apart && tournament::teams::beside_names(view.state, view.stage);
    if teams {
        columns.push(Column::text("Team").at_least(9).optional(5));
    }
    columns.push(Column::number("Pts").long("Points").strong());
    columns.extend(ranked.value_columns().map(|(_, column)| column));

    let points = ranked.points_text();
    let values: Vec<Vec<String>> = (0..ranked.standings.codes.len()).map(|index| ranked.values(index)).collect();
    let line_of = |line: usize, row: &Standing, rank: u32| -> Option<Vec<String>> {
        let &id = ranked.ids.get(row.index)?;
        let player = view.player(id);
        let mut cells = vec![rank.to_string(), row.number.to_string()];
        if titles {
            cells.push(player.and_then(|p| p.title).map(|t| format!("{t:?}")).unwrap_or_default());
        }
        cells.push(view.state.name(id));
        if ratings {
            cells.push(view.rating(id));
        }
        if federations {
            cells.push(player.map(|p| p.federation.clone()).unwrap_or_default());
        }
        if clubs {
            cells.push(player.map(|p| p.club.clone()).unwrap_or_default());
        }
        if teams {
            cells.push(view.team(id));
        }
        cells.push(points(row.points));
        cells.extend(values.iter().map(|column| column[line].clone()));
        Some(cells)
    };
    let rows = || ranked.standings.rows.iter().enumerate();
    if !apart {
        let mut table = Table::new(columns);
        rows().filter_map(|(line, row)| line_of(line, row, row.rank)).for_each(|cells| table.push(cells));
        document.blocks.push(Block::Table(table));
        return document;
    }
    for (id, team) in &view.state.teams {
        let own = |row: &Standing| ranked.ids.get(row.index).and_then(|id| view.player(*id)?.team) == Some(*id);
        let mut table = Table::new(columns.clone());
        // Whoever shares a rank shares a place here.
        let mut last = (0, 0);
        for ((line, row), place) in rows().filter(|(_, row)| own(row)).zip(1..) {
            if row.rank != last.0 {
                last = (row.rank, place);
            }
            if let Some(cells) = line_of(line, row, last.1) {
                table.push(cells);
            }
        }
        document.blocks.push(Block::Heading(team.name.clone()));
        document.blocks.push(Block::Table(table));
    }
    document
}

/// So many tie-breaks have room beside the rounds of a cross table, and beside everybody's opponents.
const MOST_BESIDE: [usize; 2] = [6, 3];

/// The cross table: players against players where everybody meets everybody and they are few enough, otherwise players against rounds.
pub(super) fn cross_table(view: &View<'_>, round: RoundNumber, order: Order) -> Document {
    let mut document = Document { title: title(view, round, "Cross table"), ..Document::default() };
    let ranked = Ranked::new(view, round);
    notes(view, round, &ranked, &mut document);
    if matches!(view.state.stages[view.stage].system, System::Scheveningen { .. })
        && let Some(blocks) = grid::blocks(view, &ranked, round)
    {
        document.title = title(view, round, "Match grid");
        document.blocks = blocks;
        return document;
    }
    let against_players =
        matches!(ranked.cross.kind, PairingKind::Predetermined { .. }) && ranked.ids.len() <= MOST_AGAINST_PLAYERS;
    let mut rows: Vec<(usize, &Standing)> = ranked.standings.rows.iter().enumerate().collect();
    if order == Order::Number {
        rows.sort_by_key(|(_, row)| row.number);
    }
    let places: HashMap<u32, usize> = rows.iter().zip(1..).map(|((_, row), at)| (row.number, at)).collect();

    let first = match order {
        Order::Rank => Column::number("Pl").long("Place, by which opponents are named"),
        Order::Number => Column::number("No.").long("Place in this table"),
    };
    let mut columns = vec![first.strong(), Column::name("Name")];
    if view.state.players.values().any(|p| view.state.rating(p) > 0) {
        columns.push(Column::number("Rtg").long("Rating").optional(2));
    }
    let with_rating = columns.len() == 3;
    if against_players {
        columns.extend((1..=ranked.ids.len()).map(|place| Column::mark(&place.to_string())));
        let games = if in_full(&ranked.cross) { "result, colour, round" } else { "result" };
        document.fields.push(Field::new("Cells", format!("{games}; first cycle first")));
    } else {
        // Numbers, colours and results stand below each other when they are flush right.
        columns
            .extend((1..=round).map(|r| Column::mark(&format!("R{r}")).long(format!("Round {r}")).align(Align::Right)));
    }
    columns.push(Column::number("Pts").long("Points").strong());
    let most = MOST_BESIDE[usize::from(against_players)];
    columns.extend(ranked.value_columns().map(|(_, column)| column).take(most));
    let codes = &ranked.standings.codes;
    if codes.len() > most {
        let others: Vec<String> = codes[most..].iter().map(ToString::to_string).collect();
        document.fields.push(Field::new("Only in the standings", others.join(", ")));
    }

    let points = ranked.points_text();
    let values: Vec<Vec<String>> = (0..ranked.standings.codes.len()).map(|index| ranked.values(index)).collect();
    let mut table = Table::new(columns);
    for (at, (line, row)) in rows.into_iter().enumerate() {
        let Some(&id) = ranked.ids.get(row.index) else { continue };
        let entrant = &ranked.cross.rows[row.index].entrant;
        let mut cells = vec![(at + 1).to_string(), view.titled_name(id)];
        if with_rating {
            cells.push(view.rating(id));
        }
        if against_players {
            cells.extend(versus(&ranked.cross, entrant, &places, at + 1));
        } else {
            cells.extend(entrant.rounds.iter().map(|entry| round_cell(entry, &places)));
        }
        cells.push(points(row.points));
        cells.extend(values.iter().take(most).map(|column| column[line].clone()));
        table.push(cells);
    }
    for cells in not_counted(view, round, &ranked, &places, against_players, with_rating) {
        table.push(cells);
    }
    if order == Order::Number {
        document.title = title(view, round, "Cross table by number");
    }
    document.blocks.push(Block::Table(table));
    document
}

/// The results of those who are not ranked: they are shown and count for nobody (FIDE C.05 art. 6.6).
fn not_counted(
    view: &View<'_>,
    round: RoundNumber,
    ranked: &Ranked,
    places: &HashMap<u32, usize>,
    against_players: bool,
    with_rating: bool,
) -> Vec<Vec<String>> {
    if ranked.left_out.is_empty() {
        return Vec::new();
    }
    let all = CrossTable::of_state(view.state, view.stage, round);
    let numbering = view.state.numbering(view.stage);
    let rows = numbering.iter().zip(&all.rows).filter(|(id, _)| ranked.left_out.contains(id));
    rows.map(|(id, row)| {
        let mut cells = vec!["\u{2013}".to_owned(), view.titled_name(*id)];
        if with_rating {
            cells.push(view.rating(*id));
        }
        if against_players {
            cells.extend(versus(&ranked.cross, &row.entrant, places, 0));
        } else {
            cells.extend(row.entrant.rounds.iter().map(|entry| round_cell(entry, places)));
        }
        cells.push("\u{2013}".to_owned());
        cells.extend(
            ranked.standings.codes.iter().take(MOST_BESIDE[usize::from(against_players)]).map(|_| String::new()),
        );
        cells
    })
    .collect()
}

/// More players than these do not fit beside each other on paper.
const MOST_AGAINST_PLAYERS: usize = 30;

/// As long as the cells fit beside each other they tell colour and round besides the result: `1w3`.
fn in_full(table: &CrossTable) -> bool {
    let twice = matches!(table.kind, PairingKind::Predetermined { cycles } if cycles > 1);
    table.rows.len() <= if twice { 8 } else { 14 }
}

/// The results against everybody in order of place; several games after each other.
fn versus(table: &CrossTable, entrant: &Entrant, places: &HashMap<u32, usize>, own: usize) -> Vec<String> {
    let full = in_full(table);
    let mut cells: BTreeMap<usize, String> = BTreeMap::new();
    for (entry, round) in entrant.rounds.iter().zip(1..) {
        if let Some(place) = entry.opponent.and_then(|number| places.get(&number)) {
            let cell = cells.entry(*place).or_default();
            if full {
                let color = match entry.color {
                    Some(Color::White) => "w",
                    Some(Color::Black) => "b",
                    None => "",
                };
                let space = if cell.is_empty() { "" } else { " " };
                cell.push_str(&format!("{space}{}{color}{round}", result_mark(entry)));
            } else {
                cell.push_str(&result_mark(entry));
            }
        }
    }
    (1..=table.rows.len())
        .map(|place| if place == own { "\u{d7}".to_owned() } else { cells.remove(&place).unwrap_or_default() })
        .collect()
}

/// "12w1": opponent's place in the table, colour, result.
pub(super) fn round_cell(entry: &RoundEntry, places: &HashMap<u32, usize>) -> String {
    let color = match entry.color {
        Some(Color::White) => "w",
        Some(Color::Black) => "b",
        None => "",
    };
    match entry.opponent.and_then(|number| places.get(&number)) {
        Some(place) => format!("{place}{color}{}", result_mark(entry)),
        None => match entry.kind {
            EntryKind::ZeroBye if entry.points == Points::ZERO => "\u{2013}".to_owned(),
            EntryKind::PairingBye => format!("bye {}", words::points(entry.points)),
            _ => words::points(entry.points),
        },
    }
}

pub(super) fn result_mark(entry: &RoundEntry) -> String {
    match entry.kind {
        EntryKind::ForfeitWin => "+".to_owned(),
        EntryKind::ForfeitLoss => "\u{2212}".to_owned(),
        // As in game records: unfinished.
        EntryKind::Adjourned => "*".to_owned(),
        _ => words::points(entry.points),
    }
}
