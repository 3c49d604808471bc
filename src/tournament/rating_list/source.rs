//! Opening a list: what it is, and how much of it has been read.

use super::columns::{self, ColumnMap};
use super::player::{Kind, Row};
use super::{ListError, fixed, table, xml};
use crate::model::PartialDate;
use encoding_rs::WINDOWS_1252;
use std::borrow::Cow;
use std::cell::Cell;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Result as IoResult, Seek};
use std::path::Path;
use std::rc::Rc;

/// How far reading has come.
#[derive(Default)]
pub(super) struct Position {
    /// Bytes, unpacked.
    pub bytes: Cell<u64>,
    /// Line ends passed.
    pub lines: Cell<u64>,
}

/// Counts bytes and line ends of what is taken from it.
pub(super) struct Counted<R> {
    inner: R,
    position: Rc<Position>,
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, out: &mut [u8]) -> IoResult<usize> {
        let available = self.fill_buf()?;
        let count = available.len().min(out.len());
        out[..count].copy_from_slice(&available[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> IoResult<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        // What is consumed was filled before, so that this reads nothing.
        if let Ok(buffer) = self.inner.fill_buf() {
            let ends = buffer.iter().take(count).filter(|b| **b == b'\n').count();
            self.position.lines.set(self.position.lines.get() + ends as u64);
        }
        self.position.bytes.set(self.position.bytes.get() + count as u64);
        self.inner.consume(count);
    }
}

/// What a list's file says of the list.
pub(super) struct Heading {
    /// Name of the file, and of the file inside a zip.
    pub source: String,
    /// Date, from the name or the zip.
    pub date: Option<PartialDate>,
    /// What an unqualified rating column holds.
    pub kind: Kind,
}

/// What a reader needs to know and tells.
pub(super) struct Context<'a> {
    /// For messages.
    pub file: &'a Path,
    /// Size, unpacked.
    pub total: u64,
    pub position: Rc<Position>,
    pub map: &'a ColumnMap,
    /// A date that the header names.
    pub date: Option<PartialDate>,
    /// Fields that the list has.
    pub fields: Vec<columns::Field>,
}

/// Takes the rows with their lines.
pub(super) type Sink<'a> = dyn FnMut(&Context, u64, Row) -> Result<(), ListError> + 'a;

/// Reads the list in a file, whatever its format.
pub(super) fn read(path: &Path, map: &ColumnMap, sink: &mut Sink) -> Result<(Heading, Vec<columns::Field>), ListError> {
    let fail = |error: std::io::Error| ListError::file(path, error);
    let mut file = File::open(path).map_err(fail)?;
    let total = file.metadata().map_err(fail)?.len();
    let mut magic = Vec::new();
    file.by_ref().take(4).read_to_end(&mut magic).map_err(fail)?;
    file.rewind().map_err(fail)?;
    let mut source = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if !magic.starts_with(b"PK\x03\x04") {
        let date = columns::month_and_year(&source);
        return plain(path, file, total, map, Heading { kind: kind(&source), source, date }, sink);
    }
    let damaged = |error: zip::result::ZipError| {
        ListError::file(
            path,
            format!("the zip cannot be read ({error}); fetch it again, or unpack it and give the list itself"),
        )
    };
    let mut archive = zip::ZipArchive::new(BufReader::new(file)).map_err(damaged)?;
    let lists: Vec<(usize, u64)> = (0..archive.len())
        .filter_map(|index| {
            let entry = archive.by_index_raw(index).ok()?;
            let name = entry.name().ok()?.to_ascii_lowercase();
            [".txt", ".xml", ".csv", ".tsv"].iter().any(|end| name.ends_with(end)).then_some((index, entry.size()))
        })
        .collect();
    let (index, size) = match lists[..] {
        [one] => one,
        [] => return Err(ListError::file(path, "the zip holds no .txt, .xml or .csv file; give a rating list")),
        _ => return Err(ListError::file(path, "the zip holds several lists; unpack it and give one of them")),
    };
    let entry = archive.by_index(index).map_err(damaged)?;
    let inner = entry.name().map_err(damaged)?;
    let inner = inner.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    let packed = entry.last_modified().filter(zip::DateTime::is_valid);
    let packed = packed.map(|at| PartialDate { year: at.year(), month: at.month(), day: at.day() });
    let date = columns::month_and_year(&inner).or_else(|| columns::month_and_year(&source));
    let kind = kind(&format!("{inner} {source}"));
    source = format!("{source}: {inner}");
    plain(path, entry, size, map, Heading { source, date: date.or(packed), kind }, sink)
}

/// The kind that a file's name tells.
fn kind(name: &str) -> Kind {
    let name = name.to_ascii_lowercase();
    match (name.contains("rapid"), name.contains("blitz")) {
        (true, false) => Kind::Rapid,
        (false, true) => Kind::Blitz,
        _ => Kind::Standard,
    }
}

fn plain(
    path: &Path,
    reader: impl Read,
    total: u64,
    map: &ColumnMap,
    heading: Heading,
    sink: &mut Sink,
) -> Result<(Heading, Vec<columns::Field>), ListError> {
    let fail = |error: std::io::Error| ListError::file(path, error);
    let position = Rc::<Position>::default();
    let mut reader = Counted { inner: BufReader::with_capacity(1 << 16, reader), position: position.clone() };
    let start = reader.fill_buf().map_err(fail)?;
    if start.is_empty() {
        return Err(ListError::file(path, "the file is empty; give a rating list"));
    }
    if start.starts_with(b"\xEF\xBB\xBF") {
        reader.consume(3);
    }
    let start = reader.fill_buf().map_err(fail)?;
    let is_xml = start.iter().find(|b| !b.is_ascii_whitespace()) == Some(&b'<');
    let mut context = Context { file: path, total, position, map, date: None, fields: Vec::new() };
    if is_xml {
        xml::read(reader, &mut context, sink)?;
    } else {
        let mut header = Vec::new();
        while header.trim_ascii().is_empty() {
            header.clear();
            // Without a line end somewhere this is no text.
            if reader.by_ref().take(1 << 20).read_until(b'\n', &mut header).map_err(fail)? == 0 {
                return Err(ListError::file(path, "the file is empty; give a rating list"));
            }
        }
        match table::separator(&header) {
            Some(separator) => table::read(reader, &header, separator, &mut context, sink)?,
            None => fixed::read(reader, &header, &mut context, sink)?,
        }
    }
    let Context { date, fields, .. } = context;
    Ok((Heading { date: date.or(heading.date), ..heading }, fields))
}

/// UTF-8, or else Windows-1252.
pub(super) fn text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
}
