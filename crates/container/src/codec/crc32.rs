//! CRC-32 as bzip2 has it: the polynomial 0x04c11db7, most significant bit first.

/// A checksum in the making.
pub(crate) struct Crc32 {
    table: Box<[u32; 256]>,
    value: u32,
}

impl Crc32 {
    pub(crate) fn new() -> Crc32 {
        let mut table = Box::new([0; 256]);
        for (byte, slot) in (0u32..).zip(table.iter_mut()) {
            *slot = (0..8).fold(byte << 24, |c, _| if c >> 31 != 0 { 0x04c1_1db7 ^ (c << 1) } else { c << 1 });
        }
        Crc32 { table, value: !0 }
    }

    /// Starts anew.
    pub(crate) fn reset(&mut self) {
        self.value = !0;
    }

    pub(crate) fn update(&mut self, bytes: &[u8]) {
        self.value = bytes.iter().fold(self.value, |c, &b| self.table[usize::from((c >> 24) as u8 ^ b)] ^ (c << 8));
    }

    pub(crate) fn value(&self) -> u32 {
        !self.value
    }
}

#[cfg(test)]
mod tests {
    use super::Crc32;

    #[test]
    fn the_check_value_of_the_catalogue() {
        let mut crc = Crc32::new();
        crc.update(b"1234");
        crc.update(b"56789");
        assert_eq!(crc.value(), 0xfc89_1918);
        crc.reset();
        assert_eq!(crc.value(), 0);
    }
}
