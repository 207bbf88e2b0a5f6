//! Kernel sets of an atlas under construction. Sets share what they have in common, so a set of thousands of kernels
//! costs a few bytes if it differs from another set only in its last kernels.

use std::collections::HashMap;

use blob::Interner;

/// The number of kernels in a chunk: a link has one bit for each kernel of its chunk.
const CHUNK: u32 = u64::BITS;

/// Compaction needs at least this many links, except in a test.
const MANY: u32 = 1 << 20;

/// Sets of kernels by number; 0 is the empty set, and equal sets have one number.
///
/// A set is a chain of links. Indices are divided into chunks of 64; a link has the bits of the last chunk with a
/// kernel of the set, and the number of the set of the kernels before that chunk.
#[derive(Debug)]
pub(crate) struct Members {
    /// Each link is two words. The first has the number of the set before in its upper half, and the number of the
    /// chunk in its lower half; the second has the bits. Link 0 is empty.
    links: Interner<u64>,
    /// How many links the last compaction left.
    live: u32,
    /// Compaction needs at least this many links, and three times as many as `live`.
    many: u32,
}

/// A link: the set before it, the number of its chunk, its kernels.
type Link = (u32, u32, u64);

impl Members {
    pub(crate) fn new() -> Members {
        let mut links = Interner::new();
        links.intern(&[]);
        Members { links, live: 0, many: MANY }
    }

    /// The last link of a set; none for the empty set.
    fn link(&self, set: u32) -> Option<Link> {
        let &[head, bits] = self.links.get(set) else { return None };
        Some(((head >> 32) as u32, head as u32, bits))
    }

    fn add(&mut self, (before, chunk, bits): Link) -> u32 {
        self.links.intern(&[u64::from(before) << 32 | u64::from(chunk), bits])
    }

    /// The set with one more kernel.
    pub(crate) fn with(&mut self, set: u32, kernel: u32) -> u32 {
        let one = self.add((0, kernel / CHUNK, 1 << (kernel % CHUNK)));
        self.union(set, one)
    }

    /// The set of these kernels.
    pub(crate) fn of(&mut self, mut kernels: Vec<u32>) -> u32 {
        kernels.sort_unstable();
        let chunks = kernels.chunk_by(|a, b| a / CHUNK == b / CHUNK);
        let links: Vec<(u32, u64)> = chunks
            .filter_map(|same| Some((same.first()? / CHUNK, same.iter().fold(0, |bits, k| bits | 1 << (k % CHUNK)))))
            .collect();
        links.into_iter().fold(0, |before, (chunk, bits)| self.add((before, chunk, bits)))
    }

    /// The set of all kernels of two sets.
    pub(crate) fn union(&mut self, a: u32, b: u32) -> u32 {
        // Goes from the last chunk down, until the rest of the union is one of the two sets.
        let (mut a, mut b, mut above) = (a, b, Vec::new());
        let mut all = loop {
            match (self.link(a), self.link(b)) {
                (None, _) => break b,
                (_, None) => break a,
                _ if a == b => break a,
                (Some((before, chunk, bits)), Some((other, at, more))) => {
                    above.push((chunk.max(at), (bits * u64::from(chunk >= at)) | (more * u64::from(at >= chunk))));
                    (a, b) = (if chunk >= at { before } else { a }, if at >= chunk { other } else { b });
                }
            }
        };
        while let Some((chunk, bits)) = above.pop() {
            all = self.add((all, chunk, bits));
        }
        all
    }

    /// The kernels of a set, ascending.
    pub(crate) fn kernels(&self, set: u32) -> Vec<u32> {
        let mut links = Vec::new();
        let mut at = set;
        while let Some((before, chunk, bits)) = self.link(at) {
            links.push((chunk, bits));
            at = before;
        }
        let of =
            |(chunk, bits): (u32, u64)| (0..CHUNK).filter(move |i| bits >> i & 1 != 0).map(move |i| chunk * CHUNK + i);
        links.into_iter().rev().flat_map(of).collect()
    }

    /// When there are many links, forgets the sets that are not in `used`, and replaces the numbers in `used` by new
    /// ones.
    pub(crate) fn compact<'a>(&mut self, used: impl Iterator<Item = &'a mut u32>) {
        if self.links.len() < self.many.max(self.live.saturating_mul(3)) {
            return;
        }
        let mut fresh = Members { many: self.many, ..Members::new() };
        let mut known: HashMap<u32, u32> = HashMap::from([(0, 0)]);
        for set in used {
            let (mut above, mut at) = (Vec::new(), *set);
            let mut now = loop {
                match (known.get(&at), self.link(at)) {
                    (Some(&now), _) => break now,
                    (None, Some((before, chunk, bits))) => {
                        above.push((at, chunk, bits));
                        at = before;
                    }
                    (None, None) => break 0,
                }
            };
            while let Some((old, chunk, bits)) = above.pop() {
                now = fresh.add((now, chunk, bits));
                known.insert(old, now);
            }
            *set = now;
        }
        fresh.live = fresh.links.len();
        *self = fresh;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sets_have_one_number() {
        let mut members = Members::new();
        let a = members.of(vec![200, 3, 64, 65]);
        assert_eq!(members.kernels(a), [3, 64, 65, 200]);
        let mut b = 0;
        for kernel in [65, 200, 3, 64] {
            b = members.with(b, kernel);
        }
        assert_eq!(a, b);
        let (c, d) = (members.of(vec![3, 500]), members.of(vec![64, 130]));
        let all = members.union(c, d);
        assert_eq!((members.kernels(all), members.union(d, c)), (vec![3, 64, 130, 500], all));
        assert_eq!((members.union(a, 0), members.union(0, a), members.union(a, a)), (a, a, a));
    }

    #[test]
    fn used_sets_outlive_a_compaction() {
        let many = 1 << 16;
        let mut members = Members { many, ..Members::new() };
        let mut sets: Vec<u32> = (0..200).map(|i| members.of(vec![i, 1000 + i])).collect();
        let mut set = 0;
        for kernel in 0..many * 2 {
            set = members.with(set, kernel % 60_000);
        }
        for kernel in 0..many {
            members.of(vec![kernel % 60_000, kernel / 60_000 + 60_001]);
        }
        sets.push(set);
        let before: Vec<Vec<u32>> = sets.iter().map(|set| members.kernels(*set)).collect();
        members.compact(sets.iter_mut());
        assert!(members.links.len() < 3000, "{}", members.links.len());
        assert_eq!(sets.iter().map(|set| members.kernels(*set)).collect::<Vec<_>>(), before);
    }
}
