//! The Double-Swiss and the Lim System: what can be said without following their procedure step by step.

use super::{Question, Reason, Teller, list, points};
use crate::swiss::lim::may_meet;
use crate::swiss::{Color, PairingError, System, pair};

/// What is known for sure: the scoregroups, who could not meet, the colours by their rule; and that the rest is not told.
pub(super) fn explain(system: System, teller: &Teller<'_>, question: Question) -> Result<Vec<Reason>, PairingError> {
    let pairing = pair(system, teller.input)?;
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
    let plain = Plain { system, teller };
    // The questions were checked to name participants.
    let found = match question {
        Question::Bye => vec![plain.bye(bye)],
        Question::Player(tpn) => match index(tpn) {
            None => Vec::new(),
            Some(player) => match (teller.no_opponent(player, bye), opponent(player)) {
                (Some(text), _) if bye == Some(player) => {
                    vec![Reason { article: plain.articles().bye, text }, plain.bye(bye)]
                }
                (Some(text), _) => vec![Reason { article: plain.articles().system, text }],
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

/// The articles of a system.
struct Articles {
    system: &'static str,
    rematch: &'static str,
    bye: &'static str,
    groups: &'static str,
    colors: &'static str,
}

struct Plain<'a, 'b> {
    system: System,
    teller: &'a Teller<'b>,
}

impl Plain<'_, '_> {
    const fn articles(&self) -> Articles {
        match self.system {
            System::Lim => Articles {
                system: "C.04.4.3",
                rematch: "C.04.4.3 art. 2.1",
                bye: "C.04.4.3 art. 1.1",
                groups: "C.04.4.3 art. 2.2",
                colors: "C.04.4.3 art. 5",
            },
            _ => Articles {
                system: "C.04.5",
                rematch: "C.04.5 art. 3 [C1]",
                bye: "C.04.5 art. 3 [C2]",
                groups: "C.04.5 art. 1.3",
                colors: "C.04.5 art. 4.3",
            },
        }
    }

    fn bye(&self, bye: Option<usize>) -> Reason {
        let teller = self.teller;
        let article = self.articles().bye;
        let Some(player) = bye else { return teller.bye(article, None, "") };
        let (one, score) = (teller.one(player), points(teller.score(player)));
        let text = match self.system {
            System::Lim if teller.input.round == 1 => format!(
                "{one} has the pairing-allocated bye: in round 1 it goes to the lowest rated whom the others can spare."
            ),
            System::Lim => format!(
                "{one} has the pairing-allocated bye: the lowest ranked of the lowest scoregroup ({score}) who may have it and whom the others can spare."
            ),
            _ => return teller.bye(article, bye, "the largest number"),
        };
        Reason { article, text }
    }

    /// Why two meet: White first.
    fn pair(&self, (white, black): (usize, usize)) -> Vec<Reason> {
        let (teller, articles) = (self.teller, self.articles());
        let (one, other) = (teller.one(white), teller.one(black));
        let (a, b) = (teller.score(white), teller.score(black));
        let text = if a == b {
            format!("{one} and {other} both have {} and were paired in that scoregroup.", points(a))
        } else {
            let (up, down) = if a > b { (white, black) } else { (black, white) };
            match self.system {
                System::Lim => format!(
                    "{} has {} and {} {}: one of them floated towards the median, because the own group could not pair everybody.",
                    teller.one(up),
                    points(teller.score(up)),
                    teller.one(down),
                    teller.score(down)
                ),
                _ => format!(
                    "{} has {}; {} came up from {} as an upfloater, because the group above could not be paired without.",
                    teller.one(up),
                    points(teller.score(up)),
                    teller.one(down),
                    points(teller.score(down))
                ),
            }
        };
        let mut reasons = vec![Reason { article: articles.groups, text }];
        reasons.push(Reason { article: articles.colors, text: self.colors(white, black) });
        reasons.push(self.silence());
        reasons
    }

    fn colors(&self, white: usize, black: usize) -> String {
        let teller = self.teller;
        let (one, other) = (teller.one(white), teller.one(black));
        let history = |player: usize| &teller.field.players[player].history;
        let whites = |player: usize| history(player).iter().filter(|&&color| color == Color::White).count();
        let game = if self.system == System::DoubleSwiss {
            "has White in the first game against"
        } else {
            "has White against"
        };
        let because = if history(white).is_empty() && history(black).is_empty() {
            "neither has played; the initial colour and the parity of the number decide".to_owned()
        } else if self.system == System::DoubleSwiss && whites(white) != whites(black) {
            format!("{} against {} first games with White so far", whites(white), whites(black))
        } else {
            let words = |player: usize| {
                let colors = history(player).iter().map(|color| if *color == Color::White { "W" } else { "B" });
                let colors = colors.collect::<Vec<_>>().join(" ");
                if colors.is_empty() { "none".to_owned() } else { colors }
            };
            format!("colours so far: {} and {}", words(white), words(black))
        };
        format!("{one} {game} {other}: {because}.")
    }

    /// Why two do not meet.
    fn not_paired(
        &self,
        one: usize,
        other: usize,
        bye: Option<usize>,
        opponent: &dyn Fn(usize) -> Option<usize>,
    ) -> Vec<Reason> {
        let (teller, articles) = (self.teller, self.articles());
        let plain = |text: String| Reason { article: articles.system, text };
        let without: Vec<Reason> =
            [one, other].into_iter().filter_map(|player| teller.no_opponent(player, bye)).map(plain).collect();
        if !without.is_empty() {
            return without;
        }
        let mut reasons = Vec::new();
        if teller.field.players[one].has_met(other) || teller.field.is_forbidden(one, other) {
            reasons.extend(teller.bar([articles.rematch, articles.rematch], one, other));
        } else if self.system == System::Lim && !may_meet(teller.field, one, other) {
            let text = format!(
                "{} and {} cannot meet: in both ways one of them would have a third equal colour in a row or a difference of three.",
                teller.one(one),
                teller.one(other)
            );
            reasons.push(Reason { article: articles.rematch, text });
        } else if teller.score(one) != teller.score(other) {
            let text = format!(
                "{} has {}, {} {}.",
                teller.one(one),
                points(teller.score(one)),
                teller.one(other),
                teller.score(other)
            );
            reasons.push(Reason { article: articles.groups, text });
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
        let text = match self.system {
            System::Lim => {
                "The Lim System is built from an incomplete text of its rules, so that this pairing is not verified and no further reasons are given."
            }
            _ => "The program gives no step-by-step explanation for the Double-Swiss System.",
        };
        Reason { article: self.articles().system, text: text.to_owned() }
    }
}
