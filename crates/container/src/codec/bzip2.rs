//! bzip2, through libbz2-rs-sys. The reader of the crate `bzip2` loops forever when there is no memory for a block;
//! here every step must take input or give output.

use std::io::{self, BufRead, Read};

use bzip2::{Decompress, Status};

use super::damaged;
use super::members::Member;
use crate::source::Input;

/// Reads one stream.
struct Stream<'a> {
    input: Input<'a>,
    stream: Decompress,
    ended: bool,
}

/// Begins to read a stream. There is no limit for memory, because a block takes at most 3.6 MB.
pub(super) fn begin<'a>(input: Input<'a>, _dictionary: u64) -> io::Result<Box<dyn Member<'a> + 'a>> {
    Ok(Box::new(Stream { input, stream: Decompress::new(false), ended: false }))
}

impl Read for Stream<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        while !self.ended && !buf.is_empty() {
            let (taken, given) = (self.stream.total_in(), self.stream.total_out());
            let bytes = self.input.fill_buf()?;
            let at_end = bytes.is_empty();
            let status = self.stream.decompress(bytes, buf);
            let taken = (self.stream.total_in() - taken) as usize;
            let given = (self.stream.total_out() - given) as usize;
            self.input.consume(taken);
            match status.map_err(|e| damaged(&e.to_string()))? {
                Status::StreamEnd => self.ended = true,
                Status::MemNeeded => return Err(io::ErrorKind::OutOfMemory.into()),
                _ if taken > 0 || given > 0 => {}
                _ if at_end => return Err(io::ErrorKind::UnexpectedEof.into()),
                _ => return Err(damaged("a block that makes no progress")),
            }
            if given > 0 {
                return Ok(given);
            }
        }
        Ok(0)
    }
}

impl<'a> Member<'a> for Stream<'a> {
    fn into_input(self: Box<Self>) -> Input<'a> {
        self.input
    }
}
