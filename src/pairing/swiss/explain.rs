//! Why a round was paired as it was (basic rule 9): sentences with the articles that decided.

mod plain;
mod story;

use super::strict::Step;
use super::{Color, Field, PairingError, Preference, RoundInput, System, Tpn, burstein, dubov, explain_dutch};
use crate::Points;

pub(super) use story::Story;

/// A sentence and the article that it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// For instance `C.04.4.1 art. 3.2.6`; the number of the system alone where no single article decided.
    pub article: &'static str,
    /// A whole sentence in plain English.
    pub text: String,
}

/// A sentence with its article.
pub(in crate::swiss) fn reason(article: &'static str, text: String) -> Reason {
    Reason { article, text }
}

/// What is asked of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// Why this participant has this opponent, this colour, or the bye.
    Player(Tpn),
    /// Why these two meet, or why they do not.
    Pair(Tpn, Tpn),
    /// Why this one has the pairing-allocated bye, or why nobody.
    Bye,
}

/// Explains the pairing that [`super::pair`] gives for the position, by the articles of its system. `name` writes a
/// participant as the reader knows them, for instance number and name.
///
/// # Errors
/// As [`super::pair`]; also [`PairingError::BadInput`] when the question names somebody who is not in the list.
pub fn explain(
    system: System,
    input: &RoundInput,
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
    match system {
        System::Dubov => dubov::explain(&teller, question),
        System::Burstein if input.round > burstein::seeding_rounds(input.rounds_total) => {
            burstein::explain(&teller, question)
        }
        // Also the seeding rounds of Burstein.
        System::Dutch | System::Burstein => dutch(input, question, name),
        System::DoubleSwiss => super::matches::explain_double_swiss(&teller, question),
        System::Lim => plain::explain(&teller, question),
    }
}

fn dutch(input: &RoundInput, question: Question, name: &dyn Fn(Tpn) -> String) -> Result<Vec<Reason>, PairingError> {
    let names = input.entrants.iter().map(|entrant| (entrant.tpn, name(entrant.tpn))).collect();
    let explanation = explain_dutch(input)?.with_names(names);
    let lines = match (question, explanation.pairing().bye) {
        (Question::Player(tpn), _) => explanation.of_player(tpn),
        (Question::Pair(one, other), _) => explanation.of_pair(one, other),
        (Question::Bye, Some(bye)) => explanation.of_player(bye),
        (Question::Bye, None) => explanation.why_no_bye(0),
    };
    Ok(lines.into_iter().map(|text| Reason { article: dutch_article(&text), text }).collect())
}

/// The criteria of C.04.3 art. 2.
const DUTCH_CRITERIA: [&str; 21] = [
    "C.04.3 art. 2 [C1]",
    "C.04.3 art. 2 [C2]",
    "C.04.3 art. 2 [C3]",
    "C.04.3 art. 2 [C4]",
    "C.04.3 art. 2 [C5]",
    "C.04.3 art. 2 [C6]",
    "C.04.3 art. 2 [C7]",
    "C.04.3 art. 2 [C8]",
    "C.04.3 art. 2 [C9]",
    "C.04.3 art. 2 [C10]",
    "C.04.3 art. 2 [C11]",
    "C.04.3 art. 2 [C12]",
    "C.04.3 art. 2 [C13]",
    "C.04.3 art. 2 [C14]",
    "C.04.3 art. 2 [C15]",
    "C.04.3 art. 2 [C16]",
    "C.04.3 art. 2 [C17]",
    "C.04.3 art. 2 [C18]",
    "C.04.3 art. 2 [C19]",
    "C.04.3 art. 2 [C20]",
    "C.04.3 art. 2 [C21]",
];

/// The article that a sentence about a Dutch pairing names: of the criterion, else of the procedure.
fn dutch_article(text: &str) -> &'static str {
    let criterion = text.split_once("[C").and_then(|(_, rest)| rest.split(']').next()?.parse::<usize>().ok());
    if let Some(article) = criterion.and_then(|number| DUTCH_CRITERIA.get(number.checked_sub(1)?)) {
        return article;
    }
    let known = [
        ("art. 5.2.1", "C.04.3 art. 5.2.1"),
        ("art. 5.2.2", "C.04.3 art. 5.2.2"),
        ("art. 5.2.3", "C.04.3 art. 5.2.3"),
        ("art. 5.2.4", "C.04.3 art. 5.2.4"),
        ("art. 5.2.5", "C.04.3 art. 5.2.5"),
        ("art. 3.6", "C.04.3 art. 3.6"),
        ("art. 3.8", "C.04.3 art. 3.8"),
        ("C.04.1 art. 2", "C.04.1 art. 2"),
        ("C.04.1 art. 3", "C.04.1 art. 3"),
        ("C.04.1 art. 4", "C.04.1 art. 4"),
        ("rules of the event", "rules of the event"),
    ];
    known.iter().find(|(words, _)| text.contains(words)).map_or("C.04.3", |(_, article)| article)
}

/// What the tellers of all systems need.
pub(super) struct Teller<'a> {
    pub input: &'a RoundInput,
    pub field: &'a Field,
    pub name: &'a dyn Fn(Tpn) -> String,
}

impl Teller<'_> {
    pub fn check(&self, tpn: Tpn) -> Result<(), PairingError> {
        match self.field.index_of(tpn) {
            Some(_) => Ok(()),
            None => Err(PairingError::BadInput(format!("there is no participant with number {tpn}"))),
        }
    }

    /// A participant by index.
    pub fn one(&self, player: usize) -> String {
        (self.name)(self.field.players[player].tpn)
    }

    /// Participants by index: `A, B and C`.
    pub fn all(&self, players: &[usize]) -> String {
        list(&players.iter().map(|&player| self.one(player)).collect::<Vec<_>>())
    }

    /// The score that makes the scoregroups.
    pub fn score(&self, player: usize) -> Points {
        self.field.players[player].pairing_score
    }

    /// Why two may not meet; `None` when they may. `articles` are those of C1 and C3.
    pub fn bar(&self, articles: [&'static str; 2], a: usize, b: usize) -> Option<Reason> {
        let (one, other) = (self.one(a), self.one(b));
        if self.field.players[a].has_met(b) {
            let entrant = |player: usize| {
                let tpn = self.field.players[player].tpn;
                self.input.entrants.iter().find(move |entrant| entrant.tpn == tpn)
            };
            let opponent = self.field.players[b].tpn;
            let round = entrant(a)
                .and_then(|e| e.rounds.iter().position(|x| x.kind.is_played() && x.opponent == Some(opponent)))
                .map_or(0, |index| index + 1);
            let text = format!("{one} and {other} have met in round {round}.");
            return Some(Reason { article: articles[0], text });
        }
        if self.field.is_forbidden(a, b) {
            let text = format!("The organiser does not let {one} and {other} meet.");
            return Some(Reason { article: "rules of the event", text });
        }
        if self.field.colors_clash(a, b) {
            let color = self.field.players[a].preference.color().map_or("the same colour", color_name);
            let text = format!("{one} and {other} must both have {color}, so they cannot meet.");
            return Some(Reason { article: articles[1], text });
        }
        None
    }

    /// Who is absent or has the bye has no opponent.
    pub fn no_opponent(&self, player: usize, bye: Option<usize>) -> Option<String> {
        if !self.field.players[player].present {
            return Some(format!("{} does not take part in this round.", self.one(player)));
        }
        (bye == Some(player)).then(|| format!("{} has the pairing-allocated bye.", self.one(player)))
    }

    /// Why the bye goes where it goes. `last_key` says what decides at the end.
    pub fn bye(&self, article: &'static str, bye: Option<usize>, last_key: &str) -> Reason {
        let text = match bye {
            None => format!(
                "{} participants are to be paired; the number is even, so nobody is left over.",
                self.field.order.len()
            ),
            Some(player) => format!(
                "{} has the pairing-allocated bye: among those who may have it and whom the others can spare, first the lowest \
                 score decides ({}), then the most games played ({}), then {last_key}.",
                self.one(player),
                self.score(player),
                self.field.players[player].history.len()
            ),
        };
        Reason { article, text }
    }

    /// Why a participant has not the bye that another one has.
    pub fn not_bye(&self, articles: [&'static str; 3], player: usize, bye: usize, spared: &[usize]) -> Reason {
        let (one, holder) = (self.one(player), self.one(bye));
        let games = |player: usize| self.field.players[player].history.len();
        if self.field.players[player].bye_barred {
            let text = format!("{one} must not have the bye: a bye or a win without play has been there before.");
            Reason { article: articles[0], text }
        } else if !spared.contains(&player) {
            Reason { article: articles[1], text: format!("Without {one} the others could not all be paired.") }
        } else if self.score(player) != self.score(bye) {
            let text = format!("{one} has {}, {holder} only {}.", points(self.score(player)), self.score(bye));
            Reason { article: articles[2], text }
        } else if games(player) != games(bye) {
            let text = format!("{one} has played {}, {holder} {}.", count(games(player), "game"), games(bye));
            Reason { article: articles[2], text }
        } else {
            Reason {
                article: articles[2],
                text: format!("{one} stands before {holder} in the order that decides last."),
            }
        }
    }

    /// Why the colours of a pair are as they are. `articles` are those of the steps 5.2.1 to 5.2.5.
    pub fn colors(&self, articles: [&'static str; 5], pair: (usize, usize), higher: usize, step: Step) -> Reason {
        let (white, black) = (self.one(pair.0), self.one(pair.1));
        let top = self.one(higher);
        let wish = |player: usize| match self.field.players[player].preference {
            Preference::None => "no colour".to_owned(),
            Preference::Mild(color) => format!("{} mildly", color_name(color)),
            Preference::Strong(color) => format!("{} strongly", color_name(color)),
            Preference::Absolute(color) => format!("{} absolutely", color_name(color)),
        };
        let because = match step {
            Step::Parity => format!(
                "neither has played, and {top}, the higher ranked, has an {} number",
                if self.field.players[higher].parity % 2 == 1 { "odd" } else { "even" }
            ),
            Step::BothGranted => {
                format!("{white} wishes {}, {black} {}, and both can be granted", wish(pair.0), wish(pair.1))
            }
            Step::Stronger => {
                format!("{white} wishes {}, {black} {}, and the stronger wish is granted", wish(pair.0), wish(pair.1))
            }
            Step::Alternate => {
                "both wish the same equally, and each changes from the last round in which their colours \
                                differed"
                    .to_owned()
            }
            Step::HigherRanked => format!("both wish the same equally, and {top} is the higher ranked"),
        };
        Reason { article: articles[step as usize], text: format!("{white} has White against {black}: {because}.") }
    }
}

/// `White` or `Black`.
pub(super) const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// `A`, `A and B`, `A, B and C`; `nobody` for none.
pub(super) fn list(words: &[String]) -> String {
    match words {
        [] => "nobody".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// `1 point`, `2.5 points`.
pub(super) fn points(score: Points) -> String {
    format!("{score} point{}", if score == Points::ONE { "" } else { "s" })
}

/// `1 player`, `2 players`.
pub(super) fn count(number: usize, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}
