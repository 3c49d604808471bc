//! The ladder of tie-breaks after equal games: what is played next, and who has won it (`knockout` 4).

use super::days::finished;
use super::{Day, Outcome, days, outcome};
use crate::model::*;
use pairing::Points;
use pairing::knockout::{Contest, Finished, Progress, Side};

/// How far the ladder of a meeting is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ladder {
    /// The games of the meeting are not over, or their points decide.
    NotNeeded,
    /// A game is to be played.
    Game {
        /// The day that it belongs to, the number of the meeting's game; 0: the meeting as a whole is equal.
        day: u8,
        /// The step of the day or of the ladder, from 0; see [`KnockoutOptions::step`].
        step: usize,
        /// The game of the step, from 1.
        game: u32,
        /// Has White by the rule; `None`: the lot, or the bids.
        white: Option<PlayerId>,
        /// The lower bid of thinking time has Black.
        bids: bool,
    },
    /// The lot decides now.
    Lot {
        /// The step, from 0.
        step: usize,
    },
    /// This player has won the ladder.
    Won {
        /// Goes on.
        winner: PlayerId,
        /// The step that decided, from 0.
        step: usize,
    },
    /// There is no ladder, or it is used up: the arbiter says what follows.
    UsedUp,
}

/// The contest that a meeting with these options is.
fn contest(options: &KnockoutOptions, games: usize, scoring: &Scoring, better: Option<Side>) -> Contest {
    Contest {
        games: games as u32,
        change_in_middle: options.change_in_middle,
        last_by_lot: options.last_by_lot,
        win: Points(scoring.win),
        draw: Points(scoring.draw),
        better,
        ladder: options.ladder.iter().map(LadderStep::contest).collect(),
    }
}

/// How far the ladder of a meeting is by the games that were played; `better` has the better seed.
fn ladder(meeting: &Meeting, options: &KnockoutOptions, scoring: &Scoring, better: Option<PlayerId>) -> Ladder {
    let Some(first) = meeting.games.first() else { return Ladder::NotNeeded };
    // A lot that was drawn for the next game.
    let drawn = meeting.colors_drawn.map(|seed| drawn_white(first, seed));
    match options.days.as_deref() {
        Some(rules) => {
            let Some(found) = days(meeting, rules, scoring) else { return Ladder::NotNeeded };
            match found.outcome(rules) {
                Outcome::Equal => {}
                Outcome::Open => {
                    let mut numbered = found.days.iter().zip(1..);
                    return numbered
                        .find_map(|(day, number)| next_of_day(day, number, options, drawn))
                        .unwrap_or(Ladder::NotNeeded);
                }
                Outcome::Won(_) | Outcome::Nobody => return Ladder::NotNeeded,
            }
        }
        None => {
            let bare = Meeting { games: meeting.games.clone(), ..Meeting::single(first.white, first.black) };
            if outcome(&bare, scoring) != Outcome::Equal {
                return Ladder::NotNeeded;
            }
        }
    }
    let side = |id: PlayerId| if id == first.white { Side::First } else { Side::Second };
    let player = |side: Side| if side == Side::First { first.white } else { first.black };
    let regular =
        meeting.games.iter().filter_map(|game| Some(finished(first.white, game.white, game.result?, scoring)));
    // A meeting by days is equal after its days, so that its games as a whole are level here whatever their points are.
    let regular = regular.map(|game| match options.days {
        Some(_) => Finished { points: [Points(scoring.draw); 2], ..game },
        None => game,
    });
    let at_the_end = meeting.playoff.iter().filter(|game| game.day == 0);
    let further = at_the_end.map(|game| as_finished(game, &options.ladder, first.white, scoring));
    let games: Vec<Finished> = regular.chain(further).collect();
    let better = better.map(side);
    match contest(options, meeting.games.len(), scoring, better).progress(Some(Side::First), &games, None) {
        Progress::Game { step: Some(step), game, white } => {
            let bids = matches!(options.ladder.get(step).map(|s| s.kind), Some(LadderKind::ArmageddonWithBids { .. }));
            Ladder::Game { day: 0, step, game, white: white.map(player).or(drawn), bids }
        }
        Progress::Lot { step } => Ladder::Lot { step },
        Progress::Decided { winner, step: Some(step) } => Ladder::Won { winner: player(winner), step },
        // The points of the games are equal, so that they neither go on nor decide.
        Progress::Equal | Progress::Game { step: None, .. } | Progress::Decided { step: None, .. } => Ladder::UsedUp,
    }
}

/// A game of a ladder with these steps, as the contest takes it; `first` has White in game 1 of the meeting.
pub(super) fn as_finished(game: &PlayOffGame, ladder: &[LadderStep], first: PlayerId, scoring: &Scoring) -> Finished {
    let played = finished(first, game.white, game.result, scoring);
    let clocks_go_on = ladder.get(usize::from(game.step)).is_some_and(|step| step.kind == LadderKind::RemainingTime);
    // Whoever has no time left after a drawn game cannot go on and loses.
    match (game.clocks, played.points[0] == played.points[1]) {
        (Some((0, 1..)), true) if clocks_go_on => finished(first, game.white, GameResult::BlackWins, scoring),
        (Some((1.., 0)), true) if clocks_go_on => finished(first, game.white, GameResult::WhiteWins, scoring),
        _ => played,
    }
}

/// The game that a drawn day waits for.
fn next_of_day(day: &Day, number: u8, options: &KnockoutOptions, drawn: Option<PlayerId>) -> Option<Ladder> {
    let Day::Game { step, game, white } = *day else { return None };
    let kind = options.step(number, step).map(|step| step.kind);
    let bids = matches!(kind, Some(LadderKind::ArmageddonWithBids { .. }));
    Some(Ladder::Game { day: number, step, game, white: white.or(drawn), bids })
}

/// Who has White in a game of the ladder by the lot with this seed: White of game 1 of the meeting, when the seed draws White.
pub fn drawn_white(first: &Game, seed: u64) -> PlayerId {
    if crate::event::draw_color(seed) == Color::White { first.white } else { first.black }
}

/// The ladder of a meeting of a stage; `None` when the stage is no knockout or there is no such meeting.
pub fn ladder_at(state: &State, at: crate::command::GameRef) -> Option<Ladder> {
    let System::Knockout { options, .. } = &state.stages.get(at.stage)?.system else { return None };
    let round = state.round(at.stage, at.round)?;
    let meeting = round.meetings.get((at.board as usize).checked_sub(1)?)?;
    let first = meeting.games.first()?;
    let numbers = state.numbering(at.stage);
    let better = numbers.iter().copied().find(|id| *id == first.white || *id == first.black);
    Some(ladder(meeting, options, &state.settings.scoring, better))
}

/// The clocks at the beginning of the next game of a step in which they go on: a player, the seconds of that player, then those of the
/// opponent. `None` before its second game, or when the times were not kept.
pub fn clocks_left(meeting: &Meeting, day: u8, step: usize) -> Option<(PlayerId, u32, u32)> {
    let last = meeting.playoff.last().filter(|game| (game.day, usize::from(game.step)) == (day, step))?;
    let (white, black) = last.clocks?;
    Some((last.white, white, black))
}

/// A time on the clock: "1:05".
pub fn clock_words(seconds: u32) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// The games of the ladder in words, one line each: `2 games of 10 min + 10 s: Koch – Bold 1/2 - 1/2`. Of a meeting by days the days follow.
pub fn playoff_lines(state: &State, options: &KnockoutOptions, meeting: &Meeting) -> Vec<String> {
    let step = |game: &PlayOffGame| {
        let step = options.step(game.day, usize::from(game.step));
        let words = step.map_or_else(|| "Further game".to_owned(), LadderStep::words);
        if game.day == 0 { words } else { format!("Day {}, {words}", game.day) }
    };
    let lines = meeting.playoff.iter().map(|game| {
        let minutes = clock_words;
        let bids = game.bids.map(|(w, b)| format!(", bids {} and {}", minutes(w), minutes(b))).unwrap_or_default();
        let clocks =
            game.clocks.map(|(w, b)| format!(", clocks {} and {}", minutes(w), minutes(b))).unwrap_or_default();
        let (white, black) = (state.name(game.white), state.name(game.black));
        let result = crate::event::result_name(Some(game.result));
        format!("{}: {white} \u{2013} {black} {result}{bids}{clocks}", step(game))
    });
    let mut lines: Vec<String> = lines.collect();
    if let Some(rules) = options.days.as_deref()
        && let Some(found) = days(meeting, rules, &state.settings.scoring)
    {
        lines.extend(found.lines(state, rules));
        if rules.points.is_some() && found.points != [0, 0] {
            let [one, two] = found.sides.map(|id| state.name(id));
            lines.push(format!("Days: {one} {} \u{2013} {} {two}", found.points[0], found.points[1]));
        }
    }
    lines
}
