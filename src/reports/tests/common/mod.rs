//! Events to print: any number of players and rounds, names in five scripts, results of every kind. Always the same.
#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tournament::model::*;
use tournament::prizes::{PrizeFund, PrizeList};

const SURNAMES: [&str; 24] = [
    "Koch",
    "Müller",
    "Łukaszewicz",
    "Žižka",
    "Óskarsdóttir",
    "van den Bergh",
    "O'Brien",
    "Kovács",
    "Баатаржав",
    "Иванов",
    "Ќирковска",
    "Өлзийхутаг",
    "Παπαδόπουλος",
    "Γεωργίου",
    "ხარაზიშვილი",
    "ნოზაძე",
    "පෙරේරා",
    "ශ්‍රී විජේසිංහ",
    "Nguyễn",
    "Şahin",
    "D'Ávila",
    "Sørensen",
    "Čapek",
    "Wolfeschlegelsteinhausenberg",
];
const FIRST: [&str; 12] =
    ["Ida", "Łucja", "Ján", "Élodie", "Өлзий", "Мария", "Γιώργος", "ნანა", "නිමාලි", "Hubert Blaine", "Bo", "Þórdís"];
const CLUBS: [&str; 6] = [
    "SK Neukölln 1903",
    "Ulaanbaatar Chess Club",
    "თბილისის ჭადრაკის სასახლე",
    "",
    "Chess Club Colombo",
    "Σκακιστικός Όμιλος",
];

/// A small generator of numbers, the same everywhere.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

pub fn name(index: usize) -> String {
    let base = format!("{}, {}", SURNAMES[index % 24], FIRST[(index / 2 + index / 24) % 12]);
    // Every seventh name has 40 characters or more.
    match index % 7 {
        3 => format!("{base} Maximiliane Constanze Rosenkranz"),
        _ => base,
    }
}

/// An event with so many players and rounds; the last round is half played when `open` is set.
pub fn state(players: usize, rounds: u32, system: System, open: bool) -> State {
    let mut dice = Dice::new(players as u64 * 31 + u64::from(rounds));
    let ids: Vec<PlayerId> = (1..=players as u32).map(PlayerId).collect();
    let people: BTreeMap<PlayerId, Arc<Player>> = ids
        .iter()
        .enumerate()
        .map(|(index, &id)| {
            let rating = 2500 - (index * 1400 / players.max(1)) as u16;
            let player = Player {
                name: name(index),
                sex: Some(if index.is_multiple_of(3) { Sex::Female } else { Sex::Male }),
                birth: Some(PartialDate { year: 1950 + (index % 60) as u16, month: 0, day: 0 }),
                title: match index {
                    0 => Some(Title::GM),
                    1 | 2 => Some(Title::IM),
                    5 => Some(Title::WFM),
                    _ => None,
                },
                ratings: if index % 11 == 10 {
                    Vec::new()
                } else {
                    vec![Rating { list: "FIDE".to_owned(), value: rating, k: Some(20) }]
                },
                federation: ["GER", "MGL", "GEO", "SRI", "GRE"][index % 5].to_owned(),
                id: format!("{}", 1_300_000 + index),
                club: CLUBS[index % 6].to_owned(),
                categories: if index.is_multiple_of(4) { BTreeSet::from(["U18".to_owned()]) } else { BTreeSet::new() },
                entered_in: 1,
                ..Player::default()
            };
            (id, Arc::new(player))
        })
        .collect();
    let mut circle: Vec<Option<PlayerId>> = ids.iter().copied().map(Some).collect();
    if !players.is_multiple_of(2) {
        circle.push(None);
    }
    let mut paired = Vec::new();
    for round in 1..=rounds {
        let mut meetings = Vec::new();
        let mut byes = BTreeMap::new();
        let half = circle.len() / 2;
        for board in 0..half {
            let (a, b) = (circle[board], circle[circle.len() - 1 - board]);
            match (a, b) {
                (Some(a), Some(b)) => {
                    let (white, black) = if (round as usize + board).is_multiple_of(2) { (a, b) } else { (b, a) };
                    let mut meeting = Meeting::single(white, black);
                    let (result, reason) = result(&mut dice);
                    if !(open && round == rounds && board % 2 == 1) {
                        meeting.games[0].result = Some(result);
                        meeting.games[0].reason = reason;
                    }
                    if board == 1 && round == 2 {
                        meeting.by_hand = Some("The players come from one family and had met in the morning event; the chief arbiter decided so with the consent of both.".to_owned());
                    }
                    meetings.push(Arc::new(meeting));
                }
                (Some(alone), None) | (None, Some(alone)) => {
                    byes.insert(alone, ByeKind::PairingAllocated);
                }
                (None, None) => {}
            }
        }
        circle[1..].rotate_right(1);
        paired.push(Arc::new(Round {
            meetings,
            byes,
            paired_by: "Pairwright Dutch 2026".to_owned(),
            paired_at: "2026-05-01T10:00:00Z".to_owned(),
            virtual_points: BTreeMap::new(),
            ..Round::default()
        }));
    }
    let settings = Settings {
        name: "Club Championship 2026".to_owned(),
        place: "Ulaanbaatar".to_owned(),
        federation: "MGL".to_owned(),
        start: "2026-05-01".parse().ok(),
        end: "2026-05-17".parse().ok(),
        round_dates: (1..=9).map(|day| Some(PartialDate { year: 2026, month: 5, day })).collect(),
        chief_arbiter: "Ganbold, Enkhtuya".to_owned(),
        deputies: vec!["Perera, Nimal".to_owned(), "ხარაზიშვილი, ნინო".to_owned()],
        time_control: TimeControl {
            periods: vec![
                Period { moves: Some(40), seconds: 5400, extra: Extra::Increment(30) },
                Period { moves: None, seconds: 1800, extra: Extra::Increment(30) },
            ],
            ..TimeControl::default()
        },
        initial_color: Some(Color::White),
        initial_color_lot: Some(Lot::Drawn { seed: 42 }),
        categories: vec![Category { name: "U18".to_owned(), ..Category::default() }],
        prizes: PrizeFund {
            lists: vec![PrizeList { name: "Prizes".to_owned(), amounts: vec![30_000, 20_000], ..PrizeList::default() }],
            ..PrizeFund::default()
        },
        ..Settings::default()
    };
    State {
        settings: Arc::new(settings),
        players: people,
        teams: BTreeMap::new(),
        stages: vec![Stage {
            name: String::new(),
            system,
            rounds_planned: rounds.max(5),
            games_per_meeting: 1,
            numbers: Arc::new(ids),
            numbers_by_hand: false,
            teams: Default::default(),
            rounds: paired,
            ..Stage::default()
        }],
        adjustments: Vec::new(),
        tie_decisions: Vec::new(),
        team_adjustments: Vec::new(),
        records: BTreeMap::new(),
        fide_mode: true,
        notes: vec![LogNote {
            at: "2026-05-02T18:00:00Z".to_owned(),
            round: 2,
            text: "Pair changed by hand.".to_owned(),
        }],
        foreign_lines: Arc::default(),
    }
}

pub fn swiss() -> System {
    System::Swiss { variant: SwissVariant::Dutch, acceleration: false }
}

fn result(dice: &mut Dice) -> (GameResult, Option<Reason>) {
    match dice.below(24) {
        0..=8 => (GameResult::WhiteWins, None),
        9..=14 => (GameResult::BlackWins, Some(Reason::Checkmate)),
        15..=20 => (GameResult::Draw, Some(Reason::Agreement)),
        21 => (GameResult::ForfeitToWhite, Some(Reason::Default)),
        22 => (GameResult::ForfeitToBlack, Some(Reason::Default)),
        _ => (GameResult::BothLose, Some(Reason::Sanction)),
    }
}
