//! The neutral view of an event that pairing and standings are computed from. A report file and an event both make one.

use crate::model::{GameResult, Meeting, PlayerId, Scoring as EventScoring, Stage, StageIndex, State, System, Title};
use pairing::Points;
use pairing::swiss::{Color, Entrant, EntryKind, RoundEntry, RoundInput, Scoring};
use std::collections::{BTreeMap, BTreeSet};

/// A participant with what tie-breaks need besides the rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Name.
    pub name: String,
    /// Title.
    pub title: Option<Title>,
    /// Number, rating (0: none) and rounds.
    pub entrant: Entrant,
}

/// How opponents are found; decides how unplayed rounds count (FIDE C.07 art. 15, 16).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairingKind {
    /// Swiss: art. 16.
    Swiss,
    /// Round-robin, Scheveningen: art. 15.2.
    Predetermined {
        /// How often each pair meets.
        cycles: u8,
    },
}

impl PairingKind {
    /// The kind of a system. Pairs set by hand are taken as those of a Swiss.
    pub const fn of(system: &System) -> PairingKind {
        match *system {
            System::RoundRobin { cycles, .. } => PairingKind::Predetermined { cycles },
            System::Scheveningen { double, .. } => PairingKind::Predetermined { cycles: if double { 2 } else { 1 } },
            System::Knockout { .. } => PairingKind::Predetermined { cycles: 1 },
            System::Swiss { .. } | System::Manual => PairingKind::Swiss,
        }
    }
}

/// A cross table of players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossTable {
    /// In order of number; all rows have `rounds` entries.
    pub rows: Vec<Row>,
    /// Rounds counted.
    pub rounds: u32,
    /// Rounds of the event.
    pub rounds_total: u32,
    /// What a meeting is worth; see [`State::meeting_scoring`].
    pub scoring: Scoring,
    /// Swiss or predetermined.
    pub kind: PairingKind,
    /// The initial colour, where known.
    pub initial_color: Option<Color>,
    /// Forbidden pairs: numbers, first round, last round.
    pub forbidden: Vec<(u32, u32, u32, u32)>,
    /// Tie-break codes in order, `PTS` left out.
    pub tiebreaks: Vec<String>,
}

impl CrossTable {
    /// The table of a stage after the given number of rounds (at most those that are paired).
    ///
    /// Rows stand in the order of [`State::numbering`], so that row `i` is the player with number `i + 1`. In the continuation of an earlier
    /// stage those who do not go on follow behind them: their games are part of the others' histories. Nobody is `present`:
    /// whoever pairs the next round says who takes part. A game without a result is an adjourned one without points.
    pub fn of_state(state: &State, stage: StageIndex, rounds: u32) -> CrossTable {
        CrossTable::with_numbers(state, stage, rounds, &state.numbering(stage))
    }

    /// As [`CrossTable::of_state`], with the rows in the order given.
    pub(crate) fn with_numbers(state: &State, stage: StageIndex, rounds: u32, numbering: &[PlayerId]) -> CrossTable {
        let Some(header) = state.stages.get(stage) else {
            return CrossTable::empty(state);
        };
        let mut numbering = numbering.to_vec();
        numbering.extend(stayed_behind(header, &numbering));
        let number_of: BTreeMap<PlayerId, u32> = numbering.iter().zip(1..).map(|(&id, tpn)| (id, tpn)).collect();
        let rounds = rounds.min(header.rounds.len() as u32);
        let scoring = state.settings.scoring;
        let mut rows: Vec<Row> = numbering
            .iter()
            .zip(1..)
            .map(|(id, tpn)| {
                let player = state.players.get(id);
                Row {
                    name: player.map(|p| p.name.clone()).unwrap_or_default(),
                    title: player.and_then(|p| p.title),
                    entrant: Entrant {
                        tpn,
                        rating: player.map_or(0, |p| u32::from(state.rating(p))),
                        rounds: Vec::with_capacity(rounds as usize),
                        virtual_points: Vec::with_capacity(rounds as usize + 1),
                        present: false,
                        extra_points: Points::ZERO,
                    },
                }
            })
            .collect();
        for adjustment in &state.adjustments {
            if adjustment.stage == stage
                && adjustment.round <= rounds
                && let Some(&tpn) = number_of.get(&adjustment.player)
            {
                rows[tpn as usize - 1].entrant.extra_points += Points(adjustment.points);
            }
        }
        for (&id, &tpn) in &number_of {
            if let Some(points) = header.carried_points(id) {
                rows[tpn as usize - 1].entrant.extra_points += points;
            }
        }
        let whole = state.meeting_scoring(stage);
        let as_unit = state.settings.meetings_as_unit;
        let double_swiss = header.system.is_double_swiss();
        let absent = RoundEntry { points: Points(whole.zero_bye), ..RoundEntry::ABSENT };
        for round in header.rounds.iter().take(rounds as usize) {
            let mut entries = vec![absent; rows.len()];
            for meeting in &round.meetings {
                let Some(first) = meeting.games.first() else { continue };
                // What is left of a decided meeting of a knockout is not played.
                let played: Meeting;
                let meeting: &Meeting = if meeting.games.iter().all(|game| state.is_needed(stage, meeting, game)) {
                    meeting
                } else {
                    let games = meeting.games.iter().filter(|game| game.result.is_some()).copied().collect();
                    played = Meeting { games, ..(**meeting).clone() };
                    &played
                };
                let sides = [(first.white, first.black, Color::White), (first.black, first.white, Color::Black)];
                for (me, other, color) in sides {
                    let opponent = number_of.get(&other).copied();
                    // Against a vacant seat of a team match there is no opponent.
                    if let Some(&tpn) = number_of.get(&me)
                        && (opponent.is_some() || other == PlayerId::NOBODY)
                    {
                        let entry = meeting_entry(meeting, me, opponent, color, &scoring, as_unit && !double_swiss);
                        entries[tpn as usize - 1] =
                            if double_swiss { crate::double_swiss::entry_of(meeting, me, entry) } else { entry };
                    }
                }
            }
            for (id, &kind) in &round.byes {
                if let Some(&tpn) = number_of.get(id) {
                    let (kind, points) = bye_entry(kind, &whole);
                    entries[tpn as usize - 1] = RoundEntry { kind, points, ..absent };
                }
            }
            for ((row, entry), id) in rows.iter_mut().zip(entries).zip(numbering.iter()) {
                row.entrant.rounds.push(entry);
                row.entrant.virtual_points.push(Points(round.virtual_points.get(id).copied().unwrap_or(0)));
            }
        }
        let forbidden = state
            .settings
            .forbidden
            .iter()
            .filter_map(|f| {
                let (&a, &b) = (number_of.get(&f.a)?, number_of.get(&f.b)?);
                Some((a, b, f.first_round, f.last_round.unwrap_or(u32::MAX)))
            })
            .collect();
        CrossTable {
            rows,
            rounds,
            rounds_total: header.rounds_planned,
            kind: PairingKind::of(&header.system),
            forbidden,
            scoring: whole.into(),
            ..CrossTable::empty(state)
        }
    }

    fn empty(state: &State) -> CrossTable {
        CrossTable {
            rows: Vec::new(),
            rounds: 0,
            rounds_total: 0,
            scoring: state.settings.scoring.into(),
            kind: PairingKind::Swiss,
            initial_color: state.settings.initial_color.map(Color::from),
            forbidden: Vec::new(),
            tiebreaks: state.settings.tiebreaks.clone(),
        }
    }

    /// The table as it was when the given round (from 1) was about to be paired: later rounds are cut off, and those who were paired or had
    /// the pairing-allocated bye in that round are `present`. For replaying. `None` when the round is not in the table.
    pub fn before_round(&self, round: u32) -> Option<CrossTable> {
        if round == 0 || round > self.rounds {
            return None;
        }
        let mut table = self.clone();
        table.rounds = round - 1;
        for row in &mut table.rows {
            let entrant = &mut row.entrant;
            entrant.present = entrant.rounds.get(round as usize - 1).is_some_and(|entry| {
                entry.opponent.is_some() || matches!(entry.kind, EntryKind::PairingBye) || entry.kind.is_played()
            });
            entrant.rounds.truncate(round as usize - 1);
            entrant.virtual_points.truncate(round as usize);
        }
        Some(table)
    }

    /// The position before a paired round of an event as it was then: what was given or taken from that round on does not count yet, and an adjourned game that
    /// was finished otherwise since counts as the draw that it was for the pairing. `None` when the round is not paired.
    pub fn before_pairing(state: &State, stage: StageIndex, round: u32) -> Option<CrossTable> {
        let then = state.as_paired(stage, round);
        let state = then.as_ref().unwrap_or(state);
        let mut table = CrossTable::of_state(state, stage, round).before_round(round)?;
        let earlier = CrossTable::of_state(state, stage, round - 1);
        for (row, old) in table.rows.iter_mut().zip(&earlier.rows) {
            row.entrant.extra_points = old.entrant.extra_points;
        }
        let paired_at = state.round(stage, round).map(|paired| paired.paired_at.clone()).unwrap_or_default();
        for given in state.adjustments.iter().filter(|given| given.stage == stage && given.round < round) {
            // Given for an earlier round, but only after this one was paired.
            let start = format!("Points adjusted @ Round {}: {} ", given.round, state.name(given.player));
            let note = state.notes.iter().rev().find(|note| note.text.starts_with(&start));
            if let Some(at) = state.numbering(stage).iter().position(|id| *id == given.player)
                && note.is_some_and(|note| !paired_at.is_empty() && note.at > paired_at)
                && let Some(row) = table.rows.get_mut(at)
            {
                row.entrant.extra_points = Points(row.entrant.extra_points.tenths() - given.points);
            }
        }
        Some(table)
    }

    /// What the engine needs to pair the round after those of the table. The rows say who is `present` and what virtual points they have in that
    /// round. Without an initial colour White is taken; it decides nothing once everybody has played.
    pub fn round_input(&self) -> RoundInput {
        let round = self.rounds + 1;
        RoundInput {
            round,
            rounds_total: self.rounds_total,
            entrants: self.rows.iter().map(|row| row.entrant.clone()).collect(),
            forbidden: self
                .forbidden
                .iter()
                .filter(|&&(_, _, first, last)| first <= round && round <= last)
                .map(|&(a, b, _, _)| (a, b))
                .collect(),
            initial_color: self.initial_color.unwrap_or(Color::White),
            scoring: self.scoring,
        }
    }
}

/// Who stands in rounds that were taken over whole and does not take part in the stage, in order of identity.
fn stayed_behind(header: &Stage, numbering: &[PlayerId]) -> BTreeSet<PlayerId> {
    if !header.is_continuation() {
        return BTreeSet::new();
    }
    let here: BTreeSet<PlayerId> = numbering.iter().copied().collect();
    let carried = || header.rounds.iter().filter(|round| !round.carried_from.is_empty());
    let games = carried().flat_map(|round| &round.meetings).flat_map(|meeting| &meeting.games);
    let seated = games.flat_map(|game| [game.white, game.black]).filter(|id| *id != PlayerId::NOBODY);
    seated.chain(carried().flat_map(|round| round.byes.keys().copied())).filter(|id| !here.contains(id)).collect()
}

/// What a game's result is worth for White and Black, in tenths.
pub fn points_of(result: GameResult, s: &EventScoring) -> (i32, i32) {
    match result {
        GameResult::WhiteWins | GameResult::WhiteWinsUnrated => (s.win, s.loss),
        GameResult::BlackWins | GameResult::BlackWinsUnrated => (s.loss, s.win),
        GameResult::Draw | GameResult::DrawUnrated | GameResult::Adjourned => (s.draw, s.draw),
        GameResult::BothLose => (s.loss, s.loss),
        GameResult::HalfToWhite => (s.draw, s.loss),
        GameResult::HalfToBlack => (s.loss, s.draw),
        GameResult::ForfeitToWhite => (s.win, s.forfeit_loss),
        GameResult::ForfeitToBlack => (s.forfeit_loss, s.win),
        GameResult::BothForfeit => (s.forfeit_loss, s.forfeit_loss),
    }
}

/// What a bye is in the table, and its points.
fn bye_entry(kind: crate::model::ByeKind, s: &EventScoring) -> (EntryKind, Points) {
    use crate::model::ByeKind;
    match kind {
        ByeKind::PairingAllocated => (EntryKind::PairingBye, Points(s.pairing_bye)),
        ByeKind::Full => (EntryKind::FullBye, Points(s.win)),
        ByeKind::Half => (EntryKind::HalfBye, Points(s.draw)),
        ByeKind::Zero => (EntryKind::ZeroBye, Points(s.zero_bye)),
    }
}

/// A meeting as one entry: the games' points are added, or decide the meeting as a unit once all of them are there; it was played if any of its
/// games was.
pub(crate) fn meeting_entry(
    meeting: &Meeting,
    me: PlayerId,
    opponent: Option<u32>,
    color: Color,
    scoring: &EventScoring,
    as_unit: bool,
) -> RoundEntry {
    let (mut points, mut theirs) = (0, 0);
    let (mut played, mut rated, mut open, mut forfeit_won) = (false, false, false, false);
    for game in &meeting.games {
        let i_am_white = game.white == me;
        let Some(result) = game.result else {
            open = true;
            continue;
        };
        let (white, black) = points_of(result, scoring);
        points += if i_am_white { white } else { black };
        theirs += if i_am_white { black } else { white };
        match result {
            GameResult::Adjourned => open = true,
            GameResult::ForfeitToWhite => forfeit_won |= i_am_white,
            GameResult::ForfeitToBlack => forfeit_won |= !i_am_white,
            GameResult::BothForfeit => {}
            GameResult::WhiteWinsUnrated | GameResult::BlackWinsUnrated | GameResult::DrawUnrated => played = true,
            _ => (played, rated) = (true, true),
        }
    }
    let kind = if open {
        EntryKind::Adjourned
    } else if played {
        EntryKind::Played { rated }
    } else if forfeit_won {
        EntryKind::ForfeitWin
    } else {
        EntryKind::ForfeitLoss
    };
    if as_unit && meeting.games.len() > 1 {
        let all_lost = |sum: i32| sum <= scoring.loss.max(scoring.forfeit_loss) * meeting.games.len() as i32;
        let lost = if played { scoring.loss } else { scoring.forfeit_loss };
        points = match points.cmp(&theirs) {
            _ if meeting.games.iter().any(|game| game.result.is_none()) => 0,
            // An adjourned game leaves the meeting open, which counts as a draw (C.04.2 art. 3.1).
            _ if open => scoring.draw,
            std::cmp::Ordering::Greater => scoring.win,
            std::cmp::Ordering::Less => lost,
            // Nobody has anything: both have lost all games.
            std::cmp::Ordering::Equal if all_lost(points) => lost,
            std::cmp::Ordering::Equal => scoring.draw,
        };
    }
    RoundEntry { kind, opponent, color: Some(color), points: Points(points) }
}
