//! Bytes that decide what a generator makes, from a fuzzer or a seed.

/// The remaining bytes. When none are left, zeros follow.
pub(crate) struct Choices<'a>(pub(crate) &'a [u8]);

impl Choices<'_> {
    /// The next byte.
    pub(crate) fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// A number below `n`; 0 when `n` is 0.
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        u32::from(self.byte()) % n.max(1)
    }
}
