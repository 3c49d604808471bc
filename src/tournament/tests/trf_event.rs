//! From an event to a report file and back.

use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tournament::crosstable::CrossTable;
use tournament::model::*;
use tournament::trf::{self, Dialect};

const RESULTS: [Option<GameResult>; 14] = [
    None,
    Some(GameResult::WhiteWins),
    Some(GameResult::BlackWins),
    Some(GameResult::Draw),
    Some(GameResult::BothLose),
    Some(GameResult::HalfToWhite),
    Some(GameResult::HalfToBlack),
    Some(GameResult::WhiteWinsUnrated),
    Some(GameResult::BlackWinsUnrated),
    Some(GameResult::DrawUnrated),
    Some(GameResult::ForfeitToWhite),
    Some(GameResult::ForfeitToBlack),
    Some(GameResult::BothForfeit),
    Some(GameResult::Adjourned),
];

/// A small source of choices.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

/// An event with everything that a report file can hold.
fn event(players: u32, rounds: u32, seed: u64) -> State {
    let mut dice = Dice(seed);
    let ids: Vec<PlayerId> = (1..=players).map(PlayerId).collect();
    let mut people: BTreeMap<PlayerId, Player> = BTreeMap::new();
    for id in &ids {
        let rating = |list: &str, value: usize| Rating { list: list.to_owned(), value: value as u16, k: None };
        let mut ratings = vec![rating("FIDE", 1000 + dice.below(1800))];
        if dice.below(4) == 0 {
            ratings.push(rating("BEL", 900 + dice.below(1800)));
        }
        let first = ["Anna", "Ján", "Éva", "Иван", "ნინო"][dice.below(5)];
        people.insert(
            *id,
            Player {
                name: format!("Müller{}, {first}", id.0),
                sex: [None, Some(Sex::Male), Some(Sex::Female)][dice.below(3)],
                birth: [
                    None,
                    Some(PartialDate { year: 1987, month: 0, day: 0 }),
                    Some(PartialDate { year: 2001, month: 2, day: 28 }),
                ][dice.below(3)],
                title: [None, Some(Title::GM), Some(Title::WCM)][dice.below(3)],
                ratings,
                federation: ["", "GER", "GEO"][dice.below(3)].to_owned(),
                id: ["", "12345678", "4"][dice.below(3)].to_owned(),
                entered_in: 1,
                ..Player::default()
            },
        );
    }
    // One who comes late and one who leaves.
    let mut late = BTreeMap::new();
    if players > 4 && rounds > 1 {
        people.get_mut(&ids[players as usize - 1]).unwrap().entered_in = 2;
        late.insert(ids[players as usize - 1], 2);
        people.get_mut(&ids[0]).unwrap().withdrawn_from = Some(rounds);
    }
    let mut made = Vec::new();
    for round in 1..=rounds {
        let mut free: Vec<PlayerId> = ids
            .iter()
            .copied()
            .filter(|id| people[id].entered_in <= round && people[id].withdrawn_from.is_none_or(|from| from > round))
            .collect();
        let mut byes = BTreeMap::new();
        for id in free.clone() {
            if dice.below(6) == 0 {
                let kind = [ByeKind::Half, ByeKind::Zero, ByeKind::Full][dice.below(3)];
                byes.insert(id, kind);
                if kind != ByeKind::Zero {
                    people.get_mut(&id).unwrap().requested_byes.insert(round, kind);
                }
            }
        }
        free.retain(|id| !byes.contains_key(id));
        let mut meetings = Vec::new();
        while free.len() > 1 {
            let white = free.remove(dice.below(free.len()));
            let black = free.remove(dice.below(free.len()));
            let mut meeting = Meeting::single(white, black);
            // Open games only in the last round.
            let from = if round == rounds { 0 } else { 1 };
            meeting.games[0].result = RESULTS[from + dice.below(RESULTS.len() - from)];
            meetings.push(Arc::new(meeting));
        }
        if let Some(id) = free.pop() {
            byes.insert(id, ByeKind::PairingAllocated);
        }
        let virtual_points = ids[..players as usize / 2].iter().filter(|_| round <= 2).map(|id| (*id, 10)).collect();
        made.push(Arc::new(Round {
            meetings,
            byes,
            paired_by: "imported".to_owned(),
            paired_at: String::new(),
            virtual_points,
            ..Round::default()
        }));
    }
    for id in &ids {
        if dice.below(5) == 0 && people[id].withdrawn_from.is_none() {
            let kind = [ByeKind::Half, ByeKind::Zero][dice.below(2)];
            people.get_mut(id).unwrap().requested_byes.insert(rounds + 1, kind);
        }
    }
    let scoring = [
        Scoring::default(),
        Scoring { win: 30, draw: 10, ..Scoring::default() },
        Scoring { win: 20, draw: 10, loss: 0, zero_bye: 0, forfeit_loss: -10, pairing_bye: 10 },
    ][dice.below(3)];
    let settings = Settings {
        name: "Club Open".to_owned(),
        place: "Tbilisi".to_owned(),
        federation: "GEO".to_owned(),
        start: Some(PartialDate { year: 2026, month: 4, day: 1 }),
        end: Some(PartialDate { year: 2026, month: 4, day: 9 }),
        round_dates: (1..=rounds).map(|day| Some(PartialDate { year: 2026, month: 4, day: day as u8 })).collect(),
        chief_arbiter: "Weiß, Karl".to_owned(),
        deputies: vec!["One".to_owned(), "Two".to_owned()],
        scoring,
        time_control: TimeControl {
            periods: vec![Period { moves: None, seconds: 5400, extra: Extra::Increment(30) }],
            black: None,
            text: "90 minutes".to_owned(),
        },
        initial_color: Some([Color::White, Color::Black][dice.below(2)]),
        initial_color_lot: Some(Lot::Typed),
        tiebreaks: vec!["BH/C1".to_owned(), "SB".to_owned()],
        forbidden: vec![ForbiddenPair { a: ids[0], b: ids[1], first_round: 1, last_round: None }],
        ..Settings::default()
    };
    let adjustments = vec![Adjustment {
        player: ids[1],
        round: 1,
        points: [-5, 10][dice.below(2)],
        reason: "record 299 of the imported file".to_owned(),
        stage: 0,
    }];
    State {
        settings: Arc::new(settings),
        players: people.into_iter().map(|(id, player)| (id, Arc::new(player))).collect(),
        teams: BTreeMap::new(),
        team_adjustments: Vec::new(),
        stages: vec![Stage {
            name: String::new(),
            system: System::Swiss { variant: SwissVariant::Dutch, acceleration: true },
            rounds_planned: rounds + 2,
            games_per_meeting: 1,
            numbers: Arc::new(ids.iter().copied().filter(|id| rounds > 1 || !late.contains_key(id)).collect()),
            numbers_by_hand: true,
            teams: Default::default(),
            rounds: made,
            ..Stage::default()
        }],
        adjustments,
        tie_decisions: Vec::new(),
        records: BTreeMap::new(),
        fide_mode: true,
        notes: vec![LogNote { at: String::new(), round: 1, text: "MPA @ Round 1".to_owned() }],
        foreign_lines: Arc::new(vec!["777 what another program knows".to_owned(), "### a remark".to_owned()]),
    }
}

/// Rounds without the order of boards, which a report file does not have.
fn without_boards(state: &State) -> State {
    let mut state = state.clone();
    for round in &mut state.stages[0].rounds {
        let mut meetings = round.meetings.clone();
        meetings.sort_by_key(|meeting| meeting.games[0].white);
        *round = Arc::new(Round { meetings, ..(**round).clone() });
    }
    state
}

/// Somebody plays or has the pairing-allocated bye in the last round. A last round in which everybody sits out looks in a report file like byes
/// announced for a round that is not paired yet.
fn last_round_is_told(state: &State) -> bool {
    state.stages[0].rounds.last().is_some_and(|round| {
        !round.meetings.is_empty() || round.byes.values().any(|kind| *kind == ByeKind::PairingAllocated)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    /// read(write(event)) is the event, but for the note of the import and the boards.
    #[test]
    fn an_event_comes_back(players in 2u32..24, rounds in 1u32..7, seed in any::<u64>()) {
        let state = event(players, rounds, seed);
        prop_assume!(last_round_is_told(&state));
        let exported = trf::export(&state, 0, Dialect::Trf26, &BTreeMap::new()).unwrap();
        prop_assert_eq!(&exported.remarks, &[]);
        let file = trf::read(&exported.bytes).unwrap();
        let (mut back, _) = trf::import(&file).unwrap();
        let note = back.notes.pop().unwrap();
        prop_assert_eq!(note.text, format!("Import @ Round {rounds}"));
        for note in &mut back.notes {
            prop_assert!(!note.at.is_empty());
            note.at.clear();
        }
        let (state, back) = (without_boards(&state), without_boards(&back));
        prop_assert_eq!(&back.settings, &state.settings);
        prop_assert_eq!(&back.players, &state.players);
        prop_assert_eq!(&back.stages, &state.stages);
        prop_assert_eq!(back, state);
    }

    /// The file's cross table has the event's points, opponents and colours.
    #[test]
    fn the_file_has_the_events_table(players in 2u32..24, rounds in 1u32..7, seed in any::<u64>()) {
        let state = event(players, rounds, seed);
        prop_assume!(last_round_is_told(&state));
        let exported = trf::export(&state, 0, Dialect::Trf26, &BTreeMap::new()).unwrap();
        let file = trf::read(&exported.bytes).unwrap();
        let ours = CrossTable::of_state(&state, 0, rounds);
        let theirs = file.cross_table(None).unwrap();
        for (a, b) in ours.rows.iter().zip(&theirs.rows) {
            let open = a.entrant.rounds.iter().any(|entry| entry.kind == pairing::swiss::EntryKind::Adjourned);
            if !open {
                prop_assert_eq!(&a.entrant.rounds, &b.entrant.rounds);
                prop_assert_eq!(a.entrant.score(), b.entrant.score());
                prop_assert_eq!(Some(a.entrant.score()), file.player(a.entrant.tpn).unwrap().points);
            }
        }
    }

    /// An engine's input has the same players to pair, whichever dialect carries it.
    #[test]
    fn engines_see_the_same_position(players in 4u32..24, rounds in 1u32..7, seed in any::<u64>()) {
        let state = event(players, rounds, seed);
        prop_assume!(last_round_is_told(&state));
        let read = |dialect| trf::read(&trf::export(&state, 0, dialect, &BTreeMap::new()).unwrap().bytes).unwrap();
        let (standard, engine) = (read(Dialect::Trf26), read(Dialect::Engine));
        let position = |file: &trf::Trf| {
            let input = file.round_input(file.round_to_pair()).unwrap();
            let rows: Vec<_> = input.entrants.iter().map(|e| (e.tpn, e.present, e.score(), e.virtual_points.clone())).collect();
            let forbidden: BTreeSet<_> = input.forbidden.iter().copied().collect();
            (input.round, input.rounds_total, input.initial_color, input.scoring, rows, forbidden)
        };
        prop_assert_eq!(position(&standard), position(&engine));
    }
}

#[test]
fn an_imported_event_keeps_the_file() {
    let bytes = include_bytes!("trf/n027_r06_baku_s12019.trf");
    let file = trf::read(bytes).unwrap();
    let (state, _) = trf::import(&file).unwrap();
    assert_eq!(state.players.len(), 27);
    assert_eq!(state.stages[0].rounds.len(), 6);
    assert_eq!(state.stages[0].numbers[4], PlayerId(5));
    assert_eq!(state.players[&PlayerId(1)].name, "P0001, Test");
    assert_eq!(CrossTable::of_state(&state, 0, 6).rows.len(), 27);
    for (ours, theirs) in CrossTable::of_state(&state, 0, 6).rows.iter().zip(file.cross_table(None).unwrap().rows) {
        assert_eq!(ours.entrant.rounds, theirs.entrant.rounds);
    }
    // TRF16 has no records of later formats.
    let old = trf::export(&state, 0, Dialect::Trf16, &BTreeMap::new()).unwrap();
    let text = String::from_utf8(old.bytes).unwrap();
    assert!(text.lines().all(|line| ["012", "062", "072", "092", "001", "###"].contains(&&line[..3])), "{text}");
    assert!(text.ends_with("\r\n"));
    let event = tournament::event::Event::from_state(state);
    assert_eq!(event.state().rounds_paired(0), 6);
}

#[test]
fn meetings_of_two_games_take_two_columns() {
    let mut state = event(4, 1, 3);
    let ids: Vec<PlayerId> = state.players.keys().copied().collect();
    for player in state.players.values_mut() {
        *player = Arc::new(Player { requested_byes: BTreeMap::new(), ..(**player).clone() });
    }
    let game = |white, black, result| Game { result: Some(result), ..Game::open(white, black) };
    let meeting = |a, b| {
        let games = vec![game(a, b, GameResult::WhiteWins), game(b, a, GameResult::Draw)];
        Arc::new(Meeting { games, by_hand: None, decided: None, playoff: Vec::new(), colors_drawn: None })
    };
    let stage = &mut state.stages[0];
    stage.games_per_meeting = 2;
    stage.rounds = vec![Arc::new(Round {
        meetings: vec![meeting(ids[0], ids[2]), meeting(ids[3], ids[1])],
        byes: BTreeMap::new(),
        virtual_points: BTreeMap::new(),
        ..(*stage.rounds[0]).clone()
    })];
    let exported = trf::export(&state, 0, Dialect::Trf26, &BTreeMap::new()).unwrap();
    assert_eq!(exported.remarks.len(), 1);
    let file = trf::read(&exported.bytes).unwrap();
    assert_eq!((file.round_to_pair(), file.rounds_total()), (3, 6));
    let cells = &file.player(1).unwrap().rounds;
    assert_eq!((cells[0].opponent, cells[0].code), (Some(3), trf::Code::Win));
    assert_eq!((cells[1].opponent, cells[1].code), (Some(3), trf::Code::Draw));
    assert_ne!(cells[0].color, cells[1].color);
}

#[test]
fn what_does_not_fit_is_said() {
    let mut state = event(4, 2, 5);
    let id = *state.players.keys().next().unwrap();
    let long = Player {
        name: "A name that is much longer than thirty-three letters".to_owned(),
        ..(*state.players[&id]).clone()
    };
    state.players.insert(id, Arc::new(long));
    state.stages[0].system = System::scheveningen(false, 0);
    let exported = trf::export(&state, 0, Dialect::Trf26, &BTreeMap::new()).unwrap();
    assert_eq!(exported.remarks.len(), 2);
    assert!(trf::export(&state, 1, Dialect::Trf26, &BTreeMap::new()).is_err());
    let ranks = state.players.keys().rev().copied().zip(1..).collect();
    let file = trf::read(&trf::export(&state, 0, Dialect::Trf26, &ranks).unwrap().bytes).unwrap();
    assert_eq!(file.player(1).unwrap().rank, Some(4));
}
