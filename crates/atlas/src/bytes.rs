//! Reads and writes numbers and texts in the parts of an atlas: a number is LEB128, a text has its length in bytes
//! before it.

/// A part of an atlas cannot be read further: where that is, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wrong {
    /// How many bytes of the unpacked part were read when the fault was found. A number that is too large counts as
    /// read.
    pub(crate) at: usize,
    /// The words that follow "expected" in the message, such as `another byte`.
    pub(crate) expected: &'static str,
}

pub(crate) type Read<T> = Result<T, Wrong>;

/// Reads a part from its first byte to its last.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, at: 0 }
    }

    /// The offset of the byte that is read next.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Bytes that are left.
    pub(crate) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    pub(crate) fn wrong<T>(&self, expected: &'static str) -> Read<T> {
        Err(Wrong { at: self.at, expected })
    }

    #[inline]
    pub(crate) fn byte(&mut self) -> Read<u8> {
        let Some(&byte) = self.bytes.get(self.at) else { return self.wrong("another byte") };
        self.at += 1;
        Ok(byte)
    }

    pub(crate) fn take(&mut self, count: usize) -> Read<&'a [u8]> {
        let end = self.at.checked_add(count);
        let Some(taken) = end.and_then(|end| self.bytes.get(self.at..end)) else {
            return self.wrong("more bytes");
        };
        self.at += count;
        Ok(taken)
    }

    /// A number of up to 64 bits.
    #[inline]
    pub(crate) fn long(&mut self) -> Read<u64> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                break;
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        self.wrong("a number of at most 64 bits")
    }

    /// A number of up to 32 bits.
    #[inline]
    pub(crate) fn number(&mut self) -> Read<u32> {
        let value = self.long()?;
        u32::try_from(value).or_else(|_| self.wrong("a number of at most 32 bits"))
    }

    /// The number of items that follow, each of at least one byte.
    pub(crate) fn count(&mut self) -> Read<usize> {
        let count = self.number()? as usize;
        if count > self.left() { self.wrong("a count that the part has room for") } else { Ok(count) }
    }

    /// A text of at most `longest` bytes, with its length before it.
    pub(crate) fn text(&mut self, longest: usize) -> Read<&'a [u8]> {
        let len = self.number()? as usize;
        if len > longest {
            return self.wrong("a shorter text");
        }
        self.take(len)
    }

    /// Checks that nothing of the part is left.
    pub(crate) fn end(&self) -> Read<()> {
        if self.left() == 0 { Ok(()) } else { self.wrong("the end") }
    }
}

/// Appends a number as LEB128.
#[cfg(feature = "write")]
pub(crate) fn put(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Writes a text with its length before it.
#[cfg(feature = "write")]
pub(crate) fn put_text(out: &mut Vec<u8>, text: &[u8]) {
    put(out, text.len() as u64);
    out.extend_from_slice(text);
}

/// A signed number as an unsigned one, small if it is near 0.
#[cfg(feature = "write")]
pub(crate) fn zigzag(value: i64) -> u64 {
    (value << 1 ^ value >> 63).cast_unsigned()
}

/// The inverse of [`zigzag`].
pub(crate) fn unzigzag(value: u64) -> i64 {
    (value >> 1).cast_signed() ^ -(value & 1).cast_signed()
}

#[cfg(test)]
#[cfg(feature = "write")]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let mut out = Vec::new();
        let values = [0, 1, 127, 128, 16_383, 16_384, u64::from(u32::MAX), u64::MAX];
        for v in values {
            put(&mut out, v);
        }
        let mut r = Reader::new(&out);
        for v in values {
            assert_eq!(r.long(), Ok(v));
        }
        assert_eq!(r.end(), Ok(()));
        for v in [0, 1, -1, i64::MAX, i64::MIN, 1 << 40] {
            assert_eq!(unzigzag(zigzag(v)), v);
        }
    }

    #[test]
    fn numbers_end() {
        assert!(Reader::new(&[0xff; 20]).long().is_err());
        assert!(Reader::new(&[0xff, 0xff]).long().is_err());
        assert!(Reader::new(&[0xff, 0xff, 0xff, 0xff, 0x1f]).number().is_err());
        assert!(Reader::new(&[9, 1, 2]).text(100).is_err());
        assert!(Reader::new(&[2, 1, 2]).text(1).is_err());
    }
}
