//! Why two players meet in a system whose meetings are fixed beforehand: round-robin, Scheveningen, knockout.

use crate::knockout;
use crate::model::*;
use crate::stages::{Origin, title};
use pairing::knockout::{Slot, Source};
use std::sync::Arc;

/// Why the two of a board meet and have their colours, in sentences. Empty for a Swiss, whose engine explains itself, and for a board that does
/// not exist. The board counts from 0.
pub fn fixed_board(state: &State, stage: StageIndex, round: RoundNumber, board: usize) -> Vec<String> {
    let Some(header) = state.stages.get(stage) else { return Vec::new() };
    let Some(paired) = state.round(stage, round) else { return Vec::new() };
    let Some(meeting) = paired.meetings.get(board) else { return Vec::new() };
    let Some(game) = meeting.games.first() else { return Vec::new() };
    if !paired.carried_from.is_empty() {
        let names: Vec<String> = (paired.carried_from.iter())
            .filter_map(|&from| state.stages.get(from).map(|header| title(header, from)))
            .collect();
        return vec![format!(
            "They met in the earlier stage ({}); the game is taken over with its colours and is not played again.",
            names.join(", ")
        )];
    }
    let mut lines = match header.system {
        System::Swiss { .. } => return Vec::new(),
        System::Manual => vec!["The pairs of this stage are set by hand.".to_owned()],
        System::RoundRobin { cycles, exchange_last_two } => {
            round_robin(state, stage, round, game, u32::from(cycles), exchange_last_two)
        }
        System::Scheveningen { double, boards, options } => {
            let second_half = double.then_some(options.same_order);
            scheveningen(state, stage, round, game, second_half, boards)
        }
        System::Knockout { .. } => bracket_board(state, stage, meeting),
    };
    if meeting.games.len() > 1 {
        lines.push(format!("They play {} games; the colours change from game to game.", meeting.games.len()));
    }
    lines
}

fn number_of(numbers: &[PlayerId], id: PlayerId) -> u32 {
    numbers.iter().position(|other| *other == id).map_or(0, |at| at as u32 + 1)
}

fn round_robin(
    state: &State,
    stage: StageIndex,
    round: RoundNumber,
    game: &Game,
    cycles: u32,
    exchange_last_two: bool,
) -> Vec<String> {
    let numbers = state.numbering(stage);
    let (white, black) = (number_of(&numbers, game.white), number_of(&numbers, game.black));
    let players = numbers.len() as u32;
    let header = &state.stages[stage];
    if header.rounds.iter().any(|round| !round.carried_from.is_empty()) {
        return vec![format!(
            "{} (number {white}) and {} (number {black}) have not met in the earlier stage: they play what is left of the table.",
            state.name(game.white),
            state.name(game.black)
        )];
    }
    let plan = pairing::round_robin::Plan { players: players.max(2), cycles: cycles.max(1), exchange_last_two };
    let Ok(table) = plan.round(round) else {
        return vec!["The table has no such round; the meeting was set by hand.".to_owned()];
    };
    let on_table = |a: u32, b: u32| table.boards.iter().any(|board| board.seats() == (a, b));
    let names = format!("{} (number {white}) and {} (number {black})", state.name(game.white), state.name(game.black));
    let size = if players.is_multiple_of(2) { players } else { players + 1 };
    let mut lines = Vec::new();
    if on_table(white, black) {
        lines.push(format!(
            "{names} meet in round {} of the Berger table for {} and {size} players (FIDE C.05 Annex 1), number {white} with White.",
            table.table_round,
            size - 1
        ));
    } else if on_table(black, white) {
        lines.push(format!(
            "{names} meet in this round of the Berger table (FIDE C.05 Annex 1); the colours were changed by hand."
        ));
    } else {
        lines.push(format!("{names} do not meet in this round of the Berger table; the board was set by hand."));
    }
    if table.cycle % 2 == 0 {
        lines.push(format!("This is cycle {}: the colours are those of the first cycle reversed.", table.cycle));
    } else if cycles > 1 {
        lines.push(format!("This is cycle {} of {cycles}.", table.cycle));
    }
    if table.table_round != (round - 1) % plan.rounds_per_cycle() + 1 {
        lines.push(
            "The last two rounds of the cycle are exchanged, so that nobody has one colour three times running."
                .to_owned(),
        );
    }
    lines.push(match header.numbers_drawn {
        Some(NumbersDrawn::Lot { seed }) => format!("The numbers were drawn by lot (seed {seed})."),
        Some(NumbersDrawn::Varma { seed }) => {
            format!(
                "The numbers were drawn by restricted lot, so that players of one federation meet early (seed {seed})."
            )
        }
        None if header.numbers_by_hand && header.origin.is_none() => "The numbers were set by hand.".to_owned(),
        None => "The numbers follow the order of the list.".to_owned(),
    });
    lines
}

fn scheveningen(
    state: &State,
    stage: StageIndex,
    round: RoundNumber,
    game: &Game,
    second_half: Option<bool>,
    boards: u32,
) -> Vec<String> {
    let names = format!("{} and {}", state.name(game.white), state.name(game.black));
    let Ok(grid) = crate::scheveningen::grid(state, stage, round) else {
        return vec!["The table of the Scheveningen system fixes this meeting and its colours.".to_owned()];
    };
    let n = if boards == 0 { grid.a.len().min(grid.b.len()) as u32 } else { boards };
    let mut lines = vec![format!(
        "Every member of one team meets every member of the other: {names} stand in round {} of the table for {n} boards.",
        match second_half {
            Some(false) if round > n => (2 * n + 1).saturating_sub(round),
            _ => (round - 1) % n.max(1) + 1,
        }
    )];
    if let Some(same_order) = second_half {
        lines.push(if round > n && same_order {
            "This is the second half: the same rounds in their order with the other colours.".to_owned()
        } else if round > n {
            "This is the second half: the rounds back to front with the other colours, so that nobody has one colour three times running.".to_owned()
        } else {
            "This is the first half; the second one has the same pairs with the other colours.".to_owned()
        });
    }
    let stands_in = |id: PlayerId| {
        let found = grid.substitutes.iter().find(|(player, _, at)| *player == id && *at == round);
        found.map(|(player, holder, _)| format!("{} plays for {}.", state.name(*player), state.name(*holder)))
    };
    lines.extend([game.white, game.black].into_iter().filter_map(stands_in));
    lines
}

/// Where the two of a knockout come from, and by which rule the first game has its colours.
pub fn bracket_board(state: &State, stage: StageIndex, meeting: &Arc<Meeting>) -> Vec<String> {
    let plain = || vec!["They meet by their places in the bracket.".to_owned()];
    let Ok(course) = knockout::bracket(state, stage) else { return plain() };
    let found = course.meetings.iter().find(|(_, other)| Arc::ptr_eq(other, meeting));
    let (Some((&number, _)), Some(System::Knockout { options, .. })) =
        (found, state.stages.get(stage).map(|header| &header.system))
    else {
        return plain();
    };
    let Some(game) = course.bracket.get(number) else { return plain() };
    let mut lines = vec![format!("This is match {number}, {}.", course.bracket.round_name(number))];
    let slots = course.bracket.slots();
    let round_of = |from: u32| course.bracket.round_name(from);
    for (side, source) in game.sides.iter().enumerate() {
        let Some(Slot::Player(seed)) = slots.get(number as usize - 1).map(|slots| slots[side]) else { continue };
        let name = course.name(state, seed);
        lines.push(match source {
            Source::Winner(from) => {
                format!("{name} (seed {seed}) comes from match {from}, {}, as its winner.", round_of(*from))
            }
            Source::Loser(from) => {
                format!("{name} (seed {seed}) comes from match {from}, {}, as its loser.", round_of(*from))
            }
            Source::Remaining(_) => format!(
                "{name} (seed {seed}) is the {}: there is no fixed bracket, the highest seed who is left meets the lowest.",
                source.words()
            ),
            Source::Seed(_) | Source::Bye => format!("{name} is seed {seed}; the first round: {}.", options.seeding.words()),
        });
    }
    if let Some(Origin::Transition(_)) = state.stages.get(stage).and_then(|header| header.origin.as_deref())
        && let Some(made) = crate::stages::made_of(state, stage)
    {
        lines.push(format!("The seeds come from the earlier stage: {made}."));
    }
    lines.push(
        match options.first_color {
            FirstColorRule::Alternate => {
                "The first game has each player's other colour than in the first game of the meeting before; where both want the same, the higher seed has it; in round 1 the higher seeds have the colours by turns."
            }
            FirstColorRule::EachByLot => "A lot gave the colours of the first game.",
            FirstColorRule::FirstByLot => {
                "A lot gave the colours of board 1; the higher seeds then have them by turns."
            }
            FirstColorRule::HigherSeed => "The higher seed has White in the first game.",
        }
        .to_owned(),
    );
    lines
}
