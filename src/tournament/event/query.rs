//! What the window and the command line ask about an event.

use crate::crosstable::CrossTable;
use crate::knockout::outcome_in;
use crate::model::*;
use pairing::Points;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How far a round is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Games with a result, adjourned ones included.
    pub entered: usize,
    /// Games of the round.
    pub total: usize,
    /// Of those entered, how many are adjourned.
    pub adjourned: usize,
}

/// Why a player has no opponent in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NotPaired {
    /// A bye of this kind.
    Bye(ByeKind),
    /// In a manual phase: waits for an opponent.
    Waiting,
    /// Entered later.
    NotYetEntered,
    /// Withdrawn.
    Withdrawn,
}

impl State {
    /// A player's name; `player 17` where there is none with that identity.
    pub fn name(&self, id: PlayerId) -> String {
        match self.players.get(&id) {
            Some(player) => player.name.clone(),
            None if id == PlayerId::NOBODY => "(vacant)".to_owned(),
            None => format!("player {}", id.0),
        }
    }

    /// The rating that orders a player ([`State::start_rating`]); 0 when there is none.
    pub fn rating(&self, player: &Player) -> u16 {
        self.start_rating(player).map_or(0, |rating| rating.value)
    }

    /// A round, from 1.
    pub fn round(&self, stage: StageIndex, round: RoundNumber) -> Option<&Arc<Round>> {
        self.stages.get(stage)?.rounds.get((round as usize).checked_sub(1)?)
    }

    /// Rounds of a stage that are paired.
    pub fn rounds_paired(&self, stage: StageIndex) -> RoundNumber {
        self.stages.get(stage).map_or(0, |stage| stage.rounds.len() as RoundNumber)
    }

    /// Some round of some stage is paired.
    pub fn has_begun(&self) -> bool {
        self.stages.iter().any(|stage| !stage.rounds.is_empty())
    }

    /// The players of a stage in the order of their pairing numbers. Before round 1 is paired: the order that they would have now, which is sorted at each
    /// call.
    pub fn numbering(&self, stage: StageIndex) -> Arc<Vec<PlayerId>> {
        match self.stages.get(stage) {
            Some(header) if !header.rounds.is_empty() => header.numbers.clone(),
            Some(_) => Arc::new(super::numbers::for_round(self, stage, 1)),
            None => Arc::default(),
        }
    }

    /// A player's pairing number in a stage, as far as there is one. For many players ask [`State::numbering`] once.
    pub fn tpn(&self, stage: StageIndex, player: PlayerId) -> Option<u32> {
        self.numbering(stage).iter().zip(1..).find(|(id, _)| **id == player).map(|(_, tpn)| tpn)
    }

    /// Games of a round: with a result, and all.
    pub fn progress(&self, stage: StageIndex, round: RoundNumber) -> Progress {
        let mut progress = Progress::default();
        let meetings = self.round(stage, round).into_iter().flat_map(|r| &r.meetings);
        for game in meetings.flat_map(|m| m.games.iter().filter(|game| self.is_needed(stage, m, game))) {
            progress.total += 1;
            progress.entered += usize::from(game.result.is_some());
            progress.adjourned += usize::from(game.result == Some(GameResult::Adjourned));
        }
        progress
    }

    /// Whether a game has a result or needs one: the games that are left when a meeting of a knockout is decided are not played (`knockout` 3).
    pub fn is_needed(&self, stage: StageIndex, meeting: &Meeting, game: &Game) -> bool {
        game.result.is_some()
            || !self.is_knockout(stage)
            || self.pairs_teams(stage)
            || !outcome_in(self, stage, meeting).is_settled()
    }

    /// Nothing is to be entered for the meeting any more: every game that is needed has a result, and in a knockout it is known who goes on.
    pub fn is_meeting_over(&self, stage: StageIndex, meeting: &Meeting) -> bool {
        if self.is_knockout(stage) && !self.pairs_teams(stage) {
            return outcome_in(self, stage, meeting).is_settled();
        }
        meeting.games.iter().all(|game| game.result.is_some())
    }

    fn is_knockout(&self, stage: StageIndex) -> bool {
        self.stages.get(stage).is_some_and(|header| matches!(header.system, System::Knockout { .. }))
    }

    /// Every game of the round has a result, adjourned or not (in a knockout: who goes on is settled in every meeting), and no manual phase
    /// is open.
    pub fn is_complete(&self, stage: StageIndex, round: RoundNumber) -> bool {
        let Some(paired) = self.round(stage, round).filter(|r| !r.manual_phase) else { return false };
        if self.is_knockout(stage) && self.pairs_teams(stage) {
            return crate::teams::projection(self, stage).is_complete(stage, round);
        }
        if self.is_knockout(stage) {
            return paired.meetings.iter().all(|m| outcome_in(self, stage, m).is_settled());
        }
        let progress = self.progress(stage, round);
        progress.entered == progress.total
    }

    /// Complete, and nothing is adjourned.
    pub fn is_final(&self, stage: StageIndex, round: RoundNumber) -> bool {
        self.is_complete(stage, round) && self.progress(stage, round).adjourned == 0
    }

    /// Games without a result or adjourned in the first `rounds` rounds. As long as there is one, standings are not final.
    pub fn open_games(&self, stage: StageIndex, rounds: RoundNumber) -> usize {
        let Some(header) = self.stages.get(stage) else { return 0 };
        let games = header.rounds.iter().take(rounds as usize).flat_map(|r| &r.meetings).flat_map(|m| &m.games);
        games.filter(|game| matches!(game.result, None | Some(GameResult::Adjourned))).count()
    }

    /// All planned rounds are final (in a knockout: nothing is left to be played): final standings may be published.
    pub fn is_stage_over(&self, stage: StageIndex) -> bool {
        self.stages.get(stage).is_some_and(|header| {
            if self.is_knockout(stage) {
                return !header.rounds.is_empty()
                    && crate::knockout::bracket(self, stage).is_ok_and(|course| course.is_over());
            }
            let paired = header.rounds.len() as RoundNumber;
            paired >= header.rounds_planned && (1..=paired).all(|round| self.is_final(stage, round))
        })
    }

    /// The first game without a result after `after` (board, game), starting again at board 1.
    pub fn next_open(
        &self,
        stage: StageIndex,
        round: RoundNumber,
        after: Option<(u32, usize)>,
    ) -> Option<crate::command::GameRef> {
        let meetings = &self.round(stage, round)?.meetings;
        let open = || {
            meetings.iter().zip(1u32..).flat_map(|(meeting, board)| {
                (meeting.games.iter().enumerate())
                    .filter(|(_, g)| g.result.is_none() && self.is_needed(stage, meeting, g))
                    .map(move |(game, _)| (board, game))
            })
        };
        let found = after.and_then(|after| open().find(|&at| at > after)).or_else(|| open().next());
        found.map(|(board, game)| crate::command::GameRef { stage, round, board, game })
    }

    /// Whoever belongs to the stage and has no opponent in the round, with the reason, in order of number.
    /// Nobody where teams are paired, see [`State::teams_not_paired`].
    pub fn not_paired(&self, stage: StageIndex, round: RoundNumber) -> Vec<(PlayerId, NotPaired)> {
        let Some(paired) = self.round(stage, round) else { return Vec::new() };
        if paired.teams.is_some() {
            return Vec::new();
        }
        let playing: BTreeSet<PlayerId> =
            paired.meetings.iter().flat_map(|m| &m.games).flat_map(|g| [g.white, g.black]).collect();
        let numbering = self.numbering(stage);
        let numbered: BTreeSet<PlayerId> = numbering.iter().copied().collect();
        let closed = self.is_closed(stage);
        let late = self.players.keys().filter(|id| !closed && !numbered.contains(id));
        // Who is out of a knockout is not missing.
        let out = |id: &PlayerId| {
            self.is_knockout(stage)
                && numbered.contains(id)
                && !paired.manual_phase
                && !paired.byes.contains_key(id)
                && self.players.get(id).is_some_and(|p| p.withdrawn_from.is_none_or(|from| from > round))
        };
        numbering
            .iter()
            .chain(late)
            .filter(|id| !playing.contains(id) && !out(id))
            .map(|&id| {
                let player = self.players.get(&id);
                let why = if let Some(&kind) = paired.byes.get(&id) {
                    NotPaired::Bye(kind)
                } else if player.and_then(|p| p.withdrawn_from).is_some_and(|from| from <= round) {
                    NotPaired::Withdrawn
                } else if player.is_none_or(|p| p.entered_in > round) || !numbered.contains(&id) || !paired.manual_phase
                {
                    NotPaired::NotYetEntered
                } else {
                    NotPaired::Waiting
                };
                (id, why)
            })
            .collect()
    }

    /// Points of everybody after a number of rounds; open games give nothing.
    pub fn scores(&self, stage: StageIndex, rounds: RoundNumber) -> BTreeMap<PlayerId, Points> {
        let table = CrossTable::of_state(self, stage, rounds);
        self.numbering(stage).iter().zip(&table.rows).map(|(&id, row)| (id, row.entrant.score())).collect()
    }

    /// As [`State::scores`], by the results that count: in a round-robin, games of players who left before half of them do not, and these players
    /// have no score (FIDE C.05 art. 6.6).
    pub fn counted_scores(&self, stage: StageIndex, rounds: RoundNumber) -> BTreeMap<PlayerId, Points> {
        let (table, ids, _) = crate::standings::counted(self, stage, rounds);
        ids.iter().zip(&table.rows).map(|(&id, row)| (id, row.entrant.score())).collect()
    }

    /// What a whole meeting of the stage is worth: the event's scoring, taken once for each game when the games' points are added (T8). Byes count
    /// by it. In a Double-Swiss the games' points are added in any case.
    pub fn meeting_scoring(&self, stage: StageIndex) -> Scoring {
        let games = self.stages.get(stage).map_or(1, |stage| i32::from(stage.games_per_meeting.max(1)));
        let s = self.settings.scoring;
        if self.stages.get(stage).is_some_and(|stage| stage.system.is_double_swiss()) {
            // A match is two games; the bye is worth one of them as the settings say and one drawn (FIDE C.04.5 art. 1.4).
            let twice = |points: i32| points.saturating_mul(2);
            return Scoring {
                win: twice(s.win),
                draw: twice(s.draw),
                loss: twice(s.loss),
                zero_bye: twice(s.zero_bye),
                forfeit_loss: twice(s.forfeit_loss),
                pairing_bye: s.pairing_bye.saturating_add(s.draw),
            };
        }
        if games == 1 || self.settings.meetings_as_unit {
            return s;
        }
        let times = |points: i32| points.saturating_mul(games);
        Scoring {
            win: times(s.win),
            draw: times(s.draw),
            loss: times(s.loss),
            zero_bye: times(s.zero_bye),
            forfeit_loss: times(s.forfeit_loss),
            pairing_bye: times(s.pairing_bye),
        }
    }

    /// Where a player sits in a round: board from 1, the first game's colour, the opponent.
    pub fn seat(
        &self,
        stage: StageIndex,
        round: RoundNumber,
        player: PlayerId,
    ) -> Option<(u32, crate::model::Color, PlayerId)> {
        self.round(stage, round)?.meetings.iter().zip(1..).find_map(|(meeting, board)| {
            let game = meeting.games.first()?;
            if game.white == player {
                Some((board, Color::White, game.black))
            } else if game.black == player {
                Some((board, Color::Black, game.white))
            } else {
                None
            }
        })
    }
}
