//! [`Digest`]: everything that was read, as one number.

use std::fmt;

use dump::{Sink, TokenKind};

/// A hash of text and numbers (FNV-1a), the same on every machine.
#[derive(Clone, Debug)]
pub struct Digest {
    hash: u64,
    len: u64,
}

impl Default for Digest {
    fn default() -> Self {
        Digest { hash: 0xcbf2_9ce4_8422_2325, len: 0 }
    }
}

impl Digest {
    /// The hash of everything so far.
    pub fn value(&self) -> u64 {
        self.hash
    }

    /// How many bytes were hashed.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether nothing was hashed.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Hashes bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for &b in bytes {
            self.hash = (self.hash ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3);
        }
        self.len += bytes.len() as u64;
    }

    /// Hashes numbers.
    pub fn words(&mut self, words: &[u32]) {
        for word in words {
            self.bytes(&word.to_le_bytes());
        }
    }

    /// Hashes the `{:?}` text of a value.
    pub fn debug(&mut self, thing: &dyn fmt::Debug) {
        // Writing to a digest never fails.
        fmt::write(self, format_args!("{thing:?};")).ok();
    }
}

impl fmt::Write for Digest {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.bytes(text.as_bytes());
        Ok(())
    }
}

impl Sink for Digest {
    fn token(&mut self, _: TokenKind, text: &str) {
        self.bytes(text.as_bytes());
    }
}
