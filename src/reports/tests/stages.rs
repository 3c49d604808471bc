//! Documents of several stages, and of players who do not count.

use reports::document::{Block, Document, Table};
use reports::{What, build_stages};
use tournament::command::{Command, GameRef, Order};
use tournament::event::Event;
use tournament::model::*;
use tournament::stages::{Carry, Comparison, Format, Grouping, Placing, Selection, Transition};

const ROUND_ROBIN: System = System::RoundRobin { cycles: 1, exchange_last_two: false };

fn done(event: &mut Event, command: Command) {
    event.apply(Order { command, reason: "test".into(), confirmed: true }).unwrap();
}

fn groups(players: u16, groups: u32) -> Event {
    let settings = Settings { name: "Cup".into(), ..Settings::default() };
    let mut event = Event::new(settings, Stage::default());
    let list = (1..=players)
        .map(|n| Player {
            name: format!("P{n:02}"),
            ratings: vec![Rating { list: "FIDE".into(), value: 2400 - 10 * n, k: None }],
            ..Player::default()
        })
        .collect();
    done(&mut event, Command::AddPlayers(list));
    let format = Format { name: String::new(), system: ROUND_ROBIN, rounds_planned: 0, games_per_meeting: 1 };
    done(&mut event, Command::MakeGroups { groups, how: Grouping::Snake, format });
    event
}

/// One round of a stage; the stronger wins, as the order of names is the order of strength.
fn play(event: &mut Event, stage: StageIndex) {
    done(event, Command::PairRound { stage });
    let state = event.state().clone();
    let round = state.rounds_paired(stage);
    for (meeting, board) in state.round(stage, round).unwrap().meetings.iter().zip(1..) {
        let game = meeting.games[0];
        if game.result.is_none() {
            let white = state.name(game.white) < state.name(game.black);
            let result = if white { GameResult::WhiteWins } else { GameResult::BlackWins };
            let at = GameRef { stage, round, board, game: 0 };
            done(event, Command::SetResult { at, result: Some(result), reason: None });
        }
    }
}

fn headings(document: &Document) -> Vec<&str> {
    document
        .blocks
        .iter()
        .filter_map(|block| if let Block::Heading(text) = block { Some(text.as_str()) } else { None })
        .collect()
}

fn tables(document: &Document) -> Vec<&Table> {
    document
        .blocks
        .iter()
        .filter_map(|block| if let Block::Table(table) = block { Some(table) } else { None })
        .collect()
}

#[test]
fn all_groups_stand_in_one_document() {
    let mut event = groups(8, 2);
    play(&mut event, 0);
    play(&mut event, 1);
    let pairings = build_stages(&event, 0..2, What::Pairings, None).unwrap();
    assert_eq!(headings(&pairings), ["Group A", "Group B"]);
    assert_eq!(tables(&pairings).iter().map(|table| table.rows.len()).collect::<Vec<_>>(), [2, 2]);
    assert_eq!(pairings.event, "Cup");
    let standings = build_stages(&event, 0..2, What::Standings, None).unwrap();
    assert_eq!(headings(&standings), ["Group A", "Group B"]);
    assert!(standings.regulations.iter().any(|field| field.value.contains("snake")));
    let one = build_stages(&event, 1..2, What::Standings, None).unwrap();
    assert!(headings(&one).is_empty() && one.event.contains("Group B"));
    // A group that has not begun is left out of the pairings.
    let mut other = groups(8, 2);
    play(&mut other, 1);
    assert_eq!(headings(&build_stages(&other, 0..2, What::Pairings, None).unwrap()), ["Group B"]);
    assert!(build_stages(&groups(8, 2), 0..2, What::Pairings, None).is_err());
}

#[test]
fn the_final_ranking_names_the_last_stage() {
    let mut event = groups(8, 2);
    for stage in [0, 1] {
        (0..3).for_each(|_| play(&mut event, stage));
    }
    let transition = Transition {
        from: vec![0, 1],
        selection: Selection::First { each: 2, best_of_next: 0 },
        placing: Placing::Crossing,
        carry: Carry::Nothing,
        comparison: Comparison::PerGame,
        declined: Vec::new(),
        level: Vec::new(),
        lot: None,
    };
    let format =
        Format { name: "Final".into(), system: System::knockout(false), rounds_planned: 0, games_per_meeting: 1 };
    done(&mut event, Command::NextStage { transition: Box::new(transition), format: Box::new(format) });
    let so_far = build_stages(&event, 2..3, What::Ranking, None).unwrap();
    assert_eq!(so_far.title, "Ranking so far");
    play(&mut event, 2);
    play(&mut event, 2);
    let ranking = build_stages(&event, 2..3, What::Ranking, None).unwrap();
    assert_eq!((ranking.title.as_str(), ranking.event.as_str()), ("Final ranking", "Cup"));
    let rows = &tables(&ranking)[0].rows;
    assert_eq!(rows.len(), 8);
    let shown: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
    assert!(shown[0].contains("P01") && shown[0].contains("Final"), "{}", shown[0]);
    assert!(shown[7].contains("P08") && shown[7].contains("Group"), "{}", shown[7]);
    assert!(ranking.regulations.iter().any(|field| field.value.contains("crossing A1-B2")));
}

#[test]
fn whoever_does_not_count_stays_in_the_cross_table() {
    let mut event = groups(6, 1);
    play(&mut event, 0);
    let gone = *event.state().players.keys().nth(2).unwrap();
    done(&mut event, Command::Withdraw { player: gone, from: 2 });
    (0..4).for_each(|_| play(&mut event, 0));
    let table = build_stages(&event, 0..1, What::CrossTable, None).unwrap();
    let rows: Vec<String> = tables(&table)[0].rows.iter().map(|row| format!("{row:?}")).collect();
    assert_eq!(rows.len(), 6);
    assert!(rows[5].contains("P03"), "{}", rows[5]);
    assert!(table.fields.iter().any(|field| field.value.contains("P03")));
    let standings = build_stages(&event, 0..1, What::Standings, None).unwrap();
    assert_eq!(tables(&standings)[0].rows.len(), 5);
}
