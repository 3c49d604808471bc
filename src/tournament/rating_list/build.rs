//! Indexing a list.

use super::columns::{ColumnMap, Field};
use super::entries::{self, Packer};
use super::player::{self, Kind, ListedPlayer, ListedRating};
use super::search::{BLOCKS, FIRSTS, META, PLAYERS};
use super::sort::Sorter;
use super::source::{self, Context};
use super::{ListError, ListInfo, guard};
use crate::model::PartialDate;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// What to know before indexing.
#[derive(Clone, Debug)]
pub struct IndexOptions {
    /// Name of the list: `FIDE`, `DWZ`.
    pub list: String,
    /// Its date; `None` takes the one that header, file name or zip tell.
    pub date: Option<PartialDate>,
    /// Columns of a CSV file whose names do not say what they hold.
    pub map: ColumnMap,
    /// Bytes of memory for sorting.
    pub memory: usize,
}

impl Default for IndexOptions {
    fn default() -> Self {
        IndexOptions { list: "FIDE".to_owned(), date: None, map: ColumnMap::default(), memory: 64 << 20 }
    }
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The list is read; counted in bytes, unpacked.
    Reading,
    /// The index is written; counted in keys.
    Writing,
}

/// How far indexing has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub phase: Phase,
    /// How much of it is done.
    pub done: u64,
    /// How much there is.
    pub total: u64,
}

/// Something in the list that was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Line, from 1.
    pub line: u64,
    /// What, and what was done.
    pub text: String,
}

/// What was indexed.
#[derive(Clone, Debug)]
pub struct IndexReport {
    /// The list.
    pub info: ListInfo,
    /// The first hundred things that were not understood.
    pub remarks: Vec<Remark>,
    /// All of them, counted.
    pub remark_count: u64,
    /// Rows that gave no player.
    pub left_out: u64,
    /// Identity numbers that stand in the list more than once.
    pub repeated_ids: u64,
    /// The first ten of them.
    pub repeated: Vec<String>,
}

const MOST_REMARKS: usize = 100;
const BLOCK: usize = 4000;

/// Reads the list in `file` and writes the index at `path`; an index that is there is replaced once the new one is complete. Folders are
/// made as needed. Memory stays bounded whatever the length of the list. `progress` is called now and then and may stop the work.
///
/// # Errors
/// When the list cannot be read (naming file, line and remedy), the index cannot be written, or `progress` stopped the work.
pub fn index(
    file: &Path,
    path: &Path,
    options: &IndexOptions,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<IndexReport, ListError> {
    let fail = |error: std::io::Error| ListError::write(path, error);
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    std::fs::create_dir_all(&folder).map_err(fail)?;
    let scratch = tempfile::Builder::new().prefix(".rating-list-").tempfile_in(&folder).map_err(fail)?;
    let report = write(file, path, scratch.path(), &folder, options, progress)?;
    scratch.persist(path).map_err(|error| {
        ListError::write(
            path,
            format!("{}; close other windows of the program that use the list, then try again", error.error),
        )
    })?;
    Ok(report)
}

/// Players of the list as they come, on their way into the store.
struct Intake<'t, 'p> {
    target: &'p Path,
    players: redb::Table<'t, u32, &'static [u8]>,
    sorter: Sorter,
    block: String,
    first: u32,
    count: u32,
    federations: HashMap<String, u16>,
    codes: Vec<String>,
    remarks: Vec<Remark>,
    remark_count: u64,
    left_out: u64,
}

impl Intake<'_, '_> {
    fn remark(&mut self, line: u64, text: String) {
        self.remark_count += 1;
        if self.remarks.len() < MOST_REMARKS {
            self.remarks.push(Remark { line, text });
        }
    }

    /// The number of a federation; 0 stands for more than can be told apart.
    fn federation(&mut self, code: String) -> u16 {
        if let Some(number) = self.federations.get(&code) {
            return *number;
        }
        let number = u16::try_from(self.codes.len() + 1).unwrap_or(0);
        if number > 0 {
            self.codes.push(code.clone());
            self.federations.insert(code, number);
        }
        number
    }

    fn add(&mut self, player: &ListedPlayer) -> Result<(), ListError> {
        if self.block.len() > BLOCK - 200 {
            self.flush()?;
        }
        let number = self.count;
        self.count = number.checked_add(1).ok_or_else(|| ListError::write(self.target, "the list is too long"))?;
        if !self.block.is_empty() {
            self.block.push('\n');
        }
        player::encode(player, &mut self.block);
        let federation = self.federation(entries::code(&player.federation));
        let (sorter, target) = (&mut self.sorter, self.target);
        entries::keys(player, number, federation, |key| sorter.push(key))
            .map_err(|error| ListError::write(target, error))
    }

    fn flush(&mut self) -> Result<(), ListError> {
        if !self.block.is_empty() {
            let mut block = std::mem::take(&mut self.block).into_bytes();
            guard::seal(&mut block);
            let inserted = self.players.insert(self.first, block.as_slice());
            inserted.map_err(|error| ListError::write(self.target, error))?;
        }
        self.first = self.count;
        Ok(())
    }
}

/// What ends a merge early.
enum Halt {
    Io(std::io::Error),
    List(ListError),
}

impl From<std::io::Error> for Halt {
    fn from(error: std::io::Error) -> Halt {
        Halt::Io(error)
    }
}

fn write(
    file: &Path,
    target: &Path,
    scratch: &Path,
    folder: &Path,
    options: &IndexOptions,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<IndexReport, ListError> {
    let fail = |error: redb::Error| ListError::write(target, error);
    let database = redb::Database::builder().set_cache_size(options.memory).create(scratch);
    let database = database.map_err(|error| fail(error.into()))?;
    let transaction = database.begin_write().map_err(|error| fail(error.into()))?;
    let report = {
        let mut intake = Intake {
            target,
            players: transaction.open_table(PLAYERS).map_err(|error| fail(error.into()))?,
            sorter: Sorter::new(folder.to_owned(), options.memory),
            block: String::new(),
            first: 0,
            count: 0,
            federations: HashMap::new(),
            codes: Vec::new(),
            remarks: Vec::new(),
            remark_count: 0,
            left_out: 0,
        };
        let mut rows = 0u64;
        let mut take = |context: &Context, line: u64, row: player::Row| {
            if rows.is_multiple_of(2048) {
                let (done, total) = (context.position.bytes.get(), context.total);
                if progress(Progress { phase: Phase::Reading, done: done.min(total), total }).is_break() {
                    return Err(ListError::Stopped);
                }
            }
            rows += 1;
            match row.finish() {
                Ok((player, remarks)) => {
                    remarks.into_iter().for_each(|text| intake.remark(line, text));
                    intake.add(&player)
                }
                Err(message) => {
                    intake.left_out += 1;
                    intake.remark(line, message);
                    Ok(())
                }
            }
        };
        let (heading, fields) = source::read(file, &options.map, &mut take)?;
        intake.flush()?;
        if u64::from(intake.count) <= intake.left_out {
            let (line, text) =
                intake.remarks.first().map_or((1, String::new()), |r| (r.line, format!(" ({})", r.text)));
            let message = format!("hardly any line gives a player{text}; is this a rating list with a header line?");
            return Err(ListError::line(file, line, message));
        }
        let kinds = Kind::ALL.into_iter().filter(|kind| fields.contains(&Field::Rating(*kind)));
        // The names of single lists' columns do not say the kind, the file's name does.
        let kinds: Vec<Kind> = kinds.map(|kind| if kind == Kind::Standard { heading.kind } else { kind }).collect();
        let info = ListInfo {
            list: options.list.clone(),
            source: heading.source,
            date: options.date.or(heading.date),
            indexed_at: jiff::Timestamp::now().to_string(),
            players: u64::from(intake.count),
            kinds,
        };
        let Intake { sorter, codes, remarks, remark_count, left_out, .. } = intake;
        let (repeated_ids, repeated, firsts) = keys(&transaction, sorter, target, progress)?;
        let mut meta = transaction.open_table(META).map_err(|error| fail(error.into()))?;
        let text = |value: Result<String, ron::Error>| value.map_err(|error| ListError::write(target, error));
        let told =
            [text(ron::to_string(&info))?, text(ron::to_string(&codes))?, text(ron::to_string(&heading.kind))?, firsts];
        let sum = guard::text_sum(told.iter().map(String::as_bytes));
        let [info_text, codes, kind, firsts] = told;
        for (key, value) in [
            ("version", super::search::VERSION.to_owned()),
            ("info", info_text),
            ("federations", codes),
            ("unqualified", kind),
            ("firsts", firsts),
            ("sum", sum),
        ] {
            meta.insert(key, value.as_str()).map_err(|error| fail(error.into()))?;
        }
        IndexReport { info, remarks, remark_count, left_out, repeated_ids, repeated }
    };
    transaction.commit().map_err(|error| fail(error.into()))?;
    database.close().map_err(|error| fail(error.into()))?;
    Ok(report)
}

/// Sorts the keys and stores them in blocks. Gives the number of repeated identity numbers, and the checksum of the blocks' first keys.
fn keys(
    transaction: &redb::WriteTransaction,
    sorter: Sorter,
    target: &Path,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<(u64, Vec<String>, String), ListError> {
    let fail = |error: redb::Error| ListError::write(target, error);
    let mut blocks = transaction.open_table(BLOCKS).map_err(|error| fail(error.into()))?;
    let mut firsts = transaction.open_table(FIRSTS).map_err(|error| fail(error.into()))?;
    let total = sorter.len();
    let (mut done, mut number, mut repeated) = (0u64, 0u32, 0u64);
    let mut last_id: Vec<u8> = Vec::new();
    let mut named: Vec<String> = Vec::new();
    let mut sum = guard::text_sum([]);
    let mut packer = Packer::default();
    let mut flush = |packer: &mut Packer| -> Result<(), ListError> {
        if !packer.block.is_empty() {
            guard::seal(&mut packer.block);
            sum = guard::text_sum([sum.as_bytes(), &packer.first]);
            blocks.insert(number, packer.block.as_slice()).map_err(|error| fail(error.into()))?;
            firsts.insert(number, packer.first.as_slice()).map_err(|error| fail(error.into()))?;
            packer.block.clear();
            number += 1;
        }
        Ok(())
    };
    let merged = sorter.finish(|key| {
        if done.is_multiple_of(16384) && progress(Progress { phase: Phase::Writing, done, total }).is_break() {
            return Err(Halt::List(ListError::Stopped));
        }
        done += 1;
        if let (Some(&entries::ID), Some(parts)) = (key.first(), entries::parts(key)) {
            if parts.text == last_id {
                repeated += 1;
                let id = String::from_utf8_lossy(parts.text).into_owned();
                if named.len() < 10 && named.last() != Some(&id) {
                    named.push(id);
                }
            }
            last_id.clear();
            last_id.extend_from_slice(parts.text);
        }
        if packer.is_full(key) {
            flush(&mut packer).map_err(Halt::List)?;
        }
        packer.push(key);
        Ok(())
    });
    match merged {
        Ok(()) => flush(&mut packer)?,
        Err(Halt::Io(error)) => return Err(ListError::write(target, error)),
        Err(Halt::List(error)) => return Err(error),
    }
    let _ = progress(Progress { phase: Phase::Writing, done: total, total });
    Ok((repeated, named, sum))
}

/// Ratings of a list of one kind, read from unqualified columns, moved to their kind.
pub(super) fn place(player: &mut ListedPlayer, unqualified: Kind) {
    if unqualified != Kind::Standard {
        let rating: Option<ListedRating> = player.ratings[Kind::Standard as usize].take();
        player.ratings[unqualified as usize] = rating.or(player.ratings[unqualified as usize]);
    }
}
