//! Integers at checked offsets, in the producer's byte order; the ends of strings.

/// How many bytes of a string are read: eight times the kernel's limit for a name (`KSYM_NAME_LEN`).
///
/// Bounded because names may overlap: an offset may point into another string, so a small blob can have a hundred
/// thousand names of a megabyte each. With the bound, reading all names is linear in the blob. A longer string is
/// reported as [`LongString`](crate::ErrorKind::LongString).
pub const LONGEST_STRING: u32 = 4096;

/// The byte order of a blob, given by its magic.
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

    /// The u64 at byte `at`, if all eight bytes are there.
    pub fn u64_at(self, bytes: &[u8], at: u32) -> Option<u64> {
        let b = bytes.get(at as usize..)?.first_chunk::<8>()?;
        Some(match self {
            Endian::Little => u64::from_le_bytes(*b),
            Endian::Big => u64::from_be_bytes(*b),
        })
    }

    /// The four bytes of a u32.
    pub fn bytes(self, value: u32) -> [u8; 4] {
        match self {
            Endian::Little => value.to_le_bytes(),
            Endian::Big => value.to_be_bytes(),
        }
    }

    /// Four bytes as a u32.
    pub fn u32(self, b: [u8; 4]) -> u32 {
        match self {
            Endian::Little => u32::from_le_bytes(b),
            Endian::Big => u32::from_be_bytes(b),
        }
    }
}

/// Where the first NUL is. Reads eight bytes at a time: names are short and read often, and this takes half the time of
/// the standard library's search.
pub(crate) fn nul(bytes: &[u8]) -> Option<usize> {
    const LOW: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
    let (eights, rest) = bytes.as_chunks::<8>();
    for (i, eight) in eights.iter().enumerate() {
        let eight = u64::from_le_bytes(*eight);
        // The lowest bit that is set in `zero` is in the first byte that is 0.
        let zero = eight.wrapping_sub(LOW) & !eight & HIGH;
        if zero != 0 {
            return Some(i * 8 + zero.trailing_zeros() as usize / 8);
        }
    }
    rest.iter().position(|&b| b == 0).map(|at| eights.len() * 8 + at)
}

#[cfg(test)]
mod tests {
    use super::nul;

    #[test]
    fn finds_the_first_nul() {
        for len in 0..40 {
            // Among them are bytes that differ from 0 or 1 in one bit only, which a wrong mask would take for 0.
            let bytes: Vec<u8> = (0..len).map(|i| [0x80, 1, 0xff, b'a', 0x81][i % 5]).collect();
            assert_eq!(nul(&bytes), None);
            for at in 0..len {
                let mut bytes = bytes.clone();
                bytes[at] = 0;
                assert_eq!(nul(&bytes), Some(at));
                bytes[len - 1] = 0;
                assert_eq!(nul(&bytes), Some(at));
            }
        }
    }
}
