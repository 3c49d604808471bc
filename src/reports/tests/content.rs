//! What the documents say.

mod common;

use common::{state, swiss};
use reports::document::{Block, Document, Row, Table};
use reports::{Options, ReportError, What, build, csv, html};
use std::sync::Arc;
use tournament::model::*;

fn table(document: &Document) -> &Table {
    document
        .blocks
        .iter()
        .find_map(|block| match block {
            Block::Table(table) => Some(table),
            _ => None,
        })
        .unwrap()
}

fn cells(table: &Table) -> Vec<Vec<&str>> {
    table
        .rows
        .iter()
        .filter_map(|row| match row {
            Row::Cells(cells) => Some(cells.iter().map(String::as_str).collect()),
            Row::Group(_) => None,
        })
        .collect()
}

/// Three players, two rounds, by hand: A beats B, C has the bye; C draws with A, B is absent with a half-point bye.
fn small() -> State {
    let mut event = state(3, 0, swiss(), false);
    for (player, name) in event.players.values_mut().zip(["Adler, A", "Berg, B", "Csonka, C"]) {
        let player = Arc::make_mut(player);
        player.name = name.to_owned();
        player.title = None;
    }
    let [a, b, c] = [1, 2, 3].map(PlayerId);
    let meeting = |white, black, result| {
        let mut meeting = Meeting::single(white, black);
        meeting.games[0].result = result;
        Arc::new(meeting)
    };
    let round = |meetings, bye: (PlayerId, ByeKind)| {
        Arc::new(Round {
            meetings,
            byes: [bye].into(),
            paired_by: "by hand".to_owned(),
            paired_at: "2026-05-01T10:00:00Z".to_owned(),
            virtual_points: [].into(),
            ..Round::default()
        })
    };
    event.stages[0].rounds = vec![
        round(vec![meeting(a, b, Some(GameResult::WhiteWins))], (c, ByeKind::PairingAllocated)),
        round(vec![meeting(c, a, Some(GameResult::Draw))], (b, ByeKind::Half)),
    ];
    event
}

#[test]
fn pairings_show_points_before_the_round_and_who_sits_out() {
    let event = small();
    let first = build(&event, What::Pairings, Some(1)).unwrap();
    assert_eq!(
        cells(table(&first)),
        [
            vec!["1", "1", "Adler, A", "2500", "1 – 0", "2", "Berg, B", "2034"],
            vec!["", "3", "Csonka, C", "1567", "1", "", "bye", ""],
        ]
    );
    let second = build(&event, What::Pairings, None).unwrap();
    assert_eq!(second.title, "Pairings, round 2");
    assert_eq!(
        cells(table(&second)),
        [
            vec!["1", "3", "Csonka, C", "1567", "1", "½ – ½", "1", "Adler, A", "2500", "1"],
            vec!["", "2", "Berg, B", "2034", "0", "½", "", "half-point bye", "", ""],
        ]
    );
}

#[test]
fn standings_and_cross_table_add_up() {
    let event = small();
    let standings = build(&event, What::Standings, None).unwrap();
    let columns: Vec<&str> = table(&standings).columns.iter().map(|c| c.title.as_str()).collect();
    let points = columns.iter().position(|title| *title == "Pts").unwrap();
    let name = columns.iter().position(|title| *title == "Name").unwrap();
    let lines: Vec<(&str, &str, &str)> =
        cells(table(&standings)).iter().map(|row| (row[0], row[name], row[points])).collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[..2].iter().all(|line| line.2 == "1.5"));
    assert_eq!(lines[2], ("3", "Berg, B", "0.5"));

    let cross = build(&event, What::CrossTable, None).unwrap();
    let rows = cells(table(&cross));
    let place = |who: &str| rows.iter().find(|row| row[1] == who).unwrap()[0].to_owned();
    let (a, c) = (place("Adler, A"), place("Csonka, C"));
    let row = |who: &str| rows.iter().find(|row| row[1] == who).unwrap()[3..5].to_vec();
    assert_eq!(row("Adler, A"), ["3w1".to_owned(), format!("{c}b½")]);
    assert_eq!(row("Csonka, C"), ["bye 1".to_owned(), format!("{a}w½")]);
    assert_eq!(row("Berg, B"), [format!("{a}b0"), "½".to_owned()]);
}

#[test]
fn names_are_in_the_order_of_the_alphabet() {
    let event = state(40, 1, swiss(), true);
    let document = build(&event, What::Names, None).unwrap();
    let rows = cells(table(&document));
    assert_eq!(rows.len(), 40);
    let position = |part: &str| rows.iter().position(|row| row[0].contains(part)).unwrap();
    assert!(position("Čapek") < position("D'Ávila") && position("D'Ávila") < position("Koch"));
    assert!(position("Łukaszewicz") < position("Müller"));
}

#[test]
fn a_header_says_what_players_must_know() {
    let document = build(&state(24, 3, swiss(), false), What::Standings, None).unwrap();
    let text = format!("{:?}{:?}", document.fields, document.regulations);
    for part in [
        "Ulaanbaatar (MGL)",
        "2026-05-01 to 2026-05-17",
        "Ganbold, Enkhtuya",
        "Swiss, FIDE (Dutch) System, 5 rounds",
        "1 – ½ – 0",
        "40 moves in 90 min + 30 s a move, then 30 min + 30 s a move",
        "60 min",
        "Buchholz, cut 1; Buchholz; Sonneborn-Berger",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert_eq!(document.title, "Standings after round 3");
    assert_eq!(document.file_stem, "club-championship-2026_standings_r3");
}

#[test]
fn the_arbiters_report_tells_what_was_unusual() {
    let event = state(60, 5, swiss(), false);
    let document = build(&event, What::Arbiter, None).unwrap();
    let text = html::write(&document, &Options::default());
    for part in ["Defaults and forfeits", "disciplinary sanction", "Pairings changed by hand", "come from one family"] {
        assert!(text.contains(part), "{part}");
    }
    let forfeits = event.stages[0]
        .rounds
        .iter()
        .flat_map(|round| &round.meetings)
        .filter(|meeting| {
            matches!(meeting.games[0].result, Some(GameResult::ForfeitToWhite | GameResult::ForfeitToBlack))
        })
        .count();
    let listed =
        document.blocks.iter().skip_while(|b| **b != Block::Heading("Defaults and forfeits".to_owned())).nth(1);
    let Some(Block::Table(listed)) = listed else { panic!("a table follows its heading") };
    assert!(forfeits > 0);
    assert_eq!(listed.rows.len(), forfeits);
}

#[test]
fn what_cannot_be_shown_is_refused_in_words() {
    let mut event = state(4, 0, swiss(), false);
    let refused = |event: &State, what, round| match build(event, what, round) {
        Err(ReportError::NothingToShow(text)) => text,
        other => panic!("{other:?}"),
    };
    assert!(refused(&event, What::Pairings, None).contains("pair round 1 first"));
    assert!(refused(&event, What::Standings, Some(3)).contains("round 3 is not paired"));
    assert!(build(&event, What::Standings, None).is_ok());
    assert!(build(&event, What::CrossTable, None).is_ok());
    assert!(build(&event, What::Arbiter, None).is_ok());
    event.players.clear();
    assert!(refused(&event, What::Players, None).contains("add players"));
}

#[test]
fn csv_has_one_line_a_row() {
    let event = state(24, 3, swiss(), false);
    let document = build(&event, What::Standings, None).unwrap();
    let text = csv::write(&document, csv::Separator::Tab);
    assert_eq!(text.lines().count(), 25);
    let header: Vec<&str> = text.lines().next().unwrap().split('\t').collect();
    assert!(header.contains(&"Points") && header.contains(&"Buchholz, cut 1"), "{header:?}");
    assert!(text.lines().all(|line| line.split('\t').count() == header.len()));
}

#[test]
fn a_scheveningen_match_is_printed_as_a_grid() {
    let mut event = state(4, 0, System::scheveningen(false, 0), false);
    let ids = [1, 2, 3, 4].map(PlayerId);
    let [a, b, c, d] = ids;
    for (team, members, name) in [(1, vec![a, b], "Home"), (2, vec![c, d], "Away")] {
        event.teams.insert(TeamId(team), Arc::new(Team { name: name.to_owned(), members, ..Team::default() }));
    }
    let meeting = |white, black, result| {
        let mut meeting = Meeting::single(white, black);
        meeting.games[0].result = Some(result);
        Arc::new(meeting)
    };
    let round = |meetings| {
        Arc::new(Round {
            meetings,
            byes: [].into(),
            paired_by: String::new(),
            paired_at: String::new(),
            virtual_points: [].into(),
            ..Round::default()
        })
    };
    event.stages[0].rounds = vec![
        round(vec![meeting(a, c, GameResult::WhiteWins), meeting(b, d, GameResult::Draw)]),
        round(vec![meeting(d, a, GameResult::WhiteWins), meeting(c, b, GameResult::BlackWins)]),
    ];
    let document = build(&event, What::CrossTable, None).unwrap();
    assert_eq!(document.blocks[0], Block::Heading("Home 2.5 – 1.5 Away".to_owned()));
    let rows = cells(table(&document));
    assert_eq!(rows[0][2..], ["1", "0", "1.0"]);
    assert_eq!(rows[1][2..], ["1", "½", "1.5"]);
}

#[test]
fn drawn_openings_are_printed_and_stand_on_the_slips() {
    let mut event = small();
    let none = build(&event, What::Openings, Some(1)).unwrap();
    assert_eq!(none.blocks, [Block::Paragraph("No opening is drawn for this round.".to_owned())]);
    Arc::make_mut(&mut event.settings).game = "english".to_owned();
    let opening = DrawnOpening {
        name: "17".to_owned(),
        moves: ["11-15", "23-19", "8-11"].map(str::to_owned).to_vec(),
        fen: "W:W19,K32:B5,K9".to_owned(),
    };
    let mut set = |per_meeting| {
        Arc::make_mut(&mut event.stages[0].rounds[0]).openings = Some(Arc::new(DrawnOpenings {
            list: "english-3".to_owned(),
            seed: Some(9),
            per_meeting,
            openings: vec![opening.clone()],
        }));
        event.clone()
    };
    let whole = build(&set(false), What::Openings, Some(1)).unwrap();
    let words = "No. 17: 1. 11-15 23-19 2. 8-11";
    assert_eq!(whole.blocks[0], Block::Heading(words.to_owned()));
    assert_eq!(whole.blocks[1..3], ["White: king 32, 19", "Black: king 9, 5"].map(|t| Block::Paragraph(t.to_owned())));
    assert_eq!(whole.blocks[3], Block::Paragraph("White to move.".to_owned()));
    let field = |label: &str| whole.fields.iter().find(|field| field.label == label).map(|field| field.value.as_str());
    assert_eq!(field("Draw"), Some("drawn from english-3 with seed 9"));
    assert_eq!(field("First move"), Some("Black (dark) begins"));
    let each = set(true);
    let document = build(&each, What::Openings, Some(1)).unwrap();
    assert_eq!(cells(table(&document)), [["1", "Adler, A", "Berg, B", words, "White"]]);
    let slips = build(&each, What::Slips, Some(1)).unwrap();
    let Block::Slips(slips) = &slips.blocks[0] else { panic!("slips") };
    assert_eq!(slips[0].opening, format!("Opening {words}"));
}

#[test]
fn a_bracket_is_drawn_with_its_decisions_and_places() {
    use tournament::command::{Command, GameRef, Order};
    let system = System::knockout(true);
    let mut event = tournament::event::Event::from_state(state(5, 0, system.clone(), false));
    let mut apply = |command| event.apply(Order { command, reason: "test".into(), confirmed: true }).unwrap();
    let at = GameRef { stage: 0, round: 1, board: 1, game: 0 };
    apply(Command::PairRound { stage: 0 });
    apply(Command::SetResult { at, result: Some(GameResult::Draw), reason: None });
    let fifth = event.state().numbering(0)[4];
    let decide = Command::DecideMeeting { at, winner: Some(fifth), how: DecidedBy::Lot };
    event.apply(decide).unwrap();
    let document = build(&event, What::Bracket, None).unwrap();
    assert_eq!(document.title, "Bracket after round 1");
    let Some(Block::Tree(tree)) = document.blocks.first() else { panic!("no tree") };
    assert_eq!(tree.rounds.iter().map(|round| round.matches.len()).collect::<Vec<_>>(), [4, 2, 1]);
    let played = &tree.rounds[0].matches[1];
    assert_eq!(played.sides[1].name, event.state().name(fifth));
    assert!(played.sides[1].winner && !played.sides[0].winner);
    assert_eq!(played.sides.each_ref().map(|side| side.score.as_str()), ["0.5", "0.5"]);
    assert_eq!(tree.rounds[1].matches[0].sides[1].name, event.state().name(fifth));
    let told = format!(": {} goes on by lot.", event.state().name(fifth));
    let said = |block: &Block| matches!(block, Block::Paragraph(text) if text.ends_with(&told));
    assert!(document.blocks.iter().any(said), "{:?}", document.blocks);
    assert!(html::write(&document, &Options::default()).contains("by lot"));
    let offered = What::offered(&system);
    assert!(offered.contains(&What::Bracket) && !offered.contains(&What::Standings));
    assert!(!What::offered(&swiss()).contains(&What::Bracket));
    assert!(
        matches!(build(&small(), What::Bracket, None), Err(ReportError::NothingToShow(text)) if text.contains("no knockout"))
    );
}

#[test]
fn lines_of_a_losers_bracket_lead_to_the_match_that_follows() {
    use pairing::knockout::{Bracket, Format, Seeding};
    for players in 2..=40 {
        let bracket = Bracket::new(players, &Seeding::Standard, Format::Double { reset: true }).unwrap();
        let blocks = reports::bracket_blocks(&bracket, &|seed| format!("S{seed}"), &|_| None);
        let trees = blocks.iter().filter_map(|block| if let Block::Tree(tree) = block { Some(tree) } else { None });
        for tree in trees {
            assert!(!tree.rounds.is_empty(), "{players}");
            for pair in tree.rounds.windows(2) {
                let (before, after) = (&pair[0].matches, &pair[1].matches);
                // Lines are drawn by place: one to one, or two to one.
                for (index, game) in before.iter().enumerate().filter(|(_, game)| !game.is_void()) {
                    let target = if before.len() == after.len() { index } else { index / 2 };
                    let next = bracket.next(game.label.parse().unwrap(), false).map(|(number, _)| number.to_string());
                    // The grand final stands in a tree of its own; a second one follows the first.
                    assert_eq!(Some(&after[target].label), next.as_ref(), "{players} players, match {}", game.label);
                }
            }
        }
        // Nobody is shown twice in round 1 of the losers, and a round that is nothing but byes is not shown.
        let losers = blocks.iter().position(|block| *block == Block::Heading("Losers' bracket".to_owned()));
        if let Some(Block::Tree(tree)) = losers.and_then(|at| blocks.get(at + 1)) {
            assert!(tree.rounds[0].matches.iter().any(|game| !game.passed), "{players}");
            // Who comes out of a round that is not shown is named by the match that is.
            let shown: Vec<&str> = (blocks.iter())
                .filter_map(|block| if let Block::Tree(tree) = block { Some(tree) } else { None })
                .flat_map(|tree| tree.rounds.iter().flat_map(|round| &round.matches))
                .map(|game| game.label.as_str())
                .collect();
            for side in tree.rounds.iter().flat_map(|round| &round.matches).flat_map(|game| &game.sides) {
                let number = side.name.rsplit_once(" of ").map_or("", |(_, number)| number);
                assert!(number.is_empty() || shown.contains(&number), "{players}: {}", side.name);
            }
        }
    }
}
