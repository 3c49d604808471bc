//! Ties decided by play-off, lot and hand; categories and prizes of an event; what standings may be called.

mod common;

use common::*;
use tournament::command::{Command, Order, Refusal, TieDecidedBy, WarningLevel};
use tournament::event::Event;
use tournament::model::*;
use tournament::prizes::{PrizeList, Sharing, SpecialPrize};
use tournament::standings::{DecisionKind, Heading, StageTable};
use tournament::store;

/// Four players, one round, two draws, no tie-breaks: all four are level.
fn level() -> Event {
    let mut event = swiss(4, 1);
    let settings = Settings { tiebreaks: Vec::new(), ..(*event.state().settings).clone() };
    event.apply(yes(Command::EditSettings(Box::new(settings)))).unwrap();
    play(&mut event, GameResult::Draw);
    event
}

fn ids(event: &Event, names: &[&str]) -> Vec<PlayerId> {
    names.iter().map(|name| id(event, name)).collect()
}

fn tie(event: &Event, how: TieDecidedBy, names: &[&str]) -> Command {
    Command::DecideTie { stage: 0, round: 1, how, order: ids(event, names) }
}

/// Names and ranks after round 1.
fn ranks(event: &Event) -> Vec<(String, u32)> {
    let ranked = StageTable::of(event.state(), 0, 1);
    ranked.standings.rows.iter().map(|row| (event.state().name(ranked.ids[row.index]), row.rank)).collect()
}

fn first_names(event: &Event) -> Vec<String> {
    ranks(event).into_iter().map(|(name, _)| name).collect()
}

#[test]
fn a_play_off_ranks_those_who_played_and_leaves_the_others_level() {
    let mut event = level();
    assert!(ranks(&event).iter().all(|(_, rank)| *rank == 1));
    let change = event.apply(tie(&event, TieDecidedBy::PlayOff, &["P03", "P01"])).unwrap();
    assert!(change.summary.contains("play-off: P03 before P01"), "{}", change.summary);
    let expected = [("P03", 1), ("P01", 2), ("P02", 3), ("P04", 3)].map(|(name, rank)| (name.to_owned(), rank));
    assert_eq!(ranks(&event), expected);
    let ranked = StageTable::of(event.state(), 0, 1);
    assert_eq!(ranked.standings.rows[0].decided, Some(DecisionKind::PlayOff));
    assert_eq!(ranked.standings.rows[2].decided, None);
    // Those who are left can be decided by another way; who is ranked already cannot.
    let by_hand = tie(&event, TieDecidedBy::ByHand, &["P04", "P02"]);
    event.apply(yes(by_hand)).unwrap();
    assert_eq!(first_names(&event), ["P03", "P01", "P04", "P02"]);
    let again = tie(&event, TieDecidedBy::PlayOff, &["P01", "P02"]);
    assert!(
        matches!(event.apply(yes(again)), Err(Refusal::NotAllowed(text)) if text.contains("take that decision back"))
    );
}

#[test]
fn a_lot_is_drawn_once() {
    let mut event = level();
    let all = ["P01", "P02", "P03", "P04"];
    let lot = |event: &Event, seed| tie(event, TieDecidedBy::Lot { seed }, &all);
    assert!(
        matches!(event.apply(lot(&event, 7)), Err(Refusal::NeedsConfirmation(w)) if w.level == WarningLevel::Confirm)
    );
    event.apply(yes(lot(&event, 7))).unwrap();
    let drawn = first_names(&event);
    assert_eq!(event.state().tie_decisions[0].seed, Some(7));
    assert!(event.state().notes.last().unwrap().text.contains("by lot @ Round 1"), "for the report file");
    // In FIDE mode it cannot be taken back, and a second draw after an undo brings the same order.
    let clear = Command::ClearTie { stage: 0, round: 1, player: id(&event, "P01") };
    assert!(matches!(event.apply(yes(clear)), Err(Refusal::FideMode(_))));
    event.undo().unwrap();
    assert!(ranks(&event).iter().all(|(_, rank)| *rank == 1));
    let mut named = lot(&event, 99);
    if let Command::DecideTie { order, .. } = &mut named {
        order.reverse();
    }
    event.apply(yes(named)).unwrap();
    assert_eq!((first_names(&event), event.state().tie_decisions[0].seed), (drawn, Some(7)));
}

#[test]
fn lots_of_different_seeds_differ() {
    let orders: std::collections::BTreeSet<Vec<String>> = (0..40)
        .map(|seed| {
            let mut event = level();
            event.apply(yes(tie(&event, TieDecidedBy::Lot { seed }, &["P01", "P02", "P03", "P04"]))).unwrap();
            first_names(&event)
        })
        .collect();
    assert!(orders.len() > 10, "{} orders of 24", orders.len());
}

#[test]
fn decisions_hold_only_for_the_tie_that_they_were_made_for() {
    let mut event = level();
    let refused = |event: &mut Event, command: Command, part: &str| match event.apply(yes(command)) {
        Err(Refusal::NotAllowed(text)) => assert!(text.contains(part), "{text}"),
        other => panic!("{other:?}"),
    };
    let unknown =
        Command::DecideTie { stage: 0, round: 2, how: TieDecidedBy::PlayOff, order: ids(&event, &["P01", "P02"]) };
    refused(&mut event, unknown, "round 1");
    let twice = tie(&event, TieDecidedBy::PlayOff, &["P01", "P01"]);
    refused(&mut event, twice, "each once");
    let reasonless = Order { reason: String::new(), ..yes(tie(&event, TieDecidedBy::ByHand, &["P01", "P02"])) };
    assert!(matches!(event.apply(reasonless), Err(Refusal::NotAllowed(text)) if text.contains("reason")));
    // Board 1 won instead: its players are no longer level.
    event.apply(yes(result(1, 1, GameResult::WhiteWins))).unwrap();
    let round = event.state().round(0, 1).unwrap().clone();
    let (winner, loser) = (round.meetings[0].games[0].white, round.meetings[0].games[0].black);
    let command = Command::DecideTie { stage: 0, round: 1, how: TieDecidedBy::PlayOff, order: vec![loser, winner] };
    refused(&mut event, command, "not level");
    let draws = vec![round.meetings[1].games[0].black, round.meetings[1].games[0].white];
    let command = Command::DecideTie { stage: 0, round: 1, how: TieDecidedBy::PlayOff, order: draws.clone() };
    event.apply(yes(command)).unwrap();
    let rank =
        |event: &Event, id| StageTable::of(event.state(), 0, 1).ranks().find(|(_, other)| *other == id).unwrap().0;
    assert_eq!([rank(&event, draws[0]), rank(&event, draws[1])], [2, 3]);
    // After a correction two more share the tie; nobody asked them, so the decision does not hold.
    event.apply(yes(result(1, 1, GameResult::Draw))).unwrap();
    assert_eq!([rank(&event, draws[0]), rank(&event, draws[1])], [1, 1]);
    event.undo().unwrap();
    assert_eq!(rank(&event, draws[0]), 2);
    // An open game: no decision on ties; un-pairing takes the decision along.
    event.apply(yes(Command::UnpairRound { stage: 0 })).unwrap();
    assert!(event.state().tie_decisions.is_empty());
    event.apply(yes(PAIR)).unwrap();
    let early = tie(&event, TieDecidedBy::PlayOff, &["P01", "P02"]);
    refused(&mut event, early, "2 games are open");
}

#[test]
fn decisions_are_saved_and_undone() {
    let mut event = level();
    let before = event.state().clone();
    event.apply(yes(tie(&event, TieDecidedBy::ByHand, &["P02", "P04", "P01"]))).unwrap();
    let after = event.state().clone();
    let text = store::write_text(&event).unwrap();
    let (mut read, _) = store::read_text(&text).unwrap();
    assert_eq!(read.state(), &after);
    assert_eq!(first_names(&read), ["P02", "P04", "P01", "P03"]);
    read.undo().unwrap();
    assert_eq!(read.state(), &before);
    read.redo().unwrap();
    assert_eq!(read.state(), &after);
    let clear = Command::ClearTie { stage: 0, round: 1, player: id(&read, "P04") };
    read.apply(yes(clear)).unwrap();
    assert!(read.state().tie_decisions.is_empty());
}

#[test]
fn the_tie_decides_who_goes_on() {
    let mut event = level();
    assert!(tournament::stages::qualifiers(event.state(), 0, 2, None).is_err(), "level at the border");
    event.apply(yes(tie(&event, TieDecidedBy::PlayOff, &["P04", "P02", "P01", "P03"]))).unwrap();
    assert_eq!(tournament::stages::qualifiers(event.state(), 0, 2, None).unwrap(), ids(&event, &["P04", "P02"]));
}

#[test]
fn no_final_standings_while_a_game_is_open() {
    let mut event = swiss(4, 2);
    let title = |event: &Event, rounds| Heading::of(event.state(), 0, rounds).title("Standings");
    assert_eq!(title(&event, 0), "Standings before round 1");
    play(&mut event, GameResult::Draw);
    assert_eq!(title(&event, 1), "Standings after round 1");
    event.apply(yes(result(1, 2, GameResult::Adjourned))).unwrap();
    assert_eq!(title(&event, 1), "Standings after round 1 (provisional, 1 game open)");
    play(&mut event, GameResult::WhiteWins);
    // All of round 2 is in, but the adjourned game of round 1 still keeps the standings from being final.
    assert_eq!(title(&event, 2), "Standings after round 2 (provisional, 1 game open)");
    event.apply(yes(result(1, 2, GameResult::Draw))).unwrap();
    assert_eq!((title(&event, 1).as_str(), title(&event, 2).as_str()), ("Standings after round 1", "Final standings"));
}

#[test]
fn categories_by_name_limits_and_rule() {
    let mut event = empty(1);
    let entry = |name: &str, rating, born, title, categories: &[&str]| Player {
        birth: Some(PartialDate { year: born, month: 0, day: 0 }),
        title,
        categories: categories.iter().map(|name| (*name).to_owned()).collect(),
        ..player(name, rating)
    };
    let categories = vec![
        Category { name: "U16".into(), max_age: Some(16), ..Category::default() },
        Category { name: "Guests".into(), ..Category::default() },
        Category { name: "Amateurs".into(), rule: "rating < 2000 and title = none".into(), ..Category::default() },
        Category { name: "Young".into(), max_age: Some(16), rule: "rating >= 1500".into(), ..Category::default() },
    ];
    let settings =
        Settings { start: Some("2026-05-01".parse().unwrap()), categories, ..(*event.state().settings).clone() };
    event.apply(Command::EditSettings(Box::new(settings))).unwrap();
    event
        .apply(Command::AddPlayers(vec![
            entry("A", 2100, 2012, None, &[]),
            entry("B", 1400, 2010, None, &["Guests"]),
            entry("C", 1900, 1980, Some(Title::CM), &[]),
            entry("D", 1800, 2009, None, &["U16"]),
        ]))
        .unwrap();
    let members = |name: &str| -> String {
        let state = event.state();
        let category = state.settings.categories.iter().find(|c| c.name == name).unwrap();
        state.members(category).iter().map(|id| state.name(*id)).collect()
    };
    assert_eq!(members("U16"), "ABD", "by age, and one by name");
    assert_eq!(members("Guests"), "B");
    assert_eq!(members("Amateurs"), "BD", "no title, below 2000");
    assert_eq!(members("Young"), "A");
    let mut wrong = (*event.state().settings).clone();
    wrong.categories[2].rule = "rating <".into();
    match event.apply(yes(Command::EditSettings(Box::new(wrong)))) {
        Err(Refusal::NotAllowed(text)) => assert!(text.contains("Amateurs") && text.contains("character 9"), "{text}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn prizes_of_an_event() {
    let mut event = level();
    let mut settings = (*event.state().settings).clone();
    settings.categories = vec![Category { name: "Below 2480".into(), max_rating: Some(2479), ..Category::default() }];
    let list = |name: &str, category: Option<&str>, amounts: &[u32]| PrizeList {
        name: name.into(),
        category: category.map(str::to_owned),
        amounts: amounts.to_vec(),
        sharing: Sharing::None,
    };
    settings.prizes.lists =
        vec![list("Main", None, &[30_000, 20_000]), list("Rating", Some("Below 2480"), &[15_000, 5000])];
    settings.prizes.special =
        vec![SpecialPrize { name: "Best game".into(), amount: 1000, winner: None, besides: true }];
    settings.prizes.one_per_player = true;
    event.apply(yes(Command::EditSettings(Box::new(settings.clone())))).unwrap();
    let order = tie(&event, TieDecidedBy::PlayOff, &["P03", "P01", "P04", "P02"]);
    event.apply(order).unwrap();
    // The winner of the best game is entered late, which is no change of what was announced.
    settings.prizes.special[0].winner = Some(id(&event, "P02"));
    let late = Command::EditSettings(Box::new(settings.clone()));
    assert_eq!(event.warning(&late.clone().into()).level, WarningLevel::None);
    event.apply(late).unwrap();
    let ranked = StageTable::of(event.state(), 0, 1);
    let awards = ranked.prizes(event.state());
    let paid: Vec<(String, String, u64)> = awards
        .awards
        .iter()
        .map(|award| (award.prize.clone(), event.state().name(ranked.id_of(award.number).unwrap()), award.amount))
        .collect();
    // Ratings are 2490, 2480, 2470, 2460: P03 and P04 are in the category. P03 takes the higher main prize, so P04 is first there
    // and nobody second.
    let expected =
        [("Main", "P03", 30_000), ("Main", "P01", 20_000), ("Rating", "P04", 15_000), ("Best game", "P02", 1000)];
    assert_eq!(paid, expected.map(|(prize, name, amount)| (prize.to_owned(), name.to_owned(), amount)));
    assert_eq!(awards.left_over, [("Rating".to_owned(), 2, 5000)]);
    settings.prizes.lists[0].amounts[0] = 1;
    assert_eq!(event.warning(&Command::EditSettings(Box::new(settings.clone())).into()).level, WarningLevel::Confirm);
    settings.prizes.lists[1].category = Some("Nobody".into());
    let unknown = event.apply(yes(Command::EditSettings(Box::new(settings)))).unwrap_err();
    assert!(unknown.to_string().contains("no category"), "{unknown}");
}

#[test]
fn round_robins_take_no_buchholz_in_fide_mode() {
    let mut event = Event::new(
        Settings { tiebreaks: vec!["SB".into()], ..Settings::default() },
        Stage { system: System::RoundRobin { cycles: 1, exchange_last_two: false }, ..stage(3) },
    );
    let with = |event: &Event, codes: &[&str]| {
        let tiebreaks = codes.iter().map(|code| (*code).to_owned()).collect();
        Command::EditSettings(Box::new(Settings { tiebreaks, ..(*event.state().settings).clone() }))
    };
    let command = with(&event, &["SB", "BH/C1"]);
    assert!(matches!(event.apply(yes(command)), Err(Refusal::FideMode(_))));
    let command = with(&event, &["DE", "SB", "KS"]);
    event.apply(command).unwrap();
    event.apply(yes(Command::LeaveFideMode { reason: "club rules".into() })).unwrap();
    let command = with(&event, &["SB", "BH/C1"]);
    event.apply(yes(command)).unwrap();
}

#[test]
fn a_play_off_is_entered_game_by_game() {
    let mut event = level();
    let ids: Vec<PlayerId> = (1..=4).map(|n| id(&event, &format!("P{n:02}"))).collect();
    let game = |white: usize, black: usize, points| TieGame { white: ids[white - 1], black: ids[black - 1], points };
    let decide = |games: Vec<TieGame>| Command::DecideTieByGames { stage: 0, round: 1, games };
    let drawn = event.apply(yes(decide(vec![game(1, 2, (5, 5))]))).unwrap_err().to_string();
    assert!(drawn.contains("still level"), "{drawn}");
    let games = vec![game(1, 2, (0, 10)), game(2, 3, (5, 5)), game(3, 1, (10, 0)), game(3, 2, (0, 10))];
    // 2 has 2.5 points, 3 has 1.5, 1 has none; 4 did not play and shares the rank after them.
    let change = event.apply(yes(decide(games.clone()))).unwrap();
    assert!(change.consequences.iter().any(|text| text.contains("P01 \u{2013} P02 0\u{2013}1")), "{change:?}");
    let table = StageTable::of(event.state(), 0, 1);
    let ranks: Vec<(u32, PlayerId)> = table.ranks().collect();
    assert_eq!(ranks, [(1, ids[1]), (2, ids[2]), (3, ids[0]), (4, ids[3])]);
    let kept = &event.state().tie_decisions[0];
    assert_eq!((kept.kind, &kept.games), (DecisionKind::PlayOff, &games));
    let end = event.state().clone();
    while event.undo().is_some() {}
    while event.redo().is_some() {}
    assert_eq!(*event.state(), end);
}
