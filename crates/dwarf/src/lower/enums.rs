//! Enumerations.

use btf::Kind;
use gimli::constants as c;

use super::Lower;
use super::size::INT_SIZE;
use crate::records::{MAX_ITEMS, WHOLE, info};

/// The encodings of signed base types: signed, signed_char (DWARF 5, 7.8).
const SIGNED: [i128; 2] = [5, 6];

impl Lower<'_, '_> {
    pub(super) fn enumeration(&mut self, at: u32) -> u32 {
        let mut name = self.tree.name(at);
        let declared = self.tree.has(at, c::DW_AT_declaration);
        if declared && name == 0 {
            name = self.specified_name(at);
        }
        let size = self.enum_size(at);
        let wide = size > 4;
        let (mut words, mut negative) = (Vec::new(), false);
        let mut lost = false;
        for child in self.tree.children(at) {
            if self.tree.tag(child) != c::DW_TAG_enumerator {
                continue;
            }
            if words.len() / if wide { 3 } else { 2 } >= MAX_ITEMS as usize {
                lost = true;
                break;
            }
            let value = self.tree.number(child, c::DW_AT_const_value).unwrap_or_else(|| {
                self.note("an enumerator whose value is no number: written as 0", child);
                0
            });
            negative |= value < 0;
            words.extend([self.tree.name(child), value as u32]);
            if wide {
                words.push((value >> 32) as u32);
            }
        }
        if lost {
            self.note("more enumerators than a record can have: the rest is left out", at);
        }
        let whole = if words.is_empty() && !declared { WHOLE } else { 0 };
        if wide {
            let base = self.maker.units.follow(&self.at(at), c::DW_AT_type);
            let signed = base.is_some_and(|base| {
                base.tree.tag(base.die) == c::DW_TAG_base_type
                    && base.tree.number(base.die, c::DW_AT_encoding).is_some_and(|e| SIGNED.contains(&e))
            });
            return self.push(name, info(Kind::Enum64, signed, words.len() as u32 / 3) | whole, size, &words);
        }
        self.push(name, info(Kind::Enum, negative, words.len() as u32 / 2) | whole, size, &words)
    }

    /// The size of an enum in bytes: from the entry; if it has none (as in declarations in GCC's type units), the size
    /// of the underlying type; else the size of an `int`.
    fn enum_size(&mut self, at: u32) -> u32 {
        let own = self.byte_size(at);
        let size = if own > 0 { own.into() } else { self.size(&self.at(at), c::DW_AT_type) };
        u32::try_from(size).ok().filter(|size| *size > 0).unwrap_or(INT_SIZE)
    }

    /// The name of the entry that entry `at` specifies (DW_AT_specification); 0 if it specifies none.
    pub(super) fn specified_name(&mut self, at: u32) -> u32 {
        let specified = self.maker.units.follow(&self.at(at), c::DW_AT_specification);
        specified.map_or(0, |s| s.tree.name(s.die))
    }
}
