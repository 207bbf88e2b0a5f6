//! Sparse files in tar archives: the archive has only a file's pieces, and a map of where they belong. The bytes between
//! them, the holes, are zeros. The formats are those of GNU tar ("Storing Sparse Files" in its manual).

use std::io::{self, Read};

use crate::codec::damaged;
use crate::tar_header::{BLOCK, number};

/// The most pieces of a file that are accepted.
const MAX_PIECES: usize = 1 << 16;

/// A piece: the byte of the file at which it begins, and its size in bytes.
type Piece = (u64, u64);

/// The map of a sparse file.
#[derive(Debug)]
pub(super) struct Map {
    /// In ascending order, none over another.
    pieces: Vec<Piece>,
    /// Bytes of the file with its holes.
    pub(super) size: u64,
}

fn wrong() -> io::Error {
    damaged("the map of a sparse file in the tar archive is wrong")
}

impl Map {
    /// `stored`: how many bytes the archive has of the pieces.
    fn new(mut pieces: Vec<Piece>, size: u64, stored: u64) -> io::Result<Map> {
        let (mut end, mut all) = (0, 0u64);
        for &(start, len) in &pieces {
            let after = start.checked_add(len).filter(|after| start >= end && *after <= size).ok_or_else(wrong)?;
            (end, all) = (after, all + len);
        }
        pieces.retain(|(_, len)| *len > 0);
        if all == stored { Ok(Map { pieces, size }) } else { Err(wrong()) }
    }

    /// The map of a file of type `S`: four pieces are in its header. The others follow in blocks that the size in the
    /// header, `stored`, does not count.
    pub(super) fn gnu(header: &[u8; BLOCK], stored: u64, reader: &mut dyn Read) -> io::Result<Map> {
        let mut pieces = Vec::new();
        let size = number(&header[483..495]).ok_or_else(wrong)?;
        let mut goes_on = add(&mut pieces, &header[386..482])? && header[482] != 0;
        while goes_on {
            let mut block = [0; BLOCK];
            reader.read_exact(&mut block)?;
            goes_on = add(&mut pieces, &block[..504])? && block[504] != 0;
        }
        Map::new(pieces, size, stored)
    }
}

/// Adds the pieces of a list of pairs of 12 bytes, up to the first pair that is not used. Returns whether all are used.
fn add(pieces: &mut Vec<Piece>, list: &[u8]) -> io::Result<bool> {
    for pair in list.chunks_exact(24) {
        let (start, len) = pair.split_at(12);
        if len[0] == 0 {
            return Ok(false);
        }
        push(pieces, number(start).zip(number(len)))?;
    }
    Ok(true)
}

fn push(pieces: &mut Vec<Piece>, piece: Option<Piece>) -> io::Result<()> {
    if pieces.len() >= MAX_PIECES {
        return Err(wrong());
    }
    pieces.push(piece.ok_or_else(wrong)?);
    Ok(())
}

/// The pax records about a sparse file, in the formats 0.0, 0.1 and 1.0.
#[derive(Default, Debug)]
pub(super) struct Records {
    /// The file's name. The path of the header is another one, for programs that do not know sparse files.
    pub(super) name: Option<Vec<u8>>,
    /// Bytes of the file with its holes.
    size: Option<u64>,
    pieces: Vec<Piece>,
    /// Where the next piece begins (0.0).
    start: Option<u64>,
    /// Whether the map is before the pieces, in the content (1.0).
    is_in_content: bool,
}

impl Records {
    /// Reads a record. `key` is the part after `GNU.sparse.`.
    pub(super) fn read(&mut self, key: &[u8], value: &[u8]) -> io::Result<()> {
        match key {
            b"name" => self.name = Some(value.to_vec()),
            b"size" | b"realsize" => self.size = Some(decimal(value)?),
            b"major" => self.is_in_content = decimal(value)? == 1,
            b"offset" => self.start = Some(decimal(value)?),
            b"numbytes" => {
                let len = decimal(value)?;
                push(&mut self.pieces, self.start.take().map(|start| (start, len)))?;
            }
            b"map" => {
                let mut numbers = value.split(|&b| b == b',').map(decimal);
                while let Some(start) = numbers.next() {
                    let len = numbers.next().ok_or_else(wrong)??;
                    push(&mut self.pieces, Some((start?, len)))?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The map, and how many bytes of the content it takes; none if the file is not sparse. `stored`: bytes of the
    /// content.
    pub(super) fn map(self, stored: u64, reader: &mut dyn Read) -> io::Result<Option<(Map, u64)>> {
        let Some(size) = self.size else { return Ok(None) };
        let (pieces, taken) = if self.is_in_content { in_content(stored, reader)? } else { (self.pieces, 0) };
        Ok(Some((Map::new(pieces, size, stored - taken)?, taken)))
    }
}

/// The map at the start of the content: the number of pieces, then start and size of each, one number a line. It is
/// padded to whole blocks.
fn in_content(stored: u64, reader: &mut dyn Read) -> io::Result<(Vec<Piece>, u64)> {
    let (mut pieces, mut start, mut count, mut taken) = (Vec::new(), None, None, 0u64);
    let mut line = Vec::new();
    loop {
        let mut block = [0; BLOCK];
        taken += BLOCK as u64;
        if taken > stored {
            return Err(wrong());
        }
        reader.read_exact(&mut block)?;
        for byte in block {
            if byte != b'\n' {
                line.push(byte);
                continue;
            }
            let value = decimal(&line)?;
            line.clear();
            match (count, start.take()) {
                (None, _) => count = Some(value),
                (_, None) => start = Some(value),
                (_, Some(start)) => push(&mut pieces, Some((start, value)))?,
            }
            if count == Some(pieces.len() as u64) {
                return Ok((pieces, taken));
            }
        }
        // The longest number has 20 digits.
        if line.len() > 20 {
            return Err(wrong());
        }
    }
}

fn decimal(digits: &[u8]) -> io::Result<u64> {
    std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok()).ok_or_else(wrong)
}

/// The bytes of a sparse file, with zeros in its holes.
pub(super) struct Filled<R> {
    stored: R,
    pieces: std::iter::Peekable<std::vec::IntoIter<Piece>>,
    /// How much of the file was read.
    at: u64,
    size: u64,
}

impl<R: Read> Filled<R> {
    /// `stored`: the pieces, one after the other.
    pub(super) fn new(stored: R, map: Map) -> Filled<R> {
        Filled { stored, pieces: map.pieces.into_iter().peekable(), at: 0, size: map.size }
    }
}

impl<R: Read> Read for Filled<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        while self.pieces.next_if(|(start, len)| start + len <= self.at).is_some() {}
        let (start, end) = self.pieces.peek().map_or((self.size, self.size), |(start, len)| (*start, start + len));
        let is_hole = self.at < start;
        let left = if is_hole { start - self.at } else { end - self.at };
        let count = usize::try_from(left).unwrap_or(usize::MAX).min(buf.len());
        let count = match buf.get_mut(..count) {
            Some(hole) if is_hole => {
                hole.fill(0);
                count
            }
            Some(piece) => self.stored.read(piece)?,
            None => 0,
        };
        self.at += count as u64;
        Ok(count)
    }
}
