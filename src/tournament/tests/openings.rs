//! Drawn openings and micro-matches of a draughts event (T8, T9).

mod common;

use common::*;
use tournament::command::{Command, GameRef, Order, Refusal};
use tournament::crosstable::CrossTable;
use tournament::event::Event;
use tournament::model::*;
use tournament::openings::{by_hand, lists, read_list};
use tournament::records::{export, match_records, orders};
use tournament::store::{read_text, write_text};

fn refused(event: &mut Event, command: Command) -> String {
    let before = event.state().clone();
    let Err(Refusal::NotAllowed(text)) = event.apply(yes(command)) else { panic!("it was allowed") };
    assert_eq!(*event.state(), before);
    text
}

/// Russian draughts, 2-1-0, micro-matches of two games.
fn draughts(players: u32, as_unit: bool) -> Event {
    let mut event = empty(3);
    let settings = Settings {
        game: "russian".into(),
        scoring: Scoring { win: 20, draw: 10, pairing_bye: 20, ..Scoring::default() },
        meetings_as_unit: as_unit,
        place: "Tallinn".into(),
        start: "2026-05-01".parse().ok(),
        round_dates: vec!["2026-05-02".parse().ok()],
        ..(*event.state().settings).clone()
    };
    event.apply(yes(Command::EditSettings(Box::new(settings)))).unwrap();
    let list = (1..=players).map(|n| player(&format!("P{n:02}"), 2400 - n as u16 * 10)).collect();
    event.apply(yes(Command::AddPlayers(list))).unwrap();
    let system = event.state().stages[0].system.clone();
    let two = Command::EditStage { stage: 0, name: String::new(), system, rounds_planned: 3, games_per_meeting: 2 };
    event.apply(two).unwrap();
    event.apply(yes(PAIR)).unwrap();
    event
}

fn draw(list: &str, seed: u64, per_meeting: bool) -> Command {
    Command::DrawOpenings { stage: 0, round: 1, list: list.into(), text: String::new(), seed, per_meeting }
}

fn drawn(event: &Event) -> DrawnOpenings {
    event.state().round(0, 1).unwrap().openings.as_deref().unwrap().clone()
}

fn enter(event: &mut Event, board: u32, game: usize, result: GameResult) {
    let at = GameRef { stage: 0, round: 1, board, game };
    event.apply(yes(Command::SetResult { at, result: Some(result), reason: None })).unwrap();
}

#[test]
fn the_same_seed_draws_the_same() {
    let mut event = draughts(8, false);
    let change = event.apply(draw("russian-3", 7, false)).unwrap();
    let first = drawn(&event);
    assert!(change.summary.ends_with("(drawn from russian-3 with seed 7)"), "{}", change.summary);
    assert_eq!((first.openings.len(), first.openings[0].moves.len(), first.seed), (1, 3, Some(7)));
    assert_eq!(first.of_board(1), first.of_board(4));
    // Another draw replaces it, and must be confirmed.
    let Err(Refusal::NeedsConfirmation(_)) = event.apply(draw("russian-3", 8, false)) else {
        panic!("a second draw is confirmed")
    };
    event.apply(yes(draw("russian-3", 8, false))).unwrap();
    assert_ne!(drawn(&event).openings, first.openings);
    event.apply(yes(draw("russian-3", 7, false))).unwrap();
    assert_eq!(drawn(&event), first);
    // All seeds together reach a good part of the list.
    let kind = "russian".parse().unwrap();
    let all = read_list(kind, "russian-2", "").unwrap();
    let reached: std::collections::BTreeSet<String> = (0..400)
        .flat_map(|seed| tournament::openings::draw(kind, "russian-2", "", seed, 1).unwrap())
        .map(|opening| opening.fen)
        .collect();
    assert_eq!(reached.len(), all.len());
}

#[test]
fn every_meeting_may_have_its_own_and_all_is_undone_and_saved() {
    let mut event = draughts(8, false);
    event.apply(draw("russian-2", 1, true)).unwrap();
    let openings = drawn(&event);
    assert_eq!(openings.openings.len(), 4);
    assert!((1..=4).all(|board| openings.of_board(board).is_some()) && openings.of_board(5).is_none());
    assert!(openings.openings.iter().any(|opening| *opening != openings.openings[0]));
    let (again, _) = read_text(&write_text(&event).unwrap()).unwrap();
    assert_eq!(again.state(), event.state());
    // Undo works in the event that was read again too.
    for mut event in [event, again] {
        assert!(event.undo().unwrap().starts_with("Drew the openings of round 1, one for each of 4 boards"));
        assert!(event.state().round(0, 1).unwrap().openings.is_none());
        event.redo().unwrap();
        assert_eq!(drawn(&event), openings);
    }
}

#[test]
fn a_draw_after_results_is_confirmed_and_noted() {
    let mut event = draughts(4, false);
    enter(&mut event, 1, 0, GameResult::Draw);
    let order = Order::from(draw("russian-2", 1, false));
    assert!(event.warning(&order).reasons[0].contains("has results already"));
    refused(&mut event, draw("english-2", 1, false));
    event.apply(yes(draw("russian-2", 1, false))).unwrap();
    assert!(event.state().notes.iter().any(|note| note.text == "Openings changed after results @ Round 1"));
    assert!(
        refused(
            &mut event,
            Command::DrawOpenings {
                stage: 0,
                round: 2,
                list: "russian-2".into(),
                text: String::new(),
                seed: 1,
                per_meeting: false
            }
        )
        .contains("not paired")
    );
}

#[test]
fn openings_of_people_and_of_own_lists() {
    let mut event = draughts(4, false);
    let kind = "russian".parse().unwrap();
    let opening = by_hand(kind, "1. c3-d4 d6-c5 2. b2-c3").unwrap();
    assert_eq!(opening.words(), "1. c3-d4 d6-c5 2. b2-c3");
    assert!(by_hand(kind, "1. c3-e5").unwrap_err().contains("c3-e5"));
    let set = |board, opening: &DrawnOpening| Command::SetOpening {
        stage: 0,
        round: 1,
        board,
        opening: Some(Box::new(opening.clone())),
    };
    let position = by_hand(kind, "Corner | W:Wa1:Bh8").unwrap();
    assert_eq!(position.words(), "Corner");
    event.apply(set(Some(2), &position)).unwrap();
    let openings = drawn(&event);
    assert_eq!((openings.of_board(1), openings.of_board(2)), (None, Some(&position)));
    event.apply(yes(set(None, &opening))).unwrap();
    assert_eq!(drawn(&event).of_board(2), Some(&opening));
    let nonsense = DrawnOpening { fen: "W:Wz9:B".into(), ..DrawnOpening::default() };
    assert!(refused(&mut event, set(None, &nonsense)).contains("cannot be set up"));
    event.apply(yes(Command::SetOpening { stage: 0, round: 1, board: None, opening: None })).unwrap();
    assert!(event.state().round(0, 1).unwrap().openings.is_none());
    let own = |text: &str| Command::DrawOpenings {
        stage: 0,
        round: 1,
        list: "club list".into(),
        text: text.into(),
        seed: 3,
        per_meeting: false,
    };
    assert!(refused(&mut event, own("c3-d4 d6-c5\nc3-d5")).contains("line 2"));
    event.apply(own("Cross | c3-d4 d6-c5")).unwrap();
    assert_eq!(drawn(&event).openings[0].words(), "Cross: 1. c3-d4 d6-c5");
}

#[test]
fn shipped_lists_are_legal() {
    let mut read = 0;
    for kind in rules::GameKind::all() {
        for list in lists(kind) {
            for seed in 0..5 {
                let drawn = tournament::openings::draw(kind, list.name, "", seed, 2);
                // Turkish men fill two rows and stand close to each other; flying there may not exist.
                let Ok(drawn) = drawn else { continue };
                for opening in drawn {
                    assert!(!rules::legal_moves(kind, &opening.fen).unwrap().is_empty(), "{kind} {opening:?}");
                    read += 1;
                }
            }
        }
    }
    assert!(read > 200, "{read}");
    assert!(tournament::openings::draw("russian".parse().unwrap(), "flying", "", 1, 1).is_ok());
    assert!(lists(rules::GameKind::Chess).is_empty());
}

/// White in the first game of a board.
fn firsts(event: &Event, board: usize) -> (PlayerId, PlayerId) {
    let game = event.state().round(0, 1).unwrap().meetings[board - 1].games[0];
    (game.white, game.black)
}

#[test]
fn games_of_a_micro_match_are_added() {
    let mut event = draughts(5, false);
    let ((a, b), (c, d)) = (firsts(&event, 1), firsts(&event, 2));
    // 2 + 1 against 0 + 1; two draws.
    enter(&mut event, 1, 0, GameResult::WhiteWins);
    enter(&mut event, 1, 1, GameResult::Draw);
    enter(&mut event, 2, 0, GameResult::Draw);
    assert_eq!(event.state().progress(0, 1).entered, 3);
    enter(&mut event, 2, 1, GameResult::Draw);
    let scores = event.state().scores(0, 1);
    let of = |id: &PlayerId| scores[id].tenths();
    assert_eq!([of(&a), of(&b), of(&c), of(&d)], [30, 10, 20, 20]);
    // The bye is worth both games.
    let bye = *event.state().round(0, 1).unwrap().byes.first_key_value().unwrap().0;
    assert_eq!(of(&bye), 40);
    let table = CrossTable::of_state(event.state(), 0, 1);
    assert_eq!((table.scoring.win.tenths(), table.scoring.draw.tenths()), (40, 20));
    event.apply(yes(PAIR)).unwrap();
    let (trf, remarks) = tournament::trf::to_trf(event.state(), 0, &Default::default()).unwrap();
    assert!(remarks.iter().any(|remark| remark.text.contains("a round for each game")), "{remarks:?}");
    assert_eq!(trf.players[0].rounds.len(), 4);
}

#[test]
fn a_micro_match_as_one_unit() {
    let mut event = draughts(5, true);
    let ((a, b), (c, d)) = (firsts(&event, 1), firsts(&event, 2));
    enter(&mut event, 1, 0, GameResult::WhiteWins);
    let of = |event: &Event, id: PlayerId| event.state().scores(0, 1)[&id].tenths();
    assert_eq!(of(&event, a), 0, "nothing is decided after the first game");
    enter(&mut event, 1, 1, GameResult::Draw);
    // In the second game `d` has White.
    enter(&mut event, 2, 0, GameResult::BlackWins);
    enter(&mut event, 2, 1, GameResult::BlackWins);
    assert_eq!([a, b, c, d].map(|id| of(&event, id)), [20, 0, 10, 10]);
    let bye = *event.state().round(0, 1).unwrap().byes.first_key_value().unwrap().0;
    assert_eq!(of(&event, bye), 20);
    // Nobody has a point.
    enter(&mut event, 2, 0, GameResult::BothLose);
    enter(&mut event, 2, 1, GameResult::BothForfeit);
    assert_eq!([c, d].map(|id| of(&event, id)), [0, 0]);
}

#[test]
fn records_of_a_round_are_exported_and_read_again() {
    let mut event = draughts(4, false);
    let opening = Box::new(by_hand("russian".parse().unwrap(), "No. 4 | 1. c3-d4 d6-c5").unwrap());
    event.apply(Command::SetOpening { stage: 0, round: 1, board: None, opening: Some(opening) }).unwrap();
    let name = |id: PlayerId| event.state().name(id);
    let (a, b) = firsts(&event, 1);
    let (white, black) = (name(a), name(b));
    let file = format!(
        "[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"1-0\"]\n[GameType \"25\"]\n\n1. c3-d4 d6-c5 2. g3-f4 1-0\n\n\
         [White \"{black}\"]\n[Black \"{white}\"]\n[Result \"1/2-1/2\"]\n[GameType \"25\"]\n[Annotator \"Kask\"]\n\n1. c3-d4 d6-c5 2. b2-c3 1/2-1/2\n\n"
    );
    let found = match_records(event.state(), 0, 1, file.as_bytes());
    assert_eq!(found.iter().map(|m| m.place().unwrap().game).collect::<Vec<_>>(), [0, 1]);
    if let Some(command) = orders(&found, "board1.pdn", |_| true) {
        event.apply(yes(command)).unwrap();
    }
    let files = export(event.state(), 0, 1);
    let [(file_name, text)] = files.as_slice() else { panic!("one file: {files:?}") };
    assert_eq!(file_name, "club-open_r1.pdn");
    let opening = drawn(&event).openings[0].words();
    for line in [
        "[Event \"Club Open\"]",
        "[Site \"Tallinn\"]",
        "[Date \"2026.05.02\"]",
        "[Round \"1.1.1\"]",
        "[Round \"1.1.2\"]",
        "[Board \"1\"]",
        "[WhiteElo \"2390\"]",
        "[GameType \"25,W,8,8,A0,0\"]",
        "[Annotator \"Kask\"]",
        &format!("[Opening \"{opening}\"]"),
    ] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
    let again = match_records(event.state(), 0, 1, text.as_bytes());
    assert!(again.iter().all(|m| m.is_sure()), "{:?}", again.iter().map(|m| m.doubts()).collect::<Vec<_>>());
    assert_eq!(again.iter().map(|m| m.result.unwrap()).collect::<Vec<_>>(), [GameResult::WhiteWins, GameResult::Draw]);
    assert!(export(event.state(), 0, 2).is_empty());
}

#[test]
fn a_record_that_begins_otherwise_is_not_entered_in_silence() {
    let mut event = draughts(4, false);
    let kind = "russian".parse().unwrap();
    let set = |board: u32, line: &str| {
        let opening = Some(Box::new(by_hand(kind, line).unwrap()));
        yes(Command::SetOpening { stage: 0, round: 1, board: Some(board), opening })
    };
    event.apply(set(1, "Cross | 1. c3-d4 d6-c5")).unwrap();
    event.apply(set(2, "B:Wc3,d4,e1:Ba5,b6,h8")).unwrap();
    let read = |event: &Event, board: usize, tags: &str, moves: &str| {
        let (white, black) = firsts(event, board);
        let (white, black) = (event.state().name(white), event.state().name(black));
        let text = format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"1-0\"]\n{tags}\n{moves} 1-0\n");
        let mut found = match_records(event.state(), 0, 1, text.as_bytes());
        assert_eq!(found.len(), 1);
        found.remove(0)
    };
    let right = read(&event, 1, "", "1. c3-d4 d6-c5 2. g3-f4");
    assert!(right.is_sure(), "{:?}", right.doubts());
    let numbers = read(&event, 1, "[GameType \"25\"]", "1. c3-d4 d6-c5 2. g3-f4");
    assert!(numbers.is_sure(), "{:?}", numbers.doubts());
    let doubts = [
        (1, "", "1. c3-b4 b6-a5 2. g3-f4", "The game begins with 1. c3-b4 b6-a5; drawn was Cross: 1. c3-d4 d6-c5."),
        (1, "", "1. c3-d4", "The record ends before the drawn opening is over (Cross: 1. c3-d4 d6-c5)."),
        (
            1,
            "[FEN \"W:Wc3,d4:Ba5,b6\"]\n",
            "1. d4-e5",
            "The game begins from another position than the drawn one (Cross: 1. c3-d4 d6-c5).",
        ),
        (
            2,
            "",
            "1. c3-d4 d6-c5",
            "The game begins from the usual position, not from the drawn one (B:Wc3,d4,e1:Ba5,b6,h8).",
        ),
    ];
    for (board, tags, moves, words) in doubts {
        let found = read(&event, board, tags, moves);
        assert_eq!(found.doubts(), [words]);
        assert!(!found.is_sure() && found.place().is_some());
        assert_eq!(orders(&[found], "x.pdn", |_| false), None);
    }
    let position = read(&event, 2, "[FEN \"B:We1,d4,c3:Bh8,b6,a5\"]\n", "1... h8-g7");
    assert!(position.is_sure(), "{:?}", position.doubts());
    // A defect among the first moves is told once.
    let broken = read(&event, 1, "", "1. c3-d5 d6-c5");
    assert_eq!((broken.opening.clone(), broken.doubts().len()), (None, 1), "{:?}", broken.doubts());
}
