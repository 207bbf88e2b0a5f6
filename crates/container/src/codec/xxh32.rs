//! XXH32, the checksum of LZ4 frames (xxHash's specification, version 0.1.1, "XXH32 algorithm description").

const P1: u32 = 0x9e37_79b1;
const P2: u32 = 0x85eb_ca77;
const P3: u32 = 0xc2b2_ae3d;
const P4: u32 = 0x27d4_eb2f;
const P5: u32 = 0x1656_67b1;

/// A hash with seed 0 in the making.
pub(crate) struct Xxh32 {
    lanes: [u32; 4],
    rest: [u8; 16],
    rest_len: usize,
    total: u64,
}

impl Xxh32 {
    pub(crate) fn new() -> Xxh32 {
        let lanes = [P1.wrapping_add(P2), P2, 0, 0u32.wrapping_sub(P1)];
        Xxh32 { lanes, rest: [0; 16], rest_len: 0, total: 0 }
    }

    pub(crate) fn update(&mut self, mut bytes: &[u8]) {
        self.total = self.total.wrapping_add(bytes.len() as u64);
        if self.rest_len > 0 {
            let (now, later) = bytes.split_at((16 - self.rest_len).min(bytes.len()));
            self.rest[self.rest_len..self.rest_len + now.len()].copy_from_slice(now);
            self.rest_len += now.len();
            bytes = later;
            if self.rest_len < 16 {
                return;
            }
            let stripe = self.rest;
            self.stripe(&stripe);
            self.rest_len = 0;
        }
        let (stripes, rest) = bytes.as_chunks::<16>();
        for stripe in stripes {
            self.stripe(stripe);
        }
        self.rest[..rest.len()].copy_from_slice(rest);
        self.rest_len = rest.len();
    }

    fn stripe(&mut self, stripe: &[u8; 16]) {
        for (lane, word) in self.lanes.iter_mut().zip(stripe.as_chunks::<4>().0) {
            let word = u32::from_le_bytes(*word);
            *lane = lane.wrapping_add(word.wrapping_mul(P2)).rotate_left(13).wrapping_mul(P1);
        }
    }

    pub(crate) fn value(&self) -> u32 {
        let [a, b, c, d] = self.lanes;
        let mut h = if self.total >= 16 {
            a.rotate_left(1)
                .wrapping_add(b.rotate_left(7))
                .wrapping_add(c.rotate_left(12))
                .wrapping_add(d.rotate_left(18))
        } else {
            P5
        };
        h = h.wrapping_add(self.total as u32);
        let (words, bytes) = self.rest[..self.rest_len].as_chunks::<4>();
        for word in words {
            h = h.wrapping_add(u32::from_le_bytes(*word).wrapping_mul(P3)).rotate_left(17).wrapping_mul(P4);
        }
        for &byte in bytes {
            h = h.wrapping_add(u32::from(byte).wrapping_mul(P5)).rotate_left(11).wrapping_mul(P1);
        }
        h = (h ^ h >> 15).wrapping_mul(P2);
        h = (h ^ h >> 13).wrapping_mul(P3);
        h ^ h >> 16
    }
}

#[cfg(test)]
mod tests {
    use super::Xxh32;

    #[test]
    fn known_values() {
        // As `xxhsum -H32` prints them.
        let text = b"Nobody inspects the spammish repetition";
        for (len, value) in [(0, 0x02cc_5d05u32), (text.len(), 0xe229_3b2f)] {
            let mut whole = Xxh32::new();
            whole.update(&text[..len]);
            assert_eq!(whole.value(), value);
            let mut parts = Xxh32::new();
            text[..len].chunks(7).for_each(|part| parts.update(part));
            assert_eq!(parts.value(), value);
        }
    }
}
