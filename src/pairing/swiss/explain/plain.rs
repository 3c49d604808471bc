//! The Lim System: what can be said without following its procedure step by step.

use super::{Question, Reason, Teller, list, points};
use crate::Points;
use crate::swiss::lim::may_meet;
use crate::swiss::{Color, PairingError, System, pair};

/// What is known for sure: the scoregroups, who could not meet, the colours by their rule; and that the rest is not told.
pub(super) fn explain(teller: &Teller<'_>, question: Question) -> Result<Vec<Reason>, PairingError> {
    let pairing = pair(System::Lim, teller.input)?;
    let index = |tpn| teller.field.index_of(tpn);
    let bye = pairing.bye.and_then(index);
    let opponent = |player: usize| {
        let tpn = teller.field.players[player].tpn;
        let pair = pairing.pairs.iter().find(|pair| pair.white == tpn || pair.black == tpn)?;
        index(if pair.white == tpn { pair.black } else { pair.white })
    };
    let white_first = |a: usize, b: usize| {
        let (a_tpn, b_tpn) = (teller.field.players[a].tpn, teller.field.players[b].tpn);
        if pairing.pairs.iter().any(|pair| pair.white == b_tpn && pair.black == a_tpn) { (b, a) } else { (a, b) }
    };
    let plain = Plain { teller };
    // The questions were checked to name participants.
    let found = match question {
        Question::Bye => vec![plain.bye(bye)],
        Question::Player(tpn) => match index(tpn) {
            None => Vec::new(),
            Some(player) => match (teller.no_opponent(player, bye), opponent(player)) {
                (Some(text), _) if bye == Some(player) => {
                    vec![Reason { article: BYE, text }, plain.bye(bye)]
                }
                (Some(text), _) => vec![Reason { article: SYSTEM, text }],
                (None, Some(other)) => plain.pair(white_first(player, other)),
                (None, None) => Vec::new(),
            },
        },
        Question::Pair(one, other) => match (index(one), index(other)) {
            (Some(one), Some(other)) if opponent(one) == Some(other) => plain.pair(white_first(one, other)),
            (Some(one), Some(other)) => plain.not_paired(one, other, bye, &opponent),
            _ => Vec::new(),
        },
    };
    Ok(found)
}

const SYSTEM: &str = "C.04.4.3";
const REMATCH: &str = "C.04.4.3 art. 2.1";
const BYE: &str = "C.04.4.3 art. 1.1";
const GROUPS: &str = "C.04.4.3 art. 2.2";
const COLORS: &str = "C.04.4.3 art. 5";

struct Plain<'a, 'b> {
    teller: &'a Teller<'b>,
}

impl Plain<'_, '_> {
    fn bye(&self, bye: Option<usize>) -> Reason {
        let teller = self.teller;
        let Some(player) = bye else { return teller.bye(BYE, None, "") };
        let (one, score) = (teller.one(player), points(teller.score(player)));
        let text = if teller.input.round == 1 {
            format!(
                "{one} has the pairing-allocated bye: in round 1 it goes to the lowest rated whom the others can spare."
            )
        } else {
            format!(
                "{one} has the pairing-allocated bye: the lowest ranked of the lowest scoregroup ({score}) who may have it and whom the others can spare."
            )
        };
        Reason { article: BYE, text }
    }

    /// Why two meet: White first.
    fn pair(&self, (white, black): (usize, usize)) -> Vec<Reason> {
        let teller = self.teller;
        let (one, other) = (teller.one(white), teller.one(black));
        let (a, b) = (teller.score(white), teller.score(black));
        let mut reasons = if a == b {
            let text = format!("{one} and {other} both have {} and were paired in that scoregroup.", points(a));
            vec![Reason { article: GROUPS, text }]
        } else {
            let (high, low) = if a > b { (white, black) } else { (black, white) };
            self.floaters(high, low)
        };
        reasons.push(Reason { article: COLORS, text: self.colors(white, black) });
        reasons.push(self.silence());
        reasons
    }

    /// Who of two with different scores floated towards the median group, and why as far as the position says it.
    fn floaters(&self, high: usize, low: usize) -> Vec<Reason> {
        let teller = self.teller;
        // Half of the points that could be made (art. 2.2).
        let win = i64::from(teller.input.scoring.win.hundredths());
        let median = i64::from(teller.input.round.saturating_sub(1)) * win;
        let twice = |player: usize| 2 * i64::from(teller.score(player).hundredths());
        let score = |player: usize| points(teller.score(player));
        let mut reasons = Vec::new();
        let down = twice(high) > median;
        let up = twice(low) < median;
        if down {
            let text = format!(
                "{} floated down from {} towards the median group ({}) and met {} with {}.",
                teller.one(high),
                score(high),
                points(Points::from_hundredths(i32::try_from(median / 2).unwrap_or(i32::MAX))),
                teller.one(low),
                teller.score(low)
            );
            reasons.push(Reason { article: "C.04.4.3 art. 2.2, 3.2", text });
            reasons.push(self.why_floated(high, "lowest numbered (weakest)"));
        }
        if up {
            let text = format!(
                "{} floated up from {} towards the median group ({}) and met {} with {}.",
                teller.one(low),
                score(low),
                points(Points::from_hundredths(i32::try_from(median / 2).unwrap_or(i32::MAX))),
                teller.one(high),
                teller.score(high)
            );
            reasons.push(Reason { article: "C.04.4.3 art. 2.2, 3.2", text });
            reasons.push(self.why_floated(low, "highest numbered (strongest)"));
        }
        reasons
    }

    /// Why somebody left the own scoregroup (art. 2.3).
    fn why_floated(&self, player: usize, usual: &str) -> Reason {
        let teller = self.teller;
        let score = teller.score(player);
        let mates: Vec<usize> = teller
            .field
            .order
            .iter()
            .copied()
            .filter(|&other| other != player && teller.score(other) == score)
            .collect();
        let one = teller.one(player);
        let met =
            |other: &usize| teller.field.players[player].has_met(*other) || teller.field.is_forbidden(player, *other);
        let (article, text) = if mates.is_empty() {
            ("C.04.4.3 art. 2.3", format!("Nobody else has {}.", points(score)))
        } else if mates.iter().all(met) {
            ("C.04.4.3 art. 2.3.1", format!("{one} has met everybody else with {}.", points(score)))
        } else if mates.iter().all(|other| met(other) || !may_meet(teller.field, player, *other)) {
            let text = format!(
                "{one} has no opponent left with {} whose colours allow a game: the same colour twice running, or two ahead in one.",
                points(score)
            );
            ("C.04.4.3 art. 2.3.2, 2.3.3", text)
        } else {
            let text = format!(
                "With {} {} not everybody could be paired in the group; of those who may leave it the {usual} is taken, with regard to colours and to who floated before.",
                mates.len() + 1,
                if mates.is_empty() { "player" } else { "players" }
            );
            ("C.04.4.3 art. 2.3.4, 3.2, 3.9, 3.10", text)
        };
        Reason { article, text }
    }

    fn colors(&self, white: usize, black: usize) -> String {
        let teller = self.teller;
        let (one, other) = (teller.one(white), teller.one(black));
        let history = |player: usize| &teller.field.players[player].history;
        let because = if history(white).is_empty() && history(black).is_empty() {
            "neither has played; the initial colour and the parity of the number decide".to_owned()
        } else {
            let words = |player: usize| {
                let colors = history(player).iter().map(|color| if *color == Color::White { "W" } else { "B" });
                let colors = colors.collect::<Vec<_>>().join(" ");
                if colors.is_empty() { "none".to_owned() } else { colors }
            };
            format!("colours so far: {} and {}", words(white), words(black))
        };
        format!("{one} has White against {other}: {because}.")
    }

    /// Why two do not meet.
    fn not_paired(
        &self,
        one: usize,
        other: usize,
        bye: Option<usize>,
        opponent: &dyn Fn(usize) -> Option<usize>,
    ) -> Vec<Reason> {
        let teller = self.teller;
        let plain = |text: String| Reason { article: SYSTEM, text };
        let without: Vec<Reason> =
            [one, other].into_iter().filter_map(|player| teller.no_opponent(player, bye)).map(plain).collect();
        if !without.is_empty() {
            return without;
        }
        let mut reasons = Vec::new();
        if teller.field.players[one].has_met(other) || teller.field.is_forbidden(one, other) {
            reasons.extend(teller.bar([REMATCH, REMATCH], one, other));
        } else if !may_meet(teller.field, one, other) {
            let text = format!(
                "{} and {} cannot meet: in both ways one of them would have a third equal colour in a row or a difference of three.",
                teller.one(one),
                teller.one(other)
            );
            reasons.push(Reason { article: REMATCH, text });
        } else if teller.score(one) != teller.score(other) {
            let text = format!(
                "{} has {}, {} {}.",
                teller.one(one),
                points(teller.score(one)),
                teller.one(other),
                teller.score(other)
            );
            reasons.push(Reason { article: GROUPS, text });
        } else {
            reasons.push(plain(format!(
                "{} and {} could have met; other pairs of the scoregroup with {} come first in the order of the procedure.",
                teller.one(one),
                teller.one(other),
                points(teller.score(one))
            )));
        }
        let meets: Vec<String> = [one, other]
            .into_iter()
            .filter_map(|player| Some(format!("{} meets {}", teller.one(player), teller.one(opponent(player)?))))
            .collect();
        reasons.push(plain(format!("{}.", list(&meets))));
        reasons.push(self.silence());
        reasons
    }

    /// What is not told.
    fn silence(&self) -> Reason {
        let text = "The Lim System is built from an incomplete text of its rules, so that this pairing is not verified and no further reasons are given.";
        Reason { article: SYSTEM, text: text.to_owned() }
    }
}
