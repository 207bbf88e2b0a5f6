//! Where a member's bits lie, in each of the three encodings of a member.

use crate::items::Member;

/// The bits of a member, from the start of its struct, numbered as in [`crate::BitOffset`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MemberBits {
    /// The first bit.
    pub offset: u32,
    /// The number of bits of a bitfield; `None` for a member that takes the whole size of its type.
    pub bitfield: Option<u32>,
}

impl Member<'_> {
    /// Where the member's bits lie. The three encodings (btf.rst, "BTF_KIND_STRUCT"):
    /// 1. kind_flag 0, and the type is not an INT or is an INT that fills its size: the offset word is the bit offset
    ///    (an INT with `bits` 0 is taken for one that fills its size);
    /// 2. kind_flag 0, and the type is an INT with an offset or with fewer bits than its size: an old-style bitfield of
    ///    the INT's `bits` bits, at the member's offset plus the INT's;
    /// 3. kind_flag 1: the offset word's top byte is the bitfield size, 0 for none.
    pub fn bits(&self) -> MemberBits {
        if self.kind_flag {
            let size = self.bitfield_size();
            return MemberBits { offset: self.bit_offset(), bitfield: (size > 0).then_some(size) };
        }
        match self.btf().resolved(self.type_id).and_then(|t| t.int()) {
            Some(int) if !int.is_regular() && int.bits > 0 => MemberBits {
                offset: self.raw_offset.saturating_add(u32::from(int.offset)),
                bitfield: Some(u32::from(int.bits)),
            },
            _ => MemberBits { offset: self.raw_offset, bitfield: None },
        }
    }
}
