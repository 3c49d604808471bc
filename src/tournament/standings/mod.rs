//! Standings: points, tie-breaks, ranks (FIDE C.07, edition of March 2026).
//!
//! [`compute`] ranks the players of a [`CrossTable`] by points and a list of tie-breaks. Values are exact fractions;
//! each of them can be [explained](Standings::explain) round by round.
//!
//! ```
//! use tournament::standings::TieBreak;
//! let list = TieBreak::parse_list("BH/C1, BH, SB, DE").unwrap();
//! assert_eq!(list[0].title(), "Buchholz, cut 1");
//! ```

mod card;
mod category;
mod check;
mod code;
mod cross;
mod data;
mod direct;
mod event;
mod explain;
mod field;
mod left_out;
mod lots;
mod opponents;
mod own;
mod presets;
mod rated;
mod stage;
mod team;
pub(crate) mod team_lines;
mod team_trf;
mod value;

pub use card::{CardLine, PlayerCard, card};
pub use category::{CategoryRule, Placed, RuleError, Subject, category};
pub use check::{
    Checked, Difference, check, check_after, check_event, check_file, few_games, fits_round, left_out_of_file,
};
pub use code::{CodeError, Name, TieBreak, Unit};
pub use cross::{CrossCell, CrossRow, CrossView, Order, cross_view, cross_view_teams};
pub use event::Heading;
pub use explain::{Basis, Explanation, Part};
pub use field::Edition;
pub use left_out::{fewer_than_half, teams_without, without};
pub use opponents::Cut;
pub use presets::{Objection, PRESETS, Preset, objections, offered, presets, usual};
pub use stage::{StageTable, counted, left_out};
pub use team::{BoardEntry, ForfeitedMatch, MatchEntry, MatchScoring, TeamRow, TeamSetup, TeamTable};
pub use value::Value;
pub(crate) use value::{round_half_up, rounded_mean};

use crate::crosstable::CrossTable;
use data::{Data, Divider};
use pairing::Points;
use pairing::swiss::Tpn;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A participant's line in the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Number of the player or team.
    pub number: Tpn,
    /// Its place in the rows of the table.
    pub index: usize,
    /// The rank; equal for those who stay level (1, 2, 2, 4).
    pub rank: u32,
    /// Points; of teams the primary score.
    pub points: Points,
    /// One value for each code of [`Standings::codes`].
    pub values: Vec<Value>,
    /// How a tie that the list had left open was broken.
    pub decided: Option<DecisionKind>,
}

/// How those who are level after the whole list were ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum DecisionKind {
    /// Games played for the place (C.07 art. 3).
    PlayOff,
    /// Drawn by lot.
    Lot,
    /// Set by the arbiter.
    ByHand,
}

/// An order of some participants that counts where the list leaves them level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// Where it comes from.
    pub kind: DecisionKind,
    /// Numbers, the best first.
    pub order: Vec<Tpn>,
}

/// What can be told besides the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Play-offs, lots and the arbiter's decisions, applied in this order where the list leaves a tie.
    pub decisions: Vec<Decision>,
    /// Which rules hold for unplayed rounds.
    pub edition: Edition,
}

/// A ranked table. Cheap to clone apart from its rows.
#[derive(Clone, Debug)]
pub struct Standings {
    /// The list that was applied, as given.
    pub codes: Vec<TieBreak>,
    /// Best first; level participants in order of their number.
    pub rows: Vec<Standing>,
    data: Arc<Data>,
}

impl Standings {
    /// The line of a participant.
    pub fn row_of(&self, number: Tpn) -> Option<&Standing> {
        self.rows.iter().find(|row| row.number == number)
    }

    /// The value of any tie-break, also of one that is not in the list. One column costs about as much as the whole list
    /// needs for it; for several participants use [`column`](Standings::column).
    pub fn value(&self, number: Tpn, code: &TieBreak) -> Option<Value> {
        let row = self.row_of(number)?;
        Some(self.data.column(code)[row.index])
    }

    /// The values of any tie-break for all participants, in the order of [`rows`](Standings::rows).
    pub fn column(&self, code: &TieBreak) -> Vec<Value> {
        let values = self.data.column(code);
        self.rows.iter().map(|row| values[row.index]).collect()
    }

    /// What a value was made of: the rounds and opponents that went in, what was cut, which dummy was used. `None` when the
    /// number is not in the table.
    pub fn explain(&self, number: Tpn, code: &TieBreak) -> Option<Explanation> {
        self.row_of(number).map(|row| explain::explain(&self.data, row.index, code))
    }

    /// Groups that nothing has divided: numbers of two or more participants on one rank.
    pub fn level(&self) -> Vec<Vec<Tpn>> {
        let groups = self.rows.chunk_by(|a, b| a.rank == b.rank).filter(|group| group.len() > 1);
        groups.map(|group| group.iter().map(|row| row.number).collect()).collect()
    }
}

/// Standings of players by points and then the tie-breaks in order. When the list itself holds `PTS`, it is the whole order.
pub fn compute(table: &CrossTable, list: &[TieBreak]) -> Standings {
    compute_with(table, list, &Options::default())
}

/// Like [`compute`], with decisions on those who stay level and another edition of the rules.
pub fn compute_with(table: &CrossTable, list: &[TieBreak], options: &Options) -> Standings {
    rank(Data::of_players(table, options.edition), list, &options.decisions)
}

/// Standings of teams by the primary score and then the tie-breaks in order. When the list itself holds `PTS` or `MPTS`, it is the
/// whole order.
pub fn compute_teams(table: &TeamTable, list: &[TieBreak]) -> Standings {
    compute_teams_with(table, list, &Options::default())
}

/// Like [`compute_teams`], with decisions on those who stay level and another edition of the rules.
pub fn compute_teams_with(table: &TeamTable, list: &[TieBreak], options: &Options) -> Standings {
    rank(table.data(options.edition), list, &options.decisions)
}

fn rank(data: Data, list: &[TieBreak], decisions: &[Decision]) -> Standings {
    let columns: Vec<Vec<Value>> = list.iter().map(|code| data.column(code)).collect();
    let mut groups: Vec<Vec<u32>> = vec![(0..data.len() as u32).collect()];
    let given = list.iter().any(|code| matches!(code.name, Name::Points | Name::MatchPoints));
    if !given {
        refine(&mut groups, &mut Divider::new(&data, TieBreak::new(Name::Points)));
    }
    for (code, column) in list.iter().zip(&columns) {
        let mut divider = if code.name.is_place() {
            Divider::new(&data, *code)
        } else {
            Divider::with_values(&data, *code, column.clone())
        };
        refine(&mut groups, &mut divider);
    }
    let mut decided = vec![None; data.len()];
    for decision in decisions {
        groups = groups.into_iter().flat_map(|group| decide(&data, decision, group, &mut decided)).collect();
    }
    let mut rows = Vec::with_capacity(data.len());
    for mut group in groups {
        let rank = rows.len() as u32 + 1;
        group.sort_by_key(|row| (data.numbers[*row as usize], *row));
        for row in group {
            let index = row as usize;
            rows.push(Standing {
                number: data.numbers[index],
                index,
                rank,
                // Scores are limited far below the range of i32 as long as a table has fewer than 2000 rounds; beyond that
                // the shown points stop at the limit.
                points: Points::from_hundredths(i32::try_from(data.main().scores[index]).unwrap_or(i32::MAX)),
                values: columns.iter().map(|column| column[index]).collect(),
                decided: decided[index],
            });
        }
    }
    Standings { codes: list.to_vec(), rows, data: Arc::new(data) }
}

/// Applies a tie-break inside each group that is still level.
fn refine(groups: &mut Vec<Vec<u32>>, divider: &mut Divider<'_>) {
    let mut refined = Vec::with_capacity(groups.len());
    for group in groups.drain(..) {
        if group.len() > 1 { refined.extend(divider.divide(&group)) } else { refined.push(group) }
    }
    *groups = refined;
}

/// Those of a level group whom the decision names, in its order, and then the others together.
fn decide(data: &Data, decision: &Decision, group: Vec<u32>, decided: &mut [Option<DecisionKind>]) -> Vec<Vec<u32>> {
    let place = |row: &u32| decision.order.iter().position(|number| *number == data.numbers[*row as usize]);
    let (mut named, rest): (Vec<u32>, Vec<u32>) = group.iter().partition(|row| place(row).is_some());
    if group.len() < 2 || named.is_empty() {
        return vec![group];
    }
    named.sort_by_key(place);
    for row in &named {
        decided[*row as usize] = Some(decision.kind);
    }
    let mut parts: Vec<Vec<u32>> = named.into_iter().map(|row| vec![row]).collect();
    if !rest.is_empty() {
        parts.push(rest);
    }
    parts
}
