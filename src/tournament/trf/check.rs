//! Do the records of a file agree with each other?

use super::error::{Remark, TrfError};
use super::player::{Cell, Code};
use super::table::Context;
use super::{ReadOptions, ScoringTable, Trf};
use pairing::Points;
use pairing::swiss::Scoring;
use std::collections::HashMap;

/// The first column of a round's block, for messages.
fn column(round: usize) -> usize {
    92 + 10 * (round - 1)
}

/// Checks all records; mends what has one meaning only and says so.
pub(super) fn check(trf: &mut Trf, options: ReadOptions) -> Result<(), TrfError> {
    if trf.players.is_empty() && trf.header == super::Header::default() {
        return Err(TrfError::new(
            0,
            0,
            "no record of a tournament report was found",
            "choose a TRF file: its players stand on lines that begin with 001",
        ));
    }
    let index = numbers(trf)?;
    gaps(trf)?;
    rounds(trf)?;
    byes_with_opponents(trf);
    opponents(trf, &index)?;
    references(trf, &index)?;
    interpreted(trf);
    old_forms(trf);
    join_forms(trf);
    encoded_twice(trf);
    points(trf, options)
}

/// Starting ranks, each once.
fn numbers(trf: &Trf) -> Result<HashMap<u32, usize>, TrfError> {
    let mut index = HashMap::with_capacity(trf.players.len());
    for (place, player) in trf.players.iter().enumerate() {
        if let Some(first) = index.insert(player.number, place) {
            return Err(TrfError::new(
                player.line,
                5,
                format!("starting rank {} stands on line {} already", player.number, trf.players[first].line),
                "give each player a starting rank of his own",
            ));
        }
    }
    Ok(index)
}

/// Later in an event numbers may be missing (players who were removed). Before round 1 they are places in the list (C.04.2 art. 2.3):
/// a gap then is a player who was lost, unless record 062 counts the players as they are.
fn gaps(trf: &Trf) -> Result<(), TrfError> {
    let begun = trf.players.iter().any(|player| player.rounds.iter().any(|cell| !cell.is_blank()));
    if begun || trf.header.players == Some(trf.players.len() as u32) {
        return Ok(());
    }
    let mut in_order: Vec<(u32, usize)> = trf.players.iter().map(|player| (player.number, player.line)).collect();
    in_order.sort_unstable();
    for (expected, (number, line)) in (1..).zip(in_order) {
        if number != expected {
            return Err(TrfError::new(
                line,
                5,
                format!("starting rank {expected} is missing: {number} follows {}", expected - 1),
                "number the players from 1 without gaps, or give their number in record 062",
            ));
        }
    }
    Ok(())
}

/// Nothing may stand behind the last planned round.
fn rounds(trf: &Trf) -> Result<(), TrfError> {
    let Some(total) = trf.header.rounds else { return Ok(()) };
    for player in &trf.players {
        for (index, cell) in player.rounds.iter().enumerate().skip(total as usize) {
            if cell.opponent.is_some() || !matches!(cell.code, Code::Blank | Code::ZeroBye) {
                return Err(TrfError::new(
                    player.line,
                    column(index + 1),
                    format!(
                        "player {} has a result in round {}, but the event has {total} rounds",
                        player.number,
                        index + 1
                    ),
                    "remove the round, or correct the number of rounds in record 142 or XXR",
                ));
            }
        }
    }
    Ok(())
}

/// A bye has no opponent, whatever is written.
fn byes_with_opponents(trf: &mut Trf) {
    for player in &mut trf.players {
        for (index, cell) in player.rounds.iter_mut().enumerate() {
            if cell.code.is_bye()
                && let Some(opponent) = cell.opponent.take()
            {
                cell.color = None;
                player.repaired = true;
                let text =
                    format!("a bye in round {} has the opponent {opponent}; the opponent was left out", index + 1);
                trf.remarks.push(Remark::new(player.line, column(index + 1), text));
            }
        }
    }
}

/// Both lines of a game must tell the same; what one of them leaves open is taken from the other.
fn opponents(trf: &mut Trf, index: &HashMap<u32, usize>) -> Result<(), TrfError> {
    let mut mended: Vec<(usize, usize, Cell)> = Vec::new();
    for (place, player) in trf.players.iter().enumerate() {
        for (round, cell) in player.rounds.iter().enumerate() {
            let Some(number) = cell.opponent else { continue };
            let at = column(round + 1);
            let round_number = round + 1;
            if number == player.number {
                return Err(TrfError::new(
                    player.line,
                    at,
                    format!("player {number} meets himself in round {round_number}"),
                    "correct the opponent",
                ));
            }
            let Some(&other_place) = index.get(&number) else {
                return Err(TrfError::new(
                    player.line,
                    at,
                    format!("the opponent {number} in round {round_number} is not in the list"),
                    "correct the opponent, or add his 001 record",
                ));
            };
            let other = &trf.players[other_place];
            let theirs = other.cell(round_number as u32);
            if theirs.opponent != Some(player.number) {
                let instead = match (theirs.opponent, theirs.code) {
                    (Some(third), _) => format!("meets {third}"),
                    (None, Code::Blank) => "has no entry".to_owned(),
                    (None, code) => format!("has \"{}\" without an opponent", code.to_char()),
                };
                return Err(TrfError::new(
                    other.line,
                    at,
                    format!(
                        "player {number} {instead} in round {round_number}, but player {} (line {}) has a game against him",
                        player.number, player.line
                    ),
                    "make the two lines agree",
                ));
            }
            if other_place < place {
                continue;
            }
            let (ours, theirs) = agree(*cell, theirs).map_err(|what| {
                TrfError::new(
                    other.line,
                    at + if what == "colours" { 5 } else { 7 },
                    format!(
                        "the {what} of players {} (line {}) and {number} in round {round_number} contradict each other",
                        player.number, player.line
                    ),
                    "make the two lines agree",
                )
            })?;
            mended.extend([(place, round, ours), (other_place, round, theirs)]);
        }
    }
    for (place, round, cell) in mended {
        let player = &mut trf.players[place];
        if player.rounds[round] != cell {
            player.rounds[round] = cell;
            player.repaired = true;
            let text = format!("round {}: what the line leaves open was taken from the opponent's line", round + 1);
            trf.remarks.push(Remark::new(player.line, column(round + 1), text));
        }
    }
    Ok(())
}

/// The two cells with what each leaves open filled from the other; the error names what contradicts.
fn agree(mut a: Cell, mut b: Cell) -> Result<(Cell, Cell), &'static str> {
    match (a.color, b.color) {
        (Some(white), Some(black)) if white == black => return Err("colours"),
        (Some(color), None) => b.color = Some(color.other()),
        (None, Some(color)) => a.color = Some(color.other()),
        _ => {}
    }
    match (a.code, b.code) {
        (Code::Blank, code) => a.code = code.mirrored(),
        (code, Code::Blank) => b.code = code.mirrored(),
        _ => {}
    }
    let strength = |code: Code| match code {
        Code::Win | Code::WinUnrated => Some(2),
        Code::Draw | Code::DrawUnrated => Some(1),
        Code::Loss | Code::LossUnrated => Some(0),
        _ => None,
    };
    let fits = match (strength(a.code), strength(b.code)) {
        // Also 0-0 and ½-0, which an arbiter may give.
        (Some(a), Some(b)) => a + b <= 2,
        (None, None) => {
            !matches!((a.code, b.code), (Code::ForfeitWin, Code::ForfeitWin))
                && (a.code == Code::Unknown) == (b.code == Code::Unknown)
        }
        _ => a.code == Code::Unknown || b.code == Code::Unknown,
    };
    if fits { Ok((a, b)) } else { Err("results") }
}

/// Records that name players must name players of the list.
fn references(trf: &mut Trf, index: &HashMap<u32, usize>) -> Result<(), TrfError> {
    if trf.is_team_event() {
        return Ok(());
    }
    let missing = |line: usize, code: &str, number: u32| {
        Err(TrfError::new(
            line,
            5,
            format!("the {code} record names player {number}, who is not in the list"),
            "correct the number, or add the player's 001 record",
        ))
    };
    for record in &trf.byes {
        if let Some(number) = record.ids.iter().find(|id| !index.contains_key(id)) {
            return missing(record.line, "240", *number);
        }
    }
    let named = trf.absent.iter().map(|(line, id)| (*line, "XXZ", *id));
    let named = named.chain(trf.forbidden.iter().flat_map(|group| {
        let code = if group.last_round.is_some() { "260" } else { "260 or XXP" };
        group.ids.iter().map(move |id| (group.line, code, *id))
    }));
    let named = named.chain(trf.virtual_points.iter().map(|record| (record.line, "XXA", record.id)));
    for (line, code, id) in named {
        if !index.contains_key(&id) {
            return missing(line, code, id);
        }
    }
    if trf.header.rank_by_order && !trf.players.is_sorted_by_key(|player| player.number) {
        let text = "XXC rank asks for numbers by the order of the file, which differs from the starting ranks; the starting ranks are used";
        trf.remarks.push(Remark::new(0, 0, text));
    }
    Ok(())
}

/// Results without opponent that are no byes by their code: say how they are read.
fn interpreted(trf: &mut Trf) {
    if trf.is_team_event() {
        return;
    }
    let context = Context::new(trf);
    let mut remarks = Vec::new();
    for player in &trf.players {
        for (index, cell) in player.rounds.iter().enumerate() {
            if cell.opponent.is_none() && cell.code != Code::Blank && !cell.code.is_bye() {
                let read = context.effective(player, index as u32 + 1);
                let text = format!(
                    "\"{}\" without an opponent in round {}; read as {}",
                    cell.code.to_char(),
                    index + 1,
                    read.to_char()
                );
                remarks.push(Remark::new(player.line, column(index + 1), text));
            }
        }
    }
    trf.remarks.append(&mut remarks);
}

/// Titles of one letter and dates in another form than `YYYY/MM/DD`: one remark for all lines.
fn old_forms(trf: &mut Trf) {
    let records = || trf.players.iter().chain(trf.national.iter().map(|(_, record)| record));
    let titles: Vec<usize> = records()
        .filter(|record| record.title.is_some_and(|title| !record.title_text.eq_ignore_ascii_case(title.short())))
        .map(|record| record.line)
        .collect();
    let standard = |text: &str| {
        let shape: String = text.chars().map(|c| if c.is_ascii_digit() { '9' } else { c }).collect();
        shape == "9999/99/99"
    };
    let dates: Vec<usize> = records()
        .filter(|record| record.birth.is_some() && !standard(&record.birth_text))
        .map(|record| record.line)
        .collect();
    for (lines, column, text) in [
        (titles, 11, "titles of one letter are read as the full titles (g: GM, m: IM, f: FM, c: CM)"),
        (dates, 70, "dates of birth are not written YYYY/MM/DD; read by their order"),
    ] {
        if let Some(first) = lines.first() {
            trf.remarks.push(Remark::new(*first, column, format!("{text}{}", also(&lines))));
        }
    }
}

/// Where players' lines were encoded twice, the words of the header were as well.
fn encoded_twice(trf: &mut Trf) {
    if !trf.remarks.iter().any(|remark| remark.text == super::player::ENCODED_TWICE) {
        return;
    }
    let header = &mut trf.header;
    let words = [&mut header.name, &mut header.city, &mut header.kind, &mut header.chief_arbiter, &mut header.times];
    let names = trf.teams.iter_mut().map(|team| &mut team.name);
    for text in words.into_iter().chain(&mut header.deputies).chain(names) {
        let Some(real) = super::player::narrow(text).filter(|real| real.len() < text.len()) else { continue };
        let at = trf.lines.iter().position(|line| !line.starts_with("001") && line.contains(text.as_str()));
        if let Some(at) = at {
            trf.lines[at] = trf.lines[at].replacen(text.as_str(), &real, 1);
        }
        let told = format!("\"{text}\" was encoded twice; read as \"{real}\"");
        trf.remarks.push(Remark::new(at.map_or(0, |at| at + 1), 5, told));
        *text = real;
    }
}

/// Other ways of writing that stand on many lines are told once, with the lines.
fn join_forms(trf: &mut Trf) {
    for form in super::player::FORMS {
        let mut found: Vec<(usize, usize)> = Vec::new();
        trf.remarks.retain(|remark| {
            let is_form = remark.text == form;
            found.extend(is_form.then_some((remark.line, remark.column)));
            !is_form
        });
        found.sort_unstable();
        found.dedup_by_key(|(line, _)| *line);
        if let Some((line, column)) = found.first().copied() {
            let lines: Vec<usize> = found.iter().map(|(line, _)| *line).collect();
            trf.remarks.push(Remark::new(line, column, format!("{form}{}", also(&lines))));
        }
    }
}

/// `, also on lines 5 and 9 to 12`; nothing for one line.
fn also(lines: &[usize]) -> String {
    let others: Vec<u32> = lines.iter().skip(1).filter_map(|line| u32::try_from(*line).ok()).collect();
    match others.as_slice() {
        [] => String::new(),
        [line] => format!(", also on line {line}"),
        others => format!(", also on lines {}", crate::recheck::round_list(others)),
    }
}

/// Points of columns 81-84 against the results: with or without the byes that are already announced for the coming round.
fn points(trf: &mut Trf, options: ReadOptions) -> Result<(), TrfError> {
    let context = Context::new(trf);
    let played = trf.round_to_pair() - 1;
    let wrong = |scoring: &ScoringTable| -> Vec<(usize, Points)> {
        let score = |place: usize, rounds: u32| context.score(trf, scoring, &trf.players[place], rounds);
        let differs = |(place, player): (usize, &super::PlayerRecord)| {
            let open = |cell: &Cell| cell.opponent.is_some() && cell.code == Code::Blank;
            let given = player.points.filter(|_| !player.rounds.iter().any(open))?;
            let short = score(place, played);
            let long = score(place, (player.rounds.len() as u32).max(played));
            (given != short && given != long).then_some((place, short))
        };
        trf.players.iter().enumerate().filter_map(differs).collect()
    };
    let mut differing = wrong(&trf.scoring);
    if differing.is_empty() {
        return Ok(());
    }
    if !trf.scoring.declared
        && let Some(scoring) = usual_scorings().find(|scoring| wrong(scoring).is_empty())
    {
        let text = format!(
            "the file does not give its scoring; the points follow {} - {} - {}, pairing-allocated bye {}",
            scoring.win[0], scoring.draw[0], scoring.loss[0], scoring.pairing_bye
        );
        trf.scoring = scoring;
        trf.remarks.push(Remark::new(0, 0, text));
        return Ok(());
    }
    let with_points = trf.players.iter().filter(|player| player.points.is_some()).count();
    let mostly_right = differing.len() * 2 <= with_points;
    differing.truncate(if mostly_right && !options.accept_wrong_points { 1 } else { usize::MAX });
    for (place, computed) in differing {
        let player = &trf.players[place];
        let given = player.points.unwrap_or_default();
        let text = format!("player {} has {given:.1} points, but the results give {computed:.1}", player.number);
        if mostly_right && !options.accept_wrong_points {
            return Err(TrfError::new(
                player.line,
                81,
                text,
                "correct the points or the results, or give the scoring in record 162",
            ));
        }
        trf.remarks.push(Remark::new(player.line, 81, format!("{text}; the results count")));
    }
    Ok(())
}

/// Scorings that files use without saying so.
fn usual_scorings() -> impl Iterator<Item = ScoringTable> {
    let schemes = [(10, 5), (30, 10), (20, 10)];
    schemes.into_iter().flat_map(|(win, draw)| {
        [win, draw, 0].into_iter().map(move |bye| {
            let plain =
                Scoring { win: Points(win), draw: Points(draw), pairing_bye: Points(bye), ..Scoring::default() };
            ScoringTable::of(plain)
        })
    })
}
