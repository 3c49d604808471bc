//! The search keys of a player, and the blocks in which the index keeps them.
//!
//! All keys stand in one sorted sequence. A key is a family byte, text, a zero byte, the player's number in the list (4 bytes) and the
//! federation's (2 bytes). Families: `n` the name as the list writes it; `r` the name turned so that each further word stands first; `@`
//! federation and name; `#` identity number. Every key of a name holds the whole name, so that further words are checked without
//! looking at the player.

use super::fold;

/// The name as the list writes it.
pub(super) const NAME: u8 = b'n';
/// The name, turned.
pub(super) const TURNED: u8 = b'r';
/// Federation, [`BREAK`], name.
pub(super) const FEDERATION: u8 = b'@';
/// Identity number.
pub(super) const ID: u8 = b'#';
/// Between federation and name.
pub(super) const BREAK: u8 = 1;
/// Bytes after the text: zero, player, federation.
pub(super) const TAIL: usize = 7;
/// Most bytes of text in a key; longer names are cut for searching.
pub(super) const MOST: usize = 240;

/// The text of a key without what follows it.
fn start(family: u8, key: &mut Vec<u8>) {
    key.clear();
    key.push(family);
}

/// A federation or an identity number as it stands in keys.
pub(super) fn code(text: &str) -> String {
    fold::words(text, false).concat()
}

/// Gives every key of a player to `each`.
pub(super) fn keys<E>(
    player: &super::ListedPlayer,
    number: u32,
    federation: u16,
    mut each: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let mut key = Vec::with_capacity(255);
    let mut finish = |key: &mut Vec<u8>| {
        key.truncate(MOST);
        key.push(0);
        key.extend_from_slice(&number.to_be_bytes());
        key.extend_from_slice(&federation.to_be_bytes());
        each(key)
    };
    let words = fold::words(&player.name, false);
    let name = words.join(" ");
    start(NAME, &mut key);
    key.extend_from_slice(name.as_bytes());
    finish(&mut key)?;
    for first in 1..words.len() {
        start(TURNED, &mut key);
        key.extend_from_slice(words[first..].join(" ").as_bytes());
        key.push(b' ');
        key.extend_from_slice(words[..first].join(" ").as_bytes());
        finish(&mut key)?;
    }
    start(FEDERATION, &mut key);
    key.extend_from_slice(code(&player.federation).as_bytes());
    key.push(BREAK);
    key.extend_from_slice(name.as_bytes());
    finish(&mut key)?;
    if !player.id.is_empty() {
        start(ID, &mut key);
        key.extend_from_slice(code(&player.id).as_bytes());
        finish(&mut key)?;
    }
    Ok(())
}

/// A key taken apart.
pub(super) struct Parts<'a> {
    pub text: &'a [u8],
    pub player: u32,
    pub federation: u16,
}

/// Takes a key apart; `None` when it is damaged.
pub(super) fn parts(key: &[u8]) -> Option<Parts<'_>> {
    let (text, tail) = key.split_at_checked(key.len().checked_sub(TAIL)?)?;
    let [_, a, b, c, d, e, f] = *tail else { return None };
    Some(Parts { text, player: u32::from_be_bytes([a, b, c, d]), federation: u16::from_be_bytes([e, f]) })
}

/// The name in a key's text.
pub(super) fn name(text: &[u8]) -> &[u8] {
    match text.first() {
        Some(&FEDERATION) => text.iter().position(|b| *b == BREAK).map_or(&[], |at| &text[at + 1..]),
        Some(_) => &text[1..],
        None => &[],
    }
}

/// Bytes of a block: with its overhead one page of the store.
const BLOCK: usize = 3996;

/// Packs ascending keys into blocks; each key is stored as what differs from the one before.
#[derive(Default)]
pub(super) struct Packer {
    /// The block so far.
    pub block: Vec<u8>,
    /// Its first key.
    pub first: Vec<u8>,
    last: Vec<u8>,
}

impl Packer {
    /// Whether the key would not fit any more.
    pub fn is_full(&self, key: &[u8]) -> bool {
        self.block.len() + key.len() + 2 > BLOCK
    }

    /// Adds a key.
    pub fn push(&mut self, key: &[u8]) {
        if self.block.is_empty() {
            self.first = key.to_vec();
            self.last.clear();
        }
        let shared = self.last.iter().zip(key).take_while(|(a, b)| a == b).count();
        // Keys have at most 255 bytes.
        self.block.extend_from_slice(&[shared as u8, (key.len() - shared) as u8]);
        self.block.extend_from_slice(&key[shared..]);
        self.last.clear();
        self.last.extend_from_slice(key);
    }
}

/// Reads the keys of a block.
pub(super) struct Unpacker<'a> {
    rest: &'a [u8],
    key: Vec<u8>,
}

impl<'a> Unpacker<'a> {
    pub fn new(block: &'a [u8]) -> Unpacker<'a> {
        Unpacker { rest: block, key: Vec::with_capacity(255) }
    }

    /// The next key; `Ok(None)` at the end, `Err` when the block is damaged.
    pub fn next_key(&mut self) -> Result<Option<&[u8]>, ()> {
        let (shared, length) = match *self.rest {
            [] => return Ok(None),
            [shared, length, ref rest @ ..] => {
                self.rest = rest;
                (usize::from(shared), usize::from(length))
            }
            [_] => return Err(()),
        };
        if shared > self.key.len() {
            return Err(());
        }
        let (new, rest) = self.rest.split_at_checked(length).ok_or(())?;
        self.rest = rest;
        self.key.truncate(shared);
        self.key.extend_from_slice(new);
        Ok(Some(&self.key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_give_back_their_keys_and_survive_damage() {
        let keys: Vec<Vec<u8>> = (0..300u32).map(|n| format!("nsmith {:05}", n * 7).into_bytes()).collect();
        let mut packer = Packer::default();
        keys.iter().for_each(|key| packer.push(key));
        let mut reader = Unpacker::new(&packer.block);
        for key in &keys {
            assert_eq!(reader.next_key(), Ok(Some(key.as_slice())));
        }
        assert_eq!(reader.next_key(), Ok(None));
        for cut in 0..packer.block.len().min(60) {
            let mut reader = Unpacker::new(&packer.block[cut..]);
            while let Ok(Some(_)) = reader.next_key() {}
        }
    }
}
