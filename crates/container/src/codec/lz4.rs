//! LZ4: the frame format through lz4_flex, and the legacy format around its block decoder.

use std::io::{self, Read};

use lz4_flex::block::decompress_into;
use lz4_flex::frame::FrameDecoder;

use super::damaged;
use super::members::Member;
use crate::source::Input;

const LEGACY: [u8; 4] = [0x02, 0x21, 0x4c, 0x18];

/// The most bytes that a block of the legacy format unpacks to.
const LEGACY_BLOCK: usize = 8 << 20;

/// The most bytes that a block of `len` bytes can have when compressed (`LZ4_compressBound`).
fn bound(len: usize) -> usize {
    len + len / 255 + 16
}

/// An input that reports its end as an error: lz4_flex would take an end between two blocks for the end of the frame.
struct Endless<'a> {
    input: Input<'a>,
    ended: bool,
}

impl Read for Endless<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buf)?;
        self.ended = count == 0 && !buf.is_empty();
        // Not UnexpectedEof, because lz4_flex ignores that.
        if self.ended { Err(damaged("it ends within a frame")) } else { Ok(count) }
    }
}

/// Reads a frame.
struct Frame<'a>(FrameDecoder<Endless<'a>>);

impl Read for Frame<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.0.read(buf).map_err(|e| if self.0.get_ref().ended { io::ErrorKind::UnexpectedEof.into() } else { e })
    }
}

impl<'a> Member<'a> for Frame<'a> {
    fn into_input(self: Box<Self>) -> Input<'a> {
        self.0.into_inner().input
    }
}

/// Begins to read a frame.
pub(super) fn begin<'a>(input: Input<'a>, _dictionary: u64) -> io::Result<Box<dyn Member<'a> + 'a>> {
    Ok(Box::new(Frame(FrameDecoder::new(Endless { input, ended: false }))))
}

/// Unpacks LZ4 data of the legacy format: a magic number, then blocks, each after its packed length. Each block unpacks
/// to 8 MiB; only the last one may be smaller. The data ends in one of three places: at the end of the input; behind a
/// smaller block; or before a length that no block can have, such as the unpacked size that the build of a kernel
/// appends. A magic number behind a block, smaller or not, begins further data.
pub(crate) struct LegacyReader<'a> {
    input: Input<'a>,
    /// Whether the magic number was read.
    started: bool,
    /// Whether `block` is the last one.
    ended: bool,
    /// The packed block.
    packed: Vec<u8>,
    /// The unpacked block.
    block: Vec<u8>,
    /// How many bytes of the unpacked block were read.
    from: usize,
}

impl<'a> LegacyReader<'a> {
    pub(crate) fn new(input: Input<'a>) -> LegacyReader<'a> {
        LegacyReader { input, started: false, ended: false, packed: Vec::new(), block: Vec::new(), from: 0 }
    }

    /// Unpacks the next block. False at the end, or if the input does not begin with the magic number.
    fn next_block(&mut self) -> io::Result<bool> {
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
        self.block.resize(LEGACY_BLOCK, 0);
        let count = decompress_into(&self.packed, &mut self.block).map_err(io::Error::other)?;
        self.block.truncate(count);
        self.from = 0;
        // A block below 8 MiB is the last one. The bytes behind it are ignored, unless they begin further data.
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
            let count = self.block.get(self.from..).unwrap_or_default().read(buf)?;
            self.from += count;
            if count > 0 {
                return Ok(count);
            }
            if self.ended || !self.next_block()? {
                return Ok(0);
            }
        }
    }
}
