//! The library against tables made by others: counts of move sequences, legal games, games with one defect.
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use rules::{
    Draughts, DrawRule, GameKind, Outcome, Place, Side, Termination, Verdict, check, legal_moves, perft, read_records,
};

fn data(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(path)
}

/// The rows of a table with a header line, as column -> value.
fn table(path: &str) -> Vec<HashMap<String, String>> {
    let text = fs::read_to_string(data(path)).unwrap();
    let mut lines = text.lines().filter(|l| !l.starts_with('#'));
    let header: Vec<&str> = lines.next().unwrap().split('\t').collect();
    lines.map(|l| header.iter().map(|h| h.to_string()).zip(l.split('\t').map(str::to_owned)).collect()).collect()
}

fn kind(name: &str) -> GameKind {
    if name.starts_with("giveaway") {
        return GameKind::Giveaway(Draughts::International);
    }
    name.parse().unwrap()
}

/// A draughts FEN with sorted lists, or the placement, turn and castling fields of a chess FEN.
fn normal(fen: &str) -> Vec<String> {
    let fen = fen.trim().trim_end_matches('.');
    if fen.contains('/') {
        return fen.split_whitespace().take(4).map(str::to_owned).collect();
    }
    let mut parts: Vec<String> = fen
        .split(':')
        .skip(1)
        .filter(|p| p.len() > 1)
        .map(|part| {
            let mut items: Vec<&str> = part[1..].split(',').collect();
            items.sort_unstable();
            format!("{}{}", &part[..1], items.join(","))
        })
        .collect();
    parts.sort();
    parts.insert(0, fen.chars().take(1).collect());
    parts
}

fn count_table(path: &str, least_rows: usize) {
    let mut rows = 0;
    for row in table(path) {
        let nodes: u64 = row["nodes"].parse().unwrap();
        if nodes > 400_000 || row.get("disputed").is_some_and(|d| d == "yes" && row["variant"] == "frisian") {
            continue;
        }
        let depth = row["depth"].parse().unwrap();
        let found = perft(kind(&row["variant"]), Some(&row["fen"]), depth);
        assert_eq!(found, Ok(nodes), "{} {} depth {depth}", row["variant"], row["fen"]);
        rows += 1;
    }
    assert!(rows >= least_rows, "only {rows} rows");
}

#[test]
fn chess_counts() {
    count_table("chess/perft.tsv", 550);
}

#[test]
fn draughts_counts() {
    count_table("draughts/perft.tsv", 1014);
}

/// Where sources differ about a capture, the moves are those of the reading followed here, and no others.
#[test]
fn conflicting_rules() {
    let mut rows = 0;
    for row in table("draughts/rule_conflicts.tsv") {
        let answer = &row["legal_moves_here"];
        if !row["fen"].contains(':') || answer.is_empty() {
            continue;
        }
        let kind = kind(&row["variant"]);
        let found = legal_moves(kind, &row["fen"]).unwrap();
        // The table lists each capture once, with its whole path; ours may go another way to the same end.
        let ends = |text: &str| {
            let squares: Vec<&str> = text.split(['x', '-', ':']).collect();
            (squares[0].to_owned(), squares[squares.len() - 1].to_owned(), squares.len())
        };
        let wanted: Vec<_> = answer.split(' ').map(ends).collect();
        let view = rules::board_view(kind, &row["fen"]).unwrap();
        let mut got: Vec<_> = found
            .iter()
            .map(|m| {
                let name = |cell: usize| view.cells[cell].label.clone();
                (name(m.squares.from), name(m.squares.to), m.squares.captured.len() + 1)
            })
            .collect();
        let mut wanted = wanted;
        wanted.sort();
        got.sort();
        assert_eq!(got, wanted, "{} {}", row["variant"], row["fen"]);
        rows += 1;
    }
    assert!(rows >= 12, "only {rows} rows");
}

fn verdicts(path: &str, kind: Option<GameKind>) -> Vec<Verdict> {
    let bytes = fs::read(data(path)).unwrap();
    read_records(&bytes).map(|record| check(&record, kind)).collect()
}

fn draw(verdict: &Verdict, rule: DrawRule) -> (bool, usize) {
    verdict
        .claimable
        .iter()
        .chain(&verdict.automatic)
        .find(|d| d.rule == rule)
        .map_or((false, 0), |d| (d.at_end, d.first_ply))
}

#[test]
fn chess_games() {
    let mut cache: HashMap<String, Vec<Verdict>> = HashMap::new();
    let mut rows = 0;
    for row in table("chess/games/expected.tsv") {
        let file = row["file"].clone();
        let list = cache.entry(file.clone()).or_insert_with(|| verdicts(&format!("chess/games/{file}"), None));
        let verdict = &list[row["game"].parse::<usize>().unwrap() - 1];
        let at = format!("{file} game {}", row["game"]);
        // This one starts with a king that stands in check though it is the other side's turn: it is reported, and
        // followed to its end all the same.
        let impossible = file == "dead.pgn" && row["game"] == "2";
        assert_eq!(verdict.defect.as_ref().map(|d| d.place), impossible.then_some(Place::Setup), "{at}");
        assert_eq!(verdict.kind.to_string(), row["variant"], "{at}");
        assert_eq!(verdict.plies.to_string(), row["plies"], "{at}");
        assert_eq!(verdict.final_fen, row["final_fen"], "{at}");
        assert_eq!(verdict.result_text.as_ref(), Some(&row["result"]), "{at}");
        assert_eq!((&verdict.contradiction, verdict.after_end), (&None, None), "{at}");
        let yes = |column: &str| row[column] == "yes";
        assert_eq!(verdict.termination == Some(Termination::Checkmate), yes("checkmate"), "{at}");
        assert_eq!(verdict.termination == Some(Termination::Stalemate), yes("stalemate"), "{at}");
        assert_eq!(verdict.termination == Some(Termination::DeadPosition), yes("insufficient_material"), "{at}");
        for (rule, held, first) in [
            (DrawRule::Threefold, "threefold_claimable", "first_threefold_ply"),
            (DrawRule::FiftyMoves, "fifty_claimable", "first_fifty_ply"),
            (DrawRule::Fivefold, "fivefold_automatic", "first_fivefold_ply"),
            (DrawRule::SeventyFiveMoves, "seventyfive_automatic", "first_seventyfive_ply"),
        ] {
            assert_eq!(draw(verdict, rule), (yes(held), row[first].parse().unwrap()), "{at} {rule}");
        }
        rows += 1;
    }
    assert_eq!(rows, 34);
}

#[test]
fn draughts_games() {
    let mut cache: HashMap<String, Vec<Verdict>> = HashMap::new();
    let mut rows = 0;
    for row in table("draughts/games/expected.tsv") {
        let file = row["file"].clone();
        let asked = kind(&row["variant"]);
        let list = cache.entry(file.clone()).or_insert_with(|| {
            // The tag names the game: asked for or not, the verdict is the same.
            let told = verdicts(&format!("draughts/games/{file}"), Some(asked));
            assert_eq!(told, verdicts(&format!("draughts/games/{file}"), None), "{file}");
            told
        });
        let verdict = &list[row["game"].parse::<usize>().unwrap() - 1];
        let at = format!("{file} game {}", row["game"]);
        assert_eq!(verdict.defect, None, "{at}");
        assert_eq!(verdict.kind, asked, "{at}");
        assert_eq!(verdict.plies.to_string(), row["plies"], "{at}");
        assert_eq!(normal(&verdict.final_fen), normal(&row["final_fen"]), "{at}");
        assert_eq!(verdict.result_text.as_ref(), Some(&row["result"]), "{at}");
        let winner = match row["winner"].as_str() {
            "white" => Some(Outcome::Won(Side::White)),
            "black" => Some(Outcome::Won(Side::Black)),
            "draw" => Some(Outcome::Draw),
            _ => None,
        };
        assert_eq!(verdict.result_tag, winner, "{at}");
        let termination = match row["termination"].as_str() {
            "no pieces" => Some(Termination::NoPieces),
            "no moves" => Some(Termination::NoMoves),
            _ => None,
        };
        let ended = verdict.termination.filter(|t| !matches!(t, Termination::AutomaticDraw(_)));
        assert_eq!(ended, termination, "{at}");
        if termination.is_some() {
            assert_eq!(verdict.result_board, winner, "{at}");
        }
        let first_threefold: usize = row["first_threefold_ply"].parse().unwrap();
        let three = row["times_final_position_occurred"].parse::<usize>().unwrap() >= 3;
        assert_eq!(draw(verdict, DrawRule::Threefold), (three, first_threefold), "{at}");
        assert_eq!(verdict.after_end, None, "{at}");
        assert_eq!(verdict.contradiction, None, "{at}");
        rows += 1;
    }
    assert_eq!(rows, 440);
}

/// The board of each final position, without any numbering, as the table draws it.
#[test]
fn draughts_boards() {
    for row in table("draughts/games/expected.tsv") {
        let kind = kind(&row["variant"]);
        let file = row["file"].clone();
        let bytes = fs::read(data(&format!("draughts/games/{file}"))).unwrap();
        let record = read_records(&bytes).nth(row["game"].parse::<usize>().unwrap() - 1).unwrap();
        let replay = rules::Replay::new(&record, Some(kind));
        assert_eq!(replay.frames.len(), replay.verdict.plies + 1);
        let board = &replay.frames.last().unwrap().board;
        let drawn: Vec<String> = board
            .cells
            .chunks(usize::from(board.files))
            .map(|cells| {
                cells
                    .iter()
                    .map(|cell| match cell.piece {
                        None => '.',
                        Some(piece) => match (piece.side, piece.kind) {
                            (Side::White, rules::PieceKind::Man) => 'w',
                            (Side::White, _) => 'W',
                            (Side::Black, rules::PieceKind::Man) => 'b',
                            (Side::Black, _) => 'B',
                        },
                    })
                    .collect()
            })
            .collect();
        assert_eq!(drawn.join("/"), row["final_board"], "{file} game {}", row["game"]);
    }
}

fn invalid(folder: &str) {
    let mut rows = 0;
    for row in table(&format!("{folder}/invalid/expected.tsv")) {
        let file = &row["file"];
        let asked = row.get("variant").map(|name| kind(name));
        let list = verdicts(&format!("{folder}/invalid/{file}"), asked);
        assert_eq!(list.len(), 1, "{file}");
        let verdict = &list[0];
        if row["strict_only"] == "yes" {
            // A lenient reader may accept it, but not without a word.
            let said = verdict.defect.is_some()
                || !verdict.notes.is_empty()
                || verdict.after_end.is_some()
                || row["kind"] == "wrong_result_type";
            assert!(said, "{file} {}: {verdict:?}", row["kind"]);
            continue;
        }
        let defect = verdict.defect.as_ref().unwrap_or_else(|| panic!("{file} {} was accepted", row["kind"]));
        assert_eq!(defect.place.to_string(), row["ply"], "{file} {}: {defect}", row["kind"]);
        assert!(!defect.reason.is_empty() && defect.line >= 1, "{file}");
        rows += 1;
    }
    assert!(rows >= 50);
}

#[test]
fn chess_defects() {
    invalid("chess");
}

#[test]
fn draughts_defects() {
    invalid("draughts");
}
