//! The facts of a position, computed in the plainest way, for the literal judges; nothing of the engine is used.

use pairing::swiss::{Color, Entrant, EntryKind, RoundInput};
use pairing::{Lot, Points, swiss::RoundEntry};

/// A participant.
#[derive(Clone, Debug)]
pub struct Plain {
    pub tpn: u32,
    /// Colours of the games, oldest first.
    pub colors: Vec<Color>,
    pub met: Vec<u32>,
    pub games: usize,
    pub bye_barred: bool,
    pub pairing_score: Points,
    /// The number of odd-or-even.
    pub parity: u32,
}

/// Strength 0 none, 1 mild, 2 strong, 3 absolute, and the colour wished for.
pub fn wish(colors: &[Color]) -> (u8, Option<Color>) {
    let white = colors.iter().filter(|&&color| color == Color::White).count() as i32;
    let difference = 2 * white - colors.len() as i32;
    let n = colors.len();
    if difference > 1 {
        (3, Some(Color::Black))
    } else if difference < -1 {
        (3, Some(Color::White))
    } else if n >= 2 && colors[n - 1] == colors[n - 2] {
        (3, Some(colors[n - 1].other()))
    } else if difference == 1 {
        (2, Some(Color::Black))
    } else if difference == -1 {
        (2, Some(Color::White))
    } else if n > 0 {
        (1, Some(colors[n - 1].other()))
    } else {
        (0, None)
    }
}

pub fn difference(colors: &[Color]) -> i32 {
    colors.iter().map(|&color| if color == Color::White { 1 } else { -1 }).sum()
}

/// All participants, by number.
pub fn plain(input: &RoundInput) -> Vec<Plain> {
    let mut entrants: Vec<&Entrant> = input.entrants.iter().collect();
    entrants.sort_by_key(|entrant| entrant.tpn);
    let mut parity = 0;
    entrants
        .into_iter()
        .map(|entrant| {
            let paired = |entry: &RoundEntry| {
                entry.kind.is_played()
                    || matches!(entry.kind, EntryKind::PairingBye | EntryKind::ForfeitWin | EntryKind::ForfeitLoss)
            };
            if entrant.present || entrant.rounds.iter().any(paired) {
                parity += 1;
            }
            let played = || entrant.rounds.iter().filter(|entry| entry.kind.is_played());
            let virtual_now = entrant.virtual_points.get(input.round as usize - 1).copied().unwrap_or_default();
            Plain {
                tpn: entrant.tpn,
                colors: played().filter_map(|entry| entry.color).collect(),
                met: played().filter_map(|entry| entry.opponent).collect(),
                games: played().count(),
                bye_barred: entrant.rounds.iter().any(|entry| {
                    entry.kind == EntryKind::PairingBye || !entry.kind.is_played() && entry.points >= input.scoring.win
                }),
                pairing_score: entrant.score() + virtual_now,
                parity,
            }
        })
        .collect()
}

/// Those to be paired, by pairing score and number.
pub fn present(input: &RoundInput, all: &[Plain]) -> Vec<Plain> {
    let here = |tpn: u32| input.entrants.iter().any(|entrant| entrant.tpn == tpn && entrant.present);
    let mut present: Vec<Plain> = all.iter().filter(|player| here(player.tpn)).cloned().collect();
    present.sort_by_key(|player| (std::cmp::Reverse(player.pairing_score), player.tpn));
    present
}

/// C1, C3 without exceptions, prohibitions.
pub fn legal(input: &RoundInput, a: &Plain, b: &Plain) -> bool {
    let (mine, theirs) = (wish(&a.colors), wish(&b.colors));
    let clash = mine.0 == 3 && theirs.0 == 3 && mine.1 == theirs.1;
    let forbidden = input.forbidden.iter().any(|&pair| pair == (a.tpn, b.tpn) || pair == (b.tpn, a.tpn));
    !a.met.contains(&b.tpn) && !clash && !forbidden
}

/// Whether all of these can be paired.
pub fn complete(input: &RoundInput, players: &[Plain]) -> bool {
    let Some((first, rest)) = players.split_first() else { return true };
    (0..rest.len()).any(|i| {
        let mut others = rest.to_vec();
        let other = others.remove(i);
        legal(input, first, &other) && complete(input, &others)
    })
}

/// White and Black by article 5.2 of Dubov and Burstein; `a` is the higher ranked, wishes are given.
pub fn colors(
    input: &RoundInput,
    higher: &Plain,
    lower: &Plain,
    wish: impl Fn(&Plain) -> (u8, Option<Color>),
) -> (u32, u32) {
    let with = |color: Color| if color == Color::White { (higher.tpn, lower.tpn) } else { (lower.tpn, higher.tpn) };
    if higher.colors.is_empty() && lower.colors.is_empty() {
        let odd = higher.parity % 2 == 1;
        return with(if odd { input.initial_color } else { input.initial_color.other() });
    }
    let (mine, theirs) = (wish(higher), wish(lower));
    match (mine.1, theirs.1) {
        (Some(color), None) => return with(color),
        (None, Some(color)) => return with(color.other()),
        (Some(one), Some(other)) if one != other => return with(one),
        _ => {}
    }
    let strength = |player: &Plain, wish: (u8, Option<Color>)| {
        (wish.0, if wish.0 == 3 { difference(&player.colors).abs() } else { 0 })
    };
    let wished = mine.1.expect("one has a wish, as one has played");
    match strength(higher, mine).cmp(&strength(lower, theirs)) {
        std::cmp::Ordering::Greater => return with(wished),
        std::cmp::Ordering::Less => return with(wished.other()),
        std::cmp::Ordering::Equal => {}
    }
    for back in 1..=higher.colors.len().min(lower.colors.len()) {
        let (x, y) = (higher.colors[higher.colors.len() - back], lower.colors[lower.colors.len() - back]);
        if x != y {
            return with(x.other());
        }
    }
    with(wished)
}

/// A field before round 1 of nine, ratings 2490, 2480, ...
pub fn first_round(players: u32) -> RoundInput {
    let entrant = |tpn: u32| Entrant {
        tpn,
        rating: 2500 - 10 * tpn,
        rounds: Vec::new(),
        virtual_points: Vec::new(),
        present: true,
        extra_points: Points::ZERO,
    };
    RoundInput {
        round: 1,
        rounds_total: 9,
        entrants: (1..=players).map(entrant).collect(),
        forbidden: Vec::new(),
        initial_color: Color::White,
        scoring: pairing::swiss::Scoring::default(),
    }
}

/// Adds a round of games: White, Black, White's points in tenths.
pub fn play(input: &mut RoundInput, games: &[(u32, u32, i32)]) {
    for &(white, black, points) in games {
        let sides = [(white, black, Color::White, points), (black, white, Color::Black, 10 - points)];
        for (tpn, opponent, color, points) in sides {
            let kind = EntryKind::Played { rated: true };
            let entry = RoundEntry { kind, opponent: Some(opponent), color: Some(color), points: Points(points) };
            input.entrants[tpn as usize - 1].rounds.push(entry);
        }
    }
    input.round += 1;
}

/// A random position: not necessarily one that a system leads to, which asks more of the engine.
pub fn random_position(seed: u64, max_players: usize) -> RoundInput {
    let mut lot = Lot::new(seed);
    let n = 2 + lot.below(max_players - 1);
    let past = lot.below(n.min(7));
    let rounds_total = past + 1 + lot.below(4);
    let unplayed_percent = [0, 0, 10, 30][lot.below(4)];
    let draw_percent = [20, 50, 90][lot.below(3)];
    let baku = lot.below(5) == 0;
    let mut rating = 2400;
    let mut entrants: Vec<Entrant> = (1..=n as u32)
        .map(|tpn| {
            rating -= lot.below(60) as u32;
            Entrant {
                tpn,
                rating: if lot.below(6) == 0 { 1500 + lot.below(900) as u32 } else { rating },
                rounds: Vec::new(),
                virtual_points: (0..=past)
                    .map(|round| if baku && 2 * tpn as usize <= n && round < 3 { Points::ONE } else { Points::ZERO })
                    .collect(),
                present: lot.below(100) >= unplayed_percent,
                extra_points: Points::ZERO,
            }
        })
        .collect();
    for _ in 0..past {
        play_random_round(&mut entrants, &mut lot, unplayed_percent, draw_percent);
    }
    let forbidden = (0..[0, 0, 0, 2][lot.below(4)])
        .map(|_| (1 + lot.below(n) as u32, 1 + lot.below(n) as u32))
        .filter(|(a, b)| a != b)
        .collect();
    RoundInput {
        round: past as u32 + 1,
        rounds_total: rounds_total as u32,
        entrants,
        forbidden,
        initial_color: if lot.below(2) == 0 { Color::White } else { Color::Black },
        scoring: pairing::swiss::Scoring::default(),
    }
}

/// Pairs neighbours of a random order (most often by score) who have not met, gives mostly sensible colours and random results.
fn play_random_round(entrants: &mut [Entrant], lot: &mut Lot, unplayed_percent: usize, draw_percent: usize) {
    let mut order: Vec<usize> = (0..entrants.len()).collect();
    lot.shuffle(&mut order);
    if lot.below(3) > 0 {
        order.sort_by_key(|&i| std::cmp::Reverse(entrants[i].score()));
    }
    let bye = |kind, points| RoundEntry { kind, opponent: None, color: None, points };
    let mut entries: Vec<Option<RoundEntry>> = vec![None; entrants.len()];
    for &i in &order {
        if lot.below(200) < unplayed_percent {
            entries[i] = Some(match lot.below(4) {
                0 => bye(EntryKind::HalfBye, Points::HALF),
                1 => bye(EntryKind::FullBye, Points::ONE),
                _ => RoundEntry::ABSENT,
            });
        }
    }
    let colors_of = |entrant: &Entrant| -> Vec<Color> {
        entrant.rounds.iter().filter(|entry| entry.kind.is_played()).filter_map(|entry| entry.color).collect()
    };
    for place in 0..order.len() {
        let a = order[place];
        if entries[a].is_some() {
            continue;
        }
        let met = |a: usize, b: usize| {
            let opponent = Some(entrants[b].tpn);
            entrants[a].rounds.iter().any(|entry| entry.kind.is_played() && entry.opponent == opponent)
        };
        let Some(b) = order[place + 1..].iter().copied().find(|&b| entries[b].is_none() && !met(a, b)) else {
            entries[a] = Some(bye(EntryKind::PairingBye, Points::ONE));
            continue;
        };
        let (mine, theirs) = (wish(&colors_of(&entrants[a])), wish(&colors_of(&entrants[b])));
        let by_wish = if mine.0 >= theirs.0 { mine.1 } else { theirs.1.map(Color::other) };
        let color = match by_wish {
            Some(color) if lot.below(8) > 0 => color,
            _ => [Color::White, Color::Black][lot.below(2)],
        };
        let (kinds, points) = if lot.below(200) < unplayed_percent {
            match lot.below(3) {
                0 => ([EntryKind::ForfeitWin, EntryKind::ForfeitLoss], [Points::ONE, Points::ZERO]),
                1 => ([EntryKind::ForfeitLoss, EntryKind::ForfeitWin], [Points::ZERO, Points::ONE]),
                _ => ([EntryKind::ForfeitLoss; 2], [Points::ZERO; 2]),
            }
        } else {
            let points = if lot.below(100) < draw_percent {
                [Points::HALF; 2]
            } else if lot.below(2) == 0 {
                [Points::ONE, Points::ZERO]
            } else {
                [Points::ZERO, Points::ONE]
            };
            ([EntryKind::Played { rated: true }; 2], points)
        };
        let entry = |side: usize, opponent: usize, color| RoundEntry {
            kind: kinds[side],
            opponent: Some(entrants[opponent].tpn),
            color: Some(color),
            points: points[side],
        };
        let pair = [entry(0, b, color), entry(1, a, color.other())];
        entries[a] = Some(pair[0]);
        entries[b] = Some(pair[1]);
    }
    for (entrant, entry) in entrants.iter_mut().zip(entries) {
        entrant.rounds.push(entry.unwrap_or(RoundEntry::ABSENT));
    }
}
