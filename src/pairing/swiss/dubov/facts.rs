//! What the Dubov System asks of the history: average ratings of opponents, upfloats, wishes.

use crate::Points;
use crate::matching::bitset::BitMatrix;
use crate::swiss::{Color, Field, Preference, RoundInput, strict};

/// The field with Dubov's wishes, and what only this system looks at. Indices are those of [`Field::players`].
pub(super) struct Facts {
    /// As the Dutch engine sees it, but who has not played wishes Black mildly (art. 1.6.4).
    pub field: Field,
    /// Average rating of the opponents met, rounded, .5 upwards; 0 without a game (art. 1.7).
    pub aro: Vec<i64>,
    /// How often somebody was paired with an opponent of higher pairing score, played or not.
    pub upfloats: Vec<u32>,
    /// Upfloated in the previous round of the event.
    pub upfloated_last: Vec<bool>,
    /// MaxT: who was upfloated so often is a maximum upfloater (art. 1.8.2).
    pub max_upfloats: u32,
    /// Who may meet whom: C1, C3 and the organiser's prohibitions.
    pub legal: BitMatrix,
}

impl Facts {
    pub fn new(input: &RoundInput, field: &Field) -> Facts {
        let mut field = field.clone();
        for player in &mut field.players {
            if player.preference == Preference::None {
                player.preference = Preference::Mild(Color::Black);
            }
        }
        let n = field.players.len();
        let mut facts = Facts {
            max_upfloats: 2 + field.rounds_total / 5,
            field,
            aro: vec![0; n],
            upfloats: vec![0; n],
            upfloated_last: vec![false; n],
            legal: BitMatrix::new(0),
        };
        facts.legal = strict::legal_pairs(&facts.field);
        let scores = pairing_scores(input, &facts.field);
        for entrant in &input.entrants {
            let Some(player) = facts.field.index_of(entrant.tpn) else { continue };
            let (mut sum, mut games) = (0, 0);
            for (round, entry) in entrant.rounds.iter().enumerate() {
                let Some(rival) = entry.opponent.and_then(|tpn| facts.field.index_of(tpn)) else { continue };
                if entry.kind.is_played() {
                    sum += i64::from(facts.field.players[rival].rating);
                    games += 1;
                }
                if scores[rival][round] > scores[player][round] {
                    facts.upfloats[player] += 1;
                    facts.upfloated_last[player] |= round + 1 == entrant.rounds.len();
                }
            }
            if games > 0 {
                facts.aro[player] = (2 * sum + games) / (2 * games);
            }
        }
        facts
    }

    /// Whether a player wishes White; everybody else wishes Black.
    pub fn wishes_white(&self, player: usize) -> bool {
        self.field.players[player].preference.color() == Some(Color::White)
    }

    /// Whether two wish the same colour, so that one of them is denied.
    pub fn same_wish(&self, a: usize, b: usize) -> bool {
        self.wishes_white(a) == self.wishes_white(b)
    }

    /// Whether two who are to be paired may meet.
    pub fn legal(&self, a: usize, b: usize) -> bool {
        self.legal.get(a, b)
    }

    /// Whether a player has played no game.
    pub fn unplayed(&self, player: usize) -> bool {
        self.field.players[player].history.is_empty()
    }
}

/// The pairing score of everybody before each past round.
fn pairing_scores(input: &RoundInput, field: &Field) -> Vec<Vec<Points>> {
    let mut scores = vec![Vec::new(); field.players.len()];
    for entrant in &input.entrants {
        let Some(player) = field.index_of(entrant.tpn) else { continue };
        let mut score = entrant.extra_points;
        for (round, entry) in entrant.rounds.iter().enumerate() {
            scores[player].push(score + entrant.virtual_points.get(round).copied().unwrap_or_default());
            score += entry.points;
        }
    }
    scores
}
