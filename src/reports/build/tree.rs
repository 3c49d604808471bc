//! Knockout brackets as documents.

use crate::document::{Block, Column, Table, Tree, TreeMatch, TreeRound, TreeSide};
use pairing::knockout::{Bracket, Match, MatchNumber, MatchState, Part, Seed, Slot, Source};
use std::collections::BTreeMap;

/// A tree by its rounds: its titles, and the numbers of its matches with what is drawn of them.
type Rounds = BTreeMap<u32, (String, Vec<(MatchNumber, TreeMatch)>)>;

/// A bracket: the main tree, the losers' bracket, the grand final, the trees of the places below the second, and the places so far.
///
/// `name` gives the words for a participant; `scores` the points of the two sides of a match, where there are any.
pub fn bracket_blocks(
    bracket: &Bracket,
    name: &dyn Fn(Seed) -> String,
    scores: &dyn Fn(MatchNumber) -> Option<[String; 2]>,
) -> Vec<Block> {
    let mut blocks = trees(bracket, name, scores);
    blocks.extend(places_blocks(bracket.places().into_iter().map(|place| (place.from, place.to, name(place.seed)))));
    blocks
}

/// The trees alone.
pub(super) fn trees(
    bracket: &Bracket,
    name: &dyn Fn(Seed) -> String,
    scores: &dyn Fn(MatchNumber) -> Option<[String; 2]>,
) -> Vec<Block> {
    let all = bracket.slots();
    let states = bracket.states();
    let (mut main, mut losers, mut grand) = (Rounds::new(), Rounds::new(), Rounds::new());
    // By the best place that is played for: the last one, and the tree.
    let mut consolation: BTreeMap<u32, (u32, Rounds)> = BTreeMap::new();
    for game in bracket.matches() {
        let index = game.number as usize - 1;
        let state = states.get(index).copied().unwrap_or(MatchState::Waiting);
        let round = match game.part {
            Part::Main { round, .. } => main.entry(round).or_default(),
            Part::Losers { round } => losers.entry(round).or_default(),
            // A second grand final that is not needed is not shown.
            Part::Reset if state == MatchState::Void => continue,
            Part::GrandFinal | Part::Reset => grand.entry(game.round).or_default(),
            Part::Places { from, to } => {
                let tree = consolation.entry(from).or_default();
                tree.0 = tree.0.max(to);
                tree.1.entry(game.round).or_default()
            }
        };
        round.0 = bracket.round_name(game.number);
        round.1.push((game.number, tree_match(bracket, game, &all, state, scores(game.number), name)));
    }
    let mut blocks = Vec::new();
    let mut add = |heading: Option<String>, rounds: Rounds, unlinked: bool| {
        let mut rounds = in_order(bracket, rounds);
        // A tree of one match has said its name in the heading already.
        if rounds.len() == 1 {
            let said = |round: &&mut TreeRound| heading.as_ref() == Some(&round.title);
            rounds.iter_mut().filter(said).for_each(|round| round.title.clear());
        }
        if !rounds.is_empty() {
            blocks.extend(heading.map(Block::Heading));
            blocks.push(Block::Tree(Tree { rounds, unlinked }));
        }
    };
    add(None, main, bracket.is_reseeded());
    add(Some("Losers' bracket".to_owned()), losers, false);
    add(Some("Grand final".to_owned()), grand, false);
    for (from, (to, rounds)) in consolation {
        let heading =
            if (from, to) == (3, 4) { "Third place".to_owned() } else { format!("Places {from}\u{2013}{to}") };
        add(Some(heading), rounds, false);
    }
    blocks
}

/// The rounds of a tree from the first to the last, the matches of each in the order of those that follow from them, so that the lines between
/// them do not cross. Rounds of the losers' bracket that nobody plays are left out at its beginning.
fn in_order(bracket: &Bracket, rounds: Rounds) -> Vec<TreeRound> {
    let mut made: Vec<TreeRound> = Vec::new();
    let mut after: Vec<MatchNumber> = Vec::new();
    for (_, (title, mut matches)) in rounds.into_iter().rev() {
        // Where the winner of a match goes to: the place of that match, and its side there.
        let place = |number: MatchNumber| {
            let feeds = |later: &MatchNumber| {
                let sides = bracket.get(*later)?.sides;
                sides.iter().position(|side| *side == Source::Winner(number))
            };
            after.iter().enumerate().find_map(|(at, later)| Some((at, feeds(later)?)))
        };
        matches.sort_by_key(|(number, _)| (place(*number).unwrap_or((usize::MAX, 0)), *number));
        after = matches.iter().map(|(number, _)| *number).collect();
        made.push(TreeRound { title, matches: matches.into_iter().map(|(_, game)| game).collect() });
    }
    made.reverse();
    let losers = after
        .first()
        .and_then(|number| bracket.get(*number))
        .is_some_and(|game| matches!(game.part, Part::Losers { .. }));
    if losers {
        let idle = made.iter().take_while(|round| round.matches.iter().all(|game| game.passed)).count();
        made.drain(..idle);
    }
    made
}

/// The places that are settled: the first and the last of those shared, and a name. Nothing where none is.
pub(super) fn places_blocks(places: impl IntoIterator<Item = (u32, u32, String)>) -> Vec<Block> {
    let mut table = Table::new(vec![Column::mark("Place").strong(), Column::name("Name")]);
    for (from, to, name) in places {
        let words = if from == to { from.to_string() } else { format!("{from}\u{2013}{to}") };
        table.push(vec![words, name]);
    }
    if table.rows.is_empty() { Vec::new() } else { vec![Block::Heading("Places".to_owned()), Block::Table(table)] }
}

/// The side that comes to a match in the end: whoever passes a match with a bye comes from where that match has its other side from.
fn through_byes(bracket: &Bracket, slots: &[[Slot; 2]], mut source: Source) -> Source {
    // Every step leads to an earlier match, so that this comes to an end.
    while let Source::Winner(number) = source
        && let Some([first, second]) = slots.get(number as usize - 1)
        && let Some(game) = bracket.get(number)
    {
        source = match (first, second) {
            (Slot::Bye, Slot::Waiting) => game.sides[1],
            (Slot::Waiting, Slot::Bye) => game.sides[0],
            _ => break,
        };
    }
    source
}

fn tree_match(
    bracket: &Bracket,
    game: &Match,
    all: &[[Slot; 2]],
    state: MatchState,
    scores: Option<[String; 2]>,
    name: &dyn Fn(Seed) -> String,
) -> TreeMatch {
    let slots = all.get(game.number as usize - 1).copied().unwrap_or([Slot::Waiting; 2]);
    let winner = match state {
        MatchState::Decided { winner, .. } => Some(winner),
        MatchState::Passed(seed) => Some(seed),
        _ => None,
    };
    let walkover = matches!(state, MatchState::Decided { walkover: true, .. });
    // A bye passes whoever will come, and a match that both have left is shown with both.
    let both = slots.iter().all(|slot| matches!(slot, Slot::Player(_)));
    let passed = !both && (matches!(state, MatchState::Passed(_) | MatchState::Void) || slots.contains(&Slot::Bye));
    let mut sides: [TreeSide; 2] = Default::default();
    for (index, side) in sides.iter_mut().enumerate() {
        match slots[index] {
            Slot::Player(seed) => {
                side.name = name(seed);
                side.known = true;
                side.winner = winner == Some(seed) && !passed;
                if walkover {
                    side.score = if side.winner { "+" } else { "\u{2212}" }.to_owned();
                } else if let Some(scores) = &scores {
                    side.score.clone_from(&scores[index]);
                }
            }
            Slot::Bye => {}
            Slot::Waiting => {
                side.name = match through_byes(bracket, all, game.sides[index]) {
                    Source::Seed(seed) => name(seed),
                    other => other.words(),
                };
            }
        }
    }
    TreeMatch { label: game.number.to_string(), sides, passed }
}
