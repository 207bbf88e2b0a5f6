//! Enumerations.

use btf::Kind;
use gimli::constants as c;

use super::Lower;
use crate::records::{MAX_ITEMS, info};

/// The encodings of signed base types: signed, signed_char (DWARF 5, 7.8).
const SIGNED: [i128; 2] = [5, 6];

impl Lower<'_, '_> {
    pub(super) fn enumeration(&mut self, at: u32) -> u32 {
        let mut name = self.tree.name(at);
        if self.tree.has(at, c::DW_AT_declaration) {
            if name == 0 {
                name = self.specified_name(at);
            }
            return self.push(name, info(Kind::Enum, false, 0), 4, &[]);
        }
        let size = match self.tree.attr(at, c::DW_AT_byte_size) {
            Some(_) => self.byte_size(at),
            None => 4,
        };
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
                let key = self.key(child);
                self.maker.note("an enumerator whose value is no number: written as 0", key);
                0
            });
            negative |= value < 0;
            words.extend([self.tree.name(child), value as u32]);
            if wide {
                words.push((value >> 32) as u32);
            }
        }
        if lost {
            let key = self.key(at);
            self.maker.note("more enumerators than a record can have: the rest is left out", key);
        }
        if wide {
            let base = self.maker.units.follow(&self.at(at), c::DW_AT_type);
            let signed = base.is_some_and(|base| {
                base.tree.tag(base.die) == c::DW_TAG_base_type
                    && base.tree.number(base.die, c::DW_AT_encoding).is_some_and(|e| SIGNED.contains(&e))
            });
            return self.push(name, info(Kind::Enum64, signed, words.len() as u32 / 3), size, &words);
        }
        self.push(name, info(Kind::Enum, negative, words.len() as u32 / 2), size, &words)
    }

    /// The name of what an entry specifies.
    pub(super) fn specified_name(&mut self, at: u32) -> u32 {
        let specified = self.maker.units.follow(&self.at(at), c::DW_AT_specification);
        specified.map_or(0, |s| s.tree.name(s.die))
    }
}
