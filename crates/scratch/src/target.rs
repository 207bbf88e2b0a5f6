//! What the declarations are compiled for.

use btf::Endian;

/// The width of `long` and of pointers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Bits {
    /// ILP32 with natural alignment: `long` and pointers have 4 bytes, what has 8 bytes is aligned to 8, and unnamed bitfields
    /// align their struct. That is 32-bit Arm (AAPCS32); i386 differs, where `u64` in a struct is aligned to 4.
    B32,
    /// LP64 with natural alignment: `long` and pointers have 8 bytes. That is what clang does for
    /// BPF and x86-64; arm64 differs in unnamed bitfields, which align their struct there, s390x in `__int128`.
    #[default]
    B64,
}

/// A machine, as far as the layout of types goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    /// The width of `long` and of pointers.
    pub bits: Bits,
    /// The byte order of the blob, and so of bitfields.
    pub endian: Endian,
}

impl Default for Target {
    fn default() -> Self {
        Target { bits: Bits::B64, endian: Endian::Little }
    }
}

impl Target {
    /// Bytes of `long` and of a pointer.
    pub fn word(self) -> u32 {
        match self.bits {
            Bits::B32 => 4,
            Bits::B64 => 8,
        }
    }

    /// The alignment in bytes that `aligned` without a number asks for: the largest of any basic type.
    pub(crate) fn largest_align(self) -> u64 {
        u64::from(self.word()) * 2
    }

    /// Whether unnamed bitfields, those of width 0 too, align the struct that they are in (AAPCS32, "Bit-fields").
    pub(crate) fn unnamed_bitfields_align(self) -> bool {
        self.bits == Bits::B32
    }
}
