//! From a table to the column of any tie-break.

use super::code::{Name, TieBreak, Unit};
use super::direct::Encounter;
use super::field::{Edition, Field};
use super::opponents::{Contribution, contributions, cut, koya, total};
use super::own::{self, Count};
use super::rated::{Rated, RatedGame};
use super::value::{Value, rounded_mean};
use crate::crosstable::CrossTable;

/// Points by board for board count, top boards and bottom board elimination, hundredths.
#[derive(Clone, Debug)]
pub(crate) struct Boards {
    /// Row by row: the sum on each board over all matches.
    pub totals: Vec<Vec<i64>>,
    /// Row by row and round by round: the points on each board.
    pub rounds: Vec<Vec<Vec<i64>>>,
}

/// Everything that tie-breaks are computed from.
#[derive(Clone, Debug)]
pub(crate) struct Data {
    pub numbers: Vec<u32>,
    /// 0: unrated. Empty for teams.
    pub ratings: Vec<i64>,
    /// One field for players, match points and game points for teams.
    pub fields: Vec<Field>,
    /// The same under Fore Buchholz.
    pub fores: Vec<Field>,
    /// Which field decides the event.
    pub primary: usize,
    pub boards: Option<Boards>,
}

/// Which of the two fields the first and the second factor of E..SB come from.
const fn extended(name: Name) -> Option<(Unit, Unit)> {
    match name {
        Name::ExtendedMM => Some((Unit::Match, Unit::Match)),
        Name::ExtendedMG => Some((Unit::Match, Unit::Game)),
        Name::ExtendedGM => Some((Unit::Game, Unit::Match)),
        Name::ExtendedGG => Some((Unit::Game, Unit::Game)),
        _ => None,
    }
}

impl Data {
    pub fn of_players(table: &CrossTable, edition: Edition) -> Data {
        let field = Field::of_players(table, edition);
        Data {
            numbers: table.rows.iter().map(|row| row.entrant.tpn).collect(),
            ratings: table.rows.iter().map(|row| i64::from(row.entrant.rating.min(10_000))).collect(),
            fores: vec![field.fore()],
            fields: vec![field],
            primary: 0,
            boards: None,
        }
    }

    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    fn is_team(&self) -> bool {
        self.fields.len() > 1
    }

    /// Which field a unit stands for.
    pub fn field_index(&self, unit: Option<Unit>) -> usize {
        match unit {
            None => self.primary,
            Some(Unit::Match) => 0,
            Some(Unit::Game) => self.fields.len() - 1,
        }
    }

    /// The field of a unit, as played or under Fore Buchholz.
    pub fn field(&self, unit: Option<Unit>, fore: bool) -> &Field {
        let fields = if fore { &self.fores } else { &self.fields };
        &fields[self.field_index(unit)]
    }

    /// The score that decides the event.
    pub fn main(&self) -> &Field {
        &self.fields[self.primary]
    }

    /// The other score of a team; the same one for players.
    pub fn secondary(&self) -> &Field {
        if self.is_team() { &self.fields[1 - self.primary] } else { self.main() }
    }

    pub fn rated(&self, unrated: Option<u16>) -> Rated<'_> {
        Rated { field: self.main(), ratings: &self.ratings, unrated }
    }

    /// Whether the tie-break makes sense for these participants.
    fn fits(&self, name: Name) -> bool {
        if self.is_team() { !name.is_rating() } else { !name.is_team() }
    }

    /// The two fields of a sum over opponents: opponents' scores and, for products, own points.
    pub fn factors(&self, code: &TieBreak) -> Option<(&Field, Option<&Field>)> {
        let fore = code.fore || code.name == Name::ForeBuchholz;
        match code.name {
            Name::Buchholz | Name::ForeBuchholz => Some((self.field(code.unit, fore), None)),
            Name::SonnebornBerger => {
                let field = self.field(code.unit, fore);
                Some((field, Some(field)))
            }
            name => {
                let (first, second) = extended(name)?;
                Some((self.field(Some(first), fore), Some(self.field(Some(second), fore))))
            }
        }
    }

    /// The divisor of SSSC (art. 13.4): from the highest score that the whole event can give, so that it is the same after every round.
    pub fn divisor(&self, code: &TieBreak) -> i64 {
        let highest = self.main().win * self.main().rounds_total;
        let in_one_match = self.secondary().win;
        let computed = if in_one_match > 0 { highest / in_one_match } else { 1 };
        code.divisor.map_or(computed, i64::from).max(1)
    }

    /// The scores by which direct encounter divides, in the order in which they are tried.
    pub fn encounter_fields(&self, code: &TieBreak) -> Vec<&Field> {
        match code.name {
            Name::DirectEncounter => vec![self.field(code.unit, false)],
            _ => vec![self.main(), self.secondary()],
        }
    }

    /// What an own-results tie-break counts, if it is a count.
    pub const fn count(name: Name) -> Option<Count> {
        Some(match name {
            Name::Wins => Count::Wins,
            Name::GamesWon => Count::GamesWon,
            Name::BlackGames => Count::BlackGames,
            Name::BlackWins => Count::BlackWins,
            Name::RoundsElected | Name::GamesElected => Count::Elected,
            Name::VoluntaryUnplayed => Count::Voluntary,
            Name::Games => Count::Games,
            Name::RoundsPaired => Count::Paired,
            _ => return None,
        })
    }

    /// Buchholz sums of everybody, hundredths.
    pub fn buchholz(&self, unit: Option<Unit>, fore: bool, forfeits: bool) -> Vec<i64> {
        let field = self.field(unit, fore);
        let mut list = Vec::with_capacity(field.rounds);
        (0..self.len())
            .map(|row| {
                contributions(field, None, row, forfeits, &mut list);
                total(&list)
            })
            .collect()
    }

    /// Performances (TPR or PTP) of everybody.
    pub fn performances(&self, rated: &Rated<'_>, perfect: bool) -> Vec<Option<i64>> {
        let mut games = Vec::new();
        (0..self.len())
            .map(|row| {
                rated.games(row, &mut games);
                if perfect { rated.perfect(&games) } else { rated.performance(&games) }
            })
            .collect()
    }

    /// The values of everybody. For tie-breaks that are places inside a group: the place among those with the same points.
    pub fn column(&self, code: &TieBreak) -> Vec<Value> {
        if !self.fits(code.name) {
            return vec![Value::Undefined; self.len()];
        }
        if code.name.is_place() {
            return self.places(code);
        }
        let field = self.field(code.unit, code.fore);
        let rows = 0..self.len();
        let each = |value: &dyn Fn(usize) -> Value| rows.clone().map(value).collect::<Vec<_>>();
        if let Some((first, own)) = self.factors(code) {
            let mut list: Vec<Contribution> = Vec::with_capacity(field.rounds);
            return rows
                .map(|row| {
                    contributions(first, own, row, code.forfeits, &mut list);
                    cut(&mut list, code.cut_low, code.cut_high);
                    if own.is_some() { Value::products(total(&list)) } else { Value::points(total(&list)) }
                })
                .collect();
        }
        if let Some(what) = Data::count(code.name) {
            return each(&|row| Value::whole(own::count(field, what, row)));
        }
        match code.name {
            Name::Points => each(&|row| Value::points(self.main().scores[row])),
            Name::MatchPoints => each(&|row| Value::points(self.fields[0].scores[row])),
            Name::GamePoints => each(&|row| Value::points(self.field(Some(Unit::Game), false).scores[row])),
            Name::OtherScore => each(&|row| Value::points(self.secondary().scores[row])),
            Name::Progressive => each(&|row| Value::points(own::progressive(field, row, code.cut_low))),
            Name::StandardPoints => {
                each(&|row| Value::points((0..field.rounds).map(|round| own::standard_points(field, row, round)).sum()))
            }
            Name::PairingNumber => each(&|row| Value::whole(i64::from(self.numbers[row]))),
            Name::AverageBuchholz => {
                let sums = self.buchholz(code.unit, code.fore, code.forfeits);
                let plain = self.field(code.unit, false);
                each(&|row| {
                    let (sum, games) = plain.met(row).fold((0, 0), |(sum, n), (_, o, _)| (sum + sums[o], n + 1));
                    Value::ratio(sum, 100 * games)
                })
            }
            Name::Koya => each(&|row| Value::points(koya(field, row, code.line, code.forfeits))),
            Name::ScheduleStrength => {
                let sums = self.buchholz(None, code.fore, code.forfeits);
                let divisor = self.divisor(code);
                each(&|row| Value::ratio(self.secondary().scores[row] * divisor + sums[row], 100 * divisor))
            }
            Name::BoardCount => each(&|row| self.boards.as_ref().map_or(Value::Undefined, |b| b.count(row))),
            Name::AdjustedScore => each(&|row| Value::points(field.adjusted[row])),
            Name::AdjustedForeScore => each(&|row| Value::points(self.field(code.unit, true).adjusted[row])),
            Name::ColorDifference => each(&|row| Value::whole(own::color_difference(field, row))),
            _ => self.rating_column(code),
        }
    }

    fn rating_column(&self, code: &TieBreak) -> Vec<Value> {
        let rated = self.rated(code.unrated);
        let whole = |number: Option<i64>| number.map_or(Value::Undefined, Value::whole);
        let mut games: Vec<RatedGame> = Vec::new();
        let averaged = match code.name {
            Name::AveragePerformance => Some(self.performances(&rated, false)),
            Name::AveragePerfect => Some(self.performances(&rated, true)),
            _ => None,
        };
        (0..self.len())
            .map(|row| {
                if let Some(performances) = &averaged {
                    let known = rated.field.met(row).filter_map(|(_, opponent, _)| performances[opponent]);
                    let (sum, count) = known.fold((0, 0), |(sum, n), performance| (sum + performance, n + 1));
                    return whole(rounded_mean(sum, count));
                }
                rated.games(row, &mut games);
                match code.name {
                    Name::Rating => whole(rated.rating(row)),
                    Name::AverageRating => whole(rated.average(&mut games, code.cut_low, code.cut_high)),
                    Name::Performance => whole(rated.performance(&games)),
                    Name::PerfectPerformance => whole(rated.perfect(&games)),
                    Name::ExpectedScore => rated.expected(row, &games).map_or(Value::Undefined, Value::hundredths),
                    _ => Value::Undefined,
                }
            })
            .collect()
    }

    /// Places inside the groups with the same points: 0 where a group is not divided.
    fn places(&self, code: &TieBreak) -> Vec<Value> {
        let scores = &self.main().scores;
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        order.sort_by_key(|row| (std::cmp::Reverse(scores[*row as usize]), *row));
        let mut places = vec![Value::whole(0); self.len()];
        let mut divider = Divider::new(self, *code);
        for group in order.chunk_by(|a, b| scores[*a as usize] == scores[*b as usize]) {
            if group.len() == 1 {
                continue;
            }
            let parts = divider.divide(group);
            if parts.len() == 1 {
                continue;
            }
            let mut place = 1;
            for part in parts {
                for row in &part {
                    places[*row as usize] = Value::whole(place);
                }
                place += part.len() as i64;
            }
        }
        places
    }
}

impl Boards {
    /// Board count: board number times points on it.
    pub fn count(&self, row: usize) -> Value {
        let products = self.totals[row].iter().enumerate().map(|(board, points)| (board as i64 + 1) * points);
        Value::points(products.sum())
    }

    /// The key of top board results: higher is better, board by board.
    pub fn top(&self, row: usize) -> Vec<i64> {
        self.totals[row].clone()
    }

    /// The key of bottom board elimination: the sum without the last board, without the last two, ...
    pub fn bottom(&self, row: usize) -> Vec<i64> {
        let mut sums: Vec<i64> = self.totals[row]
            .iter()
            .scan(0, |sum, points| {
                *sum += points;
                Some(*sum)
            })
            .collect();
        sums.pop();
        sums.reverse();
        sums
    }
}

/// Divides groups of tied participants by one tie-break.
pub(crate) struct Divider<'a> {
    data: &'a Data,
    code: TieBreak,
    way: Way<'a>,
}

enum Way<'a> {
    Values(Vec<Value>),
    Encounter(Encounter<'a>),
    Boards,
}

impl<'a> Divider<'a> {
    pub fn new(data: &'a Data, code: TieBreak) -> Divider<'a> {
        let way = if !data.fits(code.name) {
            Way::Values(vec![Value::Undefined; data.len()])
        } else if code.name == Name::DirectEncounter || code.name.is_encounter() {
            Way::Encounter(Encounter::new(data.encounter_fields(&code), code.forfeits))
        } else if code.name.is_place() {
            Way::Boards
        } else {
            Way::Values(data.column(&code))
        };
        Divider { data, code, way }
    }

    /// With values that are there already.
    pub fn with_values(data: &'a Data, code: TieBreak, values: Vec<Value>) -> Divider<'a> {
        Divider { data, code, way: Way::Values(values) }
    }

    /// The group in order; those who stay level stand together.
    pub fn divide(&mut self, group: &[u32]) -> Vec<Vec<u32>> {
        let data = self.data;
        let mut parts = match &mut self.way {
            Way::Values(values) => {
                let lower = self.code.lower_is_better();
                if self.code.name == Name::BoardCount && !same_game_points(data, group) {
                    return vec![group.to_vec()];
                }
                return by_key(group, |row| {
                    let value = values[row];
                    // Undefined ranks last in either direction.
                    let defined = value != Value::Undefined;
                    (defined, if lower { Signed::Low(std::cmp::Reverse(value)) } else { Signed::High(value) })
                });
            }
            Way::Encounter(encounter) => {
                let parts = encounter.divide(group);
                parts.into_iter().flat_map(|part| last_two(data, self.code.name, part)).collect()
            }
            Way::Boards => by_boards(data, self.code.name, group),
        };
        if self.code.reverse {
            parts.reverse();
        }
        parts
    }
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Signed {
    Low(std::cmp::Reverse<Value>),
    High(Value),
}

/// The group in falling order of a key; equal keys stand together.
fn by_key<K: Ord>(group: &[u32], key: impl Fn(usize) -> K) -> Vec<Vec<u32>> {
    let mut keyed: Vec<(K, u32)> = group.iter().map(|row| (key(*row as usize), *row)).collect();
    keyed.sort_by(|a, b| b.0.cmp(&a.0));
    keyed.chunk_by(|a, b| a.0 == b.0).map(|part| part.iter().map(|(_, row)| *row).collect()).collect()
}

fn same_game_points(data: &Data, group: &[u32]) -> bool {
    let scores = &data.field(Some(Unit::Game), false).scores;
    group.windows(2).all(|pair| scores[pair[0] as usize] == scores[pair[1] as usize])
}

fn by_boards(data: &Data, name: Name, group: &[u32]) -> Vec<Vec<u32>> {
    let Some(boards) = &data.boards else { return vec![group.to_vec()] };
    match name {
        Name::TopBoards => by_key(group, |row| boards.top(row)),
        Name::BottomBoards => by_key(group, |row| boards.bottom(row)),
        Name::BoardCount if same_game_points(data, group) => by_key(group, |row| std::cmp::Reverse(boards.count(row))),
        _ => vec![group.to_vec()],
    }
}

/// Art. 13.3.2: when exactly two teams are left level, the boards decide.
fn last_two(data: &Data, name: Name, part: Vec<u32>) -> Vec<Vec<u32>> {
    let keys: &[Name] = match name {
        Name::EncounterCount => &[Name::BoardCount],
        Name::EncounterCountTop => &[Name::BoardCount, Name::TopBoards],
        Name::EncounterCountBottom => &[Name::BoardCount, Name::BottomBoards],
        Name::EncounterTop => &[Name::TopBoards],
        Name::EncounterBottom => &[Name::BottomBoards],
        _ => &[],
    };
    if part.len() == 2 {
        for key in keys {
            let parts = by_boards(data, *key, &part);
            if parts.len() == 2 {
                return parts;
            }
        }
    }
    vec![part]
}
