//! Headers and the other records, line by line.

use super::error::{Remark, TrfError};
use super::fields::{self, at, columns, number};
use super::scoring::{Declared, Symbol};
use super::{Trf, player, teams};
use crate::model::PartialDate;
use pairing::Points;
use pairing::swiss::Color;

/// The most players that a record of forbidden pairs may name.
const MOST_FORBIDDEN: usize = 500;

/// The most 299 records of a file; keeps sums of points far from any limit.
const MOST_ABNORMAL: usize = 1000;

/// Header records. Texts are empty where the record is missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// 012, name of the event.
    pub name: String,
    /// 022, city.
    pub city: String,
    /// 032, federation.
    pub federation: String,
    /// 042, first day.
    pub start: Option<PartialDate>,
    /// 052, last day.
    pub end: Option<PartialDate>,
    /// 062, number of players.
    pub players: Option<u32>,
    /// 072, number of rated players.
    pub rated: Option<u32>,
    /// 082, number of teams.
    pub teams: Option<u32>,
    /// 092, type in words.
    pub kind: String,
    /// 102, chief arbiter.
    pub chief_arbiter: String,
    /// 112, deputies.
    pub deputies: Vec<String>,
    /// 122, times in words.
    pub times: String,
    /// 132, dates of the rounds from round 1.
    pub round_dates: Vec<Option<PartialDate>>,
    /// 142 or XXR, number of rounds.
    pub rounds: Option<u32>,
    /// 152 or XXC, initial colour.
    pub initial_color: Option<Color>,
    /// XXC `rank`: numbers are to follow the order of the file.
    pub rank_by_order: bool,
    /// 172, federation and method of the starting rank.
    pub starting_rank_method: String,
    /// 182, pairing program or person.
    pub program: String,
    /// 192, coded type.
    pub type_code: String,
    /// 202 or 212, tie-breaks without `PTS` at the front.
    pub tiebreaks: Vec<String>,
    /// The list came as that of the whole order, 212.
    pub whole_order: bool,
    /// 222, coded time control.
    pub time_code: String,
    /// 352, colours by board of the White team.
    pub board_colors: Vec<Color>,
    /// 362, match points.
    pub match_points: Option<MatchScoring>,
}

/// Match points: record 362.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchScoring {
    /// A match won.
    pub win: Points,
    /// A match drawn.
    pub draw: Points,
    /// A match lost.
    pub loss: Points,
}

/// Announced byes: record 240.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByeRecord {
    /// Its line, from 1.
    pub line: usize,
    /// `F`, `H` or `Z`.
    pub code: player::Code,
    /// The round.
    pub round: u32,
    /// Players, or teams in an event of teams.
    pub ids: Vec<u32>,
}

/// Acceleration: record 250.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acceleration {
    /// Virtual match points; teams only.
    pub match_points: Option<Points>,
    /// Virtual points; game points of teams.
    pub points: Option<Points>,
    /// First round.
    pub first_round: u32,
    /// Last round.
    pub last_round: u32,
    /// First player or team.
    pub first_id: u32,
    /// Last player or team.
    pub last_id: u32,
}

/// Virtual points of one player: XXA.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Virtual {
    /// Its line, from 1.
    pub line: usize,
    /// The player.
    pub id: u32,
    /// By round, from round 1.
    pub points: Vec<Points>,
}

/// A group of whom no two may meet: 260 and XXP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForbiddenGroup {
    /// Its line, from 1.
    pub line: usize,
    /// From this round ...
    pub first_round: u32,
    /// ... to this one; `None` is to the end.
    pub last_round: Option<u32>,
    /// The players.
    pub ids: Vec<u32>,
}

/// What abnormal points stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AbnormalKind {
    /// Bonus or penalty, beside the results.
    Extra,
    /// Instead of the usual worth of this result.
    Instead(player::Code),
}

/// Points that do not follow the scoring: record 299.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbnormalPoints {
    /// What for.
    pub kind: AbnormalKind,
    /// Match points; teams only.
    pub match_points: Option<Points>,
    /// Points; game points of teams.
    pub points: Option<Points>,
    /// The round; `None` is every round.
    pub round: Option<u32>,
    /// Players or teams; empty is everybody.
    pub ids: Vec<u32>,
}

/// Reads all lines into records.
pub(super) fn read(trf: &mut Trf) -> Result<(), TrfError> {
    let lines = std::mem::take(&mut trf.lines);
    let mut reader = Reader { trf, declared: Declared::default(), old_teams: Vec::new() };
    let result = lines.iter().enumerate().try_for_each(|(index, line)| reader.line(line, index + 1));
    let (declared, old_teams) = (reader.declared, reader.old_teams);
    trf.lines = lines;
    result?;
    trf.scoring = declared.table();
    if trf.teams.is_empty() {
        trf.teams = old_teams;
    }
    fold_into_scoring(trf);
    Ok(())
}

/// A 299 record for every round and everybody is a part of the scoring that 162 has no symbol for.
fn fold_into_scoring(trf: &mut Trf) {
    if trf.is_team_event() {
        return;
    }
    let scoring = &mut trf.scoring;
    trf.abnormal.retain(|record| {
        let general = record.round.is_none() && record.ids.is_empty();
        let (AbnormalKind::Instead(code), Some(points), true) = (record.kind, record.points, general) else {
            return true;
        };
        match code {
            player::Code::ForfeitWin => scoring.forfeit_win = points,
            player::Code::ForfeitLoss => scoring.forfeit_loss = points,
            player::Code::HalfBye => scoring.half_bye = points,
            player::Code::FullBye => scoring.full_bye = points,
            player::Code::ZeroBye => scoring.zero_bye = points,
            _ => return true,
        }
        scoring.declared = true;
        false
    });
}

struct Reader<'a> {
    trf: &'a mut Trf,
    declared: Declared,
    /// 013 records, used when there is no 310.
    old_teams: Vec<teams::TeamRecord>,
}

impl Reader<'_> {
    fn line(&mut self, text: &str, line: usize) -> Result<(), TrfError> {
        if let Some(comment) = text.strip_prefix("###") {
            self.trf.comments.push((line, comment.trim().to_owned()));
            return Ok(());
        }
        let code = text.get(..3).unwrap_or("");
        match code {
            "001" => {
                let record = player::read(text, line, true, &mut self.trf.remarks)?;
                self.trf.players.push(record);
                return Ok(());
            }
            // Readable team tables, made from the other records.
            "801" | "802" => return Ok(()),
            _ => {}
        }
        let chars: Vec<char> = text.trim_end().chars().collect();
        let known =
            self.header(code, &chars, line)? || self.pairing(code, &chars, line)? || self.team(code, &chars, line);
        if known || self.national(code, text, &chars, line) {
            return Ok(());
        }
        if code.bytes().all(|byte| byte.is_ascii_digit())
            && code.len() == 3
            && player::read(text, line, true, &mut Vec::new()).is_ok_and(|record| record.points.is_some())
        {
            return Err(TrfError::new(
                line,
                1,
                format!("the line looks like a player's, but its code is \"{code}\""),
                "write 001 in columns 1-3, or ### in front of a remark",
            ));
        }
        if !text.trim().is_empty() {
            self.trf.unknown_lines.push(line);
            if !text.starts_with('#') {
                self.trf.remarks.push(Remark::new(line, 1, "the line is not a known record; kept as it is"));
            }
        }
        Ok(())
    }

    /// Records 012 to 232 and 352, 362.
    fn header(&mut self, code: &str, line: &[char], number_of_line: usize) -> Result<bool, TrfError> {
        let value = fields::rest(line, 5);
        let header = &mut self.trf.header;
        match code {
            "012" if !header.name.is_empty() && !self.trf.players.is_empty() => {
                return Err(TrfError::new(
                    number_of_line,
                    1,
                    "a second event begins here",
                    "put each event into a file of its own; `pairwright import` makes an event of each",
                ));
            }
            "012" => header.name = value,
            "022" => header.city = value,
            "032" => header.federation = value,
            "042" | "052" => {
                let date = fields::date(&value, false);
                match date {
                    None if value.is_empty() => {}
                    None => {
                        let text = format!("\"{value}\" is not a date; left out");
                        self.trf.remarks.push(Remark::new(number_of_line, 5, text));
                    }
                    Some(date) if fields::date_text(date) != value => {
                        let text = format!("the date \"{value}\" is read as {date}");
                        self.trf.remarks.push(Remark::new(number_of_line, 5, text));
                    }
                    Some(_) => {}
                }
                *(if code == "042" { &mut header.start } else { &mut header.end }) = date;
            }
            "062" => header.players = leading_number(&value),
            "072" => header.rated = leading_number(&value),
            "082" => header.teams = leading_number(&value),
            "092" => header.kind = value,
            "102" => header.chief_arbiter = value,
            "112" if value.is_empty() => {}
            "112" => header.deputies.push(value),
            "122" => header.times = value,
            "132" => {
                let rounds = line.len().saturating_sub(91).div_ceil(10).min(player::MOST_ROUNDS);
                let field = |round| fields::text(line, 92 + 10 * round, 99 + 10 * round);
                header.round_dates = (0..rounds).map(|round| fields::date(&field(round), true)).collect();
            }
            "142" | "XXR" => {
                let word = value.split_whitespace().next().unwrap_or("");
                header.rounds = match word.parse() {
                    Ok(rounds @ 1..=400) => Some(rounds),
                    _ => {
                        return Err(TrfError::new(
                            number_of_line,
                            5,
                            format!("\"{value}\" is not a number of rounds"),
                            "write the planned number of rounds, 1 to 400",
                        ));
                    }
                };
            }
            "152" => match value.to_ascii_uppercase().as_str() {
                "W" | "WHITE" => header.initial_color = Some(Color::White),
                "B" | "BLACK" => header.initial_color = Some(Color::Black),
                "" => {}
                _ => return Err(not_a_color(number_of_line, 5, &value)),
            },
            "XXC" => {
                for word in value.split_whitespace() {
                    match word.to_ascii_lowercase().as_str() {
                        "white1" => header.initial_color = Some(Color::White),
                        "black1" => header.initial_color = Some(Color::Black),
                        "rank" => header.rank_by_order = true,
                        _ => return Err(not_a_color(number_of_line, 5, word)),
                    }
                }
            }
            "162" => self.scoring(line, number_of_line, Symbol::of_162)?,
            "XXS" => self.scoring(line, number_of_line, Symbol::of_xxs)?,
            "BBW" | "BBD" | "BBL" | "BBZ" | "BBF" | "BBU" => {
                // The three letters were just matched: the last one has a meaning.
                let symbol = at(line, 3);
                match (Symbol::of_bb(symbol), fields::points(&value)) {
                    (Some(symbol), Some(points)) => self.declared.set(symbol, points),
                    _ => return Err(not_points(number_of_line, 5, &value)),
                }
            }
            "172" => header.starting_rank_method = value,
            "182" => header.program = value,
            "192" => header.type_code = value,
            "202" | "212" => {
                let codes = value.split([',', ';', ' ']).filter(|code| !code.is_empty() && *code != "PTS");
                header.tiebreaks = codes.map(str::to_owned).collect();
                header.whole_order = code == "212";
            }
            "222" => header.time_code = value,
            "352" => {
                let color = |c: char| match c {
                    'W' | 'w' => Some(Color::White),
                    'B' | 'b' => Some(Color::Black),
                    _ => None,
                };
                header.board_colors = value.chars().map_while(color).collect();
            }
            "362" => {
                let values = fields::symbols(line, 5).map_err(|column| not_points(number_of_line, column, &value))?;
                let find =
                    |symbol: &str| values.iter().find(|(_, found, _)| found == symbol).map(|(_, _, points)| *points);
                header.match_points = Some(MatchScoring {
                    win: find("TW").unwrap_or(Points(20)),
                    draw: find("TD").unwrap_or(Points(10)),
                    loss: find("TL").unwrap_or(Points(0)),
                });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn scoring(
        &mut self,
        line: &[char],
        number_of_line: usize,
        symbol: fn(&str) -> Option<Symbol>,
    ) -> Result<(), TrfError> {
        let values = fields::symbols(line, 5)
            .map_err(|column| not_points(number_of_line, column, &fields::rest(line, column)))?;
        for (column, name, points) in values {
            match symbol(&name) {
                Some(symbol) => self.declared.set(symbol, points),
                None => {
                    return Err(TrfError::new(
                        number_of_line,
                        column,
                        format!("\"{name}\" is not a kind of result"),
                        "use W, D, L, A, P, X in record 162 and WW, BW, WD, BD, WL, BL, ZPB, HPB, FPB, PAB, FW, FL, W, D, L in XXS",
                    ));
                }
            }
        }
        Ok(())
    }

    /// Records that decide about pairs: 240, 250, 260, 299, XXZ, XXA, XXP.
    fn pairing(&mut self, code: &str, line: &[char], number_of_line: usize) -> Result<bool, TrfError> {
        let wrong = |column: usize, what: &str| {
            Err(TrfError::new(
                number_of_line,
                column,
                format!("the {code} record {what}"),
                format!("see the layout of {code}"),
            ))
        };
        let field = |from, to| number(columns(line, from, to));
        match code {
            "240" => {
                let Some(code) = player::Code::from_char(at(line, 5)).filter(|code| {
                    matches!(code, player::Code::FullBye | player::Code::HalfBye | player::Code::ZeroBye)
                }) else {
                    return wrong(5, "does not say F, H or Z");
                };
                match teams::numbers(line, 6).as_deref() {
                    Some([round, ids @ ..]) if *round > 0 => {
                        let record = ByeRecord { line: number_of_line, code, round: *round, ids: ids.to_vec() };
                        self.trf.byes.push(record);
                    }
                    _ => return wrong(7, "names no round or something that is not a number"),
                }
            }
            "XXZ" => match teams::numbers(line, 4) {
                Some(ids) => self.trf.absent.extend(ids.into_iter().map(|id| (number_of_line, id))),
                None => return wrong(5, "holds something that is not a number"),
            },
            "XXP" => match teams::numbers(line, 4) {
                Some(ids) if ids.len() <= MOST_FORBIDDEN => {
                    self.trf.forbidden.push(ForbiddenGroup {
                        line: number_of_line,
                        first_round: 1,
                        last_round: None,
                        ids,
                    });
                }
                Some(_) => return wrong(5, "names more than 500 players"),
                None => return wrong(5, "holds something that is not a number"),
            },
            "260" => {
                let (Some(first), Some(last)) = (field(5, 7), field(9, 11)) else {
                    return wrong(5, "has no rounds in columns 5-7 and 9-11");
                };
                match teams::numbers(line, 12) {
                    Some(ids) if ids.len() <= MOST_FORBIDDEN => self.trf.forbidden.push(ForbiddenGroup {
                        line: number_of_line,
                        first_round: first.unwrap_or(1).max(1),
                        last_round: last.filter(|round| *round > 0),
                        ids,
                    }),
                    Some(_) => return wrong(13, "names more than 500 players"),
                    None => return wrong(13, "holds something that is not a number"),
                }
            }
            "250" => {
                let points = |from, to| {
                    let text = fields::text(line, from, to);
                    if text.is_empty() { Ok(None) } else { fields::points(&text).map(Some).ok_or(from) }
                };
                let round = |from, to| field(from, to).flatten().ok_or(from);
                let read = || {
                    Ok(Acceleration {
                        match_points: points(5, 8)?,
                        points: points(9, 13)?,
                        first_round: round(15, 17)?,
                        last_round: round(19, 21)?,
                        first_id: round(23, 26)?,
                        last_id: round(28, 31)?,
                    })
                };
                match read() {
                    Ok(record) => self.trf.acceleration.push(record),
                    Err(column) => return wrong(column, "has no sound value here"),
                }
            }
            "XXA" => match virtual_points(line, number_of_line) {
                Some(record) => self.trf.virtual_points.push(record),
                None => return wrong(5, "must hold a number and points for each round"),
            },
            "299" => match abnormal(line) {
                Some(_) if self.trf.abnormal.len() >= MOST_ABNORMAL => {
                    return wrong(1, "is one of too many of its kind");
                }
                Some(record) => self.trf.abnormal.push(record),
                None => return wrong(5, "does not fit its columns"),
            },
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn team(&mut self, code: &str, line: &[char], number_of_line: usize) -> bool {
        let trf = &mut *self.trf;
        let sound = match code {
            "310" => teams::team_310(line, number_of_line).map(|team| trf.teams.push(team)),
            "013" => {
                // At most as many teams as lines, far below the limit of u32.
                let place = self.old_teams.len() as u32 + 1;
                teams::team_013(line, number_of_line, place).map(|team| self.old_teams.push(team))
            }
            "320" => teams::byes_320(line).map(|byes| {
                let old = trf.team_byes.take();
                trf.team_byes = Some(merge(old, byes));
            }),
            "330" => teams::forfeit_330(line).map(|forfeit| trf.forfeited_matches.push(forfeit)),
            "300" => teams::line_up_300(line).map(|line_up| trf.line_ups.push(line_up)),
            _ => return false,
        };
        if sound.is_none() {
            trf.remarks.push(teams::odd(number_of_line, code));
            trf.unknown_lines.push(number_of_line);
        }
        true
    }

    /// A federation's code in the place of 001.
    fn national(&mut self, code: &str, text: &str, line: &[char], number_of_line: usize) -> bool {
        let looks = code.len() == 3
            && code.bytes().all(|byte| byte.is_ascii_uppercase())
            && matches!(number(columns(line, 5, 8)), Some(Some(_)));
        if !looks {
            return false;
        }
        let mut remarks = Vec::new();
        match player::read(text, number_of_line, false, &mut remarks) {
            Ok(record) => {
                self.trf.national.push((code.to_owned(), record));
                self.trf.remarks.append(&mut remarks);
                true
            }
            Err(_) => false,
        }
    }
}

/// Two 320 records: the later one adds the rounds that the first one leaves open.
fn merge(old: Option<teams::TeamByes>, new: teams::TeamByes) -> teams::TeamByes {
    let Some(mut old) = old else { return new };
    for (round, team) in new.teams.into_iter().enumerate() {
        match old.teams.get_mut(round) {
            Some(slot) => *slot = team.or(*slot),
            None => old.teams.push(team),
        }
    }
    old
}

fn leading_number(text: &str) -> Option<u32> {
    let digits: String = text.chars().take_while(char::is_ascii_digit).take(7).collect();
    digits.parse().ok()
}

fn not_a_color(line: usize, column: usize, word: &str) -> TrfError {
    TrfError::new(
        line,
        column,
        format!("\"{word}\" is not an initial colour"),
        "write W or B in record 152, white1 or black1 in XXC",
    )
}

fn not_points(line: usize, column: usize, text: &str) -> TrfError {
    TrfError::new(line, column, format!("\"{text}\" are not points"), "write points with one decimal place, as 1.0")
}

/// XXA by its columns; by its words when the columns do not fit.
fn virtual_points(line: &[char], number_of_line: usize) -> Option<Virtual> {
    let id = number(columns(line, 4, 8)).flatten();
    let rounds = line.len().saturating_sub(9).div_ceil(5).min(player::MOST_ROUNDS);
    let by_columns: Option<Vec<Points>> = (0..rounds)
        .map(|round| match fields::text(line, 10 + 5 * round, 13 + 5 * round) {
            _ if at(line, 9 + 5 * round) != ' ' => None,
            text if text.is_empty() => Some(Points::ZERO),
            text => fields::points(&text),
        })
        .collect();
    if let (Some(id), Some(points)) = (id, by_columns) {
        return Some(Virtual { line: number_of_line, id, points });
    }
    let rest = fields::rest(line, 4);
    let mut words = rest.split_whitespace();
    let id = words.next()?.parse().ok().filter(|id: &u32| *id < 1_000_000)?;
    Some(Virtual { line: number_of_line, id, points: words.map(fields::points).collect::<Option<_>>()? })
}

fn abnormal(line: &[char]) -> Option<AbnormalPoints> {
    let kind = match at(line, 5) {
        ' ' => AbnormalKind::Extra,
        c => AbnormalKind::Instead(player::Code::from_char(c)?),
    };
    let points = |from, to| {
        let text = fields::text(line, from, to);
        if text.is_empty() { Some(None) } else { fields::points(&text).map(Some) }
    };
    Some(AbnormalPoints {
        kind,
        match_points: points(7, 11)?,
        points: points(13, 17)?,
        // From column 18: drafts of TRF26 have the round two columns earlier.
        round: number(columns(line, 18, 22))?.filter(|round| *round > 0),
        ids: teams::numbers(line, 23)?,
    })
}
