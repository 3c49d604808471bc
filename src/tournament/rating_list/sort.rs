//! Sorting more entries than memory should hold: sorted runs on disk, then one merge.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Result, Seek, Write};
use std::path::PathBuf;

/// Collects byte strings of at most 255 bytes.
pub(super) struct Sorter {
    folder: PathBuf,
    /// Most bytes held in memory.
    memory: usize,
    bytes: Vec<u8>,
    /// Start and length of each entry in `bytes`.
    places: Vec<(u32, u8)>,
    runs: Vec<File>,
    count: u64,
}

impl Sorter {
    /// Runs are written to nameless files in `folder`. `memory` is in bytes, at most 1 GiB.
    pub fn new(folder: PathBuf, memory: usize) -> Sorter {
        let memory = memory.min(1 << 30);
        Sorter { folder, memory, bytes: Vec::new(), places: Vec::new(), runs: Vec::new(), count: 0 }
    }

    /// Number of entries.
    pub fn len(&self) -> u64 {
        self.count
    }

    /// Adds an entry; beyond 255 bytes it is cut.
    pub fn push(&mut self, entry: &[u8]) -> Result<()> {
        let entry = &entry[..entry.len().min(255)];
        if self.bytes.len() + entry.len() + self.places.len() * 8 > self.memory && !self.places.is_empty() {
            self.spill()?;
        }
        // At most 1 GiB is held and an entry has at most 255 bytes.
        self.places.push((self.bytes.len() as u32, entry.len() as u8));
        self.bytes.extend_from_slice(entry);
        self.count += 1;
        Ok(())
    }

    fn sort(&mut self) {
        let bytes = &self.bytes;
        self.places.sort_unstable_by_key(|place| slice(bytes, *place));
    }

    fn spill(&mut self) -> Result<()> {
        self.sort();
        let mut out = BufWriter::with_capacity(1 << 18, tempfile::tempfile_in(&self.folder)?);
        for place in &self.places {
            out.write_all(&[place.1])?;
            out.write_all(slice(&self.bytes, *place))?;
        }
        let mut file = out.into_inner().map_err(std::io::IntoInnerError::into_error)?;
        file.rewind()?;
        self.runs.push(file);
        self.bytes.clear();
        self.places.clear();
        Ok(())
    }

    /// Gives all entries in ascending order.
    pub fn finish<E: From<std::io::Error>>(
        mut self,
        mut each: impl FnMut(&[u8]) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        if self.runs.is_empty() {
            self.sort();
            return self.places.iter().try_for_each(|place| each(slice(&self.bytes, *place)));
        }
        self.spill()?;
        (self.bytes, self.places) = (Vec::new(), Vec::new());
        let mut runs: Vec<_> = self.runs.drain(..).map(|file| BufReader::with_capacity(1 << 18, file)).collect();
        let mut heap = BinaryHeap::with_capacity(runs.len());
        for (index, run) in runs.iter_mut().enumerate() {
            let mut entry = Vec::with_capacity(255);
            if read(run, &mut entry)? {
                heap.push(Reverse((entry, index)));
            }
        }
        while let Some(Reverse((mut entry, index))) = heap.pop() {
            each(&entry)?;
            if read(&mut runs[index], &mut entry)? {
                heap.push(Reverse((entry, index)));
            }
        }
        Ok(())
    }
}

fn slice(bytes: &[u8], (start, length): (u32, u8)) -> &[u8] {
    &bytes[start as usize..start as usize + usize::from(length)]
}

/// The next entry of a run; false at its end.
fn read(run: &mut impl Read, entry: &mut Vec<u8>) -> Result<bool> {
    let mut length = [0];
    if run.read(&mut length)? == 0 {
        return Ok(false);
    }
    entry.resize(usize::from(length[0]), 0);
    run.read_exact(entry)?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_on_disk_and_in_memory_agree_with_a_plain_sort() {
        let folder = tempfile::tempdir().unwrap();
        let mut state = 7u64;
        let entries: Vec<Vec<u8>> = (0..5000)
            .map(|_| {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                state.to_be_bytes()[..2 + (state % 6) as usize].to_vec()
            })
            .collect();
        let mut wanted = entries.clone();
        wanted.sort();
        for memory in [1000, 20_000, 1 << 20] {
            let mut sorter = Sorter::new(folder.path().to_owned(), memory);
            entries.iter().for_each(|entry| sorter.push(entry).unwrap());
            assert_eq!(sorter.len(), 5000);
            let mut found = Vec::new();
            sorter
                .finish(|entry| {
                    found.push(entry.to_vec());
                    Ok::<(), std::io::Error>(())
                })
                .unwrap();
            assert_eq!(found, wanted);
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
