//! Finds the map that holds a byte of a section. Maps may overlap in a hostile file; then the first of them counts.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use crate::btf::Btf;
use crate::maps::{Map, MapFrom};

/// Ranges of bytes, which may overlap. For each byte, the first range that holds it is found in logarithmic time.
#[derive(Debug, Default)]
struct Spans {
    /// Each byte at which the answer changes, ascending, and the index of the range from there on.
    changes: Vec<(u64, Option<usize>)>,
}

impl Spans {
    /// `ranges`: the first and the last byte of each. A range whose last byte is before the first is empty.
    fn new(ranges: impl Iterator<Item = (u64, u64)>) -> Spans {
        let mut sorted: Vec<(u64, u64, usize)> =
            ranges.zip(0..).map(|((first, last), index)| (first, last, index)).filter(|r| r.0 <= r.1).collect();
        sorted.sort_unstable();
        let mut places: Vec<u64> = sorted.iter().flat_map(|r| [r.0, r.1.saturating_add(1)]).collect();
        places.sort_unstable();
        places.dedup();
        let mut coming = sorted.into_iter().peekable();
        // The ranges that have begun, the one with the lowest index on top. Those that have ended are removed when they
        // are on top.
        let mut begun = BinaryHeap::new();
        let mut changes = Vec::with_capacity(places.len());
        for at in places {
            while let Some((_, last, index)) = coming.next_if(|r| r.0 <= at) {
                begun.push(Reverse((index, last)));
            }
            while begun.peek().is_some_and(|Reverse((_, last))| *last < at) {
                begun.pop();
            }
            changes.push((at, begun.peek().map(|Reverse((index, _))| *index)));
        }
        Spans { changes }
    }

    fn find(&self, at: u64) -> Option<usize> {
        let before = self.changes.partition_point(|change| change.0 <= at).checked_sub(1)?;
        self.changes.get(before)?.1
    }
}

/// The declared maps in `.maps`.
#[derive(Debug)]
pub(crate) struct DeclaredMaps {
    /// For each declared map, in libbpf's order: its index among all maps, and its item in the DATASEC.
    all: Vec<(usize, u32)>,
    /// The bytes at which 8 bytes of a map begin.
    spans: Spans,
    /// For an offset less than 8 bytes before 2^64: the first map that ends at this byte or later. libbpf adds 8 to the
    /// offset, and the sum wraps to a number below 8.
    wrapped: [Option<usize>; 8],
}

impl DeclaredMaps {
    pub(crate) fn new(btf: &Btf<'_>, datasec: u32, maps: &[Map<'_>]) -> DeclaredMaps {
        let (mut all, mut ranges) = (Vec::new(), Vec::new());
        for (index, map) in maps.iter().enumerate() {
            let MapFrom::Declared(item) = map.from else { continue };
            let [_, offset, size] = btf.item(datasec, item, 3);
            all.push((index, item));
            ranges.push((u64::from(offset), u64::from(offset.wrapping_add(size))));
        }
        let wrapped = std::array::from_fn(|end| ranges.iter().position(|r| r.1 >= end as u64));
        // A map of less than 8 bytes has an empty range.
        let spans =
            Spans::new(ranges.iter().map(|&(start, end)| end.checked_sub(8).map_or((1, 0), |last| (start, last))));
        DeclaredMaps { all, spans, wrapped }
    }

    /// The map that contains the 8 bytes at an offset: its index, and its item in the DATASEC.
    pub(crate) fn find(&self, at: u64) -> Option<(usize, u32)> {
        let found = match at.checked_add(8) {
            Some(_) => self.spans.find(at),
            None => self.wrapped.get(at.wrapping_add(8) as usize).copied().flatten(),
        };
        self.all.get(found?).copied()
    }
}

/// The struct_ops variables of a section: their indices among all maps, and their first and last bytes.
#[derive(Default)]
struct Variables {
    indices: Vec<usize>,
    ranges: Vec<(u64, u64)>,
}

/// The struct_ops variables of each section, and the members of their types.
#[derive(Debug)]
pub(crate) struct StructOps {
    /// By section: the indices of its variables among all maps, and their bytes.
    sections: HashMap<u32, (Vec<usize>, Spans)>,
    /// By struct: its first member at each offset, in bits.
    members: HashMap<u32, HashMap<u32, u32>>,
}

impl StructOps {
    pub(crate) fn new(maps: &[Map<'_>]) -> StructOps {
        let mut sections: HashMap<u32, Variables> = HashMap::new();
        for (index, map) in maps.iter().enumerate().filter(|(_, map)| matches!(map.from, MapFrom::StructOps(_))) {
            let start = u64::from(map.offset);
            // A variable without bytes has an empty range.
            let size = u64::from(map.def.value_size).checked_sub(1);
            let range = size.map_or((1, 0), |rest| (start, start + rest));
            let variables = sections.entry(map.section).or_default();
            variables.indices.push(index);
            variables.ranges.push(range);
        }
        let sections = sections.into_iter();
        let sections = sections.map(|(section, of)| (section, (of.indices, Spans::new(of.ranges.into_iter()))));
        StructOps { sections: sections.collect(), members: HashMap::new() }
    }

    /// The index, among all maps, of the variable that holds a byte of a section.
    pub(crate) fn find(&self, section: u32, at: u64) -> Option<usize> {
        let (all, spans) = self.sections.get(&section)?;
        all.get(spans.find(at)?).copied()
    }

    /// The first member of a struct at an offset in bits.
    pub(crate) fn member(&mut self, btf: &Btf<'_>, of: u32, bits: u32) -> Option<u32> {
        let members = self.members.entry(of).or_insert_with(|| {
            let mut members = HashMap::new();
            for index in 0..btf.vlen(of) {
                let [_, _, at] = btf.item(of, index, 3);
                let place = if btf.kflag(of) { at & 0x00ff_ffff } else { at };
                members.entry(place).or_insert(index);
            }
            members
        });
        members.get(&bits).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At each byte, the answer is that of a search through all ranges.
    #[test]
    fn the_first_of_overlapping_ranges() {
        let ranges = [(4, 9), (0, 2), (9, 3), (2, 12), (8, 20), (0, 30), (15, 15), (u64::MAX, u64::MAX)];
        for count in 0..=ranges.len() {
            let ranges = &ranges[..count];
            let spans = Spans::new(ranges.iter().copied());
            for at in (0..40).chain([u64::MAX - 1, u64::MAX]) {
                let wanted = ranges.iter().position(|r| (r.0..=r.1).contains(&at));
                assert_eq!(spans.find(at), wanted, "byte {at} in {ranges:?}");
            }
        }
    }

    #[test]
    fn ranges_that_all_overlap() {
        const COUNT: u64 = 200_000;
        // All of them contain the bytes from COUNT to 2 * COUNT. The later a range is in the list, the earlier it begins.
        let spans = Spans::new((0..COUNT).map(|i| (COUNT - i, 2 * COUNT)));
        assert!((1..=COUNT).all(|at| spans.find(at) == Some((COUNT - at) as usize)));
        assert_eq!((spans.find(0), spans.find(2 * COUNT), spans.find(2 * COUNT + 1)), (None, Some(0), None));
    }
}
