//! Pairing the rounds of a knockout.

use super::act::{Work, count, list, no};
use super::{rounds, schedule};
use crate::command::Refusal;
use crate::knockout::{self, Course, OpenMatch};
use crate::model::*;
use pairing::Lot;
use pairing::knockout::{FirstColor, MatchState, Seed, Side, first_whites};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The given round (from 1): the first from the numbers, the others from the winners. Whoever has no opponent passes with a zero-point bye.
pub(super) fn round(work: &mut Work, index: StageIndex, number: RoundNumber) -> Result<Round, Refusal> {
    let course = knockout::bracket(&work.state, index).map_err(no)?;
    if course.seeds.len() < 2 {
        return Err(no(format!(
            "{} in this knockout; at least two are needed.",
            count(course.seeds.len(), "player takes part", "players take part")
        )));
    }
    if !course.open.is_empty() {
        let words: Vec<String> = course.open.iter().map(|open| open_words(work, open)).collect();
        return Err(no(format!("Round {number} waits for the winners: {}.", list(&words))));
    }
    if course.is_over() {
        let won = course.bracket.champion().map(|seed| course.name(&work.state, seed));
        return Err(no(match won {
            Some(name) => format!("The knockout is over; {name} has won."),
            None => "The knockout is over; nobody has won.".to_owned(),
        }));
    }
    let mut pairs: Vec<[Seed; 2]> = Vec::new();
    let mut byes = BTreeMap::new();
    let mut passing: BTreeMap<String, Vec<PlayerId>> = BTreeMap::new();
    for (game, state) in course.bracket.matches().zip(course.bracket.states()) {
        if game.round != number {
            continue;
        }
        match state {
            MatchState::Ready { first, second } => pairs.push([first, second]),
            MatchState::Passed(seed) | MatchState::Decided { winner: seed, .. } => {
                if let Some(id) = course.player(seed) {
                    byes.insert(id, ByeKind::Zero);
                    passing.entry(course.bracket.round_name(game.number)).or_default().push(id);
                }
            }
            MatchState::Waiting | MatchState::Void => {}
        }
    }
    let stage = work.stage(index)?;
    let games = stage.games_per_meeting;
    let System::Knockout { options, .. } = &stage.system else { return Err(no("The stage is no knockout.")) };
    let options = options.clone();
    let mut lot = Lot::new(options.color_seed.wrapping_add(u64::from(number)));
    let whites = colors(work, index, &course, &pairs, options.first_color, &mut lot);
    let mut meetings = Vec::with_capacity(pairs.len());
    for (pair, white) in pairs.into_iter().zip(whites) {
        let pair = if white == Side::First { pair } else { [pair[1], pair[0]] };
        let (Some(white), Some(black)) = (course.player(pair[0]), course.player(pair[1])) else {
            return Err(no("The bracket named a number that nobody has; nothing was changed."));
        };
        let mut meeting = rounds::meeting(white, black, games);
        arrange(&mut meeting, &options, &mut lot);
        meetings.push(Arc::new(meeting));
    }
    for (name, ids) in passing {
        let names: Vec<String> = ids.iter().map(|id| work.name(*id)).collect();
        work.follow(format!(
            "{name}: {} without a game: {}.",
            if names.len() == 1 { "passes" } else { "pass" },
            list(&names)
        ));
    }
    work.stage_mut(index)?.rounds_planned = course.bracket.rounds();
    Ok(schedule::made(work, meetings, byes, "Knockout bracket"))
}

fn open_words(work: &Work, open: &OpenMatch) -> String {
    let names = format!("{} - {}", work.name(open.first), work.name(open.second));
    match open.board {
        Some(board) if open.equal => format!("board {board} ({names}) is equal, decide who goes on"),
        Some(board) => format!("board {board} ({names}) has open games"),
        None => format!("{names} must meet in round {} and do not", open.round),
    }
}

/// The colours of the later games: changed in the middle, or the last by lot (`knockout` 3).
fn arrange(meeting: &mut Meeting, options: &KnockoutOptions, lot: &mut Lot) {
    let games = meeting.games.len();
    let turn = |game: &mut Game| std::mem::swap(&mut game.white, &mut game.black);
    if options.change_in_middle && games.is_multiple_of(4) {
        meeting.games[games / 2..].iter_mut().for_each(turn);
    }
    if options.last_by_lot
        && games > 2
        && games % 2 == 1
        && lot.below(2) == 1
        && let Some(last) = meeting.games.last_mut()
    {
        turn(last);
    }
}

/// Who has White in the first games; the rules stand in [`crate::knockout`].
fn colors(
    work: &Work,
    index: StageIndex,
    course: &Course,
    pairs: &[[Seed; 2]],
    rule: FirstColorRule,
    lot: &mut Lot,
) -> Vec<Side> {
    use pairing::swiss::Color as C;
    if rule != FirstColorRule::Alternate {
        return first_whites(rule.bracket(), pairs, |_| None, lot);
    }
    let rounds = work.state.stages.get(index).map_or(&[][..], |stage| &stage.rounds);
    let played = |game: &&Game| {
        use GameResult::{BothForfeit, ForfeitToBlack, ForfeitToWhite};
        !matches!(game.result, Some(BothForfeit | ForfeitToBlack | ForfeitToWhite))
    };
    let mut last: BTreeMap<Seed, C> = BTreeMap::new();
    let seed_of: BTreeMap<PlayerId, Seed> = course.seeds.iter().zip(1..).map(|(&id, seed)| (id, seed)).collect();
    for game in rounds.iter().flat_map(|r| &r.meetings).filter_map(|m| m.games.first()).filter(played) {
        for (id, color) in [(game.white, C::White), (game.black, C::Black)] {
            if let Some(&seed) = seed_of.get(&id) {
                last.insert(seed, color);
            }
        }
    }
    // Where neither has played, the higher seed is given the colour of its turn, as if it had had the other one.
    let mut turn = C::from(work.state.settings.initial_color.unwrap_or(Color::White));
    for pair in pairs {
        if pair.iter().all(|seed| !last.contains_key(seed)) {
            let other = if turn == C::White { C::Black } else { C::White };
            last.insert(pair[0].min(pair[1]), other);
            turn = other;
        }
    }
    // Nothing is left for the lot.
    first_whites(FirstColor::Alternate, pairs, |seed| last.get(&seed).copied(), lot)
}
