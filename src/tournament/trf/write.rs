//! Writing: TRF26, TRF16, and what pairing engines read.

use super::fields::date_text;
use super::player::{Cell, Code};
use super::records::{AbnormalKind, AbnormalPoints, Acceleration, ForbiddenGroup};
use super::{LineEnd, ScoringTable, Trf};
use pairing::Points;
use pairing::swiss::{Color, Scoring};
use std::collections::{BTreeMap, BTreeSet};

/// What a report file is written for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// FIDE's format since September 2025.
    #[default]
    Trf26,
    /// FIDE's format before; absences of the coming round stand in its column.
    Trf16,
    /// For pairing engines: TRF26 records and the codes `XXR`, `XXC`, `XXS`, `BB.`, `XXA`, `XXP` side by side; absences of the coming round in its
    /// column with their points counted.
    Engine,
}

/// Writes a report file in UTF-8.
///
/// A file that was read and already has the dialect comes back line by line as it was, repaired lines mended. Otherwise all records are laid out
/// anew; comments and unknown lines follow at the end.
pub fn write(trf: &Trf, dialect: Dialect, line_end: LineEnd) -> Vec<u8> {
    let legacy = |line: &String| {
        let code = line.get(..3).unwrap_or("");
        matches!(code, "XXR" | "XXC" | "XXZ" | "XXS" | "XXA" | "XXP" | "BBW" | "BBD" | "BBL" | "BBZ" | "BBF" | "BBU")
    };
    let was_read = trf.players.iter().any(|player| player.line > 0);
    if dialect == Dialect::Trf26 && was_read && !trf.lines.iter().any(legacy) {
        return trf.to_bytes(line_end);
    }
    let mut out = String::new();
    for line in compose(trf, dialect) {
        out.push_str(&line);
        out.push_str(line_end.as_str());
    }
    out.into_bytes()
}

/// All lines of a file from its records.
fn compose(trf: &Trf, dialect: Dialect) -> Vec<String> {
    let was_read = trf.players.iter().any(|player| player.line > 0);
    let mut lines = Vec::new();
    headers(trf, dialect, &mut lines);
    players(trf, dialect, &mut lines);
    match dialect {
        Dialect::Trf16 => {
            for team in &trf.teams {
                let members: String = team.members.iter().map(|number| format!("{number:>4} ")).collect();
                let name: String = team.name.chars().take(32).collect();
                lines.push(format!("013 {name:<32}{members}").trim_end().to_owned());
            }
        }
        Dialect::Trf26 | Dialect::Engine => {
            teams(trf, &mut lines);
            byes(trf, &mut lines);
            acceleration(trf, dialect, &mut lines);
            forbidden(trf, dialect, &mut lines);
            abnormal(trf, &mut lines);
        }
    }
    lines.extend(trf.comments.iter().map(|(_, text)| format!("### {text}").trim_end().to_owned()));
    // The readable tables of teams are read for checks only; what a file said there stays.
    let table = |line: &&String| line.starts_with("801") || line.starts_with("802");
    let in_place = |at: usize| !trf.unknown_lines.contains(&at);
    if dialect != Dialect::Trf16 {
        lines.extend(
            (1..)
                .zip(&trf.lines)
                .filter(|(at, line)| table(line) && in_place(*at) && was_read)
                .map(|(_, line)| line.clone()),
        );
    }
    let unknown = trf.unknown_lines.iter().filter_map(|line| trf.lines.get(line.checked_sub(1)?));
    // The older format has its own records of teams, which were written above, and no tables.
    let newer =
        |line: &&String| dialect != Dialect::Trf16 || !["013", "801", "802"].iter().any(|c| line.starts_with(c));
    lines.extend(unknown.filter(newer).filter(|line| !line.trim().is_empty()).cloned());
    lines
}

fn headers(trf: &Trf, dialect: Dialect, lines: &mut Vec<String>) {
    let header = &trf.header;
    let mut line = |code: &str, value: &str| lines.push(format!("{code} {value}").trim_end().to_owned());
    let mut given = |code: &str, value: &str| {
        if !value.is_empty() {
            line(code, value);
        }
    };
    let number = |value: Option<u32>| value.map(|value| value.to_string()).unwrap_or_default();
    given("012", &header.name);
    given("022", &header.city);
    given("032", &header.federation);
    given("042", &header.start.map(date_text).unwrap_or_default());
    given("052", &header.end.map(date_text).unwrap_or_default());
    given("062", &trf.players.len().to_string());
    given("072", &trf.players.iter().filter(|player| player.rating > 0).count().to_string());
    given("082", &number(Some(trf.teams.len() as u32).filter(|count| *count > 0)));
    given("092", &header.kind);
    given("102", &header.chief_arbiter);
    header.deputies.iter().for_each(|deputy| given("112", deputy));
    given("122", &header.times);
    if header.round_dates.iter().any(Option::is_some) {
        let date = |date: &Option<crate::model::PartialDate>| -> String {
            // `YY/MM/DD`: the year without its century.
            date.map(date_text).map(|text| text.chars().skip(2).collect()).unwrap_or_default()
        };
        let dates: String = header.round_dates.iter().map(|day| format!("{:<10}", date(day))).collect::<String>();
        given("132", format!("{:87}{dates}", "").trim_end());
    }
    if dialect == Dialect::Trf16 {
        return;
    }
    let engine = dialect == Dialect::Engine;
    given("142", &trf.rounds_total().to_string());
    if let Some(color) = trf.initial_color() {
        given("152", if color == Color::White { "W" } else { "B" });
    }
    given("162", &scoring_162(&trf.scoring));
    given("172", &header.starting_rank_method);
    given("182", &header.program);
    given("192", &header.type_code);
    if header.tiebreaks.is_empty() {
        given("212", "PTS");
    } else if header.whole_order {
        given("212", &format!("PTS,{}", header.tiebreaks.join(",")));
    } else {
        given("202", &header.tiebreaks.join(","));
    }
    given("222", &header.time_code);
    let colors: String =
        header.board_colors.iter().map(|color| if *color == Color::White { 'W' } else { 'B' }).collect();
    given("352", &colors);
    if let Some(points) = header.match_points {
        let value = |symbol: &str, points: Points| format!("{symbol}{points:>4.1}");
        let values = [value("TW", points.win), value("TD", points.draw), value("TL", points.loss)];
        given("362", &values.join("   "));
    }
    if engine {
        given("XXR", &trf.rounds_total().to_string());
        if let Some(color) = trf.initial_color() {
            given("XXC", if color == Color::White { "white1" } else { "black1" });
        }
        engine_scoring(&trf.scoring, &mut given);
    }
}

/// Record 162 where the scoring is not the usual one; otherwise nothing.
fn scoring_162(scoring: &ScoringTable) -> String {
    if same_values(scoring, &ScoringTable::default()) {
        return String::new();
    }
    let mut values = vec![
        ('W', scoring.win[0]),
        ('D', scoring.draw[0]),
        ('L', scoring.loss[0]),
        ('A', scoring.zero_bye),
        ('P', scoring.pairing_bye),
    ];
    if scoring.unknown != scoring.draw[0] {
        values.push(('X', scoring.unknown));
    }
    // The symbol stands in column 6, after the blank that parts code and value.
    let values: Vec<String> = values.iter().map(|(symbol, points)| format!("{symbol}{points:>4.1}")).collect();
    format!(" {}", values.join("    "))
}

fn same_values(a: &ScoringTable, b: &ScoringTable) -> bool {
    ScoringTable { declared: b.declared, ..*a } == *b
}

/// The scoring in the codes of both engines, where it is not the usual one.
fn engine_scoring(scoring: &ScoringTable, given: &mut impl FnMut(&str, &str)) {
    if same_values(scoring, &ScoringTable::default()) {
        return;
    }
    let Scoring { win, draw, loss, zero_bye, forfeit_loss, pairing_bye } = scoring.simple();
    for (code, points) in
        [("BBW", win), ("BBD", draw), ("BBL", loss), ("BBZ", zero_bye), ("BBF", forfeit_loss), ("BBU", pairing_bye)]
    {
        given(code, &format!("{points:>4.1}"));
    }
    let fine = [
        ("WW", scoring.win[0]),
        ("BW", scoring.win[1]),
        ("WD", scoring.draw[0]),
        ("BD", scoring.draw[1]),
        ("WL", scoring.loss[0]),
        ("BL", scoring.loss[1]),
        ("ZPB", zero_bye),
        ("HPB", scoring.half_bye),
        ("FPB", scoring.full_bye),
        ("PAB", pairing_bye),
        ("FW", scoring.forfeit_win),
        ("FL", forfeit_loss),
    ];
    let words: Vec<String> = fine.iter().map(|(code, points)| format!("{code}={points:.1}")).collect();
    given("XXS", &words.join(" "));
}

/// Who is known to miss the coming round, and how.
fn announced(trf: &Trf) -> BTreeMap<u32, Code> {
    let round = trf.round_to_pair();
    let mut found: BTreeMap<u32, Code> = trf.absent.iter().map(|(_, id)| (*id, Code::ZeroBye)).collect();
    if !trf.is_team_event() {
        for record in trf.byes.iter().filter(|record| record.round == round) {
            found.extend(record.ids.iter().map(|id| (*id, record.code)));
        }
    }
    found
}

fn players(trf: &Trf, dialect: Dialect, lines: &mut Vec<String>) {
    let coming = trf.round_to_pair();
    let inline = if dialect == Dialect::Trf26 { BTreeMap::new() } else { announced(trf) };
    for player in &trf.players {
        let mut player = player.clone();
        if let Some(code) = inline.get(&player.number).filter(|_| player.cell(coming).code == Code::Blank) {
            player.rounds.resize(player.rounds.len().max(coming as usize), Cell::default());
            // `coming` is at least 1 and the row was just made long enough.
            player.rounds[coming as usize - 1] = Cell { code: *code, ..Cell::default() };
            if dialect == Dialect::Engine {
                player.points = player.points.map(|points| points + trf.scoring.points(*code, None));
            }
        }
        if dialect == Dialect::Engine {
            // A game that is not finished counts as a draw (C.04.2 art. 3.1).
            for cell in player.rounds.iter_mut().filter(|cell| cell.opponent.is_some()) {
                if matches!(cell.code, Code::Unknown) {
                    cell.code = Code::Draw;
                }
            }
        }
        lines.push(player.format("001"));
    }
    if dialect != Dialect::Trf16 {
        lines.extend(trf.national.iter().map(|(code, record)| record.format(code)));
    }
}

fn teams(trf: &Trf, lines: &mut Vec<String>) {
    let number = |value: Option<u32>| value.map(|value| value.to_string()).unwrap_or_default();
    let points = |value: Option<Points>| value.map(|points| format!("{points:.1}")).unwrap_or_default();
    for team in &trf.teams {
        let name: String = team.name.chars().take(32).collect();
        let nickname: String = team.nickname.chars().take(5).collect();
        let members: String = team.members.iter().map(|member| format!(" {member:>4}")).collect();
        let line = format!(
            "310 {:>3} {name:<32} {nickname:<5} {:>6} {:>6} {:>6} {:>3}  {members}",
            team.number,
            number(team.strength),
            points(team.match_points),
            points(team.game_points),
            number(team.rank)
        );
        lines.push(line.trim_end().to_owned());
    }
    if let Some(byes) = &trf.team_byes {
        let teams: String = byes.teams.iter().map(|team| format!(" {:03}", team.unwrap_or(0))).collect();
        lines.push(format!("320 {:>4} {:>4}{teams}", points(byes.match_points), points(byes.game_points)));
    }
    for forfeit in &trf.forfeited_matches {
        let sign = |wins: bool| if wins { '+' } else { '-' };
        lines.push(format!(
            "330 {}{} {:>3} {:>3} {:>3}",
            sign(forfeit.white_wins),
            sign(forfeit.black_wins),
            forfeit.round,
            forfeit.white,
            forfeit.black
        ));
    }
    for line_up in &trf.line_ups {
        let boards: String = line_up.boards.iter().map(|board| format!(" {:>4}", board.unwrap_or(0))).collect();
        lines.push(format!("300 {:>3} {:>3} {:>3}{boards}", line_up.round, line_up.team, line_up.opponent));
    }
}

fn ids(ids: &[u32]) -> String {
    ids.iter().map(|id| format!(" {id:>4}")).collect()
}

fn byes(trf: &Trf, lines: &mut Vec<String>) {
    for record in &trf.byes {
        lines.push(format!("240 {} {:>3}{}", record.code.to_char(), record.round, ids(&record.ids)));
    }
    if !trf.absent.is_empty() {
        let absent: Vec<u32> = trf.absent.iter().map(|(_, id)| *id).collect();
        lines.push(format!("240 Z {:>3}{}", trf.round_to_pair(), ids(&absent)));
    }
}

fn acceleration(trf: &Trf, dialect: Dialect, lines: &mut Vec<String>) {
    let points = |value: Option<Points>| value.map(|points| format!("{points:.1}")).unwrap_or_default();
    let written = |record: &Acceleration| {
        format!(
            "250 {:>4} {:>4} {:>3} {:>3} {:>4} {:>4}",
            points(record.match_points),
            points(record.points),
            record.first_round,
            record.last_round,
            record.first_id,
            record.last_id
        )
    };
    lines.extend(trf.acceleration.iter().chain(&ranges(trf)).map(written));
    if dialect != Dialect::Engine || trf.is_team_event() {
        return;
    }
    for (player, values) in trf.players.iter().zip(trf.virtual_table(trf.rounds_total())) {
        let last = values.iter().rposition(|points| *points != Points::ZERO);
        if let Some(last) = last {
            let words: String = values[..=last].iter().map(|points| format!(" {points:>4.1}")).collect();
            lines.push(format!("XXA {:>4}{words}", player.number));
        }
    }
}

/// XXA as 250: for each round the runs of neighbours with the same points; equal runs of following rounds joined.
fn ranges(trf: &Trf) -> Vec<Acceleration> {
    let mut found: Vec<Acceleration> = Vec::new();
    let rounds = trf.virtual_points.iter().map(|record| record.points.len()).max().unwrap_or(0);
    let mut numbers: Vec<u32> = trf.players.iter().map(|player| player.number).collect();
    numbers.sort_unstable();
    let values: BTreeMap<u32, &[Points]> =
        trf.virtual_points.iter().map(|record| (record.id, record.points.as_slice())).collect();
    for round in 0..rounds {
        let of = |number: &u32| values.get(number).and_then(|points| points.get(round)).copied().unwrap_or_default();
        for run in numbers.chunk_by(|a, b| of(a) == of(b)) {
            // `chunk_by` gives no empty runs.
            let ([first, ..], [.., last]) = (run, run) else { continue };
            let (points, round) = (of(first), round as u32 + 1);
            if points == Points::ZERO {
                continue;
            }
            let same = |old: &&mut Acceleration| {
                (old.first_id, old.last_id, old.points, old.last_round + 1) == (*first, *last, Some(points), round)
            };
            match found.iter_mut().find(same) {
                Some(old) => old.last_round = round,
                None => found.push(Acceleration {
                    match_points: None,
                    points: Some(points),
                    first_round: round,
                    last_round: round,
                    first_id: *first,
                    last_id: *last,
                }),
            }
        }
    }
    found
}

fn forbidden(trf: &Trf, dialect: Dialect, lines: &mut Vec<String>) {
    let total = trf.rounds_total();
    for ForbiddenGroup { first_round, last_round, ids: group, .. } in &trf.forbidden {
        lines.push(format!("260 {first_round:>3} {:>3}{}", last_round.unwrap_or(total), ids(group)));
    }
    if dialect == Dialect::Engine {
        // XXP knows no rounds: what holds for the coming round.
        let round = trf.round_to_pair();
        let holds = |group: &&ForbiddenGroup| (group.first_round..=group.last_round.unwrap_or(total)).contains(&round);
        let groups: BTreeSet<&[u32]> = trf.forbidden.iter().filter(holds).map(|group| group.ids.as_slice()).collect();
        for group in groups {
            let words: Vec<String> = group.iter().map(u32::to_string).collect();
            lines.push(format!("XXP {}", words.join(" ")));
        }
    }
}

fn abnormal(trf: &Trf, lines: &mut Vec<String>) {
    for record in &trf.abnormal {
        lines.push(format_299(record));
    }
    // Record 162 has one value for the zero-point bye and the forfeit loss, and none for forfeit wins and byes of half and full points.
    let scoring = &trf.scoring;
    let finer = [
        (Code::ForfeitLoss, scoring.forfeit_loss, scoring.zero_bye),
        (Code::ForfeitWin, scoring.forfeit_win, scoring.win[0]),
        (Code::HalfBye, scoring.half_bye, scoring.draw[0]),
        (Code::FullBye, scoring.full_bye, scoring.win[0]),
    ];
    for (code, points, implied) in finer {
        if points != implied {
            lines.push(format_299(&AbnormalPoints {
                kind: AbnormalKind::Instead(code),
                match_points: None,
                points: Some(points),
                round: None,
                ids: Vec::new(),
            }));
        }
    }
}

fn format_299(record: &AbnormalPoints) -> String {
    let kind = match record.kind {
        AbnormalKind::Extra => ' ',
        AbnormalKind::Instead(code) => code.to_char(),
    };
    let points = |value: Option<Points>| value.map(|points| format!("{points:.1}")).unwrap_or_default();
    format!(
        "299 {kind}  {:>4}  {:>4}  {:03}{}",
        points(record.match_points),
        points(record.points),
        record.round.unwrap_or(0),
        ids(&record.ids)
    )
}
