//! Integers at checked offsets, in the producer's byte order.

/// The byte order of a blob, told by its magic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Endian {
    /// Least significant byte first (magic bytes `9f eb`).
    Little,
    /// Most significant byte first (magic bytes `eb 9f`).
    Big,
}

impl Endian {
    /// `"little"` or `"big"`.
    pub fn as_str(self) -> &'static str {
        match self {
            Endian::Little => "little",
            Endian::Big => "big",
        }
    }

    /// The u16 at byte `at`, if both bytes are there.
    pub fn u16_at(self, bytes: &[u8], at: u32) -> Option<u16> {
        let b = bytes.get(at as usize..)?.first_chunk::<2>()?;
        Some(match self {
            Endian::Little => u16::from_le_bytes(*b),
            Endian::Big => u16::from_be_bytes(*b),
        })
    }

    /// The u32 at byte `at`, if all four bytes are there.
    pub fn u32_at(self, bytes: &[u8], at: u32) -> Option<u32> {
        let b = bytes.get(at as usize..)?.first_chunk::<4>()?;
        Some(self.u32(*b))
    }

    /// Four bytes as a u32.
    pub fn u32(self, b: [u8; 4]) -> u32 {
        match self {
            Endian::Little => u32::from_le_bytes(b),
            Endian::Big => u32::from_be_bytes(b),
        }
    }
}
