//! Arrays: a record for each dimension, the innermost first.

use btf::Kind;
use gimli::constants as c;

use super::Lower;
use crate::records::info;

impl Lower<'_, '_> {
    pub(super) fn array(&mut self, at: u32) -> u32 {
        let counts: Vec<u64> = self
            .tree
            .children(at)
            .filter(|child| self.tree.tag(*child) == c::DW_TAG_subrange_type)
            .map(|child| elements(self.tree, child))
            .collect();
        let mut last = None;
        let none = [0];
        for &count in if counts.is_empty() { &none } else { counts.as_slice() }.iter().rev() {
            let count = u32::try_from(count).unwrap_or_else(|_| {
                self.note("an array of more than 32 bits of elements: written as 0", at);
                0
            });
            let id = self.array_of(last.unwrap_or(0), count);
            if last.is_none() {
                self.refer(id, 3, self.tree.attr(at, c::DW_AT_type), at);
            }
            last = Some(id);
        }
        last.unwrap_or(0)
    }

    /// Adds an array whose index type is filled in after all entries of the unit.
    pub(super) fn array_of(&mut self, of: u32, count: u32) -> u32 {
        let id = self.push(0, info(Kind::Array, false, 0), 0, &[of, 0, count]);
        self.indices.push(self.maker.records.word_at(id, 4));
        id
    }
}

/// The number of elements of a dimension: 0 if it is not constant. An upper bound of -1, also as an unsigned number of
/// 32 or 64 bits, means 0.
pub(super) fn elements(tree: &crate::unit::Tree, subrange: u32) -> u64 {
    let upper = tree.number(subrange, c::DW_AT_upper_bound);
    let count = upper.map(|upper| upper + 1).or_else(|| tree.number(subrange, c::DW_AT_count)).unwrap_or(0);
    match count {
        0x1_0000_0000 => 0,
        count => u64::try_from(count).unwrap_or(0),
    }
}
