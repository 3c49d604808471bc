//! What the screens show, gathered from the event once after each change: texts, not rules.

use pairing::Points;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use tournament::event::{Event, NotPaired};
use tournament::model::*;
use tournament::standings::{Heading, StageTable};

/// Who has no opponent in a round, and why.
type Absent = Rc<Vec<(PlayerId, NotPaired)>>;

/// What several screens need, computed when first asked for.
pub struct View {
    state: State,
    /// The stage shown.
    pub stage: StageIndex,
    /// Players in the order of the list: by number, latest entries last.
    pub order: Vec<PlayerId>,
    /// Rounds paired so far in the stage shown.
    pub rounds: RoundNumber,
    /// Planned rounds.
    pub planned: RoundNumber,
    /// Boards of the last round.
    pub boards: usize,
    /// Boards of the last round with a result.
    pub boards_in: usize,
    /// Rounds with adjourned games or games without a result, and how many; none of a knockout, where the bracket tells.
    pub unfinished: Vec<(RoundNumber, usize)>,
    /// Pairs of the last round are being changed by hand.
    pub manual: bool,
    /// The system has a bracket or a grid.
    pub has_bracket: bool,
    /// What that page is called.
    pub bracket_name: &'static str,
    numbers: BTreeMap<PlayerId, u32>,
    scores: RefCell<BTreeMap<RoundNumber, Rc<BTreeMap<PlayerId, Points>>>>,
    standings: RefCell<BTreeMap<RoundNumber, Rc<StageTable>>>,
    absent: RefCell<BTreeMap<RoundNumber, Absent>>,
    open: RefCell<BTreeMap<RoundNumber, usize>>,
    complete: bool,
}

impl View {
    /// Gathers the view.
    pub fn of(event: &Event, stage: StageIndex) -> View {
        let state = event.state().clone();
        let stage = stage.min(state.stages.len().saturating_sub(1));
        let (rounds, planned) =
            state.stages.get(stage).map_or((0, 0), |s| (s.rounds.len() as RoundNumber, s.rounds_planned));
        // A second grand final that is not needed is not waited for.
        let knockout = state.stages.get(stage).is_some_and(|s| matches!(s.system, System::Knockout { .. }));
        let planned = if knockout && rounds > 0 && state.is_stage_over(stage) { rounds } else { planned };
        let last = state.stages.get(stage).and_then(|s| s.rounds.last());
        let open = |round: RoundNumber| state.open_games(stage, round) - state.open_games(stage, round - 1);
        let unfinished: Vec<(RoundNumber, usize)> = (1..=if knockout { 0 } else { rounds })
            .map(|round| (round, open(round)))
            .filter(|(_, games)| *games > 0)
            .collect();
        let numbering = state.numbering(stage);
        let numbers: BTreeMap<PlayerId, u32> = numbering.iter().zip(1..).map(|(&id, n)| (id, n)).collect();
        let mut order: Vec<PlayerId> = numbering.iter().copied().filter(|id| state.players.contains_key(id)).collect();
        order.extend(state.players.keys().filter(|id| !numbers.contains_key(id)));
        let (has_bracket, bracket_name) = match state.stages.get(stage).map(|s| &s.system) {
            Some(System::Knockout { .. }) => (true, "Bracket"),
            Some(System::RoundRobin { .. } | System::Scheveningen { .. }) => (true, "Grid"),
            _ => (false, ""),
        };
        View {
            stage,
            order,
            rounds,
            planned,
            boards: last.map_or(0, |round| round.meetings.len()),
            boards_in: last
                .map_or(0, |round| round.meetings.iter().filter(|m| state.is_meeting_over(stage, m)).count()),
            unfinished,
            manual: last.is_some_and(|round| round.manual_phase),
            has_bracket,
            bracket_name,
            numbers,
            scores: RefCell::default(),
            standings: RefCell::default(),
            absent: RefCell::default(),
            open: RefCell::default(),
            complete: rounds > 0 && state.is_complete(stage, rounds),
            state,
        }
    }

    /// All boards of the last round have a result, and no pairs are being changed by hand.
    pub fn round_complete(&self) -> bool {
        self.complete
    }

    /// All rounds are played, and no game is left.
    pub fn is_over(&self) -> bool {
        self.rounds > 0 && self.rounds >= self.planned && self.round_complete() && self.unfinished.is_empty()
    }

    /// Whether nothing is left to be entered at a board: an adjourned game will have its result.
    pub fn is_settled(&self, meeting: &Meeting) -> bool {
        self.state.is_meeting_over(self.stage, meeting)
            && !meeting.games.iter().any(|game| game.result == Some(GameResult::Adjourned))
    }

    /// How many boards of a round are not settled.
    pub fn boards_open(&self, round: RoundNumber) -> usize {
        let count = || {
            let round = self.state.round(self.stage, round);
            round.map_or(0, |round| round.meetings.iter().filter(|meeting| !self.is_settled(meeting)).count())
        };
        *self.open.borrow_mut().entry(round).or_insert_with(count)
    }

    /// Who has no opponent in a round, and why.
    pub fn not_paired(&self, round: RoundNumber) -> Absent {
        let mut all = self.absent.borrow_mut();
        let absent = all.entry(round).or_insert_with(|| Rc::new(self.state.not_paired(self.stage, round)));
        Rc::clone(absent)
    }

    /// The pairing number of a player.
    pub fn number(&self, id: PlayerId) -> Option<u32> {
        self.numbers.get(&id).copied()
    }

    /// A player's points after a number of rounds.
    fn points_after(&self, rounds: RoundNumber, id: PlayerId) -> Option<Points> {
        let mut scores = self.scores.borrow_mut();
        let scores = scores.entry(rounds).or_insert_with(|| Rc::new(self.state.counted_scores(self.stage, rounds)));
        scores.get(&id).copied()
    }

    /// A player's points before a round.
    pub fn points_before(&self, round: RoundNumber, id: PlayerId) -> Option<Points> {
        self.points_after(round.saturating_sub(1), id)
    }

    /// A player's points now.
    pub fn points(&self, id: PlayerId) -> Option<Points> {
        self.points_after(self.rounds, id)
    }

    /// Standings after a number of rounds.
    pub fn standings(&self, rounds: RoundNumber) -> Rc<StageTable> {
        let mut all = self.standings.borrow_mut();
        let table = all.entry(rounds).or_insert_with(|| Rc::new(StageTable::of(&self.state, self.stage, rounds)));
        Rc::clone(table)
    }

    /// What the standings after a number of rounds may be called.
    pub fn heading(&self, rounds: RoundNumber) -> Heading {
        Heading::of(&self.state, self.stage, rounds)
    }

    /// A player's rounds in words: `1: White against Bold, Ganbat, 1 – 0`.
    pub fn games_of(&self, id: PlayerId) -> Vec<String> {
        let line = |number: RoundNumber| {
            let round = self.state.round(self.stage, number)?;
            if let Some((board, color, opponent)) = self.state.seat(self.stage, number, id) {
                let meeting = round.meetings.get(board as usize - 1)?;
                let opponent = self.state.name(opponent);
                if let [game] = meeting.games.as_slice() {
                    let result = game.result.map_or("open", |result| result_text(result).0);
                    return Some(format!("{number}: {color:?} against {opponent}, {result}"));
                }
                // Of a micro-match the player's own points stand first.
                let text = meeting_text(meeting, id);
                let text = if text.is_empty() { "open" } else { &text };
                return Some(format!("{number}: {} games against {opponent}, {text}", meeting.games.len()));
            }
            round.byes.get(&id).map(|&kind| format!("{number}: {}", bye_text(kind)))
        };
        (1..=self.rounds).filter_map(line).collect()
    }
}

/// A rating as text; empty when there is none.
pub fn rating_text(value: u16) -> String {
    if value == 0 { String::new() } else { value.to_string() }
}

/// "IM Abashidze, Nino".
pub fn titled_name(player: &Player) -> String {
    match player.title {
        Some(title) => format!("{title} {}", player.name),
        None => player.name.clone(),
    }
}

/// Points with halves as people write them: `2½`, `½`, `0`; other fractions as decimals.
pub fn points_text(points: Points) -> String {
    let (whole, rest) = (points.hundredths() / 100, points.hundredths() % 100);
    let part = match rest {
        25 => "¼",
        50 => "½",
        75 => "¾",
        _ => return points.to_string(),
    };
    if whole == 0 { part.to_owned() } else { format!("{whole}{part}") }
}

/// A result as it stands between two names, and what it means.
pub fn result_text(result: GameResult) -> (&'static str, &'static str) {
    match result {
        GameResult::WhiteWins => ("1 – 0", "White won"),
        GameResult::BlackWins => ("0 – 1", "Black won"),
        GameResult::Draw => ("½ – ½", "draw"),
        GameResult::BothLose => ("0 – 0", "both lost, by decision"),
        GameResult::HalfToWhite => ("½ – 0", "half a point to White only, by decision"),
        GameResult::HalfToBlack => ("0 – ½", "half a point to Black only, by decision"),
        GameResult::WhiteWinsUnrated => ("1 – 0 u", "White won, not rated"),
        GameResult::BlackWinsUnrated => ("0 – 1 u", "Black won, not rated"),
        GameResult::DrawUnrated => ("½ – ½ u", "draw, not rated"),
        GameResult::ForfeitToWhite => ("+ – –", "Black did not come"),
        GameResult::ForfeitToBlack => ("– – +", "White did not come"),
        GameResult::BothForfeit => ("– – –", "nobody came"),
        GameResult::Adjourned => ("adj.", "adjourned; counts as a draw for pairing"),
    }
}

/// The result of a game with colours reversed, seen from the side that had Black.
fn turned(result: GameResult) -> GameResult {
    match result {
        GameResult::WhiteWins => GameResult::BlackWins,
        GameResult::BlackWins => GameResult::WhiteWins,
        GameResult::HalfToWhite => GameResult::HalfToBlack,
        GameResult::HalfToBlack => GameResult::HalfToWhite,
        GameResult::WhiteWinsUnrated => GameResult::BlackWinsUnrated,
        GameResult::BlackWinsUnrated => GameResult::WhiteWinsUnrated,
        GameResult::ForfeitToWhite => GameResult::ForfeitToBlack,
        GameResult::ForfeitToBlack => GameResult::ForfeitToWhite,
        same => same,
    }
}

/// The result of a game with the number of `left` first, who may have had Black; `None` while it is open.
pub fn seat_result(game: &Game, left: PlayerId) -> Option<&'static str> {
    let result = game.result?;
    Some(result_text(if game.white == left { result } else { turned(result) }).0)
}

/// The results of a meeting's games, with the number of `left` first; empty while none is in.
pub fn meeting_text(meeting: &Meeting, left: PlayerId) -> String {
    if meeting.games.iter().all(|game| game.result.is_none()) {
        return String::new();
    }
    let games: Vec<&str> = meeting.games.iter().map(|game| seat_result(game, left).unwrap_or("·")).collect();
    games.join(",  ")
}

/// What a round without an opponent is called.
pub fn bye_text(kind: ByeKind) -> &'static str {
    match kind {
        ByeKind::PairingAllocated => "bye",
        ByeKind::Full => "full-point bye",
        ByeKind::Half => "half-point bye",
        ByeKind::Zero => "not playing",
    }
}

/// Why somebody has no opponent, with what it is worth in this stage.
pub fn not_paired_text(why: NotPaired, state: &State, stage: StageIndex) -> String {
    match why {
        NotPaired::Bye(ByeKind::Zero) => match state.stages.get(stage).map(|header| &header.system) {
            Some(System::Knockout { .. }) => "passes".to_owned(),
            Some(System::RoundRobin { .. } | System::Scheveningen { .. }) => "free".to_owned(),
            _ => bye_text(ByeKind::Zero).to_owned(),
        },
        NotPaired::Bye(kind) => format!("{} ({})", bye_text(kind), points_text(bye_points(state, stage, kind))),
        NotPaired::Waiting => "waits for an opponent".to_owned(),
        NotPaired::NotYetEntered => "not entered yet".to_owned(),
        NotPaired::Withdrawn => "withdrawn".to_owned(),
    }
}

/// Teams without an opponent: which, name, why, and whether they have withdrawn. A bye is told with its match points.
pub fn teams_not_paired(state: &State, stage: StageIndex, round: RoundNumber) -> Vec<(TeamId, String, String, bool)> {
    let teams = state.teams_not_paired(stage, round);
    if teams.is_empty() {
        return Vec::new();
    }
    let matches = tournament::teams::projection(state, stage);
    let line =
        |(id, why)| (id, state.team_name(id), not_paired_text(why, &matches, stage), why == NotPaired::Withdrawn);
    teams.into_iter().map(line).collect()
}

/// What a bye is worth in a stage: as much as the games of a meeting.
pub fn bye_points(state: &State, stage: StageIndex, kind: ByeKind) -> Points {
    let scoring = state.meeting_scoring(stage);
    Points(match kind {
        ByeKind::PairingAllocated => scoring.pairing_bye,
        ByeKind::Full => scoring.win,
        ByeKind::Half => scoring.draw,
        ByeKind::Zero => scoring.zero_bye,
    })
}

/// How many rounds a system with a fixed schedule has for so many players; `None` where the organiser decides.
pub fn rounds_needed(system: &System, players: usize) -> Option<RoundNumber> {
    let players = u32::try_from(players).ok().filter(|&n| n >= 2)?;
    match *system {
        System::RoundRobin { cycles, .. } => {
            let plan = pairing::round_robin::Plan::single(players);
            Some(plan.rounds_per_cycle() * u32::from(cycles.max(1)))
        }
        System::Scheveningen { double, boards, .. } => {
            let boards = if boards == 0 { players / 2 } else { boards };
            Some(boards.max(1) * if double { 2 } else { 1 })
        }
        // A knockout takes its rounds from the bracket.
        System::Knockout { .. } => tournament::knockout::rounds(system, players).ok(),
        System::Swiss { .. } | System::Manual => None,
    }
}

/// The name of a system.
pub fn system_text(system: &System) -> String {
    match system {
        System::Swiss { variant, acceleration } => {
            let name = match variant {
                SwissVariant::Dutch => "Swiss, Dutch",
                SwissVariant::Dubov => "Swiss, Dubov",
                SwissVariant::Burstein => "Swiss, Burstein",
                SwissVariant::DoubleSwiss => "Double-Swiss",
                SwissVariant::Lim => "Swiss, Lim (incomplete text)",
                SwissVariant::Team => "Swiss for teams",
            };
            if *acceleration { format!("{name}, accelerated") } else { name.to_owned() }
        }
        System::RoundRobin { cycles: 1, .. } => "Round-robin".to_owned(),
        System::RoundRobin { cycles, .. } => format!("Round-robin, {cycles} cycles"),
        System::Knockout { options, .. } => match options.format {
            KnockoutFormat::Double { .. } => "Double elimination".to_owned(),
            KnockoutFormat::Single | KnockoutFormat::Places(_) => "Knockout".to_owned(),
        },
        System::Scheveningen { double: false, .. } => "Scheveningen".to_owned(),
        System::Scheveningen { double: true, .. } => "Scheveningen, double".to_owned(),
        System::Manual => "Pairs set by hand".to_owned(),
    }
}
