//! Records of a round become results.

mod common;

use common::*;
use tournament::command::Command;
use tournament::event::Event;
use tournament::model::*;
use tournament::records::{Belongs, Matcher, match_records, orders};

/// Four boards with names that can be mixed up.
fn round() -> Event {
    let mut event = empty(5);
    let id = |player: Player, id: &str| Player { id: id.into(), ..player };
    let players = vec![
        player("Abashidze, Nino", 2300),
        id(player("Müller, Karsten", 2290), "777"),
        player("Koch, Ida", 2280),
        player("Chkheidze, Luka", 2270),
        player("Petrosian, Tigran", 2260),
        player("Perera, Dilan", 2250),
        player("Perera, Nimal", 2240),
        player("Bold, Ganbat", 2230),
    ];
    event.apply(yes(Command::AddPlayers(players))).unwrap();
    event.apply(yes(PAIR)).unwrap();
    let names: Vec<String> =
        event.state().round(0, 1).unwrap().meetings.iter().map(|m| event.state().name(m.games[0].white)).collect();
    assert_eq!(names, ["Abashidze, Nino", "Chkheidze, Luka", "Petrosian, Tigran", "Bold, Ganbat"]);
    event
}

fn game(white: &str, black: &str, tags: &str, moves: &str) -> String {
    format!("[White \"{white}\"]\n[Black \"{black}\"]\n{tags}\n{moves}\n\n")
}

fn one(event: &Event, text: &str) -> tournament::records::RecordMatch {
    let mut found = match_records(event.state(), 0, 1, text.as_bytes());
    assert_eq!(found.len(), 1);
    found.remove(0)
}

const MATE: &str = "1. f3 e5 2. g4 Qh4# 0-1";
const DRAW: &str = "1. e4 e5 1/2-1/2";

#[test]
fn a_file_of_a_round_is_entered() {
    let mut event = round();
    let file = [
        game("Nino Abashidze", "GM Mueller, Karsten", "[Result \"0-1\"]", MATE),
        game("Chkheidze,L", "Koch,I", "[Result \"1/2-1/2\"]\n[Round \"1.2\"]", DRAW),
        game("petrosian, tigran", "PERERA, DILAN", "[Result \"1-0\"]\n[Termination \"time forfeit\"]", "1. e4 e5 1-0"),
        game("Nobody, A", "Someone, B", "[Result \"1-0\"]", "1. e4 1-0"),
    ]
    .concat();
    let found = match_records(event.state(), 0, 1, file.as_bytes());
    let places: Vec<Option<u32>> = found.iter().map(|m| m.place().map(|at| at.board)).collect();
    assert_eq!(places, [Some(1), Some(2), Some(3), None]);
    assert!(found[..3].iter().all(|m| m.is_sure()), "{:?}", found.iter().map(|m| m.doubts()).collect::<Vec<_>>());
    assert_eq!((found[0].result, found[0].reason), (Some(GameResult::BlackWins), Some(Reason::Checkmate)));
    assert_eq!((found[1].result, found[1].reason), (Some(GameResult::Draw), None));
    assert_eq!((found[2].result, found[2].reason), (Some(GameResult::WhiteWins), Some(Reason::Time)));
    assert!(found[3].doubts()[0].contains("no such pair in round 1"));

    if let Some(command) = orders(&found, "round1.pgn", |_| false) {
        event.apply(yes(command)).unwrap();
    }
    let games: Vec<Game> = event.state().round(0, 1).unwrap().meetings.iter().map(|m| m.games[0]).collect();
    assert_eq!(games[0].result, Some(GameResult::BlackWins));
    assert_eq!(games[3].result, None);
    let record = &event.state().records[&games[0].record.unwrap()];
    assert_eq!((record.game.as_str(), record.source.as_str()), ("chess", "round1.pgn"));
    assert!(record.text.contains("Qh4#") && !record.text.contains("Koch"));
    let again = match_records(event.state(), 0, 1, file.as_bytes());
    assert!(again[0].is_sure(), "the same result again is no contradiction");
}

#[test]
fn contradictions_are_never_entered_in_silence() {
    let event = round();
    let bad = [
        // Mate on the board, but the tag gives it to the other.
        game("Abashidze, Nino", "Müller, Karsten", "[Result \"1-0\"]", "1. f3 e5 2. g4 Qh4# 1-0"),
        // An illegal move.
        game("Chkheidze, Luka", "Koch, Ida", "[Result \"1-0\"]", "1. e4 e5 2. Ke3 1-0"),
        // Unfinished.
        game("Petrosian, Tigran", "Perera, Dilan", "[Result \"*\"]", "1. e4 *"),
        // Nothing was played.
        game("Bold, Ganbat", "Perera, Nimal", "[Result \"1-0\"]", "1-0"),
    ]
    .concat();
    let found = match_records(event.state(), 0, 1, bad.as_bytes());
    for record in &found {
        assert!(record.place().is_some());
        assert!(!record.is_sure(), "{:?}", record.record.source);
        assert_eq!(record.result, None);
        assert!(!record.doubts().is_empty());
    }
    assert_eq!(orders(&found, "x", |_| false), None);
    let kept = orders(&found, "x", |_| true);
    assert!(
        matches!(&kept, Some(Command::EnterRecords { results, .. }) if results.is_empty()),
        "records may be kept, results are entered by hand"
    );
}

#[test]
fn a_result_that_is_entered_already_is_not_replaced() {
    let mut event = round();
    event.apply(result(1, 1, GameResult::WhiteWins)).unwrap();
    let text = game("Abashidze, Nino", "Müller, Karsten", "[Result \"0-1\"]", MATE);
    let found = match_records(event.state(), 0, 1, text.as_bytes());
    assert_eq!(found[0].differs, Some(GameResult::WhiteWins));
    assert_eq!(orders(&found, "x", |_| false), None);
    let decided = orders(&found, "x", |_| true);
    let Some(Command::EnterRecords { results, records }) = &decided else { panic!("{decided:?}") };
    assert_eq!((results.len(), records.len()), (1, 1), "a person may decide for the record");
}

#[test]
fn what_is_only_likely_is_a_suggestion() {
    let event = round();
    let doubtful = |text: &str, board: u32| {
        let found = one(&event, text);
        let Belongs::Doubtful(at, why) = &found.belongs else { panic!("{:?}", found.belongs) };
        assert_eq!(at.board, board);
        assert!(!found.is_sure());
        why.clone()
    };
    let tags = "[Result \"1/2-1/2\"]";
    assert!(doubtful(&game("Müller, Karsten", "Abashidze, Nino", tags, DRAW), 1).contains("other way round"));
    assert!(doubtful(&game("Петросян, Тигран", "Perera, Dilan", tags, DRAW), 3).contains("roughly"));
    assert!(doubtful(&game("ჩხეიძე, ლუკა", "Koch, Ida", tags, DRAW), 2).contains("roughly"));
    let other_round = format!("{tags}\n[Round \"3\"]");
    assert!(doubtful(&game("Chkheidze, Luka", "Koch, Ida", &other_round, DRAW), 2).contains("of round 3"));
    let board = format!("{tags}\n[Round \"1\"]\n[Board \"4\"]");
    assert!(doubtful(&game("?", "?", &board, DRAW), 4).contains("only the board number"));
    let twice = game("Chkheidze, Luka", "Koch, Ida", tags, DRAW).repeat(2);
    let found = match_records(event.state(), 0, 1, twice.as_bytes());
    assert!(found[0].is_sure() && !found[1].is_sure());
}

#[test]
fn identity_numbers_decide() {
    let event = round();
    let numbers = "[Result \"1/2-1/2\"]\n[BlackFideId \"777\"]";
    let found = one(&event, &game("Abashidze, N", "K. Unknown", numbers, DRAW));
    assert!(matches!(found.belongs, Belongs::Matched(at) if at.board == 1), "{:?}", found.belongs);
    // Colours that names and numbers tell differently are for a person to look at.
    let turned = "[Result \"1/2-1/2\"]\n[BlackFideId \"777\"]\n[WhiteFideId \"776\"]";
    let mut numbered = event.state().clone();
    let nino = numbered.players.iter().find(|(_, player)| player.name.starts_with("Abash")).map(|(id, _)| *id).unwrap();
    std::sync::Arc::make_mut(numbered.players.get_mut(&nino).unwrap()).id = "776".into();
    let text = game("Müller, Karsten", "Abashidze, Nino", turned, DRAW);
    let found = match_records(&numbered, 0, 1, text.as_bytes());
    assert!(!found[0].is_sure() && found[0].doubts()[0].contains("only the other way round"), "{:?}", found[0].belongs);
    let other = "[Result \"1/2-1/2\"]\n[BlackFideId \"778\"]";
    let found = one(&event, &game("Abashidze, Nino", "Müller, Karsten", other, DRAW));
    assert!(matches!(found.belongs, Belongs::Doubtful(at, _) if at.board == 1), "{:?}", found.belongs);
}

#[test]
fn two_files_with_one_game_and_what_is_known_already() {
    let mut event = round();
    let file = game("Abashidze, Nino", "Müller, Karsten", "[Result \"0-1\"]", MATE);
    let other = game("Abashidze, N", "Müller, K", "[Result \"1/2-1/2\"]", DRAW);
    let state = event.state().clone();
    let mut matcher = Matcher::new(&state, 0, 1);
    let first = matcher.read(file.as_bytes());
    let again = matcher.read(file.as_bytes());
    let second = matcher.read(other.as_bytes());
    assert!(first[0].is_sure() && !again[0].is_sure() && !second[0].is_sure());
    assert_eq!(again[0].doubts(), ["The same record of board 1 was read before this one."]);
    assert_eq!(second[0].doubts(), ["Another record of board 1 was read before this one."]);
    assert_eq!(orders(&again, "again.pgn", |_| false), None);

    event.apply(yes(orders(&first, "one.pgn", |_| false).unwrap())).unwrap();
    let found = one(&event, &file);
    assert!(found.known && found.is_sure());
    assert_eq!(orders(&[found], "one.pgn", |_| true), None, "there is nothing new to enter");
    // Other moves with the same result do not push the record out in silence.
    let longer = game("Abashidze, Nino", "Müller, Karsten", "[Result \"0-1\"]", "1. f4 e6 2. g4 Qh4# 0-1");
    let found = one(&event, &longer);
    assert_eq!((found.is_sure(), found.doubts().len()), (false, 1));
    assert_eq!(orders(std::slice::from_ref(&found), "two.pgn", |_| false), None);
    event.apply(yes(orders(&[found], "two.pgn", |_| true).unwrap())).unwrap();
    assert!(one(&event, &longer).known && one(&event, &file).replaces);
    event.undo().unwrap();
    // With another result entered by hand the record is news again.
    event.apply(yes(result(1, 1, GameResult::Draw))).unwrap();
    let found = one(&event, &file);
    assert!(!found.known && found.differs == Some(GameResult::Draw));
}

#[test]
fn records_that_speak_against_one_another_are_all_doubtful() {
    let event = round();
    let file = [
        game("Abashidze, Nino", "Müller, Karsten", "[Result \"0-1\"]", MATE),
        game("Abashidze, Nino", "Müller, Karsten", "[Result \"1/2-1/2\"]", DRAW),
        game("Chkheidze, Luka", "Koch, Ida", "[Result \"1/2-1/2\"]", DRAW),
    ]
    .concat();
    let found = match_records(event.state(), 0, 1, file.as_bytes());
    let sure: Vec<bool> = found.iter().map(|found| found.is_sure()).collect();
    assert_eq!(sure, [false, false, true]);
    assert_eq!(found[0].doubts(), ["Another record of board 1 says 1/2-1/2."]);
}

#[test]
fn a_record_of_another_game_needs_a_look() {
    let event = round();
    let tags = "[Result \"1-0\"]\n[GameType \"25\"]";
    let found = one(&event, &game("Abashidze, Nino", "Müller, Karsten", tags, "1. c3-d4 d6-c5 1-0"));
    assert!(!found.is_sure());
    assert_eq!(found.doubts(), ["The record is of Russian draughts, the event of Chess."]);
}

#[test]
fn the_round_tag_names_the_game_of_a_meeting() {
    let mut state = round().state().clone();
    let stage = &mut state.stages[0];
    let mut paired = (*stage.rounds[0]).clone();
    let first = paired.meetings[0].games[0];
    let turned = Game { white: first.black, black: first.white, ..first };
    std::sync::Arc::make_mut(&mut paired.meetings[0]).games = vec![first, turned, first];
    stage.rounds[0] = paired.into();
    let placed = |tag: &str| {
        let tags = format!("[Result \"1/2-1/2\"]\n[Round \"{tag}\"]");
        let text = game("Abashidze, Nino", "Müller, Karsten", &tags, DRAW);
        match_records(&state, 0, 1, text.as_bytes()).remove(0)
    };
    for (tag, index) in [("1.1.1", 0), ("1.1.3", 2)] {
        let found = placed(tag);
        assert!(found.is_sure(), "{:?}", found.doubts());
        assert_eq!(found.place().unwrap().game, index);
    }
    assert!(placed("1.1.2").doubts()[0].contains("game 1.2, which has the colours the other way round"));
    assert!(placed("1.1.4").doubts()[0].contains("game 1.4, which is not there"));
    assert!(placed("1").doubts()[0].contains("(board 1.1, 1.3)"), "{:?}", placed("1").doubts());
}

#[test]
fn a_result_against_the_kept_record_is_warned_of() {
    use tournament::command::WarningLevel;
    let mut event = round();
    let file = game("Abashidze, Nino", "Müller, Karsten", "[Result \"0-1\"]", MATE);
    let found = match_records(event.state(), 0, 1, file.as_bytes());
    event.apply(yes(orders(&found, "one.pgn", |_| false).unwrap())).unwrap();
    let warning = event.warning(&result(1, 1, GameResult::Draw).into());
    assert_eq!(warning.level, WarningLevel::Acknowledge);
    assert!(warning.reasons[0].contains("Abashidze, Nino - Müller, Karsten from one.pgn"), "{:?}", warning.reasons);
    assert!(warning.reasons[0].contains("says 0-1"), "{:?}", warning.reasons);
    let forfeit = event.warning(&result(1, 1, GameResult::ForfeitToBlack).into());
    assert!(forfeit.level < WarningLevel::Acknowledge, "the same side wins: {:?}", forfeit.reasons);
}
