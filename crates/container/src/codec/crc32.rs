//! CRC-32 with the polynomial 0x04c11db7: as gzip has it, least significant bit first (RFC 1952, section 8), and as bzip2 has
//! it, most significant bit first.

/// A checksum in the making.
pub(crate) struct Crc32 {
    table: Box<[u32; 256]>,
    value: u32,
    reflected: bool,
}

impl Crc32 {
    /// gzip's.
    pub(crate) fn gzip() -> Crc32 {
        Crc32::new(true, |byte| {
            let mut c = byte;
            for _ in 0..8 {
                c = if c & 1 != 0 { 0xedb8_8320 ^ (c >> 1) } else { c >> 1 };
            }
            c
        })
    }

    /// bzip2's.
    pub(crate) fn bzip2() -> Crc32 {
        Crc32::new(false, |byte| {
            let mut c = byte << 24;
            for _ in 0..8 {
                c = if c >> 31 != 0 { 0x04c1_1db7 ^ (c << 1) } else { c << 1 };
            }
            c
        })
    }

    fn new(reflected: bool, entry: impl Fn(u32) -> u32) -> Crc32 {
        let mut table = Box::new([0; 256]);
        for (byte, slot) in (0..).zip(table.iter_mut()) {
            *slot = entry(byte);
        }
        Crc32 { table, value: !0, reflected }
    }

    /// Starts anew.
    pub(crate) fn reset(&mut self) {
        self.value = !0;
    }

    pub(crate) fn update(&mut self, bytes: &[u8]) {
        let mut c = self.value;
        for &b in bytes {
            c = match self.reflected {
                true => self.table[usize::from(c as u8 ^ b)] ^ (c >> 8),
                false => self.table[usize::from((c >> 24) as u8 ^ b)] ^ (c << 8),
            };
        }
        self.value = c;
    }

    pub(crate) fn value(&self) -> u32 {
        !self.value
    }
}

#[cfg(test)]
mod tests {
    use super::Crc32;

    #[test]
    fn the_check_values_of_the_catalogue() {
        for (mut crc, check) in [(Crc32::gzip(), 0xcbf4_3926), (Crc32::bzip2(), 0xfc89_1918)] {
            crc.update(b"1234");
            crc.update(b"56789");
            assert_eq!(crc.value(), check);
            crc.reset();
            assert_eq!(crc.value(), 0);
        }
    }
}
