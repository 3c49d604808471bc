//! Nothing that can stand in a file makes the reader panic, lose a later game, or run for ever.
use proptest::prelude::*;
use rules::{
    CheckOptions, ChessNotation, GameKind, Place, Record, Replay, check, check_with, export, guess_kind, legal_moves,
    perft, read_records,
};

/// Pieces of which records are made, whole and broken.
const WORDS: &[&str] = &[
    "[White \"A\"]",
    "[FEN \"",
    "[GameType \"20,W,10,10,N2,0\"]\n",
    "[GameType \"25\"]\n",
    "[GameType \"98\"]",
    "\"]",
    "[",
    "]",
    "\n",
    "\n\n",
    " ",
    "1.",
    "2...",
    "e4",
    "e5",
    "Nf3",
    "Qxf7#",
    "O-O",
    "0-0-0",
    "exd6",
    "e8=Q",
    "a8",
    "--",
    "(",
    ")",
    "{",
    "}",
    ";",
    "%",
    "$1",
    "!?",
    "(?)",
    "1-0",
    "0-1",
    "1/2-1/2",
    "*",
    "2-0",
    "0-2",
    "32-28",
    "19-23",
    "28x19",
    "1- 7",
    "35x24x13",
    "c3-d4",
    "d6-c5",
    "d4:b6",
    "a5-b4",
    "c3d4",
    "K",
    "W:WK1,2-9:B50",
    "B:Wa1:Kb2",
    "W:W:B",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    "[Variant \"Chess960\"]\n",
    "[%clk 0:00:01]",
    "[%clk 99999999999:1]",
    "Крe2",
    "ed",
    "é",
    "\u{feff}",
    "99999999999",
    "x",
    ":",
    "-",
    "=",
    "46x5x46",
    "/FEN \"W:W1:B2\"/",
    "/",
    "[%clock w0:1:2 B3]",
];

/// Deterministic random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

fn swallow(bytes: &[u8], kind: Option<GameKind>, notation: ChessNotation) {
    let options = CheckOptions { kind, notation, ..CheckOptions::default() };
    for record in read_records(bytes) {
        let verdict = check_with(&record, &options);
        assert!(verdict.defect.as_ref().is_none_or(|d| d.line >= 1 && !d.reason.is_empty()));
    }
}

#[test]
fn a_million_inputs() {
    let kinds: Vec<Option<GameKind>> = std::iter::once(None).chain(GameKind::all().map(Some)).collect();
    let notations = [ChessNotation::Standard, ChessNotation::Long, ChessNotation::Short, ChessNotation::Russian];
    let mut random = Random(7);
    let mut bytes = Vec::new();
    for _ in 0..1_000_000 {
        bytes.clear();
        for _ in 0..random.below(9) {
            match random.below(12) {
                0 => bytes.push(random.below(256) as u8),
                _ => bytes.extend_from_slice(WORDS[random.below(WORDS.len())].as_bytes()),
            }
            if random.below(3) > 0 {
                bytes.push(b' ');
            }
        }
        swallow(&bytes, kinds[random.below(kinds.len())], notations[random.below(4)]);
    }
}

/// Real records with a few bytes changed, so that the damage reaches deep into the games.
#[test]
fn damaged_records() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
    let mut random = Random(11);
    let files = [
        "chess/games/basic.pgn",
        "chess/games/chess960.pgn",
        "chess/games/lenient-1.pgn",
        "draughts/games/russian-4.pdn",
        "draughts/games/frisian-2.pdn",
        "draughts/games/turkish-3.pdn",
    ];
    for file in files {
        let whole = std::fs::read(format!("{folder}/{file}")).unwrap();
        let games = read_records(&whole).count();
        for _ in 0..40 {
            let mut bytes = whole.clone();
            for _ in 0..1 + random.below(8) {
                let at = random.below(bytes.len());
                bytes[at] = random.below(256) as u8;
            }
            swallow(&bytes, None, ChessNotation::Standard);
            for record in read_records(&bytes).take(2) {
                let replay = Replay::new(&record, None);
                assert!(replay.frames.len() <= replay.verdict.plies + 1);
            }
        }
        assert!(games > 0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        swallow(&bytes, None, ChessNotation::Standard);
    }

    #[test]
    fn any_fen(fen in "[WB]:W[K0-9a-h,-]{0,40}:B[K0-9a-h,-]{0,40}", kind in 0usize..30) {
        let kind = GameKind::all().nth(kind).unwrap();
        if let Ok(moves) = legal_moves(kind, &fen) {
            prop_assert_eq!(perft(kind, Some(&fen), 1), Ok(moves.len() as u64));
        }
    }

    /// A record that was read and stored reads back the same.
    #[test]
    fn stored_records_read_back(words in prop::collection::vec(prop::sample::select(WORDS), 0..30)) {
        let text = words.join(" ");
        for record in read_records(text.as_bytes()) {
            let again = Record::parse(&record.source);
            let (a, b) = (check(&record, None), check(&again, None));
            prop_assert_eq!(a.plies, b.plies);
            prop_assert_eq!(a.final_fen, b.final_fen);
        }
    }
}

/// A made-up board full of scattered men must not keep the program busy for ever.
#[test]
fn freak_positions_come_to_an_end() {
    let mut men = Vec::new();
    for row in [1usize, 3, 5, 7, 9] {
        for column in (1..11).step_by(2) {
            men.push((row * 6 + column / 2 + 1).to_string());
        }
    }
    let kings: Vec<String> = [68, 70, 72].iter().map(|n| format!("K{n}")).collect();
    let fen = format!("W:W{}:B{}", kings.join(","), men.join(","));
    let kind = "canadian".parse().unwrap();
    assert!(legal_moves(kind, &fen).is_ok());
    let record = Record::parse(&format!("[FEN \"{fen}\"]\n\n1. 68x1 *\n"));
    let _ = check(&record, Some(kind));
}

/// Large nonsense is dealt with in time that grows with its size only.
#[test]
fn large_nonsense() {
    let many = 200_000;
    for text in [
        "(".repeat(many),
        "1. 2. ".repeat(many),
        format!("[A \"b\"]\n{}", "\n".repeat(many)),
        "[A \"b\"]\n\n".repeat(many / 10),
        "[A \"b\"]".repeat(many),
        "[A \"".repeat(many),
        "\n ".repeat(many),
        "{ [A \"b\"\n".repeat(many),
        format!("1. {}", "Nf3 Nf6 Ng1 Ng8 ".repeat(many / 10)),
        format!("[FEN \"W:WK46:BK5\"]\n\n{}", "46-41 5-10 41-46 10-5 ".repeat(many / 10)),
        format!("[FEN \"W:W{}\"]\n", "1,".repeat(many)),
        "9".repeat(many),
        "a".repeat(many),
        "- ".repeat(many),
        "1x".repeat(many),
        "$".repeat(many),
    ] {
        swallow(text.as_bytes(), None, ChessNotation::Standard);
    }
    assert!(perft(GameKind::Chess, None, 1_000_000).is_err());
}

#[test]
fn a_broken_game_never_stops_the_next() {
    let good = "[White \"B\"]\n[Black \"C\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n";
    for bad in [
        "[White \"A]\n\n1. e4 *\n\n",
        "[White \"A\"]\n\n1. e4 {never closed\n\n",
        "[White \"A\"]\n\n1. e4 (1. d4 \n\n",
        "[White \"A\"]\n\n1. Zz9 ))) \n\n",
        "[White \"A\"]\n[FEN \"nonsense\"]\n\n1. e4 *\n\n",
        "[White \"A\"]\n\n1. e4 e5\n\n",
        "[White \"A\"]\n[Result \"*\"]\n\n",
        "1. e4 e5 *\n\n",
        "% only an escape\n",
    ] {
        let text = format!("{good}{bad}{good}");
        let records: Vec<Record> = read_records(text.as_bytes()).collect();
        let last = records.last().unwrap();
        assert_eq!(last.white(), Some("B"), "{bad:?}");
        let verdict = check(last, None);
        assert_eq!((verdict.plies, verdict.defect), (2, None), "{bad:?}");
        let lines = text.lines().count();
        assert!(last.line <= lines && text.lines().nth(last.line - 1).unwrap().starts_with("[White"), "{bad:?}");
    }
}

#[test]
fn encodings() {
    let text = "[White \"Müller, Jörg\"]\n\n1. e4 *\n";
    let latin: Vec<u8> = text.chars().map(|c| c as u32 as u8).collect();
    let mut bom = b"\xef\xbb\xbf".to_vec();
    bom.extend_from_slice(text.as_bytes());
    let wide: Vec<u8> = [0xFF, 0xFE].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    for bytes in [latin.as_slice(), &bom, text.as_bytes(), &wide] {
        assert_eq!(read_records(bytes).next().unwrap().white(), Some("Müller, Jörg"));
    }
    // Windows-1251: "Блиндер"
    let cyrillic = b"[White \"\xc1\xeb\xe8\xed\xe4\xe5\xf0\"]\n\n1. c3-d4 *\n";
    assert_eq!(read_records(cyrillic).next().unwrap().white(), Some("Блиндер"));
    // Windows-1252 quotes and dashes.
    assert_eq!(read_records(b"[Event \"\x93Cup\x94\"]\n\n*\n").next().unwrap().tag("event"), Some("“Cup”"));
}

#[test]
fn records_without_tags() {
    let text = "1. e4 e5 1-0\n\n1. d4 d5\n2. c4 *\n\n32-28\n";
    let records: Vec<Record> = read_records(text.as_bytes()).collect();
    assert_eq!(records.len(), 3);
    assert_eq!(records.iter().map(|r| r.line).collect::<Vec<_>>(), [1, 3, 6]);
    assert_eq!(guess_kind(&records[1]), GameKind::Chess);
    assert_eq!(guess_kind(&records[2]).to_string(), "international");
    assert_eq!(read_records(b"").count(), 0);
    assert_eq!(read_records(b"\n \n").count(), 0);
}

#[test]
fn escaped_quotes_in_tags() {
    let record = Record::parse("[Event \"The \\\"Big\\\" \\\\ Cup\"]\n[Site \"a \"b\" c\"]\n\n*\n");
    assert_eq!(record.tag("Event"), Some("The \"Big\" \\ Cup"));
    assert_eq!(record.tag("Site"), Some("a \"b\" c"));
    assert_eq!(record.bad_tag, None);
}

/// Every record of the sample files is written with full headers and reads back as the same game.
#[test]
fn export_reads_back() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
    let mut seen = 0;
    for family in ["chess", "draughts"] {
        for file in std::fs::read_dir(format!("{folder}/{family}/games")).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|e| e == "tsv") {
                continue;
            }
            for record in read_records(&std::fs::read(&path).unwrap()) {
                let before = check(&record, None);
                let headers = export::Headers {
                    event: "Open \"A\"".to_owned(),
                    round: "3".to_owned(),
                    white: "First, W.".to_owned(),
                    black: "Second, B.".to_owned(),
                    result: before.result_tag,
                    ..export::Headers::default()
                };
                let text = if before.kind.is_draughts() {
                    export::pdn_export(&record, before.kind, &headers)
                } else {
                    export::pgn_export(&record, &headers)
                };
                let again = read_records(text.as_bytes()).next().unwrap();
                assert_eq!(again.tag("Event"), Some("Open \"A\""));
                assert_eq!(again.white(), Some("First, W."));
                let after = check(&again, None);
                let at = format!("{} game {}", path.display(), record.index);
                assert_eq!(after.defect.as_ref().filter(|d| d.place != Place::Setup), None, "{at}\n{text}");
                assert_eq!((after.kind, after.plies), (before.kind, before.plies), "{at}");
                assert_eq!(after.result_tag, before.result_tag, "{at}");
                // Castling letters and square names may be written in another way; the moves may not differ.
                assert_eq!(
                    rules::board_view(after.kind, &after.final_fen).map(|b| b
                        .cells
                        .iter()
                        .map(|c| c.piece)
                        .collect::<Vec<_>>()),
                    rules::board_view(before.kind, &before.final_fen).map(|b| b
                        .cells
                        .iter()
                        .map(|c| c.piece)
                        .collect::<Vec<_>>()),
                    "{at}"
                );
                assert!(text.lines().all(|l| l.starts_with('[') || l.len() <= 80), "{at}");
                seen += 1;
            }
        }
    }
    assert_eq!(seen, 474);
}
