//! Matches of two games in the tables of a Double-Swiss (FIDE C.04.5).

use crate::model::{GameResult, Meeting, PlayerId};
use pairing::Points;
use pairing::swiss::{Entrant, EntryKind, RoundEntry, RoundInput, Scoring};
use std::collections::HashMap;

/// Games of a match.
pub const GAMES: u8 = 2;

/// Whether White and Black of a game did not come to it.
fn missing(result: GameResult) -> (bool, bool) {
    match result {
        GameResult::ForfeitToWhite => (false, true),
        GameResult::ForfeitToBlack => (true, false),
        GameResult::BothForfeit => (true, true),
        _ => (false, false),
    }
}

/// What a match is as one entry of a table. It is forfeited only if a player forfeits both games; where each forfeits one, it was played
/// but gave no colours (Preface, art. 1.6). `entry` has the points and the scheduled colour.
pub(crate) fn entry_of(meeting: &Meeting, me: PlayerId, entry: RoundEntry) -> RoundEntry {
    if matches!(entry.kind, EntryKind::Adjourned) {
        return entry;
    }
    let (mut mine, mut theirs, mut over_board) = (0, 0, false);
    for game in &meeting.games {
        let (white, black) = game.result.map(missing).unwrap_or_default();
        let (own, other) = if game.white == me { (white, black) } else { (black, white) };
        mine += u8::from(own);
        theirs += u8::from(other);
        over_board |= !white && !black;
    }
    let all = meeting.games.len() as u8;
    match (mine == all, theirs == all) {
        (true, _) => RoundEntry { kind: EntryKind::ForfeitLoss, ..entry },
        (false, true) => RoundEntry { kind: EntryKind::ForfeitWin, ..entry },
        (false, false) if over_board => entry,
        (false, false) => RoundEntry { kind: EntryKind::Played { rated: false }, color: None, ..entry },
    }
}

/// The position before a match from that before its first game, in a table in which every match takes two rounds, as report files have it:
/// rounds 1 and 2 are the games of match 1, and so on. What a match is worth is twice what a game is, the pairing-allocated bye a game won
/// and one drawn.
///
/// # Errors
/// When the rounds are no such matches.
pub fn of_games(input: &RoundInput) -> Result<RoundInput, String> {
    let mut out = input.clone();
    if input.round.is_multiple_of(2) {
        return Err("a match takes two rounds of the file, and the last one has only its first game".to_owned());
    }
    let scoring = match_scoring(input.scoring);
    for entrant in &out.entrants {
        let apart = |games: &[RoundEntry]| games.iter().any(|game| game.opponent != games[0].opponent);
        if let Some(at) = entrant.rounds.chunks_exact(2).position(apart) {
            return Err(format!(
                "number {} has two opponents in rounds {} and {}; a match of the Double-Swiss takes both",
                entrant.tpn,
                2 * at + 1,
                2 * at + 2
            ));
        }
    }
    let joined = join(&input.entrants, usize::from(GAMES), true);
    for (entrant, rounds) in out.entrants.iter_mut().zip(joined) {
        entrant.rounds = rounds;
        for bye in entrant.rounds.iter_mut().filter(|entry| entry.kind == EntryKind::PairingBye) {
            bye.points = scoring.pairing_bye;
        }
        entrant.virtual_points = entrant.virtual_points.iter().step_by(2).copied().collect();
    }
    out.round = input.round.div_ceil(2);
    out.rounds_total = input.rounds_total.div_ceil(2);
    out.scoring = scoring;
    Ok(out)
}

/// What a match is worth, from what a game is.
pub(crate) fn match_scoring(s: Scoring) -> Scoring {
    Scoring {
        win: s.win * 2,
        draw: s.draw * 2,
        loss: s.loss * 2,
        zero_bye: s.zero_bye * 2,
        forfeit_loss: s.forfeit_loss * 2,
        pairing_bye: s.pairing_bye + s.draw,
    }
}

/// Joins rows in which each game of a meeting has a round of its own: `games` rounds make one. A meeting whose later games are not there yet is open. With
/// `double_swiss` it is forfeited only if a player forfeits every game (Preface, art. 1.6), else if none of its games was played.
pub(crate) fn join(entrants: &[Entrant], games: usize, double_swiss: bool) -> Vec<Vec<RoundEntry>> {
    let place: HashMap<u32, usize> = entrants.iter().enumerate().map(|(at, entrant)| (entrant.tpn, at)).collect();
    let games = games.max(1);
    let one = |entrant: &Entrant, at: usize| {
        let mine = &entrant.rounds[at * games..((at + 1) * games).min(entrant.rounds.len())];
        let theirs = mine[0].opponent.and_then(|number| entrants.get(*place.get(&number)?)?.rounds.get(at * games..));
        join_games(mine, theirs.unwrap_or_default(), double_swiss)
    };
    entrants
        .iter()
        .map(|entrant| (0..entrant.rounds.len().div_ceil(games)).map(|at| one(entrant, at)).collect())
        .collect()
}

/// One meeting from the games of its two players, at least one.
fn join_games(mine: &[RoundEntry], theirs: &[RoundEntry], double_swiss: bool) -> RoundEntry {
    let first = mine[0];
    let points: Points = mine.iter().map(|game| game.points).sum();
    let entry = RoundEntry { points, ..first };
    if first.opponent.is_none() {
        return entry;
    }
    let any = |wanted: fn(EntryKind) -> bool| mine.iter().any(|game| wanted(game.kind));
    if any(|kind| kind == EntryKind::Adjourned) || mine.iter().any(|game| game.opponent != first.opponent) {
        return RoundEntry { kind: EntryKind::Adjourned, ..entry };
    }
    if any(EntryKind::is_played) {
        let rated = any(|kind| kind == EntryKind::Played { rated: true });
        return RoundEntry { kind: EntryKind::Played { rated }, ..entry };
    }
    let lost = |games: &[RoundEntry]| games.iter().all(|game| game.kind == EntryKind::ForfeitLoss);
    match (double_swiss, lost(mine), lost(&theirs[..mine.len().min(theirs.len())])) {
        (true, true, _) => RoundEntry { kind: EntryKind::ForfeitLoss, ..entry },
        (true, false, true) => RoundEntry { kind: EntryKind::ForfeitWin, ..entry },
        // Each has forfeited a game: a meeting without colours.
        (true, false, false) => RoundEntry { kind: EntryKind::Played { rated: false }, color: None, ..entry },
        (false, true, _) => RoundEntry { kind: EntryKind::ForfeitLoss, ..entry },
        (false, false, _) => RoundEntry { kind: EntryKind::ForfeitWin, ..entry },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Game;
    use pairing::swiss::Color;

    fn meeting(results: [GameResult; 2]) -> Meeting {
        let (a, b) = (PlayerId(1), PlayerId(2));
        let mut meeting = Meeting::single(a, b);
        meeting.games[0].result = Some(results[0]);
        meeting.games.push(Game { result: Some(results[1]), ..Game::open(b, a) });
        meeting
    }

    fn kinds(results: [GameResult; 2]) -> [EntryKind; 2] {
        let meeting = meeting(results);
        let entry = RoundEntry {
            kind: EntryKind::Played { rated: true },
            opponent: Some(2),
            color: Some(Color::White),
            points: Points::ZERO,
        };
        [1, 2].map(|id| entry_of(&meeting, PlayerId(id), entry).kind)
    }

    #[test]
    fn a_match_is_forfeited_by_two_missed_games_only() {
        use GameResult::{BothForfeit, Draw, ForfeitToBlack, ForfeitToWhite};
        let (lost, won) = (EntryKind::ForfeitLoss, EntryKind::ForfeitWin);
        // The second player misses both, then one and both miss the other, then only one.
        assert_eq!(kinds([ForfeitToWhite, ForfeitToBlack]), [won, lost]);
        assert_eq!(kinds([ForfeitToWhite, BothForfeit]), [won, lost]);
        assert_eq!(kinds([BothForfeit, BothForfeit]), [lost, lost]);
        assert_eq!(kinds([ForfeitToWhite, Draw]), [EntryKind::Played { rated: true }; 2]);
        // Each misses one: a meeting without colours.
        assert_eq!(kinds([ForfeitToWhite, ForfeitToWhite]), [EntryKind::Played { rated: false }; 2]);
    }
}
