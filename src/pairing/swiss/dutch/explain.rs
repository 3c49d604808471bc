//! Why the pairing is as it is (C.04.1 art. 9: whoever is responsible must be able to explain it).

use super::bracket::{Outcome, best_candidate};
use super::ground::Ground;
use super::judge::Verdict;
use super::words::{color_sentence, criterion_sentence, is_order_sentence, order_sentence, rest_sentence};
use crate::matching::bitset::BitSet;
use crate::swiss::explain::{count, points};
use crate::swiss::{BrokenRule, Field, PairingError, RoundInput, RoundPairing, Tpn, colors};
use std::collections::HashMap;

/// One bracket of the round, in the order of pairing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BracketReport {
    /// Pairing score of the residents.
    pub score: crate::Points,
    /// Players moved down into the bracket, by rank.
    pub moved_down: Vec<Tpn>,
    /// Players of the score group, by rank.
    pub residents: Vec<Tpn>,
    /// The pairs, the higher ranked player first.
    pub pairs: Vec<(Tpn, Tpn)>,
    /// Players who go down to the next bracket; in the last one the holder of the bye.
    pub floaters: Vec<Tpn>,
}

#[derive(Clone, Debug)]
struct Step {
    group: usize,
    moved_down: Vec<usize>,
    outcome: Outcome,
}

impl Step {
    fn holds(&self, ground: &Ground<'_>, rank: usize) -> bool {
        self.moved_down.contains(&rank) || ground.group[rank] == self.group
    }

    fn pairs(&self, rank: usize) -> bool {
        self.outcome.pairs.iter().any(|&(a, b)| a == rank || b == rank)
    }
}

/// The pairing of a round with its reasons.
///
/// Sentences name players by number, or by the names of [`Explanation::with_names`].
pub struct Explanation {
    field: Field,
    steps: Vec<Step>,
    pairing: RoundPairing,
    names: HashMap<Tpn, String>,
}

/// Pairs the round by the Dutch system and keeps what is needed to explain it: for many questions about one round.
/// A single question can go through [`explain`](crate::swiss::explain).
///
/// # Errors
/// As [`pair`](crate::swiss::pair).
///
/// ```
/// # use pairing::swiss::*;
/// # use pairing::Points;
/// let entrant = |tpn| Entrant { tpn, rating: 0, rounds: vec![], virtual_points: vec![], present: true, extra_points: Points::ZERO };
/// let input = RoundInput {
///     round: 1, rounds_total: 5, entrants: (1..=6).map(entrant).collect(), forbidden: vec![(1, 4)],
///     initial_color: Color::White, scoring: Scoring::default(),
/// };
/// let explanation = explain_dutch(&input).unwrap();
/// assert_eq!(explanation.why_not(1, 4), ["The organiser forbids the pair 1 and 4 (rules of the event)."]);
/// ```
pub fn explain_dutch(input: &RoundInput) -> Result<Explanation, PairingError> {
    let field = Field::new(input)?;
    let steps = steps(&super::ground(&field)?)?;
    let pairing = super::pair(&field)?;
    Ok(Explanation { field, steps, pairing, names: HashMap::new() })
}

fn steps(ground: &Ground<'_>) -> Result<Vec<Step>, PairingError> {
    let mut steps = Vec::new();
    let mut moved_down = Vec::new();
    for group in 0..ground.groups.len() {
        let outcome = best_candidate(ground, &moved_down, group).ok_or_else(|| super::no_pairing(ground.field))?;
        let floaters = outcome.floaters.clone();
        steps.push(Step { group, moved_down, outcome });
        moved_down = floaters;
    }
    Ok(steps)
}

impl Explanation {
    /// Sentences name players so; who is not in the map stays a number.
    #[must_use]
    pub fn with_names(mut self, names: HashMap<Tpn, String>) -> Explanation {
        self.names = names;
        self
    }

    /// The pairing that is explained.
    pub fn pairing(&self) -> &RoundPairing {
        &self.pairing
    }

    /// The brackets, the highest first.
    pub fn brackets(&self) -> Vec<BracketReport> {
        let Ok(ground) = super::ground(&self.field) else { return Vec::new() };
        let tpn = |&rank: &usize| ground.player(rank).tpn;
        self.steps
            .iter()
            .map(|step| BracketReport {
                score: ground.player(ground.start(step.group)).pairing_score,
                moved_down: step.moved_down.iter().map(tpn).collect(),
                residents: ground.groups[step.group].clone().map(|rank| tpn(&rank)).collect(),
                pairs: step.outcome.pairs.iter().map(|(a, b)| (tpn(a.min(b)), tpn(a.max(b)))).collect(),
                floaters: step.outcome.floaters.iter().map(tpn).collect(),
            })
            .collect()
    }

    /// Why this player has this opponent or the bye: score group, floats, the natural opponent, colours.
    pub fn of_player(&self, tpn: Tpn) -> Vec<String> {
        super::ground(&self.field).map_or_else(|_| Vec::new(), |ground| self.of_player_on(&ground, tpn))
    }

    /// The same on a ground that is there already: with thousands of players it takes longer to lay out than to read.
    fn of_player_on(&self, ground: &Ground<'_>, tpn: Tpn) -> Vec<String> {
        let Some(rank) = self.rank(ground, tpn) else { return vec![self.not_here(tpn)] };
        let mut lines = vec![format!(
            "{} has {} and stands {} among the {} to be paired.",
            self.name(tpn),
            points(ground.player(rank).pairing_score),
            rank + 1,
            ground.len()
        )];
        lines.extend(self.floats_of(ground, rank));
        let last = self.steps.iter().rev().find(|step| step.holds(ground, rank));
        let Some(step) = last else { return lines };
        match step.outcome.pairs.iter().find(|&&(a, b)| a == rank || b == rank) {
            Some(&(a, b)) => lines.extend(self.meeting(ground, step, a.min(b), a.max(b), rank)),
            None => lines.extend(self.bye(ground, rank)),
        }
        lines
    }

    /// Why these two meet, or why not.
    pub fn of_pair(&self, a: Tpn, b: Tpn) -> Vec<String> {
        if !self.are_paired(a, b) {
            return self.why_not(a, b);
        }
        let Ok(ground) = super::ground(&self.field) else { return Vec::new() };
        let mut lines = self.of_player_on(&ground, a);
        let known = lines.clone();
        lines.extend(self.of_player_on(&ground, b).into_iter().filter(|line| !known.contains(line)));
        lines
    }

    /// Why these two do not meet: the rule that forbids it, or the first criterion in which the best pairing with the
    /// two together is worse.
    pub fn why_not(&self, a: Tpn, b: Tpn) -> Vec<String> {
        let Ok(ground) = super::ground(&self.field) else { return Vec::new() };
        let (Some(first), Some(second)) = (self.rank(&ground, a), self.rank(&ground, b)) else {
            return [a, b].into_iter().filter(|t| self.rank(&ground, *t).is_none()).map(|t| self.not_here(t)).collect();
        };
        if first == second {
            return vec![format!("{} cannot meet himself.", self.name(a))];
        }
        if self.are_paired(a, b) {
            return vec![format!("{} and {} do meet.", self.name(a), self.name(b))];
        }
        let (high, low) = (first.min(second), first.max(second));
        if !ground.legal.get(high, low) {
            return self.forbidding(&ground, high, low);
        }
        let (name_high, name_low) = (self.name_of(&ground, high), self.name_of(&ground, low));
        let common = self.steps.iter().rev().find(|step| {
            let both_moved = step.moved_down.contains(&high) && step.moved_down.contains(&low);
            step.holds(&ground, high) && step.holds(&ground, low) && !both_moved
        });
        let Some(step) = common else {
            // The higher one is paired before the lower one's turn comes.
            let Some(step) = self.steps.iter().rev().find(|step| step.holds(&ground, high) && step.pairs(high)) else {
                return vec![format!("{name_high} has the bye.")];
            };
            let mut lines = vec![format!(
                "{name_high} is paired in the bracket of {}; to meet {name_low} he would have to float down to {}.",
                points(self.score(&ground, ground.start(step.group))),
                points(self.score(&ground, low))
            )];
            let below = ground.start(step.group + 1);
            let world =
                ground.changed(|legal, _| legal.keep_only(high, &BitSet::of(ground.len(), below..ground.len())));
            lines.push(self.compare(&ground, &world, step, &format!("If {name_high} floated")));
            return lines;
        };
        let only = |rank: usize| BitSet::of(ground.len(), [rank]);
        let world = ground.changed(|legal, may_rest| {
            legal.keep_only(high, &only(low));
            legal.keep_only(low, &only(high));
            may_rest.remove(high);
            may_rest.remove(low);
        });
        vec![self.compare(&ground, &world, step, &format!("If {name_high} met {name_low}"))]
    }

    /// Why this player does not have the pairing-allocated bye.
    pub fn why_no_bye(&self, tpn: Tpn) -> Vec<String> {
        let Ok(ground) = super::ground(&self.field) else { return Vec::new() };
        let Some(group) = ground.bye_group else {
            return vec!["The number of players is even, so nobody has a bye (C.04.1 art. 3).".to_owned()];
        };
        let Some(rank) = self.rank(&ground, tpn) else { return vec![self.not_here(tpn)] };
        if self.pairing.bye == Some(tpn) {
            return self.bye(&ground, rank);
        }
        let name = self.name(tpn);
        if ground.player(rank).bye_barred {
            return vec![format!(
                "{name} already had a bye or the points of a win without playing, and cannot have another (C.04.1 art. 4, [C2])."
            )];
        }
        if ground.group[rank] != group {
            return vec![format!(
                "The bye goes to the lowest score possible, {}; {name} has {} ([C5]).",
                points(self.score(&ground, ground.start(group))),
                self.score(&ground, rank)
            )];
        }
        let world = ground.changed(|_, may_rest| {
            may_rest.clear();
            may_rest.insert(rank);
        });
        let intro = format!("If {name} had the bye");
        if !world.suffix(0).complete {
            return vec![format!("{intro}, the others could not all be paired ([C4]).")];
        }
        for step in &self.steps {
            match best_candidate(&world, &step.moved_down, step.group) {
                Some(other) if other == step.outcome => {}
                _ => return vec![self.compare(&ground, &world, step, &intro)],
            }
        }
        Vec::new()
    }

    fn rank(&self, ground: &Ground<'_>, tpn: Tpn) -> Option<usize> {
        let index = self.field.index_of(tpn)?;
        ground.index.iter().position(|&i| i == index)
    }

    fn name(&self, tpn: Tpn) -> String {
        self.names.get(&tpn).cloned().unwrap_or_else(|| tpn.to_string())
    }

    fn name_of(&self, ground: &Ground<'_>, rank: usize) -> String {
        self.name(ground.player(rank).tpn)
    }

    fn score(&self, ground: &Ground<'_>, rank: usize) -> crate::Points {
        ground.player(rank).pairing_score
    }

    fn not_here(&self, tpn: Tpn) -> String {
        match self.field.index_of(tpn) {
            Some(_) => format!("{} does not take part in this round.", self.name(tpn)),
            None => format!("{tpn} is not in the list."),
        }
    }

    fn are_paired(&self, a: Tpn, b: Tpn) -> bool {
        self.pairing.pairs.iter().any(|pair| (pair.white, pair.black) == (a, b) || (pair.white, pair.black) == (b, a))
    }

    /// The prohibition of an illegal pair.
    fn forbidding(&self, ground: &Ground<'_>, high: usize, low: usize) -> Vec<String> {
        let (a, b) = (ground.index[high], ground.index[low]);
        let (name_a, name_b) = (self.name_of(ground, high), self.name_of(ground, low));
        let mut lines = Vec::new();
        if self.field.players[a].has_met(b) {
            lines.push(format!("{name_a} and {name_b} have already played each other (C.04.1 art. 2, [C1])."));
        }
        if self.field.is_forbidden(a, b) {
            let rule = BrokenRule::Forbidden(0, 0);
            lines.push(format!("The organiser forbids the pair {name_a} and {name_b} ({}).", rule.article()));
        }
        if lines.is_empty() {
            let color = match self.field.players[a].preference.color() {
                Some(crate::swiss::Color::White) => "White",
                _ => "Black",
            };
            lines.push(format!(
                "{name_a} and {name_b} must both get {color}, and neither is a topscorer of the last round ([C3])."
            ));
        }
        lines
    }

    /// What gets worse in the bracket of `step` when only the candidates of another world are allowed.
    fn compare(&self, ground: &Ground<'_>, world: &Ground<'_>, step: &Step, intro: &str) -> String {
        let Some(other) = best_candidate(world, &step.moved_down, step.group) else {
            return format!("{intro}, the players below could not all be paired any more ([C4]).");
        };
        let ours = Verdict::new(ground, &step.moved_down, step.group, &step.outcome);
        let theirs = Verdict::new(ground, &step.moved_down, step.group, &other);
        debug_assert!(ours.values <= theirs.values, "{intro}: {ours:?} against {theirs:?}");
        match ours.first_difference(&theirs) {
            Some((number, ours, theirs)) => criterion_sentence(intro, number, ours, theirs),
            None => order_sentence(intro),
        }
    }

    /// Why the player floated, bracket by bracket.
    fn floats_of(&self, ground: &Ground<'_>, rank: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let name = self.name_of(ground, rank);
        for step in self.steps.iter().filter(|step| step.outcome.floaters.contains(&rank)) {
            if step.group + 1 == ground.groups.len() {
                continue;
            }
            let score = points(self.score(ground, ground.start(step.group)));
            let members = ground.groups[step.group].clone().chain(step.moved_down.iter().copied());
            let partners = BitSet::of(ground.len(), members.filter(|&other| ground.legal.get(rank, other)));
            let moved = step.moved_down.contains(&rank);
            lines.push(if partners.is_empty() {
                format!("{name} floated down from the bracket of {score}: no legal opponent was left in it.")
            } else {
                let world = ground.changed(|legal, may_rest| {
                    legal.keep_only(rank, &partners);
                    may_rest.remove(rank);
                });
                let again = if moved { " again" } else { "" };
                let why = self.compare(ground, &world, step, &format!("If {name} had been paired there"));
                format!("{name} floated down{again} from the bracket of {score}. {why}")
            });
        }
        lines
    }

    /// Where the two met, the natural opponent, and colours; `about` is one of the two.
    fn meeting(&self, ground: &Ground<'_>, step: &Step, high: usize, low: usize, about: usize) -> Vec<String> {
        let (name_high, name_low) = (self.name_of(ground, high), self.name_of(ground, low));
        let bracket_score = points(self.score(ground, ground.start(step.group)));
        let size = count(ground.groups[step.group].len() + step.moved_down.len(), "player");
        let mut lines = vec![if step.moved_down.contains(&high) {
            format!(
                "{name_high} ({}, moved down) meets {name_low} in the bracket of {bracket_score} ({size}).",
                points(self.score(ground, high))
            )
        } else {
            format!("{name_high} and {name_low} meet in the bracket of {bracket_score} ({size}).")
        }];
        if let Some(natural) = natural_opponent(ground, step, about)
            && natural != high
            && natural != low
        {
            let (name, name_natural) = (self.name_of(ground, about), self.name_of(ground, natural));
            lines.push(format!(
                "In the first candidate of the bracket (art. 3.6, 3.7) {name} would meet {name_natural}."
            ));
            let why = self.why_not(ground.player(about).tpn, ground.player(natural).tpn);
            // Where the two could meet without any criterion suffering, it is the rest of that candidate that failed.
            if why.iter().any(|line| is_order_sentence(line)) {
                lines.push(rest_sentence(&name, &name_natural));
            } else {
                lines.extend(why);
            }
        }
        let (high, low) = (ground.index[high], ground.index[low]);
        let (color, by) = colors::dutch_color(&self.field, high, low);
        lines.push(color_sentence(&self.field, high, &name_high, low, &name_low, color, by));
        lines
    }

    fn bye(&self, ground: &Ground<'_>, rank: usize) -> Vec<String> {
        let name = self.name_of(ground, rank);
        let others: Vec<String> =
            ground.may_rest.iter().filter(|&other| other != rank).map(|other| self.name_of(ground, other)).collect();
        let mut lines = vec![format!(
            "The number of players is odd, so one has the bye (C.04.1 art. 3). {} is the lowest score of a player who may have it so that all others can be paired ([C5]).",
            points(self.score(ground, rank))
        )];
        lines.push(match others.len() {
            0 => format!("{name} is the only one with this score who may have it ([C2])."),
            1..=6 => format!("{name} has it, rather than {}, by the criteria of the bracket.", others.join(", ")),
            more => {
                format!("{name} has it, rather than {more} others with this score, by the criteria of the bracket.")
            }
        });
        lines
    }
}

/// The opponent in the first candidate of the bracket: S1 against S2 in order.
fn natural_opponent(ground: &Ground<'_>, step: &Step, rank: usize) -> Option<usize> {
    let residents: Vec<usize> = ground.groups[step.group].clone().collect();
    let paired: Vec<usize> = step.moved_down.iter().copied().filter(|&moved| step.pairs(moved)).collect();
    let (opponents, rest) = residents.split_at(paired.len().min(residents.len()));
    let half = step.outcome.pairs.len().saturating_sub(paired.len());
    let mut first = paired.iter().copied().zip(opponents.iter().copied());
    let mut second = (0..half).filter_map(|i| Some((*rest.get(i)?, *rest.get(i + half)?)));
    let meets = |(a, b): (usize, usize)| match rank {
        r if r == a => Some(b),
        r if r == b => Some(a),
        _ => None,
    };
    first.find_map(meets).or_else(|| second.find_map(meets))
}
