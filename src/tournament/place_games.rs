//! Games played for places (FIDE C.07 art. 3): a play-off of those who are level, entered game by game.

use crate::model::*;
use std::collections::BTreeSet;

/// The order that the games give, the best first: by the points of all of them, then among those who are level by the games between them.
///
/// # Errors
/// In words: who is still level after these games, or what is wrong with one of them. `name` gives the names.
pub fn order(games: &[TieGame], name: impl Fn(PlayerId) -> String) -> Result<Vec<PlayerId>, String> {
    if games.is_empty() {
        return Err("Enter the games of the play-off.".to_owned());
    }
    for game in games {
        if game.white == game.black {
            return Err(format!("{} cannot play against the same name; choose two.", name(game.white)));
        }
        if game.points.0 < 0 || game.points.1 < 0 || game.points.0 > 1000 || game.points.1 > 1000 {
            return Err("A result has between 0 and 100 points for each side, as 1-0 or 2.5-1.5.".to_owned());
        }
    }
    let ids: BTreeSet<PlayerId> = games.iter().flat_map(|game| [game.white, game.black]).collect();
    let groups = divide(ids.into_iter().collect(), games);
    match groups.iter().find(|group| group.len() > 1) {
        None => Ok(groups.into_iter().flatten().collect()),
        Some(level) => {
            let names: Vec<String> = level.iter().map(|id| name(*id)).collect();
            Err(format!("{} are still level after these games; enter a further one.", names.join(", ")))
        }
    }
}

/// Points of somebody in games of these, in tenths.
pub fn points(id: PlayerId, games: &[TieGame]) -> i64 {
    let own = |game: &TieGame| match id {
        _ if game.white == id => i64::from(game.points.0),
        _ if game.black == id => i64::from(game.points.1),
        _ => 0,
    };
    games.iter().map(own).sum()
}

fn divide(ids: Vec<PlayerId>, games: &[TieGame]) -> Vec<Vec<PlayerId>> {
    let between: Vec<TieGame> =
        games.iter().filter(|game| ids.contains(&game.white) && ids.contains(&game.black)).copied().collect();
    let mut keyed: Vec<(i64, PlayerId)> = ids.iter().map(|id| (points(*id, &between), *id)).collect();
    keyed.sort_by_key(|(points, id)| (-points, *id));
    let groups: Vec<Vec<PlayerId>> =
        keyed.chunk_by(|a, b| a.0 == b.0).map(|group| group.iter().map(|(_, id)| *id).collect()).collect();
    if groups.len() < 2 {
        return groups;
    }
    // Every part is smaller than the whole, so that this comes to an end.
    groups.into_iter().flat_map(|group| if group.len() > 1 { divide(group, games) } else { vec![group] }).collect()
}

/// The games in words: "A – B 1–0, B – C ½–½".
pub fn words(games: &[TieGame], name: impl Fn(PlayerId) -> String) -> String {
    let half = |tenths: i32| pairing::Points(tenths).to_string();
    let game = |game: &TieGame| {
        format!(
            "{} \u{2013} {} {}\u{2013}{}",
            name(game.white),
            name(game.black),
            half(game.points.0),
            half(game.points.1)
        )
    };
    games.iter().map(game).collect::<Vec<_>>().join(", ")
}

/// Reads a result of a play-off: `1-0`, `0-1`, `1/2`, `2.5-1.5`.
pub fn read_result(text: &str) -> Option<(i32, i32)> {
    let text = text.trim().replace('\u{bd}', "1/2");
    if matches!(text.as_str(), "1/2" | "=" | "1/2-1/2") {
        return Some((5, 5));
    }
    let tenths = |text: &str| -> Option<i32> {
        let text = text.trim();
        let (whole, part) = match text.strip_suffix("1/2") {
            Some("") => ("0", "5"),
            Some(whole) => (whole.trim(), "5"),
            None => text.split_once(['.', ',']).unwrap_or((text, "0")),
        };
        let digits = |text: &str, most: usize| {
            (!text.is_empty() && text.len() <= most && text.bytes().all(|b| b.is_ascii_digit()))
                .then(|| text.parse().ok())?
        };
        let (whole, part): (i32, i32) = (digits(whole, 2)?, digits(part, 1)?);
        Some(whole * 10 + part)
    };
    let (one, two) = text.split_once(['-', ':', '\u{2013}'])?;
    Some((tenths(one)?, tenths(two)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(white: u32, black: u32, result: &str) -> TieGame {
        TieGame { white: PlayerId(white), black: PlayerId(black), points: read_result(result).unwrap() }
    }

    fn of(games: &[TieGame]) -> Result<Vec<u32>, String> {
        order(games, |id| format!("P{}", id.0)).map(|order| order.into_iter().map(|id| id.0).collect())
    }

    #[test]
    fn points_rank_then_the_games_between_those_who_are_level() {
        assert_eq!(of(&[game(1, 2, "0-1")]), Ok(vec![2, 1]));
        // 3 beats 1 and loses to 4; all results of a small tournament: 4 has 2 points, 3 and 2 one and a half, 3 beat 2.
        let games = [
            game(3, 1, "1-0"),
            game(4, 3, "1/2"),
            game(3, 2, "0-1"),
            game(2, 1, "1/2"),
            game(4, 1, "1-0"),
            game(4, 2, "1/2"),
        ];
        // 4: 2; 2: 2; 3: 1.5; 1: 0.5. Between 4 and 2: a draw.
        assert!(of(&games).unwrap_err().contains("P2, P4 are still level"), "{:?}", of(&games));
        let mut more = games.to_vec();
        more.push(game(2, 4, "1-0"));
        assert_eq!(of(&more), Ok(vec![2, 4, 3, 1]));
        // Of teams with game points.
        assert_eq!(of(&[game(7, 9, "1.5-2.5")]), Ok(vec![9, 7]));
    }

    #[test]
    fn what_cannot_be_is_said() {
        assert!(of(&[]).unwrap_err().contains("Enter the games"));
        assert!(of(&[game(1, 1, "1-0")]).unwrap_err().contains("choose two"));
        assert!(of(&[game(1, 2, "1/2")]).unwrap_err().contains("still level"));
        assert_eq!(read_result("2 1/2 - 1 1/2"), Some((25, 15)));
        assert_eq!(read_result("½:½"), Some((5, 5)));
        for wrong in ["", "1", "x-0", "1-", "1.55-0", "-1-2", "999-0"] {
            assert_eq!(read_result(wrong), None, "{wrong}");
        }
        assert_eq!(words(&[game(1, 2, "1/2")], |id| id.0.to_string()), "1 \u{2013} 2 0.5\u{2013}0.5");
    }
}
