//! What a report file says about pairings: the cross table, the position before a round, the pairs of a round.

use super::error::TrfError;
use super::player::{Code, MOST_ROUNDS, PlayerRecord};
use super::records::AbnormalKind;
use super::{ScoringTable, Trf};
use crate::crosstable::{CrossTable, PairingKind, Row};
use pairing::Points;
use pairing::swiss::{Color, Entrant, EntryKind, Pair, RoundEntry, RoundInput, RoundPairing};
use std::collections::{HashMap, HashSet};

/// The comment of a file whose rows do not show its last rounds, with their number.
pub(super) const ROUNDS_PAIRED: &str = "Rounds paired: ";

/// The pairs of a round as the file has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairedRound {
    /// The pairs, games decided by forfeit among them, by the starting rank of White, and the bye.
    pub pairing: RoundPairing,
    /// Pairs of which the file does not say who was to have White (the smaller number stands first); not in `pairing`.
    pub without_color: Vec<Pair>,
}

/// Lookups that reading the cells needs.
pub(super) struct Context {
    /// Byes of record 240 by player and round; none in an event of teams.
    byes: HashMap<(u32, u32), Code>,
    /// Who has the one win without opponent of a round, where the file knows no code for the pairing-allocated bye.
    plain_byes: Vec<Option<u32>>,
    teams: bool,
}

impl Context {
    pub fn new(trf: &Trf) -> Context {
        let teams = trf.is_team_event();
        let records = trf.byes.iter().filter(|_| !teams);
        let byes = records.flat_map(|record| record.ids.iter().map(|id| ((*id, record.round), record.code))).collect();
        let rounds = trf.longest_row();
        let plain_byes = (1..=rounds).map(|round| plain_bye(trf, round)).collect();
        Context { byes, plain_byes, teams }
    }

    /// The code as it is meant (trf.md 8): a code of a game without an opponent is some kind of bye.
    pub fn effective(&self, player: &PlayerRecord, round: u32) -> Code {
        let cell = player.cell(round);
        if cell.opponent.is_some() || self.teams {
            return cell.code;
        }
        match cell.code {
            Code::Blank => self.byes.get(&(player.number, round)).copied().unwrap_or(Code::ZeroBye),
            Code::Loss | Code::LossUnrated | Code::ForfeitLoss | Code::Unknown => Code::ZeroBye,
            Code::Draw | Code::DrawUnrated => Code::HalfBye,
            Code::Win | Code::WinUnrated | Code::ForfeitWin => {
                let bye = round.checked_sub(1).and_then(|index| self.plain_byes.get(index as usize)).copied().flatten();
                if bye == Some(player.number) { Code::PairingBye } else { Code::FullBye }
            }
            code => code,
        }
    }

    /// The entry of a round with its points.
    fn entry(&self, trf: &Trf, scoring: &ScoringTable, player: &PlayerRecord, round: u32) -> RoundEntry {
        let cell = player.cell(round);
        let code = self.effective(player, round);
        let kind = match code {
            Code::Win | Code::Draw | Code::Loss => EntryKind::Played { rated: true },
            Code::WinUnrated | Code::DrawUnrated | Code::LossUnrated => EntryKind::Played { rated: false },
            Code::ForfeitWin => EntryKind::ForfeitWin,
            // A member of a team without a game.
            Code::ForfeitLoss if self.teams && cell.opponent.is_none() => EntryKind::ZeroBye,
            Code::ForfeitLoss => EntryKind::ForfeitLoss,
            Code::HalfBye => EntryKind::HalfBye,
            Code::FullBye => EntryKind::FullBye,
            Code::PairingBye => EntryKind::PairingBye,
            Code::ZeroBye => EntryKind::ZeroBye,
            Code::Blank | Code::Unknown if cell.opponent.is_some() => EntryKind::Adjourned,
            Code::Blank | Code::Unknown => EntryKind::ZeroBye,
        };
        // A game that is not finished counts as a draw for pairing (C.04.2 art. 3.1).
        let worth = if kind == EntryKind::Adjourned { Code::Unknown } else { code };
        let mut points = scoring.points(worth, cell.color);
        if !self.teams {
            for record in &trf.abnormal {
                let meant = matches!(record.kind, AbnormalKind::Instead(kind) if kind.rated() == code.rated());
                if meant && applies(record, player.number, round) {
                    points = record.points.unwrap_or(points);
                }
            }
        }
        RoundEntry { kind, opponent: cell.opponent, color: cell.color.filter(|_| cell.opponent.is_some()), points }
    }

    /// Points after so many rounds, with bonus and penalty.
    pub fn score(&self, trf: &Trf, scoring: &ScoringTable, player: &PlayerRecord, rounds: u32) -> Points {
        let results: Points = (1..=rounds).map(|round| self.entry(trf, scoring, player, round).points).sum();
        results + extra_points(trf, player.number, rounds)
    }
}

fn applies(record: &super::AbnormalPoints, number: u32, round: u32) -> bool {
    record.round.is_none_or(|wanted| wanted == round) && (record.ids.is_empty() || record.ids.contains(&number))
}

/// Bonus and penalty points of record 299 up to a round.
fn extra_points(trf: &Trf, number: u32, rounds: u32) -> Points {
    if trf.is_team_event() {
        return Points::ZERO;
    }
    let extra = trf.abnormal.iter().filter(|record| record.kind == AbnormalKind::Extra);
    let mine = extra.filter(|record| record.ids.is_empty() || record.ids.contains(&number));
    mine.filter(|record| record.round.is_none_or(|round| round <= rounds)).filter_map(|record| record.points).sum()
}

/// TRF06 writes a pairing-allocated bye as a win against nobody: the only one of its round.
fn plain_bye(trf: &Trf, round: u32) -> Option<u32> {
    let mut found = None;
    for player in &trf.players {
        let cell = player.cell(round);
        match cell.code {
            Code::PairingBye => return None,
            Code::Win | Code::ForfeitWin if cell.opponent.is_none() && found.replace(player.number).is_some() => {
                return None;
            }
            _ => {}
        }
    }
    let paired = trf.players.iter().filter(|player| player.cell(round).opponent.is_some()).count();
    found.filter(|_| paired > 0)
}

impl Trf {
    /// The longest row of rounds.
    pub(super) fn longest_row(&self) -> u32 {
        // At most MOST_ROUNDS.
        self.players.iter().map(|player| player.rounds.len()).max().unwrap_or(0) as u32
    }

    /// The planned number of rounds: record 142 or XXR; without them the longest row.
    pub fn rounds_total(&self) -> u32 {
        self.header.rounds.unwrap_or_else(|| self.longest_row()).max(1)
    }

    /// The round to be paired: the one after the last in which somebody has an opponent or the pairing-allocated bye. Of teams: also after a match that
    /// was forfeited as a whole, and a bye of a team. A comment of our own files tells of later rounds in which nobody met anybody.
    pub fn round_to_pair(&self) -> u32 {
        let paired = |cell: &super::Cell| cell.opponent.is_some() || cell.code == Code::PairingBye;
        let last = self.players.iter().filter_map(|player| player.rounds.iter().rposition(paired)).max();
        let forfeited = self.forfeited_matches.iter().map(|forfeit| forfeit.round).max().unwrap_or(0);
        let team_bye = self.team_byes.iter().filter_map(|byes| byes.teams.iter().rposition(Option::is_some)).max();
        let of_teams = forfeited.max(team_bye.map_or(0, |index| index as u32 + 1)).min(self.rounds_total());
        let told =
            self.comments.iter().filter_map(|(_, text)| text.strip_prefix(ROUNDS_PAIRED)?.trim().parse().ok()).max();
        let told = told.unwrap_or(0).min(self.rounds_total());
        last.map_or(0, |index| index as u32 + 1).max(of_teams).max(told) + 1
    }

    /// The initial colour: from the file, or inferred from the first round that has colours (trf.md 5).
    pub fn initial_color(&self) -> Option<Color> {
        self.header.initial_color.or_else(|| self.inferred_initial_color())
    }

    /// Among those who had been paired by the first round with colours, the first, third, ... got the initial colour.
    fn inferred_initial_color(&self) -> Option<Color> {
        let colored = |round: u32| self.players.iter().any(|player| self.scheduled_color(player, round).is_some());
        let round = (1..=self.longest_row()).find(|round| colored(*round))?;
        let mut in_order: Vec<&PlayerRecord> = self.players.iter().collect();
        in_order.sort_by_key(|player| player.number);
        let paired = |player: &PlayerRecord| {
            (1..=round).any(|round| {
                let cell = player.cell(round);
                cell.opponent.is_some() || cell.code == Code::PairingBye
            })
        };
        in_order.into_iter().filter(|player| paired(player)).enumerate().find_map(|(place, player)| {
            let color = self.scheduled_color(player, round)?;
            Some(if place % 2 == 0 { color } else { color.other() })
        })
    }

    fn scheduled_color(&self, player: &PlayerRecord, round: u32) -> Option<Color> {
        let cell = player.cell(round);
        cell.color.filter(|_| cell.opponent.is_some())
    }

    /// The cross table after a number of rounds; `None` counts all rounds that have been paired.
    ///
    /// Byes that are announced for rounds not yet paired count only when these rounds are asked for.
    ///
    /// # Errors
    /// More rounds than a report file can hold.
    pub fn cross_table(&self, rounds: Option<u32>) -> Result<CrossTable, TrfError> {
        let rounds = rounds.unwrap_or(self.round_to_pair() - 1);
        if rounds as usize > MOST_ROUNDS {
            return Err(TrfError::new(
                0,
                0,
                format!("round {rounds} was asked for"),
                format!("an event has at most {MOST_ROUNDS} rounds"),
            ));
        }
        let context = Context::new(self);
        let acceleration = Virtuals::new(self);
        let mut rows: Vec<Row> = self
            .players
            .iter()
            .map(|player| Row {
                name: player.name.clone(),
                title: player.title,
                entrant: Entrant {
                    tpn: player.number,
                    rating: player.rating,
                    rounds: (1..=rounds).map(|round| context.entry(self, &self.scoring, player, round)).collect(),
                    virtual_points: (1..=rounds + 1).map(|round| acceleration.of(player.number, round)).collect(),
                    present: true,
                    extra_points: extra_points(self, player.number, rounds),
                },
            })
            .collect();
        rows.sort_by_key(|row| row.entrant.tpn);
        Ok(CrossTable {
            rows,
            rounds,
            rounds_total: self.rounds_total(),
            scoring: self.scoring.simple(),
            kind: self.pairing_kind(),
            initial_color: self.initial_color(),
            forbidden: self.forbidden_pairs(),
            tiebreaks: self.header.tiebreaks.clone(),
        })
    }

    /// The position before a round, as the pairing crate takes it.
    ///
    /// For a round that the file has, everybody with an opponent or the pairing-allocated bye there is to be paired, the others are absent.
    /// For the coming round the absences are those of 240, XXZ and the round's own column. Without any colour in the file the initial colour
    /// is White.
    ///
    /// # Errors
    /// A round that cannot be paired yet, because an earlier one has no pairs.
    pub fn round_input(&self, round: u32) -> Result<RoundInput, TrfError> {
        let coming = self.round_to_pair();
        if round == 0 || round > coming {
            return Err(TrfError::new(
                0,
                0,
                format!("round {round} cannot be paired: the file has pairs up to round {}", coming - 1),
                format!("ask for a round from 1 to {coming}"),
            ));
        }
        let table = self.cross_table(Some(round - 1))?;
        let out = if round == coming { self.absent_from_coming() } else { self.absent_from_past(round) };
        let entrants = table.rows.into_iter().map(|row| {
            let present = !out.contains(&row.entrant.tpn);
            Entrant { present, ..row.entrant }
        });
        let forbidden = table.forbidden.iter().filter(|(_, _, first, last)| (*first..=*last).contains(&round));
        Ok(RoundInput {
            round,
            rounds_total: table.rounds_total,
            entrants: entrants.collect(),
            forbidden: forbidden.map(|(a, b, _, _)| (*a, *b)).collect(),
            initial_color: table.initial_color.unwrap_or(Color::White),
            scoring: table.scoring,
        })
    }

    /// The pairs that the file has for a round; `None` when it was not paired.
    pub fn expected(&self, round: u32) -> Option<PairedRound> {
        if round == 0 || round >= self.round_to_pair() {
            return None;
        }
        let context = Context::new(self);
        let mut paired = PairedRound::default();
        for player in &self.players {
            let cell = player.cell(round);
            match (cell.opponent, cell.color) {
                (Some(black), Some(Color::White)) => paired.pairing.pairs.push(Pair { white: player.number, black }),
                (Some(other), None) if player.number < other => {
                    paired.without_color.push(Pair { white: player.number, black: other });
                }
                (None, _) if context.effective(player, round) == Code::PairingBye => {
                    paired.pairing.bye = Some(player.number)
                }
                _ => {}
            }
        }
        paired.pairing.pairs.sort_by_key(|pair| pair.white);
        paired.without_color.sort_by_key(|pair| pair.white);
        Some(paired)
    }

    /// Virtual points in each round from 1, by player in the order of the file.
    pub(super) fn virtual_table(&self, rounds: u32) -> Vec<Vec<Points>> {
        let virtuals = Virtuals::new(self);
        self.players
            .iter()
            .map(|player| (1..=rounds).map(|round| virtuals.of(player.number, round)).collect())
            .collect()
    }

    fn absent_from_past(&self, round: u32) -> HashSet<u32> {
        let context = Context::new(self);
        let out = self.players.iter().filter(|player| {
            player.cell(round).opponent.is_none() && context.effective(player, round) != Code::PairingBye
        });
        out.map(|player| player.number).collect()
    }

    fn absent_from_coming(&self) -> HashSet<u32> {
        let round = self.round_to_pair();
        let announced = self.byes.iter().filter(|record| record.round == round).flat_map(|record| record.ids.iter());
        let written = self.players.iter().filter(|player| player.cell(round).code != Code::Blank);
        let mut out: HashSet<u32> = written.map(|player| player.number).collect();
        out.extend(self.absent.iter().map(|(_, id)| id));
        if !self.is_team_event() {
            out.extend(announced);
        }
        out
    }

    /// Pairs with first and last round; an open end is the last round of the event.
    fn forbidden_pairs(&self) -> Vec<(u32, u32, u32, u32)> {
        if self.is_team_event() {
            return Vec::new();
        }
        let mut pairs = Vec::new();
        for group in &self.forbidden {
            let last = group.last_round.unwrap_or(u32::MAX);
            for (place, a) in group.ids.iter().enumerate() {
                pairs.extend(
                    group.ids[place + 1..].iter().filter(|b| *b != a).map(|b| (*a, *b, group.first_round, last)),
                );
            }
        }
        pairs
    }

    /// Swiss unless record 192 or 092 says that everybody meets everybody.
    pub fn pairing_kind(&self) -> PairingKind {
        let code = self.header.type_code.to_ascii_uppercase();
        let words = self.header.kind.to_ascii_lowercase();
        let by_words = code.is_empty() && (words.contains("round-robin") || words.contains("round robin"));
        if !(code.contains("ROUNDROBIN") || by_words) {
            return PairingKind::Swiss;
        }
        let double = code.contains("DOUBLE") || (code.is_empty() && words.contains("double"));
        let meetings = if double { 2 } else { self.most_meetings() };
        PairingKind::Predetermined { cycles: meetings }
    }

    /// How often the two who met most often did so; at least once.
    pub(super) fn most_meetings(&self) -> u8 {
        let mut count: HashMap<(u32, u32), u8> = HashMap::new();
        for player in &self.players {
            for opponent in player.rounds.iter().filter_map(|cell| cell.opponent) {
                let meetings = count.entry((player.number, opponent)).or_default();
                *meetings = meetings.saturating_add(1);
            }
        }
        count.into_values().max().unwrap_or(1)
    }
}

/// Virtual points: 250 and XXA; `_BAKU` in record 192 only where neither is given (C.04.7).
struct Virtuals {
    single: HashMap<u32, usize>,
    points: Vec<Vec<Points>>,
    ranges: Vec<(u32, u32, u32, u32, Points)>,
}

impl Virtuals {
    fn new(trf: &Trf) -> Virtuals {
        let mut virtuals = Virtuals { single: HashMap::new(), points: Vec::new(), ranges: Vec::new() };
        if trf.is_team_event() {
            return virtuals;
        }
        for record in &trf.virtual_points {
            virtuals.single.insert(record.id, virtuals.points.len());
            virtuals.points.push(record.points.clone());
        }
        for record in &trf.acceleration {
            let Some(points) = record.points.or(record.match_points) else { continue };
            virtuals.ranges.push((record.first_round, record.last_round, record.first_id, record.last_id, points));
        }
        if virtuals.points.is_empty() && virtuals.ranges.is_empty() && trf.header.type_code.ends_with("_BAKU") {
            virtuals.ranges = baku(trf);
        }
        virtuals
    }

    fn of(&self, number: u32, round: u32) -> Points {
        let single = self.single.get(&number).and_then(|place| self.points[*place].get(round as usize - 1));
        let ranged = || {
            self.ranges.iter().rev().find(|(first_round, last_round, first, last, _)| {
                (*first_round..=*last_round).contains(&round) && (*first..=*last).contains(&number)
            })
        };
        single.copied().or_else(|| ranged().map(|range| range.4)).unwrap_or_default()
    }
}

/// The first 2·⌈N/4⌉ players have a win's points in the first half of the accelerated rounds, half of it in the second.
fn baku(trf: &Trf) -> Vec<(u32, u32, u32, u32, Points)> {
    let mut numbers: Vec<u32> = trf.players.iter().map(|player| player.number).collect();
    numbers.sort_unstable();
    let group = 2 * numbers.len().div_ceil(4);
    let (Some(first), Some(last)) = (numbers.first(), numbers.get(group.min(numbers.len()).wrapping_sub(1))) else {
        return Vec::new();
    };
    let accelerated = trf.rounds_total().div_ceil(2);
    let full = accelerated.div_ceil(2);
    let win = trf.scoring.win[0];
    vec![(1, full, *first, *last, win), (full + 1, accelerated, *first, *last, Points(win.tenths() / 2))]
}
