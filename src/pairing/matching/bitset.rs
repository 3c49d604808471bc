//! Sets of small numbers as words of bits.

/// A set of numbers below a fixed bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    /// The empty set for numbers below `bound`.
    pub fn new(bound: usize) -> BitSet {
        BitSet { words: vec![0; bound.div_ceil(64)] }
    }

    /// The set of all numbers below `bound`.
    pub fn full(bound: usize) -> BitSet {
        let mut set = BitSet { words: vec![u64::MAX; bound.div_ceil(64)] };
        if !bound.is_multiple_of(64)
            && let Some(last) = set.words.last_mut()
        {
            *last = (1 << (bound % 64)) - 1;
        }
        set
    }

    /// The set of the given numbers.
    pub fn of(bound: usize, members: impl IntoIterator<Item = usize>) -> BitSet {
        let mut set = BitSet::new(bound);
        members.into_iter().for_each(|member| set.insert(member));
        set
    }

    /// The words, lowest numbers first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The words, to be changed.
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// Whether `i` is a member.
    pub fn contains(&self, i: usize) -> bool {
        self.words.get(i / 64).is_some_and(|word| word >> (i % 64) & 1 == 1)
    }

    /// Adds a member.
    pub fn insert(&mut self, i: usize) {
        self.words[i / 64] |= 1 << (i % 64);
    }

    /// Takes a member out.
    pub fn remove(&mut self, i: usize) {
        self.words[i / 64] &= !(1 << (i % 64));
    }

    /// Makes the set empty.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Number of members.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// The members, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        ones(&self.words)
    }

    /// The smallest member of this set and the row.
    pub fn first_common(&self, row: &[u64]) -> Option<usize> {
        first_common(&self.words, row)
    }
}

/// The positions of the bits that are set, ascending.
pub fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(i, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some(i * 64 + bit)
        })
    })
}

/// The first position set in both.
pub fn first_common(a: &[u64], b: &[u64]) -> Option<usize> {
    a.iter().zip(b).position(|(x, y)| x & y != 0).map(|i| i * 64 + (a[i] & b[i]).trailing_zeros() as usize)
}

/// A square matrix of bits; of a graph, the rows are the neighbours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BitMatrix {
    size: usize,
    stride: usize,
    words: Vec<u64>,
}

impl BitMatrix {
    /// The matrix without a set bit.
    pub fn new(size: usize) -> BitMatrix {
        let stride = size.div_ceil(64);
        BitMatrix { size, stride, words: vec![0; size * stride] }
    }

    /// Number of rows.
    pub fn size(&self) -> usize {
        self.size
    }

    /// A row.
    pub fn row(&self, i: usize) -> &[u64] {
        &self.words[i * self.stride..(i + 1) * self.stride]
    }

    /// A row, to be changed.
    pub fn row_mut(&mut self, i: usize) -> &mut [u64] {
        &mut self.words[i * self.stride..(i + 1) * self.stride]
    }

    /// Whether a bit is set.
    pub fn get(&self, i: usize, j: usize) -> bool {
        self.words[i * self.stride + j / 64] >> (j % 64) & 1 == 1
    }

    /// Adds the edge between `i` and `j`.
    pub fn connect(&mut self, i: usize, j: usize) {
        self.words[i * self.stride + j / 64] |= 1 << (j % 64);
        self.words[j * self.stride + i / 64] |= 1 << (i % 64);
    }

    /// Takes away the edge between `i` and `j`.
    pub fn disconnect(&mut self, i: usize, j: usize) {
        self.words[i * self.stride + j / 64] &= !(1 << (j % 64));
        self.words[j * self.stride + i / 64] &= !(1 << (i % 64));
    }

    /// Takes away all edges of `i` but those to `keep`.
    pub fn keep_only(&mut self, i: usize, keep: &BitSet) {
        for w in 0..self.stride {
            let word = self.words[i * self.stride + w];
            let kept = word & keep.words()[w];
            for j in ones(&[word & !kept]).map(|bit| w * 64 + bit) {
                self.words[j * self.stride + i / 64] &= !(1 << (i % 64));
            }
            self.words[i * self.stride + w] = kept;
        }
    }
}
