//! Rounds of teams: pairing them on the projection, seating the boards, line-ups, changes by hand, decisions.

use super::act::{Work, count, no};
use super::results::{check_next_round, decided_words, settled};
use super::{manual, numbers, people, rounds};
use crate::command::{GameRef, ManualChange, Refusal};
use crate::knockout::{Outcome, outcome};
use crate::model::*;
use crate::teams::{self, MatchRef, TeamView};
use pairing::Points;
use pairing::swiss::{MatchSystem, RoundInput, TeamPreference, Tpn};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What is wrong with the rules of matches; also for an assistant that shows it while typing.
pub(super) fn rules_fault(rules: &TeamRules) -> Option<String> {
    let all = [rules.match_win, rules.match_draw, rules.match_loss, rules.bye_match_points.unwrap_or(0)];
    if rules.boards == 0 || rules.boards > 100 {
        return Some("A match has between 1 and 100 boards.".to_owned());
    }
    if all.iter().any(|points| !(-1000..=1000).contains(points)) {
        return Some("Match points must lie between -100 and 100.".to_owned());
    }
    let (win, draw, loss) = (rules.match_win, rules.match_draw, rules.match_loss);
    if win <= loss || draw > win || draw < loss {
        return Some("A won match must be worth more than a lost one, and a drawn match must lie between.".to_owned());
    }
    if rules.bye_match_points.is_some_and(|points| points < 0 || points > win) {
        return Some("The pairing-allocated bye may be worth at most a won match and not less than 0.".to_owned());
    }
    if rules.bye_game_points.is_some_and(|points| !(0..=1000).contains(&points)) {
        return Some("The game points of the pairing-allocated bye lie between 0 and 100.".to_owned());
    }
    if rules.best_members == 0 {
        return Some("At least one member must count for the team.".to_owned());
    }
    None
}

/// What is wrong with a system of teams under these rules.
pub(super) fn system_fault(system: &System, rules: &TeamRules) -> Option<String> {
    if matches!(system, System::Knockout { options, .. } if options.days.is_some()) {
        return Some("A meeting by days is between players; score the matches of teams by their games.".to_owned());
    }
    let System::Swiss { acceleration: true, .. } = system else { return None };
    if rules.primary == TeamScore::GamePoints {
        return Some("Baku acceleration is not for teams ranked by game points (FIDE C.04.7 art. 1.4.4); switch it off or rank by match points.".to_owned());
    }
    (rules.match_win != 2 * rules.match_draw || rules.match_loss != 0).then(|| {
        "Baku acceleration needs a won match worth two draws and a lost one worth 0 (FIDE C.04.7 art. 1.1); choose 2 - 1 - 0, or switch it off."
            .to_owned()
    })
}

/// The system of [`pairing::swiss::pair_matches`].
pub(crate) fn match_system(rules: &TeamRules) -> MatchSystem {
    MatchSystem::Team(match rules.colors {
        TeamColors::TypeA => TeamPreference::TypeA,
        TeamColors::TypeB => TeamPreference::TypeB,
        TeamColors::None => TeamPreference::None,
    })
}

/// Puts the primary score into the input, and gives the secondary one; `points` are match and game points by round, for rows in the order of `numbers`.
pub(crate) fn take_scores(
    input: &mut RoundInput,
    rules: &TeamRules,
    numbers: &[PlayerId],
    points: &[BTreeMap<PlayerId, (i32, i32)>],
) -> Vec<(Tpn, Points)> {
    let by_games = rules.primary == TeamScore::GamePoints;
    let mut secondary = Vec::with_capacity(input.entrants.len());
    for (entrant, id) in input.entrants.iter_mut().zip(numbers) {
        let mut other = Points::ZERO;
        for (entry, round) in entrant.rounds.iter_mut().zip(points) {
            let game_points = Points(round.get(id).map_or(0, |(_, game)| *game));
            if by_games {
                other += entry.points;
                entry.points = game_points;
            } else {
                other += game_points;
            }
        }
        secondary.push((entrant.tpn, other));
    }
    if rules.use_secondary { secondary } else { Vec::new() }
}

/// Does something on the projection of a stage, and takes over what that changes of notes, numbers and the plan. Gives the changed projection too.
fn projected<T>(
    work: &mut Work<'_>,
    index: StageIndex,
    act: impl FnOnce(&mut Work<'_>) -> Result<T, Refusal>,
) -> Result<(T, State), Refusal> {
    let TeamView { state: view, points } = teams::team_view(&work.state, index);
    let words = Words::new(&work.state);
    let real = std::mem::replace(&mut work.state, view);
    work.points = Some(points);
    let done = act(work);
    work.points = None;
    let view = std::mem::replace(&mut work.state, real);
    let value = done.map_err(|refusal| match refusal {
        Refusal::NotAllowed(text) => Refusal::NotAllowed(words.of_teams(&text)),
        other => other,
    })?;
    work.change.summary = words.of_teams(&work.change.summary);
    for text in &mut work.change.consequences {
        *text = words.of_teams(text);
    }
    work.state.notes.clone_from(&view.notes);
    for (id, player) in &view.players {
        if let Some(team) = work.state.teams.get_mut(&TeamId(id.0))
            && team.entered_in.max(1) != player.entered_in
        {
            Arc::make_mut(team).entered_in = player.entered_in;
        }
    }
    if let (Some(from), Some(to)) = (view.stages.get(index), work.state.stages.get_mut(index)) {
        to.rounds_planned = from.rounds_planned;
        if !from.numbers.iter().map(|id| TeamId(id.0)).eq(to.teams.numbers.iter().copied()) {
            Arc::make_mut(&mut to.teams).numbers = from.numbers.iter().map(|id| TeamId(id.0)).collect();
        }
    }
    Ok((value, view))
}

/// Turns sentences on players and boards into sentences on teams and matches.
struct Words {
    /// A team's name has one of the words in it; then sentences stay as they are.
    off: bool,
}

const WORDS: [(&str, &str); 6] = [
    ("player", "team"),
    ("players", "teams"),
    ("board", "match"),
    ("boards", "matches"),
    ("Board", "Match"),
    ("Boards", "Matches"),
];

impl Words {
    fn new(state: &State) -> Words {
        let ours =
            |name: &str| name.split(|c: char| !c.is_alphanumeric()).any(|w| WORDS.iter().any(|(old, _)| *old == w));
        Words { off: state.teams.values().any(|team| ours(&team.name)) }
    }

    pub(super) fn of_teams(&self, text: &str) -> String {
        if self.off {
            return text.to_owned();
        }
        let turned = |word: &str| {
            let core = word.trim_end_matches([',', '.', ';', ':', ')']);
            let found = WORDS.iter().find(|(old, _)| *old == core);
            found.map_or_else(|| word.to_owned(), |(_, new)| format!("{new}{}", &word[core.len()..]))
        };
        text.split(' ').map(turned).collect::<Vec<_>>().join(" ")
    }
}

/// A sentence on players and boards as one on teams and matches.
pub(crate) fn words_of_teams(state: &State, text: &str) -> String {
    Words::new(state).of_teams(text)
}

/// The next round by the system of the stage.
pub(super) fn round(work: &mut Work<'_>, index: StageIndex, number: RoundNumber) -> Result<Round, Refusal> {
    let (made, _) = projected(work, index, |work| {
        let order = Arc::new(numbers::for_round(&work.state, index, number));
        let here =
            order.iter().filter_map(|id| work.state.players.get(id)).filter(|p| rounds::plays(p, number)).count();
        if here < 2 {
            return Err(no(format!(
                "{} in this round; at least two are needed. Add teams, or take back byes or withdrawals.",
                count(here, "team takes part", "teams take part")
            )));
        }
        work.stage_mut(index)?.numbers = order;
        // Fewer teams than planned for have fewer rounds.
        let stage = work.stage(index)?;
        if matches!(stage.system, System::RoundRobin { .. }) && stage.rounds.is_empty() && stage.numbers.len() > 1 {
            let needed = crate::stages::planned(stage, stage.rounds_planned).map_err(no)?;
            let stage = work.stage_mut(index)?;
            stage.rounds_planned = stage.rounds_planned.min(needed);
        }
        rounds::make(work, index, number)
    })?;
    let round = expand(work, index, number, &made, None);
    let mut vacant = 0;
    for m in teams::matches(&round) {
        vacant += teams::line_ups(&work.state, &m).iter().flatten().filter(|seat| seat.is_none()).count();
    }
    if vacant > 0 {
        let seats = count(vacant, "seat is", "seats are");
        work.follow(format!("{seats} vacant: too few members are there. The other side wins these boards by forfeit."));
    }
    Ok(round)
}

/// "4 matches on 16 boards", ", bye for X".
pub(super) fn words(work: &Work<'_>, teams: &TeamRound, boards: usize) -> (String, String) {
    let bye = teams.byes.iter().find(|(_, kind)| **kind == ByeKind::PairingAllocated);
    let bye = bye.map(|(id, _)| format!(", bye for {}", work.state.team_name(*id))).unwrap_or_default();
    let matches = count(teams.matches.len(), "match", "matches");
    (format!("{matches} on {}", count(boards, "board", "boards")), bye)
}

/// The result of a board with a vacant seat.
fn vacancy(white: PlayerId, black: PlayerId) -> Option<GameResult> {
    match (white == PlayerId::NOBODY, black == PlayerId::NOBODY) {
        (false, false) => None,
        (false, true) => Some(GameResult::ForfeitToWhite),
        (true, false) => Some(GameResult::ForfeitToBlack),
        (true, true) => Some(GameResult::BothForfeit),
    }
}

fn board(white: Option<PlayerId>, black: Option<PlayerId>, games: u8) -> Arc<Meeting> {
    let seat = |id: Option<PlayerId>| id.unwrap_or(PlayerId::NOBODY);
    let mut meeting = rounds::meeting(seat(white), seat(black), games);
    for game in &mut meeting.games {
        game.result = vacancy(game.white, game.black);
        game.reason = game.result.map(|_| Reason::Default);
    }
    Arc::new(meeting)
}

/// A round of matches with boards, from the projected one. Matches that stand in the old round with the same colours keep their boards.
fn expand(work: &Work<'_>, index: StageIndex, number: RoundNumber, made: &Round, old: Option<&Round>) -> Round {
    let state = &work.state;
    let rules = &state.settings.teams;
    let games = state.stages.get(index).map_or(1, |stage| stage.games_per_meeting);
    let mut list = Vec::with_capacity(made.meetings.len());
    let mut meetings = Vec::new();
    for meeting in &made.meetings {
        let Some(game) = meeting.games.first() else { continue };
        let (white, black) = (TeamId(game.white.0), TeamId(game.black.0));
        let kept = old.and_then(|old| teams::matches(old).find(|m| m.game.white == white && m.game.black == black));
        if let Some(kept) = kept {
            meetings.extend(kept.boards.iter().cloned());
            list.push(TeamMatch { by_hand: meeting.by_hand.clone(), ..kept.game.clone() });
            continue;
        }
        let one = teams::line_up(state, index, number, white);
        let two = teams::line_up(state, index, number, black);
        for (place, (a, b)) in one.iter().zip(&two).enumerate() {
            let (w, b) = if teams::has_white(rules, place) { (*a, *b) } else { (*b, *a) };
            meetings.push(board(w, b, games));
        }
        let boards = one.len().min(two.len()) as u32;
        list.push(TeamMatch { white, black, boards, by_hand: meeting.by_hand.clone(), decided: None });
    }
    // Replays stay with the matches that stay.
    let meets = |replay: &TeamReplay| {
        let pair = [replay.white, replay.black];
        list.iter().any(|m: &TeamMatch| pair.contains(&m.white) && pair.contains(&m.black))
    };
    let replays = old.and_then(|old| old.teams.as_ref()).map(|teams| teams.replays.as_slice()).unwrap_or_default();
    let replays = replays.iter().filter(|replay| meets(replay)).copied().collect();
    let of_teams = |map: &BTreeMap<PlayerId, i32>| map.iter().map(|(id, n)| (TeamId(id.0), *n)).collect();
    Round {
        meetings,
        byes: BTreeMap::new(),
        paired_by: made.paired_by.clone(),
        paired_at: made.paired_at.clone(),
        virtual_points: BTreeMap::new(),
        manual_phase: made.manual_phase,
        openings: old.and_then(|old| old.openings.clone()),
        carried_from: Vec::new(),
        teams: Some(Arc::new(TeamRound {
            matches: list,
            byes: made.byes.iter().map(|(id, kind)| (TeamId(id.0), *kind)).collect(),
            virtual_points: of_teams(&made.virtual_points),
            replays,
        })),
    }
}

/// A change of teams as the same change of players, for the projection.
fn as_players(change: &ManualChange) -> Option<ManualChange> {
    let id = |team: TeamId| PlayerId(team.0);
    Some(match *change {
        ManualChange::SwapTeams(a, b) => ManualChange::SwapPlayers(id(a), id(b)),
        ManualChange::SwapMatchColors { number } => ManualChange::SwapColors { board: number },
        ManualChange::SetTeamBye(team, kind) => ManualChange::SetBye(id(team), kind),
        ManualChange::ClearTeamBye(team) => ManualChange::ClearBye(id(team)),
        ManualChange::PairTeams { white, black } => ManualChange::PairPlayers { white: id(white), black: id(black) },
        ManualChange::MoveMatch { from, to } => ManualChange::MoveBoard { from, to },
        _ => return None,
    })
}

/// Whether anybody has entered something for a match.
fn has_entries(boards: &[Arc<Meeting>]) -> bool {
    let games = boards.iter().flat_map(|meeting| &meeting.games);
    games.filter(|game| vacancy(game.white, game.black).is_none()).any(|game| game.result.is_some())
}

pub(super) fn manual(work: &mut Work<'_>, index: StageIndex, change: &ManualChange) -> Result<(), Refusal> {
    let Some(change) = as_players(change) else {
        return Err(no(
            "Teams are paired in this stage: change the teams of a match, or who plays for a team in its line-up.",
        ));
    };
    let number = work.state.rounds_paired(index);
    let Some(old) = work.state.round(index, number).cloned() else {
        return Err(no("No round is paired yet; pair round 1 first."));
    };
    let ((), view) = projected(work, index, |work| manual::change(work, index, &change))?;
    let Some(made) = view.round(index, number) else { return Err(no("There is no such round.")) };
    let new = expand(work, index, number, made, Some(&old));
    for m in teams::matches(&old) {
        let stays = teams::matches(&new).any(|n| n.game.white == m.game.white && n.game.black == m.game.black);
        if !stays && has_entries(m.boards) {
            return Err(no(format!("Match {} has results; clear them before changing the pair.", m.number)));
        }
    }
    if let Some(last) = work.stage_mut(index)?.rounds.last_mut() {
        *last = Arc::new(new);
    }
    Ok(())
}

/// What a change by hand would break, in words.
pub(super) fn broken_by(work: &mut Work<'_>, index: StageIndex, what: &ManualChange) -> Vec<String> {
    let Some(change) = as_players(what) else { return Vec::new() };
    let broken = projected(work, index, |work| Ok(manual::broken_by(work, index, &change)));
    broken.map(|(broken, _)| broken).unwrap_or_default()
}

pub(super) fn end_manual(work: &mut Work<'_>, index: StageIndex) -> Result<(), Refusal> {
    projected(work, index, |work| manual::end(work, index))?;
    if let Some(last) = work.stage_mut(index)?.rounds.last_mut() {
        Arc::make_mut(last).manual_phase = false;
    }
    Ok(())
}

pub(super) fn check_pairs_teams(work: &Work<'_>, index: StageIndex) -> Result<(), Refusal> {
    work.stage(index)?;
    if work.state.pairs_teams(index) { Ok(()) } else { Err(no("Players are paired in this stage, not teams.")) }
}

/// The stage that a team plays in, where teams are paired in it.
fn current(work: &Work<'_>, id: TeamId) -> Result<StageIndex, Refusal> {
    let stage = work.state.stage_of_team(id);
    check_pairs_teams(work, stage)?;
    Ok(stage)
}

pub(super) fn set_line_up(
    work: &mut Work<'_>,
    index: StageIndex,
    number: RoundNumber,
    id: TeamId,
    players: Option<&[Option<PlayerId>]>,
) -> Result<(), Refusal> {
    check_pairs_teams(work, index)?;
    let team = people::team(work, id)?;
    let stage = work.stage(index)?;
    let paired = stage.rounds.len() as RoundNumber;
    let planned = stage.rounds_planned.max(paired + 1);
    let boards = usize::from(work.state.settings.teams.boards.max(1));
    if number == 0 || number > planned {
        return Err(no(format!("Round {number} is not planned; line-ups are for rounds 1 to {planned}.")));
    }
    if number < paired {
        return Err(no(format!("Round {number} is over; a line-up can change in round {paired} or later.")));
    }
    let given = players.map(<[_]>::to_vec);
    if let Some(players) = &given {
        if players.len() > boards {
            return Err(no(format!("The line-up has {} boards; a match has {boards}.", players.len())));
        }
        let mut seen = BTreeSet::new();
        for seated in players.iter().flatten() {
            let player = work.player(*seated)?;
            if !team.members.contains(seated) {
                return Err(no(format!("{} is no member of {}.", player.name, team.name)));
            }
            if !seen.insert(*seated) {
                return Err(no(format!("{} stands twice in the line-up.", player.name)));
            }
            if !rounds::plays(player, number) {
                return Err(no(format!("{} does not play in round {number}.", player.name)));
            }
        }
    }
    let kept = work.stage(index)?.teams.line_ups.get(&(number, id)).cloned();
    if given == kept && number != paired {
        return Err(no(match given {
            Some(_) => "That line-up is handed in already.".to_owned(),
            None => format!("{} has handed in no line-up for round {number}.", team.name),
        }));
    }
    let map = &mut Arc::make_mut(&mut work.stage_mut(index)?.teams).line_ups;
    match given {
        Some(players) => map.insert((number, id), players),
        None => map.remove(&(number, id)),
    };
    let line_up = teams::line_up(&work.state, index, number, id);
    if number == paired {
        reseat(work, index, number, id, &line_up)?;
    }
    let names: Vec<String> = line_up.iter().map(|seat| work.name(seat.unwrap_or(PlayerId::NOBODY))).collect();
    work.say(format!("Line-up of {} for round {number}: {}", team.name, names.join("; ")));
    Ok(())
}

/// Seats a team's players in the match that is paired.
fn reseat(
    work: &mut Work<'_>,
    index: StageIndex,
    number: RoundNumber,
    id: TeamId,
    line_up: &[Option<PlayerId>],
) -> Result<(), Refusal> {
    let name = work.state.team_name(id);
    let Some(old) = work.state.round(index, number).cloned() else { return Err(no("There is no such round.")) };
    let Some(m) = teams::matches(&old).find(|m| m.game.white == id || m.game.black == id) else {
        return Err(no(format!("{name} has no match in round {number}.")));
    };
    for player in line_up.iter().flatten() {
        if !work.stage(index)?.numbers.contains(player) {
            let order = numbers::arrival(&work.state, index, number, *player);
            work.stage_mut(index)?.numbers = Arc::new(order);
        }
    }
    let games = work.stage(index)?.games_per_meeting;
    let sides = teams::line_ups(&work.state, &m);
    let (own, other) = if m.game.white == id { (&sides[0], &sides[1]) } else { (&sides[1], &sides[0]) };
    let mut new = (*old).clone();
    let mut changed = false;
    for (place, meeting) in m.boards.iter().enumerate() {
        let seat = line_up.get(place).copied().flatten();
        if own.get(place).copied().flatten() == seat {
            continue;
        }
        changed = true;
        let entered = |game: &Game| vacancy(game.white, game.black).is_none() && game.result.is_some();
        if meeting.games.iter().any(|game| entered(game) || game.record.is_some()) {
            return Err(no(format!(
                "Board {} of match {} has a result; clear it before changing who sits there.",
                place + 1,
                m.number
            )));
        }
        let theirs = other.get(place).copied().flatten();
        let white_side = (m.game.white == id) == teams::white_side(&work.state, &m, place);
        let (white, black) = if white_side { (seat, theirs) } else { (theirs, seat) };
        new.meetings[m.first + place] = board(white, black, games);
    }
    if !changed {
        return Err(no(format!("{name} plays with that line-up already.")));
    }
    if let Some(last) = work.stage_mut(index)?.rounds.last_mut() {
        *last = Arc::new(new);
    }
    Ok(())
}

/// A vacant board is lost by forfeit, and nothing else can be entered there.
pub(super) fn check_vacant(work: &Work<'_>, at: GameRef, old: &Game, new: Option<GameResult>) -> Result<(), Refusal> {
    let Some(forfeit) = vacancy(old.white, old.black) else { return Ok(()) };
    if new == Some(forfeit) || new == Some(GameResult::BothForfeit) {
        return Ok(());
    }
    let round = work.state.round(at.stage, at.round);
    let place = round.and_then(|round| teams::match_of_board(round, at.board));
    let place = place.map_or_else(String::new, |m| {
        format!(" ({} - {})", work.state.team_name(m.game.white), work.state.team_name(m.game.black))
    });
    Err(no(format!("Board {}{place} is vacant and lost by forfeit; name a player in the line-up first.", at.board)))
}

/// Who goes on from the match that a board belongs to.
pub(super) fn outcome_at(state: &State, at: GameRef) -> Option<Outcome> {
    let round = state.round(at.stage, at.round)?;
    Some(outcome_of(state, &teams::match_of_board(round, at.board)?))
}

fn outcome_of(state: &State, m: &MatchRef<'_>) -> Outcome {
    outcome(&teams::as_meeting(state, m), &teams::match_scoring(&state.settings.teams))
}

pub(super) fn find(state: &State, index: StageIndex, round: RoundNumber, number: u32) -> Option<MatchRef<'_>> {
    teams::matches(state.round(index, round)?).find(|m| m.number == number)
}

pub(super) fn decision_warning(
    state: &State,
    index: StageIndex,
    round: RoundNumber,
    number: u32,
    winner: Option<TeamId>,
    how: DecidedBy,
    say: &mut dyn FnMut(String),
) {
    let Some(m) = find(state, index, round, number) else { return };
    let names = format!("{} - {}", state.team_name(m.game.white), state.team_name(m.game.black));
    if m.game.decided.is_some() && m.game.decided.map(|decided| decided.winner) != winner {
        say(format!("{names}: who goes on is decided already; that changes."));
    }
    if how == DecidedBy::ByHand && winner.is_some() {
        say(format!("{names}: the arbiter decides who goes on, whatever the points are; it is noted with the reason."));
    }
}

pub(super) fn decide(
    work: &mut Work<'_>,
    index: StageIndex,
    round: RoundNumber,
    number: u32,
    winner: Option<(TeamId, Option<u64>)>,
    how: DecidedBy,
) -> Result<(), Refusal> {
    check_pairs_teams(work, index)?;
    if !matches!(work.stage(index)?.system, System::Knockout { .. }) {
        return Err(no("Only matches of a knockout need a decision; elsewhere enter the results."));
    }
    let place = format!("Round {round}, match {number}");
    let Some(m) = find(&work.state, index, round, number) else {
        return Err(no(format!("{place}: there is no such match.")));
    };
    let (white, black, first, old) = (m.game.white, m.game.black, m.first, m.game.decided);
    let at = GameRef { stage: index, round, board: first as u32 + 1, game: 0 };
    if work.state.round(index, round).is_some_and(|round| round.manual_phase) {
        return Err(no(format!("The pairs of round {round} are being changed by hand; end that first.")));
    }
    let new = match winner {
        None if old.is_none() => return Err(no(format!("{place}: nothing was decided besides the points."))),
        None => None,
        Some((winner, _)) if winner != white && winner != black => {
            return Err(no(format!("{place}: {} does not play there.", work.state.team_name(winner))));
        }
        Some((winner, seed)) => Some(TeamDecided { winner, by: how, seed }),
    };
    if new.is_some() && how == DecidedBy::ByHand && work.reason.is_empty() {
        return Err(no(format!("{place}: give the reason of the decision; it is kept with the event.")));
    }
    let before = settled(&work.state, at);
    set_decided(work, index, round, number, None);
    let bare = settled(&work.state, at);
    set_decided(work, index, round, number, new);
    let by_points = new.is_some() && how != DecidedBy::ByHand;
    match bare {
        Some(Outcome::Open) if by_points => {
            return Err(no(format!("{place}: games are open; enter their results first, or decide by hand.")));
        }
        Some(Outcome::Won(_)) if by_points => {
            return Err(no(format!(
                "{place}: the game points decide already; only the arbiter (by hand) can decide otherwise."
            )));
        }
        Some(Outcome::Nobody) if by_points => {
            return Err(no(format!(
                "{place}: nobody came, so that neither team goes on; only the arbiter (by hand) can decide otherwise."
            )));
        }
        _ => {}
    }
    check_next_round(work, at, before)?;
    let names = format!("{} - {}", work.state.team_name(white), work.state.team_name(black));
    match new {
        None => work.say(format!("{place}: {names}, the decision is taken back")),
        Some(TeamDecided { winner, by, seed }) => {
            let seed = seed.map(|seed| format!(" (seed {seed})")).unwrap_or_default();
            let text = format!("{} goes on {}{seed}", work.state.team_name(winner), decided_words(by));
            if by == DecidedBy::ByHand {
                work.log(round, format!("Decided by the arbiter @ Round {round}: {names}: {text}"));
            }
            work.say(format!("{place}: {names}, {text}"));
        }
    }
    Ok(())
}

/// Puts a decision into a match that is there.
pub(super) fn set_decided(
    work: &mut Work<'_>,
    index: StageIndex,
    round: RoundNumber,
    number: u32,
    decided: Option<TeamDecided>,
) {
    let found = (work.state.stages.get_mut(index))
        .and_then(|stage| stage.rounds.get_mut((round as usize).checked_sub(1)?))
        .and_then(|round| Arc::make_mut(round).teams.as_mut())
        .and_then(|teams| Arc::make_mut(teams).matches.get_mut((number as usize).checked_sub(1)?));
    if let Some(m) = found {
        m.decided = decided;
    }
}

/// Who goes on from an equal match by a lot of the program.
pub(super) fn draw(
    work: &mut Work<'_>,
    index: StageIndex,
    round: RoundNumber,
    number: u32,
    seed: u64,
) -> Result<(), Refusal> {
    check_pairs_teams(work, index)?;
    let Some(m) = find(&work.state, index, round, number) else {
        return Err(no(format!("Round {round}, match {number}: there is no such match.")));
    };
    if m.game.decided.is_some() {
        return Err(no(format!(
            "Round {round}, match {number}: who goes on is decided already; take that back before drawing lots."
        )));
    }
    let first = super::results::draw_color(seed) == Color::White;
    let winner = if first { m.game.white } else { m.game.black };
    decide(work, index, round, number, Some((winner, Some(seed))), DecidedBy::Lot)
}

/// Whether the team stands in any match or has a pairing-allocated bye.
pub(super) fn was_paired(state: &State, id: TeamId) -> bool {
    state.stages.iter().flat_map(|stage| &stage.rounds).filter_map(|round| round.teams.as_ref()).any(|teams| {
        teams.byes.get(&id) == Some(&ByeKind::PairingAllocated)
            || teams.matches.iter().any(|m| m.white == id || m.black == id)
    })
}

/// The round that a new team enters in.
pub(super) fn entry_round(work: &Work<'_>, team: &Team) -> Result<RoundNumber, Refusal> {
    let index = people::current(&work.state);
    let paired = work.state.rounds_paired(index);
    if !work.state.pairs_teams(index) || paired == 0 {
        return Ok(team.entered_in);
    }
    let stage = work.stage(index)?;
    if stage.closed || !matches!(stage.system, System::Swiss { .. } | System::Manual) {
        return Err(no(
            "The field is fixed once this system has begun; only a Swiss takes late entries. Un-pair the rounds to change it.",
        ));
    }
    Ok(team.entered_in.max(paired + 1))
}

pub(super) fn withdraw(work: &mut Work<'_>, id: TeamId, from: RoundNumber) -> Result<(), Refusal> {
    let index = current(work, id)?;
    let team = people::team(work, id)?;
    let stage = work.stage(index)?;
    let (paired, planned) = (stage.rounds.len() as RoundNumber, stage.rounds_planned.max(1));
    if from == 0 || from > planned {
        return Err(no(format!("There is no round {from}; rounds go from 1 to {planned}.")));
    }
    if from <= paired {
        return Err(no(format!(
            "Round {from} is paired already; enter forfeits there, and withdraw {} from round {} on.",
            team.name,
            paired + 1
        )));
    }
    if team.withdrawn_from == Some(from) {
        return Err(no(format!("{} is withdrawn from round {from} on already.", team.name)));
    }
    work.state.teams.insert(id, Arc::new(Team { withdrawn_from: Some(from), ..(*team).clone() }));
    work.say(format!("The team {} withdraws from round {from} on", team.name));
    Ok(())
}

pub(super) fn reinstate(work: &mut Work<'_>, id: TeamId) -> Result<(), Refusal> {
    let index = current(work, id)?;
    let team = people::team(work, id)?;
    if team.withdrawn_from.is_none() {
        return Err(no(format!("The team {} is not withdrawn.", team.name)));
    }
    let next = work.state.rounds_paired(index) + 1;
    work.state.teams.insert(id, Arc::new(Team { withdrawn_from: None, ..(*team).clone() }));
    work.say(format!("The team {} plays again from round {next} on", team.name));
    Ok(())
}

pub(super) fn request_bye(
    work: &mut Work<'_>,
    id: TeamId,
    round: RoundNumber,
    kind: Option<ByeKind>,
) -> Result<(), Refusal> {
    let index = current(work, id)?;
    let team = people::team(work, id)?;
    let stage = work.stage(index)?;
    let paired = stage.rounds.len() as RoundNumber;
    if kind == Some(ByeKind::PairingAllocated) {
        return Err(no(
            "The pairing-allocated bye is given by the pairing; ask for a half-point, zero-point or full-point bye.",
        ));
    }
    if !matches!(stage.system, System::Swiss { .. } | System::Manual) {
        return Err(no("Byes can be requested in a Swiss only; enter forfeits in this system."));
    }
    if round == 0 || round > stage.rounds_planned {
        return Err(no(format!("Round {round} is not planned; rounds go from 1 to {}.", stage.rounds_planned)));
    }
    if round <= paired {
        return Err(no(format!("Round {round} is paired already; ask for a bye from round {} on.", paired + 1)));
    }
    if team.requested_byes.get(&round).copied() == kind {
        return Err(no(match kind {
            Some(_) => format!("{} has that bye in round {round} already.", team.name),
            None => format!("{} has no bye in round {round}.", team.name),
        }));
    }
    let mut new = (*team).clone();
    match kind {
        Some(kind) => {
            new.requested_byes.insert(round, kind);
            work.say(format!("{}: {} in round {round}", team.name, people::bye_name(kind)));
        }
        None => {
            new.requested_byes.remove(&round);
            work.say(format!("{} plays in round {round}: the bye is taken back", team.name));
        }
    }
    work.state.teams.insert(id, Arc::new(new));
    Ok(())
}

pub(super) fn set_numbers(work: &mut Work<'_>, index: StageIndex, order: Option<&[TeamId]>) -> Result<(), Refusal> {
    check_pairs_teams(work, index)?;
    let stage = work.stage(index)?;
    let paired = stage.rounds.len();
    if paired > 0 && !matches!(stage.system, System::Swiss { .. } | System::Manual) {
        return Err(no(
            "The numbers of this system decide all of its rounds and are fixed once round 1 is paired; un-pair the rounds to change them.",
        ));
    }
    if paired > 0 && order.is_none() {
        return Err(no("The numbers stay after round 1; give the new order by hand to correct a mistake."));
    }
    let current = work.state.team_numbering(index);
    if let Some(order) = order {
        let given: BTreeSet<TeamId> = order.iter().copied().collect();
        let wanted: BTreeSet<TeamId> = current.iter().copied().collect();
        if given.len() != order.len() {
            return Err(no("A team stands twice in the order given."));
        }
        if given != wanted {
            return Err(no("The order given must name every team of the stage once."));
        }
    }
    let by_hand = order.is_some();
    if order.is_some_and(|order| order == current) && stage.teams.by_hand {
        return Err(no("The teams have that order already."));
    }
    if paired > 0 {
        work.log(paired as RoundNumber, format!("Team numbers changed @ Round {paired}"));
        work.follow("Rounds that are paired stay; later ones use the new numbers.");
    }
    let stage = Arc::make_mut(&mut work.stage_mut(index)?.teams);
    stage.numbers = order.map(<[_]>::to_vec).unwrap_or_default();
    stage.by_hand = by_hand;
    work.say(if by_hand { "Gave the team numbers by hand" } else { "Ordered the teams by strength and name" });
    Ok(())
}

pub(super) fn adjust(work: &mut Work<'_>, adjustment: &TeamAdjustment) -> Result<(), Refusal> {
    let index = adjustment.stage;
    check_pairs_teams(work, index)?;
    let name = people::team(work, adjustment.team)?.name.clone();
    let points = [adjustment.match_points, adjustment.game_points];
    if points == [0, 0] || points.iter().any(|points| !(-1000..=1000).contains(points)) {
        return Err(no("Bonus and penalty points lie between -100 and 100 and are not both 0."));
    }
    if adjustment.reason.trim().is_empty() {
        return Err(no("Give the reason for the bonus or penalty points; it is printed in the arbiter's report."));
    }
    if adjustment.round == 0 || adjustment.round > work.state.rounds_paired(index) + 1 {
        return Err(no("Points are given from a round that is paired, or from the next one."));
    }
    let signed = |points: i32| format!("{}{}", if points > 0 { "+" } else { "" }, Points(points));
    let mut parts = Vec::new();
    if adjustment.match_points != 0 {
        parts.push(format!("{} match points", signed(adjustment.match_points)));
    }
    if adjustment.game_points != 0 {
        parts.push(format!("{} game points", signed(adjustment.game_points)));
    }
    let text = format!("{name} {}", parts.join(", "));
    work.log(adjustment.round, format!("Points adjusted @ Round {}: {text}", adjustment.round));
    work.say(format!("{text} from round {} ({})", adjustment.round, adjustment.reason.trim()));
    work.follow(format!("Standings from round {} on change; pairings that are made stay.", adjustment.round));
    work.state.team_adjustments.push(adjustment.clone());
    Ok(())
}
