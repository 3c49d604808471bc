//! Matches of two games in the tables of a Double-Swiss (FIDE C.04.5).

use crate::model::{GameResult, Meeting, PlayerId};
use pairing::Points;
use pairing::swiss::{EntryKind, RoundEntry, RoundInput, Scoring};

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
    for entrant in &mut out.entrants {
        let tpn = entrant.tpn;
        let matches = entrant.rounds.chunks_exact(2).zip(1..);
        let entries: Result<Vec<RoundEntry>, String> =
            matches.map(|(games, number)| join(games, tpn, number)).collect();
        entrant.rounds = entries?;
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
fn match_scoring(s: Scoring) -> Scoring {
    Scoring {
        win: s.win * 2,
        draw: s.draw * 2,
        loss: s.loss * 2,
        zero_bye: s.zero_bye * 2,
        forfeit_loss: s.forfeit_loss * 2,
        pairing_bye: s.pairing_bye + s.draw,
    }
}

fn join(games: &[RoundEntry], tpn: u32, number: u32) -> Result<RoundEntry, String> {
    let [first, second] = games else { return Err("a match has two games".to_owned()) };
    if first.opponent != second.opponent {
        return Err(format!(
            "number {tpn} has two opponents in rounds {} and {}; a match of the Double-Swiss takes both",
            2 * number - 1,
            2 * number
        ));
    }
    let points: Points = [first.points, second.points].into_iter().sum();
    let lost = |entry: &RoundEntry| entry.kind == EntryKind::ForfeitLoss;
    let won = |entry: &RoundEntry| entry.kind == EntryKind::ForfeitWin;
    let (kind, color) = match (first.kind, second.kind) {
        (EntryKind::Adjourned, _) | (_, EntryKind::Adjourned) => (EntryKind::Adjourned, first.color),
        (a, b) if a.is_played() || b.is_played() => (if a.is_played() { a } else { b }, first.color),
        _ if lost(first) && lost(second) => (EntryKind::ForfeitLoss, first.color),
        _ if won(first) && won(second) => (EntryKind::ForfeitWin, first.color),
        // Each has forfeited one game.
        _ if first.opponent.is_some() => (EntryKind::Played { rated: false }, None),
        (kind, _) => (kind, None),
    };
    Ok(RoundEntry { kind, color, points, ..*first })
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
