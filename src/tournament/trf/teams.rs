//! Team records: 013, 310, 320, 330, 300.

use super::error::Remark;
use super::fields::{self, columns, number};
use pairing::Points;

/// A team: record 310, or 013 in older files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TeamRecord {
    /// Its line, from 1.
    pub line: usize,
    /// Team number; in 013 the place in the file.
    pub number: u32,
    /// Name.
    pub name: String,
    /// Nickname, up to five letters.
    pub nickname: String,
    /// Strength.
    pub strength: Option<u32>,
    /// Match points.
    pub match_points: Option<Points>,
    /// Game points.
    pub game_points: Option<Points>,
    /// Rank.
    pub rank: Option<u32>,
    /// Starting ranks of the members in board order.
    pub members: Vec<u32>,
}

/// Pairing-allocated byes of teams: record 320.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TeamByes {
    /// Match points of the bye, where given.
    pub match_points: Option<Points>,
    /// Game points of the bye, where given.
    pub game_points: Option<Points>,
    /// The team with the bye, by round from round 1.
    pub teams: Vec<Option<u32>>,
}

/// A match decided without play: record 330.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForfeitedMatch {
    /// The White team won.
    pub white_wins: bool,
    /// The Black team won.
    pub black_wins: bool,
    /// The round.
    pub round: u32,
    /// The team with White on board 1.
    pub white: u32,
    /// The other team.
    pub black: u32,
}

/// A line-up out of order: record 300.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineUp {
    /// The round.
    pub round: u32,
    /// The team.
    pub team: u32,
    /// Its opponent.
    pub opponent: u32,
    /// Starting ranks by board; `None` is an empty board.
    pub boards: Vec<Option<u32>>,
}

/// A blank or sound number; `None` when the field holds something else.
fn sound(line: &[char], from: usize, to: usize) -> Option<Option<u32>> {
    number(columns(line, from, to))
}

/// Points that may be blank; `None` when the field holds something else.
fn sound_points(line: &[char], from: usize, to: usize) -> Option<Option<Points>> {
    let text = fields::text(line, from, to);
    if text.is_empty() { Some(None) } else { fields::points(&text).map(Some) }
}

/// Numbers separated by blanks from a column on.
pub(super) fn numbers(line: &[char], from: usize) -> Option<Vec<u32>> {
    fields::rest(line, from)
        .split_whitespace()
        .map(|word| number(&word.chars().collect::<Vec<_>>()).flatten())
        .collect()
}

/// Record 310.
pub(super) fn team_310(line: &[char], number_of_line: usize) -> Option<TeamRecord> {
    Some(TeamRecord {
        line: number_of_line,
        number: sound(line, 5, 7)??,
        name: fields::text(line, 9, 40),
        nickname: fields::text(line, 42, 46),
        strength: sound(line, 48, 53)?,
        match_points: sound_points(line, 55, 60)?,
        game_points: sound_points(line, 62, 67)?,
        rank: sound(line, 69, 71)?,
        members: numbers(line, 73)?.into_iter().filter(|number| *number > 0).collect(),
    })
}

/// Record 013; the number is the place in the file.
pub(super) fn team_013(line: &[char], number_of_line: usize, place: u32) -> Option<TeamRecord> {
    Some(TeamRecord {
        line: number_of_line,
        number: place,
        name: fields::text(line, 5, 36),
        members: numbers(line, 37)?.into_iter().filter(|number| *number > 0).collect(),
        ..TeamRecord::default()
    })
}

/// Record 320.
pub(super) fn byes_320(line: &[char]) -> Option<TeamByes> {
    let rounds = line.len().saturating_sub(14).div_ceil(4);
    Some(TeamByes {
        match_points: sound_points(line, 5, 8)?,
        game_points: sound_points(line, 10, 13)?,
        teams: (0..rounds)
            .map(|round| Some(sound(line, 15 + 4 * round, 17 + 4 * round)?.filter(|team| *team > 0)))
            .collect::<Option<_>>()?,
    })
}

/// Record 330.
pub(super) fn forfeit_330(line: &[char]) -> Option<ForfeitedMatch> {
    let sign = |column| match fields::at(line, column) {
        '+' => Some(true),
        '-' => Some(false),
        _ => None,
    };
    let (white_wins, black_wins) = (sign(5)?, sign(6)?);
    if white_wins && black_wins {
        return None;
    }
    Some(ForfeitedMatch {
        white_wins,
        black_wins,
        round: sound(line, 8, 10)??,
        white: sound(line, 12, 14)??,
        black: sound(line, 16, 18)??,
    })
}

/// Record 300.
pub(super) fn line_up_300(line: &[char]) -> Option<LineUp> {
    Some(LineUp {
        round: sound(line, 5, 7)??,
        team: sound(line, 9, 11)??,
        opponent: sound(line, 13, 15)??,
        boards: numbers(line, 17)?.into_iter().map(|number| Some(number).filter(|number| *number > 0)).collect(),
    })
}

/// A remark for a team record that does not fit its columns.
pub(super) fn odd(number_of_line: usize, code: &str) -> Remark {
    Remark::new(number_of_line, 0, format!("the {code} record does not fit its columns; kept as it is, but not used"))
}
