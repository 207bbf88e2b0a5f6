//! Compressed data of several members, one after the other (gzip's members, streams of xz, frames). The libraries read
//! one member; this code handles the bytes between them.

use std::io::{self, Read};

use super::{Codec, HEAD, OfHead};
use crate::source::{Input, skip};

/// A reader of one member.
pub(super) trait Member<'a>: Read {
    /// Gives the input back, at the byte after the member. Call it when the member was read to its end.
    fn into_input(self: Box<Self>) -> Input<'a>;
}

/// Begins to read a member at the input's place. The number is the most bytes of memory for a dictionary.
pub(super) type Begin<'a> = fn(Input<'a>, u64) -> io::Result<Box<dyn Member<'a> + 'a>>;

enum State<'a> {
    Between(Input<'a>),
    Within(Box<dyn Member<'a> + 'a>),
    End,
}

/// Unpacks all members of compressed data.
pub(super) struct Members<'a> {
    codec: Codec,
    begin: Begin<'a>,
    dictionary: u64,
    /// Tells whether a further member follows; none when only the first is to be read.
    of_head: Option<OfHead>,
    /// Whether a member was read already.
    any: bool,
    state: State<'a>,
}

impl<'a> Members<'a> {
    pub(super) fn new(
        codec: Codec,
        begin: Begin<'a>,
        input: Input<'a>,
        of_head: Option<OfHead>,
        dictionary: u64,
    ) -> Members<'a> {
        Members { codec, begin, dictionary, of_head, any: false, state: State::Between(input) }
    }

    /// Skips padding before a member. True if a member follows.
    fn follows(&self, input: &mut Input<'a>) -> io::Result<bool> {
        let of_head = match self.of_head {
            None if self.any => return Ok(false),
            of_head => of_head,
        };
        loop {
            match (self.codec, input.peek(HEAD)?) {
                // Padding between streams: zeros, a multiple of four bytes (The .xz File Format 1.2.1, section 2.2).
                (Codec::Xz, [0, 0, 0, 0, ..]) if self.any => skip(input, 4)?,
                // Skippable frames (RFC 8878, section 3.1.2; lz4_Frame_format.md, "Skippable Frames").
                (Codec::Zstd | Codec::Lz4, &[0x50..=0x5f, 0x2a, 0x4d, 0x18, a, b, c, d, ..]) => {
                    skip(input, 8 + u64::from(u32::from_le_bytes([a, b, c, d])))?;
                }
                (_, head) if self.any => return Ok(of_head.and_then(|of_head| of_head(head)) == Some(self.codec)),
                (_, head) => return Ok(!head.is_empty()),
            }
        }
    }
}

impl Read for Members<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if buf.is_empty() {
            return Ok(0);
        }
        loop {
            // An error leaves the state at the end: nothing is read after it.
            match std::mem::replace(&mut self.state, State::End) {
                State::End => return Ok(0),
                State::Between(mut input) => {
                    if self.follows(&mut input)? {
                        self.any = true;
                        self.state = State::Within((self.begin)(input, self.dictionary)?);
                    }
                }
                State::Within(mut member) => match member.read(buf)? {
                    0 => self.state = State::Between(member.into_input()),
                    count => {
                        self.state = State::Within(member);
                        return Ok(count);
                    }
                },
            }
        }
    }
}
