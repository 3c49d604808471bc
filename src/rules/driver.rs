//! Replays a record by the rules of any game, and the entry points built on that.

use crate::chess::{ChessGame, ChessNotation};
use crate::clock::clock;
use crate::draughts::{self, DraughtsGame};
use crate::lexer::{Lexer, Token, is_result};
use crate::replay::{Frame, LastMove};
use crate::verdict::AfterEnd;
use crate::{
    BoardView, Defect, Draw, DrawRule, GameKind, Note, Outcome, Place, Record, SetupError, Side, Termination, Verdict,
};

/// What the replay needs to know of a game.
pub(crate) trait Game: Clone {
    /// A legal move.
    type Move: Clone;
    /// The side to move.
    fn side(&self) -> Side;
    /// The legal move that `text` writes, or why it is refused. A remark tells of an unusual writing.
    fn find(&self, text: &str, remark: &mut Option<String>) -> Result<Self::Move, String>;
    /// The position that a record sets up in the middle of its moves, with the rules of this game.
    fn set_up(&self, fen: &str) -> Result<Self, String>;
    /// All legal moves.
    fn legal(&self) -> Vec<Self::Move>;
    /// Makes a legal move.
    fn make(&mut self, played: &Self::Move);
    /// How the position ends the game, and the result that follows.
    fn board_end(&self) -> Option<(Termination, Outcome)>;
    /// Called for the starting position and after each move of the main line.
    fn observe(&self, ply: usize, log: &mut DrawLog);
    /// Can this side still win on the board with the best help of the opponent, as far as material tells?
    fn can_win(&self, side: Side) -> bool;
    /// The position in FEN.
    fn fen(&self) -> String;
    /// The position as a picture.
    fn view(&self) -> BoardView;
    /// A move among the legal ones of this position: its usual writing and the squares to mark.
    fn describe(&self, played: &Self::Move, legal: &[Self::Move]) -> (String, LastMove);
}

/// Half-moves that are looked back for a repetition. Chess ends after 150 without capture or pawn move.
const MOST_LOOKED_BACK: usize = 2000;

/// Collects which draw rules applied when.
#[derive(Clone, Debug, Default)]
pub(crate) struct DrawLog {
    /// A key of each position since the start.
    pub(crate) keys: Vec<u64>,
    pub(crate) claimable: Vec<Draw>,
    pub(crate) automatic: Vec<Draw>,
    /// The half-move after which the game was over by itself though moves remained possible.
    pub(crate) over_at: Option<usize>,
}

impl DrawLog {
    /// Forgets what held in the position before.
    fn next(&mut self) {
        for draw in self.claimable.iter_mut().chain(&mut self.automatic) {
            draw.at_end = false;
        }
    }

    pub(crate) fn claim(&mut self, rule: DrawRule, ply: usize) {
        mark(&mut self.claimable, rule, ply);
    }

    pub(crate) fn automatic(&mut self, rule: DrawRule, ply: usize) {
        mark(&mut self.automatic, rule, ply);
        self.over(ply);
    }

    pub(crate) fn over(&mut self, ply: usize) {
        self.over_at.get_or_insert(ply);
    }

    /// How often the last position has occurred among the last `window` half-moves.
    pub(crate) fn occurrences(&self, window: usize) -> usize {
        let Some((last, before)) = self.keys.split_last() else { return 0 };
        let from = before.len().saturating_sub(window.min(MOST_LOOKED_BACK));
        1 + before[from..].iter().rev().skip(1).step_by(2).filter(|key| *key == last).count()
    }
}

fn mark(list: &mut Vec<Draw>, rule: DrawRule, ply: usize) {
    match list.iter_mut().find(|draw| draw.rule == rule) {
        Some(draw) => draw.at_end = true,
        None => list.push(Draw { rule, first_ply: ply, at_end: true }),
    }
}

/// What the checker may be told about a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckOptions {
    /// The game; `None` to go by the tags and the look of the moves. A GameType tag that names another game holds, and
    /// a note says so.
    pub kind: Option<GameKind>,
    /// How chess moves are written.
    pub notation: ChessNotation,
    /// The side that begins in draughts, where an event plays otherwise than is customary; `None` to go by the tags and
    /// the variant.
    pub first: Option<Side>,
    /// The draw rules of the draughts games; `None` for the customary ones of the variant.
    pub draws: Option<draughts::DrawRules>,
}

/// Checks a record by the rules of `kind`, or of the game that its tags and moves point to.
pub fn check(record: &Record, kind: Option<GameKind>) -> Verdict {
    check_with(record, &CheckOptions { kind, ..CheckOptions::default() })
}

/// Checks a record with more to be told than the game.
pub fn check_with(record: &Record, options: &CheckOptions) -> Verdict {
    run(record, options, None)
}

/// Checks, and keeps the positions if asked to.
pub(crate) fn run(record: &Record, options: &CheckOptions, mut frames: Option<&mut Vec<Frame>>) -> Verdict {
    let candidates = match options.kind {
        Some(kind) => vec![kind],
        None => candidates(record),
    };
    let mut best: Option<(Verdict, Vec<Frame>)> = None;
    for &kind in &candidates {
        let mut kept = Vec::new();
        let verdict = run_kind(record, kind, options, frames.is_some().then_some(&mut kept));
        let clean = !matches!(verdict.defect, Some(Defect { place: Place::Ply(_) | Place::Setup, .. }));
        if clean || best.as_ref().is_none_or(|(other, _)| verdict.plies > other.plies) {
            best = Some((verdict, kept));
        }
        if clean {
            break;
        }
    }
    match best {
        Some((verdict, kept)) => {
            if let Some(frames) = frames.as_deref_mut() {
                *frames = kept;
            }
            verdict
        }
        // `candidates` never is empty; checking as chess is the safe answer all the same.
        None => run_kind(record, GameKind::Chess, options, frames),
    }
}

fn run_kind(record: &Record, kind: GameKind, options: &CheckOptions, frames: Option<&mut Vec<Frame>>) -> Verdict {
    if let Some(bad) = &record.bad_tag {
        let defect = Defect {
            place: Place::Setup,
            text: bad.text.clone(),
            line: bad.line,
            reason: format!("the tag line {} cannot be read: it should look like [Name \"value\"]", bad.text),
        };
        return refused(record, kind, kind.first_mover(), defect);
    }
    match kind.draughts() {
        None => match ChessGame::from_record(record, kind, options.notation) {
            Ok(start) => {
                let mut verdict = replay(start.game, record, start.kind, Side::White, start.notes, frames);
                verdict.defect = start.defect.or(verdict.defect);
                verdict
            }
            Err(defect) => refused(record, kind, Side::White, defect),
        },
        Some(_) => draughts::run(record, kind, options, frames),
    }
}

/// The verdict on a record whose tags or starting position are wrong.
pub(crate) fn refused(record: &Record, kind: GameKind, first: Side, defect: Defect) -> Verdict {
    let text = record.result().map(str::to_owned);
    Verdict {
        kind,
        first,
        plies: 0,
        result_tag: text.as_deref().and_then(|t| Outcome::read(t, first)),
        result_text: text,
        result_board: None,
        termination: None,
        claimable: Vec::new(),
        automatic: Vec::new(),
        defect: Some(defect),
        after_end: None,
        contradiction: None,
        time_forfeit: None,
        notes: Vec::new(),
        final_fen: String::new(),
    }
}

/// A defect in the tags; the line is that of the tag where it can be found.
pub(crate) fn setup_defect(record: &Record, tag: &str, reason: String) -> Defect {
    let needle = format!("[{tag}");
    let line = record.source.lines().position(|l| l.trim_start().starts_with(&needle)).unwrap_or(0);
    Defect {
        place: Place::Setup,
        text: record.tag(tag).unwrap_or_default().to_owned(),
        line: record.line + line,
        reason,
    }
}

/// Side lines inside side lines that are followed.
const DEEPEST: usize = 200;

/// Notes kept of one record.
const MOST_NOTES: usize = 30;

/// Everything that one pass over the moves gathers.
struct Pass<'r, G: Game> {
    record: &'r Record,
    kind: GameKind,
    first: Side,
    game: G,
    before: G,
    stack: Vec<(G, G, bool)>,
    /// The side line being read is spoilt: its moves are passed over.
    spoilt: bool,
    plies: usize,
    log: DrawLog,
    notes: Vec<Note>,
    defect: Option<Defect>,
    side_line_defect: Option<Defect>,
    end_mark: Option<String>,
    clocks: [Option<u32>; 2],
    /// Did any clock show a time? Where all stand at zero, no clock was used.
    timed: bool,
    mover: Side,
    number_base: Option<i64>,
    black_starts: bool,
    /// Is the position before the last move needed, for side lines or pictures?
    looks_back: bool,
}

/// Replays the record from `game`.
pub(crate) fn replay<G: Game>(
    game: G,
    record: &Record,
    kind: GameKind,
    first: Side,
    notes: Vec<Note>,
    mut frames: Option<&mut Vec<Frame>>,
) -> Verdict {
    let mut pass = Pass {
        record,
        kind,
        first,
        before: game.clone(),
        black_starts: game.side() != first,
        mover: game.side().other(),
        game,
        stack: Vec::new(),
        spoilt: false,
        plies: 0,
        log: DrawLog::default(),
        notes,
        defect: None,
        side_line_defect: None,
        end_mark: None,
        clocks: [None, None],
        timed: false,
        number_base: None,
        looks_back: frames.is_some() || record.moves().contains('('),
    };
    pass.game.observe(0, &mut pass.log);
    if let Some(frames) = frames.as_deref_mut() {
        frames.push(pass.frame(None));
    }
    let end_defect = pass.read(frames);
    pass.verdict(end_defect)
}

impl<G: Game> Pass<'_, G> {
    /// Goes over the moves; gives a defect of the text's end.
    fn read(&mut self, mut frames: Option<&mut Vec<Frame>>) -> Option<Defect> {
        let record = self.record;
        let text = record.moves();
        let odd_result = record.result().filter(|r| !is_result(r, self.kind.is_draughts()));
        let mut lexer = Lexer::new(text, self.kind.is_draughts());
        let mut last_open = 0;
        while let Some((at, token)) = lexer.next() {
            match token {
                Token::Move(word) => {
                    if self.end_mark.is_some() && self.stack.is_empty() {
                        self.note(at, "text behind the result is not part of the game".to_owned());
                        break;
                    }
                    if let Some(mark) = odd_result.filter(|mark| text[at..].trim_end() == *mark) {
                        self.end_mark = Some(mark.to_owned());
                        break;
                    } else if self.defect.is_none() && !self.spoilt {
                        self.play(at, word, frames.as_deref_mut());
                    }
                }
                Token::Number(_) if odd_result.is_some_and(|mark| text[at..].trim_end() == mark) => {
                    self.end_mark = odd_result.map(str::to_owned);
                    break;
                }
                Token::Number(number) => self.number(at, number),
                Token::SetUp(fen) => self.set_up(at, fen, frames.as_deref_mut()),
                Token::Comment(comment) => self.comment(comment, frames.as_deref_mut()),
                Token::Open => {
                    if self.stack.len() == DEEPEST {
                        self.leave_side_lines();
                        let reason = format!("more than {DEEPEST} variations are opened one inside the other");
                        return Some(self.end_defect(at, "(", reason));
                    }
                    last_open = at;
                    self.stack.push((self.game.clone(), self.before.clone(), self.spoilt));
                    self.game = self.before.clone();
                }
                Token::Close => match self.stack.pop() {
                    Some((game, before, spoilt)) => {
                        self.game = game;
                        self.before = before;
                        self.spoilt = spoilt;
                    }
                    None => self.note(at, "a closing bracket without an opening one".to_owned()),
                },
                Token::Result(mark) => {
                    if self.stack.is_empty() && self.end_mark.is_none() {
                        self.end_mark = Some(mark.to_owned());
                    }
                }
                Token::Unclosed => {
                    self.leave_side_lines();
                    let reason = format!("a comment opened after half-move {} is never closed", self.plies);
                    return Some(self.end_defect(at, "{", reason));
                }
            }
        }
        if !self.stack.is_empty() {
            self.leave_side_lines();
            let reason = format!("a variation opened after half-move {} is never closed", self.plies);
            return Some(self.end_defect(last_open, "(", reason));
        }
        if self.end_mark.is_none() && self.defect.is_none() {
            if record.cut_off && self.plies > 0 {
                let reason = "the file stops after the last move, without a result: it seems cut off".to_owned();
                return Some(self.end_defect(text.len(), "", reason));
            }
            self.note(text.len(), "the moves end without a result or *".to_owned());
        }
        None
    }

    fn leave_side_lines(&mut self) {
        if let Some((game, before, _)) = self.stack.drain(..).next() {
            self.game = game;
            self.before = before;
        }
    }

    fn play(&mut self, at: usize, word: &str, frames: Option<&mut Vec<Frame>>) {
        let main = self.stack.is_empty();
        let mut remark = None;
        match self.game.find(word, &mut remark) {
            Ok(played) => {
                let mover = self.game.side();
                if self.looks_back {
                    self.before.clone_from(&self.game);
                }
                self.game.make(&played);
                if main {
                    self.plies += 1;
                    self.mover = mover;
                    self.log.next();
                    self.game.observe(self.plies, &mut self.log);
                    if let Some(frames) = frames {
                        frames.push(self.frame(Some(&played)));
                    }
                }
                if let Some(remark) = remark {
                    self.note(at, remark);
                }
            }
            Err(reason) => {
                let place = if main { Place::Ply(self.plies + 1) } else { Place::Variation { after: self.plies } };
                let defect = Defect { place, text: word.to_owned(), line: self.record.line_of(at), reason };
                if main {
                    self.defect = Some(defect);
                } else {
                    self.side_line_defect.get_or_insert(defect);
                    self.spoilt = true;
                }
            }
        }
    }

    fn number(&mut self, at: usize, number: u32) {
        if !self.stack.is_empty() || self.defect.is_some() || self.end_mark.is_some() {
            return;
        }
        let half_moves = (self.plies + usize::from(self.black_starts)) / 2;
        let expected = i64::try_from(half_moves).unwrap_or(i64::MAX);
        let base = *self.number_base.get_or_insert(i64::from(number) - expected);
        if base + expected != i64::from(number) {
            self.note(at, format!("move number {number} stands where {} is due", base + expected));
            self.number_base = Some(i64::from(number) - expected);
        }
    }

    fn comment(&mut self, comment: &str, frames: Option<&mut Vec<Frame>>) {
        if !self.stack.is_empty() || self.defect.is_some() {
            return;
        }
        let [first, second] = clock(comment);
        for (side, seconds) in [first, second].into_iter().flatten() {
            let side = side.unwrap_or(self.mover);
            self.clocks[side as usize] = Some(seconds);
            self.timed |= seconds > 0;
        }
        if first.is_some()
            && let Some(frame) = frames.and_then(|f| f.last_mut())
        {
            frame.clock = self.clocks[self.mover as usize];
        }
    }

    /// A position set up among the moves: the start, if no move was made, else a repair that deserves a note.
    fn set_up(&mut self, at: usize, text: &str, frames: Option<&mut Vec<Frame>>) {
        if self.defect.is_some() || self.spoilt || (self.end_mark.is_some() && self.stack.is_empty()) {
            return;
        }
        let fen = text.trim().trim_start_matches("FEN").trim().trim_matches('"');
        let main = self.stack.is_empty();
        match self.game.set_up(fen) {
            Ok(game) => {
                self.before.clone_from(&game);
                self.game = game;
                if !main {
                    return;
                }
                if self.plies == 0 {
                    self.black_starts = self.game.side() != self.first;
                    self.log = DrawLog::default();
                    self.game.observe(0, &mut self.log);
                    if let Some(start) = frames.and_then(|f| f.first_mut()) {
                        *start = self.frame(None);
                    }
                } else {
                    self.log.keys.clear();
                    self.note(at, format!("after half-move {} another position is set up by hand", self.plies));
                }
            }
            Err(reason) => {
                let place = if main { Place::Ply(self.plies + 1) } else { Place::Variation { after: self.plies } };
                let defect = Defect { place, text: text.to_owned(), line: self.record.line_of(at), reason };
                if main {
                    self.defect = Some(defect);
                } else {
                    self.side_line_defect.get_or_insert(defect);
                    self.spoilt = true;
                }
            }
        }
    }

    fn note(&mut self, at: usize, text: String) {
        if self.notes.len() >= MOST_NOTES {
            return;
        }
        let line = self.record.line_of(at);
        self.notes.push(Note { ply: self.plies, line, text });
    }

    fn end_defect(&self, at: usize, text: &str, reason: String) -> Defect {
        Defect { place: Place::End, text: text.to_owned(), line: self.record.line_of(at), reason }
    }

    fn frame(&self, played: Option<&G::Move>) -> Frame {
        let (text, last_move) = match played {
            Some(played) => {
                let (text, squares) = self.before.describe(played, &self.before.legal());
                (text, Some(squares))
            }
            None => (String::new(), None),
        };
        Frame {
            ply: self.plies,
            board: self.game.view(),
            last_move,
            to_move: self.game.side(),
            fen: self.game.fen(),
            text,
            clock: None,
        }
    }

    fn verdict(mut self, end_defect: Option<Defect>) -> Verdict {
        let tag = self.record.result().map(str::to_owned);
        let result_text = tag.clone().or_else(|| self.end_mark.clone());
        let result_tag = result_text.as_deref().and_then(|t| Outcome::read(t, self.first));
        let main_defect = self.defect.take();
        let ended = if main_defect.is_none() { self.game.board_end() } else { None };
        let automatic_draw = self.log.automatic.iter().find(|d| d.at_end).map(|d| d.rule);
        let forced = match (ended, automatic_draw) {
            (Some(end), _) => Some(end),
            (None, Some(rule)) if main_defect.is_none() => Some((Termination::AutomaticDraw(rule), Outcome::Draw)),
            _ => None,
        };
        let mut contradiction = None;
        let mut late_defect = end_defect.or(self.side_line_defect.take());
        if main_defect.is_none() {
            let disagreement = self.compare_marks(tag.as_deref());
            late_defect = late_defect.or(disagreement);
            if let Some((termination, outcome)) = forced {
                if let Some(written) = result_tag.filter(|written| *written != outcome) {
                    let reason = format!(
                        "the final position says {} ({termination}) but the result says {}",
                        in_words(outcome),
                        in_words(written)
                    );
                    if ended.is_some() && late_defect.is_none() {
                        let text = result_text.clone().unwrap_or_default();
                        late_defect = Some(self.end_defect(self.record.moves().len(), &text, reason.clone()));
                    }
                    contradiction = Some(reason);
                } else if result_tag.is_none() {
                    let at = self.record.moves().len();
                    self.note(at, format!("the game is over ({termination}) but the record gives no result"));
                }
            }
        }
        let time_forfeit =
            [Side::White, Side::Black].into_iter().find(|side| self.timed && self.clocks[*side as usize] == Some(0));
        if contradiction.is_none() && ended.is_none() {
            contradiction = self.clock_contradiction(result_tag, time_forfeit);
        }
        let after_end = self
            .log
            .over_at
            .filter(|&over| over < self.plies)
            .map(|ended_at| AfterEnd { ended_at, moves: self.plies - ended_at });
        Verdict {
            kind: self.kind,
            first: self.first,
            plies: self.plies,
            result_text,
            result_tag,
            result_board: forced.map(|(_, outcome)| outcome),
            termination: forced.map(|(termination, _)| termination),
            claimable: self.log.claimable,
            automatic: self.log.automatic,
            defect: main_defect.or(late_defect),
            after_end,
            contradiction,
            time_forfeit,
            notes: self.notes,
            final_fen: self.game.fen(),
        }
    }

    /// Compares the Result tag with the mark at the end of the moves, and both with the results that exist.
    fn compare_marks(&mut self, tag: Option<&str>) -> Option<Defect> {
        let at = self.record.moves().len();
        let mark = self.end_mark.clone();
        for text in [tag, mark.as_deref()].into_iter().flatten() {
            let known = matches!(text, "*" | "?" | "") || Outcome::read(text, self.first).is_some();
            let foreign = !self.kind.is_draughts() && matches!(text, "2-0" | "1-1" | "0-2");
            if foreign || (!known && !self.kind.is_draughts()) {
                let reason = format!("\"{text}\" is not a result of chess: it should be 1-0, 0-1, 1/2-1/2 or *");
                return Some(self.end_defect(at, text, reason));
            }
            if !known {
                self.note(at, format!("\"{text}\" is not a result of a single game; enter it by hand"));
                return None;
            }
        }
        let (tag, mark) = (tag?, mark?);
        let (by_tag, by_mark) = (Outcome::read(tag, self.first), Outcome::read(&mark, self.first));
        if by_tag == by_mark {
            return None;
        }
        let reason = format!("the Result tag says {tag}, the moves end with {mark}");
        if by_tag.is_some() && by_mark.is_some() {
            return Some(self.end_defect(at, &mark, reason));
        }
        self.note(at, reason);
        None
    }

    /// A win on time needs a winner who could still have won (`source-requirements` R4).
    fn clock_contradiction(&self, result: Option<Outcome>, flag: Option<Side>) -> Option<String> {
        let on_time = self.record.tag("Termination").is_some_and(|t| t.to_ascii_lowercase().contains("time"));
        let Some(Outcome::Won(winner)) = result else { return None };
        if flag == Some(winner) {
            return Some(format!("{winner}'s clock stands at zero but the result gives {winner} the win"));
        }
        if (flag.is_some() || on_time) && !self.game.can_win(winner) {
            return Some(format!(
                "{winner} has nothing left to win with, so {}'s fallen flag makes a draw",
                winner.other()
            ));
        }
        None
    }
}

fn in_words(outcome: Outcome) -> String {
    match outcome {
        Outcome::Won(side) => format!("{side} won"),
        Outcome::Draw => "a draw".to_owned(),
        Outcome::BothLost => "both lost".to_owned(),
    }
}

/// The game that tags and moves point to. Among games that cannot be told apart by their look, the first by whose
/// rules the record is legal is chosen.
pub fn guess_kind(record: &Record) -> GameKind {
    match candidates(record).as_slice() {
        [only] => *only,
        _ => check(record, None).kind,
    }
}

/// The one game to which most records of a file belong, so that a record without moves or tags is not taken for another
/// game than its neighbours. Chess if there is no record.
pub fn guess_common_kind(records: &[Record]) -> GameKind {
    let mut votes: Vec<(GameKind, usize)> = Vec::new();
    for record in records.iter().filter(|r| !r.moves().trim().is_empty()).take(50) {
        let told = candidates(record);
        // A game that tags name weighs more than one that only the look of the moves suggests.
        let weight = if told.len() == 1 { 2 } else { 1 };
        for kind in told {
            let verdict = check(record, Some(kind));
            if matches!(verdict.defect, Some(Defect { place: Place::Setup | Place::Ply(_), .. })) {
                continue;
            }
            match votes.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, count)) => *count += weight,
                None => votes.push((kind, weight)),
            }
        }
    }
    let most = votes.iter().map(|(_, count)| *count).max().unwrap_or(0);
    // Where no record is legal by any rules, the tags and the look of the first one tell.
    let by_look = || records.first().map_or(GameKind::Chess, guess_kind);
    votes.iter().find(|(_, count)| *count == most).map_or_else(by_look, |(kind, _)| *kind)
}

/// The game that the tags of a record name: GameType, else Variant, else a FEN in the form of chess. `None` where they
/// are silent or cannot be read. Moves have no say in it, so an illegal one does not change the answer.
pub fn named_kind(record: &Record) -> Option<GameKind> {
    let variant = record.tag("Variant").unwrap_or_default();
    if let Some(game_type) = record.tag("GameType").filter(|text| !text.trim().is_empty()) {
        return draughts::names_game(game_type).then(|| draughts::kind_of_game_type(game_type, variant));
    }
    let by_fen = || record.tag("FEN").is_some_and(|fen| fen.contains('/')).then_some(GameKind::Chess);
    variant.parse().ok().or_else(by_fen)
}

fn candidates(record: &Record) -> Vec<GameKind> {
    if let Some(game_type) = record.tag("GameType") {
        return vec![draughts::kind_of_game_type(game_type, record.tag("Variant").unwrap_or_default())];
    }
    let variant = record.tag("Variant").unwrap_or_default();
    if let Ok(kind) = variant.parse::<GameKind>() {
        return vec![kind];
    }
    if record.tag("FEN").is_some_and(|fen| fen.contains('/')) || !variant.is_empty() {
        return vec![GameKind::Chess];
    }
    let mut lexer = Lexer::new(record.moves(), true);
    let mut highest = 0;
    let mut lettered = false;
    let mut diagonal = false;
    let mut any = false;
    while let Some((_, token)) = lexer.next() {
        let Token::Move(word) = token else { continue };
        match draughts::look(word) {
            Some(draughts::Look::Numbers(top)) => highest = highest.max(top),
            Some(draughts::Look::Letters { leaves_file, .. }) => {
                lettered = true;
                diagonal |= leaves_file;
            }
            None => return vec![GameKind::Chess],
        }
        any = true;
    }
    let fen = record.tag("FEN").is_some_and(|fen| fen.contains(':'));
    if !any && !fen {
        return vec![GameKind::Chess];
    }
    draughts::candidates(highest, lettered, diagonal || fen)
}

/// Counts the legal sequences of exactly `depth` half-moves.
///
/// Draws are ignored; a side without a legal move has no continuation. In draughts, captures with the same start, the
/// same end and the same captured pieces count once. Without `fen` the count is from the starting position.
///
/// # Errors
///
/// [`SetupError`] if the position cannot be set up for this game, or if `depth` is above 60.
pub fn perft(kind: GameKind, fen: Option<&str>, depth: u32) -> Result<u64, SetupError> {
    if depth > 60 {
        return Err(SetupError(format!("depth {depth} is beyond counting; 60 is the most")));
    }
    match kind.draughts() {
        None => crate::chess::perft(kind, fen, depth),
        Some(game) => draughts::perft(game, fen, depth),
    }
}

/// The starting position of a game, in FEN. For Chess960 it is number 518, the ordinary one.
pub fn start_fen(kind: GameKind) -> String {
    match kind.draughts() {
        None => crate::chess960_fen(518).unwrap_or_default(),
        Some(game) => DraughtsGame::start(game, kind.is_giveaway()).fen(),
    }
}
