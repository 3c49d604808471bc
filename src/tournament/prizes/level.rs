//! One prize for each player, where several are level: who of them takes the prize of a category and who stays with the main prizes would hang on their
//! numbers. The money does not: what level players get altogether is divided so that each of them gets as nearly the same as the rules on who may take
//! which prize allow (max-min fairness). No cent of a category goes to anybody outside it.

use super::{Award, PrizeFund, Share, Sharing};
use crate::standings::{Standing, Standings};
use pairing::swiss::Tpn;
use std::collections::BTreeMap;

/// The most lists that the division looks at together; the work grows with their subsets.
const MOST_LISTS: usize = 12;

/// One level player: number, the lists in which a prize is possible (bits of the group's lists).
struct Member {
    number: Tpn,
    may: u32,
}

/// Takes the shares of level players with prizes of several lists out of `shares` and gives them as awards of their own. `shares` are those of the lists,
/// without the special prizes; every player has at most one.
pub(super) fn even_out(
    standings: &Standings,
    fund: &PrizeFund,
    shares: &mut [Vec<Share>],
    is_eligible: impl Fn(usize, Tpn) -> bool,
) -> Vec<Award> {
    let by_points = fund.lists.iter().all(|list| list.sharing == Sharing::Equal);
    let level = |a: &Standing, b: &Standing| if by_points { a.points == b.points } else { a.rank == b.rank };
    let mut divided = Vec::new();
    for group in standings.rows.chunk_by(level).filter(|group| group.len() > 1) {
        divided.extend(one_group(group, fund, shares, &is_eligible));
    }
    divided
}

fn one_group(
    group: &[Standing],
    fund: &PrizeFund,
    shares: &mut [Vec<Share>],
    is_eligible: &impl Fn(usize, Tpn) -> bool,
) -> Vec<Award> {
    let of_group = |share: &Share| group.iter().any(|row| row.number == share.number);
    let lists: Vec<usize> = (0..shares.len()).filter(|at| shares[*at].iter().any(of_group)).collect();
    if lists.len() < 2 || lists.len() > MOST_LISTS {
        return Vec::new();
    }
    let money: Vec<u64> = lists
        .iter()
        .map(|at| shares[*at].iter().filter(|share| of_group(share)).map(|share| share.amount).sum())
        .collect();
    let had: BTreeMap<Tpn, u64> = lists
        .iter()
        .flat_map(|at| &shares[*at])
        .filter(|share| of_group(share))
        .map(|s| (s.number, s.amount))
        .collect();
    let members: Vec<Member> = had
        .keys()
        .map(|&number| {
            let may = lists.iter().enumerate().filter(|(_, at)| is_eligible(**at, number));
            Member { number, may: may.fold(0, |bits, (place, _)| bits | 1 << place) }
        })
        .collect();
    let parts = divide(&members, &money);
    let mut awards = Vec::new();
    for (bits, numbers, pool) in parts {
        let count = numbers.len() as u64;
        let each = |place: usize| pool / count + u64::from((place as u64) < pool % count);
        // As it was, but for a cent.
        if numbers.iter().all(|number| had[number].abs_diff(pool / count) <= 1) {
            continue;
        }
        let names: Vec<&str> = lists
            .iter()
            .enumerate()
            .filter(|(place, _)| bits & (1 << place) != 0)
            .map(|(_, at)| fund.lists[*at].name.as_str())
            .collect();
        for at in &lists {
            shares[*at].retain(|share| !numbers.contains(&share.number));
        }
        awards.extend(numbers.iter().enumerate().filter(|(place, _)| each(*place) > 0).map(|(place, number)| Award {
            prize: names.join(", "),
            places: None,
            number: *number,
            amount: each(place),
            divided: true,
        }));
    }
    awards
}

/// Max-min fair: the lists whose money, divided among those who can have nothing else, gives the least to each are settled first; then the rest.
fn divide(members: &[Member], money: &[u64]) -> Vec<(u32, Vec<Tpn>, u64)> {
    let mut open: Vec<&Member> = members.iter().collect();
    let mut free: u32 = (1 << money.len()) - 1;
    let mut parts = Vec::new();
    while !open.is_empty() {
        let pool_of =
            |bits: u32| -> u64 { (0..money.len()).filter(|at| bits & (1 << at) != 0).map(|at| money[at]).sum() };
        let inside = |bits: u32, member: &Member| member.may & free & !bits == 0;
        let mut best: Option<(u64, u64, u32)> = None;
        for bits in (1..=free).filter(|bits| bits & !free == 0) {
            let count = open.iter().filter(|member| inside(bits, member)).count() as u64;
            let pool = pool_of(bits);
            // Compared as fractions; of equal ones the larger set, so that nothing is divided needlessly.
            let better = best.is_none_or(|(old_pool, old_count, old)| {
                let (new, was) = (u128::from(pool) * u128::from(old_count), u128::from(old_pool) * u128::from(count));
                new < was || (new == was && bits.count_ones() > old.count_ones())
            });
            if count > 0 && better {
                best = Some((pool, count, bits));
            }
        }
        let Some((pool, _, bits)) = best else { break };
        let numbers: Vec<Tpn> = open.iter().filter(|member| inside(bits, member)).map(|member| member.number).collect();
        open.retain(|member| !inside(bits, member));
        // The last part keeps what is left, so that no money is lost.
        let pool = if open.is_empty() { pool_of(free) } else { pool };
        let bits = if open.is_empty() { free } else { bits };
        free &= !bits;
        parts.push((bits, numbers, pool));
    }
    parts
}
