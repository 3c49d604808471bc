//! Explains a round of the Burstein System.

use super::facts::Facts;
use super::several::{Quality, quality};
use super::{Round, Stage};
use crate::matching::bitset::BitMatrix;
use crate::swiss::PairingError;
use crate::swiss::explain::{Question, Reason, Story, Teller, count, points, reason};
use crate::swiss::strict::allocate;

const COLORS: [&str; 5] =
    ["C.04.4.2 art. 5.2.1", "C.04.4.2 art. 5.2.2", "C.04.4.2 art. 5.2.3", "C.04.4.2 art. 5.2.4", "C.04.4.2 art. 5.2.5"];
const BYE: &str = "C.04.4.2 art. 3.1";

/// The sentences that answer a question.
pub(in crate::swiss) fn explain(teller: &Teller, question: Question) -> Result<Vec<Reason>, PairingError> {
    let facts = Facts::new(teller.input, teller.field);
    let round = Round::new(&facts)?;
    let story = Tale { teller, facts: &facts, round: &round };
    Ok(story.answer(question))
}

/// Ten-thousandths as a decimal number without zeros at the end.
fn decimal(parts: i64) -> String {
    let text = format!("{}.{:04}", parts / 10_000, parts % 10_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

struct Tale<'a> {
    teller: &'a Teller<'a>,
    facts: &'a Facts<'a>,
    round: &'a Round,
}

impl Story for Tale<'_> {
    fn bars(&self) -> [&'static str; 2] {
        ["C.04.4.2 [C1]", "C.04.4.2 [C3]"]
    }

    fn byes(&self) -> [&'static str; 3] {
        ["C.04.4.2 [C2]", BYE, BYE]
    }

    fn teller(&self) -> &Teller<'_> {
        self.teller
    }

    fn legal(&self) -> &BitMatrix {
        &self.facts.legal
    }

    fn holder(&self) -> Option<usize> {
        self.round.bye
    }

    fn bye(&self) -> Reason {
        self.teller.bye(BYE, self.round.bye, "the last place by Index")
    }

    fn opponent(&self, player: usize) -> Option<usize> {
        self.stage_of(player).and_then(|stage| stage.opponent(player))
    }

    fn met(&self, a: usize, b: usize) -> Vec<Reason> {
        let Some(stage) = self.stage_of(a) else { return Vec::new() };
        let mut reasons = vec![self.bracket(stage)];
        reasons.extend(self.floats(a));
        reasons.extend(self.floats(b));
        let (higher, lower) = if self.facts.rank[a] < self.facts.rank[b] { (a, b) } else { (b, a) };
        reasons.extend(self.in_order(stage, higher, lower));
        let (colors, step) = allocate(self.facts.field, higher, lower);
        reasons.push(self.teller.colors(COLORS, colors, higher, step));
        reasons
    }

    fn apart(&self, a: usize, b: usize) -> Vec<Reason> {
        let (Some(stage), Some(other)) = (self.stage_of(a), self.stage_of(b)) else { return Vec::new() };
        if std::ptr::eq(stage, other) {
            return self.same_bracket(stage, a, b);
        }
        // The one whose pair was made first was not left for the other.
        let place = |player: usize| self.round.stages.iter().position(|stage| stage.opponent(player).is_some());
        let (above, below) = if place(a) <= place(b) { (a, b) } else { (b, a) };
        let text = format!(
            "{} is paired in the bracket of {}, {} in the one of {}.",
            self.teller.one(above),
            self.stage_of(above).map_or_else(String::new, |stage| points(stage.score)),
            self.teller.one(below),
            self.stage_of(below).map_or_else(String::new, |stage| points(stage.score)),
        );
        let mut reasons = vec![reason("C.04.4.2 art. 3.2", text)];
        reasons.extend(self.floats(below));
        reasons
    }
}

impl Tale<'_> {
    fn stage_of(&self, player: usize) -> Option<&Stage> {
        self.round.stages.iter().find(|stage| stage.opponent(player).is_some())
    }

    /// From which brackets a player came down.
    fn floats(&self, player: usize) -> Vec<Reason> {
        let left = self.round.stages.iter().filter(|stage| stage.bracket.floaters.contains(&player));
        left.map(|stage| {
            let floaters = &stage.bracket.floaters;
            let why = match floaters.len() {
                1 if stage.members.len() % 2 == 1 => "the number of players is odd".to_owned(),
                number => format!("{} could not be paired there", count(number, "player")),
            };
            let text = format!(
                "{} went down from the bracket of {}: {why}; the choice of floaters is the one that keeps the most \
                 pairs [C5], sends down the lowest scores [C6] and serves the next bracket best [C7].",
                self.teller.one(player),
                points(stage.score)
            );
            reason("C.04.4.2 [C5]-[C7]", text)
        })
        .collect()
    }

    fn bracket(&self, stage: &Stage) -> Reason {
        let text = match stage.incoming.as_slice() {
            [] => format!(
                "The bracket is the scoregroup of {} with {}.",
                points(stage.score),
                count(stage.members.len(), "player")
            ),
            floaters => format!(
                "The bracket of {} has {}, of whom {} came down from above.",
                points(stage.score),
                count(stage.members.len(), "player"),
                self.teller.all(floaters)
            ),
        };
        reason("C.04.4.2 art. 3.2", text)
    }

    /// The place in the bracket, by Index.
    fn place(&self, stage: &Stage, player: usize) -> String {
        let place = stage.members.iter().position(|&member| member == player).map_or(0, |place| place + 1);
        format!(
            "{} (Buchholz {}, Sonneborn-Berger {}, place {place} of the bracket)",
            self.teller.one(player),
            decimal(100 * self.facts.buchholz[player]),
            decimal(self.facts.sonneborn_berger[player])
        )
    }

    /// Which opponents, later in the order, had to be passed over.
    fn in_order(&self, stage: &Stage, higher: usize, lower: usize) -> Vec<Reason> {
        let text = format!(
            "A high Index meets a low one: {} gets {}, the last of the order who can be.",
            self.place(stage, higher),
            self.place(stage, lower)
        );
        let mut reasons = vec![reason("C.04.4.2 art. 4", text)];
        let rank = |player: usize| self.facts.rank[player];
        let fixed: Vec<(usize, usize)> =
            stage.bracket.pairs.iter().copied().filter(|pair| rank(pair.0) < rank(higher)).collect();
        let later = stage.members.iter().rev().take_while(|&&member| member != lower);
        let passed = later.filter(|&&member| !fixed.iter().any(|pair| pair.1 == member));
        for &other in passed.take(3) {
            reasons.push(self.bar(higher, other).unwrap_or_else(|| self.worse(stage, &fixed, higher, other)));
        }
        reasons
    }

    /// What a pair would have cost.
    fn worse(&self, stage: &Stage, fixed: &[(usize, usize)], higher: usize, other: usize) -> Reason {
        let pair = format!("{} against {}", self.teller.one(higher), self.teller.one(other));
        let with: Vec<(usize, usize)> = fixed.iter().copied().chain([(higher, other)]).collect();
        let (Some(own), Some(theirs)) = (
            quality(self.facts, &stage.members, &stage.rest, fixed),
            quality(self.facts, &stage.members, &stage.rest, &with),
        ) else {
            return reason("C.04.4.2 [C4]", format!("With {pair} not everybody could be paired."));
        };
        let scores = |quality: &Quality| join(quality.floaters.iter());
        let (article, what) = if theirs.floaters.len() != own.floaters.len() {
            (
                "C.04.4.2 [C5]",
                format!("{} would go down instead of {}", count(theirs.floaters.len(), "player"), own.floaters.len()),
            )
        } else if theirs.floaters != own.floaters {
            (
                "C.04.4.2 [C6]",
                format!("players of {} points would go down instead of {}", scores(&theirs), scores(&own)),
            )
        } else if theirs.next.len() != own.next.len() {
            (
                "C.04.4.2 [C7]",
                format!(
                    "{} instead of {} would go down from the next bracket",
                    count(theirs.next.len(), "player"),
                    own.next.len()
                ),
            )
        } else if theirs.next != own.next {
            (
                "C.04.4.2 [C7]",
                format!(
                    "players of {} instead of {} points would go down from the next bracket",
                    join(theirs.next.iter()),
                    join(own.next.iter())
                ),
            )
        } else if theirs.denied != own.denied {
            (
                "C.04.4.2 [C8]",
                format!(
                    "{} instead of {} would not have the colour that they wish",
                    count(theirs.denied, "player"),
                    own.denied
                ),
            )
        } else {
            ("C.04.4.2 art. 4", "another pairing comes first".to_owned())
        };
        reason(article, format!("With {pair} {what}."))
    }

    /// Why two of one bracket who may meet do not.
    fn same_bracket(&self, stage: &Stage, a: usize, b: usize) -> Vec<Reason> {
        let rank = |player: usize| self.facts.rank[player];
        let (higher, lower) = if rank(a) < rank(b) { (a, b) } else { (b, a) };
        let mut reasons = vec![self.bracket(stage)];
        let (Some(theirs), Some(opponent)) = (stage.opponent(lower), stage.opponent(higher)) else { return reasons };
        if rank(theirs) < rank(higher) {
            let text = format!(
                "{} stands before {} by Index and was given {} first.",
                self.place(stage, theirs),
                self.place(stage, higher),
                self.teller.one(lower)
            );
            reasons.push(reason("C.04.4.2 art. 4", text));
        } else if rank(opponent) < rank(higher) {
            let text = format!(
                "{} stands before {} by Index and was given {} first.",
                self.place(stage, opponent),
                self.teller.one(higher),
                self.teller.one(higher)
            );
            reasons.push(reason("C.04.4.2 art. 4", text));
        } else if rank(opponent) > rank(lower) {
            let text = format!(
                "{} gets {}, who stands later in the order than {}.",
                self.place(stage, higher),
                self.place(stage, opponent),
                self.place(stage, lower)
            );
            reasons.push(reason("C.04.4.2 art. 4", text));
        } else {
            let fixed: Vec<(usize, usize)> =
                stage.bracket.pairs.iter().copied().filter(|pair| rank(pair.0) < rank(higher)).collect();
            reasons.push(self.worse(stage, &fixed, higher, lower));
        }
        reasons
    }
}

fn join<T: ToString>(items: impl Iterator<Item = T>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}
