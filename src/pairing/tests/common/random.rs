//! Random positions, many of them nastier than any event.

use pairing::Points;
use pairing::swiss::{Color, Entrant, EntryKind, Preference, RoundEntry, RoundInput, Scoring};

/// A small generator of random numbers (xorshift).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        for _ in 0..8 {
            random.next();
        }
        random
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 11) as usize % bound.max(1)
    }

    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}

/// A position with at most `most` participants, after rounds of random pairs and random colours.
pub fn random_position(seed: u64, most: usize) -> RoundInput {
    let mut random = Random::new(seed);
    let n = 2 + random.below(most - 1);
    let past = random.below(n.min(8));
    let scoring = match random.below(6) {
        0 => Scoring { win: Points(30), draw: Points(10), pairing_bye: Points(30), ..Scoring::default() },
        1 => Scoring { pairing_bye: Points(5), ..Scoring::default() },
        2 => Scoring { win: Points(20), draw: Points(10), pairing_bye: Points(10), ..Scoring::default() },
        _ => Scoring::default(),
    };
    let draws = [5, 30, 60, 100][random.below(4)];
    let absences = [0, 0, 5, 20][random.below(4)];
    let forfeits = [0, 0, 5, 20][random.below(4)];
    let wild = [0, 50, 100][random.below(3)];
    let close = random.percent(60);
    let mut players: Vec<Entrant> = (1..=n as u32)
        .map(|tpn| Entrant {
            tpn: tpn * if seed.is_multiple_of(5) { 3 } else { 1 },
            rating: 2400 - tpn * 10,
            rounds: Vec::new(),
            virtual_points: Vec::new(),
            present: true,
            extra_points: Points::ZERO,
        })
        .collect();
    for round in 0..past {
        let mut left: Vec<usize> = (0..n).collect();
        random.shuffle(&mut left);
        if close {
            left.sort_by_key(|&i| std::cmp::Reverse(players[i].score()));
            for i in 1..n {
                if random.percent(20) {
                    left.swap(i, i - 1);
                }
            }
        }
        let mut entries: Vec<RoundEntry> = vec![RoundEntry { points: scoring.zero_bye, ..RoundEntry::ABSENT }; n];
        left.retain(|&i| {
            let away = random.percent(absences);
            if away {
                entries[i] = match random.below(5) {
                    0 => RoundEntry { kind: EntryKind::FullBye, points: scoring.win, ..RoundEntry::ABSENT },
                    1 | 2 => RoundEntry { kind: EntryKind::HalfBye, points: scoring.draw, ..RoundEntry::ABSENT },
                    _ => entries[i],
                };
            }
            !away
        });
        let mut over = Vec::new();
        while let Some(a) = left.pop() {
            let rival = (0..left.len()).rev().find_map(|k| {
                let b = left[k];
                let met = players[a].rounds.iter().any(|e| e.kind.is_played() && e.opponent == Some(players[b].tpn));
                let color = color_for(&players[a], &players[b], &mut random, wild)?;
                (!met).then_some((k, color))
            });
            let Some((k, color)) = rival else {
                over.push(a);
                continue;
            };
            let b = left.remove(k);
            let result = if random.percent(draws) { 1 } else { [0, 2][usize::from(random.percent(60))] };
            let forfeit = random.percent(forfeits);
            for (me, rival, color, result) in [(a, b, color, result), (b, a, color.other(), 2 - result)] {
                let (kind, points) = match (forfeit, result) {
                    (false, 2) => (EntryKind::Played { rated: true }, scoring.win),
                    (false, 1) => (EntryKind::Played { rated: true }, scoring.draw),
                    (false, _) => (EntryKind::Played { rated: true }, scoring.loss),
                    (true, 2) => (EntryKind::ForfeitWin, scoring.win),
                    (true, _) => (EntryKind::ForfeitLoss, scoring.forfeit_loss),
                };
                entries[me] = RoundEntry { kind, opponent: Some(players[rival].tpn), color: Some(color), points };
            }
        }
        let mut bye_given = false;
        for i in over {
            let barred = players[i].rounds.iter().any(|e| !e.kind.is_played() && e.points >= scoring.win)
                || players[i].rounds.iter().any(|e| e.kind == EntryKind::PairingBye);
            if !barred && !bye_given {
                entries[i] =
                    RoundEntry { kind: EntryKind::PairingBye, points: scoring.pairing_bye, ..RoundEntry::ABSENT };
                bye_given = true;
            } else if random.percent(40) {
                entries[i] = RoundEntry { kind: EntryKind::HalfBye, points: scoring.draw, ..RoundEntry::ABSENT };
            }
        }
        for (player, entry) in players.iter_mut().zip(entries) {
            debug_assert_eq!(player.rounds.len(), round);
            player.rounds.push(entry);
        }
    }
    if random.percent(15) {
        for player in players.iter_mut().take(n.div_ceil(2)) {
            player.virtual_points = (0..=past).map(|r| if r < 2 { scoring.win } else { scoring.draw }).collect();
        }
    }
    for player in &mut players {
        player.present = !random.percent(absences / 2);
    }
    let mut forbidden = Vec::new();
    if random.percent(20) {
        for _ in 0..random.below(n) {
            forbidden.push((players[random.below(n)].tpn, players[random.below(n)].tpn));
        }
    }
    RoundInput {
        round: past as u32 + 1,
        rounds_total: past as u32 + 1 + [0, 0, 1, 5][random.below(4)],
        entrants: players,
        forbidden,
        initial_color: if random.percent(50) { Color::White } else { Color::Black },
        scoring,
    }
}

/// A colour for `a` that denies nobody an absolute wish; random in wild positions, otherwise rather as wished.
fn color_for(a: &Entrant, b: &Entrant, random: &mut Random, wild: usize) -> Option<Color> {
    let wish = |player: &Entrant| {
        let history: Vec<Color> = player.rounds.iter().filter(|e| e.kind.is_played()).filter_map(|e| e.color).collect();
        Preference::of(&history)
    };
    let any = if random.percent(50) { Color::White } else { Color::Black };
    match (wish(a), wish(b)) {
        (Preference::Absolute(x), Preference::Absolute(y)) if x == y => None,
        (Preference::Absolute(x), _) => Some(x),
        (_, Preference::Absolute(y)) => Some(y.other()),
        _ if random.percent(wild) => Some(any),
        (x, y) => Some(x.color().or(y.color().map(Color::other)).unwrap_or(any)),
    }
}
