//! Prizes: lists of amounts, sharing among the tied, one prize for each player.
//!
//! Amounts are whole numbers of the smallest unit of money (cents). What is shared always adds up to the prizes that are shared.

mod level;

use crate::model::PlayerId;
use crate::standings::{Standing, Standings};
use pairing::swiss::Tpn;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What happens to prizes of players with the same points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Sharing {
    /// The rank decides; only players who are level after all tie-breaks share, equally.
    #[default]
    None,
    /// All with the same points get the same.
    Equal,
    /// Hort: half of the prize of the own rank, and half of an equal share.
    Hort,
}

/// Prizes for the first places of the event or of a category.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PrizeList {
    /// Its name in print.
    pub name: String,
    /// The category; `None`: open to everybody.
    pub category: Option<String>,
    /// Amounts from the first place on.
    pub amounts: Vec<u32>,
    /// How the tied share.
    pub sharing: Sharing,
}

/// A prize that somebody awards: best game, fair play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SpecialPrize {
    /// Its name in print.
    pub name: String,
    /// Amount.
    pub amount: u32,
    /// Who gets it, once known.
    pub winner: Option<PlayerId>,
    /// The winner gets it beside any other prize, also where there is one prize for each player.
    pub besides: bool,
}

/// All prizes of an event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PrizeFund {
    /// Lists in order of importance; of two equal prizes a player gets the one of the earlier list.
    pub lists: Vec<PrizeList>,
    /// Special prizes.
    pub special: Vec<SpecialPrize>,
    /// Each player gets only the highest of the prizes that would be due.
    pub one_per_player: bool,
    /// Currency, in print; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub currency: String,
}

/// An amount as people write it: `300`, `12.50 EUR`.
pub fn amount_text(amount: u64, currency: &str) -> String {
    let (whole, cents) = (amount / 100, amount % 100);
    let number = if cents == 0 { whole.to_string() } else { format!("{whole}.{cents:02}") };
    if currency.is_empty() { number } else { format!("{number} {currency}") }
}

/// Reads amounts separated by blanks, semicolons or commas: `300 200 100`, `12.50; 10`. A comma with one or two digits right behind it could
/// part two amounts, or an amount and its hundredths; it is refused.
///
/// # Errors
/// A sentence without full stop that names what cannot be read.
pub fn parse_amounts(text: &str) -> Result<Vec<u32>, String> {
    let words = text.split(|c: char| c.is_whitespace() || c == ';').filter(|word| !word.is_empty());
    let mut amounts = Vec::new();
    for word in words {
        let mut parts = word.split(',').filter(|part| !part.is_empty());
        amounts.extend(parts.next().map(amount).transpose()?);
        for part in parts {
            if part.len() < 3 {
                let point = word.replace(',', ".");
                return Err(format!(
                    "\"{word}\" may be one amount or several; write {point}, or blanks between amounts"
                ));
            }
            amounts.push(amount(part)?);
        }
    }
    Ok(amounts)
}

fn amount(word: &str) -> Result<u32, String> {
    let wrong = || format!("\"{word}\" is not an amount; write 300 or 12.50");
    let (whole, cents) = word.split_once('.').unwrap_or((word, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || cents.len() > 2 || !digits(whole) || !digits(cents) {
        return Err(wrong());
    }
    let cents: u32 = format!("{cents:0<2}").parse().map_err(|_| wrong())?;
    let whole: u32 = whole.parse().map_err(|_| wrong())?;
    whole.checked_mul(100).and_then(|amount| amount.checked_add(cents)).ok_or_else(wrong)
}

/// A prize that a player gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Award {
    /// Name of the list or of the special prize.
    pub prize: String,
    /// First place in the list that was shared, and last; none for special prizes.
    pub places: Option<(u32, u32)>,
    /// The player.
    pub number: Tpn,
    /// What the player gets.
    pub amount: u64,
    /// Prizes of several lists, named in `prize`, were divided among level players.
    pub divided: bool,
}

/// The prizes as awarded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Awards {
    /// By list and place, special prizes last.
    pub awards: Vec<Award>,
    /// Prizes that nobody gets: name, place (0 for special prizes), amount.
    pub left_over: Vec<(String, u32, u64)>,
}

impl Awards {
    /// What is paid out altogether.
    pub fn total(&self) -> u64 {
        self.awards.iter().map(|award| award.amount).sum()
    }
}

/// A place of a list: first and last shared place, player, amount.
#[derive(Clone, Copy, Debug)]
struct Share {
    places: (u32, u32),
    number: Tpn,
    amount: u64,
}

/// Awards the prizes by final standings.
///
/// With one prize for each player the highest prize of all is settled first, and whoever gets it leaves all other lists, whose prizes move up. Where level
/// players come to have prizes of several lists in this way, their money is divided anew among them, as evenly as the categories allow, so that nothing hangs
/// on their numbers.
///
/// `is_member` tells whether a player is in a category, `number_of` gives the number of the winner of a
/// special prize.
pub fn award(
    standings: &Standings,
    fund: &PrizeFund,
    is_member: impl Fn(&str, Tpn) -> bool,
    number_of: impl Fn(PlayerId) -> Option<Tpn>,
) -> Awards {
    let eligible: Vec<Vec<&Standing>> = fund
        .lists
        .iter()
        .map(|list| {
            let member =
                |row: &&Standing| list.category.as_ref().is_none_or(|category| is_member(category, row.number));
            standings.rows.iter().filter(member).collect()
        })
        .collect();
    // A special prize is a list of one place with one candidate.
    let special: Vec<Vec<Share>> = fund
        .special
        .iter()
        .map(|prize| {
            let share = |number| Share { places: (0, 0), number, amount: prize.amount.into() };
            prize.winner.and_then(&number_of).map(share).into_iter().collect()
        })
        .collect();
    let mut out: BTreeSet<(usize, Tpn)> = BTreeSet::new();
    loop {
        let mut shares: Vec<Vec<Share>> = fund
            .lists
            .iter()
            .zip(&eligible)
            .enumerate()
            .map(|(at, (list, rows))| {
                let rows: Vec<&Standing> =
                    rows.iter().copied().filter(|row| !out.contains(&(at, row.number))).collect();
                share_out(list, &rows)
            })
            .collect();
        let lists = shares.len();
        shares.extend(special.iter().enumerate().map(|(at, prize)| {
            prize.iter().copied().filter(|share| !out.contains(&(lists + at, share.number))).collect()
        }));
        let besides = |at: usize| at >= lists && fund.special[at - lists].besides;
        if fund.one_per_player
            && let Some((best, number, others)) = conflict(&shares, besides)
        {
            out.extend(others.into_iter().filter(|at| *at != best).map(|at| (at, number)));
            continue;
        }
        let is_eligible = |at: usize, number: Tpn| eligible[at].iter().any(|row| row.number == number);
        return report(standings, fund, shares, is_eligible);
    }
}

/// The player with the highest prize among those who would get several: the list of that prize, the number, all lists.
fn conflict(shares: &[Vec<Share>], besides: impl Fn(usize) -> bool) -> Option<(usize, Tpn, Vec<usize>)> {
    let mut by_player: BTreeMap<Tpn, Vec<(u64, usize)>> = BTreeMap::new();
    for (at, list) in shares.iter().enumerate().filter(|(at, _)| !besides(*at)) {
        for share in list {
            by_player.entry(share.number).or_default().push((share.amount, at));
        }
    }
    let several = by_player.into_iter().filter(|(_, prizes)| prizes.len() > 1);
    let best_of =
        |prizes: &[(u64, usize)]| prizes.iter().copied().max_by_key(|(amount, at)| (*amount, std::cmp::Reverse(*at)));
    let with_best = several.filter_map(|(number, prizes)| best_of(&prizes).map(|best| (best, number, prizes)));
    let (best, number, prizes) = with_best.max_by_key(|(best, number, _)| (best.0, std::cmp::Reverse(*number)))?;
    Some((best.1, number, prizes.into_iter().map(|(_, at)| at).collect()))
}

/// The shares of one list among its candidates in order of the standings.
fn share_out(list: &PrizeList, rows: &[&Standing]) -> Vec<Share> {
    let amount = |place: usize| list.amounts.get(place).map_or(0, |amount| u64::from(*amount));
    let tied = |a: &Standing, b: &Standing| match list.sharing {
        Sharing::None => a.rank == b.rank,
        Sharing::Equal | Sharing::Hort => a.points == b.points,
    };
    let mut shares = Vec::new();
    let mut first = 0;
    for group in rows.chunk_by(|a, b| tied(a, b)) {
        if first >= list.amounts.len() {
            break;
        }
        let pool: u64 = (first..first + group.len()).map(amount).sum();
        let size = group.len() as u64;
        let mut amounts: Vec<u64> = Vec::with_capacity(group.len());
        let mut place = first;
        for level in group.chunk_by(|a, b| a.rank == b.rank) {
            // Players level after all tie-breaks divide the prizes of their places.
            let own: u64 = (place..place + level.len()).map(amount).sum();
            let count = level.len() as u64;
            let each = match list.sharing {
                Sharing::None | Sharing::Equal => pool / size,
                Sharing::Hort => (own * size + pool * count) / (2 * size * count),
            };
            amounts.extend(std::iter::repeat_n(each, level.len()));
            place += level.len();
        }
        // Rounding down leaves less than one unit for each; the best ranked get them.
        let mut rest = pool.saturating_sub(amounts.iter().sum());
        for amount in &mut amounts {
            let more = u64::from(rest > 0);
            *amount += more;
            rest -= more;
        }
        // Places that have no prize do not count as shared, but whoever is tied takes part.
        let places = (first as u32 + 1, (first + group.len()).min(list.amounts.len()) as u32);
        let paid = group.iter().zip(amounts).filter(|(_, amount)| *amount > 0);
        shares.extend(paid.map(|(row, amount)| Share { places, number: row.number, amount }));
        first += group.len();
    }
    shares
}

fn report(
    standings: &Standings,
    fund: &PrizeFund,
    mut shares: Vec<Vec<Share>>,
    is_eligible: impl Fn(usize, Tpn) -> bool,
) -> Awards {
    let mut awards = Awards::default();
    let lists = fund.lists.len();
    for (at, shares) in shares.iter().enumerate() {
        let name = if at < lists { &fund.lists[at].name } else { &fund.special[at - lists].name };
        if at < lists {
            let last = shares.iter().map(|share| share.places.1).max().unwrap_or(0);
            let left = fund.lists[at].amounts.iter().zip(1..).filter(|(amount, place)| *place > last && **amount > 0);
            awards.left_over.extend(left.map(|(amount, place)| (name.clone(), place, u64::from(*amount))));
        } else if shares.is_empty() && fund.special[at - lists].amount > 0 {
            awards.left_over.push((name.clone(), 0, fund.special[at - lists].amount.into()));
        }
    }
    let divided = match fund.one_per_player {
        true => level::even_out(standings, fund, &mut shares[..lists], is_eligible),
        false => Vec::new(),
    };
    let special = shares.split_off(lists);
    let award = |name: &str, share: &Share| Award {
        prize: name.to_owned(),
        places: (share.places.0 > 0).then_some(share.places),
        number: share.number,
        amount: share.amount,
        divided: false,
    };
    for (list, shares) in fund.lists.iter().zip(&shares) {
        awards.awards.extend(shares.iter().map(|share| award(&list.name, share)));
    }
    awards.awards.extend(divided);
    for (prize, shares) in fund.special.iter().zip(&special) {
        awards.awards.extend(shares.iter().map(|share| award(&prize.name, share)));
    }
    awards
}
