//! A hash for records and names: a multiplication for each word. Only equality is used, never the order. For records,
//! the limits on comparisons protect against files made to collide; for names there is no limit.

const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// A hash of words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hash(u64);

impl Hash {
    pub(crate) fn new(seed: u32) -> Hash {
        Hash(u64::from(seed).wrapping_add(1).wrapping_mul(MIX))
    }

    pub(crate) fn word(&mut self, word: u32) {
        self.0 = (self.0.rotate_left(23) ^ u64::from(word)).wrapping_mul(MIX);
    }

    pub(crate) fn finish(self) -> u64 {
        let h = self.0 ^ (self.0 >> 29);
        let h = h.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        h ^ (h >> 32)
    }
}

/// The hash of some bytes.
pub(crate) fn hash_bytes(bytes: &[u8]) -> u64 {
    let mut hash = Hash::new(bytes.len() as u32);
    let mut chunks = bytes.chunks_exact(4);
    for chunk in &mut chunks {
        hash.word(u32::from_le_bytes(chunk.try_into().unwrap_or_default()));
    }
    for &byte in chunks.remainder() {
        hash.word(byte.into());
    }
    hash.finish()
}
