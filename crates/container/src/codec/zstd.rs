//! Zstandard: frame after frame through ruzstd, which reads one.

use std::io::{self, Read};

use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::damaged;
use crate::source::Input;

/// Reads what is in Zstandard frames.
pub(crate) struct ZstdReader<'a> {
    input: Input<'a>,
    alone: bool,
    decoder: FrameDecoder,
    /// Whether a frame is being read.
    open: bool,
    any: bool,
}

impl<'a> ZstdReader<'a> {
    pub(crate) fn new(input: Input<'a>, alone: bool, window: u64) -> ZstdReader<'a> {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(window);
        ZstdReader { input, alone, decoder, open: false, any: false }
    }

    /// What the decoder found wrong. Its own errors are passed over: their words weigh more than the rest of the codec.
    fn wrong<T>(&mut self, what: &str) -> io::Result<T> {
        match self.input.peek(1)? {
            [] => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Err(damaged(what)),
        }
    }

    /// Begins the next frame. False when none follows.
    fn begin(&mut self) -> io::Result<bool> {
        loop {
            match *self.input.peek(4)? {
                [0x28, 0xb5, 0x2f, 0xfd] if self.alone || !self.any => break,
                [0x50..=0x5f, 0x2a, 0x4d, 0x18] if self.alone || !self.any => {
                    let mut head = [0; 8];
                    self.input.read_exact(&mut head)?;
                    let [_, _, _, _, a, b, c, d] = head;
                    let count = u64::from(u32::from_le_bytes([a, b, c, d]));
                    io::copy(&mut self.input.by_ref().take(count), &mut io::sink())?;
                }
                _ => return Ok(false),
            }
        }
        if self.decoder.reset(&mut self.input).is_err() {
            // Most often a window that is larger than may be.
            return self.wrong("the frame's header is wrong, or it needs too much memory");
        }
        self.any = true;
        Ok(true)
    }
}

impl Read for ZstdReader<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if buf.is_empty() {
            return Ok(0);
        }
        loop {
            if !self.open {
                if !self.begin()? {
                    return Ok(0);
                }
                self.open = true;
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                if self.decoder.decode_blocks(&mut self.input, one).is_err() {
                    return self.wrong("a block is wrong");
                }
            }
            let count = self.decoder.read(buf)?;
            if count > 0 {
                return Ok(count);
            }
            self.open = false;
        }
    }
}
