//! Sentences about criteria and colours.

use crate::Points;
use crate::swiss::colors::ColorStep;
use crate::swiss::explain::points;
use crate::swiss::{Color, Field, Preference};

/// Says what would get worse; `ours` and `theirs` are the compared values of a criterion of art. 2.
pub fn criterion_sentence(intro: &str, number: u8, ours: &[i64], theirs: &[i64]) -> String {
    let (mine, other) = (ours.first().copied().unwrap_or(0), theirs.first().copied().unwrap_or(0));
    let players = |count: i64| if count == 1 { "1 player".to_owned() } else { format!("{count} players") };
    let count = |what: &str| format!("{intro}, {} {what} instead of {mine} ([C{number}]).", players(other));
    match number {
        6 => format!("{intro}, {} of the bracket would be left over instead of {mine} ([C6]).", players(other)),
        7 => format!("{intro}, players with {} would float instead of {} ([C7]).", scores(theirs), scores(ours)),
        8 if other != mine => {
            format!("{intro}, the next bracket would leave {} over instead of {mine} ([C8]).", players(other))
        }
        8 => format!(
            "{intro}, the next bracket would have to let players with {} float instead of {} ([C8]).",
            scores(theirs.get(1..).unwrap_or_default()),
            scores(ours.get(1..).unwrap_or_default())
        ),
        9 => {
            let games = if other == 1 { "game" } else { "games" };
            format!("{intro}, the bye would go to a player with {other} unplayed {games} instead of {mine} ([C9]).")
        }
        10 => count("(topscorers or their opponents) would come to a colour difference beyond 2"),
        11 => count("(topscorers or their opponents) would get a colour the third time in a row"),
        12 => count("of the bracket would not get the colour wished for"),
        13 => count("of the bracket would not get a colour wished for strongly"),
        14 => count("who floated down in the last round would float down again"),
        15 => count("who met a higher score in the last round would do so again"),
        16 => count("who floated down two rounds ago would float down again"),
        17 => count("who met a higher score two rounds ago would do so again"),
        18 => {
            format!("{intro}, a player who floated down in the last round would get a larger score difference ([C18]).")
        }
        19 => format!(
            "{intro}, a player who met a higher score in the last round would get a larger score difference ([C19])."
        ),
        20 => format!("{intro}, a player who floated down two rounds ago would get a larger score difference ([C20])."),
        _ => format!(
            "{intro}, a player who met a higher score two rounds ago would get a larger score difference ([C{number}])."
        ),
    }
}

/// What makes [`order_sentence`] known.
const BY_ORDER: &str = "the bracket would be as good by all criteria, but that candidate comes later in the order of transpositions and exchanges (art. 3.8, 4.2, 4.3).";

/// Says that only the order of the candidates decided.
pub fn order_sentence(intro: &str) -> String {
    format!("{intro}, {BY_ORDER}")
}

/// Whether a sentence is [`order_sentence`].
pub fn is_order_sentence(sentence: &str) -> bool {
    sentence.ends_with(BY_ORDER)
}

/// Says that the first candidate failed in other pairs than this one.
pub fn rest_sentence(one: &str, other: &str) -> String {
    format!(
        "That candidate fails in other pairs of the bracket; those good candidates that keep {one} against {other} come later in the order of transpositions and exchanges than the one that was taken (art. 3.8, 4.2, 4.3)."
    )
}

fn scores(hundredths: &[i64]) -> String {
    if hundredths.is_empty() {
        return "no points at all (nobody)".to_owned();
    }
    if let [one] = hundredths {
        return points(Points::from_hundredths(*one as i32));
    }
    let list: Vec<String> = hundredths.iter().map(|&score| Points::from_hundredths(score as i32).to_string()).collect();
    format!("{} points", list.join(", "))
}

/// Says by which step of art. 5.2 the colours were given.
pub fn color_sentence(
    field: &Field,
    high: usize,
    name_high: &str,
    low: usize,
    name_low: &str,
    color: Color,
    by: ColorStep,
) -> String {
    let (white, black) = match color {
        Color::White => (name_high, name_low),
        Color::Black => (name_low, name_high),
    };
    let wish = |i: usize| preference_words(field.players[i].preference);
    let why = match by {
        ColorStep::BothGranted => {
            format!("{name_high} {} and {name_low} {}: both can be granted (art. 5.2.1)", wish(high), wish(low))
        }
        ColorStep::Stronger => {
            format!("{name_high} {}, {name_low} {}: the stronger wish is granted (art. 5.2.2)", wish(high), wish(low))
        }
        ColorStep::Alternate => {
            "both wish the same equally strongly; they alternate from the last round in which one had White and the other Black (art. 5.2.3)".to_owned()
        }
        ColorStep::HigherRanked => {
            format!("both wish the same equally strongly; the wish of {name_high}, ranked higher, is granted (art. 5.2.4)")
        }
        ColorStep::Parity => {
            let kind = if field.players[high].parity % 2 == 1 { "odd" } else { "even" };
            format!("neither has a wish; {name_high} is ranked higher and has an {kind} number (art. 5.2.5)")
        }
    };
    format!("{white} has White against {black}: {why}.")
}

fn preference_words(preference: Preference) -> String {
    let color = match preference.color() {
        Some(Color::White) => "White",
        Some(Color::Black) => "Black",
        None => return "has no wish".to_owned(),
    };
    match preference {
        Preference::Absolute(_) => format!("must get {color}"),
        Preference::Strong(_) => format!("strongly wishes {color}"),
        _ => format!("mildly wishes {color}"),
    }
}
