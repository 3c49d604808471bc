//! Searching an indexed list.

use super::entries::{self, Unpacker};
use super::player::{self, Kind};
use super::{ListError, ListInfo, ListedPlayer, build, fold, guard};
use redb::{ReadOnlyTable, ReadableDatabase, ReadableTable, TableDefinition};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Form of the index.
pub(super) const VERSION: &str = "2";
/// About the list.
pub(super) const META: TableDefinition<&str, &str> = TableDefinition::new("meta");
/// Lines of players by the number of the first one.
pub(super) const PLAYERS: TableDefinition<u32, &[u8]> = TableDefinition::new("players");
/// Blocks of keys.
pub(super) const BLOCKS: TableDefinition<u32, &[u8]> = TableDefinition::new("blocks");
/// First key of each block.
pub(super) const FIRSTS: TableDefinition<u32, &[u8]> = TableDefinition::new("firsts");

/// Bytes of the store that are kept in memory.
const CACHE: usize = 48 << 20;

/// What to look for.
#[derive(Clone, Debug)]
pub struct Query {
    /// Words or beginnings of words of the name, in any order, in any case, with or without accents; or the beginning of an identity number.
    /// The code of a federation among the words, as in `lee usa`, also finds that federation's players. Empty: everybody.
    pub text: String,
    /// Only players of this federation.
    pub federation: Option<String>,
    /// Most players to give.
    pub limit: usize,
}

impl Query {
    /// Everything that fits a text; fifty players at most.
    pub fn text(text: impl Into<String>) -> Query {
        Query { text: text.into(), federation: None, limit: 50 }
    }
}

/// An indexed list, open for searching. Several windows and programs may have it open.
pub struct RatingList {
    path: PathBuf,
    info: ListInfo,
    unqualified: Kind,
    federations: Vec<String>,
    /// First key of each block, ascending.
    firsts: Vec<Box<[u8]>>,
    players: ReadOnlyTable<u32, &'static [u8]>,
    blocks: ReadOnlyTable<u32, &'static [u8]>,
    _database: redb::ReadOnlyDatabase,
}

impl std::fmt::Debug for RatingList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RatingList").field("path", &self.path).field("info", &self.info).finish_non_exhaustive()
    }
}

/// One stretch of keys that a search looks through.
struct Search<'a> {
    words: &'a [String],
    federation: Option<u16>,
    limit: usize,
    seen: HashSet<u32>,
    found: Vec<u32>,
}

/// Players found so far, the best first.
#[derive(Default)]
struct Found {
    limit: usize,
    seen: HashSet<u32>,
    players: Vec<u32>,
}

/// How a text may be meant: as it stands; with ü as ue; and with ue as ü, which lists fold to u.
fn search_readings(text: &str) -> Vec<Vec<String>> {
    let mut readings = fold::readings(text);
    let plain = |word: &String| word.replace("ae", "a").replace("oe", "o").replace("ue", "u");
    let short: Vec<String> = readings[0].iter().map(plain).collect();
    if !readings.contains(&short) {
        readings.push(short);
    }
    readings
}

/// The words with one a, o or u of one of them written out as an umlaut: `muller` as `mueller`.
fn umlauts_written_out(words: &[String]) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    for (place, word) in words.iter().enumerate() {
        for (at, _) in word.match_indices(['a', 'o', 'u']) {
            let mut other = words.to_vec();
            other[place].insert(at + 1, 'e');
            all.push(other);
        }
    }
    all
}

impl RatingList {
    /// Opens an index that [`super::index`] wrote.
    ///
    /// # Errors
    /// When there is no index, or it is damaged or of another version; the message says to index the list (again).
    pub fn open(path: &Path) -> Result<RatingList, ListError> {
        if !path.exists() {
            let message = "there is no indexed rating list; index one first (pairwright list index FILE)";
            return Err(ListError::index(path, message));
        }
        guard::guarded(path, || RatingList::read(path))
    }

    fn read(path: &Path) -> Result<RatingList, ListError> {
        let fail = |error: redb::Error| ListError::index(path, unreadable(&error));
        let database = redb::Database::builder().set_cache_size(CACHE).open_read_only(path);
        let database = database.map_err(|error| fail(error.into()))?;
        let transaction = database.begin_read().map_err(|error| fail(error.into()))?;
        let meta = transaction.open_table(META).map_err(|error| fail(error.into()))?;
        let text = |key: &str| -> Result<String, ListError> {
            let value = meta.get(key).map_err(|error| fail(error.into()))?;
            Ok(value.map(|value| value.value().to_owned()).unwrap_or_default())
        };
        if text("version")? != VERSION {
            let message = "the index was written by another version of the program; index the list again";
            return Err(ListError::index(path, message));
        }
        let told = [text("info")?, text("federations")?, text("unqualified")?, text("firsts")?];
        if text("sum")? != guard::text_sum(told.iter().map(String::as_bytes)) {
            return Err(guard::damaged(path));
        }
        let damaged = |error: ron::error::SpannedError| ListError::index(path, unreadable(&error));
        let info = ron::from_str(&told[0]).map_err(damaged)?;
        let federations = ron::from_str(&told[1]).map_err(damaged)?;
        let unqualified = ron::from_str(&told[2]).map_err(damaged)?;
        let table = transaction.open_table(FIRSTS).map_err(|error| fail(error.into()))?;
        let mut firsts: Vec<Box<[u8]>> = Vec::new();
        let mut sum = guard::text_sum([]);
        for entry in table.iter().map_err(|error| fail(error.into()))? {
            let (_, key) = entry.map_err(|error| fail(error.into()))?;
            sum = guard::text_sum([sum.as_bytes(), key.value()]);
            firsts.push(key.value().into());
        }
        if sum != told[3] {
            return Err(guard::damaged(path));
        }
        Ok(RatingList {
            path: path.to_owned(),
            info,
            unqualified,
            federations,
            firsts,
            players: transaction.open_table(PLAYERS).map_err(|error| fail(error.into()))?,
            blocks: transaction.open_table(BLOCKS).map_err(|error| fail(error.into()))?,
            _database: database,
        })
    }

    /// Name, source and date of the list.
    pub fn info(&self) -> &ListInfo {
        &self.info
    }

    /// Finds players as one types: those whose name begins as typed come first, whole words before beginnings, then by the rest of the name.
    ///
    /// # Errors
    /// When the index is damaged.
    pub fn search(&self, query: &Query) -> Result<Vec<ListedPlayer>, ListError> {
        self.guarded(|| self.look_for(query))
    }

    fn look_for(&self, query: &Query) -> Result<Vec<ListedPlayer>, ListError> {
        let federation = match query.federation.as_deref().map(entries::code).filter(|code| !code.is_empty()) {
            None => None,
            Some(code) => match self.federation(&code) {
                Some(number) => Some((code, number)),
                None => return Ok(Vec::new()),
            },
        };
        let mut found = Found { limit: query.limit, ..Found::default() };
        let readings = search_readings(&query.text);
        for words in &readings {
            self.look(words, federation.as_ref(), &mut found)?;
        }
        if federation.is_none() {
            for words in &readings {
                for (place, word) in words.iter().enumerate().filter(|(_, word)| word.len() == 3) {
                    let code = entries::code(word);
                    let Some(number) = self.federation(&code) else { continue };
                    let mut others = words.clone();
                    others.remove(place);
                    self.look(&others, Some(&(code, number)), &mut found)?;
                }
            }
        }
        if found.players.is_empty() {
            for words in umlauts_written_out(&readings[0]) {
                self.look(&words, federation.as_ref(), &mut found)?;
            }
        }
        found.players.into_iter().map(|number| self.player(number)).collect()
    }

    /// Adds whoever fits the words, of one federation or of any.
    fn look(&self, words: &[String], federation: Option<&(String, u16)>, found: &mut Found) -> Result<(), ListError> {
        let Found { limit, seen, players } = std::mem::take(found);
        let number = federation.map(|(_, number)| *number);
        let mut search = Search { words, federation: number, limit, seen, found: players };
        for prefix in self.plan(words, federation.map(|(code, _)| code.as_str())) {
            self.scan(&prefix, &mut search)?;
        }
        *found = Found { limit, seen: search.seen, players: search.found };
        Ok(())
    }

    /// Runs a search; what a damaged file makes the store do becomes an error.
    fn guarded<T>(&self, read: impl FnOnce() -> Result<T, ListError>) -> Result<T, ListError> {
        guard::guarded(&self.path, read)
    }

    /// The players with this identity number; more than one only when the list repeats it.
    ///
    /// # Errors
    /// When the index is damaged.
    pub fn by_id(&self, id: &str) -> Result<Vec<ListedPlayer>, ListError> {
        let code = entries::code(id);
        if code.is_empty() {
            return Ok(Vec::new());
        }
        self.exactly(vec![[&[entries::ID], code.as_bytes(), &[0]].concat()])
    }

    /// The players of exactly this name, in either order of surname and first names; accents and case do not count.
    ///
    /// # Errors
    /// When the index is damaged.
    pub fn by_name(&self, name: &str) -> Result<Vec<ListedPlayer>, ListError> {
        let mut prefixes = Vec::new();
        for words in fold::readings(name).iter().filter(|words| !words.is_empty()) {
            for first in 0..words.len() {
                let turned = [&words[first..], &words[..first]].concat().join(" ");
                let mut key = [&[entries::NAME], turned.as_bytes()].concat();
                key.truncate(entries::MOST);
                key.push(0);
                prefixes.push(key);
            }
        }
        self.exactly(prefixes)
    }

    fn exactly(&self, prefixes: Vec<Vec<u8>>) -> Result<Vec<ListedPlayer>, ListError> {
        self.guarded(|| {
            let mut search =
                Search { words: &[], federation: None, limit: 1000, seen: HashSet::new(), found: Vec::new() };
            for prefix in prefixes {
                self.scan(&prefix, &mut search)?;
            }
            search.found.into_iter().map(|number| self.player(number)).collect()
        })
    }

    fn federation(&self, code: &str) -> Option<u16> {
        let place = self.federations.iter().position(|known| known == code)?;
        u16::try_from(place + 1).ok()
    }

    /// The stretches of keys to look through, in this order.
    fn plan(&self, words: &[String], federation: Option<&str>) -> Vec<Vec<u8>> {
        let key = |family: u8, text: &str, end: &[u8]| [&[family], text.as_bytes(), end].concat();
        let whole = federation.map(|code| key(entries::FEDERATION, code, &[entries::BREAK]));
        if words.is_empty() {
            return vec![whole.unwrap_or_else(|| vec![entries::NAME])];
        }
        let mut plan = Vec::new();
        if let [word] = words
            && word.bytes().any(|b| b.is_ascii_digit())
        {
            plan.push(key(entries::ID, word, &[]));
        }
        let phrase = words.join(" ");
        let both = |text: &str, end: &[u8]| [key(entries::NAME, text, end), key(entries::TURNED, text, end)];
        let cost = |way: &[Vec<u8>]| way.iter().map(|prefix| self.size(prefix)).sum::<usize>();
        // All that fit are found by the word with the fewest keys; the other words are checked in each key.
        let ways = words.iter().map(|word| both(word, &[]));
        let cheapest = ways.min_by_key(|way| cost(way)).map(Vec::from).unwrap_or_default();
        let ends = [&[0][..], b" ", b""];
        match whole {
            Some(whole) if cost(std::slice::from_ref(&whole)) < cost(&cheapest) => {
                plan.extend(ends.map(|end| [&whole, phrase.as_bytes(), end].concat()));
                plan.push(whole);
            }
            _ => {
                ends.iter().for_each(|end| plan.extend(both(&phrase, end)));
                // A single word has been looked through already.
                plan.extend(cheapest.into_iter().filter(|_| words.len() > 1));
            }
        }
        plan
    }

    /// The blocks that may hold keys with the prefix.
    fn blocks_of(&self, prefix: &[u8]) -> std::ops::Range<usize> {
        let start = self.firsts.partition_point(|first| &**first < prefix).saturating_sub(1);
        let end = self.firsts.partition_point(|first| &**first < prefix || first.starts_with(prefix));
        start..end
    }

    fn size(&self, prefix: &[u8]) -> usize {
        self.blocks_of(prefix).len()
    }

    /// Looks through the keys with the prefix.
    fn scan(&self, prefix: &[u8], search: &mut Search) -> Result<(), ListError> {
        let range = self.blocks_of(prefix);
        if range.is_empty() || search.found.len() >= search.limit {
            return Ok(());
        }
        let fail = |error: redb::StorageError| ListError::index(&self.path, unreadable(&error));
        let damaged = || guard::damaged(&self.path);
        // There are fewer blocks than players, whose numbers have 32 bits.
        for block in self.blocks.range(range.start as u32..range.end as u32).map_err(fail)? {
            let (_, block) = block.map_err(fail)?;
            let mut keys = Unpacker::new(guard::sound(block.value()).ok_or_else(damaged)?);
            while let Some(key) = keys.next_key().map_err(|()| damaged())? {
                if !key.starts_with(prefix) {
                    if key > prefix {
                        return Ok(());
                    }
                    continue;
                }
                let parts = entries::parts(key).ok_or_else(damaged)?;
                if search.federation.is_some_and(|federation| federation != parts.federation) {
                    continue;
                }
                let is_id = parts.text.first() == Some(&entries::ID);
                if (is_id || fits(entries::name(parts.text), search.words)) && search.seen.insert(parts.player) {
                    search.found.push(parts.player);
                    if search.found.len() >= search.limit {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    fn player(&self, number: u32) -> Result<ListedPlayer, ListError> {
        let damaged = || guard::damaged(&self.path);
        let fail = |error: redb::StorageError| ListError::index(&self.path, unreadable(&error));
        let (first, block) =
            self.players.range(..=number).map_err(fail)?.next_back().ok_or_else(damaged)?.map_err(fail)?;
        let block = guard::sound(block.value()).ok_or_else(damaged)?;
        let text = std::str::from_utf8(block).map_err(|_| damaged())?;
        let line = text.split('\n').nth((number - first.value()) as usize).ok_or_else(damaged)?;
        let mut player = player::decode(line).ok_or_else(damaged)?;
        build::place(&mut player, self.unqualified);
        Ok(player)
    }
}

fn unreadable(error: &dyn std::fmt::Display) -> String {
    format!("the index is damaged ({error}); index the list again")
}

/// Every word begins a word of the name.
fn fits(name: &[u8], words: &[String]) -> bool {
    words.iter().all(|word| name.split(|b| *b == b' ').any(|part| part.starts_with(word.as_bytes())))
}
