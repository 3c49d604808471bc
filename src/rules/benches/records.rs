//! Throughput of checking records, and speed of the draughts move generator.
//!
//! The files are made of random games from a fixed seed: 10,000 games with the usual tags, some with clock times.
use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use rules::{Draughts, GameKind, check, export, legal_moves, perft, read_records, start_fen};

fn main() {
    divan::main();
}

/// A file of 10,000 games, of which 200 are different.
fn file(kind: GameKind, clocks: bool) -> Vec<u8> {
    let mut seed = 1u64;
    let mut random = |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    let mut games = Vec::new();
    for game in 0..200 {
        let mut text = format!(
            "[Event \"Bench\"]\n[Site \"Testville\"]\n[Date \"2026.01.01\"]\n[Round \"{}\"]\n[White \"Player {game}\"]\n\
             [Black \"Opponent {game}\"]\n[Result \"*\"]\n",
            game % 9 + 1
        );
        if let Some(game_type) = export::game_type(kind) {
            text.push_str(&format!("[GameType \"{game_type}\"]\n"));
        }
        text.push('\n');
        let mut fen = start_fen(kind);
        for ply in 0..80 {
            let mut moves = legal_moves(kind, &fen).unwrap();
            if moves.is_empty() {
                break;
            }
            let next = moves.swap_remove(random(moves.len()));
            if ply % 2 == 0 {
                text.push_str(&format!("{}. ", ply / 2 + 1));
            }
            text.push_str(&next.text);
            if clocks {
                text.push_str(&format!(" {{[%clk 1:{:02}:{:02}]}}", 59 - ply / 2, random(60)));
            }
            text.push(if ply % 10 == 9 { '\n' } else { ' ' });
            fen = next.fen;
        }
        text.push_str("*\n\n");
        games.push(text);
    }
    games.iter().cycle().take(10_000).flat_map(|g| g.bytes()).collect()
}

fn check_file(bencher: Bencher<'_, '_>, kind: GameKind, clocks: bool) {
    let bytes = file(kind, clocks);
    bencher.counter(BytesCount::new(bytes.len())).bench(|| {
        let clean = read_records(black_box(&bytes)).filter(|r| check(r, Some(kind)).defect.is_none()).count();
        assert_eq!(clean, 10_000);
    });
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn pgn(bencher: Bencher<'_, '_>) {
    check_file(bencher, GameKind::Chess, false);
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn pgn_with_clocks(bencher: Bencher<'_, '_>) {
    check_file(bencher, GameKind::Chess, true);
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn pgn_reading_alone(bencher: Bencher<'_, '_>) {
    let bytes = file(GameKind::Chess, false);
    bencher.counter(BytesCount::new(bytes.len())).bench(|| read_records(black_box(&bytes)).count());
}

#[divan::bench(args = [Draughts::International, Draughts::Russian, Draughts::Canadian], sample_count = 10, sample_size = 1)]
fn pdn(bencher: Bencher<'_, '_>, game: Draughts) {
    check_file(bencher, GameKind::Draughts(game), false);
}

#[divan::bench(args = [Draughts::International, Draughts::Russian, Draughts::Turkish], sample_count = 10, sample_size = 1)]
fn counting(bencher: Bencher<'_, '_>, game: Draughts) {
    let kind = GameKind::Draughts(game);
    let nodes = perft(kind, None, 6).unwrap();
    bencher.counter(ItemsCount::new(nodes)).bench(|| perft(kind, None, black_box(6)));
}
