//! gzip (RFC 1952) around miniz_oxide's inflate: header, checksum and length, and the next member.

use std::io::{self, BufRead, Read};

use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};

use super::crc32::Crc32;
use super::damaged;
use crate::source::Input;

enum State {
    Header,
    Data,
    End,
}

/// Reads what is in gzip data.
pub(crate) struct GzipReader<'a> {
    input: Input<'a>,
    alone: bool,
    state: State,
    inflate: Box<InflateState>,
    crc: Crc32,
    len: u32,
}

impl<'a> GzipReader<'a> {
    pub(crate) fn new(input: Input<'a>, alone: bool) -> GzipReader<'a> {
        let inflate = InflateState::new_boxed(DataFormat::Raw);
        GzipReader { input, alone, state: State::Header, inflate, crc: Crc32::gzip(), len: 0 }
    }

    fn header(&mut self) -> io::Result<()> {
        const CRC: u8 = 2;
        const EXTRA: u8 = 4;
        const NAME: u8 = 8;
        const COMMENT: u8 = 16;
        let mut fixed = [0; 10];
        self.input.read_exact(&mut fixed)?;
        let [0x1f, 0x8b, 8, flags, ..] = fixed else { return Err(damaged("not a gzip header")) };
        if flags & EXTRA != 0 {
            let mut len = [0; 2];
            self.input.read_exact(&mut len)?;
            self.skip(u16::from_le_bytes(len).into())?;
        }
        for flag in [NAME, COMMENT] {
            if flags & flag != 0 {
                self.skip_string()?;
            }
        }
        if flags & CRC != 0 {
            self.skip(2)?;
        }
        self.inflate.reset(DataFormat::Raw);
        self.crc.reset();
        self.len = 0;
        Ok(())
    }

    fn skip(&mut self, count: u64) -> io::Result<()> {
        let skipped = io::copy(&mut self.input.by_ref().take(count), &mut io::sink())?;
        if skipped == count { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }

    fn skip_string(&mut self) -> io::Result<()> {
        loop {
            let mut byte = [0];
            self.input.read_exact(&mut byte)?;
            if byte == [0] {
                return Ok(());
            }
        }
    }

    fn trailer(&mut self) -> io::Result<()> {
        let mut words = [0; 8];
        self.input.read_exact(&mut words)?;
        let [a, b, c, d, e, f, g, h] = words;
        if u32::from_le_bytes([a, b, c, d]) != self.crc.value() || u32::from_le_bytes([e, f, g, h]) != self.len {
            return Err(damaged("the checksum is wrong"));
        }
        let more = self.alone && matches!(self.input.peek(2)?, [0x1f, 0x8b]);
        self.state = if more { State::Header } else { State::End };
        Ok(())
    }
}

impl Read for GzipReader<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if buf.is_empty() {
            return Ok(0);
        }
        loop {
            match self.state {
                State::End => return Ok(0),
                State::Header => {
                    self.header()?;
                    self.state = State::Data;
                }
                State::Data => {
                    let bytes = self.input.fill_buf()?;
                    let at_end = bytes.is_empty();
                    let result = inflate(&mut self.inflate, bytes, buf, MZFlush::None);
                    self.input.consume(result.bytes_consumed);
                    let out = buf.get(..result.bytes_written).unwrap_or_default();
                    self.crc.update(out);
                    self.len = self.len.wrapping_add(out.len() as u32);
                    let count = out.len();
                    match result.status {
                        Ok(MZStatus::StreamEnd) => self.trailer()?,
                        Ok(_) | Err(MZError::Buf) if count > 0 => {}
                        Ok(_) | Err(MZError::Buf) if at_end => return Err(io::ErrorKind::UnexpectedEof.into()),
                        Ok(_) | Err(MZError::Buf) if result.bytes_consumed > 0 => {}
                        _ => return Err(damaged("the deflate data is wrong")),
                    }
                    if count > 0 {
                        return Ok(count);
                    }
                }
            }
        }
    }
}
