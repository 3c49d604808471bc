//! Standings of a category, and rules that say who is in one.

use super::{Standing, Standings, Tpn};
use crate::model::{Category, Player, Sex, Title};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A participant's place in a category.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    /// The place; equal for those who are level in the whole standings.
    pub place: u32,
    /// The line in the whole standings.
    pub standing: &'a Standing,
}

/// The standings of those who are in a category.
pub fn category(standings: &Standings, mut is_member: impl FnMut(Tpn) -> bool) -> Vec<Placed<'_>> {
    let mut placed: Vec<Placed<'_>> = Vec::new();
    for standing in standings.rows.iter().filter(|row| is_member(row.number)) {
        let place = match placed.last() {
            Some(last) if last.standing.rank == standing.rank => last.place,
            _ => placed.len() as u32 + 1,
        };
        placed.push(Placed { place, standing });
    }
    placed
}

/// What a rule looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Subject<'a> {
    /// Age in the year of the event; `None`: unknown, and no test of the age is true.
    pub age: Option<u16>,
    /// Sex; `None`: unknown.
    pub sex: Option<Sex>,
    /// Rating; 0: none.
    pub rating: u32,
    /// Title.
    pub title: Option<Title>,
    /// Club.
    pub club: &'a str,
    /// Federation.
    pub federation: &'a str,
}

impl<'a> Subject<'a> {
    /// A player in an event of that year, with the rating that counts there.
    pub fn of(player: &'a Player, year: u16, rating: u32) -> Subject<'a> {
        Subject {
            age: player.birth.map(|birth| year.saturating_sub(birth.year)),
            sex: player.sex,
            rating,
            title: player.title,
            club: &player.club,
            federation: &player.federation,
        }
    }
}

/// Who is in a category. Read from text such as `age <= 18 and (rating < 1800 or title = CM) and not club = "Rook, Riga"`.
///
/// Fields are `age`, `sex` (`m`, `w`), `rating` (0: none), `title` (`none`: no title), `club`, `fed`; comparisons are `=`, `!=`, `<`, `<=`, `>`,
/// `>=`, the last four for numbers only; `and` binds closer than `or`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CategoryRule(Node);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    All(Vec<Node>),
    Any(Vec<Node>),
    Not(Box<Node>),
    Number(Field, Comparison, u32),
    Sex(Sex, bool),
    Title(Option<Title>, bool),
    Text(Field, String, bool),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Age,
    Rating,
    Club,
    Federation,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// A rule that cannot be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the rule cannot be read at character {at}: {reason}")]
pub struct RuleError {
    /// Where, in characters from 1.
    pub at: usize,
    /// What was expected.
    pub reason: String,
}

impl CategoryRule {
    /// Whether somebody is in the category.
    pub fn holds(&self, subject: &Subject<'_>) -> bool {
        self.0.holds(subject)
    }
}

impl From<&Category> for CategoryRule {
    /// The limits of a category of the settings.
    fn from(category: &Category) -> CategoryRule {
        use Comparison::{GreaterOrEqual, LessOrEqual};
        let age = |compare, limit: Option<u8>| limit.map(|limit| Node::Number(Field::Age, compare, limit.into()));
        let rating =
            |compare, limit: Option<u16>| limit.map(|limit| Node::Number(Field::Rating, compare, limit.into()));
        let tests = [
            age(GreaterOrEqual, category.min_age),
            age(LessOrEqual, category.max_age),
            category.sex.map(|sex| Node::Sex(sex, true)),
            rating(GreaterOrEqual, category.min_rating),
            rating(LessOrEqual, category.max_rating),
        ];
        CategoryRule(Node::All(tests.into_iter().flatten().collect()))
    }
}

impl Comparison {
    fn holds(self, order: Ordering) -> bool {
        match self {
            Comparison::Equal => order.is_eq(),
            Comparison::Unequal => order.is_ne(),
            Comparison::Less => order.is_lt(),
            Comparison::LessOrEqual => order.is_le(),
            Comparison::Greater => order.is_gt(),
            Comparison::GreaterOrEqual => order.is_ge(),
        }
    }
}

impl Node {
    fn holds(&self, subject: &Subject<'_>) -> bool {
        match self {
            Node::All(nodes) => nodes.iter().all(|node| node.holds(subject)),
            Node::Any(nodes) => nodes.iter().any(|node| node.holds(subject)),
            Node::Not(node) => !node.holds(subject),
            Node::Number(Field::Age, compare, limit) => {
                subject.age.is_some_and(|age| compare.holds(u32::from(age).cmp(limit)))
            }
            Node::Number(_, compare, limit) => compare.holds(subject.rating.cmp(limit)),
            Node::Sex(sex, equal) => subject.sex.is_some_and(|own| (own == *sex) == *equal),
            Node::Title(title, equal) => (subject.title == *title) == *equal,
            Node::Text(field, text, equal) => {
                let own = if *field == Field::Club { subject.club } else { subject.federation };
                (own.trim().to_lowercase() == *text) == *equal
            }
        }
    }
}

/// Words, signs and quoted texts with their places.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Quoted(String),
    Sign(String),
}

/// Brackets and `not` may be nested this deep.
const DEEPEST: usize = 50;

struct Reader {
    tokens: Vec<(usize, Token)>,
    at: usize,
    end: usize,
}

impl FromStr for CategoryRule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<CategoryRule, RuleError> {
        let tokens = tokens(text)?;
        let mut reader = Reader { tokens, at: 0, end: text.chars().count() + 1 };
        let rule = reader.any(0)?;
        match reader.next() {
            None => Ok(CategoryRule(rule)),
            Some((at, _)) => Err(RuleError { at, reason: "\"and\", \"or\" or the end is expected".to_owned() }),
        }
    }
}

fn tokens(text: &str) -> Result<Vec<(usize, Token)>, RuleError> {
    let chars: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = chars.get(at) {
        let start = at;
        let run = |from: usize, wanted: &dyn Fn(char) -> bool| {
            chars[from..].iter().take_while(|c| wanted(**c)).collect::<String>()
        };
        let token = match c {
            c if c.is_whitespace() => {
                at += 1;
                continue;
            }
            '"' => {
                let inside = run(at + 1, &|c| c != '"');
                let length = inside.chars().count();
                if at + 1 + length >= chars.len() {
                    return Err(RuleError {
                        at: start + 1,
                        reason: "the closing quotation mark is missing".to_owned(),
                    });
                }
                at += length + 2;
                Token::Quoted(inside)
            }
            '(' | ')' => {
                at += 1;
                Token::Sign(c.to_string())
            }
            '<' | '>' | '=' | '!' => {
                let sign = run(at, &|c| matches!(c, '<' | '>' | '=' | '!'));
                at += sign.len();
                Token::Sign(sign)
            }
            _ => {
                let word = run(at, &|c| !c.is_whitespace() && !"\"()<>=!".contains(c));
                at += word.chars().count();
                Token::Word(word)
            }
        };
        tokens.push((start + 1, token));
    }
    Ok(tokens)
}

impl Reader {
    fn next(&mut self) -> Option<(usize, Token)> {
        let token = self.tokens.get(self.at).cloned();
        self.at += 1;
        token
    }

    fn error<T>(&self, at: Option<usize>, reason: &str) -> Result<T, RuleError> {
        Err(RuleError { at: at.unwrap_or(self.end), reason: reason.to_owned() })
    }

    /// Takes the word if it comes next.
    fn take(&mut self, wanted: &str) -> bool {
        let found = match self.tokens.get(self.at) {
            Some((_, Token::Word(word) | Token::Sign(word))) => word.eq_ignore_ascii_case(wanted),
            _ => false,
        };
        self.at += usize::from(found);
        found
    }

    fn any(&mut self, depth: usize) -> Result<Node, RuleError> {
        let mut nodes = vec![self.all(depth)?];
        while self.take("or") {
            nodes.push(self.all(depth)?);
        }
        Ok(Node::Any(nodes))
    }

    fn all(&mut self, depth: usize) -> Result<Node, RuleError> {
        let mut nodes = vec![self.one(depth)?];
        while self.take("and") {
            nodes.push(self.one(depth)?);
        }
        Ok(Node::All(nodes))
    }

    fn one(&mut self, depth: usize) -> Result<Node, RuleError> {
        if depth > DEEPEST {
            return self.error(None, "too many brackets inside each other");
        }
        if self.take("not") {
            return Ok(Node::Not(Box::new(self.one(depth + 1)?)));
        }
        if self.take("(") {
            let node = self.any(depth + 1)?;
            if !self.take(")") {
                return self.error(None, "a closing bracket is missing");
            }
            return Ok(node);
        }
        self.test()
    }

    fn test(&mut self) -> Result<Node, RuleError> {
        const FIELDS: &str = "age, sex, rating, title, club or fed is expected";
        let (at, field) = match self.next() {
            Some((at, Token::Word(field))) => (at, field),
            other => return self.error(other.map(|(at, _)| at), FIELDS),
        };
        let compare = match self.next() {
            Some((_, Token::Sign(sign))) => match sign.as_str() {
                "=" | "==" => Comparison::Equal,
                "!=" | "<>" => Comparison::Unequal,
                "<" => Comparison::Less,
                "<=" => Comparison::LessOrEqual,
                ">" => Comparison::Greater,
                ">=" => Comparison::GreaterOrEqual,
                _ => return self.error(Some(at), "one of = != < <= > >= is expected after the field"),
            },
            other => {
                let place = other.map(|(place, _)| place);
                return self.error(place, "one of = != < <= > >= is expected after the field");
            }
        };
        let (place, value) = match self.next() {
            Some((place, Token::Word(value) | Token::Quoted(value))) => (place, value),
            other => return self.error(other.map(|(place, _)| place), "a value is expected after the comparison"),
        };
        let equal = match compare {
            Comparison::Equal => Some(true),
            Comparison::Unequal => Some(false),
            _ => None,
        };
        let field = field.to_ascii_lowercase();
        let number = |field| match value.parse() {
            Ok(number) => Ok(Node::Number(field, compare, number)),
            Err(_) => Err(RuleError { at: place, reason: format!("a number is expected, not \"{value}\"") }),
        };
        match (field.as_str(), equal) {
            ("age", _) => number(Field::Age),
            ("rating", _) => number(Field::Rating),
            ("sex", Some(equal)) => match value.to_ascii_lowercase().as_str() {
                "m" => Ok(Node::Sex(Sex::Male, equal)),
                "w" | "f" => Ok(Node::Sex(Sex::Female, equal)),
                _ => self.error(Some(place), "m or w is expected"),
            },
            ("title", Some(equal)) => match title(&value) {
                Some(title) => Ok(Node::Title(title, equal)),
                None => self.error(Some(place), "GM IM WGM FM WIM CM WFM WCM or none is expected"),
            },
            ("club", Some(equal)) => Ok(Node::Text(Field::Club, value.trim().to_lowercase(), equal)),
            ("fed" | "federation", Some(equal)) => {
                Ok(Node::Text(Field::Federation, value.trim().to_lowercase(), equal))
            }
            ("sex" | "title" | "club" | "fed" | "federation", None) => {
                self.error(Some(at), "only = and != can be used with this field")
            }
            _ => self.error(Some(at), FIELDS),
        }
    }
}

fn title(text: &str) -> Option<Option<Title>> {
    Some(match text.to_ascii_uppercase().as_str() {
        "GM" => Some(Title::GM),
        "IM" => Some(Title::IM),
        "WGM" => Some(Title::WGM),
        "FM" => Some(Title::FM),
        "WIM" => Some(Title::WIM),
        "CM" => Some(Title::CM),
        "WFM" => Some(Title::WFM),
        "WCM" => Some(Title::WCM),
        "NONE" => None,
        _ => return None,
    })
}

impl fmt::Display for CategoryRule {
    /// In the form that reads back to the same rule.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |equal: &bool| if *equal { "=" } else { "!=" };
        let joined = |f: &mut fmt::Formatter<'_>, nodes: &[Node], word: &str| {
            for (at, node) in nodes.iter().enumerate() {
                if at > 0 {
                    write!(f, " {word} ")?;
                }
                match node {
                    Node::All(inner) | Node::Any(inner) if inner.len() > 1 => write!(f, "({node})")?,
                    node => write!(f, "{node}")?,
                }
            }
            Ok(())
        };
        match self {
            // Nobody is kept out.
            Node::All(nodes) | Node::Any(nodes) if nodes.is_empty() => write!(f, "rating >= 0"),
            Node::All(nodes) => joined(f, nodes, "and"),
            Node::Any(nodes) => joined(f, nodes, "or"),
            Node::Not(node) => write!(f, "not ({node})"),
            Node::Number(field, compare, limit) => {
                let field = if *field == Field::Age { "age" } else { "rating" };
                let sign = match compare {
                    Comparison::Equal => "=",
                    Comparison::Unequal => "!=",
                    Comparison::Less => "<",
                    Comparison::LessOrEqual => "<=",
                    Comparison::Greater => ">",
                    Comparison::GreaterOrEqual => ">=",
                };
                write!(f, "{field} {sign} {limit}")
            }
            Node::Sex(sex, equal) => write!(f, "sex {} {}", sign(equal), if *sex == Sex::Male { "m" } else { "w" }),
            Node::Title(Some(title), equal) => write!(f, "title {} {title}", sign(equal)),
            Node::Title(None, equal) => write!(f, "title {} none", sign(equal)),
            Node::Text(field, text, equal) => {
                let field = if *field == Field::Club { "club" } else { "fed" };
                write!(f, "{field} {} \"{text}\"", sign(equal))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn holds(rule: &str, subject: Subject<'_>) -> bool {
        rule.parse::<CategoryRule>().unwrap().holds(&subject)
    }

    #[test]
    fn rules() {
        let junior =
            Subject { age: Some(17), rating: 1750, sex: Some(Sex::Female), club: "Rook, Riga", ..Subject::default() };
        assert!(holds("age <= 18", junior));
        assert!(holds("age<=18 and sex=w and rating<1800", junior));
        assert!(!holds("age >= 65 or title = GM", junior));
        assert!(holds("title = none and club = \"rook, riga\"", junior));
        assert!(holds("not (age > 18 or sex = m)", junior));
        assert!(holds("age > 60 or sex = w and rating > 1700", junior));
        assert!(holds("fed != LAT", junior));
        assert!(!holds("age < 99", Subject::default()), "an unknown age is in no band");
        assert!(!holds("sex != w", Subject::default()));
    }

    #[test]
    fn limits_of_a_category() {
        let category = Category { max_age: Some(18), min_rating: Some(1200), ..Category::default() };
        let rule = CategoryRule::from(&category);
        assert_eq!(rule.to_string(), "age <= 18 and rating >= 1200");
        assert!(rule.holds(&Subject { age: Some(18), rating: 1200, ..Subject::default() }));
        assert!(!rule.holds(&Subject { age: Some(19), rating: 1200, ..Subject::default() }));
        assert!(CategoryRule::from(&Category::default()).holds(&Subject::default()));
    }

    #[test]
    fn errors_say_where() {
        let error = |text: &str| text.parse::<CategoryRule>().unwrap_err();
        assert_eq!(error("age <= x").at, 8);
        assert!(error("age <= x").to_string().contains("a number is expected"));
        assert_eq!(error("age <= 18 rating > 3").at, 11);
        assert!(error("weight > 3").reason.contains("age, sex"));
        assert!(error("club < a").reason.contains("only = and !="));
        assert!(error("(age > 3").reason.contains("bracket"));
        assert!(error("club = \"x").reason.contains("quotation"));
        assert!(error("").reason.contains("expected"));
        assert!(error(&"not ".repeat(5000)).reason.contains("too many"));
        assert!(error(&"(".repeat(5000)).reason.contains("too many"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "([()]|age|sex|title|club|fed|rating|[<>=!]{1,2}|and|or|not|m|GM|\"a b\"|[0-9]{1,3}| ){0,14}") {
            if let Ok(rule) = text.parse::<CategoryRule>() {
                let again: CategoryRule = rule.to_string().parse().unwrap();
                for rating in [0, 5, 50, 500] {
                    let subject = Subject { rating, age: Some(rating as u16 / 10), sex: Some(Sex::Male), ..Subject::default() };
                    prop_assert_eq!(rule.holds(&subject), again.holds(&subject));
                }
            }
        }
    }
}
