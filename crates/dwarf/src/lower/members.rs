//! Structs and unions with their members, and forward declarations.

use btf::Kind;
use gimli::constants as c;

use super::Lower;
use crate::records::{MAX_ITEMS, info};
use crate::unit::Value;
use crate::unit::tree::RUST;

/// The largest offset in bits if widths of bitfields are stored beside it.
const MAX_FLAGGED: i128 = (1 << 24) - 1;

struct Member {
    die: u32,
    name: u32,
    /// In bits, from the start of the struct.
    offset: i128,
    /// The width of a bitfield; 0 for other members.
    bits: i128,
}

impl Lower<'_, '_> {
    pub(super) fn composite(&mut self, at: u32, kind: Kind) -> u32 {
        let mut name = self.tree.name(at);
        if self.tree.has(at, c::DW_AT_declaration) {
            if name == 0 {
                name = self.specified_name(at);
            }
            return self.push(name, info(Kind::Fwd, kind == Kind::Union, 0), 0, &[]);
        }
        let mut members: Vec<Member> = Vec::new();
        let children: Vec<u32> = self.tree.children(at).collect();
        for child in children {
            let tag = self.tree.tag(child);
            if tag == c::DW_TAG_variant_part {
                self.note("variants (DW_TAG_variant_part): the members of variants are left out", child);
            }
            if !matches!(tag, c::DW_TAG_member | c::DW_TAG_inheritance) || self.is_static(child) {
                continue;
            }
            match self.offset_of(child) {
                Ok((offset, bits)) => {
                    let name = if tag == c::DW_TAG_member { self.tree.name(child) } else { 0 };
                    members.push(Member { die: child, name, offset, bits });
                }
                Err(reason) => {
                    self.note(reason, child);
                }
            }
        }
        if self.tree.root.language == Some(RUST) {
            members.sort_by_key(|m| m.offset / 8);
        }
        let flag = members.iter().any(|m| m.bits != 0);
        self.drop_unfit(&mut members, flag);
        let mut words = Vec::with_capacity(members.len() * 3);
        for m in &members {
            let width = if flag { (m.bits as u32) << 24 } else { 0 };
            words.extend([m.name, 0, m.offset as u32 | width]);
        }
        let size = self.byte_size(at);
        let id = self.push(name, info(kind, flag, members.len() as u32), size, &words);
        for (i, m) in members.iter().enumerate() {
            self.refer(id, 3 + 3 * i as u32 + 1, self.tree.attr(m.die, c::DW_AT_type), m.die);
        }
        self.note_tags(id, at, members.into_iter().map(|m| m.die).collect());
        id
    }

    /// Whether the entry of a member is static data of C++ (DWARF 4), which is not a member.
    fn is_static(&self, at: u32) -> bool {
        self.tree.has(at, c::DW_AT_external) || self.tree.has(at, c::DW_AT_declaration)
    }

    /// Removes members that the record cannot hold.
    fn drop_unfit(&mut self, members: &mut Vec<Member>, flag: bool) {
        let most = if flag { MAX_FLAGGED } else { u32::MAX.into() };
        let mut unfit = Vec::new();
        members.retain(|m| {
            let fits = (0..=most).contains(&m.offset) && (0..256).contains(&m.bits);
            if !fits {
                unfit.push(m.die);
            }
            fits
        });
        for die in unfit {
            self.note("a member at an offset or with a width that BTF cannot hold: left out", die);
        }
        if members.len() > MAX_ITEMS as usize {
            members.truncate(MAX_ITEMS as usize);
            if let Some(last) = members.last() {
                self.note("more members than a record can have: the rest is left out", last.die);
            }
        }
    }

    /// A member's offset in bits, and the width of a bitfield (0 for none).
    fn offset_of(&mut self, at: u32) -> Result<(i128, i128), &'static str> {
        let tree = self.tree;
        let inherited = tree.tag(at) == c::DW_TAG_inheritance;
        let bits = if inherited { 0 } else { tree.number(at, c::DW_AT_bit_size).unwrap_or(0) };
        if let Some(offset) = tree.number(at, c::DW_AT_data_bit_offset) {
            return Ok((offset, bits));
        }
        let location = match tree.attr(at, c::DW_AT_data_member_location) {
            None => 0,
            Some(Value::Block(start, len)) if !inherited => {
                constant(tree.block(start, len)).ok_or("a member whose place is computed: left out")?
            }
            Some(value) => match value.number() {
                Some(location) => location,
                None if inherited => return Err("a virtual base class: left out"),
                None => return Err("a member whose place is computed: left out"),
            },
        };
        let start = location.saturating_mul(8);
        // The bit offset is counted from the most significant bit of the storage. It is negative if the bitfield reaches
        // past that bit. clang writes such a number as an unsigned data8.
        let Some(bit_offset) = tree.number(at, c::DW_AT_bit_offset).filter(|_| bits != 0) else {
            return Ok((start, bits));
        };
        let bit_offset = i128::from(bit_offset as u64 as i64);
        if tree.big {
            return Ok((start.saturating_add(bit_offset), bits));
        }
        let storage = match tree.number(at, c::DW_AT_byte_size) {
            Some(size) => size,
            None => self.size(&self.at(at), c::DW_AT_type).into(),
        };
        let inside = storage.saturating_mul(8).saturating_sub(bit_offset).saturating_sub(bits);
        Ok((start.saturating_add(inside), bits))
    }
}

/// The value of `DW_OP_plus_uconst N` and `DW_OP_constu N`.
fn constant(expression: &[u8]) -> Option<i128> {
    let (&(0x23 | 0x10), rest) = expression.split_first()? else { return None };
    let mut value = 0_i128;
    for (i, byte) in rest.iter().take(9).enumerate() {
        value |= i128::from(byte & 0x7f) << (7 * i);
        if byte & 0x80 == 0 {
            return (i + 1 == rest.len()).then_some(value);
        }
    }
    None
}
