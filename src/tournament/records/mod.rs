//! From game records to results.
//!
//! A PGN or PDN file is read and checked by the `rules` crate; here each record is matched to a game of a round, and what may be entered is told
//! apart from what a person must look at. A record that contradicts itself or the board is never entered in silence.

mod begin;
mod export;
mod index;
mod list;
mod names;
mod settle;

use crate::command::{Command, GameRef};
use crate::model::*;
use index::Index;
use names::{Likeness, compare};
use rules::{DrawRule, GameKind, Outcome, Record, Side, Termination, Verdict, check, named_kind, read_records};
use std::collections::HashMap;

pub use export::{export, file_stem};
pub use list::{ListError, read_result, read_results, result_text};
pub(crate) use settle::kept_result;
pub use settle::{place_text, settle};

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
    taken: HashMap<(u32, usize), String>,
    index: Index,
}

impl<'a> Matcher<'a> {
    /// A matcher for the games of a round.
    pub fn new(state: &'a State, stage: StageIndex, round: RoundNumber) -> Self {
        let index = Index::new(state, stage, round);
        Matcher { state, stage, round, kind: state.settings.game.parse().ok(), taken: HashMap::new(), index }
    }

    /// Matches all records of a file, see [`match_records`]. Of several files, [`settle`] them together before entering anything.
    pub fn read(&mut self, bytes: &[u8]) -> Vec<RecordMatch> {
        let mut found: Vec<RecordMatch> = read_records(bytes).map(|record| self.place(record)).collect();
        settle(self.state, found.iter_mut());
        found
    }

    /// The game by whose rules a record is checked: the event's, unless the record's tags name another.
    fn kind_of(&self, record: &Record) -> Option<GameKind> {
        let Some(event) = self.kind else { return named_kind(record) };
        let draughts_fen = || record.tag("FEN").is_some_and(|fen| fen.contains(':'));
        let by_fen = || (!event.is_draughts() && draughts_fen()).then(|| rules::guess_kind(record));
        let named = named_kind(record).or_else(by_fen);
        Some(named.filter(|named| named.draughts() != event.draughts()).unwrap_or(event))
    }

    fn place(&mut self, record: Record) -> RecordMatch {
        let verdict = check(&record, self.kind_of(&record));
        let mut belongs = find(self.state, self.stage, self.round, &self.index, &record);
        if let Belongs::Matched(at) | Belongs::Doubtful(at, _) = belongs {
            match self.taken.get(&(at.board, at.game)) {
                Some(text) => {
                    let same = text.trim() == record.source.trim();
                    let which = if same { "The same record of board" } else { "Another record of board" };
                    let board = place_text(self.state, at);
                    belongs = Belongs::Doubtful(at, format!("{which} {board} was read before this one."));
                }
                None if matches!(belongs, Belongs::Matched(_)) => {
                    self.taken.insert((at.board, at.game), record.source.clone());
                }
                None => {}
            }
        }
        let foreign = self.kind.filter(|event| match verdict.kind {
            GameKind::Chess960 => *event == GameKind::Chess,
            other => other.draughts() != event.draughts(),
        });
        if let (Some(event), Belongs::Matched(at)) = (foreign, &belongs) {
            let text = format!("The record is of {}, the event of {}.", verdict.kind.label(), event.label());
            belongs = Belongs::Doubtful(*at, text);
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

/// The round, the board and the game of the meeting that the tags name: `Round "3"`, `Round "3.14"`, `Round "3.14.2"`, `Board "14"`.
fn tagged(record: &Record) -> (Option<u32>, Option<u32>, Option<u32>) {
    let mut parts = record.tag("Round").unwrap_or_default().split('.').map(|part| part.trim().parse::<u32>().ok());
    let (round, board, game) = (parts.next().flatten(), parts.next().flatten(), parts.next().flatten());
    let tag = record.tag("Board").and_then(|board| board.trim().parse().ok());
    (round, tag.or(board), game)
}

/// The games of some meetings that the names and numbers of a record fit.
fn candidates(state: &State, paired: &Round, meetings: &[usize], at: GameRef, record: &Record) -> Vec<Candidate> {
    let (white, black) = (record.white(), record.black());
    let mut candidates: Vec<Candidate> = Vec::new();
    for &place in meetings {
        let Some(meeting) = paired.meetings.get(place) else { continue };
        for (index, game) in meeting.games.iter().enumerate() {
            let (Some(w), Some(b)) = (state.players.get(&game.white), state.players.get(&game.black)) else { continue };
            let at = GameRef { board: place as u32 + 1, game: index, ..at };
            let straight = side(record, "White", white, w).min(side(record, "Black", black, b));
            if straight == Likeness::None && meeting.games.len() > 1 {
                continue;
            }
            let turned = side(record, "White", white, b).min(side(record, "Black", black, w));
            if straight > Likeness::None {
                let either = turned >= straight && meeting.games.len() == 1;
                let crossed =
                    by_name(white, black, w, b) == Likeness::None && by_name(white, black, b, w) > Likeness::None;
                candidates.push(Candidate { at, likeness: straight, reversed: false, either, crossed });
            } else if turned > Likeness::None {
                candidates.push(Candidate { at, likeness: turned, reversed: true, either: false, crossed: false });
            }
        }
    }
    candidates
}

fn find(state: &State, stage: StageIndex, round: RoundNumber, index: &Index, record: &Record) -> Belongs {
    let Some(paired) = state.round(stage, round) else {
        return Belongs::Unmatched(format!("Round {round} is not paired."));
    };
    let (round_tag, board_tag, game_tag) = tagged(record);
    let (white, black) = (record.white(), record.black());
    let any = GameRef { stage, round, board: 1, game: 0 };
    // Nothing beats a game that fits exactly, so the other boards need no look then.
    let mut candidates = candidates(state, paired, &index.near(record), any, record);
    if !candidates.iter().any(|c| c.likeness == Likeness::Same && !c.reversed) {
        let all: Vec<usize> = (0..paired.meetings.len()).collect();
        candidates = self::candidates(state, paired, &all, any, record);
    }
    let best = candidates.iter().map(|c| (c.likeness, !c.reversed)).max();
    let mut best: Vec<Candidate> = candidates.into_iter().filter(|c| Some((c.likeness, !c.reversed)) == best).collect();
    if best.len() > 1
        && let Some(board) = board_tag
        && best.iter().any(|c| c.at.board == board)
    {
        best.retain(|c| c.at.board == board);
    }
    let names = || format!("{} - {}", white.unwrap_or("?"), black.unwrap_or("?"));
    // Within one meeting, the Round tag may tell which game it is.
    if let (Some(tag), Some(first)) = (game_tag, best.first().map(|c| c.at))
        && best.iter().all(|c| c.at.board == first.board)
    {
        if best.iter().any(|c| c.at.game + 1 == tag as usize) {
            best.retain(|c| c.at.game + 1 == tag as usize);
        } else {
            let board = first.board;
            let games = paired.meetings.get(board as usize - 1).map_or(0, |meeting| meeting.games.len());
            let why = if (1..=games).contains(&(tag as usize)) {
                "which has the colours the other way round"
            } else {
                "which is not there"
            };
            return Belongs::Doubtful(
                first,
                format!("{}: the record says that it is game {board}.{tag}, {why}.", names()),
            );
        }
    }
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
            let board = place_text(state, *at);
            Belongs::Doubtful(*at, format!("{}: the names agree only roughly with board {board}.", names()))
        }
        [Candidate { at, .. }] => match round_tag.filter(|tag| *tag != round) {
            Some(other) => Belongs::Doubtful(*at, format!("{}: the record says that it is of round {other}.", names())),
            None => Belongs::Matched(*at),
        },
        [first, ..] => {
            // Games of one micro-match with the same colours: the first that is open.
            let open =
                best.iter().find(|c| game(state, c.at).is_some_and(|g| g.record.is_none() && g.result.is_none()));
            let boards: Vec<String> = best.iter().map(|c| place_text(state, c.at)).collect();
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
