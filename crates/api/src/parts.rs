//! A file of which JavaScript fetches only the bytes that are needed: calls read the bytes that are there, and note
//! which others they need.
//!
//! A call that lacks bytes fails. JavaScript then fetches the noted bytes, adds them and makes the call again
//! (`npm/ranges.js`), until nothing is noted. Bytes stay in JavaScript's memory; a call copies the bytes it reads.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use atlas::{NoBytes, Ranges};
use container::{FileRange, Source};
use js_sys::Uint8Array;
use wasm_bindgen::prelude::wasm_bindgen;

/// Fetches begin and end at multiples of this many bytes, except next to bytes that are there already and at the end of
/// the file.
const BLOCK: u64 = 64 << 10;

/// The bytes of a file that have been fetched so far.
#[wasm_bindgen]
#[derive(Clone)]
pub struct Parts(Rc<RefCell<Held>>);

struct Held {
    len: u64,
    /// The fetched pieces by the byte at which they begin. They may overlap.
    pieces: BTreeMap<u64, Uint8Array>,
    /// The number of bytes in all pieces that were added.
    sum: u64,
    wanted: Vec<FileRange>,
}

impl fmt::Debug for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let held = self.0.borrow();
        f.debug_struct("Parts").field("len", &held.len).field("pieces", &held.pieces.len()).finish_non_exhaustive()
    }
}

#[wasm_bindgen]
impl Parts {
    /// A file of `len` bytes, none of them fetched yet.
    #[wasm_bindgen(constructor)]
    pub fn new(len: f64) -> Parts {
        let len = if len.is_finite() && len > 0.0 { len as u64 } else { 0 };
        Parts(Rc::new(RefCell::new(Held { len, pieces: BTreeMap::new(), sum: 0, wanted: Vec::new() })))
    }

    /// Adds bytes that begin at `start`.
    pub fn add(&self, start: f64, bytes: Uint8Array) {
        let mut held = self.0.borrow_mut();
        let (start, len) = (start as u64, u64::from(bytes.length()));
        // If two pieces begin at the same byte, the longer piece has all bytes of the shorter one.
        if held.pieces.get(&start).is_none_or(|known| u64::from(known.length()) < len) {
            held.sum = held.sum.saturating_add(len);
            held.pieces.insert(start, bytes);
        }
    }

    /// Another handle to the same bytes, for a call that consumes its argument.
    pub fn share(&self) -> Parts {
        self.clone()
    }

    /// Notes all bytes of the file that are not there.
    #[wasm_bindgen(js_name = wantAll)]
    pub fn want_all(&self) {
        let mut held = self.0.borrow_mut();
        let mut at = 0;
        while at < held.len {
            let next = held.end_of(at).unwrap_or(at);
            if next > at {
                at = next;
                continue;
            }
            let end = held.pieces.range(at..).next().map_or(held.len, |(start, _)| *start);
            held.wanted.push(FileRange::new(at, end));
            at = end;
        }
    }

    /// Returns the noted ranges and forgets them: start and end of each range, one after the other.
    #[wasm_bindgen(js_name = takeWanted)]
    pub fn take_wanted(&self) -> Vec<f64> {
        let wanted = std::mem::take(&mut self.0.borrow_mut().wanted);
        wanted.into_iter().flat_map(|range| [range.start as f64, range.end as f64]).collect()
    }
}

impl Held {
    /// The end of the bytes that are there from `at` on, within one piece; `None` if byte `at` is not there.
    fn end_of(&self, at: u64) -> Option<u64> {
        let ends = self.pieces.range(..=at).map(|(start, piece)| start.saturating_add(piece.length().into()));
        ends.max().filter(|end| *end > at).map(|end| end.min(self.len))
    }

    /// Notes that the bytes from `start` to `end` are needed; byte `start` is not there. `ahead` is for data that is
    /// read in sequence, such as compressed data: if the byte before `start` is there, at least as many bytes are
    /// noted as all pieces have together, so that pieces become ever larger. A piece that is there ends the range
    /// earlier.
    fn want(&mut self, start: u64, end: u64, ahead: bool) {
        // The end of the bytes before `start` that are there; no piece reaches beyond `start`.
        let ends = self.pieces.range(..start).map(|(at, piece)| at.saturating_add(piece.length().into()));
        let before = ends.max();
        let ahead = if before == Some(start) && ahead { self.sum } else { 0 };
        let end = end.max(start.saturating_add(ahead)).div_ceil(BLOCK).saturating_mul(BLOCK).min(self.len);
        // The range ends where a piece begins that is there already.
        let end = self.pieces.range(start..).next().map_or(end, |(next, _)| end.min(*next));
        let start = before.unwrap_or(0).max(start / BLOCK * BLOCK);
        self.wanted.push(FileRange::new(start, end));
    }

    /// Copies bytes that are there, and returns how many; `None` if the first is not there.
    fn copy(&self, at: u64, buf: &mut [u8]) -> Option<usize> {
        let holds = |(start, piece): &(&u64, &Uint8Array)| start.saturating_add(piece.length().into()) > at;
        let (start, piece) = self.pieces.range(..=at).rev().find(holds)?;
        // Both numbers are at most the piece's length, which has 32 bits.
        let from = (at - start) as u32;
        let count = (u64::from(piece.length()) - u64::from(from)).min(buf.len() as u64) as u32;
        piece.subarray(from, from + count).copy_to(buf.get_mut(..count as usize)?);
        Some(count as usize)
    }
}

impl Source for Parts {
    fn len(&self) -> u64 {
        self.0.borrow().len
    }

    fn read_at(&mut self, at: u64, buf: &mut [u8]) -> Result<usize, String> {
        self.read(at, buf, true)
    }
}

impl Parts {
    /// [`Source::read_at`]; `ahead` as for [`Held::want`].
    fn read(&self, at: u64, buf: &mut [u8], ahead: bool) -> Result<usize, String> {
        let mut held = self.0.borrow_mut();
        let end = at.saturating_add(buf.len() as u64).min(held.len);
        let Some(room) = buf.get_mut(..usize::try_from(end.saturating_sub(at)).unwrap_or(0)) else { return Ok(0) };
        if room.is_empty() {
            return Ok(0);
        }
        match held.copy(at, room) {
            Some(count) => Ok(count),
            None => {
                held.want(at, end, ahead);
                Err("its bytes are not there yet".to_owned())
            }
        }
    }
}

impl Ranges for Parts {
    fn file_len(&self) -> u64 {
        self.0.borrow().len
    }

    fn read(&self, range: FileRange) -> Result<Arc<[u8]>, NoBytes> {
        let len = usize::try_from(range.len()).map_err(|e| NoBytes::Failed(e.to_string()))?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(len).map_err(|_| NoBytes::Failed(format!("there is no memory for {len} bytes")))?;
        bytes.resize(len, 0);
        let mut done = 0;
        while let Some(rest) = bytes.get_mut(done..).filter(|rest| !rest.is_empty()) {
            match Parts::read(self, range.start.saturating_add(done as u64), rest, false) {
                Ok(0) => return Err(NoBytes::Failed("the file is shorter".to_owned())),
                Ok(count) => done += count,
                Err(_) => return Err(NoBytes::Missing),
            }
        }
        Ok(bytes.into())
    }
}
