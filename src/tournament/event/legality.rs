//! Which rules a pair made by hand breaks, in words.

use crate::crosstable::CrossTable;
use crate::model::{ByeKind, PlayerId, Round, RoundNumber, StageIndex, State, System};
use pairing::swiss::{Color, Entrant, EntryKind};
use std::collections::BTreeMap;

/// The field before a round, ready to judge its pairs.
pub(super) struct Judge {
    table: CrossTable,
    rows: BTreeMap<PlayerId, usize>,
    round: RoundNumber,
    swiss: bool,
}

/// Played Whites minus played Blacks, and the colours of the games played.
fn colors(entrant: &Entrant) -> Vec<Color> {
    entrant.rounds.iter().filter(|entry| entry.kind.is_played()).filter_map(|entry| entry.color).collect()
}

fn difference(colors: &[Color]) -> i32 {
    colors.iter().map(|color| if *color == Color::White { 1 } else { -1 }).sum()
}

/// The colour that a player must have (FIDE C.04.3 art. 1.7.1).
fn absolute_preference(colors: &[Color]) -> Option<Color> {
    match difference(colors) {
        2.. => Some(Color::Black),
        ..=-2 => Some(Color::White),
        _ => match colors {
            [.., a, b] if a == b => Some(a.other()),
            _ => None,
        },
    }
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

impl Judge {
    /// For the given round (from 1) of a stage.
    pub(super) fn new(state: &State, stage: StageIndex, round: RoundNumber) -> Judge {
        let table = CrossTable::of_state(state, stage, round.saturating_sub(1));
        let rows = state.numbering(stage).iter().enumerate().map(|(row, id)| (*id, row)).collect();
        let swiss = state.stages.get(stage).is_some_and(|s| matches!(s.system, System::Swiss { .. } | System::Manual));
        Judge { table, rows, round, swiss }
    }

    fn entrant(&self, id: PlayerId) -> Option<&Entrant> {
        self.rows.get(&id).and_then(|row| self.table.rows.get(*row)).map(|row| &row.entrant)
    }

    fn name(&self, entrant: &Entrant) -> &str {
        self.table.rows.get(entrant.tpn as usize - 1).map_or("", |row| row.name.as_str())
    }

    fn is_topscorer(&self, entrant: &Entrant) -> bool {
        let most = self.table.scoring.win * (self.round as i32 - 1);
        self.round == self.table.rounds_total && entrant.score() * 2 > most
    }

    /// The rules that a pair breaks.
    pub(super) fn pair(&self, white: PlayerId, black: PlayerId) -> Vec<String> {
        let (Some(w), Some(b)) = (self.entrant(white), self.entrant(black)) else { return Vec::new() };
        let (white_name, black_name) = (self.name(w), self.name(b));
        let mut broken = Vec::new();
        if !self.swiss {
            return vec![format!(
                "{white_name} - {black_name}: the schedule of this system fixes the pairs (FIDE C.05 Annex 1)."
            )];
        }
        let met = w.rounds.iter().zip(1..).find(|(entry, _)| entry.kind.is_played() && entry.opponent == Some(b.tpn));
        if let Some((_, round)) = met {
            broken.push(format!("{white_name} and {black_name} met in round {round} (FIDE C.04.1 art. 2)."));
        }
        let forbidden = self.table.forbidden.iter().any(|&(x, y, first, last)| {
            first <= self.round && self.round <= last && ((x, y) == (w.tpn, b.tpn) || (y, x) == (w.tpn, b.tpn))
        });
        if forbidden {
            broken.push(format!("{white_name} and {black_name} must not meet: a forbidden pair of this event."));
        }
        let (white_colors, black_colors) = (colors(w), colors(b));
        let top = self.is_topscorer(w) || self.is_topscorer(b);
        let (pw, pb) = (absolute_preference(&white_colors), absolute_preference(&black_colors));
        if let (Some(color), true, false) = (pw, pw == pb, top) {
            let color = color_name(color);
            broken.push(format!("{white_name} and {black_name} must both have {color} (FIDE C.04.3 art. 2.1.3)."));
        }
        for (entrant, colors, gets) in [(w, white_colors, Color::White), (b, black_colors, Color::Black)] {
            let name = self.name(entrant);
            let step = if gets == Color::White { 1 } else { -1 };
            let after = difference(&colors) + step;
            if after.abs() > 2 && after.signum() == step {
                broken.push(format!(
                    "{name} would have {} at least three times more than {} (FIDE C.04.1 art. 6).",
                    color_name(gets),
                    color_name(gets.other())
                ));
            }
            if matches!(colors[..], [.., a, b] if a == gets && b == gets) {
                let color = color_name(gets);
                broken.push(format!("{name} would have {color} a third time in a row (FIDE C.04.1 art. 7)."));
            }
        }
        broken
    }

    /// The rules that a pairing-allocated bye breaks (FIDE C.04.1 art. 3, 4).
    pub(super) fn bye(&self, player: PlayerId, paired: &Round) -> Vec<String> {
        let Some(entrant) = self.entrant(player) else { return Vec::new() };
        let name = self.name(entrant);
        let mut broken = Vec::new();
        let win = self.table.scoring.win;
        let had = entrant.rounds.iter().zip(1..).find(|(entry, _)| {
            matches!(entry.kind, EntryKind::PairingBye) || (!entry.kind.is_played() && entry.points >= win)
        });
        if let Some((_, round)) = had {
            broken.push(format!(
                "{name} had the points of a win without playing, or a pairing-allocated bye, in round {round} already (FIDE C.04.1 art. 4)."
            ));
        }
        if paired.byes.values().filter(|kind| **kind == ByeKind::PairingAllocated).count() > 1 {
            broken.push("Only one player may have the pairing-allocated bye (FIDE C.04.1 art. 3).".to_owned());
        }
        broken
    }

    /// The rules that the pairs of a round break, all together.
    pub(super) fn round(&self, round: &Round) -> Vec<String> {
        let pairs = round.meetings.iter().filter_map(|m| m.games.first()).flat_map(|g| self.pair(g.white, g.black));
        let byes = round.byes.iter().filter(|(_, kind)| **kind == ByeKind::PairingAllocated);
        pairs.chain(byes.flat_map(|(id, _)| self.bye(*id, round))).collect()
    }
}
