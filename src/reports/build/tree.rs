//! Knockout brackets as documents.

use crate::document::{Block, Column, Table, Tree, TreeMatch, TreeRound, TreeSide};
use pairing::knockout::{Bracket, Match, MatchNumber, MatchState, Part, Seed, Slot, Source};
use std::collections::BTreeMap;

/// A bracket: its trees, the matches outside of them, and the places so far.
///
/// `name` gives the words for a participant; `scores` the points of the two sides of a match, where there are any.
pub fn bracket_blocks(
    bracket: &Bracket,
    name: &dyn Fn(Seed) -> String,
    scores: &dyn Fn(MatchNumber) -> Option<[String; 2]>,
) -> Vec<Block> {
    let slots = bracket.slots();
    let states = bracket.states();
    let shown = |game: &Match| {
        let index = game.number as usize - 1;
        let slots = slots.get(index).copied().unwrap_or([Slot::Waiting; 2]);
        let state = states.get(index).copied().unwrap_or(MatchState::Waiting);
        tree_match(game, slots, state, scores(game.number), name)
    };
    let mut main: BTreeMap<u32, TreeRound> = BTreeMap::new();
    let mut losers: BTreeMap<u32, TreeRound> = BTreeMap::new();
    let mut other: Vec<(String, TreeMatch)> = Vec::new();
    for game in bracket.matches() {
        let title = bracket.round_name(game.number);
        let round = match game.part {
            Part::Main { round, .. } => main.entry(round).or_default(),
            Part::Losers { round } => losers.entry(round).or_default(),
            Part::GrandFinal | Part::Reset | Part::Places { .. } => {
                other.push((title, shown(game)));
                continue;
            }
        };
        round.title = title;
        round.matches.push(shown(game));
    }
    let mut blocks = Vec::new();
    let tree = |rounds: BTreeMap<u32, TreeRound>| Block::Tree(Tree { rounds: rounds.into_values().collect() });
    if !main.is_empty() {
        blocks.push(tree(main));
    }
    if !losers.is_empty() {
        blocks.push(Block::Heading("Losers' bracket".to_owned()));
        blocks.push(tree(losers));
    }
    if !other.is_empty() {
        blocks.push(Block::Heading("Further matches".to_owned()));
        blocks.push(Block::Table(further(other)));
    }
    let places = bracket.places();
    if !places.is_empty() {
        blocks.push(Block::Heading("Places".to_owned()));
        let mut table = Table::new(vec![Column::mark("Place").strong(), Column::name("Name")]);
        for place in places {
            let words = if place.from == place.to {
                place.from.to_string()
            } else {
                format!("{}\u{2013}{}", place.from, place.to)
            };
            table.push(vec![words, name(place.seed)]);
        }
        blocks.push(Block::Table(table));
    }
    blocks
}

fn tree_match(
    game: &Match,
    slots: [Slot; 2],
    state: MatchState,
    scores: Option<[String; 2]>,
    name: &dyn Fn(Seed) -> String,
) -> TreeMatch {
    let winner = match state {
        MatchState::Decided { winner, .. } => Some(winner),
        MatchState::Passed(seed) => Some(seed),
        _ => None,
    };
    let walkover = matches!(state, MatchState::Decided { walkover: true, .. });
    let passed = matches!(state, MatchState::Passed(_) | MatchState::Void);
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
                side.name = match game.sides[index] {
                    Source::Winner(number) => format!("winner of {number}"),
                    Source::Loser(number) => format!("loser of {number}"),
                    Source::Seed(seed) => name(seed),
                    Source::Bye => String::new(),
                };
            }
        }
    }
    TreeMatch { label: game.number.to_string(), sides, passed }
}

fn further(matches: Vec<(String, TreeMatch)>) -> Table {
    let mut table = Table::new(vec![
        Column::number("Match"),
        Column::text("Round").at_least(9),
        Column::name("First"),
        Column::mark("Score"),
        Column::name("Second"),
    ]);
    for (title, game) in matches {
        let [first, second] = game.sides;
        let score = match (first.score.as_str(), second.score.as_str()) {
            ("", "") => String::new(),
            (first, second) => format!("{first} \u{2013} {second}"),
        };
        table.push(vec![game.label, title, first.name, score, second.name]);
    }
    table
}
