//! Bytes that decide what is made, as a fuzzer or a seed gives them.

/// The bytes that are left; zeros when none are.
pub(crate) struct Choices<'a>(pub(crate) &'a [u8]);

impl Choices<'_> {
    /// The next byte.
    pub(crate) fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// A number below `n`; 0 when there is none.
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        u32::from(self.byte()) % n.max(1)
    }
}
