//! Our reading of PGN against another one: the crate `pgn-reader`.
use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use rules::{Place, Replay, check, read_records};

/// Counts tags and moves of the main line.
struct Count;

#[derive(Default, Debug)]
struct Game {
    tags: Vec<(String, String)>,
    moves: Vec<String>,
}

impl Visitor for Count {
    type Tags = Game;
    type Movetext = Game;
    type Output = Game;

    fn begin_tags(&mut self) -> ControlFlow<Game, Game> {
        ControlFlow::Continue(Game::default())
    }

    fn tag(&mut self, game: &mut Game, name: &[u8], value: RawTag<'_>) -> ControlFlow<Game> {
        let name = String::from_utf8_lossy(name).into_owned();
        game.tags.push((name, value.decode_utf8_lossy().into_owned()));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, game: Game) -> ControlFlow<Game, Game> {
        ControlFlow::Continue(game)
    }

    fn san(&mut self, game: &mut Game, san: SanPlus) -> ControlFlow<Game> {
        game.moves.push(san.san.to_string());
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _game: &mut Game) -> ControlFlow<Game, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, game: Game) -> Game {
        game
    }
}

#[test]
fn the_same_games_and_moves() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/chess/games");
    let mut games = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        // The other reader takes every file for UTF-8.
        if path.extension().is_none_or(|e| e != "pgn") || path.to_string_lossy().contains("latin1") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        let others: Vec<Game> = Reader::new(bytes.as_slice()).read_games(&mut Count).map(|g| g.unwrap()).collect();
        let ours: Vec<_> = read_records(&bytes).collect();
        assert_eq!(ours.len(), others.len(), "{}", path.display());
        for (record, other) in ours.iter().zip(&others) {
            let at = format!("{} game {}", path.display(), record.index);
            let tags: Vec<_> = record.tags.iter().map(|t| (t.name.clone(), t.value.clone())).collect();
            assert_eq!(tags, other.tags, "{at}");
            let replay = Replay::new(record, None);
            let moves: Vec<&str> = replay.frames.iter().skip(1).map(|f| f.text.trim_end_matches(['+', '#'])).collect();
            // The other reader passes over what it cannot read, such as castling with zeros.
            if !path.to_string_lossy().contains("lenient") {
                assert_eq!(moves, other.moves, "{at}");
            }
            let verdict = check(record, None);
            assert!(verdict.defect.is_none_or(|d| d.place == Place::Setup), "{at}");
            games += 1;
        }
    }
    assert_eq!(games, 33);
}
