//! [`Chunks`]: unpacked bytes in pieces. One large buffer would be copied each time it grows, and its old copies would
//! stay in wasm memory, which cannot shrink again.

use crate::source::Source;

const CHUNK: usize = 1 << 20;

/// Unpacked bytes.
#[derive(Debug, Default)]
pub(crate) struct Chunks {
    list: Vec<Vec<u8>>,
    len: u64,
}

impl Chunks {
    pub(crate) fn push(&mut self, mut bytes: &[u8]) {
        self.len += bytes.len() as u64;
        while !bytes.is_empty() {
            let room = self.list.last().map_or(0, |last| CHUNK - last.len());
            if room == 0 {
                self.list.push(Vec::with_capacity(CHUNK));
                continue;
            }
            let (now, later) = bytes.split_at(room.min(bytes.len()));
            if let Some(last) = self.list.last_mut() {
                last.extend_from_slice(now);
            }
            bytes = later;
        }
    }
}

impl Source for Chunks {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&mut self, at: u64, buf: &mut [u8]) -> Result<usize, String> {
        let index = usize::try_from(at / CHUNK as u64).unwrap_or(usize::MAX);
        let rest = self.list.get(index).and_then(|c| c.get((at % CHUNK as u64) as usize..)).unwrap_or_default();
        let count = rest.len().min(buf.len());
        buf[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }
}
