//! Knockouts for the tests.

use super::*;
use tournament::command::Refusal;
use tournament::knockout;

/// A knockout of `P01`, `P02`, ... in falling order of rating.
pub fn cup(players: u16, third_place: bool, games: u8, options: KnockoutOptions) -> Event {
    let mut event = swiss(players, 3);
    let system = System::Knockout { third_place, options: Box::new(options) };
    let edit =
        Command::EditStage { stage: 0, name: String::new(), system, rounds_planned: 3, games_per_meeting: games };
    event.apply(yes(edit)).unwrap();
    event
}

/// The words of a refusal, which changes nothing.
pub fn refused(event: &mut Event, command: Command) -> String {
    let before = event.state().clone();
    let Err(Refusal::NotAllowed(text)) = event.apply(yes(command.clone())) else { panic!("{command:?} was allowed") };
    assert_eq!(*event.state(), before);
    text
}

pub fn number(event: &Event, id: PlayerId) -> u32 {
    event.state().tpn(0, id).unwrap()
}

/// Pairs of the last round by number, White of game 1 first.
pub fn pairs(event: &Event) -> Vec<(u32, u32)> {
    let round = event.state().rounds_paired(0);
    let meetings = &event.state().round(0, round).unwrap().meetings;
    meetings.iter().map(|m| (number(event, m.games[0].white), number(event, m.games[0].black))).collect()
}

pub fn enter(event: &mut Event, at: GameRef, result: GameResult) {
    event.apply(yes(Command::SetResult { at, result: Some(result), reason: None })).unwrap();
}

/// The better number wins every open game of the last round.
pub fn favourites(event: &mut Event) {
    let round = event.state().rounds_paired(0);
    while let Some(at) = event.state().next_open(0, round, None) {
        let game = event.state().round(0, round).unwrap().meetings[at.board as usize - 1].games[at.game];
        let white = number(event, game.white) < number(event, game.black);
        enter(event, at, if white { GameResult::WhiteWins } else { GameResult::BlackWins });
    }
}

/// First place, last place, number.
pub fn places(event: &Event) -> Vec<(u32, u32, u32)> {
    let places = knockout::places(event.state(), 0).unwrap();
    places.into_iter().map(|(from, to, id)| (from, to, number(event, id))).collect()
}

/// Everything is undone one by one and done again.
pub fn undo_all(event: &mut Event) {
    let end = event.state().clone();
    let mut steps = 0;
    while event.undo().is_some() {
        steps += 1;
    }
    assert!(event.state().players.is_empty());
    for _ in 0..steps {
        event.redo().unwrap();
    }
    assert_eq!(*event.state(), end);
}
