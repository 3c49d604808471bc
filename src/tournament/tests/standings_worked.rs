//! Worked examples of the tie-break regulations (FIDE C.07, edition of March 2026), and tables that no event would make.

use pairing::Points;
use pairing::swiss::{Color, Entrant, EntryKind, RoundEntry, Scoring};
use proptest::prelude::*;
use tournament::crosstable::{CrossTable, PairingKind, Row};
use tournament::standings::{self, Cut, Decision, DecisionKind, Edition, Name, Options, TieBreak};

/// A round as the examples write it: `5w1`, `2b=`, `6w+`, `7b-`, `HPB`, `ZPB`, `FPB`, `PAB`.
fn entry(text: &str) -> RoundEntry {
    let bye = |kind, points| RoundEntry { kind, opponent: None, color: None, points };
    match text {
        "HPB" => return bye(EntryKind::HalfBye, Points::HALF),
        "ZPB" => return bye(EntryKind::ZeroBye, Points::ZERO),
        "FPB" => return bye(EntryKind::FullBye, Points::ONE),
        "PAB" => return bye(EntryKind::PairingBye, Points::ONE),
        _ => {}
    }
    let at = text.find(['w', 'b']).unwrap();
    let (kind, points) = match &text[at + 1..] {
        "1" => (EntryKind::Played { rated: true }, Points::ONE),
        "=" => (EntryKind::Played { rated: true }, Points::HALF),
        "0" => (EntryKind::Played { rated: true }, Points::ZERO),
        "+" => (EntryKind::ForfeitWin, Points::ONE),
        "-" => (EntryKind::ForfeitLoss, Points::ZERO),
        other => panic!("result {other}"),
    };
    let color = if &text[at..=at] == "w" { Color::White } else { Color::Black };
    RoundEntry { kind, opponent: Some(text[..at].parse().unwrap()), color: Some(color), points }
}

fn row(number: u32, rating: u32, rounds: Vec<RoundEntry>, extra: i32) -> Row {
    let entrant =
        Entrant { tpn: number, rating, rounds, virtual_points: Vec::new(), present: true, extra_points: Points(extra) };
    Row { name: format!("Player {number}"), title: None, entrant }
}

fn table(rows: Vec<Row>, rounds: u32, kind: PairingKind) -> CrossTable {
    CrossTable {
        rows,
        rounds,
        rounds_total: rounds,
        scoring: Scoring::default(),
        kind,
        initial_color: None,
        forbidden: Vec::new(),
        tiebreaks: Vec::new(),
    }
}

/// Numbers from 1, a line of rounds each; `extra` levels the scores.
fn event(lines: &[(&str, i32)], kind: PairingKind) -> CrossTable {
    let rows: Vec<Row> = lines
        .iter()
        .enumerate()
        .map(|(at, (line, extra))| {
            row(at as u32 + 1, 2490 - 10 * at as u32, line.split_whitespace().map(entry).collect(), *extra)
        })
        .collect();
    let rounds = rows[0].entrant.rounds.len() as u32;
    table(rows, rounds, kind)
}

fn code(text: &str) -> TieBreak {
    text.parse().unwrap()
}

fn value(table: &CrossTable, number: u32, text: &str) -> String {
    standings::compute(table, &[]).value(number, &code(text)).unwrap().to_string()
}

/// The event of eight players and five rounds.
fn worked() -> CrossTable {
    event(
        &[
            ("5w1 3b1 2w= 4b1 6w=", 0),
            ("6b1 4w= 1b= HPB 3w1", 0),
            ("7w1 1w0 8b1 6w+ 2b0", 0),
            ("8b1 2b= 6w1 1w0 PAB", 0),
            ("1b0 7w= ZPB 8w1 7b-", 0),
            ("2w0 PAB 4b0 3b- 1b=", 0),
            ("3b0 5b= PAB HPB 5w+", 0),
            ("4w0 HPB 3w0 5b0 ZPB", 0),
        ],
        PairingKind::Swiss,
    )
}

#[test]
fn the_worked_event() {
    let header = "BH BH/C1 BH/C2 BH/M1 SB SB/C1 PS PS/C1 FB AOB REP WIN WON STD KS ARO TPR PTP PTS";
    let rows = [
        "13 11.5 10 8 10.5 9.75 13 12 13.5 13 5 3 3 4 2.5 2460 2700 2697 4",
        "14.5 12 10.5 8 9.5 8 10.5 9.5 15 13.13 4 2 2 3.5 2 2465 2658 2658 3.5",
        "13 12 10.5 8 5.5 4.5 10 9 12 11.88 5 3 2 3 1 2455 2455 2455 3",
        "12.5 11.5 10 7.5 6.75 5.75 11 10 12 12.63 5 3 2 3.5 0.5 2458 2553 2549 3.5",
        "11 9.5 8 5.5 2.5 1.5 4 4 12 11 3 1 1 1.5 0.5 2447 2447 2446 1.5",
        "14 12.5 11 8.5 3.5 3.5 4.5 4.5 13.5 13.33 4 1 0 1.5 0.5 2477 2204 2200 1.5",
        "11 8.5 7 5.5 6 4.75 7 7 12.5 12 4 2 0 3 0 2460 2267 2264 3",
        "9 8.5 8 5 0.25 0.25 2 2 10 12.17 3 0 0 0.5 0 2460 1660 1650 0.5",
    ];
    let table = worked();
    for (at, row) in rows.iter().enumerate() {
        for (text, expected) in header.split(' ').zip(row.split(' ')) {
            assert_eq!(value(&table, at as u32 + 1, text), expected, "no {} {text}", at + 1);
        }
    }
    let places: Vec<String> = (1..=8).map(|number| value(&table, number, "DE")).collect();
    assert_eq!(places, ["0", "0", "1", "0", "0", "0", "2", "0"], "3 beat 7; 2 and 4 drew; 5 and 6 did not meet");
    assert_eq!(value(&table, 8, "ABH"), "1");
}

#[test]
fn the_worked_event_ranked() {
    let ranked = standings::compute(&worked(), &TieBreak::parse_list("BH/C1,BH,SB").unwrap());
    let order: Vec<(u32, u32)> = ranked.rows.iter().map(|row| (row.rank, row.number)).collect();
    assert_eq!(order, [(1, 1), (2, 2), (3, 4), (4, 3), (5, 7), (6, 6), (7, 5), (8, 8)]);
    let level = standings::compute(&worked(), &[code("DE")]);
    assert_eq!(level.level(), [vec![2, 4], vec![5, 6]]);
    assert_eq!(level.rows.iter().map(|row| row.rank).collect::<Vec<_>>(), [1, 2, 2, 4, 5, 6, 6, 8]);
}

#[test]
fn lots_and_play_offs_come_last() {
    let decisions = [
        Decision { kind: DecisionKind::PlayOff, order: vec![4, 2] },
        Decision { kind: DecisionKind::Lot, order: vec![3, 7, 6, 5] },
    ];
    let options = Options { decisions: decisions.to_vec(), ..Options::default() };
    let ranked = standings::compute_with(&worked(), &[code("DE")], &options);
    assert_eq!(ranked.rows.iter().map(|row| row.number).collect::<Vec<_>>(), [1, 4, 2, 3, 7, 6, 5, 8]);
    assert_eq!(ranked.row_of(4).unwrap().decided, Some(DecisionKind::PlayOff));
    assert_eq!(ranked.row_of(3).unwrap().decided, None, "decided by the list already");
    assert_eq!(ranked.row_of(5).unwrap().decided, Some(DecisionKind::Lot));
    assert!(ranked.level().is_empty());
}

#[test]
fn lots_are_drawn_again_from_the_same_seed() {
    let open = standings::compute(&worked(), &[code("DE")]);
    let lots = open.draw_lots(7);
    assert_eq!(lots, open.draw_lots(7));
    assert_eq!(lots.len(), 2);
    assert!((0..64).any(|seed| open.draw_lots(seed) != lots), "another seed may draw another order");
    let options = Options { decisions: lots, ..Options::default() };
    assert!(standings::compute_with(&worked(), &[code("DE")], &options).level().is_empty());
    // All orders of three come up about equally often.
    let mut table = worked();
    table.rows.truncate(3);
    table.rounds = 0;
    let level = standings::compute(&table, &[]);
    let mut seen = std::collections::BTreeMap::new();
    for seed in 0..600 {
        *seen.entry(level.draw_lots(seed)[0].order.clone()).or_insert(0) += 1;
    }
    assert_eq!(seen.len(), 6);
    assert!(seen.values().all(|times| (60..=140).contains(times)), "{seen:?}");
}

#[test]
fn unplayed_rounds_of_article_16() {
    // 1: X, 2: A, 3: B, 4: C, 5: D, 6: whoever else is needed.
    let table = event(
        &[
            ("2w1 HPB 3w+ 4b0 5w=", 0),
            ("1b0 ZPB 6w1 6b1 6w=", 0),
            ("6w1 6b1 1b- ZPB ZPB", 0),
            ("6w1 6b1 6w= 1w1 6b0", 0),
            ("6w0 6b0 6w0 6b1 1b=", 0),
            ("3b0 3w0 4b= 5w0 2b=", 0),
        ],
        PairingKind::Swiss,
    );
    assert_eq!(value(&table, 3, "ABH"), "3");
    for (text, expected) in [
        ("PTS", "3"),
        ("BH", "13"),
        ("BH/C1", "10.5"),
        ("BH/C2", "9"),
        ("BH/M1", "7"),
        ("SB", "7.5"),
        ("SB/C1", "6.25"),
    ] {
        assert_eq!(value(&table, 1, text), expected, "{text}");
    }
    let explained = standings::compute(&table, &[]).explain(1, &code("BH/M1")).unwrap();
    let cuts: Vec<Cut> = explained.parts.iter().map(|part| part.cut).collect();
    assert_eq!(cuts, [Cut::Kept, Cut::Voluntary, Cut::Kept, Cut::Highest, Cut::Kept]);
    assert_eq!(explained.value.to_string(), "7");
    let lines = explained.lines();
    assert_eq!(lines[1], "round 2: dummy 2.5 (at most 2.5) for a half-point bye, cut as a voluntary unplayed round");
    assert_eq!(lines[2], "round 3: dummy 3 (at most 3) for a forfeit win");
    assert_eq!(lines[3], "round 4: 3.5 of no. 4, cut as the highest");
}

#[test]
fn the_dummy_of_a_bye_has_at_most_draws() {
    let rounds = "2w1 PAB 2w1 2b1 2w1 2b1 2w= 2b= 2w1";
    let table = event(&[(rounds, 0), ("1b0 ZPB 1b0 1w0 1b0 1w0 1b= 1w= 1b0", 0)], PairingKind::Swiss);
    let explained = standings::compute(&table, &[]).explain(1, &code("BH")).unwrap();
    assert_eq!(value(&table, 1, "PTS"), "8");
    assert_eq!(explained.parts[1].value.to_string(), "4.5");
}

fn places(lines: &[(&str, i32)]) -> Vec<String> {
    let table = event(lines, PairingKind::Swiss);
    let scores: Vec<String> = (1..=lines.len() as u32).map(|number| value(&table, number, "PTS")).collect();
    assert!(scores.windows(2).all(|pair| pair[0] == pair[1]), "the example levels the points: {scores:?}");
    (1..=lines.len() as u32).map(|number| value(&table, number, "DE")).collect()
}

#[test]
fn direct_encounter() {
    // A-B 1-0, A-C 1-0, B-C not met.
    assert_eq!(places(&[("2w1 3w1", 0), ("1b0 ZPB", 20), ("ZPB 1b0", 20)]), ["1", "2", "2"]);
    // A-B 1-0, B-C 1-0, A-C not met.
    assert_eq!(places(&[("2w1 ZPB", 0), ("1b0 3w1", 0), ("ZPB 2b0", 10)]), ["0", "0", "0"]);
    // A-B 1-0, B-C 1-0, C-A 1-0.
    assert_eq!(places(&[("2w1 3b0 ZPB", 0), ("1b0 ZPB 3w1", 0), ("ZPB 1w1 2b0", 0)]), ["0", "0", "0"]);
    // All met: A, B and D have 2 each and beat each other in a circle, C has none.
    let all_met = [("2w1 3w1 4w0", 0), ("1b0 4w1 3w1", 0), ("4w0 1b0 2b0", 20), ("3b1 2b0 1b1", 0)];
    assert_eq!(places(&all_met), ["1", "1", "4", "1"]);
}

#[test]
fn direct_encounter_by_subgroups() {
    // A beats B and D, loses to C: 2; B beats C and D: 2; C beats A: 1; D beats C: 1.
    let lines = [("2w1 4w1 3w0", 0), ("1b0 3w1 4w1", 0), ("4w0 2b0 1b1", 10), ("3b1 1b0 2b0", 10)];
    assert_eq!(places(&lines), ["1", "2", "4", "3"]);
}

#[test]
fn two_games_count_as_their_average() {
    let table = event(&[("2w1 2b=", 0), ("1b0 1w=", 10)], PairingKind::Swiss);
    assert_eq!((value(&table, 1, "DE"), value(&table, 2, "DE")), ("1".to_owned(), "2".to_owned()));
}

#[test]
fn forfeits_count_in_round_robins() {
    let swiss = event(&[("2w+", 0), ("1b-", 10)], PairingKind::Swiss);
    assert_eq!(value(&swiss, 1, "DE"), "0");
    assert_eq!(value(&swiss, 1, "DE/P"), "1");
    let fixed = event(&[("2w+", 0), ("1b-", 50)], PairingKind::Predetermined { cycles: 1 });
    assert_eq!(value(&fixed, 1, "SB"), "5", "the whole score of a beaten opponent");
    assert_eq!(value(&fixed, 1, "WIN"), "1");
    assert_eq!(value(&fixed, 1, "WON"), "0");
    assert_eq!(value(&fixed, 1, "ARO"), "-");
}

#[test]
fn performances() {
    let opponents = [(2, 2200), (3, 2300), (4, 2400)];
    let own = ["2w1", "3b1", "4w0"].map(entry).to_vec();
    let mut rows = vec![row(1, 2350, own, 0)];
    rows.extend(opponents.map(|(number, rating)| row(number, rating, Vec::new(), 0)));
    let table = table(rows, 3, PairingKind::Swiss);
    assert_eq!(value(&table, 1, "PTP"), "2426");
    assert_eq!(value(&table, 1, "TPR"), "2425");
}

#[test]
fn the_line_of_koya() {
    // Nine players have eight games each: the line stands at 4, moved by half a point at 4½.
    let rows = (1..=9).map(|number| row(number, 2000, vec![RoundEntry::ABSENT; 9], 0)).collect();
    let odd = table(rows, 9, PairingKind::Predetermined { cycles: 1 });
    let note = |table: &CrossTable, text: &str| standings::compute(table, &[]).explain(1, &code(text)).unwrap().note;
    assert_eq!(note(&odd, "KS"), "points against all with at least 4");
    assert_eq!(note(&odd, "KS/L1"), "points against all with at least 4.5");
    let rows = (1..=10).map(|number| row(number, 2000, vec![RoundEntry::ABSENT; 9], 0)).collect();
    assert_eq!(
        note(&table(rows, 9, PairingKind::Predetermined { cycles: 1 }), "KS"),
        "points against all with at least 4.5"
    );
}

#[test]
fn fore_buchholz_waits_for_the_last_round() {
    let mut table = worked();
    table.rounds_total = 7;
    assert_eq!(value(&table, 1, "FB"), value(&table, 1, "BH"));
}

#[test]
fn earlier_editions() {
    let table = worked();
    let value = |edition, number, text: &str| {
        let options = Options { edition, ..Options::default() };
        standings::compute_with(&table, &[], &options).value(number, &code(text)).unwrap().to_string()
    };
    // Without a limit the dummy of 2's half-point bye has 3½, of 4's bye 3½, of 3's forfeit win 3.
    assert_eq!(value(Edition::August2024, 2, "BH"), "15.5");
    assert_eq!(value(Edition::August2024, 4, "BH"), "13.5");
    assert_eq!(value(Edition::August2024, 3, "BH"), "14.5");
    // The virtual opponent of 4's bye in round 5: 2½ before it, nothing of the point, no later round.
    let parts = |number| {
        let options = Options { edition: Edition::VirtualOpponent, ..Options::default() };
        standings::compute_with(&table, &[], &options).explain(number, &code("BH")).unwrap().parts
    };
    assert_eq!(parts(4)[4].value.to_string(), "2.5");
    // Of 2's half-point bye in round 4: 2 before it, ½ of it, ½ for round 5. Opponent 6 has ½ from play and two unplayed rounds, each a
    // draw.
    assert_eq!(parts(2)[3].value.to_string(), "3");
    assert_eq!(parts(2)[0].value.to_string(), "1.5");
    // Plain: real scores, nothing for unplayed rounds.
    assert_eq!(value(Edition::Plain, 2, "BH"), "12");
    assert_eq!(value(Edition::Plain, 2, "BH/C1"), "12");
    assert_eq!(value(Edition::Plain, 8, "ABH"), "0.5");
}

#[test]
fn players_with_fewer_than_half_of_the_games_are_left_out() {
    // 4 plays one game of three and stays away from two.
    let lines = [("4w+ 3b1 2w0", 0), ("3w= 4b1 1b1", 0), ("2b= 1w0 4b+", 0), ("1b- 2w0 3w-", 0)];
    let mut table = event(&lines, PairingKind::Predetermined { cycles: 1 });
    assert_eq!(standings::fewer_than_half(&table), [4]);
    let rest = standings::without(&table, &[4]);
    let ranked = standings::compute(&rest, &[code("SB")]);
    let rows: Vec<(u32, String)> = ranked.rows.iter().map(|row| (row.number, row.points.to_string())).collect();
    assert_eq!(rows, [(2, "1.5".to_owned()), (1, "1".to_owned()), (3, "0.5".to_owned())]);
    // 2 beat 1 (1 point) and drew with 3 (½).
    assert_eq!(ranked.rows[0].values[0].to_string(), "1.25");
    table.rounds = 1;
    assert!(standings::fewer_than_half(&table).is_empty(), "one missed game of three leaves two");
    table.kind = PairingKind::Swiss;
    assert!(standings::fewer_than_half(&table).is_empty());
}

#[test]
fn every_value_is_the_sum_of_its_explanation() {
    let table = worked();
    let ranked = standings::compute(&table, &[]);
    for text in ["BH", "BH/C1", "BH/M2", "SB", "SB/C2", "FB/C1", "PS/C1", "STD", "WIN", "REP", "KS", "BH/P", "PTS"] {
        for number in 1..=8 {
            let explained = ranked.explain(number, &code(text)).unwrap();
            let kept = explained.parts.iter().filter(|part| part.cut == Cut::Kept);
            let hundredths = |value: standings::Value| value.fraction().map_or(0, |(n, d)| n * 100 / d);
            let sum: i64 = kept.map(|part| hundredths(part.contribution)).sum();
            assert_eq!(sum, hundredths(explained.value), "no {number} {text}");
        }
    }
}

fn any_entry() -> impl Strategy<Value = RoundEntry> {
    let kind = prop_oneof![
        Just(EntryKind::Played { rated: true }),
        Just(EntryKind::Played { rated: false }),
        Just(EntryKind::Adjourned),
        Just(EntryKind::ForfeitWin),
        Just(EntryKind::ForfeitLoss),
        Just(EntryKind::PairingBye),
        Just(EntryKind::FullBye),
        Just(EntryKind::HalfBye),
        Just(EntryKind::ZeroBye),
    ];
    let color = prop_oneof![Just(None), Just(Some(Color::White)), Just(Some(Color::Black))];
    let points = prop_oneof![4 => 0..=30, 1 => any::<i32>()];
    (kind, prop::option::of(0_u32..9), color, points).prop_map(|(kind, opponent, color, points)| RoundEntry {
        kind,
        opponent,
        color,
        points: Points(points),
    })
}

fn any_table() -> impl Strategy<Value = CrossTable> {
    let rows =
        prop::collection::vec((0_u32..9, any::<u16>(), prop::collection::vec(any_entry(), 0..6), any::<i32>()), 0..8);
    let points = || prop_oneof![0..=30, any::<i32>()];
    let kind =
        prop_oneof![Just(PairingKind::Swiss), (0_u8..4).prop_map(|cycles| PairingKind::Predetermined { cycles })];
    (rows, prop_oneof![0_u32..8, any::<u32>()], any::<u32>(), points(), points(), kind).prop_map(
        |(rows, rounds, rounds_total, win, draw, kind)| {
            let rows =
                rows.into_iter().map(|(number, rating, rounds, extra)| row(number, rating.into(), rounds, extra));
            let mut table = table(rows.collect(), rounds, kind);
            table.rounds_total = rounds_total;
            table.scoring.win = Points(win);
            table.scoring.draw = Points(draw);
            table
        },
    )
}

fn every_code() -> Vec<TieBreak> {
    let mut list: Vec<TieBreak> = Name::ALL.iter().map(|name| TieBreak::new(*name)).collect();
    let more =
        "BH/C1,BH/C255,BH/M2,BH/P,BH:GP/F,SB/C2/P,FB/M1,KS/L+127,KS/L-128,SSSC/K3,TPN/R,DE/P/R,ARO/M1/U1400,ARO/C255";
    list.extend(TieBreak::parse_list(more).unwrap());
    list
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn odd_tables_do_no_harm(table in any_table()) {
        let list = every_code();
        let ranked = standings::compute(&table, &list);
        prop_assert_eq!(ranked.rows.len(), table.rows.len());
        let mut seen = vec![false; table.rows.len()];
        for (at, row) in ranked.rows.iter().enumerate() {
            prop_assert!(!std::mem::replace(&mut seen[row.index], true));
            prop_assert!(row.rank as usize <= at + 1);
            for code in &list {
                if let Some(explained) = ranked.explain(row.number, code) {
                    let _ = explained.lines();
                }
            }
        }
    }

    #[test]
    fn codes_read_anything(text in "\\PC{0,12}") {
        if let Ok(code) = text.parse::<TieBreak>() {
            prop_assert_eq!(code.to_string().parse::<TieBreak>().unwrap(), code);
        }
    }

    #[test]
    fn a_cut_and_a_median_exclude_each_other(cut in 1u8..9, median in 1u8..9) {
        for text in [format!("BH/C{cut}/M{median}"), format!("SB/M{median}/C{cut}")] {
            prop_assert!(text.parse::<TieBreak>().is_err(), "{}", text);
        }
    }

    #[test]
    fn codes_read_what_looks_like_codes(text in "(BH|KS|SSSC|SB|DE|ARO|TPN|PS)(:MP|:GP)?([/-][CMLKPFRU][+-]?[0-9]{0,3}){0,3}") {
        if let Ok(code) = text.parse::<TieBreak>() {
            prop_assert_eq!(code.to_string().parse::<TieBreak>().unwrap(), code);
        }
    }
}
