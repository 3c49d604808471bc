//! Games of the ladder that follows equal games of a knockout, and the lot.

use super::act::{Work, no};
use super::results::{self, check_next_round, color_name, draw_color, meeting_mut, result_name, settled};
use crate::command::{GameRef, Refusal};
use crate::knockout::{Ladder, Outcome, clock_words, clocks_left, ladder_at};
use crate::model::*;

/// "Round 2, board 1".
fn place(at: GameRef) -> String {
    format!("Round {}, board {}", at.round, at.board)
}

/// The options of the stage, and that the meeting is there and no pairs are being changed.
fn options(work: &Work, at: GameRef) -> Result<KnockoutOptions, Refusal> {
    let System::Knockout { options, .. } = &work.stage(at.stage)?.system else {
        return Err(no("Only meetings of a knockout have further games; elsewhere enter the result."));
    };
    let options = (**options).clone();
    results::game(&work.state, at)?;
    if work.state.round(at.stage, at.round).is_some_and(|round| round.manual_phase) {
        return Err(no(format!(
            "The pairs of round {} are being changed by hand; end that before entering games.",
            at.round
        )));
    }
    Ok(options)
}

/// What the ladder says, or why no further game or lot can be entered.
fn next(work: &Work, at: GameRef) -> Result<Ladder, Refusal> {
    let Some(meeting) = results::meeting(&work.state, at) else { return Err(no("There is no such meeting.")) };
    if let Some(decided) = meeting.decided {
        return Err(no(format!(
            "{}: {} goes on {} already; take that back first.",
            place(at),
            work.name(decided.winner),
            results::decided_words(decided.by)
        )));
    }
    match ladder_at(&work.state, at).unwrap_or(Ladder::NotNeeded) {
        Ladder::NotNeeded => Err(no(format!(
            "{}: the games of the meeting are not over with equal points, so that no further game is played.",
            place(at)
        ))),
        found => Ok(found),
    }
}

/// Enters the next game of the ladder; the one that decides it settles the meeting.
pub(super) fn enter(work: &mut Work, at: GameRef, game: &PlayOffGame) -> Result<(), Refusal> {
    let at = GameRef { game: 0, ..at };
    let options = options(work, at)?;
    let regular = *results::game(&work.state, at)?;
    let place = place(at);
    let (day, step, bids) = match next(work, at)? {
        Ladder::Game { day, step, bids, .. } => (day, step, bids),
        Ladder::Lot { .. } => return Err(no(format!("{place}: the lot decides now, not a game; draw it."))),
        Ladder::NotNeeded | Ladder::Won { .. } | Ladder::UsedUp => {
            return Err(no(format!(
                "{place}: the ladder has no further game; decide by lot or by hand, or add steps to it in the settings."
            )));
        }
    };
    let both = [regular.white, regular.black];
    if game.white == game.black || !both.contains(&game.white) || !both.contains(&game.black) {
        return Err(no(format!("{place}: {} and {} play there.", work.name(regular.white), work.name(regular.black))));
    }
    if game.result == GameResult::Adjourned {
        return Err(no(format!("{place}: games of the ladder are played to their end; enter the result afterwards.")));
    }
    let pending = results::meeting(&work.state, at).and_then(|meeting| meeting.colors_drawn);
    if let Some(seed) = pending.or(game.color_seed) {
        let drawn = if draw_color(seed) == Color::White { regular.white } else { regular.black };
        if drawn != game.white {
            return Err(no(format!("{place}: the lot with seed {seed} gave White to {}.", work.name(drawn))));
        }
    }
    match game.bids {
        Some((white, black)) if bids && black > white => {
            return Err(no(format!(
                "{place}: the lower bid has Black: {} bid {white} s and {} {black} s.",
                work.name(game.white),
                work.name(game.black)
            )));
        }
        Some(_) if !bids => return Err(no(format!("{place}: in this step nobody bids for Black."))),
        _ => {}
    }
    let before = settled(&work.state, at);
    // A ladder has at most twenty steps.
    let entered = PlayOffGame { step: step as u8, day, color_seed: pending.or(game.color_seed), ..*game };
    let found = meeting_mut(work, at)?;
    found.playoff.push(entered);
    found.colors_drawn = None;
    if let Some(Ladder::Won { winner, step }) = ladder_at(&work.state, at) {
        let by = match options.ladder.get(step) {
            Some(step) if step.is_armageddon() => DecidedBy::Armageddon,
            Some(step) if step.kind.is_without_game() => DecidedBy::TieBreak,
            _ => DecidedBy::PlayOff,
        };
        meeting_mut(work, at)?.decided = Some(Decided { winner, by, seed: None });
    }
    check_next_round(work, at, before)?;
    let names = format!("{} - {}", work.name(game.white), work.name(game.black));
    let words = step_words(&options, day, step);
    work.say(format!("{place}, {words}: {names} {}", result_name(Some(game.result))));
    tell(work, at, &options);
    Ok(())
}

/// When a correction ends a meeting by its own games, or leaves one of them open, the games of the ladder and what they decided fall away. The
/// arbiter's own decision stays.
pub(super) fn drop_if_settled(work: &mut Work, at: GameRef) -> Result<(), Refusal> {
    let at = GameRef { game: 0, ..at };
    let System::Knockout { options, .. } = &work.stage(at.stage)?.system else { return Ok(()) };
    if options.days.is_some() || work.state.pairs_teams(at.stage) {
        return Ok(());
    }
    let scoring = work.state.settings.scoring;
    let found = meeting_mut(work, at)?;
    let by_hand = found.decided.is_some_and(|decided| decided.by == DecidedBy::ByHand);
    if by_hand || (found.playoff.is_empty() && found.decided.is_none()) {
        return Ok(());
    }
    let by_games = Meeting { decided: None, playoff: Vec::new(), ..found.clone() };
    if crate::knockout::outcome(&by_games, &scoring) == Outcome::Equal {
        return Ok(());
    }
    found.playoff.clear();
    found.decided = None;
    work.follow("The games after the equal meeting, and what they decided, are taken out.".to_owned());
    Ok(())
}

/// When the games that are over leave the meeting equal and the ladder begins with a rule that needs no game (the better seed, more
/// Blacks): that decides it.
pub(super) fn settle_by_rule(work: &mut Work, at: GameRef) -> Result<(), Refusal> {
    let at = GameRef { game: 0, ..at };
    let System::Knockout { options, .. } = &work.stage(at.stage)?.system else { return Ok(()) };
    if !options.ladder.iter().any(|step| step.kind.is_without_game()) {
        return Ok(());
    }
    let Some(Ladder::Won { winner, step }) = ladder_at(&work.state, at) else { return Ok(()) };
    let Some(step) = options.ladder.get(step).filter(|step| step.kind.is_without_game()).cloned() else {
        return Ok(());
    };
    let found = meeting_mut(work, at)?;
    if found.decided.is_some_and(|decided| decided.by != DecidedBy::TieBreak) {
        return Ok(());
    }
    found.decided = Some(Decided { winner, by: DecidedBy::TieBreak, seed: None });
    work.follow(format!("{} goes on: {}.", work.name(winner), step.words()));
    Ok(())
}

/// A step in words: "day 2, 1 game of 20 min + 5 s".
fn step_words(options: &KnockoutOptions, day: u8, step: usize) -> String {
    let words = options.step(day, step).map(LadderStep::words).unwrap_or_default();
    if day == 0 { words } else { format!("day {day}, {words}") }
}

/// What follows in the meeting.
fn tell(work: &mut Work, at: GameRef, options: &KnockoutOptions) {
    if let Some(Outcome::Won(winner)) = settled(&work.state, at).filter(|_| options.days.is_some()) {
        work.follow(format!("{} goes on.", work.name(winner)));
        return;
    }
    let text = match ladder_at(&work.state, at) {
        Some(Ladder::Won { winner, .. }) => format!("{} goes on.", work.name(winner)),
        Some(Ladder::Game { day, step, game, white, .. }) => {
            let colors = white.map(|id| format!(", {} has White", work.name(id))).unwrap_or_default();
            let meeting = results::meeting(&work.state, at);
            let goes_on = options.step(day, step).is_some_and(|step| step.kind == LadderKind::RemainingTime);
            let clocks = meeting.and_then(|meeting| clocks_left(meeting, day, step)).filter(|_| goes_on);
            let clocks = clocks.map(|(one, first, second)| {
                let other =
                    meeting.and_then(|m| m.games.first()).map(|g| if g.white == one { g.black } else { g.white });
                let other = other.map(|id| work.name(id)).unwrap_or_default();
                format!(", clocks {} {} and {other} {}", work.name(one), clock_words(first), clock_words(second))
            });
            format!("Next: {}, game {game}{colors}{}.", step_words(options, day, step), clocks.unwrap_or_default())
        }
        Some(Ladder::Lot { .. }) => "Next: the lot.".to_owned(),
        Some(Ladder::UsedUp) => "The ladder is used up; the lot or the arbiter decides.".to_owned(),
        Some(Ladder::NotNeeded) | None => return,
    };
    work.follow(text);
}

/// Draws the colours of the next game of the ladder (counted from 1 over the whole ladder).
pub(super) fn draw_colors(work: &mut Work, at: GameRef, game: u32, seed: u64) -> Result<(), Refusal> {
    let at = GameRef { game: 0, ..at };
    let options = options(work, at)?;
    let regular = *results::game(&work.state, at)?;
    let place = place(at);
    let (entered, pending) =
        results::meeting(&work.state, at).map_or((0, None), |meeting| (meeting.playoff.len(), meeting.colors_drawn));
    if let Some(seed) = pending {
        return Err(no(format!(
            "{place}: the colours of the next game are drawn already (seed {seed}); a lot is drawn once."
        )));
    }
    let Ladder::Game { day, step, white, .. } = next(work, at)? else {
        return Err(no(format!("{place}: no game of the ladder follows now.")));
    };
    if let Some(white) = white {
        return Err(no(format!("{place}: the colours go on by turns; {} has White.", work.name(white))));
    }
    if game as usize != entered + 1 {
        return Err(no(format!("{place}: game {} of the ladder is next, not game {game}.", entered + 1)));
    }
    meeting_mut(work, at)?.colors_drawn = Some(seed);
    let white = crate::knockout::drawn_white(&regular, seed);
    let words = step_words(&options, day, step);
    work.say(format!("{place}, {words}: {} has White by lot (seed {seed})", work.name(white)));
    Ok(())
}

/// Takes the last game of the ladder back, and the decision that it brought.
pub(super) fn take_back(work: &mut Work, at: GameRef) -> Result<(), Refusal> {
    let at = GameRef { game: 0, ..at };
    options(work, at)?;
    let place = place(at);
    let before = settled(&work.state, at);
    let found = meeting_mut(work, at)?;
    let Some(game) = found.playoff.pop() else {
        return Err(no(format!("{place}: no further game was played.")));
    };
    // Its lot stays drawn.
    found.colors_drawn = game.color_seed;
    match found.decided {
        Some(Decided { by: DecidedBy::PlayOff | DecidedBy::Armageddon | DecidedBy::TieBreak, .. }) => {
            found.decided = None
        }
        None => {}
        Some(Decided { by, .. }) => {
            return Err(no(format!(
                "{place}: who goes on is decided {}; take that back first.",
                results::decided_words(by)
            )));
        }
    }
    check_next_round(work, at, before)?;
    let names = format!("{} - {}", work.name(game.white), work.name(game.black));
    work.say(format!("{place}: the further game {names} {} is taken back", result_name(Some(game.result))));
    Ok(())
}

/// Draws who goes on: White of game 1 when the seed draws White.
pub(super) fn draw(work: &mut Work, at: GameRef, seed: u64) -> Result<(), Refusal> {
    let at = GameRef { game: 0, ..at };
    let options = options(work, at)?;
    let place = place(at);
    if let Ladder::Game { day, step, .. } = next(work, at)? {
        if day > 0 {
            return Err(no(format!("{place}: day {day} is to be played to its end; the lot is for equal meetings.")));
        }
        let words = step_words(&options, day, step);
        work.follow(format!("The ladder names games first ({words}); the lot was drawn instead."));
    }
    let regular = *results::game(&work.state, at)?;
    let color = draw_color(seed);
    let winner = if color == Color::White { regular.white } else { regular.black };
    let before = settled(&work.state, at);
    meeting_mut(work, at)?.decided = Some(Decided { winner, by: DecidedBy::Lot, seed: Some(seed) });
    check_next_round(work, at, before)?;
    let names = format!("{} - {}", work.name(regular.white), work.name(regular.black));
    work.log(
        at.round,
        format!("Decided by lot @ Round {}: {names}: {} goes on (seed {seed})", at.round, work.name(winner)),
    );
    work.say(format!("{place}: {names}, {} goes on by lot (seed {seed}: {})", work.name(winner), color_name(color)));
    Ok(())
}
