//! Why no legal pairing exists (`swiss-common` 12).

use super::ground::{Ground, Relaxed};
use crate::matching::Matching;
use crate::matching::bitset::{BitMatrix, BitSet, ones};
use crate::swiss::Field;

/// Who cannot be matched, and which prohibition, if lifted, would let a pairing exist.
pub fn reason(field: &Field) -> String {
    format!("{}; {}", who(field), remedies(field))
}

fn remedies(field: &Field) -> String {
    let none = Relaxed::default();
    let ways = [
        (Relaxed { forbidden: true, ..none }, "without the organiser's prohibitions"),
        (Relaxed { colors: true, ..none }, "without the rule on absolute colour preferences [C3]"),
        (Relaxed { bye: true, ..none }, "with the bye to somebody barred by C.04.1 art. 4 [C2]"),
        (
            Relaxed { forbidden: true, colors: true, bye: true, rematches: false },
            "without all three of these: organiser's prohibitions, [C3], [C2]",
        ),
        (Relaxed { rematches: true, ..none }, "with a second game between two who have met [C1]"),
    ];
    // The third way but one is only worth a word if none of the single ones helps.
    let mut found: Vec<&str> = Vec::new();
    for (i, (way, text)) in ways.into_iter().enumerate() {
        let combined = i == 3;
        if (!combined || found.is_empty()) && Ground::relaxed(field, way).is_ok() {
            found.push(text);
        }
    }
    match found.as_slice() {
        [] => "no single prohibition stands in the way: the Chief Arbiter decides (C.04.3 art. 1.9.3)".to_owned(),
        ways => format!("a pairing would exist {} (the Chief Arbiter decides, C.04.3 art. 1.9.3)", ways.join(", or ")),
    }
}

/// A set of players who have too few opponents among all others.
fn who(field: &Field) -> String {
    let n = field.order.len();
    let list = |places: &[usize]| -> String {
        let mut numbers: Vec<u32> = places.iter().map(|&place| field.players[field.order[place]].tpn).collect();
        numbers.sort_unstable();
        let shown: Vec<String> = numbers.iter().take(12).map(u32::to_string).collect();
        let more = if numbers.len() > 12 { format!(" and {} more", numbers.len() - 12) } else { String::new() };
        shown.join(", ") + &more
    };
    if n < 2 {
        return match n {
            0 => "nobody is there to be paired".to_owned(),
            _ => format!("{} is alone and may not have the bye", list(&[0])),
        };
    }
    let mut legal = BitMatrix::new(n);
    for a in 0..n {
        for b in 0..a {
            let (i, j) = (field.order[a], field.order[b]);
            let clash = field.colors_clash(i, j) && !field.is_topscorer(i) && !field.is_topscorer(j);
            if !clash && !field.players[i].has_met(j) && !field.is_forbidden(i, j) {
                legal.connect(a, b);
            }
        }
    }
    let lonely: Vec<usize> = (0..n).filter(|&v| ones(legal.row(v)).next().is_none()).collect();
    if lonely.len() > n % 2 {
        return format!("{} have no legal opponent at all", list(&lonely));
    }
    let nobody = BitSet::new(n);
    let mut matching = Matching::new(legal);
    matching.greedy();
    let left = matching.maximize();
    // Everybody who is left over in some largest matching, and those whom they could meet.
    let mut wanting = BitSet::new(n);
    for root in matching.free().clone().iter() {
        let outer = matching.outer_from(root, &nobody).clone();
        outer.iter().for_each(|v| wanting.insert(v));
    }
    let mut hosts = BitSet::new(n);
    for v in wanting.iter() {
        ones(matching.graph.row(v)).filter(|&u| !wanting.contains(u)).for_each(|u| hosts.insert(u));
    }
    let (wanting, hosts): (Vec<usize>, Vec<usize>) = (wanting.iter().collect(), hosts.iter().collect());
    if left <= n % 2 {
        return format!("one of {} would have to have the bye, and none of them may (C.04.1 art. 4)", list(&wanting));
    }
    let meet = match hosts.as_slice() {
        [] => String::new(),
        hosts => format!(" and {}", list(hosts)),
    };
    format!("of {}, who can meet only each other{meet}, at least {left} stay without an opponent", list(&wanting))
}
