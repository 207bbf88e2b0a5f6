//! The words of an ELF file's tables, of either class and byte order, read by their places (System V ABI, "Object Files"). One
//! reader for all four: a reader compiled for each costs the page kilobytes.

use btf::Endian;

/// How a file's words are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words {
    /// Addresses, offsets and sizes are of 64 bits, not of 32.
    pub(crate) wide: bool,
    pub(crate) endian: Endian,
}

impl Words {
    /// Two bytes at `at`; 0 where there are none.
    pub(crate) fn half(self, bytes: &[u8], at: usize) -> u16 {
        let half = bytes.get(at..at + 2).and_then(|b| b.try_into().ok()).unwrap_or_default();
        match self.endian {
            Endian::Little => u16::from_le_bytes(half),
            Endian::Big => u16::from_be_bytes(half),
        }
    }

    /// Four bytes at `at`; 0 where there are none.
    pub(crate) fn word(self, bytes: &[u8], at: usize) -> u32 {
        self.endian.u32(bytes.get(at..at + 4).and_then(|b| b.try_into().ok()).unwrap_or_default())
    }

    /// An address, an offset or a size at `at`: eight bytes or four.
    pub(crate) fn long(self, bytes: &[u8], at: usize) -> u64 {
        let (first, second) = (u64::from(self.word(bytes, at)), u64::from(self.word(bytes, at + 4)));
        match (self.wide, self.endian) {
            (false, _) => first,
            (true, Endian::Little) => second << 32 | first,
            (true, Endian::Big) => first << 32 | second,
        }
    }

    /// One of two places, by class.
    pub(crate) fn of_class(self, narrow: usize, wide: usize) -> usize {
        if self.wide { wide } else { narrow }
    }
}
