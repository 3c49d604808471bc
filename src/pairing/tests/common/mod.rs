//! What the tests share: a small reader of report files, enough for the test data.
#![allow(dead_code)]

pub mod random;
pub mod reference;

use pairing::Points;
use pairing::swiss::{
    Color, Entrant, EntryKind, Pair, PairingError, RoundEntry, RoundInput, RoundPairing, Scoring, System, Tpn,
    infer_initial_color, pair,
};
use std::path::{Path, PathBuf};

/// A report file, as far as pairing needs it.
#[derive(Debug, Default, Clone)]
pub struct Report {
    pub players: Vec<Line>,
    pub rounds_total: Option<u32>,
    pub initial: Option<Color>,
    pub scoring: Scoring,
    /// Round (from 1), players absent in it.
    pub byes: Vec<(u32, Vec<Tpn>)>,
    pub absent: Vec<Tpn>,
    /// First round, last round, players who must not meet.
    pub forbidden: Vec<(u32, u32, Vec<Tpn>)>,
    pub virtual_points: Vec<(Tpn, Vec<Points>)>,
    pub accelerated: Vec<(Points, u32, u32, Tpn, Tpn)>,
}

/// A player's line.
#[derive(Debug, Default, Clone)]
pub struct Line {
    pub tpn: Tpn,
    pub rating: u32,
    pub entries: Vec<Option<(Tpn, char, char)>>,
}

fn points(text: &str) -> Points {
    let (whole, tenth) = text.trim().split_once('.').unwrap_or((text.trim(), "0"));
    Points(whole.trim().parse::<i32>().unwrap() * 10 + tenth[..1].parse::<i32>().unwrap())
}

fn column(line: &str, from: usize, to: usize) -> &str {
    line.get(from - 1..to.min(line.len())).unwrap_or("").trim()
}

impl Report {
    pub fn parse(text: &str) -> Report {
        let mut report = Report::default();
        let mut bye = None;
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let numbers = |from: usize| -> Vec<u32> { words[from..].iter().map(|w| w.parse().unwrap()).collect() };
            match line.get(..3).unwrap_or("") {
                "001" => {
                    let mut player = Line {
                        tpn: column(line, 5, 8).parse().unwrap(),
                        rating: column(line, 49, 52).parse().unwrap_or(0),
                        entries: Vec::new(),
                    };
                    let mut at = 92;
                    while at <= line.len() {
                        let cell =
                            (column(line, at, at + 3), column(line, at + 5, at + 5), column(line, at + 7, at + 7));
                        player.entries.push(cell.0.parse().ok().map(|rival| {
                            let letter = |text: &str| text.chars().next().unwrap_or(' ');
                            (rival, letter(cell.1), letter(cell.2))
                        }));
                        at += 10;
                    }
                    report.players.push(player);
                }
                "142" | "XXR" => report.rounds_total = Some(words[1].parse().unwrap()),
                "152" => report.initial = Some(if words[1] == "B" { Color::Black } else { Color::White }),
                "XXC" if words[1] == "white1" => report.initial = Some(Color::White),
                "XXC" if words[1] == "black1" => report.initial = Some(Color::Black),
                "162" => {
                    let mut at = 6;
                    while at < line.len() {
                        let value = points(column(line, at + 1, at + 4));
                        match column(line, at, at) {
                            "W" => report.scoring.win = value,
                            "D" => report.scoring.draw = value,
                            "L" => report.scoring.loss = value,
                            "P" => bye = Some(value),
                            "A" | "Z" => {
                                report.scoring.zero_bye = value;
                                report.scoring.forfeit_loss = value;
                            }
                            _ => {}
                        }
                        at += 9;
                    }
                }
                "BBW" => report.scoring.win = points(words[1]),
                "BBD" => report.scoring.draw = points(words[1]),
                "BBL" => report.scoring.loss = points(words[1]),
                "BBZ" => report.scoring.zero_bye = points(words[1]),
                "BBF" => report.scoring.forfeit_loss = points(words[1]),
                "BBU" => bye = Some(points(words[1])),
                "240" => report.byes.push((words[2].parse().unwrap(), numbers(3))),
                "XXZ" => report.absent.extend(numbers(1)),
                "260" => {
                    let n = numbers(1);
                    report.forbidden.push((n[0], n[1], n[2..].to_vec()));
                }
                "XXP" => report.forbidden.push((0, u32::MAX, numbers(1))),
                "XXA" => {
                    let values =
                        (0..).map(|i| column(line, 10 + 5 * i, 13 + 5 * i)).take_while(|text| !text.is_empty());
                    report.virtual_points.push((column(line, 5, 8).parse().unwrap(), values.map(points).collect()));
                }
                "250" => {
                    let number = |from, to| column(line, from, to).parse::<u32>().unwrap();
                    report.accelerated.push((
                        points(column(line, 10, 13)),
                        number(15, 17),
                        number(19, 21),
                        number(23, 26),
                        number(28, 31),
                    ));
                }
                _ => {}
            }
        }
        report.scoring.pairing_bye = bye.unwrap_or(report.scoring.win);
        report
    }

    pub fn read(path: &Path) -> Report {
        Report::parse(&String::from_utf8_lossy(&std::fs::read(path).unwrap()))
    }

    /// Number of rounds with games, forfeits or a pairing-allocated bye.
    pub fn rounds_played(&self) -> u32 {
        let paired = |entry: &Option<(Tpn, char, char)>| entry.is_some_and(|(rival, _, code)| rival > 0 || code == 'U');
        self.players.iter().filter_map(|p| p.entries.iter().rposition(paired)).max().map_or(0, |i| i as u32 + 1)
    }

    fn entry(&self, player: &Line, round: usize) -> RoundEntry {
        let Some((rival, color, code)) = player.entries.get(round).copied().flatten() else {
            return RoundEntry { points: self.scoring.zero_bye, ..RoundEntry::ABSENT };
        };
        let s = &self.scoring;
        let opponent = (rival > 0).then_some(rival);
        let color = match color {
            'w' => Some(Color::White),
            'b' => Some(Color::Black),
            _ => None,
        };
        let (kind, points) = match code {
            '1' => (EntryKind::Played { rated: true }, s.win),
            '=' => (EntryKind::Played { rated: true }, s.draw),
            '0' => (EntryKind::Played { rated: true }, s.loss),
            'W' => (EntryKind::Played { rated: false }, s.win),
            'D' => (EntryKind::Played { rated: false }, s.draw),
            'L' => (EntryKind::Played { rated: false }, s.loss),
            '+' => (EntryKind::ForfeitWin, s.win),
            '-' if opponent.is_some() => (EntryKind::ForfeitLoss, s.forfeit_loss),
            'U' => (EntryKind::PairingBye, s.pairing_bye),
            'F' => (EntryKind::FullBye, s.win),
            'H' => (EntryKind::HalfBye, s.draw),
            _ => (EntryKind::ZeroBye, s.zero_bye),
        };
        RoundEntry { kind, opponent, color, points }
    }

    /// The position before a round (from 1).
    pub fn before(&self, round: u32) -> RoundInput {
        let past = round as usize - 1;
        let mut entrants: Vec<Entrant> = self
            .players
            .iter()
            .map(|player| {
                let listed = self.byes.iter().any(|(of, who)| *of == round && who.contains(&player.tpn));
                let inline = player.entries.get(past).copied().flatten();
                let column_open = round > self.rounds_played();
                let resting = match inline {
                    Some((0, _, code)) => code != 'U',
                    Some(_) => false,
                    None => !column_open,
                };
                let out = column_open && (listed || self.absent.contains(&player.tpn));
                Entrant {
                    tpn: player.tpn,
                    rating: player.rating,
                    rounds: (0..past).map(|r| self.entry(player, r)).collect(),
                    virtual_points: self.virtual_of(player.tpn, round),
                    present: !resting && !out,
                    extra_points: Points::ZERO,
                }
            })
            .collect();
        entrants.sort_by_key(|e| e.tpn);
        let initial_color = self.initial.unwrap_or_else(|| {
            let whole: Vec<Entrant> = self
                .players
                .iter()
                .map(|p| Entrant { rounds: vec![self.entry(p, 0)], tpn: p.tpn, ..entrants[0].clone() })
                .collect();
            infer_initial_color(&whole).unwrap_or(Color::White)
        });
        let mut forbidden = Vec::new();
        for (from, to, group) in &self.forbidden {
            if *from <= round && round <= *to {
                for (i, a) in group.iter().enumerate() {
                    forbidden.extend(group[i + 1..].iter().map(|b| (*a, *b)));
                }
            }
        }
        RoundInput {
            round,
            rounds_total: self.rounds_total.unwrap_or(round),
            entrants,
            forbidden,
            initial_color,
            scoring: self.scoring,
        }
    }

    fn virtual_of(&self, tpn: Tpn, round: u32) -> Vec<Points> {
        let mut values = vec![Points::ZERO; round as usize];
        for (who, points) in &self.virtual_points {
            if *who == tpn {
                values.iter_mut().zip(points).for_each(|(value, p)| *value = *p);
            }
        }
        for (points, from, to, first, last) in &self.accelerated {
            if (*first..=*last).contains(&tpn) {
                for r in *from..=(*to).min(round) {
                    values[r as usize - 1] = *points;
                }
            }
        }
        values
    }

    /// The pairs of a past round: White, Black, or the player and 0 for the bye; sorted.
    pub fn pairs_of(&self, round: u32) -> Vec<(Tpn, Tpn)> {
        let mut pairs = Vec::new();
        for player in &self.players {
            match player.entries.get(round as usize - 1).copied().flatten() {
                Some((rival, 'w', _)) if rival > 0 => pairs.push((player.tpn, rival)),
                Some((0, _, 'U')) => pairs.push((player.tpn, 0)),
                _ => {}
            }
        }
        pairs.sort_unstable();
        pairs
    }
}

/// A pairing as sorted pairs, the bye as `(N, 0)`.
pub fn as_pairs(pairing: &RoundPairing) -> Vec<(Tpn, Tpn)> {
    let mut pairs: Vec<(Tpn, Tpn)> = pairing.pairs.iter().map(|Pair { white, black }| (*white, *black)).collect();
    pairs.extend(pairing.bye.map(|bye| (bye, 0)));
    pairs.sort_unstable();
    pairs
}

/// Replays a whole history: rounds checked, and a line for each difference.
pub fn replay(system: System, report: &Report, name: &str) -> (u32, Vec<String>) {
    let mut differences = Vec::new();
    let rounds = report.rounds_played();
    for round in 1..=rounds {
        let expected = report.pairs_of(round);
        match pair(system, &report.before(round)) {
            Ok(pairing) if as_pairs(&pairing) == expected => {}
            Ok(pairing) => {
                let ours = as_pairs(&pairing);
                let only = |a: &[(Tpn, Tpn)], b: &[(Tpn, Tpn)]| -> Vec<(Tpn, Tpn)> {
                    a.iter().filter(|p| !b.contains(p)).copied().collect()
                };
                differences.push(format!(
                    "{name}: round {round}: ours {:?}, expected {:?}",
                    only(&ours, &expected),
                    only(&expected, &ours)
                ));
            }
            Err(error) => differences.push(format!("{name}: round {round}: {error}")),
        }
    }
    (rounds, differences)
}

/// What a file of expected pairs says, or `None` if there is no pairing.
pub fn expected_pairs(report: &Path) -> Option<Option<Vec<(Tpn, Tpn)>>> {
    if report.with_extension("nopair").exists() {
        return Some(None);
    }
    let text = ["pairs", "expected"].iter().find_map(|e| std::fs::read_to_string(report.with_extension(e)).ok())?;
    let mut pairs: Vec<(Tpn, Tpn)> = text
        .lines()
        .skip(1)
        .filter(|line| !line.trim().is_empty())
        .map(|line| {
            let mut n = line.split_whitespace().map(|w| w.parse().unwrap());
            (n.next().unwrap(), n.next().unwrap())
        })
        .collect();
    pairs.sort_unstable();
    Some(Some(pairs))
}

/// Checks a file: as a position if there is an expected answer beside it, as a history otherwise.
pub fn check_file(system: System, path: &Path) -> (u32, Vec<String>) {
    let report = Report::read(path);
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    match expected_pairs(path) {
        None => replay(system, &report, &name),
        Some(expected) => {
            let round = report.rounds_played() + 1;
            let ours = match pair(system, &report.before(round)) {
                Ok(pairing) => Some(as_pairs(&pairing)),
                Err(PairingError::NoLegalPairing { .. }) => None,
                Err(error) => return (1, vec![format!("{name}: {error}")]),
            };
            if ours == expected {
                (1, Vec::new())
            } else {
                (1, vec![format!("{name}: round {round}: ours {ours:?}, expected {expected:?}")])
            }
        }
    }
}

/// All report files below a folder, sorted.
pub fn reports_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut stack = vec![folder.to_path_buf()];
    while let Some(path) = stack.pop() {
        if path.is_dir() {
            stack.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|e| e == "trf") {
            found.push(path);
        }
    }
    found.sort();
    found
}
