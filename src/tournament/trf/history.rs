//! A report file from a bare history, as random events are.

use super::player::{Cell, Code, PlayerRecord};
use super::records::{Acceleration, ForbiddenGroup};
use super::{ScoringTable, Trf, meetings};
use crate::standings::TieBreak;
use pairing::Points;
use pairing::swiss::{Color, Entrant, EntryKind, History, RoundEntry, Scoring, System};

/// Makes the report file of an event that has nothing but numbers, ratings and rounds; players are called `P0001, Test` and so on.
///
/// Ranks are by points and the tie-breaks given. A match of a Double-Swiss takes two rounds of the file.
pub fn of_history(history: &History, system: System, name: &str, tiebreaks: &[TieBreak]) -> Trf {
    let double = system == System::DoubleSwiss;
    let columns: u32 = if double { 2 } else { 1 };
    let scoring = if double { game_scoring(&history.scoring) } else { history.scoring };
    let mut trf = Trf { scoring: ScoringTable::of(scoring), ..Trf::default() };
    trf.scoring.declared = scoring != Scoring::default();
    let code = match system {
        System::Dutch => "FIDE_DUTCH_2026",
        System::Dubov => "FIDE_DUBOV",
        System::Burstein => "FIDE_BURSTEIN",
        System::DoubleSwiss => "FIDE_DOUBLESWISS",
        // The regulation of report files has no code for it.
        System::Lim => "CUSTOM_SWISS_LIM",
    };
    let header = &mut trf.header;
    header.name = name.to_owned();
    header.kind = "Individual: Swiss-System".to_owned();
    // At most a few thousand.
    header.players = Some(history.entrants.len() as u32);
    header.rated = Some(history.entrants.iter().filter(|entrant| entrant.rating > 0).count() as u32);
    header.rounds = Some(history.rounds_total * columns);
    header.initial_color = Some(history.initial_color);
    header.program = "Pairwright".to_owned();
    header.type_code = code.to_owned();
    header.tiebreaks = tiebreaks.iter().map(ToString::to_string).collect();
    trf.players = history.entrants.iter().map(|entrant| player(entrant, &scoring, double)).collect();
    trf.acceleration = acceleration(history);
    for record in &mut trf.acceleration {
        record.first_round = (record.first_round - 1) * columns + 1;
        record.last_round *= columns;
    }
    if double {
        let games = meetings::Layout { games: crate::double_swiss::GAMES, unit: false };
        trf.comments.extend(games.comment().map(|text| (0, text)));
    }
    let group = |pair: &pairing::swiss::ForbiddenPair| ForbiddenGroup {
        line: 0,
        first_round: (pair.from.max(1) - 1) * columns + 1,
        last_round: Some(pair.to.saturating_mul(columns)),
        ids: vec![pair.a, pair.b],
    };
    trf.forbidden = history.forbidden.iter().map(group).collect();
    // What was just made has no contradictions; were there one, the file would say so to its reader, and there are no ranks.
    if let Ok(table) = trf.meeting_table(None) {
        for row in crate::standings::compute(&table, tiebreaks).rows {
            if let Some(player) = trf.players.get_mut(row.index) {
                player.rank = Some(row.rank);
            }
        }
    }
    trf
}

/// What a game is worth, from what a match of two is (FIDE C.04.5 art. 1.4).
fn game_scoring(s: &Scoring) -> Scoring {
    let half = |points: Points| Points(points.tenths() / 2);
    let draw = half(s.draw);
    Scoring {
        win: half(s.win),
        draw,
        loss: half(s.loss),
        zero_bye: half(s.zero_bye),
        forfeit_loss: half(s.forfeit_loss),
        pairing_bye: s.pairing_bye - draw,
    }
}

fn player(entrant: &Entrant, scoring: &Scoring, double: bool) -> PlayerRecord {
    let rounds = match double {
        true => entrant.rounds.iter().flat_map(|entry| games(entry, scoring)).collect(),
        false => entrant.rounds.iter().map(|entry| cell(entry, scoring)).collect(),
    };
    PlayerRecord {
        number: entrant.tpn,
        name: format!("P{:04}, Test", entrant.tpn),
        rating: entrant.rating,
        points: Some(entrant.score()),
        rounds,
        ..PlayerRecord::default()
    }
}

/// The two games of a match: the colours change, and the points of the two are those of the match.
fn games(entry: &RoundEntry, scoring: &Scoring) -> [Cell; 2] {
    let both = |code, next| {
        let second = entry.color.map(|color| if color == Color::White { Color::Black } else { Color::White });
        [
            Cell { opponent: entry.opponent, color: entry.color, code },
            Cell { opponent: entry.opponent, color: second, code: next },
        ]
    };
    let Scoring { win, draw, loss, .. } = *scoring;
    // The better result of an uneven match comes first for the winner and so, mirrored, for the loser.
    let results = [
        (win + win, Code::Win, Code::Win),
        (win + draw, Code::Win, Code::Draw),
        (draw + draw, Code::Draw, Code::Draw),
        (loss + draw, Code::Loss, Code::Draw),
        (loss + loss, Code::Loss, Code::Loss),
    ];
    match entry.kind {
        EntryKind::Played { .. } => match results.iter().find(|(points, ..)| *points == entry.points) {
            Some((_, first, second)) => both(*first, *second),
            // Each has won a game, where that is not worth two draws.
            None if entry.color == Some(Color::White) => both(Code::Win, Code::Loss),
            None => both(Code::Loss, Code::Win),
        },
        EntryKind::PairingBye => both(Code::PairingBye, Code::HalfBye),
        _ => both(cell(entry, scoring).code, cell(entry, scoring).code),
    }
}

fn cell(entry: &RoundEntry, scoring: &Scoring) -> Cell {
    let code = match entry.kind {
        EntryKind::Played { rated } => match (entry.points, rated) {
            (points, true) if points == scoring.win => Code::Win,
            (points, true) if points == scoring.draw => Code::Draw,
            (_, true) => Code::Loss,
            (points, false) if points == scoring.win => Code::WinUnrated,
            (points, false) if points == scoring.draw => Code::DrawUnrated,
            (_, false) => Code::LossUnrated,
        },
        EntryKind::Adjourned => Code::Blank,
        EntryKind::ForfeitWin => Code::ForfeitWin,
        EntryKind::ForfeitLoss => Code::ForfeitLoss,
        EntryKind::PairingBye => Code::PairingBye,
        EntryKind::FullBye => Code::FullBye,
        EntryKind::HalfBye => Code::HalfBye,
        EntryKind::ZeroBye => Code::ZeroBye,
    };
    Cell { opponent: entry.opponent, color: entry.color, code }
}

/// Runs of neighbouring numbers with the same virtual points, round by round; equal runs of consecutive rounds become one record.
fn acceleration(history: &History) -> Vec<Acceleration> {
    let mut records: Vec<Acceleration> = Vec::new();
    for round in 1..=history.rounds_total {
        let points = |entrant: &Entrant| {
            entrant.virtual_points.get(round as usize - 1).copied().filter(|points| *points != Points::ZERO)
        };
        let mut first = 0;
        while first < history.entrants.len() {
            let given = points(&history.entrants[first]);
            let mut last = first;
            while last + 1 < history.entrants.len() && points(&history.entrants[last + 1]) == given {
                last += 1;
            }
            if given.is_some() {
                let (first_id, last_id) = (history.entrants[first].tpn, history.entrants[last].tpn);
                let same = |old: &&mut Acceleration| {
                    (old.first_id, old.last_id, old.points, old.last_round + 1) == (first_id, last_id, given, round)
                };
                match records.iter_mut().find(same) {
                    Some(old) => old.last_round = round,
                    None => records.push(Acceleration {
                        match_points: None,
                        points: given,
                        first_round: round,
                        last_round: round,
                        first_id,
                        last_id,
                    }),
                }
            }
            first = last + 1;
        }
    }
    records
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trf::{Dialect, LineEnd, read, write};
    use pairing::swiss::{GenerateOptions, generate};

    #[test]
    fn reads_back_as_it_was() {
        for (seed, baku) in [(1, false), (2, true), (3, true)] {
            let options = GenerateOptions {
                players: 21,
                rounds: 7,
                seed,
                forfeits: 10,
                half_byes: 10,
                late: 10,
                withdrawals: 10,
                baku,
                ..GenerateOptions::default()
            };
            let history = generate(&options).history;
            let bytes = write(&of_history(&history, System::Dutch, "Random", &[]), Dialect::Trf26, LineEnd::Lf);
            let trf = read(&bytes).unwrap();
            for round in 1..=history.rounds_played() {
                assert_eq!(trf.expected(round).unwrap().pairing, history.pairs_of(round), "seed {seed} round {round}");
                let mut ours = history.before(round);
                let theirs = trf.round_input(round).unwrap();
                for (entrant, read) in ours.entrants.iter_mut().zip(&theirs.entrants) {
                    // Rounds without virtual points may be left out or written as zero.
                    entrant.virtual_points.resize(read.virtual_points.len(), Points::ZERO);
                }
                assert_eq!(ours.entrants, theirs.entrants, "seed {seed} round {round}");
            }
        }
    }
}
