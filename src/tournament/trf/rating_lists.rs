//! Ratings of players in report files. The 001 record has FIDE's rating only, a record named by a federation's code a national one; ratings of any other
//! list, and K where it is known, stand in comments, so that nothing is lost between an event and its file.

use super::player::PlayerRecord;
use super::{Trf, TrfError};
use crate::crosstable::CrossTable;
use crate::model::*;
use std::collections::{BTreeMap, HashMap};

const CHOSEN: &str = "Rating list of the event: ";
const RATINGS: &str = "Ratings of the list ";
const COEFFICIENTS: &str = "K of the list ";

/// Values of players in a line.
const IN_A_LINE: usize = 16;

/// Whether a comment of a file is one of those of this module.
pub(super) fn is_comment(text: &str) -> bool {
    text.starts_with(CHOSEN) || told(text, RATINGS).is_some() || told(text, COEFFICIENTS).is_some()
}

/// `NAME: 1=1850 2=1790` after a prefix.
fn told<'t>(text: &'t str, prefix: &str) -> Option<(&'t str, Vec<(u32, u16)>)> {
    let (name, values) = text.strip_prefix(prefix)?.rsplit_once(": ")?;
    let pair = |word: &str| {
        let (number, value) = word.split_once('=')?;
        Some((number.parse().ok()?, value.parse().ok().filter(|value| *value > 0)?))
    };
    Some((name, values.split_whitespace().map(pair).collect::<Option<Vec<_>>>()?))
}

/// The rating that stands in the 001 record: FIDE's, by the list that the settings name where it is one of FIDE's, else by the discipline.
pub(super) fn official<'p>(player: &'p Player, settings: &Settings) -> Option<&'p Rating> {
    if is_fide_list(&settings.rating_list) {
        return player.ratings.iter().find(|rating| rating.list.eq_ignore_ascii_case(&settings.rating_list));
    }
    settings.fide_rating(player)
}

/// What is written of the ratings of an event's players besides the 001 records.
#[derive(Default)]
pub(super) struct Written {
    /// National rating records: federation and record.
    pub national: Vec<(String, PlayerRecord)>,
    /// Lists without a record: ratings by number.
    others: BTreeMap<String, Vec<(u32, u16)>>,
    /// K by list and number.
    coefficients: BTreeMap<String, Vec<(u32, u16)>>,
}

impl Written {
    /// Takes the ratings of a player other than the one of the 001 record.
    pub fn player(&mut self, number: u32, player: &Player, official: Option<&Rating>) {
        let mut records: BTreeMap<String, u16> = BTreeMap::new();
        for rating in &player.ratings {
            let own = official.is_some_and(|official| official.list == rating.list);
            let code = code_of(&rating.list).filter(|code| !records.contains_key(code));
            // In the file the rating of the 001 record is one of the list FIDE.
            let name = match (&code, own) {
                (_, true) => "FIDE".to_owned(),
                (Some(code), _) => code.clone(),
                _ => super::export::clean(&rating.list),
            };
            if let Some(k) = rating.k {
                self.coefficients.entry(name.clone()).or_default().push((number, k.into()));
            }
            match code {
                _ if own => {}
                Some(code) => {
                    records.insert(code, rating.value);
                }
                None => self.others.entry(name).or_default().push((number, rating.value)),
            }
        }
        for list in player.national.keys() {
            // Listed there without a rating.
            records.entry(list.clone()).or_insert(0);
        }
        for (code, rating) in records {
            let entry = player.national.get(&code);
            let title_text = entry.map_or_else(String::new, |entry| super::export::clean(&entry.title_text));
            let name = entry.map(|entry| super::export::clean(&entry.name)).filter(|name| !name.is_empty());
            let record = PlayerRecord {
                number,
                sex: player.sex,
                title: entry.map_or(player.title, |entry| entry.title),
                title_text,
                name: name.unwrap_or_else(|| super::export::clean(&player.name)),
                rating: u32::from(rating),
                federation: entry.map_or_else(String::new, |entry| super::export::clean(&entry.origin)),
                id: entry.map_or_else(String::new, |entry| super::export::clean(&entry.id)),
                birth: entry.and_then(|entry| entry.birth).or(player.birth),
                ..PlayerRecord::default()
            };
            self.national.push((code, record));
        }
    }

    /// The comments, and what the arbiter should know.
    pub fn comments(&self, settings: &Settings) -> (Vec<String>, Vec<String>) {
        let (mut comments, mut remarks) = (Vec::new(), Vec::new());
        if !settings.rating_list.is_empty() && settings.seeding.method == StartRating::List {
            let list = &settings.rating_list;
            let name = match code_of(list) {
                _ if is_fide_list(list) => "FIDE".to_owned(),
                Some(code) => code,
                None => super::export::clean(list),
            };
            comments.push(format!("{CHOSEN}{name}"));
        }
        let mut lines = |prefix: &str, list: &str, values: &[(u32, u16)]| {
            for values in values.chunks(IN_A_LINE) {
                let values: Vec<String> = values.iter().map(|(number, value)| format!("{number}={value}")).collect();
                comments.push(format!("{prefix}{list}: {}", values.join(" ")));
            }
        };
        for (list, values) in &self.others {
            lines(RATINGS, list, values);
            let players = if values.len() == 1 { "1 player".to_owned() } else { format!("{} players", values.len()) };
            let why = match list.as_str() {
                crate::csv::UNNAMED_LIST => {
                    "which list it is has not been said; name it FIDE or by a federation's code, as GER, to have it in the records"
                }
                list if is_fide_list(list) => "the 001 record has one FIDE rating",
                _ => "national records are named by a federation's code, as GER",
            };
            remarks.push(format!(
                "the ratings of {players} in the list \"{list}\" have no place in the records and stand in comments: {why}"
            ));
        }
        for (list, values) in &self.coefficients {
            lines(COEFFICIENTS, list, values);
        }
        (comments, remarks)
    }
}

/// The federation by which a national record of a list is named: the name itself where it looks like one, as files have it.
fn code_of(list: &str) -> Option<String> {
    let plain = list.len() == 3 && list.bytes().all(|byte| byte.is_ascii_uppercase());
    national_code(list).or_else(|| plain.then(|| list.to_owned()))
}

/// Record 172 for an event: its own method; of an event that orders by a national list alone that method.
pub(super) fn method(settings: &Settings) -> String {
    let seeding = &settings.seeding;
    let text = |national: &str, code: &str| format!("{:<3} {code}", national.chars().take(3).collect::<String>());
    match (seeding.method.code(), code_of(&settings.rating_list)) {
        (Some(code), _) => text(&code_of(&seeding.national).unwrap_or_else(|| seeding.national.clone()), code),
        (None, Some(national)) => text(&national, "NRO"),
        (None, None) => String::new(),
    }
}

/// The ratings of all players of a file by number: FIDE's first, then the national ones, then those of comments.
pub(super) fn of_players(trf: &Trf) -> HashMap<u32, Vec<Rating>> {
    let mut found: HashMap<u32, Vec<Rating>> = HashMap::new();
    let mut add = |number: u32, list: &str, value: u32| {
        if let Some(value) = u16::try_from(value).ok().filter(|value| *value > 0) {
            let ratings = found.entry(number).or_default();
            if ratings.iter().all(|rating| rating.list != list) {
                ratings.push(Rating { list: list.to_owned(), value, k: None });
            }
        }
    };
    trf.players.iter().for_each(|record| add(record.number, "FIDE", record.rating));
    trf.national.iter().for_each(|(code, record)| add(record.number, code, record.rating));
    for (list, values) in trf.comments.iter().filter_map(|(_, text)| told(text, RATINGS)) {
        values.into_iter().for_each(|(number, value)| add(number, list, value.into()));
    }
    for (list, values) in trf.comments.iter().filter_map(|(_, text)| told(text, COEFFICIENTS)) {
        for (number, k) in values {
            let ratings = found.get_mut(&number).into_iter().flatten();
            for rating in ratings.filter(|rating| rating.list == list) {
                rating.k = u8::try_from(k).ok();
            }
        }
    }
    found
}

/// The event's own list, and how the players are ordered by record 172.
pub(super) fn choice(trf: &Trf) -> (String, Seeding) {
    let chosen = trf.comments.iter().find_map(|(_, text)| text.strip_prefix(CHOSEN));
    match chosen.map(str::trim).filter(|list| !list.is_empty()) {
        Some(list) => (list.to_owned(), Seeding::default()),
        None => (String::new(), seeding(&trf.header.starting_rank_method).unwrap_or_default()),
    }
}

/// Record 172: a federation and a method that is known.
pub(super) fn seeding(text: &str) -> Option<Seeding> {
    let mut words = text.split_whitespace();
    let (first, second) = (words.next()?, words.next());
    let (national, code) = second.map_or(("", first), |second| (first, second));
    Some(Seeding { method: StartRating::from_code(code)?, national: national.to_owned(), ..Seeding::default() })
}

/// Nothing but FIDE's ratings, ordered by them.
fn is_plain(trf: &Trf) -> bool {
    trf.national.is_empty() && !trf.comments.iter().any(|(_, text)| is_comment(text))
}

impl Trf {
    /// Ratings by which the players of the file are ordered, where these are not all FIDE's: as record 172 and the comments say.
    pub(super) fn order_by_start_ratings(&self, table: &mut CrossTable) {
        if is_plain(self) {
            return;
        }
        self.put_ratings(table, |settings, player| settings.start_rating(player).map(|rating| rating.value));
    }

    fn put_ratings(&self, table: &mut CrossTable, of: impl Fn(&Settings, &Player) -> Option<u16>) {
        let (rating_list, seeding) = choice(self);
        let settings = Settings { rating_list, seeding, ..Settings::default() };
        let mut ratings = of_players(self);
        for row in &mut table.rows {
            let ratings = ratings.remove(&row.entrant.tpn).unwrap_or_default();
            let federation = self.player(row.entrant.tpn).map(|record| record.federation.clone()).unwrap_or_default();
            let player = Player { ratings, federation, ..Player::default() };
            row.entrant.rating = of(&settings, &player).map_or(0, u32::from);
        }
    }

    /// The cross table with the ratings that are rated: FIDE's; those of the event's own list where a comment names another; national ones where nobody has
    /// one of FIDE.
    ///
    /// # Errors
    /// As [`Trf::cross_table`].
    pub fn rated_table(&self, rounds: Option<u32>) -> Result<CrossTable, TrfError> {
        let mut table = self.cross_table(rounds)?;
        if !is_plain(self) {
            let fide = self.players.iter().any(|record| record.rating > 0)
                || of_players(self).values().flatten().any(|rating| is_fide_list(&rating.list));
            self.put_ratings(&mut table, |settings, player| {
                settings.official_rating(player, fide).map(|rating| rating.value)
            });
        }
        Ok(table)
    }

    /// K as comments of the file give it for the ratings that are rated, by number.
    pub(crate) fn told_k(&self, table: &CrossTable) -> HashMap<u32, u8> {
        if is_plain(self) {
            return HashMap::new();
        }
        let ratings = of_players(self);
        let told = table.rows.iter().filter_map(|row| {
            let mine = ratings.get(&row.entrant.tpn)?.iter();
            let mut mine = mine.filter(|known| u32::from(known.value) == row.entrant.rating);
            Some((row.entrant.tpn, mine.find_map(|known| known.k)?))
        });
        told.collect()
    }
}
