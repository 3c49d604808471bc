//! Lim System, FIDE C.04.4.3, built from an incomplete text.
//!
//! The complete current text was not available: only its opening and summaries of the rest. What they leave open is filled by one
//! consistent set of readings, which always finishes when a legal pairing exists. A pairing made here must not be presented as
//! verified. Left out: maxi-tournaments (art. 3.2.3, 5.7), which the text does not define.
//!
//! Scoregroups are paired from the top down to just above the median, then from the bottom up to just below it, the median last.
//! Who cannot be paired floats towards the median.

use super::colors::{alternate, by_parity};
use super::strict::{largest, spared};
use super::{Color, Field, Float, PairingError, RoundInput, RoundPairing, color_difference, in_board_order};
use crate::Points;
use crate::matching::bitset::BitMatrix;
use std::cmp::{Ordering, Reverse};

/// Pairs one round.
///
/// # Errors
/// As [`super::pair`].
pub fn pair_lim(input: &RoundInput) -> Result<RoundPairing, PairingError> {
    let field = Field::new(input)?;
    let lim = Lim { legal: compatible_pairs(&field), field: &field, past: input.round - 1 };
    let bye = lim.choose_bye()?;
    let pairs: Vec<(usize, usize)> = lim.pair(bye).into_iter().map(|pair| lim.allocate(pair)).collect();
    Ok(in_board_order(&field, &pairs, bye))
}

/// Whether a colour gives neither three in a row nor a difference of three.
fn may_have(field: &Field, player: usize, color: Color) -> bool {
    let facts = &field.players[player];
    let step = color_difference(&[color]);
    facts.repeated() != Some(color) && (facts.difference + step).abs() < 3
}

/// Who may meet (art. 2.1): not met, and some colours fit both; in the last round colours bar nobody (art. 6).
fn compatible_pairs(field: &Field) -> BitMatrix {
    let mut legal = BitMatrix::new(field.players.len());
    for (place, &a) in field.order.iter().enumerate() {
        for &b in &field.order[..place] {
            let colors = may_meet(field, a, b);
            if colors && !field.players[a].has_met(b) && !field.is_forbidden(a, b) {
                legal.connect(a, b);
            }
        }
    }
    legal
}

/// Whether two may meet as to colours (art. 2.1, 6).
pub(super) fn may_meet(field: &Field, a: usize, b: usize) -> bool {
    let fits =
        |white: usize, black: usize| may_have(field, white, Color::White) && may_have(field, black, Color::Black);
    field.last_round || fits(a, b) || fits(b, a)
}

/// On which side of the median a bracket is paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Above,
    Below,
    Median,
}

/// A pair, and where it was made.
#[derive(Clone, Copy)]
struct Made {
    a: usize,
    b: usize,
    side: Side,
}

/// A bracket before it is paired.
struct Group {
    side: Side,
    residents: Vec<usize>,
    /// From above, in the order in which they are paired.
    down: Vec<usize>,
    /// From below, in the order in which they are paired.
    up: Vec<usize>,
}

impl Group {
    fn members(&self) -> Vec<usize> {
        self.down.iter().chain(&self.up).chain(&self.residents).copied().collect()
    }
}

struct Lim<'a> {
    field: &'a Field,
    legal: BitMatrix,
    /// Rounds played.
    past: u32,
}

impl Lim<'_> {
    fn score(&self, player: usize) -> Points {
        self.field.players[player].pairing_score
    }

    /// The due colour: the equalising one, else the other than last time.
    fn due(&self, player: usize) -> Option<Color> {
        let facts = &self.field.players[player];
        match facts.difference {
            1.. => Some(Color::Black),
            ..=-1 => Some(Color::White),
            0 => facts.history.last().map(|last| last.other()),
        }
    }

    /// Whether both can have the colour that they are due.
    fn due_other(&self, a: usize, b: usize) -> bool {
        match (self.due(a), self.due(b)) {
            (Some(one), Some(other)) => one != other,
            _ => true,
        }
    }

    /// Round 1: the lowest rated; later the lowest ranked of the lowest scoregroup (art. 1.1, 7.1), if all others can be paired.
    fn choose_bye(&self) -> Result<Option<usize>, PairingError> {
        let order = &self.field.order;
        let none = |reason: String| Err(PairingError::NoLegalPairing { reason });
        if order.len().is_multiple_of(2) {
            let left = largest(&self.legal, order).1;
            return match left {
                0 => Ok(None),
                _ => none(format!("whatever the pairs, {left} participants remain without an opponent")),
            };
        }
        let spared = spared(&self.legal, order);
        let candidates = spared.into_iter().filter(|&player| !self.field.players[player].bye_barred);
        let bye = candidates.min_by_key(|&player| {
            let rating = if self.past == 0 { self.field.players[player].rating } else { 0 };
            (rating, self.score(player), Reverse(player))
        });
        match bye {
            Some(player) => Ok(Some(player)),
            None => {
                none("everybody who may still have the pairing-allocated bye is needed to pair the others".to_owned())
            }
        }
    }

    /// All pairs.
    fn pair(&self, bye: Option<usize>) -> Vec<Made> {
        let mut players: Vec<usize> = self.field.order.clone();
        players.retain(|&player| Some(player) != bye);
        // Twice the median: what the rounds played could give.
        let median = i64::from(self.past) * i64::from(self.field.scoring.win.hundredths());
        let place = |player: usize| (2 * i64::from(self.score(player).hundredths())).cmp(&median);
        let of =
            |ordering| players.iter().copied().filter(move |&player| place(player) == ordering).collect::<Vec<_>>();
        let residents = of(Ordering::Equal);
        let (mut above, mut below) = (Vec::new(), Vec::new());
        let down = self.towards_median(of(Ordering::Greater), Side::Above, &residents, &mut above);
        let up = self.towards_median(of(Ordering::Less), Side::Below, &residents, &mut below);
        let mut group = Group { side: Side::Median, residents, down, up };
        self.sort_floaters(&mut group);
        // Blocked median (art. 2.6): undo the last pair of a side until the median can be paired. At the worst everybody is in it.
        while largest(&self.legal, &group.members()).1 > 0 {
            let crack_below = group.down.len() > group.up.len();
            let from_below = if crack_below { !below.is_empty() } else { above.is_empty() };
            let (side, floaters) = if from_below { (&mut below, &mut group.up) } else { (&mut above, &mut group.down) };
            let Some(Made { a, b, .. }) = side.pop() else { break };
            floaters.extend([a, b]);
            self.sort_floaters(&mut group);
        }
        let mut made = above;
        made.append(&mut below);
        made.extend(self.inside(&group));
        made
    }

    /// Downfloaters by highest score and strongest, upfloaters by lowest score and weakest (art. 3.6, 3.7).
    fn sort_floaters(&self, group: &mut Group) {
        group.down.sort_by_key(|&player| (Reverse(self.score(player)), player));
        group.up.sort_by_key(|&player| (self.score(player), Reverse(player)));
    }

    /// Pairs the scoregroups of one side towards the median; returns those who float into it.
    fn towards_median(&self, players: Vec<usize>, side: Side, median: &[usize], made: &mut Vec<Made>) -> Vec<usize> {
        let mut groups: Vec<Vec<usize>> =
            players.chunk_by(|&a, &b| self.score(a) == self.score(b)).map(<[usize]>::to_vec).collect();
        if side == Side::Below {
            groups.reverse();
        }
        let mut floaters: Vec<usize> = Vec::new();
        for i in 0..groups.len() {
            let residents = groups[i].clone();
            let incoming = std::mem::take(&mut floaters);
            let (down, up) = if side == Side::Above { (incoming, Vec::new()) } else { (Vec::new(), incoming) };
            let mut group = Group { side, residents, down, up };
            self.sort_floaters(&mut group);
            let next = groups.get(i + 1).map_or(median, Vec::as_slice);
            floaters = self.choose_floaters(&mut group, next);
            made.extend(self.inside(&group));
        }
        floaters
    }

    /// Takes out, one at a time, those who leave the group: as few as a largest matching leaves over (art. 2.3, 3.2, 3.9, 3.10).
    fn choose_floaters(&self, group: &mut Group, next: &[usize]) -> Vec<usize> {
        let mut floaters = Vec::new();
        loop {
            let members = group.members();
            let left = largest(&self.legal, &members).1;
            if left == 0 {
                return floaters;
            }
            let count_due = |color: Color| members.iter().filter(|&&player| self.due(player) == Some(color)).count();
            let majority = match count_due(Color::White).cmp(&count_due(Color::Black)) {
                Ordering::Greater => Some(Color::White),
                Ordering::Less => Some(Color::Black),
                Ordering::Equal => None,
            };
            let came = |player: usize| group.down.contains(&player) || group.up.contains(&player);
            // From best to worst: d, c, b, a (art. 3.9).
            let kind = |player: usize| {
                let opponent = next.iter().any(|&other| self.legal.get(player, other));
                (came(player), !opponent)
            };
            let floated = |player: usize| {
                let facts = &self.field.players[player];
                matches!(facts.float_back(1), Float::Up | Float::Down)
            };
            let strength = |player: usize| match group.side {
                Side::Above | Side::Median => -(player as i64),
                Side::Below => player as i64,
            };
            let mut order = members.clone();
            order.sort_by_key(|&player| {
                let colors = majority.is_some() && self.due(player) != majority;
                (kind(player), floated(player), colors, strength(player))
            });
            let leaves_the_same = |&player: &usize| {
                let others: Vec<usize> = members.iter().copied().filter(|&other| other != player).collect();
                largest(&self.legal, &others).1 == left - 1
            };
            let Some(floater) = order.into_iter().find(leaves_the_same) else { return floaters };
            for list in [&mut group.residents, &mut group.down, &mut group.up] {
                list.retain(|&player| player != floater);
            }
            floaters.push(floater);
        }
    }

    /// Pairs a group that can be paired completely: floaters first, then the others (art. 2.4, 2.5, 3.8, 4).
    fn inside(&self, group: &Group) -> Vec<Made> {
        let mut open = group.members();
        open.sort_unstable();
        let mut made = Vec::with_capacity(open.len() / 2);
        let floaters: Vec<usize> = group.down.iter().chain(&group.up).copied().collect();
        for &floater in &floaters {
            if !open.contains(&floater) {
                continue;
            }
            let mut tries: Vec<usize> = open.iter().copied().filter(|player| !floaters.contains(player)).collect();
            if group.up.contains(&floater) {
                tries.reverse();
            }
            // Other floaters when no resident is available.
            tries.extend(floaters.iter().copied().filter(|player| *player != floater && open.contains(player)));
            made.extend(self.first_available(floater, &tries, &mut open, group.side));
        }
        while open.len() > 1 {
            let mut list = open.clone();
            if group.side == Side::Below {
                list.reverse();
            }
            // The first tries the bottom half in order, then the top half from its end.
            let half = list.len() / 2;
            let tries: Vec<usize> = list[half..].iter().chain(list[1..half].iter().rev()).copied().collect();
            let before = open.len();
            made.extend(self.first_available(list[0], &tries, &mut open, group.side));
            if open.len() == before {
                // Cannot happen, as the group can be paired completely; ends the loop in any case.
                break;
            }
        }
        made
    }

    /// Pairs a player with the first who is available, which is that the rest can still be paired, and due the other colour; else with
    /// the first who is available.
    fn first_available(&self, player: usize, tries: &[usize], open: &mut Vec<usize>, side: Side) -> Option<Made> {
        let available = |opponent: usize| {
            let others: Vec<usize> =
                open.iter().copied().filter(|&other| other != player && other != opponent).collect();
            self.legal.get(player, opponent) && largest(&self.legal, &others).1 == 0
        };
        let mut found = None;
        for &opponent in tries {
            let wanted = self.due_other(player, opponent);
            if (found.is_some() && !wanted) || !available(opponent) {
                continue;
            }
            found = Some(opponent);
            if wanted {
                break;
            }
        }
        let opponent = found?;
        open.retain(|&other| other != player && other != opponent);
        Some(Made { a: player, b: opponent, side })
    }

    /// White and Black (art. 5, 7.2).
    fn allocate(&self, made: Made) -> (usize, usize) {
        let field = self.field;
        let (higher, lower) = if field.outranks(made.a, made.b) { (made.a, made.b) } else { (made.b, made.a) };
        let fits = |color: Color| may_have(field, higher, color) && may_have(field, lower, color.other());
        let color = match (self.due(higher), self.due(lower)) {
            (None, None) => by_parity(field, higher),
            // Never three in a row nor a difference of three, where that can be avoided.
            _ if fits(Color::White) != fits(Color::Black) => {
                if fits(Color::White) {
                    Color::White
                } else {
                    Color::Black
                }
            }
            (Some(color), None) => color,
            (None, Some(color)) => color.other(),
            (Some(mine), Some(theirs)) if mine != theirs => mine,
            (Some(mine), Some(theirs)) => alternate(field, higher, lower).unwrap_or(match made.side {
                Side::Above | Side::Median => mine,
                Side::Below => theirs.other(),
            }),
        };
        if color == Color::White { (higher, lower) } else { (lower, higher) }
    }
}
