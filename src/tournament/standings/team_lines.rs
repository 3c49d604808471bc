//! The readable tables of teams in report files (records 801 and 802): what they state of every round, compared with the games.
//!
//! The records are informative; programs write them with columns that differ by a few places. A line is read when all of its rounds can be.

use super::check::{Checked, Difference};
use super::{BoardEntry, MatchEntry, TeamRow, TeamTable};
use crate::trf::{Trf, TrfError};
use pairing::Points;
use pairing::swiss::{Color, EntryKind, Scoring};

/// What a line states of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stated {
    /// Nothing stands there.
    Blank,
    /// A bye: its letter (`F`, `H`, `Z`, `U`).
    Bye(char),
    /// A match.
    Match { opponent: u32, color: Color, detail: Detail },
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Detail {
    /// 801: the results by board, and who sat there by number of member (0: nobody).
    Boards { results: String, members: String },
    /// 802: the game points, and whether the match was forfeited.
    Points { points: Points, forfeited: bool },
}

/// A line with its team, its sums and its rounds.
struct TeamLine {
    record: &'static str,
    number: u32,
    match_points: Option<Points>,
    game_points: Option<Points>,
    rounds: Vec<Stated>,
}

/// Compares all lines of the file; says what was compared and which lines could not be read.
pub(super) fn check(trf: &Trf, checked: &mut Checked) -> Result<(), TrfError> {
    let lines: Vec<(usize, &String)> =
        (1..).zip(&trf.lines).filter(|(_, line)| line.starts_with("801") || line.starts_with("802")).collect();
    if lines.is_empty() || !trf.is_team_event() {
        return Ok(());
    }
    let table = TeamTable::from_trf(trf, None)?;
    let mut read = [0_usize; 2];
    for (at, line) in lines {
        let Some(stated) = line_of(line, table.boards as usize, table.rounds as usize) else {
            checked.open.push(format!("line {at}: the rounds of this record do not fit its columns"));
            continue;
        };
        let Some(row) = table.rows.iter().find(|row| row.number == stated.number) else {
            checked.open.push(format!("line {at}: there is no team {} in the file", stated.number));
            continue;
        };
        read[usize::from(stated.record == "802")] += 1;
        compare(&stated, row, &table, checked);
    }
    for (record, count) in [("801", read[0]), ("802", read[1])] {
        if count > 0 {
            let rounds: Vec<u32> = (1..=table.rounds).collect();
            let rounds = crate::recheck::round_list(&rounds);
            checked.compared.push(format!("record {record} of {count} teams, rounds {rounds}"));
        }
    }
    Ok(())
}

/// Brings the readable tables that an event has kept from its file up to date: lines that still say what the games give stay as they are, otherwise the whole
/// record is written anew. The answer says which were.
///
/// # Errors
/// As [`TeamTable::from_trf`].
pub(crate) fn renew(trf: &mut Trf) -> Result<Vec<String>, TrfError> {
    let mut told = Vec::new();
    for record in ["801", "802"] {
        let is_one = |trf: &Trf, line: &usize| line.checked_sub(1).is_some_and(|at| trf.lines[at].starts_with(record));
        let kept: Vec<usize> = trf.unknown_lines.iter().copied().filter(|line| is_one(trf, line)).collect();
        if kept.is_empty() {
            continue;
        }
        let table = TeamTable::from_trf(trf, None)?;
        let holds = |line: &usize| {
            let stated = line_of(&trf.lines[line - 1], table.boards as usize, table.rounds as usize)?;
            let row = table.rows.iter().find(|row| row.number == stated.number)?;
            let mut checked = Checked::default();
            compare(&stated, row, &table, &mut checked);
            let complete = stated.rounds.iter().all(|round| *round != Stated::Blank);
            (complete && checked.found.is_empty()).then_some(())
        };
        let as_long = |line: &usize| {
            let stated = line_of(&trf.lines[line - 1], table.boards as usize, table.rounds as usize + 1);
            stated.is_some_and(|stated| stated.rounds.last().is_none_or(|round| *round == Stated::Blank))
        };
        if kept.len() == table.rows.len() && kept.iter().all(|line| holds(line).is_some() && as_long(line)) {
            continue;
        }
        let lines: Vec<String> = table.rows.iter().map(|row| written(record, row, &table, trf)).collect();
        trf.unknown_lines.retain(|line| !kept.contains(line));
        for line in lines {
            trf.lines.push(line);
            trf.unknown_lines.push(trf.lines.len());
        }
        told.push(format!("the table of teams in record {record} is written anew, since rounds or results are others than in the imported file"));
    }
    Ok(told)
}

/// A line with all rounds, laid out as FIDE's sample of the format.
fn written(record: &str, row: &TeamRow, table: &TeamTable, trf: &Trf) -> String {
    let team = trf.teams.iter().find(|team| team.number == row.number);
    let nickname = team.map(|team| team.nickname.as_str()).unwrap_or_default();
    let nickname: String = nickname.chars().filter(|c| !c.is_whitespace() && *c != '.').take(5).collect();
    let sum = |points: fn(&MatchEntry) -> Points| row.rounds.iter().map(points).sum::<Points>();
    let match_points = (sum(|entry| entry.match_points) + row.extra_match_points).to_string();
    let game_points = sum(|entry| entry.game_points) + row.extra_game_points;
    let boards = table.boards as usize;
    let mut line = if record == "801" {
        format!("801 {:>2} {nickname:<5} {match_points:>2} {game_points:>4.1} ", row.number)
    } else {
        format!("802 {:>3} {nickname:<5} {match_points:>4} {game_points:>6.1}  ", row.number)
    };
    for entry in &row.rounds {
        line += &match of_entry(record, entry, row, table) {
            Stated::Match { opponent, color, detail } => {
                let color = if color == Color::White { 'w' } else { 'b' };
                match detail {
                    Detail::Boards { results, members } => {
                        let members = if members == "?" { String::new() } else { members };
                        format!("{opponent:>3} {color} {results} {members:<boards$} ")
                    }
                    Detail::Points { points, forfeited } => {
                        format!("{opponent:>3} {color} {points:>4.1}{}  ", if forfeited { 'f' } else { ' ' })
                    }
                }
            }
            Stated::Bye(letter) if record == "801" => {
                format!("{:6}{}{:rest$}", "", letter.to_string().repeat(boards), "", rest = boards + 2)
            }
            Stated::Bye(letter) => {
                let name = if letter == 'U' { "PAB".to_owned() } else { format!("{letter}PB") };
                format!("{name:<6}{:>4.1}   ", entry.game_points)
            }
            Stated::Blank => String::new(),
        };
    }
    line.truncate(line.trim_end().len());
    line
}

fn compare(stated: &TeamLine, row: &TeamRow, table: &TeamTable, checked: &mut Checked) {
    let number = stated.number;
    for (entry, (round, given)) in row.rounds.iter().zip((1..).zip(&stated.rounds)) {
        let computed = of_entry(stated.record, entry, row, table);
        // A blank is no statement.
        if *given != Stated::Blank && !same(given, &computed) {
            let words = |stated: &Stated| words(stated);
            checked.found.push((
                round,
                Difference::TeamRound {
                    number,
                    record: stated.record,
                    computed: words(&computed),
                    given: words(given),
                },
            ));
        }
    }
    let sum = |points: fn(&MatchEntry) -> Points| row.rounds.iter().map(points).sum::<Points>();
    let match_points = sum(|entry| entry.match_points) + row.extra_match_points;
    let game_points = sum(|entry| entry.game_points) + row.extra_game_points;
    if let Some(given) = stated.match_points.filter(|given| *given != match_points) {
        checked.found.push((table.rounds, Difference::Points { number, computed: match_points, given }));
    }
    if let Some(given) = stated.game_points.filter(|given| *given != game_points) {
        checked.found.push((table.rounds, Difference::GamePoints { number, computed: game_points, given }));
    }
}

/// Members beyond the ninth have no agreed sign; a pairing-allocated bye is written as a full or a half one by some programs.
fn same(given: &Stated, computed: &Stated) -> bool {
    match (given, computed) {
        (Stated::Bye(a), Stated::Bye(b)) => a == b || [*a, *b].contains(&'U') || *b == 'Z' && *a == '-',
        (
            Stated::Match { opponent: a, color: c, detail: Detail::Boards { results, members } },
            Stated::Match { opponent: b, color: d, detail: Detail::Boards { results: ours, members: seats } },
        ) => {
            let seated = members.is_empty() || seats.contains('?') || members == seats;
            (a, c) == (b, d) && results.eq_ignore_ascii_case(ours) && seated
        }
        _ => given == computed,
    }
}

fn words(stated: &Stated) -> String {
    match stated {
        Stated::Blank => "nothing".to_owned(),
        Stated::Bye(letter) => format!("the bye {letter}"),
        Stated::Match { opponent, color, detail } => {
            let color = if *color == Color::White { "w" } else { "b" };
            match detail {
                Detail::Boards { results, members } => {
                    format!("{opponent} {color} {results} {members}").trim_end().to_owned()
                }
                Detail::Points { points, forfeited } => {
                    format!("{opponent} {color} {points:.1}{}", if *forfeited { "f" } else { "" })
                }
            }
        }
    }
}

fn of_entry(record: &str, entry: &MatchEntry, row: &TeamRow, table: &TeamTable) -> Stated {
    let boards = table.boards as usize;
    let Some(opponent) = entry.opponent else {
        return Stated::Bye(match entry.kind {
            EntryKind::PairingBye => 'U',
            EntryKind::FullBye | EntryKind::ForfeitWin => 'F',
            EntryKind::HalfBye => 'H',
            _ => 'Z',
        });
    };
    let color = entry.color.unwrap_or(Color::White);
    let forfeited = matches!(entry.kind, EntryKind::ForfeitWin | EntryKind::ForfeitLoss);
    let detail = if record == "802" {
        Detail::Points { points: entry.game_points, forfeited }
    } else if forfeited {
        let sign = if entry.kind == EntryKind::ForfeitWin { "+" } else { "-" };
        Detail::Boards { results: sign.repeat(boards), members: "?".to_owned() }
    } else {
        Detail::Boards {
            // Boards that nobody sat at stand at the end.
            results: padded(entry.boards.iter().map(|board| letter(board, &table.scoring)).collect(), '-', boards),
            members: padded(entry.boards.iter().map(|board| member(board, row)).collect(), '0', boards),
        }
    };
    Stated::Match { opponent, color, detail }
}

fn padded(mut text: String, with: char, to: usize) -> String {
    let missing = to.saturating_sub(text.chars().count());
    text.extend(std::iter::repeat_n(with, missing));
    text
}

fn letter(board: &BoardEntry, scoring: &Scoring) -> char {
    match board.entry.kind {
        EntryKind::Played { .. } if board.entry.points == scoring.win => '1',
        EntryKind::Played { .. } if board.entry.points == scoring.draw => '=',
        EntryKind::Played { .. } => '0',
        EntryKind::ForfeitWin | EntryKind::FullBye | EntryKind::PairingBye => '+',
        _ => '-',
    }
}

/// The place of who sat there among the members; `?` beyond the ninth.
fn member(board: &BoardEntry, row: &TeamRow) -> char {
    let place = board.player.map(|player| row.members.iter().position(|member| *member == player));
    match place {
        None => '0',
        Some(Some(place)) if place < 9 => char::from(b'1' + place as u8),
        Some(_) => '?',
    }
}

/// Reads a line: number, nickname, sums, then blocks of equal width that begin a few columns after the sums.
fn line_of(line: &str, boards: usize, rounds: usize) -> Option<TeamLine> {
    let chars: Vec<char> = line.chars().collect();
    let record = if line.starts_with("801") { "801" } else { "802" };
    // The sums end with the first number that has a decimal point.
    let dot = chars.iter().position(|c| *c == '.')?;
    let end = dot + 1 + chars[dot + 1..].iter().take_while(|c| c.is_ascii_digit()).count();
    let head: String = chars.get(3..end)?.iter().collect();
    let mut head = head.split_whitespace();
    let number = head.next()?.parse().ok()?;
    let sums: Vec<&str> = head.collect();
    let [.., first, second] = sums.as_slice() else { return None };
    let width = if record == "801" { 8 + 2 * boards } else { 13 };
    let block = |start: usize| -> Vec<char> {
        (start..start + width).map(|at| chars.get(at).copied().unwrap_or(' ')).collect()
    };
    let read = |gap: usize| -> Option<Vec<Stated>> {
        (0..rounds).map(|round| stated(record, &block(end + gap + round * width), boards)).collect()
    };
    Some(TeamLine {
        record,
        number,
        match_points: points(first),
        game_points: points(second),
        rounds: (0..4).find_map(read)?,
    })
}

/// One round; `None` when the columns do not fit.
fn stated(record: &str, block: &[char], boards: usize) -> Option<Stated> {
    let text: String = block.iter().collect();
    let mut words = text.split_whitespace();
    let Some(first) = words.next() else { return Some(Stated::Blank) };
    if first.starts_with(|c: char| c.is_ascii_alphabetic()) {
        let letter = first.chars().next()?.to_ascii_uppercase();
        let named = ["FPB", "HPB", "ZPB", "PAB", "UPB"].contains(&first);
        let repeated = first.chars().all(|c| c.eq_ignore_ascii_case(&letter)) && "FHZU".contains(letter);
        let rest = words.next().is_none_or(|points_of| points(points_of).is_some()) && words.next().is_none();
        return (rest && (named || repeated)).then_some(Stated::Bye(if letter == 'P' { 'U' } else { letter }));
    }
    // The opponent ends in the third column, with the colour two columns on.
    let column = |at: usize| block.get(at).copied().unwrap_or(' ');
    if column(2) == ' ' || column(3) != ' ' || column(5) != ' ' {
        return None;
    }
    let opponent = first.parse().ok()?;
    let color = match words.next()? {
        "w" | "W" => Color::White,
        "b" | "B" => Color::Black,
        _ => return None,
    };
    let result = words.next()?;
    let detail = if record == "801" {
        let members = words.next().unwrap_or_default();
        if result.chars().count() != boards || !(members.is_empty() || members.chars().count() == boards) {
            return None;
        }
        Detail::Boards { results: result.to_owned(), members: members.to_owned() }
    } else {
        let forfeited = result.ends_with(['f', 'F']);
        Detail::Points { points: points(result.trim_end_matches(['f', 'F']))?, forfeited }
    };
    words.next().is_none().then_some(Stated::Match { opponent, color, detail })
}

/// `15` or `28.5`.
fn points(text: &str) -> Option<Points> {
    let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
    let tenth: i32 = if tenth.len() == 1 { tenth.parse().ok()? } else { return None };
    let whole: i32 = whole.parse().ok()?;
    whole.checked_mul(10)?.checked_add(tenth).map(Points)
}
