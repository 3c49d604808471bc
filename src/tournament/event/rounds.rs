//! Pairing, re-pairing and un-pairing rounds.

use super::act::{Work, count, list, no};
use super::numbers;
use crate::command::Refusal;
use crate::crosstable::CrossTable;
use crate::model::*;
use pairing::Points;
use pairing::swiss::{Pair, RoundPairing};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The engine's system of a variant, and the name that goes into [`Round::paired_by`].
pub(crate) fn engine_of(variant: SwissVariant) -> (pairing::swiss::System, &'static str) {
    match variant {
        SwissVariant::Dutch => (pairing::swiss::System::Dutch, "Pairwright Dutch 2026"),
        SwissVariant::Dubov => (pairing::swiss::System::Dubov, "Pairwright Dubov 2026"),
        SwissVariant::Burstein => (pairing::swiss::System::Burstein, "Pairwright Burstein 2026"),
        SwissVariant::DoubleSwiss => (pairing::swiss::System::DoubleSwiss, "Pairwright Double-Swiss 2026"),
        SwissVariant::Lim => (pairing::swiss::System::Lim, "Pairwright Lim (incomplete text)"),
        // Paired by `pair_matches`; the engine's system stands for nothing.
        SwissVariant::Team => (pairing::swiss::System::Dutch, "Pairwright Swiss Team 2026"),
    }
}

/// Whether a player takes part in a round: has entered, not left, and asked for no bye.
pub fn plays(player: &Player, round: RoundNumber) -> bool {
    player.entered_in <= round
        && player.withdrawn_from.is_none_or(|from| from > round)
        && !player.requested_byes.contains_key(&round)
}

/// Boards of a round that have an open game.
pub(super) fn open_boards(round: &Round) -> Vec<u32> {
    let open = |meeting: &Meeting| meeting.games.iter().any(|game| game.result.is_none());
    round.meetings.iter().zip(1..).filter(|(meeting, _)| open(meeting)).map(|(_, board)| board).collect()
}

/// Any result in the round.
pub(super) fn has_results(round: &Round) -> bool {
    round.meetings.iter().flat_map(|m| &m.games).any(|game| game.result.is_some())
}

pub(super) fn pair(work: &mut Work, index: StageIndex) -> Result<(), Refusal> {
    let stage = work.stage(index)?;
    let (system, planned) = (stage.system.clone(), stage.rounds_planned);
    let round = stage.rounds.len() as RoundNumber + 1;
    if let Some(last) = stage.rounds.last() {
        if last.manual_phase {
            return Err(no(format!("The pairs of round {} are being changed by hand; end that first.", round - 1)));
        }
        let empty = last.teams.as_ref().map_or(last.meetings.is_empty(), |teams| teams.matches.is_empty());
        if empty && matches!(system, System::Swiss { .. }) {
            return Err(no(format!("Round {} has no pairs; un-pair it first.", round - 1)));
        }
    }
    // A knockout has as many rounds as its bracket.
    if round > planned && !matches!(system, System::Knockout { .. }) {
        return Err(no(format!(
            "All {} paired. To play more, raise the number of rounds in the settings.",
            count(planned as usize, "planned round is", "planned rounds are")
        )));
    }
    let swiss = matches!(system, System::Swiss { .. });
    if swiss && work.state.settings.initial_color.is_none() {
        return Err(no("The initial colour is not drawn yet: draw it by lot, or enter it in the settings."));
    }
    let adjourned = if swiss { adjourn_open_games(work, index) } else { 0 };
    if round == 1 {
        super::stages::draw_as_announced(work, index)?;
    }
    let numbers = Arc::new(numbers::for_round(&work.state, index, round));
    work.stage_mut(index)?.numbers = numbers;
    // Fewer players than planned for have fewer rounds.
    let of_players = !work.state.pairs_teams(index);
    if matches!(system, System::RoundRobin { .. }) && round == 1 && of_players && work.stage(index)?.numbers.len() > 1 {
        let needed = crate::stages::planned(work.stage(index)?, planned).map_err(no)?;
        let stage = work.stage_mut(index)?;
        stage.rounds_planned = stage.rounds_planned.min(needed);
    }
    let made = if work.state.pairs_teams(index) {
        super::teams::round(work, index, round)?
    } else {
        make(work, index, round)?
    };
    let (boards, bye) = match &made.teams {
        Some(teams) => super::teams::words(work, teams, made.meetings.len()),
        None => {
            let bye = made.byes.iter().find(|(_, kind)| **kind == ByeKind::PairingAllocated);
            let bye = bye.map(|(id, _)| format!(", bye for {}", work.name(*id))).unwrap_or_default();
            (count(made.meetings.len(), "board", "boards"), bye)
        }
    };
    if system == System::Manual {
        work.say(format!("Opened round {round} for pairing by hand"));
    } else {
        work.say(format!("Paired round {round}: {boards}{bye}"));
    }
    if adjourned > 0 {
        let games = count(adjourned, "open game", "open games");
        work.follow(format!(
            "{games} of earlier rounds became adjourned: a draw for the pairing (FIDE C.04.2 art. 3.1)."
        ));
    }
    work.stage_mut(index)?.rounds.push(Arc::new(made));
    Ok(())
}

/// The next round by the system of the stage.
pub(super) fn make(work: &mut Work, index: StageIndex, round: RoundNumber) -> Result<Round, Refusal> {
    match work.stage(index)?.system {
        System::Swiss { variant, acceleration } => swiss_round(work, index, variant, acceleration),
        System::Manual => Ok(waiting_round(work, index)),
        System::RoundRobin { .. } | System::Knockout { .. } | System::Scheveningen { .. } => {
            super::schedule::round(work, index, round)
        }
    }
}

/// Games without a result become adjourned ones (FIDE C.04.2 art. 3.1). Gives their number.
fn adjourn_open_games(work: &mut Work, index: StageIndex) -> usize {
    let mut adjourned = 0;
    let Some(stage) = work.state.stages.get_mut(index) else { return 0 };
    for round in &mut stage.rounds {
        if open_boards(round).is_empty() {
            continue;
        }
        for meeting in &mut Arc::make_mut(round).meetings {
            if meeting.games.iter().any(|game| game.result.is_none()) {
                for game in Arc::make_mut(meeting).games.iter_mut().filter(|game| game.result.is_none()) {
                    game.result = Some(GameResult::Adjourned);
                    adjourned += 1;
                }
            }
        }
    }
    adjourned
}

/// The byes of those who do not play in a round. Withdrawn players stand in no round.
pub(super) fn byes_of_absent(state: &State, numbers: &[PlayerId], round: RoundNumber) -> BTreeMap<PlayerId, ByeKind> {
    numbers
        .iter()
        .filter_map(|id| {
            let player = state.players.get(id)?;
            let withdrawn = player.withdrawn_from.is_some_and(|from| from <= round);
            let kind = player.requested_byes.get(&round)?;
            (!withdrawn).then_some((*id, *kind))
        })
        .collect()
}

fn swiss_round(work: &mut Work, index: StageIndex, variant: SwissVariant, accelerated: bool) -> Result<Round, Refusal> {
    let stage = work.stage(index)?;
    let games = if variant == SwissVariant::DoubleSwiss { crate::double_swiss::GAMES } else { stage.games_per_meeting };
    let numbers = stage.numbers.clone();
    let round = stage.rounds.len() as RoundNumber + 1;
    let virtual_points = if accelerated { baku(&work.state, index, stage, round) } else { BTreeMap::new() };
    let (pairing, name) = {
        let present = |id: PlayerId| work.state.players.get(&id).is_some_and(|player| plays(player, round));
        let points = work.points.as_deref();
        engine_pairing(&work.state, index, variant, work.engine, points, &present, &virtual_points)?
    };
    let player_of = |tpn: u32| (tpn as usize).checked_sub(1).and_then(|i| numbers.get(i).copied());
    let mut meetings = Vec::with_capacity(pairing.pairs.len());
    for Pair { white, black } in &pairing.pairs {
        let (Some(white), Some(black)) = (player_of(*white), player_of(*black)) else {
            return Err(no("The pairing engine named a number that nobody has; nothing was changed."));
        };
        meetings.push(Arc::new(meeting(white, black, games)));
    }
    let mut byes = byes_of_absent(&work.state, &numbers, round);
    if let Some(id) = pairing.bye.and_then(player_of) {
        byes.insert(id, ByeKind::PairingAllocated);
    }
    fix_boards(&work.state, &mut meetings);
    Ok(Round {
        meetings,
        byes,
        paired_by: name.to_owned(),
        paired_at: work.now.to_owned(),
        virtual_points,
        manual_phase: false,
        ..Round::default()
    })
}

/// What the engine says for the round after those of the stage that are paired; `present` says who takes part, `points` are the match and game
/// points by round where the players of the state are teams. Also gives the engine's name.
pub(super) fn engine_pairing(
    state: &State,
    index: StageIndex,
    variant: SwissVariant,
    engine: super::Engine,
    points: Option<&[BTreeMap<PlayerId, (i32, i32)>]>,
    present: &dyn Fn(PlayerId) -> bool,
    virtual_points: &BTreeMap<PlayerId, i32>,
) -> Result<(RoundPairing, &'static str), Refusal> {
    let numbers = state.stages.get(index).map(|stage| stage.numbers.clone()).unwrap_or_default();
    let mut table = CrossTable::with_numbers(state, index, state.rounds_paired(index), &numbers);
    for (row, id) in table.rows.iter_mut().zip(numbers.iter()) {
        row.entrant.present = present(*id);
        row.entrant.virtual_points.push(Points(virtual_points.get(id).copied().unwrap_or(0)));
    }
    for row in table.rows.iter_mut().skip(numbers.len()) {
        row.entrant.virtual_points.push(Points::ZERO);
    }
    let here = table.rows.iter().filter(|row| row.entrant.present).count();
    if here < 2 {
        return Err(no(format!(
            "{} in this round; at least two are needed. Add players, or take back byes or withdrawals.",
            count(here, "player takes part", "players take part")
        )));
    }
    let (system, name) = engine_of(variant);
    let rules = &state.settings.teams;
    let mut input = table.round_input();
    let secondary = points.map(|points| super::teams::take_scores(&mut input, rules, &numbers, points));
    if let (SwissVariant::Team, Some(secondary)) = (variant, secondary) {
        let system = super::teams::match_system(rules);
        return Ok((pairing::swiss::pair_matches(system, &input, &secondary)?, name));
    }
    Ok((engine(system, &input)?, name))
}

/// An open meeting; further games change colours.
pub(super) fn meeting(white: PlayerId, black: PlayerId, games: u8) -> Meeting {
    let mut meeting = Meeting::single(white, black);
    for game in 1..games {
        let (white, black) = if game % 2 == 1 { (black, white) } else { (white, black) };
        meeting.games.push(Game::open(white, black));
    }
    meeting
}

/// Puts the meetings of players with a fixed board there; the others keep their order.
fn fix_boards(state: &State, meetings: &mut Vec<Arc<Meeting>>) {
    let fixed = |meeting: &Meeting| {
        let game = meeting.games.first()?;
        let board = |id| state.players.get(&id).and_then(|p| p.fixed_board);
        board(game.white).or(board(game.black))
    };
    let mut wanted: Vec<(u32, Arc<Meeting>)> = Vec::new();
    meetings.retain(|meeting| match fixed(meeting) {
        Some(board) => {
            wanted.push((board, meeting.clone()));
            false
        }
        None => true,
    });
    wanted.sort_by_key(|(board, _)| *board);
    for (board, meeting) in wanted {
        let place = (board.saturating_sub(1) as usize).min(meetings.len());
        meetings.insert(place, meeting);
    }
}

/// Virtual points of the Baku acceleration in a round (FIDE C.04.7 art. 1.2-1.4).
///
/// Group A is found when round 1 is paired. Later the person who stood last in it stays last: late entries above join it.
pub(super) fn baku(state: &State, index: StageIndex, stage: &Stage, round: RoundNumber) -> BTreeMap<PlayerId, i32> {
    let accelerated = stage.rounds_planned.div_ceil(2);
    let full = accelerated.div_ceil(2);
    let win = state.meeting_scoring(index).win;
    let points = match round {
        _ if round <= full => win,
        _ if round <= accelerated => win / 2,
        _ => return BTreeMap::new(),
    };
    let size = match stage.rounds.first() {
        None => 2 * stage.numbers.len().div_ceil(4),
        Some(first) => {
            let last = stage.numbers.iter().rposition(|id| first.virtual_points.contains_key(id));
            last.map_or(0, |index| index + 1)
        }
    };
    stage.numbers.iter().take(size).map(|id| (*id, points)).collect()
}

/// A round of the system `Manual`: everybody who plays waits for an opponent, and the manual phase is open.
fn waiting_round(work: &Work, index: StageIndex) -> Round {
    let stage = work.state.stages.get(index);
    let numbers = stage.map(|stage| stage.numbers.clone()).unwrap_or_default();
    let round = work.state.rounds_paired(index) + 1;
    Round {
        meetings: Vec::new(),
        byes: byes_of_absent(&work.state, &numbers, round),
        paired_by: "by hand".to_owned(),
        paired_at: work.now.to_owned(),
        virtual_points: BTreeMap::new(),
        manual_phase: true,
        ..Round::default()
    }
}

/// The last round is of this stage, and no later stage stands on it.
fn own_round(work: &Work, index: StageIndex) -> Result<(), Refusal> {
    let round = work.state.rounds_paired(index);
    if work.state.is_carried(index, round) {
        return Err(no(format!("Round {round} was played in an earlier stage and stays as it is.")));
    }
    let later = super::stages::built_on(&work.state, index);
    if !later.is_empty() {
        return Err(no(format!("{} stands on these results; remove it first.", list(&later))));
    }
    Ok(())
}

pub(super) fn repair(work: &mut Work, index: StageIndex) -> Result<(), Refusal> {
    own_round(work, index)?;
    let stage = work.stage(index)?;
    let round = stage.rounds.len() as RoundNumber;
    let Some(last) = stage.rounds.last() else {
        return Err(no("No round is paired yet; pair round 1."));
    };
    let entered: Vec<String> = last
        .meetings
        .iter()
        .zip(1..)
        .filter(|(m, _)| m.games.iter().any(|g| g.result.is_some()))
        .map(|(_, board)| format!("{board}"))
        .collect();
    if !entered.is_empty() {
        return Err(no(format!(
            "Round {round} has results (board {}) and cannot be paired again; change single pairs by hand, or un-pair the round.",
            list(&entered)
        )));
    }
    let old = last.clone();
    work.stage_mut(index)?.rounds.pop();
    super::results::forget_draws(work, index, round)?;
    pair(work, index)?;
    let new = work.stage(index)?.rounds.last().cloned();
    let same = new.is_some_and(|new| new.meetings == old.meetings && new.byes == old.byes && new.teams == old.teams);
    let text = work.change.summary.replacen("Paired", "Paired again", 1);
    work.say(text);
    if same {
        work.follow("The pairs are the same as before.");
    } else {
        work.log(round, format!("Re-paired @ Round {round}"));
        work.follow("The pairs differ from those that were made before; publish them again.");
    }
    Ok(())
}

pub(super) fn unpair(work: &mut Work, index: StageIndex) -> Result<(), Refusal> {
    own_round(work, index)?;
    let stage = work.stage(index)?;
    let round = stage.rounds.len() as RoundNumber;
    let Some(last) = stage.rounds.last().cloned() else {
        return Err(no("No round is paired; there is nothing to take back."));
    };
    work.stage_mut(index)?.rounds.pop();
    super::results::forget_draws(work, index, round)?;
    work.state.tie_decisions.retain(|decision| decision.stage != index || decision.round < round);
    for record in last.meetings.iter().flat_map(|m| &m.games).filter_map(|g| g.record) {
        work.state.records.remove(&record);
    }
    if has_results(&last) {
        let entered = last.meetings.iter().flat_map(|m| &m.games).filter(|g| g.result.is_some()).count();
        work.log(round, format!("Un-paired with results @ Round {round}"));
        work.follow(format!("{} of round {round} went with the pairs.", count(entered, "result", "results")));
    }
    work.say(format!("Un-paired round {round}"));
    Ok(())
}
