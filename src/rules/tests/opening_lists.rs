//! The opening lists that come with the program hold what their headers say, and nothing else.
//!
//! They are written by this test too: `PAIRWRIGHT_WRITE_LISTS=1 cargo test -p rules --test opening_lists`.

use rules::opening::{all_openings, level_openings, read_openings};
use rules::{Draughts, GameKind};
use std::path::Path;

const DEPTH: usize = 6;

const GAMES: [(Draughts, &str); 5] = [
    (Draughts::Russian, "russian"),
    (Draughts::English, "english"),
    (Draughts::Pool, "pool"),
    (Draughts::Brazilian, "brazilian"),
    (Draughts::Italian, "italian"),
];

fn list(game: Draughts, plies: usize) -> String {
    let kind = GameKind::Draughts(game);
    let label = kind.label();
    let openings = level_openings(kind, plies, DEPTH);
    let mut text = format!(
        "# {label}: openings of {plies} half-moves for the draw by lot, made by rule.\n\
         # All legal beginnings of {plies} half-moves, each position once, were tried. Left out are those after which a side loses\n\
         # material at once: with best play of both through {DEPTH} more half-moves, and on until nothing can be taken, the\n\
         # material must be even (a king counted as three men). {} openings are left, numbered in the order in\n\
         # which the rules of the game give them.\n",
        openings.len()
    );
    for (opening, number) in openings.iter().zip(1..) {
        text += &format!("{number} | {}\n", opening.moves.join(" "));
    }
    text
}

#[test]
fn lists_hold_what_their_rule_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/openings");
    for (game, name) in GAMES {
        for plies in [2, 3] {
            let path = folder.join(format!("{name}-{plies}.txt"));
            let made = list(game, plies);
            if std::env::var_os("PAIRWRIGHT_WRITE_LISTS").is_some() {
                std::fs::create_dir_all(&folder).unwrap();
                std::fs::write(&path, &made).unwrap();
            }
            let kept = std::fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
            assert_eq!(kept, made, "{}", path.display());
            let read = read_openings(GameKind::Draughts(game), &kept).unwrap();
            assert!(read.iter().all(|opening| opening.moves.len() == plies));
        }
    }
}

/// The two-move restriction of English draughts: of 49 beginnings the players bar 9-14 21-17 and 10-14 21-17, which give
/// a man away, and draw among the other 47.
#[test]
fn openings_that_lose_a_man_are_left_out() {
    let kind = GameKind::Draughts(Draughts::English);
    assert_eq!(all_openings(kind, 2, false).len(), 49);
    let level = level_openings(kind, 2, DEPTH);
    assert_eq!(level.len(), 47);
    let barred = [["9-14", "21-17"], ["10-14", "21-17"]];
    assert!(!level.iter().any(|opening| barred.iter().any(|moves| opening.moves == *moves)));
}
