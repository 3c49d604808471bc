//! Knockout trees.

use super::{Area, Ink, Page, Style};
use crate::document::{Align, Tree, TreeMatch, TreeRound};
use crate::fonts::Fonts;

/// Height that a match of the first round needs at least.
const PITCH: f32 = 22.0;
/// Height that a match of the first round gets at most.
const WIDEST_PITCH: f32 = 46.0;
/// Height of the line with the rounds' names.
const TITLES: f32 = 18.0;
/// A round is at most so wide: a tree of one match does not fill the line.
const WIDEST: f32 = 210.0;
/// Space between the rounds, where the lines run.
const GAP: f32 = 16.0;
const NAME: f32 = 8.0;
/// More rounds beside each other leave too little room for names.
const MOST_ROUNDS: usize = 6;

/// With more than three rounds the names have too little room on upright paper.
pub(super) fn needs_landscape(tree: &Tree) -> bool {
    tree.rounds.len() > 3
}

/// Height of a tree at the least pitch.
pub(super) fn height(tree: &Tree) -> f32 {
    TITLES + tree.rounds.iter().map(|round| round.matches.len()).max().unwrap_or(0) as f32 * PITCH
}

/// Cuts a tree that is higher than the space, or has too many rounds, into parts that fit: groups of the first round as far as they lead to one
/// match, and what follows.
pub(super) fn parts(tree: &Tree, space: f32) -> Vec<Tree> {
    // Parts of equally many rounds.
    let rounds = tree.rounds.len();
    let wide = rounds.div_ceil(rounds.div_ceil(MOST_ROUNDS).max(1));
    let fits = ((space - TITLES) / PITCH).max(1.0) as usize;
    let first = tree.rounds.first().map_or(0, |round| round.matches.len());
    if first <= fits || first < 2 {
        if rounds <= MOST_ROUNDS {
            return vec![tree.clone()];
        }
        let (head, tail) = tree.rounds.split_at(wide);
        let mut parts = vec![Tree { rounds: head.to_vec(), ..*tree }];
        parts.extend(self::parts(&Tree { rounds: tail.to_vec(), ..*tree }, space));
        return parts;
    }
    // A power of two, so that every group leads to one match.
    let group = 1 << fits.ilog2();
    let depth = (1..tree.rounds.len())
        .find(|&round| tree.rounds[round].matches.len() * group < first)
        .unwrap_or(rounds)
        .min(wide.max(1));
    let mut parts: Vec<Tree> = (0..first.div_ceil(group)).map(|index| slice(tree, index, group, depth)).collect();
    if depth < tree.rounds.len() {
        parts.extend(self::parts(&Tree { rounds: tree.rounds[depth..].to_vec(), ..*tree }, space));
    }
    parts
}

/// One group of `group` matches of the first round with what follows from them, `depth` rounds in all.
fn slice(tree: &Tree, index: usize, group: usize, depth: usize) -> Tree {
    let first = tree.rounds.first().map_or(1, |round| round.matches.len().max(1));
    let rounds = tree.rounds[..depth].iter().map(|round| {
        let share = |at: usize| (at * group * round.matches.len() / first).min(round.matches.len());
        TreeRound { title: round.title.clone(), matches: round.matches[share(index)..share(index + 1)].to_vec() }
    });
    Tree { rounds: rounds.collect(), ..*tree }
}

/// Draws a tree at the top of an area and returns the height used.
pub(super) fn draw(page: &mut Page, fonts: &Fonts, tree: &Tree, area: Area) -> f32 {
    let count = tree.rounds.len().max(1) as f32;
    let width = ((area.width() - GAP * (count - 1.0)) / count).min(WIDEST);
    let most = tree.rounds.iter().map(|round| round.matches.len()).max().unwrap_or(0).max(1) as f32;
    let pitch = ((area.height() - TITLES) / most).clamp(PITCH, WIDEST_PITCH);
    let mut before: Vec<f32> = Vec::new();
    for (index, round) in tree.rounds.iter().enumerate() {
        let left = area.left + index as f32 * (width + GAP);
        let column = Area { left, right: left + width, ..area };
        page.text(fonts, &round.title, Style::plain(8.5).bold(), column, area.top + 9.0, Align::Left);
        let middles = middles(&before, round.matches.len(), area.top + TITLES, pitch, most);
        for (game, &middle) in round.matches.iter().zip(&middles) {
            draw_match(page, fonts, game, column, middle);
        }
        if index > 0 && !tree.unlinked {
            connect(page, &tree.rounds[index - 1], &before, &middles, left);
        }
        before = middles;
    }
    TITLES + most * pitch
}

/// Where the matches of a round stand: beside or between those that they follow from, else spread evenly.
fn middles(before: &[f32], count: usize, top: f32, pitch: f32, most: f32) -> Vec<f32> {
    if count == before.len() {
        before.to_vec()
    } else if count * 2 == before.len() {
        before.chunks(2).map(|pair| (pair[0] + pair[1]) / 2.0).collect()
    } else {
        let each = pitch * most / count.max(1) as f32;
        (0..count).map(|index| top + each * (index as f32 + 0.5)).collect()
    }
}

/// The lines from the matches of the round before to those of the round that begins at `left`; a known winner's line is heavier.
fn connect(page: &mut Page, round: &TreeRound, before: &[f32], middles: &[f32], left: f32) {
    let (start, turn) = (left - GAP, left - GAP / 2.0);
    for (index, &from) in before.iter().enumerate() {
        if round.matches.get(index).is_some_and(TreeMatch::is_void) {
            continue;
        }
        let known = round
            .matches
            .get(index)
            .is_some_and(|game| game.sides.iter().any(|side| side.winner || (game.passed && side.known)));
        let (width, ink) = if known { (1.1, Ink::Black) } else { (0.5, Ink::Grey) };
        let mut line = |from: (f32, f32), to: (f32, f32)| {
            page.items.push(super::Item::Line { from, to, width, ink, dashed: false });
        };
        let target = if middles.len() == before.len() { index } else { index / 2 };
        let Some(&to) = middles.get(target) else { continue };
        line((start, from), (turn, from));
        line((turn, from), (turn, to));
        line((turn, to), (left, to));
    }
}

fn draw_match(page: &mut Page, fonts: &Fonts, game: &TreeMatch, column: Area, middle: f32) {
    let half = 10.5;
    let frame = Area { top: middle - half, bottom: middle + half, ..column };
    let number = fonts.width(&game.label, false, 6.5);
    // Decisions and later matches name it.
    let numbered = !game.passed && !game.label.is_empty();
    let indent = if numbered { number + 5.0 } else { 3.0 };
    if game.is_void() {
        return;
    }
    if game.passed {
        page.horizontal(column.left, column.right, middle, 0.5, Ink::Grey);
    } else {
        page.rectangle(frame, 0.4, Ink::Grey);
        let start = if numbered { column.left + indent - 1.5 } else { column.left };
        page.horizontal(start, column.right, middle, 0.3, Ink::Hairline);
    }
    for (side, top) in game.sides.iter().zip([frame.top, middle]) {
        if game.passed && side.name.is_empty() {
            continue;
        }
        // Whoever passed without a game stands alone, on the line.
        let top = if game.passed { frame.top } else { top };
        let baseline = top + 7.8;
        let score = Area { left: column.right - 20.0, right: column.right - 2.5, top, bottom: top + half };
        let right = if side.score.is_empty() { column.right - 2.5 } else { score.left - 2.0 };
        let left = column.left + indent;
        let name = Area { left, right: right.max(left + 1.0), ..score };
        let style = Style::plain(NAME);
        let style = if side.winner { style.bold() } else { style };
        let style = if side.known { style } else { style.grey() };
        page.text(fonts, &side.name, style, name, baseline, Align::Left);
        page.text(fonts, &side.score, Style::plain(NAME), score, baseline, Align::Right);
    }
    if numbered {
        let label = Area { left: column.left + 2.0, right: column.left + 3.0 + number, ..frame };
        page.text(fonts, &game.label, Style::plain(6.5).grey(), label, middle + 2.3, Align::Left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(first: usize) -> Tree {
        let mut rounds = Vec::new();
        let mut count = first;
        let mut number = 0;
        while count > 0 {
            let matches = (0..count).map(|_| {
                number += 1;
                TreeMatch { label: number.to_string(), ..TreeMatch::default() }
            });
            rounds.push(TreeRound { title: format!("Round of {}", 2 * count), matches: matches.collect() });
            count /= 2;
        }
        Tree { rounds, ..Tree::default() }
    }

    #[test]
    fn no_match_is_lost_or_doubled_when_a_tree_is_cut() {
        for first in [1, 2, 8, 16, 32, 64, 256] {
            let whole = tree(first);
            let parts = parts(&whole, 380.0);
            let mut labels: Vec<usize> = parts
                .iter()
                .flat_map(|part| &part.rounds)
                .flat_map(|round| &round.matches)
                .map(|game| game.label.parse().unwrap())
                .collect();
            labels.sort_unstable();
            assert_eq!(labels, (1..2 * first).collect::<Vec<_>>());
            assert!(parts.iter().all(|part| height(part) <= 380.0));
        }
    }

    #[test]
    fn a_long_tree_is_cut_by_rounds() {
        // The losers' bracket of 64: ten rounds of 16, 16, 8, 8, ... matches.
        let mut number = 0;
        let mut round = |matches: usize| {
            let matches = (0..matches).map(|_| {
                number += 1;
                TreeMatch { label: number.to_string(), ..TreeMatch::default() }
            });
            TreeRound { title: String::new(), matches: matches.collect() }
        };
        let rounds = [16, 16, 8, 8, 4, 4, 2, 2, 1, 1].map(&mut round).to_vec();
        let parts = parts(&Tree { rounds, ..Tree::default() }, 380.0);
        assert!(parts.len() > 1 && parts.iter().all(|part| part.rounds.len() <= MOST_ROUNDS));
        let matches = parts.iter().flat_map(|part| &part.rounds).map(|round| round.matches.len()).sum::<usize>();
        assert_eq!(matches, 62);
    }

    #[test]
    fn a_match_stands_between_those_it_follows_from() {
        assert_eq!(middles(&[10.0, 30.0, 50.0, 90.0], 2, 0.0, 1.0, 1.0), [20.0, 70.0]);
        assert_eq!(middles(&[10.0, 30.0], 2, 0.0, 1.0, 1.0), [10.0, 30.0]);
        assert_eq!(middles(&[], 2, 100.0, 20.0, 4.0), [120.0, 160.0]);
    }
}
