//! Reads the report files of a pack and replays their rounds. The files have full histories, no virtual points and no
//! forbidden pairs.

use pairing::Points;
use pairing::swiss::{Color, Entrant, EntryKind, RoundEntry, RoundInput, Scoring, System, infer_initial_color, pair};
use std::collections::BTreeSet;

/// A tournament with all its rounds.
pub struct Tournament {
    pub name: String,
    pub rounds_total: u32,
    pub initial_color: Color,
    pub entrants: Vec<Entrant>,
}

/// The tournaments of a pack: each begins with a line `== NAME`.
pub fn read_pack(text: &str) -> Vec<Tournament> {
    text.split("== ")
        .filter(|part| !part.trim().is_empty())
        .map(|part| {
            let (name, text) = part.split_once('\n').expect("a name and lines");
            read(name, text)
        })
        .collect()
}

pub fn read(name: &str, text: &str) -> Tournament {
    let mut entrants = Vec::new();
    let (mut rounds_total, mut initial_color) = (0, None);
    for line in text.lines() {
        let value = line.get(4..).unwrap_or_default().trim();
        match line.get(..3).unwrap_or_default() {
            "142" | "XXR" => rounds_total = value.parse().expect("number of rounds"),
            "152" | "XXC" if value.starts_with(['W', 'w']) => initial_color = Some(Color::White),
            "152" | "XXC" if value.starts_with(['B', 'b']) => initial_color = Some(Color::Black),
            "001" => entrants.push(read_player(line)),
            _ => {}
        }
    }
    let played = entrants.iter().map(|entrant: &Entrant| entrant.rounds.len()).max().unwrap_or(0);
    for entrant in &mut entrants {
        entrant.rounds.resize(played, RoundEntry::ABSENT);
    }
    let initial_color = initial_color.or_else(|| infer_initial_color(&entrants)).unwrap_or(Color::White);
    Tournament { name: name.to_owned(), rounds_total, initial_color, entrants }
}

fn read_player(line: &str) -> Entrant {
    let field = |from: usize, to: usize| line.get(from..to.min(line.len())).unwrap_or_default().trim();
    let mut rounds = Vec::new();
    let mut at = 91;
    while at < line.len() {
        rounds.push(read_entry(field(at, at + 4), field(at + 5, at + 6), field(at + 7, at + 8)));
        at += 10;
    }
    Entrant {
        tpn: field(4, 8).parse().expect("pairing number"),
        rating: field(48, 52).parse().unwrap_or(0),
        rounds,
        virtual_points: Vec::new(),
        present: true,
        extra_points: Points::ZERO,
    }
}

fn read_entry(opponent: &str, color: &str, result: &str) -> RoundEntry {
    let played = |rated| EntryKind::Played { rated };
    let (kind, points) = match result {
        "1" => (played(true), Points::ONE),
        "=" => (played(true), Points::HALF),
        "0" => (played(true), Points::ZERO),
        "W" => (played(false), Points::ONE),
        "D" => (played(false), Points::HALF),
        "L" => (played(false), Points::ZERO),
        "+" => (EntryKind::ForfeitWin, Points::ONE),
        "-" => (EntryKind::ForfeitLoss, Points::ZERO),
        "U" => (EntryKind::PairingBye, Points::ONE),
        "F" => (EntryKind::FullBye, Points::ONE),
        "H" => (EntryKind::HalfBye, Points::HALF),
        "Z" | "" => (EntryKind::ZeroBye, Points::ZERO),
        other => panic!("unknown result {other}"),
    };
    let color = match color {
        "w" => Some(Color::White),
        "b" => Some(Color::Black),
        _ => None,
    };
    let opponent = opponent.parse().ok().filter(|&number| number != 0);
    RoundEntry { kind, opponent, color, points }
}

impl Tournament {
    /// The rounds that the file has.
    pub fn rounds(&self) -> u32 {
        self.entrants.first().map_or(0, |entrant| entrant.rounds.len() as u32)
    }

    /// The position before a round, from 1.
    pub fn before(&self, round: u32) -> RoundInput {
        let past = round as usize - 1;
        let entrants = self.entrants.iter().map(|entrant| {
            let absent =
                matches!(entrant.rounds[past].kind, EntryKind::HalfBye | EntryKind::FullBye | EntryKind::ZeroBye);
            Entrant { rounds: entrant.rounds[..past].to_vec(), present: !absent, ..entrant.clone() }
        });
        RoundInput {
            round,
            rounds_total: self.rounds_total,
            entrants: entrants.collect(),
            forbidden: Vec::new(),
            initial_color: self.initial_color,
            scoring: Scoring::default(),
        }
    }

    /// The pairs (White, Black) of a round, and (bye, 0).
    pub fn expected(&self, round: u32) -> BTreeSet<(u32, u32)> {
        let entries = self.entrants.iter().map(|entrant| (entrant.tpn, entrant.rounds[round as usize - 1]));
        entries
            .filter_map(|(tpn, entry)| match (entry.kind, entry.opponent, entry.color) {
                (EntryKind::PairingBye, ..) => Some((tpn, 0)),
                (_, Some(opponent), Some(Color::White)) => Some((tpn, opponent)),
                _ => None,
            })
            .collect()
    }

    /// Replays the rounds; returns the differences in words and the number of rounds compared.
    pub fn replay(&self, system: System) -> (Vec<String>, u32) {
        let mut differences = Vec::new();
        for round in 1..=self.rounds() {
            let expected = self.expected(round);
            match pair(system, &self.before(round)) {
                Err(error) => differences.push(format!("{} round {round}: {error}", self.name)),
                Ok(found) => {
                    let found: BTreeSet<(u32, u32)> = found
                        .pairs
                        .iter()
                        .map(|pair| (pair.white, pair.black))
                        .chain(found.bye.map(|tpn| (tpn, 0)))
                        .collect();
                    if found != expected {
                        let missing: Vec<_> = expected.difference(&found).collect();
                        let instead: Vec<_> = found.difference(&expected).collect();
                        differences.push(format!("{} round {round}: {instead:?} instead of {missing:?}", self.name));
                    }
                }
            }
        }
        (differences, self.rounds())
    }
}

/// Replays a pack and fails with the first differences.
pub fn assert_replays(text: &str, system: System, least_rounds: u32) {
    let (mut differences, mut rounds) = (Vec::new(), 0);
    for tournament in read_pack(text) {
        let (found, compared) = tournament.replay(system);
        differences.extend(found);
        rounds += compared;
    }
    assert!(rounds >= least_rounds, "only {rounds} rounds compared");
    assert!(
        differences.is_empty(),
        "{} of {rounds} rounds differ:\n{}",
        differences.len(),
        differences.iter().take(12).cloned().collect::<Vec<_>>().join("\n")
    );
}

/// Replays all report files of the folders that an environment variable names, separated by colons; does nothing when it is not set.
pub fn assert_replays_folders(variable: &str, system: System) {
    let Ok(folders) = std::env::var(variable) else { return };
    let mut pack = String::new();
    for folder in folders.split(':') {
        let mut paths: Vec<_> =
            std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path()).collect();
        paths.sort();
        for path in paths.iter().filter(|path| path.extension().is_some_and(|e| e == "trf")) {
            let text = std::fs::read_to_string(path).expect("a report file");
            pack.push_str(&format!("== {}\n{text}\n", path.display()));
        }
    }
    assert_replays(&pack, system, 1);
}
