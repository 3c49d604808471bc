//! The Index: Buchholz and Sonneborn-Berger of this event by the system's own rules (art. 1.7, 1.8).

use crate::matching::bitset::BitMatrix;
use crate::swiss::{Entrant, EntryKind, Field, RoundInput, Scoring, strict};
use std::cmp::Reverse;
use std::collections::HashMap;

/// The field and the ranking by Index. Indices are those of [`Field::players`].
pub(super) struct Facts<'a> {
    pub field: &'a Field,
    /// Who may meet whom.
    pub legal: BitMatrix,
    /// The place of everybody in the ranking, 0 the first: Buchholz, Sonneborn-Berger, pairing number.
    pub rank: Vec<usize>,
    /// In hundredths of a point.
    pub buchholz: Vec<i64>,
    /// In ten-thousandths of a point.
    pub sonneborn_berger: Vec<i64>,
}

impl<'a> Facts<'a> {
    pub fn new(input: &RoundInput, field: &'a Field) -> Facts<'a> {
        let n = field.players.len();
        let (mut buchholz, mut sonneborn_berger) = (vec![0; n], vec![0; n]);
        let by_number: HashMap<u32, &Entrant> = input.entrants.iter().map(|entrant| (entrant.tpn, entrant)).collect();
        for (i, player) in field.players.iter().enumerate() {
            let Some(entrant) = by_number.get(&player.tpn) else { continue };
            let own = i64::from(entrant.score().hundredths());
            for entry in &entrant.rounds {
                // A round without a game counts as a game against oneself.
                let rival = entry.opponent.filter(|_| entry.kind.is_played()).and_then(|tpn| by_number.get(&tpn));
                let strength = rival.map_or(own, |rival| adjusted_score(rival, &input.scoring));
                buchholz[i] += strength;
                sonneborn_berger[i] += i64::from(entry.points.hundredths()) * strength;
            }
        }
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by_key(|&i| (Reverse(buchholz[i]), Reverse(sonneborn_berger[i]), i));
        let mut rank = vec![0; n];
        for (place, &i) in order.iter().enumerate() {
            rank[i] = place;
        }
        Facts { field, legal: strict::legal_pairs(field), rank, buchholz, sonneborn_berger }
    }

    /// Whether two wish the same colour, so that one of them is denied; who has not played wishes none.
    pub fn same_wish(&self, a: usize, b: usize) -> bool {
        let wish = |player: usize| self.field.players[player].preference.color();
        wish(a).is_some() && wish(a) == wish(b)
    }
}

/// A score as it counts for the opponents, in hundredths: the zero-point byes of a row that reaches the round to be paired count as
/// draws.
fn adjusted_score(entrant: &Entrant, scoring: &Scoring) -> i64 {
    let row = match entrant.present {
        true => 0,
        false => entrant.rounds.iter().rev().take_while(|entry| entry.kind == EntryKind::ZeroBye).count() as i64,
    };
    i64::from(entrant.score().hundredths()) + row * i64::from(scoring.draw.hundredths())
}
