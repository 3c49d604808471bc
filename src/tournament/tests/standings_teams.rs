//! Worked examples of the team tie-breaks (FIDE C.07 art. 12, 13), and team tables that no event would make.

use pairing::Points;
use pairing::swiss::{Color, Entrant, EntryKind, RoundEntry, Scoring};
use proptest::prelude::*;
use tournament::crosstable::{CrossTable, PairingKind, Row};
use tournament::standings::{
    self, BoardEntry, ForfeitedMatch, MatchEntry, MatchScoring, Name, TeamRow, TeamSetup, TeamTable, TieBreak, Unit,
};

fn game(opponent: Option<u32>, points: i32) -> RoundEntry {
    RoundEntry { kind: EntryKind::Played { rated: true }, opponent, color: Some(Color::White), points: Points(points) }
}

/// A played match with these points (tenths) on the boards.
fn played(opponent: u32, match_points: i32, boards: &[i32]) -> MatchEntry {
    MatchEntry {
        kind: EntryKind::Played { rated: true },
        opponent: Some(opponent),
        color: Some(Color::White),
        match_points: Points(match_points),
        game_points: Points(boards.iter().sum()),
        boards: boards.iter().map(|points| BoardEntry { player: None, entry: game(None, *points) }).collect(),
    }
}

fn absent() -> MatchEntry {
    MatchEntry {
        kind: EntryKind::ZeroBye,
        opponent: None,
        color: None,
        match_points: Points::ZERO,
        game_points: Points::ZERO,
        boards: Vec::new(),
    }
}

fn team(number: u32, rounds: Vec<MatchEntry>) -> TeamRow {
    TeamRow {
        number,
        name: format!("Team {number}"),
        members: Vec::new(),
        rounds,
        extra_match_points: Points::ZERO,
        extra_game_points: Points::ZERO,
    }
}

fn table(rows: Vec<TeamRow>, rounds: u32) -> TeamTable {
    TeamTable {
        rows,
        boards: 4,
        rounds,
        rounds_total: rounds,
        match_scoring: MatchScoring::default(),
        scoring: Scoring::default(),
        primary: Unit::Match,
        kind: PairingKind::Swiss,
        tiebreaks: Vec::new(),
    }
}

fn value(table: &TeamTable, number: u32, code: &str) -> String {
    standings::compute_teams(table, &[]).value(number, &code.parse().unwrap()).unwrap().to_string()
}

#[test]
fn boards() {
    // Two drawn matches between others; points by board 2, 2, 1, 1 against four times 1½.
    let first = vec![played(3, 10, &[10, 10, 0, 0]), played(4, 10, &[10, 10, 10, 10])];
    let second = vec![played(4, 10, &[10, 10, 0, 0]), played(3, 10, &[5, 5, 15, 15])];
    let table = table(vec![team(1, first), team(2, second), team(3, vec![absent(); 2]), team(4, vec![absent(); 2])], 2);
    assert_eq!((value(&table, 1, "GPTS"), value(&table, 2, "GPTS")), ("6".to_owned(), "6".to_owned()));
    assert_eq!((value(&table, 1, "BC"), value(&table, 2, "BC")), ("13".to_owned(), "15".to_owned()));
    for code in ["TBR", "BBE", "EDEBT", "EDEBB", "EDET", "EDEB", "EDEC"] {
        assert_eq!((value(&table, 1, code), value(&table, 2, code)), ("1".to_owned(), "2".to_owned()), "{code}");
    }
    assert_eq!(value(&table, 1, "EDE"), "0", "they did not meet");
    let ranked = standings::compute_teams(&table, &TieBreak::parse_list("BC").unwrap());
    assert_eq!(ranked.rows.iter().map(|row| row.number).collect::<Vec<_>>(), [1, 2, 3, 4]);
}

#[test]
fn product_of_match_points_and_game_points() {
    // Opponents with 8 and 6 match points, beaten 3-1 and drawn 2-2.
    let mut second = team(2, vec![played(1, 0, &[0, 0, 0, 10]), absent()]);
    second.extra_match_points = Points(75);
    let mut third = team(3, vec![absent(), played(1, 10, &[5, 5, 5, 5])]);
    third.extra_match_points = Points(50);
    let first = team(1, vec![played(2, 20, &[10, 10, 10, 0]), played(3, 10, &[5, 5, 5, 5])]);
    let mut table = table(vec![first, second, third], 2);
    // Team 2 is absent in the last round: it counts there as if it had drawn.
    table.rows[1].extra_match_points = Points(70);
    assert_eq!(value(&table, 2, "ABH:MP"), "8");
    assert_eq!(value(&table, 3, "ABH:MP"), "6");
    assert_eq!(value(&table, 1, "EMGSB"), "36");
    assert_eq!(value(&table, 1, "EMMSB"), "22");
}

#[test]
fn score_and_schedule_strength() {
    // Seven opponents whose match points sum to 61; 18½ game points: 18½ + 61 / 3.
    let scores = [90, 90, 90, 90, 90, 80, 80];
    let mut rounds: Vec<MatchEntry> = (0..6).map(|at| played(at + 2, 10, &[10, 10, 5, 0])).collect();
    rounds.push(played(8, 10, &[10, 10, 10, 5]));
    let mut rows = vec![team(1, rounds)];
    for (at, score) in (2..).zip(scores) {
        let mut row = team(at, vec![played(99, 0, &[]); 7]);
        row.extra_match_points = Points(score);
        rows.push(row);
    }
    let table = table(rows, 7);
    assert_eq!(value(&table, 1, "BH:MP"), "61");
    assert_eq!(value(&table, 1, "GPTS"), "18.5");
    assert_eq!(value(&table, 1, "SSSC"), "38.83");
    assert_eq!(value(&table, 1, "SSSC/K1"), "79.5");
    // Before the last round the divisor is that of the whole event: 11 rounds, 2 points each, in matches of 4 points: 5.
    let early = TeamTable { rounds_total: 11, ..table.clone() };
    assert_eq!(value(&early, 1, "SSSC"), "30.7");
    assert_eq!(
        standings::compute_teams(&table, &[]).explain(1, &"SSSC".parse().unwrap()).unwrap().note,
        "18.5 + 61 / 3"
    );
}

fn player(number: u32, rounds: Vec<RoundEntry>) -> Row {
    let entrant = Entrant {
        tpn: number,
        rating: 2000,
        rounds,
        virtual_points: Vec::new(),
        present: true,
        extra_points: Points::ZERO,
    };
    Row { name: String::new(), title: None, entrant }
}

fn games(rows: Vec<Row>, rounds: u32) -> CrossTable {
    CrossTable {
        rows,
        rounds,
        rounds_total: rounds,
        scoring: Scoring::default(),
        kind: PairingKind::Swiss,
        initial_color: None,
        forbidden: Vec::new(),
        tiebreaks: Vec::new(),
    }
}

fn setup(teams: &[(u32, &[u32])]) -> TeamSetup {
    TeamSetup {
        teams: teams.iter().map(|(number, members)| (*number, String::new(), members.to_vec())).collect(),
        boards: 0,
        match_scoring: MatchScoring::default(),
        primary: Unit::Match,
        byes: Vec::new(),
        pairing_byes: Vec::new(),
        bye_match_points: None,
        bye_game_points: None,
        forfeited: Vec::new(),
        line_ups: Vec::new(),
        extra: Vec::new(),
    }
}

#[test]
fn an_empty_board_keeps_its_place() {
    // Team 2 has nobody on board 1: player 11 wins there without an opponent.
    let forfeit = RoundEntry { kind: EntryKind::ForfeitWin, opponent: None, color: None, points: Points::ONE };
    let rows = vec![
        player(11, vec![forfeit]),
        player(12, vec![game(Some(22), 0)]),
        player(21, vec![RoundEntry::ABSENT]),
        player(22, vec![game(Some(12), 10)]),
    ];
    let table = TeamTable::assemble(&games(rows, 1), &setup(&[(1, &[11, 12]), (2, &[21, 22])]));
    let second = &table.rows[1].rounds[0];
    assert_eq!(second.boards.iter().map(|board| board.player).collect::<Vec<_>>(), [None, Some(22)]);
    assert_eq!((second.match_points, second.game_points), (Points(10), Points(10)));
    assert_eq!(value(&table, 2, "BC"), "2");
    assert_eq!(value(&table, 1, "BC"), "1");
}

#[test]
fn byes_and_forfeited_matches() {
    let rows = vec![player(11, vec![RoundEntry::ABSENT; 3]), player(21, vec![RoundEntry::ABSENT; 3])];
    let mut setup = setup(&[(1, &[11]), (2, &[21])]);
    setup.boards = 4;
    setup.pairing_byes = vec![(1, 1)];
    setup.byes = vec![(2, 1, EntryKind::HalfBye), (2, 3, EntryKind::FullBye)];
    setup.forfeited = vec![ForfeitedMatch { round: 2, white: 2, black: 1, winner: Some(1) }];
    let table = TeamTable::assemble(&games(rows, 3), &setup);
    let points: Vec<(i32, i32)> =
        table.rows[0].rounds.iter().map(|entry| (entry.match_points.tenths(), entry.game_points.tenths())).collect();
    assert_eq!(points, [(10, 20), (20, 40), (0, 0)]);
    let kinds: Vec<EntryKind> = table.rows[1].rounds.iter().map(|entry| entry.kind).collect();
    assert_eq!(kinds, [EntryKind::HalfBye, EntryKind::ForfeitLoss, EntryKind::FullBye]);
    // A bye and a match won by forfeit are wins on every board: twice 1 + 2 + 3 + 4.
    assert_eq!(value(&table, 1, "BC"), "20");
}

#[test]
fn game_points_can_decide() {
    let rows = vec![
        team(1, vec![played(2, 20, &[10, 10, 5, 0])]),
        team(2, vec![played(1, 0, &[0, 0, 5, 10])]),
        team(3, vec![played(4, 20, &[10, 10, 10, 10])]),
        team(4, vec![played(3, 0, &[0, 0, 0, 0])]),
    ];
    let mut table = table(rows, 1);
    table.primary = Unit::Game;
    let ranked = standings::compute_teams(&table, &TieBreak::parse_list("MPVGP").unwrap());
    assert_eq!(
        ranked.rows.iter().map(|row| (row.rank, row.number)).collect::<Vec<_>>(),
        [(1, 3), (2, 1), (3, 2), (4, 4)]
    );
    assert_eq!(ranked.rows[0].points, Points(40));
    assert_eq!(value(&table, 1, "MPVGP"), "2");
}

fn any_match() -> impl Strategy<Value = MatchEntry> {
    let kind = prop_oneof![
        Just(EntryKind::Played { rated: true }),
        Just(EntryKind::Adjourned),
        Just(EntryKind::ForfeitWin),
        Just(EntryKind::ForfeitLoss),
        Just(EntryKind::PairingBye),
        Just(EntryKind::FullBye),
        Just(EntryKind::HalfBye),
        Just(EntryKind::ZeroBye),
    ];
    let points = || prop_oneof![4 => 0..=40, 1 => any::<i32>()];
    (kind, prop::option::of(0_u32..6), points(), points(), prop::collection::vec(points(), 0..6)).prop_map(
        |(kind, opponent, match_points, game_points, boards)| {
            MatchEntry { kind, opponent, game_points: Points(game_points), ..played(0, match_points, &[]) }.with(boards)
        },
    )
}

trait With {
    fn with(self, boards: Vec<i32>) -> Self;
}

impl With for MatchEntry {
    fn with(self, boards: Vec<i32>) -> Self {
        let boards = boards.into_iter().map(|points| BoardEntry { player: None, entry: game(None, points) });
        MatchEntry { boards: boards.collect(), ..self }
    }
}

fn every_code() -> Vec<TieBreak> {
    let units = [None, Some(Unit::Match), Some(Unit::Game)];
    let all = Name::ALL.iter().flat_map(|name| units.map(|unit| TieBreak { unit, ..TieBreak::new(*name) }));
    let more = "EMMSB/C1,EGGSB/M2,EMGSB/C2/P,SSSC/F/P,BH:GP/C1,FB:MP/M1,EDE/P/R,TBR/R,BC/R";
    all.chain(TieBreak::parse_list(more).unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn odd_team_tables_do_no_harm(
        rows in prop::collection::vec((0_u32..6, prop::collection::vec(any_match(), 0..5), any::<i32>()), 0..6),
        boards in prop_oneof![0_u32..6, any::<u32>()],
        rounds in prop_oneof![0_u32..6, any::<u32>()],
        win in any::<i32>(),
        game_primary in any::<bool>(),
    ) {
        let rows = rows.into_iter().map(|(number, rounds, extra)| TeamRow { extra_game_points: Points(extra), ..team(number, rounds) });
        let mut table = table(rows.collect(), rounds);
        table.boards = boards;
        table.scoring.win = Points(win);
        table.primary = if game_primary { Unit::Game } else { Unit::Match };
        let list = every_code();
        let ranked = standings::compute_teams(&table, &list);
        prop_assert_eq!(ranked.rows.len(), table.rows.len());
        for row in &ranked.rows {
            for code in &list {
                if let Some(explained) = ranked.explain(row.number, code) {
                    let _ = explained.lines();
                }
            }
        }
    }

    #[test]
    fn odd_line_ups_do_no_harm(
        rounds in prop::collection::vec(prop::collection::vec((prop::option::of(0_u32..9), 0_i32..20), 0..4), 0..8),
        members in prop::collection::vec(prop::collection::vec(0_u32..9, 0..5), 0..4),
        line_up in prop::collection::vec(prop::option::of(0_u32..9), 0..6),
        forfeit in (0_u32..4, 0_u32..4, 0_u32..4),
    ) {
        let rows = rounds.into_iter().zip(1..).map(|(entries, number)| {
            player(number, entries.into_iter().map(|(opponent, points)| game(opponent, points)).collect())
        });
        let teams: Vec<(u32, &[u32])> = members.iter().map(Vec::as_slice).zip(1..).map(|(m, n)| (n, m)).collect();
        let mut setup = setup(&teams);
        setup.line_ups = vec![(1, 1, line_up)];
        setup.forfeited = vec![ForfeitedMatch { round: forfeit.0, white: forfeit.1, black: forfeit.2, winner: None }];
        let table = TeamTable::assemble(&games(rows.collect(), 3), &setup);
        let ranked = standings::compute_teams(&table, &every_code());
        prop_assert_eq!(ranked.rows.len(), members.len());
    }
}
