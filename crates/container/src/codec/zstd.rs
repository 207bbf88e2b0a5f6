//! Zstandard (RFC 8878), through ruzstd.

use std::io::{self, Read};

use ruzstd::decoding::StreamingDecoder;

use super::damaged;
use super::members::Member;
use crate::source::Input;

/// Reads a frame and compares its checksum, which ruzstd does not do.
struct Frame<'a>(StreamingDecoder<Input<'a>, ruzstd::decoding::FrameDecoder>);

impl Read for Frame<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let count = self.0.read(buf)?;
        let decoder = &self.0.decoder;
        if count == 0
            && !buf.is_empty()
            && let Some(stored) = decoder.get_checksum_from_data()
            && decoder.get_calculated_checksum() != Some(stored)
        {
            return Err(damaged("the checksum of a frame is wrong"));
        }
        Ok(count)
    }
}

impl<'a> Member<'a> for Frame<'a> {
    fn into_input(self: Box<Self>) -> Input<'a> {
        self.0.into_inner()
    }
}

/// Begins to read a frame. `dictionary` is the largest window, in bytes, that a frame may ask for.
pub(super) fn begin<'a>(input: Input<'a>, dictionary: u64) -> io::Result<Box<dyn Member<'a> + 'a>> {
    let decoder = StreamingDecoder::new_with_max_window_size(input, dictionary).map_err(io::Error::other)?;
    Ok(Box::new(Frame(decoder)))
}
