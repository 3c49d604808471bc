//! Explains a round of the Dubov System.

use super::bracket::split;
use super::facts::Facts;
use super::upfloaters::{Quality, quality};
use super::{Round, Stage};
use crate::matching::bitset::BitMatrix;
use crate::swiss::PairingError;
use crate::swiss::explain::{Question, Reason, Story, Teller, count, points, reason};
use crate::swiss::strict::allocate;

const COLORS: [&str; 5] =
    ["C.04.4.1 art. 5.2.1", "C.04.4.1 art. 5.2.2", "C.04.4.1 art. 5.2.3", "C.04.4.1 art. 5.2.4", "C.04.4.1 art. 5.2.5"];
const BYE: &str = "C.04.4.1 art. 3.1";

/// The sentences that answer a question.
pub(in crate::swiss) fn explain(teller: &Teller, question: Question) -> Result<Vec<Reason>, PairingError> {
    let facts = Facts::new(teller.input, teller.field);
    let round = Round::new(&facts)?;
    let story = Tale { teller: &Teller { field: &facts.field, ..*teller }, facts: &facts, round: &round };
    Ok(story.answer(question))
}

struct Tale<'a> {
    teller: &'a Teller<'a>,
    facts: &'a Facts,
    round: &'a Round,
}

impl Story for Tale<'_> {
    fn bars(&self) -> [&'static str; 2] {
        ["C.04.4.1 [C1]", "C.04.4.1 [C3]"]
    }

    fn byes(&self) -> [&'static str; 3] {
        ["C.04.4.1 [C2]", BYE, BYE]
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
        self.teller.bye(BYE, self.round.bye, "the largest pairing number")
    }

    fn opponent(&self, player: usize) -> Option<usize> {
        self.stage_of(player).and_then(|stage| stage.opponent(player))
    }

    fn met(&self, a: usize, b: usize) -> Vec<Reason> {
        let Some(stage) = self.stage_of(a) else { return Vec::new() };
        let mut reasons = vec![self.bracket(stage)];
        for player in [a, b] {
            if stage.upfloaters.contains(&player) {
                reasons.extend(self.why_upfloater(stage, player));
            }
        }
        reasons.push(self.groups(stage));
        for player in [a, b] {
            reasons.extend(self.why_shifted(stage, player));
        }
        reasons.extend(self.in_order(stage, a, b));
        let (higher, lower) = if self.facts.field.outranks(a, b) { (a, b) } else { (b, a) };
        let (colors, step) = allocate(&self.facts.field, higher, lower);
        reasons.push(self.teller.colors(COLORS, colors, higher, step));
        reasons
    }

    fn apart(&self, a: usize, b: usize) -> Vec<Reason> {
        let (Some(stage), Some(other)) = (self.stage_of(a), self.stage_of(b)) else { return Vec::new() };
        if std::ptr::eq(stage, other) { self.same_bracket(stage, a, b) } else { self.other_bracket(a, b) }
    }
}

impl Tale<'_> {
    fn stage_of(&self, player: usize) -> Option<&Stage> {
        self.round.stages.iter().find(|stage| stage.opponent(player).is_some())
    }

    fn bracket(&self, stage: &Stage) -> Reason {
        let score = points(self.teller.score(stage.residents[0]));
        let size = count(stage.residents.len(), "player");
        let text = match stage.upfloaters.len() {
            0 => format!("The bracket is the scoregroup of {score} with {size}."),
            number => format!(
                "The scoregroup of {score} has {size} and needs {}: {}.",
                count(number, "upfloater"),
                self.teller.all(&stage.upfloaters)
            ),
        };
        reason("C.04.4.1 art. 3.2.1", text)
    }

    /// Why this upfloater and not one of those numbered before.
    fn why_upfloater(&self, stage: &Stage, player: usize) -> Vec<Reason> {
        let Some(own) = quality(self.facts, &stage.residents, &stage.lower, None) else { return Vec::new() };
        let before = stage.lower.iter().take_while(|&&other| other != player);
        let passed: Vec<usize> = before.copied().filter(|other| !stage.upfloaters.contains(other)).collect();
        // Three examples are enough.
        passed.iter().take(3).map(|&other| self.passed_over(stage, other, &own)).collect()
    }

    fn passed_over(&self, stage: &Stage, other: usize, own: &Quality) -> Reason {
        let name = self.teller.one(other);
        let Some(theirs) = quality(self.facts, &stage.residents, &stage.lower, Some(other)) else {
            let text = format!("{name} cannot float up: not everybody could then be paired.");
            return reason("C.04.4.1 [C4]", text);
        };
        let scores = |quality: &Quality| -> Vec<String> {
            quality.upfloaters.iter().map(|&up| self.teller.score(up).to_string()).collect()
        };
        let (article, why) = if theirs.upfloaters.len() != own.upfloaters.len() {
            (
                "C.04.4.1 [C5]",
                format!(
                    "{} instead of {} would be needed",
                    count(theirs.upfloaters.len(), "upfloater"),
                    own.upfloaters.len()
                ),
            )
        } else if scores(&theirs) != scores(own) {
            (
                "C.04.4.1 [C6]",
                format!(
                    "upfloaters would have {} points instead of {}",
                    scores(&theirs).join(", "),
                    scores(own).join(", ")
                ),
            )
        } else if theirs.denied != own.denied {
            (
                "C.04.4.1 [C7]",
                format!(
                    "{} instead of {} would not have the colour that they wish",
                    count(theirs.denied, "player"),
                    own.denied
                ),
            )
        } else if theirs.floats[0] != own.floats[0] {
            (
                "C.04.4.1 [C8]",
                format!(
                    "{name} has floated up {} already, the most that is allowed is {}",
                    count(self.facts.upfloats[other] as usize, "time"),
                    self.facts.max_upfloats
                ),
            )
        } else if theirs.floats[1] != own.floats[1] {
            (
                "C.04.4.1 [C9]",
                format!("{name} has floated up more often, {}", count(self.facts.upfloats[other] as usize, "time")),
            )
        } else if theirs.floats[2] != own.floats[2] {
            ("C.04.4.1 [C10]", format!("{name} floated up in the previous round"))
        } else {
            ("C.04.4.1 art. 4.1.3", "the set with another player comes first".to_owned())
        };
        reason(article, format!("{name}, who comes earlier in the order, is not the upfloater: {why}."))
    }

    fn groups(&self, stage: &Stage) -> Reason {
        let members = stage.members();
        let [g1, g2] = split(self.facts, &members);
        let text = if members.iter().all(|&player| self.facts.unplayed(player)) {
            "Nobody in the bracket has played, so the upper half by number meets the lower half.".to_owned()
        } else {
            format!("{} wish White, {} do not; pairs are made across.", count(g1.len(), "player"), g2.len())
        };
        reason("C.04.4.1 art. 3.2.3", text)
    }

    fn why_shifted(&self, stage: &Stage, player: usize) -> Option<Reason> {
        let name = self.teller.one(player);
        if stage.bracket.forced.contains(&player) {
            let text = format!(
                "{name} is shifted to the other subgroup: {} inside the smaller subgroup cannot be avoided.",
                count(stage.bracket.forced.len(), "pair")
            );
            return Some(reason("C.04.4.1 art. 3.2.4", text));
        }
        stage.bracket.balancing.contains(&player).then(|| {
            let text = format!("{name} is shifted to the other subgroup to make both equally large.");
            reason("C.04.4.1 art. 3.2.4, 4.3", text)
        })
    }

    /// Which opponents the one of S1 had to pass over.
    fn in_order(&self, stage: &Stage, a: usize, b: usize) -> Vec<Reason> {
        let Some(place) = stage.bracket.pairs.iter().position(|&pair| pair == (a, b) || pair == (b, a)) else {
            return Vec::new();
        };
        let (first, taken) = stage.bracket.pairs[place];
        let aro = |player: usize| match self.facts.aro[player] {
            0 => "no opponent yet".to_owned(),
            average => format!("average rating of opponents {average}"),
        };
        let mut passed: Vec<usize> = stage.bracket.pairs[place + 1..].iter().map(|pair| pair.1).collect();
        passed.retain(|&other| other < taken);
        passed.sort_unstable();
        let name = self.teller.one(first);
        let text = format!(
            "{name} ({}) is number {} of those who are served in turn and gets {}, the first in the order of numbers who can be.",
            aro(first),
            place + 1,
            self.teller.one(taken)
        );
        let mut reasons = vec![reason("C.04.4.1 art. 3.2.5, 3.2.6", text)];
        for other in passed.into_iter().take(3) {
            reasons.push(self.bar(first, other).unwrap_or_else(|| {
                let text = format!(
                    "If {name} met {}, the others of the bracket could not all be paired.",
                    self.teller.one(other)
                );
                reason("C.04.4.1 art. 3.2.6", text)
            }));
        }
        reasons
    }

    /// Why two of one bracket who may meet do not.
    fn same_bracket(&self, stage: &Stage, a: usize, b: usize) -> Vec<Reason> {
        let place =
            |player: usize| stage.bracket.pairs.iter().position(|&(one, other)| one == player || other == player);
        let first_of = |player: usize| stage.bracket.pairs.iter().any(|pair| pair.0 == player);
        let (one, other) = (self.teller.one(a), self.teller.one(b));
        let mut reasons = vec![self.bracket(stage), self.groups(stage)];
        reasons.extend([a, b].iter().filter_map(|&player| self.why_shifted(stage, player)));
        if first_of(a) == first_of(b) {
            let text = format!("{one} and {other} are in the same subgroup in the end, and pairs are made across.");
            reasons.push(reason("C.04.4.1 art. 3.2.5, 3.2.6", text));
            return reasons;
        }
        let (first, second) = if first_of(a) { (a, b) } else { (b, a) };
        let Some((earlier, later)) = place(first).zip(place(second)) else { return reasons };
        let opponent = |place: usize| stage.bracket.pairs[place];
        if later < earlier {
            let text = format!(
                "{} was served before {} and got {}.",
                self.teller.one(opponent(later).0),
                self.teller.one(first),
                self.teller.one(second)
            );
            reasons.push(reason("C.04.4.1 art. 3.2.6", text));
        } else {
            reasons.extend(self.in_order(stage, opponent(earlier).0, opponent(earlier).1));
            let text = format!(
                "{} comes after {} in the order of numbers.",
                self.teller.one(second),
                self.teller.one(opponent(earlier).1)
            );
            if opponent(earlier).1 < second {
                reasons.push(reason("C.04.4.1 art. 4.4", text));
            }
        }
        reasons
    }

    /// Why two of different brackets do not meet.
    fn other_bracket(&self, a: usize, b: usize) -> Vec<Reason> {
        let place = |player: usize| self.round.stages.iter().position(|stage| stage.opponent(player).is_some());
        let (above, below) = if place(a) <= place(b) { (a, b) } else { (b, a) };
        let Some(stage) = self.stage_of(above) else { return Vec::new() };
        let text = format!(
            "{} is paired in the bracket of {}, to which {} with {} does not belong.",
            self.teller.one(above),
            points(self.teller.score(stage.residents[0])),
            self.teller.one(below),
            points(self.teller.score(below))
        );
        let mut reasons = vec![reason("C.04.4.1 art. 1.3", text), self.bracket(stage)];
        if !stage.upfloaters.is_empty()
            && let Some(own) = quality(self.facts, &stage.residents, &stage.lower, None)
            && let Some(last) = stage.upfloaters.last()
        {
            let number = |player: usize| stage.lower.iter().position(|&other| other == player);
            if number(below) < number(*last) {
                reasons.push(self.passed_over(stage, below, &own));
            } else {
                let text = format!("{} comes later in the order of possible upfloaters.", self.teller.one(below));
                reasons.push(reason("C.04.4.1 art. 4.2", text));
            }
        }
        reasons
    }
}
