//! What the explanations of the systems that pair bracket by bracket share: whom a question is about, and what bars a pair.

use super::{Question, Reason, Teller};
use crate::matching::bitset::BitMatrix;
use crate::swiss::strict::spared;

/// A round that is told bracket by bracket. Players are indices into the field of the teller.
pub(in crate::swiss) trait Story {
    /// The articles of C1 and C3.
    fn bars(&self) -> [&'static str; 2];

    /// The articles of C2, of the completion without the holder of the bye, and of the choice of the holder.
    fn byes(&self) -> [&'static str; 3];

    /// Writes the names.
    fn teller(&self) -> &Teller<'_>;

    /// Who may meet whom.
    fn legal(&self) -> &BitMatrix;

    /// Who has the bye.
    fn holder(&self) -> Option<usize>;

    /// Why that one has it.
    fn bye(&self) -> Reason;

    /// Whom a player meets.
    fn opponent(&self, player: usize) -> Option<usize>;

    /// Why two who meet do.
    fn met(&self, a: usize, b: usize) -> Vec<Reason>;

    /// Why two who may meet, and have other opponents, do not.
    fn apart(&self, a: usize, b: usize) -> Vec<Reason>;

    /// Why two may not meet; `None` when they may.
    fn bar(&self, a: usize, b: usize) -> Option<Reason> {
        self.teller().bar(self.bars(), a, b)
    }

    /// Why a participant has not the bye that another one has.
    fn not_bye(&self, player: usize, holder: usize) -> Reason {
        let spared = spared(self.legal(), &self.teller().field.order);
        self.teller().not_bye(self.byes(), player, holder, &spared)
    }

    /// The sentences that answer a question.
    fn answer(&self, question: Question) -> Vec<Reason> {
        let index = |tpn| self.teller().field.index_of(tpn);
        match question {
            Question::Bye => vec![self.bye()],
            // The numbers were found in the list before.
            Question::Player(tpn) => index(tpn).map(|player| self.player(player)).unwrap_or_default(),
            Question::Pair(one, other) => match (index(one), index(other)) {
                (Some(one), Some(other)) => self.pair(one, other),
                _ => Vec::new(),
            },
        }
    }

    /// Why a player has this opponent, or none.
    fn player(&self, player: usize) -> Vec<Reason> {
        if let Some(text) = self.teller().no_opponent(player, self.holder()) {
            let bye = self.holder() == Some(player);
            return vec![if bye { self.bye() } else { Reason { article: "C.04.2 art. 3", text } }];
        }
        self.opponent(player).map(|opponent| self.met(player, opponent)).unwrap_or_default()
    }

    /// Why two meet, or why not.
    fn pair(&self, a: usize, b: usize) -> Vec<Reason> {
        if a == b {
            return self.player(a);
        }
        let teller = self.teller();
        for (player, other) in [(a, b), (b, a)] {
            if let Some(text) = teller.no_opponent(player, self.holder()) {
                let mut reasons = vec![Reason { article: "C.04.2 art. 3", text }];
                if self.holder() == Some(player) && teller.field.players[other].present {
                    reasons.push(self.bye());
                    reasons.push(self.not_bye(other, player));
                }
                return reasons;
            }
        }
        if self.opponent(a) == Some(b) {
            return self.met(a, b);
        }
        match self.bar(a, b) {
            Some(bar) => vec![bar],
            None => self.apart(a, b),
        }
    }
}
