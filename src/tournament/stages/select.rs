//! Who goes on, and the stages that are made of them (`multi-stage` 1, 3).

use super::rank::{Candidate, across, equal_across, groups};
use super::{Carry, Format, Origin, Placing, Selection, Transition, carry, place, team};
use crate::model::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Those who go on, as a person checks them before the next stage is made. Where teams are paired, stages and field hold the teams as
/// players and their matches as meetings, as in [`crate::teams::projection`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preview {
    /// The new stages, ready for play.
    pub stages: Vec<Stage>,
    /// By new stage: who goes on with the place in the own group: feeding stage, place, player; in the order of the numbers.
    pub field: Vec<Vec<(StageIndex, u32, PlayerId)>>,
    /// What should be known, in sentences.
    pub notes: Vec<String>,
}

/// Why no stage can be made.
#[derive(Clone, Debug, Default, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct Stopped {
    /// In words.
    pub text: String,
    /// Players who are level where it matters, in the order in which they stand; empty for other reasons.
    pub tied: Vec<PlayerId>,
}

impl From<String> for Stopped {
    fn from(text: String) -> Stopped {
        Stopped { text, tied: Vec::new() }
    }
}

impl From<&str> for Stopped {
    fn from(text: &str) -> Stopped {
        text.to_owned().into()
    }
}

/// The stages that a transition makes, without changing anything.
///
/// # Errors
/// In words: the feeding stages are not over, too few play on, a tie at the border is not divided, or the rules do not fit each other.
pub fn preview(state: &State, transition: &Transition, format: &Format, now: &str) -> Result<Preview, Stopped> {
    let found = make(state, transition, format, now);
    found.map_err(|stopped| Stopped { text: team::words(state, &stopped.text), ..stopped }).map(|mut preview| {
        preview.notes.iter_mut().for_each(|note| *note = team::words(state, note));
        preview
    })
}

fn make(state: &State, transition: &Transition, format: &Format, now: &str) -> Result<Preview, Stopped> {
    check(state, transition, format)?;
    for level in transition.level.iter().filter(|level| !level.games.is_empty()) {
        let order = crate::place_games::order(&level.games, |id| super::name(state, id))?;
        if order != level.order {
            return Err("The order of the play-off is not that of its games; enter its games again.".into());
        }
    }
    let groups = groups(state, transition)?;
    // Names, numbers and meetings as those of players, also where they are teams and matches.
    let of_teams = team::of_teams(state);
    let seen = crate::teams::view(state, 0);
    let real = state;
    let state: &State = &seen;
    let mut preview = Preview::default();
    let finals = choose(state, transition, &groups, &mut preview.notes)?;
    for level in transition.level.iter().filter(|level| !level.games.is_empty()) {
        let games = crate::place_games::words(&level.games, |id| state.name(id));
        preview.notes.push(format!("Play-off: {games}."));
    }
    let several = finals.len() > 1;
    let phase = next_phase(state);
    let origin = Arc::new(Origin::Transition(Box::new(transition.clone())));
    for (index, chosen) in finals.into_iter().enumerate() {
        let name = if several { format!("{} {}", format.name, letter(index)) } else { format.name.clone() };
        if chosen.len() < 2 {
            return Err(format!(
                "{name} would have {}; a stage needs at least two.",
                match chosen.len() {
                    0 => "nobody",
                    _ => "one player only",
                }
            )
            .into());
        }
        let knockout = matches!(format.system, System::Knockout { .. });
        let numbers = match &transition.selection {
            // The pairing numbers keep their order.
            _ if transition.carry == Carry::Continuation => {
                let before = state.numbering(transition.from[0]);
                before.iter().copied().filter(|id| chosen.iter().any(|candidate| candidate.id == *id)).collect()
            }
            Selection::ByHand(_) if transition.placing == Placing::Standard => {
                chosen.iter().map(|candidate| candidate.id).collect()
            }
            _ => place::order(state, transition, &chosen, knockout, &mut preview.notes)?,
        };
        let by_id: BTreeMap<PlayerId, (StageIndex, u32)> =
            chosen.iter().map(|c| (c.id, (transition.from[c.group], c.place))).collect();
        preview
            .field
            .push(numbers.iter().filter_map(|id| by_id.get(id).map(|&(stage, place)| (stage, place, *id))).collect());
        let mut stage = Stage {
            name,
            system: format.system.clone(),
            games_per_meeting: format.games_per_meeting,
            numbers: Arc::new(numbers),
            numbers_by_hand: true,
            phase,
            closed: true,
            origin: Some(origin.clone()),
            numbers_drawn: match transition.placing {
                Placing::Lot { seed } if !knockout => Some(NumbersDrawn::Lot { seed }),
                _ => None,
            },
            ..Stage::default()
        };
        if of_teams {
            team::put(real, transition, &chosen, &mut stage)?;
        } else {
            stage.set_carried(&carry::points(state, transition, &chosen)?);
        }
        if transition.carry == Carry::AgainstQualifiers {
            stage.rounds = carry::rounds(state, &transition.from, &chosen, now);
        }
        if let (Carry::Continuation, Some(&from)) = (&transition.carry, transition.from.first()) {
            stage.rounds = carry::all_rounds(state, from);
        }
        stage.rounds_planned = planned(&stage, format.rounds_planned)?;
        preview.stages.push(stage);
    }
    Ok(preview)
}

/// A stage in which somebody has taken the place of another.
pub(crate) struct Replaced {
    /// The stage as it is then.
    pub stage: Stage,
    /// Who has come in.
    pub next: PlayerId,
}

/// The stage without a player who does not come: the next of the own group who plays nowhere in this phase takes place and number.
///
/// # Errors
/// In words: nobody of the group is left, or the next ones are level.
pub(crate) fn replaced(state: &State, index: StageIndex, leaver: PlayerId, now: &str) -> Result<Replaced, String> {
    let Some(header) = state.stages.get(index) else { return Err(format!("There is no stage {}.", index + 1)) };
    let Some(Origin::Transition(made)) = header.origin.as_deref() else {
        return Err(format!("{} was not made of earlier stages.", title(header, index)));
    };
    let mut transition = (**made).clone();
    transition.declined.push(leaver);
    let groups = groups(state, &transition)?;
    let own = transition.from.iter().position(|&stage| state.numbering(stage).contains(&leaver));
    let members = own.and_then(|own| groups.get(own)).map(Vec::as_slice).unwrap_or_default();
    let busy: BTreeSet<PlayerId> =
        state.phase_of(index).flat_map(|stage| state.numbering(stage).iter().copied().collect::<Vec<_>>()).collect();
    let waiting: Vec<&Candidate> = members.iter().filter(|candidate| !busy.contains(&candidate.id)).collect();
    let Some(next) = waiting.first() else {
        return Err(format!("Nobody of the group of {} is left who could take the place.", state.name(leaver)));
    };
    if let Some(second) = waiting.get(1).filter(|second| second.level) {
        return Err(format!(
            "{} and {} are level as the next ones: remove the stage and make it anew with their order.",
            state.name(next.id),
            state.name(second.id)
        ));
    }
    let numbers: Vec<PlayerId> = header.numbers.iter().map(|id| if *id == leaver { next.id } else { *id }).collect();
    let chosen: Vec<Candidate> = numbers
        .iter()
        .filter_map(|id| groups.iter().flatten().find(|candidate| candidate.id == *id))
        .copied()
        .collect();
    let mut stage = Stage {
        numbers: Arc::new(numbers),
        origin: Some(Arc::new(Origin::Transition(Box::new(transition.clone())))),
        ..header.clone()
    };
    stage.set_carried(&carry::points(state, &transition, &chosen)?);
    if transition.carry == Carry::AgainstQualifiers {
        let own = stage.rounds_planned.saturating_sub(stage.rounds.len() as RoundNumber);
        stage.rounds = carry::rounds(state, &transition.from, &chosen, now);
        stage.rounds_planned = planned(&stage, own)?;
    }
    Ok(Replaced { stage, next: next.id })
}

/// The rounds of a new stage: those that its system needs, or those wished.
pub(crate) fn planned(stage: &Stage, wished: RoundNumber) -> Result<RoundNumber, String> {
    let players = stage.numbers.len() as u32;
    let carried = stage.rounds.len() as RoundNumber;
    let rounds = match stage.system {
        System::RoundRobin { .. } if carried > 0 => carried + carry::remaining_rounds(stage).len() as RoundNumber,
        System::RoundRobin { cycles, exchange_last_two } => {
            let plan = pairing::round_robin::Plan { players: players.max(2), cycles: cycles.into(), exchange_last_two };
            plan.rounds_per_cycle() * plan.cycles
        }
        System::Knockout { .. } => crate::knockout::rounds(&stage.system, players.max(2))?,
        System::Scheveningen { double, boards, .. } => {
            let boards = if boards == 0 { players / 2 } else { boards };
            boards * if double { 2 } else { 1 }
        }
        _ if wished > 0 => carried.saturating_add(wished),
        _ => return Err("Say how many rounds the new stage has; its system leaves that to the organiser.".to_owned()),
    };
    if rounds == 0 || rounds > 99 {
        return Err(format!("The stage would have {rounds} rounds; it can have between 1 and 99."));
    }
    Ok(rounds)
}

/// "A", "B", ..., "Z", then "27".
pub(crate) fn letter(index: usize) -> String {
    u8::try_from(index)
        .ok()
        .filter(|n| *n < 26)
        .map_or_else(|| (index + 1).to_string(), |n| char::from(b'A' + n).to_string())
}

fn next_phase(state: &State) -> u32 {
    state.stages.iter().map(|stage| stage.phase).max().unwrap_or(0).saturating_add(1)
}

fn check(state: &State, transition: &Transition, format: &Format) -> Result<(), String> {
    if transition.from.is_empty() {
        return Err("Name the stages that players come from.".to_owned());
    }
    let mut seen = BTreeSet::new();
    for &stage in &transition.from {
        let Some(header) = state.stages.get(stage) else {
            return Err(format!("There is no stage {}; the event has {}.", stage + 1, state.stages.len()));
        };
        if !seen.insert(stage) {
            return Err(format!("{} is named twice.", title(header, stage)));
        }
        if !state.is_stage_over(stage) {
            return Err(format!("{} is not over yet; enter all of its results first.", title(header, stage)));
        }
    }
    if format.name.trim().is_empty() {
        return Err("Give the new stage a name, such as Final.".to_owned());
    }
    if format.games_per_meeting == 0 || format.games_per_meeting > 20 {
        return Err("A meeting has between 1 and 20 games.".to_owned());
    }
    if transition.carry != Carry::Nothing && matches!(format.system, System::Knockout { .. }) {
        return Err("A knockout takes no points along: each meeting decides who goes on.".to_owned());
    }
    if transition.carry == Carry::Continuation {
        if state.settings.contest == Contest::Team {
            return Err("One Swiss over two stages is for players; let the teams take all points along.".to_owned());
        }
        let swiss = |system: &System| matches!(system, System::Swiss { .. });
        let [from] = transition.from[..] else {
            return Err("A stage can be the continuation of one earlier stage only, not of several groups.".to_owned());
        };
        let before = &state.stages[from];
        if !swiss(&format.system) || !swiss(&before.system) {
            return Err("Only a Swiss can be the continuation of a Swiss; elsewhere take points along.".to_owned());
        }
        if before.games_per_meeting != format.games_per_meeting
            || before.system.is_double_swiss() != format.system.is_double_swiss()
        {
            return Err(format!(
                "{} has meetings of another number of games; a continuation must have as many.",
                title(before, from)
            ));
        }
    }
    if transition.carry == Carry::AgainstQualifiers {
        let System::RoundRobin { .. } = format.system else {
            return Err("Games against others who go on can be taken into a round-robin only.".to_owned());
        };
        let other = transition.from.iter().find(|&&stage| {
            state.stages.get(stage).is_some_and(|header| header.games_per_meeting != format.games_per_meeting)
        });
        if let Some(&stage) = other {
            return Err(format!(
                "{} has meetings of another number of games; they cannot stand beside those of the new stage.",
                title(&state.stages[stage], stage)
            ));
        }
    }
    Ok(())
}

/// The name of a stage, or "Stage 2".
pub fn title(stage: &Stage, index: StageIndex) -> String {
    if stage.name.is_empty() { format!("Stage {}", index + 1) } else { stage.name.clone() }
}

fn choose(
    state: &State,
    transition: &Transition,
    groups: &[Vec<Candidate>],
    notes: &mut Vec<String>,
) -> Result<Vec<Vec<Candidate>>, Stopped> {
    let name = |group: usize| {
        let stage = transition.from[group];
        title(&state.stages[stage], stage)
    };
    let by_place = matches!(transition.placing, Placing::Standard | Placing::Crossing) && groups.len() > 1
        || matches!(transition.carry, Carry::ByPlace(_));
    // Where the place itself decides something, every tie among those who go on must be divided.
    let divided = |group: usize, upto: usize| -> Result<(), Stopped> {
        let members = &groups[group];
        for at in 1..members.len().min(upto + 1) {
            if members[at].level && (at == upto || by_place) {
                let first = members[..at].iter().rposition(|member| !member.level).unwrap_or(0);
                let end = members[at..].iter().position(|member| !member.level).map_or(members.len(), |n| at + n);
                let tied: Vec<PlayerId> = members[first..end].iter().map(|m| m.id).collect();
                let names: Vec<String> = tied.iter().map(|id| state.name(*id)).collect();
                let text = format!(
                    "Level {} in {}: {}. Play it off, draw lots, or say the order.",
                    if at == upto { "at the border" } else { "on places that decide where they play" },
                    name(group),
                    names.join("; ")
                );
                return Err(Stopped { text, tied });
            }
        }
        Ok(())
    };
    match &transition.selection {
        Selection::First { each, best_of_next } => {
            let (each, more) = (*each as usize, *best_of_next as usize);
            if each == 0 && more == 0 {
                return Err("Say how many of each group go on.".into());
            }
            let mut chosen = Vec::new();
            let mut next = Vec::new();
            for (group, members) in groups.iter().enumerate() {
                if members.len() < each {
                    return Err(format!(
                        "{each} players cannot go on; {} has {} who play on.",
                        name(group),
                        members.len()
                    )
                    .into());
                }
                if each > 0 {
                    divided(group, each)?;
                }
                if more > 0 {
                    divided(group, each + 1)?;
                }
                chosen.extend_from_slice(&members[..each]);
                next.extend(members.get(each).copied());
            }
            if more > next.len() {
                return Err(format!(
                    "{more} of the next places cannot go on; there are {} groups with a further player.",
                    next.len()
                )
                .into());
            }
            if more > 0 {
                let mut lot = transition.lot.map(pairing::Lot::new);
                let sorted = across(next, &transition.level, lot.as_mut());
                if more < sorted.len() && sorted[more].1 {
                    let level = sorted.iter().filter(|(c, _)| equal_across(c, &sorted[more].0));
                    let tied: Vec<PlayerId> = level.map(|(c, _)| c.id).collect();
                    let names: Vec<String> = tied.iter().map(|id| state.name(*id)).collect();
                    let text = format!(
                        "Level at the border across the groups: {}. Play it off, draw lots, or say the order.",
                        names.join("; ")
                    );
                    return Err(Stopped { text, tied });
                }
                chosen.extend(sorted.into_iter().take(more).map(|(candidate, _)| candidate));
            }
            Ok(vec![chosen])
        }
        Selection::Places(parts) => {
            if parts.is_empty() || parts.iter().rev().skip(1).any(|part| *part == 0) {
                return Err("Say how many places of each group go to each final; only the last may take all others."
                    .to_owned()
                    .into());
            }
            let mut finals = vec![Vec::new(); parts.len()];
            for (group, members) in groups.iter().enumerate() {
                let mut from = 0usize;
                for (part, into) in parts.iter().zip(&mut finals) {
                    let end = if *part == 0 { members.len() } else { (from + *part as usize).min(members.len()) };
                    if end < members.len() {
                        divided(group, end)?;
                    }
                    into.extend_from_slice(&members[from..end]);
                    from = end;
                }
                if from < members.len() {
                    notes.push(format!(
                        "{} of {} in no final: places {} and after.",
                        match members.len() - from {
                            1 => "One player".to_owned(),
                            n => format!("{n} players"),
                        },
                        name(group),
                        from + 1
                    ));
                }
            }
            Ok(finals)
        }
        Selection::Rest { after } => {
            let mut rest = Vec::new();
            for (group, members) in groups.iter().enumerate() {
                let after = (*after as usize).min(members.len());
                if after > 0 && after < members.len() {
                    divided(group, after)?;
                }
                rest.extend_from_slice(&members[after..]);
            }
            Ok(vec![rest])
        }
        Selection::ByHand(lists) => {
            let mut seen = BTreeSet::new();
            let mut finals = Vec::new();
            for list in lists {
                let mut chosen = Vec::new();
                for id in list {
                    let Some(candidate) = groups.iter().flatten().find(|candidate| candidate.id == *id) else {
                        return Err(format!(
                            "{} does not play on: not in the stages named, withdrawn, or out of the standings.",
                            state.name(*id)
                        )
                        .into());
                    };
                    if !seen.insert(*id) {
                        return Err(format!("{} stands twice in the lists.", state.name(*id)).into());
                    }
                    chosen.push(*candidate);
                }
                finals.push(chosen);
            }
            Ok(finals)
        }
    }
}

/// Who meets whom in the first round that a new stage plays: White or the upper side first; `None` for nobody. Empty where results decide it.
pub fn first_round(stage: &Stage) -> Vec<[Option<PlayerId>; 2]> {
    let numbers = &stage.numbers;
    let player = |number: u32| (number as usize).checked_sub(1).and_then(|at| numbers.get(at)).copied();
    match &stage.system {
        System::Knockout { third_place, options } => {
            let format = options.format.bracket(*third_place);
            let seeding = options.seeding.bracket();
            let bracket = pairing::knockout::Bracket::new(numbers.len().max(2) as u32, &seeding, format);
            let places = bracket.map(|bracket| bracket.places_of_first_round()).unwrap_or_default();
            let seat = |seed: Option<u32>| seed.and_then(player);
            places.chunks(2).map(|pair| [seat(pair[0]), pair.get(1).copied().and_then(seat)]).collect()
        }
        System::RoundRobin { .. } if !stage.rounds.is_empty() => {
            let rounds = carry::remaining_rounds(stage);
            rounds.first().into_iter().flatten().map(|&(white, black)| [Some(white), Some(black)]).collect()
        }
        System::RoundRobin { .. } => {
            let plan = pairing::round_robin::Plan::single(numbers.len() as u32);
            let boards = plan.round(1).map(|round| round.boards).unwrap_or_default();
            boards
                .into_iter()
                .map(|board| {
                    let (white, black) = board.seats();
                    [player(white), player(black)]
                })
                .collect()
        }
        _ => Vec::new(),
    }
}
