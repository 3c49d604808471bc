//! What an arbiter signs, computed from an event: ratings, norms, and that files and standings agree.

mod common;

use common::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use tournament::command::Command;
use tournament::event::Event;
use tournament::model::*;
use tournament::norms::{NormEvent, NormTitle, norm};
use tournament::prizes::{amount_text, parse_amounts};
use tournament::ratings::{RatingRules, hundredths_text, state_ratings};
use tournament::standings::{self, StageTable};
use tournament::trf::{self, Dialect};

/// Two players, ratings 1850 (K 20) and 1720, one micro-match of two games.
fn micro_match() -> Event {
    let mut event = Event::new(
        Settings { initial_color: Some(Color::White), ..Settings::default() },
        Stage { games_per_meeting: 2, ..stage(1) },
    );
    event.set_clock(clock);
    let with_k = |name: &str, value, k| Player {
        ratings: vec![Rating { list: "FIDE".into(), value, k: Some(k) }],
        ..player(name, 0)
    };
    event.apply(yes(Command::AddPlayers(vec![with_k("A", 1850, 20), with_k("B", 1720, 10)]))).unwrap();
    event.apply(yes(PAIR)).unwrap();
    for (game, result) in [GameResult::WhiteWins, GameResult::Draw].into_iter().enumerate() {
        let at = tournament::command::GameRef { game, ..at(1, 1) };
        event.apply(yes(Command::SetResult { at, result: Some(result), reason: None })).unwrap();
    }
    event
}

#[test]
fn games_of_a_micro_match_are_rated_one_by_one() {
    let event = micro_match();
    let first = event.state().round(0, 1).unwrap().meetings[0].games[0];
    let (table, ratings) = state_ratings(event.state(), 0, 1, &RatingRules::default());
    assert_eq!((table.rounds, ratings[0].games.len()), (2, 2));
    // 1850 against 1720: D 130, expected .68 a game (8.1.2: 130 to 137). White won the first game, the second was drawn.
    let a_won = first.white == id(&event, "A");
    let gain = if a_won { 100 + 50 - 2 * 68 } else { 50 - 2 * 68 };
    let a = ratings[0].change.as_ref().unwrap();
    assert_eq!((a.k, a.gain, a.change), (20, gain, 20 * gain));
    let b = ratings[1].change.as_ref().unwrap();
    assert_eq!((b.k, b.gain), (10, -gain));
    assert_eq!([hundredths_text(1780), hundredths_text(-5), hundredths_text(-340)], ["17.80", "-0.05", "-3.40"]);
}

#[test]
fn k_comes_from_the_list_or_from_rating_and_age() {
    let mut event = empty(1);
    let settings = Settings { start: Some("2026-06-01".parse().unwrap()), ..(*event.state().settings).clone() };
    event.apply(Command::EditSettings(Box::new(settings))).unwrap();
    let rules = RatingRules::default();
    let k = |value, born: u16, listed| {
        let player = Player {
            ratings: vec![Rating { list: "FIDE".into(), value, k: listed }],
            birth: Some(PartialDate { year: born, month: 0, day: 0 }),
            ..Player::default()
        };
        rules.k_of_player(event.state(), &player)
    };
    // 8.3.3: 40 until the end of the year of the 18th birthday below 2300; 20 below 2400; 10 from there on.
    assert_eq!([k(2000, 2008, None), k(2000, 2007, None), k(2350, 2010, None), k(2400, 2010, None)], [40, 20, 20, 10]);
    assert_eq!(k(2000, 2008, Some(15)), 15);
}

#[test]
fn a_norm_in_an_event_is_found_and_its_conditions_are_named() {
    // Ten players everybody against everybody: nine games for each.
    let mut event = Event::new(
        Settings { federation: "GEO".into(), tiebreaks: vec!["SB".into()], ..Settings::default() },
        Stage { system: System::RoundRobin { cycles: 1, exchange_last_two: false }, ..stage(9) },
    );
    let titles = [Some(Title::GM), Some(Title::GM), Some(Title::GM), Some(Title::IM), Some(Title::IM)];
    let federations = ["GER", "FRA", "ITA", "GEO", "ESP"];
    let mut players = vec![Player { federation: "GEO".into(), ..player("Hopeful", 2390) }];
    for at in 0..9 {
        let title = titles.get(at).copied().flatten();
        let federation = federations[at % 5].to_owned();
        players.push(Player { title, federation, ..player(&format!("Opponent {at}"), 2430) });
    }
    event.apply(yes(Command::AddPlayers(players))).unwrap();
    let hopeful = id(&event, "Hopeful");
    for round in 1..=9 {
        event.apply(yes(PAIR)).unwrap();
        for board in 1..=5 {
            let game = event.state().round(0, round).unwrap().meetings[board as usize - 1].games[0];
            // Two wins, the rest drawn: 5½ of 9; all others draw.
            let won = round <= 2 && (game.white == hopeful || game.black == hopeful);
            let outcome = match won {
                true if game.white == hopeful => GameResult::WhiteWins,
                true => GameResult::BlackWins,
                false => GameResult::Draw,
            };
            event.apply(yes(result(round, board, outcome))).unwrap();
        }
    }
    let table = event.state().game_table(0, 9);
    let state = event.state();
    let number = state.tpn(0, hopeful).unwrap();
    let norms = NormEvent::of_state(&table, state, 0);
    // Average 2430, 5½ of 9 (61 %: +80): 2510, above 2450. Five titled of nine, five GM or IM, four foreign federations.
    let im = norm(&norms, number, NormTitle::IM).unwrap();
    assert!(im.achieved(), "{im}");
    assert_eq!((im.average, im.performance, im.counted_games), (2430, 2510, 9));
    // The same score in a blitz event is no norm, and the words say why.
    let blitz = Settings { discipline: Discipline::Blitz, ..(*state.settings).clone() };
    let (failed, _) = tournament::norms::event_conditions(&State { settings: Arc::new(blitz), ..state.clone() }, 0);
    assert!(im.counts(&[]) && im.words(&[]).starts_with("made"));
    assert!(!im.counts(&failed) && im.words(&failed).contains("no norm: Rapid and blitz"), "{}", im.words(&failed));
    let gm = norm(&norms, number, NormTitle::GM).unwrap();
    assert!(!gm.achieved());
    assert_eq!(gm.to_string(), "GM norm not made: 5.5 from 9, average 2430, performance 2510; 1.5 points too few");
    // One titled opponent fewer: the missing condition has its name.
    let mut poorer = state.clone();
    let gone = *poorer.players.iter().find(|(_, p)| p.title == Some(Title::IM)).unwrap().0;
    Arc::make_mut(poorer.players.get_mut(&gone).unwrap()).title = None;
    let table = poorer.game_table(0, 9);
    let im = norm(&NormEvent::of_state(&table, &poorer, 0), number, NormTitle::IM).unwrap();
    assert!(im.to_string().ends_with("; needs one more titled opponent"), "{im}");
}

#[test]
fn who_withdrew_before_round_1_is_in_neither_file_nor_standings() {
    let mut event = swiss(6, 3);
    let gone = id(&event, "P03");
    event.apply(yes(Command::Withdraw { player: gone, from: 1 })).unwrap();
    play(&mut event, GameResult::WhiteWins);
    let ranked = StageTable::of(event.state(), 0, 1);
    let exported = trf::export(event.state(), 0, Dialect::Trf26, &BTreeMap::new()).unwrap();
    let file = trf::read(&exported.bytes).unwrap();
    let mut names: Vec<String> = ranked.ids.iter().map(|id| event.state().name(*id)).collect();
    names.sort_unstable();
    assert_eq!(names, ["P01", "P02", "P04", "P05", "P06"]);
    let mut filed: Vec<&str> = file.players.iter().map(|player| player.name.as_str()).collect();
    filed.sort_unstable();
    assert_eq!(filed, names);
    // Who withdraws later has played: both know the player.
    event.apply(yes(Command::Withdraw { player: id(&event, "P05"), from: 2 })).unwrap();
    play(&mut event, GameResult::Draw);
    let exported = trf::export(event.state(), 0, Dialect::Trf26, &BTreeMap::new()).unwrap();
    assert_eq!(trf::read(&exported.bytes).unwrap().players.len(), 5);
    assert_eq!(StageTable::of(event.state(), 0, 2).ids.len(), 5);
}

#[test]
fn an_event_agrees_with_its_own_file_round_by_round() {
    let mut event = swiss(9, 4);
    for outcome in [GameResult::WhiteWins, GameResult::Draw, GameResult::ForfeitToBlack] {
        play(&mut event, outcome);
    }
    let checked = standings::check_event(event.state(), 0).unwrap();
    assert_eq!(checked.found, []);
    assert!(checked.compared[0].starts_with("standings after rounds 1 to 3 by "), "{checked:?}");
    // A file that was written before the last results came in has the points of the round before.
    let ranks = StageTable::of(event.state(), 0, 2).ranks().map(|(rank, id)| (id, rank)).collect();
    let exported = trf::export(event.state(), 0, Dialect::Trf26, &ranks).unwrap();
    let mut file = trf::read(&exported.bytes).unwrap();
    let scores = event.state().scores(0, 2);
    for (player, id) in file.players.iter_mut().zip(event.state().numbering(0).iter()) {
        player.points = scores.get(id).copied();
    }
    assert!(!standings::check(&file).unwrap().is_empty());
    assert_eq!(standings::fits_round(&file).unwrap(), Some(2));
}

#[test]
fn imported_rounds_are_checked_against_the_rules() {
    let mut event = swiss(6, 3);
    event.set_engine(pairing::swiss::pair);
    play(&mut event, GameResult::WhiteWins);
    play(&mut event, GameResult::WhiteWins);
    let right = trf::replay(event.state(), 0);
    assert_eq!(right.len(), 1, "{right:?}");
    assert!(right[0].to_string().contains("Import @ Round 2"));
    let mut wrong = event.state().clone();
    let round = Arc::make_mut(&mut wrong.stages[0].rounds[0]);
    let (a, b) = (round.meetings[0].games[0].black, round.meetings[1].games[0].black);
    Arc::make_mut(&mut round.meetings[0]).games[0].black = b;
    Arc::make_mut(&mut round.meetings[1]).games[0].black = a;
    let found = trf::replay(&wrong, 0);
    assert!(found.iter().any(|remark| remark.to_string().contains("round 1: the file has")), "{found:?}");
}

#[test]
fn amounts_are_read_and_written() {
    assert_eq!(parse_amounts("300 200, 12.5;0.05"), Ok(vec![30_000, 20_000, 1250, 5]));
    assert_eq!(parse_amounts(" "), Ok(vec![]));
    assert_eq!(parse_amounts("300,200,100, 50"), Ok(vec![30_000, 20_000, 10_000, 5_000]));
    // One amount with a decimal comma, or two?
    for unclear in ["50; 30,25", "30,5", "300,20,10"] {
        assert!(parse_amounts(unclear).unwrap_err().contains("one amount or several"), "{unclear}");
    }
    for wrong in ["-3", "1.234", "x", "99999999999", ".5", "1e3"] {
        assert!(parse_amounts(wrong).unwrap_err().contains("write 300 or 12.50"), "{wrong}");
    }
    assert_eq!([amount_text(1250, "EUR"), amount_text(30_000, "")], ["12.50 EUR", "300"]);
}

#[test]
fn reasons_have_one_wording() {
    let mut event = swiss(2, 1);
    event.apply(yes(PAIR)).unwrap();
    let set = Command::SetResult { at: at(1, 1), result: Some(GameResult::Draw), reason: Some(Reason::KingMoves) };
    let change = event.apply(yes(set)).unwrap();
    assert!(change.summary.ends_with("(limit of king moves)"), "{}", change.summary);
    assert_eq!(Reason::TimeNoMatingMaterial.words(), "time, no mating material");
}
