//! Meetings of several games, for which report files have no record. Points added game by game: each game takes a round of the file (the usual
//! convention for a Double-Swiss). A meeting scored as one unit (T8): a round of the file is a meeting with the unit's result. A comment tells
//! which it is, and the games of units stand in comments.

use super::import::result;
use super::player::Code;
use super::{Remark, Trf, TrfError};
use crate::crosstable::{CrossTable, PairingKind, meeting_entry};
use crate::model::{Game, GameResult, Meeting, PlayerId, Scoring};
use pairing::Points;
use pairing::swiss::{Color, Entrant, EntryKind};
use std::collections::HashMap;

const MEETINGS: &str = "Meetings of ";
const UNIT: &str = " games as one unit";
const ADDED: &str = " games, a round of the file for each";
const GAMES: &str = "Games of round ";

/// How the rounds of a file hold meetings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// Games of a meeting, at least 1.
    pub games: u8,
    /// A round of the file is a whole meeting.
    pub unit: bool,
}

impl Layout {
    /// Rounds of the file that a meeting takes.
    pub fn columns(self) -> u32 {
        if self.unit { 1 } else { u32::from(self.games.max(1)) }
    }

    /// The comment that tells of it; `None` for single games.
    pub fn comment(self) -> Option<String> {
        (self.games > 1).then(|| format!("{MEETINGS}{}{}", self.games, if self.unit { UNIT } else { ADDED }))
    }

    /// Whether a comment of a file is one of those of this module.
    pub fn is_comment(text: &str) -> bool {
        said(text).is_some() || text.starts_with(GAMES)
    }

    /// What a file says: by its comment, or because it is a Double-Swiss. Rounds that cannot be joined to meetings are left as they are.
    pub fn of(trf: &Trf, rounds: u32, remarks: &mut Vec<Remark>) -> Layout {
        let single = Layout { games: 1, unit: false };
        let by_comment = trf.comments.iter().find_map(|(_, text)| said(text));
        let double = trf.names_double_swiss().then_some(Layout { games: crate::double_swiss::GAMES, unit: false });
        let Some(layout) = by_comment.or(double) else { return single };
        let columns = layout.columns();
        let stays = |first: u32| {
            let last = (first + columns - 1).min(rounds);
            let same = |player: &super::PlayerRecord| {
                (first..=last).all(|column| player.cell(column).opponent == player.cell(first).opponent)
            };
            trf.players.iter().all(same)
        };
        match (1..=rounds).step_by(columns as usize).find(|first| !stays(*first)) {
            None => layout,
            Some(first) => {
                let text = format!(
                    "rounds {first} to {} have different opponents and make no meeting of {} games; each game is taken as a round",
                    first + columns - 1,
                    layout.games
                );
                remarks.push(Remark::new(0, 0, text));
                single
            }
        }
    }
}

impl Trf {
    /// How the rounds of the file hold meetings, without a word on rounds that make none.
    fn layout(&self) -> Layout {
        if self.is_team_event()
            || !self.names_double_swiss() && !self.comments.iter().any(|(_, text)| said(text).is_some())
        {
            return Layout { games: 1, unit: false };
        }
        Layout::of(self, self.round_to_pair() - 1, &mut Vec::new())
    }

    /// Rounds of the event that are paired: a meeting of several games, such as a match of a Double-Swiss, takes a round of the file for each game.
    pub fn meetings_paired(&self) -> u32 {
        (self.round_to_pair() - 1).div_ceil(self.layout().columns())
    }

    /// Rounds of the file that a round of the event takes.
    pub fn rounds_of_a_meeting(&self) -> u32 {
        self.layout().columns()
    }

    /// The cross table of which standings are made, after a number of rounds of the event: an opponent counts once a meeting, as in the event, whatever the
    /// number of its games. [`Trf::cross_table`] has a round for every game, as ratings need it.
    ///
    /// # Errors
    /// As [`Trf::cross_table`].
    pub fn meeting_table(&self, rounds: Option<u32>) -> Result<CrossTable, TrfError> {
        let layout = self.layout();
        let games = layout.columns();
        let mut table = self.cross_table(rounds.map(|rounds| rounds.saturating_mul(games)))?;
        self.order_by_start_ratings(&mut table);
        if games == 1 {
            return Ok(table);
        }
        let double_swiss = self.names_double_swiss();
        let entrants: Vec<Entrant> = table.rows.iter().map(|row| row.entrant.clone()).collect();
        let joined = crate::double_swiss::join(&entrants, usize::from(layout.games), double_swiss);
        for (row, rounds) in table.rows.iter_mut().zip(joined) {
            row.entrant.rounds = rounds;
            row.entrant.virtual_points =
                row.entrant.virtual_points.iter().step_by(usize::from(layout.games)).copied().collect();
        }
        table.rounds = table.rounds.div_ceil(games);
        table.rounds_total = table.rounds_total.div_ceil(games);
        let s = table.scoring;
        let times = i32::from(layout.games);
        table.scoring = if double_swiss {
            crate::double_swiss::match_scoring(s)
        } else {
            pairing::swiss::Scoring {
                win: s.win * times,
                draw: s.draw * times,
                loss: s.loss * times,
                zero_bye: s.zero_bye * times,
                forfeit_loss: s.forfeit_loss * times,
                pairing_bye: s.pairing_bye * times,
            }
        };
        if let PairingKind::Predetermined { cycles } = &mut table.kind {
            *cycles = (self.most_meetings() / layout.games).max(1);
        }
        for (_, _, first, last) in &mut table.forbidden {
            *first = first.div_ceil(games);
            *last = last.div_ceil(games);
        }
        Ok(table)
    }
}

fn said(text: &str) -> Option<Layout> {
    let rest = text.strip_prefix(MEETINGS)?;
    let (number, unit) = match (rest.strip_suffix(UNIT), rest.strip_suffix(ADDED)) {
        (Some(number), _) => (number, true),
        (_, Some(number)) => (number, false),
        _ => return None,
    };
    Some(Layout { games: number.parse().ok().filter(|games| (2..=20).contains(games))?, unit })
}

/// The codes of a meeting scored as one unit, for who had White in its first game and for the other.
pub(super) fn unit_codes(meeting: &Meeting, scoring: &Scoring) -> (Code, Code) {
    let Some(first) = meeting.games.first() else { return (Code::Blank, Code::Blank) };
    if meeting.games.iter().any(|game| game.result.is_none()) {
        return (Code::Blank, Code::Blank);
    }
    let code = |me: PlayerId| {
        let entry = meeting_entry(meeting, me, None, Color::White, scoring, true);
        let is = |points: i32| entry.points == Points(points);
        match entry.kind {
            EntryKind::Adjourned => Code::Unknown,
            EntryKind::Played { rated } => match (rated, is(scoring.win), is(scoring.draw)) {
                (true, true, _) => Code::Win,
                (true, _, true) => Code::Draw,
                (true, ..) => Code::Loss,
                (false, true, _) => Code::WinUnrated,
                (false, _, true) => Code::DrawUnrated,
                (false, ..) => Code::LossUnrated,
            },
            // Each has missed as many games as the other: a draw in which nothing was played.
            _ if is(scoring.draw) && !is(scoring.win) => Code::DrawUnrated,
            _ if is(scoring.win) => Code::ForfeitWin,
            _ => Code::ForfeitLoss,
        }
    };
    (code(first.white), code(first.black))
}

/// The comment with the games of a round, `Games of round 2: 3-6:10 6-3:==; ...`: White's number, Black's number, the code of each.
pub(super) fn games_comment<'m>(
    round: u32,
    meetings: impl Iterator<Item = &'m Meeting>,
    number: impl Fn(PlayerId) -> Option<u32>,
    codes: impl Fn(Option<GameResult>) -> (Code, Code),
) -> Option<String> {
    let meeting = |meeting: &Meeting| -> Option<String> {
        let game = |game: &Game| {
            let (white, black) = codes(game.result);
            let letter = |code: Code| if code == Code::Blank { '*' } else { code.to_char() };
            Some(format!("{}-{}:{}{}", number(game.white)?, number(game.black)?, letter(white), letter(black)))
        };
        meeting.games.iter().map(game).collect::<Option<Vec<_>>>().map(|games| games.join(" "))
    };
    let all: Vec<String> = meetings.filter_map(meeting).collect();
    (!all.is_empty()).then(|| format!("{GAMES}{round}: {}", all.join("; ")))
}

/// The games of units by round and pair (lower number first), as the comments of a file tell.
pub(super) fn games_told(trf: &Trf, ids: &HashMap<u32, PlayerId>) -> HashMap<(u32, PlayerId, PlayerId), Vec<Game>> {
    let mut found = HashMap::new();
    for (_, text) in &trf.comments {
        let Some((round, games)) = text.strip_prefix(GAMES).and_then(|rest| rest.split_once(": ")) else { continue };
        let Ok(round) = round.parse::<u32>() else { continue };
        for meeting in games.split(';') {
            let games: Option<Vec<Game>> = meeting.split_whitespace().map(|word| game(word, ids)).collect();
            let Some(games) = games else { continue };
            let Some(first) = games.first() else { continue };
            let (a, b) = (first.white.min(first.black), first.white.max(first.black));
            if games.iter().all(|game| (game.white.min(game.black), game.white.max(game.black)) == (a, b)) {
                found.insert((round, a, b), games);
            }
        }
    }
    found
}

fn game(word: &str, ids: &HashMap<u32, PlayerId>) -> Option<Game> {
    let (pair, codes) = word.split_once(':')?;
    let (white, black) = pair.split_once('-')?;
    let id = |number: &str| ids.get(&number.parse::<u32>().ok()?).copied();
    let mut letters =
        codes.chars().map(|letter| if letter == '*' { Some(Code::Blank) } else { Code::from_char(letter) });
    let (first, second) = (letters.next()??, letters.next()??);
    let (result, _) = result(first, second);
    letters.next().is_none().then_some(Game {
        white: id(white)?,
        black: id(black)?,
        result,
        reason: None,
        record: None,
        late: None,
        drawn_until: 0,
    })
}
