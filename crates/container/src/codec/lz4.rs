//! LZ4: the frame format (lz4_Frame_format.md, version 1.6.4) and the legacy format, around lz4_flex's block decoder.

use std::io::{self, Read};

use lz4_flex::block::{decompress_into, decompress_into_with_dict};

use super::damaged;
use super::xxh32::Xxh32;
use crate::source::Input;

const FRAME: [u8; 4] = [0x04, 0x22, 0x4d, 0x18];
const LEGACY: [u8; 4] = [0x02, 0x21, 0x4c, 0x18];

/// What a block of the legacy format unpacks to, at most.
const LEGACY_BLOCK: usize = 8 << 20;

/// How far back a block may refer.
const WINDOW: usize = 64 << 10;

/// The largest that a block of `len` bytes can be compressed (`LZ4_compressBound`).
fn bound(len: usize) -> usize {
    len + len / 255 + 16
}

/// Unpacked bytes that wait to be read.
#[derive(Default)]
struct Ready {
    bytes: Vec<u8>,
    from: usize,
    /// Bytes at the end of `bytes` that were read before and that the next block may refer to start at 0.
    history: usize,
}

impl Ready {
    fn take(&mut self, buf: &mut [u8]) -> usize {
        let rest = self.bytes.get(self.from..).unwrap_or_default();
        let count = rest.len().min(buf.len());
        buf[..count].copy_from_slice(&rest[..count]);
        self.from += count;
        count
    }

    /// Makes room for a block of at most `max` bytes after as much history as is of use.
    fn room(&mut self, max: usize, keep_history: bool) -> (&[u8], &mut [u8]) {
        let keep = if keep_history { self.bytes.len().min(WINDOW) } else { 0 };
        self.bytes.drain(..self.bytes.len() - keep);
        self.bytes.resize(keep + max, 0);
        self.history = keep;
        let (history, room) = self.bytes.split_at_mut(keep);
        (history, room)
    }

    fn filled(&mut self, count: usize) {
        self.bytes.truncate(self.history + count);
        self.from = self.history;
    }

    fn block(&self) -> &[u8] {
        self.bytes.get(self.history..).unwrap_or_default()
    }
}

/// Reads what is in LZ4 frames.
pub(crate) struct FrameReader<'a> {
    input: Input<'a>,
    alone: bool,
    frame: Option<Frame>,
    any: bool,
    ready: Ready,
    packed: Vec<u8>,
}

struct Frame {
    block_max: usize,
    independent: bool,
    block_checksum: bool,
    content: Option<Xxh32>,
}

impl<'a> FrameReader<'a> {
    pub(crate) fn new(input: Input<'a>, alone: bool) -> FrameReader<'a> {
        FrameReader { input, alone, frame: None, any: false, ready: Ready::default(), packed: Vec::new() }
    }

    /// Reads a frame's header. False when no frame follows.
    fn header(&mut self) -> io::Result<bool> {
        loop {
            let magic = self.input.peek(4)?;
            match *magic {
                [0x50..=0x5f, 0x2a, 0x4d, 0x18] if self.alone => {
                    let mut head = [0; 8];
                    self.input.read_exact(&mut head)?;
                    let [_, _, _, _, a, b, c, d] = head;
                    let count = u64::from(u32::from_le_bytes([a, b, c, d]));
                    io::copy(&mut self.input.by_ref().take(count), &mut io::sink())?;
                }
                _ if magic != FRAME => return Ok(false),
                _ => break,
            }
        }
        let mut head = [0; 6];
        self.input.read_exact(&mut head)?;
        let [_, _, _, _, flags, sizes] = head;
        if flags >> 6 != 1 || flags & 2 != 0 || sizes & 0x8f != 0 {
            return Err(damaged("the frame's header is wrong"));
        }
        let mut descriptor = vec![flags, sizes];
        let more = if flags & 8 != 0 { 8 } else { 0 } + if flags & 1 != 0 { 4 } else { 0 };
        let mut rest = [0; 13];
        let rest = rest.get_mut(..more + 1).unwrap_or_default();
        self.input.read_exact(rest)?;
        let Some((&check, rest)) = rest.split_last() else { return Err(damaged("the frame's header is wrong")) };
        descriptor.extend_from_slice(rest);
        let mut hash = Xxh32::new();
        hash.update(&descriptor);
        if (hash.value() >> 8) as u8 != check {
            return Err(damaged("the header's checksum is wrong"));
        }
        if flags & 1 != 0 {
            return Err(damaged("it needs a dictionary, which is elsewhere"));
        }
        let block_max = match sizes >> 4 {
            4 => 64 << 10,
            5 => 256 << 10,
            6 => 1 << 20,
            7 => 4 << 20,
            _ => return Err(damaged("the frame's header is wrong")),
        };
        self.frame = Some(Frame {
            block_max,
            independent: flags & 0x20 != 0,
            block_checksum: flags & 0x10 != 0,
            content: (flags & 4 != 0).then(Xxh32::new),
        });
        self.ready = Ready::default();
        Ok(true)
    }

    /// Unpacks the next block. False at the frame's end.
    fn block(&mut self) -> io::Result<bool> {
        let Some(frame) = &mut self.frame else { return Ok(false) };
        let word = word(&mut self.input)?;
        if word == 0 {
            if let Some(hash) = &frame.content
                && self::word(&mut self.input)? != hash.value()
            {
                return Err(damaged("the checksum is wrong"));
            }
            return Ok(false);
        }
        let (stored, len) = (word >> 31 != 0, (word & 0x7fff_ffff) as usize);
        if len > frame.block_max {
            return Err(damaged("a block is larger than the frame says"));
        }
        self.packed.resize(len, 0);
        self.input.read_exact(&mut self.packed)?;
        if frame.block_checksum {
            let mut hash = Xxh32::new();
            hash.update(&self.packed);
            if self::word(&mut self.input)? != hash.value() {
                return Err(damaged("a block's checksum is wrong"));
            }
        }
        let (history, room) = self.ready.room(frame.block_max, !frame.independent);
        let count = if stored {
            room.get_mut(..len).unwrap_or_default().copy_from_slice(&self.packed);
            len
        } else {
            decompress_into_with_dict(&self.packed, room, history).map_err(|_| damaged("a block is wrong"))?
        };
        self.ready.filled(count);
        if let Some(hash) = &mut frame.content {
            hash.update(self.ready.block());
        }
        Ok(true)
    }
}

fn word(input: &mut Input<'_>) -> io::Result<u32> {
    let mut word = [0; 4];
    input.read_exact(&mut word)?;
    Ok(u32::from_le_bytes(word))
}

impl Read for FrameReader<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if buf.is_empty() {
            return Ok(0);
        }
        loop {
            let count = self.ready.take(buf);
            if count > 0 {
                return Ok(count);
            }
            if self.frame.is_none() {
                if (self.any && !self.alone) || !self.header()? {
                    return Ok(0);
                }
                self.any = true;
            }
            if !self.block()? {
                self.frame = None;
            }
        }
    }
}

/// Reads what is in LZ4 data of the legacy format: blocks of 8 MiB, each after its packed length, up to the end of the input or to
/// what can be no length (the kernel appends the unpacked size).
pub(crate) struct LegacyReader<'a> {
    input: Input<'a>,
    started: bool,
    ended: bool,
    ready: Ready,
    packed: Vec<u8>,
}

impl<'a> LegacyReader<'a> {
    pub(crate) fn new(input: Input<'a>) -> LegacyReader<'a> {
        LegacyReader { input, started: false, ended: false, ready: Ready::default(), packed: Vec::new() }
    }

    /// Unpacks the next block. False at the end.
    fn block(&mut self) -> io::Result<bool> {
        let mut head = self.input.peek(4)?;
        if head == LEGACY {
            self.started = true;
            io::copy(&mut self.input.by_ref().take(4), &mut io::sink())?;
            head = self.input.peek(4)?;
        }
        let Some(word) = head.first_chunk::<4>().filter(|_| self.started) else { return Ok(false) };
        let len = u32::from_le_bytes(*word) as usize;
        if len == 0 || len > bound(LEGACY_BLOCK) {
            return Ok(false);
        }
        io::copy(&mut self.input.by_ref().take(4), &mut io::sink())?;
        self.packed.resize(len, 0);
        self.input.read_exact(&mut self.packed)?;
        let (_, room) = self.ready.room(LEGACY_BLOCK, false);
        let count = decompress_into(&self.packed, room).map_err(|_| damaged("a block is wrong"))?;
        self.ready.filled(count);
        // Only the last block may be smaller: what follows it is no block, unless the data begins anew.
        self.ended = count < LEGACY_BLOCK && self.input.peek(4)? != LEGACY;
        Ok(true)
    }
}

impl Read for LegacyReader<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if buf.is_empty() {
            return Ok(0);
        }
        loop {
            let count = self.ready.take(buf);
            if count > 0 {
                return Ok(count);
            }
            if self.ended || !self.block()? {
                return Ok(0);
            }
        }
    }
}
