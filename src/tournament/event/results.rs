//! Results, their reasons, records, and the lot for the initial colour.

use super::act::{Work, count, no};
use crate::command::{GameRef, Refusal};
use crate::knockout::{Outcome, outcome_in};
use crate::model::*;
use std::sync::Arc;

/// Draws the initial colour from a seed: White when the lowest bit of the seed's SplitMix64 value is 0, else Black.
pub fn draw_color(seed: u64) -> Color {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    if (z ^ (z >> 31)) & 1 == 0 { Color::White } else { Color::Black }
}

pub(super) fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// A result as it is written: `1 - 0`.
pub fn result_name(result: Option<GameResult>) -> &'static str {
    match result {
        None => "open",
        Some(GameResult::WhiteWins) => "1 - 0",
        Some(GameResult::BlackWins) => "0 - 1",
        Some(GameResult::Draw) => "1/2 - 1/2",
        Some(GameResult::BothLose) => "0 - 0",
        Some(GameResult::HalfToWhite) => "1/2 - 0",
        Some(GameResult::HalfToBlack) => "0 - 1/2",
        Some(GameResult::WhiteWinsUnrated) => "1 - 0 (not rated)",
        Some(GameResult::BlackWinsUnrated) => "0 - 1 (not rated)",
        Some(GameResult::DrawUnrated) => "1/2 - 1/2 (not rated)",
        Some(GameResult::ForfeitToWhite) => "+ - -",
        Some(GameResult::ForfeitToBlack) => "- - +",
        Some(GameResult::BothForfeit) => "- - - (nobody came)",
        Some(GameResult::Adjourned) => "adjourned",
    }
}

/// Whether a reason can stand with a result (`source-requirements` R3, R4): a mate is no draw, a stalemate no win.
pub fn reason_fits(result: Option<GameResult>, reason: Reason) -> bool {
    use GameResult as G;
    use Reason as R;
    let Some(result) = result else { return matches!(reason, R::Annulled | R::Postponed) };
    let won = matches!(result, G::WhiteWins | G::BlackWins | G::WhiteWinsUnrated | G::BlackWinsUnrated);
    let drawn = matches!(result, G::Draw | G::DrawUnrated);
    let forfeit = matches!(result, G::ForfeitToWhite | G::ForfeitToBlack | G::BothForfeit);
    let unusual = matches!(result, G::BothLose | G::HalfToWhite | G::HalfToBlack);
    match reason {
        R::Checkmate | R::Resignation | R::Time | R::NoPieces | R::NoMoves | R::LostAppeal => won,
        R::Default => forfeit,
        R::Violation | R::Sanction | R::Technical => won || unusual || forfeit,
        R::Adjudication => won || drawn || unusual,
        R::Stalemate
        | R::Agreement
        | R::DeadPosition
        | R::Repetition
        | R::FiftyMoves
        | R::SeventyFiveMoves
        | R::FivefoldRepetition
        | R::TimeNoMatingMaterial
        | R::BothFlags
        | R::NoProgress
        | R::ThreeKings
        | R::KingMoves => drawn,
        R::Annulled | R::Postponed => result == G::Adjourned,
    }
}

/// The game at a place.
pub(super) fn game(state: &State, at: GameRef) -> Result<&Game, Refusal> {
    let Some(round) = state.round(at.stage, at.round) else {
        let paired = state.rounds_paired(at.stage);
        return Err(no(match paired {
            0 => "No round is paired yet; there is no game to enter.".to_owned(),
            _ => format!("Round {} is not paired; results can be entered for rounds 1 to {paired}.", at.round),
        }));
    };
    let meeting = (at.board as usize).checked_sub(1).and_then(|board| round.meetings.get(board));
    let Some(meeting) = meeting else {
        return Err(no(format!(
            "Round {} has no board {}; boards go from 1 to {}.",
            at.round,
            at.board,
            round.meetings.len()
        )));
    };
    meeting
        .games
        .get(at.game)
        .ok_or_else(|| no(format!("Board {} has {}.", at.board, count(meeting.games.len(), "game only", "games only"))))
}

fn game_mut<'w>(work: &'w mut Work<'_>, at: GameRef) -> Result<&'w mut Game, Refusal> {
    game(&work.state, at)?;
    // `game` found all of these a moment ago.
    let found = (work.state.stages.get_mut(at.stage))
        .and_then(|stage| stage.rounds.get_mut(at.round as usize - 1))
        .and_then(|round| Arc::make_mut(round).meetings.get_mut(at.board as usize - 1))
        .and_then(|meeting| Arc::make_mut(meeting).games.get_mut(at.game));
    found.ok_or_else(|| no("There is no such game."))
}

/// How a note says up to which round an adjourned game was taken as a draw.
pub(crate) const DRAWN_UNTIL: &str = "; a draw for pairing up to round ";

/// The pairs of a round are taken back: what is paired in its place knows the results of today.
pub(super) fn forget_draws(work: &mut Work, stage: StageIndex, round: RoundNumber) -> Result<(), Refusal> {
    let concerned = |game: &Game| game.drawn_until >= round;
    for paired in &mut work.stage_mut(stage)?.rounds {
        if paired.meetings.iter().any(|meeting| meeting.games.iter().any(concerned)) {
            let meetings = &mut Arc::make_mut(paired).meetings;
            for meeting in meetings.iter_mut().filter(|meeting| meeting.games.iter().any(concerned)) {
                for game in Arc::make_mut(meeting).games.iter_mut().filter(|game| concerned(game)) {
                    game.drawn_until = round.saturating_sub(1);
                }
            }
        }
    }
    Ok(())
}

/// In FIDE mode only results of the current and the previous round of a Swiss can be edited; what is reported later serves the rating report (FIDE C.04.2
/// art. 4.3). An adjourned game is finished, not corrected.
pub(super) fn for_ratings_only(state: &State, at: GameRef, old: &Game) -> bool {
    let swiss = state.stages.get(at.stage).is_some_and(|stage| matches!(stage.system, System::Swiss { .. }));
    let closed = at.round + 1 < state.rounds_paired(at.stage);
    let finished = old.result.is_some_and(|result| result != GameResult::Adjourned);
    state.fide_mode && swiss && closed && finished
}

/// Keeps the true result beside the one that the standings have.
fn report_late(work: &mut Work, at: GameRef, old: &Game, result: Option<GameResult>) -> Result<(), Refusal> {
    let late = result.filter(|_| result != old.result);
    if late == old.late {
        let known = match old.late {
            Some(late) => format!("is reported for the rating report already ({})", result_name(Some(late))),
            None => format!("has this result already ({})", result_name(old.result)),
        };
        return Err(no(format!("Nothing changes: board {} of round {} {known}.", at.board, at.round)));
    }
    if late == Some(GameResult::Adjourned) {
        return Err(no(format!("Board {} of round {} is finished; it cannot become adjourned.", at.board, at.round)));
    }
    game_mut(work, at)?.late = late;
    let names = format!("{} - {}", work.name(old.white), work.name(old.black));
    let standing = result_name(old.result);
    let text = match late {
        Some(_) => {
            format!("{names} {} for the rating report only; standings and pairs keep {standing}", result_name(late))
        }
        None => format!("{names} {standing} for the rating report again"),
    };
    work.log(at.round, format!("Late result @ Round {}: {text}", at.round));
    Ok(())
}

fn enter(work: &mut Work, at: GameRef, result: Option<GameResult>, reason: Option<Reason>) -> Result<(), Refusal> {
    let old = *game(&work.state, at)?;
    let paired = work.state.rounds_paired(at.stage);
    if work.state.round(at.stage, at.round).is_some_and(|round| round.manual_phase) {
        return Err(no(format!(
            "The pairs of round {} are being changed by hand; end that before entering results.",
            at.round
        )));
    }
    if work.state.is_carried(at.stage, at.round) {
        return Err(no(format!(
            "Board {} of round {} was played in an earlier stage; correct it there, and make this stage anew.",
            at.board, at.round
        )));
    }
    if let Some(reason) = reason
        && !reason_fits(result, reason)
    {
        return Err(no(format!(
            "Board {}: the reason \"{}\" cannot stand with the result {}; choose another reason or result.",
            at.board,
            reason.words(),
            result_name(result)
        )));
    }
    super::teams::check_vacant(work, at, &old, result)?;
    let swiss = matches!(work.stage(at.stage)?.system, System::Swiss { .. });
    if result.is_none() && at.round < paired && swiss {
        return Err(no(format!(
            "Round {} was used to pair round {}; a result can be corrected or set to adjourned, but not cleared.",
            at.round,
            at.round + 1
        )));
    }
    if for_ratings_only(&work.state, at, &old) {
        return report_late(work, at, &old, result);
    }
    let before = settled(&work.state, at);
    let game = game_mut(work, at)?;
    game.result = result;
    game.reason = reason;
    game.late = None;
    // The rounds that were paired meanwhile took the game as a draw.
    let open = |result| matches!(result, Some(GameResult::Adjourned | GameResult::Draw));
    if swiss && at.round < paired && old.result == Some(GameResult::Adjourned) && !open(result) {
        game.drawn_until = paired;
    } else if open(result) {
        game.drawn_until = 0;
    }
    super::playoff::drop_if_settled(work, at)?;
    super::playoff::settle_by_rule(work, at)?;
    check_next_round(work, at, before)?;
    if at.round < paired && swiss && old.result != result {
        let names = format!("{} - {}", work.name(old.white), work.name(old.black));
        let text = format!("{names} {} to {}", result_name(old.result), result_name(result));
        if old.result == Some(GameResult::Adjourned) {
            if result != Some(GameResult::Draw) {
                work.log(
                    at.round,
                    format!("Adjourned game finished @ Round {}: {text}{DRAWN_UNTIL}{paired}", at.round),
                );
            }
        } else {
            work.log(at.round, format!("Result corrected @ Round {}: {text}", at.round));
        }
    }
    Ok(())
}

/// The meeting at a place.
pub(super) fn meeting(state: &State, at: GameRef) -> Option<&Meeting> {
    let round = state.round(at.stage, at.round)?;
    round.meetings.get((at.board as usize).checked_sub(1)?).map(Arc::as_ref)
}

/// The meeting at a place, to be changed.
pub(super) fn meeting_mut<'w>(work: &'w mut Work<'_>, at: GameRef) -> Result<&'w mut Meeting, Refusal> {
    let found = (work.state.stages.get_mut(at.stage))
        .and_then(|stage| stage.rounds.get_mut((at.round as usize).checked_sub(1)?))
        .and_then(|round| Arc::make_mut(round).meetings.get_mut((at.board as usize).checked_sub(1)?))
        .map(Arc::make_mut);
    found.ok_or_else(|| no("There is no such meeting."))
}

/// "A - B".
pub(super) fn meeting_names(state: &State, meeting: &Meeting) -> String {
    let first = meeting.games.first();
    first.map(|game| format!("{} - {}", state.name(game.white), state.name(game.black))).unwrap_or_default()
}

/// Who goes on from a meeting.
pub(super) fn settled(state: &State, at: GameRef) -> Option<Outcome> {
    if state.pairs_teams(at.stage) {
        return super::teams::outcome_at(state, at);
    }
    Some(outcome_in(state, at.stage, meeting(state, at)?))
}

/// In a knockout the rounds after a meeting stand on its winner.
pub(super) fn check_next_round(work: &Work, at: GameRef, before: Option<Outcome>) -> Result<(), Refusal> {
    let knockout = matches!(work.stage(at.stage)?.system, System::Knockout { .. });
    let paired = work.state.rounds_paired(at.stage);
    if knockout && at.round < paired && settled(&work.state, at) != before {
        return Err(no(format!(
            "Round {}, board {}: round {} is paired with whoever went on from there; un-pair it before changing that.",
            at.round,
            at.board,
            at.round + 1
        )));
    }
    Ok(())
}

/// How a meeting was decided, in words that follow a name.
pub fn decided_words(by: DecidedBy) -> &'static str {
    match by {
        DecidedBy::TieBreak => "by tie-break",
        DecidedBy::PlayOff => "after a play-off",
        DecidedBy::Armageddon => "after an Armageddon game",
        DecidedBy::Lot => "by lot",
        DecidedBy::ByHand => "by the arbiter's decision",
    }
}

pub(super) fn decide(work: &mut Work, at: GameRef, winner: Option<PlayerId>, how: DecidedBy) -> Result<(), Refusal> {
    if !matches!(work.stage(at.stage)?.system, System::Knockout { .. }) {
        return Err(no("Only meetings of a knockout need a decision; elsewhere enter the result."));
    }
    if work.state.pairs_teams(at.stage) {
        return Err(no("Teams meet in this knockout; decide the whole match."));
    }
    let at = GameRef { game: 0, ..at };
    let game = *game(&work.state, at)?;
    let place = format!("Round {}, board {}", at.round, at.board);
    if work.state.round(at.stage, at.round).is_some_and(|round| round.manual_phase) {
        return Err(no(format!(
            "The pairs of round {} are being changed by hand; end that before deciding a meeting.",
            at.round
        )));
    }
    let old = meeting(&work.state, at).and_then(|meeting| meeting.decided);
    let by_games = |decided: Decided| matches!(decided.by, DecidedBy::PlayOff | DecidedBy::Armageddon);
    let ladder_decided =
        old.is_some_and(by_games) && meeting(&work.state, at).is_some_and(|meeting| !meeting.playoff.is_empty());
    let new = match winner {
        None if ladder_decided => {
            return Err(no(format!("{place}: the games of the ladder decide; take the last of them back.")));
        }
        None if old.is_none() => return Err(no(format!("{place}: nothing was decided besides the points."))),
        None => None,
        Some(winner) if winner != game.white && winner != game.black => {
            return Err(no(format!("{place}: {} does not play there.", work.name(winner))));
        }
        Some(winner) => Some(Decided { winner, by: how, seed: None }),
    };
    if new.is_some() && how == DecidedBy::ByHand && work.reason.is_empty() {
        return Err(no(format!("{place}: give the reason of the decision; it is kept with the event.")));
    }
    let before = settled(&work.state, at);
    meeting_mut(work, at)?.decided = None;
    let bare = settled(&work.state, at);
    meeting_mut(work, at)?.decided = new;
    match bare.unwrap_or(Outcome::Open) {
        Outcome::Equal => {}
        _ if new.is_none() || how == DecidedBy::ByHand => {}
        Outcome::Open => {
            return Err(no(format!("{place}: games are open; enter their results first, or decide by hand.")));
        }
        Outcome::Won(_) => {
            return Err(no(format!(
                "{place}: the points decide already; only the arbiter (by hand) can decide otherwise."
            )));
        }
        Outcome::Nobody => {
            return Err(no(format!(
                "{place}: nobody came, so that neither goes on; only the arbiter (by hand) can decide otherwise."
            )));
        }
    }
    check_next_round(work, at, before)?;
    let names = format!("{} - {}", work.name(game.white), work.name(game.black));
    match new {
        None => work.say(format!("{place}: {names}, the decision is taken back")),
        Some(Decided { winner, by, .. }) => {
            let text = format!("{} goes on {}", work.name(winner), decided_words(by));
            if by == DecidedBy::ByHand {
                let reason = work.reason.to_owned();
                work.log(at.round, format!("Decided by the arbiter @ Round {}: {names}: {text}: {reason}", at.round));
            }
            work.say(format!("{place}: {names}, {text}"));
        }
    }
    Ok(())
}

/// What a change to an earlier round leads to.
fn consequences(work: &mut Work, stage: StageIndex, round: RoundNumber) {
    let paired = work.state.rounds_paired(stage);
    if round >= paired {
        return;
    }
    let later = if round + 1 == paired {
        format!("The pairs of round {paired} stay")
    } else {
        format!("The pairs of rounds {} to {paired} stay", round + 1)
    };
    work.follow(format!("{later}; the standings of rounds {round} to {paired} change."));
}

pub(super) fn set(
    work: &mut Work,
    at: GameRef,
    result: Option<GameResult>,
    reason: Option<Reason>,
) -> Result<(), Refusal> {
    let old = *game(&work.state, at)?;
    enter(work, at, result, reason)?;
    let of_meeting = if at.game > 0 { format!(", game {}", at.game + 1) } else { String::new() };
    let place = format!("Round {}, board {}{of_meeting}", at.round, at.board);
    let why = reason.map(|r| format!(" ({})", r.words())).unwrap_or_default();
    if for_ratings_only(&work.state, at, &old) {
        let names = format!("{} - {}", work.name(old.white), work.name(old.black));
        let shown = game(&work.state, at)?.late.or(old.result);
        work.say(format!("{place}: {names} {} for the rating report only", result_name(shown)));
        if shown != old.result {
            work.follow(format!(
                "Standings and pairs keep {} (FIDE C.04.2 art. 4.3); ratings and norms count {}.",
                result_name(old.result),
                result_name(shown)
            ));
        }
        return Ok(());
    }
    let names = format!("{} - {}", work.name(old.white), work.name(old.black));
    work.say(match (old.result, result) {
        (_, None) => format!("{place}: result cleared, {names}"),
        (Some(before), Some(_)) if old.result != result => {
            format!("{place}: {names} {} instead of {}{why}", result_name(result), result_name(Some(before)))
        }
        _ => format!("{place}: {names} {}{why}", result_name(result)),
    });
    if old.result != result {
        consequences(work, at.stage, at.round);
        super::ties::dissolved(work, at.stage, at.round);
    }
    Ok(())
}

pub(super) fn set_many(work: &mut Work, list: &[(GameRef, GameResult, Option<Reason>)]) -> Result<(), Refusal> {
    if list.is_empty() {
        return Err(no("There is no result to enter."));
    }
    let mut places: Vec<GameRef> = list.iter().map(|(at, ..)| *at).collect();
    places.sort_unstable();
    if let Some(twice) = places.windows(2).find(|w| w[0] == w[1]) {
        return Err(no(format!("Board {} of round {} stands twice in the list.", twice[0].board, twice[0].round)));
    }
    for &(at, result, reason) in list {
        enter(work, at, Some(result), reason)?;
    }
    // `list` is not empty.
    let (first, last) = (places[0], places[places.len() - 1]);
    let rounds = if first.round == last.round {
        format!("round {}", first.round)
    } else {
        format!("rounds {} to {}", first.round, last.round)
    };
    work.say(format!("Entered {} of {rounds}", count(list.len(), "result", "results")));
    let late = list.iter().filter(|(at, ..)| game(&work.state, *at).is_ok_and(|game| game.late.is_some())).count();
    if late > 0 {
        let results = count(late, "result", "results");
        work.follow(format!("{results} of older rounds for the rating report only (FIDE C.04.2 art. 4.3)."));
    }
    consequences(work, first.stage, first.round);
    super::ties::dissolved(work, first.stage, first.round);
    Ok(())
}

pub(super) fn enter_records(
    work: &mut Work,
    results: &[(GameRef, GameResult, Option<Reason>)],
    records: &[(GameRef, StoredRecord)],
) -> Result<(), Refusal> {
    if records.is_empty() {
        return Err(no("There is no record to keep."));
    }
    if !results.is_empty() {
        set_many(work, results)?;
    }
    let entered = std::mem::take(&mut work.change.summary);
    for (at, record) in records {
        attach(work, *at, Some(record))?;
    }
    let kept = count(records.len(), "record", "records");
    work.say(if entered.is_empty() { format!("Kept {kept}") } else { format!("{entered}, kept {kept}") });
    Ok(())
}

pub(super) fn attach(work: &mut Work, at: GameRef, record: Option<&StoredRecord>) -> Result<(), Refusal> {
    let old = *game(&work.state, at)?;
    if record.is_none() && old.record.is_none() {
        return Err(no(format!("Board {} of round {} has no record.", at.board, at.round)));
    }
    if let Some(old) = old.record {
        work.state.records.remove(&old);
    }
    let id = match record {
        None => None,
        Some(record) => {
            let id = RecordId(work.ids.record);
            work.ids.record =
                work.ids.record.checked_add(1).ok_or_else(|| no("No identity is left for a further record."))?;
            work.state.records.insert(id, Arc::new(record.clone()));
            Some(id)
        }
    };
    game_mut(work, at)?.record = id;
    let names = format!("{} - {}", work.name(old.white), work.name(old.black));
    let what = if id.is_some() { "record kept" } else { "record taken away" };
    work.say(format!("Round {}, board {}: {what}, {names}", at.round, at.board));
    Ok(())
}
