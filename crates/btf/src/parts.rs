//! Words of a record taken apart: the encoding of an INT, the parts of an ARRAY, linkages, offsets of members.

use crate::ids::TypeId;

/// The encoding of an INT (btf.rst, "BTF_KIND_INT").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Int {
    /// The word as it stands in the file.
    pub raw: u32,
    /// Size in bytes.
    pub size: u32,
    /// Bits 24 to 27: 1 signed, 2 char, 4 bool.
    pub encoding: u8,
    /// Where the value starts within the int, in bits; 0 except in old-style bitfields.
    pub offset: u8,
    /// How many bits the value has.
    pub bits: u8,
}

impl Int {
    pub(crate) fn new(raw: u32, size: u32) -> Int {
        Int { raw, size, encoding: (raw >> 24 & 0xf) as u8, offset: (raw >> 16 & 0xff) as u8, bits: (raw & 0xff) as u8 }
    }

    /// Encoding bit 0.
    pub fn is_signed(&self) -> bool {
        self.encoding & 1 != 0
    }

    /// Encoding bit 1.
    pub fn is_char(&self) -> bool {
        self.encoding & 2 != 0
    }

    /// Encoding bit 2.
    pub fn is_bool(&self) -> bool {
        self.encoding & 4 != 0
    }

    /// Whether the value fills the whole int, so that a member of this type is no old-style bitfield.
    pub fn is_regular(&self) -> bool {
        self.offset == 0 && u64::from(self.bits) == u64::from(self.size) * 8
    }
}

/// An array's parts (btf.rst, "BTF_KIND_ARRAY").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Array {
    /// The element's type.
    pub element: TypeId,
    /// The type of its index.
    pub index: TypeId,
    /// How many elements; 0 for a flexible array too.
    pub nelems: u32,
}

/// The linkage of a FUNC or VAR: from where its name can be used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Linkage {
    /// 0: only in its own file.
    Static,
    /// 1: in every file.
    Global,
    /// 2: in every file; it is defined in another file.
    Extern,
    /// Any other number.
    Unknown(u32),
}

impl Linkage {
    /// The linkage of a number.
    pub fn from_number(n: u32) -> Linkage {
        match n {
            0 => Linkage::Static,
            1 => Linkage::Global,
            2 => Linkage::Extern,
            n => Linkage::Unknown(n),
        }
    }

    /// The number.
    pub fn number(self) -> u32 {
        match self {
            Linkage::Static => 0,
            Linkage::Global => 1,
            Linkage::Extern => 2,
            Linkage::Unknown(n) => n,
        }
    }

    /// `"static"`, `"global"`, `"extern"` or `"unknown"`.
    pub fn as_str(self) -> &'static str {
        match self {
            Linkage::Static => "static",
            Linkage::Global => "global",
            Linkage::Extern => "extern",
            Linkage::Unknown(_) => "unknown",
        }
    }
}

/// The bit offset and bitfield size (0 for none) in the offset word of a member. With kind_flag, the word's top byte is
/// the size (btf.rst, "BTF_KIND_STRUCT").
#[inline(always)]
pub(crate) fn split_offset(word: u32, kind_flag: bool) -> (u32, u32) {
    if kind_flag { (word & 0x00ff_ffff, word >> 24) } else { (word, 0) }
}
