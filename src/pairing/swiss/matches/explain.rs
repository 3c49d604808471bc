//! Explains a round of the Swiss Team Pairing System: scoregroups, upfloaters, criteria and colours by the articles of C.04.6.

use super::bracket::{self, Lost};
use super::colors::{Step, allocate};
use super::facts::Facts;
use super::upfloaters::{self, Cost};
use super::{Group, MatchSystem, Round, TeamPreference};
use crate::Points;
use crate::matching::bitset::BitMatrix;
use crate::swiss::explain::{Question, Reason, Story, Teller, color_name, count, points};
use crate::swiss::strict::spared;
use crate::swiss::{Color, Field, PairingError, RoundInput, Tpn};

const BYE: &str = "C.04.6 art. 3.4";
const UPFLOATERS: &str = "C.04.6 art. 3.5";
const PAIRS: &str = "C.04.6 art. 3.6";
const GROUP: &str = "C.04.6 art. 3.3";

/// Explains the pairing that [`super::pair_matches`] gives to teams in this position; arguments as there and in [`super::super::explain`].
///
/// # Errors
/// As [`super::pair_matches`]; also [`PairingError::BadInput`] when the question names a team that is not in the list.
pub fn explain_teams(
    preference: TeamPreference,
    input: &RoundInput,
    secondary: &[(Tpn, Points)],
    question: Question,
    name: &dyn Fn(Tpn) -> String,
) -> Result<Vec<Reason>, PairingError> {
    let field = Field::new(input)?;
    let teller = Teller { input, field: &field, name };
    match question {
        Question::Player(tpn) => teller.check(tpn)?,
        Question::Pair(one, other) => {
            teller.check(one)?;
            teller.check(other)?;
        }
        Question::Bye => {}
    }
    let facts = Facts::new(MatchSystem::Team(preference), input, &field, secondary);
    let round = Round::new(&facts)?;
    Ok(Tale { teller: &teller, facts: &facts, round: &round }.answer(question))
}

fn reason(article: &'static str, text: String) -> Reason {
    Reason { article, text }
}

struct Tale<'a> {
    teller: &'a Teller<'a>,
    facts: &'a Facts<'a>,
    round: &'a Round,
}

impl Story for Tale<'_> {
    // No rule of colours forbids a match of teams, so that the second article never occurs.
    const BARS: [&'static str; 2] = ["C.04.6 [C1]", "C.04.6 [C1]"];
    const BYES: [&'static str; 3] = ["C.04.6 [C2]", "C.04.6 [C3]", BYE];

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
        let text = match self.round.bye {
            None => {
                format!(
                    "{} teams are to be paired; the number is even, so nobody is left over.",
                    self.facts.field.order.len()
                )
            }
            Some(team) => format!(
                "{} has the pairing-allocated bye: among the teams that may have it and that the others can spare, first the lowest score \
                 decides ({}), then the most matches played ({}), then the largest number.",
                self.teller.one(team),
                self.teller.score(team),
                self.facts.field.players[team].history.len()
            ),
        };
        reason(BYE, text)
    }

    fn opponent(&self, team: usize) -> Option<usize> {
        let pairs = self.round.groups.iter().flat_map(|group| &group.pairs);
        pairs.into_iter().find_map(|&(a, b)| (a == team).then_some(b).or((b == team).then_some(a)))
    }

    fn met(&self, a: usize, b: usize) -> Vec<Reason> {
        let Some(group) = self.group_of(a) else { return Vec::new() };
        let mut reasons = vec![self.scoregroup(group)];
        for team in [a, b] {
            if group.upfloaters.contains(&team) {
                reasons.extend(self.why_up(group, team));
            }
        }
        reasons.push(self.criteria(group, a, b));
        reasons.push(self.colors(a, b));
        reasons
    }

    fn apart(&self, a: usize, b: usize) -> Vec<Reason> {
        let (Some(one), Some(other)) = (self.place_of(a), self.place_of(b)) else { return Vec::new() };
        if one == other {
            return self.same_group(&self.round.groups[one], a, b);
        }
        let (early, (first, second)) = if one < other { (one, (a, b)) } else { (other, (b, a)) };
        let group = &self.round.groups[early];
        let mut reasons = vec![self.scoregroup(group)];
        if group.upfloaters.contains(&first) {
            reasons.extend(self.why_up(group, first));
        }
        reasons.extend(self.why_not_up(group, second));
        reasons
    }

    fn pair(&self, a: usize, b: usize) -> Vec<Reason> {
        if a == b {
            return self.player(a);
        }
        let teller = self.teller;
        for (team, other) in [(a, b), (b, a)] {
            if let Some(text) = teller.no_opponent(team, self.round.bye) {
                let mut reasons = vec![reason("C.04.2 art. 3", text)];
                if self.round.bye == Some(team) && teller.field.players[other].present {
                    reasons.push(self.bye());
                    reasons.push(self.not_bye(other, team));
                }
                return reasons;
            }
        }
        if self.opponent(a) == Some(b) {
            return self.met(a, b);
        }
        let players = &self.facts.field.players;
        if players[a].has_met(b) || self.facts.field.is_forbidden(a, b) {
            return teller.bar(Self::BARS, a, b).into_iter().collect();
        }
        self.apart(a, b)
    }
}

impl Tale<'_> {
    fn place_of(&self, team: usize) -> Option<usize> {
        self.round.groups.iter().position(|group| group.pairs.iter().any(|&(a, b)| a == team || b == team))
    }

    fn group_of(&self, team: usize) -> Option<&Group> {
        self.round.groups.get(self.place_of(team)?)
    }

    fn not_bye(&self, team: usize, holder: usize) -> Reason {
        let (one, other) = (self.teller.one(team), self.teller.one(holder));
        let matches = |team: usize| self.facts.field.players[team].history.len();
        if self.facts.bye_barred[team] {
            let text = format!("{one} must not have the bye: a bye or a win without play has been there before.");
            return reason("C.04.6 [C2]", text);
        }
        if !spared(&self.facts.legal, &self.facts.field.order).contains(&team) {
            return reason("C.04.6 [C3]", format!("Without {one} the others could not all be paired."));
        }
        let text = if self.teller.score(team) != self.teller.score(holder) {
            format!("{one} has {}, {other} only {}.", points(self.teller.score(team)), self.teller.score(holder))
        } else if matches(team) != matches(holder) {
            format!("{one} has played {}, {other} {}.", matches_words(matches(team)), matches(holder))
        } else {
            format!("{other} has the larger number.")
        };
        reason(BYE, text)
    }

    fn scoregroup(&self, group: &Group) -> Reason {
        let score = group.residents.first().map_or(Points::ZERO, |&team| self.teller.score(team));
        let size = count(group.residents.len(), "team");
        let members = if group.residents.len() <= 6 {
            format!(" ({})", self.teller.all(&group.residents))
        } else {
            String::new()
        };
        let text = match group.upfloaters.len() {
            0 => format!("The scoregroup of {} has {size}{members}; they are paired among themselves.", points(score)),
            number => format!(
                "The scoregroup of {} has {size}{members} and needs {}: {}.",
                points(score),
                count(number, "upfloater"),
                self.teller.all(&group.upfloaters)
            ),
        };
        reason(GROUP, text)
    }

    /// Why this team floats up and not one of those before it in the order.
    fn why_up(&self, group: &Group, team: usize) -> Vec<Reason> {
        let name = self.teller.one(team);
        let number = group.upfloaters.len();
        let odd = group.residents.len() % 2 == 1;
        let why = if number == 1 && odd {
            "the number of teams in the group above is odd".to_owned()
        } else {
            format!("the group above cannot be paired with fewer than {}", count(number, "upfloater"))
        };
        let mut reasons = vec![reason(
            "C.04.6 [C4], [C5]",
            format!(
                "{name} floats up from {}: {why}, and the upfloaters have the highest scores possible.",
                points(self.teller.score(team))
            ),
        )];
        let before = group.lower.iter().take_while(|&&other| other != team);
        let passed: Vec<usize> = before.copied().filter(|other| !group.upfloaters.contains(other)).collect();
        // Three examples are enough.
        reasons.extend(passed.into_iter().take(3).flat_map(|other| self.why_not_up(group, other)));
        reasons
    }

    /// Why a lower team is not among the upfloaters of a group.
    fn why_not_up(&self, group: &Group, team: usize) -> Option<Reason> {
        if group.upfloaters.contains(&team) || !group.lower.contains(&team) {
            return None;
        }
        let name = self.teller.one(team);
        if group.upfloaters.is_empty() {
            let text = format!("{name} does not float up: the group above needs no upfloater.");
            return Some(reason("C.04.6 [C4]", text));
        }
        let own = upfloaters::cost(self.facts, &group.residents, &group.lower, &group.upfloaters, None)?;
        let forced = upfloaters::cost(self.facts, &group.residents, &group.lower, &[], Some(team));
        let Some(theirs) = forced else {
            let text = format!("{name} cannot float up: not everybody could then be paired.");
            return Some(reason("C.04.6 [C3]", text));
        };
        let scores = |cost: &Cost| cost.scores.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let (article, why) = if theirs.scores.len() != own.scores.len() {
            (
                "C.04.6 [C4]",
                format!("{} instead of {} would be needed", count(theirs.scores.len(), "upfloater"), own.scores.len()),
            )
        } else if theirs.scores != own.scores {
            ("C.04.6 [C5]", format!("the upfloaters would have {} points instead of {}", scores(&theirs), scores(&own)))
        } else if theirs.harms != own.harms {
            ("C.04.6 [C6]", "the following scoregroup could then not be paired with its fewest upfloaters".to_owned())
        } else if theirs.floated != own.floated {
            (
                "C.04.6 [C7]",
                format!(
                    "{} of the upfloaters would have floated in the previous round, instead of {}",
                    theirs.floated, own.floated
                ),
            )
        } else {
            (UPFLOATERS, "the sets are equally good, and the other one comes first in the order of numbers".to_owned())
        };
        Some(reason(article, format!("{name} is not an upfloater of this group: {why}.")))
    }

    /// What the pairing of a group loses, and what the pair itself loses of it.
    fn criteria(&self, group: &Group, a: usize, b: usize) -> Reason {
        let lost = bracket::lost(self.facts, &group.residents, &group.upfloaters, None).unwrap_or_default();
        let mut words = vec![format!("[C8] {} without the colour that they wish", count(lost.wishes as usize, "team"))];
        if self.facts.system == MatchSystem::Team(TeamPreference::TypeB) {
            words.push(format!("[C9] {} without a strong wish", count(lost.strong as usize, "team")));
        }
        if !group.upfloaters.is_empty() && self.facts.floats_count {
            words.push(format!("[C10] {} of upfloaters who floated before", count(lost.floats as usize, "opponent")));
        }
        let (top, bottom) = if a < b { (a, b) } else { (b, a) };
        let own = if self.facts.same_wish(a, b) { "; both of this pair wish the same colour" } else { "" };
        let text = format!(
            "Of all complete pairings of the group the best are kept ({}{own}); of these it is the first by the numbers of the tops and then of the \
             bottoms, where {} is top and {} bottom.",
            words.join(", "),
            self.teller.one(top),
            self.teller.one(bottom)
        );
        reason("C.04.6 art. 3.6, [C8] to [C10]", text)
    }

    /// Why two of one group who may meet do not.
    fn same_group(&self, group: &Group, a: usize, b: usize) -> Vec<Reason> {
        let (one, other) = (self.teller.one(a), self.teller.one(b));
        let mut reasons = vec![self.scoregroup(group)];
        let own = bracket::lost(self.facts, &group.residents, &group.upfloaters, None).unwrap_or_default();
        let with = bracket::lost(self.facts, &group.residents, &group.upfloaters, Some((a, b)));
        let (article, text) = match with {
            None => ("C.04.6 [C3]", format!("If {one} met {other}, the others of the group could not all be paired.")),
            Some(Lost { wishes, .. }) if wishes != own.wishes => (
                "C.04.6 [C8]",
                format!(
                    "If {one} met {other}, {} would not have the colour that they wish, instead of {}.",
                    count(wishes as usize, "team"),
                    own.wishes
                ),
            ),
            Some(Lost { strong, .. }) if strong != own.strong => (
                "C.04.6 [C9]",
                format!(
                    "If {one} met {other}, {} would not have the colour that they wish strongly, instead of {}.",
                    count(strong as usize, "team"),
                    own.strong
                ),
            ),
            Some(Lost { floats, .. }) if floats != own.floats => (
                "C.04.6 [C10]",
                format!(
                    "If {one} met {other}, {} of upfloaters would have floated in the previous round, instead of {}.",
                    count(floats as usize, "opponent"),
                    own.floats
                ),
            ),
            Some(_) => (
                PAIRS,
                format!(
                    "A pairing with {one} against {other} would be equally good, but another one comes before it in the order of numbers."
                ),
            ),
        };
        reasons.push(reason(article, text));
        for team in [a, b] {
            if let Some(met) = self.opponent(team) {
                reasons.push(reason(PAIRS, format!("{} meets {}.", self.teller.one(team), self.teller.one(met))));
            }
        }
        reasons
    }

    fn colors(&self, a: usize, b: usize) -> Reason {
        let ((white, black), first, step) = allocate(self.facts, a, b);
        let one = |team: usize| self.teller.one(team);
        let wish = |team: usize| match self.facts.wishes[team] {
            None => "no colour".to_owned(),
            Some(wish) if self.facts.system == MatchSystem::Team(TeamPreference::TypeB) => {
                format!("{} {}", color_name(wish.color), if wish.strong { "strongly" } else { "mildly" })
            }
            Some(wish) => color_name(wish.color).to_owned(),
        };
        let difference = |team: usize| self.facts.field.players[team].difference;
        let history = |team: usize| {
            let colors = self.facts.field.players[team].history.iter();
            let letters: String = colors.map(|color| if *color == Color::White { 'W' } else { 'B' }).collect();
            if letters.is_empty() { "none".to_owned() } else { letters }
        };
        let top = one(first);
        let because = match step {
            Step::Parity => format!(
                "neither has played a match, and {top}, the first-team, has an {} number",
                if self.facts.field.players[first].parity % 2 == 1 { "odd" } else { "even" }
            ),
            Step::OneWish => format!("{} wishes {}, {} wishes {}", one(white), wish(white), one(black), wish(black)),
            Step::Opposite => {
                format!(
                    "{} wishes {}, {} wishes {}, and both are granted",
                    one(white),
                    wish(white),
                    one(black),
                    wish(black)
                )
            }
            Step::Stronger => {
                format!(
                    "{} wishes {}, {} wishes {}; the strong wish is granted",
                    one(white),
                    wish(white),
                    one(black),
                    wish(black)
                )
            }
            Step::Balance => format!(
                "colour differences {:+} and {:+}; White goes to the lower one",
                difference(white),
                difference(black)
            ),
            Step::LastDifference => {
                format!(
                    "colours so far {} and {}; each changes from where they last differed",
                    history(white),
                    history(black)
                )
            }
            Step::FirstWish => format!("both wish the same, and {top} is the first-team"),
            Step::FirstChanges => format!(
                "nothing else divides them, and {top}, the first-team, changes its last colour ({})",
                history(first)
            ),
            Step::OtherChanges => {
                format!("{top}, the first-team, has played no match, and the other team changes its last colour")
            }
        };
        reason(step.article(), format!("{} has White on board 1 against {}: {because}.", one(white), one(black)))
    }
}

/// `1 match`, `2 matches`.
fn matches_words(number: usize) -> String {
    format!("{number} {}", if number == 1 { "match" } else { "matches" })
}
