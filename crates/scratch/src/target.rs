//! The machine that the declarations are compiled for.

use btf::Endian;

/// The width of `long` and of pointers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Bits {
    /// ILP32 with natural alignment: `long` and pointers have 4 bytes, 8-byte types are aligned to 8, and unnamed
    /// bitfields align their struct. This is 32-bit Arm (AAPCS32). i386 differs: it aligns `u64` in a struct to 4.
    B32,
    /// LP64 with natural alignment: `long` and pointers have 8 bytes, as in clang for BPF and x86-64. arm64 differs in
    /// unnamed bitfields, which align their struct, and s390x in `__int128`.
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
    /// Size of `long` and of a pointer in bytes.
    pub fn word(self) -> u32 {
        match self.bits {
            Bits::B32 => 4,
            Bits::B64 => 8,
        }
    }

    /// The alignment in bytes of `aligned` without a number: the largest of any basic type.
    pub(crate) fn largest_align(self) -> u64 {
        u64::from(self.word()) * 2
    }

    /// True if unnamed bitfields (also of width 0) align their struct (AAPCS32, "Bit-fields").
    pub(crate) fn unnamed_bitfields_align(self) -> bool {
        self.bits == Bits::B32
    }
}
