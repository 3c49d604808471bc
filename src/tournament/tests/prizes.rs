//! Prizes: sharing, one for each player, and that no money is lost or made.

use pairing::Points;
use pairing::swiss::{Entrant, EntryKind, RoundEntry, Scoring, Tpn};
use proptest::prelude::*;
use tournament::crosstable::{CrossTable, PairingKind, Row};
use tournament::model::PlayerId;
use tournament::prizes::{Award, PrizeFund, PrizeList, Sharing, SpecialPrize, award};
use tournament::standings::{self, Standings, TieBreak};

/// Players 1, 2, ... with these half points; the lower number ranks first unless `level`.
fn ranked(half_points: &[i32], level: bool) -> Standings {
    let rows = half_points.iter().zip(1..).map(|(half, number)| {
        let entry = RoundEntry { kind: EntryKind::FullBye, opponent: None, color: None, points: Points(5 * half) };
        let entrant = Entrant {
            tpn: number,
            rating: 0,
            rounds: vec![entry],
            virtual_points: Vec::new(),
            present: true,
            extra_points: Points::ZERO,
        };
        Row { name: String::new(), title: None, entrant }
    });
    let table = CrossTable {
        rows: rows.collect(),
        rounds: 1,
        rounds_total: 1,
        scoring: Scoring::default(),
        kind: PairingKind::Swiss,
        initial_color: None,
        forbidden: Vec::new(),
        tiebreaks: Vec::new(),
    };
    let list = if level { Vec::new() } else { TieBreak::parse_list("TPN").unwrap() };
    standings::compute(&table, &list)
}

fn list(name: &str, category: Option<&str>, amounts: &[u32], sharing: Sharing) -> PrizeList {
    PrizeList { name: name.to_owned(), category: category.map(str::to_owned), amounts: amounts.to_vec(), sharing }
}

fn main_list(amounts: &[u32], sharing: Sharing) -> PrizeFund {
    PrizeFund { lists: vec![list("Main", None, amounts, sharing)], ..PrizeFund::default() }
}

/// Category names hold the numbers of their members: `2 4 5`.
fn member(category: &str, number: Tpn) -> bool {
    category.split(' ').any(|text| text == number.to_string())
}

fn short(awards: &[Award]) -> Vec<(&str, Tpn, u64)> {
    awards.iter().map(|award| (award.prize.as_str(), award.number, award.amount)).collect()
}

fn amounts(standings: &Standings, fund: &PrizeFund) -> Vec<(Tpn, u64)> {
    award(standings, fund, member, |id| Some(id.0)).awards.iter().map(|award| (award.number, award.amount)).collect()
}

#[test]
fn no_sharing_goes_by_rank() {
    let standings = ranked(&[6, 6, 5], false);
    assert_eq!(amounts(&standings, &main_list(&[300, 200, 100], Sharing::None)), [(1, 300), (2, 200), (3, 100)]);
    let level = ranked(&[6, 6, 5], true);
    assert_eq!(amounts(&level, &main_list(&[300, 200, 100], Sharing::None)), [(1, 250), (2, 250), (3, 100)]);
}

#[test]
fn equal_shares_reach_below_the_last_prize() {
    let standings = ranked(&[6, 5, 5, 5, 4], false);
    let fund = main_list(&[300, 200, 100], Sharing::Equal);
    assert_eq!(amounts(&standings, &fund), [(1, 300), (2, 100), (3, 100), (4, 100)]);
    let awards = award(&standings, &fund, member, |id| Some(id.0));
    assert_eq!(awards.awards[1].places, Some((2, 3)));
}

#[test]
fn hort_gives_half_by_rank() {
    // 300 + 200 + 100 among three: each 100 as half of the equal share, and half of the own prize.
    let standings = ranked(&[6, 6, 6, 4], false);
    assert_eq!(amounts(&standings, &main_list(&[300, 200, 100], Sharing::Hort)), [(1, 250), (2, 200), (3, 150)]);
    // Level on rank too: nothing tells them apart.
    let level = ranked(&[6, 6, 6, 4], true);
    assert_eq!(amounts(&level, &main_list(&[300, 200, 100], Sharing::Hort)), [(1, 200), (2, 200), (3, 200)]);
}

#[test]
fn cents_that_do_not_divide_go_to_the_best() {
    let standings = ranked(&[6, 6, 6], false);
    assert_eq!(amounts(&standings, &main_list(&[100], Sharing::Equal)), [(1, 34), (2, 33), (3, 33)]);
}

#[test]
fn one_prize_for_each_player() {
    let fund = PrizeFund {
        lists: vec![
            list("Main", None, &[500, 300, 100], Sharing::None),
            list("Juniors", Some("2 3 5"), &[200, 150], Sharing::None),
            list("Women", Some("3 4"), &[150], Sharing::None),
        ],
        one_per_player: true,
        ..PrizeFund::default()
    };
    let standings = ranked(&[9, 8, 7, 6, 5], false);
    let awards = award(&standings, &fund, member, |id| Some(id.0));
    // 2 takes 300 of the main list, 3 the juniors' 200, 4 the women's 150; 5 has the juniors' second prize, 150, rather than the main
    // list's third, for which nobody is left.
    let expected = [("Main", 1, 500), ("Main", 2, 300), ("Juniors", 3, 200), ("Juniors", 5, 150), ("Women", 4, 150)];
    assert_eq!(short(&awards.awards), expected);
    assert_eq!(awards.left_over, [("Main".to_owned(), 3, 100)]);
    let several = award(&standings, &PrizeFund { one_per_player: false, ..fund }, member, |id| Some(id.0));
    assert_eq!(several.awards.iter().filter(|award| award.number == 3).count(), 3);
}

/// Players who are level are paid alike, whatever their numbers: 1, 2 and 3 share the rank, two of them are juniors.
#[test]
fn level_players_are_treated_alike() {
    let fund = |juniors: &str| PrizeFund {
        lists: vec![
            list("Main", None, &[10_000], Sharing::None),
            list("Juniors", Some(juniors), &[6000], Sharing::None),
        ],
        one_per_player: true,
        ..PrizeFund::default()
    };
    let standings = ranked(&[6, 6, 6, 4], true);
    let paid = |juniors: &str| {
        let mut paid = amounts(&standings, &fund(juniors));
        paid.sort_unstable();
        paid
    };
    // 160 among three; the juniors' 60 stays among juniors.
    assert_eq!(paid("1 2"), [(1, 5334), (2, 5333), (3, 5333)]);
    assert_eq!(paid("2 3"), [(1, 5334), (2, 5333), (3, 5333)]);
    let awards = award(&standings, &fund("2 3"), member, |id| Some(id.0));
    assert!(awards.awards.iter().all(|award| award.divided && award.prize == "Main, Juniors"), "{awards:?}");
    // One junior alone: his 60 is more than an even part, and nobody else may have any of it.
    assert_eq!(paid("2"), [(1, 5000), (2, 6000), (3, 5000)]);
    // Two categories, one player in each: whoever stays with the main prize shares it with the other.
    let two = PrizeFund {
        lists: vec![
            list("Main", None, &[9000], Sharing::None),
            list("Women", Some("1"), &[6000], Sharing::None),
            list("Seniors", Some("2"), &[6000], Sharing::None),
        ],
        one_per_player: true,
        ..PrizeFund::default()
    };
    let mut both = amounts(&ranked(&[6, 6, 4], true), &two);
    both.sort_unstable();
    assert_eq!(both.len(), 2, "{both:?}");
    assert_eq!(both[0].1, both[1].1, "{both:?}");
}

#[test]
fn special_prizes() {
    let special =
        |besides| SpecialPrize { name: "Best game".to_owned(), amount: 400, winner: Some(PlayerId(1)), besides };
    let mut fund = main_list(&[300, 200], Sharing::None);
    fund.one_per_player = true;
    fund.special =
        vec![special(true), SpecialPrize { name: "Fair play".to_owned(), amount: 50, ..SpecialPrize::default() }];
    let standings = ranked(&[6, 5, 4], false);
    let awards = award(&standings, &fund, member, |id| Some(id.0));
    assert_eq!(short(&awards.awards), [("Main", 1, 300), ("Main", 2, 200), ("Best game", 1, 400)]);
    assert_eq!(awards.left_over, [("Fair play".to_owned(), 0, 50)]);
    fund.special = vec![special(false)];
    let awards = award(&standings, &fund, member, |id| Some(id.0));
    assert_eq!(short(&awards.awards), [("Main", 2, 300), ("Main", 3, 200), ("Best game", 1, 400)]);
}

fn any_sharing() -> impl Strategy<Value = Sharing> {
    prop_oneof![Just(Sharing::None), Just(Sharing::Equal), Just(Sharing::Hort)]
}

proptest! {
    #[test]
    fn no_money_is_lost_or_made(
        half_points in prop::collection::vec(0_i32..6, 0..9),
        level in any::<bool>(),
        lists in prop::collection::vec((prop::option::of("[1-9]( [1-9]){0,4}"), prop::collection::vec(any::<u32>(), 0..6), any_sharing()), 0..4),
        winner in prop::option::of(0_u32..10),
        one_per_player in any::<bool>(),
    ) {
        let fund = PrizeFund {
            lists: lists.iter().map(|(category, amounts, sharing)| list("List", category.as_deref(), amounts, *sharing)).collect(),
            special: vec![SpecialPrize { name: "Special".to_owned(), amount: 70, winner: winner.map(PlayerId), besides: false }],
            one_per_player,
            currency: String::new(),
        };
        let awards = award(&ranked(&half_points, level), &fund, member, |id| Some(id.0));
        let prizes: u64 = fund.lists.iter().flat_map(|list| &list.amounts).map(|amount| u64::from(*amount)).sum::<u64>();
        let left: u64 = awards.left_over.iter().map(|left| left.2).sum();
        // Only a winner of the special prize who drops it for a better one leaves it unpaid; it is told as left over.
        prop_assert_eq!(awards.total() + left, prizes + 70);
        if one_per_player {
            let mut numbers: Vec<Tpn> = awards.awards.iter().map(|award| award.number).collect();
            numbers.sort_unstable();
            let before = numbers.len();
            numbers.dedup();
            prop_assert_eq!(numbers.len(), before);
        }
    }
}
