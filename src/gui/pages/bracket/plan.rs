//! Where the matches of a knockout stand: columns and rows, before any drawing.

use pairing::knockout::{Bracket, Match, MatchNumber, MatchState, Part, Source};
use std::collections::BTreeMap;

/// A match in its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Its number in the bracket.
    pub number: MatchNumber,
    /// The column, from 0.
    pub column: usize,
    /// The middle, in heights of a match from the top of the part.
    pub row: f32,
}

/// A part of the bracket that is drawn as a tree of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartPlan {
    /// What it is called; empty for the main tree.
    pub title: String,
    /// The rounds, one for each column.
    pub rounds: Vec<String>,
    /// Its matches, column by column from top to bottom.
    pub matches: Vec<Placed>,
    /// Its height, in heights of a match.
    pub rows: f32,
}

/// All parts from top to bottom: the main tree, the losers' bracket, the grand final, third place, other places.
pub fn plan(bracket: &Bracket) -> Vec<PartPlan> {
    let states = bracket.states();
    let state = |number: MatchNumber| states.get(number as usize - 1).copied().unwrap_or(MatchState::Waiting);
    // The key orders the parts; matches stand by round.
    let mut parts: BTreeMap<(u8, u32), BTreeMap<u32, Vec<&Match>>> = BTreeMap::new();
    for game in bracket.matches() {
        let key = match game.part {
            Part::Main { .. } => (0, 0),
            Part::Losers { .. } => (1, 0),
            Part::GrandFinal | Part::Reset => (2, 0),
            Part::Places { from, .. } => (3, from),
        };
        // What nobody will play: a second grand final that is not needed, byes of the losers' bracket among themselves.
        if state(game.number) == MatchState::Void && key.0 > 0 {
            continue;
        }
        parts.entry(key).or_default().entry(game.round).or_default().push(game);
    }
    parts.into_iter().map(|(key, rounds)| part(bracket, key, rounds)).collect()
}

fn part(bracket: &Bracket, key: (u8, u32), rounds: BTreeMap<u32, Vec<&Match>>) -> PartPlan {
    let last = rounds.values().flatten().filter_map(|game| match game.part {
        Part::Places { to, .. } => Some(to),
        _ => None,
    });
    let last = last.max().unwrap_or(0);
    let title = match key {
        (0, _) => String::new(),
        (1, _) => "Losers' bracket".to_owned(),
        (2, _) => "Grand final".to_owned(),
        (_, 3) if last == 4 => "Third place".to_owned(),
        (_, from) => format!("Places {from}\u{2013}{last}"),
    };
    let mut plan = PartPlan { title, ..PartPlan::default() };
    let mut rows: BTreeMap<MatchNumber, f32> = BTreeMap::new();
    let most = rounds.values().map(Vec::len).max().unwrap_or(1) as f32;
    for (column, games) in rounds.into_values().enumerate() {
        plan.rounds.extend(games.first().map(|game| bracket.round_name(game.number)));
        let each = most / games.len().max(1) as f32;
        let mut lowest = f32::NEG_INFINITY;
        for (index, game) in games.into_iter().enumerate() {
            let inner: Vec<f32> = game
                .sides
                .iter()
                .filter_map(|side| match side {
                    Source::Winner(number) => rows.get(number).copied(),
                    _ => None,
                })
                .collect();
            let wanted = match inner[..] {
                [a, b] => (a + b) / 2.0,
                [a] => a,
                _ => each * (index as f32 + 0.5),
            };
            // Two matches of a column never stand on each other.
            let row = wanted.max(lowest + 1.0);
            lowest = row;
            rows.insert(game.number, row);
            plan.rows = plan.rows.max(row + 0.5);
            plan.matches.push(Placed { number: game.number, column, row });
        }
    }
    plan
}

/// The match that an arrow key leads to.
pub fn neighbour(bracket: &Bracket, parts: &[PartPlan], from: MatchNumber, step: Step) -> Option<MatchNumber> {
    let known = |number: MatchNumber| parts.iter().flat_map(|part| &part.matches).any(|placed| placed.number == number);
    match step {
        Step::Right => {
            // Without a fixed bracket: the next round at the same height.
            let across = || {
                let part = parts.iter().find(|part| part.matches.iter().any(|placed| placed.number == from))?;
                let here = part.matches.iter().find(|placed| placed.number == from)?;
                let next = part.matches.iter().filter(|placed| placed.column == here.column + 1);
                let nearest = next.min_by(|a, b| (a.row - here.row).abs().total_cmp(&(b.row - here.row).abs()))?;
                Some(nearest.number)
            };
            let to = bracket.next(from, false).map(|(number, _)| number);
            to.or_else(|| if bracket.is_reseeded() { across() } else { None }).filter(|&number| known(number))
        }
        Step::Left => bracket.get(from)?.sides.iter().find_map(|side| match *side {
            Source::Winner(number) | Source::Loser(number) if known(number) => Some(number),
            Source::Remaining(_) => {
                let part = parts.iter().find(|part| part.matches.iter().any(|placed| placed.number == from))?;
                let here = part.matches.iter().find(|placed| placed.number == from)?;
                let before = part.matches.iter().filter(|placed| placed.column + 1 == here.column);
                before.min_by(|a, b| (a.row - here.row).abs().total_cmp(&(b.row - here.row).abs())).map(|p| p.number)
            }
            _ => None,
        }),
        Step::Up | Step::Down => {
            let index = parts.iter().position(|part| part.matches.iter().any(|placed| placed.number == from))?;
            let column = parts[index].matches.iter().find(|placed| placed.number == from)?.column;
            let in_column = |part: &PartPlan| -> Vec<MatchNumber> {
                let column = column.min(part.rounds.len().saturating_sub(1));
                part.matches.iter().filter(|placed| placed.column == column).map(|placed| placed.number).collect()
            };
            let here = in_column(&parts[index]);
            let at = here.iter().position(|&number| number == from)?;
            if step == Step::Down {
                here.get(at + 1).copied().or_else(|| in_column(parts.get(index + 1)?).first().copied())
            } else if at > 0 {
                here.get(at - 1).copied()
            } else {
                in_column(parts.get(index.checked_sub(1)?)?).last().copied()
            }
        }
    }
}

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Step {
    Left,
    Right,
    Up,
    Down,
}

#[cfg(test)]
mod tests {
    use super::*;
    use pairing::knockout::{Format, Seeding};

    #[test]
    fn every_match_has_one_place_and_none_covers_another() {
        let formats = [
            Format::SINGLE,
            Format::THIRD_PLACE,
            Format::ALL_PLACES,
            Format::Double { reset: true },
            Format::Double { reset: false },
        ];
        for players in [2, 3, 5, 8, 11, 16, 31, 32, 64] {
            for format in formats {
                let bracket = Bracket::new(players, &Seeding::Standard, format).unwrap();
                let parts = plan(&bracket);
                let mut numbers: Vec<u32> = parts.iter().flat_map(|p| &p.matches).map(|placed| placed.number).collect();
                numbers.sort_unstable();
                let hidden = |number: &u32| bracket.states()[*number as usize - 1] == MatchState::Void;
                let all: Vec<u32> = bracket.matches().map(|m| m.number).filter(|n| !hidden(n)).collect();
                assert_eq!(numbers, all, "{players} {format:?}");
                for part in &parts {
                    for a in &part.matches {
                        assert!(a.column < part.rounds.len() && a.row + 0.5 <= part.rows && a.row >= 0.5);
                        let mut same = part.matches.iter().filter(|b| b.number != a.number && b.column == a.column);
                        assert!(same.all(|b| (a.row - b.row).abs() >= 0.999), "{players} {format:?} {part:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn arrows_walk_through_the_tree() {
        let bracket = Bracket::new(8, &Seeding::Standard, Format::THIRD_PLACE).unwrap();
        let parts = plan(&bracket);
        assert_eq!(parts.len(), 2);
        let go = |from, step| neighbour(&bracket, &parts, from, step);
        assert_eq!((go(1, Step::Down), go(1, Step::Right), go(1, Step::Up)), (Some(2), Some(5), None));
        let semifinal = go(4, Step::Right).unwrap();
        assert_eq!(go(semifinal, Step::Left), Some(3));
        let last = go(semifinal, Step::Right).unwrap();
        assert_eq!(bracket.round_name(last), "Final");
        let third = go(last, Step::Down).unwrap();
        assert_eq!((bracket.round_name(third).as_str(), go(third, Step::Up)), ("Third place", Some(4)));
        // Without a fixed bracket the arrows go to the round beside.
        let bracket = bracket.reseeded().unwrap();
        let parts = plan(&bracket);
        let go = |from, step| neighbour(&bracket, &parts, from, step);
        assert_eq!((go(4, Step::Right), go(5, Step::Right), go(6, Step::Left)), (Some(6), Some(7), Some(3)));
    }
}
