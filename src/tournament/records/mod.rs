//! From game records to results.
//!
//! A PGN or PDN file is read and checked by the `rules` crate; here each record is matched to a game of a round, and what may be entered is told
//! apart from what a person must look at. A record that contradicts itself or the board is never entered in silence.

mod begin;
mod export;
mod list;
mod names;

use crate::command::{Command, GameRef};
use crate::model::*;
use names::{Likeness, compare};
use rules::{DrawRule, GameKind, Outcome, Record, Side, Termination, Verdict, check, read_records};

pub use export::export;
pub use list::{ListError, read_result, read_results, result_text};

/// How sure a record belongs to a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Belongs {
    /// To this one.
    Matched(GameRef),
    /// Perhaps to this one; a person decides.
    Doubtful(GameRef, String),
    /// To none; the text says why.
    Unmatched(String),
}

/// A record of a file beside a round.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordMatch {
    /// The record.
    pub record: Record,
    /// What checking it found.
    pub verdict: Verdict,
    /// Where it belongs.
    pub belongs: Belongs,
    /// The result to enter; `None` where the record gives none, or contradicts itself.
    pub result: Option<GameResult>,
    /// Why the game ended, where board, clock or tags tell.
    pub reason: Option<Reason>,
    /// A result that is entered already and differs.
    pub differs: Option<GameResult>,
    /// The game does not begin with the opening that was drawn for its board (T9); the text says how.
    pub opening: Option<String>,
    /// Result and moves stand in the event already; there is nothing to enter.
    pub known: bool,
    /// A record with other moves is kept with the game.
    pub replaces: bool,
}

impl RecordMatch {
    /// Where it belongs or may belong.
    pub fn place(&self) -> Option<GameRef> {
        match self.belongs {
            Belongs::Matched(at) | Belongs::Doubtful(at, _) => Some(at),
            Belongs::Unmatched(_) => None,
        }
    }

    /// Nothing is left to decide: matched for sure, legal to the end, begun with the drawn opening if there is one, and no other result is
    /// entered.
    pub fn is_sure(&self) -> bool {
        matches!(self.belongs, Belongs::Matched(_))
            && self.result.is_some()
            && self.differs.is_none()
            && self.opening.is_none()
            && !self.replaces
    }

    /// What a person must look at, in words; empty when nothing.
    pub fn doubts(&self) -> Vec<String> {
        let mut doubts = Vec::new();
        match &self.belongs {
            Belongs::Matched(_) => {}
            Belongs::Doubtful(_, why) | Belongs::Unmatched(why) => doubts.push(why.clone()),
        }
        if let Some(defect) = &self.verdict.defect {
            doubts.push(format!("The record has a defect: {defect}."));
        }
        if let Some(contradiction) = &self.verdict.contradiction {
            doubts.push(format!("The record contradicts itself: {contradiction}."));
        }
        if let Some(after) = self.verdict.after_end {
            doubts.push(format!("{} moves follow the end of the game at half-move {}.", after.moves, after.ended_at));
        }
        if self.result.is_none() && doubts.is_empty() {
            doubts.push("The record tells no result.".to_owned());
        }
        doubts.extend(self.opening.clone());
        if self.replaces {
            doubts.push("A record with other moves is kept with this game.".to_owned());
        }
        if let Some(other) = self.differs {
            doubts.push(format!("The result {} is entered already.", result_text(Some(other))));
        }
        doubts
    }
}

/// Matches all records of a file to the games of a round. `bytes` is the file as it is, in any usual encoding.
pub fn match_records(state: &State, stage: StageIndex, round: RoundNumber, bytes: &[u8]) -> Vec<RecordMatch> {
    Matcher::new(state, stage, round).read(bytes)
}

/// Matches the records of several files to the games of one round: a game for which two files have a record is doubtful.
pub struct Matcher<'a> {
    state: &'a State,
    stage: StageIndex,
    round: RoundNumber,
    kind: Option<GameKind>,
    /// Games that a record was matched to, with its text.
    taken: Vec<(GameRef, String)>,
}

impl<'a> Matcher<'a> {
    /// A matcher for the games of a round.
    pub fn new(state: &'a State, stage: StageIndex, round: RoundNumber) -> Self {
        Matcher { state, stage, round, kind: state.settings.game.parse().ok(), taken: Vec::new() }
    }

    /// Matches all records of a file, see [`match_records`].
    pub fn read(&mut self, bytes: &[u8]) -> Vec<RecordMatch> {
        read_records(bytes).map(|record| self.place(record)).collect()
    }

    fn place(&mut self, record: Record) -> RecordMatch {
        let verdict = check(&record, self.kind);
        let mut belongs = find(self.state, self.stage, self.round, &record);
        if let Belongs::Matched(at) | Belongs::Doubtful(at, _) = belongs {
            match self.taken.iter().find(|(other, _)| *other == at) {
                Some((_, text)) => {
                    let same = text.trim() == record.source.trim();
                    let which = if same { "The same record of board" } else { "Another record of board" };
                    belongs = Belongs::Doubtful(at, format!("{which} {} was read before this one.", at.board));
                }
                None if matches!(belongs, Belongs::Matched(_)) => self.taken.push((at, record.source.clone())),
                None => {}
            }
        }
        let mut result = verdict.outcome().map(result_of);
        if verdict.plies == 0 && result.is_some() {
            // Without a move it may be a forfeit, which no record tells apart.
            result = None;
            if let Belongs::Matched(at) = belongs {
                belongs = Belongs::Doubtful(at, "The record has no moves; enter a forfeit by hand.".to_owned());
            }
        }
        let reason = result.and_then(|result| reason_of(&record, &verdict, result));
        let at = match belongs {
            Belongs::Matched(at) | Belongs::Doubtful(at, _) => Some(at),
            Belongs::Unmatched(_) => None,
        };
        let game = at.and_then(|at| game(self.state, at));
        let entered = game.and_then(|game| game.result);
        let differs = entered.filter(|old| result.is_some_and(|new| new != *old) && *old != GameResult::Adjourned);
        let kept = game.and_then(|game| game.record).and_then(|id| self.state.records.get(&id));
        let same_moves = kept.map(|kept| {
            let other = check(&Record::parse(&kept.text), kept.game.parse().ok());
            (other.plies, &other.final_fen) == (verdict.plies, &verdict.final_fen)
        });
        let known = same_moves == Some(true) && (result.is_none() || entered == result);
        let replaces = same_moves == Some(false);
        let opening = at.and_then(|at| begin::doubt(self.state, at, &record, &verdict));
        RecordMatch { record, verdict, belongs, result, reason, differs, opening, known, replaces }
    }
}

/// The command that enters results and keeps the records with their games: of all sure matches, and of those others with a place that `accept`
/// says yes to; `None` where nothing is to be entered. A result is entered only where the record gives one; a record is kept in any case.
/// `source` names the file.
pub fn orders(matches: &[RecordMatch], source: &str, accept: impl Fn(&RecordMatch) -> bool) -> Option<Command> {
    let chosen: Vec<(GameRef, &RecordMatch)> = matches
        .iter()
        .filter(|m| !m.known && (m.is_sure() || accept(m)))
        .filter_map(|m| m.place().map(|at| (at, m)))
        .fold(Vec::new(), |mut chosen, (at, m)| {
            // One record for a game; the first one accepted holds.
            if !chosen.iter().any(|(other, _)| *other == at) {
                chosen.push((at, m));
            }
            chosen
        });
    let results: Vec<(GameRef, GameResult, Option<Reason>)> =
        chosen.iter().filter_map(|(at, m)| m.result.map(|result| (*at, result, m.reason))).collect();
    let records: Vec<(GameRef, StoredRecord)> = chosen
        .iter()
        .map(|(at, m)| {
            let game = m.verdict.kind.to_string();
            (*at, StoredRecord { game, text: m.record.source.clone(), source: source.to_owned() })
        })
        .collect();
    (!records.is_empty()).then_some(Command::EnterRecords { results, records })
}

fn game(state: &State, at: GameRef) -> Option<&Game> {
    let board = (at.board as usize).checked_sub(1)?;
    state.round(at.stage, at.round)?.meetings.get(board)?.games.get(at.game)
}

/// How well the side of a record agrees with a player: by number, else by name. A number that both have and that differs speaks against it.
fn side(record: &Record, color: &str, name: Option<&str>, player: &Player) -> Likeness {
    let id = record.tag(&format!("{color}FideId")).or_else(|| record.tag(&format!("{color}ID"))).map(str::trim);
    if let Some(id) = id.filter(|id| !id.is_empty() && !player.id.is_empty()) {
        if id == player.id {
            return Likeness::Same;
        }
        return name.map_or(Likeness::None, |name| compare(name, &player.name)).min(Likeness::Weak);
    }
    name.map_or(Likeness::None, |name| compare(name, &player.name))
}

/// How well both names agree with these two players, whatever the identity numbers say.
fn by_name(white: Option<&str>, black: Option<&str>, w: &Player, b: &Player) -> Likeness {
    let like = |name: Option<&str>, player: &Player| name.map_or(Likeness::None, |name| compare(name, &player.name));
    like(white, w).min(like(black, b))
}

/// A candidate game.
struct Candidate {
    at: GameRef,
    likeness: Likeness,
    reversed: bool,
    /// The names would fit the other way round as well.
    either: bool,
    /// The identity numbers fit, but the names fit only the other way round.
    crossed: bool,
}

/// The round and the board that the tags name: `Round "3"`, `Round "3.14"`, `Board "14"`.
fn tagged(record: &Record) -> (Option<u32>, Option<u32>) {
    let mut parts = record.tag("Round").unwrap_or_default().split('.').map(|part| part.trim().parse::<u32>().ok());
    let (round, board) = (parts.next().flatten(), parts.next().flatten());
    let tag = record.tag("Board").and_then(|board| board.trim().parse().ok());
    (round, tag.or(board))
}

fn find(state: &State, stage: StageIndex, round: RoundNumber, record: &Record) -> Belongs {
    let Some(paired) = state.round(stage, round) else {
        return Belongs::Unmatched(format!("Round {round} is not paired."));
    };
    let (round_tag, board_tag) = tagged(record);
    let (white, black) = (record.white(), record.black());
    let mut candidates: Vec<Candidate> = Vec::new();
    for (meeting, board) in paired.meetings.iter().zip(1..) {
        for (index, game) in meeting.games.iter().enumerate() {
            let (Some(w), Some(b)) = (state.players.get(&game.white), state.players.get(&game.black)) else { continue };
            let at = GameRef { stage, round, board, game: index };
            let straight = side(record, "White", white, w).min(side(record, "Black", black, b));
            let turned = side(record, "White", white, b).min(side(record, "Black", black, w));
            if straight > Likeness::None {
                let either = turned >= straight && meeting.games.len() == 1;
                let crossed =
                    by_name(white, black, w, b) == Likeness::None && by_name(white, black, b, w) > Likeness::None;
                candidates.push(Candidate { at, likeness: straight, reversed: false, either, crossed });
            } else if turned > Likeness::None && meeting.games.len() == 1 {
                candidates.push(Candidate { at, likeness: turned, reversed: true, either: false, crossed: false });
            }
        }
    }
    let best = candidates.iter().map(|c| (c.likeness, !c.reversed)).max();
    let mut best: Vec<Candidate> = candidates.into_iter().filter(|c| Some((c.likeness, !c.reversed)) == best).collect();
    if best.len() > 1
        && let Some(board) = board_tag
        && let Some(place) = best.iter().position(|c| c.at.board == board)
    {
        best = vec![best.swap_remove(place)];
    }
    let names = || format!("{} - {}", white.unwrap_or("?"), black.unwrap_or("?"));
    match &best[..] {
        [] => by_board(paired, stage, round, round_tag, board_tag, &names()),
        [Candidate { at, reversed: true, .. }] => {
            Belongs::Doubtful(*at, format!("{}: the colours are the other way round on board {}.", names(), at.board))
        }
        [Candidate { at, crossed: true, .. }] => {
            let board = at.board;
            let text =
                format!("{}: the identity numbers fit board {board}, the names only the other way round.", names());
            Belongs::Doubtful(*at, text)
        }
        [Candidate { at, either: true, .. }] => Belongs::Doubtful(
            *at,
            format!("{}: both names fit both players of board {}, so the colours are not told.", names(), at.board),
        ),
        [Candidate { at, likeness: Likeness::Weak, .. }] => {
            Belongs::Doubtful(*at, format!("{}: the names agree only roughly with board {}.", names(), at.board))
        }
        [Candidate { at, .. }] => match round_tag.filter(|tag| *tag != round) {
            Some(other) => Belongs::Doubtful(*at, format!("{}: the record says that it is of round {other}.", names())),
            None => Belongs::Matched(*at),
        },
        [first, ..] => {
            // Games of one micro-match with the same colours: the first that is open.
            let open =
                best.iter().find(|c| game(state, c.at).is_some_and(|g| g.record.is_none() && g.result.is_none()));
            let boards: Vec<String> = best.iter().map(|c| c.at.board.to_string()).collect();
            let at = open.unwrap_or(first).at;
            Belongs::Doubtful(at, format!("{}: more than one game fits (board {}).", names(), boards.join(", ")))
        }
    }
}

/// A record whose names fit nowhere may still name its round and board.
fn by_board(
    paired: &Round,
    stage: StageIndex,
    round: RoundNumber,
    round_tag: Option<u32>,
    board_tag: Option<u32>,
    names: &str,
) -> Belongs {
    match board_tag {
        Some(board)
            if (1..=paired.meetings.len()).contains(&(board as usize)) && round_tag.is_none_or(|r| r == round) =>
        {
            let at = GameRef { stage, round, board, game: 0 };
            Belongs::Doubtful(at, format!("{names}: only the board number {board} fits, the names do not."))
        }
        _ => match round_tag.filter(|tag| *tag != round) {
            Some(other) => {
                Belongs::Unmatched(format!("{names}: no such pair in round {round}; the record is of round {other}."))
            }
            None => Belongs::Unmatched(format!("{names}: no such pair in round {round}.")),
        },
    }
}

fn result_of(outcome: Outcome) -> GameResult {
    match outcome {
        Outcome::Won(Side::White) => GameResult::WhiteWins,
        Outcome::Won(Side::Black) => GameResult::BlackWins,
        Outcome::Draw => GameResult::Draw,
        Outcome::BothLost => GameResult::BothLose,
    }
}

/// Why a game ended: by the board, then the clock, then the tag `Termination`, then a draw that could be claimed.
fn reason_of(record: &Record, verdict: &Verdict, result: GameResult) -> Option<Reason> {
    let by_rule = |rule: DrawRule| match rule {
        DrawRule::Threefold => Reason::Repetition,
        DrawRule::Fivefold => Reason::FivefoldRepetition,
        DrawRule::FiftyMoves => Reason::FiftyMoves,
        DrawRule::SeventyFiveMoves => Reason::SeventyFiveMoves,
        DrawRule::KingMoves => Reason::KingMoves,
        DrawRule::UnchangedMaterial | DrawRule::OneEach => Reason::NoProgress,
        DrawRule::LoneKing => Reason::ThreeKings,
    };
    let board = verdict.termination.map(|termination| match termination {
        Termination::Checkmate => Reason::Checkmate,
        Termination::Stalemate => Reason::Stalemate,
        Termination::DeadPosition => Reason::DeadPosition,
        Termination::NoPieces => Reason::NoPieces,
        Termination::NoMoves => Reason::NoMoves,
        Termination::AutomaticDraw(rule) => by_rule(rule),
    });
    let clock = verdict
        .time_forfeit
        .map(|_| if result == GameResult::Draw { Reason::TimeNoMatingMaterial } else { Reason::Time });
    let tag = record.tag("Termination").and_then(|text| match text.trim().to_lowercase().as_str() {
        "time forfeit" if result == GameResult::Draw => Some(Reason::TimeNoMatingMaterial),
        "time forfeit" => Some(Reason::Time),
        "rules infraction" => Some(Reason::Violation),
        "adjudication" => Some(Reason::Adjudication),
        _ => None,
    });
    let claim = verdict.claimable.iter().find(|draw| draw.at_end).map(|draw| by_rule(draw.rule));
    let fits = |reason: &Reason| crate::event::reason_fits(Some(result), *reason);
    [board, clock, tag, claim].into_iter().flatten().find(fits)
}
