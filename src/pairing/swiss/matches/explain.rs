//! Explains a round of the Swiss Team Pairing System or of the Double-Swiss System: scoregroups, upfloaters, criteria and colours by the
//! articles of C.04.6 and C.04.5, whose articles 3.3 to 3.6 are the same.

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
    answer(MatchSystem::Team(preference), &teller, secondary, question)
}

/// Explains the pairing of players in the Double-Swiss; the question names participants.
///
/// # Errors
/// As [`super::pair_matches`].
pub(in crate::swiss) fn explain_double_swiss(
    teller: &Teller<'_>,
    question: Question,
) -> Result<Vec<Reason>, PairingError> {
    answer(MatchSystem::DoubleSwiss, teller, &[], question)
}

fn answer(
    system: MatchSystem,
    teller: &Teller<'_>,
    secondary: &[(Tpn, Points)],
    question: Question,
) -> Result<Vec<Reason>, PairingError> {
    let facts = Facts::new(system, teller.input, teller.field, secondary);
    let round = Round::new(&facts)?;
    Ok(Tale { teller, facts: &facts, round: &round }.answer(question))
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
    fn bars(&self) -> [&'static str; 2] {
        // No rule of colours forbids a match, so that the second article never occurs.
        [self.art("C.04.6 [C1]", "C.04.5 [C1]"); 2]
    }

    fn byes(&self) -> [&'static str; 3] {
        [self.art("C.04.6 [C2]", "C.04.5 [C2]"), self.art("C.04.6 [C3]", "C.04.5 [C3]"), self.bye_article()]
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
        let text = match self.round.bye {
            None => {
                format!(
                    "{} {}s are to be paired; the number is even, so nobody is left over.",
                    self.facts.field.order.len(),
                    self.noun()
                )
            }
            Some(team) => format!(
                "{} has the pairing-allocated bye: among those who may have it and whom the others can spare, first the lowest score \
                 decides ({}), then the most matches played ({}), then the largest number.",
                self.teller.one(team),
                self.teller.score(team),
                self.facts.field.players[team].history.len()
            ),
        };
        reason(self.bye_article(), text)
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

    fn bar(&self, a: usize, b: usize) -> Option<Reason> {
        let players = &self.facts.field.players;
        let barred = players[a].has_met(b) || self.facts.field.is_forbidden(a, b);
        if barred { self.teller.bar(self.bars(), a, b) } else { None }
    }

    fn not_bye(&self, team: usize, holder: usize) -> Reason {
        let (one, other) = (self.teller.one(team), self.teller.one(holder));
        let [barred, completion, choice] = self.byes();
        let matches = |team: usize| self.facts.field.players[team].history.len();
        if self.facts.bye_barred[team] {
            let text = format!("{one} must not have the bye: a bye or a win without play has been there before.");
            return reason(barred, text);
        }
        if !spared(&self.facts.legal, &self.facts.field.order).contains(&team) {
            return reason(completion, format!("Without {one} the others could not all be paired."));
        }
        let text = if self.teller.score(team) != self.teller.score(holder) {
            format!("{one} has {}, {other} only {}.", points(self.teller.score(team)), self.teller.score(holder))
        } else if matches(team) != matches(holder) {
            format!("{one} has played {}, {other} {}.", matches_words(matches(team)), matches(holder))
        } else {
            format!("{other} has the larger number.")
        };
        reason(choice, text)
    }
}

impl Tale<'_> {
    fn place_of(&self, team: usize) -> Option<usize> {
        self.round.groups.iter().position(|group| group.pairs.iter().any(|&(a, b)| a == team || b == team))
    }

    fn group_of(&self, team: usize) -> Option<&Group> {
        self.round.groups.get(self.place_of(team)?)
    }

    /// Of teams the first, of players the second.
    fn art(&self, of_teams: &'static str, of_players: &'static str) -> &'static str {
        if self.facts.system == MatchSystem::DoubleSwiss { of_players } else { of_teams }
    }

    /// `team` or `player`.
    fn noun(&self) -> &'static str {
        self.art("team", "player")
    }

    fn bye_article(&self) -> &'static str {
        self.art("C.04.6 art. 3.4", "C.04.5 art. 3.4")
    }

    fn pairs_article(&self) -> &'static str {
        self.art("C.04.6 art. 3.6", "C.04.5 art. 3.6")
    }

    fn scoregroup(&self, group: &Group) -> Reason {
        let score = group.residents.first().map_or(Points::ZERO, |&team| self.teller.score(team));
        let size = count(group.residents.len(), self.noun());
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
        reason(self.art("C.04.6 art. 3.3", "C.04.5 art. 3.3"), text)
    }

    /// Why this team floats up and not one of those before it in the order.
    fn why_up(&self, group: &Group, team: usize) -> Vec<Reason> {
        let name = self.teller.one(team);
        let number = group.upfloaters.len();
        let odd = group.residents.len() % 2 == 1;
        let why = if number == 1 && odd {
            format!("the number of {}s in the group above is odd", self.noun())
        } else {
            format!("the group above cannot be paired with fewer than {}", count(number, "upfloater"))
        };
        let mut reasons = vec![reason(
            self.art("C.04.6 [C4], [C5]", "C.04.5 [C4], [C5]"),
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
            return Some(reason(self.art("C.04.6 [C4]", "C.04.5 [C4]"), text));
        }
        let own = upfloaters::cost(self.facts, &group.residents, &group.lower, &group.upfloaters, None)?;
        let forced = upfloaters::cost(self.facts, &group.residents, &group.lower, &[], Some(team));
        let Some(theirs) = forced else {
            let text = format!("{name} cannot float up: not everybody could then be paired.");
            return Some(reason(self.art("C.04.6 [C3]", "C.04.5 [C3]"), text));
        };
        let scores = |cost: &Cost| cost.scores.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let (article, why) = if theirs.scores.len() != own.scores.len() {
            (
                self.art("C.04.6 [C4]", "C.04.5 [C4]"),
                format!("{} instead of {} would be needed", count(theirs.scores.len(), "upfloater"), own.scores.len()),
            )
        } else if theirs.scores != own.scores {
            (
                self.art("C.04.6 [C5]", "C.04.5 [C5]"),
                format!("the upfloaters would have {} points instead of {}", scores(&theirs), scores(&own)),
            )
        } else if theirs.harms != own.harms {
            (
                self.art("C.04.6 [C6]", "C.04.5 [C6]"),
                "the following scoregroup could then not be paired with its fewest upfloaters".to_owned(),
            )
        } else if theirs.floated != own.floated {
            (
                self.art("C.04.6 [C7]", "C.04.5 [C7]"),
                format!(
                    "{} of the upfloaters would have floated in the previous round, instead of {}",
                    theirs.floated, own.floated
                ),
            )
        } else {
            (
                self.art("C.04.6 art. 3.5", "C.04.5 art. 3.5"),
                "the sets are equally good, and the other one comes first in the order of numbers".to_owned(),
            )
        };
        Some(reason(article, format!("{name} is not an upfloater of this group: {why}.")))
    }

    /// What the pairing of a group loses, and what the pair itself loses of it.
    fn criteria(&self, group: &Group, a: usize, b: usize) -> Reason {
        let lost = bracket::lost(self.facts, &group.residents, &group.upfloaters, None).unwrap_or_default();
        let double = self.facts.system == MatchSystem::DoubleSwiss;
        let mut words = Vec::new();
        if !double {
            words.push(format!("[C8] {} without the colour that they wish", count(lost.wishes as usize, "team")));
        }
        if self.facts.system == MatchSystem::Team(TeamPreference::TypeB) {
            words.push(format!("[C9] {} without a strong wish", count(lost.strong as usize, "team")));
        }
        if !group.upfloaters.is_empty() && self.facts.floats_count {
            let criterion = if double { "[C8]" } else { "[C10]" };
            words.push(format!(
                "{criterion} {} of upfloaters who floated before",
                count(lost.floats as usize, "opponent")
            ));
        }
        let (top, bottom) = if a < b { (a, b) } else { (b, a) };
        let own = if !double && self.facts.same_wish(a, b) { "; both of this pair wish the same colour" } else { "" };
        let order = format!(
            "the first by the numbers of the tops and then of the bottoms, where {} is top and {} bottom",
            self.teller.one(top),
            self.teller.one(bottom)
        );
        let text = if words.is_empty() {
            format!("Of all complete pairings of the group it is {order}.")
        } else {
            let words = words.join(", ");
            format!("Of all complete pairings of the group the best are kept ({words}{own}); of these it is {order}.")
        };
        reason(self.art("C.04.6 art. 3.6, [C8] to [C10]", "C.04.5 art. 3.6, [C8]"), text)
    }

    /// Why two of one group who may meet do not.
    fn same_group(&self, group: &Group, a: usize, b: usize) -> Vec<Reason> {
        let (one, other) = (self.teller.one(a), self.teller.one(b));
        let mut reasons = vec![self.scoregroup(group)];
        let own = bracket::lost(self.facts, &group.residents, &group.upfloaters, None).unwrap_or_default();
        let with = bracket::lost(self.facts, &group.residents, &group.upfloaters, Some((a, b)));
        let (article, text) = match with {
            None => (
                self.art("C.04.6 [C3]", "C.04.5 [C3]"),
                format!("If {one} met {other}, the others of the group could not all be paired."),
            ),
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
                self.art("C.04.6 [C10]", "C.04.5 [C8]"),
                format!(
                    "If {one} met {other}, {} of upfloaters would have floated in the previous round, instead of {}.",
                    count(floats as usize, "opponent"),
                    own.floats
                ),
            ),
            Some(_) => (
                self.pairs_article(),
                format!(
                    "A pairing with {one} against {other} would be equally good, but another one comes before it in the order of numbers."
                ),
            ),
        };
        reasons.push(reason(article, text));
        for team in [a, b] {
            if let Some(met) = self.opponent(team) {
                reasons.push(reason(
                    self.pairs_article(),
                    format!("{} meets {}.", self.teller.one(team), self.teller.one(met)),
                ));
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
        let double = self.facts.system == MatchSystem::DoubleSwiss;
        let whites = |team: usize| {
            let colors = self.facts.field.players[team].history.iter();
            colors.filter(|&&color| color == Color::White).count()
        };
        let top = one(first);
        let first_one = self.art("the first-team", "the higher ranked");
        let because = match step {
            Step::Parity => format!(
                "neither has played a match, and {top}, {first_one}, has an {} number",
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
            Step::Balance if double => format!(
                "{} against {} matches with White so far; White goes to the fewer",
                whites(white),
                whites(black)
            ),
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
            Step::FirstWish => format!("both wish the same, and {top} is {first_one}"),
            Step::FirstChanges => format!(
                "nothing else divides them, and {top}, {first_one}, changes its last colour ({})",
                history(first)
            ),
            Step::OtherChanges => {
                format!("{top}, {first_one}, has played no match, and the other one changes its last colour")
            }
        };
        let place = self.art("on board 1", "in the first game");
        let text = format!("{} has White {place} against {}: {because}.", one(white), one(black));
        reason(self.art(step.article(), step.article_of_players()), text)
    }
}

/// `1 match`, `2 matches`.
fn matches_words(number: usize) -> String {
    format!("{number} {}", if number == 1 { "match" } else { "matches" })
}
