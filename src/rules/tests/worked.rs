//! Worked positions and special cases of the rules, each with its reason.
use rules::draughts::{DrawRules, LoneKing};
use rules::{
    CheckOptions, ChessNotation, Draughts, DrawRule, GameKind, Outcome, Place, Record, Side, Termination, Verdict,
    check, check_with, legal_moves,
};

fn moves(kind: GameKind, fen: &str) -> Vec<String> {
    let mut list: Vec<String> = legal_moves(kind, fen).unwrap().into_iter().map(|m| m.text).collect();
    list.sort();
    list
}

fn draughts(game: Draughts) -> GameKind {
    GameKind::Draughts(game)
}

fn chess(fen: &str, moves: &str) -> Verdict {
    let tags = if fen.is_empty() { String::new() } else { format!("[FEN \"{fen}\"]\n") };
    check(&Record::parse(&format!("{tags}\n{moves} *\n")), Some(GameKind::Chess))
}

fn reason(verdict: &Verdict) -> &str {
    verdict.defect.as_ref().map_or("", |d| d.reason.as_str())
}

#[test]
fn castling_through_and_out_of_attacks() {
    // g5 attacks c1, a3 attacks f8, the bishops attack a8 and b8: White castles short only, Black long only.
    let board = "r3k2r/8/8/6q1/8/Q5B1/6B1/R3K2R";
    let white = moves(GameKind::Chess, &format!("{board} w KQkq - 0 1"));
    assert!(white.contains(&"O-O".to_owned()) && !white.contains(&"O-O-O".to_owned()));
    let black = moves(GameKind::Chess, &format!("{board} b KQkq - 0 1"));
    assert!(black.contains(&"O-O-O".to_owned()) && !black.contains(&"O-O".to_owned()));
    assert!(reason(&chess(&format!("{board} w KQkq - 0 1"), "1. O-O-O")).contains("c1"));
    assert!(reason(&chess(&format!("{board} b KQkq - 0 1"), "1... O-O")).contains("f8"));
}

#[test]
fn en_passant_at_once_or_never() {
    for pawn in ["1p6", "3p4"] {
        let file = if pawn == "1p6" { 'b' } else { 'd' };
        let fen = format!("4k3/8/8/8/{pawn}/8/2P5/4K3 w - - 0 1");
        assert_eq!(chess(&fen, &format!("1. c4 {file}xc3")).defect, None);
        let late = chess(&fen, &format!("1. c4 Kd8 2. Kd1 {file}xc3"));
        assert_eq!(late.defect.as_ref().unwrap().place, Place::Ply(4));
        assert!(reason(&late).contains("en passant"), "{}", reason(&late));
    }
}

#[test]
fn knights_jump() {
    let fen = "4k3/8/8/8/2PN4/2PP4/8/4K3 w - - 0 1";
    assert_eq!(chess(fen, "1. Nb3").defect, None);
    assert_eq!(chess(fen, "1. Nc2").defect, None);
}

#[test]
fn two_pieces_of_a_kind() {
    let rooks = "4k3/8/8/8/8/4K3/8/R6R w - - 0 1";
    assert!(reason(&chess(rooks, "1. Rd1")).contains("ambiguous"));
    assert_eq!(chess(rooks, "1. Rhd1").defect, None);
    assert_eq!(chess("4k3/8/8/2N5/4N3/8/8/4K3 w - - 0 1", "1. N4d6").defect.map(|d| d.reason), None);
    assert_eq!(chess("4k3/8/8/2R5/5R2/8/8/4K3 w - - 0 1", "1. Rff5").defect, None);
}

#[test]
fn ways_of_writing_chess_moves() {
    let with = |notation, moves: &str| {
        let record = Record::parse(&format!("{moves} *\n"));
        check_with(&record, &CheckOptions { kind: Some(GameKind::Chess), notation, ..CheckOptions::default() })
    };
    let fen = |notation, fen: &str, moves: &str| {
        let record = Record::parse(&format!("[FEN \"{fen}\"]\n\n{moves} *\n"));
        check_with(&record, &CheckOptions { kind: Some(GameKind::Chess), notation, ..CheckOptions::default() })
    };
    // Leniently read as standard.
    let plain = with(ChessNotation::Standard, "1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0-0 Nf6 5.d3 o-o");
    assert_eq!((plain.plies, plain.defect), (10, None));
    assert_eq!(fen(ChessNotation::Standard, "7k/4P3/8/8/8/8/8/K7 w - - 0 1", "1. e8Q+").defect, None);
    let odd = with(ChessNotation::Standard, "1. e4 (=) e5 2. ♘f3 ♞c6 3. ♗c4 Bc5 4. O-O ♞f6");
    assert_eq!((odd.plies, odd.defect), (8, None));
    for promotion in ["e8(Q)+", "e8/Q", "e8=q", "e8Q"] {
        let verdict = fen(ChessNotation::Standard, "7k/4P3/8/8/8/8/8/K7 w - - 0 1", &format!("1. {promotion}"));
        assert_eq!((verdict.plies, verdict.defect), (1, None), "{promotion}");
    }
    assert_eq!(check(&Record::parse("1. e4 e5 1–0\n"), None).result_tag, Some(Outcome::Won(Side::White)));
    // Long algebraic.
    let long = with(ChessNotation::Long, "1. e2-e4 d7-d5 2. e4xd5 Qd8xd5 3. Nb1-c3 Qd5-h5 4. Ng1-f3");
    assert_eq!((long.plies, long.defect), (7, None));
    assert_eq!(fen(ChessNotation::Long, "7k/4P3/8/8/8/8/8/K7 w - - 0 1", "1. e7-e8Q").defect, None);
    assert_eq!(with(ChessNotation::Long, "1. e2-e5").defect.unwrap().place, Place::Ply(1));
    // Short pawn captures by files: legal only where they mean one move.
    let short = with(ChessNotation::Short, "1. e4 d5 2. ed Qxd5 3. Nc3");
    assert_eq!((short.plies, short.defect), (5, None));
    let two = "4k3/8/8/3p4/2P1P3/3p4/2P1P3/4K3 w - - 0 1";
    assert!(reason(&fen(ChessNotation::Short, two, "1. ed")).contains("ambiguous"));
    assert_eq!(fen(ChessNotation::Short, two, "1. exd3").defect, None);
    assert!(with(ChessNotation::Standard, "1. e4 d5 2. ed").defect.is_some());
    // Russian letters, long and short; К is the knight, Кр the king, x at the end is mate.
    let russian = with(ChessNotation::Russian, "1. e2-e4 e7-e5 2. Сf1-c4 Кb8-c6 3. Фd1-h5 Кg8-f6 4. Фh5:f7x");
    assert_eq!((russian.plies, russian.defect), (7, None));
    assert_eq!(russian.termination, Some(Termination::Checkmate));
    let russian = with(ChessNotation::Russian, "1. e4 e5 2. Кf3 Кc6 3. Сc4 Сc5 4. 0-0 Кf6 5. Лe1 0-0 6. Крh1 d5 7. ed");
    assert_eq!((russian.plies, russian.defect), (13, None));
    // A knight must not be read as a king, nor the other way round.
    assert!(with(ChessNotation::Russian, "1. Крf3").defect.is_some());
}

#[test]
fn no_move_after_the_end() {
    let mate = chess("", "1. f3 e5 2. g4 Qh4# 3. a3");
    assert_eq!(mate.defect.as_ref().unwrap().place, Place::Ply(5));
    assert!(reason(&mate).contains("checkmated"));
    // A dead position ends the game though moves are possible: told, and not clean.
    let dead = chess("8/8/3k4/8/8/4p3/3K4/8 w - - 0 1", "1. Kxe3 Kd5 2. Kd3");
    assert_eq!(dead.defect, None);
    assert_eq!(dead.after_end.map(|a| (a.ended_at, a.moves)), Some((1, 2)));
    assert!(!dead.is_clean());
    assert_eq!(dead.termination, Some(Termination::DeadPosition));
}

#[test]
fn clocks_and_results() {
    let game = |result: &str, white: &str, black: &str, fen: &str| {
        let text = format!(
            "[Result \"{result}\"]\n[FEN \"{fen}\"]\n\n1. Kd2 {{[%clk {white}]}} Kd7 {{[%clk {black}]}} {result}\n"
        );
        check(&Record::parse(&text), Some(GameKind::Chess))
    };
    let rooks = "4k2r/8/8/8/8/8/8/4K2R w - - 0 1";
    let lost = game("1-0", "0:10:00", "0:00:00", rooks);
    assert_eq!((lost.time_forfeit, lost.contradiction), (Some(Side::Black), None));
    assert_eq!(lost.result_tag, Some(Outcome::Won(Side::White)));
    assert_eq!(game("1-0", "0:10:00", "0:00:00.4", rooks).time_forfeit, None);
    // Clocks that never showed a time were not used.
    assert_eq!(game("1-0", "0:00:00", "0:00:00", rooks).time_forfeit, None);
    // The winner's own flag fell.
    assert!(game("1-0", "0:00:00", "0:05:00", rooks).contradiction.is_some());
    // A fallen flag against a bare king is a draw (R4).
    assert!(game("0-1", "0:00:00", "0:05:00", "4k3/8/8/8/8/8/8/4K2R w - - 0 1").contradiction.is_some());
    assert!(game("1/2-1/2", "0:00:00", "0:05:00", "4k3/8/8/8/8/8/8/4K2R w - - 0 1").contradiction.is_none());
}

#[test]
fn results_and_boards_that_disagree() {
    let wrong = check(&Record::parse("[Result \"0-1\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 0-1\n"), None);
    assert_eq!(wrong.defect.as_ref().unwrap().place, Place::End);
    assert!(wrong.contradiction.is_some());
    assert_eq!(wrong.outcome(), None);
    assert_eq!(wrong.result_board, Some(Outcome::Won(Side::White)));
    // Nothing written: the board decides.
    let silent = check(&Record::parse("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# *\n"), None);
    assert_eq!(silent.outcome(), Some(Outcome::Won(Side::White)));
}

#[test]
fn international_majority() {
    // King 10 can only take one man and land on 46 or before; man 36 takes three and lands on 29.
    let fen = "W:WK10,36:B31,22,23";
    assert_eq!(moves(draughts(Draughts::International), fen), ["36x29"]);
    let record = Record::parse(&format!("[GameType \"20\"]\n[FEN \"{fen}\"]\n\n1. 10x46 *\n"));
    let verdict = check(&record, None);
    assert!(reason(&verdict).contains("must capture: 3 pieces by 36"), "{}", reason(&verdict));
    // Two captures of equal number, one with a king among the taken: free choice.
    assert_eq!(moves(draughts(Draughts::International), "W:W32,34:B28,K29"), ["32x23", "34x23"]);
}

#[test]
fn frisian_values() {
    let kind = draughts(Draughts::Frisian);
    // A king is worth just under two men: two men are taken rather than one king.
    assert_eq!(moves(kind, "W:W37,50:BK32,44,34"), ["50x30"]);
    assert_eq!(moves(kind, "W:W37,50:BK32,44"), ["37x28"]);
    // At equal value a king must capture, not a man.
    assert_eq!(moves(kind, "W:W37,K50:B32,44").iter().filter(|m| m.starts_with("37")).count(), 0);
    // Captures go straight too.
    assert_eq!(moves(kind, "W:W46:B36"), ["46x26"]);
    assert_eq!(moves(kind, "W:W46:B47"), ["46x48"]);
}

#[test]
fn italian_men_never_take_kings() {
    let kind = draughts(Draughts::Italian);
    assert_eq!(moves(kind, "W:W18:BK14").iter().filter(|m| m.contains('x')).count(), 0);
    assert_eq!(moves(kind, "W:W18:B14"), ["18x11"]);
}

#[test]
fn reasons_are_plain() {
    let game = |kind: &str, moves: &str| {
        let verdict = check(&Record::parse(&format!("{moves} *\n")), Some(kind.parse().unwrap()));
        reason(&verdict).to_owned()
    };
    assert_eq!(game("russian", "1. c5-d6"), "no piece on c5");
    assert_eq!(game("russian", "1. c3-e5"), "the man on c3 cannot reach e5; its moves: c3-d4, c3-b4");
    assert_eq!(game("russian", "1. c3-c4"), "c4 is a square that is not played on");
    assert_eq!(game("international", "1. 32-55"), "there is no square 55 on this board");
    assert_eq!(game("international", "1. 20-25"), "the piece on 20 is Black's, and it is White's turn");
    assert_eq!(game("russian", "1. c3-d4 b6-c5 2. g3-h4"), "must capture: 1 piece by d4 (d4:b6)");
}

/// Kings move to and fro from `fen` without anything being taken; gives the first half-move of each draw rule.
fn shuffle(game: Draughts, fen: &str, plies: usize, draws: Option<DrawRules>) -> Vec<(DrawRule, usize)> {
    let kind = draughts(game);
    let sign = |text: &str| text.contains(['x', ':']);
    let mut text = format!("[FEN \"{fen}\"]\n\n");
    let mut now = fen.to_owned();
    let mut visits: Vec<String> = Vec::new();
    for _ in 0..plies {
        let quiet = legal_moves(kind, &now).unwrap();
        // The least visited next position in which nothing can be taken.
        let next = quiet
            .into_iter()
            .filter(|m| !sign(&m.text) && !legal_moves(kind, &m.fen).unwrap().iter().any(|n| sign(&n.text)))
            .min_by_key(|m| visits.iter().filter(|v| **v == m.fen).count())
            .unwrap_or_else(|| panic!("{now}: nothing quiet"));
        text.push_str(&next.text);
        text.push(' ');
        visits.push(next.fen.clone());
        now = next.fen;
    }
    text.push_str("*\n");
    let options = CheckOptions { kind: Some(kind), draws, ..CheckOptions::default() };
    let verdict = check_with(&Record::parse(&text), &options);
    assert_eq!((verdict.plies, &verdict.defect), (plies, &None), "{text}");
    verdict.claimable.iter().map(|d| (d.rule, d.first_ply)).filter(|d| d.0 != DrawRule::Threefold).collect()
}

#[test]
fn draws_by_number_of_moves() {
    use DrawRule::{KingMoves, LoneKing as Lone, UnchangedMaterial as Unchanged};
    // Russian: two kings against one, 5 moves of unchanged material; 15 king moves.
    assert_eq!(shuffle(Draughts::Russian, "W:WKa1,Kc1:BKh2", 31, None), [(Unchanged, 10), (KingMoves, 30)]);
    // Russian: three kings against one, 15 moves; four pieces, 30 moves.
    let three = shuffle(Draughts::Russian, "W:WKa1,Kc1,Ke1:BKh2", 61, None);
    assert!(three.contains(&(Lone, 30)) && three.contains(&(Unchanged, 60)), "{three:?}");
    // International: against two pieces 5 moves, against three 16, kings only 25.
    assert_eq!(shuffle(Draughts::International, "W:WK46,K47:BK45", 51, None), [(Lone, 10), (KingMoves, 50)]);
    assert_eq!(shuffle(Draughts::International, "W:WK46,K47,K48:BK45", 51, None), [(Lone, 32), (KingMoves, 50)]);
    // Frisian: two kings against one, 7 moves.
    assert_eq!(shuffle(Draughts::Frisian, "W:WK46,K37:BK45", 15, None), [(Lone, 14)]);
    // An event's own code.
    let own = DrawRules {
        king_moves: Some(3),
        lone_king: [Some(LoneKing { least: 2, most: 2, all_kings: true, moves: 2 }), None],
        ..DrawRules::REPETITION
    };
    assert_eq!(shuffle(Draughts::International, "W:WK46,K47:BK45", 8, Some(own)), [(Lone, 4), (KingMoves, 6)]);
}

#[test]
fn turkish_one_piece_each() {
    let record = Record::parse("[GameType \"30\"]\n[FEN \"W:WKa1,Kb1:BKh8\"]\n\n1. a1-a2 h8xh1 *\n");
    let verdict = check(&record, None);
    assert!(verdict.defect.is_some());
    let record = Record::parse("[GameType \"30\"]\n[FEN \"B:Wa3,Kb5:BKb8\"]\n\n1... b8xb1 2. a3-a4 *\n");
    let verdict = check(&record, None);
    assert_eq!(verdict.defect, None);
    assert_eq!(verdict.automatic.first().map(|d| (d.rule, d.first_ply)), Some((DrawRule::OneEach, 1)));
    assert_eq!(verdict.after_end.map(|a| a.moves), Some(1));
}

#[test]
fn giveaway_turns_the_result_round() {
    let text = "[GameType \"25\"]\n[FEN \"W:Wc3:Bd4\"]\n\n1. c3:e5 ";
    let normal = check(&Record::parse(&format!("{text} 1-0\n")), Some(draughts(Draughts::Russian)));
    assert_eq!(normal.result_board, Some(Outcome::Won(Side::White)));
    assert_eq!(normal.defect, None);
    let turned = check(&Record::parse(&format!("{text} 0-2\n")), Some(GameKind::Giveaway(Draughts::Russian)));
    assert_eq!(turned.result_board, Some(Outcome::Won(Side::Black)));
    assert_eq!(turned.defect, None);
}

#[test]
fn the_first_number_is_the_first_players() {
    let tag = "[Result \"1-0\"]\n";
    let english = check(&Record::parse(&format!("{tag}[GameType \"21\"]\n\n1. 11-15 1-0\n")), None);
    assert_eq!(english.result_tag, Some(Outcome::Won(Side::Black)));
    assert_eq!(Outcome::Won(Side::Black).text(english.kind, english.first), "1-0");
    let pool = check(&Record::parse(&format!("{tag}[GameType \"23,W,8,8,A0,0\"]\n\n1. c3-d4 1-0\n")), None);
    assert_eq!((pool.result_tag, pool.defect), (Some(Outcome::Won(Side::White)), None));
    let canadian = check(&Record::parse("[GameType \"27\"]\n[Result \"0-2\"]\n\n1. 44-37 0-2\n"), None);
    assert_eq!(canadian.result_tag, Some(Outcome::Won(Side::Black)));
    assert_eq!(Outcome::Draw.text(canadian.kind, canadian.first), "1-1");
}

#[test]
fn dialects_of_pdn() {
    let game = |text: &str| check(&Record::parse(text), None);
    // A position set up among the moves: first the start, later a repair.
    let start = game("[GameType \"20\"]\n\n/FEN \"W:W31-50:B1-20\"/ 1. 32-28 19-23 2. 28x19 14x23 *\n");
    assert_eq!((start.plies, start.defect), (4, None));
    let repair =
        game("[GameType \"20\"]\n\n1. 31-26 17-21 /FEN \"B:B1-16,18-20:W28,33-50\"/ 2... 19-23 3. 28x19 14x23 *\n");
    assert_eq!((repair.plies, &repair.defect), (5, &None));
    assert!(repair.notes.iter().any(|n| n.text.contains("set up by hand")), "{:?}", repair.notes);
    let turn = game("[GameType \"20\"]\n\n1. 32-28 /FEN \"W::\"/ 2. 37-32 *\n");
    assert_eq!((turn.plies, turn.defect), (2, None));
    assert!(game("[GameType \"20\"]\n\n1. 32-28 /FEN \"W:W99:B1\"/ 37-32 *\n").defect.is_some());
    // Two clocks in a comment, results that are not those of a single game, captures with *.
    let clocks = game("[GameType \"20\"]\n[Result \"2-0\"]\n\n1. 32-28 {[%clk w0:10:00 B0:00:00]} 2-0\n");
    assert_eq!((clocks.time_forfeit, clocks.contradiction), (Some(Side::Black), None));
    let delft = game("[GameType \"20\"]\n[Result \"1+ - 1-\"]\n\n1. 32-28 19-23 2. 28*19 14*23 1+ - 1-\n");
    assert_eq!((delft.plies, delft.defect, delft.result_tag), (4, None, None));
    assert_eq!(delft.result_text.as_deref(), Some("1+ - 1-"));
    // The tag in its shorter forms, by name, and with chess's number.
    for tag in ["21,B,8,8,N1", "21", "english", "English draughts", "american checkers"] {
        let verdict = game(&format!("[GameType \"{tag}\"]\n\n1. 11-15 22-18 2. 15x22 *\n"));
        assert_eq!((verdict.kind, verdict.plies, verdict.defect), (draughts(Draughts::English), 3, None), "{tag}");
    }
    assert_eq!(game("[GameType \"0\"]\n\n1. e4 *\n").kind, GameKind::Chess);
    // Pool with White beginning, in letters, also on Jamaica's mirrored board.
    for tag in ["23,W,8,8,A0,0", "23,W,8,8,A1,1"] {
        let verdict = game(&format!("[GameType \"{tag}\"]\n\n1. c3-d4 d6-c5 2. b2-c3 *\n"));
        assert_eq!((verdict.kind, verdict.plies, verdict.defect), (draughts(Draughts::Pool), 3, None), "{tag}");
    }
}

/// A tag names the game even when the moves are not legal by its rules.
#[test]
fn the_tag_names_the_game_of_a_bad_record() {
    let read = |text: &str| rules::read_records(text.as_bytes()).collect::<Vec<_>>();
    let records = read("[GameType \"20\"]\n\n1. 32-28 19-23 2. 31-26 1-0\n");
    let international = GameKind::Draughts(Draughts::International);
    assert_eq!(rules::named_kind(&records[0]), Some(international));
    assert_eq!(rules::guess_common_kind(&records), international);
    // White must take 28x19.
    let verdict = check(&records[0], None);
    assert_eq!((verdict.kind, verdict.defect.map(|d| d.place)), (international, Some(Place::Ply(3))));
    let russian = read("[GameType \"25\"]\n\n1. c3-e5 1-0\n");
    assert_eq!(rules::guess_common_kind(&russian), GameKind::Draughts(Draughts::Russian));
    let position = read("[GameType \"20\"]\n[FEN \"W:W45:B6\"]\n\n1. 45-40 *\n");
    assert_eq!(rules::guess_common_kind(&position), international);
    assert_eq!(check(&position[0], Some(international)).plies, 1);
    // A record that names its game is held to it, whatever is asked for.
    let asked = check(&russian[0], Some(international));
    assert_eq!(asked.kind, GameKind::Draughts(Draughts::Russian));
    assert!(asked.notes.iter().any(|note| note.text.contains("Russian")), "{:?}", asked.notes);
}
