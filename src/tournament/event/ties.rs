//! Deciding ties that the tie-breaks leave (FIDE C.07 art. 3 and 4.2).

use super::Entry;
use super::act::{Work, count, list, no};
use crate::command::{Command, GameRef, Refusal, TieDecidedBy, WarningLevel};
use crate::model::*;
use crate::standings::{DecisionKind, StageTable};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What is asked before a tie is decided.
pub(super) fn warning(how: TieDecidedBy) -> (WarningLevel, &'static str) {
    match how {
        TieDecidedBy::PlayOff => (
            WarningLevel::Note,
            "The play-off counts where the tie-breaks leave these players level (FIDE C.07 art. 3).",
        ),
        TieDecidedBy::Lot { .. } | TieDecidedBy::LotDrawn => (
            WarningLevel::Confirm,
            "A lot is drawn once and then stays; its seed is kept with the event and noted in the report file.",
        ),
        TieDecidedBy::ByHand => (
            WarningLevel::Confirm,
            "Ranks set by hand are marked in the standings and noted in the report file with the reason.",
        ),
    }
}

/// The decision that ranks a player after a round.
pub(super) fn of_player(
    state: &State,
    stage: StageIndex,
    round: RoundNumber,
    player: PlayerId,
) -> Option<&TieDecision> {
    let mut found = state.tie_decisions.iter().filter(|decision| (decision.stage, decision.round) == (stage, round));
    found.find(|decision| decision.order.contains(&player))
}

/// A lot that was drawn before for the same players (or for the colours of the same game), also when it has been undone since, is not drawn another time: its seed is put into the
/// command, so that the same order comes out.
pub(super) fn first_seed(journal: &[Arc<Entry>], command: &mut Command) {
    if let Command::DrawPlayOffColors { at, game, seed } = command {
        let wanted = (GameRef { game: 0, ..*at }, *game);
        let first = journal.iter().find_map(|entry| match &entry.order.command {
            Command::DrawPlayOffColors { at, game, seed } => {
                (wanted == (GameRef { game: 0, ..*at }, *game)).then_some(*seed)
            }
            _ => None,
        });
        *seed = first.unwrap_or(*seed);
        return;
    }
    let set = |order: &[PlayerId]| order.iter().copied().collect::<BTreeSet<PlayerId>>();
    let Command::DecideTie { stage, round, how: TieDecidedBy::Lot { seed }, order } = command else { return };
    let wanted = (*stage, *round, set(order));
    let first = journal.iter().find_map(|entry| match &entry.order.command {
        Command::DecideTie { stage, round, how: TieDecidedBy::Lot { seed }, order } => {
            (wanted == (*stage, *round, set(order))).then_some(*seed)
        }
        _ => None,
    });
    *seed = first.unwrap_or(*seed);
}

fn kind_of(how: TieDecidedBy) -> DecisionKind {
    match how {
        TieDecidedBy::PlayOff => DecisionKind::PlayOff,
        TieDecidedBy::Lot { .. } | TieDecidedBy::LotDrawn => DecisionKind::Lot,
        TieDecidedBy::ByHand => DecisionKind::ByHand,
    }
}

pub(super) fn decide(
    work: &mut Work,
    index: StageIndex,
    round: RoundNumber,
    how: TieDecidedBy,
    order: &[PlayerId],
) -> Result<(), Refusal> {
    let stage = work.stage(index)?;
    if matches!(stage.system, System::Knockout { .. }) {
        return Err(no("In a knockout each meeting is decided by itself; say there who goes on."));
    }
    let paired = stage.rounds.len() as RoundNumber;
    if round == 0 || round > paired {
        return Err(no(format!(
            "Ties are decided in the standings after a paired round; {} so far.",
            rounds_words(paired)
        )));
    }
    let open = work.state.open_games(index, round);
    if open > 0 {
        return Err(no(format!(
            "{} up to round {round}; ties are decided when every result is in.",
            count(open, "game is open", "games are open")
        )));
    }
    let of_teams = work.state.pairs_teams(index);
    for id in order {
        if of_teams {
            super::people::team(work, TeamId(id.0))?;
        } else {
            work.player(*id)?;
        }
    }
    let named: BTreeSet<PlayerId> = order.iter().copied().collect();
    if let [one] = order {
        return Err(no(format!(
            "{} shares the rank after round {round} with nobody; there is no tie to decide.",
            work.name(*one)
        )));
    }
    if named.len() != order.len() || order.len() < 2 {
        return Err(no(if of_teams {
            "Name at least two teams, each once, the best first."
        } else {
            "Name at least two players, each once, the best first."
        }));
    }
    let name = |work: &Work, id: PlayerId| {
        if of_teams { work.state.team_name(TeamId(id.0)) } else { work.name(id) }
    };
    if let Some(old) = order.iter().find_map(|id| of_player(&work.state, index, round, *id).map(|old| (*id, old))) {
        let (id, how) = (old.0, words(old.1.kind));
        return Err(no(format!(
            "{} is ranked {how} already; take that decision back before deciding the tie anew.",
            name(work, id)
        )));
    }
    let level = if of_teams {
        crate::teams::level(&work.state, index, round)
    } else {
        StageTable::of(&work.state, index, round).level()
    };
    let group = level.into_iter().find(|group| named.iter().all(|id| group.contains(id)));
    let Some(group) = group else {
        let names: Vec<String> = order.iter().map(|id| name(work, *id)).collect();
        let who = if of_teams { "teams that" } else { "players who" };
        return Err(no(format!(
            "{} are not level after round {round}; only {who} share a rank after all tie-breaks can be ranked.",
            list(&names)
        )));
    };
    let reason = work.reason.to_owned();
    if how == TieDecidedBy::ByHand && reason.is_empty() {
        return Err(no("Give the reason for ranks by hand; it is kept with the event and printed."));
    }
    let mut order = order.to_vec();
    let mut seed = None;
    if let TieDecidedBy::Lot { seed: drawn } = how {
        // The draw does not depend on the order in which the players were named.
        let numbering = crate::teams::view(&work.state, index).numbering(index);
        order.sort_by_key(|id| numbering.iter().position(|other| other == id));
        pairing::Lot::new(drawn).shuffle(&mut order);
        seed = Some(drawn);
    }
    let names: Vec<String> = order.iter().map(|id| name(work, *id)).collect();
    let kind = kind_of(how);
    let (names, how) = (names.join(" before "), words(kind));
    let drawn = seed.map(|seed| format!(", seed {seed}")).unwrap_or_default();
    let why = if reason.is_empty() { String::new() } else { format!(": {reason}") };
    work.log(round, format!("Tie decided {how} @ Round {round}: {names}{drawn}{why}"));
    work.say(format!("Tie after round {round} decided {how}: {names}{drawn}"));
    work.follow(format!("The standings after round {round} follow it, and every document made from them."));
    work.state.tie_decisions.push(TieDecision {
        stage: index,
        round,
        kind,
        order,
        group,
        seed,
        reason,
        games: Vec::new(),
    });
    Ok(())
}

/// Decides a tie by the games of a play-off, which are kept.
pub(super) fn decide_by_games(
    work: &mut Work,
    index: StageIndex,
    round: RoundNumber,
    games: &[TieGame],
) -> Result<(), Refusal> {
    work.stage(index)?;
    let of_teams = work.state.pairs_teams(index);
    let name = |id: PlayerId| if of_teams { work.state.team_name(TeamId(id.0)) } else { work.state.name(id) };
    let order = crate::place_games::order(games, name).map_err(no)?;
    let words = crate::place_games::words(games, name);
    decide(work, index, round, TieDecidedBy::PlayOff, &order)?;
    if let Some(made) = work.state.tie_decisions.last_mut() {
        made.games = games.to_vec();
    }
    work.log(round, format!("Games of the play-off @ Round {round}: {words}"));
    work.follow(format!("Games of the play-off: {words}."));
    Ok(())
}

fn rounds_words(paired: RoundNumber) -> String {
    match paired {
        0 => "there is none".to_owned(),
        1 => "there is round 1".to_owned(),
        last => format!("there are rounds 1 to {last}"),
    }
}

/// How a tie was decided, after a verb.
fn words(kind: DecisionKind) -> &'static str {
    match kind {
        DecisionKind::PlayOff => "by a play-off",
        DecisionKind::Lot => "by lot",
        DecisionKind::ByHand => "by hand",
    }
}

/// Says which decided ties a change of results from a round on has dissolved.
pub(super) fn dissolved(work: &mut Work, index: StageIndex, round: RoundNumber) {
    let decisions = work.state.tie_decisions.iter().filter(|one| one.stage == index && one.round >= round);
    let mut texts = Vec::new();
    for decision in decisions {
        let table = StageTable::of(&work.state, index, decision.round);
        let used = table.standings.rows.iter().any(|row| {
            let id = table.ids.get(row.index);
            row.decided.is_some() && id.is_some_and(|id| decision.order.contains(id))
        });
        if !used {
            let names: Vec<String> = decision.order.iter().map(|id| work.name(*id)).collect();
            texts.push(format!(
                "{} are no longer level after round {}; the decision {} rests.",
                list(&names),
                decision.round,
                words(decision.kind)
            ));
        }
    }
    for text in texts {
        work.follow(text);
    }
}

pub(super) fn clear(work: &mut Work, index: StageIndex, round: RoundNumber, player: PlayerId) -> Result<(), Refusal> {
    work.stage(index)?;
    let of_teams = work.state.pairs_teams(index);
    let name_of = |id: PlayerId| {
        if of_teams { work.state.team_name(TeamId(id.0)) } else { work.name(id) }
    };
    let name = name_of(player);
    let Some(old) = of_player(&work.state, index, round, player).cloned() else {
        return Err(no(format!("No decision on a tie ranks {name} after round {round}.")));
    };
    let names: Vec<String> = old.order.iter().map(|id| name_of(*id)).collect();
    let text = format!("Decision {} taken back @ Round {round}: {}", words(old.kind), names.join(", "));
    let why = if work.reason.is_empty() { String::new() } else { format!(": {}", work.reason) };
    work.log(round, format!("{text}{why}"));
    work.say(text);
    work.state.tie_decisions.retain(|decision| *decision != old);
    Ok(())
}
