//! Kernel sets: which kernels have a form. `paging.rs` decides where an atlas keeps them.

use std::sync::Arc;

use crate::bytes::{Read, Reader};

/// A set of kernels, by their indices in the atlas, as a list of ranges.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct KernelSet {
    // Shared: many forms have the same set.
    ranges: Arc<[(u32, u32)]>,
}

impl KernelSet {
    /// The set of these indices, which must ascend.
    pub(crate) fn from_rising(numbers: impl IntoIterator<Item = u32>) -> KernelSet {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for n in numbers {
            match ranges.last_mut() {
                Some((_, end)) if *end == n => *end += 1,
                _ => ranges.push((n, n + 1)),
            }
        }
        KernelSet { ranges: ranges.into() }
    }

    /// Whether a kernel is in the set.
    pub fn has(&self, kernel: u32) -> bool {
        let after = self.ranges.partition_point(|(start, _)| *start <= kernel);
        after.checked_sub(1).and_then(|at| self.ranges.get(at)).is_some_and(|(_, end)| kernel < *end)
    }

    /// The kernels, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.ranges.iter().flat_map(|(start, end)| *start..*end)
    }

    /// The number of kernels in the set.
    pub fn len(&self) -> u32 {
        self.ranges.iter().map(|(start, end)| end - start).sum()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// About how many bytes [`KernelSet::encode`] writes.
    #[cfg(feature = "write")]
    pub(crate) fn encoded_len(&self) -> usize {
        1 + self.ranges.len() * 2
    }

    /// Appends the number of ranges, then for each the gap before it and its length minus 1, as LEB128.
    #[cfg(feature = "write")]
    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        use crate::bytes::put;
        put(out, self.ranges.len() as u64);
        let mut before = 0;
        for (start, end) in self.ranges.iter() {
            put(out, (start - before).into());
            put(out, (end - start - 1).into());
            before = *end;
        }
    }

    /// Reads a set of an atlas with `kernels` kernels.
    pub(crate) fn decode(r: &mut Reader<'_>, kernels: u32) -> Read<KernelSet> {
        let count = r.count()?;
        if count == 0 {
            return r.wrong("at least one kernel in the set");
        }
        let mut ranges = Vec::new();
        let mut before = 0u32;
        for _ in 0..count {
            let start = u64::from(before) + u64::from(r.number()?);
            let end = start + u64::from(r.number()?) + 1;
            if end > kernels.into() || (start == u64::from(before) && !ranges.is_empty()) {
                return r.wrong("indices of the directory's kernels, as ascending ranges with gaps between them");
            }
            ranges.push((start as u32, end as u32));
            before = end as u32;
        }
        Ok(KernelSet { ranges: ranges.into() })
    }
}
