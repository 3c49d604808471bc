//! Keeping a damaged index from doing harm: checksums in what is stored, and a fence around the store itself.
//!
//! The store checks its own pages only when it repairs a file, and gives up with a panic where a page makes no sense. What stands in the pages is
//! checked here instead, and a panic of the store becomes an error that says what to do.

use super::ListError;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Once;

/// Bytes that [`seal`] adds.
const SEAL: usize = 4;

/// A checksum of 32 bits, eight bytes at a step. Each step can be undone, so that a change of a single word is always seen before the sum is folded.
fn sum(bytes: &[u8]) -> u32 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut state = FACTOR ^ bytes.len() as u64;
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        state = (state ^ u64::from_le_bytes(*word)).wrapping_mul(FACTOR).rotate_left(29);
    }
    for byte in rest {
        state = (state ^ u64::from(*byte)).wrapping_mul(FACTOR).rotate_left(29);
    }
    state ^= state >> 32;
    state.wrapping_mul(FACTOR).to_be_bytes()[..4].iter().fold(0, |sum, byte| sum << 8 | u32::from(*byte))
}

/// Adds the checksum to a block.
pub(super) fn seal(block: &mut Vec<u8>) {
    let sum = sum(block);
    block.extend_from_slice(&sum.to_le_bytes());
}

/// The block without its checksum; `None` when they do not agree.
pub(super) fn sound(block: &[u8]) -> Option<&[u8]> {
    let (content, seal) = block.split_at_checked(block.len().checked_sub(SEAL)?)?;
    (seal == sum(content).to_le_bytes()).then_some(content)
}

/// A checksum of several texts as text.
pub(super) fn text_sum<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    parts.into_iter().fold(String::new(), |sums, part| format!("{:08x}", sum(&[sums.as_bytes(), part].concat())))
}

thread_local! {
    /// Panics of this thread are caught and become errors: nothing is printed of them.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Reads from the store at `path`; a panic in it becomes the error of a damaged index.
pub(super) fn guarded<T>(path: &Path, read: impl FnOnce() -> Result<T, ListError>) -> Result<T, ListError> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !GUARDED.get() {
                before(info);
            }
        }));
    });
    let outer = GUARDED.replace(true);
    // After a panic nothing of what was read is kept, and the store was opened for reading only.
    let result = catch_unwind(AssertUnwindSafe(read));
    GUARDED.set(outer);
    result.unwrap_or_else(|_| Err(damaged(path)))
}

/// The error of a damaged index.
pub(super) fn damaged(path: &Path) -> ListError {
    ListError::index(path, "the index is damaged; index the list again")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changed_byte_is_seen() {
        let mut block: Vec<u8> = (0..101u8).map(|n| n.wrapping_mul(37)).collect();
        seal(&mut block);
        assert_eq!(sound(&block).map(<[u8]>::len), Some(101));
        for at in 0..block.len() {
            for bit in 0..8 {
                let mut other = block.clone();
                other[at] ^= 1 << bit;
                assert_eq!(sound(&other), None, "byte {at}, bit {bit}");
            }
            assert_eq!(sound(&block[..at]), None);
        }
        assert_ne!(text_sum([b"ab".as_slice(), b"c"]), text_sum([b"a".as_slice(), b"bc"]));
    }

    #[test]
    fn a_panic_becomes_an_error() {
        let path = Path::new("list.redb");
        let error = guarded(path, || -> Result<(), ListError> { panic!("a page makes no sense") }).unwrap_err();
        assert_eq!(error.to_string(), "list.redb: the index is damaged; index the list again");
        assert_eq!(guarded(path, || Ok(7)).unwrap(), 7);
    }
}
