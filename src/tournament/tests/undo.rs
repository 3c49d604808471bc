//! Whatever is done can be taken back exactly, and done again exactly.

mod common;

use common::*;
use proptest::prelude::*;
use tournament::command::{Command, ManualChange, TieDecidedBy};
use tournament::event::Event;
use tournament::model::*;
use tournament::standings::{Edition, StageTable};

const RESULTS: [GameResult; 8] = [
    GameResult::WhiteWins,
    GameResult::BlackWins,
    GameResult::Draw,
    GameResult::ForfeitToWhite,
    GameResult::BothForfeit,
    GameResult::Adjourned,
    GameResult::HalfToBlack,
    GameResult::DrawUnrated,
];
const BYES: [ByeKind; 3] = [ByeKind::Half, ByeKind::Zero, ByeKind::Full];

/// Any command from four numbers; many are refused, which must change nothing.
fn command(event: &Event, kind: u8, a: u8, b: u8, c: u8) -> Command {
    let state = event.state();
    let ids: Vec<PlayerId> = state.players.keys().copied().collect();
    let id = |n: u8| ids.get(usize::from(n) % ids.len().max(1)).copied().unwrap_or(PlayerId(0));
    let current = state.rounds_paired(0);
    let stage = &state.stages[0];
    let by_hand = |change| Command::Manual { stage: 0, change };
    match kind {
        0 | 1 => Command::AddPlayer(Box::new(player(&format!("N{a}-{b}"), 1000 + 4 * u16::from(c)))),
        2 => Command::RemovePlayer(id(a)),
        3 => Command::Withdraw { player: id(a), from: current + 1 + u32::from(b % 2) },
        4 => Command::Reinstate(id(a)),
        5 => Command::RequestBye {
            player: id(a),
            round: current + u32::from(b % 3),
            kind: BYES.get(usize::from(c % 4)).copied(),
        },
        6..=8 => Command::PairRound { stage: 0 },
        9 => Command::UnpairRound { stage: 0 },
        10 => Command::RepairRound { stage: 0 },
        11 | 12 => Command::BeginManual { stage: 0 },
        13 => Command::EndManual { stage: 0 },
        14 => by_hand(ManualChange::SwapPlayers(id(a), id(b))),
        15 => by_hand(ManualChange::SwapColors { board: u32::from(a % 5) }),
        16 => by_hand(ManualChange::SetBye(id(a), [ByeKind::PairingAllocated, ByeKind::Zero][usize::from(b % 2)])),
        17 => by_hand(ManualChange::ClearBye(id(a))),
        18 => by_hand(ManualChange::PairPlayers { white: id(a), black: id(b) }),
        19 => by_hand(ManualChange::MoveBoard { from: u32::from(a % 5), to: u32::from(b % 5) }),
        20..=27 => Command::SetResult {
            at: at(1 + u32::from(a) % current.max(1), u32::from(b % 6)),
            result: (c != 0).then(|| RESULTS[usize::from(c) % RESULTS.len()]),
            reason: None,
        },
        28 => Command::AttachRecord {
            at: at(current, u32::from(b % 5)),
            record: (!c.is_multiple_of(3)).then(|| {
                Box::new(StoredRecord { game: "chess".into(), text: format!("{a}. e4 *"), source: "x.pgn".into() })
            }),
        },
        29 => Command::Adjust(Adjustment {
            player: id(a),
            round: 1,
            points: i32::from(b) - 99,
            reason: "x".into(),
            stage: 0,
        }),
        30 => Command::Forbid(ForbiddenPair { a: id(a), b: id(b), first_round: 1, last_round: None }),
        31 => Command::SetNumbers {
            stage: 0,
            order: a.is_multiple_of(2).then(|| state.numbering(0).iter().rev().copied().collect()),
        },
        32 => Command::EditStage {
            stage: 0,
            name: format!("S{a}"),
            system: stage.system.clone(),
            rounds_planned: u32::from(b % 9),
            games_per_meeting: 1,
        },
        33 => Command::AddTeam(Box::new(Team { name: format!("T{a}"), members: vec![id(b)], ..Team::default() })),
        34 => match state.teams.keys().next() {
            Some(team) => Command::RemoveTeam(*team),
            None => Command::Note(format!("note {a}")),
        },
        35 => Command::CheckIn(id(a), b.is_multiple_of(2)),
        36 => Command::AddStage(Box::new(stage_of(a))),
        38..=41 => {
            // Somebody level with somebody else, where there is a tie.
            let level = StageTable::of(state, 0, current).level();
            let order = level.get(usize::from(a) % level.len().max(1)).cloned().unwrap_or_else(|| vec![id(a), id(b)]);
            let how = match b % 4 {
                0 => TieDecidedBy::PlayOff,
                1 => TieDecidedBy::LotDrawn,
                2 => TieDecidedBy::Lot { seed: c.into() },
                _ => TieDecidedBy::ByHand,
            };
            Command::DecideTie { stage: 0, round: current, how, order }
        }
        42 => Command::ClearTie { stage: 0, round: current, player: id(a) },
        43 => {
            let mut settings = (*state.settings).clone();
            settings.edition = [Edition::March2026, Edition::Plain][usize::from(a % 2)];
            settings.prizes.one_per_player = b.is_multiple_of(2);
            settings.categories =
                vec![Category { name: "Juniors".into(), rule: format!("age < {c}"), ..Category::default() }];
            Command::EditSettings(Box::new(settings))
        }
        _ => match state.players.get(&id(a)) {
            Some(old) => Command::EditPlayer(id(a), Box::new(Player { note: format!("{b}"), ..(**old).clone() })),
            None => Command::Note("none".into()),
        },
    }
}

fn stage_of(n: u8) -> Stage {
    Stage { name: format!("{n}"), ..stage(3) }
}

/// What holds in every state: nobody sits twice in a round, and whoever is in a round has a number.
fn sound(state: &State) {
    for stage in &state.stages {
        for round in &stage.rounds {
            let mut seen = std::collections::BTreeSet::new();
            let seats = round.meetings.iter().map(|m| m.games[0]).flat_map(|g| [g.white, g.black]);
            for id in seats.chain(round.byes.keys().copied()) {
                assert!(seen.insert(id), "{id:?} sits twice");
                assert!(state.players.contains_key(&id) && stage.numbers.contains(&id), "{id:?} has no number");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn undo_all_then_redo_all(start in 0u16..9, steps in prop::collection::vec((0u8..44, any::<u8>(), any::<u8>(), any::<u8>()), 0..120)) {
        let mut event = swiss(start + 1, 6);
        let mut states = vec![event.state().clone()];
        for (kind, a, b, c) in steps {
            let next = command(&event, kind, a, b, c);
            let before = event.state().clone();
            match event.apply(yes(next)) {
                Ok(change) => {
                    prop_assert!(!change.summary.is_empty());
                    states.push(event.state().clone());
                }
                Err(_) => prop_assert_eq!(event.state(), &before),
            }
            sound(event.state());
        }
        let last = states.len() - 1;
        for back in (0..last).rev() {
            prop_assert!(event.undo().is_some());
            prop_assert_eq!(event.state(), &states[back]);
        }
        let text = tournament::store::write_text(&event).unwrap();
        let (mut event, _) = tournament::store::read_text(&text).unwrap();
        prop_assert_eq!(event.state(), &states[0]);
        for state in &states[1..] {
            prop_assert!(event.redo().is_some());
            prop_assert_eq!(event.state(), state);
        }
        prop_assert_eq!(event.redo(), None);
    }
}
