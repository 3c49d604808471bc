//! The event as norms see it.

use super::NormGame;
use crate::crosstable::{CrossTable, PairingKind, Row};
use crate::model::{Sex, Title};
use crate::ratings::half_points;
use crate::trf::Trf;
use pairing::swiss::{EntryKind, Tpn};
use std::collections::{BTreeSet, HashMap};

/// What norms need of a player besides the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Person {
    /// Federation, three letters.
    pub federation: String,
    /// Sex, where known; norms of women's titles are looked at for women only.
    pub sex: Option<Sex>,
}

/// An event in which norms are looked for.
#[derive(Clone, Debug)]
pub struct NormEvent<'a> {
    /// The rounds so far.
    pub table: &'a CrossTable,
    /// By number.
    pub people: HashMap<Tpn, Person>,
    /// The federation where the event is held; empty: unknown.
    pub host: String,
    /// The rules on federations of opponents are waived (1.4.3): national championships, zonals, Swiss events with many foreigners.
    pub exempt: bool,
    /// Least number of games: 9, in some team events 7 or 8 (1.4.1).
    pub least_games: u32,
    rows: HashMap<Tpn, usize>,
    nobody: Person,
}

impl<'a> NormEvent<'a> {
    /// An event with nine games as the least number. The federations' rules are waived when the table shows that they may be
    /// ([`many_foreigners`](NormEvent::many_foreigners)).
    pub fn new(table: &'a CrossTable, people: HashMap<Tpn, Person>, host: &str) -> NormEvent<'a> {
        let rows = table.rows.iter().enumerate().map(|(at, row)| (row.entrant.tpn, at)).collect();
        let mut event = NormEvent {
            table,
            people,
            host: host.to_owned(),
            exempt: false,
            least_games: 9,
            rows,
            nobody: Person::default(),
        };
        event.exempt = event.many_foreigners();
        event
    }

    /// With the federations and sexes of a report file.
    pub fn from_trf(table: &'a CrossTable, trf: &Trf) -> NormEvent<'a> {
        let person =
            |record: &crate::trf::PlayerRecord| Person { federation: record.federation.clone(), sex: record.sex };
        let people = trf.players.iter().map(|record| (record.number, person(record))).collect();
        NormEvent::new(table, people, &trf.header.federation)
    }

    /// The row of a player.
    pub fn row(&self, number: Tpn) -> Option<&'a Row> {
        self.rows.get(&number).map(|at| &self.table.rows[*at])
    }

    /// Federation and sex of a player; empty when nothing is known.
    pub fn person(&self, number: Tpn) -> &Person {
        self.people.get(&number).unwrap_or(&self.nobody)
    }

    /// The games that count (1.4.2): played over the board and rated; in a round-robin not those against unrated players who scored nothing
    /// against rated ones.
    pub fn games(&self, number: Tpn) -> Vec<NormGame> {
        let Some(row) = self.row(number) else { return Vec::new() };
        let entries = row.entrant.rounds.iter().take(self.table.rounds as usize).zip(1..);
        entries
            .filter_map(|(entry, round)| {
                let opponent = entry.opponent.filter(|_| entry.kind == EntryKind::Played { rated: true })?;
                let other = self.row(opponent)?;
                let unrated = other.entrant.rating == 0;
                if unrated && self.table.kind != PairingKind::Swiss && self.scores_nothing(other) {
                    return None;
                }
                Some(NormGame {
                    round,
                    opponent,
                    rating: other.entrant.rating.min(4000),
                    title: other.title,
                    federation: self.person(opponent).federation.clone(),
                    half_points: half_points(entry.points, &self.table.scoring),
                })
            })
            .collect()
    }

    /// Games still to be played against opponents who are known: open ones, and where everybody meets everybody all that are missing. Those who have left
    /// are not waited for.
    pub fn coming(&self, number: Tpn) -> Vec<NormGame> {
        let Some(row) = self.row(number) else { return Vec::new() };
        let entries: Vec<_> = row.entrant.rounds.iter().take(self.table.rounds as usize).collect();
        let game = |opponent: Tpn, round: u32| {
            let other = self.row(opponent)?;
            Some(NormGame {
                round,
                opponent,
                rating: other.entrant.rating.min(4000),
                title: other.title,
                federation: self.person(opponent).federation.clone(),
                half_points: 0,
            })
        };
        let open = entries.iter().zip(1..).filter(|(entry, _)| entry.kind == EntryKind::Adjourned);
        let mut games: Vec<NormGame> = open.filter_map(|(entry, round)| game(entry.opponent?, round)).collect();
        if let PairingKind::Predetermined { cycles } = self.table.kind
            && self.table.rounds < self.table.rounds_total
        {
            for other in self.table.rows.iter().filter(|other| other.entrant.tpn != number) {
                let opponent = other.entrant.tpn;
                let met = entries.iter().filter(|entry| entry.opponent == Some(opponent)).count();
                let left = other.entrant.rounds.last().is_some_and(|entry| entry.kind == EntryKind::ForfeitLoss);
                let missing = usize::from(cycles).saturating_sub(met);
                games.extend((0..missing).filter(|_| !left).filter_map(|_| game(opponent, 0)));
            }
        }
        games
    }

    fn scores_nothing(&self, row: &Row) -> bool {
        row.entrant.rounds.iter().take(self.table.rounds as usize).all(|entry| {
            let rated =
                entry.opponent.and_then(|number| self.row(number)).is_some_and(|other| other.entrant.rating > 0);
            !(entry.kind.is_played() && rated && half_points(entry.points, &self.table.scoring) > 0)
        })
    }

    /// A Swiss in which in every round at least 40 played whose average rating was at least 2000 (1.5.6): of the 40 strongest of the round. An application
    /// needs one norm of such an event, or of certain championships.
    pub fn forty_of_2000(&self) -> bool {
        let round = |round: usize| {
            let here = self
                .table
                .rows
                .iter()
                .filter(|row| row.entrant.rounds.get(round).is_some_and(|entry| entry.kind.is_played()));
            let mut ratings: Vec<u32> = here.map(|row| row.entrant.rating).collect();
            ratings.sort_unstable_by(|a, b| b.cmp(a));
            ratings.len() >= 40 && ratings[..40].iter().sum::<u32>() >= 40 * 2000
        };
        let rounds = self.table.rounds as usize;
        self.table.kind == PairingKind::Swiss && rounds > 0 && (0..rounds).all(round)
    }

    /// A Swiss with at least 20 rated players of at least three federations other than the host's, ten of them with GM, IM, WGM or WIM,
    /// counting who missed at most one round, apart from pairing-allocated byes.
    pub fn many_foreigners(&self) -> bool {
        if self.table.kind != PairingKind::Swiss || self.host.is_empty() {
            return false;
        }
        let rounds = self.table.rounds as usize;
        let missed = |row: &Row| {
            let entries = row.entrant.rounds.iter().take(rounds);
            entries.filter(|entry| !entry.kind.is_played() && entry.kind != EntryKind::PairingBye).count()
        };
        let foreign = |row: &&Row| {
            let federation = &self.person(row.entrant.tpn).federation;
            !federation.is_empty() && *federation != self.host && *federation != "FID"
        };
        let counted = self.table.rows.iter().filter(|row| row.entrant.rating > 0 && missed(row) <= 1).filter(foreign);
        let counted: Vec<&Row> = counted.collect();
        let federations: BTreeSet<&str> =
            counted.iter().map(|row| self.person(row.entrant.tpn).federation.as_str()).collect();
        let strong = |row: &&&Row| matches!(row.title, Some(Title::GM | Title::IM | Title::WGM | Title::WIM));
        counted.len() >= 20 && federations.len() >= 3 && counted.iter().filter(strong).count() >= 10
    }
}
